--- Runs games in a real LÖVE from specs.

local shell = require "spec.support.shell"

local love_game = {}

-- The modules of LÖVE that a game without a window does not need.
local MODULES = "audio data font graphics image joystick keyboard math mouse physics sound system touch video window"

--- The native file that `require "astar"` finds.
---@return string bytes
---@return string name
function love_game.module()
  for template in package.cpath:gmatch "[^;]+" do
    local name = template:gsub("%?", "astar")
    local is_there, bytes = pcall(shell.read, name)
    if is_there then return bytes, name end
  end
  error "no astar.so on package.cpath"
end

love_game.write = shell.save

--- The text of a conf.lua for a game without a window. It has LÖVE's modules event, filesystem, thread and
--- timer, and the named modules.
---@param wanted string? names with spaces between: "data"
---@param identity string? the name of the save directory
---@return string
function love_game.conf(wanted, identity)
  local unwanted = {}
  for name in MODULES:gmatch "%a+" do
    if not (" " .. (wanted or "") .. " "):find(" " .. name .. " ", 1, true) then
      unwanted[#unwanted + 1] = ("  t.modules.%s = false\n"):format(name)
    end
  end
  return ("function love.conf(t)\n  t.identity = %s\n%send\n"):format(
    identity and ("%q"):format(identity) or "nil", table.concat(unwanted))
end

--- A new folder; the caller removes it.
function love_game.new_folder()
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute(("mkdir -p '%s'"):format(folder)))
  return folder
end

function love_game.remove(folder)
  os.execute(("rm -r '%s'"):format(folder))
end

--- The folder of the checkout.
function love_game.root()
  return (shell.run("pwd"):gsub("\n", ""))
end

--- Runs a game without graphics modules.
---@return string output
---@return string errors
---@return integer code
function love_game.run(folder)
  return shell.run(
    ("cd / && SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy timeout -k 5 60 love '%s'"):format(folder))
end

-- A server that resets itself after its last client sometimes misses the signal to end.
local server = "-screen 0 1280x800x24 -noreset"

--- Runs a game on a virtual screen.
---@return string output
---@return string errors
---@return integer code
function love_game.run_on_screen(folder)
  return shell.run(
    ("cd / && SDL_AUDIODRIVER=dummy xvfb-run -a -s '%s' timeout -k 5 60 love '%s'"):format(server, folder))
end

--- Runs a copy of a folder of `examples/`, like a user who copied it out of the checkout, with astar.so and lua/
--- beside it; or in an image of the checkout.
---@param name string "love-village"
---@param code string Lua code at the end of its main.lua, where it sees the local variables
---@param in_checkout boolean?
---@return string output
---@return string errors
---@return integer code
function love_game.run_copy(name, code, in_checkout)
  local folder = love_game.new_folder()
  local base = folder .. (in_checkout and "/examples/" or "/")
  local files = in_checkout and "lua build" or "lua"
  shell.output(("mkdir -p '%s' && cp -r 'examples/%s' '%s' && for file in %s; do ln -s \"$PWD/$file\" '%s'; done")
    :format(base, name, base, files, folder))
  if not in_checkout then love_game.write(folder .. "/astar.so", (love_game.module())) end
  local main = base .. name .. "/main.lua"
  love_game.write(main, shell.read(main) .. code)
  local output, errors, exit_code = love_game.run_on_screen(base .. name)
  love_game.remove(folder)
  return output, errors, exit_code
end

--- The same with a script in place of a player, see `love_demo.lua`.
---@param name string
---@param script string Lua code; it has the locals `demo` and `app`
---@param in_checkout boolean?
---@return string output
---@return string errors
---@return integer code
function love_game.play(name, script, in_checkout)
  local file = shell.write("local demo, app = ...\n" .. script)
  local output, errors, code = love_game.run_copy(name, ("\nassert(loadfile %q)(app or village, %q)\n"):format(
    love_game.root() .. "/spec/support/love_demo.lua", file), in_checkout)
  os.remove(file)
  return output, errors, code
end

--- Runs a game from its files, in a new folder with the module, the helpers and the maps of the
--- examples. Its main.lua gets `code`, which runs in place of the main loop; it prints "true" last
--- when no error was raised.
---@param files table<string, string> content by file name
---@param code string Lua code; it sees the local variables of main.lua
---@return string output
---@return string errors
---@return integer code
function love_game.play_files(files, code)
  local folder = love_game.new_folder()
  assert(os.execute(("cp -r lua/astar '%s/astar' && cp -r examples '%s/examples'"):format(folder, folder)))
  love_game.write(folder .. "/astar.so", (love_game.module()))
  for name, content in pairs(files) do love_game.write(folder .. "/" .. name, content) end
  love_game.write(folder .. "/main.lua", files["main.lua"] .. [[

    local function play()
  ]] .. code .. [[
    end
    function love.run()
      if love.load then love.load() end
      print(xpcall(play, debug.traceback))
      io.stdout:flush()
      return function() return 0 end
    end
  ]])
  local output, errors, exit_code = love_game.run_on_screen(folder)
  love_game.remove(folder)
  return output, errors, exit_code
end

-- What `play_programs` runs in LÖVE.
local RUNNER = [[
  local callbacks = { "load", "update", "draw", "keypressed", "keyreleased", "mousepressed", "mousereleased",
    "mousemoved", "wheelmoved" }
  for _, program in ipairs(require "programs") do
    for _, name in ipairs(callbacks) do love[name] = nil end
    for file, text in pairs(program.files) do
      local module = file:gsub("%.lua$", "")
      package.loaded[module], package.preload[module] = nil, loadstring(text, "@" .. file)
    end
    love.graphics.reset()
    local chunk = assert(loadstring(program.files["main.lua"] .. "\n" .. program.code, "@" .. program.name))
    setfenv(chunk, setmetatable({}, { __index = _G }))
    print(program.name, xpcall(chunk, debug.traceback))
  end
]]

--- Plays programs one after the other in one LÖVE, each with globals, callbacks and modules of its own. Prints for each
--- one its name and "true", or an error.
---@param programs { name: string, files: table<string, string>, code: string }[] as those of `play_files`
---@return string output
---@return string errors
---@return integer code
function love_game.play_programs(programs)
  local parts = {}
  for _, program in ipairs(programs) do
    local files = {}
    for name, text in pairs(program.files) do files[#files + 1] = ("[%q] = %q"):format(name, text) end
    parts[#parts + 1] = ("{ name = %q, code = %q, files = { %s } }"):format(program.name, program.code,
      table.concat(files, ", "))
  end
  local list = "return { " .. table.concat(parts, ", ") .. " }"
  return love_game.play_files({ ["main.lua"] = "", ["programs.lua"] = list }, RUNNER)
end

--- Plays a game of one or more files, and writes its picture, of 256 colors.
---@param code string what happens before the picture is taken
---@param target string the name of the picture
---@return string output
---@return string errors
---@return integer code
function love_game.take_picture(files, code, target)
  return love_game.play_files(files, code .. ([[

    love.graphics.clear(love.graphics.getBackgroundColor())
    love.draw()
    love.graphics.captureScreenshot(function(image)
      local file = assert(io.open(%q, "wb"))
      file:write(dofile(%q).encode(image))
      file:close()
    end)
    love.graphics.present()
  ]]):format(target, love_game.root() .. "/spec/support/png.lua"))
end

return love_game
