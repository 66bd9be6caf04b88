--- A map of the Tiled editor: terrains by name, places, a barrier and a ferry, all drawn there.
--- maps/valley.tmx is the map as it was drawn, maps/valley.lua its export.
local folder = arg[0]:match("^.*[/\\]") or ""
dofile(folder .. "support/setup.lua")

local ascii = require "astar.ascii"
local tiled = require "astar.tiled"

-- With `terrains` the grid has bytes of our choice, here the characters to print; without it
-- they are numbered.
local map = tiled.load(folder .. "maps/valley.lua", {
  terrains = {
    grass = ".", road = "=", water = "~", mud = ",", forest = "T", house = "#", bridge = "H",
  },
})
local farm, castle = map:object "farm", map:object "castle"

-- Rules know terrains by their names; what is not listed is impassable.
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

-- There is a barrier across the road, a line on an object layer: it closes the edges between
-- the tiles, and both leave the road to go round it.
show("From the farm to the castle")

-- The bridge is down; there is the ferry, a link that was drawn in Tiled.
for x = 14, 15 do map.grid:block(x, 7) end
show("The bridge is down")

map.grid:unlink(map:object("ferry").link)
show("The ferry is gone as well")

-- An area of the map may be the goal of a search, a line a patrol; and all is somewhere in the
-- world, in Tiled's pixels.
local pasture = map:tiles(map:object "pasture")
local path, cost, index = map.grid:find_nearest(castle.x, castle.y, pasture, movers[1].rules)
print(("The pasture is nearest at tile %d of %d: cost %.2f, %d steps")
  :format(index, #pasture, cost, #path - 1))
for _, point in ipairs(map:object("pilgrim").points) do
  print(("The pilgrim comes by tile %d, %d at %g, %g"):format(point.x, point.y,
    map.layout:to_world(point.x, point.y)))
end
