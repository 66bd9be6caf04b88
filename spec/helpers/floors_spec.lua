-- Houses of several floors: tiles, stairs, paths, and what counts on one floor only.

local astar = require "astar"
local expect = require "spec.support.expect"
local floors = require "astar.floors"
local random_map = require "spec.support.random_map"
local script = require "astar.script"
local seeds = require "spec.support.seeds"

local raises = expect.raises
local on_foot = astar.rules { cost = { ["."] = 1 } }

--- A house of these maps, one list of rows per floor.
local function build(maps)
  local house = floors.new { width = #maps[1][1], height = #maps[1], count = #maps }
  for z, rows in ipairs(maps) do
    for y, row in ipairs(rows) do
      for x = 1, #row do
        local gx, gy = house:to_grid(x, y, z)
        house.grid:set(gx, gy, row:sub(x, x))
      end
    end
  end
  return house
end

local function open_house(width, height, count)
  local rows, maps = {}, {}
  for y = 1, height do rows[y] = ("."):rep(width) end
  for z = 1, count do maps[z] = rows end
  return build(maps)
end

local function tiles_of(path)
  local list = {}
  for i, x, y, z in path:each() do list[i] = ("%d,%d,%d"):format(x, y, z) end
  return table.concat(list, " ")
end

describe("a house", function()
  it("converts tiles both ways", function()
    local house, seen = floors.new { width = 4, height = 3, count = 3, gap = "#" }, {}
    assert.same({ 14, 3 }, { house.grid:size() })
    for z = 1, 3 do
      for y = 1, 3 do
        for x = 1, 4 do
          local gx, gy = house:to_grid(x, y, z)
          assert.same({ x, y, z }, { house:from_grid(gx, gy) })
          assert.is_nil(seen[gy * 100 + gx])
          seen[gy * 100 + gx] = true
        end
      end
    end
    for _, tile in ipairs { { 0, 1, 1 }, { 5, 1, 1 }, { 1, 0, 1 }, { 1, 4, 1 }, { 1, 1, 0 }, { 1, 1, 4 } } do
      assert.same({}, { house:to_grid(tile[1], tile[2], tile[3]) })
    end
    for _, tile in ipairs { { 5, 1 }, { 10, 3 }, { 0, 1 }, { 15, 1 }, { 1, 0 }, { 1, 4 }, { -4, 2 } } do
      assert.same({}, { house:from_grid(tile[1], tile[2]) })
    end
    assert.equal(("#"):byte(), house.grid:get(5, 1))
    assert.equal(0, floors.new({ width = 1, height = 1, count = 2 }).grid:get(2, 1))
  end)

  it("raises errors for wrong arguments, at the line of the call", function()
    local house = open_house(3, 3, 2)
    local no_tile = "house:stairs: both ends must be on the 2 floors of 3 x 3 tiles"
    raises('floors.new: option "count" must be an integer >= 1, got nil', floors.new, { width = 3, height = 3 })
    raises('floors.new: option "width" must be an integer >= 1, got 0', floors.new,
      { width = 0, height = 1, count = 1 })
    raises('floors.new: option "gap" must be an integer from 0 to 255 or a one-character string, got 256', floors.new,
      { width = 3, height = 3, count = 1, gap = 256 })
    raises("floors.new: width must be an integer from 1 to 32768, got 40003", floors.new,
      { width = 20001, height = 1, count = 2 })
    raises("house:to_grid: z must be an integer, got nil", house.to_grid, house, 1, 1)
    raises("house:from_grid: gx must be an integer, got 1.5", house.from_grid, house, 1.5, 1)
    raises("house:to_grid: must be called on a house (use a colon), got 1", house.to_grid, 1, 1, 1)
    raises("house:find_path: must be called on a house (use a colon), got a table", house.find_path, {})
    raises("house:find_path: rules must be made by astar.rules, got nil", house.find_path, house, 1, 1, 1, 1, 1, 1)
    raises(no_tile, house.stairs, house, 1, 1, 2)
    raises(no_tile, house.stairs, house, 4, 1, 1, { x = 1 })
    raises(no_tile, house.stairs, house, 1, 1, 1, { to = 3 })
    raises('house:stairs: option "to" must be an integer, got "up"', house.stairs, house, 1, 1, 1, { to = "up" })
    raises('house:stairs: option "cost" must be a number >= 0 and <= 1e100, got -1',
      house.stairs, house, 1, 1, 1, { cost = -1 })
    raises('house:stairs: unknown option "z"; valid options: cost, one_way, to, x, y', house.stairs, house, 1, 1, 1,
      { z = 2 })
    raises("house:find_path: z2 must be an integer, got nil", house.find_path, house, 1, 1, 1, 2, 2, nil, on_foot)
    raises('house:find_path: option "range" must be an integer >= 0, got -1', house.find_path, house, 1, 1, 1, 2, 2, 1,
      on_foot, { range = -1 })
  end)

  it("refuses rules that lead over a gap", function()
    local house = open_house(3, 3, 2)
    local words = "house:find_path: rules must not lead over the gap between floors, as to tile (%d, %d) of house.grid"
    raises(words:format(4, 1), house.find_path, house, 1, 1, 1, 2, 2, 1, astar.rules { default = 1 })
    local knight = astar.rules { cost = { ["."] = 1 }, neighbors = { { 2, 1 }, { -2, 1 }, { 1, -2 }, { -1, -2 } } }
    raises(words:format(5, 2), house.find_path, house, 3, 1, 1, 1, 2, 2, knight)
    assert.truthy(house:find_path(1, 1, 1, 3, 2, 1, knight))
    house.grid:set(4, 2, ".")
    raises(words:format(4, 2), house.find_path, house, 1, 1, 1, 3, 3, 2, on_foot)
    house.grid:fill ".";
    raises(words:format(4, 1), house.find_path, house, 1, 1, 1, 1, 2, 1, on_foot)
    local hut = open_house(3, 3, 1)
    assert.equal(3, #hut:find_path(1, 1, 1, 3, 1, 1, astar.rules { default = 1 }))
  end)

  it("has stairs with a cost, one way, to any tile, until they are removed", function()
    local house = open_house(4, 2, 3)
    assert.same({ nil, "unreachable" }, { house:find_path(1, 1, 1, 1, 1, 2, on_foot) })
    local up = house:stairs(2, 1, 1, { cost = 5 })
    local path, cost = house:find_path(1, 1, 1, 3, 1, 2, on_foot)
    assert.same({ "1,1,1 2,1,1 2,1,2 3,1,2", 7 }, { tiles_of(path), cost })
    assert.equal(7, select(2, house:find_path(3, 1, 2, 1, 1, 1, on_foot)))
    house.grid:unlink(up)
    assert.is_false(path:is_valid())
    assert.same({ nil, "unreachable" }, { house:find_path(1, 1, 1, 3, 1, 2, on_foot) })
    house:stairs(4, 2, 1, { to = 3, x = 1, y = 1, cost = 0, one_way = true })
    assert.same({ "4,1,1 4,2,1 1,1,3", 1 }, { tiles_of(house:find_path(4, 1, 1, 1, 1, 3, on_foot)),
      select(2, house:find_path(4, 1, 1, 1, 1, 3, on_foot)) })
    assert.same({ nil, "unreachable" }, { house:find_path(1, 1, 3, 4, 1, 1, on_foot) })
    house:stairs(1, 1, 2, { to = 2, x = 4 }) -- a teleporter on one floor
    assert.equal("1,1,2 4,1,2", tiles_of(house:find_path(1, 1, 2, 4, 1, 2, on_foot)))
  end)
end)

describe("a path of a house", function()
  local house = open_house(5, 3, 3)
  house:stairs(5, 1, 1)
  house:stairs(1, 3, 2, { to = 3, cost = 2 })
  local path, cost = house:find_path(3, 1, 1, 3, 3, 3, on_foot)

  it("has the calls of a path", function()
    assert.same({ 11, path:cost() }, { #path, cost })
    assert.same({ 5, 1, 2 }, { path:get(4) })
    assert.is_nil(path:get(12))
    assert.is_nil(path:get(0))
    assert.same({ x = 5, y = 1, z = 1 }, path:points()[3])
    assert.same({ 0, 2, 3, nil }, { path:cost(1), path:cost(3), path:cost(4), path:cost(12) })
    assert.same({ false, true }, { path:is_partial(), path:is_valid() })
    raises('path:is_valid: from must be an integer from 1 to 11, got "a"', path.is_valid, path, "a")
    assert.equal(7, #path:waypoints())
    local smooth = path:smooth()
    assert.same({ 3, 1, 1 }, { smooth:get(1) })
    assert.same({ 3, 3, 3 }, { smooth:get(#smooth) })
    assert.equal(#path, #path.grid_path)
  end)

  it("has a leg on each floor", function()
    local legs, found = path:legs(), {}
    for i, leg in ipairs(legs) do
      found[i] = { leg.z, #leg.path, leg.from, leg.to, (leg.path:get(1)), (leg.path:get(#leg.path)) }
      for k, x, y, z in leg.path:each() do
        assert.same({ leg.z, { path:get(leg.from + k - 1) } }, { z, { x, y, z } })
      end
      local turns = leg.path:waypoints()
      assert.same({ leg.path:get(1) }, { turns:get(1) })
      assert.same({ leg.path:get(#leg.path) }, { turns:get(#turns) })
      assert.same({ { leg.z, #leg.path, leg.from } }, { { leg.path:legs()[1].z, #leg.path:legs()[1].path,
        leg.path:legs()[1].from } })
    end
    assert.same({ { 1, 3, 1, 3, 3, 5 }, { 2, 5, 4, 8, 5, 1 }, { 3, 3, 9, 11, 1, 3 } }, found)
    expect.near(cost, legs[1].path:cost() + 1 + legs[2].path:cost() + 2 + legs[3].path:cost())
  end)

  it("checks a leg alone", function()
    local gx, gy = house:to_grid(2, 3, 3)
    house.grid:set(gx, gy, "#")
    local legs = path:legs()
    assert.same({ true, true }, { legs[1].path:is_valid(), legs[2].path:is_valid() })
    assert.same({ false, 1 }, { legs[3].path:is_valid() })
    assert.same({ false, 9 }, { path:is_valid() })
    house.grid:set(gx, gy, ".")
  end)
end)

describe("range and partial in a house", function()
  it("do not cross a gap", function()
    local house = build { { "...", "..#", "..." }, { "...", "#..", "#.." } }
    house:stairs(1, 1, 1)
    -- On the grid (5, 1) of floor 2 is 2 steps from (3, 1) of floor 1.
    local path, cost = house:find_path(2, 1, 2, 3, 1, 1, on_foot, { range = 2 })
    assert.same({ "2,1,2 1,1,2 1,1,1", 2 }, { tiles_of(path), cost })
    house.grid:set(2, 2, "#")
    house.grid:set(2, 1, "#")
    house.grid:set(2, 3, "#")
    path = house:find_path(2, 1, 2, 3, 2, 1, on_foot, { partial = true })
    assert.same({ "2,1,2 1,1,2 1,1,1", true }, { tiles_of(path), path:is_partial() })
  end)

  it("give a reason where no tile of the floor is reachable", function()
    local house = build { { "..", ".." }, { "..", ".." }, { "##", "##" } }
    for z, reason in pairs { [2] = "unreachable", [3] = "goal_blocked" } do
      assert.same({ nil, reason }, { house:find_path(1, 1, 1, 1, 1, z, on_foot, { partial = true }) })
      assert.same({ nil, reason }, { house:find_path(1, 1, 1, 1, 1, z, on_foot, { range = 1 }) })
    end
    assert.same({ nil, "out_of_bounds" }, { house:find_path(1, 1, 1, 1, 1, 4, on_foot, { partial = true }) })
    assert.same({ nil, "out_of_bounds" }, { house:find_path(3, 1, 1, 1, 1, 2, on_foot) })
    house:stairs(2, 2, 1)
    assert.same({ nil, "limit" }, { house:find_path(1, 1, 1, 1, 1, 2, on_foot, { max_cost = 2, range = 0 }) })
  end)

  -- The oracle: the best tile of the floor, by a field from the start.
  local function best_tile(house, field, rank)
    local nearest, least
    for y = 1, house.height do
      for x = 1, house.width do
        local cost, steps = field(x, y), rank(x, y)
        if cost and steps and (not nearest or steps < nearest or steps == nearest and cost < least) then
          nearest, least = steps, cost
        end
      end
    end
    return nearest, least
  end

  seeds.check(it, "are exact on random houses", 3 * seeds.cases, function(seed)
    local random = random_map.new(seed)
    local width, height, count, maps = random:int(1, 7), random:int(1, 5), random:int(1, 4), {}
    for z = 1, count do
      maps[z] = {}
      for y = 1, height do
        maps[z][y] = ("."):rep(width):gsub(".", function() return random:pick { ".", ".", "#" } end)
      end
    end
    local house = build(maps)
    local function tile() return random:int(1, width), random:int(1, height), random:int(1, count) end
    for _ = 1, random:int(0, 6) do
      local x, y, z = tile()
      local to_x, to_y, to = tile()
      house:stairs(x, y, z, { to = to, x = to_x, y = to_y, cost = random:int(0, 3), one_way = random:chance(0.5) })
    end
    local neighbors, range = random:pick { 4, 8 }, random:int(0, 4)
    local options = { range = range, partial = random:chance(0.5), max_cost = random:pick { 3, 9, 1e9 } }
    local rules = astar.rules { cost = { ["."] = 1 }, neighbors = neighbors }
    local x1, y1, z1 = tile()
    local x2, y2, z2 = tile()
    local gx, gy = house:to_grid(x1, y1, z1)
    local costs = house.grid:reachable(gx, gy, rules, options.max_cost)
    local nearest, least = best_tile(house, function(x, y)
      if x == x1 and y == y1 and z1 == z2 then return 0 end -- the start may be impassable
      return costs:cost(house:to_grid(x, y, z2))
    end, function(x, y)
      local dx, dy = math.abs(x - x2), math.abs(y - y2)
      local steps = neighbors == 8 and math.max(dx, dy) or dx + dy
      return steps <= range and 0 or options.partial and steps or nil
    end)
    local path, cost = house:find_path(x1, y1, z1, x2, y2, z2, rules, options)
    if not path then return nearest and "no path: " .. cost end
    local _, _, z = path:get(#path)
    if math.abs(cost - least) > 1e-9 then return ("cost %g, not %g"):format(cost, least) end
    return (z ~= z2 or path:is_partial() ~= (nearest > 0) or not path:is_valid()) and "a wrong path" or nil
  end)
end)

describe("crowds and scripts in a house", function()
  local house = open_house(6, 6, 3)
  house:stairs(6, 6, 1)
  house:stairs(1, 1, 2, { cost = 2 })

  it("walk over stairs", function()
    local goal_x, goal_y = house:to_grid(5, 5, 3)
    local units = astar.crowd(house.grid)
    local unit = units:add(1, 1, on_foot, { speed = 8 })
    assert.is_true(units:go_to(unit, goal_x, goal_y))
    for _ = 1, 60 * 20 do units:update(1 / 60) end
    assert.same({ 5, 5, 3 }, { house:from_grid(units:tile(unit)) })
    units:close()

    local crowd, visited = script.crowd(house.grid), {}
    local npc = crowd:add(on_foot, { x = 1, y = 1, speed = 8, on_step = function(_, x, y)
      visited[select(3, house:from_grid(x, y))] = true
    end })
    npc:run(npc.go_to, goal_x, goal_y)
    for _ = 1, 60 * 10 do crowd:update(1 / 60) end
    assert.same({ { 5, 5, 3 }, { true, true, true } }, { { house:from_grid(npc.tile_x, npc.tile_y) }, visited })
    npc:run(npc.walk, house:find_path(5, 5, 3, 2, 1, 1, on_foot).grid_path)
    for _ = 1, 60 * 10 do crowd:update(1 / 60) end
    assert.same({ 2, 1, 1 }, { house:from_grid(npc.tile_x, npc.tile_y) })
    crowd.units:close()
  end)

  it("make room on stairs", function()
    local hall = open_house(8, 8, 2)
    hall:stairs(4, 4, 1)
    for rests = 1, 2 do -- the one upstairs comes down, or rests at the top of the stairs
      local units = astar.crowd(hall.grid)
      local top_x, top_y = hall:to_grid(rests == 1 and 7 or 4, 4, 2)
      local down = units:add(top_x, top_y, on_foot)
      local up = units:add(1, 4, on_foot)
      if rests == 1 then units:go_to(down, 1, 4) end
      units:go_to(up, hall:to_grid(8, 4, 2))
      for _ = 1, 60 * 20 do units:update(1 / 60) end
      local ended = {}
      for unit, event in units:events() do ended[unit] = event end
      assert.same({ [up] = "arrived", [down] = rests == 1 and "arrived" or nil }, ended)
      units:close()
    end
  end)

  it("keep formations on the goal's floor", function()
    local hall = open_house(12, 12, 3)
    hall:stairs(1, 12, 1)
    for _, formation in ipairs { "pack", "block", "line", "wedge" } do
      local units, list = astar.crowd(hall.grid), {}
      for i = 1, 12 do list[i] = units:add((i - 1) % 6 + 1, math.ceil(i / 6), on_foot, { speed = 20 }) end
      local goal_x, goal_y = hall:to_grid(12, 6, 2) -- beside the gap
      assert.equal(12, units:send(list, goal_x, goal_y, { formation = formation }))
      for _ = 1, 60 * 40 do units:update(1 / 60) end
      for _, unit in ipairs(list) do
        assert.same({ 2, "idle" }, { select(3, hall:from_grid(units:tile(unit))), units:state(unit) }, formation)
      end
      units:close()
    end
  end)

  it("send units to the nearest tile of a floor, not across the gap", function()
    local hall = open_house(8, 8, 2)
    hall.grid:fill("#", 6, 1, 3, 8)
    hall:stairs(2, 2, 1)
    local units, list = astar.crowd(hall.grid), {}
    for i = 1, 4 do list[i] = units:add(i, 5, on_foot, { speed = 8 }) end
    local near = hall:find_path(1, 5, 1, 8, 5, 1, on_foot, { partial = true })
    local gx, gy = near.grid_path:get(#near)
    assert.equal(4, units:send(list, gx, gy, { formation = "block" }))
    for _ = 1, 60 * 10 do units:update(1 / 60) end
    for _, unit in ipairs(list) do
      local x, _, z = hall:from_grid(units:tile(unit))
      assert.same({ 1, true }, { z, x >= 4 })
    end
    units:close()
  end)
end)
