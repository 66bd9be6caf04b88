--- love.keyboard, love.mouse and love.event: what is held down, and the events of the page.

local integer_of, select, unpack = math.tointeger, select, table.unpack

return function(love, _, inner)
  -- ----------------------------------------------------------------------------- the state

  local keys, buttons = {}, {} -- that are down
  local repeats = false
  local mouse_x, mouse_y = 0, 0

  -- Whether one of the names or numbers is down.
  local function is_down(down, ...)
    for i = 1, select("#", ...) do
      if down[select(i, ...)] then return true end
    end
    return false
  end

  function love.keyboard.isDown(...) return is_down(keys, ...) end
  function love.keyboard.setKeyRepeat(is_on) repeats = is_on end

  --- 1 is the left button, 2 the right one, 3 the middle one.
  function love.mouse.isDown(...) return is_down(buttons, ...) end
  function love.mouse.getPosition() return mouse_x, mouse_y end

  -- ----------------------------------------------------------------------------- the queue

  local limit = 4096 -- while no frame comes, more events are lost
  local queue = {}

  function inner.push(...)
    if #queue < limit then queue[#queue + 1] = { ... } end
  end

  --- Calls the functions of the game for the events since the last frame. Returns whether the game
  --- has ended.
  function inner.handle_events()
    local events = queue
    queue = {}
    for i = 1, #events do
      local name = events[i][1]
      if name == "quit" then return true end
      if love[name] then love[name](unpack(events[i], 2)) end
    end
    return false
  end

  function love.event.quit() inner.push "quit" end

  -- ------------------------------------------------------------------- callbacks of the page

  inner.callbacks = {}
  local callbacks = inner.callbacks

  function callbacks.keypressed(key, is_repeat)
    keys[key] = true
    if repeats or is_repeat == 0 then inner.push("keypressed", key, key, is_repeat == 1) end
  end

  function callbacks.keyreleased(key)
    keys[key] = nil
    inner.push("keyreleased", key, key)
  end

  -- Numbers of the page as integers, if they are: Lua 5.4 prints 3 as 3.0 otherwise.
  local function integers(...)
    local numbers = { ... }
    for i = 1, #numbers do numbers[i] = integer_of(numbers[i]) or numbers[i] end
    return unpack(numbers)
  end

  for name, is_held in pairs { mousepressed = true, mousereleased = false } do
    callbacks[name] = function(...)
      local x, y, button, presses = integers(...)
      mouse_x, mouse_y, buttons[button] = x, y, is_held
      inner.push(name, x, y, button, false, presses)
    end
  end

  function callbacks.mousemoved(...)
    local x, y, dx, dy = integers(...)
    mouse_x, mouse_y = x, y
    inner.push("mousemoved", x, y, dx, dy, false)
  end

  function callbacks.wheelmoved(...) inner.push("wheelmoved", integers(...)) end

  function callbacks.resize(...)
    local width, height = integers(...)
    if inner.resize_window(width, height) then inner.push("resize", width, height) end
  end
end
