--- The options of NPCs and of their orders.

local folder = (...):gsub("script%.options$", "")
local check = require(folder .. "internal.check")
local facing = require(folder .. "script.facing")

local options_of = {}

-- The default layout: a tile is one unit wide, and tile (x, y) has its center at (x, y).
-- `astar.love` recognizes it by `is_plain`.
options_of.plain = { is_plain = true, to_world = function(_, x, y) return x, y end }

--- The options of searches, sorted.
options_of.search_options = {
  "algorithm", "avoid", "heuristic", "ignore_blocked", "max_cost", "max_expansions", "partial",
  "penalty_scale", "range", "weight",
}

-- The options that become fields as they are.
local fields = {
  "directions", "facing", "layout", "on_arrive", "on_blocked", "on_done", "on_link", "on_step",
  "slow", "speed",
}

local function is_callback(value)
  return value == nil or type(value) == "function"
end

local function is_slow(value)
  if type(value) ~= "table" then return is_callback(value) end
  for _, factor in pairs(value) do
    if factor and not (check.is_finite(factor) and factor > 0) then return false end
  end
  return true
end

--- Whether a value is a layout, or nil.
function options_of.is_layout(value)
  return value == nil or type(value) == "table" and type(value.to_world) == "function"
end

--- The message for a tile off the grid; nil for a tile on the grid.
function options_of.tile_problem(who, what, grid, x, y)
  local width, height = grid:size()
  if not check.is_integer(x) or x < 1 or x > width then
    return check.expected(who, what:format("x"), ("an integer from 1 to %d"):format(width), x)
  elseif not check.is_integer(y) or y < 1 or y > height then
    return check.expected(who, what:format("y"), ("an integer from 1 to %d"):format(height), y)
  end
end

--- The message for the first invalid option; nil when all are valid.
local function option_problem(who, options)
  local function wrong(name, expected)
    return check.expected(who, ('option "%s"'):format(name), expected, options[name])
  end
  for _, name in ipairs { "on_step", "on_arrive", "on_blocked", "on_link", "on_done" } do
    if not is_callback(options[name]) then return wrong(name, "a function") end
  end
  local directions = options.directions or 8
  if not facing.is_count(directions) then return wrong("directions", "4 or 8") end
  if not facing.is_name(directions, options.facing or "down") then
    return wrong("facing", ("the name of one of %d directions"):format(directions))
  elseif not check.is_finite(options.speed) or options.speed < 0 then
    return wrong("speed", "a number >= 0")
  elseif not is_slow(options.slow) then
    return wrong("slow", "a table of numbers > 0 or a function")
  elseif not options_of.is_layout(options.layout) then
    return wrong("layout", "an object with a method to_world")
  end
end

--- The message for the first invalid argument of a new NPC; nil when all are valid.
function options_of.problem(who, grid, rules, options)
  if getmetatable(rules) ~= "astar.rules" then
    return check.expected(who, "rules", "made by astar.rules", rules)
  end
  return options_of.tile_problem(who, 'option "%s"', grid, options.x, options.y) or
    option_problem(who, options)
end

--- Sets the fields of a new NPC from its options, which are already checked.
function options_of.init(self, grid, rules, options)
  self.grid, self.rules = grid, rules
  for _, name in ipairs(fields) do self[name] = options[name] end
  self.directions, self.facing = options.directions or 8, options.facing or "down"
  self.angle = facing.angle_of(self.facing)
  self.layout, self.state = options.layout or options_of.plain, "idle"
end

--- The options of `walk`. In `npc:walk(grid:find_path(...))` the cost of the path takes their
--- place: a number counts as no options.
function options_of.read_walk_options(who, options)
  if options == nil or type(options) == "number" then return nil end
  check.options(who, options, options_of.search_options, 4)
  return options
end

return options_of
