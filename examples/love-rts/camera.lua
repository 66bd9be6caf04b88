--- Which part of the map the window shows. World units: those of the layout.

local layout = require "astar.layout"
local map = require "map"

local camera = {
  tile = 16, top = 60, -- the height of the panel above the map [pixels]
  x = 0, y = 0, zoom = 0, -- the world at the top left corner; [pixels per world unit]
}
camera.layout = layout.orthogonal { width = camera.tile }

local world_width, world_height = map.width * camera.tile, map.height * camera.tile

-- Keeps the map in the window.
function camera.resize()
  local width, height = love.graphics.getDimensions()
  height = height - camera.top
  camera.zoom = math.max(camera.zoom, math.min(width / world_width, height / world_height))
  camera.x = math.max(0, math.min(camera.x, world_width - width / camera.zoom))
  camera.y = math.max(0, math.min(camera.y, world_height - height / camera.zoom))
end

--- Shows the whole map.
function camera.show_all()
  camera.zoom = 0
  camera.resize()
end

--- Converts a point of the window.
function camera.to_world(x, y)
  return camera.x + x / camera.zoom, camera.y + (y - camera.top) / camera.zoom
end

function camera.to_tile(x, y)
  local tile_x, tile_y = camera.layout:to_tile(camera.to_world(x, y))
  return math.max(1, math.min(tile_x, map.width)), math.max(1, math.min(tile_y, map.height))
end

--- Moves the map in the window [pixels].
function camera.pan(dx, dy)
  camera.x, camera.y = camera.x - dx / camera.zoom, camera.y - dy / camera.zoom
  camera.resize()
end

--- Zooms; the point of the map below (x, y) stays there.
function camera.zoom_by(factor, x, y)
  local world_x, world_y = camera.to_world(x, y)
  camera.zoom = math.min(camera.zoom * factor, 4)
  camera.resize()
  camera.x, camera.y = world_x - x / camera.zoom, world_y - (y - camera.top) / camera.zoom
  camera.resize()
end

--- Lets all drawings from here to `love.graphics.pop` be in world units.
function camera.push()
  love.graphics.push()
  love.graphics.translate(0, camera.top)
  love.graphics.scale(camera.zoom)
  love.graphics.translate(-camera.x, -camera.y)
end

return camera
