-- Baked indexes of random maps, between random edits: every answer is compared with the search of the grid on the
-- map as it is then, and every path with the steps of the oracle.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua. A failure shows its seed, the calls before it, and the map.

local astar = require "astar"
local ascii = require "spec.support.ascii"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local CORNER_RULES = {
  "only_when_no_obstacles", "only_when_no_obstacles", "if_at_most_one_obstacle", "always", "never",
}

-- ---------------------------------------------------------------------------------------- maps

-- Walls with gaps, rooms and single obstacles. Some maps are longer than the words of a bitmap.
local function new_map(random, terrains)
  local width, height = random:int(1, 24), random:int(1, 18)
  if random:chance(0.3) then width, height = random:int(60, 140), random:int(2, 9) end
  if random:chance(0.3) then width, height = height, width end
  local map = oracle.map(width, height, "square", ".")
  for _ = 1, random:int(0, 5) * (#terrains - 1) do
    map:fill(random:pick(terrains), random:int(1, width), random:int(1, height), random:int(2, 12), random:int(2, 12))
  end
  local density = random:pick { 0, 0.03, 0.1, 0.25, 0.4 }
  for y = 1, height do
    for x = 1, width do
      if random:chance(density) then map:set(x, y, "#") end
    end
  end
  for _ = 1, random:int(0, 6) do
    local x, y = random:int(1, width), random:int(1, height)
    local is_flat = random:chance(0.5)
    map:fill("#", x, y, is_flat and random:int(1, 30) or 1, is_flat and 1 or random:int(1, 20))
  end
  return map
end

local function random_options(random, kind)
  local options = {
    cost = { ["."] = random:pick { 1, 1, 0.3, 5 } },
    diagonal = random:pick(CORNER_RULES),
    diagonal_cost = random:pick { math.sqrt(2), math.sqrt(2), math.sqrt(2), 1.4, 1, 2, 1.9 },
    neighbors = random:chance(0.2) and 4 or 8,
    size = random:chance(0.2) and random:int(2, 3) or 1,
  }
  if kind == "weighted" then
    options.cost["~"], options.cost[","] = random:pick { 2, 3.5 }, random:pick { 0.5, 1.25 }
  end
  if random:chance(0.3) then options.ignore_blocked = random_map.ignored(random) end
  return options
end

local function log(life, line) life.log[#life.log + 1] = line end

-- Rarely a kind of edit that no index of this map allows.
local function random_edit(life)
  local random, map = life.random, life.map
  local x, y = random:int(1, map.width), random:int(1, map.height)
  local kind = random:int(1, 100)
  if kind <= 30 then return { "block", x, y, random:chance(0.6), random:pick { 1, 1, 1, 2, 3, 8 } } end
  if kind <= 90 then return { "set", x, y, random:chance(0.5) and "#" or random:pick(life.terrains) } end
  if kind <= 95 then
    return { "fill", random:chance(0.6) and "#" or ".", x, y, random:int(0, 3), random:int(0, 3) }
  end
  if life.is_calm then return { "block", x, y, true } end
  if kind <= 97 then return { "set_penalty", x, y, random:pick { 0, 0, 1, 2.5 } } end
  local directions = oracle.directions(map, x, y)
  if kind == 98 or #directions == 0 then
    return { "link", x, y, random:int(1, map.width), random:int(1, map.height), { cost = random:int(0, 5) } }
  end
  return { "set_edge", x, y, directions[1][1], directions[1][2], kind == 99, random:chance(0.5) }
end

local function edit(life)
  local random = life.random
  for _ = 1, random:pick { 0, 1, 1, 1, 2, 3, 10 } do
    local change = random_edit(life)
    log(life, ascii.edit(change))
    random_map.apply(change, life.map, life.grid, life.ids)
    if change[1] == "link" and random:chance(0.8) then
      random_map.apply({ "unlink", life.map.last_link }, life.map, life.grid, life.ids)
      log(life, "grid:unlink(the last)")
    end
  end
end

-- ------------------------------------------------------------------------------------- answers

local function is_close(a, b)
  return math.abs(a - b) <= 1e-12 * math.max(math.abs(a), math.abs(b))
end

local function is_same(a, b)
  return a == b or type(a) == "number" and type(b) == "number" and is_close(a, b)
end

-- The failure of a path with this cost from (x1, y1), or nil.
local function check_path(life, path, cost, x1, y1)
  local points = {}
  for i, x, y in path:each() do points[i] = { x, y } end
  if points[1][1] ~= x1 or points[1][2] ~= y1 then return "the path begins elsewhere" end
  local walked, bad = oracle.walk_cost(life.map, life.rules, points)
  if not walked then return "an illegal step " .. bad end
  if not is_close(walked, cost) then return ("its steps sum to %.17g"):format(walked) end
  if path:cost() ~= cost or path:cost(#path) ~= cost then return ("path:cost() is %.17g"):format(path:cost()) end
  if not path:is_valid() or path:is_partial() then return "path:is_valid() is false" end
end

local function check_one(life, x1, y1, x2, y2)
  local expected, expected_cost = life.grid:find_path(x1, y1, x2, y2, life.compiled)
  local path, cost = life.index:find_path(x1, y1, x2, y2)
  if (path == nil) ~= (expected == nil) or not is_same(cost, expected_cost) then
    return ("find_path: %s, expected %s"):format(tostring(cost), tostring(expected_cost))
  end
  if path then
    local x, y = path:get(#path)
    local failure = check_path(life, path, cost, x1, y1)
    if failure or x ~= x2 or y ~= y2 then return "find_path: " .. (failure or "the path ends elsewhere") end
  end
  local alone, reason = life.index:cost(x1, y1, x2, y2)
  if not is_same(alone or reason, cost) then
    return ("cost: %s, expected %s"):format(tostring(alone or reason), tostring(cost))
  end
end

-- A tile, sometimes off the grid.
local function random_tile(life)
  local random, map = life.random, life.map
  if random:chance(0.02) then return random:int(-1, map.width + 2), random:int(-1, map.height + 2) end
  return random:int(1, map.width), random:int(1, map.height)
end

local function check_many(life, x, y)
  local points = {}
  for i = 1, life.random:pick { 0, 1, 4, 12 } do points[i] = { random_tile(life) } end
  local costs, reason = life.index:costs(x, y, points)
  if not costs then return reason ~= "out_of_bounds" and "costs: " .. tostring(reason) or nil end
  if #costs ~= #points then return ("costs: %d of %d"):format(#costs, #points) end
  for i, point in ipairs(points) do
    local expected = life.index:cost(x, y, point[1], point[2]) or false
    if not is_same(costs[i], expected) then
      return ("costs: %s for (%d, %d), expected %s"):format(tostring(costs[i]), point[1], point[2], tostring(expected))
    end
  end
end

local function check_nearest(life, x, y)
  local goals = {}
  for i = 1, life.random:int(0, 5) do goals[i] = { random_tile(life) } end
  local expected, expected_cost = life.grid:find_nearest(x, y, goals, life.compiled)
  local path, cost, at = life.index:find_nearest(x, y, goals)
  if (path == nil) ~= (expected == nil) or not is_same(cost, expected_cost) then
    return ("find_nearest: %s, expected %s"):format(tostring(cost), tostring(expected_cost))
  end
  if not path then return end
  local end_x, end_y = path:get(#path)
  if goals[at][1] ~= end_x or goals[at][2] ~= end_y then return "find_nearest: the index of another goal" end
  return check_path(life, path, cost, x, y)
end

-- The failure of a few queries, or nil.
local function ask(life)
  for _ = 1, 6 do
    local x1, y1 = random_tile(life)
    local x2, y2 = random_tile(life)
    log(life, ("print(index:find_path(%d, %d, %d, %d))"):format(x1, y1, x2, y2))
    local failure = check_one(life, x1, y1, x2, y2) or check_many(life, x1, y1)
    if not failure and life.random:chance(0.3) then failure = check_nearest(life, x1, y1) end
    if failure then return ("(%d, %d) to (%d, %d): %s"):format(x1, y1, x2, y2, failure) end
  end
end

-- ---------------------------------------------------------------------------------------- lives

-- A string of an earlier map may be refused.
local function load_again(life)
  local bytes = life.index:serialize()
  local copy = bytes and life.grid:load_index(bytes)
  if not copy then return end
  assert(copy:serialize() == bytes, "the string of a loaded index differs")
  life.index = copy
  log(life, "index = grid:load_index(index:serialize())")
end

-- The next event in the life of an index. A declined bake leaves it as it was.
local function change_index(life)
  local random, index = life.random, life.index
  local kind = random:int(1, 10)
  if kind == 1 then
    index:bake()
    log(life, "index:bake()")
  elseif kind <= 4 then
    local count = random:pick { 1, 5, 1000 }
    for _ = 1, count do index:step() end
    log(life, ("for _ = 1, %d do index:step() end"):format(count))
  elseif kind == 5 then
    load_again(life)
  end
end

local function begin(seed, kind)
  local random = random_map.new(seed)
  local terrains = kind == "weighted" and { ".", "~", "," } or { "." }
  local map, options = new_map(random, terrains), random_options(random, kind)
  local life = {
    seed = seed, random = random, terrains = terrains, map = map, options = options, rules = oracle.rules(options),
    compiled = astar.rules(options), grid = random_map.grid(astar, map), ids = {}, log = {},
    is_calm = random:chance(0.7), work = random:pick { 1, 50, 1e9 },
  }
  local message
  life.index, message = life.grid:bake(life.compiled, { work = life.work })
  return life, message
end

local function run(seed, kind)
  local life, refused = begin(seed, kind)
  if not life.index then return refused ~= "unsuited" and refused ~= "too_large" and tostring(refused) or nil end
  for _ = 1, 12 do
    local ok, failure = pcall(ask, life)
    if not ok or failure then
      local first = begin(seed, kind)
      return table.concat({
        ("seed %d: %s"):format(seed, tostring(failure)), ascii.picture(life.map, life.rules),
        ascii.setup(first.map, first.options), ("local index = grid:bake(rules, { work = %d })"):format(first.work),
        table.concat(life.log, "\n"),
      }, "\n")
    end
    edit(life)
    change_index(life)
  end
end

describe("the index of a random map", function()
  seeds.check_in_parts(it, "answers as the grid, where all tiles cost the same", seeds.cases / 5, 3, run, "uniform")
  seeds.check_in_parts(it, "answers as the grid, where terrains differ", seeds.cases / 12, 2, run, "weighted")
end)
