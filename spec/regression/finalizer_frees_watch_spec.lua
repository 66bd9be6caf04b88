-- A finalizer may close a watch while grid:broken or watch:is_valid is under way.

local frees = require "spec.support.frees"

describe("a watch that a finalizer closes", function()
  it("is not used any more by a call that is under way", function()
    frees("watch", "watch_is_valid")
  end)
end)
