--- Straight paths: few turns at the same cost. spec/fuzz/property.c compares them with a search of all legs.

local astar = require "astar"

local function tiles(path)
  local list = {}
  for _, x, y in path:each() do list[#list + 1] = x .. "," .. y end
  return table.concat(list, " ")
end

local function turns(path) return #path:waypoints() - 2 end

describe("a straight path", function()
  local on_foot = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }
  local yard

  before_each(function()
    yard = astar.grid(24, 24, { fill = "." })
    for _, wall in ipairs { { 6, 4, 2, 3 }, { 12, 8, 3, 2 }, { 16, 14, 2, 4 }, { 10, 17, 3, 2 } } do
      yard:fill("#", wall[1], wall[2], wall[3], wall[4])
    end
  end)

  it("has fewer turns than the search, and the same cost", function()
    for _, algorithm in ipairs { "auto", "astar", "dijkstra" } do
      local options = { algorithm = algorithm }
      local path, cost = yard:find_path(1, 2, 24, 20, on_foot, options)
      options.straight = false
      local raw, raw_cost = yard:find_path(1, 2, 24, 20, on_foot, options)
      assert.is_true(turns(path) <= 4)
      assert.is_true(turns(raw) > 4)
      assert.is_true(math.abs(cost - raw_cost) <= 1e-12 * cost)
      options.straight = true
      assert.equal(tiles(path), tiles((yard:find_path(1, 2, 24, 20, on_foot, options))))
    end
  end)

  it("of an index has a quarter of the turns less", function()
    local blocks = astar.grid(96, 96, { fill = "." })
    for i = 0, 120 do blocks:fill("#", i * 37 % 91 + 1, i * 53 % 89 + 1, 1 + i % 5, 1 + i % 3) end
    local index, raw, straight = blocks:bake(on_foot), 0, 0
    for i = 0, 400 do
      local x, y, to_x, to_y = i * 13 % 96 + 1, i * 29 % 96 + 1, 96 - i * 7 % 96, i * 41 % 96 + 1
      local path = index:find_path(x, y, to_x, to_y)
      if path and #path > 1 then
        straight = straight + turns(path)
        raw = raw + turns(index:find_path(x, y, to_x, to_y, { straight = false }))
      end
    end
    assert.is_true(raw > 1500 and straight <= raw * 0.75, straight .. " of " .. raw)
  end)

  it("comes from each kind of query", function()
    local search = yard:search(1, 2, 24, 20, on_foot)
    while search:step(100) == "running" do assert.is_nil(search:path()) end
    local index = yard:bake(on_foot)
    local pool = astar.pool(yard, { threads = 0 })
    local request = pool:find_path(1, 2, 24, 20, on_foot)
    pool:wait()
    local paths = {
      find_nearest = yard:find_nearest(1, 2, { { 24, 20 } }, on_foot), search = search:path(),
      replanner = yard:replanner(1, 2, 24, 20, on_foot):path(), index = index:find_path(1, 2, 24, 20),
      field = yard:distance_field({ { 24, 20 } }, on_foot):path(1, 2),
      range = yard:reachable(1, 2, on_foot):path(24, 20), pool = (request:result()),
    }
    for name, path in pairs(paths) do assert.is_true(turns(path) <= 4, name) end
    assert.equal(tiles((yard:find_path(1, 2, 24, 20, on_foot))), tiles(paths.search))
    assert.is_true(turns(index:find_path(1, 2, 24, 20, { straight = false })) >= 2)
    pool:close()
  end)

  it("follows the steps of a field that is older than the map", function()
    local field = yard:distance_field({ { 24, 20 } }, on_foot)
    local straight = field:path(1, 2)
    yard:set(23, 1, "#")
    local x, y, followed = 1, 2, {}
    while x do
      followed[#followed + 1] = x .. "," .. y
      x, y = field:next(x, y)
    end
    local path, cost = field:path(1, 2)
    assert.equal(table.concat(followed, " "), tiles(path))
    assert.is_true(math.abs(straight:cost() - cost) < 1e-9)
  end)

  it("of equally few turns has the fewest diagonal steps", function()
    local king = astar.rules { cost = { ["."] = 1 }, diagonal_cost = 1, diagonal = "always" }
    local grid = astar.grid { "...", "...", ".#.", "..." }
    assert.equal("3,1 3,2 3,3 2,4", tiles((grid:find_path(3, 1, 2, 4, king))))
    -- The arch over a wall becomes as flat as the wall allows.
    local wall = astar.grid { ".......", ".......", "..###..", "..###.." }
    assert.equal("1,3 2,2 3,2 4,2 5,2 6,2 7,3", tiles((wall:find_path(1, 3, 7, 3, king))))
  end)

  it("leaves links and far moves as they are", function()
    local grid = astar.grid(12, 3, { fill = "." })
    grid:fill("#", 6, 1, 1, 3)
    grid:link(4, 2, 8, 2, { cost = 0.5 })
    local path = grid:find_path(1, 1, 12, 3, on_foot)
    assert.truthy(tiles(path):find("4,2 8,2", 1, true))
    local knight = astar.rules {
      cost = { ["."] = 1 },
      neighbors = { { 1, 2 }, { 2, 1 }, { -1, 2 }, { -2, 1 }, { 1, -2 }, { 2, -1 }, { -1, -2 }, { -2, -1 } },
    }
    local board = astar.grid(9, 9, { fill = "." })
    local raw = board:find_path(1, 1, 9, 6, knight, { straight = false })
    assert.equal(tiles(raw), tiles((board:find_path(1, 1, 9, 6, knight))))
  end)

  it("takes no step that the mover does not have", function()
    local grid = astar.grid(12, 7, { fill = "." })
    grid:fill("~", 5, 1, 1, 2)
    for _, missing in ipairs { { -1, 0 }, { 0, -1 }, { 1, 1 }, { -1, -1 } } do
      local list = {}
      for dx = -1, 1 do
        for dy = -1, 1 do
          local is_missing = dx == missing[1] and dy == missing[2]
          if not is_missing and (dx ~= 0 or dy ~= 0) then list[#list + 1] = { dx, dy } end
        end
      end
      local mover = astar.rules { cost = { ["."] = 1, ["~"] = 3 }, neighbors = list }
      for goal = 1, 7 do
        local path, cost = grid:find_path(12, 4, 1, goal, mover)
        local _, raw_cost = grid:find_path(12, 4, 1, goal, mover, { straight = false })
        assert.is_true(path:is_valid() and math.abs(cost - raw_cost) <= 1e-12 * cost)
        local back = grid:find_path(1, goal, 12, 4, mover)
        assert.is_true(back:is_valid())
      end
    end
  end)

  it("visits no tile twice, also when it is not a cheapest one", function()
    for seed = 1, 40 do
      local grid = astar.grid(16, 16, { fill = "." })
      for i = 1, 90 do grid:set((i * 7 * seed) % 16 + 1, (i * i + seed * 3) % 16 + 1, i % 3 == 0 and "~" or "#") end
      grid:set(1, 1, ".")
      local path = grid:find_path(1, 1, 16, 16, on_foot, { weight = 5, partial = true })
      local seen = {}
      for _, x, y in path:each() do
        assert.is_nil(seen[x * 100 + y])
        seen[x * 100 + y] = true
      end
    end
  end)

  it("raises for the option where paths are always straight", function()
    assert.has_error(function() yard:replanner(1, 1, 2, 2, on_foot, { straight = false }) end)
    assert.has_error(function() yard:distance_field({ { 1, 1 } }, on_foot, { straight = false }) end)
    assert.has_error(function() yard:find_path(1, 1, 2, 2, on_foot, { straight = 1 }) end,
      'grid:find_path: option "straight" must be true or false, got 1')
  end)
end)
