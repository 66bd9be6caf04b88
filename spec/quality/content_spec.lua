-- Runs spec/support/content.c: edits of rectangles, copies of grids, and the iteration over links and edges in C,
-- compared with edits tile by tile.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- One Lua is enough: the program contains no Lua.
local it_in_c = need.it(it, need.lua "lua5.4")

describe("content of grids in C", function()
  it_in_c("is the same after edits of rectangles and of single tiles", function()
    -- An independent make, not a part of the one that runs the specs.
    local output, errors, code = shell.run "env -u MAKEFLAGS -u MAKELEVEL make -s build/spec/content"
    assert.equal(0, code, output .. errors)
    output, errors, code = shell.run "build/spec/content 500"
    assert.equal("", errors)
    assert.equal(0, code)
    assert.equal("500 rounds of edits: rectangles and single tiles give the same\n", output)
  end)
end)
