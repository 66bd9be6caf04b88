--- Writes small PNG files for the documentation: 256 colors, in LÖVE.

-- luacheck: read globals love bit

local png = {}

local crc_of_byte = {}
for byte = 0, 255 do
  local crc = byte
  for _ = 1, 8 do
    crc = bit.band(crc, 1) == 1 and bit.bxor(bit.rshift(crc, 1), 0xEDB88320) or bit.rshift(crc, 1)
  end
  crc_of_byte[byte] = crc
end

local function crc32(text)
  local crc = -1
  for i = 1, #text do
    crc = bit.bxor(bit.rshift(crc, 8), crc_of_byte[bit.band(bit.bxor(crc, text:byte(i)), 255)])
  end
  return bit.bnot(crc)
end

local function big_endian(number)
  return string.char(bit.band(bit.rshift(number, 24), 255), bit.band(bit.rshift(number, 16), 255),
    bit.band(bit.rshift(number, 8), 255), bit.band(number, 255))
end

local function chunk(name, content)
  return big_endian(#content) .. name .. content .. big_endian(crc32(name .. content))
end

-- Two colors are the same if the upper 6 bits of each channel are: the number of such a color, and its exact
-- channels [0..255].
local function color_at(image, x, y)
  local red, green, blue = image:getPixel(x, y)
  red, green, blue = red * 255 + 0.5, green * 255 + 0.5, blue * 255 + 0.5
  red, green, blue = red - red % 1, green - green % 1, blue - blue % 1
  return (red - red % 4) * 1024 + (green - green % 4) * 16 + (blue - blue % 4) / 4, red, green, blue
end

-- All colors, the most frequent first; each has the mean of its channels.
local function colors_of(image)
  local list, by_key = {}, {}
  for y = 0, image:getHeight() - 1 do
    for x = 0, image:getWidth() - 1 do
      local key, red, green, blue = color_at(image, x, y)
      local color = by_key[key]
      if not color then
        color = { key = key, count = 0, red = 0, green = 0, blue = 0 }
        by_key[key], list[#list + 1] = color, color
      end
      color.count = color.count + 1
      color.red, color.green, color.blue = color.red + red, color.green + green, color.blue + blue
    end
  end
  for _, color in ipairs(list) do
    for _, channel in ipairs { "red", "green", "blue" } do
      color[channel] = math.floor(color[channel] / color.count + 0.5)
    end
  end
  table.sort(list, function(a, b)
    if a.count ~= b.count then return a.count > b.count end
    return a.key < b.key
  end)
  return list
end

-- The number of the palette's nearest color, counted from 0.
local function nearest(palette, color)
  local best, least = nil, math.huge
  for i, other in ipairs(palette) do
    local red, green, blue = other.red - color.red, other.green - color.green, other.blue - color.blue
    local distance = red * red + green * green + blue * blue
    if distance < least then best, least = i - 1, distance end
  end
  return best
end

--- The bytes of a PNG file with at most 256 colors.
---@param image love.ImageData
---@return string
function png.encode(image)
  local colors, palette, index, entries = colors_of(image), {}, {}, {}
  for i = 1, math.min(#colors, 256) do
    local color = colors[i]
    palette[i], entries[i] = color, string.char(color.red, color.green, color.blue)
  end
  for _, color in ipairs(colors) do index[color.key] = string.char(nearest(palette, color)) end
  local width, height = image:getDimensions()
  local rows = {}
  for y = 0, height - 1 do
    local row = { "\0" } -- not filtered
    for x = 0, width - 1 do row[x + 2] = index[color_at(image, x, y)] end
    rows[y + 1] = table.concat(row)
  end
  local packed = love.data.compress("string", "zlib", table.concat(rows), 9)
  return "\137PNG\r\n\26\n"
    .. chunk("IHDR", big_endian(width) .. big_endian(height) .. "\8\3\0\0\0")
    .. chunk("PLTE", table.concat(entries)) .. chunk("IDAT", packed) .. chunk("IEND", "")
end

return png
