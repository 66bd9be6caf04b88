--- What changes on a map: doors that shut, ledges one can only jump down, stairs.
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

local grid = astar.grid {
  "###############",
  "#......#......#",
  "#......#......#",
  "#......D......#",
  "#......#......#",
  "#......#......#",
  "###############",
}
local rules = astar.rules { cost = { ["."] = 1, ["D"] = 1 } }

local function show(what, x1, y1, x2, y2)
  local path, cost = grid:find_path(x1, y1, x2, y2, rules)
  print(("%s: %s"):format(what, path and ("cost %.2f"):format(cost) or cost))
  print(ascii.draw(grid, { paths = { path } }) .. "\n")
end

show("Through the door", 3, 2, 12, 2)

grid:block(8, 4) -- an obstacle apart from the terrain: the tile is still a door
show("The door is shut", 3, 2, 12, 2)

local stairs = grid:link(2, 6, 14, 6, { cost = 3 }) -- a cellar from one room to the other
show("The door is shut, the cellar is open", 3, 2, 12, 2)

grid:unlink(stairs)
grid:block(8, 4, false)

-- A ledge along the left room: from row 4 to row 5 one jumps down, and not up again. One call
-- closes the step up (dy = -1) and leaves the step down as it is. Diagonal steps up find one
-- of their two ways round closed, so they are not possible either.
for x = 2, 7 do grid:set_edge(x, 5, 0, -1, false, true) end
show("Down the ledge", 3, 3, 3, 6)
show("Up the ledge", 3, 6, 3, 3)
