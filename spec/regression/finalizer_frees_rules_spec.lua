-- A finalizer called `__gc` of the rules by hand while a query allocated. The query had taken the
-- pointer to them before, and used it after that: heap-use-after-free in find_path, find_nearest,
-- and after a collection for want of memory in every query.

local frees = require "spec.support.frees"

describe("rules that a finalizer frees", function()
  it("are not used any more by a call that is under way", function()
    frees("rules", [[grid_find_path grid_find_path_heuristic grid_find_nearest
      grid_find_nearest_heuristic grid_find_nearest_metatables grid_line_of_sight
      grid_distance_field grid_reachable grid_search grid_replanner path_smooth path_line path_is_valid
      replanner_path replanner_repair]])
  end)
end)
