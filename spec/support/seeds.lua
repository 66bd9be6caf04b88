-- How many random maps the specs try, and from which seed on: ASTAR_CASES and ASTAR_SEED.

local seeds = {
  cases = tonumber(os.getenv "ASTAR_CASES") or 1000,
  first = tonumber(os.getenv "ASTAR_SEED") or 1,
}

-- A test, made by busted's `it`, of `count` seeds: life(seed, ...) returns what is wrong, or nil.
function seeds.check(it, what, count, life, ...)
  local last, arguments = seeds.first + math.max(1, math.floor(count)) - 1, { ... }
  it(("%s: seeds %d to %d"):format(what, seeds.first, last), function()
    for seed = seeds.first, last do
      local failure = life(seed, arguments[1], arguments[2])
      if failure then error("\n" .. failure, 0) end
    end
  end)
end

return seeds
