-- Units that the program refuses a step: a stranger at a door that opens for residents only.

local astar = require "astar"
local script = require "astar.script"

local FRAME = 1 / 60
local on_foot = astar.rules { cost = { ["."] = 1 } }
local DOOR = 3
local rows = {
  ".........",
  ".........",
  "####.####",
  ".........",
  ".........",
}

--- A crowd whose unit 1 is refused at the door, for some seconds each time; and a function that lets frames pass and
--- returns in which frame the units arrived.
local function house(seconds, options, map)
  local crowd = astar.crowd(astar.grid(map or rows), { patience = 30 })
  options = options or {}
  options.asks = true
  crowd:add(5, 2, on_foot, options)
  crowd:go_to(1, 5, 5)
  local frame, asked = 0, {}
  local function answer(unit, y)
    if unit == 1 and y == DOOR then return crowd:delay(unit, seconds) end
  end
  return crowd, function(frames)
    local arrived = {}
    for _ = 1, frames do
      frame = frame + 1
      crowd:update(FRAME)
      for unit, event, x, y in crowd:events() do
        if event == "arrived" then arrived[unit] = frame end
        if event == "asks" then
          asked[#asked + 1] = { unit, x, y, frame }
          answer(unit, y)
          if unit ~= 1 or y ~= DOOR then crowd:permit(unit, x, y) end
        end
      end
      crowd:update(0)
    end
    return arrived, asked
  end
end

describe("a unit that is refused a step", function()
  for _, seconds in ipairs { 0, 0.25, 0.5, 2 } do
    for _, asks in ipairs { false, true } do
      it(("makes room for others (delay %s, %s)"):format(seconds, asks and "who ask" or "who do not ask"), function()
        local crowd, pass = house(seconds)
        for i = 2, 4 do crowd:add(2 + i, 1, on_foot, { asks = asks }) end
        pass(60)
        for i = 2, 4 do crowd:go_to(i, 2 + i, 5) end
        local arrived = pass(360)
        for i = 2, 4 do assert.is_number(arrived[i]) end
        assert.is_nil(arrived[1])
      end)
    end
  end

  it("makes room in scripts, for false and for numbers", function()
    for _, refusal in ipairs { false, 0.25, 1 } do
      local crowd = script.crowd(astar.grid(rows), { patience = 30 })
      local function on_enter(npc, _, y) return y ~= DOOR or npc.lives_here or refusal end
      local stranger = crowd:add(on_foot, { x = 5, y = 2, speed = 4, on_enter = on_enter })
      stranger:run(stranger.go_to, 5, 5)
      for i = 1, 3 do
        crowd:add(on_foot, { x = 3 + i, y = 1, speed = 4, on_enter = i > 1 and on_enter or nil }).lives_here = true
      end
      for _ = 1, 60 do crowd:update(FRAME) end
      local inside = 0
      for i = 2, 4 do
        crowd.npcs[i].on_arrive = function() inside = inside + 1 end
        crowd.npcs[i]:run(stranger.go_to, 2 + i, 5)
      end
      for _ = 1, 360 do crowd:update(FRAME) end
      assert.equal(3, inside)
    end
  end)

  it("stays when it holds, or has a greater priority", function()
    for _, options in ipairs { { hold = true }, { priority = 1 } } do
      local crowd, pass = house(0.5, options)
      crowd:add(5, 1, on_foot)
      pass(60)
      crowd:go_to(2, 5, 4)
      assert.is_nil(pass(360)[2])
      assert.same({ 5, 2 }, { crowd:tile(1) })
    end
  end)

  it("asks for the tile to which it is pushed, and not for that of its delay", function()
    local crowd, pass = house(100)
    crowd:add(5, 1, on_foot)
    pass(60)
    crowd:go_to(2, 5, 4)
    local arrived, asked = pass(120)
    assert.is_number(arrived[2])
    assert.equal(2, #asked)
    assert.same({ 1, 5, DOOR, 1 }, asked[1])
    assert.is_true(asked[2][3] ~= DOOR)
  end)

  it("makes room for one with the same goal", function()
    local crowd, pass = house(0.5)
    crowd:add(6, 2, on_foot)
    pass(60)
    crowd:go_to(2, 5, 5)
    assert.is_number(pass(240)[2])
  end)

  it("does not come back before one that waits for an answer", function()
    local crowd = astar.crowd(astar.grid(rows), { patience = 30 })
    for y = 2, 1, -1 do crowd:add(5, y, on_foot, { asks = true }) end
    crowd:go_to(1, 5, 5)
    local later, left = {}, false
    for frame = 1, 240 do
      if frame == 60 then crowd:go_to(2, 5, 4) end
      crowd:update(FRAME)
      for unit, event, x, y in crowd:events() do
        if event == "asks" and unit == 2 then
          later[frame + 25] = { x, y }
        elseif event == "asks" and y == DOOR then
          crowd:delay(unit, 0)
        elseif event == "asks" then
          crowd:permit(unit, x, y)
        end
      end
      if later[frame] then crowd:permit(2, later[frame][1], later[frame][2]) end
      local x, y = crowd:tile(1)
      left = left or x ~= 5
      local _, resident_y = crowd:tile(2)
      assert.is_true(not left or resident_y >= DOOR or x ~= 5 or y ~= 2)
    end
    assert.same({ 5, 4 }, { crowd:tile(2) })
  end)

  it("tries another tile when that is refused, too, and its delay goes on", function()
    local crowd = astar.crowd(astar.grid(rows), { patience = 30 })
    crowd:add(5, 2, on_foot, { asks = true })
    crowd:add(5, 1, on_foot)
    crowd:go_to(1, 5, 5)
    local seen, refused = {}, nil
    for frame = 1, 240 do
      if frame == 60 then crowd:go_to(2, 5, 4) end
      crowd:update(FRAME)
      for unit, event, x, y in crowd:events() do
        if event == "asks" and y ~= DOOR then
          refused = refused or x -- the first tile aside
          seen[x] = true
        end
        if event == "asks" and y == DOOR then
          assert.is_true(frame == 1 or frame > 181)
          crowd:delay(unit, 3)
        elseif event == "asks" and x == refused then
          crowd:delay(unit, 0)
        elseif event == "asks" then
          crowd:permit(unit, x, y)
        end
      end
      crowd:update(0)
    end
    assert.same({ 5, 4 }, { crowd:tile(2) })
    local count = 0
    for _ in pairs(seen) do count = count + 1 end
    assert.is_true(count > 1)
  end)

  it("comes back when the other one has passed, and not before its delay ends", function()
    for _, seconds in ipairs { 0, 4 } do
      local crowd, pass = house(seconds)
      crowd:add(5, 1, on_foot)
      pass(60)
      crowd:go_to(2, 5, 4)
      local left, back
      for frame = 61, 400 do
        pass(1)
        local x, y = crowd:tile(1)
        local is_away = x ~= 5 or y ~= 2
        left = left or is_away and frame
        if left and not back and not is_away then back = frame end
        local _, resident_y = crowd:tile(2)
        if left and not back and not is_away then assert.is_true(resident_y >= DOOR) end
      end
      assert.is_number(left)
      assert.is_number(back)
      assert.is_true(seconds == 0 and back < 200 or seconds > 0 and back > 240)
    end
  end)

  it("goes first again when it may go on", function()
    local crowd, pass = house(1e9)
    crowd:add(5, 1, on_foot)
    pass(60)
    crowd:permit(1, 5, DOOR)
    crowd:go_to(2, 5, 5)
    crowd:update(0)
    local _, _, x, y = crowd:tile(1)
    assert.same({ 5, DOOR }, { x, y })
  end)
end)
