-- Every allocation fails in turn, in a C program with an allocator of its own.

local shell = require "spec.support.shell"

-- One of the Luas is enough: there is no Lua in the program.
if shell.lua == "lua5.4" then
  describe("when memory runs short", function()
    setup(function()
      -- A make of its own, not a part of the one that runs the specs.
      local output, errors, code = shell.run(
        "env -u MAKEFLAGS -u MAKELEVEL make -s build/spec/allocation")
      assert.are.equal(0, code, output .. errors)
    end)

    it("nothing leaks, and the grid answers on as if nothing had happened", function()
      local output, errors, code = shell.run("build/spec/allocation")
      assert.are.equal("", errors)
      assert.are.equal(0, code)
      local points = output:match "(%d+) points, each failed once and for ever: no leak, no fault\n$"
      assert.is_truthy(points, output)
      assert.is_true(tonumber(points) >= 300, output)
    end)
  end)
end
