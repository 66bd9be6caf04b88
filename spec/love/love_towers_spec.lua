-- The game of examples/love-towers: first the game alone, in plain Lua without LÖVE, then in a real LÖVE 11 on a
-- screen in memory.

local love_game = require "spec.support.love_game"
local need = require "spec.support.need"

local frame = 1 / 60 -- [seconds]

-- ------------------------------------------------------------------------------------- the game without drawing

local buildings, enemies, game, planning, valley, waves -- the modules of the game
local types -- of buildings, by the first word of the name
local path = package.path

setup(function()
  package.path = "examples/love-towers/?.lua;" .. path
  buildings, enemies, game = require "buildings", require "enemies", require "game"
  planning, valley, waves = require "planning", require "valley", require "waves"
  types = {}
  for _, type in ipairs(buildings.types) do types[type.name:match "%a+"] = type end
end)

teardown(function() package.path = path end)

-- A pseudo-random integer generator that gives the same numbers in all Luas: random(n) is in 1..n.
local function new_random(seed)
  return function(n)
    seed = (seed * 16807) % 2147483647
    return seed % n + 1
  end
end

-- Each enemy has a way from its tile: no exception.
local function check_ways(play)
  for _, enemy in ipairs(play.enemies.list) do
    local x, y = enemies.next_tile(enemy)
    assert(play.enemies.fields[enemy.kind.moves]:cost(x, y), enemy.name)
  end
  for _, gate in ipairs(valley.gates) do
    for _, field in pairs(play.enemies.fields) do assert(field:cost(gate.x, gate.y)) end
  end
end

-- All of the map and of the buildings as a string.
local function content(play)
  local list = play.grid:rows()
  for y = 1, valley.height do
    for x = 1, valley.width do
      for layer = 1, 8 do
        if play.grid:is_blocked(x, y, layer) then
          list[#list + 1] = ("%d %d %d %g"):format(x, y, layer, play.grid:penalty(x, y))
        end
      end
    end
  end
  list[#list + 1] = ("%d %d %d"):format(play.gold, play.lives, #play.buildings.list)
  return table.concat(list, "\n")
end

-- Plays until the game is over, at most half an hour of its time. `act(play)` is called before each frame.
local function play_to_end(play, act)
  play:start_wave()
  while play.state == "playing" and play.time < 1800 do
    act(play)
    play:update(frame)
  end
  return play
end

-- Adds enemies of one kind at the first gate, and lets no wave come. Returns them.
local function send(play, kind, count)
  play.state, play.wave_time = "playing", -math.huge
  local list = {}
  for i = 1, count do list[i] = play.enemies:add(kind, valley.gates[1], 1000) end
  return list
end

-- The time until an enemy is at the castle [seconds].
local function time_to_castle(play, enemy)
  local start = play.time
  while not enemy.is_gone do
    play:update(frame)
    assert(play.state == "playing" and play.time < start + 300)
  end
  return play.time - start
end

-- Builds walls on the free tiles of a column.
local function build_column(play, x, top, bottom)
  for y = top, bottom do
    local building, reason = play:build(types.Wall, x, y)
    assert.is_true(building ~= nil or reason == "ground", reason)
  end
end

-- What a sensible player builds, in this order, as soon as there is the gold: towers around the castle.
local plan = {
  { "Arrow", 27, 10 }, { "Arrow", 27, 15 }, { "Arrow", 26, 10 }, { "Arrow", 26, 15 }, { "Arrow", 25, 12 },
  { "Arrow", 25, 13 }, { "Frost", 27, 12 }, { "Cannon", 23, 9 }, { "Cannon", 23, 15 }, { "Frost", 27, 13 },
  { "upgrade", 27, 10 }, { "upgrade", 27, 15 }, { "Storm", 25, 8 }, { "Storm", 25, 16 }, { "upgrade", 26, 10 },
  { "upgrade", 26, 15 }, { "upgrade", 25, 12 }, { "upgrade", 25, 13 }, { "upgrade", 23, 9 }, { "upgrade", 23, 15 },
  { "Storm", 23, 12 }, { "upgrade", 25, 8 }, { "upgrade", 25, 16 }, { "upgrade", 23, 12 }, { "upgrade", 23, 9 },
  { "upgrade", 23, 15 }, { "Cannon", 23, 7 }, { "Cannon", 20, 14 }, { "upgrade", 25, 8 }, { "upgrade", 25, 16 },
  { "upgrade", 23, 12 }, { "Storm", 21, 11 }, { "upgrade", 23, 7 }, { "upgrade", 20, 14 }, { "upgrade", 21, 11 },
}

-- A player who does the first `count` lines of the plan.
local function new_player(count)
  local next_line = 1
  return function(play)
    local line = next_line <= count and plan[next_line]
    if not line then return end
    local word, x, y = line[1], line[2], line[3]
    local is_done
    if word == "upgrade" then
      local building = play.buildings:at(x, y)
      is_done = not building or play:upgrade(building) -- diggers may have destroyed it
    else
      is_done = play:build(types[word], x, y)
    end
    if is_done then next_line = next_line + 1 end
  end
end

describe("the game of love-towers", function()
  it("is lost in a minute when nothing is built", function()
    local play = play_to_end(game.new(), function() end)
    assert.equal("lost", play.state)
    assert.equal(3, play.wave)
    assert.is_true(play.time < 90)
  end)

  it("is lost later when too little is built", function()
    local play = play_to_end(game.new(), new_player(9))
    assert.equal("lost", play.state)
    assert.is_true(play.wave >= 5 and play.wave < 15, play.wave)
  end)

  it("is won by sensible building, in more than five minutes", function()
    local play = play_to_end(game.new(), new_player(#plan))
    assert.equal("won", play.state)
    assert.equal(waves.count, play.wave)
    assert.is_true(play.time > 300 and play.time < 600, play.time)
    assert.equal("over", select(2, play:build(types.Wall, 15, 10)))
  end)

  it("always leaves a way to each enemy, whatever is built and sold", function()
    local refused, built, sold = {}, 0, 0
    for seed = 1, 2 do
      local random = new_random(seed)
      local play = game.new()
      play.lives = 1000
      local frames = 0
      play_to_end(play, function()
        frames = frames + 1
        play.gold = math.max(play.gold, 100)
        if play.wave > 7 then play.state = "won" end
        if frames % 6 ~= 0 then return end
        local x, y = random(valley.width), random(valley.height)
        local building = play.buildings:at(x, y)
        if building and random(4) == 1 then
          play:sell(building)
          sold = sold + 1
        else
          local type = buildings.types[random(3) == 1 and random(5) or 1]
          local before = play.grid:serialize()
          local is_built, reason, owner = play:build(type, x, y)
          if is_built then
            built = built + 1
          else
            assert(before == play.grid:serialize())
            refused[reason] = (refused[reason] or 0) + 1
            if reason == "cut_off" and refused[reason] % 8 == 1 then
              before = content(play)
              assert(not play.buildings:explain(type, x, y, owner).reachable)
              assert(before == content(play))
            end
          end
        end
        check_ways(play)
      end)
    end
    assert.is_true(built > 500 and sold > 50, ("%d built, %d sold"):format(built, sold))
    for _, reason in ipairs { "building", "cut_off", "enemy", "ground" } do
      assert.is_true((refused[reason] or 0) > 10, reason)
    end
  end)

  it("allows exactly what leaves a way to the gates and to all that walk", function()
    local random = new_random(7)
    for _ = 1, 3 do
      local play = game.new()
      play.gold = 1e6
      send(play, "walker", 30)
      for _ = 1, 400 do
        local type = types[random(5) == 1 and "Cannon" or "Wall"]
        local x, y = random(valley.width), random(valley.height)
        local ok, reason = play:check(type, x, y)
        if ok or reason == "cut_off" then
          local starts = play.enemies:starts()
          local expected = play.buildings:with_plan(type, x, y, function()
            for _, start in ipairs(starts) do
              local castle = valley.castle
              if not play.grid:is_reachable(start[1], start[2], castle.x, castle.y, enemies.rules.walks) then
                return false
              end
            end
            return true
          end)
          assert.equal(expected, ok or false)
        end
        play:build(type, x, y)
        play:update(frame)
      end
    end
  end)

  it("refuses a building that would close the last way, and explains it", function()
    local play = game.new()
    play.gold = 1000
    for x = 20, 21 do
      for y = 6, 7 do play:build(types.Wall, x, y) end
    end
    local ok, reason, owner = play:check(types.Cannon, 19, 18)
    assert.is_nil(ok)
    assert.equal("cut_off", reason)
    assert.equal(valley.gates[1], owner)
    local explanation = play.buildings:explain(types.Cannon, 19, 18, owner)
    assert.is_false(explanation.reachable)
    assert.equal(2, #explanation.open) -- across the bridge
    assert.is_number(explanation.path:cost())
    local marked = {}
    for _, place in ipairs(explanation.barrier) do marked[place.y * 100 + place.x] = true end
    assert.is_true(marked[1819] and marked[1919])

    local plans = planning.new(play)
    plans:choose(types.Cannon)
    plans:point(19, 18)
    plans:update(frame)
    assert.equal("cut_off", plans.verdict.reason)
    assert.is_false(plans:build())
    assert.equal("Cannon refused: no way would lead from the northern gate to the castle.",
      planning.sentence(plans.refusal, play.gold))
    assert.matches("No path", tostring(plans.refusal.explanation))
    plans:point(23, 9)
    plans:update(frame)
    assert.is_true(plans.verdict.ok)
    assert.equal(#valley.gates, #plans.verdict.paths)
    assert.is_true(plans:build())
    plans:update(10)
    assert.is_nil(plans.refusal)
  end)

  it("does not cut off an enemy that walks, but may cut off one that flies or digs", function()
    local play = game.new()
    play.gold = 1000
    local walker = send(play, "walker", 1)[1]
    while walker.x < 12 do play:update(frame) end
    local x, y = enemies.next_tile(walker)
    assert.equal("enemy", select(2, play:build(types.Wall, x, y)))
    for tile_y = y - 2, y + 2 do
      for tile_x = x - 2, x + 2 do
        local is_around = math.max(math.abs(tile_x - x), math.abs(tile_y - y)) == 2
        if is_around then play:build(types.Wall, tile_x, tile_y) end
      end
    end
    assert.is_number(play.enemies.fields.walks:cost(x, y))
    time_to_castle(play, walker)

    for _, kind in ipairs { "flyer", "digger" } do
      local enemy = send(play, kind, 1)[1]
      while enemy.x < 13 do play:update(frame) end
      x, y = enemies.next_tile(enemy)
      for tile_y = y - 2, y + 2 do
        for tile_x = x - 2, x + 2 do
          local is_around = math.max(math.abs(tile_x - x), math.abs(tile_y - y)) == 2
          if is_around then play:build(types.Wall, tile_x, tile_y) end
        end
      end
      assert.is_nil((play.enemies.fields.walks:cost(x, y)))
      time_to_castle(play, enemy)
    end
  end)

  it("lets those that dig destroy what is in their way, when that is faster", function()
    local play = game.new()
    play.gold = 1000
    local free = time_to_castle(play, send(play, "digger", 1)[1])
    build_column(play, 12, 7, 10) -- a short detour
    time_to_castle(play, send(play, "digger", 1)[1])
    assert.equal(0, play.destroyed)
    build_column(play, 12, 3, 6)
    build_column(play, 12, 11, 23)
    time_to_castle(play, send(play, "walker", 1)[1])
    assert.equal(0, play.destroyed)
    local through = time_to_castle(play, send(play, "digger", 1)[1])
    assert.equal(1, play.destroyed)
    assert.is_true(math.abs(through - free - types.Wall.toughness) < 0.5)
    local hole
    for y = 3, 23 do
      local is_wall = play.buildings:at(12, y) or not valley.is_building_ground(play.grid, 12, y)
      if not is_wall then hole = y end
    end
    assert.is_true(hole >= 3 and hole <= 12)
    assert.is_false(play.grid:is_blocked(12, hole))
    assert.equal(0, play.grid:penalty(12, hole))
    assert.is_number(play.enemies.fields.walks:cost(12, hole))
  end)

  it("lets those that fly ignore what is built, and water", function()
    local play = game.new()
    play.gold = 10000
    local gate = valley.gates[1]
    local cost = play.enemies.fields.flies:cost(gate.x, gate.y)
    local free = time_to_castle(play, send(play, "flyer", 1)[1])
    for x = 5, 25 do
      for y = 4, 22, 2 do play:build(types.Wall, x, y) end
    end
    assert.equal(cost, play.enemies.fields.flies:cost(gate.x, gate.y))
    assert.is_true(math.abs(free - time_to_castle(play, send(play, "flyer", 1)[1])) < 2 * frame)
  end)

  it("counts gold, lives and kills, sells and upgrades", function()
    local play = game.new()
    assert.is_false(play:upgrade { type = types.Wall, level = 1 })
    local tower = play:build(types.Arrow, 6, 9)
    assert.equal(150 - types.Arrow.cost, play.gold)
    local damage, range = tower.damage, tower.range
    play.gold = 1000
    assert.is_true(play:upgrade(tower))
    assert.is_true(play:upgrade(tower))
    assert.is_false(play:upgrade(tower))
    assert.is_true(tower.damage > 3 * damage and tower.range > range)
    local paid = types.Arrow.cost + 1000 - play.gold
    local gold = play.gold
    play:sell(tower)
    play:sell(tower)
    assert.equal(gold + math.floor(0.7 * paid), play.gold)
    assert.is_nil((play.buildings:at(6, 9)))
    assert.is_false(play.grid:is_blocked(6, 9))

    play.gold = 3
    assert.equal("gold", select(2, play:build(types.Wall, 6, 9)))
    assert.equal("ground", select(2, play:build(types.Wall, 1, 7)))
    assert.equal("ground", select(2, play:build(types.Cannon, 27, 11)))
    assert.equal("ground", select(2, play:build(types.Wall, 0, 99)))

    local weak = send(play, "walker", 1)[1]
    weak.health = 0
    play:update(frame)
    assert.same({ 1, 6 }, { play.kills, play.gold })
    time_to_castle(play, send(play, "digger", 1)[1])
    assert.equal(20 - enemies.kinds.digger.harm, play.lives)
  end)

  it("hits with each kind of tower those that it can hit", function()
    for _, type in ipairs(buildings.types) do
      for _, kind in ipairs(enemies.order) do
        local play = game.new()
        play.gold = 1000
        play:build(type, 6, 5)
        local enemy = send(play, kind, 1)[1]
        for _ = 1, 240 do play:update(frame) end
        local is_hit = type.hits == "all" or type.hits == "ground" and kind ~= "flyer"
        assert.equal(is_hit, enemy.health < enemy.full_health, type.name .. " " .. kind)
        if type.slow then assert.is_true(enemy.x < send(play, kind, 1)[1].x + 8) end
      end
    end
  end)

  it("waits, pauses, and plays faster", function()
    local play = game.new()
    for _ = 1, 100 do play:update(frame) end
    assert.equal(0, play.time)
    assert.is_nil(play:countdown())
    assert.is_true(play:start_wave())
    assert.is_false(play:start_wave())
    play.is_paused = true
    play:update(1)
    assert.equal(0, play.time)
    play.is_paused, play.speed = false, 3
    play:update(1)
    assert.is_true(math.abs(play.time - 3) < 1e-9)
    while not play:countdown() do play:update(0.1) end
    local gold, countdown = play.gold, play:countdown()
    assert.is_true(countdown > 5)
    assert.is_true(play:start_wave())
    assert.is_true(play.gold >= gold + math.floor(countdown))
    while play.wave == 2 do play:update(0.1) end -- the next one comes by itself
    assert.equal(3, play.wave)
  end)

  it("takes little time with a hundred buildings and a hundred enemies", function()
    local play = game.new()
    play.gold, play.lives = 1e6, 1e6
    local random = new_random(3)
    while #play.buildings.list < 100 do
      play:build(buildings.types[random(5)], random(valley.width), random(valley.height))
    end
    for _, kind in ipairs(enemies.order) do send(play, kind, 25) end
    local start = os.clock()
    for _ = 1, 120 do play:update(frame) end
    local mean = (os.clock() - start) / 120
    assert.is_true(mean < 0.25 * frame, mean) -- an instrumented build is slow
  end)
end)

-- -------------------------------------------------------------------------------------------- the game in LÖVE

-- One of the Luas is enough: LÖVE has a Lua of its own, and needs the build for 5.1.
local it_in_love = need.it(it, need.lua "lua5.1", need.screen)

-- Plays the game with a script.
local function play_in_love(script)
  local _, errors, code = love_game.play("love-towers", [[
    -- The center of a tile in the window, and the corner between it and the tile right of it and below it.
    local function at(x, y) return (x - 0.5) * 32, (y - 0.5) * 32 end
    local function corner(x, y) return x * 32, y * 32 end
    local function click(x, y, button) demo.click(x, y, button) end
  ]] .. script)
  assert.equal(0, code, errors)
end

describe("love-towers in LÖVE", function()
  it_in_love("builds, upgrades and sells with the mouse and with keys", function()
    play_in_love [[
      demo.frames(5)
      demo.key "2"
      demo.point(at(25, 10))
      demo.frames(2)
      assert(app.planning.verdict.ok and #app.planning.verdict.paths == 2)
      click(at(25, 10))
      local tower = app.game.buildings:at(25, 10)
      assert(tower and tower.type.name == "Arrow tower" and app.game.gold == 130)
      click(at(25, 10))
      assert(app.selected == tower and not app.planning.type)
      demo.key "u"
      assert(tower.level == 2)
      click(1100, 540) -- the button "Sell"
      assert(tower.is_gone and not app.selected)
      click(1100, 335) -- the button of the cannon
      assert(app.planning.type.name == "Cannon")
      click(corner(22, 12))
      assert(app.game.buildings:at(22, 12) == app.game.buildings:at(23, 13))
      click(100, 300, 2)
      assert(not app.planning.type)
      demo.key "1"
      demo.drag { { at(24, 16) }, { at(24, 21) } }
      for y = 16, 17 do assert(app.game.buildings:at(24, y), y) end
      assert(app.game.state == "ready")
      demo.key "n"
      demo.frames(120)
      assert(app.game.wave == 1 and #app.game.enemies.list > 0)
      demo.key "space"
      local time = app.game.time
      demo.frames(10)
      assert(app.game.time == time)
      click(1100, 597)
      demo.key "f"
      demo.frames(60)
      assert(math.abs(app.game.time - time - 2) < 0.2, app.game.time - time)
      demo.key "p"
      demo.key "escape"
      demo.screenshot "/dev/null"
    ]]
  end)

  it_in_love("shows why a building is refused, in windows of all sizes", function()
    play_in_love [[
      demo.key "1"
      demo.drag { { at(20, 6) }, { at(20, 7) } }
      demo.key "4"
      for _, size in ipairs { { 1280, 800 }, { 900, 500 }, { 500, 700 } } do
        love.window.setMode(size[1], size[2], { resizable = true })
        love.resize(size[1], size[2])
        local scale = math.min(size[1] / 1280, size[2] / 800)
        local left = math.floor((size[1] - 1280 * scale) / 2)
        local top = math.floor((size[2] - 800 * scale) / 2)
        local x, y = corner(19, 18)
        demo.point(left + x * scale, top + y * scale)
        demo.frames(15)
        local verdict = app.planning.verdict
        assert(verdict.reason == "cut_off" and verdict.x == 19 and verdict.y == 18, verdict.reason)
        click(left + x * scale, top + y * scale)
        local refusal = app.planning.refusal
        assert(refusal.explanation and #refusal.explanation.barrier > 0)
        assert(#app.game.buildings.list == 2)
        demo.screenshot "/dev/null"
        demo.frames(400)
        assert(not app.planning.refusal)
      end
    ]]
  end)

  it_in_love("is lost and won, and begins again", function()
    play_in_love [[
      demo.key "n"
      app.game.speed = 3
      demo.wait(function() return app.game.state == "lost" end, 3000)
      demo.screenshot "/dev/null"
      click(512, 430) -- the button "Play again"
      assert(app.game.state == "ready" and app.game.lives == 20)
      for _, type in ipairs { 2, 3, 4, 5 } do
        app.game.gold = 1000
        demo.key(tostring(type))
        click(corner(2 * type + 5, 11))
      end
      assert(#app.game.buildings.list == 4)
      app.game.wave, app.game.state, app.game.lives = 14, "playing", 1000
      demo.key "n"
      demo.frames(600)
      demo.draw_every = 2
      demo.frames(60) -- all kinds of enemies, shots and effects
      demo.draw_every = 30
      assert(app.longest_time < 16, app.longest_time)
      app.game.speed = 3
      demo.wait(function() return app.game.state == "won" end, 6000)
      demo.screenshot "/dev/null"
      demo.key "r"
      assert(app.game.state == "ready")
    ]]
  end)
end)
