-- An edit that perhaps cuts a component in two leaves the components as they were until it matters.
-- A search in steps did not find it to matter: it took as many steps as there were tiles to come to
-- "unreachable", and on a fresh copy of the map none.

local astar = require "astar"

local rules = astar.rules { cost = { ["."] = 1 } }

-- A long corridor that is closed at its end, far from any way round.
local function cut_corridor()
  local grid = astar.grid(90, 3, { fill = "#" })
  grid:fill(".", 1, 2, 90, 1)
  assert(grid:find_path(1, 2, 90, 2, rules))
  grid:block(80, 2)
  return grid
end

describe("a sliced search for a goal that an edit has cut off", function()
  it("ends in its first step, as on a fresh copy", function()
    local grid = cut_corridor()
    local copy = astar.deserialize(grid:serialize())
    for _, on in ipairs { grid, copy } do
      local search = on:search(1, 2, 90, 2, rules)
      assert.equal("unreachable", search:step(1))
      assert.equal(0, search:expanded())
    end
  end)
end)
