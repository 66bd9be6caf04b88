-- Baked indexes: their answers are those of the grid on the map as it is, whatever was edited since the bake. Random
-- maps: spec/fuzz/index.c.

local astar = require "astar"
local expect = require "spec.support.expect"

local ROWS = {
  "................................",
  ".######.#########..#######.####.",
  ".#....#.#.......#..#.....#.#..#.",
  ".#.##.#.#.#####.#..#.###.#.#..#.",
  ".#..#.....#...#....#...#...#..#.",
  ".####.#.#.#.#.#.#..#####.#.##.#.",
  "......#.#.#.###.#........#......",
  ".######.#.......#########.#####.",
  "........#########...............",
}
local WIDTH, HEIGHT = #ROWS[1], #ROWS

local rules = astar.rules { cost = { ["."] = 1 } }

local function new_grid() return astar.grid(ROWS) end

-- Bakes an index, which must succeed.
local function bake(grid, own_rules, options)
  local index, reason, message = grid:bake(own_rules or rules, options)
  if not index then error(("no index: %s, %s"):format(reason, message)) end
  return index
end

local function assert_near(expected, actual, what)
  if type(expected) ~= "number" or type(actual) ~= "number" then
    if expected ~= actual then
      error(("%s: %s, expected %s"):format(what, tostring(actual), tostring(expected)), 2)
    end
  elseif math.abs(expected - actual) > 1e-12 * expected then
    error(("%s: %.17g, expected %.17g"):format(what, actual, expected), 2)
  end
end

-- One query of the grid and of the index must have the same answer.
local function assert_same(grid, index, own_rules, x1, y1, x2, y2, filter)
  local what = ("(%d, %d) to (%d, %d)"):format(x1, y1, x2, y2)
  local expected, expected_cost = grid:find_path(x1, y1, x2, y2, own_rules, filter)
  local path, cost = index:find_path(x1, y1, x2, y2)
  assert_near(expected_cost, cost, what)
  assert.equal(expected == nil, path == nil)
  if path then
    assert.is_true(path:is_valid(), what)
    assert.same({ x1, y1 }, { path:get(1) })
    assert.same({ x2, y2 }, { path:get(#path) })
    assert.equal(cost, path:cost(#path))
  end
  local alone, reason = index:cost(x1, y1, x2, y2)
  assert_near(cost, alone or reason, "the cost of " .. what)
end

-- Every `step`-th tile is a start, every tile is a goal.
local function assert_same_everywhere(grid, index, own_rules, step, filter)
  local width, height = grid:size()
  local points = {}
  for y = 1, height do
    for x = 1, width do points[#points + 1] = { x, y } end
  end
  for i = 1, #points, step or 1 do
    local x, y = points[i][1], points[i][2]
    local costs = index:costs(x, y, points)
    for k, point in ipairs(points) do
      local path, cost = grid:find_path(x, y, point[1], point[2], own_rules, filter)
      assert_near(path and cost or false, costs[k], ("costs: (%d, %d) to (%d, %d)"):format(x, y, point[1], point[2]))
      if (i + k) % 7 == 0 then assert_same(grid, index, own_rules, x, y, point[1], point[2], filter) end
    end
  end
end

describe("a baked index", function()
  it("answers without a search", function()
    local grid = new_grid()
    local index = bake(grid)
    local path, cost = index:find_path(1, 1, 13, 5)
    assert_near(select(2, grid:find_path(1, 1, 13, 5, rules)), cost, "the cost")
    assert.equal(0, path:expanded())
    assert.equal(cost, path:cost())
    assert.is_false(path:is_partial())
    assert.equal("steps", path:kind())
    assert.is_true(path:waypoints():is_valid() and path:smooth():is_valid())
    local info = index:info()
    assert.equal(1, info.answered)
    assert.equal(0, info.searched)
  end)

  it("is an astar.index with the size of its grid", function()
    local index = bake(new_grid())
    assert.equal("astar.index", getmetatable(index))
    assert.equal("astar.index 32x9", tostring(index))
  end)

  it("returns the reasons of the grid", function()
    local grid = new_grid()
    grid:set(26, 5, "#")
    grid:set(25, 6, "#") -- closes the room around (22, 3)
    local index = bake(grid)
    expect.reason("goal_blocked", index:find_path(1, 1, 2, 2))
    expect.reason("goal_blocked", index:cost(1, 1, 2, 2))
    expect.reason("unreachable", index:find_path(1, 1, 22, 3))
    expect.reason("unreachable", index:cost(1, 1, 22, 3))
    expect.reason("unreachable", index:find_nearest(1, 1, { { 22, 3 }, { 2, 2 } }))
    expect.reason("goal_blocked", index:find_nearest(1, 1, { { 2, 2 }, { 7, 3 } }))
    expect.reason("goal_blocked", index:find_nearest(1, 1, {}))
    for _, tile in ipairs { { 0, 1 }, { 33, 1 }, { 1, 0 }, { 1, 10 }, { -1e300, 1 } } do
      expect.reason("out_of_bounds", index:find_path(1, 1, tile[1], tile[2]))
      expect.reason("out_of_bounds", index:find_path(tile[1], tile[2], 1, 1))
      expect.reason("out_of_bounds", index:cost(1, 1, tile[1], tile[2]))
      expect.reason("out_of_bounds", index:cost(tile[1], tile[2], 1, 1))
      expect.reason("out_of_bounds", index:costs(tile[1], tile[2], { { 1, 1 } }))
      expect.reason("out_of_bounds", index:find_nearest(tile[1], tile[2], { { 1, 1 } }))
    end
  end)

  it("finds the path of one tile, also from an impassable start", function()
    local grid = new_grid()
    local index = bake(grid)
    local path, cost = index:find_path(5, 1, 5, 1)
    expect.tiles("5,1", path)
    assert.equal(0, cost)
    assert.equal(0, (index:cost(5, 1, 5, 1)))
    for x = 1, WIDTH do assert_same(grid, index, rules, 2, 2, x, 1) end
    grid:block(5, 1)
    assert_same(grid, index, rules, 5, 1, 5, 1)
    assert_same(grid, index, rules, 5, 1, 32, 9)
  end)

  describe("equals the grid", function()
    local diagonals = { "only_when_no_obstacles", "if_at_most_one_obstacle", "always", "never" }
    for _, diagonal in ipairs(diagonals) do
      for _, size in ipairs { 1, 2 } do
        it(("with diagonal = %q and size = %d"):format(diagonal, size), function()
          local grid = new_grid()
          local own = astar.rules { cost = { ["."] = 1 }, diagonal = diagonal, size = size }
          assert_same_everywhere(grid, bake(grid, own), own, 13)
        end)
      end
    end

    it("with 4 neighbors", function()
      local grid = new_grid()
      local own = astar.rules { cost = { ["."] = 2.5 }, neighbors = 4 }
      assert_same_everywhere(grid, bake(grid, own), own, 13)
    end)

    it("with the extremes of diagonal_cost", function()
      for _, diagonal_cost in ipairs { 1, 1.5, 2 } do
        local grid = new_grid()
        local own = astar.rules { cost = { ["."] = 0.3 }, diagonal_cost = diagonal_cost }
        assert_same_everywhere(grid, bake(grid, own), own, 29)
      end
    end)

    it("on a map without obstacles, and on one tile", function()
      local grid = astar.grid(20, 11, { fill = "." })
      assert_same_everywhere(grid, bake(grid), rules, 17)
      grid = astar.grid { "." }
      assert_same_everywhere(grid, bake(grid), rules)
      grid = astar.grid { "#" }
      local index = grid:bake(rules)
      if index then assert_same_everywhere(grid, index, rules) end
    end)

    it("on long, thin maps", function()
      local wide, high = astar.grid(200, 3, { fill = "." }), astar.grid(3, 200, { fill = "." })
      for i = 1, 70 do
        local at = i * 37 % 199 + 1
        wide:set(at, i % 3 + 1, "#")
        high:set(i % 3 + 1, at, "#")
      end
      assert_same_everywhere(wide, bake(wide), rules, 57)
      assert_same_everywhere(high, bake(high), rules, 57)
    end)
  end)

  it("has the filter that it was baked with", function()
    local grid = new_grid()
    for x = 1, WIDTH do grid:block(x, 7, true, 2) end
    for y = 1, 6 do grid:block(18, y, true, 3) end
    local filter = { ignore_blocked = { 2 } }
    local index = bake(grid, rules, filter)
    assert_same_everywhere(grid, index, rules, 23, filter)
    local path = index:find_path(1, 9, 12, 7)
    assert.is_true(path:is_valid())
    grid:block(9, 1, true, 2)
    assert.is_true(path:is_valid())
    assert_same_everywhere(grid, index, rules, 41, filter)
    local own = astar.rules { cost = { ["."] = 1 }, ignore_blocked = { 2, 3 } }
    assert_same_everywhere(grid, bake(grid, own), own, 41)
  end)

  it("has the penalty scale that it was baked with", function()
    local grid = new_grid()
    grid:set_penalty(5, 1, 100)
    local index = bake(grid, rules, { penalty_scale = 0 })
    assert.equal("corners", index:info().kind)
    assert_same_everywhere(grid, index, rules, 41, { penalty_scale = 0 })
  end)
end)

describe("after edits a baked index", function()
  it("finds paths around blocked tiles", function()
    local grid = new_grid()
    local index = bake(grid)
    for i = 1, 40 do
      grid:block(i * 7 % WIDTH + 1, i * 5 % HEIGHT + 1)
      if i % 8 == 0 then assert_same_everywhere(grid, index, rules, 37) end
    end
    for i = 1, 40 do
      grid:block(i * 7 % WIDTH + 1, i * 5 % HEIGHT + 1, false)
      if i % 8 == 0 then assert_same_everywhere(grid, index, rules, 37) end
    end
    assert.equal(0, index:info().blocked)
    assert.equal(0, index:info().opened)
  end)

  it("finds paths through opened tiles", function()
    local grid = new_grid()
    local index = bake(grid)
    local walls = { { 2, 3 }, { 13, 6 }, { 20, 5 }, { 26, 4 }, { 9, 9 }, { 17, 9 }, { 24, 8 }, { 13, 4 } }
    for i, tile in ipairs(walls) do
      assert.equal(("#"):byte(), grid:get(tile[1], tile[2]))
      grid:set(tile[1], tile[2], ".")
      assert.equal(i, index:info().opened)
      assert_same_everywhere(grid, index, rules, 67)
    end
    grid:set(13, 6, "#")
    assert.equal(7, index:info().opened)
    assert_same_everywhere(grid, index, rules, 31)
  end)

  it("finds paths through doors, baked open", function()
    local grid = new_grid()
    local doors = { { 8, 2 }, { 7, 5 }, { 25, 5 }, { 32, 5 }, { 17, 5 } }
    local index = bake(grid)
    for round = 0, 31 do
      for i, door in ipairs(doors) do grid:block(door[1], door[2], math.floor(round / 2 ^ (i - 1)) % 2 == 1) end
      assert_same_everywhere(grid, index, rules, 141)
      assert.equal(0, index:info().opened)
    end
  end)

  it("counts tiles of all obstacle layers that it does not ignore", function()
    local grid = new_grid()
    local index = bake(grid, rules, { ignore_blocked = { 4 } })
    grid:block(1, 1, true, 4)
    assert.equal(0, index:info().blocked)
    grid:block(1, 1, true, 2)
    grid:block(1, 1, true, 3)
    assert.equal(1, index:info().blocked)
    grid:block(1, 1, false, 2)
    assert.equal(1, index:info().blocked)
    grid:block(1, 1, false, 3)
    assert.equal(0, index:info().blocked)
  end)

  it("searches while the map has costs, edges or links that it does not know", function()
    local grid = new_grid()
    local index = bake(grid)
    grid:set_penalty(5, 1, 3)
    assert_same_everywhere(grid, index, rules, 61)
    grid:set_penalty(5, 1, 0)
    grid:set_edge(5, 1, 1, 0, false)
    assert_same_everywhere(grid, index, rules, 61)
    grid:set_edge(5, 1, 1, 0, true)
    local id = grid:link(1, 1, 13, 5, { cost = 2 })
    assert_same_everywhere(grid, index, rules, 61)
    assert.is_true(index:info().searched > 0)
    grid:unlink(id)
    assert_same_everywhere(grid, index, rules, 61)
    local searched = index:info().searched
    index:find_path(1, 1, 32, 9)
    assert.equal(searched, index:info().searched)
  end)

  it("survives more edits than the grid records", function()
    local grid = new_grid()
    local index = bake(grid)
    for i = 1, 5000 do grid:block(i % WIDTH + 1, 1, i % 3 ~= 0) end
    assert_same_everywhere(grid, index, rules, 61)
    for x = 1, WIDTH do grid:block(x, 1, false) end
    grid:fill("#", 3, 3, 20, 1)
    grid:fill(".", 20, 1, 4, 9)
    assert_same_everywhere(grid, index, rules, 61)
  end)

  it("becomes exact and fast again by index:bake", function()
    local grid = new_grid()
    local index = bake(grid)
    grid:fill(".", 9, 2, 9, 3)
    assert_same_everywhere(grid, index, rules, 61)
    assert.equal(index, index:bake())
    local before = index:info()
    assert.equal(0, before.opened)
    assert.is_false(before.needs_bake)
    assert.equal(0, index:find_path(1, 1, 13, 5):expanded())
    assert.equal(before.searched, index:info().searched)
    assert_same_everywhere(grid, index, rules, 61)
  end)

  it("keeps answering when index:bake is declined", function()
    local grid = new_grid()
    local index = bake(grid)
    local id = grid:link(1, 1, 13, 5)
    local same, reason, message = index:bake()
    assert.is_nil(same)
    assert.equal("unsuited", reason)
    assert.equal("string", type(message))
    assert_same_everywhere(grid, index, rules, 61)
    grid:unlink(id)
    assert_same_everywhere(grid, index, rules, 61)
  end)
end)

describe("a bake in slices", function()
  local function big_grid()
    local grid = astar.grid(300, 300, { fill = "." })
    for i = 1, 1500 do grid:fill("#", i * 7919 % 290 + 1, i * 104729 % 290 + 1, i % 5 + 2, i % 3 + 2) end
    grid:fill(".", 1, 1, 8, 8)
    return grid
  end

  it("is answered by search until it is complete", function()
    local grid = big_grid()
    local index = bake(grid, rules, { work = 1 })
    local steps, x = 0, 0
    repeat
      local done = index:step()
      steps = steps + 1
      x = x % 290 + 1
      if steps % 50 == 1 then assert_same(grid, index, rules, x, 1, 300, 300) end
      if steps == 3 then
        assert.is_false(done)
        assert.equal(0, index:info().answered)
        assert.same({ nil, "the index is not complete" }, { index:serialize() })
      end
    until done
    assert.is_true(steps > 10)
    assert.is_true(index:step())
    local searched = index:info().searched
    local _, cost = index:find_path(1, 1, 300, 300)
    assert_near(select(2, grid:find_path(1, 1, 300, 300, rules)), cost, "the cost")
    assert.equal(searched, index:info().searched)
  end)

  it("is for the map of its first slice: later edits are edits of a baked map", function()
    local grid = new_grid()
    local index = bake(grid, rules, { work = 1 })
    local round = 0
    repeat
      round = round + 1
      grid:block(round % WIDTH + 1, 1)
      if round % 3 == 0 then grid:set(round % WIDTH + 1, 2, ".") end
      assert_same_everywhere(grid, index, rules, 97)
    until index:step()
    assert_same_everywhere(grid, index, rules, 31)
  end)

  it("leaves the old content until the new one is complete", function()
    local grid = big_grid()
    local index = bake(grid, rules, { work = 100 })
    repeat until index:step()
    grid:fill("#", 1, 100, 299, 1)
    assert.equal(index, index:bake())
    local answered = index:info().answered
    index:find_path(1, 1, 5, 5)
    assert.is_true(index:info().answered > answered)
    local x = 0
    repeat
      x = x % 8 + 1
      if x == 1 then assert_same(grid, index, rules, x, 1, 300, 300) end
    until index:step()
    assert.equal(0, index:info().blocked)
    assert_same(grid, index, rules, 1, 1, 300, 300)
  end)

  it("can be begun again before it is complete", function()
    local grid = big_grid()
    local index = bake(grid, rules, { work = 1 })
    assert.is_false(index:step())
    grid:fill("#", 1, 100, 299, 1)
    assert.equal(index, index:bake())
    repeat until index:step()
    assert.equal(0, index:info().blocked)
    assert_same(grid, index, rules, 1, 1, 300, 300)
  end)
end)

describe("index:find_nearest", function()
  it("finds the cheapest goal, with its path", function()
    local grid = new_grid()
    local index = bake(grid)
    local goals = { { 32, 9 }, { x = 13, y = 5 }, { 2, 2 }, { 5, 5 }, { 1, 9 } }
    for x = 1, WIDTH do
      local path, cost, i = grid:find_nearest(x, 1, goals, rules)
      local own, own_cost, own_i = index:find_nearest(x, 1, goals)
      assert.equal(path == nil, own == nil)
      assert_near(cost, own_cost, "the cost")
      -- Of goals with the same cost the index may take another one.
      assert_near(cost, (index:cost(x, 1, goals[own_i][1] or 13, goals[own_i][2] or 5)), "the cost of the goal")
      assert.same({ goals[own_i][1] or 13, goals[own_i][2] or 5 }, { own:get(#own) })
      assert.is_true(i >= 1 and own:is_valid())
    end
  end)

  it("refuses goals off the grid", function()
    expect.reason("out_of_bounds", bake(new_grid()):find_nearest(1, 1, { { 3, 1 }, { 99, 1 } }))
  end)

  it("takes the start when it is a goal", function()
    local path, cost, i = bake(new_grid()):find_nearest(3, 1, { { 1, 1 }, { 3, 1 } })
    expect.tiles("3,1", path)
    assert.equal(0, cost)
    assert.equal(2, i)
  end)
end)

describe("index:costs", function()
  it("returns false where there is no way", function()
    local grid = new_grid()
    local index = bake(grid)
    local costs = index:costs(1, 1, { { 1, 1 }, { 2, 2 }, { 99, 1 }, { x = 4, y = 1 }, { 0, -5 } })
    assert.same({ 0, false, false, 3, false }, costs)
    assert.same({}, index:costs(1, 1, {}))
  end)

  it("takes more points than fit its buffer", function()
    local grid = new_grid()
    local index = bake(grid)
    for _, count in ipairs { 255, 256, 257, 3000 } do
      local points = {}
      for i = 1, count do points[i] = { i % WIDTH + 1, i % HEIGHT + 1 } end
      local costs = index:costs(1, 1, points)
      assert.equal(count, #costs)
      for i = 1, count, 17 do
        assert_near(index:cost(1, 1, points[i][1], points[i][2]) or false, costs[i], "point " .. i)
      end
    end
  end)

  it("allocates its result only", function()
    local index = bake(new_grid())
    local points = {}
    for i = 1, 200 do points[i] = { i % WIDTH + 1, i % HEIGHT + 1 } end
    index:costs(1, 1, points)
    collectgarbage()
    collectgarbage "stop"
    local before = collectgarbage "count"
    for _ = 1, 20 do index:costs(1, 1, points) end
    local grown = (collectgarbage "count" - before) / 20
    collectgarbage "restart"
    assert.is_true(grown < 200 * 16 / 1024 + 0.5, grown .. " KB per call")
  end)

  it("counts each point as one answer", function()
    local index = bake(new_grid())
    index:costs(1, 1, { { 1, 9 }, { 32, 9 }, { 13, 5 } })
    index:cost(1, 1, 13, 5)
    assert.equal(4, index:info().answered)
  end)
end)

describe("index:info", function()
  it("returns what the index is, and what it did", function()
    local info = bake(new_grid()):info()
    local names = {}
    for name, value in pairs(info) do names[#names + 1] = name .. " " .. type(value) end
    table.sort(names)
    assert.same({
      "answered number", "blocked number", "bytes number", "corners number", "kind string", "needs_bake boolean",
      "opened number", "searched number",
    }, names)
    assert.equal("corners", info.kind)
    assert.is_true(info.bytes > 0 and info.corners > 0)
    assert.is_false(info.needs_bake)
  end)

  it("reports that another bake would help", function()
    local grid = new_grid()
    local index = bake(grid)
    for y = 2, 8 do
      for x = 2, 31 do grid:set(x, y, (x + y) % 2 == 0 and "." or "#") end
    end
    for i = 1, 300 do index:find_path(1, i % HEIGHT + 1, WIDTH, i % 7 + 1) end
    assert.is_true(index:info().needs_bake)
    index:bake()
    assert.is_false(index:info().needs_bake)
  end)
end)

describe("the options of index:find_path", function()
  it("are those of grid:find_path", function()
    local grid = new_grid()
    local index = bake(grid)
    local crowd = astar.crowd(grid)
    crowd:add(8, 1, rules)
    crowd:add(8, 9, rules)
    for _, options in ipairs {
      { range = 3 }, { partial = true }, { max_cost = 5 }, { max_expansions = 3 }, { algorithm = "astar" },
      { algorithm = "dijkstra" }, { algorithm = "greedy" }, { weight = 1.5 }, { heuristic = "manhattan" },
      { heuristic = math.max }, { avoid = crowd }, { partial = true, max_cost = 9 }, {},
    } do
      for x = 1, WIDTH, 3 do
        local expected, expected_cost = grid:find_path(x, 1, 13, 5, rules, options)
        local path, cost = index:find_path(x, 1, 13, 5, options)
        assert_near(expected_cost, cost, "the cost")
        assert.equal(expected and expected:is_partial(), path and path:is_partial())
        local _, nearest_cost, i = index:find_nearest(x, 1, { { 2, 2 }, { 13, 5 } }, options)
        local _, expected_nearest, expected_i = grid:find_nearest(x, 1, { { 2, 2 }, { 13, 5 } }, rules, options)
        assert_near(expected_nearest, nearest_cost, "the cost of the nearest")
        assert.equal(expected_i == nil, i == nil)
      end
    end
  end)

  it("may have a heuristic function that uses the same index", function()
    local grid = new_grid()
    local index = bake(grid)
    local calls = 0
    local path, cost = index:find_path(1, 1, 13, 5, { heuristic = function(dx, dy)
      calls = calls + 1
      assert(index:find_path(1, 1, 1 + calls % 5, 1))
      assert(index:cost(1, 1, 5, 1) == 4)
      pcall(index.bake, index)
      pcall(index.step, index)
      debug.getmetatable(index).__gc(index)
      return math.max(dx, dy)
    end })
    assert.is_true(calls > 0)
    assert.is_true(path:is_valid())
    assert_near(select(2, grid:find_path(1, 1, 13, 5, rules)), cost, "the cost")
    assert_same_everywhere(grid, index, rules, 97)
    local ok, message = pcall(index.find_path, index, 1, 1, 13, 5, { heuristic = function() error "no" end })
    assert.is_false(ok)
    assert.truthy(message:find("no", 1, true))
    assert_same_everywhere(grid, index, rules, 97)
  end)
end)

describe("a string of an index", function()
  it("gives the same index on an equal map", function()
    local grid = new_grid()
    local bytes = assert(bake(grid):serialize())
    local equal = assert(astar.deserialize(grid:serialize()))
    local index = assert(equal:load_index(bytes))
    assert.equal("astar.index 32x9", tostring(index))
    assert.equal(bytes, index:serialize())
    assert.equal("corners", index:info().kind)
    assert_same_everywhere(equal, index, rules, 31)
    assert.is_true(index:info().answered > 0)
    equal:block(8, 1)
    equal:set(2, 3, ".")
    assert_same_everywhere(equal, index, rules, 31)
    assert.equal(index, index:bake())
    assert_same_everywhere(equal, index, rules, 61)
  end)

  it("keeps rules and filter", function()
    local grid = new_grid()
    grid:block(18, 3, true, 5)
    local own = astar.rules { cost = { ["."] = 2 }, diagonal = "always", size = 2 }
    local filter = { ignore_blocked = { 5 } }
    local index = assert(grid:load_index(assert(bake(grid, own, filter):serialize())))
    assert_same_everywhere(grid, index, own, 31, filter)
    local path = assert(index:find_path(18, 1, 18, 6))
    collectgarbage()
    assert.is_true(path:is_valid())
    assert.is_true(path:smooth():is_valid())
  end)

  it("is refused on another map", function()
    local bytes = assert(bake(new_grid()):serialize())
    local other = new_grid()
    other:block(1, 1)
    for _, grid in ipairs { other, astar.grid(32, 9, { fill = "." }), astar.grid(9, 32, { fill = "." }) } do
      local index, message = grid:load_index(bytes)
      assert.is_nil(index)
      assert.equal("string", type(message))
    end
    other:block(1, 1, false)
    assert(other:load_index(bytes))
  end)

  it("is refused when it is damaged", function()
    local grid = new_grid()
    local bytes = assert(bake(grid):serialize())
    for _, damaged in ipairs { "", "x", bytes .. "x", bytes:sub(1, -2), bytes:sub(2), grid:serialize() } do
      local index, message = grid:load_index(damaged)
      assert.is_nil(index)
      assert.equal("string", type(message))
    end
    for i = 1, #bytes, math.ceil(#bytes / 200) do
      local byte = bytes:byte(i)
      assert.is_nil((grid:load_index(bytes:sub(1, i - 1) .. string.char((byte + 1) % 256) .. bytes:sub(i + 1))))
    end
  end)
end)

describe("where terrains differ, an index", function()
  local muddy = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }

  local function muddy_grid()
    local grid = astar.grid(40, 30, { fill = "." })
    grid:fill("~", 10, 5, 12, 20)
    grid:fill("#", 25, 1, 1, 20)
    grid:fill("#", 5, 8, 14, 1)
    return grid
  end

  it("is of landmarks", function()
    local grid = muddy_grid()
    local index = bake(grid, muddy)
    assert.equal("landmarks", index:info().kind)
    assert.equal(0, index:info().corners)
    assert.is_true(index:info().bytes > 0)
    assert_same_everywhere(grid, index, muddy, 211)
  end)

  it("stays exact after edits", function()
    local grid = muddy_grid()
    local index = bake(grid, muddy)
    for i = 1, 30 do
      local x, y = i * 11 % 40 + 1, i * 17 % 30 + 1
      grid:fill(({ "#", ".", "~" })[i % 3 + 1], x, y, i % 3 + 1, i % 3 + 1)
      for k = 1, 20 do assert_same(grid, index, muddy, i, k, k * 2, 31 - k) end
    end
    assert.equal(index, index:bake())
    assert_same_everywhere(grid, index, muddy, 411)
  end)

  it("can be saved", function()
    local grid = muddy_grid()
    local bytes = assert(bake(grid, muddy):serialize())
    local index = assert(grid:load_index(bytes))
    assert.equal("landmarks", index:info().kind)
    assert.equal(bytes, index:serialize())
    assert_same_everywhere(grid, index, muddy, 411)
    grid:set(1, 1, "~")
    assert.is_nil((grid:load_index(bytes)))
  end)
end)

describe("grid:bake declines", function()
  local function assert_declined(expected, grid, own_rules, options)
    local index, reason, message = grid:bake(own_rules, options)
    assert.is_nil(index)
    assert.equal(expected, reason)
    assert.equal("string", type(message))
    assert.is_true(#message > 10)
    assert.is_nil(message:find "%.$")
  end

  -- Single obstacles everywhere: many ways between their corners.
  local function new_noise()
    local noise = astar.grid(200, 200, { fill = "." })
    for i = 1, 4000 do noise:set(i * 7919 % 200 + 1, math.floor(i * 7919 / 200) * 37 % 200 + 1, "#") end
    return noise
  end

  it("maps and rules that no index serves", function()
    local grid = new_grid()
    grid:link(1, 1, 9, 3)
    assert_declined("unsuited", grid, rules)
    assert_declined("unsuited", astar.grid(9, 9, { layout = "odd_r", fill = "." }), rules)
    grid = new_grid()
    assert_declined("unsuited", grid, astar.rules { cost = { ["."] = 1 }, neighbors = { { 1, 2 }, { -1, 0 } } })
  end)

  it("an index that would be too large", function()
    assert_declined("too_large", new_grid(), rules, { max_bytes = 1 })
  end)

  it("it in a later slice", function()
    local noise = new_noise()
    local index = bake(noise, rules, { work = 1, max_bytes = 1e6 })
    local done, reason, message
    repeat done, reason, message = index:step() until done ~= false
    assert.is_nil(done)
    assert.equal("too_large", reason)
    assert.equal("string", type(message))
    assert_same(noise, index, rules, 1, 1, 200, 200)
  end)
end)

describe("the memory of an index", function()
  it("keeps its grid and its rules alive", function()
    local index = astar.grid(ROWS):bake(astar.rules { cost = { ["."] = 1 } })
    for _ = 1, 3 do collectgarbage() end
    local path = index:find_path(1, 1, 13, 5)
    index = nil -- luacheck: ignore
    for _ = 1, 3 do collectgarbage() end
    assert.is_true(path:is_valid())
  end)

  it("is freed with it", function()
    local grid = new_grid()
    local weak = setmetatable({}, { __mode = "v" })
    for i = 1, 20 do
      local index = bake(grid, rules, { work = i % 2 == 0 and 1 or nil })
      index:find_path(1, 1, 13, 5)
      weak[i] = index
    end
    for _ = 1, 3 do collectgarbage() end
    assert.is_nil(next(weak))
  end)

  it("may be freed by hand, once", function()
    local grid = new_grid()
    local index = bake(grid)
    local free = debug.getmetatable(index).__gc
    free(index)
    free(index)
    assert.equal("astar.index (freed)", tostring(index))
    expect.raises("index:find_path: the index was freed already", function() local _ = index:find_path(1, 1, 2, 1) end)
    for _, name in ipairs { "step", "bake", "info", "serialize" } do
      expect.raises(("index:%s: the index was freed already"):format(name), function() local _ = index[name](index) end)
    end
    local own = bake(grid)
    debug.getmetatable(grid).__gc(grid)
    expect.raises("index:find_path: the grid was freed already", function() local _ = own:find_path(1, 1, 2, 1) end)
    expect.raises("index:costs: the grid was freed already", function() local _ = own:costs(1, 1, {}) end)
  end)

  it("stays usable when its rules were freed", function()
    local grid, own = new_grid(), astar.rules { cost = { ["."] = 1 } }
    local index = bake(grid, own)
    debug.getmetatable(own).__gc(own)
    assert_near(3, (index:cost(1, 1, 4, 1)), "the cost")
    assert.equal(4, #index:find_path(1, 1, 4, 1))
    assert.equal(index, index:bake())
  end)
end)

describe("several indexes", function()
  it("of one grid do not disturb each other", function()
    local grid = new_grid()
    local wide = astar.rules { cost = { ["."] = 1 }, size = 2 }
    local one, two, three = bake(grid), bake(grid, wide), bake(grid, rules, { ignore_blocked = true })
    for i = 1, 10 do
      grid:block(i * 3, i % HEIGHT + 1, i % 4 ~= 0)
      assert_same(grid, one, rules, 1, 1, 13, 5)
      assert_same(grid, two, wide, 17, 1, 17, 8)
      assert_same(grid, three, rules, 1, 1, 13, 5, { ignore_blocked = true })
    end
  end)

  it("work in coroutines", function()
    local grid = new_grid()
    local index = bake(grid, rules, { work = 1 })
    local found = {}
    local function seek(x)
      return coroutine.wrap(function()
        while not index:step() do coroutine.yield() end
        for y = 1, HEIGHT, 2 do
          found[#found + 1] = { x, y, index:cost(x, 1, 13, 5), select(2, index:find_path(x, 1, 13, 5)) }
          coroutine.yield(true)
        end
      end)
    end
    local seekers = { seek(1), seek(18), seek(32) }
    for _ = 1, 500 do
      for _, seeker in ipairs(seekers) do if #found < 15 then pcall(seeker) end end
    end
    assert.equal(15, #found)
    for _, item in ipairs(found) do assert_near(item[3], item[4], "the cost") end
  end)
end)
