--- love.mouse: where the pointer is, and the buttons that are held down.

local type = type

return function(mouse, host, inner)
  local x, y = 0, 0
  local down = {}
  local is_visible = true

  -- The page moved the pointer, or a button went down or up.
  function inner.move_mouse(to_x, to_y) x, y = to_x, to_y end
  function inner.press_button(button, is_down) down[button] = is_down or nil end
  function inner.release_buttons() down = {} end

  function mouse.getPosition() return x, y end
  function mouse.getX() return x end
  function mouse.getY() return y end

  --- Whether one of the buttons is down. 1 is the left one, 2 the right one, 3 the middle one.
  function mouse.isDown(first, ...)
    local buttons = type(first) == "table" and first or { first, ... }
    for i = 1, #buttons do
      inner.check(buttons[i], "number", i, "isDown")
      if down[buttons[i]] then return true end
    end
    return false
  end

  function mouse.setVisible(is_on)
    is_visible = is_on and true or false
    host.setCursor(is_visible and "arrow" or "")
  end

  function mouse.isVisible() return is_visible end
  function mouse.isCursorSupported() return false end
  function mouse.setCursor() end
  function mouse.getCursor() return nil end
  function mouse.setGrabbed() end
  function mouse.isGrabbed() return false end
  function mouse.setRelativeMode() return false end
  function mouse.getRelativeMode() return false end
end
