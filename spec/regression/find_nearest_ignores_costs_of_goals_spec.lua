-- Goals of a distance field may have a starting cost. `find_nearest` accepted such goals and ignored their costs.

local astar = require "astar"
local expect = require "spec.support.expect"

local rules = astar.rules { cost = { ["."] = 1 } }
local grid = astar.grid { "........" }
local index, pool = assert(grid:bake(rules)), astar.pool(grid, { threads = 0 })

local callers = {
  ["grid:find_nearest"] = function(goals) local _ = grid:find_nearest(1, 1, goals, rules) end,
  ["index:find_nearest"] = function(goals) local _ = index:find_nearest(1, 1, goals) end,
  ["pool:find_nearest"] = function(goals) local _ = pool:find_nearest(1, 1, goals, rules) end,
}

for name, call in pairs(callers) do
  describe(name, function()
    it("raises for goals with a cost", function()
      local function raises(got, goals)
        expect.raises(name .. ": cost of goals[2] must be nil or 0 (grid:distance_field takes costs of goals), got "
          .. got, call, goals)
      end
      raises("5", { { 3, 1 }, { 4, 1, 5 } })
      raises("0.5", { { 3, 1 }, { x = 4, y = 1, cost = 0.5 } })
      raises("-1", { { 3, 1 }, { 4, 1, cost = -1 } })
      raises('"0"', { { 3, 1 }, { 4, 1, "0" } })
      raises("true", { { 3, 1 }, { x = 4, y = 1, cost = true } })
      raises("5", { { 3, 1 }, setmetatable({ 4, 1 }, { __index = { cost = 5 } }) })
    end)

    it("accepts goals without one, or with 0", function()
      call { { 3, 1 }, { 4, 1, 0 }, { x = 5, y = 1, cost = 0 }, { 6, 1, -0.0 } }
    end)
  end)
end

describe("grid:distance_field", function()
  it("takes costs of goals", function()
    local field = grid:distance_field({ { 1, 1, 2 }, { x = 8, y = 1, cost = 1 } }, rules)
    assert.equal(4, field:cost(3, 1))
    assert.equal(1, field:cost(8, 1))
  end)
end)
