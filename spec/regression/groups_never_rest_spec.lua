-- Units that went to one tile with a range, or with `partial`, stepped to and fro for ever: the tile where a unit
-- arrived became the one to which it returned, the next unit pushed it away and arrived there, too.

local astar = require "astar"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local KINDS = {
  { {}, "square" }, { { neighbors = 4 }, "square" }, { { diagonal = "always" }, "square" },
  { {}, "odd_r" }, { {}, "even_r" }, { {}, "odd_q" }, { {}, "even_q" },
}
local COUNTS = { 10, 26, 40, 60, 120 }

-- Sends units of a random world, and returns how many orders ended, and how many steps begin from 3 to 5 s later.
local function life(seed)
  local random = random_map.new(seed)
  local kind, count, range = KINDS[1 + seed % #KINDS], COUNTS[random:int(1, #COUNTS)], random:int(0, 5)
  local grid = astar.grid(30, 30, { fill = ".", layout = kind[2] })
  if range == 0 then grid:set(15, 15, "#") end
  local rules = { cost = { ["."] = 1 } }
  for option, value in pairs(kind[1]) do rules[option] = value end
  rules = astar.rules(rules)
  local crowd, is_block, ended = astar.crowd(grid), random:int(1, 2) == 1, 0
  for i = 0, count - 1 do
    local unit
    repeat
      local x, y = random:int(1, 30), random:int(1, 30)
      if is_block then x, y = 2 + i % 12, 2 + math.floor(i / 12) end
      unit = crowd:add(x, y, rules, { steps = true })
    until unit
    crowd:go_to(unit, 15, 15, range == 0 and { partial = true } or { range = range })
  end
  for _ = 1, 60 * 20 do
    crowd:update(1 / 20)
    for _, event in crowd:events() do ended = ended + (event ~= "step" and event ~= "stuck" and 1 or 0) end
    if ended == count then break end
  end
  local steps = 0
  for i = 1, 5 * 20 do
    crowd:update(1 / 20)
    for _ in crowd:events() do steps = steps + (i > 3 * 20 and 1 or 0) end
  end
  crowd:close()
  return count - ended, steps
end

describe("units that went near one tile", function()
  it("come to rest", function()
    for seed = seeds.first, seeds.first + seeds.share(200) do
      local waiting, steps = life(seed)
      assert.same({ 0, 0 }, { waiting, steps }, "seed " .. seed)
    end
  end)

  -- A rescue led one home, over another one that was added before; that one went first, and pushed it away again.
  it("come to rest where one keeps another one from its tile", function()
    for _, seed in ipairs { 124, 1996, 2099 } do
      local random, steps = random_map.new(seed), 0
      local width, height = random:int(2, 5), random:int(3, 6)
      local grid = astar.grid(width, height, { fill = "." })
      for _ = 1, random:int(1, 5) do grid:set(random:int(1, width), random:int(1, height), "#") end
      local crowd, rules = astar.crowd(grid, { patience = 10 }), astar.rules { cost = { ["."] = 1 } }
      for _ = 1, 8 do crowd:add(random:int(1, width), random:int(1, height), rules, { steps = true }) end
      for _, unit in ipairs(crowd:units()) do crowd:go_to(unit, random:int(1, width), random:int(1, height)) end
      for i = 1, 80 * 20 do
        crowd:update(1 / 20)
        for _, event in crowd:events() do steps = steps + (event == "step" and i > 60 * 20 and 1 or 0) end
      end
      assert.equal(0, steps, "seed " .. seed)
    end
  end)

  local function open_crowd()
    return astar.crowd(astar.grid(20, 20, { fill = "." })), astar.rules { cost = { ["."] = 1 } }
  end

  it("stay where they were pushed to, if that is in range, and return into range", function()
    local crowd, rules = open_crowd()
    local unit, other = crowd:add(10, 8, rules), crowd:add(15, 9, rules)
    crowd:go_to(unit, 10, 10, { range = 1 })
    for _ = 1, 100 do crowd:update(1 / 20) end
    assert.same({ 10, 9 }, { crowd:tile(unit) })
    crowd:go_to(other, 5, 9) -- over its tile
    for _ = 1, 200 do crowd:update(1 / 20) end
    local x, y = crowd:tile(unit)
    assert.is_true(math.max(math.abs(x - 10), math.abs(y - 10)) <= 1)
    assert.equal("idle", crowd:state(unit))
  end)

  it("of which one stops on the tile of another one, both rest", function()
    local crowd, rules = open_crowd()
    local idle, mover, steps = crowd:add(10, 10, rules, { steps = true }), crowd:add(5, 10, rules, { steps = true }), 0
    crowd:go_to(mover, 15, 10)
    repeat crowd:update(1 / 20) until crowd:at(10, 10) == mover
    crowd:stop(mover)
    for i = 1, 400 do
      crowd:update(1 / 20)
      for _ in crowd:events() do steps = steps + (i > 200 and 1 or 0) end
    end
    assert.equal(0, steps)
    assert.same({ 10, 10 }, { crowd:tile(mover) })
    assert.equal("idle", crowd:state(idle))
  end)
end)
