--- How long the Lua code of the last frames took: mean and 99th percentile [milliseconds].

local meter = { size = 600 } -- frames

local Meter = {}
Meter.__index = Meter

---@param now function the clock [seconds]
function meter.new(now)
  return setmetatable({ now = now, times = {}, frames = 0, mean = 0, p99 = 0 }, Meter)
end

--- Adds a frame; new figures only once per second, so that they can be read.
function Meter:add(milliseconds)
  self.times[self.frames % meter.size + 1] = milliseconds
  self.frames = self.frames + 1
  if self.frames % 60 ~= 0 then return end
  local sorted, sum = {}, 0
  for i, time in ipairs(self.times) do
    sorted[i], sum = time, sum + time
  end
  table.sort(sorted)
  self.mean, self.p99 = sum / #sorted, sorted[math.ceil(0.99 * #sorted)]
end

function Meter:__tostring()
  return ("Lua of a frame: mean %.3f ms, 99 %% below %.3f ms"):format(self.mean, self.p99)
end

-- What `without_graphics` replaces.
local names = { "rectangle", "circle", "line", "polygon", "draw", "print", "printf", "setCanvas" }
local function nothing() end

--- Calls a function that draws, while the calls of LÖVE that draw do nothing. What is left is the
--- time of Lua, and of the crowd.
function meter.without_graphics(action)
  local kept = {}
  for _, name in ipairs(names) do
    kept[name] = love.graphics[name]
    love.graphics[name] = nothing
  end
  action()
  for name, call in pairs(kept) do love.graphics[name] = call end
end

return meter
