-- Assertions that the specs share.

local expect = {}

-- `call(...)` must raise exactly `text`, after the position of the line with the wrong call: a line of a spec's
-- function `call`, or the line in this file.
function expect.raises(text, call, ...)
  local arguments, count = { ... }, select("#", ...)
  local ok, message = pcall(function()
    call((table.unpack or unpack)(arguments, 1, count)) -- a tail call would have no line
  end)
  if ok then error("nothing raised, expected: " .. text, 2) end
  if type(message) ~= "string" then error("raised " .. tostring(message) .. ", expected: " .. text, 2) end
  local file, plain = message:match "^([^\n]-):%d+: (.*)$"
  if plain ~= text then
    error(("raised:   %s\nexpected: %s"):format(message, text), 2)
  end
  if not file:find "_spec%.lua$" and not file:find "expect%.lua$" then
    error(("raised at %s, which is not the line of the call: %s"):format(file, text), 2)
  end
end

-- The two numbers must be equal except for rounding.
function expect.near(expected, actual)
  if type(actual) ~= "number" or math.abs(actual - expected) > 1e-9 * math.max(1, math.abs(expected)) then
    error(("expected %.17g, got %s"):format(expected, tostring(actual)), 2)
  end
end

-- Nothing may be allocated between two calls of `collectgarbage "count"`, while the collector is stopped and a
-- loop makes at least 497 steps. LuaJIT may record a trace meanwhile; a table per step would be 20 KB.
function expect.no_garbage(before, after)
  local allowed = rawget(_G, "jit") and 8 or 0.001
  if after - before >= allowed then error(("grew by %g KB"):format(after - before), 2) end
end

-- The path must have exactly these tiles: expect.tiles("1,1 2,1", path).
function expect.tiles(expected, path, reason)
  if not path then error("no path: " .. tostring(reason), 2) end
  local tiles = {}
  for i, x, y in path:each() do tiles[i] = ("%d,%d"):format(x, y) end
  local actual = table.concat(tiles, " ")
  if actual ~= expected then error(("expected %s\ngot      %s"):format(expected, actual), 2) end
end

-- A query must return nil and this reason, and no other value.
function expect.reason(expected, path, reason, ...)
  if path ~= nil then error("expected nil and a reason, got " .. tostring(path), 2) end
  if reason ~= expected then error(("expected %q, got %q"):format(expected, tostring(reason)), 2) end
  if select("#", ...) > 0 then error("the query returned values after the reason", 2) end
end

return expect
