--- The files of a Tiled map: which files a map may name, and how much of them is read. A part of
--- astar.tiled.
---
--- A map may come from a stranger, so the names in it reach only the files of one folder, the root:
---
---  * A name is a path relative to the file in which it stands. Slashes and backslashes separate
---    its parts.
---  * A name has no byte 0, at which C ends it, and no ":", which ends a drive or a device. None of
---    its parts is a device such as NUL, or ends in a dot or a space, which Windows drops. This
---    holds on every system, so that a map is read on all of them or on none.
---  * When its ".." are resolved, the path lies below the root.
---  * At most `files.max_size` bytes of a file are read.
---
--- Names are checked, not files: symbolic links below the root are followed, and reading a FIFO
--- there waits for its writer.

local folder = (... or "astar.tiled.files"):gsub("tiled%.files$", "")
local describe = require(folder .. "internal.check").describe

local files = {}

-- ------------------------------------------------------------------------------- paths

--- The beginning of an absolute path, or a drive ("/", "//", "C:/", "C:"; "" for a relative path),
--- and the parts after it, with "." and ".." resolved. Without a drive, the first parts of a
--- relative path may remain "..".
local function split(path)
  local prefix, parts = path:match "^%a:/*" or path:match "^/*", {}
  for part in path:sub(#prefix + 1):gmatch "[^/]+" do
    if part == ".." and #parts > 0 and parts[#parts] ~= ".." then
      parts[#parts] = nil
    elseif part ~= "." then
      parts[#parts + 1] = part
    end
  end
  return prefix, parts
end

local function with_slashes(path)
  return (path:gsub("\\", "/"))
end

local function normalize(path)
  local prefix, parts = split(path)
  return prefix .. table.concat(parts, "/")
end

--- The path of a file that is named relative to the folder `base`.
function files.join(base, name)
  name = with_slashes(name)
  return normalize(split(name) == "" and base .. name or name)
end

--- The folder of a file: "" or a path that ends in a slash.
function files.folder_of(path)
  return with_slashes(path):match "^.*/" or ""
end

-- ------------------------------------------------------------------------------- names

local devices = {
  aux = true, con = true, ["conin$"] = true, ["conout$"] = true, nul = true, prn = true,
}

--- Whether Windows takes a part of a path for a device, also with an extension. The number of a
--- port is a digit, or a raised one in Latin-1 or UTF-8.
local function is_device(part)
  local name = part:lower():match("^[^.]*"):gsub(" +$", "")
  local port = name:match "^com(.+)$" or name:match "^lpt(.+)$"
  return devices[name] or port and not port:find "[^%d\178\179\185\194]"
end

local function is_portable(name)
  if name:find("[:%z]") then return false end
  local prefix, parts = split(with_slashes(name))
  for _, part in ipairs(parts) do
    if part ~= ".." and part:find "[. ]$" or is_device(part) then return false end
  end
  return prefix == ""
end

--- Whether a path lies below a folder.
local function is_below(path, root)
  local prefix, parts = split(path)
  local root_prefix, root_parts = split(root)
  if prefix ~= root_prefix then return false end
  local i = 1
  while parts[i] == root_parts[i] and parts[i] do i = i + 1 end
  for k = i, #root_parts do
    if root_parts[k] ~= ".." then return false end
  end
  return parts[i] ~= ".."
end

--- The root without the option: in LÖVE the folder of the game, which love.filesystem cannot leave;
--- elsewhere the folder of the map.
function files.default_root(base)
  local love = rawget(_G, "love")
  return love and love.filesystem and base:match "^/*" or base
end

--- Why a map may not name a file; nil: it may. `path` is the name after `files.join`.
function files.problem(name, path, root)
  if not is_portable(name) then
    return "a map may name files only by relative paths that are valid on every system"
  end
  root = normalize(with_slashes(root))
  if not is_below(path, root) then
    local shown = root == "" and "." or root
    return ('it is outside of folder %s (option "root")'):format(describe(shown))
  end
end

-- ------------------------------------------------------------------------------- reading

-- 64 MiB: 16 layers of 1000 x 1000 tiles with 4 bytes of text each. Tiled itself is slow with more.
files.max_size = 64 * 1024 * 1024

-- Files are read in parts of so many bytes: some Luas allocate what they are asked to read.
local part_size = 1024 * 1024

--- The text of a file, or a beginning that is longer than `files.max_size`; nil and a message when
--- it cannot be read.
local function read_with_io(path)
  local file, problem = io.open(path, "rb")
  if not file then return nil, problem end
  local parts, size = {}, 0
  while size <= files.max_size do
    local part, message = file:read(part_size)
    problem = message
    if not part then break end
    parts[#parts + 1], size = part, size + #part
  end
  file:close()
  if problem then return nil, problem end
  return table.concat(parts)
end

--- The text of a file; nil and a message when it is too large or cannot be read.
function files.read(path)
  local love = rawget(_G, "love")
  local read = love and love.filesystem and love.filesystem.read or read_with_io
  local text, problem = read(path, files.max_size + 1)
  if text and #text > files.max_size then
    return nil, ("larger than %d bytes"):format(files.max_size)
  end
  return text, problem
end

return files
