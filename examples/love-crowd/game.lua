--- The game: the town, its people, and what the user does with them. It draws nothing.

local astar = require "astar"
local barriers = require "barriers"
local gates = require "gates"
local orders = require "orders"
local people = require "people"
local selection = require "selection"
local town = require "town"

local game = {}

local Game = {}
Game.__index = Game

---@param seed integer the same seed gives the same town and the same people
function game.new(seed)
  local self = setmetatable({ town = town.new(seed) }, Game)
  self.crowd = astar.crowd(self.town.grid, { smooth = true })
  self.barriers = barriers.new(self.town.grid, self.crowd)
  for _, tile in ipairs(self.town.wall) do
    self.barriers:close(tile.x, tile.y, barriers.wall)
  end
  self.people = people.new(self.town, self.crowd, seed)
  self.gates = gates.new(self.town.gates, self.barriers)
  self.selection = selection.new(self.people)
  self.formation = "block"
  self.is_together = false -- whether all units of an order go as fast as the slowest
  self.is_paused, self.builds, self.shows_ways = false, false, false
  self.openings = 0 -- `barriers.openings` when the units without a way were sent again
  return self
end

--- Lets time pass [seconds].
function Game:update(dt)
  if self.is_paused then return end
  self.barriers:update(dt)
  self.people:update(dt)
  if self.order and self.openings ~= self.barriers.openings then self.order:try_again() end
  self.openings = self.barriers.openings
end

--- Sends the selected units to a tile.
---@param facing number? where they look when they are there [radians]
function Game:send(x, y, facing)
  if #self.selection.units == 0 then return end
  x, y = town.clamp(x, y)
  self.order = orders.give(self.people, self.selection.units, x, y, {
    formation = self.formation, facing = facing, speed = self.is_together and "slowest" or "own",
  })
end

--- Lets the selected units go about their business again.
function Game:dismiss()
  self.people:dismiss(self.selection.units)
  self.selection:set {}
  self.order = nil
end

--- Clicks on a point of the map [tiles]: a gate, a unit, or the ground.
---@param is_added boolean whether a unit is added to the selection
function Game:click(x, y, is_added)
  local gate = gates.at(self.gates, math.floor(x + 0.5), math.floor(y + 0.5))
  if gate then return gate:toggle() end
  self.selection:set({ self.people:at(x, y) }, is_added)
end

--- Builds or removes a wall on a tile and on the tiles right of it and below it.
function Game:build(x, y, is_wall)
  for tile_y = y, y + 1 do
    for tile_x = x, x + 1 do
      if self:can_build(tile_x, tile_y) then
        local change = is_wall and self.barriers.close or self.barriers.open
        change(self.barriers, tile_x, tile_y, barriers.wall)
      end
    end
  end
end

-- Whether a tile can have a wall: it is on the map, on ground, and not in a gate.
function Game:can_build(x, y)
  local is_on_map = self.town.grid:get(x, y)
  return is_on_map and self.town:is_ground(x, y) and not self.town:is_gate(x, y)
end

return game
