--- Draws the units of a crowd, their ways and their goals: `draw.crowd` of `astar.love`; and what
--- holds them up: `draw.debug`.
---
--- Method. All units, rings and marks are sprites of one SpriteBatch: one call of LÖVE draws
--- thousands of units. A unit is a circle on the ground: on isometric tiles it becomes an ellipse,
--- and its arrow turns in the plane of the tiles.

-- luacheck: read globals love

local folder = (...):gsub("love%.crowd$", "")
local check = require(folder .. "internal.check")
local sprites = require(folder .. "love.sprites")
local tiles = require(folder .. "love.tiles")

local abs, cos, sin, sqrt = math.abs, math.cos, math.sin, math.sqrt
local atan2 = math.atan2 or math.atan -- luacheck: ignore

-- The radius of a unit of size 1 [tiles]; a unit of size n is n - 1 tiles larger across.
local RADIUS = 0.36

-- Arrows that would be smaller are not drawn: the radius of their unit [pixels].
local SMALLEST_ARROW = 3.5

local default = {
  color = { 0.3, 0.55, 0.85 }, ink = { 0.99, 0.98, 0.95 }, ring = { 0.55, 0.95, 0.45 },
  way = { 0.91, 0.58, 0.2, 0.9 },
}

-- -------------------------------------------------------------------------------- units

-- What is drawn, from a crowd of `astar.crowd`. `size` and `goal` are nil for units that do not
-- exist. `place` is where a unit is in the world, `offset` tiles to the right and down; `angle` the
-- angle of its facing in the plane of the tiles.
local Units = {}
Units.__index = Units

local positions -- of the last crowd; the memory is used again

function Units.all(self)
  return self.crowd:units()
end

function Units.place(self, unit, offset)
  local x, y = self.positions[2 * unit - 1], self.positions[2 * unit]
  return self.view:to_world(x + offset, y + offset)
end

function Units.size(self, unit) return self.crowd:size(unit) end
function Units.angle(self, unit) return self.crowd:facing(unit) end
function Units.remaining(self, unit) return self.crowd:remaining(unit) end
function Units.goal(self, unit) return self.crowd:goal(unit) end

-- The same from a crowd of `astar.script`. NPCs with a layout are where they are in the world.
local Npcs = {}
Npcs.__index = Npcs

function Npcs.all(self) return self.crowd.npcs end

function Npcs.place(self, npc, offset)
  if npc.layout.is_plain then return self.view:to_world(npc.x + offset, npc.y + offset) end
  if offset == 0 then return npc.x, npc.y end
  local plane = self.plane
  return npc.x + offset * (plane.ax + plane.bx), npc.y + offset * (plane.ay + plane.by)
end

function Npcs.angle(self, npc)
  if npc.layout.is_plain then return npc.angle end
  local plane, dx, dy = self.plane, cos(npc.angle), sin(npc.angle)
  return atan2(plane.ax * dy - plane.ay * dx, dx * plane.by - dy * plane.bx)
end

function Npcs.size(self, npc)
  return npc.crowd == self.crowd and self.crowd.units:size(npc.unit) or nil
end

function Npcs.goal(self, npc)
  if npc.crowd == self.crowd then return self.crowd.units:goal(npc.unit) end
end

function Npcs.remaining(_, npc) return npc:remaining() end

-- The plane of a view: the vectors of the world into which (1, 0) and (0, 1) of the plane turn. In
-- the plane, tiles are squares of size 1; the centers of adjacent hexes are 1 apart.
local function plane_of(view)
  local x, y = view:to_world(1, 1)
  local ax, ay = view:to_world(2, 1)
  local bx, by = view:to_world(1, 2)
  if view.kind == "hex" and view.turned then
    ax, ay = view:to_world(3, 1)
    ax, ay = x + (ax - x) / sqrt(3), y + (ay - y) / sqrt(3)
  elseif view.kind == "hex" then
    bx, by = view:to_world(1, 3)
    bx, by = x + (bx - x) / sqrt(3), y + (by - y) / sqrt(3)
  end
  local plane = { ax = ax - x, ay = ay - y, bx = bx - x, by = by - y }
  plane.tile = sqrt(abs(plane.ax * plane.by - plane.ay * plane.bx))
  return plane
end

local function is_native(crowd) return getmetatable(crowd) == "astar.crowd" end

local function new_units(crowd, view)
  local self = { crowd = crowd, view = view, plane = plane_of(view) }
  if not is_native(crowd) then return setmetatable(self, Npcs) end
  positions = crowd:positions(positions)
  self.positions = positions
  return setmetatable(self, Units)
end

-- ------------------------------------------------------------------------------ options

local function is_list(value) return type(value) == "table" end

local LIST = { "a list of units", is_list }
local LIST_OR_BOOLEAN = { "a list of units, true or false", function(value)
  return type(value) == "boolean" or is_list(value)
end }

local check_options = check.options_checker("astar.love.crowd", {
  color = { "a color { r, g, b [, a] } or a function", function(value)
    return type(value) == "function" or tiles.is_color(value)
  end },
  ink = tiles.COLOR, orders = LIST_OR_BOOLEAN, radius = tiles.LENGTH,
  ring = tiles.COLOR, selected = LIST, way = tiles.COLOR_OR_FALSE,
  ways = LIST_OR_BOOLEAN, width = tiles.LENGTH,
})

-- ------------------------------------------------------------------------- ways, orders

-- Adds a point to a line. A point on the straight line between its neighbors is left out, and one
-- at which the line turns back: LÖVE draws such a corner as a spike.
local function add_point(points, wx, wy)
  local n = #points
  if n >= 4 then
    local ax, ay = points[n - 1] - points[n - 3], points[n] - points[n - 2]
    local bx, by = wx - points[n - 1], wy - points[n]
    local along = ax * bx + ay * by
    if abs(ax * by - ay * bx) < (along > 0 and 1e-9 or 0.5) * abs(along) then
      points[n - 1], points[n] = wx, wy
      return
    end
  end
  points[n + 1], points[n + 2] = wx, wy
end

local function draw_way(units, unit)
  local size = units:size(unit)
  if not size then return end
  local offset = (size - 1) / 2
  local points = { units:place(unit, offset) }
  for _, x, y in units:remaining(unit) do
    add_point(points, units.view:to_world(x + offset, y + offset))
  end
  if #points >= 4 then love.graphics.line(points) end
end

-- Adds the marks of goals to the batch, each once, and draws lines to them from units whose
-- way is not drawn.
local function draw_orders(units, list, has_way, batch, scale)
  local seen = {}
  for _, unit in ipairs(list) do
    local x, y = units:goal(unit)
    if x then
      local size = units:size(unit)
      local offset = (size - 1) / 2
      local gx, gy = units.view:to_world(x + offset, y + offset)
      if not has_way[unit] then
        local wx, wy = units:place(unit, offset)
        love.graphics.line(wx, wy, gx, gy)
      end
      local name = ("%d,%d,%d"):format(x, y, size)
      if not seen[name] then
        seen[name] = true
        local s, plane = scale + offset, units.plane
        batch:add("goal", gx, gy, s * plane.ax, s * plane.ay, s * plane.bx, s * plane.by)
      end
    end
  end
end

local function list_of(units, list)
  return list == true and units:all() or list or {}
end

local function draw_ways_and_orders(units, options, batch, scale)
  if options.way == false or not (options.ways or options.orders) then return end
  local has_way = {}
  local color = options.way or default.way
  local width = options.width or units.plane.tile * 0.07
  love.graphics.setColor(color)
  love.graphics.setLineWidth(width)
  love.graphics.setLineJoin "bevel"
  for _, unit in ipairs(list_of(units, options.ways)) do
    draw_way(units, unit)
    has_way[unit] = true
  end
  -- The lines of a group lie close together: they are finer than ways.
  love.graphics.setColor(color[1], color[2], color[3], (color[4] or 1) * 0.55)
  love.graphics.setLineWidth(width * 0.6)
  batch:set_color(color)
  draw_orders(units, list_of(units, options.orders), has_way, batch, scale)
end

-- ------------------------------------------------------------------------------- bodies

local function add_rings(units, list, batch, scale)
  local plane = units.plane
  for _, unit in ipairs(list) do
    local size = units:size(unit)
    if size then
      local offset = (size - 1) / 2
      local wx, wy = units:place(unit, offset)
      local s = (scale + offset) * 1.06 + 0.065 -- around the dark edge of the body
      batch:add("ring", wx, wy, s * plane.ax, s * plane.ay, s * plane.bx, s * plane.by)
    end
  end
end

-- How many pixels of the screen a length in the world has.
local function pixels_of(length)
  local x1, y1 = love.graphics.inverseTransformPoint(0, 0)
  local x2, y2 = love.graphics.inverseTransformPoint(1, 0)
  return length / sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
end

-- Adds the visible units. `scale`: the radius of a unit of size 1 [tiles].
local function add_units(units, color, batch, scale)
  local plane = units.plane
  local ax, ay, bx, by, tile = plane.ax, plane.ay, plane.bx, plane.by, plane.tile
  local has_arrow = pixels_of(scale * tile) >= SMALLEST_ARROW
  local left, top, right, bottom = tiles.shown_world()
  local color_of = type(color) == "function" and color
  if not color_of then batch:set_color(color) end
  local size_of, place_of, angle_of = units.size, units.place, units.angle
  for _, unit in ipairs(units:all()) do
    local offset = (size_of(units, unit) - 1) / 2
    local wx, wy = place_of(units, unit, offset)
    local s = scale + offset
    local reach = 2 * s * tile
    if wx > left - reach and wx < right + reach and wy > top - reach and wy < bottom + reach then
      if color_of then batch:set_color(color_of(unit) or default.color) end
      if has_arrow then
        local angle = angle_of(units, unit)
        local c, d = s * cos(angle), s * sin(angle)
        batch:add("unit", wx, wy,
          c * ax + d * bx, c * ay + d * by, c * bx - d * ax, c * by - d * ay)
      else
        batch:add("disc", wx, wy, s * ax, s * ay, s * bx, s * by)
      end
    end
  end
end

-- -------------------------------------------------------------------------------- crowd

local function is_crowd(value)
  if is_native(value) then return true end
  return type(value) == "table" and type(value.npcs) == "table" and is_native(value.units)
end

local CROWD = "a crowd of astar.crowd or astar.script"

local batch

local crowds = {}

function crowds.draw(crowd, view, options)
  check.that(is_crowd(crowd), "astar.love.crowd", "crowd", CROWD, crowd)
  tiles.check_view("astar.love.crowd", view)
  options = check_options(options)
  local units = new_units(crowd, view)
  local scale = options.radius and options.radius / units.plane.tile or RADIUS
  batch = batch or sprites.new_batch()
  batch:clear(options.ink or default.ink)
  love.graphics.push "all"
  draw_ways_and_orders(units, options, batch, scale)
  batch:set_color(options.ring or default.ring)
  add_rings(units, options.selected or {}, batch, scale)
  add_units(units, options.color or default.color, batch, scale)
  batch:draw()
  love.graphics.pop()
end

-- -------------------------------------------------------------------------------- debug

local RED = { 0.9, 0.15, 0.1 }

-- Colors of units, by state.
local STATES = {
  idle = { 0.6, 0.6, 0.6 }, moving = { 0.3, 0.7, 0.35 }, waiting = { 0.95, 0.7, 0.2 },
}

-- A line from a unit that waits to the one in its way, with a point at its end.
local function draw_wait(units, unit, other)
  local ax, ay = units:place(unit, (units:size(unit) - 1) / 2)
  local bx, by = units:place(other, (units:size(other) - 1) / 2)
  love.graphics.line(ax, ay, bx, by)
  love.graphics.circle("fill", bx, by, units.plane.tile * 0.14)
end

function crowds.debug(crowd, view)
  check.that(is_crowd(crowd), "astar.love.debug", "crowd", CROWD, crowd)
  tiles.check_view("astar.love.debug", view)
  local is_units = is_native(crowd)
  crowds.draw(crowd, view, {
    ways = true, orders = true,
    color = function(unit) return STATES[is_units and crowd:state(unit) or unit.state] end,
  })
  local units = new_units(crowd, view)
  love.graphics.push "all"
  love.graphics.setColor(RED)
  love.graphics.setLineWidth(units.plane.tile * 0.1)
  for _, unit in ipairs(units:all()) do
    local other = crowd:blocker(unit)
    if other then draw_wait(units, unit, other) end
  end
  love.graphics.pop()
end

return crowds
