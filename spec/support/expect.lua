-- Assertions that the specs share.

local expect = {}

-- `call(...)` raises exactly `text`, after the position of the line that made the wrong call: one of
-- a spec's function `call`, or the one in here.
function expect.raises(text, call, ...)
  local arguments, count = { ... }, select("#", ...)
  local ok, message = pcall(function()
    call((table.unpack or unpack)(arguments, 1, count)) -- no tail call: those have no line
  end)
  if ok then error("nothing raised, expected: " .. text, 2) end
  if type(message) ~= "string" then error("raised " .. tostring(message) .. ", expected: " .. text, 2) end
  local file, plain = message:match "^([^\n]-):%d+: (.*)$"
  if plain ~= text then
    error(("raised:   %s\nexpected: %s"):format(message, text), 2)
  end
  if not file:find "_spec%.lua$" and not file:find "expect%.lua$" then
    error(("raised at %s, not where the call is: %s"):format(file, text), 2)
  end
end

-- The two numbers are the same but for rounding.
function expect.near(expected, actual)
  if type(actual) ~= "number" or math.abs(actual - expected) > 1e-9 * math.max(1, math.abs(expected)) then
    error(("expected %.17g, got %s"):format(expected, tostring(actual)), 2)
  end
end

-- Nothing was allocated between two calls of `collectgarbage "count"`, while the collector stood
-- still and at least 497 steps of a loop were made. LuaJIT may record a trace meanwhile; a table for
-- each step would be 20 KB.
function expect.no_garbage(before, after)
  local allowed = rawget(_G, "jit") and 8 or 0.001
  if after - before >= allowed then error(("grew by %g KB"):format(after - before), 2) end
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
