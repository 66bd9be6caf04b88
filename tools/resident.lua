--- Prints the resident memory of a large grid, for tools/weigh: empty, after a path where all tiles
--- cost the same, and after edits that made some tiles cost more.
local astar = require "astar"

local SIDE, PAGE = 2048, 4096

local function resident() -- [MB]
  local file = assert(io.open "/proc/self/statm")
  local pages = file:read("*a"):match "^%d+ (%d+)"
  file:close()
  return pages * PAGE / 1e6
end

local before = resident()
local function report(what) print(("    %-44s %9.1f"):format(what, resident() - before)) end

local grid = astar.grid(SIDE, SIDE, { fill = "." })
local rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }
report "empty"
assert(grid:find_path(1, 1, SIDE, SIDE, rules))
report "after a path, all tiles of one cost"
for i = 0, 999 do grid:set(i * 7919 % SIDE + 1, i * 104729 % SIDE + 1, "~") end
assert(grid:find_path(1, 1, SIDE, SIDE, rules))
report "after 1000 edits, tiles of two costs"
