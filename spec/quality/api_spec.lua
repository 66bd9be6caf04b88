-- The same names are in the module and its helpers, in the annotations, and in the documentation:
-- each name is in all three.

local astar = require "astar"
local ascii = require "astar.ascii"
local draw = require "astar.love"
local floors = require "astar.floors"
local layout = require "astar.layout"
local manual = require "spec.support.manual"
local script = require "astar.script"
local shell = require "spec.support.shell"
local tiled = require "astar.tiled"

local grid = astar.grid(2, 2)
local rules = astar.rules { default = 1 }
local path = grid:find_path(1, 1, 2, 2, rules)
local index = grid:bake(rules)
local view = layout.orthogonal { width = 16 }
local map = assert(tiled.load "examples/maps/valley.lua")
local npc_options = { x = 1, y = 1, speed = 1 }
local units = astar.crowd(grid)
local unit = units:add(1, 1, rules)
local crowd = script.crowd(astar.grid(2, 2))
local pool = astar.pool(grid, { threads = 1 })
local house = floors.new { width = 2, height = 2, count = 1 }
local house_path = house:find_path(1, 1, 1, 2, 2, 1, rules)

-- Modules and objects: `meta` is the local variable that they are declared by in
-- src/lua/meta.lua, `docs` the variable that the examples in the documentation have for them.
local things = {
  { meta = "astar", docs = "astar", is = astar,
    names = {
      "_VERSION", "crowd", "delta_revisions", "deserialize", "deserialize_crowd", "deserialize_rules", "grid", "pool",
      "rules",
    } },
  { meta = "Rules", docs = "rules", is = rules, names = { "serialize" } },
  { meta = "Grid", docs = "grid", is = grid, names = {
    "apply", "bake", "block", "can_block", "changes", "chokepoints", "clone", "distance",
    "distance_field", "explain", "fill", "fill_penalty", "find_nearest", "find_path", "get", "influence", "is_blocked",
    "is_reachable", "line", "line_of_sight", "link", "load_index", "load_vision", "neighbors", "penalty", "reachable",
    "replanner", "revision", "ring", "rows", "search", "serialize", "set", "set_edge", "set_penalties", "set_penalty",
    "size", "step_cost", "unlink", "view", "vision",
  } },
  { meta = "Path", docs = "path", is = path, names = {
    "cost", "each", "expanded", "flat", "get", "is_partial", "is_valid", "kind", "left", "line", "points", "smooth",
    "turn", "turns", "waypoints",
  } },
  { meta = "Field", docs = "field", is = grid:distance_field({ { 1, 1 } }, rules),
    names = { "can_stop", "cost", "each", "flee", "left", "next", "path", "set_goals", "turn", "update", "way_out" } },
  { meta = "View", docs = "view", is = grid:view(1, 1, 1, rules), names = { "each", "sees" } },
  { meta = "Influence", docs = "threat", is = grid:influence "danger",
    names = { "add", "clearance", "fade", "fill", "get", "set", "stamp", "write" } },
  { meta = "Vision", docs = "vision", is = grid:vision(rules),
    names = { "changes", "remove", "serialize", "set", "state", "update" } },
  { meta = "Search", docs = "search", is = grid:search(1, 1, 2, 2, rules),
    names = { "each", "expanded", "node", "path", "step" } },
  { meta = "Replanner", docs = "planner", is = grid:replanner(1, 1, 2, 2, rules),
    names = { "move_to", "path", "set_goal" } },
  { meta = "Index", docs = "index", is = index,
    names = { "bake", "cost", "costs", "find_nearest", "find_path", "info", "serialize", "step" } },
  { meta = "Crowd", docs = "crowd", is = units, names = {
    "add", "allies", "at", "blocker", "chase", "close", "count", "delay", "events", "facing", "follow", "go_to", "goal",
    "nearest", "permit", "place", "position", "positions", "remaining", "remove", "send", "serialize", "set",
    "set_step_time", "size", "state",
    "stop", "tile", "units", "update", "walk", "within",
  } },

  { meta = "Pool", docs = "pool", is = pool, names = {
    "await", "close", "distance_field", "find_nearest", "find_path", "pending", "update", "wait",
  } },
  { meta = "PoolRequest", docs = "request", class = "request", is = pool:find_path(1, 1, 2, 2, rules),
    names = { "cancel", "result" } },

  { meta = "layout", docs = "layout", is = layout,
    names = { "hex", "isometric", "orthogonal", "staggered" } },
  { meta = "Layout", docs = "view", is = view,
    names = { "as_square", "bounds", "corners", "to_tile", "to_world" } },
  { meta = "tiled", docs = "tiled", is = tiled, names = { "load" } },
  { meta = "TiledMap", docs = "map", is = map, names = { "from_tiled", "object", "rules", "tiles" } },
  { meta = "TiledLayer", docs = "layer", is = map.layers[1], names = { "tile" } },
  { meta = "floors", docs = "floors", is = floors, names = { "new" } },
  { meta = "House", docs = "house", is = house, names = { "find_path", "from_grid", "stairs", "to_grid" } },
  { meta = "HousePath", docs = "path", is = house_path,
    names = { "cost", "each", "get", "is_partial", "is_valid", "legs", "points", "smooth", "waypoints" } },
  { meta = "ascii", docs = "ascii", is = ascii, names = { "draw", "has_color", "paint" } },
  { meta = "draw", docs = "draw", is = draw,
    names = {
      "crowd", "debug", "explanation", "field", "grid", "influence", "path", "read_image", "search", "vision",
    } },
  { meta = "script", docs = "script", is = script, names = { "crowd", "deserialize" } },
  { meta = "ScriptCrowd", docs = "crowd", is = crowd,
    names = { "add", "allies", "at", "blocker", "nearest", "remove", "send", "serialize", "update",
      "within" } },
  { meta = "Npc", docs = "npc", is = crowd:add(rules, npc_options), names = {
    "catch", "flee", "follow", "follow_field", "go_to", "is_running", "patrol", "place", "remaining", "run", "stop",
    "wait", "walk",
  } },
}

--- Raises the error of an order of an NPC to a target, or to column `target`.
local function in_script(method, target, o)
  local npc, message = crowd.npcs[1], nil
  npc:run(function() message = select(2, pcall(npc[method], npc, target, 1, o)) end)
  crowd:update(0)
  error(message, 0)
end

local SEARCH = {
  "algorithm", "avoid", "heuristic", "ignore_blocked", "influence", "max_cost", "max_expansions", "partial",
  "penalty_scale", "range", "straight", "weight",
}
local PATH = {
  "algorithm", "avoid", "heuristic", "ignore_blocked", "influence", "max_cost", "max_expansions", "partial",
  "penalty_scale", "range", "straight", "turns", "weight",
}
-- The filter of an index belongs to its bake.
local INDEX_SEARCH = {
  "algorithm", "avoid", "heuristic", "max_cost", "max_expansions", "partial", "range", "straight", "weight",
}

-- Options, and calls that take them.
local options = {
  ["GridOptions"] = { { "fill", "layout" }, function(o) return astar.grid(1, 1, o) end },
  ["RulesOptions"] = {
    { "cost", "default", "diagonal", "diagonal_cost", "ignore_blocked", "influence", "neighbors", "penalty_scale",
      "size", "step" },
    astar.rules,
  },
  ["QueryOptions"] = {
    { "ignore_blocked", "influence", "penalty_scale" },
    function(o) return grid:is_reachable(1, 1, 2, 2, rules, o) end,
    function(o) return grid:step_cost(1, 1, 2, 1, rules, o) end,
    function(o) return grid:replanner(1, 1, 2, 2, rules, o) end,
  },
  ["SightOptions"] = {
    { "avoid", "ignore_blocked", "influence", "mode", "penalty_scale" },
    function(o) return grid:line_of_sight(1, 1, 2, 2, rules, o) end,
  },
  ["ViewOptions"] = {
    { "ignore_blocked", "mode", "shape", "walls" }, function(o) return grid:view(1, 1, 1, rules, o) end,
    function(o) return grid:vision(rules, o) end,
  },
  ["LinkOptions"] = { { "cost", "one_way" }, function(o) return grid:link(1, 1, 2, 2, o) end },
  ["SearchOptions"] = {
    SEARCH,
    function(o) return grid:search(1, 1, 2, 2, rules, o) end,
    function(o) return pool:find_path(1, 1, 2, 2, rules, o) end,
    function(o) return pool:find_nearest(1, 1, {}, rules, o) end,
  },
  ["PathOptions"] = {
    PATH,
    function(o) return grid:find_path(1, 1, 2, 2, rules, o) end,
    function(o) return grid:find_nearest(1, 1, {}, rules, o) end,
  },
  ["RangeOptions"] = {
    { "ignore_blocked", "influence", "penalty_scale", "turns" },
    function(o) return grid:reachable(1, 1, rules, nil, o) end,
  },
  ["Turns"] = {
    { "fit", "left", "max_turns", "pass", "points", "zone", "zones" },
    function(o) return grid:reachable(1, 1, rules, nil, { turns = o }) end,
  },
  ["BakeOptions"] = {
    { "ignore_blocked", "influence", "max_bytes", "penalty_scale", "work" },
    function(o) return grid:bake(rules, o) end,
  },
  ["IndexSearchOptions"] = {
    INDEX_SEARCH,
    function(o) return index:find_path(1, 1, 2, 2, o) end,
    function(o) return index:find_nearest(1, 1, {}, o) end,
  },
  ["ExplainOptions"] = {
    { "avoid", "ignore_blocked", "influence", "open", "open_blocked", "open_default", "penalty_scale", "want" },
    function(o) return grid:explain(1, 1, 2, 2, rules, o) end,
  },
  ["FieldOptions"] = {
    { "ignore_blocked", "influence", "max_cost", "penalty_scale" },
    function(o) return grid:distance_field({}, rules, o) end,
    function(o) return pool:distance_field({}, rules, o) end,
  },
  ["CrowdOptions"] = {
    { "budget", "patience", "replan", "smooth" }, function(o) return astar.crowd(grid, o) end,
  },
  ["PoolOptions"] = {
    { "clock", "expansions", "latency", "max_pending", "milliseconds", "threads" },
    function(o) return astar.pool(grid, o) end,
  },
  ["ApplyOptions"] = { { "max_tiles" }, function(o) return grid:apply("", o) end },
  ["UnitOptions"] = {
    {
      "asks", "facing", "hold", "ignore_blocked", "influence", "nearest", "penalty_scale", "priority", "speed", "steps",
      "team", "turn_rate",
    },
    function(o) return units:add(1, 1, rules, o) end,
  },
  ["UnitChanges"] = {
    {
      "asks", "hold", "ignore_blocked", "influence", "penalty_scale", "priority", "rules", "speed", "steps", "team",
      "turn_rate",
    },
    function(o) return units:set(unit, o) end,
  },
  ["NearOptions"] = {
    { "enemy_of", "except", "max", "sees", "team" },
    function(o) return units:nearest(1, 1, o) end,
    function(o) return units:within(1, 1, 1, o) end,
  },
  ["script.NearOptions"] = {
    { "enemy_of", "except", "max", "sees", "team" },
    function(o) return crowd:nearest(1, 1, o) end,
    function(o) return crowd:within(1, 1, 1, o) end,
  },
  ["PlaceOptions"] = {
    { "nearest" },
    function(o) return units:place(unit, 1, 1, o) end,
    function(o) return crowd.npcs[1]:place(1, 1, o) end,
  },
  ["OrderOptions"] = {
    { "partial", "range" },
    function(o) return units:go_to(unit, 1, 1, o) end,
    function(o) return units:chase(unit, unit + 1, o) end,
  },
  ["SendOptions"] = {
    { "facing", "formation", "speed" },
    function(o) return units:send({ unit }, 1, 1, o) end,
    function(o) return crowd:send({}, 1, 1, o) end,
  },
  ["layout.Options"] = { { "height", "origin_x", "origin_y", "width" }, layout.orthogonal, layout.isometric },
  ["layout.StaggeredOptions"] = {
    { "axis", "height", "index", "origin_x", "origin_y", "width" }, layout.staggered,
  },
  ["layout.HexOptions"] = { { "height", "layout", "origin_x", "origin_y", "side", "width" }, layout.hex },
  ["floors.Options"] = { { "count", "gap", "height", "width" }, floors.new },
  ["floors.StairsOptions"] = {
    { "cost", "one_way", "to", "x", "y" }, function(o) return house:stairs(1, 1, 1, o) end,
  },
  ["tiled.Options"] = {
    { "by_class", "decompress", "fill", "json", "layers", "property", "read", "root", "terrain", "terrain_set",
      "terrains", "tileset", "walls" },
    function(o) return tiled.load("", o) end,
  },
  ["tiled.Walls"] = {
    { "class", "layers", "property", "shapes" }, function(o) return tiled.load("", { walls = o }) end,
  },
  ["ascii.Options"] = {
    { "blocked", "color", "explanation", "field", "glyphs", "height", "layout", "marks", "paths", "scale", "search",
      "styles", "text", "width", "x", "y" },
    function(o) return ascii.draw(grid, o) end,
  },
  ["love.GridOptions"] = { { "blocked", "colors", "gap" }, function(o) draw.grid(grid, view, o) end },
  ["love.PathOptions"] = {
    { "color", "dot", "from", "to", "width" }, function(o) draw.path(path, view, o) end,
  },
  ["love.FieldOptions"] = {
    { "arrows", "far", "gap", "heat", "ink", "near", "numbers" },
    function(o) draw.field(grid:reachable(1, 1, rules), view, o) end,
  },
  ["love.ExplanationOptions"] = {
    { "barrier", "gap", "open", "path", "tightest", "width" },
    function(o) draw.explanation(grid:explain(1, 1, 2, 2, rules), view, o) end,
  },
  ["love.InfluenceOptions"] = {
    { "color", "gap", "max" }, function(o) draw.influence(grid:influence "danger", view, o) end,
  },
  ["love.VisionOptions"] = { { "seen", "unseen" }, function(o) draw.vision(grid:vision(rules), view, o) end },
  ["love.SearchOptions"] = {
    { "arrows", "closed", "gap", "ink", "numbers", "open" },
    function(o) draw.search(grid:search(1, 1, 2, 2, rules), view, o) end,
  },
  ["love.CrowdOptions"] = {
    { "color", "ink", "orders", "radius", "ring", "selected", "way", "ways", "width" },
    function(o) draw.crowd(units, view, o) end,
  },
  ["script.CrowdOptions"] = {
    { "budget", "layout", "names", "on_error", "patience", "replan", "smooth" },
    function(o) return script.crowd(grid, o) end,
  },
  ["script.LoadOptions"] = {
    { "layout", "names", "on_error", "on_load" }, function(o) return script.deserialize("", grid, {}, o) end,
  },
  ["script.NpcOptions"] = {
    { "directions", "facing", "hold", "layout", "nearest", "on_arrive", "on_blocked", "on_done", "on_enter",
      "on_link", "on_step", "priority", "slow", "speed", "team", "turn_rate", "x", "y" },
    function(o) return crowd:add(rules, o) end,
  },
  ["script.PursuitOptions"] = {
    { "partial" },
    function(o) return in_script("catch", crowd.npcs[1], o) end,
    function(o) return in_script("follow", crowd.npcs[1], o) end,
  },
}

local REASONS = { "goal_blocked", "limit", "out_of_bounds", "unreachable" }
local PLACE_REASONS = { "impassable", "occupied", "out_of_bounds" }
local EVENTS = { "arrived", "asks", "blocked", "cut_off", "settled", "step", "stuck", "target_gone", "unreachable" }
local STATES = { "idle", "moving", "waiting" }
local RELAXATIONS = { "blocked", "diagonal", "edges", "size", "terrain", "units" }
local EXPLAIN_FIELDS = {
  "barrier", "exact", "open", "open_cost", "path", "reachable", "reason", "relax", "terrains", "tightest", "widest",
}

local closed_off = astar.grid({ ".#." }):explain(1, 1, 3, 1, astar.rules { cost = { ["."] = 1 } })

-- Objects of plain Lua whose fields are declared in meta.lua.
local objects = {
  ["Explanation"] = { grid:explain(1, 1, 2, 2, rules), closed_off },
  ["OpenTile"] = closed_off.open,
  ["IndexInfo"] = { index:info() },
  ["floors.House"] = { house },
  ["floors.Leg"] = house_path:legs(),
  ["tiled.Map"] = { map },
  ["tiled.Object"] = map.objects,
  ["tiled.Layer"] = map.layers,
  ["tiled.Tileset"] = map.tilesets,
  ["script.Crowd"] = { crowd },
  ["script.Npc"] = crowd.npcs,
}

local function sorted_keys(set)
  local list = {}
  for key in pairs(set) do list[#list + 1] = key end
  table.sort(list)
  return list
end

--- The public functions of a module, or the methods of an object.
local function names_of(thing)
  local names = {}
  local metatable = debug.getmetatable(thing)
  -- The methods of pools and requests are the item 2 of their metatable: they have fields, too.
  local owner = type(thing) == "userdata" and metatable[2] or thing
  while owner do
    for name, value in pairs(owner) do
      local is_name = type(name) == "string" and (not name:find "^_" or name == "_VERSION")
      local is_field = owner == thing and getmetatable(thing) -- such as a callback of an NPC
      if is_name and not is_field and type(value) ~= "table" then names[name] = true end
    end
    metatable = type(thing) == "table" and debug.getmetatable(owner)
    owner = metatable and metatable.__index
  end
  return sorted_keys(names)
end

describe("the module", function()
  it("is a fresh table at each opening, and makes no global", function()
    local globals = sorted_keys(_G)
    local loaded = package.loaded.astar
    package.loaded.astar = nil
    local again = require "astar"
    package.loaded.astar = loaded
    assert.are_not.equal(astar, again)
    assert.same(globals, sorted_keys(_G))
    -- Both are the same library: functions of one accept objects of the other.
    local found = astar.grid(2, 2):find_path(1, 1, 2, 2, again.rules { default = 1 })
    assert.equal(2, #found)
  end)

  it("has a version", function()
    assert.equal("astar 0.3.0", astar._VERSION)
  end)

  it("has names for its objects", function()
    for _, thing in ipairs(things) do
      if type(thing.is) == "userdata" then
        assert.equal("astar." .. (thing.class or thing.meta:lower()), getmetatable(thing.is))
      end
    end
    assert.equal("astar.explanation", getmetatable(closed_off))
  end)
end)

describe("the modules and their objects", function()
  it("have these names and no other", function()
    for _, thing in ipairs(things) do assert.same({ thing.meta, thing.names }, { thing.meta, names_of(thing.is) }) end
  end)

  it("take the options of searches in orders of scripts, all but `straight`", function()
    local _, message = pcall(in_script, "go_to", 1, { ["no such option"] = 1 })
    for _, name in ipairs(SEARCH) do
      local is_listed = message:match("valid options: (.*)$"):find(name, 1, true) ~= nil
      assert.equal(name ~= "straight", is_listed, name)
    end
  end)

  it("take these options and no other", function()
    for class, item in pairs(options) do
      for i = 2, #item do
        local _, message = pcall(item[i], { ["no such option"] = 1 })
        local list = {}
        for name in message:match("valid options: (.*)$"):gmatch "[%w_]+" do list[#list + 1] = name end
        table.sort(list)
        assert.same({ class, item[1] }, { class, list })
      end
    end
  end)
end)

local HELPERS = {
  "astar.ascii", "astar.floors", "astar.layout", "astar.loader", "astar.love", "astar.script", "astar.tiled",
}

describe("the helpers", function()
  -- A game may keep them in a folder: `require "libs.astar.script"`.
  it("require the module and their own parts from the folder that they lie in", function()
    local real_require = require
    for _, helper in ipairs(HELPERS) do
      local loaded, others = { ["libs.astar"] = astar }, {}
      local function load_part(name)
        local part = name:match "^libs%.(astar%..+)$"
        if part and not loaded[name] then
          loaded[name] = assert(loadfile("lua/" .. part:gsub("%.", "/") .. ".lua"))(name)
        elseif not loaded[name] then
          others[#others + 1] = name
          return real_require(name)
        end
        return loaded[name]
      end
      rawset(_G, "require", load_part)
      local ok, message = pcall(load_part, "libs." .. helper)
      rawset(_G, "require", real_require)
      assert.is_true(ok, message)
      assert.same({}, others)
    end
  end)
end)

describe("the annotations in src/lua/meta.lua", function()
  local meta = assert(shell.read "src/lua/meta.lua")

  --- The fields that a class has, those of its parents included: true, or "optional".
  local function fields_of(class)
    local fields = {}
    repeat
      local pattern = "%-%-%-@class astar%." .. class:gsub("%.", "%%.") .. "%f[^%w_]:?([^\n]*)\n(.-)\n[^%-]"
      local parent, body = meta:match(pattern)
      assert(body, "no class astar." .. class)
      for name, mark in ("\n" .. body):gmatch "\n%-%-%-@field%s+([%w_]+)(%??)" do
        fields[name] = fields[name] or (mark == "?" and "optional" or true)
      end
      class = parent:match "astar%.(%S+)"
    until not class
    return fields
  end

  it("are valid Lua that declares and does nothing", function()
    assert(loadfile "src/lua/meta.lua")()
  end)

  it("declare every function, and no other", function()
    local declared = {}
    for class, name in meta:gmatch "\nfunction%s+([%w_]+)[.:]([%w_]+)" do
      declared[class] = declared[class] or {}
      declared[class][name] = true
    end
    declared.astar._VERSION = meta:find "@field%s+_VERSION" and true
    for _, thing in ipairs(things) do
      local names = declared[thing.meta]
      for name in pairs(declared[thing.parent] or {}) do names[name] = true end
      assert.same({ thing.meta, thing.names }, { thing.meta, sorted_keys(names) })
    end
    for _, thing in ipairs(things) do declared[thing.meta] = nil end
    assert.same({}, sorted_keys(declared))
  end)

  it("declare every option, and no other", function()
    for class, item in pairs(options) do
      assert.same({ class, item[1] }, { class, sorted_keys(fields_of(class)) })
    end
  end)

  it("declare every field of objects in plain Lua, and no other", function()
    for class, list in pairs(objects) do
      local declared = fields_of(class)
      for _, object in ipairs(list) do
        for name in pairs(object) do
          if not name:find "^_" then assert.truthy(declared[name], class .. " has " .. name) end
        end
        for name, kind in pairs(declared) do
          if kind ~= "optional" then assert.is_true(object[name] ~= nil, class .. " has no " .. name) end
        end
      end
    end
  end)

  it("declare every type that they mention", function()
    local declared = {}
    for name in meta:gmatch "\n%-%-%-@class (astar[%w_.]*)" do declared[name] = true end
    for name in meta:gmatch "\n%-%-%-@alias (astar[%w_.]*)" do declared[name] = true end
    for line in meta:gmatch "\n%-%-%-(@%w+[^\n]*)" do
      for name in line:gmatch "%f[%w_.]astar%.[%a]+[%w_.]*" do
        assert.is_true(declared[name] ~= nil or line:find("`" .. name, 1, true) ~= nil, name .. " in " .. line)
      end
    end
  end)

  it("are the only ones", function()
    for name in shell.run("find lua/astar -name '*.lua'"):gmatch "%S+" do
      assert.is_nil(shell.read(name):find("---@", 1, true), name .. " has annotations of its own")
    end
  end)

  it("declare every reason, event, state and part of an explanation", function()
    for name, words in pairs {
      Reason = REASONS, PlaceReason = PLACE_REASONS, UnitEvent = EVENTS, UnitState = STATES,
      Relaxation = RELAXATIONS, ExplainField = EXPLAIN_FIELDS,
    } do
      local alias, declared = meta:match("%-%-%-@alias astar%." .. name .. " ([^\n]*)"), {}
      for word in assert(alias, "no alias astar." .. name):gmatch '"([%w_]+)"' do declared[word] = true end
      assert.same({ name, words }, { name, sorted_keys(declared) })
    end
  end)
end)

describe("the documentation", function()
  local texts = {}
  for _, page in ipairs(manual.pages()) do texts[#texts + 1] = manual.own_text(page) end
  local text = table.concat(texts, "\n")

  local function it_mentions(what, names)
    it("mentions every " .. what, function()
      for _, name in ipairs(names) do
        assert.is_truthy(text:find("%f[%w_]" .. name .. "%f[^%w_]"), name .. " is not in docs/")
      end
    end)
  end

  for _, thing in ipairs(things) do it_mentions("name of " .. thing.meta, thing.names) end
  for class, item in pairs(options) do it_mentions("option of " .. class, item[1]) end
  it_mentions("reason", REASONS)
  it_mentions("reason of a place", PLACE_REASONS)
  it_mentions("event", EVENTS)
  it_mentions("state of a unit", STATES)

  it("lists all reasons, states and events on one page", function()
    local page = shell.read "docs/reasons.md"
    for word in shell.read("src/base/status.c"):gmatch 'return "([%l_]+)"' do
      if word ~= "ok" then assert.is_truthy(page:find(('`"%s"`'):format(word), 1, true), word) end
    end
    for _, words in ipairs { REASONS, PLACE_REASONS, EVENTS, STATES } do
      for _, word in ipairs(words) do assert.is_truthy(page:find(('`"%s"`'):format(word), 1, true), word) end
    end
  end)

  it_mentions("rule that can be lifted", RELAXATIONS)
  it_mentions("field of an explanation", EXPLAIN_FIELDS)
  it_mentions("helper", HELPERS)

  it("calls nothing that does not exist", function()
    local known = {}
    for _, thing in ipairs(things) do
      known[thing.docs] = known[thing.docs] or {} -- there are two kinds of crowd
      for _, name in ipairs(thing.names) do known[thing.docs][name] = true end
    end
    local count = 0
    for object, name in text:gmatch "%f[%w_](%a+)[:.]([%w_]+)%s*[%({]" do
      if known[object] then
        assert.is_true(known[object][name] ~= nil, object .. ":" .. name)
        count = count + 1
      end
    end
    assert.is_true(count > 100)
  end)
end)
