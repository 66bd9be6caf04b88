-- A unit that chased a target that it could not reach, with the option partial, waited at the nearest tile without an
-- event, and searched again and again; units behind it got stuck. One that had settled behind others gave the event
-- "settled" in every update. Units with a range queued behind each other, beside free tiles within the range.

local astar = require "astar"

local on_foot = astar.rules { cost = { ["."] = 1 } }

local function play(crowd, seconds)
  local events = {}
  for _ = 1, seconds * 30 do
    crowd:update(1 / 30)
    for unit, event, x, y in crowd:events() do events[#events + 1] = ("%d %s %d,%d"):format(unit, event, x, y) end
  end
  table.sort(events)
  return events
end

describe("units that chase a target", function()
  it("settle as near as they can, once, and go on when an edit opens a way", function()
    local grid = astar.grid { "....#....", "....#....", "....#...." }
    local crowd = astar.crowd(grid, { patience = 3 })
    local target = crowd:add(9, 2, on_foot, { hold = true })
    for y = 1, 3 do assert.is_true(crowd:chase(crowd:add(1, y, on_foot), target, { partial = true })) end
    assert.same({ "2 settled 4,1", "3 settled 4,2", "4 settled 4,3" }, play(crowd, 10))
    grid:set(5, 2, ".")
    local events = play(crowd, 5)
    assert.equal(3, #events)
    assert.matches("arrived 8,2", table.concat(events, "; "))
  end)

  it("settle behind others once", function()
    local grid = astar.grid { "......." }
    local crowd = astar.crowd(grid, { patience = 3 })
    local target = crowd:add(7, 1, on_foot, { hold = true })
    for x = 1, 3 do crowd:chase(crowd:add(x, 1, on_foot), target) end
    assert.same({ "2 settled 4,1", "3 settled 5,1", "4 arrived 6,1" }, play(crowd, 12))
    crowd:remove(4)
    play(crowd, 3)
    assert.same({ 6, 1 }, { crowd:tile(3) })
    assert.same({ 5, 1 }, { crowd:tile(2) })
  end)

  it("stand side by side within their range", function()
    local grid = astar.grid(20, 9, { fill = "." })
    local crowd = astar.crowd(grid)
    local target = crowd:add(18, 5, on_foot, { hold = true })
    for x = 1, 6 do crowd:chase(crowd:add(x, 5, on_foot), target, { range = 3 }) end
    local events = play(crowd, 10)
    local _, arrived = table.concat(events, " "):gsub("arrived", "")
    assert.equal(6, #events)
    assert.is_true(arrived >= 5)
  end)
end)
