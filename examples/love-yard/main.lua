-- A yard: a map of Tiled as many people draw it. A boolean "collides" marks the tiles that block,
-- and the fences are rectangles on an object layer. No tile names a terrain.
--
-- STI draws the map if its folder `sti` is beside this file: it is on
-- https://github.com/karai17/Simple-Tiled-Implementation. Otherwise tiles.lua draws the map.
--
-- Run it with: make love-yard
local tiled = require "astar.tiled"

local has_sti, sti = pcall(require, "sti")
local tiles = require "tiles"

local scale = 3
local speed = 6 -- of the hen [tiles per second]

local map = assert(tiled.load("yard.lua", {
  walls = { property = "collides", layers = "Fences" }, fill = "floor",
}))
local rules = map:rules { cost = { floor = 1 } }
local coop = map:object "coop"
local hen = { x = map:object("hen").x, y = map:object("hen").y, path = nil, walked = 0 }
local picture

-- Sends the hen to a tile, if there is a way.
local function send(x, y)
  local path = map.grid:find_path(hen.x, hen.y, x, y, rules)
  if path then hen.path, hen.walked = path, 0 end
end

function love.load()
  love.graphics.setDefaultFilter("nearest", "nearest") -- pixels stay square
  picture = has_sti and sti "yard.lua" or tiles.new(map)
  send(coop.x, coop.y)
end

function love.update(dt)
  hen.walked = math.min(hen.walked + dt * speed, #hen.path - 1)
  hen.x, hen.y = hen.path:get(math.floor(hen.walked + 0.5) + 1)
end

-- The hen is between two tiles of its path.
local function hen_position()
  local i = math.floor(hen.walked) + 1
  local x1, y1 = hen.path:get(i)
  local x2, y2 = hen.path:get(math.min(i + 1, #hen.path))
  local part = hen.walked - (i - 1)
  return map.layout:to_world(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part)
end

function love.draw()
  love.graphics.setColor(1, 1, 1)
  picture:draw(0, 0, scale, scale)
  love.graphics.scale(scale)
  love.graphics.setColor(1, 0.97, 0.86, 0.7)
  for _, x, y in hen.path:each() do
    local wx, wy = map.layout:to_world(x, y)
    love.graphics.circle("fill", wx, wy, 1.5)
  end
  local wx, wy = hen_position()
  love.graphics.setColor(0.8, 0.3, 0.25)
  love.graphics.circle("fill", wx, wy, 4)
  love.graphics.setColor(1, 1, 1)
  love.graphics.circle("fill", wx, wy, 3)
end

-- A click sends the hen.
function love.mousepressed(x, y)
  send(map.layout:to_tile(x / scale, y / scale))
end

function love.keypressed(key)
  if key == "escape" then love.event.quit() end
end
