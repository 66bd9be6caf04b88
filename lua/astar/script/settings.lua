--- Fields of an NPC that the game may set at any time: they are read in each slice. An invalid
--- value is reported once, and the old value is restored.

local folder = (...):gsub("script%.settings$", "")
local check = require(folder .. "internal.check")
local errors = require(folder .. "script.errors")
local steps = require(folder .. "script.steps")

local settings = {}

-- By field: the words for the error, whether a value is valid, and what passes it on to the native
-- crowd. It returns the reason why that was not possible, or nil.
local fields = {}

local names = { "hold", "on_enter", "priority", "rules", "speed", "turn_rate" }

local function set_unit(npc, name, value)
  local ok, reason = npc.crowd.units:set(npc.unit, { [name] = value })
  if not ok then return reason end
end

fields.hold = {
  "true or false",
  function(value) return type(value) == "boolean" end,
  function(npc) return set_unit(npc, "hold", npc.hold) end,
}

fields.on_enter = {
  "a function or nil",
  function(value) return value == nil or type(value) == "function" end,
  function(npc) return set_unit(npc, "asks", npc.on_enter ~= nil) end,
}

fields.priority = {
  "an integer from -1000 to 1000",
  function(value) return check.is_integer(value) and value >= -1000 and value <= 1000 end,
  function(npc) return set_unit(npc, "priority", npc.priority) end,
}

fields.rules = {
  "made by astar.rules",
  function(value) return getmetatable(value) == "astar.rules" end,
  function(npc)
    local reason = set_unit(npc, "rules", npc.rules)
    if reason then return reason end
    npc.size = npc.crowd.units:size(npc.unit)
  end,
}

fields.speed = {
  "a number >= 0",
  function(value) return check.is_finite(value) and value >= 0 end,
  steps.change_speed,
}

fields.turn_rate = {
  "a number > 0",
  function(value) return type(value) == "number" and value > 0 end,
  function(npc) return set_unit(npc, "turn_rate", npc.turn_rate) end,
}

--- The message for the first invalid option of a new NPC among these; nil when all are valid.
function settings.problem(who, options)
  for _, name in ipairs { "hold", "on_enter", "priority", "turn_rate" } do
    local value, field = options[name], fields[name]
    if value ~= nil and not field[2](value) then
      return check.expected(who, ('option "%s"'):format(name), field[1]:gsub(" or nil", ""), value)
    end
  end
end

--- Sets the fields of a new NPC, whose unit has these options.
function settings.init(npc, options)
  npc.hold, npc.priority = options.hold or false, options.priority or 0
  npc.turn_rate, npc.on_enter = options.turn_rate or math.huge, options.on_enter
  for _, name in ipairs(names) do npc["_" .. name] = npc[name] end
end

--- Whether the game has set a field.
function settings.has_changed(npc)
  return npc.speed ~= npc._speed or npc.rules ~= npc._rules or npc.priority ~= npc._priority or
    npc.hold ~= npc._hold or npc.turn_rate ~= npc._turn_rate or npc.on_enter ~= npc._on_enter
end

--- Sets one field. Returns the message when its value is invalid.
local function apply(npc, name)
  local expected, is_valid, pass_on = fields[name][1], fields[name][2], fields[name][3]
  local value, old = npc[name], npc["_" .. name]
  if not is_valid(value) then
    npc[name] = old
    return check.expected("crowd:update", "npc." .. name, expected, value)
  end
  npc["_" .. name] = value
  local ok, reason = pcall(pass_on, npc)
  if not ok or reason then
    npc[name], npc["_" .. name] = old, old
    return ok and ("crowd:update: npc.%s: the NPC cannot stand where it is: %s")
      :format(name, reason) or reason
  end
end

--- Reads the fields that the game has set.
function settings.read(npc)
  local crowd = npc.crowd
  for _, name in ipairs(names) do
    if npc.crowd == crowd and npc[name] ~= npc["_" .. name] then
      local message = apply(npc, name)
      if message then errors.report(crowd, npc, message) end
    end
  end
end

return settings
