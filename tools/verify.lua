--- Runs every scenario of a folder of maps and checks each answer: lua tools/verify.lua DIR, or
--- `make verify MAPS=DIR`.
---
--- A scenario file contains start, goal and the known optimal cost of many queries on one map
--- (MovingAI's format; the map is NAME.map for NAME.map.scen, NAME.txt for NAME.scen). Method: the
--- cost of each query must be the known optimum, and its path must be a walk of legal steps whose
--- costs add up to that cost. This program checks the walk itself, from the rows of the map file
--- and without the module: 8 neighbors, the cost of the entered tile times 1 or sqrt 2, no corner
--- cut. Then a baked index answers the same queries, unless the map is too large for one: without a
--- search where all tiles cost the same.
dofile((arg[0]:match("^.*[/\\]") or "") .. "../examples/support/setup.lua")

local astar = require "astar"
local map_file = require "map_file"
package.path = "./?.lua;" .. package.path
local shell = require "spec.support.shell"

local SQRT2 = math.sqrt(2)

local folder = arg[1]
if not folder then
  io.stderr:write("usage: lua tools/verify.lua DIR\n")
  os.exit(2)
end

-- -------------------------------------------------------------------------- files

--- The names of the scenario files of a folder, sorted.
local function scenario_files(dir)
  local names, listing = {}, shell.run(("ls '%s'"):format(dir))
  for name in listing:gmatch "[^\n]+%.scen%f[\n]" do names[#names + 1] = name end
  return names
end

--- The queries of a scenario file, coordinates counted from 1, each with the optimal cost and
--- half a unit of its last digit.
local function read_scenarios(name)
  local queries = {}
  local number = 0
  for line in io.lines(name) do
    number = number + 1
    local x1, y1, x2, y2, cost =
      line:match("^%S+\t[^\t]+\t%d+\t%d+\t(%d+)\t(%d+)\t(%d+)\t(%d+)\t(%S+)")
    if x1 then
      local decimals = #(cost:match("%.(%d+)") or "")
      queries[#queries + 1] = {
        line = number,
        x1 = x1 + 1, y1 = y1 + 1, x2 = x2 + 1, y2 = y2 + 1,
        cost = tonumber(cost), rounding = 0.5 * 10 ^ -decimals,
      }
    elseif number > 1 and line:find("%S") then
      error(("%s:%d: not a scenario: %s"):format(name, number, line), 0)
    end
  end
  return queries
end

-- ------------------------------------------------------------------------- checking

--- The cost of each tile in one array, false for walls; tile (x, y) is at y * width + x.
local function tile_costs(map)
  local of_byte = {}
  for char, cost in pairs(map.cost) do of_byte[char:byte()] = cost end
  local tiles = {}
  for y, row in ipairs(map.rows) do
    for x = 1, map.width do tiles[y * map.width + x] = of_byte[row:byte(x)] end
  end
  return tiles
end

--- The cost of the walk along a flat list of coordinates, or nil and the failure.
local function walk_cost(flat, map, tiles)
  local width, sum = map.width, 0
  local x, y = flat[1], flat[2]
  for i = 3, #flat, 2 do
    local nx, ny = flat[i], flat[i + 1]
    local dx, dy = nx - x, ny - y
    if dx < -1 or dx > 1 or dy < -1 or dy > 1 or dx == 0 and dy == 0 then
      return nil, ("jumps from (%d, %d) to (%d, %d)"):format(x, y, nx, ny)
    elseif nx < 1 or nx > width or ny < 1 or ny > map.height then
      return nil, ("leaves the map at (%d, %d)"):format(nx, ny)
    end
    local cost = tiles[ny * width + nx]
    if not cost then return nil, ("enters a wall at (%d, %d)"):format(nx, ny) end
    if dx ~= 0 and dy ~= 0 then
      if not (tiles[y * width + nx] and tiles[ny * width + x]) then
        return nil, ("cuts a corner from (%d, %d) to (%d, %d)"):format(x, y, nx, ny)
      end
      cost = cost * SQRT2
    end
    sum = sum + cost
    x, y = nx, ny
  end
  return sum
end

--- The failure in an answer to a query, or nil: `path` and `cost`, or nil and a reason.
local function difference(query, map, tiles, path, cost)
  if not path then return "no path: " .. cost end
  if math.abs(cost - query.cost) > math.max(2e-5 * query.cost, query.rounding) then
    return ("cost %.9g, the optimum is %.9g"):format(cost, query.cost)
  end
  local flat = path:flat()
  local count = #flat
  if flat[1] ~= query.x1 or flat[2] ~= query.y1 or
    flat[count - 1] ~= query.x2 or flat[count] ~= query.y2 then
    return "does not lead from the start to the goal"
  end
  local sum, wrong = walk_cost(flat, map, tiles)
  if not sum then return wrong end
  if math.abs(sum - cost) > 1e-9 * math.max(1, sum) then
    return ("the steps add up to %.17g, the cost is %.17g"):format(sum, cost)
  end
end

-- ------------------------------------------------------------------------- the run

local MAX_SHOWN = 10 -- wrong answers printed per map

--- Checks all scenarios of one file and prints a line about them. Returns their number, the number
--- of wrong answers, and the seconds that it took.
local function verify(name)
  local map_name = folder .. "/" .. name:gsub("%.scen$", "")
  if not map_name:find("%.map$") then map_name = map_name .. ".txt" end
  local map = assert(map_file.read(map_name))
  local grid, rules = astar.grid(map.rows), astar.rules { cost = map.cost }
  local tiles = tile_costs(map)
  local queries = read_scenarios(folder .. "/" .. name)

  io.write(("%-24s %4d x %-4d %5d scenarios "):format(name, map.width, map.height, #queries))
  local start, different = os.clock(), {}
  local function check(query, by, path, cost)
    local what = difference(query, map, tiles, path, cost)
    if what then
      different[#different + 1] = ("  %s:%d: (%d, %d) to (%d, %d)%s: %s")
        :format(name, query.line, query.x1, query.y1, query.x2, query.y2, by, what)
    end
  end
  local index, reason = grid:bake(rules)
  for i, query in ipairs(queries) do
    local x1, y1, x2, y2 = query.x1, query.y1, query.x2, query.y2
    check(query, "", grid:find_path(x1, y1, x2, y2, rules))
    if index then check(query, " by the index", index:find_path(x1, y1, x2, y2)) end
    if i * 10 % #queries < 10 then -- one dot per tenth of the queries
      io.write(".")
      io.flush()
    end
  end
  local seconds = os.clock() - start
  if index and index:info().searched > 0 then
    local line = ("  %s: the index searched %d times"):format(name, index:info().searched)
    different[#different + 1] = line
  end
  print((" %7.2f s  %s%s"):format(seconds,
    #different == 0 and "all correct" or #different .. " DIFFERENT",
    index and "" or ", no index: " .. reason))
  for i = 1, math.min(#different, MAX_SHOWN) do print(different[i]) end
  if #different > MAX_SHOWN then print(("  ... and %d more"):format(#different - MAX_SHOWN)) end
  return #queries, #different, seconds
end

local names = scenario_files(folder)
if #names == 0 then
  io.stderr:write(folder, ": no scenario files (*.scen); run make verify MAPS=dir\n")
  os.exit(2)
end
local scenarios, different, seconds = 0, 0, 0
for _, name in ipairs(names) do
  local more, bad, time = verify(name)
  scenarios, different, seconds = scenarios + more, different + bad, seconds + time
end
print(("\n%d scenarios on %d maps: %d correct, %d different, %.1f s")
  :format(scenarios, #names, scenarios - different, different, seconds))
os.exit(different == 0 and 0 or 1)
