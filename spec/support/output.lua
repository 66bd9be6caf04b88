-- An output handler of busted, named in .busted: busted's own report, with one line for all pending
-- tests in place of four lines for each. `busted --verbose` prints both.

local sum_up = require "spec.support.pending"

return function(options)
  local busted = require "busted"
  -- The one for a terminal or the one for a file, as busted would have chosen.
  local handler = require("busted.outputHandlers." .. options.defaultOutput)(options)
  local reasons

  -- Before the handler's own function for this event, which lists handler.pendings.
  busted.subscribe({ "suite", "end" }, function()
    reasons = {}
    for i, test in ipairs(handler.pendings) do
      local reason = tostring(test.message or "no reason given")
      reasons[i] = reason:gsub("^[^\n]-:%d+: ", "") -- the place where `pending` was called
    end
    if not options.verbose then handler.pendings = {} end
    return nil, true -- go on with the other functions for this event
  end, { priority = 1 })

  -- After it.
  busted.subscribe({ "suite", "end" }, function()
    if #reasons > 0 then io.write(sum_up(reasons), "\n") end
    return nil, true
  end)

  return handler
end
