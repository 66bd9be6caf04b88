--- Houses of several floors: stairs, ladders and teleporters between them.
---
---     local floors = require "astar.floors"
---     local house = floors.new { width = 20, height = 12, count = 3 }
---     house:stairs(4, 5, 1)                      -- from floor 1 to floor 2
---     local path, cost = house:find_path(2, 2, 1, 9, 9, 3, on_foot)
---     for i, x, y, z in path:each() do print(i, x, y, z) end
---
--- Method. The floors lie side by side in one grid, with a column of the terrain `gap` between
--- them, and stairs are links of this grid. So all queries, crowds and scripts serve a house. This
--- module converts tiles, and cuts to one floor what counts by distance.
---
---     floor 1   floor 2   floor 3
---     #######   #######   #######       tile (x, y) of floor z is tile
---     #....<#   #>...<#   #>....#       ((z - 1) * (width + 1) + x, y) of the grid
---     #######   #######   #######
---            gap       gap
---
--- `range` and `partial` of the grid count tiles across a gap, too. When such a path ends on the
--- goal's floor, the answer for this floor is the same: no tile of it is better. Otherwise the
--- tiles of this floor within some steps of the goal become the goals of `grid:find_nearest`; for
--- `partial`, bisection finds the least number of steps within which a tile is reachable.
---
--- Invariant: only links lead from floor to floor, because no rules make a gap passable, and no
--- rules have moves over a gap. `find_path` raises an error for other rules.

if (... or ""):find "/" then return require((...):gsub("/", ".")) end
local folder = (... or "astar.floors"):gsub("floors$", "")
local astar = require(folder:sub(1, -2))
local check = require(folder .. "internal.check")

local floor, min, max, abs = math.floor, math.min, math.max, math.abs
local unpack = table.unpack or unpack -- luacheck: ignore 143

local House, Path = {}, {}
House.__index, Path.__index = House, Path

-- ------------------------------------------------------------------------------- tiles

local TILE, TWO_TILES = { "x", "y", "z" }, { "x1", "y1", "z1", "x2", "y2", "z2" }

local function check_call(who, self, names, ...)
  if getmetatable(self) ~= House then error(check.called_on(who, "a house", self), 3) end
  for i = 1, #names do
    local n = select(i, ...)
    if not check.is_integer(n) then error(check.expected(who, names[i], "an integer", n), 3) end
  end
end

--- The tile of `house.grid` that is tile (x, y) of floor z; nil off the floor.
function House:to_grid(x, y, z)
  check_call("house:to_grid", self, TILE, x, y, z)
  if min(x, y, z) >= 1 and x <= self.width and y <= self.height and z <= self.count then
    return (z - 1) * (self.width + 1) + x, y
  end
end

--- The tile of a floor that is tile (gx, gy) of `house.grid`: x, y, z; nil in a gap, off the grid.
function House:from_grid(gx, gy)
  check_call("house:from_grid", self, { "gx", "gy" }, gx, gy)
  local z = floor((gx - 1) / (self.width + 1)) + 1
  local x = gx - (z - 1) * (self.width + 1)
  if self:to_grid(x, gy, z) then return x, gy, z end
end

local INTEGER = check.INTEGER
local check_stairs = check.options_checker("house:stairs", {
  cost = check.ANY, one_way = check.BOOLEAN, to = INTEGER, x = INTEGER, y = INTEGER,
})

--- Joins tile (x, y) of floor z with another tile: by default the same tile of the next floor.
--- Returns the id of the link, for `house.grid:unlink`.
function House:stairs(x, y, z, options)
  local who, words = "house:stairs", "%s: both ends must be on the %.0f floors of %.0f x %.0f tiles"
  check_call(who, self, TILE, x, y, z)
  options = check_stairs(options)
  local gx, gy = self:to_grid(x, y, z)
  local to_x, to_y = self:to_grid(options.x or x, options.y or y, options.to or z + 1)
  if not (gx and to_x) then error(words:format(who, self.count, self.width, self.height), 2) end
  return (check.pass(who, self.grid.link, self.grid, gx, gy, to_x, to_y,
    { cost = options.cost, one_way = options.one_way }))
end

-- ------------------------------------------------------------------------------- paths

local OVER_GAP = "house:find_path: rules must not lead over the gap between floors, as to tile "
  .. "(%.0f, %.0f) of house.grid"

local plain_grids = {} -- by terrain

--- A grid of one terrain without links, with room for moves of 16 tiles and movers of 64.
local function plain_grid(terrain)
  plain_grids[terrain] = plain_grids[terrain] or astar.grid(97, 97, { fill = terrain })
  return plain_grids[terrain]
end

--- A path of the grid as a path of the house, and in `parts` its legs, whose paths are the same
--- without the first `skip` tiles. The array has the floor of each tile, so that `#path` works in
--- Lua 5.1, too. `rules`: checks that the path crosses gaps by links only. A step across a gap that
--- is none is a move of the rules: it is one on a grid without links, too.
local function new_path(house, grid_path, is_partial, rules)
  local function new(fields)
    fields.house, fields.grid_path, fields.partial = house, grid_path, is_partial
    return setmetatable(fields, Path)
  end
  local self, tiles, leg = new { skip = 0, parts = {} }, grid_path:flat(), {}
  local first, last = 1, 0 -- the columns of the floor of the tile before
  for i = 1, #grid_path do
    local x = tiles[2 * i - 1]
    if x < first or x > last then
      local z, y = floor((x - 1) / (house.width + 1)) + 1, tiles[2 * i]
      first, last = (z - 1) * (house.width + 1) + 1, z * (house.width + 1) - 1
      if rules and i > 1 then
        local dx, dy = x - tiles[2 * i - 3], y - tiles[2 * i - 2]
        local plain = plain_grid(house.grid:get(x, y))
        if plain:step_cost(17, 17, 17 + dx, 17 + dy, rules) then error(OVER_GAP:format(x, y), 3) end
      end
      leg = { z = z, from = i, path = new { skip = i - 1, number = #self.parts + 1 } }
      leg.path.parts, self.parts[leg.path.number] = { leg }, leg
    end
    self[i], leg.to, leg.path[i - leg.from + 1] = leg.z, i, leg.z
  end
  return self
end

--- Tile i of the path: x, y, z; nil when there is no such tile.
function Path:get(i)
  local z = self[i]
  if not z then return nil end
  local x, y = self.grid_path:get(i + self.skip)
  return x - (z - 1) * (self.house.width + 1), y, z
end

local function next_tile(self, i)
  local x, y, z = self:get(i + 1)
  if z then return i + 1, x, y, z end
end

--- Iterates over the tiles: `for i, x, y, z in path:each() do`.
function Path:each() return next_tile, self, 0 end

--- Returns the tiles: { { x =, y =, z = }, ... }.
function Path:points()
  local points = {}
  for i, x, y, z in self:each() do points[i] = { x = x, y = y, z = z } end
  return points
end

--- The cost of the path, or of its first i tiles; nil when there is no tile i.
function Path:cost(i)
  if i == nil then i = #self end
  return self[i] and self.grid_path:cost(i + self.skip) - self.grid_path:cost(1 + self.skip)
end

--- Whether the path ends short of the goal.
function Path:is_partial() return self.partial end

--- Whether the map allows every step, from step `from` on: true, or false and the first illegal
--- step.
function Path:is_valid(from)
  if from == nil then from = 1 end
  local is_step = check.is_integer(from) and self[from] ~= nil
  check.that(is_step, "path:is_valid", "from", "an integer from 1 to " .. #self, from)
  local is_valid, step = self.grid_path:is_valid(from + self.skip)
  if is_valid or step - self.skip >= #self then return true end
  return false, step - self.skip
end

for _, name in ipairs { "smooth", "waypoints" } do -- these keep both ends of stairs
  Path[name] = function(self)
    local path = new_path(self.house, self.grid_path[name](self.grid_path), self.partial)
    return self.number and path.parts[self.number].path or path
  end
end

--- The stretches of the path on one floor each: { { z =, path =, from =, to = }, ... }. `from` and
--- `to`: the first and the last tile of the stretch in `path.grid_path`.
function Path:legs() return { unpack(self.parts) } end

-- ------------------------------------------------------------------------------ search

--- The cheapest path to a tile of floor z that is within `range` of (x, y); with `partial`, to the
--- nearest one that is reachable. Returns path, cost, whether it is partial; or nil and the reason.
local function find_on_floor(self, gx, gy, x, y, z, rules, options)
  local others = {}
  for name, value in pairs(options) do others[name] = value end
  others.range, others.partial = nil, nil
  -- With diagonal moves (2, 2) is 1 step from (1, 1), and the start is not checked.
  local near = astar.grid(2, 2):find_path(1, 1, 2, 2, rules, { range = 1 })
  local is_diagonal = near and #near == 1
  local function find_within(steps)
    local goals, left = {}, (z - 1) * (self.width + 1)
    for row = max(y - steps, 1), min(y + steps, self.height) do
      local wide = is_diagonal and steps or steps - abs(row - y)
      for column = max(x - wide, 1), min(x + wide, self.width) do
        goals[#goals + 1] = { left + column, row }
      end
    end
    return self.grid:find_nearest(gx, gy, goals, rules, others)
  end
  local low, high = options.range or 0, self.width + self.height
  local found, cost = find_within(low)
  if found or not options.partial then return found, cost, false end
  local nearest, nearest_cost = find_within(high)
  while nearest and high - low > 1 do
    local middle = floor((low + high) / 2)
    found, cost = find_within(middle)
    if found then high, nearest, nearest_cost = middle, found, cost else low = middle end
  end
  return nearest, nearest_cost, true
end

--- The cheapest path between two tiles of floors, as `grid:find_path` gives it; `range` and
--- `partial` count tiles of the goal's floor only.
function House:find_path(x1, y1, z1, x2, y2, z2, rules, options)
  local who = "house:find_path"
  check_call(who, self, TWO_TILES, x1, y1, z1, x2, y2, z2)
  local grid, gap = self.grid, self.width + 1
  local gx, gy = self:to_grid(x1, y1, z1)
  local to_x, to_y = self:to_grid(x2, y2, z2)
  if not (gx and to_x) then gx, gy, to_x, to_y = 0, 0, 0, 0 end -- off the floors: off the grid
  local found, cost = check.pass(who, grid.find_path, grid, gx, gy, to_x, to_y, rules, options)
  local _, reason = grid:find_path(1, 1, gap, 1, rules, { max_expansions = 0 })
  if reason ~= "goal_blocked" and self.count > 1 then error(OVER_GAP:format(gap, 1), 2) end
  local is_partial, last = found and found:is_partial(), found and found:get(#found) or 0
  if options and (options.range or options.partial) and gx > 0 and
    floor((last - 1) / gap) + 1 ~= z2 then -- it ends on another floor, or there is none
    found, cost, is_partial = find_on_floor(self, gx, gy, x2, y2, z2, rules, options)
  end
  return found and new_path(self, found, is_partial, rules), cost
end

-- --------------------------------------------------------------------------- constructor

local floors = {}

local COUNT = check.required { "an integer >= 1",
  function(value) return check.is_integer(value) and value >= 1 end }
local check_new = check.options_checker("floors.new", {
  count = COUNT, height = COUNT, width = COUNT,
  gap = { "an integer from 0 to 255 or a one-character string", check.is_terrain },
})

--- Creates a house of `count` floors of width x height tiles. `gap`: a terrain that is impassable
--- for all movers; it fills the grid.
function floors.new(options)
  check_new(options)
  local self = { width = options.width, height = options.height, count = options.count }
  self.grid = check.pass("floors.new", astar.grid, (self.width + 1) * self.count - 1, self.height,
    { fill = options.gap })
  return setmetatable(self, House)
end

return floors --[[@as astar.floors]]
