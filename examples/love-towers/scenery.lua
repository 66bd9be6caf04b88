--- Draws the valley: ground, water, bridges, rocks, trees, gates and the castle. What never changes
--- is painted once for each size of the window, on a canvas.

local valley = require "valley"
local view = require "view"

local scenery = {}

local tile = view.tile
local canvas

local grass, mud, water = { 0.50, 0.63, 0.36 }, { 0.55, 0.47, 0.33 }, { 0.33, 0.53, 0.68 }
local rock, wood, stone = { 0.44, 0.43, 0.42 }, { 0.60, 0.45, 0.29 }, { 0.70, 0.69, 0.67 }

-- A number [0..1) that looks random: the same for the same arguments.
local function noise(x, y, i)
  local value = math.sin(x * 12.9898 + y * 78.233 + i * 37.719) * 43758.5453
  return value - math.floor(value)
end

-- Sets a color times `light`.
local function set_color(color, light, alpha)
  love.graphics.setColor(color[1] * light, color[2] * light, color[3] * light, alpha or 1)
end

local function paint_grass(x, y, left, top)
  set_color(grass, ((x + y) % 2 == 0 and 1 or 0.965) + 0.03 * noise(x, y, 1))
  love.graphics.rectangle("fill", left, top, tile, tile)
  for i = 1, 3 do
    set_color(grass, 0.86 + 0.28 * noise(x, y, i + 2))
    love.graphics.rectangle("fill", left + 27 * noise(x, y, i + 5), top + 28 * noise(x, y, i + 8),
      2 + 3 * noise(x, y, i), 2)
  end
end

local function paint_mud(x, y, left, top)
  set_color(mud, 1, 0.9)
  love.graphics.circle("fill", left + 16, top + 16, 19 + 3 * noise(x, y, 1))
  for i = 1, 3 do
    set_color(mud, 0.82 + 0.3 * noise(x, y, i))
    love.graphics.ellipse("fill", left + 4 + 24 * noise(x, y, i + 3),
      top + 4 + 24 * noise(x, y, i + 6), 4, 2)
  end
end

local function paint_shore(_, _, left, top)
  love.graphics.setColor(0.76, 0.70, 0.50)
  love.graphics.rectangle("fill", left - 5, top - 5, tile + 10, tile + 10, 9)
end

-- Tiles overlap so far that the round corners of four of them leave no hole.
local function paint_water(x, y, left, top)
  set_color(water, 1)
  love.graphics.rectangle("fill", left - 2, top - 2, tile + 4, tile + 4, 4)
  for i = 1, 2 do
    set_color(water, 1.12 + 0.12 * noise(x, y, i))
    love.graphics.rectangle("fill", left + 20 * noise(x, y, i + 2),
      top + 4 + 24 * noise(x, y, i + 4), 7 + 5 * noise(x, y, i + 6), 1.5)
  end
end

local function paint_bridge(x, y, left, top)
  set_color(wood, 0.55)
  love.graphics.rectangle("fill", left, top, tile, tile)
  for plank = 0, 3 do
    set_color(wood, 0.95 + 0.2 * noise(x, y, plank))
    love.graphics.rectangle("fill", left + plank * 8, top, 7, tile)
  end
end

local function paint_rock(x, y, left, top)
  love.graphics.setColor(0.1, 0.12, 0.08, 0.3)
  love.graphics.ellipse("fill", left + 19, top + 23, 18, 13)
  local points = {}
  for i = 0, 6 do
    local angle, radius = i / 7 * 2 * math.pi, 15 + 5 * noise(x, y, i)
    points[#points + 1] = left + 16 + radius * math.cos(angle)
    points[#points + 1] = top + 16 + radius * math.sin(angle)
  end
  local light = 0.85 + 0.25 * noise(x, y, 9)
  set_color(rock, light)
  love.graphics.polygon("fill", points)
  set_color(rock, light * 1.22)
  love.graphics.polygon("fill", points[9], points[10], points[11], points[12],
    points[13], points[14], left + 17, top + 14)
end

local function paint_tree(x, y, left, top)
  local light = 0.9 + 0.2 * noise(x, y, 1)
  love.graphics.setColor(0.1, 0.15, 0.08, 0.35)
  love.graphics.circle("fill", left + 20, top + 21, 15)
  love.graphics.setColor(0.20 * light, 0.38 * light, 0.22 * light)
  love.graphics.circle("fill", left + 16, top + 16, 16)
  love.graphics.setColor(0.29 * light, 0.49 * light, 0.28 * light)
  love.graphics.circle("fill", left + 13, top + 12, 10)
  love.graphics.setColor(0.38 * light, 0.58 * light, 0.33 * light)
  love.graphics.circle("fill", left + 11, top + 10, 4.5)
end

-- What covers the grass, in the order of painting: first the shore of all water, then the water.
local layers = {
  { [","] = paint_mud, ["~"] = paint_shore, ["="] = paint_shore },
  { ["~"] = paint_water },
  { ["="] = paint_bridge, ["#"] = paint_rock, ["T"] = paint_tree },
}

local function each_tile(grid, action)
  for y = 1, valley.height do
    for x = 1, valley.width do
      action(string.char(grid:get(x, y)), x, y, (x - 1) * tile, (y - 1) * tile)
    end
  end
end

local function paint_gates()
  for _, gate in ipairs(valley.gates) do
    local x, y = (gate.x - 1) * tile, (gate.y - 1) * tile -- the tile below it is the other half
    love.graphics.setColor(0.12, 0.10, 0.12)
    love.graphics.rectangle("fill", x - 8, y - 1, 26, 2 * tile + 2, 10)
    set_color(stone, 0.62)
    love.graphics.rectangle("fill", x - 4, y - 12, 26, 14, 4)
    love.graphics.rectangle("fill", x - 4, y + 2 * tile - 2, 26, 14, 4)
    set_color(stone, 0.85)
    love.graphics.rectangle("fill", x - 4, y - 12, 26, 6, 3)
    love.graphics.rectangle("fill", x - 4, y + 2 * tile - 2, 26, 6, 3)
  end
end

local function paint_castle()
  local castle = valley.castle
  local x, y = (castle.x - 1) * tile, (castle.y - 1) * tile
  local side = castle.width * tile
  love.graphics.setColor(0.1, 0.12, 0.08, 0.35)
  love.graphics.rectangle("fill", x - 1, y + 4, side + 12, side + 6, 6)
  set_color(stone, 0.75)
  love.graphics.rectangle("fill", x - 3, y - 3, side + 6, side + 6, 4)
  set_color(stone, 0.95)
  love.graphics.rectangle("fill", x + 5, y + 5, side - 10, side - 10, 3)
  for i = 0, 3 do
    local tower_x, tower_y = x + i % 2 * side, y + math.floor(i / 2) * side
    set_color(stone, 0.62)
    love.graphics.circle("fill", tower_x, tower_y, 12)
    set_color(stone, 1.05)
    love.graphics.circle("fill", tower_x, tower_y, 8.5)
  end
  local middle_x, middle_y = x + side / 2, y + side / 2
  love.graphics.setColor(0.55, 0.22, 0.22)
  love.graphics.polygon("fill", middle_x - 16, middle_y + 12, middle_x, middle_y - 18,
    middle_x + 16, middle_y + 12)
  love.graphics.setColor(0.72, 0.32, 0.28)
  love.graphics.polygon("fill", middle_x - 16, middle_y + 12, middle_x, middle_y - 18,
    middle_x, middle_y + 12)
end

--- Paints the ground for the size of the window. Must be called in love.load and after view.resize.
function scenery.load(grid)
  canvas = love.graphics.newCanvas(math.ceil(view.map_width * view.scale),
    math.ceil(view.height * view.scale))
  love.graphics.setCanvas(canvas)
  love.graphics.push()
  love.graphics.scale(view.scale)
  each_tile(grid, function(_, ...) paint_grass(...) end)
  for _, painters in ipairs(layers) do
    each_tile(grid, function(terrain, ...)
      if painters[terrain] then painters[terrain](...) end
    end)
  end
  paint_gates()
  paint_castle()
  love.graphics.pop()
  love.graphics.setCanvas()
end

--- Draws the ground.
function scenery.draw()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(canvas, 0, 0, 0, 1 / view.scale, 1 / view.scale)
end

return scenery
