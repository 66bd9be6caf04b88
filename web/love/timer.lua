--- love.timer: the clock of the page.
---
--- A browser calls no frame while the page is hidden, maybe for hours. A game that catches up with
--- this time in small steps would hang. So a long wait between two frames does not count.

local floor = math.floor

return function(timer, host, inner)
  local longest_wait = 0.5 -- between two frames [seconds]
  local now = host.now
  local last, delta = now(), 0
  local second, frames = last, 0 -- since this second, this many frames
  local rate, average = 0, 0
  local paused = last -- since then the page has the turn

  --- The page gets the turn, or the game gets it back.
  function inner.pause() paused = now() end
  function inner.resume()
    local waited = now() - paused
    if waited > longest_wait then last, second = last + waited, second + waited end
  end

  function timer.getTime() return now() end
  function timer.getDelta() return delta end
  function timer.getFPS() return rate end
  function timer.getAverageDelta() return average end

  --- Begins a frame. Returns the time since the last one [seconds].
  function timer.step()
    local time = now()
    delta, last = time - last, time
    frames = frames + 1
    if time - second > 1 then
      rate, average = floor(frames / (time - second) + 0.5), (time - second) / frames
      second, frames = time, 0
    end
    return delta
  end

  --- Returns at once: the browser decides when the next frame is.
  function timer.sleep() end
end
