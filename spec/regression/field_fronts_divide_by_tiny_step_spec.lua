-- If all tiles cost the same, a field sorts them into fronts by cost / step. For a step below 1e-308 the reciprocal is
-- infinite: the number of the front was converted from infinity or NaN. Where such conversions saturate (ARM), the
-- number was beyond the end of the array. Steps below 1e-100 are rejected now.

local astar = require "astar"

describe("a field with steps of almost no cost", function()
  for _, step in ipairs { 1e-100, 1.001e-100, 1e-99 } do
    it(("reaches every tile: steps of %g"):format(step), function()
      local grid = astar.grid(30, 20, { fill = "." })
      grid:fill("#", 10, 2, 1, 19)
      for _, neighbors in ipairs { 4, 8 } do
        local rules = astar.rules { cost = { ["."] = step }, neighbors = neighbors, diagonal_cost = 1 }
        local field, range = grid:distance_field({ { 30, 20 } }, rules), grid:reachable(30, 20, rules)
        local count = 0
        for x, y, cost in field:each() do
          count = count + 1
          assert.is_true(cost == range:cost(x, y))
          local next_x, next_y = field:next(x, y)
          if next_x then
            assert.is_true(field:cost(next_x, next_y) < cost)
          else
            assert.same({ 30, 20, 0 }, { x, y, cost })
          end
        end
        assert.equal(30 * 20 - 19, count)
        local path = field:path(1, 20)
        assert.is_true(path:is_valid())
        assert.same({ 30, 20 }, { path:get(#path) })
      end
    end)
  end
end)
