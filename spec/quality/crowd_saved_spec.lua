-- Restored crowds move as the first ones would have: runs spec/support/crowd_saved.c.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- One Lua is enough: the program contains no Lua.
local it_in_c = need.it(it, need.lua "lua5.4")

describe("a restored crowd", function()
  it_in_c("moves as the first one, from states of each kind", function()
    shell.build "build/spec/crowd_saved"
    local output = shell.output "build/spec/crowd_saved"
    assert.is_truthy(output:find "^%d+ scenes, %d+ crowds in the wanted state: no difference\n$", output)
  end)
end)
