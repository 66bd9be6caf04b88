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

local function draw_sentences(app, width)
  local game, meter = app.game, app.meter
  love.graphics.setColor(accent)
  love.graphics.print(sentence(app), 12, 8)
  love.graphics.setColor(ink)
  love.graphics.print(("Blue %d, red %d    Gold %d    Loads per minute: %.0f"):format(game.counts[1],
    game.counts[2], game.state.gold[1], game:loads_per_minute(1)), width - 790, 8)
  love.graphics.setColor(faint)
  love.graphics.print(("Frame %.2f ms, 99 %% below %.2f ms    %d units    %d fps"):format(meter.mean,
    meter.p99, game.crowd:count(), love.timer.getFPS()), width - 405, 8)
end

-- Draws a button. Returns where the next one begins.
local function draw_button(app, command, x)
  local sign = command.key:upper()
  local is_on, right = command.is_on(app), x + font:getWidth(sign .. command.label) + 19
  love.graphics.setColor(is_on and accent or raised)
  love.graphics.rectangle("fill", x, 31, right - x, 24, 4)
  love.graphics.setColor(is_on and ground or faint)
  love.graphics.print(sign, x + 7, 35)
  love.graphics.setColor(is_on and ground or ink)
  love.graphics.print(command.label, right - 7 - font:getWidth(command.label), 35)
  areas[#areas + 1] = { x = x, right = right, key = command.key }
  return right + 4
end

--- Draws the panel.
function panel.draw(app)
  local width, x = love.graphics.getWidth(), 8
  love.graphics.setColor(ground)
  love.graphics.rectangle("fill", 0, 0, width, camera.top)
  love.graphics.setFont(font)
  draw_sentences(app, width)
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
