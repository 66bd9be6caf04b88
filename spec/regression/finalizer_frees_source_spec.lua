-- Checks the rule for cores of src/lua/support.h in the source code: the pointer to a core is read where it is used,
-- by a function that raises an error if the core was freed.

local shell = require "spec.support.shell"

-- Permitted uses of a core in functions other than its reader.
local ALLOWED = {
  "^%s*if %(%w+%->core == NULL%)", -- the reader itself, and code that does not use it
  "^%s*return %w+%->core;$",
  "&%w+%->core[,)]", -- created by this call
  "|| %w+%->core == NULL", "&& %w+%->core != NULL%)%s?{?$",
  "^%s*%w+%->core = NULL;$", "^%s*astar_%l+ %*core = %w+%->core;$", -- freed
  "query%->core[.;]", -- the C query, which is not a userdata
  "astar_grid_memory%(grid%->core%)", -- right after its check
  "%w+%->core != NULL", "if %(%w+%->core == NULL ||", -- these only look whether the core was freed
  "astar_crowd_[%l_]+%(crowd%->core, unit,", "astar_crowd_next_request%(crowd%->core,", -- right after its check
  "astar_pool_%l+%(pool%->core%)", "astar_request_[%l_]+%(request%->core[,)]", -- the same
  "^  return &field%->core;$", -- the place for a new field
  "astar_crowd_count%(crowd%->core%)", "astar_crowd_positions%(crowd%->core,", -- the same
  "bind_remember%(L, %w+%->core%)", "known%->core == %w+", -- uses only its address
  "^%s*fresh%->core = %w+;$", -- passed by the caller of the bridge
  "lua_touserdata%(L, fresh%)%)%->core = %(astar_rules %*%)core;$", -- of a crowd, for new rules
}

describe("the binding", function()
  it("reads the pointer to a core where it uses it", function()
    local files = shell.run "ls src/lua/*.c"
    local count = 0
    for name in files:gmatch "%S+" do
      for line in shell.read(name):gmatch "[^\n]+" do
        if line:find("->core", 1, true) then
          local is_allowed = false
          for _, pattern in ipairs(ALLOWED) do is_allowed = is_allowed or line:find(pattern) ~= nil end
          assert.is_true(is_allowed, name .. ": " .. line)
          count = count + 1
        end
      end
    end
    assert.is_true(count > 20)
  end)
end)
