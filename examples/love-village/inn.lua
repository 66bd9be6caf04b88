--- The upper floor of the inn. The village is a house of two floors (astar.floors): floor 1 is the
--- map of Tiled, floor 2 has the guest rooms, which lie over the inn. So the tiles of floor 1 are
--- those of the map, and one crowd and one grid serve both floors.
local floors = require "astar.floors"

local inn = {}

local Inn = {}
Inn.__index = Inn

local gap = 255                     -- the terrain between the floors: no terrain of the map
local wood, plank, wall = { 0.62, 0.44, 0.3 }, { 0.53, 0.37, 0.26 }, { 0.36, 0.25, 0.2 }
local linen, blanket = { 0.95, 0.93, 0.86 }, { 0.65, 0.25, 0.28 }

-- Returns the byte of a terrain of the map.
local function terrain_of(map, name)
  for byte, other in pairs(map.names) do
    if other == name then return byte end
  end
  error(("the map has no terrain %q"):format(name))
end

--- Creates both floors from the map, with stairs behind the door of the inn.
function inn.new(world)
  local map = world.map
  local width, height = map.grid:size()
  local house = floors.new { width = width, height = height, count = 2, gap = gap }
  for y, row in ipairs(map.grid:rows()) do
    for x = 1, width do house.grid:set(x, y, row:byte(x)) end
  end
  local self = setmetatable({ house = house, layout = map.layout, is_open = false, beds = {} }, Inn)
  local tiles, door = map:tiles(map:object "inn upstairs"), map:object "inn"
  self.left, self.top, self.right = tiles[1][1], tiles[1][2], tiles[#tiles][1]
  for _, tile in ipairs(tiles) do
    local gx, gy = house:to_grid(tile[1], tile[2], 2)
    house.grid:set(gx, gy, terrain_of(map, "floor"))
  end
  for x = self.left, self.right, 2 do self.beds[#self.beds + 1] = { x, self.top } end
  self.stairs = { door.x, tiles[#tiles][2] }
  house:stairs(door.x, door.y, 1, { x = self.stairs[1], y = self.stairs[2], cost = 2 })
  return self
end

--- Returns the tile of a bed, by its number from the left: x and y in the grid.
function Inn:bed(number)
  local tile = self.beds[number]
  return self.house:to_grid(tile[1], tile[2], 2)
end

--- Returns the tile of the grid that the user sees on tile (x, y) of the map: of the upper floor
--- where the roof is open. Returns nil off the map.
function Inn:tile_at(x, y)
  local gx, gy = self.house:to_grid(x, y, 2)
  if gx and self.is_open and self.house.grid:get(gx, gy) ~= gap then return gx, gy end
  return self.house:to_grid(x, y, 1)
end

--- Returns how far the upper floor is to the right of the map in the grid, 0 for floor 1
--- [world units], and the floor of a tile of the grid.
function Inn:shift(gx, gy)
  local _, _, z = self.house:from_grid(gx, gy)
  return (self.house:to_grid(1, 1, z) - 1) * self.layout.width, z
end

-- ------------------------------------------------------------------------------ drawing

-- Draws a rectangle, in tiles.
local function fill(self, color, x, y, width, height)
  local size = self.layout.width
  love.graphics.setColor(color)
  love.graphics.rectangle("fill", (x - 1) * size, (y - 1) * size, width * size, height * size)
end

--- Draws the rooms in place of the roof: planks, walls, beds, and the top of the stairs.
function Inn:draw_rooms()
  local width, height = self.right - self.left + 1, self.stairs[2] - self.top + 1
  fill(self, wall, self.left - 0.2, self.top - 0.2, width + 0.4, height + 0.4)
  fill(self, wood, self.left, self.top, width, height)
  for i = 1, 4 * height - 1 do fill(self, plank, self.left, self.top + i / 4, width, 1 / 16) end
  for _, bed in ipairs(self.beds) do
    fill(self, linen, bed[1] + 0.1, bed[2] + 0.05, 0.8, 0.4)
    fill(self, blanket, bed[1] + 0.1, bed[2] + 0.45, 0.8, 0.55)
  end
  for i = 0, 3 do
    fill(self, i % 2 == 0 and wall or plank, self.stairs[1], self.stairs[2] + i / 4, 1, 1 / 4)
  end
  love.graphics.setColor(1, 1, 1)
end

return inn
