--- The first program of a user: finds a path around a wall, also in a thread and by an index, requires each helper,
--- and prints the version; on Linux also the native file that Lua loaded. The tests of the packages run it, with
--- nothing of the project but what a package contains.
local astar = require "astar"

local grid = astar.grid { "..#..", "..#..", "....." }
local rules = astar.rules { cost = { ["."] = 1 } }
local path, cost = grid:find_path(1, 1, 5, 1, rules)
assert(#path == 7, "a path around the wall has 7 tiles")
assert(math.abs(cost - (4 + 2 * math.sqrt(2))) < 1e-12, cost)

local index = assert(grid:bake(rules))
assert(math.abs(index:cost(1, 1, 5, 1) - cost) < 1e-12, "an index has the same cost")

local pool = astar.pool(grid)
local request = pool:find_path(1, 1, 5, 1, rules)
pool:wait()
assert(select(2, request:result()) == cost, "a thread finds the same path")
pool:close()

local helpers = { "ascii", "floors", "layout", "loader", "script", "tiled" }
if love then table.insert(helpers, "love") end -- luacheck: read globals love
for _, name in ipairs(helpers) do assert(require("astar." .. name), name) end

print(astar._VERSION)
local maps = io.open "/proc/self/maps"
local file = maps and maps:read "*a":match "/[^\n]*/astar%.so"
if file then print(file) end
