--- An image to paint on, pixel by pixel. Colors are "#rrggbb"; coordinates count from 0.

local canvas = {}

local Canvas = {}
Canvas.__index = Canvas

function canvas.new(width, height)
  return setmetatable({ data = love.image.newImageData(width, height), x = 0, y = 0 }, Canvas)
end

--- Moves the origin of all further coordinates to (x, y).
function Canvas:move_to(x, y)
  self.x, self.y = x, y
end

local function channels(color)
  local number = tonumber(color:sub(2), 16)
  return math.floor(number / 65536) / 255, math.floor(number / 256) % 256 / 255, number % 256 / 255
end

function Canvas:dot(x, y, color, alpha)
  local red, green, blue = channels(color)
  self.data:setPixel(self.x + x, self.y + y, red, green, blue, alpha or 1)
end

function Canvas:is_empty(x, y)
  return select(4, self.data:getPixel(self.x + x, self.y + y)) == 0
end

function Canvas:rectangle(left, top, width, height, color)
  for y = top, top + height - 1 do
    for x = left, left + width - 1 do self:dot(x, y, color) end
  end
end

--- Paints rows of text, one character per pixel. `colors` has the color of each character; other
--- characters are transparent.
function Canvas:rows(left, top, rows, colors)
  for y, row in ipairs(rows) do
    for x = 1, #row do
      local color = colors[row:sub(x, x)]
      if color then self:dot(left + x - 1, top + y - 1, color) end
    end
  end
end

--- A pseudo-random number from 0 to 1 for a position; the same in every run.
function canvas.chance(x, y, seed)
  local number = math.sin(x * 12.9898 + y * 78.233 + seed * 37.719) * 43758.5453
  return number - math.floor(number)
end

return canvas
