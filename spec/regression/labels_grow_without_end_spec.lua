-- Each tile that opens by itself is a new component with a new label. With labels of 4 bytes (more
-- than 32,768 components) there was no end to them: memory grew with every edit. Now the labels are
-- built anew when there are two for each tile.

local astar = require "astar"

-- Resident memory of this process [KB], or nil where the system does not tell.
local function resident()
  local file = io.open "/proc/self/statm"
  if not file then return nil end
  local pages = file:read "*l":match "^%d+ (%d+)"
  file:close()
  return tonumber(pages) * 4
end

describe("tiles that open and close again and again", function()
  it("take no more memory than a map of many components does", function()
    if not resident() then pending "the system does not tell how much memory a process has" end
    local rules = astar.rules { cost = { ["."] = 1 }, neighbors = 4 }
    local rows = {}
    for y = 1, 256 do rows[y] = (y % 2 == 1 and ".#" or "#."):rep(160) end -- 40,960 components
    local grid = astar.grid(rows)
    local function edits(count)
      for _ = 1, count do
        grid:set(1, 1, "#")
        assert(not grid:is_reachable(3, 1, 1, 1, rules))
        grid:set(1, 1, ".")
        assert(not grid:is_reachable(3, 1, 1, 1, rules))
      end
    end
    edits(2 * 320 * 256) -- as many as there may be labels: memory is at its largest
    local before = resident()
    edits(500000)
    -- 500,000 labels of 4 bytes are 2,000 KB.
    assert.is_true(resident() - before < 1000, ("memory grew by %d KB"):format(resident() - before))
  end)
end)
