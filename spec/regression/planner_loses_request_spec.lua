-- A unit that was sent to a place where it stood already got its tile while its path was searched, and asked for the
-- path to this tile. That request was lost: the unit waited for ever, without an event.

local astar = require "astar"

local rules = astar.rules { default = 1 }

describe("units that are sent to where they stand", function()
  it("end their orders", function()
    for count = 1, 6 do
      local crowd = astar.crowd(astar.grid(5, 4), { patience = 5 })
      local units = {}
      for i = 1, count do units[i] = assert(crowd:add((i - 1) % 2 + 2, math.floor((i - 1) / 2) + 1, rules)) end
      for round = 1, 3 do
        assert.equal(count, crowd:send(units, 3, round))
        local ended = {}
        for _ = 1, 1200 do
          crowd:update(1 / 60)
          for unit in crowd:events() do ended[unit] = true end
        end
        for _, unit in ipairs(units) do assert.is_true(ended[unit], ("unit %d of %d"):format(unit, count)) end
      end
    end
  end)
end)
