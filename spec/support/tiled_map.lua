--- Maps of Tiled as tables, in the form of a Lua export, and steps on loaded maps.

local astar = require "astar"

local tiled_map = {}

--- A map as Tiled exports it: `width` x `height` tiles, all of them floor.
function tiled_map.new(changes)
  local map = {
    orientation = "orthogonal", width = 4, height = 3, tilewidth = 16, tileheight = 16,
    properties = {},
    tilesets = {
      {
        name = "signs", firstgid = 1, tilewidth = 16, tileheight = 16, image = "signs.png",
        columns = 4, tilecount = 8, spacing = 0, margin = 0,
        tiles = {
          { id = 0, properties = { terrain = "floor" } },
          { id = 1, properties = { terrain = "wall" } },
        },
      },
    },
    layers = {},
  }
  for key, value in pairs(changes or {}) do map[key] = value end
  map.layers[1] = { type = "tilelayer", name = "ground", width = map.width, height = map.height, data = {} }
  for i = 1, map.width * map.height do map.layers[1].data[i] = 1 end
  return map
end

--- Adds an object layer with the name "things".
function tiled_map.add_objects(map, objects)
  map.layers[#map.layers + 1] = { type = "objectgroup", name = "things", objects = objects }
  for i, object in ipairs(objects) do
    object.id = object.id or i
    object.width, object.height = object.width or 0, object.height or 0
  end
  return map
end

local anywhere = astar.rules { default = 1, neighbors = 4, ignore_blocked = true }
local anyhow = astar.rules { default = 1, diagonal = "always", ignore_blocked = true }

--- Whether a single step between neighbors is open.
function tiled_map.can_step(map, x, y, dx, dy)
  local is_diagonal = dx ~= 0 and dy ~= 0 and map.layout.grid_layout == "square"
  local _, cost = map.grid:find_path(x, y, x + dx, y + dy, is_diagonal and anyhow or anywhere)
  return type(cost) == "number" and cost < 1.5
end

return tiled_map
