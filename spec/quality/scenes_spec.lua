-- Directed scenes: maps of shapes that random maps almost never have. Every query on each of them is compared with
-- the oracle; each scene is edited, checked again, and compared with a new copy.
--
-- ASTAR_SEED: see spec/support/seeds.lua.

local astar = require "astar"
local check = require "spec.support.check"
local check_field = require "spec.support.check_field"
local oracle = require "spec.support.oracle"
local need = require "spec.support.need"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"
local sight = require "spec.support.sight"

-- ------------------------------------------------------------------------------ all queries

local WHOLE_QUERIES = {
  {}, { algorithm = "astar" }, { algorithm = "dijkstra" }, { algorithm = "greedy" }, { heuristic = "zero" },
  { partial = true }, { range = 2 }, { partial = true, max_cost = 6 }, { max_expansions = 9 },
  { heuristic = function() return 0 end, heuristic_name = "0" },
}

-- In `make test` each look makes every third kind of query: another third than the look before. Scenes are checked with
-- half of the rules: another half with the next seed.
local STRIDE, RULES_STRIDE = need.all() and 3 or 1, need.all() and 2 or 1
local looks = 0

local function check_queries(case, x, y, goals)
  case.steps = oracle.all_steps(case.map, case.rules)
  case.reach = oracle.distances(case.map, case.rules, x, y, case.steps)
  for i = 1 + looks % STRIDE, #WHOLE_QUERIES, STRIDE do
    local options = WHOLE_QUERIES[i]
    for _, list in ipairs { { goals[1] }, goals } do
      case.query = { x = x, y = y, goals = list, many = #list > 1, admissible = true }
      for name, value in pairs(options) do case.query[name] = value end
      local failure = check.query(case)
      if failure then return failure end
    end
  end
  case.query = { x = x, y = y, goals = goals, admissible = true }
  return check.reachability(case)
end

local function check_slices(case, x, y, goal)
  local search = case.grid:search(x, y, goal[1], goal[2], case.compiled)
  while search:step(7) == "running" do end
  local path, cost = search:path()
  local found, expected = case.grid:find_path(x, y, goal[1], goal[2], case.compiled)
  if cost ~= expected then return ("in slices %s, at once %s"):format(tostring(cost), tostring(expected)) end
  if path and table.concat(path:flat(), " ") ~= table.concat(found:flat(), " ") then
    return "in slices the path is another one"
  end
end

local function check_fields(case, x, y, goals)
  local map, rules, grid = case.map, case.rules, case.grid
  local field = grid:distance_field(goals, case.compiled)
  local failure = field and check_field.all(case, field, {
    goals = goals, steps = case.steps, cost = oracle.field(map, rules, goals, case.steps),
  })
  return failure or check_field.all(case, grid:reachable(x, y, case.compiled), {
    x = x, y = y, steps = case.steps, cost = case.reach,
  })
end

local function check_line(case, x, y, goal)
  local free = case.grid:line_of_sight(x, y, goal[1], goal[2], case.compiled)
  local expected = sight.in_way(case.map, case.rules, x, y, goal[1], goal[2]) == nil
  if free ~= expected then return ("line_of_sight is %s"):format(tostring(free)) end
end

local function check_smooth(case, x, y, goal)
  local path = case.grid:find_path(x, y, goal[1], goal[2], case.compiled)
  if not path then return nil end
  local lines = path:smooth()
  local x1, y1 = lines:get(1)
  local x2, y2 = lines:get(#lines)
  if x1 ~= x or y1 ~= y or x2 ~= goal[1] or y2 ~= goal[2] then return "smooth() moved an end" end
  if not lines:is_valid() then return "smooth() is not valid" end
end

local function check_planner(case, planner, x, y, goal)
  planner:move_to(x, y)
  planner:set_goal(goal[1], goal[2])
  local path, cost = planner:path()
  local found, expected = case.grid:find_path(x, y, goal[1], goal[2], case.compiled)
  if (path == nil) ~= (found == nil) then return "the planner has it otherwise" end
  if path and math.abs(cost - expected) > 1e-9 * expected then
    return ("the plan costs %.17g, a path %.17g"):format(cost, expected)
  end
end

-- A new copy of the map must give the same paths, with the same number of expansions.
local function check_copy(case, x, y, goal)
  local copy = astar.deserialize(case.grid:serialize())
  local path, cost = case.grid:find_path(x, y, goal[1], goal[2], case.compiled)
  local other, same = copy:find_path(x, y, goal[1], goal[2], case.compiled)
  if cost ~= same then return ("a copy answers %s, not %s"):format(tostring(same), tostring(cost)) end
  if not path then return nil end
  if path:expanded() ~= other:expanded() then return "a copy expands otherwise" end
  if table.concat(path:flat(), " ") ~= table.concat(other:flat(), " ") then return "a copy goes another way" end
end

-- Makes every query of a case, between random tiles. Returns the failure, or nil.
local function check_all(case, random, planner, rounds)
  local map = case.map
  for _ = 1, rounds do
    looks = looks + 1
    local x, y = random:int(1, map.width), random:int(1, map.height)
    local goals = {}
    for i = 1, 3 do goals[i] = { random:int(1, map.width), random:int(1, map.height) } end
    local failure = check_queries(case, x, y, goals) or check_slices(case, x, y, goals[1])
      or check_fields(case, x, y, goals) or check_line(case, x, y, goals[1])
      or check_smooth(case, x, y, goals[1]) or check_planner(case, planner, x, y, goals[1])
      or check_copy(case, x, y, goals[1])
    if failure then return failure end
  end
end

-- -------------------------------------------------------------------------------- scenes

local RULES = {
  { cost = { ["."] = 1, ["~"] = 3 } },
  { cost = { ["."] = 1, ["~"] = 0.3 }, diagonal = "always" },
  { cost = { ["."] = 2, ["~"] = 2 }, diagonal = "if_at_most_one_obstacle" },
  { cost = { ["."] = 1, ["~"] = 1e6 }, neighbors = 4 },
  { cost = { ["."] = 1 }, neighbors = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 2, 1 }, { -1, -2 } } },
  { cost = { ["."] = 1, ["~"] = 2 }, size = 2 },
}

-- Checks a scene with all rules, or with the rules whose numbers are in `some`; edits it and checks it again, `edits`
-- times.
local function look(map, seed, edits, some)
  local random, ids = random_map.new(seed), random_map.ids(map)
  local grid = random_map.grid(astar, map)
  local cases = {}
  for i, options in ipairs(RULES) do
    local is_wanted = some and some[i] or not some and (i + seed) % RULES_STRIDE == 0
    if is_wanted and (map.layout == "square" or not options.size) then
      cases[#cases + 1] = {
        map = map, grid = grid, options = options, rules = oracle.rules(options), compiled = astar.rules(options),
      }
      cases[#cases].planner = grid:replanner(1, 1, map.width, map.height, cases[#cases].compiled)
      cases[#cases].number = i
    end
  end
  for number = 0, edits do
    for _, case in ipairs(cases) do
      local failure = check_all(case, random, case.planner, 1)
      if failure then error(("rules %d, edit %d: %s"):format(case.number, number, failure), 0) end
    end
    for _ = 1, random:int(1, 3) do
      local edit = random_map.edit(random, map)
      if edit then random_map.apply(edit, map, grid, ids) end
    end
  end
end

local function map_of(rows, layout)
  local map = oracle.map(#rows[1], #rows, layout or "square", ".")
  for y, row in ipairs(rows) do
    for x = 1, #row do map:set(x, y, row:sub(x, x)) end
  end
  return map
end

-- The tile number `i` of a map, from 1.
local function tile(map, i)
  return (i - 1) % map.width + 1, math.floor((i - 1) / map.width) + 1
end

-- A hub: `count` links from one tile to the first `count` tiles.
local function hub(width, height, count, options)
  local map = oracle.map(width, height, options.layout or "square", ".")
  local hub_x, hub_y = tile(map, options.at or 1)
  for i = 1, count do
    local x, y = tile(map, (i - 1) % (width * height) + 1)
    map:link(hub_x, hub_y, x, y, { cost = options.cost or 90, one_way = options.one_way })
  end
  if options.wall then map:set(hub_x, hub_y, "#") end
  return map
end

describe("a hub of links", function()
  -- Values on both sides of every threshold of the library: the number of moves of a tile, of components around an
  -- impassable start, of cells that are cleared one by one.
  local COUNTS = { 1, 2, 63, 64, 65, 127, 128, 129, 130, 157, 158, 159, 160, 161, 191, 192, 193, 255, 256, 300 }

  for _, count in ipairs(COUNTS) do
    it(("to %d tiles"):format(count), function()
      look(hub(16, 16, count, { one_way = true }), seeds.first + count, 0, { true, [2 + count % 5] = true })
    end)
  end

  it("with links both ways, links of cost 0, and links from a wall", function()
    for i, count in ipairs { 1, 64, 129, 160, 256 } do
      local some = { [1 + i % 3] = true, [4 + i % 3] = true }
      look(hub(16, 16, count, { at = 120 }), seeds.first + i, 0, some)
      look(hub(16, 16, count, { at = 120, cost = 0, one_way = true }), seeds.first + i, 0, some)
      look(hub(16, 16, count, { at = 137, wall = true, one_way = true }), seeds.first + i, 0, some)
    end
  end)

  it("on hexes", function()
    for i, layout in ipairs { "odd_r", "even_q" } do
      look(hub(12, 11, 132, { at = 50, layout = layout, one_way = true }), seeds.first + i, 1)
    end
  end)

  it("among walls: each room has its own link", function()
    local map = oracle.map(32, 18, "square", ".")
    for y = 1, 18, 2 do map:fill("#", 1, y, 32, 1) end
    for x = 1, 32, 2 do map:fill("#", x, 1, 1, 18) end
    for y = 2, 18, 2 do
      for x = 2, 32, 2 do map:link(1, 1, x, y, { cost = 3, one_way = true }) end
    end
    look(map, seeds.first, 0, { true, false, false, true })
  end)

  it("that costs more than all other tiles, while the general kernel fills its list of cells", function()
    -- With these links an array was written beyond its end once.
    local grid, count = astar.grid(16, 16, { fill = "." }), 0
    for i = 0, 255 do
      local x, y = i % 16 + 1, math.floor(i / 16) + 1
      if count < 158 and (x > 2 or y > 2) then
        count = count + 1
        grid:link(1, 1, x, y, { cost = 90, one_way = true })
      end
    end
    local _, cost = grid:find_path(1, 1, 16, 16, astar.rules { cost = { ["."] = 1 } })
    assert.is_true(math.abs(cost - 15 * math.sqrt(2)) < 1e-9)
  end)
end)

describe("a ring", function()
  -- Four neighbors; from each tile of the ring only the next one can be entered.
  local function ring(side, clockwise)
    local map = oracle.map(side, side, "square", ".")
    map:fill("#", 2, 2, side - 2, side - 2)
    local function close(x, y, dx, dy)
      if map:contains(x + dx, y + dy) then map:set_edge(x, y, dx, dy, false, true) end
    end
    for i = 1, side - 1 do
      if clockwise then
        close(i + 1, 1, -1, 0)
        close(side, i + 1, 0, -1)
        close(i, side, 1, 0)
        close(1, i, 0, 1)
      else
        close(i, 1, 1, 0)
        close(side, i, 0, 1)
        close(i + 1, side, -1, 0)
        close(1, i + 1, 0, -1)
      end
    end
    return map
  end

  it("of one-way edges", function()
    for side = 3, 9 do
      look(ring(side, true), seeds.first + side, 2)
      look(ring(side, false), seeds.first + side, 2)
    end
  end)
end)

describe("a comb", function()
  it("of walls with gaps at one end, at both, at none", function()
    for kind = 0, 2 do
      local map = oracle.map(21, 9, "square", ".")
      for x = 2, 20, 2 do
        local top = kind == 1 and x % 4 == 2 and 2 or 1
        local bottom = (kind == 1 and x % 4 == 0 or kind == 0) and 8 or 9
        map:fill("#", x, top, 1, bottom - top + 1)
      end
      look(map, seeds.first + kind, 3)
    end
  end)
end)

describe("a spiral", function()
  it("of one corridor, also longer than the words of a bitmap", function()
    for i, size in ipairs { { 13, 13 }, { 15, 9 }, { 69, 7 }, { 7, 67 } } do
      local width, height = size[1], size[2]
      local map = oracle.map(width, height, "square", "#")
      local x, y, dx, dy = 1, 1, 1, 0
      local function is_open(tile_x, tile_y)
        return map:contains(tile_x, tile_y) and map:get(tile_x, tile_y) == ("."):byte()
      end
      map:set(x, y, ".")
      for _ = 1, width * height do
        local next_x, next_y = x + dx, y + dy
        if not map:contains(next_x, next_y) or is_open(next_x + dx, next_y + dy) then
          dx, dy = -dy, dx
          next_x, next_y = x + dx, y + dy
          if not map:contains(next_x, next_y) or is_open(next_x + dx, next_y + dy) then break end
        end
        x, y = next_x, next_y
        map:set(x, y, ".")
      end
      look(map, seeds.first + i, 1)
    end
  end)
end)

describe("a checkerboard", function()
  it("of walls, and of two terrains", function()
    for i, other in ipairs { "#", "~" } do
      for _, size in ipairs { { 11, 10 }, { 66, 3 } } do
        local map = oracle.map(size[1], size[2], "square", ".")
        for y = 1, map.height do
          for x = 1 + y % 2, map.width, 2 do map:set(x, y, other) end
        end
        look(map, seeds.first + i, 2)
      end
    end
  end)

  it("of hexes", function()
    local rows = {}
    for y = 1, 9 do rows[y] = (y % 2 == 0 and ".~" or "~."):rep(5) end
    look(map_of(rows, "odd_q"), seeds.first, 2)
  end)
end)

describe("a map of one terrain", function()
  it("except one tile, at any place", function()
    for i, place in ipairs { { 1, 1 }, { 12, 1 }, { 6, 6 }, { 12, 9 }, { 1, 5 } } do
      for _, other in ipairs { "~", "#" } do
        local map = oracle.map(12, 9, "square", ".")
        map:set(place[1], place[2], other)
        look(map, seeds.first + i, 0)
      end
    end
  end)

  it("except one penalty, one obstacle, one edge, one link, which are then removed", function()
    local kinds = {
      function(grid, there) grid:set_penalty(5, 4, there and 7 or 0) end,
      function(grid, there) grid:block(5, 4, there) end,
      function(grid, there) grid:set_edge(5, 4, 1, 0, not there) end,
      function(grid, there, id) return there and grid:link(5, 4, 11, 8, { cost = 2 }) or grid:unlink(id) end,
      function(grid, there) grid:set(5, 4, there and "~" or ".") end,
    }
    for number, kind in ipairs(kinds) do
      local map = oracle.map(12, 9, "square", ".")
      local grid = random_map.grid(astar, map)
      local random = random_map.new(seeds.first + number)
      for i = 1 + number % RULES_STRIDE, #RULES, RULES_STRIDE do
        local options = RULES[i]
        local case = {
          map = map, grid = grid, options = options, rules = oracle.rules(options), compiled = astar.rules(options),
        }
        local planner = grid:replanner(1, 1, 12, 9, case.compiled)
        for _ = 1, 2 do
          local id = kind(grid, true)
          grid:find_path(1, 1, 12, 9, case.compiled)
          kind(grid, false, id)
          local failure = check_all(case, random, planner, 1)
          if failure then error(("kind %d: %s"):format(number, failure), 0) end
        end
      end
    end
  end)
end)
