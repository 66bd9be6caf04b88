-- Explanations, planned obstacles and choke points on small random maps, compared with brute force
-- (spec/support/explanation_oracle.lua) while the map is edited.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua. A failure shows its seed and the map.

local astar = require "astar"
local ascii = require "spec.support.ascii"
local check = require "spec.support.check"
local expected = require "spec.support.explanation_oracle"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local MOST_OPEN, MOST_CUT = 5, 2 -- brute force tries no larger sets

-- ------------------------------------------------------------------------------- maps and rules

local function random_tile(life)
  local random = life.random
  if random:chance(0.02) then return random:pick { 0, -3, life.map.width + 1 }, random:int(1, life.map.height) end
  return random:int(1, life.map.width), random:int(1, life.map.height)
end

local function begin(seed)
  local random = random_map.new(seed)
  local side = random:chance(0.7) and 5 or 8
  local map = random_map.map(random, { width = random:int(2, side), height = random:int(1, side), layers = true })
  local grid = random_map.grid(astar, map)
  local case = random_map.case(random, astar, map, grid)
  case.own = random:chance(0.3) and random_map.own(random) or nil
  case.rules_alone = case.rules
  case.rules = oracle.override(case.rules, case.own)
  return { seed = seed, random = random, map = map, grid = grid, ids = random_map.ids(map), case = case }
end

-- Tiles of which one half cannot be reached from the other, more often than not.
local function random_question(life)
  local random, q = life.random, nil
  for _ = 1, random:int(1, 5) do
    q = { open = {}, open_default = 1, open_blocked = 1 }
    q.x1, q.y1 = random_tile(life)
    q.x2, q.y2 = random_tile(life)
    if expected.reason(life.map, life.case.rules, q.x1, q.y1, q.x2, q.y2) then break end
  end
  if random:chance(0.4) then return q end
  local costs = { 1, 2, 0.5, 3, 0, false }
  for _, terrain in ipairs(life.map.terrain) do
    if random:chance(0.3) then q.open[terrain] = random:pick(costs) end
  end
  q.open_default, q.open_blocked = random:pick(costs), random:pick(costs)
  return q
end

local function options_of(case, q)
  local options = { open = q.open, open_default = q.open_default, open_blocked = q.open_blocked }
  for name, value in pairs(case.own or {}) do options[name] = value end
  return options
end

-- -------------------------------------------------------------------------------------- checks

local function close(a, b)
  return math.abs(a - b) <= 1e-9 * math.abs(b)
end

local function show(value)
  if type(value) ~= "table" then return tostring(value) end
  local parts, names = {}, {}
  for name in pairs(value) do names[#names + 1] = name end
  table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
  for _, name in ipairs(names) do
    parts[#parts + 1] = (type(name) == "number" and "" or name .. " = ") .. show(value[name])
  end
  return "{" .. table.concat(parts, ", ") .. "}"
end

-- The failure when a field differs.
local function differs(name, got, wanted)
  if show(got) == show(wanted) then return nil end
  return ("%s is %s, expected %s"):format(name, show(got), show(wanted))
end

-- Checks the tiles to open. Returns the failure, or nil and their indexes.
local function check_tiles(case, q, explained)
  local map, sum, indexes, is_known = case.map, 0, {}, {}
  for i, tile in ipairs(explained.open) do
    local index = map:index(tile.x, tile.y)
    local cost, is_closed = expected.opening_cost(case, q, index)
    if not cost or not is_closed then return ("open[%d] cannot be opened, or is not closed"):format(i) end
    if is_known[index] then return ("open[%d] is there twice"):format(i) end
    local failure = differs("open.terrain", tile.terrain, map.terrain[index])
      or differs("open.blocked", tile.blocked, oracle.is_obstructed(map, case.rules, tile.x, tile.y))
    if failure then return failure end
    sum, indexes[i], is_known[index] = sum + cost, index, true
  end
  if not close(explained.open_cost, sum) then return differs("open_cost", explained.open_cost, sum) end
  return nil, indexes
end

-- Checks the path on a map with open tiles.
local function check_path(case, q, path, map)
  local tiles = check.tiles(path)
  local first, last = tiles[1], tiles[#tiles]
  if first[1] ~= q.x1 or first[2] ~= q.y1 or last[1] ~= q.x2 or last[2] ~= q.y2 then
    return "the path has other ends: " .. show(tiles)
  end
  local cost, bad = oracle.walk_cost(map, expected.opened_rules(case), tiles)
  if not cost then return ("step %d of the path is illegal: %s"):format(bad, show(tiles)) end
  if not close(path:cost(), cost) then return differs("the cost of the path", path:cost(), cost) end
end

local function check_minimum(case, q, explained)
  local sum, cost, is_too_large = expected.opening(case, q, MOST_OPEN)
  if is_too_large then return nil end
  if explained.open_cost < sum * (1 - 1e-9) then return differs("open_cost", explained.open_cost, sum) end
  if not explained.exact then return nil end
  if not close(explained.open_cost, sum) then return differs("open_cost, exact,", explained.open_cost, sum) end
  if math.abs(explained.path:cost() - cost) > 1e-6 * cost then
    return differs("the cost of the exact path", explained.path:cost(), cost)
  end
end

local function check_opening(case, q, explained)
  if not expected.can_open(case, q) then
    return differs("open", explained.open, nil) or differs("open_cost", explained.open_cost, nil)
      or differs("path", explained.path, nil) or differs("exact", explained.exact, nil)
  end
  if not explained.open then return "open is missing" end
  local failure, indexes = check_tiles(case, q, explained)
  if failure then return failure end
  if explained.reachable and #indexes > 0 then return "tiles to open although a path exists" end
  return check_path(case, q, explained.path, expected.opened_map(case, indexes))
    or check_minimum(case, q, explained)
end

local function check_width(case, q, explained)
  local widest, tightest = expected.widest(case, q), explained.tightest
  local failure = differs("widest", explained.widest, widest)
  if failure then return failure end
  if widest == 0 or widest == 64 or case.map.layout ~= "square" then return differs("tightest", tightest, nil) end
  if not tightest then return "tightest is missing" end
  local tight = expected.tightest(case, q, widest)
  if not tight[case.map:index(tightest.x, tightest.y)] then return "tightest is " .. show(tightest) end
end

local checks = {}

function checks.explain(life)
  local case, q = life.case, random_question(life)
  life.asked = show(q)
  local explained = life.grid:explain(q.x1, q.y1, q.x2, q.y2, case.compiled, options_of(case, q))
  local reason = expected.reason(case.map, case.rules, q.x1, q.y1, q.x2, q.y2)
  local failure = differs("reason", explained.reason, reason) or differs("reachable", explained.reachable, not reason)
  if failure then return failure end
  if type(tostring(explained)) ~= "string" then return "tostring gives no string" end
  if reason == "out_of_bounds" then return differs("widest", explained.widest, nil) end
  return differs("relax", explained.relax, reason and expected.relax(case, q) or {})
    or differs("terrains", explained.terrains, reason and expected.terrains(case, q) or {})
    or differs("barrier", explained.barrier, reason and expected.barrier(case, q) or {})
    or check_width(case, q, explained)
    or check_opening(case, q, explained)
end

-- One tile, a rectangle, or some tiles.
local function random_tiles(life)
  local random, tiles = life.random, {}
  local x, y = random_tile(life)
  if random:chance(0.5) then return { { x, y } } end
  if random:chance(0.5) then
    for i = 0, random:int(1, 2) do
      for j = 0, random:int(0, 2) do tiles[#tiles + 1] = { x + i, y + j } end
    end
    return tiles
  end
  for i = 1, random:int(0, 5) do tiles[i] = { random_tile(life) } end
  return tiles
end

function checks.can_block(life)
  local case, tiles, list = life.case, random_tiles(life), {}
  for i = 1, life.random:int(0, 4) do
    local x1, y1 = random_tile(life)
    local x2, y2 = random_tile(life)
    list[i] = { x1, y1, x2, y2 }
  end
  life.asked = show { tiles = tiles, pairs = list }
  local can, index = life.grid:can_block(tiles, case.compiled, list)
  local broken = expected.broken_pair(case.map, case.rules_alone, tiles, list)
  return differs("can_block", can, broken == nil) or differs("the index", index, broken)
end

function checks.can_block_field(life)
  local case, tiles, starts, goals = life.case, random_tiles(life), {}, {}
  for i = 1, life.random:int(0, 4) do starts[i] = { random_tile(life) } end
  for i = 1, life.random:int(1, 3) do
    goals[i] = { life.random:int(1, life.map.width), life.random:int(1, life.map.height) }
  end
  local field = life.grid:distance_field(goals, case.compiled)
  if not field then return nil end
  life.asked = show { tiles = tiles, goals = goals, starts = starts }
  local can, index = life.grid:can_block(tiles, case.compiled, field, starts)
  local broken = expected.broken_start(case.map, case.rules_alone, tiles, goals, starts)
  return differs("can_block", can, broken == nil) or differs("the index", index, broken)
end

-- Checks that tiles cut a pair, and that each of them is needed.
local function check_cut(case, q, tiles)
  for i = 1, #tiles do
    local rest = {}
    for k, tile in ipairs(tiles) do rest[#rest + 1] = k ~= i and tile or nil end
    local _, is_cut = expected.cut(case, q, rest)
    if is_cut then return ("tile %d is not needed"):format(i) end
  end
  local reached, is_cut = expected.cut(case, q, tiles)
  if not is_cut then return "the tiles do not cut the pair" end
  return nil, reached
end

local function forbids_steps(rules)
  for _, from in pairs(rules.step and rules.key or {}) do
    for _, to in pairs(rules.key) do
      for _, move in ipairs(rules.moves) do
        if rules.step(from, to, move.dx, move.dy) == false then return true end
      end
    end
  end
  return false
end

-- Whether rules suit choke points: no step depends on a tile that it does not enter, unless straight steps replace it.
local function is_suited(map, rules)
  local straight, turns = 0, false
  if map.layout ~= "square" then return true end
  for _, move in ipairs(rules.moves) do
    if #move.clear > 0 then return false end
    local steps = math.abs(move.dx) + math.abs(move.dy)
    if steps == 1 then straight = straight + 1 end
    turns = turns or math.abs(move.dx) == 1 and steps == 2
  end
  if rules.diagonal == "always" then return true end
  return not turns or straight == 4 and not forbids_steps(rules)
end

function checks.chokepoints(life)
  local random, rules = life.random, life.case.rules_alone
  local case = setmetatable({ rules = rules }, { __index = life.case })
  local q, max = random_question(life), random:pick { 1, 2, 3, 8 }
  life.asked = show { from = { q.x1, q.y1 }, to = { q.x2, q.y2 }, max = max }
  if rules.size > 1 then
    local raises = not pcall(life.grid.chokepoints, life.grid, q.x1, q.y1, q.x2, q.y2, case.compiled, max)
    return not raises and "chokepoints does not raise for a large mover" or nil
  end
  local tiles, why = life.grid:chokepoints(q.x1, q.y1, q.x2, q.y2, case.compiled, max)
  local reason = expected.reason(case.map, rules, q.x1, q.y1, q.x2, q.y2)
  if reason ~= "out_of_bounds" and not is_suited(case.map, rules) then reason = "unsuited" end
  if reason then return differs("the reason", why, reason) end
  if q.x1 == q.x2 and q.y1 == q.y2 then return differs("the reason", why, "too_many") end
  local failure, reached
  if tiles then failure, reached = check_cut(case, q, tiles) end
  if failure then return failure .. ": " .. show(tiles) end
  local count, nearest = expected.smallest_cut(case, q, math.min(max, MOST_CUT))
  if count then
    return differs("the number of tiles", tiles and #tiles, count)
      or differs("reached", reached, nearest)
  end
  if tiles then return #tiles <= nearest and "no cut is so small: " .. show(tiles) or nil end
  return differs("the reason", why, "too_many")
end

-- ------------------------------------------------------------------------------------ histories

local names = { "explain", "explain", "can_block", "can_block", "can_block_field", "chokepoints" }

local function report(life, name, failure)
  return table.concat({
    ("seed %d, %s: %s"):format(life.seed, name, failure), "asked: " .. tostring(life.asked),
    "own: " .. ascii.literal(life.case.own or {}), "The map as it is now:",
    ascii.picture(life.map, life.case.rules), ascii.setup(life.map, life.case.options, life.case.step_table),
  }, "\n")
end

local function live(seed)
  local life = begin(seed)
  for _ = 1, 4 do
    for _ = 1, 2 do
      local name = life.random:pick(names)
      local before = life.grid:serialize()
      local failure = seeds.failure_of(checks[name], life)
      if not failure and life.grid:serialize() ~= before then failure = "the grid has changed" end
      if failure then return report(life, name, failure) end
    end
    local edit = random_map.layer_edit(life.random, life.map)
    if edit then random_map.apply(edit, life.map, life.grid, life.ids) end
  end
end

describe("explanations of random maps", function()
  seeds.check_in_parts(it, "are those of brute force", seeds.cases * 0.2, 4, live)
end)
