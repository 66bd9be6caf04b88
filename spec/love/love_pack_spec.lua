-- A game with the native file in all places where a game can contain it, in a real LÖVE 11 without
-- a screen: `require "astar"` finds the file, or says what is wrong.

local love_game = require "spec.support.love_game"
local need = require "spec.support.need"
local shell = require "spec.support.shell"
local zip = require "spec.support.zip"

-- A game that loads the library by these lines, and prints which file that was, or the error.
local MAIN = [[
local function load_astar()
  %s
end

local is_loaded, astar = pcall(load_astar)
if is_loaded then
  assert(#astar.grid(3, 3):find_path(1, 1, 3, 3, astar.rules { default = 1 }) == 3)
  local files = {}
  for line in io.lines "/proc/self/maps" do
    local file = line:match "/.*/astar%%.%%a+"
    if file and not files[file] then
      files[file] = true
      print(file)
    end
  end
else
  print(astar)
end
love.event.quit()
]]

-- For the lines of a game: loads the library in six threads at the same time.
local LOAD_IN_THREADS = [==[
local function load_in_threads()
  local threads = {}
  for i = 1, 6 do
    threads[i] = love.thread.newThread [[
      local astar = require "astar"
      assert(astar == require "astar")
      assert(#astar.grid(3, 3):find_path(1, 1, 3, 3, astar.rules { default = 1 }) == 3)
    ]]
    threads[i]:start()
  end
  for i = 1, 6 do
    threads[i]:wait()
    assert(not threads[i]:getError(), threads[i]:getError())
  end
end
]==]

-- The files of a game; `more` are added to them.
local function game_of(more, lines)
  local files = {
    ["conf.lua"] = love_game.conf(nil, "packed"),
    ["main.lua"] = MAIN:format(lines or [[return require "astar"]]),
    ["astar/init.lua"] = shell.read "lua/astar/init.lua",
  }
  for name, content in pairs(more) do files[name] = content end
  return files
end

-- The files of lua/astar in a folder "astar/", "libs/astar/".
local function helpers_in(folder)
  local files = {}
  for name in shell.output("cd lua/astar && find . -name '*.lua'"):gmatch "%./(%S+)" do
    files[folder .. name] = shell.read("lua/astar/" .. name)
  end
  return files
end

describe("astar in LÖVE", function()
  -- One of the Luas is enough: LÖVE has a Lua of its own, and needs the build for 5.1.
  local it = need.it(it, need.lua "lua5.1", need.love)
  local module, base -- the native file; the folder of the test

  before_each(function()
    module = module or love_game.module()
    base = love_game.new_folder()
  end)
  after_each(function() love_game.remove(base) end)

  local function write(name, content)
    assert(os.execute(("mkdir -p '%s'"):format((base .. "/" .. name):match "^(.*)/")))
    love_game.write(base .. "/" .. name, content)
  end

  local function write_folder(name, files)
    for file, content in pairs(files) do write(name .. "/" .. file, content) end
  end

  local function write_fused(name, files)
    write(name, shell.read(shell.run("command -v love"):gsub("\n", "")) .. zip.pack(files))
    assert(os.execute(("chmod +x '%s/%s'"):format(base, name)))
  end

  -- Runs a command in the folder. Returns what the game printed, without the folder's name.
  local function run(command, data)
    local output, errors, code = shell.run(
      ("cd '%s' && env -u LUA_CPATH XDG_DATA_HOME='%s/%s' SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy " ..
        "timeout -k 5 60 %s"):format(base, base, data or "data", command))
    assert.equal(0, code, errors)
    return (output:gsub(base:gsub("%p", "%%%0") .. "/", ""))
  end

  -- The files in the save directory, or none.
  local function saved()
    return shell.run(("cd '%s/data' 2>/dev/null && find . -type f | sort"):format(base))
  end

  describe("loads the native file from", function()
    it("the game's folder", function()
      write_folder("game", game_of { ["astar.so"] = module })
      assert.equal("game/astar.so\n", run "love game")
      assert.equal("game/astar.so\n", run "love game/")
      assert.equal("game/astar.so\n", run "sh -c 'cd game && love .'")
      assert.equal("game/astar.so\n", run(("love '%s/game'"):format(base)))
      assert.equal("", saved())
    end)

    it("a folder of the game", function()
      local files = game_of({ ["libs/astar.so"] = module }, [[return require "libs.astar"]])
      files["libs/astar/init.lua"], files["astar/init.lua"] = files["astar/init.lua"], nil
      write_folder("game", files)
      assert.equal("game/libs/astar.so\n", run "love game")
      write("game/main.lua", MAIN:format [[
        local astar = require "vendor.libs.astar"
        assert(require "vendor.libs.astar" == astar)
        return astar
      ]])
      assert(os.execute(("cd '%s/game' && mkdir vendor && mv libs vendor"):format(base)))
      assert.equal("game/vendor/libs/astar.so\n", run "love game")
      assert.equal("", saved())
    end)

    it("three folders of a game, by all spellings, in each form of a game", function()
      local files = game_of({}, shell.read "spec/support/spellings.lua" .. "return require 'astar'")
      for _, folder in ipairs { "", "libs/", "src/libs/" } do
        for name, content in pairs(helpers_in(folder .. "astar/")) do files[name] = content end
        files[folder .. "astar.so"] = module
      end
      write_folder("game", files)
      assert.equal("game/astar.so\ngame/libs/astar.so\ngame/src/libs/astar.so\n", run "love game | sort")
      write("game.love", zip.pack(files))
      assert.matches("^data/love/packed/astar%-%x+/astar.so\n$", run "love game.love")
      write_fused("fused", files)
      assert.matches("^data/packed/astar%-%x+/astar.so\n$", run "./fused")
    end)

    it("the folder of the system and processor", function()
      write_folder("game", game_of {
        ["astar/linux-x64/astar.so"] = module, ["astar/linux-arm64/astar.so"] = module,
        ["astar/windows-x64/astar.dll"] = "of another system", ["astar.so"] = "of another processor",
      })
      assert.matches("^game/astar/linux%-%w+/astar.so\n$", run "love game")
    end)

    it("a file named as on another system", function()
      local lines = [[
        jit.os, jit.arch = "%s", "%s"
        return require "astar"
      ]]
      for _, case in ipairs {
        { "Windows", "x64", "astar.dll" }, { "Windows", "x86", "astar/windows-x86/astar.dll" },
        { "OSX", "x64", "astar.so" }, { "OSX", "arm64", "astar.dylib" },
        { "OSX", "arm64", "astar/macos-arm64/astar.dylib" }, { "BSD", "x64", "astar/bsd-x64/astar.so" },
      } do
        local folder = case[1] .. case[2] .. #case[3]
        write_folder(folder, game_of({ [case[3]] = module }, lines:format(case[1], case[2])))
        assert.equal(folder .. "/" .. case[3] .. "\n", run("love " .. folder))
      end
      write_folder("plain", game_of({ ["astar.so"] = module }, [[
        jit = nil -- a LÖVE with Lua 5.1
        return require "astar"
      ]]))
      assert.equal("plain/astar.so\n", run "love plain")
    end)

    it("beside the .love", function()
      write("game.love", zip.pack(game_of {}))
      write("astar.so", module)
      assert.equal("astar.so\n", run "love game.love")
      assert.equal("astar.so\n", run(("sh -c 'cd / && love '%s/game.love'"):format(base) .. "'"))
      assert.equal("", saved())
    end)

    it("inside the .love", function()
      write("game.love", zip.pack(game_of { ["astar.so"] = module }))
      local output = run "love game.love"
      assert.matches("^data/love/packed/astar%-%x+/astar.so\n$", output)
      assert.equal("./" .. output:sub(6), saved())
      assert.equal(module, shell.read(base .. "/" .. output:sub(1, -2)))
    end)

    it("a folder inside the .love", function()
      local files = game_of({}, [[return require "libs.astar"]])
      files["libs/astar/init.lua"] = files["astar/init.lua"]
      files["libs/astar/linux-x64/astar.so"] = module
      files["libs/astar/linux-arm64/astar.so"] = module
      write("game.love", zip.pack(files))
      assert.matches("^data/love/packed/astar%-%x+/astar.so\n$", run "love game.love")
    end)

    it("beside the fused game", function()
      write_fused("game", game_of {})
      write("astar.so", module)
      assert.equal("astar.so\n", run "./game")
      assert.equal("astar.so\n", run "env PATH=.:/usr/bin:/bin game")
    end)

    it("inside the fused game", function()
      write_fused("game", game_of { ["astar.so"] = module })
      assert.matches("^data/packed/astar%-%x+/astar.so\n$", run "./game")
    end)

    it("where require looks, if there is no other", function()
      write_folder("game", game_of({}, ([[
        package.cpath = "%s/native/?.so;" .. package.cpath
        return require "astar"
      ]]):format(base)))
      write("native/astar.so", module)
      assert.equal("native/astar.so\n", run "love game")
      write("beside/game.love", zip.pack(game_of({}, [[
        package.preload.astar = package.loadlib("native/astar.so", "luaopen_astar")
        return require "astar"
      ]])))
      assert.equal("native/astar.so\n", run "love beside/game.love")
    end)
  end)

  describe("uses the module of the program", function()
    -- A program into which the module is linked, and files that it must not touch.
    local function program(name)
      return ([[
        local open = assert(package.loadlib("%s/native/linked.so", "luaopen_astar"))
        package.preload.astar = open
        package.loadlib = nil
        local astar = require "%s"
        assert(astar == require "astar" and astar == require "%s.loader")
        assert(require "%s.script")
        return astar
      ]]):format(base, name, name, name)
    end

    local function files_in(folder)
      local files = helpers_in(folder .. "/")
      files["astar.so"] = "of a computer"
      for _, platform in ipairs { "linux-x64", "linux-arm64", "android-x64", "android-arm64" } do
        files[("%s/%s/astar.so"):format(folder, platform)] = "of a computer"
      end
      return files
    end

    before_each(function() write("native/linked.so", module) end)

    for _, folder in ipairs { "astar", "libs/astar" } do
      it("for require '" .. folder:gsub("/", ".") .. "', on each system", function()
        local lines = program((folder:gsub("/", ".")))
        for _, system in ipairs { "Linux", "Android", "iOS" } do
          local game = game_of(files_in(folder), ("love._os = %q\n"):format(system) .. lines)
          write_folder(system, game)
          assert.equal("", run("love " .. system))
          write(system .. ".love", zip.pack(game))
          assert.equal("", run("love " .. system .. ".love"))
        end
        assert.equal("", saved())
      end)
    end

    it("in its package on Android, where files of Linux do not fit", function()
      -- LÖVE for Android searches astar.so in the package before it searches in the game.
      local files = files_in "astar"
      write_folder("game", game_of(files, ([[
        love._os = "Android"
        package.cpath = "%s/package/?.so;" .. package.cpath
        return require "astar"
      ]]):format(base)))
      write("package/astar.so", module)
      assert.equal("package/astar.so\n", run "love game")
    end)
  end)

  it("looks for files of Android on Android", function()
    local lines = [[
      love._os = "Android"
      return require "astar"
    ]]
    write("game.love", zip.pack(game_of({
      ["astar/android-x64/astar.so"] = module, ["astar/android-arm64/astar.so"] = module,
      ["astar/linux-x64/astar.so"] = "of a computer", ["astar/linux-arm64/astar.so"] = "of a computer",
    }, lines)))
    assert.matches("^data/love/packed/astar%-%x+/astar.so\n$", run "love game.love")
  end)

  it("prefers the file beside a .love to the one inside", function()
    write("game.love", zip.pack(game_of { ["astar.so"] = "an old one" }))
    write("astar.so", module)
    assert.equal("astar.so\n", run "love game.love")
  end)

  it("returns what require has returned, and require returns the same", function()
    write_folder("game", game_of({ ["astar.so"] = module }, [[
      local astar = require "astar"
      assert(require "astar" == astar)
      return astar
    ]]))
    assert.equal("game/astar.so\n", run "love game")
  end)

  describe("unpacks", function()
    local function inode(name)
      return (shell.run(("ls -i '%s/%s'"):format(base, name:gsub("\n", ""))):match "%d+")
    end

    it("once, and again only a damaged or different file", function()
      write("game.love", zip.pack(game_of { ["astar.so"] = module }))
      local first = run "love game.love"
      local before = inode(first)
      assert.equal(first, run "love game.love")
      assert.equal(before, inode(first))
      write(first:gsub("\n", ""), module:sub(1, 5000))
      assert.equal(first, run "love game.love")
      assert.equal(module, shell.read(base .. "/" .. first:sub(1, -2)))
      write("game.love", zip.pack(game_of { ["astar.so"] = module .. "\0" }))
      local second = run "love game.love"
      assert.not_equal(first, second)
      assert.equal(module .. "\0", shell.read(base .. "/" .. second:sub(1, -2)))
      assert.equal(2, select(2, saved():gsub("\n", "")))
    end)

    it("as a whole, while other processes do the same", function()
      write("game.love", zip.pack(game_of({ ["astar.so"] = module }, LOAD_IN_THREADS .. [==[
        load_in_threads()
        return require "astar"
      ]==])))
      local output = run [[sh -c 'for i in 1 2 3 4; do love game.love & done; wait']]
      local line = output:match "[^\n]*\n"
      assert.matches("^data/love/packed/astar%-%x+/astar.so\n$", line)
      assert.equal(line:rep(4), output)
      assert.equal("./" .. line:sub(6), saved())
    end)

    it("for each thread, into a folder whose name is not ASCII", function()
      write("game.love", zip.pack(game_of({ ["astar.so"] = module }, LOAD_IN_THREADS .. [==[
        love.filesystem.setIdentity "b\195\164r"
        load_in_threads()
        local astar = require "astar"
        local paths = love.filesystem.getCRequirePath() -- LÖVE has one for all threads
        assert(paths:match "^astar%-%x+/%?%?;%?%?$", paths)
        return astar
      ]==])))
      assert.matches("^data/love/b\195\164r/astar%-%x+/astar.so\n$", run "love game.love")
    end)

    it("for one thread after the other, since LÖVE does not lock its folders and its search path", function()
      local alone = [==[
        require "love.timer"
        local busy = love.thread.getChannel "busy"
        for _, name in ipairs { "createDirectory", "write", "getCRequirePath", "setCRequirePath" } do
          local run = love.filesystem[name]
          love.filesystem[name] = function(...)
            assert(busy:getCount() == 0, "two threads at the same time")
            busy:push(true)
            love.timer.sleep(0.005)
            busy:pop()
            return run(...)
          end
        end
        local astar]==]
      local lines = LOAD_IN_THREADS:gsub("local astar", (alone:gsub("%%", "%%%%")), 1)
      write("game.love", zip.pack(game_of({ ["astar.so"] = module }, lines .. [==[
        love.filesystem.setIdentity "b\195\164r"
        load_in_threads()
        return require "astar"
      ]==])))
      assert.matches("^data/love/b\195\164r/astar%-%x+/astar.so\n$", run "love game.love")
    end)

    it("without a change to a file of another process", function()
      write("game.love", zip.pack(game_of({ ["astar.so"] = module }, [[
        local write, rename = love.filesystem.write, os.rename
        function love.filesystem.write(name, bytes)
          assert(not name:find "/astar%.so$", "the file that may be loaded is written")
          return write(name, bytes)
        end
        function os.rename(from, to) -- Windows refuses when a file of that name is there
          assert(rename(from, to))
          return nil, "file exists"
        end
        return require "astar"
      ]])))
      assert.matches("^data/love/packed/astar%-%x+/astar.so\n$", run "love game.love")
    end)

    it("and loads it by LÖVE where Lua cannot name the save directory", function()
      local lines = [[
        %s = function() error "not to be called" end
        return require "astar"
      ]]
      write("game.love", zip.pack(game_of({ ["astar.so"] = module }, lines:format "package.loadlib")))
      assert.matches("^données/love/packed/astar%-%x+/astar.so\n$", run("love game.love", "données"))
      assert.equal("main.lua:2: not to be called\n", run "love game.love")
      write("game.love", zip.pack(game_of({ ["astar.so"] = module }, [[
        os.rename = function() return nil, "no such file" end
        return require "astar"
      ]])))
      assert.matches("^again/love/packed/astar%-%x+/astar.so\n$", run("love game.love", "again"))
      assert.equal("1\n", shell.run(("find '%s/again' -type f | wc -l"):format(base)))
    end)

    it("or reports why it cannot", function()
      write("game.love", zip.pack(game_of { ["astar.so"] = module }))
      write("occupied", "a file")
      assert.matches("^astar: astar.so cannot be copied into the save directory " ..
        "occupied/love/packed: [^\n]+\n$", run("love game.love", "occupied"))
    end)
  end)

  describe("says what to do", function()
    local build = 'the build for Lua 5%.1 on linux%-%w+: see "LÖVE" in astar\'s manual %(docs/love%.md%)\n$'

    -- Checks a message, which is the same on all processors.
    local function assert_says(message, advice, output)
      local shown = output:gsub("astar/linux%-%w+/", "astar/PLATFORM/")
      assert.equal(message, shown:match "^[^\n]*")
      assert.matches("\n" .. advice .. " " .. build, output)
    end

    it("when there is no native file", function()
      write_folder("game", game_of {})
      assert_says("astar: there is no native file: neither astar/PLATFORM/astar.so nor astar.so " ..
        "in game, nor astar.so beside it", "Put there", run "love game")
      write("game.love", zip.pack(game_of { ["astar.dll"] = "of another system" }))
      assert_says("astar: there is no native file: neither astar/PLATFORM/astar.so nor astar.so " ..
        "in game.love, nor astar.so beside it", "Put there", run "love game.love")
    end)

    it("on phones", function()
      local lines = [[
        love._os = "%s"
        return require "astar"
      ]]
      local page = 'see "Phones" in astar\'s manual (docs/phones.md)\n'
      local files = { ["astar.so"] = module, ["astar/ios-x64/astar.so"] = module,
        ["astar/ios-arm64/astar.so"] = module }
      write("ios.love", zip.pack(game_of(files, lines:format "iOS")))
      assert.equal("astar: on iOS the module must be linked into the program: " .. page,
        run "love ios.love")
      write("android.love", zip.pack(game_of({}, lines:format "Android")))
      local output = run("love android.love"):gsub("android%-%w+", "android-PROCESSOR")
      assert.equal("astar: there is no native file: neither astar/android-PROCESSOR/astar.so " ..
        "nor astar.so in android.love, nor astar.so beside it\n" ..
        "Put there the build for Lua 5.1 on android-PROCESSOR: " .. page, output)
    end)

    it("when it was built for another Lua", function()
      local name = select(2, love_game.module()):gsub("lua5%.1", "lua5.4")
      local other = shell.read(name)
      write_folder("game", game_of { ["astar.so"] = other })
      assert.matches("^astar: game/astar.so is there, but cannot be loaded: .*" ..
        "undefined symbol: lua_%w+\nIt must be " .. build, run "love game")
      write("game.love", zip.pack(game_of { ["astar.so"] = other }))
      assert.matches("^astar: astar.so in game.love is there, but cannot be loaded: .*" ..
        "undefined symbol: lua_%w+\nIt must be " .. build, run "love game.love")
      write("away/game.love", zip.pack(game_of { ["astar.so"] = other }))
      assert.matches("^astar: astar.so in away/game.love is there, but cannot be loaded: .*" ..
        "undefined symbol: lua_%w+\nIt must be " .. build, run("love away/game.love", "données"))
    end)

    it("when it was built for another processor or system", function()
      local foreign = module:byte(19) == 62 and "\183" or "\62" -- the machine in an ELF header
      write("game.love", zip.pack(game_of {}))
      for _, bytes in ipairs { module:sub(1, 18) .. foreign .. module:sub(20), "MZ, and so on", "" } do
        write("astar.so", bytes)
        assert_says("astar: astar.so is there, but cannot be loaded:", "It must be",
          (run("love game.love"):gsub("loaded: [^\n]+", "loaded:")))
      end
    end)

    it("when it is of another version than the helpers", function()
      local other = module:gsub("astar %d+%.%d+%.", "astar 9.9.")
      assert.not_equal(module, other)
      write_folder("game", game_of { ["astar.so"] = other })
      assert.matches("^astar: game/astar.so is astar 9%.9%.%d+, but the helpers are those of version " ..
        "%d+%.%d+: both must be of one version\n$", run "love game")
      write("game.love", zip.pack(game_of { ["astar.so"] = other }))
      assert.matches("^astar: astar.so is astar 9%.9%.", run "love game.love")
    end)

    it("when it is something else", function()
      write_folder("game", game_of({}, [[
        package.cpath = "./native/?.so"
        return require "astar"
      ]]))
      write("native/astar.so", "something else")
      assert.matches("^astar: error loading module 'astar' from file './native/astar.so':.*" ..
        "\nIt must be " .. build, run "love game")
    end)
  end)
end)
