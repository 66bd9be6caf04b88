--- What marks walls on a Tiled map: the option "walls" of tiled.load. A part of astar.tiled.
---
---     property   tiles, objects and layers with one of these properties, when it is true
---     layers     layers and groups with one of these names
---     class      objects and layers of one of these classes, and of class "wall"; tiles of one of
---                these classes
---     shapes     collision shapes of tiles: see tiled.shapes
---
--- All tiles and objects of a layer that is marked are walls. A tile or object with a property
--- "wall" that is false is none, and an object of class "link" is none.

local folder = (... or "astar.tiled.marks"):gsub("tiled%.marks$", "")
local check = require(folder .. "internal.check")
local source = require(folder .. "tiled.source")

local Marks = {}
Marks.__index = Marks

--- A name or a list of names as a list.
local function list_of(names)
  if type(names) == "table" then return names end
  return { names }
end

--- Adds what an entry of the option marks: Marks:add("class", "fence").
function Marks:add(kind, names)
  if kind == "shapes" then
    self.shapes = self.shapes or names
  else
    for _, name in pairs(list_of(names)) do self[kind][name] = true end
  end
end

--- The marks of the option: a table, "all" (then nothing is marked yet), or nil.
local function new(walls)
  local self = setmetatable({ property = {}, layers = {}, class = {}, shapes = false }, Marks)
  if type(walls) == "table" then
    for kind, names in pairs(walls) do self:add(kind, names) end
  end
  return self
end

--- Whether one of the properties is true.
function Marks:is_marked(properties)
  for name in pairs(self.property) do
    if source.is_true(source.member(properties, name)) then return true end
  end
  return false
end

--- Whether a layer or one of its groups is listed by name.
function Marks:is_listed(layer)
  return layer.group ~= nil and (self.layers[layer.name] or self:is_listed(layer.group))
end

--- Whether all tiles and objects of a layer are walls.
function Marks:is_layer(layer)
  return layer.group ~= nil and (self.layers[layer.name] or layer.class == "wall"
    or self.class[layer.class] or self:is_marked(layer.properties) or self:is_layer(layer.group))
end

function Marks:is_tile(tile, is_layer)
  if tile.properties.wall == false then return false end
  return is_layer or self.class[tile.class] or self:is_marked(tile.properties)
end

function Marks:is_object(object, layer)
  if object.class == "link" or object.properties.wall == false then return false end
  return object.class == "wall" or self.class[object.class] or self:is_marked(object.properties)
    or self:is_layer(layer)
end

local function is_name(value)
  return type(value) == "string" and value ~= ""
end

local NAMES = { "a name or a list of names", function(value)
  return is_name(value) or check.is_table_of(value, is_name, check.is_integer)
end }

--- Raises an error for an invalid table.
local check_table = check.options_checker('tiled.load: option "walls"', {
  class = NAMES, layers = NAMES, property = NAMES, shapes = check.BOOLEAN,
})

return { new = new, check_table = check_table }
