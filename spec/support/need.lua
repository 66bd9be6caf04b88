--- The requirements of tests. If one is missing, the test is pending with a reason.
---
---     local it = need.it(it, need.lua "lua5.1", need.love)
---
--- Reasons are short, and the same for all tests that miss the same thing, because the summary counts them
--- (spec/support/pending.lua).

local seeds = require "spec.support.seeds"
local shell = require "spec.support.shell"

local need = {}

-- A global in spec/support/run.lua. In busted each test has its own, which only spec files can read.
local pending = rawget(_G, "pending")
if not pending then
  require("busted").subscribe({ "test", "start" }, function(test)
    pending = test.env and test.env.pending
    return nil, true -- continue with the other functions for this event
  end)
end

--- An `it` whose tests are pending if one of the checks returns what is missing.
---@param it fun(name: string, body: function) the function of busted or of spec/support/run.lua
---@param ... fun(): string? returns what is missing; called when the test runs
---@return fun(name: string, body: function)
function need.it(it, ...)
  local checks = { ... }
  return function(name, body)
    it(name, function()
      for _, check in ipairs(checks) do
        local reason = check()
        if reason then pending(reason) end
      end
      body()
    end)
  end
end

--- For tests that do not depend on Lua: they run on one Lua only.
---@param name string "lua5.4", "lua5.1"
function need.lua(name)
  return function()
    if shell.lua ~= name then return "only on Lua " .. name:match "%d.%d" end
  end
end

--- For tests that cannot pass on one of the Luas.
---@param name string "luajit", "lua5.2"
function need.other_than(name)
  return function()
    if shell.lua == name then return "not on " .. (name:gsub("^luajit$", "LuaJIT"):gsub("^lua", "Lua ")) end
  end
end

--- For tests that only run in `make test-all`: they compile the library again.
function need.all()
  if seeds.cases < 200 then return "only in make test-all" end
end

--- Threads, which WebAssembly does not have.
function need.threads()
  local astar = require "astar"
  local pool = astar.pool(astar.grid(1, 1), { threads = 1 })
  local name = tostring(pool)
  pool:close()
  if name ~= "astar.pool of 1 thread" then return "no threads here" end
end

--- Libraries that Lua loads, which WebAssembly does not have.
function need.dynamic_libraries()
  local _, _, where = package.loadlib("none", "none")
  if where == "absent" then return "no dynamic libraries here" end
end

local function has(command)
  return shell.run("command -v " .. command) ~= ""
end

function need.tarantool()
  if not has "tarantool" then return "no Tarantool here" end
end

--- A LÖVE whose games need no graphics.
function need.love()
  if not has "love" then return "no LÖVE here" end
end

--- A LÖVE with a virtual screen.
function need.screen()
  if not (has "love" and has "xvfb-run") then return "no LÖVE or no xvfb-run here" end
end

--- A terminal for `shell.run_on_terminal`.
function need.terminal()
  if select(3, shell.run "script -qec true /dev/null") ~= 0 then return "no terminal here (command script)" end
end

--- PathFinding.js, which `make bench` installs.
function need.pathfinding_js()
  if shell.run "ls -d build/bench/node_modules/pathfinding" == "" then return "no PathFinding.js here" end
end

return need
