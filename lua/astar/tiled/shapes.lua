--- Collision shapes of tiles, which authors draw in the tileset's editor, as walls. A part of
--- astar.tiled.
---
--- A shape lies in the picture of its tile [pixels], and is turned, flipped and scaled with it. It
--- blocks the tiles of the grid whose center it covers, usually the one that shows the tile, and
--- closes the edges that it crosses elsewhere (tiled.walls).
---
--- The same tile occurs many times on a map. So its effect is computed once, far from the border of
--- a larger plane, and then applied where the tile is. In layouts with shifted rows the effect
--- depends on whether row and column are even.

local folder = (... or "astar.tiled.shapes"):gsub("tiled%.shapes$", "")
local objects = require(folder .. "tiled.objects")
local tiles = require(folder .. "tiled.tiles")
local walls = require(folder .. "tiled.walls")

local cos, sin = math.cos, math.sin

-- Shapes have these fields:
--
--   grid, plane, edges   where the shapes become walls
--   wide                 the larger plane
--   by_tile              the shapes of a tile: { outline =, is_line = } each
--   effects              by gid and place modulo 2
local Shapes = {}
Shapes.__index = Shapes

-- The side of the larger plane. What is farther than 255 tiles from the tile of a shape is cut.
local side = 512

local function new(grid, plane, edges)
  local wide = { columns = side, rows = side, width = side, height = side, stored = plane.layout }
  return setmetatable({
    grid = grid, plane = plane, edges = edges, wide = setmetatable(wide, { __index = plane }),
    by_tile = {}, effects = {},
  }, Shapes)
end

--- The shapes of a tile in its picture. Points and texts are no shapes.
function Shapes:of(tile)
  if self.by_tile[tile] then return self.by_tile[tile] end
  local list, where = {}, ("%s, tile %d"):format(tile.tileset.where, tile.id)
  for _, from in ipairs(tiles.shapes_of(tile)) do
    local shape, outline = objects.read_shape(from, tile, self.plane, where)
    if outline and shape ~= "point" and shape ~= "text" then
      list[#list + 1] = { outline = outline, is_line = shape == "polyline" }
    end
  end
  self.by_tile[tile] = list
  return list
end

--- The shapes of a tile in the world: `x`, `y` is the center of its picture, which is scaled by sx
--- and sy, then turned. Returns the outlines of lines and of areas.
function Shapes:placed(tile, x, y, rotation, sx, sy)
  local lines, areas = {}, {}
  for _, shape in ipairs(self:of(tile)) do
    local outline, list = {}, shape.is_line and lines or areas
    for i, point in ipairs(shape.outline) do
      local dx, dy = (point[1] - tile.width / 2) * sx, (point[2] - tile.height / 2) * sy
      outline[i] = {
        x + dx * cos(rotation) - dy * sin(rotation), y + dx * sin(rotation) + dy * cos(rotation),
      }
    end
    list[#list + 1] = outline
  end
  return lines, areas
end

--- Closes the edges of outlines, and calls `block` for the tiles that they cover. Returns whether
--- they do anything.
local function add_outlines(lines, areas, edges, block)
  local closes = false
  for _, line in ipairs(lines) do closes = edges:add_line(line, false) or closes end
  local covers, crosses = edges:add_area(areas, function(visit)
    for _, area in ipairs(areas) do edges.plane:visit_inside(area, visit) end
  end, block)
  return closes or covers or crosses
end

local no_grid = { set_edge = function() end }

--- What the shapes of a tile do: the `tiles` that they block and the `steps` that they close, both
--- relative to the tile. Tiled aligns the turned picture with the lower left corner of the tile.
function Shapes:effect_at(gid, tile, x, y)
  local key = (gid * 2 + x % 2) * 2 + y % 2
  if self.effects[key] then return self.effects[key] end
  local is_hex, layout = self.plane.orientation == "hexagonal", self.plane.layout
  local rotation, sx, sy = tiles.turn_of(gid, is_hex)
  local width, height = tile.width, tile.height
  if rotation ~= 0 and not is_hex then width, height = height, width end
  local middle_x, middle_y = side / 2 + x % 2, side / 2 + y % 2
  local wx, wy = layout:to_world(middle_x, middle_y)
  local lines, areas = self:placed(tile, wx + (width - layout.width) / 2 + tile.offset_x,
    wy + (layout.height - height) / 2 + tile.offset_y, rotation, sx, sy)
  local edges, effect = walls.new(no_grid, self.wide), { tiles = {}, steps = {} }
  add_outlines(lines, areas, edges, function(tx, ty)
    effect.tiles[#effect.tiles + 1] = { tx - middle_x, ty - middle_y }
  end)
  for i, step in ipairs(edges.steps) do
    effect.steps[i] = { step[1] - middle_x, step[2] - middle_y, step[3], step[4] }
  end
  self.effects[key] = effect
  return effect
end

--- Makes walls of the shapes of a tile that a layer shows at (x, y), on an obstacle layer.
function Shapes:add(gid, tile, x, y, number)
  local effect = self:effect_at(gid, tile, x, y)
  for _, at in ipairs(effect.tiles) do
    local tx, ty = x + at[1], y + at[2]
    if self.plane:has(tx, ty) then self.grid:block(tx, ty, true, number) end
  end
  for _, step in ipairs(effect.steps) do
    self.edges:close(x + step[1], y + step[2], step[3], step[4])
  end
end

--- The same for a tile object; `outline` has the corners of its picture. Returns whether the shapes
--- do anything.
function Shapes:add_object(object, outline, number)
  local tile, a, c = object.tile, outline[1], outline[3]
  if tile.width == 0 or tile.height == 0 then return false end
  local lines, areas = self:placed(tile, (a[1] + c[1]) / 2, (a[2] + c[2]) / 2,
    math.rad(object.rotation), object.sx * object.width / tile.width,
    object.sy * object.height / tile.height)
  return add_outlines(lines, areas, self.edges, function(x, y)
    self.grid:block(x, y, true, number)
  end)
end

return { new = new }
