--- Reads a map from a file: a MovingAI `.map`, or plain text with one character per tile. In plain
--- text '#' and '@' are walls; '~', '^', 'T' and digits have other costs (0 is a wall); all other
--- characters, such as '.' and ' ', cost 1.
local map_file = {}

-- The passable terrains of MovingAI maps for a walker; each costs 1. All others are walls.
local movingai_cost = { ["."] = 1, ["G"] = 1, ["S"] = 1 }

-- Plain text: walls, and terrains whose cost is not 1. A digit is its cost.
local text_cost = {
  ["#"] = false, ["@"] = false, ["0"] = false,
  ["~"] = 4, ["^"] = 5, ["T"] = 2,
}
for digit = 1, 9 do text_cost[tostring(digit)] = digit end

local function read_all(name)
  local file, message = io.open(name, "rb")
  if not file then return nil, message end
  local text, why = file:read("*a")
  file:close()
  if not text then return nil, name .. ": " .. (why or "cannot be read") end
  return text
end

local function split_lines(text)
  local lines = {}
  for line in (text:gsub("\r\n", "\n"):gsub("\n*$", "") .. "\n"):gmatch("(.-)\n") do
    lines[#lines + 1] = line
  end
  return lines
end

--- Checks that all rows have the same length and only printable characters.
local function check_rows(rows, first_line)
  if not rows[1] or #rows[1] == 0 then return nil, "there are no tiles in it" end
  for y, row in ipairs(rows) do
    local x = row:find("[^\32-\126]")
    if x then
      return nil, ("line %d holds the byte %d, which is no tile")
        :format(first_line + y - 1, row:byte(x))
    elseif #row ~= #rows[1] then
      return nil, ("line %d has %d tiles, the first row has %d")
        :format(first_line + y - 1, #row, #rows[1])
    end
  end
  return rows
end

local function parse_movingai(lines)
  local height = lines[2] and tonumber(lines[2]:match("^height%s+(%d+)$"))
  local width = lines[3] and tonumber(lines[3]:match("^width%s+(%d+)$"))
  if not height or not width or lines[4] ~= "map" then
    return nil, "the lines after 'type' must be 'height N', 'width N', 'map'"
  end
  local rows = {}
  for i = 5, #lines do rows[#rows + 1] = lines[i] end
  if #rows ~= height then
    return nil, ("its header says %.14g rows, it has %d"):format(height, #rows)
  elseif rows[1] and #rows[1] ~= width then
    return nil, ("its header says %.14g columns, it has %d"):format(width, #rows[1])
  end
  return check_rows(rows, 5)
end

local function parse_text(lines)
  local rows, message = check_rows(lines, 1)
  local text = rows and table.concat(rows)
  if rows and not text:find("[.#@]") and text:find("%D") then
    return nil, "it has no floor ('.'), no wall ('#' or '@'), and is not all digits"
  end
  return rows, message
end

--- By character of the rows: its cost, or false for walls.
local function costs_of(rows, is_movingai)
  local text = table.concat(rows)
  -- Maps of only 0 and 1: 1 is a wall.
  local is_binary = not text:find("[^01]")
  local cost = {}
  for byte = 32, 126 do
    local char = string.char(byte)
    if text:find(char, 1, true) then
      if is_movingai then
        cost[char] = movingai_cost[char] or false
      elseif is_binary then
        cost[char] = char == "0" and 1
      elseif text_cost[char] ~= nil then
        cost[char] = text_cost[char]
      else
        cost[char] = 1
      end
    end
  end
  return cost
end

--- Reads a map file. Returns the map, or nil and a message that begins with the name of the file.
---@param name string
---@return {rows: string[], width: integer, height: integer, cost: table<string, number|false>}?
---@return string? message
function map_file.read(name)
  local text, message = read_all(name)
  if not text then return nil, message end
  local lines = split_lines(text)
  local is_movingai = lines[1]:find("^type%s") ~= nil
  local rows
  if is_movingai then
    rows, message = parse_movingai(lines)
  else
    rows, message = parse_text(lines)
  end
  if not rows then return nil, name .. ": not a map: " .. message end
  return {
    rows = rows, width = #rows[1], height = #rows,
    cost = costs_of(rows, is_movingai),
  }
end

return map_file
