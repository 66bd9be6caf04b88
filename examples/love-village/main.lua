-- A village: a map from Tiled, NPCs with scripts, doors that close, and a player that walks where
-- the user clicks. You can start your own game from these files.
--
-- Run it with: make love-village
--
--   map/         the map drawn in Tiled (village.tmx), its export, the image of its tiles
--   world.lua    the village: map, doors, fields, people; updates all of them
--   movers.lua   the costs of each kind of mover
--   people.lua   the list of NPCs
--   scripts.lua  the scripts of the NPCs
--   player.lua   what a click does
--   doors.lua, fields.lua      what changes on the map
--   inn.lua      the upper floor of the inn
--   fog.lua      what the player sees
--   scenery.lua, sprites.lua, view.lua, hud.lua    drawing
--   art/         paints the images; the game does not need it
local fog = require "fog"
local hud = require "hud"
local player = require "player"
local view = require "view"
local world = require "world"

love.math.setRandomSeed(7) -- the same random numbers in every run
local village = world.new "map/village.lua"
local is_paused = false

function love.load()
  love.graphics.setDefaultFilter("nearest", "nearest") -- pixels stay square
  view.load(village)
  hud.load()
end

-- A frame counts as at most 0.1 s, so that nothing jumps after a long pause.
function love.update(dt)
  if not is_paused then village:update(math.min(dt, 0.1)) end
end

function love.draw()
  view.draw(village)
  hud.draw(village, is_paused)
end

-- Left button: the player walks to the tile, or to a door and opens or closes it, or to an NPC and
-- greets it. Right button: opens or closes a door from a distance.
function love.mousepressed(screen_x, screen_y, button)
  local x, y = view.tile_at(village, screen_x, screen_y)
  if not x then return end -- off the map
  if button == 1 then
    player.click(village, x, y)
  elseif village.doors:at(x, y) then
    village.doors:at(x, y):toggle()
  end
end

local keys = {
  space = function() is_paused = not is_paused end,
  u = function() village.inn.is_open = not village.inn.is_open end,
  f = function() fog.is_shown = not fog.is_shown end,
  p = function() view.shows_paths = not view.shows_paths end,
  escape = function() love.event.quit() end,
}

function love.keypressed(key)
  if keys[key] then keys[key]() end
end
