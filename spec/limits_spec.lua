-- The smallest and the largest of everything.

local astar = require "astar"
local expect = require "spec.support.expect"

local rules = astar.rules { default = 1 }

describe("the smallest grid", function()
  it("has one tile", function()
    local grid = astar.grid(1, 1)
    expect.tiles("1,1", grid:find_path(1, 1, 1, 1, rules))
    expect.reason("out_of_bounds", grid:find_path(1, 1, 2, 1, rules))
    assert.is_true(grid:is_reachable(1, 1, 1, 1, rules))
    assert.equal(1, select(3, grid:find_nearest(1, 1, { { 1, 1 } }, rules)))
    grid:block(1, 1)
    grid:link(1, 1, 1, 1)
    expect.tiles("1,1", grid:find_path(1, 1, 1, 1, rules))
    assert.same({ "\0" }, assert(astar.deserialize(grid:serialize())):rows())
  end)

  it("of each layout has no neighbours", function()
    for _, layout in ipairs { "square", "odd_r", "even_r", "odd_q", "even_q" } do
      local grid = astar.grid(1, 1, { layout = layout })
      for dx = -1, 1 do
        for dy = -1, 1 do assert.is_false((pcall(grid.set_edge, grid, 1, 1, dx, dy, false))) end
      end
    end
  end)
end)

describe("the longest grid", function()
  local N = 32768

  it("is one row or one column of 32768 tiles", function()
    for _, down in ipairs { false, true } do
      local width, height = down and 1 or N, down and N or 1
      local grid = astar.grid(width, height)
      local path, cost = grid:find_path(1, 1, width, height, rules)
      assert.equal(N, #path)
      assert.equal(N - 1, cost)
      assert.same({ width, height }, { path:get(N) })
      assert.equal(2, #path:waypoints())
      assert.is_true(path:is_valid())
      assert.equal(N, #select(1, grid:find_path(width, height, 1, 1, rules)))
      if down then grid:block(1, N - 1) else grid:block(N - 1, 1) end
      expect.reason("unreachable", grid:find_path(1, 1, width, height, rules))
      assert.is_false(path:is_valid())
      local copy = assert(astar.deserialize(grid:serialize()))
      assert.same({ width, height }, { copy:size() })
      assert.is_true(copy:is_blocked(down and 1 or N - 1, down and N - 1 or 1))
    end
  end)

  it("takes rows of 32768 tiles, and 32768 rows", function()
    local row = ("."):rep(N)
    assert.same({ row }, astar.grid({ row }):rows())
    local rows = {}
    for y = 1, N do rows[y] = "#" end
    assert.equal(N, select(2, astar.grid(rows):size()))
    rows[N + 1] = "#"
    expect.raises("astar.grid: there must be 1 to 32768 rows, got 32769",
      function() local _ = astar.grid(rows) end)
  end)

  it("is as long on hexes", function()
    local grid = astar.grid(N, 1, { layout = "odd_r" })
    assert.equal(N - 1, select(2, grid:find_path(1, 1, N, 1, rules)))
    grid = astar.grid(1, N, { layout = "even_q" })
    assert.equal(N - 1, select(2, grid:find_path(1, N, 1, 1, rules)))
  end)

  it("can be crossed by one link", function()
    local grid = astar.grid(N, 2)
    grid:link(1, 1, N, 2, { cost = 0.5 })
    expect.tiles("1,1 32768,2", grid:find_path(1, 1, N, 2, rules))
    assert.equal(1.5, select(2, grid:find_path(1, 1, N, 1, rules)))
  end)
end)

describe("the largest grid", function()
  it("of 4096 x 4096 is searched from corner to corner", function()
    local grid = astar.grid(4096, 4096)
    grid:fill(1, 2048, 2, 1, 4095)
    local walls = astar.rules { cost = { [0] = 1 } }
    local path, cost = grid:find_path(1, 1, 4096, 4096, walls)
    assert(path, cost)
    assert.is_true(path:is_valid())
    assert.same({ 4096, 4096 }, { path:get(#path) })
    -- Through the gap in the top row, then down the diagonal.
    assert.is_true(cost >= 2048 + 2047 * math.sqrt(2))
    grid:set(2048, 1, 1)
    expect.reason("unreachable", grid:find_path(1, 1, 4096, 4096, walls))
    assert.is_false(grid:is_reachable(1, 4096, 4096, 1, walls))
    path = grid:find_path(1, 4096, 4096, 4096, walls, { partial = true })
    assert.same({ 2047, 4096 }, { path:get(#path) })
    grid, path = nil, nil -- luacheck: ignore
    collectgarbage()
    collectgarbage()
  end)

  it("of more tiles raises before anything is allocated", function()
    collectgarbage()
    local before = collectgarbage "count"
    for _, size in ipairs { { 32768, 32768 }, { 16385, 8192 }, { 32768, 4097 }, { 32769, 1 }, { 1, 2 ^ 31 } } do
      assert.is_false((pcall(astar.grid, size[1], size[2])))
    end
    assert.is_true(collectgarbage "count" - before < 100)
  end)
end)

describe("the largest costs", function()
  it("of 1e100 add up, and still order paths", function()
    local dear = astar.rules { cost = { ["."] = 1e100, ["~"] = 9e99 }, neighbors = 4 }
    local grid = astar.grid { "......", "~~~~~~" }
    local path, cost = grid:find_path(1, 1, 6, 1, dear)
    expect.near(4.9, cost / 1e100 - 0.1 + 0) -- six tiles of water would be dearer: 6 * 0.9 + 1
    assert.equal(6, #path)
    grid:set_penalty(3, 1, 1e100)
    path, cost = grid:find_path(1, 1, 6, 1, dear)
    assert.is_true(cost <= 6e100)
    assert.is_true(path:is_valid())
  end)

  it("of 1e100 for penalties and links", function()
    local grid = astar.grid { ".#.", "..." }
    local plain = astar.rules { cost = { ["."] = 1 } }
    grid:set_penalty(2, 2, 1e100)
    assert.equal(1e100 + 1 + 1, select(2, grid:find_path(1, 2, 3, 2, plain)))
    grid:link(1, 1, 3, 1, { cost = 1e100 })
    assert.equal(1e100, select(2, grid:find_path(1, 1, 3, 1, plain)))
  end)

  it("next to the smallest, 1e-100: no path is lost", function()
    local both = astar.rules { cost = { ["."] = 1e-100, ["^"] = 1e100 }, neighbors = 4 }
    local grid = astar.grid { "..^..", ".....", "^^^^." }
    local _, cost = grid:find_path(1, 1, 5, 3, both)
    expect.near(6, cost / 1e-100)
    grid:set(3, 2, "^")
    _, cost = grid:find_path(1, 1, 5, 3, both)
    expect.near(1, cost / 1e100)
  end)

  it("of 1e-100 everywhere", function()
    local tiny = astar.rules { cost = { ["."] = 1e-100 } }
    local path, cost = astar.grid(50, 50, { fill = "." }):find_path(1, 1, 50, 50, tiny)
    expect.near(49 * math.sqrt(2), cost / 1e-100)
    assert.equal(50, #path)
  end)

  it("as lengths of moves", function()
    local grid = astar.grid(3, 1)
    local long = astar.rules { default = 1, neighbors = { { 1, 0, cost = 1e100 } } }
    assert.equal(2e100, select(2, grid:find_path(1, 1, 3, 1, long)))
    local short = astar.rules { default = 1, neighbors = { { 1, 0, cost = 1e-100 } } }
    assert.equal(2e-100, select(2, grid:find_path(1, 1, 3, 1, short)))
  end)

  it("as diagonals", function()
    local grid = astar.grid(5, 5)
    assert.equal(8, select(2, grid:find_path(1, 1, 5, 5, astar.rules { default = 1, diagonal_cost = 1e100 })))
    expect.near(4e-100 / 1e-100, select(2, grid:find_path(1, 1, 5, 5,
      astar.rules { default = 1, diagonal_cost = 1e-100 })) / 1e-100)
  end)
end)

describe("the longest list of moves", function()
  it("has 64, of a reach of 16, with 32 clear tiles", function()
    local clear = {}
    for i = 1, 32 do clear[i] = { i % 16, math.floor(i / 17) } end
    local moves = { { 16, 16, clear = clear }, { -16, -16 } }
    for i = 3, 64 do moves[i] = { i % 16 + 1, math.floor(i / 16) - 8 } end
    local jumper = astar.rules { default = 1, neighbors = moves }
    expect.tiles("1,1 17,17", astar.grid(17, 17):find_path(1, 1, 17, 17, jumper))
    clear[33] = { 0, 0 }
    assert.is_false((pcall(astar.rules, { default = 1, neighbors = moves })))
  end)
end)

describe("the largest mover", function()
  it("is 64 x 64", function()
    local grid = astar.grid(70, 66)
    local giant = astar.rules { default = 1, size = 64 }
    assert.equal(6, select(2, grid:find_path(1, 1, 7, 1, giant)))
    grid:block(70, 64)
    expect.reason("goal_blocked", grid:find_path(1, 1, 7, 1, giant))
    assert.equal(5, select(2, grid:find_path(1, 1, 6, 1, giant)))
  end)
end)

describe("the largest numbers of options", function()
  local grid = astar.grid(20, 20)

  it("are taken", function()
    local path, cost = grid:find_path(1, 1, 20, 20, rules, {
      max_cost = 1e300, max_expansions = 2 ^ 53, weight = 1e300,
    })
    assert(path, cost)
    expect.tiles("1,1", grid:find_path(1, 1, 20, 20, rules, { range = 2 ^ 53 }))
    expect.tiles("1,1", grid:find_path(1, 1, 20, 20, rules, { range = 2 ^ 31 }))
    assert.truthy(grid:find_path(1, 1, 20, 20, rules, { max_cost = math.huge }))
  end)

  it("and the smallest", function()
    assert.truthy(grid:find_path(1, 1, 20, 20, rules, { weight = 0 }))
    assert.truthy(grid:find_path(1, 1, 20, 20, rules, { weight = 1e-300 }))
    expect.reason("limit", grid:find_path(1, 1, 20, 20, rules, { max_cost = 1e-300 }))
    expect.reason("limit", grid:find_path(1, 1, 20, 20, rules, { max_expansions = 0 }))
  end)
end)

describe("coordinates far off the grid", function()
  it("are out of bounds, however far", function()
    local grid = astar.grid(3, 3)
    for _, far in ipairs { 2 ^ 15, 2 ^ 16, 2 ^ 31, 2 ^ 32, 2 ^ 32 + 1, 2 ^ 53, 1e300 } do
      for _, x in ipairs { far, -far, far + 2, 2 - far } do
        expect.reason("out_of_bounds", grid:find_path(x, 1, 1, 1, rules))
        expect.reason("out_of_bounds", grid:find_path(1, 1, 1, x, rules))
        expect.reason("out_of_bounds", grid:find_nearest(1, 1, { { x, x } }, rules))
        assert.is_false(grid:is_reachable(x, 1, 1, 1, rules))
        assert.is_nil(grid:get(x, 1))
        assert.is_false((pcall(grid.set, grid, x, 1, 1)))
      end
    end
  end)
end)
