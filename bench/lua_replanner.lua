--- Our replanner from Lua, compared with new searches: a mover walks to its goal while tiles are
--- blocked and freed. The time of a query is the mean time of one answer on the walk. The derived
--- data of the map is brought up to date before, outside the timing.
local maps = require "maps"
local timing = require "timing"
local now = timing.now

local STRIDE = 3 -- tiles between two answers
local AHEAD = 5 -- distance from the mover to a tile of the case "near" [tiles]
local BLOCKED = 6 -- at most, at the same time
local ANSWERS = 25 -- at most, on one walk

--- Where the next tile is blocked, by the last part of the case's name. `path` starts where the
--- mover was STRIDE tiles ago.
local places = {}

function places.near(path) return path:get(math.min(STRIDE + 1 + AHEAD, #path - 1)) end

function places.path(path, random)
  return path:get(STRIDE + 1 + random(#path - STRIDE - 2))
end

function places.any(_, random, b) return random(b.width), random(b.height) end

--- Blocks or frees a tile, for the grid and for the check of paths.
local function block(b, ours, tile, is_blocked)
  local place = tile.y * b.width + tile.x
  tile.cost = tile.cost or b.cost[place]
  b.cost[place] = is_blocked and 0 or tile.cost
  ours.grid:block(tile.x, tile.y, is_blocked)
end

local function free_all(b, ours, blocked)
  while #blocked > 0 do block(b, ours, table.remove(blocked), false) end
end

--- Blocks a tile unless it is in use or the goal becomes unreachable. Returns the tile, or nil.
local function try_block(b, ours, q, at, x, y)
  local is_end = x == at.x and y == at.y or x == q.x2 and y == q.y2
  if is_end or b.cost[y * b.width + x] == 0 then return nil end
  local tile = { x = x, y = y }
  block(b, ours, tile, true)
  if ours.grid:is_reachable(at.x, at.y, q.x2, q.y2, ours.rules) then return tile end
  block(b, ours, tile, false)
end

--- Walks along the path of a query once and records it: an array with the position of the mover,
--- the tiles that are blocked and freed there, and the next tile of the walk.
local function record(b, ours, q)
  local place = places[b.kind:match("%-(%a+)")]
  local random, moves, blocked = maps.generator(q.id), {}, {}
  local planner = ours.grid:replanner(q.x1, q.y1, q.x2, q.y2, ours.rules)
  local path = planner:path()
  while #path > STRIDE + 2 and #moves < ANSWERS do
    local at = {}
    at.x, at.y = path:get(STRIDE + 1)
    at.block = try_block(b, ours, q, at, place(path, random, b))
    if at.block then blocked[#blocked + 1] = at.block end
    if #blocked > BLOCKED then
      at.free = table.remove(blocked, 1)
      block(b, ours, at.free, false)
    end
    planner:move_to(at.x, at.y)
    path = planner:path()
    at.beside_x, at.beside_y = path:get(2)
    if at.block then moves[#moves + 1] = at end
  end
  free_all(b, ours, blocked)
  return moves
end

--- Repeats the recorded walk; `ask(x, y)` returns the path from there. Returns the mean time of an
--- answer and the sum of their costs.
local function replay(b, ours, q, moves, ask, judges)
  local time, cost, blocked = 0, 0, {}
  for _, at in ipairs(moves) do
    block(b, ours, at.block, true)
    blocked[#blocked + 1] = at.block
    if at.free then block(b, ours, table.remove(blocked, 1), false) end
    ours.grid:find_path(at.x, at.y, at.beside_x, at.beside_y, ours.rules)
    local begun = now()
    local path = ask(at.x, at.y)
    time = time + (now() - begun)
    if judges then
      local asked = { x1 = at.x, y1 = at.y, x2 = q.x2, y2 = q.y2 }
      cost = cost + timing.path_cost(b, asked, path:flat())
    end
  end
  free_all(b, ours, blocked)
  return time / #moves, cost
end

return function(b, ours)
  local moves_of = {}
  local function run(name, begin)
    timing.run_trials(b, name, function(q, judges)
      moves_of[q] = moves_of[q] or record(b, ours, q)
      if #moves_of[q] > 0 then
        return replay(b, ours, q, moves_of[q], begin(q), judges)
      end
    end)
  end

  run(ours.name, function(q)
    local planner = ours.grid:replanner(q.x1, q.y1, q.x2, q.y2, ours.rules)
    planner:path()
    return function(x, y)
      planner:move_to(x, y)
      return (planner:path())
    end
  end)
  run(ours.name .. " rebuilt", function(q)
    return function(x, y)
      return (ours.grid:find_path(x, y, q.x2, q.y2, ours.rules))
    end
  end)
end
