--- The main use in a terminal: one map and two movers with different costs, so that each has
--- another cheapest path. Then a blocked bridge, a partial path, and hexes. The tables show cost,
--- length, expanded tiles and time of each search.
---
--- Run it with: make demo, or: lua5.4 examples/demo.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"
local stopwatch = require "stopwatch"

local function heading(text)
  print("\n" .. ascii.paint(text, "bold underline") .. "\n")
end

--- Draws a map with the paths of some movers from `a` to `b`.
local function show(grid, movers, a, b, options)
  options.styles = {
    ["."] = "dim", ["="] = "yellow", ["~"] = "bold blue", ["T"] = "green", ["^"] = "magenta",
  }
  options.paths = movers
  options.marks = {
    { x = a.x, y = a.y, text = "A", style = "bold inverse" },
    { x = b.x, y = b.y, text = "B", style = "bold inverse" },
  }
  print("  " .. ascii.draw(grid, options):gsub("\n", "\n  "))
end

--- Prints one row of a table.
local function print_row(name, style, ...)
  local cells = ("%8s %6s %9s %13s   %s"):format(...):gsub(" +$", "")
  print("  " .. ascii.paint(("%-12s"):format(name), style) .. cells)
end

local function print_head()
  print_row("mover", "dim", "cost", "tiles", "expanded", "microseconds", "")
end

--- Searches a mover's path and prints a row with the result. Sets `mover.path` to the path or nil.
local function report(mover, grid, a, b, options)
  local function find() return grid:find_path(a.x, a.y, b.x, b.y, mover.rules, options) end
  local path, cost = find()
  local time = ("%.1f"):format(stopwatch.microseconds(find))
  if path then
    local note = path:is_partial() and "partial: to the nearest reachable tile" or ""
    print_row(mover.name, mover.style, ("%.2f"):format(cost), #path, path:expanded(), time, note)
  else
    print_row(mover.name, mover.style, "", "", "", time, ("nil, %q"):format(cost))
  end
  mover.path = path
end

-- ------------------------------------------------------ one map, two movers, two paths

local grid = astar.grid {
  "################################################################",
  "#..........TTT.......~~~.......................TTTT............#",
  "#.....TTTTTTTTTT.....~~~.....^^^^............TTTTTTTT..........#",
  "#....TTTTTTTTTTTT....~~~....^^^^^^.......########.TTT..........#",
  "#.....TTTTTTTTTT.....~~~...^^^^^^^^......#......#...T..=====...#",
  "#..=====...TTTTTT....~~~....^^^^^^.......#......#......=.......#",
  "#......=....TTTT....~~~......^^^.........#......#......=.......#",
  "#......=............~~~..................########......=.......#",
  "#......==..........~~~.................................=.......#",
  "#.......=..........~~~...TTTT..........................=.......#",
  "#.......=..........~~~..TTTTTTT...........^^^^.........=.......#",
  "#.......=.........~~~....TTTTT..........^^^^^^^........=.......#",
  "#.......===========================....^^^^^^^^........=.......#",
  "#....TT...........~~~.............=.....^^^^^..........=.......#",
  "#...TTTT..........~~~.............======================.......#",
  "#....TT...........~~~..........................................#",
  "################################################################",
}
local village, fort = { x = 4, y = 6 }, { x = 60, y = 5 }
local bridge = { x = 20, y = 13 }

local ranger = {
  name = "ranger", mark = "o", style = "bold cyan",
  rules = astar.rules {
    cost = { ["."] = 1, ["="] = 1, ["T"] = 1.5, ["^"] = 2, ["~"] = 2 },
  },
}
local wagon = {
  name = "wagon", mark = "*", style = "bold red",
  rules = astar.rules {
    cost = { ["."] = 2, ["="] = 0.5 }, -- a terrain that is not listed is impassable
  },
}

heading("One map, two movers: the cheapest path for each")
print_head()
report(ranger, grid, village, fort)
report(wagon, grid, village, fort)
print()
show(grid, { ranger, wagon }, village, fort, {})
print [[

  . grass   = road   T forest   ^ hills   ~ river   # wall
  o ranger: grass and road cost 1, forest 1.5, hills and river 2
  * wagon:  road 0.5, grass 2, other terrain impassable     + both]]

-- ------------------------------------------------------------------ when no path exists

heading("The bridge is closed: the same calls again")
grid:block(bridge.x, bridge.y)
print_head()
report(ranger, grid, village, fort)
report(wagon, grid, village, fort)
report(wagon, grid, village, fort, { partial = true })
print()
show(grid, { wagon }, village, fort, { y = 5, height = 11 })

-- ------------------------------------------------------------------------- hexes

heading("Hexes: the cheapest path goes around the swamp")
local hexes = astar.grid({
  "................",
  ".....~~~~.......",
  "....~~~~~~.##...",
  "...~~~~~~~.##...",
  ".....~~~........",
  "................",
}, { layout = "odd_r" })
local hiker = {
  name = "hiker", mark = "o", style = "bold cyan",
  rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 } },
}
local camp, hut = { x = 2, y = 3 }, { x = 15, y = 3 }
print_head()
report(hiker, hexes, camp, hut)
print()
show(hexes, { hiker }, camp, hut, { layout = "odd_r" })

print("\nTry a map of your own:  lua5.4 examples/route.lua MAP x1 y1 x2 y2")
