-- The cost of field:path() must be the sum of its steps. For a link it was the difference between the costs of two
-- tiles: with a large starting cost of the goal, rounding lost the cost of the link.

local astar = require "astar"

describe("the cost of a path of a field", function()
  it("is the sum of its steps, also over links", function()
    local rules = astar.rules { cost = { ["."] = 1 } }
    local grid = astar.grid { "..#.." }
    grid:link(2, 1, 4, 1, { cost = 0.1 })
    local field = grid:distance_field({ { 5, 1, 2 ^ 52 } }, rules)
    local path, cost = field:path(1, 1)
    assert.equal(4, #path)
    assert.equal(1 + 0.1 + 1, cost)
    assert.equal(cost, (select(2, grid:find_path(1, 1, 5, 1, rules))))
    assert.equal(1 + 0.1 + 1, (select(2, grid:reachable(1, 1, rules):path(5, 1))))
  end)
end)
