-- Units that return push others aside, for a time. But those that returned, too, pushed back, and one of whose tile
-- another unit took went on for ever: each time that a tile next to it got free it tried again.

local astar = require "astar"

local on_foot = astar.rules { cost = { ["."] = 1 } }
local swimmer = astar.rules { cost = { ["."] = 1, ["~"] = 1 } }
local large = astar.rules { cost = { ["."] = 1, ["~"] = 2 }, size = 2 }

-- Sends some units past an idle one of two by two tiles: a start is x, y, rules, and x, y of the goal. Later all rest.
local function come_to_rest(rows, starts)
  local crowd, tiles = astar.crowd(astar.grid(rows)), {}
  for _, start in ipairs(starts) do crowd:add(start[1], start[2], start[3], { speed = 5 }) end
  for unit, start in ipairs(starts) do
    if start[4] then assert.is_true(crowd:go_to(unit, start[4], start[5])) end
  end
  for update = 1, 4500 do
    crowd:update(0.1)
    for unit = 1, #starts do
      local tile = { crowd:tile(unit) }
      if update > 4400 then assert.same(tiles[unit], tile) end
      tiles[unit] = tile
    end
  end
end

describe("units without an order", function()
  it("do not push each other for ever", function()
    come_to_rest({
      ".#..#",
      "#...#",
      "##..#",
      "#....",
      "##...",
    }, { { 1, 1, on_foot }, { 3, 1, large }, { 2, 2, on_foot, 4, 2 }, { 5, 5, on_foot, 3, 3 } })
  end)

  it("do not try for ever to return", function()
    come_to_rest({
      "#.~#",
      "...#",
      "#...",
      "#...",
      "#.#.",
    }, { { 2, 1, large }, { 1, 2, swimmer, 3, 2 }, { 4, 5, on_foot, 2, 3 } })
  end)

  it("return after a unit that goes backwards took them along, however long they stood", function()
    local crowd = astar.crowd(astar.grid { ".#.#.##", "##.....", ".##..##" }, { patience = 10 })
    local idle, mover = crowd:add(6, 2, on_foot, { speed = 4 }), crowd:add(5, 3, on_foot, { speed = 4 })
    for _ = 1, 60 do crowd:update(1) end
    crowd:go_to(mover, 7, 2)
    for _ = 1, 300 do crowd:update(0.1) end
    local x, y = crowd:tile(idle)
    assert.same({ 6, 2, 7 }, { x, y, (crowd:tile(mover)) })
  end)

  it("take the tile of their order when it gets free, however long they waited", function()
    for _, how in ipairs { "remove", "place", "go_to" } do
      local crowd = astar.crowd(astar.grid { "......" }, { patience = 10 })
      local first, second = crowd:add(6, 1, on_foot), crowd:add(1, 1, on_foot, { speed = 4 })
      for _, unit in ipairs { first, second } do crowd:go_to(unit, 4, 1) end
      for _ = 1, 90 do crowd:update(1) end
      assert.equal(first, crowd:at(4, 1))
      if how == "remove" then crowd:remove(first) end
      if how == "place" then crowd:place(first, 6, 1) end
      if how == "go_to" then crowd:go_to(first, 5, 1) end
      for _ = 1, 50 do crowd:update(0.1) end
      assert.equal(second, crowd:at(4, 1), how)
    end
  end)
end)
