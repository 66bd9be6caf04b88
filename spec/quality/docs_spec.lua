-- README.md and docs/: their code runs, their links lead somewhere, their commands exist.

local manual = require "spec.support.manual"
local need = require "spec.support.need"
local resolve = require "tools.site.resolve"
local shell = require "spec.support.shell"

--- Runs Lua code; gives its output.
local function run(code)
  local output, errors, status = shell.run_script(
    ("LUA_PATH='./lua/?.lua;;' NO_COLOR=1 %s"):format(shell.lua), code)
  assert.equal("", errors)
  assert.equal(0, status)
  return output
end

describe("the Lua code", function()
  it("of the README begins with an example that prints the text below it", function()
    local code, output = manual.page "README.md":match("```lua\n(.-)```%s+```text\n(.-)```")
    assert.equal(output, run(code))
  end)

  for _, page in ipairs(manual.pages()) do
    local code = manual.program(page.text)
    if code ~= "" then
      it("of " .. page.name .. " runs from top to bottom, and prints what its comments say", function()
        assert.is_nil(manual.missing(manual.expected(code), run(code)))
      end)
    end
  end
end)

describe("the C code", function()
  local it = need.it(it, need.lua "lua5.4")

  --- Compiles a program; gives its output.
  local function output_of(code)
    shell.build "build/embed/plain" -- which compiles the core and the modules
    local source = shell.write(code)
    local program = source .. ".program"
    local _, errors, status = shell.run(("${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -Isrc -x c - " ..
      "-x none build/core/*.o -lm -lpthread -o %s <%s"):format(program, source))
    assert.equal("", errors)
    assert.equal(0, status)
    local output = shell.output(program)
    os.remove(source)
    os.remove(program)
    return output
  end

  --- The first code in the comment at the top of a header.
  local function example(header)
    local lines, code = {}, shell.read("src/" .. header):match "\n///\n(///     .-\n)///\n"
    for line in code:gmatch "///     ?([^\n]*)\n" do lines[#lines + 1] = line end
    return table.concat(lines, "\n") .. "\n", #lines
  end

  it("at the top of the module headers has at most ten lines, and prints what its comments say", function()
    local code, expected = { "#include <stdio.h>\n" }, {}
    local modules = { "crowd", "explain", "index", "pool", "sight" }
    for i, module in ipairs(modules) do
      local fragment, count = example("astar_" .. module .. ".h")
      assert.is_true(count <= 10, module)
      local texts = manual.expected((fragment:gsub("// %->", "-->")))
      assert.equal(1, #texts, module)
      expected[i] = texts[1]
      code[#code + 1] = ('#include "astar_%s.h"\n'):format(module)
      code[#code + 1] = ("static void run_%s(astar_grid *grid, const astar_rules *rules) {\n"):format(module)
      code[#code + 1] = fragment .. "}\n"
    end
    code[#code + 1] = [[
int main(void) {
  astar_rules_def def = astar_default_rules();
  astar_rules_def_set(&def, '.', 1.0);
  astar_rules *rules;
  astar_rules_new(NULL, &def, &rules);
  void (*examples[])(astar_grid *, const astar_rules *) = {run_crowd, run_explain, run_index, run_pool,
                                                           run_sight};
  for (int i = 0; i < 5; i++) {
    astar_grid *grid;
    astar_grid_new(NULL, 40, 30, ASTAR_SQUARE, '.', &grid);
    examples[i](grid, rules);
    astar_grid_free(grid);
  }
  astar_rules_free(rules);
}
]]
    assert.equal(table.concat(expected, "\n") .. "\n", output_of(table.concat(code)))
  end)

  it("at the top of astar.h is a program that finds a path", function()
    local code = shell.read "src/astar.h":match "\n///     #include <stdio.h>.-\n///     }\n"
    local output = output_of((code:gsub("\n///     ", "\n"):gsub("\n///", "\n")))
    assert.matches("^3, 4\n.*\n35, 20\ncost [%d.]+\n$", output)
  end)

  for _, page in ipairs(manual.pages()) do
    local programs, parts = {}, {}
    for _, code in ipairs(manual.blocks(page.text, "c")) do
      local list = code:find "int main%(" and programs or parts
      list[#list + 1] = code
    end
    for i, code in ipairs(programs) do
      it(("of %s, program %d, prints what its comments say"):format(page.name, i), function()
        local expected = manual.expected((code:gsub("// %->", "-->")))
        assert.is_true(#expected > 0)
        assert.is_nil(manual.missing(expected, output_of(code)))
      end)
    end
    if #parts > 0 then
      it("of " .. page.name .. ", other blocks, compiles", function()
        local source = shell.write(table.concat(parts, "\n"))
        local flags = shell.make "--eval='flags: ; @echo $(LUA54_CFLAGS)' flags"
        local _, errors, status = shell.run(("${CC:-cc} -std=c11 -Wall -Wextra -Werror -Wno-unused " ..
          "-fsyntax-only -Isrc %s -x c - <%s"):format(flags:gsub("\n", ""), source))
        assert.equal("", errors)
        assert.equal(0, status)
        os.remove(source)
      end)
    end
  end
end)

describe("the JavaScript code", function()
  -- PathFinding.js, as the benchmark installs it.
  local it = need.it(it, need.lua "lua5.4", need.pathfinding_js)

  for _, page in ipairs(manual.pages()) do
    for _, code in ipairs(manual.blocks(page.text, "js")) do
      it("of " .. page.name .. " prints what its comments say", function()
        local source = shell.write(code)
        local output = shell.output(("NODE_PATH=build/bench/node_modules node %s"):format(source))
        os.remove(source)
        assert.is_nil(manual.missing(manual.expected((code:gsub("// %-%->", "-->"))), output))
      end)
    end
  end
end)

describe("the commands", function()
  it("are targets of the Makefile", function()
    local known, count = {}, 0
    for name in shell.make "help":gmatch "\n  make ([%w%-]+)" do known[name] = true end
    local function check(page, name)
      assert.is_true(known[name] ~= nil, page.name .. ": make " .. name)
      count = count + 1
    end
    for _, page in ipairs(manual.pages()) do
      -- In the text, in indented code and in blocks.
      for name in page.text:gmatch "`make%s+(%l[%w%-]*)" do check(page, name) end
      for name in page.text:gmatch "\n    make (%l[%w%-]*)" do check(page, name) end
      for _, code in ipairs(manual.blocks(page.text, "sh")) do
        for name in ("\n" .. code):gmatch "\n[sudo ]*make (%l[%w%-]*)" do check(page, name) end
      end
    end
    assert.is_true(count > 20)
  end)
end)

describe("the links", function()
  --- The anchor of a heading: lower case, words joined by hyphens, no other punctuation.
  local function anchor(heading)
    return (heading:lower():gsub("Ö", "ö"):gsub("[^%w%- _\128-\255]", ""):gsub(" ", "-"))
  end

  --- The anchors of a page.
  local function anchors(text)
    local set = {}
    for heading in text:gsub("\n```.-\n```", ""):gmatch "\n#+ ([^\n]+)" do set[anchor(heading)] = true end
    return set
  end

  it("lead to a file that is here, or to a heading", function()
    local texts, count = {}, 0
    for _, page in ipairs(manual.pages()) do texts[page.name] = "\n" .. page.text end
    for _, page in ipairs(manual.pages()) do
      for target in page.text:gmatch "%]%(([^)%s]+)%)" do
        if not target:find "^https?:" then
          local file, part = target:match "^([^#]*)#?(.*)$"
          local name = file == "" and page.name or resolve(page.name, file)
          local is_here = texts[name] or shell.run(("ls -d '%s'"):format(name)) ~= ""
          assert.is_truthy(is_here, page.name .. ": " .. target)
          if part ~= "" then
            assert.is_truthy(texts[name] and anchors(texts[name])[part], page.name .. ": " .. target)
          end
          count = count + 1
        end
      end
    end
    assert.is_true(count > 100)
  end)

  it("in the index lead to each page", function()
    local listed = {}
    for _, page in ipairs(manual.pages()) do listed[page.name] = true end
    for name in shell.run("ls docs/*.md"):gmatch "%S+" do assert.is_true(listed[name] ~= nil, name) end
  end)
end)
