-- A finalizer called `__gc` of the rules while a query allocated. The query had read the pointer to the rules before,
-- and used it after that: a use of freed memory in find_path and find_nearest, and after a collection because memory
-- was short in every query.

local frees = require "spec.support.frees"

describe("rules that a finalizer frees", function()
  it("are not used any more by a running call", function()
    frees("rules", [[grid_find_path grid_find_path_heuristic grid_find_nearest
      grid_find_nearest_heuristic grid_find_nearest_metatables grid_line_of_sight
      grid_bake grid_explain grid_explain_path grid_can_block_metatables grid_chokepoints grid_distance_field
      grid_reachable grid_search grid_replanner path_smooth path_line path_is_valid
      replanner_path replanner_repair]])
  end)
end)
