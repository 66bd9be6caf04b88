-- Lines of sight, on small maps and compared with exact geometry on random maps.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua.

local astar = require "astar"
local ascii = require "spec.support.ascii"
local expect = require "spec.support.expect"
local need = require "spec.support.need"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"
local sight = require "spec.support.sight"

local cases = seeds.cases

local function rules_of(options)
  options.cost = options.cost or { ["."] = 1 }
  return astar.rules(options)
end

local rules = rules_of {}

-- The answer of line_of_sight as text.
local function look(grid, x1, y1, x2, y2, with)
  local answer = { grid:line_of_sight(x1, y1, x2, y2, with or rules) }
  if answer[1] == true and #answer == 1 then return "free" end
  if answer[1] == false and #answer == 3 then return answer[2] .. "," .. answer[3] end
  return "neither"
end

describe("a line of sight", function()
  it("is free over passable tiles, and ends at the first impassable tile", function()
    local grid = astar.grid { ".......", ".......", "...#..." }
    assert.equal("free", look(grid, 1, 1, 7, 1))
    assert.equal("free", look(grid, 1, 1, 7, 2))
    assert.equal("4,3", look(grid, 1, 3, 7, 3))
    assert.equal("4,3", look(grid, 7, 3, 1, 3))
    assert.equal("4,3", look(grid, 7, 2, 1, 3))
    assert.equal("free", look(grid, 3, 3, 3, 1))
  end)

  it("crosses every tile that the line passes through", function()
    -- From the center of (1, 1) to the center of (4, 2): (1, 1), (2, 1), (3, 2), (4, 2), and a corner between.
    assert.equal("free", look(astar.grid { "..##", "##.." }, 1, 1, 4, 2, rules_of { diagonal = "always" }))
    assert.equal("2,1", look(astar.grid { ".#..", "...." }, 1, 1, 4, 2))
    assert.equal("3,2", look(astar.grid { "....", "..#." }, 1, 1, 4, 2))
    -- To (3, 2): also (2, 2).
    assert.equal("2,1", look(astar.grid { ".#.", "..." }, 1, 1, 3, 2))
    assert.equal("2,2", look(astar.grid { "...", ".#." }, 1, 1, 3, 2))
    assert.equal("free", look(astar.grid { "..#", "#.." }, 1, 1, 3, 2))
  end)

  it("checks the end, not the start", function()
    local grid = astar.grid { "#..#" }
    assert.equal("free", look(grid, 1, 1, 3, 1))
    assert.equal("4,1", look(grid, 1, 1, 4, 1))
    assert.equal("1,1", look(grid, 3, 1, 1, 1))
    assert.equal("free", look(grid, 2, 1, 2, 1))
    assert.equal("free", look(grid, 1, 1, 1, 1))
  end)

  it("reports an end off the grid", function()
    local grid = astar.grid { "...", "..." }
    expect.reason("out_of_bounds", grid:line_of_sight(1, 1, 4, 1, rules))
    expect.reason("out_of_bounds", grid:line_of_sight(1, 0, 1, 1, rules))
    expect.reason("out_of_bounds", grid:line_of_sight(-1000000, 7, -1000000, 7, rules))
  end)

  it("passes corners like diagonal steps", function()
    local free, one, other, two =
      astar.grid { "..", ".." }, astar.grid { ".#", ".." }, astar.grid { "..", "#." }, astar.grid { ".#", "#." }
    for _, case in ipairs {
      { "always", "free", "free", "free", "free" },
      { "if_at_most_one_obstacle", "free", "free", "free", "2,1" },
      { "only_when_no_obstacles", "free", "2,1", "1,2", "2,1" },
      { "never", "free", "2,1", "1,2", "2,1" },
    } do
      local with = rules_of { diagonal = case[1] }
      for i, grid in ipairs { free, one, other, two } do
        assert.equal(case[i + 1], look(grid, 1, 1, 2, 2, with))
        local back = look(grid, 2, 2, 1, 1, with)
        assert.equal(case[i + 1] == "free", back == "free")
      end
    end
    local four = rules_of { neighbors = 4, diagonal = "always" }
    assert.equal("free", look(free, 1, 1, 2, 2, four))
    assert.equal("2,1", look(one, 1, 1, 2, 2, four))
    assert.equal("1,2", look(other, 1, 1, 2, 2, four))
  end)

  it("does not pass edges that are closed in its direction", function()
    local grid = astar.grid { "....", "...." }
    grid:set_edge(2, 1, 1, 0, false, true)
    assert.equal("3,1", look(grid, 1, 1, 4, 1))
    assert.equal("free", look(grid, 4, 1, 1, 1))
    assert.equal("free", look(grid, 1, 2, 4, 2))
    grid:set_edge(2, 1, 0, 1, false)
    assert.equal("2,2", look(grid, 1, 1, 3, 2))
    assert.equal("2,1", look(grid, 3, 2, 1, 1))
  end)

  it("treats a closed edge at a corner as an obstacle", function()
    local grid = astar.grid { "..", ".." }
    grid:set_edge(2, 1, 0, 1, false)
    assert.equal("2,1", look(grid, 1, 1, 2, 2))
    assert.equal("free", look(grid, 1, 1, 2, 2, rules_of { diagonal = "if_at_most_one_obstacle" }))
    grid:set_edge(2, 1, 0, 1, true)
    grid:set_edge(1, 1, 1, 1, false, true)
    assert.equal("2,2", look(grid, 1, 1, 2, 2, rules_of { diagonal = "always" }))
    assert.equal("free", look(grid, 2, 2, 1, 1))
  end)

  it("does not pass where the pair cost forbids the step", function()
    local climber = rules_of {
      cost = { ["1"] = 1, ["2"] = 1 },
      step = function(from, to) if from == "1" and to == "2" then return false end end,
    }
    local grid = astar.grid { "1122" }
    assert.equal("3,1", look(grid, 1, 1, 4, 1, climber))
    assert.equal("free", look(grid, 4, 1, 1, 1, climber))
  end)

  it("ends at dynamic obstacles, unless the rules ignore them", function()
    local grid = astar.grid { "...." }
    grid:block(3, 1)
    assert.equal("3,1", look(grid, 1, 1, 4, 1))
    assert.equal("free", look(grid, 1, 1, 4, 1, rules_of { ignore_blocked = true }))
  end)

  it("moves a large mover as a whole", function()
    local grid = astar.grid {
      ".......",
      ".......",
      "...#...",
      ".......",
      ".......",
    }
    local large = rules_of { size = 2 }
    assert.equal("free", look(grid, 1, 1, 6, 1, large))
    assert.equal("4,3", look(grid, 1, 2, 6, 2, large))
    assert.equal("4,3", look(grid, 1, 1, 6, 2, large))
    assert.equal("free", look(grid, 1, 1, 6, 1, large))
    -- Straight down along the wall the mover fits exactly. A slanted line touches the wall between its tiles.
    assert.equal("free", look(grid, 5, 1, 5, 4, large))
    assert.equal("4,3", look(grid, 4, 1, 5, 3, large))
    assert.equal("4,3", look(grid, 4, 1, 6, 4, large))
    assert.equal("free", look(grid, 5, 1, 6, 4, large))
    assert.is_true((look(grid, 1, 1, 7, 1, large)) ~= "free")
  end)

  it("passes no closed edge with any part of a large mover", function()
    local large = rules_of { size = 2 }
    local grid = astar.grid { ".....", ".....", ".....", "....." }
    local function is_free(x2, y2, with) return (grid:line_of_sight(1, 1, x2, y2, with or large)) end
    for _, edge in ipairs { { 1, 2, 1, 0 }, { 2, 1, 1, 0 }, { 2, 3, 1, 0 }, { 1, 2, 0, 1 }, { 3, 2, 0, 1 } } do
      local x, y, dx, dy = edge[1], edge[2], edge[3], edge[4]
      assert.is_true(is_free(2, 2))
      grid:set_edge(x, y, dx, dy, false, true)
      assert.is_false(is_free(2, 2))
      assert.is_false(is_free(2, 2, rules_of { size = 2, diagonal = "never" }))
      assert.is_false(is_free(3, 2, rules_of { size = 2, diagonal = "always" })) -- not at 45 degrees
      assert.equal(y > 2 or dx == 0, is_free(2, 1))
      assert.equal(x > 2 or dy == 0, is_free(1, 2))
      assert.is_true((grid:line_of_sight(2, 2, 1, 1, large))) -- in one direction
      grid:set_edge(x, y, dx, dy, true, true)
    end
  end)

  it("passes corners with a large mover at 45 degrees like diagonal steps", function()
    local always = rules_of { size = 2, diagonal = "always" }
    local one = rules_of { size = 2, diagonal = "if_at_most_one_obstacle" }
    local none, never = rules_of { size = 2 }, rules_of { size = 2, diagonal = "never" }
    for _, case in ipairs {
      { { "....", "....", "....", "...." }, "free", "free", "free", "free" },
      { { "..#.", "....", "....", "...." }, "free", "free", "3,1", "3,1" },
      { { "....", "....", "....", ".#.." }, "free", "free", "2,4", "2,4" },
      { { "..#.", "....", "#...", "...." }, "free", "3,1", "3,1", "3,1" },
      { { "..#.", "....", "....", ".#.." }, "free", "free", "3,1", "3,1" },
      { { "....", "..#.", "....", "...." }, "3,2", "3,2", "3,2", "3,2" },
    } do
      local grid = astar.grid(case[1])
      for i, with in ipairs { always, one, none, never } do
        assert.equal(case[i + 1], look(grid, 1, 1, 3, 3, with))
        assert.equal(case[i + 1] == "free", look(grid, 3, 3, 1, 1, with) == "free")
      end
    end
    local grid = astar.grid { "..#.", "....", "....", "...." }
    assert.equal("3,1", look(grid, 1, 1, 3, 2, always)) -- not at 45 degrees: it cuts no corner
  end)

  it("treats closed edges at corners as obstacles of a large mover at 45 degrees", function()
    local always = rules_of { size = 2, diagonal = "always" }
    local one = rules_of { size = 2, diagonal = "if_at_most_one_obstacle" }
    local grid = astar.grid { "...", "...", "..." }
    for _, case in ipairs {
      { 2, 1, 1, 0, "free", "free" }, -- obstructs the way by x only
      { 2, 3, 1, 0, "free", "free" }, -- the way by y only
      { 1, 2, 1, 0, "free", "2,1" }, -- under the mover: both ways
      { 1, 2, 0, 1, "free", "free" },
      { 2, 1, 0, 1, "free", "2,1" },
      { 1, 1, 1, 1, "2,2", "2,2" }, -- under the mover, across its line
      { 2, 1, 1, 1, "2,2", "2,2" },
      { 2, 1, -1, 1, "free", "free" }, -- the other diagonal
    } do
      local x, y, dx, dy = case[1], case[2], case[3], case[4]
      grid:set_edge(x, y, dx, dy, false)
      assert.equal(case[5], look(grid, 1, 1, 2, 2, always))
      assert.equal(case[6], look(grid, 1, 1, 2, 2, one))
      assert.equal(case[5] == "free", look(grid, 2, 2, 1, 1, always) == "free")
      assert.equal(case[6] == "free", look(grid, 2, 2, 1, 1, one) == "free")
      grid:set_edge(x, y, dx, dy, true)
    end
  end)

  it("moves a large mover that starts partly off the grid", function()
    local grid = astar.grid { "....", ".^..", "....", "...." }
    local large = rules_of {
      size = 2, cost = { ["."] = 1, ["^"] = 1 },
      step = function(from, _, dx, dy) if from == "^" and dx == 0 and dy == -1 then return false end end,
    }
    assert.equal("free", look(grid, 3, 4, 3, 1, large))
    assert.equal("free", look(grid, 4, 1, 1, 1, large))
    assert.equal("1,1", look(grid, 1, 4, 1, 1, large))
    assert.equal("5,3", look(grid, 4, 4, 4, 2, large)) -- its right side stays off the grid
  end)

  it("follows hexes, and between two hexes checks both", function()
    --  . . .
    --   . . .     odd_r: the middle row is shifted to the right
    --  . . .
    local function hexes(rows) return astar.grid(rows, { layout = "odd_r" }) end
    local grid = hexes { "...", "...", "..." }
    assert.equal("free", look(grid, 1, 1, 3, 3))
    assert.equal("free", look(grid, 2, 1, 2, 3)) -- along the edge between (1, 2) and (2, 2)
    assert.equal("1,2", look(hexes { "...", "#..", "..." }, 2, 1, 2, 3))
    assert.equal("2,2", look(hexes { "...", ".#.", "..." }, 2, 1, 2, 3))
    assert.equal("free", look(hexes { "...", ".#.", "..." }, 2, 1, 2, 3,
      rules_of { diagonal = "if_at_most_one_obstacle" }))
    assert.equal("free", look(hexes { "...", "##.", "..." }, 2, 1, 2, 3, rules_of { diagonal = "always" }))
    assert.equal("2,2", look(hexes { "....", ".#..", "...." }, 1, 2, 4, 2))
  end)

  it("is exact over long distances", function()
    local width, height = 4000, 3
    local grid = astar.grid(width, height, { fill = "." })
    -- The line to the far corner leaves the first row after a quarter of its length, at x = 1000.75.
    assert.equal("free", look(grid, 1, 1, width, height))
    for _, tile in ipairs { { 1000, 2 }, { 1002, 1 }, { 2999, 3 }, { 3001, 2 } } do
      grid:set(tile[1], tile[2], "#")
    end
    assert.equal("free", look(grid, 1, 1, width, height))
    assert.equal("free", look(grid, width, height, 1, 1))
    for _, tile in ipairs { { 3000, 3 }, { 3000, 2 }, { 1001, 2 }, { 1001, 1 } } do
      grid:set(tile[1], tile[2], "#")
      assert.equal(("%d,%d"):format(tile[1], tile[2]), look(grid, 1, 1, width, height))
    end
  end)
end)

-- ---------------------------------------------------------------------- compared with the oracle

local function check_line(case, x1, y1, x2, y2)
  local map = case.map
  local free, x, y = case.grid:line_of_sight(x1, y1, x2, y2, case.compiled)
  local tiles = sight.in_way(map, case.rules, x1, y1, x2, y2)
  if free ~= (tiles == nil) then return ("is %s"):format(tostring(free)) end
  if free then return x ~= nil and "names a tile though it is free" or nil end
  if type(x) ~= "number" or type(y) ~= "number" then return "names no tile" end
  if tiles == true then return nil end
  local names = {}
  for i, tile in ipairs(tiles) do
    if tile.x == x and tile.y == y then return nil end
    names[i] = ("(%d, %d)"):format(tile.x, tile.y)
  end
  return ("names (%d, %d), expected %s"):format(x, y, table.concat(names, " or "))
end

-- Whether the map and the rules have nothing that is one-way.
local function is_symmetric(case)
  local map = case.map
  if case.options.step then return false end
  for _, edge in pairs(map.closed) do
    local x, y, dx, dy = edge[1], edge[2], edge[3], edge[4]
    if map:is_edge_open(x + dx, y + dy, -dx, -dy) then return false end
  end
  return true
end

local function look_at_random(random, case, symmetric)
  local map = case.map
  local x1, y1 = random:int(1, map.width), random:int(1, map.height)
  local x2, y2 = random:int(1, map.width), random:int(1, map.height)
  local failure = check_line(case, x1, y1, x2, y2)
  if not failure and symmetric and oracle.fits(map, case.rules, x1, y1) and oracle.fits(map, case.rules, x2, y2) then
    local there = case.grid:line_of_sight(x1, y1, x2, y2, case.compiled)
    local back = case.grid:line_of_sight(x2, y2, x1, y1, case.compiled)
    if there ~= back then failure = "is not that of the way back" end
  end
  if not failure then return nil end
  local call = ("grid:line_of_sight(%d, %d, %d, %d, rules)"):format(x1, y1, x2, y2)
  return table.concat({
    call .. " " .. failure,
    ascii.picture(map, case.rules, { x = x1, y = y1, goals = { { x2, y2 } } }),
    ascii.setup(map, case.options, case.step_table), "print(" .. call .. ")",
  }, "\n")
end

-- Few obstacles, so that many lines are long.
local function thin_out(random, map)
  for y = 1, map.height do
    for x = 1, map.width do
      if random:chance(0.8) then
        map:set(x, y, ".")
        map:block(x, y, false)
      end
    end
  end
end

local function run(seed)
  local random = random_map.new(seed)
  local map = random_map.map(random)
  if random:chance(0.8) then thin_out(random, map) end
  local case = { map = map, grid = random_map.grid(astar, map) }
  for _ = 1, 2 do
    case.options, case.step_table = random_map.rules(random, map.layout)
    case.rules, case.compiled = oracle.rules(case.options), astar.rules(case.options)
    local symmetric = is_symmetric(case)
    for _ = 1, 12 do
      local failure = seeds.failure_of(look_at_random, random, case, symmetric)
      if failure then return ("seed %d: %s"):format(seed, failure) end
    end
  end
end

describe("lines of sight on random maps", function()
  seeds.check(it, "agree with exact geometry", cases / 2, run)
end)

-- ------------------------------------------------------------------- compared with single steps

-- Whether a line to a neighbor must be clear: if a step leads there, or without diagonal steps if both ways around
-- the corner are open.
local function has_step(case, x, y, dx, dy)
  local map, wanted = case.map, case.rules
  if dx == 0 or dy == 0 or wanted.neighbors ~= 4 and wanted.diagonal ~= "never" then
    return oracle.step_cost(map, wanted, x, y, x + dx, y + dy) ~= nil
  end
  return oracle.fits(map, wanted, x + dx, y + dy) and oracle.way_open(map, wanted, x, y, dx, 0, 0, dy)
    and oracle.way_open(map, wanted, x, y, 0, dy, dx, 0)
end

-- Without diagonal steps a large mover considers no diagonal edge, a mover of size 1 does.
local function is_defined(case, x, y, dx, dy)
  local has_diagonals = case.rules.neighbors ~= 4 and case.rules.diagonal ~= "never"
  return dx == 0 or dy == 0 or has_diagonals or case.rules.size > 1 or case.map:is_edge_open(x, y, dx, dy)
end

local function look_at_neighbors(case)
  local map = case.map
  for y = 1, map.height do
    for x = 1, map.width do
      for dy = -1, 1 do
        for dx = -1, 1 do
          if (dx ~= 0 or dy ~= 0) and map:contains(x + dx, y + dy) and is_defined(case, x, y, dx, dy) then
            local free = case.grid:line_of_sight(x, y, x + dx, y + dy, case.compiled)
            if free ~= has_step(case, x, y, dx, dy) then
              return ("grid:line_of_sight(%d, %d, %d, %d, rules) is %s"):format(x, y, x + dx, y + dy, tostring(free))
            end
          end
        end
      end
    end
  end
end

local function ledge(from, to, dx, dy)
  if from == "~" and to == "." and dx ~= 0 then return false end
  if from == "." and to == "~" and dy == 1 then return 3 end
end

local function run_steps(seed)
  local random = random_map.new(seed)
  local map = oracle.map(random:int(2, 9), random:int(2, 9), "square", ".")
  local tiles = map.width * map.height
  for _ = 1, random:int(0, math.floor(tiles / 5)) do
    map:set(random:int(1, map.width), random:int(1, map.height), random:pick { "#", "#", "~" })
  end
  for _ = 1, random:int(0, 2) do map:block(random:int(1, map.width), random:int(1, map.height)) end
  for _ = 1, random:chance(0.5) and random:int(1, 8) or 0 do
    local x, y = random:int(1, map.width), random:int(1, map.height)
    local direction = random:pick(oracle.directions(map, x, y))
    map:set_edge(x, y, direction[1], direction[2], false, random:chance(0.5))
  end
  local case = { map = map, grid = random_map.grid(astar, map) }
  for _, diagonal in ipairs { "always", "if_at_most_one_obstacle", "only_when_no_obstacles", "never" } do
    for size = 1, 4 do
      case.options = {
        cost = { ["."] = 1, ["~"] = 2 }, diagonal = diagonal, size = size,
        neighbors = random:chance(0.2) and 4 or 8, step = random:chance(0.2) and diagonal ~= "never" and ledge or nil,
      }
      if case.options.neighbors == 4 then case.options.step = nil end
      case.rules, case.compiled = oracle.rules(case.options), astar.rules(case.options)
      local failure = look_at_neighbors(case)
      if failure then
        return ("seed %d: %s, diagonal %s, size %d, neighbors %d\n%s"):format(seed, failure, diagonal, size,
          case.options.neighbors, ascii.picture(map, case.rules))
      end
    end
  end
end

describe("lines of sight to neighbors on random maps", function()
  seeds.check(it, "are clear if a step leads there, and only then", cases / (need.all() and 10 or 4), run_steps)
end)
