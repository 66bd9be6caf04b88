-- Lua states in one program: a short run of spec/fuzz/states.c, which loads the module as scripts do.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- LuaJIT has its own allocator: its memory cannot be counted. For Lua 5.5 there is no library here that a program
-- shares with its modules.
local it = need.it(it, need.other_than "luajit", need.other_than "lua5.5")

describe("Lua states in one program", function()
  it("are independent, and free all their memory", function()
    local module, program = "build/" .. shell.lua, "build/fuzz/states" .. shell.lua:sub(4)
    shell.build(("%s/astar.so %s"):format(module, program))
    local output = shell.output(('LUA_CPATH="./%s/?.so" %s 0 1'):format(module, program))
    assert.is_truthy(output:find "^states, seed 1: 4800 calls in 12 rounds\n$", output)
  end)
end)
