-- A pack of units of several sizes went on stepping to and fro after it had arrived: units that returned to their tiles
-- pushed units away that stood on theirs.

local astar = require "astar"
local need = require "spec.support.need"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local small = astar.rules { cost = { ["."] = 1 } }
local large = astar.rules { cost = { ["."] = 1 }, size = 2 }

-- Counts how often units turn by more than 90 degrees, with their directions taken at every 0.4 tiles.
local function watch(crowd, track)
  local positions, turns = crowd:positions(), 0
  for unit in pairs(crowd:units()) do
    local x, y = positions[2 * unit - 1], positions[2 * unit]
    local last = track[unit] or { x = x, y = y, dx = 0, dy = 0 }
    local dx, dy = x - last.x, y - last.y
    track[unit] = last
    if dx * dx + dy * dy >= 0.16 then
      if dx * last.dx + dy * last.dy < -1e-9 then turns = turns + 1 end
      track[unit] = { x = x, y = y, dx = dx, dy = dy }
    end
  end
  return turns
end

-- Sends 72 small units and some large ones, each with a speed of its own. Returns how often they turn, and how long
-- after the last event the last step ends [s].
local function send(seed, count)
  local random, crowd = random_map.new(seed), astar.crowd(astar.grid(128, 128, { fill = "." }))
  local function add(x, y, rules) crowd:add(x, y, rules, { speed = 2 + random:int(0, 300) / 100 }) end
  for i = 0, 71 do add(11 + i % 12, 11 + math.floor(i / 12), small) end
  for i = 0, count - 1 do add(31 + i % 4 * 2, 11 + math.floor(i / 4) * 2, large) end
  crowd:send(crowd:units(), 71, 81)
  local track, turns, waiting, last, rest, time = {}, 0, 72 + count, 0, 0, 0
  while waiting > 0 or time < rest + 2 do
    crowd:update(1 / 60)
    time = time + 1 / 60
    for _ in crowd:events() do waiting, last = waiting - 1, time end
    turns = turns + watch(crowd, track)
    for _, unit in ipairs(time > 30 and crowd:units() or {}) do
      if crowd:state(unit) == "moving" then rest = time end
    end
  end
  crowd:close()
  return turns, rest - last
end

describe("a pack of units of two sizes", function()
  it("comes to rest soon, without a dance", function()
    local count, sum, late = need.all() and 2 or 16, 0, 0
    for seed = seeds.first, seeds.first + count - 1 do
      local turns, rest = send(seed, 12)
      sum = sum + turns
      late = late + (rest > 2 and 1 or 0)
      assert.is_true(rest <= 5, ("seed %d: %g s"):format(seed, rest))
    end
    assert.is_true(late <= count / 4, late)
    assert.is_true(sum / count <= 400, sum / count)
  end)

  it("turns rarely when all are small", function()
    assert.is_true(send(seeds.first, 0) <= 100)
  end)
end)
