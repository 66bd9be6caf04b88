-- Pools as scripts see them: the answers, their order, callbacks, coroutines, and what an invalid call raises.

local astar = require "astar"
local doom = require "spec.support.doom"
local expect = require "spec.support.expect"
local need = require "spec.support.need"
local random_map = require "spec.support.random_map"
local script = require "astar.script"
local shell = require "spec.support.shell"

local raises = expect.raises

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 2 } }
local large = astar.rules { cost = { ["."] = 1 }, size = 2 }
local slow = { algorithm = "dijkstra" }

-- An open field with one tile of another terrain.
local function field(side)
  local grid = astar.grid(side, side, { fill = "." })
  grid:set(1, side, "~")
  return grid
end

-- The tiles and the cost of a path, or the reason, as a string.
local function text(path, cost, index)
  if not path then return "nil " .. tostring(cost) end
  return ("%s | %.17g %s"):format(table.concat(path:flat(), " "), cost, tostring(index))
end

-- All costs of a field as a string, or the reason.
local function costs(made, reason)
  if not made then return "nil " .. reason end
  local list = {}
  for x, y, cost in made:each() do list[#list + 1] = ("%d,%d %.17g"):format(x, y, cost) end
  return table.concat(list, "; ")
end

-- Two fields must have the same costs, except for rounding: one of them was repaired.
local function expect_near(expected, made, side)
  for y = 1, side do
    for x = 1, side do
      local a, b = expected:cost(x, y), made:cost(x, y)
      if a and b then expect.near(a, b) else assert.are.equal(a, b) end
    end
  end
end

local function free(object) debug.getmetatable(object).__gc(object) end

local function collect()
  collectgarbage()
  collectgarbage()
end

for _, threads in ipairs { 0, 1, 4 } do
  describe(("a pool of %d threads"):format(threads), function()
    local grid, pool

    before_each(function()
      grid = field(20)
      pool = astar.pool(grid, { threads = threads })
    end)

    after_each(function() pool:close() end)

    it("gives the answers of the grid at the moment of the request, in order", function()
      local random = random_map.new(7)
      for _ = 1, 20 do
        local map = random_map.map(random)
        local edited = random_map.grid(astar, map)
        local compiled = astar.rules(random_map.rules(random, map.layout))
        local many = astar.pool(edited, { threads = threads })
        local expected, got = {}, {}
        local function note(i, answer)
          return function(...) got[#got + 1] = i .. ": " .. answer(...) end
        end
        for i = 1, 30 do
          local x1, y1 = random:int(0, map.width + 1), random:int(1, map.height)
          local x2, y2 = random:int(1, map.width), random:int(1, map.height)
          local goals = { { x2, y2 }, { random:int(1, map.width), random:int(1, map.height) } }
          local options = random:pick { { partial = true }, { range = 1 }, {}, { max_cost = 3 } }
          if i % 3 == 0 then
            expected[i] = i .. ": " .. text(edited:find_path(x1, y1, x2, y2, compiled, options))
            many:find_path(x1, y1, x2, y2, compiled, options, note(i, text))
          elseif i % 3 == 1 then
            expected[i] = i .. ": " .. text(edited:find_nearest(x1, y1, goals, compiled, options))
            many:find_nearest(x1, y1, goals, compiled, options, note(i, text))
          else
            expected[i] = i .. ": " .. costs(edited:distance_field(goals, compiled))
            many:distance_field(goals, compiled, note(i, costs))
          end
          edited:block(x2, y2, random:int(0, 1) == 1)
          edited:set_penalty(x2, y2, random:int(0, 3))
          if i % 7 == 0 then many:update() end
        end
        many:wait()
        assert.are.same(expected, got)
        assert.are.equal(0, many:pending())
        many:close()
      end
    end)

    it("has requests with a state and a result", function()
      local request = pool:find_path(1, 1, 5, 1, rules)
      assert.are.equal("running", request.state)
      assert.are.same({ nil, "running" }, { request:result() })
      assert.are.equal(1, pool:pending())
      pool:wait()
      assert.are.equal("done", request.state)
      local path, cost = request:result()
      assert.are.same({ 5, 4 }, { #path, cost })
      assert.are.equal(path, (request:result()))
      assert.is_true(path:is_valid())
      assert.are.equal(4, path:cost(5))
      request:cancel()
      assert.are.equal("done", request.state)
      assert.are.equal(0, pool:pending())
    end)

    it("returns what the functions of the grid return", function()
      local nearest = pool:find_nearest(1, 1, { { 9, 9 }, { x = 4, y = 1 } }, rules)
      local lost = pool:find_nearest(1, 1, {}, rules)
      local outside = pool:find_path(1, 1, 99, 1, rules)
      local made = pool:distance_field({ { 3, 3, 2 } }, rules, { max_cost = 5 })
      local unmade = pool:distance_field({}, rules)
      pool:wait()
      local path, cost, index = nearest:result()
      assert.are.same({ 4, 3, 2 }, { #path, cost, index })
      assert.are.same({ nil, "goal_blocked" }, { lost:result() })
      assert.are.same({ nil, "out_of_bounds" }, { outside:result() })
      assert.are.equal(1, select("#", made:result()))
      assert.are.equal(costs(grid:distance_field({ { 3, 3, 2 } }, rules, { max_cost = 5 })), costs(made:result()))
      assert.are.same({ unmade:result() }, { grid:distance_field({}, rules) })
    end)

    it("keeps the options of the request", function()
      grid:fill("#", 10, 1, 1, 20)
      local options = { partial = true, ignore_blocked = { 2 } }
      local request = pool:find_path(1, 1, 20, 20, rules, options)
      options.partial = false
      pool:wait()
      local path = request:result()
      assert.is_true(path:is_partial())
      grid:block(path:get(2), select(2, path:get(2)), true, 2)
      assert.is_true(path:is_valid())
    end)

    it("makes fields that belong to the grid", function()
      local request = pool:distance_field({ { 20, 20 } }, rules)
      grid:fill("#", 10, 1, 1, 19)
      pool:wait()
      local made = request:result()
      assert.are.equal("astar.field 20x20", tostring(made))
      grid:block(12, 20)
      made:update()
      expect_near(grid:distance_field({ { 20, 20 } }, rules), made, 20)
      assert.is_true(made:set_goals { { 1, 1 } })
      expect_near(grid:distance_field({ { 1, 1 } }, rules), made, 20)
      pool:close()
      grid:block(2, 2)
      made:update()
      expect_near(grid:distance_field({ { 1, 1 } }, rules), made, 20)
    end)

    it("avoids the units of a crowd where they were at the request", function()
      local crowd = astar.crowd(grid)
      for y = 1, 19 do crowd:add(10, y, rules) end
      local expected = text(grid:find_path(1, 1, 20, 1, rules, { avoid = crowd }))
      local request = pool:find_path(1, 1, 20, 1, rules, { avoid = crowd })
      crowd:close()
      pool:wait()
      assert.are.equal(expected, text(request:result()))
      assert.is_true(#request:result() > 30)
    end)

    it("delivers each answer exactly n updates after its request, when the latency is n", function()
      for latency = 1, 3 do
        local exact = astar.pool(grid, { threads = threads, latency = latency })
        local log = {}
        for update = 1, 8 do
          exact:find_path(1, 1, 20, 20, rules, slow, function() log[#log + 1] = "path " .. update end)
          log[#log + 1] = "update " .. update
          exact:update()
        end
        exact:close()
        local expected = {}
        for update = 1, 8 do
          expected[#expected + 1] = "update " .. update
          if update >= latency then expected[#expected + 1] = "path " .. update - latency + 1 end
        end
        assert.are.same(expected, log)
      end
    end)

    it("delivers in wait what is due later", function()
      local exact = astar.pool(grid, { threads = threads, latency = 9 })
      local request = exact:find_path(1, 1, 20, 20, rules)
      exact:wait()
      assert.are.equal("done", request.state)
      exact:close()
    end)

    it("calls no callback of a request that was cancelled", function()
      local called = {}
      local first = pool:find_path(1, 1, 20, 20, rules, function() called[#called + 1] = 1 end)
      pool:find_path(1, 1, 20, 20, rules, function() called[#called + 1] = 2 end)
      first:cancel()
      assert.are.equal("cancelled", first.state)
      assert.are.same({ nil, "cancelled" }, { first:result() })
      assert.are.equal(1, pool:pending())
      first:cancel()
      pool:wait()
      assert.are.same({ 2 }, called)
      assert.are.equal("cancelled", first.state)
    end)

    it("lets a callback cancel the requests after its own", function()
      local called, second = false, nil
      pool:find_path(1, 1, 2, 2, rules, function() second:cancel() end)
      second = pool:find_path(1, 1, 3, 3, rules, function() called = true end)
      pool:wait()
      assert.is_false(called)
    end)

    it("calls callbacks of requests that the script does not keep", function()
      local count = 0
      for _ = 1, 100 do
        pool:find_path(1, 1, 20, 20, rules, function(path) count = count + #path end)
        collectgarbage "step"
      end
      collect()
      pool:wait()
      assert.are.equal(2000, count)
    end)

    it("raises the error of a callback, and delivers the other answers later", function()
      local called = {}
      for i = 1, 4 do
        pool:find_path(1, 1, i, 1, rules, function()
          called[#called + 1] = i
          if i == 2 then error("broken", 0) end
        end)
      end
      assert.has_error(function() pool:wait() end, "broken")
      assert.are.same({ 1, 2 }, called)
      assert.are.equal(2, pool:pending())
      pool:wait()
      assert.are.same({ 1, 2, 3, 4 }, called)
    end)

    it("accepts requests made in callbacks, and answers them in a later update", function()
      local count, updates = 0, 0
      local function again()
        count = count + 1
        pool:find_path(1, 1, 20, 20, rules, again)
      end
      again()
      while count < 5 and updates < 1e6 do
        local before = count
        pool:update()
        updates = updates + 1
        assert.is_true(count <= before + 1)
      end
      assert.are.equal(5, count)
      pool:wait()
      assert.are.equal(6, count)
    end)

    it("may be updated, closed and waited for in a callback", function()
      local order = {}
      pool:find_path(1, 1, 2, 2, rules, function()
        order[#order + 1] = "a"
        pool:wait()
        order[#order + 1] = "b"
      end)
      pool:find_path(1, 1, 3, 3, rules, function() order[#order + 1] = "c" end)
      pool:wait()
      assert.are.equal("acb", table.concat(order))
      local last
      pool:find_path(1, 1, 2, 2, rules, function() pool:close() end)
      last = pool:find_path(1, 1, 3, 3, rules, function() order[#order + 1] = "never" end)
      pool:wait()
      assert.are.equal("cancelled", last.state)
      assert.are.equal(3, #order)
    end)

    it("refuses more requests than max_pending", function()
      local small = astar.pool(grid, { threads = threads, max_pending = 2 })
      local first = small:find_path(1, 1, 20, 20, rules)
      small:find_nearest(1, 1, { { 2, 2 } }, rules)
      assert.are.same({ nil, "busy" }, { small:find_path(1, 1, 2, 2, rules) })
      assert.are.same({ nil, "busy" }, { small:find_nearest(1, 1, { { 2, 2 } }, rules) })
      assert.are.same({ nil, "busy" }, { small:distance_field({ { 2, 2 } }, rules) })
      local answers
      coroutine.wrap(function() answers = { small:await(1, 1, 2, 2, rules) } end)()
      assert.are.same({ nil, "busy" }, answers)
      assert.are.equal(2, small:pending())
      first:cancel()
      assert.is_truthy(small:find_path(1, 1, 2, 2, rules))
      small:wait()
      assert.is_truthy(small:find_path(1, 1, 2, 2, rules))
      small:close()
    end)

    it("cancels all requests when it is closed", function()
      local request = pool:find_path(1, 1, 20, 20, rules, function() error "called" end)
      local name, started = tostring(pool), need.threads() and 0 or threads
      assert.are.equal(("astar.pool of %d thread%s"):format(started, started == 1 and "" or "s"), name)
      pool:close()
      pool:close()
      assert.are.equal("cancelled", request.state)
      assert.are.same({ nil, "cancelled" }, { request:result() })
      assert.are.equal("astar.request (cancelled)", tostring(request))
      request:cancel()
      assert.are.equal("astar.pool (closed)", tostring(pool))
      for name_of, call in pairs {
        find_path = function() pool:find_path(1, 1, 2, 2, rules) end,
        find_nearest = function() pool:find_nearest(1, 1, { { 2, 2 } }, rules) end,
        distance_field = function() pool:distance_field({ { 2, 2 } }, rules) end,
        await = function() pool:await(1, 1, 2, 2, rules) end,
        update = function() pool:update() end,
        wait = function() pool:wait() end,
        pending = function() pool:pending() end,
      } do
        raises(("pool:%s: the pool was closed"):format(name_of), call)
      end
      assert.are.equal(grid, pool.grid)
    end)

    it("cancels its requests when it is collected", function()
      local big = astar.pool(field(300), { threads = threads })
      local requests = {}
      for i = 1, 50 do requests[i] = big:find_path(1, 1, 300, 300, rules, slow) end
      big = nil
      collect()
      for i = 1, 50 do assert.are.equal("cancelled", requests[i].state) end
      assert.is_nil(big)
    end)

    it("keeps its grid and rules alive, and results keep theirs", function()
      local other = astar.pool(field(9), { threads = threads })
      local request = other:find_path(1, 1, 9, 9, astar.rules { default = 1 })
      collect()
      other:wait()
      other:close()
      other = nil
      collect()
      assert.is_true(request:result():is_valid())
      assert.is_nil(other)
    end)

    it("forgets delivered requests", function()
      local weak = setmetatable({}, { __mode = "k" })
      for _ = 1, 10 do weak[pool:find_path(1, 1, 2, 2, rules)] = true end
      pool:wait()
      collect()
      assert.is_nil(next(weak))
    end)

    it("works inside a heuristic function", function()
      local request
      grid:find_path(1, 1, 20, 20, rules, { heuristic = function()
        if not request then
          request = pool:find_path(1, 1, 9, 1, rules)
          pool:wait()
        end
        return 0
      end })
      assert.are.equal(9, #request:result())
    end)

    it("raises that the grid is searched when a field is delivered inside a heuristic function", function()
      local request = pool:distance_field({ { 1, 1 } }, rules)
      local message
      grid:find_path(1, 1, 20, 20, rules, { heuristic = function()
        if not message then message = select(2, pcall(pool.wait, pool)) end
        return 0
      end })
      if message then assert.matches("pool:wait: the grid is being searched", message, 1, true) end
      pool:wait()
      assert.are.equal(costs(grid:distance_field({ { 1, 1 } }, rules)), costs(request:result()))
    end)

    describe("await", function()
      it("returns the answer in a coroutine", function()
        local results = {}
        coroutine.wrap(function()
          results[1] = { pool:await(1, 1, 20, 20, rules, slow) }
          results[2] = { pool:await(1, 1, 90, 1, rules) }
        end)()
        assert.are.same({}, results)
        pool:wait()
        pool:wait()
        assert.are.equal(20, #results[1][1])
        assert.are.same({ nil, "out_of_bounds" }, results[2])
      end)

      it("keeps the coroutine alive", function()
        local cost
        coroutine.wrap(function() cost = select(2, pool:await(1, 1, 9, 1, rules)) end)()
        collect()
        pool:wait()
        assert.are.equal(8, cost)
      end)

      it("does not resume a coroutine that the game has resumed", function()
        local cost
        local thread = coroutine.create(function() cost = select(2, pool:await(1, 1, 20, 1, rules)) end)
        coroutine.resume(thread)
        coroutine.resume(thread)
        assert.is_nil(cost)
        pool:wait()
        assert.is_nil(cost)
        coroutine.resume(thread)
        assert.are.equal(19, cost)
      end)

      it("returns \"cancelled\" after the pool was closed, when the game resumes the coroutine", function()
        local answer
        local thread = coroutine.create(function() answer = { pool:await(1, 1, 20, 1, rules) } end)
        coroutine.resume(thread)
        pool:close()
        assert.is_nil(answer)
        coroutine.resume(thread)
        assert.are.same({ nil, "cancelled" }, answer)
      end)

      it("does not resume a coroutine that left it by an error", function()
        local steps = {}
        local thread = coroutine.create(function()
          -- Lua 5.1 cannot yield across this call, and sort cannot in any Lua.
          pcall(table.sort, { 1, 2, 3 }, function() pool:await(1, 1, 2, 2, rules) end)
          steps[#steps + 1] = "left"
          coroutine.yield()
          steps[#steps + 1] = "resumed"
        end)
        coroutine.resume(thread)
        pool:wait()
        assert.are.same({ "left" }, steps)
        coroutine.resume(thread)
        assert.are.same({ "left", "resumed" }, steps)
      end)

      -- As in fibers of another scheduler. Lua 5.1 does not say where a coroutine can yield.
      need.it(it, need.other_than "lua5.1")("makes no request where the coroutine cannot yield", function()
        local ok, message
        local thread = coroutine.create(function()
          ok, message = pcall(table.sort, { 1, 2, 3 }, function() pool:await(1, 1, 2, 2, rules) end)
        end)
        assert.is_true(coroutine.resume(thread))
        assert.is_false(ok)
        assert.truthy(message:find("pool:await: this coroutine cannot wait here", 1, true))
        assert.equal(0, pool:pending())
      end)

      it("raises errors of the coroutine from update", function()
        coroutine.wrap(function()
          pool:await(1, 1, 2, 2, rules)
          error "broken"
        end)()
        local ok, message = pcall(pool.wait, pool)
        assert.is_false(ok)
        assert.matches("broken", message, 1, true)
        assert.matches("traceback", message, 1, true)
        local value = {}
        coroutine.wrap(function()
          pool:await(1, 1, 2, 2, rules)
          error(value)
        end)()
        ok, message = pcall(pool.wait, pool)
        assert.is_false(ok)
        assert.are.equal(value, message)
        assert.are.equal(0, pool:pending())
      end)

      it("waits in scripts of NPCs", function()
        local crowd = script.crowd(grid)
        local npc, cost = crowd:add(rules, { x = 1, y = 1, speed = 1 }), nil
        npc:run(function() cost = select(2, pool:await(1, 1, 20, 1, rules)) end)
        for _ = 1, 1e6 do
          if cost then break end
          pool:update()
          crowd:update(0.1)
        end
        assert.are.equal(19, cost)
      end)
    end)

    it("is one that a coroutine can make and another can use", function()
      local made, request
      coroutine.wrap(function() made = astar.pool(grid, { threads = threads }) end)()
      collect()
      coroutine.wrap(function() request = made:find_path(1, 1, 5, 1, rules) end)()
      collect()
      coroutine.wrap(function() made:wait() end)()
      assert.are.equal(5, #request:result())
      made:close()
    end)
  end)
end

-- A small game of 150 frames: in each some edits, some requests, an update. Returns all answers in their order, with
-- the frames of their requests, and with the frames of their delivery when these are exact.
local function play(threads, latency, expansions)
  local random, log, frame = random_map.new(11), {}, 0
  local map = random_map.map(random, { width = 14, height = 11, layout = "square" })
  local grid, ids = random_map.grid(astar, map), random_map.ids(map)
  local compiled = astar.rules(random_map.rules(random, "square"))
  local pool = astar.pool(grid, { threads = threads, latency = latency, expansions = expansions })
  local function note(answer)
    local made = frame
    return function(...) log[#log + 1] = ("%d %s %s"):format(made, latency > 0 and frame or "", answer(...)) end
  end
  for i = 1, 150 do
    frame = i
    for _ = 1, random:int(0, 4) do
      local edit = random_map.edit(random, map)
      if edit then random_map.apply(edit, map, grid, ids) end
    end
    for _ = 1, random:int(0, 5) do
      local x, y = random:int(1, 14), random:int(1, 11)
      local kind = random:int(1, 8)
      local request
      if kind == 1 then
        request = pool:distance_field({ { x, y } }, compiled, note(costs))
      elseif kind == 2 then
        request = pool:find_nearest(1, 1, { { x, y }, { y, x } }, compiled, note(text))
      else
        request = pool:find_path(random:int(1, 14), 1, x, y, compiled, note(text))
      end
      if random:chance(0.1) then request:cancel() end
    end
    pool:update()
  end
  frame = "end"
  pool:wait()
  pool:close()
  return log
end

describe("a whole game", function()
  it("has the same answers in the same order with any number of threads", function()
    local expected = play(0, 0)
    assert.is_true(#expected > 300)
    assert.are.same(expected, play(0, 0, 1))
    for _ = 1, 3 do
      assert.are.same(expected, play(1, 0))
      assert.are.same(expected, play(4, 0))
    end
  end)

  it("has them in the same frames, with a latency", function()
    local expected = play(0, 3)
    assert.are.same(expected, play(0, 3, 1))
    assert.are.same(expected, play(1, 3))
    assert.are.same(expected, play(4, 3))
  end)
end)

-- A large field, and a search there that expands thousands of tiles.
local WIDE = 90

--- A pool without threads, and a function that requests a long search; it notes the answer.
local function new_slow_pool(options)
  options.threads = 0
  local grid = field(WIDE)
  local pool, log = astar.pool(grid, options), {}
  local function ask(name, x, y)
    return pool:find_path(1, 1, x or WIDE, y or WIDE, rules, slow, function(path, reason)
      log[#log + 1] = name .. (path and " " .. #path or " " .. reason)
    end)
  end
  return pool, ask, log, grid
end

--- How many updates pass until no request is left.
local function count_updates(pool)
  local count = 0
  while pool:pending() > 0 do
    pool:update()
    count = count + 1
    assert(count < 100000, "no end")
  end
  return count
end

describe("the updates of a pool without threads", function()
  it("make so many expansions, and at least one", function()
    local pool, ask = new_slow_pool {}
    local request = ask "a"
    local count = count_updates(pool)
    local expanded = request:result():expanded()
    assert.is_true(expanded > 6000)
    assert.is_true(math.abs(count - expanded / 2000) <= 2, count)
    for _, expansions in ipairs { 1, 63, 64, 65, 500, 2 ^ 40 } do
      pool, ask = new_slow_pool { expansions = expansions }
      ask "a"
      local left = expanded / expansions
      count = count_updates(pool)
      assert.is_true(count >= left and count <= left + 8, expansions .. ": " .. count)
    end
  end)

  it("answer one request after the other: a long search delays those after it", function()
    local pool, ask, log = new_slow_pool { expansions = 100 }
    ask("long")
    ask("short", 2, 1)
    ask("off", 0, 1)
    pool:update()
    assert.are.same({}, log)
    count_updates(pool)
    assert.are.same({ "long 90", "short 2", "off out_of_bounds" }, log)
  end)

  it("run find_nearest and fields whole", function()
    local pool, _, _, grid = new_slow_pool { expansions = 1 }
    local goals = { { WIDE, WIDE }, { WIDE, 1 } }
    local nearest = pool:find_nearest(1, 1, goals, rules, slow)
    local made = pool:distance_field(goals, rules)
    pool:update()
    assert.are.same({ "done", "running" }, { nearest.state, made.state })
    pool:update()
    assert.are.equal(costs(grid:distance_field(goals, rules)), costs(made:result()))
    assert.are.equal(text(grid:find_nearest(1, 1, goals, rules, slow)), text(nearest:result()))
  end)

  it("count a field as many expansions as the map has tiles", function()
    local pool = new_slow_pool { expansions = 2 * WIDE * WIDE }
    local made = {}
    for i = 1, 5 do made[i] = pool:distance_field({ { 1, i } }, rules) end
    pool:update()
    assert.are.same({ "done", "done", "running" }, { made[1].state, made[2].state, made[3].state })
  end)

  it("last so many milliseconds by the clock, without a limit of expansions", function()
    for _, case in ipairs { { 0, 1 }, { 3, 4 }, { 10, 11 } } do
      local time = 100
      local function clock()
        time = time + 0.001
        return time - 0.001
      end
      local pool, ask = new_slow_pool { milliseconds = case[1], clock = clock }
      ask "a"
      pool:update()
      local slices = math.floor((time - 100) / 0.001 + 0.5) - 1 -- the first look is that at the begin
      assert.is_true(slices >= case[1] and slices <= case[2], slices)
    end
    local pool, ask = new_slow_pool { milliseconds = 0, clock = function() return 0 end }
    ask "a"
    pool:update()
    assert.are.equal(1, pool:pending())
    pool, ask = new_slow_pool { milliseconds = 1, clock = function() return 0 end } -- time stands still
    ask "a"
    pool:update()
    assert.are.equal(0, pool:pending())
    pool, ask = new_slow_pool { milliseconds = 10000 }
    ask "a"
    pool:update()
    assert.are.equal(0, pool:pending())
  end)

  it("keep to both budgets", function()
    local pool, ask = new_slow_pool { milliseconds = 1, expansions = 500, clock = function() return 0 end }
    ask "a"
    assert.is_true(count_updates(pool) > 10)
  end)

  it("survive what a clock does", function()
    local pool, ask
    local act = function() return 0 end
    pool, ask = new_slow_pool { milliseconds = 1, clock = function() return act() end }
    ask "a"
    act = function() error("broken", 0) end
    assert.has_error(function() pool:update() end, "broken")
    act = function() return "later" end
    raises('pool:update: what the clock returns must be a number, got "later"', pool.update, pool)
    act = function()
      act = function() return 0 end
      pool:update() -- it answers the request
      return 0
    end
    pool:update()
    assert.are.equal(0, pool:pending())
    ask "b"
    local looks = 0
    act = function()
      looks = looks + 1
      if looks == 3 then pool:close() end
      return 0
    end
    pool:update()
    raises("pool:update: the pool was closed", pool.update, pool)
  end)

  it("finish what is due with a latency", function()
    local pool, ask, log = new_slow_pool { expansions = 1, latency = 2 }
    ask "a"
    pool:update()
    ask "b"
    assert.are.same({}, log)
    pool:update()
    assert.are.same({ "a 90" }, log)
    pool:update()
    assert.are.same({ "a 90", "b 90" }, log)
  end)

  it("drop a search that was cancelled in the middle", function()
    local pool, ask, log, grid = new_slow_pool { expansions = 100 }
    local request = ask "a"
    pool:update()
    request:cancel()
    assert.are.same({ nil, "cancelled" }, { request:result() })
    assert.are.equal(0, pool:pending())
    grid:block(2, 2)
    ask("b", 3, 3)
    pool:update()
    assert.are.same({ "b 5" }, log)
    ask "c"
    pool:update()
    pool:close()
    assert.are.same({ "b 5" }, log)
  end)

  it("search although the grid was freed", function()
    local pool, ask, log, grid = new_slow_pool { expansions = 100 }
    ask "a"
    pool:update()
    free(grid)
    count_updates(pool)
    assert.are.same({ "a 90" }, log)
    pool:close()
  end)

  it("search the map of the request, and move units of the copy to where they were", function()
    local pool, ask, log, grid = new_slow_pool { expansions = 100 }
    local crowd = astar.crowd(grid)
    local unit = crowd:add(45, 2, rules)
    grid:fill("#", 45, 1, 1, 1)
    grid:fill("#", 45, 3, 1, WIDE - 2)
    pool:find_path(1, 1, WIDE, 1, rules, { avoid = crowd, algorithm = "dijkstra" }, function(path, reason)
      log[#log + 1] = path and #path or reason
    end)
    pool:update()
    crowd:remove(unit)
    grid:fill("#", 45, 2, 1, 1)
    pool:find_path(1, 1, WIDE, 1, rules, slow, function(_, reason) log[#log + 1] = reason end)
    grid:fill(".")
    ask("open", WIDE, 1)
    count_updates(pool)
    assert.are.same({ "unreachable", "unreachable", "open 90" }, log)
  end)

  it("give the answers of the moments of the requests, on any map", function()
    local random = random_map.new(11)
    for _ = 1, 12 do
      local map = random_map.map(random)
      local grid = random_map.grid(astar, map)
      local compiled = astar.rules(random_map.rules(random, map.layout))
      local pool = astar.pool(grid, { threads = 0, expansions = random:pick { 1, 5, 300 },
        latency = random:pick { 0, 0, 3 } })
      local expected, got, requests = {}, {}, {}
      for i = 1, 60 do
        local x1, y1 = random:int(1, map.width), random:int(1, map.height)
        local x2, y2 = random:int(0, map.width), random:int(1, map.height)
        local options = random:pick { { partial = true }, {}, slow, { max_cost = 9 }, { ignore_blocked = { 1 } } }
        local answer = text(grid:find_path(x1, y1, x2, y2, compiled, options))
        local request = pool:find_path(x1, y1, x2, y2, compiled, options, function(...)
          got[#got + 1] = i .. text(...)
        end)
        if random:chance(0.2) then
          local other = random:pick(requests) or request
          if other.state == "running" then expected[other] = nil end
          other:cancel()
          if other ~= request then expected[request] = i .. answer end
        else
          expected[request] = i .. answer
        end
        requests[i] = request
        for _ = 1, random:int(0, 2) do
          grid:set(random:int(1, map.width), random:int(1, map.height), random:pick { "#", "." })
          grid:block(random:int(1, map.width), random:int(1, map.height), random:chance(0.3))
        end
        if random:chance(0.1) then grid:fill(random:pick { ".", "~" }) end
        if random:chance(0.3) then pool:update() end
      end
      count_updates(pool)
      local list = {}
      for i = 1, 60 do list[#list + 1] = expected[requests[i]] end
      assert.are.same(list, got)
    end
  end)
end)

describe("a finalizer", function()
  it("that cancels the request which is delivered, stops its delivery", function()
    local pool = astar.pool(field(9), { threads = 0 })
    local cancelled, called = 0, 0
    for _ = 1, 200 do
      local request = pool:find_path(1, 1, 9, 9, rules, function() called = called + 1 end)
      doom(function()
        request:cancel()
        if request.state == "cancelled" then cancelled = cancelled + 1 end
      end)
      pool:update()
    end
    collect()
    assert.are.equal(200, cancelled + called)
    pool:close()
  end)

  it("that frees pools, requests and grids by hand harms nothing", function()
    local grid = field(9)
    local pool = astar.pool(grid, { threads = 2 })
    local request = pool:find_path(1, 1, 9, 9, rules, function() error "called" end)
    free(request)
    assert.are.equal("cancelled", request.state)
    pool:wait()
    free(grid)
    local other = pool:find_path(1, 1, 9, 9, rules)
    local made = pool:distance_field({ { 9, 9 } }, rules)
    pool:wait()
    assert.are.equal(9, #other:result())
    assert.are.equal(0, made:result():cost(9, 9))
    local path = other:result()
    raises("path:is_valid: the grid was freed already", path.is_valid, path)
    free(pool)
    raises("pool:update: the pool was closed", pool.update, pool)
  end)
end)

-- The number of threads of this process; nil where it is not known.
local function count_threads()
  local status = io.open "/proc/self/status"
  local count = status and status:read "*a":match "Threads:%s*(%d+)"
  if status then status:close() end
  return tonumber(count)
end

describe("a pool that is closed", function()
  it("ends long searches and fields at once", function()
    local pool = astar.pool(field(2000), { threads = 2 })
    for _ = 1, 20 do
      pool:find_path(1, 1, 2000, 2000, rules, slow)
      pool:distance_field({ { 1, 1 } }, rules)
    end
    local started = os.clock()
    repeat pool:update() until os.clock() - started > 0.3
    local before = os.clock() -- of all threads
    pool:close()
    assert.is_true(os.clock() - before < 0.5)
  end)
end)

describe("hundreds of pools", function()
  it("are collected", function()
    local grid, threads = field(40), count_threads()
    for i = 1, 300 do
      local pool = astar.pool(grid, { threads = 1 })
      pool:find_path(1, 1, 40, 40, rules, slow)
      if i % 3 == 0 then pool:update() end
      if i % 50 == 0 then collect() end
    end
    collect()
    assert.are.equal(threads, count_threads())
    assert.are.equal(40, #grid:find_path(1, 1, 40, 40, rules))
  end)
end)

describe("a variable of Lua 5.4", function()
  local it = need.it(it, need.lua "lua5.4")

  it("can own a pool", function()
    local load_text = rawget(_G, "loadstring") or load
    local pool = assert(load_text [[
      local astar, grid = ...
      local kept
      do
        local pool <close> = astar.pool(grid, { threads = 1 })
        kept = pool
      end
      return kept
    ]])(astar, field(3))
    assert.are.equal("astar.pool (closed)", tostring(pool))
  end)
end)

describe("the end of the program", function()
  local it = need.it(it, need.threads)

  -- With requests in flight, in a coroutine, in a callback, in a finalizer.
  for name, code in pairs {
    plain = "",
    ["by an error"] = "error 'end'",
    ["in a coroutine"] = "coroutine.wrap(function() pool:await(1, 1, 9, 9, rules) end)()",
    ["in a callback"] = [[
      local other = astar.pool(pool.grid)
      other:find_path(1, 1, 2, 2, rules, function() os.exit(0, true) end)
      other:wait()
    ]],
    ["by os.exit"] = "os.exit(0)",
  } do
    it(name .. " ends searches that run", function()
      local _, _, status = shell.run_script(("LUA_PATH='./lua/?.lua;;' timeout 20 %s"):format(shell.lua), [[
        local astar = require "astar"
        local rules = astar.rules { cost = { ["."] = 1 } }
        pool = astar.pool(astar.grid(1500, 1500, { fill = "." }), { threads = 3 })
        for i = 1, 200 do pool:find_path(1, 1, 1500, 1500, rules, { algorithm = "dijkstra" }) end
      ]] .. code)
      assert.are.equal(name == "by an error" and 1 or 0, status)
    end)
  end
end)

describe("a pool that a finalizer makes while the state is closed", function()
  -- Lua 5.1 and LuaJIT may unload the library before they finalize such objects, whatever they are.
  local it = need.it(it, need.lua "lua5.4", need.threads)

  it("ends, too", function()
    local output, errors, status = shell.run_script(("LUA_PATH='./lua/?.lua;;' timeout 20 %s"):format(shell.lua), [[
      -- The finalizer of this object is called last, that of `young` first.
      old = setmetatable({}, { __gc = function()
        print(pcall(astar.pool, astar.grid(2, 2)))
        print(pool)
      end })
      astar = require "astar"
      local rules = astar.rules { cost = { ["."] = 1 } }
      young = setmetatable({}, { __gc = function()
        pool = astar.pool(astar.grid(1500, 1500, { fill = "." }), { threads = 3 })
        for _ = 1, 50 do pool:find_path(1, 1, 1500, 1500, rules, { algorithm = "dijkstra" }) end
      end })
    ]])
    assert.are.equal("", errors)
    assert.are.equal("false\tastar.pool: the Lua state is being closed\nastar.pool (closed)\n", output)
    assert.are.equal(0, status)
  end)
end)

describe("misuse of pools raises:", function()
  local grid = astar.grid(5, 5, { fill = "." })
  local pool = astar.pool(grid, { threads = 1 })

  it("options", function()
    raises("astar.pool: grid must be an astar grid, got nil", astar.pool)
    raises('astar.pool: unknown option "thread"; valid options: threads, latency, max_pending, expansions, ' ..
      "milliseconds, clock",
      astar.pool, grid, { thread = 3 })
    raises('astar.pool: option "threads" must be an integer from 0 to 64, got 65', astar.pool, grid, { threads = 65 })
    raises('astar.pool: option "threads" must be an integer from 0 to 64, got -1', astar.pool, grid, { threads = -1 })
    raises('astar.pool: option "latency" must be an integer from 0 to 1000, got 0.5', astar.pool, grid,
      { latency = 0.5 })
    raises('astar.pool: option "max_pending" must be an integer from 1 to 1000000000, got 0', astar.pool, grid,
      { max_pending = 0 })
    raises("astar.pool: options must be a table, got 3", astar.pool, grid, 3)
    raises('astar.pool: option "expansions" must be an integer >= 1, got 0', astar.pool, grid,
      { threads = 0, expansions = 0 })
    raises('astar.pool: option "milliseconds" must be a finite number >= 0, got -1', astar.pool, grid,
      { threads = 0, milliseconds = -1 })
    raises('astar.pool: option "clock" must be a function, got 1', astar.pool, grid, { threads = 0, clock = 1 })
    local budget = { expansions = 5, milliseconds = 5, clock = os.clock }
    for name, value in pairs(budget) do
      for _, threads in ipairs { false, 2 } do
        raises(('astar.pool: option "%s" is for a pool without threads: write threads = 0, too'):format(name),
          astar.pool, grid, { [name] = value, threads = threads or nil })
      end
    end
  end)

  it("requests, when they are made", function()
    raises("pool:find_path: must be called on an astar pool (use a colon), got 1", pool.find_path, 1)
    raises("pool:find_path: x1 must be an integer, got 1.5", pool.find_path, pool, 1.5, 1, 1, 1, rules)
    raises("pool:find_path: y2 must be an integer, got nil", pool.find_path, pool, 1, 1, 1)
    raises("pool:find_path: rules must be made by astar.rules, got nil", pool.find_path, pool, 1, 1, 1, 1)
    raises('pool:find_path: option "range" must be an integer >= 0, got -1',
      pool.find_path, pool, 1, 1, 1, 1, rules, { range = -1 })
    raises("pool:find_path: callback must be a function, got 1", pool.find_path, pool, 1, 1, 1, 1, rules, {}, 1)
    raises("pool:find_path: callback must be a function, got a table",
      pool.find_path, pool, 1, 1, 1, 1, rules, function() end, {})
    raises("pool:find_path: options must be a table, got 1", pool.find_path, pool, 1, 1, 1, 1, rules, 1)
    raises('pool:find_path: option "heuristic" must not be a function: the pool searches on a copy of the map',
      pool.find_path, pool, 1, 1, 1, 1, rules, { heuristic = function() return 0 end })
    raises('pool:find_path: option "avoid" must be the crowd of this grid',
      pool.find_path, pool, 1, 1, 1, 1, rules, { avoid = astar.crowd(grid:clone()) })
    raises("pool:find_nearest: goals must be a list of {x, y}, got nil", pool.find_nearest, pool, 1, 1)
    raises("pool:find_nearest: x of goals[1] must be an integer, got nil", pool.find_nearest, pool, 1, 1, { {} }, rules)
    raises("pool:distance_field: cost of goals[1] must be a number >= 0 and <= 1e100, got -1",
      pool.distance_field, pool, { { 1, 1, -1 } }, rules)
    raises('pool:distance_field: unknown option "range"; valid options: max_cost, ignore_blocked, penalty_scale, '
      .. "influence",
      pool.distance_field, pool, { { 1, 1 } }, rules, { range = 1 })
    raises("pool:await: must be called in a coroutine", pool.await, pool, 1, 1, 1, 1, rules)
    coroutine.wrap(function()
      raises("pool:await: y1 must be an integer, got nil", pool.await, pool, 1)
      raises("pool:await: must be called on an astar pool (use a colon), got nil", pool.await)
    end)()
    assert.are.equal(0, pool:pending())
  end)

  it("rules that do not fit", function()
    local hexes = astar.pool(astar.grid(5, 5, { fill = ".", layout = "odd_r" }), { threads = 1 })
    local ok, expected = pcall(hexes.grid.find_path, hexes.grid, 1, 1, 2, 2, large)
    assert.is_false(ok)
    local reason = expected:match "grid:find_path: (.*)$"
    raises("pool:find_path: " .. reason, hexes.find_path, hexes, 1, 1, 2, 2, large)
    raises("pool:find_nearest: " .. reason, hexes.find_nearest, hexes, 1, 1, { { 2, 2 } }, large)
    raises("pool:distance_field: " .. reason, hexes.distance_field, hexes, { { 2, 2 } }, large)
    assert.are.equal(0, hexes:pending())
    hexes:close()
  end)

  it("jump points on maps without them", function()
    local mixed = field(5)
    local other = astar.pool(mixed, { threads = 1 })
    local reason = select(2, pcall(mixed.find_path, mixed, 1, 1, 2, 2, rules, { algorithm = "jps" }))
    raises("pool:find_path: " .. reason:match "grid:find_path: (.*)$",
      other.find_path, other, 1, 1, 2, 2, rules, { algorithm = "jps" })
    other:close()
  end)

  it("methods of requests on other values", function()
    raises("request:result: must be called on an astar request (use a colon), got nil",
      pool:find_path(1, 1, 2, 2, rules).result)
    raises("request:cancel: must be called on an astar request (use a colon), got an astar pool",
      pool:find_path(1, 1, 2, 2, rules).cancel, pool)
  end)

  it("nothing for keys that do not exist", function()
    local request = pool:find_path(1, 1, 2, 2, rules)
    assert.is_nil(pool.state)
    assert.is_nil(request.grid)
    assert.is_nil(pool[1])
    assert.is_nil(request[{}])
    assert.is_nil(debug.getmetatable(pool).__index(request, "grid"))
    assert.is_nil(debug.getmetatable(request).__index(nil, "state"))
    assert.are.equal("astar.pool", getmetatable(pool))
    assert.are.equal("astar.request", getmetatable(request))
  end)
end)
