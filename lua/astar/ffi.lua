--- Reads paths in loops that LuaJIT compiles.
---
---     local fast = require "astar.ffi"
---     for i, x, y in fast.each(path) do print(i, x, y) end
---
--- LuaJIT cannot compile calls of C functions such as `path:each()` and `path:get(i)`. The two
--- functions here read the points from the memory of the path by LuaJIT's ffi library instead.
--- Without LuaJIT, or with its compiler off, both functions are the methods themselves. In loops
--- that are not compiled the methods are faster.
---
--- Safety: the declarations below describe a path in memory. When this file is loaded, it reads a
--- sample path by the functions and by the methods; if the results differ, it returns the methods.

local module = (... or "astar.ffi"):gsub("%.ffi$", "")
local astar = require(module)

-- A sample path. Its x coordinates need more than one byte.
local sample = astar.grid(300, 2):find_path(300, 1, 1, 2, astar.rules { default = 1 })
local path_step, path_each, path_get = sample:each(), sample.each, sample.get

local ordinary = { each = path_each, get = path_get }
local has_ffi, ffi = pcall(require, "ffi")
if not (has_ffi and jit and jit.status()) then return ordinary end

local fast = {}

-- A copy of `bind_path` in src/lua/support.h. In memory the points follow it; their coordinates
-- count from 0.
local head = ffi.typeof [[
  const struct {
    void *null_word;
    double cost;
    int32_t count;
    uint32_t expanded;
    bool partial;
    uint8_t kind;
    struct { uint8_t ignored_layers; double penalty_scale; } filter;
  } *
]]
local tiles = ffi.typeof "const struct { uint16_t x, y; } *"

local cast, pcall, type = ffi.cast, pcall, type

-- Values that a method has accepted as a path. Only these are read from memory. The methods raise
-- an error for all other values. To check the name of the metatable is not enough: it can be
-- forged.
local proven = setmetatable({}, { __mode = "k" })

local function is_path(value)
  if proven[value] then return true end
  local taken = pcall(path_get, value, 1)
  if taken then proven[value] = true end
  return taken
end

local function step(path, i)
  if is_path(path) and type(i) == "number" and i >= 0 and i % 1 == 0 then
    local first = cast(head, path)
    if i >= first.count then return nil end
    local tile = cast(tiles, first + 1) + i
    return i + 1, tile.x + 1, tile.y + 1
  end
  return path_step(path, i)
end

--- The same as `path:each()`: iterates over i, x, y.
function fast.each(path)
  if is_path(path) then return step, path, 0 end
  return path_each(path)
end

--- The same as `path:get(i)`: returns x and y of point i, counted from 1, or nil.
function fast.get(path, i)
  if is_path(path) and type(i) == "number" and i % 1 == 0 then
    local first = cast(head, path)
    if i < 1 or i > first.count then return nil end
    local tile = cast(tiles, first + 1) + (i - 1)
    return tile.x + 1, tile.y + 1
  end
  return path_get(path, i)
end

-- Whether paths lie in memory as declared above. A native module of another version may differ.
local function can_read(path)
  local first = cast(head, path)
  if first.count ~= #path or first.cost ~= path:cost() then return false end
  if first.expanded ~= path:expanded() then return false end
  for i = 1, #path do
    local x, y = path:get(i)
    local fast_x, fast_y = fast.get(path, i)
    if x ~= fast_x or y ~= fast_y then return false end
  end
  return true
end

return (can_read(sample) and fast or ordinary) --[[@as astar.ffi]]
