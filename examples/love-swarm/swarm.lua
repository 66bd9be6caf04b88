--- Units on one flow field: they walk to the goal, start again at the left side, and keep some
--- distance from each other. This file draws nothing: main.lua draws.
---
--- Method, per frame: for each unit the direction of the flow field at its position and the push of
--- near units are added. The velocity of the unit changes towards this sum. Then the unit moves
--- along x, and along y, each time at most up to a wall. Four times per second crowded tiles get a
--- penalty, and the field is repaired, so that later units take other paths.
---
--- Positions are in tiles: tile (floor(x), floor(y)) contains the point (x, y), so the center of
--- tile (1, 1) is (1.5, 1.5). Invariant: the box of `radius` around a unit contains no wall.

local astar = require "astar"

local floor, min, max, sqrt, abs = math.floor, math.min, math.max, math.sqrt, math.abs

local swarm = { width = 80, height = 44, gate = 3, radius = 0.17 }

local radius = swarm.radius
local margin = radius + 1e-6      -- the least distance of a unit's center from a wall [tiles]
local speed = 5.5                 -- [tiles per second]
local push_range = 0.46           -- units that are nearer to each other push each other [tiles]
local arrival_range = 2.2         -- a unit that is nearer to the goal has arrived [tiles]
local response = 9                -- the rate at which velocities approach their target [1/s]
local penalty_interval = 0.25     -- how often penalties are updated [seconds]

local ground, wall = ("."):byte(), ("#"):byte()
local rules = astar.rules { cost = { ["."] = 1 } }

local Swarm = {}
Swarm.__index = Swarm

-- Tiles are numbered row by row, including a border of walls around the map.
local stride = swarm.width + 2

--- Creates a map with random walls, and units on it.
---@param count integer number of units
---@param seed integer the same seed gives the same walls and units
function swarm.new(count, seed)
  local self = setmetatable({
    random = love.math.newRandomGenerator(seed),
    goal = { x = swarm.width - 6, y = floor(swarm.height / 2) },
    grid = astar.grid(swarm.width, swarm.height, { fill = "." }),
    count = 0, arrived = 0, stranded = 0, spread = true, since_penalties = 0,
    builds = 0,                           -- how often walls have changed
    x = {}, y = {}, vx = {}, vy = {},     -- by unit: position, velocity [tiles per second]
    flow_x = {}, flow_y = {}, solid = {}, -- by tile: direction of the flow, whether it is a wall
    crowd = {}, penalty = {},             -- by tile: mean number of units lately, current penalty
    first = {}, following = {},           -- by tile: its first unit; by unit: the next unit there
  }, Swarm)
  for tile = 0, stride * (swarm.height + 2) - 1 do
    self.flow_x[tile], self.flow_y[tile], self.solid[tile] = 0, 0, true
    self.crowd[tile], self.penalty[tile], self.first[tile] = 0, 0, 0
  end
  self:new_walls()
  self:update_field()
  self:set_count(count)
  -- The first units start anywhere in the left three quarters of the map, later ones in the gate.
  for i = 1, count do self:place(i, floor(swarm.width * 0.75)) end
  return self
end

-- ---------------------------------------------------------------------------- the map

--- Whether a wall may be built on a tile: not near the goal, and not in the gate on the left.
function Swarm:is_free_to_build(x, y)
  local dx, dy = x - self.goal.x, y - self.goal.y
  return x > swarm.gate and max(abs(dx), abs(dy)) > 2 and self.grid:get(x, y) ~= nil
end

--- Builds or removes a wall. The field is repaired in the next `update`.
function Swarm:build(x, y, is_wall)
  if not self:is_free_to_build(x, y) then return end
  self.grid:set(x, y, is_wall and wall or ground)
  self.builds = self.builds + 1
end

--- Replaces all walls by walls across the map, each with some gaps.
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

--- Removes all walls.
function Swarm:clear_walls()
  self.grid:fill(ground)
  self.builds = self.builds + 1
end

--- Moves the goal and removes the walls around it.
function Swarm:set_goal(x, y)
  x, y = max(swarm.gate + 3, min(x, swarm.width - 2)), max(3, min(y, swarm.height - 2))
  self.goal.x, self.goal.y = x, y
  self.grid:fill(ground, x - 2, y - 2, 5, 5)
  self.builds = self.builds + 1
  self.field = nil
end

-- Repairs the field after edits of the map, or creates it for a new goal. Returns whether there was
-- something to do. `grid:revision` grows with each edit, penalties included.
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

-- Copies all directions from the field into tables of numbers, row by row. LuaJIT cannot compile
-- calls of C functions such as `field:next`, so the loops over units read only these tables.
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

-- Gives crowded tiles a penalty, so that later units take other paths. `crowd` is a moving average
-- of the number of units. Penalties are rounded down to halves, so that few of them change.
function Swarm:update_penalties()
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

--- Puts a unit on a random free tile in the columns 1 to `last`; default: the columns of the gate.
function Swarm:place(i, last)
  local x, y
  repeat
    x, y = self.random:random(1, last or swarm.gate), self.random:random(1, swarm.height)
  until not self.solid[y * stride + x]
  self.x[i] = x + margin + self.random:random() * (1 - 2 * margin)
  self.y[i] = y + margin + self.random:random() * (1 - 2 * margin)
  self.vx[i], self.vy[i] = 0, 0
end

--- Sets the number of units. New units start in the gate.
function Swarm:set_count(count)
  for i = self.count + 1, count do self:place(i) end
  self.count = count
end

-- Whether the box around a point contains no wall.
local function is_free(solid, x, y)
  local left, right, upper, lower = floor(x - radius), floor(x + radius),
    floor(y - radius) * stride, floor(y + radius) * stride
  return not (solid[upper + left] or solid[upper + right] or solid[lower + left]
    or solid[lower + right])
end

-- Moves a unit out of a new wall: away from the border of its tile; if its tile is the wall, to the
-- first free tile on the way that `field:way_out` leads; if there is none, back to the gate.
local function free_unit(self, i)
  local xs, ys, solid = self.x, self.y, self.solid
  local x, y = floor(xs[i]), floor(ys[i])
  while x and solid[y * stride + x] do x, y = self.field:way_out(x, y) end
  if x then
    xs[i] = max(x + margin, min(xs[i], x + 1 - margin))
    ys[i] = max(y + margin, min(ys[i], y + 1 - margin))
  else
    self:place(i)
  end
end

-- Lists the units on each tile, as a linked list: `first[tile]` is a unit, `following[unit]` the
-- next unit on the same tile, and 0 is the end.
function Swarm:sort_units()
  local xs, ys, first, following = self.x, self.y, self.first, self.following
  for tile = 0, stride * (swarm.height + 2) - 1 do first[tile] = 0 end
  for i = 1, self.count do
    local tile = floor(ys[i]) * stride + floor(xs[i])
    following[i] = first[tile]
    first[tile] = i
  end
end

-- The push of near units on a unit: the sum of vectors away from each of them, longer for nearer
-- units. Units that are near enough are on the tile of the unit or on the 8 tiles around it.
local function push_of(self, i, x, y, tile)
  local xs, ys, first, following = self.x, self.y, self.first, self.following
  local push_x, push_y = 0, 0
  for row = tile - stride, tile + stride, stride do
    for near = row - 1, row + 1 do
      local other = first[near]
      while other ~= 0 do
        local dx, dy = x - xs[other], y - ys[other]
        local squared = dx * dx + dy * dy
        if squared < push_range * push_range and other ~= i then
          local distance = sqrt(squared) + 1e-6
          local strength = (1 - distance / push_range) / distance
          push_x, push_y = push_x + dx * strength, push_y + dy * strength
        end
        other = following[other]
      end
    end
  end
  return push_x, push_y
end

-- The direction of the flow at a point: interpolated between the four tiles around the point, so
-- that units turn smoothly. Walls count as no flow.
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
  if length < 0.2 then -- the tiles lead in opposite directions: use only the unit's own tile
    tile = floor(y) * stride + floor(x)
    return flow_x[tile], flow_y[tile]
  end
  return dx / length, dy / length
end

-- Moves along one axis, at most up to a wall. `at`: the coordinate on this axis; `cross`: on the
-- other axis. `step`, `cross_step`: by how much the number of a tile changes per tile along both
-- axes. Returns the new coordinate; at a wall also the direction on the other axis that leads past
-- the corner of the wall: -1 or 1, or 0 when both corners of the unit's box touch walls.
local function slide(solid, at, cross, distance, step, cross_step)
  local target = at + distance
  local edge = floor(distance > 0 and target + radius or target - radius)
  local low, high = floor(cross - radius), floor(cross + radius)
  local low_wall = solid[edge * step + low * cross_step]
  local high_wall = solid[edge * step + high * cross_step]
  if not (low_wall or high_wall) then return target end
  -- The unit stops at the wall, and never moves backwards.
  local stop = distance > 0 and max(at, edge - margin) or min(at, edge + 1 + margin)
  return stop, low_wall and high_wall and 0 or low_wall and 1 or -1
end

local function limited(velocity)
  return max(-speed, min(velocity, speed))
end

-- Changes the velocity of a unit and moves it.
local function move_unit(self, i, dt)
  local x, y, solid = self.x[i], self.y[i], self.solid
  local dx, dy = flow_at(self, x, y)
  local push_x, push_y = push_of(self, i, x, y, floor(y) * stride + floor(x))
  local target_vx, target_vy = (dx + push_x) * speed, (dy + push_y) * speed
  local length = sqrt(target_vx * target_vx + target_vy * target_vy)
  if length > speed then
    target_vx, target_vy = target_vx / length * speed, target_vy / length * speed
  end
  local part = min(1, response * dt)
  local vx = self.vx[i] + (target_vx - self.vx[i]) * part
  local vy = self.vy[i] + (target_vy - self.vy[i]) * part
  local across
  x, across = slide(solid, x, y, vx * dt, 1, stride)
  if across then vx, vy = 0, limited(vy + across * speed * part) end
  y, across = slide(solid, y, x, vy * dt, stride, 1)
  if across then vx, vy = limited(vx + across * speed * part), 0 end
  self.x[i], self.y[i], self.vx[i], self.vy[i] = x, y, vx, vy
end

--- Lets time pass.
---@param dt number [seconds]
---@return number seconds spent on the field
---@return number seconds spent on the units
function Swarm:update(dt)
  local clock = love.timer.getTime
  local start = clock()
  self.since_penalties = self.since_penalties + dt
  if self.since_penalties >= penalty_interval then
    self.since_penalties = 0
    self:update_penalties()
  end
  local is_edited = self:update_field()
  local middle = clock()
  for i = 1, is_edited and self.count or 0 do
    if not is_free(self.solid, self.x[i], self.y[i]) then free_unit(self, i) end
  end
  self:sort_units()
  for i = 1, self.count do move_unit(self, i, dt) end
  self:count_arrivals()
  return middle - start, clock() - middle
end

-- Counts the units that have arrived, and puts them back into the gate. Counts the units on tiles
-- from which no path leads to the goal.
function Swarm:count_arrivals()
  local xs, ys, goal = self.x, self.y, self.goal
  local stranded = 0
  for i = 1, self.count do
    local dx, dy = xs[i] - goal.x - 0.5, ys[i] - goal.y - 0.5
    local tile = floor(ys[i]) * stride + floor(xs[i])
    if dx * dx + dy * dy < arrival_range * arrival_range then
      self.arrived = self.arrived + 1
      self:place(i)
    elseif self.flow_x[tile] == 0 and self.flow_y[tile] == 0 then
      stranded = stranded + 1
    end
  end
  self.stranded = stranded
end

return swarm
