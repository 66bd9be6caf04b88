--- Fleeing: a rabbit runs from a wolf. If it always steps to the neighbor farthest from the wolf,
--- it ends in a dead end and is caught. A flee field looks farther ahead and avoids the dead end.
---
--- Run it with: lua5.4 examples/flee.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

local grid = astar.grid {
  "#############################",
  "#................############",
  "#.##############.############",
  "#.##############............#",
  "#.##############.############",
  "#................############",
  "#############################",
}
local rules = astar.rules { cost = { ["."] = 1 }, neighbors = 4 }

--- The neighbor whose path to the wolf costs most, or this tile if no neighbor's path costs more.
local function step_away(danger, x, y)
  local best_x, best_y = x, y
  for _, move in ipairs { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
    local cost = danger:cost(x + move[1], y + move[2])
    if cost and cost > danger:cost(best_x, best_y) then
      best_x, best_y = x + move[1], y + move[2]
    end
  end
  return best_x, best_y
end

--- The next tile of the flee field, or this tile if no tile is better.
local function step_of_field(danger, x, y)
  local next_x, next_y = danger:flee():next(x, y)
  return next_x or x, next_y or y
end

--- In each turn the rabbit takes one step, then the wolf takes one step towards the rabbit.
local function chase(how, step)
  local wolf, rabbit = { x = 5, y = 2 }, { x = 9, y = 2 }
  local marks, turns = {}, 0
  while turns < 60 and (wolf.x ~= rabbit.x or wolf.y ~= rabbit.y) do
    turns = turns + 1
    local danger = grid:distance_field({ { wolf.x, wolf.y } }, rules)
    rabbit.x, rabbit.y = step(danger, rabbit.x, rabbit.y)
    marks[turns] = { x = rabbit.x, y = rabbit.y, text = "o", style = "yellow" }
    wolf.x, wolf.y = grid:find_path(wolf.x, wolf.y, rabbit.x, rabbit.y, rules):get(2)
  end
  local is_caught = wolf.x == rabbit.x and wolf.y == rabbit.y
  print(("%s: %s after %d turns"):format(how, is_caught and "caught" or "still free", turns))
  marks[#marks + 1] = { x = rabbit.x, y = rabbit.y, text = "R", style = "bold green" }
  marks[#marks + 1] = { x = wolf.x, y = wolf.y, text = "W", style = "bold red" }
  print(ascii.draw(grid, { marks = marks }) .. "\n")
end

chase("Always away from the wolf", step_away)
chase("Along the flee field", step_of_field)
