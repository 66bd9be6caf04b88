-- The derived data of a grid per rules: one set per filter, of which four are kept.
local astar = require "astar"

local size = 200

-- A map of rooms with one obstacle on each layer, and one filter per obstacle.
local function make()
  local grid = astar.grid(size, size, { fill = 1 })
  for wall = 20, size - 1, 20 do
    grid:fill(0, wall, 1, 1, size)
    for y = wall % 40 + 5, size, 40 do grid:set(wall, y, 1) end
  end
  local filters = { { ignore_blocked = false } }
  for layer = 1, 8 do
    grid:block(100, 5 + layer, true, layer)
    filters[#filters + 1] = { ignore_blocked = { layer } }
  end
  return grid, astar.rules { cost = { [1] = 1 } }, filters
end

local function flat(path) return path and path:flat() end

describe("sets of derived data", function()
  it("support simultaneous searches with more filters than sets", function()
    local grid, rules, filters = make()
    local searches, expected = {}, {}
    for i, filter in ipairs(filters) do
      searches[i] = grid:search(1, 1, size, size, rules, filter)
      expected[i] = flat(grid:find_path(1, 1, size, size, rules, filter))
    end
    local running, rounds = #searches, 0
    while running > 0 do
      running, rounds = 0, rounds + 1
      assert.is_true(rounds < 20000)
      for _, search in ipairs(searches) do
        if search:step(7) == "running" then running = running + 1 end
      end
    end
    for i, search in ipairs(searches) do assert.same(expected[i], flat(search:path())) end
  end)

  it("support searches whose sets other queries replace", function()
    local grid, rules, filters = make()
    local search = grid:search(1, 1, size, size, rules, filters[2])
    local expected = flat(grid:find_path(1, 1, size, size, rules, filters[2]))
    local state, i = search:step(1), 0
    while state == "running" do
      i = i % #filters + 1
      assert.is_true(grid:is_reachable(1, 1, size, size, rules, filters[i]))
      state = search:step(3)
    end
    assert.equal("found", state)
    assert.same(expected, flat(search:path()))
  end)

  it("support a search when an ignored layer gets its first obstacle", function()
    local grid, rules = make()
    local options = { ignore_blocked = { 1, 3 } }
    for layer = 1, 8 do grid:block(100, 5 + layer, false, layer) end
    local expected = flat(grid:find_path(1, 1, size, size, rules, options))
    local search = grid:search(1, 1, size, size, rules, options)
    search:step(50)
    for x = 1, size do grid:block(x, 100, true, 3) end -- a wall for all other filters
    assert.is_nil((grid:find_path(1, 1, size, size, rules)))
    local state
    repeat state = search:step(50) until state ~= "running"
    assert.equal("found", state)
    assert.same(expected, flat(search:path()))
  end)

  it("support simultaneous replanners with more filters than sets", function()
    local grid, rules, filters = make()
    local planners = {}
    for i, filter in ipairs(filters) do
      planners[i] = grid:replanner(1, 1, size, size, rules, filter)
    end
    for round = 1, 4 do
      grid:block(60 + round, 50, true, 4)
      for i, planner in ipairs(planners) do
        local _, cost = planner:path()
        local _, expected = grid:find_path(1, 1, size, size, rules, filters[i])
        assert.near(expected, cost, 1e-9)
      end
    end
  end)
end)
