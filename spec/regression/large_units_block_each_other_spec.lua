-- Two large units that met on an empty map could block each other for ever: one pushed the other one ahead of itself to
-- the edge of the map, since a step to the side was refused, and seemed no better.

local astar = require "astar"
local need = require "spec.support.need"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local WORLDS = need.all() and 200 or 5000
local SIDES = { 14, 20, 30 }

local rules = {}
for size = 1, 4 do rules[size] = astar.rules { cost = { ["."] = 1 }, size = size } end

-- Lets two units go to random tiles where both have room. Returns how many do not arrive.
local function meet(seed, size)
  local random, side = random_map.new(seed), SIDES[1 + seed % 3]
  local crowd, last = astar.crowd(astar.grid(side, side, { fill = "." }), { patience = 20 }), side - size + 1
  local goals, waiting = {}, 2
  while crowd:count() < 2 do crowd:add(random:int(1, last), random:int(1, last), rules[size]) end
  repeat
    for i = 1, 4 do goals[i] = random:int(1, last) end
  until math.max(math.abs(goals[1] - goals[3]), math.abs(goals[2] - goals[4])) >= size
  crowd:go_to(1, goals[1], goals[2])
  crowd:go_to(2, goals[3], goals[4])
  for _ = 1, 300 do
    crowd:update(1 / 10)
    for _, event in crowd:events() do waiting = waiting - (event == "arrived" and 1 or 0) end
    if waiting == 0 then break end
  end
  crowd:close()
  return waiting
end

describe("two units that meet on an empty map", function()
  for size = 1, 4 do
    it("arrive: size " .. size, function()
      for seed = seeds.first, seeds.first + WORLDS - 1 do assert.equal(0, meet(seed, size), "seed " .. seed) end
    end)
  end
end)

describe("two groups of large units that cross an empty map", function()
  for size, limit in pairs { [3] = 40, [4] = 50 } do
    it(("arrive: %d x %d"):format(size, size), function()
      local crowd = astar.crowd(astar.grid(60, 80, { fill = "." }))
      local waiting, time = 24, 0
      for i = 0, 23 do
        local x, y = 2 + math.floor(i % 12 / 6) * (size + 1), 10 + i % 6 * (size + 2)
        local far = 61 - size - x
        local unit = crowd:add(i < 12 and x or far, y, rules[size])
        crowd:go_to(unit, i < 12 and far or x, y)
      end
      while waiting > 0 and time < 100 do
        crowd:update(1 / 20)
        time = time + 1 / 20
        for _, event in crowd:events() do waiting = waiting - (event == "arrived" and 1 or 0) end
      end
      assert.is_true(time < limit, time)
    end)
  end
end)
