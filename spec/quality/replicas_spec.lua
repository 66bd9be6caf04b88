-- Runs spec/support/replicas.c, rules_saved.c and index_saved.c: replicas by deltas, and rules and indexes as byte
-- strings, in C.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- One Lua is enough: the programs contain no Lua.
local it_in_c = need.it(it, need.lua "lua5.4")

describe("replicas in C", function()
  it_in_c("follow by deltas, and refuse damaged and hostile ones", function()
    shell.build "build/spec/replicas"
    assert.equal("300 rounds: replicas follow by deltas\n", shell.output "build/spec/replicas 300")
  end)
end)

describe("rules in C", function()
  it_in_c("are the same after writing and reading", function()
    shell.build "build/spec/rules_saved"
    assert.equal("200 rules are the same after writing and reading\n", shell.output "build/spec/rules_saved 200")
  end)
end)

describe("indexes in C", function()
  it_in_c("are the same after writing and reading, and never unsafe", function()
    shell.build "build/spec/index_saved"
    local output = shell.output "build/spec/index_saved 100 2>/dev/null"
    assert.equal("indexes are the same after writing and reading\n", output)
  end)
end)
