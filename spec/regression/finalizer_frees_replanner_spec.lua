-- A finalizer called `__gc` of a replanner while planner:path allocated the pair of grid and rules, or the path: the
-- method continued with NULL.

local frees = require "spec.support.frees"

describe("a replanner that a finalizer frees", function()
  it("is not used any more by a running call", function()
    frees("replanner", "replanner_path replanner_repair")
  end)
end)
