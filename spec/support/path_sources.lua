--- What answers path requests, for tests that must hold for all of it: a pool, and one
--- whose answers come late.

local astar = require "astar"

local path_sources = {}

-- --------------------------------------------------------------------------- late answers

-- Answers requests with grid:find_path, after a number of updates that is chosen per request.
local Late = {}
Late.__index = Late

local LateRequest = {}
LateRequest.__index = LateRequest

function LateRequest:cancel()
  if self.state == "running" then self.state = "cancelled" end
end

function LateRequest:result()
  if self.state ~= "done" then return nil, self.state end
  return self.path, self.cost
end

function Late:find_path(x1, y1, x2, y2, rules, options, callback)
  if type(options) == "function" then options, callback = nil, options end
  if self:pending() >= self.max_pending then return nil, "busy" end
  local request = setmetatable({
    state = "running", updates = self.latency(), callback = callback,
  }, LateRequest)
  request.path, request.cost = self.grid:find_path(x1, y1, x2, y2, rules, options)
  self.list[#self.list + 1] = request
  self.count = self.count + 1
  return request
end

function Late:pending()
  local count = 0
  for _, request in ipairs(self.list) do
    if request.state == "running" then count = count + 1 end
  end
  return count
end

function Late:update()
  local list = self.list
  self.list = {}
  for _, request in ipairs(list) do
    request.updates = request.updates - 1
    if request.state == "running" and request.updates > 0 then
      self.list[#self.list + 1] = request
    elseif request.state == "running" then
      request.state = "done"
      if request.callback then request.callback(request:result()) end
    end
  end
end

--- A source whose answers come after `latency()` updates. `count` is the number of its requests.
function path_sources.late(grid, latency, max_pending)
  return setmetatable({
    grid = grid, latency = latency, list = {}, count = 0, max_pending = max_pending or math.huge,
  }, Late)
end

-- ------------------------------------------------------------------------------- all kinds

--- By name: creates a source for a grid. `random` chooses its options.
path_sources.kinds = {
  pool = function(grid, random)
    return astar.pool(grid, {
      threads = random:pick { 0, 1, 2 }, latency = random:pick { 1, 1, 3 },
      max_pending = random:pick { 1, 1000 },
    })
  end,
  late = function(grid, random)
    return path_sources.late(grid, function() return random:int(1, 4) end, random:pick { 1, 1000 })
  end,
}

--- The names of the kinds, in order.
path_sources.names = { "pool", "late" }

--- Whether the tests of a kind can run; otherwise what is missing.
function path_sources.missing(name)
  if name == "pool" and not astar.pool then return "no pools in this build" end
end

return path_sources
