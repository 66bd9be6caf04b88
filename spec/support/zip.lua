--- Zip archives without compression: a game as a .love.
local zip = {}

-- Exclusive or of two bytes, at index a * 256 + b.
local xor_of = {}
for a = 0, 255 do
  for b = 0, 255 do
    local result, x, y, bit = 0, a, b, 1
    while x > 0 or y > 0 do
      if x % 2 ~= y % 2 then result = result + bit end
      x, y, bit = (x - x % 2) / 2, (y - y % 2) / 2, bit * 2
    end
    xor_of[a * 256 + b] = result
  end
end

-- The four bytes of a number, the lowest first.
local function bytes_of(number)
  local a = number % 256
  local b = (number - a) / 256 % 256
  local c = (number - a - b * 256) / 65536 % 256
  return a, b, c, (number - a - b * 256 - c * 65536) / 16777216
end

local function xor(left, right)
  local a1, b1, c1, d1 = bytes_of(left)
  local a2, b2, c2, d2 = bytes_of(right)
  return xor_of[a1 * 256 + a2] + xor_of[b1 * 256 + b2] * 256 + xor_of[c1 * 256 + c2] * 65536
    + xor_of[d1 * 256 + d2] * 16777216
end

-- The table of CRC-32: the checksum of each byte.
local table_of = {}
for byte = 0, 255 do
  local value = byte
  for _ = 1, 8 do
    local is_odd = value % 2 == 1
    value = (value - value % 2) / 2
    if is_odd then value = xor(value, 0xEDB88320) end
  end
  table_of[byte] = { bytes_of(value) }
end

local function crc32(text)
  local a, b, c, d = 255, 255, 255, 255
  for i = 1, #text do
    local entry = table_of[xor_of[a * 256 + text:byte(i)]]
    a, b = xor_of[b * 256 + entry[1]], xor_of[c * 256 + entry[2]]
    c, d = xor_of[d * 256 + entry[3]], entry[4]
  end
  return string.char(255 - a, 255 - b, 255 - c, 255 - d)
end

local function u16(number) return string.char(bytes_of(number)):sub(1, 2) end
local function u32(number) return string.char(bytes_of(number)) end

--- An archive of these files.
---@param files table<string, string> contents by name
---@return string
function zip.pack(files)
  local names, bodies, index, offset = {}, {}, {}, 0
  for name in pairs(files) do table.insert(names, name) end
  table.sort(names)
  for i, name in ipairs(names) do
    local content = files[name]
    -- Version 1.0, no flags, stored, midnight of 1 January 1980.
    local about = u16(10) .. u16(0) .. u16(0) .. u16(0) .. u16(33) .. crc32(content)
      .. u32(#content) .. u32(#content) .. u16(#name) .. u16(0)
    bodies[i] = "PK\3\4" .. about .. name .. content
    index[i] = "PK\1\2" .. u16(10) .. about .. u16(0) .. u16(0) .. u16(0) .. u32(0)
      .. u32(offset) .. name
    offset = offset + #bodies[i]
  end
  local directory = table.concat(index)
  return table.concat(bodies) .. directory .. "PK\5\6" .. u16(0) .. u16(0) .. u16(#names)
    .. u16(#names) .. u32(#directory) .. u32(offset) .. u16(0)
end

return zip
