--- What tests need to run. Where it is missing, they are pending, and their reason says why.
---
---     local it = need.it(it, need.lua "lua5.1", need.love)
---
--- Reasons are short and the same for all tests that miss the same thing: the summary counts them
--- (spec/support/pending.lua).

local shell = require "spec.support.shell"

local need = {}

-- In spec/support/run.lua a global; busted has one for each test, which only spec files see.
local pending = rawget(_G, "pending")
if not pending then
  require("busted").subscribe({ "test", "start" }, function(test)
    pending = test.env and test.env.pending
    return nil, true -- go on with the other functions for this event
  end)
end

--- An `it` whose tests are pending where one of the checks names something that is missing.
---@param it fun(name: string, body: function) that of busted or of spec/support/run.lua
---@param ... fun(): string? gives what is missing; called when the test runs
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

--- For what has nothing to do with the Lua that runs it: one of them is enough.
---@param name string "lua5.4", "lua5.1"
function need.lua(name)
  return function()
    if shell.lua ~= name then return "only on Lua " .. name:match "%d.%d" end
  end
end

--- For what cannot work on one of the Luas.
---@param name string "luajit", "lua5.2"
function need.other_than(name)
  return function()
    if shell.lua == name then return "not on " .. (name:gsub("^luajit$", "LuaJIT"):gsub("^lua", "Lua ")) end
  end
end

local function has(command)
  return shell.run("command -v " .. command) ~= ""
end

--- A LÖVE whose games need no graphics.
function need.love()
  if not has "love" then return "no LÖVE here" end
end

--- A LÖVE with a screen in memory.
function need.screen()
  if not (has "love" and has "xvfb-run") then return "no LÖVE or no xvfb-run here" end
end

--- A terminal for `shell.run_on_terminal`.
function need.terminal()
  if select(3, shell.run "script -qec true /dev/null") ~= 0 then return "no terminal here (command script)" end
end

return need
