--- Friends pass, enemies block, a key opens a door: dynamic obstacles on layers.
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

-- What a layer is for is up to the game: here one for each team, and one for doors.
local RED, BLUE, DOORS = 1, 2, 3
local letters = { [RED] = "R", [BLUE] = "B", [DOORS] = "D" }
local pieces = {} -- what stands on the map, to be drawn on top of the path

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
show("Blue goes round an enemy", blue)

grid:block(9, 3, false, RED) -- the knight is gone, and the door is shut
pieces = {}
place(DOORS, 9, 3)
show("Red goes round the door", red)

-- Who has the key ignores doors, too. What a query says replaces what its rules say.
local key = { ignore_blocked = { RED, DOORS } }
local path = show("Red has the key", red, key)

-- A path remembers what its query ignored: more doors do not matter, an enemy does.
place(DOORS, 10, 3)
print("Another door is shut. Red can go on: " .. tostring(path:is_valid()))
place(BLUE, 12, 3)
local is_valid, step = path:is_valid()
print(("Blue stands in the way. Red can go on: %s, up to step %d\n"):format(
  tostring(is_valid), step))
show("Red goes round blue", red, key)

-- Danger is a penalty on the tiles around an enemy; what it counts is up to each query.
for y = 2, 4 do
  for x = 11, 13 do grid:set_penalty(x, y, 4) end
end
show("Red shuns the tiles that blue can strike", red, key)
show("Red is brave", red, { ignore_blocked = key.ignore_blocked, penalty_scale = 0.1 })
