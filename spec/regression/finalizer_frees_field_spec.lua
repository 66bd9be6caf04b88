-- A finalizer called `__gc` of a field while a method of the field allocated. field:flee kept the pointer while it
-- collected garbage because memory was short (spec/support/allocation_lua.lua).

local frees = require "spec.support.frees"

describe("a field that a finalizer frees", function()
  it("is not used any more by a running call", function()
    frees("field", "field_each field_path field_flee field_update field_set_goals field_can_block")
  end)
end)
