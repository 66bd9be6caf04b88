-- A client of a world on several machines: it edits on the writer, and asks all instances.
--
--   tarantool examples/cluster/client.lua WRITER PORT1 PORT2 PORT3

local astar = require "astar"
local net = require "net.box"

local instances = {}
for i = 2, #arg do
  local options = { wait_connected = 10, reconnect_after = 0.1 }
  instances[i - 1] = net.connect("127.0.0.1:" .. arg[i], options)
end
local writer = instances[tonumber(arg[1])]

-- A town with a river, and a bridge that is not there yet. It stays when the client runs again.
local town = astar.grid(60, 30, { fill = "." })
town:fill("#", 30, 1, 2, 30)
print(pcall(writer.call, writer, "create", { "town", town:serialize() }))

local revision = writer:call("edit", { "town", { { "fill", "~", 30, 12, 2, 4 } } })
print("the writer has built a bridge: revision " .. revision)

-- Each instance waits until its map has this revision.
local maps = {}
for i, instance in ipairs(instances) do
  local tiles, cost = instance:call("path", { "town", 5, 5, 55, 25, revision })
  maps[i] = instance:call("content", { "town", revision })
  print(("instance %d: a path of %d tiles, cost %.2f"):format(i, #tiles / 2, cost))
end
for i = 2, #maps do assert(maps[i] == maps[1], "the maps differ") end
print(("%d instances agree"):format(#maps))

-- An edit is refused as a whole, and not on a reader.
local bad = { "town", { { "set", 1, 1, "#" }, { "set", 999, 1, "#" } } }
print(pcall(writer.call, writer, "edit", bad))
local reader = instances[tonumber(arg[1]) % #instances + 1]
print(pcall(reader.call, reader, "edit", { "town", { { "set", 1, 1, "#" } } }))
os.exit(0)
