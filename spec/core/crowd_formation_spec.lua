-- Formations: where units that are sent together stand in the end, and how they get there.

local astar = require "astar"

local UP, DOWN, RIGHT, LEFT = -math.pi / 2, math.pi / 2, 0, math.pi

local on_foot = astar.rules { cost = { ["."] = 1 } }
local large = astar.rules { cost = { ["."] = 1 }, size = 2 }
local on_hexes = astar.rules { cost = { ["."] = 1 } }

local function open_crowd(width, height, options)
  local grid = astar.grid(width, height, { fill = ".", layout = options and options.layout })
  return astar.crowd(grid), grid
end

-- Lets all orders end, and units that were pushed return. Returns the simulated seconds until the last event.
local function finish(crowd, count, seconds)
  local ended, at = 0, nil
  for i = 1, seconds * 20 do
    crowd:update(0.05)
    for unit, event in crowd:events() do
      assert.equal("arrived", event, "unit " .. unit)
      ended, at = ended + 1, i / 20
    end
  end
  assert.equal(count, ended)
  return at
end

-- Adds units, row by row, from (x, y) on.
local function add_rows(crowd, x, y, columns, count, options)
  local units = {}
  for i = 0, count - 1 do
    units[i + 1] = assert(crowd:add(x + i % columns, y + math.floor(i / columns), on_foot, options))
  end
  return units
end

-- The tiles of units as rows of text, from (x, y) on.
local function picture(crowd, x, y, width, height)
  local rows = {}
  for row = 1, height do
    local tiles = {}
    for column = 1, width do
      tiles[column] = crowd:at(x + column - 1, y + row - 1) and "o" or "."
    end
    rows[row] = table.concat(tiles)
  end
  return rows
end

describe("a formation", function()
  local crowd

  after_each(function() crowd:close() end)

  it("is a block, with the rest in the last row", function()
    crowd = open_crowd(40, 30)
    local units = add_rows(crowd, 2, 10, 5, 11)
    assert.equal(11, crowd:send(units, 30, 15, { formation = "block", facing = UP }))
    finish(crowd, 11, 30)
    assert.same({
      "......",
      ".oooo.",
      ".oooo.",
      "..ooo.",
      "......",
    }, picture(crowd, 27, 13, 6, 5))
  end)

  it("is a line across its facing", function()
    for facing, row in pairs { [UP] = 1, [DOWN] = 1, [RIGHT] = 7, [LEFT] = 7 } do
      crowd = open_crowd(40, 30)
      crowd:send(add_rows(crowd, 2, 10, 3, 7), 30, 15, { formation = "line", facing = facing })
      finish(crowd, 7, 30)
      local tiles = row == 1 and picture(crowd, 27, 15, 7, 1) or picture(crowd, 30, 12, 1, 7)
      assert.equal(("o"):rep(7), table.concat(tiles))
    end
  end)

  it("is a wedge with its point in front", function()
    crowd = open_crowd(40, 30)
    crowd:send(add_rows(crowd, 2, 10, 3, 9), 30, 15, { formation = "wedge", facing = UP })
    finish(crowd, 9, 30)
    assert.same({ "..o..", ".ooo.", "ooooo" }, picture(crowd, 28, 14, 5, 3))
  end)

  it("keeps the places of units", function()
    crowd = open_crowd(40, 30)
    local units, places = {}, { { 2, 3 }, { 5, 3 }, { 4, 6 }, { 8, 9 }, { 3, 12 }, { 9, 4 } }
    for i, place in ipairs(places) do units[i] = crowd:add(place[1], place[2], on_foot) end
    assert.equal(6, crowd:send(units, 30, 15, { formation = "keep" }))
    finish(crowd, 6, 30)
    local x, y = crowd:tile(units[1])
    assert.is_true(math.abs(x - 27) <= 1 and math.abs(y - 12) <= 1)
    for i, unit in ipairs(units) do
      assert.same({ places[i][1] - 2 + x, places[i][2] - 3 + y }, { crowd:tile(unit) })
    end
  end)

  it("keeps the places of units on hexes", function()
    for _, layout in ipairs { "odd_r", "even_r", "odd_q", "even_q" } do
      crowd = open_crowd(40, 30, { layout = layout })
      local grid, units = astar.grid(40, 30, { fill = ".", layout = layout }), {}
      for i = 0, 8 do units[i + 1] = crowd:add(4 + i % 3, 5 + math.floor(i / 3), on_hexes) end
      local was = {}
      for i, unit in ipairs(units) do was[i] = { crowd:tile(unit) } end
      crowd:send(units, 29, 16, { formation = "keep" })
      finish(crowd, 9, 40)
      for i = 1, 9 do
        for k = 1, 9 do
          local ax, ay = crowd:tile(units[i])
          local bx, by = crowd:tile(units[k])
          assert.equal(grid:distance(was[i][1], was[i][2], was[k][1], was[k][2]), grid:distance(ax, ay, bx, by))
        end
      end
      crowd:close()
    end
  end)

  it("has no gaps on hexes", function()
    for _, layout in ipairs { "odd_r", "even_r", "odd_q", "even_q" } do
      for i = 0, 11 do
        for _, formation in ipairs { "block", "line", "wedge" } do
          local grid
          crowd, grid = open_crowd(30, 30, { layout = layout })
          local units = {}
          for k = 0, 9 do units[k + 1] = crowd:add(14 + k % 4, 14 + math.floor(k / 4), on_hexes) end
          assert.equal(10, crowd:send(units, 15, 15, { formation = formation, facing = i * math.pi / 6 }))
          finish(crowd, 10, 20)
          local reached, open = { [units[1]] = true }, { units[1] }
          while #open > 0 do
            local x, y = crowd:tile(table.remove(open))
            for nx, ny in grid:neighbors(x, y) do
              local unit = crowd:at(nx, ny)
              if unit and not reached[unit] then reached[unit], open[#open + 1] = true, unit end
            end
          end
          for _, unit in ipairs(units) do assert.is_true(reached[unit], layout .. " " .. formation .. " " .. i) end
          crowd:close()
        end
      end
    end
    crowd = open_crowd(2, 2)
  end)

  it("has a tile for each unit at every angle", function()
    for _, formation in ipairs { "block", "line", "wedge" } do
      for degrees = -180, 180, 7 do
        crowd = open_crowd(64, 64)
        local units = add_rows(crowd, 20, 20, 6, 30)
        assert.equal(30, crowd:send(units, 32, 32, { formation = formation, facing = math.rad(degrees) }))
        crowd:close()
      end
    end
    crowd = open_crowd(64, 64)
    assert.equal(1, crowd:send({ crowd:add(1, 1, on_foot) }, 5, 5, { formation = "line", facing = 1e300 }))
  end)

  it("faces where the program says, or away from where it came", function()
    crowd = open_crowd(40, 30)
    local units = add_rows(crowd, 2, 10, 3, 6)
    crowd:send(units, 20, 11, { formation = "line" })
    finish(crowd, 6, 20)
    for _, unit in ipairs(units) do assert.equal(0, crowd:facing(unit)) end
    assert.equal("oooooo", table.concat(picture(crowd, 20, 8, 1, 6)))
    crowd:send(units, 21, 20, { facing = 2.5 })
    finish(crowd, 6, 20)
    for _, unit in ipairs(units) do assert.equal(2.5, crowd:facing(unit)) end
  end)

  it("turns at the rate of each unit", function()
    crowd = open_crowd(20, 20)
    local unit = crowd:add(2, 5, on_foot, { turn_rate = 1 })
    crowd:send({ unit }, 8, 5, { formation = "line", facing = math.pi / 2 })
    finish(crowd, 1, 2)
    assert.is_true(crowd:facing(unit) < 1)
    for _ = 1, 20 do crowd:update(0.1) end
    assert.equal(math.pi / 2, crowd:facing(unit))
  end)

  it("leaves left what was left", function()
    crowd = open_crowd(60, 30)
    local units = add_rows(crowd, 3, 10, 1, 12)
    crowd:send(units, 50, 14, { formation = "line" })
    finish(crowd, 12, 30)
    for i = 2, 12 do
      local _, y = crowd:tile(units[i])
      local _, above = crowd:tile(units[i - 1])
      assert.equal(above + 1, y)
    end
  end)

  it("goes as fast as its slowest unit when asked", function()
    local function time(speed)
      crowd = open_crowd(60, 20)
      local units = add_rows(crowd, 3, 5, 2, 8, { speed = 8 })
      crowd:set(units[8], { speed = 2 })
      crowd:send(units, 40, 8, { formation = "keep", speed = speed })
      local first
      for i = 1, 1000 do
        crowd:update(0.05)
        for _, event in crowd:events() do
          assert.equal("arrived", event)
          first = first or i * 0.05
        end
      end
      crowd:close()
      return first
    end
    assert.is_true(time("slowest") > 17)
    assert.is_true(time("own") < 12)
    crowd = open_crowd(2, 2)
  end)

  it("moves away from walls", function()
    local grid
    crowd, grid = open_crowd(40, 30)
    grid:fill("#", 1, 1, 40, 1)
    crowd:send(add_rows(crowd, 2, 10, 3, 9), 30, 4, { formation = "line", facing = RIGHT })
    finish(crowd, 9, 30)
    assert.equal(("o"):rep(9), table.concat(picture(crowd, 30, 2, 1, 9)))
  end)

  it("gets more rows when the ground is too narrow", function()
    local grid
    crowd, grid = open_crowd(40, 30)
    grid:fill("#", 20, 1, 21, 11)
    grid:fill("#", 20, 17, 21, 14)
    crowd:send(add_rows(crowd, 2, 10, 3, 9), 30, 14, { formation = "line", facing = RIGHT })
    finish(crowd, 9, 30)
    assert.same({ "oo", "oo", "oo", "oo", ".o" }, picture(crowd, 29, 12, 2, 5))
  end)

  it("stays in the room of its goal", function()
    local grid
    crowd, grid = open_crowd(40, 30)
    grid:fill("#", 20, 1, 1, 25)
    local units = add_rows(crowd, 2, 10, 4, 16)
    assert.equal(16, crowd:send(units, 21, 5, { formation = "block" }))
    finish(crowd, 16, 60)
    for _, unit in ipairs(units) do assert.is_true((crowd:tile(unit)) > 20) end
  end)

  it("leaves units that stand where they are", function()
    crowd = open_crowd(30, 20)
    local other = crowd:add(20, 10, on_foot, { hold = true })
    local units = add_rows(crowd, 2, 8, 3, 9)
    assert.equal(9, crowd:send(units, 20, 10, { formation = "block" }))
    finish(crowd, 9, 30)
    assert.same({ 20, 10 }, { crowd:tile(other) })
  end)

  it("has room for units of different sizes", function()
    for _, formation in ipairs { "block", "line", "wedge", "keep" } do
      for degrees = 0, 90, 15 do
        crowd = open_crowd(64, 64)
        local units = {}
        for i = 0, 23 do
          local rules = i % 3 == 0 and large or on_foot
          units[i + 1] = crowd:add(10 + i % 6 * 2, 10 + math.floor(i / 6) * 2, rules)
        end
        local options = { formation = formation, facing = math.rad(degrees) }
        assert.equal(24, crowd:send(units, 40, 40, options))
        finish(crowd, 24, 40)
        crowd:close()
      end
    end
    crowd = open_crowd(2, 2)
  end)

  it("keeps together on its way, and is not late for it", function()
    local function play(formation)
      crowd = open_crowd(100, 20)
      local units = add_rows(crowd, 3, 8, 4, 12)
      for _, unit in ipairs(add_rows(crowd, 15, 8, 4, 12)) do units[#units + 1] = unit end
      crowd:send(units, 85, 10, { formation = formation })
      local ahead
      for _ = 1, 60 * 12 do
        crowd:update(1 / 60)
        local first, last = 0, 100
        for _, unit in ipairs(units) do
          local x = crowd:position(unit)
          first, last = math.max(first, x), math.min(last, x)
        end
        if not ahead and last >= 45 then ahead = first - last end
      end
      local time = finish(crowd, 24, 20)
      crowd:close()
      return ahead, time
    end
    local ahead_of_pack, time_of_pack = play "pack"
    local ahead, time = play "block"
    assert.is_true(ahead_of_pack > 14)
    assert.is_true(ahead < 10, ahead .. " tiles")
    assert.is_true(time <= time_of_pack + 1, time .. " s")
    crowd = open_crowd(2, 2)
  end)

  it("goes through a door as fast as a pack", function()
    local times = {}
    for _, formation in ipairs { "pack", "block", "line", "wedge", "keep" } do
      local grid
      crowd, grid = open_crowd(61, 31)
      grid:fill("#", 31, 1, 1, 31)
      grid:set(31, 16, ".")
      local units = add_rows(crowd, 5, 8, 5, 50)
      assert.equal(50, crowd:send(units, 45, 16, { formation = formation }))
      times[formation] = finish(crowd, 50, 90)
      crowd:close()
    end
    for formation, time in pairs(times) do
      assert.is_true(time < 1.35 * times.pack, formation .. " " .. time .. " " .. times.pack)
    end
    crowd = open_crowd(2, 2)
  end)

  it("places all units that can get there", function()
    for _, formation in ipairs { "pack", "block", "line", "wedge", "keep" } do
      local grid = astar.grid { "...#.", "..##.", "...#." }
      crowd = astar.crowd(grid)
      local units = { crowd:add(1, 1, on_foot), crowd:add(5, 2, on_foot), crowd:add(1, 3, on_foot) }
      assert.equal(2, crowd:send(units, 3, 1, { formation = formation }))
      finish(crowd, 2, 10)
      assert.same({ 5, 2 }, { crowd:tile(units[2]) })
      crowd:close()
    end
    crowd = open_crowd(2, 2)
  end)

  it("goes where most units can go", function()
    for _, formation in ipairs { "pack", "block" } do
      local grid
      crowd, grid = open_crowd(30, 10)
      grid:fill("#", 15, 1, 1, 10)
      local near = crowd:add(14, 5, on_foot) -- the nearest unit is behind a wall
      local units = { near, crowd:add(28, 5, on_foot), crowd:add(28, 6, on_foot) }
      assert.equal(2, crowd:send(units, 18, 5, { formation = formation }))
      finish(crowd, 2, 10)
      for i = 2, 3 do assert.is_true(math.abs(crowd:tile(units[i]) - 18) <= 1) end
      crowd:close()
    end
    crowd = open_crowd(2, 2)
  end)

  it("places no unit that cannot get there", function()
    local grid
    crowd, grid = open_crowd(30, 10)
    grid:fill("#", 15, 1, 1, 10)
    local here, there = crowd:add(20, 5, on_foot), crowd:add(2, 5, on_foot)
    for _, formation in ipairs { "block", "line", "wedge", "keep" } do
      assert.equal(1, crowd:send({ here, there }, 25, 5, { formation = formation }))
      assert.equal("idle", crowd:state(there))
    end
  end)

  it("goes to places that the rules of each unit reach", function()
    local grid = astar.grid(20, 12, { fill = "." })
    grid:fill("~", 1, 7, 20, 6)
    grid:fill("#", 17, 1, 1, 12)
    local boat = astar.rules { cost = { ["~"] = 1 } }
    for _, formation in ipairs { "pack", "block", "line", "keep" } do
      for goal_y = 2, 11, 3 do
        local army, units = astar.crowd(grid), {}
        for x = 1, 3 do
          units[#units + 1] = army:add(x, 1, on_foot)
          units[#units + 1] = army:add(x, 9, boat)
        end
        units[7], units[8] = army:add(19, 1, on_foot), army:add(19, 9, boat) -- behind a wall
        units[9] = army:add(5, 1, large)
        assert.equal(7, army:send(units, 12, goal_y, { formation = formation }))
        finish(army, 7, 30)
        for i = 1, 6 do assert.is_true(army:tile(units[i]) >= 4, formation) end
        for i = 7, 8 do assert.equal("idle", army:state(units[i])) end
        army:close()
      end
    end
  end)

  it("each kind of unit gets places that it reaches, although the center is none of them", function()
    local on_foot_too = astar.rules { cost = { ["."] = 1, f = 2 } }
    for size = 1, 2 do
      local cart = astar.rules { cost = { ["."] = 1 }, size = size }
      for _, formation in ipairs { "pack", "block", "line" } do
        local grid = astar.grid(30, 20, { fill = "." })
        grid:fill("f", 18, 6, 9, 9) -- a forest
        grid:fill(".", 21, 9, 3, 3) -- and a glade in it
        local army, units, arrived = astar.crowd(grid), {}, 0
        for i = 1, 6 do units[i] = army:add(2, 2 + i, on_foot_too) end
        for i = 1, 4 do units[6 + i] = army:add(5, 1 + 2 * i, cart) end
        assert.equal(10, army:send(units, 22, 10, { formation = formation }))
        for _ = 1, 1200 do
          army:update(1 / 60)
          for _, event in army:events() do
            assert.equal("arrived", event)
            arrived = arrived + 1
          end
        end
        assert.equal(10, arrived)
      end
    end
  end)
end)

describe("a second order on the way", function()
  it("does not turn a column inside out", function()
    local function march(again, x, y)
      local crowd, grid = open_crowd(60, 20)
      grid:fill("#")
      for _, part in ipairs { { 2, 2, 58, 3 }, { 57, 2, 3, 16 }, { 2, 15, 58, 3 }, { 2, 8, 12, 12 } } do
        grid:fill(".", part[1], part[2], part[3], part[4]) -- the way doubles back
      end
      local units, seconds = {}, 0
      for i = 0, 39 do units[i + 1] = crowd:add(3 + i % 14, 2 + math.floor(i / 14), on_foot) end
      crowd:send(units, 8, 11)
      if again then
        for _ = 1, again * 20 do crowd:update(0.05) end
        crowd:send(units, x, y)
        seconds = again
      end
      return seconds + finish(crowd, 40, 60)
    end
    local alone = march()
    for _, case in ipairs { { 12, 8, 11 }, { 20, 8, 12 }, { 22, 12, 18 } } do
      assert.is_true(march(case[1], case[2], case[3]) < 1.05 * alone)
    end
  end)

  it("brings an army of two sizes to its new place", function()
    local crowd, units = open_crowd(80, 80), {}
    for i = 0, 71 do units[#units + 1] = crowd:add(20 + i % 12, 5 + math.floor(i / 12), on_foot) end
    for i = 0, 11 do units[#units + 1] = crowd:add(4 + i % 4 * 2, 5 + math.floor(i / 4) * 2, large) end
    crowd:send(units, 60, 60)
    for _ = 1, 100 do crowd:update(0.05) end
    crowd:send(units, 15, 60, { speed = "slowest" })
    assert.is_true(finish(crowd, 84, 60) < 40)
  end)

  describe("of a mixed army", function()
    local crowd, units

    -- 72 small units and 12 large, slower ones.
    before_each(function()
      crowd, units = open_crowd(100, 60), {}
      for i = 0, 83 do
        local rules, speed = on_foot, 3 + i % 4
        if i % 7 == 3 then rules, speed = large, 2.5 end
        local x, y = 4 + i * 5 % 16, 24 + i * 7 % 15
        units[i + 1] = assert(crowd:add(x, y, rules, { speed = speed, nearest = 20 }))
      end
      crowd:send(units, 50, 30)
    end)

    it("finds the large units at a flank, and leaves them there", function()
      assert.is_true(finish(crowd, 84, 60) < 36)
      crowd:send(units, 80, 34)
      assert.is_true(finish(crowd, 84, 60) < 23)
      local top, bottom = 60, 1
      for _, unit in ipairs(units) do
        local _, y = crowd:tile(unit)
        if crowd:size(unit) == 2 then top, bottom = math.min(top, y), math.max(bottom, y + 1) end
      end
      assert.is_true(bottom - top <= 5)
    end)

    it("to where it stands moves no unit far", function()
      finish(crowd, 84, 60)
      crowd:send(units, 50, 30)
      assert.is_true(finish(crowd, 84, 60) < 10)
    end)

    it("does not mix it", function()
      for _ = 1, 140 do crowd:update(0.05) end
      for _ in crowd:events() do end -- the first units arrived
      crowd:send(units, 80, 34)
      assert.is_true(finish(crowd, 84, 60) < 40)
    end)
  end)
end)
