-- The world on several machines of examples/cluster, with real instances: spec/support/cluster.lua kills them.

local assert = require "luassert"
local need = require "spec.support.need"
local seeds = require "spec.support.seeds"
local shell = require "spec.support.shell"

local it = need.it(it, need.lua "lua5.4", need.all, need.tarantool)

describe("a world on several machines", function()
  it("loses no acknowledged edit, whatever dies", function()
    shell.build "build/lua5.1/astar.so"
    local folder = shell.output "mktemp -d":match "%S+"
    local output, errors, code = shell.run(('LUA_PATH="$PWD/lua/?.lua;;" LUA_CPATH="$PWD/build/lua5.1/?.so;;" ' ..
      "timeout 200 tarantool spec/support/cluster.lua %s %d"):format(folder, seeds.first))
    assert.truthy(output:match "%d+ acknowledged, 0 lost\n$", output .. errors)
    assert.equal(0, code)
    shell.output("rm -r " .. folder)
  end)
end)
