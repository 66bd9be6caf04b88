--- Runs the benchmark: every peer on every map in every case, in one run.
---
---     lua bench/run.lua [--quick]        `make bench` and `make bench-quick` build before
---
--- Environment, all optional:
---     MAPS     folder of MovingAI maps and scenarios; without it, maps generated from seeds
---     COSTS    file that lists scenarios with terrain costs; without it, MAPS/costs.txt
---     ONLY     names of maps, as in "arena2 brc202d"
---     CASES    of 8way 4way weighted unreachable edit small tile edits first scale fields range
---              movers update replanner, or single ones of a family, as in "fields-cut range-10"
---              (cases.lua)
---     PEERS    of core lua5.4 luajit yardstick libtcod pathfinding.js easystar.js rot.js
---              jumper-luajit jumper-lua5.4 plain-luajit plain-lua5.4
---     QUERIES  queries per map
---     PASSES   passes over the queries; the best time of each query counts
---     SECONDS  time after which a peer stops; slow peers stop after half of it
---     BUILD    the build folder; times, tables and a chart are written to its folder bench
---
--- Scenarios of one cost are the pairs NAME.map and NAME.map.scen of MAPS. Weighted scenarios are
--- the pairs NAME.txt (lines of digits: the cost of each tile, 0 is a wall) and NAME.scen, and
--- those of COSTS. That file has a line for each scenario: its name and that of its map, relative
--- to MAPS, and the cost of each letter. Letters without a cost are walls. Lines that begin with #
--- are comments.
---
---     hills.scen   hills.map   .=1 G=2 F=4 R=0.5
---
--- Method: each peer is a program of its own, reads the same files of maps and queries, and prints
--- the time and the cost of each query. report.lua compares the costs: an answer is correct when no
--- peer, and no known optimum, is cheaper.
local here = arg[0]:match("^.*[/\\]") or ""
package.path = here .. "?.lua;" .. package.path

local build = os.getenv("BUILD") or "build"
local bench = build .. "/bench"
local version = _VERSION == "Lua 5.1" and "lua5.1" or "lua5.4" -- also LuaJIT's _VERSION
package.cpath = ("%s/%s/?.so;%s/%s/?.so;%s")
  :format(build, version, bench, version, package.cpath)

local astar = require "astar"
local now = require "clock"
local cases = require "cases"
local maps = require "maps"
local report = require "report"
local markdown = require "markdown"
local chart = require "chart"

-- ------------------------------------------------------------------------- options

local is_quick = arg[1] == "--quick"

local function option(name, default)
  local value = os.getenv(name)
  return value and value:find("%S") and value or default
end

--- A function that returns whether a word is among those of an option, or the option is not set.
local function choice(name)
  local text, words = option(name), {}
  for word in (text or ""):gmatch("%S+") do words[word] = true end
  return function(word) return not text or words[word] or false end
end

local folder = option("MAPS")
local wants_map, wants_case, wants_peer = choice "ONLY", choice "CASES", choice "PEERS"

--- The effort: queries per map, passes, and seconds after which a peer stops. Peers that take
--- milliseconds per query run fewer of the same queries.
local effort = {
  queries = tonumber(option("QUERIES", is_quick and 60 or 200)),
  passes = tonumber(option("PASSES", is_quick and 3 or 5)),
  seconds = tonumber(option("SECONDS", is_quick and 0.5 or 1.5)),
}
local slow_effort = {
  queries = math.min(effort.queries, is_quick and 6 or 25),
  passes = math.min(effort.passes, is_quick and 2 or 3),
  seconds = effort.seconds / 2,
}

--- Queries on huge maps take up to seconds.
local long_effort = { queries = math.min(effort.queries, 60), passes = 2, seconds = 20 }

--- A worst time needs many queries.
local many_effort = { queries = 10 * effort.queries, passes = effort.passes,
  seconds = effort.seconds }

--- For whole fields, and for walks to the goal, a few queries are enough for a stable mean.
local few_effort = {
  queries = math.min(effort.queries, is_quick and 3 or 10),
  passes = slow_effort.passes,
  seconds = slow_effort.seconds,
}

local function effort_of(peer, case)
  if case.effort == "few" then return few_effort end
  if case.effort == "many" then return many_effort end
  if case.effort == "long" and not peer.is_slow then return long_effort end
  return peer.is_slow and case.effort ~= "all" and slow_effort or effort
end

--- Whether the option CASES selects a case, by its name or by its family's name.
local function wants(case)
  if not option("CASES") then return not (is_quick and case.is_extra) end
  return wants_case(case.id) or wants_case(case.id:match("^[^-]+"))
end

-- ---------------------------------------------------------------------------- shell

local function exists(path)
  local file = io.open(path)
  if file then file:close() end
  return file ~= nil
end

--- The lines that a command prints, in an array.
local function lines_of(command)
  local pipe, lines = io.popen(command), {}
  for line in pipe:lines() do lines[#lines + 1] = line end
  pipe:close()
  return lines
end

--- The first line that a command prints, or nil.
local function ask(command) return lines_of("{ " .. command .. "; } 2>/dev/null </dev/null")[1] end

local function quote(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

local function say(...)
  io.stderr:write(...)
  io.stderr:flush()
end

-- ---------------------------------------------------------------------------- peers

--- A peer that is a program with the arguments CASE MAP QUERIES PASSES SECONDS. It takes part in
--- the cases that name it. If a case names no peers, the program takes part unless it has a mark
--- `no_CASE`.
local function program(id, command, is_here, marks)
  local peer = { id = id, is_here = is_here }
  for key, value in pairs(marks) do peer[key] = value end
  function peer.run(case, files, share)
    return lines_of(("%s %s %s %s %d %g"):format(command, case.id, quote(files.map),
      quote(share.file), share.passes, share.seconds))
  end
  return peer
end

--- The programs of the yardstick for a case: our label, its command.
local yardsticks = {
  ["8way"] = { { "jps", "jump8 jps" }, { "jps, tile by tile", "jump8 jpsx" },
    { "jps pruned", "jump8 jpsp" }, { "a*", "astar8 castar2" } },
  ["4way"] = { { "jps", "jump4 jps" } },
  weighted = { { "jump", "weighted_jump" }, { "compact", "weighted_compact" } },
}
yardsticks.small = yardsticks["8way"]

--- The yardstick prints other lines: name, algorithm, line of the query, time, cost.
local function yardstick()
  local peer = { id = "yardstick" }
  peer.is_here = exists(build .. "/yardstick/jump8")
  function peer.run(case, files, share)
    local lines = {}
    for _, way in ipairs(yardsticks[case.id] or {}) do
      for _, line in ipairs(lines_of(("%s/yardstick/%s %s %s %d x %s 2>/dev/null"):format(build,
        way[2], quote(files.map), quote(share.file), share.passes, quote(files.costs)))) do
        local row, time, cost = line:match("^x,[^,]*,(%d+),([^,]*),([^,]*)")
        lines[#lines + 1] = ("%s,%s,yardstick %s,%d,%s,%s"):format(case.id, files.name,
          way[1], share.queries[row + 1].id, time, cost)
      end
    end
    return lines
  end
  return peer
end

local luajit, lua54 = ask("command -v luajit"), ask("command -v lua5.4")
local node = ask("command -v node")
local function has_package(name)
  return node and exists(bench .. "/node_modules/" .. name .. "/package.json")
end

--- Jumper cuts corners in 8-way, and has no terrain costs: it runs the cases 4way and 8way-corner.
local jumper_is_here = exists(bench .. "/rocks/share/lua/5.1/jumper/pathfinder.lua")
local jumper_marks = { is_slow = true, no_8way = true, no_weighted = true, no_edit = true,
  no_small = true, no_unreachable = true }

local peers = {
  program("core", bench .. "/native", true, {}),
  program("lua5.4", "lua5.4 " .. here .. "lua_api.lua",
    lua54 and exists(build .. "/lua5.4/astar.so"), {}),
  program("luajit", "luajit " .. here .. "lua_api.lua",
    luajit and exists(build .. "/lua5.1/astar.so"), {}),
  yardstick(),
  program("libtcod", bench .. "/libtcod", exists(bench .. "/libtcod"),
    { is_slow = true }),
  program("pathfinding.js", "node " .. here .. "pathfinding_js.mjs", has_package "pathfinding",
    { is_slow = true, no_weighted = true }),
  program("easystar.js", "node " .. here .. "easystar_js.mjs", has_package "easystarjs",
    { is_slow = true }),
  program("rot.js", "node " .. here .. "rot_js.mjs", has_package "rot-js",
    { is_slow = true, only_named = true }),
  program("jumper-luajit", "luajit " .. here .. "jumper.lua", luajit and jumper_is_here,
    jumper_marks),
  program("jumper-lua5.4", "lua5.4 " .. here .. "jumper.lua", lua54 and jumper_is_here,
    jumper_marks),
  program("plain-luajit", "luajit " .. here .. "plain.lua", luajit, { is_slow = true }),
  program("plain-lua5.4", "lua5.4 " .. here .. "plain.lua", lua54, { is_slow = true }),
}

local function serves(peer, case)
  if case.peers then
    return (" " .. case.peers .. " "):find(" " .. peer.id .. " ", 1, true) ~= nil
  end
  if peer.only_named then return false end
  if peer.id == "yardstick" then return yardsticks[case.id] ~= nil end
  return not peer["no_" .. case.id]
end

local function present_peers()
  local present = {}
  for _, peer in ipairs(peers) do
    if not wants_peer(peer.id) then
      peer.is_here = false
    elseif peer.is_here then
      present[#present + 1] = peer
    else
      say("not found, skipped: ", peer.id, "\n")
    end
  end
  return present
end

-- ----------------------------------------------------------------------------- maps

local quick_maps = { arena2 = 1, brc202d = 1, ["random512-10-0"] = 1 }

--- The scenarios of MAPS whose map is named `ending`, in an array of { name, map, scenario }.
local function pairs_of(ending, scenario_ending)
  local found = {}
  if not folder then return found end
  for _, path in ipairs(lines_of("ls " .. quote(folder) .. "/*" .. ending .. " 2>/dev/null")) do
    local name = path:match("([^/]*)%.%w+$")
    local scenario = ("%s/%s%s"):format(folder, name, scenario_ending)
    if exists(scenario) then
      found[#found + 1] = { name = name, map = path, scenario = scenario }
    end
  end
  return found
end

--- The scenarios that the file of costs lists, in the same form with `costs`.
local function listed_scenarios()
  local found, file = {}, option("COSTS", folder and folder .. "/costs.txt")
  if not file or not exists(file) then return found end
  for line in io.lines(file) do
    local scenario, map, costs = line:match("^%s*([^#%s]%S*)%s+(%S+)%s+(.-)%s*$")
    if scenario then
      found[#found + 1] = {
        name = scenario:match("([^/]*)%.scen$"), map = folder .. "/" .. map,
        scenario = folder .. "/" .. scenario, costs = maps.costs_from(costs),
      }
    end
  end
  return found
end

local function read_scenario(entry)
  local map = assert(maps.read(entry.map, entry.name, entry.costs), entry.map)
  map.scenario = maps.read_queries(entry.scenario)
  return map
end

--- The maps of a list of { make, name, ... } that the option ONLY selects.
local function seeded(list)
  local set = {}
  for _, entry in ipairs(list) do
    local make, name = entry[1], entry[2]
    if wants_map(name) then set[#set + 1] = maps[make](name, entry[3], entry[4]) end
  end
  return set
end

local sets, made = {}, {}

--- The maps of a set, created at the first call.
local function maps_of(name)
  made[name] = made[name] or sets[name]()
  return made[name]
end

function sets.uniform()
  local set, found = {}, pairs_of(".map", ".map.scen")
  for _, entry in ipairs(found) do
    local is_among = not is_quick or option("ONLY") or quick_maps[entry.name]
    if is_among and wants_map(entry.name) then set[#set + 1] = read_scenario(entry) end
  end
  return #found > 0 and set or seeded {
    { "caves", "caves-256", 256 }, { "noise", "noise10-512", 512, 10 },
    { "rooms", "rooms-512", 512, 16 }, { "maze", "maze-512", 512, 7 },
    not is_quick and { "caves", "caves-1024", 1024 } or nil,
    not is_quick and { "noise", "noise30-512", 512, 30 } or nil,
  }
end

--- Weighted maps whose costs are whole numbers, since libtcod's fields count in hundredths.
function sets.whole_costs()
  return seeded {
    { "rough", "rough-512", 512 }, not is_quick and { "swamp", "swamp-512", 512 } or nil,
  }
end

function sets.weighted()
  if is_quick and not option("ONLY") then return seeded { { "hills", "uplands-512", 512 } } end
  local set = seeded {
    { "hills", "uplands-512", 512 }, { "country", "country-512", 512 },
    { "speckle", "speckle-256", 256 },
  }
  for _, map in ipairs(maps_of("whole_costs")) do set[#set + 1] = map end
  for _, list in ipairs { pairs_of(".txt", ".scen"), listed_scenarios() } do
    for _, entry in ipairs(list) do
      if wants_map(entry.name) then set[#set + 1] = read_scenario(entry) end
    end
  end
  return set
end

function sets.small()
  return seeded {
    { "arena", "arena-49", 49 }, { "caves", "caves-32", 32 }, { "open", "open-20", 20 },
    not is_quick and { "noise", "noise20-32", 32, 20 } or nil,
  }
end

--- Maps of one cost and of several costs, in two sizes.
function sets.sizes()
  return seeded {
    { "caves", "caves-512", 512 }, { "caves", "caves-1024", 1024 },
    { "swamp", "swamp-512", 512 }, { "swamp", "swamp-1024", 1024 },
    { "rough", "rough-512", 512 }, { "rough", "rough-1024", 1024 },
  }
end

--- Copies of one map side by side, up to 8192 x 8192 tiles. Only C has room for the largest.
function sets.scale_weighted()
  local set, map = {}, maps.swamp("swamp-512", 512)
  for _, copies in ipairs { 1, 2, 4, 8, 16 } do
    local name = "swamp-" .. 512 * copies
    if wants_map(name) then
      set[#set + 1] = maps.tiled(name, map, copies)
      set[#set].is_huge = copies > 4
    end
  end
  return set
end

function sets.scale()
  local set = sets.scale_weighted()
  for i, map in ipairs(set) do
    set[i] = maps.with_one_cost(map)
  end
  return set
end

function sets.all()
  local set = {}
  for _, name in ipairs { "uniform", "whole_costs" } do
    for _, map in ipairs(maps_of(name)) do set[#set + 1] = map end
  end
  return set
end

-- -------------------------------------------------------------------------- queries

local function find(map, q)
  return map.grid:find_path(q.x1 + 1, q.y1 + 1, q.x2 + 1, q.y2 + 1, map.rules)
end

local function is_reachable(map, q)
  return map.grid:is_reachable(q.x1 + 1, q.y1 + 1, q.x2 + 1, q.y2 + 1, map.rules)
end

--- For each kind of queries a function that returns the map to use and the queries on it.
local makers = {}

function makers.plain(map)
  if map.scenario then return map, maps.sample(map.scenario, effort.queries) end
  return map, maps.random_queries(map, effort.queries, function(q)
    return select(2, find(map, q))
  end)
end

function makers.unreachable(map) return maps.with_unreachable(map, effort.queries) end

function makers.edit(map)
  local function path_of(q)
    local flat = find(map, q):flat()
    for i = 1, #flat do flat[i] = flat[i] - 1 end
    return flat
  end
  local function stays_reachable(q, x, y)
    map.grid:block(x + 1, y + 1)
    local is = is_reachable(map, q)
    map.grid:block(x + 1, y + 1, false)
    return is
  end
  return map, maps.edit_queries(map.asked.plain.queries, path_of, stays_reachable)
end

--- The longer half of the plain queries.
function makers.trips(map)
  local all, longer = map.asked.plain.queries, {}
  for i = math.ceil(#all / 2), #all do longer[#longer + 1] = all[i] end
  return map, longer
end

function makers.scale(map)
  return map, maps.reachable_queries(map, long_effort.queries, function(q)
    return is_reachable(map, q)
  end)
end

function makers.scatter(map)
  local all = map.asked.plain.queries
  return map, maps.scattered_edits(map, all[math.ceil(#all / 2)], many_effort.queries / 2)
end

--- The kinds of queries that are made from the plain ones.
local needs_plain = { edit = true, trips = true, scatter = true }

--- The queries of a kind on a map: { map, queries, folder }.
local function asked_of(map, kind)
  map.grid = map.grid or astar.grid(map.rows)
  map.rules = map.rules or astar.rules { cost = map.costs }
  map.asked = map.asked or {}
  if needs_plain[kind] then asked_of(map, "plain") end
  if not map.asked[kind] then
    local asked = { folder = bench .. "/work/" .. kind }
    asked.map, asked.queries = makers[kind](map)
    map.asked[kind] = asked
  end
  return map.asked[kind]
end

--- Writes the queries for peers of this effort.
local function share_of(asked, amount)
  local share = { passes = amount.passes, seconds = amount.seconds, queries = asked.queries }
  if amount.queries < #asked.queries then
    share.queries = maps.thin(asked.queries, amount.queries)
  end
  share.file = ("%s/%s.%d.scen"):format(asked.folder, asked.map.name, amount.queries)
  maps.write_queries(asked.map, share.queries, share.file)
  return share
end

-- ------------------------------------------------------------------------------ runs

--- Runs the peers on one map. Returns the block of their results.
local function run_map(case, asked, present)
  local name = asked.map.name
  local files = { name = name, map = ("%s/%s.map"):format(asked.folder, name),
    costs = maps.costs_text(asked.map):gsub(" ", ",") }
  local block = report.new_block(case, name, asked.queries)
  os.execute("mkdir -p " .. quote(asked.folder))
  maps.write(asked.map, files.map)
  for _, peer in ipairs(present) do
    if serves(peer, case) and (peer.id == "core" or not asked.map.is_huge) then
      say(" ", peer.id)
      for _, line in ipairs(peer.run(case, files, share_of(asked, effort_of(peer, case)))) do
        report.add(block, line)
      end
    end
  end
  if asked.map.is_huge then os.remove(files.map) end
  return block
end

local function run_case(case, set, present, blocks)
  for _, map in ipairs(set) do
    local start = now()
    say(("%-12s %-16s"):format(case.id, map.name))
    local asked = asked_of(map, case.queries)
    if map.is_huge then map.grid = nil end
    if #asked.queries > 0 then blocks[#blocks + 1] = run_map(case, asked, present) end
    say(("  %.1f s\n"):format((now() - start) * 1e-6))
  end
end

--- Runs a case that is a program of its own, if the program is built. Lines that do not begin with
--- the name of the case are for human readers.
local function run_program(case, blocks)
  if not exists(bench .. "/" .. case.program:match("%S+")) then return end
  say(case.id, "\n")
  for _, line in ipairs(lines_of(bench .. "/" .. case.program)) do
    local id, name, mean, most_of, worst =
      line:match("^([^,]*),(.*),([%d.]+),([%d.]+),([%d.]+)$")
    if id == case.id then
      name = name:gsub(",", "")
      local block = report.new_block(case, name, {})
      for _, figure in ipairs { { "mean", mean }, { "99.9 %", most_of }, { "worst", worst } } do
        report.add(block, ("%s,%s,core,%s,%s,0"):format(id, name, figure[1], figure[2]))
      end
      blocks[#blocks + 1] = block
    end
  end
end

-- --------------------------------------------------------------------------- machine

--- The load of the machine before the benchmark: how many processes used a core; or nil.
local function load_average() return tonumber((ask("cat /proc/loadavg") or ""):match("^%S+")) end

local function package_version(name)
  local path = bench .. "/node_modules/" .. name .. "/package.json"
  return exists(path) and io.open(path):read("*a"):match('"version"%s*:%s*"([^"]*)"')
end

--- The machine, the compiler and the versions of the peers, as lines of text.
local function machine(load)
  local cpu = ask("sed -n 's/^model name[^:]*: //p' /proc/cpuinfo")
    or ask("sysctl -n machdep.cpu.brand_string") or "unknown"
  local cores = ask("getconf _NPROCESSORS_ONLN") or "?"
  local peer_versions = {}
  local function add(name, text)
    if text then peer_versions[#peer_versions + 1] = name .. text end
  end
  add("libtcod ", ask("pkg-config --modversion libtcod"))
  add("PathFinding.js ", package_version("pathfinding"))
  add("EasyStar.js ", package_version("easystarjs"))
  add("rot.js ", package_version("rot-js"))
  add("Jumper ", ask("ls " .. quote(bench) .. "/rocks/lib/luarocks/rocks-5.1/jumper"))
  add("Node ", node and ask("node --version"))
  add("", luajit and ask("luajit -v"):match("^LuaJIT %S+"))
  add("", lua54 and ask("lua5.4 -v"):match("^Lua %S+"))
  local cc = option("CC", "cc")
  local compiler = ask(cc .. " -v 2>&1 | sed -n 's/ *$//; / version [0-9]/p'") or cc
  return {
    ("%s, %s cores, one in use%s; %s"):format(cpu, cores,
      load and (", load %.1f before the run"):format(load) or "", os.date("%Y-%m-%d")),
    compiler .. ", " .. option("CFLAGS", "-O2"),
    table.concat(peer_versions, ", "),
  }
end

-- ------------------------------------------------------------------------------ main

local start, load = now(), load_average()
if load and load > 0.7 then
  say(("the machine is busy (load %.1f): the times of slow peers are too high, because they run ")
    :format(load), "fewer passes\n")
end
local present, blocks = present_peers(), {}
for _, case in ipairs(cases) do
  if wants(case) and case.program then
    run_program(case, blocks)
  elseif wants(case) then
    run_case(case, maps_of(case.set), present, blocks)
  end
end
local about = machine(load)
about[#about + 1] = ("%d queries per map, slow peers %d of them, fields and movers %d; "
  .. "best of %d passes, for slow peers %d"):format(effort.queries, slow_effort.queries,
  few_effort.queries, effort.passes, slow_effort.passes)

report.judge(blocks)
report.print(cases, blocks, about)
report.write(bench, cases, blocks, about)
markdown.write(bench .. "/performance.md", cases, blocks, about)
chart.write(bench .. "/chart.svg", report.chart_panels(cases, blocks), about)
print(("\n%s/results.csv, summary.csv, performance.md, chart.svg; %.0f s in all")
  :format(bench, (now() - start) * 1e-6))
os.exit(report.has_faults(blocks) and 1 or 0)
