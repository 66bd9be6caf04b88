-- Runs spec/support/misuse.c: wrong calls that are possible in C programs, but not in Lua scripts.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- One Lua is enough: the program contains no Lua.
local it = need.it(it, need.lua "lua5.4")

describe("misuse of the C interface", function()
  it("returns the documented answer and does not change the grid", function()
    shell.build "build/spec/misuse"
    local output = shell.output "build/spec/misuse"
    local count = output:match "^(%d+) misuses: each reported, nothing changed, no leak\n$"
    assert.is_truthy(count, output)
    assert.is_true(tonumber(count) >= 1000)
  end)
end)
