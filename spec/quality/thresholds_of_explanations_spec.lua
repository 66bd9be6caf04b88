-- Thresholds of explanations and planned obstacles, each with values below, at and above it. The answers must equal
-- those of `is_reachable` on a copy of the map with the change. spec/LIMITS.md lists the thresholds.

local astar = require "astar"
local random_map = require "spec.support.random_map"

local rules = astar.rules { cost = { ["."] = 1 } }

-- Whether each pair is connected on a copy where the tiles are walls.
local function is_connected_without(grid, tiles, pairs_of_tiles)
  local copy = grid:clone()
  local width, height = grid:size()
  for _, tile in ipairs(tiles) do
    if tile[1] >= 1 and tile[1] <= width and tile[2] >= 1 and tile[2] <= height then copy:set(tile[1], tile[2], "#") end
  end
  for i, pair in ipairs(pairs_of_tiles) do
    if not copy:is_reachable(pair[1], pair[2], pair[3], pair[4], rules) then return false, i end
  end
  return true
end

local function expect_building(grid, tiles, pairs_of_tiles)
  local expected, expected_index = is_connected_without(grid, tiles, pairs_of_tiles)
  local before = grid:serialize()
  local allowed, index = grid:can_block(tiles, rules, pairs_of_tiles)
  assert.equal(expected, allowed)
  assert.equal(expected_index, index)
  assert.equal(before, grid:serialize())
end

local function rectangle(left, top, width, height)
  local tiles = {}
  for y = top, top + height - 1 do
    for x = left, left + width - 1 do tiles[#tiles + 1] = { x, y } end
  end
  return tiles
end

describe("a building", function()
  it("of 63, 64 and 65 tiles closes a passage, or leaves one tile open", function()
    for _, count in ipairs { 1, 63, 64, 65, 128 } do
      for _, height in ipairs { count, count + 1 } do
        local grid = astar.grid(7, height, { fill = "." })
        expect_building(grid, rectangle(4, 1, 1, count), { { 1, 1, 7, 1 }, { 1, height, 3, 1 } })
      end
    end
  end)

  -- A wall goes through the building, up to `depth` tiles away from it: there is a detour of this depth, or none.
  it("has a detour 1 to 70 tiles away from it", function()
    for _, depth in ipairs { 1, 2, 7, 8, 9, 10, 30, 31, 32, 33, 34, 62, 63, 64, 65, 70 } do
      local grid = astar.grid(90, 2 * depth + 5, { fill = "." })
      local middle, top = 45, depth + 2
      for y = 2, 2 * depth + 5 do
        if y ~= top then grid:set(middle, y, "#") end
      end
      local ends = { { middle - 1, top, middle + 1, top }, { 1, 1, 90, 1 } }
      expect_building(grid, { { middle, top } }, ends)
      grid:set(middle, 1, "#")
      expect_building(grid, { { middle, top } }, ends)
    end
  end)

  it("is 1 to 70 tiles wide, anywhere on a map of 130 tiles", function()
    local random = random_map.new(5)
    local grid = astar.grid(130, 40, { fill = "." })
    for _ = 1, 400 do grid:set(random:int(1, 130), random:int(1, 40), "#") end
    for _, width in ipairs { 1, 29, 30, 31, 47, 48, 49, 61, 62, 63, 64, 65, 70 } do
      for _ = 1, 8 do
        local left, top = random:int(1, 130) - 2, random:int(1, 40) - 1
        expect_building(grid, rectangle(left, top, width, random:int(1, 30)), {
          { random:int(1, 130), random:int(1, 40), random:int(1, 130), random:int(1, 40) }, { 1, 1, 130, 40 },
        })
      end
    end
  end)

  -- A building with a comb of walls around it: each gap is a group of tiles that only the building connects.
  it("touches 1 to 20 groups of tiles", function()
    for _, groups in ipairs { 1, 2, 3, 7, 8, 9, 15, 16, 17, 20 } do
      local grid = astar.grid(2 * groups + 1, 9, { fill = "#" })
      local ends = {}
      for i = 1, groups do
        for y = 1, 4 do grid:set(2 * i, y, ".") end
        ends[i] = { 2, 1, 2 * i, 1 }
      end
      grid:fill(".", 1, 5, 2 * groups + 1, 1)
      expect_building(grid, rectangle(1, 5, 2 * groups + 1, 1), ends)
      grid:fill(".", 1, 6, 2 * groups + 1, 1)                   -- now there is a way below the building
      expect_building(grid, rectangle(1, 5, 2 * groups + 1, 1), ends)
      for i = 1, groups do expect_building(grid, { { 2 * i, 4 } }, ends) end
    end
  end)
end)

describe("terrains that would make a path", function()
  -- A wall with a tile of another terrain in each row. Behind every second row is rock.
  it("are found among 1 to 12, and among 200", function()
    for _, count in ipairs { 1, 2, 3, 4, 5, 6, 12, 200 } do
      local grid = astar.grid(5, count, { fill = "." })
      local expected = {}
      for y = 1, count do
        local terrain = y < 35 and y or y + 20
        grid:set(3, y, terrain)
        if y % 2 == 0 then grid:set(2, y, "#") else expected[#expected + 1] = terrain end
      end
      -- Rows are connected behind the wall; before it, by tiles that no rock covers.
      for y = 1, count do grid:set(1, y, ".") end
      assert.same(expected, grid:explain(1, 1, 5, 1, rules, { want = { "terrains" } }).terrains)
    end
  end)

  it("are the same with 40 varied rules, of which a grid keeps 16", function()
    local grid = astar.grid(5, 3, { fill = "." })
    for round = 1, 2 do
      for terrain = 60, 100 do
        grid:fill(terrain, 3, 1, 1, 3)
        local why = grid:explain(1, 1, 5, 1, rules, { want = { "terrains", "relax" } })
        assert.same({ terrain }, why.terrains, "round " .. round)
        assert.same({ "terrain" }, why.relax)
      end
    end
  end)
end)

describe("tiles to open that several steps need", function()
  -- Penalties make corners expensive to enter, so that steps share them. The search gives up after a number of
  -- expansions; its answer is then an upper bound, and still a path.
  it("give a path that is legal when they are open, also when the search gives up", function()
    for _, side in ipairs { 6, 12, 60, 150 } do
      local random = random_map.new(side)
      local grid = astar.grid(side, side, { fill = "." })
      for _ = 1, side * side do
        local x, y = random:int(1, side), random:int(1, side)
        grid:set(x, y, "#")
        grid:set_penalty(x, y, random:int(1, 20))
      end
      local why = grid:explain(1, 1, side, side, rules, { want = { "open", "open_cost", "path", "exact" } })
      local copy = grid:clone()
      for _, tile in ipairs(why.open) do copy:set(tile.x, tile.y, ".") end
      local _, cost = copy:find_path(1, 1, side, side, rules)
      assert.is_boolean(why.exact)
      assert.equal(#why.open, why.open_cost)
      assert.is_true(math.abs(cost - why.path:cost()) <= 1e-9 * cost, side .. ": " .. cost)
    end
  end)
end)
