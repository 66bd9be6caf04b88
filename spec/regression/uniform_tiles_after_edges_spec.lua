-- Where all tiles of a 3 x 3 neighborhood are passable and have the same cost, the search generates only canonical
-- moves. While an edge was closed, edits marked the tiles around them as not uniform, and the marks remained after the
-- last edge was opened. So the search found another path of equal cost than on a new copy of the map, with another
-- number of expansions.

local astar = require "astar"
local random_map = require "spec.support.random_map"

local function tiles(path)
  local list = {}
  for i, x, y in path:each() do list[i] = ("%d,%d"):format(x, y) end
  return table.concat(list, " ")
end

describe("after the last closed edge was opened", function()
  it("a path equals that of a new copy", function()
    local grid = astar.grid(11, 7, { fill = "." })
    local rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 }, diagonal = "if_at_most_one_obstacle" }
    grid:set(5, 3, "~")
    grid:find_path(1, 1, 11, 7, rules)
    grid:set_edge(3, 4, 1, 0, false)
    grid:block(7, 2)
    grid:find_path(1, 1, 11, 7, rules)
    grid:block(7, 2, false)
    grid:find_path(1, 1, 11, 7, rules)
    grid:set_edge(3, 4, 1, 0, true)
    local path, copy = grid:find_path(9, 3, 7, 2, rules), astar.deserialize(grid:serialize())
    assert.equal("9,3 8,2 7,2", tiles(path))
    assert.equal("9,3 8,2 7,2", tiles(copy:find_path(9, 3, 7, 2, rules)))
  end)

  it("paths and their expansions equal those of a new copy, after any edits in between", function()
    local random = random_map.new(11)
    for _ = 1, 40 do
      local grid = astar.grid(random:int(3, 14), random:int(3, 14), { fill = "." })
      local width, height = grid:size()
      local function any() return random:int(1, width), random:int(1, height) end
      local rules = astar.rules {
        cost = { ["."] = 1, ["~"] = 3 },
        diagonal = random:pick { "if_at_most_one_obstacle", "always", "only_when_no_obstacles" },
      }
      local function search() grid:find_path(1, 1, width, height, rules) end
      grid:set(2, 2, "~")
      search()
      grid:set_edge(1, 1, 1, 0, false)
      for _ = 1, 4 do
        local x, y = any()
        grid:block(x, y)
        search()
        grid:block(x, y, false)
        search()
      end
      grid:set_edge(1, 1, 1, 0, true)
      local copy = astar.deserialize(grid:serialize())
      for _ = 1, 10 do
        local x1, y1 = any()
        local x2, y2 = any()
        local path, expected = grid:find_path(x1, y1, x2, y2, rules), copy:find_path(x1, y1, x2, y2, rules)
        assert.equal(tiles(expected), tiles(path))
        assert.equal(expected:expanded(), path:expanded())
      end
    end
  end)
end)
