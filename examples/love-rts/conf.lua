-- Settings of the window, and where LÖVE finds the library: beside this folder, or in the checkout
-- that contains this folder. A game with astar.so and astar/ in its own folder needs no such paths.
local base = love.filesystem.getSourceBaseDirectory()
local suffix = jit.os == "Windows" and "dll" or "so"
package.path = ("%s/?.lua;%s/lua/?.lua;%s/../lua/?.lua;%s"):format(base, base, base, package.path)
package.cpath = ("%s/?.%s;%s/../build/lua5.1/?.%s;%s")
  :format(base, suffix, base, suffix, package.cpath)

function love.conf(t)
  t.identity = "astar-rts"
  t.version = "11.4"
  t.window.title = "astar: two sides"
  t.window.width, t.window.height = 1280, 800
  t.window.minwidth, t.window.minheight = 900, 500
  t.window.resizable = true
  t.modules.audio, t.modules.sound = false, false
  t.modules.joystick, t.modules.physics, t.modules.video = false, false, false
end
