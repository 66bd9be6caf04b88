-- A short run of spec/fuzz/script.lua.

describe("wrong arguments of every kind", function()
  it("return results or raise clean errors", function()
    local fuzz = require "spec.fuzz.script"
    for seed = 1, 3 do
      assert.equal(4000, fuzz.run(seed, function(count) return count == 4000 end))
    end
  end)
end)
