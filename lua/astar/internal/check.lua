--- Checks of arguments and options for the helpers in this folder, with the error texts of the
--- native module: `<who>: <what> must be <expected>, got <value>`.
---
--- Levels: public functions call the functions here directly. Then an error points at the line that
--- called the public function. A function of the helpers that calls `check.options` for a public
--- function passes `level`: the level of this line, as `error` counts levels in `check.options`.

local check = {}

local objects = {
  ["astar.grid"] = "an astar grid",
  ["astar.rules"] = "astar rules",
  ["astar.path"] = "an astar path",
}

-- The length at which strings in messages are cut [bytes].
local quoted = 40

local function escape(char)
  if char == '"' or char == "\\" then return "\\" .. char end
  return ("\\%03d"):format(char:byte())
end

local function quote(text)
  local cut = #text > quoted and "..." or ""
  return '"' .. text:sub(1, quoted):gsub('[%z\1-\31\127"\\]', escape) .. cut .. '"'
end

local function number(value)
  if value ~= value then return "nan" end
  if value == math.huge then return "inf" end
  if value == -math.huge then return "-inf" end
  return ("%.14g"):format(value)
end

--- A value as it appears in messages.
function check.describe(value)
  local kind = type(value)
  if kind == "string" then return quote(value) end
  if kind == "number" then return number(value) end
  if kind == "nil" or kind == "boolean" then return tostring(value) end
  if kind == "userdata" then return objects[getmetatable(value)] or "a userdata" end
  return kind == "thread" and "a coroutine" or "a " .. kind
end

--- The message for an invalid value.
function check.expected(who, what, expected, value)
  return ("%s: %s must be %s, got %s"):format(who, what, expected, check.describe(value))
end

-- The class of errors that are outcomes: data that cannot be read or written.
local Problem = {}

--- Throws a problem. The arguments are those of `string.format`.
function check.fail(message, ...)
  error(setmetatable({ text = message:format(...) }, Problem), 0)
end

--- Calls `f`. Returns true and its result, or false and the message of a problem.
function check.try(f, ...)
  local ok, result = pcall(f, ...)
  if ok then return true, result end
  if getmetatable(result) ~= Problem then error(result, 0) end
  return false, result.text
end

--- Raises an error when a list counts from 0, so that its first item would be lost. `items` names
--- the items: "points".
function check.from_one(who, items, list, level)
  if list[0] == nil then return end
  error(("%s: %s count from 1, got one at index 0"):format(who, items), level or 3)
end

function check.is_finite(value)
  return type(value) == "number" and value > -math.huge and value < math.huge
end

function check.is_integer(value)
  return check.is_finite(value) and value % 1 == 0
end

function check.is_byte(value)
  return check.is_integer(value) and value >= 0 and value <= 255
end

--- Whether a value is a terrain: a byte, or a one-character string that stands for its byte.
function check.is_terrain(value)
  if type(value) == "string" then return #value == 1 end
  return check.is_byte(value)
end

local function is_point(value)
  return type(value) == "table" and check.is_integer(value.x) and check.is_integer(value.y)
end

--- Whether a value is a table whose values, and with `is_key` whose keys, are valid.
function check.is_table_of(value, is_item, is_key)
  if type(value) ~= "table" then return false end
  for key, item in pairs(value) do
    if not is_item(item) or is_key and not is_key(key) then return false end
  end
  return true
end

local function is_points(list)
  if type(list) ~= "table" then return false end
  for _, value in ipairs(list) do
    if not is_point(value) then return false end
  end
  return true
end

--- Whether a value has the fields of an explanation (`grid:explain`). Fields that were not wanted
--- may be missing. A program may have changed the table, so all fields that are drawn are checked.
function check.is_explanation(value)
  return type(value) == "table" and type(value.reachable) == "boolean"
    and (value.barrier == nil or is_points(value.barrier))
    and (value.open == nil or is_points(value.open))
    and (value.path == nil or getmetatable(value.path) == "astar.path")
    and (value.tightest == nil or is_point(value.tightest))
end

--- Raises an error unless `is_valid`.
function check.that(is_valid, who, what, expected, value, level)
  if not is_valid then error(check.expected(who, what, expected, value), level or 3) end
end

function check.finite(who, what, value)
  if not check.is_finite(value) then
    error(check.expected(who, what, "a finite number", value), 3)
  end
end

--- Raises an error unless x and y are integers. The tile need not be on a grid.
function check.tile(who, x, y)
  check.that(check.is_integer(x), who, "x", "an integer", x, 4)
  check.that(check.is_integer(y), who, "y", "an integer", y, 4)
end

--- Raises an error unless `value` is an object of the native module. `what` is the name of the
--- argument and of the class: "grid" for an `astar.grid`.
function check.object(who, what, expected, value)
  check.that(getmetatable(value) == "astar." .. what, who, what, expected, value, 4)
end

--- An error of the native module, as one of `who`.
function check.rename(who, message)
  if type(message) ~= "string" then return message end
  return (message:gsub("^.-%l+[.:]%l[%l_]*: ", who .. ": "))
end

--- Calls `f`, which raises errors of the native module. They become errors of `who`, at the place
--- where the caller was called. Returns the first two results.
function check.pass(who, f, ...)
  local ok, first, second = pcall(f, ...)
  if ok then return first, second end
  error(check.rename(who, first), 3)
end

--- The message for a method that was called with a dot, or on a value of another type.
function check.called_on(who, what, value)
  return ("%s: must be called on %s (use a colon), got %s")
    :format(who, what, check.describe(value))
end

--- Raises an error unless `self` has the metatable `class`.
function check.self(who, self, class, what)
  if getmetatable(self) ~= class then error(check.called_on(who, what, self), 3) end
end

--- Raises an error unless `options` is a table whose keys are all in `names`, a sorted array.
function check.options(who, options, names, level)
  level = level or 3
  check.that(type(options) == "table", who, "options", "a table", options, level + 1)
  local valid = {}
  for _, name in ipairs(names) do valid[name] = true end
  for key in pairs(options) do
    if not valid[key] then
      error(("%s: unknown option %s; valid options: %s")
        :format(who, check.describe(key), table.concat(names, ", ")), level)
    end
  end
end

function check.is_string(value)
  return type(value) == "string"
end

--- What options of several functions must be: { words for the error, test }.
check.ANY = { "", function() return true end }
check.BOOLEAN = { "true or false", function(value) return type(value) == "boolean" end }
check.FUNCTION = { "a function", function(value) return type(value) == "function" end }
check.INTEGER = { "an integer", check.is_integer }
check.COUNT = {
  "an integer >= 0", function(value) return check.is_integer(value) and value >= 0 end,
}
check.FINITE = { "a finite number", check.is_finite }
check.POSITIVE = {
  "a number > 0", function(value) return check.is_finite(value) and value > 0 end,
}
check.NOT_NEGATIVE = {
  "a number >= 0", function(value) return check.is_finite(value) and value >= 0 end,
}

--- The same for an option that must be given.
function check.required(kind)
  return { kind[1], kind[2], is_required = true }
end

--- Creates the function that checks the options of the public function `who`. The created function
--- raises an error for an invalid option; it returns the options, or an empty table for nil when no
--- option is required. `kinds` has by name what an option must be: { words for the error, test }.
--- Options are checked in alphabetical order, so that the same mistake always gives the same error.
function check.options_checker(who, kinds)
  local names, is_optional = {}, true
  for name, kind in pairs(kinds) do
    names[#names + 1] = name
    is_optional = is_optional and not kind.is_required
  end
  table.sort(names)
  return function(options)
    if options == nil and is_optional then return {} end
    check.options(who, options, names, 4)
    for _, name in ipairs(names) do
      local kind, value = kinds[name], options[name]
      if (value ~= nil or kind.is_required) and not kind[2](value, options) then
        local words = type(kind[1]) == "function" and kind[1](options) or kind[1]
        error(check.expected(who, ('option "%s"'):format(name), words, value), 3)
      end
    end
    return options
  end
end

return check
