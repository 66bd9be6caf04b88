-- The oracle of explanations, planned obstacles and choke points, in plain Lua: brute force on small maps.
--
-- Method: each answer is computed from its definition, by searches of spec/support/oracle.lua over maps and rules that
-- have the change. Sets of tiles are tried one by one: all sets of closed tiles for the tiles to open, all sets of
-- passable tiles for choke points. Nothing is kept between two answers.
--
-- A case is { map =, rules = (the oracle's, of the query), options =, own =, compiled = } as in spec/support/check.lua,
-- with the question { x1 =, y1 =, x2 =, y2 =, open =, open_default =, open_blocked = }.

local oracle = require "spec.support.oracle"

local explanation_oracle = {}

local MANY_TILES = 16 -- for sets of two choke points
local NO_LAYER = oracle.LAYERS + 1 -- a layer that nothing ignores

-- ------------------------------------------------------------------------------------ searches

-- All tiles that the mover can reach, as keys: indexes. The start is one of them.
local function reach(map, rules, x, y)
  local reached, list = { [map:index(x, y)] = true }, { { x = x, y = y } }
  local at = 1
  while list[at] do
    for _, step in ipairs(oracle.successors(map, rules, list[at].x, list[at].y)) do
      local index = map:index(step.x, step.y)
      if not reached[index] then reached[index], list[#list + 1] = true, step end
    end
    at = at + 1
  end
  return reached
end

-- Why no path exists, or nil.
function explanation_oracle.reason(map, rules, x1, y1, x2, y2)
  if not map:contains(x1, y1) or not map:contains(x2, y2) then return "out_of_bounds" end
  if x1 == x2 and y1 == y2 then return nil end
  if not oracle.fits(map, rules, x2, y2) then return "goal_blocked" end
  return not reach(map, rules, x1, y1)[map:index(x2, y2)] and "unreachable" or nil
end

local function connects(map, rules, q)
  return explanation_oracle.reason(map, rules, q.x1, q.y1, q.x2, q.y2) == nil
end

local function copy_of(values, more)
  local copy = {}
  for key, value in pairs(values) do copy[key] = value end
  for key, value in pairs(more or {}) do copy[key] = value end
  return copy
end

-- ----------------------------------------------------------------------------------- relaxation

-- The rules with a passable terrain, or with all of them.
local function with_terrain(rules, terrain)
  local cost = copy_of(rules.cost)
  for byte = 0, 255 do
    if cost[byte] == false and (terrain == nil or terrain == byte) then cost[byte] = 1 end
  end
  return copy_of(rules, { cost = cost })
end

-- The single rules that can be lifted, in the order of the library.
function explanation_oracle.relax(case, q)
  local map, rules = case.map, case.rules
  local cutting = oracle.override(oracle.rules(copy_of(case.options, { diagonal = "always" })), case.own)
  local open = map:clone()
  open.closed = {}
  local lifted = {
    { "diagonal", map, cutting },
    { "size", map, copy_of(rules, { size = 1 }) },
    { "blocked", map, oracle.override(rules, { ignore_blocked = true }) },
    { "edges", open, rules },
    { "terrain", map, with_terrain(rules) },
  }
  local relax = {}
  for _, rule in ipairs(lifted) do
    if connects(rule[2], rule[3], q) then relax[#relax + 1] = rule[1] end
  end
  return relax
end

-- The terrains that can be made passable, one at a time.
function explanation_oracle.terrains(case, q)
  local list, is_on_map = {}, {}
  for _, terrain in ipairs(case.map.terrain) do is_on_map[terrain] = true end
  for byte = 0, 255 do
    if is_on_map[byte] and case.rules.cost[byte] == false
      and connects(case.map, with_terrain(case.rules, byte), q) then
      list[#list + 1] = byte
    end
  end
  return list
end

-- ------------------------------------------------------------------------------ tiles to open

-- An opened tile of an impassable terrain gets another terrain, which no map has.
local function opened(terrain)
  return (terrain + 100) % 256
end

-- What it costs to open a tile: 0 when it is not closed, nil when it cannot be opened. Then whether it is closed.
function explanation_oracle.opening_cost(case, q, index)
  local map, rules = case.map, case.rules
  local x, y = (index - 1) % map.width + 1, math.floor((index - 1) / map.width) + 1
  local terrain, cost, is_closed = map.terrain[index], 0, false
  if rules.cost[terrain] == false then
    local own = q.open[terrain]
    if own == nil then own = q.open_default end
    if own == false then return nil, true end
    cost, is_closed = cost + own, true
  end
  if oracle.is_obstructed(map, rules, x, y) then
    if q.open_blocked == false then return nil, true end
    cost, is_closed = cost + q.open_blocked, true
  end
  return cost, is_closed
end

-- The rules for maps with opened tiles.
function explanation_oracle.opened_rules(case)
  local rules, cheapest = case.rules, math.huge
  local cost, key = copy_of(rules.cost), copy_of(rules.key)
  for byte = 0, 255 do
    if rules.cost[byte] then cheapest = math.min(cheapest, rules.cost[byte]) end
  end
  if cheapest == math.huge then cheapest = 1 end
  for _, terrain in ipairs(case.map.terrain) do
    if rules.cost[terrain] == false then cost[opened(terrain)], key[opened(terrain)] = cheapest, rules.key[terrain] end
  end
  return copy_of(rules, { cost = cost, key = key })
end

-- A map on which the tiles with these indexes are open.
function explanation_oracle.opened_map(case, indexes)
  local map = case.map:clone()
  for _, index in ipairs(indexes) do
    if case.rules.cost[map.terrain[index]] == false then map.terrain[index] = opened(map.terrain[index]) end
    for layer in pairs(copy_of(map.obstacles[index] or {})) do
      if not case.rules.ignored[layer] then map.obstacles[index][layer] = nil end
    end
  end
  return map
end

-- The closed tiles that can be opened: { index =, cost = }.
local function openable(case, q)
  local list = {}
  for index = 1, case.map.width * case.map.height do
    local cost, is_closed = explanation_oracle.opening_cost(case, q, index)
    if cost and is_closed then list[#list + 1] = { index = index, cost = cost } end
  end
  return list
end

-- The subset of a list that a number stands for.
local function subset(list, number)
  local indexes, sum = {}, 0
  for _, tile in ipairs(list) do
    if number % 2 == 1 then indexes[#indexes + 1], sum = tile.index, sum + tile.cost end
    number = math.floor(number / 2)
  end
  return indexes, sum
end

-- The minimum sum of a set of tiles to open, and of these sets the minimum cost of a path; nil when no set is enough.
-- The last result is true when there are more than `most` tiles to open: then nothing was tried.
function explanation_oracle.opening(case, q, most)
  local tiles, rules = openable(case, q), explanation_oracle.opened_rules(case)
  if #tiles > most then return nil, nil, true end
  local least_sum, least_cost = math.huge, math.huge
  for number = 0, 2 ^ #tiles - 1 do
    local indexes, sum = subset(tiles, number)
    local map = sum <= least_sum and explanation_oracle.opened_map(case, indexes)
    if map and connects(map, rules, q) then
      local cost = oracle.distances(map, rules, q.x1, q.y1)[map:index(q.x2, q.y2)]
      if sum < least_sum then least_cost = math.huge end
      least_sum, least_cost = sum, math.min(least_cost, cost)
    end
  end
  if least_sum == math.huge then return nil end
  return least_sum, least_cost
end

-- Whether the goal can be reached when all tiles are open that can be opened.
function explanation_oracle.can_open(case, q)
  local indexes = {}
  for i, tile in ipairs(openable(case, q)) do indexes[i] = tile.index end
  return connects(explanation_oracle.opened_map(case, indexes), explanation_oracle.opened_rules(case), q)
end

-- -------------------------------------------------------------------------------------- width

local MAX_SIZE = 64

-- The size of the largest mover that gets through; 0: none.
function explanation_oracle.widest(case, q)
  local most = case.map.layout == "square" and MAX_SIZE or 1
  for size = 1, most do
    if not connects(case.map, copy_of(case.rules, { size = size }), q) then return size - 1 end
  end
  return most
end

-- The tiles, by index, that may be the tightest: a cheapest path of the widest mover leads there, by steps that the
-- larger mover can make, until the last one.
function explanation_oracle.tightest(case, q, widest)
  local map, rules = case.map, copy_of(case.rules, { size = widest })
  local wider, tight = copy_of(case.rules, { size = widest + 1 }), {}
  local from, to = oracle.distances(map, rules, q.x1, q.y1), oracle.field(map, rules, { { q.x2, q.y2 } })
  local list, is_wide = { { x = q.x1, y = q.y1 } }, { [map:index(q.x1, q.y1)] = true }
  local most, at = from[map:index(q.x2, q.y2)] * (1 + 1e-9), 1
  while list[at] do
    local x, y = list[at].x, list[at].y
    for _, step in ipairs(oracle.successors(map, rules, x, y)) do
      local index = map:index(step.x, step.y)
      local is_cheapest = to[index] and from[map:index(x, y)] + step.cost + to[index] <= most
      local can_enter = is_cheapest and oracle.step_cost(map, wider, x, y, step.x, step.y)
      if is_cheapest and not can_enter then tight[index] = true end
      if can_enter and not is_wide[index] then is_wide[index], list[#list + 1] = true, step end
    end
    at = at + 1
  end
  return tight
end

-- ------------------------------------------------------------------------------------- barrier

-- The tiles that touch a tile: by edges, or also by corners.
local function neighbors(map, x, y, by_corners)
  local list = {}
  for _, direction in ipairs(oracle.directions(map, x, y)) do
    local is_diagonal = direction[1] ~= 0 and direction[2] ~= 0
    if by_corners or map.layout ~= "square" or not is_diagonal then
      list[#list + 1] = { x + direction[1], y + direction[2] }
    end
  end
  return list
end

-- The barrier, row by row: { { x =, y = }, ... }.
function explanation_oracle.barrier(case, q)
  local map, is_always = case.map, case.rules.diagonal == "always"
  local reached = reach(map, case.rules, q.x1, q.y1)
  local list, is_beyond, at = { { q.x2, q.y2 } }, { [map:index(q.x2, q.y2)] = true }, 1
  while list[at] do
    for _, tile in ipairs(neighbors(map, list[at][1], list[at][2], not is_always)) do
      local index = map:index(tile[1], tile[2])
      if not reached[index] and not is_beyond[index] then is_beyond[index], list[#list + 1] = true, tile end
    end
    at = at + 1
  end
  local barrier = {}
  for y = 1, map.height do
    for x = 1, map.width do
      local touches = false
      for _, tile in ipairs(neighbors(map, x, y, is_always)) do
        touches = touches or reached[map:index(tile[1], tile[2])]
      end
      if touches and is_beyond[map:index(x, y)] then barrier[#barrier + 1] = { x = x, y = y } end
    end
  end
  return barrier
end

-- --------------------------------------------------------------------------- planned obstacles

-- The map with obstacles that nothing ignores. Tiles { {x, y}, ... } may be off the map.
function explanation_oracle.with_obstacles(map, tiles)
  local copy = map:clone()
  for _, tile in ipairs(tiles) do
    if copy:contains(tile[1], tile[2]) then copy:block(tile[1], tile[2], true, NO_LAYER) end
  end
  return copy
end

-- The index of the first pair { x1, y1, x2, y2 } that is not connected when these tiles are blocked, or nil.
function explanation_oracle.broken_pair(map, rules, tiles, pairs_of_tiles)
  local blocked = explanation_oracle.with_obstacles(map, tiles)
  for i, pair in ipairs(pairs_of_tiles) do
    if explanation_oracle.reason(blocked, rules, pair[1], pair[2], pair[3], pair[4]) then return i end
  end
  return nil
end

-- The index of the first start { x, y } from which no path leads to one of the goals, or nil.
function explanation_oracle.broken_start(map, rules, tiles, goals, starts)
  local blocked = explanation_oracle.with_obstacles(map, tiles)
  for i, start in ipairs(starts) do
    local is_connected = false
    for _, goal in ipairs(goals) do
      is_connected = is_connected
        or not explanation_oracle.reason(blocked, rules, start[1], start[2], goal[1], goal[2])
    end
    if not is_connected then return i end
  end
  return nil
end

-- -------------------------------------------------------------------------------- choke points

local function count_of(set)
  local count = 0
  for _ in pairs(set) do count = count + 1 end
  return count
end

-- How many tiles can be reached from the start when these tiles are blocked, and whether that cuts the pair.
function explanation_oracle.cut(case, q, tiles)
  local blocked = explanation_oracle.with_obstacles(case.map, tiles)
  local reached = reach(blocked, case.rules, q.x1, q.y1)
  return count_of(reached), not reached[blocked:index(q.x2, q.y2)]
end

-- Calls visit(tiles) with all sets of `count` tiles of a list.
local function each_set(list, count, visit, tiles, from)
  tiles = tiles or {}
  if #tiles == count then return visit(tiles) end
  for i = from or 1, #list do
    tiles[#tiles + 1] = list[i]
    each_set(list, count, visit, tiles, i + 1)
    tiles[#tiles] = nil
  end
end

-- The number of tiles of the smallest cuts, and how few tiles can be reached before one of them; nil when more than
-- `most` tiles are needed. On maps with many passable tiles only single tiles are tried: the second result is then 1,
-- otherwise `most`.
function explanation_oracle.smallest_cut(case, q, most)
  local map, tiles = case.map, {}
  for y = 1, map.height do
    for x = 1, map.width do
      local is_end = x == q.x1 and y == q.y1 or x == q.x2 and y == q.y2
      if not is_end and oracle.fits(map, case.rules, x, y) then tiles[#tiles + 1] = { x, y } end
    end
  end
  if #tiles > MANY_TILES then most = 1 end
  for count = 1, most do
    local nearest = math.huge
    each_set(tiles, count, function(set)
      local reached, is_cut = explanation_oracle.cut(case, q, set)
      if is_cut then nearest = math.min(nearest, reached) end
    end)
    if nearest < math.huge then return count, nearest end
  end
  return nil, most
end

return explanation_oracle
