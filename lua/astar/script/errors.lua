--- Errors of NPCs. An error in a script or a callback of one NPC must not stop the others.

local errors = {}

--- Reports an error of one NPC: to `on_error`, or by an error that `crowd:update` raises at its
--- end.
function errors.report(crowd, npc, message)
  if crowd.on_error then
    local ok, failure = pcall(crowd.on_error, npc, message)
    if ok then return end
    message = failure
  end
  crowd._errors[#crowd._errors + 1] = { message } -- the message may be nil
end

local function handle(crowd, npc, ok, ...)
  if ok then return ... end
  errors.report(crowd, npc, (...))
end

--- Calls a callback of an NPC. Returns what it returns; nothing after an error, which is reported.
function errors.call(crowd, npc, callback, ...)
  return handle(crowd, npc, pcall(callback, ...))
end

--- Raises the errors that were reported since the last call, if there are any.
function errors.raise(crowd)
  local list = crowd._errors
  if #list == 0 then return end
  crowd._errors = {}
  if #list == 1 then error(list[1][1], 0) end
  local texts = {}
  for i, item in ipairs(list) do texts[i] = tostring(item[1]) end
  error(table.concat(texts, "\n\n"), 0)
end

--- Runs a function to its end. Returns what pcall returns.
---
--- In a coroutine of the game a callback could yield, in the middle of an update, and the game
--- might never resume the coroutine. So the function runs in a coroutine of its own: a yield in it
--- returns at once.
function errors.run_to_end(f, ...)
  local current, is_main = coroutine.running()
  if not current or is_main then return pcall(f, ...) end
  local thread = coroutine.create(f)
  local ok, result = coroutine.resume(thread, ...)
  while coroutine.status(thread) ~= "dead" do ok, result = coroutine.resume(thread) end
  return ok, result
end

return errors
