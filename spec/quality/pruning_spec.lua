-- The two implementations of the pruning rules of jump point search must agree: see spec/support/pruning.c.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

local it = need.it(it, need.lua "lua5.4", function() shell.build "spec-programs" end)

describe("pruning of jump point search", function()
  it("is the same in the canonical moves and in the jump boards, for all neighborhoods", function()
    assert.are.equal("1024 neighborhoods: jump boards and canonical moves agree\n",
      shell.output "build/spec/pruning")
  end)
end)
