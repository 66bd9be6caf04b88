--- Evaluates the times of the benchmark: which answers are correct, means and medians, ratios.
---
--- A block holds the results of one case on one map: `times[peer][id]` in microseconds and
--- `costs[peer][id]` for each query, `other[peer][what]` for all other measurements.
---
--- A name like "lua5.4 rebuilt" is a second method of our library for the same task. It is compared
--- like a peer, but with "lua5.4" alone.
local report = {}

local NO_PATH, ILLEGAL = -1, -2
local OURS = { "core", "lua5.4", "luajit" } -- peers are compared with each of these
local is_ours = { core = true, ["lua5.4"] = true, luajit = true, ["lua5.4 flat"] = true,
  ["luajit flat"] = true, ["lua5.4 each"] = true, ["luajit each"] = true }
local other_way_of = { ["lua5.4 searches"] = "lua5.4", ["lua5.4 rebuilt"] = "lua5.4" }

function report.new_block(case, map, queries)
  local block = { case = case, map = map, optimum = {}, queries = #queries,
    peers = {}, times = {}, costs = {}, other = {}, lines = {} }
  for _, q in ipairs(queries) do block.optimum[q.id] = case.is_known and q.cost or false end
  return block
end

--- Adds a printed line: case, map, peer, number of the query or name of a measurement, value, cost.
function report.add(block, line)
  local peer, what, value, cost = line:match("^[^,]*,[^,]*,([^,]*),(.*),([^,]*),([^,]*)$")
  if not peer or not tonumber(value) then return end
  if not block.times[peer] then
    block.peers[#block.peers + 1] = peer
    block.times[peer], block.costs[peer], block.other[peer] = {}, {}, {}
  end
  local id = tonumber(what)
  if id then
    block.times[peer][id], block.costs[peer][id] = tonumber(value), tonumber(cost)
  else
    block.other[peer][what] = tonumber(value)
  end
  block.lines[#block.lines + 1] = line
end

-- ------------------------------------------------------------------------- checking

--- Optima in scenario files are rounded; sums are not.
local function is_same(block, a, b)
  local tolerance = block.case.is_sum and 1e-6 or 2e-5
  return math.abs(a - b) <= tolerance * math.abs(b) + 1e-5
end

--- The known optimum of a query, otherwise the cheapest answer of any peer.
local function optimum_of(block, id)
  local best = block.optimum[id]
  for _, peer in ipairs(block.peers) do
    local cost = block.costs[peer][id]
    if cost and cost >= 0 and (not best or cost < best and not is_same(block, cost, best)) then
      best = cost
    end
  end
  return best or NO_PATH
end

local function judge(block)
  block.right, block.longer, block.illegal, block.faults = {}, {}, {}, {}
  for id in pairs(block.optimum) do
    local known, best = block.optimum[id], optimum_of(block, id)
    if known and best < known then
      block.faults[#block.faults + 1] = ("query %d: cheaper than the known optimum"):format(id)
    end
    block.optimum[id] = best
  end
  for _, peer in ipairs(block.peers) do
    local right, longer, illegal = {}, 1, 0
    for id, cost in pairs(block.costs[peer]) do
      local best = block.optimum[id]
      right[id] = is_same(block, cost, best)
      if cost == ILLEGAL then illegal = illegal + 1 end
      if cost > 0 and best > 0 then longer = math.max(longer, cost / best) end
      if (is_ours[peer] or block.case.is_sum) and not right[id] then
        block.faults[#block.faults + 1] =
          ("query %d: the cost of %s is %.9g, the best is %.9g"):format(id, peer, cost, best)
      end
    end
    block.right[peer], block.longer[peer], block.illegal[peer] = right, longer, illegal
  end
end

--- Decides which answers are correct. Call it once, after all results were added.
function report.judge(blocks)
  for _, block in ipairs(blocks) do judge(block) end
end

--- Whether one of our own answers is wrong.
function report.has_faults(blocks)
  for _, block in ipairs(blocks) do
    if #block.faults > 0 then return true end
  end
  return false
end

-- ----------------------------------------------------------------------- statistics

local function mean(list)
  local sum = 0
  for _, value in ipairs(list) do sum = sum + value end
  return #list > 0 and sum / #list or nil
end

local function median(list)
  table.sort(list)
  local n = #list
  return n > 0 and (list[math.floor((n + 1) / 2)] + list[math.floor(n / 2) + 1]) / 2 or nil
end

local function maximum(list)
  local greatest
  for _, value in ipairs(list) do greatest = math.max(greatest or value, value) end
  return greatest
end

local function geometric_mean(list)
  local sum = 0
  for _, value in ipairs(list) do sum = sum + math.log(value) end
  return #list > 0 and math.exp(sum / #list) or nil
end

local function times_of(block, peer)
  local list = {}
  for _, time in pairs(block.times[peer] or {}) do list[#list + 1] = time end
  return list
end

--- The number of a peer's correct answers, and of all its answers.
local function score(block, peer)
  local right, all = 0, 0
  for _, is_right in pairs(block.right[peer] or {}) do
    all = all + 1
    if is_right then right = right + 1 end
  end
  return right, all
end

--- The mean time of a peer divided by that of `base`, on the queries that both ran and the peer
--- answered correctly (with `any`: in any way). nil if there is no such query. The second result is
--- whether the ratio counts: at least half of the peer's answers are correct.
local function ratio(block, peer, base, any)
  local times, base_times = block.times[peer], block.times[base]
  if not times or not base_times then return nil, false end
  local sum, base_sum = 0, 0
  for id, time in pairs(times) do
    if base_times[id] and (any or block.right[peer][id]) then
      sum, base_sum = sum + time, base_sum + base_times[id]
    end
  end
  local right, all = score(block, peer)
  local counts = right > 0 and 2 * right >= all
  return base_sum > 0 and sum / base_sum or nil, counts
end

--- The blocks of a case.
function report.blocks_of(blocks, case)
  local found = {}
  for _, block in ipairs(blocks) do
    if block.case == case then found[#found + 1] = block end
  end
  return found
end

--- The peers of some blocks in the order in which they ran.
local function peers_of(blocks)
  local list, seen = {}, {}
  for _, block in ipairs(blocks) do
    for _, peer in ipairs(block.peers) do
      if not seen[peer] then list[#list + 1] = peer end
      seen[peer] = true
    end
  end
  return list
end

--- A peer compared with `base` over maps: geometric mean, minimum and maximum of the ratios with
--- their maps, number of maps. `counted` is false if fewer than half of its answers are correct.
local function summary(blocks, peer, base)
  local s = { counted = true, ratios = {}, right = 0, all = 0, longer = 1, illegal = 0 }
  local any = {}
  for _, block in ipairs(blocks) do
    local value, counts = ratio(block, peer, base)
    local right, all = score(block, peer)
    s.right, s.all = s.right + right, s.all + all
    s.longer = math.max(s.longer, block.longer[peer] or 1)
    s.illegal = s.illegal + (block.illegal[peer] or 0)
    any[#any + 1] = ratio(block, peer, base, true)
    if value and counts then
      s.ratios[#s.ratios + 1] = value
      if not s.least or value < s.least then s.least, s.least_map = value, block.map end
      if not s.most or value > s.most then s.most, s.most_map = value, block.map end
    end
  end
  s.mean, s.maps = geometric_mean(s.ratios), #s.ratios
  if s.maps == 0 or 2 * s.right < s.all then
    s.counted, s.mean, s.maps = false, geometric_mean(any), #any
  end
  return s
end

--- The summary of the fastest of several peers.
function report.fastest(blocks, names, base)
  local best
  for _, name in ipairs(names) do
    local s = summary(blocks, name, base)
    if s.mean and (not best or s.mean < best.mean) then best = s end
  end
  return best or {}
end

-- --------------------------------------------------------------------------- tables

--- A number with three significant digits and a comma between thousands.
local function number(value)
  if not value then return "-" end
  local text
  if value >= 99.95 then
    text = ("%.0f"):format(value)
    while text:find("%d%d%d%d") do text = text:gsub("(%d)(%d%d%d)%f[^%d]", "%1,%2", 1) end
  else
    text = (value >= 9.995 and "%.1f" or value >= 0.0995 and "%.2f" or "%.3f"):format(value)
  end
  return text
end
report.number = number

--- Prints rows of words as columns: the first aligned left, the others aligned right.
local function print_table(rows)
  local widths = {}
  for _, row in ipairs(rows) do
    for i, word in ipairs(row) do widths[i] = math.max(widths[i] or 0, #word) end
  end
  for _, row in ipairs(rows) do
    local line = {}
    for i, word in ipairs(row) do
      local gap = (" "):rep(widths[i] - #word)
      line[i] = i == 1 and word .. gap or gap .. word
    end
    print("  " .. (table.concat(line, "  "):gsub("%s+$", "")))
  end
end

local function title(text) print("\n" .. text .. "\n" .. ("-"):rep(#text)) end

--- Column heads for peers with long names.
local short = {
  ["lua5.4"] = "Lua 5.4", ["lua5.4 flat"] = "flat", luajit = "LuaJIT", ["luajit flat"] = "flat",
  ["yardstick jps"] = "Y jps", ["yardstick jps, tile by tile"] = "Y tiles",
  ["yardstick jps pruned"] = "Y pruned", ["yardstick a*"] = "Y a*",
  ["yardstick jump"] = "Y jump", ["yardstick compact"] = "Y compact",
  ["pathfinding.js jps"] = "PF.js jps", ["pathfinding.js a*"] = "PF.js a*",
  ["jumper luajit jps"] = "Jumper JIT jps", ["jumper luajit a*"] = "Jumper JIT a*",
  ["jumper lua5.4 jps"] = "Jumper 5.4 jps", ["jumper lua5.4 a*"] = "Jumper 5.4 a*",
  ["easystar.js"] = "EasyStar", ["plain luajit"] = "plain JIT", ["plain lua5.4"] = "plain 5.4",
  ["lua5.4 each"] = "each", ["luajit each"] = "each", ["lua5.4 searches"] = "searches",
  ["lua5.4 rebuilt"] = "rebuilt",
}

--- The mean time of a peer, extrapolated to all queries of the map. Times that differ much for one
--- method and little for the other are not.
local function full_mean(block, peer)
  local base = other_way_of[peer] or "core"
  local times, base_times = times_of(block, peer), times_of(block, base)
  if #times >= #base_times or block.case.form == "worst" then return mean(times) end
  return mean(base_times) * (ratio(block, peer, base, true) or 0 / 0)
end

local ARITHMETIC, GEOMETRIC = { "mean", mean }, { "geometric mean", geometric_mean }

--- Prints figures by map, and with `average` their means. `columns` are { head, value(block) }; a
--- value may be nil.
local function print_columns(corner, columns, blocks, average)
  local head, means = { corner }, { average and average[1] }
  local rows, lists = { head }, {}
  for i, column in ipairs(columns) do head[i + 1], lists[i] = column[1], {} end
  for _, block in ipairs(blocks) do
    local row = { block.map }
    for i, column in ipairs(columns) do
      local value = column[2](block)
      lists[i][#lists[i] + 1] = value
      row[i + 1] = number(value)
    end
    rows[#rows + 1] = row
  end
  for i, list in ipairs(average and lists or {}) do
    means[i + 1] = #list == #blocks and number(average[2](list)) or "-"
  end
  if average and #blocks > 1 then rows[#rows + 1] = means end
  print_table(rows)
end

report.mean_time = full_mean

--- The longest time of a peer on a map, or nil.
function report.worst_time(block, peer) return maximum(times_of(block, peer)) end

--- Prints the mean times by map, for the core also the median, or with `has_worst` for each peer
--- the longest.
local function print_means(blocks, average, has_worst)
  local columns = {}
  for _, peer in ipairs(peers_of(blocks)) do
    columns[#columns + 1] = { short[peer] or peer, function(block)
      return block.times[peer] and full_mean(block, peer)
    end }
    if has_worst then
      columns[#columns + 1] = { "worst", function(block)
        return report.worst_time(block, peer)
      end }
    elseif peer == "core" then
      columns[#columns + 1] = { "median", function(block)
        return median(times_of(block, peer))
      end }
    end
  end
  print_columns("mean us", columns, blocks, average)
end

--- Prints measurements other than queries: `names` are { head, peer, name of the measurement }.
local function print_others(corner, names, blocks, average)
  local columns = {}
  for i, name in ipairs(names) do
    columns[i] = { name[1], function(block) return (block.other[name[2]] or {})[name[3]] end }
  end
  print_columns(corner, columns, blocks, average)
end

local function ratio_words(s)
  if not s.mean then return "-" end
  if not s.counted then return ("[%s]"):format(number(s.mean)) end
  return ("%s (%s)"):format(number(s.mean), number(s.least))
end

--- The share of correct answers, and how much longer the others are.
local function right_words(s)
  if s.right == s.all then return "all" end
  local words = ("%.0f %%, others up to +%.1f %%")
    :format(math.floor(100 * s.right / s.all), 100 * (s.longer - 1))
  return s.illegal == 0 and words or ("%s, %d illegal"):format(words, s.illegal)
end

local function print_ratios(blocks)
  local rows = {
    { "time ratio to", "the core", "Lua 5.4", "LuaJIT", "minimum on", "maps", "correct" },
  }
  for _, peer in ipairs(peers_of(blocks)) do
    if not is_ours[peer] then
      local only = other_way_of[peer]
      local s = summary(blocks, peer, only or "core")
      local row = { peer }
      for _, base in ipairs(OURS) do
        row[#row + 1] = (not only or only == base)
          and ratio_words(summary(blocks, peer, base)) or "-"
      end
      row[#row + 1] = s.counted and s.least_map or "-"
      row[#row + 1] = tostring(s.maps)
      row[#row + 1] = right_words(s)
      rows[#rows + 1] = row
    end
  end
  if #rows > 1 then
    print()
    print_table(rows)
  end
end

--- Prints the time per reached tile of fields.
local function print_tile_times(blocks)
  local peers, columns = peers_of(blocks), {}
  if not peers[1] or not (blocks[1].other[peers[1]] or {}).tiles then return end
  for _, peer in ipairs(peers) do
    columns[#columns + 1] = { short[peer] or peer, function(block)
      local tiles = (block.other[peer] or {}).tiles
      return tiles and 1000 * mean(times_of(block, peer)) / tiles
    end }
  end
  columns[#columns + 1] = { "tiles", function(block) return (block.other.core or {}).tiles end }
  print()
  print_columns("ns per reached tile", columns, blocks, GEOMETRIC)
end

--- Prints the time that calls from Lua add, from whole passes without a clock inside.
local function print_calls(blocks)
  local rows = { { "from Lua, with garbage collection", "added us (median)", "ratio (geomean)" } }
  for _, peer in ipairs(peers_of(blocks)) do
    local more, ratios = {}, {}
    for _, block in ipairs(blocks) do
      local a = (block.other.core or {}).pass
      local b = (block.other[peer] or {}).pass
      if a and b and peer ~= "core" then
        more[#more + 1], ratios[#ratios + 1] = b - a, b / a
      end
    end
    if #more > 0 then
      rows[#rows + 1] = { peer, ("%.2f"):format(median(more)), number(geometric_mean(ratios)) }
    end
  end
  if #rows > 1 then
    print()
    print_table(rows)
  end
end

--- The measurements of the case "tile", one column each.
local tile_columns = {
  { "edit", "core", "edit" }, { "3 rules", "core", "edit, 3 rules in use" },
  { "Lua 5.4", "lua5.4", "edit" }, { "LuaJIT", "luajit", "edit" },
  { "short", "core", "short query" }, { "edit+short", "core", "edit + short query" },
  { "16 edits", "core", "edit + short query after 16" },
  { "reach", "core", "is_reachable" }, { "edit+reach", "core", "edit + is_reachable" },
  { "1st query", "core", "first query" }, { "2nd", "core", "second query" },
  { "grid", "core", "bytes per tile: grid" }, { "rules", "core", "bytes per tile: rules" },
  { "search", "core", "bytes per tile: search" },
}

--- How a case is printed, by its field `form`.
local forms = {}

function forms.tiles(blocks)
  print_others("us; bytes", tile_columns, blocks, ARITHMETIC)
  print([[
  edit: one tile becomes a wall or free, without a query. An edit postpones work to the next query,
  so its full time is in the columns with a query. 3 rules: with three rules in use.
  short: a query to an adjacent tile. reach: is_reachable. edit+: after each edit.
  16 edits: time per edit if a short query follows every 16th edit.
  1st query: on a fresh grid; it builds the derived data. grid, rules, search: bytes per tile of
  the grid, of the derived data of one rules, of the scratch memory of searches.]])
end

--- The mean, 99.9 % and worst times that a program measured.
function forms.figures(blocks)
  print_others("us", { { "mean", "core", "mean" }, { "99.9 %", "core", "99.9 %" },
    { "worst", "core", "worst" } }, blocks)
end

function forms.worst(blocks)
  print_means(blocks, nil, true)
  print_ratios(blocks)
end

--- Small maps: the time of a query in passes without a clock inside, too.
function forms.passes(blocks)
  forms.means(blocks)
  print()
  print_others("us, with garbage collection", { { "core", "core", "pass" },
    { "Lua 5.4", "lua5.4", "pass" }, { "flat", "lua5.4 flat", "pass" },
    { "LuaJIT", "luajit", "pass" }, { "flat", "luajit flat", "pass" } }, blocks)
end

function forms.scale(blocks)
  print_means(blocks)
  print()
  print_columns("core", {
    { "queries", function(block) return #times_of(block, "core") end },
    { "expanded", function(block) return (block.other.core or {}).expanded end },
    { "ns per expansion", function(block)
      local expanded = (block.other.core or {}).expanded
      return expanded and 1000 * mean(times_of(block, "core")) / expanded
    end },
  }, blocks)
  print_ratios(blocks)
end

function forms.means(blocks)
  print_means(blocks, GEOMETRIC)
  print_ratios(blocks)
  print_calls(blocks)
  print_tile_times(blocks)
end

function report.print(cases, blocks, about)
  print()
  for _, line in ipairs(about) do print(line) end
  for _, case in ipairs(cases) do
    local some = report.blocks_of(blocks, case)
    if #some > 0 then
      title(case.title)
      forms[case.form or "means"](some)
    end
  end
  print([[

Means: of the best time of each query. If a peer ran fewer queries, its mean is the core's mean
multiplied by the ratio on those queries. Ratios: geometric mean over the maps (minimum in
parentheses), on queries that the peer answered correctly. [In brackets]: most of the peer's
answers are wrong, so the ratio does not count.
Y: the yardstick. Its jps returns turning points only, "tiles" returns each tile. libtcod gets a
cost function that forbids cutting corners, because its own map class cuts them; cases that cut
corners use that class. Its heuristic assumes that a tile costs at least 1: where roads cost less,
its paths are often not the cheapest. The reset of PathFinding.js's grid, and freeing a blocked
tile, are outside the timing. Fields: a diagonal step costs 1.41, as in libtcod; "each": every tile
is read, too. "searches", "rebuilt": find_path or distance_field instead, on the same map.
Replanner: the mean over the answers on a walk; before each answer one tile is blocked and another
one is freed.]])
  for _, block in ipairs(blocks) do
    for i = 1, math.min(#block.faults, 5) do
      print(("FAULT %s %s: %s"):format(block.case.id, block.map, block.faults[i]))
    end
  end
end

-- ---------------------------------------------------------------------------- files

local function write_results(path, blocks)
  local file = assert(io.open(path, "w"))
  file:write("case,map,peer,query,microseconds,cost\n")
  for _, block in ipairs(blocks) do
    for _, line in ipairs(block.lines) do
      local head, what, tail = line:match("^([^,]*,[^,]*,[^,]*,)(.*)(,[^,]*,[^,]*)$")
      file:write(head, what:find(",") and '"' .. what .. '"' or what, tail, "\n")
    end
  end
  file:close()
end

--- Whether the case consists of queries, not of other measurements.
local function has_queries(case) return case.form ~= "tiles" and case.form ~= "figures" end

local function field(value) return value and ("%.6g"):format(value) or "" end

local function write_summary(path, cases, blocks, about)
  local file = assert(io.open(path, "w"))
  for _, line in ipairs(about) do file:write("# ", line, "\n") end
  file:write("case,map,peer,queries,right,mean,median,pass,over_core,over_lua5.4,over_luajit\n")
  for _, block in ipairs(blocks) do
    for _, peer in ipairs(has_queries(block.case) and block.peers or {}) do
      local right, all = score(block, peer)
      local times = times_of(block, peer)
      local row = { block.case.id, block.map, peer, all, right, field(mean(times)),
        field(median(times)), field(block.other[peer].pass) }
      for _, base in ipairs(OURS) do row[#row + 1] = field((ratio(block, peer, base))) end
      file:write(table.concat(row, ","), "\n")
    end
  end
  for _, case in ipairs(cases) do
    local some = report.blocks_of(blocks, case)
    for _, peer in ipairs(has_queries(case) and peers_of(some) or {}) do
      local s = summary(some, peer, other_way_of[peer] or "core")
      local row = { case.id, s.counted and "geometric mean" or "not counted", peer, s.all,
        s.right, "", "", "" }
      for _, base in ipairs(OURS) do row[#row + 1] = field(summary(some, peer, base).mean) end
      file:write(table.concat(row, ","), "\n")
    end
  end
  file:close()
end

--- Writes results.csv, every line that a peer printed, and summary.csv.
function report.write(folder, cases, blocks, about)
  write_results(folder .. "/results.csv", blocks)
  write_summary(folder .. "/summary.csv", cases, blocks, about)
end

-- ---------------------------------------------------------------------------- chart

local chart_names = {
  { "core", "astar, from C" }, { "lua5.4", "astar, from Lua 5.4" },
  { "luajit", "astar, from LuaJIT" }, { "libtcod", "libtcod (C)" },
  { "pathfinding.js", "PathFinding.js" }, { "easystar.js", "EasyStar.js" },
  { "rot.js", "rot.js" },
  { "jumper luajit", "Jumper, LuaJIT" }, { "jumper lua5.4", "Jumper, Lua 5.4" },
  { "plain luajit", "A* in Lua, LuaJIT" }, { "plain lua5.4", "A* in Lua 5.4" },
}

--- One panel per case with bars for the time of a query. A bar is the core's geometric mean of the
--- means by map, multiplied by the ratio to the core, so that all bars stand for the same queries.
function report.chart_panels(cases, blocks)
  local panels = {}
  for _, case in ipairs(cases) do
    local some = report.blocks_of(blocks, case)
    local means = {}
    for _, block in ipairs(some) do means[#means + 1] = mean(times_of(block, "core")) end
    local core, bars = geometric_mean(means), {}
    for _, entry in ipairs(core and has_queries(case) and chart_names or {}) do
      local names = { entry[1], entry[1] .. " jps", entry[1] .. " a*" }
      local s = report.fastest(some, names, "core")
      if s.mean then
        bars[#bars + 1] = { name = entry[2], value = core * s.mean, times = s.mean,
          ours = is_ours[entry[1]], counted = s.counted }
      end
    end
    if #bars > 0 then
      panels[#panels + 1] = { title = case.title, maps = #some, bars = bars }
    end
  end
  return panels
end

return report
