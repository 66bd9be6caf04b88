--- Travelers on a large map that get their paths from a pool. This file draws nothing: main.lua
--- draws.
---
--- Method: the pool has worker threads, each with a replica of the map, which follows all edits by
--- itself. A path is found on the map as it was at the request. One request per traveler is in
--- flight; meanwhile the traveler walks on along the path that it has. When a path comes that does
--- not lead through the tile where the traveler is by then, it stands and requests another one.
---
--- All that the pool needs is in three functions: `new_map` creates it, `ask` requests, and
--- `update` delivers the answers. Without the pool, `ask` searches at once, to compare.
local astar = require "astar"

local travelers = { width = 256, height = 144 }

local speed = 14        -- tiles of cost 1 per second
local patience = 1      -- time from a failed search to the next goal [seconds]
local boulder_time = 1  -- from one falling boulder to the next [seconds]
local max_boulders = 12 -- then the oldest one goes when another one falls

local ground, hill, swamp, wall = ".", ":", "~", "#"
travelers.ground, travelers.wall = ground, wall

-- A step takes time in proportion to its cost.
local cost = { [ground] = 1, [hill] = 2, [swamp] = 4 }
travelers.rules = astar.rules { cost = cost }
local seconds_of = {} -- by terrain: the time of a step of length 1
for terrain, its_cost in pairs(cost) do seconds_of[terrain:byte()] = its_cost / speed end

local Travelers = {}
Travelers.__index = Travelers

--- Creates a random map with travelers.
---@param count integer the number of travelers
---@param seed integer the seed of maps and goals
function travelers.new(count, seed)
  local self = setmetatable({
    random = love.math.newRandomGenerator(seed),
    uses_pool = true,  -- false: finds the paths in the thread of the game, to compare
    has_boulders = true,
    waiting_count = 0, -- requests without an answer
    arrived = 0,       -- travelers that reached a goal
    delay = 0,         -- mean time from a request to its answer [seconds]
  }, Travelers)
  for i = 1, count do self[i] = {} end
  self:new_map()
  return self
end

-- ------------------------------------------------------------------------------ the map

-- The terrain of a random map: winding walls with gaps, hills and swamp.
local function terrain_at(x, y, shift)
  local noise = love.math.noise
  local is_ridge = math.abs(noise(x / 24, y / 24, shift) - 0.5) < 0.03
  if is_ridge and noise(x / 10, y / 10, shift + 50) > 0.35 then return wall end
  local height = noise(x / 30, y / 30, shift + 100)
  return height > 0.62 and hill or height < 0.3 and swamp or ground
end

--- Creates a random map and its pool. The old pool drops its requests.
function Travelers:new_map()
  local shift = self.random:random() * 1000
  self.grid = astar.grid(travelers.width, travelers.height)
  for y = 1, travelers.height do
    for x = 1, travelers.width do self.grid:set(x, y, terrain_at(x, y, shift)) end
  end
  if self.pool then self.pool:close() end
  self.pool = astar.pool(self.grid)
  self.waiting_count, self.boulders, self.next_boulder = 0, {}, boulder_time
  self.edits = {} -- the tiles that were edited since main.lua has drawn them: { x, y, ... }
  for _, traveler in ipairs(self) do self:place(traveler) end
end

--- Edits the map. All travelers request new paths: another path may be cheaper now.
function Travelers:set(x, y, terrain)
  local before = self.grid:get(x, y)
  if not before or before == terrain:byte() then return end
  self.grid:set(x, y, terrain)
  self.edits[#self.edits + 1], self.edits[#self.edits + 2] = x, y
  for _, traveler in ipairs(self) do traveler.is_outdated = true end
end

function Travelers:is_wall(x, y)
  return self.grid:get(x, y) == wall:byte()
end

-- A boulder of 3 x 3 tiles falls on ground. It is { x, y } of its center.
function Travelers:drop_boulder()
  local boulders = self.boulders
  if #boulders == max_boulders then
    local x, y = unpack(table.remove(boulders, 1))
    self:fill(x, y, ground)
  end
  for _ = 1, 100 do
    local x, y = self:random_tile()
    if self:is_ground(x, y) then
      boulders[#boulders + 1] = { x, y }
      return self:fill(x, y, wall)
    end
  end
end

-- Whether the 3 x 3 tiles around (x, y) are ground.
function Travelers:is_ground(x, y)
  for near_y = y - 1, y + 1 do
    for near_x = x - 1, x + 1 do
      if self.grid:get(near_x, near_y) ~= ground:byte() then return false end
    end
  end
  return true
end

--- Edits the 3 x 3 tiles around (x, y).
function Travelers:fill(x, y, terrain)
  for near_y = y - 1, y + 1 do
    for near_x = x - 1, x + 1 do self:set(near_x, near_y, terrain) end
  end
end

-- ------------------------------------------------------------------- requests and answers

-- Returns a random tile without a wall.
function Travelers:random_tile()
  local x, y
  repeat
    x, y = self.random:random(travelers.width), self.random:random(travelers.height)
  until not self:is_wall(x, y)
  return x, y
end

-- Puts a traveler on a random tile. A traveler is at the center of tile (x, y), or on a step to it
-- from (from_x, from_y): then `left` is more than 0. Without `tiles` it has no path.
function Travelers:place(traveler)
  local x, y = self:random_tile()
  traveler.x, traveler.y, traveler.from_x, traveler.from_y = x, y, x, y
  traveler.left, traveler.step = 0, 1 -- seconds: the rest of the step, the whole step
  traveler.asked, traveler.rest = nil, 0
  self:choose_goal(traveler)
end

-- Gives a traveler a random goal. `update` requests the path.
function Travelers:choose_goal(traveler)
  traveler.goal_x, traveler.goal_y = self:random_tile()
  traveler.tiles, traveler.is_outdated = nil, true
end

-- The index in the path of the tile where the traveler is. nil when that tile is not on the path:
-- the traveler has walked on since the request.
local function index_of(traveler, tiles)
  for i = 1, #tiles, 2 do
    if tiles[i] == traveler.x and tiles[i + 1] == traveler.y then return i end
  end
end

-- Handles an answer: the traveler gets its path, or another goal when no path exists.
function Travelers:receive(traveler, path)
  self.waiting_count = self.waiting_count - 1
  self.delay = self.delay * 0.99 + (love.timer.getTime() - traveler.asked) * 0.01
  traveler.asked = nil
  if not path then
    self:choose_goal(traveler)
    traveler.rest = patience
    return
  end
  local tiles = path:flat()
  traveler.index = index_of(traveler, tiles)
  traveler.tiles = traveler.index and tiles
  -- A traveler without a path stands still, so the next path will begin at its tile.
  traveler.is_outdated = traveler.is_outdated or not traveler.tiles
end

-- Requests the path of a traveler from the pool; or finds it here, to compare.
function Travelers:ask(traveler)
  local x1, y1, x2, y2 = traveler.x, traveler.y, traveler.goal_x, traveler.goal_y
  traveler.asked, traveler.is_outdated = love.timer.getTime(), false
  self.waiting_count = self.waiting_count + 1
  if self.uses_pool then
    self.pool:find_path(x1, y1, x2, y2, travelers.rules, function(path)
      self:receive(traveler, path)
    end)
  else
    self:receive(traveler, (self.grid:find_path(x1, y1, x2, y2, travelers.rules)))
  end
end

-- ------------------------------------------------------------------------------- walking

-- Begins the next step of the path. Returns whether there is one.
function Travelers:begin_step(traveler)
  if not traveler.tiles then return false end
  local x, y = traveler.tiles[traveler.index + 2], traveler.tiles[traveler.index + 3]
  if not x then
    self.arrived = self.arrived + 1
    self:choose_goal(traveler)
    return false
  end
  local seconds = seconds_of[self.grid:get(x, y)]
  if not seconds then return false end -- a wall was built there; a new path is requested
  local dx, dy = x - traveler.x, y - traveler.y
  traveler.step = seconds * math.sqrt(dx * dx + dy * dy)
  traveler.left = traveler.left + traveler.step
  traveler.from_x, traveler.from_y, traveler.x, traveler.y = traveler.x, traveler.y, x, y
  traveler.index = traveler.index + 2
  return true
end

-- Moves a traveler along its path. A part of `dt` that is left at the end of a step counts for the
-- next step, so the speed does not depend on the frame rate.
function Travelers:move(traveler, dt)
  traveler.rest = traveler.rest - dt
  traveler.left = traveler.left - dt
  while traveler.left <= 0 do
    if not self:begin_step(traveler) then
      traveler.left = 0
      return
    end
  end
end

--- Lets time pass: handles the answers that have come, requests paths, moves the travelers.
---@param dt number [seconds]
function Travelers:update(dt)
  self.next_boulder = self.next_boulder - dt
  if self.next_boulder < 0 then
    self.next_boulder = boulder_time
    if self.has_boulders then self:drop_boulder() end
  end
  self.pool:update()
  for _, traveler in ipairs(self) do
    -- One request per traveler at a time. When an edit is made during a search, the next request
    -- follows the answer.
    if traveler.is_outdated and not traveler.asked and traveler.rest <= 0 then
      self:ask(traveler)
    end
    self:move(traveler, dt)
  end
end

return travelers
