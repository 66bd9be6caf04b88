--- Towers shoot: they choose enemies, shots fly, hit and slow them. Effects are what only the
--- drawing needs: they change nothing.

local buildings = require "buildings"
local enemies = require "enemies"

local shooting = {}

local Shooting = {}
Shooting.__index = Shooting

local shot_speed = { arrow = 13, ball = 8 } -- [tiles per second]
local effect_life = { hit = 0.2, burst = 0.4, frost = 0.45, bolt = 0.22, text = 1, dust = 0.7 }

function shooting.new(all_buildings, all_enemies)
  return setmetatable({
    buildings = all_buildings, enemies = all_enemies, shots = {}, effects = {},
  }, Shooting)
end

--- Shows something for a short time.
---@param kind string "hit", "burst", "frost", "bolt", "text" or "dust"
function Shooting:show(kind, x, y, effect)
  effect = effect or {}
  effect.kind, effect.x, effect.y, effect.age, effect.life = kind, x, y, 0, effect_life[kind]
  self.effects[#self.effects + 1] = effect
end

local function hurt(enemy, damage)
  enemy.health, enemy.hurt = enemy.health - damage, 0.12
end

-- Calls `action(enemy, x, y)` for each living enemy in reach that a type of tower can hit.
local function each_in_reach(self, type, x, y, reach, action)
  for _, enemy in ipairs(self.enemies.list) do
    if enemy.health > 0 and (type.hits == "all" or enemy.kind.moves ~= "flies") then
      local enemy_x, enemy_y = enemies.position(enemy)
      local dx, dy = enemy_x - x, enemy_y - y
      if dx * dx + dy * dy <= reach * reach then action(enemy, enemy_x, enemy_y) end
    end
  end
end

-- The enemies in range, those with the shortest rest of the way first.
local function targets(self, building, x, y)
  local found = {}
  each_in_reach(self, building.type, x, y, building.range, function(enemy)
    found[#found + 1] = enemy
  end)
  table.sort(found, function(a, b) return a.remaining < b.remaining end)
  return found
end

-- What each kind of shot does to the targets, the first of which is the most urgent one.
local fire = {}

function fire.frost(self, building, found, x, y)
  for _, enemy in ipairs(found) do
    hurt(enemy, building.damage)
    enemy.slow = building.type.slow
  end
  self:show("frost", x, y, { radius = building.range })
end

function fire.bolt(self, building, found, x, y)
  for i = 1, math.min(building.type.targets, #found) do
    hurt(found[i], building.damage)
    local to_x, to_y = enemies.position(found[i])
    self:show("bolt", x, y, { to_x = to_x, to_y = to_y })
  end
end

-- Arrows and balls fly.
local function launch(self, building, found, x, y)
  self.shots[#self.shots + 1] = {
    kind = building.type.shot, type = building.type, damage = building.damage,
    x = x, y = y, target = found[1], to_x = x, to_y = y,
  }
end
fire.arrow, fire.ball = launch, launch

local function update_tower(self, building, dt)
  building.wait = building.wait - dt
  if building.wait > 0 then return end
  local x, y = buildings.center(building)
  local found = targets(self, building, x, y)
  if not found[1] then
    building.wait = 0.1 -- look again soon
    return
  end
  local target_x, target_y = enemies.position(found[1])
  building.aim_x, building.aim_y = target_x - x, target_y - y
  building.wait = building.type.cooldown
  fire[building.type.shot](self, building, found, x, y)
end

local function strike(self, shot)
  if shot.type.splash then
    each_in_reach(self, shot.type, shot.x, shot.y, shot.type.splash, function(enemy)
      hurt(enemy, shot.damage)
    end)
    self:show("burst", shot.x, shot.y, { radius = shot.type.splash })
  else
    if not shot.target.is_gone then hurt(shot.target, shot.damage) end
    self:show("hit", shot.x, shot.y)
  end
end

-- Moves a shot towards its target, or to where its target was. Returns whether it still flies.
local function update_shot(self, shot, dt)
  if not shot.target.is_gone then shot.to_x, shot.to_y = enemies.position(shot.target) end
  local dx, dy = shot.to_x - shot.x, shot.to_y - shot.y
  local distance, way = math.sqrt(dx * dx + dy * dy), shot_speed[shot.kind] * dt
  if distance <= way then
    shot.x, shot.y = shot.to_x, shot.to_y
    strike(self, shot)
    return false
  end
  shot.dx, shot.dy = dx / distance, dy / distance -- its direction
  shot.x, shot.y = shot.x + shot.dx * way, shot.y + shot.dy * way
  return true
end

-- Keeps the elements of a list for which `test` is true.
local function filter(list, test)
  local kept, count = 0, #list
  for i = 1, count do
    local element = list[i]
    if test(element) then
      kept = kept + 1
      list[kept] = element
    end
  end
  for i = count, kept + 1, -1 do list[i] = nil end
end

--- Lets towers shoot and shots fly [seconds].
function Shooting:update(dt)
  for _, building in ipairs(self.buildings.list) do
    if building.type.shot then update_tower(self, building, dt) end
  end
  filter(self.shots, function(shot) return update_shot(self, shot, dt) end)
  filter(self.effects, function(effect)
    effect.age = effect.age + dt
    return effect.age < effect.life
  end)
end

return shooting
