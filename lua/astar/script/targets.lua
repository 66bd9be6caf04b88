--- What NPCs go after or flee from: an NPC, a table with tile_x and tile_y, or a function that
--- returns a tile.

local folder = (...):gsub("script%.targets$", "")
local check = require(folder .. "internal.check")

local targets = {}

--- The tile of a target; nil when the target is gone.
function targets.locate(target)
  if type(target) == "function" then return target() end
  if target._wakes_at and not target.crowd then return nil end -- an NPC that was removed
  return target.tile_x, target.tile_y
end

--- Whether a target is another NPC of the same crowd.
function targets.is_fellow(target, npc)
  return type(target) == "table" and target ~= npc and target._wakes_at ~= nil and
    target.crowd == npc.crowd
end

--- Whether a value is a target.
function targets.is_valid(value)
  return type(value) == "function" or
    type(value) == "table" and value.tile_x ~= nil and value.tile_y ~= nil
end

--- The message for a value that is no target; nil for a target.
function targets.problem(who, what, value)
  if targets.is_valid(value) then return nil end
  return check.expected(who, what, "an NPC, something with tile_x and tile_y, or a function", value)
end

--- Writes the tiles of all targets on the grid to the array `tiles`: x1, y1, x2, y2, ... Returns
--- whether they are others than before.
function targets.locate_all(list, tiles, width, height)
  local count, has_changed = 0, false
  for _, target in ipairs(list) do
    local x, y = targets.locate(target)
    if x and x >= 1 and x <= width and y >= 1 and y <= height then
      has_changed = has_changed or tiles[count + 1] ~= x or tiles[count + 2] ~= y
      tiles[count + 1], tiles[count + 2] = x, y
      count = count + 2
    end
  end
  for i = count + 1, #tiles do tiles[i], has_changed = nil, true end
  return has_changed
end

return targets
