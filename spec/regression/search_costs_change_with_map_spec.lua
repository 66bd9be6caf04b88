-- A search with jump points counts in units. Each time its nodes were read, it computed the cost of a unit from the
-- map. After an edit of the map it showed other costs than those that it had found.

local astar = require "astar"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }

describe("a sliced search", function()
  for _, algorithm in ipairs { "jps", "auto", "astar" } do
    it("shows the costs that it found before the map changed: " .. algorithm, function()
      local grid = astar.grid {
        "......#.....",
        "......#.....",
        "..##..#..#..",
        "..##.....#..",
        "......#..#..",
      }
      local search = grid:search(1, 1, 12, 1, rules, { algorithm = algorithm })
      search:step(4)
      local function nodes()
        local seen = {}
        for x, y, state, g, h in search:each() do
          seen[#seen + 1] = ("%d,%d %s %.14g %.14g"):format(x, y, state, g, h)
        end
        return seen
      end
      local before = nodes()
      assert.is_true(#before > 1)
      grid:fill("~")
      grid:link(1, 1, 12, 1, { cost = 0 })
      grid:find_path(1, 1, 12, 1, rules)
      assert.equal("stale", search:step())
      assert.same(before, nodes())
    end)
  end
end)
