--- Terrain sets of a Tiled tileset: which color most corners and edges of a tile have. A part of
--- astar.tiled.
---
--- A tile has eight numbers of colors, of its edges and corners; 0 is no color.

local folder = (... or "astar.tiled.terrain_sets"):gsub("tiled%.terrain_sets$", "")
local source = require(folder .. "tiled.source")

--- The color that occurs most often; of several, the one that has this number first.
local function most_frequent(numbers, names)
  local counts, best = {}, nil
  for _, number in ipairs(numbers) do
    local name = names[number]
    if name and name ~= "" then
      counts[name] = (counts[name] or 0) + 1
      if counts[name] > (counts[best] or 0) then best = name end
    end
  end
  return best
end

--- The terrain sets of a tileset: `name`, the `names` of its colors, and `by_id`, the color of each
--- tile.
local function read(from, where)
  local sets = {}
  for i, item in ipairs(source.list(from, "wangsets", where)) do
    local set = { name = source.string(item, "name", where), names = {}, by_id = {} }
    for number, color in ipairs(source.list(item, "colors", where)) do
      set.names[number] = source.string(color, "name", where)
    end
    for _, tile in ipairs(source.list(item, "wangtiles", where)) do
      local id = source.integer(tile, "tileid", where, 0, source.far)
      set.by_id[id] = most_frequent(source.table(tile, "wangid", where), set.names)
    end
    sets[i] = set
  end
  return sets
end

return { read = read }
