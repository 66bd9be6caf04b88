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
---  * Which tiles to test: a wall is halved until the ends of each part lie in the same or in
---    adjacent columns and rows. Then these tiles and all tiles around them are tested.
---  * Diagonal steps: on squares a diagonal is closed when both ways around its corner are closed,
---    also by different walls. So `finish` closes diagonals after all walls were added.

-- The greatest difference of columns or rows around a part of a wall, and the work of a part, as
-- Plane:count counts it: each of its up to 16 tiles has 2 or 3 steps.
local max_range, work_of_part = 3, 10

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

local square_steps = { { 1, 0 }, { 0, 1 } }

--- The steps from a tile over half of its sides. The other half are steps of the neighbors, so each
--- pair of neighbors occurs once.
local function steps_from(layout, x, y)
  if layout.grid_layout == "square" then return square_steps end
  if layout.turned then
    local down = x % 2 == layout.shifted_remainder and 1 or 0
    return { { 0, 1 }, { 1, down - 1 }, { 1, down } }
  end
  local right = y % 2 == layout.shifted_remainder and 1 or 0
  return { { 1, 0 }, { right - 1, 1 }, { right, 1 } }
end

--- Whether (x, y) lies to the right of the line from a to b, or on it.
local function is_right(ax, ay, bx, by, x, y)
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
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
  local layout, ax, ay, bx, by = self.plane.layout, a[1], a[2], b[1], b[2]
  local hx, hy = layout:to_world(x, y)
  local here_right = is_right(ax, ay, bx, by, hx, hy)
  for _, step in ipairs(steps_from(layout, x, y)) do
    local dx, dy = step[1], step[2]
    local tx, ty = layout:to_world(x + dx, y + dy)
    local is_crossed = is_right(ax, ay, bx, by, tx, ty) ~= here_right
      and is_right(hx, hy, tx, ty, ax, ay) ~= is_right(hx, hy, tx, ty, bx, by)
    if is_crossed and self.plane:is_on_grid(x + dx, y + dy)
      and not (wall.covered and wall.covered[self:key(x + dx, y + dy, 0, 0)]) then
      if here_right or not wall.one_way then self:close(x, y, dx, dy) end
      if not here_right or not wall.one_way then self:close(x + dx, y + dy, -dx, -dy) end
    end
  end
end

--- Adds the part of a wall between two points of the line from a to b. The fields of `wall`:
--- `one_way`, it can be passed from its left side, as seen from a towards b; `covered`, of an area:
--- the set of keys of the tiles that it covers. A long part is divided, and what is off the map is
--- left out.
function Walls:add(a, b, wall, from, to)
  self.plane:count(work_of_part)
  local left, top, right, bottom = self.plane:range_near { from, to }
  if left > right or top > bottom then return end
  if right - left > max_range or bottom - top > max_range then
    local middle = { (from[1] + to[1]) / 2, (from[2] + to[2]) / 2 }
    self:add(a, b, wall, from, middle)
    return self:add(a, b, wall, middle, to)
  end
  for y = top, bottom do
    for x = left, right do
      local is_covered = wall.covered and wall.covered[self:key(x, y, 0, 0)]
      if not is_covered then self:close_steps(x, y, a, b, wall) end
    end
  end
end

--- Adds a wall along a line of several points. Returns whether it closes a step that was open.
function Walls:add_line(points, wall)
  local before = #self.steps
  for i = 2, #points do
    self:add(points[i - 1], points[i], wall, points[i - 1], points[i])
  end
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
