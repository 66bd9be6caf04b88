-- What C programs can do wrong that Lua scripts cannot: a program that does all of it.

local shell = require "spec.support.shell"

-- One of the Luas is enough: there is no Lua in the program.
if shell.lua ~= "lua5.4" then return end

describe("misuse of the C interface", function()
  it("gives the documented answer and leaves the grid as it was", function()
    -- A make of its own, not a part of the one that runs the specs.
    local output, errors, code = shell.run "env -u MAKEFLAGS -u MAKELEVEL make -s build/spec/misuse"
    assert.equal(0, code, output .. errors)
    output, errors, code = shell.run "build/spec/misuse"
    assert.equal("", errors)
    assert.equal(0, code)
    local count = output:match "^(%d+) misuses: each told of, nothing changed, no leak\n$"
    assert.is_truthy(count, output)
    assert.is_true(tonumber(count) >= 1000)
  end)
end)
