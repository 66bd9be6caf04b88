--- Shared by the Lua programs of the benchmark: reads the map and the queries, times passes over
--- them, checks the paths. timing.h describes the arguments, the files and the printed lines. Tiles
--- are counted from 1 here.
local here = arg[0]:match("^.*[/\\]") or ""
local build = os.getenv("BUILD") or here .. "../build"
local version = _VERSION == "Lua 5.1" and "lua5.1" or "lua5.4" -- also LuaJIT's _VERSION
package.cpath = ("%s/%s/?.so;%s/bench/%s/?.so;%s")
  :format(build, version, build, version, package.cpath)

local now = require "clock"

local timing = {}

local ENOUGH = 0.1 -- as BENCH_ENOUGH of timing.h
local NO_PATH, ILLEGAL = -1, -2
local SQRT2 = math.sqrt(2)

-- ------------------------------------------------------------------------- reading

--- Reads the map and the queries named on the command line. `rows[y]` has the letters of a row,
--- `costs` the cost of each letter, `cost[y * width + x]` the cost of a tile, 0 for a wall.
function timing.read()
  local b = { kind = arg[1], passes = tonumber(arg[4]), seconds = tonumber(arg[5]) }
  b.name = arg[2]:match("([^/\\]*)%.[^.]*$")
  local lines = io.lines(arg[2])
  lines()
  b.height, b.width = tonumber(lines():match("%d+")), tonumber(lines():match("%d+"))
  b.rows, b.costs, b.cost = {}, {}, {}
  local cost_of = {} -- by byte
  for letter, cost in lines():gmatch("(%S)=(%S+)") do
    b.costs[letter] = tonumber(cost)
    cost_of[letter:byte()] = b.costs[letter]
  end
  lines()
  for i = 1, b.width do b.cost[i] = 0 end -- the array part starts at 1
  for y = 1, b.height do
    local row = lines()
    b.rows[y] = row
    for x = 1, b.width do b.cost[y * b.width + x] = cost_of[row:byte(x)] or 0 end
  end
  b.queries = {}
  for line in io.lines(arg[3]) do
    local x1, y1, x2, y2, edit_x, edit_y, id =
      line:match("^%S+ %S+ %S+ %S+ (%d+) (%d+) (%d+) (%d+) %S+ (%S+) (%S+) (%d+)")
    if x1 then
      b.queries[#b.queries + 1] = {
        x1 = x1 + 1, y1 = y1 + 1, x2 = x2 + 1, y2 = y2 + 1,
        edit_x = edit_x + 1, edit_y = edit_y + 1, id = id,
      }
    end
  end
  return b
end

-- ------------------------------------------------------------------------ checking

local function step_cost(b, x1, y1, x2, y2)
  local dx, dy = math.abs(x2 - x1), math.abs(y2 - y1)
  local width, cost = b.width, b.cost
  if dx > 1 or dy > 1 or dx + dy == 0 then return nil end
  if x2 < 1 or y2 < 1 or x2 > width or y2 > b.height then return nil end
  local entered = cost[y2 * width + x2]
  if entered == 0 then return nil end
  if dx + dy == 1 then return entered end
  local a_is_free, b_is_free = cost[y1 * width + x2] ~= 0, cost[y2 * width + x1] ~= 0
  local is_clear = a_is_free and b_is_free
    or b.kind == "8way-corner" and (a_is_free or b_is_free)
  return is_clear and b.kind ~= "4way" and entered * SQRT2 or nil
end

--- The cost of a path { x1, y1, x2, y2, ... }, summed step by step.
function timing.path_cost(b, q, flat)
  if not flat then return NO_PATH end
  local n = #flat
  if flat[1] ~= q.x1 or flat[2] ~= q.y1 then return ILLEGAL end
  if flat[n - 1] ~= q.x2 or flat[n] ~= q.y2 then return ILLEGAL end
  local sum = 0
  for i = 3, n, 2 do
    local cost = step_cost(b, flat[i - 2], flat[i - 1], flat[i], flat[i + 1])
    if not cost then return ILLEGAL end
    sum = sum + cost
  end
  return sum
end

--- The same with a wall on the tile of the edit.
local function judge(b, q, flat)
  if b.kind ~= "edit" then return timing.path_cost(b, q, flat) end
  local tile = q.edit_y * b.width + q.edit_x
  local kept = b.cost[tile]
  b.cost[tile] = 0
  local cost = timing.path_cost(b, q, flat)
  b.cost[tile] = kept
  return cost
end

-- -------------------------------------------------------------------------- timing

--- Prints one line of results; `what` is the number of a query, or the name of another measurement.
function timing.print(b, peer, what, value, cost)
  print(("%s,%s,%s,%s,%.4f,%.6f"):format(b.kind, b.name, peer, what, value, cost or 0))
end

--- Whether another pass follows after `pass` passes. They began at `start`, and their queries took
--- `spent` [us].
function timing.goes_on(b, pass, start, spent)
  if pass < b.passes then return spent < b.seconds * 1e6 end
  return now() - start < ENOUGH * 1e6
end

--- Repeats passes over all queries, keeps the best time of each query and checks its cost.
--- `trial(q, judges)` runs one query and returns its microseconds and, if `judges`, its cost; nil
--- when there is nothing to do. The time of checks does not count.
function timing.run_trials(b, peer, trial)
  local best, cost, done = {}, {}, 0
  local start, spent, pass = now(), 0, 0
  b.reached = 0 -- tiles of all fields that were checked
  while timing.goes_on(b, pass, start, spent) do
    for i, q in ipairs(b.queries) do
      if spent > b.seconds * 1e6 then break end
      local time, its_cost = trial(q, not best[i])
      if time and not best[i] then
        best[i], cost[i], done = time, its_cost, done + 1
      elseif time and time < best[i] then
        best[i] = time
      end
      spent = spent + (time or 0)
    end
    pass = pass + 1
  end
  for i, q in ipairs(b.queries) do
    if best[i] then timing.print(b, peer, q.id, best[i], cost[i]) end
  end
  if b.reached > 0 then timing.print(b, peer, "tiles", b.reached / done) end
end

--- The same for a peer that finds paths. `search(x1, y1, x2, y2)` returns a path, or nil;
--- `flat(path)` converts it to { x1, y1, x2, y2, ... } for the check; `edit(x, y, blocked)` blocks
--- or frees a tile.
function timing.run(b, peer, search, flat, edit)
  local edits = b.kind == "edit"
  timing.run_trials(b, peer, function(q, judges)
    local x1, y1, x2, y2 = q.x1, q.y1, q.x2, q.y2
    local begun = now()
    if edits then edit(q.edit_x, q.edit_y, true) end
    local path = search(x1, y1, x2, y2)
    local time = now() - begun
    if edits then edit(q.edit_x, q.edit_y, false) end
    return time, judges and judge(b, q, path and flat(path))
  end)
end

--- Whole passes without a clock inside, so that they include the garbage collection that they
--- cause: prints the mean time of a query in the best pass, as the query "pass".
function timing.run_whole(b, peer, search)
  if b.kind == "edit" then return end
  local best = math.huge
  local start, pass = now(), 0
  while timing.goes_on(b, pass, start, now() - start) do
    local begun = now()
    for _, q in ipairs(b.queries) do search(q.x1, q.y1, q.x2, q.y2) end
    best = math.min(best, (now() - begun) / #b.queries)
    pass = pass + 1
  end
  timing.print(b, peer, "pass", best)
end

timing.now, timing.ILLEGAL = now, ILLEGAL
return timing
