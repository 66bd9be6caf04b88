-- Canonical moves prune a tile that another order of the same moves reaches at the same cost. After a tile of cost
-- 1e20, or from a starting cost of 1e100, a step of cost 1 does not change the sum: all orders and detours have the
-- same cost. So a tile could be pruned that no other order reached, and fields missed it.

local astar = require "astar"

local KINDS = {
  {}, { diagonal = "always" }, { diagonal = "if_at_most_one_obstacle" }, { neighbors = 4 },
}

-- The number of tiles that a field reaches.
local function reached(field)
  local count = 0
  for _ in field:each() do count = count + 1 end
  return count
end

-- Distance field and movement range of one tile must reach the same number of tiles, with all corner rules.
local function reach_all(count, grid, x, y, cost, start_cost)
  for _, kind in ipairs(KINDS) do
    local rules = astar.rules { cost = cost, diagonal = kind.diagonal, neighbors = kind.neighbors }
    local field, range = grid:distance_field({ { x, y, start_cost } }, rules), grid:reachable(x, y, rules)
    assert.same({ count, count }, { reached(field), reached(range) })
    for to_x, to_y in range:each() do
      local path, path_cost = grid:find_path(x, y, to_x, to_y, rules)
      assert.is_true(path and path:is_valid() and path_cost < 20 * cost["^"], ("%d, %d"):format(to_x, to_y))
    end
  end
end

describe("every tile is reached", function()
  it("behind a tile of cost 1e100 with steps of cost 1e-100", function()
    local grid = astar.grid(24, 24, { fill = "." })
    grid:fill("#", 1, 2, 24, 1)
    grid:set(9, 2, "^")
    grid:fill("#", 14, 9, 5, 1)
    reach_all(24 * 23 + 1 - 5, grid, 1, 1, { ["."] = 1e-100, ["^"] = 1e100 })
  end)

  it("behind a row of tiles of cost 1e20", function()
    local grid = astar.grid(21, 20, { fill = "." })
    grid:fill("#", 2, 11, 1, 2)
    grid:set(18, 11, "^")
    grid:fill("^", 2, 18, 17, 3)
    reach_all(21 * 20 - 2, grid, 14, 20, { ["."] = 1, ["^"] = 1e20 })
  end)

  it("from a starting cost of 1e100 with steps of cost 1", function()
    local grid = astar.grid(9, 15, { fill = "." })
    grid:fill("^", 4, 2, 3, 2)
    grid:fill("^", 8, 5, 2, 2)
    reach_all(9 * 15, grid, 3, 2, { ["."] = 1, ["^"] = 1e100 }, 1e100)
    reach_all(9 * 15, grid, 3, 2, { ["."] = 1, ["^"] = 4 }, 1e100)
  end)
end)
