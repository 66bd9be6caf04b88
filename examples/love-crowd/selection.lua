--- The units that the user has selected, and the rectangle that the mouse drags.

local selection = {}

local Selection = {}
Selection.__index = Selection

---@param people table
function selection.new(people)
  return setmetatable({ people = people, units = {}, has = {} }, Selection)
end

--- Selects units in place of those that are selected, or adds them to those.
function Selection:set(units, is_added)
  if not is_added then self.units, self.has = {}, {} end
  for _, unit in ipairs(units) do
    if not self.has[unit] then
      self.has[unit] = true
      table.insert(self.units, unit)
    end
  end
end

--- The units whose centers are in a rectangle [tiles]; only those of a kind if `kind` is given.
function Selection:inside(left, top, right, bottom, kind)
  local units, group = {}, self.people
  for unit = 1, group.greatest do
    local x, y = group:center(unit)
    if x >= left and x <= right and y >= top and y <= bottom
      and (not kind or group.kind_of[unit] == kind) then
      units[#units + 1] = unit
    end
  end
  return units
end

--- How many units of each kind are selected, in words; or nil.
function Selection:sentence()
  local counts = {}
  for _, unit in ipairs(self.units) do
    local kind = self.people.kind_of[unit]
    if not counts[kind] then
      counts[kind] = 0
      table.insert(counts, kind)
    end
    counts[kind] = counts[kind] + 1
  end
  for i, kind in ipairs(counts) do
    counts[i] = ("%d %s"):format(counts[kind], counts[kind] == 1 and kind.one or kind.name)
  end
  return counts[1] and table.concat(counts, ", ")
end

return selection
