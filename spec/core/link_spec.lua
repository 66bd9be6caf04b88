-- Stairs, ladders, teleporters: grid:link(x1, y1, x2, y2, { cost =, one_way = }).

local astar = require "astar"
local expect = require "spec.support.expect"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 7 } }
local function cost(grid, x1, y1, x2, y2, with)
  local path, value = grid:find_path(x1, y1, x2, y2, with or rules)
  return path and value
end

describe("a link", function()
  it("is a step between any two tiles, of cost 1, both ways", function()
    local grid = astar.grid { "..#..", "..#.." }
    grid:link(1, 1, 5, 2)
    expect.tiles("1,1 5,2", grid:find_path(1, 1, 5, 2, rules))
    expect.tiles("5,2 1,1", grid:find_path(5, 2, 1, 1, rules))
    assert.equal(1, cost(grid, 1, 1, 5, 2))
    assert.equal(2, cost(grid, 2, 1, 5, 2))
  end)

  it("has its own cost, with any terrain and penalty", function()
    local grid = astar.grid { ".#~" }
    grid:set_penalty(3, 1, 50)
    grid:link(1, 1, 3, 1, { cost = 2.5 })
    assert.equal(2.5, cost(grid, 1, 1, 3, 1))
    grid:link(1, 1, 3, 1, { cost = 0 })
    assert.equal(0, cost(grid, 1, 1, 3, 1))
  end)

  it("may lead one way", function()
    local grid = astar.grid { ".#." }
    grid:link(1, 1, 3, 1, { one_way = true })
    assert.equal(1, cost(grid, 1, 1, 3, 1))
    assert.is_nil(cost(grid, 3, 1, 1, 1))
  end)

  it("is taken only if it is cheaper", function()
    local grid = astar.grid { ".........." }
    grid:link(2, 1, 9, 1, { cost = 3 })
    assert.equal(5, cost(grid, 1, 1, 10, 1))
    expect.tiles("1,1 2,1 9,1 10,1", grid:find_path(1, 1, 10, 1, rules))
    grid:link(1, 1, 10, 1, { cost = 20 })
    assert.equal(5, cost(grid, 1, 1, 10, 1))
  end)

  it("is found even if it first leads away from the goal", function()
    local grid = astar.grid(40, 1, { fill = "." })
    grid:link(1, 1, 40, 1, { cost = 0.5 })
    assert.equal(9 + 0.5, cost(grid, 10, 1, 40, 1))
    assert.equal(9 + 0.5 + 9, cost(grid, 10, 1, 31, 1))
  end)

  it("may be part of a chain", function()
    local grid = astar.grid { ".#.#.#." }
    grid:link(1, 1, 3, 1)
    grid:link(5, 1, 3, 1)
    grid:link(5, 1, 7, 1, { cost = 4 })
    assert.equal(6, cost(grid, 1, 1, 7, 1))
    assert.equal(6, cost(grid, 7, 1, 1, 1))
  end)

  it("needs a passable end", function()
    local grid = astar.grid { "..#", "..." }
    grid:link(1, 1, 3, 1)
    expect.reason("goal_blocked", grid:find_path(1, 1, 3, 1, rules))
    grid:link(1, 1, 3, 2, { cost = 0.1 })
    grid:block(3, 2)
    expect.reason("goal_blocked", grid:find_path(1, 1, 3, 2, rules))
    assert.equal(0.1, cost(grid, 1, 1, 3, 2, astar.rules { cost = { ["."] = 1 }, ignore_blocked = true }))
  end)

  it("also leads out of a wall", function()
    local grid = astar.grid { "##." }
    grid:link(1, 1, 3, 1)
    assert.equal(1, cost(grid, 1, 1, 3, 1))
  end)

  it("to its own tile is valid, but useless", function()
    local grid = astar.grid { "..." }
    grid:link(2, 1, 2, 1, { cost = 0 })
    assert.equal(2, cost(grid, 1, 1, 3, 1))
  end)

  it("is removed by unlink, other links stay", function()
    local grid = astar.grid { ".#.#." }
    local a, b = grid:link(1, 1, 3, 1), grid:link(3, 1, 5, 1)
    local c = grid:link(1, 1, 5, 1, { cost = 9 })
    assert.same({ 1, 2, 3 }, { a, b, c })
    assert.equal(2, cost(grid, 1, 1, 5, 1))
    grid:unlink(b)
    assert.equal(9, cost(grid, 1, 1, 5, 1))
    grid:unlink(c)
    assert.is_nil(cost(grid, 1, 1, 5, 1))
    assert.equal(1, cost(grid, 1, 1, 3, 1))
    assert.equal(4, grid:link(3, 1, 5, 1))
    assert.equal(2, cost(grid, 1, 1, 5, 1))
  end)

  it("works for large movers that fit at its end", function()
    local big = astar.rules { cost = { ["."] = 1 }, size = 2 }
    local grid = astar.grid { "..#..", "..#.." }
    grid:link(1, 1, 4, 1)
    grid:link(1, 1, 5, 1)
    assert.equal(1, cost(grid, 1, 1, 4, 1, big))
    expect.reason("goal_blocked", grid:find_path(1, 1, 5, 1, big))
  end)

  it("works on hexes", function()
    local grid = astar.grid({ "..#..", "..#.." }, { layout = "odd_r" })
    grid:link(2, 1, 4, 2, { cost = 2 })
    assert.equal(4, cost(grid, 1, 1, 5, 2))
  end)

  it("is found among many links", function()
    local grid = astar.grid(100, 2, { fill = "." })
    grid:fill("#", 1, 2, 100, 1)
    local ids = {}
    for x = 1, 99 do ids[x] = grid:link(x, 1, x + 1, 1, { cost = 0.25, one_way = true }) end
    assert.equal(99 * 0.25, cost(grid, 1, 1, 100, 1))
    assert.equal(99, cost(grid, 100, 1, 1, 1))
    for x = 1, 99, 2 do grid:unlink(ids[x]) end
    assert.equal(49 * 0.25 + 50, cost(grid, 1, 1, 100, 1))
  end)
end)
