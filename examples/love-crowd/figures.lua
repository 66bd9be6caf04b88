--- Draws the units, the selection, and the marks of orders.

local camera = require "camera"
local draw = require "astar.love"
local layout = require "astar.layout"
local picture = require "picture"

local figures = {}

local tile = camera.tile
local view = layout.orthogonal { width = tile }
local radius = 0.42 * tile -- of a unit of size 1 [world units]
local halos

--- Must be called in love.load.
function figures.load()
  halos = picture.new "stream"
end

-- Draws a white disc below each selected unit. Its border is 2.5 pixels wide at any zoom.
local function draw_halos(app, zoom)
  halos:clear()
  for _, unit in ipairs(app.selection.units) do
    local x, y = app.people:center(unit)
    local more = (app.people.kind_of[unit].size - 1) * tile / 2
    halos:disc((x - 0.5) * tile, (y - 0.5) * tile, radius + more + 2.5 / zoom)
  end
  halos:draw()
end

--- Draws all units, in world units, and the ways of those that are selected.
---@param zoom number [pixels per world unit]
function figures.draw_units(app, zoom)
  local kind_of, selected = app.people.kind_of, app.selection.units
  draw_halos(app, zoom)
  draw.crowd(app.crowd, view, {
    color = function(unit) return kind_of[unit].color end, radius = radius,
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
