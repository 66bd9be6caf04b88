--- The time per frame that 1,000 calls of path:is_valid take from Lua: paths of 200 tiles on a map
--- of 512 x 512, 100 edits per frame; microseconds, the median of 301 frames. `make bench-paths`
--- runs it on each Lua.

local astar = require "astar"
local now = require "clock"

local SIDE, PATHS, TILES, EDITS, FRAMES = 512, 1000, 200, 100, 301
local EDGE = 16 -- columns at the right that no path comes near

local seed = 1
local function random(count)
  seed = seed * 16807 % 2147483647
  return seed % count + 1
end

local grid = astar.grid(SIDE, SIDE, { fill = 1 })
local rules = astar.rules { cost = { [1] = 1 } }
for _ = 1, SIDE * SIDE / 5 do grid:set(random(SIDE), random(SIDE), 0) end
grid:fill(0, SIDE - EDGE - 1, 1, 2, SIDE)

-- A path of 200 tiles: the first part of a longer path.
local function find_path()
  local x, y = random(SIDE - EDGE), random(SIDE)
  local path = grid:find_path(x, y, random(SIDE - EDGE), random(SIDE), rules)
  if not path or #path < TILES then return find_path() end
  local last_x, last_y = path:get(TILES)
  return grid:find_path(x, y, last_x, last_y, rules)
end

local paths = {}
for i = 1, PATHS do paths[i] = find_path() end

local function median(list)
  table.sort(list)
  return list[math.floor(#list / 2) + 1]
end

--- Half of the edits move an obstacle away, half of them to a random tile of these columns.
local function measure(what, edits, left, width)
  local units, times = {}, {}
  for i = 1, edits / 2 do units[i] = { left + random(width), random(SIDE) } end
  for i = 1, FRAMES do
    for _, unit in ipairs(units) do
      grid:block(unit[1], unit[2], false)
      unit[1], unit[2] = left + random(width), random(SIDE)
      grid:block(unit[1], unit[2])
    end
    local start = now()
    for n = 1, PATHS do paths[n]:is_valid() end
    times[i] = now() - start
  end
  for _, unit in ipairs(units) do grid:block(unit[1], unit[2], false) end
  print(("%-54s %8.1f"):format(what, median(times)))
end

print("From " .. (rawget(_G, "jit") and "LuaJIT" or _VERSION))
measure("no edits", 0, 0, SIDE)
measure("100 edits elsewhere", EDITS, SIDE - EDGE, EDGE)
measure("100 edits anywhere", EDITS, 0, SIDE)
