-- Programs of spec/fuzz without a fuzzer: the cases that fuzzing found worth keeping, and a short
-- round of those that need none.

local shell = require "spec.support.shell"

-- Makes what is named, runs a command, and gives what it wrote.
local function run(names, command)
  -- A make of its own, not a part of the one that runs the specs.
  local output, errors, code = shell.run("env -u MAKEFLAGS -u MAKELEVEL make -s " .. names)
  assert.are.equal(0, code, output .. errors)
  output, errors, code = shell.run(command)
  assert.are.equal("", errors)
  assert.are.equal(0, code)
  return output
end

-- One of the Luas is enough: there is no Lua in the programs.
if shell.lua == "lua5.4" then
  describe("fuzz cases of", function()
    for _, target in ipairs { "calls", "deserialize" } do
      it(target, function()
        local program = "build/fuzz/" .. target
        local output = run(program, ("%s spec/fuzz/corpus/%s/*"):format(program, target))
        assert.is_true(tonumber(output:match "^(%d+) cases replayed\n$") >= 50, output)
      end)
    end
  end)
end

if shell.lua == "lua5.4" then
  describe("derived data after edits", function()
    it("is that of a fresh copy of the map", function()
      local output = run("build/fuzz/history", "build/fuzz/history 9000")
      assert.equal("9000 edits, each compared with a fresh copy: no difference\n", output)
    end)
  end)
end

-- LuaJIT has memory of its own, which nobody can count. Of Lua 5.5 there is no library here that
-- a program shares with its modules.
if shell.lua ~= "luajit" and shell.lua ~= "lua5.5" then
  describe("Lua states in one program", function()
    it("live and end without each other, and leave nothing behind", function()
      local module, program = "build/" .. shell.lua, "build/fuzz/states" .. shell.lua:sub(4)
      local output = run(("%s/astar.so %s"):format(module, program),
        ('LUA_CPATH="./%s/?.so" %s 0 1'):format(module, program))
      assert.is_truthy(output:find "^states, seed 1: 4800 calls in 12 rounds\n$", output)
    end)
  end)
end
