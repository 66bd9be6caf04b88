-- Two large units of a group that met at a corner exchanged their tiles, were still in each other's way, and exchanged
-- them again, for ever. Each exchange counted as progress, so that they were never stuck.

local astar = require "astar"
local random_map = require "spec.support.random_map"

local rules = astar.rules { default = 1, cost = { ["#"] = false }, size = 2 }

-- Sends some units to a tile, and returns how many orders have not ended after a minute.
local function send(seed)
  local random = random_map.new(seed)
  local grid = astar.grid { "..........", "..........", "....##....", "....##....", "..........", ".........." }
  local crowd = astar.crowd(grid, { patience = 5 })
  for _ = 1, 12 do crowd:add(random:int(1, 9), random:int(1, 5), rules, { speed = random:int(1, 6) }) end
  crowd:send(crowd:units(), random:int(1, 9), random:int(1, 5))
  local ended = {}
  for _ = 1, 1200 do
    crowd:update(1 / 20)
    for unit in crowd:events() do ended[unit] = true end
  end
  local waiting = 0
  for _, unit in ipairs(crowd:units()) do
    if not ended[unit] then waiting = waiting + 1 end
  end
  crowd:close()
  return waiting
end

describe("large units that are sent to one place", function()
  it("settle, or are stuck", function()
    for seed = 1, 40 do assert.equal(0, send(seed), "seed " .. seed) end
  end)
end)
