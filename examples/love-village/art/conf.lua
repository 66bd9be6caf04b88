function love.conf(t)
  t.window = nil -- it writes files and needs no screen
  t.modules.audio, t.modules.sound, t.modules.physics = false, false, false
end
