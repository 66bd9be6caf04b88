-- Teams of a crowd: who is allied with whom.

local astar = require "astar"
local script = require "astar.script"

local unpack, load_text = unpack or table.unpack, rawget(_G, "loadstring") or load

local on_foot = astar.rules { cost = { ["."] = 1 } }

local manual = require "spec.support.manual"
local raises = require("spec.support.expect").raises

--- The text of hexadecimal bytes as a string.
local function bytes_of(text)
  return (text:gsub("%s", ""):gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end))
end

-- A string of version 2, which has no teams: a unit with an order in the middle of a step, and an idle one.
local VERSION_2 = [[
  617374617263726f7764020003020000000000004e4088270001555555555555c53f0300000001010000030201000001010100810400020002
  06020000000000000000004000000000000000000000000000000000111111111111913fc6925f2cf9c5c23f111111111111913f0000000000
  000000111111111111913f0000000000000000333333333333d33f000000000000004000000000000000f07f80808080808010000003000111
  1111111111913f000005800205800202000505ff00000000050005000000000000000010400000000000000000000000000000000000000000
  0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000f07f0000000000
  0101000000000000000000111111111111d13f5a934a27
]]

describe("allies", function()
  local crowd

  before_each(function() crowd = astar.crowd(astar.grid { "...", ".#." }) end)

  it("are at first the units of one team", function()
    for _, team in ipairs { 0, 1, 255 } do assert.is_true(crowd:allies(team, team)) end
    assert.is_false(crowd:allies(0, 1))
    assert.is_false(crowd:allies(255, 254))
  end)

  it("are made and ended both ways", function()
    for _, pair in ipairs { { 0, 1 }, { 255, 7 }, { 8, 8 } } do
      local a, b = pair[1], pair[2]
      for _, allied in ipairs { true, true, false, false } do
        crowd:allies(a, b, allied)
        assert.is_true(crowd:allies(a, b) == allied and crowd:allies(b, a) == allied)
      end
    end
    assert.is_true(crowd:allies(7, 7))
    assert.is_false(crowd:allies(8, 9))
  end)

  it("and teams are checked", function()
    raises("crowd:allies: a must be an integer from 0 to 255, got -1", crowd.allies, crowd, -1, 0)
    raises("crowd:allies: b must be an integer from 0 to 255, got 256", crowd.allies, crowd, 0, 256)
    raises("crowd:allies: allied must be true or false, got 1", crowd.allies, crowd, 0, 1, 1)
    raises('crowd:add: option "team" must be an integer from 0 to 255, got 256', crowd.add, crowd, 1, 1, on_foot,
      { team = 256 })
    local unit = crowd:add(1, 1, on_foot, { team = 255 })
    raises('crowd:set: option "team" must be an integer from 0 to 255, got 0.5', crowd.set, crowd, unit,
      { team = 0.5 })
    assert.is_true(crowd:set(unit, { team = 3 }))
  end)

  it("are saved", function()
    local changed = { { 0, 0, false }, { 0, 255, true }, { 3, 4, true }, { 255, 255, false } }
    for _, pair in ipairs(changed) do crowd:allies(pair[1], pair[2], pair[3]) end
    crowd:add(1, 1, on_foot, { team = 200 })
    local bytes, rules = crowd:serialize()
    local loaded = assert(astar.deserialize_crowd(bytes, astar.grid { "...", ".#." }, rules))
    for a = 0, 255 do
      for b = 0, 255 do assert.is_true(crowd:allies(a, b) == loaded:allies(a, b)) end
    end
    assert.are.equal(bytes, (loaded:serialize()))
  end)

  it("are those of one team in strings of version 2", function()
    local loaded = assert(astar.deserialize_crowd(bytes_of(VERSION_2), astar.grid { "...", ".#." }, { on_foot }))
    assert.is_true(loaded:allies(0, 0) and not loaded:allies(0, 1))
    for _ = 1, 60 do loaded:update(1 / 60) end
    assert.are.same({ 1, "arrived", 3, 1 }, { loaded:events()(loaded) })
  end)
end)

describe("queries that avoid one side", function()
  local grid, crowd

  before_each(function()
    grid = astar.grid { ".....", "##.##", "....." }
    crowd = astar.crowd(grid)
    crowd:add(3, 2, on_foot, { team = 1 })
    crowd:allies(1, 2, true)
  end)

  it("go through units that do not count", function()
    local cases = { { nil, nil, false }, { 1, nil, false }, { 2, nil, true }, { nil, 1, true }, { nil, 2, true },
      { nil, 3, false }, { 1, 2, true } }
    for _, case in ipairs(cases) do
      local avoid = { crowd = crowd, team = case[1], enemy_of = case[2] }
      local goals, options = { { 1, 3 } }, { avoid = avoid }
      assert.are.equal(case[3], grid:find_path(1, 1, 1, 3, on_foot, options) ~= nil)
      assert.are.equal(case[3], grid:find_nearest(1, 1, goals, on_foot, options) ~= nil)
      assert.are.equal(case[3], grid:line_of_sight(3, 1, 3, 3, on_foot, options))
      assert.are.equal(case[3], grid:explain(1, 1, 1, 3, on_foot, options).reachable)
      local search = grid:search(1, 1, 1, 3, on_foot, options)
      repeat until search:step(10) ~= "running"
      assert.are.equal(case[3], search:path() ~= nil)
    end
  end)

  it("are checked", function()
    local function refuse(message, avoid)
      raises("grid:find_path: " .. message, grid.find_path, grid, 1, 1, 1, 3, on_foot, { avoid = avoid })
    end
    refuse('option "avoid" must have a crowd', { team = 1 })
    refuse('option "crowd" must be an astar crowd, got a table', { crowd = {} })
    refuse('option "team" must be an integer from 0 to 255, got 256', { crowd = crowd, team = 256 })
    refuse('option "avoid" must be an astar crowd, got 1', 1)
    refuse('unknown option "side"; valid options: crowd, team, enemy_of', { crowd = crowd, side = 1 })
  end)
end)

-- --------------------------------------------------------------------------------- motion

--- Lets seconds pass. Returns what happened: { time, unit, event, x, y } of all events, for each unit the last event
--- but "blocked" and its time, and how often a unit was blocked.
local function play(crowd, seconds, watch)
  local all, ends, times, blocked = {}, {}, {}, {}
  for frame = 1, seconds * 60 do
    crowd:update(1 / 60)
    for unit, event, x, y in crowd:events() do
      all[#all + 1] = { frame / 60, unit, event, x, y }
      if event == "blocked" then
        blocked[unit] = (blocked[unit] or 0) + 1
        assert.are.not_equal(unit, crowd:at(x, y))
      else
        ends[unit], times[unit] = event, frame / 60
      end
    end
    if watch then watch(frame / 60) end
  end
  return all, ends, times, blocked
end

describe("an idle guard in a gate", function()
  local function gate(rows, options, crowd_options)
    local crowd = astar.crowd(astar.grid(rows), crowd_options or { patience = 10 })
    return crowd, crowd:add(4, 2, on_foot, options)
  end

  it("lets friends through, and no enemies", function()
    local rows = { "...#...", ".......", "...#..." }
    for _, case in ipairs { { 1, 1, false }, { 2, 2, false }, { 2, 1, true } } do
      local crowd, guard = gate(rows, { team = 1 })
      if case[3] then crowd:allies(1, 2, true) end
      local red = crowd:add(1, 2, on_foot, { team = case[2] == 1 and case[1] or case[2] })
      crowd:go_to(red, 7, 2)
      local _, ends, _, blocked = play(crowd, 15)
      local x, y = crowd:tile(guard)
      assert.are.same({ 4, 2 }, { x, y })
      local is_friend = case[1] == 1 or case[3]
      assert.are.equal(is_friend and "arrived" or "stuck", ends[red])
      assert.are.equal(is_friend and 0 or 10, blocked[red] or 0)
    end
  end)

  it("that holds, or has a speed of 0, lets nobody through", function()
    for _, options in ipairs { { hold = true }, { speed = 0 } } do
      options.team = 1
      local crowd, guard = gate({ "...#...", ".......", "...#..." }, options)
      local friend = crowd:add(1, 2, on_foot, { team = 1 })
      crowd:go_to(friend, 7, 2)
      local _, ends, _, blocked = play(crowd, 15)
      assert.are.same({ 4, 2 }, { (crowd:tile(guard)), (select(2, crowd:tile(guard))) })
      assert.are.same({ "stuck", nil }, { ends[friend], blocked[friend] })
    end
  end)

  it("is asked to step aside by large friends, and not by large enemies", function()
    local heavy = astar.rules { cost = { ["."] = 1 }, size = 2 }
    for team = 1, 2 do
      local rows = { "......#####", "...........", "...........", "......#####" }
      local crowd, moved = astar.crowd(astar.grid(rows), { patience = 5 }), false
      local guard = crowd:add(8, 2, on_foot, { team = 1 })
      local large = crowd:add(10, 2, heavy, { team = team })
      crowd:go_to(large, 1, 2)
      play(crowd, 10, function() moved = moved or (crowd:tile(guard)) ~= 8 end)
      assert.are.equal(team == 1, moved)
      assert.are.equal(team == 1 and 1 or 9, (crowd:tile(large)))
    end
  end)

  it("is reported after half a second, then once per second", function()
    local crowd, guard = gate({ "...#...", ".......", "...#..." }, { team = 1 })
    local red, friend = crowd:add(3, 2, on_foot, { team = 2 }), crowd:add(2, 2, on_foot, { team = 2 })
    for _, unit in ipairs { red, friend } do crowd:go_to(unit, 6, 2) end
    local all = play(crowd, 5)
    for i, event in ipairs(all) do
      assert.are.same({ red, "blocked", 4, 2 }, { event[2], event[3], event[4], event[5] })
      assert.is_true(math.abs(event[1] - (i - 0.5)) < 0.2)
      assert.are.equal(guard, crowd:at(event[4], event[5]))
    end
    assert.are.equal(5, #all)
  end)

  it("is passed by a second gate", function()
    for _, gap in ipairs { 6, 12, 40 } do
      local rows = {}
      for y = 1, gap + 2 do rows[y] = (y == 2 or y == gap) and "........." or "...#....." end
      local crowd = gate(rows, { team = 1 }, { patience = 3 })
      local red = crowd:add(1, 2, on_foot, { team = 2 })
      crowd:go_to(red, 8, 2)
      local _, ends, times, blocked = play(crowd, 30)
      assert.are.equal("arrived", ends[red])
      assert.is_nil(blocked[red])
      assert.is_true(times[red] < 2 + gap)
    end
  end)

  it("is passed by units that share a field, that walk and that chase", function()
    local rows = { "....#....", ".........", "....#....", "....#....", ".........", "....#...." }
    for _, kind in ipairs { "go_to", "walk", "chase", "send" } do
      local grid = astar.grid(rows)
      local crowd, reds = astar.crowd(grid, { patience = 5 }), {}
      crowd:add(5, 2, on_foot, { team = 1 })
      local flag = crowd:add(9, 2, on_foot, { team = 1 })
      for i = 0, kind == "walk" and 3 or 11 do
        reds[#reds + 1] = crowd:add(1 + i % 3, 1 + math.floor(i / 3), on_foot, { team = 2 })
      end
      local path = grid:find_path(3, 2, 8, 2, on_foot)
      if kind == "send" then crowd:send(reds, 8, 3) end
      for _, red in ipairs(reds) do
        if kind == "go_to" then crowd:go_to(red, 8, 2) end
        if kind == "walk" then crowd:walk(red, path) end
        if kind == "chase" then crowd:chase(red, flag, { range = 3 }) end
      end
      play(crowd, 40)
      for _, red in ipairs(reds) do assert.is_true((crowd:tile(red)) > 5, kind .. red) end
    end
  end)

  it("who is at each gate first ends the order, after 32 ways around", function()
    local rows, ways, at = {}, 0, nil
    for y = 1, 8 do rows[y] = (y == 2 or y == 7) and "......." or "...#..." end
    local crowd, guard = gate(rows, { team = 1 }, { patience = 3 })
    local red = crowd:add(1, 2, on_foot, { team = 2 })
    crowd:go_to(red, 7, 4)
    local _, ends = play(crowd, 120, function()
      local _, y = crowd:tile(red)
      local nearest = y <= 4 and 2 or 7
      assert.is_true(crowd:place(guard, 4, nearest))
      if at ~= nearest then at, ways = nearest, ways + 1 end
    end)
    assert.are.equal("stuck", ends[red])
    assert.is_true(ways >= 32 and ways <= 36, ways)
  end)

  it("on the goal settles who goes there", function()
    local crowd = gate({ "...#...", ".......", "...#..." }, { team = 1 })
    local red = crowd:add(1, 2, on_foot, { team = 2 })
    crowd:go_to(red, 4, 2)
    local _, ends, times = play(crowd, 5)
    assert.are.equal("settled", ends[red])
    assert.is_true(times[red] < 2)
    assert.are.same({ 3, 2 }, { (crowd:tile(red)), (select(2, crowd:tile(red))) })
  end)
end)

describe("enemies", function()
  it("do not swap in a corridor: both orders end", function()
    local crowd = astar.crowd(astar.grid { "###.###", ".......", "#######" }, { patience = 4 })
    crowd:add(1, 2, on_foot, { team = 1 })
    crowd:add(7, 2, on_foot, { team = 2 })
    crowd:go_to(1, 7, 2)
    crowd:go_to(2, 1, 2)
    local _, ends = play(crowd, 20)
    assert.are.same({ "stuck", "stuck" }, ends)
  end)

  it("do not count in priorities", function()
    local crowd = astar.crowd(astar.grid { "......." }, { patience = 2 })
    local block = crowd:add(4, 1, on_foot, { team = 1, priority = -5 })
    local red = crowd:add(1, 1, on_foot, { team = 2, priority = 9 })
    crowd:go_to(red, 7, 1)
    play(crowd, 5)
    assert.are.equal(4, (crowd:tile(block)))
  end)

  it("march through each other on open ground", function()
    local crowd = astar.crowd(astar.grid(60, 40, { fill = "." }), { patience = 10 })
    for team = 0, 1 do
      for i = 0, 39 do
        local x, y = 4 + i % 4, 10 + math.floor(i / 4) * 2
        local unit = crowd:add(team == 0 and x or 61 - x, y, on_foot, { team = team })
        crowd:go_to(unit, team == 0 and 61 - x or x, y)
      end
    end
    local _, ends, times = play(crowd, 40)
    local last = 0
    for unit = 1, 80 do
      assert.are.equal("arrived", ends[unit])
      last = math.max(last, times[unit])
    end
    assert.is_true(last < 30)
  end)

  it("that stand in a block are passed by a worker", function()
    for _, team in ipairs { 1, 2 } do
      local crowd, places = astar.crowd(astar.grid(25, 25, { fill = "." }), { patience = 5 }), {}
      for i = 1, 49 do
        places[i] = { 9 + i % 7, 9 + math.floor(i / 7) }
        crowd:add(places[i][1], places[i][2], on_foot, { team = 1 })
      end
      local worker = crowd:add(12, 1, on_foot, { team = team })
      crowd:go_to(worker, 12, 25)
      local _, ends, times = play(crowd, 30)
      assert.are.equal("arrived", ends[worker])
      assert.is_true(times[worker] < 12)
      for i, place in ipairs(places) do assert.are.same(place, { (crowd:tile(i)), (select(2, crowd:tile(i))) }) end
    end
  end)

  it("of one team stand apart, too", function()
    local crowd = astar.crowd(astar.grid { "......." }, { patience = 2 })
    crowd:allies(0, 0, false)
    crowd:add(4, 1, on_foot)
    local red = crowd:add(1, 1, on_foot)
    crowd:go_to(red, 7, 1)
    local _, ends = play(crowd, 5)
    assert.are.equal("stuck", ends[red])
  end)
end)

describe("a mixed army", function()
  it("arrives, and goes on: 72 small units and 12 large ones", function()
    for _, options in ipairs { {}, { formation = "block" }, { speed = "slowest" } } do
      local crowd, army = astar.crowd(astar.grid(80, 50, { fill = "." })), {}
      local heavy = astar.rules { cost = { ["."] = 1 }, size = 2 }
      for i = 0, 71 do army[#army + 1] = crowd:add(3 + i % 12, 5 + math.floor(i / 12), on_foot) end
      for i = 0, 11 do
        army[#army + 1] = crowd:add(3 + i % 6 * 2, 13 + math.floor(i / 6) * 2, heavy, { speed = 2.5 })
      end
      for _, goal in ipairs { { 60, 25 }, { 20, 40 } } do
        assert.are.equal(84, crowd:send(army, goal[1], goal[2], options))
        local _, ends = play(crowd, 90)
        for _, unit in ipairs(army) do assert.are.equal("arrived", ends[unit]) end
      end
    end
  end)
end)

-- The recipes of the manual, without LÖVE.
describe("the recipe", function()
  local drawing, loaded = _G.love, package.loaded["astar.love"]
  local games = {}
  for _, files in ipairs(manual.games(manual.page "docs/recipes.md")) do games[#games + 1] = files["main.lua"] end

  before_each(function()
    _G.love, package.loaded["astar.love"] = {}, {}
  end)

  after_each(function()
    _G.love, package.loaded["astar.love"] = drawing, loaded
  end)

  -- Plays the game that has a text, with another text in place of it. Returns the value of an expression.
  local function play_recipe(text, other, seconds, expression)
    for _, code in ipairs(games) do
      local at, to = code:find(text, 1, true)
      if at then
        local game = code:sub(1, at - 1) .. other .. code:sub(to + 1)
        local run = assert(load_text(game .. "\nreturn function() return " .. expression .. " end"))
        local result = run()
        for _ = 1, seconds * 60 do _G.love.update(1 / 60) end
        return result()
      end
    end
  end

  it("Gather brings in most loads when those who leave go first", function()
    local rule = "has_load[unit] and 0 or 10"
    local loads, otherwise = play_recipe(rule, rule, 300, "loads"), play_recipe(rule, "0", 300, "loads")
    assert.is_true(loads > 90 and otherwise < 60, ("%d and %d loads"):format(loads, otherwise))
  end)

  it("Guard a gate lets no enemy through", function()
    local text = "local function cross(unit)"
    for seconds = 20, 60, 20 do -- an enemy that has crossed turns round
      local goals, crowd = unpack(play_recipe(text, text, seconds, "{ goals, crowd }"))
      for unit = 5, 19, 2 do assert.is_true(goals[unit] == 4 and crowd:tile(unit) > 14) end
    end
  end)

  it("Attack-move ends the fight", function()
    local alive = play_recipe("local function look_around", "local function look_around", 60, "crowd:count()")
    assert.is_true(alive > 0 and alive < 20, alive)
  end)
end)

describe("teams of NPCs", function()
  it("block an order, which ends when the NPC is stuck", function()
    local crowd, calls = script.crowd(astar.grid { "......" }, { patience = 2 }), {}
    crowd:add(on_foot, { x = 4, y = 1, speed = 4, team = 1 })
    local function note(_, reason) calls[#calls + 1] = reason end
    local red = crowd:add(on_foot, { x = 1, y = 1, speed = 4, on_blocked = note }, function(npc) npc:go_to(6, 1) end)
    for _ = 1, 60 do crowd:update(1 / 30) end
    assert.are.same({ {}, 3, "waiting" }, { calls, red.tile_x, red.state })
    for _ = 1, 60 do crowd:update(1 / 30) end
    assert.are.same({ "unreachable" }, calls)
  end)

  it("are fields that the game may set, and are saved", function()
    local grid = astar.grid { "..." }
    local crowd = script.crowd(grid)
    local npc = crowd:add(on_foot, { x = 1, y = 1, speed = 1, team = 7 })
    local other = crowd:add(on_foot, { x = 2, y = 1, speed = 1 })
    assert.are.same({ 7, 0, false }, { npc.team, other.team, crowd:allies(7, 0) })
    crowd:allies(0, 7, true)
    npc.team = 9
    crowd:update(0)
    local text, rules = crowd:serialize()
    local loaded = assert(script.deserialize(text, astar.grid { "..." }, rules))
    assert.are.same({ 9, 0, true }, { loaded.npcs[1].team, loaded.npcs[2].team, loaded:allies(7, 0) })
    npc.team = 256
    assert.has_error(function() crowd:update(0) end, "crowd:update: npc.team must be an integer from 0 to 255, got 256")
    assert.are.equal(9, npc.team)
    raises("crowd:allies: a must be an integer from 0 to 255, got nil", crowd.allies, crowd)
  end)
end)
