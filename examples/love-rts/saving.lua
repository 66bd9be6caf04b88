--- Saved games: one text with the map, the crowd, and the state of the game, which is plain data.

local astar = require "astar"
local map = require "map"

local saving = {}

-- A value as code of Lua: numbers, strings, booleans, and tables of them.
local function code_of(value)
  if type(value) == "number" then return value == math.huge and "1/0" or ("%.17g"):format(value) end
  if type(value) ~= "table" then return type(value) == "string" and ("%q"):format(value) or tostring(value) end
  local parts = {}
  for key, part in pairs(value) do
    parts[#parts + 1] = ("[%s]=%s"):format(code_of(key), code_of(part))
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

--- The game as a string. Rules are code: the string has their names.
function saving.write(game)
  local units, used = game.crowd:serialize()
  local names = {}
  for i, rules in ipairs(used) do
    for name, each in pairs(map.rules) do
      if each == rules then names[i] = name end
    end
  end
  return "return " .. code_of {
    grid = game.grid:serialize(), units = units, rules = names, state = game.state,
  }
end

--- The grid, the crowd and the state from such a string.
function saving.read(text)
  local saved = assert(load(text, "=save", "t", {}))() -- code that sees nothing
  local grid, rules = assert(astar.deserialize(saved.grid)), {}
  for i, name in ipairs(saved.rules) do rules[i] = map.rules[name] end
  return grid, assert(astar.deserialize_crowd(saved.units, grid, rules)), saved.state
end

return saving
