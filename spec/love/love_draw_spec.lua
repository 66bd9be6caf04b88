-- The calls of LÖVE by astar.love, and grids from images. LÖVE is a fake here; love_demos_spec uses
-- the real one.

local astar = require "astar"
local layout = require "astar.layout"
local draw = require "astar.love"
local expect = require "spec.support.expect"
local fake_love = require "spec.support.fake_love"

local RED, GREEN, BLUE = { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }

local rules = astar.rules { cost = { ["."] = 10 }, diagonal_cost = 1.4 }
local squares = layout.orthogonal { width = 40, origin_x = 100, origin_y = 50 }

local fake

before_each(function()
  fake = fake_love.new()
  rawset(_G, "love", fake)
end)

after_each(function()
  assert.equal(0, fake.depth)
  rawset(_G, "love", nil)
end)

--- The center of a polygon's corners.
local function middle_of(points)
  local x, y = 0, 0
  for i = 1, #points, 2 do x, y = x + points[i], y + points[i + 1] end
  return x / (#points / 2), y / (#points / 2)
end

--- The polygons by the tile that has their center: "x,y" -> color.
local function colors_by_tile(view)
  local result = {}
  for _, call in ipairs(fake.drawn "polygon") do
    local x, y = view:to_tile(middle_of(call.points))
    result[x .. "," .. y] = call.color
  end
  return result
end

local VIEWS = {
  square = squares,
  isometric = layout.isometric { width = 64, origin_x = 300 },
  odd_r = layout.hex { layout = "odd_r", width = 40 },
  even_q = layout.hex { layout = "even_q", width = 40, height = 50, side = 12 },
}

local function grid_for(view, width, height)
  return astar.grid(width, height, { fill = ".", layout = view.grid_layout })
end

describe("love.grid", function()
  it("fills every tile with the color of its terrain", function()
    for name, view in pairs(VIEWS) do
      fake.clear()
      local grid = grid_for(view, 4, 3)
      grid:set(2, 1, "#")
      grid:set(4, 3, 7)
      draw.grid(grid, view, { colors = { ["."] = RED, ["#"] = GREEN, [7] = BLUE }, gap = 0 })
      assert.equal(12, #fake.calls, name)
      local colors = colors_by_tile(view)
      for y = 1, 3 do
        for x = 1, 4 do
          local color = (x == 2 and y == 1) and GREEN or (x == 4 and y == 3) and BLUE or RED
          assert.same(color, colors[x .. "," .. y], name)
        end
      end
      local corners, points = view:corners(1, 1), fake.calls[1].points
      assert.equal(#corners, #points)
      for i = 1, #corners do expect.near(corners[i], points[i]) end
    end
  end)

  it("leaves a gap between tiles", function()
    draw.grid(grid_for(squares, 1, 1), squares, { gap = 0.5 })
    assert.same({ 110, 60, 130, 60, 130, 80, 110, 80 }, fake.calls[1].points)
  end)

  it("has a color for every terrain, different ones for different terrains", function()
    local grid = astar.grid(16, 16)
    for terrain = 0, 255 do grid:set(terrain % 16 + 1, math.floor(terrain / 16) + 1, terrain) end
    fake.screen = { 1e4, 1e4 }
    draw.grid(grid, squares)
    assert.equal(256, #fake.calls)
    local seen = {}
    for terrain = 200, 255 do
      local color = fake.calls[terrain + 1].color
      local name = table.concat(color, " ")
      assert.is_nil(seen[name])
      seen[name] = true
      for i = 1, 3 do assert.is_true(color[i] >= 0 and color[i] <= 1) end
    end
  end)

  it("draws dynamic obstacles over the terrain", function()
    local grid = grid_for(squares, 2, 1)
    grid:block(2, 1)
    draw.grid(grid, squares, { blocked = BLUE, colors = { ["."] = RED } })
    assert.equal(3, #fake.calls)
    assert.same(BLUE, fake.calls[3].color)
    assert.equal("2,1", table.concat({ squares:to_tile(middle_of(fake.calls[3].points)) }, ","))
  end)

  --- The colors of the obstacles on tiles of the color RED, by tile.
  local function obstacle_colors(grid, blocked)
    fake.clear()
    draw.grid(grid, squares, { blocked = blocked, colors = { ["."] = RED } })
    local result = {}
    for _, call in ipairs(fake.drawn "polygon") do
      local x, y = squares:to_tile(middle_of(call.points))
      if call.color[1] ~= 1 then result[x .. "," .. y] = call.color end
    end
    return result
  end

  it("draws obstacles in the color of their layer, the lowest on a tile", function()
    local grid = grid_for(squares, 9, 2)
    for layer = 1, 8 do grid:block(layer, 1, true, layer) end
    for layer = 3, 8 do grid:block(2, 2, true, layer) end
    local seen, colors = {}, obstacle_colors(grid)
    for layer = 1, 8 do
      local name = table.concat(colors[layer .. ",1"], " ")
      assert.is_nil(seen[name])
      seen[name] = true
    end
    assert.is_nil(colors["9,1"])
    assert.same(colors["3,1"], colors["2,2"])
    local all = obstacle_colors(grid, GREEN)
    for layer = 1, 8 do assert.same(GREEN, all[layer .. ",1"]) end
    local some = obstacle_colors(grid, { [2] = BLUE, [3] = false, [4] = GREEN })
    assert.same(colors["1,1"], some["1,1"])
    assert.same(BLUE, some["2,1"])
    assert.is_nil(some["3,1"])
    assert.same(GREEN, some["4,1"])
    assert.same(GREEN, some["2,2"])
    assert.same(colors["8,1"], some["8,1"])
    assert.same(colors, obstacle_colors(grid, {}))
    assert.same({}, obstacle_colors(grid, { false, false, false, false, false, false, false, false }))
    assert.same({}, obstacle_colors(grid, false))
  end)

  it("refuses colors of unknown layers", function()
    for _, blocked in ipairs { { [0] = BLUE }, { [9] = BLUE }, { { 1, 2 } }, { true }, { red = BLUE }, { 1, 0 } } do
      expect.raises('astar.love.grid: option "blocked" must be a color { r, g, b [, a] }, false, or a table of '
        .. "these by layer from 1 to 8, got a table",
        function() draw.grid(grid_for(squares, 1, 1), squares, { blocked = blocked }) end)
    end
  end)

  it("skips what the screen does not show, for any camera", function()
    for name, view in pairs(VIEWS) do
      local grid = grid_for(view, 200, 200)
      for _, camera in ipairs { { 0, 0, 1 }, { -900, -700, 1 }, { -100, -500, 2.5 }, { 90, 9000, 1 } } do
        fake.clear()
        fake.shift_x, fake.shift_y, fake.zoom = camera[1], camera[2], camera[3]
        draw.grid(grid, view)
        local drawn = colors_by_tile(view)
        local count = 0
        for y = 1, 200 do
          for x = 1, 200 do
            local wx, wy = view:to_world(x, y)
            local sx, sy = wx * fake.zoom + fake.shift_x, wy * fake.zoom + fake.shift_y
            if sx > 0 and sx < 800 and sy > 0 and sy < 600 then
              count = count + 1
              assert.is_table(drawn[x .. "," .. y], name)
            end
          end
        end
        assert.is_true(#fake.calls <= 3 * count + 150, name) -- isometric: the diamond around it
      end
    end
  end)

  it("draws everything when the screen is unknown: cameras without an extent, canvases in tables", function()
    local grid = grid_for(squares, 60, 60)
    fake.zoom = 0
    draw.grid(grid, squares)
    assert.equal(3600, #fake.calls)
    fake.clear()
    fake.zoom, fake.canvas = 1, { {} }
    draw.grid(grid, squares)
    assert.equal(3600, #fake.calls)
  end)
end)

describe("love.path", function()
  local grid = grid_for(squares, 6, 4)
  local path = grid:find_path(1, 1, 6, 3, rules)

  it("draws a line over all tiles, and a dot on each", function()
    draw.path(path, squares, { color = GREEN, width = 3, dot = 5 })
    local line, dots = fake.drawn "line", fake.drawn "circle"
    assert.equal(1, #line)
    assert.same(GREEN, line[1].color)
    assert.equal(3, line[1].width)
    assert.equal(#path, #dots)
    for i, x, y in path:each() do
      local wx, wy = squares:to_world(x, y)
      assert.same({ wx, wy, 5 }, { dots[i].x, dots[i].y, dots[i].radius })
      assert.same({ wx, wy }, { line[1].points[2 * i - 1], line[1].points[2 * i] })
    end
  end)

  it("draws the part between `from` and `to`", function()
    draw.path(path, squares, { from = 2, to = 4 })
    local dots = fake.drawn "circle"
    assert.equal(3, #dots)
    local wx, wy = squares:to_world(path:get(2))
    assert.same({ wx, wy }, { dots[1].x, dots[1].y })
    fake.clear()
    draw.path(path, squares, { from = -5, to = 99 })
    assert.equal(#path, #fake.drawn "circle")
    fake.clear()
    draw.path(path, squares, { from = 3, to = 2 })
    assert.equal(0, #fake.calls)
  end)

  it("draws a path of one tile as a dot", function()
    draw.path(grid:find_path(2, 2, 2, 2, rules), squares)
    assert.equal(1, #fake.calls)
    assert.equal("circle", fake.calls[1].kind)
  end)

  it("draws paths after string pulling", function()
    draw.path(path:smooth(), squares)
    assert.equal(4, #fake.drawn("line")[1].points)
  end)
end)

--- The direction of an arrow: its shaft and its head are drawn one after the other.
local function direction_of(shaft, head)
  local ax, ay = middle_of(shaft.points)
  local bx, by = head.points[1], head.points[2]
  local length = math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2)
  return (bx - ax) / length, (by - ay) / length
end

--- Whether an arrow points from one tile to another.
local function assert_points(view, shaft, head, x, y, to_x, to_y)
  local ax, ay = view:to_world(x, y)
  local bx, by = view:to_world(to_x, to_y)
  local length = math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2)
  local dx, dy = direction_of(shaft, head)
  expect.near(1, (bx - ax) / length * dx + (by - ay) / length * dy)
end

describe("love.influence", function()
  it("fills tiles with a color that is the more transparent, the less their value is", function()
    for name, view in pairs(VIEWS) do
      fake.clear()
      local grid = grid_for(view, 5, 4)
      local danger = grid:influence "danger"
      danger:set(2, 3, 8)
      danger:set(5, 1, 2)
      draw.influence(danger, view, { color = { 1, 0, 0, 0.5 } })
      assert.same({ ["2,3"] = { 1, 0, 0, 0.5 }, ["5,1"] = { 1, 0, 0, 0.125 } }, colors_by_tile(view), name)
      fake.clear()
      draw.influence(danger, view, { color = { 1, 0, 0 }, max = 4, gap = 0 })
      assert.same({ ["2,3"] = { 1, 0, 0, 1 }, ["5,1"] = { 1, 0, 0, 0.5 } }, colors_by_tile(view), name)
    end
    fake.clear()
    draw.influence(astar.grid(3, 3):influence "danger", squares)
    assert.equal(0, #fake.calls)
    expect.raises("astar.love.influence: influence must be an influence map, got 5", draw.influence, 5, squares)
  end)
end)

describe("love.field", function()
  it("fills the tiles that it reaches, from the near color to the far one", function()
    local grid = astar.grid { "....#..." }
    local field = grid:distance_field({ { 1, 1 } }, rules)
    draw.field(field, squares, { near = RED, far = BLUE, arrows = false })
    local colors = colors_by_tile(squares)
    assert.equal(4, #fake.calls)
    assert.same({ 1, 0, 0, 1 }, colors["1,1"])
    assert.same({ 0, 0, 1, 1 }, colors["4,1"])
    expect.near(1 / 3, colors["2,1"][3])
  end)

  it("points to the next tile, except on goals", function()
    for name, view in pairs(VIEWS) do
      fake.clear()
      local grid = grid_for(view, 5, 4)
      local field = grid:distance_field({ { 4, 2 } }, rules)
      draw.field(field, view, { heat = false, ink = GREEN })
      assert.equal(2 * 19, #fake.calls, name)
      local i = 1
      for x, y in field:each() do
        local next_x, next_y = field:next(x, y)
        if next_x then
          assert.same(GREEN, fake.calls[i].color)
          assert_points(view, fake.calls[i], fake.calls[i + 1], x, y, next_x, next_y)
          i = i + 2
        end
      end
    end
  end)

  it("writes the costs in place of the arrows", function()
    local grid = grid_for(squares, 5, 1)
    local field = grid:distance_field({ { 1, 1, 0.5 } }, rules)
    draw.field(field, squares, { heat = false, numbers = true })
    local texts = {}
    for i, call in ipairs(fake.calls) do texts[i] = call.text end
    assert.same({ "0.5", "10.5", "20.5", "30.5", "40.5" }, texts)
    local call = fake.calls[2] -- at the center of its tile
    expect.near(160, call.x + #call.text * call.size / 4)
    expect.near(70, call.y + call.size / 2)
  end)

  it("draws fields of one tile and of no tile, and writes no numbers that are too small to read", function()
    local grid = astar.grid { ".#" }
    draw.field(grid:distance_field({ { 1, 1 } }, rules), squares)
    assert.equal(1, #fake.calls)
    local field = grid:distance_field({ { 1, 1 } }, rules)
    grid:set(1, 1, "#")
    field:update()
    fake.clear()
    draw.field(field, squares)
    assert.equal(0, #fake.calls)
    draw.field(grid_for(squares, 3, 3):reachable(1, 1, rules), layout.orthogonal { width = 8 },
      { heat = false, numbers = true })
    assert.equal(0, #fake.calls)
  end)
end)

describe("love.search", function()
  local function search_of(view)
    local grid = grid_for(view, 7, 5)
    grid:fill("#", 4, 2, 1, 3)
    local search = grid:search(2, 3, 6, 3, rules, { algorithm = "astar" })
    search:step(4)
    return search
  end

  it("writes F, G and H of each node, in the color of its state", function()
    local search = search_of(squares)
    draw.search(search, squares, { open = RED, closed = BLUE, ink = GREEN, arrows = false })
    local i, touched, closed = 1, 0, 0
    for x, y, state, g, h in search:each() do
      local tile = fake.calls[i]
      assert.same(state == "open" and RED or BLUE, tile.color)
      assert.equal(x .. "," .. y, table.concat({ squares:to_tile(middle_of(tile.points)) }, ","))
      local wx, wy = squares:to_world(x, y)
      for part = 1, 3 do -- each inside of its tile
        local text = fake.calls[i + part]
        assert.same(GREEN, text.color)
        local width = #text.text * text.size / 2 * text.stretch
        assert.is_true(text.x >= wx - 20 and text.x + width <= wx + 20)
        assert.is_true(text.y >= wy - 20 and text.y + text.size <= wy + 20)
      end
      for part, number in ipairs { g + h, g, h } do
        expect.near(number, tonumber(fake.calls[i + part].text))
        assert.is_nil(fake.calls[i + part].text:find "%.")
      end
      touched, closed = touched + 1, closed + (state == "closed" and 1 or 0)
      i = i + 4
    end
    assert.equal(#fake.calls, 4 * touched)
    assert.equal(4, closed)
  end)

  it("points to the parent, except on the start", function()
    for name, view in pairs(VIEWS) do
      fake.clear()
      local search = search_of(view)
      draw.search(search, view, { numbers = false })
      local i = 1
      for x, y in search:each() do
        local _, _, _, parent_x, parent_y = search:node(x, y)
        assert.equal(x == 2 and y == 3, parent_x == nil, name)
        if parent_x then
          assert_points(view, fake.calls[i + 1], fake.calls[i + 2], x, y, parent_x, parent_y)
        end
        i = i + (parent_x and 3 or 1)
      end
      assert.equal(i - 1, #fake.calls, name)
    end
  end)

  it("leaves numbers out that are too small to read", function()
    draw.search(search_of(squares), layout.orthogonal { width = 10 })
    assert.equal(0, #fake.drawn "text")
    assert.is_true(#fake.drawn "polygon" > 0)
  end)

  it("draws nothing for a search without expansions", function()
    local grid = grid_for(squares, 3, 3)
    grid:fill("#", 2, 1, 1, 3)
    local search = grid:search(1, 1, 3, 3, rules)
    assert.equal("unreachable", search:step())
    draw.search(search, squares)
    assert.equal(0, #fake.calls)
  end)
end)

describe("love.explanation", function()
  local barrier, open = { { x = 2, y = 1 }, { x = 2, y = 3 } }, { { x = 2, y = 2 } }

  --- An explanation with all parts, for a grid of a view.
  local function explanation_of(view)
    return {
      reachable = false, barrier = barrier, open = open, tightest = { x = 1, y = 2 },
      path = grid_for(view, 4, 3):find_path(1, 2, 4, 2, rules),
    }
  end

  it("fills the barrier and the tiles to open, draws the path, and a frame at the tightest place", function()
    for name, view in pairs(VIEWS) do
      fake.clear()
      local explanation = explanation_of(view)
      draw.explanation(explanation, view, {
        barrier = RED, open = GREEN, path = BLUE, tightest = { 1, 1, 0 }, width = 3, gap = 0.5,
      })
      assert.same({ ["2,1"] = RED, ["2,3"] = RED, ["2,2"] = GREEN }, colors_by_tile(view), name)
      assert.equal(#explanation.path, #fake.drawn "circle", name)
      local lines = fake.drawn "line"
      assert.equal(2, #lines, name)
      assert.same({ BLUE, 3 }, { lines[1].color, lines[1].width })
      assert.same({ { 1, 1, 0 }, 3 }, { lines[2].color, lines[2].width })
      local points, corners = lines[2].points, view:corners(1, 2)
      assert.equal(#corners + 2, #points)
      assert.same({ points[1], points[2] }, { points[#points - 1], points[#points] })
      local wx, wy = view:to_world(1, 2)
      for i = 1, #corners, 2 do -- between the center and the corner
        expect.near(wx + 0.84 * (corners[i] - wx), points[i])
        expect.near(wy + 0.84 * (corners[i + 1] - wy), points[i + 1])
      end
    end
  end)

  it("has a color for each part, and leaves out what is not wanted or not there", function()
    local explanation = explanation_of(squares)
    draw.explanation(explanation, squares)
    local colors = colors_by_tile(squares)
    assert.are_not.same(colors["2,1"], colors["2,2"])
    local all = #fake.calls
    for name, count in pairs { barrier = 2, open = 1, path = 1 + #explanation.path, tightest = 1 } do
      fake.clear()
      draw.explanation(explanation, squares, { [name] = false })
      assert.equal(all - count, #fake.calls, name)
      fake.clear()
      local fields = explanation_of(squares)
      fields[name] = nil
      draw.explanation(fields, squares)
      assert.equal(all - count, #fake.calls, name)
    end
    fake.clear()
    draw.explanation({ reachable = false, reason = "out_of_bounds" }, squares)
    assert.equal(0, #fake.calls)
  end)

  it("skips tiles off the screen", function()
    fake.shift_x = -900
    draw.explanation(explanation_of(squares), squares, { path = false })
    assert.equal(0, #fake.calls)
  end)

  it("draws what grid:explain returns", function()
    local grid = astar.grid { "..#..", "..#.." }
    draw.explanation(grid:explain(1, 1, 5, 1, rules), squares, { barrier = RED, open = GREEN })
    assert.same({ ["3,1"] = GREEN, ["3,2"] = RED }, colors_by_tile(squares))
    assert.equal(5, #fake.drawn "circle")
  end)
end)

describe("love.read_image", function()
  it("makes a tile of each pixel, by its color", function()
    local image = fake_love.image {
      { "#ffffff", "#000000", "#00000000" },
      { "#FFFFFF", "#1a2b3c", "#1a2b3c80" },
    }
    local grid = draw.read_image(image, {
      colors = {
        ["#ffffff"] = ".", ["#000000"] = "#", ["transparent"] = 0, ["#1A2B3C"] = "~", ["#1a2b3c80"] = 255,
      },
    })
    assert.same({ ".#\0", ".~\255" }, grid:rows())
  end)

  it("uses the default for all other colors, and makes hex grids, too", function()
    local image = fake_love.image { { "#ffffff", "#fffffe" } }
    local grid = draw.read_image(image, {
      colors = { ["#ffffff"] = "." }, default = "#", layout = "odd_r",
    })
    assert.same({ ".#" }, grid:rows())
    assert.has_error(function() grid:set_edge(1, 1, 1, 1, false) end)
  end)

  it("names an unknown color, and its pixel", function()
    expect.raises("astar.love.read_image: no terrain for color #fffffe of pixel (1, 0)", function()
      draw.read_image(fake_love.image { { "#ffffff", "#fffffe" } }, { colors = { ["#ffffff"] = "." } })
    end)
    expect.raises("astar.love.read_image: no terrain for color #10203040 of pixel (0, 0)", function()
      draw.read_image(fake_love.image { { "#10203040" } }, {})
    end)
  end)
end)

describe("love.vision", function()
  local SEEN, UNSEEN, CLEAR = { 0, 0, 1, 0.5 }, { 1, 0, 0, 1 }, { 0, 0, 0, 0 }
  local options = { seen = { 0, 0, 1, 0.5 }, unseen = RED }

  local function drawn(vision, view)
    fake.clear()
    draw.vision(vision, view, options)
    assert.equal(1, #fake.calls)
    return fake.calls[1].pixels, fake.calls[1].place
  end

  -- The colors of pixels, each once.
  local function distinct(pixels)
    local list, known = {}, {}
    for _, pixel in pairs(pixels) do
      local key = table.concat(pixel, " ")
      if not known[key] then list[#list + 1] = pixel end
      known[key] = true
    end
    return list
  end

  it("draws an image with one pixel per tile, and changes only the pixels of changed tiles", function()
    local vision = grid_for(squares, 4, 1):vision(rules)
    assert.same({ UNSEEN, UNSEEN, UNSEEN, UNSEEN }, (drawn(vision, squares)))
    vision:set(1, 1, 1, 1)
    vision:update()
    local pixels, place = drawn(vision, squares)
    assert.same({ CLEAR, CLEAR, UNSEEN, UNSEEN }, pixels)
    assert.same({ 100, 50, 0, 40, 40, 0, 0, 0 }, place)
    vision:set(1, 4, 1, 1)
    vision:update()
    assert.same({ SEEN, SEEN, CLEAR, CLEAR }, (drawn(vision, squares)))
    drawn(vision, squares)
    assert.same({ 1, 2 }, { fake.images, fake.replaced })
  end)

  it("draws all tiles again when it missed an update, or when the colors change", function()
    local vision = grid_for(squares, 4, 1):vision(rules)
    drawn(vision, squares)
    for x = 1, 4, 3 do
      vision:set(1, x, 1, 0)
      vision:update()
    end
    assert.same({ SEEN, UNSEEN, UNSEEN, CLEAR }, (drawn(vision, squares)))
    assert.equal(2, fake.images)
    fake.clear()
    draw.vision(vision, squares)
    assert.same({ 0, 0, 0, 0.5 }, fake.calls[1].pixels[1])
    assert.equal(3, fake.images)
  end)

  it("draws the tiles of every layout where they are", function()
    for name, view in pairs(VIEWS) do
      local vision = grid_for(view, 3, 3):vision(rules)
      vision:set(1, 2, 2, 0)
      vision:update()
      local pixels, place = drawn(vision, view)
      local columns, rows = name == "odd_r" and 7 or 3, name == "even_q" and 7 or 3
      local sum_x, sum_y, count = 0, 0, 0
      for i, pixel in pairs(pixels) do
        local x, y = (i - 1) % columns, math.floor((i - 1) / columns)
        if pixel[4] == 0 and x % (columns - 1) > 0 and y % (rows - 1) > 0 then -- not beside shifted rows
          sum_x, sum_y, count = sum_x + x + 0.5, sum_y + y + 0.5, count + 1
        end
      end
      assert.equal(name:match "^%a+_" and 2 or 1, count, name)
      local x, y, turn, sx, sy, _, _, kx = (table.unpack or unpack)(place)
      local across, down = sx * (sum_x + kx * sum_y) / count, sy * sum_y / count
      local wx, wy = view:to_world(2, 2)
      assert.near(wx, x + math.cos(turn) * across - math.sin(turn) * down, 1e-9, name)
      assert.near(wy, y + math.sin(turn) * across + math.cos(turn) * down, 1e-9, name)
    end
  end)

  it("leaves no pixel beside shifted rows without fog, also after changes", function()
    for _, name in ipairs { "odd_r", "even_q" } do
      local vision = grid_for(VIEWS[name], 3, 3):vision(rules)
      assert.same({ UNSEEN }, distinct(drawn(vision, VIEWS[name])))
      for id = 1, 9 do vision:set(id, (id - 1) % 3 + 1, math.ceil(id / 3), 0) end
      vision:update()
      local images = fake.images
      assert.same({ CLEAR }, distinct(drawn(vision, VIEWS[name])))
      assert.equal(images, fake.images)
    end
  end)

  it("makes the image again where images cannot change, and only then", function()
    local vision = grid_for(squares, 4, 1):vision(rules)
    local new_image = fake.graphics.newImage
    fake.graphics.newImage = function(data) return { data = data, number = new_image(data) } end
    for count = 1, 2 do
      vision:set(1, count, 1, 0)
      vision:update()
      drawn(vision, squares)
      drawn(vision, squares)
      assert.equal(count, fake.images)
    end
    assert.same({ SEEN, CLEAR, UNSEEN, UNSEEN }, (drawn(vision, squares)))
  end)
end)

describe("misuse of astar.love", function()
  local grid = astar.grid(2, 2, { fill = "." })
  local path = grid:find_path(1, 1, 2, 2, rules)
  local field = grid:distance_field({ { 1, 1 } }, rules)
  local search = grid:search(1, 1, 2, 2, rules)

  local function raises(text, name, ...)
    expect.raises("astar.love." .. name .. ": " .. text, draw[name], ...)
  end

  it("raises, and names what is expected", function()
    raises("grid must be an astar grid, got an astar path", "grid", path, squares)
    raises("path must be an astar path, got nil", "path", nil, squares)
    raises("field must be a field, got an astar grid", "field", grid, squares)
    raises("search must be an astar search, got 5", "search", 5, squares)
    raises("vision must be an astar vision, got nil", "vision", nil, squares)
    local none = "explanation must be an explanation of grid:explain, got "
    raises(none .. "nil", "explanation", nil, squares)
    for _, fields in ipairs { {}, { reachable = false, barrier = { 1 } }, { reachable = true, path = 5 } } do
      raises(none .. "a table", "explanation", fields, squares)
    end
    raises("data must be an ImageData, got an astar grid", "read_image", grid, {})
    local explanation = { reachable = true }
    for name, object in pairs {
      explanation = explanation, field = field, grid = grid, path = path, search = search, vision = grid:vision(rules),
    } do
      raises("view must be a layout of astar.layout, got nil", name, object)
      raises("view must be a layout of astar.layout, got a table", name, object, { color = RED })
      raises("options must be a table, got true", name, object, squares, true)
    end
    raises('unknown option "stroke"; valid options: color, dot, from, to, width', "path", path, squares,
      { stroke = RED })
    raises('unknown option "color"; valid options: barrier, gap, open, path, tightest, width', "explanation",
      explanation, squares, { color = RED })
    raises('option "open" must be a color { r, g, b [, a] } or false, got 5', "explanation", explanation, squares,
      { open = 5 })
    raises('unknown option "size"; valid options: blocked, colors, gap', "grid", grid, squares, { size = 1 })
  end)

  it("raises on invalid options", function()
    raises('option "color" must be a color { r, g, b [, a] }, got "red"', "path", path, squares,
      { color = "red" })
    raises('option "open" must be a color { r, g, b [, a] }, got a table', "search", search, squares,
      { open = { 1, 0 } })
    raises('option "width" must be a number >= 0, got -1', "path", path, squares, { width = -1 })
    raises('option "from" must be an integer, got 1.5', "path", path, squares, { from = 1.5 })
    raises('option "gap" must be a number from 0 to 1, got 1.5', "grid", grid, squares, { gap = 1.5 })
    raises('option "arrows" must be true or false, got 1', "field", field, squares, { arrows = 1 })
    raises('option "colors" must be a table of colors { r, g, b [, a] } by terrain, got a table', "grid", grid,
      squares, { colors = { ["wall"] = RED } })
    local image = fake_love.image { { "#ffffff" } }
    for _, colors in ipairs { { ["#fff"] = "." }, { ["#ffffff"] = "wall" }, { ["#fffffff"] = "." }, { "." } } do
      raises('option "colors" must be a table of terrains by color ("#rrggbb", "#rrggbbaa", ' ..
        '"transparent"), got a table', "read_image", image, { colors = colors })
    end
    raises('option "default" must be an integer from 0 to 255 or a one-character string, got 256', "read_image",
      image, { default = 256 })
  end)
end)
