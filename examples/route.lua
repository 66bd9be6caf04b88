--- Finds a path on a map from a file, draws it, and prints its cost and the time of the search.
--- Reads plain text and MovingAI maps; without a path it draws the path to the nearest tile.
---
--- Run it with: lua5.4 examples/route.lua MAP x1 y1 x2 y2
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"
local map_file = require "map_file"
local stopwatch = require "stopwatch"

local usage = [[
usage: lua examples/route.lua MAP x1 y1 x2 y2

MAP is a MovingAI .map, or plain text with one character per tile: '#' and '@' are walls; '~',
'^', 'T' and digits have other costs; all other characters cost 1. The path leads from tile
(x1, y1) to (x2, y2). Coordinates count from 1 (in .scen files from 0), x to the right, y down.]]

-- The size of the drawing [characters]. A larger part of a map is scaled down.
local lines = 40
local columns = tonumber(os.getenv("COLUMNS")) or 80

local function fail(message)
  io.stderr:write(message, "\n")
  os.exit(1)
end

--- Reads an argument of the command line: an integer from 1 to `size`.
local function coordinate(name, text, size)
  local value = text:find("^%-?%d+$") and tonumber(text)
  if not value then
    fail(("%s must be an integer, got '%s'"):format(name, text))
  elseif value < 1 or value > size then
    fail(("%s is off the map: it must be from 1 to %d, got %s"):format(name, size, text))
  end
  return value
end

--- The part of the map to draw, as options of `ascii.draw`: the whole path with a margin, and the
--- scale at which this part fits the drawing.
local function window_of(path, map)
  local left, right, top, bottom = map.width, 1, map.height, 1
  for _, x, y in path:each() do
    left, right = math.min(left, x), math.max(right, x)
    top, bottom = math.min(top, y), math.max(bottom, y)
  end
  local margin = 3
  if map.width <= columns then left, right = 1, map.width end
  if map.height <= lines then top, bottom = 1, map.height end
  left, right = math.max(left - margin, 1), math.min(right + margin, map.width)
  top, bottom = math.max(top - margin, 1), math.min(bottom + margin, map.height)
  local width, height = right - left + 1, bottom - top + 1
  local scale, down = 1, 1
  while width / scale > columns or height / down > lines do
    scale = scale + 1
    down = 2 * scale
  end
  return { x = left, y = top, width = width, height = height, scale = scale }
end

--- Draws the map around a path, with the marks A (start) and B (goal).
local function draw(grid, path, map, x1, y1, x2, y2)
  local view = window_of(path, map)
  view.paths = { path }
  view.marks = {
    { x = x1, y = y1, text = "A", style = "bold green" },
    { x = x2, y = y2, text = "B", style = "bold red" },
  }
  print(ascii.draw(grid, view))
  print()
  if view.width < map.width or view.height < map.height then
    print(("Columns %d to %d and rows %d to %d of the map."):format(view.x,
      view.x + view.width - 1, view.y, view.y + view.height - 1))
  end
  if view.scale > 1 then
    print(("Each character shows %d x %d tiles."):format(view.scale, 2 * view.scale))
  end
end

--- The characters of the map and their costs, in words.
local function legend(cost)
  local words = {}
  for char, value in pairs(cost) do
    words[#words + 1] = ("'%s' %s"):format(char, value or "wall")
  end
  table.sort(words)
  return table.concat(words, ", ")
end

if #arg ~= 5 then fail(usage) end
local map, message = map_file.read(arg[1])
if not map then fail(message) end
local x1, y1 = coordinate("x1", arg[2], map.width), coordinate("y1", arg[3], map.height)
local x2, y2 = coordinate("x2", arg[4], map.width), coordinate("y2", arg[5], map.height)

local grid = astar.grid(map.rows)
local rules = astar.rules { cost = map.cost }
local path, cost = grid:find_path(x1, y1, x2, y2, rules)
local microseconds, calls = stopwatch.microseconds(function()
  grid:find_path(x1, y1, x2, y2, rules)
end)

local shown = path or grid:find_path(x1, y1, x2, y2, rules, { partial = true })
draw(grid, shown, map, x1, y1, x2, y2)
print(("Map     %d x %d tiles: %s"):format(map.width, map.height, legend(map.cost)))
print(("Path    from A (%d, %d) to B (%d, %d)"):format(x1, y1, x2, y2))
if path then
  print(("Cost    %.5f over %d tiles"):format(cost, #path))
else
  local x, y = shown:get(#shown)
  print(("No path %s; the nearest reachable tile is (%d, %d): cost %.5f over %d tiles")
    :format(cost, x, y, shown:cost(), #shown))
end
print(("Search  %d tiles expanded"):format(shown:expanded()))
print(("Time    %.1f microseconds (mean of %d searches)"):format(microseconds, calls))
