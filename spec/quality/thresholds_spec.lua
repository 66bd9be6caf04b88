-- Thresholds at which the library changes its method, each tested with a value one below, equal and one above. The
-- answer must not depend on the threshold: it must equal that of a new copy, or a formula.
--
-- spec/LIMITS.md lists them. The torture build has such small values that random specs cross them, too.

local astar = require "astar"
local archive = require "spec.support.archive"
local expect = require "spec.support.expect"
local need = require "spec.support.need"
local random_map = require "spec.support.random_map"

local plain = astar.rules { cost = { ["."] = 1 } }
local weighted = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }
-- Straight steps, and moves of three tiles: never between two rooms that are two tiles apart.
local leaping = astar.rules {
  cost = { ["."] = 1 },
  neighbors = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 3, 0 }, { -3, 0 } },
}
local SQRT2 = math.sqrt(2)

local function tiles(path)
  return table.concat(path:flat(), " ")
end

local function is_same(path, other)
  return (path == nil) == (other == nil) and
    (not path or tiles(path) == tiles(other) and path:expanded() == other:expanded())
end

-- The grid must answer the same as a new copy, including tiles and expansions.
local function expect_fresh(grid, rules, x1, y1, x2, y2, options)
  local copy = astar.deserialize(grid:serialize())
  local path, cost = grid:find_path(x1, y1, x2, y2, rules, options)
  local other, expected = copy:find_path(x1, y1, x2, y2, rules, options)
  assert.equal(expected, cost)
  assert.is_true(is_same(path, other))
  assert.equal(copy:is_reachable(x1, y1, x2, y2, rules), grid:is_reachable(x1, y1, x2, y2, rules))
end

local function expect_same_field(field, fresh, grid)
  local width, height = grid:size()
  for y = 1, height do
    for x = 1, width do
      local cost, expected = field:cost(x, y), fresh:cost(x, y)
      if (cost == nil) ~= (expected == nil) or cost and math.abs(cost - expected) > 1e-9 * expected then
        error(("(%d, %d): %s, fresh %s"):format(x, y, tostring(cost), tostring(expected)), 2)
      end
    end
  end
end

describe("the journal of 1024 edits", function()
  it("allows repairs of derived data; beyond it, the data is rebuilt", function()
    for _, count in ipairs { 1022, 1023, 1024, 1025, 1026, 2050 } do
      for _, rules in ipairs { plain, weighted, leaping } do
        local random = random_map.new(count)
        local grid = astar.grid(30, 20, { fill = "." })
        if rules == weighted then grid:set(30, 20, "~") end
        local field = grid:distance_field({ { 1, 1 } }, rules)
        local planner = grid:replanner(1, 1, 29, 19, rules)
        local search = grid:search(1, 1, 29, 19, rules)
        assert(planner:path())
        grid:find_path(1, 1, 29, 19, rules)
        grid:is_reachable(1, 1, 29, 19, rules)
        local revision = grid:revision()
        grid:set(2, 2, "#") -- the first edit that leaves the journal
        while grid:revision() < revision + count do
          local x, y = random:int(3, 28), random:int(3, 18)
          grid:block(x, y, random:chance(0.3))
        end
        assert.equal("stale", search:step())
        expect_fresh(grid, rules, 1, 1, 29, 19)
        field:update()
        expect_same_field(field, grid:clone():distance_field({ { 1, 1 } }, rules), grid)
        local _, cost = planner:path()
        local _, expected = grid:find_path(1, 1, 29, 19, rules)
        assert.equal(type(expected), type(cost))
        if type(cost) == "number" then expect.near(expected, cost) end
      end
    end
  end)
end)

describe("edits between two queries", function()
  -- Jump boards are repaired up to (width + height) / 4 + 16 lines; a costmap up to the number of tiles of the map; a
  -- field up to 64 tiles and a share of those that it reached.
  it("are repaired one by one, or derived data is rebuilt", function()
    for count = 1, 90 do
      for _, rules in ipairs { plain, weighted, leaping } do
        local random = random_map.new(count)
        local grid = astar.grid(24, 18, { fill = "." })
        if rules == weighted then grid:set(1, 18, "~") end
        local field = grid:distance_field({ { 1, 1 } }, rules)
        expect_fresh(grid, rules, 1, 1, 24, 18)
        for _ = 1, count do
          grid:set(random:int(2, 24), random:int(1, 17), random:chance(0.6) and "#" or ".")
        end
        for _ = 1, 3 do
          expect_fresh(grid, rules, random:int(1, 24), random:int(1, 18), random:int(1, 24), random:int(1, 18))
        end
        field:update()
        expect_same_field(field, grid:clone():distance_field({ { 1, 1 } }, rules), grid)
      end
    end
  end)
end)

describe("the cells that are cleared one by one", function()
  it("are an eighth of the map and 128: each search starts with cleared cells", function()
    -- One row of 4000 tiles: 628 cells. A search along it changes the cells of its path.
    local grid = astar.grid(4000, 1, { fill = "." })
    grid:set(4000, 1, "~")
    for _, far in ipairs { 60, 560, 561, 562, 563, 564, 620, 624, 626, 627, 628, 629, 630, 1023, 1024, 1025, 3000 } do
      for _, algorithm in ipairs { "auto", "dijkstra" } do
        expect_fresh(grid, weighted, 1, 1, far, 1, { algorithm = algorithm })
        expect_fresh(grid, weighted, 1, 1, 40, 1, { algorithm = algorithm })
        assert.equal(38, select(2, grid:find_path(2, 1, 40, 1, weighted, { algorithm = algorithm })))
      end
    end
  end)
end)

describe("components", function()
  -- `count` rooms of one tile, on a map with as many rows as are needed.
  local function rooms(count, width)
    local rows = {}
    for y = 1, math.ceil(count / width) do
      local here = math.min(width, count - (y - 1) * width)
      rows[2 * y - 1] = (".#"):rep(here) .. ("##"):rep(width - here)
      rows[2 * y] = ("##"):rep(width)
    end
    return astar.grid(rows)
  end

  local function expect_apart(grid, count, width, rules)
    local function place(i) return (i - 1) % width * 2 + 1, math.floor((i - 1) / width) * 2 + 1 end
    for _, i in ipairs { 1, 2, count - 1, count } do
      local x1, y1 = place(i)
      for _, k in ipairs { 1, math.floor(count / 2), count } do
        local x2, y2 = place(k)
        assert.equal(i == k, grid:is_reachable(x1, y1, x2, y2, rules))
      end
    end
    return place
  end

  it("have numbers of 1, 2 or 4 bytes", function()
    for _, count in ipairs { 125, 126, 127, 128, 129, 253, 254, 255, 256, 257, 32765, 32766, 32767, 32768, 32769 } do
      local width = math.floor(math.sqrt(count)) + 1
      expect_apart(rooms(count, width), count, width, plain)
    end
  end)

  it("get other numbers by edits", function()
    for _, count in ipairs { 100, 127, 128, 254, 255, 256 } do
      local width = 20
      local grid = rooms(count, width)
      expect_apart(grid, count, width, plain)
      -- The last room opens a side room and closes it again: each time it is a new component.
      local x, y = (count - 1) % width * 2 + 1, math.floor((count - 1) / width) * 2 + 2
      for _ = 1, 600 do
        grid:set(x, y, ".")
        assert.is_true(grid:is_reachable(x, y, x, y - 1, plain))
        assert.is_false(grid:is_reachable(x, y, 1, 1, plain))
        grid:set(x, y, "#")
      end
      expect_apart(grid, count, width, plain)
      -- The last room disappears, and a single room stays.
      grid:set(x, y - 1, "#")
      expect_apart(grid, count - 1, width, plain)
      grid:fill("#", 2, 1, 2 * width - 1, 2 * math.ceil(count / width))
      grid:fill("#", 1, 2, 1, 2 * math.ceil(count / width) - 1)
      assert.is_false(grid:is_reachable(1, 1, 3, 1, plain))
      grid:set(2, 1, ".")
      assert.is_true(grid:is_reachable(1, 1, 2, 1, plain))
    end
  end)

  it("are distinguished, also 65,535 and more", function()
    for _, count in ipairs { 65534, 65535, 65536 } do
      expect_apart(rooms(count, 256), count, 256, plain)
    end
  end)

  -- Blocks have a side of 64 tiles, and those of each further level twice the side.
  local corners = astar.rules { cost = { ["."] = 1 }, diagonal = "always" }

  it("are united through doors at the sides of blocks", function()
    for _, size in ipairs { 63, 64, 65, 66, 127, 128, 129, 130, 257 } do
      for _, at in ipairs { 2, 63, 64, 65, 66, 127, 128, 129, 130, 256 } do
        if at < size then
          local grid = astar.grid(size, size, { fill = "." })
          grid:fill("#", at, 1, 1, size)
          grid:fill("#", 1, at, size, 1)
          for _, rules in ipairs { plain, corners } do assert.is_false(grid:is_reachable(1, 1, size, size, rules)) end
          -- From the upper left to the lower right quarter, through two doors.
          for _, door in ipairs { 1, at - 1, at, at + 1, size } do
            grid:set(at, math.min(door, at - 1), ".")
            assert.is_true(grid:is_reachable(1, 1, size, 1, plain))
            assert.is_false(grid:is_reachable(1, 1, size, size, plain))
            grid:set(math.max(door, at + 1), at, ".")
            assert.is_true(grid:is_reachable(1, 1, size, size, plain))
            assert.is_false(grid:is_reachable(1, 1, 1, size, plain))
            grid:set_edge(math.max(door, at + 1), at, 0, 1, false)
            assert.is_false(grid:is_reachable(1, 1, size, size, plain))
            grid:set_edge(math.max(door, at + 1), at, 0, 1, true)
            assert.is_true(grid:is_reachable(size, size, 1, 1, plain))
            grid:set(at, math.min(door, at - 1), "#")
            assert.is_false(grid:is_reachable(1, 1, size, size, plain))
            grid:set(math.max(door, at + 1), at, "#")
          end
        end
      end
    end
  end)

  it("touch at the corners of blocks", function()
    for _, at in ipairs { 62, 63, 64, 65, 126, 127, 128, 129 } do
      for _, side in ipairs { 1, -1 } do
        local grid = astar.grid(131, 131, { fill = "#" })
        for _ = 1, 2 do
          local function expect_joined(joined)
            assert.equal(joined, grid:is_reachable(at, at, at + side, at + 1, corners))
            assert.is_false(grid:is_reachable(at, at, at + side, at + 1, plain))
          end
          grid:set(at, at, ".")
          grid:set(at + side, at + 1, ".")
          expect_joined(true)
          grid:set(at, at, "#")
          grid:set(at + side, at, ".") -- a straight step to the lower tile
          assert.is_true(grid:is_reachable(at + side, at, at + side, at + 1, plain))
          grid:set(at + side, at, "#")
          grid:set(at, at, ".")
          expect_joined(true)
          grid:set(at + side, at + 1, "#")
        end
      end
    end
  end)

  it("equal those of a new copy after edits around the sides of blocks", function()
    local hexes = { "square", "odd_r", "even_r", "odd_q", "even_q" }
    for seed = 1, 5 do
      local random = random_map.new(seed)
      local grid = astar.grid(131, 70, { fill = ".", layout = hexes[seed] })
      for _ = 1, 4500 do grid:set(random:int(1, 131), random:int(1, 70), "#") end
      for round = 1, 60 do
        local x, y = random:int(60, 68), random:int(60, 68)
        grid:set(x, y, random:chance(0.5) and "#" or ".")
        if round > 30 and random:chance(0.3) then
          grid:set_edge(x, y, 1, 0, random:chance(0.5), random:chance(0.5))
        end
        local copy = grid:clone()
        for _ = 1, 30 do
          local x1, y1, x2, y2 = random:int(55, 75), random:int(55, 70), random:int(55, 75), random:int(55, 70)
          assert.equal(copy:is_reachable(x1, y1, x2, y2, plain), grid:is_reachable(x1, y1, x2, y2, plain))
          if seed == 1 then
            assert.equal(copy:is_reachable(x1, y1, x2, y2, corners), grid:is_reachable(x1, y1, x2, y2, corners))
          end
        end
      end
    end
  end)

  it("stay one component if a tile closes that has a way around it, short or long", function()
    -- A ring of corridors: the way around the closed tile is `size` tiles wide and high.
    for size = 3, 40 do
      local grid = astar.grid(size + 2, size + 2, { fill = "#" })
      grid:fill(".", 2, 2, size, size)
      grid:fill("#", 3, 3, size - 2, size - 2)
      local x = math.floor(size / 2) + 2
      for _, rules in ipairs { plain, astar.rules { cost = { ["."] = 1 }, diagonal = "always" } } do
        assert.is_true(grid:is_reachable(x - 1, 2, x + 1, 2, rules))
        grid:block(x, 2)
        assert.is_true(grid:is_reachable(x - 1, 2, x + 1, 2, rules))
        expect_fresh(grid, rules, x - 1, 2, x + 1, 2)
        grid:block(2, size + 1)
        grid:block(size + 1, size + 1)
        assert.is_false(grid:is_reachable(x - 1, 2, x + 1, 2, plain) and size > 3)
        expect_fresh(grid, rules, x - 1, 2, x + 1, 2)
        grid:block(2, size + 1, false)
        grid:block(size + 1, size + 1, false)
        grid:block(x, 2, false)
      end
    end
  end)

  it("around an impassable start are looked up, up to 128 at once", function()
    for _, count in ipairs { 126, 127, 128, 129, 130, 200 } do
      local grid = rooms(count + 1, 15)
      grid:set(1, 1, "#")
      local function place(i) return i % 15 * 2 + 1, math.floor(i / 15) * 2 + 1 end
      for i = 1, count do
        local x, y = place(i)
        grid:link(1, 1, x, y, { cost = i, one_way = true })
      end
      for _, i in ipairs { 1, 2, 126, 127, 128, count - 1, count } do
        if i <= count then
          local x, y = place(i)
          assert.is_true(grid:is_reachable(1, 1, x, y, plain))
          assert.equal(i, select(2, grid:find_path(1, 1, x, y, plain)))
        end
      end
      local x, y = place(count)
      grid:set(x + 1, y, ".") -- next to the last room
      assert.is_true(grid:is_reachable(1, 1, x + 1, y, plain))
      grid:fill("#", 2, 2, 1, 1)
      assert.is_false(grid:is_reachable(1, 1, 2, 2, plain))
      grid:set(30, 18, ".")
      expect.reason("unreachable", grid:find_path(1, 1, 30, 18, plain))
    end
  end)
end)

describe("the window of 4096 buckets", function()
  -- A direct path over an expensive tile, and a detour of 2 * far + 2 steps. Below is other ground.
  local function check(far, ground)
    local grid = astar.grid(far + 1, 9, { fill = "#" })
    grid:fill(".", 1, 1, far + 1, 1)
    grid:fill(".", far + 1, 1, 1, 3)
    grid:fill(".", 1, 3, far + 1, 1)
    grid:set(1, 2, "^")
    grid:fill(ground, 1, 5, far + 1, 5)
    local round = 2 * far + 2
    for _, cost in ipairs { 1, 2, round - 3, round - 2, round - 1.5, round - 1, round - 0.5, round, round + 1, 4095,
      4096, 4097, 8192, 1e6 - 1, 1e6, 1e6 + 1 } do
      local rules = astar.rules { cost = { ["."] = 1, ["^"] = cost }, neighbors = 4 }
      for _, algorithm in ipairs { "auto", "astar", "dijkstra" } do
        local _, found = grid:find_path(1, 1, 1, 3, rules, { algorithm = algorithm })
        assert.equal(math.min(cost + 1, round), found)
      end
      assert.equal(math.min(cost + 1, round), grid:distance_field({ { 1, 3 } }, rules):cost(1, 1))
      assert.equal(math.min(cost + 1, round), grid:reachable(1, 1, rules):cost(1, 3))
    end
  end

  it("has half a step per bucket: the cheapest path is found on both sides of its end", function()
    check(1024, "#")
  end)

  it("has a step per bucket for weighted jump points", function()
    check(1024, ".")
    check(2048, ".")
  end)
end)

describe("priorities", function()
  it("are rounded by less than a step, even if they are large", function()
    local grid = astar.grid(32, 30, { fill = "." })
    grid:fill("#", 2, 1, 1, 30)
    grid:set(2, 15, "^")
    grid:fill("#", 1, 1, 1, 30)
    grid:set(1, 15, ".")
    local count = 30 * 30 + 2
    for power = 18, 60 do
      for _, factor in ipairs { 0.99, 1, 1.01 } do
        local cost = 2 ^ power * factor
        local rules = astar.rules { cost = { ["."] = 1, ["^"] = cost } }
        local path = grid:find_path(1, 15, 32, 30, rules, { algorithm = "dijkstra" })
        if power < 50 then assert.is_true(path:expanded() <= count, ("2^%d: %d"):format(power, path:expanded())) end
        assert.is_true(grid:find_path(1, 15, 32, 30, rules):expanded() <= 2 * count)
        -- One step out of the gate, 15 diagonal steps, 14 straight steps.
        local left = select(2, grid:find_path(1, 15, 32, 30, rules)) - cost
        assert.is_true(math.abs(left - 15 - 15 * SQRT2) <= 1e-14 * cost + 1e-9)
      end
    end
  end)
end)

-- The costs of all tiles of a field equal those of a new field on a copy of the map.
local function expect_new_field(field, grid, rules, goals)
  expect_same_field(field, grid:clone():distance_field(goals, rules), grid)
end

describe("the fronts of a field", function()
  it("have room for any number of tiles", function()
    for _, width in ipairs { 1, 15, 16, 17, 31, 32, 33, 510, 512, 513 } do
      local grid, goals = astar.grid(width, 6, { fill = "." }), {}
      for x = 1, width do goals[x] = { x, 1 } end
      local field = grid:distance_field(goals, plain)
      local count = 0
      for _, y, cost in field:each() do
        count = count + 1
        assert.equal(y - 1, cost)
      end
      assert.equal(6 * width, count)
    end
  end)

  -- A row of cheap tiles ends at an expensive one, whose step leads this number of fronts ahead; then tiles are
  -- cheap again.
  it("are 256 levels; costs beyond them wait in lists", function()
    local AHEAD = { 2, 3, 4, 5, 63, 64, 65, 127, 128, 254, 255, 256, 257, 511, 512, 513, 65535, 65536, 99999 }
    for _, ahead in ipairs(AHEAD) do
      local rules = astar.rules { cost = { ["."] = 1, ["^"] = ahead } }
      for length = 1, 9 do
        local grid = astar.grid { ("."):rep(length) .. "^" .. ("."):rep(8), ("."):rep(length) .. "#" .. ("."):rep(8) }
        local range = grid:reachable(1, 1, rules)
        for x = 2, length do assert.equal(x - 1, range:cost(x, 1)) end
        for x = length + 1, length + 9 do assert.equal(x - 2 + ahead, range:cost(x, 1)) end
        local field = grid:distance_field({ { 1, 1 }, { length + 9, 1, 300 } }, rules)
        for x = length + 2, length + 8 do
          assert.equal(math.min(x - 2 + ahead, 300 + length + 9 - x), field:cost(x, 1))
        end
      end
    end
  end)

  it("serve penalties and links that cost less, as much, or far more than a step", function()
    for _, cost in ipairs { 0, 1e-9, 0.5, 1, 2, 255, 256, 257, 1e5, 1e12 } do
      local grid = astar.grid { ".........", "#########", "........." }
      for x = 1, 9, 2 do grid:link(x, 1, 10 - x, 3, { cost = cost }) end
      grid:link(3, 1, 7, 1, { cost = cost })
      if cost > 0 then grid:set_penalty(2, 1, cost) end
      for _, rules in ipairs { plain, weighted } do
        local field = grid:distance_field({ { 9, 3 } }, rules)
        local range = grid:reachable(1, 1, rules)
        for _, x in ipairs { 1, 2, 3, 4, 8, 9 } do
          for y = 1, 3, 2 do
            expect.near(select(2, grid:find_path(x, y, 9, 3, rules)), field:cost(x, y))
            expect.near(select(2, grid:find_path(1, 1, x, y, rules)), range:cost(x, y))
          end
        end
      end
    end
  end)

  it("keep their order up to any starting cost; up to 1e9 steps, moves are left out", function()
    for _, base in ipairs { 1e9 - 1, 1e9, 1e9 + 1, 1e12 } do
      local grid = astar.grid(20, 15, { fill = "." })
      for _, rules in ipairs { plain, weighted } do
        local field = grid:distance_field({ { 1, 1, base }, { 20, 15, base } }, rules)
        expect.near(7, field:cost(8, 1) - base)
        expect.near(3, field:cost(17, 15) - base)
      end
    end
    -- 2^52 steps: from here on each cost is a level of its own.
    for _, base in ipairs { 2 ^ 51, 2 ^ 52 - 8, 2 ^ 52 - 1, 2 ^ 52, 2 ^ 52 + 1, 2 ^ 53, 1e60, 1e100 } do
      local field = astar.grid(20, 1, { fill = "." }):distance_field({ { 1, 1, base }, { 20, 1, base } }, plain)
      local count = 0
      for _, _, cost in field:each() do
        count = count + 1
        assert.is_true(cost >= base and cost <= base + 9)
      end
      assert.equal(20, count)
    end
  end)
end)

describe("the repair of a field", function()
  -- On a row, blocking a tile cuts off all tiles after it. The repair restarts when these are more than a share of the
  -- tiles, plus 64.
  it("restarts at 1/48 or 1/16 of the tiles plus 64", function()
    for _, rules in ipairs { plain, weighted } do
      local share = 1200 / (rules == weighted and 16 or 48) + 64
      local LOST = { 1, 2, 3, share - 2, share - 1, share, share + 1, share + 2, 600, 1040, 1060, 1190, 1198 }
      for _, lost in ipairs(LOST) do
        lost = math.floor(lost)
        local grid = astar.grid(1200, 1, { fill = "." })
        if rules == weighted then grid:set(1, 1, "~") end
        local field = grid:distance_field({ { 1, 1 } }, rules)
        grid:block(1200 - lost, 1)
        field:update()
        expect_new_field(field, grid, rules, { { 1, 1 } })
        assert.is_nil(field:cost(1200 - lost, 1))
        assert.is_nil(field:cost(1200, 1))
        grid:block(1200 - lost, 1, false)
        field:update()
        expect_new_field(field, grid, rules, { { 1, 1 } })
      end
    end
  end)

  -- Two corridors: when the short one closes, all tiles behind it get their cost through the long one.
  it("keeps the tiles below the lowest cost that changed", function()
    for _, rules in ipairs { plain, weighted } do
      for door = 2, 59, need.all() and 9 or 3 do
        local grid = astar.grid(60, 40, { fill = "." })
        grid:fill("#", door, 1, 1, 39)
        grid:set(door, 5, ".")
        if rules == weighted then grid:fill("~", 1, 30, 60, 4) end
        local goals = { { 1, 1 }, { 1, 20, 7 } }
        local field = grid:distance_field(goals, rules)
        for round = 1, 6 do
          grid:block(door, 5, round % 2 == 1)
          if round > 2 then grid:set_penalty(round * 9, 12, round) end
          if round > 4 then grid:link(1, 40, 60, 40, { cost = 300 }) end
          field:update()
          expect_new_field(field, grid, rules, goals)
        end
      end
    end
  end)

  it("of a movement range from an impassable tile finds the steps from there", function()
    for _, rules in ipairs { plain, weighted } do
      local grid = astar.grid { "~....", ".###.", ".##..", "....." }
      local range = grid:reachable(3, 3, rules)
      for _, tile in ipairs { { 3, 2 }, { 2, 3 }, { 4, 2 } } do
        grid:set(tile[1], tile[2], ".")
        range:update()
        local fresh = grid:reachable(3, 3, rules)
        for x, y, cost in fresh:each() do expect.near(cost, range:cost(x, y)) end
      end
    end
  end)
end)

describe("a movement range", function()
  it("has arrays of its own size up to a quarter of the map", function()
    local grid = astar.grid(40, 40, { fill = "." })
    local all, costs = grid:reachable(20, 20, plain), {}
    for _, _, cost in all:each() do costs[#costs + 1] = cost end
    for budget = 0, 30 do
      local range, count = grid:reachable(20, 20, plain, budget), 0
      for x, y, cost in range:each() do
        count = count + 1
        if all:cost(x, y) ~= cost or cost > budget then error(("%d, %d costs %g"):format(x, y, cost)) end
      end
      for _, cost in ipairs(costs) do
        if cost <= budget then count = count - 1 end
      end
      assert.equal(0, count)
    end
  end)
end)

describe("jump points", function()
  it("leave paths of more than 2^30 units to the general kernel", function()
    -- A corridor, left and right in turn. A straight step has 5741 units: the limit is at 187,030 steps and a fraction.
    local width, turns = 2001, 94
    local rows = {}
    for y = 1, 2 * turns, 2 do
      rows[y] = ("."):rep(width)
      rows[y + 1] = y % 4 == 1 and ("#"):rep(width - 1) .. "." or "." .. ("#"):rep(width - 1)
    end
    local grid = astar.grid(rows)
    local function place(steps) -- the tile after this number of steps
      local turn, rest = math.floor(steps / (width + 1)), steps % (width + 1)
      if rest == width then return turn % 2 == 0 and width or 1, 2 * turn + 2 end
      return turn % 2 == 0 and rest + 1 or width - rest, 2 * turn + 1
    end
    for _, steps in ipairs { 187028, 187029, 187030, 187031, 187032, 187033, 188000 } do
      local x, y = place(steps)
      local path, cost = grid:find_path(1, 1, x, y, plain)
      assert.same({ steps, steps + 1 }, { cost, #path })
      local search = grid:search(1, 1, x, y, plain)
      while search:step(1000) == "running" do end
      assert.equal(steps, select(2, search:path()))
    end
  end)
end)

describe("canonical A*", function()
  -- A corridor, left and right in turn, above an area of clutter: the clutter decides the kernel.
  local function long_corridor()
    local width, turns, rows = 2001, 12, {}
    local random = random_map.new(27)
    for y = 1, 2 * turns, 2 do
      rows[y] = ("."):rep(width)
      rows[y + 1] = y % 4 == 1 and ("#"):rep(width - 1) .. "." or "." .. ("#"):rep(width - 1)
    end
    rows[2 * turns] = ("#"):rep(width)
    for y = 2 * turns + 1, 2 * turns + 60 do
      local row = {}
      for x = 1, width do row[x] = random:chance(0.25) and "#" or "." end
      rows[y] = table.concat(row)
    end
    local function place(steps) -- the tile after this number of steps
      local turn, rest = math.floor(steps / (width + 1)), steps % (width + 1)
      if rest == width then return turn % 2 == 0 and width or 1, 2 * turn + 2 end
      return turn % 2 == 0 and rest + 1 or width - rest, 2 * turn + 1
    end
    return astar.grid(rows), place
  end

  it("leaves paths of more than 2^27 units to jump points", function()
    -- A straight step has 5741 units. Tiles beyond 2^27 - 40,000 units are not expanded: 23,371 steps and a fraction.
    local grid, place = long_corridor()
    local limit -- as many does canonical A* expand, before jump points search
    for _, steps in ipairs { 100, 23369, 23370, 23371, 23372, 23373, 23374, 23900 } do
      local x, y = place(steps)
      local path, cost = grid:find_path(1, 1, x, y, plain)
      assert.same({ steps, steps + 1 }, { cost, #path })
      local jumped = grid:find_path(1, 1, x, y, plain, { algorithm = "jps" })
      if steps > 23372 then
        limit = limit or path:expanded() - jumped:expanded()
        assert.equal(limit, path:expanded() - jumped:expanded())
      end
      local search = grid:search(1, 1, x, y, plain)
      while search:step(1000) == "running" do end
      local sliced = search:path()
      assert.equal(tiles(path), tiles(sliced))
      assert.equal(path:expanded(), sliced:expanded())
    end
  end)

  -- A straight step has 2 units: the limit is far in the torture build, too.
  local halves = astar.rules { cost = { ["."] = 1 }, diagonal_cost = 1.5 }

  -- Whether a path was found tile by tile: jump point search expands fewer nodes.
  local function is_tile_by_tile(grid, x, y)
    local path = grid:find_path(1, 1, x, y, halves)
    return path:expanded() > grid:find_path(1, 1, x, y, halves, { algorithm = "jps" }):expanded()
  end

  it("is used where a quarter of the straight jumps end at jump points, and given up below", function()
    -- Single obstacles are added and removed: the kernel depends on the map alone.
    local random = random_map.new(4)
    local grid, order = astar.grid(90, 60, { fill = "." }), {}
    local switched = {}
    for i = 1, 1400 do
      local x, y = random:int(2, 89), random:int(1, 59)
      order[i] = { x, y }
    end
    local function check(i)
      if i % 100 ~= 0 and not (i > 700 and i < 1000 and i % 20 == 0) then return end
      if not grid:is_reachable(1, 1, 90, 60, halves) then return end
      expect_fresh(grid, halves, 1, 1, 90, 60)
      return is_tile_by_tile(grid, 90, 60)
    end
    for i = 1, #order do
      grid:set(order[i][1], order[i][2], "#")
      switched[i] = check(i)
    end
    assert.is_false(switched[100])
    assert.is_true(switched[1200])
    for i = #order, 1, -1 do
      if switched[i] ~= nil then assert.equal(switched[i], check(i)) end
      grid:set(order[i][1], order[i][2], ".")
      for k = 1, i - 1 do -- an obstacle may be in the list twice
        if order[k][1] == order[i][1] and order[k][2] == order[i][2] then grid:set(order[i][1], order[i][2], "#") end
      end
    end
  end)

  it("is used from an eighth on maps of 65,536 and more passable tiles", function()
    -- Clutter of a tenth, and an area of its own that has as many passable tiles as needed.
    local random = random_map.new(5)
    local grid, passable = astar.grid(280, 280, { fill = "." }), 0
    for y = 1, 240 do
      for x = 1, 280 do
        if x + y > 4 and x + y < 518 and random:chance(0.1) then grid:set(x, y, "#") else passable = passable + 1 end
      end
    end
    grid:fill("#", 1, 241, 280, 40)
    local function open(count) -- so many tiles of the area, as one block
      grid:fill("#", 1, 241, 280, 40)
      for i = 0, count - 1 do grid:set(2 + i % 278, 243 + math.floor(i / 278), ".") end
    end
    for _, wanted in ipairs { 65534, 65535, 65536, 65537, 65536, 65535 } do
      open(wanted - passable)
      assert.is_true(grid:is_reachable(1, 1, 278, 238, halves))
      assert.equal(wanted >= 65536, is_tile_by_tile(grid, 278, 238))
      expect_fresh(grid, halves, 1, 1, 278, 238)
    end
  end)

  it("clears the cells of the search before, whatever their rows", function()
    local random = random_map.new(6)
    local grid = astar.grid(70, 50, { fill = "." })
    for _ = 1, 900 do grid:set(random:int(1, 70), random:int(1, 50), "#") end
    for _ = 1, 200 do
      local x1, y1, x2, y2 = random:int(1, 70), random:int(1, 50), random:int(1, 70), random:int(1, 50)
      expect_fresh(grid, plain, x1, y1, x2, y2)
    end
    for _, place in ipairs { { 1, 1, 70, 1 }, { 1, 50, 70, 50 }, { 1, 1, 1, 50 }, { 70, 1, 70, 50 } } do
      for i = 1, 4, 2 do grid:set(place[i], place[i + 1], ".") end
      expect_fresh(grid, plain, place[1], place[2], place[3], place[4])
    end
  end)
end)

describe("jumps on clutter", function()
  -- Nodes on the way of a jump wait on the open list where a third of the straight jumps end at jump points.
  it("give the same answers on both sides of the threshold", function()
    local random = random_map.new(8)
    local grid = astar.grid(100, 80, { fill = "." })
    for y = 10, 70, 10 do
      grid:fill("#", 1, y, 100, 1)
      grid:set(random:int(2, 99), y, ".")
    end
    for i = 1, 400 do
      grid:block(random:int(2, 99), random:int(2, 79))
      if i % 8 == 0 then
        expect_fresh(grid, plain, 1, 1, 100, 80, { algorithm = "jps" })
        local path, cost = grid:find_path(1, 1, 100, 80, plain, { algorithm = "jps" })
        local _, expected = grid:find_path(1, 1, 100, 80, plain, { algorithm = "dijkstra" })
        if path then expect.near(expected, cost) else assert.equal(expected, cost) end
      end
    end
  end)
end)

describe("the table of the nodes of jump points", function()
  it("grows during a search: 85 nodes, 170 and more", function()
    for rooms = 1, 60 do -- each door adds a few nodes
      local grid = astar.grid(3 * rooms + 3, 7, { fill = "." })
      for i = 1, rooms do
        grid:fill("#", 3 * i, 1, 1, 7)
        grid:set(3 * i, i % 2 == 0 and 1 or 7, ".")
      end
      expect_fresh(grid, plain, 1, 4, 3 * rooms + 3, 4, { algorithm = "jps" })
      local _, cost = grid:find_path(1, 4, 3 * rooms + 3, 4, plain, { algorithm = "jps" })
      local _, expected = grid:find_path(1, 4, 3 * rooms + 3, 4, plain, { algorithm = "dijkstra" })
      expect.near(expected, cost)
    end
  end)
end)

describe("the words of a bitmap", function()
  -- Maps whose sides, with a border, end before, at and after a word of 64 bits.
  local SIDES = { 60, 61, 62, 63, 64, 65, 66, 125, 126, 127, 128, 129, 130 }
  local DIAGONALS = { "always", "if_at_most_one_obstacle", "only_when_no_obstacles", "never" }

  it("hide no jump point at their ends", function()
    for number, side in ipairs(SIDES) do
      for turned = 0, 1 do
        local random = random_map.new(2 * number + turned)
        local width, height = side, 12
        if turned == 1 then width, height = height, width end
        local grid = astar.grid(width, height, { fill = "." })
        for _ = 1, math.floor(width * height * 0.3) do
          grid:set(random:int(1, width), random:int(1, height), "#")
        end
        for _, diagonal in ipairs(DIAGONALS) do
          local rules = astar.rules { cost = { ["."] = 1 }, diagonal = diagonal }
          for round = 1, 60 do
            if round % 4 == 0 then -- repairs at the ends of words, too
              local at = random:pick { 62, 63, 64, 65, 126, 127, 128, 129, random:int(1, side) }
              local x, y = math.min(at, side), random:int(1, 12)
              if turned == 1 then x, y = y, x end
              grid:block(x, y, not grid:is_blocked(x, y))
            end
            local x1, y1 = random:int(1, width), random:int(1, height)
            local x2, y2 = random:int(1, width), random:int(1, height)
            local path, cost = grid:find_path(x1, y1, x2, y2, rules)
            local _, expected = grid:find_path(x1, y1, x2, y2, rules, { algorithm = "dijkstra" })
            assert.equal(type(expected), type(cost))
            if path then expect.near(expected, cost) else assert.equal(expected, cost) end
          end
        end
        expect_fresh(grid, plain, 1, 1, width, height)
      end
    end
  end)
end)

-- ------------------------------------------------------------------------- searches on terrain

-- The cost must be that of Dijkstra's algorithm with all moves. The answer must equal that of a new copy.
local function expect_optimal(grid, rules, x1, y1, x2, y2)
  expect_fresh(grid, rules, x1, y1, x2, y2)
  local _, cost = grid:find_path(x1, y1, x2, y2, rules)
  local _, expected = grid:find_path(x1, y1, x2, y2, rules, { algorithm = "dijkstra" })
  assert.equal(type(expected), type(cost))
  if type(cost) == "number" then expect.near(expected, cost) else assert.equal(expected, cost) end
end

-- Whether a search jumps over a tile of uniform terrain, which must be on its way.
local function jumps_over(grid, rules, x1, y1, x2, y2, x, y)
  local search = grid:search(x1, y1, x2, y2, rules)
  while search:step(1000) == "running" do end
  return search:node(x, y) == nil
end

-- Rules for `count` terrains from 0 on; each has a cost of its own.
local function rules_of_terrains(count)
  local costs = {}
  for i = 0, count - 1 do costs[i] = 1 + i / 256 end
  return astar.rules { cost = costs }
end

describe("the share of uniform tiles", function()
  -- A map of 64 x 16 tiles: columns of two costs, and a strip with `count` uniform tiles.
  local function map_of(count)
    local grid = astar.grid(64, 16, { fill = "." })
    for x = 2, 64, 2 do grid:fill("~", x, 1, 1, 16) end
    local function strip(y, long)
      grid:fill(".", 1, y, long + 2, 3)
      grid:fill("~", long + 3, y, 1, 3)
    end
    if count > 0 then strip(2, math.min(count, 40)) end
    if count > 40 then strip(6, count - 40) end
    return grid
  end
  local function jumps(grid) return jumps_over(grid, weighted, 1, 3, 5, 3, 2, 3) end

  it("selects jumps from a sixteenth of the tiles on, and depends on the map alone", function()
    local always = jumps(map_of(1)) -- in the torture build
    for count, expected in pairs { [62] = always, [63] = always, [64] = true, [65] = true } do
      local grid = map_of(count)
      assert.equal(expected, jumps(grid))
      for y = 1, 16, 3 do expect_optimal(grid, weighted, 1, 3, 64, y) end
    end
  end)

  it("is counted again after each edit", function()
    local always, grid = jumps(map_of(1)), map_of(66)
    -- Each edit at the east end of a strip takes a uniform tile.
    for _, step in ipairs { { 28, 65 }, { 27, 64 }, { 26, 63 }, { 25, 62 } } do
      grid:set(step[1], 6, "~")
      assert.equal(step[2] >= 64 or always, jumps(grid))
      expect_optimal(grid, weighted, 1, 3, 64, 15)
    end
    for _, step in ipairs { { 25, 63 }, { 26, 64 }, { 27, 65 }, { 28, 66 } } do
      grid:set(step[1], 6, ".")
      assert.equal(step[2] >= 64 or always, jumps(grid))
      expect_optimal(grid, weighted, 1, 3, 64, 15)
    end
  end)
end)

describe("patterns of costs", function()
  local WIDTH, HEIGHT, TERRAINS = 300, 250, 200
  local rules = rules_of_terrains(TERRAINS)

  -- Sets tiles to random terrains, row by row; the rows below stay uniform. Calls visit(grid) when the map has each
  -- number of patterns from `first` to `last`.
  local function each_map(first, last, visit)
    local random, terrain, count, seen = random_map.new(3), {}, 0, {}
    local grid = astar.grid(WIDTH, HEIGHT, { fill = 0 })
    for i = 1, WIDTH * HEIGHT do terrain[i] = 0 end
    local function set(i)
      terrain[i] = random:int(1, TERRAINS - 1)
      grid:set((i - 1) % WIDTH + 1, math.floor((i - 1) / WIDTH) + 1, terrain[i])
    end
    local function at(x, y)
      return x >= 1 and x <= WIDTH and y >= 1 and y <= HEIGHT and terrain[(y - 1) * WIDTH + x] or 255
    end
    local function add(x, y, change) -- counts the pattern of a tile
      if x < 1 or x > WIDTH or y < 1 or y > HEIGHT then return end
      local key = string.char(at(x - 1, y - 1), at(x, y - 1), at(x + 1, y - 1), at(x - 1, y), at(x, y), at(x + 1, y),
        at(x - 1, y + 1), at(x, y + 1), at(x + 1, y + 1))
      local before = seen[key] or 0
      seen[key] = before + change
      if before == 0 then count = count + 1 elseif seen[key] == 0 then count = count - 1 end
    end
    for i = 1, 64000 do set(i) end
    for y = 1, HEIGHT do
      for x = 1, WIDTH do add(x, y, 1) end
    end
    local tile = 64000
    for wanted = first, last do
      while count ~= wanted do
        tile = tile + 1
        local x, y = (tile - 1) % WIDTH + 1, math.floor((tile - 1) / WIDTH) + 1
        for i = 0, 8 do add(x + i % 3 - 1, y + math.floor(i / 3) - 1, -1) end
        set(tile)
        for i = 0, 8 do add(x + i % 3 - 1, y + math.floor(i / 3) - 1, 1) end
      end
      visit(grid:clone())
    end
  end

  it("have indexes of 2 bytes up to 65,535, then of 4 bytes", function()
    each_map(65534, 65536, function(grid)
      local field = grid:distance_field({ { 150, 100 } }, rules) -- reads the pattern of each tile
      for i = 1, need.all() and 10 or 40 do
        local x, y = 1 + i * 7919 % WIDTH, 1 + i * 104729 % HEIGHT
        expect.near(select(2, grid:find_path(x, y, 150, 100, rules, { algorithm = "dijkstra" })), (field:cost(x, y)))
      end
      expect_optimal(grid, rules, 1, 1, WIDTH, HEIGHT)
      for i = 1, 3 do grid:fill(i, 20 * i, 60, 5, 5) end
      field:update()
      expect_same_field(field, grid:clone():distance_field({ { 150, 100 } }, rules), grid)
      expect_optimal(grid, rules, WIDTH, 1, 1, HEIGHT)
    end)
  end)

  it("are forgotten when there are 65,535 and more than tiles", function()
    -- Each round makes about 600 new patterns; the old ones stay until the table is emptied, twice. The tiles of the
    -- lower rows stay as they are: their indexes must be forgotten, too.
    local random = random_map.new(5)
    local grid = astar.grid(100, 80, { fill = 0 })
    local function fill_rows(first, last)
      for y = first, last do
        for x = 1, 100 do grid:set(x, y, random:int(1, TERRAINS - 1)) end
      end
    end
    fill_rows(1, 70)
    for round = 1, 240 do
      fill_rows(1 + 4 * (round % 12), 4 + 4 * (round % 12))
      local field = grid:distance_field({ { 50, 30 } }, rules)
      if round % 10 == 0 then
        expect_same_field(field, grid:clone():distance_field({ { 50, 30 } }, rules), grid)
        expect_optimal(grid, rules, round % 99 + 1, 52, 100 - round % 99, 70)
      end
    end
  end)

  it("need at most 255 different costs", function()
    for _, count in ipairs { 254, 255, 256 } do
      local grid = astar.grid(40, 30, { fill = 0 })
      for i = 0, count - 1 do grid:set(1 + i % 30, 1 + math.floor(i / 30), i) end
      local few = rules_of_terrains(count)
      local field = grid:distance_field({ { 40, 30 } }, few)
      for i = 1, 10 do
        expect_optimal(grid, few, i, i, 40 - i, 30)
        local _, expected = grid:find_path(3 * i, i, 40, 30, few, { algorithm = "dijkstra" })
        expect.near(expected, (field:cost(3 * i, i)))
      end
    end
  end)

  it("are not used if a cost is more than 1e6 times the cheapest step", function()
    for _, cost in ipairs { 999999, 1e6, 1000001, 1e8 } do
      local rules_far = astar.rules { cost = { ["."] = 1, ["~"] = cost } }
      local grid = astar.grid(30, 20, { fill = "." })
      grid:fill("~", 10, 1, 8, 20)
      grid:fill("~", 20, 8, 8, 1)
      assert.equal(cost <= 1e6, jumps_over(grid, rules_far, 2, 10, 29, 10, 4, 10))
      for y = 1, 20, 3 do expect_optimal(grid, rules_far, 2, 10, 29, y) end
    end
  end)
end)

describe("weighted jump points", function()
  it("use the numbers of searches again after 65,535 of them", function()
    -- The first search leaves its costs on the east side. Searches on the west side follow, then one with its number.
    for _, count in ipairs { 65533, 65534, 65535 } do
      local grid = astar.grid(60, 40, { fill = "." })
      grid:set(60, 40, "~")
      local _, expected = grid:clone():find_path(2, 20, 50, 35, weighted)
      grid:find_path(58, 20, 50, 35, weighted)
      for _ = 1, count do grid:find_path(2, 2, 4, 3, weighted) end
      assert.equal(expected, select(2, grid:find_path(2, 20, 50, 35, weighted)))
      expect_optimal(grid, weighted, 2, 20, 50, 35)
      expect_optimal(grid, weighted, 40, 3, 20, 38)
    end
  end)

  it("collect 64 ends of jumps, and more", function()
    -- A diagonal jump from a corner has two ends per step, and one at its end.
    for _, rules in ipairs { weighted, astar.rules { cost = { ["."] = 1, ["~"] = 3 }, neighbors = 4 } } do
      for side = 28, 36 do
        local grid = astar.grid(side + 8, side + 8, { fill = "~" })
        grid:fill(".", 5, 5, side, side)
        for i = 1, side + 8, 5 do
          expect_optimal(grid, rules, 6, 6, i, side + 8)
          expect_optimal(grid, rules, side + 3, side + 3, 1, i)
        end
      end
    end
  end)

  it("find the cheapest path at the ends of words, blocks and rows of nodes", function()
    -- From a width of 64 on, rows of nodes are padded by 0 to 15 nodes, to 5 more than a multiple of 16.
    for _, side in ipairs { 11, 12, 13, 27, 28, 29, 62, 63, 64, 65, 66, 68, 69, 70, 84, 85, 86, 127, 128, 129, 130 } do
      for turned = 0, 1 do
        local random, width, height = random_map.new(side + 1000 * turned), side, 14
        if turned == 1 then width, height = height, width end
        local grid = astar.grid(width, height, { fill = "." })
        for _ = 1, 6 do
          grid:fill(random:pick { "~", "#", "~" }, random:int(1, width), random:int(1, height), random:int(1, 3),
            random:int(1, 3))
        end
        grid:set(width, height, "~")
        grid:set(1, 1, ".")
        for round = 1, 12 do
          if round % 3 == 0 then -- repairs at the ends of words, too
            local along = math.min(random:pick { 63, 64, 65, 127, 128, 129, random:int(1, side) }, side)
            local x, y = along, random:int(1, 14)
            if turned == 1 then x, y = y, x end
            grid:set(x, y, random:pick { ".", "~", "#" })
          end
          expect_optimal(grid, weighted, random:int(1, width), random:int(1, height), random:int(1, width),
            random:int(1, height))
        end
      end
    end
  end)

  it("pass all tiles of uniform terrain, before and after an edit", function()
    for turned = 0, 1 do
      local width, height = 132, 14
      if turned == 1 then width, height = height, width end
      local grid = astar.grid(width, height, { fill = "." })
      grid:set(1, 1, "~")
      local function expect_passed(x, y)
        local search = grid:search(x, y, width - 5, height - 5, weighted)
        while search:step(1000) == "running" do end
        for at_x, at_y in search:each() do
          local is_end = at_x == x and at_y == y or at_x == width - 5 and at_y == height - 5
          local is_stop = at_x <= 2 and at_y <= 2 or at_x == 1 or at_x == width or at_y == 1 or at_y == height
          assert.is_true(is_end or is_stop, ("(%d, %d)"):format(at_x, at_y))
        end
      end
      for _, along in ipairs { 63, 64, 65, 66, 127, 128, 129 } do
        expect_passed(6, 6)
        expect_passed(math.min(along, width - 5), math.min(along, height - 5) - 1)
        local edit_x, edit_y = math.min(along, width - 5), math.min(along, height - 5)
        grid:set(edit_x, edit_y, "~")
        grid:set(edit_x, edit_y, ".")
      end
      expect_passed(6, 6)
    end
  end)

  it("have diagonal steps of 1 to 2 straight steps", function()
    for diagonal_cost, expected in pairs { [0.999] = false, [1] = true, [1.001] = true, [2] = true, [2.001] = false } do
      local rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 }, diagonal_cost = diagonal_cost }
      local grid = astar.grid(30, 20, { fill = "." })
      grid:fill("~", 12, 4, 6, 9)
      assert.equal(expected, jumps_over(grid, rules, 2, 8, 28, 8, 4, 8))
      for y = 2, 20, 3 do expect_optimal(grid, rules, 2, 8, 28, y) end
    end
  end)

  it("are used on maps with links", function()
    local grid = astar.grid(30, 20, { fill = "." })
    grid:fill("~", 12, 4, 6, 9)
    local id = grid:link(3, 3, 25, 17, { cost = 4 })
    assert.is_true(jumps_over(grid, weighted, 2, 8, 28, 8, 4, 8))
    expect_optimal(grid, weighted, 2, 8, 28, 8)
    grid:unlink(id)
    assert.is_true(jumps_over(grid, weighted, 2, 8, 28, 8, 4, 8))
    expect_optimal(grid, weighted, 2, 8, 28, 8)
  end)

  it("count penalties by the scale of each query", function()
    local grid = astar.grid(30, 20, { fill = "." })
    grid:fill("~", 12, 4, 6, 9)
    for i = 1, 12 do grid:set_penalty(20, i, i) end
    for _, scale in ipairs { 1, 0, 2.5, 1e-3, 1 } do
      local function find(on, options)
        options.penalty_scale = scale
        return on:find_path(2, 8, 28, 8, weighted, options)
      end
      local path, cost = find(grid, {})
      expect.near(select(2, find(grid, { algorithm = "dijkstra" })), cost)
      assert.is_true(is_same(path, (find(grid:clone(), {}))))
    end
  end)
end)

describe("units of a step", function()
  it("are at most 20,000: jump points are not used with a finer diagonal_cost", function()
    local grid = astar.grid(40, 30, { fill = "." })
    for _, denominator in ipairs { 19997, 19998, 19999 } do
      local rules = astar.rules { cost = { ["."] = 1 }, diagonal_cost = 1 + 1 / denominator }
      local _, cost = grid:find_path(1, 1, 40, 30, rules, { algorithm = "jps" })
      expect.near(29 * (1 + 1 / denominator) + 10, cost)
    end
    for _, denominator in ipairs { 20002, 20003, 1e6 } do -- not 20,000 and 20,001: 19,999 is close enough
      local rules = astar.rules { cost = { ["."] = 1 }, diagonal_cost = 1 + 1 / denominator }
      expect.raises(
        "grid:find_path: jump points need a diagonal_cost from 1 to 2 that a fraction can express",
        function() grid:find_path(1, 1, 40, 30, rules, { algorithm = "jps" }) end)
      expect.near(29 * (1 + 1 / denominator) + 10, select(2, grid:find_path(1, 1, 40, 30, rules)))
    end
  end)
end)

describe("jump points with four neighbors", function()
  it("are used with any diagonal_cost", function()
    local grid = astar.grid(20, 15, { fill = "." })
    for _, diagonal_cost in ipairs { 0.5, 0.99, 1, 2, 2.01, 50 } do
      local rules = astar.rules { cost = { ["."] = 1 }, neighbors = 4, diagonal_cost = diagonal_cost }
      assert.equal(33, select(2, grid:find_path(1, 1, 20, 15, rules, { algorithm = "jps" })))
    end
  end)
end)

describe("the id of a link", function()
  it("is not truncated to 32 bits", function()
    local grid = astar.grid(3, 3, { fill = "." })
    local id = grid:link(1, 1, 3, 3, { cost = 0.1 })
    for _, wrong in ipairs { 0, id + 2 ^ 32, id + 2 ^ 33, id - 2 ^ 32, 2 ^ 53 } do
      expect.raises(("grid:unlink: id must be the id of a link of this grid, got %.14g"):format(wrong),
        function() grid:unlink(wrong) end)
    end
    assert.equal(0.1, select(2, grid:find_path(1, 1, 3, 3, plain)))
  end)
end)

describe("strings in error texts", function()
  it("are quoted up to 40 bytes", function()
    local grid = astar.grid(2, 2)
    for length = 39, 41 do
      local quoted = length <= 40 and ("a"):rep(length) or ("a"):rep(40) .. "..."
      expect.raises(('grid:get: x must be an integer, got "%s"'):format(quoted), grid.get, grid, ("a"):rep(length), 1)
    end
  end)
end)

describe("sliced searches", function()
  it("leave the memory of four of them to later searches", function()
    local grid = astar.grid(30, 30, { fill = "." })
    grid:set(30, 30, "~")
    for count = 1, 7 do
      local searches = {}
      for i = 1, count do
        searches[i] = grid:search(1, i, 29, 30 - i, i % 2 == 0 and weighted or plain)
        searches[i]:step(3)
      end
      for i = count, 1, -1 do
        while searches[i]:step(5) == "running" do end
        local path, cost = searches[i]:path()
        local found, expected = grid:find_path(1, i, 29, 30 - i, i % 2 == 0 and weighted or plain)
        assert.equal(expected, cost)
        assert.equal(tiles(found), tiles(path))
      end
      searches = nil -- luacheck: ignore
      collectgarbage()
      collectgarbage()
    end
  end)
end)

describe("sets of derived data", function()
  -- A map with obstacles on all layers and penalties, so that each filter has a set of its own.
  local function crowded(random)
    local grid = astar.grid(24, 18, { fill = "." })
    for layer = 1, 8 do
      for _ = 1, 12 do grid:block(random:int(2, 23), random:int(1, 18), true, layer) end
    end
    for _ = 1, 30 do grid:set_penalty(random:int(1, 24), random:int(1, 18), random:int(1, 5)) end
    return grid
  end

  local function filters(count)
    local list = {}
    for i = 1, count do
      list[i] = { ignore_blocked = { (i - 1) % 8 + 1, i % 8 + 1 }, penalty_scale = i > 8 and 0 or i / 4 }
    end
    return list
  end

  it("are four per rules; the least recently used is dropped, with no effect on answers", function()
    for _, count in ipairs { 1, 2, 3, 4, 5, 6, 9, 12 } do
      local random = random_map.new(count)
      local grid, list = crowded(random), filters(count)
      for round = 1, 4 do
        for i = 1, count do
          -- In turn, so that each set is dropped before it is needed again; then at random.
          local options = list[round < 3 and i or random:int(1, count)]
          for _, rules in ipairs { plain, weighted } do expect_fresh(grid, rules, 1, 1, 24, 18, options) end
          local copy = astar.deserialize(grid:serialize())
          assert.equal(copy:is_reachable(1, 1, 24, 18, plain, options), grid:is_reachable(1, 1, 24, 18, plain, options))
          if round % 2 == 0 then
            grid:block(random:int(2, 23), random:int(1, 18), random:chance(0.5), random:int(1, 8))
          end
        end
      end
    end
  end)

  it("are rebuilt for searches, fields and replanners that used a dropped set", function()
    for _, others in ipairs { 2, 3, 4, 5, 6 } do
      local grid = crowded(random_map.new(others))
      local options = { ignore_blocked = { 1, 2, 3, 4, 5, 6, 7, 8 }, penalty_scale = 2 }
      local expected, cost = grid:find_path(1, 1, 24, 18, weighted, options)
      local search = grid:search(1, 1, 24, 18, weighted, options)
      local field = grid:distance_field({ { 24, 18 } }, weighted, options)
      local planner = grid:replanner(1, 1, 24, 18, weighted, options)
      assert.equal(cost, planner:path():cost())
      local step = 0
      while search:step(1) == "running" do
        step = step + 1
        for _, filter in ipairs(filters(others)) do grid:find_path(1, 1, 24, 18, weighted, filter) end
        grid:block(step % 22 + 2, step % 18 + 1, step % 2 == 0, step % 8 + 1) -- ignored
      end
      assert.is_true(step > 3)
      assert.is_true(is_same(expected, search:path()))
      assert.equal(cost, search:path():cost())
      field:update()
      expect.near(cost, field:cost(1, 1))
      grid:set(12, 9, "#")
      field:update()
      local now = select(2, astar.deserialize(grid:serialize()):find_path(1, 1, 24, 18, weighted, options))
      expect.near(now, field:cost(1, 1))
      expect.near(now, planner:path():cost())
    end
  end)

  it("are shared while all layers in which the filters differ are empty", function()
    for _, layer in ipairs { 1, 4, 8 } do
      local grid = astar.grid(12, 3, { fill = "." })
      local friend, enemy = { ignore_blocked = { layer } }, { ignore_blocked = {} }
      local light, heavy = { penalty_scale = 0 }, { penalty_scale = 3 }
      local all = { friend, enemy, light, heavy }
      for _, options in ipairs(all) do assert.equal(11, select(2, grid:find_path(1, 2, 12, 2, plain, options))) end
      for y = 1, 3 do grid:block(6, y, true, layer) end -- the first obstacles of the layer
      assert.equal(11, select(2, grid:find_path(1, 2, 12, 2, plain, friend)))
      for i = 2, 4 do
        assert.equal("unreachable", select(2, grid:find_path(1, 2, 12, 2, plain, all[i])))
        assert.is_false((grid:is_reachable(1, 2, 12, 2, plain, all[i])))
      end
      for y = 1, 3 do grid:block(6, y, false, layer) end -- the last obstacles of the layer
      for _, options in ipairs(all) do expect_fresh(grid, plain, 1, 2, 12, 2, options) end
      for y = 1, 3 do grid:set_penalty(6, y, 2) end -- the first penalties
      for i, cost in ipairs { 13, 13, 11, 17 } do
        assert.equal(cost, select(2, grid:find_path(1, 2, 12, 2, plain, all[i])))
      end
      for y = 1, 3 do grid:set_penalty(6, y, 0) end
      for _, options in ipairs(all) do expect_fresh(grid, plain, 1, 2, 12, 2, options) end
    end
  end)
end)

describe("layers of obstacles", function()
  it("are 8, from 1 on, and independent", function()
    for _, layer in ipairs { 1, 2, 7, 8 } do
      local grid = astar.grid(5, 1, { fill = "." })
      grid:block(3, 1, true, layer)
      for other = 1, 8 do
        assert.equal(other == layer, grid:is_blocked(3, 1, other))
        local _, cost = grid:find_path(1, 1, 5, 1, plain, { ignore_blocked = { other } })
        assert.equal(other < layer and "unreachable" or 4, cost)
        grid:block(3, 1, false, other)
        assert.equal(other < layer, grid:is_blocked(3, 1))
      end
    end
    local grid = astar.grid(5, 1, { fill = "." })
    for _, layer in ipairs { -1, 0, 9, 10 } do
      expect.raises(("grid:block: layer must be an integer from 1 to 8, got %d"):format(layer),
        function() grid:block(3, 1, true, layer) end)
      expect.raises(("grid:is_blocked: layer must be an integer from 1 to 8, got %d"):format(layer),
        function() local _ = grid:is_blocked(3, 1, layer) end)
      expect.raises(
        ('grid:find_path: item 1 of option "ignore_blocked" must be an integer from 1 to 8, got %d'):format(layer),
        function() grid:find_path(1, 1, 5, 1, plain, { ignore_blocked = { layer } }) end)
    end
    assert.equal(0, grid:revision())
  end)
end)

describe("the revision of a serialized grid", function()
  it("is at most 2^53", function()
    local bytes = astar.grid(3, 3):serialize()
    for _, revision in ipairs { 2 ^ 53 - 2, 2 ^ 53 - 1, 2 ^ 53 } do
      local grid = assert(astar.deserialize(archive.with_revision(bytes, archive.number(revision))))
      assert.equal(revision, grid:revision())
      grid:set(1, 1, 1)
      assert.equal(math.min(revision + 1, 2 ^ 53), astar.deserialize(grid:serialize()):revision())
    end
    local above = "\129" .. ("\128"):rep(6) .. "\16" -- 2^53 + 1
    expect.reason("the serialized grid is damaged: its content is invalid",
      astar.deserialize(archive.with_revision(bytes, above)))
  end)
end)

describe("string pulling (path:smooth)", function()
  it("considers 16 points at a time", function()
    for length = 3, 80 do
      local grid = astar.grid(length, 30, { fill = "." })
      local path = grid:find_path(1, 1, length, math.min(30, math.ceil(length / 3)), plain)
      assert.equal(2, #path:smooth())
    end
  end)
end)

describe("arrays that grow", function()
  it("have enough room at each power of two", function()
    for _, count in ipairs { 15, 16, 17, 31, 32, 33, 63, 64, 65, 511, 512, 513 } do
      local grid = astar.grid(600, 2, { fill = "." })
      local ids = {}
      for i = 1, count do ids[i] = grid:link(i, 1, 600, 2, { cost = 1000 - i, one_way = true }) end
      local _, cost = grid:find_path(1, 1, 600, 2, plain)
      expect.near(SQRT2 + 598, cost)
      local copy = astar.deserialize(grid:serialize())
      for i = 1, count do copy:unlink(ids[i]) end
      expect.near(cost, select(2, copy:find_path(1, 1, 600, 2, plain)))
      local goals = {}
      for i = 1, count do goals[i] = { 600 - i, 2 } end
      local _, _, index = grid:find_nearest(1, 1, goals, plain)
      assert.equal(count, index)
    end
  end)
end)

describe("serialized numbers", function()
  it("grow by a byte at 128, 16,384 and 2,097,152, and short runs are written without compression", function()
    for _, width in ipairs { 1, 63, 64, 65, 127, 128, 129, 8191, 8192, 8193, 16383, 16384, 16385 } do
      local grid = astar.grid(width, 2, { fill = "." })
      for length = 1, 6 do grid:fill("~", 3 * length * length, 1, length, 1) end
      grid:set_penalty(width, 2, 0.5)
      grid:block(width, 1)
      grid:link(1, 1, width, 2)
      local copy = astar.deserialize(grid:serialize())
      assert.same(grid:rows(), copy:rows())
      assert.equal(grid:serialize(), copy:serialize())
      assert.equal(0.5, copy:penalty(width, 2))
      assert.is_true(copy:is_blocked(width, 1))
    end
    for _, size in ipairs { { 1448, 1448 }, { 1449, 1448 } } do -- 2,096,704 and 2,098,152 tiles
      local grid = astar.grid(size[1], size[2], { fill = "." })
      grid:block(size[1], size[2])
      assert.is_true(astar.deserialize(grid:serialize()):is_blocked(size[1], size[2]))
    end
  end)
end)
