--- Draws the people. The image people.png has three rows for each look (front, side, back) with
--- four cells each: standing, breathing in, and two cells of walking.

local sprites = {}

local image
local quads = {}
local size, feet = 32, 24        -- [pixels]: of a cell; the row of a cell at the center of the tile
local rows = { down = 0, right = 1, left = 1, up = 2 }
local stride = 9                 -- [pixels per step]
local breath = 0.7               -- [seconds]

local things = { sack = 1, bucket = 2, bread = 3 }

local function quad_of(column, row)
  local number = row * 4 + column
  quads[number] = quads[number] or
    love.graphics.newQuad(column * size, row * size, size, size, image:getDimensions())
  return quads[number]
end

function sprites.load()
  image = love.graphics.newImage "people.png"
end

local function column_of(npc, time)
  if npc.state == "moving" then return 2 + math.floor(npc.walked / stride) % 2 end
  if npc.state == "waiting" then return 0 end
  return math.floor((time - npc.idle_since) / breath) % 2
end

--- Draws an NPC at its position.
function sprites.draw(npc, time)
  local quad = quad_of(column_of(npc, time), (npc.look - 1) * 3 + rows[npc.facing])
  local flip = npc.facing == "left" and -1 or 1
  love.graphics.draw(image, quad, npc.x, npc.y, 0, flip, 1, size / 2, feet)
  if npc.carries then
    local rows_of_people = image:getHeight() / size - 1
    love.graphics.draw(image, quad_of(things[npc.carries] - 1, rows_of_people), npc.x, npc.y - 19,
      0, 1, 1, size / 2, size / 2)
  end
end

return sprites
