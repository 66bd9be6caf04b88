--- Sets the paths of `require`, so that an example finds the library of this checkout when it is
--- started in any folder. A game does not need this file: there astar.so is beside the scripts, or
--- installed.
local root = (arg[0]:match("^.*[/\\]") or "") .. "../"
local build = "lua" .. _VERSION:match "%d+%.%d+" -- "Lua 5.1" on LuaJIT, too
package.cpath = root .. "build/" .. build .. "/?.so;" .. package.cpath
package.path = root .. "lua/?.lua;" .. root .. "examples/support/?.lua;" .. package.path
