--- Edits of a map: a door that closes (dynamic obstacle), stairs (link), and a ledge that a mover
--- can jump down but not climb up (closed edges). Each query sees the map as it is at that time.
---
--- Run it with: lua5.4 examples/doors_and_ledges.lua
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

grid:block(8, 4) -- a dynamic obstacle: the terrain of the tile is still a door
show("The door is shut", 3, 2, 12, 2)

local stairs = grid:link(2, 6, 14, 6, { cost = 3 }) -- a cellar between the two rooms
show("The door is shut, the cellar is open", 3, 2, 12, 2)

grid:unlink(stairs)
grid:block(8, 4, false)

-- A ledge across the left room: steps from row 4 down to row 5 are legal, steps up are not. Each
-- call closes the step up (dy = -1) and leaves the step down open. A diagonal step up is illegal,
-- too, because one of the two ways around its corner is closed.
for x = 2, 7 do grid:set_edge(x, 5, 0, -1, false, true) end
show("Down the ledge", 3, 3, 3, 6)
show("Up the ledge", 3, 6, 3, 3)
