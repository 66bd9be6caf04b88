-- Baked indexes at the limits of their queries: numbers of goals, and lengths of paths.

local astar = require "astar"

local rules = astar.rules { cost = { ["."] = 1 } }

local function assert_near(expected, actual)
  assert.is_true(math.abs(expected - actual) <= 1e-12 * expected, ("%.17g, expected %.17g"):format(actual, expected))
end

describe("the limits of a baked index", function()
  it("ranks as many goals at a time as it has room for, and more", function()
    local grid = astar.grid(40, 30, { fill = "." })
    for i = 0, 299 do
      grid:set(1 + i * 7 % 40, 1 + i * 11 % 30, "#")
    end
    local index = assert(grid:bake(rules))
    for _, count in ipairs { 2, 3, 63, 64, 65, 127, 128, 129, 200 } do
      local goals = {}
      for i = 1, count do
        goals[i] = { 1 + (i * 13 + count) % 40, 1 + (i * 17 + count) % 30 }
      end
      for x = 1, 40, 3 do
        local path, cost, i = grid:find_nearest(x, 2, goals, rules)
        local own, own_cost, own_i = index:find_nearest(x, 2, goals)
        assert.equal(path == nil, own == nil)
        if path then
          assert_near(cost, own_cost)
          assert_near(cost, (index:cost(x, 2, goals[own_i][1], goals[own_i][2])))
          assert.same({ own:get(#own) }, goals[own_i])
        else
          assert.equal(cost, own_cost) -- the reason
        end
        assert.equal(i == nil, own_i == nil)
      end
    end
    assert.is_true(index:info().answered > 0)
  end)

  it("counts the steps of paths that are longer than 8119 tiles", function()
    -- Long corridors, one after the other: the units of a path are p q at 8119 straight steps.
    local width = 2720
    local grid = astar.grid(width, 11, { fill = "." })
    for y = 2, 10, 2 do
      grid:fill("#", y % 4 == 2 and 1 or 2, y, width - 1, 1)
    end
    local index = assert(grid:bake(rules))
    for _, y in ipairs { 1, 5, 7, 9, 11 } do
      for _, x in ipairs { 1, 30, 38, 39, 40, 41, 42, 43, 44, 45, 60, 1000, width } do
        local path, cost = grid:find_path(3, 1, x, y, rules)
        local own, own_cost = index:find_path(3, 1, x, y)
        assert.equal(path == nil, own == nil)
        if path then
          assert_near(cost, own_cost)
          assert_near(cost, (index:cost(3, 1, x, y)))
          assert_near(cost, index:costs(3, 1, { { x, y } })[1])
          assert.is_true(own:is_valid())
        end
      end
    end
    local info = index:info()
    assert.equal(0, info.searched)
  end)
end)
