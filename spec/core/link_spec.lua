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

  -- Paths of all kernels between many tiles cost the same as those of Dijkstra's algorithm, and a copy gives the same.
  local function expect_cheapest(grid, with)
    local copy = grid:clone()
    local width, height = grid:size()
    for i = 0, 79 do
      local x1, y1 = i * 7 % width + 1, i * 5 % height + 1
      local x2, y2 = (i * 11 + 3) % width + 1, i * 3 % height + 1
      local value = cost(grid, x1, y1, x2, y2, with)
      local path, least = grid:find_path(x1, y1, x2, y2, with, { algorithm = "dijkstra" })
      assert.equal(path == nil, value == nil)
      if path then expect.near(least, value) end
      assert.equal(value, cost(copy, x1, y1, x2, y2, with))
    end
  end

  -- Two floors side by side, with a wall between them.
  local function two_floors()
    local grid = astar.grid(61, 30, { fill = "." })
    grid:fill("#", 31, 1, 1, 30)
    for i = 2, 28, 4 do grid:fill("#", i, 3, 1, 20) end
    return grid
  end

  local plain = astar.rules { cost = { ["."] = 1 } }
  local slow = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }

  it("is found among few and many links, around the number at which the bound changes", function()
    local grid, ids = two_floors(), {}
    for i = 0, 259 do
      ids[#ids + 1] = grid:link(i % 30 + 1, math.floor(i / 30) * 3 + 1, i % 30 + 32, math.floor(i / 30) * 3 + 1)
      if i >= 254 and i <= 257 then expect_cheapest(grid, plain) end
    end
    local cheap = grid:link(1, 1, 61, 30, { cost = 0 }) -- costs less than the distance
    expect_cheapest(grid, plain)
    grid:set(20, 25, "~")
    expect_cheapest(grid, slow)
    grid:unlink(cheap)
    expect_cheapest(grid, slow)
    for _, id in ipairs(ids) do grid:unlink(id) end
    expect_cheapest(grid, plain)
  end)

  it("keeps the jump points on the map, and leaves none when the last one is removed", function()
    local grid, other = two_floors(), two_floors()
    local path = grid:find_path(1, 8, 27, 8, plain)
    local before, id = path:expanded(), grid:link(5, 28, 40, 28)
    assert.truthy(grid:find_path(1, 8, 27, 8, plain, { algorithm = "jps" }))
    assert.is_true(grid:find_path(1, 8, 27, 8, plain):expanded() < 2 * before + 10)
    grid:unlink(id)
    assert.equal(before, grid:find_path(1, 8, 27, 8, plain):expanded())
    assert.equal(before, other:find_path(1, 8, 27, 8, plain):expanded())
  end)

  it("may lead to tiles that become walls, and to places that nothing else leads to", function()
    local grid = two_floors()
    grid:fill("#", 10, 26, 5, 5)
    grid:set(12, 28, ".") -- enclosed
    grid:link(3, 3, 40, 20)
    grid:link(40, 20, 12, 28, { one_way = true })
    expect_cheapest(grid, plain)
    assert.truthy(cost(grid, 1, 1, 12, 28))
    assert.is_nil(cost(grid, 12, 28, 1, 1))
    for _, tile in ipairs { { 40, 20 }, { 3, 3 }, { 12, 28 } } do
      grid:set(tile[1], tile[2], "#")
      expect_cheapest(grid, plain)
      assert.is_nil(cost(grid, 1, 1, 12, 28))
      grid:set(tile[1], tile[2], ".")
      expect_cheapest(grid, plain)
      assert.truthy(cost(grid, 1, 1, 12, 28))
    end
  end)

  it("may cost nothing, a part of a step, or more than any path", function()
    for _, price in ipairs { 0, 1e-9, 0.5, 1 / 3, 1, 1e6, 1e12, 1e90 } do
      local grid = two_floors()
      grid:link(7, 7, 50, 9, { cost = price })
      grid:link(51, 9, 20, 20, { cost = price, one_way = true })
      grid:link(51, 9, 51, 9, { cost = price })
      expect_cheapest(grid, plain)
      grid:set(51, 12, "~")
      expect_cheapest(grid, slow)
    end
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
