--- A village: click to walk. The dog follows you, the guard is on patrol,
--- and the smith has the key to his door; click the door to lock or to
--- unlock it. Each of them is an NPC with a script.
local astar = require "astar"
local draw = require "astar.love"
local layout = require "astar.layout"
local script = require "astar.script"

local map = astar.grid {
  "TTT..............TTT",
  "TT................TT",
  "T....######........T",
  ".....#....#.........",
  ".....#....#..~~~....",
  ".....#....#.~~~~~...",
  ".....##.###.~~~~~...",
  ".......=.....~~~....",
  ".......=............",
  "====================",
  "............=.......",
  "..T.........=...T...",
  ".TTT........=..TTT..",
  "..T.........=...T...",
  "............=.......",
}
local door_x, door_y = 8, 7
-- Roads are fast; walls and water are impassable.
local cost = { ["="] = 1, ["."] = 1.5, ["T"] = 3 }
local on_foot = astar.rules { cost = cost }
local with_key = astar.rules { cost = cost, ignore_blocked = true }
local view = layout.orthogonal { width = 40 }
local crowd = script.crowd(map, { layout = view, smooth = true })
local colors = {
  ["."] = { 0.8, 0.88, 0.7 }, ["="] = { 0.87, 0.8, 0.66 },
  ["T"] = { 0.53, 0.72, 0.5 }, ["#"] = { 0.3, 0.39, 0.4 },
  ["~"] = { 0.6, 0.78, 0.87 },
}

local function add(x, y, rules, color, behavior)
  local npc = crowd:add(rules, {
    x = x, y = y, speed = 120, slow = cost, turn_rate = 10,
  }, behavior)
  npc.color = color
  return npc
end

local player = add(10, 11, on_foot, { 0.2, 0.42, 0.68 })
player.priority = 1 -- the others make room for the player

add(8, 12, on_foot, { 0.55, 0.36, 0.2 }, function(dog)
  dog.speed = 200
  dog:follow(player)
end)

add(2, 10, on_foot, { 0.72, 0.22, 0.2 }, function(guard)
  guard:patrol { { 19, 10 }, { 13, 15 }, { 2, 10 } }
end)

add(8, 5, with_key, { 0.35, 0.3, 0.45 }, function(smith)
  while true do
    smith:go_to(17, 9)
    smith:wait(2)
    smith:go_to(8, 5)
    smith:wait(4)
  end
end)

function love.mousepressed(wx, wy)
  local x, y = view:to_tile(wx, wy)
  if x == door_x and y == door_y then
    map:block(x, y, not map:is_blocked(x, y))
  else
    player:run(player.go_to, x, y)
  end
end

function love.update(dt)
  crowd:update(dt)
end

function love.draw()
  love.graphics.clear(0.74, 0.82, 0.66)
  draw.grid(map, view, { colors = colors, blocked = { 0.6, 0.4, 0.24 } })
  draw.crowd(crowd, view, {
    color = function(npc) return npc.color end, radius = 15,
    ways = { player }, way = { 1, 1, 1, 0.6 }, -- the tiles ahead of the player
  })
end
