--- A crowd of people between the sides: with them, 2,000 units are on the map. They are allies of
--- both sides, and go about their business until the player sends them.

local units = require "units"

local people = { TEAM = 0, total = 2000, jobs = {} }

--- One who has rested goes somewhere near.
function people.jobs.rest(game, unit, self)
  local x, y = game.crowd:tile(unit)
  x, y = x + love.math.random(-16, 16), y + love.math.random(-16, 16)
  local goes = game.grid:get(x, y) and game.crowd:go_to(unit, x, y)
  if not goes then people.rest(game, self) end
end

--- Lets one go about its business, after a rest.
function people.rest(game, self)
  self.job, self.wakes, self.x = "rest", game.state.time + 20 * love.math.random(), nil
end

--- An order of one of them has ended. One who was sent stays there.
function people.note(game, _, self)
  if not self.x then people.rest(game, self) end
end

--- Lets people come, or leave.
function people.toggle(game)
  local width, height = game.grid:size()
  game.state.has_people = not game.state.has_people
  for unit in units.each(game, people.TEAM) do units.remove(game, unit) end
  for team = 1, 2 do game.crowd:allies(people.TEAM, team, true) end
  while game.state.has_people and game.crowd:count() < people.total do
    local x, y = love.math.random(width), love.math.random(height)
    local unit = units.add(game, "person", people.TEAM, x, y)
    if unit then people.rest(game, game.state.units[unit]) end
  end
end

return people
