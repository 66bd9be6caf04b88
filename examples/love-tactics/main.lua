--- A tactics game on hexes: movement points per turn, friends to pass, zones of control, archers,
--- fog of war (grid:vision), and enemies that plan over several turns: the option `turns`.
---
--- Run it with: make love-tactics
---
---   main.lua       window, mouse and keys; what a click would do
---   game.lua       the rules, without drawing
---   computer.lua   the enemy
---   view.lua, panel.lua        drawing

local game = require "game"
local panel = require "panel"
local view = require "view"

local app = {} -- also: selected (a unit), its range, the tile under the mouse, hovered, plan

local function restart()
  app.game = game.new()
  app.selected, app.range, app.plan, app.hovered = nil, nil, nil, nil
end
restart()

-- ------------------------------------------------------------------------------------ plans

-- Whether the player may act.
local function is_ready()
  return app.game.side == game.BLUE and not app.game.walk and not app.game.winner
end

-- What a click on an enemy does: the nearest firing position.
local function plan_attack(play, unit, target)
  if not unit.can_attack then return {} end
  if play:can_hit(unit, target) then return { target = target } end
  local positions = play:firing_positions(unit, target)
  local path, reason = play.grid:find_nearest(unit.x, unit.y, positions, game.on_foot,
    play:options(unit))
  return {
    path = path, reason = reason, target = path and target, firing_positions = positions,
  }
end

-- What a click on a tile would do with the selected unit: { path, target, firing_positions } or
-- { reason }; nil when nothing is to be done.
local function plan_click(x, y)
  local play, unit = app.game, app.selected
  if not unit or x == unit.x and y == unit.y then return nil end
  local other = play:unit_at(x, y)
  if other and other.side == game.RED then return plan_attack(play, unit, other) end
  local path, reason = play.grid:find_path(unit.x, unit.y, x, y, game.on_foot, play:options(unit))
  return { path = path, reason = reason }
end

-- Computes again what is shown for the selected unit and the tile under the mouse.
local function refresh()
  local play = app.game
  if not is_ready() then
    app.range, app.plan = nil, nil
    return
  end
  local unit = app.selected
  if unit and not play.units[unit.id] then app.selected, unit = nil, nil end
  app.range = unit and play.grid:reachable(unit.x, unit.y, game.on_foot, nil, play:options(unit))
  app.hovered = app.x and play:unit_at(app.x, app.y)
  app.plan = app.x and plan_click(app.x, app.y)
end

-- Acts on the tile under the mouse.
local function act()
  local play, plan = app.game, app.plan
  if not is_ready() then return end
  local unit = play:unit_at(app.x, app.y)
  if unit and unit.side == game.BLUE then
    app.selected = unit ~= app.selected and unit or nil
  elseif plan and plan.path then
    play:walk_along(app.selected, plan.path, plan.target)
  elseif plan and plan.target then
    play:attack(app.selected, plan.target)
  elseif not plan then
    app.selected = nil
  end
  refresh()
end

-- -------------------------------------------------------------------------------- callbacks

function love.load()
  love.graphics.setBackgroundColor(0.08, 0.09, 0.13)
  view.resize()
end

function love.resize()
  view.resize()
end

local was_busy = false -- whether a unit walked or the enemy moved in the last frame

function love.update(dt)
  app.game:update(math.min(dt, 0.1))
  local is_busy = not is_ready()
  if is_busy or was_busy then refresh() end
  was_busy = is_busy
end

function love.draw()
  view.draw(app)
  panel.draw(app)
end

local keys = {
  ["return"] = function()
    if is_ready() then app.game:end_turn() end
  end,
  f = function()
    app.game.is_foggy = not app.game.is_foggy
    app.game:look()
  end,
  r = restart,
  escape = function() app.selected = nil end,
}
keys.space = keys["return"]

--- Does what a key does.
function app.press(key)
  if keys[key] then
    keys[key]()
    refresh()
  end
end

function love.keypressed(key)
  app.press(key)
end

local is_down = false -- the left button on the map

-- Moves the plan to a point of the window.
local function point(x, y)
  local tile_x, tile_y = view.layout:to_tile(x, y)
  if not app.game.grid:get(tile_x, tile_y) then tile_x, tile_y = nil, nil end
  if tile_x == app.x and tile_y == app.y then return end
  app.x, app.y = tile_x, tile_y
  refresh()
end

function love.mousemoved(x, y)
  point(x, y)
end

function love.mousepressed(x, y, button)
  if panel.click(x, y) then return end
  if button == 2 then return app.press "escape" end
  is_down = button == 1
  point(x, y)
end

-- Acts when the button is released: a finger sees the plan before, and can move it.
function love.mousereleased(x, y, button)
  if button ~= 1 or not is_down then return end
  is_down = false
  point(x, y)
  if app.x then act() end
end
