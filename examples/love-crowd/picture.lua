--- A picture of many rectangles and discs, which one call draws: a SpriteBatch with one image.

local picture = {}

local Picture = {}
Picture.__index = Picture

local image, square, disc -- the image; the parts of it with a white square and a white disc
local square_size, disc_size = 8, 64

-- Paints the image: a disc with a smooth edge on the left, white on the right, nothing between.
local function create_image()
  local data = love.image.newImageData(2 * disc_size, disc_size)
  local middle = (disc_size - 1) / 2
  data:mapPixel(function(x, y)
    local distance = math.sqrt((x - middle) ^ 2 + (y - middle) ^ 2)
    return 1, 1, 1, x >= 1.5 * disc_size and 1 or math.max(0, math.min(1, middle - distance))
  end)
  image = love.graphics.newImage(data, { mipmaps = true })
  disc = love.graphics.newQuad(0, 0, disc_size, disc_size, 2 * disc_size, disc_size)
  square = love.graphics.newQuad(1.75 * disc_size - square_size / 2, (disc_size - square_size) / 2,
    square_size, square_size, 2 * disc_size, disc_size)
end

--- Creates an empty picture.
---@param usage string "static" for pictures that do not change, "dynamic", "stream"
function picture.new(usage)
  if not image then create_image() end
  return setmetatable({ batch = love.graphics.newSpriteBatch(image, 1000, usage) }, Picture)
end

--- Removes everything.
function Picture:clear()
  self.batch:clear()
end

--- The color of what is added next: red, green, blue, alpha.
function Picture:color(...)
  self.batch:setColor(...)
end

--- Adds a rectangle.
function Picture:rectangle(x, y, width, height)
  self.batch:add(square, x, y, 0, width / square_size, height / square_size)
end

--- Adds a disc.
function Picture:disc(x, y, radius)
  local scale = 2 * radius / (disc_size - 2)
  self.batch:add(disc, x, y, 0, scale, scale, disc_size / 2, disc_size / 2)
end

--- Draws the picture.
function Picture:draw()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(self.batch)
end

return picture
