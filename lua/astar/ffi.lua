--- Reads paths, and positions of crowds, in loops that LuaJIT compiles.
---
---     local fast = require "astar.ffi"
---     for i, x, y in fast.each(path) do print(i, x, y) end
---
---     positions, count = fast.positions(crowd, positions)
---     for unit = 1, count do draw(positions[2 * unit - 1], positions[2 * unit]) end
---
--- LuaJIT cannot compile calls of C functions such as `path:each()` and `path:get(i)`. The
--- functions here read the points from the memory of the path by LuaJIT's ffi library instead, and
--- the positions by a C function that LuaJIT can call from compiled code. Without LuaJIT, or with
--- its compiler off, the functions are the methods themselves; `positions` fills a table. In loops
--- that are not compiled the methods are faster.
---
--- Safety: the declarations below describe a path and a crowd in memory. When this file is loaded,
--- it reads a sample of both by the functions and by the methods; if the results differ, it returns
--- the methods. It calls no function of a crowd whose layout has another number.

if (... or ""):find "/" then return require((...):gsub("/", ".")) end
local module = (... or "astar.ffi"):gsub("%.ffi$", "")
local astar = require(module)
local floor = math.floor

-- A sample path. Its x coordinates need more than one byte.
local sample = astar.grid(300, 2):find_path(300, 1, 1, 2, astar.rules { default = 1 })
local path_step, path_each, path_get = sample:each(), sample.each, sample.get

-- A sample crowd. The second of its three units is gone.
local sample_crowd = astar.crowd(astar.grid(300, 2))
for x = 298, 300 do sample_crowd:add(x, 2, astar.rules { default = 1 }) end
sample_crowd:remove(2)
local crowd_positions, crowd_count = sample_crowd.positions, sample_crowd.count

local ordinary = { each = path_each, get = path_get }

--- The positions in a table, with NaN for units that are gone, as in an array.
function ordinary.positions(crowd, t)
  t = crowd_positions(crowd, t)
  for i = 1, #t do
    if not t[i] then t[i] = 0 / 0 end
  end
  return t, floor(#t / 2)
end

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
    struct {
      uint64_t revision;
      size_t first, bad;
      int left, top, right, bottom;
      bool is_known;
    } check;
  } *
]]
local tiles = ffi.typeof "const struct { uint16_t x, y; } *"

local cast, pcall, tonumber, type = ffi.cast, pcall, tonumber, type

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

-- ---------------------------------------------------------------------------- positions

-- A copy of `bind_crowd` in src/lua/support.h, and the number of this layout.
local crowd_head = ffi.typeof [[
  const struct {
    void *null_word;
    uint32_t layout, changes;
    void *core;
    size_t (*copy_positions)(const void *crowd, double *positions, size_t capacity);
  } *
]]
local crowd_layout = 0x63727731
local doubles = ffi.typeof "double[?]"
local istype, sizeof = ffi.istype, ffi.sizeof

-- Values that a method has accepted as a crowd.
local proven_crowds = setmetatable({}, { __mode = "k" })

local function is_crowd(value)
  if proven_crowds[value] then return true end
  local taken = pcall(crowd_count, value)
  if taken then proven_crowds[value] = true end
  return taken
end

--- Reads the positions of all units, as `crowd:positions` does, into an array of LuaJIT. Returns
--- the array and the greatest number of a unit. `array` is the array of an earlier call; without
--- it, or when it is too short, a new one is created.
function fast.positions(crowd, array)
  local is_array = array == nil or istype(doubles, array)
  if not (is_array and is_crowd(crowd)) then return ordinary.positions(crowd, array) end
  local object, capacity = cast(crowd_head, crowd), array and sizeof(array) / 8 - 1 or 0
  while true do
    if object.core == nil then return ordinary.positions(crowd) end -- raises: it was closed
    local count = tonumber(object.copy_positions(object, array and array + 1, capacity))
    if array and count <= capacity then return array, count / 2 end
    capacity = count + count / 2
    array = doubles(capacity + 1)
  end
end

-- --------------------------------------------------------------------------------- check

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

-- Whether crowds do.
local function can_read_crowd(crowd)
  local object = cast(crowd_head, crowd)
  if object.null_word ~= nil or object.layout ~= crowd_layout then return false end
  local t, array = crowd_positions(crowd), fast.positions(crowd)
  for i = 1, 6 do
    local x = array[i]
    if t[i] ~= (x == x and x) then return false end
  end
  crowd:close()
  return object.core == nil
end

return (can_read(sample) and can_read_crowd(sample_crowd) and fast or ordinary) --[[@as astar.ffi]]
