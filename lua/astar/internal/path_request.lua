--- The request of one mover for a path, at a scheduler or a pool.
---
--- A mover calls `ask` when it gets an order, and `take` in each update:
---
---     ask  ------>  in flight  ------>  take returns the answer
---      |                ^
---      | "busy"         | take asks again
---      +---> wish ------+
---
--- Invariant: at most one request is in flight. A new order cancels it. But orders that come faster
--- than answers (one per frame, while a mouse button is down) would cancel all of them, and the
--- mover would never move. So a request that has replaced another one is left to end, and the new
--- order is a wish until then. The mover follows the answer of the old order for so long.

local check = require((...):gsub("path_request$", "check"))

local PathRequest = {}
PathRequest.__index = PathRequest

-- A PathRequest has these fields:
--
--   paths, grid   the scheduler or the pool, and its grid
--   request       the request in flight, or nil
--   replaces      true: this request has replaced another one that was in flight
--   x, y, rules, options    the goal and the query of the last `ask`
--   is_wish       true: it could not be requested yet

--- Whether two tables of options are equal; nil counts as an empty one.
local function is_same(a, b)
  a, b = a or {}, b or {}
  for name, value in pairs(a) do
    if b[name] ~= value then return false end
  end
  for name in pairs(b) do
    if a[name] == nil then return false end
  end
  return true
end

--- Asks for the path of an order from (x1, y1) to (x2, y2). `options`, which are kept, are those of
--- a search. Raises an error, and changes nothing, when they are not valid.
function PathRequest:ask(x1, y1, x2, y2, rules, options)
  local last = self.request
  local is_repeated = last and self.x == x2 and self.y == y2 and self.rules == rules and
    is_same(self.options, options)
  if is_repeated then
    return
  elseif last and (self.replaces or last.state ~= "running") then
    self.grid:find_path(x1, y1, x1, y1, rules, options) -- only checks the options
    self.is_wish = true
  else
    self.request = self.paths:find_path(x1, y1, x2, y2, rules, options)
    self.is_wish, self.replaces = not self.request, last ~= nil
    if last then last:cancel() end
  end
  self.x, self.y, self.rules, self.options = x2, y2, rules, options
end

--- Takes the answer when it has come: a path and nil, or nil and the reason; and whether it answers
--- the last `ask`. Returns nil and nil before that. Requests a wish, from tile (x1, y1).
function PathRequest:take(x1, y1)
  local request, is_last, path, reason = self.request, not self.is_wish, nil, nil
  if request and request.state ~= "running" then
    path, reason = request:result()
    self.request = nil
  end
  if self.is_wish and not self.request then
    self.request = self.paths:find_path(x1, y1, self.x, self.y, self.rules, self.options)
    self.is_wish, self.replaces = not self.request, false
  end
  if path then return path, nil, is_last end
  return nil, reason, is_last
end

--- Whether the answer of the last `ask` has not come yet.
function PathRequest:is_open()
  return self.request ~= nil or self.is_wish
end

--- Drops the request and the wish.
function PathRequest:cancel()
  if self.request then self.request:cancel() end
  self.request, self.is_wish, self.replaces = nil, false, false
end

local path_request = {}

--- Whether a value answers requests: a scheduler or a pool.
local function is_source(value)
  if getmetatable(value) == "astar.pool" then return true end
  return type(value) == "table" and type(value.find_path) == "function" and
    type(value.pending) == "function"
end

--- The message for an option `paths` that cannot answer requests for a grid; nil when it can.
function path_request.problem(who, grid, paths)
  if paths == nil then return nil end
  if not is_source(paths) then
    return check.expected(who, 'option "paths"', "a scheduler or a pool", paths)
  elseif paths.grid ~= grid then
    return who .. ': option "paths" must search on the grid of the walker'
  end
end

--- Whether a value is a request to a scheduler or a pool: what `paths:await` yields first.
function path_request.is_request(value)
  if getmetatable(value) == "astar.request" then return true end
  return type(value) == "table" and type(value.cancel) == "function" and
    type(value.result) == "function"
end

--- A request that asks for nothing yet.
function path_request.new(paths, grid)
  return setmetatable({ paths = paths, grid = grid, is_wish = false, replaces = false },
    PathRequest)
end

return path_request
