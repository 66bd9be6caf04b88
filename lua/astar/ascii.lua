--- Maps, paths, fields and searches as text, coloured where the terminal can.
---
---     local ascii = require "astar.ascii"
---     print(ascii.draw(grid, { paths = { path } }))
---     print(ascii.draw(grid, { field = field }))
---
--- Plain Lua; it needs nothing but the objects that it is given.

local ascii = {}

local codes = { bold = 1, dim = 2, underline = 4, inverse = 7, gray = 90 }
for i, name in ipairs { "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white" } do
  codes[name] = 29 + i
  codes["on_" .. name] = 39 + i
end

local default_styles = { ["#"] = "gray", ["@"] = "gray", ["~"] = "bold blue", ["T"] = "green" }

-- Marks of dynamic obstacles, by layer.
local default_marks = { "X", "2", "3", "4", "5", "6", "7", "8" }

local terminal_has_color -- nil: not asked yet

--- Whether standard output is a terminal that shows colours: it is one at all, TERM is not
--- "dumb", and the user has not set NO_COLOR.
function ascii.has_color()
  if terminal_has_color == nil then
    local no_color, term = os.getenv("NO_COLOR"), os.getenv("TERM")
    local wanted = (no_color or "") == "" and term and term ~= "dumb"
    local is_terminal = wanted and os.execute("test -t 1")
    terminal_has_color = is_terminal == true or is_terminal == 0 -- Lua 5.2 and later, or 5.1
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

--- `text` in a style, or as it is where there are no colours.
function ascii.paint(text, style, color)
  local escaped = escape(style)
  if color == nil then color = ascii.has_color() end
  return color and escaped .. text .. "\27[0m" or text
end

-- ------------------------------------------------------------------------------- drawing

--- The gap between tiles [characters], how far rows stand apart [lines], and which rows are
--- shoved right or which columns down: those with this remainder by 2.
local layouts = {
  square = { gap = 0, down = 1 },
  odd_r = { gap = 1, down = 1, shoved_rows = 0 }, -- the odd ones of those counted from 0
  even_r = { gap = 1, down = 1, shoved_rows = 1 },
  odd_q = { gap = 1, down = 2, shoved_columns = 0 },
  even_q = { gap = 1, down = 2, shoved_columns = 1 },
}

--- How far columns stand apart whose tiles are so many characters wide.
local function spacing(layout, cell)
  local across = cell + (cell > 1 and 1 or layout.gap)
  return layout.shoved_rows and across + across % 2 or across
end

local option_names = {
  blocked = "string or a table", color = "boolean", field = "userdata", glyphs = "table",
  height = "number", layout = "string", marks = "table", paths = "table", scale = "number",
  search = "userdata", styles = "table", text = "function", width = "number", x = "number",
  y = "number",
}

local function is_whole(value) return value % 1 == 0 end

local function is_text(value) return type(value) == "string" end

--- Whether all values of a table are as they should be.
local function all(is_right)
  return function(list)
    for _, item in pairs(list) do
      if not is_right(item) then return false end
    end
    return true
  end
end

--- Whether a value is an object of the module: each class has a name in place of a metatable.
local function is_a(class)
  return function(value) return getmetatable(value) == class end
end

local function is_path(item)
  local path, mark = item, nil
  if type(item) == "table" then path, mark = item.path, item.mark end
  return getmetatable(path) == "astar.path" and (mark == nil or is_text(mark))
end

local function is_mark(item)
  return type(item) == "table" and type(item.x) == "number" and type(item.y) == "number"
    and is_text(item.text)
end

--- Whether a value is a mark of obstacles, or a table of marks by layer, false for none.
local function is_obstacle_mark(value)
  if is_text(value) then return true end
  for layer, mark in pairs(value) do
    if not default_marks[layer] or not (is_text(mark) or mark == false) then return false end
  end
  return true
end

--- What an option must be besides its type.
local rightful = {
  blocked = { is_obstacle_mark, "a string, or a table of strings or false by layer from 1 to 8" },
  field = { is_a "astar.field", "a field" }, search = { is_a "astar.search", "a search" },
  glyphs = { all(is_text), "a table of strings" }, height = { is_whole, "an integer" },
  marks = { all(is_mark), "a list of marks { x =, y =, text = }" },
  paths = { all(is_path), "a list of paths" },
  scale = { function(value) return value >= 1 and is_whole(value) end, "an integer >= 1" },
  styles = { all(is_text), "a table of strings" }, width = { is_whole, "an integer" },
  x = { is_whole, "an integer" }, y = { is_whole, "an integer" },
}

local function check_options(options)
  if type(options) ~= "table" then
    error(("ascii.draw: options must be a table, got a %s"):format(type(options)), 3)
  end
  for name, value in pairs(options) do
    local wanted = option_names[name]
    if not wanted then
      local names = {}
      for valid in pairs(option_names) do names[#names + 1] = valid end
      table.sort(names)
      error(("ascii.draw: unknown option %q; valid options: %s")
        :format(tostring(name), table.concat(names, ", ")), 3)
    elseif not wanted:find(type(value), 1, true) then
      error(("ascii.draw: option %q must be a %s, got a %s")
        :format(name, wanted, type(value)), 3)
    elseif rightful[name] and not rightful[name][1](value) then
      error(("ascii.draw: option %q must be %s"):format(name, rightful[name][2]), 3)
    end
  end
  if not layouts[options.layout or "square"] then
    error(('ascii.draw: option "layout" must be one of "square", "odd_r", "even_r", "odd_q", ' ..
      '"even_q", got %q'):format(options.layout), 3)
  end
end

--- A table by terrain, keys written as bytes or as one-character strings, keyed by bytes.
local function by_byte(...)
  local result = {}
  for _, source in ipairs { ... } do
    for key, value in pairs(source) do
      result[type(key) == "string" and key:byte() or key] = value
    end
  end
  return result
end

--- The character for a terrain that the caller has none for: itself, or a digit for 0..9.
local function glyph_of(terrain)
  if terrain > 32 and terrain < 127 then return string.char(terrain) end
  if terrain == 32 then return " " end
  return terrain < 10 and tostring(terrain) or "?"
end

--- The most frequent terrain of a block of tiles: what one character shows of a scaled map.
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

--- What stands on the tiles instead of their terrain, by a function of the options.
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

--- The mark of each layer of obstacles, false where it is not shown.
local function obstacle_marks(blocked)
  local marks = {}
  for layer, mark in ipairs(default_marks) do
    marks[layer] = mark
    if type(blocked) == "string" then marks[layer] = blocked end
    if type(blocked) == "table" and blocked[layer] ~= nil then marks[layer] = blocked[layer] end
  end
  return marks
end

--- The mark of the obstacles on a tile: that of the lowest layer which is shown; nil without one.
local function obstacle_on(grid, x, y, marks)
  if not grid:is_blocked(x, y) then return nil end
  for layer, mark in ipairs(marks) do
    if mark and grid:is_blocked(x, y, layer) then return mark end
  end
end

--- How many characters a string of UTF-8 takes.
local function width_of(text)
  return select(2, text:gsub("[^\128-\191]", ""))
end

--- The texts of the tiles of a window, each { x, y, text, style }, and the width of the widest.
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

--- Cells with styles, `cell` characters wide, put by column and row of their first character.
local function new_canvas(cell)
  local canvas = { rows = {}, last_row = -1 }

  function canvas.put(column, row, text, style)
    local line = canvas.rows[row]
    if not line then
      line = { texts = {}, styles = {}, last = -1 }
      canvas.rows[row] = line
      canvas.last_row = math.max(canvas.last_row, row)
    end
    line.texts[column] = (" "):rep(cell - width_of(text)) .. text
    line.styles[column] = style
    for rest = column + 1, column + cell - 1 do
      line.texts[rest], line.styles[rest] = "", style
    end
    line.last = math.max(line.last, column + cell - 1)
  end

  --- One line of text; characters of one style that stand together are painted together.
  local function line_text(line, color)
    local parts, run, run_style = {}, {}, nil
    local function flush()
      local text = table.concat(run)
      parts[#parts + 1] = run_style and ascii.paint(text, run_style, color) or text
      run = {}
    end
    for column = 0, line.last do
      local style = line.styles[column]
      if style ~= run_style then
        flush()
        run_style = style
      end
      run[#run + 1] = line.texts[column] or " "
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

--- Draws a grid as text, rows parted by "\n": one character a tile, or as many as the longest
--- text takes. Hexes stand apart so that their shoved rows (or columns) can be seen.
function ascii.draw(grid, options)
  options = options or {}
  if getmetatable(grid) ~= "astar.grid" then error("ascii.draw: grid must be an astar grid", 2) end
  check_options(options)
  local layout = layouts[options.layout or "square"]
  local grid_width, grid_height = grid:size()
  -- Tiles that a character stands for; Lua 5.1 begins a loop with a huge step at 0.
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
    if y % 2 == layout.shoved_rows then column = column + space / 2 end
    if x % 2 == layout.shoved_columns then row = row + 1 end
    canvas.put(column, row, text, style)
  end

  local glyphs = by_byte(options.glyphs or {})
  local styles = by_byte(default_styles, options.styles or {})
  local obstacles = obstacle_marks(options.blocked)
  local rows = grid:rows()
  for y = top, bottom, down do
    for x = left, right, across do
      local terrain = across == 1 and rows[y]:byte(x) or main_terrain(rows, x, y, across, down)
      put(x, y, glyphs[terrain] or glyph_of(terrain), styles[terrain])
      local mark = across == 1 and obstacle_on(grid, x, y, obstacles)
      if mark then put(x, y, mark, "bold red") end
    end
  end

  for _, item in ipairs(texts) do put(item[1], item[2], item[3], item[4]) end

  local seen = {} -- which path was drawn on a tile
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
