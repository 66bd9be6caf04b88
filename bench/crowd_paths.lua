-- Orders 1,000 units at once on 512 x 512 tiles, and prints what this costs the game thread: with
-- the budget of the crowd, with a scheduler, and with a pool. Run it by `make bench-crowd-paths`.
local astar = require "astar"
local now = require "clock"
local scheduler = require "astar.scheduler"

local SIDE, UNITS, FRAMES, FRAME = 512, 1000, 900, 1e6 / 60 -- microseconds

local on_foot = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }

local seed
local function random(count)
  seed = seed * 16807 % 2147483647
  return seed % count + 1
end

-- Walls and mud.
local function new_map()
  seed = 1
  local grid = astar.grid(SIDE, SIDE, { fill = "." })
  for _ = 1, 400 do grid:fill("~", random(SIDE), random(SIDE), 12, 12) end
  for i = 1, 1500 do
    local long, thin = random(20), random(3)
    if i % 2 == 0 then long, thin = thin, long end
    grid:fill("#", random(SIDE), random(SIDE), long, thin)
  end
  return grid
end

local function free_tile(grid)
  while true do
    local x, y = random(SIDE), random(SIDE)
    if grid:get(x, y) ~= ("#"):byte() then return x, y end
  end
end

local function add_units(crowd, grid)
  while crowd:count() < UNITS do
    local x, y = free_tile(grid)
    crowd:add(x, y, on_foot)
  end
end

-- How many units have an order and no path yet.
local function count_waiting(crowd)
  local count = 0
  for unit = 1, UNITS do
    local iterate, way = crowd:remaining(unit)
    if crowd:goal(unit) and not iterate(way, 0) then count = count + 1 end
  end
  return count
end

local function measure(what, new_paths)
  local grid = new_map()
  grid:find_path(1, 1, SIDE, SIDE, on_foot) -- prepares the map
  local paths = new_paths and new_paths(grid)
  local crowd = astar.crowd(grid, { paths = paths })
  add_units(crowd, grid)
  crowd:update(0)
  local start = now()
  for unit = 1, UNITS do
    local x, y = free_tile(grid)
    crowd:go_to(unit, x, y)
  end
  local ordered, longest, brought, started = now() - start, 0, 0, nil
  for frame = 1, FRAMES do
    local first = now()
    if paths then paths:update() end
    local second = now()
    crowd:update(1 / 60)
    local third = now()
    longest, brought = math.max(longest, third - second), math.max(brought, second - first)
    if not started and count_waiting(crowd) == 0 then started = frame end
    while not started and now() - first < FRAME do end -- workers need time
  end
  print(("%-24s %8.2f %8.2f %8.2f %8d"):format(what, ordered / 1e3, longest / 1e3, brought / 1e3,
    started or -1))
  if paths then paths:close() end
end

print(("%-24s %8s %8s %8s %8s"):format("milliseconds", "orders", "crowd", "paths", "frames"))
measure("budget of the crowd")
measure("scheduler", function(grid) return scheduler.new(grid, { expansions = 5000 }) end)
measure("pool", function(grid) return astar.pool(grid) end)
measure("pool, latency 2", function(grid) return astar.pool(grid, { latency = 2 }) end)
