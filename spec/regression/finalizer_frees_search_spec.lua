-- A finalizer called `__gc` of a search while a method of the search, or its heuristic function, allocated.
-- search:step kept the pointer while it collected garbage because memory was short
-- (spec/support/allocation_lua.lua).

local frees = require "spec.support.frees"

describe("a search that a finalizer frees", function()
  it("is not used any more by a running call", function()
    frees("search", "search_each search_path")
  end)
end)
