-- Compares the `love` that runs this program with LÖVE 11.4: it makes the calls of calls.txt one by
-- one, compares what they return, and prints where that differs. With WRITE set in the environment
-- it prints the whole text with the results of this `love`.
--
-- A line of calls.txt is: code, " --> ", results. Lines share their global variables; g is
-- love.graphics. Lines that begin with "--" are comments. Numbers have five digits. A line that
-- begins with "~ " has numbers that may differ by a tenth, or 2: widths of texts in another font.
-- An error is its text without the place; "error" stands for any text.

local is_writing = os.getenv "WRITE"

local globals = setmetatable({ g = love.graphics }, { __index = _G })

-- A tail call has no name in errors, so the results of a call are passed on.
function globals.keep(...) return ... end

local function show(value)
  if type(value) == "number" then
    return ("%.5g"):format(value == 0 and 0 or value) -- 0, where LuaJIT may have -0
  end
  if type(value) == "string" then
    return '"' .. value:gsub("\n", "\\n"):gsub("\r", "\\r"):gsub("\t", "\\t") .. '"'
  end
  if type(value) == "table" then
    local parts = {}
    for i, part in ipairs(value) do parts[i] = show(part) end
    return "{ " .. table.concat(parts, " ") .. " }"
  end
  if type(value) == "userdata" then return value:type() end
  return tostring(value)
end

local function results_of(...)
  if not ... then
    local text = tostring((select(2, ...)))
    return "error: " .. text:gsub("^[^\n]-:%d+: ", ""):gsub("\n.*", "")
  end
  local parts = {}
  for i = 2, select("#", ...) do parts[#parts + 1] = show((select(i, ...))) end
  return table.concat(parts, " ")
end

local function run(code)
  local chunk = load("return keep(" .. code .. ")", "=call", "t", globals)
    or assert(load(code, "=call", "t", globals))
  return results_of(pcall(chunk))
end

local function is_near(actual, expected)
  local next_number = expected:gmatch "%S+"
  for word in actual:gmatch "%S+" do
    local number, other = tonumber(word), next_number()
    local near = number and tonumber(other)
    if near and math.abs(number - near) > math.max(2, math.abs(near) / 10) then return false end
    if not near and word ~= other then return false end
  end
  return next_number() == nil
end

local function is_same(actual, expected, is_tolerant)
  if expected == "error" then return actual:find "^error" ~= nil end
  return actual == expected or is_tolerant and is_near(actual, expected)
end

function love.load()
  io.stdout:setvbuf "line"
  local calls, differing = 0, 0
  for line in love.filesystem.read("calls.txt"):gmatch "[^\n]+" do
    local mark, code, expected = line:match "^(~? ?)(.-) %-%-> ?(.*)$"
    if not code or line:find "^%-%-" then
      if is_writing then print(line) end
    else
      local actual = run(code)
      calls = calls + 1
      if is_writing then
        print(mark .. code .. " --> " .. (expected == "error" and expected or actual))
      elseif not is_same(actual, expected, mark ~= "") then
        differing = differing + 1
        print(code .. " --> " .. actual .. "\n  LÖVE: " .. expected)
      end
    end
  end
  if not is_writing then print(("%d calls, %d differ"):format(calls, differing)) end
  love.event.quit()
end
