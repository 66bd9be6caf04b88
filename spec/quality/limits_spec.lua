-- The smallest and the largest values of all arguments and maps.

local astar = require "astar"
local archive = require "spec.support.archive"
local check = require "spec.support.check"
local check_field = require "spec.support.check_field"
local expect = require "spec.support.expect"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local rules = astar.rules { default = 1 }
local LAYOUTS = { "square", "odd_r", "even_r", "odd_q", "even_q" }

-- The number of tiles that a field reaches.
local function reached(field)
  local count = 0
  for _ in field:each() do count = count + 1 end
  return count
end

-- The path and the cost of a sliced search.
local function by_steps(grid, x1, y1, x2, y2, with, options)
  local search = grid:search(x1, y1, x2, y2, with, options)
  while search:step(1000) == "running" do end -- luacheck: ignore 542
  return search:path()
end

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

  it("answers every kind of query", function()
    for _, layout in ipairs(LAYOUTS) do
      local grid = astar.grid(1, 1, { layout = layout })
      local field, range = grid:distance_field({ { 1, 1, 3 } }, rules), grid:reachable(1, 1, rules, 0)
      assert.same({ 3, 0 }, { field:cost(1, 1), range:cost(1, 1) })
      assert.same({ 1, 1 }, { reached(field), reached(range) })
      expect.tiles("1,1", field:path(1, 1))
      expect.reason("out_of_bounds", field:path(1, 2))
      assert.is_nil(field:next(1, 1))
      assert.is_nil(field:way_out(1, 1))
      assert.equal(0, field:flee():cost(1, 1))
      expect.tiles("1,1", by_steps(grid, 1, 1, 1, 1, rules, { algorithm = "astar" }))
      local planner = grid:replanner(1, 1, 1, 1, rules)
      local path, cost = planner:path()
      expect.tiles("1,1", path)
      expect.tiles("1,1", path:waypoints())
      expect.tiles("1,1", path:smooth())
      assert.same({ 0, 0, true }, { cost, path:smooth():cost(), path:is_valid() })
      assert.is_true(grid:line_of_sight(1, 1, 1, 1, rules))
      grid:block(1, 1)
      field:update()
      range:update()
      assert.same({ nil, nil, 0 }, { field:cost(1, 1), field:way_out(1, 1), range:cost(1, 1) })
      expect.reason("goal_blocked", grid:distance_field({ { 1, 1 } }, rules))
      expect.reason("goal_blocked", grid:find_nearest(1, 1, {}, rules))
      expect.tiles("1,1", planner:path())
      planner:move_to(2, 1)
      expect.reason("out_of_bounds", planner:path())
    end
  end)

  it("of each layout has no neighbors", function()
    for _, layout in ipairs(LAYOUTS) do
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

  it("accepts rows of 32768 tiles, and 32768 rows", function()
    local row = ("."):rep(N)
    assert.same({ row }, astar.grid({ row }):rows())
    local rows = {}
    for y = 1, N do rows[y] = "#" end
    assert.equal(N, select(2, astar.grid(rows):size()))
    rows[N + 1] = "#"
    expect.raises("astar.grid: there must be 1 to 32768 rows, got 32769", astar.grid, rows)
  end)

  it("has the same length on hexes", function()
    local grid = astar.grid(N, 1, { layout = "odd_r" })
    assert.equal(N - 1, select(2, grid:find_path(1, 1, N, 1, rules)))
    grid = astar.grid(1, N, { layout = "even_q" })
    assert.equal(N - 1, select(2, grid:find_path(1, N, 1, 1, rules)))
  end)

  -- Grids of one row or one column, in each layout, and the position of their tile i.
  local function lines(length)
    local n, list = length or N, {}
    for _, layout in ipairs(LAYOUTS) do
      for _, down in ipairs { false, true } do
        local function tile(i) return down and { 1, i } or { i, 1 } end
        list[#list + 1] = {
          grid = astar.grid(down and 1 or n, down and n or 1, { layout = layout }),
          tile = tile,
          at = function(i) return tile(i)[1], tile(i)[2] end,
          is_straight = layout == "square" or (layout:find "_r" ~= nil) ~= down, -- hexes may zigzag
        }
      end
    end
    return list
  end

  local function find(line, from, to, ...)
    local x1, y1 = line.at(from)
    local x2, y2 = line.at(to)
    return line.grid:find_path(x1, y1, x2, y2, ...)
  end

  it("has fields from one end to the other, and back after edits", function()
    for _, line in ipairs(lines()) do
      local grid, at, tile = line.grid, line.at, line.tile
      local field = grid:distance_field({ tile(N) }, rules)
      assert.same({ N, N - 1, 0 }, { reached(field), field:cost(at(1)), field:cost(at(N)) })
      assert.same(tile(2), { field:next(at(1)) })
      local path, cost = field:path(at(1))
      assert.same({ N, N - 1 }, { #path, cost })
      local danger = grid:distance_field({ tile(1) }, rules)
      assert.same(tile(3), { danger:flee():next(at(2)) })

      grid:block(at(2))
      field:update()
      assert.same({ N - 2, nil }, { reached(field), field:cost(at(1)) })
      assert.same(tile(3), { field:way_out(at(2)) })
      grid:block(tile(2)[1], tile(2)[2], false)
      grid:block(at(N - 1))
      field:update()
      assert.equal(1, reached(field))
      assert.same(tile(N), { field:way_out(at(N - 1)) })
      grid:block(at(N))
      field:update()
      assert.equal(0, reached(field))
    end
  end)

  it("has movement ranges from each end", function()
    for _, line in ipairs(lines()) do
      for _, start in ipairs { 1, N } do
        local x, y = line.at(start)
        local range = line.grid:reachable(x, y, rules)
        assert.same({ N, N - 1 }, { reached(range), range:cost(line.at(N + 1 - start)) })
        assert.equal(N, #range:path(line.at(N + 1 - start)))
        assert.equal(11, reached(line.grid:reachable(x, y, rules, 10)))
      end
    end
  end)

  it("has a sliced search from one end to the other", function()
    for _, line in ipairs(lines()) do
      local x1, y1 = line.at(1)
      local x2, y2 = line.at(N)
      local path, cost = by_steps(line.grid, x1, y1, x2, y2, rules, { algorithm = "astar" })
      assert.same({ N, N - 1 }, { #path, cost })
      local search = line.grid:search(x1, y1, x2, y2, rules, { algorithm = "dijkstra" })
      search:step(N - 2)
      assert.equal("open", (search:node(line.at(N - 1))))
      assert.is_nil(search:node(x2, y2))
      assert.equal("found", search:step(2 ^ 53))
    end
  end)

  it("is replanned after edits at both ends", function()
    for _, line in ipairs(lines()) do
      local grid, at = line.grid, line.at
      local x1, y1 = at(1)
      local x2, y2 = at(N)
      local planner = grid:replanner(x1, y1, x2, y2, rules)
      local function costs(expected)
        assert.equal(expected, select(2, planner:path()))
        assert.equal(expected, select(2, find(line, 1, N, rules)))
      end
      costs(N - 1)
      local x, y = at(2)
      grid:set_penalty(x, y, 5)
      costs(N + 4)
      grid:set_penalty(x2, y2, 3)
      costs(N + 7)
      grid:block(at(N - 1))
      expect.reason("unreachable", planner:path())
      x, y = at(N - 1)
      grid:block(x, y, false)
      costs(N + 7)
      grid:link(x1, y1, x, y, { cost = 2 })
      costs(6)
      grid:block(x2, y2)
      expect.reason("goal_blocked", planner:path())
      grid:block(x2, y2, false)
      grid:block(x1, y1) -- the mover may stand on its own obstacle
      costs(6)
      planner:move_to(x2, y2)
      planner:set_goal(at(2))
      assert.equal(N - 2 + 5, select(2, planner:path()))
    end
  end)

  it("has a line of sight along it", function()
    for _, line in ipairs(lines()) do
      local grid, at, tile = line.grid, line.at, line.tile
      local x1, y1 = at(1)
      local x2, y2 = at(N)
      if line.is_straight then
        assert.is_true(grid:line_of_sight(x1, y1, x2, y2, rules))
        grid:block(at(N - 1))
        assert.same({ false, tile(N - 1)[1], tile(N - 1)[2] }, { grid:line_of_sight(x1, y1, x2, y2, rules) })
        grid:block(at(2))
        assert.same({ false, tile(2)[1], tile(2)[2] }, { grid:line_of_sight(x1, y1, x2, y2, rules) })
      end
    end
  end)

  it("has a line of sight across it, at the smallest slope", function()
    local grid = astar.grid(N, 4)
    assert.is_true(grid:line_of_sight(1, 1, N, 4, rules))
    assert.is_true(grid:line_of_sight(1, 4, N, 1, rules))
    grid:block(N - 5000, 4)
    assert.same({ false, N - 5000, 4 }, { grid:line_of_sight(1, 1, N, 4, rules) })
    grid:block(5000, 1)
    assert.same({ false, 5000, 1 }, { grid:line_of_sight(1, 1, N, 4, rules) })
  end)

  it("has a smoothed path of one line", function()
    for _, line in ipairs(lines()) do
      local straight = find(line, 1, N, rules):smooth()
      assert.is_true(straight:is_valid())
      if line.is_straight then assert.same({ 2, N - 1 }, { #straight, straight:cost() }) end
    end
  end)

  it("has a path to the nearest goal", function()
    for _, line in ipairs(lines()) do
      local x, y = line.at(N / 2)
      local goals = { line.tile(N), line.tile(1), line.tile(N) }
      local path, cost, index = line.grid:find_nearest(x, y, goals, rules)
      assert.same({ N / 2, N / 2 - 1, 2 }, { #path, cost, index })
      line.grid:block(line.at(1))
      path, cost, index = line.grid:find_nearest(x, y, goals, rules)
      assert.same({ N / 2 + 1, N / 2, 1 }, { #path, cost, index })
    end
  end)

  it("is deserialized with the content at its ends", function()
    for _, line in ipairs(lines()) do
      local grid, at = line.grid, line.at
      for _, i in ipairs { 1, N } do
        local x, y = at(i)
        local near_x, near_y = at(i == 1 and 2 or N - 1)
        grid:set(x, y, 255)
        grid:set_penalty(x, y, i)
        grid:block(near_x, near_y)
        grid:set_edge(x, y, near_x - x, near_y - y, false)
        local other_x, other_y = at(N + 1 - i)
        grid:link(x, y, other_x, other_y, { cost = i, one_way = i == 1 })
      end
      local bytes = grid:serialize()
      local copy = assert(astar.deserialize(bytes))
      assert.equal(bytes, copy:serialize())
      for _, i in ipairs { 1, N } do
        local x, y = at(i)
        assert.same({ 255, i }, { copy:get(x, y), copy:penalty(x, y) })
        assert.is_true(copy:is_blocked(at(i == 1 and 2 or N - 1)))
      end
      line.grid = copy
      assert.equal(1, select(2, find(line, 1, N, rules)))
      assert.equal(N, select(2, find(line, N, 1, rules)))
      expect.reason("unreachable", find(line, 5, 1, rules))
    end
  end)

  it("can be crossed by one link", function()
    local grid = astar.grid(N, 2)
    grid:link(1, 1, N, 2, { cost = 0.5 })
    expect.tiles("1,1 32768,2", grid:find_path(1, 1, N, 2, rules))
    assert.equal(1.5, select(2, grid:find_path(1, 1, N, 1, rules)))
  end)
end)

describe("the largest grid", function()
  it("of 4096 x 4096 has a path from corner to corner", function()
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

  it("of more tiles raises an error before it allocates", function()
    collectgarbage()
    local before = collectgarbage "count"
    for _, size in ipairs { { 32768, 32768 }, { 16385, 8192 }, { 32768, 4097 }, { 32769, 1 }, { 1, 2 ^ 31 } } do
      assert.is_false((pcall(astar.grid, size[1], size[2])))
    end
    assert.is_true(collectgarbage "count" - before < 100)
  end)
end)

-- A corridor through every second row, left and right in turn, from corner to corner if the height is 1 modulo 4;
-- and the number of its tiles.
local function serpentine(width, height)
  local grid = astar.grid(width, height)
  for y = 2, height - 1, 2 do
    grid:fill(1, 1, y, width, 1)
    grid:set(y % 4 == 0 and 1 or width, y, 0)
  end
  return grid, (height + 1) / 2 * width + (height - 1) / 2
end

describe("the longest path", function()
  local WIDTH, HEIGHT = 1024, 509

  local function expect_whole(length, x1, y1, x2, y2, path, cost)
    assert(path, cost)
    assert.equal(length, #path)
    assert.same({ x1, y1 }, { path:get(1) })
    assert.same({ x2, y2 }, { path:get(length) })
    expect.near((length - 1) * 0.1, cost)
    assert.is_true(path:is_valid())
    assert.equal(HEIGHT + 1, #path:waypoints())
  end

  it("is found by every query", function()
    local grid, length = serpentine(WIDTH, HEIGHT)
    local function is_whole(...)
      expect_whole(length, 1, 1, WIDTH, HEIGHT, ...)
    end
    for _, options in ipairs {
      { cost = { [0] = 0.1 }, neighbors = 4 }, -- 0.1: every sum is rounded
      { cost = { [0] = 0.1 } }, -- too long for jump points: the cost in units does not fit 30 bits
      { cost = { [0] = 0.1, [2] = 0.1 + 1e-12 } }, -- two costs: A*
    } do
      local tenth = astar.rules(options)
      if options.cost[2] then grid:set(WIDTH, 1, 2) end
      is_whole(grid:find_path(1, 1, WIDTH, HEIGHT, tenth))
      is_whole(grid:find_nearest(1, 1, { { WIDTH, HEIGHT } }, tenth))
      is_whole(by_steps(grid, 1, 1, WIDTH, HEIGHT, tenth))
      is_whole(grid:replanner(1, 1, WIDTH, HEIGHT, tenth):path())
      local field = grid:distance_field({ { WIDTH, HEIGHT } }, tenth)
      assert.equal(length, reached(field))
      is_whole(field:path(1, 1))
      is_whole(grid:reachable(1, 1, tenth):path(WIDTH, HEIGHT))
    end
  end)

  it("leads over as many links", function()
    -- Every second tile is a wall, and a link leads from each other tile to the next one.
    local n = 3000
    local row = ("\0\1"):rep(n)
    local grid = astar.grid { row }
    for i = 1, n - 1 do grid:link(2 * i - 1, 1, 2 * i + 1, 1, { cost = 0.5 }) end
    local walls = astar.rules { cost = { [0] = 1 } }
    local planner = grid:replanner(1, 1, 2 * n - 1, 1, walls)
    for _, found in ipairs {
      { grid:find_path(1, 1, 2 * n - 1, 1, walls) }, { by_steps(grid, 1, 1, 2 * n - 1, 1, walls) },
      { grid:distance_field({ { 2 * n - 1, 1 } }, walls):path(1, 1) },
      { grid:reachable(1, 1, walls):path(2 * n - 1, 1) }, { planner:path() },
    } do
      assert.same({ n, (n - 1) / 2 }, { #found[1], found[2] })
      assert.is_true(found[1]:is_valid())
    end
  end)
end)

describe("the largest costs", function()
  it("of 1e100 are added, and still order paths", function()
    local expensive = astar.rules { cost = { ["."] = 1e100, ["~"] = 9e99 }, neighbors = 4 }
    local grid = astar.grid { "......", "~~~~~~" }
    local path, cost = grid:find_path(1, 1, 6, 1, expensive)
    expect.near(4.9, cost / 1e100 - 0.1 + 0) -- six tiles of water would be more expensive: 6 * 0.9 + 1
    assert.equal(6, #path)
    grid:set_penalty(3, 1, 1e100)
    path, cost = grid:find_path(1, 1, 6, 1, expensive)
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

  it("with the smallest, 1e-100: no path is lost", function()
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

  it("of lengths of moves", function()
    local grid = astar.grid(3, 1)
    local long = astar.rules { default = 1, neighbors = { { 1, 0, cost = 1e100 } } }
    assert.equal(2e100, select(2, grid:find_path(1, 1, 3, 1, long)))
    local short = astar.rules { default = 1, neighbors = { { 1, 0, cost = 1e-100 } } }
    assert.equal(2e-100, select(2, grid:find_path(1, 1, 3, 1, short)))
  end)

  it("of diagonals", function()
    local grid = astar.grid(5, 5)
    assert.equal(8, select(2, grid:find_path(1, 1, 5, 5, astar.rules { default = 1, diagonal_cost = 1e100 })))
    expect.near(4e-100 / 1e-100, select(2, grid:find_path(1, 1, 5, 5,
      astar.rules { default = 1, diagonal_cost = 1e-100 })) / 1e-100)
  end)
end)

describe("costs below the smallest, 1e-100,", function()
  local BELOW = { 9.9e-101, 1e-300, 5e-324 }
  local grid = astar.grid { ".", "." }
  local revision = grid:revision()

  it("are rejected, and 0 where it is not valid", function()
    for _, tiny in ipairs(BELOW) do
      local got = ("got %.14g"):format(tiny)
      local function refuses(text, call) expect.raises(text .. ", " .. got, call) end
      refuses('astar.rules: the cost of "." must be at least 1e-100',
        function() astar.rules { cost = { ["."] = tiny } } end)
      refuses('astar.rules: option "default" must be at least 1e-100', function() astar.rules { default = tiny } end)
      refuses('astar.rules: option "diagonal_cost" must be at least 1e-100',
        function() astar.rules { default = 1, diagonal_cost = tiny } end)
      refuses("astar.rules: neighbors[1].cost must be at least 1e-100",
        function() astar.rules { default = 1, neighbors = { { 1, 0, cost = tiny } } } end)
      refuses('astar.rules: option "step" must return 0 or at least 1e-100',
        function() astar.rules { cost = { ["."] = 1 }, step = function() return tiny end } end)
      refuses("grid:set_penalty: cost must be 0 or at least 1e-100", function() grid:set_penalty(1, 1, tiny) end)
      local one = astar.rules { default = 1 }
      refuses('astar.rules: option "penalty_scale" must be 0 or at least 1e-100',
        function() astar.rules { default = 1, penalty_scale = tiny } end)
      refuses('grid:find_path: option "penalty_scale" must be 0 or at least 1e-100',
        function() grid:find_path(1, 1, 1, 2, one, { penalty_scale = tiny }) end)
      refuses('grid:link: option "cost" must be 0 or at least 1e-100',
        function() grid:link(1, 1, 1, 2, { cost = tiny }) end)
      refuses("grid:distance_field: cost of goals[1] must be 0 or at least 1e-100",
        function() grid:distance_field({ { 1, 1, tiny } }, one) end)
      refuses("field:flee: factor must be at least 1e-100",
        function() grid:distance_field({ { 1, 1 } }, one):flee(tiny) end)
    end
    assert.equal(0, grid:penalty(1, 1))
    assert.equal(revision, grid:revision())
  end)

  it("are rejected as products of a cost and a length", function()
    local function times(cost, length)
      return ("astar.rules: the cost of a terrain times the length of a move must be at least 1e-100, " ..
        "got %.14g times %.14g"):format(cost, length)
    end
    expect.raises(times(1e-99, 0.09), function() astar.rules { default = 1e-99, diagonal_cost = 0.09 } end)
    expect.raises(times(1e-99, 0.09), function()
      astar.rules { cost = { [1] = 5, [2] = 1e-99 }, neighbors = { { 1, 0 }, { 0, 1, cost = 0.09 } } }
    end)
    assert(astar.rules { default = 1e-99, diagonal_cost = 0.11 })
    assert(astar.rules { default = 1e-100, diagonal_cost = 1 })
  end)

  it("are valid as products with a length that no move has", function()
    assert(astar.rules { default = 1e-99, diagonal_cost = 0.09, diagonal = "never" })
    assert(astar.rules { default = 1e-99, diagonal_cost = 0.09, neighbors = 4 })
  end)
end)

describe("costs far apart", function()
  -- Costs and lengths whose products are the largest and the smallest that are valid.
  local SCALES = { { 1e100, 1e100 }, { 1e-100, 1 }, { 1, 1e-100 }, { 1e-50, 1e-50 }, { 1e-100, 1e100 } }

  it("as products of the largest and of the smallest, in every query", function()
    for _, scale in ipairs(SCALES) do
      local cost, length = scale[1], scale[2]
      local product = cost * length
      local allowed = math.max(1e-100, math.min(product, 1e100))
      local grid = astar.grid(9, 7)
      grid:fill(1, 4, 1, 1, 6)
      for _, case in ipairs {
        { step = product, cost = { [0] = cost }, neighbors = { { 1, 0, cost = length }, { -1, 0, cost = length },
          { 0, 1, cost = length }, { 0, -1, cost = length } } },
        { step = allowed, cost = { [0] = allowed }, neighbors = 4 },
        { step = allowed, cost = { [0] = allowed }, diagonal_cost = 2 },
      } do
        local expected = (8 + 12) * case.step
        case.step = nil
        local with = astar.rules(case)
        local function costs(path, value)
          assert(path, value)
          assert.is_true(path:is_valid())
          assert.is_true(math.abs(value - expected) <= expected * 1e-9, ("%g, expected %g"):format(value, expected))
        end
        costs(grid:find_path(1, 1, 9, 1, with))
        for _, heuristic in ipairs { "manhattan", "octile", "chebyshev", "euclidean", "zero" } do
          costs(grid:find_path(1, 1, 9, 1, with, { heuristic = heuristic, algorithm = "astar" }))
          assert(grid:find_path(1, 1, 9, 1, with, { heuristic = heuristic, weight = 1e100 }))
        end
        costs(by_steps(grid, 1, 1, 9, 1, with))
        costs(grid:find_nearest(1, 1, { { 9, 1 } }, with))
        costs(grid:distance_field({ { 9, 1 } }, with):path(1, 1))
        costs(grid:reachable(1, 1, with):path(9, 1))
        local planner = grid:replanner(1, 1, 9, 1, with)
        costs(planner:path())
        grid:set_penalty(9, 7, 1e100)
        costs(planner:path())
        grid:set_penalty(9, 7, 0)
        assert.equal(9 * 7 - 6, reached(grid:distance_field({ { 9, 1 } }, with)))
      end
    end
  end)

  -- Costs, penalties and links of a random map are replaced by these, each with the same frequency.
  local FAR = { 1e-99, 1e-50, 1, 1e50, 1e100 }

  local function far_case(seed)
    local random = random_map.new(seed)
    local map = random_map.map(random, { links = seed % 4 == 0 })
    local function far() return random:pick(FAR) end
    for index = 1, map.width * map.height do
      if map.penalties[index] then map.penalties[index] = far() end
    end
    for id = 1, map.last_link do map.links[id].cost = far() end
    local options = random_map.rules(random, map.layout, seed % 2 == 0)
    for byte = 0, 255 do -- in this order on every Lua
      for _, key in ipairs { byte, string.char(byte) } do
        if options.cost[key] then options.cost[key] = far() end
      end
    end
    if options.default then options.default = far() end
    options.step = nil
    return random, {
      map = map, grid = random_map.grid(astar, map), options = options,
      rules = oracle.rules(options), compiled = astar.rules(options),
    }
  end

  seeds.check(it, "lose no path: queries", seeds.cases / 4, function(seed)
    local random, case = far_case(seed)
    for _ = 1, 2 do
      case.query, case.reach = random_map.query(random, case.map, case.rules), nil
      case.query.max_cost = nil
      local failure = check.query(case)
      if failure then return failure end
    end
  end)

  seeds.check(it, "lose no path: fields and replanners", seeds.cases / 10, function(seed)
    local random, case = far_case(seed)
    local map, grid = case.map, case.grid
    local x, y = random:int(1, map.width), random:int(1, map.height)
    local goals = { { random:int(1, map.width), random:int(1, map.height), random:pick(FAR) }, { x, y } }
    local steps = oracle.all_steps(map, case.rules)
    local field = grid:distance_field(goals, case.compiled)
    local failure = field and check_field.all(case, field, {
      goals = goals, steps = steps, cost = oracle.field(map, case.rules, goals, steps),
    }) or check_field.all(case, grid:reachable(x, y, case.compiled), {
      x = x, y = y, steps = steps, cost = oracle.distances(map, case.rules, x, y),
    })
    if failure then return ("seed %d: %s"):format(seed, failure) end
    local planner = grid:replanner(x, y, goals[1][1], goals[1][2], case.compiled)
    for _ = 1, 6 do
      local planned, cost = planner:path()
      local found, expected = grid:find_path(x, y, goals[1][1], goals[1][2], case.compiled)
      if (planned == nil) ~= (found == nil) then return ("seed %d: one plans, one does not"):format(seed) end
      if found and math.abs(cost - expected) > 1e-6 * expected then
        return ("seed %d: the plan costs %g, a path %g"):format(seed, cost, expected)
      end
      grid:set_penalty(random:int(1, map.width), random:int(1, map.height), random:pick(FAR))
      grid:block(random:int(1, map.width), random:int(1, map.height), random:chance(0.5))
    end
  end)
end)

describe("all 256 terrains", function()
  -- Each terrain on a tile, with its own cost.
  local function case_of(seed, options)
    local random = random_map.new(seed)
    local map = oracle.map(24, 16)
    for index = 1, 24 * 16 do map.terrain[index] = index <= 256 and index - 1 or random:int(0, 255) end
    for index = 24 * 16, 2, -1 do -- shuffled
      local other = random:int(1, index)
      map.terrain[index], map.terrain[other] = map.terrain[other], map.terrain[index]
    end
    options.cost = {}
    for byte = 0, 255 do options.cost[byte] = 1 + (byte * 101 % 256) / 32 end
    return {
      map = map, grid = random_map.grid(astar, map), options = options,
      rules = oracle.rules(options), compiled = astar.rules(options),
    }, random
  end

  local function check_all(case, random)
    for _ = 1, 4 do
      case.reach = nil
      case.query = {
        x = random:int(1, 24), y = random:int(1, 16), many = true, admissible = true,
        goals = { { random:int(1, 24), random:int(1, 16) }, { random:int(1, 24), random:int(1, 16) } },
      }
      assert.is_nil(check.query(case))
      local goal = case.query.goals[1]
      local _, cost = case.grid:find_path(case.query.x, case.query.y, goal[1], goal[2], case.compiled)
      local planner = case.grid:replanner(case.query.x, case.query.y, goal[1], goal[2], case.compiled)
      expect.near(cost, select(2, planner:path()))
      expect.near(cost, select(2, by_steps(case.grid, case.query.x, case.query.y, goal[1], goal[2], case.compiled)))
    end
    local steps = oracle.all_steps(case.map, case.rules)
    assert.is_nil(check_field.all(case, case.grid:distance_field({ { 1, 1 } }, case.compiled), {
      goals = { { 1, 1 } }, steps = steps, cost = oracle.field(case.map, case.rules, { { 1, 1 } }, steps),
    }))
    assert.is_nil(check_field.all(case, case.grid:reachable(1, 1, case.compiled), {
      x = 1, y = 1, steps = steps, cost = oracle.distances(case.map, case.rules, 1, 1),
    }))
  end

  it("at 256 costs", function()
    check_all(case_of(1, {}))
    check_all(case_of(2, { neighbors = 4 }))
    check_all(case_of(3, { size = 2, diagonal = "always" }))
  end)

  it("with a cost for each pair", function()
    local calls = 0
    local case, random = case_of(4, {
      step = function(from, to, dx, dy)
        calls = calls + 1
        if (from + to) % 7 == 0 then return false end
        if (from * 31 + to * 17 + dx + 3 * dy) % 5 == 0 then return 1 + (from * 256 + to) / 8192 end
      end,
    })
    assert.equal(256 * 256 * 8, calls)
    check_all(case, random)
  end)

  it("one after the other on one tile, and their count stays correct", function()
    local grid = astar.grid(3, 3)
    local options = { cost = {} }
    for byte = 0, 255 do options.cost[byte] = 256 - byte end
    local with = astar.rules(options)
    for byte = 0, 255 do
      grid:fill(byte)
      assert.equal(2 * (256 - byte), select(2, grid:find_path(1, 1, 3, 1, with)))
    end
    assert.equal(("\255"):rep(3), astar.deserialize(grid:serialize()):rows()[3])
  end)
end)

describe("thousands of links", function()
  local free = astar.rules { default = 1, ignore_blocked = true }

  it("are used, and all removed", function()
    local grid = astar.grid(200, 200)
    local before = archive.content(grid:serialize())
    local _, plain = grid:find_path(1, 1, 200, 200, rules)
    local random, ids = random_map.new(7), {}
    for i = 1, 10000 do
      ids[i] = grid:link(random:int(1, 200), random:int(1, 200), random:int(1, 200), random:int(1, 200),
        { cost = random:int(20, 400), one_way = random:chance(0.5) })
    end
    local path, cost = grid:find_path(1, 1, 200, 200, rules)
    assert.is_true(path:is_valid() and cost < plain)
    expect.near(cost, select(2, grid:find_path(1, 1, 200, 200, rules, { algorithm = "dijkstra" })))
    expect.near(cost, grid:distance_field({ { 200, 200 } }, rules):cost(1, 1))
    expect.near(cost, grid:reachable(1, 1, rules):cost(200, 200))
    expect.near(cost, select(2, grid:replanner(1, 1, 200, 200, rules):path()))
    local copy = astar.deserialize(grid:serialize())
    assert.equal(cost, select(2, copy:find_path(1, 1, 200, 200, rules)))
    for i = 1, 10000 do grid:unlink(ids[i * 7919 % 10000 + 1]) end -- in a mixed order
    assert.is_false(path:is_valid())
    assert.equal(plain, select(2, grid:find_path(1, 1, 200, 200, rules)))
    assert.equal(10001, grid:link(1, 1, 2, 1))
    grid:unlink(10001)
    assert.equal(#before + 1, #archive.content(grid:serialize())) -- the next id takes two bytes
  end)

  it("may begin at one tile, and end at one", function()
    local n = 5000
    local grid = astar.grid(n, 3)
    grid:fill(1, 1, 2, n, 1)
    local walls = astar.rules { cost = { [0] = 1 } }
    for x = 1, n do
      grid:link(1, 1, x, 3, { cost = n - x / 2, one_way = true })
      grid:link(x, 3, n, 1, { cost = (n - x) * 3, one_way = true })
    end
    -- A link that leads farther is better; the last one is the best.
    for _, found in ipairs {
      { grid:find_path(1, 1, n, 3, walls) }, { by_steps(grid, 1, 1, n, 3, walls) },
      { grid:distance_field({ { n, 3 } }, walls):path(1, 1) }, { grid:reachable(1, 1, walls):path(n, 3) },
      { grid:replanner(1, 1, n, 3, walls):path() },
    } do
      assert.same({ 2, n / 2 }, { #found[1], found[2] })
      assert.is_true(found[1]:is_valid())
    end
    assert.equal(n - 1, select(2, grid:find_path(1, 3, n, 1, walls)))
    assert.equal(n - 1, grid:distance_field({ { n, 1 } }, walls):cost(1, 3))
  end)

  it("agree with the oracle", function()
    for seed = 1, 3 do
      local random = random_map.new(seed)
      local map = oracle.map(16, 12)
      for _ = 1, 40 do map:block(random:int(1, 16), random:int(1, 12)) end
      random_map.add_links(random, map, 1000)
      for _ = 1, 1000 do
        map:link(random:int(1, 16), random:int(1, 12), random:int(1, 16), random:int(1, 12),
          { cost = random:int(2, 60) / 4, one_way = random:chance(0.5) })
      end
      local options = { default = 1 }
      local case = {
        map = map, grid = random_map.grid(astar, map), options = options,
        rules = oracle.rules(options), compiled = astar.rules(options),
      }
      for _ = 1, 3 do
        case.query = {
          x = random:int(1, 16), y = random:int(1, 12), admissible = true,
          goals = { { random:int(1, 16), random:int(1, 12) } },
        }
        case.reach = nil
        assert.is_nil(check.query(case))
      end
    end
  end)

  it("are rejected after all ids were used", function()
    -- A grid of one tile whose next link has the second last id.
    local body = "\0\1\1\0\2\0\0\0\0" .. archive.number(4294967294) .. "\0"
    local grid = assert(astar.deserialize(archive.seal(body)))
    assert.equal(4294967294, grid:link(1, 1, 1, 1))
    expect.raises("grid:link: invalid argument", function() grid:link(1, 1, 1, 1) end)
    grid:unlink(4294967294)
    expect.raises("grid:link: invalid argument", function() grid:link(1, 1, 1, 1) end)
    assert.equal(0, select(2, assert(astar.deserialize(grid:serialize())):find_path(1, 1, 1, 1, rules)))
  end)

  it("are added and removed at one place", function()
    local grid = astar.grid(5, 1)
    for i = 1, 3000 do
      assert.equal(i, grid:link(1, 1, 5, 1, { cost = 0.25 }))
      if i % 100 == 0 then assert.equal(0.25, select(2, grid:find_path(1, 1, 5, 1, free))) end
      grid:unlink(i)
      if i % 100 == 0 then assert.equal(4, select(2, grid:find_path(1, 1, 5, 1, free))) end
    end
    assert.equal(6000, grid:revision() / 2) -- both ends of each link, added and removed
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

describe("the largest values of options", function()
  local grid = astar.grid(20, 20)

  it("are accepted", function()
    local path, cost = grid:find_path(1, 1, 20, 20, rules, {
      max_cost = 1e300, max_expansions = 2 ^ 53, weight = 1e300,
    })
    assert(path, cost)
    expect.tiles("1,1", grid:find_path(1, 1, 20, 20, rules, { range = 2 ^ 53 }))
    expect.tiles("1,1", grid:find_path(1, 1, 20, 20, rules, { range = 2 ^ 31 }))
    assert.truthy(grid:find_path(1, 1, 20, 20, rules, { max_cost = math.huge }))
  end)

  it("and the smallest are accepted", function()
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
