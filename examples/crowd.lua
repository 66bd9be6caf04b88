--- Rush hour: 200 people cross a town, half of them to the east (>) and half to the west (<), over
--- three bridges. After 20 seconds one bridge is closed. No two people are ever on one tile; they
--- wait, step aside and swap places, and all of them arrive.
---
--- Run it with: lua5.4 examples/crowd.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

local WIDTH, HEIGHT, PEOPLE = 76, 22, 200
local RIVER, BRIDGES = 38, { 5, 10, 15 }

-- Random numbers that are the same on every Lua.
local seed = 2
local function random(n)
  seed = seed * 16807 % 2147483647
  return seed % n + 1
end

--- A house in each block of 9 x 5 tiles, and a river with bridges.
local function build_town()
  local town = astar.grid(WIDTH, HEIGHT, { fill = "." })
  for top = 1, HEIGHT - 4, 5 do
    for left = 2, WIDTH - 8, 9 do
      local width, height = 3 + random(4), 1 + random(2)
      town:fill("#", left + random(8 - width), top + random(4 - height), width, height)
    end
  end
  town:fill("~", RIVER, 1, 2, HEIGHT)
  for _, y in ipairs(BRIDGES) do town:fill("=", RIVER, y, 2, 2) end
  return town
end

local town = build_town()
local on_foot = astar.rules { cost = { ["."] = 1, ["="] = 1 } }
local crowd = astar.crowd(town)
local marks, ends, done, time = {}, {}, 0, 0

--- A random street of the western half (0) or of the eastern half (1) of the town.
local function random_place(half)
  local x, y = half * (RIVER + 1) + random(RIVER - 1), random(HEIGHT)
  if town:get(x, y) == ("."):byte() then return x, y end
  return random_place(half)
end

while crowd:count() < PEOPLE do
  local half = crowd:count() % 2
  local x, y = random_place(half)
  local person = crowd:add(x, y, on_foot, { speed = 2 + random(20) / 10 })
  if person then -- nil: another person is there
    crowd:go_to(person, random_place(1 - half))
    marks[person] = { text = half == 0 and ">" or "<", style = half == 0 and "cyan" or "yellow" }
  end
end

--- Draws the town. People whose order has ended are shown as "o".
local function draw(what)
  for person, mark in ipairs(marks) do mark.x, mark.y = crowd:tile(person) end
  print(("%.0f s: %s"):format(time, what))
  print(ascii.draw(town, { blocked = "X", marks = marks }) .. "\n")
end

--- Lets time pass until `is_over()`, and counts how orders end.
local function pass_until(is_over)
  repeat
    crowd:update(1 / 60)
    time = time + 1 / 60
    for person, event in crowd:events() do
      ends[event] = (ends[event] or 0) + 1
      done = done + 1
      marks[person].text = "o"
    end
  until is_over()
end

draw "all set out"
pass_until(function() return time >= 20 end)

for y = BRIDGES[2], BRIDGES[2] + 1 do
  for x = RIVER, RIVER + 1 do town:block(x, y) end -- people on the bridge can leave it
end
draw(done .. " have arrived; the bridge in the middle is closed")

local start, updates = os.clock(), time * 60
pass_until(function() return done == PEOPLE end)
local per_update = (os.clock() - start) / (time * 60 - updates)

draw "all orders have ended"
print(("%d arrived, %d settled beside a person who stands on their goal, %d are stuck."):format(
  ends.arrived, ends.settled or 0, ends.stuck or 0))
print(("An update took %.3f ms on average."):format(per_update * 1000))
