-- Corner boards and the corner graph of a baked index must agree with searches: see spec/support/corners.c.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

local it = need.it(it, need.lua "lua5.4", function() shell.build "spec-programs" end)

describe("corners of a baked index", function()
  it("give the distances of searches, on random maps under all corner rules", function()
    assert.are.equal("400 maps: corner boards and searches agree\n", shell.output "build/spec/corners")
  end)
end)
