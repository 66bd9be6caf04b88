--- How long a call takes.
local stopwatch = {}

--- The mean time of one call of `f`, over as many calls as fill a twentieth of a second.
---@return number microseconds
---@return integer calls
function stopwatch.microseconds(f)
  local calls, start = 0, os.clock()
  local spent
  repeat
    f()
    calls = calls + 1
    spent = os.clock() - start
  until spent > 0.05
  return spent / calls * 1e6, calls
end

return stopwatch
