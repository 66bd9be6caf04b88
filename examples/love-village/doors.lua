--- Doors and gates: tile objects of the class "door" in Tiled. A closed door is a dynamic obstacle
--- on the grid; the terrain of its tile does not change. Gates and barn doors are on two layers of
--- obstacles: farmers ignore the layer of barn doors, since they open these.
local doors = { gates = 1, barn = 2 }

local Door = {}
Door.__index = Door

local Doors = {}
Doors.__index = Doors

--- Finds the doors of the map. All of them are open at first.
function doors.new(world)
  local self = setmetatable({ list = {} }, Doors)
  for _, object in ipairs(world.map.objects) do
    if object.class == "door" then
      self.list[#self.list + 1] = setmetatable({
        world = world, name = object.name, x = object.x, y = object.y, is_open = true,
        layer = object.name:find "gate" and doors.gates or doors.barn,
        tile = object.tile.id, -- the image of the closed door; the next tile is the open door
      }, Door)
    end
  end
  return self
end

--- Returns the door on a tile, or nil.
function Doors:at(x, y)
  for _, door in ipairs(self.list) do
    if door.x == x and door.y == y then return door end
  end
end

--- Returns the door with a name. Raises an error when there is none.
function Doors:named(name)
  for _, door in ipairs(self.list) do
    if door.name == name then return door end
  end
  error(("the map has no door %q"):format(name), 2)
end

--- For the `on_enter` of an NPC that opens the doors on its way. Returns whether it may enter a
--- tile, or how long it waits until the door there is open [seconds].
function Doors:open_at(x, y)
  local door = self:at(x, y)
  if not door or door.is_open then return true end
  door:open()
  return 0.5
end

--- Opens the door.
function Door:open()
  self.is_open = true
  self.world.grid:block(self.x, self.y, false, self.layer)
end

--- Closes the door. Returns whether it is closed: false when an NPC holds its tile.
function Door:shut()
  if self.world.crowd:at(self.x, self.y) then return false end
  self.is_open = false
  -- NPCs whose path is blocked now find another one.
  self.world.grid:block(self.x, self.y, true, self.layer)
  return true
end

--- Opens or closes the door. Returns false when it cannot be closed.
function Door:toggle()
  if self.is_open then return self:shut() end
  self:open()
  return true
end

return doors
