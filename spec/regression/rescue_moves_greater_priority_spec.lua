-- A rescue moved an idle unit of a greater priority out of the way of one with a lower priority.

local astar = require "astar"

local on_foot = astar.rules { cost = { ["."] = 1 } }

-- Whether an idle unit in a niche leaves its tile while another one has to pass it.
local function leaves(priority)
  local crowd = astar.crowd(astar.grid {
    "..........", "..........", "...####...", "....###...", "...####...", "..........",
  })
  local idle, mover = crowd:add(4, 4, on_foot, { priority = priority }), crowd:add(1, 1, on_foot)
  crowd:go_to(mover, 5, 4, { range = 1 })
  local left = false
  for _ = 1, 20 * 20 do
    crowd:update(1 / 20)
    local x, y = crowd:tile(idle)
    left = left or x ~= 4 or y ~= 4
  end
  return left
end

describe("a rescue", function()
  it("moves no idle unit for one with a lower priority", function()
    assert.is_false(leaves(1000))
    assert.is_false(leaves(1))
    assert.is_true(leaves(0))
  end)
end)
