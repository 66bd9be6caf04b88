--- The computer's side. A unit attacks what it can reach in this turn. Otherwise it plans over
--- several turns to the nearest firing position, and walks the part of this turn.

local computer = {}

-- How good an attack is from a tile: kills first, then damage, then far from the target.
local function value(game, unit, target, x, y)
  local damage = game:damage(unit, target)
  local distance = game.grid:distance(x, y, target.x, target.y)
  return (damage >= target.life and 100 or 0) + 10 * damage - target.life + distance
end

-- The best attack of this turn: the target and the tile.
local function best_attack(game, unit, range)
  local best, best_value
  for _, target in ipairs(game:units_of(game.BLUE)) do
    for _, tile in ipairs(game:firing_positions(unit, target)) do
      local x, y = tile[1], tile[2]
      local score = range:can_stop(x, y) and value(game, unit, target, x, y)
      if score and score > (best_value or -math.huge) then
        best, best_value = { target = target, x = x, y = y }, score
      end
    end
  end
  return best
end

--- Moves a unit, and lets it attack.
function computer.move(game, unit)
  local grid, options = game.grid, game:options(unit)
  local range = grid:reachable(unit.x, unit.y, game.on_foot, nil, options)
  local attack = best_attack(game, unit, range)
  if attack then return game:walk_along(unit, range:path(attack.x, attack.y), attack.target) end
  local goals = {}
  for _, target in ipairs(game:units_of(game.BLUE)) do
    for _, tile in ipairs(game:firing_positions(unit, target)) do goals[#goals + 1] = tile end
  end
  options.partial = true
  local path = grid:find_nearest(unit.x, unit.y, goals, game.on_foot, options)
  if path then game:walk_along(unit, path) end
end

return computer
