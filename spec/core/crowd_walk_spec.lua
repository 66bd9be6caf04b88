-- Units that go along a path of the caller (crowd:walk): which steps they make, and how the order ends.

local astar = require "astar"
local random_map = require "spec.support.random_map"

local on_foot = astar.rules { cost = { ["."] = 1, ["~"] = 4 } }
local straight = astar.rules { cost = { ["."] = 1, ["~"] = 1 }, diagonal = "never" }
local large = astar.rules { cost = { ["."] = 1, ["~"] = 4 }, size = 2 }
local swimming = astar.rules { cost = { ["."] = 1, ["~"] = 1, ["#"] = 1 } }

local function open_grid(width, height)
  return astar.grid(width, height, { fill = "." })
end

-- Lets time pass, until an order ends. Returns the tiles of the steps of a unit, and its events.
local function walk_on(crowd, unit, seconds)
  local tiles, ends = {}, {}
  for _ = 1, (seconds or 60) * 30 do
    crowd:update(1 / 30)
    for number, event, x, y in crowd:events() do
      if number == unit and event == "step" then
        tiles[#tiles + 1] = x .. "," .. y
      elseif number == unit then
        ends[#ends + 1] = ("%s %d,%d"):format(event, x, y)
      end
    end
    if #ends > 0 then break end
  end
  return table.concat(tiles, " "), table.concat(ends, "; ")
end

-- The tiles of a path from the i-th on.
local function tiles_of(path, first)
  local tiles = {}
  for i, x, y in path:each() do
    if i >= first then tiles[#tiles + 1] = x .. "," .. y end
  end
  return table.concat(tiles, " ")
end

local function end_of(path)
  local x, y = path:get(#path)
  return ("arrived %d,%d"):format(x, y)
end

describe("a unit that walks a path", function()
  it("makes each of its steps, on any map, by any rules", function()
    local random = random_map.new(71)
    for _ = 1, 60 do
      local width, height = random:int(4, 20), random:int(4, 20)
      local grid = open_grid(width, height)
      for _ = 1, random:int(0, 40) do
        grid:set(random:int(1, width), random:int(1, height), random:int(1, 2) == 1 and "#" or "~")
      end
      for _ = 1, random:int(0, 2) do
        grid:link(random:int(1, width), random:int(1, height), random:int(1, width), random:int(1, height),
          { cost = random:int(0, 3) * 20 })
      end
      local crowd = astar.crowd(grid)
      local made = ({ on_foot, straight, large, swimming })[random:int(1, 4)]
      local rules = made == swimming and swimming or made == large and large or on_foot
      local x, y = random:int(1, width), random:int(1, height)
      local path = grid:find_path(x, y, random:int(1, width), random:int(1, height), made)
      local unit = path and #path > 1 and crowd:add(x, y, rules, { steps = true, speed = random:int(1, 9) })
      if unit then
        assert.is_true(crowd:walk(unit, path))
        local steps, ended = walk_on(crowd, unit)
        assert.equal(tiles_of(path, 2), steps)
        assert.equal(end_of(path), ended)
      end
      crowd:close()
    end
  end)

  it("on hexes", function()
    for _, layout in ipairs { "odd_r", "even_r", "odd_q", "even_q" } do
      local grid = astar.grid(12, 9, { fill = ".", layout = layout })
      grid:fill("#", 6, 2, 1, 8)
      local crowd, path = astar.crowd(grid), grid:find_path(2, 8, 11, 8, on_foot)
      local unit = crowd:add(2, 8, on_foot, { steps = true })
      assert.is_true(crowd:walk(unit, path))
      local steps, ended = walk_on(crowd, unit)
      assert.equal(tiles_of(path, 2), steps)
      assert.equal(end_of(path), ended)
    end
  end)

  it("of one tile arrives in the next update", function()
    local grid = open_grid(5, 5)
    local crowd = astar.crowd(grid)
    local unit = crowd:add(2, 2, on_foot, { steps = true })
    assert.is_true(crowd:walk(unit, grid:find_path(2, 2, 2, 2, on_foot)))
    assert.same({ "waiting", 2, 2 }, { crowd:state(unit), crowd:goal(unit) })
    crowd:update(0)
    local _, ended = walk_on(crowd, unit, 0.1)
    assert.equal("arrived 2,2", ended)
    assert.equal("idle", crowd:state(unit))
  end)

  it("enters it at the nearest tile", function()
    local grid = open_grid(12, 8)
    local crowd, path = astar.crowd(grid), grid:find_path(1, 1, 12, 1, on_foot)
    local unit = crowd:add(5, 4, on_foot, { steps = true })
    assert.is_true(crowd:walk(unit, path))
    local ahead = {}
    for _, x, y in crowd:remaining(unit) do ahead[#ahead + 1] = x .. "," .. y end
    assert.equal("5,1 6,1 7,1 8,1 9,1 10,1 11,1 12,1", table.concat(ahead, " "))
    assert.equal("5,3 5,2 5,1 6,1 7,1 8,1 9,1 10,1 11,1 12,1", (walk_on(crowd, unit)))
  end)

  it("enters it where its step ends", function()
    local grid = open_grid(12, 8)
    local crowd, path = astar.crowd(grid), grid:find_path(1, 1, 6, 1, on_foot)
    local unit = crowd:add(1, 1, on_foot, { steps = true, speed = 2 })
    crowd:go_to(unit, 1, 8)
    crowd:update(0)
    crowd:update(0.2)
    for _ in crowd:events() do end
    assert.equal("moving", crowd:state(unit)) -- away from the path
    assert.is_true(crowd:walk(unit, path))
    local ahead = {}
    for _, x, y in crowd:remaining(unit) do ahead[#ahead + 1] = x .. "," .. y end
    assert.equal("1,2 1,1 2,1 3,1 4,1 5,1 6,1", table.concat(ahead, " "))
    assert.equal("1,1 2,1 3,1 4,1 5,1 6,1", (walk_on(crowd, unit)))

    crowd:place(unit, 1, 1)
    crowd:walk(unit, path)
    crowd:update(0.2)
    crowd:update(0.2)
    for _ in crowd:events() do end
    crowd:walk(unit, path) -- again, in the middle of a step along it
    assert.equal("3,1 4,1 5,1 6,1", (walk_on(crowd, unit)))
  end)

  it("that the unit may not go ends where it becomes illegal", function()
    local grid = astar.grid { ".........", "....#....", "...###...", "...###...", "........." }
    local crowd, path = astar.crowd(grid), grid:find_path(5, 1, 5, 5, swimming)
    local unit = crowd:add(5, 1, on_foot, { steps = true })
    assert.is_true(crowd:walk(unit, path))
    local steps, ended = walk_on(crowd, unit)
    assert.equal("", steps)
    assert.equal("cut_off 5,1", ended)
    crowd:place(unit, 2, 2)
    path = assert(grid:find_path(1, 3, 9, 3, swimming))
    assert.is_true(crowd:walk(unit, path))
    crowd:update(0.1)
    grid:set(9, 5, "~") -- an edit elsewhere is none of its path
    steps, ended = walk_on(crowd, unit)
    assert.matches("3,3$", steps)
    assert.equal("cut_off 3,3", ended)
  end)

  it("may go through what opens in time", function()
    local grid = open_grid(9, 1)
    local crowd, path = astar.crowd(grid), grid:find_path(1, 1, 9, 1, on_foot)
    local unit = crowd:add(1, 1, on_foot)
    grid:block(7, 1, true)
    assert.is_true(crowd:walk(unit, path))
    crowd:update(0.5)
    grid:block(7, 1, false)
    local _, ended = walk_on(crowd, unit)
    assert.equal("arrived 9,1", ended)
  end)

  it("is cut off by an edit that closes a step ahead, not by one behind or beside", function()
    local grid = open_grid(12, 3)
    local crowd, path = astar.crowd(grid), grid:find_path(1, 2, 12, 2, on_foot)
    local unit = crowd:add(1, 2, on_foot, { steps = true })
    crowd:walk(unit, path)
    local function pass() for _ = 1, 20 do crowd:update(1 / 20) end end
    pass()
    grid:block(1, 2, true)
    grid:block(8, 3, true)
    pass()
    for _, event in crowd:events() do assert.equal("step", event) end
    grid:set_edge(11, 2, 1, 0, false)
    crowd:update(0)
    local _, ended = walk_on(crowd, unit, 0.1)
    assert.matches("^cut_off ", ended)
  end)

  it("finishes the step that an edit closed behind it", function()
    local grid = open_grid(6, 1)
    local crowd, path = astar.crowd(grid), grid:find_path(1, 1, 6, 1, on_foot)
    local unit = crowd:add(1, 1, on_foot, { speed = 1 })
    crowd:walk(unit, path)
    crowd:update(0.3)
    crowd:update(0.3)
    assert.equal("moving", crowd:state(unit))
    grid:set_edge(1, 1, 1, 0, false)
    local _, ended = walk_on(crowd, unit)
    assert.equal("arrived 6,1", ended)
  end)

  it("returns to it when it is pushed aside", function()
    local grid = open_grid(14, 5)
    local crowd, path = astar.crowd(grid), grid:find_path(1, 3, 14, 3, on_foot)
    local unit, strong = crowd:add(1, 3, on_foot, { steps = true }), crowd:add(14, 3, on_foot, { priority = 5 })
    crowd:walk(unit, path)
    crowd:go_to(strong, 1, 3)
    local steps, ended = walk_on(crowd, unit)
    assert.equal("arrived 14,3", ended)
    assert.matches("2,3 3,3 4,3", steps) -- before and after the other unit
    assert.matches("12,3 13,3 14,3$", steps)
  end)

  it("goes around a unit that holds on it, and back", function()
    local grid = open_grid(14, 5)
    local crowd, path = astar.crowd(grid, { patience = 30 }), grid:find_path(1, 3, 14, 3, on_foot)
    local unit = crowd:add(1, 3, on_foot, { steps = true })
    crowd:add(7, 3, on_foot, { hold = true })
    crowd:walk(unit, path)
    local steps, ended = walk_on(crowd, unit)
    assert.equal("arrived 14,3", ended)
    assert.matches("^2,3 3,3 4,3 5,3 6,3 ", steps)
    assert.matches(" 9,3 10,3 11,3 12,3 13,3 14,3$", steps)
  end)

  it("goes on after place and after new rules", function()
    local grid = open_grid(14, 5)
    local crowd, path = astar.crowd(grid), grid:find_path(1, 3, 14, 3, on_foot)
    local unit = crowd:add(1, 3, on_foot, { steps = true })
    crowd:walk(unit, path)
    crowd:update(0.5)
    crowd:place(unit, 8, 3)
    crowd:set(unit, { rules = straight })
    for _ in crowd:events() do end
    assert.equal("9,3 10,3 11,3 12,3 13,3 14,3", (walk_on(crowd, unit)))
  end)

  -- Two units go towards each other in a corridor. One of them gets two orders in turn, frame by frame. Returns whether
  -- it arrives first: then it has kept the rank of its first order, and the other one made room.
  local function keeps_rank(order, next_order)
    local grid = open_grid(20, 1)
    local crowd = astar.crowd(grid)
    local one, other = crowd:add(1, 1, on_foot), crowd:add(20, 1, on_foot)
    local first
    order(crowd, one, grid)
    crowd:update(0.1)
    crowd:go_to(other, 2, 1)
    for frame = 1, 300 do
      local give = frame % 2 == 0 and order or next_order
      give(crowd, one, grid)
      crowd:update(1 / 30)
      for unit in crowd:events() do first = first or unit end
    end
    return first == one
  end

  local function walk_to(x)
    return function(crowd, unit, grid) crowd:walk(unit, grid:find_path(1, 1, x, 1, on_foot)) end
  end

  local function go_to(x)
    return function(crowd, unit) crowd:go_to(unit, x, 1) end
  end

  it("keeps its rank when it gets the same path again, or one whose end is up to 2 steps away", function()
    for steps = 0, 4 do
      assert.equal(steps <= 2, keeps_rank(walk_to(19), walk_to(19 - steps)), steps)
    end
    assert.is_false(keeps_rank(walk_to(19), go_to(19)))
  end)

  it("has all its patience for another path, also if that ends beside its last goal", function()
    -- A wall between two rows, or between two columns, with a gap at one end. On its last step the unit gets the path
    -- from its goal to the tile behind the wall: 16 steps, in 4 s.
    for _, is_row in ipairs { true, false } do
      local function at(along, across)
        if is_row then return along, across end
        return across, along
      end
      local grid = open_grid(at(9, 3))
      for i = 2, 9 do
        local x, y = at(i, 2)
        grid:set(x, y, "#")
      end
      local x, y = at(1, 1)
      local goal_x, goal_y = at(9, 1)
      local next_x, next_y = at(9, 3)
      local crowd = astar.crowd(grid, { patience = 1 })
      local unit = crowd:add(x, y, on_foot)
      crowd:walk(unit, grid:find_path(x, y, goal_x, goal_y, on_foot))
      for _ = 1, 60 do crowd:update(1 / 32) end
      local at_x, at_y, to_x, to_y = crowd:tile(unit)
      assert.same({ at(8, 1) }, { at_x, at_y })
      assert.same({ goal_x, goal_y }, { to_x, to_y })
      local path = grid:find_path(goal_x, goal_y, next_x, next_y, on_foot)
      crowd:walk(unit, path)
      local _, ended = walk_on(crowd, unit)
      assert.equal(end_of(path), ended)
    end
  end)

  it("loses its patience when paths to one goal lead it to and fro", function()
    local grid = astar.grid { ".............", ".###########.", "............." }
    local function way_round(x, closed)
      grid:set(closed, 2, "#")
      local path = grid:find_path(x, 1, 7, 3, on_foot)
      grid:set(closed, 2, ".")
      return path
    end
    local right, left = way_round(6, 1), way_round(9, 13) -- it is always on both
    local crowd = astar.crowd(grid, { patience = 2 })
    local unit = crowd:add(7, 1, on_foot)
    local ended
    for _ = 1, 300 do
      if not ended then crowd:walk(unit, crowd:tile(unit) == 7 and right or left) end
      crowd:update(1 / 30)
      for _, event in crowd:events() do ended = ended or event end
    end
    assert.equal("stuck", ended)
  end)

  it("ends with an event when others stay in its way", function()
    local grid = open_grid(9, 1)
    local crowd, path = astar.crowd(grid, { patience = 2 }), grid:find_path(1, 1, 9, 1, on_foot)
    local unit = crowd:add(1, 1, on_foot)
    crowd:add(5, 1, on_foot, { hold = true })
    crowd:walk(unit, path)
    local _, ended = walk_on(crowd, unit)
    assert.equal("stuck 4,1", ended)
    crowd:walk(unit, grid:find_path(1, 1, 5, 1, on_foot))
    _, ended = walk_on(crowd, unit)
    assert.equal("settled 4,1", ended)
  end)
end)
