--- Buildings of 2 x 2 tiles, and gates. No building may close a way: the map answers that before
--- anything is built (grid:can_block).

local map = require "map"
local units = require "units"

local buildings = { cost = 2 } -- [gold]

--- Prepares the checks: for each size of units a field leads to the other side.
function buildings.prepare(game)
  game.ways = {}
  for size, rules in ipairs { map.rules.foot_ways, map.rules.heavy_ways } do
    local field = game.grid:distance_field({ map.places[2].front }, rules)
    game.ways[size] = { rules = rules, field = field }
  end
end

local function tiles_at(x, y)
  return { { x, y }, { x + 1, y }, { x, y + 1 }, { x + 1, y + 1 } }
end

-- The places that must keep a way for units of a size: bases, mines, and where these units are.
local function starts(game, size)
  local list = { map.places[1].front }
  for _, place in ipairs(size == 1 and map.places or {}) do
    list[#list + 1], list[#list + 2] = place.dock, place.pit
  end
  for unit, self in units.each(game) do
    if units.kinds[self.kind].size == size then list[#list + 1] = { game.crowd:tile(unit) } end
  end
  return list
end

local function is_ground(grid, x, y)
  local terrain = grid:get(x, y)
  return (terrain == ("."):byte() or terrain == ("f"):byte())
    and not grid:is_blocked(x, y, map.BUILDINGS) and not map.gate_at(x, y, 0)
end

--- Whether a building may stand on a tile and the next ones; or nil and the reason, in words.
function buildings.check(game, x, y)
  local tiles = tiles_at(x, y)
  for _, tile in ipairs(tiles) do
    if not is_ground(game.grid, tile[1], tile[2]) then return nil, "there is no free ground" end
    if game.crowd:at(tile[1], tile[2]) then return nil, "a unit stands there" end
  end
  for size, way in ipairs(game.ways) do
    local keeps = game.grid:can_block(tiles, way.rules, way.field, starts(game, size))
    if not keeps then return nil, "it would close a way" end
  end
  return game.state.gold[1] >= buildings.cost or nil, "there is not enough gold"
end

local function set_blocked(game, building, is_blocked)
  for _, tile in ipairs(tiles_at(building.x, building.y)) do
    game.grid:block(tile[1], tile[2], is_blocked, map.BUILDINGS)
  end
  for _, way in ipairs(game.ways) do way.field:update() end
end

--- Builds: true, or nil and the reason.
function buildings.build(game, x, y)
  local ok, reason = buildings.check(game, x, y)
  if not ok then return nil, reason end
  local building = { x = x, y = y }
  table.insert(game.state.buildings, building)
  game.state.gold[1] = game.state.gold[1] - buildings.cost
  set_blocked(game, building, true)
  return true
end

--- Takes away the building on a tile.
function buildings.remove(game, x, y)
  for i, building in ipairs(game.state.buildings) do
    local dx, dy = x - building.x, y - building.y
    if dx * (dx - 1) == 0 and dy * (dy - 1) == 0 then
      table.remove(game.state.buildings, i)
      return set_blocked(game, building, false)
    end
  end
end

--- Shuts a gate or opens it. One with a unit in it stays open.
function buildings.toggle_gate(game, gate)
  local is_shut = game.grid:is_blocked(gate.x, gate.y, map.GATES)
  for x, y in map.tiles_of(gate) do
    if game.crowd:at(x, y) then return end
  end
  for x, y in map.tiles_of(gate) do game.grid:block(x, y, not is_shut, map.GATES) end
end

return buildings
