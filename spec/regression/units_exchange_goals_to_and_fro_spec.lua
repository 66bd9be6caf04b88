-- Two units of a group exchanged their goals to and fro for ever, when another unit held the tile of one of them: each
-- exchange counted as progress, so that they were never stuck.

local astar = require "astar"
local random_map = require "spec.support.random_map"

local rules = astar.rules { default = 1 }

-- Sends units; later a unit that holds takes a tile among theirs. Returns whether all orders have ended.
local function send(seed)
  local random = random_map.new(seed)
  local crowd = astar.crowd(astar.grid(6, 4), { patience = 3 })
  for _ = 1, 5 do crowd:add(random:int(1, 6), random:int(1, 4), rules, { speed = 2 }) end
  local sent = crowd:units()
  local x, y = random:int(2, 5), random:int(2, 3)
  crowd:send(sent, x, y)
  local ended, later = {}, random:int(1, 60)
  for update = 1, 1800 do
    crowd:update(1 / 30)
    if update == later then
      for _ = 1, 2 do crowd:add(x + random:int(-1, 1), y + random:int(-1, 1), rules, { hold = true }) end
    end
    for unit in crowd:events() do ended[unit] = true end
  end
  for _, unit in ipairs(sent) do
    if not ended[unit] then return false end
  end
  crowd:close()
  return true
end

describe("units of a group", function()
  it("settle, or are stuck, when another unit takes one of their tiles", function()
    for seed = 1, 150 do assert.is_true(send(seed), "seed " .. seed) end
  end)

  it("does not pace before one that returns to its tile", function()
    local crowd = astar.crowd(astar.grid {
      "..........",
      "#.........",
      "..........",
      ".#........",
      "#.........",
      "..........",
      "..........",
    })
    local on_foot, ended = astar.rules { cost = { ["."] = 1 } }, 0
    local units = { crowd:add(10, 7, on_foot, { speed = 5 }), crowd:add(2, 1, on_foot, { speed = 5 }) }
    crowd:send(units, 1, 5, { formation = "block" })
    for _ = 1, 1200 do crowd:update(1 / 60) end
    for _ in crowd:events() do ended = ended + 1 end
    assert.equal(2, ended)
  end)
end)
