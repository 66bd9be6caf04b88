-- examples/love-pool in a real LÖVE 11, on a screen in memory, played by scripts. See
-- spec/support/love_demo.lua.

local love_game = require "spec.support.love_game"
local need = require "spec.support.need"

-- One of the Luas is enough: LÖVE has a Lua of its own, and needs the build for 5.1.
local it = need.it(it, need.lua "lua5.1", need.screen)

local PRELUDE = [[
  demo.draw_every = 1e9
  local travelers = require "travelers"

  -- The center of a tile in the window.
  local function at(x, y) return { (x - 0.5) * 5, 60 + (y - 0.5) * 5 } end

  -- Each step leads to a neighbor, and never into a wall. A wall may be built where a traveler is.
  local walled_in = {}
  function app:set(x, y, terrain)
    getmetatable(self).__index.set(self, x, y, terrain)
    for _, traveler in ipairs(self) do
      if traveler.x == x and traveler.y == y then walled_in[traveler] = true end
    end
  end

  function demo.check()
    for _, traveler in ipairs(app) do
      local dx, dy = traveler.x - traveler.from_x, traveler.y - traveler.from_y
      assert(math.max(math.abs(dx), math.abs(dy)) <= 1)
      if not app:is_wall(traveler.x, traveler.y) then
        walled_in[traveler] = nil
      elseif not walled_in[traveler] then
        error(("walks into the wall (%d, %d)"):format(traveler.x, traveler.y))
      end
    end
  end

  -- Waits until each traveler has a path on the current map, or rests after a failed search.
  local function wait()
    demo.wait(function()
      love.timer.sleep(0.002)
      for _, traveler in ipairs(app) do
        local is_ready = traveler.tiles and not traveler.is_outdated
        if traveler.asked or not is_ready and traveler.rest <= 0 then return false end
      end
      return true
    end, 5000)
  end

  -- Checks that all paths are those of find_path. Returns their number.
  local function check_paths()
    local count = 0
    for _, traveler in ipairs(app) do
      local tiles = traveler.tiles
      if tiles then
        assert(tiles[traveler.index] == traveler.x and tiles[traveler.index + 1] == traveler.y)
        local path = assert(app.grid:find_path(tiles[1], tiles[2], traveler.goal_x, traveler.goal_y,
          travelers.rules))
        assert(table.concat(path:flat(), " ") == table.concat(tiles, " "))
        count = count + 1
      end
    end
    return count
  end

  app.has_boulders = false
  app.random:setSeed(1)
  demo.key "n"
]]

local function play(script)
  local output, errors, code = love_game.play("love-pool", PRELUDE .. script)
  assert.equal(0, code, errors)
  return output
end

describe("love-pool", function()
  it("leads every traveler along paths that the pool found", function()
    play [[
      wait()
      assert(check_paths() > 250)
      demo.wait(function()
        love.timer.sleep(0.001)
        return app.arrived > 100
      end, 2000)
      wait()
      assert(check_paths() > 250)
    ]]
  end)

  it("finds paths on the edited map, while all travelers continue to walk", function()
    play [[
      wait()
      demo.drag { at(101, 1), at(101, 144) }
      wait()
      check_paths()
      for y = 1, travelers.height do
        for x = 100, 102 do assert(app:is_wall(x, y)) end
      end
      for _, traveler in ipairs(app) do
        if traveler.tiles and not walled_in[traveler] then
          assert((traveler.x < 101) == (traveler.goal_x < 101), "a path through the wall")
        end
      end
      demo.drag({ at(98, 70), at(104, 70) }, 2)
      wait()
      assert(not app:is_wall(101, 70) and app:is_wall(101, 80))
      check_paths()
      demo.wait(function() -- until a traveler has a goal on the other side
        love.timer.sleep(0.001)
        for _, traveler in ipairs(app) do
          if traveler.tiles and (traveler.x < 101) ~= (traveler.goal_x < 101) then return true end
        end
        return false
      end, 5000)
      demo.drag { at(-20, 70), at(-10, 300), at(400, 400) } -- off the map
    ]]
  end)

  it("drops the requests about the previous map", function()
    play [[
      wait()
      for x = 1, travelers.width do app:set(x, 72, travelers.wall) end
      app:update(0) -- requests, and does not wait
      assert(app.waiting_count > 250 and app.pool:pending() == app.waiting_count)
      local pool, grid, receive = app.pool, app.grid, app.receive
      function app:receive(traveler, path)
        assert(app.grid ~= grid)
        return receive(self, traveler, path)
      end
      demo.key "n"
      assert(not pcall(pool.pending, pool) and app.pool ~= pool)
      wait()
      assert(check_paths() > 150)
      assert(app.waiting_count == 0 and app.pool:pending() == 0)
    ]]
  end)

  it("finds the same in the thread of the game", function()
    play [[
      wait()
      demo.key "t"
      local received = 0
      for x = 1, travelers.width do app:set(x, 20, travelers.ground) end
      function app:receive(...)
        received = received + 1
        return getmetatable(self).__index.receive(self, ...)
      end
      demo.frames()
      assert(received > 250 and app.waiting_count == 0 and app.pool:pending() == 0)
      check_paths()
      demo.key "t"
      app:set(1, 1, travelers.wall)
      demo.frames()
      assert(app.pool:pending() > 0)
    ]]
  end)

  it("lets boulders fall, twelve at a time", function()
    play [[
      demo.key "b"
      for _ = 1, 30 do demo.frames(60) end
      assert(#app.boulders == 12)
      for _, boulder in ipairs(app.boulders) do assert(app:is_wall(boulder[1], boulder[2])) end
      wait()
      assert(check_paths() > 250)
    ]]
  end)

  it("draws the map, and continues when the window changes", function()
    play [[
      wait()
      local image = demo.image()
      local x, y = 0, 1
      repeat x = x + 1 until app:is_wall(x, y)
      local red, green, blue = image:getPixel(unpack(at(x, y)))
      assert(math.abs(red - 0.400) < 0.03 and math.abs(green - 0.440) < 0.03
        and math.abs(blue - 0.530) < 0.03)
      love.resize(800, 500)
      demo.screenshot "/dev/null"
    ]]
  end)

  it("ends its threads when it is quit", function()
    local output, errors, code = love_game.run_copy("love-pool", [[
      local update, frames = love.update, 0
      function love.update(dt)
        update(dt)
        frames = frames + 1
        if frames < 30 then return end
        for x = 1, 256 do app:set(x, 72, "#") end
        app:update(0)
        print(app.pool:pending() > 250)
        love.event.quit() -- with requests in flight
      end
    ]])
    assert.equal("true\n", output, errors)
    assert.equal(0, code)
  end)
end)

-- The way of docs/love.md for games whose Lua code searches in a thread.
describe("a thread of Lua", function()
  it("keeps a replica of the map by deltas that come over a Channel", function()
    local main = [[
      local astar = require "astar"
      local grid = astar.grid(40, 30, { fill = "." })
      local rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 }, step = function(from, to)
        return from ~= to and 2 or nil
      end }
      local requests, answers = love.thread.newChannel(), love.thread.newChannel()
      local thread = love.thread.newThread "worker.lua"
    ]]
    local worker = [[
      require "love.filesystem"
      local astar = require "astar"
      local requests, answers = ...
      local replica = assert(astar.deserialize(requests:demand()))
      local rules = assert(astar.deserialize_rules(requests:demand()))
      local changes = requests:demand()
      while changes ~= "quit" do
        assert(replica:apply(changes))
        answers:push(replica:find_path(1, 1, 40, 30, rules):flat())
        changes = requests:demand()
      end
    ]]
    local output, errors, code = love_game.play_files({ ["main.lua"] = main, ["worker.lua"] = worker }, [[
      local sent, same = grid:revision(), 0
      assert(grid:changes(sent))
      thread:start(requests, answers)
      requests:push(grid:serialize())
      requests:push(rules:serialize())
      for i = 1, 50 do
        grid:fill("~", i % 30 + 1, 2, 3, 20)
        grid:block(i % 20 + 5, i % 25 + 3)
        requests:push(assert(grid:changes(sent)))
        sent = grid:revision()
        local tiles = answers:demand(10)
        if not tiles then break end
        local path = grid:find_path(1, 1, 40, 30, rules)
        if table.concat(path:flat(), " ") == table.concat(tiles, " ") then same = same + 1 end
      end
      requests:push "quit"
      thread:wait()
      print(same, thread:getError())
    ]])
    assert.equal(0, code, errors)
    assert.matches("50\tnil\ntrue\n$", output)
  end)
end)
