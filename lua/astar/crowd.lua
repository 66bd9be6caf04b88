--- The right of way among the NPCs of astar.script: which NPC holds which tile, which NPC goes
--- first, and which NPCs make room. A part of astar.script; games use astar.script.
---
--- Held tiles. An NPC holds the tile where it stands. During a step it holds both tiles of the
--- step. Held tiles are blocked on the grid, so that all other searches avoid them. Invariant: an
--- NPC begins a step only when no other NPC holds a tile that the step enters, so no two NPCs
--- ever overlap.
---
--- Priority. An NPC searches its path as if the other NPCs were not there, because they will have
--- moved before it arrives. (`Npc:_find` has the exception: NPCs without an order.) Where two NPCs
--- meet, the NPC with the older order has the right of way: the smaller `_rank`.
---
--- Making room. An NPC with the right of way whose next tile is held is the root of a chain. The
--- NPC on that tile must step aside. For this it may need a tile that the next NPC holds, and so
--- on: a depth-first search with backtracking, which ends when an NPC of the chain steps onto a
--- free tile. Then the other NPCs of the chain follow, the last one first. The tiles of the chain
--- are claimed for the root: an NPC with a lower priority enters them only when it makes room for
--- the root.
---
---     R a b c .     R goes to the right. R needs the tile of a, a that of b, b that of c.
---     R a b . c     c steps onto the free tile. The tiles of a, b and c are claimed for R.
---     R a . b c     b follows, then a.
---     R . a b c     R takes its step. a, b and c continue until they are off the path of R.
---
--- This is priority inheritance with backtracking (Okumura, Machida, Défago, Tamura: Priority
--- Inheritance with Backtracking for Iterative Multi-agent Path Finding, 2019), on demand: only an
--- NPC that is blocked needs room, and NPCs take steps of different duration. More rules are in
--- `inherit_rank` (NPCs in a row keep together), `find_oncoming` (no NPC enters a passage against
--- an NPC with the right of way) and `check_progress` (every order ends).

local folder = (... or "astar.crowd"):gsub("crowd$", "")
local walker = require(folder .. "walker")
local Walker = walker.parts.class

local abs, floor, huge, max, min = math.abs, math.floor, math.huge, math.max, math.min

-- How long a root waits for its helpers, the NPCs that make room for it, while none of them takes a
-- step [seconds].
local help_timeout = 2

-- How long an NPC that made room waits before it returns to its post [seconds]. The post is the
-- tile where its last order ended.
local return_delay = 1

-- The greatest distance at which an NPC waits for an oncoming NPC with the right of way [tiles].
local oncoming_range = 8

-- The part of the path of a root that the other NPCs leave free [steps].
local look_ahead = 32

-- An NPC has these fields, besides those of a walker:
--
--   crowd, size, _id   _id: the order in which NPCs were added
--   _order_number      the number of its order: older orders have smaller numbers
--   _rank              the NPC with the smaller rank has the right of way. Equal to _order_number,
--                      or less after `inherit_rank`; huge without an order
--   _post_x, _post_y   the post: the tile where the last order ended
--   _returns_at        when the NPC returns to its post after it made room
--   _is_returning      whether the current order is the return to the post
--   _task              { step, root }: the step that the NPC must take to make room for the root
--   _evades            the root whose path the NPC must leave
--   _costs             by tile: the cost of the path from the tile to the goal or post of the NPC,
--                      without other NPCs
-- and as a root:
--   _blocked_step      the step for which its helpers make room
--   _helpers           the NPCs that must step aside for it
--   _helped_at         when a helper last took a step
--   _claims            by tile: true where only NPCs that make room for this root may go
--   _ahead             by tile: its index on the path ahead, for _ahead_path and _ahead_index
--   _detour_limit      the next detour must lead to a tile whose cost to the goal is below this
--   _best_cost         the least cost to the goal that `has_advanced` measured in this order
--   _stuck_since       the time since which the NPC is stuck without progress
--   _slow_time         for how long the NPC had the highest priority without progress [seconds]
--   _setbacks          how often the NPC has lost the right of way because of _slow_time
--
-- A step is a table: x and y: the tile where the step ends; path and index: the step is step
-- `index` of this path; is_last: the order ends with the step.
local Npc = setmetatable({}, { __index = Walker })
Npc.__index = Npc

-- ------------------------------------------------------------------------------ held tiles

local function key_of(crowd, x, y)
  return (y - 1) * crowd._width + x
end

--- Calls `visit` with the key and the position of each tile that an NPC covers at (x, y), until
--- it returns a true value. Returns that value.
local function each_tile(npc, x, y, visit, argument)
  local crowd, size = npc.crowd, npc.size
  for tile_y = max(y, 1), min(y + size - 1, crowd._height) do
    for tile_x = max(x, 1), min(x + size - 1, crowd._width) do
      local result = visit(npc, key_of(crowd, tile_x, tile_y), argument, tile_x, tile_y)
      if result then return result end
    end
  end
end

--- Counts the edits that the game made on the map. Must be called before each edit by the crowd.
--- After its edit the crowd calls `remember_revision`, so that this edit is not counted.
local function count_edits(crowd)
  local revision = crowd.grid:revision()
  if revision ~= crowd._revision then
    crowd._revision = revision
    crowd._edited = crowd._edited + 1
  end
end

local function remember_revision(crowd)
  crowd._revision = crowd.grid:revision()
end

local function hold_tile(npc, key, _, x, y)
  local crowd = npc.crowd
  crowd._holders[key] = npc
  if not crowd.grid:is_blocked(x, y, 1) then
    crowd.grid:block(x, y)
    crowd._blocks[key] = true -- otherwise the game has an obstacle there, which stays
  end
end

local function hold(npc, x, y)
  count_edits(npc.crowd)
  each_tile(npc, x, y, hold_tile)
  remember_revision(npc.crowd)
end

local function release_tile(npc, key, kept, x, y)
  local crowd = npc.crowd
  if kept and kept[key] then return end
  crowd._holders[key] = nil
  if crowd._blocks[key] then
    crowd._blocks[key] = nil
    crowd.grid:block(x, y, false)
  end
end

--- Releases the tiles at (x, y), except for those in the set `kept`.
local function release(npc, x, y, kept)
  count_edits(npc.crowd)
  each_tile(npc, x, y, release_tile, kept)
  remember_revision(npc.crowd)
end

local function release_all(npc)
  if npc._stepping then
    release(npc, npc._from_x, npc._from_y)
    release(npc, npc._to_x, npc._to_y)
  else
    release(npc, npc.tile_x, npc.tile_y)
  end
end

local function add_key(_, key, set)
  set[key] = true
end

--- The set of the keys of the tiles that an NPC covers at (x, y).
local function keys_at(npc, x, y)
  local set = {}
  each_tile(npc, x, y, add_key, set)
  return set
end

local function add_holder(npc, key, list)
  local holder = npc.crowd._holders[key]
  if not holder or holder == npc then return end
  for _, other in ipairs(list) do
    if other == holder then return end
  end
  list[#list + 1] = holder
end

--- The other NPCs that hold a tile which an NPC would cover at (x, y).
local function holders_at(npc, x, y)
  local list = {}
  each_tile(npc, x, y, add_holder, list)
  return list
end

local function is_held_tile(npc, key)
  local holder = npc.crowd._holders[key]
  return holder and holder ~= npc
end

local function is_held(npc, x, y)
  return each_tile(npc, x, y, is_held_tile) == true
end

-- ------------------------------------------------------------- the map without the crowd

local function set_blocks(crowd, which, blocked)
  local grid, holders, width = crowd.grid, crowd._holders, crowd._width
  for key in pairs(crowd._blocks) do
    if which(holders[key]) then
      grid:block((key - 1) % width + 1, floor((key - 1) / width) + 1, blocked)
    end
  end
end

--- Calls a function while the NPCs for which `which` returns true do not block the map.
local function without(crowd, which, call, ...)
  count_edits(crowd)
  set_blocks(crowd, which, false)
  local ok, first, second = pcall(call, ...)
  set_blocks(crowd, which, true)
  remember_revision(crowd)
  if not ok then error(first, 0) end
  return first, second
end

local function every_npc()
  return true
end

-- -------------------------------------------------------------------------------- paths

local function is_at_post(npc)
  return npc.tile_x == npc._post_x and npc.tile_y == npc._post_y
end

--- Whether an NPC stands on its post without an order. A settled NPC does not make room for an NPC
--- whose goal is this tile.
local function is_settled(npc)
  return not npc._goal_x and not npc._stepping and is_at_post(npc)
end

--- Whether a settled NPC holds a tile that an NPC would cover at (x, y).
local function is_settled_at(npc, x, y)
  for _, other in ipairs(holders_at(npc, x, y)) do
    if is_settled(other) then return true end
  end
  return false
end

--- Whether an NPC without an order holds a tile on a path.
local function meets_idle_npc(npc, path)
  for i = 2, #path do
    local x, y = path:get(i)
    for _, other in ipairs(holders_at(npc, x, y)) do
      if not other._goal_x then return true end
    end
  end
  return false
end

--- The path as if the other NPCs were not there. When this path leads over NPCs without an order:
--- the path around all of them, if it costs at most 1.5 times as much, or if a settled NPC stands
--- on the goal.
function Npc:_find(x1, y1, x2, y2, options)
  local crowd, grid, rules = self.crowd, self.grid, self.rules
  local path, cost =
    without(crowd, every_npc, grid.find_path, grid, x1, y1, x2, y2, rules, options)
  if not path or not meets_idle_npc(self, path) then return path, cost end
  local bypass, bypass_cost = without(crowd, function(other)
    return other == self or other._goal_x
  end, grid.find_path, grid, x1, y1, x2, y2, rules, options)
  if not bypass then return path, cost end
  local is_worse = bypass_cost > 1.5 * cost or bypass:is_partial() and not path:is_partial()
  if is_worse and not is_settled_at(self, path:get(#path)) then return path, cost end
  return bypass, bypass_cost
end

function Npc:_edits()
  count_edits(self.crowd)
  return self.crowd._edited
end

function Npc:_is_valid(path, index)
  return without(self.crowd, every_npc, path.is_valid, path, index)
end

--- The rules have changed: drops the costs, which hold for the old rules.
function Npc:_apply_rules()
  self._costs, self._detour_limit, self._best_cost = {}, huge, huge
  Walker._apply_rules(self)
end

function Npc:_left_tile(x, y)
  release(self, x, y, keys_at(self, self.tile_x, self.tile_y))
end

-- ------------------------------------------------------------------ steps and their costs

--- Drops the cached steps and costs when the game has edited the map.
local function drop_outdated(crowd)
  count_edits(crowd)
  if crowd._known_edits == crowd._edited then return end
  crowd._known_edits, crowd._steps = crowd._edited, {}
  for _, npc in ipairs(crowd.npcs) do npc._costs = {} end
end

local offsets = {
  { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 },
}

local function find_steps(npc, x1, y1)
  local steps = {}
  for _, move in ipairs(offsets) do
    local x2, y2 = x1 + move[1], y1 + move[2]
    local path = npc.grid:find_path(x1, y1, x2, y2, npc.rules, { max_expansions = 32 })
    if path and #path == 2 then
      steps[#steps + 1] = { x = x2, y = y2, path = path, index = 1 }
    end
  end
  return steps
end

--- The legal steps from (x, y) to adjacent tiles, without other NPCs. Cached by rules and tile.
local function steps_from(npc, x, y)
  local crowd = npc.crowd
  drop_outdated(crowd)
  local by_tile = crowd._steps[npc.rules]
  if not by_tile then
    by_tile = {}
    crowd._steps[npc.rules] = by_tile
  end
  local key = key_of(crowd, x, y)
  if not by_tile[key] then by_tile[key] = without(crowd, every_npc, find_steps, npc, x, y) end
  return by_tile[key]
end

local function find_costs(npc, places)
  for _, place in ipairs(places) do
    local key = key_of(npc.crowd, place.x, place.y)
    if not npc._costs[key] then
      local path, cost = npc.grid:find_path(place.x, place.y, npc._goal_x or npc._post_x,
        npc._goal_y or npc._post_y, npc.rules, npc._options)
      npc._costs[key] = path and cost or huge
    end
  end
end

--- The cost of the path to its goal, or to its post, from each of some tiles, without other NPCs.
--- Returns a table by key.
local function costs_from(npc, places)
  drop_outdated(npc.crowd)
  for _, place in ipairs(places) do
    if not npc._costs[key_of(npc.crowd, place.x, place.y)] then
      without(npc.crowd, every_npc, find_costs, npc, places)
      break
    end
  end
  return npc._costs
end

--- The cost of the path to its goal from the tile where it stands.
local function own_cost(npc)
  local here = { x = npc.tile_x, y = npc.tile_y }
  return costs_from(npc, { here })[key_of(npc.crowd, here.x, here.y)]
end

local function is_better(a, b)
  if a.class ~= b.class then return a.class < b.class end
  if a.cost ~= b.cost then return a.cost < b.cost end
  return a.number < b.number
end

-- ------------------------------------------------------------------------------- claims

--- Whether NPC a has the right of way over NPC b.
local function outranks(a, b)
  if a._rank ~= b._rank then return a._rank < b._rank end
  return a._id < b._id
end

local function claim_tile(_, key, root)
  local claims = root.crowd._claims
  if claims[key] and outranks(claims[key], root) then return end
  claims[key], root._claims[key] = root, true
end

local function is_claimed_tile(_, key, root)
  local claimer = root.crowd._claims[key]
  return claimer and claimer ~= root and outranks(claimer, root)
end

local function has_claim(npc, key)
  return npc.crowd._claims[key] ~= nil
end

--- Ends the help for a root: its claims and the tasks of its helpers.
local function cancel_help(root)
  local claims = root.crowd._claims
  for key in pairs(root._claims) do
    if claims[key] == root then claims[key] = nil end
  end
  for _, helper in ipairs(root._helpers) do
    if helper._task and helper._task.root == root then helper._task = nil end
  end
  root._claims, root._helpers, root._blocked_step = {}, {}, nil
end

--- Whether the map allows a step, once the NPCs in `others` have left.
local function is_legal(npc, step, others)
  local valid, bad
  if npc.size == 1 and not others then
    valid, bad = step.path:is_valid(step.index)
  else
    valid, bad = without(npc.crowd, function(holder)
      if holder == npc then return true end
      for _, other in ipairs(others or {}) do
        if holder == other then return true end
      end
    end, step.path.is_valid, step.path, step.index)
  end
  return valid or bad ~= step.index
end

--- Whether an NPC can take a step for `root` now: no other NPC holds its tiles, no NPC with a
--- higher priority than the root has claimed them, and the map allows the step.
local function is_open(npc, step, root)
  return not is_held(npc, step.x, step.y) and
    not each_tile(npc, step.x, step.y, is_claimed_tile, root) and is_legal(npc, step)
end

-- ------------------------------------------------------------------------- making room

--- Begins a step that is chosen here and not by the walker: a detour, or a step that makes room.
local function start_step(npc, step)
  hold(npc, step.x, step.y)
  local path, index = npc._path, npc._index
  if path and index < #path then
    local next_x, next_y = path:get(index + 1)
    if next_x == step.x and next_y == step.y then
      npc._index = index + 1
    else
      npc._path = nil -- the NPC finds another path after the step
    end
  end
  npc._detour_limit, npc.state = huge, "moving"
  npc:_begin_step(step.path, step.index)
end

local function number_tile(_, key, numbers)
  numbers.ahead[key] = numbers.i
end

--- The tiles of the next `look_ahead` steps on the path of an NPC: by key, the index on the path.
local function tiles_ahead(npc)
  local path, index, numbers = npc._path, npc._index, { ahead = {} }
  if npc._ahead_path == path and npc._ahead_index == index then return npc._ahead end
  for i = index, min(index + look_ahead, #path) do
    local x, y = path:get(i)
    numbers.i = i
    each_tile(npc, x, y, number_tile, numbers)
  end
  npc._ahead, npc._ahead_path, npc._ahead_index = numbers.ahead, path, index
  return npc._ahead
end

local function number_of(_, key, ahead)
  return ahead[key]
end

--- The steps by which an NPC can make room for `root`, best first: towards its own goal or post;
--- then off the path of the root; then along the path of the root. Among the steps off the path,
--- and among those along the path, steps onto free tiles come first.
local function steps_aside(npc, root)
  local steps, ahead, list = steps_from(npc, npc.tile_x, npc.tile_y), tiles_ahead(root), {}
  local costs, own = costs_from(npc, steps), own_cost(npc)
  for i, step in ipairs(steps) do
    local cost, class = costs[key_of(npc.crowd, step.x, step.y)], 0
    if cost >= own then
      class = each_tile(npc, step.x, step.y, number_of, ahead) and 3 or 1
      if is_held(npc, step.x, step.y) then class = class + 1 end
    end
    if cost < huge then
      list[#list + 1] = { step = step, class = class, cost = cost, number = i }
    end
  end
  table.sort(list, is_better)
  return list
end

--- Takes the step of its task, when that is possible now.
local function step_aside(npc)
  local step, root = npc._task.step, npc._task.root
  if is_open(npc, step, root) then
    npc._task, root._helped_at = nil, npc.crowd._time
    start_step(npc, step)
  end
end

--- The NPC has made room: it continues until it is off the path of the root.
local function evade(npc)
  local root = npc._evades
  local ahead = root._path and outranks(root, npc) and tiles_ahead(root)
  if not ahead or not each_tile(npc, npc.tile_x, npc.tile_y, number_of, ahead) then
    npc._evades = nil
    return
  end
  for _, choice in ipairs(steps_aside(npc, root)) do
    local step = choice.step
    if not each_tile(npc, step.x, step.y, has_claim) and is_open(npc, step, root) then
      start_step(npc, step)
      return
    end
  end
end

local function is_in_set(_, key, set)
  return set[key]
end

--- Whether `other` is on a step to a tile that `npc` would cover after `step`.
local function is_coming_to(other, npc, step)
  return other._stepping and
    each_tile(other, other._to_x, other._to_y, is_in_set, keys_at(npc, step.x, step.y))
end

local function is_any_moving(npc, x, y)
  for _, other in ipairs(holders_at(npc, x, y)) do
    if other._stepping then return true end
  end
  return false
end

--- Whether an NPC beside a diagonal step is moving, so that waiting helps.
local function is_corner_moving(npc, step)
  return is_any_moving(npc, npc.tile_x, step.y) or is_any_moving(npc, step.x, npc.tile_y)
end

local try_step -- defined below; `will_leave` and `try_step` call each other

--- Whether `other` will leave the tiles that `npc` would enter by `step`. The depth-first search
--- for room has its state in `chain`: `visited` is the set of NPCs that the search has tried;
--- `can_wait` is true when an NPC in the way is moving or has a higher priority, so that waiting
--- helps.
local function will_leave(other, npc, step, root, chain)
  if other._stepping then
    chain.can_wait = true
    return not is_coming_to(other, npc, step)
  elseif chain.visited[other] or other.speed == 0 then
    return false
  elseif outranks(other, root) then
    chain.can_wait = true
    return false
  elseif step.is_last and is_settled(other) then
    return false
  end
  chain.visited[other] = true
  for _, choice in ipairs(steps_aside(other, root)) do
    if try_step(other, choice.step, root, chain) then return true end
  end
  return false
end

--- Makes all NPCs that hold the tiles of a step leave them. Returns whether all of them will leave.
local function clear_tiles(npc, step, root, chain)
  local others = holders_at(npc, step.x, step.y)
  if not is_legal(npc, step, others) then
    chain.can_wait = chain.can_wait or is_corner_moving(npc, step)
    return false
  end
  for _, other in ipairs(others) do
    if not will_leave(other, npc, step, root, chain) then return false end
  end
  return true
end

--- Begins a step for `root`, or makes NPCs leave the tiles of the step. Returns whether it has done
--- one of the two.
function try_step(npc, step, root, chain)
  if each_tile(npc, step.x, step.y, is_claimed_tile, root) then
    chain.can_wait = true
    return false
  end
  if not clear_tiles(npc, step, root, chain) then return false end
  if npc ~= root then
    cancel_help(npc)
    npc._evades, npc._task = root, nil
  end
  if not is_held(npc, step.x, step.y) then
    start_step(npc, step)
    return true
  end
  each_tile(npc, step.x, step.y, claim_tile, root)
  if npc ~= root then
    npc._task = { step = step, root = root }
    root._helpers[#root._helpers + 1] = npc
  end
  return true
end

--- Whether the NPCs that hold the tiles of a step are leaving them for `root`.
local function are_leaving(npc, step, root)
  for _, other in ipairs(holders_at(npc, step.x, step.y)) do
    local task = other._task
    if not other._stepping and not (task and task.root == root) then return false end
  end
  return true
end

--- Whether the helpers of `root` still make room.
local function is_being_helped(root)
  if #root._helpers == 0 or root.crowd._time - root._helped_at > help_timeout then return false end
  for _, helper in ipairs(root._helpers) do
    local task = helper._task
    if task and task.root == root and not are_leaving(helper, task.step, root) then
      return false
    end
  end
  return are_leaving(root, root._blocked_step, root)
end

-- ------------------------------------------------------------------------ right of way

local function go_to_end(npc)
  npc.crowd._orders = npc.crowd._orders + 1
  npc._order_number, npc._rank = npc.crowd._orders, npc.crowd._orders
end

--- Whether the cost to its goal is lower than ever before in this order.
local function has_advanced(npc)
  local cost = own_cost(npc)
  if cost >= npc._best_cost then return false end
  npc._best_cost, npc._stuck_since, npc._slow_time = cost, nil, 0
  return true
end

--- Called when no NPC can make room and waiting does not help. The NPC gives up the right of way;
--- after `patience` seconds without progress its order ends.
local function handle_stuck(npc, step)
  local crowd = npc.crowd
  local now = crowd._time
  has_advanced(npc)
  npc._stuck_since = npc._stuck_since or now
  if now - npc._stuck_since >= crowd.patience then
    local is_goal_taken = step.is_last and is_settled_at(npc, step.x, step.y)
    npc:_fail(is_goal_taken and "goal_blocked" or "unreachable")
  else
    go_to_end(npc)
  end
end

--- Called for the NPC with the highest priority. When the NPC makes no progress for twice the
--- patience, it gives up the right of way. The third time its order ends. So every order ends, for
--- any behavior of the other NPCs.
local function check_progress(npc, time)
  if npc._stepping or not npc._path or has_advanced(npc) then return end
  npc._slow_time = npc._slow_time + time
  if npc._slow_time <= 2 * npc.crowd.patience then return end
  npc._slow_time, npc._setbacks = 0, npc._setbacks + 1
  if npc._setbacks == 3 then
    npc:_fail("unreachable")
  else
    go_to_end(npc)
  end
end

--- The steps to tiles with a lower cost to the goal of the NPC, without the next step of its path;
--- best first.
local function detours(npc, next_step)
  local steps, list = steps_from(npc, npc.tile_x, npc.tile_y), {}
  local costs, limit = costs_from(npc, steps), min(own_cost(npc), npc._detour_limit)
  for i, step in ipairs(steps) do
    local cost = costs[key_of(npc.crowd, step.x, step.y)]
    if cost < limit and (step.x ~= next_step.x or step.y ~= next_step.y) then
      list[#list + 1] = { step = step, class = 0, cost = cost, number = i }
    end
  end
  table.sort(list, is_better)
  return list
end

--- Takes a step off its path. The next detour must lead to a tile with a lower cost, so detours
--- cannot go in circles.
local function take_detour(npc, step)
  local cost = npc._costs[key_of(npc.crowd, step.x, step.y)]
  start_step(npc, step)
  npc._detour_limit = cost or huge
end

--- Called when another NPC is in the way of the next step. The NPC takes a detour, or makes other
--- NPCs leave, or waits.
local function resolve_conflict(npc, step)
  local list = detours(npc, step)
  for _, detour in ipairs(list) do
    if is_open(npc, detour.step, npc) then return take_detour(npc, detour.step) end
  end
  local chain = { visited = { [npc] = true }, can_wait = is_corner_moving(npc, step) or
    each_tile(npc, step.x, step.y, is_claimed_tile, npc) }
  npc._helped_at = npc.crowd._time
  table.insert(list, 1, { step = step })
  for _, detour in ipairs(list) do
    if is_held(npc, detour.step.x, detour.step.y) and try_step(npc, detour.step, npc, chain) then
      npc._blocked_step = detour.step
      return
    end
  end
  if not chain.can_wait then handle_stuck(npc, step) end
end

--- The direction of its current or next step, in tiles; nil when it has none.
local function heading_of(npc)
  if npc._stepping then return npc._to_x - npc._from_x, npc._to_y - npc._from_y end
  local path, index = npc._path, npc._index
  if path and index < #path then
    local x, y = path:get(index + 1)
    return x - npc.tile_x, y - npc.tile_y
  end
end

--- An NPC that walks behind an NPC with the right of way, in the same direction, gets almost the
--- same rank, so that NPCs in a row pass together. The rank improves by at most the number of NPCs,
--- so that NPCs which wait for the row go first at some time.
local function inherit_rank(npc, x, y)
  local dx, dy = x - npc.tile_x, y - npc.tile_y
  for _, other in ipairs(holders_at(npc, x, y)) do
    local other_dx, other_dy = heading_of(other)
    if other_dx and other._rank < npc._rank and dx * other_dx + dy * other_dy > 0 then
      npc._rank = max(other._rank + 1e-3, npc._order_number - #npc.crowd.npcs)
    end
  end
end

--- The oncoming NPC that `npc` would meet by its next step: an NPC with the right of way, nearby,
--- whose path leads over the next two tiles of `path` in the opposite order. nil when there is
--- none.
local function find_oncoming(npc, path, index)
  if index + 2 > #path then return nil end
  local x1, y1 = path:get(index + 1)
  local x2, y2 = path:get(index + 2)
  for _, other in ipairs(npc.crowd.npcs) do
    local distance = max(abs(other.tile_x - x1), abs(other.tile_y - y1))
    if distance <= oncoming_range and other._path and outranks(other, npc) then
      local ahead = tiles_ahead(other)
      local number = each_tile(npc, x1, y1, number_of, ahead)
      if number and number <= other._index + oncoming_range then
        local next_number = each_tile(npc, x2, y2, number_of, ahead)
        if next_number and next_number < number then return other end
      end
    end
  end
end

-- --------------------------------------------------------------- overrides of the walker

function Npc:_may_step(path, index)
  if self._task or self._evades then return false end
  local other = find_oncoming(self, path, index)
  if other then
    cancel_help(self)
    if each_tile(self, self.tile_x, self.tile_y, number_of, tiles_ahead(other)) then
      self._evades = other
    end
    return false
  end
  local x, y = path:get(index + 1)
  inherit_rank(self, x, y)
  local step = { x = x, y = y, path = path, index = index, is_last = index + 1 == #path }
  local blocked_step = self._blocked_step
  if is_open(self, step, self) then
    cancel_help(self)
    hold(self, x, y)
    return true
  elseif blocked_step and is_open(self, blocked_step, self) then
    cancel_help(self)
    take_detour(self, blocked_step)
  elseif not blocked_step or not is_being_helped(self) then
    cancel_help(self)
    if is_any_moving(self, x, y) then
      each_tile(self, x, y, claim_tile, self)
    else
      resolve_conflict(self, step)
    end
  end
  return false
end

--- Called when an order begins.
local function join_queue(npc)
  go_to_end(npc)
  npc._costs, npc._detour_limit, npc._best_cost = {}, huge, huge
  npc._stuck_since, npc._slow_time, npc._setbacks = nil, 0, 0
end

local function leave_queue(npc)
  cancel_help(npc)
  npc._rank, npc._costs, npc._is_returning = huge, {}, false
end

--- The tile where an NPC stands, or where its step ends.
local function place_of(npc)
  if npc._stepping then return npc._to_x, npc._to_y end
  return npc.tile_x, npc.tile_y
end

local function set_post(npc)
  npc._post_x, npc._post_y = place_of(npc)
  npc._costs = {}
end

function Npc:_order(x, y, options)
  local path, reason = Walker._order(self, x, y, options)
  if path then
    self._is_returning = false
    join_queue(self)
  end
  return path, reason
end

function Npc:walk(path, options)
  local found, reason = Walker.walk(self, path, options)
  if found then
    self._is_returning = false
    join_queue(self)
  end
  return found, reason
end

--- Ends the order. The return to the post is not an order of the game, so no callback is called.
function Npc:_arrive()
  local is_returning = self._is_returning
  leave_queue(self)
  if is_returning then return Walker._halt(self) end
  set_post(self)
  Walker._arrive(self)
end

function Npc:_fail(reason)
  local is_returning = self._is_returning
  leave_queue(self)
  if is_returning then return Walker._halt(self) end
  set_post(self)
  Walker._fail(self, reason)
end

function Npc:_halt()
  Walker._halt(self)
  leave_queue(self)
  set_post(self)
end

function Npc:_place(x, y)
  cancel_help(self)
  self._task = nil
  release_all(self)
  Walker._place(self, x, y)
  hold(self, x, y)
  if not self._goal_x then set_post(self) end
end

--- Returns the NPC to its post, some time after it made room.
local function return_to_post(npc)
  local now = npc.crowd._time
  if npc._goal_x or is_at_post(npc) then
    npc._returns_at = nil
  elseif not npc._returns_at then
    npc._returns_at = now + return_delay
  elseif now >= npc._returns_at then
    npc._returns_at = nil
    if npc:_order(npc._post_x, npc._post_y) then npc._is_returning = true end
  end
end

--- What an NPC does for other NPCs, and the return to its post, before the next step of its order.
local function serve(npc)
  if npc._stepping then return end
  if npc._task then
    step_aside(npc)
  elseif npc._evades then
    evade(npc)
  else
    return_to_post(npc)
  end
end

-- ---------------------------------------------------------------------------- for astar.script

local crowd = {
  class = Npc,
  holders_at = holders_at, outranks = outranks, place_of = place_of,
  every_npc = every_npc, without = without, serve = serve, check_progress = check_progress,
}

--- Turns the table `self` into a crowd on a grid.
function crowd.init(self, grid)
  local width, height = grid:size()
  self.grid, self.npcs = grid, {}
  self._width, self._height = width, height
  self._holders = {} -- by tile: the NPC that holds it
  self._blocks = {} -- by tile: true where the crowd has put the obstacle on the grid
  self._claims = {} -- by tile: the root for which it is reserved
  self._revision, self._edited = grid:revision(), 0 -- _edited counts edits by the game
  self._time = 0 -- [seconds]
  self._orders, self._added = 0, 0
  return self
end

--- Puts a new NPC on a free tile. Its fields `crowd` and `size` are already set.
function crowd.add(npc, rules, options)
  local self = npc.crowd
  self._added = self._added + 1
  npc._id, npc._rank = self._added, huge
  npc._claims, npc._helpers, npc._costs = {}, {}, {}
  walker.parts.init(npc, self.grid, rules, options)
  npc.layout = options.layout or self.layout or npc.layout
  npc:_place(options.x, options.y)
  self.npcs[#self.npcs + 1] = npc
end

--- Removes an NPC from the crowd. It must have no order.
function crowd.remove(npc)
  local self = npc.crowd
  release_all(npc)
  npc.crowd, npc._task = nil, nil
  for i, other in ipairs(self.npcs) do
    if other == npc then
      table.remove(self.npcs, i)
      return
    end
  end
end

--- The NPC that holds tile (x, y), or nil.
function crowd.holder(self, x, y)
  if x < 1 or x > self._width then return nil end
  return self._holders[key_of(self, x, y)]
end

return crowd
