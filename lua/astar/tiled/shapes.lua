--- Collision shapes of tiles, which authors draw in the tileset's editor, as walls. A part of
--- astar.tiled.
---
--- A shape lies in the picture of its tile [pixels], and is turned, flipped and scaled with it. It
--- blocks the tiles of the grid whose center it covers, usually the one that shows the tile, and
--- closes the edges that it crosses elsewhere (tiled.walls).

local folder = (... or "astar.tiled.shapes"):gsub("tiled%.shapes$", "")
local check = require(folder .. "internal.check")
local objects = require(folder .. "tiled.objects")
local source = require(folder .. "tiled.source")
local tiles = require(folder .. "tiled.tiles")

local fail, abs, cos, max, sin = check.fail, math.abs, math.cos, math.max, math.sin

-- How far a corner of a shape may lie from the upper left corner of its picture, to the side and
-- down [tiles of the map].
local max_reach = 255

-- Where the shapes become walls: `plane`, `atlas`, `edges`; `by_tile`: the shapes that were read.
local Shapes = {}
Shapes.__index = Shapes

local function new(plane, atlas, edges)
  return setmetatable({ plane = plane, atlas = atlas, edges = edges, by_tile = {} }, Shapes)
end

--- The shapes of a tile in its picture. They are drawn on a map of one tile, which is isometric if
--- the grid of the tileset is. Points are no shapes.
function Shapes:of(tile)
  if self.by_tile[tile] then return self.by_tile[tile] end
  local list, grid, plane = {}, tile.tileset.grid, self.plane
  local where = ("%s, tile %d"):format(tile.tileset.where, tile.id)
  local width = source.integer(grid, "width", where, 1, source.far, 1)
  local height = source.integer(grid, "height", where, 1, source.far, 1)
  local ground = setmetatable({
    orientation = grid.orientation or "orthogonal", top_x = width / 2,
    tile_width = width, tile_height = height,
  }, { __index = plane })
  local up = ground.orientation == "isometric" and tile.height - height or 0
  local layer = { name = "", where = where, offset_x = 0, offset_y = up }
  for _, from in ipairs(tiles.shapes_of(tile)) do
    local object, outline, name = objects.read(from, layer, ground, self.atlas)
    for _, point in ipairs(outline) do
      local reach = max(abs(point[1]) / plane.tile_width, abs(point[2]) / plane.tile_height)
      if reach > max_reach then fail("%s: it reaches farther than %d tiles", name, max_reach) end
    end
    if object.shape ~= "point" then
      list[#list + 1] = { outline = outline, is_line = object.shape == "polyline" }
    end
  end
  self.by_tile[tile] = list
  return list
end

--- Makes walls of the shapes of a tile that a layer shows at (x, y), on an obstacle layer. Tiled
--- aligns the turned picture with the lower left corner of the tile.
function Shapes:add_tile(gid, tile, x, y, number)
  local is_hex, layout = self.plane.orientation == "hexagonal", self.plane.layout
  local rotation, sx, sy = tiles.turn_of(gid, is_hex)
  local c, s, width, height = cos(rotation), sin(rotation), tile.width, tile.height
  if rotation ~= 0 and not is_hex then width, height = height, width end
  local wx, wy = layout:to_world(x, y)
  wx = wx + (width - layout.width) / 2 + tile.offset_x
  wy = wy + (layout.height - height) / 2 + tile.offset_y
  for _, shape in ipairs(self:of(tile)) do
    self.plane:count(#shape.outline)
    local outline = {}
    for i, point in ipairs(shape.outline) do
      local dx, dy = (point[1] - tile.width / 2) * sx, (point[2] - tile.height / 2) * sy
      outline[i] = { wx + dx * c - dy * s, wy + dx * s + dy * c }
    end
    if shape.is_line then
      self.edges:add_line(outline, {})
    else
      self.edges:add_area(outline, number)
    end
  end
end

return { new = new }
