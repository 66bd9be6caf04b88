-- Text for failures of random tests: the map as a picture, and a script that repeats the query.

local oracle = require "spec.support.oracle"

local ascii = {}

-- A picture with one character per tile: '#' where the mover cannot stand, '@' for a dynamic obstacle that stops
-- it, otherwise the terrain. S, G and * mark the start, the goals and the path.
function ascii.picture(map, rules, query, points)
  local rows = {}
  for y = 1, map.height do
    local row = {}
    for x = 1, map.width do
      local byte = map:get(x, y)
      local char = byte > 32 and byte < 127 and string.char(byte) or "?"
      if not rules.cost[byte] then
        char = "#"
      elseif oracle.is_obstructed(map, rules, x, y) then
        char = "@"
      end
      row[x] = char
    end
    rows[y] = row
  end
  local function put(x, y, char)
    if map:contains(x, y) then rows[y][x] = char end
  end
  for _, point in ipairs(points or {}) do put(point[1], point[2], "*") end
  for _, goal in ipairs(query and query.goals or {}) do put(goal[1], goal[2], "G") end
  if query then put(query.x, query.y, "S") end
  for y = 1, map.height do
    local indent = ""
    if map.layout == "odd_r" and y % 2 == 0 or map.layout == "even_r" and y % 2 == 1 then indent = " " end
    local gap = (map.layout == "odd_r" or map.layout == "even_r") and " " or ""
    rows[y] = indent .. table.concat(rows[y], gap)
  end
  return table.concat(rows, "\n")
end

local function number(value)
  return ("%.17g"):format(value)
end

-- A value as it is written in Lua.
local function literal(value)
  if type(value) == "number" then
    if value == math.huge then return "math.huge" end
    return number(value)
  end
  if type(value) == "string" then
    return '"' .. value:gsub("[^%w%p ]", function(char) return ("\\%03d"):format(char:byte()) end) .. '"'
  end
  if type(value) ~= "table" then return tostring(value) end
  local parts, seen = {}, {}
  for i, item in ipairs(value) do
    parts[i] = literal(item)
    seen[i] = true
  end
  local keyed = {}
  for key, item in pairs(value) do
    if not seen[key] then
      local name = type(key) == "string" and key:match "^[%a_][%w_]*$" and key or "[" .. literal(key) .. "]"
      keyed[#keyed + 1] = name .. " = " .. literal(item)
    end
  end
  table.sort(keyed)
  for _, part in ipairs(keyed) do parts[#parts + 1] = part end
  return "{ " .. table.concat(parts, ", ") .. " }"
end
ascii.literal = literal

local function map_script(map)
  local lines = { "local grid = astar.grid({" }
  local function add(format, ...)
    lines[#lines + 1] = format:format(...)
  end
  for y = 1, map.height do
    local row = {}
    for x = 1, map.width do row[x] = string.char(map:get(x, y)) end
    add("  %s,", literal(table.concat(row)))
  end
  add("}, { layout = %q })", map.layout)
  for y = 1, map.height do
    for x = 1, map.width do
      if map:penalty(x, y) > 0 then add("grid:set_penalty(%d, %d, %s)", x, y, number(map:penalty(x, y))) end
      for layer = 1, oracle.LAYERS do
        if map:is_blocked(x, y, layer) then add("grid:block(%d, %d, true, %d)", x, y, layer) end
      end
      for _, direction in ipairs(oracle.directions(map, x, y)) do
        if not map:is_edge_open(x, y, direction[1], direction[2]) then
          add("grid:set_edge(%d, %d, %d, %d, false, true)", x, y, direction[1], direction[2])
        end
      end
    end
  end
  for id = 1, map.last_link do
    local link = map.links[id]
    if link then
      add("grid:link(%d, %d, %d, %d, { cost = %s, one_way = %s })", link.x1, link.y1, link.x2, link.y2,
        number(link.cost), tostring(link.one_way))
    end
  end
  return table.concat(lines, "\n")
end

local function rules_script(options, step_table)
  local plain = {}
  for key, value in pairs(options) do
    if key ~= "step" then plain[key] = value end
  end
  local text = "local options = " .. literal(plain) .. "\n"
  if step_table then
    text = text .. "local steps = " .. literal(step_table) .. "\n" .. [[
options.step = function(from, to, _, dy)
  local value = steps[from][to][dy < 0 and "up" or dy > 0 and "down" or "flat"]
  if value == "nil" then return nil end
  return value
end
]]
  end
  return text .. "local rules = astar.rules(options)"
end

-- The options of a query.
function ascii.options(query)
  local options = {}
  for _, name in ipairs {
    "range", "partial", "max_cost", "max_expansions", "algorithm", "heuristic", "weight",
  } do
    options[name] = query[name]
  end
  return options
end

-- A Lua script that creates the grid and the rules.
function ascii.setup(map, options, step_table)
  return table.concat({
    'local astar = require "astar"', map_script(map), rules_script(options, step_table),
  }, "\n")
end

-- A Lua script that repeats the query.
function ascii.script(map, options, step_table, query)
  local shown = ascii.options(query)
  if type(shown.heuristic) == "function" then shown.heuristic = nil end
  local call
  if query.many then
    call = ("grid:find_nearest(%d, %d, %s, rules, %s)"):format(query.x, query.y, literal(query.goals), literal(shown))
  else
    call = ("grid:find_path(%d, %d, %d, %d, rules, %s)"):format(query.x, query.y, query.goals[1][1],
      query.goals[1][2], literal(shown))
  end
  if type(query.heuristic) == "function" then call = call .. " -- with heuristic " .. query.heuristic_name end
  return ascii.setup(map, options, step_table) .. "\nprint(" .. call .. ")"
end

-- One edit of random_map.edit as a line of such a script.
function ascii.edit(edit)
  local arguments = {}
  for i = 2, #edit do arguments[i - 1] = literal(edit[i]) end
  return ("grid:%s(%s)"):format(edit[1], table.concat(arguments, ", "))
end

return ascii
