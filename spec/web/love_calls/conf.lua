function love.conf(t)
  t.identity = "astar-love-calls"
  t.window.width, t.window.height = 640, 480
  t.modules.audio, t.modules.sound, t.modules.joystick = false, false, false
  t.modules.physics, t.modules.video, t.modules.thread = false, false, false
end
