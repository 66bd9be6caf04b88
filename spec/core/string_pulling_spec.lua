-- path:smooth(), on small maps and compared with exact geometry on random maps.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua.

local astar = require "astar"
local ascii = require "spec.support.ascii"
local check = require "spec.support.check"
local expect = require "spec.support.expect"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"
local sight = require "spec.support.sight"

local cases = seeds.cases

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 5 } }

local function find(grid, x1, y1, x2, y2, with)
  return assert(grid:find_path(x1, y1, x2, y2, with or rules))
end

describe("string pulling (path:smooth)", function()
  it("is straight on open ground", function()
    local grid = astar.grid(12, 7, { fill = "." })
    local smooth = find(grid, 1, 1, 12, 6):smooth()
    expect.tiles("1,1 12,6", smooth)
    expect.near(math.sqrt(11 * 11 + 5 * 5), smooth:cost())
  end)

  it("is straight on open ground in every direction", function()
    for _, layout in ipairs { "square", "odd_r", "even_q" } do
      local grid = astar.grid(11, 9, { fill = ".", layout = layout })
      for y = 1, 9 do
        for x = 1, 11 do
          local smooth = find(grid, 4, 6, x, y):smooth()
          assert.equal(x == 4 and y == 6 and 1 or 2, #smooth)
        end
      end
    end
  end)

  it("turns at the corners of walls", function()
    local grid = astar.grid {
      ".........",
      ".........",
      "....#....",
      "....#....",
      "....#....",
    }
    local smooth = find(grid, 1, 5, 9, 5):smooth()
    expect.tiles("1,5 5,2 9,5", smooth)
    assert.equal(10, smooth:cost())
  end)

  it("returns a path with all its functions", function()
    local grid = astar.grid(12, 7, { fill = "." })
    local path = find(grid, 1, 1, 12, 6)
    local smooth = path:smooth()
    assert.equal(2, #smooth)
    assert.same({ 12, 6 }, { smooth:get(2) })
    assert.same({ { x = 1, y = 1 }, { x = 12, y = 6 } }, smooth:points())
    assert.same({ 1, 1, 12, 6 }, smooth:flat())
    assert.is_true(smooth:is_valid())
    assert.equal(path:expanded(), smooth:expanded())
    assert.is_false(smooth:is_partial())
    expect.tiles("1,1 12,6", smooth:waypoints())
    expect.near(smooth:cost(), smooth:waypoints():cost())
    assert.is_true(smooth:waypoints():is_valid())
    expect.tiles("1,1 12,6", smooth:smooth())
    assert.equal(12, #path)
  end)

  it("of one tile is that tile", function()
    local smooth = find(astar.grid { "..." }, 2, 1, 2, 1):smooth()
    expect.tiles("2,1", smooth)
    assert.equal(0, smooth:cost())
    assert.is_true(smooth:is_valid())
  end)

  it("stays partial", function()
    local path = astar.grid({ "...#." }):find_path(1, 1, 5, 1, rules, { partial = true })
    assert.is_true(path:smooth():is_partial())
  end)

  it("does not replace a cheap detour by a straight line through mud", function()
    local grid = astar.grid {
      ".........",
      ".~~~~~~~.",
      ".~~~~~~~.",
      ".~~~~~~~.",
      ".........",
    }
    local path = find(grid, 1, 3, 9, 3)
    assert.is_true(grid:line_of_sight(1, 3, 9, 3, rules))
    local smooth = path:smooth()
    for i, x, y in path:each() do assert.equal(grid:get(1, 1), grid:get(x, y), "path at " .. i) end
    assert.is_true(#smooth > 2)
    assert.is_true(#smooth < #path)
    local even = astar.rules { cost = { ["."] = 1, ["~"] = 1 } }
    expect.tiles("1,3 9,3", find(grid, 1, 3, 9, 3, even):smooth())
  end)

  it("does not lead over tiles with a penalty that the path avoids", function()
    local grid = astar.grid(9, 5, { fill = "." })
    for y = 2, 4 do grid:set_penalty(5, y, 20) end
    local smooth = find(grid, 1, 3, 9, 3):smooth()
    assert.is_true(#smooth > 2)
    for y = 2, 4 do grid:set_penalty(5, y, 0) end
    expect.tiles("1,3 9,3", find(grid, 1, 3, 9, 3):smooth())
  end)

  it("keeps links, jumps and steps with pair costs", function()
    local grid = astar.grid { "....#....", "....#....", "....#...." }
    grid:link(4, 1, 6, 3, { cost = 1 })
    local smooth = find(grid, 1, 3, 9, 1):smooth()
    expect.tiles("1,3 4,1 6,3 9,1", smooth)
    expect.near(2 * math.sqrt(9 + 4) + math.sqrt(8), smooth:cost())
    assert.is_true(smooth:is_valid())

    local jumper = astar.rules { cost = { ["."] = 1 }, neighbors = { { 1, 0 }, { 2, 0 } } }
    expect.tiles("1,1 3,1 5,1", find(astar.grid { ".#.#." }, 1, 1, 5, 1, jumper):smooth())

    local climber = astar.rules {
      cost = { ["1"] = 1, ["2"] = 1 },
      step = function(from, to) if from ~= to then return 4 end end,
    }
    expect.tiles("1,1 3,1 4,1 6,1", find(astar.grid { "111222" }, 1, 1, 6, 1, climber):smooth())
  end)

  it("does not touch walls with a large mover", function()
    local large = astar.rules { cost = { ["."] = 1 }, size = 2 }
    local grid = astar.grid {
      ".........",
      ".........",
      "....#....",
      "....#....",
      "....#....",
    }
    local path = find(grid, 1, 4, 8, 4, large)
    local smooth = path:smooth()
    assert.is_true(#smooth >= 4)
    local map = oracle.map(9, 5, "square", ".")
    for y = 3, 5 do map:set(5, y, "#") end
    local wanted = oracle.rules { cost = { ["."] = 1 }, size = 2 }
    for i = 1, #smooth - 1 do
      local x1, y1 = smooth:get(i)
      local x2, y2 = smooth:get(i + 1)
      assert.is_nil(sight.in_way(map, wanted, x1, y1, x2, y2))
    end
  end)

  it("keeps only the two ends of a straight diagonal of a large mover", function()
    local grid = astar.grid(12, 12, { fill = "." })
    for k = 1, 7 do grid:set(k + 3, k, "#") end
    for _, diagonal in ipairs { "always", "if_at_most_one_obstacle" } do
      local large = astar.rules { cost = { ["."] = 1 }, size = 3, diagonal = diagonal }
      local path = find(grid, 1, 1, 8, 8, large)
      assert.equal(8, #path)
      expect.tiles("1,1 8,8", path:smooth())
    end
    grid:set(1, 4, "#")
    local one = astar.rules { cost = { ["."] = 1 }, size = 3, diagonal = "if_at_most_one_obstacle" }
    assert.is_true(#find(grid, 1, 2, 8, 8, one):smooth() > 2)
  end)

  it("detects an obstacle in one of its lines", function()
    local grid = astar.grid {
      "............",
      "............",
      "......#.....",
      "......#.....",
    }
    local smooth = find(grid, 1, 4, 12, 4):smooth()
    assert.is_true(smooth:is_valid())
    grid:block(1, 1) -- far from all lines
    assert.is_true(smooth:is_valid())
    local x, y = smooth:get(2)
    grid:block(x + 1, y)
    assert.same({ false, 2 }, { smooth:is_valid() })
    assert.same({ false, 2 }, { smooth:is_valid(2) })
    assert.is_true(smooth:is_valid(3))
  end)

  it("uses the current map", function()
    local grid = astar.grid(9, 3, { fill = "." })
    local path = find(grid, 1, 2, 9, 2)
    grid:set(5, 2, "#")
    local smooth = path:smooth()
    local x, y = smooth:get(#smooth)
    assert.same({ 9, 2 }, { x, y })
    assert.is_false((smooth:is_valid()))
  end)
end)

-- ---------------------------------------------------------------------- compared with the oracle

local function is_neighbor(map, from, to)
  if map.layout ~= "square" then return oracle.steps(map, nil, from[1], from[2], to[1], to[2]) == 1 end
  return math.abs(from[1] - to[1]) <= 1 and math.abs(from[2] - to[2]) <= 1
end

local function has_cost(case, from, to)
  local map, dx, dy = case.map, to[1] - from[1], to[2] - from[2]
  if not case.options.step then return false end
  local cost = oracle.pair_cost(case.rules, map:get(from[1], from[2]), map:get(to[1], to[2]), dx, dy)
  return type(cost) == "number"
end

-- The reason why a line must not replace the steps of the path from tile `first` to tile `last`. The terrain under
-- the line may be more expensive only up to `tolerance`.
local function why_not(case, tiles, first, last, tolerance)
  local map, from, to = case.map, tiles[first], tiles[last]
  if sight.in_way(map, case.rules, from[1], from[2], to[1], to[2]) then return "is not free" end
  local ground = 0
  for i = first, last - 1 do
    local here, there = tiles[i], tiles[i + 1]
    if not is_neighbor(map, here, there) then return "leaves out a jump or a link" end
    if case.rules.size == 1 and has_cost(case, here, there) then return "leaves out a costd step" end
    ground = ground + sight.ground(map, case.rules, here[1], here[2], there[1], there[2])
  end
  if case.rules.size > 1 then return nil end
  local straight = sight.ground(map, case.rules, from[1], from[2], to[1], to[2])
  if straight > ground * (1 + tolerance) then
    return ("crosses more expensive terrain: %.17g, the path %.17g"):format(straight, ground)
  end
end

-- Whether a step of the path must be kept: no line may replace it.
local function is_kept(case, here, there)
  local map = case.map
  return not is_neighbor(map, here, there) or case.options.step ~= nil
    or sight.in_way(map, case.rules, here[1], here[2], there[1], there[2]) ~= nil
end

-- Whether the point between two lines, given by the indices of their ends in the path, is not needed.
local function is_idle(case, tiles, first, middle, last)
  if case.rules.size > 1 or why_not(case, tiles, first, last, -1e-8) then return false end
  for i = first, last - 1 do
    if is_kept(case, tiles[i], tiles[i + 1]) then return false end
  end
  local function ground(from, to)
    return sight.ground(case.map, case.rules, tiles[from][1], tiles[from][2], tiles[to][1], tiles[to][2])
  end
  return ground(first, last) < (ground(first, middle) + ground(middle, last)) * (1 - 1e-8)
end

-- The indices in the path of the kept points; or nil and the failure.
local function find_kept(tiles, points)
  local kept = {}
  for i = 1, #tiles do
    local point = points[#kept + 1]
    if point and tiles[i][1] == point[1] and tiles[i][2] == point[2] then kept[#kept + 1] = i end
  end
  if #kept < #points then return nil, ("point %d is not one of the path"):format(#kept + 1) end
  if kept[1] ~= 1 or kept[#kept] ~= #tiles then return nil, "it starts or ends elsewhere" end
  return kept
end

local function length_of(map, points)
  local length = 0
  for i = 2, #points do
    length = length + sight.length(map, points[i - 1][1], points[i - 1][2], points[i][1], points[i][2])
  end
  return length
end

-- Checks the smoothed path on the current map. Returns the failure, or nil and the path.
local function check_smooth(case, path)
  local map, tiles, smooth = case.map, check.tiles(path), path:smooth()
  local points = check.tiles(smooth)
  local kept, failure = find_kept(tiles, points)
  if not kept then return failure end
  for i = 2, #kept do
    local first, last = kept[i - 1], kept[i]
    failure = last > first + 1 and why_not(case, tiles, first, last, 1e-8)
    if not failure and i < #kept and is_idle(case, tiles, first, last, kept[i + 1]) then
      failure = "could be joined with the next"
    end
    if failure then
      return ("the line (%d,%d) (%d,%d) %s"):format(tiles[first][1], tiles[first][2], tiles[last][1], tiles[last][2],
        failure)
    end
  end
  local length = length_of(map, points)
  if math.abs(smooth:cost() - length) > 1e-9 * math.max(1, length) then
    return ("it costs %.17g, its length is %.17g"):format(smooth:cost(), length)
  end
  if length > length_of(map, tiles) * (1 + 1e-9) then return "it is longer than the path" end
  if smooth:is_partial() ~= path:is_partial() then return "is_partial() differs" end
  return nil, smooth
end

-- Whether is_valid() is correct for a smoothed path on the current map.
local function check_valid(case, smooth, from)
  local map, points, bad = case.map, check.tiles(smooth), nil
  for i = #points - 1, from, -1 do
    local x1, y1, x2, y2 = points[i][1], points[i][2], points[i + 1][1], points[i + 1][2]
    if not oracle.step_cost(map, case.rules, x1, y1, x2, y2) and sight.in_way(map, case.rules, x1, y1, x2, y2) then
      bad = i
    end
  end
  local valid, at = smooth:is_valid(from)
  if valid == (bad == nil) and at == bad then return nil end
  return ("is_valid(%d) of the smoothed path is %s, %s, expected %s"):format(from, tostring(valid), tostring(at),
    tostring(bad or true))
end

local function try(random, case)
  local map = case.map
  local x1, y1 = random:int(1, map.width), random:int(1, map.height)
  local x2, y2 = random:int(1, map.width), random:int(1, map.height)
  local path = case.grid:find_path(x1, y1, x2, y2, case.compiled, { partial = random:chance(0.3) })
  if not path then return nil end
  case.call = ("local path = grid:find_path(%d, %d, %d, %d, rules, { partial = true })\nlocal smooth = path:smooth()")
    :format(x1, y1, x2, y2)
  local failure, smooth = check_smooth(case, path)
  failure = failure or smooth:is_valid() ~= true and "it is not valid"
    or path:waypoints():smooth():is_valid() ~= true and "its waypoints, smoothed, are not valid"
  for _ = 1, failure and 0 or random:int(0, 2) do
    local change = random_map.edit(random, map)
    if change and change[1] ~= "unlink" then
      random_map.apply(change, map, case.grid, {})
      case.call = case.call .. "\n" .. ascii.edit(change)
    end
    failure = failure or check_valid(case, smooth, random:int(1, #smooth)) or check_smooth(case, path)
  end
  return failure
end

local function run(seed)
  local random = random_map.new(seed)
  local map = random_map.map(random, random:chance(0.3) and { width = 22, height = 15 } or nil)
  if random:chance(0.6) then
    for y = 1, map.height do
      for x = 1, map.width do
        if map:get(x, y) == ("#"):byte() and random:chance(0.6) then map:set(x, y, ".") end
      end
    end
  end
  local case = { map = map, grid = random_map.grid(astar, map) }
  for _ = 1, 4 do
    case.options, case.step_table = random_map.rules(random, map.layout)
    case.rules, case.compiled = oracle.rules(case.options), astar.rules(case.options)
    local setup = ascii.setup(map, case.options, case.step_table)
    local picture = ascii.picture(map, case.rules)
    case.call = ""
    local failure = seeds.failure_of(try, random, case)
    if failure then
      return table.concat({
        ("seed %d: %s"):format(seed, failure), picture, setup, case.call,
      }, "\n")
    end
  end
end

describe("string pulling on random maps", function()
  seeds.check(it, "agree with exact geometry", cases / 6, run)
end)

-- One cost, walls, no links: consecutive lines in the same direction can always be joined.
local function run_large(seed)
  local random = random_map.new(seed)
  local width, height = random:int(6, 26), random:int(6, 26)
  local map = oracle.map(width, height, "square", ".")
  for _ = 1, random:int(0, math.floor(width * height / 8)) do
    map:set(random:int(1, width), random:int(1, height), "#")
  end
  local grid = random_map.grid(astar, map)
  for _, diagonal in ipairs { "always", "if_at_most_one_obstacle", "only_when_no_obstacles", "never" } do
    local rules_here = astar.rules { cost = { ["."] = 1 }, diagonal = diagonal, size = random:int(2, 4) }
    local path = grid:find_path(random:int(1, width), random:int(1, height), random:int(1, width),
      random:int(1, height), rules_here, { partial = true })
    local points = path and check.tiles(path:smooth()) or {}
    for i = 2, #points - 1 do
      local a, b, c = points[i - 1], points[i], points[i + 1]
      local dx, dy, next_x, next_y = b[1] - a[1], b[2] - a[2], c[1] - b[1], c[2] - b[2]
      if dx * next_y == dy * next_x and dx * next_x + dy * next_y > 0 then
        return ("seed %d: diagonal %s: (%d, %d) lies on a straight line\n%s"):format(seed, diagonal, b[1], b[2],
          ascii.picture(map, oracle.rules { cost = { ["."] = 1 } }))
      end
    end
  end
end

describe("smoothed paths of large movers on maps with one cost", function()
  seeds.check(it, "keep no point in the middle of a straight line", cases / 4, run_large)
end)

-- ----------------------------------------------------------- compared with the shortest path

-- The length of the shortest path of straight lines of sight between the centers of tiles.
local function shortest(map, wanted, x1, y1, x2, y2)
  local open, closed = { [map:index(x1, y1)] = { x = x1, y = y1, cost = 0 } }, {}
  while true do
    local best_index, best, least = nil, nil, math.huge
    for index, tile in pairs(open) do
      local f = tile.cost + sight.length(map, tile.x, tile.y, x2, y2)
      if f < least then best_index, best, least = index, tile, f end
    end
    if not best then return nil end
    if best.x == x2 and best.y == y2 then return best.cost end
    open[best_index], closed[best_index] = nil, true
    for y = 1, map.height do
      for x = 1, map.width do
        local index = map:index(x, y)
        local cost = best.cost + sight.length(map, best.x, best.y, x, y)
        if not closed[index] and (not open[index] or cost < open[index].cost)
          and oracle.is_passable(map, wanted, x, y) and not sight.in_way(map, wanted, best.x, best.y, x, y) then
          open[index] = { x = x, y = y, cost = cost }
        end
      end
    end
  end
end

describe("smoothed paths on maps with one cost", function()
  it("are at most slightly longer than the shortest path at any angle", function()
    local options = { cost = { ["."] = 1 } }
    local wanted, compiled = oracle.rules(options), astar.rules(options)
    local sum, count, seed = 0, 0, seeds.first
    while count < math.max(5, cases / 100) do
      local random = random_map.new(seed)
      local map = oracle.map(14, 12, "square", ".")
      for _ = 1, 35 do map:set(random:int(1, 14), random:int(1, 12), "#") end
      local path = random_map.grid(astar, map):find_path(1, random:int(1, 12), 14, random:int(1, 12), compiled)
      if path then
        local x1, y1 = path:get(1)
        local x2, y2 = path:get(#path)
        local ratio = path:smooth():cost() / shortest(map, wanted, x1, y1, x2, y2)
        assert.is_true(ratio > 1 - 1e-9, "seed " .. seed)
        sum, count = sum + ratio, count + 1
      end
      seed = seed + 1
    end
    assert.is_true(sum / count < 1.01, ("on average %g times as long"):format(sum / count))
  end)
end)
