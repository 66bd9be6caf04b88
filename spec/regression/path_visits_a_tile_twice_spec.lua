-- If costs of terrains differ by a factor of 1e10, the tolerance for equal costs was larger than a step. So paths made
-- detours, and straightening such a path led over a tile twice. Priorities were also rounded by more than a step, so
-- that the tiles behind an expensive tile were expanded many times.

local astar = require "astar"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"

local COSTS = { 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e20, 1e50, 1e100 }
local ALGORITHMS = { "auto", "astar", "dijkstra", "greedy" }

local function twice(path)
  local seen = {}
  for _, x, y in path:each() do
    local key = x .. "," .. y
    if seen[key] then return key end
    seen[key] = true
  end
end

describe("a path over terrain of very different costs", function()
  it("visits no tile twice, and makes no detour if a step changes the sum", function()
    local grid = astar.grid { "...", "^#^", "...", "...", "##.", ".^.", ".#^", "...", "..." }
    for _, cost in ipairs(COSTS) do
      local rules = astar.rules { cost = { ["."] = 1, ["^"] = cost } }
      for _, algorithm in ipairs(ALGORITHMS) do
        local path, sum = grid:find_path(3, 8, 3, 5, rules, { algorithm = algorithm })
        assert.is_nil(twice(path), algorithm)
        if cost <= 1e15 and algorithm ~= "greedy" then
          expect.tiles("3,8 3,7 3,6 3,5", path)
          assert.equal(cost + 2, sum)
        end
      end
      local planner = grid:replanner(3, 8, 3, 5, rules)
      planner:path()
      for _ = 1, 4 do
        grid:block(1, 8)
        assert.is_nil(twice(planner:path()))
        grid:block(1, 8, false)
        assert.is_nil(twice(planner:path()))
      end
    end
  end)

  it("visits no tile twice over a penalty in which steps are lost", function()
    local random = random_map.new(7)
    local rules = astar.rules { cost = { ["."] = 1, ["^"] = 2, ["~"] = 3 } }
    for _ = 1, 60 do
      local grid = astar.grid(40, 24, { fill = "." })
      for _ = 1, 12 do
        local x, y = random:int(1, 36), random:int(1, 20)
        grid:fill(random:pick { "^", "~", "#" }, x, y, random:int(1, 6), random:int(1, 5))
      end
      grid:fill(".", 1, 12, 40, 1)
      grid:fill_penalty(1e50, 1, 12, 40, 1)
      for x = 1, 40, 3 do
        local path = grid:find_path(x, 1, 41 - x, 24, rules)
        assert.is_nil(path and twice(path))
      end
    end
  end)

  it("visits no tile twice on random maps", function()
    local random = random_map.new(4)
    for _ = 1, 1500 do
      local rows = {}
      local width = random:int(2, 4)
      for y = 1, random:int(5, 12) do
        rows[y] = ""
        for _ = 1, width do rows[y] = rows[y] .. random:pick { ".", ".", ".", "^", "#", "~" } end
      end
      local grid = astar.grid(rows)
      if random:chance(0.3) then grid:set_penalty(1, 1, random:pick(COSTS)) end
      if random:chance(0.3) then grid:link(1, 1, width, #rows, { cost = random:pick(COSTS) }) end
      local rules = astar.rules {
        cost = { ["."] = 1, ["^"] = random:pick(COSTS), ["~"] = random:pick(COSTS) },
        diagonal = random:pick { "always", "never", "only_when_no_obstacles" },
      }
      local x1, y1 = random:int(1, width), random:int(1, #rows)
      local x2, y2 = random:int(1, width), random:int(1, #rows)
      for _, algorithm in ipairs(ALGORITHMS) do
        local path = grid:find_path(x1, y1, x2, y2, rules, { algorithm = algorithm, partial = true })
        assert.is_nil(twice(path), algorithm)
      end
      local path = grid:replanner(x1, y1, x2, y2, rules):path()
      if path then assert.is_nil(twice(path)) end
      local field = grid:distance_field({ { x2, y2 } }, rules)
      path = field and field:path(x1, y1)
      if path then assert.is_nil(twice(path)) end
    end
  end)
end)

describe("a search behind an expensive tile", function()
  it("expands each tile about one time", function()
    for _, cost in ipairs(COSTS) do
      local grid = astar.grid(62, 60, { fill = "." })
      grid:fill("#", 2, 1, 1, 60)
      grid:set(2, 30, "^")
      grid:fill("#", 1, 1, 1, 60)
      grid:set(1, 30, ".")
      local rules = astar.rules { cost = { ["."] = 1, ["^"] = cost } }
      for _, algorithm in ipairs { "auto", "astar", "dijkstra" } do
        local path = grid:find_path(1, 30, 62, 60, rules, { algorithm = algorithm })
        assert.is_true(path:expanded() <= 2 * 3602, ("%s, cost %g: %d"):format(algorithm, cost, path:expanded()))
        if algorithm == "dijkstra" and cost <= 1e15 then assert.is_true(path:expanded() <= 3602) end
      end
    end
  end)
end)
