-- A finalizer freed an object by hand while one of its methods allocated: the method went on with the pointer that it
-- had read before. A replanner did so while planner:path allocated the pair of grid and rules, or the path; a search
-- and a field while they collected garbage because memory was short (spec/support/allocation_lua.lua).

local frees = require "spec.support.frees"

local CALLS = {
  crowd = [[crowd_find_path crowd_find_nearest crowd_search crowd_new crowd_add crowd_orders crowd_walk crowd_follow
    crowd_reading crowd_serialize]],
  field = "field_each field_path field_flee field_update field_set_goals field_can_block",
  index = "index_find_nearest index_find_path_heuristic index_costs index_costs_metatables index_info",
  pool = "pool_find_path pool_find_nearest pool_distance_field pool_update pool_await",
  replanner = "replanner_path replanner_repair",
  request = "pool_find_path pool_update", -- cancelled while its answer is delivered
  search = "search_each search_path",
}

describe("an object that a finalizer frees is not used any more by a running call:", function()
  for kind, calls in pairs(CALLS) do
    it(kind, function() frees(kind, calls) end)
  end
end)
