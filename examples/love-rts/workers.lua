--- Workers: they carry ore from the mine to the dock, which lies in a bay of the base, one tile wide.
---
--- The rule that keeps the bay free: who leaves has a higher priority than who comes. Those who wait
--- for the dock make room then; without the rule, the bay fills with workers who block the one inside.

local map = require "map"
local units = require "units"

local workers = {}

local seconds = { dig = 1, unload = 1, again = 0.5 } -- how long it takes

local function go_to_mine(game, unit, self)
  local mine = map.places[self.team].mine
  self.job = "mine"
  game.crowd:go_to(unit, mine[1], mine[2], { range = 1 })
end

local function go_to_dock(game, unit, self)
  local dock = map.places[self.team].dock
  self.job = "dock"
  game.crowd:set(unit, { priority = 0 })
  game.crowd:go_to(unit, dock[1], dock[2])
end

-- The ore is unloaded: the worker leaves.
local function leave(game, unit, self)
  local state = game.state
  state.gold[self.team] = state.gold[self.team] + 1
  table.insert(state.loads[self.team], state.time)
  game.crowd:set(unit, { priority = state.has_rule and 10 or 0 })
  go_to_mine(game, unit, self)
end

-- What a worker does when its time has come.
local next_job = { mine = go_to_mine, dig = go_to_dock, dock = go_to_dock, unload = leave }

--- Lets a worker gather.
workers.begin = go_to_mine

local function wait(game, self, job, time)
  self.job, self.wakes = job, game.state.time + time
end

--- An order of a worker has ended.
function workers.note(game, unit, self, event)
  local dock, x, y = map.places[self.team].dock, game.crowd:tile(unit)
  local is_there = event == "arrived" or event == "settled"
  if self.job == "mine" and is_there then
    wait(game, self, "dig", seconds.dig)
  elseif self.job == "dock" and x == dock[1] and y == dock[2] then
    wait(game, self, "unload", seconds.unload)
  elseif self.job then -- the dock is taken, or there is no way at the moment
    wait(game, self, self.job, seconds.again)
  end
end

-- Forgets loads that are older than a minute.
local function count_loads(game)
  for team = 1, 2 do
    local loads = game.state.loads[team]
    while loads[1] and loads[1] < game.state.time - 60 do table.remove(loads, 1) end
  end
end

function workers.update(game)
  for unit, self in units.each(game) do
    if self.wakes and self.wakes <= game.state.time then
      self.wakes = nil
      if self.job then next_job[self.job](game, unit, self) end
    end
  end
  count_loads(game)
end

return workers
