-- A thread finds the paths, so that no frame waits for them, however many are asked for.
local layout = require "astar.layout"
local travellers = require "travellers"

local app = travellers.new(500, os.time())

local palette = {
  night = { 0.106, 0.122, 0.161 },
  ink = { 0.87, 0.89, 0.93 },
  faint = { 0.55, 0.60, 0.69 },
  path = { 0.98, 0.80, 0.42, 0.55 },
  traveller = { 0.98, 0.80, 0.42 },
}

local terrain_colors = {
  ["."] = { 0.176, 0.208, 0.263 }, [":"] = { 0.286, 0.290, 0.282 },
  ["~"] = { 0.153, 0.271, 0.333 }, ["#"] = { 0.435, 0.478, 0.565 },
}

local header_height = 44
local followed = 40 -- the path of one traveller in so many is drawn
local brush = 1     -- tiles on each side of the mouse that are painted, too

local view     -- the layout of the map in the window
local pixels   -- the map, a pixel a tile, and what is drawn of it
local picture
local font
local held     -- the terrain to paint, while a mouse button is
local last_x, last_y -- the tile that the mouse was at
local longest, previous_longest, since = 0, 0, 0 -- frames of this second and of the last one [s]

-- -------------------------------------------------------------------------- the picture

local function paint_pixel(x, y)
  pixels:setPixel(x - 1, y - 1, unpack(terrain_colors[string.char(app.grid:get(x, y))]))
end

local function paint_map()
  for y = 1, travellers.height do
    for x = 1, travellers.width do paint_pixel(x, y) end
  end
  picture:replacePixels(pixels)
end

-- Tiles as large as the window has room for.
function love.resize(width, height)
  local size = math.max(math.floor(math.min(width / travellers.width,
    (height - header_height) / travellers.height)), 2)
  view = layout.orthogonal {
    width = size, origin_x = math.floor((width - size * travellers.width) / 2),
    origin_y = header_height,
  }
end

function love.load()
  love.graphics.setBackgroundColor(palette.night)
  font = love.graphics.newFont(15)
  pixels = love.image.newImageData(travellers.width, travellers.height)
  picture = love.graphics.newImage(pixels)
  picture:setFilter("nearest", "nearest")
  paint_map()
  love.resize(love.graphics.getDimensions())
end

-- Where a traveller is in the window.
local function place_of(traveller)
  local wx, wy = view:to_world(traveller.x, traveller.y)
  local from_x, from_y = view:to_world(traveller.from_x, traveller.from_y)
  local part = traveller.left / traveller.step
  return wx + (from_x - wx) * part, wy + (from_y - wy) * part
end

-- What is left of a path, from where the traveller is.
local function draw_path(traveller)
  local points = { place_of(traveller) }
  for i = traveller.index, #traveller.tiles, 2 do
    points[#points + 1], points[#points + 2] = view:to_world(traveller.tiles[i],
      traveller.tiles[i + 1])
  end
  love.graphics.line(points)
end

local function draw_travellers()
  love.graphics.setColor(palette.path)
  for i = followed, #app, followed do
    if app[i].tiles then draw_path(app[i]) end
  end
  local points = {}
  for _, traveller in ipairs(app) do
    points[#points + 1], points[#points + 2] = place_of(traveller)
  end
  love.graphics.setColor(palette.traveller)
  love.graphics.setPointSize(view.width)
  love.graphics.points(points)
end

local sentence = "%d travellers, %d arrived   %d requests under way, answered in %.0f ms   " ..
  "longest frame %.0f ms"
local hints = "Left mouse: walls   Right: ground   T: search in %s   N: new map"

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
  draw_travellers()
  draw_header(love.graphics.getWidth())
end

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

local function paint(x, y)
  for near_y = math.max(y - brush, 1), math.min(y + brush, travellers.height) do
    for near_x = math.max(x - brush, 1), math.min(x + brush, travellers.width) do
      app:set(near_x, near_y, held)
      paint_pixel(near_x, near_y)
    end
  end
end

-- Paints all tiles from the last one to there: the mouse may be quick.
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
  held = button == 1 and travellers.wall or travellers.ground
  last_x, last_y = view:to_tile(wx, wy)
  drag_to(last_x, last_y)
end

function love.mousemoved(wx, wy)
  if held then drag_to(view:to_tile(wx, wy)) end
end

function love.mousereleased()
  held = nil
end

function love.quit()
  app:quit()
end

-- The specs play this by a script.
local driver = os.getenv "ASTAR_LOVE_DRIVER"
if driver then assert(loadfile(driver))(app) end
