--- NPCs with scripts: a smith, a guard on patrol, a thief and a dog in a village. A script reads
--- from top to bottom, although it runs over many frames. The example simulates eight seconds at 60
--- frames per second and draws a picture every two seconds. An x marks the other tile of a step,
--- which an NPC holds, too.
---
--- Run it with: lua5.4 examples/npcs.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"
local script = require "astar.script"

local village = astar.grid {
  "~~~~~~~~~~~~~~~~~~~~~~~~",
  "~..........TTT.........~",
  "~.#####....TTT..#####..~",
  "~.#...#..=......#...#..~",
  "~.#...=====.....#...#..~",
  "~.#####..=......##=##..~",
  "~........=........=....~",
  "~........==========....~",
  "~......................~",
  "~~~~~~~~~~~~~~~~~~~~~~~~",
}
local costs = { ["="] = 1, ["."] = 2, ["T"] = 4 } -- roads, grass, forest
local on_foot = astar.rules { cost = costs }

local crowd = script.crowd(village)
local time, names = 0, {}

local function say(npc, text)
  print(("%4.1f s  %s %s"):format(time, names[npc], text))
end

--- Adds an NPC with a script. With `slow = costs` a step takes time in proportion to its cost: two
--- tiles of grass take as long as four tiles of road.
local function add(name, x, y, speed, behavior)
  local npc = crowd:add(on_foot, { x = x, y = y, speed = speed, slow = costs }, behavior)
  names[npc] = name
  return npc
end

local smith = add("Smith", 4, 4, 6, function(npc)
  npc:go_to(19, 5)
  say(npc, "is at the inn.")
  npc:wait(2)
  say(npc, "goes home.")
  npc:go_to(4, 4)
end)

add("Guard", 18, 8, 5, function(npc)
  npc:patrol { { 10, 8 }, { 10, 4 }, { 18, 8 } }
end)

local thief = add("Thief", 12, 3, 5, function(npc)
  npc:wait(1)
  local caught, reason = npc:catch(smith)
  say(npc, caught and "robs Smith, and runs." or "gives up: " .. reason)
  npc:flee(smith, 20)
  say(npc, "is out of reach.")
end)

add("Dog", 5, 5, 7, function(npc)
  npc:follow(smith, 1)
end)

--- Draws the village. Each NPC is the first letter of its name.
local function draw()
  local marks = {}
  for i, npc in ipairs(crowd.npcs) do
    marks[i] = {
      x = npc.tile_x, y = npc.tile_y, text = names[npc]:sub(1, 1), style = "bold inverse",
    }
  end
  print(("%4.1f s"):format(time))
  print(ascii.draw(village, {
    blocked = "x", marks = marks, styles = { ["="] = "yellow", ["."] = "dim", ["T"] = "green" },
  }) .. "\n")
end

for frame = 0, 8 * 60 do
  time = frame / 60
  if frame % 120 == 0 then draw() end
  crowd:update(1 / 60)
end
print(("Thief is %s, at (%d, %d)."):format(thief.state, thief.tile_x, thief.tile_y))
