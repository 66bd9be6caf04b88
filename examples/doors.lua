--- A replanner: a hero walks to a treasure while doors close and open. The replanner keeps its
--- search data and repairs the path after each edit of the map, instead of searching again.
---
--- Run it with: lua5.4 examples/doors.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

local grid = astar.grid {
  "#############################",
  "#........#.........#........#",
  "#........#.........#........#",
  "#........D.........D........#",
  "#........#.........#........#",
  "####D#########D########D#####",
  "#........#.........#........#",
  "#........D.........D........#",
  "#........#.........#........#",
  "#........#.........#........#",
  "#############################",
}
local rules = astar.rules { cost = { ["."] = 1, ["D"] = 1 } }

local events = {
  { turn = 6, x = 20, y = 4, shut = true },
  { turn = 10, x = 15, y = 6, shut = true },
  { turn = 30, x = 20, y = 8, shut = true },
  { turn = 33, x = 20, y = 8, shut = false },
}

local x, y, goal_x, goal_y = 2, 3, 28, 3
local planner = grid:replanner(x, y, goal_x, goal_y, rules)

--- Prints an event, and draws the map with the path of the hero.
local function show(turn, what, path, cost)
  print(("Turn %d: %s. %s"):format(turn, what,
    path and ("Cost %.1f:"):format(cost) or ("No path (%s), the hero waits:"):format(cost)))
  print(ascii.draw(grid, {
    paths = { path },
    marks = {
      { x = x, y = y, text = "@", style = "bold green" },
      { x = goal_x, y = goal_y, text = "$", style = "bold yellow" },
    },
  }) .. "\n")
end

show(0, "the hero starts", planner:path())

local turn = 0
while x ~= goal_x or y ~= goal_y do
  turn = turn + 1
  local what
  for _, event in ipairs(events) do
    if event.turn == turn then
      grid:block(event.x, event.y, event.shut)
      what = ("the door at (%d, %d) %s"):format(event.x, event.y,
        event.shut and "closes" or "opens")
    end
  end

  local path, cost = planner:path() -- the cheapest path on the map as it is now
  if what then show(turn, what, path, cost) end
  if path then
    x, y = path:get(2)
    planner:move_to(x, y)
  end
end
print(("Turn %d: the hero has the treasure."):format(turn))
