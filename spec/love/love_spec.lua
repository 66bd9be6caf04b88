-- A real LÖVE 11 without a screen: the build for Lua 5.1 lies beside main.lua, as in a game.

local love_game = require "spec.support.love_game"
local need = require "spec.support.need"

-- One of the Luas is enough: LÖVE has a Lua of its own, and needs the build for 5.1.
local it = need.it(it, need.lua "lua5.1", need.love)

-- Makes a game with these lines in main.lua and runs it. Returns what it printed.
local function play(main, library)
  local folder = love_game.new_folder()
  assert(os.execute(("mkdir '%s/libs'"):format(folder)))
  love_game.write(folder .. "/conf.lua", love_game.conf "data")
  love_game.write(folder .. "/" .. (library or "astar.so"), (love_game.module()))
  love_game.write(folder .. "/main.lua", ([[
    local ok, message = xpcall(function()
      %s
    end, debug.traceback)
    print(ok and "ok" or message)
    io.stdout:flush()
    love.event.quit()
  ]]):format(main))
  local output, errors = love_game.run(folder)
  love_game.remove(folder)
  return output, errors
end

describe("in LÖVE", function()
  local function it_runs(name, main, library)
    it(name, function()
      local output, errors = play(main, library)
      assert.equal("ok\n", output, errors)
    end)
  end

  it_runs("a game finds a path", [[
    local astar = require "astar"
    local grid = astar.grid { "..#..", "..#..", "....." }
    local rules = astar.rules { cost = { ["."] = 1 } }
    local path, cost = assert(grid:find_path(1, 1, 5, 1, rules))
    assert(#path == 7 and cost > 6)
    for i, x, y in path:each() do assert(i >= 1 and x >= 1 and y >= 1) end
    assert(astar._VERSION == "astar 0.3.0" and jit and love.getVersion() == 11)
  ]])

  it_runs("the library may lie in a folder", [[
    local astar = require "libs.astar"
    assert(#astar.grid(3, 3):find_path(1, 1, 3, 3, astar.rules { default = 1 }) == 3)
  ]], "libs/astar.so")

  it_runs("an object in a Channel or an event by mistake is an error, not a crash", [[
    local astar = require "astar"
    local grid, rules = astar.grid(3, 3), astar.rules { default = 1 }
    local path = grid:find_path(1, 1, 3, 3, rules)
    local channel = love.thread.getChannel "mistakes"
    local field = grid:reachable(1, 1, rules, 5)
    local search = grid:search(1, 1, 3, 3, rules)
    local planner = grid:replanner(1, 1, 3, 3, rules)
    local crowd = astar.crowd(grid)
    for _, object in ipairs { grid, rules, path, field, search, planner, crowd } do
      assert(not pcall(channel.push, channel, object))
      assert(not pcall(channel.push, channel, { object }))
      assert(not pcall(love.event.push, "mistake", object))
    end
    assert(channel:getCount() == 0)
    channel:push(grid:serialize()) -- the way to do it
    assert(astar.deserialize(channel:pop()):size() == 3)
  ]])

  it_runs("threads search at the same time, each on a grid of its own", [==[
    local results = love.thread.getChannel "results"
    local threads = {}
    for i = 1, 4 do
      threads[i] = love.thread.newThread [[
        local astar = require "astar"
        local results = love.thread.getChannel "results"
        local rules = astar.rules { default = 1 }
        local grid = astar.grid(100, 100)
        for n = 1, 200 do
          local path, cost = grid:find_path(1, 1, 100, n % 100 + 1, rules, {
            heuristic = function(dx, dy) return math.max(dx, dy) end,
          })
          if not path then error(cost) end
          grid:set(n % 100 + 1, 50, n % 256)
        end
        results:push "done"
      ]]
      threads[i]:start()
    end
    for i = 1, 4 do
      threads[i]:wait()
      assert(not threads[i]:getError(), threads[i]:getError())
    end
    assert(results:getCount() == 4)
  ]==])
end)
