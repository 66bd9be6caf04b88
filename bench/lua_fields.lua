--- Our fields from Lua: built, read, followed by many movers, updated after edits.
--- Each case is a function of the result of timing.read and of `ours`: { name, grid, rules }.
local timing = require "timing"
local now = timing.now

local cases = {}

local MOVERS = 1000

--- The sum of the costs of a field's tiles, by which fields are compared, and the number of tiles.
local function sum_of(field)
  local sum, tiles = 0, 0
  for _, _, cost in field:each() do sum, tiles = sum + cost, tiles + 1 end
  return sum, tiles
end

local function field_to(ours, q)
  return ours.grid:distance_field({ { q.x2, q.y2 } }, ours.rules)
end

-- ------------------------------------------------------------------------ building

--- Measures `make(x1, y1, x2, y2)`, which returns a field.
local function run_making(b, name, make)
  timing.run_trials(b, name, function(q, judges)
    local begun = now()
    local field = make(q.x1, q.y1, q.x2, q.y2)
    local time = now() - begun
    if not judges then return time end
    local sum, tiles = sum_of(field)
    b.reached = b.reached + tiles
    return time, sum
  end)
  timing.run_whole(b, name, make)
end

function cases.fields(b, ours)
  local grid, rules = ours.grid, ours.rules
  run_making(b, ours.name, function(_, _, x, y)
    return grid:distance_field({ { x, y } }, rules)
  end)
end

--- The movement range from the start, with the budget at the end of the case's name: built only,
--- and built and read tile by tile.
function cases.range(b, ours)
  local grid, rules, budget = ours.grid, ours.rules, tonumber(b.kind:match("%d+"))
  run_making(b, ours.name, function(x, y) return grid:reachable(x, y, rules, budget) end)
  run_making(b, ours.name .. " each", function(x, y)
    local field = grid:reachable(x, y, rules, budget)
    sum_of(field)
    return field
  end)
end

-- -------------------------------------------------------------------------- movers

--- Tiles spread evenly over the tiles that a field reaches.
local function spread_movers(field)
  local _, reached = sum_of(field)
  local seen, movers = 0, {}
  for x, y in field:each() do
    seen = seen + 1
    if seen * MOVERS / reached >= #movers + 1 then movers[#movers + 1] = { x = x, y = y } end
  end
  return movers
end

--- The paths of all movers to one goal, by one field and by one search each. `begin(q)` returns
--- a function that returns the path from a tile.
function cases.movers(b, ours)
  local movers_of = {}
  local function run(name, begin)
    timing.run_trials(b, name, function(q, judges)
      movers_of[q] = movers_of[q] or spread_movers(field_to(ours, q))
      local movers, paths, cost = movers_of[q], {}, 0
      local begun = now()
      local path_from = begin(q)
      for i, mover in ipairs(movers) do paths[i] = path_from(mover.x, mover.y) end
      local time = now() - begun
      for i, mover in ipairs(judges and movers or {}) do
        local asked = { x1 = mover.x, y1 = mover.y, x2 = q.x2, y2 = q.y2 }
        cost = cost + timing.path_cost(b, asked, paths[i]:flat())
      end
      return time, cost
    end)
  end

  run(ours.name, function(q)
    local field = field_to(ours, q)
    return function(x, y) return (field:path(x, y)) end
  end)
  run(ours.name .. " searches", function(q)
    local grid, rules = ours.grid, ours.rules
    return function(x, y) return (grid:find_path(x, y, q.x2, q.y2, rules)) end
  end)
end

-- -------------------------------------------------------------------------- update

--- The sum of a field's costs, if each of them equals the cost in a new field.
local function judge(ours, q, field)
  for x, y, cost in field_to(ours, q):each() do
    local its_cost = field:cost(x, y)
    if not its_cost or math.abs(its_cost - cost) > 1e-6 * cost then return nil end
  end
  return (sum_of(field))
end

--- A door on the path to the goal closes and opens again: the field is updated twice, or built
--- twice.
function cases.update(b, ours)
  local function run(name, follow)
    timing.run_trials(b, name, function(q, judges)
      local field, times, sums = field_to(ours, q), {}, {}
      for i, is_closed in ipairs { true, false } do
        local begun = now()
        ours.grid:block(q.edit_x, q.edit_y, is_closed)
        field = follow(field, q)
        times[i] = now() - begun
        sums[i] = judges and judge(ours, q, field)
      end
      return times[1] + times[2], sums[1] and sums[2] and sums[1] + sums[2] or timing.ILLEGAL
    end)
  end

  run(ours.name, function(field)
    field:update()
    return field
  end)
  run(ours.name .. " rebuilt", function(_, q) return field_to(ours, q) end)
end

--- The sum of a field's costs at about a thousand tiles, at equal distances.
local function sampled_sum(b, field)
  local tiles, sum = b.width * b.height, 0
  local stride = math.ceil(tiles / 1000)
  for tile = 0, tiles - 1, stride % b.width == 0 and stride + 1 or stride do
    sum = sum + (field:cost(tile % b.width + 1, math.floor(tile / b.width) + 1) or 0)
  end
  return sum
end

--- The time of one edit and of the field after it: updated, or built again. All queries have one
--- goal; maps.scattered_edits describes them. Each edit is undone outside the timing.
cases["update-any"] = function(b, ours)
  local kept = field_to(ours, b.queries[1])
  local function run(name, follow)
    timing.run_trials(b, name, function(q, judges)
      local closes = q.id % 2 == 1
      ours.grid:block(q.edit_x, q.edit_y, not closes)
      follow(q)
      local begun = now()
      ours.grid:block(q.edit_x, q.edit_y, closes)
      local field = follow(q)
      local time = now() - begun
      local sum = judges and sampled_sum(b, field)
      ours.grid:block(q.edit_x, q.edit_y, false)
      return time, sum
    end)
  end

  run(ours.name, function()
    kept:update()
    return kept
  end)
  run(ours.name .. " rebuilt", function(q) return field_to(ours, q) end)
end

return cases
