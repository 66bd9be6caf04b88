--- Draws the units, the selection, and the marks of orders.

local camera = require "camera"
local draw = require "astar.love"
local layout = require "astar.layout"

local figures = {}

local view = layout.orthogonal { width = camera.tile }
local white = { 1, 1, 1 }

--- Draws all units, in world units; with rings around those that are selected, and their ways.
function figures.draw_units(app)
  local kind_of, selected = app.people.kind_of, app.selection.units
  draw.crowd(app.crowd, view, {
    color = function(unit) return kind_of[unit].color end,
    selected = selected, ring = white,
    ways = app.shows_ways and selected or nil, orders = app.shows_ways and selected or nil,
    way = { 1, 1, 1, 0.7 },
  })
end

-- Draws an arrow from a point in a direction [radians].
local function draw_arrow(x, y, angle, length)
  local dx, dy = math.cos(angle), math.sin(angle)
  local tip_x, tip_y = x + dx * length, y + dy * length
  love.graphics.line(x, y, tip_x - dx * 6, tip_y - dy * 6)
  love.graphics.polygon("fill", tip_x, tip_y, tip_x - dx * 11 - dy * 6, tip_y - dy * 11 + dx * 6,
    tip_x - dx * 11 + dy * 6, tip_y - dy * 11 - dx * 6)
end

--- Draws the goal of an order, with its facing, while it is given and shortly after.
---@param x number [window]
---@param y number
---@param facing number? [radians]
---@param strength number how visible it is [0..1]
---@param length number? of the arrow [pixels]
function figures.draw_goal(x, y, facing, strength, length)
  love.graphics.setColor(1, 1, 1, strength)
  love.graphics.setLineWidth(2.5)
  love.graphics.circle("line", x, y, 7 + 9 * (1 - strength))
  love.graphics.circle("fill", x, y, 3)
  if facing then draw_arrow(x, y, facing, length or 40) end
  love.graphics.setLineWidth(1)
end

--- Draws the rectangle that the mouse drags, between two points of the window.
function figures.draw_rectangle(x1, y1, x2, y2)
  love.graphics.setColor(1, 1, 1, 0.16)
  love.graphics.rectangle("fill", x1, y1, x2 - x1, y2 - y1)
  love.graphics.setColor(1, 1, 1, 0.9)
  love.graphics.rectangle("line", x1, y1, x2 - x1, y2 - y1)
end

return figures
