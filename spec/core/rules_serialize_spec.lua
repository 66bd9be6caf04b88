-- Rules as strings: rules:serialize and astar.deserialize_rules.

local astar = require "astar"
local expect = require "spec.support.expect"

local raises = expect.raises

-- Must refuse these bytes. Returns the message.
local function refused(bytes)
  local rules, message, more = astar.deserialize_rules(bytes)
  assert(rules == nil, "a damaged string was taken for rules")
  assert(type(message) == "string" and message ~= "" and more == nil)
  return message
end

local slopes = astar.rules {
  cost = { ["."] = 1, ["~"] = 2.5, [3] = 0.1 }, diagonal = "always",
  step = function(from, to, dx) return from == "." and to == "~" and dx == 1 and 9 or nil end,
}
local jumps = astar.rules {
  cost = { ["."] = 1 }, default = 3, size = 2, ignore_blocked = { 2, 8 }, penalty_scale = 0.5,
  neighbors = { { 1, 0 }, { -1, 0, cost = 2 }, { 0, 1 }, { 0, -1 }, { 2, 1, clear = { { 1, 0 }, { 1, 1 } } } },
}

describe("rules:serialize", function()
  it("returns a string from which deserialize_rules makes the same rules", function()
    for _, rules in ipairs { slopes, jumps, astar.rules { default = 1 }, astar.rules { cost = {} } } do
      local bytes = rules:serialize()
      assert.equal("string", type(bytes))
      local copy = assert(astar.deserialize_rules(bytes))
      assert.equal(bytes, copy:serialize())
      assert.equal("astar.rules", getmetatable(copy))
    end
  end)

  it("keeps the filter, the size, and the pair costs of a step function", function()
    local copy = assert(astar.deserialize_rules(jumps:serialize()))
    local grid = astar.grid(12, 12, { fill = "." })
    grid:block(6, 6, true, 8)
    grid:set_penalty(4, 4, 3)
    for x = 1, 11 do
      local path, cost = grid:find_path(1, 1, x, 11, jumps)
      local other, other_cost = grid:find_path(1, 1, x, 11, copy)
      assert.equal(cost, other_cost)
      assert.same(path and path:flat(), other and other:flat())
    end
    local step = assert(astar.deserialize_rules(slopes:serialize()))
    local line = astar.grid { "..~~.." }
    assert.equal(select(2, line:find_path(1, 1, 6, 1, slopes)), select(2, line:find_path(1, 1, 6, 1, step)))
    assert.equal(1 + 9 + 2.5 + 1 + 1, select(2, line:find_path(1, 1, 6, 1, step)))
  end)

  it("raises on other values", function()
    raises("rules:serialize: must be called on astar rules (use a colon), got nil", slopes.serialize)
    local freed = astar.rules { default = 1 }
    debug.getmetatable(freed).__gc(freed)
    raises("rules:serialize: the rules were freed already", freed.serialize, freed)
  end)
end)

describe("deserialize_rules", function()
  it("refuses what is damaged at any byte, cut, or something else", function()
    for _, rules in ipairs { slopes, jumps } do
      local bytes = rules:serialize()
      for i = 1, #bytes do
        for _, byte in ipairs { 0, 255, (bytes:byte(i) + 1) % 256 } do
          if byte ~= bytes:byte(i) then refused(bytes:sub(1, i - 1) .. string.char(byte) .. bytes:sub(i + 1)) end
        end
        refused(bytes:sub(1, i - 1))
      end
      refused(bytes .. "\0")
    end
    refused ""
    refused(astar.grid(2, 2):serialize())
  end)

  it("raises for other types", function()
    raises("astar.deserialize_rules: the argument must be a string, got nil", astar.deserialize_rules)
    raises("astar.deserialize_rules: the argument must be a string, got 1", astar.deserialize_rules, 1)
  end)
end)
