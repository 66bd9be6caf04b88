-- The line of sight of a mover of size 2 or more required that all tiles under its movement are free. So with the
-- corner rules "always" and "if_at_most_one_obstacle" it rejected diagonal steps that find_path takes, and
-- path:smooth() kept every point of a straight diagonal path along walls.

local astar = require "astar"
local expect = require "spec.support.expect"

local function mover(size, diagonal)
  return astar.rules { cost = { ["."] = 1 }, size = size, diagonal = diagonal }
end

describe("the line of sight of a large mover", function()
  it("is clear along a legal step", function()
    local grid = astar.grid(8, 8, { fill = "." })
    grid:set(4, 1, "#")
    for _, diagonal in ipairs { "always", "if_at_most_one_obstacle" } do
      local rules = mover(3, diagonal)
      assert.equal(2, #grid:find_path(1, 1, 2, 2, rules))
      assert.is_true(grid:line_of_sight(1, 1, 2, 2, rules))
      assert.is_true(grid:line_of_sight(2, 2, 1, 1, rules))
      expect.tiles("1,1 6,6", grid:find_path(1, 1, 6, 6, rules):smooth())
    end
    assert.same({ false, 4, 1 }, { grid:line_of_sight(1, 1, 2, 2, mover(3, "only_when_no_obstacles")) })
  end)

  it("is not clear if a closed diagonal edge forbids the step", function()
    local grid = astar.grid(8, 8, { fill = "." })
    grid:set_edge(2, 1, 1, 1, false)
    for _, diagonal in ipairs { "always", "if_at_most_one_obstacle", "only_when_no_obstacles" } do
      local rules = mover(3, diagonal)
      assert.equal(3, #grid:find_path(1, 1, 2, 2, rules))
      assert.same({ false, 2, 2 }, { grid:line_of_sight(1, 1, 2, 2, rules) })
    end
  end)

  it("lets a smoothed path between walls keep only its ends", function()
    for size = 2, 4 do
      -- A diagonal corridor as wide as the mover: walls on both sides touch its corners.
      local side = size + 7
      local grid = astar.grid(side, side, { fill = "." })
      for k = 1, side - size do
        grid:set(k + size, k, "#")
        grid:set(k, k + size, "#")
      end
      local path = grid:find_path(1, 1, 8, 8, mover(size, "always"))
      assert.equal(8, #path)
      expect.tiles("1,1 8,8", path:smooth())
      assert.is_true(path:smooth():is_valid())
    end
  end)
end)
