local astar = require "astar"
local expect = require "spec.support.expect"
local oracle = require "spec.support.oracle"

local PLAIN = { cost = { ["."] = 1 } }

local function model_of(rows)
  local map = oracle.map(#rows[1], #rows)
  for y, row in ipairs(rows) do
    for x = 1, #row do map:set(x, y, row:sub(x, x)) end
  end
  return map
end

describe("find_path", function()
  it("finds the path of the README", function()
    local grid = astar.grid {
      "##########",
      "#...~~...#",
      "#.##~~##.#",
      "#........#",
      "##########",
    }
    local on_foot = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }
    local path, cost = grid:find_path(2, 2, 9, 4, on_foot)
    assert.equal(9, cost)
    assert.equal(10, #path)
    expect.tiles("2,2 2,3 2,4 3,4 4,4 5,4 6,4 7,4 8,4 9,4", path)
  end)

  describe("on the maps of tutorials", function()
    -- 1 is a wall; (row, column) count from 0 there.
    local first = {
      "111111111111",
      "100110100001",
      "100110000001",
      "100000100111",
      "111000001101",
      "110100000001",
      "101000010001",
      "111111111111",
    }
    local second = {
      "000101000",
      "000101000",
      "000001000",
      "000101010",
      "000101010",
      "000100010",
      "000100010",
      "000100010",
    }
    local root = math.sqrt(2)

    -- From (row1, column1) to (row2, column2): library and oracle must return the expected cost.
    local function check(rows, row1, column1, row2, column2, options, expected)
      options.cost = { ["0"] = options.straight or 1 }
      options.straight = nil
      local grid, rules = astar.grid(rows), astar.rules(options)
      local path, cost = grid:find_path(column1 + 1, row1 + 1, column2 + 1, row2 + 1, rules)
      assert(path, cost)
      expect.near(expected, cost)
      local answer = oracle.answer(model_of(rows), oracle.rules(options), {
        x = column1 + 1, y = row1 + 1, goals = { { column2 + 1, row2 + 1 } },
      })
      expect.near(answer.cost, cost)
      return path
    end

    it("goes from (1,1) to (6,10) without cutting corners", function()
      local path = check(first, 1, 1, 6, 10, {}, 6 + 4 * root)
      assert.equal(11, #path)
      check(first, 1, 1, 6, 10, { diagonal = "only_when_no_obstacles" }, 6 + 4 * root)
      check(first, 1, 1, 6, 10, { straight = 10, diagonal_cost = 1.4 }, 116)
      check(first, 1, 1, 6, 10, { neighbors = 4 }, 14)
    end)

    it("goes from (5,1) to (3,8) with corners cut", function()
      check(second, 5, 1, 3, 8, { diagonal = "always" }, 3 + 7 * root)
      check(second, 5, 1, 3, 8, { diagonal = "if_at_most_one_obstacle" }, 3 + 7 * root)
      check(second, 5, 1, 3, 8, { diagonal = "always", straight = 10, diagonal_cost = 1.4 }, 128)
      check(second, 5, 1, 3, 8, {}, 15 + root)
      check(second, 5, 1, 3, 8, { diagonal = "never" }, 17)
    end)
  end)

  it("returns a path of one tile and cost 0 if the start is the goal", function()
    local grid = astar.grid { ".#" }
    for _, x in ipairs { 1, 2 } do -- also in a wall
      local path, cost = grid:find_path(x, 1, x, 1, astar.rules(PLAIN))
      expect.tiles(x .. ",1", path, cost)
      assert.equal(0, cost)
      assert.is_false(path:is_partial())
    end
  end)

  it("never checks the start: a mover may stand on its own obstacle", function()
    local rules = astar.rules(PLAIN)
    local grid = astar.grid { "...", ".#.", "..." }
    grid:block(1, 1)
    assert.equal(2, select(2, grid:find_path(1, 1, 3, 1, rules)))
    assert.equal(1, select(2, grid:find_path(2, 2, 2, 1, rules)))
    expect.reason("goal_blocked", grid:find_path(3, 1, 1, 1, rules))
  end)

  it("treats a blocked start the same in each call", function()
    local rules = astar.rules(PLAIN)
    local grid = astar.grid { "...." }
    grid:block(1, 1)
    for _ = 1, 3 do
      assert.equal(3, select(2, grid:find_path(1, 1, 4, 1, rules)))
      assert.is_true(grid:is_reachable(1, 1, 4, 1, rules))
      expect.reason("goal_blocked", grid:find_path(4, 1, 1, 1, rules))
    end
  end)

  describe("returns the reason if there is no path:", function()
    local grid = astar.grid { "..#..", "..#.." }
    local rules = astar.rules(PLAIN)

    it("out_of_bounds", function()
      for _, at in ipairs { { 0, 1 }, { 1, 0 }, { 6, 1 }, { 1, 3 }, { -1, -1 }, { 2 ^ 31, 1 }, { 1, -2 ^ 53 } } do
        expect.reason("out_of_bounds", grid:find_path(at[1], at[2], 1, 1, rules))
        expect.reason("out_of_bounds", grid:find_path(1, 1, at[1], at[2], rules))
        expect.reason("out_of_bounds", grid:find_path(at[1], at[2], at[1], at[2], rules))
        expect.reason("out_of_bounds", grid:find_path(1, 1, at[1], at[2], rules, { partial = true }))
      end
    end)

    it("goal_blocked", function()
      expect.reason("goal_blocked", grid:find_path(1, 1, 3, 2, rules))
    end)

    it("unreachable", function()
      expect.reason("unreachable", grid:find_path(1, 1, 5, 2, rules))
      expect.reason("unreachable", grid:find_path(5, 2, 1, 1, rules))
    end)

    it("limit", function()
      expect.reason("limit", grid:find_path(1, 1, 2, 2, rules, { max_cost = 1 }))
    end)
  end)

  it("does not change the grid and the options", function()
    local grid = astar.grid { "...", "..." }
    local before = grid:serialize()
    local options = { range = 1, partial = true, max_cost = 10, weight = 1.5, algorithm = "astar" }
    grid:find_path(1, 1, 3, 2, astar.rules(PLAIN), options)
    assert.equal(before, grid:serialize())
    assert.same({ range = 1, partial = true, max_cost = 10, weight = 1.5, algorithm = "astar" }, options)
  end)

  it("accepts integers and floats with integer values", function()
    expect.tiles("1,1 2,1", astar.grid({ ".." }):find_path(1.0, 1.0, 2.0, 1.0, astar.rules(PLAIN)))
  end)

  describe("with range", function()
    local rules = astar.rules(PLAIN)

    it("ends at the first tile in range", function()
      local path, cost = astar.grid({ "......" }):find_path(1, 1, 6, 1, rules, { range = 2 })
      expect.tiles("1,1 2,1 3,1 4,1", path, cost)
      assert.is_false(path:is_partial())
    end)

    it("counts the steps of the mover, with diagonals", function()
      local path = astar.grid(8, 8):find_path(1, 1, 8, 8, astar.rules { default = 1 }, { range = 3 })
      local x, y = path:get(#path)
      assert.same({ 5, 5 }, { x, y })
    end)

    it("counts the steps of the mover, without diagonals", function()
      for _, options in ipairs { { neighbors = 4 }, { diagonal = "never" } } do
        options.default = 1
        local path, cost = astar.grid(8, 8):find_path(1, 1, 8, 8, astar.rules(options), { range = 3 })
        local x, y = path:get(#path)
        assert.equal(3, 8 - x + 8 - y)
        assert.equal(11, cost)
      end
    end)

    it("ignores walls between, and accepts an impassable goal", function()
      local path, cost = astar.grid({ "....#." }):find_path(1, 1, 6, 1, rules, { range = 2 })
      expect.tiles("1,1 2,1 3,1 4,1", path, cost)
      path, cost = astar.grid({ "....#" }):find_path(1, 1, 5, 1, rules, { range = 1 })
      expect.tiles("1,1 2,1 3,1 4,1", path, cost)
    end)

    it("returns one tile if the start is in range, passable or not", function()
      local grid = astar.grid { "..#.." }
      expect.tiles("2,1", grid:find_path(2, 1, 4, 1, rules, { range = 2 }))
      expect.tiles("3,1", grid:find_path(3, 1, 5, 1, rules, { range = 2 }))
    end)

    it("returns goal_blocked if no tile in range is passable", function()
      local grid = astar.grid { "...###", "...###" }
      expect.reason("goal_blocked", grid:find_path(1, 1, 6, 1, rules, { range = 1 }))
      expect.reason("unreachable", astar.grid({ "..##.." }):find_path(1, 1, 6, 1, rules, { range = 1 }))
    end)
  end)

  describe("with partial", function()
    local rules = astar.rules(PLAIN)
    local partial = { partial = true }

    it("leads to the nearest tile if the goal is a wall", function()
      local path, cost = astar.grid({ "....#" }):find_path(1, 1, 5, 1, rules, partial)
      expect.tiles("1,1 2,1 3,1 4,1", path, cost)
      assert.is_true(path:is_partial())
      assert.equal(3, cost)
    end)

    it("leads to the nearest tile if the goal is unreachable", function()
      local grid = astar.grid { "...#..", "...#..", "...#.." }
      local path, cost = grid:find_path(1, 3, 6, 1, rules, partial)
      assert.equal(3, (path:get(#path)))
      assert.is_true(path:is_partial())
      expect.near(2, cost) -- any tile of that column is 3 steps away; the cheapest is straight ahead
    end)

    it("prefers the cheapest among equally near tiles", function()
      local grid = astar.grid { "..~##", ".~~#.", "...##" }
      local path, cost = grid:find_path(1, 2, 5, 2, astar.rules { cost = { ["."] = 1, ["~"] = 5 } }, partial)
      local x, y = path:get(#path)
      assert.same({ 3, 3 }, { x, y })
      expect.near(1 + math.sqrt(2), cost)
    end)

    it("stays at the start if no tile is nearer", function()
      local path, cost = astar.grid({ "...#." }):find_path(3, 1, 5, 1, rules, partial)
      expect.tiles("3,1", path, cost)
      assert.equal(0, cost)
      assert.is_true(path:is_partial())
    end)

    it("is not partial if the goal is found", function()
      local path = astar.grid({ "..." }):find_path(1, 1, 3, 1, rules, partial)
      assert.is_false(path:is_partial())
      assert.equal(3, #path)
    end)

    it("leads to the nearest tile so far if a limit ends the search", function()
      local grid = astar.grid(20, 1, { fill = "." })
      local path, cost = grid:find_path(1, 1, 20, 1, rules, { partial = true, max_cost = 5 })
      assert.is_true(path:is_partial())
      assert.is_true(cost <= 5)
      path = grid:find_path(1, 1, 20, 1, rules, { partial = true, max_expansions = 3 })
      assert.is_true(path:is_partial())
      assert.is_true(path:expanded() <= 3)
    end)

    it("does not search the whole map if the connected components give the answer", function()
      local grid = astar.grid(200, 200, { fill = "." })
      grid:fill("#", 190, 190, 11, 11)
      grid:fill(".", 195, 195, 1, 1)
      local path = grid:find_path(180, 195, 195, 195, rules, partial)
      assert.is_true(path:is_partial())
      assert.is_true(path:expanded() < 4000, "expanded " .. path:expanded())
    end)
  end)

  describe("with a limit", function()
    local rules = astar.rules(PLAIN)
    local grid = astar.grid { "..........", "########..", ".........." }

    it("returns paths up to max_cost, and the reason limit above it", function()
      assert.equal(9, select(2, grid:find_path(1, 1, 10, 1, rules, { max_cost = 9 })))
      expect.reason("limit", grid:find_path(1, 1, 10, 1, rules, { max_cost = 8.9 }))
      assert.equal(9, select(2, grid:find_path(1, 1, 10, 1, rules, { max_cost = math.huge })))
      expect.reason("limit", grid:find_path(1, 1, 2, 1, rules, { max_cost = 0 }))
    end)

    it("ends after max_expansions", function()
      expect.reason("limit", grid:find_path(1, 1, 1, 3, rules, { max_expansions = 2 }))
      assert.truthy(grid:find_path(1, 1, 1, 3, rules, { max_expansions = 1000000 }))
      expect.reason("limit", grid:find_path(1, 1, 1, 3, rules, { max_expansions = 0 }))
      assert.equal(0, select(2, grid:find_path(1, 1, 1, 1, rules, { max_expansions = 0 })))
    end)

    it("prefers the reasons unreachable and goal_blocked", function()
      local rooms = astar.grid { "...#.." }
      expect.reason("unreachable", rooms:find_path(1, 1, 5, 1, rules, { max_cost = 100 }))
      expect.reason("unreachable", rooms:find_path(1, 1, 5, 1, rules, { max_cost = 0 }))
      expect.reason("unreachable", rooms:find_path(1, 1, 5, 1, rules, { max_expansions = 1 }))
      expect.reason("goal_blocked", rooms:find_path(1, 1, 4, 1, rules, { max_cost = 0 }))
    end)
  end)

  describe("by algorithm", function()
    -- A wall with a door at its end; mud before it.
    local rows = {
      "..........",
      "......~~#.",
      "......~~#.",
      "......~~#.",
      "......~~..",
    }
    local rules = astar.rules { cost = { ["."] = 1, ["~"] = 5 } }

    it("is optimal with auto, astar and dijkstra", function()
      local costs = {}
      for i, algorithm in ipairs { "auto", "astar", "dijkstra" } do
        local path, cost = astar.grid(rows):find_path(1, 3, 10, 3, rules, { algorithm = algorithm })
        assert(path, cost)
        costs[i] = cost
      end
      expect.near(costs[1], costs[2])
      expect.near(costs[1], costs[3])
      assert.equal(costs[1], select(2, astar.grid(rows):find_path(1, 3, 10, 3, rules)))
    end)

    it("expands few nodes with greedy, and the path is legal", function()
      local grid = astar.grid(rows)
      local path, cost = grid:find_path(1, 3, 10, 3, rules, { algorithm = "greedy" })
      local best = select(2, grid:find_path(1, 3, 10, 3, rules))
      assert.is_true(cost >= best - 1e-9)
      assert.is_true(path:is_valid())
    end)

    it("expands fewer nodes with a heuristic than without", function()
      local grid = astar.grid(60, 60, { fill = "." })
      local informed = grid:find_path(30, 30, 60, 30, rules)
      local blind = grid:find_path(30, 30, 60, 30, rules, { algorithm = "dijkstra" })
      assert.equal(informed:cost(), blind:cost())
      assert.is_true(informed:expanded() < blind:expanded() / 4)
    end)
  end)

  describe("with weight", function()
    it("costs at most that factor times the optimum", function()
      local grid = astar.grid {
        "............",
        ".~~~~~~~~~~.",
        ".~~~~~~~~~~.",
        "............",
      }
      local rules = astar.rules { cost = { ["."] = 1, ["~"] = 1.5 } }
      local best = select(2, grid:find_path(1, 2, 12, 3, rules))
      for _, weight in ipairs { 0, 0.5, 1, 1.2, 2, 10, 1000 } do
        local path, cost = grid:find_path(1, 2, 12, 3, rules, { weight = weight })
        assert(path, cost)
        assert.is_true(cost <= best * math.max(1, weight) + 1e-9)
        assert.is_true(path:is_valid())
      end
    end)
  end)
end)
