--- For LÖVE 11: loads the native file of astar from the places where a game can contain it.
---
---     local astar = require "astar.loader"     -- in main.lua, and in each love.thread
---
--- Places, in this order:
---
---  1. the game's folder                 in the folder of this file as linux-x64/astar.so,
---                                       macos-arm64/astar.so; or astar.so beside that folder
---  2. beside the .love or fused game    astar.so
---  3. inside the .love or fused game    named as in 1. The system cannot load a file from an
---                                       archive, so the loader first copies it to the save
---                                       directory
---  4. where `require "astar"` searches
---
--- If `package.preload` has "astar", the module is linked into the program: no file is loaded.
--- Outside of LÖVE only place 4 counts. On Android place 4 comes first: `require` finds the file
--- in the package of the program. On iOS no file can be loaded.
---
--- On Windows the name of the file is astar.dll; on macOS astar.so or astar.dylib. Afterwards
--- `require "astar"` returns the same table, so the helpers find the module, too.

-- luacheck: read globals love

local VERSION = "0.2" -- of the native file: the helpers call its functions

local module = (... or "astar.loader"):gsub("%.loader$", "")
local preload = package.preload
if preload.astar and not preload[module] then -- the module is named "libs.astar"
  preload[module] = function() return require "astar" end
end
if not (love and love.filesystem) or package.loaded[module] or preload[module] then
  return require(module)
end

-- To LuaJIT, Android is Linux, and iOS is OSX.
local machine = jit or { os = "Other", arch = "other" }
local is_phone = love._os == "Android" or love._os == "iOS"
local system = is_phone and love._os or machine.os
local platform = system:lower():gsub("^osx$", "macos") .. "-" .. machine.arch

local file_names = ({
  Windows = { "astar.dll" }, OSX = { "astar.so", "astar.dylib" }, iOS = {},
})[system] or { "astar.so" }

-- Names of the file in LÖVE's file system: the game's folder, or its archive.
local places = {}
for _, file_name in ipairs(file_names) do
  local path = module:gsub("%.", "/")
  table.insert(places, ("%s/%s/%s"):format(path, platform, file_name))
  table.insert(places, (path:match "^.*/" or "") .. file_name)
end

local page = is_phone and '"Phones" in astar\'s manual (docs/phones.md)'
  or '"LÖVE" in astar\'s manual (docs/love.md)'
local build = ("the build for Lua 5.1 on %s: see %s"):format(platform, page)

local function fail(message, ...)
  error("astar.loader: " .. message:format(...), 0)
end

local function is_file(path)
  local file = io.open(path, "rb")
  return file ~= nil and file:close()
end

local function find_inside()
  for _, name in ipairs(places) do
    if love.filesystem.getInfo(name, "file") then return name end
  end
end

-- The path of a file in LÖVE's file system; nil when the file is in an archive.
local function real_path(name)
  local path = love.filesystem.getRealDirectory(name) .. "/" .. name
  return is_file(path) and path or nil
end

local function find_beside()
  for _, file_name in ipairs(file_names) do
    local path = love.filesystem.getSourceBaseDirectory() .. "/" .. file_name
    if is_file(path) then return path end
  end
end

-- Saves the file. Other threads and other runs of the game may load the file at the same time. So
-- it is written under another name and then renamed, and an existing file with the same content is
-- kept.
local function save(name, bytes)
  local draft = name .. "-" .. tostring({}):match "%w+$"
  local folder = love.filesystem.getSaveDirectory() .. "/"
  local is_saved, message = love.filesystem.write(draft, bytes)
  if is_saved and not os.rename(folder .. draft, folder .. name)
    and love.filesystem.read(name) ~= bytes then
    is_saved, message = love.filesystem.write(name, bytes)
  end
  love.filesystem.remove(draft)
  return is_saved, message
end

-- Copies a file into a folder of the save directory, whose name is a hash of the content.
local function unpack_file(name)
  local bytes = assert(love.filesystem.read(name))
  local data = require "love.data"
  local digest = data.encode("string", "hex", data.hash("sha1", bytes))
  local folder = "astar-" .. digest:sub(1, 16)
  local copy = folder .. "/" .. name:match "[^/]*$"
  -- LÖVE creates the save directory at the first write of a process. Meanwhile the writes of other
  -- processes can fail: try again, for about half a second.
  local tries, is_saved, message = 0
  while love.filesystem.read(copy) ~= bytes do
    if tries == 50 then
      fail("%s cannot be copied into the save directory %s: %s", name,
        love.filesystem.getSaveDirectory(), tostring(message))
    end
    love.filesystem.createDirectory(folder)
    is_saved, message = save(copy, bytes)
    if not is_saved then require "love.timer".sleep(0.01) end
    tries = tries + 1
  end
  return folder, love.filesystem.getSaveDirectory() .. "/" .. copy
end

local function load_file(path, shown)
  local open, message = package.loadlib(path, "luaopen_astar")
  if open then return open(module) end
  fail("%s is there, but cannot be loaded: %s\nIt must be %s", shown or path,
    message:gsub("%s+$", ""), build)
end

-- Loads the file from a folder of the save directory by LÖVE. LÖVE can open paths that Lua cannot
-- open: paths with characters beyond ASCII on Windows. All threads share the search path, so the
-- folder stays in it: a thread that restores the path could remove the folder of another thread.
local function load_by_love(folder)
  local paths = love.filesystem.getCRequirePath()
  local added = folder .. "/??;"
  if not paths:find(added, 1, true) then love.filesystem.setCRequirePath(added .. paths) end
  local is_loaded, astar = pcall(require, "astar")
  return is_loaded and astar
end

-- All threads share LÖVE's save directory and search path, and LÖVE does not lock them: two threads
-- that change them at the same time crash the process. So one thread after the other comes here.
local function load_unpacked(name)
  require "love.thread"
  return love.thread.getChannel "astar.loader":performAtomic(function()
    local folder, path = unpack_file(name)
    return path:find "[\128-\255]" and load_by_love(folder)
      or load_file(path, name .. " in " .. love.filesystem.getSource())
  end)
end

local function load_by_require()
  local is_loaded, astar = pcall(require, module)
  if is_loaded then return astar end
  return nil, astar
end

local function load_otherwise()
  local astar, message = load_by_require()
  if astar then return astar end
  if system == "iOS" then
    fail("on iOS the module must be linked into the program: see %s", page)
  end
  if message:find "^error loading" then fail("%s\nIt must be %s", message, build) end
  fail("there is no native file: neither %s in %s, nor %s beside it\nPut there %s",
    table.concat(places, " nor "), love.filesystem.getSource(),
    table.concat(file_names, " nor "), build)
end

local astar, path, inside = system == "Android" and load_by_require(), nil, nil
if not astar then
  inside = find_inside()
  path = inside and real_path(inside) or find_beside()
  astar = path and load_file(path) or inside and load_unpacked(inside) or load_otherwise()
end
if astar._VERSION:match "%d+%.%d+" ~= VERSION then
  fail("%s is %s, but the helpers are those of version %s: both must be of one version",
    path or inside or "the native file", astar._VERSION, VERSION)
end
package.loaded[module] = astar
return astar --[[@as astar]]
