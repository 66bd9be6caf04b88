--- Draws the people. The image people.png has three rows for each look (front, side, back). Each
--- row has four cells: standing, breathing in, and two cells of walking. The last row has the
--- things that people carry.

local sprites = {}

local image
local quads = {}
-- The width and height of a cell; the row of a cell that lies at the center of the tile [pixels].
local size, feet = 32, 24
local rows = { down = 0, right = 1, left = 1, up = 2 } -- by npc.facing; left is right, mirrored
local stride = 9                 -- how far an NPC walks per cell of walking [pixels]
local breath = 0.7               -- how long a cell of standing is shown [seconds]

local things = { sack = 1, bucket = 2, bread = 3 }

-- The quad (a part of the image) of a cell. Created at the first call.
local function quad_of(column, row)
  local number = row * 4 + column
  quads[number] = quads[number] or
    love.graphics.newQuad(column * size, row * size, size, size, image:getDimensions())
  return quads[number]
end

function sprites.load()
  image = love.graphics.newImage "people.png"
end

-- The cell of a row to show: by the way that the NPC has walked, or by the time that it has stood.
local function column_of(npc, time)
  if npc.state == "moving" then return 2 + math.floor(npc.walked / stride) % 2 end
  if npc.state == "waiting" then return 0 end
  return math.floor((time - npc.idle_since) / breath) % 2
end

--- Draws an NPC. `x`: where on the map [world units].
function sprites.draw(npc, x, time)
  local quad = quad_of(column_of(npc, time), (npc.look - 1) * 3 + rows[npc.facing])
  local flip = npc.facing == "left" and -1 or 1
  love.graphics.draw(image, quad, x, npc.y, 0, flip, 1, size / 2, feet)
  if npc.carries then
    local rows_of_people = image:getHeight() / size - 1
    love.graphics.draw(image, quad_of(things[npc.carries] - 1, rows_of_people), x, npc.y - 19,
      0, 1, 1, size / 2, size / 2)
  end
end

return sprites
