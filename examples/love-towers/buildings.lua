--- The buildings: what can be built, what stands where, and what may be built where.

local enemies = require "enemies"
local valley = require "valley"

local buildings = {}

--- What can be built. `side` [tiles], `cost` [gold], `range` [tiles], `cooldown` [seconds],
--- `toughness`: how long a digger needs to destroy it [seconds], `hits`: "all" or "ground".
buildings.types = {
  { name = "Wall", side = 1, cost = 4, toughness = 3,
    text = "Leads enemies around. Drag to build many." },
  { name = "Arrow tower", side = 1, cost = 20, toughness = 4, range = 3.6, cooldown = 0.55,
    damage = 6, hits = "all", shot = "arrow", text = "Fast. Hits all enemies." },
  { name = "Frost tower", side = 1, cost = 35, toughness = 4, range = 2.7, cooldown = 1,
    damage = 3, hits = "all", shot = "frost", slow = 1.6, text = "Slows all enemies near it." },
  { name = "Cannon", side = 2, cost = 70, toughness = 9, range = 4.6, cooldown = 1.5, damage = 26,
    hits = "ground", shot = "ball", splash = 1.4, text = "Hits groups on the ground." },
  { name = "Storm tower", side = 2, cost = 95, toughness = 9, range = 4.2, cooldown = 1,
    damage = 15, hits = "all", shot = "bolt", targets = 4, text = "Hits four enemies at once." },
}

buildings.max_level = 3

local Buildings = {}
Buildings.__index = Buildings

---@param grid astar.Grid
function buildings.new(grid)
  return setmetatable({ grid = grid, list = {}, by_tile = {} }, Buildings)
end

--- The building on a tile, or nil.
function Buildings:at(x, y)
  return self.by_tile[y * valley.width + x]
end

--- The tiles of a building of this type whose top left tile is (x, y), as an array.
function buildings.tiles(type, x, y)
  local tiles = {}
  for tile_y = y, y + type.side - 1 do
    for tile_x = x, x + type.side - 1 do tiles[#tiles + 1] = { tile_x, tile_y } end
  end
  return tiles
end

-- Puts a building on its tiles of the map, or takes it away. A digger pays the penalty of each tile
-- that it crosses: `side` tiles cost what the digging takes.
local function set_tiles(self, building, is_there)
  local type = building.type
  local penalty = type.toughness * enemies.kinds.digger.speed / type.side
  for _, tile in ipairs(buildings.tiles(type, building.x, building.y)) do
    local x, y = tile[1], tile[2]
    self.grid:block(x, y, is_there, valley.layers.building)
    self.grid:set_penalty(x, y, is_there and penalty or 0)
    self.by_tile[y * valley.width + x] = is_there and building or nil
  end
end

--- Adds a building. Whether it may stand there is not checked: see `Buildings:check`.
function Buildings:add(type, x, y)
  local building = {
    type = type, x = x, y = y, level = 1, paid = type.cost, -- [gold]
    damage = type.damage, range = type.range, wait = 0,      -- until the next shot [seconds]
    toughness = type.toughness, aim_x = -1, aim_y = 0,       -- where it looks
  }
  set_tiles(self, building, true)
  self.list[#self.list + 1] = building
  return building
end

--- Removes a building.
function Buildings:remove(building)
  set_tiles(self, building, false)
  building.is_gone = true
  for i, each in ipairs(self.list) do
    if each == building then
      table.remove(self.list, i)
      return
    end
  end
end

--- The center of a building [tiles].
function buildings.center(building)
  local half = (building.type.side - 1) / 2
  return building.x + half, building.y + half
end

--- What the next level costs [gold]; nil when there is none.
function buildings.upgrade_cost(building)
  if not building.type.damage or building.level == buildings.max_level then return nil end
  return math.floor(building.type.cost * (0.4 + 0.5 * building.level))
end

--- Raises the level of a building.
function buildings.upgrade(building)
  building.paid = building.paid + buildings.upgrade_cost(building)
  building.level = building.level + 1
  building.damage, building.range = building.damage * 1.8, building.range + 0.35
end

--- What the player gets back for a building [gold].
function buildings.refund(building)
  return math.floor(building.paid * 0.7)
end

-- ------------------------------------------------------------------------------ placement

--- Checks whether a building may stand somewhere: on free ground, and so that the gates and all
--- enemies that walk keep a way to the castle. Edits nothing.
---@param all table the enemies
---@return boolean? ok nil when it may not stand there
---@return "ground"|"building"|"enemy"|"cut_off"|nil reason
---@return table? owner with "cut_off": the gate or the enemy that would have no way
function Buildings:check(type, x, y, all)
  local tiles = buildings.tiles(type, x, y)
  for _, tile in ipairs(tiles) do
    if not valley.is_building_ground(self.grid, tile[1], tile[2]) then return nil, "ground" end
    if self:at(tile[1], tile[2]) then return nil, "building" end
    if all:holds(tile[1], tile[2]) then return nil, "enemy" end
  end
  local starts, owners = all:starts()
  local ok, cut_off = self.grid:can_block(tiles, enemies.rules.walks, all.fields.walks, starts)
  if ok then return true end
  return nil, "cut_off", owners[cut_off]
end

--- Calls `action()` while the tiles of a building that is only planned are blocked, and returns its
--- result. The map is as before afterwards.
function Buildings:with_plan(type, x, y, action)
  local tiles = buildings.tiles(type, x, y)
  for _, tile in ipairs(tiles) do self.grid:block(tile[1], tile[2], true, valley.layers.plan) end
  local result = action()
  for _, tile in ipairs(tiles) do self.grid:block(tile[1], tile[2], false, valley.layers.plan) end
  return result
end

-- What an explanation is asked for: the barrier, and the fewest tiles of buildings to take away.
-- Water, rocks and trees cannot be opened.
local question = {
  want = { "barrier", "open", "open_cost", "path" }, open_default = false, open_blocked = 1,
}

--- Explains why the owner of a start would have no way if a building stood at (x, y).
---@param owner table a gate or an enemy, from `Buildings:check`
---@return astar.Explanation
function Buildings:explain(type, x, y, owner)
  local castle = valley.castle
  return self:with_plan(type, x, y, function()
    local from_x, from_y = enemies.next_tile(owner)
    return self.grid:explain(from_x, from_y, castle.x, castle.y, enemies.rules.walks,
      question)
  end)
end

--- The paths from the gates if a building stood at (x, y), where `check` allows it.
---@return astar.Path[]
function Buildings:plan_paths(type, x, y)
  local castle = valley.castle
  return self:with_plan(type, x, y, function()
    local paths = {}
    for i, gate in ipairs(valley.gates) do
      paths[i] = self.grid:find_path(gate.x, gate.y, castle.x, castle.y, enemies.rules.walks)
    end
    return paths
  end)
end

return buildings
