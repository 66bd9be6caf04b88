--- The gates of the town. A click shuts or opens a gate. Those who are in it leave it, and those
--- who come too late look for another way.

local barriers = require "barriers"

local gates = {}

local Gate = {}
Gate.__index = Gate

--- Creates the gates of a town, all open.
---@param plans table[] { name, x, y, width, height }, in tiles
---@param blocks table the barriers of the map
function gates.new(plans, blocks)
  local list = {}
  for i, plan in ipairs(plans) do
    list[i] = setmetatable({
      name = plan.name, x = plan.x, y = plan.y, width = plan.width, height = plan.height,
      is_open = true, barriers = blocks,
    }, Gate)
  end
  return list
end

--- Opens a gate that is shut, and shuts one that is open.
function Gate:toggle()
  self.is_open = not self.is_open
  local change = self.is_open and self.barriers.open or self.barriers.close
  for x, y in self:tiles() do change(self.barriers, x, y, barriers.gate) end
end

--- Iterates over the tiles of a gate: x, y.
function Gate:tiles()
  local i = -1
  return function()
    i = i + 1
    if i >= self.width * self.height then return nil end
    return self.x + i % self.width, self.y + math.floor(i / self.width)
  end
end

--- The gate on a tile or beside it, or nil. Gates are small: a click beside one counts.
function gates.at(list, x, y)
  for _, gate in ipairs(list) do
    if x >= gate.x - 1 and x <= gate.x + gate.width and y >= gate.y - 1
      and y <= gate.y + gate.height then
      return gate
    end
  end
  return nil
end

return gates
