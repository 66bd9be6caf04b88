--- love.keyboard: the keys that are held down.

local error, type = error, type

-- The names of keys that have more than one character, beside those of the keypad.
local names = {}
for name in ([[return escape backspace tab space capslock printscreen scrolllock pause insert home
  pageup delete end pagedown right left down up numlock application power help menu select stop
  again undo cut copy paste find mute volumeup volumedown alterase sysreq cancel clear prior return2
  separator out oper clearagain lctrl lshift lalt lgui rctrl rshift ralt rgui mode audionext
  audioprev audiostop audioplay audiomute mediaselect www mail calculator computer appsearch apphome
  appback appforward appstop apprefresh appbookmarks brightnessdown brightnessup displayswitch
  kbdillumtoggle kbdillumdown kbdillumup eject sleep unknown nonusbackslash]]):gmatch "%S+" do
  names[name] = true
end
for i = 1, 24 do names["f" .. i] = true end

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

  local function check_key(key, name, kind)
    if type(key) ~= "string" then
      error(("bad argument #1 to '%s' (string expected, got %s)"):format(name, type(key)), 4)
    end
    local is_character = #key == 1 and not key:find "%u"
    if not (names[key] or is_character or key:find "^kp.") then
      error(("Invalid %s: %s"):format(kind, key), 4)
    end
  end

  -- Whether one of the keys is down, which are names or a table of them.
  local function is_down(name, kind, first, ...)
    local keys = type(first) == "table" and first or { first, ... }
    for i = 1, #keys do
      check_key(keys[i], name, kind)
      if down[keys[i]] then return true end
    end
    return false
  end

  function keyboard.isDown(...) return (is_down("isDown", "key constant", ...)) end
  function keyboard.isScancodeDown(...) return (is_down("isScancodeDown", "scancode", ...)) end

  function keyboard.setKeyRepeat(is_on) repeats = is_on and true or false end
  function keyboard.hasKeyRepeat() return repeats end
  function keyboard.setTextInput(is_on) has_text_input = is_on and true or false end
  function keyboard.hasTextInput() return has_text_input end
  inner.has_text_input = keyboard.hasTextInput
  function keyboard.hasScreenKeyboard() return false end
  function keyboard.getKeyFromScancode(scancode) return scancode end
  function keyboard.getScancodeFromKey(key) return key end
end
