-- Writes the reference of all public names as Markdown pages, from the annotations in
-- src/lua/meta.lua, and the C headers as pages:
--
--     lua tools/reference.lua FOLDER
--
-- A page describes one class (`astar.Grid`) or one helper (`astar.tiled`) with its classes. The
-- first comment of the helper's source opens its page. Types without methods are at the end of
-- the page that uses them first. FOLDER/index.md lists the pages. Each name is the anchor of its
-- entry: grid.md#grid:find_path. A function, a parameter or a field without a description is an
-- error.

package.path = "./?.lua;" .. package.path
local shell = require "spec.support.shell"

-- ------------------------------------------------------------------------------ reading

-- Splits `text` into the type at its beginning and the words after it. Spaces inside brackets or
-- quotes and after a colon or a comma belong to the type.
local function split_type(text)
  local depth, quoted = 0, false
  for i = 1, #text do
    local char = text:sub(i, i)
    if char == '"' then
      quoted = not quoted
    elseif not quoted and char:find "[%[({<]" then
      depth = depth + 1
    elseif not quoted and char:find "[%])}>]" then
      depth = depth - 1
    elseif char == " " and depth == 0 and not quoted and not text:sub(1, i - 1):find "[:,]$" then
      return text:sub(1, i - 1), text:sub(i + 1)
    end
  end
  return text, ""
end

-- One function per annotation: it stores the text after `@name` in the fields of the item.
local readers = {}

-- A parameter or a field: `name type words`, `name? type words` when it is optional.
local function read_row(text)
  local name, mark, rest = text:match "^(%[?[%w_.]+%]?)(%??) (.*)$"
  local type, words = split_type(rest or "")
  if words == "" then error("meta.lua: no description: " .. text, 0) end
  return { name = name, type = type, words = words, optional = mark == "?" }
end

function readers.param(item, text) item.params[#item.params + 1] = read_row(text) end
function readers.field(item, text) item.fields[#item.fields + 1] = read_row(text) end

readers["return"] = function(item, text)
  local type, rest = split_type(text)
  local name, words = rest:match "^(%S*) ?(.*)$"
  item.returns[#item.returns + 1] = { name = name, type = type, words = words }
end

function readers.class(item, text)
  item.class, item.parent = text:match "^([%w_.]+):? ?([%w_.]*)"
end

function readers.alias(item, text)
  item.alias, item.type = text:match "^(%S+) (.*)$"
end

function readers.overload(item, text) item.overload = text end
function readers.operator(item, text) item.operator = text end
function readers.meta() end

-- The prose and the annotations of a comment. A line that begins with two spaces continues the
-- annotation before it.
local function read_comment(comment)
  local item, tags = { prose = {}, params = {}, fields = {}, returns = {} }, {}
  for _, line in ipairs(comment) do
    local tag, text = line:match "^@(%w+) ?(.*)$"
    if tag then
      tags[#tags + 1] = { tag, text }
    elseif #tags > 0 and line:find "^  " then
      tags[#tags][2] = tags[#tags][2] .. line:sub(2)
    else
      item.prose[#item.prose + 1] = line:gsub("^ ", "")
    end
  end
  for _, tag in ipairs(tags) do
    local read = readers[tag[1]] or error("meta.lua: unknown annotation @" .. tag[1], 0)
    read(item, tag[2])
  end
  return item
end

-- Each function has a comment with one annotation per parameter.
local function check_function(item, has_comment, arguments)
  if not has_comment then error("meta.lua: no description of " .. item.call, 0) end
  local described = {}
  for i, param in ipairs(item.params) do described[i] = param.name end
  if table.concat(described, ", ") ~= arguments then
    error(("meta.lua: %s has the parameters (%s), its annotations describe (%s)"):format(
      item.call, arguments, table.concat(described, ", ")), 0)
  end
end

-- The first comment of a helper's source.
local function read_intro(name)
  local intro = {}
  local path = ("lua/astar/%s.lua"):format(name)
  for line in io.lines(path) do
    if not line:find "^%-%-%-" then break end
    intro[#intro + 1] = line:gsub("^%-%-%- ?", "")
  end
  return intro
end

-- ------------------------------------------------------------------------------- pages

-- A page has a title, a file name, parts with functions, and types. A part begins at a class with
-- methods or at a line `-- --- name` inside such a class.
local pages, page, pending = {}, nil, {}
local classes = {} -- by their names

local function begin_page(title, class)
  local file = title:match("[%w_]+$"):lower()
  if file == "index" then file = "baked-index" end -- index.md lists the pages
  page = { title = title, file = file .. ".md", parts = {}, types = {}, class = class }
  pages[#pages + 1] = page
end

local function begin_part(title, class)
  page.parts[#page.parts + 1] = { title = title, class = class, functions = {} }
end

-- A class whose methods follow: the object that an example calls `grid`, or a module.
local function add_class(item)
  local helper = item.class:match "^astar%.(%l+)$"
  if helper then
    begin_page(item.class, item)
    page.intro = read_intro(helper)
    begin_part "Functions"
  elseif item.class == "astar" then
    begin_page("astar", item)
    begin_part "Functions"
  elseif item.class:find "^astar%.%u" then
    begin_page(item.class, item)
    begin_part "Methods"
  else
    begin_part(item.class, item)
  end
end

-- The page of a type: that of its helper (`astar.tiled.Tile`), or the one that is being read.
local function home_of(item)
  local helper = (item.class or item.alias):match "^(astar%.%l+)%."
  for _, each in ipairs(pages) do
    if each.title == helper then return each end
  end
  return page
end

-- Types are declared before the function that uses them first, so they are kept for its page.
local function settle_types()
  for _, item in ipairs(pending) do
    local types = home_of(item).types
    types[#types + 1] = item
  end
  pending = {}
end

-- The name that comes before the method in a call: `grid` for the class astar.Grid.
local function object_of(item, variable)
  if not variable:find "^%u" then return variable end
  return item.class:match("[%w_]+$"):lower()
end

local function read_item(line, comment, objects, section)
  local item = read_comment(comment)
  if item.class then classes[item.class] = item end
  local variable = line:match "^local ([%w_]+) = {}"
  local owner, mark, method, arguments = line:match "^function ([%w_]+)([.:])([%w_]+)%((.-)%)"
  if owner then
    item.call = objects[owner] .. mark .. method
    check_function(item, #comment > 0, arguments)
    if section then begin_part(section:sub(1, 1):upper() .. section:sub(2)) end
    local functions = page.parts[#page.parts].functions
    functions[#functions + 1] = item
    settle_types()
  elseif item.class and variable then
    objects[variable] = object_of(item, variable)
    add_class(item)
    settle_types()
  elseif item.class and #item.fields == 0 and not item.parent:find "%S" and page then
    page.types[#page.types + 1] = item -- made by the function before it
  elseif item.class or item.alias then
    pending[#pending + 1] = item
  end
end

-- A line `-- --- name` between the methods of a class begins another part of its page.
local function read_meta()
  local objects, comment, section = {}, {}, nil
  for line in io.lines "src/lua/meta.lua" do
    if line:find "^%-%-%-[^%-]" or line == "---" then
      comment[#comment + 1] = line:sub(4)
    else
      section = line:match "^%-%- %-%-%-%-+ (%l+)$" or section
      read_item(line, comment, objects, section)
      if line:find "^local" or line:find "^function" then section = nil end
      comment = {}
    end
  end
  settle_types()
end

-- ------------------------------------------------------------------------------ writing

local function name_of(item)
  return item.call or item.alias or item.class
end

-- The link to the entry of a name, from a page.
local links = {}

local function collect_links()
  for _, each in ipairs(pages) do
    links[each.title] = each.file
    for _, part in ipairs(each.parts) do
      if part.class then links[part.class.class] = each.file .. "#" .. part.class.class end
      for _, item in ipairs(part.functions) do links[item.call] = each.file .. "#" .. item.call end
    end
    for _, item in ipairs(each.types) do
      links[name_of(item)] = each.file .. "#" .. name_of(item)
    end
  end
end

local escapes = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }

-- A type as code, each class in it a link to its entry. HTML, as Markdown has no links in code.
local function type_code(type)
  local code = type:gsub("[&<>]", escapes):gsub("astar%.[%w_.]+", function(name)
    local link = links[name]
    return link and ('<a href="%s">%s</a>'):format(link:gsub("%.md", ".html"), name)
  end)
  return '<code class="type">' .. code:gsub("|", "|<wbr>") .. "</code>"
end

-- Code in prose that is a name of the reference links to its entry.
local function inline(text)
  local parts, from = {}, 1
  for before, code, after in text:gmatch "([^`]*)`([^`]+)`()" do
    local link = links[(code:gsub("%(.*$", ""))]
    parts[#parts + 1] = before:gsub("<", "&lt;")
    parts[#parts + 1] = (link and "[`%s`](%s)" or "`%s`"):format(code, link)
    from = after
  end
  return table.concat(parts) .. text:sub(from):gsub("<", "&lt;")
end

local out = {}

local function write(text, ...)
  out[#out + 1] = select("#", ...) > 0 and text:format(...) or text
end

-- Prose is Markdown already. After an empty line, lines that are indented by four are code.
local function write_prose(lines, language)
  local is_code, is_empty = false, true
  for _, line in ipairs(lines) do
    local indented = line:match "^    (.*)$"
    local begins, ends = indented and is_empty, not indented and line ~= ""
    if is_code and ends then write "```\n" end
    if not is_code and begins then write("```" .. (language or "lua")) end
    is_code = is_code and not ends or not is_code and begins
    is_empty = line == ""
    write(is_code and (indented or "") or inline(line))
  end
  write(is_code and "```\n" or "")
end

local function write_rows(title, rows)
  if #rows == 0 then return end
  write("%s\n{.rows}\n", title)
  for _, row in ipairs(rows) do
    local name = row.name ~= "" and ("`%s` "):format(row.name) or ""
    local words = row.words ~= "" and ": " .. inline(row.words) or ""
    write("- %s%s%s%s", name, type_code(row.type), row.optional and " *optional*" or "", words)
  end
  write ""
end

-- A call as in an example; optional arguments have a question mark.
local function signature(item)
  local names = {}
  for i, param in ipairs(item.params) do names[i] = param.name .. (param.optional and "?" or "") end
  return ("%s(%s)"):format(item.call, table.concat(names, ", "))
end

local function write_function(item)
  write("### %s {#%s}\n", item.call, item.call)
  write("```lua\n%s\n```\n", signature(item))
  write_prose(item.prose)
  write_rows("Parameters", item.params)
  write_rows("Returns", item.returns)
  if item.overload then write("Also: %s\n", type_code(item.overload)) end
end

-- The fields of a class, then those of the classes that it extends.
local function write_fields(item)
  if item.operator then write("Operator: %s\n", type_code(item.operator)) end
  write_rows("Fields", item.fields)
  local parent = classes[item.parent]
  if parent then
    write("Also all fields of %s%s\n", type_code(item.parent), #parent.fields > 0 and ":" or ".")
    write_rows("Fields of " .. item.parent, parent.fields)
  end
end

local function write_type(item)
  write("### %s {#%s}\n", name_of(item), name_of(item))
  write_prose(item.prose)
  if item.type then write("%s\n", type_code(item.type)) end
  write_fields(item)
end

local function write_part(part)
  if part.class then
    write("## %s {#%s}\n", part.title, part.title)
    write_prose(part.class.prose)
    write_fields(part.class)
  elseif #part.functions > 0 then
    write("## %s\n", part.title)
  end
  for _, item in ipairs(part.functions) do write_function(item) end
end

local function write_page(each)
  write("# %s\n", each.title)
  write_prose(each.intro or each.class.prose)
  write_fields(each.class)
  for _, part in ipairs(each.parts) do write_part(part) end
  if #each.types > 0 then write "## Types\n" end
  for _, item in ipairs(each.types) do write_type(item) end
end

-- --------------------------------------------------------------------------- C headers

-- The name that a line of a header declares.
local function declared(line)
  return line:match "^#define (ASTAR_[%u%d_]+)[ (]" or line:match "^typedef [^{(]-([%w_]+);"
    or line:match "^typedef .-%(%*([%w_]+)%)" or line:match "^typedef %l+ ([%w_]+) {"
    or line:match "^(astar_[%w_]+)%(" or line:match "^%a.-(astar_[%w_]+)%("
    or line:match "^%a.-(luaopen_astar)%("
end

-- The names that lines of a header declare, each once: of an enum without a name, its constants.
local function all_declared(lines)
  local names, seen = {}, {}
  local function add(name)
    if not seen[name] then names[#names + 1] = name end
    seen[name] = true
  end
  for _, line in ipairs(lines) do
    local name = declared(line)
    if name then add(name) end
    if line:find "^enum {" then line:gsub("(ASTAR_[%u_]+) =", add) end
  end
  return names
end

-- The code of a declaration, without the mark of what a library exports.
local function code_of(lines)
  local shift = lines[1]:find "^ASTAR_API " and "^" .. (" "):rep(#"ASTAR_API ") or "^$"
  for i, line in ipairs(lines) do lines[i] = line:gsub("^ASTAR_API ", ""):gsub(shift, "") end
  return table.concat(lines, "\n")
end

-- One declaration: its comment is prose. A declaration without a name is not shown.
local function write_declaration(lines)
  local names, prose = all_declared(lines), {}
  while lines[1] and lines[1]:find "^///" do
    prose[#prose + 1] = table.remove(lines, 1):gsub("^/// ?", "")
  end
  if names[1] then
    write("### %s {#%s}\n", table.concat(names, ", "), names[1])
    write("```c\n%s\n```\n", code_of(lines))
  end
  if #prose > 0 then write_prose(prose, "c") end
end

-- The declarations of a header as lists of lines, and the titles of its parts: the lines
-- `// --- name`. Blank lines outside braces separate declarations.
local function read_header(name)
  local list, lines, depth = {}, {}, 0
  local function finish()
    if #lines > 0 then list[#list + 1] = lines end
    lines = {}
  end
  for line in io.lines("src/" .. name) do
    local title = line:match "^// %-%-%-%-+ (.+)$"
    if title then
      finish()
      list[#list + 1] = title
    elseif line == "" and depth == 0 then
      finish()
    else
      lines[#lines + 1] = line
      local _, opened = line:gsub("{", "")
      local _, closed = line:gsub("}", "")
      if not line:find '^extern "C"' then depth = math.max(0, depth + opened - closed) end
    end
  end
  finish()
  return list
end

local function collect_header_links(header)
  for _, part in ipairs(header.parts) do
    local names = type(part) == "table" and all_declared(part) or {}
    for _, name in ipairs(names) do links[name] = header.file .. "#" .. names[1] end
  end
end

local function write_header(header)
  write("# %s\n", header.name)
  for _, part in ipairs(header.parts) do
    if type(part) == "string" then
      write("## %s\n", part:sub(1, 1):upper() .. part:sub(2))
    else
      write_declaration(part)
    end
  end
end

-- ------------------------------------------------------------------------------- files

local folder = assert(arg[1], "usage: lua tools/reference.lua FOLDER")

local function write_file(name)
  shell.save(folder .. "/" .. name, table.concat(out, "\n") .. "\n")
  out = {}
end

local HEADERS = {
  { name = "astar.h", file = "c.md", words = "The library in C, without Lua." },
  { name = "astar_crowd.h", file = "c-crowd.md", words = "Many movers that never overlap." },
  { name = "astar_explain.h", file = "c-explain.md",
    words = "Why no path exists, what a building would cut off, choke points." },
  { name = "astar_index.h", file = "c-index.md", words = "Baked indexes." },
  { name = "astar_pool.h", file = "c-pool.md", words = "Several threads: contexts and pools." },
  { name = "astar_sight.h", file = "c-sight.md", words = "What viewers see." },
  { name = "astar_lua.h", file = "c-lua.md",
    words = "C programs that share grids and rules with their scripts." },
}

-- The first sentence of a comment.
local function summary(lines)
  local text = table.concat(lines, " ") .. " "
  return inline(text:match "^(.-%.) " or text)
end

local function write_index()
  write "# Reference\n\nAll public names. The manual explains how to use them.\n"
  local title
  for _, each in ipairs(pages) do
    local wanted = each.intro and "Helpers" or "The module"
    if title ~= wanted then
      title = wanted
      write("\n## %s\n\n| page | contains |\n| --- | --- |", title)
    end
    write("| [%s](%s) | %s |", each.title, each.file, summary(each.class.prose))
  end
  write "\n## C\n\n| page | contains |\n| --- | --- |"
  for _, header in ipairs(HEADERS) do
    write("| [%s](%s) | %s |", header.name, header.file, header.words)
  end
  write_file "index.md"
end

read_meta()
collect_links()
for _, header in ipairs(HEADERS) do
  header.parts = read_header(header.name)
  collect_header_links(header)
end
write_index()
for _, each in ipairs(pages) do
  write_page(each)
  write_file(each.file)
end
for _, header in ipairs(HEADERS) do
  write_header(header)
  write_file(header.file)
end
