-- search:step(n) added n to the number of expansions. In a search with jump points the sum overflowed for n slightly
-- below 2^63: the search stopped before it had found a path.

local astar = require "astar"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }

local function rooms()
  return astar.grid {
    "............",
    ".####.#####.",
    ".#..........",
    ".#.########.",
    "............",
  }
end

describe("a sliced search", function()
  -- The largest integers of Lua 5.3 and later; elsewhere numbers near them.
  local largest = rawget(math, "maxinteger") or 2 ^ 63
  for _, count in ipairs { 2 ^ 31, 2 ^ 53, largest - 1024, largest - 2, largest - 1, largest, 1e300 } do
    it(("accepts %.17g steps in one call"):format(count), function()
      for _, algorithm in ipairs { "auto", "jps", "astar" } do
        local search = rooms():search(1, 1, 12, 3, rules, { algorithm = algorithm })
        assert.equal("running", search:step(1))
        assert.equal("running", search:step(1))
        assert.equal("found", search:step(count))
        assert.equal(select(2, rooms():find_path(1, 1, 12, 3, rules)), select(2, search:path()))
      end
    end)
  end
end)
