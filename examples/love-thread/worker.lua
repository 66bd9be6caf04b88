-- The thread: finds paths on a replica of the map. Messages arrive in the order in which they were
-- sent, so a path is found on the map with all edits that were sent before the request. The
-- arguments are those of `thread:start`: two channels, the options of the rules, two search paths.
local requests, answers, options, path, cpath = ...

-- Each thread has its own Lua state, in which conf.lua has not run.
package.path, package.cpath = path, cpath

local astar = require "astar.loader"

local rules = astar.rules(options)
local grid
local is_needed = true

-- By name of a message, the function that handles it. A message is an array: its name, then the
-- arguments of the function.
local messages = {
  map = function(text) grid = assert(astar.deserialize(text)) end,
  set = function(x, y, terrain) grid:set(x, y, terrain) end,
  find = function(id, x1, y1, x2, y2)
    local found, cost = grid:find_path(x1, y1, x2, y2, rules)
    answers:push { id = id, tiles = found and found:flat(), reason = not found and cost or nil }
  end,
  quit = function() is_needed = false end,
}

-- `demand` waits for the next message.
while is_needed do
  local message = requests:demand()
  messages[message[1]](unpack(message, 2))
end
