-- Walls of a Tiled map are converted in small parts of a tile. The parts were a third of the shorter side in both
-- directions: with tiles of 32,768 x 1 pixels a wall of four tiles took 4 s.

local astar = require "astar"
local tiled = require "astar.tiled"

describe("a wall along very wide tiles", function()
  it("is converted in no more parts than along squares", function()
    local map = {
      orientation = "orthogonal", width = 4, height = 2, tilewidth = 32768, tileheight = 1,
      tilesets = {
        {
          name = "ground", firstgid = 1, tilewidth = 16, tileheight = 16, image = "ground.png",
          columns = 1, tilecount = 1, spacing = 0, margin = 0,
          tiles = { { id = 0, properties = { terrain = "floor" } } },
        },
      },
      layers = {
        { type = "tilelayer", name = "ground", width = 4, height = 2, data = { 1, 1, 1, 1, 1, 1, 1, 1 } },
        { type = "objectgroup", name = "walls", objects = {
          {
            id = 1, type = "wall", x = 0, y = 1, width = 0, height = 0,
            polyline = { { x = 0, y = 0 }, { x = 4 * 32768, y = 0 } },
          },
        } },
      },
    }
    local methods = getmetatable(tiled.load(map).layout).__index
    local to_tile, calls = methods.to_tile, 0
    methods.to_tile = function(...)
      calls = calls + 1
      return to_tile(...)
    end
    local ok, loaded = pcall(tiled.load, map)
    methods.to_tile = to_tile
    assert(ok, loaded)
    local rules = astar.rules { default = 1, neighbors = 4 }
    assert.is_nil((loaded.grid:find_path(1, 1, 1, 2, rules)))
    assert.is_true(calls > 3 and calls < 100, calls)
  end)
end)
