-- Faults of a cluster (examples/cluster/world.lua) of three instances on free ports, which are killed by their process
-- ids. Prints a line for each case; fails when a map differs, or when an acknowledged edit is lost.
--
--   tarantool spec/support/cluster.lua FOLDER SEED

local astar = require "astar"
local clock = require "clock"
local cluster = require "spec.support.cluster_instances"
local fiber = require "fiber"

local folder, seed = arg[1], tonumber(arg[2])
math.randomseed(seed)

local start, kill, empty, call, evaluate = cluster.start, cluster.kill, cluster.empty, cluster.call, cluster.evaluate
local side = 300
local acknowledged = 0

--- Three new instances with maps.
local function begin()
  cluster.begin(folder)
  local city = astar.grid(side, side, { fill = "." })
  for _ = 1, side * side / 2 do city:set(math.random(side), math.random(side), "~") end
  call(1, "create", "city", city:serialize())
  call(1, "create", "hut", astar.grid(3, 3):serialize())
end

--- Makes so many edits in the last columns, one after the other. Returns the revision.
local function edit(writer, count)
  local revision
  for _ = 1, count do
    local x, y = math.random(side - 20, side), math.random(side)
    revision = call(writer, "edit", "city", { { "set_penalty", x, y, math.random() } })
    acknowledged = acknowledged + 1
  end
  return revision
end

local function check_equal(revision, ...)
  local first
  for _, number in ipairs { ... } do
    local content = cluster.wait_for("a map", function() return call(number, "content", "city", revision) end)
    first = first or content
    assert(content == first, "the maps differ")
  end
  return first
end

local function greatest(a, b) return call(a, "standing") >= call(b, "standing") and a or b end

-- ----------------------------------------------------------------------------------- cases

local cases = {}

local function case(name, f) cases[#cases + 1] = { name, f } end

case("a late reader, after maps were stored anew", function()
  begin()
  kill(3)
  empty(3)
  local revision = edit(1, 1100)
  assert(evaluate(1, "return box.space.deltas:count()") < 1000, "the deltas stay")
  for i = 1, 30 do call(1, "edit", "hut", { { "set_penalty", 2, 2, i } }) end
  assert(evaluate(1, "return box.space.deltas:count 'hut'") < 30, "deltas that outweigh the map stay")
  start(3, 1)
  check_equal(revision, 1, 2, 3)
end)

case("a reader is killed, and comes back with its data, and without", function()
  kill(2)
  local revision = edit(1, 100)
  start(2, 1)
  check_equal(revision, 1, 2, 3)
  kill(3)
  empty(3)
  revision = edit(1, 100)
  start(3, 1)
  check_equal(revision, 1, 2, 3)
end)

case("all are killed at once", function()
  local before = check_equal(edit(1, 50), 1, 2, 3)
  cluster.kill_all()
  for i = 1, 3 do start(i, 1) end
  assert(check_equal(0, 1, 2, 3) == before, "the map is another one")
  check_equal(cluster.wait_for("a majority", function() return edit(1, 1) end), 1, 2, 3)
end)

case("bad calls change nothing", function()
  local before = check_equal(0, 1, 2, 3)
  local grid = astar.grid(2, 2):serialize()
  for _, bad in ipairs {
    { "edit", "city", { { "set", 1, 1, "#" }, { "set", 999, 1, "#" } } }, { "edit", "city", { { "clone" } } },
    { "edit", "city", 5 }, { "edit", "city", { 5 } }, { "edit", "nowhere", {} }, { "edit" }, { "create", "c", "junk" },
    { "create", "city", grid }, { "create", 5, grid }, { "path" }, { "path", "city", 1, 1, "x" },
    { "content", "city", {} }, { "content", "city", 1e9 }, { "os.exit" },
  } do
    assert(not pcall(call, 1, unpack(bad)), "a bad call of " .. bad[1])
    assert(not pcall(call, 2, unpack(bad)), "a bad call of " .. bad[1])
  end
  assert(not pcall(call, 2, "edit", "city", { { "set", 1, 1, "#" } }), "a reader edits")
  assert(select(2, call(3, "path", "city", 1, 1, 999, 1)) == "out_of_bounds")
  assert(check_equal(0, 1, 2, 3) == before, "the map has changed")
  check_equal(edit(1, 1), 1, 2, 3)
end)

case("a pool answers as the map does", function()
  call(1, "create", "pooled", call(1, "content", "city"), true)
  for _ = 1, 50 do
    local x1, y1, x2, y2 = math.random(side), math.random(side), math.random(side), math.random(side)
    local _, cost = call(1, "path", "city", x1, y1, x2, y2)
    assert(select(2, call(2, "path", "pooled", x1, y1, x2, y2, 0)) == cost, "another cost")
  end
end)

--- Cuts readers off, edits until an edit is not acknowledged, at most 60 times, and kills the writer. Promotes a
--- reader, and returns how many of the acknowledged edits its map lacks, their number, and whether it lacks the next.
local function lost_after_cut(cut, choose)
  begin()
  for _, number in ipairs(cut) do evaluate(number, "box.cfg { replication = {} }") end
  local count = 0
  while count < 60 and pcall(call, 1, "edit", "city", { { "set_penalty", count + 1, 7, 5 } }) do count = count + 1 end
  kill(1)
  local new = choose(greatest(2, 3))
  call(new, "promote")
  local map, lost = astar.deserialize(call(new, "content", "city")), 0
  for x = 1, count do
    if map:penalty(x, 7) ~= 5 then lost = lost + 1 end
  end
  return lost, count, map:penalty(count + 1, 7) ~= 5
end

case("a reader is cut off before the writer dies", function()
  local lost, count = lost_after_cut({ 3 }, function(best) return best end)
  assert(count == 60 and lost == 0, lost .. " edits are lost")
  acknowledged = acknowledged + count
end)

case("the wrong reader is promoted: edits are lost, and it is found", function()
  local lost, count = lost_after_cut({ 3 }, function(best) return 5 - best end)
  assert(count == 60 and lost > 0, "nothing is lost")
end)

case("without a majority edits are lost, and none is acknowledged", function()
  local _, count, is_next_lost = lost_after_cut({ 2, 3 }, function(best) return best end)
  assert(count == 0, count .. " edits are acknowledged")
  assert(is_next_lost, "the edit that was in doubt is not lost")
end)

--- Eight fibers edit until they are stopped or an edit fails. `wanted`, by tile: the value of the last acknowledged
--- edit, and those of edits that are in doubt.
local function load(writer, wanted, state)
  for column = 1, 8 do
    state.running = state.running + 1
    fiber.create(function()
      repeat
        local x, y = column + 8 * math.random(0, 20), math.random(side)
        state.value = state.value + 1
        local value, key = state.value, x .. "," .. y
        local ok = pcall(call, writer, "edit", "city", { { "set_penalty", x, y, value } })
        wanted[key] = wanted[key] or { doubtful = {} }
        if ok then
          wanted[key] = { value = value, doubtful = {} }
          acknowledged = acknowledged + 1
        else
          wanted[key].doubtful[value] = true
        end
      until state.stopped or not ok
      state.running = state.running - 1
    end)
  end
end

case("sixteen promotions under load", function()
  begin()
  local writer, wanted, value = 1, {}, 0
  for _ = 1, 16 do
    local state = { running = 0, value = value }
    load(writer, wanted, state)
    fiber.sleep(0.05 + math.random() * 0.2)
    kill(writer)
    state.stopped = true
    cluster.wait_for("the end of the load", function() return state.running == 0 end)
    value = state.value
    local old = writer
    writer = greatest(old % 3 + 1, (old + 1) % 3 + 1)
    call(writer, "promote")
    local revision = edit(writer, 1)
    empty(old)
    start(old, writer)
    local map = astar.deserialize(check_equal(revision, 1, 2, 3))
    for key, tile in pairs(wanted) do
      local x, y = key:match "(%d+),(%d+)"
      local penalty = map:penalty(tonumber(x), tonumber(y))
      local is_kept = penalty == (tile.value or 0) or tile.doubtful[penalty]
      assert(is_kept, "an acknowledged edit is lost")
      wanted[key] = { value = penalty, doubtful = {} }
    end
  end
  assert(evaluate(writer, "return box.space._cluster:count()") == 3, "an instance counts twice")
end)

local ok, message = xpcall(function()
  for _, each in ipairs(cases) do
    local began = clock.monotonic()
    each[2]()
    print(("%s: %.1f s"):format(each[1], clock.monotonic() - began))
  end
  print(("%d acknowledged, 0 lost"):format(acknowledged))
end, debug.traceback)
cluster.kill_all()
if not ok then print("FAILED, seed " .. seed .. ": " .. tostring(message)) end
os.exit(ok and 0 or 1)
