--- love.timer: the clock of the page.

return function(timer, host)
  local now = host.now
  local last, delta = now(), 0
  local second, frames = last, 0 -- since this second, this many frames
  local rate, average = 0, 0

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
      rate, average = math.floor(frames / (time - second) + 0.5), (time - second) / frames
      second, frames = time, 0
    end
    return delta
  end

  --- Returns at once: the browser decides when the next frame is.
  function timer.sleep() end
end
