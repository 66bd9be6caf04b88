--- Finds a path and loads the helpers that need no LÖVE. dh-lua runs it with each Lua when the
--- package is built, tools/test_debian when the package is installed.
local astar = require "astar"

local path = astar.grid(5, 5):find_path(1, 1, 5, 5, astar.rules { default = 1 })
assert(#path == 5, "a straight diagonal has 5 tiles")

local helpers = { "ascii", "crowd", "ffi", "layout", "scheduler", "script", "tiled", "walker" }
for _, name in ipairs(helpers) do
  assert(type(require("astar." .. name)) == "table", name)
end
