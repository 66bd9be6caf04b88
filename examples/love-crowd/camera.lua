--- Which part of the map the window shows. Distances on the map are in world units: a tile is
--- `camera.tile` of them wide.

local camera = { tile = 16 }

local Camera = {}
Camera.__index = Camera

local largest_zoom = 4 -- [pixels per world unit]

--- Creates a camera that shows the whole map.
---@param width integer of the map [tiles]
---@param height integer of the map [tiles]
---@param top integer the height of the panel above the map [pixels]
---@param bottom integer the height of the line below the map [pixels]
function camera.new(width, height, top, bottom)
  local self = setmetatable({
    map_width = width * camera.tile, map_height = height * camera.tile,
    top = top, bottom = bottom,
  }, Camera)
  self:show_all()
  return self
end

-- The part of the window for the map: its width and its height.
function Camera:room()
  local width, height = love.graphics.getDimensions()
  return width, math.max(height - self.top - self.bottom, 1)
end

-- The zoom at which the whole map fits.
function Camera:smallest_zoom()
  local width, height = self:room()
  return math.min(width / self.map_width, height / self.map_height, largest_zoom)
end

--- Shows the whole map.
function Camera:show_all()
  self.zoom, self.is_whole = self:smallest_zoom(), true
  self:limit()
end

-- Keeps the map in the window; it is in the middle where it is smaller than the window.
function Camera:limit()
  local width, height = self:room()
  self.zoom = math.max(self:smallest_zoom(), math.min(self.zoom, largest_zoom))
  local function limit(left, room, length)
    local over = length * self.zoom - room
    return over <= 0 and over / 2 or math.max(0, math.min(left, over))
  end
  -- The top left corner of the window, from that of the map [pixels].
  self.left = limit(self.left or 0, width, self.map_width)
  self.above = limit(self.above or 0, height, self.map_height)
end

--- Must be called when the size of the window has changed.
function Camera:resize()
  if self.is_whole then self:show_all() else self:limit() end
end

--- Moves the map in the window [pixels].
function Camera:pan(dx, dy)
  self.left, self.above = self.left - dx, self.above - dy
  self:limit()
end

--- Zooms; the point of the map below (x, y) of the window stays there.
function Camera:zoom_by(factor, x, y)
  local world_x, world_y = self:to_world(x, y)
  self.zoom = self.zoom * factor
  self:limit()
  self.left = world_x * self.zoom - x
  self.above = world_y * self.zoom - (y - self.top)
  self.is_whole = self.zoom <= self:smallest_zoom()
  self:limit()
end

--- Converts a point of the window to a point of the map [world units].
function Camera:to_world(x, y)
  return (x + self.left) / self.zoom, (y - self.top + self.above) / self.zoom
end

--- Converts a point of the window to a point of the map [tiles]. The center of tile (1, 1) is
--- (1, 1).
function Camera:to_tiles(x, y)
  local world_x, world_y = self:to_world(x, y)
  return world_x / camera.tile + 0.5, world_y / camera.tile + 0.5
end

--- Converts a point of the map [tiles] to a point of the window.
function Camera:to_screen(x, y)
  return (x - 0.5) * camera.tile * self.zoom - self.left,
    (y - 0.5) * camera.tile * self.zoom - self.above + self.top
end

--- Lets all drawings from here to `love.graphics.pop` be in world units.
function Camera:push()
  love.graphics.push()
  love.graphics.translate(-self.left, self.top - self.above)
  love.graphics.scale(self.zoom)
end

return camera
