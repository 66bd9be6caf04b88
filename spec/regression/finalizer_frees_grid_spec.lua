-- A finalizer called `__gc` of the grid while grid:rows, planner:path or another query allocated: after that the call
-- used a pointer into the grid, or NULL.

local frees = require "spec.support.frees"

describe("a grid that a finalizer frees", function()
  it("is not used any more by a running call", function()
    frees("grid", [[grid_rows grid_clone grid_serialize grid_edits grid_find_path
      grid_find_path_heuristic grid_find_nearest grid_find_nearest_metatables grid_line_of_sight
      grid_distance_field grid_explain grid_explain_path grid_can_block_metatables grid_chokepoints
      grid_reachable grid_search grid_replanner path_smooth path_waypoints
      grid_bake index_costs path_line path_is_valid field_flee field_set_goals replanner_path replanner_repair]])
  end)
end)
