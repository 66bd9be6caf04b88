-- Two thousand units on one flow field: they walk around walls that the user builds. The header
-- shows how long the field, the units and the drawing take per frame.
--
-- Run it with: make love-swarm
--
--   main.lua    window, drawing, mouse and keys
--   swarm.lua   the map, the field and the units
--   meter.lua   times per frame

local draw = require "astar.love"
local layout = require "astar.layout"
local meter = require "meter"
local swarm = require "swarm"

local app = swarm.new(2000, os.time())

local palette = {
  night = { 0.106, 0.122, 0.161 },
  ground = { 0.133, 0.153, 0.200 },
  gate = { 0.16, 0.19, 0.25 },
  wall = { 0.345, 0.384, 0.470 },
  shadow = { 0.07, 0.08, 0.11 },
  ink = { 0.87, 0.89, 0.93 },
  faint = { 0.55, 0.60, 0.69 },
  goal = { 0.98, 0.80, 0.42 },
  warning = { 0.97, 0.55, 0.45 },
}
-- Units have a color between these two, by their number.
local first_color, last_color = { 0.36, 0.80, 0.78 }, { 0.80, 0.58, 0.95 }

local times = meter.new {
  { "field", { 0.98, 0.80, 0.42 } }, { "units", { 0.36, 0.80, 0.78 } },
  { "drawing", { 0.80, 0.58, 0.95 } },
}

local header_height = 60
local view                    -- the layout of the map in the window
local map_canvas, flow_canvas -- pictures of the map and of the field
local map_shown, flow_shown   -- `app.builds` and `app.seen` when they were drawn; nil: never
local dots                    -- a SpriteBatch of all units
local font, bold_font
local held                    -- while a mouse button is down: "wall", "ground" or "goal"
local last_x, last_y          -- the tile where the mouse was last
local paused, shows_flow = false, false

-- ------------------------------------------------------------------------------ window

-- Returns the image of a white disc with a smooth edge.
local function disc_image(size)
  local data = love.image.newImageData(size, size)
  local middle = (size - 1) / 2
  data:mapPixel(function(x, y)
    local distance = math.sqrt((x - middle) ^ 2 + (y - middle) ^ 2)
    return 1, 1, 1, math.max(0, math.min(1, middle - distance))
  end)
  return love.graphics.newImage(data)
end

-- Makes the tiles as large as the window allows, and creates canvases of the size of the window.
-- LÖVE calls it when the size of the window changes; love.load calls it once.
function love.resize(width, height)
  local size = math.max(math.floor(math.min(width / swarm.width,
    (height - header_height) / swarm.height)), 4)
  view = layout.orthogonal {
    width = size, origin_x = math.floor((width - size * swarm.width) / 2),
    origin_y = header_height,
  }
  if map_canvas then
    map_canvas:release()
    flow_canvas:release()
  end
  map_canvas, flow_canvas = love.graphics.newCanvas(), love.graphics.newCanvas()
  map_shown, flow_shown = nil, nil
end

function love.load()
  love.graphics.setBackgroundColor(palette.night)
  font, bold_font = love.graphics.newFont(13), love.graphics.newFont(17)
  dots = love.graphics.newSpriteBatch(disc_image(32), 8000, "stream")
  love.resize(love.graphics.getDimensions())
end

-- ----------------------------------------------------------------------------- pictures

-- Clears a canvas and calls `paint`, which draws on it. "push" and "pop" keep the state of LÖVE.
local function repaint(canvas, paint)
  love.graphics.push "all"
  love.graphics.reset()
  love.graphics.setCanvas(canvas)
  love.graphics.clear(0, 0, 0, 0)
  paint()
  love.graphics.pop()
end

-- Calls `action(left, top, size)` for each wall.
local function each_wall(action)
  for y = 1, swarm.height do
    for x = 1, swarm.width do
      if app.grid:get(x, y) == ("#"):byte() then
        local corners = view:corners(x, y)
        action(corners[1], corners[2], view.width)
      end
    end
  end
end

-- Paints ground, gate and walls. A wall has a shadow below it.
local function paint_map()
  local left, top, width, height = view:bounds(swarm.width, swarm.height)
  love.graphics.setColor(palette.ground)
  love.graphics.rectangle("fill", left, top, width, height)
  love.graphics.setColor(palette.gate)
  love.graphics.rectangle("fill", left, top, swarm.gate * view.width, height)
  love.graphics.setScissor(left, top, width, height)
  love.graphics.setColor(palette.shadow)
  each_wall(function(x, y, size)
    love.graphics.rectangle("fill", x - 1, y, size + 2, size + math.ceil(size / 4))
  end)
  love.graphics.setColor(palette.wall)
  each_wall(function(x, y, size) love.graphics.rectangle("fill", x, y, size, size) end)
end

-- Paints the flow field: arrows, and colors by cost.
local function paint_flow()
  draw.field(app.field, view, {
    near = { 0.98, 0.80, 0.42, 0.30 }, far = { 0.30, 0.45, 0.75, 0.25 }, gap = 0,
    ink = { 0.87, 0.89, 0.93, 0.45 },
  })
end

-- Paints the pictures again when the walls or the field have changed. So a usual frame draws two
-- canvases, not thousands of tiles.
local function update_pictures()
  if map_shown ~= app.builds then
    repaint(map_canvas, paint_map)
    map_shown = app.builds
  end
  if shows_flow and flow_shown ~= app.seen then
    repaint(flow_canvas, paint_flow)
    flow_shown = app.seen
  end
end

-- ------------------------------------------------------------------------------ drawing

-- Draws the goal: a disc with pulsating rings.
local function draw_goal()
  local wx, wy = view:to_world(app.goal.x, app.goal.y)
  local pulse = 0.5 + 0.5 * math.sin(love.timer.getTime() * 3)
  local red, green, blue = palette.goal[1], palette.goal[2], palette.goal[3]
  for ring = 1, 3 do
    love.graphics.setColor(red, green, blue, 0.10 + 0.05 * pulse)
    love.graphics.circle("fill", wx, wy, view.width * (0.7 + 0.6 * ring))
  end
  love.graphics.setColor(red, green, blue)
  love.graphics.circle("fill", wx, wy, view.width * 0.6)
end

-- Draws all units as one SpriteBatch. Units of the same color are added together, so `setColor` is
-- called once per color, not once per unit.
local function draw_units()
  local left, top, size = view.origin_x, view.origin_y, view.width
  local xs, ys = app.x, app.y
  local scale = 2.3 * swarm.radius * size / 32
  local groups = 16
  dots:clear()
  for group = 1, groups do
    local part = (group - 1) / (groups - 1)
    dots:setColor(first_color[1] + (last_color[1] - first_color[1]) * part,
      first_color[2] + (last_color[2] - first_color[2]) * part,
      first_color[3] + (last_color[3] - first_color[3]) * part)
    for i = group, app.count, groups do
      dots:add(left + (xs[i] - 1) * size, top + (ys[i] - 1) * size, 0, scale, scale, 16, 16)
    end
  end
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(dots)
end

local hints = "Left mouse: build walls    Right: remove walls    Drag the goal    " ..
  "Space: pause    F: flow field    X: spread out %s    N: new walls    C: clear    " ..
  "Up, Down: units"

-- Draws the line above the map: the numbers of units, the keys, the times.
local function draw_header(width)
  local sentence, color = ("%d units, %d arrived"):format(app.count, app.arrived), palette.ink
  if app.stranded > 0 then
    sentence = ("%s; %d have no path to the goal"):format(sentence, app.stranded)
    color = palette.warning
  end
  love.graphics.setFont(bold_font)
  love.graphics.setColor(color)
  love.graphics.print(sentence, 14, 8)
  love.graphics.setFont(font)
  love.graphics.setColor(palette.faint)
  love.graphics.print(hints:format(app.spread and "(on)" or "(off)"), 14, 35)
  love.graphics.printf(("%d fps"):format(love.timer.getFPS()), 0, 11, width - 180, "right")
  times:draw_figures(width - 650, 11, palette.ink)
  times:draw_bars(width - 164, 8, 44)
end

local field_seconds, unit_seconds = 0, 0

-- A frame counts as at most 1/30 s. A unit then moves by less than a fifth of a tile per frame; by
-- more than a tile it could pass through a wall.
function love.update(dt)
  field_seconds, unit_seconds = app:update(paused and 0 or math.min(dt, 1 / 30))
end

function love.draw()
  local start = love.timer.getTime()
  update_pictures()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(map_canvas)
  if shows_flow then love.graphics.draw(flow_canvas) end
  draw_goal()
  draw_units()
  draw_header(love.graphics.getWidth())
  times:add(field_seconds * 1000, unit_seconds * 1000,
    (love.timer.getTime() - start) * 1000)
end

-- ------------------------------------------------------------------------ keys and mouse

local keys = {
  space = function() paused = not paused end,
  f = function() shows_flow = not shows_flow end,
  x = function() app.spread = not app.spread end,
  n = function() app:new_walls() end,
  c = function() app:clear_walls() end,
  up = function() app:set_count(math.min(app.count + 500, 8000)) end,
  down = function() app:set_count(math.max(app.count - 500, 500)) end,
  escape = function() love.event.quit() end,
}

function love.keypressed(key)
  if keys[key] then keys[key]() end
end

-- Builds walls, removes walls or moves the goal, on all tiles from the last position of the mouse
-- to (x, y): a fast mouse skips tiles. The brush for walls is 2 x 2 tiles large.
local function drag_to(x, y)
  local steps = math.max(math.abs(x - last_x), math.abs(y - last_y), 1)
  for i = 1, steps do
    local tile_x = math.floor(last_x + (x - last_x) * i / steps + 0.5)
    local tile_y = math.floor(last_y + (y - last_y) * i / steps + 0.5)
    if held == "goal" then
      app:set_goal(tile_x, tile_y)
    else
      for dy = 0, 1 do
        for dx = 0, 1 do app:build(tile_x + dx, tile_y + dy, held == "wall") end
      end
    end
  end
  last_x, last_y = x, y
end

-- Left button: drags the goal, or builds walls. Other buttons: remove walls.
function love.mousepressed(wx, wy, button)
  last_x, last_y = view:to_tile(wx, wy)
  local is_goal = math.max(math.abs(last_x - app.goal.x), math.abs(last_y - app.goal.y)) <= 1
  held = button ~= 1 and "ground" or is_goal and "goal" or "wall"
  drag_to(last_x, last_y)
end

function love.mousemoved(wx, wy)
  if held then drag_to(view:to_tile(wx, wy)) end
end

function love.mousereleased()
  held = nil
end
