-- What the `love` of the browser must return (spec/web/love_calls/calls.txt, which love.test.mjs
-- compares it with) is what a real LÖVE returns.

local love_game = require "spec.support.love_game"
local need = require "spec.support.need"

-- LÖVE has a Lua of its own, so one of the Luas is enough.
local it = need.it(it, need.lua "lua5.1", need.screen)

describe("calls.txt", function()
  it("has the results of LÖVE", function()
    local output, errors, code = love_game.run_on_screen(love_game.root() .. "/spec/web/love_calls")
    assert.equal(0, code, errors)
    assert.truthy(output:find "^%d%d%d calls, 0 differ\n$", output)
  end)
end)
