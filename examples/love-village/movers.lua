--- Who walks where, and how gladly. Costs go by the names that terrains have in Tiled (the
--- property "terrain" of a tile); what is not listed cannot be entered. A cost is a time, too: on
--- a tile that costs 4 one is 4 times as slow.
local movers = {}

local kinds = {
  person = { cost = { road = 1, bridge = 1, floor = 1, grass = 1.6, field = 1.8, mud = 4 } },
  animal = { cost = { road = 1.2, bridge = 1.2, grass = 1, field = 1, mud = 1.5 } },
  swimmer = { cost = { water = 1 } },
  -- Roads only, no turns but right ones, and mud is worst.
  cart = { cost = { road = 1, bridge = 1, mud = 5 }, neighbors = 4 },
}

--- The kinds of movers on a map: what each needs to make an NPC of it.
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
