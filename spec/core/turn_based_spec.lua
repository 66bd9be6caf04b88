--- Movement in turns, in scripts. spec/fuzz/tactics.c compares plans and ranges with an oracle.
local astar = require "astar"

local FRIENDS, ZONES = 2, 3

local function world()
  local grid = astar.grid { "........", "..f.....", "........" }
  grid:block(3, 2, true, FRIENDS)
  grid:block(5, 2, true, ZONES)
  return grid, astar.rules { cost = { ["."] = 1, f = 2 }, neighbors = 4 }
end

local function turns(more)
  local t = { points = 3, pass = { FRIENDS }, zones = { ZONES } }
  for key, value in pairs(more or {}) do t[key] = value end
  return { turns = t }
end

describe("movement in turns", function()
  it("says for each tile in which turn it is entered", function()
    local _, rules = world()
    local grid = astar.grid { "..f." }
    grid:block(3, 1, true, FRIENDS)
    local path, cost = grid:find_path(1, 1, 4, 1, rules, turns())
    local words = {}
    for i, x, y, turn in path:each() do
      words[i] = ("%d,%d:%d"):format(x, y, turn)
      assert.equal(turn, path:turn(i))
    end
    assert.equal("1,1:1 2,1:1 3,1:2 4,1:2", table.concat(words, " ")) -- waits: 1 + 2 points would end on the friend
    assert.same({ 2, 0, 4 }, { path:turns(), path:left(), cost })
    assert.is_nil(path:turn(0))
    assert.is_nil(path:turn(5))
    assert.is_true(path:is_valid())
    for _, plain in ipairs { path:waypoints(), path:smooth(), (grid:find_path(1, 1, 2, 1, rules)) } do
      assert.is_nil(plain:turns())
      assert.is_nil(plain:turn(1))
      assert.is_nil(plain:left())
    end
  end)

  it("lets zones stop a turn, or only steps between two zone tiles", function()
    local grid, rules = world()
    local line = astar.grid { "......" }
    for x = 3, 4 do line:block(x, 1, true, ZONES) end
    assert.equal(2, line:find_path(1, 1, 4, 1, rules, turns()):turns())
    assert.equal(0, line:find_path(1, 1, 4, 1, rules, turns()):left())
    assert.equal(1, line:find_path(1, 1, 4, 1, rules, turns { zone = "between" }):turns())
    assert.equal(2, line:find_path(1, 1, 5, 1, rules, turns { zone = "between", points = 4 }):turns())
    assert.equal(1, #grid:find_path(3, 2, 3, 2, rules, turns()))
  end)

  it("lets steps that cost more than is left fit or not", function()
    local line = astar.grid { "..m" }
    local rules = astar.rules { cost = { ["."] = 1, m = 5 } }
    local reason = select(2, line:find_path(1, 1, 3, 1, rules, { turns = { points = 3 } }))
    assert.equal("unreachable", reason)
    assert.equal(2, line:find_path(1, 1, 3, 1, rules, { turns = { points = 3, fit = "min_step" } }):turns())
    assert.equal(1, line:find_path(1, 1, 3, 1, rules, { turns = { points = 3, fit = "any" } }):turns())
    assert.equal(2, line:find_path(1, 1, 3, 1, rules, { turns = { points = 3, left = 1, fit = "any" } }):turns())
    assert.equal(1, line:find_path(1, 1, 2, 1, rules, { turns = { points = 3, left = 1 } }):turns())
    assert.equal(2, line:find_path(1, 1, 2, 1, rules, { turns = { points = 3, left = 0 } }):turns())
  end)

  it("counts what is left as 0 below 1e-9 of the points", function()
    local line = astar.grid { "...." }
    local rules = astar.rules { cost = { ["."] = 0.1 } }
    local path = line:find_path(1, 1, 4, 1, rules, { turns = { points = 0.3 } }) -- 0.1 + 0.1 + 0.1 > 0.3
    assert.same({ 1, 0 }, { path:turns(), path:left() })
    for share, fits in pairs { [0.9e-9] = true, [1.1e-9] = false } do
      local step = astar.rules { cost = { ["."] = 1 + share } }
      assert.equal(fits, line:find_path(1, 1, 2, 1, step, { turns = { points = 1 } }) ~= nil)
    end
  end)

  it("gives the reasons of other searches", function()
    local grid, rules = world()
    local function reason(x, y, options) return select(2, grid:find_path(1, 2, x, y, rules, options)) end
    assert.equal("goal_blocked", reason(3, 2, turns()))
    assert.equal("limit", reason(8, 2, turns { max_turns = 2 }))
    assert.equal("limit", reason(8, 2, { turns = turns().turns, max_cost = 6 }))
    assert.equal("limit", reason(8, 2, { turns = turns().turns, max_expansions = 2 }))
    assert.equal("out_of_bounds", reason(9, 2, turns()))
    local short = grid:find_path(1, 2, 8, 2, rules, { turns = turns { max_turns = 1 }.turns, partial = true })
    assert.is_true(short:is_partial())
    assert.equal(1, short:turns())
    local near, _, goal = grid:find_nearest(1, 2, { { 8, 2 }, { 3, 2 }, { 2, 3 } }, rules, turns())
    assert.same({ 1, 3 }, { near:turns(), goal })
  end)

  it("gives movement ranges", function()
    local grid, rules = world()
    local range = grid:reachable(1, 2, rules, nil, turns { max_turns = 2 })
    local count = 0
    for x, y, cost, turn in range:each() do
      local path = range:path(x, y)
      assert.same({ cost, turn }, { range:cost(x, y), range:turn(x, y) })
      assert.same({ cost, turn, range:left(x, y) }, { path:cost(), path:turns(), path:left() })
      count = count + 1
    end
    assert.equal(17, count)
    assert.same({ 2, false }, { range:turn(3, 2), range:can_stop(3, 2) })
    assert.is_true(range:can_stop(1, 2))
    assert.same({ nil, nil, nil, nil }, { range:turn(8, 2), range:left(8, 2), range:can_stop(8, 2), range:cost(8, 2) })
    grid:block(3, 2, false, FRIENDS)
    assert.is_false(range:can_stop(3, 2)) -- until it is updated
    range:update()
    assert.same({ 1, true }, { range:turn(3, 2), range:can_stop(3, 2) })
    assert.is_nil((grid:reachable(1, 2, rules, 3)):turn(1, 2))
    assert.is_nil(grid:reachable(1, 2, rules, nil, { turns = { points = 3 } }):turn(4, 1)) -- one turn
  end)

  it("says what does not go with turns", function()
    local grid, rules = world()
    local function fails(text, f, ...)
      local ok, message = pcall(f, ...)
      assert.is_false(ok)
      assert.truthy(message:find(text, 1, true), message)
    end
    local range = grid:reachable(1, 2, rules, nil, turns())
    for _, method in ipairs { "next", "way_out" } do fails("not with turns", range[method], range, 1, 1) end
    fails("not with turns", range.flee, range)
    local function find(text, options) fails(text, grid.find_path, grid, 1, 1, 2, 2, rules, options) end
    for _, option in ipairs { "algorithm", "heuristic" } do
      find('option "' .. option .. '" does not go with turns', { turns = { points = 3 }, [option] = "auto" })
    end
    find('"weight" does not go', { turns = { points = 3 }, weight = 1 })
    find('"max_cost" does not go with partial', { turns = { points = 3 }, max_cost = 1, partial = true })
    find("must have points", { turns = {} })
    find('"left" must be at most "points"', { turns = { points = 3, left = 4 } })
    find('"points" must be', { turns = { points = 0 } })
    find('"pass" must be a list of layers', { turns = { points = 3, pass = 2 } })
    find('item 1 of option "zones"', { turns = { points = 3, zones = { 9 } } })
    find('"max_turns" must be', { turns = { points = 3, max_turns = 0 } })
    find("must be a table with points", { turns = 3 })
    fails("max_cost does not go", grid.reachable, grid, 1, 1, rules, 3, turns())
    fails('unknown option "turns"', grid.search, grid, 1, 1, 2, 2, rules, turns())
    fails('unknown option "turns"', grid.distance_field, grid, { { 1, 1 } }, rules, turns())
  end)

  it("gives the cost of one step", function()
    local grid, rules = world()
    assert.equal(1, grid:step_cost(1, 1, 2, 1, rules))
    assert.same({ nil, "unreachable" }, { grid:step_cost(2, 2, 3, 2, rules) })
    assert.equal(2, grid:step_cost(2, 2, 3, 2, rules, { ignore_blocked = true }))
    assert.same({ nil, "out_of_bounds" }, { grid:step_cost(1, 1, 0, 1, rules) })
    grid:link(1, 1, 2, 1, { cost = 0.5 })
    assert.equal(0.5, grid:step_cost(1, 1, 2, 1, rules))
    grid:set_penalty(2, 3, 4)
    assert.equal(5, grid:step_cost(1, 3, 2, 3, rules))
    assert.equal(1, grid:step_cost(1, 3, 2, 3, rules, { penalty_scale = 0 }))
  end)
end)
