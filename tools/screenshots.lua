--- Takes the pictures of the LÖVE demos and of the manual again: lua tools/screenshots.lua, in the
--- top folder, or `make screenshots`. It plays a script in each demo and writes
--- examples/DEMO/screenshot.png, and other pictures of the demo that the script takes. It plays the
--- game of "Getting started" and writes its picture, and it writes the moving picture of README.md,
--- examples/love-village/village.webp.
package.path = "./?.lua;" .. package.path

local love_game = require "spec.support.love_game"
local manual = require "spec.support.manual"
local shell = require "spec.support.shell"

-- The script that each demo plays before the picture is taken.
local scripts = {
  ["love-explorer"] = [[
    demo.point(0, 0)
    app:new_map(2474) -- there is no path
    demo.screenshot(folder .. "/explanation.png")
    app:new_map(24)
    demo.wait(function() return app:is_over() end, 3000)
  ]],
  ["love-rts"] = [[
    demo.frames(60)
    demo.drag { { 110, 120 }, { 360, 310 } }
    demo.drag({ { 700, 390 }, { 740, 390 } }, 2)
    demo.frames(60)
    app.meter, app.measures = require "meter".new(os.clock), true -- without a graphics card
    demo.frames(60 * 22)
    demo.key "b"
    for y = 0, 2 do demo.click(425, 385 + 20 * y) end
    demo.frames(60 * 12)
    demo.key "p"
    app.measures = false
    demo.click(425, 135)
  ]],
  ["love-tactics"] = [[
    for _ = 1, 2 do
      demo.key "return"
      demo.wait(function() return app.game.side == 1 end, 3000)
    end
    app.selected = app.game.units[4]
    demo.point(require "view".layout:to_world(7, 6))
    demo.frames(90)
  ]],
  ["love-towers"] = [[
    local function click(x, y) demo.click((x - 0.5) * 32, (y - 0.5) * 32) end
    local buildings = {
      ["1"] = { { 20, 6 }, { 20, 7 }, { 15, 16 }, { 14, 18 }, { 14, 20 } },
      ["2"] = { { 17, 17 }, { 17, 20 }, { 15, 17 }, { 15, 20 }, { 24, 10 } },
      ["3"] = { { 22, 17 } }, ["5"] = { { 23.5, 15.5 } },
      ["4"] = { { 13.5, 15.5 }, { 24.5, 12.5 } },
    }
    app.game.gold = 2000
    for key, places in pairs(buildings) do
      demo.key(key)
      for _, place in ipairs(places) do click(place[1], place[2]) end
    end
    for wave = 4, 8, 4 do -- waves 5 and 9
      app.game.wave, app.game.arrivals = wave, {}
      demo.key "n"
      demo.frames(60 * 11)
    end
    demo.key "escape"
    demo.key "4"
    app.game.gold = 87
    click(19.5, 18.5)
    demo.frames(45)
  ]],
  ["love-village"] = [[
    local function click(x, y) demo.click((x - 0.5) * 32, (y - 0.5) * 32) end
    click(18, 10)
    demo.frames(1500)
    local gate = app.doors:named "east gate"
    demo.key "u"
    demo.wait(function() return gate.is_open end, 3000)
    demo.wait(function() return not gate.is_open end, 3000)
    click(24, 16)
    demo.frames(45)
  ]],
}

-- Eight seconds of the village, 12 pictures per second: people go their ways, and the player walks
-- where the mouse clicks.
local scene = [[
  local function click(x, y) demo.click((x - 0.5) * 32, (y - 0.5) * 32) end
  demo.frames(900)
  for i = 1, 96 do
    if i == 6 then click(24, 16) end
    if i == 50 then click(9, 12) end
    demo.frames(5)
    demo.screenshot(("%s/%03d.png"):format(folder, i))
  end
]]

local failed = false

local function check(picture, errors, code)
  print(code == 0 and picture or errors)
  failed = failed or code ~= 0
end

for name, script in pairs(scripts) do
  local folder = love_game.root() .. "/examples/" .. name
  local picture = folder .. "/screenshot.png"
  local _, errors, code = love_game.play(name,
    ("local folder = %q\n%sdemo.screenshot(folder .. '/screenshot.png')"):format(folder, script))
  check(picture, errors, code)
end

local frames = love_game.new_folder()
local picture = "examples/love-village/village.webp"
scene = ("local folder = %q\n"):format(frames) .. scene
local _, errors, code = love_game.play("love-village", scene)
if code == 0 then
  local command = "img2webp -loop 0 -lossy -q 40 -m 6 -d 83 %s/*.png -o %s"
  _, errors, code = shell.run(command:format(frames, picture))
end
check(picture, errors, code)
love_game.remove(frames)

local function take(files, actions, target)
  target = love_game.root() .. "/" .. target
  check(target, select(2, love_game.take_picture(files, actions, target)))
end

-- A path as the search gives it, and as every query returns it.
local game = { ["main.lua"] = shell.read "spec/support/straight_picture.lua" }
take(game, "love.window.setMode(784, 384)", "docs/straight-paths.png")

-- What one viewer sees, in both modes of sight.
game = { ["main.lua"] = shell.read "spec/support/sight_picture.lua" }
take(game, "love.window.setMode(784, 384)", "docs/sight.png")

-- A path over three floors.
game = { ["main.lua"] = shell.read "spec/support/floors_picture.lua" }
take(game, "love.window.setMode(784, 384)", "docs/floors.png")

-- The last game of the manual's first page: the player and the dog walk, and a door is closed.
local games = manual.games(manual.page "docs/getting-started.md")
local PASS = "local function pass(seconds)\n"
  .. "for _ = 1, love.update and seconds * 60 or 0 do love.update(1 / 60) end end\n"
take(games[#games], PASS .. [[
  love.window.setMode(792, 594)
  pass(0.5)
  love.mousepressed(11.5 * 66, 4.5 * 66, 1)
  love.mousepressed(7.5 * 66, 3.5 * 66, 2)
  pass(1.2)
]], "docs/getting-started.png")

-- The recipes, half as large, after three seconds, or after what happens here.
local before = {
  ["attack-move"] = "pass(4.2)",
  ["explore"] = "pass(12)",
  ["gather"] = "pass(30)",
  ["guard-a-gate"] = "pass(5.2)",
  ["knockback"] = "pass(1.5) love.mousepressed(60, 300, 1) pass(0.4)",
  ["patrol-and-chase"] = "pass(2) love.mousepressed(520, 180, 1) pass(3)",
  ["several-floors"] = "love.keypressed '2' love.mousepressed(470, 530, 1) pass(2)",
  ["squad"] = "love.mousepressed(60, 60, 1) love.mousereleased(180, 400, 1) "
    .. "love.mousepressed(600, 400, 2) love.mousereleased(600, 400, 2) pass(2.5)",
}
local recipes = manual.page "docs/recipes.md"
local names = recipes:gmatch "%]%(recipes/([%w-]+)%.png%)"
for _, files in ipairs(manual.games(recipes)) do
  local name = names()
  take(files, PASS .. [[
    love.window.setMode(400, 300, { msaa = 4 })
    local whole = love.draw
    function love.draw() love.graphics.scale(0.5) whole() end
  ]] .. (before[name] or "pass(3)"), ("docs/recipes/%s.png"):format(name))
end
os.exit(failed and 1 or 0)
