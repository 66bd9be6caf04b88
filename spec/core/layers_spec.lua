-- Dynamic obstacles on eight layers, the layers that rules and queries ignore, and the penalty scale, on small maps.

local astar = require "astar"
local check = require "spec.support.check"
local expect = require "spec.support.expect"

local LAYERS = 8
local FRIENDS, ENEMIES, DOORS = 1, 2, 3

local ground = { ["."] = 1, ["~"] = 4 }

local function rules_of(options)
  options = options or {}
  options.cost = options.cost or ground
  return astar.rules(options)
end

local plain = rules_of()
local ghost = rules_of { ignore_blocked = true }

-- A corridor of `length` tiles.
local function corridor(length)
  return astar.grid(length, 1, { fill = "." })
end

-- The cost of the path, or the reason.
local function cost(grid, x1, y1, x2, y2, rules, options)
  return (select(2, grid:find_path(x1, y1, x2, y2, rules, options)))
end

-- Steps the search until it ends. Returns the outcome.
local function finish(search, stride)
  for _ = 1, 100000 do
    local outcome = search:step(stride)
    if outcome ~= "running" then return outcome end
  end
  error "the search does not end"
end

-- A search from one end to the other of an open map, after a few expansions.
local function begin(grid, rules, options)
  local width, height = grid:size()
  local all = { algorithm = "astar" }
  for name, value in pairs(options or {}) do all[name] = value end
  local search = grid:search(1, 1, width, height, rules, all)
  while search:expanded() < 3 do assert.equal("running", search:step(1)) end
  return search
end

-- All queries that accept the options, from (1, 1) to (x, 1) of a corridor. Each returns whether a path exists.
-- Their names are those of the grid's functions.
local queries = {
  { "find_path", function(grid, x, rules, options)
    return grid:find_path(1, 1, x, 1, rules, options) ~= nil
  end },
  { "find_nearest", function(grid, x, rules, options)
    return grid:find_nearest(1, 1, { { x, 1 } }, rules, options) ~= nil
  end },
  { "search", function(grid, x, rules, options)
    return finish(grid:search(1, 1, x, 1, rules, options)) == "found"
  end },
  { "is_reachable", function(grid, x, rules, options)
    return grid:is_reachable(1, 1, x, 1, rules, options)
  end },
  { "line_of_sight", function(grid, x, rules, options)
    return (grid:line_of_sight(1, 1, x, 1, rules, options))
  end },
  { "distance_field", function(grid, x, rules, options)
    local field = grid:distance_field({ { x, 1 } }, rules, options)
    return field ~= nil and field:cost(1, 1) ~= nil
  end },
  { "reachable", function(grid, x, rules, options)
    return grid:reachable(1, 1, rules, nil, options):cost(x, 1) ~= nil
  end },
  { "replanner", function(grid, x, rules, options)
    return grid:replanner(1, 1, x, 1, rules, options):path() ~= nil
  end },
}

-- The names of the queries that find a path.
local function finders(grid, x, rules, options)
  local names = {}
  for _, query in ipairs(queries) do
    if query[2](grid, x, rules, options) then names[#names + 1] = query[1] end
  end
  return table.concat(names, " ")
end

local ALL = "find_path find_nearest search is_reachable line_of_sight distance_field reachable replanner"

describe("obstacle layers of a grid", function()
  it("hold one obstacle each", function()
    local grid = astar.grid(3, 2, { fill = "." })
    for layer = 1, LAYERS do
      assert.is_false(grid:is_blocked(2, 1))
      assert.is_false(grid:is_blocked(2, 1, layer))
      grid:block(2, 1, true, layer)
      assert.is_true(grid:is_blocked(2, 1))
      for other = 1, LAYERS do
        assert.equal(other == layer, grid:is_blocked(2, 1, other))
        assert.is_false(grid:is_blocked(1, 1, other))
      end
      grid:block(2, 1, false, layer)
    end
  end)

  it("default to layer 1, in is_blocked to any layer", function()
    local grid = astar.grid(3, 1, { fill = "." })
    grid:block(1, 1)
    grid:block(2, 1, nil, nil)
    grid:block(3, 1, true, 5)
    assert.is_true(grid:is_blocked(1, 1, 1))
    assert.is_true(grid:is_blocked(2, 1, 1))
    assert.is_false(grid:is_blocked(3, 1, 1))
    assert.is_true(grid:is_blocked(3, 1))
    assert.is_true(grid:is_blocked(3, 1, nil))
    grid:block(3, 1, false) -- another layer
    assert.is_true(grid:is_blocked(3, 1))
    grid:block(3, 1, nil, 6)
    grid:block(3, 1, false, 5)
    assert.is_true(grid:is_blocked(3, 1))
    grid:block(3, 1, false, 6)
    assert.is_false(grid:is_blocked(3, 1))
  end)

  it("are nil off the grid", function()
    local grid = astar.grid(3, 1, { fill = "." })
    for _, tile in ipairs { { 0, 1 }, { 4, 1 }, { 1, 0 }, { 1, 2 }, { -2 ^ 31, 1 }, { 2 ^ 40, 1 } } do
      assert.is_nil(grid:is_blocked(tile[1], tile[2]))
      for layer = 1, LAYERS do assert.is_nil(grid:is_blocked(tile[1], tile[2], layer)) end
    end
  end)

  it("count an edit if something changes", function()
    local grid = astar.grid(3, 1, { fill = "." })
    local revision = grid:revision()
    for layer = 1, LAYERS do
      grid:block(2, 1, false, layer)
      assert.equal(revision, grid:revision())
      grid:block(2, 1, true, layer)
      assert.is_true(grid:revision() > revision)
      revision = grid:revision()
      grid:block(2, 1, true, layer)
      assert.equal(revision, grid:revision())
    end
  end)

  it("are copied by a clone, which is independent", function()
    local grid = astar.grid(9, 2, { fill = "." })
    for layer = 1, LAYERS do grid:block(layer, 1, true, layer) end
    local copy = grid:clone()
    for layer = 1, LAYERS do
      for x = 1, 9 do assert.equal(x == layer, copy:is_blocked(x, 1, layer)) end
      grid:block(layer, 1, false, layer)
      grid:block(9, 2, true, layer)
    end
    for layer = 1, LAYERS do
      assert.is_true(copy:is_blocked(layer, 1, layer))
      assert.is_false(copy:is_blocked(9, 2, layer))
      copy:block(layer, 1, false, layer)
    end
    assert.is_false(copy:is_blocked(9, 2))
    assert.equal(8, cost(copy, 1, 1, 9, 1, plain))
  end)

  it("are kept on every tile of a large grid", function()
    local grid = astar.grid(130, 70, { fill = "." })
    for layer = 1, LAYERS do
      for _, x in ipairs { 1, 63, 64, 65, 128, 129, 130 } do grid:block(x, 8 * layer, true, layer) end
    end
    for layer = 1, LAYERS do
      local count = 0
      for y = 1, 70 do
        for x = 1, 130 do
          if grid:is_blocked(x, y, layer) then count = count + 1 end
        end
      end
      assert.equal(7, count)
      assert.is_true(grid:is_blocked(64, 8 * layer, layer))
    end
  end)
end)

describe("rules and queries that ignore layers", function()
  it("let friends pass and enemies block", function()
    local grid = corridor(7)
    grid:block(3, 1, true, FRIENDS)
    local friend = rules_of { ignore_blocked = { FRIENDS } }
    local enemy = rules_of { ignore_blocked = { ENEMIES } }
    assert.equal(6, cost(grid, 1, 1, 7, 1, friend))
    assert.equal("unreachable", cost(grid, 1, 1, 7, 1, enemy))
    grid:block(5, 1, true, ENEMIES)
    assert.equal("unreachable", cost(grid, 1, 1, 7, 1, friend))
    assert.equal("unreachable", cost(grid, 1, 1, 7, 1, enemy))
    assert.equal(6, cost(grid, 1, 1, 7, 1, rules_of { ignore_blocked = { FRIENDS, ENEMIES } }))
    grid:block(3, 1, false, FRIENDS)
    assert.equal("unreachable", cost(grid, 1, 1, 7, 1, friend))
    assert.equal(6, cost(grid, 1, 1, 7, 1, enemy))
    grid:block(5, 1, true, FRIENDS) -- obstacles on both layers
    assert.equal("unreachable", cost(grid, 1, 1, 7, 1, enemy))
    grid:block(5, 1, false, ENEMIES)
    assert.equal(6, cost(grid, 1, 1, 7, 1, friend))
  end)

  it("let movers with a key pass a door", function()
    local grid = astar.grid {
      ".....#.....",
      ".....#.....",
      "...........",
    }
    grid:set(6, 2, ".")
    grid:block(6, 2, true, DOORS)
    local without, with = grid:find_path(5, 2, 7, 2, plain), grid:find_path(5, 2, 7, 2, plain,
      { ignore_blocked = { DOORS } })
    expect.tiles("5,2 5,3 6,3 7,3 7,2", without)
    expect.tiles("5,2 6,2 7,2", with)
    assert.is_true(with:is_valid())
    grid:block(6, 2, false, DOORS)
    expect.tiles("5,2 6,2 7,2", grid:find_path(5, 2, 7, 2, plain))
  end)

  it("never check the start tile", function()
    local grid = corridor(4)
    for layer = 1, LAYERS do grid:block(1, 1, true, layer) end
    for _, ignore_blocked in ipairs { false, true, {}, { 4 } } do
      local options = { ignore_blocked = ignore_blocked }
      assert.equal(3, cost(grid, 1, 1, 4, 1, plain, options))
      assert.equal(3, grid:reachable(1, 1, plain, nil, options):cost(4, 1))
      assert.is_true((grid:line_of_sight(1, 1, 4, 1, plain, options)))
      assert.is_true(grid:is_reachable(1, 1, 4, 1, plain, options))
    end
    assert.equal("goal_blocked", cost(grid, 4, 1, 1, 1, plain, { ignore_blocked = { 1, 2, 3, 4, 5, 6, 7 } }))
    assert.equal(3, cost(grid, 4, 1, 1, 1, plain, { ignore_blocked = { 8, 7, 6, 5, 4, 3, 2, 1 } }))
  end)

  it("return goal_blocked for an obstacle that they do not ignore", function()
    local grid = corridor(5)
    grid:block(5, 1, true, 4)
    assert.equal("goal_blocked", cost(grid, 1, 1, 5, 1, plain))
    assert.equal("goal_blocked", cost(grid, 1, 1, 5, 1, ghost, { ignore_blocked = { 3, 5 } }))
    assert.equal(4, cost(grid, 1, 1, 5, 1, plain, { ignore_blocked = { 4 } }))
    local path, length, index = grid:find_nearest(2, 1, { { 5, 1 }, { 1, 1 } }, plain)
    assert.same({ 1, 2, 1 }, { length, index, (path:get(#path)) })
    grid:block(1, 1, true, 5)
    expect.reason("goal_blocked", grid:find_nearest(2, 1, { { 5, 1 }, { 1, 1 } }, plain))
    path, length, index = grid:find_nearest(2, 1, { { 5, 1 }, { 1, 1 } }, plain, { ignore_blocked = { 4 } })
    assert.same({ 3, 1, 5 }, { length, index, (path:get(#path)) })
    expect.reason("goal_blocked", grid:distance_field({ { 5, 1 } }, plain))
    assert.equal(3, grid:distance_field({ { 5, 1 } }, plain, { ignore_blocked = { 4 } }):cost(2, 1))
  end)

  it("apply to every tile of a mover", function()
    local grid = astar.grid(6, 2, { fill = "." })
    local large = rules_of { size = 2 }
    grid:block(4, 2, true, 6)
    assert.equal("unreachable", cost(grid, 1, 1, 5, 1, large))
    assert.equal("unreachable", cost(grid, 1, 1, 5, 1, large, { ignore_blocked = { 5 } }))
    assert.equal(4, cost(grid, 1, 1, 5, 1, large, { ignore_blocked = { 6 } }))
    assert.equal(4, cost(grid, 1, 1, 5, 1, rules_of { size = 2, ignore_blocked = { 6 } }))
    assert.same({ false, 4, 2 }, { grid:line_of_sight(1, 1, 5, 1, large) })
    assert.is_true((grid:line_of_sight(1, 1, 5, 1, large, { ignore_blocked = { 6 } })))
    grid:block(3, 1, true, 7)
    assert.equal("unreachable", cost(grid, 1, 1, 5, 1, large, { ignore_blocked = { 6 } }))
    assert.equal(4, cost(grid, 1, 1, 5, 1, large, { ignore_blocked = { 6, 7 } }))
  end)

  it("apply to corners", function()
    local steps = { always = true, if_at_most_one_obstacle = true, only_when_no_obstacles = true, never = false }
    for diagonal, is_diagonal in pairs(steps) do
      local grid = astar.grid(2, 2, { fill = "." })
      local rules = rules_of { diagonal = diagonal }
      grid:block(2, 1, true, 2)
      grid:block(1, 2, true, 3)
      local length = is_diagonal and math.sqrt(2) or 2
      expect.near(length, cost(grid, 1, 1, 2, 2, rules, { ignore_blocked = { 2, 3 } }))
      local one = cost(grid, 1, 1, 2, 2, rules, { ignore_blocked = { 3 } })
      expect.near(diagonal == "always" and length or diagonal == "if_at_most_one_obstacle" and length or 2, one)
      local both = cost(grid, 1, 1, 2, 2, rules, { ignore_blocked = { 1 } })
      if diagonal == "always" then expect.near(length, both) else assert.equal("unreachable", both) end
    end
  end)

  it("apply to the ends of links and to the clear tiles of jumps", function()
    local grid = astar.grid { "..#.." }
    grid:link(2, 1, 4, 1, { cost = 3 })
    grid:block(4, 1, true, 8)
    assert.equal("unreachable", cost(grid, 1, 1, 5, 1, plain))
    assert.equal(5, cost(grid, 1, 1, 5, 1, plain, { ignore_blocked = { 8 } }))
    local jump = rules_of { neighbors = { { 2, 0, cost = 3, clear = { { 1, 0 } } } } }
    local open = corridor(3)
    open:block(2, 1, true, 8)
    assert.equal("unreachable", cost(open, 1, 1, 3, 1, jump))
    assert.equal(3, cost(open, 1, 1, 3, 1, jump, { ignore_blocked = { 8 } }))
  end)

  it("apply on hexes", function()
    for _, layout in ipairs { "odd_r", "even_r", "odd_q", "even_q" } do
      local grid = astar.grid(5, 1, { fill = ".", layout = layout })
      grid:block(3, 1, true, 2)
      assert.equal("unreachable", cost(grid, 1, 1, 5, 1, plain))
      local expected = (layout == "odd_r" or layout == "even_r") and 4
        or cost(astar.grid(5, 1, { fill = ".", layout = layout }), 1, 1, 5, 1, plain)
      assert.equal(expected, cost(grid, 1, 1, 5, 1, plain, { ignore_blocked = { 2 } }))
    end
  end)

  it("ignore no layer with false or an empty list, and all layers with true or all numbers", function()
    local grid = corridor(10)
    for layer = 1, LAYERS do grid:block(layer + 1, 1, true, layer) end
    local every = { 1, 2, 3, 4, 5, 6, 7, 8 }
    for _, none in ipairs { false, {} } do
      assert.equal("", finders(grid, 10, rules_of { ignore_blocked = none }))
      assert.equal("", finders(grid, 10, ghost, { ignore_blocked = none }))
    end
    for _, all in ipairs { true, every, { 8, 8, 7, 6, 5, 4, 3, 2, 1, 1 } } do
      assert.equal(ALL, finders(grid, 10, rules_of { ignore_blocked = all }))
      assert.equal(ALL, finders(grid, 10, plain, { ignore_blocked = all }))
    end
    table.remove(every, 4)
    assert.equal("", finders(grid, 10, rules_of { ignore_blocked = every }))
    assert.equal("", finders(grid, 10, ghost, { ignore_blocked = every }))
  end)

  it("accept each of the eight layers in every query", function()
    for layer = 1, LAYERS do
      local grid = corridor(5)
      grid:block(3, 1, true, layer)
      local others = {}
      for other = 1, LAYERS do
        if other ~= layer then others[#others + 1] = other end
      end
      assert.equal("", finders(grid, 5, plain))
      assert.equal("", finders(grid, 5, rules_of { ignore_blocked = others }))
      assert.equal("", finders(grid, 5, plain, { ignore_blocked = others }))
      assert.equal(ALL, finders(grid, 5, rules_of { ignore_blocked = { layer } }))
      assert.equal(ALL, finders(grid, 5, plain, { ignore_blocked = { layer } }))
      grid:block(3, 1, false, layer)
      assert.equal(ALL, finders(grid, 5, plain))
    end
  end)

  it("treat missing options, nil and an empty table the same", function()
    local grid = corridor(5)
    grid:block(3, 1, true, 2)
    for _, options in ipairs { {}, { ignore_blocked = nil } } do
      assert.equal("", finders(grid, 5, plain, options))
      assert.equal(ALL, finders(grid, 5, ghost, options))
    end
    assert.equal(ALL, finders(grid, 5, ghost, nil))
    assert.is_true(grid:is_reachable(1, 1, 5, 1, ghost, nil))
    assert.is_true((grid:line_of_sight(1, 1, 5, 1, ghost, nil)))
    assert.equal(4, grid:reachable(1, 1, ghost, nil, nil):cost(5, 1))
    assert.equal(4, select(2, grid:replanner(1, 1, 5, 1, ghost, nil):path()))
  end)

  it("let a query replace the ignored layers of its rules", function()
    local grid = corridor(5)
    grid:block(3, 1, true, 2)
    assert.equal("", finders(grid, 5, ghost, { ignore_blocked = false }))
    assert.equal("", finders(grid, 5, ghost, { ignore_blocked = {} }))
    assert.equal("", finders(grid, 5, ghost, { ignore_blocked = { 1, 3 } }))
    assert.equal("", finders(grid, 5, rules_of { ignore_blocked = { 2 } }, { ignore_blocked = { 1 } }))
    assert.equal(ALL, finders(grid, 5, rules_of { ignore_blocked = { 1 } }, { ignore_blocked = { 2 } }))
    assert.equal(ALL, finders(grid, 5, rules_of { ignore_blocked = { 2 } }, { penalty_scale = 3 }))
    assert.equal(ALL, finders(grid, 5, ghost)) -- the rules did not change
  end)

  it("return the first obstacle of a line of sight that is not ignored", function()
    local grid = corridor(9)
    for layer = 1, LAYERS do grid:block(layer + 1, 1, true, layer) end
    for layer = 1, LAYERS do
      local ignored = {}
      for lower = 1, layer - 1 do ignored[lower] = lower end
      assert.same({ false, layer + 1, 1 }, { grid:line_of_sight(1, 1, 9, 1, plain, { ignore_blocked = ignored }) })
    end
  end)

  it("work after obstacles on a layer were added and removed", function()
    local grid = corridor(5)
    for _ = 1, 3 do
      for layer = 1, LAYERS do
        local own = { ignore_blocked = { layer } }
        assert.equal(4, cost(grid, 1, 1, 5, 1, plain))
        assert.equal(4, cost(grid, 1, 1, 5, 1, plain, own))
        grid:block(3, 1, true, layer)
        assert.equal("unreachable", cost(grid, 1, 1, 5, 1, plain))
        assert.equal(4, cost(grid, 1, 1, 5, 1, plain, own))
        grid:block(4, 1, true, layer % LAYERS + 1)
        assert.equal("unreachable", cost(grid, 1, 1, 5, 1, plain, own))
        grid:block(4, 1, false, layer % LAYERS + 1)
        assert.equal(4, cost(grid, 1, 1, 5, 1, plain, own))
        grid:block(3, 1, false, layer)
      end
    end
  end)

  it("distinguish more sets of ignored layers than the number of kept sets of derived data", function()
    local grid = corridor(12)
    for layer = 1, LAYERS do grid:block(layer + 2, 1, true, layer) end
    for round = 1, 3 do
      for set = 0, 255 do
        local ignored, first = {}, nil
        for layer = 1, LAYERS do
          if math.floor(set / 2 ^ (layer - 1)) % 2 == 1 then
            ignored[#ignored + 1] = layer
          else
            first = first or layer
          end
        end
        local own = { ignore_blocked = ignored, partial = true }
        local path = grid:find_path(1, 1, 12, 1, plain, own)
        assert.equal(first and first + 1 or 12, (path:get(#path)), ("round %d, set %d"):format(round, set))
        if set % 37 == 0 then
          grid:block(12, 1, true, 1 + set % 8) -- derived data must be repaired, or dropped
          grid:block(12, 1, false, 1 + set % 8)
        end
      end
    end
  end)
end)

describe("penalty_scale", function()
  local grid

  before_each(function()
    grid = corridor(5)
    grid:set_penalty(3, 1, 6)
    grid:set_penalty(5, 1, 0.5)
  end)

  it("multiplies the penalties", function()
    assert.equal(10.5, cost(grid, 1, 1, 5, 1, plain))
    for _, scale in ipairs { 0, 0.5, 1, 2, 1e-100, 1e6 } do
      local expected = 4 + 6.5 * scale
      expect.near(expected, cost(grid, 1, 1, 5, 1, rules_of { penalty_scale = scale }))
      local own = { penalty_scale = scale }
      expect.near(expected, cost(grid, 1, 1, 5, 1, plain, own))
      expect.near(expected, (select(2, grid:find_nearest(1, 1, { { 5, 1 } }, plain, own))))
      local search = grid:search(1, 1, 5, 1, plain, own)
      assert.equal("found", finish(search))
      expect.near(expected, search:path():cost())
      expect.near(expected, grid:distance_field({ { 5, 1 } }, plain, own):cost(1, 1))
      expect.near(expected, grid:reachable(1, 1, plain, nil, own):cost(5, 1))
      expect.near(expected, grid:replanner(1, 1, 5, 1, plain, own):path():cost())
      assert.is_true(grid:is_reachable(1, 1, 5, 1, plain, own))
      assert.is_true((grid:line_of_sight(1, 1, 5, 1, plain, own)))
    end
  end)

  it("of a query replaces that of the rules", function()
    local bold = rules_of { penalty_scale = 0 }
    local shy = rules_of { penalty_scale = 10 }
    assert.equal(4, cost(grid, 1, 1, 5, 1, bold))
    assert.equal(69, cost(grid, 1, 1, 5, 1, shy))
    assert.equal(10.5, cost(grid, 1, 1, 5, 1, bold, { penalty_scale = 1 }))
    assert.equal(10.5, cost(grid, 1, 1, 5, 1, shy, { penalty_scale = 1 }))
    assert.equal(4, cost(grid, 1, 1, 5, 1, shy, { penalty_scale = 0 }))
    assert.equal(69, cost(grid, 1, 1, 5, 1, shy, { ignore_blocked = true }))
    assert.equal(69, cost(grid, 1, 1, 5, 1, shy))
  end)

  it("decides which path is cheaper", function()
    local map = astar.grid { "...", ".#.", "..." }
    map:set_penalty(2, 1, 1)
    map:set_penalty(1, 3, 3)
    local walk = rules_of { neighbors = 4 }
    expect.tiles("1,2 1,1 2,1 3,1 3,2", map:find_path(1, 2, 3, 2, walk))
    map:set_penalty(2, 1, 4)
    expect.tiles("1,2 1,3 2,3 3,3 3,2", map:find_path(1, 2, 3, 2, walk))
    map:set_penalty(1, 3, 0)
    map:set(1, 3, "~") -- costs 3 more than the other path without its penalty
    expect.tiles("1,2 1,3 2,3 3,3 3,2", map:find_path(1, 2, 3, 2, walk))
    expect.tiles("1,2 1,1 2,1 3,1 3,2", map:find_path(1, 2, 3, 2, walk, { penalty_scale = 0.5 }))
    expect.tiles("1,2 1,1 2,1 3,1 3,2", map:find_path(1, 2, 3, 2, walk, { penalty_scale = 0 }))
    expect.tiles("1,2 1,3 2,3 3,3 3,2", map:find_path(1, 2, 3, 2, walk, { penalty_scale = 2 }))
  end)

  it("of 0 allows jump points on a map with penalties", function()
    local even = rules_of { cost = { ["."] = 1 } }
    local map = astar.grid(12, 8, { fill = "." })
    map:set_penalty(5, 5, 2)
    assert.is_false((pcall(map.find_path, map, 1, 1, 12, 8, even, { algorithm = "jps" })))
    local path, length = map:find_path(1, 1, 12, 8, even, { algorithm = "jps", penalty_scale = 0 })
    assert.equal(12, #path)
    expect.near(7 * math.sqrt(2) + 4, length)
    local fearless = rules_of { cost = { ["."] = 1 }, penalty_scale = 0 }
    expect.near(length, cost(map, 1, 1, 12, 8, fearless, { algorithm = "jps" }))
    assert.is_false((pcall(map.find_path, map, 1, 1, 12, 8, fearless, { algorithm = "jps", penalty_scale = 1 })))
    local copy = astar.grid(12, 8, { fill = "." }) -- without penalties the path is the same
    assert.same(check.tiles((copy:find_path(1, 1, 12, 8, even))),
      check.tiles((map:find_path(1, 1, 12, 8, even, { penalty_scale = 0 }))))
  end)

  it("of 0 and other scales work in turn with one rules object", function()
    for penalty = 6, 8 do
      grid:set_penalty(3, 1, penalty)
      for _, scale in ipairs { 0, 1, 0, 0.25, 2, 0 } do
        assert.equal(4 + (penalty + 0.5) * scale, cost(grid, 1, 1, 5, 1, plain, { penalty_scale = scale }))
      end
    end
  end)

  it("applies to max_cost", function()
    assert.equal("limit", cost(grid, 1, 1, 5, 1, plain, { max_cost = 10 }))
    assert.equal(7.25, cost(grid, 1, 1, 5, 1, plain, { max_cost = 10, penalty_scale = 0.5 }))
    assert.is_nil(grid:reachable(1, 1, plain, 5):cost(3, 1))
    assert.equal(5, grid:reachable(1, 1, plain, 5, { penalty_scale = 0.5 }):cost(3, 1))
    assert.is_nil(grid:distance_field({ { 5, 1 } }, plain, { max_cost = 9 }):cost(1, 1))
    assert.equal(4, grid:distance_field({ { 5, 1 } }, plain, { max_cost = 9, penalty_scale = 0 }):cost(1, 1))
  end)
end)

describe("the filter of a query", function()
  -- Three rows; the middle row is the shortest path.
  local function rooms()
    return astar.grid {
      "...#...",
      ".......",
      "...#...",
    }
  end

  it("is kept by a path: is_valid()", function()
    for layer = 1, LAYERS do
      local grid = rooms()
      local mine, strict = { ignore_blocked = { layer } }, { ignore_blocked = false }
      local path, other = grid:find_path(1, 2, 7, 2, plain, mine), grid:find_path(1, 2, 7, 2, ghost, strict)
      local free = grid:find_path(1, 2, 7, 2, ghost)
      grid:block(4, 2, true, layer)
      assert.is_true(path:is_valid())
      assert.is_true(path:is_valid(4))
      assert.is_true(free:is_valid())
      assert.same({ false, 3 }, { other:is_valid() })
      grid:block(5, 2, true, layer % LAYERS + 1)
      assert.same({ false, 4 }, { path:is_valid() })
      assert.is_true(free:is_valid())
      grid:block(4, 2, false, layer)
      assert.same({ false, 4 }, { other:is_valid() })
      grid:block(5, 2, false, layer % LAYERS + 1)
      assert.is_true(path:is_valid())
      assert.is_true(other:is_valid())
    end
  end)

  it("is kept by waypoints() and smooth()", function()
    local grid = astar.grid(9, 9, { fill = "." })
    grid:fill("#", 4, 1, 1, 5)
    local own = { ignore_blocked = { 7 } }
    local made = {
      grid:find_path(1, 1, 9, 1, plain, own):waypoints(),
      grid:find_path(1, 1, 9, 1, plain, own):smooth(),
      grid:find_path(1, 1, 9, 1, plain, own):smooth():waypoints(),
      grid:find_path(1, 1, 9, 1, plain, own):waypoints():smooth(),
    }
    for y = 1, 9 do grid:block(5, y, true, 7) end
    for _, path in ipairs(made) do assert.is_true(path:is_valid()) end
    for y = 1, 9 do grid:block(5, y, true, 6) end
    for _, path in ipairs(made) do assert.is_false((path:is_valid())) end
  end)

  it("is kept by a path that is smoothed later", function()
    local grid = astar.grid(9, 3, { fill = "." })
    local ignores = grid:find_path(1, 1, 9, 3, plain, { ignore_blocked = { 2 } })
    local heeds = grid:find_path(1, 1, 9, 3, ghost, { ignore_blocked = false })
    for _, tile in ipairs { { 4, 2 }, { 5, 2 }, { 6, 2 } } do grid:block(tile[1], tile[2], true, 2) end
    assert.equal(2, #ignores:smooth())
    assert.is_true(#heeds:smooth() > 2)
  end)

  it("keeps its penalty scale in a smoothed path", function()
    local function map()
      local grid = astar.grid(9, 3, { fill = "." })
      for x = 3, 7 do
        grid:set_penalty(x, 2, 20)
        grid:set_penalty(x, 1, 20)
      end
      return grid
    end
    local around = map():find_path(1, 1, 9, 1, plain)
    assert.is_true(#around:smooth() > 2)
    local grid = map()
    local straight = grid:find_path(1, 1, 9, 1, plain, { penalty_scale = 0 })
    expect.tiles("1,1 9,1", straight:smooth())
    for x = 3, 7 do grid:set_penalty(x, 3, 100) end
    expect.tiles("1,1 9,1", straight:smooth())
    assert.equal(8, straight:cost())
  end)

  it("is kept by a path of find_nearest", function()
    local grid = rooms()
    local path = grid:find_nearest(1, 2, { { 7, 2 }, { 7, 1 } }, plain, { ignore_blocked = { 3 } })
    grid:block(4, 2, true, 3)
    assert.is_true(path:is_valid())
    grid:block(4, 2, true, 4)
    assert.same({ false, 3 }, { path:is_valid() })
  end)

  it("is kept by a distance field: update(), set_goals(), path()", function()
    local grid = rooms()
    local own = { ignore_blocked = { 3 }, penalty_scale = 0.5 }
    local field = grid:distance_field({ { 7, 2 } }, plain, own)
    assert.equal(6, field:cost(1, 2))
    grid:block(4, 2, true, 3)
    grid:set_penalty(4, 2, 8)
    field:update()
    assert.equal(10, field:cost(1, 2))
    local path = field:path(1, 2)
    assert.equal(10, path:cost())
    assert.is_true(path:is_valid())
    field:set_goals { { 4, 2 } }
    assert.equal(7, field:cost(1, 2))
    field:set_goals { { 5, 2 } }
    assert.equal(8, field:cost(1, 2))
    grid:block(4, 2, true, 2)
    assert.is_false((path:is_valid()))
    field:update()
    assert.is_nil(field:cost(1, 2))
    grid:block(4, 2, false, 2)
    field:update()
    assert.equal(8, field:cost(1, 2))
    grid:block(4, 2, false, 3)
    field:update()
    assert.equal(8, field:cost(1, 2))
    assert.equal(12, cost(grid, 1, 2, 5, 2, plain))
  end)

  it("is kept by a movement range: update(), path()", function()
    local grid = rooms()
    local range = grid:reachable(1, 2, plain, 9, { ignore_blocked = { 3 }, penalty_scale = 0.5 })
    assert.equal(6, range:cost(7, 2))
    grid:block(4, 2, true, 3)
    grid:set_penalty(4, 2, 4)
    range:update()
    assert.equal(8, range:cost(7, 2))
    assert.is_true(range:path(7, 2):is_valid())
    grid:block(4, 2, true, 1)
    range:update()
    assert.is_nil(range:cost(7, 2))
    grid:block(4, 2, false, 1)
    grid:set_penalty(4, 2, 8)
    range:update()
    assert.is_nil(range:cost(7, 2))
    assert.equal(7, range:cost(4, 2))
  end)

  it("is kept by a flee field", function()
    local grid = rooms()
    grid:block(4, 2, true, 3)
    local own = { ignore_blocked = { 3 }, penalty_scale = 0 }
    local danger = grid:distance_field({ { 1, 2 } }, plain, own)
    local flee = danger:flee()
    assert.is_true(flee:cost(1, 2) ~= nil and flee:cost(7, 2) ~= nil)
    local path = flee:path(2, 2)
    assert.equal(7, (path:get(#path)))
    local before = flee:cost(2, 2)
    grid:set_penalty(4, 2, 50)
    grid:block(5, 2, true, 3)
    flee:update()
    assert.equal(before, flee:cost(2, 2))
    assert.is_true(path:is_valid())
    grid:block(4, 2, true, 1)
    danger:update()
    assert.is_nil(danger:cost(7, 2))
    path = danger:flee():path(2, 2)
    assert.is_true((path:get(#path)) < 4)
  end)

  it("is kept by a replanner", function()
    local grid = rooms()
    local planner = grid:replanner(1, 2, 7, 2, plain, { ignore_blocked = { 3 }, penalty_scale = 0.5 })
    assert.equal(6, planner:path():cost())
    grid:block(4, 2, true, 3)
    grid:set_penalty(4, 2, 8)
    local path = planner:path()
    assert.equal(10, path:cost())
    planner:move_to(4, 2)
    assert.equal(3, planner:path():cost())
    planner:move_to(2, 2)
    planner:set_goal(6, 2)
    assert.equal(8, planner:path():cost())
    grid:block(4, 2, true, 4)
    assert.is_false((path:is_valid()))
    expect.reason("unreachable", planner:path())
    grid:block(4, 2, false, 4)
    assert.is_true(path:is_valid())
    assert.equal(8, planner:path():cost())
  end)

  it("applies when a replanner finds a cheaper path after an edit", function()
    local grid = astar.grid {
      ".......",
      ".#####.",
      ".......",
      ".#####.",
      ".......",
    }
    local walk = rules_of { neighbors = 4 }
    grid:block(4, 3, true, 5)
    grid:block(4, 1, true, 6)
    for x = 2, 6 do grid:set_penalty(x, 5, 2) end
    local planner = grid:replanner(1, 2, 7, 2, walk, { ignore_blocked = { 3 }, penalty_scale = 0.5 })
    local function costs(expected)
      local path, length = planner:path()
      expect.near(expected, length)
      assert.equal(cost(grid, 1, 2, 7, 2, walk, { ignore_blocked = { 3 }, penalty_scale = 0.5 }), length)
      assert.is_true(path:is_valid())
    end
    costs(17) -- through row 5
    grid:block(4, 3, true, 3)
    costs(17)
    grid:set_penalty(4, 5, 0)
    costs(16)
    grid:block(4, 3, false, 5) -- layer 3 is ignored
    costs(8)
    grid:block(4, 3, true, 7)
    costs(16)
    grid:block(4, 1, true, 3)
    grid:block(4, 1, false, 6)
    costs(8)
    for x = 2, 6 do grid:set_penalty(x, 1, 20) end
    costs(16)
    for x = 2, 6 do grid:set_penalty(x, 1, 2) end
    costs(13)
    grid:block(4, 3, false, 7)
    costs(8)
  end)

  it("is kept by a sliced search and its path", function()
    local grid = rooms()
    grid:block(4, 2, true, 3)
    local search = grid:search(1, 2, 7, 2, plain, { ignore_blocked = { 3 } })
    assert.equal("found", finish(search))
    assert.is_true(search:path():is_valid())
    grid:block(4, 2, true, 5)
    assert.same({ false, 3 }, { search:path():is_valid() })
  end)

  it("is a copy of the caller's list", function()
    local grid = rooms()
    local list = { 3 }
    local own = { ignore_blocked = list }
    local rules = rules_of { ignore_blocked = list }
    local path, planner = grid:find_path(1, 2, 7, 2, plain, own), grid:replanner(1, 2, 7, 2, plain, own)
    list[1], own.ignore_blocked = 4, false
    grid:block(4, 2, true, 3)
    assert.is_true(path:is_valid())
    assert.equal(6, planner:path():cost())
    assert.equal(6, cost(grid, 1, 2, 7, 2, rules))
  end)
end)

describe("a sliced search", function()
  -- Edits that undo each other on layer 5, then one that stays: an obstacle in the middle of the map.
  local function disturb(grid, edits)
    for i = 1, edits - 1 do grid:block(7, 7, i % 2 == 1, 5) end
    grid:block(8, 8, true, 5)
  end

  local function map()
    return astar.grid(16, 16, { fill = "." })
  end

  local ways = {
    { "rules", rules_of { ignore_blocked = { 5 } }, {} },
    { "a query", plain, { ignore_blocked = { 2, 5 } } },
    { "a query of ghosts", ghost, nil },
  }

  it("continues after any number of edits on layers that it ignores", function()
    for _, way in ipairs(ways) do
      for _, algorithm in ipairs { "astar", "dijkstra", "auto" } do
        for _, edits in ipairs { 1, 2, 1023, 1024, 1025, 3000 } do
          local grid = map()
          local options = { algorithm = algorithm }
          for name, value in pairs(way[3] or {}) do options[name] = value end
          local search = grid:search(1, 1, 16, 11, way[2], options)
          local fresh = grid:find_path(1, 1, 16, 11, way[2], options)
          search:step(0)
          search:step(1)
          disturb(grid, edits)
          local outcome = finish(search)
          assert.equal("found", outcome, ("%s, %s, %d edits"):format(way[1], algorithm, edits))
          assert.same(check.tiles(fresh), check.tiles((search:path())))
          assert.equal(fresh:cost(), search:path():cost())
          assert.is_true(search:path():is_valid())
        end
      end
    end
  end)

  it("continues with edits between all of its steps", function()
    local grid = map()
    local own = { ignore_blocked = { 5 }, algorithm = "astar" }
    local fresh = grid:find_path(1, 1, 16, 11, plain, own)
    local search, count = grid:search(1, 1, 16, 11, plain, own), 0
    local outcome
    repeat
      count = count + 1
      grid:block(count % 16 + 1, math.floor(count / 16) % 16 + 1, true, 5)
      outcome = search:step(1)
    until outcome ~= "running"
    assert.equal("found", outcome)
    assert.is_true(count > 5)
    assert.same(check.tiles(fresh), check.tiles((search:path())))
  end)

  it("is stale after an edit on a layer that it does not ignore", function()
    for _, case in ipairs {
      { plain, nil, 1 }, { plain, nil, 8 }, { plain, { ignore_blocked = { 5 } }, 4 },
      { ghost, { ignore_blocked = false }, 5 }, { rules_of { ignore_blocked = { 1, 2, 3, 4, 6, 7, 8 } }, nil, 5 },
      { ghost, { ignore_blocked = {} }, 1 },
    } do
      for _, edits in ipairs { 0, 1, 1023, 1024, 3000 } do
        local grid = map()
        local search = begin(grid, case[1], case[2])
        if edits > 0 then disturb(grid, edits) end
        grid:block(12, 3, true, case[3])
        assert.equal("stale", search:step(1))
        expect.reason("stale", search:path())
      end
    end
  end)

  it("is stale even if the edit that affects it has left the journal", function()
    local grid = map()
    local search = begin(grid, plain, { ignore_blocked = { 5 } })
    grid:set(16, 16, "~")
    disturb(grid, 3000)
    assert.equal("stale", search:step(1))
  end)

  it("continues after edits of penalties only if the penalty scale is 0", function()
    for _, edits in ipairs { 1, 2, 1023, 1024, 1025, 3000 } do
      local function penalize(grid)
        for i = 1, edits do grid:set_penalty(i % 16 + 1, 9, i) end
      end
      local grid = map()
      local fresh = grid:find_path(1, 1, 16, 16, plain)
      local search, fearless = begin(grid, plain, { penalty_scale = 0 }), begin(grid, rules_of { penalty_scale = 0 })
      local heeds = begin(grid, plain)
      local shy = begin(grid, rules_of { penalty_scale = 0 }, { penalty_scale = 2 })
      penalize(grid)
      assert.equal("stale", heeds:step(1))
      assert.equal("stale", shy:step(1))
      for _, one in ipairs { search, fearless } do
        assert.equal("found", finish(one))
        assert.equal(fresh:cost(), one:path():cost())
        assert.same(check.tiles(fresh), check.tiles((one:path())))
      end
    end
  end)

  it("is stale after edits of terrain, edges and links, whatever it ignores", function()
    for name, edit in pairs {
      set = function(grid) grid:set(9, 9, "~") end,
      fill = function(grid) grid:fill("~", 2, 2, 5, 5) end,
      set_edge = function(grid) grid:set_edge(9, 9, 1, 0, false) end,
      link = function(grid) grid:link(1, 1, 9, 9) end,
    } do
      local grid = map()
      local search = begin(grid, ghost, { penalty_scale = 0 })
      disturb(grid, 5)
      edit(grid)
      assert.equal("stale", search:step(1), name)
    end
  end)

  it("finds the same path if a layer gets its first obstacles while it runs", function()
    for _, options in ipairs { {}, { algorithm = "astar" }, { partial = true }, { range = 2 } } do
      for _, first in ipairs { 0, 1, 20 } do -- expansions before the edit
        local grid = map()
        grid:block(3, 3, true, 2)
        local own = { ignore_blocked = { 5, 6 } }
        for name, value in pairs(options) do own[name] = value end
        local fresh = grid:clone():find_path(1, 1, 16, 11, plain, own)
        local search = grid:search(1, 1, 16, 11, plain, own)
        search:step(0)
        search:step(first)
        for x = 1, 16 do grid:block(x, 8, true, 5) end
        grid:find_path(1, 1, 16, 16, plain) -- builds derived data for queries that do not ignore the layer
        grid:find_path(1, 1, 16, 16, plain, own)
        assert.equal("found", finish(search))
        assert.same(check.tiles(fresh), check.tiles((search:path())))
        assert.same(check.tiles(fresh), check.tiles((grid:find_path(1, 1, 16, 11, plain, own))))
        assert.equal("unreachable", cost(grid, 1, 1, 16, 16, plain))
      end
    end
  end)

  it("finds the same path while more sets of layers are in use than sets of derived data are kept", function()
    local grid = map()
    for layer = 1, LAYERS do grid:block(4 + layer, 5, true, layer) end
    local searches, fresh = {}, {}
    for layer = 1, LAYERS do
      local own = { ignore_blocked = { layer }, algorithm = layer % 2 == 0 and "astar" or "auto" }
      fresh[layer] = grid:clone():find_path(1, 5, 16, 5, plain, own)
      searches[layer] = grid:search(1, 5, 16, 5, plain, own)
    end
    local running = LAYERS
    while running > 0 do
      running = 0
      for layer = 1, LAYERS do
        if searches[layer]:step(1) == "running" then running = running + 1 end
      end
    end
    for layer = 1, LAYERS do
      assert.same(check.tiles(fresh[layer]), check.tiles((searches[layer]:path())))
    end
  end)
end)
