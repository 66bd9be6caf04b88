--- Draws the tile layers of the map. Layers with the property "above" in Tiled are drawn over the
--- people.

local scenery = {}

local image, columns, size  -- the tileset; the size of a tile [pixels]
local quads = {}            -- by the number of a tile in the tileset
local below, above = {}, {} -- a SpriteBatch for each layer

-- The quad (a part of the image) of a tile of the tileset. Created at the first call.
local function quad_of(tile)
  quads[tile] = quads[tile] or love.graphics.newQuad(tile % columns * size,
    math.floor(tile / columns) * size, size, size, image:getDimensions())
  return quads[tile]
end

-- Creates a SpriteBatch of all tiles of a layer: LÖVE then draws the layer with one call.
local function new_batch(world, layer)
  local width, height = world.map.grid:size()
  local batch = love.graphics.newSpriteBatch(image, width * height, "static")
  for y = 1, height do
    for x = 1, width do
      local tile, rotation, sx, sy = layer:tile(x, y) -- rotation, sx, sy: Tiled can flip tiles
      if tile then
        local wx, wy = world.layout:to_world(x, y)
        batch:add(quad_of(tile.id), wx, wy, rotation, sx, sy, size / 2, size / 2)
      end
    end
  end
  return batch
end

--- Loads the image of the tileset, and creates a batch for each tile layer.
function scenery.load(world)
  local tileset = world.map.tilesets[1]
  image, size = love.graphics.newImage(tileset.image), tileset.tile_width
  columns = image:getWidth() / size
  for _, layer in ipairs(world.map.layers) do
    if layer.kind == "tiles" then
      local batches = layer.properties.above and above or below
      batches[#batches + 1] = new_batch(world, layer)
    end
  end
end

--- Draws a tile of the tileset, by its number in the tileset, on tile (x, y) of the map.
function scenery.draw_tile(world, tile, x, y)
  local wx, wy = world.layout:to_world(x, y)
  love.graphics.draw(image, quad_of(tile), wx, wy, 0, 1, 1, size / 2, size / 2)
end

function scenery.draw_below()
  for _, batch in ipairs(below) do love.graphics.draw(batch) end
end

function scenery.draw_above()
  for _, batch in ipairs(above) do love.graphics.draw(batch) end
end

return scenery
