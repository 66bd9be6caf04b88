-- Plain values as strings: every value comes back, equal values give equal strings, and damaged
-- strings give an error and nothing else.

local plain_values = require "astar.internal.plain_values"
local random_map = require "spec.support.random_map"

local function no_name() end

local function encode(value)
  return assert(plain_values.encode(value, no_name))
end

local function decode(text)
  return plain_values.decode(text, no_name)
end

--- Whether two values are equal; nan equals nan.
local function is_same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b or a ~= a and b ~= b end
  for key, value in pairs(a) do
    if not is_same(value, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

local huge = math.huge

local values = {
  0, -1 / huge, 1, -1, 1.5, 0.1, 1e300, -1e-300, 5e-324, 2 ^ 53, 2 ^ 53 - 1, 2 ^ 70, -2 ^ 63, 3.0,
  huge, -huge, 0 / 0, "", "abc", "a;b}{\0\255@1:x", true, false, {}, { 1, 2, 3 },
  { x = 1, y = { 2, { 3 } }, [2.5] = "a", [true] = false, [false] = 0, [-1] = 0 },
  { [2] = "second" }, { { { {} } } },
}

describe("plain values", function()
  it("come back from their string", function()
    for i, value in ipairs(values) do
      local text = encode(value)
      local ok, result = decode(text)
      assert.is_true(ok)
      assert(is_same(value, result), ("value %d: %s"):format(i, text))
      assert.are.equal(text, encode(result))
    end
    local ok, nothing = decode(encode(nil))
    assert.is_true(ok)
    assert.is_nil(nothing)
  end)

  it("with equal content have equal strings", function()
    local a, b = {}, {}
    for i = 1, 50 do a["key " .. i], a[-i], a[i] = i, true, "x" end
    for i = 50, 1, -1 do b[i], b["key " .. i], b[-i] = "x", i, true end
    assert.are.equal(encode(a), encode(b))
    assert.are.equal("{i-1;ti3;s1:cs0:ts1:Bts1:ats2:aat}",
      encode { ["aa"] = true, [-1] = true, [""] = true, a = true, B = true, [3] = "c" })
  end)

  it("may contain named values", function()
    local function bark() end
    local dog = setmetatable({}, {})
    local names = { [bark] = "bark", [dog] = "npc 7", [io.stdout] = "" }
    local text = plain_values.encode({ bark, { dog }, io.stdout }, function(value) return names[value] end)
    local found = { bark = bark, ["npc 7"] = dog, [""] = io.stdout }
    local ok, result = plain_values.decode(text, function(name) return found[name] end)
    assert.is_true(ok)
    assert.are.equal(bark, result[1])
    assert.are.equal(dog, result[2][1])
    assert.are.equal(io.stdout, result[3])
    assert.are.same({ false, 'nothing has the name "bark"' }, { decode(text) })
  end)

  it("that are not plain are named", function()
    local ring = {}
    ring[1] = { ring }
    local deep = {}
    for _ = 1, 101 do deep = { deep } end
    local thread = coroutine.create(function() end)
    for _, case in ipairs {
      { { function() end }, "a function" }, { { a = { thread } }, "a coroutine" },
      { { [{}] = 1 }, "a key that is a table" },
      { ring, "a table that contains itself, or is too deep" },
      { deep, "a table that contains itself, or is too deep" },
      { { setmetatable({}, {}) }, "a table with a metatable" }, { io.stdout, "a userdata" },
    } do
      assert.are.same({ nil, case[2] }, { plain_values.encode(case[1], no_name) })
    end
  end)

  it("do not come back from a string that is cut", function()
    local text = encode(values)
    for length = 0, #text - 1 do
      assert.are.same({ false, "damaged" }, { decode(text:sub(1, length)) })
    end
    assert.are.same({ false, "damaged" }, { decode(text .. "n") })
  end)

  it("raise no error when the string is damaged", function()
    local text, random = encode(values), random_map.new(1)
    for _ = 1, 5000 do
      local at, rest = random:int(1, #text), random:int(0, 2)
      local damaged = text:sub(1, at - 1) .. string.char(random:int(0, 255)) .. text:sub(at + rest)
      local ok, result = decode(damaged)
      assert(ok or result == "damaged" or result:find "^nothing has the name", result)
    end
    for _, part in ipairs { "{i1;", "{{", "s9999999999:", "@", "i", "d", "{n", "{dnan;" } do
      assert.is_false((decode(part:rep(1000))))
    end
  end)

  it("have a checksum that sees damage", function()
    local sum = plain_values.checksum
    assert.are.equal(1, sum "")
    assert.are.equal(639305015, sum "map and people")
    assert.are.equal(3404327468, sum(("\255"):rep(9999)))
    assert.are_not.equal(sum "ab", sum "ba")
  end)
end)
