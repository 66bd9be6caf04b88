--- The units of both sides: their kinds, and what the game keeps of each one.

local map = require "map"

local units = {}

-- health, damage; reach and sight [tiles]; pause: between two strikes [seconds]; cost [gold].
units.kinds = {
  worker = { rules = map.rules.foot, size = 1, speed = 4, health = 30, cost = 3 },
  soldier = { rules = map.rules.foot, size = 1, speed = 3.5, health = 60, cost = 2,
    damage = 8, reach = 1.5, sight = 9, pause = 0.8 },
  archer = { rules = map.rules.foot, size = 1, speed = 4, health = 40, cost = 3,
    damage = 5, reach = 6, sight = 9, pause = 1 },
  tank = { rules = map.rules.heavy, size = 2, speed = 2.5, health = 240, cost = 8,
    damage = 20, reach = 7, sight = 9, pause = 1.6 },
  person = { rules = map.rules.people, size = 1, speed = 3, health = 1 },
}
units.fighters = { "soldier", "archer", "tank" }

--- Adds a unit on a tile or near it. Returns its number, or nil.
function units.add(game, name, team, x, y)
  local kind = units.kinds[name]
  local unit = game.crowd:add(x, y, kind.rules, {
    team = team, speed = kind.speed, turn_rate = 9, nearest = 12, facing = math.pi * (team - 1),
  })
  if not unit then return nil end
  game.state.last = unit
  game.state.units[unit] = {
    kind = name, team = team, health = kind.health, ready = 0, -- when it may strike [seconds]
    fights = true, -- also on its way: an attack-move
  }
  return unit
end

function units.remove(game, unit)
  game.crowd:remove(unit)
  game.state.units[unit] = nil
end

--- Iterates over the units of a team, or over all: number, unit.
function units.each(game, team)
  local all, last, unit = game.state.units, game.state.last, 0
  return function()
    repeat unit = unit + 1
    until unit > last or all[unit] and (not team or all[unit].team == team)
    return all[unit] and unit, all[unit]
  end
end

--- Sends units to a place. On an attack-move they fight on their way.
---@param options table those of `crowd:send`
function units.send(game, list, x, y, fights, options)
  game.crowd:send(list, x, y, options)
  for _, unit in ipairs(list) do
    local self = game.state.units[unit]
    self.fights, self.is_busy, self.job, self.wakes = fights, false, nil, nil
    self.x, self.y = game.crowd:goal(unit) -- its own place: after a fight it goes on to it
    game.crowd:set(unit, { priority = 0 })
  end
end

return units
