--- `love` for the browser: the part of LÖVE 11 that the demos use.
---
--- The page runs this file first. It sets the global `love` and the callbacks of the page in the
--- registry (run.lua). What is called thousands of times per frame is in C (web/host), as are the
--- objects; the files here complete it. A function or module of LÖVE that is not there raises an
--- error with its name. Functions that the game defines (love.draw) are nil until then.

local host = require "love.host"
local error, tostring = error, tostring

-- What LuaJIT has and Lua 5.4 has not, as far as the demos use it.
unpack = unpack or table.unpack -- luacheck: globals unpack
jit = jit or { os = "Web", arch = "wasm32", version = _VERSION } -- luacheck: globals jit

love = { -- luacheck: globals love
  event = {}, filesystem = {}, graphics = host.graphics, image = host.image, keyboard = {},
  math = host.math, mouse = {}, timer = {},
}

-- What the files here share, and games do not see.
local inner = {}

-- Runs a file of this folder, which returns a function that completes `love`.
local function complete(name)
  assert(loadfile("/web/love/" .. name .. ".lua"))()(love, host, inner)
end

for _, name in ipairs { "filesystem", "graphics", "input", "timer" } do complete(name) end

local generator = host.math.newRandomGenerator(os.time())
function love.math.random(...) return generator:random(...) end
function love.math.setRandomSeed(seed) generator:setSeed(seed) end

local function raise_missing(name)
  error(name .. " is not in this browser's love", 3)
end

for name, module in pairs(love) do
  package.loaded["love." .. name] = module
  setmetatable(module, {
    __index = function(_, key) raise_missing(("love.%s.%s"):format(name, tostring(key))) end,
  })
end
package.loaded.love = love

local missing = {}
for _, name in ipairs { "audio", "data", "font", "joystick", "physics", "sound", "system", "thread",
  "touch", "video", "window" } do missing[name] = true end
setmetatable(love, {
  __index = function(_, name)
    if missing[name] then raise_missing("love." .. name) end
  end,
})

complete "run"
