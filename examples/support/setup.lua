--- Lets an example find the library in this checkout, from whatever folder it is started.
--- In a game you have `astar.so` beside your scripts, or installed, and need nothing of this.
local root = (arg[0]:match("^.*[/\\]") or "") .. "../"
local build = "lua" .. _VERSION:match "%d+%.%d+" -- LuaJIT says Lua 5.1, too
package.cpath = root .. "build/" .. build .. "/?.so;" .. package.cpath
package.path = root .. "lua/?.lua;" .. root .. "examples/support/?.lua;" .. package.path
