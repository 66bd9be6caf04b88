-- Option `paths` of crowds: a scheduler or a pool searches the paths of crowd:go_to.

local astar = require "astar"
local random_map = require "spec.support.random_map"
local scheduler = require "astar.scheduler"

local on_foot = astar.rules { cost = { ["."] = 1 } }

-- A map with random walls, and the tiles that are not walls.
local function rocky(seed, width, height)
  local random = random_map.new(seed)
  local grid, free = astar.grid(width, height, { fill = "." }), {}
  for _ = 1, width * height / 4 do grid:set(random:int(1, width), random:int(1, height), "#") end
  for y = 1, height do
    for x = 1, width do
      if grid:get(x, y) == ("."):byte() then free[#free + 1] = { x, y } end
    end
  end
  return grid, free, random
end

-- The tiles ahead of a unit.
local function way_of(crowd, unit)
  local way = {}
  for i, x, y in crowd:remaining(unit) do way[i] = { x, y } end
  return way
end

local function events_of(crowd)
  local list = {}
  for unit, event in crowd:events() do list[#list + 1] = unit .. " " .. event end
  return table.concat(list, ", ")
end

-- Requests that the spec answers itself.
local function by_hand(grid)
  local made = { grid = grid, requests = {}, limit = math.huge }
  function made:find_path(x1, y1, x2, y2, rules, options, callback)
    if self:pending() >= self.limit then return nil, "busy" end
    local request = { state = "running", x1 = x1, y1 = y1, x2 = x2, y2 = y2, rules = rules, options = options }
    function request.cancel() request.state = "cancelled" end
    function request.answer(...)
      if request.state ~= "running" then return end
      request.state = "done"
      if select("#", ...) > 0 then return callback(...) end
      callback(grid:find_path(x1, y1, x2, y2, rules, options))
    end
    self.requests[#self.requests + 1] = request
    return request
  end
  function made:pending()
    local count = 0
    for _, request in ipairs(self.requests) do
      if request.state == "running" then count = count + 1 end
    end
    return count
  end
  return made
end

-- A room of 12 x 5 tiles with a crowd, whose requests the spec answers.
local function room(options)
  local grid = astar.grid(12, 5, { fill = "." })
  local paths = by_hand(grid)
  options = options or {}
  options.paths = paths
  return grid, astar.crowd(grid, options), paths
end

-- The kinds of objects that search.
local kinds = {
  scheduler = function(grid) return scheduler.new(grid, { expansions = 300 }) end,
}
if astar.pool then
  function kinds.pool(grid) return astar.pool(grid, { threads = 2 }) end
  function kinds.pool_with_latency(grid) return astar.pool(grid, { threads = 2, latency = 3 }) end
  function kinds.pool_without_threads(grid) return astar.pool(grid, { threads = 0 }) end
end

for name, new_paths in pairs(kinds) do
  describe("a crowd whose paths a " .. name .. " searches", function()
    it("goes along the paths that it would have searched itself", function()
      for seed = 1, 5 do
        local grid, free, random = rocky(seed, 30, 20)
        local own, other = astar.crowd(grid:clone()), grid:clone()
        local paths = new_paths(other)
        local crowd = astar.crowd(other, { paths = paths })
        for _ = 1, 20 do
          local from, to = free[random:int(1, #free)], free[random:int(1, #free)]
          local unit = own:add(from[1], from[2], on_foot)
          assert.equal(unit, (crowd:add(from[1], from[2], on_foot)))
          if unit then
            local accepted = own:go_to(unit, to[1], to[2])
            assert.is_true(crowd:go_to(unit, to[1], to[2]))
            assert.same({}, way_of(crowd, unit))
            own:update(0)
            paths:wait()
            assert.equal(0, paths:pending())
            crowd:update(0)
            if accepted then assert.same(way_of(own, unit), way_of(crowd, unit)) end
            assert.equal(accepted and events_of(own) or unit .. " unreachable", events_of(crowd))
            own:remove(unit)
            crowd:remove(unit)
          end
        end
        if paths.close then paths:close() end
      end
    end)

    it("gives the same run each time when answers come at a fixed update", function()
      local function run()
        local grid, free, random = rocky(9, 40, 30)
        local paths = new_paths(grid)
        local crowd, log = astar.crowd(grid, { paths = paths }), {}
        for i = 1, 30 do crowd:add(free[i * 20][1], free[i * 20][2], on_foot) end
        for frame = 1, 200 do
          local to = free[random:int(1, #free)]
          crowd:go_to(random:int(1, 30), to[1], to[2])
          if frame % 4 == 0 then grid:block(random:int(1, 40), random:int(1, 30), random:int(0, 1) > 0) end
          paths:update()
          crowd:update(1 / 20)
          log[frame] = events_of(crowd) .. table.concat(crowd:positions(), " ")
        end
        if paths.close then paths:close() end
        return log
      end
      if name ~= "pool" then assert.same(run(), run()) end
    end)

    it("brings all units to their goals, while the map changes", function()
      local grid, free, random = rocky(7, 40, 30)
      local paths = new_paths(grid)
      local crowd, ended = astar.crowd(grid, { paths = paths, patience = 4 }), {}
      for i = 1, 40 do crowd:add(free[i * 15][1], free[i * 15][2], on_foot) end
      for frame = 1, 1200 do
        if frame <= 300 and frame % 3 == 0 then
          local to = free[random:int(1, #free)]
          crowd:go_to(random:int(1, 40), to[1], to[2], { range = random:int(0, 2), partial = random:int(0, 1) == 1 })
        end
        if frame < 600 and frame % 5 == 0 then
          grid:block(random:int(1, 40), random:int(1, 30), random:int(0, 2) > 0)
        end
        if frame == 600 then paths:wait() end -- this loop may be faster than the workers
        paths:update()
        crowd:update(1 / 20)
        for unit, event in crowd:events() do ended[unit] = event end
      end
      assert.equal(0, paths:pending())
      local counts = {}
      for unit = 1, 40 do
        assert.is_nil((crowd:goal(unit))) -- its order has ended
        if ended[unit] then counts[ended[unit]] = (counts[ended[unit]] or 0) + 1 end
      end
      assert.is_true(counts.arrived > 20)
      if paths.close then paths:close() end
    end)
  end)
end

describe("the option paths of a crowd", function()
  it("lets a unit wait until its path is there", function()
    local grid, crowd, paths = room()
    local unit = crowd:add(2, 2, on_foot)
    assert.is_true(crowd:go_to(unit, 9, 4))
    local request = paths.requests[1]
    assert.same({ 2, 2, 9, 4, on_foot },
      { request.x1, request.y1, request.x2, request.y2, request.rules })
    assert.is_nil(request.options)
    for _ = 1, 200 do crowd:update(1) end
    assert.equal("waiting", crowd:state(unit))
    assert.same({ 9, 4 }, { crowd:goal(unit) })
    assert.equal("", events_of(crowd))
    request.answer()
    assert.equal(#grid:find_path(2, 2, 9, 4, on_foot) - 1, #way_of(crowd, unit))
    for _ = 1, 10 do crowd:update(0.3) end
    assert.equal("1 arrived", events_of(crowd))
    assert.equal(1, #paths.requests)
  end)

  it("passes range, partial and the filter of the unit", function()
    local _, crowd, paths = room()
    local ghost = astar.rules { cost = { ["."] = 1 }, ignore_blocked = { 3 } }
    local one = crowd:add(2, 2, ghost)
    local two = crowd:add(3, 3, ghost, { filter = { ignore_blocked = { 2, 4 }, penalty_scale = 0.5 } })
    crowd:go_to(one, 9, 4, { range = 2 })
    crowd:go_to(two, 9, 4, { partial = true })
    assert.same({ range = 2, partial = false }, paths.requests[1].options)
    assert.same({ range = 0, partial = true, ignore_blocked = { 2, 4 }, penalty_scale = 0.5 },
      paths.requests[2].options)
    for i = 1, 2 do paths.requests[i].answer() end
    for _ = 1, 20 do crowd:update(0.2) end
    assert.equal("1 arrived, 2 arrived", events_of(crowd))
  end)

  it("reports that there is no path", function()
    local grid, crowd, paths = room()
    local unit = crowd:add(2, 2, on_foot)
    for _, answer in ipairs { "unreachable", "goal_blocked", "out_of_bounds" } do
      assert.is_true(crowd:go_to(unit, 9, 4))
      paths.requests[#paths.requests].answer(nil, answer)
      crowd:update(0.1)
      assert.equal("1 unreachable", events_of(crowd))
      assert.equal("idle", crowd:state(unit))
    end
    assert.same({ nil, "out_of_bounds" }, { crowd:go_to(unit, 13, 1) })
    grid:set(9, 4, "#")
    assert.is_true(crowd:go_to(unit, 9, 4))
    paths.requests[#paths.requests].answer()
    assert.equal("1 unreachable", events_of(crowd))
  end)

  it("ends at the nearest tile of a partial path", function()
    local grid, crowd, paths = room()
    for y = 1, 5 do grid:set(7, y, "#") end
    local unit = crowd:add(2, 2, on_foot)
    crowd:go_to(unit, 9, 2, { partial = true })
    paths.requests[1].answer()
    for _ = 1, 20 do crowd:update(0.2) end
    assert.equal("1 arrived", events_of(crowd))
    assert.same({ 6, 2 }, { crowd:tile(unit) })
  end)

  it("searches itself what was not searched", function()
    local _, crowd, paths = room()
    local unit = crowd:add(2, 2, on_foot)
    for _, answer in ipairs { { nil, "limit" }, { nil, "broken" }, { nil, nil }, { nil, 3 } } do
      crowd:place(unit, 2, 2)
      crowd:go_to(unit, 9, 4)
      paths.requests[#paths.requests].answer(unpack and unpack(answer, 1, 2) or table.unpack(answer, 1, 2))
      for _ = 1, 20 do crowd:update(0.2) end
      assert.equal("1 arrived", events_of(crowd))
    end
  end)

  it("makes requests again after the update when paths is busy, the oldest first", function()
    local _, crowd, paths = room()
    paths.limit = 2
    for y = 1, 5 do
      crowd:add(1, y, on_foot)
      assert.is_true(crowd:go_to(y, 11, y))
    end
    assert.equal(2, #paths.requests)
    crowd:update(0.1)
    assert.equal(2, #paths.requests)
    paths.requests[1].answer()
    assert.equal(2, #paths.requests)
    crowd:update(0.1)
    assert.equal(3, #paths.requests)
    assert.equal(3, paths.requests[3].y1)
    for i = 2, 3 do paths.requests[i].answer() end
    crowd:update(0.1)
    assert.same({ 4, 5 }, { paths.requests[4].y1, paths.requests[5].y1 })
    for i = 4, 5 do paths.requests[i].answer() end
    for _ = 1, 30 do crowd:update(0.2) end
    assert.equal(5, select(2, events_of(crowd):gsub("arrived", "")))
  end)

  it("cancels a request that a new order, a removal or the end of the crowd makes void", function()
    local grid, crowd, paths = room()
    local field = grid:distance_field({ { 11, 1 } }, on_foot)
    local other = crowd:add(1, 1, on_foot)
    local voids = {
      function(unit) crowd:go_to(unit, 3, 5) end,
      function(unit) crowd:stop(unit) end,
      function(unit) crowd:send({ unit }, 5, 5) end,
      function(unit) crowd:follow({ unit }, field) end,
      function(unit) crowd:chase(unit, other) end,
      function(unit) crowd:walk(unit, grid:find_path(2, 2, 5, 2, on_foot)) end,
      function(unit) crowd:place(unit, 3, 3) end,
      function(unit) crowd:set(unit, { filter = { penalty_scale = 0 } }) end,
      function(unit) crowd:remove(unit) end,
      function() crowd:close() end,
    }
    for i, make_void in ipairs(voids) do
      local unit = crowd:add(2, 2, on_foot)
      crowd:go_to(unit, 11, 5)
      local request = paths.requests[#paths.requests]
      assert.equal("running", request.state)
      make_void(unit)
      if i < #voids then crowd:update(0) end
      assert.equal("cancelled", request.state)
      request.state = "running" -- an answer that comes nevertheless has no effect
      request.answer()
      if i < #voids then
        local goal_x, goal_y = crowd:goal(unit)
        assert.is_true(i == 7 or i == 8 or goal_x ~= 11 or goal_y ~= 5)
        if crowd:size(unit) then crowd:remove(unit) end
      end
      events_of(i < #voids and crowd or astar.crowd(astar.grid(1, 1)))
    end
    assert.has_error(function() crowd:update(0) end, "crowd:update: the crowd was closed")
  end)

  it("cancels up to 256 void requests per update", function()
    for _, count in ipairs { 255, 256, 257, 513 } do
      local grid = astar.grid(40, 40, { fill = "." })
      local paths, units = by_hand(grid), {}
      local crowd = astar.crowd(grid, { paths = paths })
      for i = 1, count do
        units[i] = crowd:add((i - 1) % 40 + 1, math.floor((i - 1) / 40) + 1, on_foot)
        crowd:go_to(units[i], 40, 40)
      end
      crowd:send(units, 20, 30)
      for left = count, 0, -256 do
        assert.equal(left, paths:pending())
        crowd:update(0)
      end
      assert.equal(0, paths:pending())
    end
  end)

  it("uses the path to a goal that has moved by a step meanwhile", function()
    local _, crowd, paths = room()
    local unit = crowd:add(1, 1, on_foot)
    crowd:go_to(unit, 6, 1)
    crowd:go_to(unit, 7, 1)
    crowd:go_to(unit, 7, 2)
    assert.equal(1, #paths.requests)
    paths.requests[1].answer()
    assert.equal(1, #paths.requests)
    for _ = 1, 20 do crowd:update(0.2) end
    assert.equal("1 arrived", events_of(crowd))
    assert.same({ 7, 2 }, { crowd:tile(unit) })
  end)

  it("leads after a goal that moves all the time, however late the answers are", function()
    local grid = astar.grid(60, 5, { fill = "." })
    local paths = by_hand(grid)
    local crowd = astar.crowd(grid, { paths = paths })
    local unit, answered = crowd:add(1, 1, on_foot, { speed = 8 }), 0
    for frame = 0, 280 do
      crowd:go_to(unit, 10 + math.floor(frame / 6), 3)
      if frame % 20 == 19 then
        for i = answered + 1, #paths.requests do paths.requests[i].answer() end
        answered = #paths.requests
      end
      crowd:update(1 / 30)
    end
    assert.is_true((crowd:tile(unit)) > 45)
    assert.is_true(#paths.requests < 20)
  end)

  it("searches again when an edit broke the path, or opened a cheaper way, before the answer", function()
    local grid, crowd, paths = room()
    for y = 1, 4 do grid:set(6, y, "#") end
    local unit = crowd:add(2, 2, on_foot)
    crowd:go_to(unit, 10, 2)
    local long = grid:find_path(2, 2, 10, 2, on_foot)
    grid:set(6, 2, ".")
    paths.requests[1].answer(long, long:cost())
    crowd:update(0.1)
    crowd:update(0.1)
    assert.same({ 6, 2 }, way_of(crowd, unit)[4])
    crowd:place(unit, 2, 2)
    crowd:go_to(unit, 10, 4)
    crowd:go_to(unit, 1, 1)
    crowd:go_to(unit, 10, 2)
    local short = grid:find_path(2, 2, 10, 2, on_foot)
    grid:set(6, 2, "#")
    paths.requests[#paths.requests].answer(short, short:cost())
    for _ = 1, 40 do crowd:update(0.2) end
    assert.equal("1 arrived", events_of(crowd))
    -- A failure before an edit does not count either.
    grid:set(6, 5, "#")
    crowd:go_to(unit, 2, 2)
    grid:set(6, 5, ".")
    paths.requests[#paths.requests].answer(nil, "unreachable")
    for _ = 1, 40 do crowd:update(0.2) end
    assert.equal("1 arrived", events_of(crowd))
  end)

  it("enters the path where it is by then", function()
    local _, crowd, paths = room()
    local unit, pusher = crowd:add(3, 3, on_foot), crowd:add(1, 3, on_foot, { priority = 5 })
    crowd:go_to(unit, 12, 3)
    crowd:go_to(pusher, 3, 3)
    paths.requests[2].answer()
    for _ = 1, 10 do crowd:update(0.2) end
    assert.is_false(crowd:tile(unit) == 3 and select(2, crowd:tile(unit)) == 3)
    paths.requests[1].answer()
    for _ = 1, 20 do crowd:update(0.2) end
    assert.equal("2 arrived, 1 arrived", events_of(crowd))
  end)

  it("is not needed for units that have a path, or are sent", function()
    local _, crowd, paths = room()
    local one, two = crowd:add(2, 2, on_foot), crowd:add(2, 3, on_foot)
    crowd:send({ one }, 9, 2)
    crowd:chase(two, one)
    crowd:update(0.1)
    assert.equal(0, #paths.requests)
    crowd:go_to(one, 9, 4)
    paths.requests[1].answer()
    crowd:go_to(one, 9, 4)
    crowd:go_to(one, 10, 4)
    assert.equal(1, #paths.requests)
  end)

  it("continues without an object that was closed", function()
    local _, crowd, paths = room()
    local unit, other = crowd:add(2, 2, on_foot), crowd:add(2, 4, on_foot)
    crowd:go_to(unit, 9, 2)
    paths.requests[1].cancel()
    function paths.find_path() error("paths: it was closed", 0) end
    assert.has_error(function() crowd:go_to(other, 9, 4) end, "paths: it was closed")
    for _ = 1, 20 do crowd:update(0.2) end
    assert.is_truthy(events_of(crowd):find "arrived, . arrived")
  end)

  it("survives answers during the request, and scripts that change the crowd there", function()
    local grid, crowd, paths = room()
    local unit = crowd:add(2, 2, on_foot)
    local find_path = paths.find_path
    function paths:find_path(...)
      local request = find_path(self, ...)
      request.answer()
      return request
    end
    crowd:go_to(unit, 9, 2)
    assert.equal(7, #way_of(crowd, unit))
    function paths:find_path(...)
      crowd:remove(unit)
      return find_path(self, ...)
    end
    crowd:go_to(unit, 3, 5)
    crowd:update(0)
    assert.equal(0, paths:pending())
    unit = crowd:add(2, 2, on_foot)
    function paths:find_path(...)
      crowd:close()
      return find_path(self, ...)
    end
    crowd:go_to(unit, 3, 5)
    assert.equal("astar.crowd (closed)", tostring(crowd))
    assert.is_truthy(astar.crowd(grid))
  end)

  it("saves the orders of units that wait: the loaded crowd searches itself, or by its own option", function()
    local grid, crowd, paths = room()
    paths.limit = 2
    for y = 1, 4 do
      crowd:add(2, y, on_foot)
      crowd:go_to(y, 9, y)
    end
    paths.requests[1].answer()
    crowd:update(0.1)
    local text, rules = crowd:serialize()
    local loaded = assert(astar.deserialize_crowd(text, grid:clone(), rules))
    assert.equal(text, (loaded:serialize()))
    for _ = 1, 20 do loaded:update(0.2) end
    assert.equal(4, select(2, events_of(loaded):gsub("arrived", "")))
    local copy = grid:clone()
    local others = by_hand(copy)
    loaded = assert(astar.deserialize_crowd(text, copy, rules, { paths = others }))
    loaded:go_to(1, 3, 5)
    assert.equal(1, #others.requests)
    assert.has_error(function() astar.deserialize_crowd(text, grid:clone(), rules, { paths = others }) end,
      'astar.deserialize_crowd: option "paths" must search on the grid of the crowd')
  end)

  it("does not keep a crowd that no variable holds", function()
    local grid = astar.grid(12, 5, { fill = "." })
    local paths = by_hand(grid)
    local crowd = astar.crowd(grid, { paths = paths })
    crowd:go_to(crowd:add(1, 1, on_foot), 9, 4)
    crowd = nil -- luacheck: ignore 311
    collectgarbage()
    collectgarbage()
    assert.is_truthy(astar.crowd(grid))
    paths.requests[1].answer()
  end)

  it("must be a scheduler or a pool of the same grid", function()
    local grid = astar.grid(3, 3)
    local paths = by_hand(grid)
    for value, got in pairs {
      [3] = "3", [true] = "true", ["x"] = '"x"', [grid] = "an astar grid", [on_foot] = "astar rules",
      [print] = "a function",
    } do
      assert.has_error(function() astar.crowd(grid, { paths = value }) end,
        'astar.crowd: option "paths" must be a scheduler or a pool, got ' .. got)
    end
    assert.has_error(function() astar.crowd(grid, { paths = {} }) end)
    assert.has_error(function() astar.crowd(astar.grid(3, 3), { paths = paths }) end,
      'astar.crowd: option "paths" must search on the grid of the crowd')
    assert.is_truthy(astar.crowd(grid, { paths = paths }))
  end)

  it("gives the paths of many units in the order of their requests, in any order of answers", function()
    local grid, free, random = rocky(3, 40, 30)
    local paths = by_hand(grid)
    local crowd, answered, expected = astar.crowd(grid, { paths = paths }), {}, 0
    for i = 1, 300 do
      local unit = crowd:add(free[i * 2][1], free[i * 2][2], on_foot)
      local to = free[random:int(1, #free)]
      crowd:go_to(unit, to[1], to[2], { partial = true })
    end
    while expected < 300 do
      crowd:update(1 / 60)
      for _ = 1, 5 do
        local i = random:int(1, #paths.requests)
        if not answered[i] then
          answered[i] = true
          paths.requests[i].answer()
        end
      end
      for i = 1, 300 do
        if i <= 3 and not answered[i] then
          answered[i] = true
          paths.requests[i].answer()
        end
      end
      expected = expected + 1
    end
    for i = 1, #paths.requests do paths.requests[i].answer() end
    for _ = 1, 400 do crowd:update(0.2) end
    for unit = 1, 300 do assert.is_nil((crowd:goal(unit))) end
  end)
end)
