-- Runs spec/support/landmarks.c: the bound of landmarks on maps that are edited, compared with distance fields.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- One Lua is enough: the program contains no Lua.
local it_in_c = need.it(it, need.lua "lua5.4")

describe("landmarks in C", function()
  it_in_c("never give a bound above the cost", function()
    -- An independent make, not a part of the one that runs the specs.
    local output, errors, code = shell.run "env -u MAKEFLAGS -u MAKELEVEL make -s build/spec/landmarks"
    assert.equal(0, code, output .. errors)
    output, errors, code = shell.run "build/spec/landmarks"
    assert.equal("", errors)
    assert.equal(0, code)
    assert.equal("400 rounds: the bound of landmarks holds\n", output)
  end)
end)
