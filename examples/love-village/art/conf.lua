function love.conf(t)
  t.window = nil -- it paints files, not the screen
  t.modules.audio, t.modules.sound, t.modules.physics = false, false, false
end
