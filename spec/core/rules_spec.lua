local astar = require "astar"
local expect = require "spec.support.expect"
local need = require "spec.support.need"

local function cost_of(grid, rules, x1, y1, x2, y2)
  local path, cost = grid:find_path(x1, y1, x2, y2, rules)
  if not path then return nil, cost end
  return cost
end

describe("rules", function()
  describe("of cost", function()
    it("charge the entered terrain, not the terrain that is left", function()
      local grid = astar.grid { ".~." }
      local rules = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }
      assert.equal(4, cost_of(grid, rules, 1, 1, 2, 1))
      assert.equal(1, cost_of(grid, rules, 2, 1, 3, 1))
      assert.equal(5, cost_of(grid, rules, 1, 1, 3, 1))
    end)

    it("name terrains by character or by byte", function()
      local grid = astar.grid { ".~" }
      assert.equal(4, cost_of(grid, astar.rules { cost = { [126] = 4 } }, 1, 1, 2, 1))
      assert.equal(4, cost_of(grid, astar.rules { cost = { ["~"] = 4 } }, 1, 1, 2, 1))
      assert.equal(4, cost_of(grid, astar.rules { cost = { [126.0] = 4 } }, 1, 1, 2, 1))
      assert.equal(3, cost_of(astar.grid { { 0, 255, 0 } }, astar.rules { cost = { [0] = 1, [255] = 2 } }, 1, 1, 3, 1))
    end)

    it("may be below 1, and the path is the cheapest", function()
      -- The road makes the detour cheaper: 2 steps down and up, 8 along it at 0.1.
      local grid = astar.grid { ".........", "=========" }
      local rules = astar.rules { cost = { ["."] = 1, ["="] = 0.1 }, neighbors = 4 }
      expect.near(0.1 * 9 + 1, cost_of(grid, rules, 1, 1, 9, 1))
    end)

    it("make terrains impassable that are not listed, or false", function()
      local grid = astar.grid { ".#~." }
      assert.is_nil(cost_of(grid, astar.rules { cost = { ["."] = 1, ["~"] = 1 } }, 1, 1, 4, 1))
      local wall = astar.rules { cost = { ["#"] = false }, default = 1 }
      assert.is_nil(cost_of(grid, wall, 1, 1, 4, 1))
    end)

    it("use the default for terrains that are not listed", function()
      local grid = astar.grid { ".#~." }
      assert.equal(1 + 2 + 2, cost_of(grid, astar.rules { cost = { ["."] = 1 }, default = 2 }, 1, 1, 4, 1))
      assert.equal(3, cost_of(grid, astar.rules { default = 1 }, 1, 1, 4, 1))
      assert.is_nil(cost_of(grid, astar.rules { cost = { ["."] = 1 }, default = false }, 1, 1, 4, 1))
    end)

    it("add the penalty of the entered tile", function()
      local grid = astar.grid { "..." }
      grid:set_penalty(1, 1, 100)
      grid:set_penalty(2, 1, 0.5)
      local rules = astar.rules { cost = { ["."] = 3 } }
      assert.equal(6.5, cost_of(grid, rules, 1, 1, 3, 1))
      assert.equal(106.5, cost_of(grid, rules, 3, 1, 1, 1))
    end)

    it("charge a penalty once, whatever the length of the step", function()
      local grid = astar.grid { "..", ".." }
      grid:set_penalty(2, 2, 0.25)
      expect.near(math.sqrt(2) + 0.25, cost_of(grid, astar.rules { cost = { ["."] = 1 } }, 1, 1, 2, 2))
    end)
  end)

  describe("of neighbors", function()
    it("are eight by default, or four", function()
      local grid = astar.grid(4, 4)
      local function cost(neighbors)
        return cost_of(grid, astar.rules { cost = { [0] = 1 }, neighbors = neighbors }, 1, 1, 4, 4)
      end
      expect.near(3 * math.sqrt(2), cost(nil))
      expect.near(3 * math.sqrt(2), cost(8))
      assert.equal(6, cost(4))
    end)

    it("may be a list: knight's moves", function()
      local knight = {}
      for _, m in ipairs { { 1, 2 }, { 2, 1 } } do
        for _, sx in ipairs { 1, -1 } do
          for _, sy in ipairs { 1, -1 } do knight[#knight + 1] = { m[1] * sx, m[2] * sy, cost = 1 } end
        end
      end
      local rules = astar.rules { cost = { [0] = 1 }, neighbors = knight }
      local board = astar.grid(8, 8)
      assert.equal(6, cost_of(board, rules, 1, 1, 8, 8))
      assert.equal(3, cost_of(board, rules, 1, 1, 2, 1))
      assert.equal(4, cost_of(board, rules, 1, 1, 2, 2)) -- the tile with the longest knight's path
      assert.is_nil(cost_of(astar.grid(3, 3), rules, 1, 1, 2, 2))
    end)

    it("have a length: 1, diagonal_cost, or the straight distance", function()
      local grid = astar.grid(8, 8)
      local function cost(move, x, y, diagonal_cost)
        return cost_of(grid, astar.rules { cost = { [0] = 2 }, neighbors = { move }, diagonal_cost = diagonal_cost },
          1, 1, x, y)
      end
      assert.equal(2, cost({ 1, 0 }, 2, 1))
      expect.near(2 * math.sqrt(2), cost({ 1, 1 }, 2, 2))
      expect.near(2 * 1.4, cost({ 1, 1 }, 2, 2, 1.4))
      expect.near(2 * 5, cost({ 3, 4 }, 4, 5))
      expect.near(2 * 0.5, cost({ 3, 4, cost = 0.5 }, 4, 5))
    end)

    it("jump over the tiles between, except those listed in clear", function()
      local grid = astar.grid { ".#." }
      local function rules(clear)
        return astar.rules { cost = { ["."] = 1 }, neighbors = { { 2, 0, clear = clear } } }
      end
      assert.equal(2, cost_of(grid, rules(nil), 1, 1, 3, 1))
      assert.is_nil(cost_of(grid, rules { { 1, 0 } }, 1, 1, 3, 1))
      grid:set(2, 1, ".")
      assert.equal(2, cost_of(grid, rules { { 1, 0 } }, 1, 1, 3, 1))
      grid:block(2, 1)
      assert.is_nil(cost_of(grid, rules { { 1, 0 } }, 1, 1, 3, 1))
    end)

    it("jump over closed edges", function()
      local grid = astar.grid { "..." }
      grid:set_edge(1, 1, 1, 0, false)
      grid:set_edge(2, 1, 1, 0, false)
      assert.equal(2, cost_of(grid, astar.rules { cost = { ["."] = 1 }, neighbors = { { 2, 0 } } }, 1, 1, 3, 1))
      assert.is_nil(cost_of(grid, astar.rules { cost = { ["."] = 1 } }, 1, 1, 3, 1))
    end)

    it("lose their diagonals with never", function()
      local grid = astar.grid(3, 3)
      local rules = astar.rules { cost = { [0] = 1 }, diagonal = "never", neighbors = { { 1, 0 }, { 1, 1 }, { 0, 1 } } }
      assert.equal(4, cost_of(grid, rules, 1, 1, 3, 3))
    end)

    it("may be empty", function()
      local stay = {
        cost = { ["."] = 1 }, neighbors = { { 1, 1 }, { -1, 1 } }, diagonal = "never",
        step = function() error "there is no step to ask about" end,
      }
      local grid = astar.grid { "..", ".." }
      for _, step in ipairs { stay.step, false } do
        stay.step = step or nil
        local rules = astar.rules(stay)
        expect.reason("unreachable", grid:find_path(1, 1, 2, 2, rules))
        expect.tiles("1,1", grid:find_path(1, 1, 2, 2, rules, { partial = true }))
        assert.is_false(grid:is_reachable(1, 1, 2, 1, rules))
        for _, field in ipairs { grid:distance_field({ { 2, 2 } }, rules), grid:reachable(2, 2, rules, 9) } do
          assert.equal(0, field:cost(2, 2))
          assert.is_nil(field:cost(1, 1))
        end
        expect.reason("unreachable", grid:replanner(1, 1, 2, 2, rules):path())
      end
    end)

    it("may lead in one direction only", function()
      local grid = astar.grid(5, 1)
      local rules = astar.rules { cost = { [0] = 1 }, neighbors = { { 1, 0 } } }
      assert.equal(4, cost_of(grid, rules, 1, 1, 5, 1))
      assert.is_nil(cost_of(grid, rules, 5, 1, 1, 1))
    end)
  end)

  describe("of pair costs (step)", function()
    it("are computed once for every pair of listed terrains and every move", function()
      local calls = {}
      astar.rules {
        cost = { ["."] = 1, [126] = 4, ["#"] = false }, neighbors = 4,
        step = function(from, to, dx, dy)
          local key = ("%s %s %d %d"):format(tostring(from), tostring(to), dx, dy)
          assert(not calls[key], "asked twice: " .. key)
          calls[key] = true
        end,
      }
      local count = 0
      for _, from in ipairs { ".", "126", "#" } do
        for _, to in ipairs { ".", "126", "#" } do
          for _, move in ipairs { "1 0", "0 1", "-1 0", "0 -1" } do
            assert.is_true(calls[from .. " " .. to .. " " .. move])
            count = count + 1
          end
        end
      end
      assert.equal(36, count)
      local total = 0
      for _ in pairs(calls) do total = total + 1 end
      assert.equal(36, total)
    end)

    it("are computed for existing moves", function()
      local function moves(options)
        local seen, list = {}, {}
        options.cost = { ["."] = 1 }
        options.step = function(_, _, dx, dy) seen[("%d,%d"):format(dx, dy)] = true end
        astar.rules(options)
        for move in pairs(seen) do list[#list + 1] = move end
        table.sort(list)
        return table.concat(list, " ")
      end
      assert.equal("-1,-1 -1,0 -1,1 0,-1 0,1 1,-1 1,0 1,1", moves {})
      assert.equal("-1,0 0,-1 0,1 1,0", moves { diagonal = "never" })
      assert.equal("-1,0 0,-1 0,1 1,0", moves { neighbors = 4 })
      assert.equal("1,0 2,1", moves { neighbors = { { 1, 0 }, { 2, 1 } } })
      assert.equal("2,1", moves { neighbors = { { 1, 1 }, { 2, 1 } }, diagonal = "never" })
    end)

    it("are never computed during a search", function()
      local calls = 0
      local rules = astar.rules {
        cost = { ["."] = 1 },
        step = function() calls = calls + 1 end,
      }
      local before = calls
      astar.grid({ "....." }):find_path(1, 1, 5, 1, rules)
      assert.equal(before, calls)
    end)

    it("set the whole cost of a step, except the penalty", function()
      local rules = astar.rules {
        cost = { ["."] = 1, ["^"] = 2 },
        step = function(from, to) if from == "." and to == "^" then return 10 end end,
      }
      local grid = astar.grid { ".^^" }
      assert.equal(10, cost_of(grid, rules, 1, 1, 2, 1))
      assert.equal(12, cost_of(grid, rules, 1, 1, 3, 1))
      grid:set_penalty(2, 1, 0.5)
      assert.equal(10.5, cost_of(grid, rules, 1, 1, 2, 1))
      -- A number is not multiplied by the length of the move.
      assert.equal(10, cost_of(astar.grid { "..", ".^" }, astar.rules {
        cost = { ["."] = 100, ["^"] = 2 },
        step = function(_, to) if to == "^" then return 10 end end,
      }, 1, 1, 2, 2))
    end)

    it("may be 0", function()
      local rules = astar.rules { cost = { ["."] = 1 }, step = function(_, _, dx) if dx == 1 then return 0 end end }
      assert.equal(0, cost_of(astar.grid { "....." }, rules, 1, 1, 5, 1))
      assert.equal(4, cost_of(astar.grid { "....." }, rules, 5, 1, 1, 1))
    end)

    it("may forbid a step: a ledge to jump down from", function()
      local rules = astar.rules {
        cost = { ["."] = 1, ["^"] = 1 },
        step = function(from, to) if from == "." and to == "^" then return false end end,
      }
      local grid = astar.grid { "^^..", "^^.." }
      assert.equal(3, cost_of(grid, rules, 1, 1, 4, 1))
      expect.reason("unreachable", grid:find_path(4, 1, 1, 1, rules))
    end)

    it("cannot make impassable terrain passable", function()
      local rules = astar.rules { cost = { ["."] = 1, ["#"] = false }, step = function() return 1 end }
      expect.reason("unreachable", astar.grid({ ".#." }):find_path(1, 1, 3, 1, rules))
      expect.reason("goal_blocked", astar.grid({ ".#." }):find_path(1, 1, 2, 1, rules))
    end)

    it("apply to the first step out of an impassable terrain that is listed", function()
      local function rules(cost)
        return astar.rules { cost = cost, step = function() return 7 end }
      end
      local grid = astar.grid { "#.." }
      assert.equal(14, cost_of(grid, rules { ["."] = 1, ["#"] = false }, 1, 1, 3, 1))
      assert.equal(8, cost_of(grid, rules { ["."] = 1 }, 1, 1, 3, 1))
    end)

    it("do not apply to steps to and from unlisted terrains", function()
      local rules = astar.rules { cost = { ["."] = 1 }, default = 3, step = function() return 10 end }
      local grid = astar.grid { "..~~.." }
      assert.equal(10, cost_of(grid, rules, 1, 1, 2, 1))
      assert.equal(3, cost_of(grid, rules, 2, 1, 3, 1))
      assert.equal(3, cost_of(grid, rules, 3, 1, 4, 1))
      assert.equal(1, cost_of(grid, rules, 4, 1, 5, 1))
    end)

    it("pass on errors of the function", function()
      local function make(what)
        return pcall(astar.rules, { cost = { ["."] = 1 }, step = function() error(what, 0) end })
      end
      local ok, message = make "no such terrain"
      assert.is_false(ok)
      assert.equal("no such terrain", message)
      local object = { "an error object" }
      ok, message = make(object)
      assert.is_false(ok)
      assert.equal(object, message)
    end)
  end)

  describe("of size", function()
    it("is one tile by default", function()
      assert.equal(4, cost_of(astar.grid { "....." }, astar.rules { cost = { ["."] = 1 } }, 1, 1, 5, 1))
    end)
  end)

  describe("of ignore_blocked", function()
    it("let movers pass dynamic obstacles, but not walls", function()
      local grid = astar.grid { "...#." }
      grid:block(2, 1)
      local ghost = astar.rules { cost = { ["."] = 1 }, ignore_blocked = true }
      local unit = astar.rules { cost = { ["."] = 1 }, ignore_blocked = false }
      assert.equal(2, cost_of(grid, ghost, 1, 1, 3, 1))
      assert.equal(1, cost_of(grid, ghost, 1, 1, 2, 1))
      expect.reason("unreachable", grid:find_path(1, 1, 3, 1, unit))
      expect.reason("goal_blocked", grid:find_path(1, 1, 2, 1, unit))
      expect.reason("unreachable", grid:find_path(1, 1, 5, 1, ghost))
    end)
  end)

  it("are compiled: later changes of the tables have no effect", function()
    local cost, moves = { ["."] = 1 }, { { 1, 0, clear = { { 1, 0 } } } }
    local rules = astar.rules { cost = cost, neighbors = moves }
    cost["."], cost["#"] = 9, 1
    moves[1][1], moves[1].clear[1][1] = -1, 2
    local grid = astar.grid { "...#" }
    assert.equal(2, cost_of(grid, rules, 1, 1, 3, 1))
    assert.is_nil(cost_of(grid, rules, 1, 1, 4, 1))
  end)

  it("do not change the tables that they are created from", function()
    local clear = { { 1, 0 } }
    local options = { cost = { ["."] = 1 }, neighbors = { { 2, 0, clear = clear }, { 1, 1 } }, diagonal = "never" }
    astar.rules(options)
    assert.same({ cost = { ["."] = 1 }, neighbors = { { 2, 0, clear = { { 1, 0 } } }, { 1, 1 } }, diagonal = "never" },
      options)
    assert.equal(clear, options.neighbors[1].clear)
  end)

  it("work with many grids, and a grid with many rules", function()
    local walk = astar.rules { cost = { ["."] = 1 } }
    local swim = astar.rules { cost = { ["."] = 3, ["~"] = 1 } }
    local sea, land = astar.grid { ".~." }, astar.grid { "..." }
    assert.equal(2, cost_of(land, walk, 1, 1, 3, 1))
    assert.equal(6, cost_of(land, swim, 1, 1, 3, 1))
    assert.equal(4, cost_of(sea, swim, 1, 1, 3, 1))
    assert.is_nil(cost_of(sea, walk, 1, 1, 3, 1))
    assert.equal(2, cost_of(land, walk, 1, 1, 3, 1))
  end)

  need.it(it, need.dynamic_libraries)("work under the other name by which the module can be loaded", function()
    local other
    for template in package.cpath:gmatch "[^;]+" do
      other = other or package.loadlib((template:gsub("%?", "astar")), "luaopen_libs_astar")
    end
    local grid, rules = astar.grid { ".~" }, other().rules { cost = { ["~"] = 3 } }
    assert.equal(3, cost_of(grid, rules, 1, 1, 2, 1))
  end)

  it("have a tostring with their name", function()
    assert.equal("userdata", type(astar.rules { default = 1 }))
    assert.truthy(tostring(astar.rules { default = 1 }):find("astar.rules", 1, true))
  end)
end)
