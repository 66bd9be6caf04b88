--- Three instances of examples/cluster/world.lua on free ports, for Tarantool.

local clock = require "clock"
local fiber = require "fiber"
local net = require "net.box"
local popen = require "popen"
local socket = require "socket"

local cluster = { ports = {}, connections = {} } -- by number
local instances = {} -- by number

--- Calls f until it returns something true, at most ten seconds.
function cluster.wait_for(what, f)
  local deadline = clock.monotonic() + 10
  while true do
    local ok, result = pcall(f)
    if ok and result then return result end
    assert(clock.monotonic() < deadline, "waited too long for " .. what)
    fiber.sleep(0.01)
  end
end

function cluster.start(number, writer)
  local folder, ports = cluster.folder, cluster.ports
  instances[number] = popen.shell(("exec tarantool spec/support/cluster_instance.lua %s %d %d %d %d %d >%s/out%d 2>&1")
    :format(folder, number, writer, ports[1], ports[2], ports[3], folder, number), "")
  cluster.connections[number] = cluster.wait_for("instance " .. number, function()
    local connection = net.connect(ports[number])
    return connection:call "standing" and connection
  end)
end

function cluster.kill(number)
  instances[number]:kill()
  instances[number]:wait()
end

function cluster.kill_all()
  for _, instance in pairs(instances) do instance:kill() end
end

function cluster.empty(number) os.execute(("rm -rf %s/%d"):format(cluster.folder, number)) end

function cluster.evaluate(number, code, ...)
  return net.connect(cluster.ports[number], { user = "tester", password = "tester" }):eval(code, { ... })
end

function cluster.call(number, name, ...)
  return cluster.connections[number]:call(name, { ... }, { timeout = 10 })
end

--- Three new instances, whose data is in a folder; the first one is the writer.
function cluster.begin(folder)
  cluster.folder = folder
  cluster.kill_all()
  local sockets = {}
  for i = 1, 3 do
    cluster.empty(i)
    sockets[i] = socket("AF_INET", "SOCK_STREAM", "tcp")
    sockets[i]:bind("127.0.0.1", 0)
    cluster.ports[i] = sockets[i]:name().port
  end
  for i = 1, 3 do sockets[i]:close() end
  for i = 1, 3 do cluster.start(i, 1) end
end

return cluster
