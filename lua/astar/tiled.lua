--- Loads a map of the Tiled editor: the grid, the layout, the objects, and the tiles to draw.
---
---     local tiled = require "astar.tiled"
---     local map = assert(tiled.load "maps/village.lua") -- File > Export As: Lua, or JSON
---     local on_foot = map:rules { cost = { road = 1, grass = 1.5, mud = 3 } }
---     local start, well = map:object "start", map:object "well"
---     local path = map.grid:find_path(start.x, start.y, well.x, well.y, on_foot)
---     for _, x, y in path:each() do print(map.layout:to_world(x, y)) end
---
--- Stages of `tiled.load`:
---
---  1. tiled.source reads the file. Files are not trusted: a Lua export is parsed as data, and no
---     code in it runs; each field is checked when it is read. tiled.files decides which other
---     files the map may name.
---  2. The layers are listed from bottom to top, groups flattened.
---  3. tiled.plane finds the layout, the size of the grid, and where each thing is on it.
---  4. tiled.tiles reads the tilesets and the terrain of each tile, tiled.objects the objects.
---     Terrains have names in Tiled; now each gets a byte.
---  5. The layers are put onto the grid, from bottom to top: an upper layer overwrites terrain of a
---     lower one. tiled.marks says what is a wall. Walls along lines close edges (tiled.walls), as
---     collision shapes of tiles may (tiled.shapes). tiled.findings lists what else the map has.
---
--- The manual page docs/tiled.md describes what layers, objects and properties of Tiled mean here.

if (... or ""):find "/" then return require((...):gsub("/", ".")) end
local folder = (... or "astar.tiled"):gsub("tiled$", "")
local astar = require(folder:sub(1, -2))
local check = require(folder .. "internal.check")
local files = require(folder .. "tiled.files")
local findings = require(folder .. "tiled.findings")
local marks = require(folder .. "tiled.marks")
local objects = require(folder .. "tiled.objects")
local planes = require(folder .. "tiled.plane")
local shapes = require(folder .. "tiled.shapes")
local source = require(folder .. "tiled.source")
local tiles = require(folder .. "tiled.tiles")
local walls = require(folder .. "tiled.walls")

local describe, fail = check.describe, check.fail
local floor = math.floor

local tiled = {}

-- ------------------------------------------------------------------------------ layers

local kinds = { tilelayer = "tiles", objectgroup = "objects", imagelayer = "image" }

-- Deeper nesting of groups means that a table contains itself.
local max_depth = 100

--- A layer without its content. It inherits visibility, opacity, offset and properties of its
--- group. It contributes to the grid (`is_used`) if it or one of its groups is in the option
--- "layers", and none of them has the property ("terrain" by default) with the value false.
local function new_layer(from, group, base, options)
  local name = source.string(from, "name", "a layer")
  local where = ("layer %s"):format(describe(name))
  local properties = source.properties(from, where)
  local class = source.string(from, "class", where)
  if class == "" and type(properties.class) == "string" then class = properties.class end
  local image = source.string(from, "image", where)
  local is_off = group.is_off or source.member(properties, options.property) == false
  local is_picked = group.is_picked or options.layers[name] or options.marks.layers[name]
  return {
    is_off = is_off, is_picked = is_picked, is_used = is_picked and not is_off,
    name = name, kind = kinds[from.type], class = class, properties = properties,
    inherited = setmetatable(source.properties(from, where), { __index = group.inherited }),
    visible = source.flag(from, "visible", where, true) and group.visible,
    opacity = source.number(from, "opacity", where, 1) * group.opacity,
    offset_x = source.number(from, "offsetx", where, 0) + group.offset_x,
    offset_y = source.number(from, "offsety", where, 0) + group.offset_y,
    image = image ~= "" and files.join(base, image) or nil,
    group = group, from = from, where = where,
  }
end

--- Adds all layers of `from` to the list, from bottom to top; a group is replaced by its layers.
--- `names` gets the names of layers and groups.
local function add_layers(layers, names, from, group, base, options, depth)
  if depth > max_depth then fail("groups are nested deeper than %d", max_depth) end
  for _, item in ipairs(source.list(from, "layers", group.where)) do
    local layer = new_layer(item, group, base, options)
    if not names[layer.name] then names[#names + 1] = layer.name end
    names[layer.name] = true
    if item.type == "group" then
      add_layers(layers, names, item, layer, base, options, depth + 1)
    elseif layer.kind then
      layers[#layers + 1] = layer
    else
      fail("%s: type %s is not known", layer.where, describe(item.type))
    end
  end
end

--- Throws a problem for a name of an option that no layer or group has.
local function check_names(names, option, wanted)
  for name in pairs(wanted) do
    if not names[name] then
      fail('option "%s": there is no layer %s; layers of the map: %s', option, describe(name),
        table.concat(names, ", "))
    end
  end
end

local function read_layers(from, base, options)
  local layers, names = {}, {}
  local root = {
    visible = true, opacity = 1, offset_x = 0, offset_y = 0, inherited = {}, where = "the map",
    is_picked = options.picks_all,
  }
  add_layers(layers, names, from, root, base, options, 1)
  check_names(names, "layers", options.layers)
  check_names(names, "walls", options.marks.layers)
  return layers
end

-- A tile layer, for the game.
local Layer = {}
Layer.__index = Layer

--- The tile that the layer shows on tile (x, y) of the grid, or nil. To draw it: its rotation
--- [radians] and the factors sx and sy [1 or -1]. The picture is first scaled, then rotated, both
--- about its center.
function Layer:tile(x, y)
  check.self("layer:tile", self, Layer, "a tile layer")
  check.tile("layer:tile", x, y)
  local gid = x >= 1 and x <= self._plane.columns and self._gids[(y - 1) * self._plane.columns + x]
  if not gid then return nil end
  return self._tiles[tiles.plain(gid)], tiles.turn_of(gid, self._plane.orientation == "hexagonal")
end

-- --------------------------------------------------------------------------------- map

local Map = {}
Map.__index = Map

--- Adds what the author of the map may want to know. The arguments are those of `string.format`.
local function note(map, message, ...)
  map.notes[#map.notes + 1] = message:format(...)
end

--- The first object with this name, or nil.
function Map:object(name)
  check.self("map:object", self, Map, "a map of tiled.load")
  check.that(type(name) == "string", "map:object", "name", "a string", name)
  for _, object in ipairs(self.objects) do
    if object.name == name then return object end
  end
end

--- Calls `visit(x, y)` for the tiles of the grid that an object covers.
local function visit_tiles(map, object, visit)
  if object.shape ~= "polyline" then map._plane:visit_inside(map._outlines[object], visit) end
end

--- The tiles of the grid that an object covers, { x, y } each: the tiles whose center is inside the
--- object; of a point, its tile; of a polyline, none. The list can be used as goals.
function Map:tiles(object)
  check.self("map:tiles", self, Map, "a map of tiled.load")
  local is_own = object ~= nil and self._outlines[object]
  check.that(is_own, "map:tiles", "object", "one of map.objects", object)
  local list = {}
  visit_tiles(self, object, function(x, y) list[#list + 1] = { x, y } end)
  return list
end

--- Converts a tile of Tiled to a tile of the grid. Tiled counts from 0; infinite maps also have
--- tiles below 0.
function Map:from_tiled(x, y)
  check.self("map:from_tiled", self, Map, "a map of tiled.load")
  check.tile("map:from_tiled", x, y)
  return self._plane:from_tiled(x, y)
end

--- The byte for a key of `cost`: the name of a terrain, or a key as `astar.rules` takes it.
local function byte_of(map, key)
  if type(key) ~= "string" then return key end
  local byte = map.terrains[key]
  if byte or #key == 1 then return byte or key:byte() end
  local names = {}
  for name in pairs(map.terrains) do names[#names + 1] = name end
  table.sort(names)
  error(("map:rules: there is no terrain %s; terrains of the map: %s")
    :format(describe(key), table.concat(names, ", ")), 3)
end

--- Creates rules for this map: `astar.rules` with names of terrains in `cost` and `step`. Tiles
--- that are not on the map are impassable, also with a `default`.
function Map:rules(options)
  check.self("map:rules", self, Map, "a map of tiled.load")
  check.that(type(options) == "table", "map:rules", "options", "a table", options)
  local translated, written = {}, {}
  for name, value in pairs(options) do translated[name] = value end
  local costs = options.cost
  if costs == nil and options.default ~= nil then costs = {} end
  if type(costs) == "table" then
    translated.cost = {}
    if self.outside then translated.cost[self.outside] = false end
    for key, cost in pairs(costs) do
      local byte = byte_of(self, key)
      if written[byte] ~= nil then
        error(('map:rules: option "cost" lists terrain %s twice'):format(describe(byte)), 2)
      end
      written[byte], translated.cost[byte] = key, cost
    end
  end
  local step = options.step
  if type(step) == "function" then
    translated.step = function(from, to, dx, dy)
      return step(written[from], written[to], dx, dy)
    end
  end
  return (check.pass("map:rules", astar.rules, translated))
end

-- ---------------------------------------------------------------------- making the grid

--- A boolean property of an object; false when the object has no property with this name.
local function flag_of(item, name)
  return source.flag(item.object.properties, name, item.where, false)
end

-- Number of layers of dynamic obstacles, as in `grid:block`.
local obstacle_layers = 8

--- The obstacle layer of a wall: the property `layer` of the object or tile, or of its layer, or of
--- a group; default 1.
local function obstacle_layer_of(properties, where, layer)
  if properties.layer == nil then properties, where = layer.inherited, layer.where end
  return source.integer(properties, "layer", where, 1, obstacle_layers, 1)
end

--- Makes a wall of an object.
local function add_wall(map, item, layer, edges)
  local properties, where, closes = item.object.properties, item.where, nil
  if item.object.shape ~= "polyline" then
    closes = edges:add_area(item.outline, obstacle_layer_of(properties, where, layer))
  elseif properties.layer == nil then
    closes = edges:add_line(item.outline, { one_way = flag_of(item, "one_way") })
  else
    fail('%s: a wall along a line closes edges, which have no layers: remove its property "layer"',
      where)
  end
  if not closes then note(map, "%s: a wall that closes nothing", where) end
end

--- The object that the property `to` of a link refers to.
local function target_of(map, item)
  local to = item.object.properties.to -- { id = } in a Lua export, a number in JSON
  local id = type(to) == "table" and to.id or to
  for _, other in ipairs(map.objects) do
    if id ~= 0 and other.id == id then return other end
  end
  fail('%s: a link must be a polyline, or have a property "to" that is an object', item.where)
end

local function add_link(map, item)
  local object, where = item.object, item.where
  local points = object.points
  if object.shape ~= "polyline" then points = { object, target_of(map, item) } end
  local first, last = points[1], points[#points]
  local cost = source.number(object.properties, "cost", where, 1)
  if cost ~= 0 and cost < 1e-100 then -- as grid:link requires
    source.field_error(where, "cost", "0 or a number >= 1e-100", cost)
  end
  for _, tile in ipairs { first, last } do
    if not map._plane:has(tile.x, tile.y) then
      fail("%s: a link must not end off the map, at tile %d, %d", where, tile.x, tile.y)
    end
  end
  object.link = map.grid:link(first.x, first.y, last.x, last.y,
    { cost = cost, one_way = flag_of(item, "one_way") })
end

--- Puts a tile layer onto the grid, terrain and walls. Its offset plays no part: it moves the
--- picture, for example that of an upper storey, not the tiles.
local function add_tiles(map, layer, terrains, options, shaped)
  local columns, all = map._plane.columns, options.marks:is_layer(layer)
  for number, gid in pairs(layer._gids) do
    local x, y = (number - 1) % columns + 1, floor((number - 1) / columns) + 1
    local tile = layer._tiles[tiles.plain(gid)]
    local terrain = layer.named[number]
    if terrain == nil then terrain = tile.terrain end
    terrain = terrain or layer.terrain
    if terrain then map.grid:set(x, y, terrains:byte(terrain)) end
    local is_wall = options.marks:is_wall(tile, all)
    if is_wall or options.marks.shapes[true] and #shaped:of(tile) > 0 then
      local obstacles = obstacle_layer_of(tile.properties, tile.tileset.where, layer)
      if is_wall then
        map.grid:block(x, y, true, obstacles)
      else
        shaped:add_tile(gid, tile, x, y, obstacles)
      end
    end
  end
end

--- Puts an object layer onto the grid: terrain, walls and links.
local function add_objects(map, layer, terrains, options, shaped)
  local all = options.marks:is_layer(layer)
  for _, item in ipairs(layer.items) do
    local object = item.object
    if item.terrain then
      local byte = terrains:byte(item.terrain)
      visit_tiles(map, object, function(x, y) map.grid:set(x, y, byte) end)
    end
    if (object.class ~= "" and object.class or layer.class) == "link" then
      add_link(map, item)
    elseif options.marks:is_wall(object, all or object.class == "wall") then
      add_wall(map, item, layer, shaped.edges)
    elseif object.tile and options.marks.shapes[true] and tiles.shapes_of(object.tile)[1] then
      note(map, "%s: the collision shapes of its tile are not read", item.where)
    end
  end
end

local adders = { tiles = add_tiles, objects = add_objects }

--- Gives the tiles of the grid that are not on the map a byte of their own.
local function mark_outside(map, terrains)
  local outside = 255
  while outside > 0 and (map.names[outside] or terrains.places[outside]) do
    outside = outside - 1
  end
  map.outside = outside
  map._plane:count(map._plane.columns * map._plane.rows)
  for y = 1, map._plane.rows do
    for x = 1, map._plane.columns do
      if not map._plane:has(x, y) then map.grid:set(x, y, outside) end
    end
  end
end

--- Creates the grid from the layers, from bottom to top. Returns whether any layer changes it.
local function make_grid(map, terrains, options, atlas)
  local plane = map._plane
  local fill = options.fill and terrains:byte(options.fill) or 0
  local grid = astar.grid(plane.columns, plane.rows,
    { layout = plane.layout.grid_layout, fill = fill })
  map.grid = grid
  if plane.layout ~= plane.stored then mark_outside(map, terrains) end
  local edges, first = walls.new(grid, plane), grid:revision()
  local shaped = shapes.new(plane, atlas, edges)
  for _, layer in ipairs(map.layers) do
    local add, before = layer.is_used and adders[layer.kind], grid:revision()
    if add then add(map, layer, terrains, options, shaped) end
    if add and grid:revision() == before then note(map, "%s changes nothing", layer.where) end
  end
  edges:finish()
  return grid:revision() > first
end

-- ----------------------------------------------------------------------------- loading

local function read_objects(map, layer, atlas, terrains)
  local items = {}
  for i, from in ipairs(source.list(layer.from, "objects", layer.where)) do
    local object, outline, where = objects.read(from, layer, map._plane, atlas)
    local terrain = layer.is_used and terrains:of(object.properties, where)
    if terrain == nil then terrain = layer.terrain end
    items[i] = { object = object, outline = outline, where = where, terrain = terrain }
  end
  layer.objects, layer.items = {}, items
  for i, item in ipairs(items) do
    layer.objects[i] = item.object
    map.objects[#map.objects + 1] = item.object
    map._outlines[item.object] = item.outline
  end
end

local function read_tiles(map, layer, atlas, terrains, options)
  layer._plane, layer._tiles, layer.named = map._plane, atlas.by_gid, {}
  local asks = layer.is_used and options.terrain
  layer._gids = map._plane:read_tiles(layer, options, function(gid, x, y, number)
    local tile = atlas:tile(tiles.plain(gid), layer.where, x, y)
    if asks then
      local name = options.terrain(tile, layer, x, y)
      layer.named[number] = terrains:check(name, layer.where, 'option "terrain"')
    end
  end)
  setmetatable(layer, Layer)
end

local readers = { tiles = read_tiles, objects = read_objects, image = function() end }

local function read_content(map, atlas, terrains, options)
  for _, layer in ipairs(map.layers) do
    layer.terrain = layer.is_used and terrains:of(layer.inherited, layer.where)
    local ok, problem = check.try(readers[layer.kind], map, layer, atlas, terrains, options)
    if not ok and layer.is_used then fail("%s", problem) end
    if not ok then
      note(map, "%s is left out, and cannot be read: %s", layer.where, problem)
      setmetatable(layer, { __index = function(_, key)
        if key == "objects" or key == "tile" then error(problem, 2) end
      end })
    end
  end
end

--- Removes fields that only loading needed.
local function strip(list, ...)
  for _, item in ipairs(list) do
    for _, name in ipairs { ... } do item[name] = nil end
  end
end

--- Creates the map from the table of a Tiled map. File names in the table are relative to `base`.
local function build(from, base, options)
  local map = setmetatable({ notes = {}, objects = {}, _outlines = {} }, Map)
  map.layers = read_layers(from, base, options)
  map._plane = planes.new(from, map.layers)
  map.layout, map.orientation = map._plane.layout, map._plane.orientation
  map.offset_x, map.offset_y = map._plane.x, map._plane.y
  map.class = source.string(from, "class", "the map")
  map.properties = source.properties(from, "the map")

  local terrains = tiles.new_terrains(options)
  map.tilesets = tiles.read_tilesets(from, base, options)
  for _, tileset in ipairs(map.tilesets) do
    if tileset.problem then note(map, "%s", tileset.problem) end
  end
  local atlas = tiles.new_atlas(map.tilesets, terrains)
  read_content(map, atlas, terrains, options)
  if options.fill then terrains:add(options.fill, 'option "fill"') end
  local found = findings.find(map, atlas, options)
  for i, text in ipairs(found) do table.insert(map.notes, i, text) end
  terrains:assign_bytes()
  map.terrains, map.names = terrains.bytes, terrains:names()
  local any = make_grid(map, terrains, options, atlas)
  if not next(terrains.places) and not (any and options.walls) then
    local list = #found > 0 and ("Found: %s. "):format(table.concat(found, "; ")) or ""
    fail('no tile has a property %s. %sFor one terrain everywhere: fill = "floor"',
      describe(options.property), list)
  end
  map._plane.work = math.huge -- for map:tiles
  strip(map.layers, "from", "group", "inherited", "where", "is_off", "is_picked", "is_used",
    "terrain", "named", "items")
  strip(map.tilesets, "where", "base", "sources", "ids", "colors", "terrain_sets", "grid")
  return map
end

local function load_map(map, options)
  local base = type(map) == "string" and files.folder_of(map) or ""
  if not options.read then options.root = options.root or files.default_root(base) end
  return build(type(map) == "table" and map or source.load(map, options), base, options)
end

-- ----------------------------------------------------------------------------- options

local function is_name(value)
  return type(value) == "string" and value ~= ""
end

local function is_decoder(value)
  return type(value) == "function" or type(value) == "table" and type(value.decode) == "function"
end

local NAMES = { "a name or a list of names", function(value)
  return is_name(value) or check.is_table_of(value, is_name, check.is_integer)
end }

local check_walls = check.options_checker('tiled.load: option "walls"', {
  class = NAMES, layers = NAMES, property = NAMES, shapes = check.BOOLEAN,
})

local function is_table_of_terrains(value)
  return check.is_table_of(value, check.is_terrain, is_name)
end

local check_options = check.options_checker("tiled.load", {
  by_class = check.BOOLEAN, decompress = check.FUNCTION,
  fill = { "a name or an integer from 0 to 255",
    function(value) return is_name(value) or check.is_byte(value) end },
  json = { 'a function, or a library with a function "decode"', is_decoder },
  layers = NAMES, property = { "a name", is_name }, terrain = check.FUNCTION,
  terrain_set = { "a name, or true", function(value) return is_name(value) or value == true end },
  walls = { 'a table, or "all"',
    function(value) return type(value) == "table" or value == "all" end },
  read = check.FUNCTION, root = { "a name", is_name },
  terrains = { "a table of integers from 0 to 255 or one-character strings by name",
    is_table_of_terrains },
  tileset = check.FUNCTION,
})

--- The options with defaults, and `layers` as a set.
local function complete(options)
  local result = { property = "terrain" }
  for name, value in pairs(options) do result[name] = value end
  result.layers, result.picks_all = marks.set_of(options.layers), not options.layers
  -- With "all", tiled.findings adds the marks.
  result.marks = marks.new(type(options.walls) == "table" and options.walls or {})
  return result
end

--- Loads a map: the name of a file, or the table that a Lua export returns or a JSON export decodes
--- to. Returns nil and a message when something is wrong with the map: what, and where.
function tiled.load(map, options)
  options = check_options(options or {})
  if type(options.walls) == "table" then check_walls(options.walls) end
  local is_map = type(map) == "string" or type(map) == "table"
  check.that(is_map, "tiled.load", "map", "the name of a file, or a table", map)
  local ok, result = check.try(load_map, map, complete(options))
  if ok then return result end
  return nil, type(map) == "string" and map .. ": " .. result or result
end

return tiled --[[@as astar.tiled]]
