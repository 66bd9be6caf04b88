--- Walls along lines, as closed edges of a grid. A part of astar.tiled.

local max, min = math.max, math.min

-- The steps that are closed: a grid does not tell.
--
--   grid, plane
--   steps       { x, y, dx, dy } each
--   is_closed   by key
local Walls = {}
Walls.__index = Walls

local function new(grid, plane)
  return setmetatable({ grid = grid, plane = plane, steps = {}, is_closed = {} }, Walls)
end

--- The steps to those neighbours of a tile that come after it, over the sides of a square or a
--- hex: each pair of neighbours is met once.
local function steps_from(layout, x, y)
  if layout.grid_layout == "square" then return { { 1, 0 }, { 0, 1 } } end
  if layout.turned then
    local down = x % 2 == layout.shifted_remainder and 1 or 0
    return { { 0, 1 }, { 1, down - 1 }, { 1, down } }
  end
  local right = y % 2 == layout.shifted_remainder and 1 or 0
  return { { 1, 0 }, { right - 1, 1 }, { right, 1 } }
end

--- The part of the line from a to b that lies in a box, as two fractions of its length; nil when
--- it passes by.
local function clip(a, b, least, most)
  local from, to = 0, 1
  for axis = 1, 2 do
    local start, way = a[axis], b[axis] - a[axis]
    if way == 0 then
      if start < least[axis] or start > most[axis] then return nil end
    else
      local enter, leave = (least[axis] - start) / way, (most[axis] - start) / way
      from, to = max(from, min(enter, leave)), min(to, max(enter, leave))
    end
  end
  if from <= to then return from, to end
end

--- Points along the line from a to b where it is on the map, so close to each other that each
--- tile that the line enters is one of them, or the neighbour of one.
local function points_along(a, b, plane)
  local left, top, width, height = plane.layout:bounds(plane.columns, plane.rows)
  local wide, high = plane.tile_width, plane.tile_height
  local from, to = clip(a, b, { left - wide, top - high },
    { left + width + wide, top + height + high })
  local points = {}
  if not from then return points end
  local dx, dy = b[1] - a[1], b[2] - a[2]
  -- Each way by itself: tiles may be much longer than they are high.
  local length = max(math.abs(dx) / wide, math.abs(dy) / high) * (to - from)
  local count = math.ceil(length * 3) + 1
  for i = 0, count do
    local part = from + (to - from) * i / count
    points[#points + 1] = { a[1] + dx * part, a[2] + dy * part }
  end
  return points
end

--- Whether (x, y) lies to the right of the line from a to b, for one who looks along it.
local function is_right(a, b, x, y)
  return (b[1] - a[1]) * (y - a[2]) - (b[2] - a[2]) * (x - a[1]) >= 0
end

function Walls:key(x, y, dx, dy)
  return ((y * (self.plane.columns + 2) + x) * 3 + dx + 1) * 3 + dy + 1
end

function Walls:close(x, y, dx, dy)
  local key = self:key(x, y, dx, dy)
  if self.is_closed[key] then return end
  self.is_closed[key] = true
  self.steps[#self.steps + 1] = { x, y, dx, dy }
  self.grid:set_edge(x, y, dx, dy, false, true)
end

--- Closes the steps between a tile and its neighbours that cross the line from a to b.
function Walls:close_steps(x, y, a, b, one_way)
  local layout = self.plane.layout
  local here = { layout:to_world(x, y) }
  local here_right = is_right(a, b, here[1], here[2])
  for _, step in ipairs(steps_from(layout, x, y)) do
    local dx, dy = step[1], step[2]
    local there = { layout:to_world(x + dx, y + dy) }
    if self.plane:has(x + dx, y + dy)
      and is_right(a, b, there[1], there[2]) ~= here_right
      and is_right(here, there, a[1], a[2]) ~= is_right(here, there, b[1], b[2]) then
      if here_right or not one_way then self:close(x, y, dx, dy) end
      if not here_right or not one_way then self:close(x + dx, y + dy, -dx, -dy) end
    end
  end
end

--- Puts a wall along the line from a to b, two points of the world. One that is one-way lets
--- those pass who come from its left.
function Walls:add(a, b, one_way)
  local seen = {}
  for _, point in ipairs(points_along(a, b, self.plane)) do
    local left, top, right, bottom = self.plane:range_near { point }
    for y = top, bottom do
      for x = left, right do
        local key = self:key(x, y, 0, 0)
        if not seen[key] then
          seen[key] = true
          self:close_steps(x, y, a, b, one_way)
        end
      end
    end
  end
end

--- Closes a diagonal step if both ways round its corner are closed.
function Walls:close_diagonal(x, y, dx, dy)
  if not self.plane:has(x, y) or not self.plane:has(x + dx, y + dy) then return end
  local closed = self.is_closed
  local first = closed[self:key(x, y, dx, 0)] or closed[self:key(x + dx, y, 0, dy)]
  local second = closed[self:key(x, y, 0, dy)] or closed[self:key(x, y + dy, dx, 0)]
  if first and second then self.grid:set_edge(x, y, dx, dy, false, true) end
end

--- Closes the diagonal steps that lead through walls, when all walls are there. To meet all of
--- them it is enough to look at one of their two ways, across first and then up or down.
function Walls:finish()
  if self.plane.layout.grid_layout ~= "square" then return end
  for _, step in ipairs(self.steps) do
    local x, y, dx, dy = step[1], step[2], step[3], step[4]
    for side = -1, 1, 2 do
      if dy == 0 then
        self:close_diagonal(x, y, dx, side)
      else
        self:close_diagonal(x - side, y, side, dy)
      end
    end
  end
end

return { new = new }
