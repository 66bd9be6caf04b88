--- Movement rules of your own: slopes that cost more uphill, the knight of chess, jumps over gaps,
--- and movers that cover more than one tile.
---
--- Run it with: lua5.4 examples/movers.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

local function show(what, grid, rules, x1, y1, x2, y2)
  local path, cost = grid:find_path(x1, y1, x2, y2, rules)
  print(("%s: %s"):format(what, path and ("cost %.2f"):format(cost) or cost))
  print(ascii.draw(grid, { paths = { path } }) .. "\n")
end

-- The terrains are heights from 1 to 4. A step uphill costs 3, a step downhill has the usual cost,
-- and a step up or down by more than 1 is illegal. `step` is called when the rules are created,
-- never during a search.
local hills = astar.grid {
  "1111111111111",
  "1122222222111",
  "1123333332111",
  "1123444432111",
  "1123333332111",
  "1111111111111",
}
local climber = astar.rules {
  cost = { ["1"] = 1, ["2"] = 1, ["3"] = 1, ["4"] = 1 },
  step = function(from, to)
    local climb = tonumber(to) - tonumber(from)
    if climb > 1 or climb < -1 then return false end
    if climb == 1 then return 3 end
    return nil -- the usual cost
  end,
}
show("Up to the top", hills, climber, 13, 4, 6, 4)
show("Across the hill", hills, climber, 1, 4, 13, 4)

-- A list of moves replaces the default neighbors: here the moves of a knight.
local knight_moves = {}
for _, move in ipairs { { 1, 2 }, { 2, 1 }, { 2, -1 }, { 1, -2 } } do
  knight_moves[#knight_moves + 1] = { move[1], move[2], cost = 1 }
  knight_moves[#knight_moves + 1] = { -move[1], -move[2], cost = 1 }
end
local board = astar.grid(8, 8, { fill = "." })
show("A knight", board, astar.rules { cost = { ["."] = 1 }, neighbors = knight_moves },
  1, 1, 8, 8)

-- Four moves to neighbors, and two moves that jump over one tile of the chasm. A move can also list
-- tiles that must be passable (field `clear`).
local chasm = astar.grid {
  "...:....",
  "...:....",
  "...::...",
}
local jumper = astar.rules {
  cost = { ["."] = 1 },
  neighbors = {
    { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 },
    { 2, 0, cost = 3 }, { -2, 0, cost = 3 },
  },
}
show("Over the chasm", chasm, jumper, 1, 3, 8, 3)

-- An ogre covers 2 x 2 tiles; its position is the top left one. It does not fit through the gap
-- that is one tile wide.
local cave = astar.grid {
  "..........",
  "..........",
  "#.######..",
  "#.######..",
  "..........",
  "..........",
}
show("A goblin", cave, astar.rules { cost = { ["."] = 1 } }, 1, 1, 1, 5)
show("An ogre", cave, astar.rules { cost = { ["."] = 1 }, size = 2 }, 1, 1, 1, 5)
