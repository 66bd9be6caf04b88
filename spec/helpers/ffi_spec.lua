local astar = require "astar"
local fast = require "astar.ffi"

local compiles = type(jit) == "table" and jit.status()
local rules = astar.rules { cost = { ["."] = 1 } }

local function tiles_of(...)
  local list = {}
  for i, x, y in ... do list[#list + 1] = i .. ":" .. x .. "," .. y end
  return list
end

--- Loads the helper again, with replacements in package.loaded and for jit.
local function load_with(modules, compiler)
  local kept, kept_jit = {}, rawget(_G, "jit")
  for name, value in pairs(modules) do
    kept[name], package.loaded[name] = package.loaded[name] or false, value
  end
  rawset(_G, "jit", compiler)
  local ok, result = pcall(assert(loadfile "lua/astar/ffi.lua"), "astar.ffi")
  rawset(_G, "jit", kept_jit)
  for name, value in pairs(kept) do package.loaded[name] = value or nil end
  return assert(ok and result, result)
end

describe("astar.ffi", function()
  local grid, path, paths

  before_each(function()
    grid = astar.grid(700, 5, { fill = "." })
    grid:fill("#", 300, 1, 1, 4)
    path = grid:find_path(1, 1, 700, 1, rules)
    paths = {
      path, path:waypoints(), grid:find_path(700, 5, 1, 2, rules), grid:find_path(7, 3, 7, 3, rules),
      (astar.grid(1, 32768):find_path(1, 32768, 1, 32000, astar.rules { default = 0.1 })),
    }
  end)

  it("has these functions and no other", function()
    local names = {}
    for name in pairs(fast) do names[#names + 1] = name end
    table.sort(names)
    assert.same({ "each", "get", "positions" }, names)
  end)

  it("reads memory exactly where LuaJIT compiles", function()
    assert.equal(not compiles, fast.each == path.each)
    assert.equal(not compiles, fast.get == path.get)
    assert.equal(compiles or false, type(fast.positions(astar.crowd(grid))) == "cdata")
  end)

  -- If only the layout of paths changed, the helper would return the slow methods, and no test of a
  -- loop would fail.
  it("reads memory on LuaJIT", function()
    if type(jit) ~= "table" then pending "only on LuaJIT" end
    assert.is_true(jit.status())
    for _, read in ipairs { fast.each, fast.get } do
      assert.matches("lua[/\\]astar[/\\]ffi%.lua$", debug.getinfo(read, "S").source)
    end
    assert.not_equal(path.each, fast.each)
    assert.not_equal(path.get, fast.get)
  end)

  it("reads the tiles, not the costs that follow them", function()
    for length = 1, 9 do -- odd and even: the costs are aligned
      local short = grid:find_path(1, 5, length, 5, rules)
      assert.equal(length - 1, short:cost(length))
      assert.same(tiles_of(short:each()), tiles_of(fast.each(short)))
      assert.is_nil(fast.get(short, length + 1))
    end
  end)

  it("iterates as path:each() does, again and again", function()
    for _ = 1, 100 do
      for _, each in ipairs(paths) do assert.equal(#each, #tiles_of(fast.each(each))) end
    end
    for _, each in ipairs(paths) do
      assert.same(tiles_of(each:each()), tiles_of(fast.each(each)))
    end
  end)

  it("gets the tiles that path:get(i) gives, and nil past the ends", function()
    for _, each in ipairs(paths) do
      for i = -1, #each + 2 do
        local x, y = each:get(i)
        local fast_x, fast_y = fast.get(each, i)
        assert.equal(x, fast_x)
        assert.equal(y, fast_y)
      end
      for _, i in ipairs { -2 ^ 31, 2 ^ 31, 2 ^ 32 + 1, 2 ^ 53 } do assert.is_nil(fast.get(each, i)) end
    end
  end)

  it("refuses the indexes that the methods refuse", function()
    local own, ordinary = fast.each(path), path:each()
    local wrong = { 1.5, 0 / 0, 1 / 0, -1 / 0, "1", {}, true, print }
    for k = 1, #wrong + 1 do -- nil, too
      local _, expected = pcall(path.get, path, wrong[k])
      local ok, message = pcall(fast.get, path, wrong[k])
      assert.is_false(ok)
      assert.equal(expected, message)
      _, expected = pcall(ordinary, path, wrong[k])
      ok, message = pcall(own, path, wrong[k])
      assert.is_false(ok)
      assert.equal(expected, message)
    end
    for _, i in ipairs { -1, -700, 700, 2 ^ 40, -2 ^ 40 } do assert.is_nil((own(path, i))) end
  end)

  it("accepts only paths, no forged objects", function()
    local own, ordinary = fast.each(path), path:each()
    local forged = setmetatable({}, { __metatable = "astar.path", __index = path, __len = function() return 9 end })
    local wrong = { grid, rules, io.stdout, forged, {}, 1, "path", true, print, coroutine.create(function() end) }
    if rawget(_G, "newproxy") then
      local proxy = newproxy(true) -- luacheck: ignore 113
      local meta = getmetatable(proxy)
      meta.__index, meta.__len = path, function() return 9 end
      meta.__metatable = "astar.path"
      assert.equal("astar.path", getmetatable(proxy))
      wrong[#wrong + 1] = proxy
    end
    for k = 1, #wrong + 1 do
      for _ = 1, 3 do -- a refused value stays refused
        local _, expected = pcall(path.each, wrong[k])
        local ok, message = pcall(fast.each, wrong[k])
        assert.is_false(ok)
        assert.equal(expected, message)
        ok, message = pcall(fast.get, wrong[k], 1)
        assert.is_false(ok)
        assert.equal(select(2, pcall(path.get, wrong[k], 1)), message)
        ok, message = pcall(own, wrong[k], 0)
        assert.is_false(ok)
        assert.equal(select(2, pcall(ordinary, wrong[k], 0)), message)
      end
    end
  end)

  it("keeps a path that is being iterated, and no other", function()
    local seen = 0
    for i, x, y in fast.each(grid:find_path(1, 5, 700, 5, rules)) do
      if i % 50 == 0 then collectgarbage() end
      assert(x == i and y == 5)
      seen = seen + 1
    end
    assert.equal(700, seen)
    local weak = setmetatable({}, { __mode = "k" })
    for _ = 1, 100 do
      local short = grid:find_path(1, 5, 3, 5, rules)
      weak[short] = true
      fast.each(short)
      fast.get(short, 1)
    end
    collectgarbage()
    collectgarbage()
    local left = 0
    for _ in pairs(weak) do left = left + 1 end
    assert.is_true(left < 5)
  end)

  -- The helper must be the methods, and read positions into tables.
  local function assert_ordinary(helper)
    assert.equal(path.each, helper.each)
    assert.equal(path.get, helper.get)
    local crowd = astar.crowd(astar.grid(3, 3, { fill = "." }))
    for x = 1, 3 do crowd:add(x, 2, rules) end
    crowd:remove(2)
    local t, count = helper.positions(crowd)
    assert.equal(3, count)
    assert.same({ 1, 2, 3, 2 }, { t[1], t[2], t[5], t[6] })
    assert.is_true(t[3] ~= t[3] and t[4] ~= t[4])
    assert.equal("table", type(t))
    crowd:remove(3)
    assert.equal(t, (helper.positions(crowd, t)))
    assert.is_true(t[5] ~= t[5])
  end

  it("is the ordinary methods without ffi or without a compiler", function()
    local off = { status = function() return false end }
    for _, helper in ipairs { load_with({}, nil), load_with({}, off), load_with({ ffi = {} }, nil) } do
      assert_ordinary(helper)
    end
  end)

  it("is the ordinary methods when paths or crowds have another layout in memory", function()
    if not compiles then pending "only on LuaJIT that compiles" end
    local ffi = require "ffi"
    for from, to in pairs {
      ["double cost"] = "float cost", ["int32_t count"] = "int32_t gap, count",
      ["bool partial"] = "double partial", ["x, y"] = "y, x", uint16_t = "uint8_t",
      ["uint32_t layout, changes"] = "uint32_t changes, layout",
    } do
      local changed
      local other = setmetatable({ typeof = function(text)
        local count
        text, count = text:gsub(from, to)
        changed = changed or count > 0
        return ffi.typeof(text)
      end }, { __index = ffi })
      local helper = load_with({ ffi = other }, jit)
      assert.is_true(changed, from)
      assert_ordinary(helper)
    end
  end)

  describe("positions", function()
    local crowd

    before_each(function()
      crowd = astar.crowd(grid)
      for x = 1, 20 do crowd:add(x, 2, rules) end
      crowd:remove(7)
    end)

    -- The array must have the elements of crowd:positions().
    local function assert_positions(array, count)
      local t = crowd:positions()
      assert.equal(#t, 2 * count)
      for i = 1, #t do
        local value = array[i]
        assert.equal(t[i], value == value and value)
      end
    end

    it("are those of crowd:positions()", function()
      assert_positions(fast.positions(crowd))
      crowd:send(crowd:units(), 40, 3)
      for _ = 1, 50 do
        crowd:update(0.03)
        assert_positions(fast.positions(crowd))
      end
    end)

    it("are read into the array of an earlier call, while it is long enough", function()
      local array = fast.positions(crowd)
      for x = 21, 25 do crowd:add(x, 2, rules) end
      local again, count = fast.positions(crowd, array)
      assert.equal(25, count)
      assert.equal(array, again)
      for x = 1, 100 do crowd:add(x, 3, rules) end
      again, count = fast.positions(crowd, array)
      assert.equal(125, count)
      assert_positions(again, count)
      for _ = 1, 200 do assert_positions(fast.positions(crowd, again)) end -- compiled
    end)

    it("of a crowd without units are none", function()
      local empty = astar.crowd(astar.grid(2, 2))
      local array, count = fast.positions(empty)
      assert.equal(0, count)
      empty:add(2, 1, astar.rules { default = 1 })
      array, count = fast.positions(empty, array)
      assert.same({ 1, 2, 1 }, { count, array[1], array[2] })
    end)

    it("of closed crowds and other values raise the error of the method", function()
      local array = fast.positions(crowd)
      local function raises(text, ...)
        for _ = 1, 3 do
          local ok, message = pcall(fast.positions, ...)
          assert.is_false(ok)
          assert.equal(text, message:match "^[^ ]+:%d+: (.*)$" or message)
        end
      end
      raises("crowd:positions: must be called on an astar crowd (use a colon), got an astar grid", grid)
      raises("crowd:positions: must be called on an astar crowd (use a colon), got nil", nil, array)
      raises("crowd:positions: must be called on an astar crowd (use a colon), got 1", 1)
      raises("crowd:positions: t must be a table, got true", crowd, true)
      crowd:close()
      raises("crowd:positions: the crowd was closed", crowd, array)
      raises("crowd:positions: the crowd was closed", crowd)
    end)
  end)
end)
