-- `require "astar"` where package.path leads to lua/astar/init.lua, outside of LÖVE (see love_pack_spec).

local love_game = require "spec.support.love_game"
local need = require "spec.support.need"
local shell = require "spec.support.shell"

local it = need.it(it, need.dynamic_libraries)

describe("astar/init.lua", function()
  local folder

  after_each(function()
    if folder then love_game.remove(folder) end
    folder = nil
  end)

  -- Makes a folder of the library for each of `native`, the content of native files beside or in that folder.
  local function install(native)
    folder = shell.output("mktemp -d"):gsub("\n", "")
    for path, bytes in pairs(native) do
      local astar = path:match "^(.*astar)/" or path:match "^.*astar"
      shell.output(("mkdir -p '%s/%s' && cp -r lua/astar/* '%s/%s'"):format(folder, astar, folder, astar))
      shell.output(("mkdir -p '%s'"):format((folder .. "/" .. path):match "^(.*)/"))
      love_game.write(folder .. "/" .. path, bytes)
    end
  end

  local function run(code)
    love_game.write(folder .. "/main.lua", code)
    local output, errors, exit_code = shell.run(
      ("cd '%s' && env LUA_CPATH= %s main.lua"):format(folder, shell.lua))
    assert.equal("0", exit_code .. errors)
    return output
  end

  it("finds the native file beside its folder, and in it, by all spellings", function()
    local module = love_game.module()
    local files = { ["astar.so"] = module, ["src/libs/astar.so"] = module }
    for _, platform in ipairs { "linux-x64", "linux-arm64", "macos-x64", "macos-arm64" } do
      files[("libs/astar/%s/astar.so"):format(platform)] = module
    end
    install(files)
    assert.equal("", run('package.path, package.cpath = "./?.lua;./?/init.lua", ""\n' ..
      shell.read "spec/support/spellings.lua"))
    run(('package.path = "%s/src/libs/?.lua;%s/src/libs/?/init.lua"\n'):format(folder, folder) .. [[
      assert(require "astar" == require "astar/loader")
    ]])
  end)

  it("finds it on package.cpath where the files at its folder do not fit", function()
    local module = love_game.module()
    install { ["src/libs/astar.so"] = "of another system" }
    shell.output(("mkdir -p '%s/native/src/libs'"):format(folder))
    local code = [[
      package.path, package.cpath = "./?.lua;./?/init.lua", "./native/?.so"
      print(require "src.libs.astar"._VERSION)
    ]]
    for _, name in ipairs { "native/astar.so", "native/src/libs/astar.so" } do
      love_game.write(folder .. "/" .. name, module)
      assert.matches("^astar %d", run(code))
    end
  end)

  it("says where it searched", function()
    install { ["libs/astar.so"] = "of another system", ["astar/none/astar.so"] = "" }
    local code = 'package.path, package.cpath = "./?.lua;./?/init.lua", "" print(select(2, pcall(require, %q)))'
    assert.matches("^astar: there is no native file: neither %./astar/%w+%-%w+/astar.so nor .*%./astar%.%a+, " ..
      "nor a file on package.cpath\nPut there the build for Lua 5%.%d on .*: see .*docs/install.md%)\n$",
      run(code:format "astar"))
    local output = run(code:format "libs/astar")
    assert.matches("^astar: %./libs/astar.so: .*\nIt must be the build for Lua", output)
  end)

  it("is the ordinary require where only loader.lua is on the path", function()
    local output = shell.run_script("LUA_PATH='./lua/?.lua' LUA_CPATH='' " .. shell.lua,
      [[print(pcall(require, "astar.loader"))]])
    assert.matches("^false%s.*module 'astar' not found:", output)
  end)
end)
