-- A short run of spec/fuzz/maps.lua, and directed tests of what it found. What it found in maps of Tiled is in
-- spec/helpers/tiled_spec.lua.

local ascii = require "astar.ascii"
local astar = require "astar"

describe("damaged maps", function()
  it("work or raise clean errors", function()
    local fuzz = require "spec.fuzz.maps"
    for seed = 1, 3 do
      assert.equal(600, fuzz.run(seed, function(count) return count == 600 end))
    end
  end)
end)

describe("drawing as text", function()
  local grid = astar.grid { "..#", "~.." }

  it("rejects options that cannot be drawn, and names them", function()
    for _, case in ipairs {
      { "x", 0 / 0, "an integer" }, { "y", 1.5, "an integer" }, { "width", math.huge, "an integer" },
      { "scale", 0, "an integer >= 1" }, { "scale", 0.5, "an integer >= 1" },
      { "glyphs", { ["#"] = 1 }, "a table of strings" }, { "styles", { ["#"] = {} }, "a table of strings" },
      { "marks", { 1 }, "a list of marks { x =, y =, text = }" }, { "paths", { io.stdout }, "a list of paths" },
      { "search", io.stdout, "a search" }, { "field", grid, "a field" },
    } do
      local ok, message = pcall(ascii.draw, grid, { [case[1]] = case[2] })
      local expected = ("ascii.draw: option %q must be %s, got "):format(case[1], case[3])
      assert.is_true(not ok and message:find(expected, 1, true) ~= nil, message)
    end
    assert.has_error(function() ascii.draw(grid, 5) end, "ascii.draw: options must be a table, got 5")
    assert.has_error(function() ascii.draw(5) end, "ascii.draw: grid must be an astar grid, got 5")
    assert.has_error(function() ascii.draw(grid, { text = function() return {} end }) end,
      'ascii.draw: option "text" must give strings or numbers, got a table')
    assert.has_error(function() ascii.paint("x", 1) end, "a style must be a string, got a number")
  end)

  it("leaves out marks off the map, and scales to one character", function()
    local text = ascii.draw(grid, { color = false, marks = { { x = 0 / 0, y = 1, text = "S" } } })
    assert.equal("..#\n~..", text)
    assert.equal(".", ascii.draw(grid, { color = false, scale = 1e300 }))
  end)
end)
