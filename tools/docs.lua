-- Writes the reference page of all public names, from the annotations in lua/astar/meta.lua:
--
--     lua tools/docs.lua >index.html
--
-- A class with a name like astar.walker is a helper: with it begins a chapter, whose first words
-- are the first comment of that helper's source. A function without a word about it, or about what
-- it takes, is an error.

-- ------------------------------------------------------------------------------ reading

-- The type at the beginning of `text`, and what follows it. Blanks in brackets, in quotes and
-- after a colon or a comma belong to it.
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

local readers = {}

function readers.param(item, text)
  local name, rest = text:match "^(%S-)%?? (.*)$"
  local type, words = split_type(rest)
  item.params[#item.params + 1] = {
    name = name, type = type, words = words, optional = text:find "^%S-%? " ~= nil,
  }
end

function readers.field(item, text)
  local name, rest = text:match "^(%S+) (.*)$"
  local type, words = split_type(rest)
  item.fields[#item.fields + 1] = { name = name, type = type, words = words }
end

readers["return"] = function(item, text)
  local type, rest = split_type(text)
  local name, words = rest:match "^(%S*) ?(.*)$"
  item.returns[#item.returns + 1] = { name = name, type = type, words = words }
end

function readers.class(item, text) item.class = text end

function readers.alias(item, text)
  item.alias, item.type = text:match "^(%S+) (.*)$"
end

function readers.overload(item, text) item.overload = text end
function readers.operator(item, text) item.operator = text end
function readers.meta() end

-- What a comment says: prose, and what its tags say. Lines that begin with two blanks go on with
-- the tag before them.
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
    local read = readers[tag[1]] or error("unknown tag @" .. tag[1])
    read(item, tag[2])
  end
  return item
end

-- A function has a comment, which tells of all that it takes.
local function check_function(item, has_comment, arguments)
  if not has_comment then error("meta.lua: no word about " .. item.call, 0) end
  local told = {}
  for i, param in ipairs(item.params) do told[i] = param.name end
  if table.concat(told, ", ") ~= arguments then
    error(("meta.lua: %s takes (%s), and it tells of (%s)"):format(
      item.call, arguments, table.concat(told, ", ")), 0)
  end
end

-- The first comment of a helper's source.
local function read_intro(name)
  local intro = {}
  local path = ("lua/astar/%s.lua"):format(name)
  if not io.open(path) then path = ("lua/astar/%s/init.lua"):format(name) end
  for line in io.lines(path) do
    if not line:find "^%-%-%-" then break end
    intro[#intro + 1] = line:gsub("^%-%-%- ?", "")
  end
  return intro
end

-- The chapters of meta.lua, the module's first.
local function read_chapters()
  local chapter = { title = "astar", items = {} }
  local chapters, names, comment = { chapter }, {}, {}
  for line in io.lines "lua/astar/meta.lua" do
    if line:find "^%-%-%-[^%-]" or line == "---" then
      comment[#comment + 1] = line:sub(4)
    else
      local item = read_comment(comment)
      local helper = (item.class or ""):match "^astar%.(%l+)$"
      local variable = line:match "^local ([%w_]+) = {}"
      if item.class and variable then -- methods are called on a grid, functions on the module
        local class = item.class:match("^[%w_.]+"):match "[%w_]+$"
        names[variable] = variable:find "^%u" and class:lower() or variable
      end
      local owner, mark, method, arguments = line:match "^function ([%w_]+)([.:])([%w_]+)%((.-)%)"
      if owner then
        item.call = names[owner] .. mark .. method
        check_function(item, #comment > 0, arguments)
      end
      if helper then
        chapter = { title = item.class, intro = read_intro(helper), items = {} }
        chapters[#chapters + 1] = chapter
      elseif item.call or item.class or item.alias then
        chapter.items[#chapter.items + 1] = item
      end
      comment = {}
    end
  end
  return chapters
end

-- ------------------------------------------------------------------------------ writing

local out = {}

local function write(text, ...)
  out[#out + 1] = select("#", ...) > 0 and text:format(...) or text
end

local escapes = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

local function escape(text)
  return (text:gsub('[&<>"]', escapes))
end

local function inline(text)
  return (escape(text):gsub("`(.-)`", "<code>%1</code>"))
end

-- Paragraphs, and code where lines are indented by four.
local function write_prose(lines)
  local kind
  local function switch(to)
    if kind == to then return end
    if kind then write(kind == "pre" and "</pre>" or "</p>") end
    if to then write(to == "pre" and "<pre>" or "<p>") end
    kind = to
  end
  for _, line in ipairs(lines) do
    if line == "" then
      switch(nil)
    elseif line:find "^    " then
      switch "pre"
      write(escape(line:sub(5)))
    else
      switch "p"
      write(inline(line))
    end
  end
  switch(nil)
end

-- A long type may go on in another line after each of its choices.
local function type_of(row)
  return (escape(row.type):gsub("|", "|<wbr>"))
end

local function write_rows(title, rows)
  if #rows == 0 then return end
  write("<table><caption>%s</caption>", title)
  for _, row in ipairs(rows) do
    write("<tr><td><code>%s</code></td><td><code>%s</code></td><td>%s</td></tr>",
      escape(row.name), type_of(row), inline(row.words))
  end
  write "</table>"
end

-- The arguments of a call, optional ones in brackets.
local function signature(item)
  local text = ""
  for _, param in ipairs(item.params) do
    local comma = text == "" and "" or ", "
    text = text .. (param.optional and (comma == "" and "[%s]" or " [" .. comma .. "%s]")
      or comma .. "%s"):format(param.name)
  end
  return ("%s(%s)"):format(item.call, text)
end

local function name_of(item)
  return item.call or item.alias or item.class:match "^[^:%s]+"
end

local function write_item(item)
  local title = item.call and signature(item) or item.alias or item.class
  write("<h3 id=\"%s\"><code>%s</code></h3>", name_of(item), escape(title))
  write_prose(item.prose)
  if item.type then write("<p><code>%s</code></p>", type_of(item)) end
  if item.overload then write("<p>Also: <code>%s</code></p>", escape(item.overload)) end
  if item.operator then write("<p>Operator: <code>%s</code></p>", escape(item.operator)) end
  write_rows("takes", item.params)
  write_rows("fields", item.fields)
  write_rows("returns", item.returns)
end

local STYLE = [[
body { font: 16px/1.5 sans-serif; margin: 0 auto; max-width: 50em; padding: 1em; color: #222; }
code, pre { font: 14px/1.4 monospace; }
pre { background: #f4f4f4; padding: .6em; overflow-x: auto; }
h2 { border-bottom: 2px solid #222; margin-top: 2em; }
h3 { background: #e8eef4; padding: .2em .4em; margin-top: 1.6em; }
nav code { white-space: nowrap; }
table { border-collapse: collapse; margin: .5em 0; width: 100%; }
caption { text-align: left; color: #666; }
td { border-top: 1px solid #ccc; padding: .15em .6em .15em 0; vertical-align: top; }
td:nth-child(2) { width: 30%; }]]

local function write_page(pages, version)
  write "<!DOCTYPE html>"
  write "<html lang=\"en\"><head><meta charset=\"utf-8\">"
  write "<meta name=\"viewport\" content=\"width=device-width\">"
  write("<title>astar %s</title><style>", version)
  write(STYLE)
  write "</style></head><body>"
  write("<h1>astar %s</h1>", version)
  write "<nav>"
  for _, page in ipairs(pages) do
    local links = {}
    for _, item in ipairs(page.items) do
      local name = name_of(item)
      links[#links + 1] = ("<a href=\"#%s\"><code>%s</code></a>"):format(name, escape(name))
    end
    write("<p><a href=\"#chapter-%s\"><b>%s</b></a>: %s</p>",
      page.title, page.title, table.concat(links, ", "))
  end
  write "</nav>"
  for _, page in ipairs(pages) do
    write("<h2 id=\"chapter-%s\">%s</h2>", page.title, page.title)
    write_prose(page.intro or {})
    for _, item in ipairs(page.items) do write_item(item) end
  end
  write "</body></html>"
end

-- -------------------------------------------------------------------------------- files

local function version()
  for line in io.lines "src/astar.h" do
    local found = line:match '^#define ASTAR_VERSION "(.*)"'
    if found then return found end
  end
end

write_page(read_chapters(), version())
print(table.concat(out, "\n"))
