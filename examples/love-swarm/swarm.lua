--- Units on one flow field: they walk to the goal, begin again at the left, and keep a little
--- distance from each other. Nothing here draws.
---
--- Positions are in tiles: the point (x, y) lies in tile (floor(x), floor(y)), so that the middle
--- of tile (1, 1) is (1.5, 1.5). At all times the box of `radius` around a unit is free of walls.

local astar = require "astar"

local floor, min, max, sqrt, abs = math.floor, math.min, math.max, math.sqrt, math.abs

local swarm = { width = 80, height = 44, gate = 3, radius = 0.17 }

local radius = swarm.radius
local rim = radius + 1e-6  -- how near a wall a unit comes
local speed = 5.5          -- tiles a second
local reach = 0.46         -- how near units come before they push each other [tiles]
local arrival = 2.2        -- so near is at the goal [tiles]
local agility = 9          -- how fast a velocity becomes the one wanted [1/s]
local patience = 0.25      -- seconds from a look at the crowd to the next

local ground, wall = ("."):byte(), ("#"):byte()
local rules = astar.rules { cost = { ["."] = 1 } }

local Swarm = {}
Swarm.__index = Swarm

-- Tiles are numbered row by row, with a border of walls around the map.
local stride = swarm.width + 2

---@param count integer of units
---@param seed integer
function swarm.new(count, seed)
  local self = setmetatable({
    random = love.math.newRandomGenerator(seed),
    goal = { x = swarm.width - 6, y = floor(swarm.height / 2) },
    grid = astar.grid(swarm.width, swarm.height, { fill = "." }),
    count = 0, arrived = 0, stranded = 0, spread = true, since_look = 0,
    builds = 0,                           -- how often the walls have changed
    x = {}, y = {}, vx = {}, vy = {},     -- of each unit; velocities in tiles a second
    flow_x = {}, flow_y = {}, solid = {}, -- of each tile: where to, whether nobody may stand there
    crowd = {}, penalty = {},             -- of each tile: units on it of late, what entering costs
    first = {}, following = {},           -- the units of a tile: the first, and the one after each
  }, Swarm)
  for tile = 0, stride * (swarm.height + 2) - 1 do
    self.flow_x[tile], self.flow_y[tile], self.solid[tile] = 0, 0, true
    self.crowd[tile], self.penalty[tile], self.first[tile] = 0, 0, 0
  end
  self:new_walls()
  self:update_field()
  self:set_count(count)
  -- Some are under way already.
  for i = 1, count do self:place(i, floor(swarm.width * 0.75)) end
  return self
end

-- ---------------------------------------------------------------------------- the map

--- Whether walls may stand there: not at the goal, not at the gate on the left.
function Swarm:is_free_to_build(x, y)
  local dx, dy = x - self.goal.x, y - self.goal.y
  return x > swarm.gate and max(abs(dx), abs(dy)) > 2 and self.grid:get(x, y) ~= nil
end

--- Builds a wall or takes it away; it is there for the units when `update` is called.
function Swarm:build(x, y, is_wall)
  if not self:is_free_to_build(x, y) then return end
  self.grid:set(x, y, is_wall and wall or ground)
  self.builds = self.builds + 1
end

--- Walls across the map, each with a few gaps.
function Swarm:new_walls()
  self:clear_walls()
  local random = self.random
  for x = 14, swarm.width - 16, 12 do
    local lean = random:random(-1, 1)
    local gaps = { random:random(3, 14), random:random(18, 28), random:random(32, 40) }
    for y = 1, swarm.height do
      local is_gap = false
      for _, gap in ipairs(gaps) do is_gap = is_gap or y >= gap and y < gap + 4 end
      local left = x + floor(lean * (y - swarm.height / 2) * 0.25)
      if not is_gap then
        self:build(left, y, true)
        self:build(left + 1, y, true)
      end
    end
  end
end

function Swarm:clear_walls()
  self.grid:fill(ground)
  self.builds = self.builds + 1
end

--- Moves the goal, and the walls around it away.
function Swarm:set_goal(x, y)
  x, y = max(swarm.gate + 3, min(x, swarm.width - 2)), max(3, min(y, swarm.height - 2))
  self.goal.x, self.goal.y = x, y
  self.grid:fill(ground, x - 2, y - 2, 5, 5)
  self.builds = self.builds + 1
  self.field = nil
end

-- Brings the field up to date with the map and the goal; whether there was anything to do.
function Swarm:update_field()
  if not self.field then
    self.field = assert(self.grid:distance_field({ self.goal }, rules))
  elseif self.grid:revision() ~= self.seen then
    self.field:update()
  else
    return false
  end
  self.seen = self.grid:revision()
  self:read_flow()
  return true
end

-- Reads all directions out of the field: calls of it are dear in loops that LuaJIT compiles.
function Swarm:read_flow()
  local field, flow_x, flow_y, solid = self.field, self.flow_x, self.flow_y, self.solid
  local grid = self.grid
  for y = 1, swarm.height do
    for x = 1, swarm.width do
      local tile = y * stride + x
      local next_x, next_y = field:next(x, y)
      local dx, dy = (next_x or x) - x, (next_y or y) - y
      local norm = dx ~= 0 and dy ~= 0 and sqrt(0.5) or 1
      flow_x[tile], flow_y[tile] = dx * norm, dy * norm
      solid[tile] = grid:get(x, y) == wall
    end
  end
end

-- Makes crowded tiles dearer, so that the next units look for another way.
function Swarm:look_at_crowd()
  local grid, crowd, penalty = self.grid, self.crowd, self.penalty
  local first, following = self.first, self.following
  for y = 1, swarm.height do
    for x = 1, swarm.width do
      local tile = y * stride + x
      local count, unit = 0, first[tile]
      while unit ~= 0 do count, unit = count + 1, following[unit] end
      crowd[tile] = crowd[tile] * 0.7 + count * 0.3
      local cost = self.spread and floor(max(crowd[tile] - 1.5, 0) * 2) / 2 or 0
      if cost ~= penalty[tile] then
        penalty[tile] = cost
        grid:set_penalty(x, y, cost)
      end
    end
  end
end

-- -------------------------------------------------------------------------- the units

--- Puts a unit somewhere free in the columns up to `last`, by default at the gate.
function Swarm:place(i, last)
  local x, y
  repeat
    x, y = self.random:random(1, last or swarm.gate), self.random:random(1, swarm.height)
  until not self.solid[y * stride + x]
  self.x[i] = x + rim + self.random:random() * (1 - 2 * rim)
  self.y[i] = y + rim + self.random:random() * (1 - 2 * rim)
  self.vx[i], self.vy[i] = 0, 0
end

function Swarm:set_count(count)
  for i = self.count + 1, count do self:place(i) end
  self.count = count
end

-- Whether the box around a point is free of walls.
local function is_free(solid, x, y)
  local left, right, upper, lower = floor(x - radius), floor(x + radius),
    floor(y - radius) * stride, floor(y + radius) * stride
  return not (solid[upper + left] or solid[upper + right] or solid[lower + left]
    or solid[lower + right])
end

-- Frees a unit that a wall was built upon: into its tile if that is free, or by the steps that
-- the field knows, or back to the gate.
local function free_unit(self, i)
  local xs, ys, solid = self.x, self.y, self.solid
  local x, y = floor(xs[i]), floor(ys[i])
  while x and solid[y * stride + x] do x, y = self.field:way_out(x, y) end
  if x then
    xs[i] = max(x + rim, min(xs[i], x + 1 - rim))
    ys[i] = max(y + rim, min(ys[i], y + 1 - rim))
  else
    self:place(i)
  end
end

-- Lists the units of each tile.
function Swarm:sort_units()
  local xs, ys, first, following = self.x, self.y, self.first, self.following
  for tile = 0, stride * (swarm.height + 2) - 1 do first[tile] = 0 end
  for i = 1, self.count do
    local tile = floor(ys[i]) * stride + floor(xs[i])
    following[i] = first[tile]
    first[tile] = i
  end
end

-- How the units around push a unit: a vector, longer the nearer they are.
local function push_of(self, i, x, y, tile)
  local xs, ys, first, following = self.x, self.y, self.first, self.following
  local push_x, push_y = 0, 0
  for row = tile - stride, tile + stride, stride do
    for near = row - 1, row + 1 do
      local other = first[near]
      while other ~= 0 do
        local dx, dy = x - xs[other], y - ys[other]
        local squared = dx * dx + dy * dy
        if squared < reach * reach and other ~= i then
          local distance = sqrt(squared) + 1e-6
          local strength = (1 - distance / reach) / distance
          push_x, push_y = push_x + dx * strength, push_y + dy * strength
        end
        other = following[other]
      end
    end
  end
  return push_x, push_y
end

-- Where the flow leads at a point: the mean of the four tiles around it, walls left out.
local function flow_at(self, x, y)
  local flow_x, flow_y = self.flow_x, self.flow_y
  local left, top = floor(x - 0.5), floor(y - 0.5)
  local right_part, lower_part = x - 0.5 - left, y - 0.5 - top
  local tile = top * stride + left
  local a, b = (1 - right_part) * (1 - lower_part), right_part * (1 - lower_part)
  local c, d = (1 - right_part) * lower_part, right_part * lower_part
  local dx = a * flow_x[tile] + b * flow_x[tile + 1] + c * flow_x[tile + stride]
    + d * flow_x[tile + stride + 1]
  local dy = a * flow_y[tile] + b * flow_y[tile + 1] + c * flow_y[tile + stride]
    + d * flow_y[tile + stride + 1]
  local length = sqrt(dx * dx + dy * dy)
  if length < 0.2 then -- the tiles disagree: the unit's own one leads
    tile = floor(y) * stride + floor(x)
    return flow_x[tile], flow_y[tile]
  end
  return dx / length, dy / length
end

-- Moves along one axis up to a wall. `at` is the place on the axis, `cross` on the other one;
-- tiles are numbered `step` apart along the axis, `cross_step` across it. Gives the new place,
-- and at a wall's corner which way across leads past it: -1 or 1; 0 at a wall, nil if free.
local function slide(solid, at, cross, distance, step, cross_step)
  local target = at + distance
  local edge = floor(distance > 0 and target + radius or target - radius)
  local low, high = floor(cross - radius), floor(cross + radius)
  local low_wall = solid[edge * step + low * cross_step]
  local high_wall = solid[edge * step + high * cross_step]
  if not (low_wall or high_wall) then return target end
  -- No farther than to the wall, and not back either.
  local stop = distance > 0 and max(at, edge - rim) or min(at, edge + 1 + rim)
  return stop, low_wall and high_wall and 0 or low_wall and 1 or -1
end

local function limited(velocity)
  return max(-speed, min(velocity, speed))
end

local function move_unit(self, i, dt)
  local x, y, solid = self.x[i], self.y[i], self.solid
  local dx, dy = flow_at(self, x, y)
  local push_x, push_y = push_of(self, i, x, y, floor(y) * stride + floor(x))
  local wanted_x, wanted_y = (dx + push_x) * speed, (dy + push_y) * speed
  local length = sqrt(wanted_x * wanted_x + wanted_y * wanted_y)
  if length > speed then
    wanted_x, wanted_y = wanted_x / length * speed, wanted_y / length * speed
  end
  local part = min(1, agility * dt)
  local vx = self.vx[i] + (wanted_x - self.vx[i]) * part
  local vy = self.vy[i] + (wanted_y - self.vy[i]) * part
  local across
  x, across = slide(solid, x, y, vx * dt, 1, stride)
  if across then vx, vy = 0, limited(vy + across * speed * part) end
  y, across = slide(solid, y, x, vy * dt, stride, 1)
  if across then vx, vy = limited(vx + across * speed * part), 0 end
  self.x[i], self.y[i], self.vx[i], self.vy[i] = x, y, vx, vy
end

---@param dt number seconds
---@return number seconds spent on the field
---@return number seconds spent on the units
function Swarm:update(dt)
  local clock = love.timer.getTime
  local start = clock()
  self.since_look = self.since_look + dt
  if self.since_look >= patience then
    self.since_look = 0
    self:look_at_crowd()
  end
  local is_edited = self:update_field()
  local middle = clock()
  for i = 1, is_edited and self.count or 0 do
    if not is_free(self.solid, self.x[i], self.y[i]) then free_unit(self, i) end
  end
  self:sort_units()
  for i = 1, self.count do move_unit(self, i, dt) end
  self:welcome()
  return middle - start, clock() - middle
end

-- Counts those who arrived and lets them begin again; counts those who have no way.
function Swarm:welcome()
  local xs, ys, goal = self.x, self.y, self.goal
  local stranded = 0
  for i = 1, self.count do
    local dx, dy = xs[i] - goal.x - 0.5, ys[i] - goal.y - 0.5
    local tile = floor(ys[i]) * stride + floor(xs[i])
    if dx * dx + dy * dy < arrival * arrival then
      self.arrived = self.arrived + 1
      self:place(i)
    elseif self.flow_x[tile] == 0 and self.flow_y[tile] == 0 then
      stranded = stranded + 1
    end
  end
  self.stranded = stranded
end

return swarm
