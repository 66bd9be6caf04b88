--- Reads the tilesets of a Tiled map, the terrain of each tile, and the flips of tiles. A part of
--- astar.tiled.
---
--- A layer stores tiles as gids. The low 28 bits are a number that is unique in the map: the first
--- gid of a tileset plus the id of the tile in it; 0 is no tile. The high 4 bits are flips:
---
---     bit 31   horizontal
---     bit 30   vertical
---     bit 29   diagonal: x and y are exchanged; on hexes: rotated by 60 degrees
---     bit 28   on hexes only: rotated by 120 degrees
---
--- Terrains have names in Tiled, while a grid has bytes. So all terrains of the map are collected
--- first (`Terrains:add`). Then each name gets a byte (`Terrains:assign_bytes`).

local folder = (... or "astar.tiled.tiles"):gsub("tiled%.tiles$", "")
local check = require(folder .. "internal.check")
local files = require(folder .. "tiled.files")
local source = require(folder .. "tiled.source")
local terrain_sets = require(folder .. "tiled.terrain_sets")

local describe, fail = check.describe, check.fail
local floor = math.floor

local tiles = {}

-- ---------------------------------------------------------------------------- terrains

-- The terrains of a map: by terrain, the place where it first occurs; by name, its byte.
local Terrains = {}
Terrains.__index = Terrains

function tiles.new_terrains(options)
  return setmetatable({ options = options, places = {}, bytes = {} }, Terrains)
end

function Terrains:add(terrain, where)
  if not self.places[terrain] then self.places[terrain] = where end
  return terrain
end

--- A value that names a terrain: a name, a byte, false, or nil. `what` has the value.
function Terrains:check(value, where, what)
  if value == "" then return nil end
  if value == nil or value == false then return value end
  if type(value) ~= "string" and not check.is_byte(value) then
    fail("%s: %s must be a name or an integer from 0 to 255, got %s", where, what, describe(value))
  end
  return self:add(value, where)
end

--- The terrain in some properties: a name, a byte, false (the property is false), or nil.
function Terrains:of(properties, where)
  local name = self.options.property
  return self:check(source.member(properties, name), where, "property " .. describe(name))
end

function Terrains:of_tile(tile, where)
  local terrain = self:of(tile.properties, where)
  local listed = self.options.terrains
  if terrain == nil and self.options.by_class and tile.class ~= "" then
    -- With the option "terrains", a class that it does not list is not a terrain.
    if not listed or listed[tile.class] then return self:add(tile.class, where) end
  end
  local color = tile.tileset.colors[tile.id]
  if terrain == nil and color then return self:add(color, where) end
  return terrain or nil
end

--- Gives each terrain its byte: from the option "terrains"; without this option, a name of one
--- character is its byte, and the other names get the free bytes from 1 on in alphabetical order.
function Terrains:assign_bytes()
  local names, bytes, taken = {}, self.bytes, {}
  for terrain in pairs(self.places) do
    if type(terrain) == "number" then
      taken[terrain] = true
    else
      names[#names + 1] = terrain
      if #terrain == 1 then taken[terrain:byte()] = true end
    end
  end
  table.sort(names)
  if self.options.terrains then
    for name, byte in pairs(self.options.terrains) do
      bytes[name] = type(byte) == "string" and byte:byte() or byte
    end
    for _, name in ipairs(names) do
      if not bytes[name] then
        fail('%s: terrain %s is not in option "terrains"', self.places[name], describe(name))
      end
    end
    return
  end
  local last = 0
  for _, name in ipairs(names) do
    if #name == 1 then
      bytes[name] = name:byte()
    else
      repeat last = last + 1 until not taken[last]
      if last > 255 then fail("more than 255 terrains") end
      bytes[name] = last
    end
  end
end

function Terrains:byte(terrain)
  return self.bytes[terrain] or terrain
end

--- The names of terrains by byte. Of several names with the same byte, the first one in
--- alphabetical order.
function Terrains:names()
  local names = {}
  for name, byte in pairs(self.bytes) do
    if not names[byte] or name < names[byte] then names[byte] = name end
  end
  return names
end

-- --------------------------------------------------------------------------- tilesets

-- 2 ^ 28: the flips of a gid begin at this bit.
local flip_base = 268435456

local function read_external(from, base, options, where)
  local name = from.filename or from.source
  if type(name) ~= "string" then
    fail("%s: neither a tileset nor the name of one", where)
  end
  if options.tileset then
    local given = options.tileset(name)
    if type(given) ~= "table" then
      fail('%s: option "tileset" must return a table for %s, got %s', where, describe(name),
        describe(given))
    end
    return given, files.folder_of(files.join(base, name))
  end
  local exported = from.exportfilename or name
  if type(exported) ~= "string" or exported:find("%.tsx$") then
    fail('%s: it is in a file of its own, %s: export the map with "Embed tilesets" ' ..
      '(Edit > Preferences > Export Options), or give option "tileset"', where, describe(name))
  end
  local path = files.join(base, exported)
  local refusal = options.root and files.problem(exported, path, options.root)
  if refusal then fail("%s: file %s is not read: %s", where, describe(exported), refusal) end
  local ok, loaded = check.try(source.load, path, options)
  if not ok then fail("%s: %s: %s", where, path, loaded) end
  return loaded, files.folder_of(path)
end

--- How many tiles fit along one side of an image. Exports have no "columns" before Tiled 1.2, and
--- no "tilecount" before 0.13.
local function tiles_along(from, key, size, tileset)
  local pixels = source.integer(from, key, tileset.where, 0, source.far, 0)
  return floor((pixels - tileset.margin + tileset.spacing) / (size + tileset.spacing))
end

local function read_image(from, image, tileset, base)
  local where, far = tileset.where, source.far
  tileset.image = files.join(base, image)
  tileset.margin = source.integer(from, "margin", where, 0, far, 0)
  tileset.spacing = source.integer(from, "spacing", where, 0, far, 0)
  tileset.columns = source.integer(from, "columns", where, 0, far,
    tiles_along(from, "imagewidth", tileset.tile_width, tileset))
  tileset.count = source.integer(from, "tilecount", where, 0, flip_base - 1,
    tileset.columns * tiles_along(from, "imageheight", tileset.tile_height, tileset))
  -- Where the image is missing, Tiled exports 0 columns and 0 tiles.
  if tileset.count > 0 then source.integer(tileset, "columns", where, 1, far) end
end

--- Collects the tiles for which a tileset has data. They are a list; in JSON of Tiled 1.1 and
--- before a table by id, and their properties are in a second table by id.
local function read_tiles(from, tileset)
  local ids, sources = tileset.ids, tileset.sources
  local function add(id, tile)
    id = source.integer({ id = id }, "id", tileset.where, 0, flip_base - 1)
    if not sources[id] then ids[#ids + 1], sources[id] = id, {} end
    for key, value in pairs(tile) do sources[id][key] = value end
  end
  for key, tile in pairs(source.list(from, "tiles", tileset.where)) do
    add(tile.id or tonumber(key), tile)
  end
  for key, properties in pairs(source.list(from, "tileproperties", tileset.where)) do
    add(tonumber(key), { properties = properties })
  end
  table.sort(ids)
end

local function read_tileset(from, first_gid, where, base, options)
  if from.tilewidth == nil then from, base = read_external(from, base, options, where) end
  local name = source.string(from, "name", where)
  where = ("tileset %s"):format(describe(name))
  local tileset = {
    name = name, first_gid = first_gid, class = source.string(from, "class", where),
    tile_width = source.integer(from, "tilewidth", where, 0, source.far),
    tile_height = source.integer(from, "tileheight", where, 0, source.far),
    properties = source.properties(from, where),
    alignment = source.string(from, "objectalignment", where),
    where = where, base = base, sources = {}, ids = {}, colors = {},
    grid = source.table(from, "grid", where),
  }
  local offset = source.table(from, "tileoffset", where)
  tileset.offset_x = source.number(offset, "x", where, 0)
  tileset.offset_y = source.number(offset, "y", where, 0)
  read_tiles(from, tileset)
  tileset.terrain_sets = terrain_sets.read(from, where)
  local image = source.string(from, "image", where)
  if image ~= "" then read_image(from, image, tileset, base) end
  return tileset
end

--- Reads the tilesets of a map. One that cannot be read has a `problem`, which is thrown when one
--- of its tiles is used.
function tiles.read_tilesets(from, base, options)
  local tilesets = {}
  for i, item in ipairs(source.list(from, "tilesets", "the map")) do
    local where = ("tileset %d"):format(i)
    local first_gid = source.integer(item, "firstgid", where, 1, flip_base - 1)
    local ok, tileset = check.try(read_tileset, item, first_gid, where, base, options)
    tilesets[i] = ok and tileset
      or { name = "", problem = tileset, first_gid = first_gid, where = where, ids = {} }
  end
  table.sort(tilesets, function(a, b) return a.first_gid < b.first_gid end)
  for i = 2, #tilesets do
    local a, b = tilesets[i - 1], tilesets[i]
    if a.first_gid + (a.count or 1) > b.first_gid then
      fail("%s and %s have tiles of the same number", a.where, b.where)
    end
  end
  return tilesets
end

--- Lets the colors of the terrain sets with a name (true: of the only set) name the terrains of
--- tiles.
local function use_sets(tilesets, name)
  local names, count = {}, 0
  for _, tileset in ipairs(tilesets) do
    for _, set in ipairs(tileset.terrain_sets or {}) do
      names[#names + 1] = describe(set.name)
      if name == true or set.name == name then
        tileset.colors, count = set.by_id, count + 1
      end
    end
  end
  if count == 0 or name == true and count > 1 then
    fail('option "terrain_set" must name one of the terrain sets of the map: %s',
      #names > 0 and table.concat(names, ", ") or "there are none")
  end
end

--- Tile `id` of a tileset: its properties, and its rectangle in the image.
local function new_tile(tileset, id, terrains)
  local from = tileset.sources[id] or {}
  local where = ("%s, tile %d"):format(tileset.where, id)
  local tile = {
    tileset = tileset, id = id,
    class = source.class(from, where), properties = source.properties(from, where),
    width = tileset.tile_width, height = tileset.tile_height,
    offset_x = tileset.offset_x, offset_y = tileset.offset_y,
  }
  local image = source.string(from, "image", where)
  if image ~= "" then
    tile.image = files.join(tileset.base, image)
    tile.x = source.integer(from, "x", where, 0, source.far, 0)
    tile.y = source.integer(from, "y", where, 0, source.far, 0)
    tile.width = source.integer(from, "width", where, 0, source.far, tile.width)
    tile.height = source.integer(from, "height", where, 0, source.far, tile.height)
  elseif tileset.image then
    tile.image = tileset.image
    tile.x = tileset.margin + id % tileset.columns * (tile.width + tileset.spacing)
    tile.y = tileset.margin + floor(id / tileset.columns) * (tile.height + tileset.spacing)
  end
  tile.terrain = terrains:of_tile(tile, where)
  return tile
end

--- The collision shapes of a tile, as objects of Tiled.
function tiles.shapes_of(tile)
  local from, where = tile.tileset.sources[tile.id] or {}, tile.tileset.where
  local key = from.objectGroup ~= nil and "objectGroup" or "objectgroup" -- in Lua, in JSON
  return source.list(source.table(from, key, where), "objects", where)
end

-- All tiles of a map by gid.
local Atlas = {}
Atlas.__index = Atlas

--- The tile for a gid without flips. Created at the first call. `where` names the object, or the
--- layer that shows the tile at (x, y).
function Atlas:tile(gid, where, x, y)
  if self.by_gid[gid] then return self.by_gid[gid] end
  if x then where = ("%s, at tile %d, %d"):format(where, x, y) end
  local tileset
  for _, candidate in ipairs(self.tilesets) do
    if candidate.first_gid <= gid then tileset = candidate end
  end
  local id = tileset and gid - tileset.first_gid
  if not tileset then fail("%s: tile %.14g is in no tileset", where, gid) end
  if tileset.problem then fail("%s", tileset.problem) end
  if tileset.count and id >= tileset.count then
    fail("%s: tile %.14g is in no tileset: %s has %d tiles, from %d on; its image %s was " ..
      "missing or has shrunk when the map was exported", where, gid, tileset.where, tileset.count,
      tileset.first_gid, describe(tileset.image))
  end
  self.by_gid[gid] = new_tile(tileset, id, self.terrains)
  return self.by_gid[gid]
end

--- Creates the tiles for which the tilesets have data, so that `terrains` has their terrains even
--- if no layer uses the tiles.
function tiles.new_atlas(tilesets, terrains)
  local atlas = setmetatable({ tilesets = tilesets, terrains = terrains, by_gid = {} }, Atlas)
  local set = terrains.options.terrain_set
  if set then use_sets(tilesets, set) end
  for _, tileset in ipairs(tilesets) do
    for _, id in ipairs(tileset.ids) do
      if not tileset.count or id < tileset.count then
        atlas:tile(tileset.first_gid + id, tileset.where)
      end
    end
  end
  return atlas
end

-- ----------------------------------------------------------------------------- gids

--- A gid without flips; 0: no tile.
function tiles.plain(gid)
  return gid % flip_base
end

--- The flips of a gid, as a rotation [radians, clockwise] and factors sx and sy. The picture is
--- first scaled, then rotated, both about its center.
function tiles.turn_of(gid, is_hex)
  local bits = floor(gid / flip_base)
  local flip_x, flip_y = bits >= 8, bits % 8 >= 4
  local diagonal, by_120 = bits % 4 >= 2, bits % 2 == 1
  local rotation = 0
  if is_hex then
    rotation = (diagonal and math.pi / 3 or 0) + (by_120 and math.pi * 2 / 3 or 0)
  elseif diagonal then -- x and y exchanged: a quarter turn and a flip
    rotation = math.pi / 2
    flip_x, flip_y = flip_y, not flip_x
  end
  return rotation, flip_x and -1 or 1, flip_y and -1 or 1
end

return tiles
