-- Tiles to the world and back. Each of these layouts must pass all tests below.

local astar = require "astar"
local layout = require "astar.layout"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"

local raises = expect.raises

local function hex(name, options)
  options.layout = name
  return layout.hex(options)
end

local CASES = {
  ["orthogonal"] = layout.orthogonal { width = 16 },
  ["orthogonal, oblong, off the origin"] = layout.orthogonal {
    width = 24, height = 7.5, origin_x = -31.25, origin_y = 1000,
  },
  ["isometric"] = layout.isometric { width = 64 },
  ["isometric, steep, off the origin"] = layout.isometric {
    width = 33, height = 47, origin_x = 100.5, origin_y = -7,
  },
  ["a staggered map as squares"] = layout.staggered { width = 64 }:as_square(5, 9),
}
for _, axis in ipairs { "x", "y" } do
  for _, index in ipairs { "odd", "even" } do
    CASES[("staggered, %s, %s"):format(axis, index)] = layout.staggered {
      width = 64, height = 32, axis = axis, index = index, origin_x = -13, origin_y = 5.5,
    }
  end
end
for _, name in ipairs { "odd_r", "even_r", "odd_q", "even_q" } do
  CASES[name .. ", regular"] = hex(name, { width = 30 })
  CASES[name .. ", of pixels"] = hex(name, { width = 28, height = 24, side = 14, origin_y = 9 })
  CASES[name .. ", with a point for a side"] = hex(name, { width = 28, height = 24, side = 0 })
  CASES[name .. ", bricks"] = hex(name, { width = 24, height = 24, side = 24, origin_x = 3 })
end

local function each_case(check)
  for name, view in pairs(CASES) do check(name, view) end
end

--- The two ends of a side of a polygon { x1, y1, ... }; `i` is the index of its first point.
local function side_of(corners, i)
  local after = (i + 1) % #corners + 1
  return corners[i], corners[i + 1], corners[after], corners[after + 1]
end

--- Whether a point is inside of a convex polygon { x1, y1, ... }, by at least `margin`.
local function is_inside(corners, px, py, margin)
  local sign
  for i = 1, #corners, 2 do
    local ax, ay, bx, by = side_of(corners, i)
    local cross = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    local distance = cross / math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2)
    if math.abs(distance) < margin then return false end
    if sign == nil then sign = distance > 0 end
    if sign ~= (distance > 0) then return false end
  end
  return true
end

--- The area of a polygon with corners in clockwise order; negative for the other order.
local function area_of(corners)
  local sum = 0
  for i = 1, #corners, 2 do
    local ax, ay, bx, by = side_of(corners, i)
    sum = sum + ax * by - bx * ay
  end
  return sum / 2
end

describe("each layout", function()
  it("converts the center of a tile back to the tile", function()
    each_case(function(name, view)
      for y = -6, 7 do
        for x = -6, 7 do
          local tx, ty = view:to_tile(view:to_world(x, y))
          assert.equal(x .. "," .. y, tx .. "," .. ty, name)
        end
      end
      for _, far in ipairs { 32768, -32768, 1000001 } do
        local tx, ty = view:to_tile(view:to_world(far, far - 1))
        assert.is_true(tx == far and ty == far - 1, name)
      end
    end)
  end)

  it("converts each point inside the polygon of a tile to the tile", function()
    local random = random_map.new(11)
    each_case(function(name, view)
      for y = -2, 4 do
        for x = -2, 4 do
          local corners = view:corners(x, y)
          local wx, wy = view:to_world(x, y)
          assert.is_true(is_inside(corners, wx, wy, 0), name)
          assert.is_true(area_of(corners) > 0, name)
          for _ = 1, 20 do
            -- A point between the center and a point of the border, sometimes close to the border.
            local ax, ay, bx, by = side_of(corners, 2 * math.floor(random:real() * #corners / 2) + 1)
            local part, out = random:real(), random:real() < 0.3 and 1 - 1e-9 or random:real() * 0.999
            local px, py = ax * part + bx * (1 - part), ay * part + by * (1 - part)
            local tx, ty = view:to_tile(wx + (px - wx) * out, wy + (py - wy) * out)
            assert.equal(x .. "," .. y, tx .. "," .. ty, name)
          end
        end
      end
    end)
  end)

  it("fills the world without gap or overlap", function()
    local random = random_map.new(12)
    each_case(function(name, view)
      local left, top, width, height = view:bounds(6, 6)
      for _ = 1, 300 do
        local wx, wy = left + random:real() * width, top + random:real() * height
        local x, y = view:to_tile(wx, wy)
        local owners = 0
        for ny = y - 2, y + 2 do
          for nx = x - 2, x + 2 do
            local inside = is_inside(view:corners(nx, ny), wx, wy, 0)
            if inside then owners = owners + 1 end
            if inside and (nx ~= x or ny ~= y) then
              -- Only if the point lies on the border, within rounding.
              assert.is_false(is_inside(view:corners(nx, ny), wx, wy, 1e-9), name)
            end
          end
        end
        assert.is_true(owners <= 1, name)
      end
      -- The number of points in a tile must fit the area of its polygon.
      local count = { [true] = 0, [false] = 0 }
      for _ = 1, 4000 do
        local x, y = view:to_tile(left + random:real() * width, top + random:real() * height)
        local mine = x >= 2 and x <= 5 and y >= 2 and y <= 5
        count[mine] = count[mine] + 1
      end
      local expected = 16 * area_of(view:corners(3, 3)) / (width * height)
      assert.is_true(math.abs(count[true] / 4000 - expected) < 0.04, name)
    end)
  end)

  it("assigns a point on a border to one of the tiles around, the same on the whole map", function()
    each_case(function(name, view)
      local first
      for y = -2, 6, 2 do
        for x = -2, 6, 2 do
          local corners = view:corners(x, y)
          local owners = {}
          for i = 1, #corners, 2 do
            local tx, ty = view:to_tile(corners[i], corners[i + 1])
            assert.is_true(math.abs(tx - x) <= 2 and math.abs(ty - y) <= 2, name)
            owners[#owners + 1] = (tx - x) .. "," .. (ty - y)
          end
          -- Sizes without rounding errors, so that the points lie exactly on the border.
          if not name:find("regular") and not name:find("oblong") then
            first = first or table.concat(owners, " ")
            assert.equal(first, table.concat(owners, " "), name)
          end
        end
      end
    end)
  end)

  it("has neighbors that share their corners exactly", function()
    each_case(function(name, view)
      local seen, tiles = {}, 0
      for y = 1, 8 do
        for x = 1, 8 do
          local corners = view:corners(x, y)
          tiles = tiles + 1
          for i = 1, #corners, 2 do
            local key = ("%.6f %.6f"):format(corners[i] + 0, corners[i + 1] + 0)
            seen[key] = (seen[key] or 0) + 1
          end
        end
      end
      -- Inside the map four tiles, or three hexes, meet at a corner.
      local x, y = 4, 4
      local corners = view:corners(x, y)
      for i = 1, #corners, 2 do
        local key = ("%.6f %.6f"):format(corners[i] + 0, corners[i + 1] + 0)
        assert.equal(#corners == 8 and 4 or 3, seen[key], name)
      end
    end)
  end)

  it("returns the box around a map", function()
    each_case(function(name, view)
      for _, size in ipairs { { 1, 1 }, { 1, 2 }, { 2, 1 }, { 3, 4 }, { 4, 3 } } do
        local left, right, top, bottom = math.huge, -math.huge, math.huge, -math.huge
        for y = 1, size[2] do
          for x = 1, size[1] do
            local corners = view:corners(x, y)
            for i = 1, #corners, 2 do
              left, right = math.min(left, corners[i]), math.max(right, corners[i])
              top, bottom = math.min(top, corners[i + 1]), math.max(bottom, corners[i + 1])
            end
          end
        end
        local bx, by, width, height = view:bounds(size[1], size[2])
        for i, pair in ipairs { { left, bx }, { top, by }, { right, bx + width }, { bottom, by + height } } do
          assert.is_true(math.abs(pair[1] - pair[2]) < 1e-6, name .. " " .. i)
        end
      end
    end)
  end)

  it("returns integers", function()
    each_case(function(name, view)
      for _, value in ipairs { select(1, view:to_tile(1000.5, -77.25)), (select(2, view:to_tile(3, 4))) } do
        assert.is_true(value % 1 == 0, name)
        if tostring(1.0) == "1.0" then assert.is_nil(tostring(value):find("%."), name) end
      end
    end)
  end)

  it("may be moved by its origin", function()
    for _, view in ipairs { layout.orthogonal { width = 10 }, hex("odd_r", { width = 10 }) } do
      local wx, wy = view:to_world(3, 3)
      view.origin_x, view.origin_y = view.origin_x + 100, view.origin_y - 50
      local moved_x, moved_y = view:to_world(3, 3)
      assert.equal(wx + 100, moved_x)
      assert.equal(wy - 50, moved_y)
      assert.equal("3,3", table.concat({ view:to_tile(moved_x, moved_y) }, ","))
    end
  end)
end)

describe("the layouts", function()
  local function middle(view, x, y)
    return ("%g,%g"):format(view:to_world(x, y))
  end

  it("have their tiles at the documented places", function()
    local view = layout.orthogonal { width = 16, height = 8 }
    assert.equal("8,4", middle(view, 1, 1))
    assert.equal("40,12", middle(view, 3, 2))
    assert.same({ 16, 8, 32, 8, 32, 16, 16, 16 }, view:corners(2, 2))

    view = layout.isometric { width = 64 }
    assert.equal("0,16", middle(view, 1, 1))
    assert.equal("32,32", middle(view, 2, 1))
    assert.equal("-32,32", middle(view, 1, 2))
    assert.same({ 0, 0, 32, 16, 0, 32, -32, 16 }, view:corners(1, 1))

    view = layout.staggered { width = 64 }
    assert.equal("32,16", middle(view, 1, 1))
    assert.equal("64,32", middle(view, 1, 2))
    assert.equal("32,48", middle(view, 1, 3))
    assert.same({ 32, 0, 64, 16, 32, 32, 0, 16 }, view:corners(1, 1))

    view = layout.staggered { width = 64, axis = "x", index = "even" }
    assert.equal("32,32", middle(view, 1, 1))
    assert.equal("64,16", middle(view, 2, 1))

    view = hex("odd_r", { width = 24, height = 28, side = 14 })
    assert.equal("12,14", middle(view, 1, 1))
    assert.equal("24,35", middle(view, 1, 2))
    assert.same({ 12, 0, 24, 7, 24, 21, 12, 28, 0, 21, 0, 7 }, view:corners(1, 1))

    view = hex("even_q", { width = 28, height = 24, side = 14 })
    assert.equal("14,24", middle(view, 1, 1))
    assert.equal("35,12", middle(view, 2, 1))
  end)

  it("have regular hexes by default", function()
    for _, name in ipairs { "odd_r", "even_r", "odd_q", "even_q" } do
      local corners = hex(name, { width = 50 }):corners(2, 2)
      for i = 1, 12, 2 do
        local ax, ay, bx, by = side_of(corners, i)
        local length = math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2)
        local expected = name:find "r$" and 50 / math.sqrt(3) or 25
        assert.is_true(math.abs(length - expected) < 1e-9, name)
      end
    end
  end)

  it("have neighbors where the grid of that name has them", function()
    for _, name in ipairs { "odd_r", "even_r", "odd_q", "even_q" } do
      local view = hex(name, { width = 40 })
      local grid = astar.grid(7, 7, { layout = view.grid_layout })
      local rules = astar.rules { default = 1 }
      local apart = name:find "r$" and 40 or 40 * math.sqrt(3) / 2 -- two centers
      for y = 3, 4 do
        for x = 3, 4 do
          local wx, wy = view:to_world(x, y)
          for ny = 1, 7 do
            for nx = 1, 7 do
              local ox, oy = view:to_world(nx, ny)
              local near = math.sqrt((ox - wx) ^ 2 + (oy - wy) ^ 2) < apart * 1.01
              local _, cost = grid:find_path(x, y, nx, ny, rules)
              assert.equal(near, cost <= 1, name)
            end
          end
        end
      end
    end
  end)

  it("of squares have grid_layout square", function()
    assert.equal("square", layout.orthogonal { width = 1 }.grid_layout)
    assert.equal("square", layout.isometric { width = 1 }.grid_layout)
    assert.is_nil(layout.staggered { width = 1 }.grid_layout)
  end)
end)

describe("a staggered map as squares", function()
  it("keeps all tiles where they are, each once, and neighbors are neighbors", function()
    for _, axis in ipairs { "x", "y" } do
      for _, index in ipairs { "odd", "even" } do
        for _, size in ipairs { { 1, 1 }, { 1, 7 }, { 7, 1 }, { 4, 6 }, { 5, 3 } } do
          local what = table.concat({ axis, index, size[1], size[2] }, " ")
          local view = layout.staggered {
            width = 64, height = 30, axis = axis, index = index, origin_x = 7,
          }
          local square, width, height = view:as_square(size[1], size[2])
          local least_x, least_y, most_x, most_y = 99, 99, -99, -99
          local seen = {}
          for y = 1, size[2] do
            for x = 1, size[1] do
              local wx, wy = view:to_world(x, y)
              local sx, sy = square:to_tile(wx, wy)
              local back_x, back_y = square:to_world(sx, sy)
              assert.is_true(back_x == wx and back_y == wy, what)
              assert.is_nil(seen[sx .. "," .. sy], what)
              seen[sx .. "," .. sy] = true
              local mine, new = view:corners(x, y), square:corners(sx, sy)
              table.sort(mine)
              table.sort(new)
              assert.same(mine, new)
              least_x, most_x = math.min(least_x, sx), math.max(most_x, sx)
              least_y, most_y = math.min(least_y, sy), math.max(most_y, sy)
            end
          end
          assert.equal("1 1", least_x .. " " .. least_y, what)
          assert.equal(most_x .. " " .. most_y, width .. " " .. height, what)
        end
      end
    end
  end)
end)

describe("misuse of a layout", function()
  it("names the option", function()
    raises("layout.orthogonal: options must be a table, got nil", function() layout.orthogonal() end)
    raises('layout.orthogonal: option "width" must be a number > 0, got nil', layout.orthogonal, {})
    raises('layout.isometric: option "width" must be a number > 0, got 0', layout.isometric, { width = 0 })
    raises('layout.isometric: option "height" must be a number > 0, got nan',
      function() layout.isometric { width = 1, height = 0 / 0 } end)
    raises('layout.staggered: option "origin_x" must be a finite number, got inf',
      function() layout.staggered { width = 1, origin_x = math.huge } end)
    raises('layout.staggered: option "axis" must be one of "x", "y", got "z"',
      function() layout.staggered { width = 1, axis = "z" } end)
    raises('layout.staggered: option "index" must be one of "odd", "even", got 1',
      function() layout.staggered { width = 1, index = 1 } end)
    raises('layout.hex: option "layout" must be one of "odd_r", "even_r", "odd_q", "even_q", got nil',
      function() layout.hex { width = 1 } end)
    raises('layout.hex: option "side" must be a number from 0 to 20, got 21',
      function() layout.hex { layout = "odd_r", width = 1, height = 20, side = 21 } end)
    raises('layout.hex: unknown option "spacing"; valid options: height, layout, origin_x, origin_y, side, width',
      function() layout.hex { layout = "odd_r", width = 1, spacing = 1 } end)
    raises("layout.orthogonal: unknown option 1; valid options: height, origin_x, origin_y, width",
      function() layout.orthogonal { 5 } end)
  end)

  it("names the argument", function()
    local view = layout.orthogonal { width = 16 }
    raises("layout:to_world: x must be a finite number, got inf", function() view:to_world(math.huge, 1) end)
    raises('layout:to_world: y must be a finite number, got "1"', function() view:to_world(1, "1") end)
    raises("layout:corners: y must be an integer, got nil", function() view:corners(1) end)
    raises("layout:to_tile: wx must be a finite number, got nil", function() view:to_tile() end)
    raises("layout:to_tile: wy must be a finite number, got -inf", view.to_tile, view, 1, -math.huge)
    raises("layout:bounds: width must be an integer >= 1, got 0", function() view:bounds(0, 1) end)
    raises("layout:bounds: height must be an integer >= 1, got a table", view.bounds, view, 1, {})
    raises("layout:to_tile: must be called on an astar layout (use a colon), got 5", view.to_tile, 5, 6)
    raises("layout:to_tile: must be called on an astar layout (use a colon), got an astar grid",
      function() view.to_tile(astar.grid(1, 1), 6) end)
    raises('layout:as_square: must be called on a staggered layout, got kind "orthogonal"', view.as_square, view, 1, 1)
  end)
end)
