--- The mouse: it selects, sends, builds, and moves the map.

local buildings = require "buildings"
local camera = require "camera"
local game = require "game"
local map = require "map"
local units = require "units"

local atan2 = math.atan2 or math.atan -- luacheck: ignore

-- `held`: while a button is down, { button, x, y }, where it was pressed.
local mouse = { x = 0, y = 0 }

-- Selects the own units and people in a rectangle of the window.
local function select_inside(app, x1, y1, x2, y2)
  local left, top = camera.to_world(math.min(x1, x2), math.min(y1, y2))
  local right, bottom = camera.to_world(math.max(x1, x2), math.max(y1, y2))
  app.selected = {}
  for unit, self in units.each(app.game) do
    local x, y = camera.layout:to_world(app.game.crowd:position(unit))
    local is_inside = x >= left and x <= right and y >= top and y <= bottom
    if is_inside and self.team ~= game.RED then table.insert(app.selected, unit) end
  end
end

local function click(app, x, y)
  local tile_x, tile_y = camera.to_tile(x, y)
  local unit, gate = app.game.crowd:at(tile_x, tile_y), map.gate_at(tile_x, tile_y, 1)
  local is_own = unit and app.game.state.units[unit].team ~= game.RED
  app.selected = { is_own and unit or nil }
  if gate and not unit then buildings.toggle_gate(app.game, gate) end
end

-- Sends the selected units; they look there in the direction in which the mouse was dragged.
local function send(app, held, x, y)
  local dx, dy = x - held.x, y - held.y
  local to_x, to_y = camera.to_tile(held.x, held.y)
  units.send(app.game, app.selected, to_x, to_y, app.attacks, {
    formation = app.formation, speed = app.is_together and "slowest" or "own",
    facing = dx * dx + dy * dy > 144 and atan2(dy, dx) or nil,
  })
end

local function build(app, x, y, button)
  local tile_x, tile_y = camera.to_tile(x, y)
  if button == 2 then return buildings.remove(app.game, tile_x, tile_y) end
  local ok, reason = buildings.build(app.game, tile_x, tile_y)
  app.message = not ok and "Refused: " .. reason or nil
end

function mouse.press(app, x, y, button)
  mouse.x, mouse.y = x, y
  if mouse.held then return end
  mouse.held = { button = button, x = x, y = y }
  if app.builds and button < 3 then build(app, x, y, button) end
end

function mouse.move(x, y, dx, dy)
  mouse.x, mouse.y = x, y
  if mouse.held and mouse.held.button == 3 then camera.pan(dx, dy) end
end

function mouse.release(app, x, y, button)
  local held = mouse.held
  if not held or held.button ~= button then return end
  mouse.x, mouse.y, mouse.held = x, y, nil
  local is_click = math.abs(x - held.x) + math.abs(y - held.y) < 6
  if app.builds or button > 2 then return end
  if button == 2 then return send(app, held, x, y) end
  if is_click then click(app, x, y) else select_inside(app, held.x, held.y, x, y) end
end

--- Draws what the mouse does: a rectangle, or where the selected units will look.
function mouse.draw(app)
  local held = mouse.held
  if not held or app.builds then return end
  love.graphics.setColor(1, 1, 1)
  if held.button == 2 then return love.graphics.line(held.x, held.y, mouse.x, mouse.y) end
  love.graphics.rectangle("line", held.x, held.y, mouse.x - held.x, mouse.y - held.y)
end

return mouse
