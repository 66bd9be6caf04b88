--- Milliseconds of each frame, by what they were spent on: figures, and bars of the last frames.

local meter = {}

local frames = 150        -- how many bars
local budget = 1000 / 60  -- milliseconds a frame may take

local Meter = {}
Meter.__index = Meter

---@param parts table[] { name, color } each
function meter.new(parts)
  local self = setmetatable({ parts = parts, bars = {}, at = 0, since = 0, shown = {} }, Meter)
  self.sums = {}
  for i = 1, #parts do self.sums[i], self.shown[i] = 0, 0 end
  self.count = 0
  return self
end

--- Takes the milliseconds of a frame, one figure for each part.
function Meter:add(...)
  self.at = self.at % frames + 1
  self.bars[self.at] = { ... }
  self.count = self.count + 1
  for i = 1, #self.parts do self.sums[i] = self.sums[i] + select(i, ...) end
  if self.count < 30 then return end
  for i = 1, #self.parts do -- half a second: figures that can be read
    self.shown[i], self.sums[i] = self.sums[i] / self.count, 0
  end
  self.count = 0
end

--- Writes the figures, in the font that is set.
function Meter:draw_figures(x, y, color)
  for i, part in ipairs(self.parts) do
    love.graphics.setColor(part[2])
    love.graphics.rectangle("fill", x, y + 4, 10, 10, 2)
    love.graphics.setColor(color)
    love.graphics.print(("%s %.2f ms"):format(part[1], self.shown[i]), x + 16, y)
    x = x + 130
  end
end

--- Draws the last frames as bars, one pixel wide each; a whole box is what a frame may take at 60
--- frames a second.
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
