--- Hex grids: the same calls as on squares, with the option `layout`.
---
--- Run it with: lua5.4 examples/hexes.lua
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

local rows = {
  "..........",
  "...~~~....",
  "..~~~~~.#.",
  "...~~~..#.",
  "......###.",
  "..........",
}
local rules = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }

-- "odd_r": every second row is shifted to the right. "odd_q": every second column is shifted down.
for _, layout in ipairs { "odd_r", "odd_q" } do
  local grid = astar.grid(rows, { layout = layout })
  local path, cost = grid:find_path(1, 3, 10, 3, rules)
  print(("%s: cost %g, %d tiles"):format(layout, cost, #path))
  print(ascii.draw(grid, { layout = layout, paths = { path } }) .. "\n")
end
