--- love.graphics: what is not in C.

local error, tostring, type = error, tostring, type

return function(graphics, host, inner)
  local new_image, new_image_file = graphics.newImage, graphics.newImageFile
  local new_canvas, counts = graphics.newCanvas, graphics.pictureCounts
  graphics.newImageFile, graphics.pictureCounts = nil, nil

  --- An image from ImageData, or from a file that the page has decoded.
  function graphics.newImage(source)
    if type(source) == "number" then source = tostring(source) end
    if type(source) ~= "string" then
      inner.check_object(source, "ImageData", 1, "newImage")
      return new_image(source)
    end
    local path = inner.find_file(source)
    local image = path and new_image_file(path)
    if not path then error(("Could not open file %s. Does not exist."):format(source), 2) end
    return image or error(("Could not decode file '%s' to ImageData"):format(source), 2)
  end

  --- A canvas of the size of the window, or of another one.
  function graphics.newCanvas(width, height)
    return new_canvas(width or graphics.getWidth(), height or graphics.getHeight())
  end

  function graphics.getDimensions() return inner.width, inner.height end
  function graphics.getWidth() return inner.width end
  function graphics.getHeight() return inner.height end
  graphics.getPixelDimensions = graphics.getDimensions
  graphics.getPixelWidth, graphics.getPixelHeight = graphics.getWidth, graphics.getHeight

  function graphics.getDPIScale() return 1 end
  function graphics.isActive() return true end
  function graphics.isCreated() return true end
  function graphics.isGammaCorrect() return false end

  function graphics.present()
    if graphics.getCanvas() then
      error("present cannot be called while a Canvas is active.", 2)
    end
  end

  --- Without a shader: there are none.
  function graphics.setShader(shader)
    if shader ~= nil then error("shaders are not in this browser's love", 2) end
  end

  function graphics.getShader() return nil end

  function graphics.getStats()
    local images, canvases, bytes = counts()
    return {
      images = images, canvases = canvases, texturememory = bytes, fonts = 0,
      drawcalls = host.drawCalls(), drawcallsbatched = 0, canvasswitches = 0, shaderswitches = 0,
    }
  end
end
