--- What marks walls on a Tiled map: the option "walls" of tiled.load. A part of astar.tiled.
---
---     property   tiles, objects and layers with one of these properties, when it is true
---     layers     layers and groups with one of these names
---     class      objects, layers and tiles of one of these classes
---     shapes     true: collision shapes of tiles (tiled.shapes)
---
--- All tiles and objects of a layer that is marked are walls. Objects and layers of class "wall"
--- are always walls. A tile or object with a property "wall" that is false is none, and links are
--- none.

local folder = (... or "astar.tiled.marks"):gsub("tiled%.marks$", "")
local source = require(folder .. "tiled.source")

-- A set of values for each of the four kinds.
local Marks = {}
Marks.__index = Marks

--- The set of a list of values, of one value, or of none.
local function set_of(values)
  local set = {}
  for _, value in pairs(type(values) == "table" and values or { values }) do set[value] = true end
  return set
end

--- The marks of the option, a table.
local function new(walls)
  local self = setmetatable({ property = {}, layers = {}, class = {}, shapes = {} }, Marks)
  for kind, values in pairs(walls) do self[kind] = set_of(values) end
  return self
end

--- Whether the class or a property of a tile, an object or a layer says that it is a wall.
function Marks:is_marked(item)
  for name in pairs(self.property) do
    if source.member(item.properties, name) == true then return true end
  end
  return self.class[item.class]
end

--- Whether all tiles and objects of a layer are walls.
function Marks:is_layer(layer)
  return layer.group and (self.layers[layer.name] or layer.class == "wall"
    or self:is_marked(layer) or self:is_layer(layer.group))
end

--- Whether a tile or an object is a wall, on a layer of which all are walls or not.
function Marks:is_wall(item, all)
  return item.properties.wall ~= false and (all or self:is_marked(item))
end

return { new = new, set_of = set_of }
