-- Maps of the Tiled editor. Tiled itself exported the JSON files in spec/support/tiled;
-- spec/support/tiled_export.lua writes the Lua files. Other maps are tables of the same form, made here.

local astar = require "astar"
local tiled = require "astar.tiled"
local expect = require "spec.support.expect"
local json = require "spec.support.json"
local love_game = require "spec.support.love_game"
local need = require "spec.support.need"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"
local shell = require "spec.support.shell"
local tiled_export = require "spec.support.tiled_export"
local tiled_map = require "spec.support.tiled_map"

local raises = expect.raises
local unpack = table.unpack or rawget(_G, "unpack")
local new_map, add_objects, can_step = tiled_map.new, tiled_map.add_objects, tiled_map.can_step

local FOLDER = tiled_export.folder
local LETTERS = { grass = ".", road = "=", water = "~", mud = "m", house = "H" }

local function load_fixture(name, options)
  options = options or {}
  if name:find "lua$" then
    options.read = function() return tiled_export.text(name) end
  end
  return tiled.load(FOLDER .. name, options)
end

local function picture(map)
  return "\n" .. table.concat(map.grid:rows(), "\n"):gsub("%z", " ") .. "\n"
end

local function place(object)
  return object.x .. "," .. object.y
end

local function list(tiles)
  local parts = {}
  for i, tile in ipairs(tiles) do parts[i] = tile[1] .. "," .. tile[2] end
  return table.concat(parts, " ")
end

local function keys(set)
  local names = {}
  for name in pairs(set) do names[#names + 1] = name end
  table.sort(names)
  return table.concat(names, " ")
end

local anywhere = astar.rules { default = 1, neighbors = 4, ignore_blocked = true }

describe("a map of Tiled", function()
  local village

  before_each(function() village = load_fixture("village.lua", { terrains = LETTERS }) end)

  it("becomes a grid, upper layers over lower ones, areas over tiles", function()
    assert.equal([[

...HHH~~...m
...H=H~~m...
==....~~....
.=....~~....
.===========
......~~....
mmm.~~~~....
m...~~~~....
]], picture(village))
  end)

  it("is the same from JSON, and from a table", function()
    for _, map in ipairs {
      load_fixture("village.json", { terrains = LETTERS, json = json.decode }),
      load_fixture("village.json", { terrains = LETTERS, json = json }),
      tiled.load(tiled_export.table "village.lua", { terrains = LETTERS }),
    } do
      assert.equal(picture(village), picture(map))
      assert.equal(village.grid:serialize(), map.grid:serialize())
      assert.same(village.terrains, map.terrains)
      assert.same(village.properties, map.properties)
      assert.equal(#village.objects, #map.objects)
      for i, object in ipairs(village.objects) do
        local other = map.objects[i]
        for _, key in ipairs { "id", "name", "class", "shape", "x", "y", "wx", "wy", "link", "rotation" } do
          assert.equal(object[key], other[key], object.name .. " " .. key)
        end
        assert.same(object.points, other.points)
      end
      assert.equal(village.layers[2]:tile(2, 5).id, map.layers[2]:tile(2, 5).id)
    end
  end)

  it("numbers terrains in alphabetical order by default", function()
    local map = load_fixture "village.lua"
    assert.same({ grass = 1, house = 2, mud = 3, road = 4, water = 5 }, map.terrains)
    assert.equal("road", map.names[map.grid:get(1, 3)])
    assert.equal("grass", map.names[map.grid:get(1, 1)])
    assert.same({ [46] = "grass", [61] = "road", [126] = "water", [109] = "mud", [72] = "house" },
      village.names)
  end)

  it("uses single characters and integers as bytes", function()
    local map = new_map()
    map.tilesets[1].tiles = {
      { id = 0, properties = { terrain = "." } }, { id = 1, properties = { terrain = 1 } },
      { id = 2, properties = { terrain = "road" } }, { id = 3, properties = { terrain = "" } },
      { id = 4, properties = { terrain = false } },
    }
    map.layers[1].data = { 1, 2, 3, 4, 5, 6, 1, 1, 1, 1, 1, 1 }
    local loaded = tiled.load(map)
    assert.same({ ["."] = 46, road = 2 }, loaded.terrains)
    assert.equal(".\1\2\0", loaded.grid:rows()[1])
    assert.equal("\0\0..", loaded.grid:rows()[2])
    assert.equal(".\1\2,", tiled.load(map, { fill = "," }).grid:rows()[1])
    assert.equal(".\1\2\7", tiled.load(map, { fill = 7 }).grid:rows()[1])
    assert.equal(".\1\3\2", tiled.load(map, { fill = "grass" }).grid:rows()[1]) -- before "road"
  end)

  it("makes rules with terrains by name", function()
    local rules = village:rules {
      cost = { road = 1, grass = 2, ["#"] = 5 },
      step = function(from, to)
        assert.is_true(from == "road" or from == "grass" or from == "#")
        if from == "grass" and to == "road" then return 7 end
      end,
    }
    local grid = astar.grid { "..=#", "~~~~" }
    assert.equal(2 + 7 + 5, select(2, grid:find_path(1, 1, 4, 1, rules)))
    -- A tile is named by number as well.
    rules = village:rules { cost = { [46] = 1, road = 1 }, default = 9, diagonal = "never" }
    assert.equal(1 + 1 + 9, select(2, grid:find_path(1, 1, 4, 1, rules)))
  end)

  it("lists its layers, groups flattened", function()
    local found = {}
    for i, layer in ipairs(village.layers) do
      found[i] = ("%s %s %s %g %g %g"):format(layer.name, layer.kind, tostring(layer.visible),
        layer.opacity, layer.offset_x, layer.offset_y)
    end
    assert.same({
      "ground tiles true 1 0 0", "road tiles true 1 0 0", "houses tiles true 0.5 0 0",
      "moved tiles true 0.5 32 16", "flowers tiles true 1 0 0", "clouds tiles false 1 0 0",
      "things objects true 1 0 0", "barriers objects true 1 0 0", "frame image true 1 -3 0",
    }, found)
    assert.equal(FOLDER .. "tiles.png", village.layers[9].image)
    assert.equal("house", village.layers[3].properties.terrain)
    assert.equal("guard", village.layers[7].objects[5].name)
    assert.equal('A village, "[[small]]"', village.properties.title)
    assert.equal("class image kind name offset_x offset_y opacity properties visible",
      keys(village.layers[9]))
  end)

  it("returns what to draw on a tile", function()
    local tile, rotation, sx, sy = village.layers[1]:tile(7, 1)
    assert.same({ 2, "water", 32, 0, 16, 16, FOLDER .. "tiles.png" },
      { tile.id, tile.terrain, tile.x, tile.y, tile.width, tile.height, tile.image })
    assert.equal(village.tilesets[1], tile.tileset)
    assert.same({ 0, 1, 1 }, { rotation, sx, sy })
    tile = village.layers[3]:tile(5, 2)
    assert.same({ 5, "door", 16, 16 }, { tile.id, tile.class, tile.x, tile.y })
    assert.is_true(tile.properties.locked)
    assert.is_nil(village.layers[3]:tile(1, 1))
    for _, off in ipairs { { 0, 1 }, { 13, 1 }, { 1, 0 }, { 1, 9 }, { -100, 1e9 } } do
      assert.is_nil(village.layers[1]:tile(off[1], off[2]))
    end
  end)

  it("draws flipped tiles as Tiled does: exchanged axes, then flips", function()
    local seen = 0
    for _, at in ipairs { { 2, 3, 8 }, { 2, 4, 4 }, { 3, 5, 12 }, { 5, 5, 2 }, { 11, 5, 10 }, { 1, 3, 0 } } do
      local tile, rotation, sx, sy = village.layers[2]:tile(at[1], at[2])
      assert.equal(1, tile.id)
      local flags = at[3]
      local x, y = 5, 3 -- a point of the tile, relative to its center
      local ex, ey = x, y
      if flags % 4 >= 2 then ex, ey = ey, ex end
      if flags >= 8 then ex = -ex end
      if flags % 8 >= 4 then ey = -ey end
      x, y = x * sx, y * sy
      x, y = x * math.cos(rotation) - y * math.sin(rotation), x * math.sin(rotation) + y * math.cos(rotation)
      assert.is_true(math.abs(x - ex) < 1e-9 and math.abs(y - ey) < 1e-9, flags)
      seen = seen + 1
    end
    assert.equal(6, seen)
  end)

  it("rotates tiles of hexes by 60 and 120 degrees", function()
    local layer = load_fixture("hexagonal_y_odd.lua").layers[1]
    local function degrees(x, y)
      local _, rotation, sx, sy = layer:tile(x, y)
      return ("%.0f %d %d"):format(math.deg(rotation), sx, sy)
    end
    assert.equal("0 1 1", degrees(1, 1))
    assert.equal("120 1 1", degrees(3, 1))
    assert.equal("60 1 1", degrees(2, 3))
    assert.equal("180 1 1", degrees(3, 4))
  end)

  it("leaves the caller's tables as they are", function()
    local function copy(value)
      if type(value) ~= "table" then return value end
      local result = {}
      for key, item in pairs(value) do result[key] = copy(item) end
      return result
    end
    local from, options = tiled_export.table "village.lua", { terrains = LETTERS, layers = { "ground" } }
    local from_copy, options_copy = copy(from), copy(options)
    tiled.load(from, options)
    assert.same(from_copy, from)
    assert.same(options_copy, options)
  end)
end)

describe("layers", function()
  it("can be selected by name; a group selects all its layers", function()
    local map = load_fixture("village.lua", { terrains = LETTERS, layers = { "ground", "upper" } })
    assert.equal([[

...HHH~~...m
...H=H~~m...
......~~....
......~~....
......~~....
......~~....
......~~....
......~~....
]], picture(map))
    -- A layer that is not selected is still listed, but sets nothing on the grid.
    assert.equal("1,3", place(map:object "start"))
    assert.is_nil(map:object("tunnel").link)
    assert.is_false(map.grid:is_blocked(10, 3))
    assert.equal(1, map.layers[2]:tile(1, 3).id)
  end)

  it("with an offset keep their tiles where they are stored, as storeys of an isometric map", function()
    local map, data = new_map { orientation = "isometric", tilewidth = 64, tileheight = 32 }, {}
    for i = 1, 12 do data[i] = i == 7 and 2 or 0 end
    map.layers[2] = { type = "tilelayer", name = "roof", width = 4, height = 3, offsety = -32, data = data }
    local loaded = tiled.load(map)
    assert.same({ "\1\1\1\1", "\1\1\2\1", "\1\1\1\1" }, loaded.grid:rows())
    assert.equal("wall", loaded.layers[2]:tile(3, 2).terrain)
  end)

  it("that are left out never refuse the map, and raise when they are read", function()
    local map = add_objects(new_map(), { { x = 8, y = 8, template = "chest.tx" } })
    map.tilesets[2] = { firstgid = 9, filename = "art/icons.tsx" }
    for i, name in ipairs { "icons", "clouds" } do
      map.layers[2 + i] = { type = "tilelayer", name = name, width = 4, height = 3, data = {} }
      for k = 1, 12 do map.layers[2 + i].data[k] = 9 end
    end
    map.layers[4].data, map.layers[4].encoding, map.layers[4].compression = "KLUv", "base64", "zstd"
    local loaded = assert(tiled.load(map, { layers = { "ground" } }))
    assert.same({ 4, loaded.notes[1] }, { #loaded.notes, loaded.tilesets[2].problem })
    for i, case in ipairs {
      { "things", 'layer "things", object 1: it is made from a template' },
      { "icons", "tileset 2: it is in a file of its own" },
      { "clouds", 'layer "clouds": its data is compressed (zstd)' },
    } do
      local name, layer = case[1], loaded.layers[i + 1]
      -- Used, the layer refuses the map.
      local _, problem = tiled.load(map, { layers = { "ground", name } })
      assert.equal(1, problem:find(case[2], 1, true))
      assert.equal(('layer "%s" is left out, and cannot be read: %s'):format(name, problem), loaded.notes[i + 1])
      raises(problem, function() return i == 1 and layer.objects or layer:tile(1, 1) end)
    end
  end)

  it("in a group can be selected by their own name", function()
    local map = load_fixture("village.lua", { terrains = LETTERS, layers = { "houses" }, fill = "grass" })
    assert.equal("...H=H......", map.grid:rows()[2])
  end)

  it("are as visible as the groups that they are in", function()
    local map = new_map()
    map.layers = {
      { type = "group", name = "a", visible = false, layers = { { type = "group", name = "b", layers = map.layers } } },
      map.layers[1],
    }
    local loaded = tiled.load(map)
    assert.is_false(loaded.layers[1].visible)
    assert.is_true(loaded.layers[2].visible)
  end)

  it("that are larger than the map, or begin elsewhere, are cut", function()
    local map = new_map { width = 3, height = 2 }
    map.layers[1].width, map.layers[1].height, map.layers[1].x = 4, 3, -1
    map.layers[1].data = { 2, 2, 1, 1, 2, 2, 1, 1, 2, 2, 2, 2 }
    local loaded = tiled.load(map)
    assert.same({ "\2\1\1", "\2\1\1" }, loaded.grid:rows())
    assert.is_nil(loaded.layers[1]:tile(1, 3))
    assert.is_nil(loaded.layers[1]:tile(4, 1))
  end)

  it("are left out by a property that is false, also whole groups", function()
    local map = new_map()
    map.layers[2] = {
      type = "group", name = "sky", properties = { terrain = false },
      layers = { { type = "tilelayer", name = "clouds", width = 4, height = 3, data = {} } },
    }
    for i = 1, 12 do map.layers[2].layers[1].data[i] = 2 end
    assert.equal(1, tiled.load(map).grid:get(1, 1))
    map.layers[2].properties = nil
    assert.equal(2, tiled.load(map).grid:get(1, 1))
  end)

  it("give their terrain to tiles and objects without one, as groups do", function()
    local map = new_map()
    map.layers[2] = {
      type = "group", name = "upper", properties = { terrain = "mud" },
      layers = {
        { type = "tilelayer", name = "a", width = 4, height = 3, data = { 2, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } },
        { type = "objectgroup", name = "b", objects = {
          { id = 1, x = 32, y = 0, width = 16, height = 16 },
          { id = 2, x = 48, y = 0, width = 16, height = 16, properties = { terrain = false } },
          { id = 3, x = 40, y = 24, width = 0, height = 0, properties = { terrain = "wall" } },
        } },
      },
    }
    local loaded = tiled.load(map)
    local names = {}
    for y = 1, 2 do
      for x = 1, 4 do names[#names + 1] = loaded.names[loaded.grid:get(x, y)] end
    end
    assert.equal("wall mud mud floor floor floor wall floor", table.concat(names, " "))
  end)
end)

describe("terrains", function()
  it("may have a property of another name", function()
    local map = new_map()
    map.tilesets[1].tiles[1].properties = { ground = "sand", terrain = 7.5 }
    local loaded = tiled.load(map, { property = "ground" })
    assert.same({ sand = 1 }, loaded.terrains)
  end)

  it("may come from the class of tiles, under both of its names", function()
    local map = new_map()
    map.tilesets[1].tiles = {
      { id = 0, type = "grass" }, { id = 1, class = "road", type = "" },
      { id = 2, class = "flower", properties = { terrain = "mud" } }, { id = 3, type = "npc" },
    }
    map.layers[1].data = { 1, 2, 3, 4, 1, 1, 1, 1, 1, 1, 1, 1 }
    assert.same({ grass = 1, mud = 2, npc = 3, road = 4 }, tiled.load(map, { by_class = true }).terrains)
    -- With a list of terrains, other classes are not terrains.
    local loaded = tiled.load(map, { by_class = true, terrains = { grass = ".", road = "=", mud = "m" } })
    assert.equal(".=m\0", loaded.grid:rows()[1])
  end)

  it("of tiles that are not on the map are listed, too", function()
    local map = new_map()
    assert.same({ floor = 1, wall = 2 }, tiled.load(map).terrains)
    tiled.load(map):rules { cost = { floor = 1, wall = 2 } }
  end)
end)

describe("the orientation", function()
  local PICTURES = {
    isometric = { "square", ".~..", "..#.", "...~" },
    staggered_x_odd = { "square", " .   ", ".~#  ", " ... ", "  ~.~", "   #." },
    staggered_x_even = { "square", "~.   ", "..#  ", " ... ", "  ~.~", "   # " },
    staggered_y_odd = { "square", "  .# ", " ~..~", ".... ", " ~#  " },
    staggered_y_even = { "square", "  . ", " ~#.", "...~", ".~. ", " #  " },
    hexagonal_x_odd = { "odd_q", ".~.", "..#", "~..", "#.~" },
    hexagonal_x_even = { "even_q", ".~.", "..#", "~..", "#.~" },
    hexagonal_y_odd = { "odd_r", ".~.", "..#", "~..", "#.~" },
    hexagonal_y_even = { "even_r", ".~.", "..#", "~..", "#.~" },
  }

  it("decides the layout of the grid, and staggered maps become squares", function()
    for name, expected in pairs(PICTURES) do
      local map = load_fixture(name .. ".lua")
      assert.equal(expected[1], map.layout.grid_layout, name)
      assert.equal(table.concat(expected, "\n", 2), (table.concat(map.grid:rows(), "\n"):gsub("\255", " ")), name)
      assert.equal(name:find "staggered" and 255 or nil, map.outside)
      assert.equal(name:match "^%a+", map.orientation)
      -- The grid really is of that layout: across a hex there are six neighbors.
      local neighbors, width, height = 0, map.grid:size()
      for y = 1, height do
        for x = 1, width do
          local _, cost = map.grid:find_path(2, 2, x, y, anywhere)
          if cost == 1 then neighbors = neighbors + 1 end
        end
      end
      assert.equal(expected[1] == "square" and 4 or 6, neighbors, name)
    end
  end)

  it("lets no path of a staggered map leave the map, whatever is the default", function()
    -- A wall across the map: row 3, all of it. Beside the map the turned grid goes on.
    local map = new_map {
      orientation = "staggered", height = 5, staggeraxis = "y", staggerindex = "odd", tilewidth = 32,
    }
    for x = 9, 12 do map.layers[1].data[x] = 2 end
    for _, fill in ipairs { false, "floor", 0, 255 } do
      local loaded = tiled.load(map, { fill = fill or nil })
      assert.equal(fill == 255 and 254 or 255, loaded.outside)
      local x1, y1 = loaded:from_tiled(1, 0)
      local x2, y2 = loaded:from_tiled(1, 4)
      for _, options in ipairs { { cost = { wall = false }, default = 1 }, { cost = { floor = 1 } } } do
        assert.same({ nil, "unreachable" }, { loaded.grid:find_path(x1, y1, x2, y2, loaded:rules(options)) })
      end
      -- All tiles of the map are passable with a default, and no others.
      local count = 0
      for _ in loaded.grid:reachable(x1, y1, loaded:rules { default = 1 }):each() do count = count + 1 end
      assert.equal(20, count)
    end
    -- What is drawn beside the map, and links to there, are off the map.
    add_objects(map, { { x = 0, y = 0, polyline = { { x = 40, y = 40 }, { x = 0, y = -4 } } },
      { x = -100, y = -100, width = 500, height = 500, properties = { terrain = "sky" } } })
    local loaded, all = tiled.load(map), {}
    assert.equal(20, #loaded:tiles(loaded.objects[2]))
    for byte = 0, 255 do all["t" .. byte] = byte end
    all.floor, all.wall, all.sky = 1, 2, 3
    assert.equal(0, tiled.load(map, { terrains = all }).outside)
    map.layers[2].objects[1].type = "link"
    assert.matches("a link must not end off the map", select(2, tiled.load(map)), 1, true)
  end)

  it("puts tiles and objects where Tiled draws them", function()
    -- Centers of Tiled's tiles (0, 0), (1, 0), (0, 1) in an image that Tiled made of the map.
    local expected = {
      isometric = "48,8 64,16 32,16",
      staggered_x_odd = "16,8 32,16 16,24", staggered_x_even = "16,16 32,8 16,32",
      staggered_y_odd = "16,8 48,8 32,16", staggered_y_even = "32,8 64,8 16,16",
      hexagonal_x_odd = "14,16 35,32 14,48", hexagonal_x_even = "14,32 35,16 14,64",
      hexagonal_y_odd = "14,16 42,16 28,39", hexagonal_y_even = "28,16 56,16 14,39",
    }
    for name, middles in pairs(expected) do
      local map = load_fixture(name .. ".lua")
      local found = {}
      for i, tile in ipairs { { 0, 0 }, { 1, 0 }, { 0, 1 } } do
        found[i] = ("%g,%g"):format(map.layout:to_world(map:from_tiled(tile[1], tile[2])))
      end
      assert.equal(middles, table.concat(found, " "), name)
      for _, object in ipairs(map.objects) do
        local x, y = map.layout:to_tile(object.wx, object.wy)
        assert.equal(place(object), x .. "," .. y)
      end
    end
  end)

  it("reads positions of isometric objects along the axes of the map", function()
    local map = load_fixture "isometric.lua"
    local corner, area, tree = map:object "corner", map:object "area", map:object "tree"
    assert.equal("4,3", place(corner))
    assert.same({ 64, 48 }, { corner.wx, corner.wy })
    assert.equal("2,1 3,1 2,2 3,2", list(map:tiles(area)))
    assert.equal("2,2", place(tree)) -- it stands there, for any height of the picture
    assert.same({ 48, 24 }, { tree.wx, tree.wy })
    -- The fence lies between columns 2 and 3 of row 1.
    assert.is_false(can_step(map, 2, 1, 1, 0))
    assert.is_true(can_step(map, 2, 2, 1, 0))
  end)

  it("rounds odd sizes of tiles as Tiled does when rows or columns are shifted", function()
    -- Width, height and side of hexes; centers of tiles (1, 1) and (1, 2) in rows, (2, 1) in columns.
    for _, case in ipairs {
      { 29, 31, 13, 14, 15.5, 28, 37.5 }, { 29, 31, 12, 14, 15, 28, 36 }, { 28, 30, 13, 14, 14.5, 28, 35.5 },
      { 28, 32, 14, 14, 16, 28, 39 }, { 28, 31, 31, 14, 15.5, 28, 46.5 },
    } do
      local hex = { orientation = "hexagonal", hexsidelength = case[3], staggerindex = "odd" }
      hex.tilewidth, hex.tileheight, hex.staggeraxis = case[1], case[2], "y"
      local layout = tiled.load(new_map(hex)).layout
      assert.same({ case[4], case[5] }, { layout:to_world(1, 1) })
      assert.same({ case[6], case[7] }, { layout:to_world(1, 2) })
      hex.tilewidth, hex.tileheight, hex.staggeraxis = case[2], case[1], "x"
      layout = tiled.load(new_map(hex)).layout
      assert.same({ case[5], case[4] }, { layout:to_world(1, 1) })
      assert.same({ case[7], case[6] }, { layout:to_world(2, 1) })
    end
    local loaded = tiled.load(new_map {
      orientation = "staggered", tilewidth = 29, tileheight = 31, staggeraxis = "y", staggerindex = "odd",
    })
    assert.same({ 14, 15 }, { loaded.layout:to_world(loaded:from_tiled(0, 0)) })
    assert.same({ 28, 30 }, { loaded.layout:to_world(loaded:from_tiled(0, 1)) })
  end)
end)

describe("an infinite map", function()
  it("becomes a grid of the box around its chunks", function()
    for _, map in ipairs { load_fixture "infinite.lua", load_fixture("infinite.json", { json = json }) } do
      assert.same({ 32, 16 }, { map.grid:size() })
      assert.same({ -16, 0 }, { map.offset_x, map.offset_y })
      assert.equal(".~#.", map.grid:rows()[3]:gsub("%z", ""))
      assert.equal("15,3", table.concat({ map:from_tiled(-2, 2) }, ","))
      assert.equal(46, map.grid:get(15, 3))
      assert.equal("16,3", place(map:object "start"))
      assert.same({ -8, 40 }, { map:object("start").wx, map:object("start").wy })
      assert.same({ -8, 40 }, { map.layout:to_world(16, 3) })
      assert.equal(0, map.layers[1]:tile(15, 3).id)
    end
  end)

  it("keeps hexes where they are when it begins with an odd row", function()
    local map = load_fixture "infinite_hexagonal.lua"
    assert.same({ 0, -5 }, { map.offset_x, map.offset_y })
    assert.equal("even_r", map.layout.grid_layout)
    -- Row -1 is shifted by half a hex (14), row 0 is not; rows are 23 apart.
    assert.same({ 28, -7 }, { map.layout:to_world(map:from_tiled(0, -1)) })
    assert.same({ 14, 16 }, { map.layout:to_world(map:from_tiled(0, 0)) })
    assert.equal(126, map.grid:get(map:from_tiled(0, -1)))
    assert.equal(35, map.grid:get(map:from_tiled(0, 0)))
  end)

  it("keeps objects on their tiles when it is isometric", function()
    local map = add_objects(new_map { orientation = "isometric", tilewidth = 32 }, {
      { name = "it", x = -3.5 * 16, y = 5.5 * 16 },
    })
    local data = {}
    for i = 1, 9 do data[i] = 1 end
    map.layers[1].data, map.layers[1].chunks = nil, { { x = -4, y = 3, width = 3, height = 3, data = data } }
    local loaded = tiled.load(map)
    assert.equal("1,3", place(loaded:object "it"))
    assert.same({ loaded.layout:to_world(loaded:from_tiled(-4, 5)) },
      { loaded:object("it").wx, loaded:object("it").wy })
  end)

  it("keeps columns and staggered tiles where they are, too", function()
    for _, orientation in ipairs { "hexagonal", "staggered" } do
      for _, axis in ipairs { "x", "y" } do
        for _, index in ipairs { "odd", "even" } do
          local function middle(x, y, tx, ty)
            local map = new_map {
              orientation = orientation, tilewidth = 28, tileheight = 32, hexsidelength = 14,
              staggeraxis = axis, staggerindex = index,
            }
            local data = {}
            for i = 1, 9 do data[i] = 1 end
            map.layers[1].data = nil
            map.layers[1].chunks = { { x = x, y = y, width = 3, height = 3, data = data } }
            local loaded = tiled.load(map)
            return table.concat({ loaded.layout:to_world(loaded:from_tiled(tx, ty)) }, ",")
          end
          local what = orientation .. axis .. index
          assert.equal(middle(0, 0, 1, 1), middle(-1, -1, 1, 1), what)
          assert.equal(middle(0, 0, 2, 2), middle(1, 1, 2, 2), what)
          assert.equal(middle(-3, 0, -2, 1), middle(-2, -1, -2, 1), what)
        end
      end
    end
  end)
end)

describe("tile data", function()
  it("may be base64", function()
    for _, map in ipairs { load_fixture "base64.lua", load_fixture("base64.json", { json = json }) } do
      assert.equal(".~.# ~...   .. ..#.", table.concat(map.grid:rows(), " "):gsub("%z", " "))
      local tile, rotation, sx, sy = map.layers[1]:tile(1, 2)
      assert.same({ 1, 0, -1, 1 }, { tile.id, rotation, sx, sy })
    end
  end)

  it("may have tile numbers of up to 28 bits", function()
    local map = new_map { width = 2, height = 1 }
    map.tilesets[2] = { name = "many", firstgid = 9, tilewidth = 1, tileheight = 1 }
    map.layers[1].encoding, map.layers[1].data = "base64", "AwIBAP///w8=" -- 0x10203, 0xfffffff
    local layer = tiled.load(map).layers[1]
    assert.equal(66051 - 9, layer:tile(1, 1).id)
    assert.equal(268435455 - 9, layer:tile(2, 1).id)
  end)

  it("may be compressed if there is a function to decompress it", function()
    local plain = load_fixture "base64.lua"
    local bytes = table.concat {
      "\1\0\0\0\2\0\0\0\1\0\0\0\3\0\0\0", "\2\0\0\128\1\0\0\0\1\0\0\0\1\0\0\0",
      "\0\0\0\0\0\0\0\0\1\0\0\0\1\0\0\0", "\1\0\0\0\1\0\0\0\3\0\0\0\1\0\0\160",
    }
    for _, format in ipairs { "zlib", "gzip" } do
      local asked
      local map = load_fixture(format .. ".lua", {
        decompress = function(data, name)
          asked = name .. #data
          return bytes
        end,
      })
      assert.equal(picture(plain), picture(map))
      assert.matches("^" .. format .. "%d+$", asked)
      assert.same({ nil,
        ('%s%s.lua: layer "ground": its data is compressed (%s): set the "Tile Layer ' ..
          'Format" of the map to CSV, or give option "decompress"'):format(FOLDER, format, format) },
        { load_fixture(format .. ".lua") })
    end
  end)

  it("is decompressed by LÖVE if LÖVE runs", function()
    local asked
    rawset(_G, "love", {
      data = {
        decompress = function(container, format, data)
          asked = table.concat({ container, format, #data }, " ")
          return ("\1\0\0\0"):rep(16)
        end,
      },
    })
    local ok, map = pcall(load_fixture, "zlib.lua")
    rawset(_G, "love", nil)
    assert.is_true(ok, map)
    assert.matches("^string zlib %d+$", asked)
    assert.equal("....", map.grid:rows()[4])
  end)
end)

describe("tilesets", function()
  it("may be several, each with its own numbers", function()
    local map = new_map()
    map.tilesets[2] = {
      name = "more", firstgid = 9, tilewidth = 32, tileheight = 48, -- one image per tile
      tiles = {
        { id = 0, image = "../art/a.png", width = 30, height = 40 },
        { id = 7, image = "b.png", properties = { terrain = "tree" } },
      },
    }
    map.tilesets[3] = {
      name = "third", firstgid = 20, tilewidth = 8, tileheight = 8, image = "c.png", columns = 2,
      tilecount = 6, margin = 1, spacing = 2,
    }
    map.tilesets[1], map.tilesets[3] = map.tilesets[3], map.tilesets[1] -- in any order
    map.layers[1].data = { 9, 16, 25, 8, 1, 1, 1, 1, 1, 1, 1, 1 }
    local loaded = tiled.load(map)
    local function tile(x) return loaded.layers[1]:tile(x, 1) end
    assert.same({ 0, "../art/a.png", 0, 0, 30, 40 },
      { tile(1).id, tile(1).image, tile(1).x, tile(1).y, tile(1).width, tile(1).height })
    assert.same({ 7, "b.png", "tree" }, { tile(2).id, tile(2).image, tile(2).terrain })
    assert.same({ 5, "c.png", 11, 21, 8, 8 },
      { tile(3).id, tile(3).image, tile(3).x, tile(3).y, tile(3).width, tile(3).height })
    assert.same({ "third", 20 }, { tile(3).tileset.name, tile(3).tileset.first_gid })
    assert.equal("signs", tile(4).tileset.name)
    assert.equal(tile(4), tile(4))
  end)

  it("are read as old versions of Tiled exported them", function()
    local village = load_fixture("village.lua", { terrains = LETTERS })
    for _, name in ipairs { "village.lua", "village.json" } do
      local map = assert(tiled.load(tiled_export.old(name), { terrains = LETTERS }))
      assert.equal(village.grid:serialize(), map.grid:serialize(), name)
      assert.same({ 4, 8 }, { map.tilesets[1].columns, map.tilesets[1].count })
      local tile = map.layers[3]:tile(5, 2)
      assert.same({ 5, "door", true, 16, 16 }, { tile.id, tile.class, tile.properties.locked, tile.x, tile.y })
    end
  end)

  it("without a number of columns or tiles get those that Tiled counts in the image", function()
    for expected, sizes in pairs {
      ["3 6"] = { 68, 51, 2, 1 }, ["4 12"] = { 69, 52, 2, 1 }, ["4 8"] = { 79, 47, 0, 0 }, ["0 0"] = { 15, 90, 0, 0 },
    } do
      local map = new_map { layers = {} }
      local tileset = map.tilesets[1]
      tileset.columns, tileset.tilecount, map.layers[1] = nil, nil, nil
      tileset.imagewidth, tileset.imageheight, tileset.margin, tileset.spacing = unpack(sizes)
      local loaded = tiled.load(map, { fill = "floor" }).tilesets[1]
      assert.equal(expected, loaded.columns .. " " .. loaded.count)
    end
  end)

  it("in separate files are found when they are exported, too", function()
    local function load(tileset, options)
      local map = tiled_export.table "external.lua"
      map.tilesets[1] = tileset
      options.read = function(name)
        if name == "maps/x.lua" then return "return " .. name end
        assert(name:find "^art/")
        return name:find "lua$" and tiled_export.text "signs.lua" or shell.read(FOLDER .. "signs.json")
      end
      return tiled.load(map, options)
    end
    for _, tileset in ipairs {
      { firstgid = 1, filename = "signs.tsx", exportfilename = "art/signs.lua" },
      { firstgid = 1, source = "./art/old/../signs.json" },
    } do
      local map = assert(load(tileset, { json = json }))
      assert.equal(".~#", map.grid:rows()[1])
      assert.equal("art/tiles.png", map.tilesets[1].image)
    end
  end)

  it("in separate files may come from the game", function()
    for _, name in ipairs { "external.lua", "external.json" } do
      local asked
      local map = load_fixture(name, {
        json = json,
        tileset = function(file)
          asked = file
          return tiled_export.table "signs.lua"
        end,
      })
      assert.equal("signs.tsx", asked)
      assert.equal(".~#", map.grid:rows()[1])
      assert.equal(FOLDER .. "tiles.png", map.layers[1]:tile(1, 1).image)
      assert.same({ nil,
        ("%s%s: tileset 1: it is in a file of its own, \"signs.tsx\": export the map " ..
          "with \"Embed tilesets\" (Edit > Preferences > Export Options), or give option \"tileset\"")
          :format(FOLDER, name) }, { load_fixture(name, { json = json }) })
      assert.same({ nil,
        ('%s%s: tileset 1: option "tileset" must return a table for "signs.tsx", got nil')
          :format(FOLDER, name) }, { load_fixture(name, { json = json, tileset = function() end }) })
    end
  end)
end)

describe("objects", function()
  local village

  before_each(function() village = load_fixture("village.lua", { terrains = LETTERS }) end)

  it("are found by name, with their tile and their position in the world", function()
    local start = village:object "start"
    assert.same({ 1, 3, 8, 40, "point", "" },
      { start.x, start.y, start.wx, start.wy, start.shape, start.class })
    assert.equal(village.objects[1], start)
    assert.equal("11,8", place(village:object "market"))
    assert.equal("point", village:object("click").shape)
    assert.equal("2,6", place(village:object "click"))
    assert.equal(2.5, village:object("guard").properties.speed)
    assert.equal("lake", village:object("pond").class)
    assert.equal("things", village:object("pond").layer)
    assert.is_nil(village:object "unknown")
    assert.equal(16, #village.objects)
  end)

  it("cover the tiles whose center is inside", function()
    assert.equal("9,7 10,7 11,7 12,7 9,8 10,8 11,8 12,8", list(village:tiles(village:object "market")))
    assert.equal("1,7 2,7 3,7 1,8", list(village:tiles(village:object "bog")))
    assert.equal("5,7 6,7 5,8 6,8", list(village:tiles(village:object "pond")))
    assert.equal("1,3", list(village:tiles(village:object "start")))
    assert.equal("", list(village:tiles(village:object "guard")))
    -- They may serve as goals.
    local path = village.grid:find_nearest(12, 5, village:tiles(village:object "market"),
      astar.rules { default = 1 })
    assert.equal(3, #path)
  end)

  it("that are lines have the tiles of their points", function()
    assert.same({ { x = 1, y = 5 }, { x = 6, y = 5 }, { x = 6, y = 4 } }, village:object("guard").points)
    assert.equal("1,5", place(village:object "guard"))
    assert.same({ { x = 1, y = 7 }, { x = 5, y = 7 }, { x = 1, y = 9 } }, village:object("bog").points)
  end)

  it("that are tiles stand at the foot of their picture and inherit from their tile", function()
    local chest, tower, door = village:object "chest", village:object "tower", village:object "door"
    assert.same({ "tile", "10,1", "flower", -1, 1 },
      { chest.shape, place(chest), chest.class, chest.sx, chest.sy })
    assert.equal(6, chest.tile.id)
    assert.equal("12,4", place(tower))
    assert.equal("11,1 12,1 11,2 12,2 11,3 12,3 11,4 12,4", list(village:tiles(tower)))
    assert.same({ "door", true, "5,2" }, { door.class, door.properties.locked, place(door) })
  end)

  it("that are tiles have their own properties, which hide properties of the tile", function()
    local map = new_map()
    map.tilesets[1].tiles[2].properties = { terrain = "wall", height = 3, name = "oak" }
    map.tilesets[1].tiles[2].type = "tree"
    add_objects(map, {
      { name = "it", type = "elder", gid = 2, x = 0, y = 16, width = 16, height = 16,
        properties = { height = 5, terrain = false } },
    })
    local it = tiled.load(map):object "it"
    assert.same({ height = 5, name = "oak", terrain = false }, it.properties)
    assert.equal("elder", it.class)
  end)

  it("that are tiles are aligned as their tileset says", function()
    local places = {
      topleft = "2,2", top = "1,2", topright = "1,2", left = "2,1", center = "1,1", right = "1,1",
      bottomleft = "2,1", bottom = "1,1", bottomright = "1,1", unspecified = "2,1",
    }
    for alignment, expected in pairs(places) do
      local map = new_map()
      map.tilesets[1].objectalignment = alignment
      add_objects(map, { { name = "it", gid = 1, x = 15, y = 15, width = 16, height = 16 } })
      assert.equal(expected, place(tiled.load(map):object "it"), alignment)
    end
  end)

  it("are rotated about their position", function()
    local map = add_objects(new_map { width = 6, height = 6 }, {
      { name = "a", x = 48, y = 16, width = 48, height = 16, rotation = 90 },
      {
        name = "b", x = 48, y = 48, rotation = 180,
        polygon = { { x = 0, y = 0 }, { x = 40, y = 0 }, { x = 0, y = 40 } },
      },
      { name = "c", gid = 2, x = 48, y = 80, width = 16, height = 16, rotation = -90 },
    })
    local loaded = tiled.load(map)
    assert.equal("3,2 3,3 3,4", list(loaded:tiles(loaded:object "a")))
    assert.equal("3,2 2,3 3,3", list(loaded:tiles(loaded:object "b")))
    assert.equal("3,5", list(loaded:tiles(loaded:object "c")))
  end)

  it("follow the offset of their layer", function()
    local map = add_objects(new_map(), { { name = "it", x = 8, y = 8 } })
    map.layers[2].offsetx, map.layers[2].offsety = 16, 33
    assert.equal("2,3", place(tiled.load(map):object "it"))
  end)

  it("off the map keep their position", function()
    local map = add_objects(new_map(), { { name = "it", x = -8, y = 1000 } })
    local loaded = tiled.load(map)
    assert.equal("0,63", place(loaded:object "it"))
    assert.equal("", list(loaded:tiles(loaded:object "it")))
  end)

  it("cover the tiles that a test by angles finds, in every orientation", function()
    local random = random_map.new(21)
    for _, orientation in ipairs { "orthogonal", "isometric", "staggered", "hexagonal" } do
      for _, axis in ipairs { "x", "y" } do
        for _ = 1, 5 do
          local polygon = {}
          for i = 1, 3 + math.floor(random:real() * 4) do
            polygon[i] = { x = random:real() * 200 - 50, y = random:real() * 200 - 50 }
          end
          local loaded = tiled.load(add_objects(new_map {
            width = 7, height = 7, orientation = orientation, tilewidth = 28, tileheight = 24,
            hexsidelength = 12, staggeraxis = axis, staggerindex = "odd",
          }, {
            { name = "it", x = 30, y = 10, polygon = polygon },
            -- The same corners, computed one by one: the outline in the world.
            { name = "corners", x = 30, y = 10, polyline = polygon },
          }))
          local outline = {}
          for i, point in ipairs(polygon) do
            local single = tiled.load(add_objects(new_map {
              width = 7, height = 7, orientation = orientation, tilewidth = 28, tileheight = 24,
              hexsidelength = 12, staggeraxis = axis, staggerindex = "odd",
            }, { { x = 30 + point.x, y = 10 + point.y } })).objects[1]
            outline[i] = { single.wx, single.wy }
          end
          local expected, width, height = {}, loaded.grid:size()
          for y = 1, height do
            for x = 1, width do
              local wx, wy = loaded.layout:to_world(x, y)
              local is_outside = loaded.grid:get(x, y) == loaded.outside
              -- Even-odd, by a ray that goes up instead of right.
              local crossings = 0
              for i, a in ipairs(outline) do
                local b = outline[i % #outline + 1]
                if (a[1] > wx) ~= (b[1] > wx) then
                  local cross_y = a[2] + (wx - a[1]) / (b[1] - a[1]) * (b[2] - a[2])
                  if cross_y < wy then crossings = crossings + 1 end
                end
              end
              if crossings % 2 == 1 and not is_outside then expected[#expected + 1] = { x, y } end
            end
          end
          assert.equal(list(expected), list(loaded:tiles(loaded:object "it")), orientation .. axis)
        end
      end
    end
  end)
end)

describe("walls", function()
  it("that are areas block tiles", function()
    local village = load_fixture("village.lua", { terrains = LETTERS })
    for y = 1, 8 do
      for x = 1, 12 do
        assert.equal(y == 3 and (x == 10 or x == 11), village.grid:is_blocked(x, y))
      end
    end
  end)

  --- The obstacles of a map, row by row: the layers of each tile.
  local function obstacles(map)
    local rows, width, height = {}, map.grid:size()
    for y = 1, height do
      local row = {}
      for x = 1, width do
        local layers = ""
        for layer = 1, 8 do
          if map.grid:is_blocked(x, y, layer) then layers = layers .. layer end
        end
        row[x] = layers == "" and "." or layers
      end
      rows[y] = table.concat(row, " ")
    end
    return "\n" .. table.concat(rows, "\n") .. "\n"
  end

  it("that are areas block tiles on the layer of their property", function()
    for _, teams in ipairs { load_fixture "teams.lua", load_fixture("teams.json", { json = json }) } do
      assert.equal([[

. 1 2 2 . 3 8 . . .
. . . . . . . . . .
. . . . . . . . . .
. 46 4 4 5 . . 6 . .
. . . . . . . . . .
]], obstacles(teams))
      for x = 1, 10 do
        assert.is_false(can_step(teams, x, 2, 0, 1)) -- fences have no layers
        assert.is_false(can_step(teams, x, 4, 0, 1))
      end
      local blue = teams:rules { cost = { grass = 1 }, ignore_blocked = { 4, 6 } }
      assert.same({ false, 5, 4 }, { teams.grid:line_of_sight(1, 4, 10, 4, blue) })
      assert.is_true((teams.grid:line_of_sight(1, 4, 10, 4, blue, { ignore_blocked = { 4, 5, 6 } })))
    end
  end)

  it("that are areas block tiles on layer 1 without the property", function()
    local village = load_fixture("village.lua", { terrains = LETTERS })
    assert.is_true(village.grid:is_blocked(10, 3, 1))
    for layer = 2, 8 do assert.is_false(village.grid:is_blocked(10, 3, layer)) end
  end)

  it("ignore the property of objects that are not walls", function()
    local map = add_objects(new_map(), {
      { x = 0, y = 0, width = 16, height = 16, type = "rug", properties = { layer = "top" } },
      { x = 16, y = 0, width = 16, height = 16, type = "wall", properties = { layer = 8 } },
    })
    map.layers[1].properties = { layer = "ground" }
    local grid = tiled.load(map).grid
    assert.is_false(grid:is_blocked(1, 1))
    assert.is_true(grid:is_blocked(2, 1, 8))
  end)

  it("that are lines close the edges between tiles", function()
    local village = load_fixture("village.lua", { terrains = LETTERS })
    for x = 1, 4 do
      assert.equal(x > 3, can_step(village, x, 2, 0, 1))
      assert.equal(x > 3, can_step(village, x, 3, 0, -1))
    end
    for y = 1, 4 do
      assert.equal(y > 2, can_step(village, 3, y, 1, 0))
      assert.equal(y > 2, can_step(village, 4, y, -1, 0))
    end
    -- Diagonal steps through the wall are closed for any corner rule; past its end they are open.
    for _, step in ipairs { { 1, 2, 1, 1 }, { 2, 3, -1, -1 }, { 3, 2, 1, 1 }, { 3, 1, 1, 1 } } do
      assert.is_false(can_step(village, step[1], step[2], step[3], step[4]))
    end
    assert.is_true(can_step(village, 3, 3, 1, -1)) -- around the corner of the fence
  end)

  it("that are one-way let movers pass from their left side", function()
    local village = load_fixture("village.lua", { terrains = LETTERS })
    for x = 9, 12 do -- drawn from left to right: from above
      assert.is_true(can_step(village, x, 6, 0, 1))
      assert.is_false(can_step(village, x, 7, 0, -1))
    end
    assert.is_true(can_step(village, 10, 6, 1, 1))
    assert.is_false(can_step(village, 10, 7, 1, -1))
    assert.is_true(can_step(village, 8, 7, 0, -1))
  end)

  it("are objects of that class, and all objects on a layer of that class", function()
    for _, layer in ipairs { { class = "wall" }, { properties = { class = "wall" } }, {} } do
      local map = new_map { width = 6 }
      map.tilesets[1].tiles[2].type = "tree"
      map = add_objects(map, {
        { x = 0, y = 0, width = 16, height = 16 },
        { x = 16, y = 0, width = 16, height = 16, type = "rug" },
        { x = 32, y = 0, width = 16, height = 16, class = "wall" },
        { x = 48, y = 16, width = 16, height = 16, gid = 2 },
        { x = 64, y = 0, width = 16, height = 16, type = "rug", properties = { wall = false } },
        { x = 88, y = 8, type = "link", polyline = { { x = 0, y = 0 }, { x = -80, y = 32 } } },
      })
      map.layers[2].class, map.layers[2].properties = layer.class, layer.properties
      assert.equal(next(layer) and "\n1 1 1 1 . .\n" or "\n. . 1 . . .\n", obstacles(tiled.load(map)):sub(1, 13))
    end
  end)

  -- The reference: whether the line cuts the segment between the centers of two neighbors.
  local function cuts(a, b, p, q)
    local function side(o, d, r)
      return (d[1] - o[1]) * (r[2] - o[2]) - (d[2] - o[2]) * (r[1] - o[1]) > 0
    end
    return side(a, b, p) ~= side(a, b, q) and side(p, q, a) ~= side(p, q, b)
  end

  local function neighbors(map, x, y)
    local name = map.layout.grid_layout
    if name == "square" then return { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } end
    local row = name:find "r$"
    local line = (row and y or x) - 1
    local is_shifted = line % 2 == (name:find "^odd" and 1 or 0)
    local side = is_shifted and 1 or -1
    if row then return { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { side, 1 }, { side, -1 } } end
    return { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 }, { 1, side }, { -1, side } }
  end

  it("along any line close exactly the steps that they cross, in every orientation", function()
    local random = random_map.new(31)
    local closed_in_all = 0
    for _, case in ipairs {
      { "orthogonal", "y", 16, 16 }, { "orthogonal", "y", 30, 9 }, { "isometric", "y", 32, 16 },
      { "staggered", "x", 32, 16 }, { "staggered", "y", 20, 32 }, { "hexagonal", "x", 28, 24 },
      { "hexagonal", "y", 28, 32 }, { "hexagonal", "y", 28, 32, 0 }, { "orthogonal", "y", 200, 2 },
      { "isometric", "y", 4, 128 },
    } do
      for round = 1, 8 do
        local shape = round > 5 and "polygon" or "polyline"
        local line, one_way = {}, shape == "polyline" and random:real() < 0.3
        for i = 1, (shape == "polygon" and 3 or 2) + math.floor(random:real() * 3) do
          line[i] = { x = random:real() * 6 * case[3] - case[3], y = random:real() * 6 * case[4] - case[4] }
        end
        local map = tiled.load(add_objects(new_map {
          width = 5, height = 5, orientation = case[1], tilewidth = case[3], tileheight = case[4],
          hexsidelength = case[5] or 12, staggeraxis = case[2], staggerindex = random:real() < 0.5 and "odd" or "even",
        }, { { type = "wall", x = 0, y = 0, [shape] = line, properties = { one_way = one_way } } }))
        local corners, covered = {}, {}
        for _, tile in ipairs(map:tiles(map.objects[1])) do covered[tile[1] .. "," .. tile[2]] = true end
        if shape == "polygon" then line[#line + 1] = line[1] end
        for i, point in ipairs(line) do
          if case[1] == "isometric" then -- along the axes of the map in the world
            local u, v = point.x / case[4], point.y / case[4]
            corners[i] = { (5 + u - v) * case[3] / 2, (u + v) * case[4] / 2 }
          else
            corners[i] = { point.x, point.y }
          end
        end
        local function is_cut(x, y, dx, dy)
          -- An area closes no step from or to a tile that it blocks.
          if covered[x .. "," .. y] or covered[x + dx .. "," .. y + dy] then return false end
          local from, to = { map.layout:to_world(x, y) }, { map.layout:to_world(x + dx, y + dy) }
          for i = 2, #corners do
            local a, b = corners[i - 1], corners[i]
            if cuts(a, b, from, to) then
              -- To the right of a line that leads right is below.
              local from_right = (b[1] - a[1]) * (from[2] - a[2]) - (b[2] - a[2]) * (from[1] - a[1]) > 0
              if from_right or not one_way then return true end
            end
          end
          return false
        end
        local width, height = map.grid:size()
        local function is_on(x, y)
          return x >= 1 and x <= width and y >= 1 and y <= height and map.grid:get(x, y) ~= map.outside
        end
        for y = 1, height do
          for x = 1, width do
            assert.equal(covered[x .. "," .. y] or false, map.grid:is_blocked(x, y))
            for _, step in ipairs(neighbors(map, x, y)) do
              local dx, dy = step[1], step[2]
              if is_on(x, y) and is_on(x + dx, y + dy) then
                local cut = is_cut(x, y, dx, dy)
                if cut then closed_in_all = closed_in_all + 1 end
                local what = table.concat({ case[1], case[2], x, y, dx, dy }, " ")
                assert.equal(not cut, can_step(map, x, y, dx, dy), what)
              end
            end
            if map.layout.grid_layout == "square" then
              for _, step in ipairs { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } } do
                local dx, dy = step[1], step[2]
                if is_on(x, y) and is_on(x + dx, y + dy) then
                  local first = is_cut(x, y, dx, 0) or is_cut(x + dx, y, 0, dy)
                  local second = is_cut(x, y, 0, dy) or is_cut(x, y + dy, dx, 0)
                  assert.equal(not (first and second), can_step(map, x, y, dx, dy))
                end
              end
            end
          end
        end
      end
    end
    assert.is_true(closed_in_all > 400)
  end)

  it("far longer than the map take no more time than lines on the map", function()
    local map = tiled.load(add_objects(new_map(), {
      { type = "wall", x = -9e8, y = 16, polyline = { { x = 0, y = 0 }, { x = 1e9, y = 0 } } },
      { type = "wall", x = 24, y = -1e9, polyline = { { x = 0, y = 0 }, { x = 0, y = 1e9 } } },
      { type = "wall", x = 5e8, y = 5e8, polyline = { { x = 0, y = 0 }, { x = 1e8, y = 1e8 } } },
      { type = "wall", x = 8, y = 8, polyline = { { x = 0, y = 0 }, { x = 0, y = 0 } } },
    }))
    for x = 1, 4 do assert.is_false(can_step(map, x, 1, 0, 1)) end
    assert.is_true(can_step(map, 1, 2, 0, 1))
  end)
end)

describe("links", function()
  it("lead from an object to the object in its property, or along a line", function()
    local village = load_fixture("village.lua", { terrains = LETTERS })
    local tunnel, slide = village:object "tunnel", village:object "slide"
    local path, cost = village.grid:find_path(1, 1, 12, 1, anywhere)
    assert.equal(2, #path)
    assert.equal(2.5, cost)
    assert.equal(2.5, select(2, village.grid:find_path(12, 1, 1, 1, anywhere)))
    assert.equal(1, select(2, village.grid:find_path(12, 2, 12, 8, anywhere)))
    assert.equal(6, select(2, village.grid:find_path(12, 6, 12, 2, anywhere)) + 2) -- one-way
    village.grid:unlink(tunnel.link)
    village.grid:unlink(slide.link)
    assert.not_equal(2.5, select(2, village.grid:find_path(1, 1, 12, 1, anywhere)))
  end)
end)

describe("loading", function()
  local function rejects(message, map, options)
    raises("tiled.load: " .. message, function() tiled.load(map, options) end)
  end

  local function refuses(message, map, options)
    assert.same({ nil, message }, { tiled.load(map, options) })
  end

  local function refuses_text(message, text, options)
    options = options or {}
    options.read = function() return text end
    refuses("x.lua: " .. message, "x.lua", options)
  end

  it("raises on misuse", function()
    rejects("map must be the name of a file, or a table, got nil", nil)
    rejects("map must be the name of a file, or a table, got 5", 5)
    rejects("options must be a table, got 5", {}, 5)
    rejects('unknown option "scale"; valid options: by_class, decompress, fill, json, layers, ' ..
      "property, read, root, terrain, terrain_set, terrains, tileset, walls", {}, { scale = 1 })
    rejects('option "by_class" must be true or false, got 1', {}, { by_class = 1 })
    rejects('option "fill" must be a name or an integer from 0 to 255, got 256', {}, { fill = 256 })
    rejects('option "json" must be a function, or a library with a function "decode", got a table', {},
      { json = {} })
    rejects('option "layers" must be a name or a list of names, got 5', {}, { layers = 5 })
    rejects('option "layers" must be a name or a list of names, got a table', {}, { layers = { ground = true } })
    rejects('option "property" must be a name, got ""', {}, { property = "" })
    rejects('option "terrains" must be a table of integers from 0 to 255 or one-character strings ' ..
      "by name, got a table", {}, { terrains = { road = "rd" } })
    rejects('option "read" must be a function, got a table', {}, { read = {} })
    rejects('option "root" must be a name, got ""', {}, { root = "" })
    refuses('option "layers": there is no layer "rood"; layers of the map: ground', new_map(),
      { layers = { "rood" } })
  end)

  it("raises on misuse of a map", function()
    local map = tiled.load(new_map())
    raises('map:rules: there is no terrain "rood"; terrains of the map: floor, wall',
      function() map:rules { cost = { rood = 1 } } end)
    raises('map:rules: option "cost" lists terrain 1 twice', map.rules, map, { cost = { floor = 1, [1] = 2 } })
    raises("map:rules: options must be a table, got nil", function() map:rules() end)
    raises("map:rules: the cost of 1 must be a number > 0 and <= 1e100, or false, got -1",
      function() map:rules { cost = { floor = -1 } } end)
    raises('map:rules: option "cost" or "default" must be given, otherwise nothing is passable',
      function() map:rules {} end)
    raises("map:object: name must be a string, got nil", function() map:object() end)
    raises("map:tiles: object must be one of map.objects, got a table", function() map:tiles {} end)
    raises("map:tiles: object must be one of map.objects, got nil", function() map:tiles() end)
    raises("map:from_tiled: x must be an integer, got 1.5", function() map:from_tiled(1.5, 1) end)
    raises('layer:tile: y must be an integer, got "1"', function() map.layers[1]:tile(1, "1") end)
    raises("layer:tile: must be called on a tile layer (use a colon), got 1",
      function() map.layers[1].tile(1, 1) end)
    raises("map:rules: must be called on a map of tiled.load (use a colon), got a table", map.rules, {})
  end)

  it("says what is wrong with a file", function()
    refuses("no/such/file.lua: cannot be read: no/such/file.lua: No such file or directory",
      "no/such/file.lua")
    refuses("x.lua: cannot be read", "x.lua", { read = function() end })
    refuses_text("XML, as Tiled saves it: export as Lua or JSON (File > Export As)",
      '<?xml version="1.0"?>\n<map/>')
    refuses_text("compiled Lua is not loaded", "\27Lua")
    refuses_text("damaged JSON: unexpected end", '{"a":', {
      json = function() error("unexpected end", 0) end,
    })
    refuses_text("damaged JSON: at 3", "{}", { json = function() return nil, 3, "at 3" end })
    refuses_text("damaged JSON: 5", "{}", { json = function() return 5 end })
    refuses_text("damaged, or not a map that Tiled exported: see line 3", "return {\n  a = 1,\n  b = }\n")
    refuses_text("damaged, or not a map that Tiled exported: see line 2", "return {\n  a = {")
    refuses_text("not a map that Tiled exported", "return { a = b.c }")
    refuses_text('the map: "orientation" must be one of "orthogonal", "isometric", "staggered", ' ..
      '"hexagonal", got nil', "return {}")
  end)

  it("reads a Lua file as data, and runs nothing in it", function()
    for _, text in ipairs {
      "", "x", "return 5", "return", "-- return {}", "return function() end", "local a return {}",
      "while true do end return {}", "return { (function() while true do end end)() }",
      "goto x return {}", 'return { ("x"):rep(1e9) }', 'return { a = "x":rep(1e9) }',
      'return { a = [["]], b = (function() while true do end end)(), c = [["]] }',
      'return { a = [=["]=], (loop)() }', 'return { a --[["]] = loop(), --"\n }',
      'return { a --[=["]=] = loop(), --"\n }', 'return { --"\n(loop)() --"\n}',
      "return { a = '\"', b = loop(), c = '\"' }", 'return { "\\"", loop(), "\\"" }',
      'return { "\\\n" }, loop()', 'return { a = "unfinished', "return { a = 'b\nc' }",
      "return { 2 ^ 1e9 }", "return { a = #b }", "return { 1 < 2 }", "return { 2 * 3 }",
    } do
      refuses_text("not a map that Tiled exported: Lua that is more than `return` and a table is not loaded", text)
    end
    for _, text in ipairs {
      "return { a.b }", "return { f {} }", 'return { f "x" }', "return { a = 1 } + loop",
      "return { 1 + x }", "return { a = -{} }",
    } do
      local map, message = tiled.load("x.lua", { read = function() return text end })
      assert.is_nil(map)
      assert.matches("x.lua: .*not a map that Tiled exported", message)
    end
    for _, text in ipairs {
      "return {} if", "return { while }", "return {" .. ("{"):rep(100000),
      "return { a = " .. ("{ "):rep(50000), "return {} return {}",
    } do
      refuses_text("damaged, or not a map that Tiled exported: see line 1", text)
    end
  end)

  it("leaves strings and comments alone", function()
    local text = tiled_export.text("base64.lua"):gsub("properties = {%s+},(%s+renderorder)", function(rest)
      return [==[
        properties = { ["a"] = "-- [[ while true do end \" (f)() \\", b = '"' }, -- f() "
      ]==] .. rest
    end, 1)
    local map = tiled.load("x.lua", { read = function() return "\239\187\191" .. text end })
    assert.equal('-- [[ while true do end " (f)() \\', map.properties.a)
    assert.equal('"', map.properties.b)
  end)

  it("finds a JSON library, or reports that there is none", function()
    local real, wanted = require, { cjson = true, dkjson = true, lunajson = true, json = true, ["rxi-json-lua"] = true }
    local has
    local function pretend(name)
      if not wanted[name] then return real(name) end
      if name == has then return json end
      error("module '" .. name .. "' not found")
    end
    rawset(_G, "require", pretend)
    local none, message = load_fixture "village.json"
    has = "dkjson"
    local map = load_fixture "village.json"
    rawset(_G, "require", real)
    assert.is_nil(none)
    assert.equal(FOLDER .. "village.json: a JSON file, and there is no JSON library " ..
      '(cjson, dkjson, lunajson, json, rxi-json-lua): give one as option "json", or export as Lua', message)
    assert.equal(12, (map.grid:size()))
  end)

  it("lets errors of the game's own functions through", function()
    local own = {}
    for _, call in ipairs {
      function() tiled.load("x.lua", { read = function() error(own) end }) end,
      function() load_fixture("external.lua", { tileset = function() error(own) end }) end,
    } do
      local ok, got = pcall(call)
      assert.is_false(ok)
      assert.equal(own, got)
    end
  end)

  -- What is changed in a map, and the error for it.
  local DAMAGE = {
    ['the map: "width" must be an integer from 1 to 32768, got 0'] = function(map) map.width = 0 end,
    ['the map: "height" must be an integer from 1 to 32768, got "3"'] = function(map) map.height = "3" end,
    ['the map: "width" must be an integer from 1 to 32768, got 1.5'] = function(map) map.width = 1.5 end,
    ["32768 x 32768 tiles are more than a grid can have"] = function(map) map.width, map.height = 32768, 32768 end,
    ["23000 x 22999 tiles are more than a grid can have"] = function(map)
      map.width, map.height, map.orientation, map.staggeraxis, map.staggerindex = 20000, 6000, "staggered", "y", "odd"
    end,
    ['the map: "tilewidth" must be an integer from 1 to 32768, got nan'] = function(map) map.tilewidth = 0 / 0 end,
    ['the map: "tilesets" must be a table, got 5'] = function(map) map.tilesets = 5 end,
    ['the map: "tilesets" must be a list of tables, with number 2,, got 7'] = function(map) map.tilesets[2] = 7 end,
    ['tileset 1: "firstgid" must be an integer from 1 to 268435455, got nil'] =
      function(map) map.tilesets[1].firstgid = nil end,
    ['tileset "signs": "columns" must be an integer from 1 to 1000000000, got 0'] =
      function(map) map.tilesets[1].columns = 0 end,
    ['tileset "signs": "id" must be an integer from 0 to 268435455, got nil'] =
      function(map) map.tilesets[1].tiles = { grass = {} } end,
    ['tileset "signs": "tileproperties" must be a list of tables, with number "0",, got 1'] =
      function(map) map.tilesets[1].tileproperties = { ["0"] = 1 } end,
    ['tileset "signs": "x" must be a number from -1000000000 to 1000000000, got "1"'] =
      function(map) map.tilesets[1].tileoffset = { x = "1" } end,
    ["tileset 1: neither a tileset nor the name of one"] = function(map) map.tilesets[1].tilewidth = nil end,
    ['tileset "signs" and tileset "signs" have tiles of the same number'] =
      function(map) map.tilesets[2] = map.tilesets[1] end,
    ['tileset "signs": "id" must be an integer from 0 to 268435455, got -1'] =
      function(map) map.tilesets[1].tiles[1].id = -1 end,
    ['tileset "signs", tile 0: property "terrain" must be a name or an integer from 0 to 255, got 256'] =
      function(map) map.tilesets[1].tiles[1].properties.terrain = 256 end,
    ['tileset "signs", tile 0: property "terrain" must be a name or an integer from 0 to 255, got true'] =
      function(map) map.tilesets[1].tiles[1].properties.terrain = true end,
    ['tileset "signs", tile 1: "properties" must be a list of names and values, got 5'] =
      function(map) map.tilesets[1].tiles[2].properties = { 5 } end,
    ['layer "ground": its data must be of 12 tiles, got 11'] = function(map) map.layers[1].data[12] = nil end,
    ['layer "ground": number 3 of its data must be a tile, got -1'] = function(map) map.layers[1].data[3] = -1 end,
    ['layer "ground": number 3 of its data must be a tile, got 4294967296'] =
      function(map) map.layers[1].data[3] = 4294967296 end,
    ['layer "ground": number 3 of its data must be a tile, got "x"'] = function(map) map.layers[1].data[3] = "x" end,
    ['layer "ground", at tile 3, 1: tile 9 is in no tileset: tileset "signs" has 8 tiles, from 1 on; its image ' ..
      '"signs.png" was missing or has shrunk when the map was exported'] = function(map) map.layers[1].data[3] = 9 end,
    ['layer "ground", at tile 1, 1: tile 1 is in no tileset: tileset "signs" has 0 tiles, from 1 on; its image ' ..
      '"signs.png" was missing or has shrunk when the map was exported'] =
      function(map) map.tilesets[1].columns, map.tilesets[1].tilecount = 0, 0 end,
    ['layer "ground", at tile 3, 1: tile 0 is in no tileset'] = function(map) map.layers[1].data[3] = 2147483648 end,
    ['layer "ground": "data" must be a table or a string, got nil'] = function(map) map.layers[1].data = nil end,
    ['layer "ground": encoding must be "base64", got nil'] = function(map) map.layers[1].data = "AAAA" end,
    ['layer "ground": its data is not base64'] =
      function(map) map.layers[1].data, map.layers[1].encoding = "A?==", "base64" end,
    ['layer "ground": its data must be of 12 tiles, got 0.75'] =
      function(map) map.layers[1].data, map.layers[1].encoding = "AAAA", "base64" end,
    ['layer "ground": type "hologram" is not known'] = function(map) map.layers[1].type = "hologram" end,
    ['layer "ground": "visible" must be true or false, got 1'] = function(map) map.layers[1].visible = 1 end,
    ['layer "ground": "offsetx" must be a number from -1000000000 to 1000000000, got inf'] =
      function(map) map.layers[1].offsetx = math.huge end,
    ['layer "ground": it has too many tiles'] =
      function(map) map.layers[1].width, map.layers[1].height = 32768, 32768 end,
    ["groups are nested deeper than 100"] = function(map) map.type, map.name = "group", "loop" map.layers[2] = map end,
    ["an infinite map without a tile"] = function(map) map.infinite, map.layers = true, {} end,
    ['layer "ground": "chunks" must be a table, got 1'] = function(map) map.layers[1].chunks = 1 end,
    ['layer "ground": "width" must be an integer from 1 to 32768, got nil'] =
      function(map) map.layers[1].chunks = { {} } end,
    ["2000000016 x 16 tiles are more than a grid can have"] = function(map)
      local data = {}
      for i = 1, 256 do data[i] = 1 end
      map.layers[1].chunks = {
        { x = -1e9, y = 0, width = 16, height = 16, data = data },
        { x = 1e9, y = 0, width = 16, height = 16, data = data },
      }
    end,
    ['layer "things": "objects" must be a table, got 3'] = function(map) map.layers[2].objects = 3 end,
    ['layer "things", object 7: "x" must be a number from -1000000000 to 1000000000, got nil'] =
      function(map) map.layers[2].objects[1].x = nil end,
    ['layer "things", object 7: "rotation" must be a number from -1000000000 to 1000000000, got "a"'] =
      function(map) map.layers[2].objects[1].rotation = "a" end,
    ['layer "things", object 7: "polyline" must be a list of points, got a table'] =
      function(map) map.layers[2].objects[1].polyline = {} end,
    ['layer "things", object 7: it is made from a template: export the map with "Detach templates" ' ..
      "(Edit > Preferences > Export Options)"] = function(map) map.layers[2].objects[1].template = "a.tx" end,
    ['layer "things", object 7: tile 100 is in no tileset: tileset "signs" has 8 tiles, from 1 on; its image ' ..
      '"signs.png" was missing or has shrunk when the map was exported'] =
      function(map) map.layers[2].objects[1].gid = 100 end,
    ['layer "things", object 7: a link must be a polyline, or have a property "to" that is an object'] =
      function(map) map.layers[2].objects[1].type = "link" end,
    ['layer "things", object 0: a link must be a polyline, or have a property "to" that is an object'] = function(map)
      map.layers[2].objects[1] = { x = 8, y = 8, type = "link", properties = { to = { id = 0 } } }
    end,
    ['layer "things", object 7 "well": a link must not end off the map, at tile 7, 1'] = function(map)
      local object = map.layers[2].objects[1]
      object.type, object.name, object.polyline = "link", "well", { { x = 0, y = 0 }, { x = 96, y = 0 } }
    end,
    ['layer "things", object 7: "cost" must be 0 or a number >= 1e-100, got 1e-200'] = function(map)
      map.layers[2].objects[1].type, map.layers[2].objects[1].properties = "link", { to = 7, cost = 1e-200 }
    end,
    ['layer "things", object 7: "cost" must be 0 or a number >= 1e-100, got -1'] = function(map)
      map.layers[2].objects[1].type, map.layers[2].objects[1].properties = "link", { to = 7, cost = -1 }
    end,
    ['layer "things", object 7: "one_way" must be true or false, got "yes"'] = function(map)
      map.layers[2].objects[1].type, map.layers[2].objects[1].properties = "link", { to = 7, one_way = "yes" }
    end,
    ['layer "things", object 7: a wall along a line closes edges, which have no layers: remove its property "layer"'] =
      function(map)
        local object = map.layers[2].objects[1]
        object.type, object.properties, object.polyline = "wall", { layer = 2 }, { { x = 0, y = 0 }, { x = 9, y = 0 } }
      end,
    ["more than 255 terrains"] = function(map)
      for i = 1, 300 do map.layers[2].objects[i] = { id = i, x = 1, y = 1, properties = { terrain = "t" .. i } } end
    end,
    ['no tile has a property "terrain". For one terrain everywhere: fill = "floor"'] =
      function(map) map.tilesets[1].tiles = nil end,
    ['the map: "staggeraxis" must be one of "x", "y", got nil'] = function(map) map.orientation = "staggered" end,
    ['the map: "hexsidelength" must be an integer from 0 to 16, got 17'] = function(map)
      map.orientation, map.staggeraxis, map.staggerindex, map.hexsidelength = "hexagonal", "x", "odd", 17
    end,
    ["tiles must be 2 pixels wide and high at least"] = function(map)
      map.orientation, map.staggeraxis, map.staggerindex, map.tilewidth = "hexagonal", "x", "odd", 1
    end,
  }

  for name, value in pairs {
    ["0"] = 0, ["9"] = 9, ["1.5"] = 1.5, ['"2"'] = "2", ["true"] = true, ["a table"] = {}, ["-1"] = -1,
  } do
    DAMAGE['layer "things", object 7: "layer" must be an integer from 1 to 8, got ' .. name] = function(map)
      map.layers[2].objects[1].type, map.layers[2].objects[1].properties = "wall", { layer = value }
    end
    DAMAGE['layer "things": "layer" must be an integer from 1 to 8, got ' .. name] = function(map)
      map.layers[2].objects[1].type, map.layers[2].properties = "wall", { layer = value }
    end
  end

  local function damaged(change)
    local map = add_objects(new_map(), { { id = 7, x = 8, y = 8 } })
    change(map)
    return map
  end

  it("says what is wrong with a map", function()
    for message, change in pairs(DAMAGE) do refuses(message, damaged(change)) end
    refuses('tileset "signs", tile 0: terrain "floor" is not in option "terrains"', new_map(),
      { terrains = { wall = 1 } })
    refuses('option "fill": terrain "lava" is not in option "terrains"', new_map(),
      { terrains = { wall = 1, floor = 2 }, fill = "lava" })
  end)

  it("loads a damaged map or returns such a message", function()
    local junk = { 0, -1, 1.5, 1e300, 0 / 0, "", "x", true, false, {}, { {} }, print, 4294967295, 40000 }
    local random = random_map.new(41)

    -- All fields of a table and of those in it, in the same order on every Lua.
    local function places_in(value, found)
      local names = {}
      for key in pairs(value) do names[#names + 1] = key end
      table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
      for _, key in ipairs(names) do
        found[#found + 1] = { value, key }
        if type(value[key]) == "table" then places_in(value[key], found) end
      end
      return found
    end

    local refused, rounds = 0, 12 + seeds.share(108)
    for _, name in ipairs { "village", "isometric", "hexagonal_x_odd", "staggered_y_even", "infinite" } do
      for round = 1, rounds do
        local map = tiled_export.table(name)
        local found = places_in(map, {})
        local place_of_damage = found[1 + math.floor(random:real() * #found)]
        local thing = junk[1 + math.floor(random:real() * #junk)]
        if random:real() < 0.2 then thing = nil end
        place_of_damage[1][place_of_damage[2]] = thing
        local loaded, message = tiled.load(map)
        if not loaded then
          refused = refused + 1
          assert.is_string(message, name .. round)
        end
      end
    end
    assert.is_true(refused > rounds and refused < 4.5 * rounds, refused)
  end)

  it("loads a damaged file or returns such a message", function()
    local random = random_map.new(51)
    for _, name in ipairs { "village.lua", "base64.lua", "infinite.json" } do
      local text = name:find "lua$" and tiled_export.text(name) or shell.read(FOLDER .. name)
      for _ = 1, 60 do
        local at = 1 + math.floor(random:real() * #text)
        local byte = string.char(math.floor(random:real() * 256))
        local broken = random:real() < 0.5 and text:sub(1, at) or text:sub(1, at - 1) .. byte .. text:sub(at + 1)
        local map, message = tiled.load("x", { json = json, read = function() return broken end })
        if not map then assert.matches("^x: ", message) end
      end
    end
  end)
end)

describe("the example", function()
  it("routes two movers over a map that was drawn in Tiled", function()
    local output = shell.output("NO_COLOR=1 " .. shell.lua .. " examples/tiled_map.lua")
    for _, line in ipairs {
      "shepherd  cost 27.07, 26 tiles\n  cart      cost 21.62, 28 tiles\n",
      "The bridge is down\n  shepherd  cost 28.31, 24 tiles\n  cart      cost 36.36, 30 tiles\n",
      "The ferry is gone as well\n  shepherd  unreachable\n  cart      unreachable\n",
      "nearest at tile 7 of 14: cost 9.24, 8 steps\n", "The pilgrim passes tile 8, 7 at 120, 104\n",
    } do
      assert.matches(line, output, 1, true)
    end
  end)
end)

describe("in LÖVE", function()
  -- One of the Luas is enough: LÖVE has a Lua of its own, and needs the build for 5.1.
  local it = need.it(it, need.lua "lua5.1", need.love)

  it("maps are read from the game, and compressed data by love.data", function()
    local folder = love_game.new_folder()
    shell.output(("cd %s && mkdir libs"):format(folder))
    shell.output(("cp -r lua/astar %s/libs && cp -r %s %s/maps"):format(folder, FOLDER, folder))
    love_game.write(folder .. "/libs/astar.so", (love_game.module()))
    love_game.write(folder .. "/conf.lua", love_game.conf "data")
    shell.output(("mkdir %s/maps/deep"):format(folder))
    for _, name in ipairs { "signs", "zlib", "gzip", "base64" } do
      love_game.write(("%s/maps/%s.lua"):format(folder, name), tiled_export.text(name))
    end
    local external = tiled_export.text "external.lua"
    for name, tileset in pairs { near = "../signs.lua", far = "../../../signs.lua" } do
      love_game.write(("%s/maps/deep/%s.lua"):format(folder, name),
        (external:gsub('"signs.tsx"', ('"", exportfilename = "%s"'):format(tileset))))
    end
    love_game.write(folder .. "/main.lua", [[
      print(xpcall(function()
        local tiled = require "libs.astar.tiled"
        assert(tiled.load("maps/deep/near.lua").grid:rows()[1] == ".~#")
        assert(tiled.load("/maps/deep/near.lua").grid:rows()[1] == ".~#")
        local map, message = tiled.load "maps/deep/far.lua"
        assert(not map and message:find('it is outside of folder "."', 1, true), message)
        for _, name in ipairs { "zlib", "gzip", "base64" } do
          assert(tiled.load("maps/" .. name .. ".lua").grid:rows()[1] == ".~.#", name)
        end
        assert(not tiled.load "maps/none.lua")
      end, debug.traceback))
      io.stdout:flush()
      love.event.quit()
    ]])
    local output = love_game.run(folder)
    love_game.remove(folder)
    assert.equal("true\n", output)
  end)
end)
