-- Units that were ordered one by one to one tile settled in a file behind it, and closed the way; units with a range
-- left places empty, and were stuck where others held theirs.

local astar = require "astar"
local random_map = require "spec.support.random_map"
local seeds = require "spec.support.seeds"

local on_foot = astar.rules { cost = { ["."] = 1 } }

local function distance(x1, y1, x2, y2) return math.max(math.abs(x1 - x2), math.abs(y1 - y2)) end

describe("units that are ordered one by one to one tile", function()
  -- Lets nine units go, each when the one before has settled. `door`: a wall with a door near the goal.
  local function fill(layout, options, door)
    local grid = astar.grid(24, 16, { fill = ".", layout = layout })
    for y = 1, 16 do
      if door and y ~= 8 then grid:set(8, y, "#") end
    end
    options.cost = { ["."] = 1 }
    local crowd, rules, events, farthest = astar.crowd(grid), astar.rules(options), {}, 0
    for i = 1, 9 do
      local unit = assert(crowd:add(4, 8, rules))
      crowd:go_to(unit, 12, 8)
      for _ = 1, 200 do crowd:update(1 / 20) end
      for _, event in crowd:events() do events[i] = event end
      local x, y = crowd:tile(unit)
      farthest = math.max(farthest, distance(x, y, 12, 8))
    end
    return farthest, table.concat(events, " ")
  end

  it("fill the space around it", function()
    local ends = "arrived" .. (" settled"):rep(8)
    for _, door in ipairs { false, true } do
      assert.same({ 1, ends }, { fill("square", {}, door) })
      assert.same({ 2, ends }, { fill("square", { neighbors = 4 }, door) })
    end
    for _, layout in ipairs { "odd_r", "even_q" } do assert.same({ 2, ends }, { fill(layout, {}) }) end
  end)

  it("go on when there is room", function()
    local crowd = astar.crowd(astar.grid(9, 9, { fill = "." }))
    local units = {}
    for i = 1, 2 do
      units[i] = crowd:add(1, 5, on_foot)
      crowd:go_to(units[i], 5, 5)
      for _ = 1, 100 do crowd:update(1 / 20) end
    end
    crowd:go_to(units[1], 9, 5)
    for _ = 1, 100 do crowd:update(1 / 20) end
    assert.same({ 5, 5 }, { crowd:tile(units[2]) })
  end)

  it("settle where they are when an edit takes the tile that they were dealt", function()
    local grid = astar.grid(15, 9, { fill = "." })
    local crowd, rules = astar.crowd(grid), astar.rules { cost = { ["."] = 1 }, neighbors = 4 }
    crowd:add(8, 5, rules)
    crowd:go_to(1, 8, 5)
    crowd:add(1, 5, rules)
    for x = 7, 9 do crowd:add(x, 4, rules, { hold = true }) crowd:add(x, 6, rules, { hold = true }) end
    crowd:go_to(2, 8, 5)
    local events = {}
    for _ = 1, 400 do
      crowd:update(1 / 20)
      local x, y = crowd:goal(2)
      if x and (x ~= 8 or y ~= 5) then grid:block(x, y) end
      for unit, event in crowd:events() do events[#events + 1] = unit .. " " .. event end
    end
    assert.same({ "1 arrived", "2 settled" }, events)
  end)
end)

describe("workers", function()
  -- Three free tiles around a mine, five workers with range 1. Returns how many of the tiles are empty in the end, and
  -- the events in the order of the alphabet. `holds`: a worker holds the tile where it arrives.
  local function work(seed, holds)
    local random, grid, places = random_map.new(seed), astar.grid(20, 20, { fill = "." }), {}
    for i = 0, 8 do places[i + 1] = { 9 + i % 3, 9 + math.floor(i / 3) } end
    table.remove(places, 5)
    grid:set(10, 10, "#")
    for _ = 1, 5 do
      local place = table.remove(places, random:int(1, #places))
      grid:set(place[1], place[2], "#")
    end
    local crowd, events, empty = astar.crowd(grid), {}, 0
    while crowd:count() < 5 do crowd:add(random:int(1, 20), random:int(1, 20), on_foot) end
    for _, unit in ipairs(crowd:units()) do crowd:go_to(unit, 10, 10, { range = 1 }) end
    for _ = 1, 10 * 20 do
      crowd:update(1 / 20)
      for unit, event, x, y in crowd:events() do
        events[#events + 1] = event
        if event == "arrived" then assert.same({ x, y }, { crowd:tile(unit) }) end
        if event == "arrived" and holds then crowd:set(unit, { hold = true }) end
      end
    end
    for _, place in ipairs(places) do
      local is_reached = grid:find_path(1, 1, place[1], place[2], on_foot) or crowd:at(place[1], place[2])
      if is_reached and not crowd:at(place[1], place[2]) then empty = empty + 1 end
    end
    crowd:close()
    table.sort(events)
    return empty, table.concat(events, " ")
  end

  for _, holds in ipairs { false, true } do
    it(("leave no place empty%s"):format(holds and ", when each holds its own" or ""), function()
      for seed = seeds.first, seeds.first + seeds.share(200) do
        local empty, events = work(seed, holds)
        assert.equal(0, empty, "seed " .. seed)
        assert.is_truthy(events:find "^arrived arrived arrived settled settled$", ("seed %d: %s"):format(seed, events))
      end
    end)
  end
end)

describe("a unit that arrived", function()
  it("is where its event says, until the next update", function()
    local moved = 0
    for seed = seeds.first, seeds.first + seeds.share(60) do
      local random, crowd = random_map.new(seed), astar.crowd(astar.grid(30, 30, { fill = "." }))
      while crowd:count() < 60 do
        local unit = crowd:add(random:int(1, 30), random:int(1, 30), on_foot, { speed = random:int(2, 6) })
        if unit then crowd:go_to(unit, random:int(1, 30), random:int(1, 30)) end
      end
      for _ = 1, 400 do
        crowd:update(1 / 60)
        for unit, event, x, y in crowd:events() do
          local at_x, at_y, to_x = crowd:tile(unit)
          if event == "arrived" and (at_x ~= x or at_y ~= y or to_x) then moved = moved + 1 end
        end
      end
      crowd:close()
    end
    assert.equal(0, moved)
  end)
end)

describe("units that go near one tile", function()
  it("choose tiles to which no other one goes, so that they come to rest sooner", function()
    local seconds = 0
    for seed = 1, 20 do
      local random, crowd = random_map.new(seed), astar.crowd(astar.grid(30, 30, { fill = "." }))
      while crowd:count() < 40 do
        local unit = crowd:add(random:int(1, 30), random:int(1, 30), on_foot)
        if unit then crowd:go_to(unit, 15, 15, { range = 1 }) end
      end
      local left, frames = 40, 0
      while left > 0 do
        frames = frames + 1
        crowd:update(1 / 60)
        for _ in crowd:events() do left = left - 1 end
      end
      seconds = seconds + frames / 60
      crowd:close()
    end
    assert.is_true(seconds / 20 < 6.5, seconds / 20 .. " s in the mean")
  end)
end)
