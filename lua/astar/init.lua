--- Finds the native file of astar and returns the module, in LÖVE 11 and in plain Lua.
---
---     local astar = require "astar"            -- in main.lua, and in each love.thread
---
--- LÖVE: the places, in this order:
---
---  1. the game's folder                 in the folder of this file as linux-x64/astar.so,
---                                       macos-arm64/astar.so; or astar.so beside that folder
---  2. beside the .love or fused game    astar.so
---  3. inside the .love or fused game    named as in 1. The system cannot load a file from an
---                                       archive, so the file is first copied to the save
---                                       directory
---  4. where `require` searches for native modules
---
--- Plain Lua: 1 and 4; the first file that fits. If `package.preload` has "astar", the module is
--- linked into the program: no file is loaded. On Android place 4 comes first: LÖVE finds the file
--- in the package of the program. On iOS no file can be loaded.
---
--- On Windows the name of the file is astar.dll; on macOS astar.so or astar.dylib. The helpers
--- `require` this module by the name of their folder, with dots: all spellings share one module.

-- luacheck: read globals love

local VERSION = "0.3" -- of the native file: the helpers call its functions

local name = ... or "astar"
local module = name:gsub("/", "."):gsub("%.init$", "")
if module ~= name then return require(module) end
if module ~= "astar" and package.preload.astar then return require "astar" end

local folder = debug.getinfo(1, "S").source:match "^@(.*)[/\\]init%.lua$" or module:gsub("%.", "/")
local files = love and love.filesystem
if files and not files.getInfo(folder .. "/init.lua") then files = nil end -- package.path led here

-- To LuaJIT, Android is Linux, and iOS is OSX. Other Luas do not know the machine.
local is_phone = files and (love._os == "Android" or love._os == "iOS")
local machine = jit or { os = package.config:match "^\\" and "Windows" or "Other", arch = "other" }
local system = is_phone and love._os or machine.os
local platform = system:lower():gsub("^osx$", "macos") .. "-" .. machine.arch

local file_names = ({
  Windows = { "astar.dll" }, OSX = { "astar.so", "astar.dylib" }, iOS = {},
})[system] or { "astar.so" }
local platforms = (files or jit) and { platform } or system == "Windows" and { "windows-x64" }
  or { "linux-x64", "linux-arm64", "macos-arm64", "macos-x64" }

-- Names of the file, in LÖVE's file system (the game's folder, or its archive) or in that of the
-- system, which searches names without a folder elsewhere.
local places, parent = {}, folder:match "^.*[/\\]" or files and "" or "./"
for _, file_name in ipairs(file_names) do
  for _, each in ipairs(platforms) do
    table.insert(places, ("%s/%s/%s"):format(folder, each, file_name))
  end
  table.insert(places, parent .. file_name)
end

local page = is_phone and '"Phones" in astar\'s manual (docs/phones.md)'
  or files and '"LÖVE" in astar\'s manual (docs/love.md)'
  or '"Install" in astar\'s manual (docs/install.md)'
local build = ("the build for %s on %s: see %s")
  :format(_VERSION, (files or jit) and platform or "this system", page)

local function fail(message, ...)
  error("astar: " .. message:format(...), 0)
end

local function is_file(path)
  local file = io.open(path, "rb")
  return file ~= nil and file:close()
end

local function find_inside()
  for _, place in ipairs(places) do
    if files.getInfo(place, "file") then return place end
  end
end

-- The path of a file in LÖVE's file system; nil when the file is in an archive.
local function real_path(place)
  local path = files.getRealDirectory(place) .. "/" .. place
  return is_file(path) and path or nil
end

local function find_beside()
  for _, file_name in ipairs(file_names) do
    local path = files.getSourceBaseDirectory() .. "/" .. file_name
    if is_file(path) then return path end
  end
end

-- Saves the file. Other threads and other runs of the game may load the file at the same time. So
-- it is written under another name and then renamed, and an existing file with the same content is
-- kept.
local function save(copy, bytes)
  local draft = copy .. "-" .. tostring({}):match "%w+$"
  local base = files.getSaveDirectory() .. "/"
  local is_saved, message = files.write(draft, bytes)
  if is_saved and not os.rename(base .. draft, base .. copy) and files.read(copy) ~= bytes then
    is_saved, message = files.write(copy, bytes)
  end
  files.remove(draft)
  return is_saved, message
end

-- Copies a file into a folder of the save directory, whose name is a hash of the content.
local function unpack_file(place)
  local bytes = assert(files.read(place))
  local data = require "love.data"
  local digest = data.encode("string", "hex", data.hash("sha1", bytes))
  local target = "astar-" .. digest:sub(1, 16)
  local copy = target .. "/" .. place:match "[^/]*$"
  -- LÖVE creates the save directory at the first write of a process. Meanwhile the writes of other
  -- processes can fail: try again, for about half a second.
  local tries, is_saved, message = 0
  while files.read(copy) ~= bytes do
    if tries == 50 then
      fail("%s cannot be copied into the save directory %s: %s", place, files.getSaveDirectory(),
        tostring(message))
    end
    files.createDirectory(target)
    is_saved, message = save(copy, bytes)
    if not is_saved then require "love.timer".sleep(0.01) end
    tries = tries + 1
  end
  return target, files.getSaveDirectory() .. "/" .. copy
end

local function load_file(path, shown)
  local open, message = package.loadlib(path, "luaopen_astar")
  if open then return open(module) end
  fail("%s is there, but cannot be loaded: %s\nIt must be %s", shown or path,
    message:gsub("%s+$", ""), build)
end

-- The module as `require` would find it without this file: by the first searcher that returns a C
-- function; or nil and the error of a searcher.
local function search(wanted)
  local message
  for _, searcher in ipairs(package.searchers or package.loaders) do
    local is_done, open = pcall(searcher, wanted)
    if not is_done then
      message = open
    elseif type(open) == "function" and debug.getinfo(open, "S").what == "C" then
      return open(wanted)
    end
  end
  return nil, message
end

-- Loads the file from a folder of the save directory by LÖVE. LÖVE can open paths that Lua cannot
-- open: paths with characters beyond ASCII on Windows. All threads share the search path, so the
-- folder stays in it: a thread that restores the path could remove the folder of another thread.
local function load_by_love(target)
  local paths = files.getCRequirePath()
  local added = target .. "/??;"
  if not paths:find(added, 1, true) then files.setCRequirePath(added .. paths) end
  return (search "astar")
end

-- All threads share LÖVE's save directory and search path, and LÖVE does not lock them: two threads
-- that change them at the same time crash the process. So one thread after the other comes here.
local function load_unpacked(place)
  require "love.thread"
  return love.thread.getChannel "astar.init":performAtomic(function()
    local target, path = unpack_file(place)
    return path:find "[\128-\255]" and load_by_love(target)
      or load_file(path, place .. " in " .. files.getSource())
  end)
end

-- The first file outside of LÖVE's file system that fits; or nil and why another one does not fit.
local function load_first()
  local why
  for _, place in ipairs(places) do
    local open, message = package.loadlib(place, "luaopen_astar")
    if open then return open(module) end
    why = is_file(place) and message or why
  end
  return nil, why
end

local function load_otherwise(why)
  local astar, message = search(module)
  if not astar then astar, message = search "astar" end
  if astar then return astar end
  if system == "iOS" then
    fail("on iOS the module must be linked into the program: see %s", page)
  end
  message = why or message
  if message then fail("%s\nIt must be %s", message, build) end
  local last = files
    and (" in %s, nor %s beside it"):format(files.getSource(), table.concat(file_names, " nor "))
    or ", nor a file on package.cpath"
  fail("there is no native file: neither %s%s\nPut there %s", table.concat(places, " nor "), last,
    build)
end

local astar = system == "Android" and search "astar"
local path, inside, why
if not astar and files then
  inside = find_inside()
  path = inside and real_path(inside) or find_beside()
  astar = path and load_file(path) or inside and load_unpacked(inside)
elseif not astar then
  astar, why = load_first()
end
astar = astar or load_otherwise(why)
if astar._VERSION:match "%d+%.%d+" ~= VERSION then
  fail("%s is %s, but the helpers are those of version %s: both must be of one version",
    path or inside or "the native file", astar._VERSION, VERSION)
end
return astar --[[@as astar]]
