-- What a new user tries first: path[1] was nil, a loop with ipairs(path) ran no time at all, rules without
-- costs found no path anywhere, and rows with characters of several bytes had "other lengths".
local astar = require "astar"
local raises = require("spec.support.expect").raises

describe("a path", function()
  local grid = astar.grid { "...", "..." }
  local path = grid:find_path(1, 1, 3, 1, astar.rules { cost = { ["."] = 1 } })
  local message = "a path is not a table: use path:each() or path:get(i)"

  it("raises for an index", function()
    for _, index in ipairs { 1, 0, 2, -1, 1.5, 1e300 } do
      raises(message, function() return path[index] end)
    end
    raises(message, function() return #path > 0 and path[#path].x end)
    raises(message, function() return path:waypoints()[1] end)
  end)

  it("raises in ipairs and pairs", function()
    local function loop_over(iterator)
      return pcall(function()
        for _ in iterator(path) do error("the loop has run") end
      end)
    end
    for _, iterator in ipairs { ipairs, pairs } do
      local ok, got = loop_over(iterator)
      assert.is_false(ok)
      -- Lua 5.1 and LuaJIT accept tables only.
      local is_clear = got:find(message, 1, true) or got:find("table expected, got userdata", 1, true)
      assert.is_truthy(is_clear, got)
    end
  end)

  it("has no other fields", function()
    assert.is_nil(path.foo)
    assert.is_nil(path["1"])
    assert.is_nil(path[true])
    assert.is_nil(path[path])
    assert.is_function(path.each)
  end)
end)

describe("rules without costs", function()
  it("raise: nothing would be passable", function()
    local message = 'astar.rules: option "cost" or "default" must be given, otherwise nothing is passable'
    for _, options in ipairs { {}, { size = 2 }, { diagonal = "never", diagonal_cost = 2 }, { neighbors = 4 },
      { step = function() return 1 end }, { ignore_blocked = true, penalty_scale = 0 } } do
      raises(message, astar.rules, options)
    end
  end)

  it("are possible on purpose", function()
    for _, options in ipairs { { cost = {} }, { default = false }, { cost = { ["."] = false } }, { default = 1 } } do
      assert.equal("astar.rules", getmetatable(astar.rules(options)))
    end
  end)
end)

describe("rows of different lengths", function()
  local hint = "; one byte is one tile, and characters that are not ASCII have several bytes"

  it("are explained when they have bytes above 127", function()
    local block = "\226\150\136" -- a full block in UTF-8
    raises("astar.grid: row 2 has 5 tiles, row 1 has 3" .. hint, astar.grid, { "...", "." .. block .. "." })
    raises("astar.grid: row 2 has 3 tiles, row 1 has 5" .. hint, astar.grid, { "." .. block .. ".", "..." })
    raises("astar.grid: row 3 has 5 tiles, row 1 has 3" .. hint, astar.grid, "...\n...\n." .. block .. ".\n")
    raises("astar.grid: row 2 has 3 tiles, row 1 has 9" .. hint, astar.grid, block:rep(3) .. "\n...")
  end)

  it("are reported as before when they have none, or are arrays", function()
    raises("astar.grid: row 2 has 2 tiles, row 1 has 3", astar.grid, { "...", ".." })
    raises("astar.grid: row 2 has 2 tiles, row 1 has 3", astar.grid, { { 200, 201, 202 }, { 200, 201 } })
  end)

  it("are no matter when the lengths are equal", function()
    assert.same({ "\200\201", "\127\128" }, astar.grid({ "\200\201", { 127, 128 } }):rows())
  end)
end)
