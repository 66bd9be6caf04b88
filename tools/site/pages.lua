-- Writes the pages of the site as Markdown, and the settings with the navigation:
--
--     lua tools/reference.lua FOLDER/pages/reference
--     lua tools/site/pages.lua FOLDER
--     mkdocs build -f FOLDER/mkdocs.yml
--
-- README.md is the first page, docs/ becomes the folder manual/. Files that these pages link to
-- become pages at their place in the repository: Markdown as it is, code in a block, a folder as
-- a list. Pictures are copied. The navigation follows docs/index.md and reference/index.md: their
-- headings, and the tables below them.

package.path = "./?.lua;" .. package.path
local resolve = require "tools.site.resolve"
local shell = require "spec.support.shell"

local folder = assert(arg[1], "usage: lua tools/site/pages.lua FOLDER")

-- -------------------------------------------------------------------------------- files

local read, run = shell.read, shell.run

local function quote(name) return "'" .. name:gsub("'", "'\\''") .. "'" end

local function is_here(name) return run("ls -d " .. quote(name)) ~= "" end
local function is_folder(name) return run("ls -d " .. quote(name) .. "/") ~= "" end

local function write(name, text)
  name = folder .. "/" .. name
  run("mkdir -p " .. quote(name:match "^.*/"))
  shell.save(name, text)
end

-- -------------------------------------------------------------------------------- names

local LANGUAGES = {
  lua = "lua", rockspec = "lua", c = "c", h = "c", cpp = "cpp", js = "js", sh = "sh", mk = "make",
  cmake = "cmake", json = "json", yml = "yaml", tmx = "xml",
}
local PICTURES = { png = true, gif = true, jpg = true, svg = true, webp = true }

local function ending(name) return name:match "%.(%w+)$" or "" end

-- The page for a file or a folder of the repository. mkdocs reads README.md as the first page of
-- its folder, so those of other folders get another name.
local function page_of(name)
  if name == "README.md" then return "index.md" end
  local module = name:match "^src/astar_?(%l*)%.h$"
  if module then return "reference/c" .. module:gsub("^%l", "-%0") .. ".md" end
  if name:find "^docs/[%w-]+%.md$" then return (name:gsub("^docs", "manual")) end
  if name:find "README%.md$" then return (name:gsub("README%.md$", "readme.md")) end
  if ending(name) == "md" or PICTURES[ending(name)] then return name end
  return name .. ".md"
end

-- The page `to` as a link on the page `from`.
local function relative(from, to)
  return ("../"):rep(select(2, from:gsub("/", ""))) .. to
end

-- ---------------------------------------------------------------------------- reference

-- Objects that have another name in the examples of the manual.
local ALIASES = { layout = "view", replanner = "planner" }

-- The pages of the reference: pages/reference/grid.md.
local function each_reference()
  return shell.output(("cd %s && ls pages/reference/*"):format(quote(folder))):gmatch "[^\n]+"
end

-- The entry of each name in the reference, also by the name that the manual has for it.
local function read_entries()
  local entries = {}
  for page in each_reference() do
    local text = read(folder .. "/" .. page)
    for anchor in text:gmatch "\n### %S+ {#([%w_]+[.:][%w_]+)}" do
      local link = page:gsub("^pages/", "") .. "#" .. anchor
      local object, rest = anchor:match "^([%w_]+)(.*)$"
      entries[anchor] = link
      if rest:find "^:" and ALIASES[object] then entries[ALIASES[object] .. rest] = link end
    end
  end
  return entries
end

local entries = read_entries()

-- Links the first mention of each name on a page of the manual to its entry, except inside links.
local function link_names(page, line, seen)
  local function link_code(text)
    return (text:gsub("`(([%w_]+[.:][%w_]+)[^`]*)`", function(code, name)
      local entry = not seen[name] and entries[name]
      if not entry then return end
      seen[name] = true
      return ("[`%s`](%s)"):format(code, relative(page, entry))
    end))
  end
  local out, from = {}, 1
  for first, link, after in line:gmatch "()(%[[^%]]*%]%b())()" do
    out[#out + 1] = link_code(line:sub(from, first - 1)) .. link
    from = after
  end
  return table.concat(out) .. link_code(line:sub(from))
end

-- -------------------------------------------------------------------------------- pages

local waiting, known = {}, {}

local function want(name)
  if known[name] then return end
  known[name] = true
  waiting[#waiting + 1] = name
end

-- Replaces the links of a file by links to the pages.
local function translate_links(name, line)
  return (line:gsub("%]%(([^)%s]+)%)", function(target)
    if target:find "^%a+:" or target:find "^#" then return end
    local file, anchor = target:match "^([^#]*)(.*)$"
    local linked = resolve(name, file):gsub("/$", "")
    if not is_here(linked) then error(name .. ": no such file: " .. target, 0) end
    want(linked)
    return "](" .. relative(page_of(name), page_of(linked)) .. anchor .. ")"
  end))
end

local function is_item(line) return line:find "^[-*] " or line:find "^%d+%. " end

-- The lines of a page, each with the fence ("```") of the code block that it belongs to.
local function each_line(text)
  local fence, next_line = nil, (text .. "\n"):gmatch "([^\n]*)\n"
  return function()
    local line = next_line()
    if not line then return end
    local mark, inside = line:match "^ *(```+)", fence
    if mark == fence then fence = nil elseif not fence then fence = mark end
    return line, inside or mark
  end
end

-- Markdown as mkdocs reads it: an empty line before each list, and twice the indentation in it.
local function translate_lists(text)
  local out, in_list, last = {}, false, ""
  for line, fence in each_line(text) do
    if not fence and is_item(line) then
      if not in_list and last ~= "" then out[#out + 1] = "" end
      in_list = true
    elseif line:find "^%S" then
      in_list = false
    end
    out[#out + 1] = in_list and line:match "^ *" .. line or line
    last = line
  end
  return table.concat(out, "\n")
end

local function write_markdown(name)
  local page, seen, out = page_of(name), {}, {}
  for line, fence in each_line(read(name):gsub("\r", "")) do
    if not fence then
      line = translate_links(name, line)
      if page:find "^manual/" and not line:find "^#" then line = link_names(page, line, seen) end
    end
    out[#out + 1] = line
  end
  local head = name == "README.md" and "---\nhide: [navigation]\n---\n\n" or ""
  write("pages/" .. page, head .. translate_lists(table.concat(out, "\n")))
end

local function write_code(name)
  local language = LANGUAGES[ending(name)] or "text"
  -- Examples that need no window can be run in the playground.
  local is_program = name:find "^examples/[%w_]+%.lua$"
  local head = is_program and ("---\nexample: %s\n---\n\n"):format(name) or ""
  write("pages/" .. page_of(name), ("%s# %s\n\n````%s\n%s````\n"):format(head, name, language,
    read(name):gsub("\n?$", "\n", 1)))
end

local function write_folder(name)
  local lines = { "# " .. name, "" }
  for file in shell.output(("find %s -type f | sort"):format(quote(name))):gmatch "[^\n]+" do
    want(file)
    lines[#lines + 1] = ("- [`%s`](%s)"):format(file:sub(#name + 2),
      relative(page_of(name), page_of(file)))
  end
  write("pages/" .. page_of(name), table.concat(lines, "\n") .. "\n")
end

local function write_page(name)
  if page_of(name):find "^reference/" then
    return
  elseif PICTURES[ending(name)] then
    write("pages/" .. name, read(name))
  elseif ending(name) == "md" then
    write_markdown(name)
  elseif is_folder(name) then
    write_folder(name)
  else
    write_code(name)
  end
end

-- --------------------------------------------------------------------------- navigation

-- The navigation of an index: its headings with the pages that the tables below them list.
local function add_index(lines, title, index, place)
  lines[#lines + 1] = ("  - %s:\n    - %sindex.md"):format(title, place)
  for line in index:gmatch "[^\n]+" do
    local heading = line:match "^## (.+)$"
    local name, page = line:match "^| %[([^%]]+)%]%(([^)#]+)%)"
    if heading then lines[#lines + 1] = ("    - %q:"):format(heading) end
    if name then lines[#lines + 1] = ("      - %q: %s%s"):format(name, place, page) end
  end
end

local function write_settings()
  local here = shell.output "pwd":gsub("\n", "") .. "/tools/site/"
  local lines = {
    ("INHERIT: %q"):format(here .. "mkdocs.yml"), "docs_dir: pages", "theme:",
    ("  custom_dir: %q"):format(here .. "theme"), "nav:", "  - Home: index.md",
  }
  add_index(lines, "Manual", read "docs/index.md", "manual/")
  add_index(lines, "Reference", read(folder .. "/pages/reference/index.md"), "reference/")
  write("pages/play/index.md", "# Playground\n") -- the pages of `make web` replace these
  write("pages/play/demos.md", "# Demos\n")
  lines[#lines + 1] = "  - Playground: play/index.md\n  - Demos: play/demos.md"
  write("mkdocs.yml", table.concat(lines, "\n") .. "\n")
end

want "README.md"
want "docs/index.md"
while #waiting > 0 do write_page(table.remove(waiting)) end
for page in each_reference() do write(page, translate_lists(read(folder .. "/" .. page))) end
write_settings()
