-- Movement ranges, grid:reachable. spec/fuzz/property.c and history.c compare them on random maps, through edits.

local astar = require "astar"
local expect = require "spec.support.expect"

local walk4 = astar.rules { cost = { ["."] = 1, ["~"] = 4, ["_"] = 0.5 }, neighbors = 4 }

-- The tiles in reach and their costs, as text.
local function tiles(field)
  local seen = {}
  for x, y, cost in field:each() do seen[#seen + 1] = ("%d,%d=%.14g"):format(x, y, cost) end
  return table.concat(seen, " ")
end

describe("a movement range", function()
  it("contains the tiles up to and including the budget", function()
    local grid = astar.grid { "....", ".~#." }
    assert.equal("1,1=0 2,1=1 3,1=2 1,2=1", tiles(grid:reachable(1, 1, walk4, 2)))
    assert.equal("1,1=0 2,1=1 1,2=1", tiles(grid:reachable(1, 1, walk4, 1.999)))
    assert.equal("1,1=0", tiles(grid:reachable(1, 1, walk4, 0)))
    local all = "1,1=0 2,1=1 3,1=2 4,1=3 1,2=1 2,2=5 4,2=4"
    assert.equal(all, tiles(grid:reachable(1, 1, walk4, 5)))
    assert.equal(all, tiles(grid:reachable(1, 1, walk4, math.huge)))
    assert.equal(all, tiles(grid:reachable(1, 1, walk4)))
  end)

  it("contains a tile whose cost equals the budget except for rounding", function()
    local rules = astar.rules { cost = { ["."] = 0.1 } }
    local grid = astar.grid { "....." }
    assert.is_true(0.1 + 0.1 + 0.1 > 0.3)
    assert.is_truthy(grid:reachable(1, 1, rules, 0.3):cost(4, 1))
    assert.is_nil(grid:reachable(1, 1, rules, 0.3):cost(5, 1))
    local field = grid:distance_field({ { 1, 1 } }, rules, { max_cost = 0.3 })
    assert.is_truthy(field:cost(4, 1))
    assert.is_nil(field:cost(5, 1))
  end)

  it("charges the entered tiles", function()
    local grid = astar.grid { "~.~" }
    grid:set_penalty(2, 1, 0.5)
    assert.equal("1,1=0 2,1=1.5 3,1=5.5", tiles(grid:reachable(1, 1, walk4, 9)))
    assert.equal("1,1=5.5 2,1=1.5 3,1=0", tiles(grid:reachable(3, 1, walk4, 9)))
  end)

  it("contains the tiles that jumps reach on a large map", function()
    local knight = astar.rules { cost = { ["."] = 1 }, neighbors = {
      { 1, 2, cost = 1 }, { 2, 1, cost = 1 }, { 2, -1, cost = 1 }, { 1, -2, cost = 1 },
      { -1, -2, cost = 1 }, { -2, -1, cost = 1 }, { -2, 1, cost = 1 }, { -1, 2, cost = 1 },
    } }
    local grid, count = astar.grid(60, 60, { fill = "." }), 0
    for x, y, cost in grid:reachable(30, 30, knight, 4):each() do
      count = count + 1
      assert.is_true(math.abs(x - 30) <= 2 * cost and math.abs(y - 30) <= 2 * cost)
    end
    assert.equal(1 + 8 + 32 + 68 + 96, count) -- a knight's moves on an endless board
  end)

  it("does not check the start", function()
    local grid = astar.grid { "##..", "..##" }
    assert.equal("1,1=0 1,2=1 2,2=2", tiles(grid:reachable(1, 1, walk4, 9)))
    grid:block(3, 1) -- the mover's own obstacle
    local field = grid:reachable(3, 1, walk4, 9)
    assert.equal("3,1=0 4,1=1", tiles(field))
    expect.tiles("3,1 4,1", field:path(4, 1))
    grid:block(4, 1)
    field:update()
    assert.equal("3,1=0", tiles(field))
  end)

  it("returns the predecessor of a tile, and the path from the start", function()
    local grid = astar.grid { ".#.", ".#.", "..." }
    local field = grid:reachable(1, 1, walk4, 5)
    assert.is_nil((field:next(1, 1)))
    assert.same({ 1, 1 }, { field:next(1, 2) })
    assert.same({ 3, 3 }, { field:next(3, 2) })
    assert.is_nil((field:next(3, 1)))
    local path, cost = field:path(3, 2)
    expect.tiles("1,1 1,2 1,3 2,3 3,3 3,2", path)
    assert.equal(5, cost)
    assert.equal(0, path:expanded())
    expect.tiles("1,1", field:path(1, 1))
    expect.reason("unreachable", field:path(3, 1))
    expect.reason("unreachable", field:path(2, 1))
    expect.reason("out_of_bounds", field:path(4, 1))
  end)

  it("uses one-way edges and links in the direction of the mover", function()
    local grid = astar.grid { "..", ".." }
    grid:set_edge(1, 1, 1, 0, false, true)
    local diagonal = astar.rules { cost = { ["."] = 1 }, neighbors = 4 }
    assert.equal("1,1=0 2,1=3 1,2=1 2,2=2", tiles(grid:reachable(1, 1, diagonal, 9)))
    assert.equal("1,1=0 2,1=1 1,2=1 2,2=2", tiles(grid:distance_field({ { 1, 1 } }, diagonal)))
    local halves = astar.grid { ".#." }
    halves:link(1, 1, 3, 1, { cost = 2, one_way = true })
    assert.equal("1,1=0 3,1=2", tiles(halves:reachable(1, 1, walk4, 2)))
    assert.equal("3,1=0", tiles(halves:reachable(3, 1, walk4, 2)))
    assert.equal("1,1=0", tiles(halves:distance_field({ { 1, 1 } }, walk4)))
    assert.equal("1,1=2 3,1=0", tiles(halves:distance_field({ { 3, 1 } }, walk4)))
  end)

  it("is not created from a start off the grid", function()
    local grid = astar.grid { "..." }
    expect.reason("out_of_bounds", grid:reachable(0, 1, walk4, 5))
    expect.reason("out_of_bounds", grid:reachable(1, 2, walk4, 5))
  end)

  it("does not change until update()", function()
    local grid = astar.grid { "...." }
    local field = grid:reachable(1, 1, walk4, 2)
    grid:set(2, 1, "_")
    assert.equal("1,1=0 2,1=1 3,1=2", tiles(field))
    field:update()
    assert.equal("1,1=0 2,1=0.5 3,1=1.5", tiles(field))
    grid:set(3, 1, "_")
    field:update()
    assert.equal("1,1=0 2,1=0.5 3,1=1 4,1=2", tiles(field))
  end)

  it("has a flee field", function()
    local grid = astar.grid { "......" }
    local flee = grid:reachable(1, 1, walk4, 3):flee()
    assert.same({ 3, 1 }, { flee:next(2, 1) })
    assert.same({ 4, 1 }, { flee:next(3, 1) })
    assert.is_nil((flee:next(4, 1)))
  end)
end)
