--- Saved crowds: the NPCs of a crowd as a string, and back.
---
--- A coroutine cannot be saved. So a script begins again: the string contains the name of its
--- function, and the arguments that the game gave. Functions and objects have the names of the
--- option `names` of the crowd; orders such as `npc.go_to`, and NPCs of the crowd, need no name.
---
--- The string is a header, a checksum, and the plain value (internal/plain_values)
---
---     { units = the native crowd, smooth = whether it is smooth, npcs = a list of records }
---
--- A record has the fields of its NPC below, and:
---
---     rules                the place of its rules in the array that is returned with the string
---     script, arguments    what it began with; nil without a script
---     goal                 { x, y } of an order of `crowd:send`
---     seconds              how long the step over a link takes, while it is on one
---     home                 where it returns, and how it looks there: see script/steps
---     game                 what the game returned for it
---
--- Strings can come from strangers: every value is checked before it is used.

local folder = (...):gsub("script%.saved$", "")
local astar = require(folder:sub(1, -2))
local check = require(folder .. "internal.check")
local facing = require(folder .. "script.facing")
local Npc = require(folder .. "script.npc")
local options_of = require(folder .. "script.options")
local orders = require(folder .. "script.orders")
local plain_values = require(folder .. "internal.plain_values")
local settings = require(folder .. "script.settings")
local steps = require(folder .. "script.steps")
local thread = require(folder .. "script.thread")

local is_string_before = plain_values.is_string_before
local unpack = table.unpack or unpack -- luacheck: ignore 143

local saved = {}

-- The header of all versions, and the version.
local header, version = "astar.script crowd ", "1"

-- Fields of an NPC that are saved as they are: whether a value is valid.
local fields = {
  angle = check.is_finite,
  facing = check.is_string, -- see also `is_sound`
}
for _, name in ipairs { "directions", "hold", "priority", "speed", "turn_rate" } do
  fields[name] = options_of.kinds[name][2]
end

-- Strings of version 0.2 have no teams.
function fields.team(value) return value == nil or options_of.kinds.team[2](value) end

-- -------------------------------------------------------------------------------- names

--- The names of all values that a record may contain: the NPCs, the orders, and those of the game.
--- Of several names that the game gave a value, the first one in the order of bytes is taken: the
--- order of `pairs` differs between Luas.
local function name_values(crowd)
  local names = {}
  for name, value in pairs(crowd.names or {}) do
    name = "=" .. name
    if not names[value] or is_string_before(name, names[value]) then names[value] = name end
  end
  for name, value in pairs(Npc) do
    if type(value) == "function" then names[value] = "npc." .. name end
  end
  for i, npc in ipairs(crowd.npcs) do names[npc] = "#" .. i end
  return function(value) return names[value] end
end

--- Finds values by these names. An NPC is created when its name is first read.
local function find_values(npcs, names)
  return function(name)
    local kind, rest = name:sub(1, 1), name:sub(2)
    if kind == "=" then return names and names[rest] end
    if kind == "n" then return Npc[name:match "^npc%.(%l[%l_]*)$"] end
    local i = tonumber(name:match "^#(%d%d?%d?%d?%d?%d?%d?)$")
    if not i then return nil end
    npcs[i] = npcs[i] or setmetatable({}, Npc)
    return npcs[i]
  end
end

-- -------------------------------------------------------------------------------- write

local function record_of(npc, places, game)
  local record = { unit = npc.unit, rules = places[npc._rules], home = npc._home, game = game }
  for name in pairs(fields) do record[name] = npc[name] end
  if npc._script then record.script, record.arguments = npc._function, npc._arguments end
  if npc._order and npc._order.is_sent then record.goal = { npc._order.x, npc._order.y } end
  if npc._stepping then record.seconds = npc._seconds end
  return record
end

--- A crowd as a string, and the array of the rules in use. `describe(npc)` returns a plain value
--- that the game wants to keep with the NPC. Returns nil and a message when a value of an NPC is
--- not plain and has no name.
function saved.write(crowd, describe)
  local units, rules = crowd.units:serialize()
  local places, name_of, parts = {}, name_values(crowd), {}
  for i, value in ipairs(rules) do places[value] = i end
  for i, npc in ipairs(crowd.npcs) do
    if npc._script and not name_of(npc._function) then
      return nil, ('the script of npcs[%d] has no name in the option "names"'):format(i)
    end
    local game = describe and describe(npc)
    local text, problem = plain_values.encode(record_of(npc, places, game), name_of)
    if not text then
      return nil, ('npcs[%d] keeps %s, which has no name in the option "names"'):format(i, problem)
    end
    parts[i] = ("i%d;"):format(i) .. text
  end
  local rest = plain_values.encode({ units = units, smooth = crowd.smooth }, name_of)
  local text = rest:sub(1, -2) .. "s4:npcs{" .. table.concat(parts) .. "}}"
  -- In Lua 5.1 the format "%s" ends at a byte 0 of a short string, and "%d" may have 32 bits only.
  return ("%s%s %.0f\n"):format(header, version, plain_values.checksum(text)) .. text, rules
end

-- --------------------------------------------------------------------------------- read

--- The text behind the header; nil and a message when the header or the checksum is wrong.
local function open(text)
  local found, sum, rest = text:match("^" .. header .. "(%d+) (%d+)\n()")
  if not found then return nil, "not a crowd of astar.script" end
  if found ~= version then return nil, ("version %s is not known"):format(found) end
  local body = text:sub(rest)
  if plain_values.checksum(body) ~= tonumber(sum) then return nil, "damaged" end
  return body
end

local function is_tile(grid, tile)
  local x, y = type(tile) == "table" and tile[1], type(tile) == "table" and tile[2]
  return check.is_integer(x) and check.is_integer(y) and grid:get(x, y) ~= nil
end

local function is_home(crowd, home, directions)
  return is_tile(crowd.grid, home) and check.is_finite(home[3]) and
    facing.is_name(directions, home[4])
end

local function has_valid_script(record)
  local f, arguments = record.script, record.arguments
  if f == nil then return arguments == nil end
  local count = type(arguments) == "table" and arguments.n
  return type(f) == "function" and check.is_integer(count) and count >= 0 and count <= 250
end

--- Whether a record is one of an NPC of this crowd.
local function is_sound(crowd, record, rules)
  if type(record) ~= "table" then return false end
  for name, is_valid in pairs(fields) do
    if not is_valid(record[name]) then return false end
  end
  local unit, seconds = record.unit, record.seconds
  return check.is_integer(unit) and unit >= 1 and unit < 2 ^ 32 and
    crowd.units:size(unit) ~= nil and not crowd._by_unit[unit] and
    getmetatable(rules[record.rules]) == "astar.rules" and
    facing.is_name(record.directions, record.facing) and has_valid_script(record) and
    (record.goal == nil or is_tile(crowd.grid, record.goal)) and
    (record.home == nil or is_home(crowd, record.home, record.directions)) and
    (seconds == nil or check.is_finite(seconds) and seconds >= 0)
end

--- Gives an NPC its unit and its fields.
local function restore(crowd, npc, record, rules)
  local units, unit = crowd.units, record.unit
  for name in pairs(fields) do npc[name] = record[name] end
  npc.crowd, npc.grid, npc.unit, npc.size = crowd, crowd.grid, unit, units:size(unit)
  npc.rules, npc.layout, npc.state = rules[record.rules], crowd.layout or options_of.plain, "idle"
  npc._home = record.home
  npc._wakes_at, npc._is_filtered = math.huge, true -- its unit may have a filter of an order
  settings.init(npc, npc)
  units:set(unit, { asks = false, steps = true })
  crowd:_enter(npc)
end

--- Begins the script of an NPC again. Its unit keeps its order until the script gives one.
local function restart(npc, record)
  if record.script then
    thread.set(npc, record.script, unpack(record.arguments, 1, record.arguments.n))
    npc._halts = true
  elseif record.goal then
    orders.begin_sent(npc, record.goal[1], record.goal[2])
  end
end

--- Gives all NPCs their units. Returns false when a record is not sound.
local function restore_all(crowd, npcs, records, rules)
  for i, record in ipairs(records) do
    if not is_sound(crowd, record, rules) then return false end
    npcs[i] = npcs[i] or setmetatable({}, Npc)
    restore(crowd, npcs[i], record, rules)
  end
  for i in pairs(npcs) do
    if not records[i] then return false end
  end
  return true
end

--- Creates the native crowd. Returns nil when the value is not that of a crowd; and an error when
--- the grid or the rules cannot be used.
local function restore_units(value, grid, rules)
  if type(value) ~= "table" or type(value.units) ~= "string" or type(value.npcs) ~= "table" then
    return nil
  end
  local ok, units = pcall(astar.deserialize_crowd, value.units, grid, rules)
  if ok then return units end
  return nil, check.rename("script.deserialize", units)
end

--- Creates a crowd from a string of `saved.write`. `new_crowd(units, is_smooth)` returns a crowd
--- without NPCs on a native crowd. `on_load(npc, game)` is called for each NPC, before the scripts
--- begin. Returns nil and a message for a string that is not valid; and true when the message is an
--- error of the caller.
function saved.read(text, grid, rules, options, new_crowd)
  local body, problem = open(text)
  if not body then return nil, problem end
  local npcs = {}
  local ok, value = plain_values.decode(body, find_values(npcs, options.names))
  if not ok then return nil, value end
  local units, misuse = restore_units(value, grid, rules)
  if misuse then return nil, misuse, true end
  if not units then return nil, "damaged, or of another grid or rules" end
  local crowd = new_crowd(units, value.smooth == true)
  if not restore_all(crowd, npcs, value.npcs, rules) then
    units:close()
    return nil, "damaged"
  end
  for i, npc in ipairs(npcs) do
    if options.on_load then options.on_load(npc, value.npcs[i].game) end
  end
  for i, npc in ipairs(npcs) do
    local record = value.npcs[i]
    if npc.crowd == crowd and not npc._script then restart(npc, record) end
    if npc.crowd == crowd then steps.continue(npc, record.seconds) end
  end
  return crowd
end

return saved
