-- Influence maps: values, limits, weights, content of the grid. spec/fuzz/influence compares them with a model.

local astar = require "astar"
local expect = require "spec.support.expect"

local raises = expect.raises
local on_foot = astar.rules { cost = { ["."] = 1 } }
local wary = astar.rules { cost = { ["."] = 1 }, influence = { danger = 2, smoke = 0.5 } }
local GREATEST = 2 ^ 127 * (2 - 2 ^ -23)

local function near(expected, value) assert.is_true(math.abs(expected - value) <= 1e-6 * expected, value) end

--- The values of a row.
local function row(map, y, width)
  local list = {}
  for x = 1, width do list[x] = map:get(x, y) end
  return list
end

describe("the values of an influence map", function()
  local grid, danger
  before_each(function()
    grid = astar.grid(5, 3, { fill = "." })
    danger = grid:influence "danger"
  end)

  it("are 0 at first, and nil off the grid", function()
    assert.same({ 0, 0, 0, 0, 0 }, row(danger, 2, 5))
    assert.is_nil(danger:get(0, 1))
    assert.is_nil(danger:get(1, 4))
  end)

  it("can be set, added to, filled and written", function()
    danger:set(2, 2, 1.5)
    danger:add(2, 2, 2)
    danger:add(3, 2, -1)
    assert.same({ 0, 3.5, 0, 0, 0 }, row(danger, 2, 5))
    danger:add(2, 2, -4)
    danger:fill(7, -1, 3, 4, 5)
    assert.same({ 7, 7, 0, 0, 0 }, row(danger, 3, 5))
    danger:write({ 1, 2, 3, 4 }, 4, 1, 2, 2)
    assert.same({ 0, 0, 0, 3, 4 }, row(danger, 2, 5))
    danger:fill(0)
    for y = 1, 3 do assert.same({ 0, 0, 0, 0, 0 }, row(danger, y, 5)) end
  end)

  it("get a stamp in a circle that is clipped", function()
    danger:stamp(1, 2, 2, 4)
    near(4 * (1 - math.sqrt(2) / 2), danger:get(2, 1))
    assert.same({ 4, 2, 0, 0, 0 }, row(danger, 2, 5))
    danger:stamp(5, 2, math.sqrt(2), 3, "flat")
    assert.same({ 0, 0, 0, 3, 3 }, row(danger, 3, 5) and { 0, 0, 0, danger:get(4, 3), danger:get(5, 3) })
    danger:stamp(3, 2, 0, 9)
    assert.same({ 4, 2, 9, 3, 3 }, row(danger, 2, 5))
    local hexes = astar.grid(5, 5, { fill = ".", layout = "odd_r" })
    local smoke = hexes:influence "smoke"
    smoke:stamp(3, 3, 2, 2)
    assert.same({ 0, 1, 2, 1, 0 }, row(smoke, 3, 5))
    assert.equal(hexes:distance(2, 2, 3, 3) == 1 and 1 or 0, smoke:get(2, 2))
  end)

  it("fade, also below what a float holds", function()
    danger:set(1, 1, 8)
    danger:fade(0.5)
    assert.equal(4, danger:get(1, 1))
    danger:set(2, 1, 8)
    danger:add(1, 1, 1)
    assert.same({ 5, 8, 0, 0, 0 }, row(danger, 1, 5))
    for _ = 1, 60 do danger:fade(0.5) end
    near(5 * 2 ^ -60, danger:get(1, 1))
    danger:set(3, 1, GREATEST)
    assert.equal(GREATEST, danger:get(3, 1))
    near(5 * 2 ^ -60, danger:get(1, 1))
    for _ = 1, 400 do danger:fade(0.5) end
    assert.same({ 0, 0, 0, 0, 0 }, row(danger, 1, 5))
    danger:set(1, 1, 3)
    danger:fade(0)
    assert.equal(0, danger:get(1, 1))
  end)

  it("stop at the greatest float", function()
    danger:set(1, 1, 3e38)
    danger:stamp(1, 1, 0, 3e38)
    assert.equal(GREATEST, danger:get(1, 1))
    danger:fade(0.5)
    danger:add(1, 1, 3e38)
    assert.equal(GREATEST, danger:get(1, 1))
  end)

  it("show the nearness of impassable tiles", function()
    local room = astar.grid(7, 7, { fill = "." })
    room:set(4, 4, "#")
    room:block(6, 6)
    local walls = room:influence "walls"
    walls:clearance(on_foot, 2)
    assert.same({ 1, 1, 1, 1, 1, 1, 1 }, row(walls, 1, 7))
    assert.same({ 1, 0, 1, 2, 1, 0, 1 }, row(walls, 4, 7))
    assert.same({ 1, 0, 0, 0, 1, 2, 1 }, row(walls, 6, 7))
    walls:clearance(astar.rules { cost = { ["."] = 1 }, neighbors = 4, ignore_blocked = true }, 3)
    assert.same({ 2, 1, 1, 1, 1, 1, 2 }, row(walls, 3, 7) and { 2, 1, 1, walls:get(4, 2), walls:get(5, 3), 1, 2 })
  end)

  it("raise when they are none, and change nothing then", function()
    danger:set(1, 1, 1)
    local before = grid:serialize()
    for _, wrong in ipairs { -1, 0 / 0, math.huge, "1", 1e39 } do
      for name, call in pairs {
        set = function() danger:set(1, 1, wrong) end, fill = function() danger:fill(wrong) end,
        stamp = function() danger:stamp(1, 1, 1, wrong) end, write = function() danger:write({ wrong }, 1, 1, 1, 1) end,
        clearance = function() danger:clearance(on_foot, wrong) end,
      } do
        local ok, message = pcall(call)
        assert.is_false(ok)
        assert.matches("map:" .. name .. ": .- must be a number >= 0 and <= 3.4e38, got", message)
      end
    end
    raises("map:add: value must be a number >= -3.4e38 and <= 3.4e38, got inf", danger.add, danger, 1, 1, math.huge)
    raises("map:fade: factor must be a number >= 0 and <= 1, got 1.5", danger.fade, danger, 1.5)
    raises("map:set: x must be an integer from 1 to 5, got 6", danger.set, danger, 6, 1, 1)
    raises("map:add: y must be an integer from 1 to 3, got 0", danger.add, danger, 1, 0, 1)
    raises("map:stamp: x must be an integer from 1 to 5, got 0", danger.stamp, danger, 0, 1, 2, 1)
    raises("map:stamp: radius must be a finite number >= 0, got -1", danger.stamp, danger, 1, 1, -1, 1)
    raises('map:stamp: falloff must be one of "linear", "flat", got "round"', danger.stamp, danger, 1, 1, 1, 1, "round")
    raises("map:write: values must be a list of 4 numbers, one per tile, got 3", danger.write, danger, { 1, 2, 3 },
      1, 1, 2, 2)
    raises("map:write: width must be an integer from 1 to 2, got 3", danger.write, danger, { 1, 2, 3 }, 4, 1, 3, 1)
    raises("map:get: must be called on an influence map (use a colon), got 1", danger.get, 1)
    assert.equal(before, grid:serialize())
  end)

  it("belong to at most eight maps", function()
    for i = 2, 8 do grid:influence("map " .. i):set(1, 1, i) end
    raises("grid:influence: a grid has at most 8 influence maps", grid.influence, grid, "ninth")
    for i = 2, 8 do assert.equal(i, grid:influence("map " .. i):get(1, 1)) end
    assert.equal(0, danger:get(1, 1))
  end)
end)

describe("weights", function()
  it("add to the cost of tiles, in place of those of the rules, in every query", function()
    local grid = astar.grid(9, 3, { fill = "." })
    local danger, smoke = grid:influence "danger", grid:influence "smoke"
    danger:fill(3, 5, 1, 1, 3)
    smoke:fill(2, 5, 1, 1, 2)
    local function cost(rules, options) return select(2, grid:find_path(1, 1, 9, 1, rules, options)) end
    assert.equal(8, cost(on_foot))
    near(15, cost(wary))
    near(11, cost(wary, { influence = { danger = 1 } }))
    near(8, cost(wary, { influence = {} }))
    near(8, cost(on_foot, { influence = { nothing = 5, danger = 0 } }))
    near(8, cost(wary, { influence = { smoke = 0 }, penalty_scale = 0 }))
    assert.equal(8, grid:step_cost(4, 1, 5, 1, wary))
    assert.equal(7, grid:step_cost(4, 3, 5, 3, wary))
    near(cost(wary), grid:distance_field({ { 9, 1 } }, wary):cost(1, 1))
    near(cost(wary), grid:reachable(1, 1, wary, 100):cost(9, 1))
    near(cost(wary), select(2, grid:replanner(1, 1, 9, 1, wary):path()))
    near(cost(wary), select(2, grid:find_nearest(1, 1, { { 9, 1 } }, wary)))
    assert.equal(3, grid:find_path(1, 1, 9, 1, on_foot, { influence = { danger = 2 }, turns = { points = 8 } }):turns())
    local large = astar.rules { cost = { ["."] = 1 }, size = 2, influence = { smoke = 1 } }
    assert.equal(3, grid:step_cost(3, 1, 4, 1, large)) -- its most expensive tile
    grid:link(1, 1, 9, 1, { cost = 2 })
    assert.equal(2, cost(wary))
    assert.equal("unsuited", select(2, grid:bake(wary)))
    assert.is_table(grid:explain(1, 1, 9, 1, on_foot, { influence = { danger = 1 } }))
  end)

  it("add up for eight maps", function()
    local grid, weights, sum = astar.grid(9, 1, { fill = "." }), {}, 0
    for i = 1, 8 do
      grid:influence("map " .. i):set(i + 1, 1, i)
      weights["map " .. i] = 10 ^ (8 - i)
      sum = sum + i * 10 ^ (8 - i)
      for _, name in ipairs { "auto", "astar", "dijkstra" } do
        local options = { influence = weights, algorithm = name }
        near(8 + sum, select(2, grid:find_path(1, 1, 9, 1, on_foot, options)))
      end
    end
  end)

  it("are written with the rules, in any order", function()
    local again = astar.deserialize_rules(wary:serialize())
    assert.equal(wary:serialize(), again:serialize())
    local many = {}
    for i = 1, 8 do many["map " .. i] = i end
    local first = astar.rules { cost = { ["."] = 1 }, influence = many }
    for _ = 1, 5 do
      local copy = {}
      for i = 8, 1, -1 do copy["map " .. i] = i end
      assert.equal(first:serialize(), astar.rules({ cost = { ["."] = 1 }, influence = copy }):serialize())
    end
    many["map 9"] = 9
    raises('astar.rules: option "influence" must have at most 8 weights', astar.rules,
      { cost = { ["."] = 1 }, influence = many })
    raises('astar.rules: option "influence" must be a table of weights by name, got 1', astar.rules,
      { default = 1, influence = 1 })
    raises('astar.rules: each key of option "influence" must be the name of an influence map, got 1', astar.rules,
      { default = 1, influence = { "danger" } })
    raises('astar.rules: the weight of "a" must be a number >= 0 and <= 1e100, got -1', astar.rules,
      { default = 1, influence = { a = -1 } })
    local none = astar.rules { default = 1, influence = { a = 0 } }
    assert.equal(astar.rules({ default = 1 }):serialize(), none:serialize())
  end)

  it("leave jump points to maps that are all 0", function()
    local grid = astar.grid(200, 200, { fill = "." })
    grid:fill("#", 100, 1, 1, 199)
    local danger = grid:influence "danger"
    local function expanded() return grid:find_path(1, 1, 200, 1, wary):expanded() end
    local jumps = expanded()
    danger:stamp(10, 190, 3, 5)
    assert.is_true(expanded() > 50 * jumps)
    assert.equal(jumps, grid:find_path(1, 1, 200, 1, on_foot):expanded())
    danger:fill(0)
    assert.equal(jumps, expanded())
    raises("grid:find_path: jump points need a grid without weighted influence", function()
      danger:set(3, 3, 1)
      grid:find_path(1, 1, 200, 1, wary, { algorithm = "jps" })
    end)
  end)
end)

describe("influence maps as content of the grid", function()
  local function busy_grid()
    local grid = astar.grid(30, 20, { fill = "." })
    for i, name in ipairs { "danger", "smoke", "walls", "traffic", "noise" } do
      local map = grid:influence(name)
      map:stamp(3 * i, 2 * i, 4, i)
      map:fade(0.9)
      map:add(1, 1, i / 3)
    end
    return grid
  end

  it("are in clones, strings and revisions", function()
    local grid = busy_grid()
    local clone, loaded = grid:clone(), astar.deserialize(grid:serialize())
    for _, each in ipairs { clone, loaded, grid } do each:influence("smoke"):stamp(9, 9, 3.3, 0.7) end
    assert.equal(grid:serialize(), clone:serialize())
    assert.equal(grid:serialize(), loaded:serialize())
    assert.equal(grid:revision(), loaded:revision())
    local before = grid:revision()
    grid:influence("danger"):fade(1)
    grid:influence("danger"):add(5, 5, 0)
    grid:influence("new"):fill(0)
    assert.equal(before, grid:revision())
    grid:influence("new"):set(1, 1, 1)
    assert.equal(before + 1, grid:revision())
  end)

  it("are none when they are all 0", function()
    local plain = astar.grid(30, 20, { fill = "." })
    local size = #plain:serialize()
    local grid = plain:clone()
    local danger = grid:influence "danger"
    danger:stamp(4, 4, 3, 2)
    assert.is_true(#grid:serialize() > size)
    danger:fade(0.3)
    danger:fill(0)
    assert.is_true(#grid:serialize() <= size + 1) -- its revision may take one more byte
  end)

  it("are counted where they set all tiles of a replica", function()
    local function changes_of(edit)
      local grid = astar.grid(30, 20, { fill = "." })
      local map = grid:influence "danger"
      map:fill(1)
      local replica = astar.deserialize(grid:serialize())
      local revision = grid:revision()
      grid:changes(revision) -- begins to record
      edit(map)
      return grid:changes(revision), replica
    end
    local function refuses(most, edit)
      local changes, replica = changes_of(edit)
      local before = replica:serialize()
      assert.is_nil((replica:apply(changes, { max_tiles = most })))
      assert.equal(before, replica:serialize())
      assert.is_true(replica:apply(changes, { max_tiles = most + 1 }))
    end
    for _, value in ipairs { 1e31, 1.1e10 } do -- the stored values may be rounded anew
      refuses(5 * 601 - 1, function(map)
        for _ = 1, 5 do
          map:fade(0.9)
          map:add(1, 1, value)
        end
      end)
    end
    refuses(2 * 600 - 1, function(map) for _ = 1, 134 do map:fade(0.5) end end)
    refuses(600 - 1, function(map) map:fade(0) end)
    local changes, replica = changes_of(function(map)
      for _ = 1, 66 do map:fade(0.5) end
      map:add(1, 1, 1e9)
    end)
    assert.is_true(replica:apply(changes, { max_tiles = 1 }))
  end)

  it("that do not fit leave a replica as it was", function()
    local grid = astar.grid(3, 3, { fill = "." })
    local replica, revision = astar.deserialize(grid:serialize()), grid:revision()
    grid:changes(revision)
    for i = 1, 5 do replica:influence("own " .. i) end
    for i = 1, 4 do grid:influence("new " .. i):set(1, 1, 1) end
    local _, message = replica:apply(grid:changes(revision))
    assert.matches("more than 8 influence maps", message)
    for i = 1, 3 do replica:influence("another " .. i):set(1, 1, i) end
    assert.equal(3, replica:influence("another 3"):get(1, 1))
    assert.has_error(function() replica:influence "a ninth" end)
  end)

  it("go to replicas as edits of few bytes", function()
    local grid = busy_grid()
    local danger = grid:influence "danger"
    local none = #grid:changes(grid:revision())
    local replica = astar.deserialize(grid:serialize())
    local function bytes(edit)
      local revision = grid:revision()
      edit()
      local changes = grid:changes(revision)
      assert.equal(revision + 1, grid:revision())
      assert.is_true(replica:apply(changes))
      assert.equal(grid:serialize(), replica:serialize())
      return #changes - none
    end
    assert.is_true(bytes(function() danger:set(7, 3, 0.1) end) <= 24)
    assert.is_true(bytes(function() danger:add(7, 3, math.pi) end) <= 24)
    assert.is_true(bytes(function() danger:fill(1 / 3, 2, 2, 9, 9) end) <= 24)
    assert.is_true(bytes(function() danger:stamp(20, 9, math.sqrt(5), 0.7) end) <= 24)
    assert.is_true(bytes(function() grid:influence("fresh"):stamp(20, 9, math.sqrt(5), 0.7) end) <= 24)
    assert.is_true(bytes(function() danger:fade(0.987654321) end) <= 12)
    bytes(function() danger:write({ 1, 2, 3, 4, 5, 6 }, 3, 3, 3, 2) end)
    bytes(function() danger:clearance(on_foot, 4) end)
    -- Three bears fade and stamp in each of 60 frames.
    local sum = 0
    for frame = 1, 60 do
      local revision = grid:revision()
      for bear = 1, 3 do
        danger:fade(0.95)
        danger:stamp(1 + (frame * bear) % 30, 1 + bear * 3, 5, 2.5)
      end
      sum = sum + #grid:changes(revision)
    end
    assert.is_true(sum <= 12000, sum)
  end)

  it("change nothing for those who do not weigh them", function()
    local grid = astar.grid(60, 40, { fill = "." })
    grid:fill("#", 30, 1, 1, 39)
    local other, danger = grid:clone(), grid:influence "danger"
    local path, far = grid:find_path(1, 1, 60, 1, on_foot), grid:find_path(1, 1, 60, 1, wary)
    local search, field = grid:search(1, 1, 60, 1, on_foot), grid:distance_field({ { 60, 1 } }, on_foot)
    local worried = grid:search(1, 1, 60, 1, wary)
    search:step(1)
    worried:step(1)
    local crowds = {}
    for i, map in ipairs { grid, other } do
      crowds[i] = astar.crowd(map)
      for unit = 1, 20 do
        crowds[i]:add(1 + unit, unit, on_foot)
        crowds[i]:go_to(unit, 60 - unit, 41 - unit)
      end
    end
    for frame = 1, 1000 do
      for _ = 1, 10 do danger:stamp(1 + frame % 60, 1 + frame % 40, 3, 1) end
      for i = 1, 2 do crowds[i]:update(1 / 60) end
    end
    grid:set(45, 20, "#")
    other:set(45, 20, "#")
    for i = 1, 2 do crowds[i]:update(1 / 60) end
    assert.equal(crowds[2]:serialize(), (crowds[1]:serialize()))
    assert.is_true(path:is_valid() and far:is_valid())
    assert.equal("stale", worried:step(1))
    assert.equal("stale", search:step(1)) -- by the wall
    assert.is_true(field:update() ~= false)
    assert.is_true(grid:is_reachable(1, 1, 60, 1, on_foot))
    assert.is_true(grid:revision() >= 10001)
  end)

  it("answer in pools", function()
    local grid = busy_grid()
    local pool = astar.pool(grid, { threads = 0 })
    for i = 1, 20 do
      grid:influence("danger"):stamp(15, 10, i % 7, i)
      local _, cost = grid:find_path(1, 1, 30, 20, wary)
      local request = pool:find_path(1, 1, 30, 20, wary)
      pool:wait()
      pool:update()
      assert.equal(cost, select(2, request:result()))
    end
  end)

  it("make fields and replanners anew, and searches stale, when they are weighed", function()
    local grid = astar.grid(20, 9, { fill = "." })
    local danger, other = grid:influence "danger", grid:influence "other"
    local field, planner = grid:distance_field({ { 20, 5 } }, wary), grid:replanner(1, 5, 20, 5, wary)
    local search = grid:search(1, 5, 20, 5, wary, { algorithm = "dijkstra" })
    search:step(1)
    other:fill(9)
    assert.equal("running", search:step(1))
    danger:fill(4, 10, 1, 1, 9)
    assert.equal("stale", search:step(1))
    assert.equal(19, field:cost(1, 5))
    field:update()
    assert.equal(27, field:cost(1, 5))
    assert.equal(27, select(2, planner:path()))
    grid:set(10, 5, "#")
    field:update()
    near(27 + 2 * (math.sqrt(2) - 1), field:cost(1, 5))
    near(27 + 2 * (math.sqrt(2) - 1), select(2, planner:path()))
    danger:fade(0)
    field:update()
    near(19 + 2 * (math.sqrt(2) - 1), field:cost(1, 5))
  end)
end)

describe("units that weigh influence", function()
  local function frames_in_danger(rules, options, unit_options)
    local grid = astar.grid(40, 21, { fill = "." })
    local danger, crowd, inside = grid:influence "danger", astar.crowd(grid, options), 0
    local unit = crowd:add(1, 11, rules, unit_options)
    crowd:go_to(unit, 40, 10)
    for frame = 1, 800 do
      if frame == 60 then danger:fill(20, 12, 8, 11, 7) end
      crowd:update(1 / 60)
      if danger:get(crowd:tile(unit)) > 0 then inside = inside + 1 end
      if frame == 100 then -- saved in the middle of it
        local bytes, used = crowd:serialize()
        local copy = astar.deserialize_crowd(bytes, astar.deserialize(grid:serialize()), used)
        for _ = 1, 300 do copy:update(1 / 60) end
        assert.equal(0, crowd:tile(unit) - crowd:tile(unit))
        assert.is_true(copy:tile(unit) > crowd:tile(unit))
      end
    end
    assert.equal(40, (crowd:tile(unit)))
    return inside
  end

  it("go around new danger", function()
    assert.equal(0, frames_in_danger(wary))
    assert.equal(0, frames_in_danger(on_foot, nil, { influence = { danger = 1 } }))
    assert.is_true(frames_in_danger(on_foot) > 100)
    assert.is_true(frames_in_danger(wary, { replan = false }) > 100)
    assert.is_true(frames_in_danger(wary, nil, { influence = {} }) > 100)
  end)
end)
