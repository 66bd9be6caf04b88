-- Limits of crowds, each tested with a value one below, equal and one above. spec/LIMITS.md lists them.

local astar = require "astar"

local on_foot = astar.rules { cost = { ["."] = 1 } }

local function open_grid(width, height)
  return astar.grid(width, height, { fill = "." })
end

-- Runs a crowd until no unit has an order, at most so many seconds. Returns how often each event came.
local function run(crowd, seconds)
  local counts = {}
  for _ = 1, seconds * 20 do
    crowd:update(0.05)
    for _, event in crowd:events() do counts[event] = (counts[event] or 0) + 1 end
  end
  return counts
end

local function ended(counts)
  local total = 0
  for _, count in pairs(counts) do total = total + count end
  return total
end

describe("the limits of crowds", function()
  it("keep the last events", function()
    for _, extra in ipairs { -1, 0, 1 } do
      local crowd = astar.crowd(open_grid(64, 64), { budget = 1000000 })
      for i = 0, 1023 do crowd:add(i % 64 + 1, math.floor(i / 64) * 4 + 1, on_foot) end
      local units, made = crowd:units(), 0
      while made < 65536 + extra do
        local count = math.min(1024, 65536 + extra - made)
        for i = 1, count do crowd:go_to(units[i], crowd:tile(units[i])) end
        crowd:update(0)
        made = made + count
      end
      local read, last = 0, nil
      for unit, event in crowd:events() do
        if event ~= "arrived" or last and unit ~= last % 1024 + 1 then error(unit .. " has " .. event) end
        read, last = read + 1, unit
      end
      assert.equal((made - 1) % 1024 + 1, last)
      assert.is_true(read <= 65536 and (read == math.min(made, 65536) or read < 1024))
      crowd:close()
    end
  end)

  it("lets few and many units share a goal, by paths or by a field", function()
    for _, count in ipairs { 7, 8, 9, 63, 64, 65 } do
      local crowd = astar.crowd(open_grid(30, 30))
      for i = 0, count - 1 do
        crowd:go_to(crowd:add(i % 10 + 1, math.floor(i / 10) + 1, on_foot), 25, 25)
      end
      local counts = run(crowd, 25)
      assert.equal(count, ended(counts))
      assert.equal(1, counts.arrived)
      assert.equal(count - 1, counts.settled)
      crowd:close()
    end
  end)

  -- A budget of 9 expansions is enough for 9 units that find their field, and for one that searches its path.
  local function with_way(crowd, updates)
    local count = 0
    for _ = 1, updates do crowd:update(0) end
    for _, unit in ipairs(crowd:units()) do
      for i in crowd:remaining(unit) do count = count + (i == 1 and 1 or 0) end
    end
    return count
  end

  it("lets units share more goals than there are fields", function()
    for goals = 7, 9 do
      local crowd = astar.crowd(open_grid(40, 60), { budget = 9 })
      for goal = 1, goals do
        for i = 1, 9 do crowd:go_to(crowd:add(2 * i, goal * 6, on_foot), 35, goal * 6) end
      end
      assert.equal(goals <= 8, with_way(crowd, goals + 1) == goals * 9)
      local counts = run(crowd, 30)
      assert.equal(goals * 9, ended(counts))
      assert.equal(goals, counts.arrived)
      crowd:close()
    end
  end)

  it("serves maps that are too large for fields", function()
    for height = 255, 257 do -- 131,072 tiles are 512 x 256
      local crowd = astar.crowd(open_grid(512, height), { budget = 9 })
      for i = 1, 9 do crowd:go_to(crowd:add(2 * i, 100, on_foot), 30, 100) end
      assert.equal(height <= 256, with_way(crowd, 2) == 9)
      assert.equal(9, ended(run(crowd, 15)))
      crowd:close()
    end
  end)

  it("pushes chains of units up to the deepest decision", function()
    for _, count in ipairs { 6, 7, 8, 126, 127, 128 } do
      local crowd = astar.crowd(open_grid(count + 2, 1), { patience = 4 })
      local unit = crowd:add(1, 1, on_foot)
      for i = 1, count do crowd:add(i + 1, 1, on_foot) end
      crowd:go_to(unit, 2, 1)
      local counts = run(crowd, 20)
      assert.equal(1, (counts.arrived or 0) + (counts.stuck or 0))
      if count <= 6 then assert.equal(1, counts.arrived) end
      crowd:close()
    end
  end)

  it("let a large unit pass through many small ones", function()
    local large = astar.rules { cost = { ["."] = 1 }, size = 5 }
    for _, rows in ipairs { 7, 8, 9 } do
      local crowd = astar.crowd(open_grid(40, 20))
      local unit = crowd:add(1, 1, large)
      for y = 1, rows do
        for x = 10, 20 do crowd:add(x, y, on_foot) end
      end
      crowd:go_to(unit, 33, 12)
      assert.equal(1, run(crowd, 60).arrived)
      crowd:close()
    end
  end)

  it("answer edits like a crowd that is restored after them", function()
    for _, edits in ipairs { 1, 2, 3, 63, 64, 65 } do
      local grid = open_grid(40, 20)
      grid:fill("#", 20, 1, 1, 20)
      grid:set(20, 10, ".")
      local crowd = astar.crowd(grid)
      for i = 0, 29 do
        crowd:go_to(crowd:add(i % 5 + 1, math.floor(i / 5) * 3 + 1, on_foot), 36 + i % 5, math.floor(i / 5) * 3 + 1)
      end
      for _ = 1, 60 do crowd:update(0.05) end
      for i = 1, edits do grid:set(20 + (i > 1 and i % 3 or 0), 1 + i % 20, i % 2 == 0 and "#" or ".") end
      local copy = grid:clone()
      local bytes, rules = crowd:serialize()
      local restored = astar.deserialize_crowd(bytes, copy, rules)
      for _ = 1, 300 do
        crowd:update(0.05)
        restored:update(0.05)
        assert.same(crowd:positions(), restored:positions())
      end
      crowd:close()
      restored:close()
    end
  end)

  it("completes a path although the map is edited in every update", function()
    local grid = open_grid(100, 100)
    for x = 10, 90, 10 do
      grid:fill("#", x, 1, 1, 100)
      grid:set(x, x % 20 == 0 and 1 or 100, ".")
    end
    local crowd = astar.crowd(grid, { budget = 1 })
    local unit = crowd:add(1, 1, on_foot, { speed = 100 })
    crowd:go_to(unit, 100, 100)
    local arrived
    for i = 1, 1200 do
      grid:set(5, 50, i % 2 == 0 and "." or "#")
      crowd:update(0.05)
      for _, event in crowd:events() do arrived = arrived or event end
    end
    assert.equal("arrived", arrived)
    crowd:close()
  end)

  it("simulates at most one second per update", function()
    local positions = {}
    for i, dt in ipairs { 0.999, 1, 1.001, math.huge } do
      local crowd = astar.crowd(open_grid(60, 1))
      local unit = crowd:add(1, 1, on_foot, { speed = 4 })
      crowd:go_to(unit, 60, 1)
      crowd:update(0)
      crowd:update(dt)
      positions[i] = crowd:position(unit)
      crowd:close()
    end
    assert.is_true(positions[1] < positions[2])
    assert.equal(positions[2], positions[3])
    assert.equal(positions[2], positions[4])
  end)
end)

-- A string of version 0.2: in the middle of a rescue, whose plan follows.
local RESCUE_OF_0_2 = [[
  617374617263726f7764010007040000000000004e40882700f2ffffffffff134013000000010100000504010010110100001110001400
  000000000000001040000000000000000000000000000000001522222222221340c5a3703d0ad70d409a9999999999e13f000000000000
  00009a9999999999e13f0000000000000000bbbbbbbbbbbbeb3f000000000000104000000000000000f07f800200000002000808000000
  810411000300000000000000001040182d4454fb21f9bf101111111111913f1522222222221340c4cccccccccc10401522222222221340
  000000000000000015222222222213400000000000000000000000000000f07f8080808080801000000400010008078002058002058002
  03000e0f0101009104140014002000000000000000001040000000000000000000000000000000001522222222221340b5925f2cf9c50c
  40a19999999999e93f9a9999999999e13fa19999999999e93f0000000000000000bbbbbbbbbbbbeb3f0000000000001040000000000000
  00f07f80060000070001000e05800205800205800205800205800205800204000f1001010091040e000e001c0000000000000000104000
  0000000000000000000000000000001522222222221340b5925f2cf9c50c40161111111111f13f8999999999990b40161111111111f13f
  0000000000000000bbbbbbbbbbbbeb3f000000000000104000000000000000f07f80080000070501001403800203800203800203800203
  80020380020003010304000000000000046577777777770f40f2ffffffffff134004010189808080808080f40300030203038380808080
  8080f4030001020202928080808080a0f403000101040485808080808080f4030002020f0a1011120a0f1011110e0f10100e080f110f08
  1012100f1113111012120a101112110f10110a080f10110f0e1112100e0a13110e1114120e1014110e0583740c21
]]

describe("a crowd that is saved in the middle of a rescue", function()
  local law = astar.rules { cost = { ["."] = 1 }, diagonal = "never" }

  -- Two units of four pass two idle ones in a corridor with two bays.
  local function corridor()
    return astar.grid { "#######", "#.#.###", ".......", "#######" }
  end

  local function expect_arrivals(crowd)
    local arrived = {}
    for _ = 1, 3600 do
      crowd:update(1 / 60)
      for unit, event in crowd:events() do arrived[unit] = event end
    end
    assert.are.same({ [3] = "arrived", [4] = "arrived" }, arrived)
    for unit = 1, 4 do assert.are.equal("idle", crowd:state(unit)) end
    local places = { { crowd:tile(1) }, { crowd:tile(2) }, { crowd:tile(3) }, { crowd:tile(4) } }
    assert.are.same({ { 3, 3 }, { 4, 3 }, { 7, 3 }, { 1, 3 } }, places)
  end

  it("plans it anew when it is loaded", function()
    local grid = corridor()
    local crowd, saved = astar.crowd(grid), 0
    for x = 3, 4 do crowd:add(x, 3, law) end
    crowd:go_to(crowd:add(1, 3, law), 7, 3)
    crowd:go_to(crowd:add(7, 3, law), 1, 3)
    for i = 1, 470 do
      crowd:update(1 / 60)
      local bytes, rules = crowd:serialize()
      if i >= 200 and i % 40 == 0 then
        saved = saved + 1
        expect_arrivals(assert(astar.deserialize_crowd(bytes, grid:clone(), rules)))
      end
    end
    assert.is_true(saved >= 5)
    expect_arrivals(crowd)
  end)

  it("is read from a string of version 0.2, too", function()
    local bytes = RESCUE_OF_0_2:gsub("%s", ""):gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end)
    local crowd = assert(astar.deserialize_crowd(bytes, corridor(), { law }))
    assert.is_true(#crowd:serialize() < #bytes)
    expect_arrivals(crowd)
  end)
end)
