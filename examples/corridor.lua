--- Right of way: twenty NPCs meet in a corridor that is one tile wide, and a king (*) who has
--- priority wants to pass it, too. All others make room for him. Among them the one with the older
--- order goes first; the others step into the bays of the corridor, or go back out of it. The
--- example checks in every frame that no two NPCs are on the same tile.
---
--- Run it with: lua5.4 examples/corridor.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"
local script = require "astar.script"

local rows = {
  "##############################",
  "#......###.#####.#####.##....#",
  "#......###.#####.#####.##....#",
  "#............................#",
  "#......##################....#",
  "#......##################....#",
  "##############################",
}
local grid = astar.grid(rows)
local on_foot = astar.rules { cost = { ["."] = 1 } }

local crowd = script.crowd(grid)
local arrived, ended, letters, time = 0, 0, {}, 0

--- Counts how the scripts end. `ok` is what `npc:go_to` returned: true, or nil.
local function count(_, ok)
  ended = ended + 1
  if ok then arrived = arrived + 1 end
end

--- Adds an NPC that walks from (x1, y1) to (x2, y2). NPCs with capital letters walk to the right,
--- NPCs with small letters to the left.
local function add(letter, x1, y1, x2, y2, priority)
  local npc = crowd:add(on_foot, {
    x = x1, y = y1, speed = 5, priority = priority, on_done = count,
  })
  npc:run(npc.go_to, x2, y2) -- a script of one order
  letters[npc] = letter
  return npc
end

for i = 0, 9 do
  local x, y = i % 2, math.floor(i / 2) + 2
  add(("ABCDEFGHIJ"):sub(i + 1, i + 1), 6 - x, y, 28 + x - 1, y)
  add(("abcdefghij"):sub(i + 1, i + 1), 26 + x, y, 3 - x, y)
end
local king = add("*", 2, 4, 29, 4, 1)
local king_time
function king.on_arrive() king_time = time end

--- Raises if two NPCs are on the same tile.
local function check()
  local taken = {}
  for _, npc in ipairs(crowd.npcs) do
    local key = npc.tile_x .. "," .. npc.tile_y
    assert(not taken[key], "two NPCs at " .. key)
    taken[key] = true
  end
end

--- Draws the map with the letters of the NPCs.
local function draw()
  local marks = {}
  for i, npc in ipairs(crowd.npcs) do
    local style = letters[npc]:match("%l") and "bold yellow" or "bold cyan"
    marks[i] = { x = npc.tile_x, y = npc.tile_y, text = letters[npc], style = style }
  end
  print(("%.0f s: %d of %d have arrived"):format(time, arrived, #crowd.npcs))
  print(ascii.draw(grid, { blocked = ".", marks = marks }) .. "\n")
end

local next_frame = 0
while ended < #crowd.npcs do
  if time >= next_frame then
    draw()
    next_frame = next_frame + 5
  end
  crowd:update(1 / 30)
  time = time + 1 / 30
  check()
end
draw()
print(("The king took %.1f s. Alone in the corridor, it would be 5.4 s."):format(king_time))
print(("%d of %d have arrived, after %.0f s"):format(arrived, #crowd.npcs, time))
