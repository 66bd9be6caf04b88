-- Runs specs on Luas without busted, which needs C modules and functions that Lua 5.5 removed. This runner is
-- plain Lua and uses only the assertions of busted (luassert and say).
--
--     lua spec/support/run.lua spec/core/grid_spec.lua ...
--
-- It has describe, it, setup, before_each, after_each, and pending inside a test.

local sum_up = dofile "spec/support/pending.lua"

local skipped = {} -- the error that `pending` raises
local counts = { success = 0, failure = 0, pending = 0 }
local reports, reasons = {}, {}

local function report(outcome, name, message)
  counts[outcome] = counts[outcome] + 1
  io.write(outcome == "success" and "+" or outcome == "pending" and "." or "-")
  if message then reports[#reports + 1] = ("%s -> %s\n%s\n"):format(outcome, name, message) end
end

local function trace(message)
  if message == skipped or type(message) == "string" and message:find "\nstack traceback:" then
    return message
  end
  return debug.traceback(tostring(message), 2)
end

-- Calls `f` for the test or block of this name; returns whether it passed.
local function try(name, f)
  local ok, message = xpcall(f, trace)
  if message == skipped then
    report "pending"
    reasons[#reasons + 1] = skipped.reason
  elseif not ok then
    report("failure", name, message)
  end
  return ok
end

-- ------------------------------------------------------------------------------- blocks

local function new_block(name, outer)
  return {
    name = outer and outer.name .. " " .. name or name, outer = outer,
    setup = {}, before_each = {}, after_each = {}, parts = {},
  }
end

local block -- the current `describe`

local function enter(inner)
  if inner.outer then enter(inner.outer) end
  for _, hook in ipairs(inner.before_each) do hook() end
end

local function leave(inner)
  for _, hook in ipairs(inner.after_each) do hook() end
  if inner.outer then leave(inner.outer) end
end

local function run_test(test)
  local ok = try(test.name, function()
    enter(test.block)
    test.body()
  end)
  ok = try(test.name, function() leave(test.block) end) and ok
  if ok then report("success", test.name) end
end

local function run_block(inner)
  local ok = try(inner.name, function()
    for _, hook in ipairs(inner.setup) do hook() end
  end)
  if not ok then return end
  for _, part in ipairs(inner.parts) do
    if part.body then run_test(part) else run_block(part) end
  end
end

-- --------------------------------------------------------------- functions for specs
-- luacheck: push globals assert describe it setup before_each after_each pending

assert = require "luassert"

function describe(name, body)
  local inner = new_block(name, block)
  table.insert(block.parts, inner)
  block = inner
  body()
  block = inner.outer
end

function it(name, body)
  table.insert(block.parts, { name = block.name .. " " .. name, block = block, body = body })
end

for _, hook in ipairs { "setup", "before_each", "after_each" } do
  _G[hook] = function(f) table.insert(block[hook], f) end
end

function pending(reason)
  skipped.reason = reason
  error(skipped, 0)
end

-- luacheck: pop
-- -------------------------------------------------------------------------------- files

-- Each file loads its modules again.
local kept = {}
for name in pairs(package.loaded) do kept[name] = true end

local started = os.time()
for _, name in ipairs { ... } do
  block = new_block(name)
  local file = block
  if try(name, assert(loadfile(name))) then run_block(file) end
  for module in pairs(package.loaded) do
    if not kept[module] then package.loaded[module] = nil end
  end
end

print(("\n%d successes / %d failures / 0 errors / %d pending : %d seconds"):format(
  counts.success, counts.failure, counts.pending, os.time() - started))
if #reasons > 0 then print(sum_up(reasons)) end
for _, text in ipairs(reports) do print("\n" .. text) end
os.exit(counts.failure == 0 and 0 or 1)
