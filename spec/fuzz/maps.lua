-- A fuzzer of maps: damages maps and loads them. Maps are exports of Tiled, as text and as tables, rows of
-- characters (which it also draws with damaged options), and map files of the examples. A map must load and work,
-- or raise a clean error, within a few seconds and with limited memory. No code in a map may run.
--
--     lua5.4 spec/fuzz/maps.lua SECONDS [SEED]

local astar = require "astar"
local ascii = require "astar.ascii"
local tiled = require "astar.tiled"
local damage = require "spec.fuzz.damage"
local json = require "spec.support.json"
local program = require "spec.fuzz.program"
local random_map = require "spec.support.random_map"
local tiled_export = require "spec.support.tiled_export"

local fuzz = {}

local EXAMPLES = { "examples/maps/valley.lua", "examples/love-village/map/village.lua" }
local FIXTURES = {
  "base64.lua", "base64.json", "external.lua", "external.json", "gzip.lua", "zlib.lua", "infinite.lua",
  "infinite.json", "infinite_hexagonal.lua", "hexagonal_x_even.lua", "hexagonal_y_odd.lua", "isometric.lua",
  "staggered_x_even.lua", "staggered_y_odd.lua", "village.lua", "village.lua", "village.json",
  "kinds.lua", "kinds.json",
}

-- Names of fields, values with a meaning, and pieces of Lua and JSON. Code that runs calls `ran`.
local WORDS = {
  "terrain", "class", "type", "wall", "link", "one_way", "cost", "to", "id", "gid", "name", "chunks", "data", "layers",
  "objects", "tilesets", "tiles", "template", "polygon", "polyline", "point", "ellipse", "text", "shape", "properties",
  "infinite", "hexagonal", "isometric", "staggered", "orthogonal", "encoding", "base64", "compression", "gzip",
  "filename", "exportfilename", "source", "image", "columns", "tilecount", "firstgid", "width", "height", "tilewidth",
  "tileheight", "hexsidelength", "staggeraxis", "staggerindex", "x", "y", "even", "odd", "offsetx", "rotation",
  "objectGroup", "objectgroup", "wangsets", "terrains", "tileoffset", "grid", "tileproperties", "collides",
  "group", "tilelayer", "objectgroup", "imagelayer", "visible", "objectalignment", "value", "",
  "{", "}", "[", "]", "=", ",", ";", "\"", "\\", "--", "[[", "\n", "null", "nil", "true", "{{{{", "5LL", "0x7fffffff",
  "ran()", "ran{}", "ran\"\"", "\"\":ran()", "..ran{}", "return", "while true do end", "\27Lua", "<map>", "AAAA", "=",
}

-- The error that functions raise on purpose.
local MARK = "raised on purpose"

local MAX_TILES = 100000
local MAX_SECONDS = 3 -- for one map
local MAX_MEMORY = 200 * 1024 -- [KB]

local function read_file(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- ------------------------------------------------------------------------------- seeds

-- A file to damage: its name, text and table.
local function new_seed(name)
  local text = read_file(name)
  if name:find("json$") then return { name = name, text = text, table = json.decode(text) } end
  return { name = name, text = text, table = dofile(name) }
end

local function read_seeds()
  local seeds = {}
  for i, name in ipairs(FIXTURES) do
    seeds[i] = name:find "json$" and new_seed(tiled_export.folder .. name)
      or { name = name, text = tiled_export.text(name), table = tiled_export.table(name) }
  end
  for _ = 1, 4 do seeds[#seeds + 1] = new_seed "spec/fuzz/dense.lua" end
  return seeds
end

local ROWS = {
  { "#####", "#..~#", "#.T.#", "#####" },
  { "." },
  { "..........", "..........", "........:." },
  { "\0\255\r \t", "abcde" },
}

local MAP_FILES = {
  "type octile\nheight 3\nwidth 4\nmap\n.@T.\n.GS.\nOW..\n", "#..\n.~9\n..@\n", "0110\n0010\n", ".....\r\n..#..\r\n",
}

-- -------------------------------------------------------------------------- requirements

local function expect(condition, message)
  if not condition then error(message, 2) end
end

-- Whether the message is an error text of the module, not of Lua.
local function is_clean(message, who)
  if type(message) ~= "string" then return false end
  if message == MARK or message:find("^unknown style ") or message:find("^a style must ") then return true end
  message = message:gsub("^[./\\]*spec[/\\]fuzz[/\\]maps%.lua:%d+: ", "")
  if message:sub(1, #who) ~= who then return false end
  -- Errors of a JSON library.
  if message:find("damaged JSON: ", 1, true) or message:find(MARK, 1, true) then return true end
  message = message:gsub('"[^\n]*"', "") -- quoted text of the map
  return not message:find("attempt to", 1, true) and not message:find("bad argument", 1, true)
    and not message:find("stack overflow", 1, true) and not message:find(".lua:%d+:")
end

-- Calls `f`: its result, or nil after a clean error of `who`, or a clean message.
local function try(who, f, ...)
  local memory, start = collectgarbage("count"), os.clock()
  local ok, result, message = pcall(f, ...)
  local seconds = os.clock() - start
  expect(seconds < MAX_SECONDS, ("%s took %.1f s"):format(who, seconds))
  expect(collectgarbage("count") - memory < MAX_MEMORY, who .. " took too much memory")
  if ok then
    expect(result or is_clean(message, ""), who .. " returned nil, " .. tostring(message))
    return result
  end
  if not is_clean(result, who) then error(who .. " raised " .. tostring(result), 0) end
end

local function is_on(grid, x, y)
  return grid:get(x, y) ~= nil
end

local function prove_layers(map, x, y)
  for _, layer in ipairs(map.layers) do
    -- A layer that is left out may be unreadable.
    if layer.kind == "tiles" and pcall(function() return layer.tile end) then
      local tile, rotation, sx, sy = layer:tile(x, y)
      expect(tile == nil or tile.tileset and tile.id >= 0, "a tile without a tileset")
      expect(tile == nil or rotation >= 0 and sx * sx == 1 and sy * sy == 1, "a tile with a wrong rotation")
      expect(layer:tile(0, y) == nil and layer:tile(x, -5) == nil, "a tile outside the map")
    end
  end
end

local function prove_objects(map)
  for _, object in ipairs(map.objects) do
    expect(map:object(object.name).name == object.name, "an object was not found by its name")
    expect(object.x % 1 == 0 and object.y % 1 == 0, "an object that is not on a tile")
    for _, tile in ipairs(map:tiles(object)) do
      expect(is_on(map.grid, tile[1], tile[2]), "an object covers a tile outside the map")
    end
  end
end

local function prove_layout(map, x, y)
  local wx, wy = map.layout:to_world(x, y)
  local back_x, back_y = map.layout:to_tile(wx, wy)
  expect(back_x == x and back_y == y, "the center of a tile is on another tile")
  local left, top, width, height = map.layout:bounds(map.grid:size())
  for i, at in ipairs(map.layout:corners(x, y)) do
    local least, size = i % 2 == 1 and left or top, i % 2 == 1 and width or height
    local blur = 1e-9 * (math.abs(least) + size)
    expect(at >= least - blur and at <= least + size + blur, "a corner is out of bounds")
  end
  local from_x, from_y = map:from_tiled(map.offset_x, map.offset_y)
  expect(from_x % 1 == 0 and from_y % 1 == 0, "a tile of Tiled has no position")
end

local function prove_terrains(map, x, y)
  for name, byte in pairs(map.terrains) do
    expect(type(name) == "string" and byte >= 0 and byte <= 255 and map.names[byte], "a terrain without a byte")
  end
  local rules = map:rules { default = 1 }
  local path = map.grid:find_path(x, y, 1, 1, rules)
  expect(not path or path:cost() >= 0, "a path without a cost")
end

-- Checks a loaded map.
local function prove_map(random, map)
  local width, height = map.grid:size()
  expect(width * height <= MAX_TILES, "the grid is too large")
  prove_objects(map)
  for _ = 1, 4 do
    local x, y = random:int(1, width), random:int(1, height)
    prove_layers(map, x, y)
    prove_layout(map, x, y)
    prove_terrains(map, x, y)
  end
end

-- ------------------------------------------------------------------------------- cases

-- The functions of the game sometimes raise errors.
local function sometimes(random, f)
  return function(...)
    if random:chance(0.05) then error(MARK, 0) end
    if random:chance(0.05) then return random:pick { {}, "", 1 } end
    return f(...)
  end
end

local function new_options(random, text)
  local options = { json = random:chance(0.5) and json or json.decode }
  options.read = function(name)
    if name:find("^map") then return text end
    if name:find "signs%.lua$" then return tiled_export.text "signs.lua" end
    if not name:find "signs%.json$" then return nil, "no such file" end
    return read_file(tiled_export.folder .. "signs.json")
  end
  options.decompress = sometimes(random, function(data) return data end)
  if random:chance(0.1) then
    options.tileset = sometimes(random, function() return tiled_export.table "signs.lua" end)
  end
  if random:chance(0.3) then options.fill = random:pick { "grass", "x", 0, 255 } end
  if random:chance(0.2) then options.by_class = true end
  if random:chance(0.1) then options.layers = { random:pick { "ground", "things", "walls" } } end
  if random:chance(0.1) then options.property = "class" end
  if random:chance(0.3) then
    options.walls = random:pick { "all", { property = "locked", shapes = true }, { layers = "Walls", class = "Wall" } }
  end
  if random:chance(0.1) then options.terrain_set = random:pick { true, "Ground" } end
  local terrain = sometimes(random, function(_, _, x) return x % 2 == 0 and "x" or nil end)
  if random:chance(0.1) then options.terrain = terrain end
  if random:chance(0.1) then options.terrains = { grass = ".", water = 3 } end
  return options
end

local cases = {}

function cases.text(random, seeds)
  local seed = random:pick(seeds)
  local options = new_options(random, damage.text(random, seed.text, WORDS))
  local map = try("tiled.load: ", tiled.load, "map/" .. seed.name, options)
  if map then prove_map(random, map) end
end

function cases.table(random, seeds)
  local seed = random:pick(seeds)
  local options = new_options(random)
  local map = try("tiled.load: ", tiled.load, damage.table(random, seed.table, WORDS), options)
  if map then prove_map(random, map) end
end

-- The rows of a text.
local function rows_of(text)
  local rows = {}
  for line, stop in text:gmatch("([^\n]*)(\n?)") do
    if line ~= "" or stop ~= "" then rows[#rows + 1] = stop == "" and line or line:gsub("\r$", "") end
  end
  return rows
end

local DRAWN = {
  x = 1, y = 1, width = 5, height = 5, scale = 1, color = true, layout = "square", blocked = "X",
  glyphs = { ["#"] = "%", [46] = " " }, styles = { ["#"] = "bold" },
  marks = { { x = 2, y = 2, text = "S", style = "red" } },
}
local STYLES = { "bold", "on_red", "", "#", "hex", "odd_q", "paths", "text", "x", "style", "mark" }

-- Draws a grid and a path on it, with damaged options.
local function draw(random, grid)
  local options = damage.table(random, DRAWN, STYLES)
  local path = grid:find_path(1, 1, 1, 1, astar.rules { default = 1 })
  options.paths = random:chance(0.5) and { path } or damage.table(random, { { path = path, mark = "o" } }, STYLES)
  local text = try("ascii.draw: ", ascii.draw, grid, options)
  expect(text == nil or type(text) == "string", "the drawing is not a text")
end

function cases.rows(random)
  local rows = random:pick(ROWS)
  local text = table.concat(rows, random:chance(0.2) and "\r\n" or "\n") .. (random:chance(0.3) and "\n" or "")
  text = damage.text(random, text, { "\n", "\r", "\0", "#", "\n\n", "....." })
  local wanted = rows_of(text)
  local grid
  if random:chance(0.5) then
    grid = try("astar.grid: ", astar.grid, text)
  elseif random:chance(0.5) then
    grid = try("astar.grid: ", astar.grid, wanted)
  else
    grid, wanted = try("astar.grid: ", astar.grid, damage.table(random, rows, { ".", "#" })), nil
  end
  if not grid then return end
  expect(not wanted or table.concat(grid:rows(), "\n") == table.concat(wanted, "\n"), "the rows differ from the text")
  local copy = astar.deserialize(grid:serialize())
  expect(table.concat(copy:rows(), "\n") == table.concat(grid:rows(), "\n"), "the copy has other rows than the grid")
  draw(random, grid)
end

-- A file object whose content is a text in memory.
local function new_file(text)
  return { read = function() return text end, close = function() return true end }
end

function cases.file(random, _, map_file)
  local text = damage.text(random, random:pick(MAP_FILES), { "\n", "type x\n", "height ", "width ", "map\n", "@", "0" })
  local open = io.open
  rawset(io, "open", function() return new_file(text) end)
  local ok, map, message = pcall(map_file.read, "the map")
  rawset(io, "open", open)
  expect(ok, "map_file.read raised " .. tostring(map))
  if not map then return expect(message:find("^the map: not a map: "), tostring(message)) end
  local grid = astar.grid(map.rows)
  expect(select(1, grid:size()) == map.width and select(2, grid:size()) == map.height, "the map has another size")
  astar.rules { cost = map.cost }
end

-- -------------------------------------------------------------------------------- runs

local KINDS = { "text", "text", "text", "table", "table", "table", "table", "rows", "file" }

-- Loads a map with a limit for the size of the grid. No code in the map may run.
local function play(random, seeds, map_file)
  local kind, has_run = random:pick(KINDS), false
  local make = astar.grid
  astar.grid = function(width, height, ...)
    if type(width) == "number" and width * height > MAX_TILES then error(MARK, 0) end
    return make(width, height, ...)
  end
  local function ran() has_run = true end
  rawset(_G, "ran", ran)
  rawset(string, "ran", ran)
  local ok, message = pcall(cases[kind], random, seeds, map_file)
  rawset(_G, "ran", nil)
  rawset(string, "ran", nil)
  astar.grid = make
  if not ok then error(("%s: %s"):format(kind, tostring(message)), 0) end
  expect(not has_run, kind .. ": code in a map has run")
end

--- Loads damaged maps until `is_over(count)`; returns how many.
function fuzz.run(seed, is_over)
  local random, count = random_map.new(seed), 0
  local seeds = read_seeds()
  local map_file = dofile "examples/support/map_file.lua"
  -- Large maps are rare: they take longer.
  for _, name in ipairs(EXAMPLES) do if random:chance(0.5) then seeds[#seeds + 1] = new_seed(name) end end
  while not is_over(count) do
    local ok, message = pcall(play, random, seeds, map_file)
    if not ok then error(("map %d of seed %d: %s"):format(count, seed, tostring(message)), 0) end
    count = count + 1
  end
  return count
end

program.run("maps", "maps", fuzz.run)

return fuzz
