-- A tower defense game. Build anywhere, as long as the enemies keep a way to the castle: the map
-- answers that before it is edited (grid:can_block), and explains a refusal (grid:explain). Enemies
-- walk, fly and dig, each on a flow field of its kind, which is repaired after each building.
--
-- Run it with: make love-towers
--
--   main.lua       window, mouse and keys
--   game.lua       the whole game, without drawing: gold, lives, waves
--   valley.lua     the map
--   buildings.lua  what can be built, and where
--   enemies.lua    the kinds of enemies, their rules and flow fields
--   waves.lua      which enemies come, and when
--   shooting.lua   towers and shots
--   planning.lua   what the player is about to build, and why that is refused
--   view.lua, scenery.lua, figures.lua, marks.lua, panel.lua        drawing

local buildings = require "buildings"
local game = require "game"
local marks = require "marks"
local panel = require "panel"
local planning = require "planning"
local scenery = require "scenery"
local figures = require "figures"
local view = require "view"
local waves = require "waves"

local app = {
  shows_ways = true,
  mean_time = 0, longest_time = 0, -- of an update, of the last second [milliseconds]
  time = 0,                        -- for what moves also during a pause [seconds]
}

local function restart()
  app.game = game.new()
  app.planning = planning.new(app.game)
  app.selected = nil
end
restart()

function love.load()
  love.graphics.setBackgroundColor(0.08, 0.09, 0.11)
  view.resize()
  scenery.load(app.game.grid)
end

function love.resize()
  view.resize()
  scenery.load(app.game.grid)
end

-- ----------------------------------------------------------------------------- each frame

local times = { sum = 0, count = 0, longest = 0 } -- of the updates of this second [seconds]

local function add_time(seconds)
  times.sum, times.count = times.sum + seconds, times.count + 1
  times.longest = math.max(times.longest, seconds)
  if times.count < 60 then return end
  app.mean_time, app.longest_time = times.sum / times.count * 1000, times.longest * 1000
  times = { sum = 0, count = 0, longest = 0 }
end

-- A frame counts as at most 0.1 s, so that nothing jumps after a long pause.
function love.update(dt)
  dt = math.min(dt, 0.1)
  app.time = app.time + dt
  local start = love.timer.getTime()
  app.game:update(dt)
  app.planning:update(dt)
  add_time(love.timer.getTime() - start)
  if app.selected and app.selected.is_gone then app.selected = nil end
end

-- The ways that the enemies of this wave and of the next one take.
local function shown_ways()
  local shown = { walks = true }
  for number = math.max(1, app.game.wave), math.min(app.game.wave + 1, waves.count) do
    local counts = waves.counts(number)
    if counts.flyer then shown.flies = true end
    if counts.digger then shown.digs = true end
  end
  return shown
end

local function draw_message()
  local refusal = app.planning.refusal
  if refusal then
    local text = planning.sentence(refusal, app.game.gold)
    marks.draw_message(text, refusal.explanation and tostring(refusal.explanation))
  elseif app.game.is_paused then
    marks.draw_message "Paused. You can build and sell."
  end
end

local function draw_map()
  scenery.draw()
  if app.shows_ways then marks.draw_ways(app.game, shown_ways(), app.time) end
  figures.draw_buildings(app.game)
  figures.draw_enemies(app.game)
  figures.draw_shooting(app.game)
  if app.selected then marks.draw_selection(app.selected) end
  local plan, refusal = app.planning.verdict, app.planning.refusal
  if refusal then marks.draw_refusal(app.game, refusal, app.time) end
  if plan and not (refusal and refusal.explanation) then
    marks.draw_plan(app.game, plan, app.time)
  end
  draw_message()
end

function love.draw()
  view.push()
  draw_map()
  panel.draw(app)
  if app.game.state == "won" or app.game.state == "lost" then panel.draw_end(app) end
  love.graphics.pop()
end

-- ------------------------------------------------------------------------ keys and mouse

local function choose(type)
  app.selected = nil
  app.planning:choose(app.planning.type ~= type and type or nil)
end

local keys = {
  space = function() app.game.is_paused = not app.game.is_paused end,
  n = function() app.game:start_wave() end,
  f = function() app.game.speed = app.game.speed % 3 + 1 end,
  p = function() app.shows_ways = not app.shows_ways end,
  r = restart,
  u = function() if app.selected then app.game:upgrade(app.selected) end end,
  s = function() if app.selected then app.game:sell(app.selected) end end,
  escape = function()
    app.planning:choose(nil)
    app.selected = nil
  end,
}
keys["return"], keys["delete"] = keys.n, keys.s
for i, type in ipairs(buildings.types) do
  keys[tostring(i)] = function() choose(type) end
end

--- Does what a key does.
function app.press(key)
  if keys[key] then keys[key]() end
end

function love.keypressed(key)
  app.press(key)
end

local is_down, is_dragged = false, false -- the left button on the map; whether walls were dragged

-- The top left tile of a square of `side` tiles around a point of the window.
local function tile_at(x, y, side)
  local unit_x, unit_y = view.to_units(x, y)
  return view.tile_at(unit_x, unit_y, side)
end

-- Moves the plan to a point of the window.
local function point(x, y)
  local type = app.planning.type
  app.planning:point(tile_at(x, y, type and type.side or 1))
end

-- Builds walls along the way of the mouse: a fast mouse skips tiles.
local function drag_walls(x, y, dx, dy)
  local steps = math.ceil(math.max(math.abs(dx), math.abs(dy)) / view.scale / view.tile * 2)
  for i = steps, 0, -1 do
    point(x - dx * i / math.max(1, steps), y - dy * i / math.max(1, steps))
    local plan = app.planning
    if plan.x and not app.game.buildings:at(plan.x, plan.y) then plan:build() end
  end
end

function love.mousepressed(x, y, mouse_button)
  if panel.click(view.to_units(x, y)) then return end
  if mouse_button == 2 then return app.press "escape" end
  if mouse_button ~= 1 then return end
  is_down, is_dragged = true, false
  point(x, y)
end

function love.mousemoved(x, y, dx, dy)
  if is_down and app.planning.type and app.planning.type.name == "Wall" then
    is_dragged = true
    drag_walls(x, y, dx, dy)
  end
  point(x, y)
end

-- Builds when the button is released: a finger can move the plan before.
function love.mousereleased(x, y, mouse_button)
  if mouse_button ~= 1 or not is_down then return end
  is_down = false
  point(x, y)
  local tile_x, tile_y = tile_at(x, y, 1)
  if not tile_x then return end
  local building = app.game.buildings:at(tile_x, tile_y)
  if building and not is_dragged then
    app.planning:choose(nil)
    app.selected = building
  elseif app.planning.type and not is_dragged then
    app.planning:build()
  else
    app.selected = nil
  end
end
