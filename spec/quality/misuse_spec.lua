-- What C programs can do wrong that Lua scripts cannot: a program that does all of it.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- One of the Luas is enough: there is no Lua in the program.
local it = need.it(it, need.lua "lua5.4")

describe("misuse of the C interface", function()
  it("gives the documented answer and leaves the grid as it was", function()
    shell.build "build/spec/misuse"
    local output = shell.output "build/spec/misuse"
    local count = output:match "^(%d+) misuses: each reported, nothing changed, no leak\n$"
    assert.is_truthy(count, output)
    assert.is_true(tonumber(count) >= 1000)
  end)
end)
