-- Scripts and crowds: directed tests, then a game that does anything. spec/fuzz/crowd.c checks crowds on random maps.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua.

local astar = require "astar"
local script = require "astar.script"
local layout = require "astar.layout"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local raises = expect.raises
local unpack = table.unpack or unpack -- luacheck: ignore 143

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }

--- Lets time pass in frames of a sixtieth of a second.
local function run(crowd, seconds)
  for _ = 1, math.ceil(seconds * 60 - 1e-6) do crowd:update(1 / 60) end
end

local function at(npc)
  return { npc.tile_x, npc.tile_y }
end

--- A crowd on a map, and a function that adds an NPC of speed 4 with a script.
local function new_crowd(rows, options)
  local grid = astar.grid(rows)
  local crowd = script.crowd(grid, options)
  return crowd, function(x, y, f, more)
    local npc_options = { x = x, y = y, speed = 4 }
    for name, value in pairs(more or {}) do npc_options[name] = value end
    return crowd:add(rules, npc_options, f)
  end, grid
end

describe("astar.script", function()
  describe("a script", function()
    it("begins with the next update, and reads from top to bottom", function()
      local crowd, add = new_crowd { "....." }
      local log = {}
      local npc = add(1, 1, function(npc)
        log[#log + 1] = "go"
        log[#log + 1] = tostring(npc:go_to(5, 1))
        log[#log + 1] = tostring(npc:wait(1))
        log[#log + 1] = tostring(npc:go_to(3, 1))
      end)
      assert.are.equal("", table.concat(log, " "))
      assert.is_true(npc:is_running())
      crowd:update(0)
      assert.are.equal("go", table.concat(log, " "))
      run(crowd, 0.98)
      assert.are.equal("go", table.concat(log, " "))
      run(crowd, 0.04)
      assert.are.equal("go true", table.concat(log, " "))
      run(crowd, 0.9)
      assert.are.equal("go true", table.concat(log, " "))
      run(crowd, 1)
      assert.are.equal("go true true true", table.concat(log, " "))
      assert.are.same({ 3, 1 }, at(npc))
      assert.is_false(npc:is_running())
      assert.are.equal("idle", npc.state)
    end)

    it("loses no time between two orders", function()
      local crowd, add = new_crowd { "....." }
      local npc = add(1, 1, function(npc)
        npc:go_to(3, 1)
        npc:go_to(5, 1)
      end)
      for _ = 1, 3 do crowd:update(0.1875) end
      assert.are.equal(3.25, npc.x)
    end)

    it("gets the reason when an order fails", function()
      local crowd, add, grid = new_crowd { "..#..", "..#.." }
      local log = {}
      add(1, 1, function(npc)
        for _, goal in ipairs { { 5, 1 }, { 3, 1 }, { 6, 1 } } do
          local ok, reason = npc:go_to(goal[1], goal[2])
          log[#log + 1] = tostring(ok) .. " " .. reason
        end
        log[#log + 1] = tostring(npc:go_to(5, 1, { partial = true }))
        local ok, reason = npc:go_to(1, 1)
        log[#log + 1] = tostring(ok) .. " " .. reason
      end)
      run(crowd, 0.3)
      grid:fill("#", 1, 1, 1, 2)
      run(crowd, 1)
      assert.are.equal("nil unreachable, nil goal_blocked, nil out_of_bounds, true, nil goal_blocked",
        table.concat(log, ", "))
    end)

    it("that tries again in a loop does not hang the game", function()
      local tries
      local scripts = {
        function(npc) npc:go_to(3, 1) end,
        function(npc) npc:go_to(1, 1) end,
        function(npc) npc:patrol { { 3, 1 } } end,
        function(npc) npc:catch(npc) end,
        function(npc) npc:catch { tile_x = 3, tile_y = 1 } end,
        function(npc) npc:follow(function() end) end,
        function(npc) npc:flee(function() end) end,
        function(npc) npc:flee { tile_x = 1, tile_y = 1 } end,
        function(npc) npc:wait(0) end,
      }
      for _, f in ipairs(scripts) do
        local crowd, add = new_crowd { ".#." }
        tries = 0
        add(1, 1, function(npc)
          while true do
            f(npc)
            tries = tries + 1
            assert(tries < 1000)
          end
        end)
        run(crowd, 1)
        assert.is_true(tries > 20)
      end
    end)

    it("is replaced by another script, which continues from where the NPC is", function()
      local crowd, add = new_crowd { "........" }
      local returned = false
      local npc = add(1, 1, function(npc)
        npc:go_to(8, 1)
        returned = true
      end)
      run(crowd, 0.6)
      local x = npc.x
      assert.is_true(x > 3 and x < 4)
      npc:run(npc.go_to, 1, 1)
      assert.are.equal(x, npc.x)
      crowd:update(1 / 60)
      assert.is_true(npc.x > x and npc.x < x + 0.1) -- it finishes its step
      run(crowd, 2)
      assert.are.same({ 1, 1 }, at(npc))
      assert.is_false(returned)
    end)

    it("ends the order of the previous script", function()
      local crowd, add = new_crowd { "........" }
      local npc = add(1, 1, function(npc) npc:go_to(8, 1) end)
      run(crowd, 0.6)
      npc:run(function() npc:wait(5) end)
      run(crowd, 1)
      assert.are.same({ 4, 1 }, { npc.x, npc.y })
    end)

    it("that replaces itself stops at its next order", function()
      local crowd, add = new_crowd { "....." }
      local reached = false
      local npc = add(1, 1, function(npc)
        npc:run(npc.go_to, 3, 1)
        npc:go_to(5, 1)
        reached = true
      end)
      run(crowd, 3)
      assert.are.same({ 3, 1 }, at(npc))
      assert.is_false(reached)
    end)

    it("can be stopped, and its NPC finishes its step", function()
      local crowd, add = new_crowd { "....." }
      local npc = add(1, 1, function(npc) npc:go_to(5, 1) end)
      run(crowd, 0.6)
      npc:stop()
      assert.is_false(npc:is_running())
      run(crowd, 1)
      assert.are.same({ 4, 1 }, at(npc))
      assert.are.equal("idle", npc.state)
    end)

    it("may call coroutine.yield, and continues in the next update", function()
      local crowd, add = new_crowd { "." }
      local count = 0
      add(1, 1, function()
        for _ = 1, 3 do
          count = count + 1
          coroutine.yield()
        end
      end)
      for expected = 1, 3 do
        crowd:update(0.01)
        assert.are.equal(expected, count)
      end
    end)

    it("is not resumed by other code", function()
      local crowd, add = new_crowd { "....." }
      local thread
      local npc = add(1, 1, function(npc)
        thread = coroutine.running()
        npc:go_to(5, 1)
        npc:wait(10)
      end)
      run(crowd, 0.1)
      coroutine.resume(thread)
      run(crowd, 2)
      coroutine.resume(thread)
      assert.is_true(npc:is_running())
      assert.are.same({ 5, 1 }, at(npc))
    end)

    it("may wait for a pool, also one that answers before its crowd is updated", function()
      for _, options in ipairs { { threads = 0, expansions = 1 }, { latency = 1 } } do
        local crowd, add, grid = new_crowd { ".....", ".###.", "....." }
        local pool = astar.pool(grid, options)
        local log = {}
        local npc = add(1, 1, function(npc)
          local path = pool:await(1, 1, 3, 1, rules)
          log[#log + 1] = tostring(npc:walk(path))
          log[#log + 1] = select(2, pool:await(1, 1, 9, 1, rules))
        end, { on_done = function() log[#log + 1] = "done" end })
        for _ = 1, 120 do
          crowd:update(1 / 60)
          pool:update()
        end
        assert.are.equal("true out_of_bounds done", table.concat(log, " "))
        assert.are.same({ 3, 1 }, at(npc))
        npc:run(function() pool:await(1, 1, 5, 1, rules) end)
        crowd:update(0)
        npc:stop()
        pool:update()
        crowd:update(0)
        pool:close()
      end
    end)

    it("continues when its NPC is placed elsewhere", function()
      local crowd, add = new_crowd { ".....", ".....", "....." }
      local ok
      local npc = add(1, 1, function(npc) ok = npc:go_to(5, 1) end)
      run(crowd, 0.3)
      npc:place(1, 3)
      assert.are.same({ 1, 3 }, { npc.x, npc.y })
      run(crowd, 2)
      assert.is_true(ok)
      assert.are.same({ 5, 1 }, at(npc))
    end)
  end)

  describe("on_done", function()
    --- Runs a function or a single order as the script. Returns the arguments of on_done.
    local function done(rows, seconds, f, ...)
      local crowd, add = new_crowd(rows)
      local log = {}
      local npc = add(1, 1, nil, { on_done = function(_, ...)
        local values = { ... }
        for i = 1, select("#", ...) do values[i] = tostring(values[i]) end
        log[#log + 1] = table.concat(values, " ")
      end })
      npc:run(type(f) == "string" and npc[f] or f, ...)
      assert.are.equal(0, #log)
      run(crowd, seconds)
      return table.concat(log, ", "), npc, crowd
    end

    it("gets the result of an order that runs as a script", function()
      assert.are.equal("true nil", (done({ "..." }, 1, "go_to", 3, 1)))
      assert.are.equal("nil unreachable", (done({ ".#." }, 1, "go_to", 3, 1)))
      assert.are.equal("nil goal_blocked", (done({ ".#." }, 1, "go_to", 2, 1)))
      assert.are.equal("nil out_of_bounds", (done({ ".#." }, 1, "go_to", 4, 1)))
      assert.are.equal("nil unreachable", (done({ ".#." }, 1, "patrol", { { 3, 1 } })))
      assert.are.equal("nil target_gone", (done({ "..." }, 1, "follow", function() end)))
      assert.are.equal("true", (done({ "..." }, 1, "wait", 0.5)))
    end)

    it("gets what the script returns", function()
      assert.are.equal("7 nil 8", (done({ "." }, 1, function() return 7, nil, 8 end)))
      assert.are.equal("nil", (done({ "." }, 1, function() end)))
      local log = {}
      local crowd, add = new_crowd { "..." }
      local npc = add(1, 1, function(npc) return npc:go_to(3, 1) end)
      npc.on_done = function(_, ok) log[#log + 1] = { ok, npc:is_running(), npc.state, npc._goal_x } end
      run(crowd, 1)
      assert.are.same({ { true, false, "idle" } }, log)
    end)

    it("is not called for a script that is replaced, stopped or removed, or raises", function()
      local log, npc, crowd = done({ "....." }, 0.3, "go_to", 5, 1)
      assert.are.equal("", log)
      local count = 0
      npc.on_done = function() count = count + 1 end
      npc:run(npc.go_to, 1, 1)
      run(crowd, 0.1)
      npc:stop()
      run(crowd, 1)
      npc:run(function()
        npc:run(npc.wait, 0)
        return "replaced"
      end)
      crowd:update(0)
      assert.are.equal(0, count)
      crowd:update(0.1)
      crowd:update(0.1)
      assert.are.equal(1, count)
      npc:run(function() error("broken", 0) end)
      assert.has_error(function() crowd:update(0.1) end)
      npc:run(function() crowd:remove(npc) end)
      crowd:update(0.1)
      assert.are.equal(1, count)
    end)

    it("may give the next order, and its errors are reported", function()
      local tries = 0
      local _, npc, crowd = done({ "...#." }, 0, "wait", 0)
      npc.on_done = function(_, ok, reason)
        tries = tries + 1
        if not ok then npc:run(npc.go_to, 3, 1) else error("arrived " .. tostring(reason), 0) end
      end
      npc:run(npc.go_to, 5, 1)
      local messages
      for _ = 1, 60 do
        local fine, message = pcall(crowd.update, crowd, 0.05)
        messages = messages or not fine and message
      end
      assert.are.equal(2, tries)
      assert.are.equal("arrived nil", messages)
      assert.are.same({ 3, 1 }, at(npc))
    end)
  end)

  describe("an NPC", function()
    it("walks to the points of a path of straight lines, tile by tile", function()
      for _, thin in ipairs { "waypoints", "smooth" } do
        local crowd, add, grid = new_crowd { ".....", ".###.", "....." }
        local path, tiles, ok = grid:find_path(2, 3, 2, 1, rules), {}, nil
        local npc = add(2, 3, function(npc) ok = npc:walk(path[thin](path)) end, {
          on_step = function(_, x, y) tiles[#tiles + 1] = x .. y end,
        })
        run(crowd, 3)
        assert.are.same({ 2, 1 }, at(npc))
        assert.is_true(ok)
        assert.are.equal("13 12 11 21", table.concat(tiles, " "))
      end
    end)

    it("skips points of such a path that it cannot reach", function()
      local crowd, add, grid = new_crowd { ".....", ".###.", ".....", "....." }
      local path, result = grid:find_path(1, 1, 5, 3, rules):waypoints(), nil
      assert.are.equal(3, #path)
      local npc = add(1, 1, function(npc) result = { npc:walk(path) } end)
      local x, y = path:get(2)
      grid:set(x, y, "#")
      run(crowd, 5)
      assert.are.same({ true }, result)
      assert.are.same({ 5, 3 }, at(npc))
      grid:fill("#", 1, 1, 1, 4)
      npc:run(function() result = { npc:walk(path) } end)
      npc:place(3, 3)
      run(crowd, 5)
      assert.are.same({ true }, result)
      grid:set(5, 3, "#")
      npc:place(3, 3)
      npc:run(function() result = { npc:walk(path) } end)
      run(crowd, 5)
      assert.are.same({ nil, "goal_blocked" }, result)
    end)

    it("with an invalid speed is reported once, and keeps the old speed", function()
      local crowd, add = new_crowd { "....." }
      local npc = add(1, 1, function(npc) npc:go_to(5, 1) end)
      run(crowd, 0.25)
      for _, speed in ipairs { -1, 0 / 0, "fast" } do
        npc.speed = speed
        local ok, message = pcall(crowd.update, crowd, 0.25)
        assert.is_false(ok)
        assert.matches("^crowd:update: npc.speed must be a number >= 0, got ", message)
        assert.are.equal(4, npc.speed)
      end
      run(crowd, 0.1)
      assert.are.same({ 5, 1 }, at(npc))
      local seen = {}
      crowd.on_error = function(who, text) seen[#seen + 1] = { who, text } end
      npc:run(function()
        npc.speed = 0 / 0
        npc:go_to(1, 1)
      end)
      run(crowd, 2)
      assert.are.same({ { npc, "crowd:update: npc.speed must be a number >= 0, got nan" } }, seen)
      assert.are.same({ 1, 1 }, at(npc))
    end)

    it("uses other rules from the next tile on", function()
      local dry = astar.rules { cost = { ["."] = 1 } }
      local crowd, add = new_crowd { "...~...", ".#####.", "......." }
      local wet = false
      local npc = add(1, 1, function(npc) npc:go_to(7, 1) end, {
        on_step = function(_, x, y) wet = wet or x == 4 and y == 1 end,
      })
      run(crowd, 0.4)
      npc.rules = dry
      run(crowd, 6)
      assert.are.same({ 7, 1 }, at(npc))
      assert.is_false(wet)
      npc.rules = "swims"
      assert.has_error(function() crowd:update(0.1) end,
        'crowd:update: npc.rules must be made by astar.rules, got "swims"')
      crowd:update(0.1)
      assert.are.equal(dry, npc.rules)
    end)
  end)

  describe("errors", function()
    local function crowd_of_three(options)
      local crowd, add = new_crowd({ ".....", ".....", "....." }, options)
      local function walk(npc) npc:go_to(5, npc.tile_y) end
      return crowd, add(1, 1, walk), add(1, 2, function() error "broken" end), add(1, 3, walk)
    end

    it("in one script are raised by update after the turns of all NPCs", function()
      local crowd, a, b, c = crowd_of_three()
      local ok, message = pcall(crowd.update, crowd, 0.1)
      assert.is_false(ok)
      assert.matches("broken", message, 1, true)
      assert.matches("traceback", message, 1, true)
      assert.is_true(a.x > 1 and c.x > 1)
      assert.is_false(b:is_running())
      run(crowd, 2)
      assert.are.same({ { 5, 1 }, { 1, 2 }, { 5, 3 } }, { at(a), at(b), at(c) })
    end)

    it("go to on_error if it is set", function()
      local seen = {}
      local crowd, a, b = crowd_of_three {
        on_error = function(npc, message) seen[#seen + 1] = { npc, message } end,
      }
      run(crowd, 2)
      assert.are.same({ 5, 1 }, at(a))
      assert.are.equal(1, #seen)
      assert.are.equal(b, seen[1][1])
      assert.matches("broken", seen[1][2], 1, true)
    end)

    it("of several, and of on_error, are all reported", function()
      local crowd, add = new_crowd { "...", "..." }
      for y = 1, 2 do add(1, y, function() error("broken " .. y, 0) end) end
      local _, message = pcall(crowd.update, crowd, 0.1)
      assert.matches("broken 1.*broken 2", message)
      crowd.on_error = function() error("worse", 0) end
      crowd.npcs[1]:run(function() error {} end)
      assert.has_error(function() crowd:update(0.1) end, "worse")
      crowd:update(0.1)
    end)

    it("may be any value", function()
      local crowd, add = new_crowd { "..." }
      local value = { "an object" }
      add(1, 1, function() error(value) end)
      local ok, message = pcall(crowd.update, crowd, 0.1)
      assert.is_false(ok)
      assert.are.equal(value, message)
    end)

    it("in a callback are reported, and the script continues", function()
      local crowd, add = new_crowd { "...." }
      local ok
      local npc = add(1, 1, function(npc) ok = npc:go_to(4, 1) end, {
        on_step = function(_, x) if x == 2 then error("trap", 0) end end,
        on_arrive = function() error("bell", 0) end,
      })
      local messages = {}
      for _ = 1, 20 do
        local fine, message = pcall(crowd.update, crowd, 0.1)
        if not fine then messages[#messages + 1] = message end
      end
      assert.are.same({ "trap", "bell" }, messages)
      assert.is_true(ok)
      assert.are.same({ 4, 1 }, at(npc))
    end)
  end)

  describe("patrol", function()
    it("goes from point to point again and again", function()
      local crowd, add = new_crowd { "...", "...", "..." }
      local visits = {}
      add(2, 2, function(npc) npc:patrol { { 1, 1 }, { x = 3, y = 1 }, { 3, 3 } } end, {
        on_arrive = function(_, x, y) visits[#visits + 1] = x .. y end,
      })
      run(crowd, 3.5)
      assert.are.equal("11 31 33 11 31 33", table.concat(visits, " ", 1, 6))
    end)

    it("skips points that cannot be reached, and ends when no point can", function()
      local crowd, add, grid = new_crowd { "...#." }
      local visits, ok, reason = {}, nil, nil
      add(2, 1, function(npc)
        ok, reason = npc:patrol { { 1, 1 }, { 5, 1 }, { 3, 1 } }
      end, { on_arrive = function(_, x) visits[#visits + 1] = x end })
      run(crowd, 3)
      assert.are.equal("1 3 1 3", table.concat(visits, " ", 1, 4))
      grid:set(1, 1, "#")
      grid:set(3, 1, "#")
      run(crowd, 3)
      assert.is_nil(ok)
      assert.are.equal("goal_blocked", reason)
    end)

    it("of one point keeps the NPC there", function()
      local crowd, add = new_crowd { "....." }
      local arrivals = 0
      local npc = add(1, 1, function(npc) npc:patrol { { 4, 1 } } end, {
        on_arrive = function() arrivals = arrivals + 1 end,
      })
      run(crowd, 2)
      assert.are.same({ 4, 1 }, at(npc))
      npc:place(2, 1)
      run(crowd, 2)
      assert.are.same({ 4, 1 }, at(npc))
      assert.are.equal(2, arrivals)
    end)
  end)

  describe("moving targets", function()
    it("are followed at a distance, until they are gone", function()
      local crowd, add = new_crowd { "..........", "..........", ".........." }
      local ok, reason
      local hero = add(5, 2)
      local dog = add(1, 2, function(npc) ok, reason = npc:follow(hero, 2) end)
      run(crowd, 2)
      assert.are.same({ 3, 2 }, at(dog))
      hero:run(hero.go_to, 10, 1)
      run(crowd, 3)
      assert.are.same({ 8, 10 }, { dog.tile_x, hero.tile_x })
      assert.is_true(dog:is_running())
      crowd:remove(hero)
      run(crowd, 0.1)
      assert.are.same({ nil, "target_gone" }, { ok, reason })
      assert.is_false(dog:is_running())
    end)

    it("are waited for while there is no path, and followed when there is one", function()
      local crowd, add, grid = new_crowd { "...#..." }
      local dog = add(1, 1, function(npc) npc:follow({ tile_x = 7, tile_y = 1 }) end)
      run(crowd, 3)
      assert.are.same({ 1, 1 }, at(dog))
      assert.is_true(dog:is_running())
      grid:set(4, 1, ".")
      run(crowd, 3)
      assert.are.same({ 6, 1 }, at(dog))
    end)

    it("are caught", function()
      local crowd, add = new_crowd { "...................." }
      local hero, caught = { tile_x = 4, tile_y = 1 }, nil
      local guard = add(1, 1, function(npc) caught = npc:catch(hero) end)
      for frame = 1, 300 do
        hero.tile_x = 4 + math.floor(frame / 30)
        crowd:update(1 / 60)
        if caught then break end
      end
      assert.is_true(caught)
      assert.is_true(guard.tile_x >= hero.tile_x - 1 and guard.tile_x < 20)
    end)

    it("that cannot be reached are not chased", function()
      local crowd, add = new_crowd { "..#.." }
      local results = {}
      add(1, 1, function(npc)
        results[1] = select(2, npc:catch { tile_x = 5, tile_y = 1 })
        results[2] = select(2, npc:catch { tile_x = 9, tile_y = 1 })
        results[3] = select(2, npc:catch(function() end))
        results[4] = npc:catch(function() return 2, 1 end)
      end)
      run(crowd, 1)
      assert.are.same({ "unreachable", "out_of_bounds", "target_gone", true }, results)
    end)

    it("are fled from, and the NPC leaves a dead end", function()
      local crowd, add = new_crowd {
        "..........",
        ".########.",
        "....w.m...",
        ".########.",
        "..........",
      }
      crowd.grid:fill(".", 5, 3, 3, 1)
      local wolf = add(5, 3)
      local safe
      local mouse = add(7, 3, function(npc) safe = npc:flee(wolf, 6) end)
      run(crowd, 4)
      assert.is_true(safe)
      assert.are.same({ 5, 3 }, at(wolf))
      local _, cost = crowd.grid:find_path(5, 3, mouse.tile_x, mouse.tile_y,
        astar.rules { cost = { ["."] = 1 }, ignore_blocked = true })
      assert.is_true(cost >= 6)
    end)

    it("are fled from, several at once", function()
      local crowd, add = new_crowd { ("."):rep(21) }
      local safe
      local mouse = add(11, 1, function(npc)
        safe = npc:flee({ { tile_x = 9, tile_y = 1 }, function() return 1, 1 end }, 5)
      end)
      run(crowd, 4)
      assert.is_true(safe)
      assert.are.same({ 14, 1 }, at(mouse))
    end)

    it("are fled from while they move, and while the map changes", function()
      local crowd, add, grid = new_crowd { ("."):rep(20) }
      local wolf, safe = { tile_x = 12, tile_y = 1 }, nil
      local mouse = add(10, 1, function(npc) safe = npc:flee(wolf) end)
      run(crowd, 0.7)
      assert.is_true(mouse.x < 8)
      wolf.tile_x = 1
      run(crowd, 2)
      assert.is_true(safe)
      assert.are.same({ 9, 1 }, at(mouse))
      wolf.tile_x = 11
      mouse:run(mouse.flee, wolf)
      run(crowd, 0.2)
      assert.is_true(mouse:is_running())
      grid:set(10, 1, "#")
      run(crowd, 2)
      assert.are.same({ 8, 1 }, at(mouse))
    end)

    it("corner an NPC that cannot flee", function()
      local crowd, add = new_crowd { "..." }
      local ok, reason
      add(1, 1, function(npc) ok, reason = npc:flee { tile_x = 3, tile_y = 1 } end)
      run(crowd, 1)
      assert.are.same({ nil, "unreachable" }, { ok, reason })
    end)

    it("that are gone or far away are not fled from", function()
      local crowd, add = new_crowd { ("."):rep(30) }
      local results = {}
      local npc = add(1, 1, function(npc)
        results[1] = npc:flee({ tile_x = 20, tile_y = 1 }, 5)
        results[2] = npc:flee(function() end)
        results[3] = npc:flee({ tile_x = 99, tile_y = 1 })
      end)
      run(crowd, 1)
      assert.are.same({ true, true, true }, results)
      assert.are.same({ 1, 1 }, at(npc))
    end)
  end)

  describe("a crowd", function()
    it("changes nothing on the grid, and holds the tiles of its NPCs", function()
      local crowd, add, grid = new_crowd { "......" }
      local revision = grid:revision()
      local npc = add(1, 1)
      local function held()
        local tiles = {}
        for x = 1, 6 do tiles[x] = crowd:at(x, 1) == npc and "n" or "." end
        return table.concat(tiles)
      end
      assert.are.equal("n.....", held())
      npc:run(npc.go_to, 5, 1)
      run(crowd, 0.3)
      assert.are.equal(".nn...", held())
      run(crowd, 1)
      assert.are.equal("....n.", held())
      npc:place(2, 1)
      assert.are.equal(".n....", held())
      npc:run(npc.go_to, 5, 1)
      run(crowd, 0.3)
      npc:place(1, 1)
      assert.are.equal("n.....", held())
      crowd:remove(npc)
      assert.are.equal("......", held())
      assert.are.equal(0, #crowd.npcs)
      assert.are.equal(revision, grid:revision())
    end)

    it("is seen by queries that avoid its units", function()
      local crowd, add, grid = new_crowd { "...", "..." }
      add(2, 1)
      assert.are.equal(3, #grid:find_path(1, 1, 3, 1, rules))
      assert.are.equal(5, #grid:find_path(1, 1, 3, 1, rules, { avoid = crowd.units }))
    end)

    it("says who is in the way of an NPC", function()
      local crowd, add = new_crowd({ "....." }, { patience = 9 })
      local guard, walker = add(4, 1, nil, { hold = true }), add(1, 1, function(npc) npc:go_to(5, 1) end)
      run(crowd, 2)
      assert.are.same({ guard, 4, 1 }, { crowd:blocker(walker) })
      assert.is_nil(crowd:blocker(guard))
      crowd:remove(guard)
      assert.is_nil(crowd:blocker(guard))
      raises("crowd:blocker: npc must be an NPC, got nil", crowd.blocker, crowd)
    end)

    it("puts no NPC where it cannot stand", function()
      local crowd, add, grid = new_crowd { ".#." }
      local npc = add(1, 1)
      grid:block(3, 1)
      for reason, x in pairs { impassable = 2, occupied = 1, out_of_bounds = 4 } do
        assert.are.same({ nil, reason }, { add(x, 1) })
        if x > 1 then assert.are.same({ nil, reason }, { npc:place(x, 1) }) end
      end
      assert.are.same({ nil, "impassable" }, { npc:place(3, 1) })
      assert.are.same({ nil, "out_of_bounds" }, { npc:place(1e300, -1) })
      assert.are.same({ 1, 1 }, at(npc))
      assert.are.equal(1, #crowd.npcs)
    end)

    it("puts an NPC on the nearest tile where it can stand", function()
      local crowd, add = new_crowd { ".#...", "....." }
      local npc = add(2, 1, nil, { nearest = 1 })
      assert.are.same({ 3, 1, 3, 1 }, { npc.x, npc.y, unpack(at(npc)) })
      assert.are.same({ true, 1, 1 }, { npc:place(1, 1, { nearest = 0 }) })
      add(3, 1)
      assert.are.same({ true, 3, 2 }, { npc:place(2, 1, { nearest = 2 }) })
      assert.are.same({ 3, 2, npc }, { npc.x, npc.tile_y, crowd:at(3, 2) })
      raises('npc:place: option "nearest" must be an integer >= 0, got -1', npc.place, npc, 1, 1, { nearest = -1 })
    end)

    it("lets an NPC leave a tile that was blocked under it", function()
      local crowd, add, grid = new_crowd { "...." }
      local npc = add(1, 1, function(npc) npc:go_to(3, 1) end)
      grid:block(1, 1)
      run(crowd, 2)
      assert.are.same({ 3, 1 }, at(npc))
      assert.is_true(grid:is_blocked(1, 1))
    end)

    it("does not push an NPC off a dead end", function()
      local crowd, add = new_crowd({ "..." }, { patience = 1 })
      local idle, reason = add(3, 1), nil
      local npc = add(1, 1, function(npc) reason = select(2, npc:go_to(3, 1)) end)
      run(crowd, 3)
      assert.are.same({ { 3, 1 }, { 2, 1 } }, { at(idle), at(npc) })
      assert.are.equal("goal_blocked", reason)
    end)

    it("survives an error in a heuristic function", function()
      local crowd, add = new_crowd { "....." }
      local npc = add(1, 1, function(npc)
        npc:go_to(5, 1, { heuristic = function() error("no idea", 0) end })
      end)
      local ok, message = pcall(crowd.update, crowd, 0.1)
      assert.is_false(ok)
      assert.matches("no idea", message, 1, true)
      run(crowd, 1)
      assert.are.same({ { 1, 1 }, false }, { at(npc), npc:is_running() })
    end)

    it("returns the NPC that holds a tile", function()
      local crowd, add = new_crowd { "..", ".." }
      local npc = add(2, 1)
      assert.are.equal(npc, crowd:at(2, 1))
      for _, tile in ipairs { { 1, 1 }, { 0, 2 }, { 3, 1 }, { 2, 0 }, { 2, 99 } } do
        assert.is_nil(crowd:at(tile[1], tile[2]))
      end
    end)

    it("has a default layout for its NPCs", function()
      local view = layout.orthogonal { width = 10, height = 10 }
      local _, add = new_crowd({ "..." }, { layout = view })
      local npc = add(2, 1)
      assert.are.same({ 15, 5 }, { npc.x, npc.y })
      local own = add(1, 1, nil, { layout = layout.orthogonal { width = 2, height = 2 } })
      assert.are.same({ 1, 1 }, { own.x, own.y })
    end)

    it("splits long times into slices", function()
      local crowd, add = new_crowd { ".........." }
      local a = add(1, 1, function(npc) npc:go_to(9, 1) end)
      local b = add(2, 1, function(npc) npc:go_to(10, 1) end)
      crowd:update(10)
      assert.are.same({ { 9, 1 }, { 10, 1 } }, { at(a), at(b) })
    end)

    it("allows that NPCs are added and removed during an update", function()
      local crowd, add = new_crowd { "....", "...." }
      local a, b
      a = add(1, 1, function()
        crowd:remove(b)
        add(4, 2, function(npc) npc:go_to(3, 2) end)
      end)
      b = add(2, 1, function() error "it was removed before its turn" end)
      local c = add(1, 2, function(npc) crowd:remove(npc) end)
      run(crowd, 1)
      assert.are.equal(2, #crowd.npcs)
      assert.are.equal(a, crowd.npcs[1])
      assert.are.same({ 3, 2 }, at(crowd.npcs[2]))
      assert.is_nil(crowd:at(1, 2))
      assert.has_error(function() c:run(print) end, "npc:run: the NPC was removed from its crowd")
    end)
  end)

  describe("the right of way", function()
    it("makes an NPC step aside, and that NPC returns", function()
      local crowd, add = new_crowd {
        "###.###",
        ".......",
        "#######",
      }
      local arrivals, ok = 0, nil
      local function on_arrive() arrivals = arrivals + 1 end
      local idle = add(4, 2, nil, { on_arrive = on_arrive, facing = "left", directions = 4 })
      local npc = add(1, 2, function(npc) ok = npc:go_to(7, 2) end)
      run(crowd, 1.6)
      assert.are.same({ 4, 1 }, at(idle))
      assert.are_not.equal("left", idle.facing)
      run(crowd, 3)
      assert.are.equal(0, arrivals)
      assert.is_true(ok)
      assert.are.same({ 7, 2 }, at(npc))
      assert.are.same({ 4, 2 }, at(idle))
      assert.are.equal("idle", idle.state)
      assert.are.same({ "left", math.pi }, { idle.facing, math.abs(idle.angle) }) -- as it looked before
      idle:run(idle.go_to, 3, 2)
      idle.turn_rate = 4
      run(crowd, 1)
      npc:run(npc.go_to, 1, 2)
      run(crowd, 4)
      assert.are.same({ 3, 2, "left" }, { idle.tile_x, idle.tile_y, idle.facing })
    end)

    it("does not count for the corner rule", function()
      local crowd, add = new_crowd { "..", ".." }
      local idle = add(2, 1, nil, { hold = true })
      local npc, is_diagonal = add(1, 1, function(npc) npc:go_to(2, 2) end), false
      for _ = 1, 60 do
        crowd:update(1 / 60)
        is_diagonal = is_diagonal or npc.x > 1 and npc.x < 2 and npc.x == npc.y
      end
      assert.is_true(is_diagonal)
      assert.are.same({ { 2, 2 }, { 2, 1 } }, { at(npc), at(idle) })
    end)

    it("ends with a reason when there is no room for some time", function()
      for _, patience in ipairs { 1, 4 } do
        local crowd, add = new_crowd({ "......" }, { patience = patience })
        local reasons, count = {}, 0
        local function cross(npc)
          local _, reason = npc:go_to(7 - npc.tile_x, 1)
          count = count + 1
          reasons[count] = reason
        end
        local a, b = add(1, 1, cross), add(6, 1, cross)
        run(crowd, patience)
        assert.are.equal(0, count)
        run(crowd, 2 * patience + 10)
        assert.are.same({ "unreachable", "unreachable" }, reasons)
        assert.is_true(a.tile_x < b.tile_x)
      end
    end)

    it("does not move an NPC away from its goal", function()
      local crowd, add = new_crowd { "....", "....", "...." }
      local idle = add(4, 2, nil, { hold = true })
      local ok, reason, second
      local npc = add(1, 2, function(npc)
        ok, reason = npc:go_to(4, 2)
        second = npc:go_to(4, 2, { partial = true })
      end)
      run(crowd, 7)
      assert.are.same({ nil, "goal_blocked" }, { ok, reason })
      assert.is_true(second)
      assert.are.same({ 4, 2 }, at(idle))
      assert.are.equal(3, npc.tile_x)
    end)

    it("does not wait for an NPC of speed 0", function()
      local crowd, add = new_crowd({ "....", "####" }, { patience = 2 })
      add(3, 1).speed = 0
      local ok, reason
      add(1, 1, function(npc) ok, reason = npc:go_to(4, 1) end)
      run(crowd, 8)
      assert.are.same({ nil, "unreachable" }, { ok, reason })
    end)
  end)

  describe("priority and hold", function()
    it("let a hero stand while others go around", function()
      local crowd, add = new_crowd { "......", "......", "......" }
      local hero = add(3, 2, nil, { hold = true })
      local ok
      add(1, 2, function(npc) ok = npc:go_to(6, 2) end)
      for _ = 1, 180 do
        crowd:update(1 / 60)
        assert.are.same({ 3, 2 }, { hero.x, hero.y })
      end
      assert.is_true(ok)
    end)

    it("may be set at any time", function()
      local crowd, add = new_crowd({ ".....", "##.##" }, { patience = 1 })
      local idle, reason, ok = add(3, 1), nil, nil
      idle.hold = true
      local npc = add(1, 1, function(npc)
        reason = select(2, npc:go_to(5, 1))
        idle.hold = false
        ok = npc:go_to(5, 1)
      end)
      run(crowd, 12)
      assert.are.equal("unreachable", reason)
      assert.is_true(ok)
      assert.are.same({ { 5, 1 }, { 3, 1 } }, { at(npc), at(idle) })
    end)

    it("let an NPC with a greater priority through first", function()
      for _, first in ipairs { 1, 2 } do
        local crowd, add = new_crowd { ".####", ".....", ".####" }
        local order = {}
        for i, y in ipairs { 1, 3 } do
          add(1, y, function(npc) npc:go_to(6 - i, 2) end, {
            priority = i == first and 1 or 0,
            on_step = function(_, tile_x, tile_y)
              if tile_x + tile_y == 3 then order[#order + 1] = i end
            end,
          })
        end
        run(crowd, 4)
        assert.are.equal(first, order[1])
        assert.are.equal(3 - first, order[2])
      end
    end)

    it("of an invalid value are reported once, and the old value is restored", function()
      local crowd, add = new_crowd { "..." }
      local npc = add(1, 1)
      for name, case in pairs {
        priority = { 1.5, "an integer from -1000 to 1000, got 1.5", 0 },
        hold = { 1, "true or false, got 1", false },
        turn_rate = { 0, "a number > 0, got 0", math.huge },
        on_enter = { 7, "a function or nil, got 7", nil },
      } do
        npc[name] = case[1]
        assert.has_error(function() crowd:update(0.1) end, ("crowd:update: npc.%s must be %s"):format(name, case[2]))
        assert.are.equal(case[3], npc[name])
        crowd:update(0.1)
      end
      local big = astar.rules { cost = { ["."] = 1 }, size = 2 }
      npc.rules = big
      assert.has_error(function() crowd:update(0.1) end,
        "crowd:update: npc.rules: the NPC cannot stand where it is: impassable")
      assert.are.equal(rules, npc.rules)
      crowd:update(0.1)
    end)
  end)

  describe("an order that is given again in every frame", function()
    it("keeps its rank", function()
      local crowd, add = new_crowd { ".####", ".####", ".####", ".....", ".####", ".####", ".####" }
      local order = {}
      local function on_step(npc, x, y) if x == 1 and y == 4 then order[#order + 1] = npc end end
      local first = add(1, 1, nil, { on_step = on_step })
      local second = add(1, 7, nil, { on_step = on_step })
      for _ = 1, 180 do
        first:run(first.go_to, 5, 4)
        if not second:is_running() then second:run(second.go_to, 4, 4) end
        crowd:update(1 / 60)
      end
      assert.are.equal(first, order[1])
      assert.are.equal(second, order[2])
    end)

    it("moves the NPC as one order would", function()
      local crowd, add = new_crowd { "........." }
      local npc = add(1, 1)
      for _ = 1, 60 do
        npc:run(npc.go_to, 9, 1)
        crowd:update(1 / 60)
      end
      assert.is_true(math.abs(npc.x - 5) < 1e-6)
    end)

    it("ends when its script gives no order", function()
      local crowd, add = new_crowd { "........." }
      local npc = add(1, 1, function(npc) npc:go_to(9, 1) end)
      run(crowd, 0.6)
      npc:run(function(self)
        self:wait(1)
        self:go_to(1, 1)
      end)
      run(crowd, 0.9)
      assert.are.same({ 4, 1 }, { npc.x, npc.y })
      npc:run(function() end)
      run(crowd, 3)
      assert.are.same({ 4, 1 }, { npc.x, npc.y })
    end)
  end)

  describe("a partial pursuit", function()
    local function pack(method, options)
      local crowd, add, grid = new_crowd { "....#....", "....#....", "....#...." }
      local hero, results = add(9, 2, nil, { hold = true }), {}
      for y = 1, 3 do
        add(1, y, function(npc)
          results[y] = { npc[method](npc, hero, 1, options) }
        end)
      end
      return crowd, grid, results
    end

    it("leads as near as possible, and goes on when a door opens", function()
      local crowd, grid = pack("follow", { partial = true })
      run(crowd, 3)
      for i = 2, 4 do assert.is_true(crowd.npcs[i].tile_x >= 3, "NPC " .. i) end
      grid:set(5, 2, ".")
      run(crowd, 4)
      for i = 2, 4 do assert.is_true(crowd.npcs[i].tile_x >= 7, "NPC " .. i) end
    end)

    it("ends before it catches", function()
      local crowd, _, results = pack("catch", { partial = true })
      run(crowd, 5)
      for i = 1, 3 do
        assert.is_nil(results[i][1])
        assert.are.equal("unreachable", results[i][2])
        assert.is_true(crowd.npcs[i + 1].tile_x >= 3)
      end
    end)

    it("is refused otherwise", function()
      local crowd, _, results = pack("catch")
      run(crowd, 1)
      for i = 1, 3 do
        assert.are.same({ nil, "unreachable" }, { results[i][1], results[i][2] })
        assert.are.equal(1, crowd.npcs[i + 1].tile_x)
      end
    end)

    it("also of other targets comes near, and catches what is near", function()
      local crowd, add = new_crowd { "....#...." }
      local results = {}
      local npc = add(1, 1, function(npc)
        results[1] = { npc:catch({ tile_x = 9, tile_y = 1 }, 1, { partial = true }) }
        results[2] = { npc:catch({ tile_x = 6, tile_y = 1 }, 2, { partial = true }) }
        results[3] = { npc:catch({ tile_x = 3, tile_y = 1 }, 0, { partial = true }) }
      end)
      run(crowd, 4)
      assert.are.same({ { nil, "unreachable" }, { true }, { true } }, results)
      assert.are.same({ 3, 1 }, at(npc))
    end)

    it("of one target by many ends for those who find no place", function()
      local crowd, add = new_crowd({ ".....", ".....", "....." }, { patience = 2 })
      local hero, caught, failed = add(1, 2, nil, { hold = true }), 0, 0
      for x = 3, 5 do
        for y = 1, 3 do
          add(x, y, function(npc)
            local ok = npc:catch(hero)
            caught, failed, npc.hold = caught + (ok and 1 or 0), failed + (ok and 0 or 1), true
            npc:wait(1e9)
          end)
        end
      end
      run(crowd, 20)
      assert.is_true(caught >= 1 and caught <= 5)
      assert.are.equal(9, caught + failed)
    end)
  end)

  describe("a field", function()
    it("is followed by a horde, also when its goals move", function()
      local rows = {}
      for y = 1, 20 do rows[y] = ("."):rep(30) end
      local crowd, add, grid = new_crowd(rows)
      local field, arrivals = grid:distance_field({ { 28, 10 } }, rules), 0
      for y = 1, 20 do
        for x = 1, 5 do
          add(x, y, function(npc) npc:follow_field(field) end, {
            on_arrive = function() arrivals = arrivals + 1 end,
          })
        end
      end
      run(crowd, 12)
      for _, npc in ipairs(crowd.npcs) do assert.is_true(npc.tile_x > 15) end
      assert.are.equal(1, arrivals)
      field:set_goals { { 3, 10 } }
      run(crowd, 15)
      for _, npc in ipairs(crowd.npcs) do assert.is_true(npc.tile_x < 16) end
      assert.are.equal(2, arrivals)
    end)

    it("ends when it leads nowhere, and with another script", function()
      local crowd, add, grid = new_crowd({ "....#" }, { patience = 1 })
      local field, result = grid:distance_field({ { 4, 1 } }, rules), nil
      local npc = add(1, 1, function(npc) result = { npc:follow_field(field) } end)
      npc.on_blocked = function(_, reason) result = reason end
      grid:set(3, 1, "#")
      field:update()
      run(crowd, 10)
      assert.is_nil(result[1])
      assert.are.equal("unreachable", result[2])
      assert.is_false(npc:is_running())
      grid:set(3, 1, ".")
      field:update()
      npc:run(npc.follow_field, field)
      run(crowd, 0.3)
      npc:run(npc.go_to, 1, 1)
      run(crowd, 2)
      assert.are.same({ 1, 1 }, at(npc))
    end)
  end)

  describe("crowd:send", function()
    it("sends NPCs to places of their own, and says when each has arrived", function()
      local crowd, add = new_crowd { "..........", "..........", ".........." }
      local group, done, script_goes_on = {}, {}, false
      for y = 1, 3 do
        group[y] = add(1, y, function(npc)
          npc:wait(0.5)
          script_goes_on = true
        end, { on_done = function(npc, ...) done[npc] = { ... } end })
      end
      crowd:update(0.1)
      assert.are.equal(3, crowd:send(group, 9, 2))
      assert.is_false(group[1]:is_running())
      run(crowd, 5)
      for i, npc in ipairs(group) do
        assert.are.same({ true }, done[npc], "NPC " .. i)
        assert.is_true(npc.tile_x >= 8)
      end
      assert.is_false(script_goes_on)
      assert.are.same({ nil, "out_of_bounds" }, { crowd:send(group, 11, 2) })
      assert.are.equal(0, crowd:send({}, 1, 1))
    end)

    it("says which NPC finds no place, and nothing of one with a new script", function()
      local crowd, add = new_crowd { "...#.", "..##.", "...#." }
      local log = {}
      local function on_done(npc, ok, reason) log[npc.tile_x .. npc.tile_y] = tostring(ok or reason) end
      local a, b = add(1, 1, nil, { on_done = on_done }), add(5, 2, nil, { on_done = on_done })
      assert.are.equal(1, crowd:send({ a, b }, 3, 1))
      run(crowd, 3)
      assert.are.same({ ["31"] = "true", ["52"] = "unreachable" }, log)
      log = {}
      crowd:send({ a }, 1, 1)
      run(crowd, 0.1)
      a:run(function(npc)
        npc:wait(1)
        return "own"
      end)
      run(crowd, 3)
      assert.are.same({ ["21"] = "own" }, log)
    end)

    it("again and again keeps NPCs going", function()
      local crowd, add = new_crowd { "...................." }
      local count = 0
      local npc = add(1, 1, nil, { on_done = function() count = count + 1 end })
      for i = 1, 60 do
        crowd:send({ npc }, 10 + i % 3, 1)
        crowd:update(1 / 60)
      end
      assert.are.equal(0, count)
      assert.is_true(npc.x > 4.5)
      crowd:send({ npc }, 3, 1)
      run(crowd, 3)
      assert.are.equal(1, count)
      assert.are.same({ 3, 1 }, at(npc))
    end)

    it("raises for what is no NPC of the crowd", function()
      local crowd, add = new_crowd { "..." }
      raises("crowd:send: npcs must be a list of NPCs, got nil", crowd.send, crowd)
      raises("crowd:send: npcs[1] must be an NPC of this crowd, got 1", crowd.send, crowd, { 1 }, 1, 1)
      raises("crowd:send: x must be an integer, got nil", crowd.send, crowd, {})
      raises('crowd:send: unknown option "shape"; valid options: formation, facing, speed',
        crowd.send, crowd, {}, 1, 1, { shape = "line" })
      local npc = add(1, 1)
      raises("crowd:send: npcs must be a list of NPCs, got an NPC", crowd.send, crowd, npc, 1, 1)
      crowd:remove(npc)
      raises("crowd:send: npcs[1] must be an NPC of this crowd, got a table", crowd.send, crowd, { npc }, 1, 1)
    end)
  end)

  describe("the time of a step", function()
    --- The times at which an NPC reaches tiles, when it walks along a row [seconds].
    local function times(options, rows, seconds, grid_options)
      local grid = astar.grid(rows, grid_options)
      local crowd, log = script.crowd(grid), {}
      local npc = { x = 1, y = 1, speed = 2, on_step = function(_, x) log[#log + 1] = x end }
      for name, value in pairs(options) do npc[name] = value end
      local now, reached = 0, {}
      crowd:add(rules, npc, function(self) self:go_to(#rows[1], 1) end)
      while now < seconds do
        crowd:update(1 / 64)
        now = now + 1 / 64
        while #log > #reached do reached[#reached + 1] = math.floor(now * 16 + 0.5) / 16 end
      end
      return reached
    end

    it("depends on the terrain", function()
      assert.are.same({ 0.5, 2.5, 3 }, times({ slow = { ["~"] = 4 } }, { "..~." }, 4))
      assert.are.same({ 0.5, 0.75, 1.25 }, times({ slow = { ["~"] = 0.5 } }, { "..~." }, 4))
      assert.are.same({ 0.5, 2.5, 3 }, times({
        slow = function(terrain, x, y)
          assert(x <= 4 and y == 1)
          return terrain == ("~"):byte() and 4 or 1
        end,
      }, { "..~." }, 4))
    end)

    it("depends on the layout", function()
      local wide = layout.orthogonal { width = 32, height = 16 }
      assert.are.same({ 0.5, 1, 1.5 }, times({ layout = wide, speed = 64 }, { "...." }, 4))
      assert.are.same({ 0.5, 1, 1.5 }, times({ layout = layout.hex { layout = "odd_r", width = 14, height = 16 },
        speed = 28 }, { "...." }, 4, { layout = "odd_r" }))
      local crowd = script.crowd(astar.grid { "..", ".." }, { layout = layout.isometric { width = 64, height = 32 } })
      local npc = crowd:add(rules, { x = 1, y = 1, speed = 32 }, function(npc) npc:go_to(2, 2) end)
      run(crowd, 0.5)
      assert.is_true(math.abs(npc.y - 32) < 1e-6 and math.abs(npc.x) < 1e-6) -- from (0, 16) down to (0, 48)
      run(crowd, 0.6)
      assert.are.same({ 2, 2 }, at(npc))
    end)

    it("of a diagonal step is that of its length, whatever it costs", function()
      local costly = astar.rules { cost = { ["."] = 1 }, diagonal_cost = 1.9 }
      local crowd = script.crowd(astar.grid { "..", ".." })
      local npc = crowd:add(costly, { x = 1, y = 1, speed = 1 }, function(npc) npc:go_to(2, 2) end)
      run(crowd, 1)
      assert.is_true(math.abs(npc.x - 1 - math.sqrt(0.5)) < 1e-6)
    end)

    it("must be a number, whatever slow and on_link return", function()
      local grid = astar.grid { "..#." }
      grid:link(2, 1, 4, 1)
      local messages = {}
      local crowd = script.crowd(grid, { on_error = function(_, text) messages[#messages + 1] = text end })
      crowd:add(rules, {
        x = 1, y = 1, speed = 4, slow = function() return 0 end, on_link = function() return -1 end,
      }, function(npc) npc:go_to(4, 1) end)
      run(crowd, 2)
      assert.are.same({
        "crowd:update: what npc.slow returns must be a number > 0, got 0",
        "crowd:update: what npc.on_link returns must be nil or a number >= 0, got -1",
      }, messages)
    end)

    it("over a link is what on_link returns", function()
      for _, seconds in ipairs { 0, 1.5, false } do
        local grid = astar.grid { ".#.." }
        grid:link(1, 1, 3, 1)
        local crowd, tiles, log = script.crowd(grid), {}, nil
        local npc = crowd:add(rules, {
          x = 1, y = 1, speed = 2,
          on_link = seconds and function(_, ...)
            log = table.concat({ ... }, " ")
            return seconds
          end or nil,
          on_step = function(_, x) tiles[#tiles + 1] = x end,
        }, function(npc) npc:go_to(4, 1) end)
        crowd:update(1 / 64)
        assert.are.equal(seconds and "1 1 3 1" or nil, log)
        run(crowd, (seconds or 0) + 0.45)
        assert.are.same({ 3 }, tiles)
        run(crowd, 0.1)
        assert.are.same({ 3, 4 }, tiles)
        assert.are.same({ 4, 1 }, { npc.x, npc.y })
      end
    end)

    it("changes with the speed, also in the middle of a step, also to 0", function()
      local crowd, add = new_crowd { "......" }
      local npc = add(1, 1, function(npc) npc:go_to(6, 1) end)
      run(crowd, 0.125)
      assert.is_true(math.abs(npc.x - 1.5) < 0.04)
      local x = npc.x
      npc.speed = 0
      run(crowd, 1)
      assert.are.equal(x, npc.x)
      npc.speed = 1
      run(crowd, 0.25)
      assert.is_true(math.abs(npc.x - x - 0.25) < 1e-6)
      npc.speed = 8
      run(crowd, 0.25)
      assert.is_true(math.abs(npc.x - x - 2.25) < 1e-6)
      npc.speed = 0
      run(crowd, 100)
      assert.is_true(npc:is_running()) -- its patience does not run
      npc.speed = 1e9
      run(crowd, 0.1)
      assert.are.same({ 6, 1 }, at(npc))
    end)

    it("is never shorter than the speed allows", function()
      local random = random_map.new(7)
      local crowd, add = new_crowd { "........", "..~~....", ".....#..", "..#.....", "........" }
      for i = 1, 8 do
        add(i, 1 + i % 2 * 4, function(npc)
          while true do
            npc:go_to(random:int(1, 8), random:int(1, 5), { partial = true })
            if random:chance(0.3) then npc:wait(random:real()) end
          end
        end, { speed = 1 + i, slow = i % 2 == 0 and { ["~"] = 3, ["."] = 1.5 } or nil })
      end
      local last = {}
      for _ = 1, 2000 do
        local dt = random:pick { 1 / 60, 1 / 30, 0.1, 0.25 }
        crowd:update(dt)
        for _, npc in ipairs(crowd.npcs) do
          local before = last[npc] or { npc.x, npc.y }
          local way = math.sqrt((npc.x - before[1]) ^ 2 + (npc.y - before[2]) ^ 2)
          assert.is_true(way <= npc.speed * dt + 1e-6)
          last[npc] = { npc.x, npc.y }
        end
      end
    end)
  end)

  describe("the direction of an NPC", function()
    it("turns at its rate, the short way, also while it stands", function()
      local crowd, add = new_crowd { "...", "...", "..." }
      local npc = add(2, 2, function(npc) npc:go_to(1, 2) end, { facing = "up", turn_rate = math.pi / 2 })
      local names = {}
      for _ = 1, 90 do
        crowd:update(1 / 60)
        if names[#names] ~= npc.facing then names[#names + 1] = npc.facing end
      end
      assert.are.same({ "up", "up_left", "left" }, names)
      assert.is_true(math.abs(math.abs(npc.angle) - math.pi) < 1e-9)
      npc.turn_rate = math.huge
      npc:run(npc.go_to, 2, 2)
      run(crowd, 0.1)
      assert.are.equal("right", npc.facing)
    end)

    --- An NPC in the middle of 3 x 3 tiles that has begun a step to tile (x, y).
    local function step_to(x, y, options)
      local crowd, add = new_crowd { "...", "...", "..." }
      local npc = add(2, 2, function(npc) npc:go_to(x, y) end, options)
      crowd:update(0.01)
      return npc
    end

    it("is one of eight, and an angle clockwise from the right", function()
      local names = { "up_left", "up", "up_right", "left", nil, "right", "down_left", "down", "down_right" }
      local angles = { -3, -2, -1, 4, nil, 0, 3, 2, 1 }
      for i = 1, 9 do
        if i ~= 5 then
          local npc = step_to((i - 1) % 3 + 1, math.ceil(i / 3))
          assert.are.equal(names[i], npc.facing)
          assert.is_true(math.abs(npc.angle - angles[i] * math.pi / 4) < 1e-12)
          local still = select(2, new_crowd { "." })(1, 1, nil, { facing = names[i] })
          assert.are.equal(npc.angle, still.angle)
        end
      end
      assert.are.equal("down", select(2, new_crowd { "." })(1, 1).facing)
    end)

    it("is one of four on request: a diagonal step keeps one of its two, or faces left or right", function()
      local function faces(x, y, facing) return step_to(x, y, { directions = 4, facing = facing }).facing end
      assert.are.equal("up", faces(2, 1))
      assert.are.equal("left", faces(1, 2))
      assert.are.equal("right", faces(3, 3, "up"))
      assert.are.equal("down", faces(3, 3, "down"))
      assert.are.equal("left", faces(1, 1))
      assert.are.equal("up", faces(1, 1, "up"))
    end)

    it("is that of the world", function()
      local crowd, add = new_crowd({ "..", ".." }, { layout = layout.isometric { width = 64, height = 32 } })
      local npc = add(1, 1, function(npc) npc:go_to(2, 2) end, { speed = 30, turn_rate = 10 })
      run(crowd, 0.5)
      assert.are.equal("down", npc.facing)
    end)
  end)

  describe("a smooth crowd", function()
    it("draws its NPCs where a smooth native crowd draws its units", function()
      local crowd, add = new_crowd({ ".....", ".....", ".....", "....." }, { smooth = true })
      local npc = add(1, 1, function(npc)
        npc:go_to(4, 3)
        npc:go_to(1, 4)
      end)
      for _ = 1, 180 do
        crowd:update(1 / 60)
        local x, y = crowd.units:position(npc.unit)
        assert.is_true(math.abs(npc.x - x) < 0.01 and math.abs(npc.y - y) < 0.01)
      end
      assert.are.same({ 1, 4, 1, 4 }, { npc.tile_x, npc.tile_y, npc.x, npc.y })
    end)

    it("does the same in other layouts", function()
      local view = layout.isometric { width = 64, height = 32 }
      local crowd, add = new_crowd({ ".....", ".#...", "....." }, { smooth = true, layout = view })
      local plain, add_plain = new_crowd({ ".....", ".#...", "....." }, { smooth = true })
      local function walk(npc) npc:go_to(5, 3) end
      local slow = add(1, 1, walk, { speed = math.sqrt(32 ^ 2 + 16 ^ 2) * 4 })
      local npc = add_plain(1, 1, walk)
      npc.slow = function(_, x, y) -- a diagonal step is 32 units long in the other layout
        return x == npc.tile_x or y == npc.tile_y and 1 or 32 / math.sqrt(32 ^ 2 + 16 ^ 2) / math.sqrt(2)
      end
      for _ = 1, 120 do
        crowd:update(1 / 60)
        plain:update(1 / 60)
        local x, y = slow.x / 32, slow.y / 16
        assert.is_true(math.abs((x + y) / 2 + 0.5 - npc.x) < 0.3)
      end
      assert.are.same({ view:to_world(5, 3) }, { slow.x, slow.y })
    end)
  end)

  describe("on_enter", function()
    it("is called before each step, and costs no time", function()
      local crowd, add = new_crowd { "......" }
      local log = {}
      local npc = add(1, 1, function(npc) npc:go_to(6, 1) end, {
        on_enter = function(npc, x, y)
          log[#log + 1] = x
          assert(crowd:at(x, y) == nil and npc.tile_x == x - 1)
          return true
        end,
      })
      run(crowd, 0.625)
      assert.is_true(math.abs(npc.x - 3.5) < 0.05)
      run(crowd, 1)
      assert.are.same({ 2, 3, 4, 5, 6 }, log)
      assert.are.same({ 6, 1 }, at(npc))
    end)

    it("may make the NPC wait, while others use the tile", function()
      local crowd, add = new_crowd { "......", "......" }
      local may_go, questions = false, 0
      local npc = add(1, 1, function(npc) npc:go_to(6, 1) end, {
        on_enter = function(_, x)
          questions = questions + 1
          return x < 3 or may_go
        end,
      })
      add(3, 2, function(other)
        other:go_to(3, 1)
        other:go_to(3, 2)
      end)
      run(crowd, 2)
      assert.are.same({ 2, 1, "waiting" }, { npc.tile_x, npc.tile_y, npc.state })
      assert.is_true(questions > 50 and questions <= 130)
      may_go = true
      run(crowd, 1.2)
      assert.are.same({ 6, 1 }, at(npc))
    end)

    it("may open a door for which the NPC has the key", function()
      local DOORS = 2
      local with_key = astar.rules { cost = { ["."] = 1 }, ignore_blocked = { DOORS } }
      local grid = astar.grid { "..#...", "......", "..#..." }
      grid:block(3, 2, true, DOORS)
      local crowd, opened = script.crowd(grid), nil
      local guard = crowd:add(with_key, { x = 1, y = 2, speed = 4,
        on_enter = function(_, x, y)
          if not grid:is_blocked(x, y, DOORS) then return true end
          grid:block(x, y, false, DOORS)
          opened = crowd._time
          return 0.5 -- the door swings open
        end,
        on_step = function(_, x)
          if x == 4 then grid:block(3, 2, true, DOORS) end
        end,
      }, function(npc) npc:go_to(6, 2) end)
      local thief = crowd:add(rules, { x = 1, y = 1, speed = 4 }, function(npc)
        while not npc:go_to(6, 3) do npc:wait(0.1) end
      end)
      run(crowd, 0.7)
      assert.are.equal(2, guard.tile_x)
      assert.is_true(opened ~= nil)
      run(crowd, 2) -- the thief may push the guard aside and go in first
      assert.are.same({ 6, 2 }, at(guard))
      assert.is_true(grid:is_blocked(3, 2, DOORS) or thief.tile_x == 6)
    end)

    it("that fails is reported, and makes the NPC wait for a second", function()
      for _, case in ipairs { { function() error("no key", 0) end, "no key" }, { function() return "yes" end,
        'crowd:update: what npc.on_enter returns must be true, false or a number >= 0, got "yes"' },
        { function() return -1 end,
        "crowd:update: what npc.on_enter returns must be true, false or a number >= 0, got -1" } } do
        local messages = {}
        local crowd, add = new_crowd({ "..." }, { on_error = function(_, text) messages[#messages + 1] = text end })
        local npc = add(1, 1, function(npc) npc:go_to(3, 1) end, { on_enter = case[1] })
        run(crowd, 2.5)
        assert.are.same({ case[2], case[2], case[2] }, messages)
        npc.on_enter = nil
        run(crowd, 1.6)
        assert.are.same({ 3, 1 }, at(npc))
      end
    end)

    it("that never permits a step ends the order after the patience", function()
      local crowd, add = new_crowd({ "..." }, { patience = 2 })
      local reason
      add(1, 1, function(npc) reason = select(2, npc:go_to(3, 1)) end, { on_enter = function() return false end })
      run(crowd, 1.9)
      assert.is_nil(reason)
      run(crowd, 10)
      assert.are.equal("unreachable", reason)
    end)

    it("may be set and removed at any time", function()
      local crowd, add = new_crowd { ".........." }
      local npc, asked = add(1, 1, function(npc) npc:go_to(10, 1) end), 0
      run(crowd, 0.4)
      npc.on_enter = function()
        asked = asked + 1
        return false
      end
      run(crowd, 1)
      assert.is_true(asked > 0 and npc.tile_x < 4)
      npc.on_enter = nil
      run(crowd, 2)
      assert.are.same({ 10, 1 }, at(npc))
    end)
  end)

  describe("a game that does anything at any time", function()
    it("may yield in a callback, in a coroutine that is not resumed", function()
      local crowd, add = new_crowd { "......" }
      local steps = 0
      local npc = add(1, 1, function(npc) npc:go_to(6, 1) end, {
        on_step = function()
          steps = steps + 1
          coroutine.yield()
        end,
      })
      for _ = 1, 30 do coroutine.wrap(function() pcall(crowd.update, crowd, 0.1) end)() end
      assert.are.same({ 6, 1 }, at(npc))
      assert.are.equal(5, steps)
    end)

    it("may remove units of the native crowd, or close it", function()
      local crowd, add = new_crowd { "......", "......" }
      local npc = add(1, 1, function(self) self:go_to(6, 1) end)
      local other = add(1, 2, function(self) self:go_to(6, 2) end)
      run(crowd, 0.3)
      crowd.units:remove(npc.unit)
      run(crowd, 2)
      assert.is_nil(npc.crowd)
      assert.are.same({ 6, 2 }, at(other))
      crowd.units:close()
      assert.has_error(function() crowd:update(0.1) end)
      assert.has_error(function() crowd:update(0.1) end)
    end)

    it("may resume and close scripts", function()
      local crowd, add = new_crowd { "......" }
      local thread
      local npc = add(1, 1, function(npc)
        thread = coroutine.running()
        npc:go_to(6, 1)
        npc:wait(100)
      end)
      run(crowd, 0.1)
      assert.is_true(coroutine.resume(thread))
      local close = rawget(coroutine, "close") -- not in Lua 5.1
      if close then close(thread) end
      run(crowd, 0.1)
      pcall(crowd.update, crowd, 2)
      npc:run(npc.go_to, 2, 1)
      run(crowd, 2)
      assert.are.same({ 2, 1 }, at(npc))
    end)

    it("may call methods of a crowd in a heuristic function", function()
      local crowd, add = new_crowd { "......", "......" }
      local other = add(6, 2)
      local npc = add(1, 1, function(npc)
        npc:go_to(6, 1, { heuristic = function(dx, dy)
          pcall(crowd.update, crowd, 1)
          pcall(other.run, other, other.go_to, 1, 2)
          pcall(other.place, other, 6, 2)
          if other.crowd then crowd:remove(other) end
          return dx + dy
        end })
      end)
      run(crowd, 2)
      assert.are.same({ 6, 1 }, at(npc))
      assert.is_nil(other.crowd)
    end)
  end)

  describe("misuse raises:", function()
    local crowd, add, grid = new_crowd { "....", "...." }
    local npc = add(1, 1)

    --- The error of the first update when a script misuses a method.
    local function error_of(method, ...)
      local arguments, count, message = { ... }, select("#", ...), nil
      npc:run(function()
        local _, text = pcall(npc[method], npc, (table.unpack or unpack)(arguments, 1, count))
        message = text
      end)
      crowd:update(0)
      return message
    end

    it("crowds", function()
      raises("script.crowd: grid must be an astar grid, got nil", script.crowd)
      raises('script.crowd: unknown option "speed"; valid options: budget, layout, names, on_error, patience, '
        .. "replan, smooth", script.crowd, grid, { speed = 1 })
      for name, call in pairs {
        ["script.crowd"] = function(o) script.crowd(grid, o) end,
        ["script.deserialize"] = function(o) script.deserialize("", grid, {}, o) end,
      } do
        raises(name .. ': option "paths" is gone: crowds search their paths; budget = 5000 bounds the searches ' ..
          "of an update", call, { paths = true })
      end
      raises('script.crowd: option "budget" must be an integer >= 1, got 0', script.crowd, grid, { budget = 0 })
      raises('script.crowd: option "patience" must be a number >= 0, got -1', script.crowd, grid, { patience = -1 })
      raises("script.crowd: the grid has a crowd already: close that crowd first", script.crowd, grid)
      raises('script.crowd: option "on_error" must be a function, got true', script.crowd, grid, { on_error = true })
      raises('script.crowd: option "layout" must be an object with a method to_world, got a table',
        script.crowd, grid, { layout = {} })
      raises("crowd:add: rules must be made by astar.rules, got a table", crowd.add, crowd, {}, { x = 1, y = 1 })
      raises('crowd:add: unknown option "speeed"; valid options: directions, facing, hold, layout, nearest, ' ..
        "on_arrive, on_blocked, on_done, on_enter, on_link, on_step, priority, slow, speed, team, turn_rate, x, y",
        crowd.add, crowd, rules, { speeed = 1 })
      for _, case in ipairs {
        { 'x" must be an integer, got "5"', { x = "5" } },
        { 'y" must be an integer, got 1.5', { y = 1.5 } },
        { 'speed" must be a number >= 0, got nan', { speed = 0 / 0 } },
        { 'speed" must be a number >= 0, got inf', { speed = math.huge } },
        { 'directions" must be 4 or 8, got 6', { directions = 6 } },
        { 'facing" must be the name of one of 4 directions, got "up_left"', { directions = 4, facing = "up_left" } },
        { 'slow" must be a table of numbers > 0 or a function, got a table', { slow = { ["."] = 0 } } },
        { 'layout" must be an object with a method to_world, got a table', { layout = {} } },
        { 'on_step" must be a function, got true', { on_step = true } },
      } do
        local options = { x = 2, y = 1, speed = 1 }
        for name, value in pairs(case[2]) do options[name] = value end
        raises('crowd:add: option "' .. case[1], crowd.add, crowd, rules, options)
      end
      raises('crowd:add: option "on_done" must be a function, got true', crowd.add, crowd, rules,
        { x = 2, y = 1, speed = 1, on_done = true })
      raises("crowd:add: the script must be a function, got a table", crowd.add, crowd, rules,
        { x = 2, y = 1, speed = 1 }, {})
      raises("crowd:remove: npc must be an NPC of this crowd, got nil", crowd.remove, crowd)
      raises("crowd:at: x must be an integer, got nil", crowd.at, crowd)
      raises("crowd:update: dt must be a finite number >= 0, got inf", crowd.update, crowd, math.huge)
      raises("crowd:update: must be called on a crowd (use a colon), got 1", crowd.update, 1)
      assert.are.equal(1, #crowd.npcs)
    end)

    it("NPCs", function()
      raises("npc:go_to: must be called in the NPC's own script (npc:run starts one)", npc.go_to, npc, 2, 1)
      raises("npc:go_to: must be called on an NPC of a crowd (use a colon), got 2", npc.go_to, 2, 1)
      raises("npc:run: the script must be a function, got nil", npc.run, npc)
      local other = add(2, 1)
      raises("npc:place: y must be an integer, got nil", npc.place, npc, 1)
      crowd:remove(other)
      raises("npc:place: the NPC was removed from its crowd", other.place, other, 1, 2)
    end)

    it("orders", function()
      assert.are.equal("npc:go_to: x must be an integer, got nil", error_of("go_to"))
      assert.are.equal('npc:go_to: unknown option "speed"; valid options: algorithm, avoid, heuristic, ' ..
        "ignore_blocked, influence, max_cost, max_expansions, partial, penalty_scale, range, weight",
        error_of("go_to", 1, 1, { speed = 2 }))
      assert.are.equal("npc:walk: path must be an astar path, got nil", error_of("walk"))
      assert.are.equal("npc:wait: seconds must be a number >= 0, got -1", error_of("wait", -1))
      local points = "npc:patrol: points must be an array of at least one tile, got "
      assert.are.equal(points .. "an empty table", error_of("patrol", {}))
      assert.are.equal(points .. "a table without an element 1", error_of("patrol", { x = 1, y = 2 }))
      assert.are.equal(points .. "nil", error_of("patrol"))
      assert.are.equal("npc:patrol: point 1 must be { x, y } or { x =, y = }, got 2", error_of("patrol", { 2, 2 }))
      assert.are.equal("npc:patrol: point 2 must be { x, y } or { x =, y = }, got a table",
        error_of("patrol", { { 1, 1 }, { 1 } }))
      assert.are.equal("npc:follow: target must be an NPC, something with tile_x and tile_y, or a function, got nil",
        error_of("follow"))
      assert.are.equal("npc:catch: distance must be an integer >= 0, got 0.5", error_of("catch", npc, 0.5))
      local field = astar.grid(2, 2, { fill = "." }):distance_field({ { 1, 1 } }, rules)
      assert.are.equal("npc:follow_field: field must be a field of the crowd's grid", error_of("follow_field", field))
      assert.are.equal("npc:flee: distance must be a number > 0, got 0", error_of("flee", npc, 0))
      assert.are.equal("npc:flee: threat must be an NPC, something with tile_x and tile_y, or a function, got nil",
        error_of("flee"))
      assert.are.equal("npc:flee: threat 1 must be an NPC, something with tile_x and tile_y, or a function, got 3",
        error_of("flee", { 3 }))
    end)

    it("updates from a script or a callback", function()
      local message
      npc:run(function() message = select(2, pcall(crowd.update, crowd, 1)) end)
      crowd:update(0)
      assert.are.equal("crowd:update: must not be called from a script or a callback of its own", message)
    end)
  end)
end)

-- ---------------------------------------------------------------------------------- any game

-- The error that the game raises on purpose.
local MARK = "raised on purpose"

--- Whether a message is of a check, or of the game: anything else is a fault in a helper.
local function is_expected(message)
  if type(message) ~= "string" then return message == nil end
  if message:find(MARK, 1, true) then return true end
  local first = message:match "^[^\n]*"
  return first:find "attempt to yield" ~= nil or first:find "cannot resume dead" ~= nil or
    first:find "^[%w_./]*:?%d*:? ?%a+[:.][%w_]+: " ~= nil
end

local actions = {}

--- A game that does anything in its callbacks and scripts, as long as it is wild.
local function new_game(seed)
  local random = random_map.new(seed)
  local width, height = random:int(2, 12), random:int(1, 8)
  local rows = {}
  for y = 1, height do
    local row = {}
    for x = 1, width do row[x] = random:pick { ".", ".", ".", ".", "~", "#" } end
    rows[y] = table.concat(row)
  end
  local grid = astar.grid(rows)
  for _ = 1, random:int(0, 2) do
    grid:link(random:int(1, width), random:int(1, height), random:int(1, width), random:int(1, height))
  end
  local game = { random = random, grid = grid, width = width, height = height, is_wild = true, faults = {} }
  game.crowd = script.crowd(grid, {
    budget = random:pick { 1, 100, 5000 }, patience = random:pick { 0.5, 2 }, smooth = random:chance(0.3),
    on_error = function(_, message)
      if not is_expected(message) then game.faults[#game.faults + 1] = tostring(message) end
      if random:chance(0.05) then error(MARK, 0) end
    end,
  })
  game.rules = { rules, astar.rules { cost = { ["."] = 1 }, neighbors = 4 },
    astar.rules { cost = { ["."] = 1, ["~"] = 2 }, size = 2 },
    astar.rules { cost = { ["."] = 1 }, neighbors = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 2, 1 } } } }
  return game
end

local function tile_of(game)
  return game.random:int(1, game.width), game.random:int(1, game.height)
end

local function any_npc(game)
  local npcs = game.crowd.npcs
  return #npcs > 0 and npcs[game.random:int(1, #npcs)] or nil
end

--- Does something, or nothing. Returns what a callback may return.
local function act(game, chance)
  local random = game.random
  if not game.is_wild or not random:chance(chance) then return true end
  local name = random:pick(actions.names)
  return actions[name](game, any_npc(game))
end

--- The script of an NPC of a game.
local function live_wild(game)
  return function(npc)
    while game.is_wild do
      local x, y = tile_of(game)
      local kind = game.random:int(1, 11)
      local other = any_npc(game) or { tile_x = x, tile_y = y }
      if kind <= 3 then npc:go_to(x, y, { partial = game.random:chance(0.5), range = game.random:int(0, 2) }) end
      if kind == 4 then npc:wait(game.random:real()) end
      if kind == 5 then npc:catch(other, game.random:int(0, 2), { partial = game.random:chance(0.5) }) end
      if kind == 6 then npc:flee({ other, { tile_x = x, tile_y = y } }, game.random:int(1, 6)) end
      if kind == 7 then npc:patrol { { x, y }, { npc.tile_x, npc.tile_y } } end
      if kind == 8 then npc:go_to(x, y, { algorithm = "astar", avoid = game.crowd, ignore_blocked = true }) end
      if kind == 9 then coroutine.yield() end
      if kind == 10 then
        local path = game.grid:find_path(npc.tile_x, npc.tile_y, x, y, npc.rules)
        if path then npc:walk(game.random:chance(0.5) and path or path:waypoints()) end
      end
      if kind == 11 then
        local field = game.grid:distance_field({ { x, y } }, npc.rules)
        if field then npc:follow_field(field) end
      end
      act(game, 0.3)
    end
  end
end

function actions.add(game)
  local random, x, y = game.random, tile_of(game)
  local function callback() return act(game, 0.1) end
  if #game.crowd.npcs > 10 then return end
  local ok, message = pcall(game.crowd.add, game.crowd, random:pick(game.rules), {
    x = x, y = y, speed = random:pick { 0, 1, 3, 8, 200 }, hold = random:chance(0.2), on_step = callback,
    on_arrive = callback, on_blocked = callback, on_done = callback,
    on_enter = random:chance(0.3) and callback or nil, turn_rate = random:pick { 1, math.huge },
    on_link = function()
      act(game, 0.2)
      return random:pick { 0, 0.5 }
    end,
    slow = random:chance(0.3) and function()
      act(game, 0.1)
      return random:pick { 0.5, 1, 3 }
    end or nil,
    layout = random:chance(0.2) and { to_world = function(_, wx, wy)
      act(game, 0.02)
      return 8 * wx, 4 * wy
    end } or nil,
  }, live_wild(game))
  assert(ok or is_expected(message), message)
end

function actions.remove(game, npc)
  if npc then game.crowd:remove(npc) end
end

function actions.remove_unit(game, npc)
  if npc and game.random:chance(0.3) then game.crowd.units:remove(npc.unit) end
end

function actions.clear(game)
  if game.random:chance(0.1) then
    while game.crowd.npcs[1] do game.crowd:remove(game.crowd.npcs[1]) end
  end
end

function actions.place(game, npc)
  if npc then pcall(npc.place, npc, tile_of(game)) end
end

function actions.run(game, npc)
  if npc then npc:run(live_wild(game)) end
end

function actions.order(game, npc)
  if npc then npc:run(npc.go_to, tile_of(game)) end
end

function actions.stop(_, npc)
  if npc then npc:stop() end
end

function actions.send(game)
  game.crowd:send(game.crowd.npcs, tile_of(game))
end

function actions.edit(game)
  local x, y = tile_of(game)
  game.grid:set(x, y, game.random:pick { ".", ".", "#", "~" })
end

function actions.block(game)
  local x, y = tile_of(game)
  game.grid:block(x, y, game.random:chance(0.3))
end

function actions.set(game, npc)
  if not npc then return end
  local random = game.random
  local name = random:pick { "speed", "hold", "priority", "turn_rate", "rules", "on_enter", "layout" }
  npc[name] = ({
    speed = random:pick { 0, 0.5, 5, -1, 1e300, 0 / 0 }, hold = random:pick { true, false, 3 },
    priority = random:pick { 0, 5, -5, 1e9 }, turn_rate = random:pick { 0.1, 9, 0, math.huge },
    rules = random:pick(game.rules), on_enter = random:pick { 1, function() return act(game, 0.5) end },
    layout = { to_world = function(_, x, y) return 3 * x, 3 * y end },
  })[name]
end

function actions.unset(_, npc)
  if npc then npc.on_enter, npc.on_step = nil, nil end
end

function actions.fail()
  error(MARK, 0)
end

function actions.fail_with_nothing()
  error()
end

function actions.yield()
  coroutine.yield(5)
end

function actions.update(game)
  game.crowd:update(1)
end

function actions.wait()
  return 0.2
end

function actions.refuse()
  return false
end

actions.names = {}
for name in pairs(actions) do
  if name ~= "names" then actions.names[#actions.names + 1] = name end
end
table.sort(actions.names)

--- One frame of a game.
local function frame(game, dt)
  local ok, message = pcall(game.crowd.update, game.crowd, dt)
  assert(ok or is_expected(message), message)
  assert(not game.faults[1], game.faults[1])
  local units, found = game.crowd.units, 0
  for _, npc in ipairs(game.crowd.npcs) do
    assert(npc.crowd == game.crowd and npc.x == npc.x and npc.y == npc.y and npc.angle == npc.angle)
    found = found + (units:size(npc.unit) and 1 or 0)
    local x, y, to_x = units:tile(npc.unit)
    local is_there = x == npc.tile_x and y == npc.tile_y and (npc.state == "moving") == (to_x ~= nil)
    assert(not x or is_there, "an NPC is not where its unit is")
  end
  assert(found == units:count(), "a unit has no NPC")
end

--- Plays a game, first wild; then it must come to rest.
local function play_wild(seed)
  local game = new_game(seed)
  for _ = 1, 6 do actions.add(game) end
  for _ = 1, 300 do
    local ok, message = pcall(act, game, 0.5)
    assert(ok or is_expected(message), message)
    local dt = game.random:pick { 0, 1 / 60, 0.05, 0.3 }
    if game.random:chance(0.1) then
      coroutine.wrap(function() frame(game, dt) end)()
    else
      frame(game, dt)
    end
  end
  game.is_wild = false
  for _, npc in ipairs(game.crowd.npcs) do
    npc.on_enter, npc.speed = nil, 5
    npc:run(npc.go_to, tile_of(game))
  end
  for _ = 1, 1200 do frame(game, 0.1) end
  for i, npc in ipairs(game.crowd.npcs) do assert(not npc:is_running(), "NPC " .. i .. " still runs") end
end

describe("a wild game", function()
  seeds.check(it, "cannot break a crowd", seeds.cases / 20, function(seed)
    local failure = seeds.failure_of(play_wild, seed)
    return failure and ("seed %d: %s"):format(seed, failure)
  end)
end)
