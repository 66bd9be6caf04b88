-- Paths from a pool: worker threads find the paths of 500 travelers, so no frame waits for a
-- search. Boulders fall, and you build walls; after each edit all travelers need new paths. The
-- graph shows how long each update takes. The key T moves the searches to the thread of the game,
-- to compare.
--
-- Run it with: make love-pool
--
--   main.lua       window, drawing, mouse and keys
--   travelers.lua  the map, the pool and the travelers
--   graph.lua      the time of each frame

local graph = require "graph"
local layout = require "astar.layout"
local travelers = require "travelers"

local app = travelers.new(500, os.time())

local palette = {
  night = { 0.106, 0.122, 0.161 },
  ink = { 0.87, 0.89, 0.93 },
  faint = { 0.55, 0.60, 0.69 },
  path = { 0.98, 0.80, 0.42, 0.45 },
  goal = { 0.98, 0.80, 0.42 },
}
-- Travelers have a color between these two, by their number.
local first_color, last_color = { 0.36, 0.80, 0.78 }, { 0.80, 0.58, 0.95 }

local terrain_colors = {
  ["."] = { 0.133, 0.153, 0.200 }, [":"] = { 0.215, 0.222, 0.225 },
  ["~"] = { 0.118, 0.208, 0.255 }, ["#"] = { 0.400, 0.440, 0.530 },
}

local with_pool, without_pool = 1, 2
local times = graph.new {
  { "pool", { 0.36, 0.80, 0.78 } }, { "game thread", { 0.97, 0.55, 0.45 } },
}

local header_height = 60
local followed = 25 -- the path of every 25th traveler is drawn
local brush = 1     -- radius of the brush [tiles]

local view     -- the layout of the map in the window
local pixels   -- an ImageData of the map, one pixel per tile
local picture  -- the image of these pixels
local dots     -- a SpriteBatch of all travelers
local font, bold_font
local held     -- the terrain to paint while a mouse button is down
local last_x, last_y -- the tile where the mouse was last

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

-- Paints the tiles that were edited.
local function paint_edits()
  local edits = app.edits
  if #edits == 0 then return end
  for i = 1, #edits, 2 do paint_pixel(edits[i], edits[i + 1]) end
  picture:replacePixels(pixels)
  app.edits = {}
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
  font, bold_font = love.graphics.newFont(14), love.graphics.newFont(17)
  dots = love.graphics.newSpriteBatch(disc_image(32), #app)
  pixels = love.image.newImageData(travelers.width, travelers.height)
  picture = love.graphics.newImage(pixels)
  picture:setFilter("nearest", "nearest")
  paint_map()
  love.resize(love.graphics.getDimensions())
end

-- ----------------------------------------------------------------------------- drawing

-- The position of a traveler in the window, between the two tiles of its step.
local function place_of(traveler)
  local wx, wy = view:to_world(traveler.x, traveler.y)
  local from_x, from_y = view:to_world(traveler.from_x, traveler.from_y)
  local part = traveler.left / traveler.step
  return wx + (from_x - wx) * part, wy + (from_y - wy) * part
end

-- Draws the rest of a path, from the position of the traveler to its goal. `traveler.tiles` is
-- flat: { x1, y1, x2, y2, ... }.
local function draw_path(traveler)
  local points = { place_of(traveler) }
  for i = traveler.index, #traveler.tiles, 2 do
    points[#points + 1], points[#points + 2] = view:to_world(traveler.tiles[i],
      traveler.tiles[i + 1])
  end
  love.graphics.setColor(palette.path)
  love.graphics.line(points)
  love.graphics.setColor(palette.goal)
  love.graphics.circle("line", points[#points - 1], points[#points], view.width * 0.8)
end

-- Draws some paths as lines, and all travelers as discs.
local function draw_travelers()
  for i = followed, #app, followed do
    if app[i].tiles then draw_path(app[i]) end
  end
  dots:clear()
  local size = view.width * 1.5 / 32
  for i, traveler in ipairs(app) do
    local part = i / #app
    dots:setColor(first_color[1] + (last_color[1] - first_color[1]) * part,
      first_color[2] + (last_color[2] - first_color[2]) * part,
      first_color[3] + (last_color[3] - first_color[3]) * part)
    local x, y = place_of(traveler)
    dots:add(x, y, 0, size, size, 16, 16)
  end
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(dots)
end

local sentence = "%d travelers, %d arrived     %d requests pending, answered after %.0f ms"
local hints = "Left mouse: walls   Right: ground   T: search %s   B: boulders (%s)   N: new map"

-- Draws the two lines above the map, the state of the demo and the keys, and the graph.
local function draw_header(width)
  love.graphics.setFont(bold_font)
  love.graphics.setColor(palette.ink)
  love.graphics.print(sentence:format(#app, app.arrived, app.waiting_count, app.delay * 1000),
    14, 8)
  love.graphics.setFont(font)
  love.graphics.setColor(palette.faint)
  love.graphics.print(hints:format(app.uses_pool and "without the pool" or "in the pool",
    app.has_boulders and "on" or "off"), 14, 34)
  times:draw_figures(width - graph.width - 30, 8, palette.ink, palette.faint)
  times:draw_bars(width - graph.width - 14, 8, header_height - 16)
end

function love.draw()
  paint_edits()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(picture, view.origin_x, view.origin_y, 0, view.width, view.height)
  draw_travelers()
  draw_header(love.graphics.getWidth())
end

-- Lets time pass, and measures how long that takes. A frame counts as at most 0.1 s.
function love.update(dt)
  local start = love.timer.getTime()
  app:update(math.min(dt, 0.1))
  times:add(app.uses_pool and with_pool or without_pool, (love.timer.getTime() - start) * 1000)
end

-- ------------------------------------------------------------------------ keys and mouse

local keys = {
  t = function() app.uses_pool = not app.uses_pool end,
  b = function() app.has_boulders = not app.has_boulders end,
  n = function()
    app:new_map()
    paint_map()
  end,
  escape = function() love.event.quit() end,
}

function love.keypressed(key)
  if keys[key] then keys[key]() end
end

-- Edits the square of tiles around (x, y) with the brush.
local function paint(x, y)
  for near_y = math.max(y - brush, 1), math.min(y + brush, travelers.height) do
    for near_x = math.max(x - brush, 1), math.min(x + brush, travelers.width) do
      app:set(near_x, near_y, held)
    end
  end
end

-- Edits all tiles from the last position of the mouse to (x, y): a fast mouse skips tiles.
local function drag_to(x, y)
  local steps = math.max(math.abs(x - last_x), math.abs(y - last_y), 1)
  for i = 1, steps do
    paint(math.floor(last_x + (x - last_x) * i / steps + 0.5),
      math.floor(last_y + (y - last_y) * i / steps + 0.5))
  end
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
