--- Takes the pictures of the LÖVE demos again: lua tools/screenshots.lua, in the top folder, or
--- `make screenshots`. It plays a script in each demo and writes examples/DEMO/screenshot.png.
package.path = "./?.lua;" .. package.path

local love_game = require "spec.support.love_game"

-- The script that each demo plays before the picture is taken.
local scripts = {
  ["love-explorer"] = [[
    app:new_map(24)
    demo.point(0, 0)
    demo.wait(function() return app:is_over() end, 3000)
  ]],
  ["love-swarm"] = [[
    app.random:setSeed(3)
    app:new_walls()
    demo.frames(900)
    demo.draw_every = 1 -- the picture shows the times of drawing
    demo.frames(160)
  ]],
  ["love-village"] = [[
    local function click(x, y) demo.click((x - 0.5) * 32, (y - 0.5) * 32) end
    click(18, 10)
    demo.frames(1500)
    local gate = app.doors:named "east gate"
    demo.wait(function() return gate.is_open end, 3000)
    demo.wait(function() return not gate.is_open end, 3000)
    click(24, 16)
    demo.frames(45)
  ]],
}

local failed = false
for name, script in pairs(scripts) do
  local folder = love_game.root() .. "/examples/" .. name
  local picture = folder .. "/screenshot.png"
  local _, errors, code = love_game.play(folder, script .. ("demo.screenshot %q"):format(picture))
  print(code == 0 and picture or errors)
  failed = failed or code ~= 0
end
os.exit(failed and 1 or 0)
