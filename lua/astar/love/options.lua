--- Options and arguments that several drawings of `astar.love` have.

local folder = (...):gsub("love%.options$", "")
local check = require(folder .. "internal.check")

local options = {}

--- Whether a value is a color of LÖVE: { red, green, blue [, alpha] }.
function options.is_color(value)
  if type(value) ~= "table" then return false end
  for i = 1, 3 do
    if type(value[i]) ~= "number" then return false end
  end
  return value[4] == nil or type(value[4]) == "number"
end

-- What an option must be: { words for the error, test }.
options.COLOR = { "a color { r, g, b [, a] }", options.is_color }
options.LENGTH = check.NOT_NEGATIVE

--- Raises an error unless `view` is a layout. Public functions call it directly.
function options.check_view(who, view)
  if type(view) ~= "table" or not (view.to_world and view.to_tile and view.corners) then
    error(check.expected(who, "view", "a layout of astar.layout", view), 3)
  end
end

return options
