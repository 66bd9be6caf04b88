--- Fog of war: what the player sees now, has seen, and has not seen. The key F shows it.
local draw = require "astar.love"

local fog = { is_shown = false }

local radius = 9 -- [tiles]
local clear = { "road", "bridge", "floor", "grass", "field", "mud", "water", "stump", "bench" }

--- Creates the vision of the player, who sees over low things and water, but not through walls,
--- trees and closed doors.
function fog.new(world)
  local cost = {}
  for _, name in ipairs(clear) do cost[name] = 1 end
  return world.grid:vision(world.map:rules { cost = cost }, { mode = "shadow" })
end

--- The player looks around.
function fog.update(world)
  world.vision:set(1, world.player.tile_x, world.player.tile_y, radius)
  world.vision:update()
end

--- Draws the fog over the map, in world units.
function fog.draw(world)
  if fog.is_shown then draw.vision(world.vision, world.layout) end
end

return fog
