-- Sliced searches: they find the same paths as find_path, and their nodes can be read.
-- spec/fuzz/property.c checks slices and nodes on random maps.

local astar = require "astar"
local check = require "spec.support.check"
local expect = require "spec.support.expect"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }

-- Steps the search until it ends. Returns the outcome and the number of steps.
local function finish(search, stride)
  for count = 1, 100000 do
    local outcome = search:step(stride)
    if outcome ~= "running" then return outcome, count end
  end
  error "the search does not end"
end

-- A map that needs more work than one slice: 160,000 tiles.
local function large_map()
  local grid = astar.grid(400, 400, { fill = "." })
  for i = 1, 399 do
    grid:set(i, 100, "#")
    grid:set(i + 1, 200, "~")
  end
  return grid
end

local function rooms()
  return astar.grid {
    "......#.....",
    "......#.....",
    "..##..#..#..",
    "..##.....#..",
    "......#..#..",
  }
end

describe("a sliced search", function()
  it("finds the same path as find_path", function()
    local grid = rooms()
    local search = grid:search(1, 1, 12, 1, rules)
    expect.reason("running", search:path())
    assert.equal("found", finish(search))
    local path, cost = search:path()
    local expected, expected_cost = grid:find_path(1, 1, 12, 1, rules)
    assert.same(check.tiles(expected), check.tiles(path))
    assert.equal(expected_cost, cost)
    assert.equal(expected:cost(), path:cost())
    assert.equal(expected:expanded(), path:expanded())
    assert.equal(expected:expanded(), search:expanded())
    assert.is_true(path:is_valid())
  end)

  it("makes one expansion per step(), or step(n) makes n", function()
    local grid = rooms()
    for _, algorithm in ipairs { "astar", "dijkstra", "greedy" } do
      local all = grid:search(1, 1, 12, 1, rules, { algorithm = algorithm })
      assert.equal("found", all:step(1000000))
      for _, stride in ipairs { 1, 2, 7 } do
        local search, made = grid:search(1, 1, 12, 1, rules, { algorithm = algorithm }), 0
        while search:step(stride) == "running" do
          made = made + stride
          assert.equal(made, search:expanded())
        end
        assert.equal(all:expanded(), search:expanded())
        assert.same(check.tiles((all:path())), check.tiles((search:path())))
      end
    end
    local one = grid:search(1, 1, 12, 1, rules, { algorithm = "astar" })
    assert.equal("running", one:step())
    assert.equal(1, one:expanded())
    assert.equal("running", one:step(0))
    assert.equal(1, one:expanded())
  end)

  it("returns the reason if there is no path", function()
    local grid = astar.grid { "..#..", "..#.." }
    assert.equal("unreachable", finish(grid:search(1, 1, 5, 1, rules)))
    assert.equal("goal_blocked", finish(grid:search(1, 1, 3, 1, rules)))
    assert.equal("out_of_bounds", finish(grid:search(0, 1, 1, 1, rules)))
    assert.equal("out_of_bounds", finish(grid:search(1, 1, 6, 1, rules)))
    assert.equal("limit", finish(grid:search(1, 1, 2, 2, rules, { max_cost = 0.5 })))
    assert.equal("limit", finish(grid:search(1, 1, 2, 2, rules, { max_expansions = 0 })))
    for _, search in ipairs { grid:search(1, 1, 5, 1, rules), grid:search(1, 1, 3, 1, rules) } do
      local outcome = finish(search)
      expect.reason(outcome, search:path())
    end
  end)

  it("ends at the first step if no search is needed", function()
    local grid = astar.grid { "..#..", "..#.." }
    assert.equal("unreachable", grid:search(1, 1, 5, 1, rules):step(0))
    assert.equal("goal_blocked", grid:search(1, 1, 3, 1, rules):step(0))
    assert.equal("out_of_bounds", grid:search(1, 1, 6, 1, rules):step(0))
    local here = grid:search(1, 1, 1, 1, rules)
    assert.equal("found", here:step(0))
    expect.tiles("1,1", here:path())
    local near = grid:search(1, 1, 4, 1, rules, { range = 3 })
    assert.equal("found", near:step(0))
  end)

  it("accepts all options of find_path", function()
    local grid = astar.grid { "...#." }
    local search = grid:search(1, 1, 5, 1, rules, { partial = true })
    assert.equal("found", finish(search))
    expect.tiles("1,1 2,1 3,1", search:path())
    assert.is_true(search:path():is_partial())
    search = grid:search(1, 1, 5, 1, rules, { range = 2, heuristic = function() return 0 end, weight = 2 })
    assert.equal("found", finish(search))
    expect.tiles("1,1 2,1 3,1", search:path())
  end)

  it("keeps its outcome", function()
    local grid = astar.grid { "....." }
    local search = grid:search(1, 1, 5, 1, rules)
    assert.equal("found", finish(search))
    grid:block(3, 1)
    assert.equal("found", search:step())
    assert.equal("found", search:step(100))
    expect.tiles("1,1 2,1 3,1 4,1 5,1", search:path())
    assert.is_false((search:path():is_valid()))
    local blocked = grid:search(1, 1, 3, 1, rules)
    assert.equal("goal_blocked", blocked:step())
    grid:block(3, 1, false)
    assert.equal("goal_blocked", blocked:step())
    expect.reason("goal_blocked", blocked:path())
  end)

  it("is stale after the map changed, and stays stale", function()
    local grid = rooms()
    local search = grid:search(1, 1, 12, 1, rules, { algorithm = "astar" })
    assert.equal("running", search:step(3))
    grid:set(1, 1, ".") -- changes nothing
    assert.equal("running", search:step())
    grid:block(5, 5)
    assert.equal("stale", search:step())
    expect.reason("stale", search:path())
    grid:block(5, 5, false)
    assert.equal("stale", search:step(0))
    assert.equal("stale", search:step(1000))
    assert.equal("closed", (search:node(1, 1)))
    local fresh = grid:search(1, 1, 12, 1, rules)
    grid:set_penalty(1, 1, 3)
    assert.equal("stale", fresh:step())
  end)

  it("has readable nodes", function()
    local grid = astar.grid { "..~", "..." }
    local walk4 = astar.rules { cost = { ["."] = 1, ["~"] = 4 }, neighbors = 4 }
    local search = grid:search(1, 1, 3, 1, walk4, { algorithm = "dijkstra" })
    assert.is_nil((search:node(1, 1)))
    search:step(0)
    search:step(1)
    assert.same({ "closed", 0, 0 }, { search:node(1, 1) })
    assert.same({ "open", 1, 0, 1, 1 }, { search:node(2, 1) })
    assert.same({ "open", 1, 0, 1, 1 }, { search:node(1, 2) })
    assert.is_nil((search:node(3, 1)))
    assert.is_nil((search:node(0, 1)))
    assert.is_nil((search:node(4, 9)))
    local seen = {}
    for x, y, state, g, h in search:each() do
      seen[#seen + 1] = ("%d,%d %s %g %g"):format(x, y, state, g, h)
    end
    assert.same({ "1,1 closed 0 0", "2,1 open 1 0", "1,2 open 1 0" }, seen)
  end)

  it("uses its heuristic", function()
    local grid = astar.grid { "....." }
    local function guess(options)
      local search = grid:search(1, 1, 5, 1, rules, options)
      search:step(1)
      return (select(3, search:node(2, 1)))
    end
    assert.equal(3, guess { algorithm = "astar" })
    assert.equal(6, guess { algorithm = "astar", weight = 2 })
    assert.equal(0, guess { algorithm = "astar", heuristic = "zero" })
    assert.equal(1.5, guess { heuristic = function(dx) return dx / 2 end })
  end)

  it("runs at the same time as others on one grid, and may be abandoned", function()
    local grid = rooms()
    local searches = {}
    for i = 1, 12 do
      searches[i] = grid:search(1 + i % 6, 1 + i % 2, 12, 1 + i % 3, rules,
        { algorithm = i % 2 == 0 and "astar" or nil })
    end
    for round = 1, 400 do
      for i, search in ipairs(searches) do
        if i % 4 ~= 0 or round < 3 then search:step() end
      end
      if round == 5 then
        searches[4], searches[12] = searches[11], searches[1]
        collectgarbage()
      end
      if round % 10 == 0 then grid:find_path(1, 5, 12, 5, rules) end
    end
    for i, search in ipairs(searches) do
      if i % 4 ~= 0 then
        local path = grid:find_path(1 + i % 6, 1 + i % 2, 12, 1 + i % 3, rules,
          { algorithm = i % 2 == 0 and "astar" or nil })
        assert.equal("found", search:step())
        assert.same(check.tiles(path), check.tiles((search:path())))
      end
    end
  end)

  it("lets its heuristic find paths, also the first path of the grid", function()
    local grid, nested = rooms(), 0
    local search = grid:search(1, 1, 12, 1, rules, { heuristic = function()
      local path, cost = grid:find_path(1, 5, 6, 5, rules, { heuristic = function()
        assert.equal(2, #grid:find_path(1, 2, 2, 2, rules))
        nested = nested + 1
        return 0
      end })
      assert.equal(6, #path)
      assert.equal(5, cost)
      return 0
    end })
    assert.equal("found", finish(search, 7))
    assert.equal(select(2, rooms():find_path(1, 1, 12, 1, rules)), select(2, search:path()))
    assert.is_true(nested > 20)
  end)

  it("shows no nodes of the search whose memory it reuses", function()
    local plain = astar.rules { cost = { ["."] = 1 } }
    for _, options in ipairs { {}, { algorithm = "astar" } } do
      local grid = rooms()
      local large, fresh = grid:search(1, 1, 12, 5, plain, options), rooms():search(12, 5, 1, 1, plain, options)
      assert.equal("found", finish(large, 1000))
      debug.getmetatable(large).__gc(large) -- like the garbage collector
      local small = grid:search(12, 5, 1, 1, plain, options)
      small:step(1)
      fresh:step(1)
      local seen = 0
      for y = 1, 5 do
        for x = 1, 12 do
          assert.same({ fresh:node(x, y) }, { small:node(x, y) })
          if small:node(x, y) then seen = seen + 1 end
        end
      end
      assert.is_true(seen > 0 and seen < 40)
    end
  end)

  it("follows more links from a tile than the map has tiles", function()
    local grid = astar.grid { ".#.", "###", ".#." }
    for i = 1, 300 do grid:link(1, 1, 3, 3, { cost = 400 - i }) end
    grid:link(3, 3, 3, 1)
    for _ = 1, 2 do
      local path, cost = grid:find_path(1, 1, 3, 1, rules)
      expect.tiles("1,1 3,3 3,1", path)
      assert.equal(101, cost)
      expect.reason("unreachable", grid:find_path(1, 1, 1, 3, rules))
    end
  end)

  it("keeps its grid and rules", function()
    local search = astar.grid(30, 30, { fill = "." }):search(1, 1, 30, 30,
      astar.rules { cost = { ["."] = 1 } }, { algorithm = "astar" })
    search:step(5)
    collectgarbage()
    collectgarbage()
    assert.equal("found", finish(search, 10))
    assert.equal(30, #search:path())
  end)

  it("passes on errors of its heuristic, and fails again in each step", function()
    local grid, calls = rooms(), 0
    local search = grid:search(1, 1, 12, 1, rules, {
      heuristic = function(dx)
        calls = calls + 1
        if calls > 20 then error({ "mine" }) end
        return dx
      end,
    })
    local ok, message
    repeat ok, message = pcall(search.step, search) until not ok
    assert.same({ "mine" }, message)
    expect.raises("search:step: the heuristic function failed before", function() search:step() end)
  end)

  it("shows its size", function()
    assert.equal("astar.search 12x5", tostring(rooms():search(1, 1, 2, 2, rules)))
  end)
end)

describe("a sliced search on a large map", function()
  it("prepares its tables in slices, too, and finds the same path as find_path", function()
    local fresh = { cost = { ["."] = 1, ["~"] = 4 } }
    for _, options in ipairs { {}, { algorithm = "astar" }, { partial = true, max_cost = 1e9 } } do
      local grid = large_map()
      local search = grid:search(1, 1, 400, 400, astar.rules(fresh), options)
      local slices = 0
      while search:step(1) == "running" and search:expanded() == 0 do slices = slices + 1 end
      assert.is_true(slices >= 4, slices .. " slices")
      assert.are.equal("found", (finish(search, 1000)))
      local path, cost = search:path()
      local other, other_cost = grid:find_path(1, 1, 400, 400, astar.rules(fresh), options)
      assert.are.equal(other_cost, cost)
      assert.are.same(other:points(), path:points())
      assert.are.equal(other:expanded(), search:expanded())
    end
  end)

  it("continues after another query prepared the rest", function()
    local grid, own = large_map(), astar.rules { cost = { ["."] = 1, ["~"] = 4 } }
    local search = grid:search(1, 1, 400, 400, own)
    local second = grid:search(1, 1, 400, 400, own)
    search:step(1)
    second:step(1)
    search:step(1)
    local path, cost = grid:find_path(1, 1, 400, 400, own)
    assert.are.equal("found", (finish(second, 1000)))
    assert.are.equal("found", (finish(search, 1000)))
    assert.are.equal(cost, select(2, search:path()))
    assert.are.equal(cost, select(2, second:path()))
    assert.are.same(path:points(), search:path():points())
  end)

  it("is stale after an edit while its tables are prepared, which start again", function()
    local grid, own = large_map(), astar.rules { cost = { ["."] = 1, ["~"] = 4 } }
    for slices = 1, 4 do
      grid:set(400, 100, ".") -- the only gap
      local search = grid:search(1, 1, 400, 400, own)
      for _ = 1, slices do search:step(1) end
      grid:set(slices, 50, "#")
      grid:set(400, 100, slices % 2 == 0 and "." or "#")
      assert.are.equal("stale", search:step(1))
      local again = grid:search(1, 1, 400, 400, own)
      again:step(1)
      local path = grid:find_path(1, 1, 400, 400, own)
      assert.are.equal(path and "found" or "unreachable", (finish(again, 1000)))
      assert.are.equal(slices % 2 == 0, path ~= nil)
    end
  end)

  it("finds the same as a new copy after edits of as many tiles as a slice repairs, or more", function()
    local grid, own = large_map(), astar.rules { cost = { ["."] = 1, ["~"] = 4 } }
    finish(grid:search(1, 1, 400, 400, own), 1000)
    for _, side in ipairs { 358, 359, 360, 361, 370 } do -- the limit lies between 358 and 361
      grid:fill(side % 2 == 0 and "~" or ".", 2, 2, side, side)
      grid:fill("#", 1, 100, 399, 1)
      local search = grid:search(1, 1, 400, 400, own)
      assert.are.equal("found", (finish(search, 1000)))
      local path, cost = astar.deserialize(grid:serialize()):find_path(1, 1, 400, 400, own)
      assert.are.equal(cost, select(2, search:path()))
      assert.are.same(path:points(), search:path():points())
    end
  end)
end)
