-- Movement ranges, grid:reachable: on small maps, compared with the oracle on random maps, and through edits.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua.

local astar = require "astar"
local ascii = require "spec.support.ascii"
local check_field = require "spec.support.check_field"
local expect = require "spec.support.expect"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local cases = seeds.cases

local walk4 = astar.rules { cost = { ["."] = 1, ["~"] = 4, ["_"] = 0.5 }, neighbors = 4 }

-- The tiles in reach and their costs, as text.
local function tiles(field)
  local seen = {}
  for x, y, cost in field:each() do seen[#seen + 1] = ("%d,%d=%.14g"):format(x, y, cost) end
  return table.concat(seen, " ")
end

describe("a movement range", function()
  it("contains the tiles up to and including the budget", function()
    local grid = astar.grid { "....", ".~#." }
    assert.equal("1,1=0 2,1=1 3,1=2 1,2=1", tiles(grid:reachable(1, 1, walk4, 2)))
    assert.equal("1,1=0 2,1=1 1,2=1", tiles(grid:reachable(1, 1, walk4, 1.999)))
    assert.equal("1,1=0", tiles(grid:reachable(1, 1, walk4, 0)))
    local all = "1,1=0 2,1=1 3,1=2 4,1=3 1,2=1 2,2=5 4,2=4"
    assert.equal(all, tiles(grid:reachable(1, 1, walk4, 5)))
    assert.equal(all, tiles(grid:reachable(1, 1, walk4, math.huge)))
    assert.equal(all, tiles(grid:reachable(1, 1, walk4)))
  end)

  it("contains a tile whose cost equals the budget except for rounding", function()
    local rules = astar.rules { cost = { ["."] = 0.1 } }
    local grid = astar.grid { "....." }
    assert.is_true(0.1 + 0.1 + 0.1 > 0.3)
    assert.is_truthy(grid:reachable(1, 1, rules, 0.3):cost(4, 1))
    assert.is_nil(grid:reachable(1, 1, rules, 0.3):cost(5, 1))
    local field = grid:distance_field({ { 1, 1 } }, rules, { max_cost = 0.3 })
    assert.is_truthy(field:cost(4, 1))
    assert.is_nil(field:cost(5, 1))
  end)

  it("charges the entered tiles", function()
    local grid = astar.grid { "~.~" }
    grid:set_penalty(2, 1, 0.5)
    assert.equal("1,1=0 2,1=1.5 3,1=5.5", tiles(grid:reachable(1, 1, walk4, 9)))
    assert.equal("1,1=5.5 2,1=1.5 3,1=0", tiles(grid:reachable(3, 1, walk4, 9)))
  end)

  it("contains the tiles that jumps reach on a large map", function()
    local knight = astar.rules { cost = { ["."] = 1 }, neighbors = {
      { 1, 2, cost = 1 }, { 2, 1, cost = 1 }, { 2, -1, cost = 1 }, { 1, -2, cost = 1 },
      { -1, -2, cost = 1 }, { -2, -1, cost = 1 }, { -2, 1, cost = 1 }, { -1, 2, cost = 1 },
    } }
    local grid, count = astar.grid(60, 60, { fill = "." }), 0
    for x, y, cost in grid:reachable(30, 30, knight, 4):each() do
      count = count + 1
      assert.is_true(math.abs(x - 30) <= 2 * cost and math.abs(y - 30) <= 2 * cost)
    end
    assert.equal(1 + 8 + 32 + 68 + 96, count) -- a knight's moves on an endless board
  end)

  it("does not check the start", function()
    local grid = astar.grid { "##..", "..##" }
    assert.equal("1,1=0 1,2=1 2,2=2", tiles(grid:reachable(1, 1, walk4, 9)))
    grid:block(3, 1) -- the mover's own obstacle
    local field = grid:reachable(3, 1, walk4, 9)
    assert.equal("3,1=0 4,1=1", tiles(field))
    expect.tiles("3,1 4,1", field:path(4, 1))
    grid:block(4, 1)
    field:update()
    assert.equal("3,1=0", tiles(field))
  end)

  it("returns the predecessor of a tile, and the path from the start", function()
    local grid = astar.grid { ".#.", ".#.", "..." }
    local field = grid:reachable(1, 1, walk4, 5)
    assert.is_nil((field:next(1, 1)))
    assert.same({ 1, 1 }, { field:next(1, 2) })
    assert.same({ 3, 3 }, { field:next(3, 2) })
    assert.is_nil((field:next(3, 1)))
    local path, cost = field:path(3, 2)
    expect.tiles("1,1 1,2 1,3 2,3 3,3 3,2", path)
    assert.equal(5, cost)
    assert.equal(0, path:expanded())
    expect.tiles("1,1", field:path(1, 1))
    expect.reason("unreachable", field:path(3, 1))
    expect.reason("unreachable", field:path(2, 1))
    expect.reason("out_of_bounds", field:path(4, 1))
  end)

  it("uses one-way edges and links in the direction of the mover", function()
    local grid = astar.grid { "..", ".." }
    grid:set_edge(1, 1, 1, 0, false, true)
    local diagonal = astar.rules { cost = { ["."] = 1 }, neighbors = 4 }
    assert.equal("1,1=0 2,1=3 1,2=1 2,2=2", tiles(grid:reachable(1, 1, diagonal, 9)))
    assert.equal("1,1=0 2,1=1 1,2=1 2,2=2", tiles(grid:distance_field({ { 1, 1 } }, diagonal)))
    local halves = astar.grid { ".#." }
    halves:link(1, 1, 3, 1, { cost = 2, one_way = true })
    assert.equal("1,1=0 3,1=2", tiles(halves:reachable(1, 1, walk4, 2)))
    assert.equal("3,1=0", tiles(halves:reachable(3, 1, walk4, 2)))
    assert.equal("1,1=0", tiles(halves:distance_field({ { 1, 1 } }, walk4)))
    assert.equal("1,1=2 3,1=0", tiles(halves:distance_field({ { 3, 1 } }, walk4)))
  end)

  it("is not created from a start off the grid", function()
    local grid = astar.grid { "..." }
    expect.reason("out_of_bounds", grid:reachable(0, 1, walk4, 5))
    expect.reason("out_of_bounds", grid:reachable(1, 2, walk4, 5))
  end)

  it("does not change until update()", function()
    local grid = astar.grid { "...." }
    local field = grid:reachable(1, 1, walk4, 2)
    grid:set(2, 1, "_")
    assert.equal("1,1=0 2,1=1 3,1=2", tiles(field))
    field:update()
    assert.equal("1,1=0 2,1=0.5 3,1=1.5", tiles(field))
    grid:set(3, 1, "_")
    field:update()
    assert.equal("1,1=0 2,1=0.5 3,1=1 4,1=2", tiles(field))
  end)

  it("has a flee field", function()
    local grid = astar.grid { "......" }
    local flee = grid:reachable(1, 1, walk4, 3):flee()
    assert.same({ 3, 1 }, { flee:next(2, 1) })
    assert.same({ 4, 1 }, { flee:next(3, 1) })
    assert.is_nil((flee:next(4, 1)))
  end)
end)

-- ---------------------------------------------------------------------- compared with the oracle

local function random_wanted(random, map)
  local wanted = { x = random:int(1, map.width), y = random:int(1, map.height) }
  if random:chance(0.8) then wanted.max_cost = random:pick { 0, 1, 2.5, 2.5, 5, 9.9, 20, 1e6, math.huge } end
  return wanted
end

local function make_field(case, wanted)
  return assert(case.grid:reachable(wanted.x, wanted.y, case.compiled, wanted.max_cost))
end

local function call_text(wanted)
  return ("local field = grid:reachable(%d, %d, rules, %s)"):format(wanted.x, wanted.y,
    ascii.literal(wanted.max_cost))
end

local function setup(case, wanted)
  return table.concat({
    ascii.picture(case.map, case.rules, { x = wanted.x, y = wanted.y }),
    ascii.setup(case.map, case.options, case.step_table), call_text(wanted),
  }, "\n")
end

local function compare(random, case, field, wanted)
  local map = case.map
  local now = {
    x = wanted.x, y = wanted.y, max_cost = wanted.max_cost,
    cost = oracle.distances(map, case.rules, wanted.x, wanted.y),
  }
  local failure = check_field.all(case, field, now)
  for _ = 1, failure and 0 or 4 do
    failure = failure or check_field.path(case, field, now, random:int(1, map.width), random:int(0, map.height))
  end
  if failure or random:chance(0.9) then return failure end
  return check_field.flee(case, field, now.steps, random:pick { 0.5, 1.2, 3 })
end

local function run(seed, kind)
  local random = random_map.new(seed)
  local map = random_map.map(random, kind)
  local case = random_map.case(random, astar, map, random_map.grid(astar, map), kind)
  for _ = 1, 2 do
    local wanted = random_wanted(random, map)
    local failure = seeds.failure_of(function()
      return compare(random, case, make_field(case, wanted), wanted)
    end)
    if failure then return ("seed %d: %s\n%s"):format(seed, failure, setup(case, wanted)) end
  end
end

describe("movement ranges on random maps", function()
  seeds.check(it, "agree with the oracle", cases / 6, run)
  seeds.check(it, "agree with the oracle on larger maps", cases / 80, run, { width = 33, height = 25 })
  seeds.check(it, "agree with the oracle on maps full of links", cases / 40, run, { links = true })
  seeds.check(it, "agree with the oracle with steps that mostly cost 0", cases / 40, run, { free = true })
end)
