--- Terrain sets of a Tiled tileset: which color most corners and edges of a tile have. A part of
--- astar.tiled.
---
--- A tile has eight numbers of colors, of its edges and corners; 0 is no color. Tiled 1.4 and
--- before have terrains, which newer versions convert to the set "Terrains": a tile has four
--- numbers of terrains, from 0; -1 is none.
---
--- Data in another form is ignored: most maps are loaded without their terrain sets.

local folder = (... or "astar.tiled.terrain_sets"):gsub("tiled%.terrain_sets$", "")
local check = require(folder .. "internal.check")

local function list_in(value)
  return type(value) == "table" and value or {}
end

--- The color that occurs most often, of several the first one; `offset` is added to the numbers.
local function most_frequent(numbers, names, offset)
  local counts, best = {}, nil
  for _, number in ipairs(list_in(numbers)) do
    if check.is_integer(number) then
      counts[number + offset] = (counts[number + offset] or 0) + 1
    end
  end
  for i, name in ipairs(names) do
    if name ~= "" and (counts[i] or 0) > (counts[best] or 0) then best = i end
  end
  return names[best]
end

--- A set: its name, the names of its colors ("": none), and the name for each tile by id.
local function new_set(name, colors)
  local set = { name = name, names = {}, by_id = {} }
  for i, color in ipairs(list_in(colors)) do
    local text = list_in(color).name
    set.names[i] = type(text) == "string" and text or ""
  end
  return set
end

--- The terrain sets of a tileset; `sources` has the data of its tiles by id.
local function read(from, sources)
  local sets = {}
  for i, item in ipairs(list_in(from.wangsets)) do
    item = list_in(item)
    sets[i] = new_set(tostring(item.name), item.colors)
    for _, tile in ipairs(list_in(item.wangtiles)) do
      local id = list_in(tile).tileid
      if check.is_integer(id) then
        sets[i].by_id[id] = most_frequent(tile.wangid, sets[i].names, 0)
      end
    end
  end
  local terrains = new_set("Terrains", from.terrains)
  for id, tile in pairs(sources) do
    terrains.by_id[id] = most_frequent(tile.terrain, terrains.names, 1)
  end
  if #terrains.names > 0 then sets[#sets + 1] = terrains end
  return sets
end

return { read = read }
