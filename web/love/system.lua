--- love.system: what a page may know.

local tostring = tostring

return function(system)
  local clipboard = ""

  function system.getOS() return "Web" end
  function system.getProcessorCount() return 1 end
  function system.getPowerInfo() return "unknown", nil, nil end
  function system.openURL() return false end
  function system.vibrate() end
  function system.hasBackgroundMusic() return false end

  --- The text of the clipboard: only what the game itself wrote into it.
  function system.getClipboardText() return clipboard end
  function system.setClipboardText(text) clipboard = tostring(text) end
end
