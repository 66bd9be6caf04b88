--- Walls along lines, as closed edges of a grid. A part of astar.tiled.
---
--- Idea: a wall from a to b closes the step between two adjacent tiles when the segment between
--- their centers crosses the wall. Two segments cross when the ends of each segment lie on
--- different sides of the line through the other segment; the side is the sign of a cross product.
---
---     +-------+-------+
---     |       | a     |      The wall from a to b closes the steps between 1 and 2 and between 3
---     |   1   |/  2   |      and 4. It crosses neither the segment 1-3 nor the segment 2-4, so
---     +-------/-------+      these steps stay open. The diagonal steps 1-4 and 2-3 are closed by
---     |   3  /|   4   |      the second rule below.
---     |     b |       |
---     +-------+-------+
---
--- A point that lies on a line counts as right of the line. So a wall through the center of a tile
--- closes the steps of the tile on exactly one side of the wall.
---
--- The outline of an area is a wall, too, for steps between two tiles that the area does not cover:
--- such a step leads through a part of the area that is thinner than a tile. A center on the
--- outline counts as a little right of it and below, as Plane:visit_inside decides.
---
--- Two more rules:
---
---  * Which tiles to test: points are put along the wall at most a third of a tile apart. All tiles
---    next to the tile of such a point are tested, and each tile once.
---  * Diagonal steps: on squares a diagonal is closed when both ways around its corner are closed,
---    also by different walls. So `finish` closes diagonals after all walls were added.

local max, min = math.max, math.min

-- The tests that a point along a wall takes: it has 9 tiles around it, with 2 or 3 steps each.
local tests_of_point = 20

-- The Lua methods of a grid do not return the state of edges, so the closed steps are listed here:
--
--   grid, plane
--   steps       the closed steps, { x, y, dx, dy } each
--   is_closed   by key of a step: true
local Walls = {}
Walls.__index = Walls

local function new(grid, plane)
  return setmetatable({ grid = grid, plane = plane, steps = {}, is_closed = {} }, Walls)
end

--- The steps from a tile over half of its sides. The other half are steps of the neighbors, so each
--- pair of neighbors occurs once.
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
--- the line misses the box.
local function clip(a, b, low, high)
  local from, to = 0, 1
  for axis = 1, 2 do
    local start, extent = a[axis], b[axis] - a[axis]
    if extent == 0 then
      if start < low[axis] or start > high[axis] then return nil end
    else
      local enter, leave = (low[axis] - start) / extent, (high[axis] - start) / extent
      from, to = max(from, min(enter, leave)), min(to, max(enter, leave))
    end
  end
  if from <= to then return from, to end
end

--- Points along the line from a to b, near the map only. The points are so close together that each
--- tile that the line enters contains a point, or is next to a tile that contains a point.
local function points_along(a, b, plane)
  local left, top, width, height = plane.layout:bounds(plane.columns, plane.rows)
  local wide, high = plane.tile_width, plane.tile_height
  local from, to = clip(a, b, { left - wide, top - high },
    { left + width + wide, top + height + high })
  local points = {}
  if not from then return points end
  local dx, dy = b[1] - a[1], b[2] - a[2]
  -- Each axis has its own unit: tiles may be much wider than they are high.
  local length = max(math.abs(dx) / wide, math.abs(dy) / high) * (to - from)
  local count = math.ceil(length * 3) + 1
  for i = 0, count do
    local part = from + (to - from) * i / count
    points[#points + 1] = { a[1] + dx * part, a[2] + dy * part }
  end
  return points
end

--- Whether (x, y) lies to the right of the line from a to b, or on it.
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

--- Closes the steps that lead from or to a tile and cross the wall from a to b. A one-way wall
--- stays open for steps from its left side to its right side.
function Walls:close_steps(x, y, a, b, wall)
  local layout = self.plane.layout
  local here = { layout:to_world(x, y) }
  local here_right = is_right(a, b, here[1], here[2])
  for _, step in ipairs(steps_from(layout, x, y)) do
    local dx, dy = step[1], step[2]
    local there = { layout:to_world(x + dx, y + dy) }
    local is_covered = wall.covered and wall.covered[self:key(x + dx, y + dy, 0, 0)]
    if self.plane:is_on_grid(x + dx, y + dy) and not is_covered
      and is_right(a, b, there[1], there[2]) ~= here_right
      and is_right(here, there, a[1], a[2]) ~= is_right(here, there, b[1], b[2]) then
      if here_right or not wall.one_way then self:close(x, y, dx, dy) end
      if not here_right or not wall.one_way then self:close(x + dx, y + dy, -dx, -dy) end
    end
  end
end

--- Adds a wall from a to b, two points of the world. The fields of `wall`: `one_way`, it can be
--- passed from its left side, as seen from a towards b; `covered`, of an area: the set of keys of
--- the tiles that it covers.
function Walls:add(a, b, wall)
  local seen, points = {}, points_along(a, b, self.plane)
  self.plane:count(tests_of_point * (#points + 1))
  for _, point in ipairs(points) do
    local left, top, right, bottom = self.plane:range_near { point }
    for y = top, bottom do
      for x = left, right do
        local key = self:key(x, y, 0, 0)
        if not seen[key] and not (wall.covered and wall.covered[key]) then
          seen[key] = true
          self:close_steps(x, y, a, b, wall)
        end
      end
    end
  end
end

--- Adds a wall along a line of several points. Returns whether it closes a step that was open.
function Walls:add_line(points, wall)
  local before = #self.steps
  for i = 2, #points do self:add(points[i - 1], points[i], wall) end
  return #self.steps > before
end

-- How far the outline of an area is moved, so that no center lies on it [pixels]: less than what a
-- user can draw, and much more than the rounding of a coordinate.
local nudge_x, nudge_y = 1e-4, 1e-6

--- Blocks the tiles that an area covers, on an obstacle layer, and closes the steps between other
--- tiles that cross it. Returns whether the area blocks or closes anything.
function Walls:add_area(outline, number)
  local covered, line, is_small = {}, {}, false
  self.plane:visit_inside(outline, function(x, y)
    covered[self:key(x, y, 0, 0)] = true
    self.grid:block(x, y, true, number)
    is_small = self.plane:is_in_tile(outline, x, y)
  end)
  if is_small then return true end -- Only steps from and to its tile cross it.
  -- A step through the area crosses two of its sides, so the last side is left out.
  for i, point in ipairs(outline) do line[i] = { point[1] - nudge_x, point[2] - nudge_y } end
  return self:add_line(line, { covered = covered }) or next(covered) ~= nil
end

--- Closes a diagonal step, if both ways around its corner are closed.
function Walls:close_diagonal(x, y, dx, dy)
  if not self.plane:is_on_grid(x, y) or not self.plane:is_on_grid(x + dx, y + dy) then return end
  local closed = self.is_closed
  local first = closed[self:key(x, y, dx, 0)] or closed[self:key(x + dx, y, 0, dy)]
  local second = closed[self:key(x, y, 0, dy)] or closed[self:key(x, y + dy, dx, 0)]
  if first and second then self.grid:set_edge(x, y, dx, dy, false, true) end
end

--- Closes the diagonal steps across walls. A diagonal is closed when both ways around its corner
--- are closed. So its way that leads first in x, then in y, contains a closed step, and it is
--- enough to check for each closed step the diagonals whose first way contains this step.
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
