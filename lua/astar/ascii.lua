--- Draws maps, paths, fields, searches and explanations as text, in color where the terminal
--- supports it.
---
---     local ascii = require "astar.ascii"
---     print(ascii.draw(grid, { paths = { path } }))
---     print(ascii.draw(grid, { field = field }))
---     print(ascii.draw(grid, { explanation = explanation }))
---
--- Method: a canvas of character cells. Terrain, dynamic obstacles, texts (costs, states), an
--- explanation, paths and marks are put on the canvas in this order, later ones over earlier ones.
--- All tiles have cells of the same width: one character, or the width of the longest text. In hex
--- layouts the tiles have a gap, and every other row or column is shifted by half a tile.
---
---     square     odd_r      odd_q
---     ab         a b        a
---     cd          c d         b         the same 2 x 2 tiles in three layouts
---                           c
---                             d
---
--- Plain Lua. It uses only methods of the objects that it draws.

if (... or ""):find "/" then return require((...):gsub("/", ".")) end
local folder = (... or "astar.ascii"):gsub("ascii$", "")
local check = require(folder .. "internal.check")
local looks = require(folder .. "internal.looks")

local ascii = {}

local codes = { bold = 1, dim = 2, underline = 4, inverse = 7, gray = 90 }
for i, name in ipairs { "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white" } do
  codes[name] = 29 + i
  codes["on_" .. name] = 39 + i
end

local default_styles = { ["#"] = "gray", ["@"] = "gray", ["~"] = "bold blue", ["T"] = "green" }

-- Marks of dynamic obstacles, by layer [1..8].
local default_marks = { "X", "2", "3", "4", "5", "6", "7", "8" }

local terminal_has_color -- nil: not checked yet

--- Whether standard output is a terminal, TERM is set and not "dumb", and NO_COLOR is not set or
--- empty. Checked at the first call.
function ascii.has_color()
  if terminal_has_color == nil then
    local no_color, term = os.getenv("NO_COLOR"), os.getenv("TERM")
    local allowed = (no_color or "") == "" and term and term ~= "dumb"
    local is_terminal = allowed and os.execute("test -t 1")
    terminal_has_color = is_terminal == true or is_terminal == 0 -- true: Lua >= 5.2; 0: Lua 5.1
  end
  return terminal_has_color
end

local function escape(style)
  if type(style) ~= "string" then
    error(("a style must be a string, got a %s"):format(type(style)), 0)
  end
  local numbers = {}
  for word in style:gmatch("%S+") do
    numbers[#numbers + 1] = codes[word] or error(("unknown style %q"):format(word), 0)
  end
  return "\27[" .. table.concat(numbers, ";") .. "m"
end

--- Returns `text` in a style (words such as "bold red"); without colors `text` as it is. `color`:
--- true or false, default `ascii.has_color()`.
function ascii.paint(text, style, color)
  local escaped = escape(style)
  if color == nil then color = ascii.has_color() end
  return color and escaped .. text .. "\27[0m" or text
end

-- ------------------------------------------------------------------------------- drawing

--- gap: the space between tiles [characters]. down: the distance between rows [lines].
--- shifted_rows: rows are shifted to the right by half a tile when `y % 2` is this number.
--- shifted_columns: columns are shifted down when `x % 2` is this number.
local layouts = {
  square = { gap = 0, down = 1 },
  odd_r = { gap = 1, down = 1, shifted_rows = 0 }, -- odd when counted from 0: y is even
  even_r = { gap = 1, down = 1, shifted_rows = 1 },
  odd_q = { gap = 1, down = 2, shifted_columns = 0 },
  even_q = { gap = 1, down = 2, shifted_columns = 1 },
}

--- The distance between columns whose tiles are `cell` characters wide.
local function spacing(layout, cell)
  local across = cell + (cell > 1 and 1 or layout.gap)
  return layout.shifted_rows and across + across % 2 or across
end

--- What an option must be: a list or table with valid values.
local function all(expected, is_valid)
  return { expected, function(list) return check.is_table_of(list, is_valid) end }
end

--- The same for an object of the module, whose metatable is the name of its class.
local function object(expected, class)
  return { expected, function(value) return getmetatable(value) == class end }
end

local function is_path(item)
  local path, mark = item, nil
  if type(item) == "table" then path, mark = item.path, item.mark end
  return getmetatable(path) == "astar.path" and (mark == nil or check.is_string(mark))
end

local function is_mark(item)
  return type(item) == "table" and type(item.x) == "number" and type(item.y) == "number"
    and check.is_string(item.text)
end

local check_options = check.options_checker("ascii.draw", {
  blocked = { "a string, false, or a table of these by layer from 1 to 8",
    function(value) return looks.is_for_obstacles(value, check.is_string) end },
  color = check.BOOLEAN,
  explanation = { "an explanation of grid:explain", check.is_explanation },
  field = object("a field", "astar.field"),
  glyphs = all("a table of strings", check.is_string), height = check.INTEGER,
  layout = { 'one of "square", "odd_r", "even_r", "odd_q", "even_q"',
    function(value) return layouts[value] ~= nil end },
  marks = all("a list of marks { x =, y =, text = }", is_mark),
  paths = all("a list of paths", is_path),
  scale = { "an integer >= 1",
    function(value) return check.is_integer(value) and value >= 1 end },
  search = object("a search", "astar.search"), styles = all("a table of strings", check.is_string),
  text = check.FUNCTION, width = check.INTEGER, x = check.INTEGER, y = check.INTEGER,
})

--- The default character of a terrain: the character of its byte if it is printable ASCII; a digit
--- for 0..9; otherwise "?".
local function glyph_of(terrain)
  if terrain > 32 and terrain < 127 then return string.char(terrain) end
  if terrain == 32 then return " " end
  return terrain < 10 and tostring(terrain) or "?"
end

--- The most frequent terrain in a block of tiles: what one character shows on a scaled map.
local function main_terrain(rows, x, y, width, height)
  local count, best = {}, nil
  for row = y, math.min(y + height - 1, #rows) do
    for column = x, math.min(x + width - 1, #rows[row]) do
      local terrain = rows[row]:byte(column)
      count[terrain] = (count[terrain] or 0) + 1
      if not best or count[terrain] > count[best] then best = terrain end
    end
  end
  return best
end

--- A function that returns what a tile shows instead of its terrain, and the style; it returns nil
--- for a tile that shows its terrain. nil when no option needs such a function.
local function text_of(options)
  local field, search, text = options.field, options.search, options.text
  if text then
    return text
  elseif search then
    return function(x, y)
      local state = search:node(x, y)
      if state == "open" then return "?", "bold green" end
      if state == "closed" then return ":", "cyan" end
    end
  elseif field then
    return function(x, y) return field:cost(x, y), "cyan" end
  end
end

--- The number of characters in a UTF-8 string.
local function width_of(text)
  return select(2, text:gsub("[^\128-\191]", ""))
end

--- The texts of the tiles in a window, { x, y, text, style } each, and the width of the longest
--- text.
local function texts_of(options, left, top, right, bottom)
  local texts, widest, text = {}, 1, text_of(options)
  if not text then return texts, widest end
  for y = top, bottom do
    for x = left, right do
      local content, style = text(x, y)
      if type(content) == "number" then content = ("%.0f"):format(content) end
      if content and type(content) ~= "string" then
        error(('ascii.draw: option "text" must give strings or numbers, got a %s')
          :format(type(content)), 0)
      end
      if content then
        texts[#texts + 1] = { x, y, content, style }
        widest = math.max(widest, width_of(content))
      end
    end
  end
  return texts, widest
end

--- Draws an explanation with `put(x, y, text, style)`: the barrier, the path, the tiles to open,
--- the tightest place.
local function put_explanation(explanation, put)
  for _, tile in ipairs(explanation.barrier or {}) do put(tile.x, tile.y, "!", "bold red") end
  if explanation.path then
    for _, x, y in explanation.path:each() do put(x, y, "o", "bold yellow") end
  end
  for _, tile in ipairs(explanation.open or {}) do put(tile.x, tile.y, "/", "bold green") end
  local tightest = explanation.tightest
  if tightest then put(tightest.x, tightest.y, "=", "bold magenta") end
end

--- A canvas of cells with styles. A cell is `cell` characters wide; its column and row are those of
--- its first character.
local function new_canvas(cell)
  local canvas = { rows = {}, last_row = -1 }

  function canvas.put(column, row, text, style)
    local line = canvas.rows[row] or { texts = {}, styles = {}, last = -1 }
    canvas.rows[row], canvas.last_row = line, math.max(canvas.last_row, row)
    line.texts[column] = (" "):rep(cell - width_of(text)) .. text
    line.styles[column], line.last = style, math.max(line.last, column)
  end

  --- One line of text. Adjacent characters of the same style share one escape sequence.
  local function line_text(line, color)
    local parts, run, run_style = {}, {}, nil
    local function flush()
      local text = table.concat(run)
      parts[#parts + 1] = run_style and ascii.paint(text, run_style, color) or text
      run = {}
    end
    local column = 0
    while column <= line.last do
      local text, style = line.texts[column], line.styles[column]
      if style ~= run_style then
        flush()
        run_style = style
      end
      run[#run + 1] = text or " "
      column = column + (text and cell or 1)
    end
    flush()
    return table.concat(parts)
  end

  function canvas.text(color)
    local lines = {}
    for row = 0, canvas.last_row do
      lines[#lines + 1] = canvas.rows[row] and line_text(canvas.rows[row], color) or ""
    end
    return table.concat(lines, "\n")
  end

  return canvas
end

--- Draws a grid as text and returns the text; rows are separated by "\n". A tile takes one
--- character, or as many as the longest text. With `scale` n above 1, one character shows n x 2n
--- tiles.
function ascii.draw(grid, options)
  check.object("ascii.draw", "grid", "an astar grid", grid)
  options = check_options(options)
  for _, name in ipairs { "marks", "paths" } do
    check.from_one("ascii.draw", name, options[name] or {})
  end
  local layout = layouts[options.layout or "square"]
  local grid_width, grid_height = grid:size()
  -- Tiles per character. Limited to the size of the grid: in Lua 5.1 a `for` loop with a huge step
  -- begins at 0 instead of its first value, because of rounding.
  local across = math.min(options.scale or 1, math.max(grid_width, grid_height))
  local down = across > 1 and 2 * across or 1
  local left, top = math.max(options.x or 1, 1), math.max(options.y or 1, 1)
  local right = math.min((options.x or 1) + (options.width or grid_width) - 1, grid_width)
  local bottom = math.min((options.y or 1) + (options.height or grid_height) - 1, grid_height)

  local texts, cell = {}, 1
  if across == 1 then texts, cell = texts_of(options, left, top, right, bottom) end
  local space = spacing(layout, cell)
  local canvas = new_canvas(cell)
  local function put(x, y, text, style)
    if not (x >= left and x <= right and y >= top and y <= bottom) then return end
    local column = math.floor((x - left) / across) * space
    local row = math.floor((y - top) / down) * layout.down
    if y % 2 == layout.shifted_rows then column = column + space / 2 end
    if x % 2 == layout.shifted_columns then row = row + 1 end
    canvas.put(column, row, text, style)
  end

  local glyphs = looks.by_byte(options.glyphs or {})
  local styles = looks.by_byte(default_styles, options.styles or {})
  local obstacles = looks.of_obstacles(default_marks, options.blocked, check.is_string)
  local rows = grid:rows()
  for y = top, bottom, down do
    for x = left, right, across do
      local terrain = across == 1 and rows[y]:byte(x) or main_terrain(rows, x, y, across, down)
      put(x, y, glyphs[terrain] or glyph_of(terrain), styles[terrain])
      local mark = across == 1 and looks.on_tile(grid, x, y, obstacles)
      if mark then put(x, y, mark, "bold red") end
    end
  end

  for _, item in ipairs(texts) do put(item[1], item[2], item[3], item[4]) end

  if options.explanation then put_explanation(options.explanation, put) end

  local seen = {} -- by tile: the path that was drawn there
  for _, item in ipairs(options.paths or {}) do
    local path = type(item) == "table" and item.path or item
    local look = type(item) == "table" and item.path and item or {}
    for _, x, y in path:each() do
      local tile = y * grid_width + x
      local shared = seen[tile] and seen[tile] ~= item
      put(x, y, shared and "+" or look.mark or "o", look.style or "bold yellow")
      seen[tile] = item
    end
  end
  for _, mark in ipairs(options.marks or {}) do
    put(mark.x, mark.y, mark.text, mark.style or "bold")
  end
  return canvas.text(options.color)
end

return ascii --[[@as astar.ascii]]
