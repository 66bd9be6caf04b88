-- The LÖVE demos and astar.love in a real LÖVE 11, on a screen in memory: scripts play the demos
-- as a player would, frame by frame. See spec/support/love_demo.lua.

local love_game = require "spec.support.love_game"
local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- One of the Luas is enough: LÖVE has a Lua of its own, and needs the build for 5.1.
local it = need.it(it, need.lua "lua5.1", need.screen)

-- Plays a demo. Returns what the script printed.
local function play(demo, script)
  local output, errors, code = love_game.play(demo, script)
  assert.equal(0, code, errors)
  return output
end

local EXPLORER = [[
  demo.draw_every = 200

  -- The center of a tile in the window.
  local function at(x, y) return { 16 + (x - 0.5) * 39, 40 + (y - 0.5) * 39 } end

  -- The path is that of find_path; with `optimal` no path is cheaper.
  local function check_path(optimal)
    local settings = app.settings
    local path, cost = app.grid:find_path(app.start.x, app.start.y, app.goal.x, app.goal.y, app.rules, {
      algorithm = settings.algorithm, heuristic = settings.heuristic, weight = settings.weight,
    })
    assert(app.cost == cost and #app.path == #path and app.path:is_valid())
    for i, x, y in path:each() do
      local other_x, other_y = app.path:get(i)
      assert(x == other_x and y == other_y)
    end
    local _, least = app.grid:find_path(app.start.x, app.start.y, app.goal.x, app.goal.y, app.rules)
    assert(cost > least - 1e-9 and (cost < least + 1e-9 or not optimal))
    assert((app:sentence():find "No path is cheaper" ~= nil) == (cost < least + 1e-6))
  end

  local function run()
    demo.wait(function() return app:is_over() end, 3000)
  end
]]

local VILLAGE = [[
  local function at(x, y) return (x - 0.5) * 32, (y - 0.5) * 32 end
  local player = app.player

  local function can_stand(npc, x, y)
    local door = app.doors:at(x, y)
    return npc.mover.cost[app:terrain(x, y)] and not (door and not door.is_open)
  end

  -- Whether an NPC holds a tile, or another one holds it that follows the NPC.
  local function holds(npc, x, y)
    local holder = app.crowd:at(x, y)
    return holder == npc or holder and holder.state == "moving" and npc.state == "moving"
  end

  -- No NPC is where it cannot be, in another NPC, or far from where it was a frame ago.
  local seen = {}
  function demo.check()
    for _, npc in ipairs(app.people) do
      local x, y, before = npc.tile_x, npc.tile_y, seen[npc]
      local what = ("%s at %d, %d"):format(npc.name, x, y)
      assert(can_stand(npc, x, y), what)
      assert(holds(npc, x, y), what)
      for _, other in ipairs(app.people) do
        assert(other == npc or other.tile_x ~= x or other.tile_y ~= y, what)
      end
      local at_x, at_y = app.layout:to_tile(npc.x, npc.y)
      local is_on_corner = npc.x % 16 == 0 and npc.y % 16 == 0
      assert(holds(npc, at_x, at_y) or is_on_corner, what)
      local _, _, floor = app.inn.house:from_grid(x, y)
      if before and before.floor == floor then
        local dx, dy = npc.x - before.x, npc.y - before.y
        local reach = math.max(npc.speed, before.speed) * demo.dt + 1e-6
        assert(dx * dx + dy * dy <= reach * reach, what)
        local dx, dy = x - before.tile_x, y - before.tile_y
        assert(math.abs(dx) <= 1 and math.abs(dy) <= 1, what)
        if dx ~= 0 and dy ~= 0 then -- no corner was cut
          assert(can_stand(npc, x - dx, y) and can_stand(npc, x, y - dy), what)
        end
      end
      seen[npc] = { x = npc.x, y = npc.y, tile_x = x, tile_y = y, speed = npc.speed, floor = floor }
    end
  end

  local function person(name)
    for _, npc in ipairs(app.people) do
      if npc.name:find(name) then return npc end
    end
  end

  -- Whether the rest of an NPC's path leads over a tile, and the last tile of its path.
  local function comes_by(npc, x, y)
    for _, path_x, path_y in npc:remaining() do
      if path_x == x and path_y == y then return true end
    end
    return false
  end
  local function goal_of(npc)
    local x, y
    for _, path_x, path_y in npc:remaining() do x, y = path_x, path_y end
    return x, y
  end
  local function is_at(npc, x, y)
    return npc.tile_x == x and npc.tile_y == y and npc.state == "idle"
  end
  local function is_between_tiles(npc)
    local x, y = app.layout:to_world(npc.tile_x, npc.tile_y)
    return math.abs(npc.x - x) + math.abs(npc.y - y) > 4
  end
]]

-- Checks the color of a pixel in an image of `demo.image`.
local SCREENSHOT = [[
  local function assert_color(image, point, color)
    local shown = { image:getPixel(point[1], point[2]) }
    for i = 1, 3 do
      assert(math.abs(shown[i] - color[i]) < 0.03, table.concat(shown, " "))
    end
  end
]]

describe("love-explorer", function()
  it("searches at its pace, draws the path tile by tile, continues with the next map", function()
    play("love-explorer", EXPLORER .. [[
      app:new_map(7)
      demo.frames(61)
      local expanded = app.search:expanded()
      assert(expanded == 20 or expanded == 19, expanded)
      assert(app:sentence():find("Searching: " .. expanded .. " tiles expanded", 1, true))
      demo.wait(function() return app.path end, 3000)
      demo.frames(10)
      assert(app.shown > 2 and app.shown < #app.path, app.shown)
      run()
      check_path "optimal"
      demo.frames(170)
      assert(app.seed == 7)
      demo.wait(function() return app.seed == 8 end, 20)
      assert(not app.path)
    ]])
  end)

  it("finds the same as find_path, for all settings by keys and clicks", function()
    play("love-explorer", EXPLORER .. [[
      demo.key "e" -- stay
      for _ = 1, 3 do demo.key "p" end
      assert(app.settings.endless == false and app.settings.pace == 5)
      demo.key("lshift", "p")
      assert(app.settings.pace == 300)
      app:new_map(7)
      run()
      local expanded = app.search:expanded()

      demo.click(800, 682) -- algorithm
      assert(app.settings.algorithm == "dijkstra")
      run()
      check_path "optimal"
      assert(app.search:expanded() > expanded)

      demo.key "a"
      assert(app.settings.algorithm == "greedy")
      local expensive = 0
      for seed = 1, 12 do
        app:new_map(seed)
        app:expand(1e6)
        demo.frames()
        if app.path then
          check_path()
          if app:sentence():find "more expensive" then expensive = expensive + 1 end
        end
      end
      assert(expensive > 0)

      app:new_map(7)
      demo.key "a"
      assert(app.settings.algorithm == "jps" and app.outcome == "refused")
      assert(app:sentence():find "terrains that all cost the same")
      demo.key "t"
      run()
      check_path "optimal"

      demo.click(800, 682, 2) -- back
      demo.key("rshift", "a")
      assert(app.settings.algorithm == "dijkstra")
      demo.key("lshift", "a")
      for _, key in ipairs { "d", "c", "c", "h", "h", "h" } do
        demo.key(key)
        run()
        check_path(key ~= "h" and "optimal")
      end
      assert(app.settings.heuristic == "chebyshev" and app.settings.neighbors == 4)
      for _ = 1, 3 do demo.key "w" end
      run()
      check_path()
      assert(app.settings.weight == 5 and app.cost <= 5 * app.min_cost)
    ]])
  end)

  it("steps, pauses and restarts by keys and clicks", function()
    play("love-explorer", EXPLORER .. [[
      app:new_map(7)
      for _ = 1, 3 do demo.key "s" end
      demo.frames(30)
      assert(app.paused and app.search:expanded() == 3)
      demo.key "space"
      demo.frames(30)
      assert(app.search:expanded() > 10)
      demo.key "r"
      assert(app.search:expanded() < 2)
      demo.key "n"
      assert(app.seed == 8)
    ]])
  end)

  it("paints danger, which paths avoid", function()
    play("love-explorer", EXPLORER .. SCREENSHOT .. [[
      demo.key "e"
      demo.key "t" -- flat
      app:new_map(7)
      app.settings.pace = 300
      for y = 1, 16 do for x = 1, 32 do app:paint(x, y, ".") end end
      demo.drag { at(app.start.x, app.start.y), at(3, 8) }
      demo.drag { at(app.goal.x, app.goal.y), at(10, 3), at(30, 8) }
      demo.key "5"
      demo.drag { at(16, 5), at(16, 11) }
      assert(app.danger:get(16, 8) > 20 and app.danger:get(20, 8) == 0)
      run()
      assert(app.cost > 280)
      if os.getenv "ASTAR_PICTURE" then
        local file = io.open(os.getenv "ASTAR_PICTURE", "wb")
        file:write(demo.image():encode("png"):getString())
        file:close()
      end
      demo.drag({ at(16, 5), at(16, 11) }, 2)
      assert(app.danger:get(16, 8) == 0)
    ]])
  end)

  it("edits walls, hills, start and goal by the mouse, and explains why there is no path", function()
    play("love-explorer", EXPLORER .. SCREENSHOT .. [[
      demo.key "e"
      demo.key "t" -- flat
      app:new_map(7)
      app.settings.pace = 300
      for y = 1, 16 do for x = 1, 32 do app:paint(x, y, ".") end end
      run()
      demo.drag { at(app.start.x, app.start.y), at(3, 8) }
      demo.drag { at(app.goal.x, app.goal.y), at(10, 3), at(30, 8) }
      assert(app.start.x == 3 and app.start.y == 8 and app.goal.x == 30 and app.goal.y == 8)
      run()
      assert(app.cost == 270)

      demo.drag { at(16, 1), at(16, 16) }
      assert(app.grid:get(16, 9) == ("#"):byte() and app.outcome == "unreachable")
      local why = app.explanation
      assert(#why.open == 1 and why.open[1].x == 16 and why.open[1].y == 8 and #why.barrier == 16)
      assert(#why.path == 28 and app:sentence() == "No path: walls separate A from B. Opening 1 wall would "
        .. "make one of cost 270.")
      local image, palette = demo.image(), require "palette"
      local wall, hole = at(16, 3), at(16, 8)
      assert_color(image, wall, palette.barrier)
      assert_color(image, { hole[1] - 16, hole[2] - 16 }, palette.opened)
      demo.key "4"
      demo.drag { at(16, 8) }
      run()
      assert(app.cost == 300 and not app.explanation, app.cost)
      demo.drag({ at(16, 1), at(16, 16) }, 2)
      run()
      assert(app.cost == 270)

      demo.click(575, 682) -- the wall among the brushes
      demo.drag { at(30, 7) }
      demo.drag { at(30, 8), at(30, 7) }
      assert(app.outcome == "goal_blocked" and app:sentence():find "B is on a wall")
      assert(#app.explanation.open == 1 and app.explanation.open[1].x == 30 and app.explanation.open[1].y == 7)
      assert(#app.explanation.barrier == 1)
      demo.drag { at(30, 7), at(3, 8) } -- not onto the start
      assert(app.goal.x == 4 and app.goal.y == 8)
      demo.drag { at(3, 8), { -50, -50 } } -- not off the map
      assert(app.grid:get(app.start.x, app.start.y))
      demo.click(5, 5)

      -- Two walls that touch at a corner: the corner rule is in the way.
      for y = 1, 16 do for x = 1, 32 do app:paint(x, y, ".") end end
      app:move("goal", 30, 8)
      for y = 1, 8 do app:paint(16, y, "#") end
      for y = 9, 16 do app:paint(17, y, "#") end
      assert(app.outcome == "unreachable" and app:sentence():find("So would cutting corners (C).", 1, true))
    ]])
  end)

  it("shows it", function()
    play("love-explorer", EXPLORER .. SCREENSHOT .. [[
      local palette = require "palette"
      app:new_map(7)
      demo.frames(120)
      local image = demo.image()
      local x, y = unpack(at(app.start.x, app.start.y))
      assert_color(image, { x - 10, y }, palette.start)
      x, y = unpack(at(app.goal.x, app.goal.y))
      assert_color(image, { x - 10, y }, palette.goal)
      love.resize(1100, 700)
      app.settings.pace = 300
      run()
      demo.screenshot "/dev/null"
    ]])
  end)
end)

describe("love-village", function()
  it("walks the player to a clicked tile, and to another one during a step", function()
    play("love-village", VILLAGE .. [[
      demo.click(at(24, 16))
      demo.wait(function() return is_between_tiles(player) end, 60)
      local x, y = goal_of(player)
      assert(x == 24 and y == 16 and player.state == "moving" and player.facing == "down")
      demo.click(at(10, 10)) -- demo.check checks that nothing jumps
      x, y = goal_of(player)
      assert(x == 10 and y == 10 and is_between_tiles(player))
      demo.frames(20)
      assert(player.facing == "left" or player.facing == "up")
      demo.wait(function() return is_at(player, 10, 10) end, 600)
      assert(goal_of(player) == nil)

      demo.click(at(24, 16))
      demo.wait(function() return is_at(player, 24, 16) end, 1800)
      demo.click(5, 720) -- off the map
      demo.frames(5)
      assert(is_at(player, 24, 16))
    ]])
  end)

  it("shows what the player sees", function()
    play("love-village", VILLAGE .. [[
      demo.key "f"
      demo.frames(2)
      assert(app.vision:state(player.tile_x, player.tile_y) == "visible" and app.vision:state(40, 22) == "unseen")
      demo.screenshot "/dev/null"
    ]])
  end)

  it("has an upper floor, where a guest sleeps and the player goes by a click", function()
    play("love-village", VILLAGE .. [[
      local function floor_of(npc) return select(3, app.inn.house:from_grid(npc.tile_x, npc.tile_y)) end
      local guest = person "Otto"
      demo.wait(function() return guest.doing == "sleeps" end, 6000)
      assert(floor_of(guest) == 2)
      demo.click(at(17, 4)) -- on the roof
      assert(player.speech.text == "I cannot walk into the house." and not goal_of(player))
      demo.key "u"
      demo.click(at(17, 4))
      demo.wait(function() return is_at(player, app.inn.house:to_grid(17, 4, 2)) end, 1800)
      demo.point(at(17, 4))
      demo.screenshot "/dev/null"
      demo.click(at(20, 10))
      demo.wait(function() return floor_of(player) == 1 end, 600)
      demo.wait(function() return floor_of(guest) == 1 end, 1800)
    ]])
  end)

  it("names impassable terrain, and the player continues", function()
    play("love-village", VILLAGE .. [[
      demo.click(at(10, 10))
      demo.frames(20)
      local things = { palisade = { 3, 14 }, water = { 31, 2 }, house = { 16, 6 }, wall = { 5, 2 } }
      for name, tile in pairs(things) do
        demo.click(at(tile[1], tile[2]))
        assert(player.speech.text == ("I cannot walk into the %s."):format(name), player.speech.text)
        local x, y = goal_of(player)
        assert(x == 10 and y == 10)
      end
      demo.wait(function() return is_at(player, 10, 10) end, 600)
      demo.wait(function() return not player.speech end, 300)

      for _, door in ipairs(app.doors.list) do
        local x, y = at(door.x, door.y)
        if door.name:find "barn" then demo.click(x, y, 2) end
      end
      assert(not app.doors:named "west barn door".is_open and not app.doors:named "east barn door".is_open)
      demo.click(at(7, 4))
      demo.wait(function() return player.speech end, 10)
      assert(player.speech.text == "I cannot get there.")
    ]])
  end)

  it("lets the player open doors, and shut doors where no NPC stands", function()
    play("love-village", VILLAGE .. [[
      local door = app.doors:named "east barn door"
      demo.click(at(door.x, door.y))
      demo.wait(function() return not door.is_open end, 900)
      assert(math.abs(player.tile_x - door.x) <= 1 and math.abs(player.tile_y - door.y) <= 1)
      assert(app.grid:is_blocked(door.x, door.y))
      demo.click(at(door.x, door.y))
      demo.wait(function() return door.is_open end, 300)
      demo.click(at(door.x, door.y + 1))
      demo.wait(function() return is_at(player, door.x, door.y + 1) end, 300)
      player:place(door.x, door.y)
      seen[player] = nil
      assert(door:shut() == false and door.is_open)
      demo.click(at(door.x, door.y))
      demo.wait(function() return player.speech end, 60)
      assert(player.speech.text == "The doorway is not free." and door.is_open)

      local other = person "Lena"
      demo.click(at(other.tile_x, other.tile_y))
      demo.wait(function() return player.speech and player.speech.text == "Good day!" end, 1800)
    ]])
  end)

  it("lets farmers open the barn doors on their way", function()
    play("love-village", VILLAGE .. [[
      local west, east = app.doors:named "west barn door", app.doors:named "east barn door"
      for _ = 1, 2 do
        demo.wait(function()
          local is_free = not (app.crowd:at(west.x, west.y) or app.crowd:at(east.x, east.y))
          return is_free and west:shut() and east:shut()
        end, 600)
        demo.wait(function() return west.is_open or east.is_open end, 9000)
        local door = west.is_open and west or east
        demo.wait(function() return app.crowd:at(door.x, door.y) end, 100)
        assert(app.crowd:at(door.x, door.y).name:find "farmer")
      end
    ]])
  end)

  it("finds another path for NPCs when a door on their path is shut", function()
    play("love-village", VILLAGE .. [[
      local west, east = app.doors:named "west gate", app.doors:named "east gate"
      person "Old Tom":stop() -- otherwise he opens them
      local function is_on_its_way(npc)
        return comes_by(npc, west.x, west.y) or comes_by(npc, east.x, east.y)
      end
      for _, name in ipairs { "Jon", "Ada" } do
        local npc = person(name)
        demo.wait(function()
          return is_on_its_way(npc) and not app.crowd:at(west.x, west.y) and not app.crowd:at(east.x, east.y)
        end, 6000)
        local goal_x, goal_y = goal_of(npc)
        assert(west:shut() and east:shut())
        -- Its step in the mud may take a while; then it takes the long path over the bridges.
        demo.wait(function() return comes_by(npc, 30, 9) and comes_by(npc, 30, 16) end, 200)
        assert(not is_on_its_way(npc))
        local x, y = goal_of(npc)
        assert(x == goal_x and y == goal_y)
        west:open()
        east:open()
      end
    ]])
  end)

  it("runs all scripts for minutes", function()
    play("love-village", VILLAGE .. [[
      demo.draw_every = 300
      local counts, doing = {}, {}
      local check = demo.check
      function demo.check()
        check()
        for _, npc in ipairs(app.people) do
          if npc.doing ~= doing[npc] then
            doing[npc] = npc.doing
            local what = npc.name .. " " .. npc.doing
            counts[what] = (counts[what] or 0) + 1
          end
        end
      end
      local guard, visited = person "Rolf", {}
      demo.click(at(33, 12)) -- the dog comes along
      for _ = 1, 1000 do
        demo.frames(9)
        for i, point in ipairs(app:line "round of the guard") do
          if guard.tile_x == point.x and guard.tile_y == point.y then visited[i] = true end
        end
      end
      for what, least in pairs {
        ["Jon the farmer stores the grain"] = 2, ["Ada the farmer stores the grain"] = 2,
        ["Marie the baker carries the bread"] = 3, ["Lena of the inn carries the bucket"] = 3,
        ["The miller's cart is loaded"] = 2, ["The miller's cart is unloaded"] = 2,
        ["Old Tom, keeper of the gates guards the west gate"] = 2,
        ["Old Tom, keeper of the gates guards the east gate"] = 2,
        ["Nils tries to catch Ida"] = 1, ["Ida tries to catch Nils"] = 1,
      } do
        assert((counts[what] or 0) >= least, ("%s: %d"):format(what, counts[what] or 0))
      end
      for i in ipairs(app:line "round of the guard") do assert(visited[i], i) end
      local dog = person "Rex"
      assert(math.max(math.abs(dog.tile_x - player.tile_x), math.abs(dog.tile_y - player.tile_y)) <= 2)

      local hen = person "A hen"
      demo.click(at(hen.tile_x, hen.tile_y))
      demo.wait(function() return hen.doing == "hides" end, 1200)
    ]])
  end)

  it("draws as large as the window allows, and pauses", function()
    play("love-village", VILLAGE .. SCREENSHOT .. [[
      local water = { 0x76 / 255, 0xa9 / 255, 0xbb / 255 }
      demo.frames(30)
      demo.key "p"
      local image = demo.image()
      local x, y = at(25, 21)
      assert_color(image, { x - 15, y - 15 }, water)
      demo.point(at(player.tile_x, player.tile_y))
      demo.key "space"
      local x, y = app.people[2].x, app.people[2].y
      demo.frames(60)
      assert(app.people[2].x == x and app.people[2].y == y)
      demo.image()
      demo.key "space"
      demo.wait(function() return app.people[2].x ~= x end, 60)
    ]])
  end)

  it("has the images that art/ paints", function()
    local folder = love_game.new_folder()
    assert(os.execute(("cp -r examples/love-village/art '%s' && mkdir '%s/map'"):format(folder, folder)))
    local _, errors, code = love_game.run(folder .. "/art")
    for _, name in ipairs { "map/tiles.png", "people.png" } do
      local files = ("'%s/%s' 'examples/love-village/%s'"):format(folder, name, name)
      assert.equal("", (shell.run("cmp " .. files)), name)
    end
    love_game.remove(folder)
    assert.equal(0, code, errors)
  end)
end)

describe("love-yard", function()
  it("leads the hen around walls and fences, also after a click", function()
    -- Without STI: tiles.lua draws.
    local output, errors, code = love_game.run_copy("love-yard", [[
      function love.run()
        love.load()
        for _ = 1, 240 do love.update(1 / 60) end
        love.draw()
        print(hen.x == coop.x and hen.y == coop.y, hen.path:is_valid(), map.grid:is_blocked(hen.x, hen.y))
        love.mousepressed(17.5 * 16 * scale, 7.5 * 16 * scale) -- the other side of the fence
        love.mousepressed(10.5 * 16 * scale, 7.5 * 16 * scale) -- the pond
        for _ = 1, 240 do love.update(1 / 60) end
        print(hen.x, hen.y, #hen.path > 8)
        io.stdout:flush()
        return function() return 0 end
      end
    ]])
    assert.same({ 0, "", "true\ttrue\tfalse\n18\t8\ttrue\n" }, { code, errors, output })
  end)
end)

describe("a demo", function()
  it("finds the library in the checkout", function()
    local bytes = love_game.module()
    local is_there, built = pcall(shell.read, "build/lua5.1/astar.so")
    if not is_there or built ~= bytes then pending "only with the module in build/lua5.1" end
    local names = { "love-explorer", "love-rts", "love-tactics", "love-towers", "love-village", "love-yard" }
    for _, name in ipairs(names) do
      local _, errors, code = love_game.play(name, "demo.frames(20)", true)
      assert.equal(0, code, errors)
    end
  end)

  it("fails in the specs when it fails", function()
    local _, errors, code = love_game.play("love-explorer", "demo.frames(2) app.settings = 5 demo.frames(30)")
    assert.equal(1, code)
    assert.matches("attempt to index field 'settings'", errors, 1, true)
    _, errors, code = love_game.play("love-explorer", "demo.wait(function() return false end, 3)")
    assert.equal(1, code)
    assert.matches("not within 3 frames", errors, 1, true)
  end)
end)

describe("astar.love in LÖVE", function()
  it("draws what can be read back, and leaves LÖVE's state alone", function()
    local folder = love_game.new_folder()
    assert(os.execute(("cp -r lua/astar '%s'"):format(folder)))
    love_game.write(folder .. "/astar.so", (love_game.module()))
    love_game.write(folder .. "/conf.lua", "function love.conf(t) t.modules.audio = false end")
    love_game.write(folder .. "/main.lua", [[
      local astar, draw, layout = require "astar", require "astar.love", require "astar.layout"
      local rules = astar.rules { cost = { ["."] = 10, ["~"] = 20 } }
      local grid = astar.grid { ".....", ".##~.", ".#.~." }
      local colors = { ["."] = { 1, 1, 1 }, ["#"] = { 0, 0, 0 }, ["~"] = { 0, 0, 1 } }
      local pixels = layout.orthogonal { width = 1 }
      local squares = layout.orthogonal { width = 40 }

      -- The image of what is drawn into a canvas of this size.
      local function drawn(width, height, action)
        local canvas = love.graphics.newCanvas(width, height)
        love.graphics.setCanvas(canvas)
        action()
        love.graphics.setCanvas()
        return canvas:newImageData()
      end

      local function assert_color(image, x, y, ...)
        local expected, color = { ... }, { image:getPixel(x, y) }
        for i = 1, 4 do
          assert(math.abs(color[i] - (expected[i] or 1)) < 0.01,
            ("%g %g: %s"):format(x, y, table.concat(color, " ")))
        end
      end

      local function run()
        -- A grid that is drawn with one pixel per tile is the image of that grid.
        local image = drawn(5, 3, function() draw.grid(grid, pixels, { colors = colors, gap = 0 }) end)
        local read = draw.read_image(image, {
          colors = { ["#ffffff"] = ".", ["#000000"] = "#", ["#0000ff"] = "~" },
        })
        assert(table.concat(read:rows(), "\n") == table.concat(grid:rows(), "\n"))
        image = drawn(2, 1, function() end)
        assert(draw.read_image(image, { colors = { transparent = 9 } }):get(2, 1) == 9)

        -- Under a camera, without tiles off the screen: the tile (4, 2), twice as large.
        image = drawn(80, 80, function()
          love.graphics.scale(2)
          love.graphics.translate(-120, -40)
          draw.grid(grid, squares, { colors = colors })
        end)
        assert_color(image, 40, 40, 0, 0, 1)
        love.graphics.reset()

        local path = grid:find_path(1, 1, 5, 3, rules)
        image = drawn(200, 120, function()
          draw.grid(grid, squares, { colors = colors })
          draw.path(path, squares, { color = { 1, 0, 0 }, width = 6 })
        end)
        assert_color(image, 60, 20, 1, 0, 0)
        assert_color(image, 60, 10, 1, 1, 1)

        local search = grid:search(1, 1, 5, 3, rules, { algorithm = "dijkstra" })
        search:step(1)
        image = drawn(200, 120, function()
          draw.search(search, squares, { open = { 0, 1, 0 }, closed = { 1, 1, 0 }, numbers = false })
        end)
        assert_color(image, 20, 20, 1, 1, 0)
        assert_color(image, 46, 6, 0, 1, 0)
        assert_color(image, 100, 20, 0, 0, 0, 0)
        local with_numbers = drawn(200, 120, function()
          draw.search(search, squares, { open = { 0, 1, 0 }, closed = { 1, 1, 0 } })
        end)
        assert(with_numbers:getString() ~= image:getString())

        local hexes = astar.grid(4, 4, { fill = ".", layout = "odd_r" })
        local view = layout.hex { layout = "odd_r", width = 40 }
        local field = hexes:distance_field({ { 1, 1 } }, rules)
        image = drawn(200, 200, function()
          draw.field(field, view, { near = { 1, 0, 0 }, far = { 0, 0, 1 }, arrows = false })
        end)
        local wx, wy = view:to_world(1, 1)
        assert_color(image, wx, wy, 1, 0, 0)
        wx, wy = view:to_world(4, 4)
        assert_color(image, wx, wy, 0, 0, 1)

        -- The state.
        local font = love.graphics.newFont(20)
        love.graphics.setFont(font)
        love.graphics.setColor(0.25, 0.5, 0.75, 1)
        love.graphics.setLineWidth(7)
        love.graphics.push()
        love.graphics.translate(3, 4)
        draw.grid(grid, squares)
        draw.path(path, squares)
        draw.field(field, view, { numbers = true })
        draw.search(search, squares)
        local x, y = love.graphics.transformPoint(0, 0)
        assert(x == 3 and y == 4 and love.graphics.getFont() == font)
        assert(love.graphics.getLineWidth() == 7 and select(2, love.graphics.getColor()) == 0.5)

        local ok, message = pcall(draw.read_image, love.graphics.newImage(image), {})
        assert(not ok and message:find "data must be an ImageData, got a userdata")
      end

      function love.draw()
        local ok, message = xpcall(run, debug.traceback)
        print(ok and "ok" or message)
        io.stdout:flush()
        love.event.quit()
        love.draw = nil
      end
    ]])
    local output, errors = love_game.run_on_screen(folder)
    love_game.remove(folder)
    assert.equal("ok\n", output, errors)
  end)
end)
