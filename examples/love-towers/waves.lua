--- The waves: which enemies come, when, and through which gate.

local valley = require "valley"

local waves = {}

-- The groups of each wave: { kind, count, seconds between two, seconds before the first, gate }.
-- Gate 1 or 2; without a gate they use both in turn.
local groups = {
  { { "walker", 8, 1.3, 0, 1 } },
  { { "walker", 8, 1.1, 0, 2 }, { "walker", 4, 1, 8, 1 } },
  { { "walker", 10, 1, 0 }, { "flyer", 4, 1.2, 6, 1 } },
  { { "walker", 8, 0.8, 0 }, { "digger", 3, 2, 5, 1 } },
  { { "walker", 10, 0.8, 0 }, { "brute", 1, 1, 9, 2 } },
  { { "flyer", 12, 0.8, 0 }, { "walker", 6, 0.6, 6 } },
  { { "digger", 7, 1.5, 0 }, { "walker", 12, 0.6, 3 } },
  { { "walker", 24, 0.45, 0 }, { "flyer", 6, 0.6, 7, 2 } },
  { { "digger", 6, 1.2, 0, 2 }, { "flyer", 10, 0.7, 2, 1 }, { "walker", 10, 0.5, 6 } },
  { { "brute", 3, 3.5, 0 }, { "walker", 16, 0.5, 3 } },
  { { "flyer", 24, 0.45, 0 }, { "digger", 6, 1.2, 5 } },
  { { "walker", 34, 0.35, 0 }, { "digger", 6, 1, 6 } },
  { { "digger", 14, 0.8, 0 }, { "flyer", 14, 0.6, 4 }, { "brute", 2, 4, 8 } },
  { { "walker", 30, 0.35, 0 }, { "flyer", 20, 0.45, 3 }, { "digger", 8, 1, 6 } },
  { { "brute", 5, 3, 0 }, { "walker", 30, 0.4, 2 }, { "flyer", 16, 0.5, 5 },
    { "digger", 10, 0.9, 8 } },
}

waves.count = #groups

--- What the health of the enemies of a wave is multiplied with.
function waves.strength(number)
  return 1.12 ^ (number - 1)
end

--- How many enemies of each kind come in a wave, by the name of the kind.
function waves.counts(number)
  local counts = {}
  for _, group in ipairs(groups[number]) do
    counts[group[1]] = (counts[group[1]] or 0) + group[2]
  end
  return counts
end

--- The enemies of a wave in the order in which they come: { at [seconds], kind, gate } each.
function waves.arrivals(number)
  local list = {}
  for _, group in ipairs(groups[number]) do
    local kind, count, every, first, gate = group[1], group[2], group[3], group[4], group[5]
    for i = 0, count - 1 do
      list[#list + 1] = {
        at = first + i * every, kind = kind, gate = valley.gates[gate or i % 2 + 1],
        order = #list,
      }
    end
  end
  table.sort(list, function(a, b)
    if a.at ~= b.at then return a.at < b.at end
    return a.order < b.order
  end)
  return list
end

return waves
