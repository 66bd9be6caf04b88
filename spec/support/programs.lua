--- The C programs that compare the core with oracles of their own. Each of them prints one line when it has found
--- nothing wrong, and fails otherwise. The comment at the top of its source says what it compares.

local seeds = require "spec.support.seeds"

-- { program, rounds, the output: a pattern in which %d is the number of rounds, the least share }. `make test` takes a
-- share of the rounds. Programs without `rounds` always do the same.
local programs = {
  { "spec/cleared_memory", nil, "^parts of blocks are cleared, and nothing else\n$" },
  { "spec/content", 500, "^%d rounds of edits: rectangles and single tiles give the same\n$" },
  { "spec/corners", 400, "^%d maps: corner boards and searches agree\n$" },
  { "spec/crowd_saved", 100, "^[0-9]+ scenes, [0-9]+ crowds in the wanted state: no difference\n$" },
  { "spec/edited_maps", 300, "^%d maps: live boards and opened tiles follow edits\n" },
  { "spec/hub_labels", 300, "^%d graphs: hub labels agree with searches\n$" },
  { "spec/index_saved", 100, "^indexes are the same after writing and reading\n$" },
  { "spec/landmarks", 400, "^%d rounds: the bound of landmarks holds\n" },
  { "spec/misuse", nil, "^[0-9]+ misuses: each reported, nothing changed, no leak\n$" },
  { "spec/pools", 20, "^%d rounds of pools\n$" },
  { "spec/pruning", nil, "^1024 neighborhoods: jump boards and canonical moves agree\n$" },
  { "spec/replicas", nil, "^deltas: limits, refusals and records are exact\n$" },
  { "spec/rules_saved", 200, "^%d rules are the same after writing and reading\n$" },
  { "fuzz/avoid", 1500, "^%d maps, [0-9]+ queries, [0-9]+ paths, [0-9]+ lines: no difference\n$" },
  { "fuzz/crowd", 300000, "^[0-9]+ updates of units in [0-9]+ worlds, .*: no fault\n" },
  { "fuzz/dead_ends", 400, "^%d maps, [0-9]+ paths, [0-9]+ searches, [0-9]+ shorter: no difference\n$" },
  { "fuzz/explanation", 300, "^%d maps, .*: no difference\n$" },
  { "fuzz/history", 9000, "^%d edits, each compared with a fresh copy: no difference\n$" },
  { "fuzz/influence", 150, "^%d histories, .*: no difference\n$" },
  { "fuzz/index", 800, "\n%d worlds, .*: no difference\n$" },
  { "fuzz/lacam", 1200, "^%d mazes: .*: no difference\n$" },
  { "fuzz/links", 600, "^%d maps, [0-9]+ queries, [0-9]+ with links: no difference\n$" },
  { "fuzz/parallel", 300, "^%d maps, 4 threads with contexts: the answers of the grid\n$" },
  { "fuzz/pool", 2, "\n[0-9]+ edits, [0-9]+ requests to [0-9]+ pools, .*: no difference\n$", 0.2 }, -- seconds
  { "fuzz/property", 1200, "^%d maps, [0-9]+ paths, .*: no difference\n$" },
  { "fuzz/replica", 150, "\n%d worlds, [0-9]+ edits, .*: no difference\n$" },
  { "fuzz/rescue", 150, "\n%d worlds, [0-9]+ rescues of up to [0-9] units, .*: no error\n$" },
  { "fuzz/sight", 300, "^%d maps, [0-9]+ views of [0-9]+ lines: no difference\n$" },
  { "fuzz/tactics", 3000, "^%d maps, .*: no difference\n$" },
}

-- Programs that replay the files of spec/fuzz/corpus, at least fifty each; the pattern of their number.
local replayed = {
  calls = "[5-9]%d", deserialize = "%d%d%d", delta = "%d%d%d", load_index = "[5-9]%d", rules = "[5-9]%d",
}

--- All programs: { name = in build/, command =, expected = a pattern that the output matches }.
---@type { name: string, command: string, expected: string }[]
local list = {}
for _, row in ipairs(programs) do
  local name, rounds, expected = row[1], row[2] and seeds.share(row[2], row[4]), row[3]
  list[#list + 1] = {
    name = name, command = ("build/%s %s"):format(name, rounds or ""),
    expected = (expected:gsub("%%d", rounds or "")),
  }
end
for name, number in pairs(replayed) do
  list[#list + 1] = {
    name = "fuzz/" .. name, command = ("build/fuzz/%s spec/fuzz/corpus/%s/*"):format(name, name),
    expected = ("^%s cases replayed\n$"):format(number),
  }
end

return list
