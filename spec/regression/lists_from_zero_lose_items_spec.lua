-- Lists count from 1 in Lua. A list that was indexed from 0, as in other languages, lost its first
-- item without a word: a map its first row or column, find_nearest a goal, a patrol a point.
local astar = require "astar"
local ascii = require "astar.ascii"
local script = require "astar.script"
local tiled = require "astar.tiled"
local raises = require("spec.support.expect").raises

local function from_zero(list)
  local shifted = {}
  for i, item in ipairs(list) do shifted[i - 1] = item end
  return shifted
end

describe("a list that is indexed from 0", function()
  local grid = astar.grid { "....", "...." }
  local rules = astar.rules { cost = { ["."] = 1 } }
  local index = grid:bake(rules)
  local field = grid:distance_field({ { 1, 1 } }, rules)

  -- call(list) must raise for `list`, and for the same list from 0, also when it has one item only.
  local function refuses(who, items, list, call)
    local message = ("%s: %s count from 1, got one at index 0"):format(who, items)
    call(list)
    raises(message, function() call(from_zero(list)) end)
    raises(message, function() call { [0] = list[1] } end)
  end

  it("is no map", function()
    refuses("astar.grid", "rows", { "..", "##" }, astar.grid)
    refuses("astar.grid", "rows", { { 1, 2 }, { 3, 4 } }, astar.grid)
    refuses("astar.grid", "tiles of a row", { 1, 2 }, function(row) astar.grid { row } end)
    refuses("astar.grid", "tiles of a row", { 1, 2 }, function(row) astar.grid { { 1, 2 }, row, { 1, 2 } } end)
  end)

  it("is no list of tiles", function()
    local function lists(name) return { { 1, 1 }, { 2, 1 } }, name end
    for name, call in pairs {
      ["grid:find_nearest"] = function(goals) grid:find_nearest(1, 1, goals, rules) end,
      ["grid:distance_field"] = function(goals) grid:distance_field(goals, rules) end,
      ["field:set_goals"] = function(goals) field:set_goals(goals) end,
      ["index:find_nearest"] = function(goals) index:find_nearest(1, 1, goals) end,
    } do
      refuses(name, "goals", lists(), call)
    end
    refuses("index:costs", "points", lists(), function(points) index:costs(1, 1, points) end)
    refuses("grid:can_block", "tiles", lists(), function(tiles) grid:can_block(tiles, rules, {}) end)
    refuses("grid:can_block", "starts", lists(), function(starts) grid:can_block({}, rules, field, starts) end)
    refuses("grid:can_block", "pairs", { { 1, 1, 2, 1 } }, function(list) grid:can_block({}, rules, list) end)
  end)

  it("is no option of rules, queries or explanations", function()
    refuses("astar.rules", "moves", { { 1, 0 }, { -1, 0 } },
      function(moves) astar.rules { cost = {}, neighbors = moves } end)
    refuses("astar.rules", "offsets of clear", { { 1, 0 } },
      function(offsets) astar.rules { cost = {}, neighbors = { { 2, 0, clear = offsets } } } end)
    refuses("grid:find_path", "layers", { 1, 2 },
      function(layers) grid:find_path(1, 1, 2, 2, rules, { ignore_blocked = layers }) end)
    refuses("grid:explain", "fields", { "path", "reason" },
      function(fields) grid:explain(1, 1, 2, 2, rules, { want = fields }) end)
  end)

  it("is no list of units, of rules or of NPCs", function()
    local crowd = astar.crowd(grid)
    local units = { crowd:add(1, 1, rules), crowd:add(2, 1, rules) }
    refuses("crowd:send", "units", units, function(list) crowd:send(list, 4, 1) end)
    refuses("crowd:follow", "units", units, function(list) crowd:follow(list, field) end)
    local text, in_use = crowd:serialize()
    crowd:close()
    refuses("astar.deserialize_crowd", "rules", in_use, function(list)
      local copy = astar.deserialize_crowd(text, grid, list)
      if copy then copy:close() end
    end)
    local scripts = script.crowd(grid)
    local npcs = { scripts:add(rules, { x = 1, y = 1, speed = 1 }), scripts:add(rules, { x = 2, y = 1, speed = 1 }) }
    refuses("crowd:send", "npcs", npcs, function(list) scripts:send(list, 4, 1) end)
    npcs[1]:run(function(npc)
      raises("npc:patrol: points count from 1, got one at index 0", npc.patrol, npc, from_zero { { 1, 1 }, { 2, 1 } })
      raises("npc:patrol: points count from 1, got one at index 0", npc.patrol, npc, { [0] = { 1, 1 } })
      raises("npc:flee: threats count from 1, got one at index 0", npc.flee, npc, { [0] = npcs[2], npcs[2] })
      raises("npc:flee: threats count from 1, got one at index 0", npc.flee, npc, { [0] = npcs[2] })
      npcs.is_checked = true
    end)
    scripts:update(0.1)
    assert.is_true(npcs.is_checked)
  end)

  it("is no list of things that ascii.draw draws", function()
    local path = grid:find_path(1, 1, 2, 2, rules)
    refuses("ascii.draw", "paths", { path, path }, function(list) ascii.draw(grid, { paths = list }) end)
    refuses("ascii.draw", "marks", { { x = 1, y = 1, text = "A" }, { x = 2, y = 1, text = "B" } },
      function(list) ascii.draw(grid, { marks = list }) end)
  end)

  it("names all layers of a Tiled map", function()
    local function layer(name, tile)
      return { type = "tilelayer", name = name, width = 1, height = 1, x = 0, y = 0, data = { tile } }
    end
    local map = tiled.load({ orientation = "orthogonal", width = 1, height = 1, tilewidth = 8, tileheight = 8,
      layers = { layer("ground", 1), layer("walls", 2) },
      tilesets = { { firstgid = 1, name = "tiles", tilewidth = 8, tileheight = 8, tilecount = 2, tiles = {
        { id = 0, properties = { terrain = "." } }, { id = 1, properties = { terrain = "#" } },
      } } } }, { layers = { [0] = "walls", "ground" } })
    assert.same({ "#" }, map.grid:rows())
  end)
end)
