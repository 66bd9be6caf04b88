--- The sprites of units: images that are computed once, and drawn thousands at a time.
---
--- Method. One image contains all sprites side by side: a SpriteBatch draws all in one call. Each
--- sprite is a circle of radius 1 around its center, with a margin. Its pixels are computed from
--- distances: a shape covers a pixel by as much as the center of the pixel is inside of its border,
--- which gives smooth edges. Mipmaps keep them smooth when sprites are small.
---
--- A pixel has a shade, its red, which multiplies the color of the sprite, and ink, its green: how
--- much of it has the color of the ink. A shader mixes the two. So a unit with its arrow is one
--- sprite of two colors.
---
--- Where `love` has no shaders (a page in the browser), a unit is two sprites: a disc, and its
--- arrow in the color of the ink. Pixels then have their shade in all channels.

-- luacheck: read globals love

local abs, max, min, sqrt = math.abs, math.max, math.min, math.sqrt
-- Lua 5.4 has only the second function, with two arguments.
local atan2 = math.atan2 or math.atan -- luacheck: ignore

local sprites = {}

-- A sprite has a square cell of the image [pixels]; its circle has this radius.
local CELL, RADIUS = 128, 54

-- How much of a pixel is inside of a shape: `depth` is how deep its center is inside [radii].
local function cover(depth)
  return max(0, min(1, depth * RADIUS + 0.5))
end

local function ring(r, inner, outer)
  return min(cover(r - inner), cover(outer - r))
end

-- Paints a shade with some opacity over another one.
local function over(shade, alpha, top_shade, top_alpha)
  local sum = top_alpha + alpha * (1 - top_alpha)
  if sum == 0 then return 1, 0 end
  return (top_shade * top_alpha + shade * alpha * (1 - top_alpha)) / sum, sum
end

-- A soft shadow around a shape: `beyond` is how far it is outside [radii].
local function shadow(beyond, reach, alpha)
  local part = max(0, min(1, 1 - beyond / reach))
  return 0, alpha * part * part
end

-- An arrowhead that points to the right, with a notch at its back.
local function arrow(x, y)
  local tip_x, wing_x, wing_y, notch_x = 0.62, -0.46, 0.47, -0.2
  y = abs(y)
  local side_x, side_y = wing_x - tip_x, wing_y
  local back_x, back_y = notch_x - wing_x, -wing_y
  local side = (side_y * (x - tip_x) - side_x * y) / sqrt(side_x ^ 2 + side_y ^ 2)
  local back = (back_y * (x - wing_x) - back_x * (y - wing_y)) / sqrt(back_x ^ 2 + back_y ^ 2)
  return min(cover(-side), cover(-back))
end

-- By sprite, its shade and opacity at distance r from the center.
local paint = {}

-- A disc: a shadow, a dark edge, a light rim, and a face that is lighter in its middle.
function paint.disc(r)
  local shade, alpha = shadow(r - 0.94, 0.22, 0.45)
  shade, alpha = over(shade, alpha, 0.36, cover(1 - r))
  shade, alpha = over(shade, alpha, 1, cover(0.925 - r))
  return over(shade, alpha, 0.86 - 0.12 * r * r, cover(0.8 - r))
end

paint.unit = paint.disc -- with an arrow

-- A ring with dark edges.
function paint.ring(r)
  return over(0.2, 0.55 * ring(r, 0.8, 1), 1, ring(r, 0.84, 0.96))
end

-- A ring around a dot, with dark edges.
function paint.goal(r)
  local shade, alpha = over(0.2, 0.4 * ring(r, 0.64, 0.92), 1, ring(r, 0.7, 0.86))
  shade, alpha = over(shade, alpha, 0.2, 0.4 * cover(0.38 - r))
  return over(shade, alpha, 1, cover(0.32 - r))
end

local names = { "disc", "unit", "ring", "goal" }

local shader -- nil: there are no shaders

-- Paints the cell of a sprite. Many pixels have the same distance from the center: each distance is
-- painted once.
local function paint_cell(data, left, name)
  local shades, alphas = {}, {} -- by square of the distance [half pixels]
  data:mapPixel(function(px, py)
    local dx, dy = 2 * (px - left) + 1 - CELL, 2 * py + 1 - CELL
    local x, y = dx / (2 * RADIUS), dy / (2 * RADIUS)
    local ink = name == "unit" and arrow(x, y) or 0
    if name == "unit" and not shader then return 1, 1, 1, ink end -- only the arrow
    local square = dx * dx + dy * dy
    local shade, alpha = shades[square], alphas[square]
    if not shade then
      shade, alpha = paint[name](sqrt(square) / (2 * RADIUS))
      shades[square], alphas[square] = shade, alpha
    end
    if shader then return shade, ink, 0, alpha end
    return shade, shade, shade, alpha
  end, left, 0, CELL, CELL)
end

local function new_image()
  local data = love.image.newImageData(CELL * #names, CELL)
  for i, name in ipairs(names) do paint_cell(data, (i - 1) * CELL, name) end
  return love.graphics.newImage(data, { mipmaps = true })
end

local SHADER = [[
  uniform vec3 ink;
  vec4 effect(vec4 color, Image image, vec2 at, vec2 screen) {
    vec4 pixel = Texel(image, at);
    return vec4(mix(color.rgb * pixel.r, ink, pixel.g), color.a * pixel.a);
  }
]]

local image, quads

-- A list of sprites that are drawn at once.
local Batch = {}
Batch.__index = Batch

--- Creates a list of sprites.
function sprites.new_batch()
  if not image then
    shader = rawget(love.graphics, "newShader") and love.graphics.newShader(SHADER)
    image, quads = new_image(), {}
    for i, name in ipairs(names) do
      quads[name] = love.graphics.newQuad((i - 1) * CELL, 0, CELL, CELL, image:getDimensions())
    end
  end
  return setmetatable({ batch = love.graphics.newSpriteBatch(image, 256, "stream") }, Batch)
end

--- Removes all sprites. `ink`: the color of the arrows of the next ones.
function Batch:clear(ink)
  self.batch:clear()
  self.color, self.ink = nil, ink
end

--- Sets the color of the next sprites.
function Batch:set_color(color)
  if color == self.color then return end
  self.color = color
  self.batch:setColor(color[1], color[2], color[3], color[4] or 1)
end

-- LÖVE composes a distortion of a rotation, two scales and a shear.
local function add_cell(self, name, wx, wy, ax, ay, bx, by)
  local length = sqrt(ax * ax + ay * ay)
  local ux, uy = ax / length, ay / length
  self.batch:add(quads[name], wx, wy, atan2(ay, ax), length / RADIUS, (ux * by - uy * bx) / RADIUS,
    CELL / 2, CELL / 2, (ux * bx + uy * by) / length, 0)
end

--- Adds a sprite with its center at (wx, wy). It is distorted so that its vectors (1, 0) and (0, 1)
--- become (ax, ay) and (bx, by).
function Batch:add(name, wx, wy, ax, ay, bx, by)
  if name == "unit" and not shader then
    local color, ink = self.color, self.ink
    add_cell(self, "disc", wx, wy, ax, ay, bx, by)
    self:set_color { ink[1], ink[2], ink[3], color[4] }
    add_cell(self, "unit", wx, wy, ax, ay, bx, by)
    self:set_color(color)
  else
    add_cell(self, name, wx, wy, ax, ay, bx, by)
  end
end

--- Draws all sprites.
function Batch:draw()
  love.graphics.setColor(1, 1, 1)
  if shader then
    love.graphics.setShader(shader)
    shader:send("ink", { self.ink[1], self.ink[2], self.ink[3] })
  end
  love.graphics.draw(self.batch)
end

return sprites
