--- A search, step by step: draws the open and closed tiles after each expansion. Options choose the
--- algorithm, the heuristic, its weight and the corner rule, so their effects can be compared.
---
--- Run it with: lua5.4 examples/watch.lua [--name value ...]
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"
local map_file = require "map_file"

local usage = [[
usage: lua examples/watch.lua [--name value ...] [--fast]

  --map        walls       walls, swamp, random, or a text file with A (start) and B (goal)
  --algorithm  astar       astar, dijkstra, greedy, jps, auto
  --heuristic  auto        auto, manhattan, octile, chebyshev, euclidean, zero
  --weight     1           the factor of the heuristic
  --diagonal   only_when_no_obstacles
                           only_when_no_obstacles, always, if_at_most_one_obstacle,
                           never (no diagonal steps)
  --show       state       what each open or closed tile shows: state, g, h, f, or parent (an arrow)
  --seed       1           the seed of the random map
  --delay      0.02        seconds per step
  --fast                   draw a few stages only; the default without a color terminal

The costs are 10 for a straight step and 14 for a diagonal step; into '~' 40 and 56. '#' and '@'
are walls. Try first:  --algorithm dijkstra   --algorithm greedy   --heuristic manhattan
--map swamp --show f   --map random --seed 5 --diagonal never]]

local maps = {
  walls = {
    "................................",
    "..A.......##......#.............",
    ".....#....##......#.............",
    ".....#....##......#.............",
    ".....#....##......#.............",
    ".....#....##......#.............",
    "............#########...........",
    "...#########......#.............",
    "..................#.......B.....",
    "................................",
  },
  swamp = {
    "................................",
    "..........~~~~~~................",
    "........~~~~~~~~~~..............",
    ".......~~~~~~~~~~~~.............",
    "..A....~~~~~~~~~~~~.........B...",
    ".......~~~~~~~~~~~~.............",
    ".......~~~~~~~~~~~~.............",
    "........~~~~~~~~~~~....##.......",
    "..........~~~~~~~......##.......",
    "................................",
  },
}

local function fail(message)
  io.stderr:write(message, "\n")
  os.exit(1)
end

local options = {
  map = "walls", algorithm = "astar", heuristic = "auto", weight = "1",
  diagonal = "only_when_no_obstacles", show = "state", seed = "1", delay = "0.02",
}
local is_fast = not ascii.has_color()
local i = 1
while arg[i] do
  local name = arg[i]:match("^%-%-(%w+)$")
  if name == "fast" then
    is_fast = true
  elseif options[name] and arg[i + 1] then
    i = i + 1
    options[name] = arg[i]
  else
    fail(usage)
  end
  i = i + 1
end

local seed, delay = tonumber(options.seed), tonumber(options.delay)
if not seed or not delay then fail(usage) end

--- A random map. The same seed gives the same map on every Lua, so the map does not use
--- `math.random`, which differs. `state`: the seed.
local function random_map(state)
  local rows = {}
  for y = 1, 16 do
    local row = {}
    for x = 1, 32 do
      state = state * 16807 % 2147483647
      row[x] = state % 100 < 25 and "#" or "."
    end
    rows[y] = table.concat(row)
  end
  rows[1], rows[16] = "A" .. rows[1]:sub(2), rows[16]:sub(1, -2) .. "B"
  return rows
end

local function rows_of(name)
  if maps[name] then return maps[name] end
  if name == "random" then return random_map(seed) end
  local map, message = map_file.read(name)
  return map and map.rows or fail(message)
end

--- The position of a letter on the map.
local function find(rows, letter)
  for y, row in ipairs(rows) do
    local x = row:find(letter, 1, true)
    if x then return x, y end
  end
  fail(("there is no %s on the map"):format(letter))
end

--- Calls a function of the library. After an error it prints the message, which names the wrong
--- option, and ends the program.
local function try(...)
  local ok, result = pcall(...)
  return ok and result or fail((result:gsub("^.-:%d+: ", "")))
end

local rows = rows_of(options.map)
local start_x, start_y = find(rows, "A")
local goal_x, goal_y = find(rows, "B")
local grid = try(astar.grid, rows)
local rules = try(astar.rules, {
  cost = { ["#"] = false, ["@"] = false, ["~"] = 40 }, default = 10,
  diagonal = options.diagonal, diagonal_cost = 1.4,
})

local function new_search()
  return try(grid.search, grid, start_x, start_y, goal_x, goal_y, rules, {
    algorithm = options.algorithm, heuristic = options.heuristic,
    weight = tonumber(options.weight) or options.weight,
  })
end

-- ------------------------------------------------------------------------------ drawing

local search = new_search()
local marks = {
  { x = start_x, y = start_y, text = "A", style = "bold inverse" },
  { x = goal_x, y = goal_y, text = "B", style = "bold inverse" },
}

local arrows = {
  [-1] = { [-1] = "↖", [0] = "←", "↙" }, [0] = { [-1] = "↑", [0] = " ", "↓" },
  { [-1] = "↗", [0] = "→", "↘" },
}

local function sign(number)
  return number > 0 and 1 or number < 0 and -1 or 0
end

--- By value of `--show`, what a tile shows. `ascii.draw` draws states itself.
local shown = {
  g = function(_, _, g) return g end,
  h = function(_, _, _, h) return h end,
  f = function(_, _, g, h) return g + h end,
  parent = function(x, y, _, _, parent_x, parent_y)
    return arrows[sign((parent_x or x) - x)][sign((parent_y or y) - y)]
  end,
}

if options.show ~= "state" and not shown[options.show] then fail(usage) end

--- The option `text` of `ascii.draw`: what a tile shows, and its style.
local function text(x, y)
  local state, g, h, parent_x, parent_y = search:node(x, y)
  if not state then return nil end
  return shown[options.show](x, y, g, h, parent_x, parent_y),
    state == "open" and "bold green" or "cyan"
end

--- Draws the map with the tiles that the search has generated, and a path when there is one.
local function draw(path)
  local count = { open = 0, closed = 0 }
  for _, _, state in search:each() do count[state] = count[state] + 1 end
  print(ascii.draw(grid, {
    search = search, text = shown[options.show] and text, paths = { path }, marks = marks,
    styles = { ["."] = "dim" },
  }))
  print(("%4d expanded: %4d tiles closed, %4d open\n")
    :format(search:expanded(), count.closed, count.open))
end

-- ------------------------------------------------------------------------------ running

--- Lua has no function that sleeps, so this loop runs until the time is over.
local function wait(seconds)
  local finish = os.clock() + seconds
  while os.clock() < finish do end -- luacheck: ignore 542
end

--- Runs the search in three stages, with a drawing after each. A first search to the end counts the
--- expansions.
local function run_in_stages()
  local whole = new_search()
  try(whole.step, whole, 1e6)
  local stage = math.max(math.ceil(whole:expanded() / 3), 1)
  while search:step(stage) == "running" do draw() end
end

--- Runs the search with a drawing after each expansion, then draws the path tile by tile.
local function animate()
  local function frame()
    io.write("\27[H") -- to the top left
    draw()
    wait(delay)
  end
  io.write("\27[2J")
  while search:step() == "running" do frame() end
  local path = search:path()
  if path then
    for _, x, y in path:each() do
      table.insert(marks, 1, { x = x, y = y, text = "o", style = "bold yellow" })
      frame()
    end
  end
  io.write("\27[H")
end

if is_fast then run_in_stages() else animate() end
local path, cost = search:path()
draw(path)
if options.show == "state" then print(": closed   ? open   o the path\n") end
print(("Algorithm %s, heuristic %s, weight %s, diagonal %s."):format(options.algorithm,
  options.heuristic, options.weight, options.diagonal))
if path then
  local _, min_cost = grid:find_path(start_x, start_y, goal_x, goal_y, rules)
  print(("The path costs %d, the cheapest path costs %d%s"):format(cost, min_cost,
    cost > min_cost and (": %.1f %% more."):format((cost / min_cost - 1) * 100) or "."))
else
  local note = search:expanded() == 0 and ", known without a search" or ""
  print(("No path: %s%s."):format(cost, note))
end
