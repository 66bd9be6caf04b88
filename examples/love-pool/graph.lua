--- Shows how long the updates of the game took [milliseconds]: a bar for each of the last frames,
--- in the color of its kind, and the longest one of each kind as text.
local graph = {}

local frames = 300       -- number of bars
local limit = 1000 / 60  -- the time of a frame at 60 frames per second [milliseconds]
local greatest = 2.4 * limit -- the height of the box [milliseconds]

graph.width = frames

local Graph = {}
Graph.__index = Graph

--- Creates a graph without frames.
---@param kinds table[] the kinds of frames, { name, color } each
function graph.new(kinds)
  return setmetatable({ kinds = kinds, bars = {}, at = 0 }, Graph)
end

--- Adds a frame.
---@param kind integer the index of its kind
---@param milliseconds number
function Graph:add(kind, milliseconds)
  self.at = self.at % frames + 1
  self.bars[self.at] = { kind = kind, length = milliseconds }
end

--- The longest of the frames that are shown, by kind [milliseconds].
function Graph:longest()
  local longest = {}
  for _, bar in ipairs(self.bars) do
    longest[bar.kind] = math.max(longest[bar.kind] or 0, bar.length)
  end
  return longest
end

--- Draws the name and the longest frame of each kind, in the current font, right-aligned at `x`.
function Graph:draw_figures(x, y, ink, faint)
  local longest = self:longest()
  local font = love.graphics.getFont()
  for i, kind in ipairs(self.kinds) do
    local text = longest[i] and ("%s: longest %.1f ms"):format(kind[1], longest[i]) or kind[1]
    local left = x - font:getWidth(text)
    love.graphics.setColor(kind[2])
    love.graphics.rectangle("fill", left - 16, y + 5, 10, 10, 2)
    love.graphics.setColor(longest[i] and ink or faint)
    love.graphics.print(text, left, y)
    y = y + 24
  end
end

--- Draws the bars, one pixel wide each, with the newest one at the right. The line is the time of a
--- frame at 60 frames per second.
function Graph:draw_bars(x, y, height)
  love.graphics.setColor(1, 1, 1, 0.06)
  love.graphics.rectangle("fill", x, y, frames, height)
  for i = 1, frames do
    local bar = self.bars[(self.at + i - 1) % frames + 1]
    if bar then
      local length = math.max(math.min(bar.length / greatest, 1) * height, 1)
      love.graphics.setColor(self.kinds[bar.kind][2])
      love.graphics.rectangle("fill", x + i - 1, y + height - length, 1, length)
    end
  end
  local line = y + height - limit / greatest * height
  love.graphics.setColor(1, 1, 1, 0.35)
  love.graphics.line(x, line, x + frames, line)
end

return graph
