-- Every method of a pool that allocates reads the core of the pool and of its requests again afterwards: a finalizer
-- may have closed the pool, or cancelled a request while its answer was delivered.

local frees = require "spec.support.frees"

describe("a pool that a finalizer closes", function()
  it("is not used any more by a running call", function()
    frees("pool", "pool_find_path pool_find_nearest pool_distance_field pool_update pool_await")
  end)
end)

describe("a request that a finalizer cancels", function()
  it("is not used any more by a running call", function()
    frees("request", "pool_find_path pool_update")
  end)
end)
