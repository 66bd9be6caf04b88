--- Jumper 1.8.1, a peer of the benchmark: run.lua starts it. Measures its jump point search and
--- its A*, both with the exact heuristic. Its default, MANHATTAN, does not find the cheapest paths
--- where diagonal steps are allowed.
---
--- A path of its jump point search has the jump points alone. It is filled outside the timing.
local here = arg[0]:match("^.*[/\\]") or ""
package.path = ("%s?.lua;%s/bench/rocks/share/lua/5.1/?.lua;%s")
  :format(here, os.getenv("BUILD") or here .. "../build", package.path)
local timing = require "timing"
local Grid = require "jumper.grid"
local Pathfinder = require "jumper.pathfinder"

local WALKABLE, WALL = 0, 1

local b = timing.read()
local is_four_way = b.kind == "4way"

local map = {}
for y = 1, b.height do
  map[y] = {}
  for x = 1, b.width do map[y][x] = b.cost[y * b.width + x] > 0 and WALKABLE or WALL end
end
local grid = Grid(map)

local function flat(path)
  local points = {}
  path:fill()
  for node in path:iter() do
    points[#points + 1] = node.x
    points[#points + 1] = node.y
  end
  return points
end

local function measure(name, algorithm)
  local finder = Pathfinder(grid, algorithm, WALKABLE)
  finder:setMode(is_four_way and "ORTHOGONAL" or "DIAGONAL")
  finder:setHeuristic(is_four_way and "MANHATTAN" or "CARDINTCARD")
  timing.run(b, name, function(x1, y1, x2, y2)
    return (finder:getPath(x1, y1, x2, y2))
  end, flat)
end

local lua = rawget(_G, "jit") and "luajit" or "lua5.4"
measure("jumper " .. lua .. " jps", "JPS")
measure("jumper " .. lua .. " a*", "ASTAR")
