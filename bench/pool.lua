-- Prints what a pool costs the game thread from Lua: requests with and without a callback, answers
-- and edits; microseconds, the median of 101 bursts of 100. Run it by `make bench-pool`.
local astar = require "astar"
local now = require "clock"

local SIDE, BURST, ROUNDS = 512, 100, 101

local seed = 1
local function random(n)
  seed = (seed * 16807) % 2147483647
  return seed % n + 1
end

local grid = astar.grid(SIDE, SIDE, 1)
local rules = astar.rules { cost = { [1] = 1 } }
for _ = 1, SIDE * SIDE / 5 do grid:set(random(SIDE), random(SIDE), 0) end
local pool = astar.pool(grid, { threads = 1 })

-- Goals near the start: the answers take little time and memory.
local function request(callback)
  local x, y = random(SIDE - 8), random(SIDE - 8)
  pool:find_path(x, y, x + random(8), y + random(8), rules, nil, callback)
end

local found = 0
local function count(path)
  if path then found = found + 1 end
end

local function edit()
  local x, y = random(SIDE), random(SIDE)
  grid:block(x, y, not grid:is_blocked(x, y))
end

local function measure(what, call, after)
  local times = {}
  for round = 1, ROUNDS do
    local start = now()
    for _ = 1, BURST do call() end
    times[round] = (now() - start) / BURST
    if after then after() end
  end
  table.sort(times)
  print(("%-54s %8.2f"):format(what, times[math.floor(ROUNDS / 2) + 1]))
end

local function settle() pool:wait() end

local function answer_all()
  for _ = 1, BURST do request(count) end
  local start = now()
  pool:wait()
  return now() - start
end

print("From " .. (rawget(_G, "jit") and "LuaJIT" or _VERSION) .. " [us]")
measure("pool:find_path, without a callback", request, settle)
measure("pool:find_path, with a callback", function() request(count) end, settle)
measure("an edit, grid:block, while it records", edit)
local times = {}
for round = 1, ROUNDS do times[round] = answer_all() / BURST end
table.sort(times)
print(("%-54s %8.2f"):format("pool:wait for 100 short paths, per path", times[51]))
pool:close()
assert(found > 0)
