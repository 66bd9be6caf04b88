-- A pool that had an answer before the crowd was updated resumed the script of an NPC by itself. Then the
-- crowd resumed it, too: a script that had ended there gave the error "cannot resume dead coroutine", and one
-- that waited for an order went on at once.

local astar = require "astar"
local script = require "astar.script"

local rules = astar.rules { default = 1 }

describe("a script that waits for a pool", function()
  local function play(f)
    local grid = astar.grid { "....." }
    local paths, crowd = astar.pool(grid, { latency = 1 }), script.crowd(grid)
    local npc = crowd:add(rules, { x = 1, y = 1, speed = 4 }, function(npc) f(npc, paths) end)
    for _ = 1, 90 do
      crowd:update(1 / 60)
      paths:update()
    end
    return npc
  end

  it("may end after it", function()
    local npc = play(function(npc, paths) paths:await(1, 1, 5, 1, npc.rules) end)
    assert.is_false(npc:is_running())
  end)

  it("waits for the order that follows", function()
    local x
    play(function(npc, paths)
      npc:walk((paths:await(1, 1, 5, 1, npc.rules)))
      x = npc.tile_x
    end)
    assert.are.equal(5, x)
  end)
end)
