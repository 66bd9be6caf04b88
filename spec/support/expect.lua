-- Assertions that the specs share.

local expect = {}

-- `call` raises exactly `text`, after the position that Lua puts in front.
function expect.raises(text, call)
  local ok, message = pcall(call)
  if ok then error("nothing raised, expected: " .. text, 2) end
  if type(message) ~= "string" then error("raised " .. tostring(message) .. ", expected: " .. text, 2) end
  local plain = message:match "^[^\n]-:%d+: (.*)$"
  if plain ~= text then
    error(("raised:   %s\nexpected: %s"):format(message, text), 2)
  end
end

-- The two numbers are the same but for rounding.
function expect.near(expected, actual)
  if type(actual) ~= "number" or math.abs(actual - expected) > 1e-9 * math.max(1, math.abs(expected)) then
    error(("expected %.17g, got %s"):format(expected, tostring(actual)), 2)
  end
end

-- The path goes over exactly these tiles: expect.tiles("1,1 2,1", path).
function expect.tiles(expected, path, reason)
  if not path then error("no path: " .. tostring(reason), 2) end
  local tiles = {}
  for i, x, y in path:each() do tiles[i] = ("%d,%d"):format(x, y) end
  local actual = table.concat(tiles, " ")
  if actual ~= expected then error(("expected %s\ngot      %s"):format(expected, actual), 2) end
end

-- A query gave nil and this reason, and nothing else.
function expect.reason(expected, path, reason, ...)
  if path ~= nil then error("expected nil and a reason, got " .. tostring(path), 2) end
  if reason ~= expected then error(("expected %q, got %q"):format(expected, tostring(reason)), 2) end
  if select("#", ...) > 0 then error("something follows the reason", 2) end
end

return expect
