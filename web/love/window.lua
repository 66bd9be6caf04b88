--- love.window: the canvas of the page. The page decides its size, the program only wishes one.

local pairs, tostring = pairs, tostring
local floor, max, min = math.floor, math.max, math.min

-- A side of a window that the page can have [pixels].
local function side(wish) return max(1, min(floor(wish), 16384)) end

return function(window, host, inner)
  local title, settings = "Untitled", {}
  local is_resized = false -- whether the page set the size
  local has_focus = true

  inner.width, inner.height = 800, 600

  -- Asks the page for a window. 0: as large as the desktop, for which the page stands.
  local function ask(width, height)
    inner.has_window = true
    width = width == 0 and inner.width or side(width)
    height = height == 0 and inner.height or side(height)
    local given_width, given_height = host.setWindow(title, width, height,
      side(settings.minwidth or 1), side(settings.minheight or 1), settings.resizable or false)
    if given_width then
      inner.width, inner.height = given_width, given_height
    elseif not is_resized then
      inner.width, inner.height = width, height
    end
  end

  --- The page changed the size. Returns whether it is another one.
  function inner.resize_window(width, height)
    local changed = width ~= inner.width or height ~= inner.height
    inner.width, inner.height, is_resized = width, height, true
    return changed
  end

  function inner.focus_window(is_on) has_focus = is_on end

  -- Opens the window of conf.lua.
  function inner.open_window(wish)
    title, settings = tostring(wish.title), wish
    ask(wish.width, wish.height)
  end

  function window.setMode(width, height, flags)
    inner.check(width, "number", 1, "setMode")
    inner.check(height, "number", 2, "setMode")
    settings = flags or {}
    ask(width, height)
    return true
  end

  function window.updateMode(width, height, flags)
    for name, value in pairs(flags or {}) do settings[name] = value end
    return window.setMode(width, height, settings)
  end

  function window.getMode()
    return inner.width, inner.height, {
      fullscreen = false, fullscreentype = "desktop", vsync = 1, msaa = settings.msaa or 0,
      resizable = settings.resizable or false, borderless = false, centered = true, display = 1,
      minwidth = settings.minwidth or 1, minheight = settings.minheight or 1, highdpi = false,
      refreshrate = 0, x = 0, y = 0,
    }
  end

  function window.setTitle(text)
    inner.check(text, "string", 1, "setTitle")
    title = text
    ask(inner.width, inner.height)
  end

  function window.getTitle() return title end
  function window.getDesktopDimensions() return inner.width, inner.height end
  function window.getDPIScale() return 1 end
  function window.toPixels(...) return ... end
  function window.fromPixels(...) return ... end
  function window.getFullscreen() return false, "desktop" end
  function window.setFullscreen() return false end
  function window.getFullscreenModes() return { { width = inner.width, height = inner.height } } end
  function window.getDisplayCount() return 1 end
  function window.getPosition() return 0, 0, 1 end
  function window.getVSync() return 1 end
  function window.setVSync() end
  function window.setIcon() return true end
  function window.getIcon() return nil end
  function window.requestAttention() end
  function window.hasFocus() return has_focus end
  function window.hasMouseFocus() return has_focus end
  function window.isOpen() return true end
  function window.isVisible() return true end
  function window.isMaximized() return false end
  function window.isMinimized() return false end
end
