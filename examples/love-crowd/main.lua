-- A town of two thousand people that never walk through each other. Select some, send them anywhere
-- in a formation, shut gates and build walls in their way. The panel shows how long the update and
-- the drawing take per frame.
--
-- Run it with: make love-crowd
--
--   main.lua       window, mouse and keys
--   game.lua       the whole game, without drawing
--   town.lua       makes the map
--   people.lua     the units of the crowd, and their errands
--   orders.lua, selection.lua        what the user commands
--   barriers.lua, gates.lua          what changes on the map
--   camera.lua, picture.lua, scenery.lua, figures.lua, panel.lua, meter.lua    drawing

local camera = require "camera"
local figures = require "figures"
local game = require "game"
local meter = require "meter"
local panel = require "panel"
local scenery = require "scenery"
local town = require "town"

local app = game.new(11)
local view -- the camera

app.times = meter.new {
  { "update", { 0.98, 0.80, 0.42 } }, { "drawing", { 0.45, 0.72, 0.93 } },
}

function love.load()
  love.graphics.setBackgroundColor(0.21, 0.25, 0.20)
  panel.load()
  scenery.load(app.town)
  figures.load()
  view = camera.new(town.width, town.height, panel.height, panel.foot)
end

function love.resize()
  view:resize()
end

-- ----------------------------------------------------------------------------- each frame

local update_seconds = 0
local held            -- while a mouse button is down: { button, x, y }, where it was pressed
local mouse_x, mouse_y = 0, 0

-- Moves the map while arrow keys are down.
local function pan_by_keys(dt)
  local function axis(less, more)
    return (love.keyboard.isDown(less) and 1 or 0) - (love.keyboard.isDown(more) and 1 or 0)
  end
  local dx, dy = axis("left", "right"), axis("up", "down")
  if dx ~= 0 or dy ~= 0 then view:pan(dx * 700 * dt, dy * 700 * dt) end
end

-- A frame counts as at most 0.1 s, so that nothing jumps after a long pause.
function love.update(dt)
  local start = love.timer.getTime()
  app:update(math.min(dt, 0.1))
  update_seconds = love.timer.getTime() - start
  pan_by_keys(dt)
end

-- The direction in which the right button was dragged [radians], or nil, and how far [pixels].
local function dragged_facing()
  local dx, dy = mouse_x - held.x, mouse_y - held.y
  local length = math.sqrt(dx * dx + dy * dy)
  if length > 12 then return math.acos(dx / length) * (dy < 0 and -1 or 1), length end
end

-- Draws what the mouse is about to do, and where the last order leads.
local function draw_marks()
  if held and held.button == 1 and not app.builds then
    figures.draw_rectangle(held.x, held.y, mouse_x, mouse_y)
  elseif held and held.button == 2 and not app.builds then
    local facing, length = dragged_facing()
    figures.draw_goal(held.x, held.y, facing, 1, length)
  elseif app.builds and mouse_y > panel.height then
    local tile_x, tile_y = view:to_tiles(mouse_x, mouse_y)
    local x, y = view:to_screen(math.floor(tile_x) - 0.5, math.floor(tile_y) - 0.5)
    local size = 2 * camera.tile * view.zoom
    figures.draw_rectangle(x, y, x + size, y + size)
  end
  local age = app.order and app.people.time - app.order.at or math.huge
  if age < 2 then
    local x, y = view:to_screen(app.order.x, app.order.y)
    figures.draw_goal(x, y, app.order.options.facing, 1 - age / 2)
  end
end

function love.draw()
  local start = love.timer.getTime()
  view:push()
  scenery.draw_below(app)
  figures.draw_units(app, view.zoom)
  scenery.draw_above()
  love.graphics.pop()
  draw_marks()
  panel.draw(app)
  app.times:add(update_seconds * 1000, (love.timer.getTime() - start) * 1000)
end

-- ------------------------------------------------------------------------ keys and mouse

-- Selects all units that the window shows; only those of a kind if `kind` is given.
local function select_shown(kind)
  local width, height = love.graphics.getDimensions()
  local left, top = view:to_tiles(0, panel.height)
  local right, bottom = view:to_tiles(width, height - panel.foot)
  app.selection:set(app.selection:inside(left, top, right, bottom, kind))
end

local function zoom_at_middle(factor)
  local width, height = love.graphics.getDimensions()
  view:zoom_by(factor, width / 2, (panel.height + height) / 2)
end

local keys = {
  space = function() app.is_paused = not app.is_paused end,
  a = function() select_shown() end,
  b = function() app.builds = not app.builds end,
  r = function() app:dismiss() end,
  p = function() app.shows_ways = not app.shows_ways end,
  t = function() app.is_together = not app.is_together end,
  home = function() view:show_all() end,
  ["+"] = function() zoom_at_middle(1.25) end,
  ["-"] = function() zoom_at_middle(0.8) end,
  escape = function() love.event.quit() end,
}
keys["="], keys["kp+"], keys["kp-"] = keys["+"], keys["+"], keys["-"]
for i, name in ipairs(require("orders").formations) do
  keys[tostring(i)] = function() app.formation = name end
end

--- Does what a key does.
function app.press(key)
  if keys[key] then keys[key]() end
end

function love.keypressed(key)
  app.press(key)
end

function love.wheelmoved(_, dy)
  view:zoom_by(1.2 ^ dy, mouse_x, mouse_y)
end

-- Builds or removes walls on all tiles from one point of the window to another one: a fast mouse
-- skips tiles.
local function build_along(x1, y1, x2, y2)
  local from_x, from_y = view:to_tiles(x1, y1)
  local to_x, to_y = view:to_tiles(x2, y2)
  local steps = math.ceil(math.max(math.abs(to_x - from_x), math.abs(to_y - from_y), 1))
  for i = 0, steps do
    local x = from_x + (to_x - from_x) * i / steps
    local y = from_y + (to_y - from_y) * i / steps
    app:build(math.floor(x), math.floor(y), held.button == 1)
  end
end

function love.mousepressed(x, y, button, _, presses)
  mouse_x, mouse_y = x, y
  if panel.click(x, y) or held then return end
  held = { button = button, x = x, y = y }
  if app.builds and button < 3 then
    build_along(x, y, x, y)
  elseif button == 1 and presses == 2 then -- all like this one
    local unit = app.people:at(view:to_tiles(x, y))
    held = nil
    if unit then select_shown(app.people.kind_of[unit]) end
  end
end

function love.mousemoved(x, y, dx, dy)
  if held and held.button == 3 then view:pan(dx, dy) end
  if held and held.button < 3 and app.builds then build_along(mouse_x, mouse_y, x, y) end
  mouse_x, mouse_y = x, y
end

-- Ends the drag of the left button: a rectangle, or a click if it is very small.
local function finish_selection(x, y)
  local left, top = view:to_tiles(math.min(held.x, x), math.min(held.y, y))
  local right, bottom = view:to_tiles(math.max(held.x, x), math.max(held.y, y))
  local is_added = love.keyboard.isDown("lshift", "rshift")
  if math.abs(x - held.x) + math.abs(y - held.y) < 6 then
    app:click(left, top, is_added)
  else
    app.selection:set(app.selection:inside(left, top, right, bottom), is_added)
  end
end

function love.mousereleased(x, y, button)
  mouse_x, mouse_y = x, y
  if not held or held.button ~= button then return end
  if button == 1 and not app.builds then
    finish_selection(x, y)
  elseif button == 2 and not app.builds then
    local tile_x, tile_y = view:to_tiles(held.x, held.y)
    app:send(math.floor(tile_x + 0.5), math.floor(tile_y + 0.5), dragged_facing())
  end
  held = nil
end
