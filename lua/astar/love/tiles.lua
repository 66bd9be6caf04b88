--- Tiles of a view on the screen: their shape, and which of them are visible; and what several
--- drawings of `astar.love` check.

-- luacheck: read globals love

local folder = (...):gsub("love%.tiles$", "")
local check = require(folder .. "internal.check")

local abs, floor, max, min = math.abs, math.floor, math.max, math.min

local tiles = {}

--- Whether a value is a color of LÖVE: { red, green, blue [, alpha] }.
function tiles.is_color(value)
  if type(value) ~= "table" then return false end
  for i = 1, 3 do
    if type(value[i]) ~= "number" then return false end
  end
  return value[4] == nil or type(value[4]) == "number"
end

-- What an option must be: { words for the error, test }.
tiles.COLOR = { "a color { r, g, b [, a] }", tiles.is_color }
tiles.COLOR_OR_FALSE = { "a color { r, g, b [, a] } or false", function(value)
  return value == false or tiles.is_color(value)
end }
tiles.LENGTH = check.NOT_NEGATIVE

--- Raises an error unless `view` is a layout. Public functions call it directly.
function tiles.check_view(who, view)
  local is_view = type(view) == "table" and view.to_world and view.to_tile and view.corners
  check.that(is_view, who, "view", "a layout of astar.layout", view, 4)
end

-- The largest box inside a tile that has the same center and the same ratio of width to height as
-- the box around the tile. Returns half its width and half its height. `corners` are relative to
-- the center. Each side of the tile limits the box: the corner of the box that is farthest in the
-- direction of the side's normal must not cross the side.
local function inner_box(corners, half_width, half_height)
  local scale = 1
  for i = 1, #corners, 2 do
    local after = (i + 1) % #corners + 1
    local ax, ay = corners[i], corners[i + 1]
    local nx, ny = corners[after + 1] - ay, ax - corners[after]
    scale = min(scale, abs(ax * nx + ay * ny) / (abs(nx) * half_width + abs(ny) * half_height))
  end
  return half_width * scale, half_height * scale
end

--- The shape of all tiles of a view: the corners relative to the center, and the box for texts and
--- arrows (half its width, half its height).
function tiles.shape_of(view)
  local corners = view:corners(1, 1)
  local wx, wy = view:to_world(1, 1)
  local half_width, half_height = 0, 0
  for i = 1, #corners, 2 do
    corners[i], corners[i + 1] = corners[i] - wx, corners[i + 1] - wy
    half_width = max(half_width, abs(corners[i]))
    half_height = max(half_height, abs(corners[i + 1]))
  end
  local box_width, box_height = inner_box(corners, half_width, half_height)
  return { corners = corners, box_width = box_width, box_height = box_height, points = {} }
end

--- Fills a tile with center (wx, wy).
function tiles.fill(shape, wx, wy, scale)
  local corners, points = shape.corners, shape.points
  for i = 1, #corners, 2 do
    points[i], points[i + 1] = wx + corners[i] * scale, wy + corners[i + 1] * scale
  end
  love.graphics.polygon("fill", points)
end

local function target_size()
  local canvas = love.graphics.getCanvas()
  if canvas == nil then return love.graphics.getDimensions() end
  if type(canvas) == "userdata" then return canvas:getDimensions() end
end

-- The corners of the screen (or canvas) in the world: { x1, y1, ..., x4, y4 }; nil when they cannot
-- be computed.
local function screen_corners()
  local width, height = target_size()
  if not width then return nil end
  local corners = {}
  for i = 0, 3 do
    local wx, wy = love.graphics.inverseTransformPoint(i % 2 * width, floor(i / 2) * height)
    if not (check.is_finite(wx) and check.is_finite(wy)) then return nil end
    corners[2 * i + 1], corners[2 * i + 2] = wx, wy
  end
  return corners
end

-- The smallest box around points: left, top, right, bottom. Infinite without points.
local function box_around(points)
  if not points then return -math.huge, -math.huge, math.huge, math.huge end
  local left, top, right, bottom = math.huge, math.huge, -math.huge, -math.huge
  for i = 1, #points, 2 do
    left, right = min(left, points[i]), max(right, points[i])
    top, bottom = min(top, points[i + 1]), max(bottom, points[i + 1])
  end
  return left, top, right, bottom
end

--- The box of the world around all that is visible on the screen (or canvas): left, top, right,
--- bottom. It is infinite when it cannot be computed.
function tiles.shown_world()
  return box_around(screen_corners())
end

--- The range of tiles that are visible on the screen (or canvas), with one more tile on each side:
--- left, top, right, bottom. The range is infinite when it cannot be computed.
function tiles.shown(view)
  local points = screen_corners()
  for i = 1, points and #points or 0, 2 do
    points[i], points[i + 1] = view:to_tile(points[i], points[i + 1])
  end
  local left, top, right, bottom = box_around(points)
  return left - 1, top - 1, right + 1, bottom + 1
end

return tiles
