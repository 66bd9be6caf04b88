--- The computer's side, red: it trains units, keeps guards in its gates, and attacks in waves.
---
--- An idle guard in a gate lets friends through and closes the gate for enemies: units of different
--- teams make no room for each other.

local map = require "map"
local units = require "units"

local enemy = { RED = 2 }

local pause = 40 -- between two waves [seconds]
local posts = {} -- the tiles of red's gates
for i = 3, 4 do
  for x, y in map.tiles_of(map.gates[i]) do table.insert(posts, { x, y }) end
end

-- Trains the next kind of units, if red has the gold.
local function train(game)
  local state = game.state
  local name = units.fighters[state.trained % #units.fighters + 1]
  if game:train(enemy.RED, name) then state.trained = state.trained + 1 end
end

-- The fighters that guard no post, and the guards by post.
local function list_fighters(game)
  local free, guards = {}, {}
  for unit, self in units.each(game, enemy.RED) do
    if self.guards then
      guards[self.guards] = unit
    elseif units.kinds[self.kind].damage then
      free[#free + 1] = unit
    end
  end
  return free, guards
end

-- Each post has a guard, who returns to it.
local function keep_guards(game, free, guards)
  for i, post in ipairs(posts) do
    local unit = guards[i] or table.remove(free, 1)
    if not unit then return end
    game.state.units[unit].guards = i
    if game.crowd:at(post[1], post[2]) ~= unit then game.crowd:go_to(unit, post[1], post[2]) end
  end
end

function enemy.update(game)
  local state = game.state
  if state.time < state.plans_at then return end
  state.plans_at = state.time + 1
  train(game)
  local free, guards = list_fighters(game)
  keep_guards(game, free, guards)
  if state.time < state.wave_at then return end
  state.wave_at, state.wave = state.time + pause, state.wave + 1
  local front = map.places[1].front
  local x, y = game.crowd:tile(game.crowd:nearest(front[1], front[2], { team = 1 }))
  local wave = { (unpack or table.unpack)(free, 1, 10 * state.wave) }
  units.send(game, wave, x, y, { fights = true, speed = "slowest" })
end

return enemy
