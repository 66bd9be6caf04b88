-- Units with a filter of their own: obstacle layers that do not block them, and the factor on penalties. Their ways
-- are compared with those of the oracle.

local astar = require "astar"
local expect = require "spec.support.expect"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"

local raises = expect.raises

local WIDTH, HEIGHT = 9, 7
local RULES = { cost = { ["."] = 1 }, ignore_blocked = { 2 }, diagonal = "never" }

-- A map with obstacles on three layers and penalties, for the library and for the oracle.
local function make_map(random)
  local grid = astar.grid(WIDTH, HEIGHT, { fill = "." })
  local map = oracle.map(WIDTH, HEIGHT, "square", ".")
  for _ = 1, 30 do
    local x, y, layer = random:int(1, WIDTH), random:int(1, HEIGHT), random:int(1, 3)
    if random:int(1, 2) == 1 then
      grid:block(x, y, true, layer)
      map:block(x, y, true, layer)
    else
      grid:set_penalty(x, y, layer)
      map:set_penalty(x, y, layer)
    end
  end
  return grid, map
end

-- The tiles of the steps of all units until all orders have ended, and how they ended.
local function walk_on(crowd)
  local ways, ends = {}, {}
  for _ = 1, 1200 do
    crowd:update(1 / 20)
    for unit, event, x, y in crowd:events() do
      local way = ways[unit] or {}
      ways[unit] = way
      if event == "step" then way[#way + 1] = { x, y } else ends[unit] = event end
    end
  end
  return ways, ends
end

describe("a unit with a filter", function()
  it("goes the way that the oracle finds with this filter", function()
    local random, count = random_map.new(5), 0
    for _ = 1, 120 do
      local grid, map = make_map(random)
      local crowd, law = astar.crowd(grid), astar.rules(RULES)
      local filter = { ignore_blocked = ({ false, true, { 1 }, { 1, 3 } })[random:int(1, 4)] }
      if random:int(1, 2) == 1 then filter.penalty_scale = random:int(0, 2) end
      local rules = oracle.override(oracle.rules(RULES), filter)
      local x, y = random:int(1, WIDTH), random:int(1, HEIGHT)
      local unit, reason = crowd:add(x, y, law, { steps = true, filter = filter })
      assert.equal(oracle.fits(map, rules, x, y), unit ~= nil)
      if not unit then assert.equal("impassable", reason) end
      local to_x, to_y = random:int(1, WIDTH), random:int(1, HEIGHT)
      local cheapest = unit and oracle.distances(map, rules, x, y)[map:index(to_x, to_y)]
      if unit then
        local accepted = crowd:go_to(unit, to_x, to_y)
        if not accepted then assert.is_nil(cheapest) end
      end
      if cheapest then
        local ways, ends = walk_on(crowd)
        local way = ways[unit]
        table.insert(way, 1, { x, y })
        assert.equal("arrived", ends[unit])
        expect.near(cheapest, oracle.walk_cost(map, rules, way))
        count = count + 1
      end
      crowd:close()
    end
    assert.is_true(count > 40)
  end)

  it("walks through an obstacle that it ignores, and takes no notice of penalties at scale 0", function()
    local grid = astar.grid(9, 3, { fill = "." })
    local law = astar.rules { cost = { ["."] = 1 }, diagonal = "never" }
    for y = 1, 3 do grid:block(5, y) end
    for x = 2, 4 do grid:set_penalty(x, 2, 9) end
    local crowd = astar.crowd(grid)
    local unit = crowd:add(1, 2, law, { steps = true })
    assert.same({ nil, "unreachable" }, { crowd:go_to(unit, 9, 2) })
    assert.is_true(crowd:set(unit, { filter = { ignore_blocked = true, penalty_scale = 0 } }))
    assert.is_true(crowd:go_to(unit, 9, 2))
    assert.same({ [unit] = { { 2, 2 }, { 3, 2 }, { 4, 2 }, { 5, 2 }, { 6, 2 }, { 7, 2 }, { 8, 2 }, { 9, 2 } } },
      (walk_on(crowd)))
  end)

  it("shares fields and groups with others of its filter only", function()
    local grid = astar.grid(24, 12, { fill = "." })
    local law = astar.rules { cost = { ["."] = 1 } }
    grid:fill("#", 12, 1, 1, 12)
    grid:set(12, 1, ".")
    grid:set(12, 12, ".")
    grid:block(12, 12, true, 3)
    local crowd, ghosts, others = astar.crowd(grid), {}, {}
    for i = 0, 19 do
      local is_ghost = i % 2 == 0
      local unit = crowd:add(1 + i % 5, 8 + math.floor(i / 5), law, { steps = true })
      if is_ghost then assert.is_true(crowd:set(unit, { filter = { ignore_blocked = { 3 } } })) end
      table.insert(is_ghost and ghosts or others, unit)
    end
    assert.equal(20, crowd:send(crowd:units(), 20, 9))
    local ways, ends = walk_on(crowd)
    for _, unit in ipairs(crowd:units()) do assert.equal("arrived", ends[unit]) end
    -- How many of these units pass the wall at row y.
    local function count(units, y)
      local n = 0
      for _, unit in ipairs(units) do
        for _, tile in ipairs(ways[unit]) do
          if tile[1] == 12 and tile[2] == y then n = n + 1 end
        end
      end
      return n
    end
    assert.is_true(count(ghosts, 12) >= 8) -- a few may go around the others
    assert.equal(10, count(others, 1))
    assert.equal(0, count(others, 12))
  end)

  it("keeps it when it gets other rules; false takes it away", function()
    local grid = astar.grid(5, 1, { fill = "." })
    local law, other = astar.rules { cost = { ["."] = 1 } }, astar.rules { cost = { ["."] = 2 } }
    grid:block(3, 1, true, 2)
    local crowd = astar.crowd(grid)
    local unit = crowd:add(1, 1, law, { filter = { ignore_blocked = { 2 } } })
    assert.is_true(crowd:go_to(unit, 5, 1))
    assert.is_true(crowd:set(unit, { rules = other }))
    assert.is_true(crowd:go_to(unit, 5, 1))
    assert.is_true(crowd:set(unit, { filter = false }))
    assert.same({ nil, "unreachable" }, { crowd:go_to(unit, 5, 1) })
    assert.is_true(crowd:set(unit, { rules = law, filter = { ignore_blocked = true } }))
    assert.is_true(crowd:place(unit, 3, 1))
    assert.same({ nil, "impassable" }, { crowd:set(unit, { filter = false }) })
    assert.same({ nil, "impassable" }, { crowd:set(unit, { filter = {} }) })
    assert.same({ nil, "impassable" }, { crowd:set(unit, { rules = other, filter = false, speed = 9 }) })
    assert.is_true(crowd:go_to(unit, 5, 1)) -- nothing changed
    local _, rules = crowd:serialize()
    assert.equal(1, #rules)
    assert.equal(law, rules[1])
  end)

  it("what the filter leaves out is as in the rules", function()
    local grid = astar.grid(5, 1, { fill = "." })
    local law = astar.rules { cost = { ["."] = 1 }, ignore_blocked = { 2 } }
    grid:block(3, 1, true, 2)
    local crowd = astar.crowd(grid)
    local unit = crowd:add(1, 1, law)
    crowd:set(unit, { filter = { penalty_scale = 0 } })
    assert.is_true(crowd:go_to(unit, 5, 1))
    crowd:set(unit, { filter = { ignore_blocked = false } })
    assert.same({ nil, "unreachable" }, { crowd:go_to(unit, 5, 1) })
  end)

  it("is restored with it", function()
    local grid = astar.grid(9, 3, { fill = "." })
    local law, other = astar.rules { cost = { ["."] = 1 } }, astar.rules { cost = { ["."] = 2 } }
    for y = 1, 3 do grid:block(5, y, true, 2) end
    local crowd = astar.crowd(grid)
    local plain, ghost = crowd:add(1, 1, law), crowd:add(1, 2, law, { filter = { ignore_blocked = { 2 } } })
    crowd:add(1, 3, other, { filter = { penalty_scale = 0.5 } })
    local bytes, rules = crowd:serialize()
    assert.same({ law, other }, rules)
    local copy = assert(astar.deserialize_crowd(bytes, grid:clone(), rules))
    assert.same({ nil, "unreachable" }, { copy:go_to(plain, 9, 1) })
    assert.is_true(copy:go_to(ghost, 9, 2))
    assert.equal(bytes, (assert(astar.deserialize_crowd(bytes, grid:clone(), rules)):serialize()))
  end)

  it("must have a valid one", function()
    local grid = astar.grid(5, 1, { fill = "." })
    local law = astar.rules { cost = { ["."] = 1 } }
    local crowd = astar.crowd(grid)
    local unit = crowd:add(1, 1, law)
    for name, call in pairs {
      ["crowd:set"] = function(filter) crowd:set(unit, { filter = filter }) end,
      ["crowd:add"] = function(filter) crowd:add(2, 1, law, { filter = filter }) end,
    } do
      raises(name .. ': option "filter" must be a table or false, got true', function() call(true) end)
      raises(name .. ': option "filter" must be a table or false, got 5', function() call(5) end)
      raises(name .. ': unknown option "speed"; valid options: ignore_blocked, penalty_scale',
        function() call { speed = 1 } end)
      raises(name .. ': option "penalty_scale" must be a number >= 0 and <= 1e100, got -1',
        function() call { penalty_scale = -1 } end)
      raises(name .. ': item 1 of option "ignore_blocked" must be an integer from 1 to 8, got 9',
        function() call { ignore_blocked = { 9 } } end)
    end
    assert.equal(1, crowd:count())
  end)
end)
