--- Many path requests, a few expansions in each frame.
---
---     local scheduler = require "astar.scheduler"
---     local paths = scheduler.new(grid, { expansions = 2000 })
---     paths:find_path(2, 2, 90, 40, on_foot, function(path, cost)
---       if path then hero:walk(path) end            -- otherwise cost is the reason
---     end)
---     function love.update() paths:update() end
---
--- Each request is answered as `grid:find_path` would. They take turns, so that a long search
--- does not hold up short ones. When the map is edited, the searches under way are begun anew;
--- one to which this happens for the third time is carried through at once.
---
--- With a budget of expansions the answers come in the same updates in every run.
---
--- Plain Lua; it needs nothing but the methods of the grid and its searches.

local folder = (... or "astar.scheduler"):gsub("scheduler$", "")
local check = require(folder .. "internal.check")

local max, min = math.max, math.min
local unpack = table.unpack or unpack -- luacheck: ignore 143

-- Expansions of one request before the next has its turn.
local turn = 64

-- Searches under way at a time, as each has memory of its own; other requests wait for their
-- first turn.
local most_searches = 16

-- What a turn costs in which the search has only prepared tables of tiles [expansions].
local preparation = 2 * turn

-- How often a search is begun anew before it is carried through at once.
local most_restarts = 2

-- As many expansions as it takes.
local all = 2 ^ 31 - 1

local Scheduler = {}
Scheduler.__index = Scheduler

local Request = {}
Request.__index = Request

-- ------------------------------------------------------------------------------ requests

--- Drops the request: it will not be answered.
function Request:cancel()
  check.self("request:cancel", self, Request, "a path request")
  if self.state == "running" then self.state, self._search = "cancelled", nil end
end

--- The answer, as `grid:find_path` gives it; nil and "running" or "cancelled" without one.
function Request:result()
  check.self("request:result", self, Request, "a path request")
  if self.state ~= "done" then return nil, self.state end
  return self._path, self._cost
end

--- Makes up to `count` expansions. The answer is in `_path` and `_cost` when the state is "done".
local function step(request, grid, count)
  if not request._search then
    request._search, request._expanded = grid:search(unpack(request._query)), 0
    if request._restarts > most_restarts then count = all end
  end
  local search = request._search
  local outcome = search:step(count)
  local spent = search:expanded() - request._expanded
  request._expanded = request._expanded + spent
  if outcome == "stale" then
    request._search, request._restarts = nil, request._restarts + 1
  elseif outcome == "running" and spent == 0 then
    spent = preparation
  elseif outcome ~= "running" then
    request.state, request._search = "done", nil
    request._path, request._cost = search:path()
  end
  return spent
end

--- Tells the answer to who waits for it.
local function tell(request)
  if request._callback then request._callback(request._path, request._cost) end
  local thread = request._thread
  if thread and not request._is_polled and coroutine.status(thread) == "suspended" then
    local ok, message = coroutine.resume(thread)
    if not ok then
      if type(message) == "string" then message = debug.traceback(thread, message) end
      error(message, 0)
    end
  end
end

-- ----------------------------------------------------------------------------- scheduler

--- Raises the error that `grid:find_path` would raise for a request.
local function check_request(who, grid, x1, y1, x2, y2, rules, options)
  for _, argument in ipairs { { "x1", x1 }, { "y1", y1 }, { "x2", x2 }, { "y2", y2 } } do
    if not check.is_integer(argument[2]) then
      error(check.expected(who, argument[1], "an integer", argument[2]), 3)
    end
  end
  -- From a tile to itself nothing is searched, and nothing derived from the map.
  local ok, message = pcall(grid.find_path, grid, x1, y1, x1, y1, rules, options)
  if not ok then error((tostring(message):gsub("^grid:find_path", who)), 3) end
end

local function request_path(self, x1, y1, x2, y2, rules, options)
  local own = {} -- the caller's may change
  for name, value in pairs(options or {}) do own[name] = value end
  local request = setmetatable({
    state = "running", _query = { x1, y1, x2, y2, rules, own }, _restarts = 0,
  }, Request)
  self._waiting[#self._waiting + 1] = request
  return request
end

--- Asks for a path. `callback(path, cost)` is called from an `update` to come, with what
--- `grid:find_path` returns.
function Scheduler:find_path(x1, y1, x2, y2, rules, options, callback)
  local who = "scheduler:find_path"
  check.self(who, self, Scheduler, "a scheduler")
  if type(options) == "function" and callback == nil then options, callback = nil, options end
  if callback ~= nil and type(callback) ~= "function" then
    error(check.expected(who, "callback", "a function", callback), 2)
  end
  check_request(who, self.grid, x1, y1, x2, y2, rules, options)
  local request = request_path(self, x1, y1, x2, y2, rules, options)
  request._callback = callback
  return request
end

--- Asks for a path and waits for it: for coroutines. The scheduler resumes the coroutine when
--- there is an answer, unless somebody else resumes it in the meantime (as `astar.script` does
--- with its scripts): then it waits until that one resumes it again.
function Scheduler:await(x1, y1, x2, y2, rules, options)
  local who = "scheduler:await"
  check.self(who, self, Scheduler, "a scheduler")
  local thread, is_main = coroutine.running()
  if not thread or is_main then error(who .. ": must be called in a coroutine", 2) end
  check_request(who, self.grid, x1, y1, x2, y2, rules, options)
  local request = request_path(self, x1, y1, x2, y2, rules, options)
  request._thread = thread
  coroutine.yield()
  while request.state == "running" do
    request._is_polled = true
    coroutine.yield()
  end
  return request._path, request._cost
end

--- How many requests are to be answered yet.
function Scheduler:pending()
  check.self("scheduler:pending", self, Scheduler, "a scheduler")
  local count = 0
  for _, list in ipairs { self._searches, self._waiting } do
    for _, request in ipairs(list) do
      if request.state == "running" then count = count + 1 end
    end
  end
  return count
end

--- The next request that has a turn, taken out of the queue; nil when there is none.
local function take_next(self)
  local searches, waiting = self._searches, self._waiting
  while #searches < most_searches and #waiting > 0 do
    searches[#searches + 1] = table.remove(waiting, 1)
  end
  return table.remove(searches, 1)
end

--- Gives one request its turn; the expansions that it made.
local function give_turn(self, request, count)
  local ok, spent = pcall(step, request, self.grid, count)
  if not ok then
    request.state = "cancelled" -- by an error in its heuristic function
    error(spent, 0)
  end
  if request.state == "running" then
    self._searches[#self._searches + 1] = request
  else
    tell(request)
  end
  return spent
end

--- Searches until the budget of this update is spent; calls back with the answers. An error in a
--- callback comes out of it; the other requests go on in the next update.
function Scheduler:update()
  check.self("scheduler:update", self, Scheduler, "a scheduler")
  local left, clock = self.expansions, self.clock
  local deadline = self.milliseconds and clock() + self.milliseconds / 1000
  while left > 0 do
    local request = take_next(self)
    if not request then return end
    if request.state == "running" then
      local spent = give_turn(self, request, min(turn, left))
      left = left - max(spent, 1) -- also an answer without a search has its price
      if deadline and clock() >= deadline then return end
    end
  end
end

local scheduler = {}

local option_names = { "clock", "expansions", "milliseconds" }

local function default_clock()
  local love = rawget(_G, "love")
  return love and love.timer and love.timer.getTime or os.clock
end

--- A scheduler of path requests on a grid.
function scheduler.new(grid, options)
  local who = "scheduler.new"
  check.object(who, "grid", "an astar grid", grid)
  options = options == nil and {} or options
  check.options(who, options, option_names)
  local expansions, milliseconds = options.expansions, options.milliseconds
  if expansions ~= nil and not (check.is_integer(expansions) and expansions >= 1) then
    error(check.expected(who, 'option "expansions"', "an integer >= 1", expansions), 2)
  elseif milliseconds ~= nil and not (check.is_finite(milliseconds) and milliseconds >= 0) then
    error(check.expected(who, 'option "milliseconds"', "a number >= 0", milliseconds), 2)
  elseif options.clock ~= nil and type(options.clock) ~= "function" then
    error(check.expected(who, 'option "clock"', "a function", options.clock), 2)
  end
  return setmetatable({
    grid = grid, clock = options.clock or default_clock(), milliseconds = milliseconds,
    expansions = expansions or milliseconds and math.huge or 2000,
    _searches = {}, -- under way, the next one first
    _waiting = {}, -- for their first turn
  }, Scheduler)
end

return scheduler --[[@as astar.scheduler]]
