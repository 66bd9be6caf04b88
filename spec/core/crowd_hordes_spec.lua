-- Units that go after one goal: they fill the space around it, and come as near as the map allows.

local astar = require "astar"

local on_foot = astar.rules { cost = { ["."] = 1, ["+"] = 1 } }

local ROOMS = {
  "##########",
  "#....#...#",
  "#....#...#",
  "#....+...#",
  "#....#...#",
  "##########",
}

--- A crowd in two rooms with a door between them, and six units in the left one.
local function new_crowd()
  local grid = astar.grid(ROOMS)
  local crowd, units = astar.crowd(grid), {}
  for i = 0, 5 do units[i + 1] = crowd:add(2 + i % 3, 3 + math.floor(i / 3), on_foot) end
  return crowd, units, grid
end

--- Lets time pass. Returns how often each event came.
local function pass(crowd, seconds)
  local count = {}
  for _ = 1, seconds * 60 do
    crowd:update(1 / 60)
    for _, event in crowd:events() do count[event] = (count[event] or 0) + 1 end
  end
  return count
end

--- How many units are in the right room, how many in the door.
local function places(crowd, units)
  local inside, in_door = 0, 0
  for _, unit in ipairs(units) do
    local x = crowd:tile(unit)
    if x > 6 then inside = inside + 1 end
    if x == 6 then in_door = in_door + 1 end
  end
  return inside, in_door
end

describe("a horde", function()
  it("on a field fills the room around its goal, and leaves no unit in the door", function()
    local crowd, units, grid = new_crowd()
    crowd:follow(units, grid:distance_field({ { 8, 4 } }, on_foot))
    local count = pass(crowd, 20)
    assert.same({ 6, 0 }, { places(crowd, units) })
    assert.equal(1, count.arrived)
    assert.is_true(count.settled >= 5 and count.settled <= 15)
    assert.is_nil(count.stuck)
  end)

  it("on a field settles around a unit that holds the goal", function()
    local crowd, units, grid = new_crowd()
    crowd:add(8, 4, on_foot, { hold = true })
    crowd:follow(units, grid:distance_field({ { 8, 4 } }, on_foot))
    local count = pass(crowd, 20)
    assert.same({ 6, 0 }, { places(crowd, units) })
    assert.is_true(count.settled >= 6 and count.settled <= 15)
    for _, unit in ipairs(units) do assert.equal("idle", crowd:state(unit)) end
  end)

  it("that chases a unit surrounds it", function()
    local crowd, units = new_crowd()
    local prey = crowd:add(8, 4, on_foot, { hold = true })
    for _, unit in ipairs(units) do crowd:chase(unit, prey) end
    local count = pass(crowd, 20)
    assert.same({ 6, 0 }, { places(crowd, units) })
    assert.same({ arrived = 6 }, count)
  end)

  it("that cannot reach the unit that it chases settles once, and goes on when a way opens", function()
    local crowd, units, grid = new_crowd()
    local prey = crowd:add(8, 4, on_foot, { hold = true })
    grid:block(6, 4)
    for _, unit in ipairs(units) do assert.is_true(crowd:chase(unit, prey, { partial = true })) end
    assert.same({ settled = 6 }, pass(crowd, 20))
    for _, unit in ipairs(units) do assert.equal("idle", crowd:state(unit)) end
    assert.same({}, pass(crowd, 100)) -- longer than the patience
    grid:block(6, 4, false)
    assert.equal(6, pass(crowd, 20).arrived)
    assert.same({ 6, 0 }, { places(crowd, units) })
  end)

  it("stands still when all have settled", function()
    local crowd, units, grid = new_crowd()
    crowd:follow(units, grid:distance_field({ { 9, 2 } }, on_foot))
    pass(crowd, 20)
    local before = crowd:positions()
    pass(crowd, 20)
    assert.same(before, crowd:positions())
  end)
end)
