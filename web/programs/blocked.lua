--- Why is there no path? Click to build a wall, or to remove one, and see what would have to change.
local astar = require "astar"
local draw = require "astar.love"
local layout = require "astar.layout"

local map = astar.grid {
  "....................",
  "....................",
  "....................",
  "...#########........",
  "...#.......#........",
  "...#.......#####....",
  "...#...........#....",
  "...D...........#....",
  "...#...........#....",
  "...#.......#####....",
  "...#.......#........",
  "...####D####........",
  "....................",
  "....................",
  "....................",
}
local walker = astar.rules { cost = { ["."] = 1 } } -- walls and doors are impassable
local view = layout.orthogonal { width = 40 }
local colors = {
  ["."] = { 0.87, 0.91, 0.82 }, ["#"] = { 0.3, 0.39, 0.4 }, ["D"] = { 0.62, 0.43, 0.27 },
}
-- The walker would open a door at a cost of 1, and dig through a wall at a cost of 5.
local options = { open = { ["D"] = 1, ["#"] = 5 } }
local why

local function explain()
  why = map:explain(18, 3, 7, 8, walker, options)
end

explain()

function love.mousepressed(wx, wy)
  local x, y = view:to_tile(wx, wy)
  map:set(x, y, map:get(x, y) == ("."):byte() and "#" or ".")
  explain()
end

function love.draw()
  love.graphics.clear(0.8, 0.85, 0.76)
  draw.grid(map, view, { colors = colors })
  draw.explanation(why, view, { tightest = false })
  love.graphics.setColor(0.15, 0.2, 0.22)
  love.graphics.printf(tostring(why), 12, 530, 776)
end
