--- Writes what Tiled 1.8 exports as Lua, from what it exported as JSON: the maps spec/support/tiled/*.json, which Tiled
--- opens, and their tileset.

local json = require "spec.support.json"
local shell = require "spec.support.shell"

local FOLDER = "spec/support/tiled/"

local tiled_export = { folder = FOLDER }

local function set_defaults(values, defaults)
  for key, value in pairs(defaults) do
    if values[key] == nil then values[key] = value end
  end
  return values
end

--- A list of properties as a table by name, which only tiles may lack.
local function convert_properties(element)
  local properties = {}
  for _, property in ipairs(element.properties or {}) do
    properties[property.name] = property.type == "object" and { id = property.value } or property.value
  end
  element.properties = properties
  return element
end

local function convert_object(object)
  for _, shape in ipairs { "point", "ellipse", "polygon", "polyline", "text" } do
    if object[shape] then object.shape = shape end
  end
  object.shape, object.point, object.ellipse = object.shape or "rectangle", nil, nil
  if object.text then object.text = object.text.text end
  convert_properties(object)
end

local function convert_layers(layers, map)
  for _, layer in ipairs(layers) do
    set_defaults(convert_properties(layer), { offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1 })
    if layer.type ~= "tilelayer" then layer.x, layer.y = nil, nil end
    if layer.image then layer.repeatx, layer.repeaty = false, false end
    if layer.chunks then
      layer.width, layer.height, layer.startx, layer.starty = map.width, map.height, nil, nil
    end
    if layer.compression == "" then layer.compression = nil end
    if layer.type == "tilelayer" then layer.encoding = layer.encoding or "lua" end
    convert_layers(layer.layers or {}, map)
    for _, object in ipairs(layer.objects or {}) do convert_object(object) end
  end
end

local function convert_tileset(tileset)
  if tileset.source then return { name = "signs", firstgid = tileset.firstgid, filename = tileset.source } end
  for _, tile in ipairs(tileset.tiles) do
    if tile.properties then convert_properties(tile) end
    tile.objectGroup, tile.objectgroup = tile.objectgroup, nil
    for _, object in ipairs(tile.objectGroup and tile.objectGroup.objects or {}) do convert_object(object) end
  end
  return set_defaults(convert_properties(tileset), {
    objectalignment = "unspecified", tileoffset = { x = 0, y = 0 }, wangsets = {},
    grid = { orientation = "orthogonal", width = 16, height = 16 },
  })
end

--- The table of a map or tileset, by the name of its file: "village.lua". Maps that differ in what is shifted have one
--- file: "hexagonal_x_odd.lua" is made from "hexagonal.json".
function tiled_export.table(name)
  name = name:gsub("%.lua$", "")
  local file, axis, index = name:match "^(%a+)_([xy])_(%a+)$"
  local map = json.decode(shell.read(FOLDER .. (file or name) .. ".json"))
  map.version, map.luaversion = "1.5", "5.1"
  map.type, map.infinite, map.compressionlevel, map.editorsettings = nil, nil, nil, nil
  if not map.layers then return convert_tileset(map) end
  map.staggeraxis, map.staggerindex = axis or map.staggeraxis, index or map.staggerindex
  for i, tileset in ipairs(map.tilesets) do map.tilesets[i] = convert_tileset(tileset) end
  convert_layers(map.layers, map)
  return convert_properties(map)
end

--- The table of a map in the form of an old version of Tiled: in Lua of 0.12 tilesets have neither "columns" nor
--- "tilecount"; in JSON of 1.1 tables by name or by id take the place of lists of properties and tiles.
function tiled_export.old(name)
  local map = tiled_export.table((name:gsub("%.json$", "")))
  for _, tileset in ipairs(map.tilesets) do
    local tiles = tileset.tiles
    tileset.columns, tileset.tilecount = nil, nil
    if name:find "%.json$" then tileset.tiles, tileset.tileproperties = {}, {} end
    for _, tile in ipairs(tileset.tileproperties and tiles or {}) do
      local id = tostring(tile.id)
      tileset.tileproperties[id] = tile.properties
      tileset.tiles[id] = { type = tile.type, objectgroup = tile.objectGroup }
    end
  end
  return map
end

--- A value as Lua text. Keys are written in alphabetical order, those of properties in brackets.
local function write(value, is_properties)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) ~= "table" then return tostring(value) end
  local parts, keys = {}, {}
  for i, item in ipairs(value) do parts[i] = write(item) end
  for key in pairs(value) do
    if type(key) == "string" then keys[#keys + 1] = key end
  end
  table.sort(keys)
  for _, key in ipairs(keys) do
    parts[#parts + 1] = (is_properties and '["%s"] = %s' or "%s = %s"):format(key,
      write(value[key], key == "properties"))
  end
  local space = type(value[1]) == "number" and " " or "\n"
  return "{" .. space .. table.concat(parts, "," .. space) .. space .. "}"
end

local texts = {}

--- The text of the same table.
function tiled_export.text(name)
  texts[name] = texts[name] or "return " .. write(tiled_export.table(name)) .. "\n"
  return texts[name]
end

return tiled_export
