--- Draws the map and the people, scaled by an integer, so that all pixels have the same size.
--- People further down on the screen are drawn later, so they cover people further up.

local fields = require "fields"
local fog = require "fog"
local scenery = require "scenery"
local sprites = require "sprites"

local view = { shows_paths = false }

local bar = 24                -- height of the line of text below the map
local first_crop = 6 * 16 + 3 -- the tile with young grain in the tileset; two riper ones follow it
local your_color, their_color = { 1, 0.97, 0.86 }, { 0.45, 0.5, 0.66 }

--- Loads the images. Must be called in love.load.
function view.load(world)
  love.graphics.setBackgroundColor(0.27, 0.24, 0.27)
  scenery.load(world)
  sprites.load()
end

--- The scale of the map on the screen, and the position of its top left corner [pixels]: the map is
--- as large as the window allows, in the middle.
local function camera(world)
  local _, _, width, height = world.layout:bounds(world.map.grid:size())
  local screen_width, screen_height = love.graphics.getDimensions()
  local room = screen_height - bar
  local scale = math.max(math.floor(math.min(screen_width / width, room / height)), 1)
  return scale, math.floor((screen_width - width * scale) / 2),
    math.floor((room - height * scale) / 2)
end

--- Converts a point of the map (world units of `world.layout`) to a point of the screen.
function view.to_screen(world, wx, wy)
  local scale, left, top = camera(world)
  return left + wx * scale, top + wy * scale
end

--- Converts a point of the screen to a point of the map.
function view.to_world(world, screen_x, screen_y)
  local scale, left, top = camera(world)
  return (screen_x - left) / scale, (screen_y - top) / scale
end

--- The tile of the grid under a point of the screen; nil off the map.
function view.tile_at(world, screen_x, screen_y)
  return world.inn:tile_at(world.layout:to_tile(view.to_world(world, screen_x, screen_y)))
end

--- Where on the map an NPC is drawn [world units], and its floor; nil below the roof of the inn.
function view.place(world, npc)
  local shift, floor = world.inn:shift(npc.tile_x, npc.tile_y)
  if floor == 1 or world.inn.is_open then return npc.x - shift, floor end
end

-- ------------------------------------------------------------------------------ drawing

-- Draws the grain on the plots, by its stage of growth.
local function draw_crops(world)
  for _, plot in ipairs(world.fields.plots) do
    local stage = fields.stage(plot)
    if stage > 0 then scenery.draw_tile(world, first_crop + stage - 1, plot.x, plot.y) end
  end
end

-- Draws the doors, open or closed.
local function draw_doors(world)
  for _, door in ipairs(world.doors.list) do
    scenery.draw_tile(world, door.is_open and door.tile + 1 or door.tile, door.x, door.y)
  end
end

-- Draws a disc with a dark border.
local function draw_dot(x, y, radius, color)
  love.graphics.setColor(0.2, 0.18, 0.22, 0.35)
  love.graphics.circle("fill", x, y, radius + 0.75)
  love.graphics.setColor(color)
  love.graphics.circle("fill", x, y, radius)
end

-- Draws the rest of the path of an NPC on a floor: a dot per tile, and a ring on the goal.
local function draw_path(world, npc, color, floor)
  local last_x, last_y
  for _, x, y in npc:remaining() do
    local shift, on_floor = world.inn:shift(x, y)
    if last_x then draw_dot(last_x, last_y, 1.75, color) end
    last_x, last_y = world.layout:to_world(x, y)
    last_x = on_floor == floor and last_x - shift or nil
  end
  if last_x then
    draw_dot(last_x, last_y, 1.75, color)
    love.graphics.setLineWidth(1.5)
    love.graphics.circle("line", last_x, last_y, 5 + math.sin(world.time * 5))
  end
  love.graphics.setColor(1, 1, 1)
end

-- Draws the path of the player, and with the key P those of all others, too.
local function draw_paths(world, floor)
  if view.shows_paths then
    for _, npc in ipairs(world.people) do draw_path(world, npc, their_color, floor) end
  end
  draw_path(world, world.player, your_color, floor)
end

-- Draws a ring on the ground below the player.
local function draw_ring(npc, x)
  love.graphics.setColor(1, 0.97, 0.86, 0.6)
  love.graphics.setLineWidth(1)
  love.graphics.ellipse("line", x, npc.y + 3, 8, 4)
  love.graphics.setColor(1, 1, 1)
end

-- Draws the people of a floor, sorted by y. `world.people` keeps its order.
local function draw_people(world, floor)
  local sorted = {}
  for _, npc in ipairs(world.people) do
    local x, on_floor = view.place(world, npc)
    if on_floor == floor then sorted[#sorted + 1] = npc end
    if on_floor == floor and npc == world.player then draw_ring(npc, x) end
  end
  table.sort(sorted, function(a, b)
    if a.y ~= b.y then return a.y < b.y end
    return a.x < b.x
  end)
  for _, npc in ipairs(sorted) do sprites.draw(npc, view.place(world, npc), world.time) end
end

--- Draws everything in world units of the map: `translate` and `scale` are the camera.
function view.draw(world)
  local scale, left, top = camera(world)
  local _, _, width, height = world.layout:bounds(world.map.grid:size())
  love.graphics.setScissor(left, top, width * scale, height * scale) -- the grid is wider
  love.graphics.push()
  love.graphics.translate(left, top)
  love.graphics.scale(scale)
  love.graphics.setColor(1, 1, 1)
  scenery.draw_below()
  draw_crops(world)
  draw_doors(world)
  draw_paths(world, 1)
  draw_people(world, 1)
  scenery.draw_above()
  fog.draw(world)
  if world.inn.is_open then
    world.inn:draw_rooms()
    draw_paths(world, 2)
    draw_people(world, 2)
  end
  love.graphics.pop()
  love.graphics.setScissor()
end

return view
