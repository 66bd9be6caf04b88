-- Orders that a program gives again in each frame: to the same goal, and to one that moves along. They keep their
-- rank and their path; the path is adapted, and stays good.

local astar = require "astar"
local random_map = require "spec.support.random_map"

local on_foot = astar.rules { cost = { ["."] = 1 } }

-- What the way of a unit costs, from the tile where it stands or where its step ends; and its last tile.
local function way_of(crowd, unit)
  local x, y, to_x, to_y = crowd:tile(unit)
  local last_x, last_y, cost = to_x or x, to_y or y, 0
  for _, next_x, next_y in crowd:remaining(unit) do
    cost = cost + math.sqrt((next_x - last_x) ^ 2 + (next_y - last_y) ^ 2)
    last_x, last_y = next_x, next_y
  end
  return cost, last_x, last_y
end

describe("an order that is repeated in each frame", function()
  it("leads along a good path to a goal that moves", function()
    local random, ways, cheapest = random_map.new(11), 0, 0
    for _ = 1, 30 do
      local grid = astar.grid(24, 24, { fill = "." })
      for _ = 1, 120 do grid:set(random:int(1, 24), random:int(1, 24), "#") end
      local crowd = astar.crowd(grid)
      local unit = crowd:add(1, 1, on_foot) or crowd:add(2, 3, on_foot)
      local x, y = random:int(12, 24), random:int(12, 24)
      for frame = 1, unit and 150 or 0 do
        if frame % 8 == 0 then
          local to_x, to_y = x + random:int(-1, 1), y + random:int(-1, 1)
          if grid:find_path(x, y, to_x, to_y, on_foot) then x, y = to_x, to_y end
        end
        if not crowd:go_to(unit, x, y) then break end
        crowd:update(1 / 30)
        local cost, last_x, last_y = way_of(crowd, unit)
        if crowd:state(unit) ~= "idle" then assert.same({ x, y }, { last_x, last_y }) end
        local at_x, at_y, step_x, step_y = crowd:tile(unit)
        local path = grid:find_path(step_x or at_x, step_y or at_y, x, y, on_foot)
        assert.is_true(cost <= path:cost() * 1.13 + 2)
        ways, cheapest = ways + cost, cheapest + path:cost()
      end
      crowd:close()
    end
    assert.is_true(cheapest > 1000)
    assert.is_true(ways <= cheapest * 1.05)
  end)

  it("leads within range of a goal that moves", function()
    local grid = astar.grid(20, 5, { fill = "." })
    local crowd = astar.crowd(grid)
    local unit = crowd:add(1, 3, on_foot)
    for frame = 0, 200 do
      assert.is_true(crowd:go_to(unit, math.min(20, 8 + math.floor(frame / 10)), 3, { range = 2 }))
      crowd:update(1 / 20)
    end
    assert.same({ 18, 3 }, { crowd:tile(unit) })
  end)

  it("keeps the way to the tile that is nearest to an unreachable goal", function()
    local grid = astar.grid(20, 5, { fill = "." })
    grid:fill("#", 15, 1, 1, 5)
    local crowd = astar.crowd(grid)
    local one, other = crowd:add(1, 3, on_foot), crowd:add(14, 3, on_foot)
    crowd:go_to(one, 19, 3, { partial = true })
    crowd:update(0)
    crowd:go_to(other, 2, 3)
    local arrived
    for _ = 1, 200 do
      if not arrived then assert.is_true(crowd:go_to(one, 19, 3, { partial = true })) end
      crowd:update(1 / 20)
      for unit, event, x, y in crowd:events() do
        if unit == one then arrived = arrived or { event, x, y } end
      end
      if not arrived then assert.same({ 14, 3 }, { crowd:goal(one) }) end
    end
    assert.same({ "settled", 14, 3 }, arrived)
    grid:fill(".", 15, 1, 1, 5)
    assert.is_true(crowd:go_to(one, 19, 3))
    for _ = 1, 60 do crowd:update(1 / 20) end
    assert.same({ 19, 3 }, { crowd:tile(one) })
  end)

  it("of a smaller range goes nearer", function()
    local grid = astar.grid(20, 1, { fill = "." })
    local crowd = astar.crowd(grid)
    local unit = crowd:add(1, 1, on_foot)
    crowd:go_to(unit, 12, 1, { range = 5 })
    crowd:update(0.5)
    crowd:go_to(unit, 12, 1)
    for _ = 1, 100 do crowd:update(1 / 20) end
    assert.same({ 12, 1 }, { crowd:tile(unit) })
  end)
end)
