--- The map: two lands behind walls, each with a base and a mine. What the left half has, the right
--- half has, too.

local astar = require "astar"

local map = { width = 128, height = 74, BUILDINGS = 1, GATES = 2 } -- obstacle layers

--- The rules: how units of size 1 and 2 move, and what stops a look. Builders ask for ways as if all
--- gates were open.
map.rules = {
  foot = astar.rules { cost = { ["."] = 1, f = 2, [","] = 1 } },
  people = astar.rules { cost = { ["."] = 1, f = 2 } }, -- not into the bays
  heavy = astar.rules { cost = { ["."] = 1, f = 3 }, size = 2 },
  foot_ways = astar.rules { cost = { ["."] = 1, f = 2, [","] = 1 }, ignore_blocked = { map.GATES } },
  heavy_ways = astar.rules { cost = { ["."] = 1, f = 3 }, size = 2, ignore_blocked = { map.GATES } },
  eyes = astar.rules { cost = { ["."] = 1, f = 1, [","] = 1, ["~"] = 1 } },
}

--- By team: the center of the base (7 x 7 tiles), the dock at the end of its bay, where new units
--- appear, the mine, and a tile beside it.
map.places = {
  { x = 14, y = 35, dock = { 15, 35 }, front = { 24, 28 }, mine = { 30, 35 }, pit = { 29, 35 } },
  { x = 115, y = 35, dock = { 114, 35 }, front = { 105, 28 }, mine = { 99, 35 }, pit = { 100, 35 } },
}
map.gates = { -- of blue, then of red
  { x = 42, y = 33, height = 5 }, { x = 42, y = 8, height = 3 },
  { x = 87, y = 33, height = 5 }, { x = 87, y = 60, height = 3 },
}

-- Fills a rectangle of the left half and its image in the right half.
local function fill_both(grid, terrain, x, y, width, height)
  grid:fill(terrain, x, y, width, height)
  grid:fill(terrain, map.width + 2 - x - width, y, width, height)
end

local function add_woods(grid)
  for i = 1, 60 do
    local x, y = i * 37 % 124 + 1, i * 23 % 70 + 1
    for wood_y = y, y + i % 3 do
      for wood_x = x, x + i % 4 do
        if math.abs(wood_y - 35) > 8 then grid:set(wood_x, wood_y, "f") end
      end
    end
  end
end

--- Creates the grid.
function map.new()
  local grid = astar.grid(map.width, map.height, { fill = "." })
  add_woods(grid)
  grid:fill("~", 60, 16, 9, 9)
  grid:fill("~", 60, 45, 9, 11)
  fill_both(grid, "#", 42, 1, 1, map.height)
  fill_both(grid, "B", 11, 32, 7, 7)
  fill_both(grid, ",", 15, 35, 3, 1) -- the bay
  fill_both(grid, "o", 30, 34, 1, 3)
  for _, gate in ipairs(map.gates) do grid:fill(".", gate.x, gate.y, 1, gate.height) end
  return grid
end

--- Whether a building may stand on a tile: not on rocks or buildings, and not in a gate.
function map.is_ground(grid, x, y)
  local terrain = grid:get(x, y)
  return (terrain == ("."):byte() or terrain == ("f"):byte())
    and not grid:is_blocked(x, y, map.BUILDINGS) and not map.gate_at(x, y, 0)
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
