local astar = require "astar"
local expect = require "spec.support.expect"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 5 } }

describe("find_nearest", function()
  it("leads to the cheapest goal, not to the closest goal", function()
    local grid = astar.grid { "~~.....", "......." }
    local path, cost, index = grid:find_nearest(3, 1, { { 1, 1 }, { 7, 1 } }, rules)
    expect.tiles("3,1 4,1 5,1 6,1 7,1", path, cost)
    assert.equal(4, cost)
    assert.equal(2, index)
  end)

  it("accepts goals as { x, y } and as { x =, y = }, mixed", function()
    local grid = astar.grid { "......" }
    local _, cost, index = grid:find_nearest(1, 1, { { 5, 1 }, { x = 3, y = 1 }, { x = 6, y = 1 } }, rules)
    assert.equal(2, cost)
    assert.equal(2, index)
  end)

  it("ignores impassable and unreachable goals", function()
    local grid = astar.grid { "..#.#..." , "..#.#..." }
    local _, cost, index = grid:find_nearest(1, 1, { { 3, 1 }, { 4, 1 }, { 2, 2 } }, rules)
    expect.near(math.sqrt(2), cost)
    assert.equal(3, index)
  end)

  it("returns the reason if there is no path", function()
    local grid = astar.grid { "..#.." }
    expect.reason("goal_blocked", grid:find_nearest(1, 1, {}, rules))
    expect.reason("goal_blocked", grid:find_nearest(1, 1, { { 3, 1 } }, rules))
    expect.reason("unreachable", grid:find_nearest(1, 1, { { 3, 1 }, { 4, 1 } }, rules))
    expect.reason("out_of_bounds", grid:find_nearest(0, 1, { { 1, 1 } }, rules))
    expect.reason("out_of_bounds", grid:find_nearest(1, 1, { { 2, 1 }, { 6, 1 } }, rules))
    expect.reason("out_of_bounds", grid:find_nearest(0, 1, {}, rules))
    expect.reason("limit", grid:find_nearest(1, 1, { { 2, 1 } }, rules, { max_cost = 0.5 }))
  end)

  it("returns the lowest index among equal goals", function()
    local grid = astar.grid { "...." }
    assert.equal(2, select(3, grid:find_nearest(1, 1, { { 4, 1 }, { 3, 1 }, { 3, 1 } }, rules)))
    assert.equal(1, select(3, grid:find_nearest(2, 1, { { 2, 1 }, { 2, 1 } }, rules)))
  end)

  it("finds the start among the goals", function()
    local path, cost, index = astar.grid({ "#..." }):find_nearest(1, 1, { { 3, 1 }, { 1, 1 } }, rules)
    expect.tiles("1,1", path, cost)
    assert.equal(0, cost)
    assert.equal(2, index)
  end)

  it("accepts the options of find_path", function()
    local grid = astar.grid { "........#" }
    local path, cost, index = grid:find_nearest(1, 1, { { 9, 1 }, { 8, 1 } }, rules, { range = 2 })
    expect.tiles("1,1 2,1 3,1 4,1 5,1 6,1", path, cost)
    assert.equal(2, index)
    path, cost, index = grid:find_nearest(1, 1, { { 9, 1 } }, rules, { partial = true })
    assert.is_true(path:is_partial())
    assert.equal(7, cost)
    assert.equal(1, index)
    for _, algorithm in ipairs { "auto", "astar", "dijkstra", "greedy" } do
      assert.equal(1, select(3, grid:find_nearest(1, 1, { { 4, 1 }, { 8, 1 } }, rules, { algorithm = algorithm })))
    end
  end)

  it("handles many goals", function()
    local grid = astar.grid(100, 100, { fill = "." })
    local goals = {}
    for i = 1, 5000 do goals[i] = { 51 + i % 50, 1 + i % 97 } end
    local _, cost, index = grid:find_nearest(1, 1, goals, rules)
    local best = math.huge
    for _, goal in ipairs(goals) do
      local dx, dy = goal[1] - 1, goal[2] - 1
      best = math.min(best, math.max(dx, dy) - math.min(dx, dy) + math.sqrt(2) * math.min(dx, dy))
    end
    expect.near(best, cost)
    assert.is_true(index >= 1 and index <= #goals)
  end)

  it("does not change the goals", function()
    local goals = { { 3, 1 }, { x = 2, y = 1 } }
    astar.grid({ "..." }):find_nearest(1, 1, goals, rules)
    assert.same({ { 3, 1 }, { x = 2, y = 1 } }, goals)
  end)
end)
