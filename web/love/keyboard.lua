--- love.keyboard: the keys that are held down.

return function(keyboard, _, inner)
  local down = {}
  local repeats, has_text_input = false, true

  -- The page says that a key went down or up. Returns whether the game gets an event.
  function inner.press_key(key, is_repeat)
    down[key] = true
    return repeats or not is_repeat
  end

  function inner.release_key(key) down[key] = nil end
  function inner.release_keys() down = {} end

  --- Whether one of the keys is down. Keys: names, or tables of names.
  function keyboard.isDown(key, ...)
    if type(key) == "table" then return keyboard.isDown(unpack(key)) end
    if type(key) ~= "string" then
      error(("bad argument #1 to 'isDown' (string expected, got %s)"):format(type(key)), 2)
    end
    return down[key] or select("#", ...) > 0 and keyboard.isDown(...) or false
  end

  keyboard.isScancodeDown = keyboard.isDown

  function keyboard.setKeyRepeat(is_on) repeats = is_on and true or false end
  function keyboard.hasKeyRepeat() return repeats end
  function keyboard.setTextInput(is_on) has_text_input = is_on and true or false end
  function keyboard.hasTextInput() return has_text_input end
  inner.has_text_input = keyboard.hasTextInput
  function keyboard.hasScreenKeyboard() return false end
  function keyboard.getKeyFromScancode(scancode) return scancode end
  function keyboard.getScancodeFromKey(key) return key end
end
