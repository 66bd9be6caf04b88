-- An oracle for lines of sight: the tiles under a straight line from the center of one tile to the
-- center of another, and the obstacles among them. Specs compare the library's answers with it.
--
-- Method: for every tile of the map, one after another, this computes the interval of time in which the
-- line is inside the tile. Times are integers: the line takes `duration` of them, chosen so that all
-- events happen at integers, so nothing is rounded.
--
-- Independence: it follows no line from tile to tile, as the library does, and shares no code with it.

local oracle = require "spec.support.oracle"

local sight = {}

-- The times at which |a + b * t / duration| < limit for each { a, b, limit } of a list: after the first
-- result and before the second. Returns nil if there are none from the start to the end of the line.
local function times_within(conditions, duration)
  local from, to = -math.huge, math.huge
  for _, condition in ipairs(conditions) do
    local a, b, limit = condition[1], condition[2], condition[3]
    if b == 0 then
      if math.abs(a) >= limit then return nil end
    else
      local unit = duration / b -- an integer, may be negative
      local one, other = (-limit - a) * unit, (limit - a) * unit
      from, to = math.max(from, math.min(one, other)), math.min(to, math.max(one, other))
    end
  end
  if from < to and from < duration and to > 0 then return from, to end
  return nil
end

local function duration_of(...)
  local duration = 1
  for i = 1, select("#", ...) do
    local rate = math.abs((select(i, ...)))
    if rate ~= 0 then duration = duration * rate end
  end
  return duration
end

-- Squares, in half tiles: a point is inside if both coordinates are less than 1 from the center. A mover of
-- n x n tiles touches a tile while their centers are less than n + 1 half tiles apart.
local function square_times(x1, y1, x2, y2, x, y, size)
  local rate_x, rate_y = 2 * (x2 - x1), 2 * (y2 - y1)
  local limit = size == 1 and 1 or size + 1
  local duration = duration_of(rate_x, rate_y)
  local from, to = times_within({
    { 2 * (x1 - x) + size - 1, rate_x, limit }, { 2 * (y1 - y) + size - 1, rate_y, limit },
  }, duration)
  return from, to, duration
end

-- Hexes, in cube coordinates a + b + c = 0: a point is inside a hex if it is nearer to its center than to
-- the center of each of its six neighbors, at (1, -1, 0) and so on. This is so if the differences of its
-- coordinates from the center's are all less than 1 apart.
local function hex_times(layout, x1, y1, x2, y2, x, y)
  local a1, b1 = oracle.axial(layout, x1, y1)
  local a2, b2 = oracle.axial(layout, x2, y2)
  local a, b = oracle.axial(layout, x, y)
  local start_a, start_b, rate_a, rate_b = a1 - a, b1 - b, a2 - a1, b2 - b1
  local start_c, rate_c = -start_a - start_b, -rate_a - rate_b
  local duration = duration_of(rate_a - rate_b, rate_b - rate_c, rate_c - rate_a)
  local from, to = times_within({
    { start_a - start_b, rate_a - rate_b, 1 },
    { start_b - start_c, rate_b - rate_c, 1 },
    { start_c - start_a, rate_c - rate_a, 1 },
  }, duration)
  return from, to, duration
end

-- The tiles that the line passes through, or that a mover of size > 1 covers on its way, in the order in which
-- it enters them: { x =, y =, from =, to = }; and the duration of the line. Tiles off the map are included.
function sight.tiles(map, x1, y1, x2, y2, size)
  size = size or 1
  local list, duration = {}, nil
  for y = math.min(y1, y2) - 1, math.max(y1, y2) + size do
    for x = math.min(x1, x2) - 1, math.max(x1, x2) + size do
      local from, to, all
      if map.layout == "square" then
        from, to, all = square_times(x1, y1, x2, y2, x, y, size)
      else
        from, to, all = hex_times(map.layout, x1, y1, x2, y2, x, y)
      end
      duration = all
      if from then
        list[#list + 1] = { x = x, y = y, from = math.max(from, 0), to = math.min(to, all), early = from }
      end
    end
  end
  table.sort(list, function(one, other)
    if one.early ~= other.early then return one.early < other.early end
    return one.y < other.y or one.y == other.y and one.x < other.x
  end)
  return list, duration
end

-- The two tiles on both sides of the point where the line leaves one tile and enters another that does not
-- share an edge with it: the tile in x direction first. Nil for tiles that share an edge.
local function sides(map, from, to)
  local dx, dy = to.x - from.x, to.y - from.y
  if map.layout == "square" then
    if dx == 0 or dy == 0 then return nil end
    return { { x = from.x + dx, y = from.y }, { x = from.x, y = from.y + dy } }
  end
  if oracle.steps(map, nil, from.x, from.y, to.x, to.y) == 1 then return nil end
  local both = {}
  for y = from.y - 1, from.y + 1 do
    for x = from.x - 1, from.x + 1 do
      if oracle.steps(map, nil, from.x, from.y, x, y) == 1 and oracle.steps(map, nil, x, y, to.x, to.y) == 1 then
        both[#both + 1] = { x = x, y = y }
      end
    end
  end
  return both
end

-- Whether the pair cost forbids the step between two neighbors.
local function is_forbidden(map, rules, from, to)
  if not rules.step or not map:contains(from.x, from.y) then return false end
  local dx, dy = to.x - from.x, to.y - from.y
  for _, move in ipairs(rules.moves) do
    if move.dx == dx and move.dy == dy then
      return oracle.pair_cost(rules, map:get(from.x, from.y), map:get(to.x, to.y), dx, dy) == false
    end
  end
  return false
end

local ALLOWED = { always = 2, if_at_most_one_obstacle = 1, only_when_no_obstacles = 0, never = 0 }

-- How many of the two orthogonal ways around a corner may be blocked.
local function obstacles_allowed(rules)
  if rules.neighbors == 4 then return 0 end
  return ALLOWED[rules.diagonal]
end

-- Whether the mover can move from a tile over a neighbor to a third tile. On squares this is one way around the
-- corner of a diagonal step, for which pair costs are not considered.
local function way_open(map, rules, from, over, to)
  if not oracle.way_open(map, rules, from.x, from.y, over.x - from.x, over.y - from.y,
    to.x - over.x, to.y - over.y) then return false end
  return map.layout == "square" or not is_forbidden(map, rules, from, over) and not is_forbidden(map, rules, over, to)
end

-- The obstacles between one tile of the line and the next: a list of the tiles that the library may name, or
-- nil.
local function in_way(map, rules, from, to)
  if not oracle.is_passable(map, rules, to.x, to.y) then return { to } end
  local two = sides(map, from, to)
  local is_near = not two or map.layout == "square"
  local tiles = {}
  if is_near and not map:is_edge_open(from.x, from.y, to.x - from.x, to.y - from.y)
    or is_near and is_forbidden(map, rules, from, to) then
    tiles[1] = to
  end
  local obstacles = {}
  for _, side in ipairs(two or {}) do
    if not way_open(map, rules, from, side, to) then obstacles[#obstacles + 1] = side end
  end
  if #obstacles > obstacles_allowed(rules) then
    tiles[#tiles + 1] = obstacles[1]
    if map.layout ~= "square" then tiles[#tiles + 1] = obstacles[2] end -- on hexes either of them may be named
  end
  return #tiles > 0 and tiles or nil
end

-- Whether a mover at `from` leaves the coordinate `at` with its first step towards `to`: `at` is the rearmost
-- coordinate that the mover covers, or this coordinate does not change.
local function is_left_behind(at, from, to, size)
  if to > from then return at == from end
  if to < from then return at == from + size - 1 end
  return at >= from and at < from + size
end

-- The obstacles of a large mover that moves as a whole: the first impassable tiles that it enters, and when.
-- Of the tiles that it covers at the start, it checks those that a step towards the end covers.
local function first_swept(map, rules, x1, y1, x2, y2)
  local first, time = {}, math.huge
  for _, tile in ipairs((sight.tiles(map, x1, y1, x2, y2, rules.size))) do
    local is_left = is_left_behind(tile.x, x1, x2, rules.size) and is_left_behind(tile.y, y1, y2, rules.size)
    if tile.from > time then break end
    if not is_left and not oracle.is_passable(map, rules, tile.x, tile.y) then
      first[#first + 1], time = tile, tile.from
    end
  end
  return first, time
end

-- The first time at which a part of a large mover passes a closed edge, or one that the pair cost forbids. The
-- mover passes the edge between two tiles, in the direction in which it moves, while that edge is inside the
-- mover.
local function first_edge(map, rules, x1, y1, x2, y2)
  local size, rate_x, rate_y = rules.size, 2 * (x2 - x1), 2 * (y2 - y1)
  local duration, time = duration_of(rate_x, rate_y), math.huge
  local step_x = rate_x > 0 and 1 or rate_x < 0 and -1 or 0
  local step_y = rate_y > 0 and 1 or rate_y < 0 and -1 or 0
  local function look(x, y, dx, dy)
    if dx == 0 and dy == 0 or not map:contains(x, y) or not map:contains(x + dx, y + dy) then return end
    local from, to = { x = x, y = y }, { x = x + dx, y = y + dy }
    if map:is_edge_open(x, y, dx, dy) and not is_forbidden(map, rules, from, to) then return end
    local a, b = 2 * (x1 - x) + size - 1 - dx, 2 * (y1 - y) + size - 1 - dy
    local first = times_within({
      { a, rate_x, dx ~= 0 and size or size + 1 }, { b, rate_y, dy ~= 0 and size or size + 1 },
    }, duration)
    if first then time = math.min(time, math.max(first, 0)) end
  end
  for y = 1, map.height do
    for x = 1, map.width do
      look(x, y, step_x, 0)
      look(x, y, 0, step_y)
    end
  end
  return time
end

-- Calls `visit` with each tile that a mover covers at (x, y).
local function each_tile(rules, x, y, visit)
  for ty = y, y + rules.size - 1 do
    for tx = x, x + rules.size - 1 do visit({ x = tx, y = ty }) end
  end
end

-- Adds to a list the tiles that the library may name when a mover cannot enter (x, y): the impassable tiles that
-- it would cover there, or (x, y) if there are none.
local function add_named(tiles, map, rules, x, y)
  local count = #tiles
  each_tile(rules, x, y, function(tile)
    if not oracle.is_passable(map, rules, tile.x, tile.y) then tiles[#tiles + 1] = tile end
  end)
  if #tiles == count then tiles[1 + count] = { x = x, y = y } end
end

-- The obstacles of one diagonal step of a large mover: a list of the tiles that the library may name, or nil.
local function in_way_of_diagonal(map, rules, x, y, dx, dy)
  local tiles, is_open = {}, true
  if not oracle.fits(map, rules, x + dx, y + dy) then
    add_named(tiles, map, rules, x + dx, y + dy)
    return tiles
  end
  each_tile(rules, x, y, function(tile)
    is_open = is_open and map:is_edge_open(tile.x, tile.y, dx, dy)
      and not is_forbidden(map, rules, tile, { x = tile.x + dx, y = tile.y + dy })
  end)
  if not is_open then tiles[1] = { x = x + dx, y = y + dy } end
  local by_x, by_y = oracle.way_open(map, rules, x, y, dx, 0, 0, dy), oracle.way_open(map, rules, x, y, 0, dy, dx, 0)
  local obstacles = (by_x and 0 or 1) + (by_y and 0 or 1)
  if obstacles > obstacles_allowed(rules) then
    add_named(tiles, map, rules, by_x and x or x + dx, by_x and y + dy or y)
  end
  return #tiles > 0 and tiles or nil
end

-- The same for a line at 45 degrees, which is a row of diagonal steps, if the rules have them.
local function in_way_of_diagonals(map, rules, x1, y1, x2, y2)
  local dx, dy = x2 > x1 and 1 or -1, y2 > y1 and 1 or -1
  for i = 0, math.abs(x2 - x1) - 1 do
    local tiles = in_way_of_diagonal(map, rules, x1 + i * dx, y1 + i * dy, dx, dy)
    if tiles then return tiles end
  end
  return nil
end

-- Nil if the mover can move in a straight line, otherwise a list of the tiles that the library may name as
-- obstacles, or true if any tile is accepted.
function sight.in_way(map, rules, x1, y1, x2, y2)
  local has_diagonals = rules.neighbors ~= 4 and rules.diagonal ~= "never"
  if rules.size > 1 and has_diagonals and math.abs(x2 - x1) == math.abs(y2 - y1) then
    return in_way_of_diagonals(map, rules, x1, y1, x2, y2)
  end
  if rules.size > 1 then
    local tiles, time = first_swept(map, rules, x1, y1, x2, y2)
    local edge_time = first_edge(map, rules, x1, y1, x2, y2)
    if edge_time < time then return true end
    return #tiles > 0 and tiles or nil
  end
  local list = sight.tiles(map, x1, y1, x2, y2)
  for i = 1, #list - 1 do
    local tiles = in_way(map, rules, list[i], list[i + 1])
    if tiles then return tiles end
  end
  return nil
end

-- The length of a straight line [tiles]; the distance between the centers of adjacent hexes is 1.
function sight.length(map, x1, y1, x2, y2)
  local dx, dy = x2 - x1, y2 - y1
  if map.layout == "square" then return math.sqrt(dx * dx + dy * dy) end
  local a1, b1 = oracle.axial(map.layout, x1, y1)
  local a2, b2 = oracle.axial(map.layout, x2, y2)
  local a, b = a2 - a1, b2 - b1
  return math.sqrt(a * a + a * b + b * b)
end

-- The cost of a tile's terrain; 0 if it is impassable, which only the start may be.
local function rate(map, rules, tile)
  return rules.cost[map:get(tile.x, tile.y)] or 0
end

-- The cost of the ground under an unobstructed line for a mover of size 1: the cost of the terrain along the
-- line, and the penalty of each tile that it enters. Between two hexes the more expensive tile counts.
function sight.ground(map, rules, x1, y1, x2, y2)
  local list, duration = sight.tiles(map, x1, y1, x2, y2)
  local sum = 0
  for i, tile in ipairs(list) do
    sum = sum + (tile.to - tile.from) * rate(map, rules, tile)
    local after = list[i + 1]
    if after and after.from > tile.to then
      local higher = 0
      for _, side in ipairs(sides(map, tile, after)) do
        if way_open(map, rules, tile, side, after) then higher = math.max(higher, rate(map, rules, side)) end
      end
      sum = sum + (after.from - tile.to) * higher
    end
  end
  sum = sum * sight.length(map, x1, y1, x2, y2) / duration
  for i = 2, #list do sum = sum + oracle.penalty(map, rules, list[i].x, list[i].y) end
  return sum
end

return sight
