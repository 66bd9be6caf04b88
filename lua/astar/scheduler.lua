--- Many requests for paths, nearest goals and distance fields, a few expansions per frame.
---
---     local scheduler = require "astar.scheduler"
---     local paths = scheduler.new(grid, { expansions = 2000 })
---     paths:find_path(2, 2, 90, 40, on_foot, function(path, cost)
---       if path then hero:walk(path) end            -- otherwise cost is the reason
---     end)
---     function love.update() paths:update() end
---
--- Its methods are those of `astar.pool`, which searches in threads.
---
--- Method: round robin. Each request for a path has a sliced search. `update` takes the first
--- request of a queue, runs a slice of 64 expansions of its search, and puts it at the end of the
--- queue, until the budget of the update is spent. So a long search does not delay short ones. At
--- most 16 searches exist at a time; other requests wait for one of them to end.
---
---     queue:  [A B C] D E       A runs a slice and goes to the end:  [B C A] D E
---                               B ends:                              [C A D] E
---
--- A nearest goal and a distance field are one slice each, which is not divided.
---
--- Invariant: each request gets the results that the method of the grid returns for the map at the
--- end of the search. After an edit, running searches are stale and start again. A search that
--- starts again for the third time runs to its end in one slice, so that frequent edits cannot
--- delay it without end.
---
--- With a budget of expansions, results arrive in the same updates in every run. A budget of
--- milliseconds depends on the machine.
---
--- Plain Lua. It uses only methods of the grid and its searches.

if (... or ""):find "/" then return require((...):gsub("/", ".")) end
local folder = (... or "astar.scheduler"):gsub("scheduler$", "")
local check = require(folder .. "internal.check")

local huge, max, min = math.huge, math.max, math.min
local unpack = table.unpack or unpack -- luacheck: ignore 143

-- Expansions of one request per slice.
local slice = 64

-- The greatest number of searches at a time: each search has memory of its own.
local max_searches = 16

-- What a slice without expansions takes from the budget, when it has only built derived data
-- [expansions].
local preparation_cost = 2 * slice

-- How often a search may start again because of edits. The next time it runs to its end in one
-- slice.
local max_restarts = 2

-- More expansions than a search can make.
local no_limit = 2 ^ 31 - 1

local Scheduler = {}
Scheduler.__index = Scheduler

-- A request has these fields:
--
--   state                  "running", "done" or "cancelled"
--   _scheduler, _number    whose request it is; its number, counted from 1
--   _method, _query        the method of the grid, and its arguments
--   _search, _expanded     of a path: its sliced search, and how many expansions were counted
--   _restarts              how often edits have made its search stale
--   _results               what the method returned, when the state is "done"
--   _callback, _thread     who gets the results: a function; the coroutine that awaits them
--   _is_polled             true: other code has resumed this coroutine, and will do so again
local Request = {}
Request.__index = Request

-- ------------------------------------------------------------------------------ requests

--- Ends a request: "done" or "cancelled".
local function close(request, state)
  request.state, request._search = state, nil
  request._scheduler._pending = request._scheduler._pending - 1
end

--- Cancels the request: its callback is not called.
function Request:cancel()
  check.self("request:cancel", self, Request, "a request")
  if self.state == "running" then close(self, "cancelled") end
end

--- The results of the grid's method: path and cost, or nil and the reason. Without results nil and
--- "running" or "cancelled".
function Request:result()
  check.self("request:result", self, Request, "a request")
  if self.state ~= "done" then return nil, self.state end
  return unpack(self._results, 1, self._results.n)
end

local function pack(...)
  return { n = select("#", ...), ... }
end

--- Makes up to `count` expansions of the search of a path. Returns how many were made.
local function step(request, grid, count)
  if not request._search then
    request._search, request._expanded = grid:search(unpack(request._query, 1, 6)), 0
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
    request._results = pack(search:path())
  end
  return spent
end

--- Finds the path to the nearest goal. Returns how many expansions were made: at least as many as
--- may have been made when there is no path.
local function find_nearest(request, grid)
  request._results = pack(grid:find_nearest(unpack(request._query, 1, 5)))
  local path = request._results[1]
  return max(path and path:expanded() or 0, preparation_cost)
end

--- Computes a distance field. Returns the number of tiles, each of which is expanded once.
local function compute_field(request, grid)
  request._results = pack(grid:distance_field(unpack(request._query, 1, 3)))
  local width, height = grid:size()
  return request._results[1] and width * height or preparation_cost
end

-- By method of the grid: runs a slice of `count` expansions of a request, and returns how many were
-- made. After the last slice the request has `_results`.
local runners = { find_path = step, find_nearest = find_nearest, distance_field = compute_field }

--- Delivers the results to the callback and to the waiting coroutine.
local function deliver(request)
  if request._callback then request._callback(request:result()) end
  local thread = request._thread
  if thread and not request._is_polled and coroutine.status(thread) == "suspended" then
    local ok, message = coroutine.resume(thread)
    if not ok then
      if type(message) == "string" then message = debug.traceback(thread, message) end
      error(message, 0)
    end
  end
end

-- ------------------------------------------------------------------------------- checks

local function check_scheduler(method, self)
  local who = "scheduler:" .. method
  if getmetatable(self) ~= Scheduler then
    error(check.called_on(who, "a scheduler", self), 3)
  elseif self._is_closed then
    error(who .. ": the scheduler was closed", 3)
  end
  return who
end

--- Raises the error that a method of the grid raises for these arguments, which make it return
--- without a search.
local function check_query(who, grid, method, ...)
  local ok, message = pcall(grid[method], grid, ...)
  if not ok then error((tostring(message):gsub("^grid:[%l_]+", who)), 4) end
end

--- Raises the error that `grid:find_path` would raise for invalid arguments.
local function check_path(who, grid, x1, y1, x2, y2, rules, options)
  for _, argument in ipairs { { "x1", x1 }, { "y1", y1 }, { "x2", x2 }, { "y2", y2 } } do
    if not check.is_integer(argument[2]) then
      error(check.expected(who, argument[1], "an integer", argument[2]), 3)
    end
  end
  check_query(who, grid, "find_path", x1, y1, x1, y1, rules, options)
end

--- The same for `grid:find_nearest`: it checks all arguments before it looks for a goal.
local function check_nearest(who, grid, x, y, goals, rules, options)
  check_query(who, grid, "find_nearest", x, y, {}, rules, options)
  check_query(who, grid, "find_nearest", 0, 0, goals, rules, options)
end

--- The same for `grid:distance_field`: with a goal off the grid it computes nothing.
local function check_field(who, grid, goals, rules, options)
  local list = goals
  if type(goals) == "table" and #goals > 0 then
    list = {}
    for i = 0, #goals do list[i] = goals[i] end -- goals[0] raises
    list[#goals + 1] = { 0, 0 }
  end
  check_query(who, grid, "distance_field", list, rules, options)
end

-- ----------------------------------------------------------------------------- scheduler

-- Requests get copies of tables: the caller may change its own.

local function copy_options(options)
  local own = {}
  for name, value in pairs(options or {}) do own[name] = value end
  return own
end

local function copy_goals(goals)
  local own = {}
  for i = 1, #goals do
    local goal = goals[i]
    own[i] = { goal[1] or goal.x, goal[2] or goal.y, goal[3] or goal.cost }
  end
  return own
end

--- Adds a request to the queue. Returns nil and "busy" when there are `max_pending` already.
local function add_request(self, callback, method, ...)
  if self._pending >= self.max_pending then return nil, "busy" end
  self._count, self._pending = self._count + 1, self._pending + 1
  local request = setmetatable({
    state = "running", _scheduler = self, _number = self._count, _method = method,
    _query = { ... }, _restarts = 0, _callback = callback,
  }, Request)
  local waiting = self._waiting
  waiting.last = waiting.last + 1
  waiting[waiting.last] = request
  return request
end

--- Reads options and callback, of which the options may be left out.
local function read_callback(who, options, callback)
  if type(options) == "function" and callback == nil then options, callback = nil, options end
  if callback ~= nil and type(callback) ~= "function" then
    error(check.expected(who, "callback", "a function", callback), 3)
  end
  return options, callback
end

--- Requests a path. A later `update` calls `callback(path, cost)` with what `grid:find_path`
--- returns. Returns the request; or nil and "busy".
function Scheduler:find_path(x1, y1, x2, y2, rules, options, callback)
  local who = check_scheduler("find_path", self)
  options, callback = read_callback(who, options, callback)
  check_path(who, self.grid, x1, y1, x2, y2, rules, options)
  return add_request(self, callback, "find_path", x1, y1, x2, y2, rules, copy_options(options))
end

--- Requests the path to the nearest of several goals. A later `update` calls
--- `callback(path, cost, index)` with what `grid:find_nearest` returns. Returns the request; or nil
--- and "busy".
function Scheduler:find_nearest(x, y, goals, rules, options, callback)
  local who = check_scheduler("find_nearest", self)
  options, callback = read_callback(who, options, callback)
  check_nearest(who, self.grid, x, y, goals, rules, options)
  return add_request(self, callback, "find_nearest", x, y, copy_goals(goals), rules,
    copy_options(options))
end

--- Requests a distance field. A later `update` calls `callback(field)` or `callback(nil, reason)`
--- with what `grid:distance_field` returns. Returns the request; or nil and "busy".
function Scheduler:distance_field(goals, rules, options, callback)
  local who = check_scheduler("distance_field", self)
  options, callback = read_callback(who, options, callback)
  check_field(who, self.grid, goals, rules, options)
  return add_request(self, callback, "distance_field", copy_goals(goals), rules,
    copy_options(options))
end

--- Requests a path and waits for it; for coroutines. Returns what `grid:find_path` returns; or nil
--- and "busy". The first yield passes the request. The scheduler resumes the coroutine when it has
--- the result. If other code has resumed the coroutine before (as `astar.script` does with its
--- scripts), the coroutine yields again, and the other code must resume it until the scheduler has
--- the result.
function Scheduler:await(x1, y1, x2, y2, rules, options)
  local who = check_scheduler("await", self)
  local thread, is_main = coroutine.running()
  if not thread or is_main then error(who .. ": must be called in a coroutine", 2) end
  check_path(who, self.grid, x1, y1, x2, y2, rules, options)
  local request, reason = add_request(self, nil, "find_path", x1, y1, x2, y2, rules,
    copy_options(options))
  if not request then return nil, reason end
  request._thread = thread
  coroutine.yield(request)
  while request.state == "running" do
    request._is_polled = true
    coroutine.yield()
  end
  return request:result()
end

--- How many requests have no result yet.
function Scheduler:pending()
  check_scheduler("pending", self)
  return self._pending
end

--- Fills the queue of searches from the requests that wait.
local function fill_searches(self)
  local searches, waiting = self._searches, self._waiting
  while #searches < max_searches and waiting.first <= waiting.last do
    searches[#searches + 1] = waiting[waiting.first]
    waiting[waiting.first], waiting.first = nil, waiting.first + 1
  end
end

--- Removes the next request from the queue, among those up to a number, and returns it; nil when
--- there is none.
local function take_next(self, last_number)
  fill_searches(self)
  for i, request in ipairs(self._searches) do
    if request._number <= last_number then return table.remove(self._searches, i) end
  end
end

--- Runs one slice of a request. Returns the number of expansions.
local function run_slice(self, request, count)
  local ok, spent = pcall(runners[request._method], request, self.grid, count)
  if not ok or self._is_closed then request:cancel() end -- its heuristic function did that
  if not ok then error(spent, 0) end
  if request.state ~= "running" then
    return spent
  elseif request._results then
    close(request, "done")
    deliver(request)
  else
    self._searches[#self._searches + 1] = request
  end
  return spent
end

--- Searches until the budget of this update is spent, and delivers the results. An error in a
--- callback is raised here; the other requests continue in the next update.
function Scheduler:update()
  check_scheduler("update", self)
  local left, clock = self.expansions, self.clock
  local deadline = self.milliseconds and clock() + self.milliseconds / 1000
  while left > 0 do
    local request = take_next(self, huge)
    if not request then return end
    if request.state == "running" then
      local spent = run_slice(self, request, min(slice, left))
      left = left - max(spent, 1) -- a result without a search counts as one expansion
      if deadline and clock() >= deadline then return end
    end
  end
end

--- Searches until all requests that were made before the call have results, whatever the budget,
--- and delivers the results. An error in a callback is raised here.
function Scheduler:wait()
  check_scheduler("wait", self)
  local last_number = self._count
  local request = take_next(self, last_number)
  while request do
    if request.state == "running" then run_slice(self, request, no_limit) end
    request = take_next(self, last_number)
  end
end

--- Ends the scheduler: cancels all requests. Other methods raise an error then.
function Scheduler:close()
  check.self("scheduler:close", self, Scheduler, "a scheduler")
  if self._is_closed then return end
  self._is_closed = true
  for request in function() return take_next(self, huge) end do request:cancel() end
end

local scheduler = {}

local option_names = { "clock", "expansions", "max_pending", "milliseconds" }

local function default_clock()
  local love = rawget(_G, "love")
  return love and love.timer and love.timer.getTime or os.clock
end

--- The message for the first invalid option; nil when all are valid.
local function options_problem(who, options)
  local function wrong(name, expected)
    return check.expected(who, ('option "%s"'):format(name), expected, options[name])
  end
  local expansions, milliseconds = options.expansions, options.milliseconds
  local max_pending = options.max_pending
  if expansions ~= nil and not (check.is_integer(expansions) and expansions >= 1) then
    return wrong("expansions", "an integer >= 1")
  elseif max_pending ~= nil and not (check.is_integer(max_pending) and max_pending >= 1) then
    return wrong("max_pending", "an integer >= 1")
  elseif milliseconds ~= nil and not (check.is_finite(milliseconds) and milliseconds >= 0) then
    return wrong("milliseconds", "a number >= 0")
  elseif options.clock ~= nil and type(options.clock) ~= "function" then
    return wrong("clock", "a function")
  end
end

--- A new scheduler of requests on a grid. Budget per update: `expansions` [>= 1, default 2000],
--- `milliseconds` [>= 0], or both. `max_pending`: how many requests may be without a result [>= 1,
--- default: no limit].
function scheduler.new(grid, options)
  local who = "scheduler.new"
  check.object(who, "grid", "an astar grid", grid)
  options = options == nil and {} or options
  check.options(who, options, option_names)
  local problem = options_problem(who, options)
  if problem then error(problem, 2) end
  local milliseconds = options.milliseconds
  return setmetatable({
    grid = grid, clock = options.clock or default_clock(), milliseconds = milliseconds,
    expansions = options.expansions or milliseconds and huge or 2000,
    max_pending = options.max_pending or huge,
    _searches = {}, -- the queue of requests that have a search, the next one first
    _waiting = { first = 1, last = 0 }, -- requests that wait for a place in it, by number
    _count = 0, -- of all requests that were made
    _pending = 0, -- requests without a result
  }, Scheduler)
end

return scheduler --[[@as astar.scheduler]]
