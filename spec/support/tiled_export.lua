--- Writes what Tiled 1.8 exports as Lua, from its own format: the maps spec/support/tiled/*.tmx and their tileset.

local shell = require "spec.support.shell"

local FOLDER = "spec/support/tiled/"

local tiled_export = { folder = FOLDER }

local ENTITIES = { quot = '"', amp = "&", lt = "<", gt = ">" }

--- An element of XML: its attributes by name, `tag`, `text`, and its elements from 1 on.
local function parse(xml)
  local document = {}
  local path = { document }
  for close, tag, attributes, empty, text in xml:gmatch "<(/?)(%a+)([^<>]-)(/?)>([^<]*)" do
    if close == "" then
      local element = { tag = tag, text = text }
      for name, value in attributes:gmatch '(%a+)="([^"]*)"' do
        element[name] = tonumber(value) or value:gsub("&(%a+);", ENTITIES)
      end
      table.insert(path[#path], element)
      if empty == "" then path[#path + 1] = element end
    else
      path[#path] = nil
    end
  end
  return document[1]
end

local function all(element, tag)
  local found = {}
  for _, child in ipairs(element) do
    if child.tag == tag then found[#found + 1] = child end
  end
  return found
end

local function each(element, tag) return ipairs(all(element, tag)) end

local function first(element, tag) return all(element, tag)[1] end

local CONVERT = {
  bool = function(value) return value == "true" end,
  object = function(value) return { id = value } end,
}

local function properties_of(element)
  local properties = {}
  for _, property in each(first(element, "properties") or {}, "property") do
    properties[property.name] = (CONVERT[property.type] or tostring)(property.value)
    if property.type == "int" or property.type == "float" then properties[property.name] = property.value end
  end
  return properties
end

--- The attributes of an element, with other values than the element's, and its properties.
local function export(element, values, has_no_properties)
  for key, value in pairs(element) do
    if type(key) == "string" and key ~= "tag" and key ~= "text" and values[key] == nil then values[key] = value end
  end
  values.visible = values.visible == nil or values.visible == true or values.visible == 1
  if element.tag:find "^tile" or element.tag == "map" then values.visible = nil end
  if not has_no_properties then values.properties = properties_of(element) end
  return values
end

local function set_defaults(values, defaults)
  for key, value in pairs(defaults) do
    if values[key] == nil then values[key] = value end
  end
  return values
end

local function numbers_of(text)
  local numbers = {}
  for number in text:gmatch "%-?[%d.]+" do numbers[#numbers + 1] = tonumber(number) end
  return numbers
end

local function points_of(text)
  local points, numbers = {}, numbers_of(text)
  for i = 1, #numbers, 2 do points[#points + 1] = { x = numbers[i], y = numbers[i + 1] } end
  return points
end

local function object_of(element)
  local object = set_defaults(export(element, { shape = "rectangle" }),
    { name = "", type = "", width = 0, height = 0, rotation = 0 })
  for _, shape in ipairs { "point", "ellipse", "polygon", "polyline", "text" } do
    local found = first(element, shape)
    if found then object.shape = shape end
    if found and found.points then object[shape] = points_of(found.points) end
    if found and shape == "text" then object.text = found.text end
  end
  return object
end

local function set_data(layer, data)
  layer.encoding, layer.compression = data.encoding == "csv" and "lua" or data.encoding, data.compression
  for _, chunk in each(data, "chunk") do
    layer.chunks = layer.chunks or {}
    table.insert(layer.chunks, {
      x = chunk.x, y = chunk.y, width = chunk.width, height = chunk.height, data = numbers_of(chunk.text),
    })
  end
  if not layer.chunks then layer.data = layer.encoding == "lua" and numbers_of(data.text) or data.text end
end

local TYPES = { layer = "tilelayer", group = "group", objectgroup = "objectgroup", imagelayer = "imagelayer" }

local function layers_of(element)
  local layers = {}
  for _, child in ipairs(element) do
    if TYPES[child.tag] then
      local layer = set_defaults(export(child, { type = TYPES[child.tag] }),
        { opacity = 1, offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1 })
      if child.tag == "layer" then
        layer.x, layer.y = 0, 0
        set_data(layer, first(child, "data"))
      elseif child.tag == "group" then
        layer.layers = layers_of(child)
      elseif child.tag == "objectgroup" then
        layer.draworder, layer.objects = "topdown", {}
        for i, object in each(child, "object") do layer.objects[i] = object_of(object) end
      else
        layer.image, layer.repeatx, layer.repeaty = first(child, "image").source, false, false
      end
      layers[#layers + 1] = layer
    end
  end
  return layers
end

local VERSIONS = { version = "1.5", luaversion = "5.1", tiledversion = "1.8.2" }

local function tileset_of(element)
  if element.source then return { name = "signs", firstgid = element.firstgid, filename = element.source } end
  local image, tiles = first(element, "image"), {}
  for i, tile in each(element, "tile") do
    tiles[i] = export(tile, {}, not first(tile, "properties"))
  end
  return export(element, {
    spacing = 0, margin = 0, image = image.source, imagewidth = image.width, imageheight = image.height,
    objectalignment = "unspecified", tileoffset = { x = 0, y = 0 },
    grid = { orientation = "orthogonal", width = 16, height = 16 }, wangsets = {}, tiles = tiles,
  })
end

--- The table of a map or tileset, by the name of its file: "village.lua".
function tiled_export.table(name)
  name = FOLDER .. name:gsub("%.lua$", "")
  if name == FOLDER .. "signs" then
    local tileset = tileset_of(parse(shell.read(name .. ".tsx")))
    return set_defaults({ version = VERSIONS.version }, set_defaults(tileset, VERSIONS))
  end
  local element = parse(shell.read(name .. ".tmx"))
  local map = set_defaults({ tilesets = {}, layers = layers_of(element) }, VERSIONS)
  for i, tileset in each(element, "tileset") do map.tilesets[i] = tileset_of(tileset) end
  export(element, map)
  map.infinite = nil
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

--- The text of the same table.
function tiled_export.text(name)
  return "return " .. write(tiled_export.table(name)) .. "\n"
end

return tiled_export
