-- The general kernel lists the cells that it changes, to clear them for the next search, up to a maximum number of
-- cells. If a tile had more links than the list had room for, and the list was near this maximum, the expansion of that
-- tile wrote beyond the end of the list.

local astar = require "astar"
local expect = require "spec.support.expect"

local SIDE = 16
local rules = astar.rules { cost = { ["."] = 1 } }

-- Links from one tile to the first `count` tiles that are not adjacent to it.
local function hub(count, cost)
  local grid, made = astar.grid(SIDE, SIDE, { fill = "." }), 0
  for i = 0, SIDE * SIDE - 1 do
    local x, y = i % SIDE + 1, math.floor(i / SIDE) + 1
    if made < count and (x > 2 or y > 2) then
      made = made + 1
      grid:link(1, 1, x, y, { cost = cost, one_way = true })
    end
  end
  return grid
end

local DIAGONAL = (SIDE - 1) * math.sqrt(2)

-- On a grid of 256 tiles the maximum was 160 cells: counts on both sides of it, and the maximum number of links of such
-- a tile.
local COUNTS = { 90, 95, 96, 97, 150, 151, 152, 153, 157, 158, 159, 160, 161, 200, 252 }

describe("many links on one tile", function()
  it("are all considered by a path", function()
    for _, count in ipairs(COUNTS) do
      local grid = hub(count, 90)
      expect.near(DIAGONAL, select(2, grid:find_path(1, 1, SIDE, SIDE, rules)))
      expect.near(DIAGONAL, select(2, grid:find_path(1, 1, SIDE, SIDE, rules, { algorithm = "dijkstra" })))
      assert.is_not_nil(grid:find_path(1, 1, SIDE, SIDE, rules, { algorithm = "greedy" }))
    end
  end)

  it("are all considered to the nearest of several goals, and with a range", function()
    for _, count in ipairs(COUNTS) do
      local grid = hub(count, 90)
      local _, cost, index = grid:find_nearest(1, 1, { { SIDE, SIDE }, { SIDE, 1 } }, rules)
      assert.same({ SIDE - 1, 2 }, { cost, index })
      assert.equal(SIDE - 3, #grid:find_path(1, 1, SIDE, SIDE, rules, { range = 3 }))
    end
  end)

  it("are all considered by a sliced search, a replanner and a movement range", function()
    for _, count in ipairs(COUNTS) do
      local grid = hub(count, 90)
      local search = grid:search(1, 1, SIDE, SIDE, rules)
      assert.equal("found", search:step(1e6))
      expect.near(DIAGONAL, select(2, search:path()))
      expect.near(DIAGONAL, select(2, grid:replanner(1, 1, SIDE, SIDE, rules):path()))
      expect.near(DIAGONAL, grid:reachable(1, 1, rules):cost(SIDE, SIDE))
      expect.near(DIAGONAL, grid:distance_field({ { SIDE, SIDE } }, rules):cost(1, 1))
    end
  end)

  it("are considered again by the next search, whose cells were cleared", function()
    for _, count in ipairs(COUNTS) do
      local grid = hub(count, 0)
      for _ = 1, 3 do
        local path, cost = grid:find_path(1, 1, SIDE, 1, rules)
        assert.same({ 2, 0 }, { #path, cost })
        expect.near(SIDE - 1, select(2, grid:find_path(SIDE, 1, 1, 1, rules)))
      end
    end
  end)
end)
