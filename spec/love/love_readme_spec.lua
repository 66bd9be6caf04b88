-- The game in the README, in a real LÖVE 11 on a screen in memory.

local love_game = require "spec.support.love_game"
local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- One of the Luas is enough: LÖVE has a Lua of its own, and needs the build for 5.1.
local it = need.it(it, need.lua "lua5.1", need.screen)

describe("the README's game", function()
  it("walks to a clicked tile, and the dog follows", function()
    local game = assert(shell.read "README.md":match "```lua\n(%-%- main.lua\n.-)```")
    local folder = love_game.new_folder()
    assert(os.execute(("cp -r lua/astar '%s/astar'"):format(folder)))
    love_game.write(folder .. "/astar.so", (love_game.module()))
    love_game.write(folder .. "/main.lua", game .. [[
      local function play()
        for _ = 1, 60 do love.update(1 / 60) end
        love.mousepressed(11.5 * 64, 0.5 * 64)
        for _ = 1, 600 do
          love.update(1 / 60)
          love.draw()
        end
        local dog = crowd.npcs[2]
        print(player.tile_x, player.tile_y, player.state, math.abs(dog.tile_x - player.tile_x) <= 1)
      end
      function love.run()
        print(xpcall(play, debug.traceback))
        io.stdout:flush()
        return function() return 0 end
      end
    ]])
    local output, errors, code = love_game.run_on_screen(folder)
    love_game.remove(folder)
    assert.matches("12\t1\tidle\ttrue\ntrue\n$", output)
    assert.equal(0, code, errors)
  end)
end)
