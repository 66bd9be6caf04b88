-- Obstacle layers and penalty scales in the helpers that find paths: walkers, scripts.

local astar = require "astar"
local script = require "astar.script"
local walker = require "astar.walker"

local DOORS = 3
local WITH_KEY = { ignore_blocked = { DOORS } }
local rules = astar.rules { cost = { ["."] = 1 } }

-- Two rooms, and a closed door between them.
local function rooms()
  local grid = astar.grid { "..#..", ".....", "..#.." }
  grid:block(3, 2, true, DOORS)
  return grid
end

describe("a walker with a key", function()
  it("walks through the door when its order ignores doors", function()
    local grid = rooms()
    local hero = walker.new(grid, rules, { x = 1, y = 2, speed = 1 })
    assert.same({ nil, "unreachable" }, { hero:go_to(5, 2) })
    assert.equal(5, #hero:go_to(5, 2, WITH_KEY))
    hero:update(0.5)
    grid:block(4, 1, true, DOORS) -- the map changes, and the order stays what it is
    grid:block(4, 2, true, DOORS)
    hero:update(10)
    assert.same({ 5, 2, "idle" }, { hero.tile_x, hero.tile_y, hero.state })
  end)

  it("finds another path with the layers of its order", function()
    local grid = astar.grid { "..#...", "......", "..#..." }
    grid:block(3, 2, true, DOORS)
    local hero = walker.new(grid, rules, { x = 1, y = 2, speed = 1 })
    hero:go_to(6, 2, WITH_KEY)
    hero:update(0.5)
    grid:block(5, 2) -- an obstacle that the order does not ignore: around it, through the door
    hero:update(20)
    assert.same({ 6, 2, "idle" }, { hero.tile_x, hero.tile_y, hero.state })
  end)

  it("replaces a given path with the layers of that order", function()
    local grid = astar.grid { "..#...", "......", "..#..." }
    grid:block(3, 2, true, DOORS)
    for _, kind in ipairs { "steps", "smooth" } do
      grid:block(5, 2, false)
      local path = grid:find_path(1, 2, 6, 2, rules, WITH_KEY)
      if kind == "smooth" then path = path:smooth() end
      local hero = walker.new(grid, rules, { x = 1, y = 2, speed = 1 })
      assert.is_true(hero:walk(path, WITH_KEY) ~= nil)
      hero:update(0.5)
      grid:block(5, 2)
      hero:update(20)
      assert.same({ 6, 2, "idle" }, { hero.tile_x, hero.tile_y, hero.state })
    end
    assert.has_error(function()
      local path = grid:find_path(1, 2, 2, 2, rules)
      walker.new(grid, rules, { x = 1, y = 2, speed = 1 }):walk(path, { layers = 3 })
    end)
  end)

  it("turns back during a step into a door", function()
    local grid = rooms()
    local hero = walker.new(grid, rules, { x = 2, y = 2, speed = 1 })
    hero:go_to(5, 2, WITH_KEY)
    hero:update(0.2) -- on the way to the door
    assert.is_true(hero.x > 2 and hero.x < 2.5)
    assert.is_true(hero:go_to(1, 2, WITH_KEY) ~= nil)
    hero:update(0.1)
    assert.is_true(hero.x < 2.2) -- back at once, not to the door and back
    hero:update(10)
    assert.same({ 1, 2 }, { hero.tile_x, hero.tile_y })
  end)

  it("continues a step into a door under other rules", function()
    local grid = rooms()
    local hero = walker.new(grid, rules, { x = 2, y = 2, speed = 1 })
    hero:go_to(5, 2, WITH_KEY)
    hero:update(0.5)
    hero.rules = astar.rules { cost = { ["."] = 1 }, neighbors = 4 }
    hero:update(0.25)
    assert.equal(2.75, hero.x)
    hero:update(10)
    assert.same({ 5, 2, "idle" }, { hero.tile_x, hero.tile_y, hero.state })
    hero:go_to(1, 2)
    hero:update(0.5)
    assert.same({ 5, 2, "idle" }, { hero.tile_x, hero.tile_y, hero.state })
  end)

  it("continues over a link into a door under other rules", function()
    local grid = astar.grid { ".#." }
    grid:link(1, 1, 3, 1)
    grid:block(3, 1, true, DOORS)
    local hero = walker.new(grid, rules, { x = 1, y = 1, speed = 1, on_link = function() return 4 end })
    hero:go_to(3, 1, WITH_KEY)
    hero:update(2)
    hero.rules = astar.rules { cost = { ["."] = 1 }, neighbors = 4 }
    hero:update(1)
    assert.equal(2.5, hero.x)
    hero:update(1)
    assert.same({ 3, 1 }, { hero.tile_x, hero.tile_y })
  end)

  it("walks a smoothed path through doors while other doors close", function()
    local grid = rooms()
    local hero = walker.new(grid, rules, { x = 1, y = 2, speed = 1 })
    hero:walk(grid:find_path(1, 2, 5, 2, rules, WITH_KEY):smooth())
    for i = 1, 8 do
      grid:block(math.min(1 + math.ceil(i / 2), 5), 2, true, DOORS)
      hero:update(0.5)
      assert.same({ 1 + i / 2, 2 }, { hero.x, hero.y })
    end
    hero:update(1)
    assert.same({ 5, 2, "idle" }, { hero.tile_x, hero.tile_y, hero.state })
  end)

  it("leaves a straight line in a door only with an order that ignores doors", function()
    for exit, options in pairs { [3] = WITH_KEY, [2] = false } do
      local grid = rooms()
      local hero = walker.new(grid, rules, { x = 1, y = 2, speed = 1 })
      hero:walk(grid:find_path(1, 2, 5, 2, rules, WITH_KEY):smooth())
      hero:update(1.75) -- in the door, before its center
      assert.same({ 2.75, 3 }, { hero.x, hero.tile_x })
      local path = hero:go_to(1, 2, options or nil)
      assert.same({ exit, 2 }, { path:get(1) })
      hero:update(10)
      assert.same({ 1, 2, "idle" }, { hero.tile_x, hero.tile_y, hero.state })
    end
  end)

  it("uses the penalty scale of its order", function()
    local grid = astar.grid { "...", ".#.", "..." }
    for x = 1, 3 do grid:set_penalty(x, 1, 2) end
    grid:set(1, 3, "~")
    local walk = astar.rules { cost = { ["."] = 1, ["~"] = 4 }, neighbors = 4 }
    local hero = walker.new(grid, walk, { x = 1, y = 2, speed = 1 })
    assert.equal(3, select(2, hero:go_to(3, 2):get(3)))
    assert.equal(1, select(2, hero:go_to(3, 2, { penalty_scale = 0 }):get(3)))
  end)

  it("refuses invalid options", function()
    local hero = walker.new(rooms(), rules, { x = 1, y = 2, speed = 1 })
    assert.has_error(function() hero:go_to(5, 2, { ignored = true }) end)
    assert.has_error(function() hero:go_to(5, 2, { ignore_blocked = { 9 } }) end)
  end)
end)

describe("a crowd", function()
  it("leaves the layers of the grid as they are", function()
    local grid = rooms()
    local crowd = script.crowd(grid)
    local with_key = astar.rules { cost = { ["."] = 1 }, ignore_blocked = { DOORS } }
    local guard = crowd:add(with_key, { x = 3, y = 2, speed = 1 }) -- in the open door
    assert.is_false(grid:is_blocked(3, 2, 1))
    assert.equal(5, #grid:find_path(1, 2, 5, 2, with_key))
    assert.is_nil((grid:find_path(1, 2, 5, 2, with_key, { avoid = crowd.units })))
    crowd:remove(guard)
    assert.is_true(grid:is_blocked(3, 2, DOORS))
    assert.equal(5, #grid:find_path(1, 2, 5, 2, with_key, { avoid = crowd.units }))
  end)

  it("lets only NPCs with the key through a door", function()
    local grid = rooms()
    local crowd = script.crowd(grid)
    local with_key = astar.rules { cost = { ["."] = 1 }, ignore_blocked = { DOORS } }
    local ended = {}
    local function add(name, y, mover)
      crowd:add(mover, { x = 1, y = y, speed = 4 }, function(npc)
        ended[name] = npc:go_to(5, y)
      end)
    end
    add("guard", 1, with_key)
    add("thief", 3, rules)
    for _ = 1, 600 do crowd:update(1 / 60) end
    assert.is_true(ended.guard ~= nil and ended.guard ~= false)
    assert.is_true(not ended.thief)
  end)
end)
