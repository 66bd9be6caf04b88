--- A map of the Tiled editor: terrains by name, places, a barrier and a ferry. All of it is drawn
--- in Tiled: maps/valley.tmx is the map, maps/valley.lua its export.
---
--- Run it with: lua5.4 examples/tiled_map.lua
local folder = arg[0]:match("^.*[/\\]") or ""
dofile(folder .. "support/setup.lua")

local ascii = require "astar.ascii"
local tiled = require "astar.tiled"

-- The option `terrains` sets the byte of each terrain: here the characters to print. Without this
-- option the terrains get the bytes 1, 2, 3, ...
local map = assert(tiled.load(folder .. "maps/valley.lua", {
  terrains = {
    grass = ".", road = "=", water = "~", mud = ",", forest = "T", house = "#", bridge = "H",
  },
}))
local farm, castle = map:object "farm", map:object "castle"

-- In rules of a Tiled map terrains have names. A terrain that is not listed is impassable.
local movers = {
  {
    name = "shepherd", mark = "o", style = "bold cyan",
    rules = map:rules {
      cost = { grass = 1, road = 1, bridge = 1, forest = 1.5, mud = 2 },
    },
  },
  {
    name = "cart", mark = "*", style = "bold red",
    rules = map:rules { cost = { road = 0.5, bridge = 0.5, grass = 3 } },
  },
}

local function show(what)
  print(what)
  for _, mover in ipairs(movers) do
    local path, cost = map.grid:find_path(farm.x, farm.y, castle.x, castle.y, mover.rules)
    mover.path = path
    print(("  %-9s %s"):format(mover.name,
      path and ("cost %.2f, %d tiles"):format(cost, #path) or cost))
  end
  print(ascii.draw(map.grid, {
    paths = { movers[1].path and movers[1], movers[2].path and movers[2] },
    marks = {
      { x = farm.x, y = farm.y, text = "A" }, { x = castle.x, y = castle.y, text = "B" },
    },
  }) .. "\n")
end

-- A line on an object layer of the map is a barrier across the road: it closes the edges between
-- tiles. Both movers leave the road to go around the barrier.
show("From the farm to the castle")

-- The bridge is blocked. The ferry, a link drawn in Tiled, crosses the water.
for x = 14, 15 do map.grid:block(x, 7) end
show("The bridge is down")

map.grid:unlink(map:object("ferry").link)
show("The ferry is gone as well")

-- An area of the map can be the goal of a search, and a line can be a route. The layout returns the
-- position of each tile in the world, in Tiled's pixels.
local pasture = map:tiles(map:object "pasture")
local path, cost, index = map.grid:find_nearest(castle.x, castle.y, pasture, movers[1].rules)
print(("The pasture is nearest at tile %d of %d: cost %.2f, %d steps")
  :format(index, #pasture, cost, #path - 1))
for _, point in ipairs(map:object("pilgrim").points) do
  print(("The pilgrim passes tile %d, %d at %g, %g"):format(point.x, point.y,
    map.layout:to_world(point.x, point.y)))
end
