--- A crowd of people who live between the sides: with them, 2,000 units are on the map. They are
--- allies of both sides, and go about their business until the player sends them.

local map = require "map"
local units = require "units"

local people = { TEAM = 0, total = 2000 }

local function random_tile()
  return love.math.random(map.width), love.math.random(map.height)
end

local function go_somewhere(game, unit, self)
  for _ = 1, 4 do
    local x, y = game.crowd:tile(unit)
    x, y = x + love.math.random(-16, 16), y + love.math.random(-16, 16)
    if game.grid:get(x, y) and game.crowd:go_to(unit, x, y) then break end
  end
  self.rests_until = math.huge
end

--- Lets people come, or leave.
function people.toggle(game)
  local state = game.state
  state.has_people = not state.has_people
  if not state.has_people then
    for unit in units.each(game, people.TEAM) do units.remove(game, unit) end
    return
  end
  for team = 1, 2 do game.crowd:allies(people.TEAM, team, true) end
  while game.crowd:count() < people.total do
    local unit = units.add(game, "person", people.TEAM, random_tile())
    if unit then people.note(game, state.units[unit]) end
  end
end

--- Lets one who was sent by the player go about its business again.
function people.dismiss(game, self)
  self.x = nil
  self.rests_until = game.state.time + 20 * love.math.random()
end

--- An order of one of them has ended: it rests. One who was sent stays there.
function people.note(game, self)
  if not self.x then people.dismiss(game, self) end
end

function people.update(game)
  for unit, self in units.each(game, people.TEAM) do
    if self.rests_until and self.rests_until <= game.state.time then go_somewhere(game, unit, self) end
  end
end

return people
