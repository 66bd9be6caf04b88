-- On hexes the direction of a step is a difference of axial coordinates. Over a link from one end of
-- a grid with 32,768 columns or rows to the other end it exceeds 16 bits; the unit then faced the
-- other way.
local astar = require "astar"
local pi, atan2 = math.pi, math.atan2 or math.atan -- luacheck: ignore 143

-- The angle from one tile to another, clockwise from the right.
local function angle_between(layout, x1, y1, x2, y2)
  local function place(x, y)
    local shifts = layout:sub(1, 3) == "odd" and 1 or 0
    if layout == "square" then return x, y end
    if layout:sub(-1) == "r" then return x + (y % 2 == shifts and 0 or 0.5), y * math.sqrt(0.75) end
    return x * math.sqrt(0.75), y + (x % 2 == shifts and 0 or 0.5)
  end
  local left, top = place(x1, y1)
  local right, bottom = place(x2, y2)
  return atan2(bottom - top, right - left)
end

-- A unit goes over a link between two tiles, there and back. Returns what it faced, and what it
-- should have faced.
local function faced(layout, width, height, x, y, to_x, to_y)
  local grid = astar.grid(width, height, { layout = layout, fill = 1 })
  local rules = astar.rules { cost = { [2] = 1 } }
  for _, tile in ipairs { { x, y }, { to_x, to_y } } do grid:set(tile[1], tile[2], 2) end
  grid:link(x, y, to_x, to_y)
  local crowd = astar.crowd(grid)
  local unit = crowd:add(x, y, rules, { speed = 100 })
  local angles, expected = {}, {}
  for _, way in ipairs { { x, y, to_x, to_y }, { to_x, to_y, x, y } } do
    crowd:go_to(unit, way[3], way[4])
    for _ = 1, 330 do crowd:update(1) end
    assert.same({ way[3], way[4] }, { crowd:tile(unit) })
    angles[#angles + 1] = crowd:facing(unit)
    expected[#expected + 1] = angle_between(layout, way[1], way[2], way[3], way[4])
  end
  return angles, expected
end

describe("a unit that takes a link over the whole grid", function()
  for _, layout in ipairs { "square", "odd_r", "even_r", "odd_q", "even_q" } do
    it("faces its goal: " .. layout, function()
      local is_tall = layout:sub(-1) == "q"
      local width, height = is_tall and 5 or 32768, is_tall and 32768 or 5
      for _, ends in ipairs { { 1, 5, 32768, 1 }, { 1, 1, 32768, 5 } } do
        local x, y, to_x, to_y = ends[1], ends[2], ends[3], ends[4]
        if is_tall then x, y, to_x, to_y = y, x, to_y, to_x end
        local angles, expected = faced(layout, width, height, x, y, to_x, to_y)
        for i, angle in ipairs(angles) do
          local turn = (angle - expected[i] + pi) % (2 * pi) - pi
          assert.near(0, turn, 1e-9)
        end
      end
    end)
  end
end)
