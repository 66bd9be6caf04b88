--- Draws the tile layers of a map of Tiled, without another library.

local tiles = {}

local Picture = {}
Picture.__index = Picture

--- Loads the images of a map.
function tiles.new(map)
  local self = setmetatable({ map = map, images = {} }, Picture)
  for _, tileset in ipairs(map.tilesets) do
    self.images[tileset.image] = love.graphics.newImage(tileset.image)
  end
  return self
end

--- Draws a tile as Tiled does: the lower left corner of the picture is that of the tile's box.
function Picture:draw_tile(x, y, layer, tile, rotation, sx, sy)
  local layout, image = self.map.layout, self.images[tile.image]
  local quad = love.graphics.newQuad(tile.x, tile.y, tile.width, tile.height, image)
  local wx, wy = layout:to_world(x, y)
  wx = wx + (tile.width - layout.width) / 2 + tile.offset_x + layer.offset_x
  wy = wy + (layout.height - tile.height) / 2 + tile.offset_y + layer.offset_y
  love.graphics.draw(image, quad, wx, wy, rotation, sx, sy, tile.width / 2, tile.height / 2)
end

--- Draws the visible layers at (left, top), scaled by sx and sy.
function Picture:draw(left, top, sx, sy)
  local width, height = self.map.grid:size()
  love.graphics.push()
  love.graphics.translate(left, top)
  love.graphics.scale(sx, sy)
  for _, layer in ipairs(self.map.layers) do
    for y = 1, layer.kind == "tiles" and layer.visible and height or 0 do
      for x = 1, width do
        if layer:tile(x, y) then self:draw_tile(x, y, layer, layer:tile(x, y)) end
      end
    end
  end
  love.graphics.pop()
end

return tiles
