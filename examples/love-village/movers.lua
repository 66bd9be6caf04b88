--- The kinds of movers and their costs per terrain. Terrains have names in Tiled (the property
--- "terrain" of a tile). A terrain that is not listed is impassable. A cost is a time, too: a tile
--- that costs 4 takes 4 times as long as a tile that costs 1.
local doors = require "doors"

local movers = {}

local on_foot = { road = 1, bridge = 1, floor = 1, grass = 1.6, field = 1.8, mud = 4 }

local kinds = {
  person = { cost = on_foot },
  farmer = { cost = on_foot, ignore_blocked = { doors.barn } },
  animal = { cost = { road = 1.2, bridge = 1.2, grass = 1, field = 1, mud = 1.5 } },
  swimmer = { cost = { water = 1 } },
  -- Roads, bridges and mud only, no diagonal steps.
  cart = { cost = { road = 1, bridge = 1, mud = 5 }, neighbors = 4 },
}

--- Returns by kind: the rules, the function `slow` and the costs for an NPC of this kind. `slow`
--- makes an NPC slower on expensive terrain: it gets the byte of a terrain and returns its cost.
---@param map astar.tiled.Map
---@return table<string, { rules: astar.Rules, slow: function, cost: table<string, number> }>
function movers.load(map)
  local loaded = {}
  for name, kind in pairs(kinds) do
    loaded[name] = {
      rules = map:rules(kind),
      slow = function(terrain) return kind.cost[map.names[terrain]] or 1 end,
      cost = kind.cost,
    }
  end
  return loaded
end

return movers
