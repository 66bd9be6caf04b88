--- Travelers on a large map that get their paths from a thread. This file draws nothing: main.lua
--- draws.
---
--- Method: the thread has a replica of the map. It gets the whole map once as a string, and then
--- each edit as a message. Messages arrive in order, so each path is found on a map with all edits
--- that were made before the request. A request has an id; the answer has the same id. An answer
--- has the path as an array { x1, y1, x2, y2, ... }, because objects of astar cannot be sent to a
--- thread.
local astar = require "astar.loader"

local travelers = { width = 256, height = 144 }

local speed = 14   -- tiles of cost 1 per second
local patience = 1 -- time from a failed search to the next goal [seconds]

local ground, hill, swamp, wall = ".", ":", "~", "#"
travelers.ground, travelers.wall = ground, wall

-- A step takes time in proportion to its cost. The thread gets this table, too: rules cannot be
-- sent to a thread, so the thread creates its own rules.
local options = { cost = { [ground] = 1, [hill] = 2, [swamp] = 4 } }
travelers.rules = astar.rules(options)
local seconds_of = {} -- by terrain: the time of a step of length 1
for terrain, cost in pairs(options.cost) do seconds_of[terrain:byte()] = cost / speed end

local Travelers = {}
Travelers.__index = Travelers

--- Starts the thread, and creates a random map with travelers.
---@param count integer the number of travelers
---@param seed integer the seed of maps and goals
function travelers.new(count, seed)
  local self = setmetatable({
    random = love.math.newRandomGenerator(seed),
    requests = love.thread.newChannel(), answers = love.thread.newChannel(),
    thread = love.thread.newThread "worker.lua",
    uses_thread = true, -- false: finds the paths in the main thread, to compare
    last_id = 0, waiting = {}, waiting_count = 0, arrived = 0, latency = 0,
  }, Travelers)
  self.thread:start(self.requests, self.answers, options, package.path, package.cpath)
  for i = 1, count do self[i] = {} end
  self:new_map()
  return self
end

--- Ends the thread.
function Travelers:quit()
  self.requests:clear()
  self.requests:push { "quit" }
  self.thread:wait()
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

--- Creates a random map, and sends it to the thread.
function Travelers:new_map()
  local shift = self.random:random() * 1000
  self.grid = astar.grid(travelers.width, travelers.height)
  for y = 1, travelers.height do
    for x = 1, travelers.width do self.grid:set(x, y, terrain_at(x, y, shift)) end
  end
  -- Requests for the old map are dropped. `receive` ignores their answers, because `waiting` no
  -- longer has their ids.
  self.requests:clear()
  self.requests:push { "map", self.grid:serialize() }
  self.waiting, self.waiting_count = {}, 0
  for _, traveler in ipairs(self) do self:place(traveler) end
end

--- Edits the map and its replica. All travelers request new paths: another path may be cheaper now.
function Travelers:set(x, y, terrain)
  local before = self.grid:get(x, y)
  if not before or before == terrain:byte() then return end
  self.grid:set(x, y, terrain)
  self.requests:push { "set", x, y, terrain }
  for _, traveler in ipairs(self) do traveler.is_outdated = true end
end

function Travelers:is_wall(x, y)
  return self.grid:get(x, y) == wall:byte()
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
  traveler.id, traveler.rest = nil, 0
  self:choose_goal(traveler)
end

-- Gives a traveler a random goal. `update` requests the path.
function Travelers:choose_goal(traveler)
  traveler.goal_x, traveler.goal_y = self:random_tile()
  traveler.tiles, traveler.is_outdated = nil, true
end

-- The index in the path of the tile where the traveler is. nil when that tile is not on the path:
-- the traveler has walked on while the thread searched.
local function index_of(traveler, tiles)
  for i = 1, #tiles, 2 do
    if tiles[i] == traveler.x and tiles[i + 1] == traveler.y then return i end
  end
end

-- Handles an answer: the traveler gets its path, or another goal when no path exists.
function Travelers:receive(answer)
  local traveler = self.waiting[answer.id]
  if not traveler then return end
  self.waiting[answer.id], self.waiting_count = nil, self.waiting_count - 1
  self.latency = self.latency * 0.99 + (love.timer.getTime() - traveler.asked) * 0.01
  traveler.id = nil
  if answer.reason then
    self:choose_goal(traveler)
    traveler.rest = patience
    return
  end
  traveler.index = index_of(traveler, answer.tiles)
  traveler.tiles = traveler.index and answer.tiles
  -- A traveler without a path stands still, so the next path will begin at its tile.
  traveler.is_outdated = traveler.is_outdated or not traveler.tiles
end

-- Requests the path of a traveler from the thread; or finds it here, to compare.
function Travelers:ask(traveler)
  self.last_id = self.last_id + 1
  traveler.id, traveler.asked, traveler.is_outdated = self.last_id, love.timer.getTime(), false
  self.waiting[traveler.id], self.waiting_count = traveler, self.waiting_count + 1
  if self.uses_thread then
    self.requests:push {
      "find", traveler.id, traveler.x, traveler.y, traveler.goal_x, traveler.goal_y,
    }
    return
  end
  local path, cost = self.grid:find_path(traveler.x, traveler.y, traveler.goal_x,
    traveler.goal_y, travelers.rules)
  self:receive {
    id = traveler.id, tiles = path and path:flat(), reason = not path and cost or nil,
  }
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

--- Lets time pass: handles the answers that have arrived, requests paths, moves the travelers.
---@param dt number [seconds]
function Travelers:update(dt)
  local answer = self.answers:pop()
  while answer do
    self:receive(answer)
    answer = self.answers:pop()
  end
  for _, traveler in ipairs(self) do
    -- One request per traveler at a time. When an edit is made during a search, the next request
    -- follows the answer.
    if traveler.is_outdated and not traveler.id and traveler.rest <= 0 then
      self:ask(traveler)
    end
    self:move(traveler, dt)
  end
end

return travelers
