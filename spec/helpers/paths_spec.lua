-- The option `paths`: scripts do the same whether they search by themselves, or a scheduler or a pool
-- searches for them.

local astar = require "astar"
local need = require "spec.support.need"
local path_sources = require "spec.support.path_sources"
local scheduler = require "astar.scheduler"
local script = require "astar.script"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }

local rows = {
  "..........",
  "..##..##..",
  "..##~~##..",
  "....~~....",
  "..........",
}

-- By name: what searches for a grid; nil: the movers themselves.
local kinds = {
  none = function() return nil end,
  scheduler = function(grid) return scheduler.new(grid) end,
  pool = function(grid) return astar.pool(grid, { threads = 2, latency = 1 }) end,
  late = function(grid) return path_sources.late(grid, function() return 3 end) end,
}

--- A test for each kind of `paths`; body(kind, new_paths).
local function each_kind(name, body)
  for _, kind in ipairs { "none", "scheduler", "pool", "late" } do
    local it = need.it(it, function() return path_sources.missing(kind) end)
    it(name .. " (" .. kind .. ")", function() body(kind, kinds[kind]) end)
  end
end

-- ------------------------------------------------------------------------------- scripts

--- A crowd, a function that adds an NPC of speed 4, one that lets time pass, and its paths.
local function new_crowd(new_paths, map, options)
  local grid = astar.grid(map or rows)
  options = options or {}
  options.paths = new_paths(grid)
  local crowd = script.crowd(grid, options)
  local function pass(seconds)
    for _ = 1, math.ceil(seconds * 60) do
      crowd:update(1 / 60)
      if options.paths then options.paths:update() end
    end
  end
  local function add(x, y, f, more)
    local npc_options = { x = x, y = y, speed = 4 }
    for name, value in pairs(more or {}) do npc_options[name] = value end
    return crowd:add(rules, npc_options, f)
  end
  return crowd, add, pass, options.paths, grid
end

-- Options of an order: one that the native crowd searches, and one that it does not know.
local order_options = { plain = {}, special = { max_cost = 1000 } }

describe("a script", function()
  each_kind("goes, and gets the reason when there is no path", function(_, new_paths)
    for _, options in pairs(order_options) do
      local _, add, pass = new_crowd(new_paths)
      local log = {}
      local npc = add(1, 1, function(npc)
        for _, goal in ipairs { { 10, 5 }, { 3, 2 }, { 11, 1 }, { 1, 5 }, { 1, 1 } } do
          local ok, reason = npc:go_to(goal[1], goal[2], options)
          log[#log + 1] = ok and npc.tile_x .. "," .. npc.tile_y or reason
        end
        return "end"
      end, {
        on_done = function(_, word) log[#log + 1] = word end,
        on_blocked = function() log[#log + 1] = "on_blocked" end,
      })
      pass(15)
      assert.are.equal("10,5 goal_blocked out_of_bounds 1,5 1,1 end", table.concat(log, " "))
      assert.are.equal("idle", npc.state)
    end
  end)

  each_kind("that is one order reports its failure to on_done", function(_, new_paths)
    for _, options in pairs(order_options) do
      local _, add, pass, paths = new_crowd(new_paths, { "..#.." })
      local log = {}
      local npc = add(1, 1, nil, {
        on_done = function(_, ok, reason) log[#log + 1] = tostring(ok) .. " " .. reason end,
      })
      npc:run(npc.go_to, 5, 1, options)
      pass(0.5)
      assert.are.equal("nil unreachable", table.concat(log, ", "))
      assert.are.equal(0, paths and paths:pending() or 0)
    end
  end)

  each_kind("takes another path when an edit breaks the first one", function(_, new_paths)
    for _, options in pairs(order_options) do
      local _, add, pass, _, grid = new_crowd(new_paths)
      local ok, reason
      local npc = add(1, 1, function(npc) ok, reason = npc:go_to(10, 1, options) end)
      pass(0.6)
      grid:set(5, 1, "#")
      pass(6)
      assert.is_true(ok)
      npc:run(function() ok, reason = npc:go_to(1, 1, options) end)
      pass(0.5)
      for y = 1, 5 do grid:set(4, y, "#") end
      pass(3)
      assert.are.same({ nil, "unreachable" }, { ok, reason })
    end
  end)

  each_kind("may be replaced in each frame", function(_, new_paths)
    for name, options in pairs(order_options) do
      local crowd, add, pass, paths = new_crowd(new_paths, { ("."):rep(30), ("."):rep(30) })
      local npc = add(1, 1)
      for frame = 1, 600 do
        npc:run(npc.go_to, 29 + frame % 2, 1 + frame % 2, options)
        pass(1 / 60)
        assert.is_true(not paths or paths:pending() <= 1)
      end
      assert.is_true(npc.tile_x >= 29, name .. ": only at " .. npc.tile_x)
      npc:run(npc.go_to, 5, 1, options)
      pass(1 / 60)
      crowd:remove(npc)
      pass(1 / 60)
      assert.are.equal(0, paths and paths:pending() or 0)
    end
  end)

  each_kind("may be stopped or sent while it waits for a path", function(_, new_paths)
    for name, options in pairs(order_options) do
      local crowd, add, pass, paths = new_crowd(new_paths)
      local npc = add(1, 1)
      npc:run(npc.go_to, 10, 5, options)
      crowd:update(0)
      npc:stop()
      pass(1)
      assert.is_true(npc.state == "idle" and npc.tile_y <= 2, name)
      npc:run(npc.go_to, 10, 5, options)
      crowd:update(0)
      crowd:send({ npc }, 1, 5)
      pass(4)
      assert.are.same({ 1, 5, "idle" }, { npc.tile_x, npc.tile_y, npc.state })
      npc:run(function()
        npc:go_to(10, 5, options)
      end)
      crowd:update(0)
      npc.rules = astar.rules { cost = { ["."] = 1 } }
      npc:place(1, 1)
      pass(8)
      assert.are.same({ 10, 5, "idle" }, { npc.tile_x, npc.tile_y, npc.state })
      assert.are.equal(0, paths and paths:pending() or 0)
    end
  end)

  each_kind("asks again when it is busy", function(kind, new_paths)
    if kind == "none" then return end
    for name, options in pairs(order_options) do
      local crowd, add, pass, paths = new_crowd(function(grid)
        local paths = kind == "pool" and astar.pool(grid, { max_pending = 1, latency = 1 }) or new_paths(grid)
        if kind ~= "pool" then paths.max_pending = 1 end
        return paths
      end)
      local arrived = 0
      for y = 1, 5 do
        add(1, y, function(npc)
          local ok = npc:go_to(9, y, options)
          arrived = arrived + (ok and 1 or 0)
        end)
      end
      crowd:update(0)
      assert.are.equal(1, paths:pending())
      pass(12)
      assert.are.equal(name .. " 5", name .. " " .. arrived)
    end
  end)

  each_kind("goes on with its requests after it was saved", function(_, new_paths)
    for _, options in pairs(order_options) do
      local scripts = { go = function(npc, x, y)
        npc:go_to(x, y, options)
        npc:go_to(x, 1, options)
      end }
      local crowd, add, _, paths, grid = new_crowd(new_paths, nil, { names = scripts })
      for y = 1, 5, 4 do
        local npc = add(1, y)
        npc:run(scripts.go, 10, 6 - y)
      end
      crowd:update(1 / 60) -- the requests are made, and not answered
      assert.is_true(not paths or paths:pending() > 0)
      local text, used = crowd:serialize()
      local copy = astar.deserialize(grid:serialize())
      local copied_paths = new_paths(copy)
      local loaded = assert(script.deserialize(text, copy, used, { names = scripts, paths = copied_paths }))
      assert.are.equal(copied_paths, loaded.paths)
      for _ = 1, 600 do
        loaded:update(1 / 60)
        if copied_paths then copied_paths:update() end
      end
      for _, npc in ipairs(loaded.npcs) do
        assert.are.same({ 10, false, "idle" }, { npc.tile_x, npc:is_running(), npc.state })
      end
    end
  end)

  it("refuses paths that cannot search for it", function()
    local grid = astar.grid(rows)
    local other = scheduler.new(astar.grid(rows))
    assert.has_error(function() script.crowd(grid, { paths = 3 }) end,
      'script.crowd: option "paths" must be a scheduler or a pool, got 3')
    assert.has_error(function() script.crowd(grid, { paths = other }) end,
      'script.crowd: option "paths" must search on the grid of the crowd')
    local text, used = script.crowd(grid):serialize()
    assert.has_error(function() script.deserialize(text, astar.grid(rows), used, { paths = other }) end,
      'script.deserialize: option "paths" must search on the grid of the crowd')
  end)

  it("ends its orders when its paths are closed", function()
    for name, options in pairs(order_options) do
      local crowd, add, _, paths = new_crowd(kinds.scheduler)
      local log = {}
      local npc = add(1, 1, function(npc) log[1], log[2] = npc:go_to(10, 5, options) end)
      crowd:update(0)
      paths:close()
      for _ = 1, 600 do crowd:update(1 / 60) end
      assert.is_false(npc:is_running(), name .. ": it waits for ever")
      if name == "special" then assert.are.same({ nil, "cancelled" }, log) end
    end
  end)
end)
