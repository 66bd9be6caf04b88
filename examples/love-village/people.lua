--- Who lives here. An NPC is a table of astar.script with fields of our own beside its own:
---
---   name, look     who it is, and which one it is in the sheet of sprites
---   mover          how it moves, of movers.lua
---   doing          what it does, in words
---   carries        "sack", "bucket", "bread" or nil
---   walked         how far it has walked [pixels]; its legs move by that
---   idle_since     when it came to stand
---   speech         what it says, of speech.lua

local scripts = require "scripts"

local people = {}

local walking, slow_walking = 38, 28 -- pixels a second, on a road

-- `at` is the area or the point in Tiled where it begins; what follows the script are its
-- arguments.
local inhabitants = {
  { name = "You", look = 1, mover = "person", speed = 64, at = "square" },
  { name = "Jon the farmer", look = 2, mover = "person", speed = walking, at = "barn",
    script = { scripts.farmer } },
  { name = "Ada the farmer", look = 3, mover = "person", speed = walking, at = "field",
    script = { scripts.farmer } },
  { name = "Rolf of the guard", look = 4, mover = "person", speed = walking, at = "square",
    script = { scripts.guard, "round of the guard" } },
  { name = "Bert of the guard", look = 4, mover = "person", speed = walking, at = "mill",
    script = { scripts.guard, "round of the guard", "backwards" } },
  { name = "Old Tom, keeper of the gates", look = 5, mover = "person", speed = walking,
    at = "green", script = { scripts.gatekeeper, "west gate", "east gate" } },
  { name = "Marie the baker", look = 6, mover = "person", speed = slow_walking, at = "bakery",
    script = { scripts.carrier, "bread", "bakery", "stall" } },
  { name = "Lena of the inn", look = 7, mover = "person", speed = slow_walking, at = "inn",
    script = { scripts.carrier, "bucket", "well", "inn" } },
  { name = "Nils", look = 8, mover = "person", speed = 54, at = "green",
    script = { scripts.child } },
  { name = "Ida", look = 9, mover = "person", speed = 52, at = "green",
    script = { scripts.child } },
  { name = "Rex", look = 10, mover = "animal", speed = 70, at = "square",
    script = { scripts.dog } },
  { name = "A hen", look = 11, mover = "animal", speed = 40, at = "yard",
    script = { scripts.hen, "yard" } },
  { name = "A hen", look = 12, mover = "animal", speed = 40, at = "yard",
    script = { scripts.hen, "yard" } },
  { name = "A duck", look = 13, mover = "swimmer", speed = 16, at = "pond",
    script = { scripts.duck, "pond" } },
  { name = "A duck", look = 13, mover = "swimmer", speed = 16, at = "pond",
    script = { scripts.duck, "pond" } },
  { name = "The miller's cart", look = 14, mover = "cart", speed = slow_walking, at = "barn yard",
    script = { scripts.cart, "mill", "barn yard" } },
}

-- A tile of an area where one can stand and nobody does.
local function free_tile(world, name, mover)
  local tiles = world:area(name)
  for i = #tiles, 2, -1 do -- in an order by chance
    local other = love.math.random(i)
    tiles[i], tiles[other] = tiles[other], tiles[i]
  end
  for _, tile in ipairs(tiles) do
    local x, y = tile[1], tile[2]
    if mover.cost[world:terrain(x, y)] and not world.crowd:at(x, y) then return x, y end
  end
  error(("no room for one more at %q"):format(name))
end

local function add(world, who)
  local mover = world.movers[who.mover]
  local x, y = free_tile(world, who.at, mover)
  local npc = world.crowd:add(mover.rules, {
    x = x, y = y, speed = who.speed, slow = mover.slow, directions = 4,
  })
  npc.name, npc.look, npc.mover, npc.doing = who.name, who.look, mover, ""
  npc.walked, npc.idle_since = 0, love.math.random()
  npc.last_x, npc.last_y = npc.x, npc.y
  if who.script then npc:run(who.script[1], world, unpack(who.script, 2)) end
  return npc
end

--- Puts everybody on the map; the first of the list is the player. Scripts begin with the next
--- update, when all are there.
function people.settle(world)
  local list = {}
  for i, who in ipairs(inhabitants) do list[i] = add(world, who) end
  return list
end

--- Counts how far everybody has walked.
function people.update(world)
  for _, npc in ipairs(world.people) do
    local distance = math.sqrt((npc.x - npc.last_x) ^ 2 + (npc.y - npc.last_y) ^ 2)
    npc.walked = npc.walked + distance
    if distance > 0 then npc.idle_since = world.time end
    npc.last_x, npc.last_y = npc.x, npc.y
  end
end

return people
