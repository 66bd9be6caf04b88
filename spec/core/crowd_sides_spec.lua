-- Teams of a crowd: who is allied with whom.

local astar = require "astar"
local script = require "astar.script"

local on_foot = astar.rules { cost = { ["."] = 1 } }

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
    for _, case in ipairs { { nil, nil, false }, { 1, nil, false }, { 2, nil, true }, { nil, 1, true }, { nil, 2, true },
      { nil, 3, false }, { 1, 2, true } } do
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

describe("teams of NPCs", function()
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
