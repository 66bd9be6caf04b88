-- Checks the rule for cores of src/lua/support.h in the source code: the pointer to a core is read where it is used,
-- by a function that raises an error if the core was freed.

local shell = require "spec.support.shell"

-- Permitted uses of a core in functions other than its reader.
local ALLOWED = {
  "%->core%.any [=!]= NULL", "known%->core%.rules == core", -- only compare it
  "lua_touserdata%(L, %-1%)%)%->core%.any == core", -- the same
  "^  return object%->core;$", "^  return same %? object%->core : none;$", -- the readers themselves
  "&%w+%->core%.%l+[,)]", -- created by this call
  "^  bind_any_core core = object%->core;$", "^  object%->core%.any = NULL;$", -- freed
  "^  astar_grid %*core = grid%->core%.grid;$", "^  if %(%w+%->core == NULL%)", "%w+%->core != NULL", -- the same
  "query%->core[.;,)]", -- the C query, which is not a userdata
  "astar_grid_memory%(grid%->core%.grid%)", "astar_pool_%l+%(pool%->core%.pool%)", -- right after its check
  "astar_crowd_count%(crowd%->core%.crowd%)", "astar_request_[%l_]+%(request%->core[,)]", -- the same
  "^  astar_request %*core = request%->core;$", "^  request%->core = NULL;$", "&request%->core[,)]", -- of a request
  "^  return &field%->core%.field;$", -- the place for a new field
  "bind_remember%(L, %w+%->core%.any%)", -- uses only its address
  "^%s*fresh%->core%.%l+ = %l+;$", -- passed by the caller of the bridge
  "lua_touserdata%(L, fresh%)%)%->core%.rules = %(astar_rules %*%)core;$", -- of a crowd, for new rules
}

describe("the binding", function()
  it("reads the pointer to a core where it uses it", function()
    local files = shell.run "ls src/lua/*.c"
    local count = 0
    for name in files:gmatch "%S+" do
      for line in shell.read(name):gmatch "[^\n]+" do
        line = line:gsub("%->object%.core", "->core")
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
