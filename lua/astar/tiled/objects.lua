--- Reads the objects of a Tiled map: their shapes, and where they are in the world and on the grid.
--- A part of astar.tiled.
---
--- Each object gets an outline: its corners in the world. The corners are first computed relative
--- to the position of the object, then rotated about the position, then moved with the layer. The
--- point of the object (wx, wy) and its tile (x, y) are computed from the outline. Rectangles,
--- ellipses and polygons lie on the ground, so on isometric maps they are drawn along the axes of
--- the map. Tile objects are pictures that stand upright.

local folder = (... or "astar.tiled.objects"):gsub("tiled%.objects$", "")
local check = require(folder .. "internal.check")
local source = require(folder .. "tiled.source")
local tiles = require(folder .. "tiled.tiles")

local cos, sin, max, min = math.cos, math.sin, math.max, math.min

local objects = {}

-- ------------------------------------------------------------------------------ shapes

local function shape_of(from, object)
  if from.gid ~= nil then return "tile" end
  local shape = "rectangle"
  for _, name in ipairs { "text", "point", "ellipse", "polygon", "polyline" } do
    -- A Lua export has the name of the shape in `shape`; JSON has a field with that name.
    if from.shape == name or from.shape == nil and from[name] then shape = name end
  end
  if object.width == 0 and object.height == 0 and (shape == "rectangle" or shape == "ellipse") then
    return "point" -- made by a click without a drag
  end
  return shape
end

local function rectangle(left, top, width, height)
  return {
    { left, top }, { left + width, top }, { left + width, top + height }, { left, top + height },
  }
end

local ellipse_corners = 48

local function ellipse(width, height)
  local points = {}
  for i = 1, ellipse_corners do
    local angle = 2 * math.pi * i / ellipse_corners
    points[i] = { width / 2 * (1 + cos(angle)), height / 2 * (1 + sin(angle)) }
  end
  return points
end

local function points_in(from, key, where)
  local points = {}
  for i, point in ipairs(source.list(from, key, where)) do
    points[i] = { source.number(point, "x", where), source.number(point, "y", where) }
  end
  if #points == 0 then source.field_error(where, key, "a list of points", from[key]) end
  return points
end

--- The corners of the picture of a tile object, relative to its position: aligned by the property
--- of the tileset; by default above the position and to the right, on isometric maps above and
--- centered.
local function picture(object, plane)
  local alignment = object.tile.tileset.alignment
  if alignment == "" or alignment == "unspecified" then
    alignment = plane.orientation == "isometric" and "bottom" or "bottomleft"
  end
  local across = alignment:find("left") and 0 or alignment:find("right") and 1 or 0.5
  local down = alignment:find("top") and 0 or alignment:find("bottom") and 1 or 0.5
  return rectangle(-across * object.width, -down * object.height, object.width, object.height)
end

--- The corners of an object relative to its position, and whether they lie on the ground.
local function corners_of(from, object, plane, where)
  local shape = object.shape
  if shape == "tile" then return picture(object, plane), false end
  if shape == "point" then return { { 0, 0 } }, true end
  if shape == "ellipse" then return ellipse(object.width, object.height), true end
  if shape == "polygon" or shape == "polyline" then return points_in(from, shape, where), true end
  return rectangle(0, 0, object.width, object.height), true
end

--- The outline of an object in the world: a list of { wx, wy }.
local function outline_of(from, object, layer, plane, where)
  local x, y = source.number(from, "x", where), source.number(from, "y", where)
  local corners, on_ground = corners_of(from, object, plane, where)
  local wx, wy = plane:from_pixels(x, y)
  local angle = math.rad(object.rotation)
  local outline = {}
  for i, corner in ipairs(corners) do
    local dx, dy = corner[1], corner[2]
    if on_ground then
      local cx, cy = plane:from_pixels(x + dx, y + dy)
      dx, dy = cx - wx, cy - wy
    end
    if angle ~= 0 then
      dx, dy = dx * cos(angle) - dy * sin(angle), dx * sin(angle) + dy * cos(angle)
    end
    outline[i] = { wx + dx + layer.offset_x, wy + dy + layer.offset_y }
  end
  return outline
end

-- ------------------------------------------------------------------------------ positions

--- The point where a tile object stands: half a tile above the center of its bottom edge; when the
--- picture is lower than a tile, the center of the picture.
local function foot_of(object, outline, plane)
  local up = min(plane.tile_height / object.height, 1) / 2 -- as a part of the height
  local place = {}
  for axis = 1, 2 do
    local top = (outline[1][axis] + outline[2][axis]) / 2
    local bottom = (outline[3][axis] + outline[4][axis]) / 2
    place[axis] = bottom + (top - bottom) * up
  end
  return place[1], place[2]
end

local function middle_of(outline)
  local left, top, right, bottom = math.huge, math.huge, -math.huge, -math.huge
  for _, point in ipairs(outline) do
    left, right = min(left, point[1]), max(right, point[1])
    top, bottom = min(top, point[2]), max(bottom, point[2])
  end
  return (left + right) / 2, (top + bottom) / 2
end

local function place_of(object, outline, plane)
  if object.shape == "polyline" then return outline[1][1], outline[1][2] end
  if object.shape == "tile" and object.height > 0 then return foot_of(object, outline, plane) end
  return middle_of(outline)
end

-- ------------------------------------------------------------------------- one object

--- Adds to a tile object what it inherits from its tile, and how it is flipped.
local function add_tile(from, object, atlas, where)
  local gid = source.integer(from, "gid", where, 1, 4294967295)
  object.tile = atlas:tile(tiles.plain(gid), where)
  object.sx, object.sy = select(2, tiles.turn_of(gid, true))
  if object.class == "" then object.class = object.tile.class end
  for key, value in pairs(object.tile.properties) do
    if object.properties[key] == nil then object.properties[key] = value end
  end
end

--- The id and the name of an object, and the words for the object in messages.
local function name_of(from, layer)
  local id = source.integer(from, "id", layer.where, 0, source.far, 0)
  local name = source.string(from, "name", layer.where)
  local where = ("%s, object %d"):format(layer.where, id)
  return id, name, name == "" and where or where .. " " .. check.describe(name)
end

--- Reads an object. Returns the object, its outline, and the words for it in messages.
function objects.read(from, layer, plane, atlas)
  local id, name, where = name_of(from, layer)
  if from.template ~= nil then
    check.fail('%s: it is made from a template: export the map with "Detach templates" ' ..
      "(Edit > Preferences > Export Options)", where)
  end
  local object = {
    id = id, name = name, layer = layer.name,
    class = source.class(from, where), properties = source.properties(from, where),
    width = source.number(from, "width", where, 0),
    height = source.number(from, "height", where, 0),
    rotation = source.number(from, "rotation", where, 0),
    visible = source.flag(from, "visible", where, true),
  }
  object.shape = shape_of(from, object)
  if object.shape == "tile" then add_tile(from, object, atlas, where) end
  local outline = outline_of(from, object, layer, plane, where)
  object.wx, object.wy = place_of(object, outline, plane)
  object.x, object.y = plane.layout:to_tile(object.wx, object.wy)
  if object.shape == "polygon" or object.shape == "polyline" then
    object.points = {}
    for i, point in ipairs(outline) do
      local x, y = plane.layout:to_tile(point[1], point[2])
      object.points[i] = { x = x, y = y }
    end
  end
  return object, outline, where
end

return objects
