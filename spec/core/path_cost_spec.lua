-- path:cost(i): the cost of the first i tiles when the path was found. All paths that other specs compare with the
-- oracle are checked for it, too (spec/support/check.lua).

local astar = require "astar"
local check = require "spec.support.check"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }
local ROWS = { "..~..", ".##~.", "....." }

local function costs_of(path)
  local costs = {}
  for i = 1, #path do costs[i] = path:cost(i) end
  return costs
end

describe("the cost of the first tiles of a path", function()
  it("is the sum of the steps to them", function()
    local grid = astar.grid { "..~.." }
    grid:set_penalty(5, 1, 0.5)
    local path, cost = grid:find_path(1, 1, 5, 1, rules)
    assert.same({ 0, 1, 5, 6, 7.5 }, costs_of(path))
    assert.equal(cost, path:cost(#path))
    assert.equal(cost, path:cost())
    assert.equal(cost, path:cost(nil))
  end)

  it("is nil for an index without a tile", function()
    local path = astar.grid(ROWS):find_path(1, 1, 5, 3, rules)
    for _, i in ipairs { 0, -1, #path + 1, 2 ^ 31, -2 ^ 31, 2 ^ 32 + 1, 2 ^ 53 } do
      assert.is_nil(path:cost(i))
    end
  end)

  it("is 0 for a path of one tile", function()
    local grid = astar.grid(ROWS)
    local search = grid:search(1, 1, 1, 1, rules)
    search:step()
    local goals = { { 3, 3 }, { 1, 1 } }
    for _, path in ipairs {
      (grid:find_path(1, 1, 1, 1, rules)), (grid:find_nearest(1, 1, goals, rules)), (search:path()),
      (grid:replanner(1, 1, 1, 1, rules):path()), (grid:distance_field({ { 1, 1, 7 } }, rules):path(1, 1)),
      (grid:reachable(1, 1, rules, 5):path(1, 1)), (grid:find_path(1, 1, 2, 2, rules, { range = 1 })),
    } do
      assert.same({ 0 }, costs_of(path))
      assert.same({ 0 }, costs_of(path:waypoints()))
      assert.same({ 0 }, costs_of(path:smooth()))
    end
  end)

  it("includes links", function()
    local grid = astar.grid { "..#..", "..#.." }
    grid:link(2, 1, 4, 2, { cost = 2.5 })
    local path = grid:find_path(1, 1, 5, 2, rules)
    assert.same({ 0, 1, 3.5, 4.5 }, costs_of(path))
    assert.same({ 0, 1, 3.5, 4.5 }, costs_of(path:waypoints()))
  end)

  it("of a smoothed path is the length of its lines", function()
    local path = astar.grid(30, 20, { fill = "." }):find_path(1, 1, 30, 12, rules)
    local smooth = path:smooth()
    assert.same({ 0, math.sqrt(29 * 29 + 11 * 11) }, costs_of(smooth))
    assert.same(costs_of(smooth), costs_of(smooth:waypoints()))
    assert.same(costs_of(smooth), costs_of(smooth:smooth()))
  end)

  it("of cheap steps is not lost before an expensive step", function()
    local steep = astar.rules { cost = { ["."] = 1, ["~"] = 1e17 } }
    local grid = astar.grid { "...~" }
    local planner, field = grid:replanner(1, 1, 4, 1, steep), grid:distance_field({ { 4, 1 } }, steep)
    for _, path in ipairs { (grid:find_path(1, 1, 4, 1, steep)), (planner:path()), (field:path(1, 1)) } do
      assert.same({ 0, 1, 2, 1e17 }, costs_of(path))
    end
  end)

  it("does not change when the map is edited", function()
    local grid = astar.grid(ROWS)
    local search, planner = grid:search(1, 1, 5, 1, rules), grid:replanner(1, 1, 5, 1, rules)
    search:step(1000)
    local field = grid:distance_field({ { 5, 1 } }, rules)
    local path = grid:find_path(1, 1, 5, 1, rules)
    local planned, followed = planner:path(), field:path(1, 1)
    local turns, smooth = path:waypoints(), path:smooth()
    local paths, before = { path, planned, followed, turns, smooth }, {}
    for i, each in ipairs(paths) do before[i] = costs_of(each) end
    grid:fill("~")
    grid:set_penalty(2, 1, 9)
    grid:set_penalty(1, 2, 9)
    grid:find_path(1, 1, 5, 3, rules)
    planner:path()
    for i, each in ipairs(paths) do assert.same(before[i], costs_of(each)) end
    -- A search that has ended, and a field that is not updated, still describe the old map.
    assert.same(before[1], costs_of((search:path())))
    assert.same(before[3], costs_of((field:path(1, 1))))
    assert.equal(before[1][#path], costs_of(path:waypoints())[#turns])
    planner:path()
    field:update()
    assert.not_same(before[3], costs_of((field:path(1, 1))))
    grid:fill("#", 4, 1, 1, 3)
    assert.is_nil((planner:path()))
    for i, each in ipairs(paths) do assert.same(before[i], costs_of(each)) end
  end)

  it("follows the mover of a replanner that keeps its path", function()
    local grid = astar.grid { "..~...~.." }
    local planner = grid:replanner(1, 1, 9, 1, rules)
    planner:path()
    planner:move_to(4, 1)
    assert.same({ 0, 1, 2, 6, 7, 8 }, costs_of((planner:path())))
    grid:set(7, 1, "~") -- nothing changes
    grid:set_penalty(8, 1, 0.25)
    assert.same({ 0, 1, 2, 6, 7.25, 8.25 }, costs_of((planner:path())))
  end)

  it("is read without garbage", function()
    local path = astar.grid(500, 1, { fill = "." }):find_path(1, 1, 500, 1, rules)
    collectgarbage()
    collectgarbage "stop"
    local sum, first, last = 0, nil, nil
    for i = 1, 500 do
      if i == 2 then first = collectgarbage "count" end
      sum = sum + path:cost(i)
      if i == 499 then last = collectgarbage "count" end
    end
    collectgarbage "restart"
    assert.equal(499 * 500 / 2, sum)
    expect.no_garbage(first, last)
  end)
end)

-- Paths of the other kinds of queries on random maps.
local function compare(seed)
  local random = random_map.new(seed)
  local map = random_map.map(random)
  local case = random_map.case(random, astar, map, random_map.grid(astar, map))
  local grid, with = case.grid, case.compiled
  local x1, y1 = random:int(1, map.width), random:int(1, map.height)
  local x2, y2 = random:int(1, map.width), random:int(1, map.height)
  local search = grid:search(x1, y1, x2, y2, with, { partial = random:chance(0.5) })
  while search:step(7) == "running" do end -- luacheck: ignore 542
  local field = grid:distance_field({ { x2, y2, random:pick { 0, 0, 3.7 } } }, with)
  for name, path in pairs {
    search = search:path(), replanner = grid:replanner(x1, y1, x2, y2, with):path(),
    field = field and field:path(x1, y1), range = grid:reachable(x1, y1, with):path(x2, y2),
  } do
    local failure = check.costs(case, path, check.tiles(path))
    if failure then return ("seed %d, %s: %s"):format(seed, name, failure) end
  end
end

describe("costs of the first tiles of paths", function()
  seeds.check(it, "agree with the oracle", seeds.cases / 4, compare)
end)
