-- Every feature of grids and rules, in combination, compared with the oracle; then larger plain maps, for which the
-- library has specialized kernels.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua. A failure shows its seed, the map, and a script that
-- repeats the query.

local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local function run(seed)
  local random = random_map.new(seed)
  local map = random_map.map(random)
  local grid = random_map.grid(astar, map)
  for _ = 1, 2 do
    local case = random_map.case(random, astar, map, grid)
    for _ = 1, 2 do
      case.query, case.reach = random_map.query(random, map, case.rules), nil
      local failure = check.query(case)
      if failure then return ("seed %d: %s"):format(seed, failure) end
    end
  end
end

describe("random maps and rules", function()
  it("are the same on every Lua", function()
    local random, numbers = random_map.new(42), {}
    for i = 1, 8 do numbers[i] = ("%d"):format(random:int(1, 1000)) end
    assert.equal("932 729 583 633 445 408 737 568", table.concat(numbers, " "))
  end)

  seeds.check_in_parts(it, "agree with the oracle", seeds.cases, 10, run)
end)

-- A plain map: one passable terrain, walls, some dynamic obstacles. Half of the maps are longer than the words of a
-- bitmap, in one direction or the other.
local function plain_map(random)
  local width, height = random:int(10, 50), random:int(8, 26)
  if random:chance(0.5) then
    width, height = random:int(60, 150), random:int(3, 12)
    if random:chance(0.5) then width, height = height, width end
  end
  local map = oracle.map(width, height, "square", ".")
  local density = random:pick { 0, 0.02, 0.1, 0.25, 0.4 }
  for y = 1, map.height do
    for x = 1, map.width do
      if random:chance(density) then map:set(x, y, "#") end
    end
  end
  for _ = 1, random:int(0, 6) do
    local x, y = random:int(1, map.width), random:int(1, map.height)
    if random:chance(0.5) then
      map:fill("#", x, y, random:int(1, 40), 1)
    else
      map:fill("#", x, y, 1, random:int(1, 25))
    end
  end
  return map
end

local function edit(random, map, grid)
  for _ = 1, random:int(0, 8) do
    local x, y = random:int(1, map.width), random:int(1, map.height)
    local change = random:pick {
      { "set", x, y, "#" }, { "set", x, y, "." }, { "block", x, y, true }, { "block", x, y, false },
      { "fill", ".", x, y, 6, 4 },
    }
    random_map.apply(change, map, grid)
  end
end

local function run_plain(seed)
  local random = random_map.new(seed)
  local map = plain_map(random)
  local grid = random_map.grid(astar, map)
  local options = {
    cost = { ["."] = random:pick { 1, 1, 0.3, 5 } },
    diagonal = random:pick { "only_when_no_obstacles", "only_when_no_obstacles", "always",
      "if_at_most_one_obstacle", "never" },
    diagonal_cost = random:pick { math.sqrt(2), math.sqrt(2), 1.4, 1, 2 },
  }
  local case = {
    map = map, grid = grid, options = options,
    rules = oracle.rules(options), compiled = astar.rules(options),
  }
  for _ = 1, 3 do
    edit(random, map, grid)
    local x, y = random:int(1, map.width), random:int(1, map.height)
    case.reach = oracle.distances(map, case.rules, x, y)
    for _ = 1, 15 do
      case.query = {
        x = x, y = y, goals = { { random:int(1, map.width), random:int(1, map.height) } },
        partial = random:chance(0.3), range = random:chance(0.2) and random:int(1, 5) or nil,
        admissible = true,
      }
      local failure = check.query(case)
      if failure then return ("seed %d: %s"):format(seed, failure) end
    end
  end
end

describe("random plain maps", function()
  seeds.check(it, "agree with the oracle", seeds.cases / 50, run_plain)
end)
