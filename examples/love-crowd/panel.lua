--- The panel above the map: what happens, the buttons, the times. And the line of help below the
--- map.

local orders = require "orders"

local panel = { height = 84, foot = 24 } -- [pixels]

local ink, faint, accent = { 0.92, 0.91, 0.88 }, { 0.64, 0.65, 0.70 }, { 0.98, 0.80, 0.42 }
local ground, raised = { 0.15, 0.16, 0.20 }, { 0.25, 0.27, 0.33 }

local font, bold_font
local areas = {} -- the buttons: { x, y, width, height, action }

--- Creates the fonts. Must be called in love.load.
function panel.load()
  font, bold_font = love.graphics.newFont(13), love.graphics.newFont(16)
end

-- Draws a button with its key. Returns where the next one begins.
local function button(x, y, key, label, is_on, action)
  local width, height = font:getWidth(key) + font:getWidth(label) + 22, 26
  love.graphics.setColor(is_on and accent or raised)
  love.graphics.rectangle("fill", x, y, width, height, 5)
  love.graphics.setColor(is_on and ground or faint)
  love.graphics.print(key, x + 8, y + 5)
  love.graphics.setColor(is_on and ground or ink)
  love.graphics.print(label, x + font:getWidth(key) + 14, y + 5)
  areas[#areas + 1] = { x = x, y = y, width = width, height = height, action = action }
  return x + width + 5
end

local function draw_buttons(app, x, y)
  areas = {}
  for i, name in ipairs(orders.formations) do
    local label = name:sub(1, 1):upper() .. name:sub(2)
    x = button(x, y, tostring(i), label, app.formation == name,
      function() app.formation = name end)
  end
  x = button(x, y, "T", "Together", app.is_together, function() app.press "t" end)
  x = button(x + 9, y, "B", "Build", app.builds, function() app.press "b" end)
  x = button(x, y, "A", "All", false, function() app.press "a" end)
  x = button(x, y, "R", "Dismiss", false, function() app.press "r" end)
  x = button(x, y, "P", "Paths", app.shows_ways, function() app.press "p" end)
  button(x, y, "Space", "Pause", app.is_paused, function() app.press "space" end)
end

-- The first line: the selection and the last order, or the whole town.
local function sentence(app)
  local selected, order = app.selection:sentence(), app.order
  if selected and order then return ("%s.  Order: %s"):format(selected, order:sentence()) end
  if selected then return selected .. " selected" end
  if order then return "Last order: " .. order:sentence() end
  return ("%d people in a town"):format(app.people.greatest)
end

local function draw_times(app, width)
  love.graphics.setFont(font)
  app.times:draw_figures(width - 440, 8, ink)
  love.graphics.setColor(faint)
  love.graphics.print(("%d fps    %d moving    %d waiting"):format(love.timer.getFPS(),
    app.people.moving, app.people.waiting), width - 440, 28)
  app.times:draw_bars(width - 162, 8, 36)
end

local help_select = "Drag a rectangle: select    Click a gate: shut or open it    " ..
  "Right click: send    Drag with the right button: they face this way    " ..
  "Wheel, arrows, middle button: move the map"
local help_build = "Left button: build walls    Right button: remove walls    " ..
  "B: back to the people    Wheel, arrows, middle button: move the map"

local function draw_help(app, width, height)
  local text = app.builds and help_build or help_select
  local scale = math.min(1, (width - 20) / font:getWidth(text))
  love.graphics.setColor(ground)
  love.graphics.rectangle("fill", 0, height - panel.foot, width, panel.foot)
  love.graphics.setColor(ink)
  love.graphics.print(text, 10, height - 20, 0, scale, scale)
end

--- Draws the panel and the line of help.
function panel.draw(app)
  local width, height = love.graphics.getDimensions()
  love.graphics.setColor(ground)
  love.graphics.rectangle("fill", 0, 0, width, panel.height)
  local text, room = sentence(app), width - 470
  love.graphics.setFont(bold_font:getWidth(text) > room and font or bold_font)
  love.graphics.setColor(ink)
  love.graphics.printf(text, 12, 8, room, "left")
  draw_times(app, width)
  draw_buttons(app, 12, 50)
  draw_help(app, width, height)
end

--- Handles a click. Returns whether (x, y) is on the panel.
function panel.click(x, y)
  for _, area in ipairs(areas) do
    if x >= area.x and x < area.x + area.width and y >= area.y and y < area.y + area.height then
      area.action()
      return true
    end
  end
  return y < panel.height
end

return panel
