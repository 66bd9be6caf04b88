--- Measures the world on several machines of examples/cluster: three instances and this client, all
--- on this machine. `make bench-cluster MAPS=dir` runs it.
---
---     tarantool bench/cluster.lua FOLDER MAPS

local astar = require "astar"
local clock = require "clock"
local cluster = require "spec.support.cluster_instances"
local fiber = require "fiber"

local folder, maps = arg[1], arg[2]
local now, call, evaluate = clock.monotonic, cluster.call, cluster.evaluate
io.stdout:setvbuf "no"

--- The value below which a share of the sorted times is [ms].
local function quantile(times, share)
  table.sort(times)
  return times[math.max(1, math.ceil(#times * share))] * 1e3
end

--- A map of MovingAI's format, and its scenarios as arguments of `path`.
local function read(name)
  local rows, scenarios, is_map = {}, {}, false
  for line in io.lines(maps .. "/" .. name .. ".map") do
    if is_map then rows[#rows + 1] = line end
    is_map = is_map or line == "map"
  end
  for line in io.lines(maps .. "/" .. name .. ".map.scen") do
    local x1, y1, x2, y2 = line:match "%s%d+%s+%d+%s+(%d+)%s+(%d+)%s+(%d+)%s+(%d+)"
    if x1 then scenarios[#scenarios + 1] = { name, x1 + 1, y1 + 1, x2 + 1, y2 + 1 } end
  end
  return astar.grid(rows):serialize(), scenarios
end

--- Runs a function in so many fibers. Returns when all have ended.
local function in_fibers(count, f)
  local done, left = fiber.cond(), count
  for i = 1, count do
    fiber.create(function()
      f(i)
      left = left - 1
      done:signal()
    end)
  end
  while left > 0 do done:wait() end
end

--- Requests per second of some instances, each with 32 requests in flight.
local function throughput(numbers, scenarios)
  local started, count, seconds = now(), 0, 2
  in_fibers(32 * #numbers, function(i)
    local connection = cluster.connections[numbers[i % #numbers + 1]]
    local at = i * 37
    while now() - started < seconds do
      at = at % #scenarios + 1
      connection:call("path", scenarios[at])
      count = count + 1
    end
  end)
  return count / seconds
end

local function measure_throughput()
  for _, name in ipairs { "Berlin_0_512", "lak303d" } do
    local grid, scenarios = read(name)
    call(1, "create", name, grid)
    call(2, "content", name)
    call(3, "content", name)
    local one, two = throughput({ 2 }, scenarios), throughput({ 2, 3 }, scenarios)
    print(("%s: %.0f requests/s of a reader, %.0f of two: %.2f times")
      :format(name, one, two, two / one))
  end
end

-- Runs in a reader: notes when it has a revision.
local watcher = [[
  SEEN = {}
  box.space.deltas:on_replace(function(_, row)
    local function note() SEEN[#SEEN + 1] = { row[3], require("clock").monotonic() } end
    if row then box.on_commit(note) end
  end)
]]

--- The time from the call of an edit until both readers have it, at so many edits per second.
local function measure_edits(rate)
  for number = 2, 3 do evaluate(number, watcher) end
  local sent, started = {}, now()
  in_fibers(4 * rate, function(i)
    fiber.sleep(started + i / rate - now())
    local began = now()
    local edits = { { "set_penalty", math.random(512), math.random(512), i } }
    sent[#sent + 1] = { call(1, "edit", "Berlin_0_512", edits), began }
  end)
  fiber.sleep(0.2)
  local times = {}
  local seen = { evaluate(2, "return SEEN"), evaluate(3, "return SEEN") }
  for i, edit in ipairs(sent) do
    times[i] = 0
    for _, list in ipairs(seen) do
      local at
      for _, each in ipairs(list) do
        at = at or each[1] >= edit[1] and each[2]
      end
      times[i] = math.max(times[i], at - edit[2])
    end
  end
  print(("%d edits/s: both readers have an edit after %.2f ms (median), %.2f ms (99th percentile)")
    :format(rate, quantile(times, 0.5), quantile(times, 0.99)))
end

local function measure_promotion()
  local times = {}
  local writer = 1
  for _ = 1, 8 do
    local old = writer
    local a, b = old % 3 + 1, (old + 1) % 3 + 1
    writer = call(a, "standing") >= call(b, "standing") and a or b
    local began = now()
    cluster.kill(old)
    call(writer, "promote")
    call(writer, "edit", "Berlin_0_512", { { "set_penalty", 1, 1, math.random() } })
    times[#times + 1] = now() - began
    cluster.empty(old)
    cluster.start(old, writer)
    fiber.sleep(0.3)
  end
  print(("the writer killed: next acknowledged edit after %.0f ms (median), %.0f ms (longest)")
    :format(quantile(times, 0.5), quantile(times, 1)))
  return writer
end

local function measure_return(writer)
  local reader = writer % 3 + 1
  local map = astar.grid(2048, 2048, { fill = "." })
  for _ = 1, 400000 do map:set(math.random(2048), math.random(2048), "~") end
  call(writer, "create", "large", map:serialize())
  local times = {}
  for _ = 1, 5 do
    local revision = call(writer, "edit", "large", { { "set_penalty", 1, 1, math.random() } })
    call(reader, "content", "large", revision)
    cluster.kill(reader)
    local began = now()
    cluster.start(reader, writer)
    call(reader, "path", "large", 1, 1, 2, 2, revision)
    times[#times + 1] = now() - began
  end
  print(("a reader killed, map of 2048 x 2048: it answers again after %.2f s (median)")
    :format(quantile(times, 0.5) / 1e3))
end

--- Pings while eight requests for long paths on a weighted map are in flight, searched by a pool.
local function measure_ping(writer)
  local map = astar.grid(512, 512, { fill = "." })
  for _ = 1, 100000 do map:set(math.random(512), math.random(512), "~") end
  call(writer, "create", "weighted", map:serialize(), true)
  local reader = writer % 3 + 1
  call(reader, "content", "weighted")
  local times, started, count = {}, now(), 0
  in_fibers(9, function(i)
    while now() - started < 3 do
      if i < 9 then
        local x, y = math.random(512), math.random(512)
        call(reader, "path", "weighted", x, y, 513 - x, 513 - y)
        count = count + 1
      else
        local began = now()
        call(reader, "standing")
        times[#times + 1] = now() - began
        fiber.sleep(0.002)
      end
    end
  end)
  print(("beside %.0f weighted searches/s a ping takes %.2f ms (median), %.2f ms (99th percentile)")
    :format(count / 3, quantile(times, 0.5), quantile(times, 0.99)))
end

local ok, message = xpcall(function()
  cluster.begin(folder)
  measure_throughput()
  measure_edits(10)
  measure_edits(200)
  local writer = measure_promotion()
  measure_return(writer)
  measure_ping(writer)
end, debug.traceback)
cluster.kill_all()
if not ok then print(message) end
os.exit(ok and 0 or 1)
