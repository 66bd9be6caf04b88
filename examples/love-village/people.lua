--- The people and animals of the village. An NPC is a table of astar.script. The game adds these
--- fields:
---
---   name, look     its name, and its number in the sheet of sprites
---   mover          its kind of mover, from movers.lua
---   doing          what it does, in words
---   carries        "sack", "bucket", "bread" or nil
---   walked         how far it has walked [pixels]; selects the image of its legs
---   idle_since     since when it stands [seconds]
---   speech         its speech bubble, from speech.lua

local scripts = require "scripts"

local people = {}

local walking, slow_walking = 38, 28 -- on a road [pixels per second]

-- at: the area or point in Tiled where the NPC starts. script: the script, then the arguments that
-- it gets after `npc` and `world`. No NPC pushes the player aside (`hold`), and others let it go
-- first (`priority`). Farmers open the doors on their way.
local inhabitants = {
  { name = "You", look = 1, mover = "person", speed = 64, at = "square", hold = true,
    priority = 1 },
  { name = "Jon the farmer", look = 2, mover = "farmer", speed = walking, at = "barn",
    opens_doors = true, script = { scripts.farmer } },
  { name = "Ada the farmer", look = 3, mover = "farmer", speed = walking, at = "field",
    opens_doors = true, script = { scripts.farmer } },
  { name = "Rolf of the guard", look = 4, mover = "person", speed = walking, at = "square",
    script = { scripts.guard, "round of the guard" } },
  { name = "Bert of the guard", look = 4, mover = "person", speed = walking, at = "mill",
    script = { scripts.guard, "round of the guard", "backwards" } },
  { name = "Old Tom, keeper of the gates", look = 5, mover = "person", speed = walking,
    at = "green", script = { scripts.gatekeeper, "west gate", "east gate" } },
  { name = "Marie the baker", look = 6, mover = "person", speed = slow_walking, at = "bakery",
    script = { scripts.carrier, "bread", "bakery", "stall" } },
  { name = "Lena of the inn", look = 7, mover = "person", speed = slow_walking, at = "inn",
    script = { scripts.carrier, "bucket", "well", "inn", 1 } },
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
  { name = "Otto, a guest of the inn", look = 5, mover = "person", speed = walking, at = "square",
    script = { scripts.guest, 3, "inn", "stall" } },
}

-- Returns a random tile of an area on which the mover can stand and which no NPC holds.
local function free_tile(world, name, mover)
  local tiles = world:area(name)
  for i = #tiles, 2, -1 do -- shuffle the tiles
    local other = love.math.random(i)
    tiles[i], tiles[other] = tiles[other], tiles[i]
  end
  for _, tile in ipairs(tiles) do
    local x, y = tile[1], tile[2]
    if mover.cost[world:terrain(x, y)] and not world.crowd:at(x, y) then return x, y end
  end
  error(("no room for one more at %q"):format(name))
end

-- Adds an NPC of the list to the crowd, and starts its script.
local function add(world, who)
  local mover = world.movers[who.mover]
  local x, y = free_tile(world, who.at, mover)
  local npc = world.crowd:add(mover.rules, {
    x = x, y = y, speed = who.speed, slow = mover.slow, directions = 4,
    hold = who.hold, priority = who.priority,
    on_enter = who.opens_doors and function(_, to_x, to_y)
      return world.doors:open_at(to_x, to_y)
    end or nil,
  })
  npc.name, npc.look, npc.mover, npc.doing = who.name, who.look, mover, ""
  npc.walked, npc.idle_since = 0, love.math.random()
  npc.last_x, npc.last_y = npc.x, npc.y
  if who.script then npc:run(who.script[1], world, unpack(who.script, 2)) end
  return npc
end

--- Adds all NPCs; the first of the list is the player. Scripts begin with the next update. By then
--- all NPCs are on the map.
function people.add_all(world)
  local list = {}
  for i, who in ipairs(inhabitants) do list[i] = add(world, who) end
  return list
end

--- Measures how far each NPC has walked, for the images of walking. Must be called after
--- `crowd:update`.
function people.update(world)
  for _, npc in ipairs(world.people) do
    local distance = math.sqrt((npc.x - npc.last_x) ^ 2 + (npc.y - npc.last_y) ^ 2)
    npc.walked = npc.walked + distance
    if distance > 0 then npc.idle_since = world.time end
    npc.last_x, npc.last_y = npc.x, npc.y
  end
end

return people
