--- Runs the benchmark: every peer on every map in every case, in one sitting.
---
---     lua bench/run.lua [--quick]        better: make bench, make bench-quick
---
--- Environment, all optional:
---     MAPS       folder of MovingAI maps and scenarios; without it, maps made from seeds
---     ONLY       names of maps, as in "arena2 brc202d"
---     CASES      8way 4way weighted unreachable edit small tile
---     PEERS      core lua5.4 luajit yardstick libtcod pathfinding.js easystar.js
---                plain-luajit plain-lua5.4
---     PASSES     over the queries; the best time of each counts
---     QUERIES    a map
--- Times, tables and a chart go to build/bench; BUILD names another build folder.
local here = arg[0]:match("^.*[/\\]") or ""
package.path = here .. "?.lua;" .. package.path

local build = os.getenv("BUILD") or "build"
local bench = build .. "/bench"
local version = _VERSION == "Lua 5.1" and "lua5.1" or "lua5.4"
package.cpath = ("%s/%s/?.so;%s/%s/?.so;%s"):format(build, version, bench, version, package.cpath)

local astar = require "astar"
local now = require "clock"
local maps = require "maps"
local report = require "report"
local chart = require "chart"

-- ------------------------------------------------------------------------- options

local is_quick = arg[1] == "--quick"

local function option(name, default)
  local value = os.getenv(name)
  return value and value:find("%S") and value or default
end

--- A predicate: whether a name is among the words of an option, or the option is not given.
local function chosen(name)
  local text, words = option(name), {}
  for word in (text or ""):gmatch("%S+") do words[word] = true end
  return function(word) return not text or words[word] end
end

local folder = option("MAPS", "../shared/maps")
local queries_per_map = tonumber(option("QUERIES", is_quick and 60 or 200))
local passes = tonumber(option("PASSES", is_quick and 3 or 5))
-- Peers that take milliseconds a query do fewer of the same, and give up after a while.
local few_queries, few_passes = is_quick and 8 or 25, is_quick and 2 or 3
local seconds, few_seconds = is_quick and 0.6 or 2, is_quick and 0.25 or 1

local is_wanted = { map = chosen("ONLY"), case = chosen("CASES"), peer = chosen("PEERS") }

-- --------------------------------------------------------------------------- peers

local function exists(path)
  local file = io.open(path)
  if file then file:close() end
  return file ~= nil
end

--- The first line that a command prints, or nil.
local function ask(command)
  local pipe = io.popen(command .. " 2>/dev/null")
  local line = pipe:read()
  pipe:close()
  return line ~= "" and line or nil
end

local has_luajit = ask("command -v luajit")
local has_lua54 = ask("command -v lua5.4")

--- Programs that take CASE MAP QUERIES PASSES SECONDS. `slow` ones get fewer queries.
local all = { ["8way"] = 1, ["4way"] = 1, weighted = 1, unreachable = 1, edit = 1, small = 1 }
local all_and_tile = { tile = 1 }
for case in pairs(all) do all_and_tile[case] = 1 end
local no_weights = { ["8way"] = 1, ["4way"] = 1, unreachable = 1, edit = 1, small = 1 }

local peers = {
  { id = "core", command = bench .. "/native", cases = all_and_tile, is_here = true },
  { id = "lua5.4", command = "lua5.4 " .. here .. "lua_api.lua", cases = all_and_tile,
    is_here = has_lua54 and exists(build .. "/lua5.4/astar.so") },
  { id = "luajit", command = "luajit " .. here .. "lua_api.lua", cases = all_and_tile,
    is_here = has_luajit and exists(build .. "/lua5.1/astar.so") },
  { id = "yardstick", cases = { ["8way"] = 1, ["4way"] = 1, weighted = 1, small = 1 },
    is_here = exists(build .. "/yardstick/jump8"), is_optional = true },
  { id = "libtcod", command = bench .. "/libtcod", cases = all, slow = true,
    is_here = exists(bench .. "/libtcod") },
  { id = "pathfinding.js", command = "node " .. here .. "pathfinding_js.mjs", slow = true,
    cases = no_weights, is_here = exists(bench .. "/node_modules/pathfinding/package.json") },
  { id = "easystar.js", command = "node " .. here .. "easystar_js.mjs", slow = true,
    cases = all, is_here = exists(bench .. "/node_modules/easystarjs/package.json") },
  { id = "plain-luajit", command = "luajit " .. here .. "plain.lua", slow = true,
    cases = all, is_here = has_luajit },
  { id = "plain-lua5.4", command = "lua5.4 " .. here .. "plain.lua", slow = true,
    cases = all, is_here = has_lua54 },
}

local names = { -- of what a peer's program prints
  { "core", "libtcod", "pathfinding.js jps", "pathfinding.js a*", "easystar.js" },
}

--- The yardstick's programs, by case: a label, the command before MAP.
local yardsticks = {
  ["8way"] = { { "jps", "jump8 jps" }, { "jps, all tiles", "jump8 jpsx" },
    { "jps pruned", "jump8 jpsp" }, { "a*", "astar8 castar2" } },
  ["4way"] = { { "jps", "jump4 jps" } },
  weighted = { { "a*", "weighted e" } },
}
yardsticks.small = yardsticks["8way"]
