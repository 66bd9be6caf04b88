--- What one side of a tactics game takes from Lua, in microseconds: 20 units on a map of 40 x 40
--- tiles, for each of them the range of its turn and a path of at most 5 turns; the best of 50
--- passes. `make bench-turn-based` runs it on each Lua.
local astar = require "astar"
local now = require "clock"

local SIDE, UNITS, PASSES, FRIENDS, ZONES = 40, 20, 50, 1, 2

local seed = 1
local function random(count)
  seed = seed * 16807 % 2147483647
  return seed % count + 1
end

local grid = astar.grid(SIDE, SIDE, { fill = 1 })
local rules = astar.rules { cost = { 1, 2, 3 } }
for y = 1, SIDE do
  for x = 1, SIDE do
    grid:set(x, y, random(100) <= 15 and 0 or random(3))
    grid:block(x, y, random(50) == 1, FRIENDS)
    grid:block(x, y, random(50) == 1, ZONES)
  end
end

local turns = { points = 8, pass = { FRIENDS }, zones = { ZONES } }
local one_turn, five_turns = { turns = turns }, { turns = {} }
for key, value in pairs(turns) do five_turns.turns[key] = value end
five_turns.turns.max_turns = 5

local function random_tile()
  local x, y = random(SIDE), random(SIDE)
  if grid:get(x, y) == 0 or grid:is_blocked(x, y) then return random_tile() end
  return x, y
end

-- Units, and their goals within reach.
local units = {}
while #units < UNITS do
  local x, y = random_tile()
  local to_x, to_y = random_tile()
  if grid:find_path(x, y, to_x, to_y, rules, five_turns) then
    units[#units + 1] = { x, y, to_x, to_y }
  end
end

local best = math.huge
for _ = 1, PASSES do
  local start = now()
  for _, u in ipairs(units) do
    grid:reachable(u[1], u[2], rules, nil, one_turn)
    grid:find_path(u[1], u[2], u[3], u[4], rules, five_turns)
  end
  best = math.min(best, now() - start)
end
print(("%s: %d ranges and paths in turns on %d x %d tiles: %.0f us"):format(
  rawget(_G, "jit") and "LuaJIT" or _VERSION, UNITS, SIDE, SIDE, best))
