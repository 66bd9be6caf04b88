-- grid:explain: each field, each option, each error, and the sentence that tostring makes.

local astar = require "astar"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }

-- The tiles of a list: "3,1 3,2".
local function tiles(list)
  local parts = {}
  for i, tile in ipairs(list) do parts[i] = tile.x .. "," .. tile.y end
  return table.concat(parts, " ")
end

local function bytes(list)
  local parts = {}
  for i, terrain in ipairs(list) do parts[i] = string.char(terrain) end
  return table.concat(parts)
end

local function words(list) return table.concat(list, " ") end

local function sorted_keys(list)
  local keys = {}
  for key in pairs(list) do keys[#keys + 1] = key end
  table.sort(keys)
  return table.concat(keys, " ")
end

local WALL = { "..#..", "..#..", "..#.." }

describe("an explanation", function()
  it("of a path that exists is empty, and has the cheapest path", function()
    local grid = astar.grid { "....", "....", "####" }
    local e = grid:explain(1, 1, 3, 1, rules)
    assert.is_true(e.reachable)
    assert.is_nil(e.reason)
    assert.same({}, e.relax)
    assert.same({}, e.terrains)
    assert.same({}, e.open)
    assert.equal(0, e.open_cost)
    assert.is_true(e.exact)
    assert.same({}, e.barrier)
    expect.tiles("1,1 2,1 3,1", e.path)
    assert.equal(2, e.path:cost())
    assert.is_true(e.path:is_valid())
    assert.equal(2, e.widest)
    assert.same({ x = 2, y = 1 }, e.tightest)
  end)

  it("of a wall names the rule, the terrain, the tile to open, and the barrier", function()
    local grid = astar.grid(WALL)
    local e = grid:explain(1, 2, 5, 2, rules)
    assert.is_false(e.reachable)
    assert.equal("unreachable", e.reason)
    assert.same({ "terrain" }, e.relax)
    assert.same({ 35 }, e.terrains)
    assert.same({ { x = 3, y = 2, terrain = 35, blocked = false } }, e.open)
    assert.equal(1, e.open_cost)
    assert.is_true(e.exact)
    expect.tiles("1,2 2,2 3,2 4,2 5,2", e.path)
    assert.equal(4, e.path:cost())
    assert.equal(0, e.widest)
    assert.is_nil(e.tightest)
    assert.equal("3,1 3,2 3,3", tiles(e.barrier))
  end)

  it("has a path that is valid when its tiles were opened", function()
    local grid = astar.grid(WALL)
    local path = grid:explain(1, 2, 5, 2, rules).path
    local valid, step = path:is_valid()
    assert.is_false(valid)
    assert.equal(2, step)
    grid:set(3, 2, ".")
    assert.is_true(path:is_valid())
    local found = assert(grid:find_path(1, 2, 5, 2, rules))
    assert.equal(path:cost(), found:cost())
    grid:block(3, 2)
    assert.is_false(path:is_valid())
  end)

  it("keeps the filter of the question in its path", function()
    local grid = astar.grid { "..." }
    grid:block(2, 1, true, 3)
    local path = grid:explain(1, 1, 3, 1, rules, { ignore_blocked = { 3 } }).path
    assert.is_true(path:is_valid())
    grid:block(2, 1, true, 2)
    assert.is_false(path:is_valid())
  end)

  it("has the tiles of the question", function()
    local e = astar.grid(WALL):explain(1, 2, 5, 3, rules)
    assert.same({ 1, 2, 5, 3 }, { e.x1, e.y1, e.x2, e.y2 })
  end)

  it("has only a reason off the grid", function()
    local grid = astar.grid(WALL)
    for _, ends in ipairs {
      { 0, 1, 5, 1 }, { 1, 1, 6, 1 }, { 1, 1, 5, 4 }, { 1, -2 ^ 60, 5, 1 }, { 2 ^ 60, 1, 1, 1 },
    } do
      local e = grid:explain(ends[1], ends[2], ends[3], ends[4], rules)
      assert.equal("reachable reason x1 x2 y1 y2", sorted_keys(e))
      assert.is_false(e.reachable)
      assert.equal("out_of_bounds", e.reason)
    end
  end)

  it("says that the goal is impassable", function()
    local e = astar.grid({ "..#" }):explain(1, 1, 3, 1, rules)
    assert.equal("goal_blocked", e.reason)
    assert.same({ "terrain" }, e.relax)
    assert.equal("3,1", tiles(e.open))
    assert.equal("3,1", tiles(e.barrier))
  end)

  it("of a tile and itself is that of a path, even in a wall", function()
    local e = astar.grid({ "#" }):explain(1, 1, 1, 1, rules)
    assert.is_true(e.reachable)
    assert.equal("", tiles(e.open))
    assert.equal(1, #e.path)
    assert.equal(0, e.path:cost())
  end)

  it("allows a start in a wall", function()
    assert.is_true(astar.grid({ "#.." }):explain(1, 1, 3, 1, rules).reachable)
    assert.equal("2,1", tiles(astar.grid({ "##." }):explain(1, 1, 3, 1, rules).open))
  end)

  it("does not edit the grid", function()
    local grid = astar.grid(WALL)
    grid:block(2, 2)
    local before, revision = grid:serialize(), grid:revision()
    grid:explain(1, 1, 5, 1, rules)
    assert.equal(before, grid:serialize())
    assert.equal(revision, grid:revision())
  end)
end)

describe("relax", function()
  local function relax(grid, x1, y1, x2, y2, of, options)
    return words(grid:explain(x1, y1, x2, y2, of or rules, options).relax)
  end

  it("names the corner rule", function()
    local grid = astar.grid { ".#", "#." }
    assert.equal("diagonal terrain", relax(grid, 1, 1, 2, 2))
    for _, rule in ipairs { "never", "only_when_no_obstacles", "if_at_most_one_obstacle" } do
      local of = astar.rules { cost = { ["."] = 1 }, diagonal = rule }
      assert.equal("diagonal terrain", relax(grid, 1, 1, 2, 2, of))
    end
    assert.is_true(grid:explain(1, 1, 2, 2, astar.rules { cost = { ["."] = 1 }, diagonal = "always" }).reachable)
    assert.equal("terrain", relax(grid, 1, 1, 2, 2, astar.rules { cost = { ["."] = 1 }, neighbors = 4 }))
  end)

  it("names the size", function()
    local grid = astar.grid { "...#...", ".......", "...#..." }
    local large = astar.rules { cost = { ["."] = 1 }, size = 2 }
    assert.equal("size terrain", relax(grid, 1, 1, 5, 1, large))
    assert.equal("", relax(grid, 1, 1, 5, 1, rules))
  end)

  it("names dynamic obstacles of every layer", function()
    local grid = astar.grid { "..." }
    for layer = 1, 8 do
      grid:block(2, 1, true, layer)
      assert.equal("blocked", relax(grid, 1, 1, 3, 1))
      assert.equal("", relax(grid, 1, 1, 3, 1, nil, { ignore_blocked = { layer } }))
      grid:block(2, 1, false, layer)
    end
  end)

  it("names edges, one-way edges too", function()
    local grid = astar.grid { "..." }
    grid:set_edge(1, 1, 1, 0, false)
    assert.equal("edges", relax(grid, 1, 1, 3, 1))
    grid:set_edge(1, 1, 1, 0, true)
    grid:set_edge(1, 1, 1, 0, false, true)
    assert.equal("edges", relax(grid, 1, 1, 3, 1))
    assert.equal("", relax(grid, 3, 1, 1, 1))
  end)

  it("is empty when two things stand in the way", function()
    local grid = astar.grid { "..#.." }
    grid:block(2, 1)
    local e = grid:explain(1, 1, 5, 1, rules)
    assert.same({}, e.relax)
    assert.same({}, e.terrains)
    assert.equal("2,1 3,1", tiles(e.open))
  end)

  it("lists several rules in their order", function()
    -- A diagonal gap beside a door that is closed and blocked by turns.
    local grid = astar.grid { ".#.", "#..", "..." }
    assert.equal("diagonal terrain", relax(grid, 1, 1, 3, 3))
    grid:set(2, 1, ".")
    grid:block(2, 1)
    assert.equal("diagonal blocked terrain", relax(grid, 1, 1, 3, 3, astar.rules {
      cost = { ["."] = 1 }, diagonal = "if_at_most_one_obstacle",
    }))
    local ways = astar.grid { ".....", ".###.", "....." }
    ways:set_edge(2, 1, 1, 0, false)
    ways:block(3, 3)
    assert.equal("blocked edges terrain", relax(ways, 1, 1, 5, 1))
  end)

  it("does not lift forbidden steps", function()
    local one_way = astar.rules {
      cost = { ["."] = 1, ["~"] = 1 },
      step = function(from, to) if from == "." and to == "~" then return false end end,
    }
    local e = astar.grid({ ".~" }):explain(1, 1, 2, 1, one_way)
    assert.equal("unreachable", e.reason)
    assert.same({}, e.relax)
    assert.is_nil(e.open)
    assert.is_true(astar.grid({ ".~" }):explain(2, 1, 1, 1, one_way).reachable)
  end)
end)

describe("terrains", function()
  it("are those that make a path alone, in ascending order", function()
    --  from . to the right: b alone opens row 1, a alone row 2, c and d only together
    local grid = astar.grid { "..b..", "..a..", "..cd." }
    local e = grid:explain(1, 1, 5, 1, rules)
    assert.equal("ab", bytes(e.terrains))
    assert.same({ "terrain" }, e.relax)
  end)

  it("may be none although all together make a path", function()
    local e = astar.grid({ ".ab." }):explain(1, 1, 4, 1, rules)
    assert.same({}, e.terrains)
    assert.same({ "terrain" }, e.relax)
  end)
end)

describe("the tiles to open", function()
  local function opened(grid, options, of)
    local e = grid:explain(1, 1, 5, 1, of or rules, options)
    return e.open and tiles(e.open), e.open_cost
  end

  it("cost what the options say", function()
    local grid = astar.grid { "..a..", "..b.." }
    assert.same({ "3,1", 1 }, { opened(grid) })
    assert.same({ "3,2", 1 }, { opened(grid, { open = { a = 5, b = 1 } }) })
    assert.same({ "3,2", 0.5 }, { opened(grid, { open = { b = 0.5 } }) })
    assert.same({ "3,1", 0 }, { opened(grid, { open_default = 0 }) })
    assert.same({ "3,2", 1 }, { opened(grid, { open = { a = false } }) })
    assert.same({ "3,2", 2 }, { opened(grid, { open = { [98] = 2 }, open_default = false }) })
    assert.same({ "3,1", 1e100 }, { opened(grid, { open_default = 1e100 }) })
    assert.same({ "3,1", 1e-100 }, { opened(grid, { open_default = 1e-100 }) })
  end)

  it("are nil when none may be opened that would make a path", function()
    local e = astar.grid(WALL):explain(1, 1, 5, 1, rules, { open_default = false })
    assert.equal("barrier reachable reason relax terrains widest x1 x2 y1 y2", sorted_keys(e))
  end)

  it("may be dynamic obstacles", function()
    local grid = astar.grid { "..a..", "..b.." }
    grid:block(3, 2, true, 4)
    local e = grid:explain(1, 1, 5, 1, rules, { open = { a = 8, b = 2 }, open_blocked = 3 })
    assert.same({ { x = 3, y = 2, terrain = 98, blocked = true } }, e.open)
    assert.equal(5, e.open_cost)
    assert.same({ "3,1", 8 }, { opened(grid, { open = { a = 8 }, open_blocked = false }) })
    assert.same({ "3,2", 1 }, { opened(grid, { open = { a = 8 }, ignore_blocked = { 4 } }) })
    assert.is_false(grid:explain(1, 1, 5, 1, rules, { open = { a = 8 }, ignore_blocked = true }).open[1].blocked)
  end)

  it("are, of several sets of the same cost, those of the cheapest path", function()
    local grid = astar.grid { "..#..", "..#..", "..#.." }
    assert.same({ "3,1", 1 }, { opened(grid) })
    grid:set_penalty(3, 1, 100)
    assert.same({ "3,2", 1 }, { opened(grid) })
    assert.same({ "3,1", 1 }, { opened(grid, { penalty_scale = 0 }) })
  end)

  it("cost as much to enter as the cheapest terrain", function()
    local path = astar.grid({ "~~#~~" }):explain(1, 1, 5, 1, rules).path
    assert.equal(3 + 1 + 3 + 3, path:cost())
    local none = astar.grid({ "###" }):explain(1, 1, 3, 1, astar.rules { cost = {} })
    assert.equal(2, none.path:cost())
    assert.equal("2,1 3,1", tiles(none.open))
  end)

  it("cross no closed edge", function()
    local grid = astar.grid { "..#..", "....." }
    grid:block(3, 2)
    grid:set_edge(2, 1, 1, 0, false)
    assert.same({ "3,2", 1 }, { opened(grid) })
    grid:set_edge(2, 2, 1, 0, false)
    assert.is_nil((opened(grid, nil, astar.rules { cost = { ["."] = 1 }, neighbors = 4 })))
  end)

  it("are fewer when a link leads over the wall", function()
    local grid = astar.grid { ".##.##." }
    assert.equal(4, grid:explain(1, 1, 7, 1, rules).open_cost)
    local id = grid:link(4, 1, 7, 1, { cost = 5, one_way = true })
    local e = grid:explain(1, 1, 7, 1, rules)
    assert.equal("2,1 3,1", tiles(e.open))
    assert.equal(3 + 5, e.path:cost())
    assert.equal(4, grid:explain(7, 1, 1, 1, rules).open_cost)
    grid:unlink(id)
    grid:link(1, 1, 7, 1)
    assert.is_true(grid:explain(1, 1, 7, 1, rules).reachable)
  end)

  it("of a large mover are an upper bound", function()
    local grid = astar.grid { "..##..", "..##.." }
    local e = grid:explain(1, 1, 5, 1, astar.rules { cost = { ["."] = 1 }, size = 2 })
    assert.is_false(e.exact)
    assert.equal("3,1 3,2 4,1 4,2", (function()
      table.sort(e.open, function(a, b) return a.x < b.x or a.x == b.x and a.y < b.y end)
      return tiles(e.open)
    end)())
    assert.is_true(e.open_cost >= 4)
    for _, tile in ipairs(e.open) do grid:set(tile.x, tile.y, ".") end
    assert.is_true(e.path:is_valid())
  end)
end)

describe("the widest mover", function()
  it("is limited by the map, and by the narrowest place", function()
    --      12345678901
    local grid = astar.grid {
      "....#.....",
      "..........",
      "....#.....",
      "....#.....",
      "....#.....",
    }
    local e = grid:explain(1, 1, 7, 1, rules)
    assert.equal(1, e.widest)
    assert.is_true(e.tightest.x == 4 or e.tightest.x == 5)
    grid:set(5, 3, ".")
    e = grid:explain(1, 1, 7, 1, rules)
    assert.equal(2, e.widest)
    grid:fill(".")
    assert.equal(4, grid:explain(1, 1, 7, 1, rules).widest)
    assert.equal(5, grid:explain(1, 1, 6, 1, rules).widest)
  end)

  it("has at most 64 tiles, and then no tightest place", function()
    local grid = astar.grid(140, 70, { fill = "." })
    local e = grid:explain(1, 1, 70, 1, rules)
    assert.equal(64, e.widest)
    assert.is_nil(e.tightest)
  end)

  it("does not depend on the size of the mover", function()
    local grid = astar.grid { "...#...", ".......", "...#..." }
    for size = 1, 3 do
      local e = grid:explain(1, 1, 5, 1, astar.rules { cost = { ["."] = 1 }, size = size })
      assert.equal(1, e.widest)
    end
  end)

  it("is 1 on hexes, or 0", function()
    local grid = astar.grid({ "....", "....", "####", "...." }, { layout = "odd_r" })
    assert.equal(1, grid:explain(1, 1, 4, 2, rules).widest)
    assert.equal(0, grid:explain(1, 1, 4, 4, rules).widest)
  end)
end)

describe("the barrier", function()
  it("is the outline on the side of the goal", function()
    --  1234567
    local grid = astar.grid {
      "#......",
      "..##...",
      ".#..#..",
      "..##..#",
      ".......",
    }
    -- The goal is inside a ring; walls elsewhere are not part of it.
    assert.equal("3,2 4,2 2,3 5,3 3,4 4,4", tiles(grid:explain(1, 5, 3, 3, rules).barrier))
    -- The start is inside: the same ring from within.
    assert.equal("3,2 4,2 2,3 5,3 3,4 4,4", tiles(grid:explain(3, 3, 1, 5, rules).barrier))
  end)

  it("is the tiles themselves where edges are closed", function()
    local grid = astar.grid { "....", "...." }
    grid:set_edge(2, 1, 1, 0, false)
    grid:set_edge(2, 2, 1, 0, false)
    assert.equal("3,1 3,2", tiles(grid:explain(1, 1, 4, 1, rules).barrier))
  end)

  it("of hexes has no gap", function()
    local grid = astar.grid({ "...#...", "...#...", "...#..." }, { layout = "odd_r" })
    assert.equal("4,1 4,2 4,3", tiles(grid:explain(1, 1, 7, 1, rules).barrier))
  end)
end)

describe("hexes", function()
  it("are explained as squares are, without corner rule and size", function()
    for _, layout in ipairs { "odd_r", "even_r", "odd_q", "even_q" } do
      local grid = astar.grid({ "..#..", "..#..", "..#.." }, { layout = layout })
      local e = grid:explain(1, 1, 5, 3, rules)
      assert.equal("unreachable", e.reason)
      assert.same({ "terrain" }, e.relax)
      assert.equal(1, #e.open)
      assert.is_true(e.exact)
      grid:block(e.open[1].x, e.open[1].y)
      grid:set(e.open[1].x, e.open[1].y, ".")
      assert.same({ "blocked", "terrain" }, grid:explain(1, 1, 5, 3, rules).relax)
    end
  end)

  it("raise for large movers", function()
    local grid = astar.grid(4, 4, { fill = ".", layout = "odd_r" })
    local ok, message = pcall(grid.explain, grid, 1, 1, 3, 3, astar.rules { cost = { ["."] = 1 }, size = 2 })
    assert.is_false(ok)
    assert.truthy(message:find "grid:explain: ")
    local _, other = pcall(grid.find_path, grid, 1, 1, 3, 3, astar.rules { cost = { ["."] = 1 }, size = 2 })
    assert.equal(other:match ": (%l.*)$", message:match "grid:explain: (.*)$")
  end)
end)

describe("option want", function()
  local FIELDS = { "relax", "terrains", "open", "open_cost", "path", "exact", "widest", "tightest", "barrier" }

  it("chooses each field", function()
    local grid = astar.grid { "...#...", ".......", "...#..." }
    local all = grid:explain(1, 1, 7, 1, rules)
    for _, field in ipairs(FIELDS) do
      local e = grid:explain(1, 1, 7, 1, rules, { want = { field } })
      assert.is_true(e.reachable)
      for _, other in ipairs(FIELDS) do
        if other ~= field then
          assert.is_nil(e[other])
        elseif field == "path" then
          assert.same(all.path:flat(), e.path:flat())
        else
          assert.same(all[field], e[field])
        end
      end
    end
  end)

  it("may be empty, and may name a field twice, or one that is always there", function()
    local grid = astar.grid(WALL)
    assert.equal("reachable reason x1 x2 y1 y2", sorted_keys(grid:explain(1, 1, 5, 1, rules, { want = {} })))
    local e = grid:explain(1, 1, 5, 1, rules, { want = { "relax", "reachable", "relax", "reason" } })
    assert.equal("reachable reason relax x1 x2 y1 y2", sorted_keys(e))
    assert.equal("out_of_bounds", grid:explain(1, 1, 9, 1, rules, { want = { "path" } }).reason)
  end)
end)

describe("explain with avoid", function()
  it("distinguishes units from obstacles", function()
    local grid = astar.grid { "#######", ".......", "#######" }
    local crowd = astar.crowd(grid)
    local guard = crowd:add(4, 2, rules, { hold = true })
    for layer = 1, 8 do grid:block(6, 2, true, layer) end
    local stone = astar.rules { cost = { ["."] = 1 }, ignore_blocked = true }
    local e = grid:explain(1, 2, 7, 2, stone, { avoid = crowd })
    assert.same({ "unreachable", { "terrain", "units" }, { 35 } }, { e.reason, e.relax, e.terrains })
    assert.same({ { x = 4, y = 2, terrain = 46, blocked = false, unit = guard } }, e.open)
    assert.matches("passes units would get through. Opening %(4, 2%) would", tostring(e))
    assert.is_truthy(tiles(e.barrier):find "4,2")
    e = grid:explain(1, 2, 7, 2, rules, { avoid = crowd, open = { ["#"] = false } })
    assert.same({ { "terrain" }, "4,2 6,2" }, { e.relax, tiles(e.open) })
    assert.is_true(e.open[2].blocked and not e.open[2].unit)
    e = grid:explain(1, 2, 4, 2, rules, { avoid = crowd })
    assert.same({ "goal_blocked", { "units" } }, { e.reason, e.relax })
    assert.is_true(grid:explain(4, 2, 1, 2, rules, { avoid = crowd }).reachable) -- from its own tile
    assert.is_nil(grid:explain(1, 2, 5, 2, rules).relax[1])
    expect.raises('grid:explain: option "avoid" must be the crowd of this grid',
      grid.explain, astar.grid(2, 2), 1, 1, 2, 2, rules, { avoid = crowd })
    crowd:close()
    expect.raises("grid:explain: the crowd was closed", grid.explain, grid, 1, 1, 2, 2, rules, { avoid = crowd })
  end)

  it("agrees with searches that avoid units", function()
    local seen = {}
    for seed = 1, 150 do
      local random = random_map.new(seed)
      local grid = astar.grid(7, 7, { fill = "." })
      for _ = 1, 12 do grid:set(random:int(1, 7), random:int(1, 7), "#") end
      for _ = 1, 5 do grid:block(random:int(1, 7), random:int(1, 7), true, random:int(1, 3)) end
      local crowd = astar.crowd(grid)
      for _ = 1, 14 do crowd:add(random:int(1, 7), random:int(1, 7), rules) end
      local x, y, x2, y2 = random:int(1, 7), random:int(1, 7), random:int(1, 7), random:int(1, 7)
      local before = grid:revision()
      local ignored = random:pick { false, { 2 } }
      local e = grid:explain(x, y, x2, y2, rules, { avoid = crowd, ignore_blocked = ignored })
      local function finds(who, layers)
        return grid:find_path(x, y, x2, y2, rules, { avoid = who, ignore_blocked = layers }) ~= nil
      end
      assert.equal(finds(crowd, ignored), e.reachable)
      local relax = {}
      for _, rule in ipairs(e.relax) do relax[rule] = true end
      assert.equal(not e.reachable and finds(nil, ignored), relax.units == true)
      assert.equal(not e.reachable and finds(crowd, true), relax.blocked == true)
      for _, tile in ipairs(e.open or {}) do assert.equal(crowd:at(tile.x, tile.y), tile.unit) end
      assert.equal(before, grid:revision())
      seen[#e.relax] = true
      seen.units = seen.units or relax.units
    end
    assert.is_true(seen.units and seen[0])
  end)
end)

describe("explain raises", function()
  local grid = astar.grid(WALL)
  local function call(...) return grid:explain(...) end

  it("for wrong arguments", function()
    expect.raises("grid:explain: x1 must be an integer, got nil", call)
    expect.raises("grid:explain: y1 must be an integer, got 1.5", call, 1, 1.5, 2, 2, rules)
    expect.raises("grid:explain: x2 must be an integer, got nan", call, 1, 1, 0 / 0, 2, rules)
    expect.raises("grid:explain: y2 must be an integer, got inf", call, 1, 1, 2, math.huge, rules)
    expect.raises("grid:explain: rules must be made by astar.rules, got nil", call, 1, 1, 2, 2)
    expect.raises("grid:explain: options must be a table, got true", call, 1, 1, 2, 2, rules, true)
    expect.raises("grid:explain: must be called on an astar grid (use a colon), got 1", function() grid.explain(1) end)
  end)

  it("for unknown options", function()
    expect.raises('grid:explain: unknown option "wants"; valid options: want, open, open_default, open_blocked, '
      .. "avoid, ignore_blocked, penalty_scale, influence", call, 1, 1, 2, 2, rules, { wants = 1 })
  end)

  it("for a wrong want", function()
    local function want(value) call(1, 1, 2, 2, rules, { want = value }) end
    expect.raises('grid:explain: option "want" must be a list of fields, got "path"', want, "path")
    expect.raises('grid:explain: option "want" must be a list of fields, got a table without item 1', want,
      { path = true })
    local fields = '"reachable", "reason", "relax", "terrains", "open", "open_cost", "path", "exact", "widest", '
      .. '"tightest", "barrier"'
    expect.raises('grid:explain: item 2 of option "want" must be one of ' .. fields .. ', got "way"', want,
      { "path", "way" })
    expect.raises('grid:explain: item 1 of option "want" must be one of ' .. fields .. ", got a table", want, { {} })
  end)

  it("for wrong costs", function()
    local function open(value) call(1, 1, 2, 2, rules, { open = value }) end
    local expected = "a number >= 0 and <= 1e100, or false, got "
    expect.raises('grid:explain: option "open" must be a table of costs by terrain, got 1', open, 1)
    expect.raises('grid:explain: a key of option "open" must be an integer from 0 to 255 or a one-character string, '
      .. "got 256", open, { [256] = 1 })
    expect.raises('grid:explain: a key of option "open" must be an integer from 0 to 255 or a one-character string, '
      .. 'got "ab"', open, { ab = 1 })
    expect.raises('grid:explain: option "open" lists terrain 35 twice, as number and as string', open,
      { [35] = 1, ["#"] = 1 })
    expect.raises('grid:explain: the cost of "#" in option "open" must be ' .. expected .. "-1", open, { ["#"] = -1 })
    expect.raises('grid:explain: the cost of 7 in option "open" must be ' .. expected .. "true", open, { [7] = true })
    for _, name in ipairs { "open_default", "open_blocked" } do
      local function cost(value) call(1, 1, 2, 2, rules, { [name] = value }) end
      local what = 'grid:explain: option "' .. name .. '" must be '
      expect.raises(what .. expected .. "nan", cost, 0 / 0)
      expect.raises(what .. expected .. "inf", cost, math.huge)
      expect.raises(what .. expected .. "1.01e+100", cost, 1.01e100)
      expect.raises(what .. expected .. '"1"', cost, "1")
      expect.raises(what .. "0 or at least 1e-100, got 1e-101", cost, 1e-101)
    end
  end)

  it("for a grid and rules that were freed", function()
    local other, freed = astar.grid(WALL), astar.rules { default = 1 }
    debug.getmetatable(other).__gc(other)
    expect.raises("grid:explain: the grid was freed already", function() other:explain(1, 1, 2, 2, rules) end)
    debug.getmetatable(freed).__gc(freed)
    expect.raises("grid:explain: the rules were freed already", call, 1, 1, 2, 2, freed)
  end)
end)

describe("tostring of an explanation", function()
  local function say(rows, x1, y1, x2, y2, of, options)
    return tostring(astar.grid(rows):explain(x1, y1, x2, y2, of or rules, options))
  end

  it("is one plain sentence, or two", function()
    assert.equal("A path of cost 2 leads from (1, 1) to (3, 1).", say({ "..." }, 1, 1, 3, 1))
    assert.equal("A path of cost 2 leads from (1, 1) to (3, 1), for movers up to 2 tiles wide.",
      say({ "....", "...." }, 1, 1, 3, 1))
    assert.equal('No path leads from (1, 2) to (5, 2), but a mover that crosses terrain 35 ("#") would get through. '
      .. "Opening (3, 2) would make a path of cost 4.", say(WALL, 1, 2, 5, 2))
    assert.equal("No path leads from (1, 1) to (9, 1): the start or the goal is off the grid.", say(WALL, 1, 1, 9, 1))
    assert.equal("No path leads from (1, 1) to (3, 1): the goal is impassable, but a mover that crosses terrain 35 "
      .. '("#") would get through. ' .. "Opening (3, 1) would make a path of cost 2.", say({ "..#" }, 1, 1, 3, 1))
  end)

  it("names every rule", function()
    local grid = astar.grid { ".#.", "#..", "..." }
    local cut = astar.rules { cost = { ["."] = 1 }, diagonal = "if_at_most_one_obstacle" }
    assert.equal("No path leads from (1, 1) to (3, 3), but a mover that moves diagonally past corners or crosses "
      .. 'terrain 35 ("#") would get through.',
      tostring(grid:explain(1, 1, 3, 3, cut, { want = { "relax", "terrains" } })))
    grid:set(2, 1, ".")
    grid:block(2, 1)
    assert.equal("No path leads from (1, 1) to (3, 3), but a mover that moves diagonally past corners, passes blocked "
      .. "tiles or crosses every terrain would get through.",
      tostring(grid:explain(1, 1, 3, 3, cut, { want = { "relax" } })))
    local edge = astar.grid { ".." }
    edge:set_edge(1, 1, 1, 0, false)
    assert.equal("No path leads from (1, 1) to (2, 1), but a mover that crosses closed edges would get through.",
      tostring(edge:explain(1, 1, 2, 1, rules)))
    local gap = { "...#...", ".......", "...#..." }
    local large = astar.rules { cost = { ["."] = 1 }, size = 2 }
    assert.equal("No path leads from (1, 1) to (5, 1), but a mover that is 1 tile wide would get through.",
      say(gap, 1, 1, 5, 1, large, { want = { "relax", "widest" }, }):gsub(" or crosses every terrain", ""))
    local wide = { "....#....", ".........", ".........", "....#....", "....#...." }
    assert.truthy(say(wide, 1, 1, 6, 1, astar.rules { cost = { ["."] = 1 }, size = 3 })
      :find("a mover that is 2 tiles wide", 1, true))
  end)

  it("says that lifting one rule would not help", function()
    local grid = astar.grid { "..#.." }
    grid:block(2, 1)
    assert.equal("No path leads from (1, 1) to (5, 1), and lifting one rule would not help. "
      .. "Opening (2, 1) and (3, 1) would make a path of cost 4.", tostring(grid:explain(1, 1, 5, 1, rules)))
  end)

  it("lists few terrains and tiles, and counts many", function()
    assert.equal('No path leads from (1, 1) to (5, 1), but a mover that crosses terrain 97 ("a"), 98 ("b") or 255 '
      .. "would get through. Opening (2, 1), (3, 1) and (4, 1) would make a path of cost 4.",
      say({ ".aaa.", ".bbb.", ".\255\255\255." }, 1, 1, 5, 1))
    assert.truthy(say({ ".a.", ".b.", ".c.", ".d." }, 1, 1, 3, 1)
      :find("but a mover that crosses one of 4 terrains would get through", 1, true))
    assert.truthy(say({ ".aaaa." }, 1, 1, 6, 1):find("Opening 4 tiles would make a path of cost 5.", 1, true))
  end)

  it("leaves out what was not wanted", function()
    assert.equal("No path leads from (1, 1) to (5, 1).", say(WALL, 1, 1, 5, 1, rules, { want = {} }))
    assert.equal("No path leads from (1, 1) to (5, 1). Opening (3, 1) would make a path.",
      say(WALL, 1, 1, 5, 1, rules, { want = { "open" } }))
    assert.equal("A path leads from (1, 1) to (2, 1).", say(WALL, 1, 1, 2, 1, rules, { want = {} }))
  end)

  it("leaves out what a script removed, and raises for what is no field", function()
    local e = astar.grid(WALL):explain(1, 1, 5, 1, rules)
    for _, name in ipairs { "relax", "terrains", "open", "x1" } do
      local old = e[name]
      e[name] = print
      assert.is_false(pcall(tostring, e))
      e[name] = old
    end
    for name in pairs(e) do e[name] = nil end
    assert.equal("No path leads.", tostring(e))
    e.reachable = true
    assert.equal("A path leads.", tostring(e))
  end)
end)

describe("explain and its arguments", function()
  it("reads tables without their metamethods", function()
    local grid = astar.grid { "..a..", "..b.." }
    local tricky = { __index = error, __pairs = error, __len = error, __newindex = error }
    local open = setmetatable({ a = 3 }, tricky)
    local want = setmetatable({ "open_cost" }, tricky)
    local options = setmetatable({ open = open, want = want, open_default = false }, tricky)
    assert.equal(3, grid:explain(1, 1, 5, 1, rules, options).open_cost)
  end)

  it("is called inside a heuristic function", function()
    local grid = astar.grid(WALL)
    local answer
    local function guess()
      if answer == nil then answer = { pcall(grid.explain, grid, 1, 1, 5, 1, rules) } end
      return 0
    end
    grid:find_path(1, 1, 2, 3, rules, { heuristic = guess })
    if answer[1] then
      assert.equal("unreachable", answer[2].reason)
    else
      assert.truthy(answer[2]:find("grid:explain: the grid is being searched", 1, true))
    end
    assert.equal("unreachable", grid:explain(1, 1, 5, 1, rules).reason)
  end)
end)
