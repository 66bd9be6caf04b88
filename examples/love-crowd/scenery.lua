--- Draws the town: ground, houses, trees, walls and gates.

local barriers = require "barriers"
local camera = require "camera"
local picture = require "picture"
local town_map = require "town"

local scenery = {}

local tile = camera.tile

local colors = {
  road = { 0.80, 0.75, 0.66 }, lane = { 0.83, 0.79, 0.71 },
  grass = { 0.56, 0.68, 0.40 }, crops = { 0.84, 0.75, 0.42 },
  water = { 0.42, 0.62, 0.74 }, house = { 0.83, 0.79, 0.71 }, tree = { 0.56, 0.68, 0.40 },
}
local roofs = {
  { 0.72, 0.38, 0.29 }, { 0.66, 0.34, 0.27 }, { 0.76, 0.45, 0.31 }, { 0.60, 0.36, 0.31 },
  { 0.50, 0.48, 0.50 },
}

-- Sets the color of a picture: a color times `light`.
local function set_color(target, color, light, alpha)
  target:color(color[1] * light, color[2] * light, color[3] * light, alpha or 1)
end

-- Calls `action(name, x, y, length)` for each run of tiles of the same terrain in a row.
local function each_run(town, action)
  local names = {}
  for name, character in pairs(town_map.terrain) do names[character:byte()] = name end
  for y = 1, town_map.height do
    local first = 1
    for x = 2, town_map.width + 1 do
      if town.grid:get(x, y) ~= town.grid:get(first, y) then
        action(names[town.grid:get(first, y)], first, y, x - first)
        first = x
      end
    end
  end
end

-- Paints the ground, with specks on it: stones, tufts of grass, waves.
local function paint_ground(target, town, random)
  each_run(town, function(name, x, y, length)
    local color = colors[name]
    local is_yard = name == "house" and town:is(math.max(x - 1, 1), y, "grass")
    set_color(target, is_yard and colors.grass or color, 1)
    target:rectangle((x - 1) * tile, (y - 1) * tile, length * tile, tile)
    for _ = 1, length / 2 do
      set_color(target, is_yard and colors.grass or color, 0.93 + 0.1 * random:random())
      target:rectangle((x - 1 + length * random:random()) * tile - 2,
        (y - 1 + random:random() * 0.9) * tile, 3 + 3 * random:random(), 2)
    end
  end)
end

local function paint_fields(target, town)
  for _, field in ipairs(town.fields) do
    for row = 0, 2 * field.height - 1 do
      set_color(target, colors.crops, row % 2 == 0 and 0.9 or 1.04)
      target:rectangle((field.x - 1) * tile + 2, (field.y - 1 + row / 2) * tile + 1,
        field.width * tile - 4, tile / 2 - 2)
    end
  end
end

-- Squares have a lighter paving with a border.
local function paint_squares(target, town)
  for _, square in ipairs(town.squares) do
    local x, y = (square.x - 1) * tile, (square.y - 1) * tile
    local width, height = square.width * tile, square.height * tile
    set_color(target, colors.road, 0.94)
    target:rectangle(x + 4, y + 4, width - 8, height - 8)
    set_color(target, colors.road, 1.07)
    target:rectangle(x + 7, y + 7, width - 14, height - 14)
  end
end

-- A roof has a light and a dark side, and a ridge along its longer side.
local function paint_house(target, house, random)
  local x, y = (house.x - 1) * tile + 1, (house.y - 1) * tile + 1
  local width, height = house.width * tile - 2, house.height * tile - 2
  local roof = roofs[random:random(#roofs)]
  target:color(0.2, 0.15, 0.15, 0.28)
  target:rectangle(x + 4, y + 5, width, height)
  set_color(target, roof, 0.62)
  target:rectangle(x, y, width, height)
  x, y, width, height = x + 1.5, y + 1.5, width - 3, height - 3
  set_color(target, roof, 1.12)
  target:rectangle(x, y, width, height)
  set_color(target, roof, 0.86)
  if width > height then
    target:rectangle(x, y + height / 2, width, height / 2)
    set_color(target, roof, 1.3)
    target:rectangle(x, y + height / 2 - 1, width, 2)
  else
    target:rectangle(x + width / 2, y, width / 2, height)
    set_color(target, roof, 1.3)
    target:rectangle(x + width / 2 - 1, y, 2, height)
  end
  target:color(0.36, 0.28, 0.27)
  target:rectangle(x + width * (0.15 + 0.6 * random:random()), y + height * 0.2, 5, 5)
end

local function paint_tree(target, tree, random)
  local x, y = (tree.x - 0.5) * tile, (tree.y - 0.5) * tile
  local radius, light = tile * (0.5 + 0.18 * random:random()), 0.85 + 0.3 * random:random()
  target:color(0.15, 0.2, 0.12, 0.3)
  target:disc(x + 3, y + 4, radius)
  target:color(0.26 * light, 0.44 * light, 0.25 * light)
  target:disc(x, y, radius)
  target:color(0.36 * light, 0.55 * light, 0.30 * light)
  target:disc(x - 2, y - 2.5, radius * 0.62)
end

--- Paints what never changes. Must be called in love.load.
function scenery.load(town)
  local random = love.math.newRandomGenerator(1)
  scenery.ground, scenery.roofs = picture.new "static", picture.new "static"
  paint_ground(scenery.ground, town, random)
  paint_fields(scenery.ground, town)
  paint_squares(scenery.ground, town)
  for _, house in ipairs(town.houses) do paint_house(scenery.roofs, house, random) end
  for _, tree in ipairs(town.trees) do paint_tree(scenery.roofs, tree, random) end
  scenery.barriers, scenery.seen = picture.new "dynamic", nil
end

-- ----------------------------------------------------------------------------- barriers

local function paint_wall(target, x, y)
  local left, top = (x - 1) * tile, (y - 1) * tile
  target:color(0.2, 0.18, 0.2, 0.3)
  target:rectangle(left + 3, top + 4, tile, tile)
  target:color(0.47, 0.46, 0.47)
  target:rectangle(left, top, tile, tile)
  target:color(0.60, 0.59, 0.59)
  target:rectangle(left + 1, top + 1, tile / 2 - 1.5, tile / 2 - 1.5)
  target:rectangle(left + tile / 2, top + tile / 2, tile / 2 - 1, tile / 2 - 1)
  target:color(0.54, 0.53, 0.53)
  target:rectangle(left + tile / 2, top + 1, tile / 2 - 1, tile / 2 - 1.5)
  target:rectangle(left + 1, top + tile / 2, tile / 2 - 1.5, tile / 2 - 1)
end

-- The wall is built here as soon as the tile is free.
local function paint_site(target, x, y)
  target:color(0.47, 0.46, 0.47, 0.45)
  target:rectangle((x - 1) * tile + 1, (y - 1) * tile + 1, tile - 2, tile - 2)
end

local function paint_gate(target, gate, app)
  for x, y in gate:tiles() do
    local left, top = (x - 1) * tile, (y - 1) * tile
    target:color(0.66, 0.60, 0.52)
    target:rectangle(left, top, tile, tile)
    if app.town.grid:is_blocked(x, y, barriers.gate) and not app.barriers:is_site(x, y) then
      target:color(0.36, 0.24, 0.16)
      target:rectangle(left, top, tile, tile)
      target:color(0.52, 0.36, 0.23)
      for plank = 0, 2 do
        target:rectangle(left + plank * tile / 3 + 0.7, top, tile / 3 - 1.4, tile)
      end
    end
  end
  local x, y = (gate.x - 1) * tile, (gate.y - 1) * tile
  local width, height = gate.width * tile, gate.height * tile
  target:color(0.36, 0.24, 0.16) -- the posts, between the gate and the wall
  if gate.width > gate.height or gate.y < 20 or gate.y > 70 then
    target:rectangle(x - 3, y - 2, 4, height + 4)
    target:rectangle(x + width - 1, y - 2, 4, height + 4)
  else
    target:rectangle(x - 2, y - 3, width + 4, 4)
    target:rectangle(x - 2, y + height - 1, width + 4, 4)
  end
end

local function paint_barriers(target, app)
  target:clear()
  for y = 1, town_map.height do
    for x = 1, town_map.width do
      if app.town.grid:is_blocked(x, y, barriers.wall) then
        local paint = app.barriers:is_site(x, y) and paint_site or paint_wall
        paint(target, x, y)
      end
    end
  end
  for _, gate in ipairs(app.gates) do paint_gate(target, gate, app) end
end

--- Draws the ground and the barriers, in world units.
function scenery.draw_below(app)
  if scenery.seen ~= app.barriers.changes then
    paint_barriers(scenery.barriers, app)
    scenery.seen = app.barriers.changes
  end
  scenery.ground:draw()
  scenery.barriers:draw()
end

--- Draws the roofs and the trees, in world units.
function scenery.draw_above()
  scenery.roofs:draw()
end

return scenery
