--- Scripts for NPCs that read from top to bottom, and a crowd of NPCs that never overlap.
---
---     local script = require "astar.script"
---     local crowd = script.crowd(grid)
---     crowd:add(on_foot, { x = 2, y = 2, speed = 3 }, function(npc)
---       npc:go_to(9, 4)
---       npc:wait(1)
---       npc:patrol { { 2, 2 }, { 9, 2 }, { 9, 4 } }
---     end)
---     function love.update(dt) crowd:update(dt) end
---     function love.draw() for _, npc in ipairs(crowd.npcs) do draw(npc.x, npc.y) end end
---
--- An NPC is an `astar.walker` with a script: a function that runs as a coroutine. Orders (`go_to`
--- and the others) yield, and return when they are done: true, or nil and a reason. So a script
--- reads like a sequence, although it runs over many frames.
---
--- `crowd:update(dt)` splits dt into slices of at most 0.1 s. In each slice every NPC has one turn,
--- in the order of the right of way. A turn: the script is resumed, if the time or the event that
--- it waits for has come; then the NPC makes room for others; then it walks. When its order ends
--- during the walk, the script is resumed at once. astar.crowd describes which NPC goes first and
--- which NPCs make room.
---
--- No two NPCs of a crowd are ever on the same tile. An NPC holds the tile where it stands, and
--- during a step both tiles of the step. Held tiles are blocked on the grid, so all other searches
--- avoid them.
---
--- Plain Lua. It uses only methods of the grid and its paths, and astar.walker.

local folder = (... or "astar.script"):gsub("script$", "")
local check = require(folder .. "internal.check")
local walker = require(folder .. "walker")
local traffic = require(folder .. "crowd")

local huge, max, min = math.huge, math.max, math.min
local unpack = table.unpack or unpack -- luacheck: ignore 143

-- The longest slice [seconds]. With shorter slices an NPC reacts sooner to other NPCs.
local slice = 0.1

-- Longest time that one update of a crowd simulates [seconds]: 36,000 slices. The rest is dropped,
-- so that an update ends however large dt is.
local max_time = 3600

local Crowd = {}
Crowd.__index = Crowd

local Npc = setmetatable({}, { __index = traffic.class })
Npc.__index = Npc

-- By coroutine: the NPC whose script it is or was.
local owners = setmetatable({}, { __mode = "k" })

-- ------------------------------------------------------------------------------ scripts
--
-- A script that waits has set these fields and yields:
--
--   _until       the time of the crowd at which it is resumed
--   _awaits      true: it is also resumed when its order ends
--
-- `resume` sets _woken and resumes the coroutine. When other code resumes it, `pause` yields again.
-- When the script calls coroutine.yield itself, it continues in its next turn.

--- Reports an error of one NPC: to `on_error`, or by an error that `crowd:update` raises at its
--- end.
local function report(crowd, npc, message)
  if crowd.on_error then
    local ok, failure = pcall(crowd.on_error, npc, message)
    if ok then return end
    message = failure
  end
  crowd._errors[#crowd._errors + 1] = message
end

--- Handles the result of a resumed script: it has yielded, raised the error `first`, or returned
--- `first`, ...
local function handle_outcome(npc, crowd, thread, ok, first, ...)
  local is_over = coroutine.status(thread) == "dead"
  if not ok then
    if type(first) == "string" then first = debug.traceback(thread, first) end
    report(crowd, npc, first)
  end
  if npc._script ~= thread then return end -- another script has replaced it
  if is_over then
    npc._script = nil
    npc:_halt()
    if ok and npc.on_done then npc:on_done(first, ...) end
  elseif not npc._until and not npc._awaits then
    npc._until = -huge -- the script called coroutine.yield: resume it in the next turn
  end
end

local function resume(npc, ...)
  local thread = npc._script
  npc._until, npc._awaits, npc._woken = nil, false, true
  handle_outcome(npc, npc.crowd, thread, coroutine.resume(thread, ...))
end

--- Starts the script, or resumes it when the time or the event that it waits for has come.
local function wake(npc)
  local arguments = npc._arguments
  if arguments then
    npc._arguments = nil
    resume(npc, unpack(arguments, 1, arguments.n))
  elseif npc._script and (npc._until and npc.crowd._time >= npc._until or
    npc._awaits and not npc._goal_x) then
    resume(npc)
  end
end

function Npc:_arrive()
  if not self._is_returning then self._result, self._reason = true, nil end
  traffic.class._arrive(self)
  if self._script and self._awaits then resume(self) end
end

function Npc:_fail(reason)
  if not self._is_returning then self._result, self._reason = nil, reason end
  traffic.class._fail(self, reason)
  if self._script and self._awaits then resume(self) end
end

--- Yields until `resume` resumes the script. A script that was replaced stays here forever.
local function pause(npc)
  local thread = coroutine.running()
  npc._woken = false
  repeat coroutine.yield() until npc._woken and npc._script == thread
end

local function pause_for(npc, seconds)
  npc._until = npc.crowd._time + seconds
  pause(npc)
end

--- Waits until the order has ended. Returns its result: true, or nil and the reason.
local function pause_until_done(npc, path, reason)
  if not path then
    pause_for(npc, 0) -- a script that tries again in a loop must not hang the game
    return nil, reason
  end
  npc._awaits = true
  pause(npc)
  return npc._result, npc._reason
end

local function check_npc(method, npc)
  if type(npc) ~= "table" or not npc._claims then
    error(check.called_on("npc:" .. method, "an NPC of a crowd", npc), 3)
  elseif not npc.crowd then
    error(("npc:%s: the NPC was removed from its crowd"):format(method), 3)
  end
end

--- Raises an error unless the NPC's own script calls. A script that was replaced stops here
--- forever.
local function check_script(method, npc)
  local thread = coroutine.running()
  if thread and owners[thread] == npc then
    while npc._script ~= thread do coroutine.yield() end
  elseif not npc.crowd or not thread or npc._script ~= thread then
    error(("npc:%s: must be called in the NPC's own script (npc:run starts one)")
      :format(method), 3)
  end
end

local function check_distance(who, distance)
  if not check.is_integer(distance) or distance < 0 then
    error(check.expected(who, "distance", "an integer >= 0", distance), 3)
  end
end

--- Walks to tile (x, y). `options` are those of `grid:find_path`. Returns true when the NPC has
--- arrived; or nil and the reason.
function Npc:go_to(x, y, options)
  check_npc("go_to", self)
  check_script("go_to", self)
  check.tile("npc:go_to", x, y)
  if options ~= nil then check.options("npc:go_to", options, walker.parts.search_options) end
  return pause_until_done(self, self:_order(x, y, options))
end

--- Walks to the points of a path of straight lines, one after another, tile by tile: NPCs of a
--- crowd hold whole tiles. Skips points that cannot be reached, except for the last one.
local function walk_points(npc, path, options)
  local x, y = traffic.place_of(npc)
  local next_point = #path
  for i = #path - 1, 1, -1 do
    local point_x, point_y = path:get(i)
    if point_x == x and point_y == y then next_point = i + 1 end
  end
  local arrived, reason
  for i = next_point, #path do
    local point_x, point_y = path:get(i)
    arrived, reason = pause_until_done(npc, npc:_order(point_x, point_y, options))
  end
  return arrived, reason
end

--- Walks along an existing path. `options` are those of the searches for another path, when an edit
--- breaks this one. Returns true, or nil and the reason.
function Npc:walk(path, options)
  check_npc("walk", self)
  check_script("walk", self)
  check.object("npc:walk", "path", "an astar path", path)
  options = walker.parts.read_walk_options("npc:walk", options)
  if path:kind() ~= "steps" then return walk_points(self, path, options) end
  return pause_until_done(self, traffic.class.walk(self, path, options))
end

--- Stands still for some time [seconds, >= 0]. Meanwhile the NPC may step aside for others.
function Npc:wait(seconds)
  check_npc("wait", self)
  check_script("wait", self)
  if not check.is_finite(seconds) or seconds < 0 then
    error(check.expected("npc:wait", "seconds", "a number >= 0", seconds), 2)
  end
  pause_for(self, seconds)
  return true
end

--- The message for invalid points of a patrol; nil when they are valid.
local function points_problem(points)
  local expected = "an array of at least one tile"
  if type(points) ~= "table" then
    return check.expected("npc:patrol", "points", expected, points)
  elseif #points == 0 then
    return ("npc:patrol: points must be %s, got %s"):format(expected,
      next(points) == nil and "an empty table" or "a table without an element 1")
  end
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
  return pause_until_done(npc, npc:_order(x, y, options))
end

--- Goes from point to point again and again. Skips points that cannot be reached. Returns nil and
--- the reason when no point can be reached.
function Npc:patrol(points, options)
  check_npc("patrol", self)
  check_script("patrol", self)
  local problem = points_problem(points)
  if problem then error(problem, 2) end
  for i, point in ipairs(points) do
    local x, y = point_of(point)
    if not check.is_integer(x) or not check.is_integer(y) then
      error(check.expected("npc:patrol", ("point %d"):format(i), "{ x, y } or { x =, y = }",
        point), 2)
    end
  end
  if options ~= nil then check.options("npc:patrol", options, walker.parts.search_options) end
  local i, failed, reason = 0, 0, nil
  while failed < #points do
    i = i % #points + 1
    local arrived, why = visit(self, points[i], options)
    failed, reason = arrived and 0 or failed + 1, why
  end
  return nil, reason
end

-- ----------------------------------------------------------------------- moving targets

--- The tile of a target; nil when the target is gone.
local function locate(target)
  if type(target) == "function" then return target() end
  if target._claims and not target.crowd then return nil end -- an NPC that was removed
  return target.tile_x, target.tile_y
end

local function is_target(value)
  return type(value) == "function" or
    type(value) == "table" and value.tile_x ~= nil and value.tile_y ~= nil
end

local function check_target(who, what, target)
  if not is_target(target) then
    error(check.expected(who, what, "an NPC, a walker, something with tile_x and tile_y, " ..
      "or a function", target), 3)
  end
end

--- Follows a target until the NPC is within `distance` steps of it. Returns true, or nil and the
--- reason. May return without a yield.
local function chase(npc, target, distance)
  local goal_x, goal_y
  while true do
    local x, y = locate(target)
    if not x then
      npc:_halt()
      return nil, "out_of_bounds"
    elseif x ~= goal_x or y ~= goal_y then
      local path, reason = npc:_order(x, y, { range = distance })
      if not path or #path == 1 and not npc._stepping then
        npc:_halt()
        return path and true, reason
      end
      goal_x, goal_y = x, y
    elseif not npc._goal_x then
      return npc._result, npc._reason
    end
    pause_for(npc, 0)
  end
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
--- obstacles are ignored in the distance. Returns true, or nil and the reason.
function Npc:catch(target, distance)
  check_npc("catch", self)
  check_script("catch", self)
  check_target("npc:catch", "target", target)
  if distance ~= nil then check_distance("npc:catch", distance) end
  local caught, reason = chase(self, target, distance or 1)
  pause_for(self, 0)
  return caught, reason
end

-- How long an NPC that follows a target waits when there is no path to it [seconds].
local retry = 0.5

--- Stays within `distance` steps of a moving target [>= 0, default 1]; obstacles are ignored in the
--- distance. While there is no path the NPC waits for one. Returns nil and the reason when the
--- target is gone.
function Npc:follow(target, distance)
  check_npc("follow", self)
  check_script("follow", self)
  check_target("npc:follow", "target", target)
  if distance ~= nil then check_distance("npc:follow", distance) end
  while true do
    local is_near, reason = chase(self, target, distance or 1)
    if is_near then
      pause_until_moved(self, target)
    else
      pause_for(self, reason == "out_of_bounds" and 0 or retry)
      if reason == "out_of_bounds" then return nil, reason end
    end
  end
end

--- The field of the costs from each tile to the nearest threat, and the field that leads away from
--- the threats; nil when no threat is on a tile where the NPC could stand.
local function find_danger(npc, goals, distance)
  local danger = npc.grid:distance_field(goals, npc.rules, { max_cost = 2 * distance })
  if danger then return danger, danger:flee() end
end

local function locate_all(threats, width, height)
  local goals, places = {}, {}
  for _, threat in ipairs(threats) do
    local x, y = locate(threat)
    if x and x >= 1 and x <= width and y >= 1 and y <= height then
      goals[#goals + 1] = { x, y }
      places[#places + 1] = x .. "," .. y
    end
  end
  return goals, table.concat(places, " ")
end

--- Flees from one or several threats, until the path from the NPC to each of them costs
--- `distance` or more by the rules of the NPC [> 0, default 8]. Returns true; or nil and
--- "unreachable" when the NPC is cornered.
function Npc:flee(threats, distance)
  check_npc("flee", self)
  check_script("flee", self)
  distance = distance or 8
  if not check.is_finite(distance) or distance <= 0 then
    error(check.expected("npc:flee", "distance", "a number > 0", distance), 2)
  end
  if type(threats) ~= "table" or is_target(threats) then
    check_target("npc:flee", "threat", threats)
    threats = { threats }
  end
  for i, threat in ipairs(threats) do check_target("npc:flee", ("threat %d"):format(i), threat) end
  local crowd, known, danger, away = self.crowd, nil, nil, nil
  while true do
    local goals, places = locate_all(threats, crowd._width, crowd._height)
    local state = places .. " " .. self:_edits()
    if state ~= known then
      known = state
      danger, away = traffic.without(crowd, traffic.every_npc, find_danger, self, goals, distance)
    end
    local x, y = traffic.place_of(self)
    local cost = danger and danger:cost(x, y)
    if not cost or cost >= distance then
      pause_for(self, 0)
      return true
    end
    local next_x, next_y = away:next(x, y)
    if not next_x then
      pause_for(self, 0)
      return nil, "unreachable"
    end
    local arrived, reason = pause_until_done(self, self:_order(next_x, next_y))
    if not arrived then return nil, reason end
  end
end

-- ----------------------------------------------------------------- methods for the game

--- Replaces the script. The new one begins with the next update:
--- `npc:run(function(npc) ... end)`, or one order: `npc:run(npc.go_to, 9, 4)`.
function Npc:run(f, ...)
  check_npc("run", self)
  if type(f) ~= "function" then
    error(check.expected("npc:run", "the script", "a function", f), 2)
  end
  self:_halt()
  self._script = coroutine.create(f)
  self._arguments = { n = select("#", ...) + 1, self, ... }
  self._until, self._awaits = nil, false
  owners[self._script] = self
end

--- Ends the script. During a step the NPC finishes the step.
function Npc:stop()
  check_npc("stop", self)
  self:_halt()
  self._script, self._arguments = nil, nil
end

--- Whether the script has not ended yet.
function Npc:is_running()
  check_npc("is_running", self)
  return self._script ~= nil
end

--- Puts the NPC on another tile at once. No other NPC may hold that tile. An order continues from
--- there.
function Npc:place(x, y)
  check_npc("place", self)
  local problem = walker.parts.tile_problem("npc:place", "%s", self.grid, x, y)
  if problem then error(problem, 2) end
  if #traffic.holders_at(self, x, y) > 0 then
    error(("npc:place: tile (%d, %d) must not be another NPC's"):format(x, y), 2)
  end
  self:_place(x, y)
end

--- Raises an error: NPCs are updated by `crowd:update`.
function Npc:update()
  check_npc("update", self)
  error("npc:update: NPCs are updated by crowd:update", 2)
end

-- ------------------------------------------------------------------------------- crowds

local npc_options = { "on_done", "size" }
for _, name in ipairs(walker.parts.option_names) do npc_options[#npc_options + 1] = name end
table.sort(npc_options)

--- Adds an NPC on tile (options.x, options.y), which no other NPC may hold. Returns the NPC. Its
--- script `f` begins with the next update.
function Crowd:add(rules, options, f)
  local who = "crowd:add"
  check.self(who, self, Crowd, "a crowd")
  check.options(who, options, npc_options)
  local problem = walker.parts.problem(who, self.grid, rules, options)
  if problem then error(problem, 2) end
  local size = options.size or 1
  if not check.is_integer(size) or size < 1 then
    error(check.expected(who, 'option "size"', "an integer >= 1", size), 2)
  elseif options.on_done ~= nil and type(options.on_done) ~= "function" then
    error(check.expected(who, 'option "on_done"', "a function", options.on_done), 2)
  elseif f ~= nil and type(f) ~= "function" then
    error(check.expected(who, "the script", "a function", f), 2)
  end
  local npc = setmetatable({ crowd = self, size = size, on_done = options.on_done }, Npc)
  if #traffic.holders_at(npc, options.x, options.y) > 0 then
    error(("crowd:add: tile (%d, %d) must not be another NPC's"):format(options.x, options.y), 2)
  end
  traffic.add(npc, rules, options)
  if f then npc:run(f) end
  return npc
end

--- Removes an NPC from the map. Its script ends.
function Crowd:remove(npc)
  check.self("crowd:remove", self, Crowd, "a crowd")
  if type(npc) ~= "table" or npc.crowd ~= self then
    error(check.expected("crowd:remove", "npc", "an NPC of this crowd", npc), 2)
  end
  npc:stop()
  traffic.remove(npc)
end

--- The NPC that holds tile (x, y): it stands there, or its step begins or ends there; or nil.
function Crowd:at(x, y)
  check.self("crowd:at", self, Crowd, "a crowd")
  check.tile("crowd:at", x, y)
  return traffic.holder(self, x, y)
end

--- Reads the fields that the game or a script has set, and reports invalid values.
local function take_fields(npc)
  local problem = npc:_read_fields "crowd:update"
  if problem then report(npc.crowd, npc, problem) end
end

local function take_turn(npc, time, is_first)
  take_fields(npc)
  if is_first then traffic.check_progress(npc, time) end
  wake(npc)
  if not npc.crowd then return end -- the script has removed the NPC
  take_fields(npc)
  traffic.serve(npc)
  walker.parts.class.update(npc, time)
end

--- Gives each NPC its turn, in the order of the right of way.
local function take_turns(crowd, time)
  crowd._time = crowd._time + time
  local queue = {}
  for i, npc in ipairs(crowd.npcs) do queue[i] = npc end
  table.sort(queue, traffic.outranks)
  local first
  for _, npc in ipairs(queue) do
    if npc._goal_x and npc.speed ~= 0 then first = first or npc end
    if npc.crowd == crowd then
      local ok, message = pcall(take_turn, npc, time, npc == first)
      if not ok then report(crowd, npc, message) end
    end
  end
end

--- Lets time pass for all NPCs [seconds, >= 0]. Time beyond one hour is dropped.
function Crowd:update(dt)
  check.self("crowd:update", self, Crowd, "a crowd")
  if not check.is_finite(dt) or dt < 0 then
    error(check.expected("crowd:update", "dt", "a finite number >= 0", dt), 2)
  elseif self._is_updating then
    error("crowd:update: must not be called from a script or a callback of its own", 2)
  end
  self._is_updating = true
  dt = min(dt, max_time)
  local count = max(1, math.ceil(dt / slice))
  for _ = 1, count do take_turns(self, dt / count) end
  self._is_updating = false
  local errors = self._errors
  if #errors > 0 then
    self._errors = {}
    if #errors == 1 then error(errors[1], 0) end
    for i, message in ipairs(errors) do errors[i] = tostring(message) end
    error(table.concat(errors, "\n\n"), 0)
  end
end

local script = {}

local crowd_options = { "layout", "on_error", "patience" }

--- Creates a crowd on a grid, without NPCs. `patience`: how long an order tries when no other NPC
--- can make room [seconds, >= 0, default 5].
function script.crowd(grid, options)
  local who = "script.crowd"
  check.object(who, "grid", "an astar grid", grid)
  options = options or {}
  check.options(who, options, crowd_options)
  local patience = options.patience or 5
  if type(patience) ~= "number" or patience ~= patience or patience < 0 then
    error(check.expected(who, 'option "patience"', "a number >= 0", patience), 2)
  elseif options.on_error ~= nil and type(options.on_error) ~= "function" then
    error(check.expected(who, 'option "on_error"', "a function", options.on_error), 2)
  elseif not walker.parts.is_layout(options.layout) then
    error(check.expected(who, 'option "layout"', "an object with a method to_world",
      options.layout), 2)
  end
  return traffic.init(setmetatable({
    layout = options.layout, patience = patience, on_error = options.on_error, _errors = {},
  }, Crowd), grid)
end

return script --[[@as astar.script]]
