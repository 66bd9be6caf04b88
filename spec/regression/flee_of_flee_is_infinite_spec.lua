-- field:flee() starts with the costs of a field times a factor. The costs of a flee field of a flee field, and so on,
-- became infinite, so that it led nowhere.

local astar = require "astar"

-- The number of tiles that a field reaches.
local function reached(field)
  local count = 0
  for _ in field:each() do count = count + 1 end
  return count
end

describe("flee fields of flee fields", function()
  it("have finite costs on all tiles", function()
    local rules = astar.rules { cost = { [0] = 1e100 } }
    local grid = astar.grid { "\0\0\0\0\0\0", "\1\1\1\1\1\1", "\0\0\0\1\1\1" }
    local field = grid:distance_field({ { 1, 1, 1e100 }, { 1, 3, 1e100 } }, rules)
    assert.same({ 9, 6e100 }, { reached(field), field:cost(6, 1) })
    for _ = 1, 8 do
      field = field:flee(1e100)
      assert.equal(9, reached(field))
      for _, _, cost in field:each() do assert.is_true(cost >= 0 and cost < math.huge) end
    end
  end)
end)
