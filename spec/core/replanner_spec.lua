-- Replanners: their answers always equal those of find_path.
-- spec/fuzz/property.c and spec/fuzz/history.c compare them on random maps.

local astar = require "astar"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"

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
