--- The cases of the benchmark, in the order in which they run.
---
---     id        the name of the case; the part before a dash is the name of its family
---     set       its maps, and `queries`: the queries on them (run.lua defines both)
---     peers     the peers that take part; without it, all peers that find paths
---     effort    "all": slow peers run all queries, too; "few": every peer runs only a few;
---               "many": every peer runs more; "long": every peer has time for huge maps
---     is_known  the optimal costs of a scenario file hold for this case
---     is_sum    costs are sums over tiles or paths, and all peers must agree on them
---     is_extra  not in the quick form, unless the case is named in CASES
---     form      how report.lua prints the case, if not by means and ratios
---     program   a program of ours, with its arguments, that measures the whole case: it prints a
---               line CASE,NAME,MEAN,P999,WORST in microseconds for each measurement

local ours = "core lua5.4 luajit"
local ours_and_plain = ours .. " plain-luajit plain-lua5.4"

return {
  { id = "8way", set = "uniform", queries = "plain", is_known = true,
    title = "8-way, corners not cut" },
  { id = "8way-corner", set = "uniform", queries = "plain",
    peers = ours .. " jumper-luajit jumper-lua5.4", is_extra = true,
    title = "8-way, one of the two corners may be cut" },
  { id = "4way", set = "uniform", queries = "plain",
    title = "4-way" },
  { id = "weighted", set = "weighted", queries = "plain", is_known = true,
    title = "Weighted terrain, 8-way" },
  { id = "unreachable", set = "uniform", queries = "unreachable",
    title = "Unreachable goal" },
  { id = "edit", set = "uniform", queries = "edit",
    title = "Block a tile, search again" },
  { id = "small", set = "small", queries = "plain", effort = "all", form = "passes",
    title = "Small maps, 8-way" },
  { id = "tile", set = "uniform", queries = "edit", peers = ours, form = "tiles",
    title = "One edited tile, and the next query" },
  { id = "edits", program = "edits lines 4096", is_extra = true, form = "figures",
    title = "An edit of a huge map, and is_reachable after it" },
  { id = "first", set = "sizes", queries = "plain", peers = ours, effort = "few", is_extra = true,
    title = "The first query on a new grid" },
  { id = "scale", set = "scale", queries = "scale", peers = "core lua5.4 libtcod", effort = "long",
    is_extra = true, form = "scale",
    title = "One map in several sizes, one cost" },
  { id = "scale-weighted", set = "scale_weighted", queries = "scale", effort = "long",
    peers = "core lua5.4 libtcod", is_extra = true, form = "scale",
    title = "One map in several sizes, costs 1 to 3" },

  { id = "fields", set = "uniform", queries = "plain", peers = ours .. " libtcod",
    effort = "few", is_sum = true,
    title = "Distance field, corners not cut" },
  { id = "fields-cut", set = "uniform", queries = "plain", peers = ours .. " libtcod",
    effort = "few", is_sum = true, is_extra = true,
    title = "Distance field, corners cut" },
  { id = "fields-steps", set = "uniform", queries = "plain", peers = ours .. " rot.js",
    effort = "few", is_sum = true, is_extra = true,
    title = "Distance field in steps: diagonal steps cost 1, corners cut" },
  { id = "fields-weighted", set = "whole_costs", queries = "plain", peers = ours .. " libtcod",
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
    title = "1,000 movers to one goal: paths of one field, or one search for each mover" },
  { id = "update", set = "uniform", queries = "edit", peers = "lua5.4",
    effort = "few", is_sum = true,
    title = "A door closes and opens: the field updated twice, or built twice" },
  { id = "update-any", set = "sizes", queries = "scatter", peers = "lua5.4",
    effort = "many", is_sum = true, is_extra = true, form = "worst",
    title = "A tile anywhere closes or opens: the field updated, or built again" },
  { id = "replanner-near", set = "all", queries = "trips", peers = "lua5.4",
    effort = "few", is_sum = true, is_extra = true,
    title = "Replanner, tiles blocked close to the mover" },
  { id = "replanner-path", set = "all", queries = "trips", peers = "lua5.4",
    effort = "few", is_sum = true,
    title = "Replanner, tiles blocked anywhere on its path" },
  { id = "replanner-any", set = "all", queries = "trips", peers = "lua5.4",
    effort = "few", is_sum = true, is_extra = true,
    title = "Replanner, tiles blocked anywhere on the map" },
}
