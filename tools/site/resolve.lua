--- The file that a relative link leads to.
---@param from string the file with the link: "docs/map.md"
---@param target string the link without its anchor: "../examples/hexes.lua"
---@return string name "examples/hexes.lua"
return function(from, target)
  local name = ((from:match "^.*/" or "") .. target):gsub("/%./", "/")
  repeat
    local shorter, count = name:gsub("[^/]+/%.%./", "", 1)
    name = shorter
  until count == 0
  return name
end
