-- A map of Tiled named the files of its tilesets, and each of them was opened and read to its end: /dev/zero until no
-- memory was left, a file of any folder, on Windows a file of another computer.

local files = require "astar.tiled.files"
local tiled = require "astar.tiled"
local shell = require "spec.support.shell"

-- A map of one tile, whose tileset is in a file of its own, and the tileset.
local MAP = [[return {
  orientation = "orthogonal", width = 1, height = 1, tilewidth = 16, tileheight = 16,
  tilesets = { { firstgid = 1, filename = "x.tsx", exportfilename = %q } },
  layers = { { type = "tilelayer", name = "ground", width = 1, height = 1, data = { 1 } } },
}]]
local TILESET = [[return {
  name = "ground", tilewidth = 16, tileheight = 16, image = "../ground.png", columns = 1, tilecount = 1,
  tiles = { { id = 0, properties = { terrain = "floor" } } },
}]]

--- The message of `tiled.load`.
local function message_of(...)
  local map, message = tiled.load(...)
  assert.is_nil(map)
  return message
end

local function table_of(text)
  return (rawget(_G, "loadstring") or load)(text)()
end

--- The table of a map that names the file of its tileset.
local function map_with(name)
  return table_of(MAP:format(name))
end

local function outside_of(folder)
  return (' is not read: it is outside of folder "%s" (option "root")'):format(folder)
end

local function write(path, ...)
  local file = assert(io.open(path, "wb"))
  assert(file:write(...))
  file:close()
end

--- Calls `body` with a folder, relative to the current one, for files of a map. Removes the folder.
local function with_folder(body)
  local folder = shell.output("mktemp -d build/map.XXXXXX"):gsub("\n", "")
  shell.output(("mkdir -p %s/game/maps/near %s/game/tilesets"):format(folder, folder))
  write(folder .. "/game/maps/near/ground.lua", TILESET)
  write(folder .. "/game/tilesets/ground.lua", TILESET)
  write(folder .. "/ground.lua", TILESET)
  local ok, message = pcall(body, folder .. "/game")
  shell.output("rm -r " .. folder)
  if not ok then error(message, 0) end
end

describe("a map of Tiled", function()
  it("names no absolute path, drive, server or device", function()
    for _, name in ipairs {
      "/etc/passwd", "/dev/zero", "//server/share/x.lua", "\\\\server\\share\\x.lua", "\\x.lua", "\\\\.\\COM1",
      "C:\\x.lua", "C:/x.lua", "C:x.lua", "./C:/x.lua", "a/../C:x.lua", "http://x/x.lua", "file:x.lua", "x.lua:stream",
      "CON", "nul", "a/NUL.lua", "aux.x.lua", "prn .lua", "a\\com1", "LPT9.lua", "COM\185.lua", "CONIN$", "com1/x.lua",
      "x.lua\0.png", "..\0/x.lua", "x.lua.", "x.lua ", "a/.. /x.lua", ".../x.lua",
    } do
      assert.matches(" is not read: a map may name files only by relative paths that are valid on every system",
        message_of(map_with(name)), 1, true)
    end
  end)

  it("names no file outside of the root", function()
    for _, name in ipairs {
      "../x.lua", "..\\x.lua", "a/../../x.lua", "a\\..\\..\\x.lua", "./../x.lua", "a/..\\../x.lua", "..",
      "a/b/../../..",
    } do
      assert.matches(outside_of ".", message_of(map_with(name)), 1, true)
    end
    for root, name in pairs {
      ["../a"] = "x.lua", ["/"] = "x.lua", ["a/b"] = "a/x.lua", ["C:\\"] = "x.lua", ["../"] = "../../x.lua",
    } do
      assert.matches(' (option "root")', message_of(map_with(name), { root = root }), 1, true)
    end
  end)

  it("names files below the root", function()
    with_folder(function(game)
      local map = game .. "/maps/map.lua"
      local function load(name, root)
        write(map, MAP:format(name))
        return tiled.load(map, { root = root }).tilesets[1].image
      end
      for _, name in ipairs {
        "near/ground.lua", "near\\ground.lua", "./a/../near/ground.lua", "../maps/near/ground.lua",
      } do
        assert.equal(game .. "/maps/ground.png", load(name))
      end
      for _, root in ipairs {
        game, game .. "/", game .. "/maps/..", (game:gsub("/", "\\")), ".", "./", "..", "../..",
      } do
        assert.equal(game .. "/ground.png", load("../tilesets/ground.lua", root))
      end
      write(map, MAP:format "../tilesets/ground.lua")
      assert.matches('tileset 1: file "../tilesets/ground.lua"' .. outside_of(game .. "/maps"),
        message_of(map), 1, true)
      write(map, MAP:format "../../ground.lua")
      assert.matches(outside_of(game), message_of(map, { root = game }), 1, true)
    end)
  end)

  it("is read with all its files by the functions of the game", function()
    local asked = {}
    local function read(name)
      asked[#asked + 1] = name
      return #asked == 1 and MAP:format "../../C:/x.lua" or TILESET
    end
    tiled.load("maps/map.lua", { read = read })
    assert.same({ "maps/map.lua", "../C:/x.lua" }, asked)
    asked = {}
    assert.matches("is not read", message_of("maps/map.lua", { read = read, root = "." }))
    assert.same({ "maps/map.lua" }, asked)
    local map = tiled.load(map_with "/dev/zero", { tileset = function() return table_of(TILESET) end })
    assert.equal("floor", map.names[map.grid:get(1, 1)])
  end)

  it("is read up to a limit, also when the file has no end", function()
    with_folder(function(game)
      local path, text = game .. "/maps/map.lua", MAP:format "near/ground.lua"
      write(path, MAP:format "zero.lua")
      shell.output(("ln -s /dev/zero %s/maps/zero.lua"):format(game))
      assert.matches("zero.lua: cannot be read: larger than 67108864 bytes", message_of(path), 1, true)

      write(path, text)
      local limit = files.max_size
      files.max_size = #text
      local map = tiled.load(path)
      files.max_size = #text - 1
      local message = message_of(path)
      files.max_size = limit
      assert.is_truthy(map)
      assert.matches(("%s: cannot be read: larger than %d bytes"):format(path, #text - 1), message, 1, true)
    end)
  end)
end)
