--- A small tactics game on hexes, in the terminal. Green is you, red is the computer. Units have
--- points per turn, pass friends, and stop in the zones of enemies; archers shoot two hexes far.
---
---     lua5.4 examples/tactics.lua            you play: type ? for help
---     lua5.4 examples/tactics.lua auto       the computer plays both sides
dofile((arg[0]:match("^.*[/\\]") or "") .. "support/setup.lua")

local astar = require "astar"
local ascii = require "astar.ascii"

-- Obstacle layers: the units of each side, and the zones of the enemies of the unit that moves.
local GREEN, RED, ZONES = 1, 2, 3
local SIDES = { [GREEN] = "green", [RED] = "red" }

local grid = astar.grid({
  "....TT.........",
  "...TTT....~~...",
  "..........~~~..",
  ".....##...~~...",
  "......##....TT.",
  "..TT........TTT",
  "...T....TT.....",
}, { layout = "odd_r" })
local width, height = grid:size()
local on_foot = astar.rules { cost = { ["."] = 1, ["T"] = 2, ["~"] = 3 } }
local arrows = astar.rules { default = 1, cost = { ["#"] = false }, ignore_blocked = true }

local units = {}
for i, row in ipairs {
  { "A", GREEN, 2, 3, 5, 2 }, { "B", GREEN, 2, 5, 4, 1 }, { "C", GREEN, 3, 4, 4, 1 },
  { "x", RED, 14, 2, 4, 1 }, { "y", RED, 13, 4, 4, 1 }, { "z", RED, 15, 6, 5, 2 },
} do
  local name, side, x, y, points, reach = (table.unpack or unpack)(row)
  units[i] = { name = name, side = side, x = x, y = y, points = points, reach = reach, life = 3 }
  grid:block(x, y, true, side)
end

--- Marks the tiles next to the enemies of a side as zones, and returns the points of a unit.
local function turns_of(unit)
  for y = 1, height do
    for x = 1, width do grid:block(x, y, false, ZONES) end
  end
  for _, other in ipairs(units) do
    if other.side ~= unit.side then
      for x, y in grid:neighbors(other.x, other.y) do grid:block(x, y, true, ZONES) end
    end
  end
  return { points = unit.points, left = unit.left, pass = { unit.side }, zones = { ZONES } }
end

local function show(options)
  options.layout, options.marks = "odd_r", {}
  options.blocked = false -- the units are marks
  for i, unit in ipairs(units) do
    local style = "bold " .. SIDES[unit.side]
    options.marks[i] = { x = unit.x, y = unit.y, text = unit.name, style = style }
  end
  print(ascii.draw(grid, options) .. "\n")
end

-- ---------------------------------------------------------------------------- actions

local function remove(unit)
  grid:block(unit.x, unit.y, false, unit.side)
  for i = #units, 1, -1 do
    if units[i] == unit then table.remove(units, i) end
  end
end

--- Shoots at the first enemy in reach.
local function attack(unit)
  local fire = grid:reachable(unit.x, unit.y, arrows, unit.reach)
  for _, enemy in ipairs(units) do
    if enemy.side ~= unit.side and fire:cost(enemy.x, enemy.y) then
      enemy.life = enemy.life - 1
      print(("%s hits %s: %d left"):format(unit.name, enemy.name, enemy.life))
      if enemy.life == 0 then remove(enemy) end
      return
    end
  end
end

local function move(unit, x, y, left)
  grid:block(unit.x, unit.y, false, unit.side)
  unit.x, unit.y, unit.left = x, y, left
  grid:block(x, y, true, unit.side)
end

--- The tiles from which a unit can shoot an enemy: goals of a path.
local function places_to_shoot(unit)
  local places = {}
  for _, enemy in ipairs(units) do
    if enemy.side ~= unit.side then
      for x, y in grid:reachable(enemy.x, enemy.y, arrows, unit.reach):each() do
        places[#places + 1] = { x, y }
      end
    end
  end
  return places
end

--- Plans over several turns, and walks the part of this turn.
local function think(unit)
  local options = { turns = turns_of(unit) }
  local path = grid:find_nearest(unit.x, unit.y, places_to_shoot(unit), on_foot, options)
  if not path then return end
  local last = 1
  for i, _, _, turn in path:each() do
    if turn == 1 then last = i end
  end
  local x, y = path:get(last)
  if last > 1 then
    print(("%s goes to %d, %d; it arrives in turn %d"):format(unit.name, x, y, path:turns()))
  end
  move(unit, x, y, 0)
end

--- Lets the computer play a side.
local function play(side)
  local own = {}
  for _, unit in ipairs(units) do
    if unit.side == side then own[#own + 1] = unit end
  end
  for _, unit in ipairs(own) do
    unit.left = unit.points
    think(unit)
    attack(unit)
  end
end

local function winner()
  local alive = {}
  for _, unit in ipairs(units) do alive[unit.side] = true end
  return not alive[RED] and GREEN or not alive[GREEN] and RED or nil
end

-- ----------------------------------------------------------------------------- the player

local function find(name)
  for _, unit in ipairs(units) do
    if unit.name == name and unit.side == GREEN then return unit end
  end
end

--- Obeys a line such as "A", "A 4 5" or "end". Returns whether the turn is over.
local function obey(line)
  local name, x, y = line:match "^%s*(%S+)%s*(%d*)%s*(%d*)"
  local unit = name and find(name)
  if line == "end" then return true end
  if not unit then
    print "A: where can A go?   A 4 5: go there, and attack   end: the turn is over"
    print "Units: A, B, C. Tiles: x from 1 to 15, y from 1 to 7."
    return false
  end
  local range = grid:reachable(unit.x, unit.y, on_foot, nil, { turns = turns_of(unit) })
  x, y = tonumber(x), tonumber(y)
  if not (x and y) then
    show {
      text = function(tx, ty) return range:can_stop(tx, ty) and range:left(tx, ty), "cyan" end,
    }
    print("The numbers are the points that " .. name .. " has left there.")
  elseif not range:can_stop(x, y) then
    local path, reason = grid:find_path(unit.x, unit.y, x, y, on_foot, { turns = turns_of(unit) })
    print(path and ("That takes %d turns."):format(path:turns()) or "No: " .. reason)
  else
    move(unit, x, y, range:left(x, y))
    attack(unit)
    unit.left = 0
    show {}
  end
  return false
end

local function player_turn()
  for _, unit in ipairs(units) do unit.left = unit.points end
  show {}
  repeat
    io.write "> "
    local line = io.read "*l"
    if not line then return false end
  until obey(line) or winner()
  return true
end

local is_auto = arg[1] == "auto"
for round = 1, 20 do
  print("Turn " .. round)
  if is_auto then play(GREEN) elseif not player_turn() then break end
  if not winner() then play(RED) end
  if winner() then
    show {}
    print(SIDES[winner()] .. " wins")
    break
  end
end
