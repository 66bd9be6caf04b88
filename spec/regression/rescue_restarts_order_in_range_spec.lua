-- A new path to a tile in range of the goal forgot how near the unit had come. So each rescue that led the unit back to
-- where it had been counted as progress, and its order never ended.

local astar = require "astar"

describe("an order into a range", function()
  it("ends, however often a rescue moves the unit to and fro", function()
    local grid = astar.grid {
      "######.##",
      "######.##",
      "######...",
      "..###..##",
      "#...#.###",
      "##...####",
    }
    grid:link(5, 6, 7, 1)
    local crowd, rules = astar.crowd(grid, { patience = 5 }), astar.rules { cost = { ["."] = 1 } }
    local sent = {
      crowd:add(9, 3, rules, { speed = 4, team = 1 }),
      crowd:add(6, 5, rules, { speed = 4, team = 2 }),
      crowd:add(7, 1, rules, { speed = 4, team = 2 }),
      crowd:add(1, 4, rules, { speed = 4, team = 1 }),
      crowd:add(8, 3, rules, { speed = 4, team = 2, priority = 3 }),
    }
    crowd:add(2, 4, rules, { speed = 4, team = 2 })
    crowd:send(sent, 2, 5, { formation = "wedge" })
    for _ = 1, 97 do crowd:update(0.1) end
    for _ in crowd:events() do end
    crowd:go_to(sent[2], 1, 3, { range = 1, partial = true })
    local ended
    for _ = 1, 900 do
      crowd:update(0.1)
      for unit, event in crowd:events() do
        if unit == sent[2] and event ~= "blocked" then ended = event end
      end
    end
    assert.equal("stuck", ended)
  end)
end)
