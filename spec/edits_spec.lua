-- One grid with a long life: several rules in use at once, edited over and over. What the library
-- keeps between searches (passable tiles, least costs, components) must never be out of date.

local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"

local cases = tonumber(os.getenv "ASTAR_CASES") or 1500
local first_seed = tonumber(os.getenv "ASTAR_SEED") or 1
local lives = math.max(1, math.floor(cases / 50))
local EDITS = 60

-- Rules which together keep every kind of derived data alive.
local function several_rules(random, layout)
  local list = {}
  for i = 1, 4 do
    local options, step_table = random_map.rules(random, layout)
    list[i] = {
      options = options, step_table = step_table,
      rules = oracle.rules(options), compiled = astar.rules(options),
      old = {}, -- paths found before
    }
  end
  return list
end

local function live(seed)
  local random = random_map.new(seed)
  local map = random_map.map(random)
  local grid = random_map.grid(astar, map)
  local ids, link = {}, 0
  for id = 1, map.last_link do
    if map.links[id] then
      link = link + 1
      ids[id] = link
    end
  end
  local movers = several_rules(random, map.layout)
  local revision = grid:revision()

  for edit_number = 1, EDITS do
    local edit = random_map.edit(random, map)
    if edit then random_map.apply(edit, map, grid, ids) end
    assert(grid:revision() >= revision, "the revision went back")
    revision = grid:revision()
    local copy = edit_number % 10 == 0 and grid:clone()
    for _, mover in ipairs(movers) do
      for _, old in ipairs(mover.old) do
        local failure = check.validity(old.case, old.path, random:int(1, #old.path))
        if failure then return ("seed %d, edit %d: %s"):format(seed, edit_number, failure) end
      end
      if random:chance(0.6) then
        local case = {
          map = map, grid = grid, rules = mover.rules, options = mover.options,
          step_table = mover.step_table, compiled = mover.compiled,
          query = random_map.query(random, map, mover.rules),
        }
        local failure, path = check.query(case)
        if failure then return ("seed %d, edit %d: %s"):format(seed, edit_number, failure) end
        if path and #path > 1 then
          table.insert(mover.old, 1, { case = case, path = path })
          mover.old[5] = nil
        end
        if copy then
          local here, there = check.answer(case, grid), check.answer(case, copy)
          if here ~= there then
            return ("seed %d, edit %d: a copy answers %s, the grid %s"):format(seed, edit_number, there, here)
          end
        end
      end
    end
  end
end

describe("a grid that is edited", function()
  it(("agrees with the oracle after each edit: seeds %d to %d"):format(first_seed, first_seed + lives - 1),
    function()
      for seed = first_seed, first_seed + lives - 1 do
        local failure = live(seed)
        if failure then error("\n" .. failure, 0) end
      end
    end)
end)
