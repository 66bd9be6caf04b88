--- Fights, and attack-moves: a unit goes to its place, fights with the enemies that it sees on its
--- way, and goes on.

local units = require "units"

local fights = {}

local turns = 15 -- each unit looks around once in so many frames

-- A unit harms an enemy; it may be the end of it.
local function strike(game, unit, self, kind, enemy)
  if self.ready > game.state.time then return end
  self.ready = game.state.time + kind.pause
  local other, x, y = game.state.units[enemy], game.crowd:position(unit)
  local to_x, to_y = game.crowd:position(enemy)
  table.insert(game.shots, { x, y, to_x, to_y, age = 0 })
  other.health = other.health - kind.damage
  if other.health <= 0 then units.remove(game, enemy) end
end

-- A unit looks around. Without `fights` it strikes in passing; a guard does not leave its post.
local function act(game, unit, self, kind)
  local crowd, enemy, distance = game.crowd, units.enemy_of(game, unit, self)
  local can_leave = self.fights and not self.guards
  if enemy and distance <= kind.reach then
    if can_leave and not self.is_busy then crowd:stop(unit) end
    self.is_busy = can_leave
    strike(game, unit, self, kind, enemy)
  elseif enemy and can_leave then
    self.is_busy = true
    crowd:chase(unit, enemy, { range = math.floor(0.7 * kind.reach) }) -- diagonal steps are longer
  elseif self.is_busy then
    self.is_busy = false
    if self.x then crowd:go_to(unit, self.x, self.y) end
  end
end

--- An order of a fighter has ended, or an enemy bars its way: `"blocked"`. It defends itself now.
function fights.note(self)
  if not self.is_busy then self.fights = true end
end

function fights.update(game)
  local all = game.state.units
  for unit = game.state.frame % turns + 1, game.state.last, turns do
    local self = all[unit]
    local kind = self and units.kinds[self.kind]
    if kind and kind.damage then act(game, unit, self, kind) end
  end
end

return fights
