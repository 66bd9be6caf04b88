-- Calls the functions of `love` and the methods of its objects in random order, with arguments that
-- fit, fit badly, or not at all. An error is right; what the machine must not do is to trap, or to
-- leave a draw list that names what is not there. SEED in the environment chooses the calls.
--
-- Defines love.update, which makes CALLS calls, and love.draw, which makes as many that draw.

math.randomseed(tonumber(os.getenv "SEED") or 1)
local CALLS = tonumber(os.getenv "CALLS") or 300
local random, g = math.random, love.graphics

local function pick(list) return list[random(#list)] end

-- ------------------------------------------------------------------------------------ the values

local numbers = { 0 / 0, 1 / 0, -1 / 0, 1e300, -1e300, 1e-300, 1e38, 2 ^ 31, -2 ^ 31, 2 ^ 32, 2 ^ 53,
  2 ^ 63, math.mininteger, math.maxinteger, 0, -0.0, -1, -20, 0.5, 16384, 16385, 65536 }
local texts = { "", "x", "ä€🧭", "two\nlines\r\n", "a\tb  c ", ("long text "):rep(50), "\0", "\xff",
  "\xe4\xb8", "12", "0x10", "fill", "line", "all", "transform", "nearest", "linear", "none", "miter",
  "bevel", "center", "right", "dynamic", "a.txt", "folder/b.txt", "../c.txt", "/", ".", "left", "escape" }

local objects = {} -- of love
local ended = setmetatable({}, { __mode = "k" }) -- those that are

local function number()
  local kind = random(8)
  if kind == 1 then return pick(numbers) end
  if kind <= 4 then return random(-5, 40) end
  return random() * 60 - 10
end

-- An object of a type, most often one that is alive.
local function object(wanted)
  for _ = 1, 40 do
    local found = pick(objects)
    local fits = not wanted or found:type() == wanted
    if fits and (not ended[found] or random(20) == 1) then return found end
  end
end

-- Ends an object, as Lua does when it is garbage: a finalizer of the program can still use it.
local function finish(found)
  if not found then return end
  ended[found] = true
  debug.getmetatable(found).__gc(found)
end

local call_any -- is below

local function list(depth)
  local values = {}
  for i = 1, random(0, 9) do
    local kind = random(12)
    values[i] = kind == 1 and pick(texts) or kind == 2 and depth < 2 and list(depth + 1) or number()
  end
  return values
end

local functions = {
  function() end, function(...) return ... end, error, function() error({}) end, function() call_any() end,
  function() for _ = 1, 3 do call_any() end end, function(x) return x, x, x, x end,
  function() finish(object()) end, function() finish(object "Canvas") end,
  function() finish(g.getCanvas()) end, function() collectgarbage() end,
  coroutine.wrap(function() while true do coroutine.yield(1, 2, 3, 4) end end),
}

local foreign = { io.stdout, io.tmpfile(), require "astar".grid { "..", ".." }, coroutine.create(print),
  setmetatable({}, { __index = error, __len = function() return 2 ^ 40 end }), true, false, print,
  setmetatable({}, { __tostring = function() return {} end }) }

local function any()
  local kind = random(12)
  if kind <= 4 then return number() end
  if kind <= 6 then return pick(texts) end
  if kind <= 8 then return object() end
  if kind == 9 then return list(0) end
  if kind == 10 then return pick(functions) end
  if kind == 11 then return pick(foreign) end
  return nil
end

-- ------------------------------------------------------------------------------------- the calls

-- What fits: n a number, s a text, d a drawing mode, l a list, f a function, and the first letters of
-- types of objects.
local makers = {
  n = number, s = function() return pick(texts) end, l = function() return list(0) end,
  d = function() return pick { "fill", "line" } end, f = function() return pick(functions) end,
  I = function() return object "Image" end, C = function() return object "Canvas" end,
  D = function() return object "ImageData" end, Q = function() return object "Quad" end,
  B = function() return object "SpriteBatch" end, F = function() return object "Font" end,
  R = function() return object "RandomGenerator" end,
}

local drawing = {
  "rectangle dnnnnnn", "rectangle dnnnn", "circle dnnn", "ellipse dnnnn", "line nnnnnn", "line l",
  "polygon dnnnnnn", "polygon dl", "print snn", "print snnnnnnnnn", "print sFnn", "printf snnn",
  "printf sFnnn", "printf snnnsnnnnn", "draw Inn", "draw Innnnnnnnn", "draw IQnnnnn", "draw Cnnn",
  "draw Bnnnnn", "draw B", "clear nnnn", "clear", "setColor nnnn", "setColor l", "setLineWidth n",
  "setLineJoin s", "setScissor nnnn", "setScissor", "setCanvas C", "setCanvas", "setFont F", "push",
  "push s", "pop", "translate nn", "scale nn", "origin",
}

local methods = {
  "D:getPixel nn", "D:mapPixel f", "B:add nn", "B:add Qnn", "B:add nnnnnnnnn", "B:add Qnnnnn", "B:clear",
  "B:setColor nnnn", "F:getWidth s", "R:setSeed n", "R:random nn",
}

local makes = {
  function() return love.image.newImageData(random(0, 9), random(1, 9)) end,
  function() return g.newImage(object "ImageData") end,
  function() return g.newCanvas(random(0, 40), random(1, 40)) end,
  function() return g.newQuad(number(), number(), number(), number(), number(), number()) end,
  function() return g.newSpriteBatch(object(pick { "Image", "Canvas" }), random(0, 4)) end,
  function() return g.newFont(random(1, 40)) end,
  function() return love.math.newRandomGenerator(number()) end,
}

-- Keeps new objects, in the place of others when there are many.
local function keep(is_good, ...)
  for i = 1, is_good and select("#", ...) or 0 do
    local value = select(i, ...)
    if type(value) == "userdata" and getmetatable(value) == false and value.typeOf then
      objects[#objects < 80 and #objects + 1 or random(#objects)] = value
    end
  end
end

local function try(f, ...)
  if f then keep(pcall(f, ...)) end
end

local function arguments(letters)
  local values, count = {}, #letters
  for i = 1, count do values[i] = makers[letters:sub(i, i)]() end
  if random(6) == 1 and count > 0 then values[random(count)] = any() end
  return values, count
end

local function call_fitting(signatures)
  local signature = pick(signatures)
  local kind, name, letters = signature:match "^(%u?):?(%l%w+) ?(%a*)$"
  local values, count = arguments(letters)
  if kind == "" then return try(g[name], table.unpack(values, 1, count)) end
  local self = makers[kind]()
  if self then try(self[name], self, table.unpack(values, 1, count)) end
end

-- All functions of the modules, and all methods, whose calls do not end the program.
local all = {}
for _, module in ipairs { "event", "filesystem", "graphics", "image", "keyboard", "math", "mouse",
  "timer" } do
  for name, f in pairs(love[module]) do
    if name ~= "quit" then all[#all + 1] = { module .. "." .. name, f } end
  end
end

for _ = 1, 20 do
  for _, make in ipairs(makes) do try(make) end
end
local seen = {}
for _, each in ipairs(objects) do
  for name, f in pairs(debug.getmetatable(each).__index) do
    local full = each:type() .. "." .. name
    if not seen[full] then all[#all + 1], seen[full] = { full, f }, true end
  end
end
table.sort(all, function(a, b) return a[1] < b[1] end) -- so a seed makes the same calls again
for i, each in ipairs(all) do all[i] = each[2] end

function call_any()
  if random(40) == 1 then return finish(object()) end
  local kind = random(10)
  if kind <= 2 then return try(pick(makes)) end
  if kind <= 5 then return call_fitting(methods) end
  if kind <= 7 then return call_fitting(drawing) end
  local values, count = {}, random(0, 6)
  for i = 1, count do values[i] = any() end
  try(pick(all), table.unpack(values, 1, count))
end

-- Garbage whose end makes calls, in the middle of others.
local function litter()
  setmetatable({}, { __gc = function() call_any() end })
end

function love.update()
  if random(5) == 1 then collectgarbage(pick { "generational", "incremental" }) end
  for _ = 1, CALLS do
    if random(10) == 1 then litter() end
    call_any()
  end
end

function love.draw()
  for _ = 1, CALLS do call_fitting(drawing) end
  g.setCanvas()
end
