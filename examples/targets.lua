--- A baked index: each frame 300 hunters rank 200 targets by the cost of the path, not by the
--- straight distance. These are 60,000 costs per frame. Doors open and shut meanwhile.
---
--- Run it with: lua5.4 examples/targets.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

local WIDTH, HEIGHT = 120, 72
local HUNTERS, TARGETS, FRAMES = 300, 200, 6

-- ------------------------------------------------------------------------------------ the town

local seed = 7

--- A random integer from 1 to `n`, the same on every machine.
local function random(n)
  seed = (seed * 16807) % 2147483647
  return seed % n + 1
end

local grid = astar.grid(WIDTH, HEIGHT, { fill = "." })
local rules = astar.rules { cost = { ["."] = 1 } }
local doors = {}

--- Builds a house of one room with one door.
local function build(x, y, width, height)
  grid:fill("#", x, y, width, height)
  grid:fill(".", x + 1, y + 1, width - 2, height - 2)
  local door = { x = x + random(width - 2), y = random(2) == 1 and y or y + height - 1 }
  grid:set(door.x, door.y, ".")
  doors[#doors + 1] = door
end

for y = 2, HEIGHT - 11, 12 do
  for x = 2, WIDTH - 12, 14 do build(x + random(2), y + random(2), 7 + random(4), 6 + random(3)) end
end

--- A list of `count` random tiles where a mover can stand.
local function place(count)
  local list = {}
  while #list < count do
    local x, y = random(WIDTH), random(HEIGHT)
    if grid:get(x, y) == ("."):byte() then list[#list + 1] = { x, y } end
  end
  return list
end

local hunters, targets = place(HUNTERS), place(TARGETS)

-- ------------------------------------------------------------------------------------ the bake

--- All doors are open when the index is baked. A door that is shut later is a blocked tile, which
--- costs the index nothing; a wall that is opened later would.
local index = assert(grid:bake(rules, { work = 200 }))
local slices = 1
while not index:step() do slices = slices + 1 end

local info = index:info()
print(("Baked in %d slices: %d corners, %.1f bytes per tile."):format(slices, info.corners,
  info.bytes / (WIDTH * HEIGHT)))

-- ---------------------------------------------------------------------------------- the frames

--- Chooses the target with the cheapest path from (x, y).
local function choose(x, y)
  local costs = index:costs(x, y, targets)
  local best, best_cost = nil, math.huge
  for i = 1, #costs do
    local cost = costs[i] -- false: no path leads there
    if cost and cost < best_cost then best, best_cost = i, cost end
  end
  return best, best_cost
end

--- One frame: each hunter makes a step towards its best target. Returns how many have one.
local function update()
  local count = 0
  for _, hunter in ipairs(hunters) do
    local best = choose(hunter[1], hunter[2])
    if best then
      count = count + 1
      local path = index:find_path(hunter[1], hunter[2], targets[best][1], targets[best][2])
      if #path > 1 then hunter[1], hunter[2] = path:get(2) end
    end
  end
  return count
end

for frame = 1, FRAMES do
  local shut = 0
  for i, door in ipairs(doors) do
    grid:block(door.x, door.y, (i + frame) % 3 == 0)
    if grid:is_blocked(door.x, door.y) then shut = shut + 1 end
  end
  local clock = os.clock()
  local count = update()
  print(("Frame %d: %d of %d doors are shut, %d hunters have a target: %.0f ms."):format(
    frame, shut, #doors, count, (os.clock() - clock) * 1000))
end

-- ---------------------------------------------------------------------------------- the result

info = index:info()
print(("The index answered %.0f queries, and searched %.0f."):format(info.answered, info.searched))

--- The same costs by searches of the grid, for a few hunters.
local clock, asked = os.clock(), 0
for i = 1, 5 do
  local x, y = hunters[i][1], hunters[i][2]
  local costs = index:costs(x, y, targets)
  for k, target in ipairs(targets) do
    local path, cost = grid:find_path(x, y, target[1], target[2], rules)
    assert(path and math.abs(cost - costs[k]) <= 1e-9 * cost or not path and not costs[k])
    asked = asked + 1
  end
end
local searches = (os.clock() - clock) / asked
print(("A search takes %.1f us on this map, so a frame would take %.0f ms."):format(searches * 1e6,
  searches * HUNTERS * TARGETS * 1000))

--- The hunter that is farthest from its target.
local hunter, best, greatest = hunters[1], 1, 0
for i = 1, HUNTERS do
  local target, cost = choose(hunters[i][1], hunters[i][2])
  if target and cost > greatest then hunter, best, greatest = hunters[i], target, cost end
end
local x, y = hunter[1], hunter[2]
local path = index:find_path(x, y, targets[best][1], targets[best][2])

local marks = {}
for _, target in ipairs(targets) do
  marks[#marks + 1] = { x = target[1], y = target[2], text = "$", style = "yellow" }
end
for _, other in ipairs(hunters) do
  marks[#marks + 1] = { x = other[1], y = other[2], text = "@" }
end
marks[#marks + 1] = { x = x, y = y, text = "H", style = "bold red" }
print(("\nThe longest path to a target costs %.1f. This part of the map:"):format(greatest))
print(ascii.draw(grid, {
  x = math.max(1, math.min(WIDTH - 59, x - 30)), y = math.max(1, math.min(HEIGHT - 15, y - 8)),
  width = 60, height = 16, paths = { path }, marks = marks,
}))
