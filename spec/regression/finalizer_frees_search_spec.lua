-- A finalizer called `__gc` of a search by hand while a method of the search allocated, or its
-- heuristic function did. search:step kept the pointer while it collected for want of memory
-- (spec/support/allocation_lua.lua).

local frees = require "spec.support.frees"

describe("a search that a finalizer frees", function()
  it("is not used any more by a call that is under way", function()
    frees("search", "search_each search_path")
  end)
end)
