-- Among paths of equal cost, the library prefers one with few turns.

local astar = require "astar"

-- The maximum number of turns of a path from (x, y) to any tile of the grid.
local function most_turns(grid, x, y, rules, options)
  local most, where = 0, "nowhere"
  local width, height = grid:size()
  for goal_y = 1, height do
    for goal_x = 1, width do
      local path = grid:find_path(x, y, goal_x, goal_y, rules, options)
      if path and #path:waypoints() - 2 > most then
        most = #path:waypoints() - 2
        where = ("(%d, %d) to (%d, %d)"):format(x, y, goal_x, goal_y)
      end
    end
  end
  return most, where
end

local function check_open_field(layout, options, query)
  local grid = astar.grid(13, 11, { layout = layout })
  options.cost = { [0] = options.tile or 1 }
  options.tile = nil
  local rules = astar.rules(options)
  for _, start in ipairs { { 1, 1 }, { 13, 11 }, { 7, 6 }, { 1, 8 }, { 12, 2 } } do
    local most, where = most_turns(grid, start[1], start[2], rules, query)
    assert.is_true(most <= 1, ("%d turns from %s"):format(most, where))
  end
end

describe("on an open field a path turns at most once", function()
  it("in eight directions", function()
    check_open_field("square", {})
    check_open_field("square", { tile = 0.3 })
    check_open_field("square", { diagonal_cost = 1.4 })
    check_open_field("square", { diagonal_cost = 1.2 })
    check_open_field("square", { diagonal = "always" })
  end)

  it("in four directions", function()
    check_open_field("square", { neighbors = 4 })
    check_open_field("square", { diagonal = "never", tile = 2.5 })
    check_open_field("square", { diagonal_cost = 2.5 })
  end)

  it("if a diagonal costs two straight steps", function()
    check_open_field("square", { diagonal_cost = 2 })
  end)

  it("if a diagonal costs one straight step", function()
    check_open_field("square", { diagonal_cost = 1 })
  end)

  it("on hexes", function()
    for _, layout in ipairs { "odd_r", "even_r", "odd_q", "even_q" } do check_open_field(layout, {}) end
  end)

  it("by astar and dijkstra alike", function()
    for _, algorithm in ipairs { "astar", "dijkstra" } do
      check_open_field("square", {}, { algorithm = algorithm })
      check_open_field("square", { neighbors = 4 }, { algorithm = algorithm })
    end
  end)

  it("as a large mover", function()
    check_open_field("square", { size = 2 })
  end)

  it("with a heuristic function", function()
    check_open_field("square", { neighbors = 4 }, { heuristic = function(dx, dy) return dx + dy end })
  end)
end)

describe("around an obstacle", function()
  it("a path has few turns", function()
    local grid = astar.grid {
      "...............",
      "...............",
      "......####.....",
      "......####.....",
      "......####.....",
      "...............",
      "...............",
    }
    local rules = astar.rules { cost = { ["."] = 1 }, neighbors = 4 }
    local path = assert(grid:find_path(1, 4, 15, 4, rules))
    assert.is_true(#path:waypoints() <= 2 + 4) -- along, out, along, back, along
  end)

  it("a path is the same after any other searches", function()
    local grid = astar.grid(20, 20, { fill = "." })
    local rules = astar.rules { cost = { ["."] = 1 } }
    local first = grid:find_path(3, 4, 17, 9, rules):flat()
    for x = 1, 20 do grid:find_path(x, 1, 21 - x, 20, rules) end
    grid:set(10, 10, "#")
    grid:set(10, 10, ".")
    assert.same(first, grid:find_path(3, 4, 17, 9, rules):flat())
  end)
end)
