--- Creates an object that is garbage immediately: the next collection calls `finalize`.
---@param finalize function
return function(finalize)
  local newproxy = rawget(_G, "newproxy")
  local proxy = newproxy and newproxy(true) -- in Lua 5.1 and LuaJIT only userdata have finalizers
  local class = proxy and getmetatable(proxy) or {}
  class.__gc = finalize
  if not proxy then setmetatable({}, class) end
end
