-- Crowds as scripts see them: each call, each reason and event, and what an invalid call raises. The specs of
-- the core check how units move.

local astar = require "astar"
local doom = require "spec.support.doom"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"

local raises = expect.raises
local HUGE, NAN = math.huge, 0 / 0

local on_foot = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }
local large = astar.rules { cost = { ["."] = 1 }, size = 2 }

local function open_grid(width, height)
  return astar.grid(width, height, { fill = "." })
end

-- The events of a crowd: "unit event x,y", in their order.
local function events_of(crowd)
  local list = {}
  for unit, event, x, y in crowd:events() do list[#list + 1] = ("%d %s %d,%d"):format(unit, event, x, y) end
  return list
end

-- Lets time pass until the first event, at most `seconds`. Returns the events.
local function wait_for_event(crowd, seconds)
  for _ = 1, seconds * 20 do
    crowd:update(0.05)
    local list = events_of(crowd)
    if #list > 0 then return list end
  end
  return {}
end

local function update(crowd, seconds)
  for _ = 1, seconds * 20 do crowd:update(0.05) end
end

local function collect()
  collectgarbage()
  collectgarbage()
end

local function free(object) debug.getmetatable(object).__gc(object) end

describe("a crowd", function()
  local grid, crowd

  before_each(function()
    grid = open_grid(12, 8)
    crowd = astar.crowd(grid)
  end)

  describe("is created and closed:", function()
    it("a grid has at most one crowd", function()
      raises("astar.crowd: the grid has a crowd already: close that crowd first", astar.crowd, grid)
      crowd:close()
      local second = astar.crowd(grid)
      assert.equal(0, second:count())
      local other = astar.crowd(grid:clone())
      assert.equal(0, other:count())
    end)

    it("a crowd that no variable holds does not count", function() -- without a call of collectgarbage
      crowd = nil
      for _ = 1, 5 do assert.equal(1, astar.crowd(grid):add(1, 1, on_foot)) end
    end)

    it("its options have ranges", function()
      local other = open_grid(3, 3)
      for _, options in ipairs {
        { patience = 0.001 }, { patience = HUGE }, { budget = 1 }, { budget = 2 ^ 40 }, {},
        { patience = 5, budget = 10 },
      } do
        astar.crowd(other, options):close()
      end
      for value, text in pairs { [0] = "0", [-1] = "-1", ["5"] = '"5"', [true] = "true" } do
        raises('astar.crowd: option "patience" must be a number > 0, got ' .. text,
          function() local _ = astar.crowd(other, { patience = value }) end)
      end
      raises('astar.crowd: option "patience" must be a number > 0, got nan', astar.crowd, other, { patience = NAN })
      for value, text in pairs { [-1] = "-1", [0] = "0", [1.5] = "1.5", ["5"] = '"5"', [HUGE] = "inf" } do
        raises('astar.crowd: option "budget" must be an integer >= 1, got ' .. text,
          function() local _ = astar.crowd(other, { budget = value }) end)
      end
      raises('astar.crowd: unknown option "speed"; valid options: patience, budget, smooth, replan',
        function() local _ = astar.crowd(other, { speed = 1 }) end)
      local gone = ': option "paths" is gone: crowds search their paths; budget = 5000 bounds the searches of an update'
      raises("astar.crowd" .. gone, function() local _ = astar.crowd(other, { paths = true }) end)
      raises("astar.deserialize_crowd" .. gone, function() astar.deserialize_crowd("", other, {}, { paths = true }) end)
      raises("astar.crowd: options must be a table, got 5", function() local _ = astar.crowd(other, 5) end)
      raises("astar.crowd: grid must be an astar grid, got nil", function() local _ = astar.crowd() end)
      raises("astar.crowd: grid must be an astar grid, got astar rules", function() local _ = astar.crowd(on_foot) end)
      assert.equal(0, astar.crowd(other):count()) -- none of the failed calls left a crowd behind
    end)

    it("tostring names the number of units", function()
      assert.equal("astar.crowd of 0 units", tostring(crowd))
      crowd:add(1, 1, on_foot)
      assert.equal("astar.crowd of 1 unit", tostring(crowd))
      crowd:close()
      assert.equal("astar.crowd (closed)", tostring(crowd))
      assert.equal("astar.crowd", getmetatable(crowd))
    end)

    it("all methods of a closed crowd raise an error, except close", function()
      local unit = crowd:add(1, 1, on_foot)
      crowd:close()
      crowd:close()
      local arguments = {
        add = { 1, 1, on_foot }, remove = { unit }, place = { unit, 1, 1 }, set = { unit, {} }, go_to = { unit, 2, 2 },
        send = { { unit }, 2, 2 }, follow = { { unit }, grid:distance_field({ { 1, 1 } }, on_foot) },
        chase = { unit, 2 }, walk = { unit, grid:find_path(1, 1, 2, 2, on_foot) },
        stop = { unit }, update = { 0.1 }, events = {}, position = { unit }, tile = { unit },
        set_step_time = { unit, 1 }, permit = { unit, 1, 1 }, delay = { unit, 1 },
        state = { unit }, facing = { unit }, goal = { unit }, size = { unit }, remaining = { unit },
        positions = {}, allies = { 0, 1 }, nearest = { 1, 1 }, within = { 1, 1, 1 }, at = { 1, 1 },
        blocker = { unit }, units = {}, count = {}, serialize = {},
      }
      for name, method in pairs(debug.getmetatable(crowd).__index) do
        if name ~= "close" then
          local list = assert(arguments[name], name)
          raises("crowd:" .. name .. ": the crowd was closed",
            function() local _ = method(crowd, list[1], list[2], list[3]) end)
        end
      end
    end)

    it("all methods raise an error for another self", function()
      for name, method in pairs(debug.getmetatable(crowd).__index) do
        for text, value in pairs { ["an astar grid"] = grid, ["5"] = 5, ["a table"] = {} } do
          raises(("crowd:%s: must be called on an astar crowd (use a colon), got %s"):format(name, text),
            function() local _ = method(value) end)
        end
      end
    end)

    it("a block of Lua 5.4 closes it", function()
      if _VERSION ~= "Lua 5.4" then pending "only on Lua 5.4" end
      local run = assert(load [[
        local astar, grid = ...
        do
          local crowd <close> = astar.crowd(grid)
          crowd:add(1, 1, astar.rules { default = 1 })
        end
        return astar.crowd(grid):count()
      ]])
      assert.equal(0, run(astar, open_grid(2, 2)))
    end)

    it("it keeps its grid, which may be freed by hand", function()
      local weak = setmetatable({ grid }, { __mode = "v" })
      local unit = crowd:add(1, 1, on_foot)
      crowd:go_to(unit, 12, 8)
      grid = nil
      collect()
      assert.is_not_nil(weak[1])
      free(weak[1])
      assert.same({ "1 arrived 12,8" }, wait_for_event(crowd, 10))
      crowd:close()
      crowd = nil
      collect()
      assert.is_nil(weak[1])
    end)
  end)

  describe("has units:", function()
    it("numbers count up, and begin again when the crowd was empty", function()
      assert.equal(1, crowd:add(1, 1, on_foot))
      assert.equal(2, crowd:add(2, 1, on_foot))
      crowd:remove(2)
      assert.equal(3, crowd:add(2, 1, on_foot))
      assert.same({ 1, 3 }, crowd:units())
      assert.equal(2, crowd:count())
      crowd:remove(1)
      crowd:remove(3)
      assert.same({}, crowd:units())
      assert.equal(1, crowd:add(5, 5, on_foot))
      assert.equal("1", tostring(crowd:units()[1])) -- an integer, also in Lua 5.4
    end)

    it("add returns a reason where a unit cannot stand", function()
      grid:set(4, 4, "#")
      grid:block(5, 5)
      crowd:add(1, 1, on_foot)
      for _, case in ipairs {
        { 0, 1, "out_of_bounds" }, { 13, 1, "out_of_bounds" }, { 1, -5, "out_of_bounds" },
        { 1, 2 ^ 40, "out_of_bounds" },
        { 4, 4, "impassable" }, { 5, 5, "impassable" }, { 1, 1, "occupied" },
      } do
        assert.same({ nil, case[3] }, { crowd:add(case[1], case[2], on_foot) })
      end
      assert.same({ nil, "occupied" }, { crowd:add(1, 1, large) })
      assert.same({ nil, "impassable" }, { crowd:add(3, 3, large) })
      assert.same({ 2 }, { crowd:add(5, 5, astar.rules { default = 1, ignore_blocked = true }) })
      assert.equal(2, crowd:count())
    end)

    it("a unit has the size of its rules", function()
      local unit = crowd:add(3, 3, large)
      for y = 2, 5 do
        for x = 2, 5 do
          local is_inside = x >= 3 and x <= 4 and y >= 3 and y <= 4
          assert.equal(is_inside and unit or nil, crowd:at(x, y))
        end
      end
      assert.same({ 3, 3 }, { crowd:position(unit) })
    end)

    it("add has options", function()
      local slow = crowd:add(1, 1, on_foot, { speed = 1, facing = 2 })
      local fast = crowd:add(1, 3, on_foot, { speed = 10, priority = -1000, hold = true, steps = true })
      assert.equal(2, crowd:facing(slow))
      crowd:go_to(slow, 12, 1)
      crowd:go_to(fast, 12, 3)
      update(crowd, 1)
      assert.equal(0, crowd:facing(slow))
      assert.is_true(crowd:position(slow) > 1.8 and crowd:position(slow) < 2.01)
      assert.is_true(crowd:position(fast) > 10)
      local steps = events_of(crowd)
      assert.equal("2 step 2,3", steps[1])
      assert.is_true(#steps >= 9)
    end)

    it("all options are checked", function()
      local no_speeds = {
        [-1e-300] = "-1e-300", [-1] = "-1", [0.0009] = "0.0009", [101] = "101", [HUGE] = "inf", ["4"] = '"4"',
      }
      for value, text in pairs(no_speeds) do
        raises('crowd:add: option "speed" must be 0 or a number from 0.001 to 100, got ' .. text,
          function() crowd:add(1, 1, on_foot, { speed = value }) end)
      end
      raises('crowd:add: option "speed" must be 0 or a number from 0.001 to 100, got nan',
        function() crowd:add(1, 1, on_foot, { speed = NAN }) end)
      for value, text in pairs { [1001] = "1001", [-1001] = "-1001", [1.5] = "1.5", [HUGE] = "inf", [true] = "true" } do
        raises('crowd:add: option "priority" must be an integer from -1000 to 1000, got ' .. text,
          function() crowd:add(1, 1, on_foot, { priority = value }) end)
      end
      for _, name in ipairs { "hold", "steps", "asks" } do
        raises(('crowd:add: option "%s" must be true or false, got 1'):format(name),
          function() crowd:add(1, 1, on_foot, { [name] = 1 }) end)
      end
      for value, text in pairs { [HUGE] = "inf", [-HUGE] = "-inf", east = '"east"' } do
        local given = value == "east" and "east" or value
        raises('crowd:add: option "facing" must be a finite number, got ' .. text,
          function() crowd:add(1, 1, on_foot, { facing = given }) end)
      end
      raises('crowd:add: unknown option "size"; valid options: speed, priority, hold, facing, nearest, steps, asks, '
        .. "turn_rate, team, ignore_blocked, penalty_scale, influence",
        function() crowd:add(1, 1, on_foot, { size = 2 }) end)
      for _, value in ipairs { -1, 0.5 } do
        raises('crowd:add: option "nearest" must be an integer >= 0, got ' .. value,
          function() crowd:add(1, 1, on_foot, { nearest = value }) end)
      end
      raises('crowd:add: x must be an integer, got 1.5', function() crowd:add(1.5, 1, on_foot) end)
      raises('crowd:add: y must be an integer, got nil', function() crowd:add(1) end)
      raises('crowd:add: rules must be made by astar.rules, got a table', function() crowd:add(1, 1, {}) end)
      assert.equal(0, crowd:count())
      for _, speed in ipairs { 0, 0.001, 100 } do
        assert.is_number(crowd:add(crowd:count() + 1, 1, on_foot, { speed = speed, priority = 1000 }))
      end
    end)

    it("rules must fit the grid", function()
      local hexes = astar.crowd(astar.grid(4, 4, { fill = ".", layout = "odd_r" }))
      raises("crowd:add: size above 1 needs a square grid", function()
        hexes:add(1, 1, large)
      end)
      local unit = hexes:add(1, 1, on_foot)
      raises("crowd:set: size above 1 needs a square grid", hexes.set, hexes, unit, { rules = large })
      hexes:go_to(unit, 4, 4)
      assert.same({ "1 arrived 4,4" }, wait_for_event(hexes, 5))
    end)

    it("place puts a unit on a tile, or returns a reason", function()
      local unit, other = crowd:add(1, 1, on_foot), crowd:add(2, 1, on_foot)
      grid:set(4, 4, "#")
      assert.is_true(crowd:place(unit, 10, 5))
      assert.same({ 10, 5 }, { crowd:tile(unit) })
      assert.is_nil(crowd:at(1, 1))
      assert.equal(unit, crowd:at(10, 5))
      assert.same({ nil, "occupied" }, { crowd:place(unit, 2, 1) })
      assert.same({ nil, "impassable" }, { crowd:place(unit, 4, 4) })
      assert.same({ nil, "out_of_bounds" }, { crowd:place(unit, 0, 4) })
      assert.same({ 10, 5 }, { crowd:tile(unit) })
      assert.is_true(crowd:place(other, 2, 1))
      crowd:go_to(unit, 10, 8)
      crowd:update(0.1)
      assert.is_true(crowd:place(unit, 1, 8)) -- it keeps its order
      assert.same({ "1 arrived 10,8" }, wait_for_event(crowd, 10))
    end)

    it("add and place find the nearest tile where a unit fits", function()
      for seed, layout in ipairs { "square", "square", "odd_r", "even_q" } do
        local random = random_map.new(seed)
        local map = astar.grid(9, 9, { fill = ".", layout = layout })
        local units = astar.crowd(map)
        for _ = 1, 30 do map:set(random:int(1, 9), random:int(1, 9), "#") end
        for _ = 1, 200 do
          local rules = layout == "square" and random:chance(0.3) and large or on_foot
          local x, y, n, expected = random:int(1, 9), random:int(1, 9), random:int(0, 12), nil
          local probe, why = units:add(x, y, rules)
          if probe then units:remove(probe) end
          for steps = 0, n do
            for tile_x, tile_y in map:ring(x, y, steps) do
              local unit = not expected and units:add(tile_x, tile_y, rules)
              if unit then units:remove(unit) end
              expected = expected or unit and { tile_x, tile_y }
            end
          end
          local unit, at_x, at_y = units:add(x, y, rules, { nearest = n })
          assert.same(expected or { why }, { at_x, at_y })
          assert.equal(expected ~= nil, unit ~= nil)
          if unit then assert.same({ at_x, at_y }, { units:tile(unit) }) end
          if unit and random:chance(0.5) then
            assert.same({ true, at_x, at_y }, { units:place(unit, at_x, at_y, { nearest = n }) })
            units:remove(unit)
          end
        end
      end
    end)

    it("place with nearest refuses what place refuses when none fits", function()
      local unit = crowd:add(1, 1, on_foot)
      grid:block(6, 4)
      crowd:add(7, 4, on_foot)
      assert.same({ true, 5, 3 }, { crowd:place(unit, 6, 4, { nearest = 1 }) })
      assert.same({ true }, { crowd:place(unit, 6, 5) })
      assert.same({ true, 6, 5 }, { crowd:place(unit, 6, 5, { nearest = 0 }) })
      assert.same({ nil, "impassable" }, { crowd:place(unit, 6, 4, { nearest = 0 }) })
      assert.same({ nil, "occupied" }, { crowd:place(unit, 7, 4, { nearest = 0 }) })
      assert.same({ nil, "out_of_bounds" }, { crowd:place(unit, 0, 4, { nearest = 99 }) })
      for x, y in grid:ring(6, 4, 1) do grid:set(x, y, "#") end
      assert.same({ nil, "impassable" }, { crowd:place(unit, 6, 4, { nearest = 1 }) })
      grid:block(6, 4, false)
      assert.same({ nil, "occupied" }, { crowd:add(1, 1, astar.rules { default = 1, size = 8 }, { nearest = 2 ^ 40 }) })
      raises('crowd:place: option "nearest" must be an integer >= 0, got -1',
        function() crowd:place(unit, 1, 1, { nearest = -1 }) end)
      raises('crowd:place: unknown option "range"; valid options: nearest',
        function() crowd:place(unit, 1, 1, { range = 1 }) end)
    end)

    it("set changes how a unit moves", function()
      local unit = crowd:add(1, 1, on_foot)
      assert.is_true(crowd:set(unit, {}))
      assert.is_true(crowd:set(unit, { speed = 2, priority = 3, hold = true, steps = true, rules = large }))
      assert.equal(unit, crowd:at(2, 2))
      crowd:go_to(unit, 3, 1)
      update(crowd, 2)
      assert.same({ "1 step 2,1", "1 step 3,1", "1 arrived 3,1" }, events_of(crowd))
      assert.is_true(crowd:set(unit, { steps = false, rules = on_foot }))
      assert.is_nil(crowd:at(4, 2))
      crowd:go_to(unit, 1, 1)
      assert.same({ "1 arrived 1,1" }, wait_for_event(crowd, 5))
    end)

    it("set returns a reason when new rules do not fit, and changes nothing", function()
      local unit, other = crowd:add(3, 3, on_foot, { speed = 1 }), crowd:add(4, 4, on_foot)
      assert.same({ nil, "occupied" }, { crowd:set(unit, { rules = large, speed = 10, steps = true }) })
      crowd:remove(other)
      grid:set(4, 4, "#")
      assert.same({ nil, "impassable" }, { crowd:set(unit, { rules = large }) })
      crowd:place(unit, 12, 3)
      assert.same({ nil, "impassable" }, { crowd:set(unit, { rules = astar.rules { default = false } }) })
      local _, reason = crowd:set(unit, { rules = large })
      assert.is_true(reason == "out_of_bounds" or reason == "impassable", reason)
      crowd:go_to(unit, 11, 3)
      crowd:update(0)
      crowd:update(0.5)
      assert.equal(11.5, (crowd:position(unit)))
      assert.same({}, events_of(crowd))
    end)

    it("set checks its options", function()
      local unit = crowd:add(1, 1, on_foot)
      raises("crowd:set: options must be a table, got nil", function() crowd:set(unit) end)
      raises('crowd:set: unknown option "facing"; valid options: speed, rules, priority, hold, steps, asks, turn_rate, '
        .. "team, ignore_blocked, penalty_scale, influence",
        function() crowd:set(unit, { facing = 1 }) end)
      raises('crowd:set: option "rules" must be made by astar.rules, got an astar grid',
        function() crowd:set(unit, { rules = grid }) end)
      raises('crowd:set: option "speed" must be 0 or a number from 0.001 to 100, got 0.0009',
        function() crowd:set(unit, { speed = 0.0009 }) end)
    end)

    it("commands to a unit that does not exist raise an error, reading it returns nil", function()
      local gone, unit = crowd:add(1, 1, on_foot), crowd:add(2, 2, on_foot)
      crowd:remove(gone)
      local field = grid:distance_field({ { 5, 5 } }, on_foot)
      local path = grid:find_path(2, 2, 5, 5, on_foot)
      for _, number in ipairs { gone, 3, 12, 2 ^ 32 - 1 } do
        local text = (": unit %.14g does not exist"):format(number)
        raises("crowd:remove" .. text, function() crowd:remove(number) end)
        raises("crowd:place" .. text, function() crowd:place(number, 5, 5) end)
        raises("crowd:set" .. text, function() crowd:set(number, {}) end)
        raises("crowd:set_step_time" .. text, function() crowd:set_step_time(number, 1) end)
        raises("crowd:permit" .. text, function() crowd:permit(number, 1, 1) end)
        raises("crowd:delay" .. text, function() crowd:delay(number, 1) end)
        raises("crowd:go_to" .. text, function() crowd:go_to(number, 5, 5) end)
        raises("crowd:stop" .. text, function() crowd:stop(number) end)
        raises("crowd:chase" .. text, function() crowd:chase(number, unit) end)
        raises("crowd:send" .. text, function() crowd:send({ unit, number }, 5, 5) end)
        raises("crowd:follow" .. text, function() crowd:follow({ unit, number }, field) end)
        raises("crowd:walk" .. text, function() crowd:walk(number, path) end)
        for _ in crowd:remaining(number) do error "no tile is ahead" end
        for _, name in ipairs { "position", "tile", "state", "facing", "goal", "size" } do
          assert.equal(1, select("#", crowd[name](crowd, number)))
          assert.is_nil(crowd[name](crowd, number))
        end
      end
      assert.equal("idle", crowd:state(unit)) -- the unit in the lists was not sent
    end)

    it("blocker names the unit that keeps another one from its step", function()
      local corridor = astar.grid { "#######", ".......", "#######" }
      local queue = astar.crowd(corridor, { patience = 100 })
      local last, first, guard = queue:add(1, 2, on_foot), queue:add(2, 2, on_foot), queue:add(5, 2, on_foot)
      queue:set(guard, { hold = true })
      assert.is_nil(queue:blocker(last)) -- idle
      for _, unit in ipairs { last, first } do queue:go_to(unit, 7, 2) end
      update(queue, 0.1)
      assert.is_nil(queue:blocker(first)) -- it moves
      update(queue, 4)
      assert.same({ guard, 5, 2 }, { queue:blocker(first) })
      assert.same({ first, 4, 2 }, { queue:blocker(last) })
      assert.is_nil(queue:blocker(99))
      queue:set(guard, { hold = false })
      queue:go_to(guard, 6, 2)
      queue:update(1 / 60)
      assert.is_nil(queue:blocker(guard))
      queue:remove(guard)
      queue:set(first, { asks = true })
      update(queue, 0.5)
      assert.is_nil(queue:blocker(first)) -- it asks
      queue:delay(first, 9)
      queue:add(5, 2, on_foot)
      assert.is_nil(queue:blocker(first)) -- it is delayed
    end)

    it("blocker gives the tile of a large unit, and one that is entered", function()
      local two = crowd:add(1, 1, large)
      local small, stone = crowd:add(4, 2, on_foot, { hold = true }), crowd:add(4, 1, on_foot, { hold = true })
      for y = 3, 8 do crowd:add(3, y, on_foot, { hold = true }) end
      crowd:go_to(two, 11, 1)
      update(crowd, 1)
      local unit, x, y = crowd:blocker(two)
      assert.is_true(unit == small and x == 4 and y == 2 or unit == stone and x == 4 and y == 1)
    end)

    it("numbers of units are integers >= 1", function()
      local methods = {
        "remove", "place", "set", "go_to", "stop", "chase", "walk", "position", "tile", "state", "facing", "goal",
        "size", "remaining",
      }
      for _, name in ipairs(methods) do
        local function each(text, value)
          raises(("crowd:%s: unit must be an integer from 1 to 4294967295, got %s"):format(name, text),
            function() crowd[name](crowd, value, 1, 1) end)
        end
        for text, value in pairs {
          ["0"] = 0, ["-1"] = -1, ["1.5"] = 1.5, nan = NAN, inf = HUGE, ['"1"'] = "1", ["a table"] = {},
          ["4294967296"] = 2 ^ 32, ["1e+300"] = 1e300, ["an astar crowd"] = crowd,
        } do
          each(text, value)
        end
        each "nil"
      end
    end)
  end)

  describe("takes orders:", function()
    it("go_to sends a unit to a tile", function()
      local unit = crowd:add(1, 1, on_foot)
      assert.is_true(crowd:go_to(unit, 12, 8))
      assert.same({ "1 arrived 12,8" }, wait_for_event(crowd, 10))
      assert.equal("idle", crowd:state(unit))
    end)

    it("go_to returns a reason, and the unit keeps its order", function()
      grid:fill("#", 6, 1, 1, 8)
      local unit = crowd:add(1, 1, on_foot)
      assert.is_true(crowd:go_to(unit, 5, 8))
      assert.same({ nil, "out_of_bounds" }, { crowd:go_to(unit, 13, 1) })
      assert.same({ nil, "out_of_bounds" }, { crowd:go_to(unit, -2 ^ 40, 1) })
      assert.same({ nil, "goal_blocked" }, { crowd:go_to(unit, 6, 1) })
      assert.same({ nil, "unreachable" }, { crowd:go_to(unit, 7, 1) })
      assert.same({ "1 arrived 5,8" }, wait_for_event(crowd, 10))
    end)

    it("go_to has the options range and partial", function()
      grid:fill("#", 6, 1, 1, 8)
      local unit = crowd:add(1, 1, on_foot)
      assert.is_true(crowd:go_to(unit, 5, 1, { range = 2 }))
      assert.same({ "1 arrived 3,1" }, wait_for_event(crowd, 10))
      for range = 0, 4 do
        assert.is_true(crowd:go_to(unit, 9, 1, { partial = true, range = range }))
        assert.same({ range < 4 and "1 settled 5,1" or "1 arrived 5,1" }, wait_for_event(crowd, 10))
      end
      assert.is_true(crowd:go_to(unit, 4, 1, { partial = true }))
      assert.same({ "1 arrived 4,1" }, wait_for_event(crowd, 10))
      raises('crowd:go_to: option "range" must be an integer >= 0, got -1',
        function() crowd:go_to(unit, 1, 1, { range = -1 }) end)
      raises('crowd:go_to: option "partial" must be true or false, got 1',
        function() crowd:go_to(unit, 1, 1, { partial = 1 }) end)
      raises('crowd:go_to: unknown option "speed"; valid options: range, partial',
        function() crowd:go_to(unit, 1, 1, { speed = 1 }) end)
      raises("crowd:go_to: x must be an integer, got nil", function() crowd:go_to(unit) end)
      raises("crowd:go_to: y must be an integer, got 0.5", function() crowd:go_to(unit, 1, 0.5) end)
      assert.is_true(crowd:go_to(unit, 1, 1, nil))
    end)

    it("send gives each unit a tile of its own", function()
      local units = {}
      for i = 1, 9 do units[i] = crowd:add(i, 1, on_foot) end
      assert.equal(9, crowd:send(units, 6, 5))
      update(crowd, 15)
      local tiles = {}
      for i = 1, 9 do
        local x, y = crowd:tile(units[i])
        assert.is_true(math.abs(x - 6) <= 1 and math.abs(y - 5) <= 1)
        tiles[x .. "," .. y] = true
        assert.equal("idle", crowd:state(units[i]))
      end
      for y = 4, 6 do
        for x = 5, 7 do assert.is_true(tiles[x .. "," .. y]) end
      end
    end)

    it("send returns how many got a tile, or a reason", function()
      grid:fill("#")
      grid:fill(".", 1, 1, 3, 1)
      local a, b = crowd:add(1, 1, on_foot), crowd:add(2, 1, on_foot)
      assert.same({ 2 }, { crowd:send({ a, b, a, a }, 3, 1, { formation = "pack" }) })
      assert.same({ 0 }, { crowd:send({}, 3, 1) })
      assert.same({ nil, "out_of_bounds" }, { crowd:send({ a }, 0, 1) })
      crowd:set(a, { hold = true })
      assert.is_true(crowd:send({ a, b }, 2, 1) <= 2)
    end)

    it("send checks its arguments", function()
      local unit = crowd:add(1, 1, on_foot)
      raises('crowd:send: option "formation" must be one of "pack", "block", "line", "wedge", "keep", got "ring"',
        function() crowd:send({ unit }, 1, 1, { formation = "ring" }) end)
      raises('crowd:send: option "speed" must be one of "own", "slowest", got 4',
        function() crowd:send({ unit }, 1, 1, { speed = 4 }) end)
      for facing, text in pairs { [HUGE] = "inf", [-HUGE] = "-inf", up = '"up"' } do
        raises('crowd:send: option "facing" must be a finite number, got ' .. text,
          function() crowd:send({ unit }, 1, 1, { facing = facing }) end)
      end
      raises('crowd:send: unknown option "range"; valid options: formation, facing, speed',
        function() crowd:send({ unit }, 1, 1, { range = 1 }) end)
      raises("crowd:send: units must be a list of units, got 1", function() crowd:send(unit, 1, 1) end)
      raises("crowd:send: units must be a list of units, got a table without item 1",
        function() crowd:send({ [2] = unit }, 1, 1) end)
      raises("crowd:send: units must be a list of units, got a table without item 1",
        function() crowd:send({ unit = unit }, 1, 1) end)
      raises('crowd:send: units[2] must be an integer from 1 to 4294967295, got "x"',
        function() crowd:send({ unit, "x" }, 1, 1) end)
      raises("crowd:send: units[1] must be an integer from 1 to 4294967295, got 0.5", crowd.send, crowd, { 0.5 }, 1, 1)
      raises("crowd:send: x must be an integer, got nil", function() crowd:send { unit } end)
      assert.equal("idle", crowd:state(unit))
    end)

    it("follow leads units along a field, which the crowd keeps", function()
      local a, b, c = crowd:add(1, 1, on_foot), crowd:add(1, 2, on_foot), crowd:add(2, 1, on_foot)
      local weak = setmetatable({ grid:distance_field({ { 12, 8 } }, on_foot) }, { __mode = "v" })
      assert.is_true(crowd:follow({ a, b, c }, weak[1]))
      collect()
      assert.is_nil(weak[1])
      update(crowd, 10)
      assert.equal(3, #events_of(crowd))
      for _, unit in ipairs { a, b, c } do
        local x, y = crowd:tile(unit)
        assert.is_true(x >= 11 and y >= 7)
      end
      assert.is_true(crowd:follow({ a }, grid:distance_field({ { 1, 1 } }, on_foot):flee()))
    end)

    it("units go on when the goals of their field change", function()
      local field = grid:distance_field({ { 12, 8 } }, on_foot)
      local unit = crowd:add(6, 4, on_foot)
      crowd:follow({ unit }, field)
      update(crowd, 5)
      assert.same({ 12, 8 }, { crowd:tile(unit) })
      field:set_goals { { 1, 8 } }
      update(crowd, 5)
      assert.same({ 1, 8 }, { crowd:tile(unit) })
    end)

    it("follow checks its arguments", function()
      local unit = crowd:add(1, 1, on_foot)
      raises("crowd:follow: field must be an astar field, got nil", function() crowd:follow { unit } end)
      raises("crowd:follow: field must be an astar field, got an astar grid", crowd.follow, crowd, { unit }, grid)
      raises("crowd:follow: field must be a field of the crowd's grid",
        function() crowd:follow({ unit }, grid:clone():distance_field({ { 1, 1 } }, on_foot)) end)
      raises("crowd:follow: a movement range leads to no goal",
        function() crowd:follow({ unit }, grid:reachable(1, 1, on_foot, 5)) end)
      local freed = grid:distance_field({ { 1, 1 } }, on_foot)
      free(freed)
      raises("crowd:follow: the field was freed already", function() crowd:follow({ unit }, freed) end)
    end)

    it("chase goes after a unit", function()
      local hunter, prey = crowd:add(1, 1, on_foot, { speed = 6 }), crowd:add(6, 4, on_foot, { speed = 2 })
      assert.is_true(crowd:chase(hunter, prey))
      crowd:go_to(prey, 12, 8)
      update(crowd, 8)
      local x, y = crowd:tile(hunter)
      assert.is_true(math.abs(x - 12) <= 1 and math.abs(y - 8) <= 1)
      events_of(crowd)
      crowd:remove(prey)
      local events = wait_for_event(crowd, 2)
      assert.matches("^1 target_gone ", events[1])
      assert.equal("idle", crowd:state(hunter))
    end)

    it("chase returns a reason, and checks its arguments", function()
      local hunter, prey = crowd:add(1, 1, on_foot), crowd:add(12, 1, on_foot)
      grid:fill("#", 6, 1, 1, 8)
      local accepted, reason = crowd:chase(hunter, prey) -- known at once, or found by a search
      assert.is_true(accepted or reason == "unreachable")
      if accepted then assert.matches("^1 unreachable ", wait_for_event(crowd, 2)[1]) end
      assert.same({ true }, { crowd:chase(hunter, prey, { partial = true, range = 3 }) })
      crowd:remove(prey)
      assert.same({ nil, "target_gone" }, { crowd:chase(hunter, prey) }) -- removed in the same frame
      raises("crowd:chase: target must be another unit", function() crowd:chase(hunter, hunter) end)
      raises("crowd:chase: target must be an integer from 1 to 4294967295, got nil", function() crowd:chase(hunter) end)
      raises('crowd:chase: unknown option "speed"; valid options: range, partial',
        function() crowd:chase(hunter, prey, { speed = 1 }) end)
    end)

    it("walk leads a unit along a path", function()
      local unit = crowd:add(1, 1, on_foot, { steps = true })
      local path = grid:find_path(1, 1, 12, 8, on_foot)
      assert.same({ true }, { crowd:walk(unit, path) })
      update(crowd, 5)
      local expected = {}
      for i, x, y in path:each() do
        if i > 1 then expected[#expected + 1] = ("1 step %d,%d"):format(x, y) end
      end
      expected[#expected + 1] = "1 arrived 12,8"
      assert.same(expected, events_of(crowd))
    end)

    it("walk returns a reason, and the unit keeps its order", function()
      grid:fill("#", 6, 1, 1, 8)
      local unit, path = crowd:add(1, 1, on_foot), grid:find_path(8, 1, 12, 8, on_foot)
      crowd:go_to(unit, 5, 8)
      assert.same({ nil, "unreachable" }, { crowd:walk(unit, path) })
      grid:fill("#", 7, 1, 6, 8)
      assert.same({ nil, "goal_blocked" }, { crowd:walk(unit, path) })
      assert.same({ 5, 8 }, { crowd:goal(unit) })
      assert.same({ "1 arrived 5,8" }, wait_for_event(crowd, 5))
    end)

    it("walk checks its arguments", function()
      local unit, path = crowd:add(1, 1, on_foot), grid:find_path(1, 1, 12, 8, on_foot)
      raises("crowd:walk: path must be an astar path, got nil", function() crowd:walk(unit) end)
      raises("crowd:walk: path must be an astar path, got an astar grid", function() crowd:walk(unit, grid) end)
      raises("crowd:walk: path must be a path of the crowd's grid",
        function() crowd:walk(unit, grid:clone():find_path(1, 1, 2, 2, on_foot)) end)
      local text = "crowd:walk: path must have all its steps: it is one of path:smooth or path:waypoints"
      raises(text, function() crowd:walk(unit, path:smooth()) end)
      raises(text, function() crowd:walk(unit, path:waypoints()) end)
      assert.is_nil(crowd:goal(unit))
    end)

    it("stop ends an order without an event", function()
      local unit = crowd:add(1, 1, on_foot)
      crowd:go_to(unit, 12, 1)
      crowd:update(0.1)
      assert.equal(0, select("#", crowd:stop(unit)))
      update(crowd, 3)
      assert.same({}, events_of(crowd))
      assert.same({ 2, 1 }, { crowd:tile(unit) }) -- the step was finished
      assert.equal("idle", crowd:state(unit))
    end)
  end)

  describe("has events:", function()
    it("each is returned once, and a loop may end early", function()
      for x = 1, 4 do crowd:go_to(crowd:add(x, 1, on_foot), x, 2) end
      update(crowd, 1)
      local seen = {}
      for unit, event, x, y in crowd:events() do
        seen[#seen + 1] = unit
        assert.same({ "arrived", unit, 2 }, { event, x, y })
        if #seen == 2 then break end
      end
      for unit in crowd:events() do seen[#seen + 1] = unit end
      table.sort(seen)
      assert.same({ 1, 2, 3, 4 }, seen)
      assert.same({}, events_of(crowd))
    end)

    it("orders may be given in the loop", function()
      local unit = crowd:add(1, 1, on_foot)
      crowd:go_to(unit, 3, 1)
      local visits = 0
      for _ = 1, 200 do
        crowd:update(0.05)
        for each, event, x in crowd:events() do
          assert.same({ unit, "arrived" }, { each, event })
          visits = visits + 1
          crowd:go_to(unit, x == 3 and 1 or 3, 1)
        end
      end
      assert.is_true(visits > 10)
    end)

    it('"step" comes only when asked for', function()
      local quiet, loud = crowd:add(1, 1, on_foot), crowd:add(1, 3, on_foot, { steps = true })
      crowd:go_to(quiet, 3, 1)
      crowd:go_to(loud, 3, 3)
      update(crowd, 2)
      local list = events_of(crowd)
      table.sort(list)
      assert.same({ "1 arrived 3,1", "2 arrived 3,3", "2 step 2,3", "2 step 3,3" }, list)
    end)

    it('"cut_off": an edit takes the way', function()
      local unit = crowd:add(1, 4, on_foot)
      crowd:go_to(unit, 12, 4)
      update(crowd, 0.5)
      grid:fill("#", 8, 1, 1, 8)
      local events = wait_for_event(crowd, 5)
      assert.matches("^1 cut_off ", events[1])
      assert.equal("idle", crowd:state(unit))
    end)

    it('"settled": as near as others let it', function()
      local units = {}
      for x = 1, 5 do units[x] = crowd:add(x, 1, on_foot) end
      for _, unit in ipairs(units) do crowd:go_to(unit, 9, 6) end
      local kinds = { arrived = 0, settled = 0 }
      for _ = 1, 400 do
        crowd:update(0.05)
        for _, event in crowd:events() do kinds[event] = kinds[event] + 1 end
      end
      assert.same({ arrived = 1, settled = 4 }, kinds)
    end)

    it('"stuck": no progress for the patience of the crowd', function()
      crowd:close()
      grid:fill("#")
      grid:fill(".", 1, 1, 6, 1)
      crowd = astar.crowd(grid, { patience = 2 })
      local unit = crowd:add(1, 1, on_foot)
      crowd:add(3, 1, on_foot, { hold = true })
      crowd:go_to(unit, 6, 1)
      assert.same({ "1 stuck 2,1" }, wait_for_event(crowd, 10))
      assert.equal("idle", crowd:state(unit))
    end)

    -- Each of `count` units steps 100 times, then arrives.
    local function count_events(count)
      local runway = open_grid(101, count)
      local runners = astar.crowd(runway, { budget = 2 ^ 40 })
      for y = 1, count do runners:go_to(runners:add(1, y, on_foot, { speed = 50, steps = true }), 101, y) end
      for _ = 1, 5 do runners:update(1) end
      local kinds, last = { step = 0, arrived = 0 }, nil
      for _, event in runners:events() do kinds[event], last = kinds[event] + 1, event end
      assert.equal("arrived", last)
      return kinds.step + kinds.arrived, kinds.arrived
    end

    it("the crowd keeps the last events", function()
      local most = count_events(700)
      assert.is_true(most == 65536 or most == 16, most) -- 16 with `make torture`
      assert.same({ most, math.min(most, 649) }, { count_events(649) }) -- 13 more than the limit
      if most == 65536 then assert.same({ 101 * 648, 648 }, { count_events(648) }) end -- 88 less
    end)

    it("closing the crowd in the loop raises an error in its next step", function()
      for x = 1, 4 do crowd:go_to(crowd:add(x, 1, on_foot), x, 2) end
      update(crowd, 1)
      local count = 0
      local ok, message = pcall(function()
        for _ in crowd:events() do
          count = count + 1
          crowd:close()
        end
      end)
      assert.is_false(ok)
      assert.equal(1, count)
      assert.matches("crowd:events: the crowd was closed$", message)
    end)

    it("the iterator checks what it is called with", function()
      local step = crowd:events()
      assert.equal(step, (crowd:events())) -- one function per Lua state
      raises("crowd:events: must be called on an astar crowd (use a colon), got nil", function() local _ = step() end)
      raises("crowd:events: must be called on an astar crowd (use a colon), got an astar grid",
        function() local _ = step(grid) end)
    end)
  end)

  describe("has times of steps:", function()
    -- A unit that begins a step at the current time.
    local function stepper(x, y, to_x, to_y, speed)
      local unit = crowd:add(x, y, on_foot, { speed = speed })
      assert.is_true(crowd:go_to(unit, to_x, to_y))
      crowd:update(0)
      assert.equal("moving", crowd:state(unit))
      return unit
    end

    local function progress_of(unit) return (select(5, crowd:tile(unit))) end

    it("an order between two updates begins with the time that is left", function()
      local unit = stepper(1, 1, 3, 1, 4)
      for _ = 1, 3 do
        crowd:update(0.1875)
        for _, event in crowd:events() do
          assert.equal("arrived", event)
          crowd:go_to(unit, 5, 1)
        end
        crowd:update(0)
      end
      assert.same({ 3.25, 1 }, { crowd:position(unit) })
    end)

    it("time that is left is lost when time passes", function()
      local unit = stepper(1, 1, 2, 1, 4)
      crowd:update(0.3125)
      assert.same({ "1 arrived 2,1" }, events_of(crowd))
      crowd:update(0.0625)
      crowd:go_to(unit, 5, 1)
      crowd:update(0)
      assert.same({ 2, 1 }, { crowd:position(unit) })
      assert.equal("moving", crowd:state(unit))
    end)

    it("a step takes the time that is set", function()
      local unit = stepper(1, 1, 5, 1, 4)
      assert.is_true(crowd:set_step_time(unit, 2))
      crowd:update(0.5)
      assert.same({ 1.25, 1 }, { crowd:position(unit) })
      assert.is_true(crowd:set_step_time(unit, 1)) -- what is done stays
      assert.same({ 1.25, 1 }, { crowd:position(unit) })
      crowd:update(0.5)
      assert.same({ 1.75, 1 }, { crowd:position(unit) })
      crowd:update(0.375) -- the next step begins at the speed of the unit
      assert.same({ 2.5, 1 }, { crowd:position(unit) })
    end)

    it("the time that a step has taken counts when it is set at once", function()
      local unit = stepper(1, 1, 5, 1, 4)
      crowd:update(0.3125)
      assert.equal(0.25, progress_of(unit)) -- of the second step: 1/16 second
      for seconds, progress in pairs { [1] = 0.0625, [0.125] = 0.5, [0.0625] = 0.5, [0.5] = 0.125 } do
        assert.is_true(crowd:set_step_time(unit, seconds))
        assert.equal(progress, progress_of(unit))
      end
    end)

    it("0: the step ends with the next update, its time is left for the next step", function()
      local unit = stepper(1, 1, 5, 1, 4)
      crowd:update(0.3125) -- 1/16 second of the second step
      assert.is_true(crowd:set_step_time(unit, 0))
      crowd:update(0)
      assert.same({ 3.25, 1 }, { crowd:position(unit) })
      crowd:update(0.0625)
      assert.same({ 3.5, 1 }, { crowd:position(unit) })
      crowd:set_step_time(unit, 0)
      crowd:update(0.0625)
      assert.same({ 4.25, 1 }, { crowd:position(unit) })
    end)

    it("math.huge: the unit stands in the middle of the step", function()
      local unit = stepper(1, 1, 5, 1, 4)
      crowd:update(0.125)
      assert.is_true(crowd:set_step_time(unit, HUGE))
      update(crowd, 100) -- longer than its patience
      assert.same({ 1.5, 1 }, { crowd:position(unit) })
      assert.is_true(crowd:set_step_time(unit, 0.5))
      crowd:update(0.25)
      assert.same({ 2, 1 }, { crowd:position(unit) })
      assert.same({ "1 arrived 5,1" }, wait_for_event(crowd, 5))
    end)

    it("units that follow stay behind, and go on at their speed", function()
      local leader, follower = stepper(2, 1, 12, 1, 4), stepper(1, 1, 11, 1, 4)
      crowd:update(0.125)
      assert.same({ 1.5, 2.5 }, { (crowd:position(follower)), (crowd:position(leader)) })
      crowd:set_step_time(leader, HUGE)
      crowd:update(0.5)
      assert.same({ 1.5, 2.5 }, { (crowd:position(follower)), (crowd:position(leader)) })
      crowd:set_step_time(leader, 0.25)
      crowd:update(0.0625)
      assert.same({ 1.75, 2.75 }, { (crowd:position(follower)), (crowd:position(leader)) })
      assert.equal(2, #wait_for_event(crowd, 5) + #wait_for_event(crowd, 5))
    end)

    it("a unit that begins to follow one that stands in its step is not slow later", function()
      local leader = stepper(3, 1, 12, 1, 4)
      crowd:update(0.125)
      crowd:set_step_time(leader, HUGE)
      local follower = stepper(2, 1, 11, 1, 4)
      crowd:update(0.5)
      assert.same({ 2.5, 3.5 }, { (crowd:position(follower)), (crowd:position(leader)) })
      crowd:remove(leader)
      crowd:update(0.0625)
      assert.equal(2.75, (crowd:position(follower)))
    end)

    it("a slower step does not fall behind a follower", function()
      local leader, follower = stepper(2, 1, 12, 1, 4), stepper(1, 1, 11, 1, 4)
      crowd:update(0.3125)
      assert.same({ 2.25, 3.25 }, { (crowd:position(follower)), (crowd:position(leader)) })
      assert.is_true(crowd:set_step_time(leader, 4))
      assert.same({ 2.25, 3.25 }, { (crowd:position(follower)), (crowd:position(leader)) })
      assert.is_true(crowd:set_step_time(follower, 1))
      assert.same({ 2.0625, 3.25 }, { (crowd:position(follower)), (crowd:position(leader)) })
      assert.is_true(crowd:set_step_time(follower, 0.0625)) -- not ahead of its leader
      assert.same({ 2.25, 3.25 }, { (crowd:position(follower)), (crowd:position(leader)) })
      assert.is_true(crowd:set_step_time(follower, HUGE))
      assert.is_true(crowd:set_step_time(leader, HUGE))
      assert.same({ 2, 3 }, { (crowd:position(follower)), (crowd:position(leader)) })
    end)

    it("there is nothing to set for a unit that stands, or steps in a ring", function()
      local ring = { { 1, 1 }, { 2, 1 }, { 2, 2 }, { 1, 2 } }
      local units = {}
      grid:fill("#")
      grid:fill(".", 1, 1, 2, 2)
      for i, tile in ipairs(ring) do units[i] = crowd:add(tile[1], tile[2], on_foot) end
      assert.is_false(crowd:set_step_time(units[1], 1))
      for i, unit in ipairs(units) do crowd:go_to(unit, ring[i % 4 + 1][1], ring[i % 4 + 1][2]) end
      crowd:update(0)
      for _, unit in ipairs(units) do
        assert.equal("moving", crowd:state(unit))
        assert.is_false(crowd:set_step_time(unit, HUGE))
      end
      update(crowd, 1)
      assert.equal(4, #events_of(crowd))
    end)

    it("set_step_time checks its arguments", function()
      local unit = crowd:add(1, 1, on_foot)
      for text, value in pairs { ["-1"] = -1, nan = NAN, ["-inf"] = -HUGE, ['"1"'] = "1", ["true"] = true } do
        raises("crowd:set_step_time: seconds must be a number >= 0, got " .. text,
          function() crowd:set_step_time(unit, value) end)
      end
      raises("crowd:set_step_time: seconds must be a number >= 0, got nil", function() crowd:set_step_time(unit) end)
    end)
  end)

  describe("has units that ask:", function()
    -- A unit that asks for the tile to the right of it, at the current time.
    local function asker(x, y, to_x, options)
      options = options or {}
      options.asks = true
      local unit = crowd:add(x, y, on_foot, options)
      assert.is_true(crowd:go_to(unit, to_x or 5, y))
      crowd:update(0)
      assert.same({ ("%d asks %d,%d"):format(unit, x + 1, y) }, events_of(crowd))
      assert.equal("waiting", crowd:state(unit))
      return unit
    end

    -- A crowd on a corridor of this length.
    local function corridor(length, options)
      crowd:close()
      grid:fill("#")
      grid:fill(".", 1, 1, length, 1)
      crowd = astar.crowd(grid, options)
    end

    it("they ask once, wait, and step when they may", function()
      local unit = asker(1, 1)
      update(crowd, 5)
      assert.same({}, events_of(crowd))
      assert.same({ 1, 1 }, { crowd:position(unit) })
      assert.is_true(crowd:permit(unit, 2, 1))
      crowd:update(0)
      crowd:update(0.125)
      assert.same({ 1.5, 1 }, { crowd:position(unit) })
      crowd:update(0.125)
      assert.same({ "1 asks 3,1" }, events_of(crowd))
    end)

    it("the time that is left counts when the permission comes at the same moment", function()
      local unit = asker(1, 1)
      for _ = 1, 9 do
        for each, event, x, y in crowd:events() do
          if event == "asks" then crowd:permit(each, x, y) end
        end
        crowd:update(0)
        crowd:update(0.0859375)
      end
      crowd:permit(unit, 2, 1) -- the first question was read above
      crowd:update(0)
      local begun = crowd:position(unit)
      for i = 1, 9 do
        crowd:update(0.0859375)
        for each, event, x, y in crowd:events() do
          if event == "asks" then crowd:permit(each, x, y) end
        end
        crowd:update(0)
        assert.equal(begun + i * 0.34375, (crowd:position(unit)))
      end
    end)

    it("no tile is reserved before they may step", function()
      corridor(9)
      local unit, other = asker(1, 1), crowd:add(3, 1, on_foot)
      crowd:go_to(other, 2, 1)
      assert.same({ "2 arrived 2,1" }, wait_for_event(crowd, 1))
      assert.equal(other, crowd:at(2, 1))
      assert.is_nil((select(3, crowd:tile(unit))))
    end)

    it("a permission holds for a second, for one tile and one step", function()
      corridor(9)
      local unit = asker(1, 1)
      crowd:place(crowd:add(2, 1, on_foot, { hold = true }), 2, 1) -- in the way
      crowd:permit(unit, 2, 1)
      crowd:update(1)
      crowd:update(0.25)
      crowd:remove(2)
      update(crowd, 0.5)
      assert.same({ "1 asks 2,1" }, events_of(crowd))
      crowd:permit(unit, 1, 1)
      crowd:permit(unit, 5, 1) -- other tiles: harmless
      update(crowd, 0.5)
      assert.same({}, events_of(crowd))
      assert.same({ 1, 1 }, { crowd:position(unit) })
      crowd:permit(unit, 2, 1)
      assert.same({ "1 asks 3,1" }, wait_for_event(crowd, 1))
      assert.same({ 2, 1 }, { crowd:position(unit) })
    end)

    it("after a delay they ask again", function()
      local unit = asker(1, 1)
      crowd:delay(unit, 0.5)
      for _ = 1, 9 do crowd:update(0.05) end
      assert.same({}, events_of(crowd))
      crowd:update(0.0625)
      assert.same({ "1 asks 2,1" }, events_of(crowd))
      crowd:delay(unit, 0)
      crowd:update(0)
      assert.same({}, events_of(crowd))
      crowd:update(0.001)
      assert.same({ "1 asks 2,1" }, events_of(crowd))
      crowd:delay(unit, HUGE)
      update(crowd, 10)
      assert.same({}, events_of(crowd))
      crowd:permit(unit, 2, 1) -- the last answer counts
      crowd:delay(unit, 0.5)
      update(crowd, 0.4)
      assert.same({ 1, 1 }, { crowd:position(unit) })
      crowd:permit(unit, 2, 1)
      assert.same({ "1 asks 3,1" }, wait_for_event(crowd, 1))
    end)

    it("a new order asks anew, the same order again does not", function()
      local unit = asker(1, 1, 5)
      crowd:go_to(unit, 5, 1)
      crowd:go_to(unit, 6, 1)
      update(crowd, 1)
      assert.same({}, events_of(crowd))
      crowd:stop(unit)
      crowd:go_to(unit, 5, 1)
      crowd:update(0)
      assert.same({ "1 asks 2,1" }, events_of(crowd))
      crowd:delay(unit, 100)
      crowd:go_to(unit, 1, 8)
      crowd:update(0)
      assert.same({ "1 asks 1,2" }, events_of(crowd))
    end)

    it("without an answer the order ends after the patience of the crowd", function()
      corridor(9, { patience = 2 })
      local unit = asker(1, 1)
      update(crowd, 1.8)
      assert.same({}, events_of(crowd))
      update(crowd, 0.4)
      assert.same({ "1 stuck 1,1" }, events_of(crowd))
      crowd:permit(unit, 2, 1)
      update(crowd, 1)
      assert.same({ 1, 1 }, { crowd:position(unit) })
    end)

    it("a delay may be longer than the patience", function()
      corridor(9, { patience = 2 })
      local unit = asker(1, 1)
      crowd:delay(unit, 10)
      assert.same({ "1 asks 2,1" }, wait_for_event(crowd, 10.5))
      crowd:permit(unit, 2, 1)
      assert.same({ "1 asks 3,1" }, wait_for_event(crowd, 1))
    end)

    it("patience and the time for an answer after a delay end exactly", function()
      -- The times are sums of 1/16 s, so they are exact. Each time is the first update after the end.
      local function stuck_at(delay)
        corridor(9, { patience = 2 })
        local unit, time = asker(1, 1), 0
        if delay then crowd:delay(unit, delay) end
        local event
        repeat
          crowd:update(0.0625)
          time = time + 0.0625
          for _, name in crowd:events() do event = name end
        until event == "stuck" or time > 20
        return time
      end
      assert.equal(2.0625, stuck_at())
      assert.equal(2.0625, stuck_at(0.5))
      assert.equal(2.0625, stuck_at(1))
      assert.equal(2.125, stuck_at(1.0625)) -- a second to answer after the delay
      assert.equal(2.5625, stuck_at(1.5))
      assert.equal(11.0625, stuck_at(10))
      assert.equal(2.0625, stuck_at(1e9)) -- no delay, but a refusal
    end)

    it("a permission ends exactly", function()
      for updates, state in pairs { [15] = "moving", [16] = "moving", [17] = "waiting" } do
        corridor(9)
        local unit = asker(1, 1)
        local other = crowd:add(2, 1, on_foot, { hold = true }) -- in the way
        crowd:permit(unit, 2, 1)
        for _ = 1, updates do crowd:update(0.0625) end
        crowd:remove(other)
        crowd:go_to(unit, 5, 1) -- again, so that it decides now
        crowd:update(0)
        assert.equal(state, crowd:state(unit), updates)
      end
    end)

    -- Whether a unit makes room for one that began to ask for its tile so many 1/16 s ago.
    local function makes_room(updates, delay)
      corridor(9)
      crowd:update(1)
      local unit = asker(1, 1)
      if delay then crowd:delay(unit, delay) end
      for _ = 1, updates do crowd:update(0.0625) end
      assert.same({}, events_of(crowd))
      local other = crowd:add(2, 1, on_foot)
      crowd:go_to(unit, 5, 1) -- again, so that it decides now
      crowd:update(0)
      return crowd:state(other) == "moving"
    end

    it("others make room for a second after the question, and when a delay has ended", function()
      assert.is_true(makes_room(0))
      assert.is_true(makes_room(16))
      assert.is_false(makes_room(17))
      assert.is_false(makes_room(0, 1))
      assert.is_false(makes_room(15, 1))
      corridor(9)
      local unit = asker(1, 1)
      crowd:delay(unit, 1)
      local other = crowd:add(2, 1, on_foot)
      for _ = 1, 15 do crowd:update(0.0625) end
      assert.equal("idle", crowd:state(other))
      crowd:update(0.0625)
      assert.equal("moving", crowd:state(other))
    end)

    it("they ask once at a time, also when the goal moves", function()
      local unit = asker(1, 1, 3)
      crowd:go_to(unit, 1, 3)
      crowd:update(0)
      assert.same({}, events_of(crowd))
      assert.same({ "1 asks 1,2" }, wait_for_event(crowd, 1))
    end)

    it("a permission ends a delay, and so does asks = false", function()
      local unit = asker(1, 1)
      crowd:delay(unit, 5)
      crowd:permit(unit, 2, 1)
      crowd:update(0)
      assert.equal("moving", crowd:state(unit))
      assert.same({ "1 asks 3,1" }, wait_for_event(crowd, 1))
      crowd:delay(unit, 5)
      crowd:set(unit, { asks = false })
      crowd:set(unit, { asks = true })
      assert.same({ "1 asks 3,1" }, wait_for_event(crowd, 0.1))
    end)

    it("one whose order has ended asks anew when it is pushed", function()
      corridor(9)
      local unit, other = asker(2, 1), crowd:add(1, 1, on_foot)
      crowd:stop(unit)
      crowd:go_to(other, 5, 1)
      assert.same({ "1 asks 3,1" }, wait_for_event(crowd, 1))
    end)

    it("delays that follow each other end after the patience", function()
      for _, seconds in ipairs { 0, 0.5, HUGE } do
        corridor(9, { patience = 2 })
        local unit, time = asker(1, 1), 0
        crowd:delay(unit, seconds)
        local stuck_at
        while not stuck_at and time < 10 do
          crowd:update(0.05)
          time = time + 0.05
          for each, event in crowd:events() do
            if event == "asks" then crowd:delay(each, seconds) else stuck_at = event == "stuck" and time end
          end
        end
        assert.is_true(stuck_at and stuck_at > 1.9 and stuck_at < 4, tostring(stuck_at))
      end
    end)

    it("units that are pushed ask, and the pushing unit waits", function()
      corridor(6)
      grid:set(4, 2, ".")
      local idle, unit = crowd:add(4, 1, on_foot, { asks = true }), crowd:add(1, 1, on_foot)
      crowd:go_to(unit, 6, 1)
      assert.matches("^1 asks ", wait_for_event(crowd, 2)[1])
      update(crowd, 0.5)
      assert.same({ 3, 1 }, { crowd:position(unit) })
      assert.same({ 4, 1 }, { crowd:position(idle) })
      crowd:set(idle, { asks = false })
      crowd:set(idle, { asks = true })
      for _ = 1, 200 do
        crowd:update(0.05)
        for each, event, x, y in crowd:events() do
          if event == "asks" then crowd:permit(each, x, y) end
        end
      end
      assert.same({ 6, 1 }, { crowd:position(unit) })
      assert.same({ 4, 1 }, { crowd:position(idle) })
    end)

    it("a unit that is pushed steps at once when it may", function()
      corridor(6)
      local idle, unit = crowd:add(3, 1, on_foot, { asks = true }), crowd:add(2, 1, on_foot)
      crowd:go_to(unit, 6, 1)
      crowd:update(0)
      assert.same({ "1 asks 4,1" }, events_of(crowd))
      crowd:update(1 / 60)
      crowd:permit(idle, 4, 1)
      crowd:update(0)
      assert.equal("moving", crowd:state(idle))
      assert.equal("moving", crowd:state(unit))
    end)

    it("a ring closes when all may step", function()
      local ring = { { 1, 1 }, { 2, 1 }, { 2, 2 }, { 1, 2 } }
      local units, permitted = {}, {}
      grid:fill("#")
      grid:fill(".", 1, 1, 2, 2)
      for i, tile in ipairs(ring) do units[i] = crowd:add(tile[1], tile[2], on_foot, { asks = true }) end
      for i, unit in ipairs(units) do crowd:go_to(unit, ring[i % 4 + 1][1], ring[i % 4 + 1][2]) end
      crowd:update(0)
      for unit, event, x, y in crowd:events() do
        assert.equal("asks", event)
        assert.same(ring[unit % 4 + 1], { x, y })
        permitted[unit] = true
        if unit < 4 then crowd:permit(unit, x, y) end
      end
      assert.same({ true, true, true, true }, permitted)
      update(crowd, 0.5)
      for i, unit in ipairs(units) do assert.same(ring[i], { crowd:position(unit) }) end
      for i, unit in ipairs(units) do crowd:permit(unit, ring[i % 4 + 1][1], ring[i % 4 + 1][2]) end
      crowd:update(0)
      for _, unit in ipairs(units) do assert.equal("moving", crowd:state(unit)) end
    end)

    it("a step is legal when it begins, whatever was permitted", function()
      local unit = asker(1, 1)
      crowd:permit(unit, 2, 1)
      grid:fill("#", 2, 1, 1, 8)
      assert.same({ "1 cut_off 1,1" }, wait_for_event(crowd, 1))
      grid:fill(".", 2, 1, 1, 8)
      crowd:set(unit, { asks = false })
      crowd:go_to(unit, 5, 1)
      assert.same({ "1 arrived 5,1" }, wait_for_event(crowd, 3))
    end)

    it("asks = false lets one go that waits", function()
      local unit = asker(1, 1)
      crowd:set(unit, { asks = false })
      crowd:update(0)
      assert.equal("moving", crowd:state(unit))
      crowd:set(unit, { asks = true })
      assert.same({ "1 asks 3,1" }, wait_for_event(crowd, 1))
    end)

    it("large units ask for the top left tile", function()
      local unit = crowd:add(1, 1, large, { asks = true })
      crowd:go_to(unit, 5, 5)
      crowd:update(0)
      assert.same({ "1 asks 2,2" }, events_of(crowd))
      crowd:permit(unit, 2, 2)
      crowd:update(0)
      assert.equal(unit, crowd:at(3, 3))
    end)

    -- 60 units in rooms with doors two tiles wide, each with a new goal when it arrives. Returns how often each one
    -- arrives in two minutes.
    local function arrivals(asks)
      local rooms, done, random = open_grid(32, 32), {}, random_map.new(5)
      for i = 8, 32, 8 do
        rooms:fill("#", i, 1, 1, 32)
        rooms:fill("#", 1, i, 32, 1)
      end
      for i = 8, 32, 8 do
        for k = 4, 32, 8 do
          rooms:fill(".", i, k, 1, 2)
          rooms:fill(".", k, i, 2, 1)
        end
      end
      local walkers = astar.crowd(rooms)
      local function go(unit)
        while not walkers:go_to(unit, random:int(1, 32), random:int(1, 32)) do end
      end
      while #done < 60 do
        local unit = walkers:add(random:int(1, 32), random:int(1, 32), on_foot, { asks = asks })
        if unit then done[unit] = 0 end
      end
      for unit in ipairs(done) do go(unit) end
      for _ = 1, 120 * 60 do
        walkers:update(1 / 60)
        for _ = 1, 2 do
          for unit, event, x, y in walkers:events() do
            if event == "asks" then
              walkers:permit(unit, x, y)
            else
              done[unit] = done[unit] + (event == "arrived" and 1 or 0)
              go(unit)
            end
          end
          if asks then walkers:update(0) end
        end
      end
      return done
    end

    local function sum(list)
      local total = 0
      for _, number in ipairs(list) do total = total + number end
      return total
    end

    it("units that always may step come as far as units that do not ask", function()
      local plain, asking = arrivals(false), arrivals(true)
      assert.is_true(sum(asking) > 0.9 * sum(plain), sum(asking) .. " of " .. sum(plain))
      for unit, count in ipairs(asking) do
        assert.is_true(count > 0.5 * sum(plain) / #plain, ("unit %d: %d times"):format(unit, count))
      end
    end)

    it("permit and delay check their arguments", function()
      local unit = crowd:add(1, 1, on_foot)
      assert.is_true(crowd:permit(unit, 12, 8)) -- one that does not ask
      assert.same({ nil, "out_of_bounds" }, { crowd:permit(unit, 13, 8) })
      assert.same({ nil, "out_of_bounds" }, { crowd:permit(unit, -2 ^ 31, 8) })
      raises("crowd:permit: x must be an integer, got nil", function() crowd:permit(unit) end)
      raises("crowd:permit: y must be an integer, got 1.5", function() crowd:permit(unit, 1, 1.5) end)
      for text, value in pairs { ["-1"] = -1, nan = NAN, ["-inf"] = -HUGE, ['"1"'] = "1", ["true"] = true } do
        raises("crowd:delay: seconds must be a number >= 0, got " .. text, function() crowd:delay(unit, value) end)
      end
    end)
  end)

  describe("has units with speed 0:", function()
    it("they stand still, and keep their order for longer than their patience", function()
      local unit = crowd:add(1, 1, on_foot, { speed = 0 })
      assert.is_true(crowd:go_to(unit, 5, 1))
      update(crowd, 100)
      assert.same({}, events_of(crowd))
      assert.equal("waiting", crowd:state(unit))
      assert.same({ 1, 1 }, { crowd:position(unit) })
      crowd:set(unit, { speed = 4 })
      assert.same({ "1 arrived 5,1" }, wait_for_event(crowd, 5))
    end)

    it("a step is finished", function()
      local unit = crowd:add(1, 1, on_foot)
      crowd:go_to(unit, 5, 1)
      crowd:update(0)
      crowd:update(0.125)
      crowd:set(unit, { speed = 0 })
      update(crowd, 5)
      assert.same({ 2, 1 }, { crowd:position(unit) })
    end)

    it("no unit makes them step aside: others search a path around them", function()
      grid:fill("#", 1, 3, 12, 6)
      grid:set(12, 3, ".")
      grid:set(1, 3, ".")
      grid:fill(".", 1, 4, 12, 1)
      local still, unit = crowd:add(6, 1, on_foot, { speed = 0 }), crowd:add(1, 1, on_foot)
      crowd:add(6, 2, on_foot, { speed = 0 })
      crowd:go_to(still, 10, 1)
      crowd:go_to(unit, 12, 1)
      assert.same({ "2 arrived 12,1" }, wait_for_event(crowd, 30))
      assert.same({ 6, 1 }, { crowd:position(still) })
    end)

    it("a tile that such a unit waited for is free for others", function()
      grid:fill("#")
      grid:fill(".", 1, 1, 6, 1)
      grid:set(3, 2, ".")
      local holder = crowd:add(4, 1, on_foot, { hold = true })
      local first, second = crowd:add(3, 1, on_foot, { priority = 1 }), crowd:add(3, 2, on_foot)
      crowd:go_to(first, 6, 1)
      update(crowd, 1)
      crowd:set(first, { speed = 0 })
      crowd:place(first, 1, 1)
      crowd:remove(holder)
      crowd:go_to(second, 6, 1)
      assert.same({ "3 arrived 6,1" }, wait_for_event(crowd, 5))
    end)
  end)

  describe("is read:", function()
    it("position, tile, state and facing during a step", function()
      local unit = crowd:add(3, 3, on_foot, { speed = 2 })
      assert.same({ 3, 3 }, { crowd:tile(unit) })
      assert.same({ 3, 3 }, { crowd:position(unit) })
      assert.equal("idle", crowd:state(unit))
      crowd:go_to(unit, 3, 8)
      assert.equal("waiting", crowd:state(unit))
      crowd:update(0)
      crowd:update(0.125)
      crowd:update(0.125)
      assert.equal("moving", crowd:state(unit))
      local x, y, to_x, to_y, progress = crowd:tile(unit)
      assert.same({ 3, 3, 3, 4 }, { x, y, to_x, to_y })
      assert.is_true(progress > 0 and progress < 1)
      assert.same({ 3, 3 + progress }, { crowd:position(unit) })
      expect.near(math.pi / 2, crowd:facing(unit))
      assert.equal(unit, crowd:at(3, 3))
      assert.equal(unit, crowd:at(3, 4))
    end)

    it("goal is the tile of an order", function()
      local unit, target = crowd:add(1, 1, on_foot), crowd:add(8, 8, on_foot)
      assert.same({}, { crowd:goal(unit) })
      crowd:go_to(unit, 3, 4)
      assert.same({ 3, 4 }, { crowd:goal(unit) })
      crowd:chase(unit, target)
      assert.same({ 8, 8 }, { crowd:goal(unit) })
      crowd:remove(target)
      assert.is_nil(crowd:goal(unit))
      crowd:follow({ unit }, grid:distance_field({ { 5, 5 } }, on_foot))
      assert.is_nil(crowd:goal(unit))
      crowd:send({ unit }, 6, 7)
      assert.same({ 6, 7 }, { crowd:goal(unit) })
      crowd:walk(unit, grid:find_path(1, 1, 2, 5, on_foot))
      assert.same({ 2, 5 }, { crowd:goal(unit) })
      crowd:stop(unit)
      assert.is_nil(crowd:goal(unit))
    end)

    it("size is that of the rules", function()
      assert.equal(1, crowd:size(crowd:add(1, 1, on_foot)))
      assert.equal(2, crowd:size(crowd:add(3, 3, large)))
    end)

    it("remaining iterates over the tiles ahead", function()
      local function ahead(unit)
        local list = {}
        for i, x, y in crowd:remaining(unit) do list[i] = x .. "," .. y end
        return table.concat(list, " ")
      end
      local unit = crowd:add(3, 3, on_foot, { speed = 2 })
      assert.equal("", ahead(unit))
      crowd:go_to(unit, 3, 6)
      assert.equal("", ahead(unit)) -- it waits for its path
      crowd:update(0)
      assert.equal("3,4 3,5 3,6", ahead(unit))
      crowd:update(0.125)
      assert.equal("moving", crowd:state(unit))
      assert.equal("3,4 3,5 3,6", ahead(unit))
      update(crowd, 0.5)
      assert.equal("3,5 3,6", ahead(unit))
      crowd:follow({ unit }, grid:distance_field({ { 6, 5 } }, on_foot))
      assert.equal("3,5 4,5 5,5 6,5", ahead(unit))
      local count = 0
      for i, x in crowd:remaining(unit) do -- orders may be given in the loop
        crowd:stop(unit)
        assert.same({ count + 1, count + 3 }, { i, x })
        count = i
      end
      assert.equal(4, count)
      assert.equal("3,5", ahead(unit))
      update(crowd, 2)
      assert.equal("", ahead(unit))
    end)

    it("at returns nil off the grid and on free tiles", function()
      crowd:add(1, 1, on_foot)
      for _, tile in ipairs { { 0, 1 }, { 1, 0 }, { 13, 1 }, { 1, 9 }, { 2 ^ 40, 1 }, { -2 ^ 40, 1 }, { 2, 1 } } do
        assert.equal(1, select("#", crowd:at(tile[1], tile[2])))
        assert.is_nil(crowd:at(tile[1], tile[2]))
      end
      raises("crowd:at: x must be an integer, got nil", function() crowd:at() end)
      raises("crowd:at: y must be an integer, got 1.5", function() crowd:at(1, 1.5) end)
    end)

    it("positions fills a flat array", function()
      assert.same({}, crowd:positions())
      for x = 1, 4 do crowd:add(x, x, on_foot) end
      crowd:remove(2)
      assert.same({ 1, 1, false, false, 3, 3, 4, 4 }, crowd:positions())
      crowd:go_to(1, 8, 1)
      crowd:update(0.3)
      local t = crowd:positions()
      assert.same({ t[1], t[2] }, { crowd:position(1) })
      assert.is_true(t[1] > 1 and t[1] < 3)
    end)

    it("positions takes the table of an earlier call, and removes what is behind", function()
      for x = 1, 12 do crowd:add(x, 1, on_foot) end
      local t = crowd:positions()
      t.name = "kept"
      assert.equal(24, #t)
      for unit = 1, 12 do crowd:remove(unit) end
      crowd:add(5, 5, on_foot)
      assert.equal(t, crowd:positions(t))
      assert.same({ 5, 5, name = "kept" }, t)
      for x = 1, 12 do crowd:add(x, 1, on_foot) end
      assert.equal(26, #crowd:positions(t))
      raises("crowd:positions: t must be a table, got 5", function() crowd:positions(5) end)
      raises("crowd:positions: t must be a table, got an astar crowd", function() crowd:positions(crowd) end)
    end)

    it("positions sets elements without metamethods", function()
      crowd:add(2, 3, on_foot)
      local proxy = setmetatable({}, { __newindex = error, __index = error, __len = error })
      crowd:positions(proxy)
      assert.same({ 2, 3 }, { rawget(proxy, 1), rawget(proxy, 2) })
    end)

    it("positions makes no garbage", function()
      for x = 1, 12 do crowd:add(x, 1, on_foot) end
      local t = crowd:positions()
      local function read() for _ = 1, 500 do crowd:positions(t) end end
      read()
      collectgarbage "stop"
      local before = collectgarbage "count"
      read()
      local after = collectgarbage "count"
      collectgarbage "restart"
      expect.no_garbage(before, after)
    end)
  end)

  describe("moves with time:", function()
    it("update takes seconds, at most one", function()
      local unit = crowd:add(1, 1, on_foot, { speed = 2 })
      crowd:go_to(unit, 12, 1)
      crowd:update(0)
      assert.same({ 1, 1 }, { crowd:position(unit) })
      crowd:update(HUGE) -- counts as one second
      local x = crowd:position(unit)
      assert.is_true(x > 2 and x <= 3.01)
      assert.equal(0, select("#", crowd:update(5)))
      assert.is_true(crowd:position(unit) <= 5.01)
    end)

    it("update checks its argument", function()
      for text, value in pairs { ["-1"] = -1, ["-inf"] = -HUGE, nan = NAN, ['"1"'] = "1", ["true"] = true } do
        raises("crowd:update: dt must be a number >= 0, got " .. text, function() crowd:update(value) end)
      end
      raises("crowd:update: dt must be a number >= 0, got nil", function() crowd:update() end)
    end)

    it("update raises an error inside a heuristic function", function()
      local unit = crowd:add(1, 1, on_foot)
      crowd:go_to(unit, 12, 8)
      local message
      local path = grid:find_path(1, 1, 12, 8, on_foot, { heuristic = function()
        local ok, text = pcall(crowd.update, crowd, 0.1)
        assert(not ok)
        message = message or text
        return 0
      end })
      assert.is_table(path:points())
      assert.matches("^crowd:update: the grid is being searched$", message:gsub("^[^ ]+:%d+: ", ""))
      assert.same({ "1 arrived 12,8" }, wait_for_event(crowd, 10))
    end)
  end)

  describe("is avoided by queries:", function()
    -- A row of units from (6, 1) to (6, 7): the way past them is at y = 8.
    local function build_wall()
      for y = 1, 7 do crowd:add(6, y, on_foot, { hold = true }) end
    end

    it("find_path", function()
      local straight = grid:find_path(1, 1, 12, 1, on_foot):cost()
      build_wall()
      assert.equal(straight, grid:find_path(1, 1, 12, 1, on_foot):cost())
      local path = grid:find_path(1, 1, 12, 1, on_foot, { avoid = crowd })
      for _, x, y in path:each() do assert.is_nil(crowd:at(x, y)) end
      assert.is_true(path:cost() > straight)
      crowd:add(6, 8, on_foot)
      assert.same({ nil, "unreachable" }, { grid:find_path(1, 1, 12, 1, on_foot, { avoid = crowd }) })
      assert.same({ nil, "goal_blocked" }, { grid:find_path(1, 1, 6, 4, on_foot, { avoid = crowd }) })
      assert.equal(5, #grid:find_path(6, 4, 2, 4, on_foot, { avoid = crowd })) -- a unit is not in its own way
      local function zero() return 0 end
      for _, options in ipairs { { partial = true }, { range = 1, weight = 2 }, { heuristic = zero } } do
        options.avoid = crowd
        local found = grid:find_path(1, 1, 6, 4, on_foot, options)
        if found then
          for _, x, y in found:each() do assert.is_nil(crowd:at(x, y)) end
        end
      end
    end)

    it("find_nearest", function()
      build_wall()
      local goals = { { 7, 1 }, { 1, 8 } }
      assert.equal(1, select(3, grid:find_nearest(5, 1, goals, on_foot)))
      assert.equal(2, select(3, grid:find_nearest(5, 1, goals, on_foot, { avoid = crowd })))
      assert.equal(1, select(3, grid:find_nearest(5, 1, { { 12, 8 }, { 6, 3 } }, on_foot, { avoid = crowd })))
    end)

    it("search, which sees the units where they are when it begins", function()
      build_wall()
      local search = grid:search(1, 1, 12, 1, on_foot, { avoid = crowd })
      local expected = grid:find_path(1, 1, 12, 1, on_foot, { avoid = crowd })
      search:step(2)
      for unit = 1, 7 do crowd:remove(unit) end
      crowd:close()
      crowd = nil
      collect()
      assert.equal("found", search:step(100000))
      assert.equal(expected:cost(), search:path():cost())
    end)

    it("line_of_sight", function()
      assert.is_true(grid:line_of_sight(1, 4, 12, 4, on_foot, { avoid = crowd }))
      build_wall()
      assert.same({ false, 6, 4 }, { grid:line_of_sight(1, 4, 12, 4, on_foot, { avoid = crowd }) })
      assert.same({ true }, { grid:line_of_sight(1, 4, 12, 4, on_foot) })
      assert.same({ true }, { grid:line_of_sight(6, 4, 12, 4, on_foot, { avoid = crowd, ignore_blocked = true }) })
    end)

    it("a crowd may be closed while a search avoids it", function()
      build_wall()
      local expected = grid:find_path(1, 1, 12, 1, on_foot, { avoid = crowd }):cost()
      local path = grid:find_path(1, 1, 12, 1, on_foot, { avoid = crowd, heuristic = function(dx, dy)
        crowd:close()
        collectgarbage "step"
        return math.max(dx, dy)
      end })
      assert.equal(expected, path:cost())
    end)

    it("the crowd must be open, and of the same grid", function()
      local other = astar.crowd(open_grid(3, 3))
      for name, call in pairs {
        ["grid:find_path"] = function(o) return grid:find_path(1, 1, 2, 2, on_foot, o) end,
        ["grid:find_nearest"] = function(o) return grid:find_nearest(1, 1, { { 2, 2 } }, on_foot, o) end,
        ["grid:search"] = function(o) return grid:search(1, 1, 2, 2, on_foot, o) end,
        ["grid:line_of_sight"] = function(o) return grid:line_of_sight(1, 1, 2, 2, on_foot, o) end,
      } do
        raises(name .. ': option "avoid" must be the crowd of this grid', function() call { avoid = other } end)
        raises(name .. ': option "avoid" must be an astar crowd, got true', function() call { avoid = true } end)
        raises(name .. ': option "avoid" must be an astar crowd, got an astar grid',
          function() call { avoid = grid } end)
        local closed = astar.crowd(open_grid(2, 2))
        closed:close()
        raises(name .. ": the crowd was closed", function() call { avoid = closed } end)
      end
    end)
  end)

  describe("is saved:", function()
    local rules = { on_foot, large, astar.rules { cost = { ["."] = 2 }, neighbors = 4 } }

    local function populate()
      grid:fill("#", 6, 2, 1, 3)
      for i = 1, 9 do crowd:add(i, i % 2 == 0 and 1 or 7, rules[i % 3 == 1 and 3 or 1], { speed = 1 + i }) end
      crowd:add(9, 4, large, { steps = true })
      crowd:remove(4)
      crowd:send({ 1, 2, 3 }, 9, 7)
      crowd:go_to(5, 12, 1)
      crowd:chase(6, 7)
      crowd:follow({ 7, 8 }, grid:distance_field({ { 1, 3 } }, on_foot))
      update(crowd, 0.7)
    end

    it("the rules are the objects that scripts know", function()
      populate()
      local _, used = crowd:serialize()
      local known = {}
      for _, each in ipairs(rules) do known[each] = true end
      assert.equal(3, #used)
      for _, each in ipairs(used) do
        assert.is_true(known[each])
        known[each] = nil
      end
      assert.same({}, select(2, astar.crowd(open_grid(2, 2)):serialize()))
    end)

    it("rules that only the crowd has come back, too", function()
      crowd:add(1, 1, astar.rules { cost = { ["."] = 7 } })
      collect()
      local bytes, used = crowd:serialize()
      assert.equal(7, grid:find_path(1, 1, 2, 1, used[1]):cost())
      assert.equal(used[1], select(2, crowd:serialize())[1])
      assert.equal(1, astar.deserialize_crowd(bytes, grid:clone(), used):count())
      local freed = select(2, crowd:serialize())[1]
      free(freed)
      assert.not_equal(freed, select(2, crowd:serialize())[1])
      raises("astar.deserialize_crowd: the rules were freed already",
        function() local _ = astar.deserialize_crowd(bytes, grid:clone(), { freed }) end)
    end)

    it("damaged strings, other grids and missing rules return nil and a message", function()
      populate()
      local bytes, used = crowd:serialize()
      local message = "damaged, or of another version, or of another grid or rules"
      local other = grid:clone()
      for _, damaged in ipairs { "", "x", bytes:sub(1, -2), bytes .. "x", ("\0"):rep(1000) } do
        assert.same({ nil, message }, { astar.deserialize_crowd(damaged, other, used) })
      end
      assert.same({ nil, message }, { astar.deserialize_crowd(bytes, other, {}) })
      assert.same({ nil, message }, { astar.deserialize_crowd(bytes, open_grid(3, 3), used) })
      assert.is_userdata(astar.deserialize_crowd(bytes, other, used)) -- the failed calls left no crowd behind
    end)

    it("deserialize_crowd checks its arguments", function()
      local bytes, used = crowd:serialize()
      raises("astar.deserialize_crowd: the grid has a crowd already: close that crowd first",
        function() local _ = astar.deserialize_crowd(bytes, grid, used) end)
      raises("astar.deserialize_crowd: the first argument must be a string, got 5",
        function() local _ = astar.deserialize_crowd(5, grid, used) end)
      raises("astar.deserialize_crowd: grid must be an astar grid, got nil", astar.deserialize_crowd, bytes)
      raises("astar.deserialize_crowd: rules must be an array of rules, got nil", astar.deserialize_crowd, bytes, grid)
      raises("astar.deserialize_crowd: rules[2] must be made by astar.rules, got 5",
        function() local _ = astar.deserialize_crowd(bytes, grid, { on_foot, 5 }) end)
    end)
  end)

  describe("is safe:", function()
    it("a finalizer may close it at any time", function()
      for _ = 1, 20 do
        local own = astar.crowd(open_grid(8, 8))
        for x = 1, 8 do own:add(x, 1, on_foot) end
        doom(function() own:close() end)
        local ok, message
        for i = 1, 200 do
          ok, message = pcall(function()
            own:send(own:units(), i % 8 + 1, 8)
            own:update(0.1)
            return own:positions(), own:serialize()
          end)
          if i % 20 == 0 then collectgarbage() end
          if not ok then break end
        end
        assert.is_false(ok)
        assert.matches(": the crowd was closed$", message)
      end
    end)

    it("metatables of lists and options are not used", function()
      local function close() crowd:close() end
      local unit = crowd:add(1, 1, on_foot)
      local meta = { __index = close, __len = close, __newindex = close, __pairs = close, __ipairs = close }
      assert.equal(1, crowd:send(setmetatable({ unit }, meta), 5, 5, setmetatable({}, meta)))
      assert.is_true(crowd:go_to(unit, 3, 3, setmetatable({}, meta)))
      assert.is_true(crowd:set(unit, setmetatable({ speed = 3 }, meta)))
      assert.equal(2, crowd:add(2, 1, on_foot, setmetatable({}, meta)))
      assert.equal(2, crowd:count())
    end)

    it("__gc by hand closes it, twice does nothing", function()
      for _ = 1, 3 do free(crowd) end
      assert.equal("astar.crowd (closed)", tostring(crowd))
      assert.equal(0, astar.crowd(grid):count())
      debug.getmetatable(crowd).__gc(5)
    end)

    it("many units are read and sent", function()
      local big = open_grid(200, 100)
      local own, list = astar.crowd(big), {}
      for i = 0, 4999 do list[i + 1] = own:add(i % 100 * 2 + 1, math.floor(i / 100) * 2 + 1, on_foot) end
      assert.equal(5000, own:count())
      assert.equal(5000, own:send(list, 100, 50))
      own:update(0.1)
      assert.equal(10000, #own:positions())
      assert.equal(5000, #own:units())
      local huge = {}
      for i = 1, 20000 do huge[i] = list[i % 5000 + 1] end
      assert.equal(5000, own:send(huge, 50, 50))
    end)
  end)
end)
