--- The resident memory of this process [KB], or nil if the system does not report it.
---@return number?
return function()
  local file = io.open "/proc/self/statm"
  if not file then return nil end
  local pages = file:read "*l":match "^%d+ (%d+)"
  file:close()
  return tonumber(pages) * 4
end
