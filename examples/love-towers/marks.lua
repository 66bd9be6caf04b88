--- Draws on the map what is not there: the ways of the enemies, what the player plans or has
--- selected, and the explanation of a refused plan.

local enemies = require "enemies"
local figures = require "figures"
local planning = require "planning"
local valley = require "valley"
local view = require "view"

local marks = {}

local tile = view.tile
local good, bad = { 0.45, 0.95, 0.45 }, { 1, 0.28, 0.22 }
local opened = { 1, 0.88, 0.35 }

local function set_color(color, alpha)
  love.graphics.setColor(color[1], color[2], color[3], alpha or 1)
end

-- The points of a path [units], with the center of each tile.
local function points_of(path, shift)
  local points = {}
  for _, x, y in path:each() do
    local px, py = view.center(x, y)
    points[#points + 1], points[#points + 2] = px + shift, py + shift
  end
  return points
end

-- Draws a path as dots that move along it.
local function draw_dots(path, color, alpha, radius, time, shift)
  local points = points_of(path, shift or 0)
  local part = time * 1.2 % 1
  set_color(color, alpha)
  for i = 1, #points - 3, 2 do
    love.graphics.circle("fill", points[i] + (points[i + 2] - points[i]) * part,
      points[i + 1] + (points[i + 3] - points[i + 1]) * part, radius)
  end
end

-- Draws a path as a line.
local function draw_line(path, color, alpha, width)
  local points = points_of(path, 0)
  if #points < 4 then return end
  set_color(color, alpha)
  love.graphics.setLineWidth(width)
  love.graphics.line(points)
end

local function fill_tile(x, y, inset)
  love.graphics.rectangle("fill", (x - 1) * tile + inset, (y - 1) * tile + inset, tile - 2 * inset,
    tile - 2 * inset, 4)
end

local function frame_tile(x, y, width)
  love.graphics.setLineWidth(width)
  love.graphics.rectangle("line", (x - 1) * tile + 2, (y - 1) * tile + 2, tile - 4, tile - 4, 4)
end

-- The ways of each kind of movement, beside each other.
local shifts = { walks = 0, digs = 7, flies = -7 }

--- Draws the ways from the gates to the castle, faintly.
---@param shown table<string, boolean> which ways: "walks", "digs", "flies"
function marks.draw_ways(game, shown, time)
  for moves, field in pairs(game.enemies.fields) do
    for _, gate in ipairs(shown[moves] and valley.gates or {}) do
      local path = field:path(gate.x, gate.y)
      if path then draw_dots(path, figures.way_colors[moves], 0.75, 3.1, time, shifts[moves]) end
    end
  end
end

local function draw_range(type, range, x, y, color)
  if not range then return end
  local middle_x, middle_y = view.center(x + (type.side - 1) / 2, y + (type.side - 1) / 2)
  set_color(color, 0.12)
  love.graphics.circle("fill", middle_x, middle_y, range * tile)
  set_color(color, 0.6)
  love.graphics.setLineWidth(1.5)
  love.graphics.circle("line", middle_x, middle_y, range * tile)
end

--- Draws the selected building: its frame and its range.
function marks.draw_selection(building)
  draw_range(building.type, building.range, building.x, building.y, { 1, 1, 1 })
  set_color(opened)
  love.graphics.setLineWidth(2)
  local x, y, size = (building.x - 1) * tile, (building.y - 1) * tile, building.type.side * tile
  love.graphics.rectangle("line", x + 1, y + 1, size - 2, size - 2, 5)
end

-- Who would have no way: a ring that grows and vanishes.
local function draw_owner(owner, time)
  local x, y
  if owner.kind then
    x, y = view.center(enemies.position(owner))
  else
    x, y = view.center(owner.x, owner.y + 0.5)
  end
  for i = 0, 1 do
    local part = (time * 0.9 + i / 2) % 1
    set_color(bad, 0.9 * (1 - part))
    love.graphics.setLineWidth(3)
    love.graphics.circle("line", x, y, 10 + 26 * part)
  end
end

-- Whether a tile is on the edge of the map: all barriers end there, so it says nothing.
local function is_edge(x, y)
  return x == 1 or y == 1 or x == valley.width or y == valley.height
end

-- The explanation: the outline that would be closed, the way if a tile were opened, that tile.
local function draw_explanation(game, verdict, time, alpha)
  local explanation = verdict.explanation
  for _, place in ipairs(explanation.barrier) do
    local is_building = game.buildings:at(place.x, place.y)
    set_color(bad, alpha * (is_building and 0.55 or is_edge(place.x, place.y) and 0 or 0.28))
    fill_tile(place.x, place.y, is_building and 1 or 3)
  end
  if explanation.path then draw_line(explanation.path, opened, 0.5 * alpha, 3) end
  for _, place in ipairs(explanation.open or {}) do
    set_color(opened, alpha * (0.7 + 0.3 * math.sin(time * 6)))
    frame_tile(place.x, place.y, 3)
  end
  draw_owner(verdict.owner, time)
end

--- Draws the plan under the mouse: green or red, its range, and the way of the enemies around it.
function marks.draw_plan(game, verdict, time)
  local type = verdict.type
  for _, path in ipairs(verdict.paths or {}) do
    draw_line(path, figures.way_colors.walks, 0.35, 5)
    draw_line(path, figures.way_colors.walks, 0.8, 1.5)
  end
  if verdict.explanation then draw_explanation(game, verdict, time, 0.6) end
  local color = verdict.ok and good or bad
  draw_range(type, type.range, verdict.x, verdict.y, color)
  local x, y = view.center(verdict.x + (type.side - 1) / 2, verdict.y + (type.side - 1) / 2)
  figures.draw_type(type, x, y)
  for _, place in ipairs(planning.tiles(verdict)) do
    set_color(color, 0.42)
    fill_tile(place[1], place[2], 0)
    set_color(color)
    frame_tile(place[1], place[2], 2)
  end
end

--- Draws a refused plan with its explanation.
function marks.draw_refusal(game, refusal, time)
  if refusal.explanation then draw_explanation(game, refusal, time, 1) end
  for _, place in ipairs(planning.tiles(refusal)) do
    set_color(bad, math.max(0.25, 0.8 - refusal.age))
    fill_tile(place[1], place[2], 0)
    set_color(bad)
    frame_tile(place[1], place[2], 2.5)
  end
end

--- Draws a message at the bottom of the map: a sentence, and a second one that is smaller.
function marks.draw_message(text, more)
  local width, x = 720, (view.map_width - 720) / 2
  local height = more and 64 or 40
  local y = view.height - height - 14
  love.graphics.setColor(0.10, 0.11, 0.15, 0.9)
  love.graphics.rectangle("fill", x, y, width, height, 9)
  set_color(bad)
  love.graphics.rectangle("fill", x, y + 8, 4, height - 16)
  love.graphics.setColor(0.97, 0.95, 0.92)
  view.print_lines(text, 16, x + 14, y + 9, width - 28, "center")
  if more then
    love.graphics.setColor(0.78, 0.78, 0.82)
    view.print_lines(more, 12, x + 14, y + 33, width - 28, "center")
  end
end

return marks
