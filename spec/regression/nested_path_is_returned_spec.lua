-- A search that ended before it expanded a node returned the path of a query that its heuristic function had made.

local astar = require "astar"

describe("a partial path of no expansions", function()
  it("is the start only, with any queries of the heuristic function", function()
    local grid = astar.grid(20, 20, { fill = "." })
    local rules = astar.rules { cost = { ["."] = 1 } }
    local function heuristic(dx, dy)
      assert(grid:find_path(7, 7, 12, 7, rules))
      return dx + dy
    end
    local path, cost = grid:find_path(1, 1, 15, 15, rules,
      { partial = true, max_expansions = 0, heuristic = heuristic })
    assert.are.equal(1, #path)
    assert.are.equal(0, cost)
    assert.are.same({ { x = 1, y = 1 } }, path:points())
  end)
end)
