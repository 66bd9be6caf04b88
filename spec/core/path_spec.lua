local astar = require "astar"
local expect = require "spec.support.expect"
local oracle = require "spec.support.oracle"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"
local shell = require "spec.support.shell"
local sight = require "spec.support.sight"

local rules = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }
local walk4 = astar.rules { cost = { ["."] = 1 }, neighbors = 4 }

local function find(grid, x1, y1, x2, y2, with)
  local path, cost = grid:find_path(x1, y1, x2, y2, with or rules)
  assert(path, cost)
  return path, cost
end

local function corridor()
  return astar.grid {
    "...#...",
    ".#.#.#.",
    ".#...#.",
  }
end

describe("a path", function()
  it("has a length: its tiles, start and goal included", function()
    assert.equal(3, #find(astar.grid { "..." }, 1, 1, 3, 1))
    assert.equal(1, #find(astar.grid { "..." }, 2, 1, 2, 1))
  end)

  it("returns a tile by index", function()
    local path = find(astar.grid { "..." }, 1, 1, 3, 1)
    assert.same({ 1, 1 }, { path:get(1) })
    assert.same({ 3, 1 }, { path:get(3) })
    assert.is_nil((path:get(0)))
    assert.is_nil((path:get(4)))
    assert.is_nil((path:get(-1)))
  end)

  it("returns every tile in order", function()
    local path = find(corridor(), 1, 3, 7, 3)
    local seen = {}
    for i, x, y in path:each() do
      assert.equal(#seen + 1, i)
      assert.same({ x, y }, { path:get(i) })
      seen[i] = true
    end
    assert.equal(#path, #seen)
  end)

  it("can be walked by several loops at once", function()
    local path = find(astar.grid { "..." }, 1, 1, 3, 1)
    local count = 0
    for i in path:each() do
      for j in path:each() do
        count = count + 1
        assert.equal(count, (i - 1) * 3 + j)
      end
    end
    assert.equal(9, count)
  end)

  it("allocates nothing in a loop over it", function()
    local path = find(astar.grid(500, 3, { fill = "." }), 1, 2, 500, 2)
    collectgarbage()
    collectgarbage "stop"
    local first, last, sum = nil, nil, 0
    for i, x, y in path:each() do
      if i == 2 then first = collectgarbage "count" end
      sum = sum + x + y
      if i == 499 then last = collectgarbage "count" end
    end
    collectgarbage "restart"
    assert.equal(500 * 501 / 2 + 1000, sum)
    expect.no_garbage(first, last)
  end)

  it("returns all points, as tables or as flat numbers", function()
    local path = find(astar.grid { ".", "." }, 1, 1, 1, 2)
    assert.same({ { x = 1, y = 1 }, { x = 1, y = 2 } }, path:points())
    assert.same({ 1, 1, 1, 2 }, path:flat())
  end)

  it("has a cost: the sum of its steps", function()
    local path, cost = find(astar.grid { ".~." }, 1, 1, 3, 1)
    assert.equal(5, path:cost())
    assert.equal(cost, path:cost())
  end)

  it("has the number of nodes that the search expanded", function()
    local grid = astar.grid(50, 50, { fill = "." })
    assert.equal(0, find(grid, 1, 1, 50, 50):expanded()) -- nothing is in the way
    grid:fill("#", 20, 1, 1, 49)
    local path = find(grid, 1, 1, 50, 50)
    assert.is_true(path:expanded() >= 1 and path:expanded() <= 2500)
    assert.equal(0, path:expanded() % 1)
  end)

  it("outlives its grid and its rules", function()
    local path = find(astar.grid { "..." }, 1, 1, 3, 1, astar.rules { cost = { ["."] = 1 } })
    collectgarbage()
    collectgarbage()
    expect.tiles("1,1 2,1 3,1", path)
    assert.is_true(path:is_valid())
  end)

  it("does not change when the grid is searched or edited again", function()
    local grid = astar.grid { ".....", "....." }
    local path = find(grid, 1, 1, 3, 1)
    find(grid, 5, 2, 1, 2)
    grid:fill "#"
    expect.tiles("1,1 2,1 3,1", path)
    assert.equal(2, path:cost())
  end)

  describe("by waypoints", function()
    it("has its turning points only", function()
      local path = find(corridor(), 1, 3, 7, 3, walk4)
      expect.tiles("1,3 1,1 3,1 3,3 5,3 5,1 7,1 7,3", path:waypoints())
    end)

    it("is a path of the same cost", function()
      local path = find(corridor(), 1, 3, 7, 3)
      local turns = path:waypoints()
      assert.equal(path:cost(), turns:cost())
      assert.same({ path:get(#path) }, { turns:get(#turns) })
      assert.is_false(turns:is_partial())
      assert.is_true(turns:is_valid())
      assert.equal(path:expanded(), turns:expanded())
      expect.tiles(table.concat((function()
        local list = {}
        for _, point in ipairs(turns:points()) do list[#list + 1] = ("%d,%d"):format(point.x, point.y) end
        return list
      end)(), " "), turns:waypoints())
    end)

    it("is one point for a path of one tile", function()
      expect.tiles("2,1", find(astar.grid { "..." }, 2, 1, 2, 1):waypoints())
    end)

    it("has the two ends of a straight line, also of a diagonal one", function()
      expect.tiles("1,1 5,1", find(astar.grid(5, 5, { fill = "." }), 1, 1, 5, 1):waypoints())
      expect.tiles("1,1 5,5", find(astar.grid(5, 5, { fill = "." }), 1, 1, 5, 5):waypoints())
    end)

    it("keeps both ends of a jump", function()
      local jumper = astar.rules { cost = { ["."] = 1 }, neighbors = { { 1, 0 }, { 2, 0 } } }
      expect.tiles("1,1 2,1 4,1 5,1", find(astar.grid { "..#.." }, 1, 1, 5, 1, jumper):waypoints())
    end)

    it("keeps both ends of a link", function()
      local grid = astar.grid { "..##.." }
      grid:link(2, 1, 5, 1)
      expect.tiles("1,1 2,1 5,1 6,1", find(grid, 1, 1, 6, 1):waypoints())
    end)

    it("follows straight lines of hexes", function()
      local grid = astar.grid(5, 5, { fill = ".", layout = "odd_r" })
      expect.tiles("1,1 3,5", find(grid, 1, 1, 3, 5):waypoints())
      grid = astar.grid(5, 5, { fill = ".", layout = "even_q" })
      expect.tiles("1,1 5,1", find(astar.grid { "....." }, 1, 1, 5, 1):waypoints())
      local path = find(grid, 3, 1, 3, 5)
      expect.tiles("3,1 3,5", path:waypoints())
    end)
  end)

  describe("is valid", function()
    it("as long as the map allows its steps", function()
      local grid = astar.grid { ".....", "....." }
      local path = find(grid, 1, 1, 5, 1)
      assert.is_true(path:is_valid())
      assert.equal(1, select("#", path:is_valid()))
      grid:set(3, 2, "#")
      assert.is_true(path:is_valid())
      grid:set(3, 1, "#")
      assert.same({ false, 2 }, { path:is_valid() })
      grid:set(3, 1, ".")
      assert.is_true(path:is_valid())
    end)

    it("along a free straight line of hexes, not along another line of the same length", function()
      for _, layout in ipairs { "odd_r", "even_r", "odd_q", "even_q" } do
        for _, turn in ipairs { { 4, 7, 10, 7 }, { 7, 4, 7, 10 } } do
          local grid = astar.grid(13, 13, { fill = ".", layout = layout })
          local lines = find(grid, turn[1], turn[2], turn[3], turn[4]):waypoints()
          assert.is_true(lines:is_valid())
          for x = 5, 9 do
            for y = 5, 9 do grid:block(x, y) end
          end
          assert.is_false((lines:is_valid()))
        end
      end
    end)

    it("from an index on", function()
      local grid = astar.grid { "....." }
      local path = find(grid, 1, 1, 5, 1)
      grid:block(2, 1)
      assert.same({ false, 1 }, { path:is_valid() })
      assert.same({ false, 1 }, { path:is_valid(1) })
      assert.is_true((path:is_valid(2))) -- standing on the blocked tile itself
      grid:block(5, 1)
      assert.same({ false, 4 }, { path:is_valid(2) })
      assert.same({ false, 4 }, { path:is_valid(4) })
      assert.is_true((path:is_valid(5)))
    end)

    it("until an edge or a corner closes, or a link is removed", function()
      local grid = astar.grid { "...", "...", "#.." }
      local path = find(grid, 1, 1, 3, 3)
      expect.tiles("1,1 2,2 3,3", path)
      grid:set_edge(2, 2, 1, 1, false, true)
      assert.same({ false, 2 }, { path:is_valid() })
      grid:set_edge(2, 2, 1, 1, true, true)
      assert.is_true((path:is_valid()))
      grid:block(2, 1) -- a corner of the first step
      assert.same({ false, 1 }, { path:is_valid() })

      local stairs = astar.grid { ".#." }
      local id = stairs:link(1, 1, 3, 1)
      path = find(stairs, 1, 1, 3, 1)
      assert.is_true((path:is_valid()))
      stairs:unlink(id)
      assert.same({ false, 1 }, { path:is_valid() })
    end)

    it("even if it became more expensive, or a shorter path opened", function()
      local grid = astar.grid { "...", ".#.", "..." }
      local path = find(grid, 1, 1, 3, 3)
      grid:set_penalty(1, 2, 50)
      grid:set(2, 2, ".")
      assert.is_true((path:is_valid()))
    end)

    it("for waypoints along the whole line", function()
      local grid = astar.grid { ".....", "....." }
      local turns = find(grid, 1, 1, 5, 1):waypoints()
      assert.equal(2, #turns)
      assert.is_true((turns:is_valid()))
      grid:set(3, 1, "#")
      assert.same({ false, 1 }, { turns:is_valid() })
    end)

    it("if it starts on a blocked tile", function()
      local grid = astar.grid { "..." }
      grid:block(1, 1)
      assert.is_true((find(grid, 1, 1, 3, 1):is_valid()))
    end)
  end)

  describe("returns", function()
    it("the kind of step between its points", function()
      local path = find(corridor(), 1, 3, 7, 3)
      assert.equal("steps", path:kind())
      assert.equal("turns", path:waypoints():kind())
      assert.equal("lines", path:smooth():kind())
      assert.equal("lines", path:smooth():waypoints():kind())
      assert.equal("steps", find(corridor(), 1, 1, 1, 1):kind())
    end)

    it("the tiles of a line, and the points where it enters them", function()
      local path = find(astar.grid(4, 2, { fill = "." }), 1, 1, 4, 2):smooth()
      assert.same({ 1, 1, 0, 2, 1, 1 / 6, 3, 2, 0.5, 4, 2, 5 / 6 }, (path:line(1)))
      assert.is_false(select(2, path:line(1)))
      for _, i in ipairs { 0, 2, -1 } do assert.is_nil((path:line(i))) end
      assert.is_nil((find(corridor(), 1, 1, 1, 1):line(1)))
    end)

    it("the end of a link or a jump", function()
      local grid = astar.grid { "..#...", "..#..." }
      local link = grid:link(2, 1, 4, 1)
      local path = find(grid, 1, 1, 6, 1)
      local function far_steps(of)
        local list = {}
        for i = 1, #of - 1 do list[i] = tostring(select(2, of:line(i))) end
        return table.concat(list, " ")
      end
      assert.equal("false true false false", far_steps(path))
      assert.equal("false true false", far_steps(path:waypoints()))
      assert.equal("false true false", far_steps(path:smooth()))
      grid:unlink(link)
      assert.equal("false false false false", far_steps(path))
      local knight = astar.rules { cost = { ["."] = 1 }, neighbors = { { 2, 1 }, { 1, 2 } } }
      assert.equal("true", far_steps(find(astar.grid(3, 2, { fill = "." }), 1, 1, 3, 2, knight):smooth()))
    end)

    it("a link between hexes that are not adjacent", function()
      local grid = astar.grid({ "...", "..." }, { layout = "odd_r" })
      for _, to in ipairs { { 2, 2 }, { 1, 2 } } do -- the second one is a neighbor of (1, 1)
        grid:link(1, 1, to[1], to[2], { cost = 0.1 })
        local path = find(grid, 1, 1, to[1], to[2])
        assert.equal(2, #path)
        local line, is_far_step = path:line(1)
        assert.equal(to[1] == 2, is_far_step)
        assert.same({ to[1], to[2] }, { line[#line - 2], line[#line - 1] })
      end
    end)

    it("nil for invalid arguments", function()
      local path = find(corridor(), 1, 3, 7, 3)
      expect.raises("path:line: index must be an integer, got 1.5", path.line, path, 1.5)
      expect.raises("path:line: index must be an integer, got nil", path.line, path)
    end)

    local function check_line(map, path, i)
      local x1, y1 = path:get(i)
      local x2, y2 = path:get(i + 1)
      local tiles, duration = sight.tiles(map, x1, y1, x2, y2)
      local line = path:line(i)
      if #line ~= 3 * #tiles then return ("%d tiles in place of %d"):format(#line / 3, #tiles) end
      for k, tile in ipairs(tiles) do
        local x, y, part = line[3 * k - 2], line[3 * k - 1], line[3 * k]
        if x ~= tile.x or y ~= tile.y or math.abs(part - tile.from / duration) > 1e-12 then
          return ("(%d, %d) from %.17g in place of (%d, %d) from %.17g")
            :format(x, y, part, tile.x, tile.y, tile.from / duration)
        end
      end
    end

    seeds.check(it, "the tiles that exact geometry finds", seeds.cases / 10, function(seed)
      local random = random_map.new(seed)
      local map = random_map.map(random)
      local case = random_map.case(random, astar, map, random_map.grid(astar, map))
      for _ = 1, 5 do
        local query = random_map.query(random, map, case.rules)
        local goal = query.goals[1] or { 1, 1 }
        local path = map:contains(query.x, query.y) and
          case.grid:find_path(query.x, query.y, goal[1], goal[2], case.compiled)
        for _, of in ipairs(path and { path, path:waypoints(), path:smooth() } or {}) do
          for i = 1, #of - 1 do
            local failure = check_line(map, of, i)
            if failure then return ("seed %d, %s, step %d: %s"):format(seed, of:kind(), i, failure) end
            local x1, y1 = of:get(i)
            local x2, y2 = of:get(i + 1)
            local is_step = oracle.step_cost(map, case.rules, x1, y1, x2, y2) ~= nil
            local is_far_step = is_step and oracle.steps(map, { moves = { { dx = 1, dy = 1 } } }, x1, y1, x2, y2) > 1
            if is_far_step ~= select(2, of:line(i)) then return ("seed %d: a far step?"):format(seed) end
          end
        end
      end
    end)
  end)

  it("is partial or not", function()
    assert.is_false(find(astar.grid { "..." }, 1, 1, 3, 1):is_partial())
    local path = astar.grid({ "..#" }):find_path(1, 1, 3, 1, rules, { partial = true })
    assert.is_true(path:is_partial())
    assert.is_true(path:waypoints():is_partial())
  end)

  it("is correct if finalizers edit and search its grid while it is created", function()
    -- In its own process, where there is little else to collect.
    local output, errors = shell.run_script(shell.lua, [[
      local astar = require "astar"
      local rules = astar.rules { cost = { [0] = 1 }, neighbors = 4 }
      local grid, turns, links = astar.grid(300, 3), 0, {}
      local function turn()
        turns = turns + 1
        assert(#grid:find_path(1, 1, 2, 2, rules) == 3)
        links[turns] = grid:link(1, 1, 1, 1)
        if turns % 20 == 0 then
          for i = turns - 19, turns do grid:unlink(links[i]) end
        end
      end
      for i = 1, 5000 do
        local proxy = newproxy and newproxy(true) -- in Lua 5.1 and LuaJIT only userdata have finalizers
        local class = proxy and getmetatable(proxy) or {}
        class.__gc = turn
        proxy = proxy or setmetatable({}, class)
        local _ = ("x"):rep(1160 + i % 100) -- paths get other memory than earlier paths
        if i % 2 == 0 then
          local path, cost = grid:find_path(1, 1, 300, 1, rules)
          assert(#path == 300 and cost == 299 and path:is_valid())
        else
          assert(astar.deserialize(grid:serialize()))
        end
      end
      assert(turns > 2000)
      print "ok"
    ]])
    assert.equal("ok\n", output, errors)
  end)

  it("has a tostring with its name and length", function()
    local path = find(astar.grid { "..." }, 1, 1, 3, 1)
    assert.equal("userdata", type(path))
    assert.equal("astar.path of 3 tiles, cost 2", tostring(path))
    assert.equal("astar.path of 1 tile, cost 0", tostring(find(astar.grid { "." }, 1, 1, 1, 1)))
  end)
end)
