-- The cases that fuzzing found worth keeping, run without a fuzzer: see spec/fuzz.

local shell = require "spec.support.shell"

-- One of the Luas is enough: there is no Lua in the programs.
if shell.lua == "lua5.4" then
  describe("fuzz cases of", function()
    for _, target in ipairs { "calls", "deserialize" } do
      it(target, function()
        local output, errors, code = shell.run(
          "env -u MAKEFLAGS -u MAKELEVEL make -s build/fuzz/" .. target)
        assert.are.equal(0, code, output .. errors)
        output, errors, code = shell.run(("build/fuzz/%s spec/fuzz/corpus/%s/*"):format(target, target))
        assert.are.equal("", errors)
        assert.are.equal(0, code)
        assert.is_true(tonumber(output:match "^(%d+) cases replayed\n$") >= 50, output)
      end)
    end
  end)
end
