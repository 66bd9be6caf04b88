-- Sliced searches: they find the same paths as find_path, and their nodes can be read.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua.

local astar = require "astar"
local ascii = require "spec.support.ascii"
local check = require "spec.support.check"
local expect = require "spec.support.expect"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local cases = seeds.cases

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

-- --------------------------------------------------------------------- compared with find_path

-- Whether the costs of closed tiles must be optimal.
local function is_exact(query)
  if query.algorithm == "dijkstra" then return true end
  if query.algorithm == "greedy" then return false end
  if query.weight == 0 or query.heuristic == "zero" then return true end
  return (query.heuristic == nil or query.heuristic == "auto") and (query.weight or 1) <= 1
end

local function close(a, b, tolerance)
  return math.abs(a - b) <= tolerance * math.max(1, math.abs(a), math.abs(b))
end

-- Whether tiles are expanded in strict order, so that a closed one stays closed.
local function is_strict(query)
  return is_exact(query) and (query.algorithm == "astar" or query.algorithm == "dijkstra")
end

-- The cost from which on a closed tile may have a higher cost than the optimum, because the search has a path that is
-- as cheap. In strict order closed tiles are always optimal.
local function limit_of_care(query, search)
  if is_strict(query) then return math.huge end
  if query.max_expansions then return 0 end
  local path, cost = search:path()
  return path and not path:is_partial() and cost or query.max_cost or math.huge
end

-- Checks a generated tile: its parent leads towards the start.
local function check_node(case, search, x, y, state, g, h)
  local map, query = case.map, case.query
  local name = ("node (%d, %d) %s g %.17g h %.17g"):format(x, y, state, g, h)
  local state2, g2, h2, parent_x, parent_y = search:node(x, y)
  if state2 ~= state or g2 ~= g or h2 ~= h then return name .. ": each() and node() differ" end
  if state ~= "open" and state ~= "closed" then return name .. ": neither open nor closed" end
  if not (g >= 0 and h >= 0) then return name .. ": negative" end
  if (parent_x == nil) ~= (parent_y == nil) then return name .. ": half a parent" end
  if not parent_x then
    return (x ~= query.x or y ~= query.y or g ~= 0) and name .. ": no parent" or nil
  end
  local parent_state, parent_g = search:node(parent_x, parent_y)
  if not parent_state then return name .. ": a parent that was not touched" end
  if is_strict(query) and parent_state ~= "closed" then return name .. ": an open parent" end
  local step = oracle.step_cost(map, case.rules, parent_x, parent_y, x, y)
  if not step then
    local expected = query.algorithm == "jps" or query.algorithm == nil or query.algorithm == "auto"
    return not expected and name .. ": no step leads from its parent" or nil
  end
  if g < (parent_g + step) * (1 - 1e-7) or is_strict(query) and not close(g, parent_g + step, 1e-6) then
    return name .. (": parent's g %.17g, step %.17g"):format(parent_g, step)
  end
end

-- Follows the parents of a tile to the start.
local function check_parents(case, search, x, y)
  local map, steps = case.map, 0
  local tile_x, tile_y = x, y
  while true do
    local _, _, _, parent_x, parent_y = search:node(tile_x, tile_y)
    if not parent_x then break end
    tile_x, tile_y, steps = parent_x, parent_y, steps + 1
    if steps > map.width * map.height then return ("the parents of (%d, %d) go in a circle"):format(x, y) end
  end
  if tile_x ~= case.query.x or tile_y ~= case.query.y then
    return ("the parents of (%d, %d) lead to (%d, %d)"):format(x, y, tile_x, tile_y)
  end
end

local function check_nodes(case, search, deep)
  local map, query, last = case.map, case.query, 0
  local seen, limit = {}, limit_of_care(case.query, search)
  for x, y, state, g, h in search:each() do
    if not map:contains(x, y) then return "each() leaves the map" end
    local index = map:index(x, y)
    if index <= last then return "each() is out of order" end
    last, seen[index] = index, true
    local failure = check_node(case, search, x, y, state, g, h) or check_parents(case, search, x, y)
    if failure then return failure end
    if deep and is_exact(query) then
      local cheapest = case.reach[index]
      if not cheapest or g < cheapest * (1 - 1e-7) then
        return ("g of (%d, %d) is %.17g, cheapest is %s"):format(x, y, g, tostring(cheapest))
      end
      if state == "closed" and g > cheapest * (1 + 1e-6) and cheapest + h < limit * (1 - 1e-9) then
        return ("closed (%d, %d) has g %.17g, cheapest is %.17g"):format(x, y, g, cheapest)
      end
      local rest = case.rest[index]
      if rest and not query.range and h > rest * (1 + 1e-9) then
        return ("h of (%d, %d) is %.17g, the rest costs %.17g"):format(x, y, h, rest)
      end
    end
  end
  for y = 1, map.height do
    for x = 1, map.width do
      if search:node(x, y) and not seen[map:index(x, y)] then
        return ("each() leaves out (%d, %d)"):format(x, y)
      end
    end
  end
end

-- Runs one search with a stride to its end, and sometimes reads its nodes.
local function check_search(random, case, stride, path, cost, looks)
  local query, goal = case.query, case.query.goals[1]
  local search = case.grid:search(query.x, query.y, goal[1], goal[2], case.compiled, ascii.options(query))
  local outcome
  repeat
    local before = search:expanded()
    outcome = search:step(stride)
    local made = search:expanded() - before
    if made > stride then return ("makes %d expansions"):format(made) end
    if outcome == "running" and made ~= stride then return ("runs on after %d expansions"):format(made) end
    if outcome == "running" then
      local none, reason = search:path()
      if none ~= nil or reason ~= "running" then return "path() while it runs" end
    end
    local over = outcome ~= "running"
    local failure = looks and (over or random:chance(0.1)) and check_nodes(case, search, over)
    if failure then return failure end
  until outcome ~= "running"
  local found, found_cost = search:path()
  if path == nil then
    if outcome ~= cost then return ("ends %s, find_path %s"):format(outcome, tostring(cost)) end
    return (found ~= nil or found_cost ~= outcome) and "path() does not return the outcome" or nil
  end
  if outcome ~= "found" or not found then return ("ends %s, find_path has a path"):format(outcome) end
  if found_cost ~= cost or found:cost() ~= cost then
    return ("costs %.17g, find_path's path %.17g"):format(found_cost, cost)
  end
  local wanted, got = table.concat(path:flat(), " "), table.concat(found:flat(), " ")
  if wanted ~= got then return ("takes %s, find_path %s"):format(got, wanted) end
  if found:is_partial() ~= path:is_partial() then return "is_partial() differs" end
  if found:expanded() ~= path:expanded() or search:expanded() ~= path:expanded() then
    return ("expanded %d (path %d), find_path %d"):format(search:expanded(), found:expanded(), path:expanded())
  end
end

local function can_jump(case)
  local query = case.query
  local goal = query.goals[1]
  return case.map:contains(query.x, query.y) and case.map:contains(goal[1], goal[2])
    and pcall(case.grid.find_path, case.grid, query.x, query.y, goal[1], goal[2], case.compiled,
      { algorithm = "jps" })
end

local function try(random, case)
  local map, query = case.map, case.query
  if query.many then
    query.goals = { query.goals[1] or { 1, 1 } }
    query.many = false
  end
  if query.algorithm == nil and random:chance(0.2) and can_jump(case) then query.algorithm = "jps" end
  local goal = query.goals[1]
  if map:contains(query.x, query.y) then case.reach = oracle.distances(map, case.rules, query.x, query.y) end
  case.rest = map:contains(goal[1], goal[2])
    and oracle.field(map, case.rules, { goal }) or {}
  local path, cost = case.grid:find_path(query.x, query.y, goal[1], goal[2], case.compiled, ascii.options(query))
  for i, stride in ipairs { 1, 7, 1000000 } do
    local failure = check_search(random, case, stride, path, cost, i < 3)
    if failure then return ("by steps of %d: %s"):format(stride, failure) end
  end
end

local function run(seed, kind)
  local random = random_map.new(seed)
  local map = random_map.map(random, kind)
  local grid = random_map.grid(astar, map)
  for _ = 1, 2 do
    local case = random_map.case(random, astar, map, grid, kind)
    for _ = 1, 2 do
      case.query = random_map.query(random, map, case.rules)
      local failure = seeds.failure_of(try, random, case)
      if failure then
        return table.concat({
          ("seed %d: %s"):format(seed, failure),
          ascii.picture(map, case.rules, case.query), ascii.script(map, case.options, case.step_table, case.query),
        }, "\n")
      end
    end
  end
end

describe("sliced searches on random maps", function()
  seeds.check(it, "agree with find_path", cases / 10, run)
  seeds.check(it, "agree with find_path on plain maps", cases / 25, run, { plain = true })
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
