--- Paints map/tiles.png, the tileset: 16 columns of tiles, 16 x 16 pixels each. The order here is
--- the order in Tiled.
local canvas = require "canvas"

local chance = canvas.chance
local floor, max, sqrt = math.floor, math.max, math.sqrt

local size, columns = 16, 16

local shades = {
  grass = "#94b373", tuft = "#83a364", blade = "#a5c283",
  road = "#d8c59d", gravel = "#c6b087", rut = "#e3d3b0",
  stone = "#c9c3b6", joint = "#b1aa9c", pale = "#d6d1c6",
  mud = "#957d60", slime = "#846d53", puddle = "#86969a",
  water = "#76a9bb", deep = "#6699ae", ripple = "#93bfcc", sand = "#dccfa3",
  soil = "#a98762", furrow = "#96744f",
  plank = "#b48c61", gap = "#8f6b48", rail = "#7b5a3e",
  ink = "#4b4149",
}

-- A tile that joins tiles of its kind has 16 variants: a mask of its neighbors of the same kind.
local ABOVE, RIGHT, BELOW, LEFT = 1, 2, 4, 8

local function has(mask, neighbor)
  return floor(mask / neighbor) % 2 == 1
end

-- ------------------------------------------------------------------------------ ground

local function each_pixel(visit)
  for y = 0, size - 1 do
    for x = 0, size - 1 do visit(x, y) end
  end
end

local function grass(seed, tufts)
  return function(paper)
    paper:rectangle(0, 0, size, size, shades.grass)
    for i = 1, tufts do
      local x, y = floor(chance(i, 1, seed) * 13) + 1, floor(chance(i, 2, seed) * 12) + 2
      paper:dot(x, y, shades.tuft)
      paper:dot(x + 1, y - 1, shades.tuft)
      paper:dot(x - 1, y - 1, shades.blade)
    end
  end
end

local function flowers(seed, colors)
  return function(paper)
    grass(seed, 2)(paper)
    for i = 1, 4 do
      local x, y = floor(chance(i, 3, seed) * 12) + 2, floor(chance(i, 4, seed) * 11) + 2
      local color = colors[i % #colors + 1]
      paper:dot(x, y + 1, shades.tuft)
      paper:dot(x, y, "#e9d58a")
      for _, petal in ipairs { { -1, 0 }, { 1, 0 }, { 0, -1 } } do
        paper:dot(x + petal[1], y + petal[2], color)
      end
    end
  end
end

-- By kind of ground: the color of a pixel.
local fill = {}

function fill.road(x, y, seed)
  local number = chance(x, y, seed)
  return number < 0.05 and shades.gravel or number > 0.96 and shades.rut or shades.road
end

function fill.square(x, y)
  local row = floor(y / 4)
  local along = (x + row % 2 * 3) % 6
  if y % 4 == 3 or along == 5 then return shades.joint end
  return y % 4 == 0 and along < 4 and shades.pale or shades.stone
end

function fill.mud(x, y, seed)
  local wave = math.sin(x * 0.8 + seed) + math.sin(y * 1.1 + x * 0.3 + seed * 2)
  if wave > 1.5 then return shades.puddle end
  return wave > 1.1 and shades.slime or chance(x, y, seed) < 0.08 and shades.slime or shades.mud
end

function fill.water(x, y, seed)
  local line = floor(chance(y, 5, seed) * 40)
  if y % 3 == 1 and x >= line and x < line + 4 then return shades.ripple end
  return shades.water
end

function fill.field(_, y)
  return y % 4 >= 2 and shades.furrow or shades.soil
end

-- How far inside its area a pixel is [pixels]; 0 or less outside. The area continues into neighbors
-- of the same kind; its other corners are round.
local function depth(mask, x, y, seed, inset)
  local radius = 5
  local function margin(neighbor, along)
    if has(mask, neighbor) then return -8 end
    return inset + floor(chance(along, neighbor, seed) * 1.6)
  end
  local top, bottom = margin(ABOVE, x), size - margin(BELOW, x)
  local left, right = margin(LEFT, y), size - margin(RIGHT, y)
  local dx = max(left + radius - x - 0.5, x + 0.5 - right + radius, 0)
  local dy = max(top + radius - y - 0.5, y + 0.5 - bottom + radius, 0)
  return radius - sqrt(dx * dx + dy * dy)
end

local function area(kind, mask, rims, inset)
  return function(paper)
    local seed = mask + 1
    each_pixel(function(x, y)
      local inside = depth(mask, x, y, seed, inset)
      if inside > 0 then
        paper:dot(x, y, rims[floor(inside) + 1] or fill[kind](x, y, seed))
      end
    end)
  end
end

-- ----------------------------------------------------------------------- bridges, fields

local function bridge(has_upper_rail, has_lower_rail)
  return function(paper)
    each_pixel(function(x, y)
      local is_gap = x % 4 == 3 or chance(floor(x / 4), y, 3) < 0.04
      paper:dot(x, y, is_gap and shades.gap or shades.plank)
    end)
    for _, rail in ipairs { has_upper_rail and 0, has_lower_rail and 13 } do
      if rail then
        paper:rectangle(0, rail, size, 1, "#9c7550")
        paper:rectangle(0, rail + 1, size, 2, shades.rail)
        for x = 2, size - 1, 8 do
          paper:rectangle(x, rail > 0 and rail - 2 or rail, 2, 4, "#684b34")
        end
      end
    end
  end
end

local function crops(height, color, top)
  return function(paper)
    for y = 5, 15, 5 do
      for x = 1, 14, 3 do
        local sway = floor(chance(x, y, height) * 2)
        for i = 0, height - 1 do paper:dot(x + (i > 2 and sway or 0), y - i, color) end
        paper:dot(x + sway, y - height, top)
        if height > 2 then
          paper:dot(x + 1, y - height + 1, top)
          paper:dot(x - 1, y - 1, color)
        end
      end
    end
  end
end

-- Boards, from column `from` on; a wall hides the others.
local function floorboards(from)
  return function(paper)
    each_pixel(function(x, y)
      local row = floor(y / 4)
      local is_gap = y % 4 == 3 or (x + row % 2 * 7) % 16 == 11
      if x >= from then paper:dot(x, y, is_gap and "#ad875d" or "#c19b70") end
    end)
  end
end

local function straw(paper)
  floorboards(0)(paper)
  for i = 1, 26 do
    local x, y = floor(chance(i, 1, 5) * 13), floor(chance(i, 2, 5) * 16)
    for step = 0, 2 do paper:dot(x + step, y, i % 3 == 0 and "#d8bd74" or "#cfae66") end
  end
end

-- ------------------------------------------------------------------------------- walls

-- By kind of wall: the color of a pixel of its front.
local face = {}

function face.wood(x, y)
  return x % 4 == 0 and "#85634a" or y == 12 and "#8d6a4e" or "#9a7656"
end

function face.stone(x, y)
  local row = floor((y - 5) / 3)
  local is_joint = (y - 5) % 3 == 2 or (x + row % 2 * 3) % 6 == 0
  return is_joint and "#8f8983" or "#a9a39b"
end

local caps = { wood = { "#6d503d", "#80604a" }, stone = { "#7d7873", "#96918a" } }

-- A wall, seen from above and from the front; its top joins the walls beside it.
local function wall(kind, mask)
  local rim, top = caps[kind][1], caps[kind][2]
  local left, right = has(mask, LEFT) and 0 or 4, has(mask, RIGHT) and 15 or 11
  local width = right - left + 1
  return function(paper)
    if has(mask, LEFT) or has(mask, RIGHT) or not has(mask, BELOW) then
      for y = 5, 13 do
        for x = left, right do paper:dot(x, y, face[kind](x, y)) end
      end
      paper:rectangle(left, 14, width, 2, shades.ink)
      paper:rectangle(left, 0, width, 5, top)
      paper:rectangle(left, 4, width, 1, rim)
      if not has(mask, ABOVE) then paper:rectangle(left, 0, width, 1, rim) end
    end
    for _, part in ipairs { has(mask, ABOVE) and { 0, 5 }, has(mask, BELOW) and { 1, 15 } } do
      if part then
        paper:rectangle(4, part[1], 8, part[2], top)
        paper:rectangle(4, part[1], 1, part[2], rim)
        paper:rectangle(11, part[1], 1, part[2], rim)
      end
    end
  end
end

local function palisade(paper)
  for x = 0, size - 1, 4 do
    paper:rectangle(x, 2, 3, 13, "#97724f")
    paper:rectangle(x + 2, 2, 1, 13, "#7d5c41")
    paper:rectangle(x + 3, 5, 1, 10, "#5d4535")
    paper:dot(x + 1, 1, "#a98259")
    paper:dot(x + 1, 0, "#a98259")
  end
  paper:rectangle(0, 6, size, 1, "#6d503d")
  paper:rectangle(0, 11, size, 1, "#6d503d")
  paper:rectangle(0, 15, size, 1, "#7d9a60")
end

-- ------------------------------------------------------------------------------- doors

local function door(is_open)
  return function(paper)
    paper:rectangle(0, 0, size, 3, "#6d503d")
    paper:rectangle(0, 3, 2, 12, "#6d503d")
    paper:rectangle(14, 3, 2, 12, "#6d503d")
    if is_open then
      paper:rectangle(2, 3, 3, 12, "#86603c")
      paper:rectangle(4, 3, 1, 12, "#5d4535")
      return
    end
    for x = 2, 13 do
      paper:rectangle(x, 3, 1, 12, x % 3 == 1 and "#9c7145" or "#c08f5a")
    end
    paper:rectangle(2, 5, 12, 1, "#6a5a52")
    paper:rectangle(2, 11, 12, 1, "#6a5a52")
    paper:rectangle(11, 8, 2, 2, "#d9b65c")
  end
end

-- The two leaves of a gate, closed or folded to the sides.
local function gate(is_open)
  return function(paper)
    for _, x in ipairs { 0, 14 } do
      paper:rectangle(x, 0, 2, 15, "#5d4535")
      paper:dot(x, 0, "#80604a")
    end
    local width = is_open and 2 or 6
    for _, left in ipairs { 2, 14 - width } do
      for x = left, left + width - 1 do
        paper:rectangle(x, 3, 1, 12, x % 2 == 0 and "#cfa069" or "#b98a56")
      end
      paper:rectangle(left, 5, width, 1, "#6d503d")
      paper:rectangle(left, 12, width, 1, "#6d503d")
    end
    if not is_open then paper:rectangle(7, 8, 2, 2, "#d9b65c") end
  end
end

-- ------------------------------------------------------------------------------ houses

local roofs = {
  red = { "#b06a52", "#9a5644", "#c3806a", "#7c4337" },
  blue = { "#71849a", "#5f7188", "#8799ac", "#4b5a70" },
  straw = { "#c7a765", "#b08f52", "#d7bb7f", "#8d7040" },
}

-- One of nine parts of a roof: rows are ridge, slope and eaves; columns are left, middle and right.
local function roof(kind, row, column)
  local tone, dark, light, line = unpack(roofs[kind])
  return function(paper)
    local left, right = column == 1 and 1 or 0, column == 3 and 14 or 15
    local top, bottom = row == 1 and 4 or 0, row == 3 and 11 or 15
    for y = top, bottom do
      for x = left, right do
        local shingle = (x + floor(y / 4) % 2 * 3) % 6
        local color = y % 4 == 3 and dark or shingle == 0 and dark or tone
        if row == 1 and y < 7 then color = light end
        if x == left and column == 1 or x == right and column == 3 then color = line end
        paper:dot(x, y, color)
      end
    end
    if row == 1 then
      paper:rectangle(left, 4, right - left + 1, 1, line)
      paper:rectangle(left, 7, right - left + 1, 1, dark)
    elseif row == 3 then
      paper:rectangle(left, 11, right - left + 1, 2, line)
      paper:rectangle(0, 13, size, 3, "#b3a184")
    end
  end
end

local function front(kind)
  return function(paper)
    each_pixel(function(x, y)
      paper:dot(x, y, y > 13 and "#9b9086" or "#e4d6b8")
    end)
    if kind == "left" or kind == "right" then
      paper:rectangle(kind == "left" and 0 or 15, 0, 1, size, "#7b5a3e")
      paper:rectangle(kind == "left" and 1 or 14, 0, 1, size, "#8b6849")
    elseif kind == "window" then
      paper:rectangle(4, 3, 8, 8, "#7b5a3e")
      paper:rectangle(5, 4, 6, 6, "#7fa0ad")
      paper:rectangle(5, 4, 3, 2, "#a5c1c8")
      paper:rectangle(7, 4, 1, 6, "#7b5a3e")
      paper:rectangle(3, 11, 10, 1, "#8b6849")
      paper:rectangle(4, 12, 8, 1, "#c98a7c")
    elseif kind == "door" then
      paper:rectangle(3, 2, 10, 14, "#6d503d")
      paper:rectangle(4, 3, 8, 13, "#8f6a49")
      paper:rectangle(8, 3, 1, 13, "#7b5a3e")
      paper:dot(10, 9, "#d9b65c")
    end
  end
end

local function chimney(kind)
  return function(paper)
    roof(kind, 1, 2)(paper)
    paper:rectangle(5, 0, 6, 9, "#8f8983")
    paper:rectangle(5, 0, 6, 2, "#a9a39b")
    paper:rectangle(9, 2, 2, 7, "#7d7873")
    paper:rectangle(6, 0, 4, 1, shades.ink)
  end
end

-- ------------------------------------------------------------------- trees and other things

-- The part of a ball of leaves that lies on the tile whose top is at `top`. Light comes from the
-- upper left.
local function leaves(paper, top, balls, colors, seed)
  each_pixel(function(x, y)
    for _, ball in ipairs(balls) do
      local dx, dy = (x + 0.5 - ball[1]) / ball[3], (y + top + 0.5 - ball[2]) / ball[4]
      local distance = dx * dx + dy * dy
      if distance < 1 then
        local light = -dx * 0.5 - dy * 0.8 + (chance(x, y + top, seed) - 0.5) * 0.7
        local color = light > 0.45 and colors[1] or light > -0.25 and colors[2] or colors[3]
        paper:dot(x, y, distance > 0.86 and light < 0.2 and colors[4] or color)
      end
    end
  end)
end

local function shadow(paper, x1, x2, y)
  paper:rectangle(x1 + 1, y - 1, x2 - x1 - 1, 1, shades.tuft)
  paper:rectangle(x1, y, x2 - x1 + 1, 1, shades.tuft)
  paper:rectangle(x1 + 2, y + 1, x2 - x1 - 3, 1, shades.tuft)
end

local tree_colors = {
  oak = { "#93b564", "#769c54", "#5f8549", "#4a6b40" },
  birch = { "#b9c86f", "#9cb25c", "#7f984f", "#627a45" },
  pine = { "#6f9a74", "#5a8464", "#486d57", "#39574a" },
}

-- The upper or the lower tile of a tree.
local function tree(kind, part)
  local colors, top = tree_colors[kind], part == "top" and 0 or size
  return function(paper)
    if part == "foot" then
      shadow(paper, 2, 13, 13)
      paper:rectangle(6, 5, 4, 9, kind == "birch" and "#d5cfc0" or "#7b5a3e")
      paper:rectangle(9, 5, 1, 9, kind == "birch" and "#a9a39b" or "#5d4535")
      paper:rectangle(5, 13, 6, 1, "#684b34")
    end
    if kind == "pine" then
      each_pixel(function(x, y)
        local row = y + top - 1
        local reach = row >= 0 and row < 25 and 1 + (row % 8) * 0.62 + floor(row / 8) * 1.3 or 0
        local off = x + 0.5 - 8
        if math.abs(off) < reach then
          local color = off < -reach * 0.2 and colors[1] or off < reach * 0.5 and colors[2]
            or colors[3]
          if row % 8 == 7 or math.abs(off) > reach - 0.8 and off > 0 then color = colors[4] end
          paper:dot(x, y, color)
        end
      end)
    else
      leaves(paper, top, {
        { 8, 15, 8, 8 }, { 6, 9, 6, 7 }, { 11, 10, 5, 6 },
      }, colors, 7)
    end
  end
end

local function bush(paper)
  shadow(paper, 2, 13, 13)
  leaves(paper, 0, { { 8, 9, 7, 5.5 }, { 6, 7, 4, 4 } }, tree_colors.oak, 3)
end

local drawings = {
  rock = {
    { "................", "................", "................", "................",
      "......llll......", "....llmmmmll....", "...lmmmmmmmmd...", "...lmmmmmmmmdd..",
      "..lmmmmmmdmmddd.", "..lmmmmmmmmdddd.", "..mmmdmmmmmdddd.", "...dddddddddddd.",
      "....kkkkkkkkkk..", "................", "................", "................" },
    { l = "#c5c0b8", m = "#a9a39b", d = "#8a847e", k = "#7d9a60" },
  },
  stump = {
    { "................", "................", "................", "................",
      "................", ".....rrrrrr.....", "....rlllllr.....", "....rlrrllrr....",
      "....brlllrbb....", "....bbrrrbbb....", "....bbbbbbbb....", "...bbbbbbbbbb...",
      "...kkkkkkkkkk...", "................", "................", "................" },
    { l = "#d0ad7c", r = "#b08b5c", b = "#7b5a3e", k = "#7d9a60" },
  },
  well = {
    { ".rrrrrrrrrrrrrr.", "rRRRRRRRRRRRRRRr", "rrrrrrrrrrrrrrrr", "..p..........p..",
      "..p....cc....p..", "..p....cc....p..", "..p....cc....p..", ".llllllllllllll.",
      "lmwwwwwwwwwwwwml", "lmmwwwwwwwwwwmml", "llllllllllllllll", "mdmmmdmmmdmmmdmm",
      "mmmdmmmdmmmdmmmd", "mdmmmdmmmdmmmdmm", ".ddddddddddddddd", "..kkkkkkkkkkkk.." },
    { r = "#9a5644", R = "#b06a52", p = "#7b5a3e", c = "#8f6a49", l = "#c5c0b8", m = "#a9a39b",
      d = "#8a847e", w = "#5b8498", k = "#9c968a" },
  },
  barrel = {
    { "................", "................", "................", "....dddddddd....",
      "...dllllllllk...", "...kddddddddk...", "...tttttttttk...", "...mmdmmmdmmk...",
      "...mmdmmmdmmk...", "...tttttttttk...", "...mmdmmmdmmk...", "...mmdmmmdmmk...",
      "...tttttttttk...", "....kkkkkkkk....", "................", "................" },
    { l = "#b48c61", m = "#a57c52", d = "#8f6b48", k = "#5d4535", t = "#7d7873" },
  },
  sacks = {
    { "................", "................", "................", "................",
      "......bb........", ".....llll.......", "....lmmmmd......", "....lmmmmd......",
      "...lmmmmmdbb....", "...lmmmmmdlll...", "...lmmmmdlmmmd..", "...mmmmmdlmmmd..",
      "...mmmmddlmmmmd.", "...ddddddmmmmdd.", "....kkkkkdddddk.", "................" },
    { b = "#8f6b48", l = "#e2d3ae", m = "#cbb88c", d = "#ab9669", k = "#7d9a60" },
  },
  hay = {
    { "................", "......llll......", "....lllmlmll....", "...llmlllllml...",
      "..lmllllmllllm..", "..llllmllllmll..", ".lmlllllmllllml.", ".mllmlllllmlllm.",
      ".mmlllmllllmlmm.", ".mmmlmlmlmlmmmm.", ".dmmmmlmmmmmlmd.", ".dmlmmmmlmmmmmd.",
      ".ddmmdmmmmdmddd.", "..dddddddddddd..", "...kkkkkkkkkk...", "................" },
    { l = "#e0c67a", m = "#cfae66", d = "#a98d4f", k = "#7d9a60" },
  },
  stall = {
    { "rrwwrrwwrrwwrrww", "rrwwrrwwrrwwrrww", "rrwwrrwwrrwwrrww", "rrwwrrwwrrwwrrww",
      ".r..w.r..w.r..w.", "p..............p", "p.oo..gg.oo.yy.p", "p.oo.gggooo.yy.p",
      "llllllllllllllll", "mmmmmmmmmmmmmmmm", "mmdmmmmdmmmmdmmm", "mmdmmmmdmmmmdmmm",
      "mmdmmmmdmmmmdmmm", "dddddddddddddddd", "p..............p", "kkkkkkkkkkkkkkkk" },
    { r = "#bf7460", w = "#eee3cc", p = "#7b5a3e", o = "#d08a4e", g = "#7f9c5a", y = "#dcc06a",
      l = "#c19b70", m = "#a57c52", d = "#8f6b48", k = "#a9a294" },
  },
  bench = {
    { "................", "................", "................", "................",
      "................", "................", ".llllllllllllll.", ".mmmmmmmmmmmmmm.",
      ".llllllllllllll.", ".mmmmmmmmmmmmmm.", "..d..........d..", "..d..........d..",
      "..k..........k..", "................", "................", "................" },
    { l = "#b48c61", m = "#8f6b48", d = "#6d503d", k = "#7d9a60" },
  },
  lily = {
    { "................", "................", "................", "....ggg.........",
      "...gggdg........", "...ggggg........", "....ggg.........", "................",
      "................", "..........ggg...", ".........ggpgg..", ".........gdggg..",
      "..........ggg...", "................", "................", "................" },
    { g = "#7fa468", d = "#6b8f5a", p = "#e6b6bd" },
  },
  reeds = {
    { "................", "..b.............", "..b.....b.......", "..bg....b...b...",
      "..g.g...bg..b...", "..g.g...g...bg..", "..gg..g.g.g.g...", "...g.g..gg..g.g.",
      "...gg..g.g..gg..", "...g..g..g.g.g..", "...ggg...gg..g..", "...wgw..wgw.wgw.",
      "................", "................", "................", "................" },
    { g = "#7d9a5c", b = "#8a6647", w = "#93bfcc" },
  },
}

local function drawing(name)
  return function(paper)
    paper:rows(0, 0, drawings[name][1], drawings[name][2])
  end
end

-- --------------------------------------------------------------------------- all of them

local list = {} -- by tile: the function that paints it; false: an empty tile

local function add(...)
  for _, painter in ipairs { ... } do list[#list + 1] = painter end
end

local function end_row()
  while #list % columns > 0 do list[#list + 1] = false end
end

local function add_areas(kind, rims, inset)
  for mask = 0, 15 do add(area(kind, mask, rims, inset)) end
end

add(grass(1, 0), grass(2, 2), grass(3, 4), grass(5, 6),
  flowers(4, { "#efe6dd", "#f3ecd8" }), flowers(9, { "#d99a8f", "#efe6dd" }),
  flowers(12, { "#a9a0cf", "#c7bfe0" }), bush,
  drawing "rock", drawing "stump", drawing "hay", drawing "sacks", drawing "barrel",
  drawing "well", drawing "stall", drawing "bench")
add_areas("road", { shades.gravel }, 1)
add_areas("square", { shades.joint }, 0)
add_areas("mud", { "#a08a66", shades.slime }, 1)
add_areas("water", { shades.sand, "#c9bd92", shades.deep }, 0)
add_areas("field", { "#b9986f" }, 0)
add(bridge(true, false), bridge(false, true), bridge(true, true),
  crops(2, "#7f9c55", "#97b264"), crops(4, "#8aa255", "#b3b765"), crops(5, "#b79d50", "#e0c268"),
  floorboards(0), straw, palisade, door(false), door(true), gate(false), gate(true),
  drawing "lily", drawing "reeds", floorboards(12))
end_row()
for mask = 0, 15 do add(wall("wood", mask)) end
for mask = 0, 15 do add(wall("stone", mask)) end
for row = 1, 3 do
  for _, kind in ipairs { "red", "blue", "straw" } do
    for column = 1, 3 do add(roof(kind, row, column)) end
  end
  if row == 1 then
    add(chimney "red", chimney "blue", chimney "straw")
    add(front "left", front "middle", front "window", front "door")
  elseif row == 2 then
    add(front "right", tree("oak", "top"), tree("birch", "top"), tree("pine", "top"))
  else
    add(false, tree("oak", "foot"), tree("birch", "foot"), tree("pine", "foot"))
  end
  end_row()
end

local tiles = {}

function tiles.paint()
  local rows = math.ceil(#list / columns)
  local paper = canvas.new(columns * size, rows * size)
  for i, painter in ipairs(list) do
    paper:move_to((i - 1) % columns * size, floor((i - 1) / columns) * size)
    if painter then painter(paper) end
  end
  return paper
end

return tiles
