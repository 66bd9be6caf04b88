--- Makes the map of a town: houses along streets, squares, a wall with gates; around it fields,
--- woods, farms and a lake. The same seed gives the same town.
---
--- Method. A street cuts the area inside the wall in two, others cut its halves, until these are
--- as small as a lot: wide streets first, then streets, then alleys, which are 1 or 2 tiles wide.
--- Most lots get a house, some a garden, and some groups of lots stay a square.

local astar = require "astar"

local abs, floor, max, min = math.abs, math.floor, math.max, math.min

local town = { width = 192, height = 104 }

--- The terrains. People walk on roads, lanes, grass and crops; lanes are too narrow for wagons.
town.terrain = {
  road = ".", lane = ":", grass = ",", crops = '"', house = "#", tree = "T", water = "~",
}
local terrain = town.terrain

local middle_x, middle_y = 96.5, 52.5 -- of the map; the main roads meet there
local half_road = 3                   -- half the width of a main road [tiles]
local largest_lot = { width = 8, height = 7 }

local Town = {}
Town.__index = Town

-- How far a tile is outside the town [tiles], whose shape is an octagon. The outermost 2 tiles
-- inside are the wall.
local function outside(x, y)
  local dx, dy = abs(x - middle_x), abs(y - middle_y)
  return max(dx - 62, dy - 41, (dx + dy - 85) / 1.3)
end

local function is_on_main_road(x, y)
  return abs(x - middle_x) < half_road or abs(y - middle_y) < half_road
end

--- Makes a town.
---@param seed integer
function town.new(seed)
  local self = setmetatable({
    random = love.math.newRandomGenerator(seed),
    grid = astar.grid(town.width, town.height, { fill = terrain.grass }),
    houses = {}, -- { x, y, width, height }, in tiles
    trees = {},  -- { x, y }
    squares = {}, fields = {}, -- rectangles as houses
    wall = {},   -- tiles of the town wall, { x, y } each; barriers stand there
    gates = {},  -- { name, x, y, width, height }
  }, Town)
  self:add_ground()
  self:add_gates()
  self:add_market()
  self:add_quarters()
  self:add_wall()
  self:add_country()
  return self
end

-- ------------------------------------------------------------------------------- tools

-- Whether all tiles of a rectangle, and those around it up to `margin`, fulfill `test(x, y)`.
local function all_tiles(x, y, width, height, margin, test)
  for tile_y = y - margin, y + height - 1 + margin do
    for tile_x = x - margin, x + width - 1 + margin do
      if not test(tile_x, tile_y) then return false end
    end
  end
  return true
end

-- Whether the terrain of a tile is `name`.
function Town:is(x, y, name)
  return self.grid:get(x, y) == terrain[name]:byte()
end

--- Whether people walk on the terrain of a tile.
function Town:is_ground(x, y)
  return self:is(x, y, "road") or self:is(x, y, "lane") or self:is(x, y, "grass")
    or self:is(x, y, "crops")
end

function Town:add_house(x, y, width, height)
  self.grid:fill(terrain.house, x, y, width, height)
  table.insert(self.houses, { x = x, y = y, width = width, height = height })
end

function Town:add_tree(x, y)
  self.grid:set(x, y, terrain.tree)
  table.insert(self.trees, { x = x, y = y })
end

-- ----------------------------------------------------------------------- inside the wall

-- Paves the town, and the main roads up to the borders of the map.
function Town:add_ground()
  for y = 1, town.height do
    for x = 1, town.width do
      if is_on_main_road(x, y) then
        self.grid:set(x, y, terrain.road)
      elseif outside(x, y) <= 0 then
        self.grid:set(x, y, terrain.lane)
      end
    end
  end
end

-- Four gates on the main roads, and two small ones with a lane to the border of the map.
function Town:add_gates()
  local function add(name, x, y, width, height)
    table.insert(self.gates, { name = name, x = x, y = y, width = width, height = height })
  end
  add("west gate", 35, 50, 2, 6)
  add("east gate", 157, 50, 2, 6)
  add("north gate", 94, 12, 6, 2)
  add("south gate", 94, 92, 6, 2)
  add("small north gate", 67, 12, 3, 2)
  add("small south gate", 124, 92, 3, 2)
  self.grid:fill(terrain.lane, 67, 1, 3, 11)
  self.grid:fill(terrain.lane, 124, 94, 3, 11)
end

function Town:is_gate(x, y)
  for _, gate in ipairs(self.gates) do
    if x >= gate.x and x < gate.x + gate.width and y >= gate.y and y < gate.y + gate.height then
      return true
    end
  end
  return false
end

function Town:add_wall()
  for y = 1, town.height do
    for x = 1, town.width do
      local distance = outside(x, y)
      if distance <= 0 and distance > -2 and not self:is_gate(x, y) then
        table.insert(self.wall, { x = x, y = y })
      end
    end
  end
end

function Town:add_market()
  self:add_square(81, 43, 32, 20)
end

function Town:add_square(x, y, width, height)
  table.insert(self.squares, { x = x, y = y, width = width, height = height })
  self.grid:fill(terrain.road, x, y, width, height)
end

-- The four areas between the main roads.
function Town:add_quarters()
  local left, right = middle_x - half_road, middle_x + half_road
  local top, bottom = middle_y - half_road, middle_y + half_road
  for _, x in ipairs { 39, right + 0.5 } do
    for _, y in ipairs { 16, bottom + 0.5 } do
      local last_x = x < left and left - 0.5 or 154
      local last_y = y < top and top - 0.5 or 89
      self:divide(x, y, last_x - x + 1, last_y - y + 1)
    end
  end
end

-- Divides an area by a street, or fills it when it is as small as a lot.
function Town:divide(x, y, width, height)
  local area = width * height
  if width <= largest_lot.width and height <= largest_lot.height then
    return self:fill_lot(x, y, width, height)
  elseif area > 90 and area < 200 and self.random:random() < 0.06 then
    return self:add_square(x, y, width, height)
  end
  local street = area > 500 and 4 or area > 150 and 3 or self.random:random(2)
  if width / largest_lot.width > height / largest_lot.height then
    local first = floor((width - street) * (0.4 + 0.2 * self.random:random()))
    if street == 4 then self.grid:fill(terrain.road, x + first, y, street, height) end
    self:divide(x, y, first, height)
    self:divide(x + first + street, y, width - first - street, height)
  else
    local first = floor((height - street) * (0.4 + 0.2 * self.random:random()))
    if street == 4 then self.grid:fill(terrain.road, x, y + first, width, street) end
    self:divide(x, y, width, first)
    self:divide(x, y + first + street, width, height - first - street)
  end
end

-- Whether lots may use a tile: not near the wall, and not in the market.
function Town:is_for_lots(x, y)
  local market = self.squares[1]
  local in_market = x >= market.x and x < market.x + market.width
    and y >= market.y and y < market.y + market.height
  return outside(x, y) < -4 and not in_market
end

-- The largest part of a lot that may be used, cut at one side: x, y, width, height; or nil.
function Town:usable_part(x, y, width, height)
  local function is_for_lots(tile_x, tile_y) return self:is_for_lots(tile_x, tile_y) end
  for cut = 0, max(width, height) - 2 do
    for _, part in ipairs {
      { x + cut, y, width - cut, height }, { x, y, width - cut, height },
      { x, y + cut, width, height - cut }, { x, y, width, height - cut },
    } do
      if part[3] >= 2 and part[4] >= 2 and all_tiles(part[1], part[2], part[3], part[4], 0,
        is_for_lots) then
        return unpack(part)
      end
    end
  end
  return nil
end

-- Puts a house or a garden on a lot.
function Town:fill_lot(x, y, width, height)
  x, y, width, height = self:usable_part(x, y, width, height)
  if not x then return end
  if self.random:random() < 0.88 then return self:add_house(x, y, width, height) end
  self.grid:fill(terrain.grass, x, y, width, height)
  for _ = 1, floor(width * height / 8) do
    local tree_x, tree_y = x + self.random:random(width) - 1, y + self.random:random(height) - 1
    if self:is(tree_x, tree_y, "grass") then self:add_tree(tree_x, tree_y) end
  end
end

-- ---------------------------------------------------------------------- outside the wall

-- A random rectangle outside the wall whose tiles, and those near it, are all grass; or nil.
function Town:find_meadow(width, height)
  for _ = 1, 50 do
    local x = self.random:random(2, town.width - width)
    local y = self.random:random(2, town.height - height)
    local is_meadow = all_tiles(x, y, width, height, 2, function(tile_x, tile_y)
      return outside(tile_x, tile_y) > 2
        and (self.grid:get(tile_x, tile_y) == nil or self:is(tile_x, tile_y, "grass"))
    end)
    if is_meadow then return x, y end
  end
end

function Town:add_lake()
  for y = 1, town.height do
    for x = 1, town.width do
      local dx, dy = (x - 19) / 15, (y - 88) / 9
      if dx * dx + dy * dy + 0.12 * math.sin(x * 0.9 + y * 0.5) < 1 then
        self.grid:set(x, y, terrain.water)
      end
    end
  end
end

function Town:add_woods(count)
  for _ = 1, count do
    local x, y = self:find_meadow(3, 3)
    for _ = 1, x and 22 or 0 do
      local tree_x = floor(x + 1 + self.random:randomNormal(2.4) + 0.5)
      local tree_y = floor(y + 1 + self.random:randomNormal(1.8) + 0.5)
      local is_free = self.grid:get(tree_x, tree_y) and self:is(tree_x, tree_y, "grass")
      if is_free and outside(tree_x, tree_y) > 3 then self:add_tree(tree_x, tree_y) end
    end
  end
end

function Town:add_country()
  self:add_lake()
  for _ = 1, 32 do
    local width, height = self.random:random(7, 13), self.random:random(5, 8)
    local x, y = self:find_meadow(width, height)
    if x then
      self.grid:fill(terrain.crops, x, y, width, height)
      table.insert(self.fields, { x = x, y = y, width = width, height = height })
    end
  end
  for _ = 1, 18 do
    local width, height = self.random:random(3, 5), self.random:random(3, 4)
    local x, y = self:find_meadow(width, height)
    if x then self:add_house(x, y, width, height) end
  end
  self:add_woods(36)
end

--- A random tile of a rectangle of the town.
function Town:tile_in(area)
  return area.x + self.random:random(area.width) - 1, area.y + self.random:random(area.height) - 1
end

--- Whether a tile is inside the wall.
function town.is_inside(x, y)
  return outside(x, y) <= -2
end

--- A random tile of the town inside its wall. Not all of them can be walked on.
function Town:tile_inside()
  while true do
    local x, y = self.random:random(35, 158), self.random:random(12, 93)
    if town.is_inside(x, y) then return x, y end
  end
end

--- A random tile of the map. Not all of them can be walked on.
function Town:tile_anywhere()
  return self.random:random(town.width), self.random:random(town.height)
end

--- Moves a tile onto the map.
function town.clamp(x, y)
  return max(1, min(x, town.width)), max(1, min(y, town.height))
end

return town
