--- Obstacle layers: units of a team pass friends, enemies block them, and a key opens a door. Each
--- layer has dynamic obstacles of one kind, and rules or queries name the layers that they ignore.
--- Penalties make a path avoid danger.
---
--- Run it with: lua5.4 examples/teams.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

local grid = astar.grid {
  "#################",
  "#.......#.......#",
  "#...............#",
  "#.......#.......#",
  "####.#######.####",
  "#...............#",
  "#################",
}

-- The game decides what a layer means: here one layer per team, and one for doors.
local RED, BLUE, DOORS = 1, 2, 3
local letters = { [RED] = "R", [BLUE] = "B", [DOORS] = "D" }
local pieces = {} -- the marks of obstacles, which are drawn over the path

local function place(layer, x, y)
  grid:block(x, y, true, layer)
  pieces[#pieces + 1] = { x = x, y = y, text = letters[layer] }
end

local cost = { ["."] = 1 }
local red = astar.rules { cost = cost, ignore_blocked = { RED } }
local blue = astar.rules { cost = cost, ignore_blocked = { BLUE } }

local function show(what, rules, options)
  local path, length = grid:find_path(2, 3, 16, 3, rules, options)
  print(("%s: %s"):format(what, path and ("cost %.2f"):format(length) or length))
  print(ascii.draw(grid, { marks = pieces, paths = { path } }) .. "\n")
  return path
end

place(RED, 9, 3) -- a red knight stands in the passage
show("Red passes a friend", red)
show("Blue goes around an enemy", blue)

grid:block(9, 3, false, RED) -- the knight leaves, and the door closes
pieces = {}
place(DOORS, 9, 3)
show("Red goes around the door", red)

-- A unit with the key ignores doors, too. The option of a query replaces the option of the rules.
local key = { ignore_blocked = { RED, DOORS } }
local path = show("Red has the key", red, key)

-- A path remembers which layers its query ignored: another door does not break it, an enemy does.
place(DOORS, 10, 3)
print("Another door closes. Red's path is legal: " .. tostring(path:is_valid()))
place(BLUE, 12, 3)
local is_valid, step = path:is_valid()
print(("Blue blocks the path. Red's path is legal: %s, first illegal step: %d\n"):format(
  tostring(is_valid), step))
show("Red goes around blue", red, key)

-- Danger: a penalty on the tiles around an enemy. Each query can scale the penalties.
for y = 2, 4 do
  for x = 11, 13 do grid:set_penalty(x, y, 4) end
end
show("Red avoids the tiles next to blue", red, key)
show("Red accepts the danger", red, { ignore_blocked = key.ignore_blocked, penalty_scale = 0.1 })
