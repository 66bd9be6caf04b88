--- Random maps: walls of different shapes, single rocks, and areas of hills and swamp.

local astar = require "astar"

local maps = { width = 32, height = 16 }

maps.ground, maps.hill, maps.swamp, maps.wall = ".", ":", "~", "#"

local shapes = {
  { "#######" },
  { "#####", "#....", "#....", "#...." },
  { "#######", "...#...", "...#...", "...#..." },
  { "#####", "#....", "#....", "#....", "#####" },
  { "..#..", "..#..", "#####", "..#..", "..#.." },
  { "###...", "..#...", "..####" },
  { "##", "##" },
}

-- Returns a shape that is rotated by some quarter turns.
local function turned(shape, quarters)
  for _ = 1, quarters do
    local rows = {}
    for x = 1, #shape[1] do
      local row = {}
      for y = #shape, 1, -1 do row[#row + 1] = shape[y]:sub(x, x) end
      rows[x] = table.concat(row)
    end
    shape = rows
  end
  return shape
end

-- Puts a shape of walls on the map. Its parts off the map are left out.
local function put_shape(grid, shape, left, top)
  for y, row in ipairs(shape) do
    for x = 1, #row do
      if row:sub(x, x) == maps.wall and grid:get(left + x, top + y) then
        grid:set(left + x, top + y, maps.wall)
      end
    end
  end
end

-- Puts an area of one terrain on the map: the tiles of a few random walks from one tile.
local function put_blob(grid, random, terrain)
  local from_x, from_y = random:random(4, maps.width - 3), random:random(3, maps.height - 2)
  for _ = 1, 12 do
    local x, y = from_x, from_y
    for _ = 1, 8 do
      if grid:get(x, y) then grid:set(x, y, terrain) end
      if random:random() < 0.65 then
        x = x + random:random(-1, 1)
      else
        y = y + random:random(-1, 1)
      end
    end
  end
end

--- Creates a random map, with or without hills and swamp. The same seed gives the same map.
---@param seed integer
---@param slopes boolean `true`: with hills and swamp
---@return astar.Grid grid
---@return table start { x, y }
---@return table goal { x, y }
function maps.random(seed, slopes)
  local random = love.math.newRandomGenerator(seed)
  local grid = astar.grid(maps.width, maps.height, { fill = maps.ground })
  if slopes then
    for _ = 1, 3 do put_blob(grid, random, maps.hill) end
    for _ = 1, 2 do put_blob(grid, random, maps.swamp) end
  end
  for _ = 1, 12 do
    put_shape(grid, turned(shapes[random:random(#shapes)], random:random(0, 3)),
      random:random(-1, maps.width - 2), random:random(-1, maps.height - 2))
  end
  for _ = 1, 16 do
    grid:set(random:random(maps.width), random:random(maps.height), maps.wall)
  end
  local start = { x = random:random(2, 5), y = random:random(2, maps.height - 1) }
  local goal = {
    x = random:random(maps.width - 4, maps.width - 1), y = random:random(2, maps.height - 1),
  }
  grid:set(start.x, start.y, maps.ground)
  grid:set(goal.x, goal.y, maps.ground)
  return grid, start, goal
end

return maps
