--- Fights, and attack-moves: a unit goes to its place, fights with the enemies that it sees on its
--- way, and goes on.

local map = require "map"
local units = require "units"

local fights = {}

local turns = 15 -- each unit looks around once in so many frames

local looks = {} -- what a unit looks for, by team and kind: options of `crowd:nearest`
for team = 1, 2 do
  looks[team] = {}
  for name, kind in pairs(units.kinds) do
    looks[team][name] = { enemy_of = team, max = kind.sight, sees = map.rules.eyes }
  end
end

-- A unit harms an enemy; it may be the end of it.
local function strike(game, unit, self, kind, enemy)
  if self.ready > game.state.time then return end
  self.ready = game.state.time + kind.pause
  local other, x, y = game.state.units[enemy], game.crowd:position(unit)
  local to_x, to_y = game.crowd:position(enemy)
  game.shots[unit] = { x, y, to_x, to_y, ends_at = game.state.time + 0.15 }
  other.health = other.health - kind.damage
  if other.health <= 0 then units.remove(game, enemy) end
end

-- A unit looks around. Without `fights` it strikes in passing; a guard does not leave its post.
local function act(game, unit, self, kind)
  local crowd, can_leave = game.crowd, self.fights and not self.post
  local x, y = crowd:tile(unit)
  local enemy, distance = crowd:nearest(x, y, looks[self.team][self.kind])
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

--- An order of a fighter has ended, or an enemy bars its way: now it defends itself.
function fights.note(_, _, self)
  if not self.is_busy then self.fights = true end
end

function fights.update(game)
  for unit = game.state.frame % turns + 1, game.state.last, turns do
    local self = game.state.units[unit]
    local kind = self and units.kinds[self.kind]
    if kind and kind.damage then act(game, unit, self, kind) end
  end
end

return fights
