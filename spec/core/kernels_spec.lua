-- Jump points: the limit of their costs, and selected by name. spec/fuzz/property.c compares them with the oracle on
-- random maps.

local astar = require "astar"
local expect = require "spec.support.expect"

describe("jump points", function()
  -- Jump point search counts costs in 31 bits. With this cost of diagonals a straight step counts 19999 units, and
  -- the path 4.6e9.
  it("leave paths of too many units to the general kernel", function()
    local width, height, rows = 680, 679, {}
    for y = 1, height do
      rows[y] = ("."):rep(width)
      if y % 4 == 2 then rows[y] = ("#"):rep(width - 1) .. "." end
      if y % 4 == 0 then rows[y] = "." .. ("#"):rep(width - 1) end
    end
    local grid = astar.grid(rows)
    local rules = astar.rules { cost = { ["."] = 1 }, diagonal_cost = 20000 / 19999 }
    local length = 340 * width + 339 -- back and forth through 340 corridors
    local path, cost = grid:find_path(1, 1, 1, height, rules, { algorithm = "jps" })
    assert.equal(length, #path)
    assert.equal(length - 1, cost)
    local search = grid:search(1, 1, 1, height, rules)
    while search:step(10000) == "running" do end
    assert.equal(length - 1, select(2, search:path()))
  end)
end)

describe("jump points selected by name", function()
  local ONE = { cost = { ["."] = 1, ["#"] = false } }
  local ROWS = { "......", "..##..", "......" }

  local function raises(text, options, change)
    local grid = astar.grid(ROWS)
    if change then change(grid) end
    expect.raises("grid:find_path: " .. text, grid.find_path, grid, 1, 1, 6, 3, astar.rules(options),
      { algorithm = "jps" })
    local path = grid:find_path(1, 1, 6, 3, astar.rules(options))
    assert.truthy(path)
  end

  it("find the same path as the default", function()
    local grid, rules = astar.grid(ROWS), astar.rules(ONE)
    local path, cost = grid:find_path(1, 1, 6, 3, rules, { algorithm = "jps" })
    assert.equal(7, #path)
    assert.near(5 + math.sqrt(2), cost, 1e-12)
  end)

  it("raise an error if the map or the rules are not suited", function()
    raises("jump points need 8 or 4 neighbors", { cost = ONE.cost, neighbors = { { 1, 0 }, { 0, 1 } } })
    raises("jump points cannot serve a step function", { cost = ONE.cost, step = function() return 1 end })
    raises("jump points need terrains that all cost the same", { cost = { ["."] = 1, ["#"] = 2 } })
    for _, length in ipairs { 2.5, 1.000001, 1e-100, 1e100 } do
      raises("jump points need a diagonal_cost from 1 to 2 that a fraction can express",
        { cost = ONE.cost, diagonal_cost = length })
    end
    raises("jump points need a grid without penalties", ONE, function(grid) grid:set_penalty(1, 3, 1) end)
    raises("jump points need a grid without closed edges", ONE, function(grid) grid:set_edge(1, 3, 1, 0, false) end)
  end)

  it("work again when the map is suited again", function()
    local grid, rules = astar.grid(ROWS), astar.rules(ONE)
    local id = grid:link(1, 3, 3, 3)
    grid:set_penalty(1, 3, 1)
    grid:set_edge(1, 3, 1, 0, false)
    grid:unlink(id)
    grid:set_penalty(1, 3, 0)
    grid:set_edge(1, 3, 1, 0, true)
    assert.truthy(grid:find_path(1, 1, 6, 3, rules, { algorithm = "jps" }))
  end)

  it("accept ranges, limits and several goals", function()
    local grid, rules = astar.grid(ROWS), astar.rules(ONE)
    local path = grid:find_path(1, 1, 6, 3, rules, { algorithm = "jps", range = 2 })
    assert.equal(4, #path)
    assert.same({ nil, "limit" }, { grid:find_path(1, 1, 6, 3, rules, { algorithm = "jps", max_cost = 3 }) })
    local _, _, index = grid:find_nearest(1, 1, { { 6, 3 }, { 1, 3 } }, rules, { algorithm = "jps" })
    assert.equal(2, index)
  end)
end)
