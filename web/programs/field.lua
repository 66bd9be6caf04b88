--- A flow field: one search shows 300 travelers the way. Click to move
--- their goal; drag to build walls.
local astar = require "astar"
local draw = require "astar.love"
local layout = require "astar.layout"

local map = astar.grid(20, 15, { fill = "." })
for y = 1, 11 do
  map:block(6, y)
  map:block(13, y + 4)
end
local on_foot = astar.rules { cost = { ["."] = 1 } }
local goal = { 18, 12 }
-- The field knows from each tile the cost to the goal, and the next tile.
local field = map:distance_field({ goal }, on_foot)
local view = layout.orthogonal { width = 40 }

-- Travelers do not all walk through the center of a tile: each keeps
-- some pixels to the left of it and above it.
local function new_traveler()
  local random = love.math.random
  return {
    x = random(0, 200), y = random(0, 600), speed = random(50, 90),
    left = random(-14, 14), up = random(-14, 14),
  }
end

local travelers = {}
for i = 1, 300 do travelers[i] = new_traveler() end

function love.mousepressed(x, y)
  goal = { view:to_tile(x, y) }
  map:block(goal[1], goal[2], false)
  field:set_goals { goal }
end

function love.mousemoved(mouse_x, mouse_y)
  local x, y = view:to_tile(mouse_x, mouse_y)
  local is_goal = x == goal[1] and y == goal[2]
  if love.mouse.isDown(1) and map:get(x, y) and not is_goal then
    map:block(x, y)
    field:update() -- repairs what the wall has changed
  end
end

function love.update(dt)
  for i, one in ipairs(travelers) do
    local x, y = field:way_out(view:to_tile(one.x, one.y))
    if x then
      x, y = view:to_world(x, y)
      local dx, dy = x - one.left - one.x, y - one.up - one.y
      local step = one.speed * dt / math.sqrt(dx * dx + dy * dy)
      one.x, one.y = one.x + dx * step, one.y + dy * step
    else
      travelers[i] = new_traveler() -- it has arrived, or its way is closed
    end
  end
end

function love.draw()
  love.graphics.clear(0.24, 0.3, 0.32)
  draw.field(field, view, {
    near = { 1, 0.85, 0.5 }, far = { 0.55, 0.72, 0.75 }, ink = { 0, 0, 0, 0.2 },
  })
  love.graphics.setColor(0.62, 0.2, 0.16)
  for _, one in ipairs(travelers) do
    love.graphics.circle("fill", one.x, one.y, 4)
  end
end
