-- Acts, which are sequences of calls that together use all of the module. allocation_lua.c runs them while
-- allocations fail.
--
-- Returns setup(), which creates a world; the acts, which are functions of a world; and check(world), which
-- raises an error if an object of the world is damaged.

local astar = require "astar"
local doom = require "spec.support.doom"
local freed_calls = require "spec.support.freed_calls"

local ROWS = {
  "..........~~....",
  ".####.~~..#####.",
  ".#..#.~~~.....#.",
  ".#.##..~~~###.#.",
  ".#........#...#.",
  ".##########.###.",
  "....~~~.........",
  "..~~~~~...####..",
}
local WIDTH, HEIGHT = #ROWS[1], #ROWS

local COST = { ["."] = 1, ["~"] = 4 }

-- The rules of all worlds: to create rules takes longer than most acts.
local plain = astar.rules { cost = { ["."] = 1 } }
local muddy = astar.rules { cost = COST }
local large = astar.rules { cost = COST, size = 2, diagonal = "always" }

-- The objects that a finalizer frees during a call that uses them. They are created while no allocation fails,
-- for the act that was played last: usually the next act is the same.
local prepared = {} -- objects =, for the call `name`, and last = the name of the last such call

local function setup()
  local world = {
    grid = astar.grid(ROWS),
    hexes = astar.grid(ROWS, { layout = "even_q" }),
    plain = plain, muddy = muddy, large = large,
  }
  world.door = world.grid:link(3, 3, 12, 4)
  world.path = world.grid:find_path(1, 1, WIDTH, HEIGHT, world.muddy)
  world.field = world.grid:distance_field({ { WIDTH, HEIGHT } }, world.muddy)
  world.search = world.grid:search(1, 1, WIDTH, HEIGHT, world.muddy)
  world.search:step(3)
  world.planner = world.grid:replanner(1, 1, WIDTH, HEIGHT, world.muddy)
  world.planner:path()
  world.arena = astar.grid(ROWS)
  world.city = astar.grid(ROWS)
  world.index = world.city:bake(world.plain)
  world.crowd = astar.crowd(world.arena)
  for x = 1, 6 do world.crowd:add(x, 1, world.plain, { steps = true }) end
  world.crowd:send({ 1, 2, 3 }, 1, 7)
  world.crowd:update(0.3)
  world.pool = astar.pool(world.arena, { threads = 1 })
  world.request = world.pool:find_path(1, 7, WIDTH, HEIGHT, world.muddy)
  if prepared.last then
    prepared.name, prepared.objects = prepared.last, freed_calls.setup(prepared.last)
    prepared.last = false
  end
  return world
end

-- Runs an iterator to its end.
local function exhaust(...)
  local count = 0
  for _ in ... do count = count + 1 end
  return count
end

local function walk(from, to, dx, _)
  if from == "." and to == "~" and dx == 1 then return 9 end
  if from == "~" and to == "." and dx == -1 then return false end
end

local acts = {}

function acts.open()
  package.loaded.astar = nil
  local again = require "astar"
  package.loaded.astar = astar
  assert(again._VERSION == astar._VERSION)
end

function acts.grids()
  astar.grid(9, 7, { fill = "~", layout = "odd_r" })
  astar.grid("..\n..\n")
  astar.grid { { 1, "2" }, { 3, 4 } }
  assert(#astar.grid(ROWS):rows() == HEIGHT)
end

function acts.rules()
  tostring(astar.rules { default = 2, diagonal = "never", size = 3, ignore_blocked = true })
  astar.rules {
    cost = COST, diagonal_cost = 1.5,
    neighbors = { { 1, 0 }, { -1, 0, cost = 2 }, { 2, 1, clear = { { 1, 0 }, { 1, 1 } } } },
  }
  astar.rules { cost = COST, neighbors = 4, step = walk }
end

function acts.edits(world)
  local grid = world.grid
  grid:set(2, 1, "~")
  grid:fill("~", 7, 1, 3, 2)
  grid:set_penalty(3, 1, 2.5)
  grid:block(4, 1)
  grid:set_edge(5, 1, 0, 1, false)
  grid:set_edge(5, 1, 1, 0, false, true)
  local ids = {}
  for i = 1, 20 do ids[i] = grid:link(i % WIDTH + 1, 1, 16, 8, { cost = i, one_way = i % 2 == 0 }) end
  for i = 1, 20, 3 do grid:unlink(ids[i]) end
  assert(grid:get(2, 1) == 126 and grid:penalty(3, 1) == 2.5 and grid:is_blocked(4, 1))
  assert(grid:revision() > 20 and grid:size() == WIDTH)
  tostring(grid)
end

function acts.layers(world)
  local grid, rules = world.grid, astar.rules { cost = COST, ignore_blocked = { 3, 8 }, penalty_scale = 0.5 }
  for layer = 1, 8 do grid:block(5, layer % HEIGHT + 1, true, layer) end
  grid:set_penalty(6, 1, 4)
  for layer = 1, 8 do
    local options = { ignore_blocked = { layer, 1 }, penalty_scale = layer % 3 }
    local path = grid:find_path(1, 1, WIDTH, HEIGHT, world.muddy, options)
    if path then assert(path:is_valid() and path:smooth():is_valid() and path:waypoints():is_valid()) end
    grid:is_reachable(1, 1, WIDTH, HEIGHT, rules, options)
    grid:line_of_sight(1, 1, WIDTH, HEIGHT, rules, options)
    grid:block(4, layer % HEIGHT + 1, true, layer)
  end
  local options = { ignore_blocked = { 1, 2 }, penalty_scale = 2 }
  local field = grid:distance_field({ { WIDTH, HEIGHT } }, rules, options)
  local range = grid:reachable(1, 1, rules, 9, options)
  local planner = grid:replanner(1, 1, WIDTH, HEIGHT, rules, options)
  local search = grid:search(1, 1, WIDTH, HEIGHT, rules, options)
  search:step(3)
  grid:block(7, 1, true, 2)
  grid:find_nearest(1, 1, { { 3, 8 }, { WIDTH, 1 } }, rules, { ignore_blocked = true })
  assert(search:step(1e6) ~= "stale")
  planner:path()
  for _, made in ipairs { field or range, range } do made:update() end
  assert(grid:is_blocked(7, 1) and grid:is_blocked(7, 1, 2) and not grid:is_blocked(7, 1, 3))
end

function acts.copies(world)
  local copy = world.grid:clone()
  assert(copy:serialize() == world.grid:serialize())
  local again = assert(astar.deserialize(copy:serialize()))
  assert(again:revision() ~= nil)
  assert(not astar.deserialize(copy:serialize() .. "."))
end

function acts.uniform_paths(world)
  world.grid:unlink(world.door)
  world.grid:find_path(1, 1, WIDTH, HEIGHT, world.plain)
  world.grid:find_path(1, 1, 3, 3, world.plain, { partial = true, algorithm = "jps" })
end

function acts.weighted_paths(world)
  for _, rules in ipairs { world.muddy, world.large, astar.rules { cost = COST, step = walk } } do
    world.grid:find_path(1, 1, WIDTH, 1, rules, { heuristic = "octile", weight = 1.5 })
    world.grid:find_path(1, 7, 12, 5, rules, { algorithm = "dijkstra", max_cost = 8, max_expansions = 9 })
    world.hexes:find_path(1, 7, 12, 5, world.plain, { range = 2 })
  end
end

function acts.outcomes(world)
  local grid = world.grid
  assert(select(2, grid:find_path(0, 1, 3, 3, world.plain)) == "out_of_bounds")
  assert(select(2, grid:find_path(1, 1, 2, 2, world.plain)) == "goal_blocked")
  assert(select(2, grid:find_path(1, 1, 11, 8, world.plain, { max_expansions = 0 })) ~= nil)
end

function acts.nearest(world)
  local goals = { { WIDTH, 1 }, { x = 3, y = 8 }, { 2, 2 } }
  assert(select(3, world.grid:find_nearest(1, 1, goals, world.muddy)))
  world.grid:find_nearest(1, 1, goals, world.plain, { range = 3 })
end

function acts.heuristics(world)
  local grid, depth = world.grid, 0
  local function guess(dx, dy)
    depth = depth + 1
    if depth == 2 then assert(grid:find_path(1, 1, 5, 5, world.muddy, { heuristic = guess })) end
    return ({ dx + dy })[1] / 2
  end
  assert(grid:find_path(1, 1, WIDTH, 1, world.muddy, { heuristic = guess }))
  depth = 9
  assert(grid:search(1, 1, WIDTH, 1, world.muddy, { heuristic = guess }):step(1000) == "found")
end

function acts.sight(world)
  for x = 1, WIDTH do
    world.grid:line_of_sight(7, 1, x, HEIGHT, world.muddy)
    world.grid:is_reachable(7, 1, x, HEIGHT, world.plain)
    world.hexes:line_of_sight(7, 1, x, HEIGHT, world.plain)
  end
  assert(#world.grid:view(7, 1, 12, world.plain) > 1 and world.hexes:view(7, 1, 3, world.plain):sees(7, 1))
  local vision = world.grid:vision(world.plain)
  for id = 1, 9 do assert(vision:set(id, id, 1, 3)) end
  assert(vision:update() > 0 and vision:remove(3))
  for x, y, state in vision:changes() do assert(x > 0 and y > 0 and state == "visible") end
  assert(world.grid:load_vision(vision:serialize(), world.plain):update() == 0)
end

function acts.influence(world)
  local grid = world.grid:clone()
  local danger = grid:influence("danger")
  danger:set(2, 2, 3)
  danger:add(2, 3, 1)
  danger:fill(2, 1, 1, 3, 1)
  danger:write({ 1, 2 }, 1, 1, 2, 1)
  danger:stamp(3, 3, 2, 4, "flat")
  danger:fade(0.5)
  assert(danger:get(3, 3) >= 2 and grid:find_path(1, 1, 3, 1, world.plain, { influence = { danger = 2 } }))
  danger:clearance(world.plain, 2)
  assert(danger:get(1, 1) == 1 or danger:get(1, 1) == 2)
  assert(astar.rules { default = 1, influence = { danger = 1 } })
end

function acts.explanations(world)
  local grid = world.grid
  grid:unlink(world.door)
  grid:block(2, 7)
  grid:set_edge(3, 7, 0, 1, false)
  for _, rules in ipairs { world.plain, world.muddy, world.large } do
    local e = grid:explain(1, 1, 12, 4, rules, { open = { ["#"] = 3, ["~"] = false }, open_blocked = 2 })
    assert(e.path == nil or #e.path > 0 and e.path:cost() >= 0)
    assert(e.relax and e.terrains and e.widest and e.barrier and #tostring(e) > 20)
    grid:explain(1, 1, WIDTH, HEIGHT, rules, { want = { "tightest", "exact" }, ignore_blocked = { 2 } })
  end
  assert(grid:explain(0, 1, 12, 4, world.plain).reason == "out_of_bounds")
  world.hexes:explain(1, 1, 3, 3, world.plain)
end

function acts.planned_obstacles(world)
  local grid, pairs_of_tiles = world.grid, { { 1, 1, 3, 3 }, { x1 = 1, y1 = 7, x2 = 16, y2 = 1 } }
  local building = {}
  for x = 1, 3 do for y = 7, 8 do building[#building + 1] = { x, y } end end
  for _, rules in ipairs { world.plain, world.muddy, world.large } do
    grid:can_block(building, rules, pairs_of_tiles)
    grid:can_block({ { 1, 7 } }, rules, pairs_of_tiles)
    grid:can_block(building, rules, world.field, { { 1, 1 }, { x = 16, y = 1 } })
  end
  world.hexes:can_block(building, world.plain, pairs_of_tiles)
end

function acts.chokepoints(world)
  local tiles, reason = world.grid:chokepoints(3, 5, WIDTH, HEIGHT, world.muddy, 12)
  assert(tiles or reason == "too_many")
  world.hexes:chokepoints(1, 1, WIDTH, HEIGHT, world.plain)
end

function acts.geometry(world)
  for _, grid in ipairs { world.grid, world.hexes } do
    assert(exhaust(grid:line(1, 1, 1, HEIGHT)) >= HEIGHT / 2)
    assert(exhaust(grid:ring(2, 2, 1)) == exhaust(grid:neighbors(2, 2)))
    assert(grid:distance(1, 1, 1, HEIGHT) == HEIGHT - 1)
  end
end

function acts.paths(world)
  local path = world.path
  assert(#path:points() == #path and #path:flat() == 2 * #path)
  assert(exhaust(path:each()) == #path and path:get(#path) == WIDTH)
  assert(path:waypoints():cost() == path:cost() and path:smooth():is_valid())
  assert(#path:waypoints():line(1) > 3 and path:kind() == "steps")
  assert(path:cost(1) == 0 and path:cost(#path) == path:cost() and path:waypoints():cost(1) == 0)
  assert(path:is_valid(2) and not path:is_partial() and path:expanded() > 0)
  tostring(path)
end

function acts.fields(world)
  local field = assert(world.grid:distance_field({ { 1, 8, 3 }, { x = 16, y = 1 } }, world.muddy, { max_cost = 40 }))
  assert(exhaust(field:each()) > 20 and field:cost(1, 8) == 3)
  assert(field:path(1, 1) and field:next(1, 1) and not field:path(99, 1))
  field:way_out(2, 2)
  assert(exhaust(field:flee(2):each()) > 20)
  tostring(field)
  assert(field:set_goals({ { 2, 8 }, { 3, 8, 2 }, { 4, 8 } }))
  assert(field:cost(2, 8) == 0)
end

function acts.ranges(world)
  for _, grid in ipairs { world.grid, world.hexes } do
    local range = assert(grid:reachable(1, 7, world.plain, 6))
    assert(range:path(3, 7) and range:cost(1, 7) == 0 and range:flee())
  end
end

function acts.turns(world)
  local turns = { points = 3, pass = { 2 }, zones = { 3 }, max_turns = 3 }
  for _, grid in ipairs { world.grid, world.hexes } do
    grid:block(2, 7, true, 2)
    grid:block(4, 7, true, 3)
    local range = assert(grid:reachable(1, 7, world.plain, nil, { turns = turns }))
    assert(range:turn(1, 7) == 1 and range:path(1, 7):turns() == 1 and range:can_stop(1, 7))
    range:update()
    assert(grid:find_path(1, 7, 1, 7, world.plain, { turns = turns }):left() == 3)
    local path = grid:find_path(1, 7, 3, 7, world.plain, { turns = turns, partial = true })
    assert(path:turn(#path) == path:turns())
    grid:step_cost(1, 7, 1, 6, world.plain)
  end
end

function acts.field_updates(world)
  for i = 1, 5 do
    world.grid:block(6, i)
    world.field:update()
    world.grid:link(i, 1, 16, i)
    world.field:update()
  end
end

function acts.searches(world)
  local search = world.grid:search(1, 1, WIDTH, HEIGHT, world.muddy, { algorithm = "astar", weight = 2 })
  while search:step(6) == "running" do
    assert(select(2, search:path()) == "running")
    assert(search:node(1, 1) == "closed" and exhaust(search:each()) >= search:expanded())
  end
  assert(search:path())
  world.search:step()
  tostring(search)
  world.hexes:search(1, 1, WIDTH, HEIGHT, world.plain):step(100)
end

function acts.replanners(world)
  local grid, planner = world.grid, world.planner
  for i = 1, 4 do
    local path = planner:path()
    if path then planner:move_to(path:get(2)) end
    grid:block(6, i)
    grid:set(11, i + 3, "~")
  end
  planner:set_goal(WIDTH, 1)
  planner:path()
  tostring(planner)
  world.hexes:replanner(1, 1, WIDTH, 1, world.plain):path()
end

local function use_index(index, grid)
  local path, cost = index:find_path(1, 1, 16, 8)
  assert(path and path:is_valid() and #path > 8 or cost == "unreachable" or cost == "goal_blocked")
  index:find_nearest(1, 1, { { 16, 8 }, { x = 1, y = 7 }, { 2, 2 } })
  index:find_path(1, 1, 16, 8, { heuristic = function(dx, dy) return ({ (dx + dy) / 9 })[1] end, partial = true })
  local costs = index:costs(1, 1, { { 16, 8 }, { 2, 2 }, { 1, 1 } })
  assert(costs[1] == (index:cost(1, 1, 16, 8) or false) and costs[2] == false and costs[3] == 0)
  assert(index:info().bytes > 0 and tostring(index) == "astar.index 16x8" and grid:size() == 16)
end

function acts.indexes(world)
  local grid = world.city:clone()
  for _, rules in ipairs { world.plain, world.muddy } do
    local index = assert(grid:bake(rules))
    use_index(index, grid)
    grid:block(3, 7)
    grid:set(7, 6, ".")
    use_index(index, grid)
    assert(index:bake() == index)
  end
end

-- The index of the world: an edit that fails for want of memory is repeated by a later query.
function acts.index_of_the_world(world)
  world.city:block(3, 7)
  world.city:set(4, 2, ".")
  use_index(world.index, world.city)
  assert(world.index:bake())
  assert(world.index:cost(1, 1, 16, 8))
end

function acts.indexes_in_slices(world)
  local grid = world.city:clone()
  for _, rules in ipairs { world.plain, world.muddy } do
    local index = assert(grid:bake(rules, { work = 1 }))
    while not index:step() do assert(index:serialize() == nil) end
    assert(index:step() and index:bake())
    while not index:step() do assert(index:cost(1, 1, 16, 8)) end
  end
  assert(not grid:bake(world.plain, { max_bytes = 1 }))
  grid:link(1, 1, 16, 8)
  assert(not grid:bake(world.plain))
end

function acts.indexes_saved(world)
  local grid = world.city:clone()
  for _, rules in ipairs { world.plain, world.muddy } do
    local bytes = assert(assert(grid:bake(rules)):serialize())
    local index = assert(grid:load_index(bytes))
    assert(index:cost(1, 1, 16, 8) and index:serialize() == bytes)
    assert(not grid:load_index(bytes .. "."))
  end
end

function acts.checks(world)
  local grid, smooth = world.grid, world.path:smooth()
  for i = 1, 4 do
    grid:block(world.path:get(i + 2))
    world.path:is_valid(i)
    grid:set(11, i + 3, "~")
    smooth:is_valid()
  end
end

function acts.crowds(world)
  local crowd, arena = world.crowd, world.arena
  local field = arena:distance_field({ { WIDTH, HEIGHT } }, world.plain)
  for x = 10, 14 do crowd:add(x, 1, world.muddy, { speed = x, facing = 1 }) end
  crowd:add(1, 7, world.large, { hold = true, priority = 2 })
  crowd:go_to(4, 16, 7, { range = 1 })
  crowd:chase(5, 4, { partial = true })
  crowd:follow({ 6, 7 }, field)
  assert(crowd:send({ 1, 2, 3 }, 16, 1, { formation = "pack" }) == 3)
  crowd:set(8, { rules = world.plain, speed = 3, hold = false })
  crowd:place(9, 16, 8)
  crowd:set(9, { asks = true })
  crowd:go_to(9, 16, 6)
  crowd:walk(6, (assert(arena:find_path(10, 1, 16, 1, world.muddy))))
  assert(crowd:goal(6) == 16 and crowd:size(6) == 1)
  for i = 1, 12 do
    crowd:update(0.1)
    if i == 2 then crowd:permit(9, 16, 7) end
    if i == 3 then crowd:set_step_time(9, 0.01) end
    if i == 5 then crowd:delay(9, 0.2) end
    if i == 4 then arena:set(2, 1, "#") end
    if i == 6 then crowd:stop(4) end
    if i == 8 then crowd:remove(5) end
  end
  exhaust(crowd:events())
  exhaust(crowd:remaining(9))
  local t = crowd:positions(crowd:positions())
  assert(#t == 24 and t[9] == false and #crowd:units() == crowd:count())
  assert(crowd:state(6) and crowd:facing(6) and crowd:at(crowd:tile(6)) and crowd:position(6))
  tostring(crowd)
end

function acts.crowds_saved(world)
  local bytes, used = world.crowd:serialize()
  local copy = assert(astar.deserialize_crowd(bytes, world.arena:clone(), used))
  assert(copy:count() == world.crowd:count() and used[1] == world.plain)
  copy:update(0.2)
  assert(not astar.deserialize_crowd("damaged", world.grid, used))
  copy:close()
end

-- The grid of a crowd that no variable holds is free for the next one.
function acts.crowds_in_turn(world)
  local grid = world.grid:clone()
  for i = 1, 3 do astar.crowd(grid, { patience = i, budget = i }):add(i, 1, world.plain) end
end

function acts.crowds_avoided(world)
  local arena, crowd = world.arena, world.crowd
  assert(arena:find_path(1, 8, 16, 1, world.muddy, { avoid = crowd }))
  arena:find_nearest(1, 8, { { 1, 1 }, { 16, 1 } }, world.muddy, { avoid = crowd })
  arena:search(1, 8, 16, 1, world.muddy, { avoid = crowd }):step(20)
  arena:line_of_sight(1, 8, 16, 1, world.muddy, { avoid = crowd })
end

function acts.replicas(world)
  local grid = world.grid
  assert(grid:changes(grid:revision()))
  local replica = assert(astar.deserialize(grid:serialize()))
  assert(replica:changes(replica:revision()))
  for i = 1, 3 do
    acts.edits(world)
    for _ = 1, 400 do -- more than fits the buffer on the stack
      grid:block(1, i)
      grid:block(1, i, false)
    end
    local changes, reason = grid:changes(replica:revision())
    assert(changes or reason == "too_old") -- when memory is short, edits succeed, but are not recorded
    if changes then assert(replica:apply(changes)) else replica = grid:clone() end
    assert(replica:serialize() == grid:serialize())
  end
  assert(not replica:apply("damaged", { max_tiles = 5 }))
  assert(select(2, world.hexes:changes(world.hexes:revision())) == nil)
end

function acts.rules_as_strings(world)
  for _, rules in ipairs { world.muddy, world.large, astar.rules { cost = COST, neighbors = 4, step = walk } } do
    local bytes = rules:serialize()
    assert(astar.deserialize_rules(bytes):serialize() == bytes)
  end
  assert(not astar.deserialize_rules("damaged"))
end

function acts.pools(world)
  for threads = 0, 1 do
    local pool = astar.pool(world.grid, { threads = threads, max_pending = 9 })
    local count = 0
    local function note(answer) count = count + (answer and 1 or 0) end
    pool:find_path(1, 1, WIDTH, HEIGHT, world.muddy, note)
    pool:find_nearest(1, 1, { { WIDTH, 1 }, { 3, 8 } }, world.muddy, { partial = true }, note)
    local request = pool:distance_field({ { WIDTH, HEIGHT } }, world.plain, note)
    world.grid:block(7, 7)
    assert(pool:pending() == 3 and request.state == "running" and #tostring(request) > 10)
    pool:update()
    pool:wait()
    assert(count == 3 and request:result():cost(WIDTH, HEIGHT) == 0)
    request:result():update()
    request:cancel()
    assert(pool:find_path(1, 1, 2, 1, world.plain, error)):cancel()
    coroutine.wrap(function() note(pool:await(1, 1, WIDTH, HEIGHT, world.plain)) end)()
    pool:wait()
    assert(count == 4 and #tostring(pool) > 10 and pool.grid == world.grid)
    pool:find_path(1, 1, 2, 1, world.plain, error)
    pool:close()
  end
end

-- After an error of memory the answer comes later.
function acts.pool_of_the_world(world)
  local path
  world.pool:find_path(1, 7, WIDTH, HEIGHT, world.muddy, { avoid = world.crowd }, function(found) path = found end)
  world.arena:set(2, 7, "~")
  for _ = 1, 3 do world.pool:wait() end
  assert(path and world.request:result())
end

function acts.misuse(world)
  for _, call in ipairs {
    function() astar.grid { "..", "..." } end,
    function() astar.grid(3, 3, { color = {} }) end,
    function() astar.rules { cost = { ab = 1 } } end,
    function() astar.rules { cost = COST, step = error } end,
    function() astar.rules { neighbors = { { 1, 0 }, { 1, 0 } } } end,
    function() world.grid:set(1.5, {}, print) end,
    function() world.hexes:find_path(1, 1, 2, 2, world.plain, { algorithm = "jps" }) end,
    function() world.grid:find_path(1, 1, 2, 2, world.plain, { ignore_blocked = { 1, 2, "3" } }) end,
    function() world.grid:find_path(1, 1, 2, 2, world.plain, { ignore_blocked = { layer = 2 } }) end,
    function() world.grid:is_reachable(1, 1, 2, 2, world.plain, { penalty_scale = -1 }) end,
    function() world.grid:reachable(1, 1, world.plain, 2, { ignore = true }) end,
    function() world.grid:explain(1, 1, 2, 2, world.plain, { want = { "way" } }) end,
    function() world.grid:explain(1, 1, 2, 2, world.plain, { open = { ["#"] = -1 } }) end,
    function() world.grid:can_block({ { 1, 1 } }, world.plain, { { 1, 1, 2 } }) end,
    function() world.grid:can_block({ { 1, 1 } }, world.plain, world.field, { { 1, {} } }) end,
    function() world.grid:chokepoints(1, 1, 5, 5, world.large) end,
    function() world.grid:block(1, 1, true, 9) end,
    function() world.grid:find_path(1, 1, 9, 1, world.plain, { heuristic = function() return -1 end }) end,
    function() world.grid:find_nearest(1, 1, { { 1, 1 }, { 2 } }, world.plain) end,
    function() world.hexes:find_path(1, 1, 9, 1, world.large) end,
    function() world.field.next(world.grid, 1, 1) end,
    function() astar.crowd(world.arena) end,
    function() world.crowd:go_to(99, 1, 1) end,
    function() world.crowd:send({ 1, 99 }, 1, 1) end,
    function() world.crowd:send({ 1, "x" }, 1, 1) end,
    function() world.crowd:add(1, 8, world.plain, { speed = -1 }) end,
    function() world.grid:find_path(1, 1, 2, 2, world.plain, { avoid = world.crowd }) end,
    function() world.grid:changes(1e15) end,
    function() world.city:bake(world.plain, { work = 0 }) end,
    function() world.city:bake(world.field) end,
    function() world.city:load_index(3) end,
    function() world.index:find_path(1, 1, 2, 1, { ignore_blocked = true }) end,
    function() world.index:find_path(1, 1, 16, 8, { heuristic = function() return -1 end }) end,
    function() world.index:costs(1, 1, { { 1, 1 }, { 1, {} } }) end,
    function() world.index:find_nearest(1, 1, { { 1, 1 }, 5 }) end,
    function() world.grid:apply(3) end,
    function() astar.pool(world.grid, { threads = 99 }) end,
    function() world.pool:find_path(1, 1, 2, 2, world.plain, { heuristic = print }) end,
    function() world.pool:await(1, 1, 2, 2, world.plain) end,
    function() coroutine.wrap(function() world.pool:await(1, 1, 2, {}, world.plain) end)() end,
  } do
    local ok, message = pcall(call)
    assert(not ok and type(message) == "string")
    if message:find("not enough memory", 1, true) then error(message, 0) end
  end
end

-- ------------------------------------------------------------------------------- finalizers

-- When memory is short, Lua collects garbage and tries again. Here that collection runs a finalizer, which frees
-- one of the objects that the call uses. The heuristic allocates nothing: most failures would be those of its tables.
freed_calls.guess = math.max

-- Whether the module allocates nothing in a call, or as much as in another one.
local function is_left_out(name)
  for _, ending in ipairs { "each", "heuristic", "info", "metatables", "node", "points", "reading", "tostring" } do
    if name:find("_" .. ending .. "$") then return true end
  end
  return false
end

for name, call in pairs(freed_calls.calls) do
  local world = is_left_out(name) and {} or freed_calls.setup(name)
  for _, kind in ipairs {
    "rules", "grid", "field", "search", "replanner", "index", "crowd", "pool", "request",
  } do
    if world[kind] then
      acts["freeing_" .. kind .. "_" .. name] = function()
        prepared.last = name
        local w = prepared.name == name and prepared.objects or freed_calls.setup(name)
        prepared.name = false
        doom(function() freed_calls.free(w[kind]) end)
        local ok, message = pcall(call, w)
        if not ok and not message:find "freed already$" and not message:find "was closed$" then error(message, 0) end
      end
    end
  end
end

-- ------------------------------------------------------------------------------- the check

local function tiles_of(path, cost)
  return path and table.concat(path:flat(), " ") or cost
end

-- The answers of a grid to a few queries, as a string.
local function answers(world, grid)
  local list = {}
  local function add(answer) list[#list + 1] = tostring(answer) end
  for _, rules in ipairs { world.plain, world.muddy, world.large } do
    add(tiles_of(grid:find_path(1, 1, WIDTH, HEIGHT, rules)))
    add(tiles_of(grid:find_path(1, 8, 3, 3, rules, { partial = true })))
    add(tiles_of(grid:find_path(1, 1, WIDTH, HEIGHT, rules, { ignore_blocked = { 1, 5 }, penalty_scale = 0.5 })))
    add(grid:is_reachable(1, 1, 12, 4, rules))
    add(grid:is_reachable(1, 1, 12, 4, rules, { ignore_blocked = true }))
    add(grid:line_of_sight(1, 7, 16, 8, rules))
    local field = grid:distance_field({ { WIDTH, HEIGHT } }, rules)
    local sum = 0
    if field then for x, y, cost in field:each() do sum = sum + cost * (x + 31 * y) end end
    add(sum)
  end
  return table.concat(list, "\n")
end

-- No two units stand on the same tile.
local function check_crowd(crowd)
  local holders, count = {}, 0
  crowd:update(0.1)
  for _, unit in ipairs(crowd:units()) do
    local x, y = crowd:tile(unit)
    assert(not holders[x .. "," .. y] and crowd:at(x, y))
    holders[x .. "," .. y] = unit
    count = count + 1
  end
  assert(count == crowd:count())
end

local function check(world)
  check_crowd(world.crowd)
  local fresh = assert(astar.deserialize(world.grid:serialize()))
  assert(answers(world, world.grid) == answers(world, fresh))
  world.pool:wait()
  assert(world.request.state == "done" and world.request:result():cost() > 0)
  world.field:update()
  for x, y, cost in fresh:distance_field({ { WIDTH, HEIGHT } }, world.muddy):each() do
    assert(math.abs(world.field:cost(x, y) - cost) < 1e-9 * cost + 1e-9)
  end
  world.planner:set_goal(WIDTH, HEIGHT)
  world.planner:move_to(1, 1)
  local found, found_cost = world.planner:path()
  local path, cost = fresh:find_path(1, 1, WIDTH, HEIGHT, world.muddy)
  assert((found == nil) == (path == nil))
  assert(found and math.abs(found_cost - cost) < 1e-9 * cost or found_cost == cost)
  assert(world.path:is_valid() == world.path:waypoints():is_valid())
  local found_way, city_cost = world.city:find_path(1, 1, WIDTH, HEIGHT, world.plain)
  local index_path, index_cost = world.index:find_path(1, 1, WIDTH, HEIGHT)
  assert((found_way == nil) == (index_path == nil))
  assert(index_path and math.abs(index_cost - city_cost) < 1e-9 * city_cost or index_cost == city_cost)
  local outcome = world.search:step(1e6)
  assert(outcome == "stale" or outcome == "found")
end

return setup, acts, check
