-- Replanners: their answers always equal those of find_path.
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

describe("a replanner", function()
  it("finds the path, and the new path after the map changed", function()
    local grid = astar.grid { ".....", ".###.", "....." }
    local planner = grid:replanner(1, 2, 5, 2, rules)
    local path, cost = planner:path()
    assert.equal(6, cost)
    assert.equal(6, path:cost())
    assert.same({ 5, 2 }, { path:get(#path) })
    grid:block(3, 1)
    path, cost = planner:path()
    expect.tiles("1,2 1,3 2,3 3,3 4,3 5,3 5,2", path)
    assert.equal(6, cost)
    grid:block(3, 3)
    expect.reason("unreachable", planner:path())
    grid:set(3, 2, ".")
    grid:set(2, 2, ".")
    grid:set(4, 2, "~")
    path, cost = planner:path()
    expect.tiles("1,2 2,2 3,2 4,2 5,2", path)
    assert.equal(7, cost)
  end)

  it("follows the mover and the goal", function()
    local grid = astar.grid { "......", "......" }
    local planner = grid:replanner(1, 1, 6, 1, rules)
    assert.equal(5, select(2, planner:path()))
    planner:move_to(2, 1)
    assert.equal(4, select(2, planner:path()))
    planner:move_to(6, 2)
    expect.tiles("6,2 6,1", planner:path())
    planner:set_goal(1, 2)
    expect.tiles("6,2 5,2 4,2 3,2 2,2 1,2", planner:path())
    planner:move_to(1, 2)
    local path, cost = planner:path()
    expect.tiles("1,2", path)
    assert.equal(0, cost)
    assert.equal(0, select("#", planner:move_to(1, 1)) + select("#", planner:set_goal(2, 2)))
  end)

  it("returns the reasons of find_path", function()
    local grid = astar.grid { "..#.." }
    local planner = grid:replanner(1, 1, 5, 1, rules)
    expect.reason("unreachable", planner:path())
    planner:set_goal(3, 1)
    expect.reason("goal_blocked", planner:path())
    planner:set_goal(6, 1)
    expect.reason("out_of_bounds", planner:path())
    planner:set_goal(2, 1)
    planner:move_to(0, -3)
    expect.reason("out_of_bounds", planner:path())
    planner:move_to(3, 1) -- pushed into the wall
    expect.tiles("3,1 2,1", planner:path())
    expect.reason("out_of_bounds", grid:replanner(0, 1, 1, 1, rules):path())
    expect.reason("out_of_bounds", grid:replanner(1, 1, 1000000, 1, rules):path())
  end)

  -- A replanner that repairs: its second search uses the data of the first. The map has several costs.
  local function in_repair(options)
    local grid = astar.grid(40, 20, { fill = "." })
    grid:set(40, 20, "~")
    local compiled = astar.rules(options)
    local planner = grid:replanner(3, 10, 20, 10, compiled)
    planner:path()
    grid:block(10, 10)
    local function agree()
      local _, cost = planner:path()
      local _, expected = grid:find_path(3, 10, 20, 10, compiled)
      expect.near(expected, cost)
      return cost
    end
    agree()
    return grid, agree
  end

  it("finds a path over a new link to a tile behind the goal", function()
    local grid, agree = in_repair { cost = { ["."] = 1, ["~"] = 4 } }
    local link = grid:link(4, 10, 26, 10, { cost = 0.5 })
    assert.equal(7.5, agree())
    grid:unlink(link)
    assert.is_true(agree() > 17)
  end)

  it("finds a path on a new road to behind the goal, with a new lowest cost", function()
    local grid, agree = in_repair { cost = { ["."] = 3, ["~"] = 5, [","] = 3 / 16 } }
    local before = agree()
    grid:fill(",", 3, 11, 1, 8)
    grid:fill(",", 3, 18, 28, 1)
    grid:fill(",", 30, 10, 1, 8)
    grid:fill(",", 26, 10, 4, 1)
    assert.is_true(agree() < before * 0.6)
    grid:fill(".")
    agree()
  end)

  it("considers an edit that has left the journal", function()
    local grid, agree = in_repair { cost = { ["."] = 1, ["~"] = 4 } }
    grid:fill("#", 12, 1, 1, 19)
    local round = agree()
    grid:set(12, 9, ".")
    for _ = 1, 800 do
      grid:block(40, 1)
      grid:block(40, 1, false)
    end
    assert.is_true(agree() < round)
  end)

  it("leaves a tile that it cannot enter", function()
    local grid = astar.grid { "......", "......", ".....~" }
    local planner = grid:replanner(1, 1, 6, 1, rules)
    planner:path()
    for _, tile in ipairs { { 2, 1 }, { 3, 2 }, { 5, 3 } } do
      local x, y = tile[1], tile[2]
      grid:block(x, y)
      planner:move_to(x, y)
      local path, cost = planner:path()
      assert.same({ x, y }, { path:get(1) })
      expect.near(select(2, grid:find_path(x, y, 6, 1, rules)), cost)
      planner:move_to(1, 1)
      expect.near(select(2, grid:find_path(1, 1, 6, 1, rules)), select(2, planner:path()))
    end
  end)

  it("finds no path when no tile is passable, on hexes too", function()
    for _, layout in ipairs { "square", "odd_r", "even_q" } do
      local grid = astar.grid(6, 4, { layout = layout, fill = "." })
      local planner = grid:replanner(1, 1, 6, 4, rules)
      local _, cost = planner:path()
      grid:fill "#"
      expect.reason("goal_blocked", planner:path())
      grid:fill "."
      assert.equal(cost, select(2, planner:path()))
    end
  end)

  it("finds a path when only diagonal steps are cheap", function()
    local slide = astar.rules {
      cost = { ["."] = 1, [","] = 1 },
      step = function(_, to, dx, dy) if to == "," and dx * dy ~= 0 then return 1.05 end end,
    }
    for seed = 1, 40 do
      local random = random_map.new(seed)
      local grid = astar.grid(16, 12, { fill = "." })
      local y, goal_y = random:int(1, 12), random:int(1, 12)
      local planner = grid:replanner(1, y, 16, goal_y, slide)
      for _ = 1, 12 do
        local kind, x, top = random:pick { ".", ".", ",", "#" }, random:int(1, 16), random:int(1, 12)
        grid:fill(kind, x, top, random:int(1, 5), random:int(1, 3))
        if random:chance(0.2) then grid:fill(".") end
        local _, cost = planner:path()
        local _, expected = grid:find_path(1, y, 16, goal_y, slide)
        if type(cost) ~= "number" or type(expected) ~= "number" then
          assert.equal(expected, cost)
        else
          expect.near(expected, cost)
        end
      end
    end
  end)

  it("repairs with fewer expansions than a new search", function()
    local grid = astar.grid(80, 40, { fill = "." })
    for x = 1, 80, 7 do grid:fill("~", x, 5, 2, 30) end
    local planner = grid:replanner(1, 20, 80, 20, rules)
    local path, repaired, searched = planner:path(), 0, 0
    local block_x, block_y = 80, 40
    while #path > 5 do
      grid:block(block_x, block_y, false)
      block_x, block_y = path:get(4)
      grid:block(block_x, block_y) -- an obstacle on the path
      local x, y = path:get(2)
      planner:move_to(x, y)
      path = planner:path()
      local fresh = grid:find_path(x, y, 80, 20, rules)
      expect.near(fresh:cost(), path:cost())
      repaired, searched = repaired + path:expanded(), searched + fresh:expanded()
    end
    assert.is_true(repaired < searched / 3, ("%d expansions, from scratch %d"):format(repaired, searched))
  end)

  it("returns paths that do not change", function()
    local grid = astar.grid { "....", "...." }
    local planner = grid:replanner(1, 1, 4, 1, rules)
    local path = planner:path()
    grid:block(3, 1)
    local other = planner:path()
    expect.tiles("1,1 2,1 3,1 4,1", path)
    assert.is_false((path:is_valid()))
    assert.is_true(other:is_valid())
    assert.is_false(other:is_partial())
  end)

  it("keeps its grid and rules", function()
    local planner = astar.grid(30, 30, { fill = "." }):replanner(1, 1, 30, 30, astar.rules { cost = { ["."] = 1 } })
    collectgarbage()
    collectgarbage()
    assert.equal(30, #planner:path())
  end)

  it("shows its size", function()
    assert.equal("astar.replanner 40x30", tostring(astar.grid(40, 30):replanner(1, 1, 2, 2, rules)))
  end)
end)

-- --------------------------------------------------------------------- compared with find_path

local function close(a, b, tolerance)
  return math.abs(a - b) <= tolerance * math.max(math.abs(a), math.abs(b))
end

-- Compares the replanner's answer with find_path, and with the map.
local function compare(case, planner, x, y, goal_x, goal_y)
  local path, cost = planner:path()
  local wanted, wanted_cost = case.grid:find_path(x, y, goal_x, goal_y, case.compiled)
  if (path == nil) ~= (wanted == nil) or not path and cost ~= wanted_cost then
    return ("answers %s, find_path %s"):format(tostring(cost), tostring(wanted_cost))
  end
  if not path then return nil end
  if not close(cost, wanted_cost, 1e-6) then
    return ("costs %.17g, find_path's path %.17g"):format(cost, wanted_cost)
  end
  local last_x, last_y = path:get(#path)
  if last_x ~= goal_x or last_y ~= goal_y then return "the path ends elsewhere" end
  if path:is_partial() then return "the path is partial" end
  return check.path(case, path, cost, x, y), path
end

-- Movers with several rules on one grid that is edited.
local function live(seed, kind, next_edit)
  next_edit = next_edit or random_map.edit
  kind = kind or {}
  local random = random_map.new(seed)
  local map = random_map.map(random, kind)
  local grid, ids, movers = random_map.grid(astar, map), random_map.ids(map), {}
  local function place()
    if random:chance(0.01) then return random:pick { 0, -4, map.width + 1 }, random:int(1, map.height) end
    return random:int(1, map.width), random:int(1, map.height)
  end
  local function some_place(mover)
    local x, y = place()
    for _ = 1, random:chance(0.15) and 0 or 5 do
      if not map:contains(x, y) or oracle.fits(map, mover.case.rules, x, y) then break end
      x, y = place()
    end
    return x, y
  end
  for i = 1, 3 do
    local mover = { case = random_map.case(random, astar, map, grid, kind) }
    mover.x, mover.y = some_place(mover)
    mover.goal_x, mover.goal_y = some_place(mover)
    mover.planner = grid:replanner(mover.x, mover.y, mover.goal_x, mover.goal_y, mover.case.compiled)
    mover.script = {
      ascii.setup(map, mover.case.options, mover.case.step_table),
      ("local planner = grid:replanner(%d, %d, %d, %d, rules)"):format(mover.x, mover.y, mover.goal_x, mover.goal_y),
    }
    movers[i] = mover
  end

  local function move(mover)
    local path = mover.path
    if path and #path > 1 and random:chance(0.7) then
      mover.x, mover.y = path:get(random:chance(0.8) and 2 or random:int(1, #path))
    else
      mover.x, mover.y = some_place(mover)
    end
    mover.planner:move_to(mover.x, mover.y)
    mover.script[#mover.script + 1] = ("planner:move_to(%d, %d)"):format(mover.x, mover.y)
  end
  local function aim(mover)
    mover.goal_x, mover.goal_y = some_place(mover)
    mover.planner:set_goal(mover.goal_x, mover.goal_y)
    mover.script[#mover.script + 1] = ("planner:set_goal(%d, %d)"):format(mover.goal_x, mover.goal_y)
  end
  local function edit()
    local change = next_edit(random, map)
    if not change then return end
    random_map.apply(change, map, grid, ids)
    for _, mover in ipairs(movers) do mover.script[#mover.script + 1] = ascii.edit(change) end
  end

  for number = 1, 40 do
    for _ = 1, random:pick { 0, 1, 1, 1, 2, 5, 20 } do edit() end
    if random:chance(0.05) then
      random_map.churn(random, map, grid)
      for _, mover in ipairs(movers) do mover.script[#mover.script + 1] = "-- 1200 edits that undo each other" end
    end
    for i, mover in ipairs(movers) do
      if random:chance(0.6) then move(mover) end
      if random:chance(0.08) then aim(mover) end
      if random:chance(0.75) then
        local failure, path =
          seeds.failure_of(compare, mover.case, mover.planner, mover.x, mover.y, mover.goal_x, mover.goal_y)
        mover.script[#mover.script + 1] = "print(planner:path())"
        if failure then
          return table.concat({
            ("seed %d, round %d, mover %d: %s"):format(seed, number, i, failure),
            ascii.picture(map, mover.case.rules,
              { x = mover.x, y = mover.y, goals = { { mover.goal_x, mover.goal_y } } }),
            table.concat(mover.script, "\n"),
            ("print(grid:find_path(%d, %d, %d, %d, rules))"):format(mover.x, mover.y, mover.goal_x, mover.goal_y),
          }, "\n")
        end
        mover.path = path
      end
    end
  end
end

-- Doors that open and close on a map of rooms, and tiles whose cost changes.
local function door_edit(random, map)
  local x, y = random:int(1, map.width), random:int(1, map.height)
  local kind = random:int(1, 4)
  if kind == 1 then return { "block", x, y, random:chance(0.6) } end
  if kind == 2 then return { "set", x, y, random:pick { ".", ",", "~", "#" } } end
  if kind == 3 then return { "fill", random:pick { "#", ".", ".", "," }, x, y, random:int(1, 5), random:int(1, 2) } end
  return { "set_penalty", x, y, random:pick { 0, 0.5, 9 } }
end

-- Sometimes a road of a terrain that the map does not have otherwise.
local function road_edit(random, map)
  local x, y = random:int(1, map.width), random:int(1, map.height)
  local kind = random:int(1, 10)
  if kind <= 2 then return { "fill", ",", x, y, random:int(1, 12), 1 } end
  if kind <= 3 then return { "fill", ",", x, y, 1, random:int(1, 12) } end
  if kind <= 5 then return { "fill", ".", 1, 1, map.width, map.height } end
  if kind <= 8 then return { "fill", random:pick { "~", ":" }, x, y, random:int(1, 6), random:int(1, 6) } end
  return { "block", x, y, random:chance(0.6) }
end

-- Links that are added and removed.
local function link_edit(random, map)
  local change = random_map.edit(random, map)
  if random:chance(0.6) then return change end
  local ids = {}
  for id = 1, map.last_link do
    if map.links[id] then ids[#ids + 1] = id end
  end
  if #ids > 3 then return { "unlink", random:pick(ids) } end
  return { "link", random:int(1, map.width), random:int(1, map.height), random:int(1, map.width),
    random:int(1, map.height), { cost = random:pick { 0, 0.5, 2, 6 }, one_way = random:chance(0.5) } }
end

describe("replanners agree with find_path", function()
  seeds.check(it, "on small maps", cases / 20, live)
  seeds.check(it, "on larger maps", cases / 100, live, { width = 26, height = 18 })
  seeds.check(it, "on maps full of links", cases / 100, live, { links = true })
  seeds.check(it, "with links that are added and removed", cases / 50, live, {}, link_edit)
  seeds.check(it, "with steps that cost 0", cases / 100, live, { free = true })
  seeds.check(it, "with roads that are added and removed", cases / 40, live, { width = 22, height = 15, plain = true },
    road_edit)
  seeds.check(it, "on plain maps", cases / 50, live, { width = 18, height = 14, plain = true }, door_edit)
end)
