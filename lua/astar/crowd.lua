--- The right of way among the NPCs of astar.script: who holds which tile, who goes first, who
--- makes room. Not for use by itself.
---
--- An NPC holds the tile where it stands, and in the middle of a step that step's two; nobody
--- else may enter them. They are blocked on the grid, too, so that other searches go round.
---
--- Paths are found as if those with orders were not there, for they will have moved on. Where
--- two meet, the older order has the right of way. Its NPC, the root, asks the one before it to
--- make a step aside; that one may have to ask the next, and so on, until somebody steps onto a
--- free tile. The chain then moves up, last one first, and all tiles in it are claimed for the
--- root until it has passed.
---
---     R a b c .      R wants to go right: c steps onto the free tile, then b and a move up
---
--- Those who go behind a root go along with it, so that a row passes as one; those who would meet
--- it head-on wait off its way. An NPC with the right of way that is not let through passes it on
--- to the others and tries again later, so that two in a dead end do not wait for each other.

local folder = (... or "astar.crowd"):gsub("crowd$", "")
local walker = require(folder .. "walker")
local Walker = walker.parts.class

local abs, floor, huge, max, min = math.abs, math.floor, math.huge, math.max, math.min

-- How long those who make room may go without a step [seconds].
local pace = 2

-- How long one who was pushed off its post stays away [seconds].
local absence = 1

-- How near one must be who comes the other way to be let pass first [tiles].
local sight = 8

-- How far ahead on its path an NPC is made way for [tiles].
local ahead = 32

-- Beside the fields of a walker an NPC has:
--
--   crowd, size, _id   _id: order of adding
--   _number            of its order: those of older orders are smaller
--   _rank              smaller ones have the right of way: that number, or less when it goes along
--                      with another one; huge: no order
--   _post_x, _post_y   where its last order ended
--   _returns_at        when it goes back there, having been pushed off; _is_returning: it does
--   _asked             { step, root }: the step aside that it is to make
--   _evades            the root whose way it is to leave
--   _costs             by tile: the cost of the way from there to its goal or post, nobody being
--                      in it
-- and as a root:
--   _wanted            the step for which room is made
--   _helpers           who was asked; _helped_at: when one of them last made a step
--   _claims            by tile: true where only those who make room may go
--   _way               by tile: its number on the path ahead, as of _way_path and _way_index
--   _lowest            no detour leads to a tile that is not cheaper
--   _nearest           the least cost of all tiles where it was stuck or watched
--   _stuck_at          when it was stuck first since then
--   _watched, _relapses   see `watch`
--
-- A step is a table: where it leads to, x and y, and which step of which path it is, path and
-- index; is_last where the order ends with it.
local Npc = setmetatable({}, { __index = Walker })
Npc.__index = Npc

-- ----------------------------------------------------------------------- who holds a tile

local function key_of(crowd, x, y)
  return (y - 1) * crowd._width + x
end

--- Calls `visit` with the key and the place of each tile that an NPC covers at (x, y), until it
--- returns something; returns that.
local function each_tile(npc, x, y, visit, argument)
  local crowd, size = npc.crowd, npc.size
  for tile_y = max(y, 1), min(y + size - 1, crowd._height) do
    for tile_x = max(x, 1), min(x + size - 1, crowd._width) do
      local result = visit(npc, key_of(crowd, tile_x, tile_y), argument, tile_x, tile_y)
      if result then return result end
    end
  end
end

--- Counts the edits that others made on the map. Called before each edit of the crowd, which
--- then calls `seen`.
local function notice(crowd)
  local revision = crowd.grid:revision()
  if revision ~= crowd._revision then
    crowd._revision = revision
    crowd._edited = crowd._edited + 1
  end
end

local function seen(crowd)
  crowd._revision = crowd.grid:revision()
end

local function hold_tile(npc, key, _, x, y)
  local crowd = npc.crowd
  crowd._holders[key] = npc
  if not crowd.grid:is_blocked(x, y, 1) then
    crowd.grid:block(x, y)
    crowd._blocks[key] = true -- otherwise somebody else's obstacle is there, and stays
  end
end

local function hold(npc, x, y)
  notice(npc.crowd)
  each_tile(npc, x, y, hold_tile)
  seen(npc.crowd)
end

local function let_go_tile(npc, key, stays, x, y)
  local crowd = npc.crowd
  if stays and stays[key] then return end
  crowd._holders[key] = nil
  if crowd._blocks[key] then
    crowd._blocks[key] = nil
    crowd.grid:block(x, y, false)
  end
end

--- Lets go of the tiles at (x, y), but for those in the set `stays`.
local function let_go(npc, x, y, stays)
  notice(npc.crowd)
  each_tile(npc, x, y, let_go_tile, stays)
  seen(npc.crowd)
end

local function let_go_all(npc)
  if npc._stepping then
    let_go(npc, npc._from_x, npc._from_y)
    let_go(npc, npc._to_x, npc._to_y)
  else
    let_go(npc, npc.tile_x, npc.tile_y)
  end
end

local function add_key(_, key, set)
  set[key] = true
end

--- The keys of the tiles that an NPC covers at (x, y), as a set.
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

--- The other NPCs that hold a tile which an NPC covers at (x, y).
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

--- Calls a function while those NPCs that `which` picks do not block the map.
local function without(crowd, which, call, ...)
  notice(crowd)
  set_blocks(crowd, which, false)
  local ok, first, second = pcall(call, ...)
  set_blocks(crowd, which, true)
  seen(crowd)
  if not ok then error(first, 0) end
  return first, second
end

local function anybody()
  return true
end

-- -------------------------------------------------------------------------------- paths

local function is_at_post(npc)
  return npc.tile_x == npc._post_x and npc.tile_y == npc._post_y
end

--- Whether somebody will not leave its place for one who wants to be there itself.
local function is_settled(npc)
  return not npc._goal_x and not npc._stepping and is_at_post(npc)
end

--- Whether there is somebody at (x, y) who has settled.
local function is_taken(npc, x, y)
  for _, other in ipairs(holders_at(npc, x, y)) do
    if is_settled(other) then return true end
  end
  return false
end

--- Whether somebody without an order is on a path.
local function meets_somebody(npc, path)
  for i = 2, #path do
    local x, y = path:get(i)
    for _, other in ipairs(holders_at(npc, x, y)) do
      if not other._goal_x then return true end
    end
  end
  return false
end

--- The path as if the others were not there. Where one leads over somebody without an order, the
--- path round all of these, if that is not half as far again.
function Npc:_find(x1, y1, x2, y2, options)
  local crowd, grid, rules = self.crowd, self.grid, self.rules
  local path, cost =
    without(crowd, anybody, grid.find_path, grid, x1, y1, x2, y2, rules, options)
  if not path or not meets_somebody(self, path) then return path, cost end
  local round, round_cost = without(crowd, function(other)
    return other == self or other._goal_x
  end, grid.find_path, grid, x1, y1, x2, y2, rules, options)
  if not round then return path, cost end
  local is_worse = round_cost > 1.5 * cost or round:is_partial() and not path:is_partial()
  if is_worse and not is_taken(self, path:get(#path)) then return path, cost end
  return round, round_cost
end

function Npc:_edits()
  notice(self.crowd)
  return self.crowd._edited
end

function Npc:_is_valid(path, index)
  return without(self.crowd, anybody, path.is_valid, path, index)
end

--- What was worked out of the old rules is forgotten.
function Npc:_take_rules()
  self._costs, self._lowest, self._nearest = {}, huge, huge
  Walker._take_rules(self)
end

function Npc:_left(x, y)
  let_go(self, x, y, keys_at(self, self.tile_x, self.tile_y))
end

-- ---------------------------------------------------------------- steps and what they cost

--- Forgets what was worked out of the map when somebody else has edited it.
local function forget_old(crowd)
  notice(crowd)
  if crowd._known_edits == crowd._edited then return end
  crowd._known_edits, crowd._steps = crowd._edited, {}
  for _, npc in ipairs(crowd.npcs) do npc._costs = {} end
end

local around = {
  { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 },
}

local function find_steps(npc, x1, y1)
  local steps = {}
  for _, move in ipairs(around) do
    local x2, y2 = x1 + move[1], y1 + move[2]
    local path = npc.grid:find_path(x1, y1, x2, y2, npc.rules, { max_expansions = 32 })
    if path and #path == 2 then
      steps[#steps + 1] = { x = x2, y = y2, path = path, index = 1 }
    end
  end
  return steps
end

--- The steps from (x, y) to the tiles around it, nobody being in the way.
local function steps_from(npc, x, y)
  local crowd = npc.crowd
  forget_old(crowd)
  local by_tile = crowd._steps[npc.rules]
  if not by_tile then
    by_tile = {}
    crowd._steps[npc.rules] = by_tile
  end
  local key = key_of(crowd, x, y)
  if not by_tile[key] then by_tile[key] = without(crowd, anybody, find_steps, npc, x, y) end
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

--- What the way to its goal, or to its post, costs from each of some places, nobody being in it:
--- by key.
local function costs_from(npc, places)
  forget_old(npc.crowd)
  for _, place in ipairs(places) do
    if not npc._costs[key_of(npc.crowd, place.x, place.y)] then
      without(npc.crowd, anybody, find_costs, npc, places)
      break
    end
  end
  return npc._costs
end

--- What the way to its goal costs from where it stands.
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

--- Who has the right of way.
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

--- Nobody makes room for it any more.
local function dismiss(root)
  local claims = root.crowd._claims
  for key in pairs(root._claims) do
    if claims[key] == root then claims[key] = nil end
  end
  for _, helper in ipairs(root._helpers) do
    if helper._asked and helper._asked.root == root then helper._asked = nil end
  end
  root._claims, root._helpers, root._wanted = {}, {}, nil
end

--- Whether an NPC may make a step, as soon as those others are gone who are given.
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

--- Whether nothing is in the way of a step that is made for `root`.
local function is_open(npc, step, root)
  return not is_held(npc, step.x, step.y) and
    not each_tile(npc, step.x, step.y, is_claimed_tile, root) and is_legal(npc, step)
end

-- ------------------------------------------------------------------------- making room

--- Begins a step that is not the next one of its path, or is made for somebody else.
local function start(npc, step)
  hold(npc, step.x, step.y)
  local path, index = npc._path, npc._index
  if path and index < #path then
    local next_x, next_y = path:get(index + 1)
    if next_x == step.x and next_y == step.y then
      npc._index = index + 1
    else
      npc._path = nil -- another one when it is there
    end
  end
  npc._lowest, npc.state = huge, "moving"
  npc:_begin_step(step.path, step.index)
end

local function number_tile(_, key, numbers)
  numbers.way[key] = numbers.i
end

--- The tiles ahead on the path of an NPC: their numbers on it, by key.
local function way_of(npc)
  local path, index, numbers = npc._path, npc._index, { way = {} }
  if npc._way_path == path and npc._way_index == index then return npc._way end
  for i = index, min(index + ahead, #path) do
    local x, y = path:get(i)
    numbers.i = i
    each_tile(npc, x, y, number_tile, numbers)
  end
  npc._way, npc._way_path, npc._way_index = numbers.way, path, index
  return npc._way
end

local function number_of(_, key, way)
  return way[key]
end

--- The steps by which somebody may make room for `root`, best first: nearer to its own goal or
--- post; else off the way of `root`, else along it; onto free tiles before others.
local function ways_out(npc, root)
  local steps, way, list = steps_from(npc, npc.tile_x, npc.tile_y), way_of(root), {}
  local costs, own = costs_from(npc, steps), own_cost(npc)
  for i, step in ipairs(steps) do
    local cost, class = costs[key_of(npc.crowd, step.x, step.y)], 0
    if cost >= own then
      class = each_tile(npc, step.x, step.y, number_of, way) and 3 or 1
      if is_held(npc, step.x, step.y) then class = class + 1 end
    end
    if cost < huge then
      list[#list + 1] = { step = step, class = class, cost = cost, number = i }
    end
  end
  table.sort(list, is_better)
  return list
end

--- Makes the step that it was asked for, if it can now.
local function help(npc)
  local step, root = npc._asked.step, npc._asked.root
  if is_open(npc, step, root) then
    npc._asked, root._helped_at = nil, npc.crowd._time
    start(npc, step)
  end
end

--- Having made room it goes on until it is off the way of the one for whom it did.
local function evade(npc)
  local root = npc._evades
  local way = root._path and outranks(root, npc) and way_of(root)
  if not way or not each_tile(npc, npc.tile_x, npc.tile_y, number_of, way) then
    npc._evades = nil
    return
  end
  for _, out in ipairs(ways_out(npc, root)) do
    local step = out.step
    if not each_tile(npc, step.x, step.y, has_claim) and is_open(npc, step, root) then
      start(npc, step)
      return
    end
  end
end

local function covers_wanted(_, key, wanted)
  return wanted[key]
end

--- Whether somebody is on its way to a tile that an NPC covers at the end of a step.
local function is_coming_to(other, npc, step)
  return other._stepping and
    each_tile(other, other._to_x, other._to_y, covers_wanted, keys_at(npc, step.x, step.y))
end

local function is_somebody_moving(npc, x, y)
  for _, other in ipairs(holders_at(npc, x, y)) do
    if other._stepping then return true end
  end
  return false
end

--- Whether those beside a diagonal step are on the move, and waiting will help.
local function is_corner_moving(npc, step)
  return is_somebody_moving(npc, npc.tile_x, step.y) or is_somebody_moving(npc, step.x, npc.tile_y)
end

local try_step -- below; it and will_leave call each other

--- Whether somebody will leave the tiles that an NPC wants at the end of a step. `chain.asked`
--- has those who were asked already; `chain.held` tells that waiting will help.
local function will_leave(other, npc, step, root, chain)
  if other._stepping then
    chain.held = true
    return not is_coming_to(other, npc, step)
  elseif chain.asked[other] or other.speed == 0 then
    return false
  elseif outranks(other, root) then
    chain.held = true
    return false
  elseif step.is_last and is_settled(other) then
    return false
  end
  chain.asked[other] = true
  for _, out in ipairs(ways_out(other, root)) do
    if try_step(other, out.step, root, chain) then return true end
  end
  return false
end

--- Asks those at the end of a step to leave; whether they will.
local function clear(npc, step, root, chain)
  local others = holders_at(npc, step.x, step.y)
  if not is_legal(npc, step, others) then
    chain.held = chain.held or is_corner_moving(npc, step)
    return false
  end
  for _, other in ipairs(others) do
    if not will_leave(other, npc, step, root, chain) then return false end
  end
  return true
end

--- Makes a step on behalf of `root`, or has others make room for it; whether one or the other
--- is under way.
function try_step(npc, step, root, chain)
  if each_tile(npc, step.x, step.y, is_claimed_tile, root) then
    chain.held = true
    return false
  end
  if not clear(npc, step, root, chain) then return false end
  if npc ~= root then
    dismiss(npc)
    npc._evades, npc._asked = root, nil
  end
  if not is_held(npc, step.x, step.y) then
    start(npc, step)
    return true
  end
  each_tile(npc, step.x, step.y, claim_tile, root)
  if npc ~= root then
    npc._asked = { step = step, root = root }
    root._helpers[#root._helpers + 1] = npc
  end
  return true
end

--- Whether those who hold the tiles at the end of a step are leaving them for `root`.
local function are_leaving(npc, step, root)
  for _, other in ipairs(holders_at(npc, step.x, step.y)) do
    local asked = other._asked
    if not other._stepping and not (asked and asked.root == root) then return false end
  end
  return true
end

--- Whether those who make room for `root` still do.
local function is_being_helped(root)
  if #root._helpers == 0 or root.crowd._time - root._helped_at > pace then return false end
  for _, helper in ipairs(root._helpers) do
    local asked = helper._asked
    if asked and asked.root == root and not are_leaving(helper, asked.step, root) then
      return false
    end
  end
  return are_leaving(root, root._wanted, root)
end

-- ------------------------------------------------------------------------ the right of way

local function go_last(npc)
  npc.crowd._orders = npc.crowd._orders + 1
  npc._number, npc._rank = npc.crowd._orders, npc.crowd._orders
end

--- Whether it has come nearer to its goal than it was.
local function has_advanced(npc)
  local cost = own_cost(npc)
  if cost >= npc._nearest then return false end
  npc._nearest, npc._stuck_at, npc._watched = cost, nil, 0
  return true
end

--- Nobody makes room, and nobody who could is on the move: passes the right of way on, and at
--- the end of its patience gives up.
local function be_stuck(npc, step)
  local crowd = npc.crowd
  local now = crowd._time
  has_advanced(npc)
  npc._stuck_at = npc._stuck_at or now
  if now - npc._stuck_at >= crowd.patience then
    npc:_fail(step.is_last and is_taken(npc, step.x, step.y) and "goal_blocked" or "unreachable")
  else
    go_last(npc)
  end
end

--- The first in the queue must come nearer to its goal. If it does not, however busy it is, it
--- goes to the end of the queue, and the third time its order ends: so every order has an end.
local function watch(npc, time)
  if npc._stepping or not npc._path or has_advanced(npc) then return end
  npc._watched = npc._watched + time
  if npc._watched <= 2 * npc.crowd.patience then return end
  npc._watched, npc._relapses = 0, npc._relapses + 1
  if npc._relapses == 3 then
    npc:_fail("unreachable")
  else
    go_last(npc)
  end
end

--- The steps, other than the next one of its path, to tiles nearer to its goal; best first.
local function detours(npc, next_step)
  local steps, list = steps_from(npc, npc.tile_x, npc.tile_y), {}
  local costs, limit = costs_from(npc, steps), min(own_cost(npc), npc._lowest)
  for i, step in ipairs(steps) do
    local cost = costs[key_of(npc.crowd, step.x, step.y)]
    if cost < limit and (step.x ~= next_step.x or step.y ~= next_step.y) then
      list[#list + 1] = { step = step, class = 0, cost = cost, number = i }
    end
  end
  table.sort(list, is_better)
  return list
end

--- Makes a step off its path; the next such step must lead nearer still.
local function take_detour(npc, step)
  local cost = npc._costs[key_of(npc.crowd, step.x, step.y)]
  start(npc, step)
  npc._lowest = cost or huge
end

--- Somebody is in the way of the next step: takes another one that is as good, or has others
--- make room, or waits.
local function negotiate(npc, step)
  local list = detours(npc, step)
  for _, detour in ipairs(list) do
    if is_open(npc, detour.step, npc) then return take_detour(npc, detour.step) end
  end
  local chain = { asked = { [npc] = true }, held = is_corner_moving(npc, step) or
    each_tile(npc, step.x, step.y, is_claimed_tile, npc) }
  npc._helped_at = npc.crowd._time
  table.insert(list, 1, { step = step })
  for _, detour in ipairs(list) do
    if is_held(npc, detour.step.x, detour.step.y) and try_step(npc, detour.step, npc, chain) then
      npc._wanted = detour.step
      return
    end
  end
  if not chain.held then be_stuck(npc, step) end
end

--- Where somebody is heading from its tile, in tiles; nothing where it is not.
local function heading_of(npc)
  if npc._stepping then return npc._to_x - npc._from_x, npc._to_y - npc._from_y end
  local path, index = npc._path, npc._index
  if path and index < #path then
    local x, y = path:get(index + 1)
    return x - npc.tile_x, y - npc.tile_y
  end
end

--- Behind somebody with the right of way who goes the same way it goes along with that one, so
--- that a row passes as one. It does not get before more orders than there are NPCs; so those
--- who wait for the row have their turn.
local function go_along(npc, x, y)
  local dx, dy = x - npc.tile_x, y - npc.tile_y
  for _, other in ipairs(holders_at(npc, x, y)) do
    local other_dx, other_dy = heading_of(other)
    if other_dx and other._rank < npc._rank and dx * other_dx + dy * other_dy > 0 then
      npc._rank = max(other._rank + 1e-3, npc._number - #npc.crowd.npcs)
    end
  end
end

--- Whom it would meet head-on by the next step of its path: somebody with the right of way who
--- is near and comes the other way.
local function find_oncoming(npc, path, index)
  if index + 2 > #path then return nil end
  local x1, y1 = path:get(index + 1)
  local x2, y2 = path:get(index + 2)
  for _, other in ipairs(npc.crowd.npcs) do
    local is_near = abs(other.tile_x - x1) <= sight and abs(other.tile_y - y1) <= sight
    if is_near and other._path and outranks(other, npc) then
      local way = way_of(other)
      local number = each_tile(npc, x1, y1, number_of, way)
      if number and number <= other._index + sight then
        local next_number = each_tile(npc, x2, y2, number_of, way)
        if next_number and next_number < number then return other end
      end
    end
  end
end

-- ------------------------------------------------------------------------------ its turn

function Npc:_may_step(path, index)
  if self._asked or self._evades then return false end
  local other = find_oncoming(self, path, index)
  if other then
    dismiss(self)
    if each_tile(self, self.tile_x, self.tile_y, number_of, way_of(other)) then
      self._evades = other
    end
    return false
  end
  local x, y = path:get(index + 1)
  go_along(self, x, y)
  local step = { x = x, y = y, path = path, index = index, is_last = index + 1 == #path }
  local wanted = self._wanted
  if is_open(self, step, self) then
    dismiss(self)
    hold(self, x, y)
    return true
  elseif wanted and is_open(self, wanted, self) then
    dismiss(self)
    take_detour(self, wanted)
  elseif not wanted or not is_being_helped(self) then
    dismiss(self)
    if is_somebody_moving(self, x, y) then
      each_tile(self, x, y, claim_tile, self)
    else
      negotiate(self, step)
    end
  end
  return false
end

--- An order has begun.
local function queue_up(npc)
  go_last(npc)
  npc._costs, npc._lowest, npc._nearest = {}, huge, huge
  npc._stuck_at, npc._watched, npc._relapses = nil, 0, 0
end

local function leave_queue(npc)
  dismiss(npc)
  npc._rank, npc._costs, npc._is_returning = huge, {}, false
end

--- Where an NPC stands, or will when its step has ended.
local function place_of(npc)
  if npc._stepping then return npc._to_x, npc._to_y end
  return npc.tile_x, npc.tile_y
end

local function settle(npc)
  npc._post_x, npc._post_y = place_of(npc)
  npc._costs = {}
end

function Npc:_order(x, y, options)
  local path, reason = Walker._order(self, x, y, options)
  if path then
    self._is_returning = false
    queue_up(self)
  end
  return path, reason
end

function Npc:walk(path, options)
  local found, reason = Walker.walk(self, path, options)
  if found then
    self._is_returning = false
    queue_up(self)
  end
  return found, reason
end

--- The order ends. One of its own, to go back, is nobody else's business.
function Npc:_arrive()
  local is_returning = self._is_returning
  leave_queue(self)
  if is_returning then return Walker._halt(self) end
  settle(self)
  Walker._arrive(self)
end

function Npc:_fail(reason)
  local is_returning = self._is_returning
  leave_queue(self)
  if is_returning then return Walker._halt(self) end
  settle(self)
  Walker._fail(self, reason)
end

function Npc:_halt()
  Walker._halt(self)
  leave_queue(self)
  settle(self)
end

function Npc:_place(x, y)
  dismiss(self)
  self._asked = nil
  let_go_all(self)
  Walker._place(self, x, y)
  hold(self, x, y)
  if not self._goal_x then settle(self) end
end

--- Pushed off its post it goes back after a while.
local function go_back(npc)
  local now = npc.crowd._time
  if npc._goal_x or is_at_post(npc) then
    npc._returns_at = nil
  elseif not npc._returns_at then
    npc._returns_at = now + absence
  elseif now >= npc._returns_at then
    npc._returns_at = nil
    if npc:_order(npc._post_x, npc._post_y) then npc._is_returning = true end
  end
end

--- What an NPC does for others, before its own business.
local function serve(npc)
  if npc._stepping then return end
  if npc._asked then
    help(npc)
  elseif npc._evades then
    evade(npc)
  else
    go_back(npc)
  end
end

-- ---------------------------------------------------------------------------- for astar.script

local crowd = {
  class = Npc,
  holders_at = holders_at, outranks = outranks, place_of = place_of,
  anybody = anybody, without = without, serve = serve, watch = watch,
}

--- Makes a crowd of a table.
function crowd.init(self, grid)
  local width, height = grid:size()
  self.grid, self.npcs = grid, {}
  self._width, self._height = width, height
  self._holders = {} -- by tile: the NPC that holds it
  self._blocks = {} -- by tile: true where the obstacle on the grid is the crowd's
  self._claims = {} -- by tile: the root for which it is kept free
  self._revision, self._edited = grid:revision(), 0 -- edits of others
  self._time = 0 -- [seconds]
  self._orders, self._added = 0, 0
  return self
end

--- Puts a new NPC, which knows its crowd and its size, on a tile that is free.
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

--- Takes an NPC that has no order out of the crowd.
function crowd.remove(npc)
  local self = npc.crowd
  let_go_all(npc)
  npc.crowd, npc._asked = nil, nil
  for i, other in ipairs(self.npcs) do
    if other == npc then
      table.remove(self.npcs, i)
      return
    end
  end
end

--- The NPC that holds a tile.
function crowd.holder(self, x, y)
  if x < 1 or x > self._width then return nil end
  return self._holders[key_of(self, x, y)]
end

return crowd
