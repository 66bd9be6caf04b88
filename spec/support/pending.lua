--- Sums up pending tests in one line: "12 pending: 8 no LÖVE here, 4 only on Lua 5.4".
---@param reasons string[] one for each pending test
---@return string
return function(reasons)
  local counts, order = {}, {}
  for _, reason in ipairs(reasons) do
    if not counts[reason] then order[#order + 1] = reason end
    counts[reason] = (counts[reason] or 0) + 1
  end
  table.sort(order, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return a < b
  end)
  for i, reason in ipairs(order) do order[i] = counts[reason] .. " " .. reason end
  return ("%d pending: %s"):format(#reasons, table.concat(order, ", "))
end
