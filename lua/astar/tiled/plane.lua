--- Positions on a Tiled map: the layout and the size of its grid, and which tiles an outline in the
--- world covers. A part of astar.tiled.
---
--- There are three coordinate systems:
---
---     tiles of Tiled     count from 0; on infinite maps also below 0
---     tiles of the grid  count from 1 at the top left tile of the map
---     world              Tiled's pixels, with the origin of Tiled
---
--- Objects have positions in pixels. On isometric maps Tiled measures these positions along the
--- axes of the map, with the height of a tile as the length of both of its sides; `from_pixels`
--- converts them. A staggered map becomes a square grid with an isometric layout
--- (`layout:as_square`), because tiles that touch by a side are not adjacent in the staggered rows
--- and columns.

local folder = (... or "astar.tiled.plane"):gsub("tiled%.plane$", "")
local check = require(folder .. "internal.check")
local layouts = require(folder .. "layout")
local source = require(folder .. "tiled.source")

local fail, far = check.fail, source.far
local floor, max, min = math.floor, math.max, math.min

local max_side, max_tiles = 32768, 134217728 -- limits of a grid

local plane = {}

-- The most work for all areas and walls of a map. The unit, up to 2 microseconds, is the work of a
-- tile near an area, of a corner of a collision shape, or of a tile of the grid of a staggered map.
-- Without a limit, a damaged map of 1 MB could take days.
plane.max_work = 12000000

-- A plane has these fields:
--
--   layout                 of the grid
--   stored                 the layout of the tiles as Tiled stores them; differs from `layout` only
--                          on staggered maps
--   x, y, width, height    the part of Tiled's plane that is the map [tiles of Tiled]
--   columns, rows          the size of the grid
--   work                   how much work is left while the map is loaded
--   orientation, tile_width, tile_height
local Plane = {}
Plane.__index = Plane

-- ------------------------------------------------------------------------------ extent

--- The chunks of a layer, which are rectangles of tiles: one, or several on an infinite map.
local function chunks_of(layer)
  if layer.from.chunks == nil then return { layer.from } end
  return source.list(layer.from, "chunks", layer.where)
end

--- Position and size of a chunk: x, y, width, height [tiles of Tiled].
local function chunk_box(chunk, where)
  local width = source.integer(chunk, "width", where, 1, max_side)
  local height = source.integer(chunk, "height", where, 1, max_side)
  if width * height > max_tiles then fail("%s: it has too many tiles", where) end
  return source.integer(chunk, "x", where, -far, far, 0),
    source.integer(chunk, "y", where, -far, far, 0), width, height
end

--- The box around all chunks of all layers; nil when there are no chunks.
local function extent_of_chunks(layers)
  local left, top, right, bottom = math.huge, math.huge, -math.huge, -math.huge
  for _, layer in ipairs(layers) do
    if layer.from.chunks ~= nil then
      for _, chunk in ipairs(chunks_of(layer)) do
        local x, y, width, height = chunk_box(chunk, layer.where)
        left, right = min(left, x), max(right, x + width)
        top, bottom = min(top, y), max(bottom, y + height)
      end
    end
  end
  if left < right then return left, top, right - left, bottom - top end
end

local function check_size(width, height)
  if width > max_side or height > max_side or width * height > max_tiles then
    fail("%d x %d tiles are more than a grid can have", width, height)
  end
end

-- ------------------------------------------------------------------------------ layout

local function word_in(from, key, words)
  for _, word in ipairs(words) do
    if from[key] == word then return word end
  end
  source.field_error("the map", key, ('one of "%s"'):format(table.concat(words, '", "')), from[key])
end

--- The size of a hex or a staggered tile along an axis, and the distance of neighboring columns or
--- rows. Tiled draws whole pixels: it rounds down how far a point is from the side, so a size that
--- does not fit is one less.
local function whole_pixels(size, side)
  local point = floor((size - side) / 2)
  return side + 2 * point, side + point
end

--- The layout of a map with shifted rows or columns.
local function shifted_layout(self, from)
  if self.tile_width < 2 or self.tile_height < 2 then
    fail("tiles must be 2 pixels wide and high at least")
  end
  local axis = word_in(from, "staggeraxis", { "x", "y" })
  local index = word_in(from, "staggerindex", { "odd", "even" })
  local is_hex = self.orientation == "hexagonal"
  local depth = axis == "x" and self.tile_width or self.tile_height
  local side = is_hex and source.integer(from, "hexsidelength", "the map", 0, depth) or 0
  local width, column = whole_pixels(self.tile_width, axis == "x" and side or 0)
  local height, row = whole_pixels(self.tile_height, axis == "y" and side or 0)
  local options = {
    width = width, height = height,
    origin_x = self.x * (axis == "x" and column or width),
    origin_y = self.y * (axis == "y" and row or height),
  }
  -- Column self.x or row self.y of Tiled becomes number 0 of the grid. If that number is odd in
  -- Tiled, "odd" and "even" change places.
  if (axis == "x" and self.x or self.y) % 2 == 1 then index = index == "odd" and "even" or "odd" end
  if is_hex then
    options.layout, options.side = index .. (axis == "x" and "_q" or "_r"), side
    return layouts.hex(options)
  end
  options.axis, options.index = axis, index
  return layouts.staggered(options)
end

local orientations = { "orthogonal", "isometric", "staggered", "hexagonal" }
local makers = { hexagonal = shifted_layout, staggered = shifted_layout }

function makers.orthogonal(self)
  local width, height = self.tile_width, self.tile_height
  return layouts.orthogonal {
    width = width, height = height, origin_x = self.x * width, origin_y = self.y * height,
  }
end

function makers.isometric(self, from)
  local width, height = self.tile_width, self.tile_height
  -- The top corner of Tiled's tile (0, 0): Tiled puts the left corner of the map at 0.
  self.top_x = floor(source.integer(from, "height", "the map", 0, far) * width / 2)
  return layouts.isometric {
    width = width, height = height,
    origin_x = self.top_x + (self.x - self.y) * width / 2,
    origin_y = (self.x + self.y) * height / 2,
  }
end

--- The plane of a map, from the table of the map and its layers.
function plane.new(from, layers)
  local self = setmetatable({
    work = plane.max_work,
    orientation = word_in(from, "orientation", orientations),
    tile_width = source.integer(from, "tilewidth", "the map", 1, max_side),
    tile_height = source.integer(from, "tileheight", "the map", 1, max_side),
  }, Plane)
  self.x, self.y, self.width, self.height = extent_of_chunks(layers)
  if not self.x then
    if from.infinite == true then fail("an infinite map without a tile") end
    self.x, self.y = 0, 0
    self.width = source.integer(from, "width", "the map", 1, max_side)
    self.height = source.integer(from, "height", "the map", 1, max_side)
  end
  check_size(self.width, self.height)
  self.stored = makers[self.orientation](self, from)
  self.layout, self.columns, self.rows = self.stored, self.width, self.height
  if self.orientation == "staggered" then
    self.layout, self.columns, self.rows = self.stored:as_square(self.width, self.height)
    check_size(self.columns, self.rows)
  end
  return self
end

-- ------------------------------------------------------------------------- coordinates

--- Converts tile (x, y) of Tiled to a tile of the grid.
function Plane:from_tiled(x, y)
  x, y = x - self.x + 1, y - self.y + 1
  if self.layout == self.stored then return x, y end
  return self.layout:to_tile(self.stored:to_world(x, y))
end

--- Converts the position of an object in Tiled [pixels] to a point of the world.
function Plane:from_pixels(x, y)
  if self.orientation ~= "isometric" then return x, y end
  local u, v = x / self.tile_height, y / self.tile_height
  return self.top_x + (u - v) * self.tile_width / 2, (u + v) * self.tile_height / 2
end

function Plane:is_on_grid(x, y)
  return x >= 1 and x <= self.columns and y >= 1 and y <= self.rows
end

--- Whether a tile of the grid is one of the map. The turned grid of a staggered map has others.
function Plane:has(x, y)
  if self.layout ~= self.stored then x, y = self.stored:to_tile(self.layout:to_world(x, y)) end
  return x >= 1 and x <= self.width and y >= 1 and y <= self.height
end

--- Reads the tiles of a layer: a table of gids by the index of the tile in the grid, row by row.
--- Calls `check_gid` with each gid above 0, its place, and its index. Leaves out tiles off the map.
function Plane:read_tiles(layer, options, check_gid)
  local gids = {}
  for _, chunk in ipairs(chunks_of(layer)) do
    local left, top, width, height = chunk_box(chunk, layer.where)
    local gid_of = source.tiles(chunk, layer.from, width * height, options, layer.where)
    for i = 1, width * height do
      local gid = gid_of(i)
      if gid > 0 then
        local x, y = self:from_tiled(left + (i - 1) % width, top + floor((i - 1) / width))
        if self:has(x, y) then
          local number = (y - 1) * self.columns + x
          check_gid(gid, x, y, number)
          gids[number] = gid
        end
      end
    end
  end
  return gids
end

-- ------------------------------------------------------------------------------- areas

--- The columns and rows of all tiles at some points and next to them: left, top, right, bottom.
function Plane:range_near(points)
  local left, top, right, bottom = math.huge, math.huge, -math.huge, -math.huge
  for _, point in ipairs(points) do
    local x, y = self.layout:to_tile(point[1], point[2])
    left, right = min(left, x), max(right, x)
    top, bottom = min(top, y), max(bottom, y)
  end
  return max(left - 1, 1), max(top - 1, 1), min(right + 1, self.columns), min(bottom + 1, self.rows)
end

--- Whether a point is inside an outline: the crossing number. A ray from the point to the right
--- crosses an odd number of sides exactly when the point is inside.
local function is_inside(outline, wx, wy)
  local inside = false
  local last = outline[#outline]
  for _, point in ipairs(outline) do
    if (point[2] > wy) ~= (last[2] > wy) then
      local part = (wy - last[2]) / (point[2] - last[2])
      if wx < last[1] + part * (point[1] - last[1]) then inside = not inside end
    end
    last = point
  end
  return inside
end

--- Counts work. Throws a problem when a map takes too much.
function Plane:count(work)
  self.work = self.work - work
  if self.work < 0 then
    fail("areas, walls and collision shapes take more than %d units of work", plane.max_work)
  end
end

--- Whether an outline does not leave a tile, but for the border of the tile.
function Plane:is_in_tile(outline, x, y)
  local wx, wy = self.layout:to_world(x, y)
  for _, point in ipairs(outline) do
    local column, row = self.layout:to_tile(wx + 0.999 * (point[1] - wx),
      wy + 0.999 * (point[2] - wy))
    if column ~= x or row ~= y then return false end
  end
  return true
end

--- Calls `visit(x, y)` for the tiles whose center is inside an outline, row by row; for a point,
--- for its tile.
function Plane:visit_inside(outline, visit)
  if #outline == 1 then
    local x, y = self.layout:to_tile(outline[1][1], outline[1][2])
    if self:has(x, y) then visit(x, y) end
    return
  end
  local left, top, right, bottom = self:range_near(outline)
  self:count(max(right - left + 1, 0) * max(bottom - top + 1, 0) * (1 + #outline / 20))
  for y = top, bottom do
    for x = left, right do
      if is_inside(outline, self.layout:to_world(x, y)) and self:has(x, y) then visit(x, y) end
    end
  end
end

return plane
