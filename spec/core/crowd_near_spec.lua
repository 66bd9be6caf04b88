-- Which units are near a tile: `crowd:nearest` and `crowd:within`.

local astar = require "astar"
local script = require "astar.script"
local raises = require("spec.support.expect").raises

local on_foot = astar.rules { cost = { ["."] = 1 } }
local large = astar.rules { cost = { ["."] = 1 }, size = 3 }

--- What `crowd:within` gives, as a flat list.
local function list(crowd, ...)
  local found = {}
  for unit, distance in crowd:within(...) do
    found[#found + 1], found[#found + 2] = unit, distance
  end
  return found
end

describe("units near a tile", function()
  local grid, crowd

  before_each(function()
    grid = astar.grid(40, 40, { fill = "." })
    crowd = astar.crowd(grid)
  end)

  it("come in the order of their distance, then of their numbers", function()
    crowd:add(20, 14, on_foot)
    for _, at in ipairs { { 23, 24 }, { 20, 25 }, { 16, 17 }, { 20, 20 } } do crowd:add(at[1], at[2], on_foot) end
    assert.are.same({ 5, 0, 2, 5, 3, 5, 4, 5, 1, 6 }, list(crowd, 20, 20, 6))
    assert.are.same({ 5, 0, 2, 5, 3, 5, 4, 5 }, list(crowd, 20, 20, 5.99))
    assert.are.same({ 2, 5, 3, 5, 4, 5 }, list(crowd, 20, 20, 40, { except = 5, max = 5 }))
    assert.are.same({ 2, 5 }, { crowd:nearest(20, 20, { except = 5 }) })
  end)

  it("are near by their nearest tile, and where a step began", function()
    crowd:add(5, 5, large)
    assert.are.same({ 1, math.sqrt(2) }, { crowd:nearest(4, 8) })
    assert.are.same({ 1, 0 }, { crowd:nearest(7, 7) })
    assert.are.same({ 1, 3 }, list(crowd, 10, 6, 3))
    crowd:go_to(1, 20, 5)
    crowd:update(0.1)
    assert.are.same({ 5, 6 }, { (crowd:tile(1)), (select(3, crowd:tile(1))) })
    assert.are.same({ 1, 3 }, list(crowd, 10, 6, 4))
  end)

  it("include those at exactly the maximum", function()
    crowd:add(3, 2, on_foot)
    for _, max in ipairs { math.sqrt(5), 2.5, math.huge } do
      assert.are.equal(1, (crowd:nearest(1, 1, { max = max })))
      assert.are.same({ 1, math.sqrt(5) }, list(crowd, 1, 1, max))
    end
    assert.is_nil(crowd:nearest(1, 1, { max = 2.236 }))
    assert.are.same({}, list(crowd, 1, 1, 2.236))
    assert.are.equal(1, (crowd:nearest(3, 2, { max = 0 })))
  end)

  it("are those of a team, or enemies of one", function()
    for team = 0, 3 do crowd:add(10 + team, 10, on_foot, { team = team }) end
    crowd:allies(1, 2, true)
    assert.are.same({ 3, 2 }, { crowd:nearest(10, 10, { team = 2 }) })
    assert.are.same({ 1, 0, 4, 3 }, list(crowd, 10, 10, 9, { enemy_of = 1 }))
    assert.are.same({}, list(crowd, 10, 10, 9, { enemy_of = 1, team = 2 }))
    assert.is_nil(crowd:nearest(10, 10, { team = 9 }))
  end)

  it("are seen past other units, not through walls", function()
    grid:fill("#", 15, 1, 1, 20)
    crowd:add(17, 10, on_foot)
    crowd:add(10, 10, on_foot)
    crowd:add(5, 10, on_foot)
    assert.are.same({ 2, 3 }, { crowd:nearest(13, 10, { sees = on_foot }) })
    assert.are.same({ 2, 3, 3, 8 }, list(crowd, 13, 10, 20, { sees = on_foot }))
    grid:block(10, 10, true)                                -- its own tile is not checked
    assert.are.same({ 2, 3 }, list(crowd, 13, 10, 20, { sees = on_foot }))
  end)

  it("by hundreds are found as a look at all units finds them", function()
    local random = 7
    for i = 1, 2400 do -- more than 1024 of them find a tile
      random = random * 16807 % 2147483647
      crowd:add(1 + random % 40, 1 + math.floor(random / 40) % 40, on_foot, { team = i % 3 })
    end
    local units, count, last = crowd:units(), 0, 0
    for unit, distance in crowd:within(20, 20, 99) do
      local x, y = crowd:tile(unit)
      assert.is_true(distance == math.sqrt((x - 20) ^ 2 + (y - 20) ^ 2) and distance >= last)
      count, last = count + 1, distance
    end
    assert.is_true(#units > 1024 and count == #units)
  end)

  it("are none off the grid, and options are checked", function()
    crowd:add(1, 1, on_foot)
    assert.is_nil(crowd:nearest(0, 1))
    assert.are.same({}, list(crowd, 1, 41, 9))
    raises('crowd:nearest: option "max" must be a number >= 0, got -1', crowd.nearest, crowd, 1, 1, { max = -1 })
    raises('crowd:nearest: option "sees" must be made by astar.rules, got 1', crowd.nearest, crowd, 1, 1, { sees = 1 })
    raises('crowd:within: option "except" must be an integer from 1 to 4294967295, got 0', crowd.within, crowd, 1, 1, 1,
      { except = 0 })
    raises("crowd:within: radius must be a number >= 0, got nil", crowd.within, crowd, 1, 1)
    raises('crowd:nearest: unknown option "unit"; valid options: team, enemy_of, max, sees, except', crowd.nearest,
      crowd, 1, 1, { unit = 1 })
  end)
end)

describe("NPCs near a tile", function()
  it("come from the native crowd", function()
    local crowd = script.crowd(astar.grid(9, 3, { fill = "." }))
    local npcs = {}
    for x = 1, 4 do npcs[x] = crowd:add(on_foot, { x = x, y = 1, speed = 1, team = x % 2 }) end
    local found = {}
    for npc, distance in crowd:within(1, 1, 3, { except = npcs[1] }) do
      if npc == npcs[2] then crowd:remove(npcs[3]) end
      found[#found + 1], found[#found + 2] = npc._id, distance
    end
    assert.are.same({ 2, 1, 4, 3 }, found)
    assert.is_true(npcs[2] == crowd:nearest(1, 1, { enemy_of = 1 }))
    assert.are.equal(npcs[1], (crowd:nearest(1, 1, { except = npcs[3] })))
    raises('crowd:nearest: option "except" must be an NPC, got 1', crowd.nearest, crowd, 1, 1, { except = 1 })
    raises("crowd:within: radius must be a number >= 0, got nil", crowd.within, crowd, 1, 1)
  end)
end)
