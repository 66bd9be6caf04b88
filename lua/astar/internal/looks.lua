--- How terrains and dynamic obstacles look: marks of `astar.ascii`, colors of `astar.love`.

local check = require((...):gsub("looks$", "check"))

local looks = {}

--- Merges tables by terrain. Their keys are bytes or one-character strings; the keys of the result
--- are bytes. A later table overwrites an earlier one.
function looks.by_byte(...)
  local result = {}
  for _, source in ipairs { ... } do
    for key, value in pairs(source) do
      result[type(key) == "string" and key:byte() or key] = value
    end
  end
  return result
end

--- Whether a value is one look for all obstacles, false, or a table by layer [1..8] of these.
function looks.is_for_obstacles(value, is_look)
  return value == false or is_look(value) or check.is_table_of(value,
    function(look) return look == false or is_look(look) end,
    function(layer) return check.is_integer(layer) and layer >= 1 and layer <= 8 end)
end

--- The look of each layer; false when its obstacles are not shown. `value`: nil or as above.
function looks.of_obstacles(defaults, value, is_look)
  local result = {}
  for layer, look in ipairs(defaults) do
    result[layer] = look
    if value == false or is_look(value) then
      result[layer] = value
    elseif value and value[layer] ~= nil then
      result[layer] = value[layer]
    end
  end
  return result
end

--- The look of the lowest layer that is shown and has an obstacle on a tile; or nil.
function looks.on_tile(grid, x, y, by_layer)
  if not grid:is_blocked(x, y) then return nil end
  for layer, look in ipairs(by_layer) do
    if look and grid:is_blocked(x, y, layer) then return look end
  end
end

return looks
