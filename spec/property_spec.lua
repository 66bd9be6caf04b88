-- Every feature of grids and rules, in combination, against the oracle.
--
-- ASTAR_CASES sets how many random maps there are, ASTAR_SEED where their seeds begin. A failure
-- shows its seed, the map, and a script that asks the question again.

local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"

local cases = tonumber(os.getenv "ASTAR_CASES") or 1500
local first_seed = tonumber(os.getenv "ASTAR_SEED") or 1
local blocks = math.min(cases, 10)

local function run(seed)
  local random = random_map.new(seed)
  local map = random_map.map(random)
  local grid = random_map.grid(astar, map)
  for _ = 1, 2 do
    local options, step_table = random_map.rules(random, map.layout)
    local case = {
      map = map, grid = grid, options = options, step_table = step_table,
      rules = oracle.rules(options), compiled = astar.rules(options),
    }
    for _ = 1, 2 do
      case.query, case.reach = random_map.query(random, map, case.rules), nil
      local failure = check.query(case)
      if failure then return ("seed %d: %s"):format(seed, failure) end
    end
  end
end

describe("random maps and rules", function()
  for block = 1, blocks do
    local first = first_seed + math.floor(cases * (block - 1) / blocks)
    local last = first_seed + math.floor(cases * block / blocks) - 1
    it(("agree with the oracle: seeds %d to %d"):format(first, last), function()
      for seed = first, last do
        local failure = run(seed)
        if failure then error("\n" .. failure, 0) end
      end
    end)
  end
end)
