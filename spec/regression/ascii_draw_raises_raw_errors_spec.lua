-- ascii.draw checked only the types of its options. Wrong values inside them raised errors of its own code ("attempt
-- to index ..."), or were drawn as garbage, or the call did not return.

local astar = require "astar"
local ascii = require "astar.ascii"
local describe = require "astar.internal.check".describe

local grid = astar.grid { "....", ".##.", "...." }
local rules = astar.rules { cost = { ["."] = 1 } }
local path = grid:find_path(1, 1, 4, 3, rules)
local field = grid:distance_field({ { 1, 1 } }, rules)
local search = grid:search(1, 1, 4, 3, rules)

local function raises(text, drawn, options)
  assert.has_error(function() ascii.draw(drawn, options) end, text)
end

describe("ascii.draw", function()
  it("names the wrong argument", function()
    for _, wrong in ipairs { 1, "grid", {}, path } do
      raises("ascii.draw: grid must be an astar grid, got " .. describe(wrong), wrong)
    end
    raises("ascii.draw: options must be a table, got 5", grid, 5)
    raises("ascii.draw: options must be a table, got an astar path", grid, path)
  end)

  it("names the wrong option for any wrong value inside it", function()
    local function wrong(name, expected, ...)
      for i = 1, select("#", ...) do
        local value = select(i, ...)
        raises(('ascii.draw: option "%s" must be %s, got %s'):format(name, expected, describe(value)), grid,
          { [name] = value })
      end
    end
    wrong("field", "a field", grid, path, search)
    wrong("search", "a search", grid, field, io.stdout)
    wrong("glyphs", "a table of strings", { ["."] = 1 }, { ["."] = {} })
    wrong("styles", "a table of strings", { ["."] = true }, { ["#"] = 3 })
    wrong("paths", "a list of paths", { 1 }, { grid }, { io.stdout }, { {} }, { { path = grid } },
      { { path = path, mark = 1 } })
    wrong("marks", "a list of marks { x =, y =, text = }", { 1 }, { {} }, { { x = 1, y = 1 } },
      { { x = "1", y = 1, text = "m" } }, { { x = 1, y = 1, text = 5 } })
    for _, name in ipairs { "x", "y", "width", "height" } do
      wrong(name, "an integer", 1.5, 0 / 0, math.huge, -math.huge)
    end
    wrong("scale", "an integer >= 1", 0, -1, 1.5, 0 / 0)
  end)

  it("describes the value of a text function or a style", function()
    raises('ascii.draw: option "text" must give strings or numbers, got a table', grid,
      { text = function() return {} end })
    raises('unknown style "loud"', grid, { styles = { ["."] = "loud" } })
    raises("a style must be a string, got a table", grid, { text = function() return "t", {} end })
    assert.has_error(function() ascii.paint("x", 1) end, "a style must be a string, got a number")
    raises("a style must be a string, got a number", grid, { paths = { { path = path, style = 1 } } })
  end)

  it("draws at any scale and leaves out marks off the map", function()
    for _, scale in ipairs { 2 ^ 40, 1e300 } do
      assert.equal(".", ascii.draw(grid, { scale = scale, color = false }))
    end
    assert.equal("....\n.##.\n....", ascii.draw(grid, {
      color = false, marks = { { x = 0 / 0, y = 1, text = "m" }, { x = 1, y = math.huge, text = "m" } },
    }))
  end)

  it("scales rows that are longer than the maximum number of arguments", function()
    local long = astar.grid(32768, 1, { fill = "." })
    assert.equal(".", ascii.draw(long, { scale = 32768, color = false }))
  end)
end)
