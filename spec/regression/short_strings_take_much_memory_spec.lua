-- Strings of a few bytes, with correct checksums, took hundreds of megabytes: crowds computed fields and the meaning of
-- rules that no unit used, and made room for as many numbers of units as a string named; grids made room for penalties
-- after the damage was found; rules made room for pair costs that the string did not have. A program measures that
-- memory and work follow from the length of the string.

local assert = require "luassert"
local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- One Lua is enough: the program contains no Lua.
local it_in_c = need.it(it, need.lua "lua5.4")

describe("a short string", function()
  it_in_c("takes little memory and work", function()
    shell.build "build/spec/short_strings"
    local output = shell.output "build/spec/short_strings"
    assert.is_truthy(output:find "^%d+ calls: memory and work follow from the length of the string\n$", output)
  end)
end)
