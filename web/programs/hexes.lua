--- Hexes: where can a unit go in this turn? Point at a hex to see the
--- path to it; click to go there.
local astar = require "astar"
local draw = require "astar.love"
local layout = require "astar.layout"
local script = require "astar.script"

local view = layout.hex { layout = "odd_r", width = 60, origin_x = -30, origin_y = -14 }
local map = astar.grid({
  "..TT....~~....",
  ".TTT...~~.....",
  "..T....~..^^..",
  "......~~.^^...",
  ".^....~...^...",
  ".^^.........T.",
  "..^^..~~..T...",
  "^....~~..TTT..",
  "....~~...TT...",
  "...~~~......^.",
  "..~~~....^....",
  "...~~...^^^...",
}, { layout = view.grid_layout })
local cost = { ["."] = 1, ["T"] = 2, ["^"] = 3 } -- nothing walks on water
local on_foot = astar.rules { cost = cost }
local colors = {
  ["."] = { 0.8, 0.88, 0.7 }, ["T"] = { 0.53, 0.72, 0.5 }, ["^"] = { 0.72, 0.68, 0.63 },
  ["~"] = { 0.6, 0.78, 0.87 },
}

local crowd = script.crowd(map, { layout = view })
local unit = crowd:add(on_foot, { x = 6, y = 6, speed = 240, slow = cost })
local range = map:reachable(6, 6, on_foot, 5) -- the hexes within 5 points
local mouse_x, mouse_y = 4, 9
local brown = { 0.55, 0.2, 0.12, 0.7 }

function unit:on_arrive()
  range = map:reachable(self.tile_x, self.tile_y, on_foot, 5)
end

function love.mousemoved(x, y)
  mouse_x, mouse_y = view:to_tile(x, y)
end

function love.mousepressed(x, y)
  mouse_x, mouse_y = view:to_tile(x, y)
  if range and range:cost(mouse_x, mouse_y) then
    unit:run(unit.go_to, mouse_x, mouse_y)
    range = nil
  end
end

function love.update(dt)
  crowd:update(dt)
end

function love.draw()
  love.graphics.clear(0.93, 0.94, 0.89)
  draw.grid(map, view, { colors = colors })
  if range then
    draw.field(range, view, {
      numbers = true, near = { 1, 0.93, 0.6, 0.8 }, far = { 0.95, 0.7, 0.3, 0.8 },
    })
    local path = range:path(mouse_x, mouse_y)
    if path then draw.path(path, view, { color = brown }) end
  end
  draw.crowd(crowd, view, { radius = 20, ways = true })
end
