--- The enemies: their kinds, and how they walk, fly and dig to the castle. A flow field for each
--- way of moving leads all enemies that move so; no enemy searches a path of its own.

local astar = require "astar"
local valley = require "valley"

local enemies = {}

-- How the enemies move. Buildings are dynamic obstacles on a layer of their own. They stop those
-- that walk. Those that fly ignore them. Those that dig ignore the layer, too, but each tile of a
-- building has a penalty: the time of digging. So they dig where that is faster than to go around.
local on_foot = { ["."] = 1, [","] = 2, ["="] = 1 }
enemies.rules = {
  walks = astar.rules { cost = on_foot },
  digs = astar.rules {
    cost = on_foot, neighbors = 4, ignore_blocked = { valley.layers.building },
  },
  flies = astar.rules { default = 1, ignore_blocked = true, penalty_scale = 0 },
}

--- The kinds. `speed` [tiles per second], `radius` [tiles], `bounty` [gold] for killing it, `harm`:
--- the lives that it takes at the castle, `pace`: what the time of a step is multiplied with.
enemies.kinds = {
  walker = { name = "Walker", moves = "walks", health = 30, speed = 1.7, bounty = 3, harm = 1,
    radius = 0.27 },
  brute = { name = "Brute", moves = "walks", health = 330, speed = 1.05, bounty = 30, harm = 5,
    radius = 0.44 },
  flyer = { name = "Flyer", moves = "flies", health = 24, speed = 2.0, bounty = 4, harm = 1,
    radius = 0.30 },
  digger = { name = "Digger", moves = "digs", health = 62, speed = 1.2, bounty = 6, harm = 2,
    radius = 0.32 },
}
enemies.order = { "walker", "brute", "flyer", "digger" }

local ground_cost = {}
for character, cost in pairs(on_foot) do ground_cost[character:byte()] = cost end

local Enemies = {}
Enemies.__index = Enemies

---@param grid astar.Grid
---@param buildings table what diggers destroy
function enemies.new(grid, buildings)
  local self = setmetatable({ grid = grid, buildings = buildings, list = {}, born = 0 }, Enemies)
  self.fields = {}
  for moves, rules in pairs(enemies.rules) do
    self.fields[moves] = grid:distance_field(valley.goals(), rules)
  end
  return self
end

--- Repairs the flow fields after edits of the map.
function Enemies:update_fields()
  for _, field in pairs(self.fields) do field:update() end
end

--- Adds an enemy at a gate.
---@param kind_name string of `enemies.kinds`
---@param strength number what its health is multiplied with
function Enemies:add(kind_name, gate, strength)
  local kind = enemies.kinds[kind_name]
  self.born = self.born + 1
  local enemy = {
    kind = kind, name = kind_name, x = gate.x, y = gate.y, progress = 0, -- of the step [0..1]
    health = kind.health * strength, full_health = kind.health * strength,
    slow = 0, hurt = 0, -- for so long [seconds]
    lane = (self.born * 0.618 % 1 - 0.5) * (1 - 2 * kind.radius), -- beside the center [tiles]
    age = self.born * 0.37 % 1, -- [seconds]
  }
  enemy.remaining = self.fields[kind.moves]:cost(gate.x, gate.y)
  self.list[#self.list + 1] = enemy
  return enemy
end

--- Where an enemy is [tiles].
function enemies.position(enemy)
  if not enemy.to_x then return enemy.x + enemy.lane, enemy.y + enemy.lane end
  return enemy.x + (enemy.to_x - enemy.x) * enemy.progress + enemy.lane,
    enemy.y + (enemy.to_y - enemy.y) * enemy.progress + enemy.lane
end

--- The tile that an enemy goes from: where it stands, or the end of the step that it makes.
function enemies.next_tile(enemy)
  return enemy.to_x or enemy.x, enemy.to_y or enemy.y
end

--- Whether an enemy on the ground stands on a tile or steps to it.
function Enemies:holds(x, y)
  for _, enemy in ipairs(self.list) do
    if enemy.kind.moves ~= "flies" and (enemy.x == x and enemy.y == y
      or enemy.to_x == x and enemy.to_y == y) then
      return true
    end
  end
  return false
end

-- The time of a step [seconds].
local function step_time(self, enemy, x, y)
  local dx, dy = x - enemy.x, y - enemy.y
  local length = math.sqrt(dx * dx + dy * dy)
  local cost = enemy.kind.moves == "flies" and 1 or ground_cost[self.grid:get(x, y)]
  return length * cost / enemy.kind.speed
end

-- Begins the next step of the flow field. Returns nil when there is none: the enemy is at the
-- castle; or when it has to dig first.
local function begin_step(self, enemy)
  local x, y = self.fields[enemy.kind.moves]:next(enemy.x, enemy.y)
  enemy.digs_at = nil
  if not x then
    enemy.is_at_castle = true
    return nil
  end
  enemy.facing_x, enemy.facing_y = x - enemy.x, y - enemy.y
  enemy.digs_at = enemy.kind.moves == "digs" and self.buildings:at(x, y) or nil
  if enemy.digs_at then return nil end
  enemy.to_x, enemy.to_y, enemy.step_time = x, y, step_time(self, enemy, x, y)
  return true
end

-- Lets an enemy go on for a time [seconds].
local function advance(self, enemy, dt)
  enemy.age = enemy.age + dt
  enemy.hurt, enemy.slow = math.max(0, enemy.hurt - dt), math.max(0, enemy.slow - dt)
  if enemy.slow > 0 then dt = dt * 0.55 end
  while dt > 0 do
    if not enemy.to_x and not begin_step(self, enemy) then
      local ruin = enemy.digs_at
      if ruin then ruin.toughness = ruin.toughness - dt end
      return
    end
    local left = (1 - enemy.progress) * enemy.step_time -- [seconds]
    if left > dt then
      enemy.progress = enemy.progress + dt / enemy.step_time
      return
    end
    dt = dt - left
    enemy.x, enemy.y, enemy.to_x, enemy.to_y, enemy.progress = enemy.to_x, enemy.to_y, nil, nil, 0
    enemy.remaining = self.fields[enemy.kind.moves]:cost(enemy.x, enemy.y)
  end
end

--- Lets all enemies go on. Removes those that are dead or at the castle.
---@param on_gone fun(enemy: table) called for each removed enemy
function Enemies:update(dt, on_gone)
  local list, kept = self.list, 0
  for i = 1, #list do
    local enemy = list[i]
    if enemy.health > 0 then advance(self, enemy, dt) end
    if enemy.health <= 0 or enemy.is_at_castle then
      enemy.is_gone = true
      on_gone(enemy)
    else
      kept = kept + 1
      list[kept] = enemy
    end
  end
  for i = #list, kept + 1, -1 do list[i] = nil end
end

--- The tiles from which a way to the castle must remain when something is built: the gates, then
--- each enemy that walks. Returns the array for `grid:can_block`, and an array of their owners:
--- gates and enemies.
function Enemies:starts()
  local starts, owners = {}, {}
  for i, gate in ipairs(valley.gates) do starts[i], owners[i] = { gate.x, gate.y }, gate end
  for _, enemy in ipairs(self.list) do
    if enemy.kind.moves == "walks" then
      starts[#starts + 1] = { enemies.next_tile(enemy) }
      owners[#starts] = enemy
    end
  end
  return starts, owners
end

return enemies
