--- What marks walls on a Tiled map: the option "walls" of tiled.load. A part of astar.tiled.
---
---     property   tiles, objects and layers with one of these properties, when it is true
---     layers     layers and groups with one of these names
---     class      objects, layers and tiles of one of these classes
---     shapes     collision shapes of tiles: see tiled.shapes
---
--- All tiles and objects of a layer that is marked are walls. Objects and layers of class "wall"
--- are always walls. A tile or object with a property "wall" that is false is none, and links are
--- none.

local folder = (... or "astar.tiled.marks"):gsub("tiled%.marks$", "")
local source = require(folder .. "tiled.source")

local Marks = {}
Marks.__index = Marks

--- Adds what an entry of the option marks: Marks:add("class", "fence").
function Marks:add(kind, value)
  if kind == "shapes" then
    self.shapes = value
  else
    for _, name in pairs(type(value) == "table" and value or { value }) do
      self[kind][name] = true
    end
  end
end

--- The marks of the option: a table, "all" (then nothing is marked yet), or nil.
local function new(walls)
  local self = setmetatable({ property = {}, layers = {}, class = {}, shapes = false }, Marks)
  for kind, value in pairs(type(walls) == "table" and walls or {}) do self:add(kind, value) end
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

return { new = new }
