--- The script of an NPC: a function that runs as a coroutine.
---
--- A script that waits has set these fields and yields:
---
---   _wakes_at    the time of the crowd at which it is resumed; math.huge: never
---   _awaits      the order whose end resumes it; nil: none
---
--- `resume` sets _is_woken and resumes the coroutine. When other code resumes it, `pause` yields
--- again. When the script calls coroutine.yield itself, it continues in the next slice.
---
--- A script in `pool:await` is resumed in each slice, and only here: it first yields its request,
--- and is resumed at once, by which the pool sees that other code resumes it.
---
--- For games that save: _function and _arguments are what the script began with.

local folder = (...):gsub("script%.thread$", "")
local check = require(folder .. "internal.check")
local errors = require(folder .. "script.errors")
local orders = require(folder .. "script.orders")

local huge = math.huge
local unpack = table.unpack or unpack -- luacheck: ignore 143

local thread = {}

-- By coroutine: the NPC whose script it is or was.
local owners = setmetatable({}, { __mode = "k" })

--- Forgets the script.
function thread.clear(npc)
  npc._script, npc._function, npc._arguments = nil, nil, nil
  npc._wakes_at, npc._awaits, npc._is_ready = huge, nil, false
end

--- Replaces the script. The new one begins in the next slice.
function thread.set(npc, f, ...)
  thread.clear(npc)
  npc._script = coroutine.create(f)
  npc._function, npc._arguments = f, { n = select("#", ...), ... }
  npc._is_new, npc._wakes_at = true, -huge
  owners[npc._script] = npc
end

--- Handles the result of a resumed script: it has yielded, raised the error `first`, or returned
--- `first`, ...
local function handle_outcome(npc, crowd, script, ok, first, ...)
  local is_over = coroutine.status(script) == "dead"
  if not ok then
    if type(first) == "string" then first = debug.traceback(script, first) end
    errors.report(crowd, npc, first)
  end
  if npc._script ~= script then return end -- another script has replaced it
  if is_over then
    thread.clear(npc)
    if npc._order then orders.halt(npc) end
  elseif npc._wakes_at == huge and not npc._awaits then
    npc._wakes_at = -huge -- the script called coroutine.yield
  end
  if npc._halts then orders.halt(npc) end -- the script before has left its order
  if is_over and ok and npc.on_done then
    errors.call(crowd, npc, npc.on_done, npc, first, ...)
  end
end

--- Resumes a script once more when the results of coroutine.resume are those of `pool:await`.
local function resume_await(script, ok, first, ...)
  if ok and getmetatable(first) == "astar.request" and coroutine.status(script) == "suspended" then
    return coroutine.resume(script)
  end
  return ok, first, ...
end

--- Starts or resumes the script.
function thread.resume(npc)
  local script, crowd, is_new = npc._script, npc.crowd, npc._is_new
  npc._wakes_at, npc._awaits, npc._is_woken = huge, nil, true
  npc._is_new, npc._is_ready = false, false
  if is_new then
    local arguments = npc._arguments
    handle_outcome(npc, crowd, script, resume_await(script,
      coroutine.resume(script, npc, unpack(arguments, 1, arguments.n))))
  else
    handle_outcome(npc, crowd, script, resume_await(script, coroutine.resume(script)))
  end
end

-- ------------------------------------------------------------------------------ waiting

--- Yields until `resume` resumes the script. A script that was replaced stays here forever.
local function pause(npc)
  local script = coroutine.running()
  npc._is_woken = false
  repeat coroutine.yield() until npc._is_woken and npc._script == script
end

--- Waits for some time [seconds]; 0: until the next slice.
function thread.pause_for(npc, seconds)
  npc._wakes_at = npc.crowd._time + seconds
  pause(npc)
end

--- Waits until an order has ended. Returns its result: true, or nil and the reason. `order` is nil
--- for an order that was refused.
function thread.pause_until_done(npc, order, reason)
  if not order then
    thread.pause_for(npc, 0) -- a script that tries again in a loop must not hang the game
    return nil, reason
  end
  npc._awaits = order
  pause(npc)
  return order.done, order.reason
end

--- Waits until the next slice, or the end of an order.
function thread.pause_slice(npc, order)
  npc._awaits = not order.is_over and order or nil
  thread.pause_for(npc, 0)
end

-- ------------------------------------------------------------------------------- checks

function thread.check_npc(method, npc, level)
  level = level or 3
  if type(npc) ~= "table" or not npc._wakes_at then
    error(check.called_on("npc:" .. method, "an NPC of a crowd", npc), level)
  elseif not npc.crowd then
    error(("npc:%s: the NPC was removed from its crowd"):format(method), level)
  end
end

--- Raises an error unless the NPC's own script calls. A script that was replaced stops here
--- forever.
function thread.check_order(method, npc)
  thread.check_npc(method, npc, 4)
  local script = coroutine.running()
  if script and owners[script] == npc then
    while npc._script ~= script do coroutine.yield() end
  else
    error(("npc:%s: must be called in the NPC's own script (npc:run starts one)")
      :format(method), 3)
  end
end

return thread
