-- If a path is too long for the integers of jump point search, the general kernel searches it. While the tables of that
-- kernel were prepared, reading the nodes of the search used the kernel before it had begun: a crash.

local astar = require "astar"

describe("a sliced search that changes its kernel", function()
  it("has readable nodes after every step", function()
    local side = 800
    local grid = astar.grid(side, side, { fill = "." })
    local rules = astar.rules { cost = { ["."] = 1 } }
    for y = 2, side, 2 do -- one corridor of 320,000 tiles
      grid:fill("#", 1, y, side, 1)
      grid:set(y % 4 == 0 and 1 or side, y, ".")
    end
    local search = grid:search(1, 1, 1, side - 1, rules)
    local outcome
    repeat
      outcome = search:step(10)
      search:each()()
      search:node(1, 1)
    until outcome ~= "running"
    assert.are.equal("found", outcome)
    assert.are.equal(#grid:find_path(1, 1, 1, side - 1, rules), #search:path())
  end)
end)
