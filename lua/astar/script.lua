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
--- An NPC is a unit of a native crowd, `crowd.units`, with a script: a function that runs as a
--- coroutine. Orders (`go_to` and the others) yield, and return when they are done: true, or nil
--- and a reason. So a script reads like a sequence, although it runs over many frames.
---
--- `crowd:update(dt)` splits dt into slices of at most 0.1 s, in which no NPC moves farther than
--- half a tile. A slice:
---
---  1. Fields that the game has set are read.
---  2. Scripts whose time has come are resumed, in the order in which the NPCs were added.
---  3. The units move. NPCs that have reached a tile call `on_step`.
---  4. Orders end by events of the native crowd. Their scripts are resumed.
---
--- When a script gives an order, the native crowd is updated by 0 seconds: the order begins at this
--- moment, with the time that was left of the last step. So no time is lost between two orders. In
--- one slice this is repeated a few times only: a script that repeats an order in a loop does not
--- hang the game.
---
--- The files in the folder `script`: thread (the coroutine of an NPC), orders (what the native
--- crowd must do, and its events), steps (motion in the world), settings (fields that the game
--- sets), npc (the class of NPCs), saved (a crowd as a string), errors.

if (... or ""):find "/" then return require((...):gsub("/", ".")) end
local folder = (... or "astar.script"):gsub("script$", "")
local astar = require(folder:sub(1, -2))
local check = require(folder .. "internal.check")
local errors = require(folder .. "script.errors")
local Npc = require(folder .. "script.npc")
local options_of = require(folder .. "script.options")
local orders = require(folder .. "script.orders")
local saved = require(folder .. "script.saved")
local settings = require(folder .. "script.settings")
local steps = require(folder .. "script.steps")
local thread = require(folder .. "script.thread")

local ceil, huge, max, min = math.ceil, math.huge, math.max, math.min

-- The longest slice [seconds]. With shorter slices an NPC reacts sooner to other NPCs.
local slice = 0.1

-- How far an NPC moves in a slice at most [tiles]: below half a tile, where the native crowd splits
-- its updates. So it ends at most one step.
local slice_tiles = 0.49

-- Longest time that one update of a crowd simulates [seconds]: 36,000 slices. The rest is dropped,
-- so that an update ends however large dt is.
local max_time = 3600

-- How many orders of an NPC can follow each other at one moment.
local max_rounds = 4

-- A time in which nothing moves that can be seen [seconds].
local instant = 1e-9

-- The shortest patience of a native crowd [seconds].
local min_patience = 1e-9

local Crowd = {}
Crowd.__index = Crowd

-- -------------------------------------------------------------------------------- adding

local check_npc = check.options_checker("crowd:add", options_of.kinds)

--- Adds the unit of an NPC. Returns what the native crowd returns.
local function add_unit(self, npc, rules, options)
  return self.units:add(options.x, options.y, rules, {
    speed = npc._unit_speed, hold = options.hold, priority = options.priority,
    facing = npc.angle, turn_rate = options.turn_rate, asks = options.on_enter and true,
    steps = true, nearest = options.nearest, team = options.team,
  })
end

--- Adds an NPC, which has a unit, to the lists of the crowd.
function Crowd:_enter(npc)
  self._added = self._added + 1
  npc._id = self._added
  local lost = self._by_unit[npc.unit] -- the game has removed its unit; the number is used again
  self._by_unit[npc.unit] = npc
  if lost then self:remove(lost) end
  self.npcs[#self.npcs + 1] = npc
end

--- Adds an NPC on tile (options.x, options.y). Returns the NPC; or nil and a reason when it cannot
--- stand there. Its script `f` begins with the next update.
function Crowd:add(rules, options, f)
  check.self("crowd:add", self, Crowd, "a crowd")
  check.object("crowd:add", "rules", "made by astar.rules", rules)
  check_npc(options)
  check.that(f == nil or type(f) == "function", "crowd:add", "the script", "a function", f)
  local npc = setmetatable({ crowd = self, _wakes_at = huge }, Npc)
  options_of.init(npc, self.grid, rules, options)
  npc.layout = options.layout or self.layout or npc.layout
  settings.init(npc, options)
  steps.init(npc, options.x, options.y)
  local unit, x, y = add_unit(self, npc, rules, options)
  if not unit then return nil, x end
  if x then steps.place(npc, x, y) end
  npc.unit, npc.size = unit, self.units:size(unit)
  self:_enter(npc)
  if f then npc:run(f) end
  return npc
end

--- Removes an NPC from the map. Its script ends.
function Crowd:remove(npc)
  check.self("crowd:remove", self, Crowd, "a crowd")
  local is_own = type(npc) == "table" and npc.crowd == self
  check.that(is_own, "crowd:remove", "npc", "an NPC of this crowd", npc)
  thread.clear(npc)
  if npc._order then npc._order.is_over = true end
  if self._by_unit[npc.unit] == npc then
    if self.units:state(npc.unit) then self.units:remove(npc.unit) end
    self._by_unit[npc.unit] = nil
  end
  npc.crowd, npc._order = nil, nil
  for i, other in ipairs(self.npcs) do
    if other == npc then
      table.remove(self.npcs, i)
      break
    end
  end
end

--- The NPC that holds tile (x, y): it stands there, or its step begins or ends there; or nil.
function Crowd:at(x, y)
  check.self("crowd:at", self, Crowd, "a crowd")
  check.tile("crowd:at", x, y)
  return self._by_unit[self.units:at(x, y)]
end

--- Whether two teams are allies; or makes them allies or enemies.
function Crowd:allies(a, b, allied)
  check.self("crowd:allies", self, Crowd, "a crowd")
  local are_allies = check.pass("crowd:allies", self.units.allies, self.units, a, b, allied)
  return are_allies
end

--- The NPC that keeps another one from its next step, and the tile that it holds; or nil.
function Crowd:blocker(npc)
  check.self("crowd:blocker", self, Crowd, "a crowd")
  local is_npc = type(npc) == "table" and npc._wakes_at ~= nil
  check.that(is_npc, "crowd:blocker", "npc", "an NPC", npc)
  if npc.crowd ~= self then return nil end
  local unit, x, y = self.units:blocker(npc.unit)
  return self._by_unit[unit], x, y
end

--- Options of `nearest` and `within` for the native crowd: `except` is an NPC.
local function near_options(who, self, options)
  local npc = type(options) == "table" and options.except
  if not npc then return options end
  local is_npc = type(npc) == "table" and npc._wakes_at ~= nil
  check.that(is_npc, who, 'option "except"', "an NPC", npc, 4)
  local copy = {}
  for name, value in pairs(options) do copy[name] = value end
  copy.except = npc.crowd == self and npc.unit or nil
  return copy
end

--- The NPC nearest to tile (x, y), and its distance: see `nearest` of native crowds.
function Crowd:nearest(x, y, options)
  check.self("crowd:nearest", self, Crowd, "a crowd")
  local units = self.units
  local unit, distance = check.pass("crowd:nearest", units.nearest, units, x, y,
    near_options("crowd:nearest", self, options))
  return self._by_unit[unit], distance
end

--- Iterates over the NPCs within a radius of tile (x, y) and their distances, the nearest first.
function Crowd:within(x, y, radius, options)
  check.self("crowd:within", self, Crowd, "a crowd")
  local units, by_unit = self.units, self._by_unit
  local iterate, list = check.pass("crowd:within", units.within, units, x, y, radius,
    near_options("crowd:within", self, options))
  return function()
    local unit, distance
    repeat unit, distance = iterate(list) until not unit or by_unit[unit] -- others were removed
    return by_unit[unit], distance
  end
end

-- ------------------------------------------------------------------------------- sending

--- The units of NPCs, which must be in this crowd.
local function units_of(self, npcs)
  local units = {}
  check.from_one("crowd:send", "npcs", npcs, 4)
  for i, npc in ipairs(npcs) do
    if type(npc) ~= "table" or npc.crowd ~= self then
      error(check.expected("crowd:send", ("npcs[%d]"):format(i), "an NPC of this crowd", npc), 3)
    end
    units[i] = npc.unit
  end
  return units
end

--- Sends NPCs to distinct tiles around (x, y), in a formation: see `send` of native crowds. Their
--- scripts end; `on_done` is called when the order of each ends. Returns how many got a tile, or
--- nil and the reason.
function Crowd:send(npcs, x, y, options)
  check.self("crowd:send", self, Crowd, "a crowd")
  if type(npcs) ~= "table" or npcs._wakes_at then
    local got = type(npcs) == "table" and "an NPC" or check.describe(npcs)
    error("crowd:send: npcs must be a list of NPCs, got " .. got, 2)
  end
  check.tile("crowd:send", x, y)
  local units = units_of(self, npcs)
  local native = self.units
  -- Only checks the arguments.
  local fine, reason = check.pass("crowd:send", native.send, native, {}, x, y, options)
  if not fine then return nil, reason end
  for _, npc in ipairs(npcs) do
    thread.clear(npc)
    if not (npc._order and npc._order.is_sent) then orders.halt(npc) end
  end
  local count = native:send(units, x, y, options)
  for _, npc in ipairs(npcs) do orders.begin_sent(npc, native:goal(npc.unit)) end
  return count
end

-- ------------------------------------------------------------------------------- updates

--- The script of an NPC is resumed in this slice.
function Crowd:_make_ready(npc)
  if npc._is_ready then return end
  npc._is_ready = true
  self._ready[#self._ready + 1] = npc
end

local function was_added_before(a, b)
  return a._id < b._id
end

--- Resumes the script of an NPC, and reads the fields that it has set.
local function resume(self, npc)
  errors.call(self, npc, thread.resume, npc)
  if npc.crowd == self and settings.has_changed(npc) then settings.read(npc) end
end

--- Resumes the scripts whose orders have ended.
local function resume_ready(self)
  local list = self._ready
  if #list == 0 then return end
  self._ready = {}
  if #list > 1 then table.sort(list, was_added_before) end
  for _, npc in ipairs(list) do
    if npc.crowd == self and npc._is_ready and npc._script then resume(self, npc) end
  end
end

--- Removes NPCs whose units the game has removed.
local function drop_lost(self)
  if self.units:count() >= #self.npcs then return end
  for i = #self.npcs, 1, -1 do
    local npc = self.npcs[i]
    if not self.units:size(npc.unit) then self:remove(npc) end
  end
end

--- Reads the fields that the game has set, and lists the NPCs whose scripts wake until `time`. This
--- is all that is done for an NPC that stands and sleeps.
local function scan(self, time)
  local changed, due, fastest = nil, self._due, 0
  for i = #due, 1, -1 do due[i] = nil end
  for _, npc in ipairs(self.npcs) do
    if settings.has_changed(npc) then
      changed = changed or {}
      changed[#changed + 1] = npc
    end
    if npc._wakes_at <= time then due[#due + 1] = npc end
    if npc._unit_speed > fastest then fastest = npc._unit_speed end
  end
  if changed then
    for _, npc in ipairs(changed) do
      if npc.crowd == self then settings.read(npc) end
      if npc._unit_speed > fastest then fastest = npc._unit_speed end
    end
  end
  self._fastest = fastest
end

local function wake(self)
  local due, time = self._due, self._time
  for i = 1, #due do
    local npc = due[i]
    if npc.crowd == self and npc._script and npc._wakes_at <= time then resume(self, npc) end
  end
end

--- Keeps an event until it is handled. `order`: the order that it concerns, or nil.
function Crowd:_add_event(npc, event, order, x, y)
  self._events[#self._events + 1] = { npc = npc, name = event, order = order, x = x, y = y }
end

--- The NPC moves: `move_npcs` handles it from now on.
function Crowd:_activate(npc)
  if npc._is_active then return end
  npc._is_active = true
  self._active[#self._active + 1] = npc
end

--- Takes the events of the native crowd. NPCs whose units step become active.
local function take_events(self)
  local by_unit = self._by_unit
  for unit, event, x, y in self.units:events() do
    local npc = by_unit[unit]
    if event == "blocked" then npc = nil end -- the order goes on
    if npc and event ~= "step" then
      self:_add_event(npc, event, npc._order, x, y)
    elseif npc then
      self:_activate(npc)
    end
  end
end

--- Moves all NPCs whose units step to where these are.
local function move_npcs(self, dt)
  local active, kept = self._active, 0
  for i = 1, #active do
    local npc, is_active = active[i], false
    if npc.crowd == self then
      local ok, result = pcall(steps.move, npc, dt)
      if not ok then errors.report(self, npc, result) end
      is_active = npc.crowd == self and (not ok or result)
    end
    if is_active then
      kept = kept + 1
      active[kept] = npc
    else
      npc._is_active = false
    end
  end
  for i = #active, kept + 1, -1 do active[i] = nil end
end

-- How long an NPC waits after an error in its `on_enter` [seconds].
local error_delay = 1

--- Asks `on_enter` whether an NPC may step to tile (x, y). Returns true, or how long the NPC waits
--- before the next question [seconds].
local function ask_to_enter(self, npc, x, y)
  local ok, answer = pcall(npc.on_enter, npc, x, y)
  if ok and (answer == true or check.is_finite(answer) and answer >= 0) then return answer end
  if ok and not answer then return 0 end
  errors.report(self, npc, not ok and answer or check.expected("crowd:update",
    "what npc.on_enter returns", "true, false or a number >= 0", answer))
  return error_delay
end

--- A unit needs a permission for its step to tile (x, y).
local function answer(self, npc, x, y)
  local delay = not npc.on_enter or ask_to_enter(self, npc, x, y)
  if npc.crowd ~= self then return end
  if delay ~= true then return self.units:delay(npc.unit, delay) end
  self.units:permit(npc.unit, x, y)
  self._has_news = true
end

local function handle_events(self)
  local events = self._events
  if #events == 0 then return end
  self._events = {}
  for _, event in ipairs(events) do
    local npc = event.npc
    if npc.crowd == self and event.name == "asks" then
      errors.call(self, npc, answer, self, npc, event.x, event.y)
    elseif npc.crowd == self and event.order then
      errors.call(self, npc, orders.handle, npc, event.order, event.name)
    end
  end
end

--- Lets time pass for the native crowd, and does what follows from it.
local function run_units(self, dt)
  self._has_news = false
  self.units:update(dt)
  take_events(self)
  move_npcs(self, dt)
  handle_events(self)
  resume_ready(self)
end

--- Begins the orders of scripts that woke. The time that was left of a step, which ended in the
--- last slice, must not count for them: the NPC would leap. It ends when any time passes. Returns
--- how much has passed [seconds].
local function begin_first_orders(self)
  if not self._has_news then return 0 end
  local time = self._has_spare and instant or 0
  run_units(self, time)
  return time
end

--- Begins orders at the moment at which they are given.
local function begin_orders(self)
  for _ = 1, max_rounds do
    if not self._has_news then return end
    run_units(self, 0)
  end
end

local function count_slices(self, time)
  local longest = slice
  if self._fastest > 0 then longest = min(slice, slice_tiles / self._fastest) end
  return max(1, ceil(time / longest - 1e-6))
end

local function advance(self, time)
  local fastest, count = self._fastest, count_slices(self, time)
  while count > 0 do
    drop_lost(self)
    scan(self, self._time + time / count)
    if self._fastest > fastest then
      fastest, count = self._fastest, count_slices(self, time)
    end
    local dt = time / count
    self._time = self._time + dt
    wake(self)
    local passed = begin_first_orders(self)
    begin_orders(self)
    self._has_spare = false
    if dt > passed then run_units(self, dt - passed) end
    begin_orders(self)
    time, count = time - dt, count - 1
  end
end

--- Lets time pass for all NPCs [seconds, >= 0]. Time beyond one hour is dropped.
function Crowd:update(dt)
  check.self("crowd:update", self, Crowd, "a crowd")
  local is_time = check.is_finite(dt) and dt >= 0
  check.that(is_time, "crowd:update", "dt", "a finite number >= 0", dt)
  if self._is_updating then
    error("crowd:update: must not be called from a script or a callback of its own", 2)
  end
  self._is_updating = true
  local ok, message = errors.run_to_end(advance, self, min(dt, max_time))
  self._is_updating = false
  if not ok then error(message, 0) end
  errors.raise(self)
end

-- -------------------------------------------------------------------------------- saving

--- The crowd as a string, and the array of the rules in use. `describe(npc)` returns a plain value
--- that the string keeps with the NPC. Raises an error when a script, an argument or what
--- `describe` returns cannot be saved.
function Crowd:serialize(describe)
  check.self("crowd:serialize", self, Crowd, "a crowd")
  local is_fine = describe == nil or type(describe) == "function"
  check.that(is_fine, "crowd:serialize", "describe", "a function", describe)
  if self._is_updating then
    error("crowd:serialize: must not be called from a script or a callback", 2)
  end
  local text, rules = saved.write(self, describe)
  if not text then error("crowd:serialize: " .. rules, 2) end
  return text, rules
end

-- ------------------------------------------------------------------------------ creation

local script = {}

local function refuse_paths(who, options)
  if type(options) == "table" and options.paths ~= nil then
    error(who .. ': option "paths" is gone: crowds search their paths; budget = 5000 bounds the ' ..
      "searches of an update", 3)
  end
end

local LAYOUT = options_of.kinds.layout
local NAMES = {
  "a table of functions and objects by name", function(value) return type(value) == "table" end,
}

local check_new = check.options_checker("script.crowd", {
  layout = LAYOUT, names = NAMES, on_error = check.FUNCTION, smooth = check.BOOLEAN,
  budget = check.ANY, -- the native crowd checks it
  replan = check.BOOLEAN,
  patience = {
    "a number >= 0", function(value) return type(value) == "number" and value >= 0 end,
  },
})

local check_loaded = check.options_checker("script.deserialize", {
  layout = LAYOUT, names = NAMES, on_error = check.FUNCTION, on_load = check.FUNCTION,
})

--- A crowd without NPCs on a native crowd.
local function new_crowd(grid, options, units, is_smooth)
  return setmetatable({
    grid = grid, npcs = {}, layout = options.layout, on_error = options.on_error,
    names = options.names, patience = options.patience or 60,
    units = units, smooth = is_smooth or false,
    _by_unit = {}, _active = {}, _ready = {}, _due = {}, _events = {}, _errors = {},
    _time = 0, _fastest = 0, _added = 0, _has_news = false, _has_spare = false,
  }, Crowd)
end

--- Creates a crowd on a grid, without NPCs. `patience`: how long an order tries without progress
--- [seconds, >= 0, default 60]. `smooth`: NPCs are drawn without sharp corners. `budget`: how many
--- expansions the searches of an update may make [default 5000]. `replan`: orders go around new
--- penalties [default true].
function script.crowd(grid, options)
  local who = "script.crowd"
  check.object(who, "grid", "an astar grid", grid)
  refuse_paths(who, options)
  options = check_new(options)
  local units = check.pass(who, astar.crowd, grid, {
    patience = max(options.patience or 60, min_patience), smooth = options.smooth,
    budget = options.budget, replan = options.replan,
  })
  return new_crowd(grid, options, units, options.smooth)
end

--- Creates a crowd from a string of `crowd:serialize`. Scripts begin again, with their arguments.
--- Returns nil and a message when the string is not valid.
function script.deserialize(text, grid, rules, options)
  local who = "script.deserialize"
  check.that(type(text) == "string", who, "the first argument", "a string", text)
  check.object(who, "grid", "an astar grid", grid)
  check.that(type(rules) == "table", who, "rules", "an array of rules", rules)
  refuse_paths(who, options)
  options = check_loaded(options)
  local crowd, message, is_misuse = saved.read(text, grid, rules, options,
    function(units, is_smooth) return new_crowd(grid, options, units, is_smooth) end)
  if is_misuse then error(message, 2) end
  return crowd, message
end

return script --[[@as astar.script]]
