-- Two units of a group exchanged their goals to and fro for ever, when another unit held the tile of one of them: each
-- exchange counted as progress, so that they were never stuck.

local astar = require "astar"
local random_map = require "spec.support.random_map"

local rules = astar.rules { default = 1 }

-- Sends units; later a unit that holds takes a tile among theirs. Returns whether all orders have ended.
local function send(seed)
  local random = random_map.new(seed)
  local crowd = astar.crowd(astar.grid(6, 4), { patience = 3 })
  for _ = 1, 5 do crowd:add(random:int(1, 6), random:int(1, 4), rules, { speed = 2 }) end
  local sent = crowd:units()
  local x, y = random:int(2, 5), random:int(2, 3)
  crowd:send(sent, x, y)
  local ended, later = {}, random:int(1, 60)
  for update = 1, 1800 do
    crowd:update(1 / 30)
    if update == later then
      for _ = 1, 2 do crowd:add(x + random:int(-1, 1), y + random:int(-1, 1), rules, { hold = true }) end
    end
    for unit in crowd:events() do ended[unit] = true end
  end
  for _, unit in ipairs(sent) do
    if not ended[unit] then return false end
  end
  crowd:close()
  return true
end

describe("units of a group", function()
  it("settle, or are stuck, when another unit takes one of their tiles", function()
    for seed = 1, 150 do assert.is_true(send(seed), "seed " .. seed) end
  end)

  -- Sends units and lets 150 s pass. Then all orders have ended, and all units rest. A start is x, y, rules, hold.
  local function come_to_rest(rows, starts, x, y, formation, patience)
    local crowd, ended, tiles = astar.crowd(astar.grid(rows), { patience = patience }), {}, {}
    for _, start in ipairs(starts) do crowd:add(start[1], start[2], start[3], { speed = 5, hold = start[4] }) end
    local units = crowd:units()
    crowd:send(units, x, y, { formation = formation })
    for update = 1, 1500 do
      crowd:update(0.1)
      for unit in crowd:events() do ended[unit] = true end
      for i, unit in ipairs(units) do
        local tile = { crowd:tile(unit) }
        if update > 1400 then assert.same(tiles[i], tile) end
        tiles[i] = tile
      end
    end
    for _, unit in ipairs(units) do assert.is_true(ended[unit]) end
  end

  local on_foot = astar.rules { cost = { ["."] = 1 } }
  local swimmer = astar.rules { cost = { ["."] = 1, ["~"] = 1 } }
  local large = astar.rules { cost = { ["."] = 1 }, size = 2 }

  it("do not pace before one that returns to its tile", function()
    come_to_rest({
      "..........",
      "#.........",
      "..........",
      ".#........",
      "#.........",
      "..........",
      "..........",
    }, { { 10, 7, on_foot }, { 2, 1, on_foot } }, 1, 5, "block")
  end)

  it("do not pass the tile that a large one closes to each other", function()
    come_to_rest({
      ".........",
      ".........",
      "...#..#..",
      "..#.#..#.",
      "....#.#..",
      ".......#.",
      ".......#.",
    }, { { 9, 4, on_foot }, { 3, 1, large }, { 2, 3, on_foot } }, 7, 5, "wedge")
  end)

  it("do not wake one that rests for a goal from the tile that is the nearest to it so far", function()
    come_to_rest({
      "........",
      "#.~.....",
      "...#....",
      "#...#...",
      "........",
      "........",
      ".#..#...",
      "........",
      "........",
    }, { { 8, 1, swimmer }, { 8, 9, on_foot }, { 5, 9, on_foot }, { 6, 7, on_foot }, { 5, 8, on_foot } }, 3, 1, "pack")
  end)

  it("do not swap places for ever before one that holds the way to a tile", function()
    come_to_rest({
      ".#....#",
      ".#.#.##",
      ".#.#..#",
      "....#..",
      "######.",
      "######.",
      "#.#####",
      "#######",
    }, { { 2, 7, swimmer }, { 3, 1, on_foot, true }, { 1, 1, on_foot }, { 4, 4, on_foot } }, 5, 8, "block", 5)
  end)
end)
