--- The cases of the benchmark, in the order in which they run.
---
---     id        its name, of which the part before a dash is its family's
---     set       its maps; `queries`: what is asked on them (run.lua tells of both)
---     peers     that serve it; without, all that find paths
---     effort    "all": slow peers do all of the queries, too; "few": each peer only a few
---     is_known  the optimal costs of a scenario file hold for it
---     is_sum    costs are sums over tiles or paths, and all peers must agree on them
---     is_extra  left out of the quick form, unless it is asked for

local ours = "core lua5.4 luajit"
local ours_and_plain = ours .. " plain-luajit plain-lua5.4"

return {
  { id = "8way", set = "uniform", queries = "plain", is_known = true,
    title = "8-way, corners not cut" },
  { id = "4way", set = "uniform", queries = "plain",
    title = "4-way" },
  { id = "weighted", set = "weighted", queries = "plain", is_known = true,
    title = "Weighted terrain, 8-way" },
  { id = "unreachable", set = "uniform", queries = "unreachable",
    title = "Unreachable goal" },
  { id = "edit", set = "uniform", queries = "edit",
    title = "Block a tile, search again" },
  { id = "small", set = "small", queries = "plain", effort = "all",
    title = "Small maps, 8-way" },
  { id = "tile", set = "uniform", queries = "edit", peers = ours,
    title = "One tile, and what follows" },

  { id = "fields", set = "uniform", queries = "plain", peers = ours .. " libtcod",
    effort = "few", is_sum = true,
    title = "Distance field, corners not cut" },
  { id = "fields-cut", set = "uniform", queries = "plain", peers = ours .. " libtcod",
    effort = "few", is_sum = true, is_extra = true,
    title = "Distance field, corners cut" },
  { id = "fields-steps", set = "uniform", queries = "plain", peers = ours .. " rot.js",
    effort = "few", is_sum = true, is_extra = true,
    title = "Distance field in steps: a diagonal one counts like any other, corners cut" },
  { id = "fields-weighted", set = "weighted", queries = "plain", peers = ours .. " libtcod",
    effort = "few", is_sum = true, is_extra = true,
    title = "Distance field on weighted terrain" },
  { id = "range-10", set = "uniform", queries = "plain", peers = ours_and_plain,
    effort = "all", is_sum = true, is_extra = true,
    title = "Movement range, budget 10" },
  { id = "range-30", set = "uniform", queries = "plain", peers = ours_and_plain,
    effort = "all", is_sum = true,
    title = "Movement range, budget 30" },
  { id = "movers", set = "all", queries = "plain", peers = "lua5.4",
    effort = "few", is_sum = true,
    title = "1,000 movers to one goal: paths out of one field, and a search for each" },
  { id = "update", set = "uniform", queries = "edit", peers = "lua5.4",
    effort = "few", is_sum = true,
    title = "A door closes and opens: the field updated twice, and made anew twice" },
  { id = "replanner-near", set = "all", queries = "trips", peers = "lua5.4",
    effort = "few", is_sum = true, is_extra = true,
    title = "Replanner, tiles blocked just before the mover" },
  { id = "replanner-path", set = "all", queries = "trips", peers = "lua5.4",
    effort = "few", is_sum = true,
    title = "Replanner, tiles blocked anywhere on its path" },
  { id = "replanner-any", set = "all", queries = "trips", peers = "lua5.4",
    effort = "few", is_sum = true, is_extra = true,
    title = "Replanner, tiles blocked anywhere on the map" },
}
