-- The sprites and lines of draw.crowd. LÖVE is a fake in most specs; the last ones look at the pixels that a real
-- LÖVE draws.

local astar = require "astar"
local layout = require "astar.layout"
local script = require "astar.script"
local draw = require "astar.love"
local expect = require "spec.support.expect"
local fake_love = require "spec.support.fake_love"
local love_game = require "spec.support.love_game"
local need = require "spec.support.need"

local RED, GREEN, BLUE = { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }
local DISC, UNIT, RING, GOAL = 1, 2, 3, 4 -- the cells of the image
local PIXELS = 54 -- the radius of a sprite

local on_foot = astar.rules { cost = { ["."] = 1 } }
local squares = layout.orthogonal { width = 40, origin_x = 100, origin_y = 50 }

local VIEWS = {
  square = squares,
  isometric = layout.isometric { width = 64, origin_x = 300 },
  odd_r = layout.hex { layout = "odd_r", width = 40 },
  even_q = layout.hex { layout = "even_q", width = 40 },
}

local fake

before_each(function()
  fake = fake_love.new()
  rawset(_G, "love", fake)
end)

after_each(function()
  assert.equal(0, fake.depth)
  rawset(_G, "love", nil)
end)

local function crowd_for(view, options)
  return astar.crowd(astar.grid(12, 9, { fill = ".", layout = view.grid_layout }), options)
end

-- The sprites of one cell.
local function sprites(cell)
  local list = {}
  for _, sprite in ipairs(fake.drawn "sprite") do
    if sprite.cell == cell then list[#list + 1] = sprite end
  end
  return list
end

local function near_point(x, y, actual_x, actual_y)
  expect.near(x, actual_x)
  expect.near(y, actual_y)
end

describe("love.crowd", function()
  it("draws each unit where it is, with an arrow in its direction, in all layouts", function()
    for name, view in pairs(VIEWS) do
      for _, smooth in ipairs { false, true } do
        fake.clear()
        local crowd = crowd_for(view, { smooth = smooth })
        for i = 1, 5 do
          crowd:add(i, i, on_foot, { facing = i, speed = i })
          if i > 2 then crowd:go_to(i, 12, 10 - i) end
        end
        crowd:remove(2)
        for _ = 1, 25 do crowd:update(1 / 60) end
        draw.crowd(crowd, view, { color = RED, ink = GREEN })
        local units = sprites(UNIT)
        assert.equal(4, #units, name)
        for i, unit in ipairs { 1, 3, 4, 5 } do
          local sprite = units[i]
          local wx, wy = view:to_world(crowd:position(unit))
          near_point(wx, wy, sprite.x, sprite.y)
          assert.same({ 1, 0, 0, 1 }, sprite.color)
          assert.same(GREEN, sprite.ink)
          -- A step in the direction of the arrow, in the world.
          local angle = crowd:facing(unit)
          local x, y = math.cos(angle), math.sin(angle)
          local unit_length = name == "even_q" and 40 * math.sqrt(3) / 2 or 40 -- the centers of two tiles
          local ahead_x, ahead_y = x * unit_length, y * unit_length
          if name == "isometric" then ahead_x, ahead_y = (x - y) * 32, (x + y) * 16 end
          local part = 0.36 / PIXELS
          near_point(ahead_x * part, ahead_y * part, sprite.ax, sprite.ay)
        end
        local at_x, at_y, to_x, to_y, progress = crowd:tile(3)
        if not smooth and to_x then -- on the straight line between two centers
          local ax, ay = view:to_world(at_x, at_y)
          local bx, by = view:to_world(to_x, to_y)
          near_point(ax + progress * (bx - ax), ay + progress * (by - ay), units[2].x, units[2].y)
        end
      end
    end
  end)

  it("draws units on hexes by the geometry of the hexes", function()
    for _, name in ipairs { "odd_r", "even_q" } do
      local view = VIEWS[name]
      local crowd = crowd_for(view)
      crowd:add(6, 5, on_foot)
      for _, goal in ipairs { { 6, 2 }, { 6, 8 }, { 2, 5 }, { 11, 5 } } do
        crowd:place(1, 6, 5)
        crowd:go_to(1, goal[1], goal[2])
        repeat crowd:update(1 / 60) until crowd:state(1) == "moving"
        crowd:update(1 / 60)
        fake.clear()
        draw.crowd(crowd, view)
        local sprite = sprites(UNIT)[1]
        local at_x, at_y, to_x, to_y = crowd:tile(1)
        local ax, ay = view:to_world(at_x, at_y)
        local bx, by = view:to_world(to_x, to_y)
        expect.near(0, (bx - ax) * sprite.ay - (by - ay) * sprite.ax)
        assert.is_true((bx - ax) * sprite.ax + (by - ay) * sprite.ay > 0)
      end
    end
  end)

  it("draws large units in the middle of their tiles, and larger", function()
    local crowd = crowd_for(squares)
    crowd:add(2, 2, astar.rules { default = 1, size = 2 })
    crowd:add(6, 6, on_foot)
    draw.crowd(crowd, squares)
    local large, small = sprites(UNIT)[1], sprites(UNIT)[2]
    assert.same({ 180, 130 }, { large.x, large.y })
    expect.near(0.36 * 40, small.ax * PIXELS)
    expect.near(0.86 * 40, large.ax * PIXELS)
    fake.clear()
    draw.crowd(crowd, squares, { radius = 10 })
    expect.near(10, sprites(UNIT)[2].ax * PIXELS)
    expect.near(30, sprites(UNIT)[1].ax * PIXELS)
  end)

  it("asks a function for colors", function()
    local crowd = crowd_for(squares)
    for i = 1, 4 do crowd:add(i, 1, on_foot) end
    draw.crowd(crowd, squares)
    local default = sprites(UNIT)[1].color
    fake.clear()
    local colors = { RED, { 0, 1, 0, 0.5 }, nil, BLUE }
    draw.crowd(crowd, squares, { color = function(unit) return colors[unit] end })
    local expected = { { 1, 0, 0, 1 }, { 0, 1, 0, 0.5 }, default, { 0, 0, 1, 1 } }
    for i, sprite in ipairs(sprites(UNIT)) do assert.same(expected[i], sprite.color) end
  end)

  it("draws rings under selected units, also in the list of units that are gone", function()
    local crowd = crowd_for(squares)
    for i = 1, 4 do crowd:add(i, 1, on_foot) end
    crowd:remove(2)
    draw.crowd(crowd, squares, { selected = { 2, 3, 99 }, ring = BLUE })
    assert.equal(1, #sprites(RING))
    assert.equal(RING, fake.drawn("sprite")[1].cell)
    local wx, wy = squares:to_world(3, 1)
    assert.same({ wx, wy }, { sprites(RING)[1].x, sprites(RING)[1].y })
    assert.same({ 0, 0, 1, 1 }, sprites(RING)[1].color)
    assert.is_true(sprites(RING)[1].ax > sprites(UNIT)[1].ax)
  end)

  it("draws ways as lines to the goal, with a point at each turn", function()
    local crowd = crowd_for(squares)
    crowd:add(1, 1, on_foot, { speed = 1 })
    crowd:add(1, 9, on_foot)
    crowd:go_to(1, 6, 4)
    repeat crowd:update(1 / 60) until crowd:state(1) == "moving"
    crowd:update(0.1)
    draw.crowd(crowd, squares, { ways = true, way = RED, width = 3 })
    local lines = fake.drawn "line"
    assert.equal(1, #lines)
    local points = lines[1].points
    assert.same({ squares:to_world(crowd:position(1)) }, { points[1], points[2] })
    assert.same({ squares:to_world(6, 4) }, { points[#points - 1], points[#points] })
    assert.is_true(#points <= 8)
    assert.same({ RED, 3 }, { lines[1].color, lines[1].width })
    for i = 3, #points - 2, 2 do assert.is_true((points[i] - 120) % 40 == 0 and (points[i + 1] - 70) % 40 == 0) end
    fake.clear()
    draw.crowd(crowd, squares, { ways = { 2, 99 } })
    assert.equal(0, #fake.drawn "line")
  end)

  it("draws ways that turn back without a spike", function()
    local crowd = astar.crowd(astar.grid(9, 1, { fill = "." }), { smooth = true })
    local unit = crowd:add(1, 1, on_foot)
    for goal = 9, 1, -8 do
      crowd:go_to(unit, goal, 1)
      for _ = 1, 60 do
        crowd:update(1 / 60)
        fake.clear()
        draw.crowd(crowd, squares, { ways = true })
        for _, line in ipairs(fake.drawn "line") do assert.equal(4, #line.points) end
      end
    end
  end)

  it("marks goals once, with lines from units whose way is not drawn", function()
    local crowd = crowd_for(squares)
    for i = 1, 4 do crowd:add(1, i, on_foot) end
    for i = 1, 3 do crowd:go_to(i, 9, i == 3 and 7 or 5) end
    draw.crowd(crowd, squares, { orders = true, way = RED })
    assert.equal(2, #sprites(GOAL))
    assert.same({ squares:to_world(9, 5) }, { sprites(GOAL)[1].x, sprites(GOAL)[1].y })
    assert.same({ 1, 0, 0, 1 }, sprites(GOAL)[1].color)
    assert.equal(3, #fake.drawn "line")
    assert.same({ 120, 70, squares:to_world(9, 5) }, fake.drawn("line")[1].points)
    crowd:update(0.1)
    fake.clear()
    draw.crowd(crowd, squares, { orders = { 1, 4, 77 }, ways = { 1 } })
    assert.equal(1, #sprites(GOAL))
    assert.equal(1, #fake.drawn "line")
    fake.clear()
    draw.crowd(crowd, squares, { orders = false, ways = false })
    draw.crowd(crowd, squares, { orders = true, ways = true, way = false })
    assert.equal(0, #sprites(GOAL) + #fake.drawn "line")
  end)

  it("skips units off the screen, under any camera", function()
    local crowd = astar.crowd(astar.grid(100, 100, { fill = "." }))
    for y = 1, 100, 3 do
      for x = 1, 100, 3 do crowd:add(x, y, on_foot) end
    end
    for _, camera in ipairs { { 0, 0, 1 }, { -900, -700, 1 }, { -100, -500, 2.5 } } do
      fake.clear()
      fake.shift_x, fake.shift_y, fake.zoom = camera[1], camera[2], camera[3]
      draw.crowd(crowd, squares)
      local count = 0
      for _, unit in ipairs(crowd:units()) do
        local wx, wy = squares:to_world(crowd:position(unit))
        local sx, sy = wx * fake.zoom + fake.shift_x, wy * fake.zoom + fake.shift_y
        if sx > -15 and sx < 815 and sy > -15 and sy < 615 then count = count + 1 end
      end
      assert.is_true(#fake.calls >= count and #fake.calls <= 1.5 * count + 40)
    end
  end)

  it("leaves arrows out that would be too small", function()
    local crowd = crowd_for(squares)
    crowd:add(1, 1, on_foot)
    fake.zoom = 0.2
    draw.crowd(crowd, squares)
    assert.equal(0, #sprites(UNIT))
    assert.equal(1, #sprites(DISC))
  end)

  it("draws a unit as a disc and an arrow in the color of the ink, without shaders", function()
    fake.graphics.newShader = nil
    local modules = { "astar.love", "astar.love.crowd", "astar.love.sprites" }
    local loaded, pixel = {}, nil
    function fake.image.newImageData(width, height)
      return { size = { width, height }, mapPixel = function(_, action) pixel = action end }
    end
    for _, name in ipairs(modules) do loaded[name], package.loaded[name] = package.loaded[name], nil end
    local crowd = crowd_for(squares)
    crowd:add(1, 1, on_foot)
    crowd:add(3, 3, on_foot)
    local is_drawn, problem = pcall(function()
      require "astar.love".crowd(crowd, squares, { color = { 1, 0, 0, 0.5 }, ink = { 0, 1, 0 }, selected = { 2 } })
    end)
    for name, module in pairs(loaded) do package.loaded[name] = module end
    assert.is_true(is_drawn, problem)
    local cells = {}
    for i, sprite in ipairs(fake.calls) do cells[i] = sprite.cell end
    assert.same({ RING, DISC, UNIT, DISC, UNIT }, cells)
    local disc, arrow = fake.calls[4], fake.calls[5]
    assert.same({ 1, 0, 0, 0.5 }, disc.color)
    assert.same({ 0, 1, 0, 0.5 }, arrow.color)
    for _, name in ipairs { "x", "y", "ax", "ay", "bx", "by" } do assert.equal(disc[name], arrow[name]) end
    -- The cells of a disc and of an arrow, whose pixels are white.
    local red, green, blue, alpha = pixel(64, 64)
    assert.is_true(red > 0.8 and red == green and red == blue and alpha == 1)
    assert.same({ 1, 1, 1, 1 }, { pixel(128 + 64, 64) })
    assert.same({ 1, 1, 1, 0 }, { pixel(128 + 64, 64 + 40) })
  end)

  it("draws NPCs of scripts, with a layout and without", function()
    for _, view in ipairs { VIEWS.square, VIEWS.isometric } do
      for _, of_npcs in ipairs { false, view } do
        fake.clear()
        local grid = astar.grid(12, 9, { fill = "." })
        local crowd = script.crowd(grid, { layout = of_npcs or nil })
        local speed = of_npcs and 40 or 1
        local guard = crowd:add(on_foot, { x = 2, y = 2, speed = speed }, function(npc) npc:go_to(9, 6) end)
        local other = crowd:add(on_foot, { x = 2, y = 5, speed = speed })
        for _ = 1, 40 do crowd:update(1 / 60) end
        draw.crowd(crowd, view, {
          selected = { guard }, ways = true, orders = true,
          color = function(npc) return npc == guard and RED or BLUE end,
        })
        local units = sprites(UNIT)
        assert.equal(2, #units)
        local wx, wy = guard.x, guard.y
        if not of_npcs then wx, wy = view:to_world(wx, wy) end
        near_point(wx, wy, units[1].x, units[1].y)
        assert.same({ 1, 0, 0, 1 }, units[1].color)
        assert.same({ view:to_world(2, 5) }, { units[2].x, units[2].y })
        local dx, dy = math.cos(guard.angle), math.sin(guard.angle)
        if view == VIEWS.isometric and not of_npcs then dx, dy = (dx - dy) * 32, (dx + dy) * 16 end
        assert.is_true(math.abs(dx * units[1].ay - dy * units[1].ax) < 1e-9 and dx * units[1].ax + dy * units[1].ay > 0)
        assert.equal(1, #sprites(RING))
        assert.equal(1, #fake.drawn "line")
        assert.same({ view:to_world(9, 6) }, { sprites(GOAL)[1].x, sprites(GOAL)[1].y })
        crowd:remove(other)
        fake.clear()
        draw.crowd(crowd, view, { selected = { other }, ways = { other }, orders = { other } })
        assert.equal(1, #fake.calls)
      end
    end
  end)

  it("checks its arguments", function()
    local crowd = crowd_for(squares)
    expect.raises("astar.love.crowd: crowd must be a crowd of astar.crowd or astar.script, got a table",
      function() draw.crowd({}, squares) end)
    expect.raises("astar.love.crowd: view must be a layout of astar.layout, got nil", function() draw.crowd(crowd) end)
    for name, words in pairs {
      color = "a color { r, g, b [, a] } or a function", ink = "a color { r, g, b [, a] }",
      orders = "a list of units, true or false", radius = "a number >= 0", ring = "a color { r, g, b [, a] }",
      selected = "a list of units", way = "a color { r, g, b [, a] } or false", ways = "a list of units, true or false",
      width = "a number >= 0",
    } do
      expect.raises(('astar.love.crowd: option "%s" must be %s, got "red"'):format(name, words),
        function() draw.crowd(crowd, squares, { [name] = "red" }) end)
    end
  end)
end)

describe("love.debug", function()
  -- A unit that waits behind one that holds, one that moves, and one without an order.
  local function scene(view)
    local crowd = crowd_for(view)
    crowd:add(1, 1, on_foot)
    for x = 1, 12 do crowd:add(x, 2, on_foot, { hold = true }) end
    crowd:add(1, 3, on_foot)
    crowd:go_to(1, 5, 5)
    crowd:go_to(14, 12, 9)
    repeat crowd:update(1 / 60) until crowd:blocker(1)
    return crowd
  end

  it("draws ways and goals, states as colors, and a line from a unit that waits to the one in its way", function()
    local crowd = scene(squares)
    assert.equal("waiting", crowd:state(1))
    local other = crowd:blocker(1)
    draw.debug(crowd, squares)
    local units, lines = sprites(UNIT), fake.drawn "line"
    local waiting, idle, moving = units[1].color, units[2].color, units[14].color
    assert.is_true(moving[2] > moving[1] and waiting[1] > waiting[3] and idle[1] == idle[3])
    assert.equal(2, #sprites(GOAL))
    assert.equal(3, #lines) -- two ways, one unit in the way
    local x1, y1 = squares:to_world(crowd:position(1))
    local x2, y2 = squares:to_world(crowd:position(other))
    assert.same({ x1, y1, x2, y2 }, lines[3].points)
    assert.equal("line", fake.calls[#fake.calls - 1].kind) -- above the units
    local point = fake.drawn("circle")[1]
    assert.same({ x2, y2 }, { point.x, point.y })
    assert.same(lines[3].color, point.color)
  end)

  it("draws lines between the middles of large units", function()
    local crowd = crowd_for(squares)
    local large = astar.rules { cost = { ["."] = 1 }, size = 2 }
    crowd:add(1, 1, large)
    for y = 1, 9, 2 do crowd:add(5, y, y == 9 and on_foot or large, { hold = true }) end
    crowd:go_to(1, 11, 1)
    repeat crowd:update(1 / 60) until crowd:blocker(1)
    local x, y = crowd:position(1)
    draw.debug(crowd, squares)
    local lines = fake.drawn "line"
    local bx, by = crowd:position(crowd:blocker(1))
    local points = { squares:to_world(x + 0.5, y + 0.5) }
    points[3], points[4] = squares:to_world(bx + 0.5, by + 0.5)
    assert.same(points, lines[#lines].points)
  end)

  it("draws NPCs of scripts", function()
    local crowd = script.crowd(astar.grid(9, 1, { fill = "." }), { layout = squares })
    local cook = crowd:add(on_foot, { x = 1, y = 1, speed = 200 }, function(npc) npc:go_to(9, 1) end)
    local guard = crowd:add(on_foot, { x = 5, y = 1, speed = 40, hold = true })
    repeat crowd:update(1 / 60) until cook.state == "waiting"
    draw.debug(crowd, squares)
    local lines = fake.drawn "line"
    assert.same({ cook.x, cook.y, guard.x, guard.y }, lines[#lines].points)
    assert.is_true(sprites(UNIT)[1].color[1] > sprites(UNIT)[2].color[1])
    crowd:remove(cook)
    fake.clear()
    draw.debug(crowd, squares)
    assert.equal(1, #fake.calls)
  end)

  it("checks its arguments", function()
    expect.raises("astar.love.debug: crowd must be a crowd of astar.crowd or astar.script, got a table",
      function() draw.debug({}, squares) end)
    expect.raises("astar.love.debug: view must be a layout of astar.layout, got nil",
      function() draw.debug(crowd_for(squares)) end)
  end)
end)

describe("love.crowd in LÖVE", function()
  -- LÖVE has a Lua of its own, and needs the build for 5.1.
  local it_in_love = need.it(it, need.lua "lua5.1", need.love)
  it_in_love("draws discs with arrows, rings and goals, and leaves LÖVE's state alone", function()
    rawset(_G, "love", nil)
    local output, errors = love_game.play_files({
      ["conf.lua"] = "function love.conf(t) t.modules.audio = false end",
      ["main.lua"] = [[
        local astar, draw, layout = require "astar", require "astar.love", require "astar.layout"
        local rules = astar.rules { cost = { ["."] = 1 } }
        local crowd = astar.crowd(astar.grid(8, 4, { fill = "." }))
        local view = layout.orthogonal { width = 50 }
        for x = 1, 3 do crowd:add(2 * x, 2, rules, { facing = math.pi / 2 * (x - 1) }) end
        crowd:go_to(3, 8, 4)
      ]],
    }, [[
      local canvas = love.graphics.newCanvas(400, 200)
      love.graphics.setCanvas(canvas)
      love.graphics.setColor(0.25, 0.5, 0.75, 1)
      love.graphics.setLineWidth(7)
      draw.crowd(crowd, view, {
        color = { 1, 0, 0 }, ink = { 0, 0, 1 }, selected = { 1 }, ring = { 0, 1, 0 }, orders = true, way = { 1, 1, 0 },
      })
      assert(select(2, love.graphics.getColor()) == 0.5 and love.graphics.getLineWidth() == 7)
      assert(love.graphics.getShader() == nil)
      love.graphics.setCanvas()
      local image = canvas:newImageData()
      local function is(x, y, red, green, blue, alpha)
        local r, g, b, a = image:getPixel(x, y)
        assert(math.abs(r - red) < 0.2 and math.abs(g - green) < 0.2 and math.abs(b - blue) < 0.2
          and math.abs(a - (alpha or 1)) < 0.1, ("%d, %d: %g %g %g %g"):format(x, y, r, g, b, a))
      end
      is(80, 75, 0, 0, 1)                    -- the arrow
      is(75, 88, 0.8, 0, 0)                  -- the face
      is(75, 75 + 15, 0.8, 0, 0)
      local red = image:getPixel(75 + 15, 75 - 5) -- the rim is lighter
      assert(red > image:getPixel(75 + 2, 75 - 12), red)
      is(75, 75 + 20, 0, 1, 0)               -- the ring
      is(175, 82, 0, 0, 1)                   -- the arrow of unit 2 points down
      is(175 + 10, 75, 0.8, 0, 0)
      is(375, 175, 1, 1, 0)                  -- the goal of unit 3
      is(20, 175, 0, 0, 0, 0)
    ]])
    assert.equal("true", output:match "(%S+)%s*$", output .. errors)
  end)
end)
