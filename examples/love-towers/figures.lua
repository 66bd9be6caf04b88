--- Draws buildings, enemies, shots and effects.

local buildings = require "buildings"
local enemies = require "enemies"
local view = require "view"

local figures = {}

local tile = view.tile
local stone, dark_stone = { 0.66, 0.65, 0.66 }, { 0.47, 0.46, 0.49 }

--- The colors of the kinds of enemies; ways have the color of those that go there.
figures.colors = {
  walker = { 0.86, 0.30, 0.26 }, brute = { 0.62, 0.16, 0.30 },
  flyer = { 0.45, 0.72, 0.98 }, digger = { 0.80, 0.56, 0.22 },
}
figures.way_colors = {
  walks = { 1, 0.93, 0.75 }, digs = figures.colors.digger, flies = figures.colors.flyer,
}

local function set_color(color, alpha)
  love.graphics.setColor(color[1], color[2], color[3], alpha or 1)
end

-- A line with both ends, and its width.
local function draw_line(width, ...)
  love.graphics.setLineWidth(width)
  love.graphics.line(...)
end

-- The direction (dx, dy) with length 1; to the left for (0, 0).
local function unit(dx, dy)
  local length = math.sqrt(dx * dx + dy * dy)
  if length == 0 then return -1, 0 end
  return dx / length, dy / length
end

-- ----------------------------------------------------------------------------- buildings

-- The base of a building with its shadow: a square around (x, y) of `side` tiles.
local function draw_base(x, y, side)
  local size = side * tile - 4
  love.graphics.setColor(0.08, 0.1, 0.06, 0.35)
  love.graphics.rectangle("fill", x - size / 2 + 2, y - size / 2 + 4, size + 2, size + 1, 5)
  set_color(dark_stone)
  love.graphics.rectangle("fill", x - size / 2, y - size / 2, size, size, 5)
  set_color(stone)
  love.graphics.rectangle("fill", x - size / 2 + 2, y - size / 2 + 1.5, size - 4, size - 6, 4)
end

local painters = {} -- by the name of the type: what stands on the base

painters["Wall"] = function(x, y)
  set_color(dark_stone)
  draw_line(1.5, x - 13, y - 2, x + 13, y - 2)
  draw_line(1.5, x - 4, y - 13, x - 4, y - 2)
  draw_line(1.5, x + 5, y - 2, x + 5, y + 10)
end

painters["Arrow tower"] = function(x, y, dx, dy)
  love.graphics.setColor(0.42, 0.29, 0.18)
  love.graphics.circle("fill", x, y - 1, 11)
  love.graphics.setColor(0.66, 0.48, 0.30)
  love.graphics.circle("fill", x, y - 2, 8.5)
  love.graphics.setColor(0.20, 0.14, 0.10)
  draw_line(2.5, x - dx * 4, y - 2 - dy * 4, x + dx * 12, y - 2 + dy * 12)
  local ax, ay = x + dx * 4, y - 2 + dy * 4
  draw_line(2, ax - dx * 4 - dy * 8, ay - dy * 4 + dx * 8, ax, ay)
  draw_line(2, ax, ay, ax - dx * 4 + dy * 8, ay - dy * 4 - dx * 8)
end

painters["Frost tower"] = function(x, y)
  love.graphics.setColor(0.25, 0.45, 0.62)
  love.graphics.polygon("fill", x, y - 15, x + 9, y - 2, x, y + 10, x - 9, y - 2)
  love.graphics.setColor(0.62, 0.88, 0.98)
  love.graphics.polygon("fill", x, y - 15, x, y + 10, x - 9, y - 2)
  love.graphics.setColor(0.90, 0.98, 1)
  love.graphics.polygon("fill", x, y - 15, x, y - 4, x - 9, y - 2)
end

painters["Cannon"] = function(x, y, dx, dy)
  love.graphics.setColor(0.40, 0.30, 0.22)
  love.graphics.circle("fill", x, y, 20)
  love.graphics.setColor(0.55, 0.42, 0.30)
  love.graphics.circle("fill", x, y - 2, 17)
  love.graphics.setColor(0.16, 0.17, 0.20)
  draw_line(13, x - dx * 10, y - 2 - dy * 10, x + dx * 25, y - 2 + dy * 25)
  love.graphics.circle("fill", x - dx * 10, y - 2 - dy * 10, 8)
  love.graphics.setColor(0.38, 0.40, 0.45)
  draw_line(4, x - dx * 8, y - 4 - dy * 8, x + dx * 23, y - 4 + dy * 23)
end

painters["Storm tower"] = function(x, y)
  love.graphics.setColor(0.24, 0.20, 0.36)
  love.graphics.polygon("fill", x - 20, y + 18, x - 9, y - 12, x + 9, y - 12, x + 20, y + 18)
  love.graphics.setColor(0.36, 0.30, 0.52)
  love.graphics.polygon("fill", x - 20, y + 18, x - 9, y - 12, x, y - 12, x - 2, y + 18)
  love.graphics.setColor(0.66, 0.50, 0.98, 0.35)
  love.graphics.circle("fill", x, y - 14, 15)
  love.graphics.setColor(0.80, 0.68, 1)
  love.graphics.circle("fill", x, y - 14, 10)
  love.graphics.setColor(0.97, 0.94, 1)
  love.graphics.circle("fill", x - 3, y - 17, 4)
end

--- Draws a building of a type with its center at (x, y) [units].
---@param dx number where it looks
function figures.draw_type(type, x, y, dx, dy)
  draw_base(x, y, type.side)
  dx, dy = unit(dx or -1, dy or 0)
  painters[type.name](x, y, dx, dy)
end

-- Cracks: how much of it diggers have destroyed.
local function draw_damage(building, x, y)
  local part = building.toughness / building.type.toughness
  if part > 0.99 then return end
  local width = building.type.side * tile - 8
  love.graphics.setColor(0.1, 0.1, 0.1, 0.8)
  love.graphics.rectangle("fill", x - width / 2, y + building.type.side * 16 - 8, width, 5)
  love.graphics.setColor(0.95, 0.75, 0.3)
  love.graphics.rectangle("fill", x - width / 2 + 1, y + building.type.side * 16 - 7,
    (width - 2) * math.max(0, part), 3)
end

local function draw_level(building, x, y)
  for i = 2, building.level do
    love.graphics.setColor(0.2, 0.15, 0.05)
    love.graphics.circle("fill", x + (i - 2) * 9 - building.type.side * 16 + 8,
      y + building.type.side * 16 - 8, 4.5)
    love.graphics.setColor(1, 0.85, 0.35)
    love.graphics.circle("fill", x + (i - 2) * 9 - building.type.side * 16 + 8,
      y + building.type.side * 16 - 8, 3.2)
  end
end

local function draw_building(building)
  local x, y = view.center(buildings.center(building))
  figures.draw_type(building.type, x, y, building.aim_x, building.aim_y)
  draw_level(building, x, y)
  draw_damage(building, x, y)
end

-- ------------------------------------------------------------------------------- enemies

local function draw_body(x, y, radius, color)
  love.graphics.setColor(color[1] * 0.5, color[2] * 0.5, color[3] * 0.5)
  love.graphics.circle("fill", x, y, radius)
  set_color(color)
  love.graphics.circle("fill", x, y - radius * 0.1, radius * 0.84)
end

local function draw_eyes(x, y, dx, dy, radius)
  for side = -1, 1, 2 do
    local eye_x = x + dx * radius * 0.45 - side * dy * radius * 0.38
    local eye_y = y + dy * radius * 0.45 + side * dx * radius * 0.38 - radius * 0.1
    love.graphics.setColor(1, 1, 1)
    love.graphics.circle("fill", eye_x, eye_y, radius * 0.24)
    love.graphics.setColor(0.1, 0.05, 0.05)
    local pupil_x, pupil_y = eye_x + dx * radius * 0.1, eye_y + dy * radius * 0.1
    love.graphics.circle("fill", pupil_x, pupil_y, radius * 0.13)
  end
end

local function draw_feet(x, y, dx, dy, radius, age)
  local swing = math.sin(age * 11) * radius * 0.4
  love.graphics.setColor(0.16, 0.10, 0.10)
  for side = -1, 1, 2 do
    love.graphics.circle("fill", x + dx * side * swing - side * dy * radius * 0.55,
      y + dy * side * swing + side * dx * radius * 0.55 + radius * 0.35, radius * 0.36)
  end
end

local kind_painters = {}

function kind_painters.walker(x, y, dx, dy, radius, color, age)
  draw_feet(x, y, dx, dy, radius, age)
  draw_body(x, y, radius, color)
  draw_eyes(x, y, dx, dy, radius)
end

function kind_painters.brute(x, y, dx, dy, radius, color, age)
  draw_feet(x, y, dx, dy, radius, age * 0.6)
  draw_body(x, y, radius, color)
  love.graphics.setColor(0.93, 0.88, 0.74)
  for side = -1, 1, 2 do
    local horn_x = x - side * dy * radius * 0.8
    local horn_y = y + side * dx * radius * 0.8
    love.graphics.polygon("fill", horn_x - dx * 4, horn_y - dy * 4,
      horn_x + dx * 3, horn_y + dy * 3,
      horn_x + dx * 9 - side * dy * 4, horn_y + dy * 9 + side * dx * 4)
  end
  draw_eyes(x, y, dx, dy, radius * 0.8)
end

function kind_painters.flyer(x, y, dx, dy, radius, color, age)
  local flap = 0.75 + 0.45 * math.sin(age * 17)
  love.graphics.setColor(0.05, 0.08, 0.05, 0.28)
  love.graphics.ellipse("fill", x + 4, y + 19, radius * 1.1, radius * 0.6)
  for side = -1, 1, 2 do
    local tip_x = x - side * dy * radius * 2.3 * flap - dx * radius * 0.7
    local tip_y = y + side * dx * radius * 2.3 * flap - dy * radius * 0.7
    love.graphics.setColor(color[1] * 0.75, color[2] * 0.75, color[3] * 0.85)
    love.graphics.polygon("fill", x + dx * radius * 0.7, y + dy * radius * 0.7, tip_x, tip_y,
      x - dx * radius * 0.7, y - dy * radius * 0.7)
  end
  draw_body(x, y, radius * 0.85, color)
  draw_eyes(x, y, dx, dy, radius * 0.85)
end

function kind_painters.digger(x, y, dx, dy, radius, color, age)
  draw_feet(x, y, dx, dy, radius, age)
  local shake = math.sin(age * 40) * 1.2
  local base_x, base_y = x + dx * radius * 0.7, y + dy * radius * 0.7
  love.graphics.setColor(0.55, 0.57, 0.62)
  love.graphics.polygon("fill", base_x - dy * radius * 0.7, base_y + dx * radius * 0.7,
    x + dx * (radius * 1.9 + shake), y + dy * (radius * 1.9 + shake),
    base_x + dy * radius * 0.7, base_y - dx * radius * 0.7)
  draw_body(x, y, radius, color)
  love.graphics.setColor(0.95, 0.80, 0.25)
  love.graphics.circle("fill", x - dx * 1, y - dy * 1 - 1, radius * 0.55)
  love.graphics.setColor(1, 0.95, 0.7)
  love.graphics.circle("fill", x + dx * radius * 0.3, y + dy * radius * 0.3 - 1, radius * 0.22)
end

--- Draws an enemy of a kind with its center at (x, y) [units], for example in the panel.
function figures.draw_kind(name, x, y, dx, dy, age)
  dx, dy = unit(dx or 1, dy or 0)
  local radius = enemies.kinds[name].radius * tile
  kind_painters[name](x, y, dx, dy, radius, figures.colors[name], age or 0)
end

local function draw_enemy(enemy)
  local x, y = view.center(enemies.position(enemy))
  local dx, dy = enemy.facing_x or 1, enemy.facing_y or 0
  if enemy.kind.moves == "flies" then y = y - 8 + 2 * math.sin(enemy.age * 4) end
  figures.draw_kind(enemy.name, x, y, dx, dy, enemy.age)
  local radius = enemy.kind.radius * tile
  if enemy.slow > 0 then
    love.graphics.setColor(0.6, 0.9, 1, 0.45)
    love.graphics.circle("fill", x, y, radius + 1)
  end
  if enemy.hurt > 0 then
    love.graphics.setColor(1, 1, 1, 0.6)
    love.graphics.circle("fill", x, y, radius)
  end
end

local function draw_health(enemy)
  local part = enemy.health / enemy.full_health
  if part >= 1 or part <= 0 then return end
  local x, y = view.center(enemies.position(enemy))
  local radius = enemy.kind.radius * tile
  if enemy.kind.moves == "flies" then y = y - 8 end
  local width = 2 * radius + 4
  love.graphics.setColor(0.08, 0.08, 0.08, 0.85)
  love.graphics.rectangle("fill", x - width / 2, y - radius - 9, width, 5)
  love.graphics.setColor(1.6 - 1.3 * part, 0.25 + 0.6 * part, 0.2)
  love.graphics.rectangle("fill", x - width / 2 + 1, y - radius - 8, (width - 2) * part, 3)
end

-- ---------------------------------------------------------------------- shots and effects

local function draw_shot(shot)
  local x, y = view.center(shot.x, shot.y)
  if shot.kind == "ball" then
    love.graphics.setColor(0.05, 0.08, 0.05, 0.3)
    love.graphics.circle("fill", x + 3, y + 9, 5)
    love.graphics.setColor(0.10, 0.10, 0.12)
    love.graphics.circle("fill", x, y, 6)
    love.graphics.setColor(0.5, 0.5, 0.55)
    love.graphics.circle("fill", x - 2, y - 2, 2)
  else
    local dx, dy = (shot.dx or 0) * 7, (shot.dy or 0) * 7
    love.graphics.setColor(0.24, 0.16, 0.10)
    draw_line(2.5, x - dx, y - dy, x + dx, y + dy)
    love.graphics.setColor(0.97, 0.95, 0.85)
    draw_line(2.5, x + dx * 0.5, y + dy * 0.5, x + dx, y + dy)
  end
end

local effect_painters = {}

function effect_painters.hit(x, y, part)
  love.graphics.setColor(1, 0.95, 0.7, 1 - part)
  love.graphics.circle("fill", x, y, 3 + 5 * part)
end

function effect_painters.burst(x, y, part, effect)
  love.graphics.setColor(1, 0.55 - 0.3 * part, 0.15, 0.65 * (1 - part))
  love.graphics.circle("fill", x, y, effect.radius * tile * math.sqrt(part))
  love.graphics.setColor(1, 0.95, 0.6, 1 - part)
  love.graphics.circle("fill", x, y, effect.radius * tile * 0.4 * (1 - part))
end

function effect_painters.frost(x, y, part, effect)
  love.graphics.setColor(0.70, 0.92, 1, 0.3 * (1 - part))
  love.graphics.circle("fill", x, y, effect.radius * tile * math.sqrt(part))
  love.graphics.setColor(0.90, 0.98, 1, 0.7 * (1 - part))
  love.graphics.setLineWidth(2)
  love.graphics.circle("line", x, y, effect.radius * tile * math.sqrt(part))
end

function effect_painters.bolt(x, y, part, effect)
  local to_x, to_y = view.center(effect.to_x, effect.to_y)
  y = y - 14
  local dx, dy = unit(to_x - x, to_y - y)
  local points = { x, y }
  for i = 1, 4 do
    local aside = ((i + math.floor(part * 3)) % 2 * 2 - 1) * 7
    points[#points + 1] = x + (to_x - x) * i / 5 - dy * aside
    points[#points + 1] = y + (to_y - y) * i / 5 + dx * aside
  end
  points[#points + 1], points[#points + 2] = to_x, to_y
  love.graphics.setColor(0.72, 0.55, 1, 0.5 * (1 - part))
  draw_line(6, points)
  love.graphics.setColor(0.97, 0.94, 1, 1 - part)
  draw_line(2, points)
end

function effect_painters.text(x, y, part, effect)
  if effect.is_bad then
    love.graphics.setColor(1, 0.3, 0.25, 1 - part)
  else
    love.graphics.setColor(1, 0.88, 0.35, 1 - part)
  end
  view.print(effect.text, effect.is_bad and 20 or 13, x - 8, y - 14 - 22 * part)
end

function effect_painters.dust(x, y, part, effect)
  for i = 1, 6 do
    local angle, distance = i * 1.05, effect.radius * tile * (0.2 + 0.6 * part)
    love.graphics.setColor(0.55, 0.50, 0.44, 0.7 * (1 - part))
    love.graphics.circle("fill", x + math.cos(angle) * distance, y + math.sin(angle) * distance,
      6 + 7 * part)
  end
end

--- Draws all buildings.
function figures.draw_buildings(game)
  for _, building in ipairs(game.buildings.list) do draw_building(building) end
end

--- Draws all enemies, those in the air above the others, and their health.
function figures.draw_enemies(game)
  for _, enemy in ipairs(game.enemies.list) do
    if enemy.kind.moves ~= "flies" then draw_enemy(enemy) end
  end
  for _, enemy in ipairs(game.enemies.list) do
    if enemy.kind.moves == "flies" then draw_enemy(enemy) end
  end
  for _, enemy in ipairs(game.enemies.list) do draw_health(enemy) end
end

--- Draws shots and effects.
function figures.draw_shooting(game)
  for _, shot in ipairs(game.shooting.shots) do draw_shot(shot) end
  for _, effect in ipairs(game.shooting.effects) do
    local x, y = view.center(effect.x, effect.y)
    effect_painters[effect.kind](x, y, effect.age / effect.life, effect)
  end
end

return figures
