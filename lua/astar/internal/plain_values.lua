--- Plain values as a string, and back: nil, booleans, numbers, strings, tables of them, and named
--- values: functions and objects that the caller knows by a name.
---
--- Format. The first character of a value is its type:
---
---     n  t  f            nil, true, false
---     i12;               an integer
---     d1.5;              any other number; dinf; d-inf; dnan;
---     s3:abc             a string: its length [bytes], then its bytes
---     @3:abc             the value that has this name
---     {k1v1k2v2}         a table: keys and values
---
--- Equal values give equal strings, on every Lua: numbers are written by value, so that 1 and 1.0
--- of Lua 5.4 are both "i1;", and come back as an integer. Only -0 differs from 0: it is "d-0.0;".
--- Of the keys of a table, 1, 2, ... come first, then other numbers, strings and booleans in order.
--- Decoding is safe for any string: it runs no code, and a value takes memory in proportion to the
--- string.
---
--- Plain Lua.

local check = require((... or "astar.internal.plain_values"):gsub("plain_values$", "check"))

local concat, fail, huge = table.concat, check.fail, math.huge
local number_type = math.type or function() return "float" end -- luacheck: ignore 143

--- Whether a number is written as an integer: the range is that of the integers of Lua 5.4.
local function is_integer(number)
  local is_zero_below = number == 0 and 1 / number < 0
  return number % 1 == 0 and number >= -2 ^ 63 and number < 2 ^ 63 and not is_zero_below
end

-- Tables contain each other at most so deep.
local max_depth = 100

local plain_values = {}

-- ------------------------------------------------------------------------------- encode

--- The digits of a number that is not an integer. 17 digits identify it, unless it has exactly 18:
--- the last one is a 5 then, which the C library rounds to even and LuaJIT rounds up, so it stays.
--- The decimal point does not depend on the locale, and an exponent has no leading zeros.
local function digits_of(number)
  local digits = ("%.18g"):format(number)
  if digits ~= ("%.40g"):format(number) then digits = ("%.17g"):format(number) end
  return (digits:gsub(",", "."):gsub("e([+-])0+", "e%1"))
end

--- A number without a loss. "%d" loses integers above 32 bits in some builds of Lua 5.1, "%.0f"
--- those above 53 bits of Lua 5.4.
local function encode_number(number)
  if number ~= number then return "dnan;" end
  if number == huge or number == -huge then return number > 0 and "dinf;" or "d-inf;" end
  if is_integer(number) then
    return (number_type(number) == "integer" and "i%d;" or "i%.0f;"):format(number)
  end
  local digits = digits_of(number)
  return "d" .. digits .. (digits:find "[%.e]" and ";" or ".0;")
end

local ranks = { number = 1, string = 2, boolean = 3 }

--- Whether string a comes before string b in the order of their bytes. The order of `a < b` depends
--- on the locale, but not in LuaJIT.
function plain_values.is_string_before(a, b)
  for i = 1, math.min(#a, #b) do
    local byte, other = a:byte(i), b:byte(i)
    if byte ~= other then return byte < other end
  end
  return #a < #b
end

local function is_before(a, b)
  local kind = type(a)
  if kind ~= type(b) then return ranks[kind] < ranks[type(b)] end
  if kind == "boolean" then return b and not a end
  if kind == "string" then return plain_values.is_string_before(a, b) end
  return a < b
end

--- The keys of a table after its array part, sorted.
local function other_keys(value, count)
  local keys = {}
  for key in pairs(value) do
    if not ranks[type(key)] then fail("a key that is %s", check.describe(key)) end
    local is_item = type(key) == "number" and key >= 1 and key <= count and key % 1 == 0
    if not is_item then keys[#keys + 1] = key end
  end
  table.sort(keys, is_before)
  return keys
end

local append -- defined below; `append_table` and `append` call each other

local function append_table(parts, value, name_of, depth)
  if depth > max_depth then fail "a table that contains itself, or is too deep" end
  local count = 0
  while value[count + 1] ~= nil do count = count + 1 end
  local keys = other_keys(value, count)
  parts[#parts + 1] = "{"
  for i = 1, count + #keys do
    local key = i <= count and i or keys[i - count]
    append(parts, key, name_of, depth)
    append(parts, value[key], name_of, depth)
  end
  parts[#parts + 1] = "}"
end

--- Appends a value to `parts`. Throws a description of what is not plain.
function append(parts, value, name_of, depth)
  local kind, name = type(value), name_of(value)
  if name then
    parts[#parts + 1] = ("@%d:"):format(#name) .. name
  elseif kind == "nil" then
    parts[#parts + 1] = "n"
  elseif kind == "boolean" then
    parts[#parts + 1] = value and "t" or "f"
  elseif kind == "number" then
    parts[#parts + 1] = encode_number(value)
  elseif kind == "string" then
    parts[#parts + 1] = ("s%d:"):format(#value)
    parts[#parts + 1] = value
  elseif kind == "table" and getmetatable(value) == nil then
    append_table(parts, value, name_of, depth + 1)
  else
    fail("%s", kind == "table" and "a table with a metatable" or check.describe(value))
  end
end

--- A value as a string; nil and a description of the first value in it that cannot be saved.
--- `name_of` returns the name of a value, or nil.
function plain_values.encode(value, name_of)
  local parts = {}
  local ok, problem = check.try(append, parts, value, name_of, 0)
  if not ok then return nil, problem end
  return concat(parts)
end

-- ------------------------------------------------------------------------------- decode

-- A reader has these fields:
--
--   text, at         the string, and the place of the next byte
--   value_of         from the name of a value to the value

--- Takes a pattern at the current place. Returns its first capture.
local function take(reader, pattern)
  local first, last, capture = reader.text:find(pattern, reader.at)
  if not first then fail "damaged" end
  reader.at = last + 1
  return capture
end

--- Takes a length and so many bytes.
local function take_bytes(reader)
  local length = tonumber((take(reader, "^(%d%d?%d?%d?%d?%d?%d?%d?%d?%d?):")))
  if length > #reader.text - reader.at + 1 then fail "damaged" end
  reader.at = reader.at + length
  return reader.text:sub(reader.at - length, reader.at - 1)
end

local function take_integer(reader)
  return tonumber((take(reader, "^(%-?%d+);"))) or fail "damaged"
end

local special = { inf = huge, ["-inf"] = -huge, nan = 0 / 0 }

local function take_float(reader)
  local digits = take(reader, "^([%-%+%.%deinfa]+);")
  return special[digits] or tonumber(digits) or tonumber((digits:gsub("%.", ",")))
    or fail "damaged"
end

local function take_named(reader)
  local name = take_bytes(reader)
  local value = reader.value_of(name)
  if value == nil then fail("nothing has the name %s", check.describe(name)) end
  return value
end

local take_value -- defined below; `take_table` and `take_value` call each other

local function take_table(reader, depth)
  if depth > max_depth then fail "damaged" end
  local value = {}
  while reader.text:sub(reader.at, reader.at) ~= "}" do
    local key = take_value(reader, depth)
    local item = take_value(reader, depth)
    if key == nil or key ~= key or item == nil then fail "damaged" end
    value[key] = item
  end
  reader.at = reader.at + 1
  return value
end

local readers = {
  n = function() return nil end,
  t = function() return true end,
  f = function() return false end,
  i = take_integer, d = take_float, s = take_bytes, ["@"] = take_named, ["{"] = take_table,
}

function take_value(reader, depth)
  local read = readers[reader.text:sub(reader.at, reader.at)]
  if not read then fail "damaged" end
  reader.at = reader.at + 1
  return read(reader, depth + 1)
end

local function take_all(reader)
  local value = take_value(reader, 0)
  if reader.at ~= #reader.text + 1 then fail "damaged" end
  return value
end

--- Whether a string has a value, and the value; otherwise false and what is wrong. `value_of`
--- returns the value that has a name, or nil.
function plain_values.decode(text, value_of)
  return check.try(take_all, { text = text, at = 1, value_of = value_of })
end

--- A number from 0 to 2^32 - 1 that changes with almost any damage of the string: Adler-32, the sum
--- of the bytes and the sum of these sums, modulo a prime.
function plain_values.checksum(text)
  local sum, sums = 1, 0
  for first = 1, #text, 2048 do -- the sums stay below 2^53
    for i = first, math.min(first + 2047, #text) do
      sum = sum + text:byte(i)
      sums = sums + sum
    end
    sum, sums = sum % 65521, sums % 65521
  end
  return sums * 65536 + sum
end

return plain_values
