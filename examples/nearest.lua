--- Goals: the nearest of several goals, a range around a goal, and a partial path when no path
--- reaches the goal.
---
--- Run it with: lua5.4 examples/nearest.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

local grid = astar.grid {
  "....................",
  "..#######...........",
  "..#.....#......~~~~.",
  "..#.....#.....~~~~~~",
  "..#######.....~~~~~.",
  "....................",
}
local rules = astar.rules { cost = { ["."] = 1, ["~"] = 5 } }
local x, y = 11, 4

local function show(what, path, cost, index, goals)
  local marks = { { x = x, y = y, text = "@", style = "bold" } }
  for i, goal in ipairs(goals) do
    marks[#marks + 1] = { x = goal[1], y = goal[2], text = tostring(i), style = "bold red" }
  end
  print(("%s: %s"):format(what, path and ("cost %.2f, goal %d, %d tiles")
    :format(cost, index, #path) or cost))
  print(ascii.draw(grid, { paths = { path }, marks = marks }) .. "\n")
end

-- `find_nearest` compares the costs of the paths, not distances: a tile of water costs 5.
local wells = { { 18, 4 }, { 1, 6 }, { 20, 1 } }
local path, cost, index = grid:find_nearest(x, y, wells, rules)
show("The nearest well", path, cost, index, wells)

-- An archer need not stand next to the target: any tile within 4 steps counts as the goal.
local target = { { 18, 4 } }
path, cost = grid:find_path(x, y, 18, 4, rules, { range = 4 })
show("Within range", path, cost, 1, target)

-- There are walls all around the vault. A partial path leads to the reachable tile nearest to it.
local vault = { { 5, 3 } }
path, cost = grid:find_path(x, y, 5, 3, rules)
show("The vault", path, cost, 1, vault)
path, cost = grid:find_path(x, y, 5, 3, rules, { partial = true })
show("The vault, partial", path, cost, 1, vault)
