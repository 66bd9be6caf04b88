-- The same `send` again moved most units of a group that stood there already: a pack dealt its tiles anew, a line
-- turned round.

local astar = require "astar"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local on_foot = astar.rules { cost = { ["."] = 1 } }

-- Sends all units, waits until they rest, and returns their tiles and how many orders ended.
local function send(crowd, x, y, options)
  local ended, tiles = 0, {}
  crowd:send(crowd:units(), x, y, options)
  for _ = 1, 60 * 20 do
    crowd:update(1 / 20)
    for _, event in crowd:events() do
      if event == "arrived" or event == "settled" then ended = ended + 1 end
    end
  end
  for _, unit in ipairs(crowd:units()) do tiles[unit] = { crowd:tile(unit) } end
  return tiles, ended
end

-- How many of 30 units stand on another tile after the same order, three times.
local function moved(seed, options, layout, speed)
  local random = random_map.new(seed)
  local crowd = astar.crowd(astar.grid(60, 40, { fill = ".", layout = layout }))
  while crowd:count() < 30 do crowd:add(random:int(1, 60), random:int(1, 40), on_foot, { speed = speed }) end
  local first, ended = send(crowd, 40, 20, options)
  assert.equal(30, ended)
  local count = 0
  for _ = 1, 3 do
    local tiles
    tiles, ended = send(crowd, 40, 20, options)
    assert.equal(30, ended)
    for unit, tile in pairs(tiles) do
      if tile[1] ~= first[unit][1] or tile[2] ~= first[unit][2] then count = count + 1 end
    end
  end
  crowd:close()
  return count
end

describe("the same order again", function()
  for _, formation in ipairs { "pack", "block", "line", "wedge", "keep" } do
    it("moves no unit of a " .. formation, function()
      for seed = seeds.first, seeds.first + seeds.share(10) do
        for _, layout in ipairs { "square", "odd_r", "even_q" } do
          assert.equal(0, moved(seed, { formation = formation }, layout, 8), ("seed %d, %s"):format(seed, layout))
        end
      end
    end)
  end

  it("deals units that stand on tiles of the new place their own", function()
    local crowd = astar.crowd(astar.grid(30, 20, { fill = "." }))
    for i = 0, 24 do crowd:add(2 + i % 5, 8 + math.floor(i / 5), on_foot) end
    send(crowd, 10, 10)
    crowd:send(crowd:units(), 11, 10, { formation = "block", facing = 0 })
    local kept = 0
    for _, unit in ipairs(crowd:units()) do
      local x, y = crowd:tile(unit)
      local goal_x, goal_y = crowd:goal(unit)
      if x == goal_x and y == goal_y then kept = kept + 1 end
    end
    assert.equal(20, kept)
  end)
end)
