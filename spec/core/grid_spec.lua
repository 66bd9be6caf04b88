local astar = require "astar"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"

describe("a grid", function()
  describe("is created", function()
    it("from a size, filled with terrain 0", function()
      local grid = astar.grid(4, 3)
      assert.same({ 4, 3 }, { grid:size() })
      assert.equal(0, grid:get(1, 1))
      assert.equal(0, grid:get(4, 3))
    end)

    it("from a size and a fill, as a byte or as a character", function()
      assert.equal(7, astar.grid(2, 2, { fill = 7 }):get(2, 2))
      assert.equal(46, astar.grid(2, 2, { fill = "." }):get(1, 2))
    end)

    it("from an array of strings, one character per tile", function()
      local grid = astar.grid { "#.#", "~.~" }
      assert.same({ 3, 2 }, { grid:size() })
      assert.equal(("#"):byte(), grid:get(1, 1))
      assert.equal(("."):byte(), grid:get(2, 2))
      assert.equal(("~"):byte(), grid:get(3, 2))
    end)

    it("from one string with one line per row", function()
      for _, text in ipairs { "#.#\n~.~", "#.#\n~.~\n", "#.#\r\n~.~\r\n", "#.#\r\n~.~" } do
        assert.same({ "#.#", "~.~" }, astar.grid(text):rows())
      end
    end)

    it("from an array of arrays of terrains", function()
      local grid = astar.grid { { 1, "a", 3 }, { 0, 255, "~" } }
      assert.same({ 3, 2 }, { grid:size() })
      assert.equal(97, grid:get(2, 1))
      assert.equal(255, grid:get(2, 2))
      assert.same({ "\1a\3", "\0\255~" }, grid:rows())
    end)

    it("in a layout", function()
      for _, layout in ipairs { "square", "odd_r", "even_r", "odd_q", "even_q" } do
        assert.same({ 3, 3 }, { astar.grid(3, 3, { layout = layout }):size() })
        assert.same({ "..", ".." }, astar.grid({ "..", ".." }, { layout = layout }):rows())
      end
    end)

    it("without keeping or changing the tables that it is created from", function()
      local rows, options = { "..", ".." }, { layout = "odd_r" }
      local grid = astar.grid(rows, options)
      rows[1] = "##"
      assert.same({ "..", ".." }, grid:rows())
      assert.same({ layout = "odd_r" }, options)
    end)

    it("with integers and floats with integer values", function()
      assert.same({ 4, 3 }, { astar.grid(4.0, 3.0):size() })
      assert.equal(5, astar.grid(2, 2, { fill = 5.0 }):get(1, 1))
    end)
  end)

  it("returns the rows that it was created from", function()
    local rows = { "#.~\0\255\n", "......", "\r\n\t \\\"" }
    assert.same(rows, astar.grid(rows):rows())
    local all = {}
    for byte = 0, 255 do all[byte + 1] = string.char(byte) end
    rows = { table.concat(all) }
    assert.same(rows, astar.grid(rows):rows())
  end)

  describe("tile", function()
    it("has the terrain that was set", function()
      local grid = astar.grid(3, 2)
      grid:set(2, 1, "~")
      grid:set(3, 2, 255)
      assert.same({ "\0~\0", "\0\0\255" }, grid:rows())
    end)

    it("is nil off the grid", function()
      local grid = astar.grid(3, 2)
      for _, at in ipairs { { 0, 1 }, { 4, 1 }, { 1, 0 }, { 1, 3 }, { -1, -1 }, { 2 ^ 40, 1 }, { 1, -2 ^ 40 } } do
        assert.is_nil(grid:get(at[1], at[2]))
        assert.is_nil(grid:penalty(at[1], at[2]))
        assert.is_nil(grid:is_blocked(at[1], at[2]))
      end
    end)

    it("has no penalty until one is set", function()
      local grid = astar.grid(3, 2)
      assert.equal(0, grid:penalty(2, 2))
      grid:set_penalty(2, 2, 1.5)
      assert.equal(1.5, grid:penalty(2, 2))
      assert.equal(0, grid:penalty(1, 2))
      grid:set_penalty(2, 2, 0)
      assert.equal(0, grid:penalty(2, 2))
    end)

    it("stores a penalty exactly", function()
      local grid = astar.grid(2, 1)
      for _, penalty in ipairs { 0.1, 1 / 3, 1e-100, 1e100, 123456789.123456789 } do
        grid:set_penalty(1, 1, penalty)
        assert.equal(penalty, grid:penalty(1, 1))
      end
    end)

    it("gets its penalty with all others of a rectangle, in one edit", function()
      for seed = 1, 30 do
        local random = random_map.new(seed)
        local width, height = random:int(1, 9), random:int(1, 9)
        local grid, single = astar.grid(width, height), astar.grid(width, height)
        local replica = grid:clone()
        grid:changes(grid:revision())
        for _ = 1, 6 do
          local x, y, values = random:int(1, width), random:int(1, height), {}
          local w, h = random:int(1, width - x + 1), random:int(1, height - y + 1)
          local is_fill, is_whole = random:chance(0.5), random:chance(0.2)
          if is_whole then x, y, w, h = 1, 1, width, height end
          for i = 1, w * h do
            values[i] = (is_fill and i > 1) and values[1] or random:pick { 0, 0.5, 3, 1e-100 }
            single:set_penalty(x + (i - 1) % w, y + math.floor((i - 1) / w), values[i])
          end
          local revision = grid:revision()
          local call, first = grid.set_penalties, values
          if is_fill then call, first = grid.fill_penalty, values[1] end
          if is_whole then call(grid, first) else call(grid, first, x, y, w, h) end
          assert.is_true(grid:revision() - revision <= 1)
          for i = 0, width * height - 1 do
            local px, py = 1 + i % width, 1 + math.floor(i / width)
            assert.equal(single:penalty(px, py), grid:penalty(px, py))
          end
          assert.is_true(replica:apply(grid:changes(replica:revision())))
          assert.equal(grid:serialize(), replica:serialize())
        end
      end
    end)

    it("can be blocked and freed without changing its terrain", function()
      local grid = astar.grid { "..." }
      assert.is_false(grid:is_blocked(2, 1))
      grid:block(2, 1)
      assert.is_true(grid:is_blocked(2, 1))
      assert.is_false(grid:is_blocked(1, 1))
      assert.equal(46, grid:get(2, 1))
      grid:set(2, 1, "#")
      assert.is_true(grid:is_blocked(2, 1))
      grid:block(2, 1, false)
      assert.is_false(grid:is_blocked(2, 1))
      grid:block(2, 1, true)
      assert.is_true(grid:is_blocked(2, 1))
    end)
  end)

  describe("fill", function()
    it("covers the whole grid without a rectangle", function()
      local grid = astar.grid(3, 2)
      grid:fill "#"
      assert.same({ "###", "###" }, grid:rows())
    end)

    it("covers a rectangle", function()
      local grid = astar.grid { "....", "....", "...." }
      grid:fill("#", 2, 1, 2, 3)
      assert.same({ ".##.", ".##.", ".##." }, grid:rows())
      grid:fill(126, 1, 3, 4, 1)
      assert.same({ ".##.", ".##.", "~~~~" }, grid:rows())
    end)

    it("is clipped to the grid", function()
      for _, case in ipairs {
        { "##..", "....", -5, -5, 8, 7 },
        { "...#", "...#", 4, 1, 100, 100 },
        { "####", "####", -1000000, -1000000, 3000000, 3000000 },
        { "....", "....", 5, 1, 3, 3 },
        { "....", "....", -3, 1, 3, 3 },
        { "....", "....", 2, 2, 0, 5 },
        { "....", ".###", 2, 2, 2147483647, 2147483647 },
      } do
        local grid = astar.grid { "....", "...." }
        grid:fill("#", case[3], case[4], case[5], case[6])
        assert.same({ case[1], case[2] }, grid:rows())
        grid:fill_penalty(3, case[3], case[4], case[5], case[6])
        for y = 1, 2 do
          for x = 1, 4 do assert.equal(case[y]:sub(x, x) == "#" and 3 or 0, grid:penalty(x, y)) end
        end
      end
    end)
  end)

  describe("revision", function()
    local grid, before
    before_each(function()
      grid = astar.grid { "....", "....", "...." }
      before = grid:revision()
    end)

    it("is an integer", function()
      assert.equal(0, before % 1)
      assert.equal("number", type(before))
    end)

    for name, edit in pairs {
      set = function() grid:set(1, 1, "#") end,
      fill = function() grid:fill("#", 1, 1, 2, 2) end,
      set_penalty = function() grid:set_penalty(1, 1, 2) end,
      set_penalties = function() grid:set_penalties({ 0, 1 }, 1, 1, 2, 1) end,
      fill_penalty = function() grid:fill_penalty(2) end,
      block = function() grid:block(2, 2) end,
      set_edge = function() grid:set_edge(1, 1, 1, 0, false) end,
      link = function() grid:link(1, 1, 4, 3) end,
      unlink = function()
        local id = grid:link(1, 1, 4, 3)
        before = grid:revision()
        grid:unlink(id)
      end,
    } do
      it("grows with " .. name, function()
        edit()
        assert.is_true(grid:revision() > before)
      end)
    end

    it("does not change if an edit changes nothing", function()
      grid:set(1, 1, ".")
      grid:fill "."
      grid:fill("#", 10, 10, 5, 5)
      grid:set_penalty(1, 1, 0)
      grid:set_penalties({ 0 }, 1, 1, 1, 1)
      grid:fill_penalty(0)
      grid:fill_penalty(1, 5, 1, 3, 3)
      grid:block(1, 1, false)
      grid:set_edge(1, 1, 1, 0, true)
      assert.equal(before, grid:revision())
      grid:block(1, 1)
      before = grid:revision()
      grid:block(1, 1)
      assert.equal(before, grid:revision())
    end)

    it("does not change by queries", function()
      local rules = astar.rules { cost = { ["."] = 1 } }
      grid:find_path(1, 1, 4, 3, rules)
      grid:is_reachable(1, 1, 4, 3, rules)
      grid:rows()
      grid:serialize()
      grid:clone()
      assert.equal(before, grid:revision())
    end)
  end)

  it("is not a result of edits, which return nothing except the id of a link", function()
    local grid = astar.grid { "..." }
    assert.equal(0, select("#", grid:set(1, 1, ".")))
    assert.equal(0, select("#", grid:fill "."))
    assert.equal(0, select("#", grid:set_penalty(1, 1, 1)))
    assert.equal(0, select("#", grid:set_penalties { 1, 1, 1 }))
    assert.equal(0, select("#", grid:fill_penalty(1)))
    assert.equal(0, select("#", grid:block(1, 1)))
    assert.equal(0, select("#", grid:set_edge(1, 1, 1, 0, false)))
    assert.equal(1, grid:link(1, 1, 3, 1))
    assert.equal(2, grid:link(1, 1, 3, 1))
    assert.equal(0, select("#", grid:unlink(2)))
    assert.equal(3, grid:link(1, 1, 3, 1)) -- an id is not used again
  end)

  describe("clone", function()
    it("has the same content", function()
      local grid = astar.grid({ "..#", "~.." }, { layout = "even_q" })
      grid:set_penalty(1, 1, 2.5)
      grid:block(2, 2)
      grid:set_edge(1, 1, 1, 0, false)
      grid:link(1, 1, 3, 2, { cost = 3, one_way = true })
      local copy = grid:clone()
      assert.same(grid:rows(), copy:rows())
      assert.equal(2.5, copy:penalty(1, 1))
      assert.is_true(copy:is_blocked(2, 2))
      assert.equal(grid:serialize(), copy:serialize())
      assert.equal(grid:revision(), copy:revision())
      assert.are_not.equal(grid, copy)
    end)

    it("is independent of the original grid", function()
      local rules = astar.rules { cost = { ["."] = 1 } }
      local grid = astar.grid { "...", "...", "..." }
      local copy = grid:clone()
      copy:fill("#", 2, 1, 1, 3)
      assert.is_true(grid:is_reachable(1, 1, 3, 1, rules))
      assert.is_false(copy:is_reachable(1, 1, 3, 1, rules))
      grid:set_penalty(1, 1, 9)
      grid:block(1, 2)
      grid:set_edge(1, 1, 0, 1, false)
      grid:link(1, 1, 3, 3)
      assert.equal(0, copy:penalty(1, 1))
      assert.is_false(copy:is_blocked(1, 2))
      assert.is_false(copy:is_reachable(1, 1, 3, 3, rules))
      expect.near(1, select(2, copy:find_path(1, 1, 1, 2, rules)))
    end)

    it("outlives the original grid", function()
      local copy = astar.grid({ "..." }):clone()
      collectgarbage()
      collectgarbage()
      assert.same({ "..." }, copy:rows())
    end)
  end)

  it("has a tostring with its name and size", function()
    assert.equal("astar.grid 4x3", tostring(astar.grid(4, 3)))
    assert.equal("userdata", type(astar.grid(4, 3)))
  end)
end)
