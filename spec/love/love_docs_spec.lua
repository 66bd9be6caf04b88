-- The code in the documentation that needs LÖVE, in a real LÖVE 11 on a screen in memory.

local love_game = require "spec.support.love_game"
local manual = require "spec.support.manual"
local need = require "spec.support.need"

-- One of the Luas is enough: LÖVE has a Lua of its own, and needs the build for 5.1.
local it = need.it(it, need.lua "lua5.1", need.screen)

-- Some frames, one of them drawn, and a click.
local frames = [[
  if love.load then love.load() end
  for i = 1, 30 do
    if love.update then love.update(1 / 60) end
    if i == 10 then
      for button = 1, 2 do
        if love.mousepressed then love.mousepressed(420, 310, button) end
        if love.mousereleased then love.mousereleased(400, 300, button) end
      end
      for _, key in ipairs { "s", "l" } do
        if love.keypressed then love.keypressed(key) end
      end
    end
  end
  love.graphics.clear()
  if love.draw then love.draw() end
  love.graphics.present()
]]

describe("the documentation in LÖVE", function()
  it("has a first game, in which a click moves the player, and the dog follows", function()
    local games = manual.games(manual.page "docs/getting-started.md")
    local output, errors, code = love_game.play_files(games[#games], [[
      for _ = 1, 60 do love.update(1 / 60) end
      love.mousepressed(11.5 * 66, 0.5 * 66, 1)
      for _ = 1, 600 do
        love.update(1 / 60)
        love.draw()
      end
      local dog = crowd.npcs[2]
      print(player.tile_x, player.tile_y, player.state, math.abs(dog.tile_x - player.tile_x) <= 1)
    ]])
    assert.equal(0, code, errors)
    assert.matches("12\t1\tidle\ttrue\ntrue\n$", output)
  end)

  it("has recipes of at most 40 lines, each with a picture", function()
    local text = manual.page "docs/recipes.md"
    local _, count = text:gsub("\n## [^\n]+", "")
    local games = manual.games(text)
    assert.equal(count, #games)
    for i, files in ipairs(games) do
      assert.is_true(select(2, files["main.lua"]:gsub("\n", "")) < 40, "recipe " .. i)
    end
    local _, pictures = text:gsub("\n!%[[^%]\n]+%]%(recipes/[%w-]+%.png%)\n\n```lua\n", "")
    assert.equal(count, pictures)
  end)

  it("has games and code that run", function()
    local programs = {}
    local function add(name, files) programs[#programs + 1] = { name = name, files = files, code = frames } end
    for _, page in ipairs(manual.pages()) do
      for i, files in ipairs(manual.games(page.text)) do add(("%s, game %d"):format(page.name, i), files) end
      local code, needs_love = manual.program(page.text, true)
      if needs_love then add(page.name, { ["main.lua"] = code }) end
    end
    local output, errors, exit_code = love_game.play_programs(programs)
    assert.equal(0, exit_code, errors)
    for _, program in ipairs(programs) do
      assert.is_truthy(output:find("\n" .. program.name .. "\ttrue\n", 1, true), output)
    end
  end)
end)
