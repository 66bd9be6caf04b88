-- A village, as the start of a game of your own. What is where:
--
--   map/         the map as drawn in Tiled (village.tmx), its export, the picture of its tiles
--   world.lua    all of the village: map, doors, fields, people; lets time pass
--   movers.lua   who walks where, and how gladly
--   people.lua   who lives here
--   scripts.lua  what they do all day
--   player.lua   what a click does
--   doors.lua, fields.lua      what changes on the map
--   scenery.lua, sprites.lua, view.lua, hud.lua    what is seen of it
--   art/         paints the pictures; the game does not need it
local hud = require "hud"
local player = require "player"
local view = require "view"
local world = require "world"

love.math.setRandomSeed(7) -- the same day every time; without it no two are alike
local village = world.new "map/village.lua"
local is_paused = false

function love.load()
  love.graphics.setDefaultFilter("nearest", "nearest") -- pixels stay square
  view.load(village)
  hud.load()
end

function love.update(dt)
  if not is_paused then village:update(math.min(dt, 0.1)) end
end

function love.draw()
  view.draw(village)
  hud.draw(village, is_paused)
end

-- Left: the player walks there, or walks up to a door and opens or shuts it. Right: doors obey
-- from afar.
function love.mousepressed(screen_x, screen_y, button)
  local x, y = view.tile_at(village, screen_x, screen_y)
  if not village.grid:get(x, y) then return end -- beside the map
  if button == 1 then
    player.click(village, x, y)
  elseif village.doors:at(x, y) then
    village.doors:at(x, y):toggle()
  end
end

local keys = {
  space = function() is_paused = not is_paused end,
  p = function() view.shows_paths = not view.shows_paths end,
  escape = function() love.event.quit() end,
}

function love.keypressed(key)
  if keys[key] then keys[key]() end
end

-- The specs play this by a script.
local driver = os.getenv "ASTAR_LOVE_DRIVER"
if driver then assert(loadfile(driver))(village) end
