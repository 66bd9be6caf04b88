local astar = require "astar"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"

local rules = astar.rules { cost = { ["."] = 1 } }

local function field(width, height)
  return astar.grid(width, height, { fill = "." })
end

describe("a named heuristic", function()
  local rows = {
    "............",
    "............",
    "....####....",
    "....####....",
    "............",
    "............",
  }

  it("is admissible , except manhattan with eight neighbors", function()
    local grid = astar.grid(rows)
    for _, heuristic in ipairs { "auto", "octile", "chebyshev", "euclidean", "zero" } do
      for x = 1, 12 do
        for y = 1, 6 do
          local _, cost = grid:find_path(1, 4, x, y, rules, { heuristic = heuristic })
          local _, best = grid:find_path(1, 4, x, y, rules, { algorithm = "dijkstra" })
          if best == "goal_blocked" then
            assert.equal(best, cost)
          else
            expect.near(best, cost)
          end
        end
      end
    end
  end)

  it("may overestimate: manhattan with eight neighbors is not optimal", function()
    local random = random_map.new(1)
    local worse = 0
    for _ = 1, 100 do
      local grid = field(6, 6)
      for _ = 1, 10 do grid:set(random:int(1, 6), random:int(1, 6), "#") end
      local path, best = grid:find_path(1, 1, 6, 6, rules)
      if path then
        local _, cost = grid:find_path(1, 1, 6, 6, rules, { heuristic = "manhattan" })
        assert.is_true(cost >= best - 1e-9)
        if cost > best + 1e-9 then worse = worse + 1 end
      end
    end
    assert.is_true(worse > 0)
  end)

  it("manhattan is optimal with four neighbors", function()
    local grid = astar.grid(rows)
    local four = astar.rules { cost = { ["."] = 1 }, neighbors = 4 }
    for x = 1, 12 do
      local _, cost = grid:find_path(1, 4, x, 5, four, { heuristic = "manhattan" })
      assert.equal(select(2, grid:find_path(1, 4, x, 5, four)), cost)
    end
  end)

  it("guides the search: a better one expands fewer nodes", function()
    local grid = field(60, 60)
    local function expanded(heuristic)
      return grid:find_path(10, 10, 50, 30, rules, { heuristic = heuristic }):expanded()
    end
    local zero, chebyshev, octile = expanded "zero", expanded "chebyshev", expanded "octile"
    assert.is_true(octile < chebyshev)
    assert.is_true(chebyshev < zero)
    assert.is_true(expanded "auto" < zero / 4)
  end)

  it("is scaled by the lowest cost of a step", function()
    -- With costs of 0.25 a heuristic in tiles would overestimate by a factor of 4.
    local grid = astar.grid {
      "~~~~~~~~~~~~",
      "~..........~",
      "............",
    }
    local cheap = astar.rules { cost = { ["."] = 1, ["~"] = 0.25 } }
    for _, heuristic in ipairs { "auto", "octile", "chebyshev", "euclidean" } do
      local _, cost = grid:find_path(1, 3, 12, 3, cheap, { heuristic = heuristic })
      local _, best = grid:find_path(1, 3, 12, 3, cheap, { algorithm = "dijkstra" })
      expect.near(best, cost)
    end
  end)

  it("zero is Dijkstra", function()
    local grid = field(30, 30)
    local zero = grid:find_path(15, 15, 20, 18, rules, { heuristic = "zero" })
    local dijkstra = grid:find_path(15, 15, 20, 18, rules, { algorithm = "dijkstra" })
    assert.same(dijkstra:flat(), zero:flat())
    assert.equal(dijkstra:expanded(), zero:expanded())
  end)

  it("auto finds the path over a link that leads away from the goal", function()
    local grid = field(50, 5)
    grid:link(1, 3, 50, 3, { cost = 1 })
    for _, heuristic in ipairs { "auto", "octile", "euclidean", "chebyshev" } do
      -- From (20, 3) the direct path has 21 steps, and 29 over the link; from (10, 3) 31 and 19.
      expect.near(21, select(2, grid:find_path(20, 3, 41, 3, rules, { heuristic = heuristic })))
      expect.near(9 + 1 + 9, select(2, grid:find_path(10, 3, 41, 3, rules, { heuristic = heuristic })))
    end
  end)
end)

describe("a heuristic function", function()
  it("gets the distance to the goal: dx and dy, integers >= 0", function()
    local grid = field(7, 7)
    local most_x, most_y, calls = 0, 0, 0
    local path = grid:find_path(2, 6, 6, 2, rules, {
      heuristic = function(...)
        assert(select("#", ...) == 2)
        local dx, dy = ...
        assert(dx >= 0 and dy >= 0 and dx % 1 == 0 and dy % 1 == 0)
        most_x, most_y, calls = math.max(most_x, dx), math.max(most_y, dy), calls + 1
        return 0
      end,
    })
    assert.equal(5, #path)
    assert.is_true(most_x <= 5 and most_x >= 4 and most_y <= 5 and most_y >= 4)
    assert.is_true(calls > 0)
  end)

  it("decides which tiles are expanded first", function()
    local grid = field(60, 60)
    local function expanded(heuristic)
      return grid:find_path(10, 10, 50, 50, rules, { heuristic = heuristic }):expanded()
    end
    local octile = expanded(function(dx, dy)
      return math.max(dx, dy) + (math.sqrt(2) - 1) * math.min(dx, dy)
    end)
    local none = expanded(function() return 0 end)
    assert.is_true(octile * 10 < none)
  end)

  it("that overestimates gives a legal path that may not be the cheapest", function()
    local grid = astar.grid { "......", ".####.", "......" }
    local path, cost = grid:find_path(1, 2, 6, 2, rules, {
      heuristic = function(dx, dy) return 100 * (dx + dy) end,
    })
    assert.is_true(path:is_valid())
    assert.is_true(cost >= 7)
  end)

  it("may return any finite number >= 0", function()
    local grid = field(9, 9)
    for _, guess in ipairs { 0, 1e-300, 1e100, 1e200, 1.7e308 } do
      local path = grid:find_path(1, 1, 9, 9, rules, { heuristic = function() return guess end })
      assert.is_true(path:is_valid())
      path = grid:find_path(1, 1, 9, 9, rules, { heuristic = function() return guess end, weight = 3 })
      assert.is_true(path:is_valid())
    end
  end)

  it("that returns another value raises an error", function()
    local grid = field(9, 9)
    for text, value in pairs {
      ["-1"] = -1, ["nan"] = 0 / 0, ["inf"] = math.huge, ['"12"'] = "12", ["a table"] = {},
      ["true"] = true,
    } do
      expect.raises('grid:find_path: option "heuristic" must return a finite number >= 0, got ' .. text,
        function()
          local _ = grid:find_path(1, 1, 9, 9, rules, { heuristic = function() return value end })
        end)
    end
    expect.raises('grid:find_nearest: option "heuristic" must return a finite number >= 0, got nil',
      function()
        local _ = grid:find_nearest(1, 1, { { 9, 9 } }, rules, { heuristic = function() end })
      end)
    assert.equal(9, #grid:find_path(1, 1, 9, 9, rules))
  end)

  it("that raises an error: the error is passed on unchanged", function()
    local grid = field(9, 9)
    local function raised(what)
      local ok, message = pcall(grid.find_path, grid, 1, 1, 9, 9, rules, {
        heuristic = function() error(what, 0) end,
      })
      assert.is_false(ok)
      return message
    end
    assert.equal("out of ideas", raised "out of ideas")
    local object = setmetatable({}, { __tostring = function() return "an object" end })
    assert.equal(object, raised(object))
    assert.equal(select(2, pcall(error)), raised(nil)) -- Lua 5.5 turns nil into a string
    assert.equal(42, raised(42))
    assert.equal(9, #grid:find_path(1, 1, 9, 9, rules)) -- the grid still works
    grid:set(5, 5, "#")
    assert.is_true(grid:is_reachable(1, 1, 9, 9, rules))
  end)

  it("that raises after many calls leaves no trace", function()
    local grid = field(40, 40)
    for at = 1, 300, 7 do
      local calls = 0
      local ok, message = pcall(grid.find_path, grid, 1, 1, 40, 33, rules, {
        heuristic = function()
          calls = calls + 1
          if calls == at then error { at } end
          return 0
        end,
      })
      assert.is_false(ok)
      assert.equal(at, message[1])
    end
    grid:set(1, 1, ".")
    grid:block(20, 20)
    expect.near(37 * math.sqrt(2) + 4, select(2, grid:find_path(1, 1, 40, 40, rules)))
  end)

  it("cannot edit the grid that is searched", function()
    local grid = field(9, 9)
    local id = grid:link(1, 1, 9, 9)
    local before = grid:serialize()
    for name, edit in pairs {
      set = function() grid:set(1, 1, "#") end,
      fill = function() grid:fill "#" end,
      set_penalty = function() grid:set_penalty(2, 2, 5) end,
      block = function() grid:block(2, 2) end,
      set_edge = function() grid:set_edge(1, 1, 1, 0, false) end,
      link = function() grid:link(1, 1, 2, 2) end,
      unlink = function() grid:unlink(id) end,
    } do
      local ok, message = pcall(grid.find_path, grid, 5, 1, 9, 5, rules, { heuristic = edit })
      assert.is_false(ok)
      assert.truthy(message:find(("grid:%s: the grid is being searched"):format(name), 1, true))
      assert.equal(before, grid:serialize())
    end
    grid:set(1, 1, "#") -- it can be edited after the search
    assert.equal(35, grid:get(1, 1))
  end)

  it("may read the grid that is searched", function()
    local grid = field(9, 9)
    local path = grid:find_path(1, 1, 9, 9, rules, {
      heuristic = function()
        assert(grid:get(1, 1) == 46 and grid:size() == 9 and not grid:is_blocked(1, 1))
        assert(#grid:rows() == 9 and #grid:serialize() > 0 and grid:clone():get(9, 9) == 46)
        return 0
      end,
    })
    assert.equal(9, #path)
  end)

  it("may search the same grid and other grids", function()
    local grid, other = field(12, 12), field(5, 5)
    local inner
    local outer = grid:find_path(1, 1, 12, 5, rules, {
      heuristic = function(dx, dy)
        inner = grid:find_path(12, 12, 1, 4, rules)
        assert(#inner == 12)
        assert(other:find_path(1, 1, 5, 5, rules):cost() > 5)
        assert(grid:is_reachable(1, 1, 12, 12, rules))
        return math.max(dx, dy)
      end,
    })
    assert.equal(12, #outer)
    expect.near(7 + 4 * math.sqrt(2), outer:cost())
    assert.same({ 12, 12 }, { inner:get(1) })
    assert.is_true(outer:is_valid())
  end)

  it("may search with a heuristic function, several levels deep", function()
    local grid = field(4, 4)
    local deepest = 0
    local function search(depth)
      deepest = math.max(deepest, depth)
      local asked = false
      return grid:find_path(1, 1, 4, 4, rules, {
        heuristic = function()
          if depth < 6 and not asked then
            asked = true
            assert(#search(depth + 1) == 4)
          end
          return 0
        end,
      })
    end
    assert.equal(4, #search(1))
    assert.equal(6, deepest)
  end)

  it("may edit another grid, and collect garbage", function()
    local grid, other = field(9, 9), field(3, 3)
    assert.equal(9, #grid:find_path(1, 1, 9, 9, rules, {
      heuristic = function()
        other:block(2, 2)
        collectgarbage()
        return 0
      end,
    }))
    assert.is_true(other:is_blocked(2, 2))
  end)

  it("is not called if the connected components give the answer", function()
    local grid = astar.grid { "..#.." }
    expect.reason("unreachable", grid:find_path(1, 1, 5, 1, rules, {
      heuristic = function() error "the heuristic was called" end,
    }))
  end)
end)
