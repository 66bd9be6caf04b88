-- Units on their way react to penalties, and all of them look for better paths while edits go on.

local astar = require "astar"
local expect = require "spec.support.expect"
local script = require "astar.script"

local FRAME = 1 / 60
local on_foot = astar.rules { cost = { ["."] = 1 } }

local function run(crowd, frames)
  for _ = 1, frames do crowd:update(FRAME) end
end

--- Whether a tile is ahead of a unit.
local function is_ahead(crowd, unit, x, y)
  for _, ahead_x, ahead_y in crowd:remaining(unit) do
    if ahead_x == x and ahead_y == y then return true end
  end
  return false
end

describe("units on their way", function()
  --- How many frames a unit stands in a fire of 11 x 7 tiles that is lit while it comes.
  local function frames_in_fire(order, options)
    local grid = astar.grid(40, 21, { fill = "." })
    local crowd = astar.crowd(grid, options)
    local unit, prey, inside = crowd:add(1, 11, on_foot), crowd:add(40, 11, on_foot, { hold = true }), 0
    local again = order(crowd, unit, prey, grid)
    for frame = 1, 800 do
      if frame == 60 then grid:fill_penalty(20, 12, 8, 11, 7) end
      if frame > 60 and again then again() end
      crowd:update(FRAME)
      if grid:penalty(crowd:tile(unit)) > 0 then inside = inside + 1 end
    end
    local x, y = crowd:tile(unit)
    assert.is_true(x >= 39 and y >= 10 and y <= 11)
    return inside
  end

  local function go_to(crowd, unit) crowd:go_to(unit, 40, 10) end
  local function repeat_go_to(crowd, unit)
    go_to(crowd, unit)
    return function() go_to(crowd, unit) end
  end
  local orders = {
    go_to = go_to, go_to_again = repeat_go_to,
    send = function(crowd, unit) crowd:send({ unit }, 40, 10) end,
    chase = function(crowd, unit, prey) crowd:chase(unit, prey) end,
  }
  for name, order in pairs(orders) do
    it("go around new danger: " .. name, function()
      assert.equal(0, frames_in_fire(order))
      assert.is_true(frames_in_fire(order, { replan = false }) > 100)
    end)
  end

  it("do not when they walk along a path, or ignore penalties", function()
    assert.is_true(frames_in_fire(function(crowd, unit, _, grid)
      crowd:walk(unit, grid:find_path(1, 11, 40, 10, on_foot))
    end) > 100)
    assert.is_true(frames_in_fire(function(crowd, unit)
      crowd:set(unit, { penalty_scale = 0 })
      go_to(crowd, unit)
    end) > 100)
  end)

  it("do in scripts, unless these say otherwise", function()
    for _, replan in ipairs { true, false } do
      local grid = astar.grid(40, 21, { fill = "." })
      local crowd, inside = script.crowd(grid, { replan = replan }), 0
      local npc = crowd:add(on_foot, { x = 1, y = 11, speed = 4 }, function(npc) npc:go_to(40, 11) end)
      run(crowd, 60)
      grid:fill_penalty(20, 12, 8, 11, 7)
      for _ = 1, 720 do
        crowd:update(FRAME)
        if grid:penalty(npc.tile_x, npc.tile_y) > 0 then inside = inside + 1 end
      end
      assert.equal(replan, inside == 0)
      assert.equal(40, npc.tile_x)
    end
    expect.raises('script.crowd: option "replan" must be true or false, got 1', script.crowd, astar.grid(2, 2),
      { replan = 1 })
  end)

  it("react when the next 64 tiles cost more than a quarter more", function()
    --- Whether a unit still wants to pass a tile with a penalty, so many steps ahead and frames later.
    local function passes(steps, cost, frames)
      local grid = astar.grid(120, 9, { fill = "." })
      local crowd = astar.crowd(grid)
      local unit = crowd:add(1, 5, on_foot)
      crowd:go_to(unit, 120, 5)
      run(crowd, 45)
      local x = crowd:tile(unit)
      grid:set_penalty(x + steps, 5, cost)
      run(crowd, frames)
      return is_ahead(crowd, unit, x + steps, 5)
    end
    assert.is_true(passes(10, 16, 1))
    assert.is_false(passes(10, 16.25, 1))
    assert.is_false(passes(64, 17, 1))
    assert.is_true(passes(65, 17, 1))
    assert.is_false(passes(65, 17, 30)) -- when they have come nearer
    assert.is_true(passes(65, 16, 120))
  end)

  it("react twice per second at most", function()
    local grid = astar.grid(120, 9, { fill = "." })
    local crowd = astar.crowd(grid)
    local unit, last, changed = crowd:add(1, 5, on_foot, { speed = 60 }), 0, nil
    crowd:go_to(unit, 120, 5)
    crowd:update(0)
    for frame = 1, 64 do
      local row
      for _, x, y in crowd:remaining(unit) do
        if x == 65 then row = y end
      end
      if changed and row ~= changed then
        assert.is_true(frame - last >= 31 and frame - last <= 34) -- at the end of a step
        last = frame - 1
      end
      changed = row or changed
      if row then grid:set_penalty(65, row, 40) end
      crowd:update(FRAME)
    end
    assert.is_true(last >= 60)
  end)

  it("all look for better paths while edits go on", function()
    local grid = astar.grid(60, 60, { fill = "." })
    grid:fill("#", 1, 30, 58, 1)
    local crowd = astar.crowd(grid, { budget = 100 })
    for x = 1, 50 do
      crowd:add(x, 1, on_foot, { speed = 0.001 })
      crowd:go_to(x, x, 60)
    end
    run(crowd, 120)
    grid:set(2, 30, ".")
    for frame = 1, 600 do
      if frame % 6 == 0 then grid:set(59, 1, frame % 12 == 0 and "." or "#") end
      crowd:update(FRAME)
    end
    local count = 0
    for unit = 1, 10 do
      if is_ahead(crowd, unit, 2, 30) then count = count + 1 end
    end
    assert.equal(10, count)
  end)

  it("are saved in the middle of it", function()
    local grid = astar.grid(40, 30, { fill = "." })
    local crowd = astar.crowd(grid, { budget = 200 })
    for i = 1, 16 do
      crowd:add(1 + i % 2 * 38, i + 6, on_foot, { speed = 2 + i % 3 })
      crowd:go_to(i, 40 - 39 * (i % 2), 23 - i)
    end
    local function edit(map, frame)
      if frame % 6 ~= 0 then return end
      map:fill_penalty(0, 15 + frame / 6 % 9, 5, 2, 20)
      map:fill_penalty(9, 16 + frame / 6 % 9, 5, 2, 20)
    end
    for frame = 1, 120 do
      edit(grid, frame)
      crowd:update(FRAME)
      if frame % 13 == 0 then
        local bytes, rules = crowd:serialize()
        local map, old = astar.deserialize(grid:serialize()), astar.deserialize(grid:serialize())
        local copy, same = astar.deserialize_crowd(bytes, map, rules), astar.deserialize_crowd(bytes, old, rules)
        assert.equal(bytes, (copy:serialize()))
        for later = frame + 1, frame + 60 do
          for _, each in ipairs { map, old } do edit(each, later) end
          copy:update(FRAME)
          same:update(FRAME)
          if later % 7 == 0 then
            same:close()
            local again, used = copy:serialize()
            same = astar.deserialize_crowd(again, old, used)
          end
        end
        assert.equal((copy:serialize()), (same:serialize()))
      end
    end
    local calm, none = astar.crowd(astar.grid(2, 2), { replan = false }):serialize()
    assert.equal(calm, (astar.deserialize_crowd(calm, astar.grid(2, 2), none):serialize()))
  end)
end)
