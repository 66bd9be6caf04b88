-- The same input gives the same path on every platform, every Lua and in every run.

local astar = require "astar"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"

-- If a change of the library intentionally selects other paths among equal ones, the failure shows the new value.
-- It must be the same on every Lua and every platform.
local GOLDEN = "302179027"

local MODULUS = 2147483647

local function mix(hash, value)
  return (hash * 31 + value) % MODULUS
end

-- Costs with ten digits: the last bits of a square root are not tested here.
local function mix_text(hash, text)
  for i = 1, #text do hash = mix(hash, text:byte(i)) end
  return hash
end

local function mix_answer(hash, path, cost, index)
  if not path then return mix_text(hash, cost) end
  for _, x, y in path:each() do hash = mix(mix(hash, x), y) end
  return mix(mix_text(hash, ("%.10g"):format(cost)), index or 0)
end

local PLAIN = { "range", "partial", "max_cost", "algorithm", "heuristic", "weight" }

local function mix_combined(hash, seed)
  local random = random_map.new(seed)
  local map = random_map.map(random)
  local grid = random_map.grid(astar, map)
  for _ = 1, 2 do
    local options = random_map.rules(random, map.layout)
    local rules, model = astar.rules(options), oracle.rules(options)
    for _ = 1, 4 do
      local query = random_map.query(random, map, model)
      local with = {}
      for _, name in ipairs(PLAIN) do with[name] = query[name] end
      hash = mix_answer(hash, grid:find_nearest(query.x, query.y, query.goals, rules, with))
    end
  end
  return hash
end

-- A larger map with one terrain and walls.
local function mix_plain(hash, seed)
  local random = random_map.new(seed)
  local grid = astar.grid(70, 50, { fill = "." })
  for _ = 1, random:int(0, 900) do grid:set(random:int(1, 70), random:int(1, 50), "#") end
  local rules = astar.rules { cost = { ["."] = 1 } }
  for _ = 1, 10 do
    local x1, y1 = random:int(1, 70), random:int(1, 50)
    local x2, y2 = random:int(1, 70), random:int(1, 50)
    hash = mix_answer(hash, grid:find_path(x1, y1, x2, y2, rules))
  end
  return hash
end

-- The number of nodes that all searches expand: more of them means unnecessary work, fewer may mean a missed path.
-- For maps with one cost, with several costs, and for rules with pair costs. In the torture build the window of the
-- open list is smaller, so some nodes are expanded in another order: the counts may differ by one in ten thousand.
local EXPANDED = { plain = 48642, weighted = 111390, pairs = 118881 }

local function count_expanded()
  local counts, random = {}, random_map.new(7)
  for _, kind in ipairs { "plain", "weighted", "pairs" } do
    counts[kind] = 0
    for _ = 1, 12 do
      local grid = astar.grid(60, 45, { fill = "." })
      for _ = 1, 500 do grid:set(random:int(1, 60), random:int(1, 45), "#") end
      for _ = 1, kind == "plain" and 0 or 40 do
        grid:fill("~", random:int(1, 60), random:int(1, 45), random:int(1, 9), random:int(1, 9))
      end
      local rules = astar.rules {
        cost = { ["."] = 1, ["~"] = 3 },
        step = kind == "pairs" and function(from, to) return from ~= to and 2.5 or nil end or nil,
        diagonal_cost = random:pick { math.sqrt(2), 1, 1.5, 2 },
        neighbors = random:pick { 8, 8, 4 },
      }
      for _ = 1, 20 do
        local x1, y1, x2, y2 = random:int(1, 60), random:int(1, 45), random:int(1, 60), random:int(1, 45)
        for _, algorithm in ipairs { "auto", "astar", "greedy" } do
          local path = grid:find_path(x1, y1, x2, y2, rules, { algorithm = algorithm })
          if path then counts[kind] = counts[kind] + path:expanded() end
        end
      end
    end
  end
  return counts
end

describe("paths", function()
  it("need the same number of expansions everywhere", function()
    for kind, count in pairs(count_expanded()) do
      local expected = EXPANDED[kind]
      assert.is_true(math.abs(count - expected) <= expected / 10000, ("%s: %d"):format(kind, count))
    end
  end)

  it("are the same everywhere: a hash of two thousand of them", function()
    local hash = 17
    for seed = 1, 225 do hash = mix_combined(hash, seed) end
    for seed = 1, 40 do hash = mix_plain(hash, seed) end
    assert.equal(GOLDEN, ("%d"):format(hash))
  end)
end)
