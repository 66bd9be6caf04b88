-- Costs so small that doubles do not have full precision for them were summed incorrectly: on terrain of cost 5e-324
-- the path was more expensive than the cheapest path. Costs below 1e-100 are rejected now; limits_spec tests the
-- message of each argument.

local astar = require "astar"
local expect = require "spec.support.expect"

local ROWS = { ".....#..", "...#....", "#.....#." }

describe("the smallest cost", function()
  it("is 1e-100: lower costs are rejected", function()
    expect.raises('astar.rules: the cost of "." must be at least 1e-100, got 4.9406564584125e-324',
      function() astar.rules { cost = { ["."] = 5e-324 } } end)
  end)

  it("gives the cheapest paths with every algorithm", function()
    local grid = astar.grid(ROWS)
    local usual = astar.rules { cost = { ["."] = 1 } }
    local smallest = astar.rules { cost = { ["."] = 1e-100 } }
    local _, expected = grid:find_path(1, 1, 8, 3, usual)
    for _, algorithm in ipairs { "auto", "astar", "jps", "dijkstra" } do
      local _, cost = grid:find_path(1, 1, 8, 3, smallest, { algorithm = algorithm })
      expect.near(expected, cost / 1e-100)
    end
  end)
end)
