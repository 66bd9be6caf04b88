-- Random maps, rules, queries and edits from a seed: the same on every Lua and every machine.
--
-- It does not use math.random, which returns different numbers on different Luas.

local oracle = require "spec.support.oracle"

local random_map = {}

-- ------------------------------------------------------------------------------------- numbers

local Random = {}
Random.__index = Random

-- L'Ecuyer's combined generator; every product stays below 2^53, so that doubles are exact.
function random_map.new(seed)
  local random = setmetatable({
    a = seed % 2147483562 + 1,
    b = (seed * 7 + 12345) % 2147483398 + 1,
  }, Random)
  for _ = 1, 10 do random:real() end
  return random
end

-- In [0, 1).
function Random:real()
  self.a = self.a * 40014 % 2147483563
  self.b = self.b * 40692 % 2147483399
  return (self.a - self.b) % 2147483562 / 2147483562
end

-- An integer in [low, high].
function Random:int(low, high)
  return low + math.floor(self:real() * (high - low + 1))
end

function Random:chance(probability)
  return self:real() < probability
end

function Random:pick(list)
  return list[self:int(1, #list)]
end

-- ---------------------------------------------------------------------------------------- maps

local LAYOUTS = { "odd_r", "even_r", "odd_q", "even_q" }
local GROUND = { ".", ",", "~", "^", ":", "\0", "\255" }
local WALL = "#"

local function random_side(random)
  if random:chance(0.1) then return random:int(1, 3) end
  return random:int(3, 14)
end

-- Usually small; sometimes long and thin, longer than the words of a bitmap.
local function random_size(random)
  if random:chance(0.94) then return random_side(random), random_side(random) end
  local long, thin = random:int(60, 140), random:int(1, 5)
  if random:chance(0.5) then return long, thin end
  return thin, long
end

-- Walls with a gap, so that there are rooms, detours and pockets.
local function add_walls(random, map)
  for _ = 1, random:int(1, 5) do
    local x, y = random:int(1, map.width), random:int(1, map.height)
    if random:chance(0.5) then
      map:fill(WALL, x, 1, 1, map.height)
      if random:chance(0.85) then map:set(x, y, GROUND[1]) end
    else
      map:fill(WALL, 1, y, map.width, 1)
      if random:chance(0.85) then map:set(x, y, GROUND[1]) end
    end
  end
end

local function add_edges(random, map, count)
  for _ = 1, count do
    local x, y = random:int(1, map.width), random:int(1, map.height)
    local directions = oracle.directions(map, x, y)
    if #directions > 0 then
      local direction = random:pick(directions)
      map:set_edge(x, y, direction[1], direction[2], random:chance(0.1), random:chance(0.4))
    end
  end
end

local function random_link(random, map)
  return random:int(1, map.width), random:int(1, map.height),
    random:int(1, map.width), random:int(1, map.height),
    { cost = random:pick { 0, 0.3, 1, 1, 4, 20 }, one_way = random:chance(0.4) }
end

-- Links that share their ends: between a few tiles, with various costs.
function random_map.add_links(random, map, count)
  local ends = {}
  for i = 1, random:int(2, 5) do ends[i] = { random:int(1, map.width), random:int(1, map.height) } end
  for _ = 1, count do
    local from, to = random:pick(ends), random:pick(ends)
    map:link(from[1], from[2], to[1], to[2],
      { cost = random:pick { 0, 0.3, 1, 4, 20 }, one_way = random:chance(0.5) })
  end
end

-- A map of the oracle with a random subset of all kinds of content. `options` may fix `width`, `height` and
-- `layout`; `links` is a map with many links.
function random_map.map(random, options)
  options = options or {}
  local is_square = random:chance(0.65)
  local layout = options.layout or (is_square and "square" or random:pick(LAYOUTS))
  local width, height = random_size(random)
  width, height = options.width or width, options.height or height
  local map = oracle.map(width, height, layout, GROUND[1])
  local tiles = width * height

  local grounds = random:chance(0.3) and 1 or random:int(2, #GROUND)
  local density = random:pick { 0, 0.1, 0.2, 0.3, 0.4 }
  for y = 1, height do
    for x = 1, width do
      map:set(x, y, random:chance(density) and WALL or GROUND[random:int(1, grounds)])
    end
  end
  if random:chance(0.3) then add_walls(random, map) end
  if random:chance(0.4) then
    for _ = 1, random:int(1, tiles) do
      map:set_penalty(random:int(1, width), random:int(1, height), random:pick { 0.1, 0.5, 1, 3, 7.5 })
    end
  end
  if random:chance(0.4) then
    for _ = 1, random:int(1, math.max(1, math.floor(tiles / 5))) do
      map:block(random:int(1, width), random:int(1, height))
    end
  end
  if random:chance(0.4) then add_edges(random, map, random:int(1, tiles)) end
  if random:chance(0.35) then
    for _ = 1, random:int(1, 4) do map:link(random_link(random, map)) end
  end
  if options.links then random_map.add_links(random, map, random:int(4, 12)) end
  return map
end

-- The same map as a grid of the library, built by its public interface.
function random_map.grid(astar, map)
  local rows = {}
  for y = 1, map.height do
    local row = {}
    for x = 1, map.width do row[x] = string.char(map:get(x, y)) end
    rows[y] = table.concat(row)
  end
  local grid = astar.grid(rows, { layout = map.layout })
  for y = 1, map.height do
    for x = 1, map.width do
      if map:penalty(x, y) > 0 then grid:set_penalty(x, y, map:penalty(x, y)) end
      for layer = 1, oracle.LAYERS do
        if map:is_blocked(x, y, layer) then grid:block(x, y, true, layer) end
      end
      for _, direction in ipairs(oracle.directions(map, x, y)) do
        local dx, dy = direction[1], direction[2]
        if not map:is_edge_open(x, y, dx, dy) then grid:set_edge(x, y, dx, dy, false, true) end
      end
    end
  end
  for id = 1, map.last_link do
    local link = map.links[id]
    if link then
      grid:link(link.x1, link.y1, link.x2, link.y2, { cost = link.cost, one_way = link.one_way })
    end
  end
  return grid
end

-- --------------------------------------------------------------------------------------- rules

local COSTS = { 1, 1, 1, 2, 3, 10, 0.25, 0.5, 0.9, 1.7 }

local ORTHOGONAL = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }
local DIAGONAL = { { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } }
local KNIGHT = {
  { 1, 2 }, { 2, 1 }, { 2, -1 }, { 1, -2 }, { -1, -2 }, { -2, -1 }, { -2, 1 }, { -1, 2 },
}

local function append(list, moves)
  for _, move in ipairs(moves) do list[#list + 1] = { move[1], move[2] } end
end

-- A list of moves: some moves by one tile, knight's moves, jumps over a clear tile, other offsets.
local function random_moves(random)
  local list = {}
  if random:chance(0.7) then append(list, ORTHOGONAL) end
  if random:chance(0.5) then append(list, DIAGONAL) end
  if random:chance(0.4) then append(list, KNIGHT) end
  if random:chance(0.4) then
    append(list, { { 2, 0 }, { 0, 2 }, { -2, 0 }, { 0, -2 }, { 3, 3 } })
  end
  if #list == 0 or random:chance(0.2) then append(list, { { random:int(4, 6), random:int(-6, 6) } }) end
  if random:chance(0.2) and #list > 1 then table.remove(list, random:int(1, #list)) end
  for _, move in ipairs(list) do
    local dx, dy = move[1], move[2]
    if random:chance(0.2) then move.cost = random:pick { 0.5, 1, 1.5, 2.7, 5 } end
    if math.max(math.abs(dx), math.abs(dy)) > 1 and random:chance(0.5) then
      local half_x = dx < 0 and -math.floor(-dx / 2) or math.floor(dx / 2)
      local half_y = dy < 0 and -math.floor(-dy / 2) or math.floor(dy / 2)
      move.clear = { { half_x, half_y } }
      if random:chance(0.3) then move.clear[2] = { 0, random:int(-1, 1) } end
    end
  end
  return list
end

-- A function for the option `step` that reads a table, so that a failure can print it:
-- [from][to]["up"|"down"|"flat"] = value, where the string "nil" means nil.
local function step_of(by_terrain)
  return function(from, to, _, dy)
    local value = by_terrain[from][to][dy < 0 and "up" or dy > 0 and "down" or "flat"]
    if value == "nil" then return nil end
    return value
  end
end

local function random_step(random, keys)
  local by_terrain = {}
  for _, from in ipairs(keys) do
    by_terrain[from] = {}
    for _, to in ipairs(keys) do
      by_terrain[from][to] = {}
      if random:chance(0.35) then
        for _, name in ipairs { "up", "down", "flat" } do
          local value = random:pick { "nil", false, 0, 0.2, 1, 2.5, 6 }
          by_terrain[from][to][name] = value
        end
      end
    end
  end
  return step_of(by_terrain), by_terrain
end

-- Options for astar.rules and oracle.rules that fit maps of that layout; and, if they have pair costs, the table
-- of these. Plain rules have neither pair costs nor a list of moves.
function random_map.rules(random, layout, plain)
  local is_hex = layout ~= "square"
  local options = { cost = {} }
  local keys = {}
  local uniform = random:chance(0.35) and random:pick(COSTS)
  for _, terrain in ipairs(GROUND) do
    if random:chance(0.85) then
      local key = random:chance(0.2) and terrain:byte() or terrain
      options.cost[key] = uniform or (random:chance(0.85) and random:pick(COSTS))
      keys[#keys + 1] = key
    end
  end
  if random:chance(0.6) then
    options.cost[WALL] = false
    keys[#keys + 1] = WALL
  end
  if random:chance(0.2) then options.default = random:pick { false, uniform or 2.5 } end

  if random:chance(0.85) then
    options.diagonal = random:pick {
      "always", "always", "if_at_most_one_obstacle", "only_when_no_obstacles", "never",
    }
  end
  if random:chance(0.4) then options.diagonal_cost = random:pick { 0.7, 1, 1.2, 1.4, 2, 2.5 } end
  local neighbors = random:int(1, plain and 7 or 10)
  if neighbors <= 2 then options.neighbors = 4 end
  if neighbors == 3 then options.neighbors = 8 end
  if neighbors >= 8 then options.neighbors = random_moves(random) end
  if random:chance(0.3) then options.ignore_blocked = random:chance(0.7) end
  if not is_hex and random:chance(0.25) then options.size = random:int(1, 3) end

  local step_table
  if not plain and random:chance(0.25) and #keys > 0 then
    options.step, step_table = random_step(random, keys)
    if is_hex then -- the six directions of hexes are among these eight
      options.neighbors = nil
      if options.diagonal == "never" then options.diagonal = nil end
    end
  end
  if type(options.neighbors) == "table" and not is_hex and options.diagonal == "never" then
    -- With "never", a list of diagonal moves only would be empty.
    local left = 0
    for _, move in ipairs(options.neighbors) do
      if not (math.abs(move[1]) == 1 and math.abs(move[2]) == 1) then left = left + 1 end
    end
    if left == 0 then options.diagonal = "always" end
  end
  return options, step_table
end

-- Rules on a map, and both for the library: the case of check, check_field and other helpers.
function random_map.case(random, astar, map, grid)
  local options, step_table = random_map.rules(random, map.layout)
  return {
    map = map, grid = grid, options = options, step_table = step_table,
    rules = oracle.rules(options), compiled = astar.rules(options),
  }
end

-- ------------------------------------------------------------------------------------- queries

local function random_tile(random, map)
  if random:chance(0.003) then
    return random:pick { 0, -5, map.width + 1, 100000 }, random:int(1, map.height)
  end
  return random:int(1, map.width), random:int(1, map.height)
end

-- Usually a tile that the mover can stand on.
local function random_place(random, map, rules)
  local x, y = random_tile(random, map)
  for _ = 1, 10 do
    if not map:contains(x, y) or random:chance(0.1) or oracle.fits(map, rules, x, y) then break end
    x, y = random_tile(random, map)
  end
  return x, y
end

local NAMED = { "auto", "manhattan", "octile", "chebyshev", "euclidean", "zero" }

-- The minimum cost of a step per tile along a row or a column. With this rate a heuristic by max(dx, dy) is
-- admissible on any map, with any rules.
local function least_rate(map, rules)
  local least = math.huge
  for y = 1, map.height do
    for x = 1, map.width do
      for _, step in ipairs(oracle.successors(map, rules, x, y)) do
        local reach = math.max(math.abs(step.x - x), math.abs(step.y - y))
        if reach > 0 then least = math.min(least, step.cost / reach) end
      end
    end
  end
  return least < math.huge and least or 0
end

-- A query: { x, y, goals, many (for find_nearest), range, partial, max_cost, max_expansions,
-- algorithm, heuristic, weight, heuristic_name }. `admissible` is true if its heuristic is admissible.
function random_map.query(random, map, rules)
  local query = { goals = {}, admissible = true }
  query.x, query.y = random_place(random, map, rules)
  query.many = random:chance(0.3)
  for i = 1, query.many and random:int(0, 5) or 1 do
    local x, y = random_place(random, map, rules)
    if random:chance(0.03) then x, y = query.x, query.y end
    query.goals[i] = { x, y }
  end
  if random:chance(0.25) then query.range = random:int(0, 4) end
  if random:chance(0.3) then query.partial = random:chance(0.9) end
  if random:chance(0.15) then query.max_cost = random:pick { 0, 1, 2.5, 5, 9.9, 20, 100000, math.huge } end
  if random:chance(0.05) then query.max_expansions = random:int(0, 30) end
  if random:chance(0.5) then
    query.algorithm = random:pick { "auto", "astar", "astar", "dijkstra", "greedy" }
  end
  if random:chance(0.3) then query.weight = random:pick { 0, 0.5, 1, 1.5, 3, 100 } end

  local kind = random:int(1, 10)
  if kind == 1 then
    local rate, range = least_rate(map, rules), query.range or 0
    query.heuristic_name = ("%.17g * max(0, max(dx, dy) - %d)"):format(rate, range)
    -- Slightly lower, so that rounding cannot make the heuristic overestimate.
    rate = rate * (1 - 1e-9)
    query.heuristic = function(dx, dy) return rate * math.max(0, math.max(dx, dy) - range) end
  elseif kind == 2 then
    query.heuristic_name = "wild: (dx * 7919 + dy * 104729) % 13"
    query.heuristic = function(dx, dy) return (dx * 7919 + dy * 104729) % 13 end
    query.admissible = false
  elseif kind <= 5 then
    query.heuristic = random:pick(NAMED)
    query.admissible = query.heuristic == "auto" or query.heuristic == "zero"
  end
  return query
end

-- --------------------------------------------------------------------------------------- edits

-- One random edit as { name, arguments... }, or nil if the map has no place for the chosen kind.
-- `random_map.apply` applies it.
function random_map.edit(random, map)
  local x, y = random:int(1, map.width), random:int(1, map.height)
  local kind = random:int(1, 100)
  if kind <= 35 then return { "set", x, y, random:chance(0.4) and WALL or random:pick(GROUND) } end
  if kind <= 40 then
    return { "fill", random:chance(0.3) and WALL or random:pick(GROUND), x - random:int(0, 2),
      y - random:int(0, 2), random:int(0, 4), random:int(0, 4) }
  end
  if kind <= 60 then return { "block", x, y, random:chance(0.5) } end
  if kind <= 70 then return { "set_penalty", x, y, random:pick { 0, 0, 0.25, 1, 6 } } end
  if kind <= 88 then
    local directions = oracle.directions(map, x, y)
    if #directions == 0 then return nil end
    local direction = random:pick(directions)
    return { "set_edge", x, y, direction[1], direction[2], random:chance(0.5), random:chance(0.4) }
  end
  if kind <= 95 then return { "link", random_link(random, map) } end
  local ids = {}
  for id = 1, map.last_link do
    if map.links[id] then ids[#ids + 1] = id end
  end
  if #ids == 0 then return nil end
  return { "unlink", random:pick(ids) }
end

-- One random edit, usually of content that queries can ignore: obstacles on all layers, and penalties.
function random_map.layer_edit(random, map)
  local x, y = random:int(1, map.width), random:int(1, map.height)
  local kind = random:int(1, 100)
  if kind <= 55 then return { "block", x, y, random:chance(0.55), random:int(1, oracle.LAYERS) } end
  if kind <= 75 then return { "set_penalty", x, y, random:pick { 0, 0.25, 1, 1, 6 } } end
  return random_map.edit(random, map)
end

-- More edits than the journal holds. They undo each other.
function random_map.churn(random, map, grid)
  for _ = 1, 600 do
    local x, y = random:int(1, map.width), random:int(1, map.height)
    local blocked = map:is_blocked(x, y, 1)
    grid:block(x, y, not blocked)
    grid:block(x, y, blocked)
  end
end

-- The ids of the links that random_map.grid created, for a map that never lost a link.
function random_map.ids(map)
  local ids = {}
  for id = 1, map.last_link do ids[id] = id end
  return ids
end

-- Applies the edit to the oracle's map and to the grid. `ids` maps the map's link ids to the grid's.
function random_map.apply(edit, map, grid, ids)
  local name, a, b, c, d, e, f = edit[1], edit[2], edit[3], edit[4], edit[5], edit[6], edit[7]
  if name == "link" then
    ids[map:link(a, b, c, d, e)] = grid:link(a, b, c, d, e)
  elseif name == "unlink" then
    map:unlink(a)
    grid:unlink(ids[a])
  else
    map[name](map, a, b, c, d, e, f)
    grid[name](grid, a, b, c, d, e, f)
  end
end

return random_map
