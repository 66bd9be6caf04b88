--- The turns of paths on MovingAI maps, as the search gives the paths and straightened, and the
--- time of a path in microseconds: 40 scenarios of each map, evenly spread over its file, the best
--- of 9 passes. `make bench-turns MAPS=dir` runs it on each Lua.
package.path = arg[0]:match("^.*[/\\]") .. "?.lua;" .. package.path

local astar = require "astar"
local maps = require "maps"
local now = require "clock"

local QUERIES, PASSES = 40, 9

local function read_scenarios(name)
  local list = {}
  for line in io.lines(name) do
    local x1, y1, x2, y2 = line:match "^%d+\t[^\t]+\t%d+\t%d+\t(%d+)\t(%d+)\t(%d+)\t(%d+)"
    if x1 then list[#list + 1] = { x1 + 1, y1 + 1, x2 + 1, y2 + 1 } end
  end
  return list
end

--- Turns and time per path.
local function measure(grid, rules, list, straight)
  local turns, time, count, options = 0, 0, 0, { straight = straight }
  for i = 0, QUERIES - 1 do
    local q, best, path = list[math.floor(i * #list / QUERIES) + 1], math.huge, nil
    for _ = 1, PASSES do
      local start = now()
      path = grid:find_path(q[1], q[2], q[3], q[4], rules, options)
      best = math.min(best, now() - start)
    end
    if path and #path > 1 then
      turns, time, count = turns + #path:waypoints() - 2, time + best, count + 1
    end
  end
  return turns / count, time / count
end

print "| map | turns of the search | straight | us | us straight |"
print "| --- | --- | --- | --- | --- |"
for i = 1, #arg do
  local name = arg[i]:match "([^/\\]+)%.map$"
  local map = maps.read(arg[i], name)
  local grid, rules = astar.grid(map.rows), astar.rules { cost = map.costs }
  local list = read_scenarios(arg[i] .. ".scen")
  local turns, time = measure(grid, rules, list, false)
  local few, with = measure(grid, rules, list, true)
  print(("| %s | %.1f | %.1f | %.1f | %.1f |"):format(name, turns, few, time, with))
end
