--- Measures the time of a function.
local stopwatch = {}

--- The mean time of one call of `f`, over as many calls as take 0.05 seconds of processor time.
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
