-- A saved crowd of scripts had another string on each Lua: Lua 5.4 wrote the angle 0 as a float, other Luas as an
-- integer; LuaJIT rounds the last of 17 digits up where the C library rounds it to even; and of two names of a
-- function, the one that `pairs` gave last was written. Programs that compare the strings of their players saw
-- differences that were none.

local astar = require "astar"
local plain_values = require "astar.internal.plain_values"
local script = require "astar.script"
local random_map = require "spec.support.random_map"

local function no_name() end

local function encode(value)
  return assert(plain_values.encode(value, no_name))
end

local function decode(text)
  local ok, value = plain_values.decode(text, no_name)
  assert.is_true(ok, text)
  return value
end

-- Numbers that a Lua wrote in another way than the others, and their text.
local NUMBERS = {
  { 0.0, "i0;" }, { 3.0, "i3;" }, { -1e15, "i-1000000000000000;" },
  { 2 ^ 53, "i9007199254740992;" }, { -2 ^ 63, "i-9223372036854775808;" }, { 2 ^ 63, "d9.2233720368547758e+18;" },
  { -1 / math.huge, "d-0.0;" }, { math.huge, "dinf;" }, { -math.huge, "d-inf;" },
  { 0.1, "d0.10000000000000001;" }, { -2.5, "d-2.5;" }, { 1e-5, "d1.0000000000000001e-5;" },
  { 1e300, "d1.0000000000000001e+300;" },
  { 0.5 + 1 / 262144, "d0.500003814697265625;" }, -- 18 digits, the last of which is a 5
  { 1372161082769394.25, "d1372161082769394.25;" },
}

--- A number with a random fraction of up to 60 binary digits.
local function dyadic(random)
  local number, digits = random:int(0, 2 ^ 26) * 2 ^ 26 + random:int(0, 2 ^ 26), random:int(0, 60)
  for _ = 1, digits do number = number / 2 end
  return number
end

describe("a number in a saved crowd", function()
  it("has the same text on every Lua", function()
    for _, case in ipairs(NUMBERS) do
      assert.equal(case[2], encode(case[1]))
      assert.equal(case[1], decode(case[2]))
    end
    local random, texts = random_map.new(15), {}
    for i = 1, 5000 do
      local number = dyadic(random)
      texts[i] = encode(number)
      assert.equal(number, decode(texts[i]))
    end
    assert.equal(1119241203, plain_values.checksum(table.concat(texts)))
  end)

  it("can be read as version 0.2 wrote it", function()
    for text, number in pairs {
      ["d0.0;"] = 0, ["d3.0;"] = 3, ["d9007199254740992.0;"] = 2 ^ 53, ["d1.0000000000000001e-05;"] = 1e-5,
      ["d0.50000381469726562;"] = 0.5 + 1 / 262144, ["d0.50000381469726563;"] = 0.5 + 1 / 262144,
    } do
      assert.equal(number, decode(text))
    end
  end)

  it("keeps all digits of an integer of Lua 5.4", function()
    local integer = tonumber "9007199254740993"
    local text = encode(integer)
    assert.equal(integer % 2 == 1 and "i9007199254740993;" or "i9007199254740992;", text)
    assert.equal(integer, decode(text))
  end)
end)

describe("a saved crowd of scripts", function()
  it("has the same string on every Lua", function()
    local function guard(npc) npc:wait(1000) end
    local names = { soldier = guard, guard = guard, a = guard, Guard = guard }
    local on_foot = astar.rules { default = 1 }
    local crowd = script.crowd(astar.grid(8, 4), { names = names })
    for y = 1, 3 do crowd:add(on_foot, { x = 1, y = y, speed = 2, facing = "right" }) end
    crowd.npcs[1]:run(guard, 2.0, 0.5)
    crowd.npcs[2]:run(crowd.npcs[2].go_to, 8, 2)
    crowd:send({ crowd.npcs[3] }, 1, 4)
    for _ = 1, 8 do crowd:update(0.125) end
    local text = crowd:serialize(function(npc) return { id = npc.unit + 0.0, half = npc.unit / 2 } end)
    local npcs = text:match "s4:npcs{.*$"
    for _, part in ipairs {
      "s5:anglei0;", "s5:speedi2;", "s6:script@6:=Guard", "s9:arguments{i1;i2;i2;d0.5;s1:ni2;}",
      "s4:game{s4:halfd0.5;s2:idi1;}",
    } do
      assert.is_truthy(npcs:find(part, 1, true), part)
    end
    assert.is_nil(npcs:match "d%-?%d+%.0;")
  end)
end)
