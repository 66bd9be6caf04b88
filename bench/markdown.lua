--- Writes the results of the benchmark as the tables of docs/performance.md, in their order.
---
--- A figure is the time of the other library divided by our time from Lua 5.4 (in the column of
--- LuaJIT: from LuaJIT), or a time in microseconds.
local report = require "report"

local markdown = {}

local number = report.number

--- A cell for a time, in a readable unit.
local function time_cell(us)
  if not us then return "-" end
  return us < 1000 and number(us) .. " us" or number(us / 1000) .. " ms"
end

--- Columns of the tables of ratios: the head, the peers (the fastest counts), what they are
--- compared with.
local peers = {
  { "libtcod", { "libtcod" }, "lua5.4" },
  { "PathFinding.js", { "pathfinding.js jps", "pathfinding.js a*" }, "lua5.4" },
  { "EasyStar.js", { "easystar.js" }, "lua5.4" },
  { "plain Lua A*, LuaJIT", { "plain luajit" }, "luajit" },
  { "plain Lua A*, Lua 5.4", { "plain lua5.4" }, "lua5.4" },
}

--- The geometric mean of a peer's ratios, with the smallest one in brackets; a dash when most of
--- its answers are not the cheapest path.
local function ratio_cell(blocks, peer)
  local s = report.fastest(blocks, peer[2], peer[3])
  if not s.mean or not s.counted then return "-" end
  if #blocks == 1 then return number(s.mean) end
  return ("%s (%s)"):format(number(s.mean), number(s.least))
end

--- A table as lines: `head` and `rows` are arrays of cells.
local function lines_of(head, rows)
  local lines = {}
  local function add(row)
    lines[#lines + 1] = ("| %s |"):format(table.concat(row, " | ")):gsub("|  |", "| |")
  end
  add(head)
  lines[2] = ("| --- "):rep(#head) .. "|"
  for _, row in ipairs(rows) do add(row) end
  return lines
end

--- The ratios of each case in which peers find paths.
local function ratio_table(find)
  local names = {
    { "8way", "8-way" }, { "4way", "4-way" }, { "weighted", "terrain costs" },
    { "edit", "block a tile and search" }, { "small", "small maps" },
    { "unreachable", "unreachable goal" },
  }
  local head, rows = { "" }, {}
  for i, peer in ipairs(peers) do head[i + 1] = peer[1] end
  for _, name in ipairs(names) do
    local blocks = find(name[1])
    local row = { ("%s (%d maps)"):format(name[2], #blocks) }
    for i, peer in ipairs(peers) do row[i + 1] = ratio_cell(blocks, peer) end
    if #blocks > 0 then rows[#rows + 1] = row end
  end
  return head, rows
end

--- Each weighted map: our time, and the ratios to the peers that find its cheapest paths.
local function terrain_table(find)
  local head, rows, blocks = { "map", "astar, Lua 5.4" }, {}, find "weighted"
  for i, block in ipairs(blocks) do
    rows[i] = { block.map, time_cell(report.mean_time(block, "lua5.4")) }
  end
  for _, peer in ipairs(peers) do
    if ratio_cell(blocks, peer) ~= "-" then
      head[#head + 1] = peer[1]
      for i, block in ipairs(blocks) do rows[i][#head] = ratio_cell({ block }, peer) end
    end
  end
  return head, rows
end

local function scale_table(find)
  local head = { "tiles", "one cost", "nodes expanded", "costs 1 to 3", "nodes expanded" }
  local rows, weighted = {}, {}
  for _, block in ipairs(find "scale-weighted") do weighted[block.map] = block end
  for _, block in ipairs(find "scale") do
    local side, other = block.map:match("%d+$"), weighted[block.map]
    local row = { side .. " x " .. side }
    for _, its_block in ipairs { block, other } do
      row[#row + 1] = time_cell(report.mean_time(its_block, "core"))
      row[#row + 1] = number((its_block.other.core or {}).expanded)
    end
    rows[#rows + 1] = row
  end
  return head, rows
end

local function first_table(find)
  local head, rows = { "map", "the first query, Lua 5.4" }, {}
  for _, block in ipairs(find "first") do
    rows[#rows + 1] = { block.map, time_cell(report.mean_time(block, "lua5.4")) }
  end
  return head, rows
end

local function edits_table(find)
  local head, rows = { "edits", "mean", "99.9 %", "worst" }, {}
  for _, block in ipairs(find "edits") do
    local figures = block.other.core or {}
    rows[#rows + 1] = { block.map, time_cell(figures.mean), time_cell(figures["99.9 %"]),
      time_cell(figures.worst) }
  end
  return head, rows
end

local function update_table(find)
  local head, rows = { "map", "update", "worst", "a new field" }, {}
  for _, block in ipairs(find "update-any") do
    rows[#rows + 1] = { block.map, time_cell(report.mean_time(block, "lua5.4")),
      time_cell(report.worst_time(block, "lua5.4")),
      time_cell(report.mean_time(block, "lua5.4 rebuilt")) }
  end
  return head, rows
end

local function small_table(find)
  local head, rows = { "map", "from C", "from Lua 5.4", "from LuaJIT" }, {}
  for _, block in ipairs(find "small") do
    local row = { block.map }
    for _, peer in ipairs { "core", "lua5.4", "luajit" } do
      row[#row + 1] = time_cell((block.other[peer] or {}).pass)
    end
    rows[#rows + 1] = row
  end
  return head, rows
end

local tables = {
  { "Compared with other libraries", ratio_table }, { "Terrain costs", terrain_table },
  { "Small maps, with garbage collection", small_table }, { "Scale, from C", scale_table },
  { "First query", first_table }, { "An edit and is_reachable", edits_table },
  { "A field after one edit", update_table },
}

--- Writes the tables of all cases that have results, below the lines `about`.
function markdown.write(path, cases, blocks, about)
  local function find(id)
    for _, case in ipairs(cases) do
      if case.id == id then return report.blocks_of(blocks, case) end
    end
  end
  local file = assert(io.open(path, "w"))
  file:write(table.concat(about, "\n"), "\n")
  for _, entry in ipairs(tables) do
    local head, rows = entry[2](find)
    if #rows > 0 then
      file:write("\n## ", entry[1], "\n\n", table.concat(lines_of(head, rows), "\n"), "\n")
    end
  end
  file:close()
end

return markdown
