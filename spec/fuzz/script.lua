-- Calls everything in the module with whatever comes to hand: values of wrong types, numbers at the
-- edges, too few and too many arguments, objects of other grids, dead objects, heuristic and step
-- functions that call back, raise, yield or collect. Only results and clean errors may come of it.
--
--     lua5.4 spec/fuzz/script.lua SECONDS [SEED]

local astar = require "astar"
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
  "one_way", "partial", "range", "max_cost", "max_expansions", "algorithm", "heuristic", "weight", "clear", "x", "y",
  "colour", 1, 2, 3, ".", "#", true,
}

-- What raises on purpose raises this.
local MARK = "raised on purpose"

-- Errors that are not the module's: of Lua, or raised on purpose.
local FOREIGN = { MARK, "attempt to yield", "stack overflow", "C stack overflow", "not enough memory" }

local function is_clean(message)
  if type(message) ~= "string" then return false end
  if message:find("^[^\n]*[%w_.:#]+: [^\n]+") then return true end
  for _, text in ipairs(FOREIGN) do
    if message:find(text, 1, true) then return true end
  end
  return false
end

-- The methods of an object, or the functions of the module, in a fixed order.
local function names_of(object)
  local list = {}
  local index = object == astar and astar or (debug.getmetatable(object) or {}).__index or {}
  for name, value in pairs(index) do
    if type(value) == "function" then list[#list + 1] = name end
  end
  table.sort(list)
  return list, index
end

-- Objects that live on from call to call.
local function new_world()
  local grid = astar.grid { ".....", ".##~.", ".....", "~~.#." }
  local hexes = astar.grid(6, 5, { layout = "odd_r", fill = "." })
  local rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }
  local large = astar.rules { default = 1, size = 2 }
  local dead = astar.grid(3, 3)
  debug.getmetatable(dead).__gc(dead)
  return {
    grid, hexes, rules, large, dead, grid:find_path(1, 1, 5, 4, rules), hexes:reachable(1, 1, rules),
    grid:distance_field({ { 5, 4 } }, rules), grid:search(1, 1, 5, 4, rules), grid:replanner(1, 1, 5, 4, rules),
  }
end

-- A function for a heuristic or a step rule, that does some harm.
local function new_callback(random, world)
  local kind = random:int(1, 8)
  return function(a, b)
    if kind == 1 then error(MARK) end
    if kind == 2 then coroutine.yield(1) end
    if kind == 3 then collectgarbage() end
    if kind == 4 then pcall(world[1].set, world[1], 1, 1, 7) end
    if kind == 5 then pcall(world[9].step, world[9]) end
    if kind == 6 then pcall(world[1].find_path, world[1], 1, 1, 5, 4, world[3]) end
    if kind == 7 then return ({ -1, HUGE, "x", {}, false })[random:int(1, 5)] end
    return type(a) == "number" and type(b) == "number" and a + b or 1
  end
end

local function new_value(random, world, depth)
  local kind = random:int(1, 12)
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

-- Small sizes: a grid of 32768 x 4096 tiles is right, and slow.
local function is_slow(name, arguments)
  local width, height = arguments[1], arguments[2]
  return name == "grid" and type(width) == "number" and type(height) == "number" and width * height > 1e5
end

local function call(random, world)
  local object = random:chance(0.1) and astar or random:pick(world)
  local names, index = names_of(object)
  if #names == 0 then return tostring(object) end
  local name, arguments, count = random:pick(names), {}, random:int(0, 8)
  for i = 1, count do arguments[i] = new_value(random, world, 1) end
  if object ~= astar and random:chance(0.95) then
    table.insert(arguments, 1, object)
    count = count + 1
  end
  -- Mostly the right rules in the right place, or little but errors would come.
  if random:chance(0.5) and count >= 6 then arguments[6] = world[3] end
  if object == astar and is_slow(name, arguments) then return nil end
  local unpack = table.unpack or unpack
  local thread = coroutine.create(function() return index[name](unpack(arguments, 1, count)) end)
  local ok, result = coroutine.resume(thread)
  if not ok and not is_clean(result) then
    error(("%s: %s"):format(name, type(result) == "string" and result or type(result)), 0)
  end
  -- Results are called next, in place of what is older.
  if ok and type(result) == "userdata" then world[random:int(6, 10)] = result end
  return result
end

-- Makes calls until `is_over(count)`; returns how many.
function fuzz.run(seed, is_over)
  local random, count = random_map.new(seed), 0
  local world = new_world()
  while not is_over(count) do
    call(random, world)
    count = count + 1
    if count % 500 == 0 then world = new_world() end
  end
  return count
end

if arg and arg[0] and arg[0]:find("script.lua", 1, true) then
  local seconds, seed = tonumber(arg[1] or 10), tonumber(arg[2] or os.time())
  local stop = os.clock() + seconds
  local ok, result = pcall(fuzz.run, seed, function() return os.clock() > stop end)
  print(("script on %s, seed %d: %s"):format(rawget(_G, "jit") and "LuaJIT" or _VERSION, seed,
    ok and result .. " calls" or "FAILED: " .. tostring(result)))
  os.exit(ok and 0 or 1)
end

return fuzz
