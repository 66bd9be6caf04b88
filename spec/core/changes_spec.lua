-- Replicas by deltas: grid:changes and grid:apply.

local astar = require "astar"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"

local raises = expect.raises

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }

-- A grid that records its edits, and a replica of it.
local function pair(width, height)
  local grid = astar.grid(width, height, { fill = "." })
  assert(grid:changes(grid:revision()))
  return grid, astar.deserialize(grid:serialize())
end

-- The replica must refuse these bytes for this reason (nil: damaged, or too many tiles), and stay as it is.
local function refused(reason, replica, bytes, options)
  local before = replica:serialize()
  local ok, message, why, more = replica:apply(bytes, options)
  assert(ok == nil, "wrong changes were applied")
  assert(type(message) == "string" and message ~= "" and more == nil)
  assert.equal(reason, why)
  assert(replica:serialize() == before, "the replica was changed")
end

-- One edit of each kind.
local function edit_all(grid)
  grid:set(2, 2, "#")
  grid:fill("~", 3, 3, 4, 5)
  grid:set_penalty(1, 4, 2.5)
  grid:set_penalty(2, 4, 1 / 3)
  grid:block(5, 1)
  grid:block(5, 1, true, 8)
  grid:block(5, 1, false)
  grid:set_edge(1, 1, 1, 0, false)
  grid:set_edge(2, 3, 0, 1, false, true)
  grid:set_edge(2, 3, 0, 1, true, true)
  local id = grid:link(1, 1, 8, 8, { cost = 0.5, one_way = true })
  grid:link(2, 1, 7, 8)
  grid:unlink(id)
end

describe("grid:changes", function()
  it("carries every kind of edit to a replica", function()
    local grid, replica = pair(10, 10)
    local revision = grid:revision()
    edit_all(grid)
    local changes = grid:changes(revision)
    assert.equal("string", type(changes))
    assert.is_true(replica:apply(changes))
    assert.equal(grid:revision(), replica:revision())
    assert.equal(grid:serialize(), replica:serialize())
    assert.equal(8, (assert(grid:find_path(1, 1, 8, 8, rules)):get(#grid:find_path(1, 1, 8, 8, rules))))
    assert.same(grid:find_path(1, 1, 8, 8, rules):flat(), replica:find_path(1, 1, 8, 8, rules):flat())
    assert.equal(3, replica:link(1, 1, 2, 2)) -- ids of links go on, too
  end)

  it("is empty when nothing has changed", function()
    local grid, replica = pair(4, 4)
    local empty = grid:changes(grid:revision())
    assert.is_true(replica:apply(empty))
    assert.is_true(replica:apply(empty))
    assert.is_true(#empty < 40)
  end)

  it("records from the first call on", function()
    local grid = astar.grid(4, 4)
    grid:set(1, 1, 7)
    local revision = grid:revision()
    assert.same({ nil, "too_old" }, { grid:changes(revision - 1) })
    assert.is_truthy(grid:changes(revision))
    grid:set(1, 1, 8)
    assert.is_truthy(grid:changes(revision))
    assert.same({ nil, "too_old" }, { grid:changes(revision - 1) })
  end)

  it("is the same string for the same edits, and starts at any revision", function()
    local grid, replica = pair(6, 6)
    local other = grid:clone()
    assert(other:changes(other:revision()))
    local revisions = {}
    for i = 1, 20 do
      revisions[i] = grid:revision()
      grid:set(i % 6 + 1, i % 5 + 1, i)
      other:set(i % 6 + 1, i % 5 + 1, i)
    end
    for i = 1, 20 do
      assert.equal(grid:changes(revisions[i]), other:changes(revisions[i]))
      if i % 4 == 1 then assert.is_true(replica:apply(grid:changes(replica:revision()))) end
    end
    assert.equal(grid:serialize(), replica:serialize())
  end)

  it("lets replicas give deltas to replicas", function()
    local grid, first = pair(8, 8)
    assert(first:changes(first:revision()))
    local second = first:clone()
    local revision = grid:revision()
    for _ = 1, 5 do
      edit_all(grid)
      grid:fill(".")
      assert.is_true(first:apply(grid:changes(first:revision())))
      assert.is_true(second:apply(first:changes(second:revision())))
      assert.equal(grid:serialize(), second:serialize())
    end
    assert.is_true(pair(8, 8):apply(first:changes(revision)))
  end)

  -- How many edits a grid keeps at least: 65,536, or 64 with `make torture`.
  local function count_kept_edits()
    local grid = pair(2, 2)
    local revision = grid:revision()
    for i = 1, 200 do grid:block(1, 1, i % 2 == 1) end
    return grid:changes(revision) and 65536 or 64
  end

  it("keeps at least 65,536 edits, and says when they are too old", function()
    local grid, replica = pair(300, 300)
    local revision, kept = grid:revision(), count_kept_edits()
    for i = 0, kept - 1 do grid:set(i % 300 + 1, math.floor(i / 300) + 1, "~") end
    assert.equal(revision + kept, grid:revision())
    local changes = assert(grid:changes(revision))
    assert.is_true(#changes <= 8 * kept)
    assert.is_true(replica:apply(changes))
    assert.equal(grid:serialize(), replica:serialize())
    for i = 0, 3 * kept do grid:block(i % 300 + 1, 1, i % 600 < 300) end
    assert.same({ nil, "too_old" }, { grid:changes(revision) })
  end)

  it("takes few bytes for fills and for mixed edits", function()
    local grid = pair(1000, 1000)
    local revision = grid:revision()
    grid:fill("#", 100, 100, 800, 800)
    assert.is_true(#grid:changes(revision) < 60)
    revision = grid:revision()
    local random = random_map.new(3)
    for _ = 1, math.min(5000, count_kept_edits()) do
      local x, y = random:int(1, 999), random:int(1, 999)
      local kind = random:int(1, 5)
      if kind == 1 then grid:set(x, y, random:int(0, 255))
      elseif kind == 2 then grid:block(x, y, random:chance(0.7), random:int(1, 8))
      elseif kind == 3 then grid:set_penalty(x, y, random:int(0, 20) / 4)
      elseif kind == 4 then grid:set_edge(x, y, 1, 0, random:chance(0.5))
      else grid:fill(random:int(0, 255), x, y, random:int(1, 5), random:int(1, 5)) end
    end
    assert.is_true(#grid:changes(revision) <= 8 * (grid:revision() - revision))
  end)

  it("raises for a revision that the grid never had", function()
    local grid = pair(3, 3)
    local high = grid:revision() + 1
    raises(("grid:changes: revision must be a revision that this grid had, got %d"):format(high),
      grid.changes, grid, high)
    raises("grid:changes: revision must be a revision that this grid had, got 1e+300", grid.changes, grid, 1e300)
    raises("grid:changes: revision must be an integer >= 0, got -1", grid.changes, grid, -1)
    raises("grid:changes: revision must be an integer >= 0, got 0.5", grid.changes, grid, 0.5)
    raises("grid:changes: revision must be an integer >= 0, got inf", grid.changes, grid, math.huge)
    raises("grid:changes: revision must be an integer >= 0, got nil", grid.changes, grid)
    raises("grid:changes: must be called on an astar grid (use a colon), got 0", grid.changes, 0)
  end)
end)

describe("grid:apply", function()
  it("refuses changes that do not follow its revision, its content or its shape", function()
    local grid, replica = pair(5, 5)
    local revision = grid:revision()
    grid:set(1, 1, "#")
    local changes = grid:changes(revision)
    refused("applied", grid, changes) -- it has them already
    local edited = replica:clone()
    edited:set(2, 2, "#")
    refused("applied", edited, changes)
    local undone = replica:clone()
    undone:set(2, 2, "#")
    undone:set(2, 2, ".")
    refused("applied", undone, changes)
    refused("other", astar.grid(5, 6, { fill = "." }), changes)
    refused("other", astar.grid(6, 5, { fill = "." }), changes)
    refused("other", astar.grid(5, 5, { fill = ".", layout = "odd_r" }), changes)
    refused("other", astar.grid(5, 5, { fill = "," }), changes) -- the right revision of another map
    assert.is_true(replica:apply(changes))
    assert.equal(grid:serialize(), replica:serialize())
  end)

  it("gives a reason: the delta came twice, one was lost, or the content differs", function()
    local grid, replica = pair(5, 5)
    local deltas = {}
    for i = 1, 3 do
      grid:set(i, 1, "#")
      deltas[i] = grid:changes(grid:revision() - 1)
    end
    local both = grid:changes(grid:revision() - 2)
    refused("gap", replica, deltas[2])
    refused("gap", replica, deltas[3])
    assert.is_true(replica:apply(deltas[1]))
    refused("applied", replica, deltas[1])
    assert.is_true(replica:apply(deltas[2]))
    refused("applied", replica, both) -- one of its edits is new
    local from, to = astar.delta_revisions(both)
    assert.is_true(from < replica:revision() and to > replica:revision())
    local edited = grid:clone()
    edited:set(5, 5, "#")
    grid:set(1, 5, "#")
    assert.equal(grid:revision(), edited:revision())
    refused("other", edited, grid:changes(grid:revision()))
    grid:set(2, 5, "#")
    refused("gap", replica, grid:changes(grid:revision() - 1))
    refused("other", astar.grid(5, 6, { fill = "." }), deltas[3]) -- the size comes first
    refused(nil, replica, deltas[3]:sub(1, -2))
    assert.is_true(replica:apply(deltas[3]))
  end)

  it("refuses what is damaged at any byte, cut, or something else", function()
    local grid, replica = pair(10, 10)
    local revision = grid:revision()
    edit_all(grid)
    local changes = grid:changes(revision)
    for i = 1, #changes do
      for _, byte in ipairs { 0, 255, (changes:byte(i) + 1) % 256, (changes:byte(i) + 128) % 256 } do
        if byte ~= changes:byte(i) then
          refused(nil, replica, changes:sub(1, i - 1) .. string.char(byte) .. changes:sub(i + 1))
        end
      end
      refused(nil, replica, changes:sub(1, i - 1))
      refused(nil, replica, changes:sub(i + 1))
    end
    refused(nil, replica, changes .. "\0")
    refused(nil, replica, "")
    refused(nil, replica, grid:serialize())
    assert.is_true(replica:apply(changes))
  end)

  it("limits the tiles that strings from strangers set", function()
    local grid, replica = pair(100, 100)
    local revision = grid:revision()
    for i = 1, 20 do grid:fill(i) end
    local changes = grid:changes(revision)
    assert.is_true(#changes < 300)
    refused(nil, replica, changes, { max_tiles = 199999 })
    assert.is_true(replica:apply(changes, { max_tiles = 200000 }))
    assert.equal(grid:serialize(), replica:serialize())
    replica = select(2, pair(100, 100))
    assert.is_true(replica:apply(changes, { max_tiles = 1e300 }))
  end)

  it("repairs what was derived: fields, paths, searches", function()
    local grid, replica = pair(20, 20)
    local field = replica:distance_field({ { 20, 20 } }, rules)
    local path = replica:find_path(1, 10, 20, 10, rules)
    assert.is_true(path:is_valid())
    local search = replica:search(1, 10, 20, 10, rules, { algorithm = "astar" })
    search:step(3)
    grid:fill("#", 10, 1, 1, 19)
    assert.is_true(replica:apply(grid:changes(replica:revision())))
    field:update()
    assert.equal(grid:distance_field({ { 20, 20 } }, rules):cost(1, 1), field:cost(1, 1))
    assert.is_false(path:is_valid())
    assert.equal("stale", search:step(10))
  end)

  it("raises for other types, and while the grid is searched", function()
    local grid, replica = pair(3, 3)
    raises("grid:apply: changes must be a string, got nil", grid.apply, grid)
    raises("grid:apply: changes must be a string, got 5", grid.apply, grid, 5)
    raises('grid:apply: unknown option "max"; valid options: max_tiles', grid.apply, grid, "", { max = 1 })
    raises('grid:apply: option "max_tiles" must be an integer >= 1, got 0', grid.apply, grid, "", { max_tiles = 0 })
    raises('grid:apply: option "max_tiles" must be an integer >= 1, got inf', grid.apply, grid, "",
      { max_tiles = math.huge })
    raises("grid:apply: must be called on an astar grid (use a colon), got nil", grid.apply)
    local revision = grid:revision()
    grid:set(1, 1, "~")
    local changes = grid:changes(revision)
    replica:find_path(1, 1, 3, 3, rules, { heuristic = function()
      raises("grid:apply: the grid is being searched", replica.apply, replica, changes)
      return 0
    end })
    assert.is_true(replica:apply(changes))
  end)
end)

describe("astar.delta_revisions", function()
  it("returns the revisions of a delta", function()
    local grid = pair(10, 10)
    local revision = grid:revision()
    assert.same({ revision, revision }, { astar.delta_revisions(grid:changes(revision)) })
    edit_all(grid)
    assert.same({ revision, grid:revision() }, { astar.delta_revisions(grid:changes(revision)) })
    grid:fill(".")
    assert.same({ grid:revision() - 1, grid:revision() },
      { astar.delta_revisions(grid:changes(grid:revision() - 1)) })
  end)

  it("refuses damaged strings", function()
    local grid = pair(10, 10)
    edit_all(grid)
    local changes = grid:changes(0)
    local strings = { "", "astardelta", grid:serialize(), changes .. "\0" }
    for i = 1, #changes do
      strings[#strings + 1] = changes:sub(1, i - 1)
      strings[#strings + 1] = changes:sub(1, i - 1) .. string.char(255 - changes:byte(i)) .. changes:sub(i + 1)
    end
    for _, bytes in ipairs(strings) do
      local from, message, more = astar.delta_revisions(bytes)
      assert(from == nil and type(message) == "string" and more == nil)
    end
    raises("astar.delta_revisions: the argument must be a string, got nil", astar.delta_revisions)
    raises("astar.delta_revisions: the argument must be a string, got 5", astar.delta_revisions, 5)
  end)
end)

-- What docs/replicas.md says.
describe("the bytes of an edit", function()
  -- Makes an edit. Returns its bytes; nil when it changed nothing.
  local function bytes(grid, edit, ...)
    local revision = grid:revision()
    local empty = #grid:changes(revision)
    edit(grid, ...)
    return grid:revision() > revision and #grid:changes(revision) - empty or nil
  end

  it("are at most those of the manual", function()
    local grid = pair(2048, 1025) -- the number of a tile takes 4 bytes from 2^21 on, up to the largest map
    assert.equal(6, bytes(grid, grid.set, 9, 1025, "#"))
    assert.equal(5, bytes(grid, grid.block, 9, 1025))
    assert.equal(13, bytes(grid, grid.set_penalty, 9, 1025, 1 / 3))
    assert.equal(5, bytes(grid, grid.set_edge, 9, 1025, 1, 0, false, true))
    assert.equal(6, bytes(grid, grid.set_edge, 19, 1025, 1, 0, false))
    assert.equal(18, bytes(grid, grid.link, 9, 1025, 2048, 1025, { cost = 1 / 3 }))
    grid = pair(32768, 192)
    assert.equal(11, bytes(grid, grid.fill, "#", 9, 65, 20000, 128))
  end)

  it("are on average those of the manual", function()
    local random = random_map.new(12)
    local function expect_bytes(mean, most, edit)
      local grid, sum, count, max = pair(1000, 1000), 0, 0, 0
      for _ = 1, 300 do
        local size = bytes(grid, edit, random:int(1, 999), random:int(1, 999))
        if size then sum, count, max = sum + size, count + 1, math.max(max, size) end
      end
      assert.equal(mean, math.floor(10 * sum / count + 0.5) / 10)
      assert.equal(most, max)
    end
    local function side() return random:int(1, 1000) end
    expect_bytes(5, 5, function(grid, x, y) grid:set(x, y, random:int(0, 255)) end)
    expect_bytes(4, 4, function(grid, x, y) grid:block(x, y, true, random:int(1, 8)) end)
    expect_bytes(4, 4, function(grid, x, y) grid:set_edge(x, y, 1, 0, false, true) end)
    expect_bytes(5, 5, function(grid, x, y) grid:set_edge(x, y, 1, 0, false) end)
    expect_bytes(5.9, 6, function(grid, x, y) grid:set_penalty(x, y, random:int(0, 20) / 4) end)
    expect_bytes(12, 12, function(grid, x, y) grid:set_penalty(x, y, random:real()) end)
    expect_bytes(10, 10, function(grid, x, y) grid:link(x, y, side(), side(), { cost = 1 }) end)
    expect_bytes(16, 16, function(grid, x, y) grid:link(x, y, side(), side(), { cost = random:real() }) end)
    expect_bytes(7, 7, function(grid, x, y) grid:fill(random:int(0, 255), x, y, random:int(1, 5), random:int(1, 5)) end)
    expect_bytes(8.5, 9, function(grid, x, y) grid:fill(random:int(0, 255), x, y, side(), side()) end)
  end)
end)
