--- Orders of the user: units that were sent somewhere, and what became of them.

local orders = {}

--- The formations, in the order of the buttons and of the keys 1 to 5.
orders.formations = { "pack", "block", "line", "wedge", "keep" }

local Order = {}
Order.__index = Order

--- Sends units to a tile. Returns the order.
---@param people table
---@param units integer[]
---@param options table formation, facing, speed
function orders.give(people, units, x, y, options)
  local self = setmetatable({
    people = people, x = x, y = y, options = options, count = #units,
    at = people.time,      -- when it was given [seconds]
    arrived = 0, stuck = 0,
    cut_off = {},          -- units that have no way, and wait until there is one
    waits = {},            -- by unit: whether it is in `cut_off`
  }, Order)
  people:command(units, self)
  self:send(units)
  return self
end

-- Sends units that have a way; the others wait.
function Order:send(units)
  local crowd = self.people.crowd
  if crowd:send(units, self.x, self.y, self.options) == #units then return end
  for _, unit in ipairs(units) do
    if crowd:state(unit) == "idle" then self:wait_for_way(unit) end
  end
end

function Order:wait_for_way(unit)
  self.waits[unit] = true
  table.insert(self.cut_off, unit)
end

--- Counts an event of one of the units. A unit without a way may have made room for a barrier.
function Order:note(unit, event)
  if self.waits[unit] then return end
  if event == "arrived" or event == "settled" then
    self.arrived = self.arrived + 1
  elseif event == "stuck" then
    self.stuck = self.stuck + 1
  else
    self:wait_for_way(unit)
  end
end

--- Sends the units that had no way again: a barrier was removed.
function Order:try_again()
  local units = {}
  for _, unit in ipairs(self.cut_off) do
    if self.people.order_of[unit] == self then table.insert(units, unit) end
  end
  self.cut_off, self.waits = {}, {}
  self.people:command(units, self)
  self:send(units)
end

--- What became of the order, in words.
function Order:sentence()
  local text = ("%d sent, %d arrived"):format(self.count, self.arrived)
  if #self.cut_off > 0 then text = ("%s, %d have no way"):format(text, #self.cut_off) end
  if self.stuck > 0 then text = ("%s, %d are stuck"):format(text, self.stuck) end
  return text
end

return orders
