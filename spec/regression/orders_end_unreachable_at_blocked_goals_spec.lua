-- An order of a script whose goal was blocked on the way ended with "unreachable" instead of "goal_blocked":
-- the reason was read from grid:is_reachable, which returns none.

local astar = require "astar"
local script = require "astar.script"

describe("an order of a script", function()
  it("ends with goal_blocked when an edit blocks its goal", function()
    local grid = astar.grid { "......" }
    local crowd, result, blocked = script.crowd(grid), nil, nil
    crowd:add(astar.rules { default = 1 }, {
      x = 1, y = 1, speed = 2, on_blocked = function(_, reason) blocked = reason end,
    }, function(npc) result = { npc:go_to(6, 1) } end)
    for _ = 1, 30 do crowd:update(1 / 60) end
    grid:block(6, 1)
    for _ = 1, 120 do crowd:update(1 / 60) end
    assert.are.same({ nil, "goal_blocked" }, result)
    assert.are.equal("goal_blocked", blocked)
  end)
end)
