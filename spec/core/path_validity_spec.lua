-- path:is_valid, which remembers its answer, and after edits looks at those near the path: it always answers like a
-- check of each step.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua.

local astar = require "astar"
local expect = require "spec.support.expect"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }

local function open_grid(width, height, options)
  options = options or {}
  options.fill = "."
  return astar.grid(width, height, options)
end

local function found(grid, x1, y1, x2, y2, with, options)
  local path = assert(grid:find_path(x1, y1, x2, y2, with or rules, options))
  assert.is_true(path:is_valid())
  return path
end

--- Whether an edit that makes step `bad` of a path illegal is noticed, and one that repairs it.
local function breaks(path, bad, edit, repair)
  assert.is_true(path:is_valid())
  edit()
  assert.same({ false, bad }, { path:is_valid() })
  assert.same({ false, bad }, { path:is_valid() })
  repair()
  assert.is_true(path:is_valid())
end

describe("a path is valid or not", function()
  it("from any tile on", function()
    local grid = open_grid(30, 1)
    local path = found(grid, 1, 1, 30, 1)
    assert.equal(1, select("#", path:is_valid()))
    grid:block(10, 1)
    grid:set(20, 1, "#")
    for _, from in ipairs { 1, 9, 10, 5, 30, 20, 1, 19, 12, 29 } do -- also before what is known
      local bad = from <= 9 and 9 or from <= 19 and 19 or nil
      assert.same({ bad == nil, bad }, { path:is_valid(from) })
    end
    grid:set(20, 1, ".")
    assert.is_true(path:is_valid(15))
    assert.same({ false, 9 }, { path:is_valid(3) })
    grid:block(10, 1, false)
    assert.is_true(path:is_valid(20))
    grid:block(15, 1) -- before what is known
    assert.is_true(path:is_valid(20))
    assert.same({ false, 14 }, { path:is_valid() })
  end)

  it("by terrain, fills, obstacles", function()
    local grid = open_grid(20, 20)
    local path = found(grid, 1, 1, 20, 20)
    breaks(path, 6, function() grid:set(7, 7, "#") end, function() grid:set(7, 7, "~") end)
    breaks(path, 7, function() grid:set(7, 8, "#") end, function() grid:set(7, 8, ".") end) -- a corner
    breaks(path, 8, function() grid:fill("#", 9, 8, 3, 2) end, function() grid:fill(".") end)
    breaks(path, 1, function() grid:fill("#") end, function() grid:fill(".") end)
    breaks(path, 19, function() grid:block(20, 19) end, function() grid:block(20, 19, false) end)
    path = found(grid, 10, 10, 12, 12) -- fills that begin and end beside it
    breaks(path, 1, function() grid:fill("#", 2, 11, 10, 1) end, function() grid:fill(".") end)
    breaks(path, 2, function() grid:fill("#", 12, 3, 1, 10) end, function() grid:fill(".") end)
  end)

  it("whatever is edited beside it, or costs more", function()
    local grid = open_grid(20, 20)
    local path = found(grid, 1, 1, 20, 20)
    grid:set(7, 9, "#")
    grid:set_penalty(7, 7, 100)
    grid:set(8, 8, "~")
    grid:block(1, 1) -- the start is never checked
    assert.is_true(path:is_valid())
  end)

  it("by obstacles on layers that its query does not ignore", function()
    local grid = open_grid(20, 1)
    local all = found(grid, 1, 1, 20, 1)
    local some = found(grid, 1, 1, 20, 1, rules, { ignore_blocked = { 2, 3 } })
    local none = found(grid, 1, 1, 20, 1, rules, { ignore_blocked = true })
    grid:block(5, 1, true, 2)
    assert.same({ false, 4 }, { all:is_valid() })
    assert.is_true(some:is_valid())
    grid:block(9, 1, true, 1)
    assert.same({ false, 8 }, { some:is_valid() })
    assert.is_true(none:is_valid())
    grid:block(5, 1, false, 2)
    assert.same({ false, 8 }, { all:is_valid() })
  end)

  it("by edges, one way and both ways, straight and diagonal", function()
    local grid = open_grid(20, 20)
    local path = found(grid, 1, 1, 20, 1)
    local function edge(bad, x, y, dx, dy, one_way)
      breaks(path, bad, function() grid:set_edge(x, y, dx, dy, false, one_way) end,
        function() grid:set_edge(x, y, dx, dy, true, one_way) end)
    end
    edge(5, 5, 1, 1, 0, true)
    edge(8, 9, 1, -1, 0)
    grid:set_edge(9, 1, -1, 0, false, true) -- the other direction
    assert.is_true(path:is_valid())
    path = found(grid, 1, 2, 19, 20)
    edge(7, 7, 8, 1, 1, true)
    edge(7, 7, 8, 1, 0, true)
    edge(7, 8, 8, 0, 1, true)
  end)

  it("by removed links, and at the ends of links", function()
    local grid = astar.grid { "...#...", "...#..." }
    local id = grid:link(3, 1, 5, 1, { one_way = true })
    local path = found(grid, 1, 1, 7, 1)
    breaks(path, 3, function() grid:unlink(id) end, function() id = grid:link(3, 1, 5, 1) end)
    breaks(path, 3, function() grid:block(5, 1) end, function() grid:block(5, 1, false) end)
    breaks(path, 2, function() grid:block(3, 1) end, function() grid:block(3, 1, false) end)
  end)

  it("by the last tiles that a large mover covers", function()
    local grid = open_grid(40, 40)
    local large = astar.rules { cost = { ["."] = 1 }, size = 3 }
    local largest = astar.rules { cost = { ["."] = 1 }, size = 8 }
    local short = found(grid, 2, 2, 3, 2, largest)
    breaks(short, 1, function() grid:block(10, 9) end, function() grid:block(10, 9, false) end)
    local path = found(grid, 2, 2, 30, 2, large)
    breaks(path, 7, function() grid:block(11, 4) end, function() grid:block(11, 4, false) end)
    breaks(path, 28, function() grid:block(32, 4) end, function() grid:block(32, 4, false) end)
    path = found(grid, 2, 2, 30, 30, large)
    breaks(path, 7, function() grid:block(8, 11) end, function() grid:block(8, 11, false) end)
    breaks(path, 28, function() grid:block(32, 32) end, function() grid:block(32, 32, false) end)
  end)

  it("by pair costs, at both ends of a step", function()
    local grid = open_grid(20, 1)
    local pairs_of = astar.rules {
      cost = { ["."] = 1, ["^"] = 1 },
      step = function(from, to) if from == to then return 1 end return false end,
    }
    local path = found(grid, 1, 1, 20, 1, pairs_of)
    breaks(path, 1, function() grid:set(1, 1, "^") end, function() grid:set(1, 1, ".") end)
    breaks(path, 9, function() grid:set(10, 1, "^") end, function() grid:fill("^") end)
  end)

  it("by the clear tiles of jumps, beside all its tiles", function()
    for _, case in ipairs { { 3, 0, 1, 3 }, { 1, 0, -3, 0 }, { -1, 0, 3, 0 }, { 0, 1, 0, -3 }, { 0, -1, 0, 3 } } do
      local grid, dx, dy = open_grid(30, 30), case[1], case[2]
      local clear = { { case[3], case[4] }, { 2 * dx, 2 * dy } }
      local jumper = astar.rules { cost = { ["."] = 1 }, neighbors = { { dx, dy, clear = clear } } }
      local path = found(grid, 15, 15, 15 + 4 * dx, 15 + 4 * dy, jumper)
      for i = 1, 4 do
        local x, y = path:get(i)
        x, y = x + case[3], y + case[4]
        breaks(path, i, function() grid:block(x, y) end, function() grid:block(x, y, false) end)
      end
      grid:block(16, 14)
      assert.is_true(path:is_valid())
    end
  end)

  it("along straight lines and several steps, also on hexes", function()
    for _, layout in ipairs { "square", "odd_r", "even_r", "odd_q", "even_q" } do
      local grid = open_grid(30, 30, { layout = layout })
      local path = found(grid, 2, 3, 29, 20)
      for _, thin in ipairs { path:smooth(), path:waypoints() } do
        assert.is_true(#thin < #path and thin:is_valid())
        for i = 2, #path do
          for dx = -1, 1 do
            local x, y = path:get(i)
            grid:block(x + dx, y)
            assert.same({ thin:waypoints():is_valid() }, { thin:is_valid() }) -- a copy that knows nothing
            grid:block(x + dx, y, false)
            assert.is_true(thin:is_valid())
          end
        end
      end
    end
  end)

  it("also of one tile, and on its own grid only", function()
    local grid = open_grid(3, 1)
    local one = found(grid, 2, 1, 2, 1)
    local path, copied = found(grid, 1, 1, 3, 1), grid:clone()
    local other = found(copied, 1, 1, 3, 1)
    copied:block(2, 1)
    assert.is_true(path:is_valid())
    assert.is_false((other:is_valid()))
    grid:fill("#")
    assert.is_true(one:is_valid())
    assert.is_false((path:is_valid()))
  end)

  it("when the map was replaced by a delta", function()
    local grid = open_grid(20, 1)
    grid:changes(grid:revision())
    local replica = assert(astar.deserialize(grid:serialize()))
    local path = found(replica, 1, 1, 20, 1)
    local revision = grid:revision()
    grid:block(5, 1)
    assert(replica:apply(grid:changes(revision)))
    assert.same({ false, 4 }, { path:is_valid() })
  end)
end)

describe("the journal of edits", function()
  -- It holds the last 1,024 edits.
  local function churn(grid, count, x, layer)
    for i = 1, count do grid:block(x, 3, i % 2 == 1, layer) end
  end

  for _, count in ipairs { 1, 1022, 1023, 1024, 1025, 5000 } do
    it(("may hold %d edits elsewhere after one on a path"):format(count), function()
      local grid = open_grid(400, 3)
      local path, other = found(grid, 1, 1, 300, 1), found(grid, 1, 2, 300, 2)
      grid:block(5, 1)
      churn(grid, count, 350)
      assert.same({ false, 4 }, { path:is_valid() })
      assert.is_true(other:is_valid())
      grid:block(5, 1, false)
      churn(grid, count, 350)
      assert.is_true(path:is_valid())
      churn(grid, count, 350)
      grid:block(7, 1)
      assert.same({ false, 6 }, { path:is_valid() })
    end)
  end

  it("may lose edits of a layer that the query ignores, and not others", function()
    local grid = open_grid(400, 3)
    local path = found(grid, 1, 1, 300, 1, rules, { ignore_blocked = { 5 } })
    churn(grid, 3000, 5, 5)
    assert.is_true(path:is_valid())
    churn(grid, 1500, 5, 5)
    grid:block(7, 1)
    churn(grid, 100, 5, 5)
    assert.same({ false, 6 }, { path:is_valid() })
    grid:block(7, 1, false)
    churn(grid, 1030, 5, 5)
    assert.is_true(path:is_valid())
  end)

  it("does not matter for edits that undo each other", function()
    local grid = open_grid(20, 3)
    local path = found(grid, 1, 1, 20, 1)
    for _ = 1, 3 do
      grid:block(5, 1)
      grid:block(5, 1, false)
      assert.is_true(path:is_valid())
    end
    grid:block(5, 1)
    assert.is_false((path:is_valid()))
    grid:block(9, 1)
    grid:block(9, 1, false)
    assert.same({ false, 4 }, { path:is_valid() })
    grid:block(3, 1)
    assert.same({ false, 2 }, { path:is_valid() })
  end)
end)

describe("grid:watch and grid:broken", function()
  it("are gone, and say what to write", function()
    local grid = open_grid(3, 1)
    expect.raises("grid:watch is gone: write path:is_valid()", function() grid:watch(found(grid, 1, 1, 3, 1)) end)
    expect.raises("grid:broken is gone: write path:is_valid()", function() return grid:broken() end)
    assert.is_nil(grid.watched)
    assert.is_nil(grid[1])
  end)
end)

-- --------------------------------------------------------------------------- random histories

--- A random path, with the rules as the oracle sees them under its query.
local function random_path(random, life)
  local map, options = life.map, { partial = true }
  if random:chance(0.4) then options.ignore_blocked = random:pick { true, false, { 1 }, { 2, 3 } } end
  if random:chance(0.2) then options.penalty_scale = 0 end
  local law = random:pick(life.rules)
  local path = life.grid:find_path(random:int(1, map.width), random:int(1, map.height),
    random:int(1, map.width), random:int(1, map.height), law.compiled, options)
  if not path then return end
  local kind = random:int(1, 4)
  if kind == 1 then path = path:waypoints() elseif kind == 2 then path = path:smooth() end
  life.list[#life.list + 1] = { path = path, seen = oracle.override(law.own, options) }
end

--- What a check of every step says: by the oracle, or of other paths by a copy that knows nothing.
local function full_check(life, entry, from)
  local path = entry.path
  if path:kind() ~= "steps" then return path:waypoints():is_valid(from) end
  for i = from, #path - 1 do
    local x, y = path:get(i)
    if not oracle.step_cost(life.map, entry.seen, x, y, path:get(i + 1)) then return false, i end
  end
  return true
end

local function wrong_answer(random, life)
  for i, entry in ipairs(life.list) do
    local from = random:chance(0.5) and random:int(1, #entry.path) or 1
    local valid, bad = full_check(life, entry, from)
    local says, at = entry.path:is_valid(from)
    if says ~= valid or at ~= bad then
      return ("path %d from %d: %s, %s instead of %s, %s"):format(i, from, tostring(says), tostring(at),
        tostring(valid), tostring(bad))
    end
  end
end

local function history(seed)
  local random = random_map.new(seed)
  local sides = random:chance(0.5) and { width = random:int(8, 40), height = random:int(8, 40) } or nil
  local life = { map = random_map.map(random, sides), rules = {}, list = {}, ids = {} }
  life.grid = random_map.grid(astar, life.map)
  for id = 1, life.map.last_link do life.ids[id] = id end
  for i = 1, random:int(1, 3) do
    local options = random_map.rules(random, life.map.layout)
    life.rules[i] = { compiled = astar.rules(options), own = oracle.rules(options) }
  end
  for _ = 1, random:int(1, 6) do random_path(random, life) end
  for round = 1, 12 do
    for _ = 1, random:int(0, 6) do
      local edit = random:chance(0.3) and random_map.layer_edit(random, life.map) or random_map.edit(random, life.map)
      if edit then random_map.apply(edit, life.map, life.grid, life.ids) end
    end
    if random:chance(0.03) then random_map.churn(random, life.map, life.grid) end
    local failure = random:chance(0.7) and wrong_answer(random, life)
    if failure then return ("seed %d, round %d: %s"):format(seed, round, failure) end
    if random:chance(0.1) then random_path(random, life) end
  end
end

describe("random histories", function()
  seeds.check_in_parts(it, "agree with a check of each step", seeds.cases, 5, history)
end)
