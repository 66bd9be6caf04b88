--- Saved games: one text with the map, the crowd, and the state of the game, which is plain data.

local astar = require "astar"
local map = require "map"

local saving = {}

-- A value as code of Lua: numbers, strings, booleans, and tables of them.
local function code_of(value)
  if type(value) == "number" then return ("%.17g"):format(value) end
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) ~= "table" then return tostring(value) end
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
  local map_text = game.grid:serialize()
  return "return " .. code_of { map = map_text, units = units, rules = names, state = game.state }
end

--- The grid, the crowd and the state from such a string.
function saving.read(text)
  local saved = assert(load(text, "=save", "t", {}))() -- code that sees nothing
  local grid, rules = assert(astar.deserialize(saved.map)), {}
  for i, name in ipairs(saved.rules) do rules[i] = map.rules[name] end
  return grid, assert(astar.deserialize_crowd(saved.units, grid, rules)), saved.state
end

return saving
