-- `make` without the headers of any Lua printed "Nothing to be done" and succeeded. And after a command failed, the
-- next `make` used the incomplete file that it had written.

local shell = require "spec.support.shell"

-- Runs make with its own build folder, and lists build/single. Returns its output and its exit code. Programs are
-- searched in the folder `programs` first.
local function make(arguments, programs)
  local build = os.tmpname()
  os.remove(build)
  -- An independent make, not a part of the one that runs the specs; without the library that `tools/harden` preloads.
  local command = "env -u LD_PRELOAD -u MAKEFLAGS -u MAKELEVEL PATH=%s:$PATH make BUILD=%s %s; code=$?; " ..
    "ls %s/single/*; rm -rf %s; (exit $code)"
  return shell.run(command:format(programs or "/bin", build, (arguments:gsub("BUILD", build)), build, build))
end

describe("make", function()
  it("fails without headers, with a message that says what to do", function()
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
    local programs = shell.output("mktemp -d"):gsub("\n", "")
    shell.output(("printf '#!/bin/sh\\necho half; exit 1\\n' >%s/awk && chmod +x %s/awk"):format(programs, programs))
    local output, _, code = make("-s BUILD/single/astar.c", programs)
    shell.output("rm -r " .. programs)
    assert.not_equal(0, code)
    assert.is_nil(output:find("/single/astar.c\n", 1, true))
    output, _, code = make "-s BUILD/single/astar.c"
    assert.equal(0, code)
    assert.matches("/single/astar.c\n", output, 1, true)
  end)
end)
