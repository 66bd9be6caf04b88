--- The village: the map, the crowd, the doors, the fields and the people. Functions of the other
--- files get it as `world`.
local script = require "astar.script"
local tiled = require "astar.tiled"
local doors = require "doors"
local fields = require "fields"
local movers = require "movers"
local people = require "people"
local speech = require "speech"

local world = {}

local World = {}
World.__index = World

---@param file string the Lua export of the map
function world.new(file)
  local map = tiled.load(file)
  local self = setmetatable({ map = map, grid = map.grid, layout = map.layout, time = 0 }, World)
  -- NPCs of one crowd are never on the same tile.
  self.crowd = script.crowd(self.grid, { layout = self.layout })
  self.doors = doors.new(self)
  self.fields = fields.new(self)
  self.movers = movers.load(map)
  self.people = people.add_all(self)
  self.player = self.people[1]
  return self
end

--- Lets time pass [seconds].
function World:update(dt)
  self.time = self.time + dt
  self.fields:update(dt)
  self.crowd:update(dt)
  people.update(self)
  speech.update(self, dt)
end

-- An object of the map. Raises when there is none of this name.
local function object_of(self, name)
  return self.map:object(name) or error(("the map has no object %q"):format(name), 3)
end

--- The tile of an object of the map.
function World:place(name)
  local object = object_of(self, name)
  return object.x, object.y
end

--- The tiles that an area covers, { x, y } each.
function World:area(name)
  return self.map:tiles(object_of(self, name))
end

--- The corners of a line, { x =, y = } each.
function World:line(name)
  return object_of(self, name).points
end

--- The name of the terrain of a tile.
function World:terrain(x, y)
  return self.map.names[self.grid:get(x, y)]
end

return world
