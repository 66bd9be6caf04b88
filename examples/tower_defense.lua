--- Tower defense: a crowd walks through a valley while towers are built. One flow field (a distance
--- field) leads all walkers to the exit; no walker searches a path. After each tower the field is
--- repaired. A tower that would close the last path is not built.
---
--- Run it with: lua5.4 examples/tower_defense.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

local grid = astar.grid {
  "##############################",
  "#.............##.............#",
  "#.............##.............#",
  ".............................#",
  "..............................",
  ".............................#",
  "#.............##.............#",
  "#.............##.............#",
  "##############################",
}
local on_foot = astar.rules { cost = { ["."] = 1 }, neighbors = 4 }
local entrances = { { 1, 4 }, { 1, 5 }, { 1, 6 } }
local exit_x, exit_y = 30, 5
local field = grid:distance_field({ { exit_x, exit_y } }, on_foot)

-- The towers, by the turn in which they are built.
local plan = {
  [4] = { { 8, 2 }, { 8, 3 }, { 8, 4 }, { 8, 5 } },
  [10] = { { 15, 4 }, { 15, 5 }, { 15, 6 }, { 8, 6 } },
  [18] = { { 23, 4 }, { 23, 5 }, { 23, 6 }, { 23, 7 }, { 23, 8 } },
}

local crowd, arrived, turn = {}, 0, 0

--- Whether a walker stands on a tile.
local function is_stood_on(x, y)
  for _, walker in ipairs(crowd) do
    if walker.x == x and walker.y == y then return true end
  end
  return false
end

--- The tiles from which the exit must stay reachable: the entrances, and where the walkers are.
local function starts()
  local tiles = {}
  for i, entrance in ipairs(entrances) do tiles[i] = entrance end
  for _, walker in ipairs(crowd) do tiles[#tiles + 1] = { walker.x, walker.y } end
  return tiles
end

--- Builds a tower, unless a walker stands there or the tower would close the last path. The answer
--- comes before the tower is built.
local function build(x, y)
  local why
  if is_stood_on(x, y) then
    why = "a walker stands there"
  elseif not grid:can_block({ { x, y } }, on_foot, field, starts()) then
    why = "it would close the last path"
  else
    grid:block(x, y)
    field:update() -- repairs the part of the field that changed, not the whole field
  end
  print(("A tower at (%d, %d)%s"):format(x, y, why and ": no, " .. why or ""))
end

--- Each walker takes the next step of the field. Walkers at the exit leave the map.
local function walk()
  for i = #crowd, 1, -1 do
    local walker = crowd[i]
    walker.x, walker.y = field:next(walker.x, walker.y)
    if walker.x == exit_x and walker.y == exit_y then
      table.remove(crowd, i)
      arrived = arrived + 1
    end
  end
end

-- By the direction of a step (dx, dy), the arrow that shows it.
local arrows = { [-1] = { [0] = "<" }, [0] = { [-1] = "^", [1] = "v" }, [1] = { [0] = ">" } }

--- Draws the map. A tile shows the number of walkers on it, or the step of the field as an arrow.
local function draw()
  local standing = {}
  for _, walker in ipairs(crowd) do
    local key = walker.y * 1000 + walker.x
    standing[key] = (standing[key] or 0) + 1
  end
  print(ascii.draw(grid, {
    blocked = "T",
    text = function(x, y)
      local count = standing[y * 1000 + x]
      if count then return count, "bold yellow" end
      local next_x, next_y = field:next(x, y)
      if next_x then return arrows[next_x - x][next_y - y], "dim" end
    end,
  }) .. "\n")
end

repeat
  turn = turn + 1
  walk()
  if turn <= 10 then
    for _, entrance in ipairs(entrances) do
      crowd[#crowd + 1] = { x = entrance[1], y = entrance[2] }
    end
  end
  if plan[turn] then
    print(("Turn %d: %d walkers on the map, %d arrived"):format(turn, #crowd, arrived))
    for _, place in ipairs(plan[turn]) do build(place[1], place[2]) end
    draw()
  end
until #crowd == 0
print(("Turn %d: all %d walkers have arrived."):format(turn, arrived))
