--- Draws the units, the selection, and the marks of orders.

local camera = require "camera"
local people = require "people"
local picture = require "picture"

local figures = {}

local tile = camera.tile
local discs

--- Must be called in love.load.
function figures.load()
  discs = picture.new "stream"
end

-- Adds all units of a kind: a dark border, light if the unit is selected, and its color.
local function add_kind(app, kind)
  local group, selected = app.people, app.selection.has
  local kind_of, radius = group.kind_of, kind.size * tile * 0.4
  local color = kind.color
  for unit = 1, group.greatest do
    if kind_of[unit] == kind then
      local x, y = group:center(unit)
      x, y = (x - 0.5) * tile, (y - 0.5) * tile
      if selected[unit] then
        discs:color(1, 1, 1)
        discs:disc(x, y, radius + 3)
      else
        discs:color(0.16, 0.13, 0.18, 0.75)
        discs:disc(x, y, radius + 1.2)
      end
      discs:color(color[1], color[2], color[3])
      discs:disc(x, y, radius)
    end
  end
end

--- Draws all units, in world units.
function figures.draw_units(app)
  discs:clear()
  for _, kind in ipairs(people.kinds) do add_kind(app, kind) end
  discs:draw()
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
