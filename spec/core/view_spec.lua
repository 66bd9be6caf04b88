-- Views: on small maps by hand, and compared with line of sight on random maps. spec/fuzz/sight.c compares many more.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua.

local astar = require "astar"
local expect = require "spec.support.expect"
local seeds = require "spec.support.seeds"

local rules = astar.rules { cost = { ["."] = 1 } }

--- The tiles in sight as rows of text, `o`; the viewer is `@`.
local function picture(grid, view, at_x, at_y)
  local width, height = grid:size()
  local rows = {}
  for y = 1, height do
    local row = {}
    for x = 1, width do
      row[x] = x == at_x and y == at_y and "@" or view:sees(x, y) and "o" or "."
    end
    rows[y] = table.concat(row)
  end
  return table.concat(rows, " ")
end

local function look(grid, x, y, radius, options, with)
  return picture(grid, grid:view(x, y, radius, with or rules, options), x, y)
end

describe("a view", function()
  it("has the tiles within a circle, or a square", function()
    local grid = astar.grid(5, 5, { fill = "." })
    assert.equal("..o.. .ooo. oo@oo .ooo. ..o..", look(grid, 3, 3, 2))
    assert.equal("..... .ooo. .o@o. .ooo. .....", look(grid, 3, 3, 1, { shape = "square" }))
    assert.equal("@.... ..... ..... ..... .....", look(grid, 1, 1, 0))
    assert.equal(25, #grid:view(1, 1, 1e9, rules))
  end)

  it("shows walls unless `walls` is false", function()
    local grid = astar.grid { "..#..", "..#..", "....." }
    assert.equal("ooo.. @oo.. ooo..", look(grid, 1, 2, 3, { shape = "square", mode = "line" }))
    assert.equal("oo... @o... ooo..", look(grid, 1, 2, 3, { shape = "square", walls = false }))
  end)

  it("shows no wall behind a closed edge", function()
    local grid = astar.grid { "..#", "..." }
    grid:set_edge(2, 1, 1, 0, false)
    assert.equal("@o. ooo", look(grid, 1, 1, 4))
    assert.equal("ooo @oo", look(grid, 1, 2, 4)) -- from below
    grid:set_edge(3, 2, 0, -1, false)
    assert.equal("oo. @oo", look(grid, 1, 2, 4))
  end)

  it("shows every wall of an empty room, from every tile", function()
    for _, side in ipairs { 3, 4, 9, 16, 40 } do
      local grid = astar.grid(side, side - 1, { fill = "#" })
      grid:fill(".", 2, 2, side - 2, side - 3)
      for _, mode in ipairs { "line", "shadow" } do
        for x = 2, side - 1, 3 do
          for y = 2, side - 2, 2 do
            assert.equal(side * (side - 1), #grid:view(x, y, 60, rules, { mode = mode }))
          end
        end
        local half = grid:view(2, 2, 5, rules, { mode = mode, shape = "square" })
        assert.equal(math.min(side, 7) * math.min(side - 1, 7), #half)
      end
    end
  end)

  it("in the mode `shadow` sees along walls", function()
    local grid = astar.grid { ".......", "..#....", "......." }
    assert.equal("ooo.... @oo.... ooo....", look(grid, 1, 2, 7))
    assert.equal("ooooo.. @oo.... ooooo..", look(grid, 1, 2, 7, { mode = "shadow" }))
  end)

  it("ignores obstacle layers as the rules or the option say", function()
    local grid = astar.grid { "...." }
    grid:block(2, 1, true, 3)
    local ghost = astar.rules { cost = { ["."] = 1 }, ignore_blocked = { 3 } }
    assert.equal("@o..", look(grid, 1, 1, 4))
    assert.equal("@ooo", look(grid, 1, 1, 4, { ignore_blocked = { 3 } }))
    assert.equal("@ooo", look(grid, 1, 1, 4, nil, ghost))
    assert.equal("@o..", look(grid, 1, 1, 4, { ignore_blocked = false }, ghost))
  end)

  it("stays as it was after an edit", function()
    local grid = astar.grid { "...." }
    local view = grid:view(1, 1, 4, rules)
    grid:set(2, 1, "#")
    assert.equal(4, #view)
    assert.equal(2, #grid:view(1, 1, 4, rules))
  end)

  it("gives its tiles row by row", function()
    local tiles = {}
    for x, y in astar.grid(3, 3, { fill = "." }):view(2, 2, 1, rules):each() do tiles[#tiles + 1] = x .. "," .. y end
    assert.equal("2,1 1,2 2,2 3,2 2,3", table.concat(tiles, " "))
  end)

  it("off the grid is nil", function()
    local grid = astar.grid { "..." }
    for _, at in ipairs { { 0, 1 }, { 4, 1 }, { 1, 0 }, { 1, 2 } } do
      local view, reason = grid:view(at[1], at[2], 3, rules)
      expect.reason("out_of_bounds", view, reason)
    end
    assert.is_false(grid:view(1, 1, 3, rules):sees(0, 1))
    assert.is_false(grid:view(1, 1, 3, rules):sees(4, 1))
  end)

  it("checks its arguments", function()
    local grid, hexes = astar.grid { "..." }, astar.grid({ "..." }, { layout = "odd_r" })
    local big = astar.rules { cost = { ["."] = 1 }, size = 2 }
    local squares = 'mode "shadow" needs a square grid and rules of size 1'
    expect.raises("grid:view: radius must be an integer >= 0, got -1", grid.view, grid, 1, 1, -1, rules)
    for text, radius in pairs { ["1.5"] = 1.5, nan = 0 / 0, inf = 1 / 0, ['"2"'] = "2", ["a table"] = {} } do
      expect.raises("grid:view: radius must be an integer >= 0, got " .. text, grid.view, grid, 1, 1, radius, rules)
    end
    expect.raises("grid:view: radius must be an integer >= 0, got nil", grid.view, grid, 1, 1)
    expect.raises("grid:view: rules must be made by astar.rules, got nil", grid.view, grid, 1, 1, 3)
    expect.raises("grid:view: x must be an integer, got nan", grid.view, grid, 0 / 0, 1, 3, rules)
    assert.equal(3, #grid:view(1, 1, 2^53, rules))
    expect.reason("out_of_bounds", grid:view(2^53, 1, 3, rules))
    expect.raises('grid:view: option "walls" must be true or false, got 1',
      grid.view, grid, 1, 1, 1, rules, { walls = 1 })
    expect.raises('grid:view: unknown option "penalty_scale"; valid options: mode, shape, walls, ignore_blocked',
      grid.view, grid, 1, 1, 1, rules, { penalty_scale = 1 })
    local view = grid:view(1, 1, 3, rules)
    expect.raises("view:sees: x must be an integer, got nan", view.sees, view, 0 / 0, 1)
    assert.is_false(view:sees(2^53, 1))
    expect.raises('grid:view: option "mode" must be one of "line", "shadow", got "dark"',
      grid.view, grid, 1, 1, 1, rules, { mode = "dark" })
    expect.raises('grid:view: option "shape" needs a square grid',
      hexes.view, hexes, 1, 1, 1, rules, { shape = "circle" })
    expect.raises("grid:view: " .. squares, hexes.view, hexes, 1, 1, 1, rules, { mode = "shadow" })
    expect.raises("grid:view: " .. squares, grid.view, grid, 1, 1, 1, big, { mode = "shadow" })
    expect.raises("grid:line_of_sight: " .. squares,
      grid.line_of_sight, grid, 1, 1, 2, 1, big, { mode = "shadow" })
  end)

  it("agrees with line_of_sight at each radius, and beyond the largest window", function()
    local grid = astar.grid(70, 70, { fill = "." })
    for i = 0, 400 do grid:set(i * 37 % 70 + 1, i * 41 % 67 + 1, "#") end
    grid:set(3, 3, ".")
    for _, radius in ipairs { 1, 2, 3, 7, 15, 16, 20, 30, 31, 32, 33, 60 } do
      for _, shape in ipairs { "circle", "square" } do
        local view = grid:view(3, 3, radius, rules, { walls = false, shape = shape })
        local count = 0
        for y = 1, 3 + radius do
          for x = 1, 3 + radius do
            local dx, dy = math.abs(x - 3), math.abs(y - 3)
            local within = shape == "square" and math.max(dx, dy) <= radius or dx * dx + dy * dy <= radius * radius
            if within and grid:line_of_sight(3, 3, x, y, rules) then
              count = count + 1
              assert.is_true(view:sees(x, y))
            end
          end
        end
        assert.equal(count, #view)
      end
    end
  end)

  it("has all tiles of an empty map, however large", function()
    for _, side in ipairs { 60, 61, 62, 63, 250 } do
      local square = astar.grid(side, side, { fill = "." })
      local hexes = astar.grid(side, side, { fill = ".", layout = "odd_r" })
      assert.equal(side * side, #square:view(1, 1, side, rules, { shape = "square" }))
      assert.equal(side * side, #square:view(side, 1, 2 * side, rules, { mode = "shadow" }))
      assert.equal(side * side, #hexes:view(2, side, 2 * side, rules))
    end
  end)

  it("agrees with line_of_sight on random maps", function()
    local random = math.random
    math.randomseed(seeds.first)
    for case = 1, math.max(4, math.floor(seeds.cases / 10)) do
      local layout = case % 5 == 0 and "odd_r" or nil
      local mode = not layout and case % 2 == 0 and "shadow" or "line"
      local grid = astar.grid(20, 15, { fill = ".", layout = layout })
      for _ = 1, 60 do grid:set(random(20), random(15), "#") end
      local x, y, radius = random(20), random(15), random(0, 40)
      local view = grid:view(x, y, radius, rules, { walls = false, mode = mode })
      for to_y = 1, 15 do
        for to_x = 1, 20 do
          local dx, dy = to_x - x, to_y - y
          local within = layout and grid:distance(x, y, to_x, to_y) <= radius
            or not layout and dx * dx + dy * dy <= radius * radius
          local clear = grid:line_of_sight(x, y, to_x, to_y, rules, { mode = mode })
          assert.equal((within and clear) or (dx == 0 and dy == 0), view:sees(to_x, to_y))
        end
      end
    end
  end)
end)
