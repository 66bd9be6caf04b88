-- Maps where all passable tiles cost the same: jump points, canonical A* and direct paths give the cheapest path, on
-- maps of walls, sparse and dense clutter, under all corner rules, after edits. The oracle knows the cost.

local astar = require "astar"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local CORNERS = { "always", "never", "if_at_most_one_obstacle", "only_when_no_obstacles" }
local DIAGONAL_COSTS = { 1, 1.4, math.sqrt(2), 1.5, 2 }

local function random_options(random)
  return {
    cost = { ["."] = 1 },
    diagonal = random:pick(CORNERS),
    diagonal_cost = random:pick(DIAGONAL_COSTS),
    neighbors = random:int(1, 4) == 1 and 4 or nil,
    size = random:int(1, 3) == 1 and random:int(2, 3) or nil,
  }
end

-- A map and a grid with the same content: walls of some tiles, or clutter of single tiles.
local function random_content(random)
  local width, height = random:int(2, 30), random:int(2, 22)
  local map, grid = oracle.map(width, height, nil, "."), astar.grid(width, height, { fill = "." })
  local function fill(...)
    map:fill(...)
    grid:fill(...)
  end
  if random:chance(0.4) then
    for _ = 1, random:int(1, 12) do
      local long = random:int(2, 15)
      if random:chance(0.5) then
        fill("#", random:int(1, width), random:int(1, height), long, 1)
      else
        fill("#", random:int(1, width), random:int(1, height), 1, long)
      end
    end
  else
    for _ = 1, math.floor(width * height * random:int(1, 45) / 100) do
      fill("#", random:int(1, width), random:int(1, height), 1, 1)
    end
  end
  return map, grid
end

local function edit(random, map, grid)
  local x, y = random:int(1, map.width), random:int(1, map.height)
  local blocked = random:chance(0.5)
  map:block(x, y, blocked)
  grid:block(x, y, blocked)
end

local function tiles(path)
  return path and table.concat(path:flat(), " ")
end

-- What is wrong with a path; nil: nothing.
local function fault(map, law, expected, path, cost)
  if not expected.cost then
    return (path or cost ~= expected.reason) and ("%s, expected %s"):format(tostring(cost), expected.reason)
  end
  if not path then return ("%s, expected %.17g"):format(tostring(cost), expected.cost) end
  local points = {}
  for i, point in ipairs(path:points()) do points[i] = { point.x, point.y } end
  local walked = oracle.walk_cost(map, law, points)
  if not walked then return "an illegal step" end
  if math.abs(cost - expected.cost) > 1e-9 * (1 + cost) or math.abs(walked - cost) > 1e-9 * (1 + cost) then
    return ("cost %.17g, its steps %.17g, expected %.17g"):format(cost, walked, expected.cost)
  end
end

local function finish(search)
  local outcome
  repeat outcome = search:step(3) until outcome ~= "running"
  return search:path()
end

local function compare(random, map, grid, law, rules)
  local x1, y1 = random:int(1, map.width), random:int(1, map.height)
  local x2, y2 = random:int(1, map.width), random:int(1, map.height)
  if not oracle.fits(map, law, x1, y1) then return end
  local expected = oracle.answer(map, law, { x = x1, y = y1, goals = { { x2, y2 } } })
  local where = ("(%d, %d) to (%d, %d): "):format(x1, y1, x2, y2)
  local path, cost = grid:find_path(x1, y1, x2, y2, rules)
  local wrong = fault(map, law, expected, path, cost)
  if wrong then return where .. wrong end
  wrong = fault(map, law, expected, grid:find_path(x1, y1, x2, y2, rules, { algorithm = "jps" }))
  if wrong then return where .. "jump points: " .. wrong end
  local fresh = astar.deserialize(grid:serialize()):find_path(x1, y1, x2, y2, rules)
  local sliced = path and finish(grid:search(x1, y1, x2, y2, rules))
  if tiles(fresh) ~= tiles(path) or tiles(sliced or nil) ~= tiles(path) then
    return where .. "another path on a new copy, or in slices"
  end
  if path and (fresh:expanded() ~= path:expanded() or sliced:expanded() ~= path:expanded()) then
    return where .. "another number of expansions on a new copy, or in slices"
  end
end

local function live(seed)
  local random = random_map.new(seed)
  local map, grid = random_content(random)
  local options = random_options(random)
  local law, rules = oracle.rules(options), astar.rules(options)
  for round = 1, 12 do
    for _ = 1, random:int(0, 4) do edit(random, map, grid) end
    local failure = compare(random, map, grid, law, rules)
    if failure then
      return ("seed %d, round %d, diagonal %s, diagonal_cost %g, neighbors %s, size %s: %s\n%s"):format(seed, round,
        options.diagonal, options.diagonal_cost, options.neighbors or 8, options.size or 1, failure,
        table.concat(grid:rows(), "\n"))
    end
  end
end

describe("maps with one cost", function()
  seeds.check_in_parts(it, "have the paths of the oracle, through edits", seeds.cases / 8, 5, live)
end)

describe("a direct path", function()
  local function rules_of(diagonal, neighbors)
    return astar.rules { cost = { ["."] = 1 }, diagonal = diagonal, neighbors = neighbors }
  end

  it("needs no search: diagonal steps first, then straight steps", function()
    local grid = astar.grid(9, 9, { fill = "." })
    for _, diagonal in ipairs { "always", "if_at_most_one_obstacle", "only_when_no_obstacles" } do
      for x = 1, 9 do
        for y = 1, 9 do
          local path = grid:find_path(5, 5, x, y, rules_of(diagonal))
          local points, dx, dy = path:points(), math.abs(x - 5), math.abs(y - 5)
          assert.equal(math.max(dx, dy) + 1, #path)
          assert.equal(0, path:expanded())
          local turn = points[math.min(dx, dy) + 1]
          assert.equal(math.min(dx, dy), math.abs(turn.x - 5))
          assert.equal(math.min(dx, dy), math.abs(turn.y - 5))
        end
      end
    end
  end)

  it("takes the vertical steps first with four neighbors", function()
    local grid = astar.grid(9, 9, { fill = "." })
    for _, rules in ipairs { rules_of("never"), rules_of(nil, 4) } do
      for x = 1, 9 do
        for y = 1, 9 do
          local path = grid:find_path(5, 5, x, y, rules)
          local turn = path:points()[math.abs(y - 5) + 1]
          assert.same({ 5, y, 0 }, { turn.x, turn.y, path:expanded() })
          assert.equal(math.abs(x - 5) + math.abs(y - 5) + 1, #path)
        end
      end
    end
  end)

  -- Closes each tile around the corner of the path from (2, 2) over (6, 6) to (6, 11), and the neighbors of the
  -- diagonal steps: the path is direct when no step of it became illegal.
  it("is given up when one step is illegal", function()
    for _, diagonal in ipairs(CORNERS) do
      local rules = rules_of(diagonal)
      for x = 1, 8 do
        for y = 1, 13 do
          local grid = astar.grid(8, 13, { fill = "." })
          local law = oracle.rules { cost = { ["."] = 1 }, diagonal = diagonal }
          local map = oracle.map(8, 13, nil, ".")
          if not (x == 2 and y == 2 or x == 6 and y == 11) then
            grid:set(x, y, "#")
            map:set(x, y, "#")
          end
          local walk = { { 2, 2 } }
          for i = 1, 4 do walk[#walk + 1] = diagonal == "never" and { 2, 2 + i } or { 2 + i, 2 + i } end
          for i = 7, 11 do walk[#walk + 1] = diagonal == "never" and { 2, i } or { 6, i } end
          if diagonal == "never" then
            for i = 3, 6 do walk[#walk + 1] = { i, 11 } end
          end
          local path, cost = grid:find_path(2, 2, 6, 11, rules)
          local direct = oracle.walk_cost(map, law, walk)
          assert.equal(direct ~= nil, path:expanded() == 0)
          assert.near(oracle.answer(map, law, { x = 2, y = 2, goals = { { 6, 11 } } }).cost, cost, 1e-9)
        end
      end
    end
  end)

  it("is not taken with jump points selected by name, limits, ranges and other heuristics", function()
    local grid, rules = astar.grid(9, 9, { fill = "." }), rules_of(nil)
    for _, options in ipairs {
      { algorithm = "jps" }, { algorithm = "astar" }, { algorithm = "dijkstra" }, { max_cost = 20 },
      { max_expansions = 500 }, { range = 1 }, { heuristic = "zero" }, { weight = 1.5 },
    } do
      assert.is_true(grid:find_path(1, 1, 9, 4, rules, options):expanded() > 0)
    end
  end)
end)
