-- One grid with many edits and several rules at once. The derived data that the library keeps between searches
-- (passable tiles, lowest costs, components) must never be out of date.

local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local cases = seeds.cases

-- A grid, its model for the oracle, and rules that together use every kind of derived data.
local function begin(seed, options)
  local random = random_map.new(seed)
  local map = random_map.map(random, options)
  local life = {
    random = random, map = map, grid = random_map.grid(astar, map),
    ids = {},    -- the grid's id of each link of the model
    movers = {},
    plain = options and options.plain,
  }
  local link = 0
  for id = 1, map.last_link do
    if map.links[id] then
      link = link + 1
      life.ids[id] = link
    end
  end
  for i = 1, 4 do
    local rules, step_table = random_map.rules(random, map.layout, life.plain)
    life.movers[i] = {
      map = map, grid = life.grid, options = rules, step_table = step_table,
      rules = oracle.rules(rules), compiled = astar.rules(rules),
      old = {}, -- paths found earlier
    }
  end
  return life
end

local function edit_once(life)
  local change = random_map.edit(life.random, life.map, life.plain)
  if change then random_map.apply(change, life.map, life.grid, life.ids) end
end

-- One edit, several, or more edits than the journal holds, which undo each other.
local function edit(life)
  local random, map = life.random, life.map
  for _ = 1, random:chance(0.8) and 1 or random:int(2, 6) do edit_once(life) end
  if random:chance(0.03) then
    for _ = 1, 8 do edit_once(life) end
    for _ = 1, 600 do
      local x, y = random:int(1, map.width), random:int(1, map.height)
      local blocked = map:is_blocked(x, y)
      life.grid:block(x, y, not blocked)
      life.grid:block(x, y, blocked)
    end
  end
end

-- Checks a query of a mover, its old paths, and its reachable tiles. Returns the failure, or nil.
local function look(life, mover, copy)
  local random, map = life.random, life.map
  for _, old in ipairs(mover.old) do
    local failure = check.validity(old.case, old.path, random:int(1, #old.path))
    if failure then return failure end
  end
  local case = { query = random_map.query(random, map, mover.rules) }
  setmetatable(case, { __index = mover })
  local failure, path = check.query(case)
  failure = failure or check.reachability(case)
  if failure then return failure end
  if path and #path > 1 then
    table.insert(mover.old, 1, { case = case, path = path })
    mover.old[5] = nil
  end
  if copy then
    local here, there = check.answer(case, life.grid), check.answer(case, copy)
    if here ~= there then return ("a copy answers %s, the grid %s"):format(there, here) end
  end
end

-- Edits a grid. After each edit every mover is checked with the probability `chance`.
local function live(seed, edits, chance, options)
  local life = begin(seed, options)
  local revision = life.grid:revision()
  for number = 1, edits do
    edit(life)
    assert(life.grid:revision() >= revision, "the revision went back")
    revision = life.grid:revision()
    local copy = number % 10 == 0 and life.grid:clone()
    for _, mover in ipairs(life.movers) do
      local failure = life.random:chance(chance) and look(life, mover, copy)
      if failure then return ("seed %d, edit %d: %s"):format(seed, number, failure) end
    end
  end
end

describe("a grid that is edited agrees with the oracle", function()
  seeds.check(it, "on small maps, all rules after each edit", cases / 60, live, 50, 0.6)
  seeds.check(it, "on larger maps, some rules after an edit", cases / 125, live, 30, 0.25, { width = 21, height = 16 })
  seeds.check(it, "on plain maps", cases / 125, live, 40, 0.4, { width = 16, height = 13, plain = true })
end)
