--- The map: the land of blue on the left, that of red on the right, each with a base and a mine.

local astar = require "astar"

local map = { width = 128, height = 74, BUILDINGS = 1, GATES = 2 } -- obstacle layers

--- How units of size 1 and 2 move, where people go, and what stops a look. Builders ask for ways as
--- if all gates were open. "." is grass, "f" forest, "," the bay of a base, "~" water.
local gates = { map.GATES }
map.rules = {
  foot = astar.rules { cost = { ["."] = 1, f = 2, [","] = 1 } },
  foot_ways = astar.rules { cost = { ["."] = 1, f = 2, [","] = 1 }, ignore_blocked = gates },
  heavy = astar.rules { cost = { ["."] = 1, f = 3 }, size = 2 },
  heavy_ways = astar.rules { cost = { ["."] = 1, f = 3 }, size = 2, ignore_blocked = gates },
  people = astar.rules { cost = { ["."] = 1, f = 2 } },
  eyes = astar.rules { cost = { ["."] = 1, f = 1, [","] = 1, ["~"] = 1 } },
}

--- By team: the center of the base (7 x 7 tiles), the dock at the end of its bay, where new units
--- appear, the mine, and a tile beside it.
map.places = {
  { base = { 14, 35 }, dock = { 15, 35 }, front = { 24, 28 }, mine = { 30, 35 }, pit = { 29, 35 } },
  { base = { 115, 35 }, dock = { 114, 35 }, front = { 105, 28 }, mine = { 99, 35 },
    pit = { 100, 35 } },
}
map.gates = { -- two of each team
  { team = 1, x = 42, y = 33, height = 5 }, { team = 1, x = 42, y = 8, height = 3 },
  { team = 2, x = 87, y = 33, height = 5 }, { team = 2, x = 87, y = 60, height = 3 },
}

--- Creates the grid. What the left half has, the right half has, too.
function map.new()
  local grid = astar.grid(map.width, map.height, { fill = "." })
  local function fill(terrain, x, y, width, height)
    grid:fill(terrain, x, y, width, height)
    grid:fill(terrain, map.width + 2 - x - width, y, width, height)
  end
  for i = 1, 30 do fill("f", i * 37 % 60 + 1, i * 23 % 70 + 1, 1 + i % 4, 1 + i % 3) end
  fill(".", 10, 25, 50, 20)
  fill("~", 60, 16, 5, 9)
  fill("~", 60, 48, 5, 11)
  fill("#", 42, 1, 1, map.height)
  fill("B", 11, 32, 7, 7)
  fill(",", 15, 35, 3, 1)
  fill("o", 30, 34, 1, 3)
  for _, gate in ipairs(map.gates) do grid:fill(".", gate.x, gate.y, 1, gate.height) end
  return grid
end

--- Iterates over the tiles of a gate: x, y.
function map.tiles_of(gate)
  local y = gate.y - 1
  return function()
    y = y + 1
    if y < gate.y + gate.height then return gate.x, y end
  end
end

--- The gate on a tile or at most `margin` tiles beside it, or nil.
function map.gate_at(x, y, margin)
  for _, gate in ipairs(map.gates) do
    local is_near = math.abs(x - gate.x) <= margin and y >= gate.y and y < gate.y + gate.height
    if is_near then return gate end
  end
end

return map
