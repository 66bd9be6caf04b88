--- The life of a game: its configuration, its start, its frames and its events.
---
--- The page calls the functions in the table `callbacks` of the registry:
---
---     start(path)                   runs conf.lua and this file: main.lua; then love.load
---     begin()                       for a program that the page has run: love.load, or its end if
---                                   it has not defined a function of a game
---     frame()                       the events, love.update, love.draw
---     keypressed, mousemoved, ...   a new event, which waits for the next frame

-- luacheck: globals love

local assert, error, exit, integer_of, tostring = assert, error, os.exit, math.tointeger, tostring

return function(_, inner)
  local callbacks = {}
  debug.getregistry().callbacks = callbacks

  -- A number of the page as an integer if it is one: Lua 5.4 prints 3 as 3.0 otherwise.
  local function integer(number) return integer_of(number) or number end

  -- ----------------------------------------------------------------------------- the frame

  -- Calls the function of the game for an event.
  love.handlers = setmetatable({}, {
    __index = function(_, name) error("Unknown event: " .. tostring(name)) end,
  })
  for _, name in ipairs { "keypressed", "keyreleased", "textinput", "textedited", "mousemoved",
    "mousepressed", "mousereleased", "wheelmoved", "touchpressed", "touchmoved", "touchreleased",
    "focus", "mousefocus", "visible", "resize", "lowmemory" } do
    love.handlers[name] = function(...)
      if love[name] then return love[name](...) end
    end
  end

  function love.handlers.quit() end

  -- The loop of LÖVE: returns the function of one frame, which returns a status to end.
  function love.run()
    if love.load then love.load({}, {}) end
    if love.timer then love.timer.step() end
    local delta = 0
    local status -- of the end
    local function handle(name, ...)
      if not name then return false end
      if name == "quit" and not (love.quit and love.quit()) then
        status = ... or 0
        return false
      end
      love.handlers[name](...)
      return true
    end
    return function()
      while handle(inner.next_event()) do end
      if status then return status end
      if love.timer then delta = love.timer.step() end
      if love.update then love.update(delta) end
      if love.graphics then
        love.graphics.origin()
        love.graphics.clear(love.graphics.getBackgroundColor())
        if love.draw then love.draw() end
        love.graphics.present()
      end
    end
  end

  -- ----------------------------------------------------------------------------- the start

  local frame

  local function configuration()
    return {
      identity = false, appendidentity = false, version = "11.4", console = false,
      window = { title = "Untitled", width = 800, height = 600, minwidth = 1, minheight = 1,
        resizable = false },
      modules = { audio = true, data = true, event = true, font = true, graphics = true,
        image = true, joystick = true, keyboard = true, math = true, mouse = true, physics = true,
        sound = true, system = true, thread = true, timer = true, touch = true, video = true,
        window = true },
      audio = {},
    }
  end

  local function configure()
    local settings = configuration()
    if love.conf then love.conf(settings) end
    if settings.identity then inner.set_identity(settings.identity) end
    -- The program of a page may have opened its window before.
    if settings.window and not inner.has_window then inner.open_window(settings.window) end
    inner.turn_off(settings.modules)
  end

  function callbacks.start(path)
    inner.open_folder(path:match "^(.*)/" or ".")
    if inner.find_file "conf.lua" then assert(inner.load_file "conf.lua")() end
    configure()
    assert(inner.load_file(path:match "[^/]*$"))()
    frame = love.run()
    inner.pause()
  end

  function callbacks.begin()
    if not (love.load or love.update or love.draw) then exit(0) end
    configure()
    frame = love.run()
    inner.pause()
  end

  function callbacks.frame()
    inner.resume()
    local status = frame and frame()
    if status ~= nil and status ~= false then exit(integer(status)) end
    inner.pause()
  end

  -- ---------------------------------------------------------------------------- the events

  local function push(...)
    if frame then inner.push_event(...) end
  end

  function callbacks.keypressed(key, is_repeat)
    is_repeat = is_repeat == 1
    if inner.press_key(key, is_repeat) then push("keypressed", key, key, is_repeat) end
  end

  function callbacks.keyreleased(key)
    inner.release_key(key)
    push("keyreleased", key, key)
  end

  function callbacks.textinput(text)
    if inner.has_text_input() then push("textinput", text) end
  end

  for name, is_down in pairs { mousepressed = true, mousereleased = false } do
    callbacks[name] = function(x, y, button, is_touch, presses)
      x, y, button = integer(x), integer(y), integer(button)
      inner.move_mouse(x, y)
      inner.press_button(button, is_down)
      push(name, x, y, button, is_touch == 1, integer(presses or 1))
    end
  end

  function callbacks.mousemoved(x, y, dx, dy, is_touch)
    x, y = integer(x), integer(y)
    inner.move_mouse(x, y)
    push("mousemoved", x, y, integer(dx), integer(dy), is_touch == 1)
  end

  function callbacks.wheelmoved(dx, dy) push("wheelmoved", integer(dx), integer(dy)) end

  function callbacks.resize(width, height)
    width, height = integer(width), integer(height)
    if inner.resize_window(width, height) then push("resize", width, height) end
  end

  function callbacks.focus(is_on)
    is_on = is_on == 1
    inner.focus_window(is_on)
    if not is_on then
      inner.release_keys()
      inner.release_buttons()
    end
    push("focus", is_on)
  end

  for _, name in ipairs { "touchpressed", "touchmoved", "touchreleased" } do
    callbacks[name] = function(id, x, y, dx, dy, pressure)
      x, y, dx, dy = integer(x), integer(y), integer(dx), integer(dy)
      inner.move_touch(id, x, y, pressure)
      if name == "touchreleased" then inner.release_touch(id) end
      push(name, id, x, y, dx, dy, pressure)
    end
  end
end
