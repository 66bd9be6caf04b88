--- A game that draws one view in both modes of sight: the picture docs/sight.png.

local astar, draw, layout = require "astar", require "astar.love", require "astar.layout"
local grid, eyes = astar.grid(24, 24, { fill = "." }), astar.rules { cost = { ["."] = 1 } }
local walls = {
  { 1, 1, 24, 1 }, { 1, 24, 24, 1 }, { 1, 1, 1, 24 }, { 24, 1, 1, 24 }, { 9, 1, 1, 8 }, { 9, 11, 1, 14 },
  { 9, 15, 6, 1 }, { 17, 15, 8, 1 }, { 13, 6, 1, 1 }, { 17, 9, 1, 1 }, { 20, 5, 1, 1 }, { 15, 12, 2, 1 },
  { 4, 5, 1, 1 }, { 5, 18, 2, 2 }, { 20, 19, 1, 1 },
}
for _, wall in ipairs(walls) do grid:fill("#", unpack(wall)) end
function love.draw()
  for _, mode in ipairs { "line", "shadow" } do
    local view, vision = layout.orthogonal { width = 16 }, grid:vision(eyes, { mode = mode })
    vision:set(1, 6, 10, 18)
    vision:update()
    draw.grid(grid, view)
    draw.vision(vision, view, { unseen = { 0.1, 0.12, 0.16, 0.88 } })
    love.graphics.setColor(0.85, 0.3, 0.25)
    love.graphics.circle("fill", 5.5 * 16, 9.5 * 16, 6)
    love.graphics.translate(400, 0)
  end
end
