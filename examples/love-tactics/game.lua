--- The rules of the game, without drawing: the map, the units of two sides, walks and attacks. The
--- player is blue; red is played by computer.lua.

local astar = require "astar"
local computer = require "computer"

local game = {}
game.__index = game

-- Obstacle layers: blue units, red units, red units that blue does not see, and the zones of
-- control of the enemies of the unit that moves.
local BLUE, RED, HIDDEN, ZONES = 1, 2, 3, 4
game.BLUE, game.RED = BLUE, RED

game.rows = {
  "....f....^^....",
  "..ff.....^..ff.",
  "..f...f.......f",
  "......ff..~~...",
  ".^^.......~~~..",
  ".^.....h..~~...",
  "....f.hh.......",
  "...ff.^h...f...",
  "....~~....ff...",
  "...~~~.....f.^.",
  "...~~..^^....^.",
  "f.......^..f...",
  "ff...f.....ff..",
  "....ff.........",
}
game.on_foot = astar.rules { cost = { ["."] = 1, f = 2, h = 3 } }
local eyes = astar.rules { cost = { ["."] = 1, f = 1, h = 1, ["~"] = 1 }, ignore_blocked = true }
local cover = { f = 1, h = 2 } -- by how much a terrain lowers damage

-- points: per turn. reach and sight [tiles].
local kinds = {
  soldier = { name = "Soldier", points = 4, reach = 1, sight = 5, life = 11, damage = 4 },
  archer = { name = "Archer", points = 4, reach = 4, sight = 6, life = 7, damage = 4 },
  rider = { name = "Rider", points = 7, reach = 1, sight = 6, life = 9, damage = 5 },
}
local places = {
  { BLUE, "soldier", 3, 12 }, { BLUE, "soldier", 2, 10 }, { BLUE, "archer", 2, 12 },
  { BLUE, "archer", 1, 11 }, { BLUE, "rider", 3, 13 },
  { RED, "soldier", 13, 3 }, { RED, "soldier", 14, 5 }, { RED, "archer", 14, 3 },
  { RED, "archer", 15, 4 }, { RED, "rider", 13, 1 },
}

--- Creates a game. Blue begins.
function game.new()
  local self = setmetatable({
    grid = astar.grid(game.rows, { layout = "odd_r" }),
    units = {}, zones = {}, hits = {}, -- hits: what is drawn for a moment after an attack
    count = #places, side = BLUE, turn = 1, is_foggy = true, pause = 0, -- [seconds]
  }, game)
  self.vision = self.grid:vision(eyes)
  for i, place in ipairs(places) do
    local kind = kinds[place[2]]
    self.units[i] = {
      id = i, side = place[1], kind = kind, x = place[3], y = place[4], life = kind.life,
      left = kind.points, can_attack = true,
    }
    self.grid:block(place[3], place[4], true, place[1])
  end
  self:look()
  return self
end

-- ------------------------------------------------------------------------------------ units

function game:unit_at(x, y)
  for _, unit in pairs(self.units) do
    if unit.x == x and unit.y == y and not self:is_hidden(unit) then return unit end
  end
end

--- The units of a side, in a fixed order.
function game:units_of(side)
  local list = {}
  for i = 1, #places do
    if self.units[i] and self.units[i].side == side then list[#list + 1] = self.units[i] end
  end
  return list
end

function game:is_hidden(unit)
  return self.is_foggy and unit.side == RED and self.vision:state(unit.x, unit.y) ~= "visible"
end

--- Blue looks around: red units move to the layer of those that blue sees, or does not see.
--- Returns whether blue has seen a red unit for the first time since the last call.
function game:look()
  for _, unit in ipairs(self:units_of(BLUE)) do
    self.vision:set(unit.id, unit.x, unit.y, unit.kind.sight)
  end
  self.vision:update()
  local is_surprised = false
  for _, unit in ipairs(self:units_of(RED)) do
    local was_hidden = unit.is_hidden
    unit.is_hidden = self:is_hidden(unit)
    is_surprised = is_surprised or was_hidden and not unit.is_hidden
    if not (self.walk and self.walk.unit == unit) then
      self.grid:block(unit.x, unit.y, unit.is_hidden, HIDDEN)
      self.grid:block(unit.x, unit.y, not unit.is_hidden, RED)
    end
  end
  return is_surprised
end

-- Fills the layer of zones anew: the tiles around the enemies that the side of a unit knows.
local function fill_zones(self, unit)
  for _, tile in ipairs(self.zones) do self.grid:block(tile[1], tile[2], false, ZONES) end
  self.zones = {}
  for _, enemy in ipairs(self:units_of(3 - unit.side)) do
    if not self:is_hidden(enemy) then
      for x, y in self.grid:neighbors(enemy.x, enemy.y) do
        self.grid:block(x, y, true, ZONES)
        self.zones[#self.zones + 1] = { x, y }
      end
    end
  end
end

--- The options of a search for the way of a unit. Blue does not know of hidden units.
function game:options(unit)
  fill_zones(self, unit)
  local is_blue = unit.side == BLUE
  return {
    ignore_blocked = is_blue and { HIDDEN } or {},
    turns = {
      points = unit.kind.points, left = unit.left,
      pass = is_blue and { BLUE } or { RED, HIDDEN }, zones = { ZONES },
    },
  }
end

function game:is_in_zone(x, y)
  return self.grid:is_blocked(x, y, ZONES)
end

-- ---------------------------------------------------------------------------------- attacks

--- The tiles from which a unit hits a target: lines of sight are symmetric, so these are the tiles
--- that the target sees.
function game:firing_positions(unit, target)
  local tiles = {}
  local view = self.grid:view(target.x, target.y, unit.kind.reach, eyes, { walls = false })
  for x, y in view:each() do tiles[#tiles + 1] = { x, y } end
  return tiles
end

function game:can_hit(unit, target)
  return self.grid:distance(unit.x, unit.y, target.x, target.y) <= unit.kind.reach
    and self.grid:line_of_sight(unit.x, unit.y, target.x, target.y, eyes)
end

function game:damage(unit, target)
  local terrain = string.char(self.grid:get(target.x, target.y))
  return unit.kind.damage - (cover[terrain] or 0)
end

local function hit(self, unit, target)
  local damage = self:damage(unit, target)
  target.life = target.life - damage
  self.hits[#self.hits + 1] = {
    from_x = unit.x, from_y = unit.y, x = target.x, y = target.y, damage = damage, age = 0,
  }
  if target.life > 0 then return end
  self.units[target.id] = nil
  for layer = BLUE, HIDDEN do self.grid:block(target.x, target.y, false, layer) end
  self.vision:remove(target.id)
  if #self:units_of(target.side) == 0 then self.winner = unit.side end
end

--- Attacks a target, which strikes back when it can.
function game:attack(unit, target)
  unit.left, unit.can_attack, self.pause = 0, false, 0.4
  hit(self, unit, target)
  if target.life > 0 and self:can_hit(target, unit) then hit(self, target, unit) end
  self:look()
end

-- ------------------------------------------------------------------------------------ walks

--- Begins to walk along the part of a path that belongs to this turn. The unit attacks the target,
--- if there is one, when the path ends in this turn.
function game:walk_along(unit, path, target)
  local tiles = {}
  for i, x, y, turn in path:each() do
    if turn == 1 then tiles[i] = { x, y } end
  end
  for layer = BLUE, HIDDEN do self.grid:block(unit.x, unit.y, false, layer) end
  self.walk = {
    unit = unit, tiles = tiles, at = 1, part = 0, -- part [0..1] of the step from tile `at`
    target = path:turns() == 1 and target or nil,
  }
end

local function end_walk(self)
  local unit, target = self.walk.unit, self.walk.target
  self.walk = nil
  self.grid:block(unit.x, unit.y, true, unit.side)
  self:look()
  if target and self:can_hit(unit, target) then self:attack(unit, target) end
end

-- Makes one step. A unit that sees a new enemy stops, unless it is on the tile of a friend.
local function step(self, walk)
  local unit, tile = walk.unit, walk.tiles[walk.at + 1]
  local cost = self.grid:step_cost(unit.x, unit.y, tile[1], tile[2], game.on_foot,
    { ignore_blocked = true })
  walk.at, walk.part = walk.at + 1, 0
  unit.x, unit.y = tile[1], tile[2]
  local is_surprised = self:look()
  fill_zones(self, unit)
  unit.left = self:is_in_zone(unit.x, unit.y) and 0 or math.max(0, unit.left - cost)
  walk.is_surprised = walk.is_surprised or unit.side == BLUE and is_surprised
  if walk.is_surprised and not self.grid:is_blocked(unit.x, unit.y, BLUE) then
    walk.tiles[walk.at + 1] = nil
  end
end

local function update_walk(self, dt)
  local walk = self.walk
  walk.part = walk.part + dt * (self:is_hidden(walk.unit) and 1000 or 6)
  if walk.part >= 1 and walk.tiles[walk.at + 1] then step(self, walk) end
  if not walk.tiles[walk.at + 1] then end_walk(self) end
end

-- ------------------------------------------------------------------------------------ turns

--- Ends the turn of the side that moves.
function game:end_turn()
  self.side = 3 - self.side
  if self.side == BLUE then self.turn = self.turn + 1 end
  for _, unit in ipairs(self:units_of(self.side)) do
    unit.left, unit.can_attack = unit.kind.points, true
  end
  self.waiting = self:units_of(RED)
end

function game:update(dt)
  for i = #self.hits, 1, -1 do
    self.hits[i].age = self.hits[i].age + dt
    if self.hits[i].age > 1 then table.remove(self.hits, i) end
  end
  self.pause = self.pause - dt
  if self.walk then
    update_walk(self, dt)
  elseif self.side == RED and not self.winner and self.pause <= 0 then
    local unit = table.remove(self.waiting, 1)
    if not unit then return self:end_turn() end
    if self.units[unit.id] then computer.move(self, unit) end
  end
end

return game
