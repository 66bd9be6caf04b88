--- The time per frame that NPCs with scripts take: milliseconds of `crowd:update(1 / 60)`, with the
--- scripts and the searches that they cause. Mean, 99th percentile and longest.
--- `make bench-scripts` runs it on each Lua.
---
---     LUA scripts.lua [CASE...]        all cases, or some of those in `cases`
---
--- The map is a town of 128 x 128 tiles: houses of 5 x 5 tiles with streets that are 3 tiles wide.
--- NPCs do 4 tiles per second.

local astar = require "astar"
local script = require "astar.script"
local now = require "clock" -- microseconds

local SIDE, HOUSE, STREET = 128, 5, 3
local WARM_UP, FRAMES = 120, 1200

local seed = 1
local function random(count)
  seed = seed * 16807 % 2147483647
  return seed % count + 1
end

local rules = astar.rules { cost = { ["."] = 1 } }

local function is_wall(x, y)
  local pitch = HOUSE + STREET
  return (x - 1) % pitch >= STREET and (y - 1) % pitch >= STREET
end

local function new_town(width, height, is_solid)
  local rows = {}
  for y = 1, height do
    local row = {}
    for x = 1, width do row[x] = is_solid(x, y) and "#" or "." end
    rows[y] = table.concat(row)
  end
  return astar.grid(rows)
end

--- A town with NPCs on random free tiles, each with the script `f`.
local function populate(count, f)
  local crowd = script.crowd(new_town(SIDE, SIDE, is_wall))
  while #crowd.npcs < count do
    local x, y = random(SIDE), random(SIDE)
    if not is_wall(x, y) and not crowd:at(x, y) then
      crowd:add(rules, { x = x, y = y, speed = 4 }, f)
    end
  end
  return crowd
end

local function random_tile()
  local x, y = random(SIDE), random(SIDE)
  if is_wall(x, y) then return random_tile() end
  return x, y
end

--- Prints the times of some frames. `before(frame)` is called before each of them, and counts.
local function measure(what, crowd, before)
  local times, sum = {}, 0
  for frame = 1 - WARM_UP, FRAMES do
    local start = now()
    if before then before(frame) end
    crowd:update(1 / 60)
    if frame > 0 then
      times[frame] = (now() - start) / 1000
      sum = sum + times[frame]
    end
  end
  table.sort(times)
  print(("%-52s %8.3f %8.3f %8.3f"):format(what, sum / FRAMES, times[math.ceil(0.99 * FRAMES)],
    times[FRAMES]))
end

-- ------------------------------------------------------------------------------- cases

local cases = {}

function cases.sleep()
  local crowd = populate(1000, function(npc) npc:wait(1e6) end)
  measure("1,000 scripts that sleep", crowd)
end

function cases.doze()
  local crowd = populate(1000, function(npc)
    while true do npc:wait(1 + random(100) / 50) end
  end)
  measure("1,000 scripts that wake up every 2 s", crowd)
end

function cases.order()
  local crowd = populate(200, function(npc) npc:wait(1e6) end)
  local npcs, next_npc = crowd.npcs, 0
  measure("200 scripts that get an order each second", crowd, function(frame)
    local wanted = math.floor(frame * #npcs / 60)
    while next_npc < wanted do
      next_npc = next_npc + 1
      local npc = npcs[next_npc % #npcs + 1]
      npc:run(npc.go_to, random_tile())
    end
    next_npc = math.max(next_npc, wanted)
  end)
end

function cases.live()
  local crowd = populate(200, function(npc)
    while true do
      npc:go_to(random_tile())
      npc:wait(0.5)
    end
  end)
  measure("200 scripts that walk to random places", crowd)
end

function cases.hunt()
  local crowd
  crowd = populate(400, function(npc)
    npc:wait(0)
    npc:follow_field(crowd.hunt)
  end)
  local x, y = 65, 65
  crowd.hunt = crowd.grid:distance_field({ { x, y } }, rules)
  measure("400 that hunt a player, who moves twice a second", crowd, function(frame)
    if frame % 30 ~= 0 then return end
    local next_x, next_y = x + random(3) - 2, y + random(3) - 2
    if not is_wall(next_x, next_y) then
      x, y = next_x, next_y
      crowd.hunt:set_goals { { x, y } }
    end
  end)
end

local function elapsed_until(crowd, is_over, limit)
  local time = 0
  while not is_over() and time < limit do
    crowd:update(1 / 60)
    time = time + 1 / 60
  end
  return time
end

--- 200 NPCs on the left side of the town go to one place on the right side.
function cases.gather()
  local crowd = script.crowd(new_town(SIDE, SIDE, is_wall))
  local ended, longest = 0, 0
  for i = 0, 199 do
    local x, y = i % 3 + 1, math.floor(i / 3) + 1
    local _, cost = crowd.grid:find_path(x, y, 122, 65, rules)
    longest = math.max(longest, cost)
    crowd:add(rules, { x = x, y = y, speed = 4 }, function(npc)
      npc:go_to(122, 65)
      ended = ended + 1
    end)
  end
  local time = elapsed_until(crowd, function() return ended == 200 end, 900)
  print(("200 NPCs go to one place: %.0f s, %.2f times the way of the farthest; %d are there")
    :format(time, time * 4 / longest, ended))
end

--- Two groups of 40 meet in a corridor that is 3 tiles wide.
function cases.meet()
  local function is_solid(x, y) return x > 16 and x <= 48 and (y < 7 or y > 9) end
  local crowd = script.crowd(new_town(64, 15, is_solid))
  local ended, arrived = 0, 0
  for i = 0, 79 do
    local side, place = i % 2, math.floor(i / 2)
    local x, y = place % 4 + 2, math.floor(place / 4) + 3
    if side == 1 then x = 65 - x end
    crowd:add(rules, { x = x, y = y, speed = 4 }, function(npc)
      local is_there = npc:go_to(65 - x, y)
      arrived, ended = arrived + (is_there and 1 or 0), ended + 1
    end)
  end
  local time = elapsed_until(crowd, function() return ended == 80 end, 900)
  print(("two groups of 40 meet in a corridor 3 wide: %.0f s, %d of 80 are there")
    :format(time, arrived))
end

local names = { "sleep", "doze", "order", "live", "hunt", "gather", "meet" }
print(("%-52s %8s %8s %8s"):format("milliseconds per frame, " .. (jit and jit.version or _VERSION),
  "mean", "p99", "max"))
for _, name in ipairs(#arg > 0 and arg or names) do cases[name]() end
