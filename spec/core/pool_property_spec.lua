-- Pools on random maps with random edits: each answer is the one that the grid gave at the moment of the request, and
-- answers are delivered in the order of the requests, in the update that `latency` names.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua.

local astar = require "astar"
local ascii = require "spec.support.ascii"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local function begin(seed)
  local random = random_map.new(seed)
  local map = random_map.map(random, { links = random:chance(0.3), layers = random:chance(0.5) })
  return {
    seed = seed, random = random, map = map, grid = random_map.grid(astar, map), ids = random_map.ids(map),
  }
end

local function fail(life, format, ...)
  return ("seed %d: %s"):format(life.seed, format:format(...))
end

local function edit(life, count)
  local random, map = life.random, life.map
  for _ = 1, count do
    local change = random:chance(0.5) and random_map.edit(random, map) or random_map.layer_edit(random, map)
    if change then random_map.apply(change, map, life.grid, life.ids) end
  end
end

local function random_case(life)
  local case = random_map.case(life.random, astar, life.map, life.grid)
  case.query = random_map.query(life.random, life.map, case.rules)
  return case
end

-- An answer as a string with all of its tiles and numbers.
local function show(path, cost, index)
  if not path then return tostring(cost) end
  local tiles = {}
  for i, x, y in path:each() do tiles[i] = ("%d,%d:%.17g"):format(x, y, path:cost(i)) end
  return ("%s for %.17g to %s"):format(table.concat(tiles, " "), cost, tostring(index))
end

local function show_field(life, field, reason)
  if not field then return tostring(reason) end
  local costs = {}
  for y = 1, life.map.height do
    for x = 1, life.map.width do costs[#costs + 1] = ("%.17g"):format(field:cost(x, y) or -1) end
  end
  return table.concat(costs, " ")
end

-- Makes a request, and returns what must come, and what came in the end.
local function request(life, pool, case)
  local query, grid = case.query, life.grid
  local options = ascii.options(query)
  local asked = { made = life.updates, query = query, rules = case.compiled }
  local function on_path(...) asked.got = show(...) end
  if life.random:chance(0.15) then
    asked.expected = show_field(life, grid:distance_field(query.goals, case.compiled))
    asked.request = pool:distance_field(query.goals, case.compiled, function(field, reason)
      asked.got, asked.field = show_field(life, field, reason), field
    end)
  elseif type(query.heuristic) == "function" then
    return nil, pcall(pool.find_path, pool, query.x, query.y, query.x, query.y, case.compiled, options)
  elseif query.many then
    asked.expected = show(grid:find_nearest(query.x, query.y, query.goals, case.compiled, options))
    asked.request = pool:find_nearest(query.x, query.y, query.goals, case.compiled, options, on_path)
  else
    local x, y = query.goals[1][1], query.goals[1][2]
    asked.expected = show(grid:find_path(query.x, query.y, x, y, case.compiled, options))
    asked.request = pool:find_path(query.x, query.y, x, y, case.compiled, options, on_path)
  end
  return asked
end

-- Answers come in order, and not later than they are due.
local function check_delivered(life, list, latency, is_last)
  local open = false
  for i, asked in ipairs(list) do
    local age = life.updates - asked.made
    if asked.got == nil then
      open = true
      if asked.request.state ~= "running" then return fail(life, "request %d is %s", i, asked.request.state) end
      if is_last or latency and age >= latency then return fail(life, "request %d has no answer", i) end
    else
      if open then return fail(life, "request %d is answered before an earlier one", i) end
      if asked.got ~= asked.expected then
        return fail(life, "request %d: got %s, expected %s", i, asked.got, asked.expected)
      end
      if asked.request.state ~= "done" then return fail(life, "request %d is %s", i, asked.request.state) end
      if latency and not asked.seen and age ~= latency and not is_last then
        return fail(life, "request %d is answered after %d updates", i, age)
      end
      asked.seen = true
    end
  end
end

-- A field of a pool is a field of the grid: an update brings it to the present map.
local function check_fields(life, list)
  for i, asked in ipairs(list) do
    local field = asked.field
    local fresh = field and life.grid:distance_field(asked.query.goals, asked.rules)
    if field then field:update() end
    for y = 1, fresh and life.map.height or 0 do
      for x = 1, life.map.width do
        local got, expected = field:cost(x, y), fresh:cost(x, y)
        if got ~= expected and not (got and expected and math.abs(got - expected) <= 1e-9 * expected) then
          return fail(life, "field of request %d: %s at %d, %d, expected %s", i, tostring(got), x, y,
            tostring(expected))
        end
      end
    end
  end
end

local function run_pool(seed)
  local life = begin(seed)
  life.updates = 0
  local random, list = life.random, {}
  local latency = random:pick { false, 1, 2 }
  local pool = astar.pool(life.grid, { threads = random:int(0, 3), latency = latency or nil })
  for _ = 1, random:int(2, 5) do
    for _ = 1, random:int(0, 4) do
      local asked, ok = request(life, pool, random_case(life))
      list[#list + 1] = asked
      if not asked and ok then return fail(life, "a heuristic function is accepted") end
      edit(life, random:int(0, 5))
    end
    pool:update()
    life.updates = life.updates + 1
    local failure = check_delivered(life, list, latency, false)
    if failure then return failure end
  end
  pool:wait()
  if pool:pending() ~= 0 then return fail(life, "%d requests are pending", pool:pending()) end
  local failure = check_delivered(life, list, latency, true) or check_fields(life, list)
  pool:close()
  return failure
end

describe("pools on random maps", function()
  seeds.check_in_parts(it, "answer like the grid at the moment of the request", seeds.cases / 2, 5, run_pool)
end)
