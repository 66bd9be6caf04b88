-- Shows a search in slow motion: each tile shows F, G, H and an arrow to its parent. Where no path
-- exists, it shows why, and which walls to open. The user edits the map and selects the algorithm,
-- the heuristic and the corner rule.
--
-- Run it with: make love-explorer
--
--   main.lua      window, drawing, mouse and keys
--   explorer.lua  the map, the search and the settings
--   maps.lua      random maps
--   panel.lua     the panel below the map
--   palette.lua   colors

local draw = require "astar.love"
local layout = require "astar.layout"
local explorer = require "explorer"
local maps = require "maps"
local palette = require "palette"
local panel = require "panel"

local app = explorer.new(os.time() % 100000)
local view     -- the layout of the map in the window
local marker_font
local held     -- while a mouse button is down: "start", "goal" or the terrain to paint
local last_x, last_y -- the tile where the mouse was last

local header_height, margin = 40, 16

local terrain_colors = {
  [maps.ground] = palette.ground, [maps.hill] = palette.hill, [maps.swamp] = palette.swamp,
  [maps.wall] = palette.wall,
}

-- Makes the tiles as large as the window allows. LÖVE calls it when the size of the window changes;
-- love.load calls it once.
function love.resize(width, height)
  local size = math.floor(math.min((width - 2 * margin) / maps.width,
    (height - header_height - panel.height) / maps.height))
  view = layout.orthogonal {
    width = size, origin_x = math.floor((width - size * maps.width) / 2),
    origin_y = header_height,
  }
  marker_font = love.graphics.newFont(math.max(math.floor(size * 0.45), 8))
end

function love.load()
  love.graphics.setBackgroundColor(palette.paper)
  love.keyboard.setKeyRepeat(true)
  panel.load()
  love.resize(love.graphics.getDimensions())
end

-- A frame counts as at most 0.1 s, so that nothing jumps after a long pause.
function love.update(dt)
  app:update(math.min(dt, 0.1))
end

-- ------------------------------------------------------------------------------ drawing

-- Draws a disc with a letter on the tile of a marker.
local function draw_marker(point, letter, color)
  local wx, wy = view:to_world(point.x, point.y)
  love.graphics.setColor(color)
  love.graphics.circle("fill", wx, wy, view.width * 0.36)
  love.graphics.setColor(1, 1, 1)
  love.graphics.setFont(marker_font)
  love.graphics.print(letter, wx - marker_font:getWidth(letter) / 2,
    wy - marker_font:getHeight() / 2)
end

-- Draws the outline of the tile under the mouse.
local function draw_hover()
  local x, y = view:to_tile(love.mouse.getPosition())
  if not app.grid:get(x, y) then return end
  love.graphics.setColor(palette.ink)
  love.graphics.polygon("line", view:corners(x, y))
end

-- Draws from the back to the front: the map, the nodes of the search, the path or why there is
-- none, the markers.
function love.draw()
  local left, top, width, height = view:bounds(maps.width, maps.height)
  love.graphics.setColor(palette.line)
  love.graphics.rectangle("fill", left - 1, top - 1, width + 2, height + 2)
  draw.grid(app.grid, view, { colors = terrain_colors })
  draw.influence(app.danger, view, { color = palette.danger, max = 60 })
  if app.search then
    draw.search(app.search, view, {
      open = palette.open, closed = palette.closed, ink = palette.ink,
    })
  end
  if app.path and app.shown >= 1 then
    draw.path(app.path, view, { color = palette.path, to = math.floor(app.shown) })
  end
  if app.explanation then
    draw.explanation(app.explanation, view, {
      barrier = palette.barrier, open = palette.opened, path = palette.planned,
    })
  end
  draw_marker(app.start, "A", palette.start)
  draw_marker(app.goal, "B", palette.goal)
  draw_hover()
  panel.draw_header(app, left, 10, width)
  panel.draw(app, margin, top + height, love.graphics.getWidth() - 2 * margin)
end

-- ------------------------------------------------------------------------- keys and mouse

local keys = {
  space = function() app.paused = not app.paused end,
  s = function() app:single_step() end,
  r = function() app:restart() end,
  n = function() app:new_map() end,
  escape = function() love.event.quit() end,
}

-- Keys: the actions above, 1 to 5 for the brushes, and one letter per setting.
function love.keypressed(key)
  if keys[key] then keys[key]() end
  if explorer.brushes[tonumber(key)] then app.brush = explorer.brushes[tonumber(key)] end
  for _, choice in ipairs(explorer.choices) do
    if choice.key == key then app:choose(choice, love.keyboard.isDown("lshift", "rshift")) end
  end
end

-- Paints a tile with the brush, or moves the marker that the mouse drags to this tile.
local function put(x, y)
  if held == "start" or held == "goal" then
    app:move(held, x, y)
  elseif not app:marker_at(x, y) then
    app:paint(x, y, held)
  end
end

-- Calls `put` for all tiles from the last position of the mouse to (x, y): a fast mouse skips
-- tiles.
local function drag_to(x, y)
  local steps = math.max(math.abs(x - last_x), math.abs(y - last_y), 1)
  for i = 1, steps do
    put(math.floor(last_x + (x - last_x) * i / steps + 0.5),
      math.floor(last_y + (y - last_y) * i / steps + 0.5))
  end
  last_x, last_y = x, y
end

-- Left button: drags a marker, or paints with the brush. Other buttons: paint plain ground.
function love.mousepressed(wx, wy, button)
  if panel.click(wx, wy, button) then return end
  last_x, last_y = view:to_tile(wx, wy)
  held = button == 1 and (app:marker_at(last_x, last_y) or app.brush) or maps.ground
  put(last_x, last_y)
end

function love.mousemoved(wx, wy)
  if held then drag_to(view:to_tile(wx, wy)) end
end

function love.mousereleased()
  held = nil
end
