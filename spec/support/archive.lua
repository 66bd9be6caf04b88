--- Builds strings like those of grid:serialize(), for specs of damaged and of old strings.
--- src/map/serialization.c describes the format.

local archive = {}

local function xor_byte(a, b)
  local result, bit = 0, 1
  while a > 0 or b > 0 do
    if a % 2 ~= b % 2 then result = result + bit end
    a, b, bit = math.floor(a / 2), math.floor(b / 2), bit * 2
  end
  return result
end

-- FNV-1a with numbers below 2^53, which doubles represent exactly: hash * 16777619 = hash * (2^24 + 403).
local function checksum(bytes)
  local hash = 2166136261
  for i = 1, #bytes do
    local low = hash % 256
    hash = hash - low + xor_byte(low, bytes:byte(i))
    hash = (hash % 256 * 16777216 + hash * 403) % 4294967296
  end
  return hash
end

--- The whole string: the name and version of the format, the body, the correct checksum.
---@param body string
---@param version? integer of the format; default 2
---@return string
function archive.seal(body, version)
  local bytes = "astargrid" .. string.char(version or 2) .. body
  local sum, tail = checksum(bytes), {}
  for i = 1, 4 do
    tail[i] = string.char(sum % 256)
    sum = math.floor(sum / 256)
  end
  return bytes .. table.concat(tail)
end

--- An integer >= 0: 7 bits per byte, the lowest first.
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

local MAGIC = #"astargrid\2"

-- The number at a position, and the position after it.
local function read_number(bytes, at)
  local number, factor = 0, 1
  while true do
    local byte = bytes:byte(at)
    number, at = number + byte % 128 * factor, at + 1
    if byte < 128 then return number, at end
    factor = factor * 128
  end
end

-- The position of the revision in a string of version 2: after layout, width and height.
local function revision_place(bytes)
  local _, height = read_number(bytes, MAGIC + 2)
  local _, place = read_number(bytes, height)
  return place
end

--- The revision in a string of version 2.
---@param bytes string
---@return integer
function archive.revision(bytes)
  return (read_number(bytes, revision_place(bytes)))
end

--- A string of version 2 without revision and checksum.
---@param bytes string
---@return string
function archive.content(bytes)
  local first = revision_place(bytes)
  local _, after = read_number(bytes, first)
  return bytes:sub(MAGIC + 1, first - 1) .. bytes:sub(after, -5)
end

--- A string of version 2 with another revision.
---@param bytes string
---@param revision string its bytes
---@return string
function archive.with_revision(bytes, revision)
  local first = revision_place(bytes)
  local _, after = read_number(bytes, first)
  return archive.seal(bytes:sub(MAGIC + 1, first - 1) .. revision .. bytes:sub(after, -5))
end

return archive
