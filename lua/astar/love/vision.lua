--- Fog of war for LÖVE 11: darkens what a vision (`grid:vision`) does not see.
---
--- Method. The fog is an image with one pixel per tile, enlarged with a linear filter: so its edges
--- are soft. On hexes and staggered tiles a tile has two pixels, and every other row (or column) is
--- moved by one pixel; the pixel left at one end of a row belongs to the tile beside it. After an
--- update only the pixels of changed tiles are set; `vision:changes` says whether an update was
--- missed. Browsers cannot change an image: there it is made again.

-- luacheck: read globals love

local folder = (...):gsub("love%.vision$", "")
local check = require(folder .. "internal.check")
local tiles = require(folder .. "love.tiles")

local atan2 = math.atan2 or math.atan -- luacheck: ignore

local check_options = check.options_checker("astar.love.vision",
  { seen = tiles.COLOR, unseen = tiles.COLOR })
local DEFAULT = { seen = { 0, 0, 0, 0.5 }, unseen = { 0, 0, 0, 1 } }
local CLEAR = { 0, 0, 0, 0 }

local fogs = setmetatable({}, { __mode = "k" }) -- by vision

-- By how many pixels a row (or column) is moved.
local function shift_of(fog, row)
  return row % 2 == fog.view.shifted_remainder and 1 or 0
end

local function color_of(fog, state)
  local color = fog[state] or CLEAR
  return color[1], color[2], color[3], color[4] or 1
end

local function clamp(number, high)
  return math.max(1, math.min(high, number))
end

local function new_fog(vision, view, fog)
  local width, height = 0, 0
  while vision:state(width + 1, 1) do width = width + 1 end
  while vision:state(1, height + 1) do height = height + 1 end
  fog.width, fog.height = width, height
  fog.view, fog.wide, fog.high = view, view.turned == false and 2 or 1, view.turned and 2 or 1
  fog.data = love.image.newImageData(fog.wide * (width + 1) - 1, fog.high * (height + 1) - 1)
  fog.data:mapPixel(function(px, py)
    local x, y = px + 1, py + 1
    if fog.wide == 2 then x = math.floor((px - shift_of(fog, y)) / 2) + 1 end
    if fog.high == 2 then y = math.floor((py - shift_of(fog, x)) / 2) + 1 end
    return color_of(fog, vision:state(clamp(x, width), clamp(y, height)))
  end)
  fog.image = love.graphics.newImage(fog.data)
  fog.can_change = pcall(function() fog.image:setFilter("linear", "linear") end)
  return fog
end

-- The first and the last pixel of a tile in a row (or column) of `length` tiles.
local function ends_of(fog, tile, length, row)
  local first = 2 * (tile - 1) + shift_of(fog, row)
  return tile == 1 and 0 or first, tile == length and 2 * length or first + 1
end

local function change(fog, vision)
  local data, wide, high = fog.data, fog.wide, fog.high
  for x, y, state in vision:changes() do
    local left, right, top, bottom = x - 1, x - 1, y - 1, y - 1
    if wide == 2 then left, right = ends_of(fog, x, fog.width, y) end
    if high == 2 then top, bottom = ends_of(fog, y, fog.height, x) end
    for py = top, bottom do
      for px = left, right do data:setPixel(px, py, color_of(fog, state)) end
    end
  end
  fog.image:replacePixels(data)
end

-- The corner of the image in the world, and the vectors of a pixel to the right and down.
local function frame_of(view)
  local x, y = view.origin_x, view.origin_y
  if not view.span then return x, y, view.ax, view.ay, view.bx, view.by end
  local cap, half = (view.depth - view.pitch) / 2, view.span / 2
  if view.turned then return x + cap, y, view.pitch, 0, 0, half end
  return x, y + cap, half, 0, 0, view.pitch
end

local visions = {}

--- Draws the fog over a map.
function visions.draw(vision, view, options)
  check.object("astar.love.vision", "vision", "an astar vision", vision)
  tiles.check_view("astar.love.vision", view)
  options = check_options(options)
  local seen, unseen = options.seen or DEFAULT.seen, options.unseen or DEFAULT.unseen
  local key = table.concat(seen, " ") .. "|" .. table.concat(unseen, " ")
  local fog, _, updates = fogs[vision], vision:changes()
  local missed = fog and updates - fog.updates
  if not fog or fog.key ~= key or fog.view ~= view or missed > (fog.can_change and 1 or 0) then
    fog = new_fog(vision, view, { seen = seen, unseen = unseen, key = key })
    fogs[vision] = fog
  elseif missed == 1 then
    change(fog, vision)
  end
  fog.updates = updates
  local x, y, ax, ay, bx, by = frame_of(view)
  local length = math.sqrt(ax * ax + ay * ay)
  love.graphics.push "all"
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(fog.image, x, y, atan2(ay, ax), length, (ax * by - ay * bx) / length, 0, 0,
    (ax * bx + ay * by) / length / length)
  love.graphics.pop()
end

return visions
