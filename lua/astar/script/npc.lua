--- NPCs: the orders that their scripts call, and the methods for the game.

local folder = (...):gsub("script%.npc$", "")
local check = require(folder .. "internal.check")
local options_of = require(folder .. "script.options")
local orders = require(folder .. "script.orders")
local steps = require(folder .. "script.steps")
local thread = require(folder .. "script.thread")

local check_npc, check_order = thread.check_npc, thread.check_order
local pause_for, pause_slice = thread.pause_for, thread.pause_slice
local pause_until_done = thread.pause_until_done

local Npc = {}
Npc.__index = Npc

-- ------------------------------------------------------------------------- fixed goals

--- Walks to tile (x, y). `options` are those of `grid:find_path`. Returns true when the NPC has
--- arrived; or nil and the reason.
function Npc:go_to(x, y, options)
  check_order("go_to", self)
  check.tile("npc:go_to", x, y)
  if options ~= nil then check.options("npc:go_to", options, options_of.search_options) end
  return pause_until_done(self, orders.go_to(self, x, y, options))
end

--- Walks to the points of a path of straight lines, one after another, tile by tile: NPCs of a
--- crowd hold whole tiles. Skips points that cannot be reached, except for the last one.
local function walk_points(npc, path, options)
  local x, y = orders.place_of(npc)
  local next_point = #path
  for i = #path - 1, 1, -1 do
    local point_x, point_y = path:get(i)
    if point_x == x and point_y == y then next_point = i + 1 end
  end
  local arrived, reason
  for i = next_point, #path do
    local point_x, point_y = path:get(i)
    arrived, reason = pause_until_done(npc, orders.go_to(npc, point_x, point_y, options))
  end
  return arrived, reason
end

--- Walks along an existing path. `options` are those of the searches for another path, when an edit
--- breaks this one. Returns true, or nil and the reason.
function Npc:walk(path, options)
  check_order("walk", self)
  check.object("npc:walk", "path", "an astar path", path)
  options = options_of.read_walk_options("npc:walk", options)
  if path:kind() ~= "steps" then return walk_points(self, path, options) end
  return pause_until_done(self, orders.walk(self, path, options))
end

--- Stands still for some time [seconds, >= 0]. Meanwhile the NPC may step aside for others.
function Npc:wait(seconds)
  check_order("wait", self)
  local is_time = check.is_finite(seconds) and seconds >= 0
  check.that(is_time, "npc:wait", "seconds", "a number >= 0", seconds)
  pause_for(self, seconds)
  return true
end

--- Raises an error for invalid points of a patrol.
local function check_points(points)
  local expected = "an array of at least one tile"
  check.that(type(points) == "table", "npc:patrol", "points", expected, points, 4)
  check.from_one("npc:patrol", "points", points, 4)
  if #points > 0 then return end
  error(("npc:patrol: points must be %s, got %s"):format(expected,
    next(points) == nil and "an empty table" or "a table without an element 1"), 3)
end

local function point_of(point)
  if type(point) == "table" then return point.x or point[1], point.y or point[2] end
end

--- Goes to a point of a patrol, unless the NPC is there.
local function visit(npc, point, options)
  local x, y = point_of(point)
  if npc.tile_x == x and npc.tile_y == y and not npc._stepping then
    pause_for(npc, 0)
    return true
  end
  return pause_until_done(npc, orders.go_to(npc, x, y, options))
end

--- Goes from point to point again and again. Skips points that cannot be reached. Returns nil and
--- the reason when no point can be reached.
function Npc:patrol(points, options)
  check_order("patrol", self)
  check_points(points)
  for i, point in ipairs(points) do
    local x, y = point_of(point)
    check.that(check.is_integer(x) and check.is_integer(y), "npc:patrol", "point " .. i,
      "{ x, y } or { x =, y = }", point)
  end
  if options ~= nil then check.options("npc:patrol", options, options_of.search_options) end
  local i, failed, reason = 0, 0, nil
  while failed < #points do
    i = i % #points + 1
    local arrived, why = visit(self, points[i], options)
    failed, reason = arrived and 0 or failed + 1, why
  end
  return nil, reason
end

--- Goes where a distance field or a flee field leads, until another order. Returns nil and the
--- reason when the field leads nowhere any more, or other NPCs make no room.
function Npc:follow_field(field)
  check_order("follow_field", self)
  check.object("npc:follow_field", "field", "an astar field", field)
  local order, reason = check.pass("npc:follow_field", orders.follow_field, self, field)
  return pause_until_done(self, order, reason)
end

-- ----------------------------------------------------------------------- moving targets

-- A target is what an NPC goes after or flees from: an NPC, a table with tile_x and tile_y, or a
-- function that returns a tile.

--- The tile of a target; nil when the target is gone.
local function locate(target)
  if type(target) == "function" then return target() end
  if target._wakes_at and not target.crowd then return nil end -- an NPC that was removed
  return target.tile_x, target.tile_y
end

--- Whether a target is another NPC of the same crowd.
local function is_fellow(target, npc)
  return type(target) == "table" and target ~= npc and target._wakes_at ~= nil and
    target.crowd == npc.crowd
end

--- Whether a value is a target.
local function is_target(value)
  return type(value) == "function" or
    type(value) == "table" and value.tile_x ~= nil and value.tile_y ~= nil
end

local expected_target = "an NPC, something with tile_x and tile_y, or a function"

--- Writes the tiles of all targets on the grid to the array `tiles`: x1, y1, x2, y2, ... Returns
--- whether they are others than before.
local function locate_all(list, tiles, width, height)
  local count, has_changed = 0, false
  for _, target in ipairs(list) do
    local x, y = locate(target)
    if x and x >= 1 and x <= width and y >= 1 and y <= height then
      has_changed = has_changed or tiles[count + 1] ~= x or tiles[count + 2] ~= y
      tiles[count + 1], tiles[count + 2] = x, y
      count = count + 2
    end
  end
  for i = count + 1, #tiles do tiles[i], has_changed = nil, true end
  return has_changed
end

local pursuit_options = { "partial" }

--- Checks the arguments of `catch` or `follow`. Returns the option `partial`.
local function check_pursuit(who, target, distance, options)
  check.that(is_target(target), who, "target", expected_target, target, 4)
  local is_distance = distance == nil or check.is_integer(distance) and distance >= 0
  check.that(is_distance, who, "distance", "an integer >= 0", distance, 4)
  if options == nil then return false end
  check.options(who, options, pursuit_options, 4)
  local partial = options.partial
  local is_fine = partial == nil or type(partial) == "boolean"
  check.that(is_fine, who, 'option "partial"', "true or false", partial, 4)
  return partial or false
end

--- Whether the NPC is within some steps of a tile, by its rules: then the path has one tile.
local function is_within(npc, x, y, distance)
  local from_x, from_y = orders.place_of(npc)
  local path = npc.grid:find_path(from_x, from_y, x, y, npc.rules,
    { range = distance, max_expansions = 1 })
  return path ~= nil and #path == 1
end

--- Goes to a target, which is no NPC of the crowd, until the NPC is within `distance` steps of it.
--- Returns true, or nil and the reason.
local function approach(npc, target, distance, partial)
  local goal_x, goal_y, order, reason
  while true do
    local x, y = locate(target)
    if not x then
      if npc._order then orders.halt(npc) end
      return pause_until_done(npc, nil, "target_gone")
    elseif x ~= goal_x or y ~= goal_y then
      goal_x, goal_y = x, y
      order, reason = orders.go_to(npc, x, y, { range = distance, partial = partial })
      if not order then return pause_until_done(npc, nil, reason) end
    elseif order.is_over then
      if not order.done then return nil, order.reason end
      if not partial or is_within(npc, x, y, distance) then return true end
      return nil, "unreachable"
    end
    pause_slice(npc, order)
  end
end

--- Goes after a target until the NPC is within `distance` steps of it. `lasts`: after an NPC of the
--- crowd until that fails.
local function pursue(npc, target, distance, partial, lasts)
  if not is_fellow(target, npc) then return approach(npc, target, distance, partial) end
  return pause_until_done(npc, orders.chase(npc, target, distance, partial, lasts))
end

--- Waits until the target or the NPC itself has moved to another tile.
local function pause_until_moved(npc, target)
  local x, y = locate(target)
  local tile_x, tile_y = npc.tile_x, npc.tile_y
  repeat
    pause_for(npc, 0)
    local new_x, new_y = locate(target)
  until new_x ~= x or new_y ~= y or npc.tile_x ~= tile_x or npc.tile_y ~= tile_y
end

--- Follows a moving target until the NPC is within `distance` steps of it [>= 0, default 1];
--- obstacles are ignored in the distance. Returns true, or nil and the reason. With the option
--- `partial` the NPC comes as near as it can before it returns nil.
function Npc:catch(target, distance, options)
  check_order("catch", self)
  local partial = check_pursuit("npc:catch", target, distance, options)
  return pursue(self, target, distance or 1, partial, false)
end

-- How long an NPC that follows a target waits when there is no path to it [seconds].
local retry = 0.5

--- Stays within `distance` steps of a moving target [>= 0, default 1]; obstacles are ignored in the
--- distance. While there is no path the NPC waits for one; with the option `partial` as near to the
--- target as it can come. Returns nil and the reason when the target is gone.
function Npc:follow(target, distance, options)
  check_order("follow", self)
  local partial = check_pursuit("npc:follow", target, distance, options)
  while true do
    local is_near, reason = pursue(self, target, distance or 1, partial, true)
    if is_near then
      pause_until_moved(self, target)
    elseif reason == "target_gone" or reason == "out_of_bounds" then
      return nil, reason
    else
      pause_for(self, retry)
    end
  end
end

-- -------------------------------------------------------------------------------- flight

--- The field of the costs from each tile to the nearest threat, and the field that leads away from
--- the threats; nil when no threat is on a tile where the NPC could stand.
local function find_danger(npc, tiles, distance)
  local goals = {}
  for i = 1, #tiles, 2 do goals[#goals + 1] = { tiles[i], tiles[i + 1] } end
  local danger = npc.grid:distance_field(goals, npc.rules, { max_cost = 2 * distance })
  if danger then return danger, danger:flee() end
end

--- Ends a flight: the NPC finishes its step.
local function stop_fleeing(npc)
  if npc._order then orders.halt(npc) end
  repeat pause_for(npc, 0) until not npc._stepping
end

--- Flees until it is safe or cornered. Returns true, or nil and the reason.
local function flee(npc, threats, distance)
  local width, height = npc.grid:size()
  local tiles, revision, danger, away, order, refusal = {}, nil, nil, nil, nil, nil
  while true do
    local is_new = locate_all(threats, tiles, width, height)
    if is_new or revision ~= npc.grid:revision() then
      revision, is_new = npc.grid:revision(), true
      danger, away = find_danger(npc, tiles, distance)
    end
    local x, y = orders.place_of(npc)
    local cost = danger and danger:cost(x, y)
    if not cost or cost >= distance then return true end
    local is_stopped = not is_new and order and order.is_near
    if is_stopped or not away:next(x, y) then return nil, "unreachable" end
    if is_new or not order then order, refusal = orders.follow_field(npc, away) end
    if not order or order.is_over then return nil, refusal or order.reason end
    pause_slice(npc, order)
  end
end

--- Flees from one or several threats, until the path from the NPC to each of them costs
--- `distance` or more by the rules of the NPC [> 0, default 8]. Returns true; or nil and
--- "unreachable" when the NPC is cornered.
function Npc:flee(threats, distance)
  check_order("flee", self)
  distance = distance or 8
  local is_distance = check.is_finite(distance) and distance > 0
  check.that(is_distance, "npc:flee", "distance", "a number > 0", distance)
  if type(threats) ~= "table" or is_target(threats) then
    check.that(is_target(threats), "npc:flee", "threat", expected_target, threats)
    threats = { threats }
  end
  check.from_one("npc:flee", "threats", threats)
  for i, threat in ipairs(threats) do
    check.that(is_target(threat), "npc:flee", "threat " .. i, expected_target, threat)
  end
  local is_safe, reason = flee(self, threats, distance)
  stop_fleeing(self)
  return is_safe, reason
end

-- ----------------------------------------------------------------- methods for the game

--- Replaces the script. The new one begins with the next update:
--- `npc:run(function(npc) ... end)`, or one order: `npc:run(npc.go_to, 9, 4)`.
function Npc:run(f, ...)
  check_npc("run", self)
  check.that(type(f) == "function", "npc:run", "the script", "a function", f)
  orders.leave(self)
  thread.set(self, f, ...)
end

--- Ends the script. During a step the NPC finishes the step.
function Npc:stop()
  check_npc("stop", self)
  thread.clear(self)
  orders.halt(self)
end

--- Whether the script has not ended yet.
function Npc:is_running()
  check_npc("is_running", self)
  return self._script ~= nil
end

local check_place = check.options_checker("npc:place", { nearest = check.COUNT })

--- Puts the NPC on another tile at once. An order continues from there. Returns true, with the
--- option `nearest` also the tile; or nil and a reason when it cannot stand there.
function Npc:place(x, y, options)
  check_npc("place", self)
  check.tile("npc:place", x, y)
  options = check_place(options)
  local ok, near_x, near_y = self.crowd.units:place(self.unit, x, y, options)
  if not ok then return nil, near_x end
  x, y = near_x or x, near_y or y
  if self.state == "moving" then self.state = self._order and "waiting" or "idle" end
  self._home = nil
  steps.place(self, x, y) -- calls the layout, which may raise an error
  return true, near_x, near_y
end

--- Iterates over the tiles that the NPC has still to walk: `for i, x, y in npc:remaining() do`. The
--- tile where its step ends comes first.
function Npc:remaining()
  check_npc("remaining", self)
  local iterate, state, last = self.crowd.units:remaining(self.unit)
  return function()
    local i, x, y = iterate(state, last)
    last = i
    return i, x, y
  end
end

return Npc
