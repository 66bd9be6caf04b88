--- The village: the map, the crowd, the doors, the fields and the people. Functions of the other
--- files get it as `world`.
local script = require "astar.script"
local tiled = require "astar.tiled"
local doors = require "doors"
local fields = require "fields"
local fog = require "fog"
local inn = require "inn"
local movers = require "movers"
local people = require "people"
local speech = require "speech"

local world = {}

local World = {}
World.__index = World

--- Loads the map, and creates all parts of the village.
---@param file string the Lua export of the map
function world.new(file)
  local map = assert(tiled.load(file))
  local self = setmetatable({ map = map, layout = map.layout, time = 0 }, World)
  self.inn = inn.new(self)
  self.grid = self.inn.house.grid -- both floors; the tiles of floor 1 are those of the map
  -- NPCs of one crowd are never on the same tile.
  self.crowd = script.crowd(self.grid, { layout = self.layout })
  self.doors = doors.new(self)
  self.fields = fields.new(self)
  self.movers = movers.load(map)
  self.people = people.add_all(self)
  self.player = self.people[1]
  self.vision = fog.new(self)
  return self
end

--- Lets time pass [seconds].
function World:update(dt)
  self.time = self.time + dt
  self.fields:update(dt)
  self.crowd:update(dt)
  people.update(self)
  fog.update(self)
  speech.update(self, dt)
end

-- Returns an object of the map. Raises an error when there is none with this name.
local function object_of(self, name)
  return self.map:object(name) or error(("the map has no object %q"):format(name), 3)
end

--- Returns the tile of an object of the map: x and y.
function World:place(name)
  local object = object_of(self, name)
  return object.x, object.y
end

--- Returns the tiles that an area of the map covers, { x, y } each.
function World:area(name)
  return self.map:tiles(object_of(self, name))
end

--- Returns the tiles of the points of a line of the map, { x =, y = } each.
function World:line(name)
  return object_of(self, name).points
end

--- Returns the name of the terrain of a tile, as in Tiled.
function World:terrain(x, y)
  return self.map.names[self.grid:get(x, y)]
end

return world
