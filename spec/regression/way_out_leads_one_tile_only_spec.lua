-- field:way_out led out of impassable ground from tiles beside free ones only: a unit that a building
-- was put on stood two tiles deep, and stayed there for ever.
local astar = require "astar"
local check_field = require "spec.support.check_field"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }

-- The tiles of a mover that follows way_out until it stands on a tile that the field reaches.
local function follow(field, x, y)
  local tiles = {}
  while x and not field:cost(x, y) do
    x, y = field:way_out(x, y)
    tiles[#tiles + 1] = x and { x, y } or nil
  end
  return tiles, x ~= nil
end

describe("way_out from deep inside of impassable ground", function()
  it("leads out of a building that was put on a unit", function()
    for _, put in ipairs {
      function(grid, x, y) grid:set(x, y, "#") end, function(grid, x, y) grid:block(x, y) end,
    } do
      local grid = astar.grid(9, 7, { fill = "." })
      local field = grid:distance_field({ { 9, 4 } }, rules)
      for y = 2, 6 do
        for x = 2, 6 do put(grid, x, y) end
      end
      field:update()
      local tiles, is_out = follow(field, 4, 4)
      assert.is_true(is_out)
      assert.equal(3, #tiles)
      assert.same({ 7, 4 }, tiles[3]) -- of the shortest ways the cheapest one
    end
  end)

  it("takes the shortest way, not the cheapest", function()
    local field = astar.grid { "~#####..." }:distance_field({ { 8, 1 }, { 1, 1, 100 } }, rules)
    assert.same({ { 2, 1 }, { 1, 1 } }, (follow(field, 3, 1)))
    assert.same({ { 5, 1 }, { 6, 1 }, { 7, 1 } }, (follow(field, 4, 1)))
  end)

  it("does not lead over tiles that the field does not reach", function()
    local field = astar.grid { "..####.###" }:distance_field({ { 1, 1 } }, rules)
    assert.is_true(select(2, follow(field, 6, 1)))
    assert.is_nil((field:way_out(7, 1)))
    assert.is_nil((field:way_out(8, 1)))
    assert.is_nil((field:way_out(10, 1)))
  end)

  it("ends where no legal step leads out", function()
    local grid = astar.grid { "..####" }
    grid:set_edge(2, 1, 1, 0, false)
    local field = grid:distance_field({ { 1, 1 } }, rules)
    assert.is_nil((field:way_out(5, 1)))
    grid:link(4, 1, 1, 1)
    field:update()
    assert.same({ { 5, 1 }, { 4, 1 }, { 1, 1 } }, (follow(field, 6, 1)))
  end)

  it("leads a movement range and unreached tiles nowhere", function()
    local grid = astar.grid { "..####.." }
    assert.is_nil((grid:reachable(1, 1, rules, 10):way_out(4, 1)))
    assert.is_nil((grid:distance_field({ { 1, 1 } }, rules, { max_cost = 5 }):way_out(8, 1)))
  end)

  -- A corridor of 200 tiles along one axis, a wall from tile 101 on.
  for _, case in ipairs {
    { "along a row", 200, 1, {} }, { "along a column", 1, 200, {} },
    { "4 neighbors", 200, 1, { neighbors = 4 } }, { "a large mover", 200, 2, { size = 2 } },
    { "hexes in rows", 200, 1, {}, "odd_r" }, { "hexes in columns", 1, 200, {}, "even_q" },
    { "a list of moves", 200, 1, { neighbors = { { 1, 0 }, { -1, 0 } } } },
  } do
    it("leads 64 steps, not 65: " .. case[1], function()
      local _, width, height, options, layout = (table.unpack or unpack)(case) -- luacheck: ignore 113 143
      local is_row = width > height
      local grid = astar.grid(width, height, { fill = ".", layout = layout })
      options.cost = { ["."] = 1 }
      grid:fill("#", is_row and 101 or 1, is_row and 1 or 101, is_row and 100 or width, is_row and height or 100)
      local field = grid:distance_field({ { 1, 1 } }, astar.rules(options))
      local last = 101 - (options.size or 1) -- the last tile where the mover can stand
      local function from(depth)
        local tile = last + depth
        return follow(field, is_row and tile or 1, is_row and 1 or tile)
      end
      for _, depth in ipairs { 1, 2, 3, 63, 64 } do
        local tiles, is_out = from(depth)
        assert.is_true(is_out)
        assert.equal(depth, #tiles)
      end
      assert.same({}, (from(65)))
      assert.same({}, (from(99)))
    end)
  end

  it("leads 64 steps in the plane, not 65", function()
    local grid = astar.grid(400, 400, { fill = "#" })
    grid:set(200, 200, ".")
    local field = grid:distance_field({ { 200, 200 } }, rules)
    for _, way in ipairs { { 1, 0 }, { 0, -1 }, { -1, 1 }, { 1, 1 } } do
      local tiles, is_out = follow(field, 200 + 64 * way[1], 200 + 64 * way[2])
      -- The last step goes straight: diagonal ones cut corners. So diagonal ways take one more step.
      assert.equal(way[1] * way[2] == 0, is_out)
      assert.equal(is_out and 64 or 0, #tiles)
      tiles, is_out = follow(field, 200 + 63 * way[1], 200 + 63 * way[2])
      assert.is_true(is_out)
      assert.equal(way[1] * way[2] == 0 and 63 or 64, #tiles)
    end
    for corner = 1, 4 do -- at the edge of the map, and out of reach
      assert.is_nil((field:way_out(corner % 2 == 0 and 1 or 400, corner > 2 and 1 or 400)))
    end
  end)

  it("gives the same step again, also with many filters", function()
    local grid = astar.grid(40, 40, { fill = "." })
    grid:fill("#", 10, 10, 11, 11)
    for layer = 1, 8 do grid:block(1, layer, true, layer) end
    local fields = {}
    for layer = 1, 8 do
      fields[layer] = grid:distance_field({ { 40, 40 } }, rules, { ignore_blocked = { layer } })
    end
    for _ = 1, 2 do
      for layer = 1, 8 do assert.same({ 16, 16 }, { fields[layer]:way_out(15, 15) }) end
    end
  end)

  it("equals brute force in mostly impassable maps", function()
    for seed = 1, 25 do
      local random = random_map.new(seed)
      local map = random_map.map(random)
      for _ = 1, 4 do
        map:fill("#", random:int(1, map.width), random:int(1, map.height), random:int(3, 9), random:int(3, 9))
      end
      local case = random_map.case(random, astar, map, random_map.grid(astar, map))
      local goals = { { random:int(1, map.width), random:int(1, map.height) } }
      local field = case.grid:distance_field(goals, case.compiled)
      if field then
        local steps = oracle.all_steps(map, case.rules)
        local wanted = { goals = goals, steps = steps, cost = oracle.field(map, case.rules, goals, steps) }
        local failure = seeds.failure_of(check_field.all, case, field, wanted)
        assert.is_nil(failure, failure and ("seed %d: %s"):format(seed, failure))
      end
    end
  end)
end)
