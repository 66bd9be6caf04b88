local astar = require "astar"
local archive = require "spec.support.archive"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"
local version1 = require "spec.support.version1"

local function refused(bytes)
  local grid, message, more = astar.deserialize(bytes)
  assert(grid == nil, "a damaged string was taken for a grid")
  assert(type(message) == "string" and message ~= "" and more == nil)
  return message
end

-- A grid with all kinds of content.
local function full_grid()
  local grid = astar.grid({ ".~.#", "....", "~~~~" }, { layout = "odd_r" })
  grid:set_penalty(2, 2, 1.25)
  grid:block(3, 1)
  grid:block(3, 1, true, 8)
  grid:block(4, 2, true, 2)
  grid:set_edge(1, 1, 1, 0, false)
  grid:link(1, 1, 4, 3, { cost = 2, one_way = true })
  grid:unlink(grid:link(1, 1, 2, 2))
  while grid:revision() < 300 do -- a revision of two bytes
    grid:set(1, 1, "~")
    grid:set(1, 1, ".")
  end
  return grid
end

-- The layers on which a tile is blocked.
local function layers_of(grid, x, y)
  local layers = {}
  for layer = 1, 8 do
    if grid:is_blocked(x, y, layer) then table.insert(layers, layer) end
  end
  return layers
end

-- Strings of both versions of the format.
local function full_strings() return { full_grid():serialize(), version1.grids[2].bytes } end

describe("serialize", function()
  it("returns a string from which deserialize creates the same grid", function()
    local grid = full_grid()
    local copy = assert(astar.deserialize(grid:serialize()))
    assert.equal("string", type(grid:serialize()))
    assert.same({ 4, 3 }, { copy:size() })
    assert.same(grid:rows(), copy:rows())
    assert.equal(1.25, copy:penalty(2, 2))
    assert.is_true(copy:is_blocked(3, 1))
    assert.equal(grid:serialize(), copy:serialize())
  end)

  it("keeps the layers of obstacles", function()
    local copy = assert(astar.deserialize(full_grid():serialize()))
    assert.same({ 1, 8 }, layers_of(copy, 3, 1))
    assert.same({ 2 }, layers_of(copy, 4, 2))
    assert.same({}, layers_of(copy, 1, 1))
    copy:block(3, 1, false, 8)
    copy:block(3, 1, false)
    copy:block(4, 2, false, 2)
    local empty = astar.deserialize(copy:serialize())
    assert.same({}, layers_of(empty, 3, 1))
    assert.same({}, layers_of(empty, 4, 2))
  end)

  it("keeps each layer, and all layers at once", function()
    local grid = astar.grid(9, 1)
    for layer = 1, 8 do
      grid:block(layer, 1, true, layer)
      grid:block(9, 1, true, layer)
    end
    local copy = assert(astar.deserialize(grid:serialize()))
    for layer = 1, 8 do assert.same({ layer }, layers_of(copy, layer, 1)) end
    assert.same({ 1, 2, 3, 4, 5, 6, 7, 8 }, layers_of(copy, 9, 1))
  end)

  it("keeps the revision, which continues to grow", function()
    local grid = full_grid()
    local copy = assert(astar.deserialize(grid:serialize()))
    local revision = grid:revision()
    assert.is_true(revision >= 300)
    assert.equal(revision, copy:revision())
    copy:set(1, 1, "~")
    assert.equal(revision + 1, copy:revision())
    grid:set(1, 1, "~")
    assert.equal(grid:serialize(), copy:serialize())
    assert.equal(0, astar.deserialize(astar.grid(3, 3):serialize()):revision())
  end)

  it("keeps every revision up to 2^53", function()
    local bytes = full_grid():serialize()
    for _, revision in ipairs {
      0, 1, 127, 128, 129, 16383, 16384, 2 ^ 31 - 1, 2 ^ 31, 2 ^ 32 - 1, 2 ^ 32, 2 ^ 35, 2 ^ 53 - 1, 2 ^ 53,
    } do
      local other = archive.with_revision(bytes, archive.number(revision))
      local grid = assert(astar.deserialize(other))
      assert.equal(revision, grid:revision())
      assert.equal(other, grid:serialize())
      assert.equal(revision, archive.revision(other))
    end
    -- A revision that grows above 2^53 by edits is written as 2^53.
    local grid = assert(astar.deserialize(archive.with_revision(bytes, archive.number(2 ^ 53))))
    for i = 1, 3 do grid:block(1, 1, i % 2 == 1) end
    assert.equal(2 ^ 53, astar.deserialize(grid:serialize()):revision())
  end)

  it("gives a grid with a high revision that finds the same paths as a new grid", function()
    local rules = astar.rules { default = 1 }
    local fresh = astar.grid(20, 20)
    local grid = assert(astar.deserialize(archive.with_revision(fresh:serialize(), archive.number(2 ^ 53))))
    local field = assert(grid:distance_field({ { 20, 20 } }, rules))
    for y = 1, 19 do
      grid:block(10, y, true, y % 8 + 1)
      fresh:block(10, y, true, y % 8 + 1)
      local _, expected = fresh:find_path(1, 1, 20, 1, rules)
      assert.equal(expected, select(2, grid:find_path(1, 1, 20, 1, rules)))
      field:update()
      expect.near(select(2, fresh:find_path(1, 1, 20, 20, rules)), field:cost(1, 1))
    end
  end)

  it("keeps the ids of links, and never reuses an id", function()
    local rules = astar.rules { cost = { ["."] = 1, ["~"] = 1 } }
    local copy = assert(astar.deserialize(full_grid():serialize()))
    assert.equal(2, select(2, copy:find_path(1, 1, 4, 3, rules)))
    assert.equal(3, copy:link(2, 1, 2, 3))
    copy:unlink(1)
    assert.is_true(select(2, copy:find_path(1, 1, 4, 3, rules)) > 2)
  end)

  it("is a function of content and revision", function()
    local a, b = astar.grid { "....", "...." }, astar.grid { "....", "...." }
    a:set(1, 1, "#")
    a:set_penalty(2, 1, 3)
    a:block(3, 1)
    a:block(3, 1, true, 5)
    a:set_edge(1, 1, 0, 1, false)
    b:set_edge(1, 2, 0, -1, false)
    b:block(3, 1, true, 5)
    b:block(3, 1)
    b:block(4, 2, true, 8)
    b:block(4, 2, false, 8)
    b:set_penalty(2, 1, 8)
    b:set_penalty(2, 1, 3)
    b:set(1, 1, "#")
    b:find_path(1, 1, 4, 1, astar.rules { default = 1 })
    assert.equal(archive.content(a:serialize()), archive.content(b:serialize()))
    assert.equal(a:revision(), archive.revision(a:serialize()))
    assert.equal(b:revision(), archive.revision(b:serialize()))
    assert.is_true(b:revision() > a:revision())
    assert.not_equal(a:serialize(), b:serialize())
    for i = b:revision() - a:revision(), 1, -1 do a:set(2, 2, i == 1 and "." or i) end
    assert.equal(b:revision(), a:revision())
    assert.equal(a:serialize(), b:serialize())
  end)

  it("is compact", function()
    assert.is_true(#astar.grid(1000, 1000):serialize() < 100)
    assert.is_true(#astar.grid(30, 30, { fill = "." }):serialize() < 100)
  end)

end)

describe("deserialize", function()
  it("rejects strings that are not grids", function()
    for _, bytes in ipairs { "", "x", "astargrid", "\0", ("\0"):rep(100), ("\255"):rep(100), ("A"):rep(1000) } do
      refused(bytes)
    end
  end)

  it("rejects every truncation, and bytes after the end", function()
    for _, bytes in ipairs(full_strings()) do
      for length = 0, #bytes - 1 do refused(bytes:sub(1, length)) end
      for byte = 0, 255, 15 do refused(bytes .. string.char(byte)) end
      refused(bytes .. bytes)
    end
  end)

  it("rejects invalid versions", function()
    for _, bytes in ipairs(full_strings()) do
      for version = 0, 255 do
        local other = archive.seal(bytes:sub(11, -5), version)
        if version == 0 or version > 3 then
          expect.reason("not a serialized astar grid of this version", astar.deserialize(other))
        end
      end
      -- Its content is not valid in the other version.
      refused(archive.seal(bytes:sub(11, -5), 3 - bytes:byte(10)))
    end
  end)

  it("rejects every change of a single byte", function()
    for _, bytes in ipairs(full_strings()) do
      for at = 1, #bytes do
        for byte = 0, 255 do
          if byte ~= bytes:byte(at) then
            refused(bytes:sub(1, at - 1) .. string.char(byte) .. bytes:sub(at + 1))
          end
        end
      end
    end
  end)

  it("rejects removed bytes and inserted bytes", function()
    for _, bytes in ipairs(full_strings()) do
      for at = 1, #bytes do
        refused(bytes:sub(1, at - 1) .. bytes:sub(at + 1))
        refused(bytes:sub(1, at) .. "\0" .. bytes:sub(at + 1))
      end
    end
  end)

  it("raises an error for values that are not strings", function()
    expect.raises("astar.deserialize: the argument must be a string, got 12", astar.deserialize, 12)
  end)

  it("rejects a grid of more tiles than max_tiles", function()
    local bytes = astar.grid(5, 7):serialize()
    local function read(max_tiles) return astar.deserialize(bytes, { max_tiles = max_tiles }) end
    for _, max_tiles in ipairs { 1, 33, 34 } do
      expect.reason("the serialized grid has more tiles than max_tiles", read(max_tiles))
    end
    for _, max_tiles in ipairs { 35, 36, 134217728, 134217729, 1e10, 1e300 } do
      assert.same({ 5, 7 }, { assert(read(max_tiles)):size() })
    end
    assert.same({ 5, 7 }, { assert(astar.deserialize(bytes, {})):size() })
    assert.same({ 5, 7 }, { assert(astar.deserialize(bytes, nil)):size() })
  end)

  it("rejects damaged strings with the same message for any max_tiles", function()
    local bytes = astar.grid(5, 7):serialize()
    expect.reason("the serialized grid is damaged: its checksum is wrong",
      astar.deserialize(bytes:sub(1, -2), { max_tiles = 1 }))
    expect.reason("not a serialized astar grid of this version", astar.deserialize("", { max_tiles = 1 }))
  end)

  it("raises an error for invalid options", function()
    local bytes = astar.grid(5, 7):serialize()
    for _, case in ipairs {
      { "0", 0 }, { "-1", -1 }, { "1.5", 1.5 }, { "nan", 0 / 0 }, { "inf", math.huge }, { '"9"', "9" },
      { "true", true }, { "a table", {} },
    } do
      expect.raises('astar.deserialize: option "max_tiles" must be an integer >= 1, got ' .. case[1],
        function() local _ = astar.deserialize(bytes, { max_tiles = case[2] }) end)
    end
    expect.raises('astar.deserialize: unknown option "tiles"; valid options: max_tiles',
      function() local _ = astar.deserialize(bytes, { tiles = 9 }) end)
    expect.raises("astar.deserialize: options must be a table, got 9", astar.deserialize, bytes, 9)
    expect.raises("astar.deserialize: the argument must be a string, got nil", astar.deserialize, nil, 9)
  end)
end)

-- The checksum detects accidents, not malice. So these strings have a valid checksum.
local function hostile_strings(version)
  local number = archive.number
  local function sealed(body) return archive.seal(body, version) end

  -- Version 2 has in addition a revision, and one bit per layer for each obstacle.
  local REVISION = version > 1 and number(1000) or ""
  local LAYERS = version > 1 and "\129" or ""

  local ONE = "\0\0\0\0\0\0\240\63" -- 1.0
  local NAN = "\0\0\0\0\0\0\248\127"
  local INFINITE = "\0\0\0\0\0\0\240\127"
  local NEGATIVE = "\0\0\0\0\0\0\240\191"
  local ZERO = ("\0"):rep(8)
  local TINY = "\1" .. ("\0"):rep(7) -- 5e-324
  local NOTHING = "\0\0\0" .. "\1\0" -- no penalties, obstacles, edges; next id 1, no links

  -- A 3 x 2 grid of terrain 7, then what follows.
  local function small(rest) return sealed("\0\3\2" .. REVISION .. number(12) .. "\7" .. rest) end

  it("accepts the valid case", function()
    local grid = assert(astar.deserialize(small(NOTHING)))
    assert.same({ "\7\7\7", "\7\7\7" }, grid:rows())
    grid = assert(astar.deserialize(small("\1\4" .. ONE .. "\1\5" .. LAYERS .. "\1\0\2" .. "\2\1\1\0\5\0" .. ONE)))
    assert.equal(1, grid:penalty(2, 2))
    assert.same(version > 1 and { 1, 8 } or { 1 }, layers_of(grid, 3, 2))
    assert.equal(version > 1 and 1000 or 0, grid:revision())
    local rules = astar.rules { default = 1, ignore_blocked = true }
    assert.equal(1, select(2, grid:find_path(1, 1, 3, 2, rules))) -- over the link
    assert.is_true(select(2, grid:find_path(1, 1, 2, 1, rules)) > 1) -- around the edge
  end)

  it("rejects invalid and too large sizes before it allocates", function()
    for _, size in ipairs {
      { 0, 1 }, { 1, 0 }, { 0, 0 }, { 32769, 1 }, { 1, 32769 }, { 32768, 32768 }, { 16384, 8193 },
      { 2 ^ 31, 1 }, { 2 ^ 31, 2 }, { 2 ^ 32 - 1, 2 ^ 32 - 1 }, { 65536, 65536 }, { 2 ^ 34, 1 },
    } do
      local tiles = math.min(size[1] * size[2], 2 ^ 31 - 1)
      refused(sealed("\0" .. number(size[1]) .. number(size[2]) .. REVISION .. number(tiles * 2) .. "\7" .. NOTHING))
    end
  end)

  it("allocates no memory for a grid of more tiles than max_tiles", function()
    -- The largest grid, with a penalty: 30 bytes that would need 1.2 GB.
    local tiles = 134217728
    local large = sealed("\0" .. number(16384) .. number(8192) .. REVISION .. number(tiles * 2) .. "\7"
      .. "\1\0" .. ONE .. "\0\0\1\0")
    assert.is_true(#large < 50)
    expect.reason("the serialized grid has more tiles than max_tiles",
      astar.deserialize(large, { max_tiles = tiles - 1 }))
    -- A grid above the maximum is invalid, with and without a limit.
    local none = sealed("\0" .. number(32768) .. number(8192) .. REVISION .. number(tiles * 4) .. "\7" .. NOTHING)
    for _, options in ipairs { {}, { max_tiles = 9 }, { max_tiles = 1e9 } } do
      expect.reason("the serialized grid is damaged: its content is invalid", astar.deserialize(none, options))
    end
  end)

  it("rejects an unknown layout", function()
    for _, layout in ipairs { 5, 6, 127, 255 } do
      refused(sealed(string.char(layout) .. "\3\2" .. REVISION .. number(12) .. "\7" .. NOTHING))
    end
  end)

  it("rejects runs that do not fill the grid", function()
    local function terrain(runs) return sealed("\0\3\2" .. REVISION .. runs .. NOTHING) end
    assert.truthy(astar.deserialize(terrain(number(13) .. "abcdef")))
    assert.truthy(astar.deserialize(terrain(number(4) .. "a" .. number(9) .. "bcde")))
    refused(terrain(number(10) .. "a"))
    refused(terrain(number(14) .. "a"))
    refused(terrain(number(0) .. "a" .. number(12) .. "a"))
    refused(terrain(number(1) .. number(12) .. "a"))
    refused(terrain(number(4) .. "a" .. number(10) .. "a"))
    refused(terrain(number(2 ^ 32 - 1)))
    refused(terrain(number(2 ^ 32 - 2) .. "a"))
    refused(sealed("\0\3\2" .. REVISION .. number(13) .. "abc"))
  end)

  it("rejects numbers without an end", function()
    refused(sealed("\0" .. ("\255"):rep(20)))
    refused(sealed("\0\3\2" .. REVISION .. ("\128"):rep(50)))
    refused(sealed "\0\3\128")
  end)

  it("rejects penalties off the grid, twice, or out of range", function()
    refused(small("\1\6" .. ONE .. "\0\0\1\0"))
    refused(small("\2\4" .. ONE .. "\0" .. ONE .. "\0\0\1\0"))
    refused(small("\2\4" .. ONE .. "\2" .. ONE .. "\0\0\1\0"))
    refused(small(number(7) .. ("\1" .. ONE):rep(7) .. "\0\0\1\0"))
    refused(small(number(2 ^ 32 - 1) .. "\0\0\1\0"))
    for _, cost in ipairs { NAN, INFINITE, NEGATIVE, ZERO, TINY } do
      refused(small("\1\4" .. cost .. "\0\0\1\0"))
    end
  end)

  it("rejects obstacles off the grid, or twice", function()
    assert.truthy(astar.deserialize(small("\0\1\5" .. LAYERS .. "\0\1\0")))
    assert.truthy(astar.deserialize(small("\0\2\1" .. LAYERS .. "\1" .. LAYERS .. "\0\1\0")))
    refused(small("\0\1\6" .. LAYERS .. "\0\1\0"))
    refused(small("\0\2\1" .. LAYERS .. "\0" .. LAYERS .. "\0\1\0"))
    refused(small(("\0%s\0%s\0\1\0"):format(number(2 ^ 31), LAYERS)))
  end)

  it("rejects edges that lead to no neighbor", function()
    refused(small "\0\0\1\6\1\1\0")
    refused(small "\0\0\1\0\0\1\0") -- no direction
    for cell = 0, 5 do refused(small("\0\0\1" .. string.char(cell) .. "\255\1\0")) end
    refused(small "\0\0\2\1\1\0\1\1\0")
  end)

  it("rejects links with an end off the grid, or with ids of other links", function()
    local function links(next_id, ...) return small("\0\0\0" .. number(next_id) .. table.concat { ... }) end
    assert.truthy(astar.deserialize(links(3, "\2", "\1\0\5\0", ONE, "\1\1\1\1", ONE)))
    refused(links(0, "\0"))
    refused(links(2, "\1", "\0\0\5\0", ONE)) -- id 0
    refused(links(2, "\1", "\2\0\5\0", ONE)) -- an id that is not used yet
    refused(links(3, "\2", "\1\0\5\0", ONE, "\2\1\1\1", ONE)) -- after a valid link
    refused(links(3, "\2", "\1\0\5\0", ONE, "\0\1\1\1", ONE)) -- the same id twice
    refused(links(2, "\1", "\1\6\5\0", ONE))
    refused(links(2, "\1", "\1\0\6\0", ONE))
    refused(links(2, "\1", "\1\0\5\2", ONE)) -- neither one-way nor both ways
    refused(links(2, number(2 ^ 32 - 1), "\1\0\5\0", ONE))
    for _, cost in ipairs { NAN, INFINITE, NEGATIVE, TINY } do refused(links(2, "\1", "\1\0\5\0", cost)) end
  end)

  it("rejects bytes after the grid", function()
    refused(small(NOTHING .. "\0"))
    refused(small(NOTHING .. NOTHING))
  end)

  it("rejects random bytes with a valid checksum, or returns a grid", function()
    local random = random_map.new(7)
    for _ = 1, 3000 do
      local bytes = {}
      for i = 1, random:int(0, 40) do
        bytes[i] = string.char(random:chance(0.6) and random:int(0, 12) or random:int(0, 255))
      end
      local grid, message = astar.deserialize(sealed(table.concat(bytes)))
      if grid then
        local width, height = grid:size()
        assert(#grid:rows() == height and #grid:rows()[1] == width)
      else
        assert(type(message) == "string")
      end
    end
  end)
end

describe("deserialize of a hostile string of version 1", function() hostile_strings(1) end)
describe("deserialize of a hostile string of version 2", function() hostile_strings(2) end)

describe("deserialize of a hostile string", function()
  local sealed, number = archive.seal, archive.number

  it("rejects obstacles on no layer, and accepts every other set of layers", function()
    local function blocked(layers)
      return sealed("\0\3\2\0" .. number(12) .. "\7\0\1\5" .. string.char(layers) .. "\0\1\0")
    end
    expect.reason("the serialized grid is damaged: its content is invalid", astar.deserialize(blocked(0)))
    for layers = 1, 255 do
      local grid, left = assert(astar.deserialize(blocked(layers))), layers
      for layer = 1, 8 do
        assert.equal(left % 2 == 1, grid:is_blocked(3, 2, layer))
        left = math.floor(left / 2)
      end
      assert.equal(blocked(layers), grid:serialize())
    end
  end)

  it("rejects obstacles without their layers", function()
    refused(sealed("\0\3\2\0" .. number(12) .. "\7\0\1\5"))
    refused(sealed("\0\3\2\0" .. number(12) .. "\7\0\1\5\0\1\0"))
  end)

  it("rejects revisions above 2^53, and revisions without an end", function()
    local function at(revision) return sealed("\0\3\2" .. revision .. number(12) .. "\7\0\0\0\1\0") end
    assert.equal(2 ^ 53, assert(astar.deserialize(at(number(2 ^ 53)))):revision())
    for _, revision in ipairs {
      "\129" .. ("\128"):rep(6) .. "\16", -- 2^53 + 1
      ("\255"):rep(7) .. "\16", ("\128"):rep(7) .. "\17", ("\128"):rep(7) .. "\32", ("\128"):rep(8) .. "\1",
      ("\255"):rep(8) .. "\127", ("\255"):rep(9) .. "\1", ("\128"):rep(9) .. "\0", ("\128"):rep(30),
      ("\255"):rep(30),
    } do
      expect.reason("the serialized grid is damaged: its content is invalid", astar.deserialize(at(revision)))
    end
    refused(sealed("\0\3\2"))
  end)

  it("rejects changes of a valid grid with a valid checksum, or returns a grid", function()
    local random = random_map.new(8)
    local whole = full_grid():serialize()
    local body = whole:sub(#"astargrid\2" + 1, -5)
    assert.equal(whole, sealed(body))
    local rules = astar.rules { default = 1 }
    for _ = 1, 3000 do
      local changed = body
      for _ = 1, random:int(1, 3) do
        local at = random:int(1, #changed)
        changed = changed:sub(1, at - 1) .. string.char(random:int(0, 255)) .. changed:sub(at + 1)
      end
      local grid = astar.deserialize(sealed(changed))
      if grid then
        local width, height = grid:size()
        grid:find_path(1, 1, width, height, rules)
        grid:is_reachable(width, height, 1, 1, rules)
        assert(astar.deserialize(grid:serialize()))
      end
    end
  end)
end)

describe("a string of version 1", function()
  for _, case in ipairs(version1.grids) do
    describe("with " .. case[1], function()
      local grid

      before_each(function() grid = assert(astar.deserialize(case.bytes)) end)

      it("has the content of the grid that it was written from", function()
        local built = case.build(astar)
        assert.equal(archive.content(built:serialize()), archive.content(grid:serialize()))
        assert.same(built:rows(), grid:rows())
      end)

      it("has revision 0", function()
        assert.equal(0, grid:revision())
        grid:set(1, 1, 200)
        assert.equal(1, grid:revision())
      end)

      it("has its obstacles on layer 1", function()
        local built = case.build(astar)
        local width, height = grid:size()
        for y = 1, height do
          for x = 1, width do
            assert.same(built:is_blocked(x, y) and { 1 } or {}, layers_of(grid, x, y))
          end
        end
      end)

      it("is written as a string of version 2", function()
        local bytes = grid:serialize()
        assert.equal(2, bytes:byte(10))
        assert.equal(bytes, assert(astar.deserialize(bytes)):serialize())
      end)

      it("gives paths", function()
        local built, rules = case.build(astar), astar.rules { default = 1 }
        local width, height = grid:size()
        for _, ignored in ipairs { false, true } do
          local options = { ignore_blocked = ignored, partial = true }
          local _, expected = built:find_path(1, height, width, 1, rules, options)
          assert.equal(expected, select(2, grid:find_path(1, height, width, 1, rules, options)))
        end
      end)
    end)
  end

  it("has the described content on every layout", function()
    for _, case in ipairs(version1.grids) do
      if case[1]:find "everything" then
        local grid = assert(astar.deserialize(case.bytes))
        assert.same({ "..~~##", "......", "abcdef", "~~~~~~", "......" }, grid:rows())
        assert.same({ 0.1, 1e-100, 1e100, 0 },
          { grid:penalty(1, 2), grid:penalty(3, 3), grid:penalty(6, 5), grid:penalty(2, 5) })
        local blocked = {}
        for y = 1, 5 do
          for x = 1, 6 do
            if grid:is_blocked(x, y, 1) then table.insert(blocked, { x, y }) end
          end
        end
        assert.same(version1.blocked, blocked)
        local free = astar.rules { default = 1, ignore_blocked = true, penalty_scale = 0 }
        assert.equal(0, select(2, grid:find_path(5, 5, 1, 5, free))) -- over the second link
        assert.equal(2.5, select(2, grid:find_path(6, 4, 1, 2, free))) -- back over the first link
        for _, edge in ipairs(version1.closed) do -- around a closed edge
          local x, y = edge[1], edge[2]
          assert.is_true(select(2, grid:find_path(x, y, x + edge[3], y + edge[4], free)) > 1)
        end
        assert.equal(1, select(2, grid:find_path(4, 5, 4, 4, free))) -- closed in the other direction
        assert.equal(4, grid:link(1, 1, 1, 1))
      end
    end
  end)
end)
