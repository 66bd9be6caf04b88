--- Workers: they carry ore from the mine to the dock, at the end of a bay that is one tile wide.
---
--- The rule that keeps the bay free: who leaves has a higher priority than who comes. Those who
--- wait for the dock make room then. Without it they block the one inside: 25 loads in 5 minutes in
--- place of 105.

local map = require "map"

local workers = {}

local function wait(game, self, job, seconds)
  self.job, self.wakes = job, game.state.time + seconds
end

--- What a worker does when its time has come, by job.
local jobs = {}
workers.jobs = jobs

function jobs.mine(game, unit, self)
  local mine = map.places[self.team].mine
  self.job = "mine"
  game.crowd:go_to(unit, mine[1], mine[2], { range = 1 })
end

function jobs.dock(game, unit, self)
  local dock = map.places[self.team].dock
  self.job = "dock"
  game.crowd:set(unit, { priority = 0 })
  game.crowd:go_to(unit, dock[1], dock[2])
end

jobs.dig = jobs.dock

-- The ore is unloaded: the worker leaves.
function jobs.unload(game, unit, self)
  game:add_load(self.team)
  game.crowd:set(unit, { priority = game.state.has_rule and 10 or 0 })
  jobs.mine(game, unit, self)
end

--- An order of a worker has ended.
function workers.note(game, unit, self, event)
  local dock, x, y = map.places[self.team].dock, game.crowd:tile(unit)
  local is_there = event == "arrived" or event == "settled"
  if event == "blocked" then return end
  if self.job == "mine" and is_there then
    wait(game, self, "dig", 1)
  elseif self.job == "dock" and x == dock[1] and y == dock[2] then
    wait(game, self, "unload", 1)
  elseif self.job then -- the dock is taken, or there is no way at the moment
    wait(game, self, self.job, 0.5)
  end
end

return workers
