--- The game, without drawing: two sides, blue (the player) and red. `state` is plain data: it is what
--- is saved beside the map and the crowd.

local astar = require "astar"
local buildings = require "buildings"
local enemy = require "enemy"
local fights = require "fights"
local map = require "map"
local people = require "people"
local saving = require "saving"
local units = require "units"
local workers = require "workers"

local game = { BLUE = 1, RED = 2 }
game.__index = game

local workers_per_side = 10

local function add_side(self, team, count)
  local front, mine = map.places[team].front, map.places[team].mine
  for i = 1, count do
    local is_worker = i <= workers_per_side
    local name = is_worker and "worker" or i % 10 == 0 and "tank" or i % 3 == 0 and "archer" or "soldier"
    local x = front[1] + (i * 7 % 23 - 11) * (is_worker and 0 or 1)
    local y = is_worker and mine[2] or front[2] - 4 - i % 17
    local unit = units.add(self, name, team, x, y)
    if unit and is_worker then workers.begin(self, unit, self.state.units[unit]) end
  end
end

-- Counts the units of each team. A side without units has lost.
local function count_units(self)
  self.counts = { [0] = 0, 0, 0 }
  for _, each in units.each(self) do self.counts[each.team] = self.counts[each.team] + 1 end
  for team = 1, 2 do
    if self.counts[team] == 0 then self.state.winner = 3 - team end
  end
end

--- Creates a game.
---@param count integer how many units both sides have together
function game.new(count)
  local self = setmetatable({ grid = map.new(), shots = {} }, game)
  self.crowd = astar.crowd(self.grid, { smooth = true, patience = 20 })
  self.state = {
    time = 0, frame = 0, units = {}, last = 0, buildings = {}, has_rule = true,
    gold = { 10, 10 }, loads = { {}, {} },
    plans_at = 0, wave_at = 25, wave = 0, trained = 0,
  }
  for team = 1, 2 do add_side(self, team, count / 2) end
  buildings.prepare(self)
  count_units(self)
  return self
end

--- Loads a game that `game:save` has written.
function game.load(text)
  local self = setmetatable({ shots = {} }, game)
  self.grid, self.crowd, self.state = saving.read(text)
  buildings.prepare(self)
  count_units(self)
  return self
end

game.save = saving.write

--- Trains a unit, which comes out in front of the base. Returns its number; or nil without the gold.
function game:train(team, name)
  local kind, front = units.kinds[name], map.places[team].front
  if self.state.gold[team] < kind.cost then return nil end
  local unit = units.add(self, name, team, front[1], front[2])
  if not unit then return nil end
  self.state.gold[team] = self.state.gold[team] - kind.cost
  if name == "worker" then workers.begin(self, unit, self.state.units[unit]) end
  return unit
end

--- Lets units go about their work, and people about their business.
function game:dismiss(list)
  for _, unit in ipairs(list) do
    local each = self.state.units[unit]
    if each.kind == "worker" then workers.begin(self, unit, each) end
    if each.kind == "person" then people.dismiss(self, each) end
  end
end

--- How many loads a team has brought in the last minute.
function game:loads_per_minute(team)
  return #self.state.loads[team] * 60 / math.min(60, math.max(self.state.time, 1))
end

local function take_events(self)
  for unit, event in self.crowd:events() do
    local each = self.state.units[unit]
    if each and each.kind == "worker" and event ~= "blocked" then
      workers.note(self, unit, each, event)
    elseif each and each.kind == "person" then
      people.note(self, each)
    elseif each then
      fights.note(each)
    end
  end
end

local function age_shots(self, dt)
  for i = #self.shots, 1, -1 do
    local shot = self.shots[i]
    shot.age = shot.age + dt
    if shot.age > 0.15 then table.remove(self.shots, i) end
  end
end

--- Lets time pass [seconds].
function game:update(dt)
  local state = self.state
  if state.winner then return end
  state.time, state.frame = state.time + dt, state.frame + 1
  self.crowd:update(dt)
  take_events(self)
  workers.update(self)
  fights.update(self)
  enemy.update(self)
  if state.has_people then people.update(self) end
  age_shots(self, dt)
  count_units(self)
end

return game
