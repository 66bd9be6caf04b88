--- A crowd that obeys: click anywhere, and 70 units go there. They wait,
--- step aside, and never overlap.
local astar = require "astar"
local draw = require "astar.love"
local layout = require "astar.layout"

local map = astar.grid {
  ".......##...........#....",
  "........#...........#....",
  "........#...........#....",
  "........#................",
  "................##.......",
  "...............####......",
  "...............####......",
  "........#.......##..#....",
  "........#...........#....",
  "........#...........#....",
  "##.######......######.###",
  "...............#.........",
  "...............#.........",
  "...............#.........",
  "...###...................",
  "...###.........#.........",
  "...###.........#.........",
  "...............#.........",
}
local on_foot = astar.rules { cost = { ["."] = 1 } }
local view = layout.orthogonal { width = 32, origin_y = 12 }
local crowd = astar.crowd(map, { smooth = true })

local map_colors = { ["."] = { 0.87, 0.91, 0.82 }, ["#"] = { 0.3, 0.39, 0.4 } }
local colors = {} -- by unit
for y = 1, 10 do
  for x = 1, 7 do
    local options = { speed = 4 + (x + y) % 3, turn_rate = 10 }
    local unit = crowd:add(x, y, on_foot, options)
    colors[unit] = { 0.85 - 0.06 * x, 0.36 + 0.02 * y, 0.2 + 0.06 * x }
  end
end
crowd:send(crowd:units(), 20, 14) -- each unit to a tile of its own near this one

function love.mousepressed(wx, wy)
  crowd:send(crowd:units(), view:to_tile(wx, wy))
end

function love.update(dt)
  crowd:update(dt)
end

function love.draw()
  love.graphics.clear(0.8, 0.85, 0.76)
  draw.grid(map, view, { colors = map_colors })
  draw.crowd(crowd, view, { color = function(unit) return colors[unit] end })
end
