-- Random damage to texts and tables, a few changes at a time. The generator is one of spec.support.random_map.

local damage = {}

local HUGE = math.huge

damage.NUMBERS = {
  0, 1, 2, 3, 7, 8, -1, 0.5, -0.5, 1.5, HUGE, -HUGE, 0 / 0, 255, 256, 32767, 32768, 32769, 2 ^ 28, 2 ^ 28 + 1,
  2 ^ 29, 2 ^ 30, 2 ^ 31 - 1, 2 ^ 31, -2 ^ 31, 2 ^ 32 - 1, 2 ^ 32, 2 ^ 53, -2 ^ 53, 2 ^ 63, 1e9, -1e9, 1e9 + 1,
  1e100, 1e300, -1e300, 5e-324,
}

local ODDITIES = { tostring, io.stdout, coroutine.create(function() end), ("x"):rep(100000) }

-- The four highest bits of a gid are flags for the rotation of its tile; this is the lowest of them.
local TURNED = 268435456

-- ------------------------------------------------------------------------------- texts

local function slice(random, text)
  local first = random:int(1, #text + 1)
  return first, math.min(first + random:int(0, random:chance(0.2) and 400 or 12), #text)
end

local function number_text(random)
  local number = random:pick(damage.NUMBERS)
  if number ~= number then return "0/0" end
  if number == HUGE then return "1e999" end
  return number == -HUGE and "-1e999" or ("%.17g"):format(number)
end

-- Each makes one change to `text` from byte `first` to byte `last`.
local text_changes = {
  function(random, text, first) -- replaces a byte
    return text:sub(1, first - 1) .. string.char(random:int(0, 255)) .. text:sub(first + 1)
  end,
  function(_, text, first, last) return text:sub(1, first - 1) .. text:sub(last + 1) end,
  function(random, text, first, last) -- repeats a part
    local copy = text:sub(first, last):rep(random:chance(0.05) and 200 or 1)
    local at = random:int(0, #text)
    return text:sub(1, at) .. copy .. text:sub(at + 1)
  end,
  function(_, text, first) return text:sub(1, first) end,
  function(random, text, first, last, words)
    return text:sub(1, first - 1) .. random:pick(words) .. text:sub((random:chance(0.5) and first or last) + 1)
  end,
  function(random, text, first, _, words) -- inserts a word
    local from, to = text:find("[=:]%s*[^,}%]\n]*", first)
    if not from then return text end
    return text:sub(1, from) .. random:pick(words) .. text:sub(to + 1)
  end,
  function(random, text, first) -- replaces a number
    local from, to = text:find("%-?%d[%d.]*", first)
    if not from then return text end
    return text:sub(1, from - 1) .. number_text(random) .. text:sub(to + 1)
  end,
}

--- `text` after a few changes; `words` are the words of the format.
function damage.text(random, text, words)
  for _ = 1, random:chance(0.6) and 1 or random:int(2, 6) do
    local first, last = slice(random, text)
    local change = random:int(1, #text_changes + 2) -- words more often
    text = text_changes[math.min(change, #text_changes)](random, text, first, last, words)
  end
  return text
end

-- ------------------------------------------------------------------------------ tables

--- A copy of a table, which may contain itself; `copies` are the copies of the tables that contain it.
function damage.copy(value, copies)
  if type(value) ~= "table" then return value end
  copies = copies or {}
  if copies[value] then return copies[value] end
  local copy = {}
  copies[value] = copy
  for key, item in pairs(value) do copy[key] = damage.copy(item, copies) end
  return copy
end

-- `pairs` has a different order in each run.
local function random_key(random, node)
  if #node > 0 and random:chance(0.95) then return random:int(1, #node) end
  local names = {}
  for key in pairs(node) do
    if type(key) == "string" then names[#names + 1] = key end
  end
  table.sort(names)
  return names[1] and random:pick(names) or 1
end

-- A random place in a table: the table that contains it, and its key there.
local function random_place(random, root)
  local node, key = root, random_key(random, root)
  for _ = 1, 12 do
    if type(node[key]) ~= "table" and random:chance(0.8) then key = random_key(random, node) end
    if type(node[key]) ~= "table" or random:chance(0.15) then break end
    node = node[key]
    key = random_key(random, node)
  end
  return node, key
end

local function random_value(random, root, words)
  local kind = random:int(1, 14)
  if kind <= 6 then return random:pick(damage.NUMBERS) end
  if kind == 7 then return random:pick(words) end
  if kind == 8 then return {} end
  if kind == 9 then return random:chance(0.5) end
  if kind == 10 then return random:pick(ODDITIES) end
  if kind == 11 then return nil end
  local node, key = random_place(random, root)
  return node[key]
end

-- A value similar to this one.
local function changed(random, value, words)
  if type(value) == "string" then return damage.text(random, value, words) end
  if type(value) == "boolean" then return not value end
  if type(value) ~= "number" then return value end
  return random:pick {
    value + 1, value - 1, -value, value + 0.5, value * 2, value * 1000, value / 7,
    value + TURNED * random:int(1, 15),
  }
end

local table_changes = {
  function(random, root, node, key, words) node[key] = random_value(random, root, words) end,
  function(random, _, node, key, words) node[key] = changed(random, node[key], words) end,
  function(random, _, node, key) -- removes a value
    if type(key) == "number" and random:chance(0.8) then table.remove(node, key) else node[key] = nil end
  end,
  function(random, _, node, key) -- repeats a value
    if type(key) ~= "number" then return end
    local copy = random:chance(0.5) and node[key] or damage.copy(node[key])
    table.insert(node, random:int(1, #node + 1), copy)
  end,
  function(random, root, node, key) -- exchanges two values
    local other, other_key = random_place(random, root)
    node[key], other[other_key] = other[other_key], node[key]
  end,
  function(random, _, node, key) -- makes a table contain itself
    if type(node[key]) ~= "table" then return end
    local inner, inner_key = random_place(random, node[key])
    inner[inner_key] = random:chance(0.5) and node or node[key]
  end,
  function(random, root, node, key, words) -- moves a value to another key
    node[random:pick(words)] = random:chance(0.5) and node[key] or random_value(random, root, words)
  end,
}

--- A copy of the table `root` after a few changes.
function damage.table(random, root, words)
  root = damage.copy(root)
  for _ = 1, random:chance(0.6) and 1 or random:int(2, 8) do
    local node, key = random_place(random, root)
    local change = random:int(1, #table_changes + 4) -- changed values more often
    table_changes[change <= #table_changes and change or change % 2 + 1](random, root, node, key, words)
  end
  return root
end

return damage
