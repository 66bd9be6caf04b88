--- Many path requests, a few expansions per frame.
---
---     local scheduler = require "astar.scheduler"
---     local paths = scheduler.new(grid, { expansions = 2000 })
---     paths:find_path(2, 2, 90, 40, on_foot, function(path, cost)
---       if path then hero:walk(path) end            -- otherwise cost is the reason
---     end)
---     function love.update() paths:update() end
---
--- Method: round robin. Each request has a sliced search. `update` takes the first request of a
--- queue, runs a slice of 64 expansions of its search, and puts it at the end of the queue, until
--- the budget of the update is spent. So a long search does not delay short ones. At most 16
--- searches exist at a time; other requests wait for one of them to end.
---
---     queue:  [A B C] D E       A runs a slice and goes to the end:  [B C A] D E
---                               B ends:                              [C A D] E
---
--- Invariant: each request gets the result that `grid:find_path` returns for the map at the end of
--- the search. After an edit, running searches are stale and start again. A search that starts
--- again for the third time runs to its end in one slice, so that frequent edits cannot delay it
--- without end.
---
--- With a budget of expansions, results arrive in the same updates in every run. A budget of
--- milliseconds depends on the machine.
---
--- Plain Lua. It uses only methods of the grid and its searches.

local folder = (... or "astar.scheduler"):gsub("scheduler$", "")
local check = require(folder .. "internal.check")

local max, min = math.max, math.min
local unpack = table.unpack or unpack -- luacheck: ignore 143

-- Expansions of one request per slice.
local slice = 64

-- The greatest number of searches at a time: each search has memory of its own.
local max_searches = 16

-- What a slice without expansions takes from the budget, when the search has only built derived
-- data in it [expansions].
local preparation_cost = 2 * slice

-- How often a search may start again because of edits. The next time it runs to its end in one
-- slice.
local max_restarts = 2

-- More expansions than a search can make.
local no_limit = 2 ^ 31 - 1

local Scheduler = {}
Scheduler.__index = Scheduler

local Request = {}
Request.__index = Request

-- ------------------------------------------------------------------------------ requests

--- Cancels the request: its callback is not called.
function Request:cancel()
  check.self("request:cancel", self, Request, "a path request")
  if self.state == "running" then self.state, self._search = "cancelled", nil end
end

--- The result of `grid:find_path`: path and cost, or nil and the reason. Without a result nil and
--- "running" or "cancelled".
function Request:result()
  check.self("request:result", self, Request, "a path request")
  if self.state ~= "done" then return nil, self.state end
  return self._path, self._cost
end

--- Makes up to `count` expansions and returns how many were made. When the state is "done", the
--- result is in `_path` and `_cost`.
local function step(request, grid, count)
  if not request._search then
    request._search, request._expanded = grid:search(unpack(request._query)), 0
    if request._restarts > max_restarts then count = no_limit end
  end
  local search = request._search
  local outcome = search:step(count)
  local spent = search:expanded() - request._expanded
  request._expanded = request._expanded + spent
  if outcome == "stale" then
    request._search, request._restarts = nil, request._restarts + 1
  elseif outcome == "running" and spent == 0 then
    spent = preparation_cost
  elseif outcome ~= "running" then
    request.state, request._search = "done", nil
    request._path, request._cost = search:path()
  end
  return spent
end

--- Delivers the result to the callback and to the waiting coroutine.
local function deliver(request)
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

--- Raises the error that `grid:find_path` would raise for invalid arguments.
local function check_request(who, grid, x1, y1, x2, y2, rules, options)
  for _, argument in ipairs { { "x1", x1 }, { "y1", y1 }, { "x2", x2 }, { "y2", y2 } } do
    if not check.is_integer(argument[2]) then
      error(check.expected(who, argument[1], "an integer", argument[2]), 3)
    end
  end
  -- A query from a tile to itself checks the arguments, but searches nothing and derives nothing.
  local ok, message = pcall(grid.find_path, grid, x1, y1, x1, y1, rules, options)
  if not ok then error((tostring(message):gsub("^grid:find_path", who)), 3) end
end

local function request_path(self, x1, y1, x2, y2, rules, options)
  local own = {} -- a copy: the caller may change the table
  for name, value in pairs(options or {}) do own[name] = value end
  local request = setmetatable({
    state = "running", _query = { x1, y1, x2, y2, rules, own }, _restarts = 0,
  }, Request)
  self._waiting[#self._waiting + 1] = request
  return request
end

--- Requests a path. A later `update` calls `callback(path, cost)` with what `grid:find_path`
--- returns. Returns the request.
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

--- Requests a path and waits for it; for coroutines. Returns what `grid:find_path` returns. The
--- scheduler resumes the coroutine when it has the result. If other code has resumed the coroutine
--- before (as `astar.script` does with its scripts), the coroutine yields again, and the other code
--- must resume it until the scheduler has the result.
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

--- How many requests have no result yet.
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

--- Removes the next request from the queue and returns it; nil when the queue is empty.
local function take_next(self)
  local searches, waiting = self._searches, self._waiting
  while #searches < max_searches and #waiting > 0 do
    searches[#searches + 1] = table.remove(waiting, 1)
  end
  return table.remove(searches, 1)
end

--- Runs one slice of a request. Returns the number of expansions.
local function run_slice(self, request, count)
  local ok, spent = pcall(step, request, self.grid, count)
  if not ok then
    request.state = "cancelled" -- the heuristic function of the request raised an error
    error(spent, 0)
  end
  if request.state == "running" then
    self._searches[#self._searches + 1] = request
  else
    deliver(request)
  end
  return spent
end

--- Searches until the budget of this update is spent, and delivers the results. An error in a
--- callback is raised here; the other requests continue in the next update.
function Scheduler:update()
  check.self("scheduler:update", self, Scheduler, "a scheduler")
  local left, clock = self.expansions, self.clock
  local deadline = self.milliseconds and clock() + self.milliseconds / 1000
  while left > 0 do
    local request = take_next(self)
    if not request then return end
    if request.state == "running" then
      local spent = run_slice(self, request, min(slice, left))
      left = left - max(spent, 1) -- a result without a search counts as one expansion
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

--- A new scheduler of path requests on a grid. Budget per update: `expansions` [>= 1, default
--- 2000], `milliseconds` [>= 0], or both.
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
    _searches = {}, -- the queue of requests that have a search, the next one first
    _waiting = {}, -- requests that wait for a place in the queue
  }, Scheduler)
end

return scheduler --[[@as astar.scheduler]]
