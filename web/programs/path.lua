--- A path that follows the mouse. Move over the map; click to build
--- a wall, or to remove one.
local astar = require "astar"
local draw = require "astar.love"
local layout = require "astar.layout"

local map = astar.grid {
  "....................",
  "..####......~~~.....",
  "..#.........~~~~....",
  "..#..#......~~~~....",
  "..####.....~~~~.....",
  "...........~~~......",
  "......###..~~.......",
  ".......#...~~..###..",
  ".......#.......#....",
  "..~~...#...~~..#..#.",
  ".~~~~..#...~~..#.##.",
  ".~~~~.....~~~..#.#..",
  "..~~......~~~....#..",
  ".........~~~~..###..",
  "....................",
}
-- A step into water costs four times as much as a step on grass.
-- Walls are not in the list: a terrain without a cost is impassable.
local on_foot = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }
local view = layout.orthogonal { width = 40 }
local colors = {
  ["."] = { 0.87, 0.91, 0.82 }, ["~"] = { 0.6, 0.78, 0.87 }, ["#"] = { 0.3, 0.39, 0.4 },
}
local orange = { 0.88, 0.5, 0.14 }
local font = love.graphics.newFont(20)
local goal_x, goal_y = 17, 10

function love.mousemoved(x, y)
  goal_x, goal_y = view:to_tile(x, y)
end

function love.mousepressed(x, y)
  goal_x, goal_y = view:to_tile(x, y)
  local is_wall = map:get(goal_x, goal_y) == ("#"):byte()
  map:set(goal_x, goal_y, is_wall and "." or "#")
end

function love.draw()
  love.graphics.clear(0.8, 0.85, 0.76)
  draw.grid(map, view, { colors = colors })
  local path, cost = map:find_path(3, 6, goal_x, goal_y, on_foot)
  if path then draw.path(path, view, { color = orange, width = 8 }) end
  local text = path and ("%d tiles, cost %.1f"):format(#path, cost) or "no path: " .. cost
  love.graphics.setColor(0.15, 0.2, 0.22)
  love.graphics.print(text, font, 12, 568)
end
