-- Frees an object by hand from a finalizer, at each moment of each call of the module at which
-- Lua can run one. Run by the specs spec/regression/finalizer_frees_*; by hand:
--
--     lua spec/support/finalizers.lua KIND [CALL]
--
-- KIND is the class of the freed object: rules, grid, field, search, replanner, index, crowd, pool or request.
-- CALL is the only call to make; without it, all calls are made.
--
-- Method: a call is repeated, each time in a new world. In round n the n-th collection after the beginning of the
-- call frees the object. The call must return the same as without a collection, or raise that the object was
-- freed. The rounds end when the call has fewer than n collections. The program prints one line per call: its
-- name, the number of rounds in which the object was freed, and in how many of them the call raised an error. It
-- is a program of its own so that there is little to collect, and so that a crash ends no other test.

local doom = require "spec.support.doom"
local freed_calls = require "spec.support.freed_calls"

local kind, only = ...
freed_calls.kind = kind
local calls, setup = freed_calls.calls, freed_calls.setup
local jit = rawget(_G, "jit")
if jit then jit.off() end -- compiled code makes fewer allocations, and their number varies

-- ------------------------------------------------------------------------ the collector

-- Each step of the collector becomes a whole cycle, and each allocation of a Lua object causes a step.
local function make_restless()
  if _VERSION == "Lua 5.5" then
    collectgarbage("param", "pause", 0)
    collectgarbage("param", "stepmul", 0) -- no limit
  else
    if _VERSION == "Lua 5.4" then collectgarbage("incremental", 0, 0, 100) end -- 2^100 bytes
    collectgarbage("setpause", 0)
    -- On Lua 5.1 and LuaJIT 0 means no limit.
    collectgarbage("setstepmul", _VERSION == "Lua 5.1" and 0 or 1000000)
  end
end

local left -- collections until `deed` is called
local deed

local function tick()
  left = left - 1
  if left == 0 then
    deed()
    collectgarbage("setpause", 1000) -- the rest of the call needs no collections
  end
  if left > 0 then doom(tick) end
end

-- --------------------------------------------------------------------------- the rounds

-- Makes a call in a new world, whose object the n-th collection frees. Returns whether it was freed, and the
-- answer of the call.
local function play(name, n)
  collectgarbage "stop"
  local world = setup(name)
  deed = function() freed_calls.free(world[kind]) end
  left = n
  make_restless()
  doom(tick)
  collectgarbage "restart"
  local ok, answer = pcall(calls[name], world)
  collectgarbage "stop"
  local was_freed = left <= 0
  left = 0
  return was_freed, ok, answer
end

-- Plays all rounds of a call.
local function sweep(name)
  local _, _, expected = play(name, math.huge)
  local freed, raised = 0, 0
  repeat
    local was_freed, ok, answer = play(name, freed + 1)
    if was_freed then freed = freed + 1 end
    if was_freed and not ok then
      raised = raised + 1
      local gone = answer:match "^.-: the (%l+) %l+ freed already$" or answer:match "^.-: the (%l+) was closed$"
      assert(gone == kind, name .. ": " .. answer)
    else
      assert(ok and answer == expected,
        name .. ": " .. tostring(answer) .. ", expected: " .. tostring(expected))
    end
  until not was_freed
  print(("%s %d %d"):format(name, freed, raised))
end

local names = {}
for name in pairs(calls) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  if (not only or name == only) and setup(name)[kind] then sweep(name) end
end
