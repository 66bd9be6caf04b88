--- The game, without drawing: two sides, blue (the player) and red. `state` is plain data: it is
--- saved with the map and the crowd.

local astar = require "astar"
local buildings = require "buildings"
local enemy = require "enemy"
local fights = require "fights"
local map = require "map"
local people = require "people"
local saving = require "saving"
local units = require "units"
local workers = require "workers"

local game = { BLUE = 1, RED = 2, save = saving.write }
game.__index = game

local acts = { worker = workers, person = people } -- by kind: what the others do is fight

-- Adds ten workers, and fighters of all kinds.
local function add_side(self, team, count)
  local front, pit = map.places[team].front, map.places[team].pit
  for i = 1, count do
    if i <= 10 then
      local unit = units.add(self, "worker", team, pit[1], pit[2])
      workers.jobs.mine(self, unit, self.state.units[unit])
    else
      local name = i % 10 == 0 and "tank" or i % 3 == 0 and "archer" or "soldier"
      units.add(self, name, team, front[1] + i * 7 % 23 - 11, front[2] - 4 - i % 17)
    end
  end
end

-- Wakes those whose time has come, and counts the units of each team: one without units has lost.
local function wake(self)
  local state = self.state
  self.counts = { [0] = 0, 0, 0 }
  for unit, each in units.each(self) do
    self.counts[each.team] = self.counts[each.team] + 1
    if each.wakes and each.wakes <= state.time then
      each.wakes = nil
      acts[each.kind].jobs[each.job](self, unit, each)
    end
  end
  state.winner = self.counts[1] == 0 and 2 or self.counts[2] == 0 and 1 or nil
end

local function begin(self)
  self.shots = {} -- the last one of each unit
  buildings.prepare(self)
  wake(self)
  return self
end

--- Creates a game.
---@param count integer how many units both sides have together
function game.new(count)
  local self = setmetatable({ grid = map.new() }, game)
  self.crowd = astar.crowd(self.grid, { smooth = true, patience = 20 })
  self.state = {
    time = 0, frame = 0, units = {}, last = 0, buildings = {}, has_rule = true,
    gold = { 10, 10 }, rate = { 0, 0 }, plans_at = 0, wave_at = 25, wave = 0, trained = 0,
  }
  for team = 1, 2 do add_side(self, team, count / 2) end
  return begin(self)
end

--- Loads a game that `game:save` has written.
function game.load(text)
  local self = setmetatable({}, game)
  self.grid, self.crowd, self.state = saving.read(text)
  return begin(self)
end

--- Trains a fighter, who comes out in front of the base. Returns whether there was the gold.
function game:train(team, name)
  local gold, front = self.state.gold[team] - units.kinds[name].cost, map.places[team].front
  local unit = gold >= 0 and units.add(self, name, team, front[1], front[2])
  if unit then self.state.gold[team] = gold end
  return unit
end

--- A worker brings a load. `rate`: loads per minute, of about the last minute.
function game:add_load(team)
  local gold, rate = self.state.gold, self.state.rate
  gold[team], rate[team] = gold[team] + 1, rate[team] + 2
end

--- Lets workers go back to work, and people about their business.
function game:dismiss(list)
  for _, unit in ipairs(list) do
    local each = self.state.units[unit]
    if each.kind == "worker" then workers.jobs.mine(self, unit, each) end
    if each.kind == "person" then people.rest(self, each) end
  end
end

--- Lets time pass [seconds].
function game:update(dt)
  local state = self.state
  if state.winner then return end
  state.time, state.frame = state.time + dt, state.frame + 1
  for team = 1, 2 do state.rate[team] = state.rate[team] * (1 - dt / 30) end
  self.crowd:update(dt)
  for unit, event in self.crowd:events() do
    local each = state.units[unit]
    if each then (acts[each.kind] or fights).note(self, unit, each, event) end
  end
  wake(self)
  fights.update(self)
  enemy.update(self)
end

return game
