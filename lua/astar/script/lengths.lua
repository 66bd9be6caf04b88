--- The lengths of steps that the native crowd assumes by the rules of a unit.
---
--- They cannot be read from the rules. So a unit makes straight steps on a small map, once for all
--- NPCs with these rules. When each has length 1, the native crowd knows how long a straight step
--- of an NPC takes in a plain layout.

local folder = (...):gsub("script%.lengths$", "")
local astar = require(folder:sub(1, -2))

local lengths = {}

-- By rules: whether straight steps have length 1.
local known = setmetatable({}, { __mode = "k" })

local straight = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }

--- How much of a straight step a unit of speed 1 has done after 1/8 s; nil: it makes another step.
local function measure(crowd, unit, step)
  crowd:place(unit, 2, 2)
  crowd:go_to(unit, 2 + step[1], 2 + step[2])
  crowd:update(0)
  crowd:update(0.125)
  local _, _, x, y, done = crowd:tile(unit)
  return x == 2 + step[1] and y == 2 + step[2] and done or nil
end

local function measure_all(rules, size, terrain)
  local crowd = astar.crowd(astar.grid(size + 2, size + 2, { fill = terrain }))
  local unit = crowd:add(2, 2, rules, { speed = 1 })
  local is_one = true
  for _, step in ipairs(straight) do is_one = is_one and measure(crowd, unit, step) == 0.125 end
  crowd:close()
  return is_one
end

--- Whether all straight steps of an NPC have length 1. `terrain`: one where it can stand.
function lengths.are_one(rules, size, terrain)
  if known[rules] == nil then
    local ok, is_one = pcall(measure_all, rules, size, terrain) -- fails for rules of hexes
    known[rules] = ok and is_one
  end
  return known[rules]
end

return lengths
