local astar = require "astar"
local scheduler = require "astar.scheduler"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"

local raises = expect.raises

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 2 } }

--- An open field with one tile of another terrain, so that searches use no jump points.
local function field(side)
  local grid = astar.grid(side, side, { fill = "." })
  grid:set(1, side, "~")
  return grid
end

local long = { algorithm = "dijkstra" }

--- Updates until no request is left. Returns the number of updates.
local function finish(paths)
  local count = 0
  while paths:pending() > 0 do
    paths:update()
    count = count + 1
    assert(count < 100000, "it never ends")
  end
  return count
end

describe("astar.scheduler", function()
  it("gives the results of find_path", function()
    local random = random_map.new(1)
    for seed = 1, 40 do
      local map = random_map.map(random)
      local grid = random_map.grid(astar, map)
      local compiled = astar.rules(random_map.rules(random, map.layout))
      local paths = scheduler.new(grid, { expansions = seed })
      local answers = 0
      for _ = 1, 10 do
        local x1, y1 = random:int(0, map.width + 1), random:int(1, map.height)
        local x2, y2 = random:int(1, map.width), random:int(1, map.height)
        local options = random:pick { { partial = true }, { range = 1 }, {}, { max_cost = 3 } }
        local expected, expected_cost = grid:find_path(x1, y1, x2, y2, compiled, options)
        paths:find_path(x1, y1, x2, y2, compiled, options, function(path, cost)
          answers = answers + 1
          assert.are.equal(expected_cost, cost)
          assert.are.same(expected and expected:flat(), path and path:flat())
        end)
      end
      finish(paths)
      assert.are.equal(10, answers)
    end
  end)

  it("spends no more than its budget in an update", function()
    local paths = scheduler.new(field(60), { expansions = 70 })
    local request = paths:find_path(1, 1, 60, 60, rules, long)
    local updates = finish(paths)
    local expanded = request:result():expanded()
    assert.is_true(expanded > 3000)
    assert.are.equal(math.ceil(expanded / 70), updates)
  end)

  it("counts results without a search, too", function()
    local paths = scheduler.new(field(10), { expansions = 10 })
    for _ = 1, 35 do paths:find_path(5, 5, 5, 5, rules) end
    assert.are.equal(4, finish(paths))
  end)

  it("is fair: a long search does not delay short searches", function()
    local paths = scheduler.new(field(100), { expansions = 500 })
    local order = {}
    local function note(name)
      return function() order[#order + 1] = name end
    end
    paths:find_path(1, 1, 100, 100, rules, long, note "long")
    for i = 1, 3 do paths:find_path(1, 1, 1 + i, 1, rules, note("short " .. i)) end
    paths:update()
    table.sort(order) -- the first of them may prepare data for the others
    assert.are.equal("short 1, short 2, short 3", table.concat(order, ", "))
    finish(paths)
    assert.are.equal("long", order[4])
  end)

  it("answers many requests, in a fixed order", function()
    local function run()
      local paths, order = scheduler.new(field(30), { expansions = 97 }), {}
      for i = 1, 60 do
        paths:find_path(1, 1, 1 + i % 30, 1 + i * 7 % 30, rules, i % 2 == 0 and long or nil, function(_, cost)
          order[#order + 1] = ("%d:%.17g"):format(i, cost)
        end)
      end
      local updates = finish(paths)
      return table.concat(order, " ") .. " " .. updates
    end
    assert.are.equal(run(), run())
  end)

  it("makes no callback for a request that was cancelled", function()
    local paths = scheduler.new(field(50), { expansions = 100 })
    local called = false
    local request = paths:find_path(1, 1, 50, 50, rules, long, function() called = true end)
    paths:update()
    assert.are.same({ nil, "running" }, { request:result() })
    assert.are.equal(1, paths:pending())
    request:cancel()
    assert.are.same({ nil, "cancelled" }, { request:result() })
    assert.are.equal(0, paths:pending())
    paths:update()
    assert.is_false(called)
    request:cancel()
    assert.are.equal("cancelled", request.state)
  end)

  it("keeps the result", function()
    local paths = scheduler.new(field(10))
    local request = paths:find_path(1, 1, 5, 1, rules)
    assert.are.equal("running", request.state)
    paths:update()
    assert.are.equal("done", request.state)
    request:cancel()
    local path, cost = request:result()
    assert.are.same({ 5, 4 }, { #path, cost })
    local lost = paths:find_path(1, 1, 50, 1, rules)
    paths:update()
    assert.are.same({ nil, "out_of_bounds" }, { lost:result() })
  end)

  it("ignores later changes of the options", function()
    local grid = astar.grid { "...#." }
    local paths = scheduler.new(grid)
    local options = { partial = true }
    local request = paths:find_path(1, 1, 5, 1, rules, options)
    options.partial = false
    paths:update()
    assert.is_true(request:result():is_partial())
  end)

  describe("when the map is edited", function()
    it("starts a search again", function()
      local grid = field(40)
      local paths = scheduler.new(grid, { expansions = 200 })
      local request = paths:find_path(1, 20, 40, 20, rules, long)
      paths:update()
      grid:fill("#", 20, 1, 1, 39)
      finish(paths)
      local path, cost = request:result()
      assert.is_true(path:is_valid())
      assert.are.equal(select(2, grid:find_path(1, 20, 40, 20, rules)), cost)
    end)

    it("many times, the search still ends", function()
      local grid = field(60)
      local paths = scheduler.new(grid, { expansions = 100 })
      local request = paths:find_path(1, 1, 60, 60, rules, long)
      local updates = 0
      while request.state == "running" do
        paths:update()
        updates = updates + 1
        assert.is_true(updates < 10)
        grid:set(30, 30, updates % 2 == 0 and "." or "#")
      end
      assert.is_true(request:result() ~= nil)
      assert.is_true(updates > 3)
    end)
  end)

  describe("a budget of time", function()
    it("ends an update when it is spent", function()
      local now = 0
      local function clock()
        now = now + 0.001
        return now
      end
      local paths = scheduler.new(field(60), { milliseconds = 4.5, clock = clock })
      paths:find_path(1, 1, 60, 60, rules, long)
      paths:update()
      assert.is_true(math.abs(now - 0.006) < 1e-9) -- called at the start and after each slice
      assert.are.equal(1, paths:pending())
      finish(paths)
    end)

    it("runs at least one slice", function()
      local paths = scheduler.new(field(20), { milliseconds = 0 })
      paths:find_path(1, 1, 20, 20, rules, long)
      assert.is_true(finish(paths) > 2)
    end)

    it("may be combined with a budget of expansions", function()
      local paths = scheduler.new(field(60), { milliseconds = 1e9, expansions = 64 })
      paths:find_path(1, 1, 60, 60, rules, long)
      assert.is_true(finish(paths) > 30)
      local free = scheduler.new(field(60), { milliseconds = 1e9 })
      free:find_path(1, 1, 60, 60, rules, long)
      assert.are.equal(1, finish(free))
    end)
  end)

  describe("await", function()
    it("returns the result in a coroutine", function()
      local paths = scheduler.new(field(40), { expansions = 100 })
      local results = {}
      coroutine.wrap(function()
        results[1] = { paths:await(1, 1, 40, 40, rules, long) }
        results[2] = { paths:await(1, 1, 90, 1, rules) }
      end)()
      assert.are.same({}, results)
      finish(paths)
      assert.are.equal(40, #results[1][1])
      assert.are.same({ nil, "out_of_bounds" }, results[2])
    end)

    it("does not resume a coroutine that the game has resumed", function()
      local paths = scheduler.new(field(40), { expansions = 100 })
      local cost
      local thread = coroutine.create(function()
        cost = select(2, paths:await(1, 1, 40, 1, rules, long))
      end)
      coroutine.resume(thread)
      coroutine.resume(thread)
      assert.is_nil(cost)
      finish(paths)
      assert.is_nil(cost)
      coroutine.resume(thread)
      assert.are.equal(39, cost)
    end)

    it("raises errors of the coroutine from update", function()
      local paths = scheduler.new(field(10))
      coroutine.wrap(function()
        paths:await(1, 1, 2, 2, rules)
        error "broken"
      end)()
      local ok, message = pcall(paths.update, paths)
      assert.is_false(ok)
      assert.matches("broken", message, 1, true)
      assert.matches("traceback", message, 1, true)
      assert.are.equal(0, paths:pending())
    end)
  end)

  it("survives errors in callbacks and heuristic functions", function()
    local paths = scheduler.new(field(10))
    local answers = 0
    paths:find_path(1, 1, 2, 2, rules, function() error("broken", 0) end)
    local failed = paths:find_path(1, 1, 9, 9, rules, { heuristic = function() error("no idea", 0) end })
    paths:find_path(1, 1, 3, 3, rules, function() answers = answers + 1 end)
    assert.has_error(function() paths:update() end, "broken")
    assert.has_error(function() paths:update() end, "no idea")
    assert.are.same({ nil, "cancelled" }, { failed:result() })
    assert.are.equal(1, paths:pending())
    paths:update()
    assert.are.equal(1, answers)
  end)

  describe("a nearest goal", function()
    it("is that of find_nearest", function()
      local random = random_map.new(2)
      for _ = 1, 40 do
        local map = random_map.map(random)
        local grid = random_map.grid(astar, map)
        local compiled = astar.rules(random_map.rules(random, map.layout))
        local paths = scheduler.new(grid)
        local goals = {}
        for i = 1, random:int(0, 4) do goals[i] = { random:int(0, map.width), random:int(1, map.height) } end
        local x, y = random:int(1, map.width), random:int(1, map.height)
        local expected, cost, index = grid:find_nearest(x, y, goals, compiled)
        local answer
        local request = paths:find_nearest(x, y, goals, compiled, function(...) answer = { ... } end)
        goals[1] = { 1, 1 } -- the request has a copy
        finish(paths)
        assert.are.same({ cost, index }, { answer[2], answer[3] })
        assert.are.same(expected and expected:flat(), answer[1] and answer[1]:flat())
        assert.are.same({ cost, index }, { select(2, request:result()) })
      end
    end)

    it("counts its expansions", function()
      local paths = scheduler.new(field(60), { expansions = 500 })
      for _ = 1, 3 do paths:find_nearest(1, 1, { { x = 60, y = 60 } }, rules, long) end
      assert.are.equal(3, finish(paths))
      local cheap = scheduler.new(field(60), { expansions = 500 })
      for _ = 1, 8 do cheap:find_nearest(1, 1, {}, rules) end
      assert.are.equal(2, finish(cheap))
    end)
  end)

  describe("a distance field", function()
    it("is that of distance_field", function()
      local grid = astar.grid { "...~.", ".##..", "....." }
      local paths = scheduler.new(grid)
      local goals = { { 5, 1 }, { x = 1, y = 3, cost = 2 } }
      local expected = grid:distance_field(goals, rules, { max_cost = 5 })
      local found
      paths:distance_field(goals, rules, { max_cost = 5 }, function(result) found = result end)
      goals[1][1] = 1
      finish(paths)
      for y = 1, 3 do
        for x = 1, 5 do assert.are.equal(expected:cost(x, y), found:cost(x, y)) end
      end
      local reason
      paths:distance_field({ { 2, 2 } }, rules, function(_, why) reason = why end)
      local outside = paths:distance_field({ { 6, 2 } }, rules)
      finish(paths)
      assert.are.equal("goal_blocked", reason)
      assert.are.same({ nil, "out_of_bounds" }, { outside:result() })
    end)

    it("counts all tiles", function()
      local paths = scheduler.new(field(30), { expansions = 1000 })
      for _ = 1, 4 do paths:distance_field({ { 1, 1 } }, rules) end
      assert.are.equal(2, finish(paths))
    end)

    it("may be cancelled", function()
      local paths = scheduler.new(field(30))
      local request = paths:distance_field({ { 1, 1 } }, rules, function() error "called" end)
      request:cancel()
      assert.are.equal(0, paths:pending())
      paths:update()
      assert.are.same({ nil, "cancelled" }, { request:result() })
    end)
  end)

  describe("max_pending", function()
    it("refuses more requests", function()
      local paths = scheduler.new(field(30), { max_pending = 2, expansions = 64 })
      local first = paths:find_path(1, 1, 30, 30, rules, long)
      paths:find_nearest(1, 1, { { 30, 30 } }, rules)
      assert.are.same({ nil, "busy" }, { paths:find_path(1, 1, 2, 2, rules) })
      assert.are.same({ nil, "busy" }, { paths:find_nearest(1, 1, {}, rules) })
      assert.are.same({ nil, "busy" }, { paths:distance_field({}, rules) })
      local answer
      coroutine.wrap(function() answer = { paths:await(1, 1, 2, 2, rules) } end)()
      assert.are.same({ nil, "busy" }, answer)
      assert.are.equal(2, paths:pending())
      first:cancel()
      assert.is_truthy(paths:find_path(1, 1, 2, 2, rules))
      assert.are.same({ nil, "busy" }, { paths:find_path(1, 1, 2, 2, rules) })
      finish(paths)
      assert.is_truthy(paths:find_path(1, 1, 2, 2, rules))
    end)
  end)

  describe("wait", function()
    it("runs all requests that were made before it", function()
      local paths = scheduler.new(field(60), { expansions = 1 })
      local order = {}
      for i = 1, 40 do
        paths:find_path(1, 1, 60, i, rules, long, function(path)
          assert.are.equal(60, #path)
          order[#order + 1] = i
          if i == 3 then paths:find_path(1, 1, 2, 2, rules, function() order[#order + 1] = 41 end) end
        end)
      end
      paths:update()
      paths:wait()
      assert.are.equal(40, #order)
      assert.are.equal(1, paths:pending())
      paths:wait()
      assert.are.same({ 41, 41 }, { #order, order[41] })
      paths:wait()
    end)

    it("raises errors of callbacks, and keeps the other requests", function()
      local paths = scheduler.new(field(10))
      paths:find_path(1, 1, 2, 2, rules, function() error("broken", 0) end)
      local other = paths:find_path(1, 1, 3, 3, rules)
      assert.has_error(function() paths:wait() end, "broken")
      assert.are.equal("running", other.state)
      paths:wait()
      assert.are.equal("done", other.state)
    end)

    it("starts searches again that an edit has made stale", function()
      local grid = field(40)
      local paths = scheduler.new(grid, { expansions = 200 })
      local request = paths:find_path(1, 20, 40, 20, rules, long)
      paths:update()
      grid:fill("#", 20, 1, 1, 39)
      paths:wait()
      assert.are.equal(select(2, grid:find_path(1, 20, 40, 20, rules)), select(2, request:result()))
    end)
  end)

  describe("close", function()
    it("cancels all requests, and ends the scheduler", function()
      local paths = scheduler.new(field(40), { expansions = 64 })
      local requests = {}
      for i = 1, 30 do
        requests[i] = paths:find_path(1, 1, 40, i, rules, long, function() error "called" end)
      end
      paths:update()
      paths:close()
      paths:close()
      for _, request in ipairs(requests) do assert.are.same({ nil, "cancelled" }, { request:result() }) end
      for _, name in ipairs { "find_path", "find_nearest", "distance_field", "await", "update", "wait", "pending" } do
        raises("scheduler:" .. name .. ": the scheduler was closed", paths[name], paths)
      end
    end)

    it("may be called in a callback or a heuristic function", function()
      local paths = scheduler.new(field(40))
      local done = paths:find_path(1, 1, 2, 2, rules, function() paths:close() end)
      local other = paths:find_path(1, 1, 3, 3, rules)
      paths:update()
      assert.are.same({ "done", "cancelled" }, { done.state, other.state })
      paths = scheduler.new(field(40))
      local request = paths:find_path(1, 1, 40, 40, rules, { heuristic = function()
        paths:close()
        return 0
      end })
      paths:update()
      assert.are.equal("cancelled", request.state)
    end)

    it("lets a coroutine that is polled go on", function()
      local paths, answer = scheduler.new(field(40)), nil
      local thread = coroutine.create(function() answer = { paths:await(1, 1, 2, 2, rules) } end)
      coroutine.resume(thread)
      paths:close()
      assert.is_nil(answer)
      coroutine.resume(thread)
      assert.are.same({ nil, "cancelled" }, answer)
    end)
  end)

  it("accepts requests made in callbacks", function()
    local paths = scheduler.new(field(10))
    local cost
    paths:find_path(1, 1, 2, 1, rules, function()
      paths:find_path(1, 1, 3, 1, rules, function(_, c) cost = c end)
    end)
    finish(paths)
    assert.are.equal(2, cost)
  end)

  it("counts slices that only build derived data", function()
    local paths = scheduler.new(field(400), { expansions = 128 })
    local found
    paths:find_path(1, 1, 1, 3, rules, function(path) found = path end)
    for _ = 1, 3 do
      paths:update()
      assert.is_nil(found)
    end
    finish(paths)
    assert.are.equal(3, #found)
  end)

  it("runs few searches at a time", function()
    local grid, made = field(20), 0
    local counting = setmetatable({}, { __index = function(_, name)
      if name == "search" then made = made + 1 end
      return function(_, ...) return grid[name](grid, ...) end
    end })
    local paths = scheduler.new(grid, { expansions = 64 * 40 })
    paths.grid = counting
    for _ = 1, 100 do paths:find_path(1, 1, 20, 20, rules, long) end
    paths:update()
    assert.are.equal(16, made)
    paths.grid = grid
    finish(paths)
  end)

  describe("misuse raises:", function()
    local grid = field(10)
    local paths = scheduler.new(grid)

    it("options", function()
      raises("scheduler.new: grid must be an astar grid, got a table", scheduler.new, {})
      raises('scheduler.new: unknown option "budget"; valid options: clock, expansions, max_pending, ' ..
        "milliseconds", scheduler.new, grid, { budget = 3 })
      raises('scheduler.new: option "expansions" must be an integer >= 1, got 0', scheduler.new, grid,
        { expansions = 0 })
      raises('scheduler.new: option "milliseconds" must be a number >= 0, got nan', scheduler.new, grid,
        { milliseconds = 0 / 0 })
      raises('scheduler.new: option "max_pending" must be an integer >= 1, got 0', scheduler.new, grid,
        { max_pending = 0 })
      raises('scheduler.new: option "clock" must be a function, got 1', scheduler.new, grid, { clock = 1 })
    end)

    it("requests, when they are made", function()
      raises("scheduler:find_path: x1 must be an integer, got 1.5", paths.find_path, paths, 1.5, 1, 1, 1, rules)
      raises("scheduler:find_path: y2 must be an integer, got nil", paths.find_path, paths, 1, 1, 1)
      raises("scheduler:find_path: rules must be made by astar.rules, got nil", paths.find_path, paths, 1, 1, 1, 1)
      raises('scheduler:find_path: option "range" must be an integer >= 0, got -1',
        paths.find_path, paths, 1, 1, 1, 1, rules, { range = -1 })
      raises("scheduler:find_path: callback must be a function, got 1",
        paths.find_path, paths, 1, 1, 1, 1, rules, {}, 1)
      raises("scheduler:find_nearest: y must be an integer, got nil", paths.find_nearest, paths, 1)
      raises("scheduler:find_nearest: y of goals[1] must be an integer, got nil",
        paths.find_nearest, paths, 1, 1, { { 1 } }, rules)
      raises("scheduler:find_nearest: goals must be a list of goals, got a table without item 1",
        paths.find_nearest, paths, 1, 1, { x = 1, y = 1 }, rules)
      raises("scheduler:distance_field: goals must be a list of {x, y}, got nil",
        paths.distance_field, paths, nil, rules)
      raises("scheduler:distance_field: goals must be a list of goals, got a table without item 1",
        paths.distance_field, paths, { x = 1, y = 1 }, rules)
      raises("scheduler:distance_field: cost of goals[2] must be a number >= 0 and <= 1e100, got -1",
        paths.distance_field, paths, { { 1, 1 }, { 1, 1, -1 } }, rules)
      raises('scheduler:distance_field: option "max_cost" must be a number >= 0, got -1',
        paths.distance_field, paths, { { 1, 1 } }, rules, { max_cost = -1 })
      raises("scheduler:find_path: must be called on a scheduler (use a colon), got 1", paths.find_path, 1)
      raises("scheduler:await: must be called in a coroutine", paths.await, paths, 1, 1, 1, 1, rules)
      coroutine.wrap(function()
        raises("scheduler:await: y1 must be an integer, got nil", paths.await, paths, 1)
      end)()
      assert.are.equal(0, paths:pending())
    end)
  end)
end)
