-- Every allocation fails in turn, in C programs with their own allocator. In `make test` one of 16 fails, and
-- in one way: once, or twice, or with all that follow.

local need = require "spec.support.need"
local seeds = require "spec.support.seeds"
local shell = require "spec.support.shell"

-- Builds and runs a program. Returns the number of failed allocations that it reports.
local function count_failures(name, pattern)
  shell.build("build/spec/" .. name)
  local output = shell.output(("build/spec/%s %d"):format(name, seeds.stride()))
  local count = output:match("^(%d+) " .. pattern .. ": no leak, no fault\n$")
  assert.is_truthy(count, output)
  return tonumber(count) * seeds.stride()
end

describe("when allocations fail", function()
  -- One Lua is enough: the program contains no Lua.
  local it_in_c = need.it(it, need.lua "lua5.4")
  it_in_c("nothing leaks, and all that is on a grid answers on as if nothing had happened", function()
    assert.is_true(count_failures("allocation", "points, where allocations failed") >= 3000)
  end)

  it_in_c("crowds lose nothing, and their units go on", function()
    assert.is_true(count_failures("allocation_crowd", "points, each failed once and permanently") >= 100)
  end)

  -- LuaJIT has its own allocator; its module is that of Lua 5.1. Lua 5.2 frees its list of calls in each collection,
  -- and loses a finalizer if there is no memory to call it.
  local it_in_lua = need.it(it, need.other_than "luajit", need.other_than "lua5.2")
  it_in_lua("the module raises, nothing leaks, and what was made before works on", function()
    assert.is_true(count_failures("allocation_" .. shell.lua, "failures") >= 3000)
  end)

  it("the whole module works", function()
    local astar = require "astar"
    local acts = shell.read "spec/support/allocation_lua.lua" .. shell.read "spec/support/freed_calls.lua"
    local grid, rules = astar.grid(2, 2), astar.rules { default = 1 }
    for _, object in ipairs {
      grid, grid:find_path(1, 1, 2, 2, rules), grid:reachable(1, 1, rules),
      grid:search(1, 1, 2, 2, rules), grid:replanner(1, 1, 2, 2, rules),
      grid:bake(rules), astar.crowd(grid), rules, grid:vision(rules), grid:view(1, 1, 1, rules),
      grid:influence "danger",
      astar.pool(grid, { threads = 0 }), astar.pool(grid, { threads = 0 }):find_path(1, 1, 2, 2, rules),
    } do
      for name in pairs(debug.getmetatable(object)[2]) do
        assert.matches(":" .. name .. "(", acts, 1, true)
      end
    end
    for name in pairs(astar) do assert.matches("astar." .. name, acts, 1, true) end
  end)
end)
