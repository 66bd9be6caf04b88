local shell = require "spec.support.shell"

-- A make of its own, not a part of the one that runs the specs.
local MAKE = "env -u MAKEFLAGS -u MAKELEVEL make -s "

-- One of the Luas is enough: these are programs of their own.
if shell.lua == "lua5.4" then
  describe("embedding in C", function()
    setup(function()
      local output, errors, code = shell.run(MAKE .. "embed single spec-programs")
      assert.are.equal(0, code, output .. errors)
    end)

    it("builds without a warning", function()
      local output, errors, code = shell.run(MAKE .. "-B embed BUILD=build/werror WERROR=-Werror")
      assert.are.equal("", output .. errors)
      assert.are.equal(0, code)
    end)

    it("works in a C program without Lua", function()
      local output, errors, code = shell.run("build/embed/plain")
      assert.are.equal("", errors)
      assert.are.equal(0, code)
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

    it("works there as one file, with nothing said to the compiler", function()
      local output, errors, code = shell.run(
        "cd build/single && cc -DASTAR_NO_LUA -I. -o plain ../../examples/embed/plain.c astar.c -lm"
        .. " && ./plain | tail -n 1")
      assert.are.equal("", errors)
      assert.are.equal(0, code)
      assert.are.equal("cost 21.828, 22 tiles\n", output)
    end)

    it("keeps Lua out of that program", function()
      local output = shell.run("nm build/embed/plain | grep -i lua")
      assert.are.equal("", output)
    end)

    it("works in C++ programs with Lua 5.4 and 5.1, by astar.h and from scripts", function()
      local output, errors, code = shell.run("build/spec/host5.4 && build/spec/host5.1")
      assert.are.equal("", errors)
      assert.are.equal(0, code)
      assert.are.equal("20 20\n20 20\n", output)
    end)

    it("works in a C++17 program with the static and the shared library", function()
      for _, kind in ipairs { "static", "shared" } do
        local output, errors, code = shell.run("build/spec/interface-" .. kind)
        assert.are.equal("", errors)
        assert.are.equal(0, code)
        assert.are.equal("astar.h in C++17: ok\n", output)
      end
    end)

    describe("in a host with the module inside", function()
      it("runs the built-in script", function()
        local output, errors, code = shell.run("build/embed/host")
        assert.are.equal("", errors)
        assert.are.equal("astar 0.1.0 inside: 7 tiles, cost 6.000\n", output)
        assert.are.equal(0, code)
      end)

      it("runs a script that finds no astar.so anywhere, with its arguments", function()
        local script = shell.write([[
          package.path, package.cpath = "", ""
          local astar = require "astar"
          local grid = astar.grid(10, 10)
          print(select(2, grid:find_path(1, 1, 10, 1, astar.rules { default = 1 })), ...)
        ]])
        local output, errors, code = shell.run("build/embed/host " .. script .. " one two")
        os.remove(script)
        assert.are.equal("", errors)
        assert.are.equal("9.0\tone\ttwo\n", output)
        assert.are.equal(0, code)
      end)

      it("takes more arguments than Lua has room for at first", function()
        local script = shell.write("print(select('#', ...))")
        local output, errors, code = shell.run("build/embed/host " .. script .. (" x"):rep(5000))
        os.remove(script)
        assert.are.equal("", errors)
        assert.are.equal("5000\n", output)
        assert.are.equal(0, code)
      end)

      it("tells what is wrong with a script that cannot be read, whatever its arguments", function()
        local _, errors, code = shell.run("build/embed/host nowhere.lua one two")
        assert.matches("^host: cannot open nowhere.lua", errors)
        assert.are.equal(1, code)
      end)

      it("passes on what the module raises", function()
        local script = shell.write("require('astar').grid(0, 10)")
        local _, errors, code = shell.run("build/embed/host " .. script)
        os.remove(script)
        assert.matches("astar.grid: width", errors, 1, true)
        assert.matches("stack traceback", errors, 1, true)
        assert.are.equal(1, code)
      end)
    end)
  end)
end
