--- Reads the data of a Tiled map: files, fields of tables, tile data. A part of astar.tiled.
---
--- Map files are not trusted: they may be damaged, or malicious. Four rules make reading safe:
---
---  * A map names files below one folder only (tiled.files).
---  * No code in a file runs. A Lua export must be `return { ... }` with literals only: its text,
---    without strings and comments, must not contain any character that calls, functions or long
---    strings need. Only such a text is compiled, in an empty environment.
---  * Each field is read by a function that checks its type and range.
---  * A mistake in a map is thrown by `check.fail`, and `check.try` converts it to a message. Other
---    errors, for example of functions of the game, pass through.

local folder = (... or "astar.tiled.source"):gsub("tiled%.source$", "")
local check = require(folder .. "internal.check")
local files = require(folder .. "tiled.files")

local describe, fail = check.describe, check.fail
local floor = math.floor

local source = {}

-- ------------------------------------------------------------------------------ fields

-- The limit of coordinates and sizes, on both sides of 0 [pixels or tiles].
local far = 1e9

source.far = far

--- Throws the problem that a field is invalid. `where` names the table with the field in the
--- message, for example `layer "ground"`.
local function field_error(where, key, expected, value)
  fail('%s: "%s" must be %s, got %s', where, key, expected, describe(value))
end

source.field_error = field_error

--- The following functions return the value of a field, or `default` when it is nil. They throw
--- when the value is invalid.
local function field(from, key, where, default, expected, is_valid)
  local value = from[key]
  if value == nil then value = default end
  if not is_valid(value) then field_error(where, key, expected, value) end
  return value
end

function source.integer(from, key, where, min_value, max_value, default)
  local expected = ("an integer from %d to %d"):format(min_value, max_value)
  return floor(field(from, key, where, default, expected, function(value)
    return check.is_integer(value) and value >= min_value and value <= max_value
  end)) -- JSON libraries may give 3.0
end

local function is_near(value)
  return check.is_finite(value) and value >= -far and value <= far
end

function source.number(from, key, where, default)
  return field(from, key, where, default, ("a number from %d to %d"):format(-far, far), is_near)
end

function source.string(from, key, where)
  return field(from, key, where, "", "a string", check.is_string)
end

function source.flag(from, key, where, default)
  return field(from, key, where, default, check.BOOLEAN[1], check.BOOLEAN[2])
end

--- A table; an empty one when the field is nil.
function source.table(from, key, where)
  local value = from[key]
  if value == nil then return {} end
  if type(value) ~= "table" then field_error(where, key, "a table", value) end
  return value
end

--- A list of tables; an empty one when the field is nil.
function source.list(from, key, where)
  local value = source.table(from, key, where)
  for i, item in pairs(value) do
    if type(item) ~= "table" then
      field_error(where, key, ("a list of tables, with number %s,"):format(describe(i)), item)
    end
  end
  return value
end

--- The class of a tile or an object. Some versions of Tiled write it as "type", others as "class".
function source.class(from, where)
  local class = source.string(from, "class", where)
  return class ~= "" and class or source.string(from, "type", where)
end

--- Properties by name. A Lua export has a table by name, a JSON export a list of
--- { name =, value = }.
function source.properties(from, where)
  local properties = {}
  for key, value in pairs(source.table(from, "properties", where)) do
    if type(key) ~= "number" then
      properties[key] = value
    elseif type(value) == "table" and type(value.name) == "string" then
      properties[value.name] = value.value
    else
      field_error(where, "properties", "a list of names and values", value)
    end
  end
  return properties
end

--- The value of a property, or of a member of a class property: "Biome.ty".
function source.member(properties, name)
  local value, dot = properties[name], name:find(".", 1, true)
  if value ~= nil or not dot then return value end
  local class = properties[name:sub(1, dot - 1)]
  if type(class) == "table" then return source.member(class, name:sub(dot + 1)) end
end

-- ------------------------------------------------------------------------------- files

--- Lua text without its strings and comments. nil when a string has no end, or when the text has
--- long brackets: Tiled does not write them.
local function without_strings(text)
  local parts, from = {}, 1
  while true do
    local at = text:find("[\"'%-%[]", from)
    if not at then break end
    local char, pair = text:sub(at, at), text:sub(at, at + 1)
    local after = at + 1
    if pair == "[[" or pair == "[=" then
      return nil
    elseif pair == "--" then
      if text:find("^%[", at + 2) then return nil end
      after = text:find("[\r\n]", at) or #text + 1
    elseif char == '"' or char == "'" then
      local stop
      repeat
        local hit = text:find("[\\\r\n" .. char .. "]", after)
        stop = hit and text:sub(hit, hit)
        if not hit or stop == "\r" or stop == "\n" then return nil end
        after = hit + (stop == "\\" and 2 or 1)
      until stop == char
    end
    parts[#parts + 1] = text:sub(from, at - 1)
    if after == at + 1 then parts[#parts + 1] = char end
    from = after
  end
  parts[#parts + 1] = text:sub(from)
  return table.concat(parts, " ")
end

--- Whether Lua text can only be `return` and literals. Without parentheses and colons there is no
--- function; calls without parentheses need a name, which does not exist in an empty environment;
--- after `return` there is no loop.
local function is_data(text)
  local rest = without_strings(text)
  return rest and rest:find("^%s*return%s*{") and not rest:find("[^A-Za-z0-9_%s{}%[%]=,;.+-]")
end

local function compile(text)
  local setfenv = rawget(_G, "setfenv")
  if not setfenv then return load(text, "=map", "t", {}) end
  local chunk, message = rawget(_G, "loadstring")(text, "=map") -- Lua 5.1, LuaJIT
  return chunk and setfenv(chunk, {}), message
end

local function decode_lua(text)
  if text:find("^\27") then fail("compiled Lua is not loaded") end
  if not is_data(text) then
    fail("not a map that Tiled exported: Lua that is more than `return` and a table is not loaded")
  end
  local chunk, message = compile(text)
  if not chunk then
    fail("damaged, or not a map that Tiled exported: see line %s", message:match(":(%d+):") or "1")
  end
  local ok, value = pcall(chunk)
  if not ok or type(value) ~= "table" then fail("not a map that Tiled exported") end
  return value
end

--- The function that decodes JSON text: the option "json", or a function of an installed library.
local function find_decoder(json)
  if type(json) == "function" then return json end
  if json then return json.decode end
  for _, name in ipairs { "cjson", "dkjson", "lunajson", "json", "rxi-json-lua" } do
    local found, library = pcall(require, name)
    if found and type(library) == "table" and type(library.decode) == "function" then
      return library.decode
    end
  end
  fail('a JSON file, and there is no JSON library (cjson, dkjson, lunajson, json, ' ..
    'rxi-json-lua): give one as option "json", or export as Lua')
end

local function decode_json(text, json)
  local ok, value, _, message = pcall(find_decoder(json), text)
  if not ok or type(value) ~= "table" then
    fail("damaged JSON: %s", tostring(not ok and value or message or describe(value)))
  end
  return value
end

local function decode(text, options)
  text = text:gsub("^\239\187\191", "") -- a byte order mark
  local first = text:match("^%s*(.)")
  if first == "<" then
    fail("XML, as Tiled saves it: export as Lua or JSON (File > Export As)")
  elseif first == "{" or first == "[" then
    return decode_json(text, options.json)
  end
  return decode_lua(text)
end

--- The table of a map or tileset file.
function source.load(name, options)
  local text, message = (options.read or files.read)(name)
  if type(text) ~= "string" then
    fail("cannot be read%s", message and ": " .. tostring(message) or "")
  end
  return decode(text, options)
end

-- --------------------------------------------------------------------------- tile data

local base64 = { [("="):byte()] = 0 }
for i = 1, 64 do
  base64[("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"):byte(i)] = i - 1
end

local function decode_base64(text, where)
  text = text:gsub("%s+", "")
  local body, padding = text:match("^([A-Za-z0-9+/]*)(=*)$")
  if not body or #text % 4 ~= 0 or #padding > 2 then fail("%s: its data is not base64", where) end
  local parts = {}
  for i = 1, #text, 4 do
    local a, b, c, d = text:byte(i, i + 3)
    local bits = base64[a] * 262144 + base64[b] * 4096 + base64[c] * 64 + base64[d]
    parts[#parts + 1] = string.char(floor(bits / 65536), floor(bits / 256) % 256, bits % 256)
  end
  local bytes = table.concat(parts)
  return bytes:sub(1, #bytes - #padding)
end

local function love_decompress(data, format)
  return rawget(_G, "love").data.decompress("string", format, data)
end

local function decompress(data, format, options, where)
  local love = rawget(_G, "love")
  local inflate = options.decompress or love and love.data and love_decompress
  if not inflate then
    fail('%s: its data is compressed (%s): set the "Tile Layer Format" of the map to CSV, or ' ..
      'give option "decompress"', where, format)
  end
  local ok, bytes = pcall(inflate, data, format)
  if not ok or type(bytes) ~= "string" then
    fail("%s: its data cannot be decompressed (%s): %s", where, format,
      ok and "got " .. describe(bytes) or tostring(bytes))
  end
  return bytes
end

--- The tiles of a layer or chunk, in any encoding of Tiled. Returns a function from the number of a
--- tile [1..count] to its gid: the number of the tile in all tilesets, with bits for flips.
function source.tiles(from, layer, count, options, where)
  local data = from.data
  if type(data) == "string" then
    local encoding, compression = layer.encoding, layer.compression
    if encoding ~= "base64" then
      fail('%s: encoding must be "base64", got %s', where, describe(encoding))
    end
    data = decode_base64(data, where)
    if compression ~= nil and compression ~= "" then
      data = decompress(data, tostring(compression), options, where)
    end
    if #data ~= 4 * count then
      fail("%s: its data must be of %d tiles, got %.14g", where, count, #data / 4)
    end
    return function(i)
      local a, b, c, d = data:byte(4 * i - 3, 4 * i)
      return a + b * 256 + c * 65536 + d * 16777216
    end
  end
  if type(data) ~= "table" then field_error(where, "data", "a table or a string", data) end
  if #data ~= count then fail("%s: its data must be of %d tiles, got %d", where, count, #data) end
  return function(i)
    local gid = data[i]
    if not check.is_integer(gid) or gid < 0 or gid >= 4294967296 then
      fail("%s: number %d of its data must be a tile, got %s", where, i, describe(gid))
    end
    return gid
  end
end

return source
