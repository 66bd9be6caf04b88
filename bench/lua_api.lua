--- Our library from Lua: the path as the userdata that `find_path` returns, and once more
--- made a flat table. In the case "tile" the price of an edit.
package.path = (arg[0]:match("^.*[/\\]") or "") .. "?.lua;" .. package.path
local timing = require "timing"
local astar = require "astar"

local WALL = 0 -- a terrain is the cost of its tile

local b = timing.read()
local lua = rawget(_G, "jit") and "luajit" or "lua5.4"
local rules = astar.rules {
  cost = { 1, 2, 3, 4, 5, 6, 7, 8, 9 },
  neighbors = b.kind == "4way" and 4 or 8,
}
local grid = astar.grid(b.width, b.height, { fill = WALL })
for y = 1, b.height do
  for x = 1, b.width do grid:set(x, y, b.cost[y * b.width + x]) end
end

local function search(x1, y1, x2, y2) return (grid:find_path(x1, y1, x2, y2, rules)) end

local function search_flat(x1, y1, x2, y2)
  local path = grid:find_path(x1, y1, x2, y2, rules)
  return path and path:flat()
end

local function to_flat(path) return path:flat() end
local function itself(path) return path end
local function block(x, y, blocked) grid:block(x, y, blocked) end

--- Every edit tile becomes a wall, then free again: microseconds an edit.
local function edit_round()
  local begun = timing.now()
  for _, q in ipairs(b.queries) do grid:set(q.edit_x, q.edit_y, WALL) end
  for _, q in ipairs(b.queries) do
    grid:set(q.edit_x, q.edit_y, b.cost[q.edit_y * b.width + q.edit_x])
  end
  return (timing.now() - begun) / (2 * #b.queries)
end

if b.kind == "tile" then
  search(b.queries[1].x1, b.queries[1].y1, b.queries[1].x2, b.queries[1].y2)
  local best = math.huge
  local start, pass = timing.now(), 0
  while timing.goes_on(b, pass, start) do
    best = math.min(best, edit_round())
    pass = pass + 1
  end
  timing.print(b, lua, "edit", best)
else
  timing.run(b, lua, search, to_flat, block)
  timing.run_whole(b, lua, search)
  timing.run(b, lua .. " flat", search_flat, itself, block)
  timing.run_whole(b, lua .. " flat", search_flat)
end
