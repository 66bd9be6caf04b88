--- Travellers on a large map that get their paths from a thread. Nothing here draws.
---
--- The thread has a copy of the map: it gets the whole once, and then every edit. A request has
--- an id, by which its answer is known; an answer is the path as an array { x1, y1, x2, y2, ... }.
local astar = require "astar.loader"

local travellers = { width = 256, height = 144 }

local speed = 14   -- tiles of cost 1 a second
local patience = 1 -- seconds from "no way" to the next goal

local ground, hill, swamp, wall = ".", ":", "~", "#"
travellers.ground, travellers.wall = ground, wall

-- The costs of steps are what they take. This table goes to the thread, too, which makes rules
-- of its own.
local options = { cost = { [ground] = 1, [hill] = 2, [swamp] = 4 } }
travellers.rules = astar.rules(options)
local seconds_of = {} -- for a step of length 1, by terrain
for terrain, cost in pairs(options.cost) do seconds_of[terrain:byte()] = cost / speed end

local Travellers = {}
Travellers.__index = Travellers

---@param count integer
---@param seed integer
function travellers.new(count, seed)
  local self = setmetatable({
    random = love.math.newRandomGenerator(seed),
    requests = love.thread.newChannel(), answers = love.thread.newChannel(),
    thread = love.thread.newThread "worker.lua",
    uses_thread = true, -- or finds paths itself, to compare
    last_id = 0, waiting = {}, waiting_count = 0, arrived = 0, latency = 0,
  }, Travellers)
  self.thread:start(self.requests, self.answers, options, package.path, package.cpath)
  for i = 1, count do self[i] = {} end
  self:new_map()
  return self
end

--- Ends the thread.
function Travellers:quit()
  self.requests:clear()
  self.requests:push { "quit" }
  self.thread:wait()
end

-- ------------------------------------------------------------------------------ the map

-- Winding walls with gaps, hills and swamp.
local function terrain_at(x, y, shift)
  local noise = love.math.noise
  local is_ridge = math.abs(noise(x / 24, y / 24, shift) - 0.5) < 0.03
  if is_ridge and noise(x / 10, y / 10, shift + 50) > 0.35 then return wall end
  local height = noise(x / 30, y / 30, shift + 100)
  return height > 0.62 and hill or height < 0.3 and swamp or ground
end

function Travellers:new_map()
  local shift = self.random:random() * 1000
  self.grid = astar.grid(travellers.width, travellers.height)
  for y = 1, travellers.height do
    for x = 1, travellers.width do self.grid:set(x, y, terrain_at(x, y, shift)) end
  end
  -- What was asked about the old map is of no use any more: answers to it are not waited for.
  self.requests:clear()
  self.requests:push { "map", self.grid:serialize() }
  self.waiting, self.waiting_count = {}, 0
  for _, traveller in ipairs(self) do self:place(traveller) end
end

--- Edits both maps. Every path may be a better one now.
function Travellers:set(x, y, terrain)
  local before = self.grid:get(x, y)
  if not before or before == terrain:byte() then return end
  self.grid:set(x, y, terrain)
  self.requests:push { "set", x, y, terrain }
  for _, traveller in ipairs(self) do traveller.is_outdated = true end
end

function Travellers:is_wall(x, y)
  return self.grid:get(x, y) == wall:byte()
end

-- ------------------------------------------------------------------- requests and answers

function Travellers:random_tile()
  local x, y
  repeat
    x, y = self.random:random(travellers.width), self.random:random(travellers.height)
  until not self:is_wall(x, y)
  return x, y
end

-- Puts a traveller somewhere. It is in a tile, or on its way to it from the one before: then
-- `left` is more than 0. Without `tiles` it has no path.
function Travellers:place(traveller)
  local x, y = self:random_tile()
  traveller.x, traveller.y, traveller.from_x, traveller.from_y = x, y, x, y
  traveller.left, traveller.step = 0, 1 -- seconds to the middle of the tile, and of the whole step
  traveller.id, traveller.rest = nil, 0
  self:choose_goal(traveller)
end

function Travellers:choose_goal(traveller)
  traveller.goal_x, traveller.goal_y = self:random_tile()
  traveller.tiles, traveller.is_outdated = nil, true
end

-- Where the path goes on from the tile where the traveller is, or nil: it walked on while the
-- answer was under way, and may have left the path.
local function index_of(traveller, tiles)
  for i = 1, #tiles, 2 do
    if tiles[i] == traveller.x and tiles[i + 1] == traveller.y then return i end
  end
end

function Travellers:receive(answer)
  local traveller = self.waiting[answer.id]
  if not traveller then return end
  self.waiting[answer.id], self.waiting_count = nil, self.waiting_count - 1
  self.latency = self.latency * 0.99 + (love.timer.getTime() - traveller.asked) * 0.01
  traveller.id = nil
  if answer.reason then
    self:choose_goal(traveller)
    traveller.rest = patience
    return
  end
  traveller.index = index_of(traveller, answer.tiles)
  traveller.tiles = traveller.index and answer.tiles
  -- Without a path it stays where it is: the next one begins there.
  traveller.is_outdated = traveller.is_outdated or not traveller.tiles
end

function Travellers:ask(traveller)
  self.last_id = self.last_id + 1
  traveller.id, traveller.asked, traveller.is_outdated = self.last_id, love.timer.getTime(), false
  self.waiting[traveller.id], self.waiting_count = traveller, self.waiting_count + 1
  if self.uses_thread then
    self.requests:push {
      "find", traveller.id, traveller.x, traveller.y, traveller.goal_x, traveller.goal_y,
    }
    return
  end
  local path, cost = self.grid:find_path(traveller.x, traveller.y, traveller.goal_x,
    traveller.goal_y, travellers.rules)
  self:receive {
    id = traveller.id, tiles = path and path:flat(), reason = not path and cost or nil,
  }
end

-- ------------------------------------------------------------------------------- walking

-- Begins the next step of the path; whether there is one.
function Travellers:begin_step(traveller)
  if not traveller.tiles then return false end
  local x, y = traveller.tiles[traveller.index + 2], traveller.tiles[traveller.index + 3]
  if not x then
    self.arrived = self.arrived + 1
    self:choose_goal(traveller)
    return false
  end
  local seconds = seconds_of[self.grid:get(x, y)]
  if not seconds then return false end -- a wall was built; a new path is under way
  local dx, dy = x - traveller.x, y - traveller.y
  traveller.step = seconds * math.sqrt(dx * dx + dy * dy)
  traveller.left = traveller.left + traveller.step
  traveller.from_x, traveller.from_y, traveller.x, traveller.y = traveller.x, traveller.y, x, y
  traveller.index = traveller.index + 2
  return true
end

function Travellers:move(traveller, dt)
  traveller.rest = traveller.rest - dt
  traveller.left = traveller.left - dt
  while traveller.left <= 0 do
    if not self:begin_step(traveller) then
      traveller.left = 0
      return
    end
  end
end

---@param dt number seconds
function Travellers:update(dt)
  local answer = self.answers:pop()
  while answer do
    self:receive(answer)
    answer = self.answers:pop()
  end
  for _, traveller in ipairs(self) do
    -- One request at a time: edits in the meantime make it ask again when it is answered.
    if traveller.is_outdated and not traveller.id and traveller.rest <= 0 then
      self:ask(traveller)
    end
    self:move(traveller, dt)
  end
end

return travellers
