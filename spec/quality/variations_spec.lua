-- Runs spec/support/variations.c: varied rules and lifted rules, compared with rules made from a changed definition.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- One Lua is enough: the program contains no Lua.
local it_in_c = need.it(it, need.lua "lua5.4")

describe("varied rules in C", function()
  it_in_c("equal rules made from the changed definition", function()
    -- An independent make, not a part of the one that runs the specs.
    local output, errors, code = shell.run "env -u MAKEFLAGS -u MAKELEVEL make -s build/spec/variations"
    assert.equal(0, code, output .. errors)
    output, errors, code = shell.run "build/spec/variations 100"
    assert.equal("", errors)
    assert.equal(0, code)
    assert.equal("100 rounds: varied rules equal changed definitions\n", output)
  end)
end)
