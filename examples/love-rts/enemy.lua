--- The computer's side, red: it trains units, keeps guards in its gates, and attacks in waves.
---
--- An idle guard in a gate lets friends through and closes the gate for enemies: units of different
--- teams make no room for each other.

local map = require "map"
local units = require "units"

local enemy = { RED = 2 }

local unpack = unpack or table.unpack

local posts = {} -- the tiles of red's gates
for _, gate in ipairs(map.gates) do
  for x, y in map.tiles_of(gate) do
    if gate.team == enemy.RED then table.insert(posts, { x, y }) end
  end
end

-- The fighters that have no post, soldiers first, and the guards by post.
local function list_fighters(game)
  local free, guards = {}, {}
  for unit, self in units.each(game, enemy.RED) do
    if self.post then
      guards[self.post] = unit
    elseif units.kinds[self.kind].damage then
      table.insert(free, self.kind == "soldier" and 1 or #free + 1, unit)
    end
  end
  return free, guards
end

-- Each post has a guard, who returns to it.
local function keep_guards(game, free, guards)
  for i, post in ipairs(posts) do
    local unit = guards[i] or table.remove(free, 1)
    if not unit then return end
    game.state.units[unit].post = i
    if game.crowd:at(post[1], post[2]) ~= unit then game.crowd:go_to(unit, post[1], post[2]) end
  end
end

-- Sends ten units more each time, to the enemy that is nearest to blue's base.
local function attack(game, free)
  local state, front = game.state, map.places[1].front
  local target = game.crowd:nearest(front[1], front[2], { team = 1 })
  if not target then return end
  local x, y = game.crowd:tile(target)
  state.wave, state.wave_at = state.wave + 1, state.time + 40
  units.send(game, { unpack(free, math.max(1, #free - 10 * state.wave)) }, x, y, true,
    { speed = "slowest" })
end

function enemy.update(game)
  local state = game.state
  if state.time < state.plans_at then return end
  state.plans_at = state.time + 1
  local name = units.fighters[state.trained % #units.fighters + 1] -- each kind in turn
  if game:train(enemy.RED, name) then state.trained = state.trained + 1 end
  local free, guards = list_fighters(game)
  keep_guards(game, free, guards)
  if state.time >= state.wave_at then attack(game, free) end
end

return enemy
