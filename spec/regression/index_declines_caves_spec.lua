-- A cave of 256 x 256 tiles, made by a cellular automaton, was too large for an index: maps of less than 512 x 512
-- tiles could have only 3 entries of labels per tile, or 65,536.

local astar = require "astar"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"

-- Sums each row over three tiles. Tiles beyond the sides are walls.
local function sums_of_three(rows, size)
  local sums = {}
  for y = 1, size do
    local row, sum = rows[y], {}
    for x = 1, size do sum[x] = (row[x - 1] or 1) + row[x] + (row[x + 1] or 1) end
    sums[y] = sum
  end
  return sums
end

-- The usual rule: 45 % of the tiles are walls; then, `steps` times, a tile is a wall if at least 5 of the 9 tiles of
-- its 3 x 3 neighborhood are.
local function cave(size, steps, random)
  local rows, wall = {}, {}
  for y = 1, size do
    rows[y] = {}
    for x = 1, size do rows[y][x] = random:chance(0.45) and 1 or 0 end
  end
  for x = 1, size do wall[x] = 3 end
  for _ = 1, steps do
    local sums = sums_of_three(rows, size)
    for y = 1, size do
      local above, level, below = sums[y - 1] or wall, sums[y], sums[y + 1] or wall
      for x = 1, size do rows[y][x] = above[x] + level[x] + below[x] >= 5 and 1 or 0 end
    end
  end
  for y = 1, size do rows[y] = table.concat(rows[y]):gsub(".", { ["0"] = ".", ["1"] = "#" }) end
  return rows
end

it("a cave of 256 x 256 tiles has an index, with the costs of a Dijkstra search", function()
  local random, rules = random_map.new(45), astar.rules { cost = { ["."] = 1 } }
  local rows = cave(256, 4, random)
  local grid = astar.grid(rows)
  local index = assert(grid:bake(rules))
  assert.is_true(index:info().corners > 4000)
  local points = {}
  while #points < 4000 do
    local x, y = random:int(1, 256), random:int(1, 256)
    if rows[y]:sub(x, x) == "." then points[#points + 1] = { x, y } end
  end
  local reached = 0
  for i = 1, 3 do
    local field = grid:distance_field({ points[i] }, rules)
    local costs = index:costs(points[i][1], points[i][2], points)
    for k, point in ipairs(points) do
      local cost = field:cost(point[1], point[2])
      if cost then expect.near(cost, costs[k]) else assert.is_false(costs[k]) end
      if cost then reached = reached + 1 end
    end
  end
  assert.is_true(reached > 4000)
  assert.equal(0, index:info().searched)
end)
