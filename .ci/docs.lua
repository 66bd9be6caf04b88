-- Writes the reference page of all public names, from the annotations in lua/astar:
--
--     lua .ci/docs.lua [FILES...] >index.html
--
-- Without files: meta.lua, which stands for the native module, and every helper whose first
-- comment shows how to require it; the others are its private parts. Public are the functions of
-- the table that a file returns, and the methods of its classes, which begin with a capital
-- letter; a name that begins with _ is not. One without a word about it is an error.

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

local function read_lines(name)
  local lines = {}
  for line in io.lines(name) do lines[#lines + 1] = line end
  return lines
end

-- The public items of a file, in its order, and its first comment.
local function read_file(name)
  local lines = read_lines(name)
  local module = lines[#lines]:match "^return ([%w_]+)"
  local page = { name = name:match "([%w_]+)%.lua$", items = {} }
  page.title = page.name == "meta" and "astar" or "astar." .. page.name
  local comment = {}
  for number, line in ipairs(lines) do
    if line:find "^%-%-%-[^%-]" or line == "---" then
      comment[#comment + 1] = line:sub(4)
    else
      local item = read_comment(comment)
      local owner, mark, method, arguments = line:match "^function ([%w_]+)([.:])([%w_]+)(%b())"
      local public = owner and (owner == module or owner:find "^%u") and not method:find "^_"
      if public then
        item.call = owner:lower() .. mark .. method
        if #comment == 0 then
          error(("%s:%d: no word about %s"):format(name, number, item.call), 0)
        end
        item.arguments = arguments
      end
      if public or item.class or item.alias then
        page.items[#page.items + 1] = item
      elseif #comment > 0 and not page.intro and #page.items == 0 then
        page.intro = item.prose
      end
      comment = {}
    end
  end
  return page
end

local function is_public(name)
  for line in io.lines(name) do
    if line:find "^%-%-%-.*require \"astar%." then return true end
    if not line:find "^%-%-%-" then return false end
  end
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

local function write_rows(title, rows)
  if #rows == 0 then return end
  write("<table><caption>%s</caption>", title)
  for _, row in ipairs(rows) do
    write("<tr><td><code>%s</code></td><td><code>%s</code></td><td>%s</td></tr>",
      escape(row.name), escape(row.type), inline(row.words))
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
  if item.type then write("<p><code>%s</code></p>", escape(item.type)) end
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
td { border-top: 1px solid #ccc; padding: .15em .6em .15em 0; vertical-align: top; }]]

local function write_page(pages, version)
  write "<!DOCTYPE html>"
  write "<html lang=\"en\"><head><meta charset=\"utf-8\">"
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
    write("<p><a href=\"#%s\"><b>%s</b></a>: %s</p>",
      page.title, page.title, table.concat(links, ", "))
  end
  write "</nav>"
  for _, page in ipairs(pages) do
    write("<h2 id=\"%s\">%s</h2>", page.title, page.title)
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

-- meta.lua and the public helpers.
local function list_files()
  local files = { "lua/astar/meta.lua" }
  local listing = io.popen "ls lua/astar/*.lua"
  for name in listing:lines() do
    if is_public(name) then files[#files + 1] = name end
  end
  listing:close()
  return files
end

local files = { ... }
if #files == 0 then files = list_files() end
local pages = {}
for i, name in ipairs(files) do pages[i] = read_file(name) end
write_page(pages, version())
print(table.concat(out, "\n"))
