--- A replacement of `love` that draws nothing and records the calls that draw.

local fake_love = {}

--- `calls` lists the drawn shapes in order, each with its color: { kind = "polygon",
--- color =, points = }, { kind = "line", color =, points =, width = }, { kind = "circle", color =,
--- x =, y =, radius = }, { kind = "text", color =, text =, x =, y =, size =, stretch = } and { kind = "sprite",
--- color =, ink =, x =, y =, cell =, ax =, ay =, bx =, by = }: the cell of the image from 1, and the vectors of the
--- world that one pixel to the right and one down in the image become.
--- Without `graphics.newShader` sprites have no ink.
--- An image is { kind = "image", pixels = the colors row by row, place = the other arguments of `draw` }; `images`
--- counts the images that were made, `replaced` how often one was changed.
--- `shift_x`, `shift_y` and `zoom` are the camera, `screen` the size of the screen.
function fake_love.new()
  local fake = { calls = {}, shift_x = 0, shift_y = 0, zoom = 1, screen = { 800, 600 }, depth = 0 }
  local color, line_width = nil, nil
  local graphics = {}
  fake.graphics = graphics

  local function add(call)
    if fake.depth < 1 then error("drawn outside of push and pop", 3) end
    call.color = color
    fake.calls[#fake.calls + 1] = call
  end

  -- LÖVE takes numbers, or one table of them.
  local function copy(first, ...)
    return type(first) == "table" and { (table.unpack or unpack)(first) } or { first, ... }
  end

  function graphics.push(what)
    assert(what == "all")
    fake.depth = fake.depth + 1
  end

  function graphics.pop() fake.depth = fake.depth - 1 end
  function graphics.getCanvas() return fake.canvas end
  function graphics.getDimensions() return fake.screen[1], fake.screen[2] end

  function graphics.inverseTransformPoint(x, y)
    return (x - fake.shift_x) / fake.zoom, (y - fake.shift_y) / fake.zoom
  end

  function graphics.setColor(...) color = copy(...) end
  function graphics.setLineWidth(width) line_width = width end
  function graphics.setLineJoin() end

  function graphics.polygon(mode, ...)
    assert(mode == "fill")
    add { kind = "polygon", points = copy(...) }
  end

  function graphics.line(...) add { kind = "line", points = copy(...), width = line_width } end

  function graphics.circle(mode, x, y, radius)
    assert(mode == "fill")
    add { kind = "circle", x = x, y = y, radius = radius }
  end

  function graphics.newFont(size)
    return {
      size = size,
      getWidth = function(_, text) return #text * size / 2 end,
      getHeight = function() return size end,
    }
  end

  function graphics.print(text, font, x, y, angle, stretch)
    assert(angle == 0)
    add { kind = "text", text = text, x = x, y = y, size = font.size, stretch = stretch }
  end

  -- Images of sprites: their pixels are not computed.
  fake.image = {
    newImageData = function(width, height)
      local pixels = {}
      local function setPixel(_, x, y, ...) pixels[y * width + x + 1] = { ... } end
      local function mapPixel(data, color_at)
        if width * height > 100 then return end -- of sprites
        for i = 0, width * height - 1 do
          local x, y = i % width, math.floor(i / width)
          setPixel(data, x, y, color_at(x, y))
        end
      end
      return { mapPixel = mapPixel, setPixel = setPixel, size = { width, height }, pixels = pixels }
    end,
  }

  function graphics.newImage(data)
    fake.images = (fake.images or 0) + 1
    return {
      getDimensions = function() return data.size[1], data.size[2] end, setFilter = function() end, data = data,
      replacePixels = function() fake.replaced = (fake.replaced or 0) + 1 end,
    }
  end

  function graphics.newQuad(x, _, width) return { cell = x / width + 1 } end

  function graphics.newShader()
    local new = {}
    function new.send(_, name, value) new[name] = value end
    return new
  end

  local shader = nil
  function graphics.setShader(new) shader = new end

  function graphics.newSpriteBatch()
    local batch = { list = {} }
    local sprite_color
    function batch.clear() batch.list = {} end
    function batch.setColor(_, ...) sprite_color = { ... } end

    function batch.add(_, quad, x, y, angle, sx, sy, ox, oy, kx, ky)
      assert(ky == 0 and ox == oy)
      local cos, sin = math.cos(angle), math.sin(angle)
      batch.list[#batch.list + 1] = {
        kind = "sprite", color = sprite_color, x = x, y = y, cell = quad.cell,
        ax = sx * cos, ay = sx * sin, bx = kx * sx * cos - sy * sin, by = kx * sx * sin + sy * cos,
      }
    end

    return batch
  end

  function graphics.draw(batch, ...)
    if batch.data then return add { kind = "image", pixels = batch.data.pixels, place = { ... } } end
    for _, sprite in ipairs(batch.list) do
      local sprite_color = sprite.color
      add(sprite)
      sprite.color, sprite.ink = sprite_color, shader and shader.ink
    end
  end

  --- The calls of one kind.
  function fake.drawn(kind)
    local list = {}
    for _, call in ipairs(fake.calls) do
      if call.kind == kind then list[#list + 1] = call end
    end
    return list
  end

  function fake.clear() fake.calls = {} end

  return fake
end

--- An ImageData of rows of "#rrggbb" or "#rrggbbaa".
function fake_love.image(rows)
  local image = {}
  function image.typeOf(_, name) return name == "ImageData" end
  function image.getDimensions() return #rows[1], #rows end

  function image.getPixel(_, x, y)
    local channels = {}
    for byte in rows[y + 1][x + 1]:gmatch "%x%x" do channels[#channels + 1] = tonumber(byte, 16) / 255 end
    return channels[1], channels[2], channels[3], channels[4] or 1
  end

  return image
end

return fake_love
