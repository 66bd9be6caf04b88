local astar = require "astar"
local ascii = require "astar.ascii"
local need = require "spec.support.need"
local shell = require "spec.support.shell"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }

--- Draws without colors, on any terminal.
local function draw(grid, options)
  options = options or {}
  options.color = false
  return ascii.draw(grid, options)
end

describe("astar.ascii", function()
  local grid

  before_each(function()
    grid = astar.grid { "....#", ".#.~#", ".#..." }
  end)

  describe("draw", function()
    it("returns the map as text", function()
      assert.are.equal("....#\n.#.~#\n.#...", draw(grid))
    end)

    it("draws paths over the map, each with its mark", function()
      local path = grid:find_path(1, 3, 5, 3, rules)
      assert.are.equal("ooo.#\no#o~#\no#.oo", draw(grid, { paths = { path } }))
      assert.are.equal("***.#\n*#*~#\n*#.**", draw(grid, { paths = { { path = path, mark = "*" } } }))
    end)

    it("marks the tiles of several paths", function()
      local down, across = grid:find_path(1, 1, 1, 3, rules), grid:find_path(1, 1, 4, 1, rules)
      assert.are.equal("+***#\no#.~#\no#...",
        draw(grid, { paths = { down, { path = across, mark = "*" } } }))
    end)

    it("puts marks over everything", function()
      local path = grid:find_path(1, 1, 4, 1, rules)
      assert.are.equal("AooB#\n.#.~#\n.#...", draw(grid, {
        paths = { path }, marks = { { x = 1, y = 1, text = "A" }, { x = 4, y = 1, text = "B" } },
      }))
    end)

    it("shows dynamic obstacles", function()
      grid:block(3, 3)
      assert.are.equal("....#\n.#.~#\n.#X..", draw(grid))
      assert.are.equal("....#\n.#.~#\n.#!..", draw(grid, { blocked = "!" }))
    end)

    it("shows the layers of dynamic obstacles, the lowest on a tile", function()
      local map = astar.grid(9, 2, { fill = "." })
      for layer = 1, 8 do map:block(layer, 1, true, layer) end
      for layer = 8, 3, -1 do map:block(2, 2, true, layer) end
      assert.are.equal("X2345678.\n.3.......", draw(map))
      assert.are.equal("!!!!!!!!.\n.!.......", draw(map, { blocked = "!" }))
      assert.are.equal("Xr345b78.\n.3.......", draw(map, { blocked = { [2] = "r", [6] = "b" } }))
      assert.are.equal("..D45678.\n.D.......", draw(map, { blocked = { false, false, "D" } }))
      assert.are.equal(".........\n.........", draw(map, { blocked = false }))
      assert.are.equal("X2.45678.\n.4.......", draw(map, { blocked = { [3] = false } }))
      map:block(2, 2, false, 3)
      assert.are.equal("X2345678.\n.4.......", draw(map, { blocked = {} }))
      assert.are.equal("\27[1;31mX2\27[0m", ascii.draw(map, { color = true, width = 2, height = 1 }))
    end)

    it("shows terrains as glyphs, as their own characters, small numbers as digits", function()
      local numbers = astar.grid { { 0, 7, 10 }, { 200, 32, 65 } }
      assert.are.equal("07?\n? A", draw(numbers))
      assert.are.equal("_7+\n+ a", draw(numbers, {
        glyphs = { [0] = "_", [10] = "+", [200] = "+", A = "a" },
      }))
    end)

    it("shows a window of the map, clipped to it", function()
      assert.are.equal("#.~\n#..", draw(grid, { x = 2, y = 2, width = 3, height = 2 }))
      assert.are.equal("~#\n..", draw(grid, { x = 4, y = 2, width = 9, height = 9 }))
      assert.are.equal("..\n.#", draw(grid, { x = 0, y = 0, width = 3, height = 3 }))
      local path = grid:find_path(1, 3, 5, 3, rules)
      assert.are.equal("#o~\n#.o",
        draw(grid, { x = 2, y = 2, width = 3, height = 2, paths = { path } }))
    end)

    it("scales down: the most frequent terrain, and every path", function()
      local large = astar.grid(40, 40, { fill = "." })
      large:fill("#", 11, 1, 10, 40)
      large:set(1, 1, "#")
      assert.are.equal(".#..\n.#..", draw(large, { scale = 10 }))
      local path = large:find_path(1, 2, 1, 25, rules)
      assert.are.equal("o#..\no#..", draw(large, { scale = 10, paths = { path } }))
    end)

    it("shifts the rows of hexes, the same in a window", function()
      local rows = { "abc", "def", "ghi" }
      local odd_r = astar.grid(rows, { layout = "odd_r" })
      assert.are.equal("a b c\n d e f\ng h i", draw(odd_r, { layout = "odd_r" }))
      assert.are.equal(" e f\nh i", draw(odd_r, { layout = "odd_r", x = 2, y = 2 }))
      local even_r = astar.grid(rows, { layout = "even_r" })
      assert.are.equal(" a b c\nd e f\n g h i", draw(even_r, { layout = "even_r" }))
    end)

    it("shifts the columns of hexes", function()
      local rows = { "abc", "def" }
      local odd_q = astar.grid(rows, { layout = "odd_q" })
      assert.are.equal("a   c\n  b\nd   f\n  e", draw(odd_q, { layout = "odd_q" }))
      local even_q = astar.grid(rows, { layout = "even_q" })
      assert.are.equal("  b\na   c\n  e\nd   f", draw(even_q, { layout = "even_q" }))
    end)

    it("writes the costs of a field on its tiles, in cells as wide as the longest", function()
      local field = grid:distance_field({ { 1, 1 } }, rules)
      assert.are.equal("0123#\n1#33#\n2#445", draw(grid, { field = field }))
      field = grid:distance_field({ { 1, 1, 9 } }, rules)
      assert.are.equal(" 9 10 11 12  #\n10  # 12 12  #\n11  # 13 13 14", draw(grid, { field = field }))
      local path = grid:find_path(1, 3, 4, 1, rules)
      assert.are.equal(" o  o  o  B  #\n o  # 12 12  #\n A  # 13 13 14", draw(grid, {
        field = field, paths = { path },
        marks = { { x = 1, y = 3, text = "A" }, { x = 4, y = 1, text = "B" } },
      }))
    end)

    it("shows the tiles that a search has generated", function()
      local search = grid:search(1, 1, 5, 3, rules, { algorithm = "dijkstra" })
      assert.are.equal("....#\n.#.~#\n.#...", draw(grid, { search = search }))
      search:step(2)
      assert.are.equal("::?.#\n?#.~#\n.#...", draw(grid, { search = search }))
    end)

    it("writes what a function returns, numbers rounded, in cells as wide as the longest", function()
      local function text(x, y)
        if y == 1 then return x * 3.6 end
        if x == 3 then return "\226\134\144" end -- an arrow, of three bytes
      end
      assert.are.equal("47\n.#", draw(grid, { width = 2, height = 2, text = text }))
      assert.are.equal("11 14 18\n \226\134\144  ~  #", draw(grid, { x = 3, height = 2, text = text }))
      assert.are.equal("abc", draw(astar.grid(3, 1), { text = function(x) return ("abc"):sub(x, x) end }))
      assert.are.equal("\27[31m1\27[0m", ascii.draw(astar.grid(1, 1),
        { color = true, text = function() return 1, "red" end }))
    end)

    it("does not call the text function off the window, or on a scaled map", function()
      local asked = {}
      local function text(x, y) asked[#asked + 1] = x .. "," .. y end
      draw(grid, { x = 0, y = 2, width = 3, height = 1, text = text })
      assert.are.same({ "1,2", "2,2" }, asked)
      draw(grid, { scale = 2, text = text })
      assert.are.equal(2, #asked)
    end)

    it("keeps hexes in order where cells are wide", function()
      local function text(x, y) return 10 * x + y + 80 * (x % 2) * (y % 2) end
      local hexes = astar.grid(3, 2, { layout = "odd_r" })
      assert.are.equal(" 91  21 111\n   12  22  32", draw(hexes, { layout = "odd_r", text = text }))
      hexes = astar.grid(3, 1, { layout = "odd_q" })
      assert.are.equal(" 91     111\n     21", draw(hexes, { layout = "odd_q", text = text }))
    end)

    describe("of an explanation", function()
      local rooms = astar.grid {
        "#########",
        "#...#...#",
        "#...#...#",
        "#...#####",
        "#...#...#",
        "#########",
      }

      it("shows the barrier, the tiles to open, and the path through them", function()
        local explanation = rooms:explain(2, 2, 8, 2, rules)
        assert.are.equal("#!!!#####\n!ooo/oooo\n!...!...#\n!...!####\n!...!...#\n#!!!#####",
          (draw(rooms, { explanation = explanation }):gsub("o#\n", "oo\n")))
      end)

      it("shows them on hexes", function()
        local hexes = astar.grid({ ".....", ".##..", ".#.#.", ".##.." }, { layout = "odd_r" })
        assert.are.equal(". . . . .\n . ! ! . .\no / o ! .\n . ! ! . .",
          draw(hexes, { layout = "odd_r", explanation = hexes:explain(1, 3, 3, 3, rules) }))
      end)

      it("shows the tightest place of a path", function()
        local narrow = astar.grid { "....#....", "....#....", ".........", "....#...." }
        local explanation = narrow:explain(1, 3, 8, 3, rules, { want = { "tightest", "barrier", "open" } })
        assert.are.equal("....#....\n....#....\n...=.....\n....#....", draw(narrow, { explanation = explanation }))
      end)

      it("shows the fields that are there", function()
        local fields = { reachable = false, barrier = { { x = 2, y = 1 }, { x = 90, y = 1 } } }
        assert.are.equal(".!..#\n.#.~#\n.#...", draw(grid, { explanation = fields }))
        fields = { reachable = false, open = { { x = 2, y = 2 } }, tightest = { x = 1, y = 2 } }
        assert.are.equal("....#\n=/.~#\n.#...", draw(grid, { explanation = fields }))
        fields = { reachable = true, path = grid:find_path(1, 1, 4, 1, rules) }
        assert.are.equal("oooo#\n.#.~#\n.#...", draw(grid, { explanation = fields }))
        assert.are.equal("....#\n.#.~#\n.#...", draw(grid, { explanation = { reachable = false } }))
      end)

      it("is under paths and marks, on hexes, in windows, on scaled maps", function()
        local fields = { reachable = false, barrier = { { x = 1, y = 1 }, { x = 2, y = 2 }, { x = 3, y = 2 } } }
        local path = grid:find_path(1, 1, 1, 2, rules)
        assert.are.equal("o...#\no!M~#\n.#...", draw(grid, {
          explanation = fields, paths = { path }, marks = { { x = 3, y = 2, text = "M" } },
        }))
        assert.are.equal("!!\n#.", draw(grid, { explanation = fields, x = 2, y = 2, width = 2 }))
        assert.are.equal("!!#", draw(grid, { explanation = fields, scale = 2 }))
        local hexes = astar.grid({ "...", "..." }, { layout = "odd_r" })
        assert.are.equal("! . .\n . ! !", draw(hexes, { layout = "odd_r", explanation = fields }))
      end)

      it("has a color for each part", function()
        local fields = { reachable = false, barrier = { { x = 1, y = 1 } }, open = { { x = 2, y = 1 } },
          tightest = { x = 3, y = 1 } }
        assert.are.equal("\27[1;31m!\27[0m\27[1;32m/\27[0m\27[1;35m=\27[0m",
          ascii.draw(grid, { color = true, width = 3, height = 1, explanation = fields }))
      end)

      it("refuses what is none, also what a program has broken", function()
        for _, fields in ipairs {
          {}, { reachable = 1 }, { reachable = true, path = {} }, { reachable = false, barrier = 5 },
          { reachable = false, open = { { 1, 2 } } }, { reachable = false, barrier = { { x = 1, y = 1.5 } } },
          { reachable = false, tightest = { x = 1 } },
        } do
          assert.has_error(function() draw(grid, { explanation = fields }) end,
            'ascii.draw: option "explanation" must be an explanation of grid:explain, got a table')
        end
        assert.has_error(function() draw(grid, { explanation = "unreachable" }) end,
          'ascii.draw: option "explanation" must be an explanation of grid:explain, got "unreachable"')
      end)
    end)

    it("paints runs of one style together", function()
      local text = ascii.draw(grid, { color = true, y = 1, height = 1, styles = { ["."] = "dim" } })
      assert.are.equal("\27[2m....\27[0m\27[90m#\27[0m", text)
    end)

    it("refuses unknown options", function()
      assert.has_error(function() draw(grid, { outline = true }) end,
        'ascii.draw: unknown option "outline"; valid options: blocked, color, explanation, ' ..
        "field, glyphs, height, layout, marks, paths, scale, search, styles, text, width, x, y")
      assert.has_error(function() draw(grid, { paths = 1 }) end,
        'ascii.draw: option "paths" must be a list of paths, got 1')
      assert.has_error(function() draw(grid, { blocked = 1 }) end, 'ascii.draw: option "blocked" must be '
        .. "a string, false, or a table of these by layer from 1 to 8, got 1")
      for _, blocked in ipairs { { [0] = "X" }, { [9] = "X" }, { 1 }, { true }, { red = "X" }, { [1.5] = "X" } } do
        assert.has_error(function() draw(grid, { blocked = blocked }) end,
          'ascii.draw: option "blocked" must be a string, false, or a table of these by layer from 1 to 8, '
          .. "got a table")
      end
      assert.has_error(function() draw(grid, { layout = "hex" }) end,
        'ascii.draw: option "layout" must be one of "square", "odd_r", "even_r", "odd_q", ' ..
        '"even_q", got "hex"')
    end)
  end)

  describe("paint", function()
    it("writes escape sequences only with colors", function()
      assert.are.equal("\27[1;31mstop\27[0m", ascii.paint("stop", "bold red", true))
      assert.are.equal("stop", ascii.paint("stop", "bold red", false))
    end)

    it("refuses an unknown style", function()
      assert.has_error(function() ascii.paint("x", "purple", false) end, 'unknown style "purple"')
    end)
  end)

  -- The arguments of a Lua that prints whether there are colors.
  local program = "-e \"package.path = './lua/?.lua;' .. package.path; " ..
    "print(require('astar.ascii').has_color())\""

  it("shows no colors off a terminal", function()
    assert.are.equal("false\n", (shell.run("TERM=xterm " .. shell.lua .. " " .. program)))
  end)

  need.it(it, need.terminal)("shows colors on a terminal, unless NO_COLOR or TERM forbids it", function()
    local function on_terminal(environment)
      return shell.run_on_terminal(environment .. " " .. shell.lua .. " " .. program)
    end
    assert.are.equal("true\n", on_terminal("env -u NO_COLOR TERM=xterm"))
    assert.are.equal("false\n", on_terminal("NO_COLOR=1 TERM=xterm"))
    assert.are.equal("false\n", on_terminal("env -u NO_COLOR TERM=dumb"))
  end)
end)
