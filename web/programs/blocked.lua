--- Why is there no path? Click to build a wall, or to remove one, and
--- see what would have to change.
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
local on_foot = astar.rules { cost = { ["."] = 1 } } -- no walls, no doors
local view = layout.orthogonal { width = 40 }
local colors = {
  ["."] = { 0.87, 0.91, 0.82 }, ["#"] = { 0.3, 0.39, 0.4 }, ["D"] = { 0.62, 0.43, 0.27 },
}
-- What it costs to open a door, and to dig through a wall.
local options = { open = { ["D"] = 1, ["#"] = 5 } }
local font = love.graphics.newFont(18)
local why

local function explain()
  why = map:explain(18, 3, 7, 8, on_foot, options)
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
  for _, point in ipairs { { why.x1, why.y1 }, { why.x2, why.y2 } } do
    local x, y = view:to_world(point[1], point[2])
    love.graphics.setColor(0.23, 0.42, 0.64)
    love.graphics.circle("fill", x, y, 14)
  end
  love.graphics.setColor(0.15, 0.2, 0.22)
  love.graphics.printf(tostring(why), font, 12, 524, 776)
end
