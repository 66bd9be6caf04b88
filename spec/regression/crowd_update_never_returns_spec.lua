-- crowd:update did not return if the time was very large.

local astar = require "astar"
local script = require "astar.script"

local rules = astar.rules { cost = { ["."] = 1 }, neighbors = 4 }

describe("an update of a crowd ends", function()
  -- Runs a function. Raises an error if it needs more than `instructions` instructions of Lua.
  local function within(instructions, f)
    local jit = rawget(_G, "jit")
    if jit then jit.off() end -- compiled code calls no hooks
    debug.sethook(function() error("the update does not end", 0) end, "", instructions)
    local ok, message = pcall(f)
    debug.sethook()
    if jit then jit.on() end
    if not ok then error(message, 0) end
  end

  it("for any time", function()
    for _, time in ipairs { 1e18, 1e300 } do
      within(2e7, function() script.crowd(astar.grid(2, 2)):update(time) end)
    end
  end)

  it("after one hour", function()
    for _, case in ipairs { { 3599.5, 3599.5 }, { 3600, 3600 }, { 3600.5, 3600 } } do
      local clock, crowd = 0, script.crowd(astar.grid(2, 2))
      local npc = crowd:add(astar.rules { default = 1 }, { x = 1, y = 1, speed = 1 }, function(npc)
        while true do
          npc:wait(0.25)
          clock = clock + 0.25
        end
      end)
      crowd:update(case[1])
      -- It wakes at the end of a slice of 0.1 s, or slightly less.
      local slices = math.floor(case[2] / 0.1 + 1e-6)
      assert.is_true(npc:is_running())
      assert.are.equal(math.floor((slices - 1) / 3) * 0.25, clock)
    end
  end)

  it("with an NPC of huge speed that is placed back at each step", function()
    local grid = astar.grid { "....." }
    local crowd, npc = script.crowd(grid), nil
    npc = crowd:add(rules, {
      x = 1, y = 1, speed = 1e300,
      on_step = function(_, x) if x == 4 then npc:place(1, 1) end end,
    }, function() npc:go_to(5, 1) end)
    crowd:update(0.1)
    assert.is_true(npc:is_running())
    npc.on_step = nil
    crowd:update(0.1)
    assert.are.equal(5, npc.tile_x)
  end)
end)
