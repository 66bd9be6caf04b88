-- Objects without references are freed: memory does not grow, however many are created and dropped.

local astar = require "astar"
local expect = require "spec.support.expect"
local need = require "spec.support.need"
local resident = require "spec.support.resident"
local shell = require "spec.support.shell"

local function collect()
  collectgarbage()
  collectgarbage()
end

-- The growth of Lua's memory and of the process during `rounds` rounds [KB].
local function growth(rounds, round)
  collect()
  local lua_before, before = collectgarbage "count", resident() or 0
  for i = 1, rounds do round(i) end
  collect()
  return collectgarbage "count" - lua_before, (resident() or 0) - before
end

-- A leak grows memory every time, so one of three measurements must be flat: sometimes a table with more room, or the
-- allocator, keeps some memory. Memory of the process may grow by `slack` KB.
local function assert_flat(slack, rounds, round)
  growth(math.max(10, rounds / 4), round)
  local lua_growth, process_growth
  for _ = 1, 3 do
    lua_growth, process_growth = growth(rounds, round)
    if lua_growth < 16 and process_growth < slack then return end
  end
  error(("Lua's memory grew by %.0f KB, that of the process by %.0f KB"):format(lua_growth, process_growth), 2)
end

describe("memory stays flat", function()
  local rules = astar.rules { default = 1 }

  -- The smallest growth is measured first, before other tests leave free memory in the process.
  it("over thousands of small grids", function()
    assert_flat(256, 12000, function(i)
      local grid = astar.grid(i % 16 + 1, i % 5 + 1, { layout = i % 3 == 0 and "odd_r" or nil })
      grid:find_path(1, 1, i % 16 + 1, 1, rules)
      grid:block(1, 1)
      assert(not grid:distance_field({ { 1, 1 } }, rules))
      assert(grid:replanner(1, 1, 1, 1, rules):path())
    end)
  end)

  -- 100,000 searches; tools/endurance.lua runs 1,000,000.
  it("over searches of several movers between edits", function()
    local grid = astar.grid(48, 48)
    local movers = {
      rules, astar.rules { default = 1, neighbors = 4 }, astar.rules { cost = { [0] = 1, [1] = 3 } },
      astar.rules { cost = { [0] = 1 }, size = 2 }, astar.rules { default = 2, ignore_blocked = true },
    }
    assert_flat(512, 30000, function(i)
      local x, y = i * 7 % 48 + 1, i * 11 % 48 + 1
      if i % 5 == 0 then grid:set(x, y, i % 2) end
      if i % 7 == 0 then grid:block(y, x, i % 3 == 0) end
      grid:find_path(x, y, (x + i) % 48 % 6 + 1, y, movers[i % 5 + 1])
    end)
  end)

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

  it("over paths and values that are read from them", function()
    local grid = astar.grid(300, 300)
    local path = grid:find_path(1, 1, 300, 150, rules)
    assert_flat(2048, 600, function()
      assert(#path:points() == 300 and #path:flat() == 600 and #path:waypoints() >= 2)
      assert(path:smooth():waypoints():is_valid() and grid:line_of_sight(1, 1, 300, 150, rules))
      for _ in path:each() do end -- luacheck: ignore 542
      assert(path:is_valid())
    end)
  end)

  it("over fields and values that are read from them", function()
    local grid = astar.grid(60, 60)
    assert_flat(2048, 120, function(i)
      local x, y = i % 60 + 1, i % 59 + 1
      local field = grid:distance_field({ { x, y }, { 60, 60, 2 } }, rules)
      for _ in field:each() do end -- luacheck: ignore 542
      grid:block(x, i % 58 + 1, i % 2 == 0)
      field:update()
      assert(field:flee():next(60, 60))
      assert(field:path(1, 1) and not field:path(61, 1))
      local range = grid:reachable(x, y, rules, i % 30)
      assert(range:path(x, y) and range:cost(x, y) == 0)
      assert(not grid:distance_field({}, rules))
    end)
  end)

  it("over sliced searches, ended, stale or abandoned", function()
    local grid = astar.grid(60, 60)
    local kinds = {
      { algorithm = "jps" }, { algorithm = "astar", partial = true }, { max_expansions = 20 },
      { heuristic = function(dx, dy) return math.max(dx, dy) end }, { heuristic = function() error "no" end },
    }
    assert_flat(2048, 300, function(i)
      local search = grid:search(i % 60 + 1, 1, 60, i % 59 + 1, rules, kinds[i % 6])
      pcall(search.step, search, i % 3 == 0 and 10000 or 10)
      pcall(search.path, search)
      if i % 6 ~= 5 then for _ in search:each() do end end -- luacheck: ignore 542
      grid:set(i % 60 + 1, 30, i % 5)
      pcall(search.step, search)
    end)
  end)

  it("over replanners", function()
    local grid = astar.grid(60, 60)
    assert_flat(2048, 100, function(i)
      grid:set_penalty(30, 30, i % 2) -- with one cost, or several
      local planner = grid:replanner(1, 1, 60, 60, rules)
      for step = 1, 4 do
        assert(planner:path())
        grid:block(i % 57 + 2, step + 10, step % 2 == 0)
        planner:move_to(step, i % 60 + 1)
      end
      planner:set_goal(i % 60 + 1, i % 40 + 20)
      assert(planner:path())
      planner:set_goal(0, 0)
      assert(not planner:path())
    end)
  end)

  it("over crowds, their units and what is read from them", function()
    local grid = astar.grid(60, 60)
    local field = grid:distance_field({ { 60, 60 } }, rules)
    assert_flat(2048, 60, function(i)
      local crowd = astar.crowd(grid)
      for x = 1, 40 do crowd:add(x, i % 60 + 1, rules, { steps = true }) end
      assert(crowd:send(crowd:units(), 30, 30) == 40 and crowd:follow({ 1, 2 }, field))
      for _ = 1, 5 do crowd:update(0.2) end
      for _ in crowd:events() do end -- luacheck: ignore 542
      crowd:remove(3)
      assert(#crowd:positions() == 80 and grid:find_path(1, 1, 60, 60, rules, { avoid = crowd }))
      local bytes, used = crowd:serialize()
      if i % 3 > 0 then crowd:close() end
      crowd = nil -- luacheck: ignore 311
      assert(astar.deserialize_crowd(bytes, grid, used)):close()
    end)
  end)

  -- One round only: many are alive at the same time, then all are dropped.
  it("over hundreds of rules at once", function()
    local grid = astar.grid(40, 40)
    assert_flat(2048, 3, function()
      local alive = {}
      for i = 1, 200 do
        alive[i] = astar.rules { cost = { [0] = 1 + i / 256 } }
        assert(grid:find_path(1, 1, 40, 40, alive[i]))
      end
      for i = 1, 200 do assert(grid:is_reachable(1, 1, 40, 40, alive[i])) end
    end)
  end)

  it("over thousands of links at once", function()
    local grid = astar.grid(64, 64)
    assert_flat(512, 4, function()
      local ids = {}
      for i = 1, 3000 do
        ids[i] = grid:link(i % 64 + 1, i % 63 + 1, i % 61 + 1, i % 59 + 1, { one_way = i % 2 == 0 })
      end
      for y = 1, 40 do assert(grid:find_path(1, 1, 64, y, rules)) end
      assert(grid:distance_field({ { 1, 1 } }, rules):path(64, 64))
      for i = 1, 3000 do grid:unlink(ids[i]) end
      assert(grid:find_path(1, 1, 64, 64, rules))
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
      pcall(grid.distance_field, grid, { { 1, 1 }, { 1, 1, -1 } }, rules)
      pcall(grid.distance_field, grid, { { 1, 1 } }, rules, { max_cost = -1 })
      pcall(grid.reachable, grid, 1, 1, grid)
      pcall(grid.search, grid, 1, 1, 50, 50, rules, { weight = -1 })
      pcall(grid.replanner, grid, 1, 1, 50, 50)
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
  it("counts the memory of a grid, so that dropped grids do not accumulate", function()
    if not resident() then pending "no /proc on this system" end
    collect()
    local before = resident()
    local most = 0
    for _ = 1, 200 do
      astar.grid(1000, 1000) -- 1 MB each; no call collects garbage
      most = math.max(most, resident() - before)
    end
    assert.is_true(most < 150 * 1024, ("%.0f KB of dropped grids"):format(most))
  end)

  -- The maximum growth of memory while many objects are created and dropped [KB].
  local function pile(count, make)
    collect()
    local before = resident() or 0
    local most = 0
    for i = 1, count do
      make(i)
      most = math.max(most, (resident() or 0) - before)
    end
    return most
  end

  it("counts the memory of fields, searches and replanners, too", function()
    -- Walls around the corner, so that objects need much memory and searches are short.
    local grid = astar.grid(512, 512)
    grid:fill(1, 3, 1, 1, 3)
    grid:fill(1, 1, 3, 3, 1)
    local rules = astar.rules { cost = { [0] = 1 } }
    for what, make in pairs {
      fields = function() assert(grid:distance_field({ { 1, 1 } }, rules):cost(2, 2)) end,
      ranges = function() assert(grid:reachable(1, 1, rules):cost(2, 2)) end,
      searches = function()
        assert(grid:search(1, 1, 2, 2, rules, { algorithm = "astar" }):step(2) ~= "unreachable")
      end,
      replanners = function(i)
        local planner = grid:replanner(1, 1, 2, 2, rules)
        grid:set_penalty(2, 1, 1) -- several costs, and the existing path must be repaired
        assert(planner:path())
        grid:set_penalty(2, 2, i % 7 + 1)
        assert(planner:path())
      end,
    } do
      -- 300 fields have 700 MB. The collector lets the heap double, and after hundreds of other specs the heap is
      -- large already.
      local most = pile(300, make)
      assert.is_true(most < 100 * 1024, ("%.0f KB of dropped %s"):format(most, what))
    end
  end)

  it("counts the memory of a new grid together with its objects", function()
    local rules = astar.rules { default = 1 }
    local most = pile(60, function(i)
      local grid = astar.grid(256, 256)
      assert(grid:distance_field({ { i, 1 } }, rules):cost(1, 1) == i - 1)
      assert(grid:search(1, 1, 256, 256, rules, { algorithm = "astar" }):step(3) == "running")
      assert(grid:replanner(1, 1, i, 4, rules):path())
    end)
    assert.is_true(most < 50 * 1024, ("%.0f KB of dropped objects"):format(most))
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

  it("keeps alive the objects that a path or a grid needs, and no others", function()
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

  it("may run while a path is created, and finalizers may edit, update, move and find paths", function()
    -- In its own process, where there is little else to collect.
    local output, errors = shell.run_script(shell.lua, [[
      local astar = require "astar"
local expect = require "spec.support.expect"
      local rules = astar.rules { cost = { [0] = 1 }, neighbors = 4 }
      local grid = astar.grid(300, 3)
      local field = grid:distance_field({ { 300, 1 } }, rules)
      local planner = grid:replanner(1, 1, 300, 1, rules)
      local turns = 0
      local function turn()
        turns = turns + 1
        if turns % 4 == 0 then
          grid:fill(turns / 4 % 2, 150, 1, 1, 2) -- a detour of four tiles, or no detour
          field:update()
        end
        planner:move_to(2, 1)
        if turns % 3 == 0 then planner:path() end
        planner:move_to(1, 1)
      end
      for i = 1, 5000 do
        local proxy = newproxy and newproxy(true) -- in Lua 5.1 and LuaJIT only userdata have finalizers
        local class = proxy and getmetatable(proxy) or {}
        class.__gc = turn
        proxy = proxy or setmetatable({}, class)
        local _ = ("x"):rep(1160 + i % 100) -- paths get other memory than earlier paths
        local path = i % 2 == 0 and field:path(1, 1) or planner:path()
        local last_x, last_y = 1, 1
        for _, x, y in path:each() do
          assert(math.abs(x - last_x) + math.abs(y - last_y) <= 1)
          last_x, last_y = x, y
        end
        assert(last_x == 300 and last_y == 1 and #path == path:cost() + 1)
      end
      assert(turns > 2000)
      print "ok"
    ]])
    assert.equal("ok\n", output, errors)
  end)

  it("has nothing to collect in loops over a field or a search", function()
    local grid, rules = astar.grid(100, 100), astar.rules { default = 1 }
    local search = grid:search(1, 1, 100, 100, rules, { algorithm = "dijkstra" })
    search:step(1000)
    for _, object in ipairs { grid:distance_field({ { 1, 1 } }, rules), search } do
      collectgarbage()
      collectgarbage "stop"
      local first, last, count = nil, nil, 0
      for _ in object:each() do
        count = count + 1
        if count == 2 then first = collectgarbage "count" end
        if count == 900 then last = collectgarbage "count" end
      end
      collectgarbage "restart"
      expect.no_garbage(first, last)
    end
  end)

  it("keeps alive the objects that a field, a search or a replanner needs, and no others", function()
    for name, make in pairs {
      field = function(grid, rules) return grid:distance_field({ { 5, 5 } }, rules) end,
      range = function(grid, rules) return grid:reachable(5, 5, rules, 20):flee() end,
      search = function(grid, rules)
        return grid:search(1, 1, 5, 5, rules, { heuristic = function() return 0 end })
      end,
      replanner = function(grid, rules) return grid:replanner(1, 1, 5, 5, rules) end,
    } do
      local weak = setmetatable({}, { __mode = "k" })
      local grid, rules = astar.grid(5, 5), astar.rules { default = 1 }
      local object = make(grid, rules)
      weak[grid], weak[rules], weak[object] = true, true, true
      grid, rules = nil, nil -- luacheck: ignore 311
      collect()
      if name == "search" then assert.equal("found", object:step(100)) end
      if object.update then object:update() end
      local path = object:path(1, 1)
      object = nil -- luacheck: ignore 311
      collect()
      assert.is_true(path:is_valid())
      path = nil -- luacheck: ignore 311
      collect()
      collect()
      assert.is_nil(next(weak), name)
    end
  end)

  it("keeps a heuristic function alive as long as its search, and no longer", function()
    local weak = setmetatable({}, { __mode = "k" })
    local grid, rules = astar.grid(5, 5), astar.rules { default = 1 }
    local asked = 0
    local search
    do
      local function heuristic(dx, dy)
        asked = asked + 1
        collectgarbage()
        return math.max(dx, dy)
      end
      weak[heuristic] = true
      search = grid:search(1, 1, 5, 5, rules, { heuristic = heuristic })
    end
    collect()
    -- From another coroutine.
    assert.equal("running", coroutine.wrap(function() return search:step(2) end)())
    assert.equal("found", coroutine.wrap(function() return search:step(100) end)())
    assert.is_true(asked > 4)
    local path = search:path()
    search = nil -- luacheck: ignore 311
    collect()
    collect()
    assert.is_nil(next(weak))
    assert.equal(5, #path)
  end)
end)

describe("a large grid", function()
  -- Systems with large pages of zeros give memory for 2 MB where one byte is written.
  local function has_small_pages()
    local file = resident() and io.open "/sys/kernel/mm/transparent_hugepage/enabled"
    local sizes = file and file:read "*a" or "[always]"
    if file then file:close() end
    if sizes:find("[always]", 1, true) then return "needs Linux without huge pages" end
  end

  need.it(it, need.dynamic_libraries, has_small_pages)("takes resident memory only where its searches are", function()
    local grid = astar.grid(2048, 2048, { fill = "." })
    local rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }
    for i = 0, 999 do grid:set(i * 7919 % 2048 + 1, i * 104729 % 2048 + 1, "~") end
    assert.is_true(grid:is_reachable(1, 1, 2048, 2048, rules))
    collect()
    local function growth_by(searches) -- [KB]
      local before = resident()
      for _ = 1, searches do assert(grid:find_path(1, 1, 30, 20, rules)) end
      return resident() - before
    end
    local first = growth_by(100)
    assert.is_true(first < 20000, ("resident memory grew by %.0f KB"):format(first)) -- of 77,000
    local more = growth_by(400) -- each also clears numbers of 129 nodes
    assert.is_true(more < 300, ("resident memory grew by %.0f KB"):format(more)) -- of 800
  end)
end)
