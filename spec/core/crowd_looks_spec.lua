-- How units of a crowd look: the curves of smooth crowds, and turn rates. The curves are compared with Bezier
-- curves that this file draws by itself, from the tiles and the progress of the units.

local astar = require "astar"
local expect = require "spec.support.expect"

local abs, sqrt, pi = math.abs, math.sqrt, math.pi
local FRAME = 1 / 60

local on_foot = astar.rules { cost = { ["."] = 1 } }
local large = astar.rules { cost = { ["."] = 1 }, size = 2 }

local function open_grid(width, height, layout)
  return astar.grid(width, height, { fill = ".", layout = layout })
end

local function smooth_crowd(grid) return astar.crowd(grid, { smooth = true }) end

-- De Casteljau's algorithm: the point of a Bezier curve with control points x, y, x, y, ...
local function bezier(part, points)
  while #points > 2 do
    local shorter = {}
    for i = 1, #points - 2 do shorter[i] = points[i] + part * (points[i + 2] - points[i]) end
    points = shorter
  end
  return points[1], points[2]
end

-- How far two points are apart.
local function distance(x1, y1, x2, y2) return sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2) end

-- Lets units go along a list of tiles, each as soon as the last one is reached, and calls
-- `look(frame, unit's x, y)` after each update.
local function tour(crowd, unit, tiles, frames, look)
  local goal = 0
  for frame = 1, frames do
    if goal == 0 then
      goal = 1
      crowd:go_to(unit, tiles[1][1], tiles[1][2])
    end
    crowd:update(FRAME)
    for _, event in crowd:events() do
      if event == "arrived" and goal < #tiles then
        goal = goal + 1
        crowd:go_to(unit, tiles[goal][1], tiles[goal][2])
      end
    end
    look(frame, crowd:position(unit))
  end
end

describe("a smooth crowd", function()
  it("draws a steady walk half a step behind, at the speed of the unit", function()
    local crowd = smooth_crowd(open_grid(20, 3))
    local unit = crowd:add(1, 2, on_foot, { speed = 3 })
    crowd:go_to(unit, 20, 2)
    for _ = 1, 60 do crowd:update(FRAME) end
    local before = crowd:position(unit)
    for _ = 1, 120 do
      crowd:update(FRAME)
      local x, y = crowd:position(unit)
      local at, _, _, _, progress = crowd:tile(unit)
      expect.near(at + progress - 0.5, x)
      expect.near(before + 3 * FRAME, x)
      assert.equal(2, y)
      before = x
    end
  end)

  it("draws a corner as a Bezier curve from the middle of a step to that of the next one", function()
    local grid = open_grid(9, 9)
    for i = 1, 8 do grid:set(i, 2, "#") end -- around this wall: right, down, left
    local crowd = smooth_crowd(grid)
    local unit = crowd:add(1, 1, astar.rules { cost = { ["."] = 1 }, neighbors = 4 }, { speed = 2 })
    crowd:go_to(unit, 1, 3)
    local last_x, last_y, x, y, seen
    local corners = 0
    for _ = 1, 700 do
      crowd:update(FRAME)
      local at_x, at_y, to_x, to_y, progress = crowd:tile(unit)
      if at_x ~= x or at_y ~= y then last_x, last_y, x, y = x, y, at_x, at_y end
      if to_x and last_x then
        local from_x, from_y = (last_x + x) / 2, (last_y + y) / 2
        local curve_x, curve_y = bezier(progress, { from_x, from_y, x, y, (x + to_x) / 2, (y + to_y) / 2 })
        local drawn_x, drawn_y = crowd:position(unit)
        expect.near(curve_x, drawn_x)
        expect.near(curve_y, drawn_y)
        if (to_x - x) * (x - last_x) + (to_y - y) * (y - last_y) == 0 and seen ~= x .. "," .. y then
          corners, seen = corners + 1, x .. "," .. y
        end
      end
    end
    assert.equal(2, corners)
    assert.same({ 1, 3 }, { crowd:position(unit) })
  end)

  -- The acceleration of a unit on its way: it gains its speed in the time of a step, and loses it in that of
  -- two; around corners the direction changes in the time of a step. In all cases the change per frame is small.
  local function check_speed(crowd, unit, tiles, speed, to_plane)
    local x, y = to_plane(crowd:position(unit))
    local vx, vy = 0, 0
    local fastest = 0
    tour(crowd, unit, tiles, 1500, function(frame, drawn_x, drawn_y)
      drawn_x, drawn_y = to_plane(drawn_x, drawn_y)
      local new_vx, new_vy = (drawn_x - x) / FRAME, (drawn_y - y) / FRAME
      local change = distance(vx, vy, new_vx, new_vy)
      if change > 4.5 * speed * speed * FRAME then
        error(("frame %d: the speed changed from %.3f, %.3f to %.3f, %.3f"):format(frame, vx, vy, new_vx, new_vy))
      end
      x, y, vx, vy = drawn_x, drawn_y, new_vx, new_vy
      fastest = math.max(fastest, sqrt(vx * vx + vy * vy))
    end)
    if fastest < 0.99 * speed or fastest > 1.3 * speed then
      error(("the greatest speed was %g, at %g"):format(fastest, speed))
    end
    assert.is_true(abs(vx) + abs(vy) < 1e-9)
    return x, y
  end

  local function same(x, y) return x, y end

  it("draws units at a continuous speed", function()
    for speed = 1, 6, 2.5 do
      local crowd = smooth_crowd(open_grid(9, 9))
      local unit = crowd:add(1, 1, on_foot, { speed = speed })
      local x, y = check_speed(crowd, unit, { { 5, 1 }, { 6, 5 }, { 5, 6 }, { 1, 6 }, { 2, 6 }, { 1, 6 } }, speed, same)
      assert.same({ 1, 6 }, { x, y })
    end
  end)

  it("draws units that wait on their way at a continuous speed", function()
    for wait = 1, 40, 3 do -- frames
      local crowd = smooth_crowd(open_grid(9, 9))
      local unit = crowd:add(1, 1, on_foot, { speed = 2 })
      local x, vx = 1, 0
      crowd:go_to(unit, 9, 1)
      for frame = 1, 300 do
        if frame == 70 then crowd:stop(unit) end
        if frame == 92 + wait then crowd:go_to(unit, 9, 1) end
        crowd:update(FRAME)
        local new_x = crowd:position(unit)
        local new_vx = (new_x - x) / FRAME
        if abs(new_vx - vx) >= 0.2 or new_x < x then
          error(("wait %d, frame %d: from %g to %g tiles/s"):format(wait, frame, vx, new_vx))
        end
        x, vx = new_x, new_vx
      end
    end
  end)

  -- The plane where rows are 1 apart, and every other one is shifted by half a hex.
  local function plane_of(layout)
    local is_row, is_even = layout:find "_r$", layout:find "^even"
    return function(x, y)
      local line = (is_row and y or x) - 1
      local shift = abs(line - 2 * math.floor(line / 2 + 0.5)) / 2
      if is_even then shift = 0.5 - shift end
      if is_row then return x + shift, y end
      return x, y + shift
    end
  end

  for _, layout in ipairs { "odd_r", "even_r", "odd_q", "even_q" } do
    it("draws units on hexes at a continuous speed: " .. layout, function()
      local crowd = smooth_crowd(open_grid(9, 9, layout))
      local unit = crowd:add(1, 1, on_foot, { speed = 3 })
      -- In this plane, rows are 1 apart and not 0.87: speeds look 1.12 times as great at most.
      check_speed(crowd, unit, { { 5, 1 }, { 6, 5 }, { 1, 6 }, { 2, 6 }, { 1, 1 } }, 3, plane_of(layout))
      local other = crowd:add(4, 4, on_foot, { speed = 2 })
      crowd:go_to(other, 9, 9)
      local at_x, at_y, to_x, to_y, progress
      repeat -- its first step begins in the middle of a hex
        crowd:update(FRAME)
        at_x, at_y, to_x, to_y, progress = crowd:tile(other)
      until progress and progress > 0.5
      local to_plane = plane_of(layout)
      local x, y = to_plane(at_x, at_y)
      local next_x, next_y = to_plane(to_x, to_y)
      local drawn_x, drawn_y = to_plane(crowd:position(other))
      expect.near(x + progress ^ 2 * (next_x - x) / 2, drawn_x)
      expect.near(y + progress ^ 2 * (next_y - y) / 2, drawn_y)
    end)
  end

  it("draws large units in the same way", function()
    local crowd = smooth_crowd(open_grid(9, 9))
    local unit = crowd:add(1, 1, large, { speed = 2 })
    local x, y = check_speed(crowd, unit, { { 5, 1 }, { 7, 5 }, { 1, 6 } }, 2, same)
    assert.same({ 1, 6 }, { x, y })
  end)

  it("rests in the middle of the tile, in the time of two steps", function()
    local crowd = smooth_crowd(open_grid(9, 3))
    local unit = crowd:add(1, 2, on_foot, { speed = 2 })
    crowd:go_to(unit, 3, 2)
    repeat crowd:update(0.01) until crowd:tile(unit) == 3
    local x = crowd:position(unit)
    assert.is_true(x >= 2.5 and x < 2.53)
    for _ = 1, 50 do crowd:update(0.01) end -- a step takes 0.5 s
    x = crowd:position(unit)
    assert.is_true(x > 2.96 and x < 3)
    for _ = 1, 50 do crowd:update(0.01) end
    assert.equal(3, (crowd:position(unit)))
  end)

  it("draws links and long moves as straight lines", function()
    local grid = open_grid(12, 9)
    for y = 1, 9 do grid:set(6, y, "#") end
    grid:link(5, 5, 12, 9)
    local crowd = smooth_crowd(grid)
    local unit = crowd:add(1, 5, on_foot, { speed = 4 })
    local seen = 0
    crowd:go_to(unit, 12, 8)
    for _ = 1, 600 do
      crowd:update(FRAME)
      local at_x, _, to_x, _, progress = crowd:tile(unit)
      if at_x == 5 and to_x == 12 then
        seen = seen + 1
        local length = sqrt(7 ^ 2 + 4 ^ 2)
        local way = progress * (0.5 + length) - 0.5 -- from the middle of the step before
        local x, y = crowd:position(unit)
        expect.near(5 + math.min(way, 0) + math.max(way, 0) * 7 / length, x)
        expect.near(5 + math.max(way, 0) * 4 / length, y)
      end
    end
    assert.is_true(seen > 50)
    assert.same({ 12, 8 }, { crowd:position(unit) })
    local knight = astar.rules { cost = { ["."] = 1 }, neighbors = { { 1, 2, cost = 2 }, { 2, 1, cost = 2 } } }
    local rider = crowd:add(1, 1, knight, { speed = 4 })
    crowd:go_to(rider, 4, 4)
    for _ = 1, 30 do
      crowd:update(FRAME)
      local at_x, at_y, to_x, to_y, progress = crowd:tile(rider)
      local x, y = crowd:position(rider)
      expect.near(at_x + (to_x and progress * (to_x - at_x) or 0), x)
      expect.near(at_y + (to_y and progress * (to_y - at_y) or 0), y)
    end
  end)

  it("follows steps whose time the program sets", function()
    local crowd = smooth_crowd(open_grid(30, 3))
    local unit = crowd:add(1, 2, on_foot, { speed = 4, steps = true })
    crowd:go_to(unit, 30, 2)
    local x, v, seen = 1, 0, 0
    for _ = 1, 500 do
      crowd:update(FRAME)
      for _, event, to_x in crowd:events() do
        if event == "step" then crowd:set_step_time(unit, to_x < 10 and 0.5 or to_x < 20 and 0.4 or 0.55) end
      end
      crowd:update(0)
      local new_x = crowd:position(unit)
      local new_v = (new_x - x) / FRAME
      assert.is_true(abs(new_v - v) < 0.25 and new_v > -1e-9, ("at %g: %g to %g tiles/s"):format(x, v, new_v))
      if abs(new_v - 2) < 1e-6 or abs(new_v - 2.5) < 1e-6 or abs(new_v - 1 / 0.55) < 1e-6 then seen = seen + 1 end
      x, v = new_x, new_v
    end
    assert.is_true(seen > 300)
    crowd:place(unit, 1, 2)
    crowd:set(unit, { speed = 1 })
    crowd:go_to(unit, 9, 2)
    for _ = 1, 90 do crowd:update(FRAME) end
    x = crowd:position(unit)
    crowd:set_step_time(unit, math.huge) -- it stands in the middle of a step
    for _ = 1, 10 do
      crowd:update(FRAME)
      assert.equal(x, (crowd:position(unit)))
    end
    crowd:set_step_time(unit, 1)
    crowd:update(FRAME)
    expect.near(x + FRAME, (crowd:position(unit)))
  end)

  it("lets units that were pushed aside look as they did, also saved meanwhile", function()
    local grid = astar.grid { "###.###", "......." }
    local crowd = astar.crowd(grid)
    local guard = crowd:add(4, 2, on_foot, { facing = 1.25 })
    local walker = crowd:add(1, 2, on_foot)
    crowd:go_to(walker, 7, 2)
    local copies = {}
    for frame = 1, 240 do
      crowd:update(FRAME)
      if crowd:tile(guard) ~= 4 or crowd:facing(guard) ~= 1.25 then
        local bytes, rules = crowd:serialize()
        if frame % 10 == 0 then copies[#copies + 1] = astar.deserialize_crowd(bytes, grid:clone(), rules) end
      end
    end
    assert.is_true(#copies > 5)
    copies[#copies + 1] = crowd
    for _, copy in ipairs(copies) do
      for _ = 1, 180 do copy:update(FRAME) end
      assert.same({ 4, 2, 1.25 }, { copy:tile(guard), select(2, copy:tile(guard)), copy:facing(guard) })
    end
    crowd:go_to(guard, 3, 2) -- an order: it looks where it went
    for _ = 1, 60 do crowd:update(FRAME) end
    assert.equal(pi, crowd:facing(guard))
  end)

  it("draws a unit that was placed on its tile at once", function()
    local crowd = smooth_crowd(open_grid(9, 9))
    local unit = crowd:add(1, 1, on_foot)
    crowd:go_to(unit, 9, 1)
    for _ = 1, 40 do crowd:update(FRAME) end
    crowd:place(unit, 5, 7)
    assert.same({ 5, 7 }, { crowd:position(unit) })
    crowd:remove(unit)
    local other = crowd:add(2, 2, on_foot) -- in the memory of the first one
    assert.same({ 2, 2 }, { crowd:position(other) })
  end)

  it("changes no move", function()
    local crowds = { smooth_crowd(open_grid(12, 12)), astar.crowd(open_grid(12, 12)) }
    for _, crowd in ipairs(crowds) do
      for i = 1, 12 do
        crowd:add(i, 1, on_foot, { speed = 1 + i / 3 })
        crowd:go_to(i, 13 - i, 12)
      end
    end
    for _ = 1, 300 do
      for _, crowd in ipairs(crowds) do crowd:update(FRAME) end
      for unit = 1, 12 do
        assert.same({ crowds[1]:tile(unit) }, { crowds[2]:tile(unit) })
        assert.equal(crowds[1]:facing(unit), crowds[2]:facing(unit))
      end
    end
  end)

  it("checks the option", function()
    expect.raises('astar.crowd: option "smooth" must be true or false, got 1',
      function() astar.crowd(open_grid(2, 2), { smooth = 1 }) end)
  end)
end)

describe("a unit with a turn rate", function()
  local crowd

  before_each(function() crowd = astar.crowd(open_grid(9, 9)) end)

  it("turns the short way at this rate", function()
    local unit = crowd:add(5, 5, on_foot, { speed = 1, turn_rate = 2, facing = 3 })
    crowd:go_to(unit, 5, 1) -- to -pi / 2: from 3 over pi
    crowd:update(0)
    assert.equal(3, crowd:facing(unit))
    crowd:update(0.05)
    expect.near(3.1, crowd:facing(unit))
    crowd:update(0.05)
    expect.near(3.2 - 2 * pi, crowd:facing(unit))
    crowd:update(0.76)
    expect.near(-pi / 2, crowd:facing(unit))
    crowd:update(0.1)
    expect.near(-pi / 2, crowd:facing(unit))
  end)

  it("goes on turning while it stands", function()
    local unit = crowd:add(5, 5, on_foot, { speed = 10, turn_rate = 0.5 })
    crowd:go_to(unit, 5, 6)
    crowd:update(0)
    for _ = 1, 100 do crowd:update(0.01) end
    assert.equal("idle", crowd:state(unit))
    expect.near(0.5, crowd:facing(unit))
    for _ = 1, 10 do crowd:update(0.1) end
    expect.near(1, crowd:facing(unit))
    for _ = 1, 20 do crowd:update(0.1) end
    expect.near(pi / 2, crowd:facing(unit))
  end)

  it("may get another one at any time", function()
    local unit = crowd:add(5, 5, on_foot, { speed = 1, turn_rate = 1 })
    crowd:go_to(unit, 5, 9)
    crowd:update(0)
    crowd:update(0.5)
    expect.near(0.5, crowd:facing(unit))
    crowd:set(unit, { turn_rate = 0.1 })
    expect.near(0.5, crowd:facing(unit))
    crowd:update(1)
    expect.near(0.6, crowd:facing(unit))
    crowd:set(unit, { turn_rate = math.huge })
    expect.near(pi / 2, crowd:facing(unit))
  end)

  it("checks the option", function()
    local unit = crowd:add(5, 5, on_foot)
    for value, text in pairs { [0] = "0", [-1] = "-1", fast = '"fast"' } do
      expect.raises('crowd:add: option "turn_rate" must be a number > 0, got ' .. text,
        function() crowd:add(1, 1, on_foot, { turn_rate = value }) end)
      expect.raises('crowd:set: option "turn_rate" must be a number > 0, got ' .. text,
        function() crowd:set(unit, { turn_rate = value }) end)
    end
  end)
end)
