-- Paths from a thread: a worker thread with a replica of the map finds the paths of 500 travelers,
-- so no frame waits for a search. The header shows the longest frame. The key T moves the searches
-- to the main thread, to compare.
--
-- Run it with: make love-thread
--
--   main.lua       window, drawing, mouse and keys
--   travelers.lua  the map, the requests and the travelers
--   worker.lua     the thread
local layout = require "astar.layout"
local travelers = require "travelers"

local app = travelers.new(500, os.time())

local palette = {
  night = { 0.106, 0.122, 0.161 },
  ink = { 0.87, 0.89, 0.93 },
  faint = { 0.55, 0.60, 0.69 },
  path = { 0.98, 0.80, 0.42, 0.55 },
  traveler = { 0.98, 0.80, 0.42 },
}

local terrain_colors = {
  ["."] = { 0.176, 0.208, 0.263 }, [":"] = { 0.286, 0.290, 0.282 },
  ["~"] = { 0.153, 0.271, 0.333 }, ["#"] = { 0.435, 0.478, 0.565 },
}

local header_height = 44
local followed = 40 -- the path of every 40th traveler is drawn
local brush = 1     -- radius of the brush [tiles]

local view     -- the layout of the map in the window
local pixels   -- an ImageData of the map, one pixel per tile
local picture  -- the image of these pixels
local font
local held     -- the terrain to paint while a mouse button is down
local last_x, last_y -- the tile where the mouse was last
-- The longest frame of the current second and of the second before; how long the current second has
-- lasted [seconds].
local longest, previous_longest, since = 0, 0, 0

-- -------------------------------------------------------------------------- the picture

-- Sets the pixel of a tile to the color of its terrain. Pixels count from 0, tiles from 1.
local function paint_pixel(x, y)
  pixels:setPixel(x - 1, y - 1, unpack(terrain_colors[string.char(app.grid:get(x, y))]))
end

-- Paints all pixels and copies them to the image.
local function paint_map()
  for y = 1, travelers.height do
    for x = 1, travelers.width do paint_pixel(x, y) end
  end
  picture:replacePixels(pixels)
end

-- Makes the tiles as large as the window allows. LÖVE calls it when the size of the window changes;
-- love.load calls it once.
function love.resize(width, height)
  local size = math.max(math.floor(math.min(width / travelers.width,
    (height - header_height) / travelers.height)), 2)
  view = layout.orthogonal {
    width = size, origin_x = math.floor((width - size * travelers.width) / 2),
    origin_y = header_height,
  }
end

function love.load()
  love.graphics.setBackgroundColor(palette.night)
  font = love.graphics.newFont(15)
  pixels = love.image.newImageData(travelers.width, travelers.height)
  picture = love.graphics.newImage(pixels)
  picture:setFilter("nearest", "nearest")
  paint_map()
  love.resize(love.graphics.getDimensions())
end

-- The position of a traveler in the window, between the two tiles of its step.
local function place_of(traveler)
  local wx, wy = view:to_world(traveler.x, traveler.y)
  local from_x, from_y = view:to_world(traveler.from_x, traveler.from_y)
  local part = traveler.left / traveler.step
  return wx + (from_x - wx) * part, wy + (from_y - wy) * part
end

-- Draws the rest of a path, from the position of the traveler. `traveler.tiles` is flat:
-- { x1, y1, x2, y2, ... }.
local function draw_path(traveler)
  local points = { place_of(traveler) }
  for i = traveler.index, #traveler.tiles, 2 do
    points[#points + 1], points[#points + 2] = view:to_world(traveler.tiles[i],
      traveler.tiles[i + 1])
  end
  love.graphics.line(points)
end

-- Draws some paths as lines, and all travelers as points.
local function draw_travelers()
  love.graphics.setColor(palette.path)
  for i = followed, #app, followed do
    if app[i].tiles then draw_path(app[i]) end
  end
  local points = {}
  for _, traveler in ipairs(app) do
    points[#points + 1], points[#points + 2] = place_of(traveler)
  end
  love.graphics.setColor(palette.traveler)
  love.graphics.setPointSize(view.width)
  love.graphics.points(points)
end

local sentence = "%d travelers, %d arrived   %d requests pending, mean latency %.0f ms   " ..
  "longest frame %.0f ms"
local hints = "Left mouse: walls   Right: ground   T: search in %s   N: new map"

-- Draws the two lines above the map: the state of the demo, and the keys.
local function draw_header(width)
  love.graphics.setFont(font)
  love.graphics.setColor(palette.ink)
  love.graphics.print(sentence:format(#app, app.arrived, app.waiting_count, app.latency * 1000,
    previous_longest * 1000), 14, 3)
  love.graphics.setColor(palette.faint)
  love.graphics.print(hints:format(app.uses_thread and "this thread, to compare" or "the worker"),
    14, 22)
  love.graphics.printf(("%d fps"):format(love.timer.getFPS()), 0, 3, width - 14, "right")
end

function love.draw()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(picture, view.origin_x, view.origin_y, 0, view.width, view.height)
  draw_travelers()
  draw_header(love.graphics.getWidth())
end

-- Measures the frames, and lets time pass. A frame counts as at most 0.1 s.
function love.update(dt)
  longest, since = math.max(longest, dt), since + dt
  if since > 1 then longest, previous_longest, since = 0, longest, 0 end
  app:update(math.min(dt, 0.1))
end

-- ------------------------------------------------------------------------ keys and mouse

local keys = {
  t = function() app.uses_thread = not app.uses_thread end,
  n = function()
    app:new_map()
    paint_map()
  end,
  escape = function() love.event.quit() end,
}

function love.keypressed(key)
  if keys[key] then keys[key]() end
end

-- Paints the square of tiles around (x, y) with the brush.
local function paint(x, y)
  for near_y = math.max(y - brush, 1), math.min(y + brush, travelers.height) do
    for near_x = math.max(x - brush, 1), math.min(x + brush, travelers.width) do
      app:set(near_x, near_y, held)
      paint_pixel(near_x, near_y)
    end
  end
end

-- Paints all tiles from the last position of the mouse to (x, y): a fast mouse skips tiles.
local function drag_to(x, y)
  local steps = math.max(math.abs(x - last_x), math.abs(y - last_y), 1)
  for i = 1, steps do
    paint(math.floor(last_x + (x - last_x) * i / steps + 0.5),
      math.floor(last_y + (y - last_y) * i / steps + 0.5))
  end
  picture:replacePixels(pixels)
  last_x, last_y = x, y
end

function love.mousepressed(wx, wy, button)
  held = button == 1 and travelers.wall or travelers.ground
  last_x, last_y = view:to_tile(wx, wy)
  drag_to(last_x, last_y)
end

function love.mousemoved(wx, wy)
  if held then drag_to(view:to_tile(wx, wy)) end
end

function love.mousereleased()
  held = nil
end

-- LÖVE calls it when the user closes the window. The thread must end before the program does.
function love.quit()
  app:quit()
end

-- Only for the tests of astar: they control the demo by a script. A game does not need this.
local driver = os.getenv "ASTAR_LOVE_DRIVER"
if driver then assert(loadfile(driver))(app) end
