--- What a Tiled map has that may mark walls or name terrain, in words and as options of tiled.load.
--- A part of astar.tiled.
---
--- Nothing in a map says what its author meant. So names are compared with the words that authors
--- use for walls, and the user of the library decides.

local folder = (... or "astar.tiled.findings"):gsub("tiled%.findings$", "")
local check = require(folder .. "internal.check")
local source = require(folder .. "tiled.source")
local tiles = require(folder .. "tiled.tiles")

local describe = check.describe

local wall_words = {
  "barrier", "block", "colli", "fence", "hitbox", "impass", "no_walk", "nowalk", "obstacle",
  "obstruct", "solid", "unwalk", "wall",
}
local open_words = { "walk", "pass" }

local function has_word(name, words)
  name = name:lower()
  for _, word in ipairs(words) do
    if name:find(word, 1, true) and not name:find("no[nt]?[ _-]?" .. word) then return true end
  end
  return false
end

-- How many names of terrains a text lists.
local max_names = 8

local function join(names)
  local text = table.concat(names, ", ", 1, math.min(#names, max_names))
  return #names > max_names and text .. ", ..." or text
end

local function sorted(set)
  local names = {}
  for name in pairs(set) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- A list of texts. Each of them occurs once.
local Findings = {}
Findings.__index = Findings

function Findings:add(text, option)
  text = ("%s (%s)"):format(text, option)
  if not self.seen[text] then self.seen[text], self[#self + 1] = true, text end
end

--- Adds what may be a wall; what is sure is one with walls = "all".
function Findings:add_wall(text, kind, name, is_sure)
  local value = kind == "shapes" and "true" or describe(name)
  if kind == "layers" then value = "{ " .. value .. " }" end
  self:add(text, ("walls = { %s = %s }"):format(kind, value))
  if is_sure and self.marks then self.marks:add(kind, name) end
end

-- --------------------------------------------------------------------------- properties

-- Members of members may contain themselves in a table that a program made.
local max_depth = 5

--- Calls `visit` with each property and each member of a class property ("Biome.ty").
local function each_value(properties, visit, prefix, depth)
  for key, value in pairs(properties) do
    local name = prefix .. tostring(key)
    if type(value) ~= "table" then
      visit(name, value)
    elseif depth < max_depth then
      each_value(value, visit, name .. ".", depth + 1)
    end
  end
end

--- By property: the number of tiles, objects and layers on which it is true, and the texts that
--- tiles have in it.
local function tally(lists)
  local found = {}
  for what, list in pairs(lists) do
    for _, item in pairs(list) do
      each_value(item.properties, function(name, value)
        local entry = found[name] or { texts = {} }
        found[name] = entry
        if source.is_true(value) then
          entry[what] = (entry[what] or 0) + 1
        elseif what == "tile" and type(value) == "string" and value ~= "" then
          entry.texts[value] = true
        end
      end, "", 1)
    end
  end
  return found
end

function Findings:add_booleans(found)
  for _, name in ipairs(sorted(found)) do
    local is_sure, parts = has_word(name, wall_words), {}
    for _, what in ipairs { "tile", "object", "layer" } do
      local count = found[name][what]
      -- Objects and layers have booleans of all kinds.
      if count and (is_sure or what == "tile" and not has_word(name, open_words)) then
        parts[#parts + 1] = ("%d %s%s"):format(count, what, count == 1 and "" or "s")
      end
    end
    local text = ("boolean %s on %s"):format(describe(name), table.concat(parts, ", "))
    if #parts > 0 then self:add_wall(text, "property", name, is_sure) end
  end
end

-- --------------------------------------------------------------------- layers, classes

local is_area = { rectangle = true, polygon = true, ellipse = true }

--- Whether a layer contains nothing but areas of which the author says nothing.
local function is_bare(layer)
  for _, object in ipairs(layer.objects or {}) do
    local is_named = object.name ~= "" or object.class ~= "" or next(object.properties)
    if is_named or not is_area[object.shape] then return false end
  end
  return layer.kind == "objects"
end

--- Adds a layer, or its group, that the author named after walls.
function Findings:add_layer(layer)
  local named = layer
  while named.group and not has_word(named.name, wall_words) do named = named.group end
  local name = named.group and named.name or is_bare(layer) and layer.name
  if name and next(layer._gids or layer.objects or {}) and layer.class ~= "wall" then
    local text = ("%s in layer %s"):format(layer.kind, describe(name))
    -- "Object Layer 1": Tiled named it.
    self:add_wall(text, "layers", name, named.group or name:find "^Object")
  end
end

local function classes_of(list)
  local classes = {}
  for _, item in pairs(list) do
    if item.class ~= "" then classes[item.class] = true end
  end
  return classes
end

function Findings:add_classes(what, classes)
  for _, class in ipairs(sorted(classes)) do
    if has_word(class, wall_words) and not (what == "objects" and class == "wall") then
      self:add_wall(("%s of class %s"):format(what, describe(class)), "class", class, true)
    end
  end
end

--- Lists what a map has. With walls = "all" it adds to the marks what is a wall.
local function find(map, atlas, options)
  local all = options.walls == "all"
  local self = setmetatable({ seen = {}, marks = all and options.marks }, Findings)
  local found = tally { tile = atlas.by_gid, object = map.objects, layer = map.layers }
  self:add_booleans(found)
  for _, layer in ipairs(map.layers) do
    if layer.is_used then self:add_layer(layer) end
  end
  self:add_classes("objects", classes_of(map.objects))
  local classes = classes_of(atlas.by_gid)
  self:add_classes("tiles", classes)
  for _, tile in pairs(atlas.by_gid) do
    local ok, list = check.try(tiles.shapes_of, tile) -- data in another form is no shape
    if ok and #list > 0 then self:add_wall("collision shapes on tiles", "shapes", true, true) end
  end
  for _, set in ipairs(tiles.sets_of(atlas.tilesets)) do
    local name = describe(set.name)
    self:add(("terrain set %s: %s"):format(name, join(set.names)), "terrain_set = " .. name)
  end
  for _, name in ipairs(sorted(found)) do
    local texts = sorted(found[name].texts)
    if #texts > 0 and name ~= options.property then
      local quoted = describe(name)
      self:add(("property %s on tiles: %s"):format(quoted, join(texts)), "property = " .. quoted)
    end
  end
  if next(classes) then
    self:add("classes of tiles: " .. join(sorted(classes)), "by_class = true")
  end
  return self
end

return { find = find }
