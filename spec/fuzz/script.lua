-- A fuzzer of the module: calls all its functions with random arguments. Arguments are values of wrong types,
-- numbers at limits, too few and too many arguments, objects of other grids, freed objects, objects of other
-- modules, heuristic functions and pair costs that call back, raise, yield or collect garbage. Finalizers are
-- called by hand. Each call must return or raise a clean error. spec/fuzz/states.c runs it in two Lua states at
-- the same time, which send each other grids.
--
--     lua5.4 spec/fuzz/script.lua SECONDS [SEED]

local astar = require "astar"
local program = require "spec.fuzz.program"
local random_map = require "spec.support.random_map"

local fuzz = {}

local HUGE = math.huge
local NUMBERS = {
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, 1.5, 0.1, -0.5, HUGE, -HUGE, 0 / 0, 2 ^ 31, -2 ^ 31, 2 ^ 31 - 1, 2 ^ 32,
  2 ^ 53, -2 ^ 53, 2 ^ 63, 1e100, 1e101, 1e300, 5e-324, 255, 256, 32768, 32769,
}
local WORDS = {
  "", "a", ".", "#", "ab", "12", "auto", "astar", "jps", "dijkstra", "greedy", "octile", "zero", "square", "odd_r",
  "even_q", "always", "never", "..\n.#\n..", ("x"):rep(60), "\0\255",
}
local KEYS = {
  "fill", "layout", "cost", "default", "diagonal", "diagonal_cost", "neighbors", "size", "step", "ignore_blocked",
  "penalty_scale",
  "one_way", "partial", "range", "max_cost", "max_expansions", "algorithm", "heuristic", "weight", "clear", "x", "y",
  "color", "avoid", "speed", "priority", "hold", "steps", "facing", "rules", "patience", "budget", "formation",
  "asks", "smooth", "turn_rate", "want", "open", "open_default", "open_blocked", "threads", "latency",
  "max_pending", "max_tiles",
  1, 2, 3, ".", "#", true,
}

-- The error that functions raise on purpose.
local MARK = "raised on purpose"

-- Errors of Lua, or raised on purpose: not of the module.
local FOREIGN = { MARK, "attempt to yield", "stack overflow", "C stack overflow", "not enough memory" }

local function is_clean(message)
  if type(message) ~= "string" then return false end
  if message:find("^[^\n]*[%w_.:#]+: [^\n]+") then return true end
  for _, text in ipairs(FOREIGN) do
    if message:find(text, 1, true) then return true end
  end
  return false
end

-- The functions of a module, or the methods and metamethods of an object, by name, and the names
-- in a fixed order. Item 2 of a metatable are the methods.
local function functions_of(object)
  local list, functions = {}, {}
  local meta = debug.getmetatable(object)
  for _, source in ipairs(object == astar and { astar } or { meta, meta[2] }) do
    for name, value in pairs(source) do
      if type(name) == "string" and type(value) == "function" then
        list[#list + 1], functions[name] = name, value
      end
    end
  end
  table.sort(list)
  return list, functions
end

-- Values that look like objects of the module, but are not.
local function new_foreigners()
  local dead, waiting = coroutine.create(function() end), coroutine.create(function() coroutine.yield() end)
  coroutine.resume(dead)
  coroutine.resume(waiting)
  local proxy = rawget(_G, "newproxy") or io.tmpfile
  local grid = astar.grid(2, 2)
  local fake = setmetatable({}, { __index = grid.size, __metatable = "astar.grid" })
  return { io.stdout, proxy(true), dead, waiting, fake }
end

local foreigners = new_foreigners()

-- The fields of an explanation.
local FIELDS = {
  "x1", "y1", "x2", "y2", "reachable", "reason", "relax", "terrains", "open", "open_cost", "path", "exact", "widest",
  "tightest", "barrier",
}

-- Objects that are kept between calls. The first OWN of them are objects of the module.
local OWN = 14

-- The string of a grid that another Lua state sent, or nil.
local received

local function new_world()
  local grid = astar.grid { ".....", ".##~.", ".....", "~~.#." }
  local hexes = astar.grid(6, 5, { layout = "odd_r", fill = "." })
  local rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }
  local large = astar.rules { default = 1, size = 2 }
  local dead = astar.grid(3, 3)
  debug.getmetatable(dead).__gc(dead)
  local pool = astar.pool(grid, { threads = 1 })
  local crowd = astar.crowd(grid)
  for x = 1, 4 do crowd:add(x, 1, rules, { steps = x == 1 }) end
  crowd:send({ 1, 2 }, 5, 3)
  local world = {
    grid, hexes, rules, large, dead, grid:find_path(1, 1, 5, 4, rules), hexes:reachable(1, 1, rules),
    grid:distance_field({ { 5, 4 } }, rules), grid:search(1, 1, 5, 4, rules), grid:replanner(1, 1, 5, 4, rules),
    crowd, received and astar.deserialize(received) or grid:clone(),
  }
  world[13] = pool
  world[14] = world[13]:find_path(1, 1, 5, 4, rules)
  grid:changes(grid:revision())
  for _, object in ipairs(foreigners) do world[#world + 1] = object end
  return world
end

-- A function for a heuristic or for pair costs that disturbs the call.
local function new_callback(random, world)
  local kind = random:int(1, 13)
  return function(a, b)
    if kind == 1 then error(MARK) end
    if kind == 2 then coroutine.yield(1) end
    if kind == 3 then collectgarbage() end
    if kind == 4 then pcall(world[1].set, world[1], 1, 1, 7) end
    if kind == 5 then pcall(world[9].step, world[9]) end
    if kind == 6 then pcall(world[1].find_path, world[1], 1, 1, 5, 4, world[3]) end
    if kind == 7 then -- the same in a coroutine
      coroutine.resume(coroutine.create(function() coroutine.yield(world[9]:step(1), world[10]:path()) end))
    end
    if kind == 10 then pcall(world[11].update, world[11], 0.1) end
    if kind == 11 then pcall(world[11].close, world[11]) end
    if kind == 12 then pcall(world[13].wait, world[13]) end
    if kind == 13 then pcall(random:chance(0.5) and world[13].update or world[13].close, world[13]) end
    if kind == 8 then return ({ -1, HUGE, "x", {}, false })[random:int(1, 5)] end
    return type(a) == "number" and type(b) == "number" and a + b or 1
  end
end

-- A list of tiles or pairs, some of them off the grid, or a list of fields.
local function new_list(random)
  local list, has_fields = {}, random:chance(0.2)
  for i = 1, random:int(0, 6) do
    local tile = {}
    for k = 1, 4 do tile[k] = random:int(0, 7) end
    list[i] = has_fields and random:pick(FIELDS) or tile
  end
  return list
end

local function new_value(random, world, depth)
  local kind = random:int(1, 13)
  if kind == 13 then return new_list(random) end
  if kind <= 5 then return random:pick(NUMBERS) end
  if kind == 6 then return random:pick(WORDS) end
  if kind == 7 then return random:chance(0.5) end
  if kind == 8 then return nil end
  if kind == 9 then return new_callback(random, world) end
  if kind == 10 and depth < 3 then
    local list = {}
    for i = 1, random:int(0, 4) do list[i] = new_value(random, world, depth + 1) end
    for _ = 1, random:int(0, 3) do list[random:pick(KEYS)] = new_value(random, world, depth + 1) end
    return list
  end
  return random:pick(world)
end

-- Small sizes: a grid of 32768 x 4096 tiles is valid, but slow.
local function is_slow(name, arguments)
  local width, height = arguments[1], arguments[2]
  return name == "grid" and type(width) == "number" and type(height) == "number" and width * height > 1e5
end

local function call(random, world)
  local object = random:chance(0.1) and astar or world[random:int(1, OWN)]
  local names, functions = functions_of(object)
  local name, arguments, count = random:pick(names), {}, random:int(0, 8)
  -- Calls on freed objects are rarely interesting.
  if name == "__gc" and random:chance(0.9) then return nil end
  for i = 1, count do arguments[i] = new_value(random, world, 1) end
  if object ~= astar and random:chance(0.95) then
    table.insert(arguments, 1, object)
    count = count + 1
  end
  -- Often the correct rules as argument 6: otherwise almost all calls would only raise errors.
  if random:chance(0.5) and count >= 6 then arguments[6] = world[3] end
  if name == "can_block" and count >= 3 then
    arguments[2], arguments[3] = new_list(random), world[3]
    if random:chance(0.7) then arguments[4] = random:chance(0.5) and new_list(random) or world[8] end
    if random:chance(0.7) then arguments[5] = new_list(random) end
  end
  if object == astar and is_slow(name, arguments) then return nil end
  local unpack = table.unpack or unpack
  local thread = coroutine.create(function() return functions[name](unpack(arguments, 1, count)) end)
  local ok, result = coroutine.resume(thread)
  if not ok and not is_clean(result) then
    error(("%s: %s"):format(name, type(result) == "string" and result or type(result)), 0)
  end
  -- Results replace older objects, so that later calls use them.
  if ok and type(result) == "userdata" then world[random:int(6, 10)] = result end
  if ok and getmetatable(result) == "astar.explanation" then assert(#tostring(result) > 5) end
  return result
end

-- Makes calls until `is_over(count)`; returns how many, and a grid for other Lua states.
function fuzz.run(seed, is_over)
  local random, count = random_map.new(seed), 0
  local world = new_world()
  while not is_over(count) do
    call(random, world)
    count = count + 1
    if count % 500 == 0 then world = new_world() end
  end
  fuzz.world = world -- must not be collected before the Lua state is closed
  local is_alive, text = pcall(world[12].serialize, world[12])
  return count, is_alive and text or nil
end

-- Uses a grid of another Lua state from now on.
function fuzz.receive(text)
  received = text
end

program.run("script", "calls", fuzz.run)

return fuzz
