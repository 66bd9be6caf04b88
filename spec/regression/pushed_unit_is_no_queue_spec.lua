-- An idle unit that was pushed aside and came back, again and again, counted as a queue that moves: the one that pushed
-- it was stuck only after four times the patience.

local astar = require "astar"

describe("a unit that pushes an idle one, and cannot pass", function()
  it("is stuck after the patience of the crowd", function()
    local crowd = astar.crowd(astar.grid(14, 2, { fill = "." }), { patience = 8 })
    local large = astar.rules { cost = { ["."] = 1 }, size = 2 }
    local unit, idle, time = crowd:add(1, 1, large), crowd:add(9, 1, large), nil
    crowd:go_to(unit, 12, 1)
    for i = 1, 800 do
      crowd:update(1 / 20)
      for number, event in crowd:events() do
        if number == unit and event == "stuck" then time = i / 20 end
      end
    end
    assert.equal("idle", crowd:state(idle))
    assert.is_true(time ~= nil and time <= 12, time)
  end)
end)
