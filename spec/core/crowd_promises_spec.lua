-- Numbers that docs/crowds.md promises, each measured in a scene of its own. Other specs hold the rest: what happens
-- after 65,536 events (crowd_limits_spec), after penalties (crowd_danger_spec), on curves (crowd_looks_spec).

local astar = require "astar"
local script = require "astar.script"

local on_foot = astar.rules { cost = { ["."] = 1 } }
local DT = 1 / 60

--- A crowd on a map, with a unit for each list: x, y, where it goes or nil, options or nil.
local function scene(map, units, options)
  local crowd = astar.crowd(astar.grid(map), options)
  for i, unit in ipairs(units) do
    crowd:add(unit[1], unit[2], on_foot, unit.options)
    if unit[3] then crowd:go_to(i, unit[3], unit[4]) end
  end
  return crowd
end

--- Plays a crowd until a test is true, and permits each step. Returns the time in seconds.
local function time_until(crowd, test)
  local frames, found = 0, false
  repeat
    frames = frames + 1
    crowd:update(DT)
    for unit, event, x, y in crowd:events() do
      if event == "asks" then crowd:permit(unit, x, y) else found = found or test(unit, event) end
    end
    found = found or test()
  until found or frames == 6000
  return frames * DT
end

local function time_in_state(crowd, unit, state)
  return time_until(crowd, function() return crowd:state(unit) == state end)
end

local function time_until_stuck(crowd)
  return time_until(crowd, function(_, event) return event == "stuck" end)
end

local function pass(crowd, seconds)
  time_until(crowd, function()
    seconds = seconds - DT
    return seconds < DT / 2
  end)
end

--- Whether a unit that one with an order pushed pushes another one, some seconds later. That one holds until then.
local function pushes_after(seconds)
  local asks = { asks = true } -- so that no rescue helps it
  local crowd = scene({ "....", "####", "...." }, { { 1, 3 }, { 2, 1, options = asks }, { 1, 1, 3, 1 } })
  time_until(crowd, function(_, event) return event == "arrived" end)
  crowd:remove(3)
  crowd:place(1, 3, 1)
  crowd:set(1, { hold = true })
  pass(crowd, seconds)
  crowd:set(1, { hold = false })
  pass(crowd, 0.7)
  return crowd:tile(1) < 3
end

--- The facing of units after they were sent away in a line, from (5, 5), (6, 5) and so on, where they face left.
local function facing_after(count, x, y)
  local crowd = astar.crowd(astar.grid(12, 12, { fill = "." }))
  for i = 1, count do crowd:add(4 + i, 5, on_foot, { facing = math.pi }) end
  crowd:send(crowd:units(), x, y, { formation = "line" })
  pass(crowd, 2)
  return crowd:facing(1)
end

describe("the numbers of crowds:", function()
  local function measures(name, low, high, measure)
    it(name, function()
      local value = measure()
      assert.is_true(value >= low and value <= high, value)
    end)
  end

  measures("a unit is patient for 60 seconds", 60, 61, function()
    return time_until_stuck(scene({ "..." }, { { 1, 1, 3, 1 }, { 2, 1, options = { hold = true } } }))
  end)

  measures("so is an NPC", 60, 61, function()
    local crowd, time, done = script.crowd(astar.grid { "..." }), 0, false
    local npc = crowd:add(on_foot, { x = 1, y = 1, speed = 4, on_done = function() done = true end })
    crowd:add(on_foot, { x = 2, y = 1, speed = 4, hold = true })
    npc:run(npc.go_to, 3, 1)
    repeat
      crowd:update(0.1)
      time = time + 0.1
    until done
    return time
  end)

  measures("it is in a queue for four times as long", 8, 8.2, function()
    local map = { ("."):rep(60), ("#"):rep(59) .. ".", ("."):rep(60) }
    local crowd = scene(map, { { 1, 1 }, { 1, 3 }, { 2, 3, options = { hold = true } } }, { patience = 2 })
    crowd:send({ 1, 2 }, 60, 3)
    return time_until_stuck(crowd)
  end)

  measures("a unit yields after 5 seconds", 5, 5.3, function()
    local crowd = scene({ "..." }, { { 1, 1, 3, 1 }, { 3, 1, 1, 1 } })
    pass(crowd, 0.1)
    time_in_state(crowd, 1, "waiting")
    return time_in_state(crowd, 1, "moving")
  end)

  measures("a rescue begins after 3 seconds", 3, 3.5, function()
    local units = { { 1, 2, 10, 2 }, { 2, 2, 11, 2 }, { 10, 2, 1, 2 }, { 11, 2, 2, 2 } }
    local crowd = scene({ "#####.#####", "..........." }, units)
    pass(crowd, 0.1)
    time_in_state(crowd, 4, "waiting")
    return time_in_state(crowd, 1, "waiting") -- unit 1 goes to and fro until it gathers all
  end)

  it("a unit that was pushed pushes others for 20 seconds", function()
    assert.is_true(pushes_after(19))
    assert.is_false(pushes_after(21))
  end)

  measures("a unit ahead of its formation has 70 % of its speed", 2.79, 2.81, function()
    local crowd = astar.crowd(astar.grid(90, 3, { fill = "." }))
    for i = 0, 1 do crowd:add(1 + 29 * i, 1 + i, on_foot, { speed = 4 }) end
    crowd:send({ 1, 2 }, 80, 2, { formation = "line" })
    pass(crowd, 1)
    local x = crowd:position(2)
    pass(crowd, 1)
    return crowd:position(2) - x
  end)

  it("an update makes 5000 expansions", function()
    local function count_moving(budget)
      local crowd, count = astar.crowd(astar.grid(100, 99, { fill = "." }), { budget = budget }), 0
      for i = 0, 699 do
        local x, y = i % 25 * 4 + 1, math.floor(i / 25) * 3 + 1
        crowd:go_to(crowd:add(x, y, on_foot), x + 1, y)
      end
      crowd:update(0)
      for unit = 1, 700 do count = count + (crowd:state(unit) == "moving" and 1 or 0) end
      return count
    end
    assert.equal(count_moving(5000), count_moving())
    assert.is_true(count_moving(4900) < count_moving() and count_moving() < count_moving(5100))
  end)

  it("1024 tiles ahead of a unit are known", function()
    local grid, count = astar.grid(1300, 1, { fill = "." }), 0
    local crowd = astar.crowd(grid)
    crowd:follow({ crowd:add(1, 1, on_foot) }, grid:distance_field({ { 1300, 1 } }, on_foot))
    for _ in crowd:remaining(1) do count = count + 1 end
    assert.equal(1024, count)
  end)

  measures("a formation keeps its facing on a way of 1.8 tiles", math.pi, math.pi, function()
    return facing_after(2, 7, 6)
  end)

  measures("it faces the way of 2 tiles", 0, 0, function() return facing_after(1, 7, 5) end)
end)
