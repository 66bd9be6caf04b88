-- Neighbors, distances, rings and lines on every layout, compared with adjacency, breadth-first search and the
-- clipping of polygons, all in integers.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua.

local astar = require "astar"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local LAYOUTS = { "square", "odd_r", "even_r", "odd_q", "even_q" }
local FAR = 1000000

-- ------------------------------------------------------------------------------- the oracle

-- The center of a tile, in units in which all corners of tiles have integer coordinates. Squares have sides of 6;
-- hexes are 12 wide and 8 high between their tips, or rotated. Hexes are scaled along one axis, which keeps
-- straight lines straight.
local function center(layout, x, y)
  if layout == "square" then return 6 * x, 6 * y end
  local along_rows = layout:sub(-1) == "r"
  local is_odd = ((along_rows and y or x) - 1) % 2 == 1 -- rows and columns count from 0
  local shifted = is_odd == (layout:sub(1, 3) == "odd")
  if along_rows then return 12 * x + (shifted and 6 or 0), 6 * y end
  return 6 * x, 12 * y + (shifted and 6 or 0)
end

local CORNERS = {
  square = { { -3, -3 }, { 3, -3 }, { 3, 3 }, { -3, 3 } },
  r = { { 0, -4 }, { 6, -2 }, { 6, 2 }, { 0, 4 }, { -6, 2 }, { -6, -2 } },
  q = { { -2, -6 }, { 2, -6 }, { 4, 0 }, { 2, 6 }, { -2, 6 }, { -4, 0 } },
}

local function corners(layout) return CORNERS[layout == "square" and layout or layout:sub(-1)] end

-- Whether two tiles are adjacent: on hexes if they share two corners, on squares one.
local function is_adjacent(layout, x1, y1, x2, y2)
  local ax, ay = center(layout, x1, y1)
  local bx, by = center(layout, x2, y2)
  local shared = 0
  for _, a in ipairs(corners(layout)) do
    for _, b in ipairs(corners(layout)) do
      if ax + a[1] == bx + b[1] and ay + a[2] == by + b[2] then shared = shared + 1 end
    end
  end
  local least = layout == "square" and 1 or 2
  return shared >= least and shared <= 2
end

local adjacent = {} -- by layout and tile: the results of adjacent_to

local function adjacent_to(layout, x, y, four)
  local key = layout .. x .. "," .. y .. (four and "four" or "")
  if adjacent[key] then return adjacent[key] end
  local tiles = {}
  for dy = -1, 1 do
    for dx = -1, 1 do
      if is_adjacent(layout, x, y, x + dx, y + dy) and not (four and dx ~= 0 and dy ~= 0) then
        tiles[#tiles + 1] = { x + dx, y + dy, x + dx .. "," .. y + dy }
      end
    end
  end
  adjacent[key] = tiles
  return tiles
end

-- The distances from a tile to all tiles within `reach`, by breadth-first search.
local function distances(layout, x, y, reach, four)
  local found, front = { [x .. "," .. y] = 0 }, { { x, y } }
  for steps = 1, reach do
    local next_front = {}
    for _, tile in ipairs(front) do
      for _, to in ipairs(adjacent_to(layout, tile[1], tile[2], four)) do
        if not found[to[3]] then
          found[to[3]] = steps
          next_front[#next_front + 1] = to
        end
      end
    end
    front = next_front
  end
  return found
end

-- The point where a line from (ax, ay) to (bx, by) enters the interior of a tile, as a fraction of its length
-- { over, under }; nil if it does not enter. Each border is a half-plane: f > 0 inside.
local function entry(layout, ax, ay, bx, by, x, y)
  local cx, cy = center(layout, x, y)
  local shape = corners(layout)
  local low, low_under, high, high_under = 0, 1, 1, 1
  for i, from in ipairs(shape) do
    local to = shape[i % #shape + 1]
    local function side(px, py)
      return (to[1] - from[1]) * (py - cy - from[2]) - (to[2] - from[2]) * (px - cx - from[1])
    end
    local start, change = side(ax, ay), side(bx, by) - side(ax, ay)
    if change == 0 then
      if start <= 0 then return nil end
    elseif change > 0 then -- inside after -start / change
      if -start * low_under > low * change then low, low_under = -start, change end
    elseif start * high_under < high * -change then -- inside up to start / -change
      high, high_under = start, -change
    end
  end
  return low * high_under < high * low_under and { low, low_under } or nil
end

local function oracle_line(layout, width, height, x1, y1, x2, y2)
  local ax, ay = center(layout, x1, y1)
  local bx, by = center(layout, x2, y2)
  local list = {}
  for y = 1, height do
    for x = 1, width do
      local at = entry(layout, ax, ay, bx, by, x, y)
      if at then list[#list + 1] = { at[1], at[2], x .. "," .. y } end
    end
  end
  table.sort(list, function(a, b) return a[1] * b[2] < b[1] * a[2] end)
  local tiles = {}
  for i, each in ipairs(list) do tiles[i] = each[3] end
  return table.concat(tiles, " ")
end

-- ------------------------------------------------------------------------------ the library

local function listed(...)
  local tiles = {}
  for x, y in ... do tiles[#tiles + 1] = x .. "," .. y end
  return tiles
end

local function line(grid, ...)
  local tiles = {}
  for i, x, y in grid:line(...) do
    assert(i == #tiles + 1)
    tiles[i] = x .. "," .. y
  end
  return table.concat(tiles, " ")
end

local function reversed(text)
  local tiles = {}
  for tile in text:gmatch "%S+" do table.insert(tiles, 1, tile) end
  return table.concat(tiles, " ")
end

-- The sorted tiles of a grid at a distance, from a table of distances.
local function at_distance(found, width, height, n)
  local tiles = {}
  for y = 1, height do
    for x = 1, width do
      local key = x .. "," .. y
      if found[key] == n then tiles[#tiles + 1] = key end
    end
  end
  table.sort(tiles)
  return tiles
end

local function sorted(tiles)
  local copy = { (table.unpack or unpack)(tiles) }
  table.sort(copy)
  return copy
end

-- ------------------------------------------------------------------------------------ the specs

for _, layout in ipairs(LAYOUTS) do
  local hexes = layout ~= "square"

  describe("on a grid of layout " .. layout, function()
    it("distances, neighbors and rings agree with a breadth-first search", function()
      for _, size in ipairs { { 4, 3 }, { 1, 2 } } do
        local width, height = size[1], size[2]
        local grid = astar.grid(width, height, { layout = layout })
        for y = -2, height + 3 do
          for x = -2, width + 3 do
            local found = distances(layout, x, y, 14)
            local four = not hexes and distances(layout, x, y, 18, true)
            for to_y = -1, height + 2 do
              for to_x = -1, width + 2 do
                local steps = found[to_x .. "," .. to_y]
                assert(grid:distance(x, y, to_x, to_y) == steps)
                assert(grid:distance(x, y, to_x, to_y, hexes and 6 or 8) == steps)
                if four then
                  assert(grid:distance(x, y, to_x, to_y, 4) == four[to_x .. "," .. to_y])
                end
              end
            end
            assert.same(at_distance(found, width, height, 1), sorted(listed(grid:neighbors(x, y))))
            for n = 0, 9 do
              assert.same(at_distance(found, width, height, n), sorted(listed(grid:ring(x, y, n))))
            end
          end
        end
      end
    end)

    it("consecutive tiles of a ring are adjacent", function()
      local grid = astar.grid(40, 40, { layout = layout })
      for n = 1, 9 do
        local last_x, last_y, first_x, first_y
        local count = 0
        for x, y in grid:ring(20, 21, n) do
          assert.equal(n, grid:distance(20, 21, x, y))
          if last_x then assert.equal(1, grid:distance(last_x, last_y, x, y)) end
          first_x, first_y = first_x or x, first_y or y
          last_x, last_y = x, y
          count = count + 1
        end
        assert.equal((hexes and 6 or 8) * n, count)
        assert.equal(1, grid:distance(last_x, last_y, first_x, first_y))
      end
    end)

    seeds.check(it, "lines cross the tiles that clipping finds", seeds.cases / 2, function(seed)
      local random = random_map.new(seed)
      local width, height = random:int(1, 9), random:int(1, 9)
      local grid = astar.grid(width, height, { layout = layout })
      for _ = 1, 4 do
        local reach = random:pick { 0, 3, 30, 3000 }
        local x1, y1 = random:int(1 - reach, width + reach), random:int(1 - reach, height + reach)
        local x2, y2 = random:int(1 - reach, width + reach), random:int(1 - reach, height + reach)
        local what = ("seed %d: %d x %d, line from %d, %d to %d, %d: "):format(seed, width, height, x1, y1, x2, y2)
        local expected = oracle_line(layout, width, height, x1, y1, x2, y2)
        local got = line(grid, x1, y1, x2, y2)
        if got ~= expected then return what .. "got " .. got .. ", expected " .. expected end
        local back = line(grid, x2, y2, x1, y1)
        if back ~= reversed(expected) then return what .. "on the way back " .. back end
      end
    end)

    it("all lines between close tiles cross the tiles that clipping finds", function()
      local grid = astar.grid(4, 3, { layout = layout })
      for y1 = -1, 4 do
        for x1 = -1, 5 do
          for y2 = y1, 5 do
            for x2 = -1, 6 do
              local expected = oracle_line(layout, 4, 3, x1, y1, x2, y2)
              assert(line(grid, x1, y1, x2, y2) == expected)
              assert(line(grid, x2, y2, x1, y1) == reversed(expected))
            end
          end
        end
      end
    end)

    it("lines between the most distant tiles cross the same tiles as shorter ones", function()
      local grid = astar.grid(9, 7, { layout = layout })
      for _, by in ipairs { { 1, 0 }, { 0, 1 }, { 2, 2 }, { 2, -2 }, { 2, 4 }, { -4, 2 }, { 6, 4 }, { 8, -6 } } do
        for x = -1, 11 do
          -- An even offset of tiles leads to the same relative position from every hex.
          local function there(n) return x + n * by[1], 4 + n * by[2] end
          local n = math.floor((FAR - 20) / math.max(math.abs(by[1]), math.abs(by[2])))
          if n % 2 == 1 then n = n - 1 end
          local x1, y1 = there(-30)
          local x2, y2 = there(30)
          local near = oracle_line(layout, 9, 7, x1, y1, x2, y2)
          assert.equal(near, line(grid, x1, y1, x2, y2))
          x1, y1 = there(-n)
          x2, y2 = there(n)
          assert.equal(near, line(grid, x1, y1, x2, y2))
          assert.equal(reversed(near), line(grid, x2, y2, x1, y1))
        end
      end
    end)

    it("tiles of lines and rings off the grid take no time", function()
      local grid = astar.grid(30, 30, { layout = layout })
      local count = 0
      for i = 1, 3000 do -- each of these lines has about 2,000,000 tiles
        for _ in grid:line(-FAR, i - 1500, FAR, 1531 - i) do count = count + 1 end
        for _ in grid:line(i - 1500, -FAR, 1531 - i, FAR) do count = count + 1 end
        for _ in grid:line(-FAR, 31, FAR, 31) do count = count + FAR end
        for _ in grid:ring(i, i, 1e9) do count = count + FAR end
        for _ in grid:ring(1, 1, 1e9 - i) do count = count + FAR end
      end
      assert.is_true(count > 0 and count < FAR)
      assert.same({}, listed(grid:ring(1, 1, 1e300)))
      assert.same({}, listed(grid:ring(-1e9, -1e9, 4e9)))
      assert.same({}, listed(grid:neighbors(1e300, -1e300)))
    end)

    it("a large ring has its tiles on the grid", function()
      local grid = astar.grid(30, 20, { layout = layout })
      for _, x in ipairs { 1 - FAR, -999999999, 999999999 } do
        local n = grid:distance(x, 10, 15, 10)
        local found = {}
        for to_x, to_y in grid:ring(x, 10, n) do
          assert.equal(n, grid:distance(x, 10, to_x, to_y))
          found[#found + 1] = to_y
        end
        local expected = 0
        for y = 1, 20 do
          for to_x = 1, 30 do
            if grid:distance(x, 10, to_x, y) == n then expected = expected + 1 end
          end
        end
        assert.is_true(#found > 0)
        assert.equal(expected, #found)
      end
    end)

    it("loops can be nested, and a step allocates nothing", function()
      local grid = astar.grid(400, 400, { layout = layout })
      local count = 0
      for x, y in grid:neighbors(9, 9) do
        for to_x, to_y in grid:neighbors(x, y) do
          count = count + (grid:distance(9, 9, to_x, to_y) <= 2 and 1 or 100)
        end
      end
      assert.equal(hexes and 36 or 64, count)
      for _, steps in ipairs { { grid:line(1, 1, 400, 371) }, { grid:ring(200, 200, 90) } } do
        collectgarbage()
        collectgarbage "stop"
        local first, last, i = nil, nil, 0
        for a, b in steps[1], steps[2] do
          i = i + 1
          count = count + a + b
          if i == 2 then first = collectgarbage "count" end
          if i == 350 then last = collectgarbage "count" end
        end
        collectgarbage "restart"
        expect.no_garbage(first, last)
      end
    end)
  end)
end

describe("a line", function()
  it("returns the tiles that it crosses in order, with their numbers", function()
    local grid = astar.grid(5, 3)
    local got = {}
    for i, x, y in grid:line(1, 1, 5, 3) do got[i] = { x, y } end
    assert.same({ { 1, 1 }, { 2, 1 }, { 2, 2 }, { 3, 2 }, { 4, 2 }, { 4, 3 }, { 5, 3 } }, got)
  end)

  it("leaves out tiles that it only touches", function()
    assert.equal("1,1 2,2 3,3", line(astar.grid(5, 5), 1, 1, 3, 3))
    -- From hex to hex along the edge between two others.
    assert.equal("2,1 2,3", line(astar.grid(3, 3, { layout = "odd_r" }), 2, 1, 2, 3))
  end)

  it("is one tile from a tile to itself", function()
    for _, layout in ipairs(LAYOUTS) do
      local grid = astar.grid(3, 3, { layout = layout })
      assert.equal("2,3", line(grid, 2, 3, 2, 3))
      assert.equal("", line(grid, 0, 3, 0, 3))
    end
  end)

  it("counts only the tiles on the grid", function()
    local grid = astar.grid(3, 3)
    assert.equal("1,2 2,2 3,2", line(grid, -5, 2, 9, 2))
    assert.equal("", line(grid, -5, 4, 9, 4))
    assert.equal("", line(grid, -5, 0, 0, 9))
  end)
end)

describe("an iterator over tiles", function()
  it("stays at its end, where it no longer needs its grid", function()
    local grid = astar.grid(3, 3)
    local loops = { { grid:line(1, 1, 3, 1) }, { grid:ring(2, 2, 1) }, { grid:neighbors(2, 2) } }
    assert.same({ 1, 1, 1 }, { loops[1][1](loops[1][2]) })
    assert.same({ 1, 1 }, { loops[2][1](loops[2][2]) })
    debug.getmetatable(grid).__gc(grid)
    for i, loop in ipairs(loops) do
      local count, step, state = 0, loop[1], loop[2]
      while step(state) do count = count + 1 end
      assert.equal(({ 2, 7, 8 })[i], count)
      for _ = 1, 3 do assert.is_nil((step(state))) end
    end
  end)

  it("accepts only the values of its own loop", function()
    local grid = astar.grid(3, 3)
    local step, state = grid:line(1, 1, 3, 1)
    assert.equal("astar.iterator", getmetatable(state))
    local rest = "the iterator: must be called on an astar iterator (use a colon), got "
    expect.raises(rest .. "nil", step)
    expect.raises(rest .. "an astar grid", step, grid)
    expect.raises(rest .. "a table", step, {})
    expect.raises("grid:size: must be called on an astar grid (use a colon), got an astar iterator",
      grid.size, state)
  end)

  it("goes clockwise from the top left", function()
    local grid = astar.grid(3, 3)
    assert.same({ "1,1", "2,1", "3,1", "3,2", "3,3", "2,3", "1,3", "1,2" }, listed(grid:neighbors(2, 2)))
    assert.same({ "2,2" }, listed(grid:ring(2, 2, 0)))
    assert.same({}, listed(grid:ring(4, 2, 0)))
  end)
end)
