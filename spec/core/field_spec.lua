-- Distance fields and flee fields. spec/fuzz/property.c and history.c compare fields on random maps, through edits.

local astar = require "astar"
local expect = require "spec.support.expect"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }
local walk4 = astar.rules { cost = { ["."] = 1, ["~"] = 4 }, neighbors = 4 }

-- The costs of a field as text, one line per row; "-" for tiles that it does not reach.
local function costs(grid, field)
  local width, height = grid:size()
  local rows = {}
  for y = 1, height do
    local row = {}
    for x = 1, width do
      local cost = field:cost(x, y)
      row[x] = cost and ("%.14g"):format(cost) or "-"
    end
    rows[y] = table.concat(row, " ")
  end
  return table.concat(rows, "\n")
end

describe("a distance field", function()
  it("has the cost of the path to the nearest goal", function()
    local grid = astar.grid { "....#.", ".~#.#.", "......" }
    local field = grid:distance_field({ { 1, 1 } }, walk4)
    assert.equal("0 1 2 3 - 9\n1 2 - 4 - 8\n2 3 4 5 6 7", costs(grid, field))
  end)

  it("charges the entered tile: it includes the goal, not the tile of the mover", function()
    local grid = astar.grid { "~.~." }
    grid:set_penalty(2, 1, 0.5)
    local field = grid:distance_field({ { 1, 1 } }, walk4)
    assert.equal("0 4 5.5 9.5", costs(grid, field))
  end)

  it("has no cost off the grid, on impassable tiles and on unreachable tiles", function()
    local grid = astar.grid { "..#.", "...#" }
    local field = grid:distance_field({ { 1, 1 } }, walk4)
    assert.equal("0 1 - -\n1 2 3 -", costs(grid, field))
    for _, tile in ipairs { { 0, 1 }, { 5, 1 }, { 1, 0 }, { 1, 3 }, { -7, 1e6 } } do
      assert.is_nil(field:cost(tile[1], tile[2]))
      assert.is_nil((field:next(tile[1], tile[2])))
      assert.is_nil((field:way_out(tile[1], tile[2])))
      expect.reason("out_of_bounds", field:path(tile[1], tile[2]))
    end
    expect.reason("unreachable", field:path(3, 1))
    expect.reason("unreachable", field:path(4, 1))
  end)

  it("leads to the goal", function()
    local grid = astar.grid { ".#.", ".#.", "..." }
    local field = grid:distance_field({ { 3, 1 } }, rules)
    assert.same({ 1, 2 }, { field:next(1, 1) })
    assert.is_nil((field:next(3, 1)))
    local path, cost = field:path(1, 1)
    expect.tiles("1,1 1,2 1,3 2,3 3,3 3,2 3,1", path)
    assert.equal(6, cost)
    assert.equal(6, path:cost())
    assert.equal(0, path:expanded())
    assert.is_false(path:is_partial())
    assert.is_true(path:is_valid())
    expect.tiles("3,1", field:path(3, 1))
    grid:block(2, 3)
    assert.is_false(path:is_valid())
  end)

  it("considers the starting costs of goals", function()
    local grid = astar.grid { "......." }
    local field = grid:distance_field({ { 1, 1, 3 }, { x = 7, y = 1, cost = 0.5 }, { 4, 1, 9 } }, rules)
    assert.equal("3 4 4.5 3.5 2.5 1.5 0.5", costs(grid, field))
    assert.is_nil((field:next(1, 1)))
    assert.same({ 5, 1 }, { field:next(4, 1) })
    local path, cost = field:path(2, 1)
    expect.tiles("2,1 1,1", path)
    assert.equal(1, cost)
  end)

  it("uses the lowest starting cost of a goal that is listed twice", function()
    local grid = astar.grid { "..." }
    assert.equal("2 3 4", costs(grid, grid:distance_field({ { 1, 1, 5 }, { 1, 1, 2 }, { 1, 1, 3 } }, rules)))
  end)

  it("reaches up to and including max_cost, starting costs included", function()
    local grid = astar.grid { "......." }
    local function within(max_cost, goals)
      return costs(grid, grid:distance_field(goals or { { 1, 1 } }, rules, { max_cost = max_cost }))
    end
    assert.equal("0 1 2 3 - - -", within(3))
    assert.equal("0 1 2 - - - -", within(2.999))
    assert.equal("0 - - - - - -", within(0))
    assert.equal("0 1 2 3 4 5 6", within(math.huge))
    assert.equal("2 3 - - 2.5 1.5 0.5", within(3, { { 1, 1, 2 }, { 7, 1, 0.5 }, { 4, 1, 3.5 } }))
    assert.equal("- - - - - - -", within(1, { { 1, 1, 2 } }))
  end)

  it("ignores impassable goals", function()
    local grid = astar.grid { "..#.." }
    grid:block(5, 1)
    assert.equal("0 1 - - -", costs(grid, grid:distance_field({ { 3, 1 }, { 1, 1 }, { 5, 1 } }, rules)))
    expect.reason("goal_blocked", grid:distance_field({ { 3, 1 }, { 5, 1 } }, rules))
    expect.reason("goal_blocked", grid:distance_field({}, rules))
  end)

  it("is not created for a goal off the grid", function()
    local grid = astar.grid { "..#.." }
    expect.reason("out_of_bounds", grid:distance_field({ { 1, 1 }, { 6, 1 } }, rules))
    expect.reason("out_of_bounds", grid:distance_field({ { 3, 1 }, { 1, 0 } }, rules))
  end)

  it("does not change the caller's goals", function()
    local goals = { { 1, 1 }, { x = 3, y = 1, cost = 2 } }
    astar.grid({ "..." }):distance_field(goals, rules)
    assert.same({ { 1, 1 }, { x = 3, y = 1, cost = 2 } }, goals)
  end)

  it("returns each tile with a cost, row by row", function()
    local grid = astar.grid { ".#.", "..#" }
    local seen = {}
    for x, y, cost in grid:distance_field({ { 1, 1 } }, walk4):each() do
      seen[#seen + 1] = ("%d,%d=%g"):format(x, y, cost)
    end
    assert.equal("1,1=0 1,2=1 2,2=2", table.concat(seen, " "))
  end)

  it("leads out of tiles where the mover cannot stand", function()
    local grid = astar.grid { ".....", ".###.", "....." }
    local field = grid:distance_field({ { 5, 2 } }, rules)
    assert.is_nil((field:next(4, 2)))
    assert.same({ 5, 2 }, { field:way_out(4, 2) })
    assert.same({ field:next(1, 1) }, { field:way_out(1, 1) })
    assert.is_nil((field:way_out(5, 2)))
    grid:block(1, 1) -- the tile of an NPC
    assert.is_nil((field:way_out(4, 2)))
    field:update()
    assert.is_nil((field:next(1, 1)))
    assert.same({ 2, 1 }, { field:way_out(1, 1) })
  end)

  it("does not change until update()", function()
    local grid = astar.grid { ".....", "....." }
    local field = grid:distance_field({ { 1, 1 } }, walk4)
    grid:fill("#", 3, 1, 1, 2)
    assert.equal("0 1 2 3 4\n1 2 3 4 5", costs(grid, field))
    expect.tiles("4,1 3,1 2,1 1,1", field:path(4, 1))
    assert.equal(0, select("#", field:update()))
    assert.equal("0 1 - - -\n1 2 - - -", costs(grid, field))
    grid:link(2, 2, 5, 2, { cost = 0 })
    field:update()
    assert.equal("0 1 - 4 3\n1 2 - 3 2", costs(grid, field))
  end)

  it("follows edits of the clear tiles of moves, far from the ends of the moves", function()
    local jumper = astar.rules {
      cost = { ["."] = 1 },
      neighbors = { { 1, 0, cost = 2 }, { -1, 0, cost = 2 }, { 3, 0, cost = 1, clear = { { -2, 0 } } } },
    }
    local grid = astar.grid(30, 20, { fill = "." })
    local to, from = grid:distance_field({ { 27, 2 } }, jumper), grid:reachable(5, 2, jumper)
    for x = 4, 26 do
      grid:block(x, 2)
      to:update()
      from:update()
      assert.equal(costs(grid, grid:distance_field({ { 27, 2 } }, jumper)), costs(grid, to))
      assert.equal(costs(grid, grid:reachable(5, 2, jumper)), costs(grid, from))
      grid:block(x, 2, false)
    end
  end)

  it("uses the cheaper of two links that leave a tile", function()
    local grid = astar.grid { "........#." }
    grid:link(10, 1, 1, 1, { cost = 20 })
    grid:link(10, 1, 5, 1, { cost = 1 })
    local field = grid:distance_field({ { 1, 1 } }, rules)
    assert.equal(5, field:cost(10, 1))
    assert.same({ 5, 1 }, { field:next(10, 1) })
    grid:link(10, 1, 3, 1, { cost = 2 })
    field:update()
    assert.same({ 3, 1 }, { field:next(10, 1) })
    grid:block(3, 1)
    field:update()
    assert.same({ 1, 1 }, { field:next(10, 1) })
    field = grid:reachable(1, 1, rules)
    assert.equal(20, field:cost(10, 1))
    assert.same({ 10, 1 }, { field:next(5, 1) })
  end)

  it("uses the lowest starting cost of a goal that is added again", function()
    local grid = astar.grid(20, 20, { fill = "." })
    local field = grid:distance_field({ { 1, 1, 5 }, { 1, 1, 2 }, { 1, 1, 3 }, { 20, 20, 90 } }, rules)
    grid:block(1, 1)
    field:update()
    assert.is_nil(field:cost(1, 1))
    grid:block(1, 1, false)
    field:update()
    assert.equal(2, field:cost(1, 1))
    assert.equal(3, field:cost(2, 1))
  end)

  it("ignores goals while they are blocked", function()
    local grid = astar.grid { "....." }
    local field = grid:distance_field({ { 1, 1 }, { 5, 1, 2 } }, rules)
    assert.equal("0 1 2 3 2", costs(grid, field))
    grid:block(1, 1)
    field:update()
    assert.equal("- 5 4 3 2", costs(grid, field))
    grid:block(5, 1)
    field:update()
    assert.equal("- - - - -", costs(grid, field))
    grid:block(5, 1, false)
    grid:block(1, 1, false)
    field:update()
    assert.equal("0 1 2 3 2", costs(grid, field))
  end)

  it("accepts other goals, and updates itself", function()
    local grid = astar.grid { ".....", "..#.." }
    local field = grid:distance_field({ { 1, 1 } }, walk4, { max_cost = 4 })
    assert.same({ true }, { field:set_goals { { 5, 2, 1 }, { 5, 2 }, { x = 1, y = 2, cost = 2 } } })
    assert.equal("3 4 3 2 1\n2 3 - 1 0", costs(grid, field))
    grid:block(4, 1)
    field:set_goals { { 1, 2 } }
    assert.equal("1 2 3 - -\n0 1 - - -", costs(grid, field))
    grid:block(4, 1, false)
    field:set_goals { { 1, 2 } } -- the goals that it has
    assert.equal("1 2 3 4 -\n0 1 - - -", costs(grid, field))
  end)

  it("keeps its goals if others are invalid", function()
    local grid = astar.grid { "..#.." }
    local field = grid:distance_field({ { 1, 1 } }, walk4)
    grid:set(3, 1, ".")
    expect.reason("goal_blocked", field:set_goals {})
    expect.reason("out_of_bounds", field:set_goals { { 5, 1 }, { 6, 1 } })
    grid:block(5, 1)
    expect.reason("goal_blocked", field:set_goals { { 5, 1 } })
    expect.raises("field:set_goals: cost of goals[1] must be a number >= 0 and <= 1e100, got -1",
      function() field:set_goals { { 1, 1, -1 } } end)
    assert.equal("0 1 - - -", costs(grid, field))
    field:update()
    assert.equal("0 1 2 3 -", costs(grid, field))
    local range = grid:reachable(1, 1, walk4)
    expect.raises("field:set_goals: a movement range has no goals", function() range:set_goals { { 1, 1 } } end)
    assert.equal("0 1 2 3 -", costs(grid, range))
  end)

  it("accepts any number of goals, with any starting cost", function()
    local grid, goals = astar.grid(5, 2000, { fill = "." }), {}
    for y = 1, 2000 do goals[y] = { 1, y } end
    for _, base in ipairs { 0, 3e9, 1e17 } do
      for y = 1, 2000 do goals[y].cost = base end
      local field = grid:distance_field(goals, rules)
      for y = 1, 2000 do
        for x = 1, 5 do assert.equal(base + x - 1, field:cost(x, y)) end
      end
    end
  end)

  it("keeps the path over a link when another link of that tile is removed", function()
    local grid = astar.grid(20, 12, { fill = "#" })
    grid:set(1, 1, ".")
    grid:set(1, 3, ".")
    for x = 3, 5, 2 do
      grid:fill(".", x, 1, 1, 3)
      grid:link(1, 1, x, 1, { cost = 11 - 2 * x, one_way = true })
      grid:link(x, 3, 1, 3, { cost = 1, one_way = true })
    end
    local field = grid:distance_field({ { 1, 3 } }, rules)
    assert.equal(4, field:cost(1, 1))
    grid:block(3, 2)
    field:update()
    assert.is_nil(field:cost(3, 1))
    assert.equal(4, field:cost(1, 1))
    assert.same({ 5, 1 }, { field:next(1, 1) })
    grid:block(3, 2, false)
    grid:block(5, 2)
    field:update()
    assert.equal(8, field:cost(1, 1))
    assert.same({ 3, 1 }, { field:next(1, 1) })
  end)

  it("shows its size", function()
    local grid = astar.grid(40, 30)
    assert.equal("astar.field 40x30", tostring(grid:distance_field({ { 1, 1 } }, astar.rules { default = 1 })))
  end)
end)

describe("a flee field", function()
  -- A corridor: a dead end on the left, the danger near its opening, and much room on the right.
  local function corridor()
    return astar.grid { "....................", "#.##################" }
  end

  it("prefers the farther tile", function()
    local grid = corridor()
    local danger = grid:distance_field({ { 4, 1 } }, rules)
    local flee = danger:flee()
    for x = 5, 19 do assert.same({ x + 1, 1 }, { flee:next(x, 1) }) end
    assert.is_nil((flee:next(20, 1)))
  end)

  it("leads past the danger if the factor makes that cheaper", function()
    local grid = corridor()
    local danger = grid:distance_field({ { 4, 1 } }, rules)
    assert.same({ 4, 1 }, { danger:flee(2):next(3, 1) })
    assert.same({ 4, 1 }, { danger:flee():next(3, 1) })
    assert.same({ 2, 1 }, { danger:flee(1.1):next(3, 1) })
    assert.is_nil((danger:flee(0.5):next(3, 1)))
  end)

  it("does not exist without danger", function()
    expect.reason("goal_blocked", corridor():distance_field({ { 1, 1, 5 } }, rules, { max_cost = 1 }):flee())
  end)

  it("follows edits of the map, but not the danger", function()
    local grid = corridor()
    local danger = grid:distance_field({ { 4, 1 } }, rules)
    local flee = danger:flee(2)
    grid:block(6, 1)
    flee:update()
    assert.same({ 2, 1 }, { flee:next(3, 1) })
    grid:block(6, 1, false)
    flee:update()
    assert.same({ 4, 1 }, { flee:next(3, 1) })
  end)
end)
