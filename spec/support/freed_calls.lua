--- Calls of the module during which a finalizer frees an object that they use: for spec/support/finalizers.lua, which
--- frees it at each moment, and for spec/support/allocation_lua.lua, in which memory is short at each moment.
---
--- Each call gets a world from `setup(name)`, with one object of the class that the call belongs to, and returns its
--- answer as a string, or raises that the object was freed.

local astar = require "astar"

local freed_calls = {
  kind = "object", -- the class of the freed object
}

local ROWS = {
  "....~~....",
  ".##.~~.##.",
  ".#..~...#.",
  ".#.####.#.",
  "....~~....",
}

--- Frees an object by hand.
function freed_calls.free(object) debug.getmetatable(object).__gc(object) end

--- The heuristic function. It allocates, so that a collection can run inside it.
function freed_calls.guess(dx, dy) return math.max(({ dx })[1], ({ dy })[1]) end

-- Gives a world an index of landmarks, or of corners with the same cost for all terrains. Since its bake one tile was
-- blocked and one was opened, but not for a string, which is loaded on the same map.
local function bake(world, name)
  if not name:find "landmarks" then world.rules = astar.rules { cost = { ["."] = 1, ["~"] = 1 } } end
  if name == "grid_bake" then return end
  world.index = world.grid:bake(world.rules, { work = name == "index_step" and 1 or nil })
  if name == "index_serialize" then return end
  world.grid:block(5, 5)
  world.grid:set(5, 4, ".")
end

-- A world with one object of the class that the call belongs to, and no more: derived data in a grid keeps its
-- rules alive.
function freed_calls.setup(name)
  local world = { grid = astar.grid(ROWS), rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 } } }
  local class = name:match "^%l+"
  if class == "index" or name == "grid_bake" then
    bake(world, name) -- no index serves links
    return world
  end
  world.grid:set_penalty(2, 1, 0.5)
  if class ~= "grid" then world.grid:link(1, 2, 10, 5, { cost = 30 }) end
  if class == "path" then
    world.path = world.grid:find_path(1, 1, 10, 5, world.rules)
  elseif class == "field" then
    world.field = world.grid:distance_field({ { 10, 5 } }, world.rules)
  elseif class == "search" then
    world.search = world.grid:search(1, 1, 10, 5, world.rules, { heuristic = freed_calls.guess })
    world.search:step(name == "search_path" and 1000 or 5)
  elseif class == "replanner" then
    world.replanner = world.grid:replanner(1, 1, 10, 5, world.rules)
  elseif class == "vision" then
    world.vision = world.grid:vision(world.rules)
    world.vision:set(1, 3, 1, 4)
  elseif class == "crowd" then
    world.crowd = astar.crowd(world.grid)
    for x = 1, 4 do world.crowd:add(x, 1, world.rules, { steps = true }) end
  elseif class == "pool" then
    world.pool = astar.pool(world.grid, { threads = 0 })
    world.request = world.pool:find_path(1, 1, 10, 5, world.rules)
  end
  return world
end

local function tiles(path, cost, ...)
  return path and table.concat({ table.concat(path:flat(), " "), cost or path:cost(), ... }, " ") or cost
end

-- A sum over all values of an iterator. Strings would need one more allocation per tile.
local function all(step, object, at)
  local count, sum = 0, 0
  for x, y, c, d in step, object, at do
    count = count + 1
    sum = sum + count * (x + 7 * (y or 0) + (tonumber(c) or tonumber(d) or 0))
  end
  return count .. " " .. sum
end

-- ---------------------------------------------------------------------------- the calls

local calls = {}
freed_calls.calls = calls

function calls.grid_find_path(w) return tiles(w.grid:find_path(1, 1, 10, 5, w.rules)) end
function calls.grid_find_path_unreachable(w) return tiles(w.grid:find_path(1, 1, 2, 2, w.rules)) end

function calls.grid_find_path_heuristic(w)
  return tiles(w.grid:find_path(1, 1, 10, 5, w.rules, { heuristic = freed_calls.guess, partial = true }))
end

function calls.grid_find_nearest(w)
  return tiles(w.grid:find_nearest(1, 1, { { 10, 5 }, { x = 9, y = 5 } }, w.rules))
end

function calls.grid_find_nearest_heuristic(w)
  return tiles(w.grid:find_nearest(1, 1, { { 10, 5 }, { 9, 5 } }, w.rules, { heuristic = freed_calls.guess }))
end

-- Reading these goals runs a script.
function calls.grid_find_nearest_metatables(w)
  local goal = setmetatable({}, { __index = function(_, key) return ({ x = 10, y = 5 })[key] end })
  return tiles(w.grid:find_nearest(1, 1, { goal }, w.rules))
end

function calls.grid_is_reachable(w) return tostring(w.grid:is_reachable(1, 1, 10, 5, w.rules)) end

function calls.grid_line_of_sight(w)
  return table.concat({ tostring(w.grid:line_of_sight(1, 1, 10, 5, w.rules)) }, " ")
end

function calls.grid_view(w) return all(w.grid:view(1, 1, 6, w.rules, { mode = "shadow" }):each()) end
function calls.grid_vision(w) return tostring(w.grid:vision(w.rules, { ignore_blocked = { 1 } }):state(1, 1)) end

function calls.vision_update(w)
  local first = w.vision:update()
  w.vision:set(2, 9, 5, 3)
  local sum = first .. " " .. w.vision:update() .. w.vision:state(9, 5)
  for x, y, state in w.vision:changes() do sum = sum .. x .. y .. state end
  return sum .. tostring(w.vision:remove(1))
end

function calls.vision_serialize(w)
  w.vision:update()
  return tostring(w.grid:load_vision(w.vision:serialize(), w.rules):state(3, 1))
end

-- The cave of the tile (3, 3) has an exit. Without it: all parts of an explanation.
function calls.grid_explain(w)
  w.grid:set(5, 3, "#")
  w.grid:set(6, 3, "#")
  w.grid:block(2, 2)
  local e = w.grid:explain(1, 1, 3, 2, w.rules)
  local parts = { tostring(e), table.concat(e.relax, " "), table.concat(e.terrains, " "), e.open_cost, e.widest }
  for _, tile in ipairs(e.open) do parts[#parts + 1] = tile.x .. " " .. tile.y .. " " .. tile.terrain end
  for _, tile in ipairs(e.barrier) do parts[#parts + 1] = tile.x .. " " .. tile.y end
  return table.concat(parts, "; ") .. tiles(e.path)
end

function calls.grid_explain_path(w)
  local e = w.grid:explain(1, 1, 10, 5, w.rules, { want = { "path", "tightest" }, open = { ["#"] = 3 } })
  return tostring(e) .. tiles(e.path)
end

function calls.grid_can_block(w)
  return table.concat({ tostring(w.grid:can_block({ { 5, 1 }, { x = 5, y = 5 } }, w.rules, { { 1, 1, 10, 1 } })) }, " ")
end

-- Reading this pair runs a script.
function calls.grid_can_block_metatables(w)
  local pair = setmetatable({}, { __index = function(_, key) return ({ x1 = 1, y1 = 1, x2 = 10, y2 = 5 })[key] end })
  return tostring(w.grid:can_block({ { 5, 1 } }, w.rules, { pair }))
end

function calls.field_can_block(w)
  return tostring(w.grid:can_block({ { 5, 1 } }, w.rules, w.field, { { 1, 1 }, { 4, 3 } }))
end

function calls.grid_chokepoints(w)
  local parts = {}
  for i, tile in ipairs(w.grid:chokepoints(3, 4, 10, 1, w.rules) or {}) do parts[i] = table.concat(tile, ",") end
  return table.concat(parts, " ")
end

function calls.grid_distance_field(w)
  return all(w.grid:distance_field({ { 10, 5, 1 }, { x = 1, y = 5 } }, w.rules, { max_cost = 9 }):each())
end

function calls.grid_reachable(w) return all(w.grid:reachable(1, 1, w.rules, 6):each()) end

function calls.grid_reachable_in_turns(w)
  local range = w.grid:reachable(1, 1, w.rules, nil, { turns = { points = 3, pass = { 2 }, max_turns = 2 } })
  range:update()
  return all(range:each()) .. tostring(range:left(1, 1)) .. tostring(range:can_stop(1, 1))
end

function calls.grid_find_path_in_turns(w)
  local path = w.grid:find_path(1, 1, 10, 5, w.rules, { turns = { points = 3, zones = { 2 } } })
  return tiles(path) .. tostring(path:turns()) .. tostring(path:left()) .. tostring(path:turn(2))
end

function calls.grid_step_cost(w) return tostring(w.grid:step_cost(1, 1, 2, 1, w.rules)) end

function calls.grid_search(w)
  local search = w.grid:search(1, 1, 10, 5, w.rules, { heuristic = freed_calls.guess })
  return search:step(3) .. search:step(1000) .. tiles(search:path())
end

function calls.grid_replanner(w) return tiles(w.grid:replanner(1, 1, 10, 5, w.rules):path()) end
function calls.grid_rows(w) return table.concat(w.grid:rows(), "\n") end
function calls.grid_clone(w) return table.concat(w.grid:clone():rows(), "\n") end

function calls.grid_serialize(w)
  return table.concat(astar.deserialize(w.grid:serialize()):rows(), "\n")
end

function calls.grid_tostring(w) return (tostring(w.grid):gsub(" %(freed%)", " 10x5")) end

function calls.grid_edits(w)
  w.grid:set(1, 1, "~")
  w.grid:set_penalty(1, 1, 4)
  w.grid:fill_penalty(4, 1, 1, 1, 1)
  w.grid:set_penalties({ 4 }, 1, 1, 1, 1)
  w.grid:block(1, 2)
  w.grid:set_edge(1, 3, 1, 0, false)
  w.grid:unlink(w.grid:link(1, 1, 2, 5, { cost = 2 }))
  w.grid:fill("~", 1, 1, 2, 2)
  return tostring(w.grid:revision() > 0)
end

function calls.grid_ring(w) return all(w.grid:ring(3, 3, 2)) end
function calls.grid_line(w) return all(w.grid:line(1, 1, 10, 5)) end
function calls.grid_neighbors(w) return all(w.grid:neighbors(10, 5)) end

function calls.path_each(w) return all(w.path:each()) end
function calls.path_points(w) return tostring(#w.path:points()) end
function calls.path_waypoints(w) return tiles(w.path:waypoints()) end
function calls.path_smooth(w)
  local smooth = w.path:smooth()
  return tiles(smooth, smooth:cost(#smooth))
end
function calls.path_line(w)
  local lines = w.lines or w.path:smooth()
  w.lines = lines
  local parts = {}
  for i = 1, #lines - 1 do
    local line, is_far_step = lines:line(i)
    parts[i] = ("%d %s %s"):format(#line, line[#line - 2], tostring(is_far_step))
  end
  return table.concat(parts, "; ")
end
function calls.path_is_valid(w) return table.concat({ tostring(w.path:is_valid()) }, " ") end

function calls.field_each(w) return all(w.field:each()) end
function calls.field_path(w) return tiles(w.field:path(1, 1)) end
function calls.field_flee(w) return all(w.field:flee(1.5):each()) end

function calls.field_update(w)
  w.grid:set(5, 1, ".")
  w.field:update()
  return tostring(w.field:cost(1, 1)) .. " " .. w.field:next(1, 1)
end

function calls.field_set_goals(w)
  return tostring(w.field:set_goals { { 1, 1 }, { x = 10, y = 1 } }) .. all(w.field:each())
end

function calls.search_step(w) return w.search:step(3) .. w.search:step(1000) end
function calls.search_node(w) return tostring(w.search:node(2, 1)) end
function calls.search_each(w) return all(w.search:each()) end
function calls.search_path(w) return tiles(w.search:path()) end
function calls.search_path_running(w) return tostring(select(2, w.search:path())) end
function calls.replanner_path(w) return tiles(w.replanner:path()) end

function calls.replanner_repair(w)
  local first = tiles(w.replanner:path())
  w.grid:set_penalty(4, 3, 9)
  w.replanner:move_to(2, 1)
  return first .. tiles(w.replanner:path())
end

function calls.index_find_path(w) return tiles(w.index:find_path(1, 1, 10, 5)) end
function calls.index_find_path_landmarks(w) return tiles(w.index:find_path(1, 1, 10, 5)) end
function calls.index_find_path_blocked(w) return tiles(w.index:find_path(1, 1, 2, 2)) end

function calls.index_find_path_heuristic(w)
  return tiles(w.index:find_path(1, 1, 10, 5, { heuristic = freed_calls.guess, partial = true }))
end

function calls.index_find_nearest(w) return tiles(w.index:find_nearest(1, 1, { { 10, 5 }, { x = 9, y = 5 } })) end
function calls.index_cost(w) return w.index:cost(1, 1, 10, 5) .. select(2, w.index:cost(1, 1, 2, 2)) end

function calls.index_costs(w)
  local costs = w.index:costs(1, 1, { { 10, 5 }, { x = 2, y = 2 }, { 1, 5 } })
  return costs[1] .. tostring(costs[2]) .. costs[3]
end

-- Reading these points runs a script.
function calls.index_costs_metatables(w)
  local point = setmetatable({}, { __index = function(_, key) return ({ x = 10, y = 5 })[key] end })
  return w.index:costs(1, 1, { point })[1]
end

function calls.index_bake(w) return tostring(w.index:bake() == w.index) .. w.index:cost(1, 1, 10, 5) end

function calls.index_step(w)
  while not w.index:step() do end
  return w.index:cost(1, 1, 10, 5)
end

function calls.index_info(w)
  local info = w.index:info()
  return info.kind .. info.opened .. info.blocked .. tostring(info.needs_bake)
end

function calls.index_serialize(w)
  local bytes = w.index:serialize()
  return #bytes .. tiles(assert(w.grid:load_index(bytes)):find_path(1, 1, 10, 5))
end

function calls.grid_bake(w) return tiles(assert(w.grid:bake(w.rules)):find_path(1, 1, 10, 5)) end

function calls.crowd_find_path(w) return tiles(w.grid:find_path(1, 5, 10, 1, w.rules, { avoid = w.crowd })) end

function calls.crowd_find_nearest(w)
  return tiles(w.grid:find_nearest(1, 5, { { 10, 1 }, { 1, 1 } }, w.rules, { avoid = w.crowd }))
end

function calls.crowd_search(w)
  local search = w.grid:search(1, 5, 10, 1, w.rules, { avoid = w.crowd, heuristic = freed_calls.guess })
  return search:step(3) .. search:step(1000) .. tiles(search:path())
end

function calls.crowd_line_of_sight(w)
  return tostring(w.grid:line_of_sight(5, 5, 4, 1, w.rules, { avoid = w.crowd }))
end

function calls.crowd_explain(w)
  return #w.grid:explain(1, 5, 10, 1, w.rules, { avoid = w.crowd }).open .. tostring(w.crowd:blocker(1))
end

function calls.crowd_new(w)
  local grid = w.grid:clone()
  return tostring(astar.crowd(grid, { patience = 5 }):add(w.crowd:count(), 1, w.rules, { speed = 2 }))
end

function calls.crowd_add(w) return tostring(w.crowd:add(1, 5, w.rules)) .. w.crowd:at(1, 5) end

function calls.crowd_set(w)
  return tostring(w.crowd:set(1, { speed = 2, rules = w.rules })) .. tostring(w.crowd:place(2, 1, 5))
end

function calls.crowd_orders(w)
  local answer = tostring(w.crowd:go_to(1, 10, 5)) .. w.crowd:send({ 2, 3 }, 1, 5) .. tostring(w.crowd:chase(4, 1))
  for _ = 1, 20 do w.crowd:update(0.25) end
  for unit, event, x, y in w.crowd:events() do answer = answer .. unit .. event .. x .. y end
  return answer
end

function calls.crowd_walk(w)
  local answer = tostring(w.crowd:walk(1, assert(w.grid:find_path(1, 1, 10, 5, w.rules))))
  for i, x, y in w.crowd:remaining(1) do answer = answer .. i .. x .. y end
  return answer .. w.crowd:goal(1) .. w.crowd:size(1)
end

function calls.crowd_follow(w)
  local field = w.grid:distance_field({ { 10, 5 } }, w.rules)
  local answer = tostring(w.crowd:follow({ 1, 2, 3 }, field))
  w.crowd:update(0.5)
  return answer .. tostring(w.crowd:tile(1)) .. w.crowd:state(1) .. w.crowd:facing(1)
end

function calls.crowd_reading(w)
  local t = w.crowd:positions(w.crowd:positions())
  return table.concat(t, " ") .. table.concat(w.crowd:units(), " ") .. w.crowd:count() .. w.crowd:position(2)
end

function calls.crowd_serialize(w)
  local bytes, used = w.crowd:serialize()
  local copy = assert(astar.deserialize_crowd(bytes, w.grid:clone(), used))
  return copy:count() .. " " .. #used
end

function calls.crowd_near(w)
  local answer = tostring(w.crowd:allies(0, 1)) .. w.crowd:nearest(1, 1, { sees = w.rules, except = 1 })
  for unit, distance in w.crowd:within(1, 1, 3) do answer = answer .. unit .. distance end
  return answer
end

function calls.crowd_tostring(w) return (tostring(w.crowd):gsub("%(closed%)", "of 4 units")) end

function calls.grid_changes(w)
  local replica = w.grid:clone()
  w.grid:changes(w.grid:revision())
  w.grid:set_penalty(1, 1, 4)
  for _ = 1, 400 do -- more than fits the buffer on the stack
    w.grid:block(1, 2)
    w.grid:block(1, 2, false)
  end
  local changes = w.grid:changes(replica:revision()) -- nil when memory is short: edits succeed, but are not recorded
  local first = changes and astar.delta_revisions(changes)
  return tostring(changes and first and replica:apply(changes)) .. replica:penalty(1, 1)
end

function calls.grid_rules_as_strings(w)
  local copy = astar.deserialize_rules(w.rules:serialize())
  return tiles(w.grid:find_path(1, 1, 10, 5, copy))
end

-- The answer of a request. A request that was freed has none; when its pool was freed, it has none, either.
local function answer_of(request)
  if request.state == "cancelled" then error(("call: the %s was closed"):format(freed_calls.kind)) end
  return tiles(request:result())
end

function calls.pool_find_path(w)
  local request = w.pool:find_path(1, 1, 10, 5, w.rules, { partial = true }, function() end)
  w.pool:wait()
  return answer_of(request) .. answer_of(w.request)
end

function calls.pool_find_nearest(w)
  local request = w.pool:find_nearest(1, 1, { { 10, 5 }, { x = 9, y = 5 } }, w.rules)
  w.pool:wait()
  return answer_of(request)
end

function calls.pool_distance_field(w)
  local request = w.pool:distance_field({ { 10, 5, 1 }, { x = 1, y = 5 } }, w.rules, { max_cost = 9 })
  w.pool:wait()
  if request.state == "cancelled" then answer_of(request) end
  return all(request:result():each())
end

function calls.pool_update(w)
  local got, got_cost
  w.pool:find_path(1, 1, 9, 5, w.rules, function(path, cost) got, got_cost = path, cost end)
  w.pool:update()
  w.pool:update()
  return (got and tiles(got, got_cost) or answer_of(w.request)) .. answer_of(w.request)
end

function calls.pool_await(w)
  local got, got_cost
  coroutine.wrap(function() got, got_cost = w.pool:await(1, 1, 9, 5, w.rules) end)()
  w.pool:wait()
  if not got then error(("call: the %s was closed"):format(freed_calls.kind)) end
  return tiles(got, got_cost)
end

function calls.pool_new(w)
  local pool = astar.pool(w.grid, { threads = 0, latency = 1 })
  local request = pool:find_path(1, 1, 9, 5, w.rules)
  pool:update()
  pool:close()
  return tiles(request:result())
end

function calls.pool_reading(w)
  return type(w.pool:pending()) .. type(w.pool.grid) .. type(w.request.state) .. (tostring(w.pool):gsub(" .*", ""))
end

return freed_calls
