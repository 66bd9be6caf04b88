--- Runs games in a real LÖVE from specs.

local shell = require "spec.support.shell"

local love_game = {}

--- Where `require "astar"` finds the native file.
---@return string bytes
---@return string name
function love_game.module()
  for template in package.cpath:gmatch "[^;]+" do
    local name = template:gsub("%?", "astar")
    local file = io.open(name, "rb")
    if file then
      local bytes = file:read "*a"
      file:close()
      return bytes, name
    end
  end
  error "no astar.so on package.cpath"
end

function love_game.write(name, content)
  local file = assert(io.open(name, "wb"))
  file:write(content)
  file:close()
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

local function has(command)
  return shell.run("command -v " .. command) ~= ""
end

function love_game.is_here()
  return has "love"
end

--- Whether games with graphics can be run.
function love_game.has_screen()
  return has "love" and has "xvfb-run"
end

--- Runs a game that has its graphics modules off.
---@return string output
---@return string errors
---@return integer code
function love_game.run(folder)
  return shell.run(
    ("cd / && SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy timeout -k 5 60 love '%s'"):format(folder))
end

-- A server that resets itself after its last client misses the signal to end now and then.
local server = "-screen 0 1280x800x24 -noreset"

--- Runs a game on a screen in memory; `variables` are set for it, "NAME=value NAME=value".
---@return string output
---@return string errors
---@return integer code
function love_game.run_on_screen(folder, variables)
  return shell.run(
    ("cd / && SDL_AUDIODRIVER=dummy %s xvfb-run -a -s '%s' timeout -k 5 60 love '%s'")
      :format(variables or "", server, folder))
end

--- Plays a demo by a script, see `love_demo.lua`.
---@param folder string where the demo is
---@param script string Lua code; it has the locals `demo` and `app`
---@return string output
---@return string errors
---@return integer code
function love_game.play(folder, script)
  local name = shell.write("local demo, app = ...\n" .. script)
  local output, errors, code = love_game.run_on_screen(folder,
    ("ASTAR_LOVE_DRIVER='%s/spec/support/love_demo.lua' ASTAR_LOVE_SCRIPT='%s'")
      :format(love_game.root(), name))
  os.remove(name)
  return output, errors, code
end

--- Plays a copy of a folder of `examples/` that lies beside astar.so and lua/, as somebody has it
--- who took it out of the checkout.
function love_game.play_copy(name, script)
  local folder = love_game.new_folder()
  assert(os.execute(("cp -r 'examples/%s' lua '%s'"):format(name, folder)))
  love_game.write(folder .. "/astar.so", (love_game.module()))
  local output, errors, code = love_game.play(folder .. "/" .. name, script)
  love_game.remove(folder)
  return output, errors, code
end

return love_game
