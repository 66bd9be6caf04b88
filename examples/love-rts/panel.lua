--- The panel above the map: what happens, the time of a frame, and the buttons.

local camera = require "camera"
local commands = require "commands"

local panel = {}

local ink, faint, accent = { 0.92, 0.91, 0.88 }, { 0.64, 0.65, 0.70 }, { 0.98, 0.80, 0.42 }
local ground, raised = { 0.15, 0.16, 0.20 }, { 0.25, 0.27, 0.33 }

local font
local areas = {} -- the buttons: { x, right, key }

--- Must be called in love.load.
function panel.load()
  font = love.graphics.newFont(13)
end

local function sentence(app)
  local winner = app.game.state.winner
  if winner then return (winner == 1 and "Victory." or "Defeat.") .. " N: a new game" end
  if app.message then return app.message end
  if app.builds then return "Left button: build, 2 gold. Right button: take it away" end
  if #app.selected > 0 then return #app.selected .. " selected. Right button: send them" end
  return "Drag a rectangle to select units. Click a gate to shut or open it"
end

local function print_in(color, x, y, text, ...)
  love.graphics.setColor(color)
  love.graphics.print(text:format(...), x, y)
end

-- Draws a button. Returns where the next one begins.
local function draw_button(app, command, x)
  local key, label, is_on = command.key:upper(), command.label, command.is_on(app)
  local right = x + font:getWidth(key .. label) + 19
  love.graphics.setColor(is_on and accent or raised)
  love.graphics.rectangle("fill", x, 31, right - x, 24, 4)
  print_in(is_on and ground or faint, x + 7, 35, key)
  print_in(is_on and ground or ink, right - 7 - font:getWidth(label), 35, label)
  areas[#areas + 1] = { x = x, right = right, key = command.key }
  return right + 4
end

--- Draws the panel.
function panel.draw(app)
  local width, game, x = love.graphics.getWidth(), app.game, 8
  love.graphics.setColor(ground)
  love.graphics.rectangle("fill", 0, 0, width, camera.top)
  love.graphics.setFont(font)
  print_in(accent, 12, 8, "%s", sentence(app))
  print_in(ink, width - 800, 8, "Blue %d, red %d    Gold %d    Loads per minute: %.0f",
    game.counts[1], game.counts[2], game.state.gold[1], game.state.rate[1])
  print_in(faint, width - 405, 8, "Frame %.2f ms, 99 %% below %.2f ms    %d units    %d fps",
    app.meter.mean, app.meter.p99, game.crowd:count(), love.timer.getFPS())
  areas = {}
  for _, command in ipairs(commands.list) do x = draw_button(app, command, x) end
end

--- Handles a click. Returns whether (x, y) is on the panel.
function panel.click(app, x, y)
  for _, area in ipairs(areas) do
    if y > 30 and y < 56 and x >= area.x and x < area.right then app.press(area.key) end
  end
  return y < camera.top
end

return panel
