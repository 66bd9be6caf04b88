--- What a Tiled map has that may mark walls or name terrain, in words and as options of tiled.load.
--- A part of astar.tiled.
---
--- Nothing in a map says what its author meant. So names are compared with the words that authors
--- use for walls, and the user of the library decides.

local folder = (... or "astar.tiled.findings"):gsub("tiled%.findings$", "")
local check = require(folder .. "internal.check")
local tiles = require(folder .. "tiled.tiles")

local describe = check.describe

local wall_words = {
  "barrier", "block", "colli", "fence", "impass", "nowalk", "obstacle", "solid", "unwalk", "wall",
}
local function is_wall(name)
  for _, word in ipairs(wall_words) do
    if name:lower():find(word, 1, true) then return true end
  end
end

local function sorted(set)
  local names = {}
  for name in pairs(set) do names[#names + 1] = name end
  table.sort(names)
  return names
end

--- The first names of a list, for a text.
local function join(names)
  return table.concat(names, ", ", 1, math.min(#names, 8))
end

--- Counts on how many tiles a property, or a member of a class property ("Biome.ty"), is true, and
--- on how many it is a certain text: `tallies[name][value]`.
local function tally(properties, prefix, tallies)
  for key, value in pairs(properties) do
    local name = prefix .. tostring(key)
    if type(value) == "table" and prefix == "" then
      tally(value, name .. ".", tallies)
    elseif value == true or type(value) == "string" and value ~= "" then
      tallies[name] = tallies[name] or {}
      tallies[name][value] = (tallies[name][value] or 0) + 1
    end
  end
end

local is_area = { rectangle = true, polygon = true, ellipse = true }

--- Whether a layer contains nothing but areas of which the author says nothing.
local function is_bare(layer)
  for _, object in ipairs(layer.objects or {}) do
    local is_named = object.name ~= "" or object.class ~= "" or next(object.properties)
    if is_named or not is_area[object.shape] then return false end
  end
  return layer.kind == "objects"
end

-- The texts as a set; `marks` gets the walls with walls = "all".
local Findings = {}
Findings.__index = Findings

--- Adds what an option would read. The arguments after it are those of `string.format`.
function Findings:add(option, message, ...)
  self.texts[("%s (%s)"):format(message:format(...), option)] = true
end

function Findings:add_wall(kind, name, message, ...)
  local value = kind == "layers" and ("{ %s }"):format(describe(name)) or describe(name)
  self:add(("walls = { %s = %s }"):format(kind, value), message, ...)
  -- Tiles have booleans of all kinds.
  if self.marks and (kind ~= "property" or is_wall(name)) then self.marks[kind][name] = true end
end

function Findings:add_class(what, class)
  if class ~= "wall" and is_wall(class) then
    self:add_wall("class", class, "%s of class %s", what, describe(class))
  end
end

function Findings:add_properties(tallies, property)
  for name, counts in pairs(tallies) do
    local quoted, count = describe(name), counts[true]
    counts[true] = nil
    if count and (is_wall(name) or not name:lower():find "walk") then
      local plural = count == 1 and "" or "s"
      self:add_wall("property", name, "boolean %s on %d tile%s", quoted, count, plural)
    end
    if next(counts) and name ~= property then
      self:add("property = " .. quoted, "property %s on tiles: %s", quoted, join(sorted(counts)))
    end
  end
end

function Findings:add_tiles(by_gid, property)
  local tallies, classes = {}, {}
  for _, tile in pairs(by_gid) do
    tally(tile.properties, "", tallies)
    self:add_class("tiles", tile.class)
    if tile.class ~= "" then classes[tile.class] = true end
    if tiles.shapes_of(tile)[1] then self:add_wall("shapes", true, "collision shapes on tiles") end
  end
  self:add_properties(tallies, property)
  if next(classes) then
    self:add("by_class = true", "classes of tiles: %s", join(sorted(classes)))
  end
end

--- Lists what a map has. With walls = "all" it adds to the marks what is a wall.
local function find(map, atlas, options)
  local self = setmetatable({ texts = {} }, Findings)
  self.marks = options.walls == "all" and options.marks
  self:add_tiles(atlas.by_gid, options.property)
  for _, object in ipairs(map.objects) do self:add_class("objects", object.class) end
  for _, layer in ipairs(map.layers) do
    local is_read = layer.is_used and layer.kind ~= "image"
    if is_read and (is_wall(layer.name) or is_bare(layer)) then
      self:add_wall("layers", layer.name, "%s in layer %s", layer.kind, describe(layer.name))
    end
  end
  for _, tileset in ipairs(atlas.tilesets) do
    for _, set in ipairs(tileset.terrain_sets or {}) do
      local name = describe(set.name)
      self:add("terrain_set = " .. name, "terrain set %s: %s", name, join(set.names))
    end
  end
  return sorted(self.texts)
end

return { find = find }
