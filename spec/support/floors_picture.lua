--- A game that draws a path over the three floors of a house, one above the other: the picture docs/floors.png.

local astar, draw, floors = require "astar", require "astar.love", require "astar.floors"
local layout = require "astar.layout"
local house = floors.new { width = 14, height = 9, count = 3 }
local views, on_foot = {}, astar.rules { cost = { ["."] = 1 } }
for z = 1, 3 do
  local left = house:to_grid(1, 1, z) - 1
  house.grid:fill(".", left + 1, 1, 14, 9)
  house.grid:fill("#", left + 4 + 2 * z, z == 2 and 1 or 3, 1, z == 3 and 6 or 7)
  -- The columns to the left of the floor lie to the left of the origin.
  views[z] = layout.isometric {
    width = 44, height = 12, origin_x = 337 - 22 * left, origin_y = 236 - 115 * (z - 1) - 6 * left,
  }
end
house:stairs(3, 7, 1)
house:stairs(12, 8, 2, { x = 12, y = 8 })
house:stairs(13, 2, 2)
local path = house:find_path(9, 8, 1, 11, 5, 3, on_foot)

local function draw_floor(z)
  for y = 1, 9 do
    for x = 1, 14 do
      local gx, gy = house:to_grid(x, y, z)
      local shade = house.grid:get(gx, gy) == 35 and 0.38 or (x + y) % 2 == 0 and 0.8 or 0.76
      love.graphics.setColor(shade, shade, shade * 0.94, 0.9)
      love.graphics.polygon("fill", views[z]:corners(gx, gy))
    end
  end
end

function love.draw()
  love.graphics.clear(0.93, 0.92, 0.88)
  local last_x, last_y
  for z = 1, 3 do draw_floor(z) end
  for _, leg in ipairs(path:legs()) do
    local view = views[leg.z]
    local x, y = view:to_world(path.grid_path:get(leg.from))
    love.graphics.setColor(0.75, 0.25, 0.2)
    love.graphics.setLineWidth(4)
    if last_x then love.graphics.line(last_x, last_y, x, y) end
    draw.path(path.grid_path, view, { from = leg.from, to = leg.to, width = 4, dot = 5 })
    last_x, last_y = view:to_world(path.grid_path:get(leg.to))
  end
end
