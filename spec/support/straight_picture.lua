--- A game that draws a path as the search gives it, and straightened: the picture docs/straight-paths.png.

local astar, draw, layout = require "astar", require "astar.love", require "astar.layout"
local grid, on_foot = astar.grid(24, 24, { fill = "." }), astar.rules { cost = { ["."] = 1 } }
local walls = { { 6, 4, 2, 3 }, { 12, 8, 3, 2 }, { 4, 13, 3, 3 }, { 16, 14, 2, 4 }, { 10, 17, 3, 2 }, { 19, 6, 2, 4 } }
for _, wall in ipairs(walls) do grid:fill("#", unpack(wall)) end
function love.draw()
  for _, straight in ipairs { false, true } do
    local view, options = layout.orthogonal { width = 16 }, { straight = straight, algorithm = "astar" }
    draw.grid(grid, view)
    draw.path(grid:find_path(1, 2, 24, 20, on_foot, options), view)
    love.graphics.translate(400, 0)
  end
end
