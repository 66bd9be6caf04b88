-- Units with one goal in a corridor: the second one wanted to exchange places with the first one, which was there, and
-- never settled; all units behind it were "stuck" after the patience of the crowd.

local astar = require "astar"

describe("units with one goal in a corridor", function()
  it("settle behind each other", function()
    local on_foot = astar.rules { cost = { ["."] = 1 } }
    local grid = astar.grid {
      "......########......",
      "....................",
      "......########......",
    }
    local crowd = astar.crowd(grid)
    for i = 1, 6 do crowd:go_to(crowd:add(1 + i % 3, 1 + math.floor((i - 1) / 3), on_foot), 11, 2) end
    local counts = {}
    for _ = 1, 200 do
      crowd:update(0.05)
      for _, event in crowd:events() do counts[event] = (counts[event] or 0) + 1 end
    end
    assert.same({ arrived = 1, settled = 5 }, counts)
  end)
end)
