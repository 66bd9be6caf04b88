-- grid:chokepoints: the fewest tiles that cut a start off from a goal.

local astar = require "astar"
local expect = require "spec.support.expect"

local rules = astar.rules { cost = { ["."] = 1 } }
local cutter = astar.rules { cost = { ["."] = 1 }, diagonal = "always" } -- enters a gap from three tiles

-- Asks about a drawing with the tiles a and b: returns the drawing with an `o` on each choke point, or the reason.
local function cut(rows, of, max, options)
  local plain, a, b = {}, nil, nil
  for y, row in ipairs(rows) do
    if row:find "a" then a = { row:find "a", y } end
    if row:find "b" then b = { row:find "b", y } end
    plain[y] = row:gsub("[ab]", ".")
  end
  local grid = astar.grid(plain, options)
  local tiles, reason = grid:chokepoints(a[1], a[#a], b[1], b[#b], of or rules, max)
  if not tiles then return reason end
  local drawn = {}
  for y, row in ipairs(rows) do drawn[y] = row end
  for _, tile in ipairs(tiles) do
    local x, y = tile[1], tile[2]
    drawn[y] = drawn[y]:sub(1, x - 1) .. "o" .. drawn[y]:sub(x + 1)
  end
  return drawn
end

describe("choke points", function()
  it("are the one gap", function()
    assert.same({ "a.#..", "..o.b", "..#.." }, cut({ "a.#..", "....b", "..#.." }, cutter))
    -- Without diagonal steps past corners there is one tile before the gap, too.
    assert.same({ "a.#..", ".o..b", "..#.." }, cut { "a.#..", "....b", "..#.." })
  end)

  it("are, of several smallest sets, the one nearest the start", function()
    --  Both doors are gaps of one tile.
    assert.same({ "a.#.#..", "..o...b", "..#.#.." }, cut({ "a.#.#..", "......b", "..#.#.." }, cutter))
    assert.same({ "b.#.#..", "....o.a", "..#.#.." }, cut({ "b.#.#..", "......a", "..#.#.." }, cutter))
    assert.same({ "ao..b" }, cut({ "a...b" }, cutter))
  end)

  it("are the fewest, however far away", function()
    assert.same({ "....#..", "a...o.b", "....#..", "....#.." },
      cut({ "....#..", "a.....b", "....#..", "....#.." }, cutter))
  end)

  it("are several, row by row", function()
    assert.same({ "#.o.#", "a.#.b", "#.o.#" }, cut({ "#...#", "a.#.b", "#...#" }, cutter))
    assert.same({ "ao....", ".o....", "##..##", "......", ".....b" },
      cut({ "a.....", "......", "##..##", "......", ".....b" }, cutter))
  end)

  it("are at most max", function()
    local rows = { ".....", ".....", "a...b", ".....", "....." }
    assert.equal("too_many", cut(rows, rules, 1))
    assert.equal("too_many", cut(rows, rules, 2))
    for _, max in ipairs { 5, 8, 2 ^ 40 } do assert.is_table(cut(rows, rules, max)) end
    assert.is_table(cut(rows))
    local wide = {}
    for y = 1, 12 do wide[y] = (y == 6 and "a" or ".") .. ("."):rep(5) .. (y == 6 and "b" or ".") end
    assert.is_table(cut(wide)) -- a corner has 3 neighbors, an edge 5
    local middle = {}
    for y = 1, 9 do middle[y] = y == 5 and "..a.b.." or "......." end
    assert.equal("too_many", cut(middle, cutter, 7))
    assert.is_table(cut(middle, cutter))
  end)

  it("do not exist when start and goal touch", function()
    assert.equal("too_many", cut { "ab" })
    assert.equal("too_many", cut({ "a.", ".b" }, cutter))
    assert.same({ "ao", "ob" }, cut { "a.", ".b" }) -- the diagonal step needs both corners
    assert.same({ "ao", "ob" }, cut({ "a.", ".b" }, astar.rules { cost = { ["."] = 1 }, neighbors = 4 }))
    local grid = astar.grid { "....." }
    assert.same({ nil, "too_many" }, { grid:chokepoints(1, 1, 1, 1, rules) })
    assert.same({ { 2, 1 } }, grid:chokepoints(1, 1, 5, 1, rules))
    grid:link(1, 1, 5, 1, { one_way = true })
    assert.same({ nil, "too_many" }, { grid:chokepoints(1, 1, 5, 1, rules) })
    assert.same({ { 4, 1 } }, grid:chokepoints(5, 1, 1, 1, rules))
  end)

  it("do not exist without a path", function()
    local grid = astar.grid { "..#..", "..#.." }
    assert.same({ nil, "unreachable" }, { grid:chokepoints(1, 1, 5, 1, rules) })
    assert.same({ nil, "goal_blocked" }, { grid:chokepoints(1, 1, 3, 1, rules) })
    assert.same({ nil, "out_of_bounds" }, { grid:chokepoints(1, 1, 6, 1, rules) })
    assert.same({ nil, "out_of_bounds" }, { grid:chokepoints(-2 ^ 50, 1, 1, 1, rules) })
  end)

  it("follow edges, obstacles and the corner rule", function()
    local grid = astar.grid { "....", "....", "...." }
    grid:set_edge(2, 1, 1, 0, false)
    grid:set_edge(2, 2, 1, 0, false)
    grid:set_edge(2, 2, 1, 1, false)
    local tiles = assert(grid:chokepoints(1, 1, 4, 1, rules))
    assert.equal(1, #tiles)
    assert.equal(3, tiles[1][2])
    grid:block(2, 3)
    grid:set_edge(2, 1, 1, 0, true)
    tiles = assert(grid:chokepoints(1, 1, 4, 1, astar.rules { cost = { ["."] = 1 }, neighbors = 4 }))
    assert.same({ { 2, 1 } }, tiles)
  end)

  it("follow the rules' own filter", function()
    local grid = astar.grid { "...", "..." }
    grid:block(2, 2, true, 3)
    assert.same({ { 2, 1 } }, grid:chokepoints(1, 1, 3, 1, cutter))
    local flier = astar.rules { cost = { ["."] = 1 }, diagonal = "always", ignore_blocked = { 3 } }
    local tiles = grid:chokepoints(1, 1, 3, 1, flier)
    assert.same({ { 2, 1 }, { 2, 2 } }, tiles)
  end)

  it("are unsuited where a blocked tile stops steps that no straight steps replace", function()
    local corner = { "if_at_most_one_obstacle", "only_when_no_obstacles", "always" }
    local straight = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, 1 }, { -1, -1 } }
    local three = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 1, -1 } }
    local function reason(options)
      options.cost = { ["."] = 1 }
      local grid = astar.grid { "...", "..." }
      local tiles, why = grid:chokepoints(1, 1, 3, 1, astar.rules(options))
      return tiles and "suited" or why
    end
    for i, diagonal in ipairs(corner) do
      local expected = i < 3 and "unsuited" or "suited"
      local function step(_, _, dx) return dx == 1 and 1 or false end
      assert.equal(expected, reason { diagonal = diagonal, step = step })
      assert.equal(expected, reason { diagonal = diagonal, neighbors = three })
      assert.equal("suited", reason { diagonal = diagonal, neighbors = straight })
      assert.equal("suited", reason { diagonal = diagonal, step = function() return 2 end })
      assert.equal("unsuited", reason { diagonal = diagonal, neighbors = {
        { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 2, 0, clear = { { 1, 0 } } },
      } })
    end
    assert.equal("suited", reason { neighbors = 4, step = function(_, _, dx) return dx == 1 and 1 or false end })
    local grid = astar.grid { "..#" }
    local jumper = astar.rules { cost = { ["."] = 1 }, neighbors = { { 1, 0 }, { 2, 0, clear = { { 1, 0 } } } } }
    assert.same({ nil, "unsuited" }, { grid:chokepoints(1, 1, 3, 1, jumper) })
    assert.same({ nil, "out_of_bounds" }, { grid:chokepoints(1, 1, 4, 1, jumper) })
  end)

  it("exist on hexes", function()
    for _, layout in ipairs { "odd_r", "even_r", "odd_q", "even_q" } do
      local grid = astar.grid({ "..#..", ".....", "..#.." }, { layout = layout })
      local tiles = assert(grid:chokepoints(1, 2, 5, 2, rules))
      assert.equal(1, #tiles)
      assert.is_true(tiles[1][2] == 2 and tiles[1][1] <= 3) -- the gap, or the one tile before it
    end
  end)

  it("cut the pair when they are blocked, and not when one is left out", function()
    local random = 4711
    local function pick(n)
      random = random * 1103515245 % 2147483648 + 12345
      return math.floor(random / 65536) % n + 1
    end
    local movers = {
      rules, astar.rules { cost = { ["."] = 1 }, diagonal = "always" },
      astar.rules { cost = { ["."] = 1 }, neighbors = 4 },
    }
    local cuts = 0
    for round = 1, 300 do
      local grid = astar.grid(4 + pick(6), 4 + pick(6), { fill = "." })
      local width, height = grid:size()
      for _ = 1, pick(25) do grid:set(pick(width), pick(height), "#") end
      for _ = 1, pick(3) do grid:set_edge(pick(width - 1), pick(height), 1, 0, false, pick(2) == 1) end
      if pick(4) == 1 then
        grid:link(pick(width), pick(height), pick(width), pick(height), { one_way = pick(2) == 1 })
      end
      local of = movers[round % #movers + 1]
      local x1, y1, x2, y2 = pick(width), pick(height), pick(width), pick(height)
      local pair = { { x1, y1, x2, y2 } }
      local tiles, reason = grid:chokepoints(x1, y1, x2, y2, of)
      local _, why = grid:find_path(x1, y1, x2, y2, of)
      assert.equal(type(why) == "string" and why or nil, not tiles and reason ~= "too_many" and reason or nil)
      if tiles then
        cuts = cuts + 1
        assert.is_false((grid:can_block(tiles, of, pair)))
        for i = 1, #tiles do
          local others = {}
          for k, tile in ipairs(tiles) do if k ~= i then others[#others + 1] = tile end end
          assert.is_true(grid:can_block(others, of, pair))
        end
      end
    end
    assert.is_true(cuts > 60)
  end)
end)

describe("chokepoints raises", function()
  local grid = astar.grid { "....." }
  local function call(...) return grid:chokepoints(...) end

  it("for wrong arguments", function()
    expect.raises("grid:chokepoints: x1 must be an integer, got nil", call)
    expect.raises("grid:chokepoints: rules must be made by astar.rules, got nil", call, 1, 1, 5, 1)
    for _, max in ipairs { 0, -1, 1.5, 0 / 0, math.huge, -math.huge, "8", {} } do
      local ok, message = pcall(call, 1, 1, 5, 1, rules, max)
      assert.is_false(ok)
      assert.truthy(message:find("grid:chokepoints: max must be an integer >= 1, got ", 1, true))
    end
    expect.raises("grid:chokepoints: must be called on an astar grid (use a colon), got a table", function()
      grid.chokepoints {}
    end)
  end)

  it("for large movers", function()
    expect.raises("grid:chokepoints: rules must be for a mover of size 1", call, 1, 1, 4, 1,
      astar.rules { cost = { ["."] = 1 }, size = 2 })
  end)

  it("for objects that were freed", function()
    local freed = astar.rules { default = 1 }
    debug.getmetatable(freed).__gc(freed)
    expect.raises("grid:chokepoints: the rules were freed already", call, 1, 1, 4, 1, freed)
  end)
end)
