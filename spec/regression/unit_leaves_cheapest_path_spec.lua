-- A unit that was alone on the map left its path: its estimates of the way knew no walls and took all terrain for the
-- cheapest one. So it took ways that cost up to 40 % more. At a link without a cost it stood still.

local astar = require "astar"
local random_map = require "spec.support.random_map"

-- What the steps of a unit cost until its order ends, and the last event.
local function walk_on(grid, crowd, costs)
  local cost, x, y = 0, crowd:tile(1)
  for _ = 1, 2000 do
    crowd:update(1 / 20)
    for _, event, to_x, to_y in crowd:events() do
      if event ~= "step" then return cost, event end
      local length = (to_x ~= x and to_y ~= y) and math.sqrt(2) or 1
      cost = cost + length * costs[string.char(grid:get(to_x, to_y))]
      x, y = to_x, to_y
    end
  end
end

describe("a unit that is alone on the map", function()
  it("takes a cheapest path", function()
    local random, count = random_map.new(3), 0
    local costs = { ["="] = 1, ["."] = 2, ["T"] = 4, ["~"] = 9 }
    local on_foot = astar.rules { cost = costs }
    local terrains = { "=", ".", "T", "~", "#" }
    for _ = 1, 60 do
      local grid = astar.grid(16, 16, { fill = "." })
      for _ = 1, 8 do
        grid:fill(terrains[random:int(1, 4)], random:int(1, 12), random:int(1, 12), random:int(1, 5), random:int(1, 5))
      end
      for _ = 1, 60 do grid:set(random:int(1, 16), random:int(1, 16), terrains[random:int(1, 5)]) end
      local crowd = astar.crowd(grid)
      local x, y, to_x, to_y = random:int(1, 16), random:int(1, 16), random:int(1, 16), random:int(1, 16)
      local path = grid:find_path(x, y, to_x, to_y, on_foot)
      if path and crowd:add(x, y, on_foot, { speed = 9, steps = true }) then
        assert.is_true(crowd:go_to(1, to_x, to_y))
        local cost, event = walk_on(grid, crowd, costs)
        assert.equal("arrived", event)
        assert.is_true(math.abs(cost - path:cost()) < 1e-9 * (1 + cost))
        count = count + 1
      end
      crowd:close()
    end
    assert.is_true(count > 40)
  end)

  it("takes a link without a cost", function()
    local grid = astar.grid { "....", "####", "...." }
    grid:link(3, 1, 1, 3, { cost = 0 })
    local crowd = astar.crowd(grid)
    local unit = crowd:add(1, 1, astar.rules { cost = { ["."] = 1 } })
    assert.is_true(crowd:go_to(unit, 4, 3))
    for _ = 1, 100 do crowd:update(1 / 20) end
    assert.same({ 4, 3 }, { crowd:tile(unit) })
  end)
end)
