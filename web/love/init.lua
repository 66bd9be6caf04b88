--- `love` for the browser: the part of LÖVE 11 that games in two dimensions use most.
---
--- The page runs this file first. It sets the global `love` and the callbacks of the page in the
--- registry (run.lua). What is called thousands of times per frame is in C (web/host), as are the
--- objects; the files here complete it. A function or module of LÖVE that is not there raises an
--- error with its name. Functions that the game defines (love.draw) are nil until then.

local host = require "love.host"
local error, getmetatable, pairs, tonumber, tostring, type =
  error, getmetatable, pairs, tonumber, tostring, type

-- What LuaJIT has and Lua 5.4 has not, as far as games often use it.
unpack = unpack or table.unpack -- luacheck: globals unpack
loadstring = loadstring or load -- luacheck: globals loadstring
math.atan2 = math.atan2 or math.atan -- luacheck: globals math.atan2
math.pow = math.pow or function(x, y) return x ^ y end -- luacheck: globals math.pow
jit = jit or { os = "Web", arch = "wasm32", version = _VERSION } -- luacheck: globals jit

love = { _version = "11.4", _os = "Web" } -- luacheck: globals love

local here = { "event", "filesystem", "graphics", "image", "keyboard", "math", "mouse", "system",
  "timer", "touch", "window" }
local elsewhere = { "audio", "data", "font", "joystick", "physics", "sound", "thread", "video" }

-- The modules of LÖVE that neither are there nor were turned off by conf.lua.
local missing = {}
for _, name in ipairs(elsewhere) do missing[name] = true end

local function raise_missing(name)
  error(name .. " is not in this browser's love", 3)
end

setmetatable(love, {
  __index = function(_, name)
    if missing[name] then raise_missing("love." .. name) end
  end,
})

function love.getVersion() return 11, 4, 0, "Mysterious Mysteries" end

function love.isVersionCompatible(major, minor)
  if type(major) == "string" then major, minor = major:match "^(%d+)%.(%d+)" end
  return tonumber(major) == 11 and (tonumber(minor) or 0) <= 4
end

function love.hasDeprecationOutput() return false end
function love.setDeprecationOutput() end

-- What the files here share, and games do not see.
local inner = {}

-- Objects of `love` hide their metatable.
local function is_object(value)
  return type(value) == "userdata" and getmetatable(value) == false
end

-- Raises the error of a wrong argument in the function that calls the caller.
local function raise_type(value, wanted, index, name)
  local found = is_object(value) and value:type() or type(value)
  error(("bad argument #%d to '%s' (%s expected, got %s)"):format(index, name, wanted, found), 4)
end

--- The argument `index` of the function `name` must be of a type of Lua.
function inner.check(value, wanted, index, name)
  if type(value) ~= wanted then raise_type(value, wanted, index, name) end
end

--- The argument `index` of the function `name` must be an object of `love`.
function inner.check_object(value, wanted, index, name)
  if not (is_object(value) and value:typeOf(wanted)) then raise_type(value, wanted, index, name) end
end

-- Runs a file of this folder. It returns a function that completes a module.
local function load_part(name) return assert(loadfile("/web/love/" .. name .. ".lua"))() end

for _, name in ipairs(here) do
  local module = host[name] or {}
  love[name] = module
  load_part(name)(module, host, inner)
  package.loaded["love." .. name] = module
  setmetatable(module, {
    __index = function(_, key) raise_missing(("love.%s.%s"):format(name, tostring(key))) end,
  })
end
package.loaded.love = love

-- Removes the modules that conf.lua turned off.
function inner.turn_off(modules)
  for name, is_on in pairs(modules) do
    if not is_on then love[name], missing[name] = nil, nil end
  end
end

load_part "run"(host, inner)
