--- Collision shapes of tiles, which authors draw in the tileset's editor, as walls. A part of
--- astar.tiled.
---
--- A shape lies in the picture of its tile [pixels], and is turned, flipped and scaled with it. It
--- blocks the tiles of the grid whose center it covers, usually the one that shows the tile, and
--- closes the edges that it crosses elsewhere (tiled.walls).

local folder = (... or "astar.tiled.shapes"):gsub("tiled%.shapes$", "")
local objects = require(folder .. "tiled.objects")
local source = require(folder .. "tiled.source")
local tiles = require(folder .. "tiled.tiles")

local cos, sin = math.cos, math.sin

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
  local list, where = {}, ("%s, tile %d"):format(tile.tileset.where, tile.id)
  local grid, far = tile.tileset.grid, source.far
  local ground = setmetatable({
    orientation = grid.orientation or "orthogonal",
    tile_width = source.integer(grid, "width", where, 1, far, 1),
    tile_height = source.integer(grid, "height", where, 1, far, 1),
  }, { __index = self.plane })
  ground.top_x = ground.tile_width / 2
  local up = ground.orientation == "isometric" and tile.height - ground.tile_height or 0
  local layer = { name = "", where = where, offset_x = 0, offset_y = up }
  for _, from in ipairs(tiles.shapes_of(tile)) do
    local object, outline = objects.read(from, layer, ground, self.atlas)
    if object.shape ~= "point" then
      list[#list + 1] = { outline = outline, is_line = object.shape == "polyline" }
    end
  end
  self.by_tile[tile] = list
  return list
end

--- Makes walls of the shapes of a tile, on an obstacle layer. `x`, `y` is the center of the picture
--- in the world; it is scaled by sx and sy, then turned.
function Shapes:add(tile, number, x, y, rotation, sx, sy)
  local c, s = cos(rotation), sin(rotation)
  for _, shape in ipairs(self:of(tile)) do
    self.plane:count(#shape.outline)
    local outline = {}
    for i, point in ipairs(shape.outline) do
      local dx, dy = (point[1] - tile.width / 2) * sx, (point[2] - tile.height / 2) * sy
      outline[i] = { x + dx * c - dy * s, y + dx * s + dy * c }
    end
    if shape.is_line then
      self.edges:add_line(outline, {})
    else
      self.edges:add_area(outline, number)
    end
  end
end

--- Makes walls of the shapes of a tile that a layer shows at (x, y). Tiled aligns the turned
--- picture with the lower left corner of the tile.
function Shapes:add_tile(gid, tile, x, y, number)
  local is_hex, layout = self.plane.orientation == "hexagonal", self.plane.layout
  local rotation, sx, sy = tiles.turn_of(gid, is_hex)
  local width, height = tile.width, tile.height
  if rotation ~= 0 and not is_hex then width, height = height, width end
  local wx, wy = layout:to_world(x, y)
  self:add(tile, number, wx + (width - layout.width) / 2 + tile.offset_x,
    wy + (layout.height - height) / 2 + tile.offset_y, rotation, sx, sy)
end

--- The same for a tile object; `outline` has the corners of its picture.
function Shapes:add_object(object, outline, number)
  local tile, a, c = object.tile, outline[1], outline[3]
  if tile.width == 0 or tile.height == 0 then return end
  self:add(tile, number, (a[1] + c[1]) / 2, (a[2] + c[2]) / 2, math.rad(object.rotation),
    object.sx * object.width / tile.width, object.sy * object.height / tile.height)
end

return { new = new }
