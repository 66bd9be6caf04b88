--- For LÖVE 11: draws maps, paths, fields, searches, explanations and crowds, and reads a
--- grid from an image.
---
---     local draw, layout = require "astar.love", require "astar.layout"
---     local view = layout.orthogonal { width = 32 }
---     function love.draw() draw.grid(grid, view) draw.path(path, view) end
---
--- Method. A view is a layout of `astar.layout`. All drawings use only its corners and centers, so
--- rectangles, isometric tiles and hexes need no code of their own. Positions are in world units of
--- the layout, under the current transformation of LÖVE (the camera of the game). The inverse
--- transformation of the screen's corners gives the tiles that are visible; other tiles are
--- skipped.
---
--- Each call leaves the state of LÖVE (color, font, line width) as it was. Colors are those of
--- LÖVE: { red, green, blue [, alpha] }, each from 0 to 1.

-- luacheck: read globals love

if (... or ""):find "/" then return require((...):gsub("/", ".")) end
local folder = (... or "astar.love"):gsub("love$", "")
local astar = require(folder:sub(1, -2))
local check = require(folder .. "internal.check")
local looks = require(folder .. "internal.looks")
local tiles = require(folder .. "love.tiles")

local floor, max, min, sqrt = math.floor, math.max, math.min, math.sqrt
local COLOR, COLOR_OR_FALSE, LENGTH = tiles.COLOR, tiles.COLOR_OR_FALSE, tiles.LENGTH
local is_color = tiles.is_color
local check_view = tiles.check_view
local shape_of, fill, shown_tiles = tiles.shape_of, tiles.fill, tiles.shown

--- Draws the units of a crowd, and what holds them up: see love/crowd.lua. Fog of war: see
--- love/vision.lua.
local crowds = require(folder .. "love.crowd")
local visions = require(folder .. "love.vision")
local draw = { crowd = crowds.draw, debug = crowds.debug, vision = visions.draw }

-- ------------------------------------------------------------------------------ options

local function is_colors(value)
  return check.is_table_of(value, is_color, check.is_terrain)
end

-- Default colors of dynamic obstacles, by layer [1..8].
local default_obstacles = {
  { 0.78, 0.35, 0.36 }, { 0.36, 0.47, 0.75 }, { 0.67, 0.5, 0.22 }, { 0.39, 0.6, 0.42 },
  { 0.6, 0.4, 0.68 }, { 0.3, 0.6, 0.65 }, { 0.83, 0.55, 0.25 }, { 0.45, 0.45, 0.5 },
}

local function is_image_colors(value)
  return check.is_table_of(value, check.is_terrain, function(color)
    local digits = type(color) == "string" and color:match "^#(%x+)$"
    return color == "transparent" or digits and (#digits == 6 or #digits == 8)
  end)
end

local OBSTACLES = {
  "a color { r, g, b [, a] }, false, or a table of these by layer from 1 to 8",
  function(value) return looks.is_for_obstacles(value, is_color) end,
}
local BOOLEAN, INTEGER = check.BOOLEAN, check.INTEGER
local PART = {
  "a number from 0 to 1",
  function(value) return check.is_finite(value) and value >= 0 and value <= 1 end,
}

-- By function and option, what the option must be: { words for the error, test }.
local known = {
  grid = {
    blocked = OBSTACLES, gap = PART,
    colors = { "a table of colors { r, g, b [, a] } by terrain", is_colors },
  },
  path = { color = COLOR, dot = LENGTH, from = INTEGER, to = INTEGER, width = LENGTH },
  field = {
    arrows = BOOLEAN, far = COLOR, gap = PART, heat = BOOLEAN, ink = COLOR, near = COLOR,
    numbers = BOOLEAN,
  },
  influence = { color = COLOR, gap = PART, max = check.NOT_NEGATIVE },
  search = {
    arrows = BOOLEAN, closed = COLOR, gap = PART, ink = COLOR, numbers = BOOLEAN, open = COLOR,
  },
  explanation = {
    barrier = COLOR_OR_FALSE, gap = PART, open = COLOR_OR_FALSE, path = COLOR_OR_FALSE,
    tightest = COLOR_OR_FALSE, width = LENGTH,
  },
  read_image = {
    colors = { 'a table of terrains by color ("#rrggbb", "#rrggbbaa", "transparent")',
      is_image_colors },
    default = { "an integer from 0 to 255 or a one-character string", check.is_terrain },
    layout = { "the name of a layout", check.is_string },
  },
}

local check_options = {} -- by function
for name, kinds in pairs(known) do
  check_options[name] = check.options_checker("astar.love." .. name, kinds)
end

-- -------------------------------------------------------------------------------- tiles

-- Calls `draw_tile` with the values of `object:each()` (a field or a search) for each visible tile.
local function draw_shown(object, view, draw_tile)
  local left, top, right, bottom = shown_tiles(view)
  love.graphics.push "all"
  for x, y, a, b, c in object:each() do
    if x >= left and x <= right and y >= top and y <= bottom then draw_tile(x, y, a, b, c) end
  end
  love.graphics.pop()
end

-- -------------------------------------------------------------------- numbers and arrows

local fonts = {}

-- The font of a size [world units], or nil when it would be too small to read.
local function font_of(size)
  size = floor(size)
  if size < 6 then return nil end
  fonts[size] = fonts[size] or love.graphics.newFont(size)
  return fonts[size]
end

local function text_of(number)
  return (("%.1f"):format(number):gsub("%.0$", ""))
end

-- Prints a number with its top at wy. `align`: wx is the left end (0), the center (0.5) or the
-- right end (1) of the number. A number wider than `room` is compressed.
local function print_number(font, number, wx, wy, align, room)
  local text = text_of(number)
  local width = font:getWidth(text)
  local scale = min(1, room / width)
  love.graphics.print(text, font, wx - align * width * scale, wy, 0, scale, 1)
end

-- Draws an arrow of some length [world units] with center (wx, wy), in the direction of (dx, dy).
local function arrow(wx, wy, dx, dy, length)
  local norm = length / sqrt(dx * dx + dy * dy)
  local ax, ay = dx * norm, dy * norm -- the whole arrow
  local tip_x, tip_y = wx + ax / 2, wy + ay / 2
  local tail_x, tail_y = wx - ax / 2, wy - ay / 2
  local neck_x, neck_y = wx + ax * 0.05, wy + ay * 0.05
  local sx, sy = -ay * 0.06, ax * 0.06 -- half the width of the shaft, as a vector across the arrow
  local hx, hy = -ay * 0.26, ax * 0.26 -- half the width of the head
  love.graphics.polygon("fill", tail_x + sx, tail_y + sy, neck_x + sx, neck_y + sy,
    neck_x - sx, neck_y - sy, tail_x - sx, tail_y - sy)
  love.graphics.polygon("fill", tip_x, tip_y, neck_x + hx, neck_y + hy, neck_x - hx, neck_y - hy)
end

-- -------------------------------------------------------------------------------- grids

local ground, wall = { 0.93, 0.91, 0.86 }, { 0.29, 0.32, 0.38 }
local default_colors = {
  [0] = ground, [1] = wall,
  ["."] = ground, ["#"] = wall, ["@"] = wall,
  ["~"] = { 0.55, 0.73, 0.82 }, ["T"] = { 0.55, 0.71, 0.53 },
  ["^"] = { 0.72, 0.62, 0.51 }, ["="] = { 0.85, 0.76, 0.56 },
}

-- A pale color for a terrain that has no color. Consecutive terrains differ in hue.
local function pale(terrain)
  local function part(shift)
    return 0.78 + 0.12 * math.cos(2 * math.pi * (terrain * 0.618 + shift))
  end
  return { part(0), part(1 / 3), part(2 / 3) }
end

--- Draws the terrain and the dynamic obstacles of the visible tiles.
function draw.grid(grid, view, options)
  check.object("astar.love.grid", "grid", "an astar grid", grid)
  check_view("astar.love.grid", view)
  options = check_options.grid(options)
  local shape, scale = shape_of(view), 1 - (options.gap or 0.04)
  local colors = looks.by_byte(default_colors, options.colors or {})
  local obstacles = looks.of_obstacles(default_obstacles, options.blocked, is_color)
  local width, height = grid:size()
  local left, top, right, bottom = shown_tiles(view)
  love.graphics.push "all"
  for y = max(top, 1), min(bottom, height) do
    for x = max(left, 1), min(right, width) do
      local terrain = grid:get(x, y)
      colors[terrain] = colors[terrain] or pale(terrain)
      local wx, wy = view:to_world(x, y)
      love.graphics.setColor(colors[terrain])
      fill(shape, wx, wy, scale)
      local obstacle = looks.on_tile(grid, x, y, obstacles)
      if obstacle then
        love.graphics.setColor(obstacle)
        fill(shape, wx, wy, scale * 0.7)
      end
    end
  end
  love.graphics.pop()
end

-- -------------------------------------------------------------------------------- paths

--- Draws a path as a line with a dot on each of its points.
function draw.path(path, view, options)
  check.object("astar.love.path", "path", "an astar path", path)
  check_view("astar.love.path", view)
  options = check_options.path(options)
  local line_width = options.width or shape_of(view).box_width / 5
  local points = {}
  for i = max(options.from or 1, 1), min(options.to or #path, #path) do
    points[#points + 1], points[#points + 2] = view:to_world(path:get(i))
  end
  love.graphics.push "all"
  love.graphics.setColor(options.color or { 0.91, 0.58, 0.2 })
  love.graphics.setLineWidth(line_width)
  love.graphics.setLineJoin "none" -- the dots fill the joints
  if #points > 2 then love.graphics.line(points) end
  for i = 1, #points, 2 do
    love.graphics.circle("fill", points[i], points[i + 1], options.dot or line_width)
  end
  love.graphics.pop()
end

-- ------------------------------------------------------------------------------- fields

local function cost_range(field)
  local min_cost, max_cost = math.huge, -math.huge
  for _, _, cost in field:each() do
    min_cost, max_cost = min(min_cost, cost), max(max_cost, cost)
  end
  return min_cost, max_cost
end

-- A color between two colors: `part` is 0 for the first color, 1 for the second one.
local function mix(a, b, part)
  local function channel(i) return a[i] + (b[i] - a[i]) * part end
  local alpha_a, alpha_b = a[4] or 1, b[4] or 1
  return channel(1), channel(2), channel(3), alpha_a + (alpha_b - alpha_a) * part
end

--- Draws the tiles that a field reaches: colored by cost, with an arrow to the next tile, or with
--- the cost.
function draw.field(field, view, options)
  check.object("astar.love.field", "field", "a field", field)
  check_view("astar.love.field", view)
  options = check_options.field(options)
  local shape, scale = shape_of(view), 1 - (options.gap or 0.04)
  local near, far = options.near or { 0.99, 0.87, 0.6 }, options.far or { 0.45, 0.57, 0.74 }
  local ink = options.ink or { 0.16, 0.19, 0.25 }
  local heat, arrows = options.heat ~= false, options.arrows ~= false
  local font = options.numbers and font_of(shape.box_height * 0.7)
  local min_cost, max_cost = cost_range(field)
  local spread = max(max_cost - min_cost, 1e-300)

  local function draw_tile(x, y, cost)
    local wx, wy = view:to_world(x, y)
    if heat then
      love.graphics.setColor(mix(near, far, (cost - min_cost) / spread))
      fill(shape, wx, wy, scale)
    end
    love.graphics.setColor(ink)
    if font then
      print_number(font, cost, wx, wy - font:getHeight() / 2, 0.5, 1.8 * shape.box_width)
    elseif arrows and not options.numbers and not field:turn(x, y) then
      local next_x, next_y = field:next(x, y)
      if next_x then
        local ax, ay = view:to_world(next_x, next_y)
        arrow(wx, wy, ax - wx, ay - wy, shape.box_width * 1.3)
      end
    end
  end

  draw_shown(field, view, draw_tile)
end

-- ---------------------------------------------------------------------------- influence

-- Calls `visit(x, y, value)` for the visible tiles of an influence map.
local function each_value(map, left, top, right, bottom, visit)
  left = max(1, left)
  for y = max(1, top), bottom do
    local x, value = left, map:get(left, y)
    if not value then return end
    while value and x <= right do
      visit(x, y, value)
      x, value = x + 1, map:get(x + 1, y)
    end
  end
end

--- Draws an influence map: the greater the value of a tile, the less transparent its color.
function draw.influence(map, view, options)
  check.object("astar.love.influence", "influence", "an influence map", map)
  check_view("astar.love.influence", view)
  options = check_options.influence(options)
  local shape, scale = shape_of(view), 1 - (options.gap or 0.04)
  local color, most = options.color or { 0.85, 0.2, 0.15, 0.75 }, options.max or 1e-300
  local left, top, right, bottom = shown_tiles(view)
  if not options.max then
    each_value(map, left, top, right, bottom, function(_, _, value) most = max(most, value) end)
  end
  love.graphics.push "all"
  each_value(map, left, top, right, bottom, function(x, y, value)
    if value <= 0 then return end
    love.graphics.setColor(color[1], color[2], color[3], (color[4] or 1) * min(1, value / most))
    local wx, wy = view:to_world(x, y)
    fill(shape, wx, wy, scale)
  end)
  love.graphics.pop()
end

-- ----------------------------------------------------------------------------- searches

--- Draws the nodes of a search: F = G + H, G (the cost from the start), H (the estimated cost to
--- the goal), and an arrow to the parent.
function draw.search(search, view, options)
  check.object("astar.love.search", "search", "an astar search", search)
  check_view("astar.love.search", view)
  options = check_options.search(options)
  local shape, scale = shape_of(view), 1 - (options.gap or 0.1)
  local box_width, box_height = shape.box_width * scale * 0.92, shape.box_height * scale * 0.92
  local open, closed = options.open or { 0.72, 0.85, 0.66 }, options.closed or { 0.69, 0.78, 0.9 }
  local ink = options.ink or { 0.16, 0.19, 0.25 }
  local numbers, arrows = options.numbers ~= false, options.arrows ~= false
  local large, small = font_of(box_height * 0.76), font_of(box_height * 0.58)

  local function print_numbers(wx, wy, g, h)
    local foot = wy + box_height - small:getHeight()
    print_number(large, g + h, wx - box_width, wy - box_height, 0, box_width * 1.3)
    print_number(small, g, wx - box_width, foot, 0, box_width * 0.9)
    print_number(small, h, wx + box_width, foot, 1, box_width * 0.9)
  end

  local function draw_tile(x, y, state, g, h)
    local wx, wy = view:to_world(x, y)
    love.graphics.setColor(state == "open" and open or closed)
    fill(shape, wx, wy, scale)
    love.graphics.setColor(ink)
    local has_numbers = numbers and small
    if has_numbers then print_numbers(wx, wy, g, h) end
    local _, _, _, parent_x, parent_y = search:node(x, y)
    if not (arrows and parent_x) then return end
    local ax, ay = view:to_world(parent_x, parent_y)
    if has_numbers then -- beside F
      arrow(wx + box_width * 0.62, wy - box_height * 0.52, ax - wx, ay - wy, box_height * 0.68)
    else
      arrow(wx, wy, ax - wx, ay - wy, box_width * 1.2)
    end
  end

  draw_shown(search, view, draw_tile)
end

-- ------------------------------------------------------------------------- explanations

-- Draws the frame of a tile: a line inside of its outline.
local function frame(shape, wx, wy, width)
  local corners, points = shape.corners, {}
  for i = 1, #corners + 2, 2 do
    local at = (i - 1) % #corners + 1 -- the first corner is also the last one
    points[i], points[i + 1] = wx + corners[at] * 0.84, wy + corners[at + 1] * 0.84
  end
  love.graphics.setLineWidth(width)
  love.graphics.line(points)
end

-- Calls `draw_tile(wx, wy)` for the visible tiles of a list, in a color. false: draws nothing.
local function draw_tiles(list, view, color, draw_tile)
  if not (list and color) then return end
  local left, top, right, bottom = shown_tiles(view)
  love.graphics.setColor(color)
  for _, tile in ipairs(list) do
    if tile.x >= left and tile.x <= right and tile.y >= top and tile.y <= bottom then
      draw_tile(view:to_world(tile.x, tile.y))
    end
  end
end

local explained = {
  barrier = { 0.8, 0.3, 0.28, 0.75 }, open = { 0.45, 0.72, 0.36 }, tightest = { 0.6, 0.3, 0.7 },
}

--- Draws an explanation of `grid:explain`: the barrier, the tiles to open, the path through them,
--- and a frame around the tightest place.
function draw.explanation(explanation, view, options)
  check.that(check.is_explanation(explanation), "astar.love.explanation", "explanation",
    "an explanation of grid:explain", explanation)
  check_view("astar.love.explanation", view)
  options = check_options.explanation(options)
  local shape, scale = shape_of(view), 1 - (options.gap or 0.04)
  local width = options.width or shape.box_width / 5
  local colors = {}
  for name, color in pairs(explained) do
    colors[name] = options[name]
    if colors[name] == nil then colors[name] = color end
  end
  local function fill_tile(wx, wy) fill(shape, wx, wy, scale) end
  local function frame_tile(wx, wy) frame(shape, wx, wy, width) end

  love.graphics.push "all"
  draw_tiles(explanation.barrier, view, colors.barrier, fill_tile)
  draw_tiles(explanation.open, view, colors.open, fill_tile)
  if explanation.path and options.path ~= false then
    draw.path(explanation.path, view, { color = options.path, width = width })
  end
  draw_tiles({ explanation.tightest }, view, colors.tightest, frame_tile)
  love.graphics.pop()
end

-- ------------------------------------------------------------------------------- images

-- The name of a color, as the option `colors` has it.
local function color_name(red, green, blue, alpha)
  local function byte(part) return floor(part * 255 + 0.5) end
  if byte(alpha) == 0 then return "transparent" end
  local name = ("#%02x%02x%02x"):format(byte(red), byte(green), byte(blue))
  return byte(alpha) == 255 and name or name .. ("%02x"):format(byte(alpha))
end

local function is_image(value)
  local ok, answer = pcall(function() return value:typeOf "ImageData" end)
  return ok and answer
end

--- Creates a grid from an image: one pixel is one tile. `colors` maps colors ("#rrggbb") to
--- terrains.
function draw.read_image(data, options)
  check.that(is_image(data), "astar.love.read_image", "data", "an ImageData", data)
  options = check_options.read_image(options)
  local terrains = {}
  for color, terrain in pairs(options.colors or {}) do terrains[color:lower()] = terrain end
  local rows = {}
  local width, height = data:getDimensions()
  for y = 1, height do
    local row = {}
    for x = 1, width do
      local color = color_name(data:getPixel(x - 1, y - 1))
      row[x] = terrains[color] or options.default
      if row[x] == nil then
        error(("astar.love.read_image: no terrain for color %s of pixel (%d, %d)")
          :format(color, x - 1, y - 1), 2)
      end
    end
    rows[y] = row
  end
  return astar.grid(rows, { layout = options.layout })
end

return draw --[[@as astar.love]]
