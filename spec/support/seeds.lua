-- Tests of random maps. ASTAR_CASES changes their number, ASTAR_SEED the first seed. `make test` takes fewer cases
-- than `make test-all`.

local FULL = 1000 -- cases of `make test-all` on Lua 5.4

local seeds = {
  cases = tonumber(os.getenv "ASTAR_CASES") or 100,
  first = tonumber(os.getenv "ASTAR_SEED") or 1,
}

-- The share of the rounds of a C program that belongs to the number of cases: all rounds with FULL cases. Rounds are
-- whole numbers, except of a program that has a `least` number: seconds.
function seeds.share(rounds, least)
  local share = rounds * math.min(1, seeds.cases / FULL)
  return least and math.max(least, share) or math.max(1, math.floor(share))
end

-- Programs in which allocations fail let every n-th one fail: each one in `make test-all`.
function seeds.stride()
  return seeds.cases >= 200 and 1 or math.floor(1600 / seeds.cases)
end

local unpack = table.unpack or unpack

-- A test, created by busted's `it`, of the seeds from `first` to `last`.
local function check(it, what, first, last, life, ...)
  local arguments, count = { ... }, select("#", ...)
  it(("%s: seeds %d to %d"):format(what, first, last), function()
    for seed = first, last do
      local failure = life(seed, unpack(arguments, 1, count))
      if failure then error("\n" .. failure, 0) end
    end
  end)
end

-- A test of `count` seeds, at least one: life(seed, ...) returns the failure, or nil.
function seeds.check(it, what, count, life, ...)
  check(it, what, seeds.first, seeds.first + math.max(1, math.floor(count)) - 1, life, ...)
end

-- The same in several tests, so that no test takes too long.
function seeds.check_in_parts(it, what, count, parts, life, ...)
  count = math.max(1, math.floor(count))
  parts = math.min(count, parts)
  for part = 1, parts do
    check(it, what, seeds.first + math.floor(count * (part - 1) / parts),
      seeds.first + math.floor(count * part / parts) - 1, life, ...)
  end
end

-- The failure that f(...) returns, or the error that it raises, or nil. The other results of f(...) follow.
function seeds.failure_of(f, ...)
  local ok, failure, result = pcall(f, ...)
  if ok then return failure, result end
  return "an error: " .. tostring(failure)
end

return seeds
