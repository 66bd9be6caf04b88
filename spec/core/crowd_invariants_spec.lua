-- What a crowd promises, checked after every update by a reading of its units from outside, on random maps with random
-- orders and edits. `make crowd-check` does more of this in C.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua.

local astar = require "astar"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local DT = 1 / 60
local SPEEDS = { 0.5, 1, 3, 4, 4, 7.7, 20 } -- less than a tile per update: each step is seen
local FASTEST = 20 * math.sqrt(2) / 0.5 -- a diagonal step of length 0.5
local DISTANCE = 0.7
local TOLERANCE = 1e-6

local function demand(holds, message, ...)
  if not holds then error(message:format(...), 0) end
end

-- ----------------------------------------------------------------------------------- geometry

-- The center of a tile; the centers of adjacent hexes are 1 apart.
local function center(map, x, y)
  if map.layout == "square" then return x, y end
  local q, r = oracle.axial(map.layout, x, y)
  if map.layout == "odd_r" or map.layout == "even_r" then return q + r / 2, r * math.sqrt(3) / 2 end
  return q * math.sqrt(3) / 2, r + q / 2
end

-- The step of a unit as a vector in the world.
local function step_of(map, unit)
  local x1, y1 = center(map, unit.x, unit.y)
  local x2, y2 = center(map, unit.to_x, unit.to_y)
  return x2 - x1, y2 - y1
end

local function stands(unit) return unit.x == unit.to_x and unit.y == unit.to_y end

local function is_adjacent(map, x, y, to_x, to_y)
  for _, direction in ipairs(oracle.directions(map, x, y)) do
    if x + direction[1] == to_x and y + direction[2] == to_y then return true end
  end
  return false
end

-- Calls visit with each tile that a unit covers when its top left tile is (x, y).
local function each_tile(unit, x, y, visit)
  for j = 0, unit.size - 1 do
    for i = 0, unit.size - 1 do visit(x + i, y + j) end
  end
end

local function covers(unit, at_x, at_y, x, y)
  return x >= at_x and y >= at_y and x < at_x + unit.size and y < at_y + unit.size
end

-- ------------------------------------------------------------------------------------- reading

-- Reads a unit: where it is, where it steps to, how much of the step is done.
local function read(world, id)
  local crowd, known = world.crowd, world.units[id]
  local x, y, to_x, to_y = crowd:tile(id)
  local at_x, at_y = crowd:position(id)
  to_x, to_y = to_x or x, to_y or y
  local progress = 0
  if to_x ~= x then
    progress = (at_x - x) / (to_x - x)
  elseif to_y ~= y then
    progress = (at_y - y) / (to_y - y)
  end
  demand(math.abs(at_x - x - progress * (to_x - x)) + math.abs(at_y - y - progress * (to_y - y)) < TOLERANCE,
    "unit %d is not on the line of its step", id)
  demand((crowd:state(id) == "moving") == (x ~= to_x or y ~= to_y), "unit %d: state %s", id, crowd:state(id))
  return {
    id = id, x = x, y = y, to_x = to_x, to_y = to_y, progress = progress, size = known.rules.size,
    rules = known.rules, speed = known.speed, has_order = known.has_order, hold = known.hold,
  }
end

local function check_lists(world)
  local crowd, count = world.crowd, 0
  local positions = crowd:positions()
  for i, id in ipairs(crowd:units()) do
    demand(world.units[id], "unit %d does not exist", id)
    demand(i == 1 or id > crowd:units()[i - 1], "units are not in ascending order")
    local x, y = crowd:position(id)
    demand(positions[2 * id - 1] == x and positions[2 * id] == y, "another position of unit %d", id)
    count = count + 1
  end
  for _ in pairs(world.units) do count = count - 1 end
  demand(count == 0 and crowd:count() == #crowd:units(), "not all units are listed")
end

-- ------------------------------------------------------------------------------------- holding

local function hold_tiles(world, units)
  local map, holder, entering = world.map, {}, {}
  for _, unit in pairs(units) do
    each_tile(unit, unit.x, unit.y, function(x, y)
      local tile = map:index(x, y)
      demand(not holder[tile], "units %d and %d are on %d, %d", unit.id, holder[tile] and holder[tile].id or 0, x, y)
      holder[tile] = unit
    end)
  end
  for _, unit in pairs(units) do
    each_tile(unit, unit.to_x, unit.to_y, function(x, y)
      if covers(unit, unit.x, unit.y, x, y) then return end
      local tile = map:index(x, y)
      demand(not entering[tile], "units %d and %d enter %d, %d", unit.id, entering[tile] and entering[tile].id or 0,
        x, y)
      entering[tile] = unit
    end)
  end
  return holder, entering
end

-- A unit that enters a tile of another one follows it.
local function check_follower(map, behind, ahead, x, y)
  local dx, dy = step_of(map, behind)
  local other_dx, other_dy = step_of(map, ahead)
  demand(not stands(ahead) and not covers(ahead, ahead.to_x, ahead.to_y, x, y),
    "unit %d enters %d, %d of unit %d", behind.id, x, y, ahead.id)
  demand(dx * other_dx + dy * other_dy >= -TOLERANCE, "unit %d steps towards unit %d", behind.id, ahead.id)
  demand(behind.progress <= ahead.progress + TOLERANCE, "unit %d overtakes unit %d", behind.id, ahead.id)
end

local function check_tiles(world, units)
  local map = world.map
  local holder, entering = hold_tiles(world, units)
  for y = 1, map.height do
    for x = 1, map.width do
      local tile = map:index(x, y)
      local ahead, behind = holder[tile], entering[tile]
      local expected = behind or ahead
      demand(world.crowd:at(x, y) == (expected and expected.id), "at(%d, %d) is another unit", x, y)
      if ahead and behind then check_follower(map, behind, ahead, x, y) end
    end
  end
end

-- ------------------------------------------------------------------------------------ distances

local function check_distances(world, units)
  local map, centers, blocks = world.map, {}, {}
  for _, unit in pairs(units) do
    if unit.size == 1 and not unit.is_far then
      local x, y = center(map, unit.x, unit.y)
      local dx, dy = step_of(map, unit)
      centers[#centers + 1] = { x = x + unit.progress * dx, y = y + unit.progress * dy, id = unit.id }
      if map.layout == "square" and unit.x ~= unit.to_x and unit.y ~= unit.to_y then
        local block = map:index(math.min(unit.x, unit.to_x), math.min(unit.y, unit.to_y))
        demand(not blocks[block], "units %d and %d cross", unit.id, blocks[block] or 0)
        blocks[block] = unit.id
      end
    end
  end
  for i, a in ipairs(centers) do
    for k = 1, i - 1 do
      local b = centers[k]
      local square = (a.x - b.x) ^ 2 + (a.y - b.y) ^ 2
      demand(square >= DISTANCE ^ 2, "units %d and %d are %.3f tiles apart", a.id, b.id, math.sqrt(square))
    end
  end
end

-- --------------------------------------------------------------------------------------- steps

-- A step that a unit began on the map as it is now.
local function check_begin(world, unit)
  local map, legal = world.map, false
  unit.is_far = not is_adjacent(map, unit.x, unit.y, unit.to_x, unit.to_y)
  for _, step in ipairs(oracle.successors(map, unit.rules, unit.x, unit.y)) do
    if step.x == unit.to_x and step.y == unit.to_y then legal = true end
  end
  for _, link in pairs(map.links) do
    local forth = link.x1 == unit.x and link.y1 == unit.y and link.x2 == unit.to_x and link.y2 == unit.to_y
    local back = link.x2 == unit.x and link.y2 == unit.y and link.x1 == unit.to_x and link.y1 == unit.to_y
    if forth or back then unit.is_far = true end
  end
  demand(legal, "unit %d: the step from %d, %d to %d, %d is illegal", unit.id, unit.x, unit.y, unit.to_x, unit.to_y)
  demand(unit.has_order or not unit.hold, "unit %d holds, but moves", unit.id)
end

local function check_change(world, before, now)
  local same = before.x == now.x and before.y == now.y and before.to_x == now.to_x and before.to_y == now.to_y
  if same and not stands(now) then
    now.is_far = before.is_far
    demand(now.progress >= before.progress - TOLERANCE, "unit %d goes back", now.id)
    local dx, dy = step_of(world.map, now)
    local way = (now.progress - before.progress) * math.sqrt(dx * dx + dy * dy)
    demand(now.is_far or way <= FASTEST * DT + TOLERANCE, "unit %d is too fast", now.id)
  elseif not same then
    demand(now.x == before.to_x and now.y == before.to_y, "unit %d was at %d, %d, stepping to %d, %d, now at %d, %d",
      now.id, before.x, before.y, before.to_x, before.to_y, now.x, now.y)
    if not stands(now) then check_begin(world, now) end
  end
end

local function check(world, is_update)
  local units = {}
  check_lists(world)
  for id in pairs(world.units) do
    local now, before = read(world, id), world.before[id]
    if before and is_update then check_change(world, before, now) end
    if before and not is_update then
      now.is_far = before.is_far
      demand(now.x == before.x and now.y == before.y and now.to_x == before.to_x and now.to_y == before.to_y
        and now.progress == before.progress, "unit %d moved without an update", id)
    end
    units[id] = now
  end
  check_tiles(world, units)
  check_distances(world, units)
  world.before = units
end

-- ---------------------------------------------------------------------------------------- calls

-- A tile where some rules of the world can stand.
local function any_tile(world)
  local random, map = world.random, world.map
  local x, y
  for _ = 1, 8 do
    x, y = random:int(1, map.width), random:int(1, map.height)
    if oracle.fits(map, world.rules[1].rules, x, y) then break end
  end
  return x, y
end

local function any_unit(world)
  local units = world.crowd:units()
  return units[world.random:int(1, math.max(1, #units))]
end

local function add(world)
  local random, rules = world.random, world.random:pick(world.rules)
  local x, y = any_tile(world)
  local options = { speed = random:pick(SPEEDS), hold = random:chance(0.1), priority = random:int(0, 1) }
  local id, reason = world.crowd:add(x, y, rules.compiled, options)
  if id then
    world.units[id] = { rules = rules.rules, speed = options.speed, hold = options.hold }
    demand(oracle.fits(world.map, rules.rules, x, y), "unit %d stands on an impassable tile", id)
  else
    demand(reason == "impassable" or reason == "occupied" or reason == "out_of_bounds", "add: %s", tostring(reason))
  end
end

local function go_to(world)
  local id = any_unit(world)
  local x, y = any_tile(world)
  local options = { range = world.random:int(0, 2), partial = world.random:chance(0.3) }
  if id and world.crowd:go_to(id, x, y, options) then world.units[id].has_order = true end
end

local function send(world)
  local units = world.crowd:units()
  local x, y = any_tile(world)
  world.crowd:send(units, x, y)
  for _, id in ipairs(units) do world.units[id].has_order = true end
end

local function follow(world)
  local x, y = any_tile(world)
  local field = world.grid:distance_field({ { x, y } }, world.random:pick(world.rules).compiled)
  if not field then return end
  local units = world.crowd:units()
  world.crowd:follow(units, field)
  for _, id in ipairs(units) do world.units[id].has_order = true end
end

local function chase(world)
  local id, target = any_unit(world), any_unit(world)
  if id and id ~= target and world.crowd:chase(id, target) then world.units[id].has_order = true end
end

local function remove(world)
  local id = any_unit(world)
  if not id then return end
  world.crowd:remove(id)
  world.units[id], world.before[id] = nil, nil
end

local function place(world)
  local id = any_unit(world)
  local x, y = any_tile(world)
  if id and world.crowd:place(id, x, y) then world.before[id] = nil end
end

local function edit(world)
  local change = random_map.edit(world.random, world.map)
  if change then random_map.apply(change, world.map, world.grid, world.ids) end
end

-- A wall on the tile of a unit, or on the tile to which it steps.
local function edit_at_unit(world)
  local id = any_unit(world)
  if not id then return end
  local x, y, to_x, to_y = world.crowd:tile(id)
  if to_x and world.random:chance(0.5) then x, y = to_x, to_y end
  random_map.apply({ "block", x, y, world.random:chance(0.6) }, world.map, world.grid, world.ids)
end

local function take_events(world)
  for id, event, x, y in world.crowd:events() do
    demand(world.units[id], "event %s of unit %d, which does not exist", event, id)
    demand(world.map:contains(x, y), "event %s at %s, %s", event, tostring(x), tostring(y))
  end
end

local CALLS = { add, add, go_to, go_to, go_to, go_to, send, follow, chase, remove, place, edit, edit_at_unit }

-- --------------------------------------------------------------------------------------- worlds

local function new_world(seed)
  local random = random_map.new(seed)
  local map = random_map.map(random)
  local grid = random_map.grid(astar, map)
  local world = { random = random, map = map, grid = grid, ids = random_map.ids(map), units = {}, before = {} }
  world.rules = {}
  for i = 1, random:int(1, 3) do
    local options = i == 1 and { default = 1, cost = { ["#"] = false } } or random_map.rules(random, map.layout)
    world.rules[i] = { rules = oracle.rules(options), compiled = astar.rules(options) }
  end
  world.crowd = astar.crowd(grid, { patience = random:pick { 1, 5, 30 } })
  return world
end

-- A hash of the whole state would hide which unit differs.
local function compare(world, other, update)
  for _, id in ipairs(world.crowd:units()) do
    local x, y = world.crowd:position(id)
    local other_x, other_y = other:position(id)
    demand(x == other_x and y == other_y and world.crowd:state(id) == other:state(id),
      "unit %d of the restored crowd moves in another way, %d updates later", id, update)
  end
end

-- A restored crowd moves as the first one would have.
local function check_restored(world)
  local bytes, rules = world.crowd:serialize()
  if bytes:byte(-13) ~= 0 then return end -- a rescue is in progress, which the copy plans anew
  local copy = assert(astar.deserialize(world.grid:serialize()))
  local other = assert(astar.deserialize_crowd(bytes, copy, rules))
  for update = 0, 40 do
    compare(world, other, update)
    world.crowd:update(DT)
    other:update(DT)
    take_events(world)
    check(world, true)
  end
  other:close()
end

local function run(seed)
  local world = new_world(seed)
  local updates = world.random:int(50, 200)
  local restored = world.random:int(1, updates)
  for update = 1, updates do
    local calls = update < 10 and 3 or world.random:int(1, 12) == 1 and 2 or 0
    for _ = 1, calls do
      local call = world.random:pick(CALLS)
      local revision = world.grid:revision()
      call(world)
      demand(revision == world.grid:revision() or call == edit or call == edit_at_unit, "the grid was edited")
      check(world, false)
    end
    local revision = world.grid:revision()
    world.crowd:update(DT)
    demand(revision == world.grid:revision(), "an update edited the grid")
    take_events(world)
    check(world, true)
    if update == restored then check_restored(world) end
  end
  world.crowd:close()
end

describe("a crowd on random maps", function()
  seeds.check_in_parts(it, "keeps what it promises", seeds.cases / 20, 5, function(seed)
    local failure = seeds.failure_of(run, seed)
    return failure and ("seed %d: %s"):format(seed, failure)
  end)
end)
