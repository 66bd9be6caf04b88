-- Units of crowds must not block each other for ever: every scene of spec/support/crowd_scenes.c must be resolved, with
-- equal and with different speeds. `make bench-crowds` measures how long that takes, with more seeds.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

local it = need.it(it, need.lua "lua5.4", function() shell.build "build/bench/crowds" end)

describe("a crowd", function()
  it("resolves all scenes", function()
    local output = shell.run "build/bench/crowds resolve 2"
    assert.equal("all scenes are resolved\n", output)
  end)
end)
