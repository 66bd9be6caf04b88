-- Paints the images of the village: `love examples/love-village/art` writes map/tiles.png and
-- people.png. The game itself does not need this folder.

local people = require "people"
local tiles = require "tiles"

local function write(name, canvas)
  local file = assert(io.open(love.filesystem.getSource() .. "/../" .. name, "wb"))
  file:write(canvas.data:encode("png"):getString())
  file:close()
end

write("map/tiles.png", tiles.paint())
write("people.png", people.paint())
love.event.quit()
