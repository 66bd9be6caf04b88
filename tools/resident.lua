--- Prints the resident memory of a large grid, for tools/weigh: empty, after a path where all tiles
--- cost the same, and after edits that made some tiles cost more.
package.path = "./?.lua;" .. package.path
local astar = require "astar"
local resident = require "spec.support.resident"

local SIDE, KB_PER_MB = 2048, 1e6 / 1024

local before = resident()
local function report(what)
  print(("    %-44s %9.1f"):format(what, (resident() - before) / KB_PER_MB))
end

local grid = astar.grid(SIDE, SIDE, { fill = "." })
local rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }
report "empty"
assert(grid:find_path(1, 1, SIDE, SIDE, rules))
report "after a path, all tiles of one cost"
for i = 0, 999 do grid:set(i * 7919 % SIDE + 1, i * 104729 % SIDE + 1, "~") end
assert(grid:find_path(1, 1, SIDE, SIDE, rules))
report "after 1000 edits, tiles of two costs"
