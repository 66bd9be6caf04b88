--- Converts tiles to points of the world, and points to tiles. For rectangles, isometric and
--- staggered tiles, and hexes.
---
---     local layout = require "astar.layout"
---     local view = layout.isometric { width = 64, height = 32, origin_x = 400 }
---     local wx, wy = view:to_world(3, 5)               -- the center of tile (3, 5)
---     local x, y = view:to_tile(mouse_x, mouse_y)      -- the tile under the mouse
---     love.graphics.polygon("line", view:corners(x, y))
---
--- Method. There are two shapes of layouts. Orthogonal and isometric tiles are parallelograms: an
--- affine transformation leads from tiles to the world, and its inverse finds the tile of a point.
--- Staggered tiles and hexes lie in rows, and every other row is shifted. Row and column of a point
--- are first computed as if the tiles were rectangles; a test against the slanted sides corrects
--- them.
---
---     orthogonal      isometric     staggered      hexes
---     +---+---+          /\          /\  /\         / \ / \
---     | a | b |         /a \        /a \/b \       | a | b |
---     +---+---+        /\  /\       \  /\  /\       \ / \ / \
---     | c | d |       /c \/b \       \/c \/d \       | c | d |
---     +---+---+       \  /\  /        \  /\  /        \ / \ /
---                      \/d \/          \/  \/
---                       \  /
---                        \/
---
--- Invariant: the tiles fill the plane without gap or overlap. Each point belongs to exactly one
--- tile; a point on a border always belongs to the same tile. Tiles off the map, also with
--- coordinates <= 0, lie where the pattern continues.
---
--- Tiles count from 1. The game chooses the world units, for example pixels; y points down. Plain
--- Lua without the native module.

if (... or ""):find "/" then return require((...):gsub("/", ".")) end
local folder = (... or "astar.layout"):gsub("layout$", "")
local check = require(folder .. "internal.check")

local floor, min, max, abs = math.floor, math.min, math.max, math.abs

-- A layout has a `shape`: the table `affine` or `shifted` below. Its functions get the layout as
-- `self`.
local Layout = {}
Layout.__index = Layout

-- ------------------------------------------------------------------------- parallelograms

-- Orthogonal and isometric tiles. A step in x leads by a = (ax, ay) through the world, a step in y
-- by b = (bx, by):
--
--     world = origin + (x - 1/2) a + (y - 1/2) b       for the center of tile (x, y)
--
--     origin o------> a           o origin        The origin is the corner of tile (1, 1) that
--            |                 b / \ a            touches no other tile of the map.
--            v b                v   v
--
-- `locate` solves these two equations for x and y by Cramer's rule; `area` is the determinant.
local affine = {}

local function affine_point(self, x, y)
  return self.origin_x + x * self.ax + y * self.bx, self.origin_y + x * self.ay + y * self.by
end

function affine.center(self, x, y)
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

-- ------------------------------------------------------------------------- shifted rows
--
-- Hexes and staggered tiles: every other row is shifted by half a tile.
--
--        /\    /\        cap     span    from a tile to the next one in its row
--       /  \  /  \               depth   of a tile: cap + side + cap
--      |    ||    |      side    pitch   from a row to the next one: cap + side
--       \  /  \  /       cap     shifted_remainder: rows begin half a span later when `row % 2` is
--        \/    \/                        this number
--
-- Staggered tiles have side 0. If columns are shifted instead of rows (`turned`), x and y are
-- swapped before and after all computations.
local shifted = {}

local function swap_if(turned, a, b)
  if turned then return b, a end
  return a, b
end

-- Between two rows, the shift of the one turns evenly into that of the other.
local function shift_of(self, row)
  local from_shifted = (row - self.shifted_remainder) % 2 -- 0 on a shifted row, 1 on another one
  return abs(1 - from_shifted) / 2
end

function shifted.center(self, x, y)
  local column, row = swap_if(self.turned, x, y)
  local wx, wy = swap_if(self.turned,
    (column - 0.5 + shift_of(self, row)) * self.span, (row - 1) * self.pitch + self.depth / 2)
  return self.origin_x + wx, self.origin_y + wy
end

local function column_at(self, along, row)
  return floor(along / self.span - shift_of(self, row)) + 1
end

function shifted.locate(self, wx, wy)
  local along, down = swap_if(self.turned, wx - self.origin_x, wy - self.origin_y)
  local row = floor(down / self.pitch) + 1
  local column = column_at(self, along, row)
  local cap = self.depth - self.pitch
  local below = down - (row - 1) * self.pitch
  -- In the cap of a row, tiles of the row before fill the gaps. A tile is narrow in its cap: at
  -- `below` under its top it extends span / 2 * below / cap to each side of its center.
  if below < cap then
    local off_center = along - (column - 0.5 + shift_of(self, row)) * self.span
    if 2 * abs(off_center) * cap > below * self.span then
      row = row - 1
      column = column_at(self, along, row)
    end
  end
  return swap_if(self.turned, column, row)
end

function shifted.corners(self, x, y)
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
    local from = self.turned and #points - i or i -- the swap of x and y reverses the order
    local wx, wy = swap_if(self.turned, points[from], points[from + 1])
    corners[i], corners[i + 1] = self.origin_x + wx, self.origin_y + wy
  end
  return corners
end

function shifted.bounds(self, width, height)
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

--- The center of tile (x, y) in the world. With fractions, a point between the centers of the tiles
--- around it: where to draw a mover during a step.
function Layout:to_world(x, y)
  check.self("layout:to_world", self, Layout, "an astar layout")
  check.finite("layout:to_world", "x", x)
  check.finite("layout:to_world", "y", y)
  return self.shape.center(self, x, y)
end

--- The tile that contains a point of the world. It may be off the map.
function Layout:to_tile(wx, wy)
  check.self("layout:to_tile", self, Layout, "an astar layout")
  check.finite("layout:to_tile", "wx", wx)
  check.finite("layout:to_tile", "wy", wy)
  return self.shape.locate(self, wx, wy)
end

--- The corners of tile (x, y) in the world, clockwise: { x1, y1, x2, y2, ... }.
function Layout:corners(x, y)
  check.self("layout:corners", self, Layout, "an astar layout")
  check.tile("layout:corners", x, y)
  return self.shape.corners(self, x, y)
end

local function check_size(who, width, height)
  local expected = "an integer >= 1"
  check.that(check.is_integer(width) and width >= 1, who, "width", expected, width, 4)
  check.that(check.is_integer(height) and height >= 1, who, "height", expected, height, 4)
end

--- The box around a map of width x height tiles in the world: left, top, width, height.
function Layout:bounds(width, height)
  check.self("layout:bounds", self, Layout, "an astar layout")
  check_size("layout:bounds", width, height)
  return self.shape.bounds(self, width, height)
end

--- Converts a staggered layout to an isometric layout of the same world, in which tiles that touch
--- by a side are neighbors in x or y. Also returns the width and the height of the grid that holds
--- the whole map. `square:to_tile(staggered:to_world(x, y))` is the new position of a tile.
function Layout:as_square(width, height)
  check.self("layout:as_square", self, Layout, "an astar layout")
  check_size("layout:as_square", width, height)
  if self.kind ~= "staggered" then
    error(("layout:as_square: must be called on a staggered layout, got kind %q")
      :format(self.kind), 2)
  end
  local center_x, center_y = shifted.center(self, 1, 1)
  local ax, ay = self.width / 2, self.height / 2
  local square = setmetatable({
    kind = "isometric", shape = affine, grid_layout = "square",
    width = self.width, height = self.height, ax = ax, ay = ay, bx = -ax, by = ay,
    origin_x = center_x, origin_y = center_y - ay,
  }, Layout)
  -- The corners of the staggered map have the least and greatest coordinates in the new layout.
  local left, top, right, bottom = 1, 1, 1, 1
  for _, corner in ipairs { { width, 1 }, { 1, height }, { width, height } } do
    local x, y = affine.locate(square, shifted.center(self, corner[1], corner[2]))
    left, right = min(left, x), max(right, x)
    top, bottom = min(top, y), max(bottom, y)
  end
  square.origin_x, square.origin_y = affine_point(square, left - 1, top - 1)
  return square, right - left + 1, bottom - top + 1
end

-- ------------------------------------------------------------------------ constructors

local layout = {}

--- The checker of the options of a constructor: those of all, and `more`.
local function checker(kind, more)
  more.height, more.width = check.POSITIVE, check.required(check.POSITIVE)
  more.origin_x, more.origin_y = check.FINITE, check.FINITE
  return check.options_checker("layout." .. kind, more)
end

--- The common part of all constructors. `slope`: the default height of a tile divided by its width.
local function new(kind, shape, slope, options)
  return setmetatable({
    kind = kind, shape = shape, grid_layout = "square",
    width = options.width, height = options.height or options.width * slope,
    origin_x = options.origin_x or 0, origin_y = options.origin_y or 0,
  }, Layout)
end

local check_orthogonal = checker("orthogonal", {})

--- Rectangles in rows and columns. The origin is the top left corner of the map. `width` and
--- `height` of a tile: [world units, > 0]; the default height is the width.
function layout.orthogonal(options)
  local self = new("orthogonal", affine, 1, check_orthogonal(options))
  self.ax, self.ay, self.bx, self.by = self.width, 0, 0, self.height
  return self
end

local check_isometric = checker("isometric", {})

--- Squares seen from a corner: x leads right and down, y left and down. The origin is the top
--- corner of the map. The default height of a tile is half its width.
function layout.isometric(options)
  local self = new("isometric", affine, 0.5, check_isometric(options))
  self.ax, self.ay = self.width / 2, self.height / 2
  self.bx, self.by = -self.ax, self.ay
  return self
end

-- Sets the geometry of shifted rows; if `turned`, of shifted columns. `side`: the length of the
-- side that a tile shares with the next tile of its row.
local function set_shift(self, turned, remainder, side)
  self.turned, self.shifted_remainder, self.side = turned, remainder, side
  self.span, self.depth = swap_if(turned, self.width, self.height)
  self.pitch = (self.depth + side) / 2
end

local axes = { x = true, y = false }      -- whether columns are shifted
local indexes = { odd = 0, even = 1 }     -- the names count rows from 0, tiles count from 1

local check_staggered = checker("staggered", {
  axis = { 'one of "x", "y"', function(value) return axes[value] ~= nil end },
  index = { 'one of "odd", "even"', function(value) return indexes[value] ~= nil end },
})

--- Squares seen from a corner, in rows; every other row is shifted, as Tiled stores them. With
--- `axis = "x"` every other column is shifted. The origin is the top left corner of the map. For
--- pathfinding convert the map with `as_square`.
function layout.staggered(options)
  local self = new("staggered", shifted, 0.5, check_staggered(options))
  set_shift(self, axes[options.axis or "y"], indexes[options.index or "odd"], 0)
  self.grid_layout = nil
  return self
end

local hexes = {
  odd_r = { turned = false, index = "odd", slope = 2 / math.sqrt(3) },
  even_r = { turned = false, index = "even", slope = 2 / math.sqrt(3) },
  odd_q = { turned = true, index = "odd", slope = math.sqrt(3) / 2 },
  even_q = { turned = true, index = "even", slope = math.sqrt(3) / 2 },
}

local check_hex = checker("hex", {
  layout = check.required {
    'one of "odd_r", "even_r", "odd_q", "even_q"',
    function(value) return hexes[value] ~= nil end,
  },
  side = check.ANY,
})

--- Hexes in the layouts of `astar.grid`: with a corner on top if rows are shifted, with a flat top
--- if columns are shifted. The origin is the top left corner of the map. By default the hexes are
--- regular. `side`: the length of the side that a tile shares with the next tile of its row (or
--- column) [world units, 0..height; with shifted columns 0..width]; default: half of that.
function layout.hex(options)
  local hex = hexes[check_hex(options).layout]
  local self = new("hex", shifted, hex.slope, options)
  local depth, side = hex.turned and self.width or self.height, options.side
  if side == nil then side = depth / 2 end
  if not check.is_finite(side) or side < 0 or side > depth then
    local expected = ("a number from 0 to %.14g"):format(depth)
    error(check.expected("layout.hex", 'option "side"', expected, side), 2)
  end
  set_shift(self, hex.turned, indexes[hex.index], side)
  self.grid_layout = options.layout
  return self
end

return layout --[[@as astar.layout]]
