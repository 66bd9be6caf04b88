-- The named heuristics use the lowest cost per length of a step. For expensive steps of almost no length this was
-- infinite, or became infinite with a weight, and no path was found.

local astar = require "astar"
local expect = require "spec.support.expect"

describe("steps of cost 1e100 and almost no length", function()
  it("make a path with any heuristic and weight", function()
    for _, length in ipairs { 1, 1e-50, 1e-100 } do
      local grid = astar.grid(40, 30)
      local rules = astar.rules {
        cost = { [0] = 1 }, step = function() return 1e100 end,
        neighbors = { { 1, 0, cost = length }, { -1, 0, cost = length }, { 0, 1, cost = length } },
      }
      for _, heuristic in ipairs { "auto", "manhattan", "octile", "chebyshev", "euclidean", "zero" } do
        for _, weight in ipairs { 1, 1e100 } do
          local _, cost = grid:find_path(1, 1, 40, 30, rules, { heuristic = heuristic, weight = weight })
          expect.near(68, cost / 1e100)
        end
      end
    end
  end)
end)
