--- The map: a valley between rocks, with a river, two bridges, two gates and a castle.

local astar = require "astar"

local valley = { width = 32, height = 25 } -- [tiles]

-- '.' grass, ',' mud, '=' bridge, '~' water, 'T' tree, '#' rock. Gates and the castle are grass.
local rows = {
  "################################",
  "##....T......T....~~~....T....##",
  "#..................~~~.........#",
  "#..................~~~.....T...#",
  "#.......##.........~~~..##.....#",
  "#.......###........===..###....#",
  "........##.........===...#.....#",
  "........#..........~~~.........#",
  "#...T.............~~~......T...#",
  "#.............T...~~~..........#",
  "#.....,,,........~~~...........#",
  "#....,,,,,.......~~~....,,.....#",
  "#.....,,,.......~~~....,,,,....#",
  "#...............~~~.....,,.....#",
  "#...T...........~~~............#",
  "#..........#....~~~............#",
  "#.........##.....~~~......T....#",
  "........###......===...#.......#",
  "........##.......===...##......#",
  "#................~~~...##......#",
  "#.....T.........~~~............#",
  "#...............~~~......T.....#",
  "#.............T..~~~...........#",
  "##..T............~~~....T.....##",
  "################################",
}

--- Where enemies enter the valley.
valley.gates = {
  { name = "northern gate", x = 1, y = 7 },
  { name = "southern gate", x = 1, y = 18 },
}

--- The castle. Enemies go to its tiles.
valley.castle = { x = 29, y = 12, width = 2, height = 2 }

--- The layers of dynamic obstacles: what stands on the map, and what is only planned.
valley.layers = { building = 1, plan = 2 }

local can_carry = { [("."):byte()] = true, [(","):byte()] = true, [("="):byte()] = true }

--- A new grid of the map.
function valley.new_grid()
  return astar.grid(rows)
end

--- The tiles of the castle, as goals of a distance field.
function valley.goals()
  local goals, castle = {}, valley.castle
  for y = castle.y, castle.y + castle.height - 1 do
    for x = castle.x, castle.x + castle.width - 1 do goals[#goals + 1] = { x, y } end
  end
  return goals
end

local function is_near(x, y, left, top, right, bottom)
  return x >= left and x <= right and y >= top and y <= bottom
end

--- Whether the ground can carry a building: no water, rock or tree, and neither at the castle nor
--- at a gate.
function valley.is_building_ground(grid, x, y)
  local castle = valley.castle
  local right, bottom = castle.x + castle.width, castle.y + castle.height
  if is_near(x, y, castle.x - 1, castle.y - 1, right, bottom) then return false end
  for _, gate in ipairs(valley.gates) do
    if is_near(x, y, gate.x, gate.y - 1, gate.x + 2, gate.y + 2) then return false end
  end
  return can_carry[grid:get(x, y)] or false
end

return valley
