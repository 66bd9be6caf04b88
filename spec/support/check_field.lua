-- Compares fields with the answers of the oracle, tile by tile.
--
-- A case is { map =, rules = (the oracle's), options =, step_table =, grid =, compiled = (the
-- library's) }. The expected field is { cost = (by index), steps = (oracle.all_steps), max_cost = }, with
-- { goals = { {x, y, starting cost}, ... } } for a distance field or the start { x =, y = } for a movement
-- range. All functions return the failure, or nil.

local oracle = require "spec.support.oracle"

local check_field = {}

local function close(a, b, tolerance)
  return math.abs(a - b) <= tolerance * math.max(math.abs(a), math.abs(b))
end

-- Calls visit(x, y, index) for each tile, row by row, until it returns something.
local function first_tile(map, visit)
  for y = 1, map.height do
    for x = 1, map.width do
      local failure = visit(x, y, map:index(x, y))
      if failure then return failure end
    end
  end
end

local function number(value)
  return value and ("%.17g"):format(value) or "nil"
end

-- Whether this cost is so little above the budget that rounding decides.
local function on_the_edge(cost, max_cost)
  return cost > max_cost and close(cost, max_cost, 1e-6)
end

local function check_costs(map, field, wanted)
  local max_cost = wanted.max_cost or math.huge
  return first_tile(map, function(x, y, index)
    local cost, expected = field:cost(x, y), wanted.cost[index]
    if cost ~= nil and type(cost) ~= "number" then return ("cost(%d, %d) is not a number"):format(x, y) end
    local right
    if expected and on_the_edge(expected, max_cost) then
      right = cost == nil or close(cost, expected, 1e-6)
    elseif not expected or expected > max_cost then
      right = cost == nil
    else
      right = cost and cost >= expected * (1 - 1e-9) and cost <= expected * (1 + 1e-6)
    end
    if not right then
      return ("cost(%d, %d) is %s, expected %s within %s"):format(x, y, number(cost), number(expected),
        number(max_cost))
    end
  end)
end

-- each() must return all tiles that have a cost, with that cost, row by row.
local function check_each(map, field)
  local seen, last = {}, 0
  for x, y, cost in field:each() do
    if not map:contains(x, y) then return ("each() gives (%s, %s)"):format(tostring(x), tostring(y)) end
    local index = map:index(x, y)
    if index <= last then return ("each() returns (%d, %d) in the wrong order"):format(x, y) end
    seen[index], last = cost, index
  end
  return first_tile(map, function(x, y, index)
    if field:cost(x, y) ~= seen[index] then
      return ("cost(%d, %d) is %s, each() returns %s"):format(x, y, number(field:cost(x, y)), number(seen[index]))
    end
  end)
end

-- The minimum cost of one step from tile to tile, or nil.
local function step_cost(map, steps, x, y, to_x, to_y)
  local least = nil
  for _, step in ipairs(steps[map:index(x, y)]) do
    if step.x == to_x and step.y == to_y and step.cost < (least or math.huge) then least = step.cost end
  end
  return least
end

local function is_goal(field, goals, x, y)
  for _, goal in ipairs(goals) do
    if goal[1] == x and goal[2] == y and close(goal[3] or 0, field:cost(x, y), 1e-9) then return true end
  end
  return false
end

-- next() must be a legal step, and its cost the difference between the costs of the two tiles.
local function check_next(map, field, wanted)
  return first_tile(map, function(x, y)
    local cost, next_x, next_y = field:cost(x, y), field:next(x, y)
    local name = ("next(%d, %d) is %s, %s"):format(x, y, tostring(next_x), tostring(next_y))
    if not cost then return next_x ~= nil and name .. ", and the tile has no cost" or nil end
    if next_x == nil then
      local ends
      if wanted.goals then
        ends = is_goal(field, wanted.goals, x, y)
      else
        ends = x == wanted.x and y == wanted.y
      end
      return not ends and name .. ", but the tile is no goal" or nil
    end
    if not map:contains(next_x, next_y) or not field:cost(next_x, next_y) then
      return name .. ", which has no cost"
    end
    local step
    if wanted.goals then
      step = step_cost(map, wanted.steps, x, y, next_x, next_y)
    else
      step = step_cost(map, wanted.steps, next_x, next_y, x, y)
    end
    if not step then return name .. ", which is not a legal step" end
    if not close(step + field:cost(next_x, next_y), cost, 1e-9) then
      return name .. (": %s + %s is not %s"):format(number(step), number(field:cost(next_x, next_y)), number(cost))
    end
  end)
end

-- A mover that follows next() must arrive.
local function check_arrival(map, field)
  local arrives = {} -- by index
  return first_tile(map, function(x, y)
    local way = {}
    local tile_x, tile_y = x, y
    while field:cost(x, y) and tile_x and not arrives[map:index(tile_x, tile_y)] do
      local index = map:index(tile_x, tile_y)
      if way[index] then return ("next() leads from (%d, %d) in a circle"):format(x, y) end
      way[index] = true
      tile_x, tile_y = field:next(tile_x, tile_y)
    end
    for index in pairs(way) do arrives[index] = true end
  end)
end

-- The shortest way out of each impassable tile, by index: { steps =, cost = of its last step and of the path
-- from there }, the cheapest of the shortest ones. The ways of n steps follow from those of n - 1.
local function ways_out(case, field, wanted)
  local map, rules, ways = case.map, case.rules, {}
  local function is_farther_off(from, to, size) return to > from and to + rules.size - 1 > size end
  local function way_over(x, y, move, steps)
    local to_x, to_y = x + move.dx, y + move.dy
    local way = map:contains(to_x, to_y) and ways[map:index(to_x, to_y)]
    if not way or way.steps ~= steps - 1 then return nil end
    if is_farther_off(x, to_x, map.width) or is_farther_off(y, to_y, map.height) then return nil end
    return way
  end
  local function cost_of_way(x, y, index, steps)
    local cost = math.huge
    for _, step in ipairs(steps == 1 and wanted.steps[index] or {}) do
      cost = math.min(cost, step.cost + (field:cost(step.x, step.y) or math.huge))
    end
    for _, move in ipairs(steps > 1 and oracle.moves_at(map, rules, x, y) or {}) do
      local way = way_over(x, y, move, steps)
      cost = math.min(cost, way and way.cost or math.huge)
    end
    return cost
  end
  local steps, found = 0, true
  while found and steps < 64 do
    steps, found = steps + 1, false
    first_tile(map, function(x, y, index)
      if ways[index] or oracle.fits(map, rules, x, y) then return end
      local cost = cost_of_way(x, y, index, steps)
      if cost < math.huge then ways[index], found = { steps = steps, cost = cost }, true end
    end)
  end
  return ways
end

-- The way out is next(); from an impassable tile it is a step of the cheapest of the shortest ways.
local function check_way_out(case, field, wanted)
  local map = case.map
  local ways = wanted.goals and ways_out(case, field, wanted)
  return first_tile(map, function(x, y, index)
    local out_x, out_y = field:way_out(x, y)
    local name = ("way_out(%d, %d) is %s, %s"):format(x, y, tostring(out_x), tostring(out_y))
    if field:cost(x, y) or not ways or oracle.fits(map, case.rules, x, y) then
      local next_x, next_y = field:next(x, y)
      return (out_x ~= next_x or out_y ~= next_y) and name .. ", which differs from next()" or nil
    end
    local way = ways[index]
    if not out_x then return way and name .. (", but there is one of %d steps"):format(way.steps) or nil end
    if not way then return name .. ", but there is none" end
    if way.steps == 1 then
      local step = step_cost(map, wanted.steps, x, y, out_x, out_y)
      if not step then return name .. ", which is not a legal step" end
      if not field:cost(out_x, out_y) then return name .. ", which has no cost" end
      step = step + field:cost(out_x, out_y)
      return not close(step, way.cost, 1e-9) and name .. ", which is not the best step" or nil
    end
    local rest, is_move = ways[map:index(out_x, out_y)], false
    for _, move in ipairs(oracle.moves_at(map, case.rules, x, y)) do
      is_move = is_move or (x + move.dx == out_x and y + move.dy == out_y)
    end
    if not is_move then return name .. ", which is no move" end
    if not rest or rest.steps ~= way.steps - 1 then return name .. (", not of %d steps"):format(way.steps) end
    if not close(rest.cost, way.cost, 1e-9) then return name .. ", which is not on a cheapest way" end
  end)
end

-- Checks all functions of a field except path(), which follows next().
function check_field.all(case, field, wanted)
  wanted.steps = wanted.steps or oracle.all_steps(case.map, case.rules)
  return check_costs(case.map, field, wanted)
    or check_each(case.map, field)
    or check_next(case.map, field, wanted)
    or check_arrival(case.map, field)
    or check_way_out(case, field, wanted)
end

return check_field
