--- Shows how long the parts of each frame take [milliseconds]: mean values as text, and a bar for
--- each of the last frames.

local meter = {}

local frames = 150        -- number of bars
local budget = 1000 / 60  -- [milliseconds per frame]

local Meter = {}
Meter.__index = Meter

--- Creates a meter without frames.
---@param parts table[] the parts of a frame, { name, color } each
function meter.new(parts)
  local self = setmetatable({ parts = parts, bars = {}, at = 0, since = 0, shown = {} }, Meter)
  self.sums = {}
  for i = 1, #parts do self.sums[i], self.shown[i] = 0, 0 end
  self.count = 0
  return self
end

--- Adds a frame. The arguments are the time of each part [milliseconds].
function Meter:add(...)
  self.at = self.at % frames + 1
  self.bars[self.at] = { ... }
  self.count = self.count + 1
  for i = 1, #self.parts do self.sums[i] = self.sums[i] + select(i, ...) end
  if self.count < 30 then return end
  for i = 1, #self.parts do -- new text only every 30 frames, so that it can be read
    self.shown[i], self.sums[i] = self.sums[i] / self.count, 0
  end
  self.count = 0
end

--- Draws the mean times as text, in the current font.
function Meter:draw_figures(x, y, color)
  for i, part in ipairs(self.parts) do
    love.graphics.setColor(part[2])
    love.graphics.rectangle("fill", x, y + 4, 10, 10, 2)
    love.graphics.setColor(color)
    love.graphics.print(("%s %.2f ms"):format(part[1], self.shown[i]), x + 16, y)
    x = x + 130
  end
end

--- Draws the last frames as bars, one pixel wide each. The height of the box is the time of a frame
--- at 60 frames per second.
function Meter:draw_bars(x, y, height)
  love.graphics.setColor(1, 1, 1, 0.07)
  love.graphics.rectangle("fill", x, y, frames, height)
  for i = 1, frames do
    local bar = self.bars[(self.at + i - 1) % frames + 1]
    local top = y + height
    for part = 1, bar and #bar or 0 do
      local length = math.min(bar[part] / budget * height, top - y)
      love.graphics.setColor(self.parts[part][2])
      love.graphics.rectangle("fill", x + i - 1, top - length, 1, length)
      top = top - length
    end
  end
end

return meter
