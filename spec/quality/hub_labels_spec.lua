-- The labels of baked indexes must give the distances of searches: see spec/support/hub_labels.c.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

local it = need.it(it, need.lua "lua5.4", function() shell.build "spec-programs" end)

describe("hub labels", function()
  it("give the distances and the ways of searches, however they are built", function()
    assert.are.equal("300 graphs: hub labels agree with searches\n", shell.output "build/spec/hub_labels 300 1")
  end)
end)
