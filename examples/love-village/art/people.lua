--- Paints people.png, the sheet of people and animals: for each of them three rows (seen from the
--- front, from its right side, from behind) with four cells each (standing, breathing in, two cells
--- of walking). A cell is 32 x 32 pixels; the feet are on its row 26. The order of `creatures` is
--- the order in the sheet. The last row has the things that people carry.
local canvas = require "canvas"

local cell = 32
local feet = 26

-- ------------------------------------------------------------------------------- humans
--
-- Characters: h hair, s skin, k eyes, a and A hat, c and d coat, p trousers or skirt, b boots,
-- w beard.

local heads = {
  bare = {
    front = { ".....hhhhhh.....", "....hhhhhhhh....", "...hhhhhhhhhh...", "...hhhsssshhh...",
      "...hssssssssh...", "...hskssssksh...", "....skssssks....", "....ssssssss....",
      ".....ssssss....." },
    side = { ".....hhhhhh.....", "....hhhhhhhh....", "...hhhhhhhhhh...", "...hhhhhhssss...",
      "...hhhhhsssss...", "...hhhssssks....", "....hhssssks....", ".....sssssss....",
      "......ssssss...." },
    back = { ".....hhhhhh.....", "....hhhhhhhh....", "...hhhhhhhhhh...", "...hhhhhhhhhh...",
      "...hhhhhhhhhh...", "...hhhhhhhhhh...", "...hhhhhhhhhh...", "....hhhhhhhh....",
      "......ssss......" },
  },
  long = {
    front = { ".....hhhhhh.....", "....hhhhhhhh....", "...hhhhhhhhhh...", "...hhhhhsshhh...",
      "...hhhsssssshh..", "...hskssssksh...", "..hhskssssksh...", "..hhsssssssshh..",
      "..hh.ssssss.hh.." },
    side = { ".....hhhhhh.....", "....hhhhhhhh....", "...hhhhhhhhhh...", "...hhhhhhhsss...",
      "...hhhhhhssss...", "...hhhhsssks....", "..hhhhhsssks....", "..hhhhssssss....",
      "..hhh.sssss....." },
    back = { ".....hhhhhh.....", "....hhhhhhhh....", "...hhhhhhhhhh...", "...hhhhhhhhhh...",
      "...hhhhhhhhhh...", "...hhhhhhhhhh...", "..hhhhhhhhhhhh..", "..hhhhhhhhhhhh..",
      "..hhhhhhhhhhhh.." },
  },
  straw = {
    front = { "......aaaa......", ".....aaaaaa.....", ".....AAAAAA.....", "..aaaaaaaaaaaa..",
      "...aaaaaaaaaa...", "...hskssssksh...", "....skssssks....", "....ssssssss....",
      ".....ssssss....." },
    side = { "......aaaa......", ".....aaaaaa.....", ".....AAAAAA.....", "..aaaaaaaaaaaa..",
      "...aaaaaaaaaa...", "...hhhssssks....", "....hhssssks....", ".....sssssss....",
      "......ssssss...." },
    back = { "......aaaa......", ".....aaaaaa.....", ".....AAAAAA.....", "..aaaaaaaaaaaa..",
      "...aaaaaaaaaa...", "...hhhhhhhhhh...", "...hhhhhhhhhh...", "....hhhhhhhh....",
      "......ssss......" },
  },
  helmet = {
    front = { ".....aaaaaa.....", "....aaaaaaaa....", "...aaaaaaaaaa...", "...aAAAAAAAAa...",
      "...assssssssa...", "...askssssksa...", "...askssssksa...", "....ssssssss....",
      ".....ssssss....." },
    side = { ".....aaaaaa.....", "....aaaaaaaa....", "...aaaaaaaaaa...", "...aAAAAAAAAA...",
      "...aaaasssss....", "...aaasssska....", "....aasssska....", ".....sssssss....",
      "......ssssss...." },
    back = { ".....aaaaaa.....", "....aaaaaaaa....", "...aaaaaaaaaa...", "...aAAAAAAAAa...",
      "...aaaaaaaaaa...", "...aaaaaaaaaa...", "...aaaaaaaaaa...", "....aaaaaaaa....",
      "......ssss......" },
  },
  scarf = {
    front = { ".....aaaaaa.....", "....aaaaaaaa....", "...aaaaaaaaaa...", "...aahhsshhaa...",
      "...ahssssssha...", "...askssssksa...", "...askssssksa...", "...aassssssaa...",
      "....aasssssa...." },
    side = { ".....aaaaaa.....", "....aaaaaaaa....", "...aaaaaaaaaa...", "...aaaaaahhs....",
      "...aaaaahsss....", "...aaaasssks....", "...aaaasssks....", "...aaaasssss....",
      "....aaassss....." },
    back = { ".....aaaaaa.....", "....aaaaaaaa....", "...aaaaaaaaaa...", "...aaaaaaaaaa...",
      "...aaaaaaaaaa...", "...aaaaaaaaaa...", "...aaaAaaAaaa...", "....aaaAAaaa....",
      ".....aaaaaa....." },
  },
  cap = {
    front = { ".....aaaaaa.....", "....aaaaaaaa....", "...aaaaaaaaaa...", "...AAAAAAAAAA...",
      "...hssssssssh...", "...hskssssksh...", "....skssssks....", "....wwssssww....",
      ".....wwwwww....." },
    side = { ".....aaaaaa.....", "....aaaaaaaa....", "...aaaaaaaaaa...", "...AAAAAAAAAAA..",
      "...hhhhsssss....", "...hhhssssks....", "....hhssssks....", ".....sswwwww....",
      "......swwww....." },
    back = { ".....aaaaaa.....", "....aaaaaaaa....", "...aaaaaaaaaa...", "...AAAAAAAAAA...",
      "...hhhhhhhhhh...", "...hhhhhhhhhh...", "...hhhhhhhhhh...", "....hhhhhhhh....",
      "......ssss......" },
  },
}

local torsos = {
  front = { "....cccccccc....", "...cccccccccc...", "...dccccccccd...", "...sccccccccs..." },
  side = { ".....cccccc.....", ".....ccdccc.....", ".....ccdccc.....", ".....ccsccc....." },
  back = { "....cccccccc....", "...cccccccccc...", "...dccccccccd...", "...sccccccccs..." },
}

local swung = {
  front = { "....cccccccc....", "...cccccccccc...", "...sccccccccd...", "....ccccccccs..." },
  side = { ".....cccccc.....", "....ccdcccc.....", "...sccccccdc....", ".....ccccccs...." },
  back = { "....cccccccc....", "...cccccccccc...", "...dccccccccs...", "...scccccccc...." },
}

-- Legs by clothing: standing, and one step.
local legs = {
  trousers = {
    front = {
      { "....dddddddd....", "....pppppppp....", "....ppp..ppp....", "....bbb..bbb...." },
      { "....dddddddd....", "....pppppppp....", "....ppp..bbb....", "....bbb........." },
    },
    side = {
      { ".....dddddd.....", ".....pppppp.....", "......pppp......", "......bbbbb....." },
      { ".....dddddd.....", ".....pppppp.....", "....ppp..ppp....", "....bb...bbb...." },
    },
  },
  skirt = {
    front = {
      { "....dddddddd....", "...pppppppppp...", "...pppppppppp...", ".....bb..bb....." },
      { "....dddddddd....", "...pppppppppp...", "...pppppppppp...", ".....bb........." },
    },
    side = {
      { ".....dddddd.....", "....pppppppp....", "....pppppppp....", "......bbbb......" },
      { ".....dddddd.....", "....pppppppp....", "....ppppppppp...", ".....bb..bb....." },
    },
  },
}

local function join(...)
  local rows = {}
  for _, part in ipairs { ... } do
    for _, row in ipairs(part) do rows[#rows + 1] = row end
  end
  return rows
end

local function mirrored(rows)
  local result = {}
  for i, row in ipairs(rows) do result[i] = row:reverse() end
  return result
end

-- The rows of a child: some rows less.
local function shortened(rows)
  local result = {}
  for i, row in ipairs(rows) do
    if i ~= 10 and i ~= 12 and i ~= 15 then result[#result + 1] = row end
  end
  return result
end

-- The drawings of a human from three sides: standing and two steps.
local function human(head, wear, is_child)
  local frames = {}
  for _, view in ipairs { "front", "side", "back" } do
    local below = legs[wear][view == "side" and "side" or "front"]
    local above = heads[head][view]
    local standing = join(above, torsos[view], below[1])
    local step = join(above, swung[view], below[2])
    local other = view == "side" and standing or join(above, mirrored(swung[view]),
      mirrored(below[2]))
    frames[view] = { standing, step, other }
    if is_child then
      for i, rows in ipairs(frames[view]) do frames[view][i] = shortened(rows) end
    end
  end
  return frames
end

-- ------------------------------------------------------------------------------ animals

local dog = {
  front = {
    { ".....e....e.....", ".....effffe.....", ".....fkffkf.....", ".....ffnnff.....",
      "......fwwf......", ".....ffwwff.....", ".....ffwwff.....", ".....ff..ff.....",
      ".....ww..ww....." },
    { ".....e....e.....", ".....effffe.....", ".....fkffkf.....", ".....ffnnff.....",
      "......fwwf......", ".....ffwwff.....", ".....ffwwff.....", ".....ff..ww.....",
      ".....ww........." },
  },
  side = {
    { "...........ee...", "...........fff..", ".f........fffkf.", ".f........ffffnn",
      "..f.ffffffffww..", "...ffffffffww...", "...fffffffff....", "...ff.....ff....",
      "...ww.....ww...." },
    { "...........ee...", "...........fff..", "f.........fffkf.", ".f........ffffnn",
      "..f.ffffffffww..", "...ffffffffww...", "...fffffffff....", "..ff.f...f.ff...",
      "..w...w.w...w..." },
  },
  back = {
    { ".....e....e.....", ".....effffe.....", ".....ffffff.....", ".....ffffff.....",
      "......ffff......", ".....ffeeff.....", ".....ffeeff.....", ".....ff..ff.....",
      ".....ww..ww....." },
    { ".....e....e.....", ".....effffe.....", ".....ffffff.....", ".....ffffff.....",
      "......fffe......", ".....fffeff.....", ".....ffeeff.....", ".....ff..ww.....",
      ".....ww........." },
  },
}

local hen = {
  front = {
    { ".......rr.......", "......wwww......", "......kwwk......", ".......yy.......",
      "......wrrw......", ".....wwwwww.....", "....wwwwwwww....", "....wvwwwwvw....",
      ".....wwwwww.....", "......y..y......" },
    { ".......rr.......", "......wwww......", "......kwwk......", ".......yy.......",
      "......wrrw......", ".....wwwwww.....", "....wwwwwwww....", "....wvwwwwvw....",
      ".....wwwwww.....", ".........y......" },
  },
  side = {
    { "..........rr....", ".........wwww...", ".........wwkwyy.", "..w......wwwr...",
      "..ww....wwww....", "..wwwwwwwwww....", "...wwvvvwwww....", "...wwwvvwww.....",
      ".....wwwww......", "......y.y......." },
    { "...........rr...", "..........wwww..", "..........wwkwyy", "..w......wwwwr..",
      "..ww....wwww....", "..wwwwwwwwww....", "...wwvvvwwww....", "...wwwvvwww.....",
      ".....wwwww......", ".....y...y......" },
  },
  back = {
    { ".......rr.......", "......wwww......", "......wwww......", "......wwww......",
      ".....wwwwww.....", "....wwwwwwww....", "....wvwwwwvw....", "....wwwvvwww....",
      ".....wwvvww.....", "......y..y......" },
    { ".......rr.......", "......wwww......", "......wwww......", "......wwww......",
      ".....wwwwww.....", "....wwwwwwww....", "....wvwwwwvw....", "....wwwvvwww....",
      ".....wwvvww.....", "......y........." },
  },
}

-- On the water; `u` is its wave.
local duck = {
  front = {
    { "......gggg......", "......kggk......", "......gyyg......", ".......yy.......",
      "......wwww......", ".....nnnnnn.....", "....nnnnnnnn....", "....bnnnnnnb....",
      ".....bnnnnb.....", "..uuu......uuu.." },
    { "......gggg......", "......kggk......", "......gyyg......", ".......yy.......",
      "......wwww......", ".....nnnnnn.....", "....nnnnnnnn....", "....bnnnnnnb....",
      ".....bnnnnb.....", "...uuuu.uuuuu..." },
  },
  side = {
    { "..........ggg...", "..........gkgg..", "..........gggyy.", "..........www...",
      "..n......nnn....", "..nnbbbbbnnn....", "..nbbbbbbbnn....", "...nbbbbbnn.....",
      "....nnnnnn......", "uuu.......uuuu.." },
    { "..........ggg...", "..........gkgg..", "..........gggyy.", "..........www...",
      "..n......nnn....", "..nnbbbbbnnn....", "..nbbbbbbbnn....", "...nbbbbbnn.....",
      "....nnnnnn......", ".uuuu...uuuuu..." },
  },
  back = {
    { "......gggg......", "......gggg......", "......gggg......", "......wwww......",
      ".....nnnnnn.....", "....nbbbbbbn....", "....nbbbbbbn....", "....nnbbbbnn....",
      ".....nnwwnn.....", "..uuu......uuu.." },
    { "......gggg......", "......gggg......", "......gggg......", "......wwww......",
      ".....nnnnnn.....", "....nbbbbbbn....", "....nbbbbbbn....", "....nnbbbbnn....",
      ".....nnwwnn.....", "...uuuu.uuuuu..." },
  },
}

-- A donkey and its cart: f and F fur, l load, p and q planks, r and x wheels.
local cart = {
  front = {
    { ".....llllllllllllll.....", "....llllLllllLllllll....", "....lLllllllllllLlll....",
      "....pppppppppppppppp....", "....qqqqqqqqqqqqqqqq....", "...rppppppppppppppppr...",
      "...rqqqqFF....FFqqqqr...", "...rrr..fFFFFFFf..rrr...", "...rxr..ffffffff..rxr...",
      "...rxr..fkffffkf..rxr...", "...rrr..ffffffff..rrr...", "....r....wwwwww....r....",
      ".........wkwwkw.........", ".........ffffff.........", ".........ff..ff.........",
      ".........bb..bb........." },
    { ".....llllllllllllll.....", "....llllLllllLllllll....", "....lLllllllllllLlll....",
      "....pppppppppppppppp....", "....qqqqqqqqqqqqqqqq....", "...rppppppppppppppppr...",
      "...rqqqqFF....FFqqqqr...", "...rrr..fFFFFFFf..rrr...", "...xrx..ffffffff..xrx...",
      "...rrr..fkffffkf..rrr...", "...xrx..ffffffff..xrx...", "....r....wwwwww....r....",
      ".........wkwwkw.........", ".........ffffff.........", ".........ff..bb.........",
      ".........bb............." },
  },
  side = {
    { "..................F.F...", "..................fFff..", "..................ffkff.",
      "..llllllllll.....Fffffww", ".lllLllllLlll...FFfff.kw", ".lLllllllllLl..ffffff...",
      "pppppppppppppfffffff....", "qqqqqqqqqqqqqfffffff....", "pppppppppppppqffffff....",
      "qqqrrrqqqqqqqfffffff....", "..rrxrr......ff...ff....", "..rxxxr......ff...ff....",
      "..rrxrr......ff...ff....", "...rrr.......bb...bb...." },
    { "..................F.F...", "..................fFff..", "..................ffkff.",
      "..llllllllll.....Fffffww", ".lllLllllLlll...FFfff.kw", ".lLllllllllLl..ffffff...",
      "pppppppppppppfffffff....", "qqqqqqqqqqqqqfffffff....", "pppppppppppppqffffff....",
      "qqqrrrqqqqqqqfffffff....", "..rxrxr.....ff.ff.ff....", "..rrxrr.....ff..fff.....",
      "..rxrxr....ff...ff.f....", "...rrr.....bb...bb.bb..." },
  },
  back = {
    { "........F......F........", "........fF....Ff........", "........ffffffff........",
      ".....llllllllllllll.....", "....llllLllllLllllll....", "....lLllllllllllLlll....",
      "....llllllLlllllllll....", "...rpppppppppppppppprr..", "..rrqqqqqqqqqqqqqqqqrr..",
      "..rxppppppppppppppppxr..", "..rxqqqqqqqqqqqqqqqqxr..", "..rrppppppppppppppppr...",
      "...r......ff..ff....r...", "..........bb..bb........" },
    { "........F......F........", "........fF....Ff........", "........ffffffff........",
      ".....llllllllllllll.....", "....llllLllllLllllll....", "....lLllllllllllLlll....",
      "....llllllLlllllllll....", "...rpppppppppppppppprr..", "..rxqqqqqqqqqqqqqqqqxr..",
      "..rrpppppppppppppppprr..", "..rrqqqqqqqqqqqqqqqqrr..", "..rxppppppppppppppppr...",
      "...r......ff..bb....r...", "..........bb............" },
  },
}

local things = {
  sack = { ".....bb.....", "....llll....", "...lmmmmd...", "..lmmmmmmd..", "..lmmmmmmd..",
    "..mmmmmmdd..", "...dddddd..." },
  bucket = { "...hhhhhh...", "..h......h..", "..wwwwwwww..", "..pwwwwwwq..", "...ppppqq...",
    "...ppppqq...", "...ppppqq..." },
  bread = { "............", "...tttttt...", "..tytytytt..", "..tttttttT..", "..TTTTTTTT.." },
}

-- ----------------------------------------------------------------------------- who is who

local eyes = "#3d3540"

-- Colors of hair, coat, its shade, trousers, hat and its band.
local function clothes(hair, coat, shade, trousers, hat, band)
  return {
    s = "#e8bd97", k = eyes, b = "#5d4535", w = "#e6e0d6", h = hair, c = coat, d = shade,
    p = trousers, a = hat, A = band,
  }
end

local feathers = { w = "#f2eadb", v = "#d8cbb2", r = "#c2584d", y = "#dca94c", k = eyes }

local creatures = {
  { human("bare", "trousers"), clothes("#7a4f35", "#4f7fa3", "#40698a", "#5f5a6e") },
  { human("straw", "trousers"),
    clothes("#8a6647", "#7d9a5c", "#67814b", "#7b6a58", "#dcc17a", "#b5654a") },
  { human("straw", "skirt"),
    clothes("#6d4b3a", "#c48a6a", "#a87155", "#8c6f7d", "#dcc17a", "#6f8a94") },
  { human("helmet", "trousers"),
    clothes("#5d4535", "#9a5f5a", "#804c4a", "#5f5a6e", "#a9acb0", "#85898f") },
  { human("cap", "trousers"),
    clothes("#b9b1a6", "#6f6a86", "#5a5670", "#55504f", "#7d6a4e", "#66563f") },
  { human("scarf", "skirt"),
    clothes("#7a4f35", "#d8cfc0", "#bdb2a0", "#7f8fa8", "#b8697a", "#99536a") },
  { human("long", "skirt"), clothes("#a8683f", "#8fa3a0", "#758a88", "#6d7f8c") },
  { human("bare", "trousers", true), clothes("#c49a57", "#c9775f", "#a95f4b", "#5f7188") },
  { human("long", "skirt", true), clothes("#5d4038", "#b99ac0", "#9a7da3", "#a487ad") },
  { dog, { e = "#7d5a3f", f = "#b98a5c", w = "#efe4d0", n = eyes, k = eyes } },
  { hen, feathers },
  { hen, { w = "#b98a5c", v = "#966b45", r = "#c2584d", y = "#dca94c", k = eyes } },
  { duck, {
    g = "#4f7d63", k = "#26313a", y = "#dfae4f", w = "#efe8da", n = "#a08a76", b = "#c0ae9a",
    u = "#a9d0da",
  } },
  { cart, {
    f = "#a39a94", F = "#857c78", w = "#ddd6ce", k = eyes, b = "#5b5355", l = "#dfcf9f",
    L = "#bfa873", p = "#a57c52", q = "#8f6b48", r = "#5d4535", x = "#b48c61",
  } },
}

local thing_colors = {
  { "sack", { b = "#8f6b48", l = "#efe3c4", m = "#dccba0", d = "#b9a274" } },
  { "bucket", { h = "#7d7873", w = "#86b8c8", p = "#a57c52", q = "#86603c" } },
  { "bread", { t = "#cf9a58", y = "#efd09a", T = "#a8743c" } },
}

-- ----------------------------------------------------------------------------- painting

local ink = "#463c46"

-- Paints a dark line around the drawing in a cell.
local function outline(paper)
  local rim = {}
  local function is_solid(x, y)
    return x >= 0 and x < cell and y >= 0 and y < cell and not paper:is_empty(x, y)
  end
  for y = 0, cell - 1 do
    for x = 0, cell - 1 do
      if paper:is_empty(x, y) and (is_solid(x - 1, y) or is_solid(x + 1, y) or
        is_solid(x, y - 1) or is_solid(x, y + 1)) then
        rim[#rim + 1] = { x, y }
      end
    end
  end
  for _, place in ipairs(rim) do paper:dot(place[1], place[2], ink) end
end

-- Paints the shadow on the ground.
local function shade(paper, width)
  for y = -1, 1 do
    local reach = width / 2 - math.abs(y) * 1.5
    for x = math.ceil(cell / 2 - reach), math.floor(cell / 2 + reach) - 1 do
      if paper:is_empty(x, feet + y) then paper:dot(x, feet + y, "#2d2a3a", 0.28) end
    end
  end
end

local function paint_cell(paper, rows, colors, is_breathing)
  local left, top = (cell - #rows[1]) / 2, feet - #rows + 1
  local solid = {} -- colors without waves
  for letter, color in pairs(colors) do
    if letter ~= "u" then solid[letter] = color end
  end
  for i, row in ipairs(rows) do
    -- Breathing: everything except the legs is one pixel lower.
    local down = is_breathing and i <= #rows - 3 and 1 or 0
    paper:rows(left, top + i - 1 + down, { row }, solid)
  end
  outline(paper)
  if colors.u then
    paper:rows(left, top, rows, { u = colors.u })
  else
    shade(paper, #rows[1] > 16 and 22 or 12)
  end
end

local people = {}

function people.paint()
  local paper = canvas.new(4 * cell, (3 * #creatures + 1) * cell)
  for i, creature in ipairs(creatures) do
    for row, view in ipairs { "front", "side", "back" } do
      local frames = creature[1][view]
      local standing, step = frames[1], frames[2]
      for column, rows in ipairs { standing, standing, step, frames[3] or standing } do
        paper:move_to((column - 1) * cell, (3 * (i - 1) + row - 1) * cell)
        paint_cell(paper, rows, creature[2], column == 2)
      end
    end
  end
  for i, thing in ipairs(thing_colors) do
    paper:move_to((i - 1) * cell, 3 * #creatures * cell)
    paper:rows(10, 12, things[thing[1]], thing[2])
    outline(paper)
  end
  return paper
end

return people
