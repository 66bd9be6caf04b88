-- A mover of size n covers n x n tiles; its position is the top-left one.

local astar = require "astar"
local expect = require "spec.support.expect"

local function mover(size, more)
  local options = { cost = { ["."] = 1, ["~"] = 4 }, size = size }
  for key, value in pairs(more or {}) do options[key] = value end
  return astar.rules(options)
end

local function cost(grid, rules, x1, y1, x2, y2)
  local path, value = grid:find_path(x1, y1, x2, y2, rules)
  return path and value
end

describe("a mover of size n", function()
  it("fits only where all its tiles are passable", function()
    local grid = astar.grid {
      "....#....",
      "....#....",
      ".........",
      ".........",
      "#........",
    }
    assert.truthy(cost(grid, mover(1), 1, 1, 9, 1))
    assert.truthy(cost(grid, mover(2), 1, 1, 8, 1))
    assert.truthy(cost(grid, mover(3), 2, 1, 7, 1))
    assert.is_nil(cost(grid, mover(4), 1, 1, 6, 1))
    expect.reason("goal_blocked", grid:find_path(1, 1, 4, 1, mover(2)))
    expect.reason("goal_blocked", grid:find_path(2, 1, 1, 3, mover(3)))
  end)

  it("cannot be partly off the grid", function()
    local grid = astar.grid(4, 4, { fill = "." })
    assert.equal(2, cost(grid, mover(2), 1, 1, 3, 1))
    expect.reason("goal_blocked", grid:find_path(1, 1, 4, 1, mover(2)))
    expect.reason("goal_blocked", grid:find_path(1, 1, 1, 4, mover(2)))
    expect.reason("goal_blocked", grid:find_path(1, 1, 2, 2, mover(5)))
  end)

  -- Under the address sanitizer, also no read after the last row.
  it("fits in the rows and columns that leave room for it, and in no other ones", function()
    for size = 1, 6 do
      local rules = mover(size)
      for width = math.max(size - 1, 1), size + 2 do
        for height = math.max(size - 1, 1), size + 2 do
          local grid = astar.grid(width, height, { fill = "." })
          for x = 1, width do
            for y = 1, height do
              local fits = x + size - 1 <= width and y + size - 1 <= height
              local is_start = x == 1 and y == 1 -- it may start anywhere
              assert.equal(fits or is_start, grid:find_path(1, 1, x, y, rules) ~= nil)
            end
          end
        end
      end
    end
  end)

  it("may start where it does not fit, and move out", function()
    local grid = astar.grid(4, 4, { fill = "." })
    assert.equal(1, cost(grid, mover(2), 4, 1, 3, 1))
    assert.equal(3, cost(grid, mover(2), 4, 1, 1, 1))
    grid:set(2, 2, "#")
    assert.equal(1, cost(grid, mover(2), 2, 2, 3, 2)) -- out of the wall
    expect.reason("goal_blocked", grid:find_path(3, 3, 2, 2, mover(2)))
  end)

  it("pays the cost of its most expensive tile", function()
    local grid = astar.grid { "....", "...~", "...." }
    assert.equal(1, cost(grid, mover(2), 1, 1, 2, 1))
    assert.equal(5, cost(grid, mover(2), 1, 1, 3, 1))
    grid:set_penalty(2, 2, 2)
    assert.equal(3, cost(grid, mover(2), 2, 1, 1, 1))
    -- (3, 2) costs 1, (3, 3) costs 1, (4, 2) costs 4 plus the penalty: the maximum counts, not the sum.
    grid:set_penalty(4, 2, 0.5)
    assert.equal(4.5, cost(grid, mover(2), 2, 2, 3, 2))
  end)

  it("is stopped by a wall across any of its tiles", function()
    local grid = astar.grid { "....", "...." }
    grid:set_edge(2, 2, 1, 0, false) -- to the right of its lower right tile
    assert.is_nil(cost(grid, mover(2), 1, 1, 2, 1))
    assert.equal(1, cost(grid, mover(1), 2, 1, 3, 1))
    grid:set_edge(2, 2, 1, 0, true)
    grid:set_edge(1, 1, 1, 0, false) -- below it
    assert.is_nil(cost(grid, mover(2), 1, 1, 2, 1))
  end)

  it("passes corners as a whole", function()
    local grid = astar.grid { "...#", "....", "....", "...." }
    -- From (1, 1) to (2, 2): the mover also fits at (2, 1) and (1, 2).
    expect.near(math.sqrt(2), cost(grid, mover(2), 1, 1, 2, 2))
    -- From (2, 1) to (3, 2): it does not fit at (3, 1).
    assert.equal(2, cost(grid, mover(2), 2, 1, 3, 2))
    expect.near(math.sqrt(2), cost(grid, mover(2, { diagonal = "if_at_most_one_obstacle" }), 2, 1, 3, 2))
  end)

  it("obeys the pair costs with each of its tiles", function()
    local ledge = function(from, to) if from == "." and to == "~" then return false end end
    local grid = astar.grid { "....", "..~." }
    assert.is_nil(cost(grid, mover(2, { step = ledge }), 1, 1, 2, 1))
    assert.equal(1, cost(grid, mover(1, { step = ledge }), 1, 1, 2, 1))
    local toll = function(_, to) if to == "~" then return 9 end end
    assert.equal(9, cost(grid, mover(2, { step = toll }), 1, 1, 2, 1))
  end)

  it("is blocked by dynamic obstacles under any of its tiles", function()
    local grid = astar.grid { ".....", "....." }
    grid:block(4, 2)
    expect.reason("goal_blocked", grid:find_path(1, 1, 3, 1, mover(2)))
    assert.equal(2, cost(grid, mover(2, { ignore_blocked = true }), 1, 1, 3, 1))
  end)

  it("can jump by a list of moves", function()
    local grid = astar.grid { "..##..", "..##.." }
    assert.equal(4, cost(grid, mover(2, { neighbors = { { 4, 0 } } }), 1, 1, 5, 1))
    local clear = { { 4, 0, clear = { { 2, 0 } } } }
    assert.is_nil(cost(grid, mover(2, { neighbors = clear }), 1, 1, 5, 1))
  end)

  it("may be as large as the map", function()
    local grid = astar.grid(40, 40, { fill = "." })
    assert.equal(0, cost(grid, mover(40), 1, 1, 1, 1))
    assert.equal(8, cost(grid, mover(32), 1, 1, 9, 1))
  end)
end)
