--- Strings as grid:serialize() makes them, by hand. The format is described in src/map/serialization.c.

local archive = {}

local function xor_byte(a, b)
  local result, bit = 0, 1
  while a > 0 or b > 0 do
    if a % 2 ~= b % 2 then result = result + bit end
    a, b, bit = math.floor(a / 2), math.floor(b / 2), bit * 2
  end
  return result
end

-- FNV-1a in numbers that stay exact below 2^53: hash * 16777619 = hash * (2^24 + 403).
local function checksum(bytes)
  local hash = 2166136261
  for i = 1, #bytes do
    local low = hash % 256
    hash = hash - low + xor_byte(low, bytes:byte(i))
    hash = (hash % 256 * 16777216 + hash * 403) % 4294967296
  end
  return hash
end

--- The whole string: the name and version of the format, the body, a checksum that is right.
---@param body string
---@return string
function archive.seal(body)
  local bytes = "astargrid\1" .. body
  local sum, tail = checksum(bytes), {}
  for i = 1, 4 do
    tail[i] = string.char(sum % 256)
    sum = math.floor(sum / 256)
  end
  return bytes .. table.concat(tail)
end

--- An integer >= 0: seven bits a byte, the lowest first.
---@param n integer
---@return string
function archive.number(n)
  local bytes = ""
  while n >= 128 do
    bytes = bytes .. string.char(128 + n % 128)
    n = math.floor(n / 128)
  end
  return bytes .. string.char(n)
end

return archive
