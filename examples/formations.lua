--- Formations: 16 soldiers march as a block to a wall, pass its gate in file, and stand in a line,
--- then in a wedge behind it. The fast ones wait for the slow ones, so they keep together
--- on their way. A soldier is drawn as the direction where it looks.
---
--- Run it with: lua5.4 examples/formations.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

local WIDTH, HEIGHT, WALL, SOLDIERS = 60, 17, 28, 16

local grid = astar.grid(WIDTH, HEIGHT, { fill = "." })
grid:fill("#", WALL, 1, 1, HEIGHT)
grid:set(WALL, 9, ".") -- the gate
local on_foot = astar.rules { cost = { ["."] = 1 } }
local crowd = astar.crowd(grid)

local squad = {}
for i = 0, SOLDIERS - 1 do
  squad[i + 1] = crowd:add(2 + i % 4 * 2, 6 + math.floor(i / 4) * 2, on_foot, {
    speed = 3 + i % 3, -- 3 to 5 tiles per second
  })
end

local EAST, SOUTH = 0, math.pi / 2
local signs = { [0] = ">", "v", "<", "^" }

--- Draws the map with the soldiers.
local function draw(what)
  local marks = {}
  for i, unit in ipairs(squad) do
    local x, y = crowd:tile(unit)
    local quarter = math.floor(crowd:facing(unit) / (math.pi / 2) + 0.5) % 4
    marks[i] = { x = x, y = y, text = signs[quarter], style = "bold cyan" }
  end
  print(what)
  print(ascii.draw(grid, { marks = marks, styles = { ["."] = "dim" } }) .. "\n")
end

local function pass(seconds)
  for _ = 1, seconds * 60 do crowd:update(1 / 60) end
end

--- Sends the squad, and lets time pass until all soldiers are there.
local function march(x, y, formation, facing)
  crowd:send(squad, x, y, { formation = formation, facing = facing, speed = "slowest" })
  local arrived, time = 0, 0
  while arrived < SOLDIERS do
    crowd:update(1 / 60)
    time = time + 1 / 60
    for _, event in crowd:events() do
      assert(event == "arrived", event)
      arrived = arrived + 1
    end
  end
  pass(0.5) -- soldiers that made room for others return
  draw(("%s: all have arrived after %.1f s"):format(formation, time))
end

draw "the squad"
march(14, 9, "block", EAST)
crowd:send(squad, 40, 9, { formation = "line", facing = EAST })
pass(4.5)
draw "on the way through the gate"
march(40, 9, "line", EAST)
march(50, 9, "wedge", SOUTH)
march(42, 9, "keep", SOUTH)
