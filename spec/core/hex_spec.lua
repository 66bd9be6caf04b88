-- Hex grids in offset coordinates. Rows and columns that are "odd" or "even" count from 0, as in
-- the usual names; tiles count from 1. In odd_r the 2nd, 4th, ... row is shifted right:
--
--     odd_r          even_r          odd_q             even_q
--     . . . .         . . . .        .   .             .   .
--      . . . .       . . . .           .   .         .   .      (columns shifted down)

local astar = require "astar"
local expect = require "spec.support.expect"
local oracle = require "spec.support.oracle"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }
local LAYOUTS = { "odd_r", "even_r", "odd_q", "even_q" }

local function cost(grid, x1, y1, x2, y2, with)
  local path, value = grid:find_path(x1, y1, x2, y2, with or rules)
  return path and value
end

describe("a hex grid", function()
  it("has six neighbors at cost 1 around each tile", function()
    local around = {
      odd_r = { [2] = "2,1 3,1 1,2 3,2 2,3 3,3", [3] = "1,2 2,2 1,3 3,3 1,4 2,4" },
      even_r = { [2] = "1,1 2,1 1,2 3,2 1,3 2,3", [3] = "2,2 3,2 1,3 3,3 2,4 3,4" },
      odd_q = { [2] = "2,1 1,2 3,2 1,3 2,3 3,3", [3] = "2,2 1,3 3,3 1,4 2,4 3,4" },
      even_q = { [2] = "1,1 2,1 3,1 1,2 3,2 2,3", [3] = "1,2 2,2 3,2 1,3 3,3 2,4" },
    }
    for layout, expected in pairs(around) do
      for y = 2, 3 do
        -- Rows alternate with y; for columns the tile is at x = 2 in both.
        local grid = astar.grid({ "....", "....", "....", "...." }, { layout = layout })
        local list = {}
        for ny = 1, 4 do
          for nx = 1, 4 do
            if cost(grid, 2, y, nx, ny) == 1 then list[#list + 1] = nx .. "," .. ny end
          end
        end
        assert.equal(expected[y], table.concat(list, " "), layout)
      end
    end
  end)

  it("shifts the columns of the q layouts by the parity of x", function()
    local function list(layout, x)
      local grid = astar.grid({ "....", "....", "...." }, { layout = layout })
      local found = {}
      for ny = 1, 3 do
        for nx = 1, 4 do
          if cost(grid, x, 2, nx, ny) == 1 then found[#found + 1] = nx .. "," .. ny end
        end
      end
      return table.concat(found, " ")
    end
    assert.equal("2,1 1,2 3,2 1,3 2,3 3,3", list("odd_q", 2))
    assert.equal("2,1 3,1 4,1 2,2 4,2 3,3", list("odd_q", 3))
    assert.equal("1,1 2,1 3,1 1,2 3,2 2,3", list("even_q", 2))
    assert.equal("3,1 2,2 4,2 2,3 3,3 4,3", list("even_q", 3))
  end)

  it("has paths as long as the hex distance without obstacles", function()
    for _, layout in ipairs(LAYOUTS) do
      local grid = astar.grid(9, 7, { fill = ".", layout = layout })
      local map = oracle.map(9, 7, layout, ".")
      for y = 1, 7 do
        for x = 1, 9 do
          assert.equal(oracle.steps(map, nil, 4, 4, x, y), cost(grid, 4, 4, x, y))
        end
      end
    end
  end)

  it("charges the entered terrain", function()
    for _, layout in ipairs(LAYOUTS) do
      local grid = astar.grid({ ".~." }, { layout = layout })
      if layout:find "_r" then assert.equal(4, cost(grid, 1, 1, 3, 1)) end
      grid = astar.grid({ ".", "~", "." }, { layout = layout })
      if layout:find "_q" then assert.equal(4, cost(grid, 1, 1, 1, 3)) end
    end
  end)

  it("has no corners: six neighbors with any values of diagonal and neighbors", function()
    for _, options in ipairs {
      { diagonal = "never" }, { diagonal = "always" }, { neighbors = 4 }, { diagonal_cost = 9 },
      { neighbors = { { 2, 1 } } },
    } do
      options.cost = { ["."] = 1 }
      local grid = astar.grid({ ".#", ".." }, { layout = "odd_r" })
      -- From (2, 2) the tiles (1, 2) and (2, 1) are neighbors; (1, 1) is a neighbor of (1, 2).
      expect.tiles("2,2 1,2 1,1", grid:find_path(2, 2, 1, 1, astar.rules(options)))
      grid = astar.grid({ ".#", "#." }, { layout = "even_r" })
      expect.tiles("1,1 2,2", grid:find_path(1, 1, 2, 2, astar.rules(options)))
    end
  end)

  it("measures range and nearness in hexes", function()
    for _, layout in ipairs(LAYOUTS) do
      local grid = astar.grid(9, 9, { fill = ".", layout = layout })
      local map = oracle.map(9, 9, layout, ".")
      local path, value = grid:find_path(1, 1, 9, 9, rules, { range = 3 })
      local x, y = path:get(#path)
      assert.equal(3, oracle.steps(map, nil, x, y, 9, 9))
      assert.equal(oracle.steps(map, nil, 1, 1, 9, 9) - 3, value)
    end
  end)

  it("calls the step function with (dx, dy) of the offset coordinates", function()
    local east_only = astar.rules {
      cost = { ["."] = 1 },
      step = function(_, _, dx, dy) if not (dx == 1 and dy == 0) then return false end return 0.5 end,
    }
    local grid = astar.grid({ "....", "...." }, { layout = "odd_r" })
    assert.equal(1.5, cost(grid, 1, 1, 4, 1, east_only))
    expect.reason("unreachable", grid:find_path(4, 1, 1, 1, east_only))
    expect.reason("unreachable", grid:find_path(1, 1, 1, 2, east_only))
  end)

  it("keeps its layout in copies", function()
    for _, layout in ipairs(LAYOUTS) do
      local grid = astar.grid(6, 6, { fill = ".", layout = layout })
      for _, copy in ipairs { grid:clone(), (assert(astar.deserialize(grid:serialize()))) } do
        for x = 1, 6 do assert.equal(cost(grid, 3, 3, x, 6), cost(copy, 3, 3, x, 6)) end
      end
    end
  end)

  it("rejects large movers", function()
    local grid = astar.grid(4, 4, { fill = ".", layout = "odd_q" })
    local big = astar.rules { cost = { ["."] = 1 }, size = 2 }
    local ok, message = pcall(grid.find_path, grid, 1, 1, 2, 2, big)
    assert.is_false(ok)
    assert.truthy(message:find("size above 1 needs a square grid", 1, true))
  end)
end)
