--- Movers that overlap: ghosts walk along straight lines, from `path:smooth()`, and do not see each
--- other. A ghost whose line an edit breaks takes another one. (Units of a crowd never overlap.)
---
--- Run it with: lua5.4 examples/overlap.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

local grid = astar.grid {
  "........................",
  "....####........####....",
  "....#..............#....",
  "........................",
  "....#..............#....",
  "....####........####....",
  "........................",
}
local rules = astar.rules { cost = { ["."] = 1 } }

local function tile_of(ghost) return math.floor(ghost.x + 0.5), math.floor(ghost.y + 0.5) end

--- Sends a ghost to a tile, from the center of the tile where it is. Without a path it stands.
local function send(ghost, x, y)
  local from_x, from_y = tile_of(ghost)
  local path = grid:find_path(from_x, from_y, x, y, rules)
  ghost.path, ghost.point, ghost.goal_x, ghost.goal_y = path and path:smooth(), 1, x, y
end

--- Moves a ghost for some time [seconds] towards the next points of its path.
local function move(ghost, dt)
  if ghost.path and not ghost.path:is_valid(math.max(ghost.point - 1, 1)) then
    send(ghost, ghost.goal_x, ghost.goal_y)
  end
  local way = ghost.speed * dt
  while ghost.path and way > 0 do
    local x, y = ghost.path:get(ghost.point)
    local dx, dy = x - ghost.x, y - ghost.y
    local length = math.sqrt(dx * dx + dy * dy)
    local part = length > way and way / length or 1
    ghost.x, ghost.y, way = ghost.x + part * dx, ghost.y + part * dy, way - part * length
    if part == 1 then ghost.point = ghost.point + 1 end
    if ghost.point > #ghost.path then ghost.path = nil end
  end
end

local ghosts = {}
for y = 1, 7 do
  ghosts[y] = { x = 1, y = y, speed = 4 }
  send(ghosts[y], 23 + y % 2, 8 - y)
end
for frame = 1, 480 do
  if frame == 120 then grid:block(12, 4) grid:block(16, 4) end -- in the middle of their lines
  for _, ghost in ipairs(ghosts) do move(ghost, 1 / 60) end
  if frame % 120 == 60 then
    local marks = {}
    for i, ghost in ipairs(ghosts) do
      local x, y = tile_of(ghost)
      marks[i] = { x = x, y = y, text = "o", style = "bold yellow" }
    end
    print(("After %d s:\n%s\n"):format(frame / 60, ascii.draw(grid, { marks = marks })))
  end
end
for _, ghost in ipairs(ghosts) do assert(not ghost.path and tile_of(ghost) == ghost.goal_x) end
print "All ghosts have arrived."
