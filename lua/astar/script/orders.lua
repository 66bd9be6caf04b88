--- The orders that scripts give to the units of a native crowd, and how they end.
---
--- An order is a table, `npc._order` while the NPC has it:
---
---   x, y        its goal; nil for a field
---   target      the NPC that it goes after
---   options     the options of its searches; nil for an order without a tile as goal
---   partial     true: the nearest tile that can be reached is good enough
---   range       the distance to the goal or target that is near enough [steps]
---   lasts       true: it does not end when the NPC arrives
---   is_near     true: an order that lasts has arrived, or is as near as other NPCs let it
---   is_over     true: it has ended. `done` is true, or nil, and `reason` says why
---   is_sent     true: `on_done` is called when it ends
---
--- The native crowd reports the end of an order by an event: see `orders.handle`.
---
--- The native crowd searches the paths of plain orders. An order with options that the native crowd
--- does not know searches its path itself.

local folder = (...):gsub("script%.orders$", "")
local errors = require(folder .. "script.errors")

local orders = {}

-- Options of searches that the native crowd does not know: the order searches its path itself.
local search_only = {
  "algorithm", "avoid", "heuristic", "max_cost", "max_expansions", "weight",
}

--- The tile where an NPC stands, or where its step ends.
function orders.place_of(npc)
  if npc._stepping then return npc._to_x, npc._to_y end
  return npc.tile_x, npc.tile_y
end

-- -------------------------------------------------------------------------------- begin

--- Lets the unit see the map as the options of the order say, until the order ends.
local function set_filter(npc, options)
  local own, has_any = {}, false
  for _, name in ipairs { "ignore_blocked", "influence", "penalty_scale" } do
    own[name] = options and options[name]
    if own[name] == nil then own[name] = "rules" else has_any = true end
  end
  if has_any or npc._is_filtered then
    -- Where only its filter lets the unit stand, it keeps it until the next order.
    npc._is_filtered = not npc.crowd.units:set(npc.unit, own) or has_any
  end
end

local function needs_search(options)
  for _, name in ipairs(search_only) do
    if options and options[name] ~= nil then return true end
  end
  return false
end

--- An order to go to tile (x, y) with a copy of the options of a search, in which `avoid` may be a
--- crowd of scripts.
local function new_order(npc, x, y, options)
  set_filter(npc, options)
  local copy = {}
  for name, value in pairs(options or {}) do copy[name] = value end
  if type(copy.avoid) == "table" then copy.avoid = copy.avoid.units end
  return { x = x, y = y, options = copy, range = copy.range, partial = copy.partial }
end

--- The options of an order of the native crowd.
local function native_options(order)
  if not order.range and not order.partial then return nil end
  return { range = order.range, partial = order.partial }
end

--- Gives the unit the order to go to the goal. Returns true, or nil and the reason.
local function go(npc, order)
  local units = npc.crowd.units
  if not needs_search(order.options) then
    return units:go_to(npc.unit, order.x, order.y, native_options(order))
  end
  local x, y = orders.place_of(npc)
  order.revision, order.from_x, order.from_y = npc.grid:revision(), x, y
  local path, reason = npc.grid:find_path(x, y, order.x, order.y, npc.rules, order.options)
  if not path then return nil, reason end
  return units:walk(npc.unit, path)
end

--- Ends the order of an NPC without a callback. During a step the NPC finishes the step.
function orders.halt(npc)
  if npc._order then npc._order.is_over = true end
  npc._order, npc._halts = nil, false
  npc.crowd.units:stop(npc.unit)
  set_filter(npc)
  if not npc._stepping then npc.state = "idle" end
end

--- Drops the order, but lets the NPC go on until its next script has been resumed for the first
--- time: an order that is given again keeps its rank.
function orders.leave(npc)
  if not npc._order then return end
  npc._order.is_over = true
  npc._order, npc._halts = nil, true
end

--- The NPC has the order now. `accepted`: what the native crowd returned.
local function begin(npc, order, accepted, reason)
  if not accepted then
    if npc._order or npc._halts then orders.halt(npc) end
    return nil, reason
  end
  npc._order, npc._halts, npc.crowd._has_news = order, false, true
  if not npc._stepping then npc.state = "waiting" end
  return order
end

--- Goes to a tile. `options`: those of a search. Returns the order, or nil and the reason.
function orders.go_to(npc, x, y, options)
  local order = new_order(npc, x, y, options)
  return begin(npc, order, go(npc, order))
end

--- Walks along a path of steps. When the NPC cannot come to the path, it searches another one.
--- `options`: those of the searches, also when an edit breaks the path.
function orders.walk(npc, path, options)
  local x, y = path:get(#path)
  local order = new_order(npc, x, y, options)
  order.walks = true
  if npc.crowd.units:walk(npc.unit, path) then return begin(npc, order, true) end
  return begin(npc, order, go(npc, order))
end

--- Goes after another NPC of the same crowd. `lasts`: also when it was reached.
function orders.chase(npc, target, range, partial, lasts)
  set_filter(npc)
  local order = { target = target, range = range, partial = partial, lasts = lasts }
  return begin(npc, order,
    npc.crowd.units:chase(npc.unit, target.unit, { range = range, partial = partial }))
end

--- Goes where a field leads.
function orders.follow_field(npc, field)
  set_filter(npc)
  return begin(npc, { lasts = true }, npc.crowd.units:follow({ npc.unit }, field))
end

--- The NPC was sent by `crowd:send`, to tile (x, y); nil: there was no tile for it.
function orders.begin_sent(npc, x, y)
  if npc._order then npc._order.is_over = true end
  set_filter(npc)
  local order = begin(npc, { x = x, y = y, is_sent = true }, true)
  if not x then npc.crowd:_add_event(npc, "unreachable", order) end
end

-- ---------------------------------------------------------------------------------- end

local function stand(npc)
  if not npc._stepping then npc.state = "idle" end
end

local function call(npc, name, ...)
  local callback = npc[name]
  if callback then errors.call(npc.crowd, npc, callback, npc, ...) end
end

--- Ends an order. Its script is resumed when all callbacks of these events were called.
local function finish(npc, order, done, reason, is_blocked)
  local crowd = npc.crowd
  npc._order = nil
  order.is_over, order.done, order.reason = true, done, reason
  set_filter(npc)
  stand(npc)
  if npc._awaits == order then crowd:_make_ready(npc) end
  if done then
    call(npc, "on_arrive", npc.tile_x, npc.tile_y)
  elseif is_blocked then
    call(npc, "on_blocked", reason)
  end
  if order.is_sent and npc.crowd == crowd then call(npc, "on_done", done, reason) end
end

--- Why no path leads to the goal of an order.
local function reason_of(npc, order)
  local target, x, y = order.target, order.x, order.y
  if target then
    if not target.crowd then return "target_gone" end
    x, y = orders.place_of(target)
  end
  if not x then return "unreachable" end
  local options, from_x, from_y = order.options or {}, orders.place_of(npc)
  -- A search for an impassable goal says so before the first expansion.
  local _, reason = npc.grid:find_path(from_x, from_y, x, y, npc.rules, {
    ignore_blocked = options.ignore_blocked, influence = options.influence,
    penalty_scale = options.penalty_scale, max_expansions = 1,
  })
  local is_blocked = reason == "goal_blocked" and (order.range or 0) == 0
  return (is_blocked or reason == "out_of_bounds") and reason or "unreachable"
end

--- An edit broke the path of an order that has searched its path: it searches another one,
--- unless it has done so from this tile on this map. Returns whether there is one.
local function search_again(npc, order)
  if not order.walks and not needs_search(order.options) then return false end
  local x, y = orders.place_of(npc)
  local is_same_map = order.revision == npc.grid:revision()
  if is_same_map and x == order.from_x and y == order.from_y then return false end
  order.revision, order.from_x, order.from_y = npc.grid:revision(), x, y
  local ok, accepted, reason = pcall(go, npc, order)
  if not ok then errors.report(npc.crowd, npc, accepted) end
  if not ok or not accepted then
    order.refusal = ok and reason or nil
    return false
  end
  npc.crowd._has_news = true
  return true
end

local handlers = {}

function handlers.arrived(npc, order)
  if not order.lasts then
    if order.target then npc.crowd.units:stop(npc.unit) end -- the native order lasts
    return finish(npc, order, true)
  end
  order.is_near = true
  stand(npc)
  call(npc, "on_arrive", npc.tile_x, npc.tile_y)
end

--- The unit is as near to its goal as other units let it.
function handlers.settled(npc, order)
  if order.lasts then
    order.is_near = true
    return stand(npc)
  elseif order.target then
    npc.crowd.units:stop(npc.unit)
    local reason = reason_of(npc, order)
    return finish(npc, order, nil, reason == "unreachable" and reason or "goal_blocked", true)
  elseif order.partial then
    return finish(npc, order, true)
  end
  finish(npc, order, nil, "goal_blocked", true)
end

--- The unit made no progress for the patience of the crowd.
function handlers.stuck(npc, order)
  local holder = order.x and npc.crowd:at(order.x, order.y)
  local is_taken = holder and holder ~= npc and not holder._stepping and not holder._order
  finish(npc, order, nil, is_taken and "goal_blocked" or "unreachable", true)
end

function handlers.unreachable(npc, order)
  finish(npc, order, nil, reason_of(npc, order))
end

function handlers.target_gone(npc, order)
  finish(npc, order, nil, "target_gone")
end

function handlers.cut_off(npc, order)
  if search_again(npc, order) then return end
  finish(npc, order, nil, order.refusal or reason_of(npc, order), true)
end

--- Handles an event of the native crowd that concerns an order.
function orders.handle(npc, order, event)
  local handler = handlers[event]
  if handler and npc._order == order then handler(npc, order) end
end

return orders
