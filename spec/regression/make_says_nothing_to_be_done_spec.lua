-- `make` without the headers of any Lua printed "Nothing to be done" and succeeded. And after a command failed, the
-- next `make` used the incomplete file that it had written.

local shell = require "spec.support.shell"

-- Runs make with its own build folder. Returns its output and its exit code.
local function make(arguments)
  local build = os.tmpname()
  os.remove(build)
  -- An independent make, not a part of the one that runs the specs.
  local output, errors, code = shell.run(
    ("env -u MAKEFLAGS -u MAKELEVEL make BUILD=%s %s; code=$?; ls %s/docs/*; rm -rf %s; (exit $code)"):format(
      build, arguments, build, build))
  return output, errors, code
end

describe("make", function()
  it("fails without headers, with a message what to do", function()
    local none = ""
    for _, version in ipairs { "51", "52", "53", "54", "55" } do none = none .. (" LUA%s_CFLAGS="):format(version) end
    local _, errors, code = make("all" .. none)
    assert.not_equal(0, code)
    assert.matches("no Lua headers found: run 'make setup', or set LUA54_CFLAGS or LUA51_CFLAGS", errors, 1, true)
    _, errors, code = make("-n all-lua" .. none)
    assert.not_equal(0, code)
    assert.matches("no headers of Lua 5.4: run 'make setup', or set LUA54_CFLAGS", errors, 1, true)
  end)

  it("removes the file of a command that failed", function()
    local output, _, code = make "-s docs LUA='echo half; false'"
    assert.not_equal(0, code)
    assert.is_nil(output:find("/docs/index.html\n", 1, true))
  end)
end)
