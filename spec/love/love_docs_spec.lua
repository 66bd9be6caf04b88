-- The code in the documentation that needs LÖVE, in a real LÖVE 11 on a screen in memory.

local love_game = require "spec.support.love_game"
local manual = require "spec.support.manual"
local need = require "spec.support.need"

-- One of the Luas is enough: LÖVE has a Lua of its own, and needs the build for 5.1.
local it = need.it(it, need.lua "lua5.1", need.screen)

--- Runs a game with `code` in place of its main loop. Gives its output.
local function play(files, code)
  local output, errors, exit_code = love_game.play_files(files, code)
  assert.equal(0, exit_code, errors)
  return output
end

-- Some frames.
local frames = [[
  for _ = 1, 30 do
    if love.update then love.update(1 / 60) end
    love.graphics.clear()
    if love.draw then love.draw() end
    love.graphics.present()
  end
]]

describe("the documentation in LÖVE", function()
  it("has a first game, in which a click moves the player, and the dog follows", function()
    local games = manual.games(manual.page "docs/getting-started.md")
    local output = play(games[#games], [[
      for _ = 1, 60 do love.update(1 / 60) end
      love.mousepressed(11.5 * 64, 0.5 * 64, 1)
      for _ = 1, 600 do
        love.update(1 / 60)
        love.draw()
      end
      local dog = crowd.npcs[2]
      print(player.tile_x, player.tile_y, player.state, math.abs(dog.tile_x - player.tile_x) <= 1)
    ]])
    assert.matches("12\t1\tidle\ttrue\ntrue\n$", output)
  end)

  for _, page in ipairs(manual.pages()) do
    for i, files in ipairs(manual.games(page.text)) do
      it(("has game %d in %s, which runs"):format(i, page.name), function()
        assert.matches("true\n$", play(files, frames))
      end)
    end
    local code, needs_love = manual.program(page.text, true)
    if needs_love then
      it("has code in " .. page.name .. " that runs", function()
        assert.matches("true\n$", play({ ["main.lua"] = code }, frames))
      end)
    end
  end
end)
