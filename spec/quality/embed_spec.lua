local manual = require "spec.support.manual"
local need = require "spec.support.need"
local seeds = require "spec.support.seeds"
local shell = require "spec.support.shell"

local is_built = false

-- A check for `need.it` that builds the programs before the first test that runs. It returns nil: nothing is missing.
-- It is not a `setup`, because without a test that runs nothing must be built.
local function build()
  if not is_built then
    shell.build("embed single " .. (need.all() and "spec-programs" or "spec-programs-all"))
  end
  is_built = true
end

-- One of the Luas is enough: these are programs of their own. Those that compile the whole library again belong to
-- `make test-all`.
local it, it_in_all = need.it(it, need.lua "lua5.4", build), need.it(it, need.lua "lua5.4", need.all, build)

describe("embedding in C", function()
  it("works in a C program without Lua", function()
    local output = shell.output "build/embed/plain"
    assert.are.equal([[
####################
#o...~~~~....#.oooo#
#o...~~~~....#.o#..#
#o#######.....o.#..#
#ooooooooooooo..#..#
####################
cost 21.828, 22 tiles
]], output)
  end)

  it_in_all("works there as one file, with no options for the compiler", function()
    local output = shell.output(
      "cd build/single && cc -DASTAR_NO_LUA -I. -o plain ../../examples/embed/plain.c astar.c -lm -lpthread"
      .. " && ./plain | tail -n 1")
    assert.are.equal("cost 21.828, 22 tiles\n", output)
  end)

  it_in_all("is not exported by a plugin that contains it", function()
    for kind, source in pairs { single = "-DASTAR_NO_LUA build/single/astar.c", static = "build/lib/libastar.a" } do
      local plugin = ("build/single/plugin-%s.so"):format(kind)
      shell.output(("cc -fPIC -shared -Isrc -o %s examples/embed/plain.c %s -lm -lpthread"):format(plugin, source))
      assert.equal("1\n", shell.output("nm " .. plugin .. " | grep -c ' t astar_find_path$'"))
      assert.equal("", (shell.run("nm -D --defined-only " .. plugin .. " | grep astar")))
    end
  end)

  it("keeps Lua out of that program", function()
    local output = shell.run("nm build/embed/plain | grep -i lua")
    assert.are.equal("", output)
  end)

  it_in_all("works in C++ programs with Lua 5.4 and 5.1, by astar.h and from scripts", function()
    local output = shell.output "build/spec/host5.4 && build/spec/host5.1"
    assert.are.equal("20 20 7\n20 20 7\n", output)
  end)

  it_in_all("works in a C++17 program with the static and the shared library", function()
    for _, kind in ipairs { "static", "shared" } do
      assert.are.equal("astar.h in C++17: ok\n", shell.output("build/spec/interface-" .. kind))
    end
  end)

  it("shares grids and rules with scripts, with Lua 5.4 and 5.1", function()
    for _, version in ipairs { "5.4", "5.1" } do
      local output = shell.output(("build/spec/bridge%s %d"):format(version, seeds.stride()))
      assert.matches("^[1-9]%d%d+ failures: no leak, no fault\n$", output)
    end
  end)

  it_in_all("shares them as one file, too, which hides nothing of astar_lua.h", function()
    shell.build "build/single/host WERROR=-Werror"
    local output = shell.output "build/single/host | tail -n 1"
    assert.are.equal("the engine crosses the river: 9 tiles, cost 8.000\n", output)
  end)

  for _, version in ipairs { "5.4", "5.1" } do
    it_in_all("puts the module into package.preload as docs/phones.md says, with Lua " .. version, function()
      local folder = "build/spec/preload" .. version
      shell.output("rm -rf " .. folder .. " && mkdir -p " .. folder .. " && cp -r lua/astar " .. folder)
      local file = assert(io.open(folder .. "/main.c", "w"))
      file:write(table.concat(manual.blocks(manual.page "docs/phones.md", "c"), "\n"), [[

#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>

int main(void) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  preload_astar(L);
  const int failed = luaL_dofile(L, "main.lua");
  if (failed) puts(lua_tostring(L, -1));
  lua_close(L);
  return failed;
}
]])
      file:close()
      file = assert(io.open(folder .. "/main.lua", "w"))
      file:write [[
        package.path, package.cpath = "./?.lua", ""
        local astar = require "astar"
        assert(astar == require "astar.loader")
        local grid, rules = astar.grid(5, 1), astar.rules { default = 1 }
        local crowd = require "astar.script".crowd(grid)
        local npc = crowd:add(rules, { x = 1, y = 1, speed = 1 })
        npc:run(npc.go_to, 5, 1)
        crowd:update(9)
        print(npc.x)
      ]]
      file:close()
      local lua = "LUA" .. version:gsub("%.", "")
      local flags = shell.make(("--eval='flags: ; @echo $(%s_CFLAGS) $(%s_LIBS)' flags"):format(lua, lua))
      assert.matches("^5%.?0?\n$", shell.output(
        ("cd %s && cc -I../../single -o main main.c ../../single/astar.c %s && env -i ./main")
          :format(folder, (flags:gsub("\n", "")))))
    end)
  end

  describe("in a host with the module inside", function()
    it("runs the built-in script", function()
      assert.are.equal([[
....~....
..@.=....
....~....
the engine crosses the river: 9 tiles, cost 8.000
]], shell.output "build/embed/host")
    end)

    it("runs a script that finds no astar.so anywhere, with its arguments", function()
      local output, errors, code = shell.run_script("build/embed/host", [[
        package.path, package.cpath = "", ""
        local astar = require "astar"
        local grid = astar.grid(10, 10)
        print(select(2, grid:find_path(1, 1, 10, 1, astar.rules { default = 1 })), ...)
      ]], "one two")
      assert.are.equal("", errors)
      assert.are.equal("9.0\tone\ttwo\n", output)
      assert.are.equal(0, code)
    end)

    it("has every helper inside", function()
      local modules = {}
      local files = shell.run "find lua/astar -name '*.lua'"
      for module in files:gmatch "lua/(astar/%S+)%.lua" do
        if module ~= "astar/init" then table.insert(modules, (module:gsub("/", "."))) end
      end
      assert.is_true(#modules > 10)
      local output, errors, code = shell.run_script("build/embed/host", ([[
        package.path, package.cpath = "", ""
        for module in ("%s"):gmatch "%%S+" do assert(type(require(module)) == "table", module) end
        for module in pairs(package.preload) do assert(package.loaded[module], module) end
        assert(require "astar.loader" == require "astar")
        print(require("astar.ascii").draw(require("astar").grid { ".#" }))
      ]]):format(table.concat(modules, " ")))
      assert.are.equal("", errors)
      assert.are.equal(0, code)
      assert.are.equal(".#\n", output)
    end)

    it("names a helper's file and line in tracebacks", function()
      local _, errors, code =
        shell.run_script("build/embed/host", "require('astar.ascii').draw()")
      assert.matches("astar/ascii.lua:%d+: in function", errors)
      assert.are.equal(1, code)
    end)

    it("takes more arguments than Lua has room for at first", function()
      local output, errors, code =
        shell.run_script("build/embed/host", "print(select('#', ...))", (" x"):rep(5000))
      assert.are.equal("", errors)
      assert.are.equal("5000\n", output)
      assert.are.equal(0, code)
    end)

    it("names the error of a script that cannot be read, with any arguments", function()
      local _, errors, code = shell.run("build/embed/host nowhere.lua one two")
      assert.matches("^host: cannot open nowhere.lua", errors)
      assert.are.equal(1, code)
    end)

    it("passes on the errors of the module", function()
      local _, errors, code = shell.run_script("build/embed/host", "require('astar').grid(0, 10)")
      assert.matches("astar.grid: width", errors, 1, true)
      assert.matches("stack traceback", errors, 1, true)
      assert.are.equal(1, code)
    end)
  end)
end)
