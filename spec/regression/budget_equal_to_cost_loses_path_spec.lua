-- A search compared sums with `max_cost` exactly, a field with a smaller tolerance. When the steps of a path were
-- added in another order than in the caller's cost, the path "cost more" than its own cost. spec/fuzz/property.c
-- compares 100,000 random paths; here are the callers, and sums that are long, zero or infinite.

local astar = require "astar"
local expect = require "spec.support.expect"

local rules = astar.rules { cost = { ["."] = 1 } }

local function new_grid()
  return astar.grid {
    "........",
    "#..##...",
    "...#.#..",
    ".#.#....",
  }
end

local x1, y1, x2, y2 = 6, 4, 1, 4

-- What each caller finds from (x1, y1) to (x2, y2) with these options: path or nil, cost or reason.
local callers = {
  find_path = function(grid, options) return grid:find_path(x1, y1, x2, y2, rules, options) end,
  find_nearest = function(grid, options) return grid:find_nearest(x1, y1, { { x2, y2 } }, rules, options) end,
  search = function(grid, options)
    local search = grid:search(x1, y1, x2, y2, rules, options)
    local status
    repeat status = search:step(5) until status ~= "running"
    local path, cost = search:path()
    return path, path and cost or status
  end,
  index = function(grid, options) return assert(grid:bake(rules)):find_path(x1, y1, x2, y2, options) end,
  pool = function(grid, options)
    local pool = astar.pool(grid, { threads = 0 })
    local request = pool:find_path(x1, y1, x2, y2, rules, options)
    pool:wait()
    local path, cost = request:result()
    pool:close()
    return path, cost
  end,
  reachable = function(grid, options)
    local path, cost = grid:reachable(x1, y1, rules, options.max_cost):path(x2, y2)
    return path, path and cost or "limit"
  end,
  distance_field = function(grid, options)
    local path, cost = grid:distance_field({ { x2, y2 } }, rules, options):path(x1, y1)
    return path, path and cost or "limit"
  end,
}

describe("a path whose cost is max_cost", function()
  for name, call in pairs(callers) do
    it("is found by " .. name .. ", and not with less", function()
      local grid = new_grid()
      local _, cost = grid:find_path(x1, y1, x2, y2, rules)
      assert.equal("11.82842712474619", ("%.16g"):format(cost))
      local path, found = call(grid, { max_cost = cost })
      assert(path, found)
      expect.near(cost, found)
      expect.reason("limit", call(grid, { max_cost = cost * (1 - 1e-6) }))
    end)
  end

  it("is found to its end with partial", function()
    local grid = new_grid()
    local _, cost = grid:find_path(x1, y1, x2, y2, rules)
    local path = grid:find_path(x1, y1, x2, y2, rules, { max_cost = cost, partial = true })
    assert.is_false(path:is_partial())
    path = grid:find_path(x1, y1, x2, y2, rules, { max_cost = cost * (1 - 1e-6), partial = true })
    assert.is_true(path:is_partial())
  end)

  it("is found however many steps were added", function()
    local width, height = 301, 401
    local wall = ("#"):rep(width - 1)
    local kinds = { ("."):rep(width), wall .. ".", ("."):rep(width), "." .. wall }
    local rows = {}
    for y = 1, height do rows[y] = kinds[(y - 1) % 4 + 1] end
    local grid = astar.grid(rows)
    for _, step in ipairs { 0.1, 0.9, 1.41 } do
      local own = astar.rules { neighbors = 4, cost = { ["."] = step } }
      local path = assert(grid:find_path(1, 1, width, height, own))
      local exact = step * (#path - 1) -- one rounding; the sum of the steps has 60,000
      assert.is_true(#path > 60000)
      assert.truthy(grid:find_path(1, 1, width, height, own, { max_cost = exact }))
      assert.is_number(grid:reachable(1, 1, own, exact):cost(width, height))
      assert.is_number(grid:distance_field({ { width, height } }, own, { max_cost = exact }):cost(1, 1))
    end
  end)

  it("is found if it costs 0, or nearly infinitely much", function()
    local grid = astar.grid { ".#." }
    grid:link(1, 1, 3, 1, { cost = 0 })
    assert.truthy(grid:find_path(1, 1, 3, 1, rules, { max_cost = 0 }))
    assert.equal(0, grid:reachable(1, 1, rules, 0):cost(3, 1))
    grid = astar.grid { "..#." }
    local huge = astar.rules { cost = { ["."] = 1e100 } }
    assert.truthy(grid:find_path(1, 1, 2, 1, huge, { max_cost = 1e100 }))
    assert.is_nil(grid:reachable(1, 1, huge, 9e99):cost(2, 1))
    for _, cap in ipairs { 1.7976931348623157e308, math.huge } do
      assert.truthy(grid:find_path(1, 1, 2, 1, huge, { max_cost = cap }))
      assert.equal(1e100, grid:reachable(1, 1, huge, cap):cost(2, 1))
      expect.reason("unreachable", grid:find_path(1, 1, 4, 1, huge, { max_cost = cap }))
    end
  end)
end)
