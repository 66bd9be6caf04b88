--- NPCs with scripts: a smith, a guard on patrol, a thief and a dog in a village. A script reads
--- from top to bottom, although it runs over many frames. People open the door of the inn when it
--- is in their way; for the dog it is a wall. The example simulates nine seconds at 60 frames per
--- second, and draws a picture every three seconds.
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
local DOORS = 2 -- an obstacle layer
local door_x, door_y = 19, 6
village:block(door_x, door_y, true, DOORS)

local costs = { ["="] = 1, ["."] = 2, ["T"] = 4 } -- roads, grass, forest
local people = astar.rules { cost = costs, ignore_blocked = { DOORS } }
local animals = astar.rules { cost = costs }

local crowd = script.crowd(village)
local time, names = 0, {}

local function say(npc, text)
  print(("%4.1f s  %s %s"):format(time, names[npc], text))
end

--- Called before an NPC enters a tile: true to go on, or how long to wait [seconds].
local function open_door(npc, x, y)
  if not village:is_blocked(x, y, DOORS) then return true end
  say(npc, "opens the door.")
  village:block(x, y, false, DOORS)
  return 0.4
end

--- Adds an NPC with a script. With `slow = costs` a step takes time in proportion to its cost: two
--- tiles of grass take as long as four tiles of road.
local function add(name, rules, x, y, speed, behavior)
  local npc = crowd:add(rules, {
    x = x, y = y, speed = speed, slow = costs, on_enter = rules == people and open_door or nil,
  }, behavior)
  names[npc] = name
  return npc
end

local smith = add("Smith", people, 4, 4, 6, function(npc)
  npc:go_to(19, 5)
  village:block(door_x, door_y, true, DOORS)
  say(npc, "is at the inn, and shuts the door.")
  npc:wait(3)
  say(npc, "goes home.")
  npc:go_to(4, 4)
end)

add("Guard", people, 18, 8, 5, function(npc)
  npc:patrol { { 10, 8 }, { 10, 4 }, { 18, 8 } }
end)

local thief = add("Thief", people, 12, 3, 5, function(npc)
  npc:wait(1)
  local caught, reason = npc:catch(smith)
  say(npc, caught and "robs Smith, and runs." or "gives up: " .. reason)
  npc:flee(smith, 20)
  say(npc, "is out of reach.")
end)

add("Dog", animals, 4, 5, 7, function(npc)
  npc:follow(smith, 2, { partial = true }) -- waits in front of the shut door
end)

--- Draws the village. Each NPC is the first letter of its name, and a shut door is a +.
local function draw()
  local marks = {}
  for i, npc in ipairs(crowd.npcs) do
    marks[i] = {
      x = npc.tile_x, y = npc.tile_y, text = names[npc]:sub(1, 1), style = "bold inverse",
    }
  end
  print(("%4.1f s"):format(time))
  print(ascii.draw(village, {
    blocked = "+", marks = marks, styles = { ["="] = "yellow", ["."] = "dim", ["T"] = "green" },
  }) .. "\n")
end

for frame = 0, 9 * 60 do
  time = frame / 60
  if frame % 180 == 0 then draw() end
  crowd:update(1 / 60)
end
print(("Thief is %s, at (%d, %d)."):format(thief.state, thief.tile_x, thief.tile_y))
