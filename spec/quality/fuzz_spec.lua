-- Runs the programs of spec/fuzz without a fuzzer: fuzz targets with the stored cases, other programs for a short
-- time.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

-- Builds targets, runs a command, and returns its output.
local function run(targets, command)
  shell.build(targets)
  return shell.output(command)
end

-- One Lua is enough: these programs contain no Lua.
local it_in_c = need.it(it, need.lua "lua5.4")

describe("fuzz cases of", function()
  for _, target in ipairs { "calls", "deserialize", "delta", "load_index", "rules" } do
    it_in_c(target, function()
      local program = "build/fuzz/" .. target
      local output = run(program, ("%s spec/fuzz/corpus/%s/*"):format(program, target))
      assert.is_true(tonumber(output:match "^(%d+) cases replayed\n$") >= 50, output)
    end)
  end
end)

describe("derived data after edits", function()
  it_in_c("is that of a fresh copy of the map", function()
    local output = run("build/fuzz/history", "build/fuzz/history 9000")
    assert.equal("9000 edits, each compared with a fresh copy: no difference\n", output)
  end)
end)

describe("answers on random terrain", function()
  it_in_c("are those of the oracle, with every kernel", function()
    local output = run("build/fuzz/property", "build/fuzz/property 1200")
    assert.is_truthy(output:find "^1200 maps, %d+ paths, 1%d%d%d%d%d budgets: no difference\n$", output)
  end)
end)

describe("plans for clumps of units", function()
  it_in_c("exist where a search over all configurations finds one, and are legal", function()
    local output = run("build/fuzz/lacam", "build/fuzz/lacam 1200")
    assert.is_truthy(output:find "^1200 mazes: .*: no difference\n$", output)
  end)
end)

describe("rescues of clumps of units", function()
  it_in_c("resolve the scenes, and survive disturbances, saving and damaged records", function()
    local output = run("build/fuzz/rescue", "build/fuzz/rescue 150")
    assert.is_truthy(output:find "\n150 worlds, %d+ rescues, .*: no error\n$", output)
  end)
end)

describe("answers that avoid units", function()
  it_in_c("are those of the oracle with obstacles", function()
    local output = run("build/fuzz/avoid", "build/fuzz/avoid 1500")
    assert.is_truthy(output:find "^1500 maps, %d+ queries, %d+ paths, %d+ lines: no difference\n$", output)
  end)
end)

describe("contexts in several threads", function()
  it_in_c("give the answers of a copy of the grid, and survive failed allocations", function()
    local output = run("build/fuzz/parallel", "build/fuzz/parallel 300")
    assert.equal("300 maps, 4 threads with contexts: the answers of the grid\n", output)
  end)
end)

describe("replicas of grids and of rules", function()
  it_in_c("are equal in bytes and answers, and refuse what does not fit", function()
    local output = run("build/fuzz/replica", "build/fuzz/replica 150")
    assert.is_truthy(output:find "\n150 worlds, %d+ edits, .*: no difference\n$", output)
  end)
end)

describe("baked indexes on levels that change", function()
  it_in_c("answer as searches do, and search only where they must", function()
    local output = run("build/fuzz/index", "build/fuzz/index 800")
    assert.is_truthy(output:find "\n800 worlds, .*: no difference\n$", output)
  end)
end)

describe("pools of worker threads under random calls", function()
  it_in_c("give the answers that the grid gave at the moment of the request", function()
    local output = run("build/fuzz/pool", "build/fuzz/pool 2")
    assert.is_truthy(output:find "\n%d+ edits, %d+ requests to %d+ pools, .*: no difference\n$", output)
  end)
end)

describe("explanations, planned obstacles and choke points", function()
  it_in_c("are those of brute force", function()
    local output = run("build/fuzz/explanation", "build/fuzz/explanation 300")
    assert.is_truthy(output:find "^300 maps, .*: no difference\n$", output)
  end)
end)

describe("crowds on random maps", function()
  it_in_c("keep what they promise, at every update", function()
    local output = run("build/fuzz/crowd", "build/fuzz/crowd 300000")
    assert.is_truthy(output:find "^%d+ updates of units in %d+ worlds, %d+ steps, %d+ looks at followers: no fault\n",
      output)
  end)
end)

-- LuaJIT has its own allocator: its memory cannot be counted. For Lua 5.5 there is no library here that a program
-- shares with its modules.
local it_in_states = need.it(it, need.other_than "luajit", need.other_than "lua5.5")

describe("Lua states in one program", function()
  it_in_states("are independent, and free all their memory", function()
    local module, program = "build/" .. shell.lua, "build/fuzz/states" .. shell.lua:sub(4)
    local output = run(("%s/astar.so %s"):format(module, program),
      ('LUA_CPATH="./%s/?.so" %s 0 1'):format(module, program))
    assert.is_truthy(output:find "^states, seed 1: 4800 calls in 12 rounds\n$", output)
  end)
end)
