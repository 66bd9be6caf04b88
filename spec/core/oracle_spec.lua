-- The oracle checks all other answers. Here the oracle is checked, by cases that are small enough for paper.

local oracle = require "spec.support.oracle"

local function map_of(rows, layout)
  local map = oracle.map(#rows[1], #rows, layout)
  for y, row in ipairs(rows) do
    for x = 1, #row do map:set(x, y, row:sub(x, x)) end
  end
  return map
end

local function rules_of(options)
  options.cost = options.cost or { ["."] = 1 }
  return oracle.rules(options)
end

local function answer(map, rules, x1, y1, x2, y2, more)
  local query = { x = x1, y = y1, goals = { { x2, y2 } } }
  for key, value in pairs(more or {}) do query[key] = value end
  return oracle.answer(map, rules, query)
end

local function cost(...)
  return answer(...).cost
end

local function near(expected, actual)
  assert.is_true(actual ~= nil and math.abs(actual - expected) < 1e-9,
    ("expected %s, got %s"):format(tostring(expected), tostring(actual)))
end

describe("oracle", function()
  it("counts straight and diagonal steps", function()
    local map = map_of { ".....", ".....", "....." }
    near(4, cost(map, rules_of {}, 1, 1, 5, 1))
    near(2 * math.sqrt(2) + 2, cost(map, rules_of {}, 1, 1, 5, 3))
    near(6, cost(map, rules_of { neighbors = 4 }, 1, 1, 5, 3))
    near(6, cost(map, rules_of { diagonal = "never" }, 1, 1, 5, 3))
    near(2 * 1.4 + 2, cost(map, rules_of { diagonal_cost = 1.4 }, 1, 1, 5, 3))
    near(6, cost(map, rules_of { diagonal_cost = 2.5 }, 1, 1, 5, 3))
  end)

  it("charges the entered terrain, times the length, plus its penalty", function()
    local map = map_of { ".~." }
    local rules = rules_of { cost = { ["."] = 1, ["~"] = 4 } }
    near(4, cost(map, rules, 1, 1, 2, 1))
    near(5, cost(map, rules, 1, 1, 3, 1))
    near(1, cost(map, rules, 2, 1, 3, 1))
    map:set_penalty(3, 1, 0.5)
    near(5.5, cost(map, rules, 1, 1, 3, 1))
    near(5, cost(map, rules, 3, 1, 1, 1))
    local corner = map_of { "..", ".~" }
    near(5, cost(corner, rules, 1, 1, 2, 2)) -- 4 times sqrt 2 would be more expensive
    near(2 * math.sqrt(2), cost(corner, rules_of { cost = { ["."] = 1, ["~"] = 2 } }, 1, 1, 2, 2))
  end)

  it("leads around walls and dynamic obstacles", function()
    local map = map_of { "...", ".#.", "..." }
    near(4, cost(map, rules_of {}, 1, 2, 3, 2))
    near(2 * math.sqrt(2), cost(map, rules_of { diagonal = "always" }, 1, 2, 3, 2))
    map:block(2, 1)
    map:block(2, 3)
    assert.equal("unreachable", answer(map, rules_of {}, 1, 2, 3, 2).reason)
    near(4, cost(map, rules_of { ignore_blocked = true }, 1, 2, 3, 2))
    assert.equal("goal_blocked", answer(map, rules_of {}, 1, 2, 2, 2).reason)
    assert.equal("out_of_bounds", answer(map, rules_of {}, 1, 2, 4, 2).reason)
  end)

  it("has layers of dynamic obstacles", function()
    local map = map_of { "..." }
    map:block(2, 1, true, 3)
    assert.is_true(map:is_blocked(2, 1))
    assert.is_true(map:is_blocked(2, 1, 3))
    assert.is_false(map:is_blocked(2, 1, 1))
    local function reason(ignore_blocked)
      return answer(map, rules_of { ignore_blocked = ignore_blocked }, 1, 1, 3, 1).reason
    end
    assert.equal("unreachable", reason(nil))
    assert.equal("unreachable", reason {})
    assert.equal("unreachable", reason { 1, 2, 4 })
    assert.is_nil(reason { 3 })
    assert.is_nil(reason(true))
    map:block(2, 1)
    assert.equal("unreachable", reason { 3 })
    assert.is_nil(reason { 3, 1 })
    local copy = map:clone()
    map:block(2, 1, false, 3)
    assert.is_true(map:is_blocked(2, 1))
    map:block(2, 1, false)
    assert.is_false(map:is_blocked(2, 1))
    assert.is_true(copy:is_blocked(2, 1, 1) and copy:is_blocked(2, 1, 3))
  end)

  it("scales penalties", function()
    local map = map_of { "..." }
    map:set_penalty(2, 1, 6)
    near(8, cost(map, rules_of {}, 1, 1, 3, 1))
    near(5, cost(map, rules_of { penalty_scale = 0.5 }, 1, 1, 3, 1))
    near(2, cost(map, rules_of { penalty_scale = 0 }, 1, 1, 3, 1))
  end)

  it("lets a query replace the ignored layers and the penalty scale of its rules", function()
    local map = map_of { "..." }
    map:set_penalty(3, 1, 6)
    map:block(2, 1, true, 2)
    local ghost = rules_of { ignore_blocked = true, penalty_scale = 2 }
    near(14, cost(map, ghost, 1, 1, 3, 1))
    near(14, cost(map, oracle.override(ghost, nil), 1, 1, 3, 1))
    near(2, cost(map, oracle.override(ghost, { penalty_scale = 0 }), 1, 1, 3, 1))
    near(8, cost(map, oracle.override(ghost, { penalty_scale = 1, ignore_blocked = { 2 } }), 1, 1, 3, 1))
    assert.equal("unreachable", answer(map, oracle.override(ghost, { ignore_blocked = false }), 1, 1, 3, 1).reason)
    assert.equal("unreachable", answer(map, oracle.override(ghost, { ignore_blocked = { 1 } }), 1, 1, 3, 1).reason)
    near(14, cost(map, ghost, 1, 1, 3, 1)) -- the rules did not change
  end)

  it("has the four corner rules", function()
    local function rules(diagonal) return rules_of { diagonal = diagonal } end
    local free, one, two = map_of { "..", ".." }, map_of { ".#", ".." }, map_of { ".#", "#." }
    local root = math.sqrt(2)
    for _, case in ipairs {
      { "always", root, root, root },
      { "if_at_most_one_obstacle", root, root, nil },
      { "only_when_no_obstacles", root, 2, nil },
      { "never", 2, 2, nil },
    } do
      near(case[2], cost(free, rules(case[1]), 1, 1, 2, 2))
      near(case[3], cost(one, rules(case[1]), 1, 1, 2, 2))
      assert.equal(case[4], (cost(two, rules(case[1]), 1, 1, 2, 2)))
    end
  end)

  it("treats a closed edge as an obstacle", function()
    local map = map_of { "..", ".." }
    map:set_edge(2, 1, 0, 1, false) -- between (2, 1) and the goal
    near(2, cost(map, rules_of {}, 1, 1, 2, 2))
    near(math.sqrt(2), cost(map, rules_of { diagonal = "if_at_most_one_obstacle" }, 1, 1, 2, 2))
    map:set_edge(1, 1, 1, 1, false) -- the diagonal itself
    near(2, cost(map, rules_of { diagonal = "always" }, 1, 1, 2, 2))
  end)

  it("passes one-way edges in one direction", function()
    local map = map_of { ".." }
    map:set_edge(1, 1, 1, 0, false, true)
    assert.equal("unreachable", answer(map, rules_of {}, 1, 1, 2, 1).reason)
    near(1, cost(map, rules_of {}, 2, 1, 1, 1))
    map:set_edge(1, 1, 1, 0, false)
    assert.equal("unreachable", answer(map, rules_of {}, 2, 1, 1, 1).reason)
    map:set_edge(2, 1, -1, 0, true)
    near(1, cost(map, rules_of {}, 1, 1, 2, 1))
  end)

  it("uses the cost of links", function()
    local map = map_of { ".#~" }
    local rules = rules_of { cost = { ["."] = 1, ["~"] = 9 } }
    map:set_penalty(3, 1, 5)
    local id = map:link(1, 1, 3, 1, { cost = 2 })
    near(2, cost(map, rules, 1, 1, 3, 1))
    near(2, cost(map, rules, 3, 1, 1, 1))
    map:unlink(id)
    assert.equal("unreachable", answer(map, rules, 1, 1, 3, 1).reason)
    map:link(1, 1, 3, 1, { one_way = true })
    near(1, cost(map, rules, 1, 1, 3, 1))
    assert.equal("unreachable", answer(map, rules, 3, 1, 1, 1).reason)
  end)

  it("fits large movers, whose step costs as much as on the most expensive of their tiles", function()
    local map = map_of { "....", "..~.", "#..." }
    local rules = rules_of { cost = { ["."] = 1, ["~"] = 4 }, size = 2 }
    assert.is_true(oracle.fits(map, rules, 1, 1))
    assert.is_false(oracle.fits(map, rules, 1, 2))
    assert.is_false(oracle.fits(map, rules, 4, 1))
    near(4, cost(map, rules, 1, 1, 2, 1))
    near(8, cost(map, rules, 1, 1, 3, 1))
    map:set_edge(2, 2, 1, 0, false)
    assert.equal("unreachable", answer(map, rules, 1, 1, 2, 1).reason)
  end)

  it("moves by lists", function()
    local map = map_of { "....", "....", "...." }
    local knight = rules_of { neighbors = { { 1, 2 }, { 2, 1 }, { 2, -1 }, { -1, 2 } } }
    near(math.sqrt(5), cost(map, knight, 1, 1, 2, 3))
    near(2 * math.sqrt(5), cost(map, knight, 1, 2, 2, 3)) -- over (3, 1)
    local jump = rules_of { neighbors = { { 2, 0, cost = 3, clear = { { 1, 0 } } } } }
    near(3, cost(map, jump, 1, 1, 3, 1))
    map:block(2, 1)
    assert.equal("unreachable", answer(map, jump, 1, 1, 3, 1).reason)
    map:set_edge(1, 2, 1, 0, false) -- jumps pass over walls
    near(3, cost(map, jump, 1, 2, 3, 2))
  end)

  it("calls the step function with the terrains as they are written in the rules", function()
    local map = map_of { ".^." }
    local rules = rules_of {
      cost = { ["."] = 1, [94] = 2 },
      step = function(from, to, dx)
        if from == "." and to == 94 then return 10 end
        if from == 94 and dx == -1 then return false end
      end,
    }
    near(11, cost(map, rules, 1, 1, 3, 1))
    assert.equal("unreachable", answer(map, rules, 3, 1, 1, 1).reason)
    map:set_penalty(2, 1, 0.25)
    near(10.25, cost(map, rules, 1, 1, 2, 1))
  end)

  it("has the six neighbors of each hex layout", function()
    -- The tile (2, 2) is in row 1 and column 1, counted from 0: both are odd.
    for layout, expected in pairs {
      odd_r = "2,1 3,1 1,2 3,2 2,3 3,3",
      even_r = "1,1 2,1 1,2 3,2 1,3 2,3",
      odd_q = "2,1 1,2 3,2 1,3 2,3 3,3",
      even_q = "1,1 2,1 3,1 1,2 3,2 2,3",
    } do
      local map = map_of({ "...", "...", "..." }, layout)
      local found = {}
      for _, step in ipairs(oracle.successors(map, rules_of {}, 2, 2)) do
        found[#found + 1] = step.x .. "," .. step.y
        assert.equal(1, step.cost)
      end
      assert.equal(expected, table.concat(found, " "))
    end
    local map = map_of({ "....", "....", "....", "...." }, "odd_r")
    assert.equal(4, oracle.steps(map, rules_of {}, 1, 1, 4, 3))
    near(4, cost(map, rules_of {}, 1, 1, 4, 3))
  end)

  it("measures distances in the steps of the mover", function()
    local map = map_of { ".....", ".....", "....." }
    assert.equal(4, oracle.steps(map, rules_of {}, 1, 1, 5, 3))
    assert.equal(6, oracle.steps(map, rules_of { neighbors = 4 }, 1, 1, 5, 3))
    assert.equal(6, oracle.steps(map, rules_of { diagonal = "never" }, 1, 1, 5, 3))
    assert.equal(4, oracle.steps(map, rules_of { neighbors = { { 1, 2 } } }, 1, 1, 5, 3))
  end)

  it("never checks the start", function()
    local map = map_of { "#.." }
    near(2, cost(map, rules_of {}, 1, 1, 3, 1))
    near(0, cost(map, rules_of {}, 1, 1, 1, 1))
    assert.equal("goal_blocked", answer(map, rules_of {}, 3, 1, 1, 1).reason)
  end)

  it("answers range, partial and max_cost", function()
    local map = map_of { "...#.", "...#.", "...#." }
    local rules = rules_of {}
    near(2, cost(map, rules, 1, 1, 5, 1, { range = 2 }))
    near(0, cost(map, rules, 3, 1, 5, 1, { range = 2 }))
    assert.equal("goal_blocked", answer(map, rules, 1, 1, 4, 1, {}).reason)
    local partial = answer(map, rules, 1, 1, 5, 1, { partial = true })
    near(2, partial.cost)
    assert.equal(2, partial.steps)
    assert.is_true(partial.partial)
    assert.equal("unreachable", answer(map, rules, 1, 1, 5, 1, { max_cost = 9 }).reason)
    assert.equal("limit", answer(map, rules, 1, 1, 3, 1, { max_cost = 1.5 }).reason)
    near(2, cost(map, rules, 1, 1, 3, 1, { max_cost = 2 }))
  end)

  it("selects the cheapest of several goals", function()
    local map = map_of { ".~...", "....." }
    local rules = rules_of { cost = { ["."] = 1, ["~"] = 8 }, neighbors = 4 }
    local query = { x = 1, y = 1, goals = { { 5, 1 }, { 2, 1 }, { 1, 2 } } }
    near(1, oracle.answer(map, rules, query).cost)
    query.goals[3] = nil
    near(6, oracle.answer(map, rules, query).cost)
    query.goals[2] = { 9, 9 }
    assert.equal("out_of_bounds", oracle.answer(map, rules, query).reason)
    query.goals = {}
    assert.equal("goal_blocked", oracle.answer(map, rules, query).reason)
  end)

  it("computes the cost from every tile to the cheapest goal", function()
    local map = map_of { "..~.#.", "......" }
    local rules = rules_of { cost = { ["."] = 1, ["~"] = 4 }, neighbors = 4 }
    local function first_row(goals)
      local field, costs = oracle.field(map, rules, goals), {}
      for x = 1, map.width do costs[x] = field[x] and ("%g"):format(field[x]) or "-" end
      return table.concat(costs, " ")
    end
    assert.equal("1 0 1 4 - 6", first_row { { 2, 1 }, { 5, 1 } })
    assert.equal("5 4 0 4 - 8", first_row { { 3, 1 } })
    assert.equal("2 3 4 6 - 2", first_row { { 1, 1, 2 }, { 6, 1, 2 } })
    map:block(4, 2)
    assert.equal("5 4 0 4 - -", first_row { { 3, 1 } })
    map:block(4, 2, false)
    map:set_edge(1, 1, 1, 0, false, true)
    assert.equal("0 1 2 5 - 7", first_row { { 1, 1 } })
    assert.equal("3 0 1 4 - 6", first_row { { 2, 1 } })
  end)

  it("sums the cost of walks and finds an illegal step", function()
    local map = map_of { "...", ".#.", "..." }
    near(4, oracle.walk_cost(map, rules_of {}, { { 1, 2 }, { 1, 1 }, { 2, 1 }, { 3, 1 }, { 3, 2 } }))
    local none, at = oracle.walk_cost(map, rules_of {}, { { 1, 3 }, { 1, 2 }, { 2, 2 } })
    assert.is_nil(none)
    assert.equal(2, at)
  end)
end)

describe("lines", function()
  local sight = require "spec.support.sight"

  -- The tiles under a line and the part of it in each [percent], as text.
  local function tiles(layout, x1, y1, x2, y2, size)
    local list, duration = sight.tiles(oracle.map(9, 9, layout), x1, y1, x2, y2, size)
    for i, tile in ipairs(list) do
      list[i] = ("%d,%d:%d"):format(tile.x, tile.y, math.floor((tile.to - tile.from) / duration * 100 + 0.5))
    end
    return table.concat(list, " ")
  end

  it("pass through squares, and through corners without a third tile", function()
    assert.equal("2,3:100", tiles("square", 2, 3, 2, 3))
    assert.equal("4,2:17 3,2:33 2,2:33 1,2:17", tiles("square", 4, 2, 1, 2))
    assert.equal("1,1:25 2,2:50 3,3:25", tiles("square", 1, 1, 3, 3))
    assert.equal("1,1:25 2,1:25 2,2:25 3,2:25", tiles("square", 1, 1, 3, 2))
    assert.equal("1,1:17 2,1:33 3,2:33 4,2:17", tiles("square", 1, 1, 4, 2))
  end)

  it("of large movers cover all tiles that the mover touches", function()
    assert.equal("1,1 1,2 2,1 2,2 3,1 3,2", (tiles("square", 1, 1, 2, 1, 2):gsub(":%d+", "")))
    assert.equal("1,1 2,1 1,2 2,2 3,1 3,2 1,3 2,3 3,3",
      (tiles("square", 1, 1, 2, 2, 2):gsub(":%d+", "")))
  end)

  it("pass through hexes, and along the edge between two hexes", function()
    assert.equal("1,2:17 2,2:33 3,2:33 4,2:17", tiles("odd_r", 1, 2, 4, 2))
    assert.equal("2,1:33 2,3:33", tiles("odd_r", 2, 1, 2, 3))
    assert.equal("2,2:33 4,2:33", tiles("even_q", 2, 2, 4, 2))
    assert.equal("1,1:25 2,2:50 2,3:25", tiles("even_r", 1, 1, 2, 3))
    near(math.sqrt(3), sight.length(oracle.map(9, 9, "odd_r"), 2, 1, 2, 3))
    near(2, sight.length(oracle.map(9, 9, "even_r"), 1, 1, 2, 3))
  end)
end)

describe("random maps", function()
  local random_map = require "spec.support.random_map"

  it("are the same on every Lua", function()
    local random = random_map.new(42)
    local numbers = {}
    for i = 1, 8 do numbers[i] = ("%d"):format(random:int(1, 1000)) end
    assert.equal("932 729 583 633 445 408 737 568", table.concat(numbers, " "))
  end)
end)
