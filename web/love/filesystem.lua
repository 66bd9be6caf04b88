--- love.filesystem: the files of the game, and those that it writes.
---
--- The page has a map of files by path. The game is in a folder of it, the source. What it writes
--- goes to the folder /save/IDENTITY, whose files hide those of the source, as in LÖVE. A folder
--- exists if there are files in it, or if the game created it.

local assert, error, ipairs, load, pairs = assert, error, ipairs, load, pairs
local io, os, table, tostring, type = io, os, table, tostring, type
local floor, max, min = math.floor, math.max, math.min

-- The count of bytes that a call asked for; all that are there without one.
local function limit(size, all) return size and max(0, min(floor(size), all)) or all end

return function(filesystem, host, inner)
  local source, identity = host.folder(), "love" -- the source is "" for the folder of all files
  local require_path, c_require_path = "?.lua;?/init.lua", "??"
  local created = {} -- folders, by full path

  -- A path without ".", ".." and empty parts, or nil where it would leave the folder.
  local function clean(path)
    local parts = {}
    for part in path:gmatch "[^/]+" do
      if part == ".." then return nil end
      if part ~= "." then parts[#parts + 1] = part end
    end
    return table.concat(parts, "/")
  end

  local function save_folder() return "/save/" .. identity end

  local function join(folder, path)
    path = clean(path)
    return path and (path == "" and folder or folder .. "/" .. path)
  end

  -- A folder can be opened, too, but reading it is an error.
  local function is_file(path)
    local file = io.open(path, "rb")
    if not file then return false end
    local _, problem = file:read(0)
    file:close()
    return problem == nil
  end

  local function is_folder(path) return created[path] or host.listFiles(path) ~= "" end

  -- The full path of a file of the game, or nil.
  function inner.find_file(path)
    for _, folder in ipairs { save_folder(), source } do
      local full = join(folder, path)
      if full and is_file(full) then return full, folder end
    end
  end

  -- Sets the source. A path that does not begin with "/" is below the current folder.
  function inner.open_folder(folder)
    if folder:sub(1, 1) ~= "/" then folder = host.folder() .. "/" .. folder end
    source = "/" .. clean(folder)
    if source == "/" then source = "" end
  end

  function inner.set_identity(name) identity = name end

  -- --------------------------------------------------------------------------- reading

  --- Reads a file: its text and size, or nil and an error. read("string", path, size) is the same.
  function filesystem.read(path, size, more)
    if type(size) == "string" then
      if path ~= "string" then error("files as Data are not in this browser's love", 2) end
      path, size = size, more
    end
    inner.check(path, "string", 1, "read")
    local full = inner.find_file(path)
    if not full then return nil, ("Could not open file %s. Does not exist."):format(path) end
    local file = assert(io.open(full, "rb"))
    local all = file:seek "end"
    file:seek "set"
    local text = file:read(limit(size, all)) or ""
    file:close()
    return text, #text
  end

  --- An iterator over the lines of a file, which end with "\n" or "\r\n".
  function filesystem.lines(path)
    inner.check(path, "string", 1, "lines")
    local full = inner.find_file(path)
    if not full then error(("Could not open file %s. Does not exist."):format(path), 2) end
    local next_line = io.lines(full)
    return function()
      local line = next_line()
      return line and (line:gsub("\r$", ""))
    end
  end

  --- Loads a file in Lua: a function, or nil and an error without such a file. Raises an error if
  --- it is no program.
  function filesystem.load(path)
    inner.check(path, "string", 1, "load")
    local text, problem = filesystem.read(path)
    if not text then return nil, problem end
    local program
    program, problem = load(text, "@" .. path)
    return program or error("Syntax error: " .. problem, 0)
  end
  inner.load_file = filesystem.load

  -- The modules of the game: require "map.village" is map/village.lua in its folder.
  table.insert(package.searchers, 2, function(name)
    local path = name:gsub("%.", "/")
    for pattern in require_path:gmatch "[^;]+" do
      local file = pattern:gsub("%?", (path:gsub("%%", "%%%%")))
      if inner.find_file(file) then return filesystem.load(file), file end
    end
    return ("no '%s' in the folder of the game"):format(name)
  end)

  -- --------------------------------------------------------------------------- writing

  local function open_to_write(path, mode)
    local full = join(save_folder(), path)
    local folder = full and full:match "^(.*)/"
    local is_there = full and (folder == save_folder() or is_folder(folder))
    local file = is_there and io.open(full, mode)
    if not file then return nil, ("Could not open file %s (not found)"):format(path) end
    return file
  end

  local function write(path, text, size, mode, name)
    inner.check(path, "string", 1, name)
    if type(text) ~= "string" and type(text) ~= "number" then
      error(("bad argument #2 to '%s' (string or Data expected)"):format(name), 2)
    end
    local file, problem = open_to_write(path, mode)
    if not file then return nil, problem end
    text = tostring(text)
    local is_written = file:write(text:sub(1, limit(size, #text)))
    if not (file:close() and is_written) then return nil, "Data could not be written." end
    return true
  end

  function filesystem.write(path, text, size) return write(path, text, size, "wb", "write") end

  --- Adds to the end of a file. A file of the source is not copied.
  function filesystem.append(path, text, size) return write(path, text, size, "ab", "append") end

  function filesystem.createDirectory(path)
    inner.check(path, "string", 1, "createDirectory")
    local full = join(save_folder(), path)
    if not full then return false end
    local folders = {}
    while full ~= save_folder() do
      if is_file(full) then return false end
      folders[#folders + 1] = full
      full = full:match "^(.*)/"
    end
    for _, folder in ipairs(folders) do created[folder] = true end
    return true
  end

  --- Removes a file or an empty folder that the game wrote. Returns whether it did.
  function filesystem.remove(path)
    inner.check(path, "string", 1, "remove")
    local full = join(save_folder(), path)
    if not full then return false end
    if is_file(full) then return os.remove(full) == true end
    if not created[full] or filesystem.getDirectoryItems(path)[1] then return false end
    created[full] = nil
    return true
  end

  -- --------------------------------------------------------------------------- looking

  --- What is at a path: { type = "file", size = bytes } or { type = "directory" }, or nil.
  function filesystem.getInfo(path, kind, info)
    inner.check(path, "string", 1, "getInfo")
    if type(kind) == "table" then kind, info = nil, kind end
    info = info or {}
    local full = inner.find_file(path)
    if full then
      local file = assert(io.open(full, "rb"))
      info.type, info.size = "file", file:seek "end"
      file:close()
    else
      local in_save, in_source = join(save_folder(), path), join(source, path)
      local is_known = in_save and (is_folder(in_save) or is_folder(in_source))
      info.type = is_known and "directory" or nil
    end
    if not info.type or kind and kind ~= info.type then return nil end
    return info
  end

  --- The sorted names of what is in a folder.
  function filesystem.getDirectoryItems(path)
    inner.check(path, "string", 1, "getDirectoryItems")
    local names, seen = {}, {}
    local function add(name)
      if name and not seen[name] then
        seen[name] = true
        names[#names + 1] = name
      end
    end
    for _, folder in ipairs { join(save_folder(), path) or false, join(source, path) or false } do
      for name in (folder and host.listFiles(folder) or ""):gmatch "[^\n]+" do add(name) end
      for full in pairs(created) do
        if folder and full:sub(1, #folder + 1) == folder .. "/" then
          add(full:match("^[^/]+", #folder + 2))
        end
      end
    end
    table.sort(names)
    return names
  end

  function filesystem.getRealDirectory(path)
    inner.check(path, "string", 1, "getRealDirectory")
    local _, folder = inner.find_file(path)
    if not folder then return nil, "File does not exist on disk." end
    return folder == "" and "/" or folder
  end

  -- --------------------------------------------------------------------------- folders

  function filesystem.getSource() return source == "" and "/" or source end

  function filesystem.getSourceBaseDirectory()
    local base = source:match "^(.*)/" or ""
    return base == "" and "/" or base
  end

  function filesystem.getSaveDirectory() return save_folder() end
  function filesystem.getAppdataDirectory() return "/save" end
  function filesystem.getUserDirectory() return "/" end
  function filesystem.getWorkingDirectory() return filesystem.getSource() end
  function filesystem.isFused() return false end
  function filesystem.init() end

  function filesystem.setIdentity(name)
    inner.check(name, "string", 1, "setIdentity")
    inner.set_identity(name)
  end

  function filesystem.getIdentity() return identity end
  function filesystem.getRequirePath() return require_path end
  function filesystem.getCRequirePath() return c_require_path end

  function filesystem.setRequirePath(path)
    inner.check(path, "string", 1, "setRequirePath")
    require_path = path
  end

  function filesystem.setCRequirePath(path)
    inner.check(path, "string", 1, "setCRequirePath")
    c_require_path = path
  end
end
