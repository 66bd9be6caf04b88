-- With a size_t of 32 bits, a list of 2^32 + 3 rows was treated as a list of 3, because its length was truncated. A
-- program for such a machine tests it.

local assert = require "luassert"
local need = require "spec.support.need"
local shell = require "spec.support.shell"

local function compiler_for_32_bits()
  -- Without the library for 64 bits that `tools/harden` preloads.
  local _, _, code = shell.run("unset LD_PRELOAD; "
    .. "printf '#include <stdio.h>\\nint main(void) { return 0; }' | ${CC:-cc} -m32 -x c -o /dev/null -")
  if code ~= 0 then return "no compiler for 32 bits here" end
end

describe("the length of a list", function()
  -- With the headers of Lua 5.4 lengths have 64 bits on such a machine, too.
  local it = need.it(it, need.lua "lua5.4", compiler_for_32_bits)

  it("is not truncated if size_t has 32 bits", function()
    local output = shell.output("unset LD_PRELOAD; "
      .. "env -u MAKEFLAGS -u MAKELEVEL make -s build/spec/length32 && build/spec/length32")
    assert.equal("size_t of 32 bits: no length is truncated\n", output)
  end)
end)
