-- Shared by the specs spec/regression/finalizer_frees_*: runs spec/support/finalizers.lua.

local assert = require "luassert"
local shell = require "spec.support.shell"

-- Lua 5.2 postpones the next collection after each finalizer, so most moments are skipped.
local is_lazy = _VERSION == "Lua 5.2"

-- Makes all calls while a finalizer frees an object of this kind. Each of `calls`, names with spaces between, must
-- raise at least once that the object was freed.
return function(kind, calls)
  local output, errors, code = shell.run(("%s spec/support/finalizers.lua %s"):format(shell.lua, kind))
  assert.equal("", errors)
  assert.equal(0, code)
  local rounds, raised = {}, {}
  for name, freed, count in output:gmatch "([%l_]+) (%d+) (%d+)\n" do
    rounds[name], raised[name] = tonumber(freed), tonumber(count)
  end
  for name in calls:gmatch "%S+" do
    assert.is_true(rounds[name] ~= nil and rounds[name] >= raised[name], name .. " was not played")
    assert.is_true(is_lazy or raised[name] > 0, name .. " never raised")
  end
end
