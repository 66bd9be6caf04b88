-- Every method of a crowd that allocates reads the core of the crowd again afterwards: a finalizer may have closed
-- it.

local frees = require "spec.support.frees"

describe("a crowd that a finalizer closes", function()
  it("is not used any more by a running call", function()
    frees("crowd", [[
      crowd_find_path crowd_find_nearest crowd_search crowd_new crowd_add crowd_orders crowd_walk
      crowd_follow crowd_reading crowd_serialize
    ]])
  end)
end)
