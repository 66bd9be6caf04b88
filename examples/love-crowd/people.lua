--- The people of the town: units of a crowd. They go about their business until the user gives them
--- an order, and again when the user dismisses them.

local astar = require "astar"
local town_map = require "town"

local people = {}

-- Costs per terrain. Terrain changes the path, not the speed: people prefer paving to grass, and do
-- not trample down crops where another way is not much longer.
local on_foot = astar.rules { cost = { ["."] = 1, [":"] = 1, [","] = 1.4, ['"'] = 2 } }
local by_wagon = astar.rules { cost = { ["."] = 1, [","] = 2, ['"'] = 4 }, size = 2 }

local near = 20 -- how far away places that are near are, at most [tiles]

--- The kinds of people: speed [tiles per second], color, and where they have business: the chances
--- that the next place is a square, a field, or any place in the town; otherwise it is near. There
--- they rest for `rest` seconds on average.
people.kinds = {
  { name = "walkers", one = "walker", count = 1450, rules = on_foot, size = 1, speed = 2.5,
    color = { 0.32, 0.54, 0.88 }, squares = 0.02, fields = 0.01, town = 0.02, rest = 17 },
  { name = "runners", one = "runner", count = 450, rules = on_foot, size = 1, speed = 4.5,
    color = { 0.74, 0.40, 0.88 }, squares = 0.05, fields = 0.04, town = 0.05, rest = 17 },
  { name = "wagons", one = "wagon", count = 100, rules = by_wagon, size = 2, speed = 1.8,
    color = { 0.22, 0.70, 0.62 }, squares = 0.01, fields = 0.04, town = 0.01, rest = 68 },
}

local People = {}
People.__index = People

---@param town table the map
---@param crowd astar.Crowd
---@param seed integer
function people.new(town, crowd, seed)
  local self = setmetatable({
    town = town, crowd = crowd,
    random = love.math.newRandomGenerator(seed),
    time = 0,                     -- [seconds]
    kind_of = {},                 -- by unit
    order_of = {},                -- by unit: the user's order, or nil
    rests_until = {},             -- by unit: when its next errand begins [seconds]
    moving = 0, waiting = 0,      -- how many units step, and how many have to wait, lately
    since_count = math.huge,
  }, People)
  for _, kind in ipairs(people.kinds) do
    for _ = 1, kind.count do self:add(kind) end
  end
  self:read_positions()
  return self
end

-- Adds a unit at a random place where it can stand.
function People:add(kind)
  local unit
  repeat
    local x, y = self.town:tile_anywhere()
    unit = self:can_reach(kind, x, y) and self.crowd:add(x, y, kind.rules, {
      speed = kind.speed, turn_rate = 9, facing = self.random:random() * 2 * math.pi,
    })
  until unit
  self.kind_of[unit] = kind
  self.rests_until[unit] = self.random:random() * 8
end

-- Whether a unit gets from the market to a tile.
function People:can_reach(kind, x, y)
  local market = self.town.squares[1]
  return self.town.grid:is_reachable(market.x, market.y, x, y, kind.rules)
end

-- A random tile where a kind of people has business; `x`, `y`: where such a unit is.
function People:place_for(kind, x, y)
  local town, random, chance = self.town, self.random, self.random:random()
  if chance < kind.squares then
    return town:tile_in(town.squares[random:random(#town.squares)])
  elseif chance < kind.squares + kind.fields then
    return town:tile_in(town.fields[random:random(#town.fields)])
  elseif chance < kind.squares + kind.fields + kind.town then
    return town:tile_inside()
  end
  local near_x, near_y
  repeat -- on the same side of the wall
    near_x, near_y = x + random:random(-near, near), y + random:random(-near, near)
  until town_map.is_inside(near_x, near_y) == town_map.is_inside(x, y)
  return near_x, near_y
end

-- Sends a unit to a random place. Where there is no way, it rests and tries again.
function People:give_errand(unit)
  self.rests_until[unit] = math.huge
  for _ = 1, 4 do
    local x, y = self:place_for(self.kind_of[unit], self.crowd:tile(unit))
    if self.crowd:go_to(unit, x, y) then return end
  end
  self:rest(unit)
end

function People:rest(unit)
  self.rests_until[unit] = self.time + self.kind_of[unit].rest * (0.3 + 1.4 * self.random:random())
end

--- Puts units under an order of the user. They get no more errands, and others do not push them
--- aside.
function People:command(units, order)
  for _, unit in ipairs(units) do
    self.order_of[unit] = order
    self.rests_until[unit] = math.huge
    self.crowd:set(unit, { priority = 1 })
  end
end

--- Lets units go about their business again.
function People:dismiss(units)
  for _, unit in ipairs(units) do
    if self.order_of[unit] then
      self.order_of[unit] = nil
      self.crowd:set(unit, { priority = 0 })
      self.crowd:stop(unit)
      self:rest(unit)
    end
  end
end

--- Moves all units.
---@param dt number [seconds]
function People:update(dt)
  self.time = self.time + dt
  self.crowd:update(dt)
  for unit, event in self.crowd:events() do
    local order = self.order_of[unit]
    if order then
      order:note(unit, event)
    else
      self:rest(unit)
    end
  end
  local rests_until, time = self.rests_until, self.time
  for unit = 1, #rests_until do
    if rests_until[unit] <= time then self:give_errand(unit) end
  end
  self.since_count = self.since_count + dt
  if self.since_count > 0.25 then self:count_states() end
  self:read_positions()
end

-- Reads where all units are: `positions[2 * unit - 1]` and `positions[2 * unit]`, in tiles.
function People:read_positions()
  self.positions = self.crowd:positions(self.positions)
  self.greatest = #self.positions / 2
end

function People:count_states()
  local count = { idle = 0, moving = 0, waiting = 0 }
  for unit = 1, self.greatest do
    local state = self.crowd:state(unit)
    count[state] = count[state] + 1
  end
  self.moving, self.waiting, self.since_count = count.moving, count.waiting, 0
end

--- The center of a unit, in tiles: the center of tile (1, 1) is (1, 1).
function People:center(unit)
  local shift = (self.kind_of[unit].size - 1) / 2
  return self.positions[2 * unit - 1] + shift, self.positions[2 * unit] + shift
end

--- The unit whose disc contains a point [tiles], or nil.
function People:at(x, y)
  local tile_x, tile_y = math.floor(x + 0.5), math.floor(y + 0.5)
  for near_y = tile_y - 1, tile_y + 1 do
    for near_x = tile_x - 1, tile_x + 1 do
      local unit = self.crowd:at(town_map.clamp(near_x, near_y))
      if unit then
        local unit_x, unit_y = self:center(unit)
        local dx, dy, size = unit_x - x, unit_y - y, self.kind_of[unit].size
        if dx * dx + dy * dy < size * size / 4 then return unit end
      end
    end
  end
  return nil
end

return people
