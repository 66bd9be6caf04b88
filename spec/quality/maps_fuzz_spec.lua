-- A short run of spec/fuzz/maps.lua. What it found is in spec/helpers/tiled_spec.lua and in
-- spec/regression/ascii_draw_raises_raw_errors_spec.lua.

describe("damaged maps", function()
  it("work or raise clean errors", function()
    local fuzz = require "spec.fuzz.maps"
    for seed = 1, 3 do
      assert.equal(600, fuzz.run(seed, function(count) return count == 600 end))
    end
  end)
end)
