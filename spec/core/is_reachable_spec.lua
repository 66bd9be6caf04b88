local astar = require "astar"

local rules = astar.rules { cost = { ["."] = 1 } }

describe("is_reachable", function()
  it("is true if find_path finds a path", function()
    local grid = astar.grid { "..#..", "..#.." }
    assert.is_true(grid:is_reachable(1, 1, 2, 2, rules))
    assert.is_false(grid:is_reachable(1, 1, 4, 1, rules))
    assert.is_false(grid:is_reachable(1, 1, 3, 1, rules))
  end)

  it("is false off the grid", function()
    local grid = astar.grid { "..." }
    assert.is_false(grid:is_reachable(1, 1, 4, 1, rules))
    assert.is_false(grid:is_reachable(0, 1, 1, 1, rules))
    assert.is_false(grid:is_reachable(0, 1, 0, 1, rules))
    assert.is_false(grid:is_reachable(2 ^ 40, 1, 1, 1, rules))
  end)

  it("is true from a tile to itself, even in a wall", function()
    assert.is_true(astar.grid({ "#" }):is_reachable(1, 1, 1, 1, rules))
  end)

  it("is true out of a wall, not into one", function()
    local grid = astar.grid { "#.." }
    assert.is_true(grid:is_reachable(1, 1, 3, 1, rules))
    assert.is_false(grid:is_reachable(3, 1, 1, 1, rules))
  end)

  it("follows each edit", function()
    local grid = astar.grid { ".....", "#####", "....." }
    local function reachable() return grid:is_reachable(1, 1, 1, 3, rules) end
    assert.is_false(reachable())
    grid:set(3, 2, ".")
    assert.is_true(reachable())
    grid:block(3, 2)
    assert.is_false(reachable())
    grid:block(3, 2, false)
    assert.is_true(reachable())
    grid:set_edge(3, 2, 0, 1, false)
    assert.is_false(reachable())
    grid:set_edge(3, 2, 0, 1, true)
    assert.is_true(reachable())
    grid:fill("#", 1, 2, 5, 1)
    assert.is_false(reachable())
    local id = grid:link(5, 1, 5, 3)
    assert.is_true(reachable())
    grid:unlink(id)
    assert.is_false(reachable())
  end)

  it("considers one-way edges", function()
    local grid = astar.grid { "...." }
    grid:set_edge(3, 1, -1, 0, false, true)
    assert.is_true(grid:is_reachable(1, 1, 4, 1, rules))
    assert.is_false(grid:is_reachable(4, 1, 1, 1, rules))
  end)

  it("considers one-way links", function()
    local grid = astar.grid { "..#.." }
    grid:link(1, 1, 5, 1, { one_way = true })
    assert.is_true(grid:is_reachable(2, 1, 4, 1, rules))
    assert.is_false(grid:is_reachable(4, 1, 2, 1, rules))
  end)

  it("considers a link to the goal and another link back", function()
    local grid = astar.grid { "..#..", "..#.." }
    grid:link(1, 1, 5, 1, { one_way = true })
    grid:link(5, 2, 1, 2, { one_way = true })
    assert.is_true(grid:is_reachable(2, 1, 4, 1, rules))
    assert.is_true(grid:is_reachable(4, 1, 2, 1, rules))
  end)

  it("considers ledges made by pair costs", function()
    local ledge = astar.rules {
      cost = { ["."] = 1, ["^"] = 1 },
      step = function(from, to) if from == "." and to == "^" then return false end end,
    }
    local grid = astar.grid { "^^..^^" }
    assert.is_true(grid:is_reachable(1, 1, 4, 1, ledge))
    assert.is_false(grid:is_reachable(4, 1, 1, 1, ledge))
    assert.is_false(grid:is_reachable(1, 1, 6, 1, ledge))
  end)

  it("considers moves that do not lead back", function()
    local falling = astar.rules { cost = { ["."] = 1 }, neighbors = { { 1, 0 }, { -1, 0 }, { 0, 1 } } }
    local grid = astar.grid { "...", "..." }
    assert.is_true(grid:is_reachable(1, 1, 3, 2, falling))
    assert.is_false(grid:is_reachable(3, 2, 1, 1, falling))
  end)

  it("depends on the rules", function()
    local grid = astar.grid { "..~.." }
    local boat = astar.rules { cost = { ["."] = 1, ["~"] = 1 } }
    assert.is_false(grid:is_reachable(1, 1, 5, 1, rules))
    assert.is_true(grid:is_reachable(1, 1, 5, 1, boat))
  end)

  it("distinguishes 80,000 connected components", function()
    local four = astar.rules { cost = { ["."] = 1 }, neighbors = 4 }
    local width, rows = 400, {}
    for y = 1, width do rows[y] = (y % 2 == 1 and ".#" or "#."):rep(width / 2) end
    local grid = astar.grid(rows)
    -- The n-th tile of floor, counted from 0, is a component of its own.
    local function tile(n)
      local y = math.floor(n / 200)
      return n % 200 * 2 + y % 2 + 1, y + 1
    end
    local function ask(a, b)
      local x1, y1 = tile(a)
      local x2, y2 = tile(b)
      return grid:is_reachable(x1, y1, x2, y2, four)
    end
    for n = 0, 14000, 7 do
      assert.is_false(ask(n, n + 65536))
      assert.is_false(ask(n, n + 256))
    end
    grid:set(2, 1, ".") -- connects the first two, and one of the row below
    assert.is_true(ask(0, 1))
    assert.is_true(ask(1, 200))
    assert.is_false(ask(1, 2))
    for n = 2, 20000 do
      if n ~= 200 then assert.is_false(ask(0, n)) end
    end
    grid:set(2, 1, "#")
    assert.is_false(ask(0, 1))
  end)

  it("distinguishes components that appear one by one, more than a byte can count", function()
    local grid = astar.grid(60, 60, { fill = "#" })
    local function island(n) return n % 20 * 3 + 1, math.floor(n / 20) * 2 + 1 end
    for n = 0, 299 do
      local x, y = island(n)
      grid:fill(".", x, y, 2, 1)
      assert.is_true(grid:is_reachable(x, y, x + 1, y, rules))
      for _, back in ipairs { 1, 128, 255, 256 } do
        local other_x, other_y = island(n - back)
        if n >= back then assert.is_false(grid:is_reachable(x, y, other_x, other_y, rules)) end
      end
    end
  end)

  it("considers more ways out of a wall than it looks up at once", function()
    local grid = astar.grid(300, 3, { fill = "#" })
    for x = 2, 300, 2 do
      grid:set(x, 1, ".")
      if x <= 290 then grid:link(1, 3, x, 1) end
    end
    for x = 2, 290, 2 do assert.is_true(grid:is_reachable(1, 3, x, 1, rules)) end
    for x = 292, 300, 2 do assert.is_false(grid:is_reachable(1, 3, x, 1, rules)) end
    assert.is_false(grid:is_reachable(2, 1, 4, 1, rules)) -- no mover walks back into the wall
  end)

  it("is a look-up: 100,000 queries on a large map take little time", function()
    local grid = astar.grid(512, 512, { fill = "." })
    grid:fill("#", 256, 1, 1, 512)
    local started = os.clock()
    for i = 1, 100000 do
      assert(not grid:is_reachable(1, 1 + i % 512, 512, 1 + i % 311, rules))
    end
    assert.is_true(os.clock() - started < 5)
  end)
end)
