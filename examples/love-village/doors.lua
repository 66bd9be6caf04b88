--- Doors and gates: tile objects of the class "door" in Tiled. A shut one is an obstacle on the
--- grid; the terrain below stays what it is.
local doors = {}

local Door = {}
Door.__index = Door

local Doors = {}
Doors.__index = Doors

function doors.new(world)
  local self = setmetatable({ list = {} }, Doors)
  for _, object in ipairs(world.map.objects) do
    if object.class == "door" then
      self.list[#self.list + 1] = setmetatable({
        world = world, name = object.name, x = object.x, y = object.y, is_open = true,
        tile = object.tile.id, -- its picture when shut; the next tile is the open one
      }, Door)
    end
  end
  return self
end

--- The door on a tile, or nil.
function Doors:at(x, y)
  for _, door in ipairs(self.list) do
    if door.x == x and door.y == y then return door end
  end
end

function Doors:named(name)
  for _, door in ipairs(self.list) do
    if door.name == name then return door end
  end
  error(("the map has no door %q"):format(name), 2)
end

--- Opens it.
function Door:open()
  self.is_open = true
  self.world.grid:block(self.x, self.y, false)
end

--- Shuts it; false where somebody stands in it.
function Door:shut()
  if self.world.crowd:at(self.x, self.y) then return false end
  self.is_open = false
  self.world.grid:block(self.x, self.y) -- whoever wanted to pass looks for another way
  return true
end

--- Opens or shuts it; false where that cannot be.
function Door:toggle()
  if self.is_open then return self:shut() end
  self:open()
  return true
end

return doors
