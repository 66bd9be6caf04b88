-- What blocks on maps of Tiled as people draw them: the options "walls", "terrain" and "terrain_set" of tiled.load,
-- the first error, and the notes.

local tiled = require "astar.tiled"
local planes = require "astar.tiled.plane"
local expect = require "spec.support.expect"
local json = require "spec.support.json"
local random_map = require "spec.support.random_map"
local shell = require "spec.support.shell"
local tiled_export = require "spec.support.tiled_export"
local tiled_map = require "spec.support.tiled_map"

local raises = expect.raises
local can_step, new_map, add_objects = tiled_map.can_step, tiled_map.new, tiled_map.add_objects

--- A map whose tiles name no terrain. The second tile is at (2, 1), flipped, and at (3, 2).
local function plain_map(changes)
  local map = new_map(changes)
  map.tilesets[1].tiles = {}
  map.layers[1].data[2], map.layers[1].data[map.width + 3] = 2 + 2147483648, 2
  return map
end

local SHAPES = { shapes = true }

--- The same map with collision shapes on the second tile.
local function with_shapes(objects, changes)
  local map = plain_map(changes)
  map.tilesets[1].tiles = { { id = 1, objectGroup = { type = "objectgroup", objects = objects } } }
  return map
end

local function add_layer(map, name, data)
  local layer = { type = "tilelayer", name = name, width = map.width, height = map.height, data = {} }
  for i = 1, map.width * map.height do layer.data[i] = data[i] or 0 end
  map.layers[#map.layers + 1] = layer
  return layer
end

local function load(map, options)
  options.fill = options.fill or "floor"
  return assert(tiled.load(map, options))
end

local function refuses(message, map, options)
  assert.same({ nil, message }, { tiled.load(map, options) })
end

--- The tiles that are blocked on an obstacle layer (1), row by row.
local function blocked(map, layer)
  local tiles, width, height = {}, map.grid:size()
  for y = 1, height do
    for x = 1, width do
      if map.grid:is_blocked(x, y, layer or 1) then tiles[#tiles + 1] = x .. "," .. y end
    end
  end
  return table.concat(tiles, " ")
end

--- Expects that some tiles, and no others, are walls with an option "walls".
local function blocks(expected, map, walls)
  assert.equal(expected, blocked(load(map, { walls = walls })))
end

--- The straight steps that are closed in both directions, from their left or upper tile.
local function closed(map)
  local steps, width, height = {}, map.grid:size()
  for y = 1, height do
    for x = 1, width do
      for _, step in ipairs { { 1, 0, ">" }, { 0, 1, "v" } } do
        local is_on = x + step[1] <= width and y + step[2] <= height
        if is_on and not can_step(map, x, y, step[1], step[2]) then
          assert.is_false(can_step(map, x + step[1], y + step[2], -step[1], -step[2]))
          steps[#steps + 1] = x .. "," .. y .. step[3]
        end
      end
    end
  end
  return table.concat(steps, " ")
end

--- An object that covers a tile.
local function box(x, y, class, properties)
  return { x = 16 * x - 16, y = 16 * y - 16, width = 16, height = 16, type = class, properties = properties }
end

describe("walls", function()
  it("by a property are what has it, and where it is true: tiles however turned, objects, layers, groups", function()
    local map = plain_map()
    map.tilesets[1].tiles = {
      { id = 1, properties = { collides = true } }, { id = 0, properties = { collides = false } },
    }
    for _, property in ipairs { "collides", { "collides" }, { "solid", "collides" } } do
      blocks("2,1 3,2", map, { property = property })
    end
    blocks("", map, { property = "solid" })
    blocks("", map)
    local solid = { collidable = true }
    add_objects(map, { box(1, 1, nil, solid), box(4, 1, nil, { body = solid }) })
    add_layer(map, "top", { [12] = 1 }).properties = solid
    add_layer(map, "a", { [5] = 1 })
    map.layers[4] = { type = "group", name = "upper", properties = solid, layers = { map.layers[4] } }
    blocks("1,1 1,2 4,3", map, { property = "collidable" })
    blocks("4,1", map, { property = "body.collidable" })
  end)

  it("by layers are all their tiles and objects", function()
    local map = add_objects(plain_map(), {
      box(1, 2), box(1, 3, nil, { wall = false }),
      { x = 16, y = 16, polyline = { { x = 0, y = 0 }, { x = 16, y = 0 } }, type = "fence" },
    })
    add_layer(map, "Walls", { 1, 2, [12] = 1 })
    blocks("1,1 2,1 4,3", map, { layers = "Walls" })
    blocks("1,1 2,1 1,2 4,3", map, { layers = { "Walls", "things" } })
    assert.equal("2,1v", closed(load(map, { walls = { layers = "things" } })))
    -- Also where they do not make the grid, and by the name of a group.
    map.layers[3] = { type = "group", name = "upper", layers = { map.layers[3] } }
    assert.equal("1,1 2,1 4,3", blocked(load(map, { layers = "ground", walls = { layers = "upper" } })))
    refuses('option "walls": there is no layer "Wals"; layers of the map: ground, things, upper, Walls', map,
      { walls = { layers = "Wals" } })
  end)

  it("of tiles are on the obstacle layer of a property of the tile, the layer or the group", function()
    local map = plain_map()
    map.tilesets[1].tiles = { { id = 1, properties = { layer = 3 } } }
    add_layer(map, "Walls", { 1, 2 }).properties = { layer = 2 }
    local loaded = load(map, { walls = { layers = "Walls" } })
    assert.same({ "", "1,1", "2,1" }, { blocked(loaded), blocked(loaded, 2), blocked(loaded, 3) })
    map.tilesets[1].tiles[1].properties.layer = "top"
    refuses('tileset "signs": "layer" must be an integer from 1 to 8, got "top"', map,
      { walls = { layers = "Walls" }, fill = 1 })
    -- Of tiles that are no walls, "layer" may be anything.
    blocks("", map, { property = "solid", shapes = true })
  end)

  it("by class are objects, layers and tiles of the class, and objects of class wall always", function()
    local map = add_objects(plain_map(), { box(1, 1, "Fence"), box(1, 2, "wall"), box(1, 3, "rug") })
    map.tilesets[1].tiles = { { id = 1, type = "Fence" } }
    add_layer(map, "a", { [12] = 1 }).class = "Fence"
    add_layer(map, "b", { [8] = 1 }).class = "wall"
    blocks("1,1 2,1 1,2 3,2 4,2 4,3", map, { class = "Fence" })
    blocks("1,1 2,1 1,2 3,2 4,2 1,3 4,3", map, { class = { "Fence", "rug" } })
    blocks("1,2 4,2", map)
  end)

  it("raise an error when an option is misused", function()
    for message, options in pairs {
      ['option "walls" must be a table, or "all", got "some"'] = { walls = "some" },
      ['option "walls": unknown option 1; valid options: class, layers, property, shapes'] = { walls = { "Walls" } },
      ['option "walls": option "shapes" must be true or false, got 1'] = { walls = { shapes = 1 } },
      ['option "walls": option "class" must be a name or a list of names, got ""'] = { walls = { class = "" } },
      ['option "walls": option "class" must be a name or a list of names, got a table'] = { walls = { class = { 1 } } },
      ['option "terrain" must be a function, got "mud"'] = { terrain = "mud" },
      ['option "terrain_set" must be a name, or true, got false'] = { terrain_set = false },
    } do
      raises("tiled.load: " .. message, function() tiled.load(plain_map(), options) end)
    end
  end)
end)

describe("walls that are areas", function()
  it("close the steps through their thin parts", function()
    -- Thin, between two columns; over one center; without width, through centers; to a center; on a layer.
    local map = load(add_objects(plain_map { width = 9, height = 4 }, {
      { type = "wall", x = 14, y = 0, width = 4, height = 32 },
      { type = "wall", x = 34, y = 9,
        polygon = { { x = 0, y = 0 }, { x = 12, y = 1 }, { x = 4, y = 35 }, { x = 0, y = 35 } } },
      { type = "wall", x = 56, y = 0, width = 0, height = 64 },
      { type = "wall", x = 64, y = 0, width = 24, height = 16 },
      { type = "wall", x = 98, y = 36, width = 4, height = 9, properties = { layer = 2 } },
    }), {})
    assert.equal("5,1 3,2", blocked(map))
    assert.equal("1,1> 3,1> 1,2> 3,2> 2,3> 3,3> 6,3> 3,4>", (closed(map):gsub("%d,%dv ?", "")))
  end)

  it("and close nothing are named in the notes", function()
    local map = tiled.load(add_objects(new_map(), {
      { type = "wall", x = 12, y = 12, width = 7, height = 7, name = "post" }, -- on the corner of four tiles
      { type = "wall", x = -90, y = 8, width = 40, height = 9 }, { type = "wall", x = 900, y = 8 },
      { type = "wall", x = 1, y = 1, polyline = { { x = 0, y = 0 }, { x = 5, y = 5 } } },
      { type = "wall", x = 8, y = 8 },
    }))
    for i, name in ipairs { '1 "post"', "2", "3", "4" } do
      assert.equal(('layer "things", object %s: a wall that closes nothing'):format(name), map.notes[i])
    end
    assert.equal(4, #map.notes)
  end)

  it("take limited work", function()
    local max_work = planes.max_work
    local line = { x = 2, y = 2, polyline = { { x = 0, y = 0 }, { x = 5, y = 5 } }, type = "wall" }
    -- The tiles of a turned grid; a part of a line; 3 x 3 tiles with 4 corners each (10.8); 4 x 3 and 3 x 3 tiles with
    -- 4 corners each, and these corners (33.2).
    for work, map in pairs {
      [25] = plain_map { orientation = "staggered", width = 4, height = 3, staggeraxis = "y", staggerindex = "odd" },
      [10] = add_objects(plain_map(), { line }), [34] = with_shapes { box(1, 1) },
      [11] = add_objects(plain_map(), { box(1, 1, nil, { terrain = "mud" }) }),
    } do
      for _, limit in ipairs { work, work - 1 } do
        planes.max_work = limit
        local loaded, message = tiled.load(map, { fill = "floor", walls = SHAPES })
        planes.max_work = max_work
        local refusal = ("areas, walls and collision shapes take more than %d units of work"):format(limit)
        assert.equal(limit < work and refusal or nil, message)
        -- Afterwards there is no limit.
        for _, object in ipairs(loaded and loaded.objects or {}) do loaded:tiles(object) end
      end
    end
  end)
end)

describe("walls by collision shapes", function()
  it("block a tile whose center they cover, and close the edges that they cross otherwise", function()
    local map = with_shapes { box(1, 1) }
    blocks("2,1 3,2", map, SHAPES)
    assert.equal("", closed(load(map, { walls = SHAPES })))
    blocks("", map, { shapes = false })
    map = with_shapes {
      { x = 13, y = 0, width = 3, height = 16 }, { x = 0, y = 14, polyline = { { x = 0, y = 0 }, { x = 16, y = 0 } } },
      { x = 8, y = 8, point = true, width = 0, height = 0 },
    }
    blocks("", map, SHAPES)
    -- The tile at (2, 1) is flipped from left to right: its fence is on the left.
    assert.equal("1,1> 2,1v 3,2> 3,2v", closed(load(map, { walls = SHAPES })))
    -- Shapes of objects are not read.
    local loaded = load(add_objects(map, { { gid = 2, x = 0, y = 48, width = 16, height = 16 } }), { walls = SHAPES })
    assert.equal("1,1> 2,1v 3,2> 3,2v", closed(loaded))
    assert.equal('layer "things", object 1: the collision shapes of its tile are not read', loaded.notes[2])
  end)

  it("are turned, flipped and moved with the tile", function()
    -- A post in the upper right corner of a tile of 16 x 32 pixels, which is drawn over two tiles.
    local map = with_shapes({ { x = 10, y = 2, width = 4, height = 10 } }, { width = 6, height = 5 })
    local data, tileset = map.layers[1].data, map.tilesets[1]
    for i = 1, 30 do data[i] = 0 end
    -- At (3, 3): the picture covers (3, 2) and (3, 3); turned, (3, 3) and (4, 3).
    for flip, expected in pairs { -- none, x, y, a quarter turn
      [0] = "3,2>", [2147483648] = "2,2>", [1073741824] = "3,3>", [536870912 + 2147483648] = "4,3v",
    } do
      tileset.tileheight, data[15] = 32, 2 + flip
      assert.equal(expected, closed(load(map, { walls = SHAPES })))
    end
    tileset.tileoffset, data[15] = { x = 16, y = 15 }, 2
    local loaded = load(map, { walls = SHAPES })
    assert.equal("4,3>", closed(loaded))
    local tile = loaded.layers[1]:tile(3, 3)
    assert.same({ 16, 15 }, { tile.offset_x, tile.offset_y })
  end)

  it("of an isometric map lie in the picture, and in an isometric tileset on the ground", function()
    local map = with_shapes({ { x = 0, y = 0, width = 16, height = 3 }, { x = 6, y = 26, width = 4, height = 4 } },
      { orientation = "isometric", tilewidth = 32, width = 4, height = 4 })
    map.tilesets[1].tilewidth, map.tilesets[1].tileheight = 32, 40
    map.layers[1].data[2] = 0
    assert.equal("2,2>", closed(load(map, { walls = SHAPES })))
    map.tilesets[1].grid = { orientation = "isometric", width = 32, height = 16 }
    -- On the upper right side of (3, 2), and in (3, 3).
    assert.equal("3,1v 3,3v", closed(load(map, { walls = SHAPES })))
  end)

  it("reach at most 255 tiles from their picture", function()
    for _, far in ipairs { { 255 * 16, 0 }, { 0, 255 * 16 }, { -255 * 16, 0 }, { 0, -255 * 16 } } do
      local line = { { x = 0, y = 0 }, { x = far[1], y = far[2] } }
      local map = with_shapes { { id = 3, x = 0, y = 0, polyline = line } }
      load(map, { walls = SHAPES })
      line[2] = { x = far[1] * 1.001, y = far[2] * 1.001 }
      refuses('tileset "signs", tile 1, object 3: it reaches farther than 255 tiles', map, { walls = SHAPES })
    end
  end)

  it("are the same as objects of class wall at the same place", function()
    local random = random_map.new(71)
    for round = 1, 18 do
      local size = {
        orientation = ({ "orthogonal", "staggered", "hexagonal" })[round % 3 + 1], width = 5, height = 5,
        tilewidth = 28, tileheight = 24, hexsidelength = 12, staggeraxis = round % 2 == 0 and "x" or "y",
        staggerindex = "odd",
      }
      local objects, shape = {}, {}
      for i = 1, 3 do shape[i] = { x = random:real() * 30, y = random:real() * 40 } end
      local map = with_shapes({ { x = -2, y = 1, polygon = shape } }, size)
      map.tilesets[1].tilewidth, map.tilesets[1].tileheight = 28, 40
      for i = 1, 25 do map.layers[1].data[i] = random:real() < 0.3 and 2 or 1 end
      local loaded = load(map, { walls = SHAPES })
      for i = 1, 25 do
        local wx, wy = loaded.layout:to_world(loaded:from_tiled((i - 1) % 5, math.floor((i - 1) / 5)))
        local class = map.layers[1].data[i] == 2 and "wall" or ""
        objects[i] = { type = class, x = wx - 14 - 2, y = wy + 12 - 40 + 1, polygon = shape }
      end
      assert.equal(load(add_objects(new_map(size), objects), {}).grid:serialize(), loaded.grid:serialize())
    end
  end)
end)

describe("terrain", function()
  it("may come from a function", function()
    local map, calls = plain_map(), {}
    map.tilesets[1].tiles = { { id = 1, properties = { terrain = "mud", deep = true } } }
    add_layer(map, "water", { [3] = 1, [4] = 1, [8] = 2 }).properties = { terrain = "swamp" }
    local loaded = assert(tiled.load(map, { terrain = function(tile, layer, x, y)
      calls[#calls + 1] = ("%s %d %d,%d"):format(layer.name, tile.id, x, y)
      if layer.name == "water" and tile.id == 1 then return false end
      if layer.name == "water" then return tile.properties.deep and "deep" or "shallow" end
      if tile.id == 0 then return x == 1 and "sand" or 7 end
    end }))
    assert.same({ mud = 1, sand = 2, shallow = 3, swamp = 4 }, loaded.terrains)
    assert.same({ "\2\1\3\3", "\2\7\1\4", "\2\7\7\7" }, loaded.grid:rows())
    assert.same({ 15, "ground 0 1,1", "ground 1 2,1", "water 1 4,2" }, { #calls, calls[1], calls[2], calls[15] })
    refuses('layer "ground": option "terrain" must be a name or an integer from 0 to 255, got 256', map,
      { terrain = function() return 256 end })
    assert.equal(calls, select(2, pcall(tiled.load, map, { terrain = function() error(calls) end })))
  end)

  it("may be a member of a class property", function()
    local map = plain_map()
    for _, properties in ipairs {
      { Biome = { ty = "sand" } }, { ["Biome.ty"] = "sand", Biome = "rock" },
      { { name = "Biome", type = "class", propertytype = "Biome", value = { ty = "sand" } } },
    } do
      map.tilesets[1].tiles = { { id = 0, properties = properties }, { id = 1, properties = { Biome = "rock" } } }
      assert.same({ sand = 1 }, tiled.load(map, { property = "Biome.ty" }).terrains)
    end
    assert.is_nil((tiled.load(map, { property = "." })))
  end)

  it("may be the color of a terrain set that most corners and edges of a tile have", function()
    local map, colors = plain_map(), { { name = "Grass" }, { name = "Dirt" }, { name = "" } }
    map.layers[1].data[1] = 3
    map.tilesets[1].wangsets = { { name = "Ground", colors = colors, wangtiles = {
      { tileid = 0, wangid = { 0, 1, 0, 1, 0, 1, 0, 2 } }, { tileid = 1, wangid = { 0, 1, 0, 1, 0, 2, 0, 2 } },
      { tileid = 2, wangid = { 3, 3, 3, 3, 2, 0, 0, 0 } },
    } } }
    for _, option in ipairs { "Ground", true } do
      local loaded = tiled.load(map, { terrain_set = option })
      assert.same({ { Dirt = 1, Grass = 2 }, "\1\2\2\2" }, { loaded.terrains, loaded.grid:rows()[1] })
    end
    -- A property counts more, also one that says that there is no terrain.
    map.tilesets[1].tiles = {
      { id = 0, properties = { terrain = "mud" } }, { id = 1, properties = { terrain = false } },
    }
    assert.equal("\1\0\2\2", tiled.load(map, { terrain_set = true }).grid:rows()[1])
    map.tilesets[1].wangsets[2] = { name = "Walls" }
    local message = 'option "terrain_set" must name one of the terrain sets of the map: '
    for _, option in ipairs { true, "ground" } do
      refuses(message .. '"Ground", "Walls"', map, { terrain_set = option })
      refuses(message .. "there are none", plain_map(), { terrain_set = option })
    end
  end)
end)

describe("the first error", function()
  it("lists what the map has, and the line to write", function()
    local map = add_objects(plain_map(), { box(1, 2) })
    map.layers[2].name, map.tilesets[1].tilecount = "Walls", 20
    for i = 1, 14 do map.tilesets[1].tiles[i] = { id = i, properties = { isSolid = true, walkable = true } } end
    map.tilesets[1].tiles[15] = { id = 0, properties = { animated = true } }
    map.tilesets[1].wangsets = { { name = "Ground", colors = { { name = "Grass" }, { name = "Dirt" } } } }
    local found = {
      'boolean "animated" on 1 tile (walls = { property = "animated" })',
      'boolean "isSolid" on 14 tiles (walls = { property = "isSolid" })',
      'objects in layer "Walls" (walls = { layers = { "Walls" } })',
      'terrain set "Ground": Grass, Dirt (terrain_set = "Ground")',
    }
    local message = ('no tile has a property "terrain". Found: %s. For one terrain everywhere: fill = "floor"')
      :format(table.concat(found, "; "))
    refuses(message, map)
    refuses(message, map, { walls = { property = "colides" } })
    found[5], found[6] = 'layer "ground" changes nothing', 'layer "Walls" changes nothing'
    assert.same(found, load(map, {}).notes)
    blocks("2,1 1,2 3,2", map, "all")
  end)

  -- What is marked in row 2 of the map spec/support/tiled/kinds.json, by column.
  local KINDS = {
    'walls = { property = "collides" }', 'walls = { layers = { "Walls" } }',
    'walls = { layers = { "Object Layer 1" } }', "walls = { shapes = true }", 'terrain_set = "Ground"',
    'property = "Biome.ty"', 'walls = { class = "Wall" }', 'property = "ground"', [9] = "by_class = true",
  }
  local FORBIDDEN = { Water = true, lava = true, deep = true, Wall = true }
  local compile = rawget(_G, "loadstring") or rawget(_G, "load")

  --- The columns in which a mover can go from row 1 to row 3.
  local function open_columns(map)
    local costs, columns = {}, {}
    for name in pairs(map.terrains) do costs[name] = not FORBIDDEN[name] and 1 end
    local rules = map:rules { cost = costs, neighbors = 4 }
    for x = 1, 8 do
      local _, cost = map.grid:find_path(x, 1, x, 3, rules)
      if cost == 2 then columns[#columns + 1] = x end
    end
    return table.concat(columns)
  end

  it("has the options that let no step through what is marked, on a map of each kind", function()
    for _, from in ipairs {
      json.decode(shell.read(tiled_export.folder .. "kinds.json")), tiled_export.table "kinds.lua",
      tiled_export.old "kinds.json", tiled_export.old "kinds.lua",
    } do
      local _, message = tiled.load(from)
      for column, option in pairs(KINDS) do
        assert.matches("(" .. option .. ")", message, 1, true)
        local options = compile("return { " .. option .. " }")()
        local expected = ("12345678"):gsub(column == 9 and 7 or column, "")
        assert.equal(expected, open_columns(load(from, options)), option)
      end
      assert.equal("568", open_columns(load(from, { walls = "all" })))
    end
  end)
end)
