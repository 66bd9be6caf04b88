-- Every name of the interface is in the module, in the annotations and in the README, and the
-- other way round.

local astar = require "astar"

local MODULE = { "_VERSION", "deserialize", "grid", "rules" }

local GRID = {
  "block", "clone", "distance_field", "fill", "find_nearest", "find_path", "get", "is_blocked",
  "is_reachable", "line_of_sight", "link", "penalty", "reachable", "replanner", "revision", "rows", "search",
  "serialize", "set", "set_edge", "set_penalty", "size", "unlink",
}

local PATH = {
  "cost", "each", "expanded", "flat", "get", "is_partial", "is_valid", "points", "smooth", "waypoints",
}

local FIELD = { "cost", "each", "flee", "next", "path", "update", "way_out" }

local SEARCH = { "each", "expanded", "node", "path", "step" }

local REPLANNER = { "move_to", "path", "set_goal" }

local OPTIONS = {
  GridOptions = { "fill", "layout" },
  RulesOptions = {
    "cost", "default", "diagonal", "diagonal_cost", "ignore_blocked", "neighbors", "size", "step",
  },
  LinkOptions = { "cost", "one_way" },
  SearchOptions = {
    "algorithm", "heuristic", "max_cost", "max_expansions", "partial", "range", "weight",
  },
  FieldOptions = { "max_cost" },
}

local REASONS = { "goal_blocked", "limit", "out_of_bounds", "unreachable" }

local function sorted_keys(set)
  local list = {}
  for key in pairs(set) do list[#list + 1] = key end
  table.sort(list)
  return list
end

local function methods_of(object)
  return sorted_keys(debug.getmetatable(object).__index)
end

local function read(name)
  local file = io.open(name, "rb")
  if not file then return nil end
  local text = file:read "*a"
  file:close()
  return text
end

local grid = astar.grid(2, 2)
local rules = astar.rules { default = 1 }
local path = grid:find_path(1, 1, 2, 2, rules)
local field = grid:distance_field({ { 1, 1 } }, rules)
local search = grid:search(1, 1, 2, 2, rules)
local planner = grid:replanner(1, 1, 2, 2, rules)

describe("the module", function()
  it("has these names and no other", function()
    assert.same(MODULE, sorted_keys(astar))
    assert.equal("astar 0.1.0", astar._VERSION)
  end)

  it("gives objects with these methods and no other", function()
    assert.same(GRID, methods_of(grid))
    assert.same(PATH, methods_of(path))
    assert.same(FIELD, methods_of(field))
    assert.same(SEARCH, methods_of(search))
    assert.same(REPLANNER, methods_of(planner))
    assert.same({}, methods_of(rules))
  end)

  it("is a fresh table at each opening, and makes no global", function()
    local globals = sorted_keys(_G)
    local loaded = package.loaded.astar
    package.loaded.astar = nil
    local again = require "astar"
    package.loaded.astar = loaded
    assert.are_not.equal(astar, again)
    assert.same(globals, sorted_keys(_G))
    -- Both are the same library: objects of one serve the other.
    local found = astar.grid(2, 2):find_path(1, 1, 2, 2, again.rules { default = 1 })
    assert.equal(2, #found)
  end)

  it("takes these options and no other", function()
    local function valid(call)
      local _, message = pcall(call, { ["no such option"] = 1 })
      local list = {}
      for name in message:match("valid options: (.*)$"):gmatch "[%w_]+" do list[#list + 1] = name end
      table.sort(list)
      return list
    end
    assert.same(OPTIONS.GridOptions, valid(function(o) return astar.grid(1, 1, o) end))
    assert.same(OPTIONS.RulesOptions, valid(astar.rules))
    assert.same(OPTIONS.LinkOptions, valid(function(o) return grid:link(1, 1, 2, 2, o) end))
    assert.same(OPTIONS.SearchOptions, valid(function(o) return grid:find_path(1, 1, 2, 2, rules, o) end))
    assert.same(OPTIONS.SearchOptions, valid(function(o) return grid:find_nearest(1, 1, {}, rules, o) end))
    assert.same(OPTIONS.SearchOptions, valid(function(o) return grid:search(1, 1, 2, 2, rules, o) end))
    assert.same(OPTIONS.FieldOptions, valid(function(o) return grid:distance_field({}, rules, o) end))
  end)

  it("tells its objects apart by name", function()
    assert.equal("astar.grid", getmetatable(grid))
    assert.equal("astar.rules", getmetatable(rules))
    assert.equal("astar.path", getmetatable(path))
    assert.equal("astar.field", getmetatable(field))
    assert.equal("astar.search", getmetatable(search))
    assert.equal("astar.replanner", getmetatable(planner))
  end)
end)

describe("the annotations in lua/astar/meta.lua", function()
  local meta = read "lua/astar/meta.lua"

  it("are valid Lua that declares and does nothing", function()
    assert(meta, "lua/astar/meta.lua is missing")
    assert(loadfile "lua/astar/meta.lua")()
  end)

  it("declare every function of the module, and no other", function()
    local declared = { astar = {}, Grid = {}, Path = {}, Field = {}, Search = {}, Replanner = {} }
    for class, name in assert(meta):gmatch "\nfunction%s+([%w_]+)[.:]([%w_]+)" do
      declared[class] = declared[class] or {}
      declared[class][name] = true
    end
    declared.astar._VERSION = meta:find("@field%s+_VERSION") and true
    assert.same(MODULE, sorted_keys(declared.astar))
    assert.same(GRID, sorted_keys(declared.Grid))
    assert.same(PATH, sorted_keys(declared.Path))
    assert.same(FIELD, sorted_keys(declared.Field))
    assert.same(SEARCH, sorted_keys(declared.Search))
    assert.same(REPLANNER, sorted_keys(declared.Replanner))
    assert.same({ "Field", "Grid", "Path", "Replanner", "Search", "astar" }, sorted_keys(declared))
  end)

  it("declare every option, and no other", function()
    for class, names in pairs(OPTIONS) do
      local body = assert(meta):match("%-%-%-@class astar%." .. class .. "\n(.-)\n[^%-]")
      assert(body, "no class astar." .. class)
      local fields = {}
      for name in body:gmatch "%-%-%-@field%s+([%w_]+)" do fields[name] = true end
      assert.same(names, sorted_keys(fields))
    end
  end)

  it("declare every reason", function()
    local alias = assert(meta):match "%-%-%-@alias astar%.Reason ([^\n]*)"
    local reasons = {}
    for reason in assert(alias, "no alias astar.Reason"):gmatch '"([%w_]+)"' do reasons[reason] = true end
    assert.same(REASONS, sorted_keys(reasons))
  end)
end)

describe("the README", function()
  local text = read "README.md"

  local function mentions(name)
    return text:find("%f[%w_]" .. name .. "%f[^%w_]") ~= nil
  end

  local function it_mentions(what, names)
    it("mentions every " .. what, function()
      assert(text, "README.md is missing")
      for _, name in ipairs(names) do assert.is_true(mentions(name), name .. " is not in the README") end
    end)
  end

  it_mentions("function of the module", MODULE)
  it_mentions("method of a grid", GRID)
  it_mentions("method of a path", PATH)
  it_mentions("method of a field", FIELD)
  it_mentions("method of a search", SEARCH)
  it_mentions("method of a replanner", REPLANNER)
  it_mentions("reason", REASONS)
  for class, names in pairs(OPTIONS) do it_mentions("option: " .. class, names) end

  it("calls no method that does not exist", function()
    assert(text, "README.md is missing")
    local known = {}
    for object, names in pairs {
      grid = GRID, path = PATH, field = FIELD, search = SEARCH, planner = REPLANNER,
    } do
      known[object] = {}
      for _, name in ipairs(names) do known[object][name] = true end
    end
    for object, name in text:gmatch "%f[%w_](%a+):([%w_]+)%s*%(" do
      if known[object] then assert.is_true(known[object][name] ~= nil, object .. ":" .. name) end
    end
  end)
end)
