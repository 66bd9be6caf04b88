-- Where size_t has 32 bits, a list of 2^32 + 3 rows was taken for one of 3: the length of a list was
-- cut. A program for such a machine measures it.

local assert = require "luassert"
local shell = require "spec.support.shell"

describe("the length of a list", function()
  it("is not cut where size_t has 32 bits", function()
    -- The headers of Lua 5.4 are those whose lengths have 64 bits on such a machine, too.
    if shell.lua ~= "lua5.4" then pending "once, on Lua 5.4" end
    -- Without what `.ci/harden` preloads for 64 bits.
    local _, _, missing = shell.run("unset LD_PRELOAD; "
      .. "printf '#include <stdio.h>\\nint main(void) { return 0; }' | ${CC:-cc} -m32 -x c -o /dev/null -")
    if missing ~= 0 then pending "no compiler for 32 bits" end
    -- A make of its own, not a part of the one that runs the specs.
    local output, errors, code = shell.run(
      "env -u LD_PRELOAD -u MAKEFLAGS -u MAKELEVEL make -s build/spec/length32")
    assert.equal(0, code, output .. errors)
    output, errors = shell.run "env -u LD_PRELOAD build/spec/length32"
    assert.equal("", errors)
    assert.equal("size_t of 32 bits: no length is cut\n", output)
  end)
end)
