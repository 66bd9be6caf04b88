-- `busted` alone, without the variables that tools/test sets: .busted names the module of the Lua that runs.

local love_game = require "spec.support.love_game"
local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- One Lua is enough: it starts busted on the others.
local it = need.it(it, need.lua "lua5.4")

describe("busted", function()
  it("finds the module of the Lua that runs, and commands of specs find it, too", function()
    shell.build "all-lua"
    local name = os.tmpname() .. "_spec.lua"
    love_game.write(name, [[
      it("is there", function()
        local shell = require "spec.support.shell"
        local print_version = shell.lua .. " -e 'print(require(\"astar\")._VERSION)'"
        assert.equal(require("astar")._VERSION .. "\n", shell.output(print_version))
      end)
    ]])
    local bare = "env -u LUA_PATH -u LUA_CPATH busted --output=TAP "
    for _, lua in ipairs { "lua5.4", "lua5.1", "luajit" } do
      local output = shell.output(("%s --lua=$(command -v %s) %s"):format(bare, lua, name))
      assert.equal("ok 1 - is there\n1..1\n", output)
    end
    os.remove(name)
  end)
end)
