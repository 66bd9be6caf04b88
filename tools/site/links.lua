-- Checks the pages of a site: lua tools/site/links.lua FOLDER
--
-- Each link must lead to a file of the site, and to an anchor that is in it. Links are relative:
-- then the site works in any folder, on a server and without one. Pages may link to other sites,
-- but must not load anything from there. Prints each fault, and fails when there is one.

package.path = "./?.lua;" .. package.path
local resolve = require "tools.site.resolve"
local shell = require "spec.support.shell"

local folder = assert(arg[1], "usage: lua tools/site/links.lua FOLDER")

-- The codes of a character in an attribute: &amp; and %20.
local function decode(text)
  return (text:gsub("&amp;", "&"):gsub("&quot;", '"'):gsub("%%(%x%x)", function(hex)
    return string.char(tonumber(hex, 16))
  end))
end

-- The ids of a page as a set, and its links: { tag = "a", target = "map.html#links" }.
local function read_page(name)
  local ids, links = {}, {}
  for tag, attributes in shell.read(name):gmatch "<(%a%w*)%s([^<>]*)>" do
    attributes = " " .. attributes
    local id = attributes:match '%sid="([^"]*)"'
    local target = attributes:match '%shref="([^"]*)"' or attributes:match '%ssrc="([^"]*)"'
    if id then ids[decode(id)] = true end
    if target then links[#links + 1] = { tag = tag, target = decode(target) } end
  end
  return { ids = ids, links = links }
end

-- All files of the site as a set, and the ids and links of its pages by their names.
local files, pages, names = {}, {}, {}
for name in shell.output("cd '" .. folder .. "' && find * -type f | sort"):gmatch "[^\n]+" do
  files[name] = true
  if name:find "%.html$" then
    pages[name] = read_page(folder .. "/" .. name)
    names[#names + 1] = name
  end
end

-- The fault of a link, or nil.
local function fault(page, link)
  local path, anchor = link.target:match "^([^#]*)#?(.*)$"
  if path:find "^%a[%w+.-]*:" or path:find "^//" then
    return link.tag ~= "a" and "loaded from another site"
  end
  if path:find "^/" then return "not relative" end
  local name = path == "" and page or resolve(page, path)
  if not files[name] then return "no such file" end
  if anchor ~= "" and not (pages[name] and pages[name].ids[anchor]) then return "no such anchor" end
end

local count = 0
for _, name in ipairs(names) do
  for _, link in ipairs(pages[name].links) do
    local what = fault(name, link)
    if what then
      io.stderr:write(("%s: %s: %s\n"):format(name, link.target, what))
      count = count + 1
    end
  end
end
if #names == 0 then io.stderr:write(folder, ": no pages\n") end
os.exit(count == 0 and #names > 0 and 0 or 1)
