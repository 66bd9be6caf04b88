--- The documentation, README.md and the pages in docs/, and the code in it.
---
--- Specs run this code. All Lua blocks of a page are one program, from top to bottom, and a comment
--- `--> text` says what the program prints next. Exceptions:
---
--- - A block that begins with a file name (`-- main.lua`) is a file of a LÖVE game.
--- - A block that mentions `love.` needs LÖVE.
--- - A block that begins with `-- Jumper` is code for another library.

local shell = require "spec.support.shell"

local manual = {}

--- All pages: README.md, docs/index.md, and the pages that the index lists.
---@return { name: string, text: string }[]
function manual.pages()
  local index = shell.read "docs/index.md"
  local pages = { { name = "README.md", text = shell.read "README.md" }, { name = "docs/index.md", text = index } }
  for name in index:gmatch "%]%(([%w%-]+%.md)%)" do
    pages[#pages + 1] = { name = "docs/" .. name, text = shell.read("docs/" .. name) }
  end
  return pages
end

--- The text of a page without the calls of other libraries: in migration.md they are in the first
--- column of the tables, in JavaScript, and in blocks that begin with `-- Jumper`.
---@param page { name: string, text: string }
---@return string
function manual.own_text(page)
  local text = page.text
  if page.name:find "migration" then
    text = text:gsub("\n```js\n.-\n```", ""):gsub("\n```lua\n%-%- Jumper.-\n```", ""):gsub("\n| [^|]+", "")
  end
  return text
end

--- One page.
---@param name string "README.md", "docs/fields.md"
---@return string
function manual.page(name)
  return shell.read(name)
end

--- The code of all blocks of a language, in order.
---@param text string a page
---@param language string "lua", "c"
---@return string[]
function manual.blocks(text, language)
  local blocks = {}
  for code in ("\n" .. text):gmatch("\n```" .. language .. "\n(.-\n)```") do blocks[#blocks + 1] = code end
  return blocks
end

--- The program in plain Lua of a page, "" when it has none. With `with_love`, blocks that need LÖVE
--- are in it, too; the second result is whether there are any.
---@param text string a page
---@param with_love boolean?
---@return string code
---@return boolean needs_love
function manual.program(text, with_love)
  local parts, needs_love = {}, false
  for _, code in ipairs(manual.blocks(text, "lua")) do
    local is_love = code:find("love.", 1, true) ~= nil
    if not code:find "^%-%- [%w_]+%.lua" and not code:find "^%-%- Jumper" then
      needs_love = needs_love or is_love
      if with_love or not is_love then parts[#parts + 1] = code end
    end
  end
  return table.concat(parts, "\n"), needs_love
end

--- The games of a page. A block that begins with `-- main.lua` begins a game; the other named
--- blocks after it are its files.
---@param text string a page
---@return table<string, string>[] games content by file name
function manual.games(text)
  local games = {}
  for _, code in ipairs(manual.blocks(text, "lua")) do
    local name = code:match "^%-%- ([%w_]+%.lua)"
    if name == "main.lua" then games[#games + 1] = {} end
    if name then games[#games][name] = code end
  end
  return games
end

--- The output of a program as its comments state it: a list of lines.
---@param code string
---@return string[]
function manual.expected(code)
  local lines = {}
  for text in code:gmatch "%-%->%s*([^\n:]+)" do lines[#lines + 1] = text end
  return lines
end

--- The first expected line that was not printed in its place, or nil. Lines between two expected
--- ones may be anything; an error message counts as its text after the name of the function.
---@param expected string[]
---@param output string
---@return string?
function manual.missing(expected, output)
  local next_line = output:gmatch "([^\n]*)\n"
  for _, text in ipairs(expected) do
    local line
    repeat
      line = next_line()
      if not line then return text end
    until line:sub(1, #text) == text or line:find(": " .. text, 1, true)
  end
end

return manual
