--- love.filesystem: the files of the game.
---
--- The page has a map of files by path. The game is in a folder of it, the source.

local error, io, load, table = error, io, load, table

return function(love, _, inner)
  local filesystem = love.filesystem
  local source = "" -- the folder of all files

  --- Sets the source: an absolute path.
  function inner.open_folder(folder) source = folder end

  --- The full path of a file of the game. A path cannot leave the source.
  function inner.full_path(path)
    if path:find("..", 1, true) then return "" end -- the folder of all files: not a file
    local parts = { source }
    for part in path:gmatch "[^/]+" do
      if part ~= "." then parts[#parts + 1] = part end
    end
    return table.concat(parts, "/")
  end

  --- Reads a file: its text and size, or nil and an error.
  function filesystem.read(path)
    local file = io.open(inner.full_path(path), "rb")
    local text = file and file:read "a" -- nil for a folder
    if file then file:close() end
    if not text then return nil, ("Could not open file %s. Does not exist."):format(path) end
    return text, #text
  end

  --- Writes a file, which is gone when the game ends. Returns true, or false and an error.
  function filesystem.write(path, text)
    local file, problem = io.open(inner.full_path(path), "wb")
    if not file then return false, problem end
    file:write(text)
    return file:close()
  end

  --- Loads a program: a function, or nil without such a file. Raises an error if it is none.
  function inner.load_file(path)
    local text = filesystem.read(path)
    if not text then return nil end
    local program, problem = load(text, "@" .. path)
    return program or error("Syntax error: " .. problem, 0)
  end

  -- The modules of the game: require "map.village" is map/village.lua in its folder.
  table.insert(package.searchers, 2, function(name)
    local path = name:gsub("%.", "/")
    for _, file in ipairs { path .. ".lua", path .. "/init.lua" } do
      local program = inner.load_file(file)
      if program then return program, file end
    end
    return ("no '%s' in the folder of the game"):format(name)
  end)

  function filesystem.getSourceBaseDirectory()
    local base = source:match "^(.*)/" or ""
    return base == "" and "/" or base
  end
end
