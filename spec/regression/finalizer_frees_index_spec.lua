-- A finalizer calls `__gc` of an index while one of its methods, or its heuristic function, allocates.

local frees = require "spec.support.frees"

describe("an index that a finalizer frees", function()
  it("is not used any more by a running call", function()
    frees("index", "index_find_nearest index_find_path_heuristic index_costs index_costs_metatables index_info")
  end)
end)
