-- Visions: what a team sees and has seen. spec/fuzz/sight.c compares them with new views after random edits and moves.

local astar = require "astar"
local expect = require "spec.support.expect"

local rules = astar.rules { cost = { ["."] = 1 } }

local LETTERS = { visible = "o", seen = "-", unseen = "." }

--- The states of all tiles as rows of text.
local function picture(grid, vision)
  local width, height = grid:size()
  local rows = {}
  for y = 1, height do
    local row = {}
    for x = 1, width do row[x] = LETTERS[vision:state(x, y)] end
    rows[y] = table.concat(row)
  end
  return table.concat(rows, " ")
end

local function changes_of(vision)
  local list = {}
  for x, y, state in vision:changes() do list[#list + 1] = x .. "," .. y .. LETTERS[state] end
  return table.concat(list, " ")
end

describe("a vision", function()
  local grid, vision

  before_each(function()
    grid = astar.grid { "......" }
    vision = grid:vision(rules)
  end)

  it("answers as of its last update", function()
    assert.equal("......", picture(grid, vision))
    assert.is_true(vision:set(1, 1, 1, 1))
    assert.equal("......", picture(grid, vision))
    assert.equal(2, vision:update())
    assert.equal("oo....", picture(grid, vision))
    vision:set(1, 3, 1, 1)
    assert.equal("oo....", picture(grid, vision))
    assert.equal(3, vision:update())
    assert.equal("-ooo..", picture(grid, vision))
    assert.equal("1,1- 3,1o 4,1o", changes_of(vision))
    assert.equal("1,1- 3,1o 4,1o", changes_of(vision))
    assert.equal(0, vision:update())
    assert.equal("", changes_of(vision))
  end)

  it("unites its viewers", function()
    vision:set(7, 1, 1, 2)
    vision:set(3, 4, 1, 1)
    assert.equal(5, vision:update())
    assert.is_true(vision:remove(7))
    assert.is_false(vision:remove(7))
    assert.equal(2, vision:update())
    assert.equal("--ooo.", picture(grid, vision))
    assert.is_true(vision:remove(3))
    vision:update()
    assert.equal("-----.", picture(grid, vision))
  end)

  it("sees again what edits within reach changed", function()
    vision:set(1, 1, 1, 4)
    vision:update()
    grid:set(3, 1, "#")
    assert.equal(2, vision:update())
    assert.equal("ooo--.", picture(grid, vision))
    grid:set(3, 1, ".")
    grid:set_edge(1, 1, 1, 0, false)
    assert.equal(2, vision:update())
    assert.equal("o----.", picture(grid, vision))
    grid:set_edge(1, 1, 1, 0, true)
    grid:block(2, 1, true, 5)
    assert.equal(1, vision:update())
    assert.equal("oo---.", picture(grid, vision))
    for _ = 1, 600 do -- more edits than the journal holds
      grid:block(2, 1, false, 5)
      grid:block(2, 1, true, 5)
    end
    grid:block(2, 1, false, 5)
    assert.equal(3, vision:update())
    assert.equal("ooooo.", picture(grid, vision))
  end)

  it("takes the options of a view", function()
    grid:block(2, 1, true, 1)
    local plain = grid:vision(rules, { walls = false })
    plain:set(1, 1, 1, 3)
    plain:update()
    assert.equal("o.....", picture(grid, plain))
    local ghost = grid:vision(rules, { ignore_blocked = true, mode = "shadow", shape = "square" })
    ghost:set(1, 1, 1, 3)
    ghost:update()
    assert.equal("oooo..", picture(grid, ghost))
  end)

  it("off the grid changes nothing", function()
    for _, x in ipairs { 0, 7 } do
      local set, reason = vision:set(1, x, 1, 1)
      expect.reason("out_of_bounds", set, reason)
      assert.is_nil(vision:state(x, 1))
    end
    assert.equal(0, vision:update())
  end)

  it("keeps what was seen in a string", function()
    vision:set(1, 3, 1, 1)
    vision:update()
    local saved = vision:serialize()
    local copy = grid:load_vision(saved, rules)
    assert.equal(".---..", picture(grid, copy))
    assert.equal(0, copy:update())
    assert.equal(saved, copy:serialize())
  end)

  it("refuses strings that are damaged, or of another grid", function()
    local saved = vision:serialize()
    for i = 1, #saved do
      local damaged = saved:sub(1, i - 1) .. string.char((saved:byte(i) + 1) % 256) .. saved:sub(i + 1)
      assert.is_nil((grid:load_vision(damaged, rules)))
      assert.is_nil((grid:load_vision(saved:sub(1, i - 1), rules)))
    end
    local other = "the vision is damaged, or of a grid of another size or layout"
    assert.equal(other, select(2, astar.grid(6, 2):load_vision(saved, rules)))
    assert.equal(other, select(2, astar.grid(6, 1, { layout = "odd_r" }):load_vision(saved, rules)))
  end)

  it("checks its arguments", function()
    for text, id in pairs { ["0"] = 0, ["-1"] = -1, ["1.5"] = 1.5, nan = 0 / 0, ['"1"'] = "1" } do
      text = "id must be an integer from 1 to 999999999, got " .. text
      expect.raises("vision:set: " .. text, vision.set, vision, id, 1, 1, 1)
      expect.raises("vision:remove: " .. text, vision.remove, vision, id)
    end
    for _, id in ipairs { 1e9, 2^53 } do assert.is_false((pcall(vision.set, vision, id, 1, 1, 1))) end
    assert.is_true(vision:set(999999999, 1, 1, 2^53))
    assert.equal(6, vision:update())
    expect.raises("vision:set: x must be an integer, got nan", vision.set, vision, 1, 0 / 0, 1, 1)
    expect.raises("vision:state: y must be an integer, got nil", vision.state, vision, 1)
    expect.raises('grid:vision: unknown option "radius"; valid options: mode, shape, walls, ignore_blocked',
      grid.vision, grid, rules, { radius = 3 })
    expect.raises("grid:load_vision: the argument must be a string, got 5", grid.load_vision, grid, 5, rules)
    expect.raises("vision:set: radius must be an integer >= 0, got -1", vision.set, vision, 1, 1, 1, -1)
    expect.raises('grid:vision: option "mode" must be one of "line", "shadow", got 1',
      grid.vision, grid, rules, { mode = 1 })
    expect.raises('grid:vision: mode "shadow" needs a square grid and rules of size 1',
      grid.vision, grid, astar.rules { cost = { ["."] = 1 }, size = 2 }, { mode = "shadow" })
  end)

  it("outlives its grid and its rules, but not their ends", function()
    local free = function(object) debug.getmetatable(object).__gc(object) end
    vision = astar.grid({ "..." }):vision(astar.rules { cost = { ["."] = 1 } })
    vision:set(1, 1, 1, 3)
    collectgarbage()
    assert.equal(3, vision:update())
    vision = grid:vision(rules)
    local step = vision:changes()
    free(grid)
    expect.raises("vision:update: the grid was freed already", vision.update, vision)
    assert.equal("unseen", vision:state(1, 1))
    free(vision)
    expect.raises("vision:update: the vision was freed already", vision.update, vision)
    expect.raises("vision:changes: the vision was freed already", step)
  end)

  it("does not see edits of a clone, and loads on it", function()
    vision:set(1, 1, 1, 5)
    vision:update()
    local copy = grid:clone()
    copy:set(2, 1, "#")
    assert.equal(0, vision:update())
    assert.equal("seen", copy:load_vision(vision:serialize(), rules):state(6, 1))
  end)

  it("may be updated in a loop over its changes", function()
    vision:set(1, 1, 1, 5)
    vision:update()
    local count = 0
    for x in vision:changes() do
      count = count + 1
      vision:set(1, x, 1, 0)
      vision:update()
    end
    assert.is_true(count >= 1)
  end)

  it("is small and fast on a map of 1 tile and of 2048 x 2048", function()
    local tile = astar.grid { "." }
    vision = tile:vision(rules, { mode = "shadow" })
    vision:set(1, 1, 1, 99)
    assert.equal(1, vision:update())
    assert.equal("visible", tile:view(1, 1, 40, rules):sees(1, 1) and vision:state(1, 1))
    grid = astar.grid(2048, 2048, { fill = "." })
    vision = grid:vision(rules)
    vision:set(1, 64, 2048, 20)
    vision:set(2, 2048, 1, 31)
    assert.equal(#grid:view(64, 2048, 20, rules) + #grid:view(2048, 1, 31, rules), vision:update())
    assert.is_true(#vision:serialize() < 8000)
  end)
end)
