--- Decodes JSON, for specs that must run without a JSON library. Simple and slow.
local json = {}

local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local function decode_string(text, at)
  local stop = at
  repeat
    stop = text:find('["\\]', stop + 1)
    if text:sub(stop, stop) == "\\" then stop = stop + 1 end
  until text:sub(stop, stop) == '"' and text:sub(stop - 1, stop - 1) ~= "\\"
  local value = text:sub(at + 1, stop - 1):gsub("\\(.)", function(char) return escapes[char] or char end)
  return value, stop + 1
end

local decode

local function decode_list(text, at, close, add)
  at = text:find("%S", at + 1)
  while text:sub(at, at) ~= close do
    at = text:find("%S", add(at))
    if text:sub(at, at) == "," then at = text:find("%S", at + 1) end
  end
  return at + 1
end

function decode(text, at)
  local char = text:sub(at, at)
  if char == '"' then return decode_string(text, at) end
  local value = {}
  if char == "[" then
    return value, decode_list(text, at, "]", function(from)
      local item, after = decode(text, from)
      value[#value + 1] = item
      return after
    end)
  elseif char == "{" then
    return value, decode_list(text, at, "}", function(from)
      local key, after = decode_string(text, from)
      value[key], after = decode(text, text:find("[^%s:]", after))
      return after
    end)
  end
  local word = text:match("^[%w+.-]+", at)
  if word == "true" or word == "false" then return word == "true", at + #word end
  return assert(tonumber(word)), at + #word
end

---@param text string
---@return any
function json.decode(text)
  return (decode(text, (text:find("%S"))))
end

return json
