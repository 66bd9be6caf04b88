-- The game of examples/love-tactics: first the rules and the computer in plain Lua without LÖVE, then one turn of it
-- in a real LÖVE 11 on a screen in memory.

local love_game = require "spec.support.love_game"
local need = require "spec.support.need"

local game -- the module
local path = package.path

setup(function()
  package.path = "examples/love-tactics/?.lua;" .. path
  game = require "game"
end)

teardown(function() package.path = path end)

local function update_until(play, test)
  for _ = 1, 3000 do
    if test() then return end
    play:update(1 / 60)
  end
  error "not within 3000 frames"
end

local function walk(play, unit, x, y)
  local way = play.grid:find_path(unit.x, unit.y, x, y, game.on_foot, play:options(unit))
  play:walk_along(unit, way)
  update_until(play, function() return not play.walk end)
  return way
end

-- Moves a unit without points.
local function put(play, unit, x, y)
  for layer = 1, 3 do play.grid:block(unit.x, unit.y, false, layer) end
  unit.x, unit.y = x, y
  play.grid:block(x, y, true, unit.side)
  play:look()
end

-- The blue units, and a list of the red ones.
local function units_of(play)
  local blue, red = play:units_of(game.BLUE), play:units_of(game.RED)
  return { soldier = blue[1], second = blue[2], archer = blue[3], rider = blue[5] }, red
end

describe("the game of love-tactics", function()
  it("walks the part of this turn, over friends, and keeps the points that are left", function()
    local play = game.new()
    local blue = units_of(play)
    local way = walk(play, blue.rider, 3, 10) -- over the soldier at (3, 12)
    assert.equal(1, way:turns())
    assert.same({ 3, 10, way:left() }, { blue.rider.x, blue.rider.y, blue.rider.left })
    way = walk(play, blue.soldier, 12, 9)
    assert.is_true(way:turns() > 2 and way:turn(#way) == way:turns())
    local last = 0
    for i, x, y, turn in way:each() do
      if turn == 1 then last = i end
      assert.is_true(turn > 1 or not play.grid:is_blocked(x, y, game.RED))
    end
    assert.same({ way:get(last) }, { blue.soldier.x, blue.soldier.y })
    assert.is_true(play.grid:is_blocked(blue.soldier.x, blue.soldier.y, game.BLUE))
  end)

  it("stops at an enemy that it has not seen, and in zones of control", function()
    local play = game.new()
    local blue, red = units_of(play)
    put(play, red[1], 12, 13)
    assert.is_true(play:is_hidden(red[1]))
    local way = walk(play, blue.rider, 9, 13)
    assert.equal(1, way:turns())
    assert.is_false(play:is_hidden(red[1]))
    assert.is_true(blue.rider.x < 9 and blue.rider.left > 0)
    put(play, blue.rider, 10, 13)
    blue.rider.left = 7
    play:options(blue.rider)
    assert.is_true(play:is_in_zone(11, 13) and not play:is_in_zone(10, 13))
    walk(play, blue.rider, 11, 13)
    assert.equal(0, blue.rider.left)
    assert.equal(2, (play.grid:find_path(11, 13, 11, 14, game.on_foot, play:options(blue.rider)):turns()))
  end)

  it("lets the computer plan over several turns, and attack when it can", function()
    local play = game.new()
    local blue, red = units_of(play)
    local before = {}
    for i, unit in ipairs(red) do before[i] = play.grid:distance(unit.x, unit.y, 3, 12) end
    play:end_turn()
    update_until(play, function() return play.side == game.BLUE end)
    assert.equal(2, play.turn)
    for i, unit in ipairs(red) do
      assert.is_true(play.grid:distance(unit.x, unit.y, 3, 12) < before[i] and unit.can_attack, i)
    end
    put(play, red[3], 6, 14) -- an archer
    blue.soldier.life = 4
    play:end_turn()
    update_until(play, function() return #play.hits > 0 end)
    update_until(play, function() return play.side == game.BLUE end)
    assert.is_nil(play.units[blue.soldier.id]) -- a kill first
    assert.is_false(play.grid:is_blocked(3, 12, game.BLUE))
    assert.same({ 4, 7 }, { play.grid:distance(red[3].x, red[3].y, 3, 12), red[3].life }) -- from as far as it can
  end)

  it("is won when no enemy is left; a target that reaches the attacker strikes back", function()
    local play = game.new()
    local blue, red = units_of(play)
    for i = 2, #red do play.units[red[i].id] = nil end
    put(play, red[1], 3, 11)
    play:attack(blue.soldier, red[1])
    assert.same({ 7, 7, 0, false },
      { red[1].life, blue.soldier.life, blue.soldier.left, blue.soldier.can_attack })
    play:attack(blue.archer, red[1])
    assert.equal(3, red[1].life)
    assert.is_nil(play.winner)
    play:attack(blue.rider, red[1])
    assert.equal(game.BLUE, play.winner)
  end)
end)

describe("love-tactics in LÖVE", function()
  need.it(it, need.lua "lua5.1", need.screen)("plays a turn with the mouse, in windows of two shapes", function()
    local _, errors, code = love_game.play("love-tactics", [[
      local panel, view = require "panel", require "view"
      local function at(x, y) return view.layout:to_world(x, y) end
      local function click(x, y) demo.click(at(x, y)) end
      local rider = app.game.units[5]
      for _, size in ipairs { { 1280, 800 }, { 390, 760 } } do
        love.window.setMode(size[1], size[2], { resizable = true })
        love.resize(size[1], size[2])
        demo.key "r"
        rider = app.game.units[5]
        click(3, 13)
        assert(app.selected == rider and app.range:can_stop(6, 11) and not app.range:can_stop(3, 12))
        demo.point(at(12, 9))
        demo.frames()
        assert(app.plan.path:turns() == 2 and panel.sentence(app):find "^Takes 2 turns", panel.sentence(app))
        demo.screenshot "/dev/null"
        click(12, 9)
        demo.wait(function() return not app.game.walk end, 300)
        demo.frames(2)
        local x, y = rider.x, rider.y
        assert(x > 6 and app.selected == rider and app.range)
        click(x, y)
        assert(not app.selected)
        demo.key "f"
        assert(not app.game.is_foggy and not app.game:is_hidden(app.game.units[6]))
        demo.key "f"
        local box, unit = view.panel, view.unit
        demo.click(box.x + 60 * unit, box.y + box.height - 30 * unit) -- "End turn"
        assert(app.game.side == 2)
        demo.wait(function() return app.game.side == 1 end, 3000)
        assert(app.game.turn == 2 and rider.left == 7)
        local enemy = app.game.units[6]
        enemy.x, enemy.y, enemy.life = rider.x + 1, rider.y, 1
        app.game:look()
        click(rider.x, rider.y)
        click(enemy.x, enemy.y)
        assert(not app.game.units[6] and not rider.can_attack)
        app.game.winner = 2
        demo.screenshot "/dev/null"
        local map = view.map
        demo.click(map.x + map.width / 2, map.y + map.height / 2 + 30 * unit) -- "Play again"
        assert(app.game.units[6] and not app.game.winner)
      end
    ]])
    assert.equal(0, code, errors)
  end)
end)
