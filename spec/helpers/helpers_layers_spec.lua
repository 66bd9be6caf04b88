-- Obstacle layers and penalty scales in the helpers that find paths: scripts.

local astar = require "astar"
local script = require "astar.script"

local DOORS = 3
local WITH_KEY = { ignore_blocked = { DOORS } }
local rules = astar.rules { cost = { ["."] = 1 } }

-- Two rooms, and a closed door between them.
local function rooms()
  local grid = astar.grid { "..#..", ".....", "..#.." }
  grid:block(3, 2, true, DOORS)
  return grid
end

describe("an NPC with a key", function()
  --- An NPC on tile (1, 2), and a function that gives it an order and returns its result after a time.
  local function new_npc(grid)
    local crowd, ok, reason = script.crowd(grid), nil, nil
    local npc = crowd:add(rules, { x = 1, y = 2, speed = 4 })
    return npc, function(seconds, method, ...)
      if method then
        npc.on_done = function(_, ...) ok, reason = ... end
        npc:run(npc[method], ...)
      end
      for _ = 1, seconds * 60 do crowd:update(1 / 60) end
      return ok, reason
    end
  end

  it("goes through the door when its order ignores doors", function()
    local npc, order = new_npc(rooms())
    assert.same({ nil, "unreachable" }, { order(0.1, "go_to", 5, 2) })
    assert.is_true(order(3, "go_to", 5, 2, WITH_KEY))
    assert.same({ 5, 2, "idle" }, { npc.tile_x, npc.tile_y, npc.state })
  end)

  it("finds another path with the layers of its order", function()
    for _, method in ipairs { "go_to", "walk" } do
      local grid = astar.grid { "..#...", "......", "..#..." }
      grid:block(3, 2, true, DOORS)
      local npc, order = new_npc(grid)
      if method == "walk" then
        order(0.1, "walk", grid:find_path(1, 2, 6, 2, rules, WITH_KEY), WITH_KEY)
      else
        order(0.1, "go_to", 6, 2, WITH_KEY)
      end
      grid:block(5, 2) -- an obstacle that the order does not ignore: around it, through the door
      order(5)
      assert.same({ 6, 2, "idle" }, { npc.tile_x, npc.tile_y, npc.state })
    end
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
