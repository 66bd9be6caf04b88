--- Draws texts on the screen: the speech bubbles, the name of the NPC under the mouse, and a line
--- of hints below the map.

local view = require "view"

local hud = {}

local font
local ink, paper = { 0.27, 0.24, 0.27 }, { 0.99, 0.97, 0.91 }
local hints = "Click: walk, open or shut a door, greet a villager     " ..
  "Right click: doors from a distance     P: paths     F: fog of war     U: upstairs     " ..
  "Space: pause"

function hud.load()
  font = love.graphics.newFont(13)
  love.graphics.setFont(font)
end

-- Draws a label above the point (x, y) of the screen, but never across the border of the screen.
-- With `pointed` the label has a tip, as a speech bubble.
local function draw_label(text, x, y, pointed)
  local width, height = font:getWidth(text) + 14, font:getHeight() + 8
  local screen_width = love.graphics.getWidth()
  local left = math.floor(math.max(2, math.min(x - width / 2, screen_width - width - 2)))
  local top = math.floor(math.max(2, y - height - 6))
  love.graphics.setColor(ink[1], ink[2], ink[3], 0.25)
  love.graphics.rectangle("fill", left + 1, top + 2, width, height, 6)
  love.graphics.setColor(paper)
  love.graphics.rectangle("fill", left, top, width, height, 6)
  if pointed then
    love.graphics.polygon("fill", x - 5, top + height - 1, x + 5, top + height - 1, x,
      top + height + 5)
  end
  love.graphics.setColor(ink)
  love.graphics.print(text, left + 7, top + 4)
end

-- Draws the speech bubbles. People who carry something are taller.
local function draw_speech(world)
  for _, npc in ipairs(world.people) do
    local wx = view.place(world, npc)
    if wx and npc.speech then
      local x, y = view.to_screen(world, wx, npc.y - (npc.carries and 24 or 16))
      draw_label(npc.speech.text, x, y, true)
    end
  end
end

--- The NPC whose picture is at a point of the map, or nil.
local function find_at(world, wx, wy)
  for _, npc in ipairs(world.people) do
    local x = view.place(world, npc)
    if x and math.abs(wx - x) < 8 and wy > npc.y - 15 and wy < npc.y + 6 then return npc end
  end
end

-- Draws the name of the NPC under the mouse, and what the NPC does.
local function draw_name(world)
  local mouse_x, mouse_y = love.mouse.getPosition()
  local npc = find_at(world, view.to_world(world, mouse_x, mouse_y))
  if npc and not npc.speech then
    local x, y = view.to_screen(world, view.place(world, npc), npc.y - 18)
    draw_label(npc.doing == "" and npc.name or npc.name .. " " .. npc.doing, x, y)
  end
end

function hud.draw(world, is_paused)
  local width, height = love.graphics.getDimensions()
  draw_name(world)
  draw_speech(world)
  love.graphics.setColor(ink)
  love.graphics.rectangle("fill", 0, height - 24, width, 24)
  love.graphics.setColor(paper)
  love.graphics.print(is_paused and "Paused.  " .. hints or hints, 12, height - 20)
  love.graphics.setColor(1, 1, 1)
end

return hud
