-- A diagonal step from S to E has two orthogonal ways around its corner, over a and over b:
--
--     S a
--     b E
--
-- A way is obstructed if its tile is impassable or one of its two edges is closed.

local astar = require "astar"
local expect = require "spec.support.expect"

local RULES = { "always", "if_at_most_one_obstacle", "only_when_no_obstacles", "never" }

-- Whether the path takes the diagonal step, for each of the four corner rules.
local function steps_diagonally(grid, options)
  local result = {}
  for i, diagonal in ipairs(RULES) do
    local rules = { cost = { ["."] = 1 }, diagonal = diagonal }
    for key, value in pairs(options or {}) do rules[key] = value end
    local path = grid:find_path(1, 1, 2, 2, astar.rules(rules))
    result[i] = path ~= nil and #path == 2
  end
  return result
end

describe("a diagonal step", function()
  it("around a free corner is forbidden by never only", function()
    assert.same({ true, true, true, false }, steps_diagonally(astar.grid { "..", ".." }))
  end)

  it("around one wall needs always or if_at_most_one_obstacle", function()
    assert.same({ true, true, false, false }, steps_diagonally(astar.grid { ".#", ".." }))
    assert.same({ true, true, false, false }, steps_diagonally(astar.grid { "..", "#." }))
  end)

  it("between two walls needs always", function()
    assert.same({ true, false, false, false }, steps_diagonally(astar.grid { ".#", "#." }))
  end)

  it("treats a dynamic obstacle like a wall, unless the mover ignores it", function()
    local grid = astar.grid { "..", ".." }
    grid:block(2, 1)
    assert.same({ true, true, false, false }, steps_diagonally(grid))
    grid:block(1, 2)
    assert.same({ true, false, false, false }, steps_diagonally(grid))
    assert.same({ true, true, true, false }, steps_diagonally(grid, { ignore_blocked = true }))
  end)

  it("treats a closed edge on either way like a wall", function()
    for _, edge in ipairs { { 1, 1, 1, 0 }, { 2, 1, 0, 1 }, { 1, 1, 0, 1 }, { 1, 2, 1, 0 } } do
      local grid = astar.grid { "..", ".." }
      grid:set_edge(edge[1], edge[2], edge[3], edge[4], false, true)
      assert.same({ true, true, false, false }, steps_diagonally(grid))
    end
  end)

  it("ignores an edge that is closed only in the other direction", function()
    local grid = astar.grid { "..", ".." }
    grid:set_edge(2, 1, -1, 0, false, true)
    grid:set_edge(2, 2, 0, -1, false, true)
    assert.same({ true, true, true, false }, steps_diagonally(grid))
  end)

  it("counts obstructed ways, not closed edges", function()
    local grid = astar.grid { "..", ".." }
    grid:set_edge(1, 1, 1, 0, false)
    grid:set_edge(2, 1, 0, 1, false)
    assert.same({ true, true, false, false }, steps_diagonally(grid))
    grid:set_edge(1, 2, 1, 0, false)
    assert.same({ true, false, false, false }, steps_diagonally(grid))
  end)

  it("needs its own edge open, with every corner rule", function()
    local grid = astar.grid { "..", ".." }
    grid:set_edge(1, 1, 1, 1, false)
    assert.same({ false, false, false, false }, steps_diagonally(grid))
    grid:set_edge(1, 1, 1, 1, true)
    assert.same({ true, true, true, false }, steps_diagonally(grid))
  end)

  it("of a list of moves obeys the corner rule, too", function()
    local list = { { 1, 1 }, { 1, 2 } }
    assert.same({ true, true, true, false }, steps_diagonally(astar.grid { "..", ".." }, { neighbors = list }))
    assert.same({ true, true, false, false }, steps_diagonally(astar.grid { ".#", ".." }, { neighbors = list }))
    assert.same({ true, false, false, false }, steps_diagonally(astar.grid { ".#", "#." }, { neighbors = list }))
  end)

  it("costs diagonal_cost times the terrain entered", function()
    local grid = astar.grid { "..", ".~" }
    for _, case in ipairs { { nil, math.sqrt(2) }, { 1, 1 }, { 1.4, 1.4 }, { 1.5, 1.5 } } do
      local rules = astar.rules { cost = { ["."] = 10, ["~"] = 3 }, diagonal_cost = case[1] }
      local path, cost = grid:find_path(1, 1, 2, 2, rules)
      expect.tiles("1,1 2,2", path, cost)
      expect.near(3 * case[2], cost)
    end
  end)

  it("is not taken if two straight steps are cheaper", function()
    local rules = astar.rules { cost = { ["."] = 1 }, diagonal_cost = 2.5 }
    local path, cost = astar.grid({ "..", ".." }):find_path(1, 1, 2, 2, rules)
    assert.equal(3, #path)
    assert.equal(2, cost)
  end)

  it("never cuts a corner by default", function()
    local rules = astar.rules { cost = { ["."] = 1 } }
    assert.equal(3, #astar.grid({ ".#", ".." }):find_path(1, 1, 2, 2, rules))
    expect.reason("unreachable", astar.grid({ ".#", "#." }):find_path(1, 1, 2, 2, rules))
  end)
end)
