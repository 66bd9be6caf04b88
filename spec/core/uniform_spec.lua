-- Direct paths, on maps where all passable tiles cost the same. spec/fuzz/property.c compares all kernels with the
-- oracle on random maps.

local astar = require "astar"
local oracle = require "spec.support.oracle"

local CORNERS = { "always", "never", "if_at_most_one_obstacle", "only_when_no_obstacles" }

describe("a direct path", function()
  local function rules_of(diagonal, neighbors)
    return astar.rules { cost = { ["."] = 1 }, diagonal = diagonal, neighbors = neighbors }
  end

  it("needs no search: diagonal steps first, then straight steps", function()
    local grid = astar.grid(9, 9, { fill = "." })
    for _, diagonal in ipairs { "always", "if_at_most_one_obstacle", "only_when_no_obstacles" } do
      for x = 1, 9 do
        for y = 1, 9 do
          local path = grid:find_path(5, 5, x, y, rules_of(diagonal))
          local points, dx, dy = path:points(), math.abs(x - 5), math.abs(y - 5)
          assert.equal(math.max(dx, dy) + 1, #path)
          assert.equal(0, path:expanded())
          local turn = points[math.min(dx, dy) + 1]
          assert.equal(math.min(dx, dy), math.abs(turn.x - 5))
          assert.equal(math.min(dx, dy), math.abs(turn.y - 5))
        end
      end
    end
  end)

  it("takes the vertical steps first with four neighbors", function()
    local grid = astar.grid(9, 9, { fill = "." })
    for _, rules in ipairs { rules_of("never"), rules_of(nil, 4) } do
      for x = 1, 9 do
        for y = 1, 9 do
          local path = grid:find_path(5, 5, x, y, rules)
          local turn = path:points()[math.abs(y - 5) + 1]
          assert.same({ 5, y, 0 }, { turn.x, turn.y, path:expanded() })
          assert.equal(math.abs(x - 5) + math.abs(y - 5) + 1, #path)
        end
      end
    end
  end)

  -- Closes each tile around the corner of the path from (2, 2) over (6, 6) to (6, 11), and the neighbors of the
  -- diagonal steps: the path is direct when no step of it became illegal.
  it("is given up when one step is illegal", function()
    for _, diagonal in ipairs(CORNERS) do
      local rules = rules_of(diagonal)
      for x = 1, 8 do
        for y = 1, 13 do
          local grid = astar.grid(8, 13, { fill = "." })
          local law = oracle.rules { cost = { ["."] = 1 }, diagonal = diagonal }
          local map = oracle.map(8, 13, nil, ".")
          if not (x == 2 and y == 2 or x == 6 and y == 11) then
            grid:set(x, y, "#")
            map:set(x, y, "#")
          end
          local walk = { { 2, 2 } }
          for i = 1, 4 do walk[#walk + 1] = diagonal == "never" and { 2, 2 + i } or { 2 + i, 2 + i } end
          for i = 7, 11 do walk[#walk + 1] = diagonal == "never" and { 2, i } or { 6, i } end
          if diagonal == "never" then
            for i = 3, 6 do walk[#walk + 1] = { i, 11 } end
          end
          local path, cost = grid:find_path(2, 2, 6, 11, rules)
          local direct = oracle.walk_cost(map, law, walk)
          assert.equal(direct ~= nil, path:expanded() == 0)
          assert.near(oracle.answer(map, law, { x = 2, y = 2, goals = { { 6, 11 } } }).cost, cost, 1e-9)
        end
      end
    end
  end)

  it("is not taken with jump points selected by name, limits, ranges and other heuristics", function()
    local grid, rules = astar.grid(9, 9, { fill = "." }), rules_of(nil)
    for _, options in ipairs {
      { algorithm = "jps" }, { algorithm = "astar" }, { algorithm = "dijkstra" }, { max_cost = 20 },
      { max_expansions = 500 }, { range = 1 }, { heuristic = "zero" }, { weight = 1.5 },
    } do
      assert.is_true(grid:find_path(1, 1, 9, 4, rules, options):expanded() > 0)
    end
  end)
end)
