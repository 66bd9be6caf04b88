-- Rules that a program had freed kept answering until the grid dropped the data that was derived for them; then the
-- program crashed. Now they are refused (spec/support/misuse.c), and the check build names each use of an object that
-- was freed.

local assert = require "luassert"
local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- One Lua is enough: the program contains no Lua. It compiles the library again.
local it = need.it(it, need.lua "lua5.4", need.all)

describe("the check build", function()
  it("names each function that gets an object that was freed", function()
    shell.build "build/spec/live"
    local output = shell.output "unset LD_PRELOAD; build/spec/live"
    local noticed, calls = output:match "^(%d+) of (%d+) uses of freed objects noticed\n$"
    assert.is_true(tonumber(calls) > 200)
    assert.equal(calls, noticed)
  end)
end)
