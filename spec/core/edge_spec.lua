-- Walls and passages between tiles: grid:set_edge(x, y, dx, dy, open [, one_way]).

local astar = require "astar"
local expect = require "spec.support.expect"

local rules = astar.rules { cost = { ["."] = 1 } }
local function cost(grid, x1, y1, x2, y2)
  local path, value = grid:find_path(x1, y1, x2, y2, rules)
  return path and value
end

describe("an edge", function()
  it("is open until it is closed, for both sides", function()
    local grid = astar.grid { ".." }
    assert.equal(1, cost(grid, 1, 1, 2, 1))
    grid:set_edge(1, 1, 1, 0, false)
    assert.is_nil(cost(grid, 1, 1, 2, 1))
    assert.is_nil(cost(grid, 2, 1, 1, 1))
    grid:set_edge(2, 1, -1, 0, true)
    assert.equal(1, cost(grid, 1, 1, 2, 1))
    assert.equal(1, cost(grid, 2, 1, 1, 1))
  end)

  it("with one_way does not change the reverse step", function()
    local grid = astar.grid { ".." }
    grid:set_edge(1, 1, 1, 0, false, true)
    assert.is_nil(cost(grid, 1, 1, 2, 1))
    assert.equal(1, cost(grid, 2, 1, 1, 1))
    grid:set_edge(2, 1, -1, 0, false)
    grid:set_edge(1, 1, 1, 0, true, true) -- a turnstile
    assert.equal(1, cost(grid, 1, 1, 2, 1))
    assert.is_nil(cost(grid, 2, 1, 1, 1))
    grid:set_edge(1, 1, 1, 0, false, false)
    assert.is_nil(cost(grid, 1, 1, 2, 1))
  end)

  it("makes a thin wall, and a path leads around it", function()
    local grid = astar.grid { "....", "....", "...." }
    for y = 1, 2 do grid:set_edge(2, y, 1, 0, false) end
    local path, value = grid:find_path(2, 1, 3, 1, rules)
    -- The wall ends between (2, 2) and (2, 3): no diagonal step passes there.
    expect.tiles("2,1 2,2 2,3 3,3 3,2 3,1", path, value)
    assert.equal(5, value)
  end)

  it("of a diagonal closes only that diagonal", function()
    local grid = astar.grid { "..", ".." }
    grid:set_edge(1, 1, 1, 1, false)
    assert.equal(2, cost(grid, 1, 1, 2, 2))
    assert.equal(2, cost(grid, 2, 2, 1, 1))
    expect.near(math.sqrt(2), cost(grid, 2, 1, 1, 2))
    grid:set_edge(2, 2, -1, -1, true, true)
    expect.near(math.sqrt(2), cost(grid, 2, 2, 1, 1))
    assert.equal(2, cost(grid, 1, 1, 2, 2))
  end)

  it("that is open does not make an impassable or a blocked tile passable", function()
    local grid = astar.grid { "..#" }
    grid:block(2, 1)
    for _, is_open in ipairs { true, false, true } do -- initially, and opened again
      grid:set_edge(1, 1, 1, 0, is_open)
      grid:set_edge(2, 1, 1, 0, is_open)
      expect.reason("goal_blocked", grid:find_path(1, 1, 2, 1, rules))
      expect.reason("goal_blocked", grid:find_path(1, 1, 3, 1, rules))
    end
    local partial = grid:find_path(1, 1, 3, 1, rules, { partial = true })
    assert.equal(1, #partial) -- it stays at the start
    grid:block(2, 1, false)
    assert.equal(1, cost(grid, 1, 1, 2, 1))
    assert.is_nil(cost(grid, 2, 1, 3, 1))
    partial = grid:find_path(1, 1, 3, 1, rules, { partial = true })
    assert.equal(2, #partial)
  end)

  it("that is closed also stops a mover that ignores dynamic obstacles", function()
    local ghost = astar.rules { cost = { ["."] = 1 }, ignore_blocked = true }
    local grid = astar.grid { ".." }
    grid:set_edge(1, 1, 1, 0, false)
    expect.reason("unreachable", grid:find_path(1, 1, 2, 1, ghost))
  end)

  it("works on hexes in each of the six directions", function()
    for layout, directions in pairs {
      odd_r = { { 1, 0 }, { -1, 0 }, { 0, -1 }, { 1, -1 }, { 0, 1 }, { 1, 1 } },
      even_r = { { 1, 0 }, { -1, 0 }, { 0, -1 }, { -1, -1 }, { 0, 1 }, { -1, 1 } },
      odd_q = { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 }, { 1, 1 }, { -1, 1 } },
      even_q = { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 }, { 1, -1 }, { -1, -1 } },
    } do
      for _, direction in ipairs(directions) do
        local dx, dy = direction[1], direction[2]
        local grid = astar.grid({ "...", "...", "..." }, { layout = layout })
        assert.equal(1, cost(grid, 2, 2, 2 + dx, 2 + dy))
        grid:set_edge(2, 2, dx, dy, false, true)
        assert.equal(2, cost(grid, 2, 2, 2 + dx, 2 + dy))
        assert.equal(1, cost(grid, 2 + dx, 2 + dy, 2, 2))
        grid:set_edge(2 + dx, 2 + dy, -dx, -dy, false)
        assert.equal(2, cost(grid, 2 + dx, 2 + dy, 2, 2))
      end
    end
  end)
end)
