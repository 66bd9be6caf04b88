--- Names of directions ("right", "down_left", ...) for vectors of the world, where y points down.

local abs, sqrt = math.abs, math.sqrt
local angle_of = math.atan2 or math.atan -- luacheck: ignore 143

local facing = {}

local names = {
  [-1] = { [-1] = "up_left", [0] = "up", [1] = "up_right" },
  [0] = { [-1] = "left", [1] = "right" },
  [1] = { [-1] = "down_left", [0] = "down", [1] = "down_right" },
}

local function sign(number)
  return number > 0 and 1 or number < 0 and -1 or 0
end

-- Below this slope a line counts as horizontal or vertical, otherwise as diagonal: the tangent of
-- 22.5 degrees, half the angle between two of the eight directions.
local slope = sqrt(2) - 1

local function name8(dx, dy)
  if abs(dy) < slope * abs(dx) then return names[0][sign(dx)] end
  if abs(dx) < slope * abs(dy) then return names[sign(dy)][0] end
  return names[sign(dy)][sign(dx)]
end

-- With four directions, a diagonal step keeps the current facing if it is one of the two directions
-- of the step; otherwise the mover faces left or right.
local function name4(dx, dy, current)
  local across, down = names[0][sign(dx)], names[sign(dy)][0]
  local difference = abs(dx) - abs(dy)
  if abs(difference) <= 1e-9 * abs(dx) then
    return current == down and down or across
  end
  return difference > 0 and across or down
end

--- The name of the direction (dx, dy), which is not (0, 0), of 4 or 8 directions. `current`: the
--- name before.
function facing.name(directions, dx, dy, current)
  if directions == 4 then return name4(dx, dy, current) end
  return name8(dx, dy)
end

--- The angle of (dx, dy), clockwise from the right [radians, -pi..pi].
function facing.angle(dx, dy)
  return angle_of(dy, dx)
end

--- The angle of the direction with a name [radians].
function facing.angle_of(name)
  for dy = -1, 1 do
    for dx = -1, 1 do
      if names[dy][dx] == name then return angle_of(dy, dx) end
    end
  end
end

--- Whether there can be this number of directions.
function facing.is_count(directions)
  return directions == 4 or directions == 8
end

--- Whether one of 4 or 8 directions has this name.
function facing.is_name(directions, name)
  if type(name) ~= "string" or not facing.angle_of(name) then return false end
  return directions == 8 or not name:find "_"
end

return facing
