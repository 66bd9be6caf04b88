--- A* in Lua, optimized for speed, a peer of the benchmark: what a game can use without a
--- native module. run.lua starts this program.
---
--- Flat arrays with a border of walls, a binary heap in two arrays, nothing is cleared between
--- searches, no table per node. In the cases of ranges it is Dijkstra's algorithm within the
--- budget.
---
--- Its heuristic counts with the cheapest terrain, so that all its paths are the cheapest.
package.path = (arg[0]:match("^.*[/\\]") or "") .. "?.lua;" .. package.path
local timing = require "timing"

local SQRT2 = math.sqrt(2)

local b = timing.read()
local is_four_way = b.kind == "4way"
local budget = tonumber(b.kind:match("^range%-(%d+)")) -- nil: the case is about paths

-- The map with a border of walls: tile (x, y) is at y * stride + x + 1.
local stride = b.width + 2
local cells = stride * (b.height + 2)
local cost, cheapest = {}, math.huge
for i = 1, cells do cost[i] = 0 end
for y = 1, b.height do
  for x = 1, b.width do cost[y * stride + x + 1] = b.cost[y * b.width + x] end
end

-- The state of a cell. It is valid only where `seen` holds the number of the search, and final
-- where `done` holds it.
local g, parent, seen, done = {}, {}, {}, {}
for i = 1, cells do g[i], parent[i], seen[i], done[i] = 0.5, 0, 0, 0 end
local search_number = 0

-- The heap: smallest `keys` first. A cell is pushed again when a cheaper path to it is found.
-- `half[i]` is i / 2 rounded down: no integer division is fast on both Lua 5.4 and LuaJIT.
local keys, values, size = {}, {}, 0
local half = {}
for i = 1, cells do half[2 * i - 1], half[2 * i] = i - 1, i end

local function push(key, value)
  size = size + 1
  local i = size
  while i > 1 do
    local up = half[i]
    local up_key = keys[up]
    if up_key <= key then break end
    keys[i], values[i] = up_key, values[up]
    i = up
  end
  keys[i], values[i] = key, value
end

local function pop()
  local top = values[1]
  local key, value = keys[size], values[size]
  size = size - 1
  local i, child = 1, 2
  while child <= size do
    local child_key = keys[child]
    if child < size and keys[child + 1] < child_key then
      child = child + 1
      child_key = keys[child]
    end
    if key <= child_key then break end
    keys[i], values[i] = child_key, values[child]
    i = child
    child = 2 * i
  end
  keys[i], values[i] = key, value
  return top
end

local goal_x, goal_y

for _, its_cost in pairs(b.costs) do cheapest = math.min(cheapest, its_cost) end
local cheapest_more = (SQRT2 - 1) * cheapest -- what a diagonal step costs more than a straight one

--- The octile distance to the goal, or the Manhattan distance in 4-way, times the cost of the
--- cheapest terrain: a lower bound of the cost.
local function heuristic(cell)
  local x = (cell - 1) % stride
  local dx, dy = x - goal_x, (cell - 1 - x) / stride - goal_y
  if dx < 0 then dx = -dx end
  if dy < 0 then dy = -dy end
  if is_four_way then return cheapest * (dx + dy) end
  return dx > dy and cheapest * dx + cheapest_more * dy or cheapest * dy + cheapest_more * dx
end

--- Enters `cell` from `from` at the cost `new_g`, if that is cheaper than its known cost.
local function reach_to_goal(cell, from, new_g)
  if seen[cell] ~= search_number then
    seen[cell] = search_number
  elseif new_g >= g[cell] then
    return
  end
  g[cell], parent[cell] = new_g, from
  push(new_g + heuristic(cell), cell)
end

--- The same without a goal, within the budget.
local function reach_in_budget(cell, from, new_g)
  if new_g > budget then return end
  if seen[cell] ~= search_number then
    seen[cell] = search_number
  elseif new_g >= g[cell] then
    return
  end
  g[cell], parent[cell] = new_g, from
  push(new_g, cell)
end

local reach = budget and reach_in_budget or reach_to_goal

local function expand(cell)
  local base = g[cell]
  local n, s, w, e = cell - stride, cell + stride, cell - 1, cell + 1
  local cost_n, cost_s, cost_w, cost_e = cost[n], cost[s], cost[w], cost[e]
  if cost_n > 0 then reach(n, cell, base + cost_n) end
  if cost_s > 0 then reach(s, cell, base + cost_s) end
  if cost_w > 0 then reach(w, cell, base + cost_w) end
  if cost_e > 0 then reach(e, cell, base + cost_e) end
  if is_four_way then return end
  if cost_n > 0 and cost_w > 0 and cost[n - 1] > 0 then
    reach(n - 1, cell, base + SQRT2 * cost[n - 1])
  end
  if cost_n > 0 and cost_e > 0 and cost[n + 1] > 0 then
    reach(n + 1, cell, base + SQRT2 * cost[n + 1])
  end
  if cost_s > 0 and cost_w > 0 and cost[s - 1] > 0 then
    reach(s - 1, cell, base + SQRT2 * cost[s - 1])
  end
  if cost_s > 0 and cost_e > 0 and cost[s + 1] > 0 then
    reach(s + 1, cell, base + SQRT2 * cost[s + 1])
  end
end

--- The path along the parents of the goal, from the start, as { x1, y1, x2, y2, ... }.
local function read_path(goal)
  local count, cell = 0, goal
  while cell ~= 0 do
    count = count + 1
    cell = parent[cell]
  end
  local flat = {}
  for i = 1, 2 * count do flat[i] = 0 end
  cell = goal
  for i = 2 * count - 1, 1, -2 do
    local x = (cell - 1) % stride
    flat[i], flat[i + 1] = x, (cell - 1 - x) / stride
    cell = parent[cell]
  end
  return flat
end

local function search(x1, y1, x2, y2)
  local goal = y2 * stride + x2 + 1
  goal_x, goal_y = x2, y2
  search_number = search_number + 1
  size = 0
  reach(y1 * stride + x1 + 1, 0, 0)
  while size > 0 do
    local cell = pop()
    if cell == goal then return read_path(goal) end
    if done[cell] ~= search_number then
      done[cell] = search_number
      expand(cell)
    end
  end
end

--- The range around a tile. The costs are in `g`, for the cells where `seen` holds the number of
--- the search. Returns these cells, nearest first.
local function range(x, y)
  local cells_reached, count = {}, 0
  search_number = search_number + 1
  size = 0
  reach(y * stride + x + 1, 0, 0)
  while size > 0 do
    local cell = pop()
    if done[cell] ~= search_number then
      done[cell] = search_number
      count = count + 1
      cells_reached[count] = cell
      expand(cell)
    end
  end
  return cells_reached
end

local function range_trial(q, judges)
  local begun = timing.now()
  local reached = range(q.x1, q.y1)
  local time, sum = timing.now() - begun, 0
  for _, cell in ipairs(judges and reached or {}) do sum = sum + g[cell] end
  if judges then b.reached = b.reached + #reached end
  return time, sum
end

local function edit(x, y, blocked)
  cost[y * stride + x + 1] = blocked and 0 or b.cost[y * b.width + x]
end

local name = rawget(_G, "jit") and "plain luajit" or "plain lua5.4"
if budget then
  timing.run_trials(b, name, range_trial)
else
  timing.run(b, name, search, function(path) return path end, edit)
end
