--- love.timer: the clock of the page.
---
--- A browser calls no frame while the page is hidden, maybe for hours. A game that catches up with
--- this time in small steps would hang. So a long wait between two frames does not count.

local floor = math.floor

return function(love, host, inner)
  local longest_wait = 0.5 -- between two frames [seconds]
  local now = host.now
  local last = now()
  local second, frames = last, 0 -- since this second, this many frames
  local rate = 0
  local paused = last -- since then the page has the turn

  --- The page gets the turn, or the game gets it back.
  function inner.pause() paused = now() end
  function inner.resume()
    local waited = now() - paused
    if waited > longest_wait then last, second = last + waited, second + waited end
  end

  --- Begins a frame. Returns the time since the last one [seconds].
  function love.timer.step()
    local time = now()
    local delta = time - last
    last, frames = time, frames + 1
    if time - second > 1 then
      rate = floor(frames / (time - second) + 0.5)
      second, frames = time, 0
    end
    return delta
  end

  function love.timer.getTime() return now() end
  function love.timer.getFPS() return rate end
end
