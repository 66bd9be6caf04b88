--- Our library from Lua, measured by the benchmark: run.lua starts it.
---
--- This file measures paths, once as the userdata that `find_path` returns and once copied into a
--- flat table, the first query on a grid, and in the case "tile" the time of an edit. The other
--- cases are in lua_fields.lua and lua_replanner.lua.
package.path = (arg[0]:match("^.*[/\\]") or "") .. "?.lua;" .. package.path
local timing = require "timing"
local astar = require "astar"
local cases = require "lua_fields"
cases.replanner = require "lua_replanner"

local WALL = "@"

local b = timing.read()

--- The rules of cases that do not use the default. In fields a diagonal step costs the same as for
--- the peers: libtcod counts in hundredths, rot.js counts steps.
local options = ({
  ["4way"] = { neighbors = 4 },
  ["8way-corner"] = { diagonal = "if_at_most_one_obstacle" },
  ["fields"] = { diagonal_cost = 1.41 },
  ["fields-weighted"] = { diagonal_cost = 1.41 },
  ["fields-cut"] = { diagonal_cost = 1.41, diagonal = "always" },
  ["fields-steps"] = { diagonal_cost = 1, diagonal = "always" },
})[b.kind] or {}
options.cost = b.costs

--- The map and the rules of the case, and the name under which results are printed.
local ours = {
  name = rawget(_G, "jit") and "luajit" or "lua5.4",
  grid = astar.grid(b.rows),
  rules = astar.rules(options),
}
local grid, rules = ours.grid, ours.rules

-- --------------------------------------------------------------------------- paths

local function search(x1, y1, x2, y2) return (grid:find_path(x1, y1, x2, y2, rules)) end

local function search_flat(x1, y1, x2, y2)
  local path = grid:find_path(x1, y1, x2, y2, rules)
  return path and path:flat()
end

local function to_flat(path) return path:flat() end
local function itself(path) return path end
local function block(x, y, blocked) grid:block(x, y, blocked) end

local function run_paths()
  timing.run(b, ours.name, search, to_flat, block)
  timing.run_whole(b, ours.name, search)
  timing.run(b, ours.name .. " flat", search_flat, itself, block)
  timing.run_whole(b, ours.name .. " flat", search_flat)
end

-- ------------------------------------------------------------------------- one tile

--- Turns every edit tile into a wall and back. Returns microseconds per edit.
local function edit_round()
  local begun = timing.now()
  for _, q in ipairs(b.queries) do grid:set(q.edit_x, q.edit_y, WALL) end
  for _, q in ipairs(b.queries) do
    grid:set(q.edit_x, q.edit_y, b.rows[q.edit_y]:sub(q.edit_x, q.edit_x))
  end
  return (timing.now() - begun) / (2 * #b.queries)
end

function cases.tile()
  search(b.queries[1].x1, b.queries[1].y1, b.queries[1].x2, b.queries[1].y2)
  local best = math.huge
  local start, pass = timing.now(), 0
  while timing.goes_on(b, pass, start, timing.now() - start) do
    best = math.min(best, edit_round())
    pass = pass + 1
  end
  timing.print(b, ours.name, "edit", best)
end

-- ----------------------------------------------------------------------- first query

--- The time of a query on a grid that was filled just before, with rules that exist already.
function cases.first()
  timing.run_trials(b, ours.name, function(q, judges)
    grid = astar.grid(b.rows)
    collectgarbage()
    local begun = timing.now()
    local path = search(q.x1, q.y1, q.x2, q.y2)
    local time = timing.now() - begun
    return time, judges and timing.path_cost(b, q, path:flat())
  end)
end

local run = cases[b.kind] or cases[b.kind:match("^[^-]+")] or run_paths
run(b, ours)
