--- What a click does: the player walks to a tile, to a door, or to an NPC.
local speech = require "speech"

local player = {}

local refusals = {
  unreachable = "I cannot get there.",
  goal_blocked = "That place is taken.",
}

-- The scripts of the player. A click runs one of them, which replaces the script before. When the
-- player is in the middle of a step, it continues from there and does not jump.

local function walk(npc, x, y)
  local arrived, reason = npc:go_to(x, y)
  if not arrived then speech.say(npc, refusals[reason]) end
end

local function use_door(npc, door)
  local is_near, reason = npc:go_to(door.x, door.y, { range = 1 })
  if not is_near then
    speech.say(npc, refusals[reason])
  elseif not door:toggle() then
    speech.say(npc, "The doorway is not free.")
  end
end

local function greet(npc, other)
  if npc:catch(other) then speech.say(npc, "Good day!") end
end

--- Runs the script for a click on a tile: use a door, greet an NPC, or walk.
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
  else -- the player continues with what it did
    speech.say(npc, ("I cannot walk into the %s."):format(world:terrain(x, y)))
  end
end

return player
