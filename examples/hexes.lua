--- Hexes: the same calls with another layout.
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

-- "odd_r": rows, the second, fourth, ... shoved to the right. "odd_q": columns shoved down.
for _, layout in ipairs { "odd_r", "odd_q" } do
  local grid = astar.grid(rows, { layout = layout })
  local path, cost = grid:find_path(1, 3, 10, 3, rules)
  print(("%s: cost %g, %d tiles"):format(layout, cost, #path))
  print(ascii.draw(grid, { layout = layout, paths = { path } }) .. "\n")
end
