--- love.graphics: images from files, and the size of the window. The page decides this size, the
--- program only wishes one.

local error, tostring, type = error, tostring, type
local floor, max, min = math.floor, math.max, math.min

-- A side of a window that the page can have [pixels].
local function side(wish) return max(1, min(floor(wish), 16384)) end

return function(love, host, inner)
  local graphics = love.graphics
  local new_image, new_image_file = graphics.newImage, graphics.newImageFile
  local window_width, window_height = 800, 600
  graphics.newImageFile = nil

  --- Opens the window of conf.lua.
  function inner.open_window(wish)
    local width, height = side(wish.width), side(wish.height)
    local given_width, given_height = host.setWindow(tostring(wish.title), width, height,
      side(wish.minwidth), side(wish.minheight), wish.resizable)
    window_width, window_height = given_width or width, given_height or height
  end

  --- The page changed the size. Returns whether it is another one.
  function inner.resize_window(width, height)
    local changed = width ~= window_width or height ~= window_height
    window_width, window_height = width, height
    return changed
  end

  function graphics.getDimensions() return window_width, window_height end
  function graphics.getWidth() return window_width end
  function graphics.getHeight() return window_height end

  --- An image from ImageData, or from a file that the page has decoded.
  function graphics.newImage(from)
    if type(from) ~= "string" then return new_image(from) end
    return new_image_file(inner.full_path(from))
      or error(("Could not open the image %s"):format(from), 2)
  end
end
