--- love.event: events wait in a queue until the next frame.

-- Local, since a game may have variables of these names. So do all files here whose functions run
-- while the game does.
local error, pack, unpack = error, table.pack, table.unpack

return function(event, _, inner)
  local limit = 4096 -- while no frame comes, more events are lost
  local queue, first, last = {}, 1, 0

  --- Adds an event. The page and the game add them.
  function event.push(name, ...)
    inner.check(name, "string", 1, "push")
    if last - first + 1 >= limit then return false end
    last = last + 1
    queue[last] = pack(name, ...)
    return true
  end

  inner.push_event = event.push

  local function next_event()
    if first > last then return nil end
    local values = queue[first]
    queue[first], first = nil, first + 1
    return unpack(values, 1, values.n)
  end

  --- An iterator that removes the events: name, values.
  function event.poll() return next_event end
  inner.next_event = next_event

  --- Does nothing: the page adds the events of the browser between frames.
  function event.pump() end

  function event.clear()
    queue, first, last = {}, 1, 0
  end

  function event.quit(status)
    if status == "restart" then
      error("love.event.quit 'restart' is not in this browser's love", 2)
    end
    return event.push("quit", status)
  end
end
