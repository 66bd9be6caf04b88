-- Prints what a pool costs the game thread from Lua: requests with and without a callback, answers
-- and edits; microseconds, the median of 101 bursts of 100. Run it by `make bench-pool`.
local astar = require "astar"
local now = require "clock"

local SIDE, BURST, ROUNDS = 512, 100, 101

local seed = 1
local function random(count)
  seed = seed * 16807 % 2147483647
  return seed % count + 1
end

local grid = astar.grid(SIDE, SIDE, { fill = 1 })
local rules = astar.rules { cost = { [1] = 1 } }
for _ = 1, SIDE * SIDE / 5 do grid:set(random(SIDE), random(SIDE), 0) end
local pool = astar.pool(grid, { threads = 1 })

local xs, ys = {}, {}
for i = 1, BURST do xs[i], ys[i] = random(SIDE - 8), random(SIDE - 8) end

-- Goals near the start: the answers take little time and memory.
local function request(i, callback)
  local x, y = xs[i], ys[i]
  pool:find_path(x, y, x + 8, y + 5, rules, nil, callback)
end

local found = 0
local function count(path)
  if path then found = found + 1 end
end

local function request_and_count(i) request(i, count) end

local function edit(i)
  local x, y = xs[i], ys[i]
  grid:block(x, y, not grid:is_blocked(x, y))
end

local function median(times)
  table.sort(times)
  return times[math.floor(#times / 2) + 1]
end

local function print_time(what, time)
  print(("%-54s %8.2f"):format(what, time))
end

local function measure(what, call, after)
  local times = {}
  for round = 1, ROUNDS do
    local start = now()
    for i = 1, BURST do call(i) end
    times[round] = (now() - start) / BURST
    if after then after() end
  end
  print_time(what, median(times))
end

local function wait() pool:wait() end

-- The time of an update that reads 100 answers, which are all ready.
local function measure_answers()
  local times = {}
  for round = 1, ROUNDS do
    for i = 1, BURST do request(i, count) end
    local last = now() + 5000
    while now() < last do end -- the worker answers
    local start = now()
    pool:update()
    times[round] = (now() - start) / BURST
    pool:wait()
  end
  print_time("pool:update, per answer with a callback", median(times))
end

print("From " .. (rawget(_G, "jit") and "LuaJIT" or _VERSION) .. " [us]")
measure("pool:find_path", request, wait)
measure("pool:find_path, with a callback", request_and_count, wait)
measure_answers()
measure("grid:is_blocked and grid:block, recorded", edit)
assert(found > 0)
pool:close()
