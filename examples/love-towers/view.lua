--- Where everything is in the window: a picture of 1280 x 800 units, the map on the left and the
--- panel on the right, which is scaled to the window. And text, which stays sharp at each scale.

local valley = require "valley"

local view = {
  tile = 32,                  -- the side of a tile [units]
  width = 1280, height = 800, -- of the picture [units]
  scale = 1,                  -- [pixels per unit]
}
view.map_width = valley.width * view.tile -- [units]; the panel begins here

local left, top = 0, 0 -- where the picture begins in the window [pixels]
local fonts = {}       -- by size [units]

--- Fits the picture into the window. Must be called in love.load and after each change of the size.
function view.resize()
  local width, height = love.graphics.getDimensions()
  view.scale = math.max(0.1, math.min(width / view.width, height / view.height))
  left = math.floor((width - view.width * view.scale) / 2)
  top = math.floor((height - view.height * view.scale) / 2)
  fonts = {}
end

--- Begins to draw in units. Ends with love.graphics.pop().
function view.push()
  love.graphics.push()
  love.graphics.translate(left, top)
  love.graphics.scale(view.scale)
end

--- The point of the picture at a point of the window [units].
function view.to_units(x, y)
  return (x - left) / view.scale, (y - top) / view.scale
end

--- The center of a tile; fractions are points between centers [units].
function view.center(x, y)
  return (x - 0.5) * view.tile, (y - 0.5) * view.tile
end

--- The top left tile of a square of `side` tiles whose center is nearest to a point [units]; nil
--- when the point is not on the map.
function view.tile_at(x, y, side)
  if x < 0 or y < 0 or x >= view.map_width or y >= valley.height * view.tile then return nil end
  local half = (side - 1) / 2
  return math.floor(x / view.tile - half) + 1, math.floor(y / view.tile - half) + 1
end

local function font_of(size)
  if not fonts[size] then
    fonts[size] = love.graphics.newFont(math.max(1, math.floor(size * view.scale + 0.5)))
  end
  love.graphics.setFont(fonts[size])
  return fonts[size]
end

--- The width of a text [units].
function view.text_width(text, size)
  return font_of(size):getWidth(text) / view.scale
end

--- Draws a text with its top left corner at (x, y).
---@param size number [units]
function view.print(text, size, x, y)
  font_of(size)
  love.graphics.print(text, x, y, 0, 1 / view.scale, 1 / view.scale)
end

--- Draws a text in lines of at most `width` units.
---@param align "left"|"center"|"right"
function view.print_lines(text, size, x, y, width, align)
  font_of(size)
  love.graphics.printf(text, x, y, width * view.scale, align, 0, 1 / view.scale, 1 / view.scale)
end

return view
