-- Watches: a watch always answers the same as path:is_valid, and every break is reported once.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua.

local astar = require "astar"
local frees = require "spec.support.frees"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }

local function open_grid(width, height, options)
  options = options or {}
  options.fill = "."
  return astar.grid(width, height, options)
end

-- The watches that grid:broken() returns, as an array.
local function broken(grid)
  local list = {}
  for watch in grid:broken() do list[#list + 1] = watch end
  return list
end

local function watched(grid, x1, y1, x2, y2, with, options)
  local path = assert(grid:find_path(x1, y1, x2, y2, with or rules, options))
  return grid:watch(path), path
end

-- The watch must detect an edit that breaks the path at a step, and one that repairs it.
local function breaks(grid, watch, path, bad, edit, repair)
  assert.is_true(watch:is_valid())
  edit()
  assert.same({ watch }, broken(grid))
  assert.same({ false, bad }, { watch:is_valid() })
  assert.same({ false, bad }, { path:is_valid() })
  assert.same({}, broken(grid))
  repair()
  assert.is_true(watch:is_valid())
  assert.is_true(path:is_valid())
  assert.same({}, broken(grid))
end

describe("a watch", function()
  it("returns whether the map still allows the path, from any tile on", function()
    local grid = open_grid(30, 1)
    local watch, path = watched(grid, 1, 1, 30, 1)
    assert.is_true(watch:is_valid())
    assert.equal(1, select("#", watch:is_valid()))
    grid:block(10, 1)
    grid:set(20, 1, "#")
    for from = 1, #path do assert.same({ path:is_valid(from) }, { watch:is_valid(from) }) end
    assert.same({ false, 9 }, { watch:is_valid() })
    assert.same({ false, 19 }, { watch:is_valid(10) })
    assert.is_true(watch:is_valid(20))
    assert.is_true(watch:is_valid(nil, "ignored") == false)
  end)

  it("finds the same index at all positions in its bit words", function()
    local grid = open_grid(300, 1)
    local watch, path = watched(grid, 1, 1, 300, 1)
    for _, x in ipairs { 2, 63, 64, 65, 66, 127, 128, 129, 130, 256, 257, 258, 299, 300 } do
      grid:block(x, 1)
      for _, from in ipairs { 1, x - 2, x - 1, x, x + 1, 64, 65, 66, 128, 129, 299, 300 } do
        if from >= 1 and from <= 300 then
          assert.same({ path:is_valid(from) }, { watch:is_valid(from) })
        end
      end
      grid:block(x, 1, false)
      assert.is_true(watch:is_valid())
    end
  end)

  it("has a name, and is a key of a table", function()
    local grid = open_grid(5, 5)
    local watch = watched(grid, 1, 1, 5, 1)
    assert.equal("astar.watch of 5 tiles", tostring(watch))
    assert.equal("astar.watch of 1 tile", tostring((watched(grid, 1, 1, 1, 1))))
    local npc_of = { [watch] = "ann", [watched(grid, 1, 2, 5, 2)] = "bob" }
    grid:block(3, 1)
    local found = {}
    for broke in grid:broken() do found[#found + 1] = npc_of[broke] end
    assert.same({ "ann" }, found)
    watch:close()
    assert.equal("astar.watch (closed)", tostring(watch))
  end)

  it("can be closed, also twice, and is not reported any more", function()
    local grid = open_grid(5, 1)
    local watch, path = watched(grid, 1, 1, 5, 1)
    grid:block(3, 1)
    assert.is_false((watch:is_valid())) -- it waits to be reported
    watch:close()
    watch:close()
    assert.same({}, broken(grid))
    assert.has_error(function() watch:is_valid() end, "watch:is_valid: the watch was closed")
    local again = grid:watch(path)
    assert.same({}, broken(grid)) -- it was broken already
    grid:block(3, 1, false)
    assert.is_true(again:is_valid())
  end)

  it("accepts the results of find_path", function()
    local grid = open_grid(20, 1)
    assert.is_true(grid:watch(grid:find_path(1, 1, 20, 1, rules)):is_valid())
  end)

  it("of one tile is always valid", function()
    local grid = open_grid(3, 1)
    local watch = watched(grid, 2, 1, 2, 1)
    grid:fill("#")
    assert.is_true(watch:is_valid())
    assert.same({}, broken(grid))
  end)

  it("may be closed inside the loop", function()
    local grid = open_grid(5, 3)
    local list = { (watched(grid, 1, 1, 5, 1)), (watched(grid, 1, 2, 5, 2)), (watched(grid, 1, 3, 5, 3)) }
    grid:fill("#", 3, 1, 1, 3)
    local reported = 0
    for watch in grid:broken() do
      reported = reported + 1
      for _, other in ipairs(list) do
        if other ~= watch then other:close() end
      end
    end
    assert.equal(1, reported)
    assert.same({}, broken(grid))
  end)
end)

describe("broken", function()
  it("returns each break once, also when other watches break", function()
    local grid = open_grid(20, 1)
    local watch = watched(grid, 1, 1, 20, 1)
    grid:block(5, 1)
    grid:block(6, 1)
    assert.same({ watch }, broken(grid))
    grid:block(10, 1)
    assert.same({}, broken(grid))
    grid:block(5, 1, false)
    grid:block(6, 1, false)
    assert.same({}, broken(grid))
    assert.same({ false, 9 }, { watch:is_valid() })
    grid:block(10, 1, false)
    assert.is_true(watch:is_valid())
    grid:block(10, 1)
    assert.same({ watch }, broken(grid))
  end)

  it("does not return a path that is valid again before the call", function()
    local grid = open_grid(20, 1)
    local watch = watched(grid, 1, 1, 20, 1)
    grid:block(5, 1)
    grid:block(5, 1, false)
    assert.same({}, broken(grid))
    grid:block(5, 1)
    assert.is_false((watch:is_valid()))
    grid:block(5, 1, false)
    assert.same({}, broken(grid))
  end)

  it("returns a path again if is_valid found it valid in between", function()
    local grid = open_grid(20, 1)
    local watch = watched(grid, 1, 1, 20, 1)
    grid:block(5, 1)
    assert.same({ watch }, broken(grid))
    grid:block(5, 1, false)
    grid:block(7, 1)
    assert.same({}, broken(grid)) -- no call found it valid
    grid:block(7, 1, false)
    assert.is_true(watch:is_valid())
    grid:block(9, 1)
    assert.same({ watch }, broken(grid))
  end)

  it("does not return a path that was invalid when its watch was created", function()
    local grid = open_grid(20, 1)
    local path = grid:find_path(1, 1, 20, 1, rules)
    grid:block(5, 1)
    local watch = grid:watch(path)
    assert.same({ false, 4 }, { watch:is_valid() })
    grid:block(9, 1)
    assert.same({}, broken(grid))
    grid:block(5, 1, false)
    grid:block(9, 1, false)
    assert.same({}, broken(grid))
    grid:block(5, 1)
    assert.same({ watch }, broken(grid))
  end)

  it("returns paths that edits in the loop break, in this loop or the next", function()
    local grid = open_grid(20, 5)
    local list, reported = {}, {}
    for y = 1, 5 do list[y] = watched(grid, 1, y, 20, y) end
    grid:block(10, 1)
    for _ = 1, 5 do
      for watch in grid:broken() do
        reported[#reported + 1] = watch
        if list[#reported + 1] then grid:block(10, #reported + 1) end
      end
    end
    assert.same(list, reported)
  end)

  it("returns nothing on a grid without watches", function()
    local grid = open_grid(5, 5)
    assert.same({}, broken(grid))
    grid:block(1, 1)
    assert.same({}, broken(grid))
  end)

  it("does not return watches without references", function()
    local grid = open_grid(20, 1)
    for _ = 1, 50 do watched(grid, 1, 1, 20, 1) end
    local kept = watched(grid, 1, 1, 20, 1)
    collectgarbage()
    collectgarbage()
    grid:block(10, 1)
    assert.same({ kept }, broken(grid))
  end)

  it("does not return muted watches", function()
    local grid = open_grid(20, 1)
    local path = grid:find_path(1, 1, 20, 1, rules)
    local quiet, loud = grid:watch(path), grid:watch(path)
    quiet:mute()
    quiet:mute()
    grid:block(10, 1)
    assert.same({ loud }, broken(grid))
    assert.same({ false, 9 }, { quiet:is_valid() })
  end)

  it("distinguishes the watches of a grid and of its clone", function()
    local grid = open_grid(20, 1)
    local watch = watched(grid, 1, 1, 20, 1)
    local clone = grid:clone()
    local other = watched(clone, 1, 1, 20, 1)
    clone:block(5, 1)
    assert.same({}, broken(grid))
    assert.is_true(watch:is_valid())
    assert.same({ other }, broken(clone))
  end)
end)

describe("a watched path breaks", function()
  it("by terrain, fills, obstacles", function()
    local grid = open_grid(20, 20)
    local watch, path = watched(grid, 1, 1, 20, 20)
    breaks(grid, watch, path, 6, function() grid:set(7, 7, "#") end,
      function() grid:set(7, 7, "~") end)
    breaks(grid, watch, path, 7, function() grid:set(7, 8, "#") end, -- a corner
      function() grid:set(7, 8, ".") end)
    breaks(grid, watch, path, 8, function() grid:fill("#", 9, 8, 3, 2) end,
      function() grid:fill(".") end)
    breaks(grid, watch, path, 1, function() grid:fill("#") end, function() grid:fill(".") end)
    breaks(grid, watch, path, 19, function() grid:block(20, 19) end,
      function() grid:block(20, 19, false) end)
  end)

  it("not by edits that do not affect it", function()
    local grid = open_grid(20, 20)
    local watch = watched(grid, 1, 1, 20, 20)
    grid:set(7, 9, "#")
    grid:set_penalty(7, 7, 100)
    grid:set(8, 8, "~")
    grid:block(1, 1) -- the start is never checked
    assert.is_true(watch:is_valid())
    assert.same({}, broken(grid))
  end)

  it("by obstacles on layers that its query does not ignore", function()
    local grid = open_grid(20, 1)
    local all, all_path = watched(grid, 1, 1, 20, 1)
    local some, some_path = watched(grid, 1, 1, 20, 1, rules, { ignore_blocked = { 2, 3 } })
    local none = watched(grid, 1, 1, 20, 1, rules, { ignore_blocked = true })
    grid:block(5, 1, true, 2)
    assert.same({ all }, broken(grid))
    assert.same({ false, 4 }, { all_path:is_valid() })
    grid:block(9, 1, true, 1)
    assert.same({ some }, broken(grid))
    assert.same({ false, 8 }, { some:is_valid() })
    assert.same({ false, 8 }, { some_path:is_valid() })
    assert.is_true(none:is_valid())
    grid:block(5, 1, false, 2)
    assert.same({ false, 8 }, { all:is_valid() })
  end)

  it("by edges, one way and both ways, straight and diagonal", function()
    local grid = open_grid(20, 20)
    local watch, path = watched(grid, 1, 1, 20, 1)
    breaks(grid, watch, path, 5, function() grid:set_edge(5, 1, 1, 0, false, true) end,
      function() grid:set_edge(5, 1, 1, 0, true, true) end)
    breaks(grid, watch, path, 8, function() grid:set_edge(9, 1, -1, 0, false) end,
      function() grid:set_edge(9, 1, -1, 0, true) end)
    grid:set_edge(9, 1, -1, 0, false, true) -- the other direction
    assert.is_true(watch:is_valid())
    watch, path = watched(grid, 1, 2, 19, 20)
    breaks(grid, watch, path, 7, function() grid:set_edge(7, 8, 1, 1, false, true) end,
      function() grid:set_edge(7, 8, 1, 1, true) end)
    breaks(grid, watch, path, 7, function() grid:set_edge(7, 8, 1, 0, false, true) end,
      function() grid:set_edge(7, 8, 1, 0, true) end)
    breaks(grid, watch, path, 7, function() grid:set_edge(8, 8, 0, 1, false, true) end,
      function() grid:set_edge(8, 8, 0, 1, true) end)
  end)

  it("by removed links, and at the ends of links", function()
    local grid = astar.grid { "...#...", "...#..." }
    local id = grid:link(3, 1, 5, 1, { one_way = true })
    local watch, path = watched(grid, 1, 1, 7, 1)
    breaks(grid, watch, path, 3, function() grid:unlink(id) end,
      function() id = grid:link(3, 1, 5, 1) end)
    breaks(grid, watch, path, 3, function() grid:block(5, 1) end,
      function() grid:block(5, 1, false) end)
    breaks(grid, watch, path, 2, function() grid:block(3, 1) end,
      function() grid:block(3, 1, false) end)
  end)

  it("by obstacles to a large mover", function()
    local grid = open_grid(40, 40)
    local large = astar.rules { cost = { ["."] = 1 }, size = 3 }
    local watch, path = watched(grid, 2, 2, 30, 2, large)
    breaks(grid, watch, path, 7, function() grid:block(11, 4) end,
      function() grid:block(11, 4, false) end)
    watch, path = watched(grid, 2, 2, 30, 30, large)
    breaks(grid, watch, path, 7, function() grid:block(8, 11) end,
      function() grid:block(8, 11, false) end)
    breaks(grid, watch, path, 7, function() grid:set_edge(10, 11, 1, 0, false, true) end,
      function() grid:set_edge(10, 11, 1, 0, true) end)
  end)

  it("by pair costs, at both ends of a step", function()
    local grid = open_grid(20, 1)
    local pairs_of = astar.rules {
      cost = { ["."] = 1, ["^"] = 1 },
      step = function(from, to) if from == to then return 1 end return false end,
    }
    local watch, path = watched(grid, 1, 1, 20, 1, pairs_of)
    breaks(grid, watch, path, 1, function() grid:set(1, 1, "^") end,
      function() grid:set(1, 1, ".") end)
    breaks(grid, watch, path, 9, function() grid:set(10, 1, "^") end,
      function() grid:fill("^") end)
  end)

  it("by the clear tiles of jumps", function()
    local grid = open_grid(20, 5)
    local jumper = astar.rules {
      cost = { ["."] = 1 }, neighbors = { { 3, 0, clear = { { 1, 2 }, { 2, 0 } } } },
    }
    local watch, path = watched(grid, 1, 1, 19, 1, jumper)
    assert.equal(7, #path)
    breaks(grid, watch, path, 3, function() grid:block(8, 3) end,
      function() grid:block(8, 3, false) end)
    breaks(grid, watch, path, 3, function() grid:block(9, 1) end,
      function() grid:block(9, 1, false) end)
    grid:block(8, 1)
    assert.is_true(watch:is_valid())
  end)

  it("on hexes", function()
    for _, layout in ipairs { "odd_r", "even_r", "odd_q", "even_q" } do
      local grid = open_grid(20, 20, { layout = layout })
      local watch, path = watched(grid, 2, 2, 18, 15)
      local x, y = path:get(9)
      breaks(grid, watch, path, 8, function() grid:block(x, y) end,
        function() grid:block(x, y, false) end)
    end
  end)

  it("along straight lines and several steps", function()
    local grid = open_grid(60, 60)
    local path = grid:find_path(1, 1, 60, 40, rules)
    for _, thin in ipairs { path:smooth(), path:waypoints() } do
      assert.is_true(#thin < #path)
      local watch = grid:watch(thin)
      for i = 2, #path do
        local x, y = path:get(i)
        grid:block(x, y)
        assert.same({ thin:is_valid() }, { watch:is_valid() })
        grid:block(x, y, false)
        assert.is_true(watch:is_valid())
      end
    end
  end)
end)

describe("watches after many edits", function()
  -- The journal holds 1,024 edits: after one more, every watch is checked.
  local function churn(grid, count)
    for i = 1, count do grid:block(1, 3, i % 2 == 1) end
  end

  for _, count in ipairs { 1022, 1023, 1024, 1025, 5000 } do
    it(("are correct after %d"):format(count + 1), function()
      local grid = open_grid(20, 3)
      local watch, path = watched(grid, 1, 1, 20, 1)
      local other = watched(grid, 1, 2, 20, 2)
      grid:block(5, 1)
      churn(grid, count)
      assert.same({ watch }, broken(grid))
      assert.same({ path:is_valid() }, { watch:is_valid() })
      assert.is_true(other:is_valid())
      grid:block(5, 1, false)
      churn(grid, count)
      assert.is_true(watch:is_valid())
      churn(grid, count)
      grid:block(7, 1)
      assert.same({ watch }, broken(grid))
    end)
  end

  it("do not change by edits of a layer that they ignore", function()
    local grid = open_grid(20, 3)
    local watch = watched(grid, 1, 1, 20, 1, rules, { ignore_blocked = { 5 } })
    for i = 1, 3000 do grid:block(5, 1, i % 2 == 1, 5) end
    grid:block(5, 1, true, 5)
    assert.is_true(watch:is_valid())
    assert.same({}, broken(grid))
  end)

  it("are correct when only edits that they ignore left the journal", function()
    local grid = open_grid(20, 3)
    local watch = watched(grid, 1, 1, 20, 1, rules, { ignore_blocked = { 5 } })
    for i = 1, 1500 do grid:block(5, 1, i % 2 == 1, 5) end
    grid:block(7, 1)
    for i = 1, 100 do grid:block(5, 1, i % 2 == 1, 5) end
    assert.same({ watch }, broken(grid))
    assert.same({ false, 6 }, { watch:is_valid() })
  end)

  it("are correct with more filters than sets of derived data", function()
    local grid = open_grid(20, 3)
    local list = {}
    for layer = 1, 8 do list[layer] = watched(grid, 1, 1, 20, 1, rules, { ignore_blocked = { layer } }) end
    for layer = 1, 8 do
      grid:block(5, 1, true, layer)
      local reported = broken(grid)
      assert.equal(layer == 1 and 7 or layer == 2 and 1 or 0, #reported)
      for i = 1, 8 do assert.equal(layer == 1 and i == 1, (list[i]:is_valid())) end
    end
  end)

  it("are correct on a large map, where one edit covers more tiles than the watches", function()
    local grid = open_grid(2000, 1500)
    local watch = watched(grid, 1, 1, 2000, 1500)
    grid:fill("#", 1, 700, 2000, 1)
    assert.same({ watch }, broken(grid))
    grid:fill(".", 1, 2, 2000, 1499)
    assert.is_true(watch:is_valid())
  end)
end)

describe("a heuristic function", function()
  it("can query, create and close watches", function()
    local grid = open_grid(20, 20)
    local watch, path = watched(grid, 1, 1, 20, 1)
    grid:block(5, 1)
    local reported, made
    grid:find_path(1, 5, 20, 5, rules, {
      algorithm = "astar",
      heuristic = function()
        if not reported then
          reported = broken(grid)
          made = grid:watch(path)
          grid:watch(path):close()
        end
        assert(not watch:is_valid())
        return 0
      end,
    })
    assert.same({ watch }, reported)
    assert.same({ false, 4 }, { made:is_valid() })
  end)
end)

describe("a watch that a finalizer closes", function()
  it("is not used any more by a running call", function()
    frees("watch", "watch_is_valid")
  end)
end)

describe("the memory of watches", function()
  it("is freed", function()
    local grid = open_grid(200, 200)
    local path = grid:find_path(1, 1, 200, 180, rules)
    local list = {}
    local function all(count)
      for i = 1, count do list[i] = grid:watch(path) end
      for i = 1, count do list[i]:close() end
      collectgarbage()
      collectgarbage()
      return collectgarbage "count"
    end
    all(100)
    local before = all(100)
    for _ = 1, 20 do all(100) end
    assert.is_true(all(100) - before < 64)
  end)

  it("keeps the grid and the rules alive", function()
    local watch
    do
      local grid = open_grid(20, 20)
      watch = grid:watch((grid:find_path(1, 1, 20, 20, astar.rules { cost = { ["."] = 1 } })))
    end
    collectgarbage()
    collectgarbage()
    assert.is_true(watch:is_valid())
  end)
end)

-- ----------------------------------------------------------------------------- random histories

-- A watched path with its expected state: whether the path was valid at the last check of the map, and whether the
-- watch waits to be reported.
local function random_watch(random, life)
  local map, grid = life.map, life.grid
  local options = { partial = true }
  if random:chance(0.4) then options.ignore_blocked = random:pick { true, false, { 1 }, { 2, 3 } } end
  if random:chance(0.2) then options.penalty_scale = 0 end
  local path = grid:find_path(random:int(1, map.width), random:int(1, map.height),
    random:int(1, map.width), random:int(1, map.height), random:pick(life.rules), options)
  if not path then return end
  local kind = random:int(1, 6)
  if kind == 1 then path = path:waypoints() elseif kind == 2 then path = path:smooth() end
  life.list[#life.list + 1] = { watch = grid:watch(path), path = path, whole = path:is_valid() }
  if random:chance(0.5) then random_map.apply({ "block", 1, 1, random:chance(0.5) }, map, grid, life.ids) end
end

local function random_edit(random, life)
  if random:chance(0.25) then
    life.grid:block(random:int(1, life.map.width), random:int(1, life.map.height), random:chance(0.6),
      random:int(2, 4))
    return
  end
  local edit = random_map.edit(random, life.map)
  if edit then random_map.apply(edit, life.map, life.grid, life.ids) end
end

-- Checks which paths are valid, and which watches wait to be reported.
local function look(life)
  for _, entry in ipairs(life.list) do
    local whole = entry.path:is_valid()
    if whole then entry.waits = nil elseif entry.whole then entry.waits = true end
    entry.whole = whole
  end
end

local function wrong_answer(random, life)
  look(life)
  for i, entry in ipairs(life.list) do
    local from = random:chance(0.5) and random:int(1, #entry.path) or nil
    local whole, bad = entry.path:is_valid(from)
    local says, at = entry.watch:is_valid(from)
    if says ~= whole or at ~= bad then
      return ("watch %d from %s: %s, %s instead of %s, %s"):format(i, tostring(from), tostring(says),
        tostring(at), tostring(whole), tostring(bad))
    end
  end
end

local function wrong_break(life)
  look(life)
  local reported = {}
  for watch in life.grid:broken() do
    if reported[watch] then return "reported twice" end
    reported[watch] = true
  end
  for i, entry in ipairs(life.list) do
    if (reported[entry.watch] or false) ~= (entry.waits or false) then
      return ("watch %d: reported %s, waits %s"):format(i, tostring(reported[entry.watch]), tostring(entry.waits))
    end
    reported[entry.watch], entry.waits = nil, nil
  end
  if next(reported) then return "reported a watch that is closed" end
end

local function close_one(random, life)
  if #life.list == 0 then return end
  table.remove(life.list, random:int(1, #life.list)).watch:close()
end

local function history(seed)
  local random = random_map.new(seed)
  local sides = random:chance(0.3) and { width = random:int(8, 40), height = random:int(8, 40) } or nil
  local life = { map = random_map.map(random, sides), rules = {}, list = {}, ids = {} }
  life.grid = random_map.grid(astar, life.map)
  for id = 1, life.map.last_link do life.ids[id] = id end
  for i = 1, random:int(1, 3) do life.rules[i] = astar.rules(random_map.rules(random, life.map.layout)) end
  for _ = 1, random:int(1, 6) do random_watch(random, life) end
  for round = 1, 12 do
    for _ = 1, random:int(0, 6) do random_edit(random, life) end
    local act = random:int(1, 10)
    local failure
    if act <= 4 then failure = wrong_answer(random, life) end
    if act >= 3 and act <= 7 then failure = failure or wrong_break(life) end
    if act == 8 then random_watch(random, life) end
    if act == 9 then close_one(random, life) end
    if act == 10 and random:chance(0.1) then
      for i = 1, 1030 do life.grid:block(1, 1, i % 2 == 1, 8) end
    end
    if failure then return ("seed %d, round %d: %s"):format(seed, round, failure) end
  end
end

describe("random histories", function()
  seeds.check_in_parts(it, "agree with path:is_valid", seeds.cases, 5, history)
end)
