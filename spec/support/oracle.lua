-- The oracle: a slow, simple model of the library in plain Lua. Specs compare the library's answers
-- with it.
--
-- Method: the map is a table of tiles, a step is checked tile by tile as the documentation describes
-- it, and costs come from Dijkstra's algorithm with a linear search for the next tile. Fields are
-- relaxed until no cost changes.
--
-- Independence: it is written from the documentation alone and shares no code with the library. It
-- has no heuristic, no heap, no bit operations, no compiled rules, and keeps nothing between two
-- queries. When the oracle and the library disagree, compare this file with the documentation; it is
-- short enough for that.
--
--   local map = oracle.map(5, 3, "square", ".")         -- with the edits of a grid
--   map:set(2, 2, "#")
--   local rules = oracle.rules { cost = { ["."] = 1 } }  -- the same options as astar.rules
--   oracle.answer(map, rules, { x = 1, y = 1, goals = { { 5, 3 } } })

local oracle = {}

oracle.LAYERS = 8 -- obstacle layers

local NO_LAYERS = {}

local function byte_of(terrain)
  return type(terrain) == "string" and terrain:byte() or terrain
end

-- ------------------------------------------------------------------------------------ the map

local Map = {}
Map.__index = Map

function oracle.map(width, height, layout, fill)
  local map = setmetatable({
    width = width, height = height, layout = layout or "square",
    terrain = {},  -- by index: a byte
    penalties = {}, -- by index: the extra cost, or nil
    obstacles = {}, -- by index: the layers with dynamic obstacles, as keys of a table
    closed = {},   -- by edge_key: { x, y, dx, dy } where the edge is closed in that direction
    links = {},    -- by id: { x1, y1, x2, y2, cost, one_way }
    last_link = 0,
  }, Map)
  for i = 1, width * height do map.terrain[i] = byte_of(fill or 0) end
  return map
end

function Map:contains(x, y)
  return x >= 1 and x <= self.width and y >= 1 and y <= self.height
end

function Map:index(x, y)
  return (y - 1) * self.width + x
end

function Map:get(x, y)
  return self.terrain[self:index(x, y)]
end

function Map:set(x, y, terrain)
  self.terrain[self:index(x, y)] = byte_of(terrain)
end

function Map:fill(terrain, x, y, width, height)
  x, y, width, height = x or 1, y or 1, width or self.width, height or self.height
  for ty = y, y + height - 1 do
    for tx = x, x + width - 1 do
      if self:contains(tx, ty) then self:set(tx, ty, terrain) end
    end
  end
end

function Map:set_penalty(x, y, cost)
  self.penalties[self:index(x, y)] = cost ~= 0 and cost or nil
end

function Map:penalty(x, y)
  return self.penalties[self:index(x, y)] or 0
end

function Map:block(x, y, blocked, layer)
  local index = self:index(x, y)
  self.obstacles[index] = self.obstacles[index] or {}
  self.obstacles[index][layer or 1] = blocked ~= false or nil
end

-- Whether the tile has a dynamic obstacle on this layer, or on any layer if `layer` is nil.
function Map:is_blocked(x, y, layer)
  local layers = self.obstacles[self:index(x, y)] or NO_LAYERS
  if layer then return layers[layer] == true end
  return next(layers) ~= nil
end

-- One number per edge: dx and dy are -1, 0 or 1.
local function edge_key(x, y, dx, dy)
  return ((y * 65536 + x) * 3 + dx) * 3 + dy
end

function Map:set_edge(x, y, dx, dy, open, one_way)
  self.closed[edge_key(x, y, dx, dy)] = not open and { x, y, dx, dy } or nil
  if not one_way then self:set_edge(x + dx, y + dy, -dx, -dy, open, true) end
end

function Map:is_edge_open(x, y, dx, dy)
  return not self.closed[edge_key(x, y, dx, dy)]
end

function Map:link(x1, y1, x2, y2, options)
  options = options or {}
  self.last_link = self.last_link + 1
  self.links[self.last_link] = {
    x1 = x1, y1 = y1, x2 = x2, y2 = y2, cost = options.cost or 1, one_way = options.one_way or false,
  }
  return self.last_link
end

function Map:unlink(id)
  self.links[id] = nil
end

-- -------------------------------------------------------------------------------------- hexes

-- Offset to axial coordinates: https://www.redblobgames.com/grids/hexagons/#conversions-offset
-- Tiles count from 1, rows and columns of that page from 0.
function oracle.axial(layout, x, y)
  local column, row = x - 1, y - 1
  if layout == "odd_r" then return column - (row - row % 2) / 2, row end
  if layout == "even_r" then return column - (row + row % 2) / 2, row end
  if layout == "odd_q" then return column, row - (column - column % 2) / 2 end
  if layout == "even_q" then return column, row - (column + column % 2) / 2 end
  error("not a hex layout: " .. tostring(layout))
end

local function hex_distance(layout, x1, y1, x2, y2)
  local q1, r1 = oracle.axial(layout, x1, y1)
  local q2, r2 = oracle.axial(layout, x2, y2)
  local dq, dr = q1 - q2, r1 - r2
  return math.max(math.abs(dq), math.abs(dr), math.abs(dq + dr))
end

-- ------------------------------------------------------------------------------------ the rules

local ORTHOGONAL = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }
local DIAGONAL = { { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } }

local function is_unit(dx, dy)
  return math.abs(dx) <= 1 and math.abs(dy) <= 1
end

local function is_diagonal(dx, dy)
  return math.abs(dx) == 1 and math.abs(dy) == 1
end

local function default_length(dx, dy, diagonal_cost)
  if is_diagonal(dx, dy) then return diagonal_cost end
  return math.sqrt(dx * dx + dy * dy)
end

-- The layers that the option ignore_blocked names, as keys of a table.
local function ignored_layers(ignore_blocked)
  local ignored = {}
  if ignore_blocked == true then
    for layer = 1, oracle.LAYERS do ignored[layer] = true end
  end
  for _, layer in ipairs(type(ignore_blocked) == "table" and ignore_blocked or {}) do ignored[layer] = true end
  return ignored
end

-- The rules of `options`, which are those of astar.rules, with the defaults filled in.
function oracle.rules(options)
  local rules = {
    cost = {}, -- by byte: the cost, or false
    key = {},  -- by byte: as the terrain was written in `cost`
    diagonal = options.diagonal or "only_when_no_obstacles",
    neighbors = options.neighbors or 8,
    size = options.size or 1,
    step = options.step,
    ignored = ignored_layers(options.ignore_blocked),
    penalty_scale = options.penalty_scale or 1,
    moves = {},
  }
  for byte = 0, 255 do rules.cost[byte] = options.default or false end
  for terrain, cost in pairs(options.cost or {}) do
    rules.cost[byte_of(terrain)] = cost
    rules.key[byte_of(terrain)] = terrain
  end

  local list = options.neighbors or 8
  if list == 4 then
    list = ORTHOGONAL
  elseif list == 8 then
    list = {}
    for _, move in ipairs(ORTHOGONAL) do list[#list + 1] = move end
    for _, move in ipairs(DIAGONAL) do list[#list + 1] = move end
  end
  for _, move in ipairs(list) do
    local dx, dy = move[1], move[2]
    if not (is_diagonal(dx, dy) and rules.diagonal == "never") then
      rules.moves[#rules.moves + 1] = {
        dx = dx, dy = dy, clear = move.clear or {},
        length = move.cost or default_length(dx, dy, options.diagonal_cost or math.sqrt(2)),
      }
    end
  end
  return rules
end

-- The rules for a query that sets ignore_blocked and penalty_scale itself. Each of its values replaces
-- that of the rules; nil keeps the value of the rules.
function oracle.override(rules, own)
  local seen = {}
  for key, value in pairs(rules) do seen[key] = value end
  if own and own.ignore_blocked ~= nil then seen.ignored = ignored_layers(own.ignore_blocked) end
  if own and own.penalty_scale ~= nil then seen.penalty_scale = own.penalty_scale end
  return seen
end

-- The pair cost of a step between two terrains, by the option `step`: a number, false, or nil for the cost of the
-- terrain.
function oracle.pair_cost(rules, from, to, dx, dy)
  if rules.step and rules.key[from] ~= nil and rules.key[to] ~= nil then
    return rules.step(rules.key[from], rules.key[to], dx, dy)
  end
  return nil
end

-- ------------------------------------------------------------------------------ one step

-- Calls `visit` with each tile that the mover covers when it is at (x, y), until one call returns false.
-- Returns whether no call did.
local function every_tile(rules, x, y, visit)
  if rules.size == 1 then return visit(x, y) ~= false end
  for j = 0, rules.size - 1 do
    for i = 0, rules.size - 1 do
      if visit(x + i, y + j) == false then return false end
    end
  end
  return true
end

-- Whether the tile has a dynamic obstacle on a layer that is not ignored.
function oracle.is_obstructed(map, rules, x, y)
  local layers = map.obstacles[map:index(x, y)]
  if not layers then return false end
  for layer in pairs(layers) do
    if not rules.ignored[layer] then return true end
  end
  return false
end

-- The cost of entering the tile in addition to its terrain.
function oracle.penalty(map, rules, x, y)
  return rules.penalty_scale * map:penalty(x, y)
end

-- Whether this one tile is passable; false off the map.
function oracle.is_passable(map, rules, x, y)
  return map:contains(x, y) and rules.cost[map:get(x, y)] ~= false
    and not oracle.is_obstructed(map, rules, x, y)
end

-- Whether the mover can stand at (x, y).
function oracle.fits(map, rules, x, y)
  if rules.size == 1 then return oracle.is_passable(map, rules, x, y) end
  return every_tile(rules, x, y, function(tx, ty) return oracle.is_passable(map, rules, tx, ty) end)
end

-- Whether all edges are open for the mover at (x, y) and a move by one tile. Tiles of the mover that
-- are off the map have no edges.
local function edges_open(map, rules, x, y, dx, dy)
  if next(map.closed) == nil then return true end
  return every_tile(rules, x, y, function(tx, ty)
    return not map:contains(tx, ty) or map:is_edge_open(tx, ty, dx, dy)
  end)
end

-- Whether the mover can move from (x, y) by (dx1, dy1) and then by (dx2, dy2).
function oracle.way_open(map, rules, x, y, dx1, dy1, dx2, dy2)
  return oracle.fits(map, rules, x + dx1, y + dy1)
    and edges_open(map, rules, x, y, dx1, dy1)
    and edges_open(map, rules, x + dx1, y + dy1, dx2, dy2)
end

local function corner_allows(map, rules, x, y, dx, dy)
  if rules.diagonal == "always" then return true end
  local obstacles = 0
  if not oracle.way_open(map, rules, x, y, dx, 0, 0, dy) then obstacles = obstacles + 1 end
  if not oracle.way_open(map, rules, x, y, 0, dy, dx, 0) then obstacles = obstacles + 1 end
  if rules.diagonal == "if_at_most_one_obstacle" then return obstacles <= 1 end
  return obstacles == 0 -- only_when_no_obstacles
end

-- The cost of the step for one tile of the mover, or nil if the pair cost forbids the step.
local function tile_cost(map, rules, x, y, dx, dy, length)
  local to = map:get(x + dx, y + dy)
  local cost = nil
  if map:contains(x, y) then
    cost = oracle.pair_cost(rules, map:get(x, y), to, dx, dy)
    if cost == false then return nil end
  end
  return (cost or length * rules.cost[to]) + oracle.penalty(map, rules, x + dx, y + dy)
end

-- The cost of the move by (dx, dy) from (x, y), the maximum over the tiles of the mover; nil if it is illegal.
local function move_cost(map, rules, x, y, move)
  local dx, dy = move.dx, move.dy
  if not oracle.fits(map, rules, x + dx, y + dy) then return nil end
  for _, offset in ipairs(move.clear) do
    if not oracle.fits(map, rules, x + offset[1], y + offset[2]) then return nil end
  end
  if is_unit(dx, dy) and not edges_open(map, rules, x, y, dx, dy) then return nil end
  if map.layout == "square" and is_diagonal(dx, dy) and not corner_allows(map, rules, x, y, dx, dy) then
    return nil
  end
  local highest = 0
  local allowed = every_tile(rules, x, y, function(tx, ty)
    local cost = tile_cost(map, rules, tx, ty, dx, dy, move.length)
    if not cost then return false end
    highest = math.max(highest, cost)
  end)
  return allowed and highest or nil
end

-- The moves that exist at (x, y), legal or not: the moves of the rules, or the six of a hex.
function oracle.moves_at(map, rules, x, y)
  if map.layout == "square" then return rules.moves end
  local six = {}
  for dy = -1, 1 do
    for dx = -1, 1 do
      if hex_distance(map.layout, x, y, x + dx, y + dy) == 1 then
        six[#six + 1] = { dx = dx, dy = dy, length = 1, clear = {} }
      end
    end
  end
  return six
end

-- The (dx, dy) of the neighbors of (x, y), between which edges can be.
function oracle.directions(map, x, y)
  local directions = {}
  for dy = -1, 1 do
    for dx = -1, 1 do
      local is_neighbor
      if map.layout == "square" then
        is_neighbor = not (dx == 0 and dy == 0)
      else
        is_neighbor = hex_distance(map.layout, x, y, x + dx, y + dy) == 1
      end
      if is_neighbor and map:contains(x + dx, y + dy) then directions[#directions + 1] = { dx, dy } end
    end
  end
  return directions
end

-- Every legal step from (x, y): a list of { x =, y =, cost = }. A tile is in it more than once if several
-- moves or links lead to it.
function oracle.successors(map, rules, x, y)
  local list = {}
  for _, move in ipairs(oracle.moves_at(map, rules, x, y)) do
    local cost = move_cost(map, rules, x, y, move)
    if cost then list[#list + 1] = { x = x + move.dx, y = y + move.dy, cost = cost } end
  end
  for _, link in pairs(map.links) do
    if link.x1 == x and link.y1 == y and oracle.fits(map, rules, link.x2, link.y2) then
      list[#list + 1] = { x = link.x2, y = link.y2, cost = link.cost }
    end
    if not link.one_way and link.x2 == x and link.y2 == y and oracle.fits(map, rules, link.x1, link.y1) then
      list[#list + 1] = { x = link.x1, y = link.y1, cost = link.cost }
    end
  end
  return list
end

-- The cheapest single step from one tile to another, or nil.
function oracle.step_cost(map, rules, x1, y1, x2, y2)
  local cheapest = nil
  for _, step in ipairs(oracle.successors(map, rules, x1, y1)) do
    if step.x == x2 and step.y == y2 and (not cheapest or step.cost < cheapest) then cheapest = step.cost end
  end
  return cheapest
end

-- The cost of a walk { {x, y}, ... }, or nil and the index of its first step that is not legal.
function oracle.walk_cost(map, rules, points)
  local sum = 0
  for i = 1, #points - 1 do
    local from, to = points[i], points[i + 1]
    local cost = oracle.step_cost(map, rules, from[1], from[2], to[1], to[2])
    if not cost then return nil, i end
    sum = sum + cost
  end
  return sum
end

-- --------------------------------------------------------------------------------- whole paths

-- Dijkstra: the minimum cost from (x, y) to every reachable tile, by index. `steps` may be passed if it is known.
function oracle.distances(map, rules, x, y, steps)
  local settled = {}
  local open = { [map:index(x, y)] = { x = x, y = y, cost = 0 } }
  while true do
    local best_index, best = nil, nil
    for index, tile in pairs(open) do
      if not best or tile.cost < best.cost then best_index, best = index, tile end
    end
    if not best then return settled end
    open[best_index] = nil
    settled[best_index] = best.cost
    for _, step in ipairs(steps and steps[best_index] or oracle.successors(map, rules, best.x, best.y)) do
      local index, cost = map:index(step.x, step.y), best.cost + step.cost
      if settled[index] == nil and (not open[index] or cost < open[index].cost) then
        open[index] = { x = step.x, y = step.y, cost = cost }
      end
    end
  end
end

-- Every legal step of the map: by index the result of oracle.successors.
function oracle.all_steps(map, rules)
  local steps = {}
  for y = 1, map.height do
    for x = 1, map.width do steps[map:index(x, y)] = oracle.successors(map, rules, x, y) end
  end
  return steps
end

-- The minimum cost from every tile to one of the goals { {x, y, starting cost}, ... }, by index: costs
-- are lowered until no step makes any of them lower. `steps` may be passed if it is known.
function oracle.field(map, rules, goals, steps)
  steps = steps or oracle.all_steps(map, rules)
  local cost = {}
  for _, goal in ipairs(goals) do
    local index, starting = map:index(goal[1], goal[2]), goal[3] or 0
    if oracle.fits(map, rules, goal[1], goal[2]) and starting < (cost[index] or math.huge) then
      cost[index] = starting
    end
  end
  local fits = {}
  for y = 1, map.height do
    for x = 1, map.width do fits[map:index(x, y)] = oracle.fits(map, rules, x, y) end
  end
  local changed
  repeat
    changed = false
    for index = 1, map.width * map.height do
      for _, step in ipairs(fits[index] and steps[index] or {}) do
        local rest = cost[map:index(step.x, step.y)]
        if rest and step.cost + rest < (cost[index] or math.huge) then
          cost[index], changed = step.cost + rest, true
        end
      end
    end
  until not changed
  return cost
end

-- The number of steps between two tiles without any walls, with the kinds of steps that the mover has.
function oracle.steps(map, rules, x1, y1, x2, y2)
  if map.layout ~= "square" then return hex_distance(map.layout, x1, y1, x2, y2) end
  local dx, dy = math.abs(x1 - x2), math.abs(y1 - y2)
  for _, move in ipairs(rules.moves) do
    if move.dx ~= 0 and move.dy ~= 0 then return math.max(dx, dy) end
  end
  return dx + dy
end

-- The number of steps to the nearest goal, and its index; of equally near goals the first.
function oracle.nearest_goal(map, rules, x, y, goals)
  local nearest, index = math.huge, nil
  for i, goal in ipairs(goals) do
    local steps = oracle.steps(map, rules, x, y, goal[1], goal[2])
    if steps < nearest then nearest, index = steps, i end
  end
  return nearest, index
end

-- Calls visit(x, y) for every tile.
local function each_tile(map, visit)
  for y = 1, map.height do
    for x = 1, map.width do visit(x, y) end
  end
end

-- Whether a sum of costs fits a cap such as max_cost: up to a relative 1e-9 above it.
function oracle.fits_cap(cost, cap) return cost <= cap * (1 + 1e-9) end

-- The answer to query = { x =, y =, goals = { {x, y}, ... }, range =, partial =, max_cost = }:
--
--   reason  the reason why no path exists, or nil
--   cost    of the cheapest path
--   partial true if that path is partial
--   steps   steps from the end of the path to the nearest goal
--   at_start true if the start counts as the goal
--
-- The reason "limit" is for goals that are reachable at a cost above max_cost. The library may return it
-- for unreachable goals, too, if max_cost ended the search before it was complete.
-- `reach`, the distances from the start, may be passed if they are known.
function oracle.answer(map, rules, query, reach)
  local range, max_cost = query.range or 0, query.max_cost or math.huge
  local function on_map(x, y) return map:contains(x, y) end

  if not on_map(query.x, query.y) then return { reason = "out_of_bounds" } end
  for _, goal in ipairs(query.goals) do
    if not on_map(goal[1], goal[2]) then return { reason = "out_of_bounds" } end
  end

  if #query.goals == 0 then return { reason = "goal_blocked" } end

  local start_steps = oracle.nearest_goal(map, rules, query.x, query.y, query.goals)
  if start_steps <= range then
    return { cost = 0, partial = false, steps = start_steps, at_start = true }
  end

  reach = reach or oracle.distances(map, rules, query.x, query.y)
  local goal_left, goal_cost, goal_steps = false, math.huge, nil
  local near_steps, near_cost = start_steps, 0
  each_tile(map, function(x, y)
    local steps = oracle.nearest_goal(map, rules, x, y, query.goals)
    local cost = reach[map:index(x, y)]
    if steps <= range and oracle.fits(map, rules, x, y) then
      goal_left = true
      if cost and cost < goal_cost then goal_cost, goal_steps = cost, steps end
    end
    local is_nearer = steps < near_steps or (steps == near_steps and cost and cost < near_cost)
    if cost and is_nearer and oracle.fits_cap(cost, max_cost) then
      near_steps, near_cost = steps, cost
    end
  end)

  if goal_cost < math.huge and oracle.fits_cap(goal_cost, max_cost) then
    return { cost = goal_cost, partial = false, steps = goal_steps }
  end
  if query.partial then return { cost = near_cost, partial = true, steps = near_steps } end
  if not goal_left then return { reason = "goal_blocked" } end
  if goal_cost < math.huge then return { reason = "limit" } end
  return { reason = "unreachable" }
end

return oracle
