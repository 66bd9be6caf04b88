-- A real LÖVE 11 without a screen: the build for Lua 5.1 lies beside main.lua, as in a game.

local shell = require "spec.support.shell"

-- Where `require "astar"` finds the native file.
local function find_module()
  for template in package.cpath:gmatch "[^;]+" do
    local name = template:gsub("%?", "astar")
    local file = io.open(name, "rb")
    if file then
      local bytes = file:read "*a"
      file:close()
      return bytes
    end
  end
  error "no astar.so on package.cpath"
end

local CONF = [[
function love.conf(t)
  for _, name in ipairs {
    "audio", "font", "graphics", "image", "joystick", "keyboard", "math", "mouse", "physics", "sound",
    "system", "touch", "video", "window",
  } do
    t.modules[name] = false
  end
end
]]

-- Makes a game of these main.lua lines, runs it, gives what it printed.
local function play(main, library)
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute(("mkdir -p '%s/libs'"):format(folder)))
  local function write(name, content)
    local file = assert(io.open(folder .. "/" .. name, "wb"))
    file:write(content)
    file:close()
  end
  write("conf.lua", CONF)
  write(library or "astar.so", find_module())
  write("main.lua", ([[
    local ok, message = xpcall(function()
      %s
    end, debug.traceback)
    print(ok and "ok" or message)
    io.stdout:flush()
    love.event.quit()
  ]]):format(main))
  local output, errors = shell.run(
    ("cd / && SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy timeout 60 love '%s'"):format(folder))
  os.execute(("rm -r '%s'"):format(folder))
  return output, errors
end

-- One of the Luas is enough: the game has a Lua of its own, and needs the build for 5.1.
if shell.lua == "lua5.1" then
  describe("in LÖVE", function()
    local has_love = shell.run "command -v love" ~= ""

    local function it_runs(name, main, library)
      it(name, function()
        if not has_love then return pending "LÖVE is not here" end
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
      assert(astar._VERSION == "astar 0.1.0" and jit and love.getVersion() == 11)
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
      for _, object in ipairs { grid, rules, path } do
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
end
