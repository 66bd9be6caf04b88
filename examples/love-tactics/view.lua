--- Draws the map: terrain, fog, ranges, paths and units. All lengths are in pixels of the window.
--- The panel is right of the map, or below it in a window that is higher than wide.

local draw = require "astar.love"
local game = require "game"
local layout = require "astar.layout"

local view = {}

local columns, rows = #game.rows[1], #game.rows
local terrain_colors = {
  ["."] = { 0.55, 0.66, 0.42 }, f = { 0.42, 0.56, 0.34 }, h = { 0.66, 0.62, 0.42 },
  ["~"] = { 0.36, 0.55, 0.72 }, ["^"] = { 0.50, 0.48, 0.47 },
}
local side_colors = { { 0.25, 0.45, 0.85 }, { 0.82, 0.28, 0.26 } }
local fog_colors = { seen = { 0.08, 0.09, 0.13, 0.55 }, unseen = { 0.08, 0.09, 0.13, 1 } }
local turn_colors = { -- by turn of a path; the last one also for later turns
  { 0.99, 0.85, 0.35 }, { 0.98, 0.60, 0.25 }, { 0.90, 0.38, 0.45 }, { 0.68, 0.42, 0.85 },
}
local fonts = {} -- by size [pixels]

--- Fits map and panel into the window. Must be called in love.load and after each change of the
--- size. A panel is 288 x 794 units at the right, or 480 x 220 units below.
function view.resize()
  local width, height = love.graphics.getDimensions()
  local _, _, map_width, map_height = layout.hex({ layout = "odd_r", width = 1 })
    :bounds(columns, rows)
  local is_upright = height > width
  local tile = is_upright and math.min(width / map_width, height / (map_height + 220 / 31))
    or math.min(width / (map_width + 288 / 64), height / map_height)
  map_width, map_height = map_width * tile, map_height * tile
  local unit = tile / (is_upright and 31 or 64)
  local left = math.max(0, (width - map_width - (is_upright and 0 or 288 * unit)) / 2)
  local top = math.max(0, (height - map_height - (is_upright and 220 * unit or 0)) / 2)
  view.tile, view.unit = tile, unit
  view.layout = layout.hex { layout = "odd_r", width = tile, origin_x = left, origin_y = top }
  view.panel = is_upright
    and { x = left, y = top + map_height, width = map_width, height = 220 * unit }
    or { x = left + map_width, y = top, width = 288 * unit, height = map_height }
  view.map = { x = left, y = top, width = map_width, height = map_height }
  fonts = {}
end

--- Prints a text in lines of at most `width`; its first line begins at y.
function view.print(text, size, x, y, width, align)
  size = math.max(6, math.floor(size))
  fonts[size] = fonts[size] or love.graphics.newFont(size)
  love.graphics.setFont(fonts[size])
  love.graphics.printf(text, math.floor(x), math.floor(y), width, align or "left")
end

--- Prints a text with the center (x, y).
function view.print_center(text, size, x, y)
  view.print(text, size, x - 50 * size, y - size * 0.6, 100 * size, "center")
end

--- Sets a color of a side, darker or lighter.
function view.set_side(side, shade)
  local color = side_colors[side]
  love.graphics.setColor(color[1] * shade, color[2] * shade, color[3] * shade)
end

-- ---------------------------------------------------------------------------------- terrain

local function draw_peak(x, y, size)
  love.graphics.setColor(0.36, 0.35, 0.36)
  love.graphics.polygon("fill", x - size, y + size * 0.7, x, y - size, x + size, y + size * 0.7)
  love.graphics.setColor(0.88, 0.90, 0.93)
  love.graphics.polygon("fill", x - size * 0.35, y - size * 0.4, x, y - size, x + size * 0.35,
    y - size * 0.4)
end

local figures = { -- by terrain: draws a tile with the center (x, y); t: the width of a tile
  f = function(x, y, t)
    love.graphics.setColor(0.20, 0.36, 0.20)
    for i = -1, 1 do
      local tx, ty = x + i * t * 0.24, y + (i == 0 and 0.2 or -0.05) * t
      love.graphics.polygon("fill", tx - t * 0.15, ty + t * 0.08, tx, ty - t * 0.32,
        tx + t * 0.15, ty + t * 0.08)
    end
  end,
  ["^"] = function(x, y, t)
    draw_peak(x + t * 0.16, y - t * 0.04, t * 0.24)
    draw_peak(x - t * 0.10, y + t * 0.08, t * 0.32)
  end,
}

local function draw_terrain(play)
  draw.grid(play.grid, view.layout, { colors = terrain_colors, blocked = false, gap = 0.03 })
  for y, row in ipairs(game.rows) do
    for x = 1, columns do
      local figure = figures[row:sub(x, x)]
      if figure then
        local wx, wy = view.layout:to_world(x, y)
        figure(wx, wy, view.tile)
      end
    end
  end
end

-- ------------------------------------------------------------------------- ranges and paths

--- The color of a turn.
function view.turn_color(turn)
  return turn_colors[math.min(turn, #turn_colors)]
end

-- The tiles that the selected unit can enter in this turn. Those of friends, where it cannot stop,
-- have only a frame; zones of control have a red ring.
local function draw_range(play, range)
  love.graphics.setLineWidth(view.tile * 0.04)
  for x, y in range:each() do
    local corners = view.layout:corners(x, y)
    love.graphics.setColor(1, 1, 1, 0.28)
    love.graphics.polygon(range:can_stop(x, y) and "fill" or "line", corners)
    if play:is_in_zone(x, y) then
      local wx, wy = view.layout:to_world(x, y)
      love.graphics.setColor(0.85, 0.2, 0.2, 0.8)
      love.graphics.circle("line", wx, wy, view.tile * 0.36)
    end
  end
end

-- A path: a color per turn, and the number of the turn where it ends.
local function draw_path(path)
  local first, ends = 1, {}
  for i, x, y, turn in path:each() do
    if i > 1 and (i == #path or path:turn(i + 1) > turn) then
      local color, t = view.turn_color(turn), view.tile
      draw.path(path, view.layout, {
        from = first, to = i, color = color, width = t * 0.1, dot = t * 0.1,
      })
      local wx, wy = view.layout:to_world(x, y)
      love.graphics.setColor(color)
      love.graphics.circle("fill", wx, wy, t * 0.24)
      ends[#ends + 1] = { turn, wx, wy }
      first = i
    end
  end
  love.graphics.setColor(0.12, 0.12, 0.16)
  for _, each in ipairs(ends) do
    view.print_center(tostring(each[1]), view.tile * 0.34, each[2], each[3])
  end
end

-- What a click would do.
local function draw_plan(plan)
  for _, tile in ipairs(plan.firing_positions or {}) do
    local wx, wy = view.layout:to_world(tile[1], tile[2])
    love.graphics.setColor(0.95, 0.3, 0.25, 0.9)
    love.graphics.circle("fill", wx, wy, view.tile * 0.07)
  end
  if plan.path then draw_path(plan.path) end
  if plan.target then
    local wx, wy = view.layout:to_world(plan.target.x, plan.target.y)
    love.graphics.setColor(0.98, 0.3, 0.25)
    love.graphics.setLineWidth(view.tile * 0.07)
    love.graphics.circle("line", wx, wy, view.tile * 0.46)
  end
end

-- ------------------------------------------------------------------------------------ units

-- The center of a unit, also between two tiles.
local function center(play, unit)
  local x, y = view.layout:to_world(unit.x, unit.y)
  local walk = play.walk
  local tile = walk and walk.unit == unit and walk.tiles[walk.at + 1]
  if not tile then return x, y end
  local next_x, next_y = view.layout:to_world(tile[1], tile[2])
  return x + (next_x - x) * walk.part, y + (next_y - y) * walk.part
end

local signs = {
  Soldier = function(x, y, r) -- a shield
    love.graphics.polygon("fill", x - r, y - r, x + r, y - r, x + r, y, x, y + r * 1.2, x - r, y)
  end,
  Archer = function(x, y, r) -- a bow and its arrow
    love.graphics.line(x - r * 0.4, y - r * 1.1, x + r * 0.5, y - r * 0.6, x + r * 0.8, y,
      x + r * 0.5, y + r * 0.6, x - r * 0.4, y + r * 1.1, x - r * 0.4, y - r * 1.1)
    love.graphics.line(x - r * 1.2, y, x + r * 1.3, y)
  end,
  Rider = function(x, y, r) -- a pennant on a lance
    love.graphics.line(x - r * 0.6, y + r * 1.2, x - r * 0.6, y - r * 1.2)
    love.graphics.polygon("fill", x - r * 0.6, y - r * 1.2, x + r * 1.1, y - r * 0.5,
      x - r * 0.6, y + r * 0.2)
  end,
}

--- Draws a unit with the center (x, y) and the width of a tile t.
function view.draw_unit(unit, x, y, t, is_selected)
  local can_act = unit.left > 0 or unit.can_attack
  love.graphics.setColor(0, 0, 0, 0.35)
  love.graphics.ellipse("fill", x, y + t * 0.28, t * 0.32, t * 0.14)
  view.set_side(unit.side, 0.55)
  love.graphics.circle("fill", x, y, t * 0.35)
  if is_selected then
    love.graphics.setColor(1, 1, 1)
    love.graphics.circle("fill", x, y, t * 0.38)
  end
  view.set_side(unit.side, can_act and 1 or 0.7)
  love.graphics.circle("fill", x, y, t * 0.31)
  love.graphics.setColor(1, 1, 1, can_act and 1 or 0.6)
  love.graphics.setLineWidth(t * 0.04)
  signs[unit.kind.name](x, y, t * 0.14)
  love.graphics.setColor(0.1, 0.1, 0.12)
  love.graphics.rectangle("fill", x - t * 0.3, y + t * 0.32, t * 0.6, t * 0.1)
  love.graphics.setColor(0.45, 0.85, 0.4)
  love.graphics.rectangle("fill", x - t * 0.28, y + t * 0.34,
    t * 0.56 * math.max(0, unit.life) / unit.kind.life, t * 0.06)
end

-- The shots and blows of the last second.
local function draw_hits(play)
  for _, hit in ipairs(play.hits) do
    local x, y = view.layout:to_world(hit.x, hit.y)
    local from_x, from_y = view.layout:to_world(hit.from_x, hit.from_y)
    love.graphics.setColor(1, 0.95, 0.8, math.max(0, 1 - hit.age * 3))
    love.graphics.setLineWidth(view.tile * 0.06)
    love.graphics.line(from_x, from_y, x, y)
    love.graphics.setColor(1, 0.9, 0.3, 1 - hit.age)
    view.print_center("-" .. hit.damage, view.tile * 0.45, x,
      y - view.tile * (0.3 + hit.age * 0.4))
  end
end

--- Draws the map and what is on it.
function view.draw(app)
  local play, map = app.game, view.map
  love.graphics.setScissor(map.x, map.y + view.tile * 0.29, map.width,
    map.height - view.tile * 0.58) -- the fog ends at the sides of the hexes
  draw_terrain(play)
  if play.is_foggy then draw.vision(play.vision, view.layout, fog_colors) end
  if app.range then draw_range(play, app.range) end
  for i = 1, play.count do
    local unit = play.units[i]
    if unit and not play:is_hidden(unit) then
      local x, y = center(play, unit)
      view.draw_unit(unit, x, y, view.tile, unit == app.selected)
    end
  end
  if app.plan then draw_plan(app.plan) end
  draw_hits(play)
  love.graphics.setScissor()
end

return view
