--- Tile to world and back: where tiles lie in the world, and which tile is where.
---
---     local layout = require "astar.layout"
---     local view = layout.isometric { width = 64, height = 32, origin_x = 400 }
---     local wx, wy = view:to_world(3, 5)               -- the middle of tile (3, 5)
---     local x, y = view:to_tile(mouse_x, mouse_y)      -- the tile under the mouse
---     love.graphics.polygon("line", view:corners(x, y))
---
--- Tiles are counted from 1, world units are yours (pixels, say), y points down. The tiles of a
--- layout fill the world without gap or overlap: each point belongs to exactly one tile, points
--- on a border always to the same one. Tiles off the map, 0 and below too, lie where the pattern
--- goes on. Plain Lua; it needs nothing of the native module.

local folder = (... or "astar.layout"):gsub("layout$", "")
local check = require(folder .. "internal.check")

local floor, min, max, abs = math.floor, math.min, math.max, math.abs

-- Every layout has a shape, which knows its geometry; `self` is the layout.
local Layout = {}
Layout.__index = Layout

-- ------------------------------------------------------------------------- parallelograms

-- Orthogonal and isometric tiles: one step in x leads by (ax, ay) through the world, one in y
-- by (bx, by); the origin is the corner of tile (1, 1) that it shares with no tile of the map.
local affine = {}

local function affine_point(self, x, y)
  return self.origin_x + x * self.ax + y * self.bx, self.origin_y + x * self.ay + y * self.by
end

function affine.middle(self, x, y)
  return affine_point(self, x - 0.5, y - 0.5)
end

function affine.locate(self, wx, wy)
  local dx, dy = wx - self.origin_x, wy - self.origin_y
  local area = self.ax * self.by - self.ay * self.bx
  return floor((dx * self.by - dy * self.bx) / area) + 1,
    floor((dy * self.ax - dx * self.ay) / area) + 1
end

function affine.corners(self, x, y)
  local x1, y1 = affine_point(self, x - 1, y - 1)
  local x2, y2 = affine_point(self, x, y - 1)
  local x3, y3 = affine_point(self, x, y)
  local x4, y4 = affine_point(self, x - 1, y)
  return { x1, y1, x2, y2, x3, y3, x4, y4 }
end

function affine.bounds(self, columns, rows)
  local across_x, across_y = columns * self.ax, columns * self.ay
  local down_x, down_y = rows * self.bx, rows * self.by
  local left = min(0, across_x) + min(0, down_x)
  local top = min(0, across_y) + min(0, down_y)
  return self.origin_x + left, self.origin_y + top,
    max(0, across_x) + max(0, down_x) - left, max(0, across_y) + max(0, down_y) - top
end

-- ----------------------------------------------------------------------- shoved rows

-- Hexes and staggered tiles: every other row is shoved by half a tile.
--
--        /\    /\        cap     span    from a tile to the next in its row
--       /  \  /  \               depth   of one tile: cap + side + cap
--      |    ||    |      side    pitch   from a row to the next: cap + side
--       \  /  \  /       cap     shoved  rows with this remainder by 2 begin half a span later
--        \/    \/
--
-- Staggered tiles have a side of 0. Where columns are shoved in place of rows (`turned`), all of
-- it is done with x and y swapped.
local shoved = {}

local function swap_if(turned, a, b)
  if turned then return b, a end
  return a, b
end

local function shift_of(self, row)
  return row % 2 == self.shoved and 0.5 or 0
end

function shoved.middle(self, x, y)
  local column, row = swap_if(self.turned, x, y)
  local wx, wy = swap_if(self.turned,
    (column - 0.5 + shift_of(self, row)) * self.span, (row - 1) * self.pitch + self.depth / 2)
  return self.origin_x + wx, self.origin_y + wy
end

local function column_at(self, along, row)
  return floor(along / self.span - shift_of(self, row)) + 1
end

function shoved.locate(self, wx, wy)
  local along, down = swap_if(self.turned, wx - self.origin_x, wy - self.origin_y)
  local row = floor(down / self.pitch) + 1
  local column = column_at(self, along, row)
  local cap = self.depth - self.pitch
  local below = down - (row - 1) * self.pitch
  if below < cap then -- where the tops of this row are wedged between the feet of the last
    local off_middle = along - (column - 0.5 + shift_of(self, row)) * self.span
    if 2 * abs(off_middle) * cap > below * self.span then
      row = row - 1
      column = column_at(self, along, row)
    end
  end
  return swap_if(self.turned, column, row)
end

function shoved.corners(self, x, y)
  local column, row = swap_if(self.turned, x, y)
  local left = (column - 1 + shift_of(self, row)) * self.span
  local middle, right = left + self.span / 2, left + self.span
  local top = (row - 1) * self.pitch
  local upper, lower = top + self.depth - self.pitch, row * self.pitch
  local bottom = top + self.depth
  local points = {
    middle, top, right, upper, right, lower, middle, bottom, left, lower, left, upper,
  }
  if self.side == 0 then points = { middle, top, right, upper, middle, bottom, left, upper } end
  local corners = {}
  for i = 1, #points, 2 do
    local from = self.turned and #points - i or i -- clockwise in the world, too
    local wx, wy = swap_if(self.turned, points[from], points[from + 1])
    corners[i], corners[i + 1] = self.origin_x + wx, self.origin_y + wy
  end
  return corners
end

function shoved.bounds(self, width, height)
  local columns, rows = swap_if(self.turned, width, height)
  local first = shift_of(self, 1)
  local second = rows > 1 and shift_of(self, 2) or first
  local left = min(first, second) * self.span
  local right = (columns + max(first, second)) * self.span
  local x, y = swap_if(self.turned, left, 0)
  local across, down = swap_if(self.turned, right - left, (rows - 1) * self.pitch + self.depth)
  return self.origin_x + x, self.origin_y + y, across, down
end

-- --------------------------------------------------------------------------- methods

--- The middle of a tile in the world.
function Layout:to_world(x, y)
  check.self("layout:to_world", self, Layout, "an astar layout")
  check.tile("layout:to_world", x, y)
  return self.shape.middle(self, x, y)
end

--- The tile that contains a point of the world; it need not be on the map.
function Layout:to_tile(wx, wy)
  check.self("layout:to_tile", self, Layout, "an astar layout")
  check.finite("layout:to_tile", "wx", wx)
  check.finite("layout:to_tile", "wy", wy)
  return self.shape.locate(self, wx, wy)
end

--- The corners of a tile, clockwise: { x1, y1, x2, y2, ... }.
function Layout:corners(x, y)
  check.self("layout:corners", self, Layout, "an astar layout")
  check.tile("layout:corners", x, y)
  return self.shape.corners(self, x, y)
end

local function check_size(who, width, height)
  if not check.is_integer(width) or width < 1 then
    error(check.expected(who, "width", "an integer >= 1", width), 3)
  elseif not check.is_integer(height) or height < 1 then
    error(check.expected(who, "height", "an integer >= 1", height), 3)
  end
end

--- The box that a map of so many tiles takes in the world.
function Layout:bounds(width, height)
  check.self("layout:bounds", self, Layout, "an astar layout")
  check_size("layout:bounds", width, height)
  return self.shape.bounds(self, width, height)
end

--- The tiles of a staggered map as what they are, squares seen from a corner: an isometric
--- layout of the same world in which neighbours are neighbours, and the size of the grid that
--- holds the whole map. `square:to_tile(staggered:to_world(x, y))` tells a tile's new place.
function Layout:as_square(width, height)
  check.self("layout:as_square", self, Layout, "an astar layout")
  check_size("layout:as_square", width, height)
  if self.kind ~= "staggered" then
    error(("layout:as_square: must be called on a staggered layout, got kind %q")
      :format(self.kind), 2)
  end
  local middle_x, middle_y = shoved.middle(self, 1, 1)
  local ax, ay = self.width / 2, self.height / 2
  local square = setmetatable({
    kind = "isometric", shape = affine, grid_layout = "square",
    width = self.width, height = self.height, ax = ax, ay = ay, bx = -ax, by = ay,
    origin_x = middle_x, origin_y = middle_y - ay,
  }, Layout)
  -- The corners of the map are the corners of what it becomes.
  local left, top, right, bottom = 1, 1, 1, 1
  for _, corner in ipairs { { width, 1 }, { 1, height }, { width, height } } do
    local x, y = affine.locate(square, shoved.middle(self, corner[1], corner[2]))
    left, right = min(left, x), max(right, x)
    top, bottom = min(top, y), max(bottom, y)
  end
  square.origin_x, square.origin_y = affine_point(square, left - 1, top - 1)
  return square, right - left + 1, bottom - top + 1
end

-- ------------------------------------------------------------------------ constructors

local layout = {}

-- `level` is that of the caller of the constructor, as `error` counts where this is called.
local function option_error(who, name, expected, value, level)
  error(check.expected(who, ('option "%s"'):format(name), expected, value), level + 1)
end

local function given(value, default)
  if value == nil then return default end
  return value
end

--- What all kinds share; `slope` is the height of a tile as part of its width, by default.
local function new(kind, shape, slope, options, names)
  local who = "layout." .. kind
  check.options(who, options, names, 4)
  local self = { kind = kind, shape = shape }
  local function positive(name, default)
    self[name] = given(options[name], default)
    if not check.is_finite(self[name]) or self[name] <= 0 then
      option_error(who, name, "a number > 0", self[name], 4)
    end
  end
  positive("width")
  positive("height", self.width * slope)
  for _, name in ipairs { "origin_x", "origin_y" } do
    self[name] = given(options[name], 0)
    if not check.is_finite(self[name]) then
      option_error(who, name, "a finite number", self[name], 3)
    end
  end
  return setmetatable(self, Layout)
end

--- Rectangles in rows and columns; the origin is the top left corner of the map.
function layout.orthogonal(options)
  local self = new("orthogonal", affine, 1, options, { "height", "origin_x", "origin_y", "width" })
  self.ax, self.ay, self.bx, self.by = self.width, 0, 0, self.height
  self.grid_layout = "square"
  return self
end

--- Squares seen from a corner: x leads right and down, y left and down; the origin is the top
--- corner of the map. Tiles are half as high as wide unless `height` is given.
function layout.isometric(options)
  local self = new("isometric", affine, 0.5, options, { "height", "origin_x", "origin_y", "width" })
  self.ax, self.ay = self.width / 2, self.height / 2
  self.bx, self.by = -self.ax, self.ay
  self.grid_layout = "square"
  return self
end

-- Rows that are shoved, or columns when `turned`; all tiles of a row have a `side` in common
-- with the next tile.
local function shove(self, turned, remainder, side)
  self.turned, self.shoved, self.side = turned, remainder, side
  self.span, self.depth = swap_if(turned, self.width, self.height)
  self.pitch = (self.depth + side) / 2
end

local axes = { x = true, y = false }      -- whether columns are shoved
local indexes = { odd = 0, even = 1 }     -- the names count from 0, tiles from 1

--- Squares seen from a corner whose rows (or with `axis = "x"` columns) are shoved in turn, as
--- Tiled stores them; the origin is the top left corner of the map. To find ways on such a map,
--- take it `as_square`.
function layout.staggered(options)
  local self = new("staggered", shoved, 0.5, options,
    { "axis", "height", "index", "origin_x", "origin_y", "width" })
  local turned = axes[given(options.axis, "y")]
  if turned == nil then
    option_error("layout.staggered", "axis", 'one of "x", "y"', options.axis, 2)
  end
  local remainder = indexes[given(options.index, "odd")]
  if not remainder then
    option_error("layout.staggered", "index", 'one of "odd", "even"', options.index, 2)
  end
  shove(self, turned, remainder, 0)
  return self
end

local hexes = {
  odd_r = { turned = false, index = "odd", slope = 2 / math.sqrt(3) },
  even_r = { turned = false, index = "even", slope = 2 / math.sqrt(3) },
  odd_q = { turned = true, index = "odd", slope = math.sqrt(3) / 2 },
  even_q = { turned = true, index = "even", slope = math.sqrt(3) / 2 },
}

--- Hexes in the layouts of `astar.grid`: with a corner on top where rows are shoved, with a flat
--- top where columns are; the origin is the top left corner of the map. They are regular unless
--- `height` says otherwise. `side` is the length of the two sides that neighbours in a row (or
--- column) have in common, by default half of the tile's extent in that direction.
function layout.hex(options)
  local name = type(options) == "table" and options.layout
  local hex = hexes[name]
  local self = new("hex", shoved, hex and hex.slope or 1, options,
    { "height", "layout", "origin_x", "origin_y", "side", "width" })
  if not hex then
    option_error("layout.hex", "layout", 'one of "odd_r", "even_r", "odd_q", "even_q"', name, 2)
  end
  local depth = hex.turned and self.width or self.height
  local side = given(options.side, depth / 2)
  if not check.is_finite(side) or side < 0 or side > depth then
    option_error("layout.hex", "side", ("a number from 0 to %.14g"):format(depth), side, 2)
  end
  shove(self, hex.turned, indexes[hex.index], side)
  self.grid_layout = name
  return self
end

return layout --[[@as astar.layout]]
