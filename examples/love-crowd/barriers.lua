--- Tiles that no unit may enter: walls that the user builds and removes, and gates that are shut.
---
--- A unit that stands on a tile which becomes a barrier can leave it, and no other one can enter.
--- Until the unit has left, the tile is a *site*. Units without an order are asked to leave.

local barriers = { wall = 1, gate = 2 } -- obstacle layers of the grid

local Barriers = {}
Barriers.__index = Barriers

---@param grid astar.Grid
---@param crowd astar.Crowd
function barriers.new(grid, crowd)
  return setmetatable({
    grid = grid, crowd = crowd,
    sites = {},      -- by number of the tile: { x, y }
    since_asked = 0, -- when units were asked to leave [seconds]
    changes = 0,     -- grows with each change, so that drawings know when they are old
    openings = 0,    -- grows when a barrier goes: there may be new ways
  }, Barriers)
end

-- The number of a tile.
local function key_of(x, y)
  return y * 65536 + x
end

--- Blocks a tile.
---@param layer integer `barriers.wall` or `barriers.gate`
function Barriers:close(x, y, layer)
  if self.grid:is_blocked(x, y, layer) then return end
  self.grid:block(x, y, true, layer)
  if self.crowd:at(x, y) then self.sites[key_of(x, y)] = { x = x, y = y } end
  self.changes = self.changes + 1
end

--- Removes the barrier of a layer from a tile.
function Barriers:open(x, y, layer)
  if not self.grid:is_blocked(x, y, layer) then return end
  self.grid:block(x, y, false, layer)
  self.sites[key_of(x, y)] = nil
  self.openings, self.changes = self.openings + 1, self.changes + 1
end

--- Whether a barrier on a tile is not built yet, because a unit is there.
function Barriers:is_site(x, y)
  return self.sites[key_of(x, y)] ~= nil
end

-- Sends a unit without an order to a free tile near the site where it stands.
local function send_away(self, site, unit)
  if self.crowd:state(unit) ~= "idle" then return end
  for distance = 1, 8 do
    for x, y in self.grid:ring(site.x, site.y, distance) do
      if not self.crowd:at(x, y) and self.crowd:go_to(unit, x, y) then return end
    end
  end
end

--- Finishes the sites that are free now, and twice a second asks units on the others to leave.
---@param dt number [seconds]
function Barriers:update(dt)
  self.since_asked = self.since_asked + dt
  local asks = self.since_asked > 0.5
  if asks then self.since_asked = 0 end
  for key, site in pairs(self.sites) do
    local unit = self.crowd:at(site.x, site.y)
    if unit and asks then
      send_away(self, site, unit)
    elseif not unit then
      self.sites[key] = nil
      self.changes = self.changes + 1
    end
  end
end

return barriers
