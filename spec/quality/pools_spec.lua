-- Runs spec/support/pools.c: pools of worker threads in C, from the inside.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- One Lua is enough: the program contains no Lua.
local it_in_c = need.it(it, need.lua "lua5.4")

describe("pools in C", function()
  it_in_c("answer in order, follow edits, survive failed allocations, and end soon", function()
    -- An independent make, not a part of the one that runs the specs.
    local output, errors, code = shell.run "env -u MAKEFLAGS -u MAKELEVEL make -s build/spec/pools"
    assert.equal(0, code, output .. errors)
    output, errors, code = shell.run "build/spec/pools 20"
    assert.equal("", errors)
    assert.equal(0, code)
    assert.equal("20 rounds of pools\n", output)
  end)
end)
