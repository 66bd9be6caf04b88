--- love.math: random numbers of one generator that all of the game shares, and colors.

local floor, max, min = math.floor, math.max, math.min

return function(math)
  local generator = math.newRandomGenerator(os.time())

  function math.random(...) return generator:random(...) end
  function math.randomNormal(...) return generator:randomNormal(...) end
  function math.setRandomSeed(...) generator:setSeed(...) end
  function math.getRandomSeed() return generator:getSeed() end
  function math.setRandomState(state) generator:setState(state) end
  function math.getRandomState() return generator:getState() end

  local function to_part(byte) return byte and byte / 255 end
  local function to_byte(part)
    return part and floor(max(0, min(part, 1)) * 255 + 0.5)
  end

  function math.colorFromBytes(r, g, b, a)
    return to_part(r), to_part(g), to_part(b), to_part(a)
  end

  function math.colorToBytes(r, g, b, a)
    return to_byte(r), to_byte(g), to_byte(b), to_byte(a)
  end
end
