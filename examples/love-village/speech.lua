--- Speech bubbles: each NPC can have one line of text, for a time that depends on its length.
local speech = {}

--- Shows a text over an NPC.
---@param npc astar.script.Npc
---@param text string
function speech.say(npc, text)
  npc.speech = { text = text, left = 1.5 + #text * 0.04 } -- seconds
end

--- Removes the texts whose time is over.
function speech.update(world, dt)
  for _, npc in ipairs(world.crowd.npcs) do
    if npc.speech then
      npc.speech.left = npc.speech.left - dt
      if npc.speech.left < 0 then npc.speech = nil end
    end
  end
end

return speech
