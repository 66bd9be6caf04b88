--- Why is there no path, and what would have to change? Explanations with drawings: a locked door,
--- a cart that is too wide, a wall to dig through. Then two questions about what would be blocked:
--- which buildings would close a path, and where would a few guards close it?
---
--- Run it with: lua5.4 examples/explain.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

local on_foot = astar.rules { cost = { ["."] = 1, ["D"] = 1 } }

--- Explains why no path leads from A to B, in a sentence and in a drawing.
local function show(what, grid, a, b, rules, options)
  local explanation = grid:explain(a.x, a.y, b.x, b.y, rules, options)
  print(what .. ":\n" .. tostring(explanation))
  print(ascii.draw(grid, {
    explanation = explanation,
    marks = { { x = a.x, y = a.y, text = "A" }, { x = b.x, y = b.y, text = "B" } },
  }) .. "\n")
  return explanation
end

print "! barrier   / tile to open   o path, when they are open   = tightest place   X locked door\n"

-- -------------------------------------------------------------------------- a locked door

local house = astar.grid {
  "#################",
  "#.......#.......#",
  "#.......#.......#",
  "#.......D.......#",
  "#.......#.......#",
  "#################",
}
house:block(9, 4) -- locked: a dynamic obstacle
local locked = show("A locked door", house, { x = 3, y = 3 }, { x = 14, y = 3 }, on_foot, {
  open_default = false, -- no terrain is opened: the walls stay
})
print("Each of these rules, lifted alone, would make a path: "
  .. table.concat(locked.relax, ", ") .. ".\n")

-- ------------------------------------------------------------------ a cart that is too wide

local farm = astar.grid {
  "####################",
  "#........#.........#",
  "#........#.........#",
  "#..................#",
  "#........#.........#",
  "#........#.........#",
  "####################",
}
local cart = astar.rules { cost = { ["."] = 1 }, size = 2 }
local wide = show("A cart of 2 x 2 tiles", farm, { x = 3, y = 3 }, { x = 15, y = 3 }, cart, {
  want = { "relax", "open", "path", "widest", "tightest" }, -- without the barrier
})
print(("The largest size that gets through is %d. At (%d, %d) the cart is stuck.\n")
  :format(wide.widest, wide.tightest.x, wide.tightest.y))

-- ---------------------------------------------------------------- a wall to dig through

-- To dig through clay costs 2 per tile, through rock 9; nothing digs through granite. The cheapest
-- tiles come first, then the cheapest path through them.
local mine = astar.grid {
  "####################",
  "#.......%%%%%%.....#",
  "#.......%%%%%%.....#",
  "#.......::::%%.....#",
  "#.......%%%:%%.....#",
  "#.......%%%::......#",
  "####################",
}
show("A mine", mine, { x = 3, y = 2 }, { x = 18, y = 2 }, on_foot, {
  open = { [":"] = 2, ["%"] = 9, ["#"] = false },
})

-- ---------------------------------------------------------------------- where to build

local village = astar.grid {
  "#####################",
  "#.........#.........#",
  "#.........#.........#",
  "...................##",
  "#...................#",
  "#.........#.........#",
  "#.........#.........#",
  "#####################",
}
local gate, well, inn = { 1, 4 }, { 19, 2 }, { 19, 7 }
local pairs_to_keep = {
  { gate[1], gate[2], well[1], well[2] },
  { gate[1], gate[2], inn[1], inn[2] },
}
local names = { "the well", "the inn" }

--- Builds a house of 2 x 2 tiles, unless it would cut the gate off from the well or from the inn.
--- The answer comes before anything is built.
local function build(x, y)
  local tiles = {}
  for i = 0, 3 do tiles[i + 1] = { x + i % 2, y + math.floor(i / 2) } end
  local is_free, broken = village:can_block(tiles, on_foot, pairs_to_keep)
  if is_free then
    for _, tile in ipairs(tiles) do village:set(tile[1], tile[2], "H") end
  end
  print(("A house at (%d, %d): %s"):format(x, y,
    is_free and "built" or "refused, it would cut off " .. names[broken]))
end

build(5, 3)
build(10, 4) -- in the gap of the wall
build(12, 5)
build(17, 2)
build(19, 4) -- between the house before and the wall
print(ascii.draw(village, { marks = {
  { x = gate[1], y = gate[2], text = "G" }, { x = well[1], y = well[2], text = "w" },
  { x = inn[1], y = inn[2], text = "i" },
} }) .. "\n")

-- ---------------------------------------------------------------------- choke points

local valley = astar.grid {
  "..........#.........",
  "..........#.........",
  "....................",
  "....##....#.........",
  "....##....#....##...",
  "..........#....##...",
  "....................",
  "..........#.........",
}
local guards = assert(valley:chokepoints(2, 4, 18, 2, on_foot))
local marks = { { x = 2, y = 4, text = "A" }, { x = 18, y = 2, text = "B" } }
for i, guard in ipairs(guards) do
  marks[#marks + 1] = { x = guard[1], y = guard[2], text = tostring(i) }
end
print(("%d guards keep A from B, and not one less:"):format(#guards))
print(ascii.draw(valley, { marks = marks }))
