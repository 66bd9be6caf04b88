-- Maps where costs differ, with areas of equal cost: weighted jump points, local dominance and terrain boards give
-- the cheapest path, with all rules, at the ends of words and rows, with penalties, edges and obstacles, after
-- edits, and in slices. The oracle knows the cost.

local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local COSTS = { ["."] = 1, [","] = 1, ["~"] = 3, ["^"] = math.sqrt(5), ["="] = 0.3 }
local GROUND = { ".", ",", "~", "^", "=" }

-- Edits of a map of the oracle and of a grid.
local function both(map, grid)
  return setmetatable({}, { __index = function(_, name)
    return function(_, ...)
      map[name](map, ...)
      grid[name](grid, ...)
    end
  end })
end

local function new_world(width, height)
  local map, grid = oracle.map(width, height, nil, "."), astar.grid(width, height, { fill = "." })
  return { width = width, height = height, map = map, grid = grid, content = both(map, grid) }
end

-- ----------------------------------------------------------------------------------- the check

local RING = { { 0, -1 }, { 1, -1 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { -1, -1 } }

-- The cost of the most expensive tile that the mover covers at (x, y); nil where it cannot stand, and where it covers
-- a penalty.
local function ground(map, law, x, y)
  if not oracle.fits(map, law, x, y) then return nil end
  local cost = 0
  for ty = y, y + law.size - 1 do
    for tx = x, x + law.size - 1 do
      if map:penalty(tx, ty) > 0 then return nil end
      cost = math.max(cost, law.cost[map:get(tx, ty)])
    end
  end
  return cost
end

-- Whether a jump passes the tile; not for maps with closed edges.
local function is_uniform(map, law, x, y)
  local cost = ground(map, law, x, y)
  for _, step in ipairs(RING) do
    if not cost or ground(map, law, x + step[1], y + step[2]) ~= cost then return false end
  end
  return true
end

-- Whether a search from the start jumps: where at least one tile in 16 is uniform, and all else allows it.
local function has_jumps(map, law, options, start)
  local diagonal_cost = options.diagonal_cost or 1.5
  if next(map.links) or next(map.closed) or diagonal_cost < 1 or diagonal_cost > 2 then return false end
  if not oracle.fits(map, law, start[1], start[2]) then return false end
  local count = 0
  for y = 1, map.height do
    for x = 1, map.width do
      if is_uniform(map, law, x, y) then count = count + 1 end
    end
  end
  return count >= math.floor(map.width * map.height / 16)
end

-- The cost of a jump: major steps, which are diagonal or with 4 neighbors vertical, before minor steps. Nil if a step
-- is not legal.
local function jump_cost(map, law, x, y, to_x, to_y)
  local cost, has_diagonals = 0, #law.moves == 8
  while x ~= to_x or y ~= to_y do
    local dx = to_x > x and 1 or to_x < x and -1 or 0
    local dy = to_y > y and 1 or to_y < y and -1 or 0
    if not has_diagonals and dy ~= 0 then dx = 0 end
    local step = oracle.step_cost(map, law, x, y, x + dx, y + dy)
    if not step then return nil end
    cost, x, y = cost + step, x + dx, y + dy
  end
  return cost
end

-- Each tile of a search has a parent from which a jump leads to it; parents lead to the start.
local function check_nodes(case, search, jumps)
  local map, law, query = case.map, case.rules, case.query
  for x, y, _, g, h in search:each() do
    local where = ("node (%d, %d): "):format(x, y)
    local _, _, _, parent_x, parent_y = search:node(x, y)
    local least = case.reach[map:index(x, y)]
    if not least or g < least * (1 - 1e-9) then return where .. "g is less than the cheapest path" end
    if not parent_x then
      if x ~= query.x or y ~= query.y then return where .. "no parent" end
    else
      local parent, parent_g, parent_h = search:node(parent_x, parent_y)
      local cost = parent and jump_cost(map, law, parent_x, parent_y, x, y)
      if parent ~= "closed" and parent ~= "open" then return where .. "the search has not seen its parent" end
      if not next(map.links) and not (cost and g > (parent_g + cost) * (1 - 1e-9)) then
        return where .. "no jump leads from its parent"
      end
      if cost and parent_h > (cost + h) * (1 + 1e-9) then return where .. "h is not consistent" end
      if jumps and is_uniform(map, law, x, y) and (x ~= query.goals[1][1] or y ~= query.goals[1][2]) then
        return where .. "jumps only pass it"
      end
    end
  end
end

-- Runs a search one expansion at a time, while obstacles appear on a layer that it ignores.
local function run_slices(case, random, jumps)
  local query, map, grid = case.query, case.map, case.grid
  local goal, count, look = query.goals[1], 0, 1
  local search = grid:search(query.x, query.y, goal[1], goal[2], case.compiled)
  local outcome, failure
  repeat
    outcome = search:step(1)
    count = count + 1
    if random:chance(0.3) then
      grid:block(random:int(1, map.width), random:int(1, map.height), random:chance(0.7), 8)
    end
    if count == look or outcome ~= "running" then
      failure, look = check_nodes(case, search, jumps), 2 * look
    end
  until outcome ~= "running" or failure
  return failure, search:path()
end

local function is_same(path, other)
  return path ~= nil and other ~= nil and path:expanded() == other:expanded() and
    table.concat(path:flat(), " ") == table.concat(other:flat(), " ")
end

-- Compares one query with the oracle, with a new copy, and with a search in slices.
local function check_query(case, random, jumps)
  local query = case.query
  local failure, path = check.query(case)
  if failure or not path then return failure end
  local goal = query.goals[1]
  local copy = astar.deserialize(case.grid:serialize())
  if not is_same(path, copy:find_path(query.x, query.y, goal[1], goal[2], case.compiled)) then
    return "another path or another number of expansions on a new copy"
  end
  if #path == 1 then return end
  local sliced
  failure, sliced = run_slices(case, random, jumps)
  return failure or not is_same(path, sliced) and "another path or another number of expansions in slices" or nil
end

-- Compares a movement range with the oracle.
local function check_range(case)
  local map, query = case.map, case.query
  local range = case.grid:reachable(query.x, query.y, case.compiled)
  for y = 1, map.height do
    for x = 1, map.width do
      local cost, expected = range:cost(x, y), case.reach[map:index(x, y)]
      if (cost == nil) ~= (expected == nil) or cost and math.abs(cost - expected) > 1e-9 * expected then
        return ("movement range, (%d, %d): %s, expected %s"):format(x, y, tostring(cost), tostring(expected))
      end
    end
  end
end

-- What is wrong with `count` queries from `start`, or from a random tile, to the tiles of `goals` and to random tiles;
-- nil: nothing.
local function check_world(world, options, random, count)
  local map, law = world.map, oracle.rules(options)
  local start = world.start or { random:int(1, map.width), random:int(1, map.height) }
  local jumps = has_jumps(map, law, options, start)
  local case = {
    map = map, grid = world.grid, options = options, rules = law, compiled = astar.rules(options),
    reach = oracle.distances(map, law, start[1], start[2]),
  }
  for i = 1, math.max(count, world.goals and #world.goals or 0) do
    local goal = world.goals and world.goals[i] or { random:int(1, map.width), random:int(1, map.height) }
    case.query = { x = start[1], y = start[2], goals = { goal }, admissible = true }
    local failure = check_query(case, random, jumps)
    if failure then return failure end
  end
  return check_range(case)
end

-- --------------------------------------------------------------------------------- rules and maps

-- Rules of which each query ignores the obstacles on layer 8. A diagonal_cost below 1 or above 2 has no jumps.
local RULES = {
  { diagonal = "always" }, { diagonal = "never" }, { diagonal = "if_at_most_one_obstacle" },
  { diagonal = "only_when_no_obstacles" }, { neighbors = 4 }, { neighbors = 4, size = 2 },
  { diagonal_cost = 0.999 }, { diagonal_cost = 1 }, { diagonal_cost = 1, diagonal = "always" },
  { diagonal_cost = 1.001 }, { diagonal_cost = 1.999 }, { diagonal_cost = 2 },
  { diagonal_cost = 2, diagonal = "if_at_most_one_obstacle" }, { diagonal_cost = 2.001 },
  { size = 2 }, { size = 2, diagonal = "always" }, { size = 3, diagonal = "if_at_most_one_obstacle" },
}

local function complete(rules)
  local options = { cost = COSTS, ignore_blocked = { 8 } }
  for name, value in pairs(rules) do options[name] = value end
  return options
end

local function describe_rules(options)
  return ("diagonal %s, diagonal_cost %s, neighbors %s, size %s"):format(options.diagonal or "default",
    options.diagonal_cost or "default", options.neighbors or 8, options.size or 1)
end

-- Areas of each cost, and some walls. The southern part is uniform.
local function draw_areas(world, random)
  local content, width, height = world.content, world.width, world.height
  for _ = 1, random:int(2, 6) do
    content:fill(random:pick(GROUND), random:int(1, width), random:int(1, height), random:int(3, 14), random:int(3, 10))
  end
  content:set(1, 1, "~")
  for _ = 1, random:int(0, 3) do
    if random:chance(0.5) then
      content:fill("#", random:int(1, width), random:int(1, height), random:int(2, 9), 1)
    else
      content:fill("#", random:int(1, width), random:int(1, height), 1, random:int(2, 9))
    end
  end
end

-- Each map: its size, its content, its start and its goals.
local MAPS = {
  { name = "areas of equal cost", width = 26, height = 18, draw = draw_areas },
  { name = "goals in uniform ground, on and off the lines of jumps", width = 25, height = 17, draw = function(world)
    world.content:fill("~", 2, 2, 3, 3)
    world.start = { 13, 9 }
    world.goals = { { 18, 9 }, { 13, 13 }, { 17, 13 }, { 18, 13 }, { 16, 4 }, { 13, 5 }, { 7, 9 }, { 3, 3 }, { 12, 8 } }
  end },
  { name = "a start on an impassable tile", width = 20, height = 14, draw = function(world)
    world.content:fill("~", 12, 5, 7, 6)
    world.content:set(6, 7, "#")
    world.content:fill("#", 14, 9, 2, 2)
    world.start, world.goals = { 6, 7 }, { { 6, 8 }, { 15, 7 }, { 7, 6 }, { 18, 12 } }
  end },
  { name = "an enclosed start", width = 16, height = 12, draw = function(world)
    world.content:fill("#", 5, 5, 5, 5)
    world.content:fill("~", 6, 6, 3, 3)
  end },
  { name = "corridors of one tile", width = 21, height = 15, draw = function(world, random)
    for x = 3, 19, 2 do
      world.content:fill("#", x, 1, 1, 15)
      world.content:set(x, x % 4 == 3 and 15 or random:int(1, 15), random:pick(GROUND))
    end
    for _ = 1, 40 do
      local x, y = 2 * random:int(1, 10), random:int(1, 15)
      world.content:set(x, y, random:pick(GROUND))
    end
  end },
  { name = "stripes and a chessboard", width = 24, height = 18, draw = function(world, random)
    local wide = random:int(1, 4)
    for y = 1, 18 do
      for x = 1, 24 do
        local odd = y < 10 and math.floor(x / wide) % 2 == 0 or y >= 10 and x > 14 and (x + y) % 2 == 0
        if odd then world.content:set(x, y, "~") end
      end
    end
  end },
  { name = "a terrain on each tile", width = 14, height = 12, draw = function(world, random)
    for y = 1, 12 do
      for x = 1, 14 do world.content:set(x, y, random:pick(GROUND)) end
    end
  end },
  { name = "one penalty", width = 20, height = 15, draw = function(world, random)
    draw_areas(world, random)
    world.content:set_penalty(random:int(6, 15), random:int(5, 11), 0.4)
  end },
  { name = "many penalties", width = 20, height = 15, draw = function(world, random)
    draw_areas(world, random)
    for _ = 1, 60 do world.content:set_penalty(random:int(1, 12), random:int(1, 15), random:pick { 0.1, 1, 5 }) end
  end },
  { name = "closed edges", width = 20, height = 15, draw = function(world, random)
    draw_areas(world, random)
    for _ = 1, random:int(1, 25) do
      local step = random:pick(RING)
      world.content:set_edge(random:int(3, 17), random:int(3, 13), step[1], step[2], false, random:chance(0.5))
    end
  end },
  { name = "links", width = 20, height = 15, draw = function(world, random)
    draw_areas(world, random)
    world.content:link(4, 4, 16, 12, { cost = 2 })
    world.content:link(17, 3, 3, 13, { cost = 0.5, one_way = true })
  end },
  { name = "obstacles, ignored and not", width = 22, height = 16, draw = function(world, random)
    draw_areas(world, random)
    for _ = 1, 20 do world.content:block(random:int(1, 22), random:int(1, 16), true, random:pick { 1, 8, 8 }) end
  end },
}

describe("terrain", function()
  for number, place in ipairs(MAPS) do
    it("has the cheapest paths with all rules: " .. place.name, function()
      local every = number == 1 and 1 or 2 -- all rules on the first map; every other one on the other maps
      for i = 1 + (number - 1) % every, #RULES, every do
        local rules = RULES[i]
        local random = random_map.new(100 * number + i)
        local world = new_world(place.width, place.height)
        place.draw(world, random)
        local failure = check_world(world, complete(rules), random, seeds.share(3))
        if failure then error(describe_rules(rules) .. ": " .. failure, 0) end
      end
    end)
  end
end)

-- --------------------------------------------------------------------------------------- edits

-- A few edits. Penalties and closed edges come and go.
local function edit(world, random)
  local content = world.content
  for _ = 1, random:int(1, 4) do
    local x, y = random:int(2, world.width - 1), random:int(2, world.height - 1)
    local kind = random:int(1, 6)
    if kind == 1 then
      content:set(x, y, random:pick { ".", "~", "^", "#" })
    elseif kind == 2 then
      content:fill(random:pick { ".", ".", "~", "=" }, x, y, random:int(2, 12), random:int(2, 9))
    elseif kind == 3 then
      content:block(x, y, random:chance(0.5), random:pick { 1, 8 })
    elseif kind == 4 then
      content:set_penalty(x, y, random:pick { 0, 0, 1, 2.5 })
    elseif kind == 5 then
      local step = random:pick(RING)
      content:set_edge(x, y, step[1], step[2], random:chance(0.7), random:chance(0.5))
    elseif world.link then
      content:unlink(world.link)
      world.link = nil
    elseif random:chance(0.3) then
      world.link = world.map.last_link + 1
      content:link(x, y, random:int(1, world.width), random:int(1, world.height), { cost = 2 })
    end
  end
end

local function live(seed)
  local random = random_map.new(seed)
  local world, rules = new_world(random:int(12, 26), random:int(10, 18)), random:pick(RULES)
  draw_areas(world, random)
  for round = 1, 12 do
    edit(world, random)
    local failure = check_world(world, complete(rules), random, 2)
    if failure then return ("seed %d, round %d, %s: %s"):format(seed, round, describe_rules(rules), failure) end
  end
end

describe("edits of terrain", function()
  seeds.check(it, "leave the cheapest paths, as on a new copy", seeds.cases / 100, live)
end)
