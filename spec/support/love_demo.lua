--- Plays a LÖVE demo with a script in place of a player. A line at the end of a copy of the demo's main.lua loads
--- this file, and passes the demo's state and the name of the script. The script is called as a coroutine with
--- `demo` (the functions below) and that state. LÖVE ends with exit code 1 after an error in either, and with 0 at
--- the end of the script.

-- luacheck: globals love

local app, script_name = ...
local png = dofile(debug.getinfo(1, "S").source:match "^@(.*/)" .. "png.lua")

local demo = {
  --- The length of a frame [s], instead of the time of the clock.
  dt = 1 / 60,
  --- One frame out of this many is drawn: drawing without a graphics card is slow.
  draw_every = 30,
  --- Called after each frame: checks what must always be true.
  check = function() end,
}

local is_wanted = false -- whether the next frame has to be drawn

local mouse = { x = 0, y = 0, down = {} }
local keys_down = {}

function love.mouse.getPosition() return mouse.x, mouse.y end
function love.mouse.getX() return mouse.x end
function love.mouse.getY() return mouse.y end

local function is_any_down(set, ...)
  for i = 1, select("#", ...) do
    if set[select(i, ...)] then return true end
  end
  return false
end

function love.mouse.isDown(...) return is_any_down(mouse.down, ...) end
function love.keyboard.isDown(...) return is_any_down(keys_down, ...) end

-- ------------------------------------------------------------- what a script can do

--- Waits for `count` frames, default 1.
function demo.frames(count)
  for _ = 1, count or 1 do coroutine.yield() end
end

--- Waits for frames until `test()` is true, at most `limit` of them.
function demo.wait(test, limit)
  for _ = 1, limit do
    if test() then return end
    coroutine.yield()
  end
  error(("not within %d frames"):format(limit), 2)
end

local function call(name, ...)
  if love[name] then love[name](...) end
end

--- Presses keys and releases them: demo.key("lshift", "a") with shift held.
function demo.key(...)
  local names = { ... }
  for _, name in ipairs(names) do
    keys_down[name] = true
    call("keypressed", name, name, false)
  end
  for i = #names, 1, -1 do
    keys_down[names[i]] = nil
    call("keyreleased", names[i], names[i])
  end
  demo.frames()
end

--- Moves the mouse there.
function demo.point(x, y)
  local dx, dy = x - mouse.x, y - mouse.y
  mouse.x, mouse.y = x, y
  call("mousemoved", x, y, dx, dy, false)
end

--- Drags the mouse from point to point, each { x, y }, with a button held; default 1, the left. It draws a
--- frame before it presses the button, so that the demo has drawn what is clicked.
function demo.drag(points, button)
  button = button or 1
  is_wanted = true
  demo.frames()
  demo.point(points[1][1], points[1][2])
  mouse.down[button] = true
  call("mousepressed", mouse.x, mouse.y, button, false, 1)
  for i = 2, #points do
    demo.frames()
    demo.point(points[i][1], points[i][2])
  end
  mouse.down[button] = nil
  call("mousereleased", mouse.x, mouse.y, button, false, 1)
  demo.frames()
end

function demo.click(x, y, button)
  demo.drag({ { x, y } }, button)
end

--- Writes the screen into a PNG file of 256 colors.
function demo.screenshot(name)
  local is_done = false
  love.graphics.captureScreenshot(function(image)
    local file = assert(io.open(name, "wb"))
    file:write(png.encode(image))
    file:close()
    is_done = true
  end)
  is_wanted = true
  demo.wait(function() return is_done end, 3)
end

--- The screen, as LÖVE reads it from such a file.
function demo.image()
  local name = os.tmpname()
  demo.screenshot(name)
  local file = io.open(name, "rb")
  local bytes = file:read "*a"
  file:close()
  os.remove(name)
  assert(#bytes > 5000 and #bytes < 100000, #bytes)
  return love.image.newImageData(love.filesystem.newFileData(bytes, "shot.png"))
end

-- ------------------------------------------------------------------------- frames

local frame = 0

local function run_frame()
  frame = frame + 1
  love.timer.step()
  love.update(demo.dt)
  if is_wanted or frame % demo.draw_every == 0 then
    love.graphics.origin()
    love.graphics.clear(love.graphics.getBackgroundColor())
    love.draw()
    love.graphics.present()
    is_wanted = false
  end
  demo.check()
end

local script = coroutine.create(assert(loadfile(script_name)))

-- The exit code at the end: after the script's last frame, or after an error in it.
local function resume()
  local ok, message = coroutine.resume(script, demo, app)
  if not ok then
    io.stderr:write(debug.traceback(script, message), "\n")
    return 1
  end
  return coroutine.status(script) == "dead" and 0 or nil
end

local function step()
  love.event.pump()
  for name in love.event.poll() do
    if name == "quit" then error "the demo called love.event.quit" end
  end
  local code = resume()
  if not code then run_frame() end
  return code
end

function love.run()
  if love.load then love.load({}, {}) end
  return function()
    local ok, result = xpcall(step, debug.traceback)
    if ok then return result end
    io.stderr:write(result, "\n")
    return 1
  end
end
