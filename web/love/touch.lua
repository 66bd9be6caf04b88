--- love.touch: the fingers on the screen.

local error, ipairs, remove, tostring = error, ipairs, table.remove, tostring

return function(touch, _, inner)
  local touches = {} -- in the order in which they began: { id, x, y, pressure }

  local function find(id)
    for place, found in ipairs(touches) do
      if found[1] == id then return found, place end
    end
  end

  -- A finger went down or moved, or went up.
  function inner.move_touch(id, x, y, pressure)
    local found = find(id)
    if not found then
      found = { id }
      touches[#touches + 1] = found
    end
    found[2], found[3], found[4] = x, y, pressure
  end

  function inner.release_touch(id)
    local _, place = find(id)
    if place then remove(touches, place) end
  end

  function touch.getTouches()
    local ids = {}
    for i, found in ipairs(touches) do ids[i] = found[1] end
    return ids
  end

  function touch.getPosition(id)
    local found = find(id) or error("Invalid active touch ID: " .. tostring(id), 2)
    return found[2], found[3]
  end

  function touch.getPressure(id)
    local found = find(id) or error("Invalid active touch ID: " .. tostring(id), 2)
    return found[4]
  end
end
