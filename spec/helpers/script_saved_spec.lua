-- Saved crowds of astar.script: the NPCs are where they were, their scripts begin again, and damaged
-- strings give an error and nothing else.

local astar = require "astar"
local plain_values = require "astar.internal.plain_values"
local script = require "astar.script"
local expect = require "spec.support.expect"
local random_map = require "spec.support.random_map"

local raises = expect.raises

local on_foot = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }
local rows = {
  "..........",
  "..##..##..",
  "..##~~##..",
  "....~~....",
  "..........",
}

local function run(crowd, seconds)
  for _ = 1, math.floor(seconds * 60 + 0.5) do crowd:update(1 / 60) end
end

--- What a game can see of an NPC.
local function seen(npc)
  return {
    npc.x, npc.y, npc.tile_x, npc.tile_y, npc.facing, npc.angle, npc.state, npc.speed, npc.size,
    npc.priority, npc.hold, npc.turn_rate, npc.directions, npc.rules, npc:is_running(),
  }
end

--- Functions by name, and what they have logged.
local function new_scripts()
  local log = {}
  local scripts = { log = log }
  function scripts.guard(npc, name, points)
    log[#log + 1] = name
    npc:patrol(points)
  end
  function scripts.cook(npc)
    npc:go_to(5, 1)
    npc:wait(100)
  end
  return scripts
end

--- A crowd of four: a guard, a dog that follows it, a cook, and one that was sent.
local function new_crowd(scripts)
  local crowd = script.crowd(astar.grid(rows), { names = scripts })
  local guard = crowd:add(on_foot, { x = 10, y = 1, speed = 3, priority = 2 })
  guard:run(scripts.guard, "the guard", { { 10, 5 }, { 1, 1 } })
  local dog = crowd:add(on_foot, { x = 1, y = 1, speed = 5, directions = 4, turn_rate = 9 })
  dog:run(dog.follow, guard, 2)
  crowd:add(on_foot, { x = 5, y = 5, speed = 2, slow = { ["~"] = 3 } }, scripts.cook)
  local sent = crowd:add(on_foot, { x = 9, y = 5, speed = 2, hold = true })
  run(crowd, 0.4)
  crowd:send({ sent }, 1, 5)
  run(crowd, 0.5)
  return crowd
end

local function load(text, scripts, on_load, map)
  local grid = map and astar.deserialize(map) or astar.grid(rows)
  return script.deserialize(text, grid, { on_foot }, { names = scripts, on_load = on_load })
end

describe("a saved crowd of scripts", function()
  it("is where it was, in the middle of steps", function()
    local scripts = new_scripts()
    local crowd = new_crowd(scripts)
    local text, rules = crowd:serialize()
    assert.are.same({ on_foot }, rules)
    local loaded = assert(load(text, scripts))
    assert.are.equal(4, #loaded.npcs)
    for i, npc in ipairs(loaded.npcs) do assert.are.same(seen(crowd.npcs[i]), seen(npc)) end
    assert.are.equal(text, (loaded:serialize()))
  end)

  it("looks again as it did when it is back on the tile from which it was pushed", function()
    local grid = astar.grid { "###.###", "......." }
    local crowd = script.crowd(grid)
    crowd:add(on_foot, { x = 4, y = 2, speed = 4, facing = "down_left" })
    crowd:add(on_foot, { x = 1, y = 2, speed = 4 }):run(crowd.npcs[1].go_to, 7, 2)
    run(crowd, 1.6)
    local text = crowd:serialize()
    local loaded = assert(script.deserialize(text, grid:clone(), { on_foot }))
    assert.are.equal(text, (loaded:serialize()))
    run(loaded, 5)
    local npc = loaded.npcs[1]
    assert.are.same({ 4, 2, "down_left" }, { npc.tile_x, npc.tile_y, npc.facing })
  end)

  it("begins its scripts again, with their arguments", function()
    local scripts = new_scripts()
    local text = new_crowd(scripts):serialize()
    local loaded = load(text, scripts)
    assert.are.equal(1, #scripts.log)
    local guard, dog, cook, sent = (table.unpack or unpack)(loaded.npcs) -- luacheck: ignore 143
    local done
    sent.on_done = function(_, ok, reason) done = { ok, reason } end
    run(loaded, 12)
    assert.are.same({ "the guard", "the guard" }, scripts.log)
    assert.are.equal(1, loaded.npcs[1].crowd == loaded and 1)
    assert.is_true(math.abs(dog.tile_x - guard.tile_x) <= 3 and dog:is_running())
    assert.are.same({ 5, 1 }, { cook.tile_x, cook.tile_y })
    assert.are.same({ 1, 5 }, { sent.tile_x, sent.tile_y })
    assert.are.same({ true }, done)
  end)

  it("goes on without a step back when its script gives the same order", function()
    local scripts = new_scripts()
    local crowd = script.crowd(astar.grid(rows), { names = scripts })
    local npc = crowd:add(on_foot, { x = 1, y = 5, speed = 3 })
    npc:run(npc.go_to, 10, 5)
    run(crowd, 0.5)
    local twin = load(crowd:serialize(), scripts).npcs[1]
    for _ = 1, 200 do
      crowd:update(1 / 60)
      twin.crowd:update(1 / 60)
      assert.are.same(seen(npc), seen(twin))
    end
    assert.are.equal(10, twin.tile_x)
  end)

  it("keeps what the game wants to keep", function()
    local scripts = new_scripts()
    local crowd = new_crowd(scripts)
    crowd.npcs[1].name, crowd.npcs[2].master = "Bert", crowd.npcs[1]
    local text = crowd:serialize(function(npc) return { name = npc.name, master = npc.master } end)
    local order = {}
    local loaded = load(text, scripts, function(npc, game)
      order[#order + 1] = npc
      npc.name, npc.master = game.name, game.master
    end)
    assert.are.same(loaded.npcs, order)
    assert.are.equal("Bert", loaded.npcs[1].name)
    assert.are.equal(loaded.npcs[1], loaded.npcs[2].master)
  end)

  it("may get other scripts when it is loaded, or lose NPCs", function()
    local scripts = new_scripts()
    local loaded = load(new_crowd(scripts):serialize(), scripts, function(npc)
      if npc.priority == 2 then npc:run(npc.go_to, 10, 1) end
      if npc.hold then npc.crowd:remove(npc) end
    end)
    assert.are.equal(3, #loaded.npcs)
    run(loaded, 8)
    assert.are.same({ 10, 1 }, { loaded.npcs[1].tile_x, loaded.npcs[1].tile_y })
    assert.are.equal(1, #scripts.log)
  end)

  it("finishes a link that takes time", function()
    local grid = astar.grid { "..#.." }
    grid:link(2, 1, 4, 1, { cost = 1 })
    local crowd = script.crowd(grid)
    local npc = crowd:add(on_foot, { x = 1, y = 1, speed = 4, on_link = function() return 2 end })
    npc:run(npc.go_to, 5, 1)
    run(crowd, 1)
    local text, map = crowd:serialize(), grid:serialize()
    local twin = load(text, nil, nil, map).npcs[1]
    for _ = 1, 120 do
      crowd:update(1 / 60)
      twin.crowd:update(1 / 60)
      assert.are.same({ npc.x, npc.tile_x }, { twin.x, twin.tile_x })
    end
    assert.are.equal(5, twin.tile_x)
  end)

  it("asks before steps, and ignores obstacles, only as its game says now", function()
    local grid = astar.grid { "......", "######", "......" }
    grid:block(3, 1)
    local crowd = script.crowd(grid)
    local asked = 0
    local function on_enter()
      asked = asked + 1
      return true
    end
    local npc = crowd:add(on_foot, { x = 1, y = 1, speed = 4, on_enter = on_enter })
    npc:run(npc.go_to, 6, 1, { ignore_blocked = true })
    run(crowd, 0.6)
    assert.are.equal(3, npc.tile_x)
    local text, map = crowd:serialize(), grid:serialize()
    for _, is_asked in ipairs { true, false } do
      asked = 0
      local twin = load(text, nil, function(twin) twin.on_enter = is_asked and on_enter or nil end, map).npcs[1]
      run(twin.crowd, 3)
      assert.are.equal(6, twin.tile_x)
      assert.are.equal(is_asked, asked > 0)
      local reason
      twin:run(function() reason = select(2, twin:go_to(1, 1)) end)
      run(twin.crowd, 2)
      assert.are.equal("unreachable", reason)
    end
  end)

  it("raises an error for what cannot be saved", function()
    local crowd = script.crowd(astar.grid(rows))
    local npc = crowd:add(on_foot, { x = 1, y = 1, speed = 1 }, function(npc) npc:wait(9) end)
    raises('crowd:serialize: the script of npcs[1] has no name in the option "names"',
      crowd.serialize, crowd)
    npc:run(npc.wait, 9, io.stdout)
    raises('crowd:serialize: npcs[1] keeps a userdata, which has no name in the option "names"',
      crowd.serialize, crowd)
    npc:stop()
    raises('crowd:serialize: npcs[1] keeps a coroutine, which has no name in the option "names"',
      crowd.serialize, crowd, function() return coroutine.create(function() end) end)
    raises("crowd:serialize: describe must be a function, got 1", crowd.serialize, crowd, 1)
    local message
    npc:run(function() message = select(2, pcall(crowd.serialize, crowd)) end)
    crowd:update(0)
    assert.are.equal("crowd:serialize: must not be called from a script or a callback", message)
    raises("script.deserialize: the first argument must be a string, got nil", script.deserialize)
    raises("script.deserialize: rules must be an array of rules, got nil", script.deserialize, "",
      astar.grid(rows))
    local town = astar.grid(rows)
    local other = script.crowd(town)
    local text, used = other:serialize()
    raises("script.deserialize: the grid has a crowd already: close that crowd first",
      script.deserialize, text, town, used)
    other.units:close()
    raises("script.deserialize: rules[1] must be made by astar.rules, got 1", script.deserialize, text, town, { 1 })
    raises('script.deserialize: unknown option "patience"; valid options: layout, names, on_error, on_load',
      script.deserialize, "", astar.grid(rows), {}, { patience = 1 })
    raises('script.crowd: option "names" must be a table of functions and objects by name, got 1',
      script.crowd, astar.grid(rows), { names = 1 })
  end)

  it("may have no NPCs", function()
    local grid = astar.grid { "..." }
    local loaded = script.deserialize(script.crowd(grid):serialize(), astar.grid { "..." }, {})
    assert.are.same({}, loaded.npcs)
  end)

  it("comes from a string that is whole, with all names", function()
    local scripts = new_scripts()
    local text = new_crowd(scripts):serialize()
    local function message(changed, names)
      return select(2, load(changed, names or scripts))
    end
    assert.are.equal('nothing has the name "=guard"', message(text, {}))
    assert.are.equal("not a crowd of astar.script", message "hello")
    assert.are.equal("version 2 is not known", message((text:gsub("crowd 1", "crowd 2", 1))))
    assert.are.equal("damaged", message(text:sub(1, -2)))
    assert.are.same({ nil, "damaged, or of another grid or rules" },
      { script.deserialize(text, astar.grid { "...." }, { on_foot }, { names = scripts }) })
  end)

  it("does no harm when a stranger has changed it", function()
    local scripts = new_scripts()
    local text, random = new_crowd(scripts):serialize(), random_map.new(3)
    local body, loaded = text:match "\n(.*)$", 0
    for _ = 1, 1500 do
      local at, rest = random:int(1, #body), random:int(0, 2)
      local changed = body:sub(1, at - 1) .. string.char(random:int(0, 255)) .. body:sub(at + rest)
      changed = ("astar.script crowd 1 %d\n%s"):format(plain_values.checksum(changed), changed)
      local crowd, message = load(changed, scripts)
      assert(crowd or type(message) == "string")
      if crowd then
        loaded = loaded + 1
        for _ = 1, 3 do pcall(crowd.update, crowd, 0.1) end
        assert(not pcall(crowd.update, crowd, -1))
        crowd.units:close()
      end
    end
    assert.is_true(loaded > 5)
  end)
end)
