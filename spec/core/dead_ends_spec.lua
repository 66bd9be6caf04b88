-- Searches by jump points leave out dead ends (src/derived/dead_ends.c): parts of the map that no cheapest path between
-- start and goal enters. A sliced search leaves out none: both must find the same path, tile by tile.

local astar = require "astar"

-- Each letter is a square of tiles.
local SIDE = 3

local function grid_of(rows)
  local width, height = SIDE * #rows[1], SIDE * #rows
  local grid = astar.grid(width, height + 100, { fill = "#" })
  for y, row in ipairs(rows) do
    for x = 1, #row do grid:fill(row:sub(x, x), SIDE * (x - 1) + 1, SIDE * (y - 1) + 1, SIDE, SIDE) end
    for x = y % 2 + 1, #row, 2 do grid:set(SIDE * x - 1, SIDE * y - 1, "#") end -- rocks, around which searches go
  end
  for y = height + 1, height + 99, 2 do -- a long corridor apart, so that no block has many of the runs
    grid:fill(".", 2, y, width - 2, 1)
    grid:set(y % 4 == 1 and 2 or width - 1, y + 1, ".")
  end
  return grid
end

local function rules_of(options)
  options.cost = { ["."] = 1 }
  return astar.rules(options)
end

local FLOOR = ("."):byte()
local JPS = { algorithm = "jps" }

-- Compares the paths of one query. Returns the numbers of expansions.
local function compare(grid, rules, x1, y1, x2, y2)
  local path, cost = grid:find_path(x1, y1, x2, y2, rules, JPS)
  local search = grid:search(x1, y1, x2, y2, rules, JPS)
  while search:step(1000) == "running" do end
  local whole = search:path()
  assert.equal(path == nil, whole == nil)
  if not path then return 0, 0 end
  assert.equal(whole:cost(), cost)
  assert.equal(table.concat(whole:flat(), " "), table.concat(path:flat(), " "))
  return path:expanded(), search:expanded()
end

-- Bays and corridors around two loops.
local BAYS = {
  "###############",
  "#.##.#....#.#.#",
  "#.##...##...#.#",
  "#....#.##.#...#",
  "##.#.#....#.###",
  "##.#####.##...#",
  "#..#...#.#..#.#",
  "#.##.#.....##.#",
  "#....#####....#",
  "###############",
}

-- Compares the paths between many tiles. Returns the sums of the expansions.
local function compare_many(grid, rules)
  local tiles = {}
  for y = 1, SIDE * #BAYS do
    for x = 1, SIDE * #BAYS[1] do
      if grid:get(x, y) == FLOOR then tiles[#tiles + 1] = { x, y } end
    end
  end
  local fewer, all = 0, 0
  for i = 1, #tiles, 37 do
    for k = i % 89 + 1, #tiles, 89 do
      local a, b = compare(grid, rules, tiles[i][1], tiles[i][2], tiles[k][1], tiles[k][2])
      fewer, all = fewer + a, all + b
    end
  end
  return fewer, all
end

-- Edits, one after the other: { x, y, what the tile becomes }.
local EDITS = {
  { 8, 5, "#" }, { 8, 5, "." },                 -- a tile of a gate, and again
  { 9, 6, "#" }, { 11, 3, "#" }, { 11, 3, "." }, -- passages of a loop
  { 3, 8, "#" }, { 2, 9, "#" }, { 2, 9, "." },   -- a run in two parts
  { 4, 7, "." }, { 4, 7, "#" }, { 4, 7, "." },   -- a wall between two bays opens
  { 12, 6, "#" }, { 12, 5, "#" }, { 13, 5, "." }, { 12, 5, "." }, { 12, 6, "." }, -- beside a closed one, which reopens
  { 10, 9, "." }, { 9, 9, "." }, { 8, 9, "." }, { 7, 9, "." }, { 6, 9, "." }, -- a tunnel, from its middle
  { 9, 6, "." }, { 3, 8, "." }, { 8, 9, "#" },
}

describe("dead ends", function()
  for name, options in pairs {
    ["8 neighbors"] = {},
    ["4 neighbors"] = { neighbors = 4 },
    ["corners that may have one obstacle"] = { diagonal = "if_at_most_one_obstacle" },
    ["a diagonal step of two steps"] = { diagonal_cost = 2 },
  } do
    it("change no path: " .. name, function()
      local grid, rules = grid_of(BAYS), rules_of(options)
      local fewer, all = compare_many(grid, rules)
      assert.is_true(fewer <= all)
      for _, edit in ipairs(EDITS) do
        grid:set(edit[1], edit[2], edit[3])
        compare_many(grid, rules)
      end
    end)
  end

  -- A corridor there and back, and bays beside the way there. Each has a rock, around which searches go.
  local function comb()
    local grid = astar.grid(161, 28, { fill = "#" })
    grid:fill(".", 2, 25, 159, 1)
    grid:fill(".", 2, 27, 159, 1)
    grid:set(160, 26, ".")
    for x = 2, 140, 16 do
      grid:fill(".", x, 8, 15, 17)
      grid:fill("#", x + 5, 13, 4, 4)
    end
    return grid
  end

  local function compare_comb(grid, rules) return compare(grid, rules, 2, 25, 2, 27) end

  it("are left out, where no cheapest path can enter them", function()
    local one = { diagonal = "if_at_most_one_obstacle" }
    for _, options in ipairs { {}, { neighbors = 4 }, { diagonal_cost = 2 }, one } do
      local some, all = compare_comb(comb(), rules_of(options))
      assert.is_true(some < all / 2)
    end
    for _, options in ipairs { { diagonal_cost = 1 }, { diagonal = "always" } } do
      local some, all = compare_comb(comb(), rules_of(options))
      assert.equal(all, some)
    end
  end)

  it("belong to the way between two tiles of a run that is cut between them", function()
    local grid, rules = comb(), rules_of {}
    compare_comb(grid, rules)
    grid:set(25, 25, "#")
    assert.is_true(compare(grid, rules, 20, 25, 30, 25) > 0) -- through the bay above
    assert.is_true(compare(grid, rules, 24, 25, 26, 25) > 0)
  end)

  it("leave the gate between two of them in the way", function()
    local grid, rules = comb(), rules_of {}
    grid:fill(".", 60, 26, 1, 1) -- a gate with bays above it and the way back below
    for _, goal in ipairs { { 5, 9 }, { 40, 9 }, { 2, 27 }, { 159, 27 }, { 100, 25 } } do
      assert.is_true(compare(grid, rules, 24, 9, goal[1], goal[2]) > 0)
      assert.is_true(compare(grid, rules, goal[1], goal[2], 24, 9) > 0)
    end
  end)

  it("belong to the way when the corridor below a bay closes, a door in it", function()
    local grid, rules = comb(), rules_of {}
    for round = 1, 6 do
      assert.is_true(compare_comb(grid, rules) > 0)
      grid:set(25, 25, round % 2 == 0 and "." or "#")
    end
  end)

  -- The way there is cut before the edits. After them it leads through two bays, or through one.
  for name, edits in pairs {
    ["a door opens between two bays"] = { { 17, 16, "." } },
    ["a door opens while the tile before it is closed"] = { { 16, 16, "#" }, { 17, 16, "." }, { 16, 16, "." } },
    ["a tunnel is dug from both ends"] = {
      { 15, 7, "." }, { 15, 6, "." }, { 19, 7, "." }, { 19, 6, "." }, { 16, 6, "." }, { 18, 6, "." }, { 17, 6, "." },
    },
  } do
    it("belong to the way when " .. name, function()
      local grid, rules = comb(), rules_of {}
      grid:set(17, 25, "#")
      assert.is_true(compare(grid, rules, 40, 25, 2, 27) > 0)
      for _, edit in ipairs(edits) do
        grid:set(edit[1], edit[2], edit[3])
        compare(grid, rules, 40, 25, 2, 27)
      end
      assert.is_true(compare(grid, rules, 2, 25, 2, 27) > 0)
      assert.is_true(compare(grid, rules, 5, 9, 30, 9) > 0)
    end)
  end

  it("are not left out in rooms: few jump points are outside the largest block", function()
    local rooms = astar.grid(40, 40, { fill = "." })
    for i = 8, 32, 8 do
      rooms:fill("#", i, 1, 1, 40)
      rooms:fill("#", 1, i, 40, 1)
    end
    for i = 4, 36, 8 do
      for k = 8, 32, 8 do
        rooms:set(k, i, ".")
        rooms:set(i, k, ".")
      end
    end
    local some, all = compare(rooms, rules_of {}, 1, 1, 39, 35)
    assert.equal(all, some)
  end)

  it("are found again after many edits, when searches have taken long enough", function()
    local grid, rules = comb(), rules_of {}
    local fresh, joined, now = compare_comb(grid, rules), 0, nil
    for x = 17, 129, 16 do -- a door between two bays opens and closes: they stay joined
      grid:set(x, 16, ".")
      compare_comb(grid, rules)
      grid:set(x, 16, "#")
      joined = math.max(joined, (compare_comb(grid, rules)))
    end
    assert.is_true(joined > fresh)
    for _ = 1, 100 do
      now = compare_comb(grid, rules)
      if now == fresh then break end
    end
    assert.equal(fresh, now)
  end)
end)
