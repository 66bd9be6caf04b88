--- The time per frame that watched paths take from Lua: 1,000 paths of 200 tiles on a map of
--- 512 x 512, 100 edits per frame; microseconds, the median of 301 frames. `make bench-watches`
--- runs it on each Lua; watches.c measures the same in C.

local astar = require "astar"
local now = require "clock"

local SIDE, PATHS, TILES, EDITS, FRAMES = 512, 1000, 200, 100, 301

local seed = 1
local function random(count)
  seed = seed * 16807 % 2147483647
  return seed % count + 1
end

local grid = astar.grid(SIDE, SIDE, { fill = 1 })
local rules = astar.rules { cost = { [1] = 1 } }
for _ = 1, SIDE * SIDE / 5 do grid:set(random(SIDE), random(SIDE), 0) end

-- A path of 200 tiles: the first part of a longer path.
local function find_path()
  local x, y = random(SIDE), random(SIDE)
  local path = grid:find_path(x, y, random(SIDE), random(SIDE), rules)
  if not path or #path < TILES then return find_path() end
  local last_x, last_y = path:get(TILES)
  return grid:find_path(x, y, last_x, last_y, rules)
end

local units = {}
for i = 1, EDITS / 2 do units[i] = { random(SIDE), random(SIDE) } end

local function edit()
  for _, unit in ipairs(units) do
    grid:block(unit[1], unit[2], false)
    unit[1], unit[2] = random(SIDE), random(SIDE)
    grid:block(unit[1], unit[2])
  end
end

local function median(list)
  table.sort(list)
  return list[math.floor(#list / 2) + 1]
end

local function measure(what, call, frames)
  local times = {}
  for i = 1, frames or FRAMES do
    edit()
    local start = now()
    call()
    times[i] = now() - start
  end
  print(("%-54s %8.1f"):format(what, median(times)))
end

local paths, watches = {}, {}
for i = 1, PATHS do paths[i] = find_path() end
for i = 1, PATHS do watches[i] = grid:watch(paths[i]) end

local function broken()
  local count = 0
  for watch in grid:broken() do count = count + (watch and 1 or 0) end
  return count
end

local function are_valid()
  local count = 0
  for i = 1, PATHS do
    if watches[i]:is_valid() then count = count + 1 end
  end
  return count
end

local function both()
  broken()
  are_valid()
end

local function check_paths()
  for i = 1, PATHS do paths[i]:is_valid() end
end

print("From " .. (rawget(_G, "jit") and "LuaJIT" or _VERSION))
measure("the loop over grid:broken()", broken)
measure("the loop, and 1,000 times watch:is_valid()", both)
measure("to compare: 1,000 times path:is_valid()", check_paths, 31)
