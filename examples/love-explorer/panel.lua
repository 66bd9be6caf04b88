--- Draws the panel below the map (the legend, the brushes, the settings, the keys) and the header
--- above the map.

local astar = require "astar"
local draw = require "astar.love"
local layout = require "astar.layout"
local explorer = require "explorer"
local maps = require "maps"
local palette = require "palette"

local panel = { height = 136 }

local graphics = love.graphics
local font, bold_font
local areas = {} -- areas to click: { x, y, width, height, action }

-- Prints a text. Without `color` in the color of ink.
local function text(words, x, y, color)
  graphics.setFont(font)
  graphics.setColor(color or palette.ink)
  graphics.print(words, x, y)
end

-- Adds an area to click. A click calls `action(is_right_button)`.
local function clickable(x, y, width, height, action)
  areas[#areas + 1] = { x = x, y = y, width = width, height = height, action = action }
end

-- ------------------------------------------------------------------------------- legend

-- A small search after two expansions. The legend shows one of its tiles.
local sample = astar.grid(4, 2, { fill = "." }):search(1, 1, 4, 2,
  astar.rules { cost = { ["."] = 10 }, diagonal_cost = 1.4 }, { algorithm = "astar" })
sample:step(2)

-- Draws one tile of the sample search, `size` pixels wide. The scissor hides the other tiles.
local function draw_sample(x, y, size)
  local view = layout.orthogonal { width = size, origin_x = x - 2 * size, origin_y = y - size }
  graphics.setScissor(x, y, size, size)
  draw.search(sample, view, { open = palette.open, closed = palette.closed, ink = palette.ink,
    gap = 0 })
  graphics.setScissor()
end

local function draw_legend(x, y)
  draw_sample(x, y, 92)
  local words = { "F = G + H", "G  cost from A", "H  estimated cost to B", "Arrow: to the parent" }
  for i, line in ipairs(words) do text(line, x + 104, y + 2 + (i - 1) * 23) end
end

-- Draws a small square of a color.
local function draw_swatch(color, x, y)
  graphics.setColor(color)
  graphics.rectangle("fill", x, y, 16, 16, 3)
  graphics.setColor(palette.line)
  graphics.rectangle("line", x, y, 16, 16, 3)
end

local states = {
  { palette.open, "open: generated" }, { palette.closed, "closed: expanded" },
  { palette.path, "the path, with few turns" },
}
local reasons = {
  { palette.barrier, "barrier: closes A off" }, { palette.opened, "walls to open" },
  { palette.path, "the path through them" },
}

-- Draws the colors of the search, or when there is no path, of the explanation.
local function draw_states(app, x, y)
  for i, row in ipairs(app.explanation and reasons or states) do
    local top = y + (i - 1) * 23
    draw_swatch(row[1], x, top)
    text(row[2], x + 24, top)
  end
end

-- --------------------------------------------------------------------- brushes, settings

local brush_names = {
  [maps.wall] = "wall", [maps.ground] = "plain", [maps.hill] = "hill", [maps.swamp] = "swamp",
  danger = "danger",
}

-- Draws the brushes with their keys and costs. The selected one has a frame.
local function draw_brushes(app, x, y)
  for i, brush in ipairs(explorer.brushes) do
    local name, cost = brush_names[brush], explorer.costs[brush]
    local top = y + (i - 1) * 19
    text(tostring(i), x, top, palette.faint)
    draw_swatch(palette[brush == maps.ground and "ground" or name], x + 16, top)
    if brush == app.brush then
      graphics.setColor(palette.ink)
      graphics.setLineWidth(2)
      graphics.rectangle("line", x + 14, top - 2, 20, 20, 4)
      graphics.setLineWidth(1)
    end
    text(cost and ("%s, cost %d"):format(name, cost) or name, x + 42, top)
    clickable(x, top - 2, 150, 19, function() app.brush = brush end)
  end
end

-- Draws a setting: its key, its label and its current value.
local function draw_choice(app, choice, x, y)
  local value = app.settings[choice.name]
  text(choice.key:upper(), x, y, palette.faint)
  text(choice.label, x + 18, y)
  text(choice.words[value] or tostring(value), x + 102, y, palette.start)
  clickable(x, y - 3, 240, 22, function(back) app:choose(choice, back) end)
end

-- Draws all settings, in two columns of four, each `width` pixels wide.
local function draw_choices(app, x, y, width)
  for i, choice in ipairs(explorer.choices) do
    local column = i > 4 and 1 or 0
    draw_choice(app, choice, x + column * width, y + (i - 1) % 4 * 23)
  end
end

-- ---------------------------------------------------------------------------- the panel

--- Creates the fonts. Must be called in love.load.
function panel.load()
  font, bold_font = graphics.newFont(13), graphics.newFont(17)
end

local hints = "Mouse: left paints, right clears, drag A and B     " ..
  "Space: pause     S: one step     R: restart     N: new map     " ..
  "Letters, digits and clicks select (Shift: previous)"

--- Draws the header above the map: the status of the search, and the number of the map.
function panel.draw_header(app, x, y, width)
  graphics.setFont(bold_font)
  graphics.setColor(app:is_over() and app.outcome ~= "found" and palette.goal or palette.ink)
  graphics.print(app:sentence(), x, y)
  local aside = app.paused and "paused" or "map " .. app.seed
  graphics.setColor(palette.faint)
  graphics.printf(aside, x, y, width, "right")
end

--- Draws the panel with its top left corner at (x, y). It is `panel.height` pixels high, and needs
--- a width of 1060 pixels.
function panel.draw(app, x, y, width)
  areas = {}
  text(hints, x, y + panel.height - 30, palette.faint)
  local gap = math.min((width - 1060) / 180, 1) -- between the columns: 0 in the narrowest window
  draw_legend(x, y + 8)
  draw_states(app, x + 265 + 20 * gap, y + 10)
  draw_brushes(app, x + 455 + 55 * gap, y + 10)
  draw_choices(app, x + width - 450 - 60 * gap, y + 10, 240 + 35 * gap)
end

--- Handles a click. Returns whether (x, y) is in an area to click.
function panel.click(x, y, button)
  for _, area in ipairs(areas) do
    if x >= area.x and x < area.x + area.width and y >= area.y and y < area.y + area.height then
      area.action(button == 2)
      return true
    end
  end
  return false
end

return panel
