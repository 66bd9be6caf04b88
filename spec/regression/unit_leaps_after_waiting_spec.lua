-- The time that was left when a step of a unit ended was kept until its next step, however long the unit waited in
-- between: then it leaped ahead by up to half a tile.

local astar = require "astar"

local rules = astar.rules { default = 1 }

describe("a unit with a new order", function()
  it("does not leap ahead", function()
    local crowd = astar.crowd(astar.grid(12, 1))
    local unit = assert(crowd:add(1, 1, rules, { speed = 3.7 }))
    local last = 1
    for update = 1, 600 do
      if update % 150 == 1 then crowd:go_to(unit, update < 300 and 6 or 2, 1) end
      local dt = update % 3 == 0 and 0.11 or 0.01
      crowd:update(dt)
      local x = crowd:position(unit)
      assert.is_true(math.abs(x - last) <= 3.7 * dt + 1e-9, ("update %d: from %g to %g"):format(update, last, x))
      last = x
    end
    assert.equal(2, last)
  end)
end)
