--- Fields of an NPC that the game may set at any time: they are read in each slice. An invalid
--- value is reported once, and the old value is restored.

local folder = (...):gsub("script%.settings$", "")
local check = require(folder .. "internal.check")
local errors = require(folder .. "script.errors")
local options_of = require(folder .. "script.options")
local steps = require(folder .. "script.steps")

local settings = {}

local names = { "hold", "on_enter", "priority", "rules", "speed", "team", "turn_rate" }

-- By field, what it must be: { words for the error, test }.
local kinds = {
  hold = options_of.kinds.hold, priority = options_of.kinds.priority,
  speed = options_of.kinds.speed, team = options_of.kinds.team,
  turn_rate = options_of.kinds.turn_rate,
  on_enter = {
    "a function or nil",
    function(value) return value == nil or type(value) == "function" end,
  },
  rules = {
    "made by astar.rules", function(value) return getmetatable(value) == "astar.rules" end,
  },
}

--- Passes a field on to the native crowd. Returns the reason why that was not possible, or nil.
local function pass_on(npc, name)
  if name == "speed" then return steps.change_speed(npc) end
  local option, value = name, npc[name]
  if name == "on_enter" then option, value = "asks", value ~= nil end
  local ok, reason = npc.crowd.units:set(npc.unit, { [option] = value })
  if not ok then return reason end
  npc.size = npc.crowd.units:size(npc.unit) -- as the rules say
end

--- Sets the fields of a new NPC, whose unit has these options.
function settings.init(npc, options)
  npc.hold, npc.priority = options.hold or false, options.priority or 0
  npc.turn_rate, npc.on_enter = options.turn_rate or math.huge, options.on_enter
  npc.team = options.team or 0
  for _, name in ipairs(names) do npc["_" .. name] = npc[name] end
end

--- Whether the game has set a field.
function settings.has_changed(npc)
  return npc.speed ~= npc._speed or npc.rules ~= npc._rules or npc.priority ~= npc._priority or
    npc.hold ~= npc._hold or npc.turn_rate ~= npc._turn_rate or npc.on_enter ~= npc._on_enter or
    npc.team ~= npc._team
end

--- Sets one field. Returns the message when its value is invalid.
local function apply(npc, name)
  local value, old = npc[name], npc["_" .. name]
  if not kinds[name][2](value) then
    npc[name] = old
    return check.expected("crowd:update", "npc." .. name, kinds[name][1], value)
  end
  npc["_" .. name] = value
  local ok, reason = pcall(pass_on, npc, name)
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
