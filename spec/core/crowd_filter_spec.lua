-- Units with a filter of their own: `ignore_blocked`, the obstacle layers that do not block them, and `penalty_scale`.
-- Their ways are compared with those of the oracle.

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
      local unit, reason = crowd:add(x, y, law, {
        steps = true, ignore_blocked = filter.ignore_blocked, penalty_scale = filter.penalty_scale,
      })
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
    assert.is_true(crowd:set(unit, { ignore_blocked = true, penalty_scale = 0 }))
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
      if is_ghost then assert.is_true(crowd:set(unit, { ignore_blocked = { 3 } })) end
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

  it("keeps it when it gets other rules; \"rules\" takes it away", function()
    local grid = astar.grid(5, 1, { fill = "." })
    local law, other = astar.rules { cost = { ["."] = 1 } }, astar.rules { cost = { ["."] = 2 } }
    local own = { ignore_blocked = "rules", penalty_scale = "rules" }
    grid:block(3, 1, true, 2)
    local crowd = astar.crowd(grid)
    local unit = crowd:add(1, 1, law, { ignore_blocked = { 2 } })
    assert.is_true(crowd:go_to(unit, 5, 1))
    assert.is_true(crowd:set(unit, { rules = other }))
    assert.is_true(crowd:go_to(unit, 5, 1))
    assert.is_true(crowd:set(unit, { ignore_blocked = "rules" }))
    assert.same({ nil, "unreachable" }, { crowd:go_to(unit, 5, 1) })
    assert.is_true(crowd:set(unit, { rules = law, ignore_blocked = true }))
    assert.is_true(crowd:place(unit, 3, 1))
    assert.same({ nil, "impassable" }, { crowd:set(unit, own) })
    assert.same({ nil, "impassable" }, { crowd:set(unit, { ignore_blocked = false }) })
    assert.same({ nil, "impassable" }, { crowd:set(unit, { rules = other, ignore_blocked = "rules", speed = 9 }) })
    assert.is_true(crowd:go_to(unit, 5, 1)) -- nothing changed
    local _, rules = crowd:serialize()
    assert.equal(1, #rules)
    assert.equal(law, rules[1])
  end)

  it("has as in its rules what it was not given, or gave back", function()
    local grid = astar.grid(5, 2, { fill = "." })
    grid:block(3, 1, true, 2)
    grid:block(3, 2, true, 3)
    local function law(layer, scale)
      return astar.rules { cost = { ["."] = 1 }, ignore_blocked = { layer }, penalty_scale = scale, diagonal = "never" }
    end
    local second, third, both = law(2, 0), law(3, 1), { ignore_blocked = { 2, 3 } }
    local crowd = astar.crowd(grid)
    local unit = crowd:add(1, 1, second, { steps = true })
    -- The row in which the unit passes column 3 to (5, y); penalties: at (2, 1) and (2, 2).
    local function row(options)
      assert.is_true(crowd:set(unit, options))
      crowd:stop(unit)
      assert.is_true(crowd:place(unit, 1, 1))
      if not crowd:go_to(unit, 5, 1) then return nil end
      for _, tile in ipairs(walk_on(crowd)[unit]) do
        if tile[1] == 3 then return tile[2] end
      end
    end
    grid:set_penalty(2, 1, 50)
    assert.equal(1, row {})                        -- layer 2 is ignored, penalties are not seen
    assert.equal(1, row(both))
    assert.equal(2, row { penalty_scale = 1 })     -- both layers are ignored still
    assert.equal(1, row { penalty_scale = "rules" })
    assert.equal(2, row { rules = third })         -- the scale is that of the rules, the layers are its own
    grid:set_penalty(2, 1, 0)
    assert.equal(1, row {})
    assert.equal(2, row { ignore_blocked = "rules" })
    assert.equal(1, row { rules = second })
    assert.is_true(crowd:set(unit, { ignore_blocked = false }))
    assert.is_nil(row { penalty_scale = 1 })
    assert.equal(1, row { ignore_blocked = "rules" })
    grid:set_penalty(2, 1, 50)
    crowd:set(unit, both)
    assert.equal(2, row {})
    assert.equal(2, row { penalty_scale = 1, rules = third }) -- equal to the rules, and its own
    assert.equal(2, row { rules = second })
    assert.equal(1, row { penalty_scale = "rules" })
  end)

  it("is restored with it", function()
    local grid = astar.grid(9, 3, { fill = "." })
    local law, other = astar.rules { cost = { ["."] = 1 } }, astar.rules { cost = { ["."] = 2 } }
    for y = 1, 3 do grid:block(5, y, true, 2) end
    local crowd = astar.crowd(grid)
    local plain, ghost = crowd:add(1, 1, law), crowd:add(1, 2, law, { ignore_blocked = { 2 } })
    crowd:add(1, 3, other, { penalty_scale = 0.5 })
    crowd:add(2, 3, other, { penalty_scale = 0.5, ignore_blocked = { 2 } })
    local bytes, rules = crowd:serialize()
    assert.same({ law, other }, rules)
    local copy = assert(astar.deserialize_crowd(bytes, grid:clone(), rules))
    local plain_law = astar.rules { cost = { ["."] = 1 }, ignore_blocked = true }
    local third = assert(astar.deserialize_crowd(bytes, grid:clone(), rules))
    third:set(3, { rules = plain_law }) -- only the scale is its own
    third:set(4, { rules = plain_law, ignore_blocked = "rules" })
    assert.is_true(third:go_to(3, 9, 3))
    third:set(ghost, { rules = other })
    assert.is_true(third:go_to(ghost, 9, 1))
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
      ["crowd:set"] = function(options) crowd:set(unit, options) end,
      ["crowd:add"] = function(options) crowd:add(2, 1, law, options) end,
    } do
      for _, filter in ipairs { false, {}, { penalty_scale = 1 } } do
        raises(name .. ': option "filter" is gone: write ignore_blocked and penalty_scale as in a query; "rules" gives '
          .. "back the value of the rules", call, { filter = filter })
      end
      raises(name .. ': option "penalty_scale" must be a number >= 0 and <= 1e100, got -1', call,
        { penalty_scale = -1 })
      raises(name .. ': option "penalty_scale" must be a number >= 0 and <= 1e100, got "rule"', call,
        { penalty_scale = "rule" })
      raises(name .. ': item 1 of option "ignore_blocked" must be an integer from 1 to 8, got 9', call,
        { ignore_blocked = { 9 } })
    end
    assert.equal(1, crowd:count())
  end)
end)
