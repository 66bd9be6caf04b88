-- Several rules and queries at once on one random map, which ignore different layers and scale penalties
-- differently, while the map is edited. Every answer is compared with the oracle, and with a copy of the grid that
-- had none of the earlier queries.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua. Two cases count as one map. A failure shows its seed, the
-- calls before, and a script that repeats the last query on a new map.

local astar = require "astar"
local ascii = require "spec.support.ascii"
local check = require "spec.support.check"
local check_field = require "spec.support.check_field"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"
local sight = require "spec.support.sight"

-- ------------------------------------------------------------------------------ maps and movers

local function random_tile(life)
  return life.random:int(1, life.map.width), life.random:int(1, life.map.height)
end

-- The options of a query: the view's own values, and more.
local function options_of(view, more)
  local options = {}
  for name, value in pairs(view.own or {}) do options[name] = value end
  for name, value in pairs(more or {}) do options[name] = value end
  return next(options) and options or nil
end

-- Rules that usually ignore layers and scale penalties.
local function random_rules(life, kind)
  local random = life.random
  local options, step_table = random_map.rules(random, life.map.layout, kind.plain)
  if kind.uniform then
    options.cost, options.size = { ["."] = 1, [","] = 1 }, nil
    options.neighbors, options.diagonal_cost = nil, nil
  end
  options.ignore_blocked = nil
  if random:chance(0.6) then options.ignore_blocked = random_map.ignored(random) end
  if random:chance(0.4) then options.penalty_scale = random_map.penalty_scale(random) end
  return { options = options, step_table = step_table, rules = oracle.rules(options), compiled = astar.rules(options) }
end

-- Two to six views. A view is a case with the rules of one of the movers, and with the own values of a query for
-- ignore_blocked and penalty_scale.
local function add_views(life, kind)
  local random, movers = life.random, {}
  for i = 1, random:int(1, 3) do movers[i] = random_rules(life, kind) end
  for i = 1, random:int(2, 6) do
    local mover = movers[(i - 1) % #movers + 1]
    local own = random_map.own(random)
    life.views[i] = {
      map = life.map, grid = life.grid, options = mover.options, step_table = mover.step_table,
      compiled = mover.compiled, rules = oracle.override(mover.rules, own), own = own,
      number = i, paths = {},
    }
  end
end

local function begin(seed, kind)
  local random = random_map.new(seed)
  local map = random_map.map(random, kind)
  local life = {
    seed = seed, random = random, map = map, grid = random_map.grid(astar, map), ids = random_map.ids(map),
    plain = kind.plain, views = {}, log = {},
  }
  add_views(life, kind)
  return life
end

local function log(life, format, ...)
  life.log[#life.log + 1] = format:format(...)
end

-- One edit of the map. Returns the edit, and whether it changed anything.
local function edit_once(life)
  local change
  repeat
    change = random_map.layer_edit(life.random, life.map, life.plain)
  until change
  local before = life.grid:revision()
  random_map.apply(change, life.map, life.grid, life.ids)
  log(life, "%s", ascii.edit(change))
  return change, life.grid:revision() ~= before
end

local function edit(life)
  local random = life.random
  for _ = 1, random:pick { 1, 1, 2, 3, 8 } do edit_once(life) end
  if random:chance(0.01) then
    random_map.churn(random, life.map, life.grid)
    log(life, "-- 1200 edits that undo each other")
    edit_once(life)
  end
  life.copy = nil
end

-- A grid with the same content and without derived data.
local function copy_of(life)
  life.copy = life.copy or life.grid:clone()
  return life.copy
end

-- Whether an edit affects a query with the view's ignored layers and penalty scale.
local function concerns(view, change)
  if change[1] == "block" then return not view.rules.ignored[change[5] or 1] end
  if change[1] == "set_penalty" then return view.rules.penalty_scale ~= 0 end
  return true
end

-- -------------------------------------------------------------------------------------- checks

local checks = {}

-- find_path and find_nearest; the path is kept.
function checks.path(life, view)
  view.query, view.reach = random_map.query(life.random, life.map, view.rules), nil
  local failure, path = check.query(view)
  if failure then return failure end
  local here, there = check.answer(view, life.grid), check.answer(view, copy_of(life))
  if here ~= there then return ("find_path gives %s, on a copy %s"):format(here, there) end
  if path then view.paths[#view.paths + 1] = path end
end

-- Paths that were found earlier.
function checks.old_paths(life, view)
  for _, path in ipairs(view.paths) do
    local failure = check.validity(view, path, life.random:int(1, #path))
    if failure then return failure end
  end
  if #view.paths > 4 then table.remove(view.paths, 1) end
end

-- Lines between the points of a smoothed path are free.
function checks.smooth(life, view)
  local path = view.paths[#view.paths]
  if not path or not path:is_valid() then return nil end
  local smooth = path:smooth()
  if smooth:is_valid() ~= true then return "the smoothed path is not valid" end
  local points = check.tiles(smooth)
  for i = 1, #points - 1 do
    local from, to = points[i], points[i + 1]
    if not oracle.step_cost(life.map, view.rules, from[1], from[2], to[1], to[2])
      and sight.in_way(life.map, view.rules, from[1], from[2], to[1], to[2]) then
      return ("smooth(): the line from (%d, %d) to (%d, %d) is not free"):format(from[1], from[2], to[1], to[2])
    end
  end
end

function checks.reachability(life, view)
  view.query = { x = 1, y = 1, goals = { { 1, 1 } } }
  view.query.x, view.query.y = random_tile(life)
  view.reach = oracle.distances(life.map, view.rules, view.query.x, view.query.y)
  return check.reachability(view)
end

function checks.line_of_sight(life, view)
  for _ = 1, 5 do
    local x1, y1 = random_tile(life)
    local x2, y2 = random_tile(life)
    local free, x, y = life.grid:line_of_sight(x1, y1, x2, y2, view.compiled, options_of(view))
    local tiles = sight.in_way(life.map, view.rules, x1, y1, x2, y2)
    local is_named = free or tiles == true
    for _, tile in ipairs(type(tiles) == "table" and tiles or {}) do
      is_named = is_named or tile.x == x and tile.y == y
    end
    if free ~= (tiles == nil) or not is_named then
      return ("line_of_sight(%d, %d, %d, %d) is %s, %s, %s"):format(x1, y1, x2, y2, tostring(free), tostring(x),
        tostring(y))
    end
  end
end

local function random_goals(life)
  local goals, random = {}, life.random
  for i = 1, random:int(1, 3) do
    local x, y = random_tile(life)
    goals[i] = { x, y, random:chance(0.3) and random:pick { 0.5, 3, 7.7 } or nil }
  end
  return goals
end

-- Compares a field of a view with the oracle and with a field on a copy.
local function check_whole_field(view, field, fresh, wanted)
  wanted.steps = oracle.all_steps(view.map, view.rules)
  if wanted.goals then
    wanted.cost = oracle.field(view.map, view.rules, wanted.goals, wanted.steps)
  else
    wanted.cost = oracle.distances(view.map, view.rules, wanted.x, wanted.y)
  end
  return check_field.all(view, field, wanted) or check_field.same(view, field, fresh)
end

-- A distance field that is kept and updated.
function checks.distance_field(life, view)
  local random = life.random
  if not view.field then
    view.goals = random_goals(life)
    view.max_cost = random:chance(0.2) and random:pick { 3, 9.9, 1e6 } or nil
    view.field = life.grid:distance_field(view.goals, view.compiled, options_of(view, { max_cost = view.max_cost }))
  elseif random:chance(0.3) then
    local goals = random_goals(life)
    if view.field:set_goals(goals) then view.goals = goals else view.field:update() end
  else
    view.field:update()
  end
  local own = options_of(view, { max_cost = view.max_cost })
  local fresh = copy_of(life):distance_field(view.goals, view.compiled, own)
  if not view.field then return fresh and "distance_field finds all goals blocked, on a copy not" or nil end
  local wanted = { goals = view.goals, max_cost = view.max_cost }
  local failure = check_whole_field(view, view.field, fresh, wanted)
    or check_field.path(view, view.field, wanted, random_tile(life))
  if failure or view.max_cost or random:chance(0.7) then return failure end
  return check_field.flee(view, view.field, wanted.steps)
end

-- A movement range that is kept and updated.
function checks.reachable(life, view)
  if not view.range then
    local x, y = random_tile(life)
    view.start = { x = x, y = y, max_cost = life.random:pick { 2, 5, 12, math.huge } }
    view.range = life.grid:reachable(x, y, view.compiled, view.start.max_cost, options_of(view))
  else
    view.range:update()
  end
  local start = view.start
  local fresh = copy_of(life):reachable(start.x, start.y, view.compiled, start.max_cost, options_of(view))
  local wanted = { x = start.x, y = start.y, max_cost = start.max_cost }
  return check_whole_field(view, view.range, fresh, wanted)
    or check_field.path(view, view.range, wanted, random_tile(life))
end

-- Moves the mover, usually along its path.
local function move(life, view)
  view.from = { random_tile(life) }
  if view.plan and #view.plan > 1 and life.random:chance(0.8) then view.from = { view.plan:get(2) } end
  view.planner:move_to(view.from[1], view.from[2])
end

-- A replanner that is kept.
function checks.replanner(life, view)
  local random = life.random
  if not view.planner or random:chance(0.1) then
    view.from, view.to = { random_tile(life) }, { random_tile(life) }
    view.planner = life.grid:replanner(view.from[1], view.from[2], view.to[1], view.to[2], view.compiled,
      options_of(view))
  elseif random:chance(0.4) then
    move(life, view)
  elseif random:chance(0.1) then
    view.to = { random_tile(life) }
    view.planner:set_goal(view.to[1], view.to[2])
  end
  local path, cost = view.planner:path()
  view.plan = path
  local expected = oracle.answer(view.map, view.rules, { x = view.from[1], y = view.from[2], goals = { view.to } })
  if not path then
    return cost ~= expected.reason and ("the replanner answers %s, expected %s"):format(tostring(cost),
      tostring(expected.reason or expected.cost)) or nil
  end
  if not expected.cost then return "the replanner has a path, expected " .. expected.reason end
  if math.abs(cost - expected.cost) > 1e-6 * expected.cost then
    return ("the replanner's path costs %.17g, expected %.17g"):format(cost, expected.cost)
  end
  view.paths[#view.paths + 1] = path
  return check.path(view, path, cost, view.from[1], view.from[2])
end

-- The result of a sliced search: its tiles or the reason.
local function outcome_of(search, outcome)
  if outcome ~= "found" then return outcome end
  local path = search:path()
  return table.concat(path:flat(), " ")
end

-- A sliced search, with edits between its steps.
function checks.search(life, view)
  local random = life.random
  local query = random_map.query(random, life.map, view.rules)
  local goal, options = query.goals[1] or { 1, 1 }, ascii.options(query, view.own)
  local path, reason = life.grid:find_path(query.x, query.y, goal[1], goal[2], view.compiled, options)
  local expected = path and table.concat(path:flat(), " ") or reason
  local search = life.grid:search(query.x, query.y, goal[1], goal[2], view.compiled, options)
  local is_concerned, outcome = false, search:step(0)
  while outcome == "running" do
    if random:chance(0.3) then
      local change, is_change = edit_once(life)
      is_concerned = is_concerned or is_change and concerns(view, change)
      life.copy = nil
    end
    outcome = search:step(random:pick { 1, 1, 3, 10 })
    if is_concerned and outcome == "running" then return "the search continues after an edit that affects it" end
    if is_concerned then return outcome ~= "stale" and outcome .. " after an edit that affects the search" or nil end
    if outcome == "stale" then return "the search is stale, but no edit affected it" end
  end
  local got = outcome_of(search, outcome)
  if got ~= expected then return ("the search ends with %s, find_path with %s"):format(got, expected) end
end

-- ------------------------------------------------------------------------------------ histories

local names = {}
for name in pairs(checks) do names[#names + 1] = name end
table.sort(names)

local function report(life, view, name, failure)
  return table.concat({
    ("seed %d, view %d, %s: %s"):format(life.seed, view.number, name, failure),
    "own: " .. ascii.literal(view.own or {}),
    table.concat(life.log, "\n"),
    "The map as it is now:",
    ascii.picture(life.map, view.rules), ascii.setup(life.map, view.options, view.step_table),
  }, "\n")
end

local kept = { "distance_field", "old_paths", "reachable", "replanner", "replanner" }

-- A few of the checks, so that the same query of a view is repeated while the map changes.
local function some_names(random, kind)
  if kind.kept then return kept end
  local some = {}
  for i = 1, random:int(1, 3) do some[i] = random:pick(names) end
  return some
end

local function live(seed, kind)
  local life = begin(seed, kind)
  local random = life.random
  local some = some_names(random, kind)
  for _ = 1, kind.kept and 20 or 5 do
    for _ = 1, 3 do
      local number = math.min(random:int(1, #life.views), random:int(1, #life.views))
      local view, name = life.views[number], random:pick(some)
      log(life, "-- view %d: %s", view.number, name)
      local failure = seeds.failure_of(checks[name], life, view)
      if failure then return report(life, view, name, failure) end
    end
    edit(life)
  end
end

describe("random maps with several sets of ignored layers", function()
  seeds.check_in_parts(it, "agree with the oracle and with a copy", seeds.cases * 0.3, 10, live, { layers = true })
  seeds.check(it, "agree on plain maps", seeds.cases / 10, live, { layers = true, plain = true })
  seeds.check(it, "agree if all tiles cost the same", seeds.cases / 10, live,
    { layers = true, plain = true, uniform = true })
  seeds.check(it, "agree if fields and replanners are kept for long", seeds.cases / 80, live,
    { layers = true, kept = true, width = 12, height = 10 })
end)
