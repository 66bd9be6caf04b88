-- The rule of cores in src/lua/support.h, as far as one can see it in the source: the pointer to a
-- core is read where it is used, by a function that raises when the core was freed.

local shell = require "spec.support.shell"

-- What may be done with a core by other functions than its reader.
local ALLOWED = {
  "^%s*if %(%w+%->core == NULL%)", -- the reader itself, and where nothing is used
  "^%s*return %w+%->core;$",
  "&%w+%->core[,)]", -- made by this call
  "|| %w+%->core == NULL", "&& %w+%->core != NULL%)$",
  "^%s*%w+%->core = NULL;$", "^%s*astar_%l+ %*core = %w+%->core;$", -- freed
  "query%->core%.", "target%)%->core%.", -- the query in C, which is no userdata
  "astar_grid_memory%(grid%->core%)", -- right after its check
  "bind_remember%(L, %w+%->core%)", "known%->core == %w+", -- only its address is used
  "^%s*fresh%->core = %w+;$", -- given by the caller of the bridge
}

describe("the binding", function()
  it("reads cores where it uses them", function()
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
