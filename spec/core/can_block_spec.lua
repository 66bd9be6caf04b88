-- grid:can_block: planned obstacles, for pairs of tiles and for the starts of a field.

local astar = require "astar"
local expect = require "spec.support.expect"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }

-- The tiles of a drawing that have this mark.
local function marked(rows, mark)
  local list = {}
  for y, row in ipairs(rows) do
    for x = 1, #row do
      if row:sub(x, x) == mark then list[#list + 1] = { x, y } end
    end
  end
  return list
end

-- Asks about a drawing: `o` is blocked, `a` and `b` are a pair.
local function ask(rows, of, options)
  local plain = {}
  for y, row in ipairs(rows) do plain[y] = row:gsub("[oab]", ".") end
  local a, b = marked(rows, "a")[1], marked(rows, "b")[1]
  return astar.grid(plain, options):can_block(marked(rows, "o"), of or rules, { { a[1], a[2], b[1], b[2] } })
end

describe("can_block", function()
  it("is true while a path remains", function()
    assert.is_true(ask { "a.o.b", "....." })
    assert.is_true(ask { "a.o.b", "..o..", "....." })
    assert.is_true(ask { "a#b", ".#.", "..." })
  end)

  it("is false, with the index of the pair, when none remains", function()
    assert.same({ false, 1 }, { ask { "a.o.b" } })
    assert.same({ false, 1 }, { ask { "..o..", "a.o.b", "..o.." } })
    assert.same({ false, 1 }, { ask { "..o..", "a.#.b", "..#.." } })
    assert.same({ false, 1 }, { ask { "aoo..", "...o.", "ooo.b" } }) -- only past two corners
  end)

  it("finds the first pair", function()
    local grid = astar.grid { ".....", ".....", "....." }
    local wall = { { 3, 1 }, { 3, 2 }, { 3, 3 } }
    local near, far = { 1, 1, 2, 3 }, { 1, 1, 5, 3 }
    assert.is_true(grid:can_block(wall, rules, { near, near }))
    assert.same({ false, 1 }, { grid:can_block(wall, rules, { far, near }) })
    assert.same({ false, 3 }, { grid:can_block(wall, rules, { near, near, far, near, far }) })
    assert.same({ false, 2 }, { grid:can_block(wall, rules, { near, { x1 = 1, y1 = 1, x2 = 5, y2 = 3 } }) })
  end)

  it("counts a pair that is not connected now", function()
    local grid = astar.grid { "..#.." }
    assert.same({ false, 2 }, { grid:can_block({}, rules, { { 1, 1, 2, 1 }, { 1, 1, 4, 1 } }) })
    assert.same({ false, 1 }, { grid:can_block({ { 5, 1 } }, rules, { { 1, 1, 4, 1 } }) })
  end)

  it("needs nothing of an empty list", function()
    local grid = astar.grid { "..." }
    assert.is_true(grid:can_block({ { 2, 1 } }, rules, {}))
    assert.is_true(grid:can_block({}, rules, {}))
    assert.is_true(grid:can_block({}, rules, { { 1, 1, 3, 1 } }))
  end)

  it("treats start and goal as is_reachable does", function()
    local grid = astar.grid { "....." }
    -- The start may be blocked, the goal may not.
    assert.is_true(grid:can_block({ { 1, 1 } }, rules, { { 1, 1, 5, 1 } }))
    assert.same({ false, 1 }, { grid:can_block({ { 5, 1 } }, rules, { { 1, 1, 5, 1 } }) })
    assert.is_true(grid:can_block({ { 3, 1 } }, rules, { { 3, 1, 3, 1 } }))
    assert.same({ false, 1 }, { grid:can_block({}, rules, { { 1, 1, 6, 1 } }) })
    assert.same({ false, 1 }, { grid:can_block({}, rules, { { 0, 1, 1, 1 } }) })
    assert.same({ false, 1 }, { grid:can_block({}, rules, { { 0, 0, 0, 0 } }) })
    assert.same({ false, 1 }, { grid:can_block({}, rules, { { 1, 1, 2 ^ 50, -2 ^ 50 } }) })
  end)

  it("ignores tiles off the grid, and tiles that are impassable already", function()
    local grid = astar.grid { "..#..", "....." }
    assert.is_true(grid:can_block({ { 0, 1 }, { 6, 1 }, { 1, 0 }, { 3, 1 }, { -2 ^ 40, 2 ^ 40 } }, rules,
      { { 1, 1, 5, 1 } }))
    assert.same({ false, 1 }, { grid:can_block({ { 3, 3 }, { 3, 2 }, { 3, 2 } }, rules, { { 1, 1, 5, 1 } }) })
  end)

  it("blocks whatever the rules ignore", function()
    local grid = astar.grid { "..." }
    grid:block(2, 1, true, 5)
    local flier = astar.rules { cost = { ["."] = 1 }, ignore_blocked = true }
    assert.is_true(grid:can_block({}, flier, { { 1, 1, 3, 1 } }))
    assert.same({ false, 1 }, { grid:can_block({ { 2, 1 } }, flier, { { 1, 1, 3, 1 } }) })
    assert.same({ false, 1 }, { grid:can_block({}, rules, { { 1, 1, 3, 1 } }) })
  end)

  it("follows the corner rule", function()
    local rows = { "a.#", "o.#", "#.b" }
    assert.is_true(ask(rows))
    local corner = { "ao", "ob" }
    for _, rule in ipairs { "always", "if_at_most_one_obstacle", "only_when_no_obstacles", "never" } do
      local of = astar.rules { cost = { ["."] = 1 }, diagonal = rule }
      assert.equal(rule == "always", (ask(corner, of)))
      assert.is_true(ask({ "ao", ".b" }, of))
    end
  end)

  it("follows closed edges, links and one-way steps", function()
    local grid = astar.grid { "...", "..." }
    local pair = { { 1, 1, 3, 1 } }
    assert.is_true(grid:can_block({ { 2, 2 } }, rules, pair))
    grid:set_edge(1, 1, 1, 0, false)
    assert.is_false((grid:can_block({ { 2, 2 } }, rules, pair)))
    grid:link(1, 1, 3, 1, { one_way = true })
    assert.is_true(grid:can_block({ { 2, 2 } }, rules, pair))
    assert.is_false((grid:can_block({ { 2, 2 } }, rules, { { 3, 1, 1, 1 } })))
    local down = astar.rules {
      cost = { ["."] = 1, ["~"] = 1 },
      step = function(from, to) if from == "~" and to == "." then return false end end,
    }
    local ledge = astar.grid { ".~~", ".~." }
    assert.is_true(ledge:can_block({}, down, { { 1, 1, 3, 1 } }))
    assert.is_false((ledge:can_block({}, down, { { 3, 1, 1, 1 } })))
    assert.is_false((ledge:can_block({ { 2, 1 }, { 2, 2 } }, down, { { 1, 1, 3, 1 } })))
  end)

  it("knows large movers", function()
    local large = astar.rules { cost = { ["."] = 1 }, size = 2 }
    local grid = astar.grid { "......", "......", "......" }
    assert.is_true(grid:can_block({ { 3, 1 } }, large, { { 1, 1, 5, 1 } }))
    assert.same({ false, 1 }, { grid:can_block({ { 3, 2 } }, large, { { 1, 1, 5, 1 } }) })
    assert.is_true(grid:can_block({ { 3, 2 } }, rules, { { 1, 1, 5, 1 } }))
  end)

  it("knows hexes", function()
    for _, layout in ipairs { "odd_r", "even_r", "odd_q", "even_q" } do
      assert.is_true(ask({ "..o..", "a.o.b", "....." }, rules, { layout = layout }))
      assert.same({ false, 1 }, { ask({ "..o..", "a.o.b", "..o.." }, rules, { layout = layout }) })
    end
  end)

  it("does not edit the grid", function()
    local grid = astar.grid { ".....", "....." }
    local path = grid:find_path(1, 1, 5, 1, rules)
    local before, revision = grid:serialize(), grid:revision()
    grid:can_block({ { 3, 1 }, { 3, 2 } }, rules, { { 1, 1, 5, 1 } })
    assert.equal(before, grid:serialize())
    assert.equal(revision, grid:revision())
    assert.is_true(path:is_valid())
  end)

  it("answers as the grid does when the tiles are blocked", function()
    local random = 12345
    local function pick(n)
      random = random * 1103515245 % 2147483648 + 12345
      return math.floor(random / 65536) % n + 1
    end
    local movers = {
      rules, astar.rules { cost = { ["."] = 1 }, diagonal = "always" }, astar.rules { cost = { ["."] = 1 }, size = 2 },
      astar.rules { cost = { ["."] = 1, ["~"] = 2 }, neighbors = 4, ignore_blocked = { 2 } },
    }
    for round = 1, 300 do
      local grid = astar.grid(4 + pick(5), 4 + pick(5), { fill = "." })
      local width, height = grid:size()
      for _ = 1, pick(12) do grid:set(pick(width), pick(height), pick(3) == 1 and "~" or "#") end
      for _ = 1, pick(5) do grid:block(pick(width), pick(height), true, pick(2)) end
      for _ = 1, pick(5) do grid:set_edge(pick(width - 1), pick(height), 1, 0, false, pick(2) == 1) end
      if pick(3) == 1 then
        grid:link(pick(width), pick(height), pick(width), pick(height), { one_way = pick(2) == 1 })
      end
      local of = movers[round % #movers + 1]
      for _ = 1, 5 do
        local tiles, list, copy = {}, {}, grid:clone()
        for i = 1, pick(6) do tiles[i] = { pick(width), pick(height) } end
        for i = 1, 4 do list[i] = { pick(width), pick(height), pick(width), pick(height) } end
        for _, tile in ipairs(tiles) do copy:set(tile[1], tile[2], "#") end -- which no mover ignores
        local expected
        for i, pair in ipairs(list) do
          if not expected and not copy:is_reachable(pair[1], pair[2], pair[3], pair[4], of) then expected = i end
        end
        local answer, index = grid:can_block(tiles, of, list)
        assert.equal(expected == nil, answer)
        assert.equal(expected, index)
      end
    end
  end)
end)

describe("can_block with a field", function()
  it("asks for a path from each start to a goal of the field", function()
    local grid = astar.grid { ".....", ".....", "....." }
    local field = grid:distance_field({ { 5, 1 }, { 5, 3 } }, rules)
    local wall = { { 3, 1 }, { 3, 2 }, { x = 3, y = 3 } }
    assert.is_true(grid:can_block({ { 3, 1 }, { 3, 2 } }, rules, field, { { 1, 1 }, { 1, 3 } }))
    assert.is_true(grid:can_block(wall, rules, field, { { 4, 1 }, { 5, 3 } }))
    assert.same({ false, 3 }, { grid:can_block(wall, rules, field, { { 4, 1 }, { 5, 3 }, { x = 1, y = 1 } }) })
    assert.is_true(grid:can_block(wall, rules, field, {}))
  end)

  it("needs one goal that is free", function()
    local grid = astar.grid { "....." }
    local field = grid:distance_field({ { 1, 1 }, { 5, 1 } }, rules)
    assert.is_true(grid:can_block({ { 5, 1 } }, rules, field, { { 3, 1 } }))
    assert.same({ false, 1 }, { grid:can_block({ { 5, 1 }, { 1, 1 } }, rules, field, { { 3, 1 } }) })
    assert.is_true(grid:can_block({ { 3, 1 } }, rules, field, { { 3, 1 } })) -- a start may be blocked
    assert.same({ false, 1 }, { grid:can_block({}, rules, field, { { 6, 1 } }) })
  end)

  it("reads the goals of the field only", function()
    local grid = astar.grid { "....." }
    local field = grid:distance_field({ { 5, 1 } }, rules, { max_cost = 1 })
    assert.is_true(grid:can_block({}, rules, field, { { 1, 1 } }))
    grid:set(3, 1, "#")
    assert.is_false((grid:can_block({}, rules, field, { { 1, 1 } })))
    grid:set(3, 1, ".")
    field:set_goals { { 1, 1 } }
    assert.is_true(grid:can_block({ { 2, 1 } }, rules, field, { { 1, 1 } }))
    assert.is_false((grid:can_block({ { 2, 1 } }, rules, field, { { 5, 1 } })))
  end)

  it("raises for a movement range, and for a field of another grid", function()
    local grid = astar.grid { "....." }
    expect.raises("grid:can_block: a movement range has no goals", function()
      grid:can_block({}, rules, grid:reachable(1, 1, rules), { { 1, 1 } })
    end)
    expect.raises("grid:can_block: field must be a field of this grid", function()
      grid:can_block({}, rules, grid:clone():distance_field({ { 1, 1 } }, rules), { { 1, 1 } })
    end)
    local field = grid:distance_field({ { 5, 1 } }, rules)
    expect.raises("grid:can_block: starts must be a list of {x, y}, got nil", function()
      grid:can_block({}, rules, field)
    end)
    expect.raises("grid:can_block: y of starts[2] must be an integer, got nil", function()
      grid:can_block({}, rules, field, { { 1, 1 }, { 1 } })
    end)
    debug.getmetatable(field).__gc(field)
    expect.raises("grid:can_block: the field was freed already", function()
      grid:can_block({}, rules, field, { { 1, 1 } })
    end)
  end)
end)

describe("can_block raises", function()
  local grid = astar.grid { "....." }
  local function call(...) return grid:can_block(...) end

  it("for wrong arguments", function()
    local tile = { { 1, 1 } }
    expect.raises("grid:can_block: must be called on an astar grid (use a colon), got nil", function()
      grid.can_block()
    end)
    expect.raises("grid:can_block: tiles must be a list of {x, y}, got nil", call, nil, rules)
    expect.raises("grid:can_block: tiles must be a list of tiles, got a table without item 1", call, { x = 1, y = 1 },
      rules, {})
    expect.raises("grid:can_block: tiles[1] must be {x, y} or {x=, y=}, got 1", call, { 1, 1 }, rules, {})
    expect.raises("grid:can_block: x of tiles[2] must be an integer, got 1.5", call, { { 1, 1 }, { 1.5, 1 } }, rules)
    expect.raises("grid:can_block: y of tiles[1] must be an integer, got nan", call, { { 1, 0 / 0 } }, rules, {})
    expect.raises("grid:can_block: rules must be made by astar.rules, got nil", call, tile)
    local wanted = "grid:can_block: pairs must be a list of {x1, y1, x2, y2} or an astar field, got "
    expect.raises(wanted .. "nil", call, tile, rules)
    expect.raises(wanted .. "an astar grid", call, tile, rules, grid)
    expect.raises("grid:can_block: pairs must be a list of pairs, got a table without item 1", call, tile, rules,
      { x1 = 1 })
    expect.raises("grid:can_block: pairs[1] must be {x1, y1, x2, y2}, got 1", call, tile, rules, { 1, 1, 5, 1 })
    expect.raises("grid:can_block: y2 of pairs[2] must be an integer, got nil", call, tile, rules,
      { { 1, 1, 5, 1 }, { 1, 1, 5 } })
    expect.raises('grid:can_block: x1 of pairs[1] must be an integer, got "1"', call, tile, rules, { { "1", 1, 5, 1 } })
  end)

  it("for large movers on hexes", function()
    local hexes = astar.grid(4, 4, { fill = ".", layout = "odd_r" })
    local ok, message = pcall(hexes.can_block, hexes, {}, astar.rules { default = 1, size = 2 }, { { 1, 1, 2, 2 } })
    assert.is_false(ok)
    assert.truthy(message:find "^[^\n]*grid:can_block: ")
  end)

  it("for objects that were freed, also while a list is read", function()
    local other, freed = astar.grid { "..." }, astar.rules { default = 1 }
    debug.getmetatable(freed).__gc(freed)
    expect.raises("grid:can_block: the rules were freed already", call, {}, freed, {})
    local tile = setmetatable({}, { __index = function()
      debug.getmetatable(other).__gc(other)
      return 1
    end })
    expect.raises("grid:can_block: the grid was freed already", function() other:can_block({ tile }, rules, {}) end)
    local third = astar.grid { "..." }
    local field = third:distance_field({ { 1, 1 } }, rules)
    tile = setmetatable({}, { __index = function()
      debug.getmetatable(field).__gc(field)
      return 1
    end })
    expect.raises("grid:can_block: the field was freed already", function()
      third:can_block({}, rules, field, { tile })
    end)
  end)

  it("what a metamethod raises", function()
    local bad = setmetatable({}, { __index = function() error("no tile", 0) end })
    assert.same({ false, "no tile" }, { pcall(call, { bad }, rules, {}) })
    local same = {}
    same[1] = same
    expect.raises("grid:can_block: x of tiles[1] must be an integer, got a table", call, same, rules, {})
    local holes = { { 1, 1 }, nil, { 1, 1 } }
    local ok, message = pcall(call, holes, rules, {})
    assert.truthy(ok or message:find("tiles[2] must be {x, y} or {x=, y=}, got nil", 1, true))
  end)
end)
