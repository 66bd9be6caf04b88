--- A turn of a tactics game on hexes: where a unit can go (a movement range), and which enemies it
--- can shoot from there (a distance field with the rules of arrows).
---
--- Run it with: lua5.4 examples/tactics.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

local grid = astar.grid({
  "....TT.........",
  "...TTT....~~...",
  "..........~~~..",
  ".....##...~~...",
  "......##....TT.",
  "..TT........TTT",
  "...T....TT.....",
}, { layout = "odd_r" })
local on_foot = astar.rules { cost = { ["."] = 1, ["T"] = 2, ["~"] = 3 } }
-- An arrow costs 1 per hex on any terrain and flies over units. Only walls stop it.
local arrows = astar.rules { default = 1, cost = { ["#"] = false }, ignore_blocked = true }

local archer = { x = 5, y = 5, moves = 4, shot = 2 }
local foes = { { name = "orc", x = 9, y = 3 }, { name = "wolf", x = 1, y = 2 },
  { name = "troll", x = 14, y = 6 } }
local units = { { x = archer.x, y = archer.y, text = "@", style = "bold green" } }
for i, foe in ipairs(foes) do
  grid:block(foe.x, foe.y) -- the tile of a unit blocks other units
  units[i + 1] = { x = foe.x, y = foe.y, text = foe.name:sub(1, 1):upper(), style = "bold red" }
end

--- Draws the map with the units.
local function show(options)
  options.layout, options.marks = "odd_r", units
  print(ascii.draw(grid, options) .. "\n")
end

-- One search finds the movement range: the cost of each tile within the budget, and the path to it.
local range = grid:reachable(archer.x, archer.y, on_foot, archer.moves)
local count = 0
for _ in range:each() do count = count + 1 end
print(("The archer @ has %d points. It can reach %d hexes, at these costs:")
  :format(archer.moves, count))
show { field = range }

-- The tiles that it can shoot at: a distance field from all tiles of the range, by the rules of
-- arrows.
local places = {}
for x, y in range:each() do places[#places + 1] = { x, y } end
local threat = grid:distance_field(places, arrows, { max_cost = archer.shot })
print(("Tiles marked * are in the range of its arrows, %d hexes farther:"):format(archer.shot))
show {
  text = function(x, y)
    if not range:cost(x, y) and threat:cost(x, y) then return "*", "yellow" end
    return range:cost(x, y), "cyan"
  end,
}

-- The cheapest tile of the range from which a foe can be shot.
local function place_to_shoot(foe)
  local best_x, best_y, least
  for x, y in grid:reachable(foe.x, foe.y, arrows, archer.shot):each() do
    local cost = range:cost(x, y)
    if cost and (not least or cost < least) then best_x, best_y, least = x, y, cost end
  end
  return best_x, best_y, least
end

for _, foe in ipairs(foes) do
  local x, y, cost = place_to_shoot(foe)
  if x then
    print(("The %s can be shot from (%d, %d), which costs %d:"):format(foe.name, x, y, cost))
    show { paths = { (range:path(x, y)) } }
  else
    print(("The %s is out of reach this turn.\n"):format(foe.name))
  end
end
