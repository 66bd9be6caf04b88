-- A game in a real LÖVE that saves its map and its NPCs, ends, and is loaded by the next run.

local love_game = require "spec.support.love_game"
local need = require "spec.support.need"

-- One of the Luas is enough: LÖVE has a Lua of its own, and needs the build for 5.1.
local it = need.it(it, need.lua "lua5.1", need.love)

local identity = "astar-spec-saved"

local main = [[
  local astar = require "astar"
  local script = require "astar.script"

  local rules = { on_foot = astar.rules { cost = { ["."] = 1 } } }
  local names = {}

  function names.smith(npc, from, to)
    while true do
      npc:go_to(from.x, from.y)
      npc:go_to(to.x, to.y)
      npc:wait(0.5)
    end
  end

  local function run(crowd, frames)
    for _ = 1, frames do crowd:update(1 / 60) end
    local places = {}
    for i, npc in ipairs(crowd.npcs) do places[i] = ("%s %.17g %.17g"):format(npc.name, npc.x, npc.y) end
    return table.concat(places, ", ")
  end

  local function save(crowd)
    local text, used = crowd:serialize(function(npc) return npc.name end)
    assert(#used == 1 and used[1] == rules.on_foot)
    assert(love.filesystem.write("map", crowd.grid:serialize()))
    assert(love.filesystem.write("npcs", text))
  end

  local function load()
    local grid = astar.deserialize((assert(love.filesystem.read "map")))
    local text = assert(love.filesystem.read "npcs")
    return script.deserialize(text, grid, { rules.on_foot }, {
      names = names, on_load = function(npc, name) npc.name = name end,
    })
  end

  local function first_run()
    local grid = astar.grid(40, 30, { fill = "." })
    grid:fill("#", 20, 1, 1, 28)
    local crowd = script.crowd(grid, { names = names })
    for i = 1, 50 do
      local npc = crowd:add(rules.on_foot, { x = i % 10 + 1, y = math.ceil(i / 10) * 5, speed = 4 })
      npc.name = "smith " .. i
      npc:run(names.smith, { x = 39, y = i % 30 + 1 }, { x = 2, y = i % 30 + 1 })
    end
    run(crowd, 200)
    save(crowd)
    return run(load(), 300)
  end

  local function second_run()
    local places = run(assert(load()), 300)
    love.filesystem.remove "map"
    love.filesystem.remove "npcs"
    return places
  end

  print(xpcall(love.filesystem.getInfo "npcs" and second_run or first_run, debug.traceback))
  io.stdout:flush()
  love.event.quit()
]]

describe("a game in LÖVE", function()
  it("is loaded by the next run, and goes on in the same way", function()
    local folder = love_game.new_folder()
    assert(os.execute(("cp -r lua/astar '%s/astar'"):format(folder)))
    love_game.write(folder .. "/conf.lua", love_game.conf("data", identity))
    love_game.write(folder .. "/astar.so", (love_game.module()))
    love_game.write(folder .. "/main.lua", main)
    local first, first_errors = love_game.run(folder)
    local second, second_errors = love_game.run(folder)
    love_game.remove(folder)
    assert.matches("^true\tsmith 1 ", first, 1, first_errors)
    assert.are.equal(first, second, second_errors)
  end)
end)
