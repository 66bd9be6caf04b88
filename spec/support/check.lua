-- Compares all that the library answers to a query with the answers of the oracle.
--
-- A case is { map =, rules = (the oracle's), options =, step_table =, grid =, compiled = (the library's),
-- query =, reach = (oracle.distances, optional) }.

local oracle = require "spec.support.oracle"
local ascii = require "spec.support.ascii"

local check = {}

local function close(a, b, tolerance)
  return math.abs(a - b) <= tolerance * math.max(math.abs(a), math.abs(b))
end

local function ask(case)
  local query, grid, options = case.query, case.grid, ascii.options(case.query)
  if query.many then return grid:find_nearest(query.x, query.y, query.goals, case.compiled, options) end
  local goal = query.goals[1]
  return grid:find_path(query.x, query.y, goal[1], goal[2], case.compiled, options)
end

-- The tiles of a path as { {x, y}, ... }.
function check.tiles(path)
  local tiles = {}
  for i = 1, #path do
    local x, y = path:get(i)
    tiles[i] = { x, y }
  end
  return tiles
end

local function same_tiles(a, b)
  if #a ~= #b then return false end
  for i = 1, #a do
    if a[i][1] ~= b[i][1] or a[i][2] ~= b[i][2] then return false end
  end
  return true
end

local function show(tiles)
  local parts = {}
  for i, tile in ipairs(tiles) do parts[i] = ("(%d,%d)"):format(tile[1], tile[2]) end
  return table.concat(parts, " ")
end

-- ------------------------------------------------------------------------------------ one path

-- All functions that read a path must return the same tiles.
local function check_readers(path, tiles)
  local count = 0
  for i, x, y in path:each() do
    count = count + 1
    if i ~= count or not tiles[i] or tiles[i][1] ~= x or tiles[i][2] ~= y then
      return ("each() gives %s, %s at %s"):format(tostring(x), tostring(y), tostring(i))
    end
  end
  if count ~= #tiles then return ("each() returns %d tiles, #path is %d"):format(count, #tiles) end
  local points, flat = path:points(), path:flat()
  if #points ~= #tiles then return ("points() has %d tiles, #path is %d"):format(#points, #tiles) end
  if #flat ~= 2 * #tiles then return ("flat() has %d numbers for %d tiles"):format(#flat, #tiles) end
  for i, tile in ipairs(tiles) do
    if points[i].x ~= tile[1] or points[i].y ~= tile[2] then return "points() differs from get() at " .. i end
    if flat[2 * i - 1] ~= tile[1] or flat[2 * i] ~= tile[2] then return "flat() differs from get() at " .. i end
  end
end

-- Nil if path:cost(i) is the cost of the first i tiles on the current map: the path was found on it.
-- path:waypoints() keeps the costs of its tiles.
function check.costs(case, path, tiles)
  if path:cost(1) ~= 0 then return ("path:cost(1) is %.17g"):format(path:cost(1)) end
  if path:cost(#path) ~= path:cost() then return "path:cost(#path) differs from path:cost()" end
  if path:cost(0) or path:cost(#path + 1) then return "path:cost() of indexes outside the path is not nil" end
  local sum, costs = 0, {}
  for i, tile in ipairs(tiles) do
    if i > 1 then
      local before = tiles[i - 1]
      sum = sum + oracle.step_cost(case.map, case.rules, before[1], before[2], tile[1], tile[2])
    end
    costs[tile[1] .. "," .. tile[2]] = path:cost(i)
    if not close(sum, path:cost(i), 1e-12) then
      return ("path:cost(%d) is %.17g, the steps sum to %.17g"):format(i, path:cost(i), sum)
    end
  end
  local turns = path:waypoints()
  for i, x, y in turns:each() do
    if turns:cost(i) ~= costs[x .. "," .. y] then return "waypoints() has another cost at " .. i end
  end
end

-- Straight lines between the waypoints must give the path again.
local function check_waypoints(case, path, tiles)
  local turns = path:waypoints()
  local kept = check.tiles(turns)
  if not close(turns:cost(), path:cost(), 1e-12) then return "waypoints() changes the cost" end
  if turns:is_valid() ~= true then return "waypoints() " .. show(kept) .. " are not valid" end
  if case.map.layout ~= "square" then return end -- straight lines of hexes: see path_spec
  local at, drawn = 1, { kept[1] }
  for i = 2, #kept do
    local x, y, to = kept[i - 1][1], kept[i - 1][2], kept[i]
    local dx, dy = to[1] - x, to[2] - y
    local steps = math.max(math.abs(dx), math.abs(dy))
    at = at + 1
    if tiles[at] and tiles[at][1] == to[1] and tiles[at][2] == to[2] then
      drawn[#drawn + 1] = to -- one step, or one jump
    else
      if dx % steps ~= 0 or dy % steps ~= 0 then return "waypoints() " .. show(kept) .. " are not runs" end
      for n = 1, steps do drawn[#drawn + 1] = { x + dx / steps * n, y + dy / steps * n } end
      at = at + steps - 1
    end
  end
  if not same_tiles(drawn, tiles) then return "waypoints() " .. show(kept) .. " are another path" end
  if next(case.map.links) then return end
  for i = 2, #kept - 1 do
    local before, here, after = kept[i - 1], kept[i], kept[i + 1]
    local dx1, dy1, dx2, dy2 =
      here[1] - before[1], here[2] - before[2], after[1] - here[1], after[2] - here[2]
    local n1, n2 = math.max(math.abs(dx1), math.abs(dy1)), math.max(math.abs(dx2), math.abs(dy2))
    local jump = case.options.neighbors ~= nil and case.options.neighbors ~= 4 and case.options.neighbors ~= 8
    if not jump and dx1 / n1 == dx2 / n2 and dy1 / n1 == dy2 / n2 then
      return "waypoints() " .. show(kept) .. " keep a point without a turn"
    end
  end
end

-- Nil if each step of the path is legal now and the steps sum to the cost, otherwise the failure.
function check.path(case, path, cost, x, y)
  local map, rules = case.map, case.rules
  local tiles = check.tiles(path)
  if #tiles < 1 then return "a path without tiles" end
  if tiles[1][1] ~= x or tiles[1][2] ~= y then return "the path does not begin at the start" end
  local failure = check_readers(path, tiles)
  if failure then return failure end
  local walked, bad = oracle.walk_cost(map, rules, tiles)
  if not walked then return ("step %d of the path is not legal"):format(bad) end
  if not close(walked, cost, 1e-12) then return ("the steps of the path sum to %.17g"):format(walked) end
  if path:cost() ~= cost then return ("path:cost() is %.17g"):format(path:cost()) end
  local seen = {}
  for _, tile in ipairs(tiles) do
    local i = map:index(tile[1], tile[2])
    if seen[i] then return "the path crosses itself" end
    seen[i] = true
  end
  failure = check.costs(case, path, tiles)
  if failure then return failure end
  if path:is_valid() ~= true then
    local _, at = path:is_valid()
    return "is_valid() is false at " .. tostring(at)
  end
  return check_waypoints(case, path, tiles)
end

local function check_path(case, path, cost, index)
  local map, rules, query = case.map, case.rules, case.query
  local failure = check.path(case, path, cost, query.x, query.y)
  if failure then return failure end
  local tiles = check.tiles(path)
  local last = tiles[#tiles]
  local steps, nearest = oracle.nearest_goal(map, rules, last[1], last[2], query.goals)
  if query.many and index ~= nearest then
    return ("the index is %s, the nearest goal is %s"):format(tostring(index), tostring(nearest))
  end
  if path:is_partial() ~= (steps > (query.range or 0)) then return "is_partial() is wrong" end
  if not path:is_partial() and #tiles > 1 and not oracle.fits(map, rules, last[1], last[2]) then
    return "the path ends where the mover does not fit"
  end
end

-- -------------------------------------------------------------------------- against the oracle

-- Whether the search must find the cheapest path, by the options of the query.
local function is_exact(query)
  if query.algorithm == "dijkstra" then return true end
  if query.algorithm == "greedy" then return false end
  return query.weight == 0 or query.admissible and (query.weight or 1) <= 1
end

-- The factor by which the path may be more expensive than the cheapest path.
local function allowance(query)
  if is_exact(query) then return 1 + 1e-6 end
  if query.algorithm ~= "greedy" and query.admissible then return query.weight * (1 + 1e-6) end
  return math.huge
end

local function check_cost(cost, expected, factor)
  if cost < expected * (1 - 1e-9) then return ("too cheap: the cheapest path costs %.17g"):format(expected) end
  if expected == 0 then
    if factor < math.huge and cost > 0 then return "cheapest is 0" end
  elseif cost > expected * factor then
    return ("cheapest is %.17g"):format(expected)
  end
end

-- Whether a limit may have ended the search early. A search with a heuristic drops a tile as soon as its cost
-- plus the heuristic exceeds max_cost, even if the cost of the tile is within max_cost. So only limits far above
-- all costs are certain to have no effect.
local function may_be_capped(query)
  return query.max_expansions ~= nil or (query.max_cost or math.huge) < 1000
end

local function check_reason(query, expected, reason)
  if reason == expected.reason then return end
  local never = expected.reason == "out_of_bounds" or expected.reason == "goal_blocked"
  local gave_up_optimum = query.max_cost and not is_exact(query)
  if reason == "limit" and not never and (query.max_expansions or gave_up_optimum) and not query.partial
    and not expected.at_start then
    return
  end
  if reason == "limit" and expected.reason == "unreachable" and may_be_capped(query) then return end
  return "expected " .. (expected.reason or ("a path of cost %.17g"):format(expected.cost))
end

-- Compares a path with the oracle's answer.
local function check_found(query, expected, path, cost, steps)
  if not expected.cost then return "expected " .. expected.reason end
  if query.max_cost and not oracle.fits_cap(cost, query.max_cost) then return "costs more than max_cost" end
  if not path:is_partial() then
    if expected.partial then return "expected a partial path" end
    return check_cost(cost, expected.cost, allowance(query))
  end
  if not query.partial then return "a partial path, but the query has no `partial`" end
  if not expected.partial then
    local lost = query.max_expansions or query.max_cost and not is_exact(query)
    return not lost and "expected a whole path" or nil
  end
  if steps < expected.steps then return ("too near: %d steps are the minimum"):format(expected.steps) end
  if may_be_capped(query) then return end
  if steps > expected.steps then
    return ("ends %d steps away, %d is possible"):format(steps, expected.steps)
  end
  return check_cost(cost, expected.cost, allowance(query))
end

-- Whether the cost of a path is so little above max_cost that rounding decides: then nothing is compared.
local function on_the_edge(case)
  local query, max_cost = case.query, case.query.max_cost
  if not max_cost or max_cost == math.huge then return false end
  local answers = {}
  for i, factor in ipairs { 1, 1 + 2e-6 } do
    query.max_cost = max_cost * factor
    answers[i] = oracle.answer(case.map, case.rules, query, case.reach)
  end
  query.max_cost = max_cost
  for _, field in ipairs { "reason", "cost", "partial", "steps" } do
    if answers[1][field] ~= answers[2][field] then return true end
  end
  return false
end

local function check_reachable(case)
  local query, map = case.query, case.map
  for _, goal in ipairs(query.goals) do
    local expected = oracle.answer(map, case.rules, { x = query.x, y = query.y, goals = { goal } }, case.reach)
    local got = case.grid:is_reachable(query.x, query.y, goal[1], goal[2], case.compiled)
    if got ~= (expected.cost ~= nil) then
      return ("is_reachable(%d, %d, %d, %d) is %s"):format(query.x, query.y, goal[1], goal[2], tostring(got))
    end
  end
end

local function compare(case)
  local query, map = case.query, case.map
  if not case.reach and map:contains(query.x, query.y) then
    case.reach = oracle.distances(map, case.rules, query.x, query.y)
  end
  local path, cost, index = ask(case)
  local result = path and ("cost %.17g"):format(cost) or tostring(cost)
  if path == false then return "the path is false", result end
  local failure, tiles
  if path then
    failure = check_path(case, path, cost, index)
    tiles = check.tiles(path)
    result = result .. ", tiles " .. show(tiles)
  end
  if not failure and not on_the_edge(case) then
    local expected = oracle.answer(map, case.rules, query, case.reach)
    if path then
      local last = tiles[#tiles]
      local steps = oracle.nearest_goal(map, case.rules, last[1], last[2], query.goals)
      failure = check_found(query, expected, path, cost, steps)
    else
      failure = check_reason(query, expected, cost)
    end
  end
  if not failure then
    local again, cost_again = ask(case)
    if (again == nil) ~= (path == nil) or cost_again ~= cost then
      failure = "the second call returns " .. tostring(cost_again)
    elseif path and not same_tiles(tiles, check.tiles(again)) then
      failure = "the same query finds another path: " .. show(check.tiles(again))
    end
  end
  failure = failure or check_reachable(case)
  return failure, result, tiles, path
end

-- Nil if is_reachable is correct for every tile of the map, from the start of the last query.
function check.reachability(case)
  local map, query = case.map, case.query
  if not map:contains(query.x, query.y) then return nil end
  for y = 1, map.height do
    for x = 1, map.width do
      local here = x == query.x and y == query.y
      local expected = here or case.reach[map:index(x, y)] ~= nil
      if case.grid:is_reachable(query.x, query.y, x, y, case.compiled) ~= expected then
        return table.concat({
          ("is_reachable(%d, %d, %d, %d) is not %s"):format(query.x, query.y, x, y, tostring(expected)),
          ascii.picture(map, case.rules, { x = query.x, y = query.y, goals = { { x, y } } }),
          ascii.script(map, case.options, case.step_table, query),
        }, "\n")
      end
    end
  end
end

-- Nil if library and oracle agree, otherwise a report: the failure, the map, a script. The second result is
-- the path, if there is one.
function check.query(case)
  local ok, failure, result, tiles, path = pcall(compare, case)
  if not ok then failure, result = "an error: " .. tostring(failure), "nothing" end
  if not failure then return nil, path end
  return table.concat({
    failure, "got " .. result,
    ascii.picture(case.map, case.rules, case.query, tiles),
    ascii.script(case.map, case.options, case.step_table, case.query),
  }, "\n")
end

return check
