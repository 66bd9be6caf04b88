-- Walkers: directed tests, then random orders and edits on random maps.
--
-- ASTAR_CASES and ASTAR_SEED: see spec/support/seeds.lua.

local astar = require "astar"
local scheduler = { new = function(grid) return astar.pool(grid, { threads = 0 }) end }
local walker = require "astar.walker"
local layout = require "astar.layout"
local expect = require "spec.support.expect"
local need = require "spec.support.need"
local oracle = require "spec.support.oracle"
local path_sources = require "spec.support.path_sources"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local raises = expect.raises

local cost = { ["."] = 1, ["~"] = 4 }
local rules = astar.rules { cost = cost }

--- A walker that records its callbacks.
local function new_walker(grid, options, its_rules)
  local log = {}
  options.speed = options.speed or 1
  options.on_step = function(_, x, y) log[#log + 1] = ("%d,%d"):format(x, y) end
  options.on_arrive = function(_, x, y) log[#log + 1] = ("at %d,%d"):format(x, y) end
  options.on_blocked = function(_, reason) log[#log + 1] = reason end
  return walker.new(grid, its_rules or rules, options), log
end

local function take(log)
  local text = table.concat(log, " ")
  for i = #log, 1, -1 do log[i] = nil end
  return text
end

local function is_at(npc, x, y)
  assert.is_true(math.abs(npc.x - x) < 1e-9 and math.abs(npc.y - y) < 1e-9,
    ("it is at (%.17g, %.17g), not at (%s, %s)"):format(npc.x, npc.y, x, y))
end

local function remaining(npc)
  local tiles = {}
  for i, x, y in npc:remaining() do tiles[i] = x .. "," .. y end
  return table.concat(tiles, " ")
end

describe("astar.walker", function()
  describe("walking", function()
    it("moves smoothly, at its speed, and stops at the goal", function()
      local grid = astar.grid { "....", "####" }
      local npc, log = new_walker(grid, { x = 1, y = 1, speed = 2 })
      assert.are.equal("idle", npc.state)
      assert.are.equal(4, #npc:go_to(4, 1))
      assert.are.equal("moving", npc.state)
      is_at(npc, 1, 1)
      npc:update(0.25)
      is_at(npc, 1.5, 1)
      assert.are.same({ 1, 1 }, { npc.tile_x, npc.tile_y })
      npc:update(0.5)
      is_at(npc, 2.5, 1)
      assert.are.same({ 2, 1 }, { npc.tile_x, npc.tile_y })
      assert.are.equal("2,1", take(log))
      assert.are.equal("3,1 4,1", remaining(npc))
      npc:update(0.75)
      is_at(npc, 4, 1)
      assert.are.equal("3,1 4,1 at 4,1", take(log))
      assert.are.equal("idle", npc.state)
      npc:update(1)
      is_at(npc, 4, 1)
      assert.are.equal("", take(log))
      assert.are.equal("", remaining(npc))
    end)

    it("follows the path around corners, for any dt", function()
      local grid = astar.grid { "...", "##.", "..." }
      local four = astar.rules { cost = cost, neighbors = 4 }
      for _, dt in ipairs { 0.125, 0.5, 1.5, 5.5, 6, 1e9, math.huge } do
        local npc, log = new_walker(grid, { x = 1, y = 1 }, four)
        npc:go_to(1, 3)
        local time = 0
        while npc.state == "moving" do
          npc:update(dt)
          time = math.min(time + dt, 6)
          local along, down, back = math.min(time, 2), math.max(0, math.min(time - 2, 2)), math.max(0, time - 4)
          is_at(npc, 1 + along - back, 1 + down)
        end
        assert.are.equal("2,1 3,1 3,2 3,3 2,3 1,3 at 1,3", take(log))
      end
    end)

    it("does not move when dt is 0, but turns", function()
      local grid = astar.grid { ".", "." }
      local npc = new_walker(grid, { x = 1, y = 2 })
      npc:go_to(1, 1)
      assert.are.equal("down", npc.facing)
      npc:update(0)
      is_at(npc, 1, 2)
      assert.are.equal("up", npc.facing)
    end)

    it("arrives at the next update when it stands at the goal", function()
      local npc, log = new_walker(astar.grid { ".." }, { x = 1, y = 1 })
      assert.are.equal(1, #npc:go_to(1, 1))
      assert.are.equal("", take(log))
      npc:update(0)
      assert.are.equal("at 1,1", take(log))
    end)

    it("takes longer for a diagonal step", function()
      local npc = new_walker(astar.grid { "..", ".." }, { x = 1, y = 1 })
      npc:go_to(2, 2)
      npc:update(1)
      is_at(npc, 1 + math.sqrt(0.5), 1 + math.sqrt(0.5))
    end)

    it("stands still at speed 0, and continues at another speed", function()
      local npc = new_walker(astar.grid { "..." }, { x = 1, y = 1 })
      npc:go_to(3, 1)
      npc:update(0.5)
      npc.speed = 0
      npc:update(10)
      npc:update(math.huge)
      is_at(npc, 1.5, 1)
      npc.speed = 4
      npc:update(0.125)
      is_at(npc, 2, 1)
    end)

    it("uses the time that is left at its goal for the next order, once", function()
      local npc
      npc = walker.new(astar.grid { "....." }, rules, {
        x = 1, y = 1, speed = 1,
        on_arrive = function(_, x) npc:go_to(x == 5 and 1 or 5, 1) end,
      })
      npc:go_to(5, 1)
      npc:update(5.5)
      is_at(npc, 3.5, 1)
      npc:update(math.huge)
      is_at(npc, 5, 1)
      assert.are.equal("moving", npc.state)
      npc.on_arrive = function() npc:go_to(npc.tile_x, 1) end -- changes the goal at each arrival
      npc:update(1)
    end)

    it("walks in the units of a layout", function()
      local grid = astar.grid { "...", "..." }
      local view = layout.orthogonal { width = 32, height = 16, origin_x = 100, origin_y = 10 }
      local npc = new_walker(grid, { x = 1, y = 1, speed = 32, layout = view })
      is_at(npc, 116, 18)
      npc:go_to(3, 1)
      npc:update(0.5)
      is_at(npc, 132, 18)
      npc:update(10)
      is_at(npc, 180, 18)
      npc:go_to(3, 2)
      npc:update(0.25)
      is_at(npc, 180, 26)
    end)
  end)

  describe("facing", function()
    local function faces(directions, x, y, facing)
      local npc = walker.new(astar.grid(3, 3, { fill = "." }), rules,
        { x = 2, y = 2, speed = 1, directions = directions, facing = facing })
      npc:go_to(x, y)
      npc:update(0)
      return npc.facing
    end

    it("has eight directions", function()
      local expected = { "up_left", "up", "up_right", "left", "down", "right", "down_left", "down", "down_right" }
      for i, name in ipairs(expected) do
        assert.are.equal(name, faces(8, (i - 1) % 3 + 1, math.floor((i - 1) / 3) + 1))
      end
    end)

    it("has four directions on request: a diagonal step keeps one of its two, or faces left or right", function()
      assert.are.equal("up", faces(4, 2, 1))
      assert.are.equal("left", faces(4, 1, 2))
      assert.are.equal("right", faces(4, 3, 3, "up"))
      assert.are.equal("down", faces(4, 3, 3, "down"))
      assert.are.equal("left", faces(4, 1, 1))
      assert.are.equal("up", faces(4, 1, 1, "up"))
    end)

    it("follows the direction in the world", function()
      local npc = walker.new(astar.grid(3, 3, { fill = "." }), rules, {
        x = 2, y = 2, speed = 1, layout = layout.isometric { width = 64, height = 32 },
      })
      for _, step in ipairs { { 3, 2, "down_right" }, { 3, 3, "down_left" }, { 2, 2, "up" } } do
        npc:go_to(step[1], step[2])
        npc:update(math.huge)
        assert.are.equal(step[3], npc.facing)
      end
    end)
  end)

  describe("the option slow", function()
    it("can be the table of costs: the time of a path is its cost", function()
      local grid = astar.grid { "..~~..", ".#~#..", "..~..." }
      local npc = walker.new(grid, rules, { x = 1, y = 3, speed = 2, slow = cost })
      local path = npc:go_to(6, 1)
      npc:update(path:cost() / 2 - 1e-6)
      assert.are.equal("moving", npc.state)
      npc:update(2e-6)
      assert.are.equal("idle", npc.state)
    end)

    it("can be a table by terrain numbers, or a function of the entered tile", function()
      local grid = astar.grid { ".~~" }
      local seen = {}
      local function of_tile(terrain, x, y)
        seen[#seen + 1] = ("%d %d,%d"):format(terrain, x, y)
        return 2
      end
      for _, slow in ipairs { { [("~"):byte()] = 2 }, of_tile } do
        local npc = walker.new(grid, rules, { x = 1, y = 1, speed = 1, slow = slow })
        npc:go_to(3, 1)
        npc:update(3)
        is_at(npc, 2.5, 1)
      end
      assert.are.equal("126 2,1 126 3,1", table.concat(seen, " "))
    end)

    it("slows a step that is walked back, too", function()
      local npc = walker.new(astar.grid { ".~" }, rules, { x = 1, y = 1, speed = 1, slow = cost })
      npc:go_to(2, 1)
      npc:update(2)
      is_at(npc, 1.5, 1)
      npc:go_to(1, 1)
      npc:update(0.25)
      is_at(npc, 1.25, 1)
    end)

    it("raises an error when the function returns no number", function()
      local npc = walker.new(astar.grid { ".." }, rules, {
        x = 1, y = 1, speed = 1, slow = function() return -1 end,
      })
      npc:go_to(2, 1)
      assert.has_error(function() npc:update(1) end, "walker: what slow returns must be a number > 0, got -1")
    end)
  end)

  describe("orders", function()
    it("without a path give the reason and change nothing", function()
      local grid = astar.grid { "..#.", "...#" }
      local npc = new_walker(grid, { x = 1, y = 1 })
      npc:go_to(3, 2)
      npc:update(0.5)
      local before = remaining(npc)
      for reason, goal in pairs { unreachable = { 4, 1 }, goal_blocked = { 3, 1 }, out_of_bounds = { 9, 9 } } do
        assert.are.same({ nil, reason }, { npc:go_to(goal[1], goal[2]) })
      end
      assert.are.equal(before, remaining(npc))
      npc:update(10)
      is_at(npc, 3, 2)
    end)

    it("take the options of a search, also for replanning", function()
      local grid = astar.grid { "....#.", "....#." }
      local npc, log = new_walker(grid, { x = 1, y = 1 })
      local options = { partial = true }
      assert.is_true(npc:go_to(6, 1, options):is_partial())
      options.partial = nil
      npc:update(1)
      grid:set(4, 1, "#")
      npc:update(10)
      is_at(npc, 4, 2)
      assert.matches("at 4,2", take(log), 1, true)
      npc:go_to(1, 2, { range = 1 })
      npc:update(10)
      is_at(npc, 2, 2)
    end)

    it("during a step finish it or turn back, whichever is cheaper", function()
      local grid = astar.grid { "......" }
      local npc = new_walker(grid, { x = 2, y = 1 })
      npc:go_to(6, 1)
      npc:update(0.75)
      npc:go_to(1, 1)
      is_at(npc, 2.75, 1)
      npc:update(0.25)
      is_at(npc, 2.5, 1)
      assert.are.equal("left", npc.facing)
      npc:go_to(6, 1)
      npc:update(0.25)
      is_at(npc, 2.75, 1)
      assert.are.same({ 2, 1 }, { npc.tile_x, npc.tile_y })
      npc:update(10)
      is_at(npc, 6, 1)
    end)

    it("count only the rest of the current step", function()
      local grid = astar.grid { "...", ".#.", ",.." }
      local four = astar.rules { cost = { ["."] = 1, [","] = 1.5 }, neighbors = 4 }
      for done, tiles in pairs { [0.25] = "1,1 1,2 1,3 2,3", [0.875] = "2,1 3,1 3,2 3,3 2,3" } do
        local npc = new_walker(grid, { x = 1, y = 1 }, four)
        npc:go_to(3, 1)
        npc:update(done)
        npc:go_to(2, 3)
        assert.are.equal(tiles, remaining(npc))
      end
    end)

    it("turn back when the goal is within the limits only from the start of the step", function()
      local npc = new_walker(astar.grid { "...." }, { x = 2, y = 1 })
      npc:go_to(4, 1)
      npc:update(0.25)
      npc:go_to(1, 1, { max_cost = 1 })
      npc:update(1.25)
      is_at(npc, 1, 1)
    end)

    it("turn around again when the step back is closed", function()
      local grid = astar.grid { "....", "...." }
      local npc = new_walker(grid, { x = 2, y = 1 })
      npc:go_to(4, 1)
      npc:update(0.75)
      npc:go_to(1, 1)
      npc:update(0.25)
      is_at(npc, 2.5, 1)
      grid:set(2, 1, "#")
      npc:update(0.25)
      is_at(npc, 2.75, 1)
      npc:update(10)
      is_at(npc, 1, 1)
    end)

    it("do not cut a corner from the middle of a step", function()
      local grid = astar.grid { "...", ".#.", "..." }
      local npc = new_walker(grid, { x = 1, y = 1 })
      npc:go_to(3, 1)
      npc:update(0.25)
      npc:go_to(1, 3)
      npc:update(0.25)
      is_at(npc, 1, 1)
      npc:update(1)
      is_at(npc, 1, 2)
      npc:go_to(3, 1) -- from a tile's center; then later than half of the step
      npc:update(1.75)
      npc:go_to(3, 3)
      npc:update(0.25)
      is_at(npc, 2, 1)
    end)

    it("do not turn back up a ledge", function()
      local grid = astar.grid { "....", "####" }
      grid:set_edge(2, 1, -1, 0, false, true)
      local npc = new_walker(grid, { x = 1, y = 1 })
      npc:go_to(4, 1)
      npc:update(0.25)
      assert.are.same({ nil, "unreachable" }, { npc:go_to(1, 1) })
      npc:update(10)
      is_at(npc, 4, 1)
    end)

    it("can be an existing path", function()
      local grid = astar.grid { "....", "...." }
      local npc = new_walker(grid, { x = 2, y = 1 })
      local path = grid:find_path(1, 1, 4, 1, rules)
      assert.are.equal(path, npc:walk(path))
      assert.are.equal("3,1 4,1", remaining(npc))
      npc:update(0.5)
      assert.are.equal(path, npc:walk(path))
      assert.are.equal("3,1 4,1", remaining(npc))
      local off = grid:find_path(1, 2, 3, 2, rules)
      assert.are_not.equal(off, npc:walk(off))
      npc:update(10)
      is_at(npc, 3, 2)
      local broken = grid:find_path(3, 2, 1, 2, rules)
      grid:set(2, 2, "#")
      npc:walk(broken)
      npc:update(2.5)
      assert.is_true(npc.y < 2)
      npc:update(10)
      is_at(npc, 1, 2)
    end)

    it("can be stopped: a step is finished", function()
      local npc, log = new_walker(astar.grid { "...." }, { x = 1, y = 1 })
      npc:go_to(4, 1)
      npc:update(0.5)
      npc:stop()
      assert.are.equal("moving", npc.state)
      assert.are.equal("2,1", remaining(npc))
      npc:update(10)
      is_at(npc, 2, 1)
      assert.are.equal("idle", npc.state)
      assert.are.equal("2,1", take(log))
    end)

    it("continue from the tile where the walker is placed", function()
      local npc = new_walker(astar.grid { "....", "####", "...." }, { x = 1, y = 1 })
      npc:go_to(4, 1)
      npc:update(0.5)
      npc:place(3, 1)
      is_at(npc, 3, 1)
      npc:update(1)
      is_at(npc, 4, 1)
      npc:place(1, 3)
      assert.are.equal("idle", npc.state)
      is_at(npc, 1, 3)
    end)
  end)

  describe("when the map changes", function()
    it("takes another path", function()
      local grid = astar.grid { ".....", ".....", "....." }
      local npc, log = new_walker(grid, { x = 1, y = 1 }, astar.rules { cost = cost, neighbors = 4 })
      npc:go_to(5, 1)
      npc:update(1.5)
      grid:fill("#", 4, 1, 1, 2)
      npc:update(20)
      assert.are.equal("2,1 3,1 3,2 3,3 4,3 5,3 5,2 5,1 at 5,1", take(log))
    end)

    it("reports that no path is left, and stands on a tile", function()
      local grid = astar.grid { "....." }
      local npc, log = new_walker(grid, { x = 1, y = 1 })
      npc:go_to(5, 1)
      npc:update(1.5)
      grid:block(4, 1)
      npc:update(20)
      assert.are.equal("2,1 3,1 unreachable", take(log))
      assert.are.equal("idle", npc.state)
      npc:go_to(2, 1)
      npc:update(20)
      is_at(npc, 2, 1)
    end)

    it("walks a step back that has become illegal", function()
      local grid = astar.grid { "....." }
      local npc, log = new_walker(grid, { x = 2, y = 1 })
      npc:go_to(5, 1)
      npc:update(0.75)
      grid:set(3, 1, "#")
      npc:update(0.25)
      is_at(npc, 2.5, 1)
      assert.are.equal("left", npc.facing)
      npc:update(1)
      is_at(npc, 2, 1)
      assert.are.equal("unreachable", take(log))
    end)

    it("keeps its path while the path is legal", function()
      local grid = astar.grid(9, 9, { fill = "." })
      local npc, log = new_walker(grid, { x = 1, y = 5 })
      npc:go_to(9, 5)
      for x = 1, 9 do grid:set(x, 4, "#") end
      npc:update(20)
      assert.are.equal("2,5 3,5 4,5 5,5 6,5 7,5 8,5 9,5 at 9,5", take(log))
    end)
  end)

  describe("straight lines", function()
    local function on_line(x, y, options, rows)
      local grid = astar.grid(rows or { ".....", ".....", ".....", "....." })
      options = options or {}
      options.x, options.y = options.x or 1, options.y or 1
      local npc, log = new_walker(grid, options)
      local path = grid:find_path(options.x, options.y, x, y, rules):smooth()
      assert.are.equal(path, npc:walk(path))
      return npc, log, grid, path
    end

    it("are walked at its speed, over the tiles that they cross", function()
      local npc, log, _, path = on_line(5, 4)
      assert.are.equal(2, #path)
      assert.are.equal("5,4", remaining(npc))
      npc:update(0.5)
      is_at(npc, 1.4, 1.3)
      assert.are.equal(math.atan(3 / 4), npc.angle)
      assert.are.equal("down_right", npc.facing)
      npc:update(2)
      is_at(npc, 3, 2.5)
      assert.are.equal("2,1 2,2 3,2", take(log):sub(1, 11))
      npc:update(2.25)
      is_at(npc, 4.8, 3.85)
      assert.are.same({ 5, 4 }, { npc.tile_x, npc.tile_y })
      assert.are.equal("moving", npc.state)
      npc:update(0.25 + 1e-6)
      is_at(npc, 5, 4)
      assert.are.equal("at 5,4", take(log):match "at.*")
      assert.are.equal("idle", npc.state)
    end)

    it("call on_step for each tile, for any dt", function()
      for _, dt in ipairs { 1 / 60, 0.3, 2, 1e6, math.huge } do
        local npc, log = on_line(5, 2)
        repeat npc:update(dt) until npc.state == "idle"
        assert.are.equal("2,1 3,1 3,2 4,2 5,2 at 5,2", take(log))
      end
    end)

    it("of waypoints take the time of the path", function()
      local grid = astar.grid { ".....", ".###.", "....." }
      local path = grid:find_path(2, 3, 2, 1, rules)
      local npc, log = new_walker(grid, { x = 2, y = 3, speed = 2 })
      npc:walk(path:waypoints())
      assert.are.equal("1,3 1,1 2,1", remaining(npc))
      npc:update(path:cost() / 2 - 1e-6)
      assert.are.equal("moving", npc.state)
      npc:update(2e-6)
      assert.are.equal("idle", npc.state)
      assert.are.equal("1,3 1,2 1,1 2,1 at 2,1", take(log))
    end)

    it("are walked from the point where the walker stands; elsewhere it finds another path", function()
      local grid = astar.grid { ".....", ".###.", "....." }
      local path = grid:find_path(2, 3, 2, 1, rules):waypoints()
      local npc = new_walker(grid, { x = 1, y = 1 })
      assert.are.equal(path, npc:walk(path))
      assert.are.equal("2,1", remaining(npc))
      npc:place(1, 2)
      assert.are.equal("turns", npc:walk(path):kind())
      npc:update(math.huge)
      is_at(npc, 2, 1)
    end)

    it("are slow where the walker is on slow ground", function()
      local npc, _, _, path = on_line(3, 1, { slow = cost }, { ".~." })
      assert.are.equal(2, #path)
      npc:update(0.5)
      is_at(npc, 1.5, 1)
      npc:update(2)
      is_at(npc, 2, 1)
      npc:update(2.25)
      is_at(npc, 2.75, 1)
      npc:update(0.25)
      assert.are.equal("idle", npc.state)
    end)

    it("lead through the world of a layout", function()
      local view = layout.hex { layout = "odd_r", width = 32 }
      local grid = astar.grid(9, 9, { fill = ".", layout = "odd_r" })
      local npc = new_walker(grid, { x = 2, y = 2, speed = 10, layout = view })
      npc:walk(grid:find_path(2, 2, 8, 7, rules):smooth())
      local ax, ay = view:to_world(2, 2)
      local bx, by = view:to_world(8, 7)
      for _ = 1, 300 do
        npc:update(0.1)
        assert.is_true(math.abs((npc.x - ax) * (by - ay) - (npc.y - ay) * (bx - ax)) < 1e-6)
        if npc.state == "idle" then break end
        local x, y = view:to_tile(npc.x, npc.y)
        assert.are.same({ x, y }, { npc.tile_x, npc.tile_y })
      end
      is_at(npc, bx, by)
    end)

    it("are left for the center of the tile when an edit breaks them", function()
      local npc, log, grid = on_line(5, 4)
      npc:update(2)
      is_at(npc, 2.6, 2.2)
      grid:set(4, 3, "#")
      take(log)
      npc:update(math.sqrt(0.4 ^ 2 + 0.2 ^ 2))
      is_at(npc, 3, 2)
      assert.are.equal("", take(log))
      npc:update(math.huge)
      is_at(npc, 5, 4)
    end)

    it("are walked back to the last tile where the walker can stand", function()
      local npc, log, grid = on_line(5, 1, nil, { "....." })
      npc:update(1.75)
      assert.are.same({ 3, 1 }, { npc.tile_x, npc.tile_y })
      take(log)
      grid:fill("#", 2, 1, 2, 1)
      npc:update(1)
      is_at(npc, 1.75, 1)
      assert.are.equal("left", npc.facing)
      npc:update(0.75)
      is_at(npc, 1, 1)
      assert.are.equal("1,1 unreachable", take(log))
    end)

    it("are walked back along the same line", function()
      -- The corner at (2.5, 1.5) is on the line from (1, 1) to (4, 2), and the tiles beside it are walls.
      local lax = astar.rules { cost = { ["."] = 1 }, diagonal = "always" }
      local grid = astar.grid { "..#.", "...." }
      local npc = new_walker(grid, { x = 1, y = 1 }, lax)
      local path = grid:find_path(1, 1, 4, 2, lax):smooth()
      assert.are.equal(2, #path)
      npc:walk(path)
      npc:update(1.9)
      assert.are.same({ 3, 2 }, { npc.tile_x, npc.tile_y })
      grid:fill("#", 2, 2, 2, 1)
      for _ = 1, 100 do
        npc:update(0.01)
        assert.is_false(npc.x > 2.5 and npc.y < 1.5 or npc.x < 2.5 and npc.y > 1.5)
      end
      npc:update(1)
      is_at(npc, 2, 1)
    end)

    it("keep their kind when it takes another path", function()
      local npc, _, grid = on_line(5, 4)
      npc:update(0.5)
      grid:set(3, 2, "#")
      npc:update(0.6)
      assert.is_true(#npc._path < #grid:find_path(1, 1, 5, 4, rules))
      assert.are.equal("lines", npc._path:kind())
    end)

    it("are left by other orders, without a jump", function()
      local npc = on_line(5, 4)
      npc:update(2)
      assert.are.same({ nil, "out_of_bounds" }, { npc:go_to(9, 9) })
      assert.are.equal("5,4", remaining(npc))
      npc:go_to(3, 1)
      is_at(npc, 2.6, 2.2)
      assert.are.equal("3,2 3,1", remaining(npc))
      npc:update(math.sqrt(0.2) + 0.5)
      is_at(npc, 3, 1.5)
    end)

    it("are left when it is stopped", function()
      local npc, log = on_line(5, 4)
      npc:update(2)
      npc:stop()
      assert.are.equal("3,2", remaining(npc))
      assert.are.equal("moving", npc.state)
      npc:update(1)
      is_at(npc, 3, 2)
      assert.are.equal("idle", npc.state)
      assert.are.equal("2,1 2,2 3,2", take(log))
    end)

    it("continue when the same path is ordered again", function()
      local npc, _, grid, path = on_line(5, 4)
      npc:update(2)
      for _, again in ipairs { path, grid:find_path(1, 1, 5, 4, rules):smooth() } do
        assert.are.equal(again, npc:walk(again))
        is_at(npc, 2.6, 2.2)
        npc:update(0)
        is_at(npc, 2.6, 2.2)
      end
      local onward = grid:find_path(3, 2, 3, 4, rules):waypoints() -- it is on (3, 2)
      assert.are.equal(onward, npc:walk(onward))
      assert.are.equal("3,2 3,4", remaining(npc))
      npc:update(math.sqrt(0.2))
      is_at(npc, 3, 2)
      npc:update(1)
      is_at(npc, 3, 3)
    end)

    it("are left when on_step gives another order", function()
      local npc
      npc = walker.new(astar.grid { ".....", "....." }, rules, {
        x = 1, y = 1, speed = 1, on_step = function(_, x) if x == 3 then npc:go_to(3, 2) end end,
      })
      npc:walk(npc.grid:find_path(1, 1, 5, 1, rules):smooth())
      npc:update(1.5)
      is_at(npc, 2.5, 1)
      npc:update(1)
      is_at(npc, 3, 1.5)
    end)

    it("use links as links", function()
      local grid = astar.grid { "..#..", "..#.." }
      grid:link(2, 1, 4, 1)
      for _, thin in ipairs { "waypoints", "smooth" } do
        local path, seen = grid:find_path(1, 1, 5, 1, rules), {}
        local npc = walker.new(grid, rules, { x = 1, y = 1, speed = 1, on_link = function(_, ...)
          seen[#seen + 1] = { ... }
          return 2
        end })
        npc:walk(path[thin](path))
        npc:update(2)
        is_at(npc, 3, 1)
        assert.are.same({ { 2, 1, 4, 1 } }, seen)
        assert.are.same({ 2, 1 }, { npc.tile_x, npc.tile_y })
        npc:update(1.5)
        is_at(npc, 4.5, 1)
      end
    end)

    it("are not replaced by a link that joins their ends and costs more", function()
      for link_cost, seconds in pairs { [9] = 5, [0.5] = 1 } do
        local grid = astar.grid { ".....", "####.", "####." }
        local path = grid:find_path(1, 1, 5, 3, rules)
        local npc = new_walker(grid, { x = 1, y = 1 })
        local turns = path:waypoints()
        grid:link(1, 1, 5, 1, { cost = link_cost })
        npc:walk(turns)
        npc:update(seconds)
        is_at(npc, 5, 2)
      end
    end)

    it("are walked by a large mover, too", function()
      local large = astar.rules { cost = cost, size = 2 }
      local grid = astar.grid(8, 6, { fill = "." })
      local npc = new_walker(grid, { x = 1, y = 1 }, large)
      npc:walk(grid:find_path(1, 1, 7, 4, large):smooth())
      npc:update(3)
      grid:set(6, 4, "#")
      npc:update(math.huge)
      is_at(npc, 7, 4)
    end)
  end)

  describe("angle", function()
    it("is its direction in the world, clockwise from the right", function()
      local grid = astar.grid(3, 3, { fill = "." })
      local ways = { { 3, 2, 0 }, { 3, 3, 1 }, { 2, 3, 2 }, { 1, 3, 3 }, { 1, 2, 4 }, { 1, 1, -3 }, { 2, 1, -2 } }
      for _, way in ipairs(ways) do
        local npc = walker.new(grid, rules, { x = 2, y = 2, speed = 1, directions = 4 })
        npc:go_to(way[1], way[2])
        npc:update(0.1)
        assert.is_true(math.abs(npc.angle - way[3] * math.pi / 4) < 1e-12)
      end
    end)

    it("begins as the angle of its facing", function()
      local grid = astar.grid { "." }
      local angles = {
        right = 0, down_right = 1, down = 2, down_left = 3, left = 4, up_left = -3, up = -2, up_right = -1,
      }
      for facing, angle in pairs(angles) do
        local npc = walker.new(grid, rules, { x = 1, y = 1, speed = 1, facing = facing })
        assert.is_true(math.abs(npc.angle - angle * math.pi / 4) < 1e-12)
      end
      assert.are.equal(math.pi / 2, walker.new(grid, rules, { x = 1, y = 1, speed = 1 }).angle)
    end)
  end)

  describe("other rules", function()
    local dry = astar.rules { cost = { ["."] = 1 } }

    it("hold for the next search", function()
      local npc = new_walker(astar.grid { ".~." }, { x = 1, y = 1 })
      npc.rules = dry
      assert.are.same({ nil, "unreachable" }, { npc:go_to(3, 1) })
      npc.rules = rules
      assert.are.equal(3, #npc:go_to(3, 1))
    end)

    it("replace the path at the next tile", function()
      local grid = astar.grid { ".....~.", ".####.#", "......." }
      local npc, log = new_walker(grid, { x = 1, y = 1 })
      npc:go_to(7, 1)
      npc:update(1.5)
      npc.rules = dry
      npc:update(0.25)
      is_at(npc, 2.75, 1)
      npc:update(20)
      assert.are.equal("2,1 3,1 unreachable", take(log))
      npc:go_to(6, 2)
      npc:update(20)
      is_at(npc, 6, 2)
      assert.is_nil(take(log):match "6,1")
    end)

    it("turn back a step that they forbid", function()
      local npc, log = new_walker(astar.grid { ".~." }, { x = 1, y = 1 })
      npc:go_to(3, 1)
      npc:update(0.75)
      npc.rules = dry
      npc:update(0.25)
      is_at(npc, 1.5, 1)
      npc:update(1)
      is_at(npc, 1, 1)
      assert.are.equal("unreachable", take(log))
    end)

    it("turn back on a straight line, and during a link", function()
      local grid = astar.grid { "....~~~." }
      local npc, log = new_walker(grid, { x = 1, y = 1 })
      npc:walk(grid:find_path(1, 1, 8, 1, rules):smooth())
      npc:update(4.25)
      assert.are.same({ 5, 1 }, { npc.tile_x, npc.tile_y })
      npc.rules = dry
      npc:update(math.huge)
      is_at(npc, 4, 1)
      assert.are.equal("5,1 4,1 unreachable", take(log):match "5,1.*")

      grid = astar.grid { ".#~" }
      grid:link(1, 1, 3, 1)
      npc = walker.new(grid, rules, { x = 1, y = 1, speed = 1, on_link = function() return 4 end })
      npc:go_to(3, 1)
      npc:update(2)
      npc.rules = dry
      npc:update(1)
      is_at(npc, 1.5, 1)
    end)

    it("continue a step or a link that they allow", function()
      local grid = astar.grid { ".#..." }
      grid:link(1, 1, 3, 1)
      local npc = walker.new(grid, rules, { x = 1, y = 1, speed = 1, on_link = function() return 4 end })
      npc:go_to(5, 1)
      npc:update(2)
      npc.rules = dry
      npc:update(2.5)
      is_at(npc, 3.5, 1)
    end)

    it("raise once when they are invalid, and the old rules stay", function()
      local npc = new_walker(astar.grid { "..." }, { x = 1, y = 1 })
      npc:go_to(3, 1)
      npc.rules = { cost = 1 }
      raises("walker:update: npc.rules must be made by astar.rules, got a table", npc.update, npc, 1)
      assert.are.equal(rules, npc.rules)
      npc:update(1)
      is_at(npc, 2, 1)
    end)
  end)

  describe("an invalid speed", function()
    it("raises once, at the next update, and the old speed stays", function()
      for _, speed in ipairs { -1, 0 / 0, math.huge, -math.huge, "fast", false } do
        local npc = new_walker(astar.grid { "..." }, { x = 1, y = 1, speed = 2 })
        npc:go_to(3, 1)
        npc.speed = speed
        local ok, message = pcall(npc.update, npc, 0.25)
        assert.is_false(ok)
        assert.matches("walker:update: npc.speed must be a number >= 0, got ", message, 1, true)
        is_at(npc, 1, 1)
        assert.are.equal(2, npc.speed)
        npc:update(0.25)
        is_at(npc, 1.5, 1)
      end
    end)
  end)

  describe("links", function()
    local function with_link(on_link)
      local grid = astar.grid { "..#..", "..#.." }
      grid:link(2, 1, 4, 1)
      return walker.new(grid, rules, { x = 1, y = 1, speed = 1, on_link = on_link })
    end

    it("are crossed in no time", function()
      local npc = with_link()
      npc:go_to(5, 1)
      npc:update(1.5)
      is_at(npc, 4.5, 1)
    end)

    it("are crossed in a straight line, in the time that on_link returns", function()
      local seen
      local npc = with_link(function(_, ...)
        seen = { ... }
        return 4
      end)
      npc:go_to(5, 1)
      npc:update(2)
      assert.are.same({ 2, 1, 4, 1 }, seen)
      is_at(npc, 2.5, 1)
      npc:update(3.5)
      is_at(npc, 4.5, 1)
    end)

    it("are walked back, or finished, when another order comes during the link", function()
      local npc = with_link(function() return 4 end)
      npc:go_to(5, 1)
      npc:update(2)
      npc:go_to(5, 2)
      npc:update(3)
      is_at(npc, 4, 1)
      npc:go_to(1, 1)
      npc:update(1)
      npc:go_to(5, 1)
      npc:update(1)
      is_at(npc, 4, 1)
    end)

    it("may be abandoned by another order from on_link", function()
      local npc
      npc = with_link(function(_, x)
        npc:go_to(1, 2)
        return x == 2 and 4 or 1
      end)
      npc:go_to(5, 1)
      npc:update(1)
      is_at(npc, 2, 1)
      npc:update(2)
      is_at(npc, 1, 2)
    end)

    it("let on_link place the walker elsewhere", function()
      local npc
      npc = with_link(function() npc:place(1, 1) end)
      npc:go_to(5, 1)
      npc:update(1)
      is_at(npc, 1, 1)
    end)

    it("raise an error when on_link returns no number of seconds", function()
      local npc = with_link(function() return "long" end)
      npc:go_to(5, 1)
      assert.has_error(function() npc:update(2) end,
        'walker: what on_link returns must be nil or a number >= 0, got "long"')
    end)
  end)

  describe("the watch of its path", function()
    it("is made when the map has changed, and closed when the order ends", function()
      local grid = astar.grid(10, 3, { fill = "." })
      local hero, log = new_walker(grid, { x = 1, y = 1 })
      hero:go_to(9, 1)
      hero:update(1)
      assert.is_nil(hero._path_watch)
      grid:block(9, 3)
      hero:update(1)
      local first = hero._path_watch
      assert.is_true(first:is_valid())
      grid:block(6, 1)
      hero:update(1)
      assert.equal("astar.watch (closed)", tostring(first)) -- it took another path
      hero:update(20)
      assert.is_nil(hero._path_watch)
      assert.equal("at 9,1", take(log):match "at.*")
      hero:go_to(1, 1)
      hero:update(1)
      grid:block(1, 3)
      hero:update(1)
      local second = hero._path_watch
      hero:stop()
      assert.equal("astar.watch (closed)", tostring(second))
    end)

    it("is not in the game's loop over broken paths", function()
      local grid = astar.grid(10, 3, { fill = "." })
      local hero = new_walker(grid, { x = 1, y = 1 })
      local watch = grid:watch(hero:go_to(9, 1))
      hero:update(1)
      grid:block(9, 3)
      hero:update(1)
      assert.is_not_nil(hero._path_watch)
      grid:block(8, 1)
      local reported = {}
      for broken in grid:broken() do reported[#reported + 1] = broken end
      assert.same({ watch }, reported)
    end)

    it("is not made of a path of another grid, which is walked while that grid allows it", function()
      local grid = astar.grid(10, 3, { fill = "." })
      local other = grid:clone()
      local hero, log = new_walker(grid, { x = 1, y = 1 })
      hero:walk(other:find_path(1, 1, 9, 1, rules))
      hero:update(1)
      grid:block(9, 3)
      hero:update(1)
      assert.is_nil(hero._path_watch)
      other:block(6, 1)
      grid:block(8, 3)
      hero:update(20)
      assert.equal("at 9,1", take(log):match "at.*")
    end)
  end)

  it("survives errors in callbacks on straight lines", function()
    local npc = walker.new(astar.grid { "...." }, rules, {
      x = 1, y = 1, speed = 1, on_step = function(_, x) if x == 2 then error("trap", 0) end end,
    })
    npc:walk(npc.grid:find_path(1, 1, 4, 1, rules):smooth())
    assert.has_error(function() npc:update(1) end, "trap")
    is_at(npc, 1.5, 1)
    npc:update(10)
    is_at(npc, 4, 1)
  end)

  it("survives errors in callbacks", function()
    local npc = walker.new(astar.grid { "...." }, rules, {
      x = 1, y = 1, speed = 1, on_step = function(_, x) if x == 2 then error("trap", 0) end end,
    })
    npc:go_to(4, 1)
    assert.has_error(function() npc:update(1.5) end, "trap")
    is_at(npc, 2, 1)
    npc:update(10)
    is_at(npc, 4, 1)
  end)

  describe("with paths on request", function()
    --- A walker whose answers come after `latency` updates, and a function that passes frames.
    local function requesting(rows, latency, options)
      local grid = astar.grid(rows)
      local paths = path_sources.late(grid, function() return latency end, options.max_pending)
      options.max_pending, options.paths = nil, paths
      local npc, log = new_walker(grid, options)
      return npc, log, paths, grid, function(count, dt)
        for _ = 1, count do
          npc:update(dt)
          paths:update()
        end
      end
    end

    it("accepts an order at once, and goes when the answer comes", function()
      local npc, log, paths, _, pass = requesting({ "....." }, 2, { x = 1, y = 1 })
      assert.is_true(npc:go_to(4, 1))
      assert.are.equal("waiting", npc.state)
      pass(2, 1)
      is_at(npc, 1, 1)
      assert.are.equal("waiting", npc.state)
      pass(1, 1)
      is_at(npc, 2, 1)
      assert.are.equal("moving", npc.state)
      pass(3, 1)
      assert.are.equal("2,1 3,1 4,1 at 4,1", take(log))
      assert.are.equal("idle", npc.state)
      assert.are.equal(1, paths.count)
    end)

    it("calls on_blocked when there is no path", function()
      local npc, log, _, _, pass = requesting({ "..#.." }, 1, { x = 1, y = 1 })
      assert.is_true(npc:go_to(5, 1))
      assert.is_true(npc:go_to(9, 1))
      pass(1, 0.1)
      assert.are.equal("", take(log))
      pass(1, 0.1)
      assert.are.equal("out_of_bounds", take(log))
      assert.are.equal("idle", npc.state)
      npc:go_to(5, 1)
      pass(2, 0.1)
      assert.are.equal("unreachable", take(log))
      npc:go_to(3, 1)
      pass(2, 0.1)
      assert.are.equal("goal_blocked", take(log))
    end)

    it("continues on its path until the answer comes", function()
      local npc, log, paths, _, pass = requesting({ "......", "......" }, 2, { x = 1, y = 1 })
      npc:go_to(6, 1)
      pass(5, 0.5)
      is_at(npc, 2.5, 1)
      npc:go_to(6, 2) -- from (3, 1), where the step ends
      assert.are.equal("moving", npc.state)
      pass(2, 0.2)
      is_at(npc, 2.9, 1)
      pass(10, 1)
      assert.are.equal("2,1 3,1 4,2 5,2 6,2 at 6,2", take(log))
      assert.are.equal(2, paths.count)
    end)

    it("waits for another path when it is not on the path that came", function()
      local npc, log, paths, _, pass = requesting({ "......" }, 2, { x = 1, y = 1 })
      npc:go_to(6, 1)
      pass(5, 0.5)
      npc:go_to(1, 1) -- from (3, 1)
      pass(3, 0.5)    -- then it is on its way to (4, 1)
      is_at(npc, 4, 1)
      assert.are.equal("waiting", npc.state)
      pass(10, 1)
      assert.are.equal("2,1 3,1 4,1 3,1 2,1 1,1 at 1,1", take(log))
      assert.are.equal(3, paths.count)
    end)

    it("stands at the end of its path until the answer comes", function()
      local npc, log, _, _, pass = requesting({ "......" }, 5, { x = 1, y = 1 })
      npc:go_to(2, 1)
      pass(5, 1)
      npc:go_to(6, 1)
      pass(4, 1)
      is_at(npc, 2, 1)
      assert.are.equal("waiting", npc.state)
      assert.are.equal("2,1", take(log))
      pass(10, 1)
      assert.are.equal("3,1 4,1 5,1 6,1 at 6,1", take(log))
    end)

    it("comes on, although orders come faster than answers", function()
      for latency = 1, 5 do
        local row = ("."):rep(40)
        local npc, _, paths, _, pass = requesting({ row, row }, latency, { x = 1, y = 1, speed = 4 })
        for frame = 1, 400 do
          npc:go_to(40, frame % 2 + 1)
          pass(1, 0.1)
          assert.is_true(paths:pending() <= 1)
        end
        assert.is_true(npc.tile_x >= 39, ("latency %d: only at %g"):format(latency, npc.x))
      end
    end)

    it("asks once for an order that is repeated", function()
      local npc, _, paths, _, pass = requesting({ "......" }, 4, { x = 1, y = 1 })
      for _ = 1, 4 do
        npc:go_to(6, 1, { range = 1 })
        pass(1, 0.1)
      end
      assert.are.equal(1, paths.count)
      npc:go_to(6, 1)
      assert.are.equal(1, paths.count) -- the answer is there, and is taken first
      npc:update(0.1)
      assert.are.equal(2, paths.count)
    end)

    it("asks again when too many requests are pending", function()
      local npc, log, paths, grid, pass = requesting({ "......" }, 3, { x = 1, y = 1, max_pending = 1 })
      local other = paths:find_path(1, 1, 2, 1, rules)
      assert.is_true(npc:go_to(3, 1))
      pass(2, 0.1)
      assert.are.equal("waiting", npc.state)
      assert.are.equal(1, paths.count)
      pass(1, 0.1)
      assert.are.equal("done", other.state)
      pass(1, 0.1)
      assert.are.equal(2, paths.count)
      pass(3, 1)
      grid:block(3, 1)
      pass(5, 1)
      assert.are.equal("2,1 goal_blocked", take(log))
    end)

    it("waits for another path when an edit breaks its path", function()
      local npc, log, _, grid, pass = requesting({ ".....", "....." }, 2, { x = 1, y = 1 })
      npc:go_to(5, 1)
      pass(3, 1)
      grid:block(4, 1)
      pass(1, 1)
      is_at(npc, 3, 1)
      pass(1, 1)
      assert.are.equal("waiting", npc.state)
      is_at(npc, 3, 1)
      pass(5, 1)
      assert.are.equal("2,1 3,1 3,2 4,2 5,2 5,1 at 5,1", take(log))
    end)

    it("does not follow a path that was broken before it came", function()
      local npc, log, _, grid, pass = requesting({ "...", "..." }, 2, { x = 1, y = 1 })
      npc:go_to(3, 1)
      grid:block(2, 1)
      pass(10, 1)
      assert.are.equal("1,2 2,2 3,2 3,1 at 3,1", take(log))
    end)

    it("drops the request when it stops, is placed elsewhere, or follows a path", function()
      local npc, log, paths, grid, pass = requesting({ "......" }, 2, { x = 1, y = 1 })
      npc:go_to(6, 1)
      npc:stop()
      assert.are.equal(0, paths:pending())
      pass(3, 1)
      assert.are.equal("idle", npc.state)
      npc:go_to(6, 1)
      npc:place(4, 1)
      pass(10, 1)
      assert.are.equal("5,1 6,1 at 6,1", take(log))
      npc:go_to(1, 1)
      npc:walk((grid:find_path(6, 1, 5, 1, rules)))
      assert.are.equal(0, paths:pending())
      pass(4, 1)
      assert.are.equal("5,1 at 5,1", take(log))
    end)

    it("asks again with other rules", function()
      local npc, log, paths, _, pass = requesting({ ".~.", "..." }, 2, { x = 1, y = 1 })
      npc:go_to(3, 1)
      npc.rules = astar.rules { cost = { ["."] = 1 } }
      pass(1, 1)
      assert.are.equal(2, paths.count)
      assert.are.equal(1, paths:pending())
      pass(6, 1)
      assert.are.equal("1,2 2,2 3,2 3,1 at 3,1", take(log))
    end)

    it("requests the way to a path that begins elsewhere, and walks straight lines", function()
      local rows = {}
      for y = 1, 9 do rows[y] = "........." end
      local npc, log, paths, grid, pass = requesting(rows, 1, { x = 1, y = 1, speed = 100 })
      local path = grid:find_path(1, 9, 9, 4, rules)
      assert.is_true(npc:walk(path:smooth()))
      pass(1, 1)
      npc:update(0)
      assert.are.equal("9,4", remaining(npc)) -- one line leads there
      pass(1, 1)
      is_at(npc, 9, 4)
      assert.are.equal("at 9,4", take(log):match "at.*$")
      assert.are.equal(1, paths.count)
    end)

    it("takes the reason when the requests are cancelled", function()
      local grid = astar.grid { "....." }
      local paths = scheduler.new(grid)
      local npc, log = new_walker(grid, { x = 1, y = 1, paths = paths })
      npc:go_to(5, 1)
      paths:close()
      npc:update(1)
      assert.are.equal("cancelled", take(log))
      raises("walker:go_to: the pool was closed", npc.go_to, npc, 5, 1)
      assert.are.equal("idle", npc.state)
    end)

    it("raises an error once when it needs a path and its scheduler was closed", function()
      local grid = astar.grid { "....." }
      local paths = scheduler.new(grid)
      local npc = new_walker(grid, { x = 1, y = 1, paths = paths })
      npc:go_to(5, 1)
      paths:update()
      npc:update(1.5)
      paths:close()
      grid:block(5, 1)
      assert.has_error(function() npc:update(1) end, "walker:update: the pool was closed")
      assert.are.equal("idle", npc.state)
      npc:update(1)
      is_at(npc, 3, 1)
    end)

    it("refuses wrong options of an order, and keeps the order that it has", function()
      local grid = astar.grid { "....." }
      for _, latency in ipairs { 0, 3 } do
        local paths = latency == 0 and scheduler.new(grid) or path_sources.late(grid, function() return latency end)
        local npc, log = new_walker(grid, { x = 1, y = 1, paths = paths })
        npc:go_to(3, 1)
        npc:go_to(5, 1)
        raises('walker:go_to: option "range" must be an integer >= 0, got -1', npc.go_to, npc, 2, 1, { range = -1 })
        for _ = 1, 12 do
          paths:update()
          npc:update(1)
        end
        assert.are.equal("2,1 3,1 4,1 5,1 at 5,1", take(log))
      end
    end)
  end)

  describe("misuse raises:", function()
    local grid = astar.grid { "...", "..." }

    local function refuses(message, options)
      options.x, options.y, options.speed = options.x or 1, options.y or 1, options.speed or 1
      assert.has_error(function() walker.new(grid, rules, options) end, "walker.new: " .. message)
    end

    it("options", function()
      refuses('unknown option "color"; valid options: directions, facing, layout, on_arrive, on_blocked, ' ..
        "on_link, on_step, paths, slow, speed, x, y", { color = 1 })
      refuses('option "x" must be an integer from 1 to 3, got 4', { x = 4 })
      refuses('option "y" must be an integer from 1 to 2, got 1.5', { y = 1.5 })
      refuses('option "speed" must be a number >= 0, got nan', { speed = 0 / 0 })
      refuses('option "speed" must be a number >= 0, got inf', { speed = math.huge })
      refuses('option "directions" must be 4 or 8, got 6', { directions = 6 })
      refuses('option "facing" must be the name of one of 4 directions, got "up_left"',
        { directions = 4, facing = "up_left" })
      refuses('option "slow" must be a table of numbers > 0 or a function, got a table', { slow = { ["."] = 0 } })
      refuses('option "layout" must be an object with a method to_world, got a table', { layout = {} })
      refuses('option "on_step" must be a function, got true', { on_step = true })
      refuses('option "paths" must be a scheduler or a pool, got a table', { paths = {} })
      refuses('option "paths" must search on the grid of the walker', { paths = scheduler.new(astar.grid { "..." }) })
      assert.has_error(function() walker.new(grid, rules) end, "walker.new: options must be a table, got nil")
      assert.has_error(function() walker.new(grid, rules, { x = 1, y = 1 }) end,
        'walker.new: option "speed" must be a number >= 0, got nil')
      assert.has_error(function() walker.new(rules, rules, { x = 1, y = 1 }) end,
        "walker.new: grid must be an astar grid, got astar rules")
      assert.has_error(function() walker.new(grid, {}, { x = 1, y = 1 }) end,
        "walker.new: rules must be made by astar.rules, got a table")
    end)

    it("arguments", function()
      local npc = walker.new(grid, rules, { x = 1, y = 1, speed = 1 })
      raises("walker:go_to: x must be an integer, got 1.5", npc.go_to, npc, 1.5, 1)
      raises('walker:go_to: y must be an integer, got "1"', npc.go_to, npc, 1, "1")
      raises('walker:go_to: unknown option "near"; valid options: algorithm, avoid, heuristic, ignore_blocked, ' ..
        "max_cost, max_expansions, partial, penalty_scale, range, weight", npc.go_to, npc, 1, 1, { near = 1 })
      raises("walker:walk: path must be an astar path, got a table", npc.walk, npc, {})
      raises("walker:place: x must be an integer from 1 to 3, got 0", npc.place, npc, 0, 1)
      raises("walker:update: dt must be a number >= 0, got -1", npc.update, npc, -1)
      raises("walker:update: dt must be a number >= 0, got nan", npc.update, npc, 0 / 0)
      raises("walker:update: dt must be a number >= 0, got nil", npc.update, npc)
      raises("walker:update: must be called on an astar walker (use a colon), got 0.1", npc.update, 0.1)
      npc.speed = "fast"
      raises('walker:update: npc.speed must be a number >= 0, got "fast"', npc.update, npc, 1)
    end)
  end)
end)

-- ------------------------------------------------------------------------- any map, any time

-- One run of a walker: random orders, random times, random edits. The checks use what every caller
-- can see: the position, the tile, and the tiles of on_step.
local Life = {}
Life.__index = Life

local function new_life(seed, kind)
  local random = random_map.new(seed)
  local map = random_map.map(random)
  local options = random_map.rules(random, map.layout)
  local life = {
    random = random, map = map, rules = oracle.rules(options), grid = random_map.grid(astar, map),
    versions = { map:clone() }, -- the maps since the walker was at the center of its tile
  }
  life.paths = kind and path_sources.kinds[kind](life.grid, random)
  life.npc = walker.new(life.grid, astar.rules(options), {
    paths = life.paths,
    x = random:int(1, map.width), y = random:int(1, map.height), speed = random:pick { 1, 3, 0.7 },
    on_step = function(npc, x, y)
      life:check_step(x, y)
      life.at = { x, y }
      life.versions = { map:clone() }
      if random:chance(0.1) then npc:go_to(life:random_tile()) end
    end,
    on_link = random:chance(0.5) and function() return random:pick { 0, 0.3, 2 } end or nil,
  })
  life.at = { life.npc.tile_x, life.npc.tile_y }
  return setmetatable(life, Life)
end

function Life:random_tile()
  return self.random:int(1, self.map.width), self.random:int(1, self.map.height)
end

--- Whether a step from the walker's tile was legal at some time since the walker was at its center.
function Life:is_step(x, y)
  for _, map in ipairs(self.versions) do
    if oracle.step_cost(map, self.rules, self.at[1], self.at[2], x, y) then return true end
  end
  return false
end

function Life:check_step(x, y)
  assert(self:is_step(x, y), ("no step leads from (%d, %d) to (%d, %d)"):format(self.at[1], self.at[2], x, y))
end

local function is_between(px, py, x1, y1, x2, y2)
  local dx, dy = x2 - x1, y2 - y1
  local along = ((px - x1) * dx + (py - y1) * dy) / (dx * dx + dy * dy)
  return along >= 0 and along <= 1 and
    math.abs(x1 + dx * along - px) < 1e-9 and math.abs(y1 + dy * along - py) < 1e-9
end

--- Checks that the walker is at the center of its tile, or on the segment of a step from there.
function Life:check_place()
  local npc, x, y = self.npc, self.at[1], self.at[2]
  assert(npc.tile_x == x and npc.tile_y == y, "its tile is not the last that it reported")
  if npc.x == x and npc.y == y then
    self.versions = { self.map:clone() }
    return
  end
  for _, map in ipairs(self.versions) do
    for _, step in ipairs(oracle.successors(map, self.rules, x, y)) do
      if (step.x ~= x or step.y ~= y) and is_between(npc.x, npc.y, x, y, step.x, step.y) then return end
    end
  end
  error(("(%.17g, %.17g) is on no step from (%d, %d)"):format(npc.x, npc.y, x, y))
end

function Life:edit()
  local x, y = self:random_tile()
  local function both(method, ...)
    self.map[method](self.map, ...)
    self.grid[method](self.grid, ...)
  end
  if self.random:chance(0.4) then
    both("set", x, y, self.random:pick { "#", "." })
  elseif self.random:chance(0.7) then
    both("block", x, y, self.random:chance(0.5))
  else
    local directions = oracle.directions(self.map, x, y)
    if #directions == 0 then return end
    local direction = self.random:pick(directions)
    both("set_edge", x, y, direction[1], direction[2], self.random:chance(0.4), self.random:chance(0.4))
  end
  self.versions[#self.versions + 1] = self.map:clone()
end

function Life:order()
  local npc, x, y = self.npc, self.npc.x, self.npc.y
  local goal_x, goal_y = self:random_tile()
  npc:go_to(goal_x, goal_y, { partial = self.random:chance(0.5), range = self.random:pick { 0, 0, 1 } })
  assert(npc.x == x and npc.y == y, "it jumped when the order came")
end

function Life:run(turns)
  for _ = 1, turns do
    if self.random:chance(0.15) then self:order() end
    if self.random:chance(0.25) then self:edit() end
    if self.random:chance(0.02) then self.npc:stop() end
    if self.paths and self.random:chance(0.8) then self.paths:update() end
    self.npc:update(self.random:pick { 0, 0.01, 1 / 60, 0.1, 0.3, 1, 7, 1000 })
    self:check_place()
  end
end

--- The order ends once the map stays as it is.
function Life:finish()
  local turns = 0
  while self.npc.state ~= "idle" do
    turns = turns + 1
    assert(turns < 1000, "it never comes to rest")
    if self.paths then self.paths:update() end
    self.npc:update(1)
    self:check_place()
  end
  assert(not self.paths or self.paths:pending() == 0, "a request was left")
end

describe("a walker on any map", function()
  seeds.check(it, "is always on a legal step, with any edits and orders", seeds.cases / 16, function(seed)
    local failure = seeds.failure_of(Life.run, new_life(seed), 120)
    return failure and ("seed %d: %s"):format(seed, failure)
  end)

  for _, kind in ipairs(path_sources.names) do
    local it = need.it(it, function() return path_sources.missing(kind) end)
    seeds.check(it, "the same with paths of a " .. kind, seeds.cases / 16, function(seed)
      local life = new_life(seed, kind)
      local failure = seeds.failure_of(life.run, life, 120)
      life.random.chance = function() return false end -- on_step gives no orders any more
      failure = failure or seeds.failure_of(life.finish, life)
      return failure and ("seed %d: %s"):format(seed, failure)
    end)
  end

  it("does the same in every run", function()
    local function trace()
      local parts = {}
      for seed = 1, 10 do
        local life = new_life(seed)
        life:run(40)
        parts[seed] = ("%.17g %.17g %s"):format(life.npc.x, life.npc.y, life.npc.facing)
      end
      return table.concat(parts, "\n")
    end
    assert.are.equal(trace(), trace())
  end)
end)

-- ------------------------------------------------------------------------- straight lines, any map

-- A run on paths of straight lines. Small time steps show each tile where the walker is. It enters
-- no impassable tile, except tiles where it has been before.
local LineLife = {}
LineLife.__index = LineLife

local function new_line_life(seed, kind)
  local random = random_map.new(seed)
  local map = random_map.map(random, { plain = true })
  local rule_options = random_map.rules(random, map.layout, true)
  rule_options.size = nil
  local life = {
    random = random, map = map, rules = oracle.rules(rule_options), compiled = astar.rules(rule_options),
    grid = random_map.grid(astar, map), been = {},
  }
  local x, y = random:int(1, map.width), random:int(1, map.height)
  life.been[x .. "," .. y] = true
  life.paths = kind and path_sources.kinds[kind](life.grid, random)
  life.npc = walker.new(life.grid, life.compiled, {
    paths = life.paths, x = x, y = y, speed = 4, on_step = function(npc)
      if random:chance(0.05) then npc:go_to(random:int(1, map.width), random:int(1, map.height)) end
    end,
  })
  return setmetatable(life, LineLife)
end

function LineLife:can_stand(x, y)
  return self.map:contains(x, y) and oracle.fits(self.map, self.rules, x, y)
end

--- The tiles that contain the walker's position, without borders.
function LineLife:check_place()
  local npc = self.npc
  local x, y = math.floor(npc.x + 0.5), math.floor(npc.y + 0.5)
  if math.abs(npc.x - x) > 0.5 - 1e-6 or math.abs(npc.y - y) > 0.5 - 1e-6 then return end
  local name = x .. "," .. y
  if self:can_stand(x, y) then
    self.been[name] = true
  else
    assert(self.been[name], ("it is at (%.17g, %.17g), in an impassable tile"):format(npc.x, npc.y))
  end
  if npc.state == "idle" then self.been = { [name] = true } end
end

function LineLife:edit()
  local x, y = self.random:int(1, self.map.width), self.random:int(1, self.map.height)
  if self.random:chance(0.3) then -- on its path
    x = math.floor(self.npc.x + 0.5) + self.random:int(-1, 1)
    y = math.floor(self.npc.y + 0.5) + self.random:int(-1, 1)
    if not self.map:contains(x, y) then return end
  end
  if self.random:chance(0.5) then
    local terrain = self.random:pick { "#", "." }
    self.map:set(x, y, terrain)
    self.grid:set(x, y, terrain)
  else
    local blocked = self.random:chance(0.5)
    self.map:block(x, y, blocked)
    self.grid:block(x, y, blocked)
  end
end

function LineLife:order()
  local npc, x, y = self.npc, self.npc.x, self.npc.y
  local path = self.grid:find_path(npc.tile_x, npc.tile_y, self.random:int(1, self.map.width),
    self.random:int(1, self.map.height), self.compiled)
  if path then npc:walk(self.random:chance(0.7) and path:smooth() or path:waypoints()) end
  assert(npc.x == x and npc.y == y, "it jumped when the order came")
end

function LineLife:run(turns)
  local npc = self.npc
  for _ = 1, turns do
    if npc.state == "idle" or self.random:chance(0.05) then self:order() end
    if self.random:chance(0.08) then self:edit() end
    if self.random:chance(0.01) then npc:stop() end
    if self.paths and self.random:chance(0.5) then self.paths:update() end
    local x, y = npc.x, npc.y
    local dt = self.random:pick { 0, 0.01, 0.05 }
    npc:update(dt)
    local distance = math.sqrt((npc.x - x) ^ 2 + (npc.y - y) ^ 2)
    assert(distance <= 4 * dt + 1e-9, ("it went %.17g tiles in %g s"):format(distance, dt))
    self:check_place()
  end
end

describe("a walker on straight lines", function()
  seeds.check(it, "is on no impassable tile, with any edits and orders", seeds.cases / 8, function(seed)
    local failure = seeds.failure_of(LineLife.run, new_line_life(seed), 400)
    return failure and ("seed %d: %s"):format(seed, failure)
  end)

  for _, kind in ipairs(path_sources.names) do
    local it = need.it(it, function() return path_sources.missing(kind) end)
    seeds.check(it, "the same with paths of a " .. kind, seeds.cases / 16, function(seed)
      local failure = seeds.failure_of(LineLife.run, new_line_life(seed, kind), 400)
      return failure and ("seed %d: %s"):format(seed, failure)
    end)
  end
end)
