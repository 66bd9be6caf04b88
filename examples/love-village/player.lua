--- What a click does: the player walks there, goes up to a door or to somebody.
local speech = require "speech"

local player = {}

local refusals = {
  unreachable = "There is no way.",
  goal_blocked = "Somebody stands there.",
}

-- The player's scripts. A new one takes the place of the old one; in the middle of a step the
-- walk goes on from there.

local function walk(npc, x, y)
  local arrived, reason = npc:go_to(x, y)
  if not arrived then speech.say(npc, refusals[reason]) end
end

local function use_door(npc, door)
  local is_near, reason = npc:go_to(door.x, door.y, { range = 1 })
  if not is_near then
    speech.say(npc, refusals[reason])
  elseif not door:toggle() then
    speech.say(npc, "Somebody stands in it.")
  end
end

local function greet(npc, other)
  if npc:catch(other) then speech.say(npc, "Good day!") end
end

---@param world table
---@param x integer a tile of the map
---@param y integer
function player.click(world, x, y)
  local npc, door, other = world.player, world.doors:at(x, y), world.crowd:at(x, y)
  if door then
    npc:run(use_door, door)
  elseif other and other ~= npc then
    npc:run(greet, other)
  elseif npc.mover.cost[world:terrain(x, y)] then
    npc:run(walk, x, y)
  else -- and goes on with what it did
    speech.say(npc, ("I cannot walk into the %s."):format(world:terrain(x, y)))
  end
end

return player
