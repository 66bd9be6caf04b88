-- A replanner kept the rest of its path after the mover had passed an expensive step. Rounding had lost the costs of
-- the cheap steps behind it in the sum with the expensive step, so the rest was any path, not the cheapest.
-- spec/fuzz/corpus/calls/planner-lost-rest is the case that the fuzzer found.

local astar = require "astar"
local expect = require "spec.support.expect"

describe("a replanner whose mover has passed a step of 1e100", function()
  it("finds the cheapest path for the rest", function()
    local rules = astar.rules { cost = { ["."] = 1, ["^"] = 1e100 } }
    local grid = astar.grid { "^^^^^^^", ".......", ".......", "^^^^^^^", "^^^^^^^" }
    for x = 1, 7 do
      local planner = grid:replanner(x, 5, 7, 2, rules)
      local path, cost = planner:path()
      assert.equal(select(2, grid:find_path(x, 5, 7, 2, rules)), cost)
      for i = 2, #path do
        local x_now, y_now = path:get(i)
        planner:move_to(x_now, y_now)
        expect.near(select(2, grid:find_path(x_now, y_now, 7, 2, rules)), (select(2, planner:path())))
      end
    end
  end)
end)
