--- The game: gold, lives and waves, and what the player does. It draws nothing and needs no LÖVE.

local buildings = require "buildings"
local enemies = require "enemies"
local shooting = require "shooting"
local valley = require "valley"
local waves = require "waves"

local game = {}

local Game = {}
Game.__index = Game

local step = 1 / 30       -- the longest time that passes at once [seconds]
local pause_of_waves = 15 -- after the last arrival of a wave, the next wave begins [seconds]

function game.new()
  local self = setmetatable({ grid = valley.new_grid() }, Game)
  self.buildings = buildings.new(self.grid)
  self.enemies = enemies.new(self.grid, self.buildings)
  self.shooting = shooting.new(self.buildings, self.enemies)
  self.gold, self.lives, self.wave, self.time = 150, 20, 0, 0
  self.kills, self.destroyed = 0, 0
  self.arrivals, self.next_arrival, self.wave_time = {}, 1, 0
  self.state = "ready" -- "ready" before the first wave, "playing", "won", "lost"
  self.speed, self.is_paused = 1, false
  return self
end

-- --------------------------------------------------------------------------------- waves

--- Whether the player can call the next wave.
function Game:can_start_wave()
  return (self.state == "ready" or self.state == "playing") and self.wave < waves.count
    and self.next_arrival > #self.arrivals
end

--- The time until the next wave begins by itself [seconds], or nil.
function Game:countdown()
  if self.state ~= "playing" or not self:can_start_wave() then return nil end
  return pause_of_waves - self.wave_time
end

--- Begins the next wave. Each second of the pause that the player does without is worth gold.
function Game:start_wave()
  if not self:can_start_wave() then return false end
  self.gold = self.gold + math.max(0, math.floor(self:countdown() or 0))
  if self.wave > 0 then self.gold = self.gold + 15 + 4 * self.wave end
  self.wave, self.wave_time, self.next_arrival = self.wave + 1, 0, 1
  self.arrivals = waves.arrivals(self.wave)
  self.state = "playing"
  return true
end

local function update_wave(self, dt)
  self.wave_time = self.wave_time + dt
  local arrival = self.arrivals[self.next_arrival]
  if not arrival then
    if self.wave == waves.count and #self.enemies.list == 0 then self.state = "won" end
    if self.wave < waves.count and self.wave_time >= pause_of_waves then self:start_wave() end
    return
  end
  while arrival and arrival.at <= self.wave_time do
    self.enemies:add(arrival.kind, arrival.gate, waves.strength(self.wave))
    self.next_arrival = self.next_arrival + 1
    arrival = self.arrivals[self.next_arrival]
  end
  if not arrival then self.wave_time = 0 end -- from now on the time of the pause
end

-- ---------------------------------------------------------------------------------- time

-- Counts an enemy that is dead or at the castle.
local function count_enemy(self, enemy)
  local x, y = enemies.position(enemy)
  if enemy.health > 0 then
    self.lives = math.max(0, self.lives - enemy.kind.harm)
    self.shooting:show("text", x, y, { text = "-" .. enemy.kind.harm, is_bad = true })
  else
    self.kills, self.gold = self.kills + 1, self.gold + enemy.kind.bounty
    self.shooting:show("text", x, y, { text = "+" .. enemy.kind.bounty })
  end
end

-- Removes the buildings that diggers have destroyed.
local function remove_ruins(self)
  for i = #self.buildings.list, 1, -1 do
    local building = self.buildings.list[i]
    if building.toughness <= 0 then
      local x, y = buildings.center(building)
      self.shooting:show("dust", x, y, { radius = building.type.side })
      self.buildings:remove(building)
      self.enemies:update_fields()
      self.destroyed = self.destroyed + 1
    end
  end
end

local function update_step(self, dt)
  self.time = self.time + dt
  update_wave(self, dt)
  self.shooting:update(dt)
  self.enemies:update(dt, function(enemy) count_enemy(self, enemy) end)
  remove_ruins(self)
  if self.lives == 0 then self.state = "lost" end
end

--- Lets time pass [seconds], `speed` times as fast.
function Game:update(dt)
  if self.is_paused then return end
  dt = dt * self.speed
  while dt > 1e-9 and self.state == "playing" do
    update_step(self, math.min(dt, step))
    dt = dt - step
  end
end

-- -------------------------------------------------------------------------------- player

--- Checks whether the player can build something somewhere.
---@return boolean? ok nil when not
---@return "over"|"gold"|"ground"|"building"|"enemy"|"cut_off"|nil reason
---@return table? owner with "cut_off": the gate or the enemy that would have no way
function Game:check(type, x, y)
  if self.state == "won" or self.state == "lost" then return nil, "over" end
  local ok, reason, owner = self.buildings:check(type, x, y, self.enemies)
  if ok and self.gold < type.cost then return nil, "gold" end
  return ok, reason, owner
end

--- Builds something. Returns the building, or nil and what `check` returns.
function Game:build(type, x, y)
  local ok, reason, owner = self:check(type, x, y)
  if not ok then return nil, reason, owner end
  self.gold = self.gold - type.cost
  local building = self.buildings:add(type, x, y)
  self.enemies:update_fields()
  return building
end

--- Sells a building.
function Game:sell(building)
  if building.is_gone then return end
  self.gold = self.gold + buildings.refund(building)
  self.buildings:remove(building)
  self.enemies:update_fields()
end

--- Raises the level of a building. Returns whether that was possible.
function Game:upgrade(building)
  local cost = buildings.upgrade_cost(building)
  if building.is_gone or not cost or cost > self.gold then return false end
  self.gold = self.gold - cost
  buildings.upgrade(building)
  return true
end

return game
