-- Objects that are dropped are freed: memory stays flat however many come and go.

local astar = require "astar"

-- Resident memory of this process in KB, or nil where the system does not tell.
local function resident()
  local file = io.open "/proc/self/statm"
  if not file then return nil end
  local pages = file:read "*l":match "^%d+ (%d+)"
  file:close()
  return tonumber(pages) * 4
end

local function collect()
  collectgarbage()
  collectgarbage()
end

-- How much memory grew over `rounds` rounds: Lua's, and the process's, in KB.
local function growth(rounds, round)
  collect()
  local lua_before, before = collectgarbage "count", resident() or 0
  for i = 1, rounds do round(i) end
  collect()
  return collectgarbage "count" - lua_before, (resident() or 0) - before
end

-- What leaks does so every time, so the least of three times counts: now and then a table that
-- has room for more, or the allocator, keeps something for later. It may be `slack` KB.
local function assert_flat(slack, rounds, round)
  growth(math.max(10, rounds / 4), round)
  local least_lua, least = math.huge, math.huge
  for _ = 1, 3 do
    local lua_growth, process_growth = growth(rounds, round)
    least_lua, least = math.min(least_lua, lua_growth), math.min(least, process_growth)
  end
  assert.is_true(least_lua < 16, ("Lua's memory grew by %.0f KB"):format(least_lua))
  assert.is_true(least < slack, ("resident memory grew by %.0f KB"):format(least))
end

describe("memory stays flat", function()
  local rules = astar.rules { default = 1 }

  it("over grids", function()
    assert_flat(2048, 80, function()
      local grid = astar.grid(120, 120)
      grid:set_penalty(1, 1, 1)
      grid:block(2, 2)
      grid:set_edge(1, 1, 1, 0, false)
      grid:link(1, 1, 9, 9)
      grid:find_path(1, 1, 120, 120, rules)
    end)
  end)

  it("over copies, strings and damaged strings", function()
    local grid = astar.grid(100, 100)
    for x = 1, 100 do grid:set_penalty(x, x, x) end
    assert_flat(2048, 150, function()
      local bytes = grid:clone():serialize()
      assert(astar.deserialize(bytes))
      assert(not astar.deserialize(bytes:sub(1, -2)))
    end)
  end)

  it("over rules used on one grid", function()
    local grid = astar.grid(100, 100)
    assert_flat(2048, 100, function(i)
      local own = astar.rules {
        cost = { [0] = i % 7 + 1 }, size = i % 3 + 1, step = function() end,
        diagonal = i % 2 == 0 and "always" or nil,
      }
      grid:find_path(1, 1, 98, 98, own)
      grid:is_reachable(1, 1, 50, 50, own)
    end)
  end)

  it("over searches, of each outcome", function()
    local grid = astar.grid(100, 100)
    grid:fill(1, 50, 1, 1, 100)
    local walls = astar.rules { cost = { [0] = 1 } }
    assert_flat(2048, 700, function(i)
      local x, y = i % 40 + 1, i % 97 + 1
      grid:find_path(1, 1, x, y, walls)
      grid:find_path(1, 1, 90, y, walls)
      grid:find_path(1, 1, 50, y, walls, { partial = true })
      grid:find_path(1, 1, x, y, walls, { max_expansions = 3 })
      grid:find_path(1, 1, 101, y, walls)
      grid:find_nearest(x, y, { { 1, 1 }, { 49, 49 }, { 3, 97 } }, walls)
    end)
  end)

  it("over paths and what is read from them", function()
    local grid = astar.grid(300, 300)
    local path = grid:find_path(1, 1, 300, 150, rules)
    assert_flat(2048, 600, function()
      assert(#path:points() == 300 and #path:flat() == 600 and #path:waypoints() >= 2)
      for _ in path:each() do end -- luacheck: ignore 542
      assert(path:is_valid())
    end)
  end)

  it("over edits and links", function()
    local grid = astar.grid(64, 64)
    assert_flat(2048, 7000, function(i)
      local x, y = i % 64 + 1, i % 63 + 1
      local id = grid:link(x, y, y, x)
      grid:set(x, y, i % 2)
      grid:set_penalty(x, y, i % 3)
      grid:block(x, y, i % 5 == 0)
      grid:unlink(id)
      if i % 50 == 0 then grid:find_path(1, 1, 64, 64, rules) end
    end)
  end)

  it("over errors", function()
    local grid = astar.grid(50, 50)
    assert_flat(2048, 1000, function()
      pcall(grid.set, grid, 99, 1, 1)
      pcall(astar.grid, { "..", "..." })
      pcall(astar.grid, { ("."):rep(5000), "" })
      pcall(astar.rules, { cost = { [1] = 1 }, step = function() error "no" end })
      pcall(grid.find_path, grid, 1, 1, 50, 50, rules, { heuristic = function() error { "no" } end })
      pcall(grid.find_nearest, grid, 1, 1, { { 1, 1 }, { "x", 1 } }, rules)
    end)
  end)

  it("over heuristics that search", function()
    local grid = astar.grid(30, 30)
    assert_flat(2048, 40, function()
      local asked = 0
      grid:find_path(1, 1, 30, 30, rules, {
        heuristic = function(dx, dy)
          asked = asked + 1
          if asked < 5 then grid:find_path(1, 1, dx + 1, dy + 1, rules) end
          return math.max(dx, dy)
        end,
      })
    end)
  end)
end)

describe("the collector", function()
  it("knows what a grid weighs: grids that are dropped do not pile up", function()
    if not resident() then return end
    collect()
    local before = resident()
    local most = 0
    for _ = 1, 200 do
      astar.grid(1000, 1000) -- a megabyte each, and nobody collects
      most = math.max(most, resident() - before)
    end
    assert.is_true(most < 150 * 1024, ("%.0f KB of dropped grids"):format(most))
  end)

  it("may stay stopped", function()
    collect()
    collectgarbage "stop"
    local kept = setmetatable({ {} }, { __mode = "v" })
    for _ = 1, 20 do
      local grid = astar.grid(300, 300)
      grid:find_path(1, 1, 300, 300, astar.rules { default = 1 })
    end
    local survived = kept[1] ~= nil
    collectgarbage "restart"
    assert.is_true(survived)
  end)

  it("keeps alive what a path or a grid still needs, and no more", function()
    local weak = setmetatable({}, { __mode = "k" })
    local rules = astar.rules { default = 1 }
    local grid = astar.grid(5, 5)
    local path = grid:find_path(1, 1, 5, 5, rules)
    weak[grid], weak[rules] = true, true
    grid, rules = nil, nil -- luacheck: ignore 311
    collect()
    assert.is_true(path:is_valid())
    path = nil -- luacheck: ignore 311
    collect()
    collect()
    assert.is_nil(next(weak))
  end)
end)
