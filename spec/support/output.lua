-- An output handler of busted, named in .busted: the usual report of busted, but with one line for all pending
-- tests instead of four lines for each. `busted --verbose` prints both.

local sum_up = require "spec.support.pending"

return function(options)
  local busted = require "busted"
  -- The handler for a terminal or for a file, as busted chooses it.
  local handler = require("busted.outputHandlers." .. options.defaultOutput)(options)
  local reasons

  -- Before the handler's own function for this event, which lists handler.pendings.
  busted.subscribe({ "suite", "end" }, function()
    reasons = {}
    for i, test in ipairs(handler.pendings) do
      local reason = tostring(test.message or "no reason given")
      reasons[i] = reason:gsub("^[^\n]-:%d+: ", "") -- the position of the call of `pending`
    end
    if not options.verbose then handler.pendings = {} end
    return nil, true -- continue with the other functions for this event
  end, { priority = 1 })

  -- After it.
  busted.subscribe({ "suite", "end" }, function()
    if #reasons > 0 then io.write(sum_up(reasons), "\n") end
    return nil, true
  end)

  return handler
end
