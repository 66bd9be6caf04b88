--- Tests that take too long or too much memory for the specs: lua tools/endurance.lua [NAME...], or
--- `make endurance`.
---
--- Prints for each part its time and the memory of the process before and after it. Ends with an
--- error if memory grows or an answer is wrong. Without names it runs all parts. ASTAR_CASES
--- replaces the million searches of the first part.
dofile((arg[0]:match("^.*[/\\]") or "") .. "../examples/support/setup.lua")
package.path = (arg[0]:match("^.*[/\\]") or "") .. "../?.lua;" .. package.path

local astar = require "astar"
local random_map = require "spec.support.random_map"
local resident_now = require "spec.support.resident"

-- ------------------------------------------------------------------------- measuring

--- The resident memory of this process [MB]; 0 if the system does not report it.
local function resident()
  collectgarbage()
  collectgarbage()
  return (resident_now() or 0) / 1024
end

local function say(what, ...)
  print(("  " .. what):format(...))
  io.stdout:flush()
end

--- Runs a tenth of `rounds` rounds to reach the final memory, then `rounds` rounds, during which
--- memory must not grow.
local function stay_flat(rounds, round)
  for i = 1, math.ceil(rounds / 10) do round(i) end
  local before, lua_before = resident(), collectgarbage "count"
  for i = 1, rounds do round(i) end
  local after, lua_after = resident(), collectgarbage "count"
  say("%d times; resident %.1f MB before, %.1f MB after; Lua %.0f KB, %.0f KB",
    rounds, before, after, lua_before, lua_after)
  assert(after - before < 2, "memory grows")
  -- LuaJIT stores compiled code meanwhile.
  assert(lua_after - lua_before < (rawget(_G, "jit") and 512 or 64), "Lua's memory grows")
end

local function expect_near(expected, actual, what)
  if expected == actual then return end
  if type(actual) ~= "number" or type(expected) ~= "number"
    or math.abs(actual - expected) > 1e-9 * expected then
    error(("%s: %s, expected %s"):format(what, tostring(actual), tostring(expected)))
  end
end

-- ----------------------------------------------------------------------------- parts

local parts, names = {}, {}

local function part(name, run)
  parts[name] = run
  names[#names + 1] = name
end

--- The cost of a path, or the reason why no path exists.
local function answer(path, cost)
  return path and path:cost() or cost
end

part("searches", function()
  local count = tonumber(os.getenv "ASTAR_CASES") or 1000000
  local random = random_map.new(1)
  local function tile() return random:int(1, 64), random:int(1, 64) end
  local ground = { ["."] = 1, ["~"] = 3 }
  local movers = {
    astar.rules { cost = { ["."] = 1, ["~"] = 1 } },
    astar.rules { cost = ground, ignore_blocked = true },
    astar.rules { cost = ground, neighbors = 4 },
    astar.rules { cost = ground, size = 2 },
  }
  local grid = astar.grid(64, 64, { fill = "." })
  local field = grid:distance_field({ { 32, 32 } }, movers[2])
  local planner = grid:replanner(1, 1, 64, 64, movers[3])
  local at_x, at_y, found = 1, 1, 0

  local function edit()
    local x, y = tile()
    local kind = random:int(1, 20)
    if kind <= 10 then grid:set(x, y, kind <= 1 and "#" or kind <= 5 and "~" or ".") end
    if kind > 10 then grid:block(x, y, kind <= 11) end
    if kind == 20 then grid:set_penalty(x, y, random:int(0, 1)) end
  end

  -- After any number of edits, derived data must give the same answers as that of a fresh copy.
  local function compare()
    local fresh = astar.deserialize(grid:serialize())
    local x, y = tile()
    local to_x, to_y = tile()
    for _, rules in ipairs(movers) do
      expect_near(answer(fresh:find_path(x, y, to_x, to_y, rules)),
        answer(grid:find_path(x, y, to_x, to_y, rules)), "a path")
    end
    local fresh_field = fresh:distance_field({ { 32, 32 } }, movers[2])
    field:update()
    expect_near(fresh_field and fresh_field:cost(x, y), field:cost(x, y), "a field")
    expect_near(answer(fresh:find_path(at_x, at_y, 64, 64, movers[3])),
      answer(planner:path()), "a plan")
  end

  local turn = 0
  stay_flat(count, function()
    turn = turn + 1
    if turn % 3 == 0 then edit() end
    local x, y = tile()
    local to_x, to_y = math.max(x + random:int(-6, 6), 1), math.max(y + random:int(-6, 6), 1)
    local path = grid:find_path(x, y, to_x, to_y, movers[turn % 4 + 1])
    if path then found = found + 1 end
    if turn % 50 == 0 then
      field:update()
      at_x, at_y = tile()
      planner:move_to(at_x, at_y)
      planner:path()
    end
    if turn % 2000 == 0 then compare() end
  end)
  say("%d of %d searches found a path, %d edits", found, turn, grid:revision())
  assert(found > turn / 2)
end)

part("grids", function()
  local rules = astar.rules { default = 1 }
  stay_flat(30000, function(i)
    local grid = astar.grid(i % 60 + 1, i % 41 + 1, { layout = i % 3 == 0 and "odd_r" or "square" })
    grid:set_penalty(1, 1, i)
    grid:link(1, 1, i % 60 + 1, 1)
    assert(grid:find_path(1, 1, i % 60 + 1, i % 41 + 1, rules))
    if i % 10 == 0 then assert(grid:distance_field({ { 1, 1 } }, rules):flee()) end
  end)
end)

part("links", function()
  local grid, rules, random = astar.grid(256, 256), astar.rules { default = 1 }, random_map.new(2)
  local _, plain = grid:find_path(1, 1, 256, 256, rules)
  stay_flat(10, function()
    local ids = {}
    for i = 1, 10000 do
      local x, y = random:int(1, 256), random:int(1, 256)
      local to_x, to_y = random:int(1, 256), random:int(1, 256)
      ids[i] = grid:link(x, y, to_x, to_y, { cost = random:int(5, 50) })
    end
    local path, cost = grid:find_path(1, 1, 256, 256, rules)
    assert(path:is_valid() and cost < plain)
    expect_near(cost, grid:distance_field({ { 256, 256 } }, rules):cost(1, 1), "a field")
    for i = 1, 10000 do grid:unlink(ids[i]) end
    assert(select(2, grid:find_path(1, 1, 256, 256, rules)) == plain)
  end)
end)

-- More connected components than 2 bytes can number, and a tile that closes and opens repeatedly.
part("components", function()
  local grid, rules = astar.grid(512, 512), astar.rules { cost = { [0] = 1 } }
  for y = 1, 512 do
    for x = y % 2 + 1, 512, 2 do grid:set(x, y, 1) end
  end
  stay_flat(3000000, function(i)
    grid:block(10, 10, i % 2 == 0)
    assert(not grid:is_reachable(2, 2, 6, 2, rules))
  end)
end)

-- The last part that checks memory: the process may keep the memory that this part frees.
part("rules", function()
  local grid = astar.grid(64, 64)
  for x = 1, 64 do grid:set(x, x % 64 + 1, 1) end
  stay_flat(3, function()
    local alive, start = {}, os.clock()
    for i = 1, 5000 do
      alive[i] = astar.rules { cost = { [0] = 1, [1] = 1 + i / 5000 } }
      assert(grid:find_path(1, 1, 64, 64, alive[i]))
    end
    local made, held = os.clock(), resident()
    for i = 1, 5000 do assert(grid:find_path(1, 1, 64, 64, alive[i])) end
    say("5000 rules: first queries %.2f s, second queries %.2f s, resident %.1f MB",
      made - start, os.clock() - made, held)
    alive = nil -- luacheck: ignore 311
    collectgarbage()
  end)
end)

-- More than 2^24 nodes in one search: the 24-bit counter that orders nodes of equal cost restarts
-- at 0.
part("nodes", function()
  local n = 4200
  local rules = astar.rules { default = 1 }
  local path, cost = astar.grid(n, n):find_path(1, 1, n, n, rules, { algorithm = "dijkstra" })
  expect_near((n - 1) * math.sqrt(2), cost, "a path")
  assert(path:expanded() > 2 ^ 24 and path:is_valid())
end)

-- ------------------------------------------------------------------------ the largest

--- A function that prints the time of a step of a part, and the memory of the process.
local function stopwatch()
  local last = os.clock()
  return function(what)
    say("%-34s %6.2f s %8.0f MB", what, os.clock() - last, resident())
    last = os.clock()
  end
end

-- One corridor through every second row, left and right in turn: a path of 67 million tiles.
part("largest", function()
  local width, height, report_step = 16384, 8189, stopwatch()
  local length = (height + 1) / 2 * width + (height - 1) / 2
  local grid = astar.grid(width, 8192)
  local rules = astar.rules { cost = { [0] = 0.1, [2] = 0.2 }, neighbors = 4 }
  assert(#grid:find_path(1, 1, width, 8192, rules) == width + 8191)
  report_step "an open grid, corner to corner"
  for y = 2, height + 1, 2 do
    grid:fill(1, 1, y, width, 1)
    if y < height then grid:set(y % 4 == 0 and 1 or width, y, 0) end
  end
  report_step "walls"
  local function check_path(path, cost)
    assert(path and #path == length, cost)
    -- The tolerance for a sum of so many rounded numbers.
    assert(math.abs(cost - (length - 1) * 0.1) < 1e-6 * cost)
    local x, y = path:get(length)
    assert(x == width and y == height)
  end
  check_path(grid:find_path(1, 1, width, height, rules))
  report_step "the longest path, by jump points"
  local path = grid:find_path(1, 1, width, height, rules)
  assert(path:is_valid() and #path:waypoints() == height + 1)
  path = nil -- luacheck: ignore 311
  report_step "the same again, validity, turns"
  grid:set(width, 8192, 2) -- a second cost, on a tile that no path enters
  check_path(grid:find_path(1, 1, width, height, rules))
  report_step "the longest path, by A*"
  local field = grid:distance_field({ { width, height } }, rules)
  check_path(field:path(1, 1))
  field = nil -- luacheck: ignore 311
  report_step "a field, and the path along it"
  local bytes = grid:serialize()
  report_step "serialize"
  local copy = assert(astar.deserialize(bytes))
  assert(copy:serialize() == bytes and copy:get(width, 8192) == 2)
  report_step "deserialize"
end)

part("hexes", function()
  local width, height, report_step = 32768, 4096, stopwatch()
  local grid, rules = astar.grid(width, height, { layout = "even_r" }), astar.rules { default = 1 }
  local path, cost = grid:find_path(1, 1, width, height, rules)
  assert(path:is_valid() and cost == #path - 1)
  report_step "corner to corner"
  local field = grid:distance_field({ { width, height } }, rules)
  assert(field:cost(1, 1) == cost)
  report_step "a field"
  grid:block(width, height - 1)
  field:update()
  assert(field:cost(1, 1) == cost)
  report_step "the same after an edit"
end)

-- ------------------------------------------------------------------------------- main

if #arg > 0 then names = arg end
for _, name in ipairs(names) do
  local start = os.clock()
  print(name)
  if not parts[name] then error("no part " .. name) end
  parts[name]()
  collectgarbage()
  say("%.1f s", os.clock() - start)
end
