-- walker:update(math.huge), or with a very large finite time, did not return if each step broke the path or gave a new
-- order. crowd:update did not return if the time was very large.
--
-- An update searches at most 1000 paths; the rest of its time is dropped.

local astar = require "astar"
local script = require "astar.script"
local walker = require "astar.walker"

local LIMIT = 1000
local rules = astar.rules { cost = { ["."] = 1 }, neighbors = 4 }
local times = { math.huge, 1e18 }

-- A callback that fails if an update calls it too often.
local function limited(callback)
  local calls = 0
  return function(...)
    calls = calls + 1
    if calls > 20 * LIMIT then error("the update does not end", 0) end
    return callback(...)
  end
end

-- A ring of tiles with a door in its upper and one in its lower half. When the walker comes close to a door, this door
-- closes and the other one opens. Both ways have the same length.
local function between_doors(options)
  local grid = astar.grid { ".....", ".###.", "....." }
  options.x, options.y, options.speed = 1, 2, 1
  options.on_step = limited(function(_, _, y)
    if y == 2 then return end
    grid:block(3, 1, y == 1)
    grid:block(3, 3, y == 3)
  end)
  return walker.new(grid, rules, options), grid
end

-- A walker in a corridor that gets an order at each of `steps` steps to its goal.
local function with_orders(steps)
  local npc
  npc = walker.new(astar.grid(steps + 1, 1, { fill = "." }), rules, {
    x = 1, y = 1, speed = 1,
    on_step = limited(function() npc:go_to(steps + 1, 1) end),
  })
  return npc
end

describe("an update of a walker ends", function()
  it("when two doors swap at each step", function()
    for _, time in ipairs(times) do
      local npc, grid = between_doors {}
      npc:go_to(5, 2)
      npc:update(time)
      assert.are.equal("moving", npc.state)
      npc:update(time)
      assert.are.equal("moving", npc.state)
      grid:block(3, 1, false)
      grid:block(3, 3, false)
      npc.on_step = nil
      npc:update(time)
      assert.are.same({ 5, 2, "idle" }, { npc.tile_x, npc.tile_y, npc.state })
    end
  end)

  it("when a callback calls update", function()
    local npc = between_doors {}
    local swap = npc.on_step
    npc.on_step = function(self, x, y)
      swap(self, x, y)
      self:update(0)
    end
    npc:go_to(5, 2)
    npc:update(math.huge)
    assert.are.equal("moving", npc.state)
  end)

  it("when each step gives an order to another tile", function()
    for _, time in ipairs(times) do
      local npc
      npc = walker.new(astar.grid { "....." }, rules, {
        x = 3, y = 1, speed = 1,
        on_step = limited(function(_, x) npc:go_to(x > 3 and 1 or 5, 1) end),
      })
      npc:go_to(5, 1)
      npc:update(time)
      assert.are.equal("moving", npc.state)
    end
  end)

  it("when each step gives an existing path", function()
    local grid, npc = astar.grid { "....." }, nil
    local there, back = grid:find_path(1, 1, 5, 1, rules), grid:find_path(5, 1, 1, 1, rules)
    npc = walker.new(grid, rules, {
      x = 1, y = 1, speed = 1,
      on_step = limited(function(_, x) npc:walk(x == 4 and back or x == 2 and there or npc._path) end),
    })
    npc:walk(there)
    npc:update(math.huge)
    assert.are.equal("moving", npc.state)
  end)

  it("when it is placed on another tile before it arrives", function()
    for _, time in ipairs(times) do
      local npc
      npc = walker.new(astar.grid { "....." }, rules, {
        x = 1, y = 1, speed = 1,
        on_step = limited(function(_, x) if x == 4 then npc:place(1, 1) end end),
      })
      npc:go_to(5, 1)
      npc:update(time)
      assert.are.equal("moving", npc.state)
    end
  end)

  it("when links take no time, in an update of time 0", function()
    local grid = astar.grid { "..#.." }
    grid:link(2, 1, 4, 1)
    local npc
    npc = walker.new(grid, rules, {
      x = 2, y = 1, speed = 1,
      on_step = limited(function(_, x) npc:go_to(x == 2 and 4 or 2, 1) end),
    })
    npc:go_to(4, 1)
    npc:update(0)
    npc = walker.new(grid, rules, {
      x = 2, y = 1, speed = 1,
      on_link = limited(function() npc:place(2, 1) end),
    })
    npc:go_to(4, 1)
    npc:update(0)
    assert.are.same({ 2, 1 }, { npc.x, npc.y })
  end)

  it("of an NPC in a crowd with a huge speed", function()
    local grid = astar.grid { "....." }
    local crowd, npc = script.crowd(grid), nil
    npc = crowd:add(rules, {
      x = 1, y = 1, speed = 1e300,
      on_step = limited(function(_, x) if x == 4 then npc:place(1, 1) end end),
    }, function() npc:go_to(5, 1) end)
    crowd:update(0.1)
    assert.is_true(npc:is_running())
    npc.on_step = nil
    crowd:update(0.1)
    assert.are.equal(5, npc.tile_x)
  end)
end)

describe("an update of a walker is sufficient", function()
  it("for an order at each of 1000 steps, not for one more order", function()
    for _, case in ipairs { { LIMIT - 1, 1 }, { LIMIT, 1 }, { LIMIT + 1, 2 } } do
      local npc, arrived = with_orders(case[1]), 0
      npc.on_arrive = function() arrived = arrived + 1 end
      npc:go_to(case[1] + 1, 1)
      for i = 1, case[2] do
        assert.are.equal(0, arrived, ("%d steps, update %d"):format(case[1], i))
        npc:update(math.huge)
      end
      assert.are.equal(1, arrived, ("%d steps"):format(case[1]))
    end
  end)

  it("for replanning 1000 times, not for one more time", function()
    for _, case in ipairs { { LIMIT - 1, 1 }, { LIMIT, 1 }, { LIMIT + 1, 2 } } do
      local goal, arrived, npc = case[1] + 2, false, nil
      npc = walker.new(astar.grid(goal, 1, { fill = "." }), rules, {
        x = 1, y = 1, speed = 1,
        on_step = limited(function(_, x) if x < goal then npc:place(x, 1) end end), -- drops the path
        on_arrive = function() arrived = true end,
      })
      npc:go_to(goal, 1)
      for i = 1, case[2] do
        assert.is_false(arrived, ("%d re-routes, update %d"):format(case[1], i))
        npc:update(math.huge)
      end
      assert.is_true(arrived, ("%d re-routes"):format(case[1]))
    end
  end)

  it("for any number of steps on one path", function()
    local npc = walker.new(astar.grid(20 * LIMIT, 1, { fill = "." }), rules, { x = 1, y = 1, speed = 1 })
    npc:go_to(20 * LIMIT, 1)
    npc:update(math.huge)
    assert.are.same({ 20 * LIMIT, "idle" }, { npc.tile_x, npc.state })
  end)
end)

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
end)
