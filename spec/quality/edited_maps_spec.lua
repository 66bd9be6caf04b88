-- The parts of a baked index that follow edits, compared with brute force: see spec/support/edited_maps.c.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

local it = need.it(it, need.lua "lua5.4", function() shell.build "spec-programs" end)

describe("live boards and opened tiles", function()
  it("follow edits of small random maps", function()
    assert.are.equal("300 maps: live boards and opened tiles follow edits\n",
      shell.output "build/spec/edited_maps")
  end)
end)
