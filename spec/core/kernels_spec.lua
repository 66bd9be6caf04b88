-- The specialized kernels compared with the general kernel. On maps where all tiles cost the same, jump points and
-- canonical moves give the answer; "dijkstra" generates every legal move. The comparison runs through long series
-- of edits, after which all derived data must be up to date, and with new copies, which derive it again.

local astar = require "astar"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local CORNERS = { "always", "never", "if_at_most_one_obstacle", "only_when_no_obstacles" }

local function all_rules()
  local list = {}
  for _, diagonal in ipairs(CORNERS) do
    list[#list + 1] = astar.rules { cost = { ["."] = 1, [","] = 1 }, diagonal = diagonal }
  end
  list[#list + 1] = astar.rules { cost = { ["."] = 0.3 }, neighbors = 4 }
  list[#list + 1] = astar.rules { cost = { ["."] = 1, [","] = 1 }, diagonal_cost = 1 }
  list[#list + 1] = astar.rules { cost = { ["."] = 2 }, diagonal = "always", diagonal_cost = 2 }
  list[#list + 1] = astar.rules { cost = { ["."] = 1, [","] = 1 }, size = 2, ignore_blocked = true }
  list[#list + 1] = astar.rules { cost = { ["."] = 1 }, size = 3, diagonal = "if_at_most_one_obstacle" }
  return list
end

local function random_grid(random)
  local width, height = random:int(1, 90), random:int(1, 70)
  local density, rows = random:int(0, 45), {}
  for y = 1, height do
    local row = {}
    for x = 1, width do
      row[x] = random:int(1, 100) <= density and "#" or random:int(1, 20) == 1 and "," or "."
    end
    rows[y] = table.concat(row)
  end
  return astar.grid(rows), width, height
end

local function edit(random, grid, width, height)
  local x, y, kind = random:int(1, width), random:int(1, height), random:int(1, 8)
  if kind <= 3 then
    grid:set(x, y, random:int(1, 2) == 1 and "." or "#")
  elseif kind <= 6 then
    grid:block(x, y, random:int(1, 2) == 1)
  elseif kind == 7 then
    grid:fill(random:int(1, 3) == 1 and "#" or ".", x, y, random:int(1, 6), random:int(1, 6))
  else -- a wall with a gap, across the whole map
    grid:fill("#", 1, y, width, 1)
    grid:set(x, y, ".")
  end
end

local function walk_is_legal(grid, path, rules)
  local points = path:points()
  local cost = 0
  for i = 2, #points do
    local step, reason = grid:find_path(points[i - 1].x, points[i - 1].y, points[i].x, points[i].y, rules)
    if not step or #step ~= 2 then return nil, ("step %d: %s"):format(i, tostring(reason)) end
    cost = cost + reason
  end
  return cost
end

local function compare(random, grid, width, height, rules)
  local x1, y1 = random:int(1, width), random:int(1, height)
  local x2, y2 = random:int(1, width), random:int(1, height)
  local path, cost = grid:find_path(x1, y1, x2, y2, rules)
  local plain, expected = grid:find_path(x1, y1, x2, y2, rules, { algorithm = "dijkstra" })
  local _, jumped = grid:find_path(x1, y1, x2, y2, rules, { algorithm = "jps" })
  if jumped ~= cost and not (plain and math.abs(jumped - cost) < 1e-9 * cost) then
    return ("jps: %s, auto: %s"):format(tostring(jumped), tostring(cost))
  end
  local fresh = grid:clone()
  local _, anew = fresh:find_path(x1, y1, x2, y2, rules)
  local where = ("(%d, %d) to (%d, %d): "):format(x1, y1, x2, y2)
  if not plain then
    if path or cost ~= expected or anew ~= expected then
      return where .. tostring(cost) .. " and anew " .. tostring(anew) .. ", expected " .. expected
    end
  elseif not path then
    return where .. cost .. ", expected a path of cost " .. expected
  else
    if math.abs(cost - expected) > 1e-6 * expected or cost ~= anew then
      return where .. ("cost %.9g, anew %.9g, expected %.9g"):format(cost, anew, expected)
    end
    local sum, bad = walk_is_legal(fresh, path, rules)
    if not sum or math.abs(sum - cost) > 1e-9 * (1 + cost) then return where .. "no legal walk: " .. tostring(bad) end
  end
  if grid:is_reachable(x1, y1, x2, y2, rules) ~= (plain ~= nil) then return where .. "is_reachable is wrong" end
end

local function live(seed)
  local random = random_map.new(seed)
  local grid, width, height = random_grid(random)
  local movers = all_rules()
  for n = 1, 40 do
    for _ = 1, random:int(0, 3) do edit(random, grid, width, height) end
    local failure = compare(random, grid, width, height, movers[random:int(1, #movers)])
    if failure then
      return ("seed %d, round %d: %s\n%s"):format(seed, n, failure, table.concat(grid:rows(), "\n"))
    end
  end
end

describe("the specialized kernels", function()
  seeds.check_in_parts(it, "agree with the general kernel through edits", seeds.cases / 20, 5, live)
end)

-- Penalties that come and go between two searches must not change the jump boards.
local function live_with_penalties(seed)
  local random = random_map.new(seed)
  local grid, width, height = random_grid(random)
  local rules = astar.rules { cost = { ["."] = 1, [","] = 1 } }
  for n = 1, 20 do
    local x, y = random:int(1, width), random:int(1, height)
    for _ = 1, random:int(1, 3) do
      grid:set_penalty(x, y, 2)
      edit(random, grid, width, height)
    end
    grid:set_penalty(x, y, 0)
    local failure = compare(random, grid, width, height, rules)
    if failure then
      return ("seed %d, round %d: %s\n%s"):format(seed, n, failure, table.concat(grid:rows(), "\n"))
    end
  end
end

describe("jump points", function()
  it("consider edits that were made while the map had penalties", function()
    for seed = 1, 8 do
      local failure = live_with_penalties(seed)
      if failure then error(failure, 0) end
    end
  end)

  -- Jump point search counts costs in 31 bits. With this cost of diagonals a straight step counts 19999 units, and
  -- the path 4.6e9.
  it("leave paths of too many units to the general kernel", function()
    local width, height, rows = 680, 679, {}
    for y = 1, height do
      rows[y] = ("."):rep(width)
      if y % 4 == 2 then rows[y] = ("#"):rep(width - 1) .. "." end
      if y % 4 == 0 then rows[y] = "." .. ("#"):rep(width - 1) end
    end
    local grid = astar.grid(rows)
    local rules = astar.rules { cost = { ["."] = 1 }, diagonal_cost = 20000 / 19999 }
    local length = 340 * width + 339 -- back and forth through 340 corridors
    local path, cost = grid:find_path(1, 1, 1, height, rules, { algorithm = "jps" })
    assert.equal(length, #path)
    assert.equal(length - 1, cost)
    local search = grid:search(1, 1, 1, height, rules)
    while search:step(10000) == "running" do end
    assert.equal(length - 1, select(2, search:path()))
  end)
end)

describe("jump points selected by name", function()
  local ONE = { cost = { ["."] = 1, ["#"] = false } }
  local ROWS = { "......", "..##..", "......" }

  local function raises(text, options, change)
    local grid = astar.grid(ROWS)
    if change then change(grid) end
    expect.raises("grid:find_path: " .. text, grid.find_path, grid, 1, 1, 6, 3, astar.rules(options),
      { algorithm = "jps" })
    local path = grid:find_path(1, 1, 6, 3, astar.rules(options))
    assert.truthy(path)
  end

  it("find the same path as the default", function()
    local grid, rules = astar.grid(ROWS), astar.rules(ONE)
    local path, cost = grid:find_path(1, 1, 6, 3, rules, { algorithm = "jps" })
    assert.equal(7, #path)
    assert.near(5 + math.sqrt(2), cost, 1e-12)
  end)

  it("raise an error if the map or the rules are not suited", function()
    raises("jump points need 8 or 4 neighbors", { cost = ONE.cost, neighbors = { { 1, 0 }, { 0, 1 } } })
    raises("jump points cannot serve a step function", { cost = ONE.cost, step = function() return 1 end })
    raises("jump points need terrains that all cost the same", { cost = { ["."] = 1, ["#"] = 2 } })
    for _, length in ipairs { 2.5, 1.000001, 1e-100, 1e100 } do
      raises("jump points need a diagonal_cost from 1 to 2 that a fraction can express",
        { cost = ONE.cost, diagonal_cost = length })
    end
    raises("jump points need a grid without penalties", ONE, function(grid) grid:set_penalty(1, 3, 1) end)
    raises("jump points need a grid without closed edges", ONE, function(grid) grid:set_edge(1, 3, 1, 0, false) end)
    raises("jump points need a grid without links", ONE, function(grid) grid:link(1, 3, 3, 3) end)
  end)

  it("work again when the map is suited again", function()
    local grid, rules = astar.grid(ROWS), astar.rules(ONE)
    local id = grid:link(1, 3, 3, 3)
    grid:set_penalty(1, 3, 1)
    grid:set_edge(1, 3, 1, 0, false)
    grid:unlink(id)
    grid:set_penalty(1, 3, 0)
    grid:set_edge(1, 3, 1, 0, true)
    assert.truthy(grid:find_path(1, 1, 6, 3, rules, { algorithm = "jps" }))
  end)

  it("accept ranges, limits and several goals", function()
    local grid, rules = astar.grid(ROWS), astar.rules(ONE)
    local path = grid:find_path(1, 1, 6, 3, rules, { algorithm = "jps", range = 2 })
    assert.equal(4, #path)
    assert.same({ nil, "limit" }, { grid:find_path(1, 1, 6, 3, rules, { algorithm = "jps", max_cost = 3 }) })
    local _, _, index = grid:find_nearest(1, 1, { { 6, 3 }, { 1, 3 } }, rules, { algorithm = "jps" })
    assert.equal(2, index)
  end)
end)
