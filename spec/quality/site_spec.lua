-- `make site`: the pages of docs/ and the reference of all names as one site, without a network.

local manual = require "spec.support.manual"
local need = require "spec.support.need"
local shell = require "spec.support.shell"

local SITE = "build/spec/site"

--- A check for `need.it`: returns what is missing to build the site, or nil.
local function generator()
  local found = shell.run "command -v mkdocs && ls -d /usr/share/mkdocs/themes/material"
  if not found:find "material" then return "no MkDocs with its theme here (make setup FOR=site)" end
end

local function pages_below(folder)
  return shell.output("find " .. folder .. " -name '*.html' | sort"):gmatch "[^\n]+"
end

local is_built = false

--- Returns a page of the site. The first call builds the site.
local function page(name)
  if not is_built then shell.build(("site-build SITE=%s PAGES=%s-pages"):format(SITE, SITE)) end
  is_built = true
  return shell.read(SITE .. "/" .. name)
end

describe("the site", function()
  local it = need.it(it, need.lua "lua5.4", need.all, generator)

  it("has a page for each page of the manual, in the order of its index", function()
    local home, position, count = page "index.html", 1, 0
    for name in manual.page "docs/index.md":gmatch "\n| %[[^%]]+%]%(([%w-]+)%.md%)" do
      assert.is_truthy(page("manual/" .. name .. ".html"):find "<h1")
      position = home:find(('href="manual/%s.html" class="md-nav__link"'):format(name), position, true)
      assert.is_truthy(position, name)
      count = count + 1
    end
    assert.is_true(count > 20)
  end)

  it("has an anchor for each name of meta.lua", function()
    local text, count = {}, 0
    page "index.html"
    for name in pages_below(SITE .. "/reference") do text[#text + 1] = shell.read(name) end
    text = table.concat(text)
    for line in io.lines "src/lua/meta.lua" do
      local method = line:match "^function [%w_]+([.:][%w_]+)%("
      local type = line:match "^%-%-%-@class ([%w_.]+)" or line:match "^%-%-%-@alias ([%w_.]+)"
      if method then assert.is_truthy(text:find('id="%l+' .. method:gsub("%.", "%%.") .. '"'), line) end
      if type then
        local is_there = text:find(('id="%s"'):format(type), 1, true)
          or text:find('<h1[^>]*>' .. type:gsub("%.", "%%.") .. "<")
        assert.is_truthy(is_there, line)
      end
      if method or type then count = count + 1 end
    end
    assert.is_true(count > 150)
  end)

  it("has an anchor for each function of the C headers", function()
    local text, count = "", 0
    for _, module in ipairs { "", "-crowd", "-explain", "-index", "-lua", "-pool", "-sight" } do
      text = text .. page("reference/c" .. module .. ".html")
    end
    for name in shell.output("cat src/astar*.h"):gmatch "\nASTAR_API [^;(]-([%w_]+)%(" do
      assert.is_truthy(text:find("<h3[^>]*>[^<]*%f[%w_]" .. name .. "%f[^%w_]"), name)
      count = count + 1
    end
    assert.is_true(count > 80)
  end)

  it("loads no fonts or styles from the network", function()
    page "index.html"
    for name in shell.output(("find %s -name '*.css'"):format(SITE)):gmatch "[^\n]+" do
      assert.is_nil(shell.read(name):match "url%(['\"]?https?:")
      assert.is_nil(shell.read(name):match "@import[^;]*")
    end
  end)

  it("shows files of the repository as pages", function()
    local count = 0
    page "index.html"
    for _, each in ipairs(manual.pages()) do
      for name in each.text:gmatch "%]%(%.%./([^)#]+%.lua)%)" do
        assert.is_truthy(page(name .. ".html"):find '<span class="kd">local</span>')
        count = count + 1
      end
    end
    assert.is_true(count > 0)
  end)

  it("finds names by its search, also without a server", function()
    local index = page "search/search_index.json"
    for _, entry in ipairs { "grid.html#grid:find_path", "astar.html#astar.crowd",
      "tiled.html#astar.tiled.Tile", "c-crowd.html#ASTAR_FILTER_LAYERS",
      "c-lua.html#luaopen_astar" } do
      assert.is_truthy(index:find('"location":"reference/' .. entry .. '"', 1, true), entry)
    end
    assert.equal("set_search_index(" .. index .. ")\n", page "search/index.js")
    assert.is_nil(page "index.html":find "stopWordFilter")
  end)

  it("finds pages by the words of users", function()
    page "index.html"
    local output, _, code = shell.run(("SITE=%s node --test spec/web/search.test.mjs"):format(SITE))
    assert.equal(0, code, output)
  end)

  it("loads the Run buttons on pages whose blocks are programs, with the playground", function()
    local function has_buttons(name, script)
      local text = page(name)
      assert.is_truthy(text:find('<div class="language-lua highlight"', 1, true), name)
      return text:find(('<script src="%s" defer'):format(script), 1, true) ~= nil
    end
    assert.is_true(has_buttons("index.html", "play/run.js"))
    assert.is_true(has_buttons("manual/queries.html", "../play/run.js"))
    assert.is_true(has_buttons("examples/crowd.lua.html", "../play/run.js"))
    assert.is_truthy(page "examples/route.lua.html":find('data-example="examples/route.lua"', 1, true))
    assert.is_nil(page "index.html":find "data%-example")
    assert.is_false(has_buttons("examples/love-village/main.lua.html", "../../play/run.js"))
    for _, name in ipairs { "run.js", "index.html", "playground.js", "lua.js", "examples.js", "astar.wasm" } do
      assert.is_true(#page("play/" .. name) > 0, name)
    end
  end)

  it("has no advertisement in the footer", function()
    assert.is_nil(page "index.html":find "Made with")
  end)
end)

describe("the check of the site's links", function()
  local it = need.it(it, need.lua "lua5.4")

  --- What the check finds on two pages, of which the first contains some HTML.
  local function check(html)
    shell.output "rm -rf build/spec/links && mkdir -p build/spec/links/below"
    for name, body in pairs { a = html, ["below/b"] = '<p id="e"></p><h1 id="here: &amp;">b</h1>' } do
      local file = io.open(("build/spec/links/%s.html"):format(name), "w")
      file:write("<!doctype html><html><body>", body, "</body></html>")
      file:close()
    end
    local _, errors, code = shell.run "lua5.4 tools/site/links.lua build/spec/links"
    assert.equal(errors == "" and 0 or 1, code)
    return errors
  end

  it("passes links to pages and anchors of the site, and links to other sites", function()
    assert.equal("", check '<a href="below/b.html">b</a> <a class="x" href="below/../below/b.html#here:%20&amp;">b</a>')
    assert.equal("", check '<a href="https://example.org/x#y">c</a> <a href="#top">d</a><p id="top"></p>')
  end)

  it("names links to pages and anchors that do not exist", function()
    assert.equal("a.html: below/b.html#there: no such anchor\n", check '<a href="below/b.html#there">b</a>')
    assert.equal("a.html: #e: no such anchor\n", check '<a href="#e">e</a>')
    assert.equal("a.html: b.html: no such file\n", check '<a href="b.html">b</a>')
    assert.equal("a.html: x.png: no such file\n", check '<img alt="x" src="x.png">')
  end)

  it("names links that work on one server only, and files of another server", function()
    assert.equal("a.html: /below/b.html: not relative\n", check '<a href="/below/b.html">b</a>')
    assert.equal("a.html: https://example.org/x.js: loaded from another site\n",
      check '<script src="https://example.org/x.js"></script>')
    assert.equal("a.html: //example.org/x.css: loaded from another site\n",
      check '<link rel="stylesheet" href="//example.org/x.css">')
  end)
end)
