--- The life of a game: its configuration, its start and its frames.
---
--- The page calls the functions in the table `callbacks` of the registry:
---
---     start(path)                   runs conf.lua and this file: main.lua; then love.load
---     begin()                       for a program that the page has run: love.load, or its end if
---                                   it has not defined a function of a game
---     frame()                       the events, love.update, love.draw
---     keypressed, mousemoved, ...   a new event, which waits for the next frame (input.lua)

local assert, error, exit = assert, error, os.exit

return function(love, _, inner)
  local callbacks, graphics = inner.callbacks, love.graphics
  debug.getregistry().callbacks = callbacks

  local frame -- the function that love.run has returned

  --- The loop of LÖVE: returns the function of one frame, which returns an exit code to end.
  function love.run()
    if love.load then love.load({}, {}) end
    love.timer.step()
    return function()
      if inner.handle_events() then return 0 end
      local delta = love.timer.step()
      if love.update then love.update(delta) end
      graphics.origin()
      graphics.clear(graphics.getBackgroundColor())
      if love.draw then love.draw() end
      if graphics.getCanvas() then error("love.draw ended while a canvas was set", 0) end
    end
  end

  local function configure()
    local settings = {
      window = { title = "Untitled", width = 800, height = 600, minwidth = 1, minheight = 1,
        resizable = false },
      modules = {},
    }
    if love.conf then love.conf(settings) end
    inner.open_window(settings.window)
  end

  function callbacks.start(path)
    inner.open_folder(path:match "^(.*)/")
    local conf = inner.load_file "conf.lua"
    if conf then conf() end
    configure()
    assert(inner.load_file(path:match "[^/]*$"))()
    frame = love.run()
    inner.pause()
  end

  function callbacks.begin()
    if not (love.load or love.update or love.draw) then exit(0, true) end -- with finalizers
    configure()
    frame = love.run()
    inner.pause()
  end

  function callbacks.frame()
    inner.resume()
    local code = frame and frame()
    if code then exit(code) end
    inner.pause()
  end
end
