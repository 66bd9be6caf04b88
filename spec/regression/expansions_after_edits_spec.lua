-- After an edit that may cut a component in two, components are checked only when a query needs them. A sliced search
-- did not request this check: it expanded all tiles before it returned "unreachable". On a new copy of the map it
-- expanded none.

local astar = require "astar"

local rules = astar.rules { cost = { ["."] = 1 } }

-- A long corridor that is closed at its end, far from any way around it.
local function cut_corridor()
  local grid = astar.grid(90, 3, { fill = "#" })
  grid:fill(".", 1, 2, 90, 1)
  assert(grid:find_path(1, 2, 90, 2, rules))
  grid:block(80, 2)
  return grid
end

describe("a sliced search for a goal that an edit made unreachable", function()
  it("ends in its first step, as on a new copy", function()
    local grid = cut_corridor()
    local copy = astar.deserialize(grid:serialize())
    for _, on in ipairs { grid, copy } do
      local search = on:search(1, 2, 90, 2, rules)
      assert.equal("unreachable", search:step(1))
      assert.equal(0, search:expanded())
    end
  end)
end)
